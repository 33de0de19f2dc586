//! Compositions: steps of a symmetric method of order two, made of substeps to a higher order.
//!
//! A step of size `h` makes substeps of the sizes `g_1 h`, ..., `g_s h`, some of them backwards,
//! with `g_i = g_(s+1-i)`, so it is symmetric too. The order is four if `sum g_i = 1` and
//! `sum g_i^3 = 0`. For order six, `sum g_i^5 = 0` and one more equation must hold; for order
//! eight, `sum g_i^7 = 0` and four more. All this holds if short steps approach the identity,
//! wherever the state is. A step that reflects the part of the velocity that is off the constraints
//! does not, but two of half the size together do. Then each substep is such a pair.
//!
//! Source: M. Suzuki, 1990, doi:10.1016/0375-9601(90)90962-N, for order four; W. Kahan, R.-C. Li,
//! 1997, doi:10.1090/S0025-5718-97-00873-9, for six and eight; H. Yoshida, 1990,
//! doi:10.1016/0375-9601(90)90092-3; E. Hairer, C. Lubich, G. Wanner, *Geometric Numerical
//! Integration*, V.3.2, doi:10.1007/3-540-30666-8, equations V.3.11 and V.3.13.

use crate::diag::{Code, Diagnostic, Diagnostics};
use crate::model::IntegratorRequest;
use crate::options::{Choices, OptionRow, Values};

/// The order of a step, made of substeps above two.
pub(super) const ORDER: OptionRow =
    OptionRow::named("order", Values::Integers(&[2, 4, 6, 8])).composing();

// The first half of the sizes of the substeps, with the one in the middle.
#[expect(clippy::excessive_precision, reason = "as published")]
const SUZUKI: [f64; 3] = [
    0.414_490_771_794_375_737_14,
    0.414_490_771_794_375_737_14,
    -0.657_963_087_177_502_948_57,
];
#[expect(clippy::excessive_precision, reason = "as published")]
const KAHAN_LI_6: [f64; 5] = [
    0.392_161_444_007_314_139_28,
    0.332_599_136_789_359_438_60,
    -0.706_246_172_557_639_359_81,
    0.082_213_596_293_550_800_23,
    0.798_543_990_934_829_963_40,
];
#[expect(clippy::excessive_precision, reason = "as published")]
const KAHAN_LI_8: [f64; 9] = [
    0.130_202_483_088_890_080_88,
    0.561_162_981_775_108_384_56,
    -0.389_474_962_644_847_286_41,
    0.158_841_906_555_155_600_90,
    -0.395_903_894_133_237_577_34,
    0.184_539_640_978_315_707_09,
    0.258_374_387_686_322_047_29,
    0.295_011_723_609_310_298_87,
    -0.605_508_533_830_034_511_70,
];

/// Returns the order that the option asks for.
pub(super) fn order(choices: &Choices) -> u32 {
    choices.composed_order().unwrap_or(2)
}

/// Returns the sizes of the substeps as fractions of the step, with the name of their authors;
/// nothing if a step is made at once. `in_pairs`, each substep is made as two of half its size.
pub(super) fn substeps(choices: &Choices, in_pairs: bool) -> (Vec<f64>, &'static str) {
    let (half, authors): (&[f64], _) = match order(choices) {
        4 => (&SUZUKI, "Suzuki"),
        6 => (&KAHAN_LI_6, "Kahan, Li"),
        8 => (&KAHAN_LI_8, "Kahan, Li"),
        _ => (&[], ""),
    };
    let second = half.iter().rev().skip(1);
    let sizes = half.iter().chain(second).copied();
    match in_pairs {
        true => (sizes.flat_map(|size| [size / 2.0; 2]).collect(), authors),
        false => (sizes.collect(), authors),
    }
}

/// Checks that a request asks for no composition that gains nothing.
///
/// # Errors
/// An order of an integrator that is not composed, with the reason.
pub(super) fn check(request: &IntegratorRequest) -> Result<(), Diagnostics> {
    let name = request.name.text.as_str();
    let reason = match name {
        "Gni" | "Rattle" => {
            "composing it gains nothing: the composed method remains of order 2, because every \
             substep reflects the velocity"
        }
        "Lobatto" => "its order is 4, and it is not composed",
        _ => return Ok(()),
    };
    let Some(order) = request.options.iter().find(|o| o.name.text == "order") else {
        return Ok(());
    };
    Err(Diagnostic::error(
        Code::UnknownOption,
        order.name.span,
        format!("`{name}` has no option `order`; {reason}"),
        "an integrator that can be composed of substeps",
    )
    .help("leave out `order`, or write `Mla(order = 6)`, `Dla(order = 6)` or `Gauss(stages = 3)`")
    .into())
}

/// Checks that the steps to compose are symmetric.
///
/// # Errors
/// A composition of steps that are not.
pub(super) fn check_symmetry(
    integrator: &str,
    choices: &Choices,
    is_symmetric: bool,
) -> Result<(), Diagnostics> {
    match choices.composed_order() {
        Some(order) if !is_symmetric => Err(Diagnostic::error(
            Code::OptionValue,
            choices.span,
            format!("with these options the steps of `{integrator}` are of order 1, not symmetric"),
            format!("symmetric steps for `order = {order}`"),
        )
        .help("leave out `order`, or the option that makes the steps of order 1")
        .into()),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The sum over all substeps of the powers of their sizes, `sum g_i^k`.
    fn power_sum(sizes: &[f64], exponent: i32) -> f64 {
        sizes.iter().map(|size| size.powi(exponent)).sum()
    }

    fn sizes(text: &str, in_pairs: bool) -> Vec<f64> {
        let rows = const { &[ORDER] };
        let of = Choices::alternatives(rows, false).into_iter();
        let mut of_text = of.filter(|(option, _)| option == text);
        let (_, choices) = of_text.next().expect("an order");
        substeps(&choices, in_pairs).0
    }

    #[test]
    fn substeps_are_symmetric_and_meet_the_order_conditions_on_sums_of_powers() {
        for (text, count, exponents) in [
            ("order = 4", 5, &[3][..]),
            ("order = 6", 9, &[3, 5]),
            ("order = 8", 17, &[3, 5, 7]),
        ] {
            let sizes = sizes(text, false);
            assert_eq!(sizes.len(), count);
            assert!(sizes.iter().eq(sizes.iter().rev()), "{text}");
            assert!((power_sum(&sizes, 1) - 1.0).abs() < 1e-15, "{text}");
            for &exponent in exponents {
                let sum = power_sum(&sizes, exponent);
                assert!(sum.abs() < 1e-15, "{text}, {exponent}: {sum:e}");
            }
            // The next sum does not vanish.
            let next = power_sum(&sizes, exponents.last().expect("an exponent") + 2);
            assert!(next.abs() > 1e-4, "{text}: {next:e}");
        }
    }

    /// The condition of order six on products, and those of order eight (E. Hairer, C. Lubich,
    /// G. Wanner, V.3.1), for `sum_j g_j^a (sum_(i <= j)' g_i)^b` with half of the last term.
    #[test]
    fn substeps_meet_the_order_conditions_on_products() {
        let nested = |sizes: &[f64], a: i32, b: i32| {
            let mut passed = 0.0;
            let term = |size: &f64| {
                passed += size;
                size.powi(a) * (passed - size / 2.0).powi(b)
            };
            sizes.iter().map(term).sum::<f64>()
        };
        // Powers of the time up to the middle of a substep: the error of a quadrature with the
        // weights `g_i^3` or `g_i^5` vanishes for polynomials up to the order.
        for (text, conditions) in [
            ("order = 6", &[(3, 1), (3, 2)][..]),
            (
                "order = 8",
                &[(3, 1), (3, 2), (3, 3), (3, 4), (5, 1), (5, 2)],
            ),
        ] {
            for &(a, b) in conditions {
                let sum = nested(&sizes(text, false), a, b);
                assert!(sum.abs() < 1e-15, "{text}, {a}, {b}: {sum:e}");
            }
        }
    }

    #[test]
    fn pairs_are_two_halves_of_each_substep() {
        let (single, pairs) = (sizes("order = 4", false), sizes("order = 4", true));
        assert_eq!(pairs.len(), 10);
        for (size, pair) in single.iter().zip(pairs.chunks(2)) {
            assert_eq!(pair, [size / 2.0; 2]);
        }
    }
}
