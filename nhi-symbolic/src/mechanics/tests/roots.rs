//! Models with square roots, of which half have no value modulo a prime.

use super::mechanics;
use crate::diag::Code;

/// The factor of a wheel at 120 degrees, and numbers with factors of all sizes.
const ROOTS: [&str; 8] = [
    "sqrt(3)",
    "sqrt(3) / 2",
    "sqrt(1.0 / 7)",
    "sqrt(626)",
    "hypot(25, 1)",
    "sqrt(9.81 / 0.3)",
    "sqrt(1 + sqrt(3))",
    "sqrt(2) * sqrt(3)",
];

const BOARD: &str = "coordinates(theta, x, y), \
    lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * ROOT * theta_dot.powi(2), \
    constraints(blade = sin(theta) * x_dot - cos(theta) * y_dot + ROOT * OFFSET)";

fn board(root: &str, offset: &str) -> String {
    BOARD.replace("ROOT", root).replace("OFFSET", offset)
}

#[test]
fn roots_of_all_numbers_are_accepted() {
    for root in ROOTS {
        for offset in ["theta_dot", "1", "0"] {
            let found = mechanics(&board(root, offset));
            assert!(found.is_ok(), "{root} {offset}: {found:?}");
        }
    }
}

#[test]
fn many_roots_of_coordinates_are_accepted() {
    let names: Vec<_> = (0..=16).map(|i| format!("x{i}")).collect();
    let mass = |i: usize| format!("(1 + hypot(x{i} - x{}, m)) * x{i}_dot.powi(2)", i + 1);
    let energy: Vec<_> = (0..16).map(mass).collect();
    let keys = format!(
        "coordinates({}), lagrangian = {} + x16_dot.powi(2), constraints(c = x0_dot - x1 * x1_dot)",
        names.join(", "),
        energy.join(" + "),
    );
    let found = mechanics(&keys);
    assert!(found.is_ok(), "{found:?}");
}

/// The constraint depends on `y` through the root alone.
#[test]
fn a_symmetry_is_compared_with_constraints_that_contain_roots() {
    for root in ROOTS {
        let is_symmetry = |offset: &str, symmetry: &str| match mechanics(&format!(
            "{}, symmetry({symmetry})",
            board(root, offset)
        )) {
            Ok(_) => true,
            Err(found) => {
                let codes: Vec<_> = found.errors().map(|error| error.code).collect();
                assert_eq!(codes, [Code::BrokenSymmetry], "{root} {offset}: {found:?}");
                false
            }
        };
        assert!(!is_symmetry("y", "R(y)"), "{root}");
        assert!(is_symmetry("theta", "R(y)"), "{root}");
        assert!(!is_symmetry("theta", "SE2(theta, x, y)"), "{root}");
        assert!(is_symmetry("1", "SE2(theta, x, y)"), "{root}");
    }
}
