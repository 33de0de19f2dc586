//! Runge-Kutta methods on `dq/dt = v`, `dv/dt = a(t, q, v)`: what most people would use instead,
//! and with much finer steps a reference.

use super::distance;

/// Time, configuration and velocity.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const N: usize> {
    pub(crate) t: f64,
    pub(crate) q: [f64; N],
    pub(crate) v: [f64; N],
}

/// The acceleration of a system of `N` coordinates as a function of `t`, `q` and `v`.
pub(crate) trait Acceleration<const N: usize>:
    Fn(f64, [f64; N], [f64; N]) -> [f64; N]
{
}

impl<const N: usize, F: Fn(f64, [f64; N], [f64; N]) -> [f64; N]> Acceleration<N> for F {}

/// A Runge-Kutta method.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// The explicit midpoint rule, order 2.
    Rk2,
    /// The classical method, order 4.
    Rk4,
}

/// A reference at the nodes of a coarser run, and how far it can be trusted.
#[derive(Clone, Debug)]
pub(crate) struct Reference<const N: usize> {
    /// The nodes of the coarser run.
    pub(crate) nodes: Vec<Node<N>>,
    /// The size of the steps that led to them.
    pub(crate) substep: f64,
    /// The largest component by which `q` and `v` differ at any node from a run with steps of twice
    /// that size.
    pub(crate) difference: f64,
}

impl<const N: usize> Reference<N> {
    /// The classical method with `substeps` steps in each of `steps` steps of size `h`.
    pub(crate) fn new(
        acceleration: &impl Acceleration<N>,
        initial: Node<N>,
        h: f64,
        steps: usize,
        substeps: usize,
    ) -> Self {
        let with = |substeps| refined(Method::Rk4, acceleration, initial, h, steps, substeps);
        let (nodes, coarser) = (with(substeps), with(substeps / 2));
        let difference = nodes
            .iter()
            .zip(&coarser)
            .map(|(a, b)| distance(a.q, b.q).max(distance(a.v, b.v)))
            .fold(0.0, f64::max);
        Self {
            nodes,
            substep: h / substeps as f64,
            difference,
        }
    }
}

/// The nodes of `steps` steps of size `h`, the initial one included.
pub(crate) fn run<const N: usize>(
    method: Method,
    acceleration: &impl Acceleration<N>,
    initial: Node<N>,
    h: f64,
    steps: usize,
) -> Vec<Node<N>> {
    refined(method, acceleration, initial, h, steps, 1)
}

/// The nodes of `steps` steps of size `h`, each made of `substeps` steps of the method.
fn refined<const N: usize>(
    method: Method,
    acceleration: &impl Acceleration<N>,
    initial: Node<N>,
    h: f64,
    steps: usize,
    substeps: usize,
) -> Vec<Node<N>> {
    let substep = h / substeps as f64;
    let mut node = initial;
    let mut nodes = vec![initial];
    for made in 1..=steps * substeps {
        node = step(method, acceleration, node, substep);
        node.t = initial.t + made as f64 * substep;
        if made.is_multiple_of(substeps) {
            nodes.push(node);
        }
    }
    nodes
}

/// The last node of `steps` steps of size `h`.
pub(crate) fn last<const N: usize>(
    method: Method,
    acceleration: &impl Acceleration<N>,
    initial: Node<N>,
    h: f64,
    steps: usize,
) -> Node<N> {
    (0..steps).fold(initial, |node, _| step(method, acceleration, node, h))
}

/// One step of size `h`.
fn step<const N: usize>(
    method: Method,
    acceleration: &impl Acceleration<N>,
    Node { t, q, v }: Node<N>,
    h: f64,
) -> Node<N> {
    let moved = |x: [f64; N], c: f64, rate: [f64; N]| -> [f64; N] {
        std::array::from_fn(|i| x[i] + c * rate[i])
    };
    let half = 0.5 * h;
    let (v1, a1) = (v, acceleration(t, q, v));
    let v2 = moved(v, half, a1);
    let a2 = acceleration(t + half, moved(q, half, v1), v2);
    let (mean_v, mean_a) = match method {
        Method::Rk2 => (v2, a2),
        Method::Rk4 => {
            let v3 = moved(v, half, a2);
            let a3 = acceleration(t + half, moved(q, half, v2), v3);
            let v4 = moved(v, h, a3);
            let a4 = acceleration(t + h, moved(q, h, v3), v4);
            (simpson(v1, v2, v3, v4), simpson(a1, a2, a3, a4))
        }
    };
    Node {
        t: t + h,
        q: moved(q, h, mean_v),
        v: moved(v, h, mean_a),
    }
}

/// The mean of the four slopes with the weights 1, 2, 2, 1.
fn simpson<const N: usize>(
    first: [f64; N],
    second: [f64; N],
    third: [f64; N],
    fourth: [f64; N],
) -> [f64; N] {
    std::array::from_fn(|i| (first[i] + 2.0 * second[i] + 2.0 * third[i] + fourth[i]) / 6.0)
}
