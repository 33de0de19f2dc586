//! Nested blocks for long straight-line code.
//!
//! Every `let` opens a scope inside the previous one, and the backend of rustc handles scopes by
//! recursion. With debug information, some thousands of them overflow its stack.

use crate::expr::LookupMap;
use crate::program::Value;

use super::straight::{Let, Line};

/// The maximum number of statements in sequence, and the number per block if there are more.
const LONGEST: usize = 1000;
const BLOCK: usize = 200;

/// Returns the statements in order; after them, the values for which `is_needed` returns true have
/// names.
pub(super) fn in_blocks(lines: Vec<Line>, is_needed: impl Fn(Value) -> bool) -> Vec<Let> {
    if lines.len() <= LONGEST {
        return lines.into_iter().map(Let::Line).collect();
    }
    let mut last_read: LookupMap<Value, usize> = LookupMap::default();
    for (place, block) in lines.chunks(BLOCK).enumerate() {
        for line in block {
            line.for_each_read(&mut |value| {
                last_read.insert(value, place);
            });
        }
    }
    let blocks = lines.len().div_ceil(BLOCK);
    let mut lines = lines.into_iter();
    let blocks = (0..blocks).map(|place| {
        let block: Vec<_> = lines.by_ref().take(BLOCK).collect();
        let is_read_later = |value: &Value| last_read.get(value).is_some_and(|&last| last > place);
        let gives = block.iter().flat_map(Line::gives);
        let names: Vec<_> = gives
            .filter(|value| is_read_later(value) || is_needed(*value))
            .collect();
        Let::Block(names, block.into_iter().map(Let::Line).collect())
    });
    blocks.collect()
}
