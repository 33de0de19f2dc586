//! The Whipple bicycle: velocity and position constraints together, against the published benchmark.
//!
//! J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab, *Linearized dynamics equations for the balance and steer of a
//! bicycle: a benchmark and review*, 2007, doi:10.1098/rspa.2007.1857: parameters in table 1, eigenvalues in table 2.

use core::f64::consts::PI;

use nalgebra::{Complex, DMatrix, DVector, Matrix4};
use nhi_symbolic::expr::Expr;
use nhi_symbolic::mechanics::Mechanics;

use crate::support::compiled::{Compiled, Run, derive, model_text, symbol_values};
use crate::support::dynamics::State;
use crate::support::short_run::distance;

/// The model file.
pub(crate) const MODEL_FILE: &str = "whipple_bicycle";

const LEAN: usize = 3;
const PITCH: usize = 4;
const STEER: usize = 5;
const REAR: usize = 6;
/// What follows from lean, steer and the rear wheel's turn by the constraints.
const DEPENDENT: [usize; 5] = [0, 1, 2, PITCH, 7];
const REAR_RADIUS: f64 = 0.3;

/// The benchmark's parameters, in the axes of the model: the front frame in those of the steering axis.
fn parameters() -> Vec<f64> {
    let (wheelbase, trail, tilt) = (1.02, 0.08, PI / 10.0);
    let (s, c): (f64, f64) = f64::sin_cos(tilt);
    // A point of the benchmark's axes across and along the steering axis, from the rear axle.
    let tilted = |x: f64, z: f64| {
        let z = z + REAR_RADIUS;
        [c * x - s * z, s * x + c * z]
    };
    let [offset, _] = tilted(wheelbase + trail, 0.0);
    let [h_x, h_z] = tilted(0.9, -0.7);
    let [f_x, f_z] = tilted(wheelbase, -0.35);
    let (xx, xz, zz) = (0.05892, -0.00756, 0.00708);
    let across = c * c * xx - 2.0 * s * c * xz + s * s * zz;
    let along = s * s * xx + 2.0 * s * c * xz + c * c * zz;
    let mixed = s * c * (xx - zz) + (c * c - s * s) * xz;
    let rear_wheel = [REAR_RADIUS, 2.0, 0.0603, 0.12];
    let rear_frame = [0.3, -0.9 + REAR_RADIUS, 85.0, 9.2, 11.0, 2.8, 2.4];
    let front_frame = [h_x - offset, h_z, 4.0, across, 0.06, along, mixed];
    let front_wheel = [f_x - offset, f_z, 0.35, 3.0, 0.1405, 0.28];
    let mut all = vec![9.81, tilt, offset];
    all.extend(rear_wheel);
    all.extend(rear_frame);
    all.extend(front_frame);
    all.extend(front_wheel);
    all
}

/// The bicycle as formulas.
struct Bicycle {
    mechanics: Mechanics,
    parameters: Vec<f64>,
}

impl Bicycle {
    fn new() -> Self {
        Self {
            mechanics: derive(&model_text(MODEL_FILE)).expect("a mechanics"),
            parameters: parameters(),
        }
    }

    fn values(&self, exprs: &[Expr], state: &State) -> Vec<f64> {
        let point = symbol_values(&self.mechanics, &self.parameters, state);
        self.mechanics.model.graph.evaluate(exprs, &point)
    }

    /// The state on all constraints with a lean, a steering angle, their rates and a speed of the rear wheel.
    fn state(&self, [lean, steer, lean_rate, steer_rate]: [f64; 4], speed: f64) -> State {
        let mut state = State {
            q: vec![0.0; 8],
            v: vec![0.0; 8],
            u: Vec::new(),
            t: 0.0,
        };
        (state.q[LEAN], state.q[STEER]) = (lean, steer);
        let touches: Vec<_> = self
            .mechanics
            .model
            .holonomic
            .iter()
            .map(|c| c.expr)
            .collect();
        for _ in 0..8 {
            let slope = self.rows(&state)[(4, PITCH)];
            state.q[PITCH] -= self.values(&touches, &state)[0] / slope;
        }
        (state.v[LEAN], state.v[STEER]) = (lean_rate, steer_rate);
        state.v[REAR] = -speed / REAR_RADIUS;
        let rows = self.rows(&state);
        let given = -(&rows * DVector::from_column_slice(&state.v));
        let solved = rows.select_columns(&DEPENDENT).lu().solve(&given);
        let solved = solved.expect("the constraints determine the other velocities");
        for (&place, &velocity) in DEPENDENT.iter().zip(solved.iter()) {
            state.v[place] = velocity;
        }
        state
    }

    fn rows(&self, state: &State) -> DMatrix<f64> {
        let entries = self.values(self.mechanics.constraints.matrix.entries(), state);
        DMatrix::from_row_slice(5, 8, &entries)
    }

    /// The accelerations of lean and steer.
    fn accelerations(&self, z: [f64; 4], speed: f64) -> [f64; 2] {
        let found = self.values(&self.mechanics.acceleration, &self.state(z, speed));
        [found[LEAN], found[STEER]]
    }

    /// The eigenvalues of lean and steer about upright motion, by differences of the sixth order.
    fn eigenvalues(&self, speed: f64) -> Vec<Complex<f64>> {
        let mut matrix = Matrix4::zeros();
        (matrix[(0, 2)], matrix[(1, 3)]) = (1.0, 1.0);
        for column in 0..4 {
            let difference = |step: f64| {
                let at = |amount: f64| {
                    let mut z = [0.0; 4];
                    z[column] = amount;
                    self.accelerations(z, speed)
                };
                let (ahead, behind) = (at(step), at(-step));
                [0, 1].map(|i| (ahead[i] - behind[i]) / (2.0 * step))
            };
            let [whole, half, quarter] = [0.02, 0.01, 0.005].map(difference);
            for i in 0..2 {
                let fourth =
                    [(whole[i], half[i]), (half[i], quarter[i])].map(|(a, b)| (4.0 * b - a) / 3.0);
                matrix[(2 + i, column)] = (16.0 * fourth[1] - fourth[0]) / 15.0;
            }
        }
        let mut eigenvalues: Vec<_> = matrix.complex_eigenvalues().iter().copied().collect();
        eigenvalues.sort_by(|a, b| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im)));
        eigenvalues
    }
}

/// Speed, castering and capsize modes, weave mode; all digits that are printed.
#[allow(clippy::excessive_precision)]
const PUBLISHED: [(f64, [f64; 2], [f64; 2]); 6] = [
    (
        1.0,
        [-7.110_080_146_374_42, -3.134_231_250_665_78],
        [3.526_961_709_900_70, 0.807_740_275_199_30],
    ),
    (
        3.0,
        [-10.351_014_672_459_20, -2.633_661_372_536_67],
        [1.706_756_056_639_75, 2.315_824_473_843_25],
    ),
    (
        4.0,
        [-12.158_614_265_764_47, -1.429_444_273_613_26],
        [0.413_253_315_211_25, 3.079_108_186_032_06],
    ),
    (
        5.0,
        [-14.078_389_692_798_22, -0.322_866_429_004_09],
        [-0.775_341_882_195_85, 4.464_867_713_788_23],
    ),
    (
        7.0,
        [-18.157_884_661_252_62, 0.102_681_705_747_66],
        [-2.138_756_442_583_62, 7.195_259_133_298_05],
    ),
    (
        10.0,
        [-24.624_596_350_174_04, 0.161_053_386_531_72],
        [-3.720_168_404_372_87, 10.906_811_394_762_87],
    ),
];

#[test]
fn eigenvalues_of_the_bicycle_are_those_of_the_published_benchmark() {
    let bicycle = Bicycle::new();
    for (speed, real, [weave, turning]) in PUBLISHED {
        let mut expected = real.map(|re| Complex::new(re, 0.0)).to_vec();
        expected.extend([Complex::new(weave, -turning), Complex::new(weave, turning)]);
        expected.sort_by(|a, b| a.re.total_cmp(&b.re).then(a.im.total_cmp(&b.im)));
        let found = bicycle.eigenvalues(speed);
        let off = found.iter().zip(&expected).map(|(a, b)| (a - b).norm());
        let worst = off.fold(0.0, f64::max);
        println!("{speed} m/s: {worst:.1e} {found:?}");
        assert!(
            worst < 2e-9,
            "{speed} m/s: {found:?} instead of {expected:?}"
        );
    }
}

#[test]
fn a_bicycle_that_leans_and_steers_itself_is_followed_at_the_order_of_each_integrator() {
    let bicycle = Bicycle::new();
    let start = bicycle.state([0.05, 0.1, 0.2, -0.3], 5.0);
    let end = |integrator: &str, steps: u32| {
        let compiled = Compiled::of_file(MODEL_FILE, integrator);
        let run = Run::new(&compiled, &bicycle.parameters, 0.5 / f64::from(steps));
        let nodes = run.trajectory(&start.q, &start.v, 0.0, steps as usize);
        let last = &nodes[steps as usize];
        let state = State {
            v: run.sample(last).v,
            q: last.q.clone(),
            ..start.clone()
        };
        let held = bicycle.values(&[bicycle.mechanics.model.holonomic[0].expr], &state)[0];
        let rates = bicycle.rows(&state) * DVector::from_column_slice(&state.v);
        assert!(
            held.abs() < 1e-13 && rates.amax() < 1e-13,
            "{integrator}: {held:e} {rates}"
        );
        state
    };
    let energy = |state: &State| bicycle.values(&[bicycle.mechanics.lagrangian.energy], state)[0];
    let reference = end("Gauss(stages = 3)", 100);
    let gained = (energy(&reference) - energy(&start)).abs() / energy(&start);
    println!("energy of the reference: {gained:.1e}");
    assert!(gained < 1e-12, "{gained:e}");
    // The castering mode decays like exp(-14 t): the parasitic mode of reflections would grow as fast.
    for integrator in ["Mla", "Dla"] {
        let errors = [100, 200, 400].map(|steps| distance(&end(integrator, steps).q, &reference.q));
        let orders = [0, 1].map(|k| f64::log2(errors[k] / errors[k + 1]));
        println!("{integrator}: {errors:?} {orders:.3?}");
        assert!(
            orders.iter().all(|order| (order - 2.0).abs() < 0.05),
            "{integrator}: {orders:?}"
        );
    }
}
