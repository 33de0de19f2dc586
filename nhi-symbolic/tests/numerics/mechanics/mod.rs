//! Every quantity of the mechanics against formulas by hand; `programs` has the functions of the
//! programs, `momenta` the momentum maps.

mod momenta;
mod programs;

use nalgebra::DMatrix;
use nhi_symbolic::expr::Expr;
use nhi_symbolic::mechanics::{MassKind, Mechanics, ProjectionForm};

use crate::support::assert_close;
use crate::support::compiled::{derive, model_text, run_expressions, symbol_values};
use crate::support::dynamics::{Dynamics, State};
use crate::support::sampling::{Random, on_constraints};
use crate::support::systems::{self, Case};

const TOLERANCE: f64 = 1e-11;
const STATES: u64 = 8;

/// A model with the values of its expressions at one state, and the same by hand.
struct Probe {
    mechanics: Mechanics,
    parameters: Vec<f64>,
    state: State,
    by_hand: Dynamics,
    model: &'static str,
}

impl Probe {
    /// The values of expressions, from the graph and from a program, which must agree.
    fn values(&mut self, exprs: &[Expr]) -> Vec<f64> {
        let symbols = symbol_values(&self.mechanics, &self.parameters, &self.state);
        let from_graph = self.mechanics.model.graph.evaluate(exprs, &symbols);
        let from_program =
            run_expressions(&mut self.mechanics, &self.parameters, &self.state, exprs);
        assert_close(self.model, &from_program, &from_graph, TOLERANCE);
        from_program
    }

    fn matrix(&mut self, matrix: &nhi_symbolic::expr::Matrix) -> DMatrix<f64> {
        let values = self.values(matrix.entries());
        DMatrix::from_row_slice(matrix.rows(), matrix.columns(), &values)
    }

    #[track_caller]
    fn expect(&mut self, what: &str, exprs: &[Expr], expected: &[f64]) {
        let actual = self.values(exprs);
        assert_close(
            &format!("{} {what}", self.model),
            &actual,
            expected,
            TOLERANCE,
        );
    }

    #[track_caller]
    fn expect_matrix(&self, what: &str, actual: &DMatrix<f64>, expected: &DMatrix<f64>) {
        let what = format!("{} {what}", self.model);
        assert_eq!(actual.shape(), expected.shape(), "{what}");
        assert_close(&what, actual.as_slice(), expected.as_slice(), TOLERANCE);
    }
}

/// Runs a check on every model at several random states, on and off the constraints, with random
/// parameters.
fn on_all_models(mut check: impl FnMut(&mut Probe)) {
    let cases = systems::all().into_iter().chain(systems::on_groups());
    for (number, case) in cases.enumerate() {
        let mut mechanics = Some(derive(&model_text(case.model)).expect("a valid model"));
        let mut random = Random::new(number as u64);
        for round in 0..STATES {
            let parameters = random_parameters(&case, &mut random);
            let mut state = random.state_of(&case);
            if round % 2 == 1 {
                state = on_constraints(&case.system, &parameters, &state);
            }
            let mut probe = Probe {
                mechanics: mechanics.take().expect("returned below"),
                by_hand: case.system.at(&parameters, &state),
                parameters,
                state,
                model: case.model,
            };
            check(&mut probe);
            mechanics = Some(probe.mechanics);
        }
    }
}

/// Asserts that residuals are compared with `|A| |v|` in the diagonal of a constant mass matrix, and if there is an offset,
/// with the root of the squares of its terms more, of which there are at most four. Other mass matrices may be augmented,
/// which is of the same size.
fn assert_scales(what: &str, mass: MassKind, scales: &[f64], by_hand: &Dynamics) {
    for (place, (&scale, &expected)) in scales.iter().zip(&by_hand.scale()).enumerate() {
        let offset = by_hand.b[place].abs();
        let share = match mass {
            MassKind::Constant => 1.0,
            MassKind::Configuration | MassKind::Velocity => 0.5,
        };
        if offset == 0.0 && share == 1.0 {
            assert_close(what, &[scale], &[expected], TOLERANCE);
        }
        let sizes = share * (expected - 0.5 * offset)..expected / share + 4.0 * offset;
        let slack = TOLERANCE * expected;
        assert!(
            (sizes.start - slack..sizes.end + slack).contains(&scale),
            "{what}: {scale} {expected}"
        );
    }
}

/// The parameters of a case, each changed by up to a fifth: they stay physical.
fn random_parameters(case: &Case, random: &mut Random) -> Vec<f64> {
    let parameters = case.parameters.iter();
    parameters.map(|p| p * random.between(0.8, 1.2)).collect()
}

#[test]
fn the_lagrangian_side_agrees_with_automatic_differentiation() {
    on_all_models(|probe| {
        let lagrangian = probe.mechanics.lagrangian.clone();
        let by_hand = probe.by_hand.clone();
        let mass = probe.matrix(&lagrangian.mass);
        probe.expect_matrix("M", &mass, &by_hand.mass);
        probe.expect("L_v", &lagrangian.momentum, by_hand.momentum.as_slice());
        probe.expect("L_q", &lagrangian.gradient, by_hand.gradient.as_slice());
        probe.expect("c", &lagrangian.bias, by_hand.bias.as_slice());
        probe.expect("energy", &[lagrangian.energy], &[by_hand.energy]);
        let rest = by_hand.rest_momentum.as_slice();
        probe.expect("L_v at rest", &lagrangian.rest_momentum, rest);
        let force = probe.mechanics.model.forces.clone();
        probe.expect("f", &force, by_hand.force.as_slice());
    });
}

#[test]
fn the_kind_of_mass_matrix_is_recognised() {
    for case in systems::all() {
        let mechanics = derive(&model_text(case.model)).expect("a valid model");
        let moves = [
            "contact_point_sleigh",
            "skating_pendulum",
            "two_link_knife_edge",
        ]
        .contains(&case.model);
        let expected = if moves {
            MassKind::Configuration
        } else {
            MassKind::Constant
        };
        assert_eq!(mechanics.lagrangian.mass_kind, expected, "{}", case.model);
        let gyroscopic = case.model == "charged_particle";
        assert_eq!(mechanics.lagrangian.has_no_rest_momentum(), !gyroscopic);
    }
}

#[test]
fn pivots_of_a_constant_mass_matrix_multiply_to_its_determinant() {
    on_all_models(|probe| {
        let pivots = probe.mechanics.lagrangian.constant_pivots.clone();
        let values = probe.values(&pivots.iter().map(|&(_, pivot)| pivot).collect::<Vec<_>>());
        assert!(values.iter().all(|&pivot| pivot > 0.0), "{values:?}");
        if probe.mechanics.lagrangian.mass_kind != MassKind::Constant {
            assert!(pivots.len() < probe.mechanics.dimension());
            return;
        }
        let product = values.iter().product::<f64>();
        let determinant = probe.by_hand.mass.determinant();
        assert_close(probe.model, &[product], &[determinant], TOLERANCE);
    });
}

#[test]
fn the_constraint_side_agrees_with_automatic_differentiation() {
    on_all_models(|probe| {
        let constraints = probe.mechanics.constraints.clone();
        let by_hand = probe.by_hand.clone();
        let a = probe.matrix(&constraints.matrix);
        probe.expect_matrix("A", &a, &by_hand.a);
        probe.expect("b", &constraints.offset, by_hand.b.as_slice());
        probe.expect("rate", &constraints.rate, by_hand.rate.as_slice());
        probe.expect(
            "residual",
            &constraints.residual,
            by_hand.residual().as_slice(),
        );
        let scales = probe.values(&constraints.scale);
        let mass = probe.mechanics.lagrangian.mass_kind;
        assert_scales(probe.model, mass, &scales, &by_hand);
        let inverse = by_hand.mass.clone().try_inverse().expect("a regular M");
        let weighted = &inverse * by_hand.a.transpose();
        let actual = probe.matrix(constraints.weighted(&probe.mechanics.model.graph));
        probe.expect_matrix("M^-1 A^T", &actual, &weighted);
        let actual = probe.matrix(constraints.gram(&probe.mechanics.model.graph));
        probe.expect_matrix("A M^-1 A^T", &actual, &(&by_hand.a * weighted));
    });
}

#[test]
fn projectors_are_complementary_projectors_orthogonal_in_the_metric() {
    on_all_models(|probe| {
        let projector = probe.mechanics.projector.clone();
        let complement = probe.mechanics.complement.clone();
        let p = probe.matrix(&projector);
        let q = probe.matrix(&complement);
        let n = p.nrows();
        let identity = DMatrix::identity(n, n);
        probe.expect_matrix("P", &p, &probe.by_hand.projector());
        probe.expect_matrix("P + Q", &(&p + &q), &identity);
        probe.expect_matrix("P^2", &(&p * &p), &p);
        probe.expect_matrix("Q^2", &(&q * &q), &q);
        let nothing = DMatrix::zeros(probe.by_hand.a.nrows(), n);
        probe.expect_matrix("A P", &(&probe.by_hand.a * &p), &nothing);
        let across = p.transpose() * &probe.by_hand.mass * (&identity - &p);
        probe.expect_matrix("P^T M (Id - P)", &across, &DMatrix::zeros(n, n));
    });
}

#[test]
fn multipliers_and_acceleration_solve_the_equations_of_motion() {
    on_all_models(|probe| {
        let (acceleration, multipliers) = probe.by_hand.motion();
        let force = probe.by_hand.a.transpose() * &multipliers;
        let exprs = probe.mechanics.multipliers.clone();
        probe.expect("lambda", &exprs, multipliers.as_slice());
        let exprs = probe.mechanics.acceleration.clone();
        probe.expect("acceleration", &exprs, acceleration.as_slice());
        let exprs = probe.mechanics.constraint_force.clone();
        probe.expect("constraint force", &exprs, force.as_slice());
    });
}

#[test]
fn corrections_remove_and_reflections_mirror_what_violates_the_constraints() {
    on_all_models(|probe| {
        let by_hand = probe.by_hand.clone();
        let correction = by_hand.inverse_gram(&by_hand.residual());
        let Probe { mechanics, .. } = probe;
        let (graph, v) = (&mut mechanics.model.graph, &mechanics.v);
        let constraints = &mechanics.constraints;
        let exprs = [
            constraints.residual_of(graph, v),
            constraints.correction(graph, v),
            constraints.reflection(graph, v),
            constraints.nearest_velocity(graph, v),
        ];
        let expected = [
            by_hand.residual(),
            correction.clone(),
            correction * 2.0,
            by_hand.nearest_velocity(&by_hand.v),
        ];
        for (exprs, expected) in exprs.iter().zip(expected) {
            probe.expect("correction", exprs, expected.as_slice());
        }
    });
}

#[test]
fn the_projection_of_velocities_and_momenta_agrees_with_the_saddle_point_problem() {
    let mut forms = Vec::new();
    on_all_models(|probe| {
        let by_hand = probe.by_hand.clone();
        let Probe { mechanics, .. } = probe;
        forms.push((mechanics.projection.form(), probe.model));
        let projection = mechanics.projection.clone();
        // The velocity symbols stand for the momentum where one is projected.
        let (graph, v) = (&mut mechanics.model.graph, mechanics.v.clone());
        let exprs = [
            projection.project_velocity(graph, &v),
            projection.reflect_velocity(graph, &v),
            projection.velocity_of_momentum(graph, &v),
            projection.reflect_momentum(graph, &v),
        ];
        let momentum = by_hand.v.clone();
        let velocity = by_hand.inverse_mass(&momentum);
        let expected = [
            by_hand.nearest_velocity(&by_hand.v),
            by_hand.reflected_velocity(&by_hand.v),
            by_hand.nearest_velocity(&velocity),
            &by_hand.mass * by_hand.reflected_velocity(&velocity),
        ];
        for (exprs, expected) in exprs.iter().zip(&expected) {
            probe.expect("projection", exprs, expected.as_slice());
        }
        let Probe { mechanics, .. } = probe;
        let graph = &mut mechanics.model.graph;
        for (twice, once) in [
            projection.reflect_velocity(graph, &exprs[1]),
            projection.reflect_momentum(graph, &exprs[3]),
        ]
        .iter()
        .zip([&v, &v])
        {
            let expected = probe.values(once);
            probe.expect("reflected twice", twice, &expected);
        }
    });
    forms.sort_by_key(|(_, model)| *model);
    forms.dedup();
    println!("{forms:?}");
    for form in [ProjectionForm::Range, ProjectionForm::NullSpace] {
        assert!(
            forms.iter().any(|(used, _)| *used == form),
            "no model tests the projection in the form {form:?}: {forms:?}"
        );
    }
}

#[test]
fn every_model_file_has_a_system_by_hand() {
    let folder = crate::support::compiled::shared_file("models");
    let cases: Vec<_> = systems::all()
        .into_iter()
        .chain(systems::on_groups())
        .collect();
    for entry in std::fs::read_dir(folder).expect("the folder of models") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|name| name.to_str());
        let name = name.expect("a name").to_owned();
        let is_by_hand = cases.iter().any(|case| case.model == name);
        // Those have references of their own.
        let has_reference = [crate::trailers::MODEL_FILE, crate::bicycle::MODEL_FILE];
        let has_reference =
            has_reference.contains(&&*name) || crate::beyond_linear::MODEL_FILES.contains(&&*name);
        assert!(is_by_hand || has_reference, "{name}");
    }
}
