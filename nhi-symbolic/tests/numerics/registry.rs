//! What every supported integrator declares, measured: the registry says which integrators there are,
//! and one without trials here fails.

pub(crate) mod trials;

use std::collections::BTreeSet;

use crate::breadth;
use crate::energy_preserving::mean;
use crate::support::assert_close;
use crate::support::compiled::{Compiled, Node, Run};
use crate::support::dynamics::{Dynamics, State};
use crate::support::fixture::Fixture;
use crate::support::short_run::{Reversal, ShortRun, controls, distance, initial};
use crate::support::systems::{Case, case};
use trials::{EXPLICIT, REDUCIBLE, Trial, Trials};

/// Linear constraints that do not depend on the time, without forces.
const CONSERVATIVE: [&str; 2] = ["inclined_sleigh", "two_link_knife_edge"];

/// One test for each row of trials: a variant is compiled once on each system, and all that it declares
/// is measured on that.
macro_rules! measured {
    ($group:ident: $trials:path; $($test:ident $name:literal),* $(,)?) => {
        mod $group {
            use crate::registry::trials;

            /// The integrators that have a test here.
            pub(super) const NAMES: &[&str] = &[$($name),*];

            $(
                #[test]
                fn $test() {
                    super::measure(&$trials($name));
                }
            )*
        }
    };
}

measured! {
    in_coordinates: trials::in_coordinates;
    gni "Gni", shake "Shake", rattle "Rattle", dla "Dla", dap "Dap", mla "Mla", rdp "Rdp",
    feedback "Feedback", energy_preserving "EnergyPreserving", lobatto "Lobatto", rk "Rk",
    gauss "Gauss",
}

measured! {
    on_elements: trials::on_elements;
    gni "Gni", rattle "Rattle", dla "Dla", dap "Dap", mla "Mla",
    energy_preserving "EnergyPreserving", lobatto "Lobatto",
}

measured! {
    on_positions: trials::on_positions;
    gni "Gni", rattle "Rattle", dla "Dla", dap "Dap", mla "Mla",
    energy_preserving "EnergyPreserving", lobatto "Lobatto", rk "Rk", gauss "Gauss",
}

#[test]
fn every_integrator_of_nonholonomic_dynamics_is_measured() {
    let measured_and_known = [
        (in_coordinates::NAMES, trials::names().collect()),
        (on_elements::NAMES, trials::names_on_elements()),
        (on_positions::NAMES, trials::names_on_positions()),
    ];
    for (measured, known) in measured_and_known {
        let [measured, known] = [measured.to_vec(), known].map(BTreeSet::from_iter);
        assert_eq!(measured, known);
    }
}

fn measure(trials: &Trials) {
    for (number, model) in trials.systems.into_iter().enumerate() {
        let run = ShortRun::new(model);
        // Each variant is measured on one of the two systems, and in nightly runs on both.
        for trial in breadth::chosen(number, &trials.variants, 2) {
            println!("{model} {}", trial.integrator);
            let compiled = Compiled::of_file(model, trial.integrator);
            has_all_that_it_declares(&run, &compiled, trial, trials.reversal);
        }
    }
}

pub(crate) fn has_all_that_it_declares(
    run: &ShortRun,
    compiled: &Compiled,
    trial: &Trial,
    reversal: Reversal,
) {
    has_its_declared_order(run, compiled, trial.fewest_steps);
    samples_hold_the_multipliers_of_the_motion_at_their_own_velocity(&run.case, compiled);
    solved_multipliers_converge_to_those_of_the_motion(&run.case, compiled, trial.integrator);
    is_symmetric_if_declared(run, compiled, reversal, trial.integrator);
    satisfies_the_constraints_if_declared(&run.case, compiled);
}

fn has_its_declared_order(run: &ShortRun, compiled: &Compiled, fewest_steps: u32) {
    let declared = f64::from(compiled.scheme.traits.order);
    let halvings = if declared >= 4.0 { 2 } else { 3 };
    // Where errors of order eight are above round-off, the next term of order ten still shows.
    let tolerance = if declared >= 8.0 { 0.05 } else { 0.025 };
    let errors = run.errors_over_halvings(compiled, fewest_steps);
    println!("errors in q, in v, in lambda {errors:?}");
    // At the few steps above round-off, an error of high order may pass through zero in one of them.
    let together = [core::array::from_fn(|run| {
        errors.iter().map(|of| of[run]).fold(0.0, f64::max)
    })];
    let measured: &[[f64; 4]] = if declared > 4.0 { &together } else { &errors };
    for of in measured {
        // Methods of high order end in round-off, which the finest run shows.
        let smallest = 5.0 * of[3];
        let halvings = of.windows(2).take(halvings);
        let orders = halvings.filter(|pair| declared < 4.0 || pair[1] > smallest);
        let orders: Vec<_> = orders.map(|pair| (pair[0] / pair[1]).log2()).collect();
        println!("orders {orders:.3?}");
        let is_close = |order: &f64| (order - declared).abs() < tolerance * declared.max(2.0);
        // The other system shows an order that one halving here would take below.
        let is_exact = of[0] < smallest * declared.exp2();
        assert!(
            (is_exact || !orders.is_empty()) && orders.iter().all(is_close),
            "order {declared}: {orders:?}"
        );
    }
}

pub(crate) fn samples_hold_the_multipliers_of_the_motion_at_their_own_velocity(
    case: &Case,
    compiled: &Compiled,
) {
    let state = initial(case, 11);
    let run = Run::new(compiled, &case.parameters, 0.02).with_controls(controls(case));
    for node in run.trajectory(&state.q, &state.v, state.t, 5) {
        let sample = run.sample(&node);
        let t = run.time(&node);
        let here = State {
            q: node.q.clone(),
            v: sample.v,
            u: run.controls_at(t),
            t,
        };
        let (_, lambda) = case.system.at(&case.parameters, &here).motion();
        assert_close("multipliers", &sample.lambda, lambda.as_slice(), 1e-10);
    }
}

/// What a step solves for acts at its beginning, that of EnergyPreserving along all of it, from the second
/// step on. Mla has the forces of the motion at midpoints, and what is left at a node vanishes. An impulse
/// between substeps of different sizes has no one size of a step to divide it by.
fn solved_multipliers_converge_to_those_of_the_motion(
    case: &Case,
    compiled: &Compiled,
    integrator: &str,
) {
    let monitors = &compiled.scheme.diagnostics;
    let is_composed = !compiled.scheme.substeps.is_empty();
    if is_composed
        || monitors
            .iter()
            .all(|row| row.name != "discrete_multipliers")
    {
        return;
    }
    let state = initial(case, 1);
    let behind = usize::from(integrator == "EnergyPreserving");
    let share = f64::from(u8::from(!integrator.starts_with("Mla")));
    let errors = [64_u32, 128, 256].map(|steps| {
        let h = 0.5 / f64::from(steps);
        let run = Run::new(compiled, &case.parameters, h).with_controls(controls(case));
        let nodes = run.trajectory(&state.q, &state.v, state.t, steps as usize);
        let of = |node: &Node| [node.q.clone(), run.sample(node).v];
        let errors = nodes.windows(2).skip(1).map(|pair| {
            let [q, v] = [0, 1].map(|part| mean(&of(&pair[0])[part], &of(&pair[behind])[part]));
            let t = (run.time(&pair[0]) + run.time(&pair[behind])) / 2.0;
            let u = run.controls_at(t);
            let motion = case.system.at(&case.parameters, &State { q, v, u, t });
            let (_, lambda) = motion.motion();
            let solved = run.diagnostic("discrete_multipliers", &pair[1]);
            distance(&solved, (lambda * share).as_slice())
        });
        errors.fold(0.0, f64::max)
    });
    println!("multipliers of steps: {errors:?}");
    // Two halvings at order one are a factor of four.
    assert!(3.0 * errors[2] < errors[0], "{errors:?}");
}

/// Steps back undo steps of integrators that are declared symmetric, and of no others.
fn is_symmetric_if_declared(
    run: &ShortRun,
    compiled: &Compiled,
    reversal: Reversal,
    integrator: &str,
) {
    let (back, there) = run.there_and_back(compiled, 0.04, 10, reversal);
    println!("{back:.2e} after a way of {there:.2}");
    assert!(there > 0.1);
    // Its pose stays on the plane of its centre without being moved there.
    if run.case.model == "held_ball" && integrator.starts_with("Gauss") {
        return;
    }
    assert_eq!(compiled.scheme.traits.symmetric, back < 1e-12, "{back:e}");
}

/// Samples satisfy the constraints to machine precision exactly if the scheme declares it.
pub(crate) fn satisfies_the_constraints_if_declared(case: &Case, compiled: &Compiled) {
    let state = initial(case, 11);
    let run = Run::new(compiled, &case.parameters, 0.02).with_controls(controls(case));
    let mut worst = 0.0_f64;
    for node in run.trajectory(&state.q, &state.v, state.t, 100) {
        let sample = State {
            v: run.sample(&node).v,
            q: node.q.clone(),
            u: vec![0.0; case.controls],
            t: run.time(&node),
        };
        let here: Dynamics = case.system.at(&case.parameters, &sample);
        let residual = here.residual();
        let relative = residual.iter().zip(here.scale()).map(|(r, s)| r.abs() / s);
        worst = relative.fold(worst, f64::max);
    }
    println!("constraints: {worst:.2e}");
    let exact = compiled.scheme.traits.exact_constraints;
    // Gauss methods of high order are close to round-off too.
    let is_close = compiled.scheme.traits.order > 2;
    assert!(
        if exact {
            worst < 2e-15
        } else {
            is_close || worst > 1e-9
        },
        "{worst:e}"
    );
}

#[test]
fn the_energy_is_constant_to_round_off_where_that_is_declared_and_nowhere_else() {
    for trials in trials::names().map(trials::in_coordinates) {
        for Trial { integrator, .. } in &trials.variants {
            let mut worst = 0.0_f64;
            let mut is_declared = false;
            for model in CONSERVATIVE {
                let is_outside = match trials.systems {
                    EXPLICIT => model != "inclined_sleigh",
                    REDUCIBLE => model == "inclined_sleigh",
                    _ => false,
                };
                if is_outside {
                    continue;
                }
                let case = case(model);
                let state = initial(&case, 2);
                let compiled = Compiled::of_file(model, integrator);
                let run = Run::new(&compiled, &case.parameters, 0.1);
                let change = change_of_energy(&case, &run, &state, 100);
                worst = worst.max(change);
                is_declared = compiled.scheme.traits.exact_energy;
            }
            println!("{integrator}: {worst:.2e}");
            // The round-off of up to 3400 substeps is below the error of order eight at this step size.
            assert_eq!(is_declared, worst < 1e-12, "{integrator}: {worst:e}");
        }
    }
}

#[test]
fn the_energy_of_a_rolling_ball_is_constant_to_round_off_where_that_is_declared_and_nowhere_else() {
    let case = case("magnetic_ball");
    let state = initial(&case, 2);
    for trial in trials::all_on_elements() {
        let compiled = Compiled::of_file(case.model, trial.integrator);
        let run = Run::new(&compiled, &case.parameters, 0.05);
        let worst = change_of_energy(&case, &run, &state, 1000);
        println!("{}: {worst:.2e}", trial.integrator);
        let is_declared = compiled.scheme.traits.exact_energy;
        assert_eq!(
            is_declared,
            worst < 1e-13,
            "{}: {worst:e}",
            trial.integrator
        );
    }
}

/// The largest change of the energy of samples in so many steps from a state at time 0.
fn change_of_energy(case: &Case, run: &Run<'_>, start: &State, steps: usize) -> f64 {
    let nodes = run.trajectory(&start.q, &start.v, 0.0, steps).into_iter();
    let energies: Vec<_> = nodes
        .map(|node| {
            let at = State {
                v: run.sample(&node).v,
                q: node.q,
                u: Vec::new(),
                t: 0.0,
            };
            case.system.at(&case.parameters, &at).energy
        })
        .collect();
    let changes = energies.iter().map(|energy| (energy - energies[0]).abs());
    changes.fold(0.0, f64::max)
}

/// A nonholonomic particle under a quartic potential, with its symmetry.
const QUARTIC: &str = "#[nonholonomic(
    coordinates(x, y, z),
    lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2)) - 0.25 * y.powi(4),
    constraints(rise = z_dot - y * x_dot),
    symmetry(R(x), R(z)),
    integrators(Gni),
)]
struct Quartic {}";

/// No method does better in general than its order, though some do on some systems.
#[test]
fn the_energy_error_under_a_quartic_potential_is_of_the_declared_order_and_of_no_higher_one() {
    let energy = |q: &[f64], v: &[f64]| {
        let kinetic: f64 = v.iter().map(|v| v * v / 2.0).sum();
        kinetic + q[1].powi(4) / 4.0
    };
    for trials in trials::names().map(trials::in_coordinates) {
        for Trial {
            integrator,
            fewest_steps,
        } in &trials.variants
        {
            let compiled = Compiled::new(QUARTIC, integrator);
            let traits = &compiled.scheme.traits;
            let (order, steps) = (f64::from(traits.order), 2 * fewest_steps);
            let errors = [1, 2, 4, 8].map(|factor| {
                let steps = factor * steps;
                let run = Run::new(&compiled, &[], 4.0 / f64::from(steps));
                let nodes = run.trajectory(&[0.0, 0.8, 0.0], &[1.0, 0.5, 0.8], 0.0, steps as usize);
                let energies = nodes
                    .iter()
                    .map(|node| energy(&node.q, &run.sample(node).v));
                let first = energy(&[0.0, 0.8, 0.0], &[1.0, 0.5, 0.8]);
                energies.map(|e| (e - first).abs()).fold(0.0, f64::max)
            });
            println!("{integrator}: {errors:?}");
            if traits.exact_energy {
                assert!(errors[0] < 5e-14, "{integrator}: {errors:?}");
                continue;
            }
            // The last halving above round-off.
            let above = errors.windows(2).rev().find(|pair| pair[1] > 1e-12);
            let measured = above.map(|pair| (pair[0] / pair[1]).log2());
            assert!(
                measured.is_some_and(|measured| (measured - order).abs() < 0.15),
                "{integrator}: {measured:?}"
            );
        }
    }
}

/// On the free snakeboard the energy error of MLA is of fourth order, of DLA with the same rules of
/// second.
#[test]
fn the_energy_error_of_mla_on_the_snakeboard_is_of_fourth_order() {
    let slopes = ["Mla", "Dla"].map(snakeboard_energy_slope);
    println!("slopes {slopes:?}");
    assert!((slopes[0] - 4.0).abs() < 0.1, "{slopes:?}");
    assert!((slopes[1] - 2.0).abs() < 0.1, "{slopes:?}");
}

/// The slope of the logarithm of the largest energy error up to `t = 10` against that of the step,
/// by least squares.
fn snakeboard_energy_slope(integrator: &str) -> f64 {
    let case = case("snakeboard");
    let compiled = Compiled::of_file(case.model, integrator);
    let fixture = Fixture::load("snakeboard_free");
    let (q0, v0) = (fixture.column("q0"), fixture.column("v0"));
    let points = [100_u32, 200, 400, 800].map(|steps| {
        let h = 10.0 / f64::from(steps);
        let run = Run::new(&compiled, &case.parameters, h);
        let energies = run.trajectory(&q0, &v0, 0.0, steps as usize);
        let energies = energies.iter().map(|node| {
            let state = State {
                q: node.q.clone(),
                v: run.sample(node).v,
                u: vec![0.0; case.controls],
                t: 0.0,
            };
            case.system.at(&case.parameters, &state).energy
        });
        let errors = energies.map(|energy| (energy - fixture.number("energy0")).abs());
        let worst = errors.fold(0.0, f64::max);
        println!("{integrator} h = {h}: {worst:.3e}");
        (h.ln(), worst.ln())
    });
    let n = points.len() as f64;
    let mean_x = points.iter().map(|p| p.0).sum::<f64>() / n;
    let mean_y = points.iter().map(|p| p.1).sum::<f64>() / n;
    let cross: f64 = points
        .iter()
        .map(|(x, y)| (x - mean_x) * (y - mean_y))
        .sum();
    let square: f64 = points.iter().map(|(x, _)| (x - mean_x).powi(2)).sum();
    cross / square
}
