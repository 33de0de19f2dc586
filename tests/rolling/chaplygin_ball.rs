//! Chaplygin's ball: three moments of inertia, and the centre of mass in its centre.

use nalgebra::{Matrix3, Vector3};

use crate::ball_on_plane::Ball;
use crate::support::by_hand::ByHand;
use crate::support::methods::ON_REDUCED_GROUPS;
use crate::support::run::{Integrator, Run};
use crate::support::scenario::Scenario;
use crate::support::system::{Energy, System};

const BALL: System = System {
    name: "chaplygin_ball",
    by_hand,
    energy: Energy::Constant,
    methods: ON_REDUCED_GROUPS,
};

tests_of!(BALL);

fn by_hand(scenario: &Scenario) -> ByHand {
    let [mass, radius] = scenario.parameters(["m", "radius"]);
    let inertia = Vector3::from(scenario.parameters(["j1", "j2", "j3"]));
    let ball = Ball {
        mass,
        inertia: Matrix3::from_diagonal(&inertia),
        radius,
        off_centre: Vector3::zeros(),
        // The weight acts in the centre, above the point of contact.
        g: 9.81,
    };
    ball.rolls(scenario)
}

/// The momentum about the contact is a combination of momenta that free steps keep, and impulses in the contact do not
/// change it.
#[test]
fn discrete_lagrangians_keep_the_momentum_about_the_contact_to_round_off() {
    let scenario = Scenario::of(BALL.name).until(50.0);
    for (method, is_kept) in [
        ("Mla", true),
        ("Dla", true),
        ("Dla(retraction = Cayley)", true),
        ("Gni", true),
        ("Rattle(retraction = Cayley)", true),
        ("EnergyPreserving", false),
        ("Lobatto", false),
        ("Gauss(stages = 1)", false),
    ] {
        let run = Run::try_new(&Integrator::of(BALL.name, method), &scenario, 1000);
        let run = run.expect("steps that are short enough");
        let changes = run.changes_of_integrals();
        println!("{method}: {changes:?}");
        assert_eq!(changes.len(), 4);
        let worst = changes
            .iter()
            .fold(0.0_f64, |worst, (_, change)| worst.max(*change));
        assert_eq!(worst < 1e-13, is_kept, "{method}: {worst:e}");
    }
}
