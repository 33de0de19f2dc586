//! The expression graph: canonical form, derivatives, zero tests, normal form, factorisation.

use nhi_symbolic::expr::{
    Expr, Function, Graph, Matrix, Node, Polynomial, Role, RoleSet, SpdFactor, TABLE,
};

fn graph_with(names: &[&str]) -> (Graph, Vec<Expr>) {
    let graph = Graph::new();
    let symbols = names
        .iter()
        .map(|name| graph.symbol(name, Role::Coordinate))
        .collect();
    (graph, symbols)
}

#[test]
fn like_terms_and_factors_are_collected_on_construction() {
    let (g, s) = graph_with(&["a", "b"]);
    let sum = g.add(s[0], s[1]);
    let reversed = g.add(s[1], s[0]);
    assert_eq!(sum, reversed);
    assert_eq!(g.sub(sum, s[0]), s[1]);
    let product = g.mul(s[0], s[1]);
    assert_eq!(g.div(product, s[1]), s[0]);
    let twice = g.add(sum, sum);
    let half = g.fraction(1, 2);
    assert_eq!(g.mul(twice, half), sum);
    let difference = g.sub(s[0], s[1]);
    let opposite = g.sub(s[1], s[0]);
    let (x, y) = (g.powi(difference, 2), g.powi(opposite, 2));
    assert_eq!(x, y, "an even power does not see the sign");
    let (x, y) = (g.sin(difference), g.sin(opposite));
    assert_eq!(g.add(x, y), Graph::ZERO, "sine is odd");
}

#[test]
fn division_by_the_number_zero_is_undefined_and_absorbs() {
    let (g, s) = graph_with(&["a"]);
    let zero = g.sub(s[0], s[0]);
    let quotient = g.div(s[0], zero);
    assert_eq!(quotient, Graph::UNDEFINED);
    assert_eq!(g.add(quotient, s[0]), Graph::UNDEFINED);
    assert_eq!(g.mul(quotient, Graph::ZERO), Graph::UNDEFINED);
    assert_eq!(g.sin(quotient), Graph::UNDEFINED);
    assert!(!g.is_zero(Graph::UNDEFINED));
}

#[test]
fn the_budget_of_work_stops_growth_of_numbers_exponents_and_nodes() {
    let (g, s) = graph_with(&["a"]);
    let mut power = g.number(3);
    for _ in 0..64 {
        power = g.mul(power, power);
    }
    assert!(g.is_exhausted());
    let (g, _) = (Graph::with_budget(1000), s);
    let mut sum = g.symbol("x", Role::Coordinate);
    for _ in 0..2000 {
        sum = g.sin(sum);
    }
    assert!(g.is_exhausted());
    let (g, s) = graph_with(&["a"]);
    let mut power = s[0];
    for _ in 0..8 {
        power = g.powi(power, 64);
    }
    assert!(g.is_exhausted());
}

#[test]
fn a_chain_of_fifteen_thousand_links_needs_no_stack() {
    let (g, s) = graph_with(&["x"]);
    let mut expr = s[0];
    for _ in 0..15_000 {
        let sine = g.sin(expr);
        expr = g.add(sine, Graph::ONE);
    }
    let slope = g.derivative(expr, s[0]);
    let value = g.evaluate(&[slope], &[(s[0], 0.3)])[0];
    assert!(value.is_finite());
    assert!(!g.is_zero(slope));
    assert!(g.display(expr).contains("..."));
}

#[test]
fn gradients_backwards_are_gradients_forwards() {
    for row in &TABLE {
        let (mut g, s) = graph_with(&["x", "y", "weight"]);
        let call = sample_call(&mut g, row.function, &s);
        let below = g.add(call, s[1]);
        let ratio = g.div(call, below);
        let cube = g.powi(ratio, 3);
        let expr = g.sum(&[cube, call, g.mul(s[0], s[1])]);
        let backwards = g.pullback(expr, s[2], &s[..2]);
        for (symbol, backward) in s.iter().zip(backwards) {
            let forward = g.mul(s[2], g.derivative(expr, *symbol));
            let at = [(s[0], 0.3), (s[1], 0.7), (s[2], 1.9)];
            let values = g.evaluate(&[forward, backward], &at);
            assert!(
                (values[0] - values[1]).abs() < 1e-13 * (1.0 + values[0].abs()),
                "{}: {values:?}",
                row.name
            );
        }
        assert_eq!(g.pullback(expr, Graph::ONE, &s[2..]), [Graph::ZERO]);
    }
}

/// Arguments inside the domain of every function.
fn sample_call(g: &mut Graph, function: Function, s: &[Expr]) -> Expr {
    let half = g.fraction(1, 2);
    let inner = g.mul(s[0], s[1]);
    let inner = g.add(inner, half);
    let mut arguments = [inner, s[1]];
    if function == Function::Stumpff {
        arguments = [g.number(2), inner];
    }
    g.call(function, &arguments[..function.row().arity])
}

#[test]
fn derivatives_of_every_function_agree_with_finite_differences() {
    for row in &TABLE {
        let (mut g, s) = graph_with(&["x", "y"]);
        let call = sample_call(&mut g, row.function, &s);
        let square = g.mul(call, call);
        let expr = g.add(square, call);
        for symbol in [s[0], s[1]] {
            let slope = g.derivative(expr, symbol);
            let at = |dx: f64, dy: f64| {
                g.evaluate(&[expr, slope], &[(s[0], 0.3 + dx), (s[1], 0.7 + dy)])
            };
            let step = 1e-6;
            let (dx, dy) = if symbol == s[0] {
                (step, 0.0)
            } else {
                (0.0, step)
            };
            let difference = (at(dx, dy)[0] - at(-dx, -dy)[0]) / (2.0 * step);
            let exact = at(0.0, 0.0)[1];
            assert!(
                (difference - exact).abs() < 1e-8 * (1.0 + exact.abs()),
                "{}: {difference} {exact}",
                row.name
            );
        }
    }
}

#[test]
fn zero_tests_know_the_circle_the_addition_theorems_and_exponentials() {
    let (g, s) = graph_with(&["a", "b"]);
    let (a, b) = (s[0], s[1]);
    let sum = g.add(a, b);
    let (sa, ca, sb, cb) = (g.sin(a), g.cos(a), g.sin(b), g.cos(b));
    let (x, y, z) = (g.sin(sum), g.mul(sa, cb), g.mul(ca, sb));
    let right = g.add(y, z);
    let theorem = g.sub(x, right);
    assert!(g.is_zero(theorem));
    let wrong = g.add(x, right);
    assert!(!g.is_zero(wrong));

    let two = g.number(2);
    let double = g.mul(a, two);
    let double_product = g.product(&[two, a, b]);
    let ab = g.mul(a, b);
    for (argument, half) in [(double, a), (double_product, ab)] {
        let (s2, s1, c1) = (g.sin(argument), g.sin(half), g.cos(half));
        let right = g.product(&[two, s1, c1]);
        let theorem = g.sub(s2, right);
        assert!(g.is_zero(theorem));
    }

    let quarter = g.fraction(1, 2);
    let quarter = g.mul(quarter, Graph::PI);
    let shifted = g.add(a, quarter);
    let (x, y) = (g.sin(shifted), g.cos(a));
    let theorem = g.sub(x, y);
    assert!(g.is_zero(theorem));

    let (ea, eb, eab) = (
        g.call(Function::Exp, &[a]),
        g.call(Function::Exp, &[b]),
        g.call(Function::Exp, &[sum]),
    );
    let product = g.mul(ea, eb);
    let theorem = g.sub(product, eab);
    assert!(g.is_zero(theorem));
    let root_product = {
        let (ra, rb) = (g.sqrt(a), g.sqrt(b));
        let left = g.mul(ra, rb);
        let root = g.sqrt(ab);
        g.sub(left, root)
    };
    assert!(g.is_zero(root_product));
}

/// In the prime field, the root of a square has either sign.
#[test]
fn an_identity_for_one_sign_of_a_root_is_none() {
    let names: Vec<_> = (0..40).map(|i| format!("x{i}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let (g, x) = graph_with(&names);
    for &x in &x {
        let root = g.sqrt(g.powi(x, 2));
        assert!(!g.is_zero(g.sub(root, x)) && !g.is_zero(g.add(root, x)));
        assert!(g.is_zero(g.sub(g.powi(root, 2), g.powi(x, 2))));
    }
}

#[test]
fn the_normal_form_joins_squares_and_nesting_undoes_expansion() {
    let (g, s) = graph_with(&["a", "b", "m"]);
    let (sa, ca, sb) = (g.sin(s[0]), g.cos(s[0]), g.sin(s[1]));
    let (x, y) = (g.mul(sa, sb), g.mul(ca, sb));
    let (x2, y2) = (g.powi(x, 2), g.powi(y, 2));
    let sum = g.add(x2, y2);
    let expr = g.div(sum, s[2]);
    let simple = g.simplify(expr, RoleSet::EMPTY);
    let square = g.powi(sb, 2);
    assert_eq!(simple, g.div(square, s[2]));

    let polynomial = Polynomial::of(&g, expr, 100).unwrap();
    assert_eq!(polynomial.len(), 1);
    let (p, q) = (g.add(s[0], s[1]), g.add(s[0], s[2]));
    let factored = g.mul(p, q);
    let polynomial = Polynomial::of(&g, factored, 100).unwrap();
    assert_eq!(polynomial.len(), 4);
    let (expanded, nested) = (
        g.expanded(&polynomial),
        g.nested(&polynomial, RoleSet::EMPTY).unwrap(),
    );
    for form in [expanded, nested] {
        let difference = g.sub(form, factored);
        assert!(g.is_zero(difference));
    }
    assert!(
        g.cost(&[nested], RoleSet::EMPTY).weight() < g.cost(&[expanded], RoleSet::EMPTY).weight()
    );
}

#[test]
fn a_normal_form_that_would_explode_is_given_up() {
    let (g, s) = graph_with(&["a", "b", "c", "d"]);
    let sum = g.sum(&s);
    let power = g.powi(sum, 60);
    assert_eq!(Polynomial::of(&g, power, 200), None);
    assert_eq!(g.simplify(power, RoleSet::EMPTY), power);
}

#[test]
fn factorised_matrices_solve_exactly_for_every_block_size() {
    for n in 1..=6 {
        let g = Graph::new();
        let mut matrix = Matrix::zero(n, n);
        for i in 0..n {
            for j in 0..=i {
                let entry = g.symbol(&format!("m{i}{j}"), Role::Coordinate);
                matrix[(i, j)] = entry;
                matrix[(j, i)] = entry;
            }
        }
        let side: Vec<_> = (0..n)
            .map(|i| g.symbol(&format!("y{i}"), Role::Coordinate))
            .collect();
        let factor = SpdFactor::new(&g, &matrix, RoleSet::EMPTY);
        let x = factor.solve(&g, &side);
        let product = matrix.apply(&g, &x);
        for (p, y) in product.iter().zip(&side) {
            let residual = g.sub(*p, *y);
            assert!(g.is_zero(residual), "size {n}");
        }
    }
}

#[test]
fn separate_blocks_are_factorised_separately() {
    let (g, s) = graph_with(&["a", "b", "c"]);
    let mut matrix = Matrix::zero(3, 3);
    matrix[(0, 0)] = s[0];
    matrix[(0, 2)] = s[1];
    matrix[(2, 0)] = s[1];
    matrix[(2, 2)] = s[2];
    matrix[(1, 1)] = s[2];
    let factor = SpdFactor::new(&g, &matrix, RoleSet::EMPTY);
    let x = factor.solve(&g, &[Graph::ZERO, Graph::ONE, Graph::ZERO]);
    assert_eq!(x[0], Graph::ZERO);
    assert_eq!(x[2], Graph::ZERO);
    assert_eq!(x[1], g.powi(s[2], -1));
}

#[test]
fn the_generic_rank_sees_through_trigonometry() {
    let (g, s) = graph_with(&["a"]);
    let (sa, ca) = (g.sin(s[0]), g.cos(s[0]));
    let minus = g.neg(sa);
    let rows = [[ca, sa], [minus, ca]];
    let matrix = Matrix::from_fn(2, 2, |i, j| rows[i][j]);
    assert_eq!(g.generic_rank(&matrix), Some(2));
    let tangent = g.tan(s[0]);
    let rows = [[ca, sa], [Graph::ONE, tangent]];
    let matrix = Matrix::from_fn(2, 2, |i, j| rows[i][j]);
    assert_eq!(g.generic_rank(&matrix), Some(1));
}

#[test]
fn substitution_replaces_all_symbols_at_once() {
    let (g, s) = graph_with(&["a", "b"]);
    let difference = g.sub(s[0], s[1]);
    let sine = g.sin(difference);
    let swapped = g.substitute(&[sine], &[(s[0], s[1]), (s[1], s[0])])[0];
    assert_eq!(swapped, g.neg(sine));
    let same = g.substitute(&[sine], &[(s[0], s[1])])[0];
    assert_eq!(same, Graph::ZERO);
}

/// So many that symbols share bits where the graph notes what an expression can depend on.
#[test]
fn three_hundred_symbols_are_told_apart() {
    let names: Vec<_> = (0..300).map(|i| format!("x{i}")).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let (g, s) = graph_with(&names);
    let pairs: Vec<_> = s.windows(2).map(|pair| g.mul(pair[0], pair[1])).collect();
    let sum = g.sum(&pairs);
    for (i, &symbol) in s.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| s[i]);
        let neighbours: Vec<_> = before.into_iter().chain(s.get(i + 1).copied()).collect();
        let slope = g.derivative(sum, symbol);
        assert_eq!(slope, g.sum(&neighbours));
        assert_eq!(g.derivative(slope, symbol), Graph::ZERO);
        let replaced = g.substitute(&[sum], &[(symbol, Graph::ZERO)])[0];
        let others = pairs.iter().zip(s.windows(2));
        let others = others.filter(|(_, pair)| !pair.contains(&symbol));
        let others: Vec<_> = others.map(|(&product, _)| product).collect();
        assert_eq!(replaced, g.sum(&others));
    }
}

#[test]
fn the_structural_order_does_not_depend_on_the_order_of_creation() {
    let build = |swap: bool| {
        let (g, s) = graph_with(&["a", "b"]);
        let (x, y) = if swap {
            let y = g.cos(s[1]);
            (g.sin(s[0]), y)
        } else {
            let x = g.sin(s[0]);
            (x, g.cos(s[1]))
        };
        let product = g.mul(x, y);
        let sum = g.sum(&[product, y, x, s[1]]);
        assert!(matches!(*g.node(sum), Node::Sum { .. }));
        g.display(sum)
    };
    assert_eq!(build(false), build(true));
}

#[test]
fn stumpff_functions_have_the_bits_of_the_runtime() {
    for index in 0..12 {
        for place in -400..=400 {
            let x = f64::from(place).powi(3) * 1e-5;
            let g = Graph::new();
            let symbol = g.symbol("x", Role::Variable);
            let call = g.stumpff(index, symbol);
            let value = g.evaluate(&[call], &[(symbol, x)])[0];
            let expected = nhi_runtime::math::stumpff(index, x);
            assert_eq!(value.to_bits(), expected.to_bits(), "c_{index}({x})");
        }
    }
}

#[test]
fn derivatives_of_all_stumpff_functions_agree_with_finite_differences() {
    let (g, s) = graph_with(&["x"]);
    for index in 0..10 {
        let value = g.stumpff(index, s[0]);
        let slope = g.derivative(value, s[0]);
        for x in [-30.0, -1.0, -1e-3, 0.0, 1e-3, 0.4, 9.0, 90.0] {
            let at = |x: f64| g.evaluate(&[value, slope], &[(s[0], x)]);
            let step = 1e-4;
            let difference = (at(x + step)[0] - at(x - step)[0]) / (2.0 * step);
            let exact = at(x)[1];
            let error = (difference - exact).abs();
            assert!(
                error < 1e-8 * (1.0 + exact.abs()),
                "c_{index}({x}): {error}"
            );
        }
    }
}

#[test]
fn zero_tests_know_the_recurrence_of_stumpff_functions_and_their_values_at_zero() {
    let (g, s) = graph_with(&["x"]);
    for (index, inverse_factorial) in [(0, (1, 1)), (1, (1, 1)), (2, (1, 2)), (5, (1, 120))] {
        let (low, high) = (g.stumpff(index, s[0]), g.stumpff(index + 2, s[0]));
        let constant = g.fraction(inverse_factorial.0, inverse_factorial.1);
        let scaled = g.mul(s[0], high);
        let expected = g.sub(constant, low);
        let difference = g.sub(scaled, expected);
        assert!(g.is_zero(difference), "c_{index}");
        let sum = g.add(scaled, expected);
        assert!(!g.is_zero(sum), "c_{index}");
        assert_eq!(g.stumpff(index, Graph::ZERO), constant);
    }
}

#[test]
fn factors_that_cancel_leave_fractions_in_lowest_terms() {
    let (g, s) = graph_with(&["a", "b", "x", "y"]);
    let [a, b, x, y] = [s[0], s[1], s[2], s[3]];
    // (x^2 - y^2) / (x + y), expanded, beside another fraction that stays.
    let (sum, difference) = (g.add(x, y), g.sub(x, y));
    let product = g.mul(g.add(sum, Graph::ONE), difference);
    let parts = [g.mul(x, difference), g.mul(y, difference)];
    let expanded = g.sum(&parts.map(|part| g.expanded(&Polynomial::of(&g, part, 100).unwrap())));
    assert_eq!(g.in_lowest_terms(g.div(expanded, sum)), difference);
    assert_eq!(g.in_lowest_terms(g.div(product, sum)), g.div(product, sum));
    // The length of a row of cosines and sines: l^2 (1 + cos a)^2 + sin(a)^2.
    let (sine, cosine) = (g.sin(a), g.cos(a));
    let more = g.add(Graph::ONE, cosine);
    let length = g.add(g.powi(g.mul(b, more), 2), g.powi(sine, 2));
    let length = g.expanded(&Polynomial::of(&g, length, 100).unwrap());
    let other = g.add(g.mul(sine, x), g.mul(y, more));
    let numerator = g.mul(length, other);
    let numerator = g.expanded(&Polynomial::of(&g, numerator, 100).unwrap());
    let fraction = g.div(numerator, length);
    let reduced = g.in_lowest_terms(fraction);
    assert!(g.is_zero(g.sub(reduced, other)));
    let cost = |expr| g.cost(&[expr], RoleSet::EMPTY).weight();
    assert!(cost(reduced) <= cost(other), "{}", g.display(reduced));
}
