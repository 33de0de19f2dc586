//! The methods of the reduced system: symmetry directions, connection, momentum.

use crate::expr::Expr;
use crate::mechanics::Mechanics;

use super::interface::Interface;
use super::mechanics::method;
use super::method::{Argument, Method, Shape};

use Argument::{Coordinates, Velocities};

/// The names of all methods, whether a model has them or not.
pub(super) const METHODS: [&str; 7] = [
    "body_velocity",
    "symmetry_directions",
    "nonholonomic_connection",
    "locked_inertia",
    "locked_velocity",
    "nonholonomic_momentum",
    "nonholonomic_momentum_rate",
];

/// The signatures of those that the model has.
pub(super) fn signatures(
    interface: &Interface,
    with_time: &impl Fn(Vec<Argument>) -> Vec<Argument>,
    motion: &[Argument],
) -> Vec<Method> {
    let Some(sizes) = interface.reduced else {
        return Vec::new();
    };
    let (n, c, shapes) = (sizes.group, sizes.directions, sizes.shape);
    let state = vec![Coordinates, Velocities];
    let form = with_time(vec![Coordinates]);
    let mut methods = vec![method(
        "body_velocity",
        "The body velocity `xi = g^-1 dg/dt` of the symmetry group, factor by factor in the order in \
         which they are declared, rotations first.",
        &state,
        Shape::Vector(n),
    )];
    if c > 0 {
        methods.push(method(
            "symmetry_directions",
            "The symmetry directions inside the constraints: the columns `e_1 .. e_c` of `E` are a \
             basis of `ker A_xi(r)`, body velocities that the constraints allow while the shape rests.",
            &form,
            Shape::Matrix(n, c),
        ));
    }
    if shapes > 0 {
        methods.push(method(
            "nonholonomic_connection",
            "The nonholonomic connection `A(r) = K^-1 [E^T l_xi_u ; A_u]` with `K = [E^T l_xi_xi ; A_xi]` \
             (Kobilarov, Martín de Diego, Ferraro, section 5): a body velocity on linear constraints is \
             the locked velocity less `A(r) u` with the shape velocity `u`.",
            &form,
            Shape::Matrix(n, shapes),
        ));
    }
    if c > 0 {
        methods.extend([
            method(
                "locked_inertia",
                "The locked inertia `E^T l_xi_xi E`: the momentum is this times the coefficients of the \
                 locked velocity.",
                &form,
                Shape::Matrix(c, c),
            ),
            method(
                "locked_velocity",
                "The locked velocity `Omega = E (E^T l_xi_xi E)^-1 E^T l_xi_xi (xi + A u)`: the body \
                 velocity with which the system would go on, were its shape locked.",
                &with_time(state.clone()),
                Shape::Vector(n),
            ),
            method(
                "nonholonomic_momentum",
                "The nonholonomic momentum `p_b = <l_xi, e_b>`, an entry for each symmetry direction.",
                &with_time(state),
                Shape::Vector(c),
            ),
            method(
                "nonholonomic_momentum_rate",
                "The right-hand side of the momentum equation, \
                 `dp_b/dt = <l_xi, [xi, e_b] + de_b/dt> + <f, e_b>`, for velocities on the constraints.",
                motion,
                Shape::Vector(c),
            ),
        ]);
    }
    methods
}

/// The values of a method, those of a matrix row by row.
pub(super) fn values(mechanics: &Mechanics, method: &str) -> Vec<Expr> {
    let (Ok(reduction), Some(connection)) = (&mechanics.reduction, &mechanics.connection) else {
        return Vec::new();
    };
    let graph = &mechanics.model.graph;
    let splitting = &reduction.splitting;
    let (_, g) = splitting.configuration(&mechanics.q);
    let (_, xi) = splitting.body_velocity(graph, &g, &mechanics.v);
    let values = match method {
        "body_velocity" => return xi,
        "symmetry_directions" => reduction.directions.entries().to_vec(),
        "nonholonomic_connection" => connection.form.entries().to_vec(),
        "locked_inertia" => connection.locked_inertia.entries().to_vec(),
        "locked_velocity" => reduction.directions.apply(graph, &connection.coefficients),
        "nonholonomic_momentum" => connection.momentum.clone(),
        _ => connection.momentum_rate.clone(),
    };
    let body: Vec<_> = reduction.xi.iter().copied().zip(xi).collect();
    graph.substitute(&values, &body)
}
