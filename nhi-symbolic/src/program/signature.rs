//! The inputs of program functions and their numbers of results. The verifier requires them of the
//! programs of schemes, and generated code and the interpreter identify inputs by their places.

use crate::discrete::Scheme;
use crate::expr::{Expr, LookupMap};
use crate::mechanics::Mechanics;

use super::place::Place;

/// The allowed inputs of a function, and the number of results of its kind.
#[derive(Clone, Debug)]
pub struct Signature<S = Expr> {
    /// The inputs from outside, except prepared values.
    pub inputs: Vec<S>,
    /// The number of results.
    pub outputs: usize,
}

/// The kinds of stepper functions, by their inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// The values computed once per stepper.
    Prepare,
    /// The constraint residuals of initial values.
    Admission,
    /// From initial values to the first state.
    Start,
    /// From a state to the next one, also with derivatives.
    Step,
    /// From a state to derived values: samples and diagnostics.
    OfState,
}

impl FunctionKind {
    /// Returns the kind of the function of the given name in the program of a scheme.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "admission" => Self::Admission,
            "start" | "start_jacobian" => Self::Start,
            "step" | "step_jacobian" => Self::Step,
            _ => Self::OfState,
        }
    }
}

/// The input symbols of a stepper with their places.
#[derive(Clone, Debug)]
pub struct Signatures {
    prepare: Vec<(Expr, Place)>,
    initial: Vec<(Expr, Place)>,
    further_start: Vec<(Expr, Place)>,
    state: Vec<(Expr, Place)>,
    nodes: Vec<(Expr, Place)>,
    /// The place of each symbol: the first one declared.
    places: LookupMap<Expr, Place>,
}

impl Signatures {
    /// Determines the signatures of the functions of a scheme.
    #[must_use]
    pub fn of(mechanics: &Mechanics, scheme: &Scheme) -> Self {
        let model = &mechanics.model;
        let mut prepare = numbered(model.parameters.iter().map(|x| x.symbol), Place::Parameter);
        prepare.push((mechanics.step_size, Place::StepSize));
        let mut initial = vec![(model.time, Place::Time)];
        initial.extend(numbered(&mechanics.q, Place::Configuration));
        initial.extend(numbered(&mechanics.v, Place::Velocity));
        let controls = model.controls.iter().map(|x| x.symbol);
        let mut further_start = numbered(controls, Place::Control);
        let multipliers = &mechanics.initial_multipliers;
        further_start.extend(numbered(multipliers, Place::InitialMultiplier));
        let mut nodes = Vec::new();
        for (node, of_node) in scheme.control_nodes.iter().enumerate() {
            let place = |control| Place::NodeControl { node, control };
            nodes.extend(numbered(&of_node.symbols, place));
        }
        let entries = scheme.state.iter().flat_map(|group| &group.symbols);
        let mut signatures = Self {
            prepare,
            initial,
            further_start,
            state: numbered(entries, Place::State),
            nodes,
            places: LookupMap::default(),
        };
        signatures.settle_places();
        signatures
    }

    /// Assigns one place to each symbol, the same wherever it is declared.
    fn settle_places(&mut self) {
        let lists = [
            &mut self.prepare,
            &mut self.initial,
            &mut self.further_start,
            &mut self.nodes,
            &mut self.state,
        ];
        for (symbol, place) in lists.into_iter().flatten() {
            *place = *self.places.entry(*symbol).or_insert(*place);
        }
    }

    /// Returns the inputs of a function of the given kind with their places, except prepared
    /// values.
    pub fn inputs(&self, kind: FunctionKind) -> impl Iterator<Item = (Expr, Place)> {
        let none: &[(Expr, Place)] = &[];
        let time = &self.initial[..1];
        let lists = match kind {
            FunctionKind::Prepare => [&self.prepare[..], none, none],
            FunctionKind::Admission => [&self.initial[..], none, none],
            FunctionKind::Start => [&self.initial[..], &self.further_start, none],
            FunctionKind::Step => [time, &self.state, &self.nodes],
            FunctionKind::OfState => [time, &self.state, none],
        };
        lists.into_iter().flatten().copied()
    }

    /// Returns the signature of a function of the given kind with the given number of results.
    pub(super) fn of_kind(&self, kind: FunctionKind, outputs: usize) -> Signature {
        Signature {
            inputs: self.inputs(kind).map(|(symbol, _)| symbol).collect(),
            outputs,
        }
    }

    /// Returns the places of the entries of a state, in its order.
    #[must_use]
    pub fn state(&self) -> Vec<Place> {
        self.state.iter().map(|&(_, place)| place).collect()
    }

    /// Returns the place of a symbol. A symbol that no signature declares belongs to equations that
    /// are solved.
    #[must_use]
    pub fn place(&self, symbol: Expr) -> Place {
        let declared = self.places.get(&symbol).copied();
        declared.unwrap_or(Place::Local(symbol.index()))
    }
}

fn numbered<E: core::borrow::Borrow<Expr>>(
    symbols: impl IntoIterator<Item = E>,
    place: impl Fn(usize) -> Place,
) -> Vec<(Expr, Place)> {
    let symbols = symbols.into_iter().map(|symbol| *symbol.borrow());
    let places = (0..).map(place);
    symbols.zip(places).collect()
}
