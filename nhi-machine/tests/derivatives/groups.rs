//! Tangent vectors of group elements.

use nhi_machine::{Input, Machine, State, TangentSpace, no_controls};

use crate::support::{Numbers, difference, largest, machine, model};

const H: f64 = 0.02;

/// Returns `g exp(s xi)` by its power series, for the matrix of an element and a matrix of its
/// algebra, both square.
fn moved(g: &[f64], xi: &[f64], s: f64, n: usize) -> Vec<f64> {
    let times = |a: &[f64], b: &[f64]| -> Vec<f64> {
        let entry = |i: usize, j: usize| (0..n).map(|k| a[i * n + k] * b[k * n + j]).sum();
        (0..n * n)
            .map(|place| entry(place / n, place % n))
            .collect()
    };
    let (mut sum, mut term) = (g.to_vec(), g.to_vec());
    for order in 1..20 {
        term = times(&term, xi)
            .iter()
            .map(|x| x * s / f64::from(order))
            .collect();
        sum.iter_mut()
            .zip(&term)
            .for_each(|(sum, term)| *sum += term);
    }
    sum
}

/// Returns the matrix of a vector of the algebra, rotation first.
fn hat(xi: &[f64], n: usize) -> Vec<f64> {
    match (xi, n) {
        (&[a, b, c], 3) => vec![0.0, -c, b, c, 0.0, -a, -b, a, 0.0],
        (&[a, b, c, x, y, z], 4) => {
            vec![
                0.0, -c, b, x, c, 0.0, -a, y, -b, a, 0.0, z, 0.0, 0.0, 0.0, 0.0,
            ]
        }
        (&[w, x, y], _) => vec![0.0, -w, x, w, 0.0, y, 0.0, 0.0, 0.0],
        other => panic!("{other:?} is not in an algebra"),
    }
}

/// A model with a group element, from its first entry on, whose matrix has this size.
struct Case {
    model: String,
    integrator: &'static str,
    parameters: Vec<f64>,
    coordinates: usize,
    size: usize,
    planar: bool,
}

impl Case {
    /// Returns the configuration moved along a tangent vector.
    fn moved(&self, q: &[f64], tangent: &[f64], s: f64) -> Vec<f64> {
        let (coordinates, element) = q.split_at(self.coordinates);
        let mut whole = element.to_vec();
        if element.len() < self.size * self.size {
            whole.extend((0..self.size).map(|j| f64::from(u8::from(j + 1 == self.size))));
        }
        let (along, turn) = tangent.split_at(self.coordinates);
        let xi = match self.planar {
            true => hat(turn, 0),
            false => hat(turn, self.size),
        };
        let whole = moved(&whole, &xi, s, self.size);
        let coordinates = coordinates.iter().zip(along).map(|(q, v)| q + s * v);
        coordinates
            .chain(whole[..element.len()].iter().copied())
            .collect()
    }

    /// Returns an admissible element: the unit moved along a vector.
    fn configuration(&self, machine: &Machine, numbers: &mut Numbers) -> Vec<f64> {
        let entries = machine.names().configuration.len();
        let columns = self.size;
        let mut q = vec![0.0; entries];
        for i in 0..(entries - self.coordinates) / columns {
            q[self.coordinates + i * columns + i] = 1.0;
        }
        let components = machine.configuration_tangents().components();
        self.moved(&q, &numbers.direction(components), 1.0)
    }
}

fn cases() -> Vec<Case> {
    let sleigh = "#[nonholonomic(
        groups(pose: SE2(w, v1, v2)),
        lagrangian = 0.5 * j * w.powi(2) + 0.5 * m * (v1.powi(2) + v2.powi(2)) - pose[0][2],
        constraints(blade = v2 - 0.5 * w),
        integrators(Mla),
    )]
    struct Sleigh { j: f64, m: f64 }";
    let case = |model: String, integrator, parameters: &[f64], coordinates, size, planar| Case {
        model,
        integrator,
        parameters: parameters.to_vec(),
        coordinates,
        size,
        planar,
    };
    let ball = [1.1, 0.8, 0.9, 1.2, 0.7, 0.6];
    let mut cases = vec![case(sleigh.to_owned(), "Mla", &[0.8, 1.2], 0, 3, true)];
    for integrator in ["Mla", "Gni", "Rattle", "Lobatto", "Gauss"] {
        cases.push(case(model("magnetic_ball"), integrator, &ball, 2, 3, false));
    }
    cases.push(case(model("underwater_vehicle"), "Mla", &[], 0, 4, false));
    cases
}

/// The map between tangent vectors and entries is the derivative of `g exp(s xi)`, and both
/// directions are inverse to each other.
#[test]
fn tangent_vectors_are_body_velocities() {
    for case in cases() {
        let Some(machine) = machine(&case.model, case.integrator) else {
            panic!("{} takes the model", case.integrator)
        };
        let mut numbers = Numbers(2);
        let q = case.configuration(&machine, &mut numbers);
        let space = machine.configuration_tangents();
        assert_eq!(space.components(), machine.names().velocities.len());
        assert_eq!(space.entries(), q.len());
        let tangent = numbers.direction(space.components());
        let entries = space.to_entries(&q, &tangent);
        let (expected, _) = difference(|s| Some(case.moved(&q, &tangent, s)), 1e-3).unwrap();
        for (entry, expected) in entries.iter().zip(&expected) {
            assert!(
                (entry - expected).abs() < 1e-11,
                "{entry:e} for {expected:e}"
            );
        }
        let back = space.to_tangent(&q, &entries);
        let off: Vec<_> = back.iter().zip(&tangent).map(|(a, b)| a - b).collect();
        assert!(largest(&off) < 1e-14, "{off:?}");
        let weights = numbers.direction(q.len());
        let of_tangent = space.weights_of_tangent(&q, &weights);
        let products = [(&of_tangent, &tangent), (&weights, &entries)];
        let [one, other] = products.map(|(a, b)| crate::support::dot(a, b));
        assert!((one - other).abs() < 1e-13);
    }
}

/// The columns of a step with respect to the three components of a rotation.
#[test]
fn columns_of_tangent_vectors() {
    let mut compared = 0;
    for case in cases() {
        let machine = machine(&case.model, case.integrator).unwrap();
        let mut numbers = Numbers(4);
        let count = machine.names().parameters.len();
        let parameters = match case.parameters.len() == count {
            true => case.parameters.clone(),
            false => numbers.list(count),
        };
        let Ok(stepper) = machine.stepper(&parameters, H) else {
            continue;
        };
        let q = case.configuration(&machine, &mut numbers);
        let space: TangentSpace = machine.state_tangents();
        let rest = space.entries() - q.len();
        let rest = numbers.direction(rest);
        let state_of =
            |q: &[f64]| State::new(nhi_runtime::Clock::new(0.0), [q, &rest[..]].concat());
        assert_eq!(machine.state_parts()[0].name, "q");
        let state = state_of(&q);
        let (next, derivative) = match stepper.step_derivative(&state, no_controls) {
            Ok(done) => done,
            Err(error) => panic!("{}: {error}", case.integrator),
        };
        let columns = derivative
            .tangent_columns(
                Input::State,
                (&space, &state.entries),
                (&space, &next.entries),
            )
            .unwrap();
        let rows = space.components();
        assert_eq!(columns.len(), rows * rows);
        let components = machine.configuration_tangents().components();
        for (i, column) in columns.chunks(rows).take(components).enumerate() {
            let unit: Vec<_> = (0..components)
                .map(|j| f64::from(u8::from(i == j)))
                .collect();
            let step = |s: f64| {
                let state = state_of(&case.moved(&q, &unit, s));
                Some(stepper.step(&state, no_controls).ok()?.entries)
            };
            let (change, _) = difference(step, 1e-3).unwrap();
            let expected = space.to_tangent(&next.entries, &change);
            for (got, expected) in column.iter().zip(&expected) {
                let off = (got - expected).abs();
                assert!(
                    off < 1e-8,
                    "{}, {i}: {got:e} for {expected:e}",
                    case.integrator
                );
            }
            // The step stays on the group, so that the projection loses nothing.
            let entries = space.to_entries(&next.entries, &expected);
            let lost: Vec<_> = entries.iter().zip(&change).map(|(a, b)| a - b).collect();
            assert!(largest(&lost) < 1e-9, "{}: {lost:?}", case.integrator);
        }
        compared += 1;
    }
    assert!(compared >= 6, "{compared}");
}
