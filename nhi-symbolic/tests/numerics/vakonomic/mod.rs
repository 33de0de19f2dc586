//! Vakonomic integrators: reference data, orders, symplecticity, constraints, integrals, energy.

mod circle;
mod nonlinear;
mod properties;
mod sphere;

use crate::support::compiled::{Compiled, Node, Run, shared_file};
use crate::support::fixture::Fixture;
use crate::support::{assert_close, systems::case};

/// Where a vakonomic motion starts.
struct Start {
    model: &'static str,
    q: Vec<f64>,
    v: Vec<f64>,
    lambda: Vec<f64>,
}

impl Start {
    /// The initial values of a scenario.
    fn of_scenario(name: &str, model: &'static str) -> Self {
        let path = shared_file("scenarios").join(name).with_extension("toml");
        let text = std::fs::read_to_string(path).expect("a scenario");
        let value = |key: &str| -> f64 {
            let mut lines = text.lines().filter_map(|line| line.split_once(" = "));
            let found = lines.find(|(name, _)| *name == key);
            found.expect(key).1.parse().expect("a number")
        };
        let compiled = Compiled::of_file(model, "VakonomicGauss");
        let coordinates = &compiled.mechanics.model.coordinates;
        let constraints = &compiled.mechanics.model.constraints;
        Self {
            model,
            q: coordinates.iter().map(|x| value(&x.name)).collect(),
            v: coordinates
                .iter()
                .map(|x| value(&format!("{}_dot", x.name)))
                .collect(),
            lambda: constraints.iter().map(|x| value(&x.name)).collect(),
        }
    }

    fn all() -> Vec<Self> {
        vec![
            Self::of_scenario("heisenberg_geodesic", "heisenberg"),
            Self::of_scenario("martinet", "martinet"),
            Self::of_scenario("vehicle_in_bowl", "vehicle_in_bowl"),
        ]
    }

    fn node(&self, run: &Run<'_>) -> Node {
        run.start_with(&self.q, &self.v, &self.lambda, 0.0)
    }

    /// The nodes of a run.
    fn trajectory(&self, run: &Run<'_>, steps: usize) -> Vec<Node> {
        core::iter::successors(Some(self.node(run)), |node| Some(run.step(node)))
            .take(steps + 1)
            .collect()
    }
}

fn integrator(stages: u64) -> String {
    format!("VakonomicGauss(stages = {stages})")
}

#[test]
fn steps_equal_the_reference_data() {
    for (fixture, scenario, model) in [
        ("vak_bicycle", "two_wheeled_vehicle", "two_wheeled_vehicle"),
        ("vak_heisenberg", "heisenberg_geodesic", "heisenberg"),
    ] {
        let fixture = Fixture::load(fixture);
        let start = Start::of_scenario(scenario, model);
        let parameters = case(model).parameters;
        assert_close("lambda", &start.lambda, &fixture.column("lam0"), 1e-15);
        for expected in fixture.vakonomic_runs() {
            let compiled = Compiled::of_file(model, &integrator(expected.stages));
            let run = Run::new(&compiled, &parameters, expected.h);
            let nodes = start.trajectory(&run, expected.y.len() - 1);
            for (node, y) in nodes.iter().zip(&expected.y) {
                let actual = [&node.q[..], &node.reflected].concat();
                assert_close(&format!("{model} {}", expected.stages), &actual, y, 1e-12);
            }
            for (node, lambda) in nodes.iter().zip(&expected.lambda) {
                assert_close("lambda", &run.sample(node).lambda, lambda, 1e-12);
            }
        }
    }
}
