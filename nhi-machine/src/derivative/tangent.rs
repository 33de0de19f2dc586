//! Tangent vectors of states whose configuration has group elements.

use nhi_symbolic::{GroupElement, GroupKind};

use super::{Derivative, Input, NotFinite};
use crate::machine::Machine;

/// The map between tangent vectors and changes of entries, at points of a configuration or of the
/// states of a machine.
///
/// The nine entries of a rotation can only change along three directions: `dR = R hat(omega)`. The
/// components of `omega` are the tangent vector, as those of a body velocity, and `dp = R v` for
/// the position of a rigid motion. All other entries are their own tangent vectors. A configuration
/// so has as many components as there are velocities, in their order.
#[derive(Clone, Debug, PartialEq)]
pub struct TangentSpace {
    /// The parts in succession: those with group elements, and numbers of ordinary entries.
    parts: Vec<Part>,
}

#[derive(Clone, Debug, PartialEq)]
enum Part {
    Entries(usize),
    Element(GroupElement),
}

/// The change of an entry with a component: `d entry = rate d component`.
struct Field {
    entry: usize,
    component: usize,
    rate: f64,
}

impl Machine {
    /// Returns the tangent vectors of configurations.
    #[must_use]
    pub fn configuration_tangents(&self) -> TangentSpace {
        let mut space = TangentSpace { parts: Vec::new() };
        space.add_configuration(self);
        space
    }

    /// Returns the tangent vectors of states. Parts that are configurations have those of the
    /// configuration; other parts are ordinary numbers.
    #[must_use]
    pub fn state_tangents(&self) -> TangentSpace {
        let mut space = TangentSpace { parts: Vec::new() };
        let configuration = self.names().configuration.len();
        for part in self.state_parts() {
            let entries = part.entries.len();
            match part.kind {
                GroupKind::Coordinates if entries == configuration => space.add_configuration(self),
                _ => space.parts.push(Part::Entries(entries)),
            }
        }
        space
    }
}

impl TangentSpace {
    fn add_configuration(&mut self, machine: &Machine) {
        let elements = &machine.plan.elements;
        let in_elements: usize = elements.iter().map(|element| element.entries).sum();
        let coordinates = machine.names().configuration.len() - in_elements;
        self.parts.push(Part::Entries(coordinates));
        let elements = elements.iter().cloned();
        self.parts.extend(elements.map(Part::Element));
    }

    /// Returns the number of entries of a point.
    #[must_use]
    pub fn entries(&self) -> usize {
        self.parts.iter().map(|part| part.sizes()[0]).sum()
    }

    /// Returns the number of components of a tangent vector.
    #[must_use]
    pub fn components(&self) -> usize {
        self.parts.iter().map(|part| part.sizes()[1]).sum()
    }

    /// Returns the change of the entries of a point along a tangent vector.
    ///
    /// # Panics
    /// Panics if a list is shorter than the space requires.
    #[must_use]
    pub fn to_entries(&self, point: &[f64], tangent: &[f64]) -> Vec<f64> {
        let mut entries = vec![0.0; self.entries()];
        for field in self.fields(point) {
            entries[field.entry] += field.rate * tangent[field.component];
        }
        entries
    }

    /// Returns the tangent vector of a change of the entries of a point. A change that leaves the
    /// group is projected orthogonally.
    ///
    /// # Panics
    /// Panics if a list is shorter than the space requires.
    #[must_use]
    pub fn to_tangent(&self, point: &[f64], change: &[f64]) -> Vec<f64> {
        // The columns of the map are orthogonal to each other.
        let mut squares = vec![0.0; self.components()];
        for field in self.fields(point) {
            squares[field.component] += field.rate * field.rate;
        }
        let tangent = self.weights_of_tangent(point, change);
        let components = tangent.into_iter().zip(squares);
        components
            .map(|(product, square)| product / square)
            .collect()
    }

    /// Returns the gradient with respect to the components of a tangent vector, from that with
    /// respect to the entries of a point: the transposed map.
    ///
    /// # Panics
    /// Panics if a list is shorter than the space requires.
    #[must_use]
    pub fn weights_of_tangent(&self, point: &[f64], weights: &[f64]) -> Vec<f64> {
        let mut tangent = vec![0.0; self.components()];
        for field in self.fields(point) {
            tangent[field.component] += field.rate * weights[field.entry];
        }
        tangent
    }

    /// Returns the nonzero entries of the map at a point.
    fn fields(&self, point: &[f64]) -> Vec<Field> {
        let mut fields = Vec::new();
        let (mut entry, mut component) = (0, 0);
        for part in &self.parts {
            let here = part.fields(&point[entry..]).into_iter();
            fields.extend(here.map(|field| Field {
                entry: entry + field.entry,
                component: component + field.component,
                ..field
            }));
            let [entries, components] = part.sizes();
            entry += entries;
            component += components;
        }
        fields
    }
}

impl Part {
    /// Returns the numbers of entries and components.
    fn sizes(&self) -> [usize; 2] {
        match self {
            Self::Entries(count) => [*count, *count],
            Self::Element(element) => {
                let (n, columns) = shape(element);
                [element.entries, turns(n).len() + (columns - n) * n]
            }
        }
    }

    fn fields(&self, point: &[f64]) -> Vec<Field> {
        let field = |entry, component, rate| Field {
            entry,
            component,
            rate,
        };
        match self {
            Self::Entries(count) => (0..*count).map(|i| field(i, i, 1.0)).collect(),
            Self::Element(element) => {
                let (n, columns) = shape(element);
                let turns = turns(n);
                let mut fields = Vec::new();
                for row in (0..n).map(|i| i * columns) {
                    for (turn, &(from, to)) in turns.iter().enumerate() {
                        // The column `from` of `R hat(e)` is the column `to` of `R`.
                        fields.push(field(row + from, turn, point[row + to]));
                        fields.push(field(row + to, turn, -point[row + from]));
                    }
                    for j in 0..(columns - n) * n {
                        fields.push(field(row + n, turns.len() + j, point[row + j]));
                    }
                }
                fields
            }
        }
    }
}

/// Returns the numbers of rows and columns of an element's entries.
fn shape(element: &GroupElement) -> (usize, usize) {
    let n = element.rotation.len();
    (n, element.entries / n)
}

/// Returns the axes that each unit rotation turns, the first towards the second.
fn turns(space: usize) -> &'static [(usize, usize)] {
    match space {
        3 => &[(1, 2), (2, 0), (0, 1)],
        _ => &[(0, 1)],
    }
}

impl Derivative {
    /// Returns the columns of a group of inputs with tangent vectors instead of entries, both for
    /// the inputs and for the results. Each space comes with the point: the values of the inputs,
    /// or the results.
    ///
    /// # Errors
    /// [`NotFinite`]: the computation has no derivative at this point.
    ///
    /// # Panics
    /// Panics if a space does not have as many entries as the inputs or the results.
    pub fn tangent_columns(
        &self,
        input: Input,
        (from, at): (&TangentSpace, &[f64]),
        (to, result): (&TangentSpace, &[f64]),
    ) -> Result<Vec<f64>, NotFinite> {
        let range = self.range(input);
        let entries = from.entries();
        assert_eq!(range.len(), entries, "the entries of the inputs");
        assert_eq!(self.results(), to.entries(), "the entries of the results");
        let mut changes = vec![0.0; from.components() * self.inputs()];
        for field in from.fields(at) {
            let column = field.component * self.inputs();
            changes[column + range.start + field.entry] = field.rate;
        }
        let n = self.inputs();
        let products = self.along(from.components(), |i, place| changes[i * n + place])?;
        let columns = products.chunks(self.results().max(1));
        Ok(columns
            .flat_map(|column| to.to_tangent(result, column))
            .collect())
    }
}
