//! A change of units by powers of two changes no digit: what is compared with each other has the same unit.

use nhi_machine::{Machine, no_controls};
use nhi_symbolic::INTEGRATORS;
use nhi_symbolic::program::stepper::Stepper;

/// Exponents of the units of mass, length and time.
type Unit = [i32; 3];

const NUMBER: Unit = [0, 0, 0];
const TIME: Unit = [0, 0, 1];
const MASS: Unit = [1, 0, 0];
const LENGTH: Unit = [0, 1, 0];
const PER_LENGTH: Unit = [0, -1, 0];
const SPEED: Unit = [0, 1, -1];
const TURN: Unit = [0, 0, -1];
const INERTIA: Unit = [1, 2, 0];
const ACCELERATION: Unit = [0, 1, -2];
const STIFFNESS: Unit = [1, 0, -2];
const ENERGY: Unit = [1, 2, -2];

struct System {
    name: &'static str,
    text: &'static str,
    parameters: &'static [(&'static str, f64, Unit)],
    /// The entries of the configuration.
    q: &'static [(f64, Unit)],
    v: &'static [(f64, Unit)],
    /// What the residual of each constraint is measured in.
    residuals: &'static [Unit],
}

const SPHERE: System = System {
    name: "a particle on a sphere",
    text: "coordinates(x, y, z),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - m * g * x,
        constraints(rise = z_dot - s * y * x_dot),
        holonomic(sphere = x.powi(2) + y.powi(2) + z.powi(2) - r.powi(2)),",
    parameters: &[
        ("m", 1.3, MASS),
        ("g", 0.7, ACCELERATION),
        ("s", 0.9, PER_LENGTH),
        ("r", 1.5, LENGTH),
    ],
    q: &[(1.5, LENGTH), (0.0, LENGTH), (0.0, LENGTH)],
    v: &[(0.0, SPEED), (1.1, SPEED), (0.0, SPEED)],
    residuals: &[SPEED, [0, 2, -1]],
};

const SLIDER: System = System {
    name: "a mass on a turning rod, with a mass that follows",
    text: "coordinates(theta, r, s),
        lagrangian = 0.5 * (j + m * r.powi(2)) * theta_dot.powi(2) + 0.5 * m * r_dot.powi(2)
            + 0.5 * n * s_dot.powi(2) - 0.5 * k * (r - l).powi(2),
        constraints(follow = s_dot - sin(theta) * r_dot - r * theta_dot),",
    parameters: &[
        ("j", 0.7, INERTIA),
        ("m", 1.3, MASS),
        ("n", 0.4, MASS),
        ("k", 3.1, STIFFNESS),
        ("l", 0.6, LENGTH),
    ],
    q: &[(0.4, NUMBER), (0.8, LENGTH), (0.1, LENGTH)],
    v: &[(1.25, TURN), (0.0, SPEED), (1.0, SPEED)],
    residuals: &[SPEED],
};

const QUARTIC: System = System {
    name: "a particle that is heavier where it is faster",
    text: "coordinates(x, y, z),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2))
            + 0.25 * m / c.powi(2) * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)).powi(2) - 0.5 * k * x.powi(2),
        constraints(rise = z_dot - s * y * x_dot),",
    parameters: &[("m", 1.3, MASS), ("c", 2.2, SPEED), ("k", 3.1, STIFFNESS), ("s", 0.9, PER_LENGTH)],
    q: &[(0.4, LENGTH), (0.5, LENGTH), (0.1, LENGTH)],
    v: &[(0.0, SPEED), (1.1, SPEED), (0.0, SPEED)],
    residuals: &[SPEED],
};

const SUSLOV: System = System {
    name: "a body that cannot turn about one of its axes",
    text: "groups(body: SO3(w1, w2, w3)),
        lagrangian = 0.5 * (i1 * w1.powi(2) + i2 * w2.powi(2) + i3 * w3.powi(2)) + i13 * w1 * w3,
        constraints(held = w3),",
    parameters: &[
        ("i1", 1.1, INERTIA),
        ("i2", 1.7, INERTIA),
        ("i3", 2.3, INERTIA),
        ("i13", 0.3, INERTIA),
    ],
    q: &IDENTITY,
    v: &[(0.7, TURN), (1.1, TURN), (0.0, TURN)],
    residuals: &[TURN],
};

const TOP: System = System {
    name: "a free body",
    text: "groups(body: SO3(w1, w2, w3)),
        lagrangian = 0.5 * (i1 * w1.powi(2) + i2 * w2.powi(2) + i3 * w3.powi(2)),",
    parameters: &[
        ("i1", 1.1, INERTIA),
        ("i2", 1.7, INERTIA),
        ("i3", 2.3, INERTIA),
    ],
    q: &IDENTITY,
    v: &[(0.7, TURN), (1.1, TURN), (0.2, TURN)],
    residuals: &[],
};

const SLEIGH: System = System {
    name: "a sleigh on SE(2)",
    text: "groups(pose: SE2(w, v1, v2)),
        lagrangian = 0.5 * j * w.powi(2) + 0.5 * m * (v1.powi(2) + v2.powi(2)),
        constraints(blade = v2 - a * w),",
    parameters: &[("j", 1.1, INERTIA), ("m", 1.7, MASS), ("a", 0.5, LENGTH)],
    q: &[
        (1.0, NUMBER),
        (0.0, NUMBER),
        (0.3, LENGTH),
        (0.0, NUMBER),
        (1.0, NUMBER),
        (0.2, LENGTH),
    ],
    v: &[(0.75, TURN), (1.1, SPEED), (0.375, SPEED)],
    residuals: &[SPEED],
};

const IDENTITY: [(f64, Unit); 9] = {
    let mut entries = [(0.0, NUMBER); 9];
    (entries[0].0, entries[4].0, entries[8].0) = (1.0, 1.0, 1.0);
    entries
};

const SYSTEMS: [&System; 6] = [&SPHERE, &SLIDER, &QUARTIC, &SUSLOV, &TOP, &SLEIGH];

/// Binary exponents of the new units of mass, length and time.
const CHANGES: [Unit; 6] = [
    [20, 0, 0],
    [-13, 0, 0],
    [0, 0, 20],
    [0, 0, -11],
    [0, 17, 0],
    [9, -10, 7],
];

const STEPS: usize = 20;

/// `2^(change . unit)`.
fn factor(change: Unit, unit: Unit) -> f64 {
    let exponents = change.iter().zip(unit);
    2.0_f64.powi(exponents.map(|(a, b)| a * b).sum())
}

/// `a / b^times`.
fn per(a: Unit, b: Unit, times: i32) -> Unit {
    [0, 1, 2].map(|i| a[i] - times * b[i])
}

impl System {
    /// With whether steps solve equations.
    fn machine(&self, integrator: &str) -> Option<(Machine, bool)> {
        let names = self.parameters.iter().map(|&(name, ..)| name);
        let fields: String = names.map(|name| format!("pub {name}: f64, ")).collect();
        let source = format!(
            "#[nonholonomic({} integrators({integrator}))] pub struct System {{ {fields} }}",
            self.text
        );
        let compiled = nhi_symbolic::compile_file(source.parse().unwrap()).ok()?;
        let compiled = compiled.into_iter().next()?;
        let (scheme, program) = compiled.steppers.first()?;
        let stepper = Stepper::of(&compiled.mechanics, scheme, program);
        Some((Machine::new(&stepper), scheme.traits.implicit))
    }

    /// The rows of a run in other units, in the old ones.
    fn run(&self, machine: &Machine, change: Unit) -> Vec<Vec<f64>> {
        let of = |x: f64, unit: Unit| x * factor(change, unit);
        let parameters = self.parameters.iter().map(|&(_, x, unit)| of(x, unit));
        let parameters: Vec<_> = parameters.collect();
        let [q, v] = [self.q, self.v].map(|values| {
            values
                .iter()
                .map(|&(x, unit)| of(x, unit))
                .collect::<Vec<_>>()
        });
        let stepper = machine.stepper(&parameters, of(0.0625, TIME)).unwrap();
        let mut state = stepper.start(0.0, &q, &v, &[], no_controls).unwrap();
        let units = self.units(machine.integrator());
        let mut rows = Vec::new();
        for _ in 0..STEPS {
            state = stepper.step(&state, no_controls).unwrap();
            let sample = stepper.sample(&state).unwrap();
            let numbers = [sample.q, sample.v, sample.lambda].concat();
            let row = numbers.iter().zip(&units);
            rows.push(row.map(|(x, &unit)| x / factor(change, unit)).collect());
        }
        rows
    }

    /// Of configuration, velocity and multipliers, which are forces or, in vakonomic motions, momenta.
    fn units(&self, integrator: &str) -> Vec<Unit> {
        let rate = if integrator.starts_with("Vakonomic") {
            0
        } else {
            1
        };
        let multiplier = |&residual: &Unit| per(per(ENERGY, residual, 1), TIME, rate);
        let given = self.q.iter().chain(self.v).map(|&(_, unit)| unit);
        given.chain(self.residuals.iter().map(multiplier)).collect()
    }
}

/// How far apart two runs are, relative to the largest number of the same unit in the first.
fn distance(units: &[Unit], a: &[Vec<f64>], b: &[Vec<f64>]) -> f64 {
    let sizes = units.iter().map(|unit| {
        let alike = |row: &Vec<f64>| {
            let alike = row.iter().zip(units).filter(|(_, other)| *other == unit);
            alike.fold(0.0_f64, |most, (x, _)| most.max(x.abs()))
        };
        a.iter().map(alike).fold(0.0, f64::max)
    });
    let sizes: Vec<_> = sizes.collect();
    let rows = a
        .iter()
        .zip(b)
        .flat_map(|(a, b)| a.iter().zip(b).zip(&sizes));
    let relative = rows.map(|((x, y), size)| if x == y { 0.0 } else { (x - y).abs() / size });
    relative.fold(0.0, f64::max)
}

/// Explicit steps keep their bits. Elimination takes for its pivots what is largest, so that units can change the order of
/// equations with different units, and with it their round-off; no digit is lost by it.
#[test]
fn units_do_not_matter() {
    // Twenty steps, each with the round-off of a few dozen operations.
    let round_off = 1000.0 * f64::EPSILON;
    let (mut tried, mut kept) = (0, 0);
    for system in SYSTEMS {
        // A tolerance is relative to one unit.
        let constant = INTEGRATORS
            .iter()
            .filter(|integrator| !integrator.is_adaptive());
        for integrator in constant.map(|integrator| integrator.name) {
            let Some((machine, is_implicit)) = system.machine(integrator) else {
                continue;
            };
            let expected = system.run(&machine, NUMBER);
            for change in CHANGES {
                let found = system.run(&machine, change);
                let distance = distance(&system.units(integrator), &expected, &found);
                let bound = if is_implicit { round_off } else { 0.0 };
                assert!(
                    distance <= bound,
                    "{integrator} of {} with {change:?}: {distance:e}",
                    system.name
                );
                tried += 1;
                kept += usize::from(found == expected);
            }
        }
    }
    println!("{kept} of {tried} runs have the same bits");
    assert!(tried > 300 && kept > tried * 4 / 5, "{kept} of {tried}");
}
