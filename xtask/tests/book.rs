//! Pages of the book and of the repository: links lead to pages and headings that are there, the table of contents
//! has all pages, and their code runs.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Component, Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The pages of a folder, by their paths from the root.
fn pages(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).unwrap();
    let names = entries.map(|entry| Path::new(folder).join(entry.unwrap().file_name()));
    let mut pages: Vec<_> = names
        .filter(|name| name.extension().is_some_and(|e| e == "md"))
        .collect();
    pages.sort();
    pages
}

/// What a page has.
#[derive(Debug, Default)]
struct Page {
    links: Vec<String>,
    /// The anchors of its headings.
    anchors: BTreeSet<String>,
    /// Whether a block of Rust is to be run.
    runs: bool,
    /// Whether every listing says in which language it is.
    names_languages: bool,
}

impl Page {
    fn read(path: &Path) -> Self {
        let text = fs::read_to_string(root().join(path)).unwrap();
        let mut page = Self {
            names_languages: true,
            ..Self::default()
        };
        let mut heading: Option<String> = None;
        for event in Parser::new_ext(&text, Options::ENABLE_TABLES) {
            match event {
                Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => {
                    page.links.push(dest_url.into_string());
                }
                Event::Start(Tag::Heading { .. }) => heading = Some(String::new()),
                Event::End(TagEnd::Heading(_)) => {
                    let title = heading.take().unwrap_or_default();
                    page.anchors.insert(anchor(&title));
                }
                Event::Text(text) | Event::Code(text) => {
                    if let Some(title) = &mut heading {
                        title.push_str(&text);
                    }
                }
                Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                    // Without a language it is Rust to rustdoc.
                    page.runs |= &*language == "rust";
                    page.names_languages &= !language.is_empty();
                }
                _ => {}
            }
        }
        page
    }
}

/// The anchor of a heading, as mdbook and GitHub make it.
fn anchor(title: &str) -> String {
    let letters = title.trim().to_lowercase();
    let letters = letters.chars().filter_map(|letter| match letter {
        _ if letter.is_alphanumeric() || matches!(letter, '-' | '_') => Some(letter),
        _ if letter.is_whitespace() => Some('-'),
        _ => None,
    });
    letters.collect()
}

/// A path without `..`, as far as it stays inside of the root.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => plain.pop().then_some(())?,
            Component::Normal(name) => plain.push(name),
            _ => {}
        }
    }
    Some(plain)
}

/// Why a link of a page leads nowhere.
fn fault(page: &Path, link: &str) -> Option<String> {
    if link.contains("://") || link.starts_with("mailto:") {
        return None;
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = match file {
        "" => page.to_owned(),
        file => match plain(&page.parent().unwrap().join(file)) {
            Some(target) => target,
            None => return Some("leaves the repository".to_owned()),
        },
    };
    if !root().join(&target).exists() {
        return Some(format!("there is no {}", target.display()));
    }
    let has_anchor = heading.is_empty() || Page::read(&target).anchors.contains(heading);
    (!has_anchor).then(|| format!("{} has no heading `{heading}`", target.display()))
}

#[test]
fn links_lead_to_pages_and_headings() {
    let mut faults = Vec::new();
    let mut links = 0;
    for page in [pages("."), pages("docs/src"), pages("docs/dev")].concat() {
        for link in Page::read(&page).links {
            links += 1;
            let fault = fault(&page, &link);
            faults.extend(fault.map(|fault| format!("{}: {link}: {fault}", page.display())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(links > 200, "{links}");
}

#[test]
fn a_link_that_leads_nowhere_is_found() {
    let page = Path::new("docs/src/theory.md");
    for link in [
        "nowhere.md",
        "model.md#nowhere",
        "#nowhere",
        "../../../secret.md",
    ] {
        assert!(fault(page, link).is_some(), "{link}");
    }
    for link in [
        "model.md",
        "model.md#keys",
        "#projectors",
        "../../README.md",
        "https://example.org",
    ] {
        assert_eq!(fault(page, link), None, "{link}");
    }
}

#[test]
fn the_table_of_contents_has_every_page_once() {
    let mut listed = Page::read(Path::new("docs/src/SUMMARY.md")).links;
    listed.push("SUMMARY.md".to_owned());
    listed.sort();
    let names = pages("docs/src");
    let names = names
        .iter()
        .map(|page| page.file_name().unwrap().to_str().unwrap());
    assert!(names.eq(listed.iter()), "{listed:?}");
}

#[test]
fn the_code_of_every_page_is_run() {
    let library = fs::read_to_string(root().join("src/lib.rs")).unwrap();
    for page in pages("docs/src") {
        let read = Page::read(&page);
        assert!(
            read.names_languages,
            "{}: a listing without a language would be run as Rust",
            page.display()
        );
        if read.runs {
            let included = format!("include_str!(\"../{}\")", page.display());
            assert!(library.contains(&included), "src/lib.rs has no {included}");
        }
    }
}
