//! What the builder reads and writes, and what it says where it cannot.

mod support;

use std::fs::File;
use std::path::Path;
use std::time::{Duration, SystemTime};

use nhi_build::{Builder, Error, MOST_BYTES, ReadError};
use support::{Folder, MASS, MISTAKEN};

/// Compiles files of a folder into the folder itself.
fn compile(folder: &Folder, names: &[&str]) -> Result<(), Error> {
    let paths = names.iter().map(|name| folder.path(name));
    let builder = Builder::new().out_dir(folder.path(""));
    builder.files(paths).compile()
}

/// Gives a file a time of change that a second writing would replace.
fn make_old(path: &Path) -> SystemTime {
    let old = SystemTime::now() - Duration::from_secs(1000);
    let file = File::options().write(true).open(path).unwrap();
    file.set_modified(old).unwrap();
    modified(path)
}

fn modified(path: &Path) -> SystemTime {
    path.metadata().unwrap().modified().unwrap()
}

#[test]
fn a_file_is_written_again_only_where_its_content_changes() {
    let folder = Folder::new();
    folder.write("mass.nhi", MASS);
    compile(&folder, &["mass.nhi"]).unwrap();
    let (output, code) = (folder.path("mass.rs"), folder.read("mass.rs"));
    let old = make_old(&output);

    let remark = format!("// The same model.\n{MASS}");
    folder.write("mass.nhi", remark);
    compile(&folder, &["mass.nhi"]).unwrap();
    assert_eq!(modified(&output), old);

    folder.write("mass.nhi", MASS.replace("0.5 * m", "0.25 * m"));
    compile(&folder, &["mass.nhi"]).unwrap();
    assert!(modified(&output) > old);
    assert_ne!(folder.read("mass.rs"), code);
}

#[test]
fn every_model_of_every_file_is_written() {
    let folder = Folder::new();
    let renamed = |name: &str| MASS.replace("Mass", name);
    folder.write("one.nhi", renamed("One") + &renamed("Other"));
    folder.write("deep/two.more.nhi", renamed("Two"));
    compile(&folder, &["one.nhi", "deep/two.more.nhi"]).unwrap();
    let one = folder.read("one.rs");
    assert!(one.contains("pub struct OneGni") && one.contains("pub struct OtherGni"));
    assert!(!one.contains("#[nonholonomic"), "the attribute is gone");
    assert!(folder.read("two.more.rs").contains("pub struct TwoGni"));
}

#[test]
fn a_byte_order_mark_and_foreign_line_ends_do_no_harm() {
    let folder = Folder::new();
    folder.write("plain.nhi", MASS);
    folder.write(
        "marked.nhi",
        format!("\u{feff}{}", MASS.replace('\n', "\r\n")),
    );
    compile(&folder, &["plain.nhi", "marked.nhi"]).unwrap();
    assert_eq!(folder.read("plain.rs"), folder.read("marked.rs"));
}

#[test]
fn nothing_is_written_where_a_model_has_a_mistake() {
    let folder = Folder::new();
    folder.write("mass.nhi", MASS);
    folder.write("slider.nhi", MISTAKEN);
    let error = compile(&folder, &["mass.nhi", "slider.nhi"]).unwrap_err();
    assert!(matches!(error, Error::Models { mistakes: 3 }), "{error}");
    assert!(!folder.holds("mass.rs") && !folder.holds("slider.rs"));
}

#[test]
fn a_model_file_must_be_a_text_file_of_reasonable_size() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path("folder.nhi")).unwrap();
    folder.write("latin.nhi", b"// \xc3\xa4\n// na\xefve\n");
    folder.write("wide.nhi", b"\xff\xfe/\0/\0");
    folder.write("unmarked.nhi", b"/\0/\0");
    folder.write(
        "large.nhi",
        vec![b' '; usize::try_from(MOST_BYTES).unwrap() + 1],
    );
    for (name, message) in [
        ("none.nhi", "none.nhi`: No such file"),
        ("folder.nhi", "folder.nhi`: Is a directory"),
        (
            "latin.nhi",
            "latin.nhi` is not a text file: byte 11 (line 2, column 6) is not valid UTF-8",
        ),
        ("wide.nhi", "wide.nhi` is text in UTF-16: save it as UTF-8"),
        ("unmarked.nhi", "type `iconv -f UTF-16 -t UTF-8 FILE"),
        ("large.nhi", "large.nhi` is larger than 2097152 bytes"),
    ] {
        let error = compile(&folder, &[name]).unwrap_err();
        assert!(error.to_string().contains(message), "{error}");
        assert!(matches!(&error, Error::Read(error) if error.path() == folder.path(name)));
        if let Error::Read(ReadError::NotText { place, .. }) = error {
            assert_eq!(place, (2, 6));
        }
    }
}

#[test]
fn two_files_of_one_name_are_refused() {
    let folder = Folder::new();
    folder.write("a/mass.nhi", MASS);
    folder.write("b/mass.nhi", MASS);
    let error = compile(&folder, &["a/mass.nhi", "b/mass.nhi"]).unwrap_err();
    assert!(
        matches!(&error, Error::SameName { name } if name == "mass"),
        "{error}"
    );
    assert!(!folder.holds("mass.rs"));
}

#[test]
fn an_output_folder_that_is_none_is_named() {
    let folder = Folder::new();
    let model = folder.write("mass.nhi", MASS);
    let out = folder.path("none");
    let error = Builder::new()
        .file(model)
        .out_dir(&out)
        .compile()
        .unwrap_err();
    assert!(
        matches!(&error, Error::Write { path, .. } if path.starts_with(&out)),
        "{error}"
    );
}

#[test]
fn outside_of_a_build_script_an_output_folder_must_be_chosen() {
    let error = Builder::new().compile().unwrap_err();
    assert!(matches!(error, Error::NoOutDir));
    assert!(error.to_string().contains("Builder::out_dir"));
}

#[test]
fn code_is_never_written_over_a_model() {
    let folder = Folder::new();
    folder.write("mass.rs", MASS);
    let error = compile(&folder, &["mass.rs"]).unwrap_err();
    assert!(matches!(&error, Error::Overwrite { .. }), "{error}");
    folder.write("other.nhi", MASS);
    std::fs::create_dir(folder.path("out")).unwrap();
    let models = [folder.path("other.nhi"), folder.path("out/../other.rs")];
    std::fs::copy(&models[0], &models[1]).unwrap();
    let outside = Builder::new().out_dir(folder.path("")).files(&models[1..]);
    assert!(matches!(outside.compile(), Err(Error::Overwrite { .. })));
    assert_eq!(
        (folder.read("mass.rs"), folder.read("other.rs")),
        (MASS.into(), MASS.into())
    );
}

#[cfg(unix)]
#[test]
fn a_path_of_several_lines_gives_cargo_no_instructions() {
    let folder = Folder::new();
    let name = "a\ncargo::rustc-link-arg=b.nhi";
    folder.write(name, MASS);
    let error = compile(&folder, &[name]).unwrap_err();
    assert!(matches!(&error, Error::Name { .. }), "{error}");
    assert!(!error.to_string().contains('\n'), "{error}");
}

#[test]
fn nothing_unfinished_is_left_behind() {
    let folder = Folder::new();
    folder.write("mass.nhi", MASS);
    compile(&folder, &["mass.nhi"]).unwrap();
    std::fs::create_dir(folder.path("other.rs")).unwrap();
    folder.write("other.nhi", MASS);
    let error = compile(&folder, &["other.nhi"]).unwrap_err();
    assert!(matches!(&error, Error::Write { .. }), "{error}");
    let entries = std::fs::read_dir(folder.path("")).unwrap();
    let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["mass.nhi", "mass.rs", "other.nhi", "other.rs"]);
}
