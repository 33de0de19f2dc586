//! Notes on terms of different dimension.

/// The findings of a model about dimensions.
fn findings(keys: &str) -> Vec<String> {
    let text = format!(
        "#[nonholonomic({keys}, integrators(Gni))]
        struct S {{
            /// Mass [kg]
            m: f64,
            /// Moment of inertia [kg m^2]
            inertia: f64,
            /// Length [m]
            a: f64,
            /// Stiffness [N/m]
            k: f64,
            /// Of unknown unit
            c: f64,
        }}"
    );
    let ast = file_of(&text);
    let graph = crate::model::ast::Ast::graph(&ast);
    let resolved = crate::model::resolve::resolve_names(&ast, graph).unwrap();
    let notes = crate::model::dimensions::notes(&ast, &resolved.model);
    notes.into_iter().map(|note| note.found).collect()
}

fn file_of(text: &str) -> crate::model::ast::Ast {
    crate::model::parse_file(text.parse().unwrap())
        .unwrap()
        .remove(0)
}

const SLEIGH: &str = "coordinates(x, y, theta), constraints(blade = cos(theta) * y_dot - sin(theta) * x_dot - a * theta_dot)";

#[test]
fn slips_are_found_where_they_are() {
    for (lagrangian, found) in [
        (
            "0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * inertia * theta_dot",
            "terms of different dimension: the term `0.5*inertia*theta_dot` is kg m^2/s, the others kg m^2/s^2",
        ),
        (
            "0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * m * theta_dot.powi(2)",
            "terms of different dimension: the term `0.5*m*theta_dot.powi(2)` is kg/s^2, the others kg m^2/s^2",
        ),
        (
            "0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * inertia * theta_dot.powi(2) - k * a.powi(2) * sin(x)",
            "a function of a quantity with a unit: `x` in `sin(x)` is m",
        ),
    ] {
        assert_eq!(
            findings(&format!("{SLEIGH}, lagrangian = {lagrangian}")),
            [found]
        );
    }
}

#[test]
fn what_has_no_unit_says_nothing() {
    for keys in [
        format!(
            "{SLEIGH}, lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + c * theta_dot - 9.81 * m + 0 * x"
        ),
        "coordinates(x), lagrangian = 0.5 * c * x_dot.powi(2) - k * x + c * sin(x)".to_owned(),
        format!(
            "{SLEIGH}, lagrangian = 0.5 * m * (x_dot.powi(2) + y_dot.powi(2)) + 0.5 * inertia * theta_dot.powi(2) - 2 * sqrt(k * m) * a * x_dot"
        ),
        format!(
            "{SLEIGH}, lagrangian = 0.5 * m * rate(x + a * cos(theta)).powi(2) + 0.5 * inertia * theta_dot.powi(2)"
        ),
    ] {
        assert_eq!(findings(&keys), [""; 0], "{keys}");
    }
}
