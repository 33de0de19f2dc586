//! What every package that is published needs in its own folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folders of the packages that are published.
fn published() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let workspace = fs::read_to_string(root.join("Cargo.toml")).unwrap();
    let members = workspace
        .lines()
        .find(|line| line.starts_with("members = "));
    let members = members.expect("a list of members in one line");
    let names = members.split('"').skip(1).step_by(2);
    let folders = std::iter::once(root.to_owned()).chain(names.map(|name| root.join(name)));
    let is_published = |folder: &PathBuf| {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        !manifest.lines().any(|line| line == "publish = false")
    };
    folders.filter(is_published).collect()
}

/// `cargo package` takes what is in the folder of the package, and nothing above it.
#[test]
fn every_published_package_holds_the_texts_of_its_licences() {
    let packages = published();
    assert!(packages.len() >= 7, "{packages:?}");
    for folder in &packages {
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        assert!(manifest.contains("license.workspace = true"), "{folder:?}");
        for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
            let text = |folder: &Path| fs::read_to_string(folder.join(name)).unwrap_or_default();
            assert!(!text(folder).is_empty(), "no {name} in {folder:?}");
            assert_eq!(text(folder), text(&packages[0]), "{name} in {folder:?}");
        }
    }
}

/// The name in a manifest.
fn name(folder: &Path) -> String {
    let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
    let line = manifest.lines().find(|line| line.starts_with("name = "));
    line.expect("a name").split('"').nth(1).unwrap().to_owned()
}

/// `cargo package` of the published packages, without network.
fn package(more: &[&str]) -> String {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo
        .args(["package", "--offline", "--allow-dirty"])
        .args(more);
    let output = cargo.output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap() + &said
}

#[test]
fn a_package_holds_its_sources_and_texts_and_nothing_else() {
    for folder in published() {
        let name = name(&folder);
        let listed = package(&["--list", "--package", &name]);
        let files: Vec<_> = listed
            .lines()
            .filter(|line| !line.starts_with("warning"))
            .collect();
        for needed in ["Cargo.toml", "README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
            assert!(files.contains(&needed), "no {needed} in {name}");
        }
        assert!(files.iter().any(|file| file.starts_with("src/")), "{name}");
        for folder in [
            "tests/",
            "benches/",
            "examples/",
            "docs/",
            "xtask/",
            "target/",
        ] {
            let found: Vec<_> = files
                .iter()
                .filter(|file| file.starts_with(folder))
                .collect();
            assert!(found.is_empty(), "{name}: {found:?}");
        }
        let manifest = fs::read_to_string(folder.join("Cargo.toml")).unwrap();
        for key in [
            "description = ",
            "documentation = ",
            "categories.",
            "keywords.",
        ] {
            assert!(manifest.contains(key), "{name} has no {key}");
        }
    }
}

/// Each as it is published, in an order in which each finds those that it depends on. That the packages compile,
/// `cargo xtask package` shows, which takes minutes.
#[test]
fn all_packages_are_made_without_network() {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
    let target = target.to_str().unwrap();
    let names: Vec<_> = published().iter().map(|folder| name(folder)).collect();
    let mut arguments = vec!["--no-verify", "--target-dir", target];
    arguments.extend(names.iter().flat_map(|name| ["--package", name]));
    let said = package(&arguments);
    for name in names {
        assert!(
            said.contains(&format!("Packaging {name} v")),
            "{name}\n{said}"
        );
    }
}
