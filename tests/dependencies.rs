//! Dependencies of the workspace: one version of each package, under permissive licences.

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// Packages with two versions, and the reason.
const TWICE: &[(&str, &str)] = &[
    ("getrandom", "parquet asks for an older one by way of ahash"),
    (
        "miniz_oxide",
        "png asks for one version itself, and for another one by way of flate2",
    ),
    (
        "num-bigint",
        "parquet asks for a newer one than num-rational",
    ),
    ("syn", "parquet asks for an older one by way of zerocopy"),
];

/// Licences of which one suffices for a package.
const PERMISSIVE: &[&str] = &[
    "0BSD",
    "Apache-2.0",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "MIT",
    "Unicode-3.0",
    "Unlicense",
    "Zlib",
];

/// Packages with their versions and licences, as `cargo tree` lists them without network. Symbolica,
/// whose feature is off by default, is not among them.
fn packages() -> BTreeMap<String, BTreeMap<String, String>> {
    let output = Command::new(env!("CARGO"))
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args([
            "tree",
            "--workspace",
            "--locked",
            "--offline",
            "--prefix",
            "none",
        ])
        .args(["--edges", "normal,build,dev", "--format", "{p}|{l}"])
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let mut packages = BTreeMap::<_, BTreeMap<_, _>>::new();
    for line in text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('['))
    {
        let (package, licence) = line.trim_end_matches(" (*)").split_once('|').unwrap();
        let mut words = package.split(' ');
        let (name, version) = (words.next().unwrap(), words.next().unwrap());
        let versions = packages.entry(name.to_owned()).or_default();
        versions.insert(version.to_owned(), licence.to_owned());
    }
    assert!(packages.len() > 100, "{} packages", packages.len());
    packages
}

#[test]
fn every_package_has_one_version_or_a_reason_for_two() {
    let packages = packages();
    let twice = packages.iter().filter(|(_, versions)| versions.len() > 1);
    let twice: BTreeSet<_> = twice.map(|(name, _)| name.as_str()).collect();
    let explained: BTreeSet<_> = TWICE.iter().map(|(name, _)| *name).collect();
    assert_eq!(twice, explained);
}

#[test]
fn every_licence_is_permissive() {
    for (name, versions) in packages() {
        for (version, licence) in versions {
            assert!(is_permissive(&licence), "{name} {version}: `{licence}`");
        }
    }
}

/// Returns true if every term of an expression offers a permissive licence.
fn is_permissive(licence: &str) -> bool {
    let licence = licence.replace('/', " OR ").replace(['(', ')'], "");
    let mut terms = licence.split(" AND ");
    terms.all(|term| {
        let mut choices = term.split(" OR ");
        choices.any(|choice| {
            let name = choice.split(" WITH ").next().unwrap_or_default();
            PERMISSIVE.contains(&name.trim())
        })
    })
}

#[test]
fn licences_are_read_by_their_terms() {
    for licence in [
        "MIT",
        "GPL-3.0 OR MIT",
        "(MIT OR X) AND Unicode-3.0",
        "X/MIT",
    ] {
        assert!(is_permissive(licence), "{licence}");
    }
    for licence in ["", "GPL-3.0", "MIT AND GPL-3.0"] {
        assert!(!is_permissive(licence), "{licence}");
    }
}
