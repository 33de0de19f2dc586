//! Generated methods with their own step size, for `python/benchmarks/against_heyoka.py`.
//!
//! `adaptive describe` prints the systems as JSON, and `adaptive SYSTEM METHOD RUNS` the median
//! seconds of a run, then the coordinates at its end. A run begins at the initial values and ends
//! in one row. `cargo bench -p nhi-benches --bench adaptive -- machine` prints the times of the
//! machine as multiples of those of generated code. Without arguments, each method runs once.

use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use nhi_machine::{Machine, no_controls};

/// A run of a method: returns the coordinates at the end.
type Run = Box<dyn FnMut() -> Vec<f64>>;

/// A method by name.
struct Method {
    name: &'static str,
    run: fn() -> Run,
}

/// A system, with its model as text and its motion.
struct System {
    name: &'static str,
    /// The arguments of the attribute.
    model: &'static str,
    parameters: &'static [(&'static str, f64)],
    q: &'static [f64],
    v: &'static [f64],
    end: f64,
    methods: &'static [Method],
}

/// The attribute of a model with an integrator.
macro_rules! method {
    ($name:ident, $method:ident, $end:expr, { $($parameter:ident = $value:expr),* }, $integrator:tt,
     $option:tt; $($model:tt)*) => {
        mod $name {
            use nhi::nonholonomic;

            #[nonholonomic($($model)*, integrators($integrator(tolerance = $option)))]
            struct Model {
                $($parameter: f64,)*
            }

            pub(super) fn run() -> super::Run {
                let model = Model { $($parameter: $value,)* };
                let stepper = model.$method($end).expect("a regular model");
                Box::new(move || {
                    let (q, v) = (super::Q, super::V);
                    let start = stepper.start(0.0, q.into(), v.into(), &());
                    let state = stepper.step(&start.expect("a start on the constraints"), &());
                    let sample = stepper.sample(&state.expect("a motion"));
                    Vec::from(<[f64; super::Q.len()]>::from(sample.expect("a sample").q))
                })
            }
        }
    };
}

/// Parameters with their names.
macro_rules! parameters {
    ($($parameter:ident = $value:expr),*) => {
        &[$((stringify!($parameter), $value)),*]
    };
}

macro_rules! system {
    ($name:ident, $q:expr, $v:expr, $end:expr, $parameters:tt; $($model:tt)*) => {
        mod $name {
            use super::{Method, Run, System};

            const Q: [f64; $q.len()] = $q;
            const V: [f64; $v.len()] = $v;

            method!(dop853_1e5, dop853, $end, $parameters, Dop853, 1e-5; $($model)*);
            method!(dop853_1e7, dop853, $end, $parameters, Dop853, 1e-7; $($model)*);
            method!(dop853_1e9, dop853, $end, $parameters, Dop853, 1e-9; $($model)*);
            method!(dop853_1e11, dop853, $end, $parameters, Dop853, 1e-11; $($model)*);
            method!(taylor, taylor, $end, $parameters, Taylor, 1e-15; $($model)*);

            pub(super) const SYSTEM: System = System {
                name: stringify!($name),
                model: stringify!($($model)*),
                parameters: parameters! $parameters,
                q: &Q,
                v: &V,
                end: $end,
                methods: &[
                    Method { name: "1e-5", run: dop853_1e5::run },
                    Method { name: "1e-7", run: dop853_1e7::run },
                    Method { name: "1e-9", run: dop853_1e9::run },
                    Method { name: "1e-11", run: dop853_1e11::run },
                    Method { name: "taylor", run: taylor::run },
                ],
            };
        }
    };
}

system!(
    sleigh, [0.0, 0.5, 0.0], [1.0, -1.5, 0.5], 10.0,
    { inertia = 1.0, m = 2.0, a = 0.5 };
    coordinates(theta, x, y),
    lagrangian = 0.5 * inertia * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(blade = a * theta_dot + sin(theta) * x_dot - cos(theta) * y_dot)
);

system!(
    snakeboard,
    [std::f64::consts::FRAC_PI_2, std::f64::consts::FRAC_PI_3, 0.0, 0.0, 0.0],
    [2.5, -0.02, -1.803_525_403_784_438_6, 1.041_265_877_365_274, 0.0], 10.0,
    { m = 1.0, l = 1.0, i_rotor = 0.5, j_wheel = 1.5 };
    coordinates(psi, phi, theta, x, y),
    lagrangian = 0.5 * i_rotor * (psi_dot + theta_dot).powi(2) + j_wheel * phi_dot.powi(2)
        + 0.5 * (m * l * l - i_rotor) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)),
    constraints(
        skid = sin(theta) * x_dot - cos(theta) * y_dot,
        steer = l * cos(phi) * theta_dot + sin(phi) * (cos(theta) * x_dot + sin(theta) * y_dot),
    )
);

system!(
    disk, [0.0, std::f64::consts::FRAC_PI_2, 0.0, 0.0, 0.0], [0.4, 0.5, 3.0, -3.0, -0.5], 10.0,
    { m = 2.0, j1 = 0.5, j3 = 1.0, radius = 1.0, g = 9.81 };
    coordinates(heading, lean, roll, x, y),
    definitions(
        turning = heading_dot * sin(lean),
        rolling = roll_dot + heading_dot * cos(lean),
        height = radius * sin(lean),
        rising = lean_dot * radius * cos(lean),
    ),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2) + rising.powi(2))
        + 0.5 * j1 * (lean_dot.powi(2) + turning.powi(2)) + 0.5 * j3 * rolling.powi(2) - m * g * height,
    constraints(
        along = cos(heading) * x_dot + sin(heading) * y_dot + radius * rolling,
        across = cos(heading) * y_dot - sin(heading) * x_dot + height * lean_dot,
    )
);

// A tractor with four trailers.
system!(
    chain,
    [0.0, 0.0, 0.3, 0.4, 0.3, 0.2, 0.1, 0.0],
    [
        0.921_060_994_002_885_1,
        0.389_418_342_308_650_5,
        0.1,
        0.309_336_249_609_623_14,
        0.099_833_416_646_828_21,
        0.099_334_665_397_530_54,
        0.098_838_405_827_042_01,
        0.098_344_625_487_346_57
    ],
    10.0,
    { m = 1.0, j = 0.1, j_trailer = 0.2, l = 1.0 };
    coordinates(x, y, phi, theta0, theta1, theta2, theta3, theta4),
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * j * (phi_dot.powi(2) + theta0_dot.powi(2))
        + 0.5 * j_trailer * (theta1_dot.powi(2) + theta2_dot.powi(2) + theta3_dot.powi(2) + theta4_dot.powi(2)),
    constraints(
        rear = sin(theta0) * x_dot - cos(theta0) * y_dot,
        front = sin(theta0 + phi) * x_dot - cos(theta0 + phi) * y_dot - l * cos(phi) * theta0_dot,
        axle1 = sin(theta1) * x_dot - cos(theta1) * y_dot + l * theta1_dot,
        axle2 = sin(theta2) * x_dot - cos(theta2) * y_dot + l * cos(theta2 - theta1) * theta1_dot
            + l * theta2_dot,
        axle3 = sin(theta3) * x_dot - cos(theta3) * y_dot + l * cos(theta3 - theta1) * theta1_dot
            + l * cos(theta3 - theta2) * theta2_dot + l * theta3_dot,
        axle4 = sin(theta4) * x_dot - cos(theta4) * y_dot + l * cos(theta4 - theta1) * theta1_dot
            + l * cos(theta4 - theta2) * theta2_dot + l * cos(theta4 - theta3) * theta3_dot
            + l * theta4_dot
    )
);

const SYSTEMS: [System; 4] = [
    sleigh::SYSTEM,
    snakeboard::SYSTEM,
    disk::SYSTEM,
    chain::SYSTEM,
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments: Vec<_> = std::env::args().skip(1).collect();
    arguments.retain(|argument| argument != "--bench");
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["describe"] => describe(),
        ["machine"] => return compare_with_machine(),
        [system, method, runs] => {
            let system = SYSTEMS.iter().find(|x| x.name == system);
            let system = system.ok_or("there is no such system")?;
            let method = system.methods.iter().find(|x| x.name == method);
            measure(method.ok_or("there is no such method")?, runs.parse()?);
        }
        _ => SYSTEMS
            .iter()
            .flat_map(|system| system.methods)
            .for_each(|method| _ = black_box((method.run)()())),
    }
    Ok(())
}

fn measure(method: &Method, runs: usize) {
    let mut run = (method.run)();
    let times = (0..runs.max(1)).map(|_| {
        let begun = Instant::now();
        black_box(run());
        begun.elapsed().as_secs_f64()
    });
    println!("{:e} {:?}", median(times.collect()), run());
}

/// The most time of the machine, as a multiple of the time of generated code.
const MOST_OF_MACHINE: f64 = 5.0;

/// Prints the times of all methods. Both take turns in one process, so that whatever else the
/// computer does meets both alike.
fn compare_with_machine() -> Result<(), Box<dyn Error>> {
    println!("us per run (median): generated, machine, ratio");
    let mut passes = true;
    for system in SYSTEMS {
        for method in system.methods {
            let (mut generated, mut machine) = ((method.run)(), in_machine(&system, method)?);
            assert_eq!(generated(), machine(), "the same bits");
            let rounds = (0..200).map(|_| {
                let [alone, other] = [&mut generated, &mut machine].map(|run| {
                    let begun = Instant::now();
                    (0..20).for_each(|_| _ = black_box(run()));
                    begun.elapsed().as_secs_f64() / 20.0
                });
                [alone * 1e6, other * 1e6, other / alone]
            });
            let rounds: Vec<_> = rounds.collect();
            let [alone, other, ratio] =
                [0, 1, 2].map(|which| median(rounds.iter().map(|round| round[which]).collect()));
            let (system, method) = (system.name, method.name);
            println!("{system:10} {method:7} {alone:6.1} {other:6.1} {ratio:5.2}");
            passes &= ratio <= MOST_OF_MACHINE;
        }
    }
    match passes {
        true => Ok(()),
        false => Err("the machine takes more than 5 times the time of generated code".into()),
    }
}

/// Returns the run of a method in the machine.
fn in_machine(system: &System, method: &Method) -> Result<Run, Box<dyn Error>> {
    let integrator = match method.name {
        "taylor" => "Taylor(tolerance = 1e-15)".to_owned(),
        tolerance => format!("Dop853(tolerance = {tolerance})"),
    };
    let (names, parameters): (Vec<_>, Vec<_>) = system.parameters.iter().copied().unzip();
    let text = format!(
        "#[nonholonomic({}, integrators({integrator}))] struct Model {{ {}: f64 }}",
        system.model,
        names.join(": f64, ")
    );
    let models = nhi_symbolic::compile_file(text.parse()?).expect("a model");
    let stepper = models[0].steppers_as_data().next().ok_or("no integrator")?;
    let stepper = Machine::new(&stepper).stepper(&parameters, system.end)?;
    let (q, v) = (system.q, system.v);
    Ok(Box::new(move || {
        let start = stepper.start(0.0, q, v, &[], no_controls);
        let state = stepper.step(&start.expect("a start on the constraints"), no_controls);
        let sample = stepper.sample(&state.expect("a motion"));
        sample.expect("a sample").q
    }))
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn describe() {
    let systems = SYSTEMS.iter().map(|system| {
        let parameters = system.parameters.iter();
        let parameters: Vec<_> = parameters.map(|(name, x)| format!("{name:?}: {x:?}")).collect();
        let methods: Vec<_> = system.methods.iter().map(|method| method.name).collect();
        format!(
            "{{\"name\": {:?}, \"model\": {:?}, \"parameters\": {{{}}}, \"q\": {:?}, \"v\": {:?}, \"end\": {:?}, \
             \"methods\": {methods:?}}}",
            system.name,
            system.model,
            parameters.join(", "),
            system.q,
            system.v,
            system.end,
        )
    });
    println!("[{}]", systems.collect::<Vec<_>>().join(",\n"));
}
