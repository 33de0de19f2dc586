//! `nhi animate -o run.svg`: a picture that moves as the run does, and that acts nowhere.

#[path = "animate/browser.rs"]
mod browser;
mod support;

use std::fs;

use browser::Browser;
use serde_json::Value;
use support::{Desk, SCENARIO, holds, root, table};

/// A car of two parts.
const SKETCH: &str = "
[sketch]
body = { box = [\"2*m\", 0.5], at = [\"x\", \"y\"], heading = \"z\" }
front = { wheel = 0.25, on = \"body\", at = [\"m\", 0], heading = \"0.5*t\" }
";

/// Runs the scenario of the particle with a sketch, and animates it.
#[track_caller]
fn animated(sketch: &str, options: &[&str], code: i32) -> (Desk, String) {
    let desk = Desk::new();
    desk.write("run.toml", format!("{SCENARIO}{sketch}"));
    desk.nhi(&["run", "run.toml"], 0);
    let animate = ["animate", "run.csv", "--scenario", "run.toml", "-o"];
    let said = desk.nhi(&[&animate[..], &["run.svg"], options].concat(), code);
    (desk, said.stderr)
}

/// A template of `nhi init`, run and drawn.
fn template(name: &str) -> Desk {
    let desk = Desk::new();
    desk.nhi(&["init", "machine", "--template", name], 0);
    let scenario = format!("machine/models/{}.toml", name.replace('-', "_"));
    desk.nhi(&["run", &scenario, "-o", "run.csv"], 0);
    let animate = ["animate", "run.csv", "--scenario", &scenario, "-o"];
    desk.nhi(&[&animate[..], &["run.svg"]].concat(), 0);
    desk
}

/// What a script finds in a page that shows the picture.
fn seen(browser: &Browser, desk: &Desk, script: &str) -> Value {
    let svg = desk.read("run.svg");
    desk.write("page.html", format!("<body>{svg}</body>"));
    let report = format!("document.body.dataset.report = JSON.stringify({script});");
    browser::report(&browser.dom(&desk.path("page.html"), "", &report))
}

/// Place and turn of the first body, at times of the picture.
const MOTION: &str = "TIMES.map((time) => {
    document.getAnimations().forEach((move) => { move.pause(); move.currentTime = 1000 * time; });
    const { a, b, e, f } = document.querySelector('.body0').getCTM();
    return [e, f, Math.atan2(-b, a)];
})";

#[test]
fn the_picture_of_the_readme_is_what_a_template_draws() {
    let drawn = template("car-trailer").read("run.svg");
    let file = root().join("docs/src/plots/car_trailer.svg");
    if std::env::var_os("NHI_BLESS").is_some() {
        fs::write(&file, &drawn).unwrap();
    }
    let committed = fs::read_to_string(&file).unwrap_or_default();
    assert!(
        committed == drawn,
        "docs/src/plots/car_trailer.svg is not what is drawn now; NHI_BLESS=1 renews it"
    );
    assert!(drawn.len() < 60_000, "{} bytes", drawn.len());
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    holds(&readme, &["(docs/src/plots/car_trailer.svg)"]);
}

#[test]
fn a_browser_moves_the_body_as_the_table_says() {
    let Some(browser) = Browser::find() else {
        return;
    };
    let desk = template("diffdrive");
    let (names, rows) = table(&desk.read("run.csv"));
    let column = |name: &str| names.iter().position(|known| known == name).unwrap();
    let [t, x, y, theta] = ["t", "x", "y", "theta"].map(column);
    let rows: Vec<_> = rows.iter().step_by(37).collect();
    let times: Vec<_> = rows.iter().map(|row| row[t]).collect();
    let report = seen(
        &browser,
        &desk,
        &MOTION.replace("TIMES", &format!("{times:?}")),
    );
    let seen = |moment: usize, entry: usize| report[moment][entry].as_f64().unwrap();
    // The scale follows from the two moments that are furthest from each other in x.
    let places = || (0..rows.len()).map(|moment| rows[moment][x]);
    let extreme = |sign: f64| {
        let far = |a: &usize, b: &usize| (sign * rows[*a][x]).total_cmp(&(sign * rows[*b][x]));
        (0..rows.len()).max_by(far).unwrap()
    };
    let (left, right) = (extreme(-1.0), extreme(1.0));
    let scale = (seen(right, 0) - seen(left, 0)) / (rows[right][x] - rows[left][x]);
    assert!(scale > 50.0 && places().count() > 10, "{scale}");
    for (moment, row) in rows.iter().enumerate() {
        let right = seen(left, 0) + scale * (row[x] - rows[left][x]);
        let down = seen(0, 1) - scale * (row[y] - rows[0][y]);
        // A sixth of a pixel between keyframes, and a twentieth each where they are rounded.
        let distance = (seen(moment, 0) - right).hypot(seen(moment, 1) - down);
        assert!(distance < 0.7, "{moment}: {distance} pixels away");
        let turn = (seen(moment, 2) - row[theta]).sin().abs();
        assert!(turn < 0.4_f64.to_radians(), "{moment}: turned by {turn}");
    }
}

#[test]
fn the_trace_ends_at_the_body() {
    let Some(browser) = Browser::find() else {
        return;
    };
    let desk = template("diffdrive");
    let script = "[1, 4.3, 7.77, 11.9].map((time) => {
        document.getAnimations().forEach((move) => { move.pause(); move.currentTime = 1000 * time; });
        const trace = document.querySelector('.trace0');
        const hidden = parseFloat(getComputedStyle(trace).strokeDashoffset);
        const whole = parseFloat(trace.getAttribute('pathLength'));
        const tip = trace.getPointAtLength((1 - hidden / whole) * trace.getTotalLength());
        const tipOnScreen = tip.matrixTransform(trace.getCTM());
        const { e, f } = document.querySelector('.body0').getCTM();
        return Math.hypot(tipOnScreen.x - e, tipOnScreen.y - f);
    })";
    let distances = seen(&browser, &desk, script);
    for distance in distances.as_array().unwrap() {
        assert!(distance.as_f64().unwrap() < 0.5, "{distances}");
    }
}

#[test]
fn where_motion_is_not_wanted_the_end_is_shown() {
    let Some(browser) = Browser::find() else {
        return;
    };
    let desk = template("diffdrive");
    let last = seen(&browser, &desk, &MOTION.replace("TIMES", "[13]"));
    let still = browser.with("--force-prefers-reduced-motion");
    let count = seen(&still, &desk, "document.getAnimations().length");
    assert_eq!(count, 0);
    let shown = seen(&still, &desk, &MOTION.replace("TIMES", "[0]"));
    for entry in 0..3 {
        let [shown, last] = [&shown, &last].map(|at| at[0][entry].as_f64().unwrap());
        // Browsers compute in single precision.
        assert!((shown - last).abs() < 1e-6, "{shown}, not {last}");
    }
}

#[test]
fn nothing_in_it_acts_or_is_loaded() {
    let title = "</style><script>alert(1)</script><image href='https://x'/>\u{1b}\u{202e}";
    let units = "[units]\nx = \"</text><script>m\"\n";
    let (hostile, _) = animated(&format!("{units}{SKETCH}"), &["--title", title], 0);
    let (harmless, _) = animated(&format!("[units]\nx = \"m\"\n{SKETCH}"), &[], 0);
    let [hostile, harmless] = [hostile, harmless].map(|desk| desk.read("run.svg"));
    holds(
        &hostile,
        &[
            "&lt;/style&gt;&lt;script&gt;alert(1)",
            "&lt;/text&gt;&lt;script&gt;m<",
        ],
    );
    for markup in ["<", ">", "\"", "url(", "@import", "://"] {
        let counts = [&hostile, &harmless].map(|svg| svg.matches(markup).count());
        let addresses = hostile.matches("https://x").count();
        let expected = if markup == "://" { addresses } else { 0 };
        assert_eq!(counts[0], counts[1] + expected, "{markup}");
    }
    for element in ["<script", "<image", "<foreign", "<a "] {
        assert!(!hostile.contains(element), "{element}");
    }
    assert!(!hostile.contains(['\u{1b}', '\u{202e}']));
}

#[test]
fn long_runs_are_played_faster_and_say_so() {
    let (desk, _) = animated(SKETCH, &[], 0);
    // Half a second is shown in two.
    holds(
        &desk.read("run.svg"),
        &["at 0.25 times real time", " 3.5s linear infinite"],
    );
    let desk = template("car-trailer");
    let svg = desk.read("run.svg");
    assert!(!svg.contains("times real time"));
    holds(&svg, &[" 16.5s linear infinite"]);
}

#[test]
fn what_a_picture_cannot_show_is_refused_with_the_way_out() {
    for (sketch, found) in [
        (
            "ball = { ball = 0.1, at = [\"x\", \"y\", \"z\"] }",
            "the part `ball` leaves the plane",
        ),
        (
            "arm = { line = [[0, 0], [1, 0]], at = [\"x\", 0], pitch = 0.1 }",
            "the part `arm` leaves the plane",
        ),
        (
            "rod = { line = [[0, 0], [\"x\", \"y\"]] }",
            "the part `rod` has lengths that change",
        ),
    ] {
        let (desk, said) = animated(&format!("\n[sketch]\n{sketch}\n"), &[], 1);
        holds(&said, &["run.csv", found, "-o NAME.html"]);
        assert!(!desk.path("run.svg").exists());
    }
    let desk = Desk::new();
    desk.nhi(&["run", "run.toml"], 0);
    let said = desk.nhi(&["animate", "run.csv", "-o", "run.gif"], 2);
    holds(&said.stderr, &["`run.gif`", ".html or .svg"]);
    for option in ["--columns=x", "--degrees"] {
        let animate = ["animate", "run.csv", "-o", "run.svg", option];
        let (name, _) = option.split_once('=').unwrap_or((option, ""));
        holds(
            &desk.nhi(&animate, 2).stderr,
            &[name, "leave it out", ".html"],
        );
    }
}
