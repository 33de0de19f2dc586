//! Nested blocks for long straight-line code.
//!
//! Every `let` opens a scope inside the previous one, and the backend of rustc handles scopes by
//! recursion. With debug information, some thousands of them overflow its stack.

use crate::expr::LookupMap;
use crate::program::Value;

use super::straight::Let;

/// The maximum number of statements in sequence, and the number per block if there are more.
const LONGEST: usize = 1000;
const BLOCK: usize = 200;

/// A statement with the values that it defines, in the order of their definition.
pub(super) struct Statement {
    pub(super) gives: Vec<Value>,
    pub(super) written: Let,
}

/// Returns the statements in order; after them, the values for which `is_needed` returns true have
/// names.
pub(super) fn in_blocks(statements: Vec<Statement>, is_needed: impl Fn(Value) -> bool) -> Vec<Let> {
    if statements.len() <= LONGEST {
        return together(statements);
    }
    let mut last_read: LookupMap<Value, usize> = LookupMap::default();
    for (place, block) in statements.chunks(BLOCK).enumerate() {
        for statement in block {
            statement.written.for_each_read(&mut |value| {
                last_read.insert(value, place);
            });
        }
    }
    let blocks = statements.len().div_ceil(BLOCK);
    let mut statements = statements.into_iter();
    let blocks = (0..blocks).map(|place| {
        let block: Vec<_> = statements.by_ref().take(BLOCK).collect();
        let is_read_later = |value: &Value| last_read.get(value).is_some_and(|&last| last > place);
        let gives = block.iter().flat_map(|statement| &statement.gives);
        let names: Vec<_> = gives
            .filter(|value| is_read_later(value) || is_needed(**value))
            .copied()
            .collect();
        Let::Block(names, together(block))
    });
    blocks.collect()
}

fn together(statements: Vec<Statement>) -> Vec<Let> {
    let statements = statements.into_iter();
    statements.map(|statement| statement.written).collect()
}
