//! A picture as data: curves, marks and text in pixels, right and down.

/// A point in pixels: right, down.
pub(crate) type Pixel = (f64, f64);

/// A rectangle in pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rectangle {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

impl Rectangle {
    pub(crate) fn right(&self) -> f64 {
        self.left + self.width
    }

    pub(crate) fn bottom(&self) -> f64 {
        self.top + self.height
    }

    /// Returns true if a point is inside or on the boundary.
    pub(crate) fn holds(&self, (x, y): Pixel) -> bool {
        (self.left..=self.right()).contains(&x) && (self.top..=self.bottom()).contains(&y)
    }

    /// Returns true if another rectangle is inside.
    pub(crate) fn encloses(&self, other: &Self) -> bool {
        self.holds((other.left, other.top)) && self.holds((other.right(), other.bottom()))
    }

    /// Returns true if another rectangle has points in common.
    pub(crate) fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right()
            && other.left < self.right()
            && self.top < other.bottom()
            && other.top < self.bottom()
    }
}

/// The style of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Stroke {
    /// The colour as in CSS.
    pub(crate) colour: &'static str,
    pub(crate) width: f64,
    /// The lengths of dash and gap of a dashed line.
    pub(crate) dash: Option<(f64, f64)>,
}

impl Stroke {
    pub(crate) fn solid(colour: &'static str, width: f64) -> Self {
        Self {
            colour,
            width,
            dash: None,
        }
    }
}

/// The horizontal position of a text relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    /// The text begins at the point.
    Start,
    /// Its middle is at the point.
    Middle,
    /// It ends at the point.
    End,
}

/// A text; the point is on its base line.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) at: Pixel,
    pub(crate) text: String,
    pub(crate) size: f64,
    pub(crate) anchor: Anchor,
    /// True if it is written upwards.
    pub(crate) upwards: bool,
}

/// An item of a picture; later items cover earlier ones.
#[derive(Clone, Debug)]
pub(crate) enum Item {
    Line {
        points: Vec<Pixel>,
        stroke: Stroke,
    },
    Dot {
        at: Pixel,
        radius: f64,
        /// The style of the circle around it.
        stroke: Stroke,
        is_filled: bool,
    },
    Text(Text),
    /// A rectangle of one colour.
    Filled {
        area: Rectangle,
        colour: &'static str,
    },
    /// Items of which only the part within a rectangle is visible.
    Within {
        area: Rectangle,
        items: Vec<Item>,
    },
}

/// A picture on a white background.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) items: Vec<Item>,
}
