//! Expressions that depend on a rotation only by notation, such as the length of one of its rows.

use super::graph::{Expr, Graph};
use super::matrix::Matrix;
use super::node::NodeRef;

impl Graph {
    /// Returns the matrix with every entry that is the same for all rotations written without them.
    ///
    /// The new form of an entry has the same values on rotations, and so have its derivatives along
    /// the group.
    #[must_use]
    pub fn without_false_rotations(&self, matrix: &Matrix) -> Matrix {
        let identity = self.identity_of_rotations();
        if identity.is_empty() {
            return matrix.clone();
        }
        let entries = matrix.entries();
        let plain = self.substitute(entries, &identity);
        let pairs = entries.iter().zip(&plain);
        let changes: Vec<_> = pairs
            .map(|(&entry, &plain)| self.sub(entry, plain))
            .collect();
        let same = self.are_zero(&changes).into_iter();
        let chosen = same.zip(entries.iter().zip(plain));
        let chosen = chosen.map(|(same, (&entry, plain))| if same { plain } else { entry });
        matrix.with_entries(chosen.collect())
    }

    /// Returns every rotation entry with its value in the identity.
    fn identity_of_rotations(&self) -> Vec<(Expr, Expr)> {
        let entries = self.rotation_entries().into_iter();
        entries
            .map(|(number, entry)| {
                let is_diagonal = entry.place % (entry.size + 1) == 0;
                let value = if is_diagonal { Self::ONE } else { Self::ZERO };
                (self.intern(NodeRef::Symbol(number)), value)
            })
            .collect()
    }
}
