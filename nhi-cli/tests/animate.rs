//! `nhi animate`: a page with a sketch, of any table, that runs nothing of a stranger's.

#[path = "animate/browser.rs"]
mod browser;
mod support;

use browser::Browser;
use proptest::prelude::*;
use serde_json::Value;
use support::{Desk, SCENARIO, holds, table};

/// A car of two parts that drives in a circle of radius 2 with its wheel turned by 0.25.
const SKETCH: &str = "
[sketch]
body = { box = [\"2*m\", 0.5], at = [\"x\", \"y\"], heading = \"z\" }
front = { wheel = 0.25, on = \"body\", at = [\"m\", 0], heading = \"0.5*t - z_dot\" }
";

/// The data in a page.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("type=\"application/json\">").unwrap();
    let (json, _) = rest.split_once("</script>").unwrap();
    serde_json::from_str(json).unwrap()
}

/// A desk with a run of the particle, whose scenario has a sketch.
fn sketched(sketch: &str) -> Desk {
    let desk = Desk::new();
    desk.write("run.toml", format!("{SCENARIO}{sketch}"));
    desk.nhi(&["run", "run.toml"], 0);
    desk
}

const ANIMATE: [&str; 6] = [
    "animate",
    "run.csv",
    "--scenario",
    "run.toml",
    "-o",
    "run.html",
];

#[test]
fn parts_refer_to_columns_of_the_run() {
    let desk = sketched(SKETCH);
    let said = desk.nhi(&[&ANIMATE[..], &["--json"]].concat(), 0).json();
    assert_eq!(said["parts"], serde_json::json!(["body", "front"]));
    let data = data(&desk.read("run.html"));
    let (names, rows) = table(&desk.read("run.csv"));
    let column = |name: &str| -> Vec<f64> {
        let place = names.iter().position(|known| known == name).unwrap();
        rows.iter().map(|row| row[place]).collect()
    };
    let agrees = |quantity: &Value, expected: &[f64]| {
        let place = quantity["column"].as_u64().unwrap() as usize;
        let values = data["columns"][place].as_array().unwrap();
        assert_eq!(values.len(), expected.len());
        let size = |least: f64, value: &f64| least.max(value.abs());
        let least = 2e-7 * expected.iter().fold(0.0, size);
        for (value, expected) in values.iter().zip(expected) {
            let distance = (value.as_f64().unwrap() - expected).abs();
            assert!(distance <= least, "{value} {expected}");
        }
    };
    let [body, front] = [0, 1].map(|part| &data["parts"][part]);
    // The parameter m is 1.
    assert_eq!(
        body["shape"],
        serde_json::json!({ "kind": "box", "sizes": [[2.0, 0.5]] })
    );
    agrees(&body["at"][0], &column("x"));
    agrees(&body["heading"], &column("z"));
    assert_eq!(front["on"], 0);
    let turned = column("t").into_iter().zip(column("z_dot"));
    let turned: Vec<_> = turned.map(|(t, rate)| 0.5 * t - rate).collect();
    agrees(&front["heading"], &turned);
    let titles = data["plots"]
        .as_array()
        .unwrap()
        .iter()
        .map(|plot| &plot["title"]);
    let expected = [
        "Coordinates",
        "Controls",
        "Energy",
        "Constraint residuals",
        "Multipliers",
    ];
    assert!(titles.eq(expected.iter()));
}

#[test]
fn columns_can_be_chosen_for_the_plots() {
    let desk = sketched("");
    desk.nhi(
        &["animate", "run.csv", "--columns", "push", "-o", "run.html"],
        0,
    );
    let data = data(&desk.read("run.html"));
    assert_eq!(data["plots"].as_array().unwrap().len(), 1);
    assert_eq!(data["plots"][0]["title"], "push");
    let said = desk.nhi(
        &["animate", "run.csv", "--columns", "psuh", "-o", "run.html"],
        1,
    );
    holds(
        &said.stderr,
        &["there is no column `psuh`", "the nearest are `push`"],
    );
}

#[test]
fn what_moves_along_its_heading_is_seen_without_a_sketch() {
    let desk = Desk::new();
    let row = |k: i32| {
        let t = 0.1 * f64::from(k);
        let (sin, cos) = t.sin_cos();
        format!(
            "{t:?},{sin},{},{t:?},{},{cos},{sin},1,0\n",
            1.0 - cos,
            3.0 * t
        )
    };
    let rows: String = (0..40).map(row).collect();
    let header = "t,x,y,phi,theta,x_dot,y_dot,phi_dot,theta_dot\n";
    desk.write("run.csv", format!("{header}{rows}"));
    desk.nhi(&["animate", "run.csv", "-o", "run.html"], 0);
    let data = data(&desk.read("run.html"));
    let heading = data["parts"][0]["heading"]["column"].as_u64().unwrap() as usize;
    assert_eq!(data["columns"][heading][10], 1.0, "phi, not theta");
}

#[test]
fn mistakes_in_a_sketch_are_at_their_places() {
    let desk = sketched(SKETCH);
    for (from, to, found) in [
        (
            "box =",
            "bax =",
            &[
                "there is no key `bax` of a part",
                "did you mean `box`?",
                "bad.toml:21:10",
            ][..],
        ),
        (
            "[\"2*m\", 0.5]",
            "[0.5]",
            &["[sketch] body: found", "length and width"],
        ),
        (
            "at = [\"x\", \"y\"]",
            "at = \"x\"",
            &["[sketch] body: found the string", "two or three lengths"],
        ),
        ("\"x\"", "\"x^2\"", &["error[E022]", "powi", "bad.toml:21:"]),
        ("\"x\"", "\"xx\"", &["unknown name `xx`", "bad.toml:21:37"]),
        (
            "on = \"body\"",
            "on = \"front\"",
            &["[sketch] front: found the string", "a part above"],
        ),
        (
            "wheel = 0.25",
            "wheel = 0.25, disc = 1",
            &["a second shape", "one shape in a part"],
        ),
        (
            "wheel = 0.25",
            "wheel = nan",
            &["[sketch] front", "a radius"],
        ),
        (
            "heading = \"z\"",
            "heading = [1]",
            &["[sketch] body: found", "an angle"],
        ),
        (
            "front = {",
            "front = 1 #",
            &["[sketch] front: found the number", "a part, such as"],
        ),
    ] {
        assert!(SKETCH.contains(from), "{from}");
        desk.write(
            "bad.toml",
            format!("{SCENARIO}{}", SKETCH.replace(from, to)),
        );
        let said = desk.nhi(&["run", "bad.toml", "-o", "bad.csv"], 1).stderr;
        holds(&said, found);
    }
    desk.write("bad.toml", format!("sketch = 1\n{SCENARIO}"));
    let said = desk.nhi(&["run", "bad.toml", "-o", "bad.csv"], 1).stderr;
    holds(
        &said,
        &["found the number 1.0", "a table of parts", "bad.toml:1:10"],
    );
    let many = |count: usize, part: &str| {
        let parts = (0..count).map(|k| format!("p{k} = {part}\n"));
        desk.write(
            "bad.toml",
            format!("{SCENARIO}[sketch]\n{}", parts.collect::<String>()),
        );
        desk.nhi(&["run", "bad.toml", "-o", "bad.csv"], 1).stderr
    };
    holds(
        &many(201, "{ disc = 1 }"),
        &["[sketch]", "201 parts", "at most 200"],
    );
    let points = vec!["[0, 0]"; 500].join(", ");
    let line = format!("{{ line = [{points}] }}");
    holds(
        &many(3, &line),
        &["3000 lengths and angles", "at most 2000"],
    );
    let line = format!("{{ line = [{points}, [0, 0]] }}");
    holds(&many(1, &line), &["two to 500 points"]);
    // What only the table tells.
    desk.nhi(&["run", "run.toml", "-o", "run.csv"], 0);
    desk.write("run.csv", desk.read("run.csv").replace(",y,", ",other,"));
    for (from, to, found) in [
        ("\"x\"", "\"x\"", &["there is no column `y`"][..]),
        (
            "heading = \"z\"",
            "group = \"z\"",
            &["there is no group element `z`", "no `group`"],
        ),
    ] {
        desk.write(
            "run.toml",
            format!("{SCENARIO}{}", SKETCH.replace(from, to)),
        );
        let said = desk.nhi(&ANIMATE, 1).stderr;
        holds(&said, &[&["[sketch] body", "run.toml:"], found].concat());
        assert!(!desk.path("run.html").exists());
    }
}

#[test]
fn what_is_no_page_is_refused() {
    let desk = sketched(SKETCH);
    holds(
        &desk.nhi(&["animate", "run.csv", "-o", "run.png"], 2).stderr,
        &["use .html or .svg"],
    );
    std::fs::copy(desk.path("run.csv"), desk.path("csv.html")).unwrap();
    let said = desk
        .nhi(&["animate", "csv.html", "-o", "csv.html"], 2)
        .stderr;
    holds(&said, &["would overwrite"]);
    desk.write("none.csv", "t,speed\n0,1\n1,2\n");
    let said = desk
        .nhi(&["animate", "none.csv", "-o", "run.html"], 1)
        .stderr;
    holds(&said, &["error: none.csv: no column that can be shown"]);
}

#[test]
fn a_long_run_is_a_small_page() {
    let desk = Desk::new();
    let rows = (0..200_000).map(|k| format!("{k},{},{},1,1\n", k % 7, f64::from(k).sin()));
    desk.write(
        "run.csv",
        format!("t,x,y,x_dot,y_dot\n{}", rows.collect::<String>()),
    );
    desk.nhi(&["animate", "run.csv", "-o", "run.html"], 0);
    let page = desk.read("run.html");
    assert!(page.len() < 500_000, "{}", page.len());
    let data = data(&page);
    assert_eq!(data["times"].as_array().unwrap().last().unwrap(), 199_999.0);
}

/// Names that would be markup, scripts, or ends of the script that they are in.
const HOSTILE: &str = "</script><script>document.documentElement.dataset.owned=1</script><img src=x onerror=document.documentElement.dataset.owned=1>{data}";

fn hostile() -> Desk {
    let desk = Desk::new();
    let name = format!("{HOSTILE}.csv").replace('/', "\u{2215}");
    let rows = "0,1,2,3,4\n1,2,3,4,5\n";
    let header = format!("t,x,\"{HOSTILE}\",energy,\"lambda.{HOSTILE}\"");
    desk.write(&name, format!("{header}\n{rows}"));
    let arguments = [
        "animate",
        &name,
        "--columns",
        &format!("x,{HOSTILE}"),
        "-o",
        "run.html",
    ];
    desk.nhi(&arguments, 0);
    desk
}

#[test]
fn names_of_a_stranger_are_text() {
    let desk = hostile();
    let page = desk.read("run.html");
    assert_eq!(
        page.matches("</script>").count(),
        2,
        "the data and the scripts of the page"
    );
    assert!(!page.contains("<img"), "{page:.300}");
    let data = data(&page);
    let title = data["plots"][1]["title"].as_str().unwrap();
    assert!(title.starts_with(&HOSTILE[..90]), "{title}");
}

#[test]
fn a_browser_runs_nothing_of_a_stranger() {
    let Some(browser) = Browser::find() else {
        return;
    };
    let desk = hostile();
    let dom = browser.dom(&desk.path("run.html"), "", "");
    assert!(!dom.contains("data-owned"), "{dom:.500}");
    holds(
        &dom,
        &["<output id=\"time\">t = 0</output>", "&lt;/script&gt;"],
    );
}

#[test]
fn a_browser_shows_parts_where_they_are() {
    let Some(browser) = Browser::find() else {
        return;
    };
    let desk = sketched(SKETCH);
    desk.nhi(&ANIMATE, 0);
    let (names, rows) = table(&desk.read("run.csv"));
    // Where the wheel is, from the page's own frames.
    let report = "const { parts, columns, canvas } = player.scene;
        const at = motionsOf(parts, columns, player.moment)[1];
        const ink = () => canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data
            .reduce((sum, value) => sum + value, 0);
        const before = ink();
        document.body.dataset.report = JSON.stringify({ p: at.p, r: at.r, ink: before });";
    let mut inks = Vec::new();
    for (row, time) in [(4, "0.2"), (10, "0.5")] {
        let dom = browser.dom(&desk.path("run.html"), &format!("#t={time}"), report);
        holds(&dom, &[&format!("t = {time}</output>")]);
        assert!(!dom.contains("data-failed"), "{dom:.500}");
        let report = browser::report(&dom);
        let value = |name: &str| rows[row][names.iter().position(|known| known == name).unwrap()];
        let (x, y, z, rate, t) = (
            value("x"),
            value("y"),
            value("z"),
            value("z_dot"),
            value("t"),
        );
        let angle = z + 0.5 * t - rate;
        let expected = [
            (&report["p"][0], x + z.cos()),
            (&report["p"][1], y + z.sin()),
            (&report["p"][2], 0.0),
            (&report["r"][0], angle.cos()),
            (&report["r"][3], angle.sin()),
        ];
        for (found, expected) in expected {
            let distance = (found.as_f64().unwrap() - expected).abs();
            assert!(distance < 1e-6, "{time}: {found}, not {expected}");
        }
        inks.push(report["ink"].as_f64().unwrap());
    }
    assert!(
        inks[0] > 0.0 && inks[0] != inks[1],
        "the sketch is drawn, and moves: {inks:?}"
    );
}

#[test]
fn a_browser_shows_bodies_in_space() {
    let Some(browser) = Browser::find() else {
        return;
    };
    let desk = sketched(
        "[sketch]
        stand = { at = [\"x\", \"y\", 1.5], heading = \"z\" }
        wheel = { wheel = 0.5, on = \"stand\", pitch = 0.5 }
        ball = { ball = 0.5, roll = \"t\" }
        trunk = { box = [1, 2, 3], on = \"stand\" }
        axis = { axis = 2, on = \"wheel\" }
        rope = { line = [[0, 0, 0], [\"x\", \"y\", \"z\"]] }
        ",
    );
    desk.nhi(&ANIMATE, 0);
    let report = "const { parts, columns, samples, space } = player.scene;
        const at = motionsOf(parts, columns, player.moment)[1];
        document.body.dataset.report = JSON.stringify({ p: at.p, r: at.r, space, count: samples.length });";
    let dom = browser.dom(&desk.path("run.html"), "#t=0.5", report);
    assert!(!dom.contains("data-failed"), "{dom:.500}");
    let report = browser::report(&dom);
    assert_eq!(report["space"], true);
    assert!(report["count"].as_u64().unwrap() > 100);
    let (names, rows) = table(&desk.read("run.csv"));
    let z = rows[10][names.iter().position(|name| name == "z").unwrap()];
    // Rz(z) Ry(0.5), row by row.
    let ((s, c), (sp, cp)) = (z.sin_cos(), 0.5_f64.sin_cos());
    let expected = [c * cp, -s, c * sp, s * cp, c, s * sp, -sp, 0.0, cp];
    for (found, expected) in report["r"].as_array().unwrap().iter().zip(expected) {
        assert!(
            (found.as_f64().unwrap() - expected).abs() < 1e-6,
            "{found}, not {expected}"
        );
    }
    assert_eq!(report["p"][2], 1.5);
}

#[test]
fn a_browser_plays_to_the_end_also_backwards() {
    let Some(browser) = Browser::find() else {
        return;
    };
    let desk = sketched(SKETCH);
    // The time of a browser without a window runs as fast as it can.
    let play = "document.getElementById('speed').value = '1';
        document.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }));
        setTimeout(() => {
          document.body.dataset.report = JSON.stringify({ moment: player.moment, playing: player.isPlaying });
        }, 1500);";
    for (step, end) in [("0.05", "0.5"), ("-0.05", "-0.5")] {
        let run = ["run", "run.toml", "--step", step, "--end", end];
        desk.nhi(&run, 0);
        desk.nhi(&ANIMATE, 0);
        let dom = browser.dom(&desk.path("run.html"), "", play);
        assert!(!dom.contains("data-failed"), "{dom:.500}");
        holds(&dom, &[&format!("t = {end}</output>"), ">Play</button>"]);
        let report = browser::report(&dom);
        assert_eq!(report["moment"], 10);
        assert_eq!(report["playing"], false);
    }
}

/// A table of a few columns, whatever their names and numbers.
fn any_table() -> impl Strategy<Value = String> {
    let name = prop_oneof![
        4 => prop::sample::select(vec![
            "x", "x_dot", "y", "y_dot", "theta", "theta_dot", "energy", "lambda.a", "g[0][0]", "g[0][1]",
        ]).prop_map(str::to_owned),
        1 => "[a-z<>&'/\u{1b}\u{202e}\u{2028} ]{0,6}",
    ];
    let cell = prop_oneof![
        4 => any::<f64>().prop_map(|value| format!("{value:?}")),
        1 => prop::sample::select(vec!["NaN", "inf", "-inf", "0", "5e-324", "1e308"]).prop_map(str::to_owned),
    ];
    (prop::collection::vec(name, 1..9), 0..9_usize).prop_flat_map(move |(names, rows)| {
        let row = prop::collection::vec(cell.clone(), names.len() + 1);
        let rows = prop::collection::vec(row, rows);
        rows.prop_map(move |rows| {
            let lines = rows.iter().map(|row| row.join(","));
            let header = format!("t,{}", names.join(","));
            std::iter::once(header)
                .chain(lines)
                .collect::<Vec<_>>()
                .join("\n")
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(64)
    })]

    #[test]
    fn any_table_is_a_page_or_refused(table in any_table()) {
        let desk = Desk::new();
        desk.write("any.csv", &table);
        let output = desk.command(&["animate", "any.csv", "-o", "any.html"]).output().unwrap();
        match output.status.code() {
            Some(0) => {
                let page = desk.read("any.html");
                prop_assert_eq!(page.matches("</script>").count(), 2);
                let acts = page.contains(['\u{1b}', '\u{202e}', '\u{2028}']);
                prop_assert!(!acts);
                prop_assert!(data(&page)["times"].is_array());
            }
            Some(1) => prop_assert!(!desk.path("any.html").exists()),
            code => prop_assert!(false, "{:?}: {:?}", code, output),
        }
    }
}
