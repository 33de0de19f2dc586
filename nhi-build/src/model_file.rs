//! Reading model files.

use std::fmt;
use std::io::Read;
use std::path::{Path, PathBuf};

use nhi_symbolic::{Code, Compiled, Diagnostic, Diagnostics};
use proc_macro2::{Ident, TokenStream, TokenTree};
use unicode_normalization::is_nfc;

use crate::brackets::{printed, unbalanced};
use crate::visible::visible_path;

/// The largest size of a model file, in bytes.
pub const MOST_BYTES: u64 = 1 << 21;

/// The text of a model file and its path.
#[derive(Clone, Debug)]
pub struct ModelFile {
    /// The path as the user wrote it.
    pub path: PathBuf,
    /// The text.
    pub text: String,
}

/// The reason why a model file could not be read.
#[derive(Debug)]
#[non_exhaustive]
pub enum ReadError {
    /// The file could not be opened or read.
    Io {
        /// The path of the file.
        path: PathBuf,
        /// The error of the operating system.
        error: std::io::Error,
    },
    /// The path leads to a folder, a pipe, a device or an empty file, but a regular file is
    /// required.
    NotRegular {
        /// The path.
        path: PathBuf,
    },
    /// The file is larger than [`MOST_BYTES`].
    TooLarge {
        /// The path of the file.
        path: PathBuf,
    },
    /// The file is text in UTF-16, which some editors call Unicode.
    Utf16 {
        /// The path of the file.
        path: PathBuf,
    },
    /// The file is not UTF-8 text.
    NotText {
        /// The path of the file.
        path: PathBuf,
        /// The number of valid bytes before the first invalid one.
        valid_up_to: usize,
        /// The line and column of that byte, counted from 1.
        place: (usize, usize),
    },
}

impl ModelFile {
    /// Reads a model file.
    ///
    /// # Errors
    /// A file that cannot be read, is too large or is not UTF-8.
    pub fn read(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref().to_owned();
        match read_bytes(&path, MOST_BYTES + 1) {
            Ok(bytes) => Self::of_bytes(path, bytes),
            Err(error) => Err(ReadError::Io { path, error }),
        }
    }

    /// Reads a model file whose path is untrusted, such as one that another file names.
    ///
    /// A path that is not a regular file is rejected before it is opened: a pipe may never answer,
    /// a device may never end.
    ///
    /// # Errors
    /// The errors of [`read`](Self::read), and a path that does not lead to a regular file or leads
    /// to an empty one. Files of the kernel, such as those in `/proc`, have no size and count as
    /// empty.
    pub fn read_regular(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let path = path.as_ref().to_owned();
        let size = match std::fs::metadata(&path) {
            Ok(found) if !found.is_file() || found.len() == 0 => {
                return Err(ReadError::NotRegular { path });
            }
            Ok(found) => found.len(),
            Err(error) => return Err(ReadError::Io { path, error }),
        };
        match read_bytes(&path, size.min(MOST_BYTES + 1)) {
            Ok(bytes) => Self::of_bytes(path, bytes),
            Err(error) => Err(ReadError::Io { path, error }),
        }
    }

    fn of_bytes(path: PathBuf, bytes: Vec<u8>) -> Result<Self, ReadError> {
        if bytes.len() as u64 > MOST_BYTES {
            return Err(ReadError::TooLarge { path });
        }
        if is_utf16(&bytes) {
            return Err(ReadError::Utf16 { path });
        }
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Self { path, text }),
            Err(error) => {
                let valid_up_to = error.utf8_error().valid_up_to();
                let valid = String::from_utf8_lossy(&error.as_bytes()[..valid_up_to]);
                Err(ReadError::NotText {
                    path,
                    valid_up_to,
                    place: place_behind(&valid),
                })
            }
        }
    }

    /// Returns the tokens of the file.
    ///
    /// # Errors
    /// One diagnostic if the text does not consist of Rust tokens, for example because of an
    /// unbalanced bracket, or contains an identifier that is not in Unicode's normal form C.
    pub fn tokens(&self) -> Result<TokenStream, Diagnostics> {
        let tokens = self.text.parse().map_err(|error: proc_macro2::LexError| {
            const TOKENS: &str = "names, numbers and operators, and closed strings and comments";
            let at_error = |found, required| {
                Diagnostic::error(Code::RustSyntax, error.span(), found, required)
            };
            if let Some(bracket) = unbalanced(&self.text) {
                return at_error(bracket, "balanced brackets");
            }
            if let Some((character, instead)) = printed(&self.text) {
                let found = format!("`{character}` is a character of printed formulas");
                return at_error(found, TOKENS).help(format!("write `{instead}`"));
            }
            let found = "this is not a token of Rust, or a string or comment is not closed";
            at_error(found.to_owned(), TOKENS)
        })?;
        check_normal_form(&tokens)?;
        Ok(tokens)
    }

    /// Compiles every model of the file.
    ///
    /// # Errors
    /// The mistakes of the first stage that finds one.
    pub fn compile(&self) -> Result<Vec<Compiled>, Diagnostics> {
        nhi_symbolic::compile_file(self.tokens()?)
    }
}

/// Rejects identifiers that are not in normal form C. Two spellings of one identifier would be two
/// names here but one name for rustc, which converts identifiers to normal form C when it reads a
/// source.
fn check_normal_form(tokens: &TokenStream) -> Result<(), Diagnostic> {
    let mut open = vec![tokens.clone().into_iter()];
    while let Some(innermost) = open.last_mut() {
        match innermost.next() {
            Some(TokenTree::Group(group)) => open.push(group.stream().into_iter()),
            Some(TokenTree::Ident(ident)) => {
                let text = ident.to_string();
                if !text.is_ascii() && !is_nfc(&text) {
                    return Err(not_normal(&ident));
                }
            }
            Some(TokenTree::Punct(_) | TokenTree::Literal(_)) => {}
            None => drop(open.pop()),
        }
    }
    Ok(())
}

fn not_normal(ident: &Ident) -> Diagnostic {
    Diagnostic::error(
        Code::ExpectedName,
        ident.span(),
        format!("`{ident}` is not in Unicode's normal form C"),
        "identifiers whose letters and accents are composed, as rustc reads them",
    )
    .help("type the letter with its accent as one sign")
}

/// Returns the line and column, counted from 1, of the position after a text.
pub(crate) fn place_behind(text: &str) -> (usize, usize) {
    let line = text.rsplit('\n').next().unwrap_or_default();
    (text.matches('\n').count() + 1, line.chars().count() + 1)
}

/// Returns true if a text begins with the mark of UTF-16, or with two ASCII letters in UTF-16.
fn is_utf16(bytes: &[u8]) -> bool {
    matches!(
        bytes,
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] | [_, 0, _, 0, ..] | [0, _, 0, _, ..]
    )
}

/// Reads a bounded number of bytes, so an endless device is harmless.
fn read_bytes(path: &Path, most: u64) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path)?;
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

impl ReadError {
    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        match self {
            Self::Io { path, .. }
            | Self::NotRegular { path }
            | Self::TooLarge { path }
            | Self::Utf16 { path }
            | Self::NotText { path, .. } => path,
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = visible_path(self.path());
        match self {
            Self::Io { error, .. } => write!(f, "cannot read `{path}`: {error}"),
            Self::NotRegular { .. } => write!(f, "`{path}` is empty or not a regular file"),
            Self::TooLarge { .. } => write!(
                f,
                "`{path}` is larger than {MOST_BYTES} bytes, the most that is read"
            ),
            Self::Utf16 { .. } => write!(
                f,
                "`{path}` is text in UTF-16: save it as UTF-8, or type `iconv -f UTF-16 -t UTF-8 FILE > NEW`"
            ),
            Self::NotText {
                valid_up_to, place, ..
            } => write!(
                f,
                "`{path}` is not a text file: byte {valid_up_to} (line {}, column {}) is not valid UTF-8",
                place.0, place.1
            ),
        }
    }
}

impl std::error::Error for ReadError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io { error, .. } => Some(error),
            _ => None,
        }
    }
}
