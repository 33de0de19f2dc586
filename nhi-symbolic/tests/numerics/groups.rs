//! The formulas of Lie groups against reference data and finite differences.

use nhi_symbolic::expr::{Expr, Graph, Matrix, Role};
use nhi_symbolic::mechanics::group::{Differential, Factor, LieGroup, Retraction};

use crate::support::assert_close;
use crate::support::fixture::Fixture;
use crate::support::sampling::Random;

const FACTORS: [Factor; 6] = [
    Factor::R,
    Factor::S1,
    Factor::Se2,
    Factor::Se2Matrix,
    Factor::So3,
    Factor::Se3,
];

const RETRACTIONS: [Retraction; 3] = [Retraction::Exp, Retraction::Cayley, Retraction::Ccsk];

/// A group with symbols for an algebra element, and numbers for it.
struct Sampled {
    group: LieGroup,
    graph: Graph,
    xi: Vec<Expr>,
}

impl Sampled {
    fn new(factors: &[Factor]) -> Self {
        let group = LieGroup::new(factors.to_vec());
        let graph = Graph::new();
        let xi = (0..group.dimension()).map(|_| graph.symbol("xi", Role::Unknown));
        Self {
            xi: xi.collect(),
            group,
            graph,
        }
    }

    fn values(&self, exprs: &[Expr], xi: &[f64]) -> Vec<f64> {
        let point: Vec<_> = self.xi.iter().copied().zip(xi.iter().copied()).collect();
        self.graph.evaluate(exprs, &point)
    }

    fn element(&mut self, tau: Retraction) -> Vec<Expr> {
        self.group.retract(&self.graph, tau, &self.xi)
    }

    fn inverse_differential(&mut self, tau: Retraction, differential: Differential) -> Matrix {
        let xi = self.xi.clone();
        self.group
            .inverse_differential(&self.graph, tau, differential, &xi)
    }
}

/// Zero, near zero, ordinary, and beyond a right angle.
fn algebra_elements(dimension: usize) -> Vec<Vec<f64>> {
    let mut random = Random::new(5);
    let mut direction = || random.many(dimension, -1.0, 1.0);
    let directions = [direction(), direction()];
    [0.0, 1e-9, 1e-4, 0.3, 1.2]
        .iter()
        .flat_map(|scale| {
            directions
                .iter()
                .map(move |d| d.iter().map(|x| scale * x).collect())
        })
        .collect()
}

#[test]
fn retractions_and_their_inverse_differentials_equal_the_reference() {
    let table = Fixture::load("lie_groups").table();
    assert_eq!(table.len(), 28);
    for entry in table {
        let factor = match entry.group.as_str() {
            "SE2" => Factor::Se2,
            "SO3" => Factor::So3,
            _ => Factor::Se3,
        };
        let tau = match entry.map.as_str() {
            "exp" => Retraction::Exp,
            "cay" => Retraction::Cayley,
            _ => Retraction::Ccsk,
        };
        let what = format!("{} {} {:?}", entry.group, entry.map, entry.xi);
        let mut sampled = Sampled::new(&[factor]);
        let element = sampled.element(tau);
        let element = sampled.values(&element, &entry.xi);
        let rows = &entry.tau[..element.len()];
        assert_close(&what, &element, rows, 5e-15);
        let inverse = sampled.inverse_differential(tau, Differential::Exact);
        let inverse = sampled.values(inverse.entries(), &entry.xi);
        assert_close(&what, &inverse, &entry.inverse_differential, 5e-15);
        let xi = sampled.xi.clone();
        let ad = sampled.group.ad(&sampled.graph, &xi);
        let ad = sampled.values(ad.entries(), &entry.xi);
        assert_close(&what, &ad, &entry.ad, 5e-15);
    }
}

/// `D tau(xi) eta = (dtau_xi eta) tau(xi)`: the body velocity of `tau(xi + s eta)` is
/// `Ad^-1 dtau_xi eta`.
#[test]
fn inverse_differentials_agree_with_differences_of_the_retractions() {
    for factor in FACTORS {
        for tau in RETRACTIONS {
            let mut sampled = Sampled::new(&[factor]);
            let element = sampled.element(tau);
            let inverse = sampled.inverse_differential(tau, Differential::Exact);
            let adjoint = sampled.group.adjoint(&sampled.graph, &element);
            let n = sampled.group.dimension();
            for xi in algebra_elements(n) {
                for direction in 0..n {
                    let moved = |amount: f64| {
                        let mut moved = xi.clone();
                        moved[direction] += amount;
                        sampled.values(&element, &moved)
                    };
                    let step = 1e-5;
                    let pairs = moved(step).into_iter().zip(moved(-step));
                    let rate: Vec<_> = pairs.map(|(a, b)| (a - b) / (2.0 * step)).collect();
                    // `dtau_xi eta = Ad_tau omega` with the body velocity `omega`.
                    let omega = body_velocity(factor, &sampled.values(&element, &xi), &rate);
                    let spatial = times(&sampled.values(adjoint.entries(), &xi), &omega);
                    let back = times(&sampled.values(inverse.entries(), &xi), &spatial);
                    let mut unit = vec![0.0; n];
                    unit[direction] = 1.0;
                    assert_close(&format!("{factor:?} {tau:?} {xi:?}"), &back, &unit, 2e-9);
                }
            }
        }
    }
}

/// Squares of the halves of a step, what carries momenta along them, and the share of the middle in a displacement of an
/// end, against differences.
#[test]
fn halves_of_steps_agree_with_differences() {
    for factor in FACTORS {
        for tau in [Retraction::Exp, Retraction::Cayley] {
            let sampled = Sampled::new(&[factor]);
            let (graph, group) = (&sampled.graph, &sampled.group);
            let n = group.dimension();
            let half = group.retract(graph, tau, &sampled.xi);
            let square = group.square(graph, tau, &sampled.xi);
            let product = group.compose(graph, &half, &half);
            let adjoint = group.adjoint(graph, &square);
            let carried = (0..n).map(|i| {
                let mut unit = vec![Graph::ZERO; n];
                unit[i] = Graph::ONE;
                group.carried(graph, tau, &sampled.xi, &unit)
            });
            // Row by row what `d sigma^-1` takes from a unit covector.
            let carried = carried.collect::<Vec<_>>().concat();
            let sharing = group.sharing(graph, tau, &sampled.xi);
            let middle = group.adjoint(graph, &half);
            for x in algebra_elements(n) {
                let what = format!("{factor:?} {tau:?} {x:?}");
                let at = |exprs: &[Expr]| sampled.values(exprs, &x);
                assert_close(&what, &at(&square), &at(&product), 4e-15);
                for direction in 0..n {
                    let moved = |amount: f64| {
                        let mut moved = x.clone();
                        moved[direction] += amount;
                        sampled.values(&square, &moved)
                    };
                    let step = 1e-5;
                    let pairs = moved(step).into_iter().zip(moved(-step));
                    // The displacement is twice the half.
                    let rate: Vec<_> = pairs.map(|(a, b)| (a - b) / (4.0 * step)).collect();
                    let omega = body_velocity(factor, &at(&square), &rate);
                    let spatial = times(&at(adjoint.entries()), &omega);
                    let mut unit = vec![0.0; n];
                    unit[direction] = 1.0;
                    let back = times(&at(&carried), &spatial);
                    assert_close(&what, &back, &unit, 3e-9);
                    let shared = times(&at(sharing.entries()), &unit);
                    let turned = times(&at(middle.entries()), &shared);
                    let whole: Vec<_> = shared
                        .iter()
                        .zip(turned)
                        .map(|(a, b)| (a + b) / 2.0)
                        .collect();
                    assert_close(&what, &whole, &unit, 1e-14);
                }
            }
        }
    }
}

#[test]
fn the_differential_of_the_cayley_map_is_the_inverse_of_its_inverse() {
    for factor in FACTORS {
        let mut sampled = Sampled::new(&[factor]);
        let inverse = sampled.inverse_differential(Retraction::Cayley, Differential::Exact);
        let differential = sampled
            .group
            .cayley_differential(&sampled.graph, &sampled.xi);
        let product = differential.mul(&sampled.graph, &inverse);
        let n = sampled.group.dimension();
        for x in algebra_elements(n) {
            let product = sampled.values(product.entries(), &x);
            let identity: Vec<_> = (0..n * n)
                .map(|k| f64::from(u8::from(k % (n + 1) == 0)))
                .collect();
            assert_close(&format!("{factor:?} {x:?}"), &product, &identity, 1e-14);
        }
    }
}

/// `g^-1 dg/dt`.
fn body_velocity(factor: Factor, element: &[f64], rate: &[f64]) -> Vec<f64> {
    let space = if factor == Factor::Se2Matrix { 2 } else { 3 };
    let columns = element.len() / space;
    let column = |matrix: &[f64], j: usize| -> Vec<f64> {
        (0..space).map(|i| matrix[columns * i + j]).collect()
    };
    // `R^T` times a column of the rate.
    let back = |j: usize| -> Vec<f64> {
        let moved = column(rate, j);
        let axes = (0..space).map(|i| column(element, i));
        axes.map(|axis| axis.iter().zip(&moved).map(|(a, b)| a * b).sum())
            .collect()
    };
    let turning = || vec![back(1)[2], back(2)[0], back(0)[1]];
    match factor {
        Factor::R | Factor::S1 => rate.to_vec(),
        Factor::Se2 => {
            let (s, c) = element[0].sin_cos();
            vec![
                rate[0],
                c * rate[1] + s * rate[2],
                c * rate[2] - s * rate[1],
            ]
        }
        Factor::Se2Matrix => [vec![back(0)[1]], back(2)].concat(),
        Factor::So3 => turning(),
        Factor::Se3 => [turning(), back(3)].concat(),
    }
}

fn times(matrix: &[f64], vector: &[f64]) -> Vec<f64> {
    let rows = matrix.chunks(vector.len());
    rows.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
        .collect()
}

#[test]
fn velocities_are_the_rates_of_products_with_retractions() {
    for factor in FACTORS {
        let mut sampled = Sampled::new(&[factor]);
        let element = sampled.element(Retraction::Exp);
        let n = sampled.group.dimension();
        let (size, group) = (sampled.group.element_size(), sampled.group.clone());
        let g: Vec<_> = (0..size)
            .map(|_| sampled.graph.symbol("g", Role::Variable))
            .collect();
        let product = group.compose(&sampled.graph, &g, &element);
        let xi = sampled.xi.clone();
        let velocity = group.velocity(&sampled.graph, &g, &xi);
        let start = sampled.values(&element, &algebra_elements(n)[7]);
        let eta = &algebra_elements(n)[6];
        let at = |exprs: &[Expr], scale: f64| {
            let mut point: Vec<_> = g.iter().copied().zip(start.iter().copied()).collect();
            point.extend(xi.iter().copied().zip(eta.iter().map(|x| scale * x)));
            sampled.graph.evaluate(exprs, &point)
        };
        let step = 1e-5;
        let pairs = at(&product, step).into_iter().zip(at(&product, -step));
        let rate: Vec<_> = pairs.map(|(a, b)| (a - b) / (2.0 * step)).collect();
        assert_close(&format!("{factor:?}"), &rate, &at(&velocity, 1.0), 1e-9);
    }
}

#[test]
fn truncated_series_are_those_of_the_exponential_map() {
    for factor in FACTORS {
        let mut sampled = Sampled::new(&[factor]);
        let [exact, first, second] = [
            Differential::Exact,
            Differential::First,
            Differential::Second,
        ]
        .map(|d| sampled.inverse_differential(Retraction::Exp, d));
        let errors = [0.1, 0.05].map(|scale| {
            let xi: Vec<_> = algebra_elements(sampled.group.dimension())[8]
                .iter()
                .map(|x| scale * x)
                .collect();
            let exact = sampled.values(exact.entries(), &xi);
            [&first, &second].map(|matrix| {
                let values = sampled.values(matrix.entries(), &xi);
                let pairs = values.iter().zip(&exact);
                pairs.fold(0.0_f64, |size, (a, b)| size.max((a - b).abs()))
            })
        });
        for (place, order) in [(0, 2.0), (1, 4.0)] {
            let ratio = (errors[0][place] / errors[1][place]).log2();
            let vanishes = errors[0][place] == 0.0;
            assert_eq!(vanishes, sampled.group.is_abelian(), "{factor:?}");
            assert!(
                vanishes || (ratio - order).abs() < 0.05,
                "{factor:?}: {ratio}"
            );
        }
    }
}

#[test]
fn an_element_and_its_inverse_make_the_identity() {
    for factor in FACTORS {
        let mut sampled = Sampled::new(&[factor]);
        let element = sampled.element(Retraction::Exp);
        let (group, graph) = (sampled.group.clone(), &mut sampled.graph);
        let inverse = group.inverse(graph, &element);
        let product = group.compose(graph, &element, &inverse);
        let xi = &algebra_elements(group.dimension())[8];
        let expected = sampled.values(&group.identity(), xi);
        let product = sampled.values(&product, xi);
        assert_close(&format!("{factor:?}"), &product, &expected, 1e-15);
    }
}

/// `dtau_-xi = Ad_tau(-xi) dtau_xi` wherever `tau(-xi) tau(xi)` is the identity.
#[test]
fn inverse_differentials_of_opposite_elements_differ_by_the_adjoint_map() {
    for factor in FACTORS {
        for tau in [Retraction::Exp, Retraction::Cayley] {
            let mut sampled = Sampled::new(&[factor]);
            let element = sampled.element(tau);
            let adjoint = sampled.group.adjoint(&sampled.graph, &element);
            let inverse = sampled.inverse_differential(tau, Differential::Exact);
            let product = inverse.mul(&sampled.graph, &adjoint);
            for xi in algebra_elements(sampled.group.dimension()) {
                let opposite: Vec<_> = xi.iter().map(|x| -x).collect();
                let expected = sampled.values(inverse.entries(), &opposite);
                let actual = sampled.values(product.entries(), &xi);
                assert_close(&format!("{factor:?} {tau:?}"), &actual, &expected, 1e-14);
            }
        }
    }
}

#[test]
fn products_act_factor_by_factor() {
    let mut sampled = Sampled::new(&[Factor::S1, Factor::Se2, Factor::R]);
    let mut alone = Sampled::new(&[Factor::Se2]);
    let xi = [0.7, 0.4, -0.3, 0.9, 1.5];
    let element = sampled.element(Retraction::Exp);
    let element = sampled.values(&element, &xi);
    let planar = alone.element(Retraction::Exp);
    let planar = alone.values(&planar, &xi[1..4]);
    assert_close(
        "element",
        &element,
        &[&xi[..1], &planar, &xi[4..]].concat(),
        0.0,
    );
    let inverse = sampled.inverse_differential(Retraction::Cayley, Differential::Exact);
    let inverse = sampled.values(inverse.entries(), &xi);
    let planar = alone.inverse_differential(Retraction::Cayley, Differential::Exact);
    let planar = alone.values(planar.entries(), &xi[1..4]);
    for i in 0..3 {
        assert_close(
            "row",
            &inverse[5 * (i + 1) + 1..5 * (i + 1) + 4],
            &planar[3 * i..3 * i + 3],
            0.0,
        );
    }
    assert_close("rotation", &inverse[..1], &[1.0 + 0.49 / 4.0], 1e-15);
    assert_close("translation", &inverse[24..], &[1.0], 0.0);
}
