//! A reflection that does not feed the parasitic mode.
//!
//! What alternates in the velocity is `z = M^-1 A^T mu` at a node, off the constraints. A plain
//! reflection gives it the other sign, and the step lets it grow: with `G = A M^-1 A^T`,
//!
//! `G mu' = B mu` relative to parallel transport, `B = d(A v + b)/dq M^-1 A^T` at `(q_k, v_k)`.
//!
//! The trace of `G^-1 B` is the rate at which the motion contracts volume: where something decays, the
//! mode grows. Here the reflection takes away what a step adds,
//!
//! `(G + h/2 B) mu^+ = -(G - h/2 B) mu^-`.
//!
//! The map belongs to `h` as its inverse does to `-h`, so the step stays symmetric; `B` changes its sign
//! with the velocity, so it stays reversible; `mu` itself is of order `h^2`, so the order stays two. The
//! smooth part of the reflection, `h/2 lambda`, is left as it is.

use super::super::prelude::*;

/// The velocity behind the reflection of one that arrives at a node.
pub(super) fn reflected<'m>(step: &mut Steps<'m>, arriving: &Node<'m>) -> Vector<'m> {
    let system = arriving.system;
    let v = step.name("v_node", &arriving.projected_velocity());
    let node = arriving.with_velocity(&v);
    let smooth = (system.h() / 2 * node.multipliers()).multiplied();
    let smooth = name_multipliers(step, "half_impulse", &smooth);
    let alternating = arriving.correction() + &smooth;
    let alternating = name_multipliers(step, "alternating", &alternating);
    let behind = compensated(step, &node, &alternating);
    let impulse = name_multipliers(step, "impulse", &(behind + smooth));
    v + node.constraint_acceleration(&impulse)
}

/// `mu^+`: what alternates behind the reflection.
fn compensated<'m>(step: &mut Steps<'m>, node: &Node<'m>, alternating: &Vector<'m>) -> Vector<'m> {
    let system = node.system;
    let constraints = &system.mechanics.constraints;
    let m = alternating.len();
    let metric = node.values(constraints.gram(system.graph()).entries());
    let growth = system.h() / 2 * node.values(growth(system).entries());
    let matrix = name_entries(step, "growing", &(&metric + &growth));
    let other = name_entries(step, "decaying", &(growth - metric));
    let right = (0..m).map(|i| row(&other, m, i).dot(alternating)).collect();
    let rows = (0..m).map(|i| row(&matrix, m, i)).collect();
    system.column(solution(rows, right).into_iter().map(Scalar::expr))
}

/// `B` over the model's symbols.
fn growth(system: System<'_>) -> crate::expr::Matrix {
    let mechanics = system.mechanics;
    let constraints = &mechanics.constraints;
    let slopes = system.graph().jacobian(&constraints.residual, &mechanics.q);
    slopes.mul(system.graph(), constraints.weighted(system.graph()))
}

fn row<'m>(matrix: &Vector<'m>, m: usize, i: usize) -> Vector<'m> {
    matrix.part(i * m..(i + 1) * m)
}

/// The solution of linear equations by elimination. The matrix is the positive definite `G` up to
/// `O(h)`, so the diagonal serves as pivots.
fn solution<'m>(mut rows: Vec<Vector<'m>>, mut right: Vec<Scalar<'m>>) -> Vec<Scalar<'m>> {
    let m = rows.len();
    for pivot in 0..m {
        for below in pivot + 1..m {
            let factor = rows[below].scalar(pivot) / rows[pivot].scalar(pivot);
            rows[below] = &rows[below] - factor * &rows[pivot];
            right[below] = right[below] - factor * right[pivot];
        }
    }
    for pivot in (0..m).rev() {
        let row = &rows[pivot];
        let solved = right[pivot + 1..].iter().zip(pivot + 1..);
        let rest = solved.fold(right[pivot], |rest, (&x, place)| {
            rest - row.scalar(place) * x
        });
        right[pivot] = rest / row.scalar(pivot);
    }
    right
}

fn name_multipliers<'m>(step: &mut Steps<'m>, prefix: &str, values: &Vector<'m>) -> Vector<'m> {
    let constraints = step.system().mechanics.model.constraints.iter();
    let labels: Vec<_> = constraints.map(|c| c.name.clone()).collect();
    step.name_entries(prefix, &labels, values)
}

/// Names for the entries of a matrix, row by row.
fn name_entries<'m>(step: &mut Steps<'m>, prefix: &str, values: &Vector<'m>) -> Vector<'m> {
    let labels: Vec<_> = (0..values.len()).map(|entry| entry.to_string()).collect();
    step.name_entries(prefix, &labels, values)
}
