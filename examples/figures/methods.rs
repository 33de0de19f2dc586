//! The measurements of the page on methods: each method on one system.

use std::convert::Infallible;
use std::error::Error;

use nhi_machine::{Machine, MachineStepper, State};
use nhi_study::picture::Colour::{Blue, Orange};
use nhi_study::picture::{Panel, Picture, Scale};
use nhi_symbolic::{ScenarioSignals, compile_stepper, parse_file, parse_integrator};

use super::layout::save;
use super::run::Points;

/// A system with parameters, initial values and the time at its end.
struct System {
    model: &'static str,
    parameters: &'static [f64],
    q: &'static [f64],
    v: &'static [f64],
    end: f64,
}

/// A sleigh in coordinates of its blade: the mass matrix depends on the heading.
const SLEIGH: System = System {
    model: "#[nonholonomic(
        coordinates(theta, x, y),
        lagrangian = 0.5 * (j + m * a.powi(2)) * theta_dot.powi(2) + 0.5 * m * (x_dot.powi(2) + y_dot.powi(2))
            + m * a * theta_dot * (cos(theta) * y_dot - sin(theta) * x_dot),
        constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot),
        integrators(Mla),
    )]
    struct Sleigh { j: f64, m: f64, a: f64 }",
    parameters: &[1.0, 2.0, 0.5],
    q: &[0.0, 0.0, 0.0],
    v: &[1.0, 1.5, 0.0],
    end: 16.0,
};

/// A point of given speed on a surface: a nonlinear constraint and a position constraint.
const SURFACE: System = System {
    model: "#[nonholonomic(
        coordinates(x, y, z),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) + 0.3 * x * y - 0.4 * z,
        holonomic(surface = z - 0.2 * y.powi(2)),
        constraints(speed = x_dot.powi(2) + 2 * y_dot.powi(2) + z_dot.powi(2) - 4),
        rule = Chetaev,
        integrators(Mla),
    )]
    struct Surface {}",
    parameters: &[],
    q: &[0.3, 0.0, 0.0],
    v: &[0.0, std::f64::consts::SQRT_2, 0.0],
    end: 2.0,
};

/// A particle on the unit sphere with a velocity constraint.
const SPHERE: System = System {
    model: "#[nonholonomic(
        coordinates(x, y, z),
        lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)),
        holonomic(sphere = x.powi(2) + y.powi(2) + z.powi(2) - 1),
        constraints(rise = z_dot - y * x_dot),
        integrators(Mla),
    )]
    struct Sphere {}",
    parameters: &[],
    q: &[1.0, 0.0, 0.0],
    v: &[0.0, 1.0, 0.0],
    end: 1.0,
};

/// The free snakeboard.
const BOARD: System = System {
    model: "#[nonholonomic(
        coordinates(psi, phi, theta, x, y),
        lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * m * l.powi(2) * theta_dot.powi(2)
            + 0.5 * j * psi_dot.powi(2) + j * psi_dot * theta_dot + w * phi_dot.powi(2) - 0.2 * cos(phi),
        constraints(
            skid = cos(phi) * (sin(theta) * x_dot - cos(theta) * y_dot),
            steer = l * cos(phi) * theta_dot - sin(phi) * (cos(theta) * x_dot + sin(theta) * y_dot),
        ),
        integrators(Mla),
    )]
    struct Board { m: f64, l: f64, j: f64, w: f64 }",
    parameters: &[1.0, 0.5, 0.1, 0.2],
    q: &[0.0, 0.3, 0.0, 0.0, 0.0],
    v: &[0.5, 0.4, 0.0, 0.0, 0.0],
    end: 4.0,
};

type Outcome<T> = Result<T, Box<dyn Error>>;

fn no_controls(_: f64, _: &mut [f64]) -> Result<(), Infallible> {
    Ok(())
}

impl System {
    fn machine(&self, integrator: &str) -> Outcome<Machine> {
        let ast = parse_file(self.model.parse()?).map_err(|found| format!("{found:?}"))?;
        let request =
            parse_integrator(integrator.parse()?).map_err(|found| format!("{found:?}"))?;
        let compiled = compile_stepper(&ast[0], &request, &ScenarioSignals::default());
        let compiled = compiled.map_err(|found| format!("{found:?}"))?;
        Ok(Machine::new(&compiled.stepper))
    }

    /// Returns the first state.
    fn start(&self, stepper: &MachineStepper) -> Outcome<State> {
        Ok(stepper.start(0.0, self.q, self.v, &[], no_controls)?)
    }

    /// Returns the configuration after each of a number of steps to the end.
    fn path(&self, integrator: &str, steps: u32) -> Outcome<Vec<Vec<f64>>> {
        let stepper = self.machine(integrator)?;
        let stepper = stepper.stepper(self.parameters, self.end / f64::from(steps))?;
        let mut state = self.start(&stepper)?;
        let mut path = vec![stepper.sample(&state)?.q];
        for _ in 0..steps {
            state = stepper.step(&state, no_controls)?;
            path.push(stepper.sample(&state)?.q);
        }
        Ok(path)
    }

    /// Returns the error at the end for each step size, halved each time from a number of steps on.
    fn errors(&self, integrator: &str, reference: &[f64], fewest: u32) -> Outcome<Points> {
        let one = |halvings: u32| {
            let steps = fewest << halvings;
            let path = self.path(integrator, steps)?;
            let off = distance(&path[steps as usize], reference);
            Ok((self.end / f64::from(steps), off))
        };
        let errors: Outcome<Points> = (0..5).map(one).collect();
        let errors = errors?;
        let orders = errors.windows(2).filter(|pair| pair[1].1 > 3e-13);
        let orders: Vec<_> = orders
            .map(|pair| format!("{:.2}", (pair[0].1 / pair[1].1).log2()))
            .collect();
        println!("  {integrator}: orders {}", orders.join(", "));
        Ok(errors)
    }

    fn reference(&self, steps: u32) -> Outcome<Vec<f64>> {
        let mut path = self.path("Gauss(stages = 3)", steps)?;
        Ok(path.pop().expect("the end"))
    }

    /// Returns a panel of the errors of some integrators over the step size.
    fn convergence(&self, title: &str, integrators: &[(&str, &str, u32)]) -> Outcome<Panel> {
        println!("{title}");
        let reference = self.reference(4000)?;
        let mut panel = Panel::new(title, "step [s]", "error", Scale::LogLog);
        for (number, (name, integrator, fewest)) in integrators.iter().enumerate() {
            let errors = self.errors(integrator, &reference, *fewest)?;
            panel = panel.with(name, errors).marked(number);
        }
        Ok(panel)
    }
}

fn distance(a: &[f64], b: &[f64]) -> f64 {
    let squares = a.iter().zip(b).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

pub(crate) fn draw() -> Outcome<()> {
    let panels = [
        reflections()?,
        SLEIGH.convergence(
            "Feedback on RK4: rates of 1/s, and 0.1/h",
            &[
                (
                    "1/s",
                    "Feedback(base = Rk4, energy_rate = 1.0, constraint_rate = 1.0)",
                    160,
                ),
                ("0.1/h", "Feedback(base = Rk4)", 160),
            ],
        )?,
        SURFACE.convergence(
            "A given speed on a surface",
            &[("Mla", "Mla", 20), ("Lobatto", "Lobatto", 20)],
        )?,
        iterations()?,
        BOARD.convergence(
            "Compositions of Mla",
            &[
                ("order 2", "Mla", 20),
                ("order 4", "Mla(order = 4)", 8),
                ("order 6", "Mla(order = 6)", 6),
                ("order 8", "Mla(order = 8)", 4),
            ],
        )?,
        BOARD.convergence(
            "Compositions of EnergyPreserving",
            &[
                ("order 2", "EnergyPreserving", 20),
                ("order 4", "EnergyPreserving(order = 4)", 8),
                ("order 6", "EnergyPreserving(order = 6)", 6),
                ("order 8", "EnergyPreserving(order = 8)", 4),
            ],
        )?,
    ];
    let picture = Picture::new("Methods of this project", panels)
        .subtitle("Errors are distances of the configuration at the end from Gauss collocation with 4000 steps.")
        .grid(3, 430, 400);
    save("methods", &picture)
}

/// The distance from the reference over time, with plain and compensated reflections.
fn reflections() -> Outcome<Panel> {
    println!("Reflections of implicit steps");
    let steps = 800;
    let exact = SLEIGH.path("Gauss(stages = 3)", steps)?;
    let step = SLEIGH.end / f64::from(steps);
    let mut panel = Panel::new(
        "Gni of a sleigh at its blade, h = 0.02 s",
        "time [s]",
        "distance [m, rad]",
        Scale::LogY,
    );
    for (name, integrator, colour) in [
        ("plain", "Gni", Orange),
        ("compensated", "Gni(reflection = Compensated)", Blue),
    ] {
        let path = SLEIGH.path(integrator, steps)?;
        let pairs = path.iter().zip(&exact).enumerate().skip(1);
        let points: Points = pairs
            .map(|(k, (a, b))| (k as f64 * step, distance(a, b)))
            .collect();
        println!(
            "  {integrator}: {:.2e} at the end",
            points[points.len() - 1].1
        );
        panel = panel.with(name, points).coloured(colour);
    }
    Ok(panel)
}

/// The mean number of Newton's iterations of a step on the sphere, over the step size.
fn iterations() -> Outcome<Panel> {
    println!("Iterations on the unit sphere");
    let title = "Newton's iterations on the unit sphere";
    let mut panel = Panel::new(title, "step [s]", "iterations per step", Scale::LogLog);
    for (number, integrator) in ["Mla", "Rattle"].into_iter().enumerate() {
        let machine = SPHERE.machine(integrator)?;
        let mut points = Points::new();
        for exponent in 2..10 {
            let h = 10_f64.powi(-exponent);
            let stepper = machine.stepper(SPHERE.parameters, h)?;
            let mut state = SPHERE.start(&stepper)?;
            let mut sum = 0;
            for _ in 0..100 {
                state = stepper.step(&state, no_controls)?;
                sum += state.report.iterations;
            }
            points.push((h, f64::from(sum) / 100.0));
        }
        println!("  {integrator}: {points:?}");
        panel = panel.with(integrator, points).marked(number);
    }
    Ok(panel.y_limits(0.5..20.0))
}
