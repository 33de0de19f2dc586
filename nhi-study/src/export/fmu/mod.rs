//! An FMU for co-simulation: description, sources and the binary of this platform.

mod description;
mod functions;

use std::io::{Cursor, Write};
use std::path::{Path, PathBuf};

use zip::CompressionMethod;
use zip::write::{SimpleFileOptions, ZipWriter};

use super::library::{compile, platform};
use super::variables::variables;
use super::{Exported, with_ending};
use crate::files;
use crate::problem::Failure;

use description::{Header, build_description, description};
use functions::{of_beginning, of_laws, of_variables};

/// The functions of an instance in any version of FMI, over those of a motion.
const INSTANCE: &str = include_str!("instance.c");

/// The name of the file with these functions, which no model can have.
const INTERFACE: &str = "fmu-interface.c";

/// A version of FMI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FmiVersion {
    /// FMI 2.0.
    Two,
    /// FMI 3.0.
    Three,
}

impl FmiVersion {
    fn name(self) -> &'static str {
        match self {
            Self::Two => "2.0",
            Self::Three => "3.0",
        }
    }

    /// Returns the functions of the interface, over those of an instance.
    fn interface(self) -> &'static str {
        match self {
            Self::Two => include_str!("fmi2.c"),
            Self::Three => include_str!("fmi3.c"),
        }
    }

    /// Returns the folder of binaries for a platform such as `x86_64-linux`.
    fn folder(self, platform: &str) -> &str {
        match (self, platform) {
            (Self::Two, "x86_64-linux") => "linux64",
            (Self::Two, "x86_64-darwin" | "aarch64-darwin") => "darwin64",
            _ => platform,
        }
    }
}

/// An FMU that was written.
#[derive(Clone, Debug)]
pub struct Fmu {
    /// The file.
    pub path: PathBuf,
    /// The number of variables in its description.
    pub variables: usize,
    /// The platform of its binary, such as `x86_64-linux`.
    pub platform: String,
}

/// Writes an FMU.
///
/// # Errors
/// There is no C compiler, or the file cannot be written.
pub fn write_fmu(
    exported: &Exported<'_>,
    version: FmiVersion,
    output: &Path,
) -> Result<Fmu, Failure> {
    let path = with_ending(output, "fmu")?;
    files::keep_apart(&path, &exported.scenario.files())?;
    let variables = variables(exported);
    let identifier = identifier(exported);
    let functions = [
        of_variables(&variables),
        of_laws(exported),
        of_beginning(exported),
    ];
    let functions = functions.concat();
    let token = token(exported, &functions);
    let source = format!(
        "{}#define FMU_TOKEN \"{token}\"\n\n{functions}{INSTANCE}{}",
        exported.motion.motion,
        version.interface()
    );
    let files = exported.motion.files.iter();
    let files = files.map(|file| (file.name.clone(), file.text.clone()));
    let sources: Vec<_> = files.chain([(INTERFACE.to_owned(), source)]).collect();
    let names: Vec<_> = sources.iter().map(|(name, _)| name.clone()).collect();
    let (platform, ending) = platform()?;
    let binary = compile(&sources, &identifier, ending)?;
    let header = Header {
        version,
        identifier: &identifier,
        token: &token,
        sources: &names,
    };
    let folder = version.folder(&platform);
    let mut contents = vec![
        (
            "modelDescription.xml".to_owned(),
            description(exported, &header, &variables).into_bytes(),
        ),
        (format!("binaries/{folder}/{identifier}.{ending}"), binary),
    ];
    if version == FmiVersion::Three {
        let build = build_description(&identifier, &names).into_bytes();
        contents.push(("sources/buildDescription.xml".to_owned(), build));
    }
    let sources = sources.into_iter();
    contents.extend(sources.map(|(name, text)| (format!("sources/{name}"), text.into_bytes())));
    let packed = packed(&contents).map_err(|error| Failure::writing(&path, &error))?;
    files::write(&path, &packed)?;
    Ok(Fmu {
        path,
        // FMI 3.0 counts the time among them.
        variables: variables.len() + usize::from(version == FmiVersion::Three),
        platform,
    })
}

fn identifier(exported: &Exported<'_>) -> String {
    let of_model = exported
        .motion
        .files
        .iter()
        .find_map(|file| file.name.strip_suffix(".c"));
    of_model.expect("a model has a source").to_owned()
}

/// Returns a text that differs for different models and scenarios.
fn token(exported: &Exported<'_>, glue: &str) -> String {
    let texts = exported.motion.files.iter().map(|file| file.text.as_str());
    let texts = texts.chain([exported.motion.motion.as_str(), glue]);
    let mut sums = [crc32fast::Hasher::new(), crc32fast::Hasher::new()];
    for (number, text) in texts.enumerate() {
        sums[number % 2].update(text.as_bytes());
    }
    let [a, b] = sums.map(crc32fast::Hasher::finalize);
    format!("{{nhi-{a:08x}-{b:08x}}}")
}

/// Returns files as one archive.
fn packed(files: &[(String, Vec<u8>)]) -> std::io::Result<Vec<u8>> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for (name, content) in files {
        archive.start_file(name, options)?;
        archive.write_all(content)?;
    }
    Ok(archive.finish()?.into_inner())
}
