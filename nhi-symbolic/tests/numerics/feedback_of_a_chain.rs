//! The feedback integrator on a chain, which is projected through a basis: its field and the Lyapunov function off the
//! constraints against their definitions, with matrices of numbers and central differences.

use nalgebra::{DMatrix, DVector};
use nhi_symbolic::expr::Expr;
use nhi_symbolic::mechanics::ProjectionForm;

use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run};

/// Three links end to end, with a wheel at the middle of each and springs between them.
const SNAKE: &str = "
#[nonholonomic(
    coordinates(x, y, th1, th2, th3),
    definitions(
        v_x1 = x_dot + a * sin(th1) * th1_dot,
        v_y1 = y_dot - a * cos(th1) * th1_dot,
        v_x2 = v_x1 + a * sin(th1) * th1_dot + a * sin(th2) * th2_dot,
        v_y2 = v_y1 - a * cos(th1) * th1_dot - a * cos(th2) * th2_dot,
        v_x3 = v_x2 + a * sin(th2) * th2_dot + a * sin(th3) * th3_dot,
        v_y3 = v_y2 - a * cos(th2) * th2_dot - a * cos(th3) * th3_dot,
    ),
    lagrangian = m * (v_x1.powi(2) + v_y1.powi(2) + v_x2.powi(2) + v_y2.powi(2) + v_x3.powi(2) + v_y3.powi(2)) / 2
        + j * (th1_dot.powi(2) + th2_dot.powi(2) + th3_dot.powi(2)) / 2
        + k * cos(th2 - th1) + k * cos(th3 - th2) - 0.3 * x,
    constraints(
        wheel1 = sin(th1) * v_x1 - cos(th1) * v_y1,
        wheel2 = sin(th2) * v_x2 - cos(th2) * v_y2,
        wheel3 = sin(th3) * v_x3 - cos(th3) * v_y3,
    ),
    integrators(Feedback),
)]
struct Snake { m: f64, j: f64, a: f64, k: f64 }";

const N: usize = 5;
const PARAMETERS: [f64; 4] = [1.3, 0.4, 0.6, 0.7];
const Q: [f64; N] = [0.3, -0.2, 0.5, 0.1, -0.7];
/// Off the constraints.
const P: [f64; N] = [1.8, -0.4, 0.9, 0.6, -0.7];
const CONSTRAINT_GAIN: f64 = 3.0;
const ENERGY_GAIN: f64 = 2.0;
/// Of central differences.
const D: f64 = 1e-5;

/// The functions of the extended system, by numbers.
struct Definitions<'c>(&'c Compiled);

impl Definitions<'_> {
    fn values(&self, q: &[f64], exprs: &[Expr]) -> Vec<f64> {
        let mechanics = &self.0.mechanics;
        let parameters = mechanics.model.parameters.iter().map(|x| x.symbol);
        let mut values: Vec<_> = parameters.zip(PARAMETERS).collect();
        values.extend(mechanics.q.iter().copied().zip(q.iter().copied()));
        values.extend(mechanics.v.iter().map(|&v| (v, 0.0)));
        mechanics.model.graph.evaluate(exprs, &values)
    }

    fn constraints(&self, q: &[f64]) -> DMatrix<f64> {
        let matrix = &self.0.mechanics.constraints.matrix;
        DMatrix::from_row_slice(matrix.rows(), N, &self.values(q, matrix.entries()))
    }

    fn inverse_mass(&self, q: &[f64]) -> DMatrix<f64> {
        let mass = self.values(q, self.0.mechanics.lagrangian.mass.entries());
        let mass = DMatrix::from_row_slice(N, N, &mass);
        mass.try_inverse().expect("a regular mass matrix")
    }

    /// `J = A M^-1 p`.
    fn momenta(&self, y: &[f64]) -> DVector<f64> {
        let (q, p) = y.split_at(N);
        self.constraints(q) * self.inverse_mass(q) * DVector::from_row_slice(p)
    }

    /// `J^T C^-1 J`.
    fn violation(&self, y: &[f64]) -> f64 {
        let a = self.constraints(&y[..N]);
        let gram = &a * self.inverse_mass(&y[..N]) * a.transpose();
        let momenta = self.momenta(y);
        momenta.dot(&gram.lu().solve(&momenta).expect("independent constraints"))
    }

    /// `Ht = p^T M^-1 p / 2 + V - J^T C^-1 J / 2`.
    fn energy(&self, y: &[f64]) -> f64 {
        let (q, p) = y.split_at(N);
        let p = DVector::from_row_slice(p);
        let at_rest = self.values(q, &[self.0.mechanics.lagrangian.lagrangian])[0];
        p.dot(&(self.inverse_mass(q) * &p)) / 2.0 - at_rest - self.violation(y) / 2.0
    }
}

fn gradient(y: &[f64], function: impl Fn(&[f64]) -> f64) -> Vec<f64> {
    let moved = |i: usize, by: f64| {
        let mut y = y.to_vec();
        y[i] += by;
        function(&y)
    };
    let entry = |i| (moved(i, D) - moved(i, -D)) / (2.0 * D);
    (0..y.len()).map(entry).collect()
}

/// A stepper whose step is the field, at the state off the constraints.
fn at_state(compiled: &Compiled) -> (Run<'_>, Node) {
    let run = Run::new(compiled, &PARAMETERS, 1.0);
    let mut node = run.start(&Q, &[0.0; N], 0.0);
    node.reflected[..N].copy_from_slice(&P);
    (run, node)
}

/// A step of Euler's method of length one, less where it began.
fn field(compiled: &Compiled) -> Vec<f64> {
    let (run, node) = at_state(compiled);
    let next = run.step(&node);
    let (after, before) = ([&next.q, &next.reflected[..N]].concat(), [Q, P].concat());
    after.iter().zip(before).map(|(x, y)| x - y).collect()
}

#[test]
fn without_gains_the_field_keeps_constraint_momenta_and_is_that_of_the_energy() {
    let compiled = Compiled::new(SNAKE, "Feedback(energy = 0, constraint = 0)");
    let form = compiled.mechanics.projection.form();
    assert_eq!(form, ProjectionForm::NullSpace);
    let (definitions, y) = (Definitions(&compiled), [Q, P].concat());
    let field = field(&compiled);
    let slope = gradient(&y, |y| definitions.energy(y));
    assert_close("dq/dt", &field[..N], &slope[N..], 1e-9);

    let along = |way: f64| {
        let y: Vec<_> = y.iter().zip(&field).map(|(y, f)| y + way * D * f).collect();
        definitions.momenta(&y)
    };
    let rate = (along(1.0) - along(-1.0)) / (2.0 * D);
    assert!(
        definitions.momenta(&y).amax() > 0.1,
        "the state is off the constraints"
    );
    assert!(rate.amax() < 1e-9, "dJ/dt = {rate}");

    let added = field[N..].iter().zip(&slope[..N]);
    let added = DVector::from_iterator(N, added.map(|(rate, slope)| rate + slope));
    let a = definitions.constraints(&Q);
    let multipliers = (&a * a.transpose()).lu().solve(&(&a * &added));
    let rest = &added - a.transpose() * multipliers.expect("independent constraints");
    assert!(
        added.amax() > 0.01 && rest.amax() < 1e-9,
        "beside A^T lt: {rest}"
    );
}

#[test]
fn gains_add_the_gradient_of_the_lyapunov_function() {
    let gains = format!("Feedback(energy = {ENERGY_GAIN}, constraint = {CONSTRAINT_GAIN})");
    let compiled = Compiled::new(SNAKE, &gains);
    let without = Compiled::new(SNAKE, "Feedback(energy = 0, constraint = 0)");
    let (run, node) = at_state(&compiled);
    let level = node.reflected[N];
    let (definitions, y) = (Definitions(&compiled), [Q, P].concat());
    let lyapunov = |y: &[f64]| {
        let distance = definitions.energy(y) - level;
        (CONSTRAINT_GAIN * definitions.violation(y) + ENERGY_GAIN * distance.powi(2)) / 2.0
    };
    assert!(
        (definitions.energy(&y) - level).abs() > 0.1,
        "off its level"
    );
    let shown = run.diagnostic("lyapunov", &node);
    assert_close("V", &shown, &[lyapunov(&y)], 1e-14);
    let [with, without] = [&compiled, &without].map(field);
    let pull: Vec<_> = without.iter().zip(&with).map(|(a, b)| a - b).collect();
    assert_close("grad V", &pull, &gradient(&y, lyapunov), 1e-8);
}
