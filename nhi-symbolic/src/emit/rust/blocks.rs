//! Long straight-line code in nested blocks.
//!
//! Every `let` opens a scope inside the one before it, and the compiler's back end follows scopes
//! by recursion: with debug information some thousands of them overflow its stack.

use proc_macro2::{Ident, TokenStream};
use quote::quote;

use crate::expr::LookupMap;
use crate::program::Value;

/// The most statements that stand side by side, and how many each block has where there are more.
const LONGEST: usize = 1000;
const BLOCK: usize = 200;

/// A statement with the values that it gives and those that it reads.
pub(super) struct Statement {
    pub(super) gives: Vec<Value>,
    pub(super) reads: Vec<Value>,
    pub(super) tokens: TokenStream,
}

/// The statements in order; behind them the values that `is_needed` tells have names.
pub(super) fn in_blocks(
    statements: &[Statement],
    is_needed: impl Fn(Value) -> bool,
    name_of: impl Fn(Value) -> Ident,
) -> TokenStream {
    if statements.len() <= LONGEST {
        return statements
            .iter()
            .map(|statement| statement.tokens.clone())
            .collect();
    }
    let blocks: Vec<_> = statements.chunks(BLOCK).collect();
    let mut last_read: LookupMap<Value, usize> = LookupMap::default();
    for (place, block) in blocks.iter().enumerate() {
        let reads = block.iter().flat_map(|statement| &statement.reads);
        last_read.extend(reads.map(|&value| (value, place)));
    }
    let tokens = blocks.iter().enumerate().map(|(place, block)| {
        let is_read_later = |value: &Value| last_read.get(value).is_some_and(|&last| last > place);
        let gives = block.iter().flat_map(|statement| &statement.gives);
        let names: Vec<_> = gives
            .filter(|value| is_read_later(value) || is_needed(**value))
            .map(|&value| name_of(value))
            .collect();
        let inner: TokenStream = block
            .iter()
            .map(|statement| statement.tokens.clone())
            .collect();
        quote! {
            let (#(#names,)*) = {
                #inner
                (#(#names,)*)
            };
        }
    });
    tokens.collect()
}
