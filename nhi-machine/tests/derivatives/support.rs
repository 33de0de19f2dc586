//! Models, steppers, numbers and differences for the tests of derivatives.

use std::convert::Infallible;
use std::path::Path;

use nhi_machine::{Machine, State};
use nhi_runtime::Clock;
use nhi_symbolic::{
    CompiledStepper, ScenarioExpression, ScenarioSignals, compile_stepper, parse_file,
    parse_integrator,
};

/// Numbers in (0.1, 1.6), always the same.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    pub(crate) fn next(&mut self) -> f64 {
        let factor = 6_364_136_223_846_793_005;
        self.0 = self.0.wrapping_mul(factor).wrapping_add(1);
        0.1 + 1.5 * (self.0 >> 11) as f64 / 2_f64.powi(53)
    }

    pub(crate) fn list(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.next()).collect()
    }

    /// Returns numbers of both signs.
    pub(crate) fn direction(&mut self, length: usize) -> Vec<f64> {
        (0..length).map(|_| self.next() - 0.85).collect()
    }
}

/// Returns all models of the tests with their names.
pub(crate) fn models() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/models");
    let entries = std::fs::read_dir(folder).unwrap();
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        (name, std::fs::read_to_string(path).unwrap())
    };
    files.iter().map(read).collect()
}

/// Returns the text of a model of the tests.
pub(crate) fn model(name: &str) -> String {
    let mut models = models().into_iter();
    models.find(|(known, _)| known == name).expect("a model").1
}

/// Compiles a model with one integrator and one output; `None` if the integrator refuses the model.
pub(crate) fn compiled(source: &str, integrator: &str, output: &str) -> Option<CompiledStepper> {
    let ast = parse_file(source.parse().unwrap()).unwrap().swap_remove(0);
    let request = parse_integrator(integrator.parse().unwrap()).unwrap();
    let output = ScenarioExpression::parse(output.parse().unwrap()).unwrap();
    let controls = nhi_symbolic::model_of(&ast).ok()?.controls.len();
    let signals = ScenarioSignals {
        controls: vec![None; controls],
        outputs: vec![("output".to_owned(), output)],
        ..ScenarioSignals::default()
    };
    compile_stepper(&ast, &request, &signals).ok()
}

/// Returns the machine of a model with an integrator.
pub(crate) fn machine(source: &str, integrator: &str) -> Option<Machine> {
    Some(Machine::new(&compiled(source, integrator, "1.0")?.stepper))
}

/// Returns a random state, which need not be on the constraints.
pub(crate) fn random_state(machine: &Machine, numbers: &mut Numbers) -> State {
    let length = machine.state_parts().iter().map(|part| part.entries.len());
    State::new(Clock::new(0.3), numbers.list(length.sum()))
}

/// Returns controls that are read from lists, one for each moment, in the order of the times.
pub(crate) fn at_times<'u>(
    times: &'u [f64],
    controls: &'u [Vec<f64>],
) -> impl FnMut(f64, &mut [f64]) -> Result<(), Infallible> + Copy + use<'u> {
    move |t, u| {
        let apart = |i: &usize| (times[*i] - t).abs();
        let nearest = (0..times.len()).min_by(|a, b| apart(a).total_cmp(&apart(b)));
        u.copy_from_slice(&controls[nearest.expect("a moment")]);
        Ok(())
    }
}

/// Returns the derivative of a function at zero by differences of sixth order, with the change when
/// the increment is halved; `None` if the function fails.
pub(crate) fn difference(
    f: impl Fn(f64) -> Option<Vec<f64>>,
    increment: f64,
) -> Option<(Vec<f64>, Vec<f64>)> {
    let by = |h: f64| {
        let mut sum: Option<Vec<f64>> = None;
        for (steps, weight) in [(1.0, 45.0), (2.0, -9.0), (3.0, 1.0)] {
            let (ahead, behind) = (f(steps * h)?, f(-steps * h)?);
            let terms = ahead.iter().zip(&behind);
            let terms = terms.map(|(a, b)| weight * (a - b) / (60.0 * h));
            sum = Some(match sum {
                None => terms.collect(),
                Some(sum) => sum.iter().zip(terms).map(|(s, t)| s + t).collect(),
            });
        }
        sum
    };
    let (rough, fine) = (by(2.0 * increment)?, by(increment)?);
    let change = rough.iter().zip(&fine).map(|(a, b)| (a - b).abs());
    let change = change.collect();
    Some((fine, change))
}

pub(crate) fn along(point: &[f64], s: f64, direction: &[f64]) -> Vec<f64> {
    let pairs = point.iter().zip(direction);
    pairs.map(|(x, d)| x + s * d).collect()
}

pub(crate) fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

pub(crate) fn largest(list: &[f64]) -> f64 {
    list.iter().fold(0.0, |most, x| most.max(x.abs()))
}
