//! A heavy top that is released at rest but for its spin: the tip of its axis draws cusps, and its
//! attitude is a rotation matrix without coordinates.

use std::error::Error;

use nalgebra::{Rotation3, Vector3};
use nhi::{SampleOf, Stepper, nonholonomic};
use nhi_study::picture::Colour::{Black, Blue, Orange};
use nhi_study::picture::{Panel, Picture, Scale};

use super::layout::{save, sizes};
use super::run::{Points, absolute, samples, scientific};

/// Symmetric heavy top on a fixed point.
#[nonholonomic(
    groups(body: SO3(w1, w2, w3)),
    lagrangian = 0.5 * j1 * (w1.powi(2) + w2.powi(2)) + 0.5 * j3 * w3.powi(2) - weight * l * body[2][2],
    integrators(Rdp(retraction = Cayley), Gauss, Rk(order = 2)),
)]
#[derive(Clone, Debug)]
pub(crate) struct HeavyTop {
    /// Moment of inertia about an axis through the fixed point, across the figure axis [kg m^2]
    pub(crate) j1: f64,
    /// Moment of inertia about the figure axis [kg m^2]
    pub(crate) j3: f64,
    /// Weight [N]
    pub(crate) weight: f64,
    /// Distance from the fixed point to the centre of mass [m]
    pub(crate) l: f64,
}

const TOP: HeavyTop = HeavyTop {
    j1: 1.0,
    j3: 0.5,
    weight: 9.81,
    l: 0.3,
};
const END: f64 = 12.0;
const STEPS: usize = 192;
/// Steps of the reference in one of the others.
const FINER: usize = 8;

type TopSample = SampleOf<HeavyTopGauss>;

fn run<S>(stepper: &S, steps: usize) -> Result<Vec<TopSample>, Box<dyn Error>>
where
    S: Stepper<
            Scalar = f64,
            Coordinates = HeavyTopCoordinates,
            Velocities = HeavyTopVelocities,
            Controls = (),
            Multipliers = <HeavyTopGauss as Stepper>::Multipliers,
        >,
{
    let q = HeavyTopCoordinates {
        body: Rotation3::from_axis_angle(&Vector3::y_axis(), 0.5),
    };
    let v = HeavyTopVelocities {
        w1: 0.0,
        w2: 0.0,
        w3: 12.0,
    };
    Ok(samples(stepper, q, v, &(), steps)?)
}

/// Where the tip of the figure axis is, from above.
fn tip(run: &[TopSample]) -> Points {
    let axis = |s: &TopSample| s.q.body * Vector3::z();
    run.iter().map(|s| (axis(s).x, axis(s).y)).collect()
}

fn energy_error(run: &[TopSample]) -> Points {
    let energy = |s: &TopSample| TOP.energy(&s.q, &s.v);
    let change = |s: &TopSample| (s.t, energy(s) - energy(&run[0]));
    run.iter().map(change).collect()
}

/// The change of the momentum about the vertical.
fn vertical_momentum_error(run: &[TopSample]) -> Points {
    let momentum = |s: &TopSample| {
        let body = Vector3::new(TOP.j1 * s.v.w1, TOP.j1 * s.v.w2, TOP.j3 * s.v.w3);
        (s.q.body * body).z
    };
    let change = |s: &TopSample| (s.t, momentum(s) - momentum(&run[0]));
    run.iter().map(change).collect()
}

pub(crate) fn draw() -> Result<(), Box<dyn Error>> {
    let h = END / STEPS as f64;
    let rdp = run(&TOP.rdp(h)?, STEPS)?;
    let rk = run(&TOP.rk(h)?, STEPS)?;
    let exact = run(&TOP.gauss(h / FINER as f64)?, FINER * STEPS)?;
    let energies = [&rdp, &rk].map(|run| energy_error(run));
    let momenta = [&rdp, &rk].map(|run| vertical_momentum_error(run));
    println!("energy errors of RDP, RK2 [J]: {}", scientific(&energies));
    println!(
        "changes of the vertical momentum [kg m^2/s]: {}",
        scientific(&momenta)
    );

    let tips = Panel::new("Tip of the axis from above", "x", "y", Scale::Equal)
        .with("RK2", tip(&rk))
        .coloured(Orange)
        .with("RDP", tip(&rdp))
        .coloured(Blue)
        .with("reference", tip(&exact))
        .coloured(Black)
        .dashed();
    let with_both = |panel: Panel, [rdp, rk]: &[Points; 2]| {
        panel
            .with("RK2", absolute(rk))
            .coloured(Orange)
            .with("RDP", absolute(rdp))
            .coloured(Blue)
    };
    let energy = sizes("Change of the energy", "|E − E(0)| [J]", END, 1e-6..1e2);
    let momentum = sizes(
        "Change of the momentum about the vertical",
        "|J − J(0)| [kg m²/s]",
        END,
        1e-16..1e2,
    );
    let panels = [
        tips,
        with_both(energy, &energies),
        with_both(momentum, &momenta),
    ];
    let picture = Picture::new("Heavy top on SO(3)", panels)
        .subtitle("Reduced d'Alembert-Pontryagin method (RDP, Cayley map) and RK2, h = 0.0625 s, from spin alone.")
        .grid(3, 440, 460);
    save("heavy_top", &picture)
}
