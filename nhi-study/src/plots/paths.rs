//! Paths of coordinates in the plane, of group elements seen from above, and of the axis of a
//! rotation.

use super::element::{Element, Group, unwrapped};
use super::{Labels, Run, lines};
use crate::picture::{Panel, Scale};
use crate::table::NumberTable;

/// Returns the panels of the path in coordinates and of group elements, and the coordinates that no
/// panel shows.
pub(super) fn paths<'a>(
    runs: &[Run],
    labels: &Labels,
    first: &'a NumberTable,
    elements: &[Element],
) -> (Vec<Panel>, Vec<&'a str>) {
    let names = first.coordinates();
    let drawn = match names.as_slice() {
        _ if names.contains(&"x") && names.contains(&"y") => Some(("x", "y", Scale::Equal)),
        [x, y, ..] if elements.is_empty() => Some((*x, *y, Scale::Path)),
        _ => None,
    };
    let trajectory = drawn.map(|(x, y, scale)| {
        let [of_x, of_y] = [x, y].map(|name| labels.with_unit(name, name));
        let panel = Panel::new("Trajectory", &of_x, &of_y, scale);
        with_paths(panel, runs, labels, (x, y))
    });
    let others = names.into_iter();
    let others = others.filter(|name| drawn.is_none_or(|(x, y, _)| *name != x && *name != y));
    let others = others.chain(first.states());
    let of_elements = elements
        .iter()
        .flat_map(|element| of_element(runs, labels, element));
    (
        trajectory.into_iter().chain(of_elements).collect(),
        others.collect(),
    )
}

fn of_element(runs: &[Run], labels: &Labels, element: &Element) -> [Panel; 2] {
    let Element { name, group } = element;
    let of_name = |what: &str| format!("{what} of {name}");
    let length = |what: &str| match group {
        Group::So3 => of_name(what),
        Group::Se2 | Group::Se3 => labels.with_unit(&of_name(what), name),
    };
    let from_above = |title: &str, column| {
        let panel = Panel::new(title, &length("x"), &length("y"), Scale::Equal);
        with_paths(
            panel,
            runs,
            labels,
            (&element.entry(0, column), &element.entry(1, column)),
        )
    };
    match group {
        Group::Se2 => [
            from_above(&of_name("Path"), 2),
            heading(runs, labels, element),
        ],
        Group::Se3 => [
            from_above(&format!("Path of {name} from above"), 3),
            lines(runs, labels, &of_name("Height"), &length("z"), |table| {
                table.points("t", &element.entry(2, 3))
            }),
        ],
        Group::So3 => [
            from_above(&format!("Third axis of {name} from above"), 2),
            tilt(runs, labels, element),
        ],
    }
}

/// Adds a path of each run with time marks.
pub(super) fn with_paths(
    panel: Panel,
    runs: &[Run],
    labels: &Labels,
    (x, y): (&str, &str),
) -> Panel {
    runs.iter().fold(panel, |panel, run| {
        let times = run.table.column("t").unwrap_or_default();
        panel.with_path(
            &run.legend("", runs),
            times,
            labels.points(&run.table, x, y),
        )
    })
}

/// Returns the angle of a planar motion, which continues beyond a full turn.
fn heading(runs: &[Run], labels: &Labels, element: &Element) -> Panel {
    let title = format!("Heading of {}", element.name);
    let (label, radian) = labels.angle_of(element);
    lines(runs, labels, &title, label, |table| {
        let (cos, sin) = (element.entry(0, 0), element.entry(1, 0));
        let angles = table
            .points(&cos, &sin)
            .into_iter()
            .map(|(cos, sin)| sin.atan2(cos));
        over_times(table, unwrapped(angles), radian)
    })
}

/// Returns the angle between the third axis of a rotation and the vertical.
fn tilt(runs: &[Run], labels: &Labels, element: &Element) -> Panel {
    let title = format!("Tilt of the third axis of {}", element.name);
    let (label, radian) = labels.angle_of(element);
    lines(runs, labels, &title, label, |table| {
        let [x, y, z] = [0, 1, 2].map(|i| table.column(&element.entry(i, 2)).unwrap_or_default());
        let entries = x.iter().zip(y).zip(z);
        // The arccosine of the third entry would lose half the digits of a small tilt.
        let angles = entries.map(|((x, y), z)| x.hypot(*y).atan2(*z));
        over_times(table, angles.collect(), radian)
    })
}

fn over_times(table: &NumberTable, angles: Vec<f64>, radian: f64) -> Vec<(f64, f64)> {
    let times = table.column("t").unwrap_or_default();
    let angles = angles.into_iter().map(|angle| radian * angle);
    times.iter().copied().zip(angles).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the panels of a group element whose entries are functions of time, up to 9.9.
    fn panels<const N: usize>(names: [&str; N], entries: impl Fn(f64) -> [f64; N]) -> Vec<Panel> {
        let mut text = format!("t,{}\n", names.join(","));
        for t in (0..100).map(|k| 0.1 * f64::from(k)) {
            let row: Vec<_> = std::iter::once(t)
                .chain(entries(t))
                .map(|value| format!("{value:?}"))
                .collect();
            text += &format!("{}\n", row.join(","));
        }
        let run = Run::of_table(NumberTable::of_text(&text));
        let elements = Element::all(&run.table);
        let runs = std::slice::from_ref(&run);
        paths(runs, &Labels::default(), &run.table, &elements).0
    }

    #[track_caller]
    fn agrees(panel: &Panel, expected: impl Fn(f64) -> (f64, f64)) {
        for (k, point) in (0..100).zip(&panel.series[0].points) {
            let (x, y) = expected(0.1 * f64::from(k));
            let distance = (point.0 - x).hypot(point.1 - y);
            assert!(distance < 1e-12, "{k}: {point:?}, not {:?}", (x, y));
        }
    }

    #[test]
    fn a_car_on_a_circle_turns_evenly() {
        let names = [
            "g[0][0]", "g[0][1]", "g[0][2]", "g[1][0]", "g[1][1]", "g[1][2]",
        ];
        let panels = panels(names, |t| {
            [
                t.cos(),
                -t.sin(),
                2.0 * t.sin(),
                t.sin(),
                t.cos(),
                2.0 - 2.0 * t.cos(),
            ]
        });
        assert_eq!(panels.len(), 2);
        agrees(&panels[0], |t| (2.0 * t.sin(), 2.0 - 2.0 * t.cos()));
        agrees(&panels[1], |t| (t, t));
        assert_eq!(panels[0].series[0].times.len(), 5, "t = 0, 2, 4, 6, 8");
    }

    #[test]
    fn a_top_that_leans_draws_a_circle_with_its_axis() {
        let names = [
            "R[0][0]", "R[0][1]", "R[0][2]", "R[1][0]", "R[1][1]", "R[1][2]", "R[2][0]", "R[2][1]",
            "R[2][2]",
        ];
        // Leaning by 0.25 and precessing once in a time of 2 pi: Rz(t) Ry(0.25).
        let (s, c) = 0.25_f64.sin_cos();
        let panels = panels(names, |t| {
            let (sin, cos) = t.sin_cos();
            [c * cos, -sin, s * cos, c * sin, cos, s * sin, -s, 0.0, c]
        });
        agrees(&panels[0], |t| (s * t.cos(), s * t.sin()));
        agrees(&panels[1], |t| (t, 0.25));
    }

    #[test]
    fn a_body_in_space_has_a_path_and_a_height() {
        let names = [
            "g[0][0]", "g[0][1]", "g[0][2]", "g[0][3]", "g[1][0]", "g[1][1]", "g[1][2]", "g[1][3]",
            "g[2][0]", "g[2][1]", "g[2][2]", "g[2][3]",
        ];
        let panels = panels(names, |t| {
            [1.0, 0.0, 0.0, t, 0.0, 1.0, 0.0, t * t, 0.0, 0.0, 1.0, -t]
        });
        agrees(&panels[0], |t| (t, t * t));
        agrees(&panels[1], |t| (t, -t));
    }
}
