//! Curves cut off at the frame of a panel.

use std::ops::Range;

pub(crate) type Point = (f64, f64);

/// The ranges that a panel shows.
pub(crate) struct Frame {
    pub(crate) x: Range<f64>,
    pub(crate) y: Range<f64>,
}

impl Frame {
    pub(crate) fn contains(&self, (x, y): Point) -> bool {
        (self.x.start..=self.x.end).contains(&x) && (self.y.start..=self.y.end).contains(&y)
    }

    /// The pieces of a polygonal line within the frame.
    pub(crate) fn pieces(&self, line: &[Point]) -> Vec<Vec<Point>> {
        let mut pieces: Vec<Vec<Point>> = Vec::new();
        for segment in line.windows(2) {
            let Some((from, to)) = self.part(segment[0], segment[1]) else {
                continue;
            };
            match pieces.last_mut() {
                Some(piece) if piece.last() == Some(&from) => piece.push(to),
                _ => pieces.push(vec![from, to]),
            }
        }
        pieces
    }

    /// The part of a segment within the frame (Liang and Barsky): the range of the parameter from
    /// `from` at 0 to `to` at 1 is narrowed by each of the four edges.
    fn part(&self, from: Point, to: Point) -> Option<(Point, Point)> {
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let edges = [
            (-dx, from.0 - self.x.start),
            (dx, self.x.end - from.0),
            (-dy, from.1 - self.y.start),
            (dy, self.y.end - from.1),
        ];
        let (mut enters, mut leaves) = (0.0_f64, 1.0_f64);
        for (outwards, room) in edges {
            if outwards < 0.0 {
                enters = enters.max(room / outwards);
            } else if outwards > 0.0 {
                leaves = leaves.min(room / outwards);
            } else if room < 0.0 {
                return None;
            }
        }
        let at = |s: f64| match s {
            0.0 => from,
            1.0 => to,
            _ => (from.0 + s * dx, from.1 + s * dy),
        };
        (enters <= leaves).then(|| (at(enters), at(leaves)))
    }
}
