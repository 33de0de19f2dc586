//! The pivots for the divisions in functions, which become additional results of the functions.

use std::rc::Rc;

use crate::expr::{Expr, Graph, Role, RoleSet};
use crate::mechanics::Moment;

use super::super::scheme::{Block, Item, Pivot};
use super::super::subroutine::{Call, Subroutine};
use super::{Watch, divisors_of};

/// A function that also returns the pivots for its divisions.
struct Watched {
    without: Rc<Subroutine>,
    with: Rc<Subroutine>,
    /// In terms of the parameters of the function.
    pivots: Vec<Pivot<Expr>>,
}

impl Watch<'_> {
    /// Adds to a block the pivots for the divisions in the functions that it calls.
    pub(super) fn complete_calls(&self, mut block: Block) -> Block {
        let graph = &self.mechanics.model.graph;
        let mut known: Vec<Watched> = Vec::new();
        for item in &mut block.items {
            let Item::Call(call) = item else { continue };
            if call.integral.is_some() {
                // If the field fails, the method itself does.
                continue;
            }
            let is_same = |watched: &Watched| Rc::ptr_eq(&watched.without, &call.subroutine);
            let place = known.iter().position(is_same).unwrap_or_else(|| {
                known.push(self.watched(&call.subroutine));
                known.len() - 1
            });
            block.pivots.extend(known[place].pivots_of(graph, call));
        }
        block
    }

    fn watched(&self, subroutine: &Rc<Subroutine>) -> Watched {
        let graph = &self.mechanics.model.graph;
        let divisors = divisors_of(graph, &subroutine.outputs);
        let pivots = self.pivots_behind(&divisors, &self.moment_of(subroutine));
        let mut outputs = subroutine.outputs.clone();
        outputs.extend(
            pivots
                .iter()
                .flat_map(Pivot::values)
                .filter(|&x| moves(graph, x)),
        );
        let with = Subroutine {
            outputs,
            ..(**subroutine).clone()
        };
        Watched {
            without: Rc::clone(subroutine),
            with: Rc::new(with),
            pivots,
        }
    }

    /// Returns configuration, velocity and time of a function, in terms of its parameters.
    fn moment_of(&self, subroutine: &Subroutine) -> Moment {
        let parameter_for = |symbol: Expr| {
            let place = subroutine.stand_for.iter().position(|&x| x == symbol);
            place.map_or(symbol, |place| subroutine.parameters[place])
        };
        let parameters_for =
            |symbols: &[Expr]| symbols.iter().copied().map(parameter_for).collect();
        Moment {
            q: parameters_for(&self.mechanics.q),
            v: parameters_for(&self.mechanics.v),
            time: parameter_for(self.mechanics.model.time),
        }
    }
}

impl Watched {
    /// Returns the pivots of a call, and adds symbols for their values to the results of the call.
    fn pivots_of(&self, graph: &Graph, call: &mut Call) -> Vec<Pivot<Expr>> {
        call.subroutine = Rc::clone(&self.with);
        let mut result = |value: Expr| {
            if !moves(graph, value) {
                return value;
            }
            let symbol = graph.symbol("pivot", Role::Variable);
            call.results.push(symbol);
            symbol
        };
        let pivots = self.pivots.iter();
        pivots.map(|pivot| pivot.map(&mut result)).collect()
    }
}

fn moves(graph: &Graph, value: Expr) -> bool {
    !graph.roles(value).is_within(RoleSet::PREPARED)
}
