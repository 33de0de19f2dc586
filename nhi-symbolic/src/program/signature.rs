//! What the functions of programs are given and how much they give: what the verifier asks of
//! programs of schemes, and the places by which code and machine know the inputs.

use crate::discrete::Scheme;
use crate::expr::{Expr, LookupMap};
use crate::mechanics::Mechanics;

use super::place::Place;

/// What a function may read, and how many results its kind demands.
#[derive(Clone, Debug)]
pub struct Signature<S = Expr> {
    /// What is given from outside, prepared values apart.
    pub inputs: Vec<S>,
    /// The number of results.
    pub outputs: usize,
}

/// The functions of a stepper by what they are given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FunctionKind {
    /// What is computed once per stepper.
    Prepare,
    /// The constraint residuals of initial values.
    Admission,
    /// From initial values to the first state.
    Start,
    /// From a state to the next one, also with derivatives.
    Step,
    /// From a state to what it means: samples and diagnostics.
    OfState,
}

impl FunctionKind {
    /// The kind of the function of the given name in the program of a scheme.
    #[must_use]
    pub fn named(name: &str) -> Self {
        match name {
            "admission" => Self::Admission,
            "start" => Self::Start,
            "step" | "step_jacobian" => Self::Step,
            _ => Self::OfState,
        }
    }
}

/// The symbols of the inputs of a stepper with their places.
#[derive(Clone, Debug)]
pub struct Signatures {
    prepare: Vec<(Expr, Place)>,
    initial: Vec<(Expr, Place)>,
    further_start: Vec<(Expr, Place)>,
    state: Vec<(Expr, Place)>,
    nodes: Vec<(Expr, Place)>,
    /// The place of each symbol: the first that is declared.
    places: LookupMap<Expr, Place>,
}

impl Signatures {
    /// The signatures of the functions of a scheme.
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

    /// Gives each symbol one place, and the same wherever it is declared.
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

    /// The inputs of a function of the given kind apart from prepared values, with their places.
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

    /// The signature of a function of the given kind with that many results.
    pub(super) fn of_kind(&self, kind: FunctionKind, outputs: usize) -> Signature {
        Signature {
            inputs: self.inputs(kind).map(|(symbol, _)| symbol).collect(),
            outputs,
        }
    }

    /// The places of the entries of a state, in its order.
    #[must_use]
    pub fn state(&self) -> Vec<Place> {
        self.state.iter().map(|&(_, place)| place).collect()
    }

    /// The place of a symbol; one that no signature declares belongs to equations that are solved.
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
