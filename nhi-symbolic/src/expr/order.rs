//! The canonical structural order of expressions.

use core::cmp::Ordering;

use super::graph::{Entry, Expr, Graph};
use super::node::Node;

impl Graph {
    /// Compares two expressions by structure: kind, height, operands, coefficients.
    ///
    /// The height comes early because it decides between the links of a long chain at once.
    /// Different nodes differ in structure, so the comparison follows the first operand that
    /// differs and never has to backtrack: one path down, no recursion.
    #[must_use]
    pub fn compare(&self, a: Expr, b: Expr) -> Ordering {
        let entries = self.entries();
        let (mut a, mut b) = (a, b);
        while a != b {
            match self.first_difference(&entries[a.index()], &entries[b.index()]) {
                Difference::Decided(ordering) => return ordering,
                Difference::Operands(x, y) => (a, b) = (x, y),
            }
        }
        Ordering::Equal
    }

    fn first_difference(&self, a: &Entry, b: &Entry) -> Difference {
        let (x, y) = (&*a.node, &*b.node);
        self.spend(1);
        let coarse = rank(x).cmp(&rank(y));
        let coarse = coarse.then_with(|| a.height.cmp(&b.height));
        if coarse.is_ne() {
            return Difference::Decided(coarse);
        }
        match (x, y) {
            (Node::Number(x), Node::Number(y)) => Difference::Decided(x.cmp(y)),
            (Node::Symbol(x), Node::Symbol(y)) => Difference::Decided(x.cmp(y)),
            (Node::Call(f, x), Node::Call(g, y)) if f == g => {
                match x.iter().zip(y).find(|(x, y)| x != y) {
                    Some((&x, &y)) => Difference::Operands(x, y),
                    None => Difference::Decided(x.len().cmp(&y.len())),
                }
            }
            (Node::Call(f, _), Node::Call(g, _)) => Difference::Decided(f.cmp(g)),
            (
                Node::Product {
                    coefficient: c,
                    factors: x,
                },
                Node::Product {
                    coefficient: d,
                    factors: y,
                },
            ) => first_pair(self, x, y, |p, q| q.cmp(p)).unwrap_or_else(|| {
                Difference::Decided(x.len().cmp(&y.len()).then_with(|| c.cmp(d)))
            }),
            (
                Node::Sum {
                    constant: c,
                    terms: x,
                },
                Node::Sum {
                    constant: d,
                    terms: y,
                },
            ) => first_pair(self, x, y, Ord::cmp).unwrap_or_else(|| {
                Difference::Decided(x.len().cmp(&y.len()).then_with(|| c.cmp(d)))
            }),
            _ => Difference::Decided(coarse),
        }
    }
}

enum Difference {
    Decided(Ordering),
    Operands(Expr, Expr),
}

fn first_pair<T: PartialEq>(
    graph: &Graph,
    x: &[(Expr, T)],
    y: &[(Expr, T)],
    compare: impl Fn(&T, &T) -> Ordering,
) -> Option<Difference> {
    let place = x.iter().zip(y).position(|(x, y)| x != y);
    graph.spend(place.unwrap_or(x.len()) as u64 / 8);
    let ((a, p), (b, q)) = (&x[place?], &y[place?]);
    Some(if a == b {
        Difference::Decided(compare(p, q))
    } else {
        Difference::Operands(*a, *b)
    })
}

fn rank(node: &Node) -> u8 {
    match node {
        Node::Undefined => 0,
        Node::Number(_) => 1,
        Node::Pi => 2,
        Node::Symbol(_) => 3,
        Node::Call(..) => 4,
        Node::Product { .. } => 5,
        Node::Sum { .. } => 6,
    }
}
