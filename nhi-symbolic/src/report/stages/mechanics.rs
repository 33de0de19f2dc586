//! The mechanics of a model as text.

use crate::expr::{Expr, Graph};
use crate::mechanics::Mechanics;
use crate::mechanics::quantities::{Dimension, Outline, Quantity, Shape};

use super::lines::Lines;

/// Lists every quantity of the model, without entries that are zero.
pub(crate) fn mechanics(mechanics: &Mechanics) -> String {
    let model = &mechanics.model;
    let title = format!("mechanics {}", model.item.ident);
    let mut listing = Listing {
        lines: Lines::new(&model.graph, &title),
        mechanics,
    };
    for quantity in Outline::of(mechanics).quantities() {
        listing.quantity(quantity);
    }
    let gram = Shape::Matrix(Dimension::Constraints, Dimension::Constraints);
    let entries = mechanics.constraints.gram(&model.graph).entries();
    listing.entries("gram matrix A M^-1 A^T", gram, entries);
    if !mechanics.constraints.is_empty() {
        let form = mechanics.projection.form();
        listing.lines.line(&format!("projection in {form:?} form"));
    }
    listing.lines.finish()
}

/// Lines about the quantities of a model.
struct Listing<'a> {
    lines: Lines<'a>,
    mechanics: &'a Mechanics,
}

impl Listing<'_> {
    fn quantity(&mut self, quantity: Quantity) {
        if let Some(values) = quantity.formulas(self.mechanics) {
            let name = quantity.name().replace('_', " ");
            self.entries(&name, quantity.row().shape, &values);
        }
    }

    fn entries(&mut self, what: &str, shape: Shape, values: &[Expr]) {
        match (shape, values) {
            (_, []) => {}
            (Shape::Scalar, &[value, ..]) => self.lines.value(what, value),
            _ => {
                self.lines.line(&format!("{what}:"));
                let places = self.places(shape);
                for (place, &value) in places.iter().zip(values) {
                    if value != Graph::ZERO {
                        self.lines.value(&format!("  [{place}]"), value);
                    }
                }
            }
        }
    }

    /// Returns the labels of the entries of a quantity, in order.
    fn places(&self, shape: Shape) -> Vec<String> {
        match shape {
            Shape::Scalar => vec![String::new()],
            Shape::ScalarPerIntegral => {
                let integrals = self.mechanics.model.integrals.iter();
                integrals.map(|integral| integral.name.clone()).collect()
            }
            Shape::Vector(length) => self.names(length),
            Shape::Velocities => self.names(Dimension::Velocities),
            Shape::Multipliers => self.names(Dimension::Constraints),
            Shape::Matrix(rows, columns) => {
                let (rows, columns) = (self.names(rows), self.names(columns));
                let pairs = rows.iter().flat_map(|row| {
                    let columns = columns.iter();
                    columns.map(move |column| format!("{row}, {column}"))
                });
                pairs.collect()
            }
        }
    }

    /// Returns the names of components, or their numbers if they have no names.
    fn names(&self, dimension: Dimension) -> Vec<String> {
        let model = &self.mechanics.model;
        match dimension {
            Dimension::Velocities => model.force_names().map(str::to_owned).collect(),
            Dimension::Constraints => model.constraints.iter().map(|c| c.name.clone()).collect(),
            Dimension::PositionConstraints => {
                model.holonomic.iter().map(|c| c.name.clone()).collect()
            }
            Dimension::Momenta | Dimension::Group | Dimension::Shape | Dimension::Directions => {
                let size = dimension.size(&Outline::of(self.mechanics));
                (0..size).map(|place| place.to_string()).collect()
            }
        }
    }
}
