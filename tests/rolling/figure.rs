//! The picture of all systems in the book, `docs/src/plots/rolling_systems.svg`.
//!
//! `NHI_BLESS=1 cargo test --test rolling figure` draws it anew.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use nhi_machine::Sample;
use nhi_study::picture::{Panel, Picture as Drawing, Scale};

use crate::support::run::{Integrator, Run};
use crate::support::scenario::Scenario;

/// Steps of a run.
const STEPS: u32 = 1600;

/// From one point of a curve to the next.
const STEPS_TO_A_POINT: usize = 4;

/// A system and what is drawn of its scenario, which goes on until `end`.
struct Picture {
    system: &'static str,
    title: &'static str,
    end: f64,
    curve: &'static str,
    shown: Shown,
}

/// What is drawn of a motion.
enum Shown {
    /// A path in the plane, of two entries of the configuration in metres.
    Plane(&'static str, &'static str),
    /// An entry over time, with the label of its axis.
    Entry(&'static str, &'static str),
    /// The angle between the third axis of an element and the vertical, over time.
    Tilt(&'static str),
    /// The angular velocity of an element about the vertical, over time.
    Spin(&'static str),
}

use Shown::{Entry, Plane, Spin, Tilt};

#[rustfmt::skip] // a table
const PICTURES: &[Picture] = &[
    picture("turntable_ball", "Ball on a turntable", 15.0, "path of the centre", Plane("x", "y")),
    picture("held_ball", "Ball between two plates", 20.0, "path of the centre", Plane("ball[0][3]", "ball[1][3]")),
    picture("routh_sphere", "Routh's sphere", 2.0, "tilt of its axis", Tilt("ball")),
    picture("chaplygin_ball", "Chaplygin's ball", 10.0, "tilt of the third axis", Tilt("ball")),
    picture("chaplygin_top", "Chaplygin's top", 5.0, "path of the centre of mass", Plane("x", "y")),
    picture("veselova", "Veselova's system", 20.0, "tilt of the third axis", Tilt("body")),
    picture("rolling_disc", "Rolling disc", 10.0, "path of the centre", Plane("disc[0][3]", "disc[1][3]")),
    picture("thick_coin", "Thick coin", 5.0, "path of the centre", Plane("disc[0][3]", "disc[1][3]")),
    picture("rattleback", "Rattleback", 10.0, "spin about the vertical", Spin("stone")),
    picture("ball_in_bowl", "Ball in a bowl", 10.0, "path of the centre, from above", Plane("x", "y")),
    picture("ball_in_cylinder", "Ball in a cylinder", 10.0, "height of the centre", Entry("z", "height [m]")),
    picture("ballbot", "Ball-balancing robot", 3.0, "tilt of the body", Tilt("body")),
    picture("pendulum_robot", "Spherical robot with a pendulum", 10.0, "path of the shell", Plane("x", "y")),
    picture("segway", "Segway on a slope", 1.5, "tilt from the normal", Entry("alpha", "tilt [rad]")),
    picture("off_axle_trailers", "Car with trailers", 20.0, "path of the rear axle", Plane("x", "y")),
    picture("snake", "Snake of eight links", 5.0, "path of the first link", Plane("x", "y")),
    picture("linkage_cart", "Four-bar linkage on a cart", 4.0, "angle of the rocker", Entry("rocker", "angle [rad]")),
    picture("whipple_bicycle", "Whipple bicycle, pushed at 5 m/s", 5.0, "lean", Entry("lean", "lean [rad]")),
];

/// Systems that are others in other coordinates.
const IN_ANGLES: [&str; 2] = ["rolling_disc_angles", "thick_coin_angles"];

const fn picture(
    system: &'static str,
    title: &'static str,
    end: f64,
    curve: &'static str,
    shown: Shown,
) -> Picture {
    Picture {
        system,
        title,
        end,
        curve,
        shown,
    }
}

#[test]
fn every_system_has_a_picture() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/rolling");
    let files = fs::read_dir(folder).expect("the systems");
    let files = files.map(|file| file.expect("a file").path());
    let models = files.filter(|file| file.extension().is_some_and(|ending| ending == "nhi"));
    let names = models.map(|file| file.file_stem().unwrap().to_str().unwrap().to_owned());
    let pictures: BTreeSet<_> = PICTURES.iter().map(|picture| picture.system).collect();
    for name in names.filter(|name| !IN_ANGLES.contains(&name.as_str())) {
        assert!(pictures.contains(name.as_str()), "{name} has no picture");
    }
}

#[test]
fn the_figure_is_what_the_systems_do() {
    let panels: Vec<_> = PICTURES.iter().map(Picture::panel).collect();
    let drawn = Drawing::new("Bodies that roll, vehicles and chains", panels)
        .subtitle(
            "Scenarios of the tests, some of them longer, with the integrator that each asks for.",
        )
        .grid(3, 400, 310)
        .svg();
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/src/plots/rolling_systems.svg");
    if std::env::var_os("NHI_BLESS").is_some() {
        fs::write(&file, &drawn).expect("the picture is written");
    }
    let committed = fs::read_to_string(&file).expect("the picture");
    assert!(
        committed == drawn,
        "the figure is another one: draw it anew with NHI_BLESS=1, and look at it"
    );
}

impl Picture {
    fn panel(&self) -> Panel {
        let scenario = Scenario::of(self.system).until(self.end);
        let integrator = Integrator::of(self.system, scenario.integrator());
        let run = Run::try_new(&integrator, &scenario, STEPS).expect("the motion exists");
        let samples = run.samples().iter().step_by(STEPS_TO_A_POINT);
        let points = samples.map(|s| self.shown.point(&integrator, s));
        let [x, y] = self.shown.axes();
        let scale = match self.shown {
            Plane(..) => Scale::Equal,
            Entry(..) | Tilt(_) | Spin(_) => Scale::Linear,
        };
        let title = format!("{}: {}", self.title, self.curve);
        Panel::new(&title, x, y, scale).with("", points.collect())
    }
}

impl Shown {
    fn axes(&self) -> [&'static str; 2] {
        match self {
            Plane(..) => ["x [m]", "y [m]"],
            Entry(_, label) => ["time [s]", label],
            Tilt(_) => ["time [s]", "tilt [rad]"],
            Spin(_) => ["time [s]", "spin [rad/s]"],
        }
    }

    fn point(&self, integrator: &Integrator, sample: &Sample) -> (f64, f64) {
        let entry = |name: &str| sample.q[integrator.place_of(name)];
        match self {
            Plane(x, y) => (entry(x), entry(y)),
            Entry(name, _) => (sample.t, entry(name)),
            Tilt(element) => {
                let [x, y, z] = [0, 1, 2].map(|i| entry(&format!("{element}[{i}][2]")));
                (sample.t, x.hypot(y).atan2(z))
            }
            Spin(element) => {
                let row = [0, 1, 2].map(|j| entry(&format!("{element}[2][{j}]")));
                let spin = row.iter().zip(&sample.v).map(|(a, w)| a * w);
                (sample.t, spin.sum())
            }
        }
    }
}
