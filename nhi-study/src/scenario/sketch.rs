//! The table `[sketch]`: the appearance of a system, as parts that move with its columns.
//!
//! ```toml
//! [sketch]
//! board = { box = ["2*l", 0.3], at = ["x", "y"], heading = "theta" }
//! front = { wheel = 0.2, on = "board", at = ["l", 0], heading = "phi" }
//! ```
//!
//! A part has at most one shape, and a frame. The frame is on the ground, or `on` a part above it
//! in the table. It is moved to `at` and rotated by `heading`, then `pitch`, then `roll`, then by
//! the element of a `group`.

use std::ops::Range;

use nhi_symbolic::{one_of, suggestion};
use toml::Spanned;
use toml::de::DeValue;

use super::reports::Reports;
use super::table::Table;
use super::value::{Origin, Value};
use crate::problem::Problem;

/// The shapes with their arguments.
const SHAPES: [(&str, &str); 6] = [
    (
        "box",
        "length and width, in space also the height: [0.4, 0.2]",
    ),
    ("wheel", "a radius; the axle points to the left"),
    ("disc", "a radius; the axis is the third"),
    ("ball", "a radius"),
    (
        "axis",
        "a length, along the heading or, in space, along the third axis",
    ),
    ("line", "two to 500 points: [[0, 0], [\"l\", 0]]"),
];
/// The keys of a frame with their arguments.
const FRAME: [(&str, &str); 6] = [
    ("on", "the name of a part above this one"),
    ("at", "two or three lengths: [\"x\", \"y\"]"),
    ("heading", "an angle about the vertical: \"theta\""),
    ("pitch", "an angle about the axis to the left"),
    ("roll", "an angle about the axis ahead"),
    ("group", "the name of a group element of the model"),
];
/// The maximum number of parts, of points of a line, and of lengths and angles of all parts
/// together.
const MOST_PARTS: usize = 200;
const MOST_POINTS: usize = 500;
const MOST_QUANTITIES: usize = 2000;

/// A shape with its lengths or points.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape<Q> {
    /// One of `box`, `wheel`, `disc`, `ball`, `axis`, `line`.
    pub kind: &'static str,
    /// The lengths, or the points of a line.
    pub sizes: Vec<Vec<Q>>,
}

/// A part, with quantities of some type.
#[derive(Clone, Debug)]
pub struct Part<Q> {
    /// The name of the part.
    pub name: String,
    /// The index of the part that it is mounted on.
    pub on: Option<usize>,
    /// Two or three lengths, or empty.
    pub at: Vec<Q>,
    /// The angle about the vertical axis.
    pub heading: Option<Q>,
    /// The angle about the lateral axis.
    pub pitch: Option<Q>,
    /// The angle about the longitudinal axis.
    pub roll: Option<Q>,
    /// The name of the group element that moves it.
    pub group: Option<String>,
    /// The shape, if it is drawn.
    pub shape: Option<Shape<Q>>,
}

/// A length or an angle.
#[derive(Clone, Debug)]
pub(super) enum Content {
    Number(f64),
    /// An expression that is not parsed yet.
    Text(String),
    /// The function with this index.
    Function(usize),
}

/// A length or an angle with its position in the file.
#[derive(Clone, Debug)]
pub(super) struct Written {
    pub(super) content: Content,
    pub(super) place: Range<usize>,
}

/// The parts as written.
#[derive(Clone, Debug)]
pub(super) struct SketchAsWritten {
    pub(super) parts: Vec<Part<Written>>,
    /// The positions of the group names in the file.
    pub(super) groups: Vec<Option<Range<usize>>>,
    pub(super) table: Table,
}

impl Default for SketchAsWritten {
    fn default() -> Self {
        Self {
            parts: Vec::new(),
            groups: Vec::new(),
            table: Table::new("sketch"),
        }
    }
}

impl SketchAsWritten {
    /// Reads the table; syntax errors are reported.
    pub(super) fn read(value: &Spanned<DeValue<'_>>, reports: &mut Reports) -> Self {
        let mut sketch = Self::default();
        let Some(table) = value.get_ref().as_table() else {
            sketch.report(reports, "", value, "a table of parts: [sketch]");
            return sketch;
        };
        let mut entries: Vec<_> = table.iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        if entries.len() > MOST_PARTS {
            let found = format!("{} parts", entries.len());
            let problem = Problem::new(found, format!("at most {MOST_PARTS}"));
            reports.add(&sketch.table, "", &Origin::File(value.span()), problem);
            entries.clear();
        }
        for (name, part) in entries {
            sketch.add(name.get_ref(), part, reports);
        }
        let count: usize = sketch
            .parts
            .iter_mut()
            .map(|part| part.quantities_mut().count())
            .sum();
        if count > MOST_QUANTITIES {
            let found = format!("{count} lengths and angles");
            let problem = Problem::new(found, format!("at most {MOST_QUANTITIES} in all"));
            reports.add(&sketch.table, "", &Origin::File(value.span()), problem);
        }
        sketch
    }

    fn add(&mut self, name: &str, value: &Spanned<DeValue<'_>>, reports: &mut Reports) {
        let mut part = Part {
            name: name.to_owned(),
            on: None,
            at: Vec::new(),
            heading: None,
            pitch: None,
            roll: None,
            group: None,
            shape: None,
        };
        let mut group = None;
        let Some(entries) = value.get_ref().as_table() else {
            let required =
                "a part, such as { box = [0.4, 0.2], at = [\"x\", \"y\"], heading = \"theta\" }";
            return self.report(reports, name, value, required);
        };
        for (key, value) in entries {
            let word = key.get_ref().as_ref();
            if let Some((kind, required)) = SHAPES.iter().find(|(shape, _)| *shape == word) {
                let sizes = sizes(kind, value);
                match (sizes, &part.shape) {
                    (_, Some(other)) => {
                        let found = format!("a second shape next to `{}`", other.kind);
                        let problem = Problem::new(found, "one shape in a part")
                            .help("write another part, `on` this one");
                        reports.add(&self.table, name, &Origin::File(key.span()), problem);
                    }
                    (Some(sizes), None) => part.shape = Some(Shape { kind, sizes }),
                    (None, None) => self.report(reports, name, value, required),
                }
                continue;
            }
            let known = match word {
                "on" => self.part(value).map(|on| part.on = Some(on)),
                "at" => quantities(value.get_ref())
                    .filter(|at| matches!(at.len(), 2 | 3))
                    .map(|at| part.at = at),
                "heading" => quantity(value).map(|angle| part.heading = Some(angle)),
                "pitch" => quantity(value).map(|angle| part.pitch = Some(angle)),
                "roll" => quantity(value).map(|angle| part.roll = Some(angle)),
                "group" => value.get_ref().as_str().map(|text| {
                    part.group = Some(text.to_owned());
                    group = Some(value.span());
                }),
                _ => {
                    let words = || SHAPES.iter().chain(&FRAME).map(|(word, _)| *word);
                    let required = one_of(&words().collect::<Vec<_>>());
                    let problem =
                        Problem::new(format!("there is no key `{word}` of a part"), required)
                            .help(suggestion(word, words()));
                    reports.add(&self.table, name, &Origin::File(key.span()), problem);
                    continue;
                }
            };
            if known.is_none() {
                let required = FRAME
                    .iter()
                    .find(|(key, _)| *key == word)
                    .map_or("", |(_, it)| it);
                self.report(reports, name, value, required);
            }
        }
        self.parts.push(part);
        self.groups.push(group);
    }

    /// Returns the index of a part above this one.
    fn part(&self, value: &Spanned<DeValue<'_>>) -> Option<usize> {
        let name = value.get_ref().as_str()?;
        self.parts.iter().position(|part| part.name == name)
    }

    fn report(
        &self,
        reports: &mut Reports,
        part: &str,
        value: &Spanned<DeValue<'_>>,
        required: &str,
    ) {
        let found = format!("found {}", Value::of_toml(value.get_ref()).describe());
        let origin = Origin::File(value.span());
        reports.add(&self.table, part, &origin, Problem::new(found, required));
    }
}

impl<Q> Part<Q> {
    /// Maps every quantity of the part; `None` if any of them fails.
    pub(super) fn map<R>(&self, change: &mut impl FnMut(&Q) -> Option<R>) -> Option<Part<R>> {
        // All are mapped, so that all errors are found at once.
        let at: Vec<_> = self.at.iter().map(&mut *change).collect();
        let mut angle = |angle: &Option<Q>| angle.as_ref().map(&mut *change);
        let [heading, pitch, roll] = [angle(&self.heading), angle(&self.pitch), angle(&self.roll)];
        let shape = self.shape.as_ref().map(|shape| {
            let sizes: Vec<Vec<_>> = shape
                .sizes
                .iter()
                .map(|row| row.iter().map(&mut *change).collect())
                .collect();
            let sizes: Option<Vec<_>> = sizes
                .into_iter()
                .map(|row| row.into_iter().collect())
                .collect();
            Some(Shape {
                kind: shape.kind,
                sizes: sizes?,
            })
        });
        Some(Part {
            name: self.name.clone(),
            on: self.on,
            at: at.into_iter().collect::<Option<_>>()?,
            heading: heading.map_or(Some(None), |angle| angle.map(Some))?,
            pitch: pitch.map_or(Some(None), |angle| angle.map(Some))?,
            roll: roll.map_or(Some(None), |angle| angle.map(Some))?,
            group: self.group.clone(),
            shape: shape.map_or(Some(None), |shape| shape.map(Some))?,
        })
    }

    pub(super) fn quantities_mut(&mut self) -> impl Iterator<Item = &mut Q> {
        let angles = [&mut self.heading, &mut self.pitch, &mut self.roll];
        let sizes = self
            .shape
            .iter_mut()
            .flat_map(|shape| shape.sizes.iter_mut().flatten());
        self.at
            .iter_mut()
            .chain(angles.into_iter().flatten())
            .chain(sizes)
    }
}

/// Returns the lengths of a shape, or the points of a line.
fn sizes(kind: &str, value: &Spanned<DeValue<'_>>) -> Option<Vec<Vec<Written>>> {
    match kind {
        "line" => {
            let points = value.get_ref().as_array()?;
            let points: Option<Vec<_>> = points
                .iter()
                .take(MOST_POINTS + 1)
                .map(|point| quantities(point.get_ref()))
                .collect();
            points.filter(|points| {
                (2..=MOST_POINTS).contains(&points.len())
                    && points.iter().all(|point| matches!(point.len(), 2 | 3))
            })
        }
        "box" => {
            let lengths = quantities(value.get_ref())?;
            matches!(lengths.len(), 2 | 3).then(|| vec![lengths])
        }
        _ => Some(vec![vec![quantity(value)?]]),
    }
}

fn quantities(value: &DeValue<'_>) -> Option<Vec<Written>> {
    let entries = value.as_array()?.iter().take(4);
    entries.map(quantity).collect()
}

fn quantity(value: &Spanned<DeValue<'_>>) -> Option<Written> {
    let content = match Value::of_toml(value.get_ref()) {
        Value::Number(number) if number.is_finite() => Content::Number(number),
        Value::Text(text) => Content::Text(text),
        _ => return None,
    };
    let place = value.span();
    Some(Written { content, place })
}
