//! What integrates of given constraints and how their distributions grow, against answers of the
//! literature, and the same in every basis.

use nhi_symbolic::mechanics::Integrability;

use crate::support::compiled::{derive, model_text};

fn judged(text: &str) -> Integrability {
    let mechanics = derive(text).unwrap_or_else(|found| panic!("{found:?}\n{text}"));
    mechanics.integrability.expect("affine constraints")
}

/// A model with unit masses along all velocities.
fn model(configuration: &str, velocities: &[&str], constraints: &[String]) -> String {
    let energy = velocities.iter().map(|v| format!("{v}.powi(2) / 2"));
    let energy = energy.collect::<Vec<_>>().join(" + ");
    let constraints = constraints.iter().enumerate();
    let constraints = constraints.map(|(i, c)| format!("c{i} = {c}"));
    let constraints = constraints.collect::<Vec<_>>().join(", ");
    format!(
        "#[nonholonomic(
            {configuration},
            lagrangian = {energy},
            constraints({constraints}),
            integrators(Gni),
        )]
        struct Judged {{}}"
    )
}

/// Constraints with what is known of them.
struct Known {
    name: &'static str,
    configuration: &'static str,
    velocities: &'static [&'static str],
    constraints: &'static [&'static str],
    growth: &'static [usize],
    integrable: usize,
}

impl Known {
    fn in_basis(&self, rows: &[String]) -> String {
        model(self.configuration, self.velocities, rows)
    }

    fn as_written(&self) -> Vec<String> {
        self.constraints.iter().map(|c| (*c).to_owned()).collect()
    }
}

const PLANE: &[&str] = &["x_dot", "y_dot", "a_dot"];
const WHEELS: &[&str] = &["x_dot", "y_dot", "a_dot", "left_dot", "right_dot"];
const DISC: &[&str] = &["x_dot", "y_dot", "a_dot", "b_dot"];
const SPACE: &[&str] = &["x_dot", "y_dot", "z_dot", "u_dot", "w_dot"];
const BODY: &[&str] = &["w1", "w2", "w3", "v1", "v2", "v3"];

const KNOWN: &[Known] = &[
    // Contact distributions: (2, 3).
    Known {
        name: "knife edge",
        configuration: "coordinates(x, y, a)",
        velocities: PLANE,
        constraints: &["sin(a) * x_dot - cos(a) * y_dot"],
        growth: &[2, 3],
        integrable: 0,
    },
    // Engel's distribution, (2, 3, 4).
    Known {
        name: "rolling disc",
        configuration: "coordinates(x, y, a, b)",
        velocities: DISC,
        constraints: &["x_dot - cos(a) * b_dot / 3", "y_dot - sin(a) * b_dot / 3"],
        growth: &[2, 3, 4],
        integrable: 0,
    },
    // The heading is a function of the angles of the wheels.
    Known {
        name: "differential drive",
        configuration: "coordinates(x, y, a, left, right)",
        velocities: WHEELS,
        constraints: &[
            "cos(a) * x_dot + sin(a) * y_dot + a_dot / 2 - right_dot / 3",
            "cos(a) * x_dot + sin(a) * y_dot - a_dot / 2 - left_dot / 3",
            "sin(a) * x_dot - cos(a) * y_dot",
        ],
        growth: &[2, 3, 4],
        integrable: 1,
    },
    // Cartan: generic fields of rank two in five dimensions, a sphere that rolls without spin.
    Known {
        name: "(2, 3, 5)",
        configuration: "coordinates(x, y, z, u, w)",
        velocities: SPACE,
        constraints: &[
            "z_dot - y * x_dot",
            "u_dot - z * x_dot",
            "w_dot - y.powi(2) * x_dot",
        ],
        growth: &[2, 3, 5],
        integrable: 0,
    },
    // Martinet's plane y = 0 is met by no random point.
    Known {
        name: "Martinet",
        configuration: "coordinates(x, y, z)",
        velocities: &["x_dot", "y_dot", "z_dot"],
        constraints: &["z_dot - y.powi(2) * x_dot / 2"],
        growth: &[2, 3],
        integrable: 0,
    },
    // A pendulum of length one.
    Known {
        name: "sphere of positions",
        configuration: "coordinates(x, y, z)",
        velocities: &["x_dot", "y_dot", "z_dot"],
        constraints: &["x * x_dot + y * y_dot + z * z_dot"],
        growth: &[2],
        integrable: 1,
    },
    // Neither form is closed; they span dx and dy.
    Known {
        name: "turned plane",
        configuration: "coordinates(x, y, z, u, w)",
        velocities: SPACE,
        constraints: &[
            "cos(z) * x_dot + sin(z) * y_dot",
            "cos(z) * y_dot - sin(z) * x_dot",
            "u_dot - w * z_dot",
        ],
        growth: &[2, 3],
        integrable: 2,
    },
    // A ball with spin on a plane; its height is constant.
    Known {
        name: "ball on a plane",
        configuration: "groups(b: SE3(w1, w2, w3, v1, v2, v3))",
        velocities: BODY,
        constraints: &[
            "v1 - (w2 * b[2][2] - w3 * b[2][1]) / 3",
            "v2 - (w3 * b[2][0] - w1 * b[2][2]) / 3",
            "v3 - (w1 * b[2][1] - w2 * b[2][0]) / 3",
        ],
        growth: &[3, 5],
        integrable: 1,
    },
    // A robot on two wheels that leans: the same combination, one more dimension.
    Known {
        name: "Segway",
        configuration: "coordinates(x, y, a, p, left, right)",
        velocities: &["x_dot", "y_dot", "a_dot", "p_dot", "left_dot", "right_dot"],
        constraints: &[
            "cos(a) * x_dot + sin(a) * y_dot + a_dot / 2 - (right_dot + p_dot) / 3",
            "cos(a) * x_dot + sin(a) * y_dot - a_dot / 2 - (left_dot + p_dot) / 3",
            "sin(a) * x_dot - cos(a) * y_dot",
        ],
        growth: &[3, 4, 5],
        integrable: 1,
    },
    // A falling disc: its lean is a direction of its own beside the rolling disc, its height a
    // function of the lean.
    Known {
        name: "disc in space",
        configuration: "groups(b: SE3(w1, w2, w3, v1, v2, v3))",
        velocities: BODY,
        constraints: &[
            "v1 + w3 * b[2][1] / hypot(b[2][0], b[2][1])",
            "v2 - w3 * b[2][0] / hypot(b[2][0], b[2][1])",
            "v3 + (w2 * b[2][0] - w1 * b[2][1]) / hypot(b[2][0], b[2][1])",
        ],
        growth: &[3, 4, 5],
        integrable: 1,
    },
    // An ellipsoid with the semi-axes 1, 2, 3, the body of a rattleback.
    Known {
        name: "rattleback",
        configuration: "groups(b: SE3(w1, w2, w3, v1, v2, v3)),
            definitions(d = sqrt(b[2][0].powi(2) + 4 * b[2][1].powi(2) + 9 * b[2][2].powi(2)))",
        velocities: BODY,
        constraints: &[
            "v1 - (9 * w2 * b[2][2] - 4 * w3 * b[2][1]) / d",
            "v2 - (w3 * b[2][0] - 9 * w1 * b[2][2]) / d",
            "v3 - (4 * w1 * b[2][1] - w2 * b[2][0]) / d",
        ],
        growth: &[3, 5],
        integrable: 1,
    },
    // Suslov: left-invariant and contact.
    Known {
        name: "Suslov",
        configuration: "groups(b: SO3(w1, w2, w3))",
        velocities: &["w1", "w2", "w3"],
        constraints: &["w3"],
        growth: &[2, 3],
        integrable: 0,
    },
];

#[test]
fn growth_and_integrable_combinations_are_those_of_the_literature() {
    for known in KNOWN {
        let found = judged(&known.in_basis(&known.as_written()));
        println!("{}: {}; {}", known.name, found.text(), found.growth_text());
        assert_eq!(found.growth, known.growth, "{}", known.name);
        assert_eq!(found.integrable, Some(known.integrable), "{}", known.name);
        let all = known.integrable == known.constraints.len();
        assert_eq!(found.is_holonomic(), Some(all), "{}", known.name);
    }
}

/// Numbers for changes of basis, always the same.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (self.0 >> 33) % n
    }
}

/// Other forms with the same kernel: multiples of some are added to others, and some scaled.
fn mixed(rows: &[String], factors: &[&str], dice: &mut Dice) -> Vec<String> {
    let mut rows = rows.to_vec();
    let m = rows.len() as u64;
    for _ in 0..3 {
        let (i, j) = (dice.below(m) as usize, dice.below(m) as usize);
        let factor = factors[dice.below(factors.len() as u64) as usize];
        rows[i] = if i == j {
            format!("(2 + {factor}) * ({})", rows[i])
        } else {
            format!("{} + {factor} * ({})", rows[i], rows[j])
        };
    }
    rows
}

#[test]
fn the_same_distribution_has_the_same_verdict_in_every_basis() {
    let mut dice = Dice(7);
    for known in KNOWN {
        let variable = if known.configuration.contains("b:") {
            "b[0][1]"
        } else {
            "x"
        };
        let constant = ["3", "-1", "2 / 5"];
        let (sine, square) = (format!("sin({variable})"), format!("{variable}.powi(2)"));
        let moving = [sine.as_str(), square.as_str(), "exp(t) / 2"];
        for factors in [&constant[..], &moving[..2], &moving] {
            for _ in 0..3 {
                let rows = mixed(&known.as_written(), factors, &mut dice);
                let found = judged(&known.in_basis(&rows));
                let time = usize::from(found.timed);
                let growth: Vec<_> = found.growth.iter().map(|rank| rank - time).collect();
                assert_eq!(growth, known.growth, "{}: {rows:?}", known.name);
                assert_eq!(found.integrable, Some(known.integrable), "{rows:?}");
            }
        }
    }
}

#[test]
fn the_systems_of_the_tests_grow_as_is_known() {
    for (model, growth) in [
        ("knife_edge", &[2, 3][..]),
        ("chaplygin_sleigh", &[2, 3]),
        ("nonholonomic_particle", &[2, 3]),
        ("nonholonomic_oscillator", &[2, 3]),
        ("heisenberg", &[2, 3]),
        ("martinet", &[2, 3]),
        ("rolling_disk", &[2, 3, 4]),
        ("snakeboard", &[3, 4, 5]),
    ] {
        let found = judged(&model_text(model));
        println!("{model}: {}", found.growth_text());
        assert_eq!(
            (found.growth.as_slice(), found.integrable),
            (growth, Some(0))
        );
    }
}

#[test]
fn combinations_with_constant_coefficients_are_printed() {
    let drive = KNOWN
        .iter()
        .find(|known| known.name == "differential drive");
    let drive = drive.expect("a drive");
    let rows = drive.as_written();
    assert_eq!(
        judged(&drive.in_basis(&rows)).text(),
        "of 3 independent combinations of the constraints 1 integrates to a condition on positions: `c0 - c1`"
    );
    let scaled = [
        rows[0].clone(),
        format!("(2 + sin(x)) * ({})", rows[1]),
        rows[2].clone(),
    ];
    assert_eq!(
        judged(&drive.in_basis(&scaled)).text(),
        "of 3 independent combinations of the constraints 1 integrates to a condition on positions: \
         1 with coefficients that depend on the configuration or on parameters"
    );
}

#[test]
fn the_time_is_a_direction_of_affine_constraints() {
    let text = |constraint: &str| {
        let constraints = [constraint.to_owned()];
        model("coordinates(x, y)", &["x_dot", "y_dot"], &constraints)
    };
    let found = judged(&text("x_dot - cos(t)"));
    assert_eq!(
        (found.growth.as_slice(), found.integrable),
        (&[2][..], Some(1))
    );
    assert_eq!(found.reachable_dimension(), Some(1));
    assert_eq!(
        found.growth_text(),
        "growth vector with the time (2), motions reach 1 of 2 dimensions"
    );
    let found = judged(&text("x_dot - y * cos(t)"));
    assert_eq!(
        (found.growth.as_slice(), found.integrable),
        (&[2, 3][..], Some(0))
    );
    assert_eq!(
        found.growth_text(),
        "growth vector with the time (2, 3), motions reach all 2 dimensions"
    );
}

/// A car with trailers, each hitched to the axle before it: Goursat's flag, that grows by one.
fn train(trailers: usize) -> String {
    let angles = (0..=trailers).map(|i| format!("a{i}"));
    let coordinates: Vec<_> = ["x", "y", "s"]
        .map(str::to_owned)
        .into_iter()
        .chain(angles)
        .collect();
    let velocities: Vec<_> = coordinates.iter().map(|q| format!("{q}_dot")).collect();
    let velocities: Vec<_> = velocities.iter().map(String::as_str).collect();
    let mut constraints =
        vec!["sin(a0 + s) * x_dot - cos(a0 + s) * y_dot - cos(s) * a0_dot".to_owned()];
    for axle in 0..=trailers {
        let hitches = (1..=axle).map(|i| format!(" + cos(a{axle} - a{i}) * a{i}_dot"));
        let hitches: String = hitches.collect();
        constraints.push(format!(
            "sin(a{axle}) * x_dot - cos(a{axle}) * y_dot{hitches}"
        ));
    }
    model(
        &format!("coordinates({})", coordinates.join(", ")),
        &velocities,
        &constraints,
    )
}

#[test]
fn trains_grow_by_one_dimension_with_each_bracket() {
    for trailers in 0..=3 {
        let found = judged(&train(trailers));
        println!("{trailers} trailers: {}", found.growth_text());
        let growth: Vec<_> = (2..=4 + trailers).collect();
        assert_eq!((found.growth, found.integrable), (growth, Some(0)));
    }
}

#[test]
fn a_position_constraint_is_a_combination_that_integrates() {
    let found = judged(
        "#[nonholonomic(
            coordinates(x, y, z, a),
            lagrangian = 0.5 * (x_dot.powi(2) + y_dot.powi(2) + z_dot.powi(2) + a_dot.powi(2)),
            constraints(blade = sin(a) * x_dot - cos(a) * y_dot),
            holonomic(bowl = z - x.powi(2) - y.powi(2)),
            integrators(Mla),
        )]
        struct Bowl {}",
    );
    assert_eq!(
        (found.growth.as_slice(), found.integrable),
        (&[2, 3][..], Some(1))
    );
    assert_eq!(found.combination_texts(), ["bowl"]);
    assert_eq!(found.reachable_dimension(), Some(3));
}

#[test]
fn what_is_beyond_the_budget_is_not_decided() {
    let found = judged(&model_text("tractor_trailers_8"));
    println!("{}; {}", found.text(), found.growth_text());
    assert_eq!(found.integrable, None);
    assert_eq!(found.reachable_dimension(), None);
    assert_eq!(found.is_holonomic(), Some(false));
    assert!(found.text().starts_with("not decided"));
    assert!(found.growth_text().ends_with(", ...)"));
}
