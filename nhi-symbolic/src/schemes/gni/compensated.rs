//! A reflection that does not feed the parasitic mode.
//!
//! The alternating part of the velocity at a node is `z = M^-1 A^T mu`, off the constraints. A
//! plain reflection changes its sign, and the step lets it grow. With `G = A M^-1 A^T`,
//!
//! `G mu' = B mu`,
//! `B = d_q(A v + b) M^-1 A^T - A M^-1 [d_v(M a + c - f) - (dM/dt)/2] M^-1 A^T` at `(q_k, v_k)`,
//!
//! relative to a transport that keeps `mu . G mu`. For a constant mass matrix and forces that
//! depend on positions, only the first term is left. Then the trace of `G^-1 B` is the rate at
//! which the motion contracts volume: if something decays, the mode grows. Here the reflection
//! removes the growth of a step,
//!
//! `(G + h/2 B) mu^+ = -(G - h/2 B) mu^-`.
//!
//! The momentum that arrives is `p^+ = L_v(q, v) - A^T half + A^T mu^-`. The momentum after the
//! reflection is `p^- = L_v(q, v) + A^T (half + mu^+)`, with the smooth part
//! `half = h/2 lambda(q, v)` unchanged. The inverse of the map for `h` is the map for `-h`, so the
//! step stays symmetric. Without drag `B` changes its sign with the velocity, so the step stays
//! reversible. `mu` itself is of order `h^2`, so the order stays two.
//!
//! With position constraints `G v + phi_t = 0`, only velocities that keep the positions alternate.
//! `A` is then replaced by `A - S^T G`, `S = (G M^-1 G^T)^-1 G M^-1 A^T`, and the impulse on the
//! positions is `-S mu^+`. The part that leaves the positions is determined again in every step.
//!
//! No published cure of the parasitic mode is known to us; this one is our own.

use super::super::prelude::*;

/// Returns the impulse after the reflection at a node, `half + mu^+`, given the multipliers
/// `mu - half` of the momentum that arrives off the constraints.
pub(super) fn impulse<'m>(
    step: &mut Steps<'m>,
    node: &Node<'m>,
    arriving: &Vector<'m>,
) -> Vector<'m> {
    let smooth = (node.system.h() / 2 * node.multipliers()).multiplied();
    let smooth = name_multipliers(step, "half_impulse", &smooth);
    let alternating = name_multipliers(step, "alternating", &(arriving + &smooth));
    let behind = compensated(step, node, &alternating);
    name_multipliers(step, "impulse", &(behind + smooth))
}

/// Returns `mu^+`, the alternating part after the reflection.
fn compensated<'m>(step: &mut Steps<'m>, node: &Node<'m>, alternating: &Vector<'m>) -> Vector<'m> {
    let system = node.system;
    let (graph, mechanics) = (system.graph(), system.mechanics);
    let m = mechanics.model.velocity_constraints();
    let kept = mechanics.keeping_positions();
    let growth = kept.both(graph, &mechanics.growth_beside_transport());
    let metric = kept.both(graph, mechanics.constraints.gram(graph));
    let metric = node.values(metric.entries());
    let growth = system.h() / 2 * node.values(growth.entries());
    let matrix = name_entries(step, "growing", &(&metric + &growth));
    let other = name_entries(step, "decaying", &(growth - metric));
    let alternating = alternating.part(0..m);
    let right = (0..m)
        .map(|i| row(&other, m, i).dot(&alternating))
        .collect();
    let rows = (0..m).map(|i| row(&matrix, m, i)).collect();
    let behind = system.column(solution(rows, right).into_iter().map(Scalar::expr));
    let shares = node.matrix(&kept.shares);
    let on_positions = -(shares * &behind);
    system.column(behind.entries().into_iter().chain(on_positions.entries()))
}

fn row<'m>(matrix: &Vector<'m>, m: usize, i: usize) -> Vector<'m> {
    matrix.part(i * m..(i + 1) * m)
}

/// Solves linear equations by elimination. The matrix is the positive definite `G` up to `O(h)`, so
/// the diagonal serves as pivots.
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

/// Names the entries of a matrix, row by row.
fn name_entries<'m>(step: &mut Steps<'m>, prefix: &str, values: &Vector<'m>) -> Vector<'m> {
    let labels: Vec<_> = (0..values.len()).map(|entry| entry.to_string()).collect();
    step.name_entries(prefix, &labels, values)
}
