//! Common misspellings, from the dictionary of the spell checker `typos`.
//!
//! The dictionary lists wrong words only, so it accepts British and American spelling. A short list
//! of words rejects the American one.

use std::sync::LazyLock;

use regex::Regex;
use unicase::UniCase;

use crate::check::Found;
use crate::piece::Piece;

/// Words that the dictionary takes for misspellings: the name of a vehicle, a term of mechanics, an
/// abbreviated journal, and unknown names in examples.
const ACCEPTED: &[&str] = &["segway", "precessing", "comput", "flor", "thet"];

/// American spelling, and the British spelling of this repository. Words in titles are left out.
const BRITISH: &[(&str, &str)] = &[
    ("analyze", "analyse"),
    ("center", "centre"),
    ("color", "colour"),
    ("colors", "colours"),
    ("discretize", "discretise"),
    ("discretized", "discretised"),
    ("favor", "favour"),
    ("gray", "grey"),
    ("initialize", "initialise"),
    ("linearize", "linearise"),
    ("linearized", "linearised"),
    ("linearization", "linearisation"),
    ("meter", "metre"),
    ("meters", "metres"),
    ("minimize", "minimise"),
    ("neighbor", "neighbour"),
    ("normalize", "normalise"),
    ("optimization", "optimisation"),
    ("optimize", "optimise"),
    ("parametrize", "parametrise"),
];

/// Returns the misspelt words of a piece.
pub(crate) fn findings(piece: &Piece) -> Vec<Found> {
    let found = words(&piece.text).filter_map(|(at, word)| {
        let advice = advice(word)?;
        Some((piece.line(at), format!("\"{word}\""), advice))
    });
    found.collect()
}

fn advice(word: &str) -> Option<String> {
    let lower = word.to_lowercase();
    if ACCEPTED.contains(&&*lower) {
        return None;
    }
    let british = BRITISH.iter().find(|(american, _)| *american == lower);
    if let Some((_, british)) = british {
        return Some(format!("\"{british}\""));
    }
    let corrections = typos_dict::WORD.find(&UniCase::new(word))?;
    Some(format!("\"{}\"", corrections.join("\" or \"")))
}

/// Returns the words of a text with their offsets. Parts of names are not words.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    static WORDS: LazyLock<Regex> =
        LazyLock::new(|| Regex::new(r"[\w:./\\@-]*\w").expect("an expression for words"));
    WORDS.find_iter(text).flat_map(|found| {
        let is_name = found.as_str().contains(|letter: char| {
            letter.is_numeric() || matches!(letter, '_' | ':' | '.' | '/' | '\\' | '@')
        });
        let parts = found.as_str().split('-').filter(move |_| !is_name);
        parts.filter(|part| is_plain(part)).map(move |part| {
            let at = part.as_ptr() as usize - found.as_str().as_ptr() as usize;
            (found.start() + at, part)
        })
    })
}

/// Returns true for a word of small letters except for the first.
fn is_plain(word: &str) -> bool {
    let mut letters = word.chars();
    letters.next().is_some_and(char::is_alphabetic) && letters.all(char::is_lowercase)
}
