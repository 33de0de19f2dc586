//! A blade on a slope that does not slide down but cycles across it, stepped by the code that
//! `build.rs` generates from `models/knife_edge.nhi`.

#![allow(rustdoc::broken_intra_doc_links, reason = "units stand in brackets")]

use std::error::Error;

use knife_edge::{KnifeEdge, KnifeEdgeCoordinates, KnifeEdgeVelocities};

/// The generated code.
mod knife_edge {
    nhi::include_model!("knife_edge");
}

/// How fast the blade turns [rad/s].
const TURN: f64 = 0.5;

fn main() -> Result<(), Box<dyn Error>> {
    let blade = blade();
    println!("    t       x  exact x       y     phi");
    for (t, q) in motion(&blade, 0.01, 1200)?.into_iter().step_by(100) {
        let exact = exact_x(&blade, t);
        println!("{t:5.1} {:7.4}  {exact:7.4} {:7.4} {:7.4}", q.x, q.y, q.phi);
    }
    Ok(())
}

fn blade() -> KnifeEdge {
    KnifeEdge {
        m: 2.0,
        inertia: 0.1,
        g: 9.81,
        slope: 0.2,
    }
}

/// Times and configurations of the blade, released at the origin across the slope.
fn motion(
    blade: &KnifeEdge,
    h: f64,
    steps: usize,
) -> Result<Vec<(f64, KnifeEdgeCoordinates)>, Box<dyn Error>> {
    let turning = KnifeEdgeVelocities {
        x_dot: 0.0,
        y_dot: 0.0,
        phi_dot: TURN,
    };
    let stepper = blade.mla(h)?;
    let mut state = stepper.start(0.0, KnifeEdgeCoordinates::default(), turning, &())?;
    let mut motion = Vec::new();
    for _ in 0..=steps {
        let sample = stepper.sample(&state)?;
        motion.push((sample.t, sample.q));
        state = stepper.step(&state, &())?;
    }
    Ok(motion)
}

/// How far down the slope the blade is: `g sin(slope) sin^2(TURN t) / (2 TURN^2)`.
fn exact_x(blade: &KnifeEdge, t: f64) -> f64 {
    let pull = blade.g * blade.slope.sin();
    pull * (TURN * t).sin().powi(2) / (2.0 * TURN * TURN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_motion_is_the_exact_one_up_to_the_square_of_the_step() {
        let blade = blade();
        let error = |h: f64, steps| {
            let motion = motion(&blade, h, steps).unwrap();
            let errors = motion
                .iter()
                .map(|(t, q)| (q.x - exact_x(&blade, *t)).abs());
            errors.fold(0.0, f64::max)
        };
        let (coarse, fine) = (error(0.02, 600), error(0.01, 1200));
        assert!(fine < 1e-3, "{fine:e}");
        assert!((coarse / fine - 4.0).abs() < 0.1, "{coarse:e}, {fine:e}");
    }
}
