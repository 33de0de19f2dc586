//! What every package that is published needs in its own folder.

use std::fs;
use std::path::{Path, PathBuf};

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
