//! Plain data through serde.
#![cfg(feature = "serde")]

use nhi_runtime::group::Truncation;
use nhi_runtime::nalgebra::{Matrix2, SMatrix, Vector2};
use nhi_runtime::{Clock, NewtonReport, NewtonSettings, Range, Sample, StepJacobian};
use serde::{Serialize, de::DeserializeOwned};
use std::fmt::Debug;

fn assert_round_trip<D: Serialize + DeserializeOwned + PartialEq + Debug>(data: &D) {
    let text = serde_json::to_string(data).unwrap();
    assert_eq!(&serde_json::from_str::<D>(&text).unwrap(), data, "{text}");
}

#[test]
fn plain_data_survives_a_round_trip() {
    assert_round_trip(&Clock {
        origin: 0.1,
        steps: 7,
    });
    assert_round_trip(&Sample {
        t: 0.5,
        q: [1.0, 2.0],
        v: [0.25],
        lambda: (),
    });
    assert_round_trip(&NewtonSettings::<f64>::default());
    assert_round_trip(&NewtonReport {
        iterations: 3,
        increment: 1e-9_f32,
        residual: 2e-9,
    });
    assert_round_trip(&Range::of(0.3));
    assert_round_trip(&Truncation::Second);
    assert_round_trip(&StepJacobian {
        next: [0.1, 0.2],
        state: Matrix2::new(1.0, 2.0, 3.0, 4.0),
        controls: Vector2::new(0.5, 0.25),
        parameters: SMatrix::<f64, 2, 0>::zeros(),
        step_size: Vector2::new(-1.0, 1e-9),
    });
}

#[test]
fn long_arrays_survive_a_round_trip() {
    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Momenta {
        #[serde(with = "nhi_runtime::serial_array")]
        p: [f64; 40],
    }

    let momenta = Momenta {
        p: std::array::from_fn(|i| 0.125 * i as f64),
    };
    assert_round_trip(&momenta);
    let short = serde_json::from_str::<Momenta>("{\"p\": [1.0, 2.0]}").unwrap_err();
    assert!(
        short.to_string().contains("an array of 40 numbers"),
        "{short}"
    );
}
