//! Model files of increasing size: a chain, a snake and a tree, in which every body has mass.
//! Headings are absolute angles; joints are eliminated by definitions.

/// Returns a tractor with its mass at its axle, and a number of trailers, each hitched to the axle
/// before it.
pub(crate) fn chain(trailers: usize, integrators: &str) -> String {
    let mut model = Model::default();
    let mut axle = model.base();
    for i in 1..=trailers {
        model.heading(i);
        axle = model.point("v", i, &axle, Side::Behind, "l");
        model.body(i, &axle, ["mt", "jt"]);
        model.wheel(i, &axle);
    }
    model.text("Chain", "m, j, mt, jt, l", integrators)
}

/// Returns links end to end, each with a wheel at its middle. `x` and `y` are the front end of the
/// first link, and `a` is half the length of a link.
pub(crate) fn snake(links: usize, integrators: &str) -> String {
    let mut model = Model::default();
    let mut front = model.origin();
    for i in 1..=links {
        model.heading(i);
        let middle = model.point("v", i, &front, Side::Behind, "a");
        model.body(i, &middle, ["m", "j"]);
        model.wheel(i, &middle);
        if i < links {
            front = model.point("end", i, &middle, Side::Behind, "a");
        }
    }
    model.text("Snake", "m, j, a", integrators)
}

/// Returns a trunk on one wheel with four limbs, which have `segments` segments in total: two limbs
/// at its front, then two at its rear.
pub(crate) fn tree(segments: usize, integrators: &str) -> String {
    let mut model = Model::default();
    let trunk = model.base();
    let mut joints = Vec::new();
    for (name, side, first) in [("front", Side::Before, 1), ("rear", Side::Behind, 3)] {
        if first <= segments {
            let joint = model.point(name, 0, &trunk, side, "b");
            joints.extend([joint.clone(), joint]);
        }
    }
    for i in 1..=segments {
        model.heading(i);
        let middle = model.point("v", i, &joints[i - 1], Side::Before, "a");
        model.body(i, &middle, ["ms", "js"]);
        let is_followed = i + LIMBS <= segments;
        joints.push(if is_followed {
            model.point("end", i, &middle, Side::Before, "a")
        } else {
            middle
        });
    }
    model.text("Tree", "m, j, b, ms, js, a", integrators)
}

/// The number of limbs of a tree.
const LIMBS: usize = 4;

/// The components of the velocity of a point.
type Velocity = [String; 2];

/// The side of a body on which a point lies, seen from another point.
#[derive(Clone, Copy)]
enum Side {
    Before,
    Behind,
}

/// The parts of a model file.
#[derive(Default)]
struct Model {
    coordinates: Vec<String>,
    definitions: Vec<String>,
    energies: Vec<String>,
    constraints: Vec<String>,
}

impl Model {
    /// Adds the point with the coordinates `x` and `y`.
    fn origin(&mut self) -> Velocity {
        self.coordinates.extend(["x", "y"].map(str::to_owned));
        ["x_dot", "y_dot"].map(str::to_owned)
    }

    /// Adds a body with heading `th0` and its wheel at the origin.
    fn base(&mut self) -> Velocity {
        let origin = self.origin();
        self.heading(0);
        self.body(0, &origin, ["m", "j"]);
        self.wheel(0, &origin);
        origin
    }

    fn heading(&mut self, i: usize) {
        self.coordinates.push(format!("th{i}"));
    }

    /// Adds a point at a distance from another one, on the body with heading `th<i>`.
    fn point(&mut self, name: &str, i: usize, from: &Velocity, side: Side, l: &str) -> Velocity {
        let [x, y] = from;
        let [plus, minus] = match side {
            Side::Before => ['-', '+'],
            Side::Behind => ['+', '-'],
        };
        let components = ["x", "y"].map(|axis| format!("{name}_{axis}{i}"));
        self.definitions.extend([
            format!(
                "{} = {x} {plus} {l} * sin(th{i}) * th{i}_dot",
                components[0]
            ),
            format!(
                "{} = {y} {minus} {l} * cos(th{i}) * th{i}_dot",
                components[1]
            ),
        ]);
        components
    }

    /// Adds the mass and the inertia of the body with heading `th<i>`; the velocity is that of its
    /// centre.
    fn body(&mut self, i: usize, [x, y]: &Velocity, [mass, inertia]: [&str; 2]) {
        self.energies.push(format!(
            "{mass} * ({x}.powi(2) + {y}.powi(2)) / 2 + {inertia} * th{i}_dot.powi(2) / 2"
        ));
    }

    /// Adds a wheel that does not slip sideways with respect to the heading `th<i>`; the velocity
    /// is that of the wheel.
    fn wheel(&mut self, i: usize, [x, y]: &Velocity) {
        let slip = format!("wheel{i} = sin(th{i}) * {x} - cos(th{i}) * {y}");
        self.constraints.push(slip);
    }

    fn text(&self, name: &str, parameters: &str, integrators: &str) -> String {
        let fields = parameters.replace(", ", ": f64, ");
        format!(
            "#[nonholonomic(\n    coordinates({}),\n    definitions(\n        {},\n    ),\n    \
             lagrangian = {},\n    constraints(\n        {},\n    ),\n    \
             integrators({integrators}),\n)]\nstruct {name} {{ {fields}: f64 }}\n",
            self.coordinates.join(", "),
            self.definitions.join(",\n        "),
            self.energies.join("\n        + "),
            self.constraints.join(",\n        "),
        )
    }
}
