//! A model with one integrator.

use nhi_symbolic::diag::Diagnostics;
use nhi_symbolic::expr::Expr;
use nhi_symbolic::mechanics::{self, Mechanics};
use nhi_symbolic::model::{self, IntegratorRequest, ast::Ast};
use nhi_symbolic::program::{NamedBlock, Program};
use nhi_symbolic::schemes::{self, Scheme};

use crate::scenario::Control;

/// A model with the program of one integrator and what is asked about its states.
#[derive(Debug)]
pub(crate) struct Machine {
    pub(crate) mechanics: Mechanics,
    pub(crate) scheme: Scheme,
    /// The functions of the integrator.
    pub(crate) program: Program,
    /// Functions `energy`, `residual`, `projected` and `controls` of time, coordinates and
    /// velocities.
    pub(crate) tools: Program,
    /// Whether a control depends on coordinates or velocities.
    pub(crate) has_feedback: bool,
}

impl Machine {
    /// Derives a model, discretises it by the integrator, whether or not the model lists it, and
    /// puts both into programs.
    pub(crate) fn new(
        ast: &Ast,
        integrator: &IntegratorRequest,
        controls: &[Control],
    ) -> Result<Self, Diagnostics> {
        let mut model = model::resolve(ast)?;
        let mut control_values = Vec::new();
        for control in controls {
            control_values.push(model.resolve_expression(&control.arena, &control.expression)?);
        }
        model.integrators = vec![integrator.clone()];
        let mut mechanics = mechanics::derive(model)?;
        let scheme = schemes::discretise(&mut mechanics)?.swap_remove(0);
        let program = Program::of_scheme(&mut mechanics.model.graph, &scheme);
        let has_feedback = depend_on_state(&mechanics, &control_values);
        let tools = tools(&mut mechanics, control_values);
        mechanics.check_budget()?;
        Ok(Self {
            mechanics,
            scheme,
            program,
            tools,
            has_feedback,
        })
    }
}

fn depend_on_state(mechanics: &Mechanics, exprs: &[Expr]) -> bool {
    let symbols = mechanics.model.graph.symbols_of(exprs);
    let mut state = mechanics.q.iter().chain(&mechanics.v);
    state.any(|symbol| symbols.contains(symbol))
}

fn tools(mechanics: &mut Mechanics, controls: Vec<Expr>) -> Program {
    let v = mechanics.v.clone();
    let graph = &mut mechanics.model.graph;
    let projected = mechanics.projection.project_velocity(graph, &v);
    let blocks = [
        NamedBlock::of_outputs("energy", vec![mechanics.lagrangian.energy]),
        NamedBlock::of_outputs("residual", mechanics.constraints.residual.clone()),
        NamedBlock::of_outputs("projected", projected),
        NamedBlock::of_outputs("controls", controls),
    ];
    Program::of_functions(graph, &blocks)
}
