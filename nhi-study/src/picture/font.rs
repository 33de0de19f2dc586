//! The embedded font: pictures do not depend on the fonts of a machine.

use std::sync::{Arc, LazyLock};

use resvg::usvg::fontdb::Database;
use ttf_parser::Face;

/// The family in documents; viewers without the embedded font use their own.
pub(crate) const FAMILY: &str = "DejaVu Sans, Verdana, sans-serif";

/// The name of the embedded font.
const EMBEDDED: &str = "DejaVu Sans";

/// The width of a letter that the font does not have, relative to its size.
const USUAL_WIDTH: f64 = 0.6;

/// Returns the fonts for pixels: the embedded one, under every name.
pub(crate) fn fonts() -> Arc<Database> {
    static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut fonts = Database::new();
        fonts.load_font_data(dejavu::sans::regular().to_vec());
        fonts.set_sans_serif_family(EMBEDDED);
        Arc::new(fonts)
    });
    FONTS.clone()
}

/// Returns the width of a text in pixels.
pub(crate) fn text_width(text: &str, size: f64) -> f64 {
    static FACE: LazyLock<Option<Face<'static>>> =
        LazyLock::new(|| Face::parse(dejavu::sans::regular(), 0).ok());
    let of_letter = |letter: char| {
        let face = FACE.as_ref()?;
        let advance = face.glyph_hor_advance(face.glyph_index(letter)?)?;
        Some(f64::from(advance) / f64::from(face.units_per_em()))
    };
    let widths = text.chars().map(|x| of_letter(x).unwrap_or(USUAL_WIDTH));
    size * widths.sum::<f64>()
}

/// Returns the size at which a text fits into a width, or its usual size if that is smaller.
pub(crate) fn fitting(text: &str, usual: f64, width: f64) -> f64 {
    let needed = text_width(text, usual);
    if needed <= width {
        usual
    } else {
        usual * width / needed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_have_smaller_letters() {
        assert_eq!(fitting("short", 16.0, 200.0), 16.0);
        assert_eq!(fitting("", 16.0, 200.0), 16.0);
        let long = "a rather long title of a narrow panel";
        let size = fitting(long, 16.0, 200.0);
        assert!((text_width(long, size) - 200.0).abs() < 1e-9);
    }

    #[test]
    fn widths_are_those_of_the_font() {
        assert!((text_width("0", 10.0) - text_width("7", 10.0)).abs() < 1e-12);
        assert!(text_width("iii", 10.0) < 0.5 * text_width("mmm", 10.0));
        let wide = text_width("\u{2212}10\u{207b}\u{b3}", 10.0);
        assert!((20.0..40.0).contains(&wide), "{wide}");
    }
}
