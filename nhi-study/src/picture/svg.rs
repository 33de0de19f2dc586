//! A scene as an SVG document.

use std::fmt::Write;

use super::font::FAMILY;
use super::scene::{Anchor, Item, Pixel, Rectangle, Scene, Stroke, Text};

/// Returns the document of a scene. It loads nothing.
pub(crate) fn svg(scene: &Scene) -> String {
    let (width, height) = (number(scene.width), number(scene.height));
    let mut writer = Writer {
        text: format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"{FAMILY}\">\n\
             <rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        ),
        clips: 0,
    };
    writer.items(&scene.items);
    writer.text.push_str("</svg>\n");
    writer.text
}

struct Writer {
    text: String,
    /// The number of clipping areas so far, which names the next one.
    clips: usize,
}

impl Writer {
    fn items(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Line { points, stroke } => self.line(points, *stroke),
                Item::Dot {
                    at,
                    radius,
                    stroke,
                    is_filled,
                } => self.dot(*at, *radius, *stroke, *is_filled),
                Item::Text(text) => self.text(text),
                Item::Filled { area, colour } => self.filled(*area, colour),
                Item::Within { area, items } => self.within(*area, items),
            }
        }
    }

    fn add(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a string does not fail.
        let _ = self.text.write_fmt(arguments);
    }

    fn line(&mut self, points: &[Pixel], stroke: Stroke) {
        let points: Vec<_> = points.iter().map(|&point| place(point)).collect();
        let (points, stroke) = (points.join(" "), style(stroke));
        self.add(format_args!(
            "<polyline points=\"{points}\" fill=\"none\" stroke-linejoin=\"round\" {stroke}/>\n"
        ));
    }

    fn dot(&mut self, (x, y): Pixel, radius: f64, stroke: Stroke, is_filled: bool) {
        let fill = if is_filled { stroke.colour } else { "#fff" };
        let [x, y, radius] = [x, y, radius].map(number);
        let stroke = style(stroke);
        self.add(format_args!(
            "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" fill=\"{fill}\" {stroke}/>\n"
        ));
    }

    fn text(&mut self, text: &Text) {
        let anchor = match text.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let [x, y, size] = [text.at.0, text.at.1, text.size].map(number);
        let turn = if text.upwards {
            format!(" transform=\"rotate(-90 {x} {y})\"")
        } else {
            String::new()
        };
        let content = in_markup(&text.text);
        self.add(format_args!(
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\"{turn}>{content}</text>\n"
        ));
    }

    fn filled(&mut self, area: Rectangle, colour: &str) {
        let area = sides(area);
        self.add(format_args!("<rect {area} fill=\"{colour}\"/>\n"));
    }

    fn within(&mut self, area: Rectangle, items: &[Item]) {
        self.clips += 1;
        let name = self.clips;
        let area = sides(area);
        self.add(format_args!(
            "<clipPath id=\"area{name}\"><rect {area}/></clipPath>\n\
             <g clip-path=\"url(#area{name})\">\n"
        ));
        self.items(items);
        self.text.push_str("</g>\n");
    }
}

fn style(stroke: Stroke) -> String {
    let Stroke {
        colour,
        width,
        dash,
    } = stroke;
    let width = number(width);
    let dash = dash.map(|(dash, gap)| {
        let [dash, gap] = [dash, gap].map(number);
        format!(" stroke-dasharray=\"{dash} {gap}\"")
    });
    let dash = dash.unwrap_or_default();
    format!("stroke=\"{colour}\" stroke-width=\"{width}\"{dash}")
}

fn sides(area: Rectangle) -> String {
    let [x, y, width, height] = [area.left, area.top, area.width, area.height].map(number);
    format!("x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"")
}

fn place((x, y): Pixel) -> String {
    format!("{},{}", number(x), number(y))
}

/// Returns a length in hundredths of a pixel, without trailing zeros.
fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" {
        "0".to_owned()
    } else {
        text.to_owned()
    }
}

/// Escapes a text for markup or for an attribute.
pub(crate) fn in_markup(text: &str) -> String {
    let mut safe = String::new();
    for letter in text.chars() {
        match letter {
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '&' => safe.push_str("&amp;"),
            '"' => safe.push_str("&quot;"),
            '\'' => safe.push_str("&#39;"),
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_short() {
        let shown = [1.0, 0.125, -0.001, 1280.5, -3.999].map(number);
        assert_eq!(shown, ["1", "0.12", "0", "1280.5", "-4"]);
    }

    #[test]
    fn texts_of_others_are_text() {
        let text = Text {
            at: (0.0, 0.0),
            text: "</text><script>".to_owned(),
            size: 10.0,
            anchor: Anchor::Start,
            upwards: false,
        };
        let scene = Scene {
            width: 10.0,
            height: 10.0,
            items: vec![Item::Text(text)],
        };
        assert!(!svg(&scene).contains("<script"));
    }
}
