//! Lists of operands and the pairs in them.

/// An operand of a sum or product.
///
/// In a product `key` is a factor and `negative` is never set; in a sum it is the sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::program) struct Operand {
    pub(in crate::program) key: u32,
    pub(in crate::program) negative: bool,
}

/// Two operands, the first not negative.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::program) struct Pair {
    pub(in crate::program) first: u32,
    pub(in crate::program) second: u32,
    /// True if the second operand has the opposite sign of the first.
    pub(in crate::program) opposite: bool,
}

/// The maximum width of an operand list. Longer ones are left alone, because they have too many
/// pairs.
const MOST_OPERANDS: usize = 64;

/// Removes one occurrence of a pair and returns its sign.
pub(super) fn take(operands: &mut Vec<Operand>, pair: Pair) -> Option<bool> {
    for (i, first) in operands.iter().enumerate() {
        if first.key != pair.first {
            continue;
        }
        let second = Operand {
            key: pair.second,
            negative: first.negative != pair.opposite,
        };
        let place = (0..operands.len()).find(|&j| j != i && operands[j] == second);
        if let Some(j) = place {
            let negative = first.negative;
            operands.remove(i.max(j));
            operands.remove(i.min(j));
            return Some(negative);
        }
    }
    None
}

/// Pairs in order, each with the number of its disjoint occurrences.
pub(super) type Counts = Vec<(Pair, u32)>;

/// Returns the maximum number of pairs that [`for_each_pair`] can find.
pub(super) fn most_pairs(operands: &[Operand]) -> usize {
    match operands.len() {
        ..=MOST_OPERANDS => operands.len().pow(2) / 2,
        _ => 0,
    }
}

/// Visits the pairs of recurring operands of a sorted list that contain an accepted operand, each
/// with the number of its disjoint occurrences. A pair is visited twice if it occurs with both
/// signs.
pub(super) fn for_each_pair(
    operands: &[Operand],
    recurs: impl Fn(u32) -> bool,
    accepts: impl Fn(u32) -> bool,
    mut visit: impl FnMut(Pair, u32),
) {
    if operands.len() > MOST_OPERANDS {
        return;
    }
    let equal = operands.chunk_by(|a, b| a == b);
    let equal = equal.filter(|equal| recurs(equal[0].key));
    let mut distinct = Vec::with_capacity(operands.len());
    distinct.extend(equal.map(|equal| (equal[0], equal.len() as u32)));
    for (i, &(x, count)) in distinct.iter().enumerate() {
        let is_accepted = accepts(x.key);
        if count > 1 && is_accepted {
            visit(pair_of(x, x), count / 2);
        }
        for &(y, other) in &distinct[i + 1..] {
            if is_accepted || accepts(y.key) {
                visit(pair_of(x, y), count.min(other));
            }
        }
    }
}

/// Sorts pairs and merges equal ones.
pub(super) fn in_order(mut pairs: Counts) -> Counts {
    pairs.sort_unstable();
    pairs.dedup_by(|later, earlier| {
        let is_same = later.0 == earlier.0;
        if is_same {
            earlier.1 += later.1;
        }
        is_same
    });
    pairs
}

fn pair_of(x: Operand, y: Operand) -> Pair {
    let (x, y) = if x.key <= y.key { (x, y) } else { (y, x) };
    Pair {
        first: x.key,
        second: y.key,
        opposite: x.negative != y.negative,
    }
}
