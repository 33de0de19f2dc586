//! Reference data of the shared folder of fixtures.

use serde_json::Value;

use super::compiled::shared_file;

/// The data of one system.
pub(crate) struct Fixture(Value);

impl Fixture {
    pub(crate) fn load(name: &str) -> Self {
        let path = shared_file("fixtures").join(name).with_extension("json");
        let text = std::fs::read_to_string(&path);
        let text = text.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        Self(serde_json::from_str(&text).expect("JSON"))
    }

    pub(crate) fn number(&self, key: &str) -> f64 {
        self.0[key].as_f64().expect(key)
    }

    pub(crate) fn column(&self, key: &str) -> Vec<f64> {
        column(&self.0[key])
    }

    pub(crate) fn matrix(&self, key: &str) -> Vec<Vec<f64>> {
        matrix(&self.0[key])
    }

    /// Step sizes and positions of the runs of an integrator of which nothing else is given.
    pub(crate) fn positions_of(&self, integrator: &str) -> Vec<(f64, Vec<Vec<f64>>)> {
        let runs = self.0["integrators"].as_array().expect("a list of runs");
        let runs = runs.iter().filter(|run| run["integrator"] == integrator);
        runs.map(|run| (run["h"].as_f64().expect("a step size"), matrix(&run["q"])))
            .collect()
    }

    /// The first steps of the Gauss methods on an extended Hamiltonian system.
    pub(crate) fn vakonomic_runs(&self) -> Vec<VakonomicRun> {
        let runs = self.0["integrators"]
            .as_array()
            .expect("a list of runs")
            .iter();
        runs.map(|run| VakonomicRun {
            stages: run["stages"].as_u64().expect("a number of stages"),
            h: run["h"].as_f64().expect("a step size"),
            y: matrix(&run["y"]),
            lambda: matrix(&run["lam"]),
        })
        .collect()
    }

    /// A part of the data with keys of its own.
    pub(crate) fn part(&self, key: &str) -> Self {
        Self(self.0[key].clone())
    }

    /// The runs of a feedback integrator.
    pub(crate) fn feedback_runs(&self) -> Vec<FeedbackRun> {
        let runs = self.0["runs"].as_array().expect("a list of runs").iter();
        runs.map(|run| FeedbackRun {
            base: run["base"].as_str().expect("a method").to_owned(),
            feedback: run["feedback"].as_bool().unwrap_or(true),
            h: run["h"].as_f64().expect("a step size"),
            y: matrix(&run["y"]),
        })
        .collect()
    }

    /// The sample points of the table of Lie groups.
    pub(crate) fn table(&self) -> Vec<GroupSample> {
        let entries = self.0["table"].as_array().expect("a table").iter();
        entries.map(GroupSample::new).collect()
    }

    /// The runs of a reduced integrator.
    pub(crate) fn reduced_runs(&self) -> Vec<ReducedRun> {
        let runs = self.0["runs"].as_array().expect("a list of runs").iter();
        runs.map(ReducedRun::new).collect()
    }

    /// The runs of an integrator of a rigid body.
    pub(crate) fn rotation_runs(&self, integrator: &str) -> Vec<RotationRun> {
        let runs = self.0["integrators"].as_array().expect("a list of runs");
        let runs = runs.iter().filter(|run| run["integrator"] == integrator);
        runs.map(|run| RotationRun {
            tau: run["tau"].as_str().unwrap_or_default().to_owned(),
            dtau: run["dtau"].as_str().unwrap_or_default().to_owned(),
            h: run["h"].as_f64().expect("a step size"),
            r: matrix(&run["R"]),
            pi: run.get("Pi").map(matrix).unwrap_or_default(),
            omega: run.get("Omega").map(matrix).unwrap_or_default(),
        })
        .collect()
    }

    /// The rotation and the body momentum of the continuous motion at time `t`.
    pub(crate) fn rotation_at(&self, t: f64) -> (Vec<f64>, Vec<f64>) {
        let reference = &self.0["reference"];
        let times = column(&reference["t"]);
        let place = times.iter().position(|&x| x == t);
        let place = place.expect("a time of the reference");
        (
            column(&reference["R"][place]),
            column(&reference["Pi"][place]),
        )
    }

    /// The trajectory of the continuous system: coordinates and velocities at time `t`.
    pub(crate) fn reference_at(&self, t: f64) -> (Vec<f64>, Vec<f64>) {
        let reference = &self.0["reference"];
        let times = column(&reference["t"]);
        let place = times
            .iter()
            .position(|&x| x == t)
            .expect("a time of the reference");
        (
            column(&reference["q"][place]),
            column(&reference["v"][place]),
        )
    }

    /// The runs of an integrator.
    pub(crate) fn runs(&self, integrator: &str) -> Vec<FixtureRun> {
        let runs = self.0["integrators"].as_array().expect("a list of runs");
        let runs = runs.iter().filter(|run| run["integrator"] == integrator);
        runs.map(FixtureRun::new).collect()
    }
}

/// The first steps of an integrator.
pub(crate) struct FixtureRun {
    pub(crate) h: f64,
    /// The start rule, where the integrator has one.
    pub(crate) start: Option<String>,
    /// The discrete Lagrangian, where the integrator has a choice.
    pub(crate) quadrature: Option<String>,
    /// The weight `alpha`, where the integrator has one.
    pub(crate) alpha: Option<f64>,
    pub(crate) q: Vec<Vec<f64>>,
    pub(crate) v: Vec<Vec<f64>>,
    /// Momenta of the half steps, where given.
    pub(crate) p_half: Option<Vec<Vec<f64>>>,
}

/// The first steps of an integrator of a rigid body: rotations by rows, and either momenta or
/// velocities of the body.
pub(crate) struct RotationRun {
    pub(crate) tau: String,
    pub(crate) dtau: String,
    pub(crate) h: f64,
    pub(crate) r: Vec<Vec<f64>>,
    pub(crate) pi: Vec<Vec<f64>>,
    pub(crate) omega: Vec<Vec<f64>>,
}

/// The first steps of a Gauss method on an extended Hamiltonian system.
pub(crate) struct VakonomicRun {
    pub(crate) stages: u64,
    pub(crate) h: f64,
    /// Coordinates and momenta.
    pub(crate) y: Vec<Vec<f64>>,
    /// The multipliers at the nodes.
    pub(crate) lambda: Vec<Vec<f64>>,
}

/// The first steps of a feedback integrator.
pub(crate) struct FeedbackRun {
    pub(crate) base: String,
    pub(crate) feedback: bool,
    pub(crate) h: f64,
    /// Coordinates and momenta.
    pub(crate) y: Vec<Vec<f64>>,
}

/// A retraction at a sample point.
pub(crate) struct GroupSample {
    pub(crate) group: String,
    pub(crate) map: String,
    pub(crate) xi: Vec<f64>,
    /// The element; matrices by rows.
    pub(crate) tau: Vec<f64>,
    /// The right-trivialised inverse differential by rows.
    pub(crate) inverse_differential: Vec<f64>,
    pub(crate) ad: Vec<f64>,
}

impl GroupSample {
    fn new(entry: &Value) -> Self {
        let text = |key: &str| entry[key].as_str().expect(key).to_owned();
        Self {
            group: text("group"),
            map: text("map"),
            xi: column(&entry["xi"]),
            tau: column(&entry["tau"]),
            inverse_differential: matrix(&entry["dtau_inv"]).concat(),
            ad: matrix(&entry["ad"]).concat(),
        }
    }
}

/// The first steps of a reduced integrator: shape, group element, and nodal velocities of both.
pub(crate) struct ReducedRun {
    pub(crate) dtau: String,
    pub(crate) alpha: f64,
    pub(crate) h: f64,
    pub(crate) r: Vec<Vec<f64>>,
    pub(crate) g: Vec<Vec<f64>>,
    pub(crate) u: Vec<Vec<f64>>,
    pub(crate) xi: Vec<Vec<f64>>,
}

impl ReducedRun {
    fn new(run: &Value) -> Self {
        Self {
            dtau: run["dtau"].as_str().expect("a differential").to_owned(),
            alpha: run["alpha"].as_f64().expect("a weight"),
            h: run["h"].as_f64().expect("a step size"),
            r: matrix(&run["r"]),
            g: matrix(&run["g"]),
            u: matrix(&run["u"]),
            xi: matrix(&run["xi"]),
        }
    }
}

impl FixtureRun {
    fn new(run: &Value) -> Self {
        let text = |key: &str| run[key].as_str().map(str::to_owned);
        Self {
            h: run["h"].as_f64().expect("a step size"),
            start: text("init"),
            quadrature: text("Ld"),
            alpha: run["alpha"].as_f64(),
            q: matrix(&run["q"]),
            v: matrix(&run["v"]),
            p_half: run.get("p_half").map(matrix),
        }
    }
}

fn column(value: &Value) -> Vec<f64> {
    let entries = value.as_array().expect("a list").iter();
    entries.map(|x| x.as_f64().expect("a number")).collect()
}

fn matrix(value: &Value) -> Vec<Vec<f64>> {
    value
        .as_array()
        .expect("a list")
        .iter()
        .map(column)
        .collect()
}

/// The controls of a fixture at a time, for a model with as many controls.
pub(crate) fn controls(fixture: &str, count: usize, t: f64) -> Vec<f64> {
    let turn = core::f64::consts::TAU * t;
    match (fixture, count) {
        (_, 0) => Vec::new(),
        ("snakeboard_forced", _) => vec![(10.0 * turn).cos(), turn.sin()],
        ("rolling_disk_forced", _) => vec![t.cos() / 5.0, 0.3 * (2.0 * t).sin()],
        _ => vec![0.0; count],
    }
}
