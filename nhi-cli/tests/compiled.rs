//! `nhi run` interprets the program from which code is generated: its rows are those of the compiled
//! steppers.
//!
//! Both do the same operations in the same order. `+ - * /` and `sqrt` are exactly rounded, so such
//! models must agree bit for bit. Elementary functions are calls of the same library, which a
//! compiler may replace where it knows their arguments: there, a few last bits may differ.

mod support;

use nhi::{ControlSignal, SampleOf, Stepper};
use support::{Desk, root, table};

/// The models of the model files, by the attribute that stands in them.
#[allow(unreachable_pub, dead_code)]
mod models {
    macro_rules! model_files {
        ($($name:ident: $file:literal,)*) => {
            $(pub(super) mod $name {
                use nhi::nonholonomic;
                include!($file);
            })*
        };
    }
    model_files! {
        heisenberg: "../../tests/models/heisenberg.nhi",
        oscillator: "../../tests/models/nonholonomic_oscillator.nhi",
        particle: "../../tests/models/nonholonomic_particle.nhi",
        chaplygin_sleigh: "../../tests/models/chaplygin_sleigh.nhi",
        dragged_sleigh: "../../tests/models/dragged_sleigh.nhi",
        roller_racer: "../../tests/models/roller_racer.nhi",
        rolling_disk: "../../tests/models/rolling_disk.nhi",
        bead: "models/bead.nhi",
        cart: "models/cart.nhi",
        snakeboard: "models/snakeboard.nhi",
    }
}

/// How far rows may differ.
#[derive(Clone, Copy, Debug)]
enum Agreement {
    BitForBit,
    /// Eight machine epsilons of the largest value of the column.
    FewUlp,
}

use Agreement::{BitForBit, FewUlp};

/// A scenario file, read by hand.
struct Scenario {
    path: std::path::PathBuf,
    values: toml::Table,
}

impl Scenario {
    /// A scenario of the workspace, or one beside this file.
    fn read(name: &str) -> Self {
        let path = root().join(format!("{name}.toml"));
        let text = std::fs::read_to_string(&path).unwrap();
        Self {
            path,
            values: text.parse().unwrap(),
        }
    }

    fn step(&self) -> f64 {
        self.values["step"].as_float().unwrap()
    }

    fn number(&self, group: &str, name: &str) -> f64 {
        self.values[group][name].as_float().unwrap()
    }

    /// Header and rows that the command writes.
    fn run(&self, desk: &Desk, integrator: &str) -> (Vec<String>, Vec<Vec<f64>>) {
        let path = self.path.to_str().unwrap();
        let arguments = ["run", path, "--integrator", integrator, "-o", "-"];
        let (mut header, mut rows) = table(&desk.nhi(&arguments, 0).stdout);
        // What the watch saw stands behind the motion.
        header.retain(|column| !column.starts_with("watch."));
        rows.iter_mut().for_each(|row| row.truncate(header.len()));
        (header, rows)
    }

    /// The rows of a compiled stepper: time, coordinates, velocities, and what `rest` gives.
    fn compiled<S, const N: usize>(
        &self,
        stepper: &S,
        header: &[String],
        rows: usize,
        controls: &impl ControlSignal<f64, S::Controls>,
        rest: impl Fn(&SampleOf<S>) -> Vec<f64>,
    ) -> Vec<Vec<f64>>
    where
        S: Stepper<Scalar = f64>,
        S::Coordinates: From<[f64; N]> + Into<[f64; N]>,
        S::Velocities: From<[f64; N]> + Into<[f64; N]>,
    {
        let initial = |start: usize| {
            std::array::from_fn::<_, N, _>(|i| self.number("initial", &header[start + i]))
        };
        let (q, v) = (initial(1), initial(1 + N));
        let mut state = stepper.start(0.0, q.into(), v.into(), controls).unwrap();
        let mut table = Vec::new();
        for row in 0..rows {
            if row > 0 {
                state = stepper.step(&state, controls).unwrap();
            }
            let sample = stepper.sample(&state).unwrap();
            let (q, v): ([f64; N], [f64; N]) = (sample.q.into(), sample.v.into());
            table.push([&[sample.t], &q[..], &v[..], &rest(&sample)].concat());
        }
        table
    }
}

/// Asserts that the rows of the command are those of the compiled stepper.
fn assert_agree(name: &str, actual: &[Vec<f64>], expected: &[Vec<f64>], agreement: Agreement) {
    assert!(actual.len() > 100, "{name}: {} rows", actual.len());
    for column in 0..expected[0].len() {
        let of_column =
            |rows: &[Vec<f64>]| -> Vec<f64> { rows.iter().map(|row| row[column]).collect() };
        let (actual, expected) = (of_column(actual), of_column(expected));
        let largest = expected
            .iter()
            .fold(0.0_f64, |largest, x| largest.max(x.abs()));
        for (row, (a, e)) in actual.iter().zip(&expected).enumerate() {
            let agree = match agreement {
                BitForBit => a.to_bits() == e.to_bits(),
                FewUlp => (a - e).abs() <= 8.0 * f64::EPSILON * largest,
            };
            assert!(
                agree,
                "{name}, row {row}, column {column}: {a:e} is not {e:e}"
            );
        }
    }
    assert!(actual.iter().zip(expected).all(|(a, e)| a.len() == e.len()));
}

/// Runs a scenario by the command and by each of the compiled steppers of its model.
macro_rules! compare {
    ($scenario:literal, $model:ident::$System:ident { $($parameter:ident),* }, [$($integrator:ident),*],
     $agreement:expr) => {
        compare!(@ $scenario, $model::$System { $($parameter),* }, [$($integrator),*], $agreement,
            (), |_| Vec::new())
    };
    ($scenario:literal, $model:ident::$System:ident { $($parameter:ident),* }, [$($integrator:ident),*],
     $agreement:expr, $controls:expr) => {{
        let controls = $controls;
        compare!(@ $scenario, $model::$System { $($parameter),* }, [$($integrator),*], $agreement,
            |t: f64| controls(t).into(), |t: f64| controls(t).to_vec())
    }};
    (@ $scenario:literal, $model:ident::$System:ident { $($parameter:ident),* }, [$($integrator:ident),*],
     $agreement:expr, $signal:expr, $values:expr) => {{
        let desk = Desk::new();
        let scenario = Scenario::read($scenario);
        let system = models::$model::$System {
            $($parameter: scenario.number("parameters", stringify!($parameter)),)*
        };
        let values: &dyn Fn(f64) -> Vec<f64> = &$values;
        $({
            let stepper = system.$integrator(scenario.step()).unwrap();
            let name = integrator_of(&stepper);
            let (header, actual) = scenario.run(&desk, name);
            let expected = scenario.compiled(&stepper, &header, actual.len(), &$signal, |s| {
                let lambda: [f64; _] = s.lambda.into();
                let residual = system.constraint_residual(&s.q, &s.v);
                let energy = system.energy(&s.q, &s.v);
                [&[energy], residual.as_slice(), &lambda, &values(s.t)].concat()
            });
            assert_agree(&format!("{} {name}", $scenario), &actual, &expected, $agreement);
        })*
    }};
}

fn integrator_of<S: Stepper>(_: &S) -> &'static str {
    S::INTEGRATOR
}

#[test]
fn models_of_the_papers_without_elementary_functions_agree_bit_for_bit() {
    compare!(
        "tests/scenarios/heisenberg",
        heisenberg::Heisenberg {},
        [gni],
        BitForBit
    );
    compare!(
        "tests/scenarios/nonholonomic_oscillator",
        oscillator::NonholonomicOscillator {},
        [gni],
        BitForBit
    );
    compare!(
        "tests/scenarios/nonholonomic_particle",
        particle::NonholonomicParticle {},
        [gni],
        BitForBit
    );
}

#[test]
fn every_integrator_of_a_pushed_cart_agrees_bit_for_bit() {
    compare!(
        "nhi-cli/tests/models/cart",
        cart::Cart { m, stiffness },
        [
            gni,
            shake,
            rattle,
            dla,
            dap,
            mla,
            rk,
            gauss,
            energy_preserving,
            lobatto,
            feedback
        ],
        BitForBit,
        |t: f64| [0.5 * t]
    );
}

#[test]
fn every_integrator_of_a_bead_of_varying_inertia_agrees_bit_for_bit() {
    compare!(
        "nhi-cli/tests/models/bead",
        bead::Bead { m, drag },
        [gni, dla, dap, mla, rk, gauss],
        BitForBit
    );
}

#[test]
fn models_of_the_papers_with_sines_agree_to_a_few_ulp() {
    compare!(
        "tests/scenarios/chaplygin_sleigh",
        chaplygin_sleigh::ChaplyginSleigh { inertia, m, a },
        [gni],
        FewUlp
    );
    compare!(
        "tests/scenarios/dragged_sleigh",
        dragged_sleigh::DraggedSleigh {
            inertia,
            m,
            a,
            turn_drag,
            drag
        },
        [gni],
        FewUlp
    );
    compare!(
        "tests/scenarios/roller_racer",
        roller_racer::RollerRacer {
            m,
            i_body,
            i_bar,
            d_body,
            d_bar
        },
        [gni],
        FewUlp
    );
}

#[test]
fn every_integrator_of_the_snakeboard_agrees_to_a_few_ulp() {
    use std::f64::consts::PI;
    compare!(
        "tests/scenarios/snakeboard",
        snakeboard::Snakeboard {
            m,
            l,
            i_rotor,
            j_wheel
        },
        [gni, shake, rattle, dla, dap, mla, rk, gauss, feedback],
        FewUlp,
        |t: f64| [(20.0 * PI * t).cos(), (2.0 * PI * t).sin()]
    );
}
