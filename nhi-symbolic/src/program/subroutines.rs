//! The functions that the functions of a program call.

use std::rc::Rc;

use crate::discrete::{Block, Call, Item, Subroutine};

use super::build::NamedBlock;
use super::signature::Signature;

/// The called functions, each once, in the order of their first calls.
pub(super) struct Subroutines(Vec<Rc<Subroutine>>);

impl Subroutines {
    /// Collects the functions that blocks call.
    pub(super) fn of(blocks: &[NamedBlock]) -> Self {
        let mut called = Self(Vec::new());
        let calls = blocks.iter().flat_map(|named| calls(&named.block));
        for subroutine in calls.flat_map(Call::subroutines) {
            if called.find(subroutine).is_none() {
                called.0.push(Rc::clone(subroutine));
            }
        }
        called
    }

    /// Returns the functions as blocks. If several have the same name, the later ones get a number.
    pub(super) fn blocks(&self) -> Vec<NamedBlock> {
        let name = |place: usize| {
            let name = self.0[place].name;
            let namesakes = self.0[..place].iter().filter(|other| other.name == name);
            match namesakes.count() {
                0 => name.to_owned(),
                number => format!("{name}_{number}"),
            }
        };
        let block = |(place, subroutine): (usize, &Rc<Subroutine>)| {
            let signature = Signature {
                inputs: subroutine.parameters.clone(),
                outputs: subroutine.outputs.len(),
            };
            NamedBlock::of_outputs(&name(place), signature, subroutine.outputs.clone())
        };
        self.0.iter().enumerate().map(block).collect()
    }

    /// Returns the number of results of each function that are values.
    pub(super) fn values(&self) -> Vec<usize> {
        self.0.iter().map(|subroutine| subroutine.values).collect()
    }

    /// Returns the number of the called function.
    pub(super) fn number(&self, subroutine: &Rc<Subroutine>) -> usize {
        let found = self.find(subroutine);
        found.expect("the calls of all blocks were gathered")
    }

    fn find(&self, subroutine: &Rc<Subroutine>) -> Option<usize> {
        let mut known = self.0.iter();
        known.position(|known| Rc::ptr_eq(known, subroutine))
    }
}

/// Returns the calls of a block.
fn calls(block: &Block) -> impl Iterator<Item = &Call> {
    block.items.iter().flat_map(|item| match item {
        Item::Call(call) => core::slice::from_ref(call),
        Item::Solve(solve) => &solve.calls,
        Item::Assign(_) | Item::Linear(_) => &[],
    })
}
