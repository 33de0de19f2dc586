//! Conversion from n-ary graph nodes to shared binary operations.
//!
//! Each sum and product becomes a list of operands. The list is split by rate, so that operands
//! that change seldom are combined first and can be computed in an earlier stage. Common pairs of
//! operands are shared over all lists. The rest of a list is combined as a balanced tree, which
//! keeps latency and rounding errors low.

use crate::discrete::Solve;
use crate::expr::{Expr, Graph, LookupMap, Node, Rational, Role};

use super::pairs::{Operand, Pair, share};
use super::tape::{Op, Rate, Tape, Value};

/// The meaning of an operand of a list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Key {
    /// The value of an expression.
    Node(Expr),
    /// The reciprocal of an expression.
    Inverse(Expr),
    /// A positive number.
    Number(Rational),
    /// Another list of the same kind, of a lower rate.
    Part(usize),
    /// A shared pair.
    Pair(Pair),
    /// In a sum: a product list, which is a term with its coefficient.
    Scaled(usize),
}

/// The computation of a node from its list.
#[derive(Clone, Debug)]
struct Recipe {
    list: usize,
    /// The sign of a product, or the common coefficient of a sum.
    factor: Rational,
}

/// All lists of one kind.
#[derive(Default)]
struct Lists {
    keys: Vec<Key>,
    index: LookupMap<Key, u32>,
    lists: Vec<Vec<Operand>>,
    list_index: LookupMap<Vec<Operand>, usize>,
}

impl Lists {
    fn key(&mut self, key: Key) -> u32 {
        if let Some(&number) = self.index.get(&key) {
            return number;
        }
        let number = self.keys.len() as u32;
        self.keys.push(key.clone());
        self.index.insert(key, number);
        number
    }

    fn operand(&mut self, key: Key, negative: bool) -> Operand {
        Operand {
            key: self.key(key),
            negative,
        }
    }

    /// Returns the number of a list. Equal lists are one, so that their results are one operand.
    fn add(&mut self, mut list: Vec<Operand>) -> usize {
        list.sort_unstable();
        let next = self.lists.len();
        let number = *self.list_index.entry(list.clone()).or_insert(next);
        if number == next {
            self.lists.push(list);
        }
        number
    }

    /// Adds one list of operands by rate: those of a lower rate are combined into one operand
    /// first.
    fn add_by_rate(&mut self, mut by_rate: [Vec<Operand>; 3]) -> usize {
        for rate in 0..2 {
            let part = core::mem::take(&mut by_rate[rate]);
            let joined = match part.len() {
                0 | 1 => part,
                _ if by_rate[rate + 1..].iter().all(Vec::is_empty) => return self.add(part),
                _ => {
                    let list = self.add(part);
                    vec![self.operand(Key::Part(list), false)]
                }
            };
            by_rate[rate + 1].extend(joined);
        }
        let [.., last] = by_rate;
        self.add(last)
    }

    fn share_pairs(&mut self, graph: &Graph) {
        let lists = core::mem::take(&mut self.lists);
        let effort = graph.effort_on_programs();
        let shared = share(lists, self.keys.len() as u32, |units| {
            effort.spend(units).is_some()
        });
        self.lists = shared.lists;
        for (_, pair) in shared.definitions {
            self.keys.push(Key::Pair(pair));
        }
    }
}

/// The lowering of the expressions of one program.
pub(super) struct Lowering<'a> {
    graph: &'a Graph,
    tape: Tape,
    known: LookupMap<Expr, Value>,
    products: Lists,
    sums: Lists,
    recipes: LookupMap<Expr, Recipe>,
    product_values: LookupMap<u32, Value>,
    sum_values: LookupMap<u32, Value>,
}

impl<'a> Lowering<'a> {
    /// Plans the sharing over everything that will be lowered.
    pub(super) fn new(graph: &'a Graph, roots: &[Expr]) -> Self {
        let mut lowering = Self {
            graph,
            tape: Tape::default(),
            known: LookupMap::default(),
            products: Lists::default(),
            sums: Lists::default(),
            recipes: LookupMap::default(),
            product_values: LookupMap::default(),
            sum_values: LookupMap::default(),
        };
        for expr in graph.reachable(roots) {
            lowering.plan(expr);
        }
        lowering.products.share_pairs(graph);
        lowering.sums.share_pairs(graph);
        lowering
    }

    /// Returns the finished tape.
    pub(super) fn finish(self) -> Tape {
        self.tape
    }

    /// Returns true if no expression depends on an unknown.
    pub(super) fn are_free_of_unknowns(&self, exprs: &[Expr]) -> bool {
        exprs.iter().all(|&expr| self.rate(expr) < 2)
    }

    /// Returns true if a function that switches depends on the unknowns of equations.
    pub(super) fn switch_with_unknowns(&self, solve: &Solve) -> bool {
        solve.switches(self.graph)
    }

    fn rate(&self, expr: Expr) -> usize {
        let roles = self.graph.roles(expr);
        if roles.contains(Role::Unknown) {
            2
        } else if roles.is_within(crate::expr::RoleSet::PREPARED) {
            0
        } else {
            1
        }
    }

    fn plan(&mut self, expr: Expr) {
        let recipe = match &*self.graph.node(expr) {
            Node::Product {
                coefficient,
                factors,
            } => Recipe {
                list: self.product_list(&coefficient.abs(), factors),
                factor: sign_of(coefficient),
            },
            Node::Sum { constant, terms } => self.plan_sum(constant, terms),
            _ => return,
        };
        self.recipes.insert(expr, recipe);
    }

    fn product_list(&mut self, coefficient: &Rational, factors: &[(Expr, i32)]) -> usize {
        let mut by_rate: [Vec<Operand>; 3] = Default::default();
        for &(base, exponent) in factors {
            let key = if exponent > 0 {
                Key::Node(base)
            } else {
                Key::Inverse(base)
            };
            let operand = self.products.operand(key, false);
            let times = match self.graph.spend(u64::from(exponent.unsigned_abs()) / 4) {
                true => exponent.unsigned_abs() as usize,
                false => 1,
            };
            by_rate[self.rate(base)].extend(core::iter::repeat_n(operand, times));
        }
        if !coefficient.is_one() {
            let number = self
                .products
                .operand(Key::Number(coefficient.clone()), false);
            by_rate[0].push(number);
        }
        self.products.add_by_rate(by_rate)
    }

    fn plan_sum(&mut self, constant: &Rational, terms: &[(Expr, Rational)]) -> Recipe {
        let factor = common_factor(constant, terms);
        let mut by_rate: [Vec<Operand>; 3] = Default::default();
        for (term, k) in terms {
            let k = k / &factor;
            let key = self.term_key(*term, &k.abs());
            let operand = self.sums.operand(key, k.is_negative());
            by_rate[self.rate(*term)].push(operand);
        }
        if !constant.is_zero() {
            let constant = constant / &factor;
            let key = Key::Number(constant.abs());
            by_rate[0].push(self.sums.operand(key, constant.is_negative()));
        }
        Recipe {
            list: self.sums.add_by_rate(by_rate),
            factor,
        }
    }

    /// Returns the key of a term with a positive coefficient, which joins the factors if the term
    /// is a product.
    fn term_key(&mut self, term: Expr, coefficient: &Rational) -> Key {
        if coefficient.is_one() {
            return Key::Node(term);
        }
        let list = match &*self.graph.node(term) {
            Node::Product { factors, .. } => self.product_list(coefficient, factors),
            _ => self.product_list(coefficient, &[(term, 1)]),
        };
        Key::Scaled(list)
    }

    /// Assigns a value to a symbol; expressions that are lowered later refer to it.
    pub(super) fn bind(&mut self, symbol: Expr, value: Value) {
        self.known.insert(symbol, value);
    }

    /// Returns the values of expressions; their symbols are bound or become inputs. If the budget
    /// is used up, the returned values are arbitrary.
    pub(super) fn lower(&mut self, roots: &[Expr]) -> Vec<Value> {
        let is_unknown = |expr| !self.known.contains_key(&expr);
        for expr in self.graph.open_below(roots, is_unknown) {
            let first = self.tape.len();
            let value = self.node_value(expr);
            if !self.pay_from(first) {
                return vec![value; roots.len()];
            }
            self.known.insert(expr, value);
        }
        roots.iter().map(|root| self.known[root]).collect()
    }

    /// Charges the values of the tape from a number on to the budget; returns `false` if it is used
    /// up.
    fn pay_from(&self, first: usize) -> bool {
        const WORK: u64 = 50;
        const BYTES: u64 = 200;
        let values = (self.tape.len() - first) as u64;
        self.graph.spend(WORK * values) && self.graph.hold(BYTES * values)
    }

    fn node_value(&mut self, expr: Expr) -> Value {
        match &*self.graph.node(expr) {
            Node::Undefined => self.tape.constant(f64::NAN),
            Node::Number(value) => self.tape.constant(value.to_f64()),
            Node::Pi => self.tape.constant(core::f64::consts::PI),
            Node::Symbol(_) => self.input(expr),
            Node::Call(function, arguments) => match **arguments {
                [x] => {
                    let x = self.known[&x];
                    self.tape.push(Op::Unary(*function, x))
                }
                [x, y] => {
                    let (x, y) = (self.known[&x], self.known[&y]);
                    self.tape.push(Op::Binary(*function, x, y))
                }
                _ => unreachable!("every function of the op table has one or two arguments"),
            },
            Node::Sum { .. } => {
                let recipe = self.recipes[&expr].clone();
                let (negative, value) = self.sum_value(recipe.list);
                self.scaled(value, negative, &recipe.factor)
            }
            Node::Product { .. } => {
                let recipe = self.recipes[&expr].clone();
                let value = self.product_value(recipe.list);
                self.scaled(value, false, &recipe.factor)
            }
        }
    }

    fn input(&mut self, symbol: Expr) -> Value {
        let rate = [Rate::Prepare, Rate::Step, Rate::Iteration][self.rate(symbol)];
        self.tape.input(symbol, rate)
    }

    fn scaled(&mut self, value: Value, negative: bool, factor: &Rational) -> Value {
        let magnitude = factor.abs();
        let value = if magnitude.is_one() {
            value
        } else {
            let number = self.tape.constant(magnitude.to_f64());
            self.tape.push(Op::Mul(number, value))
        };
        if negative == factor.is_negative() {
            value
        } else {
            self.tape.push(Op::Neg(value))
        }
    }

    fn product_value(&mut self, list: usize) -> Value {
        let operands = self.products.lists[list].clone();
        let values: Vec<_> = operands
            .iter()
            .map(|o| self.product_operand(o.key))
            .collect();
        balanced(values, &mut |a, b| self.tape.push(Op::Mul(a, b)))
            .unwrap_or_else(|| self.tape.constant(1.0))
    }

    /// Recurses over shared pairs and parts, whose nesting is bounded by the width of lists.
    fn product_operand(&mut self, key: u32) -> Value {
        if let Some(&value) = self.product_values.get(&key) {
            return value;
        }
        let value = match self.products.keys[key as usize].clone() {
            Key::Node(expr) => self.known[&expr],
            Key::Inverse(expr) => {
                let one = self.tape.constant(1.0);
                self.tape.push(Op::Div(one, self.known[&expr]))
            }
            Key::Number(number) => self.tape.constant(number.to_f64()),
            Key::Part(list) | Key::Scaled(list) => self.product_value(list),
            Key::Pair(pair) => {
                let first = self.product_operand(pair.first);
                let second = self.product_operand(pair.second);
                self.tape.push(Op::Mul(first, second))
            }
        };
        self.product_values.insert(key, value);
        value
    }

    /// Returns the value of a sum list up to its leading sign.
    fn sum_value(&mut self, list: usize) -> (bool, Value) {
        let operands = self.sums.lists[list].clone();
        let values: Vec<_> = operands
            .iter()
            .map(|o| (o.negative, self.sum_operand(o.key)))
            .collect();
        balanced(values, &mut |(p, a), (q, b)| match (p, q) {
            (false, true) => (false, self.tape.push(Op::Sub(a, b))),
            (true, false) => (false, self.tape.push(Op::Sub(b, a))),
            _ => (p, self.tape.push(Op::Add(a, b))),
        })
        .unwrap_or_else(|| (false, self.tape.constant(0.0)))
    }

    fn sum_operand(&mut self, key: u32) -> Value {
        if let Some(&value) = self.sum_values.get(&key) {
            return value;
        }
        let value = match self.sums.keys[key as usize].clone() {
            Key::Node(expr) => self.known[&expr],
            Key::Number(number) => self.tape.constant(number.to_f64()),
            Key::Scaled(list) => self.product_value(list),
            Key::Part(list) => {
                let (negative, value) = self.sum_value(list);
                self.scaled(value, negative, &Rational::ONE)
            }
            Key::Pair(pair) => {
                let first = self.sum_operand(pair.first);
                let second = self.sum_operand(pair.second);
                self.tape.push(if pair.opposite {
                    Op::Sub(first, second)
                } else {
                    Op::Add(first, second)
                })
            }
            Key::Inverse(_) => unreachable!("sums have no reciprocal operands"),
        };
        self.sum_values.insert(key, value);
        value
    }
}

/// Combines neighbours until one item is left.
fn balanced<T: Copy>(mut items: Vec<T>, combine: &mut impl FnMut(T, T) -> T) -> Option<T> {
    while items.len() > 1 {
        items = items
            .chunks(2)
            .map(|pair| match *pair {
                [a, b] => combine(a, b),
                _ => pair[0],
            })
            .collect();
    }
    items.pop()
}

fn sign_of(coefficient: &Rational) -> Rational {
    if coefficient.is_negative() {
        Rational::MINUS_ONE
    } else {
        Rational::ONE
    }
}

/// Returns the coefficient that all summands share up to sign, or one.
fn common_factor(constant: &Rational, terms: &[(Expr, Rational)]) -> Rational {
    let magnitude = terms[0].1.abs();
    let shared = terms.iter().all(|(_, k)| k.abs() == magnitude)
        && (constant.is_zero() || constant.abs() == magnitude);
    if shared { magnitude } else { Rational::ONE }
}
