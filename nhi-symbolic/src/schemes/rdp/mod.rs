//! RDP, the reduced d'Alembert-Pontryagin method on `M x G` (Kobilarov, Martín de Diego, Ferraro,
//! section 5).
//!
//! A step from `(r_k, g_k)` has a shape velocity `u` and coefficients `w` of the symmetry directions.
//! At `r_a = r_k + a h u` the constraints give the body velocity `xi = E w - lift u - drift`, and
//! with the retraction `tau`, its inverse differential and `mu = l_xi(r_a, u, xi)`
//!
//! `r_{k+1} = r_k + h u`, `g_{k+1} = g_k tau(h xi)`, `m = (dtau^-1_{h xi})^T mu`,
//! `m' = (dtau^-1_{-h xi})^T mu`.
//!
//! Between the momentum `(p, pi)` that arrived at the node and that of the step there is only the
//! impulse of the constraints, which vanishes along the velocities `[[Id, 0], [-lift, E]]` at `r_k`:
//!
//! `s - lift^T j = 0` and `E^T j = 0` with `s = l_u - (1-a) h (l_r + f_r) - p`,
//! `j = m - (1-a) h f_xi - pi`, all but `lift` and `E` at `r_a` and `t + a h`.
//!
//! What arrives at the next node is `(l_u + a h (l_r + f_r), m' + a h f_xi)`. Where a potential or a
//! force depends on a group element, it is taken at `g_k` in `s` and `j`, and at `g_{k+1}` in what
//! arrives: with the potential `(1-a) V(g_k) + a V(g_{k+1})` of the discrete Lagrangian.

mod equations;
mod point;
mod state;

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::expr::{Expr, Graph, Rational, Role};
use crate::mechanics::group::{Differential, Retraction};
use crate::mechanics::{Mechanics, Reduction};

use super::builder::{SchemeBuilder, half};
use super::options::{OptionReader, Options};
use super::scheme::{Block, Scheme, StateFunction, Traits};
use state::State;

/// The method as configured.
struct Method {
    retraction: Retraction,
    differential: Differential,
    alpha: Rational,
}

/// Builds the scheme.
pub(super) fn discretise(mechanics: &Mechanics, options: &Options) -> Result<Scheme, Diagnostics> {
    let method = Method::read(options)?;
    let reduction = match &mechanics.reduction {
        Ok(reduction) => reduction.clone(),
        Err(lack) => return Err(lack.diagnostic("Rdp", options.span).into()),
    };
    let mut builder = SchemeBuilder::new(mechanics);
    Ok(method.scheme(&mut builder, &reduction))
}

impl Method {
    fn read(options: &Options) -> Result<Self, Diagnostics> {
        let mut reader = OptionReader::new("Rdp", options);
        let retraction = reader.word(
            "retraction",
            &[
                ("Exp", Retraction::Exp),
                ("Cayley", Retraction::Cayley),
                ("Ccsk", Retraction::Ccsk),
            ],
        );
        let alpha = reader.fraction("alpha", &half());
        let differential = reader.word(
            "dtau",
            &[
                ("Exact", Differential::Exact),
                ("First", Differential::First),
                ("Second", Differential::Second),
            ],
        );
        reader.finish()?;
        if retraction != Retraction::Exp && differential != Differential::Exact {
            return Err(Diagnostic::error(
                Code::OptionValue,
                options.span,
                "the option `dtau` cuts off the series of the exponential map, but the retraction is \
                 another one",
                "`dtau = Exact`, or `retraction = Exp`",
            )
            .into());
        }
        Ok(Self {
            retraction,
            differential,
            alpha,
        })
    }

    fn scheme(&self, builder: &SchemeBuilder<'_>, reduction: &Reduction) -> Scheme {
        let state = State::new(builder, reduction);
        let alpha = builder.graph().number(self.alpha.clone());
        let controls = builder.control_node(alpha);
        let order = self.order(reduction);
        let mut scheme = Scheme {
            integrator: "Rdp",
            summary: self.summary(),
            traits: Traits {
                order,
                symmetric: order == 2,
                implicit: true,
                exact_constraints: true,
                exact_energy: false,
            },
            state: state.groups(),
            admission: Block::admission(&builder.mechanics.constraints),
            start: state.start(builder, reduction),
            step: self.step(builder, reduction, &state, &controls),
            sample: state.sample(builder, reduction),
            step_jacobian: None,
            diagnostics: vec![spatial_momentum(builder, reduction, &state)],
            conditions: builder.conditions(),
            control_nodes: vec![controls],
        };
        if builder.multipliers_need_controls() {
            builder.keep_controls(&mut scheme, &state.controls);
        }
        scheme
    }

    /// Two with a symmetric retraction and everything evaluated in the middle, or where nothing
    /// depends on the place in the step; one otherwise.
    fn order(&self, reduction: &Reduction) -> u32 {
        let is_symmetric = self.retraction != Retraction::Ccsk || reduction.group().is_abelian();
        let parts = [&reduction.body_forces, &reduction.drift];
        let is_still =
            reduction.r.is_empty() && parts.into_iter().flatten().all(|&part| part == Graph::ZERO);
        if is_symmetric && (self.alpha == half() || is_still) {
            2
        } else {
            1
        }
    }

    fn summary(&self) -> String {
        let map = match self.retraction {
            Retraction::Exp => "the exponential map",
            Retraction::Cayley => "the Cayley map",
            Retraction::Ccsk => "canonical coordinates of the second kind",
        };
        let differential = match self.differential {
            Differential::Exact => "",
            Differential::First => ", its inverse differential cut off behind `ad`",
            Differential::Second => ", its inverse differential cut off behind `ad^2`",
        };
        format!(
            "Reduced d'Alembert-Pontryagin method (Kobilarov, Martín de Diego, Ferraro, section 5) \
             with {map}{differential}, at the fraction {} of the step. Samples hold the nodal \
             velocity of the momentum that arrives at the node, and the multipliers of the \
             continuous motion there: `A^T lambda` is the constraint force in the units of the \
             forces.",
            self.alpha
        )
    }
}

/// The momentum of the group in space, `Ad*_{g^-1}` of that in the body frame.
fn spatial_momentum(
    builder: &SchemeBuilder<'_>,
    reduction: &Reduction,
    state: &State,
) -> StateFunction {
    let graph = builder.graph();
    let inverse = reduction.group().inverse(graph, &state.g);
    let adjoint = reduction.group().adjoint(graph, &inverse);
    StateFunction {
        name: "spatial_momentum",
        docs: "The momentum of the symmetry group in space, `Ad*_{g^-1}` of the body momentum that \
               arrives at the node, factor by factor: rotations first. Where no constraint and no \
               force acts on the group it is constant to round-off, unless `dtau` cuts off the \
               differential.",
        values: adjoint.apply_transposed(graph, &state.body_momentum),
        per_constraint: false,
        warning: None,
    }
}

/// Fresh symbols with one prefix.
fn symbols(graph: &Graph, prefix: &str, labels: &[String], role: Role) -> Vec<Expr> {
    let labels = labels.iter();
    labels
        .map(|label| graph.symbol(&format!("{prefix}.{label}"), role))
        .collect()
}

/// What components of shape, body velocity and coefficients are called.
struct Labels {
    shape: Vec<String>,
    body: Vec<String>,
    element: Vec<String>,
    coefficients: Vec<String>,
}

impl Labels {
    fn of(builder: &SchemeBuilder<'_>, reduction: &Reduction) -> Self {
        let names: Vec<_> = builder.mechanics.model.force_names().collect();
        let pick = |places: &[usize]| places.iter().map(|&i| names[i].to_owned()).collect();
        Self {
            shape: pick(&reduction.splitting.shape),
            body: pick(&reduction.splitting.velocities),
            element: (0..reduction.g.len()).map(|i| i.to_string()).collect(),
            coefficients: (1..=reduction.direction_count())
                .map(|b| b.to_string())
                .collect(),
        }
    }
}
