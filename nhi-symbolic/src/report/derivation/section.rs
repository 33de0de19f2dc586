//! Equations that share one list of names.

use crate::emit::formula::{Equation, Formula, Notation};
use crate::expr::{Expr, Graph, Matrix};
use crate::mechanics::Mechanics;
use crate::mechanics::quantities::{Chapter, Outline, Quantity, Shape};
use crate::report::Part;

/// Equations that share one list of names.
pub(super) struct Section<'a> {
    mechanics: &'a Mechanics,
    prefix: &'static str,
    entries: Vec<(Formula, Content)>,
}

enum Content {
    Scalar(Expr),
    Column(Vec<Expr>),
    Matrix(Vec<Vec<Expr>>),
}

impl<'a> Section<'a> {
    /// Creates an empty section, in which long parts get names with a prefix.
    pub(super) fn new(mechanics: &'a Mechanics, prefix: &'static str) -> Self {
        Self {
            mechanics,
            prefix,
            entries: Vec::new(),
        }
    }

    /// Adds those quantities of a chapter that the model has.
    pub(super) fn chapter(&mut self, chapter: Chapter) {
        for quantity in Outline::of(self.mechanics).quantities() {
            if quantity.row().chapter == Some(chapter) {
                self.quantity(quantity);
            }
        }
    }

    fn quantity(&mut self, quantity: Quantity) {
        let Some(values) = quantity.formulas(self.mechanics) else {
            return;
        };
        let row = quantity.row();
        // The connection solves linear equations, which leaves common factors.
        let values = match row.chapter {
            Some(Chapter::Connection) => self.in_lowest_terms(&values),
            _ => values,
        };
        let name = || Formula::Name(row.name.to_owned());
        let left = row.letter.map_or_else(name, Formula::Letter);
        let content = match row.shape {
            Shape::Scalar => Content::Scalar(values[0]),
            Shape::Matrix(_, columns) => {
                let columns = columns.size(&Outline::of(self.mechanics)).max(1);
                Content::Matrix(values.chunks(columns).map(<[Expr]>::to_vec).collect())
            }
            Shape::Vector(_)
            | Shape::ScalarPerIntegral
            | Shape::Velocities
            | Shape::Multipliers => Content::Column(values),
        };
        self.entries.push((left, content));
    }

    fn in_lowest_terms(&self, values: &[Expr]) -> Vec<Expr> {
        let graph = &self.mechanics.model.graph;
        let values = values.iter();
        values.map(|&value| graph.in_lowest_terms(value)).collect()
    }

    /// Adds a number that is not a separate quantity.
    pub(super) fn scalar(&mut self, letter: &'static str, value: Expr) {
        let left = Formula::Letter(letter);
        self.entries.push((left, Content::Scalar(value)));
    }

    /// Adds a column that is not a separate quantity, unless it has no entries.
    pub(super) fn column(&mut self, letter: &'static str, values: &[Expr]) {
        if values.is_empty() {
            return;
        }
        let left = Formula::Letter(letter);
        self.entries.push((left, Content::Column(values.to_vec())));
    }

    /// Adds a matrix that is not a separate quantity, unless it has no entries.
    pub(super) fn matrix(&mut self, letter: &'static str, values: &Matrix) {
        if values.entries().is_empty() {
            return;
        }
        let rows = (0..values.rows()).map(|i| values.row(i).to_vec());
        let content = Content::Matrix(rows.collect());
        self.entries.push((Formula::Letter(letter), content));
    }

    /// Adds the equations, then the definitions of the names in them.
    pub(super) fn finish(self, parts: &mut Vec<Part>) {
        let contents = self.entries.iter().map(|(_, content)| content);
        let roots: Vec<_> = contents.flat_map(Content::expressions).collect();
        let notation = Notation::new(&self.mechanics.model.graph, &roots, self.prefix);
        let equations = self.entries.iter().map(|(left, content)| Equation {
            left: left.clone(),
            right: content.formula(&notation),
        });
        parts.push(Part::Formulas(equations.collect()));
        let names = notation.where_list();
        let remark = names.remark();
        if !names.equations.is_empty() {
            parts.push(Part::Sentence("where".to_owned()));
            parts.push(Part::Formulas(names.equations));
        }
        parts.extend(remark.map(Part::Sentence));
    }
}

impl Content {
    fn expressions(&self) -> Vec<Expr> {
        match self {
            Self::Scalar(value) => vec![*value],
            Self::Column(values) => values.clone(),
            Self::Matrix(rows) => rows.concat(),
        }
    }

    fn formula(&self, notation: &Notation<'_>) -> Formula {
        match self {
            Self::Scalar(value) => notation.formula(*value),
            Self::Column(values) if values.iter().all(|&e| e == Graph::ZERO) => {
                notation.formula(Graph::ZERO)
            }
            Self::Column(values) => Formula::column(notation.formulas(values)),
            Self::Matrix(rows) => {
                Formula::Matrix(rows.iter().map(|row| notation.formulas(row)).collect())
            }
        }
    }
}
