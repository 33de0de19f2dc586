//! Operation counts of functions, read from the documentation of generated code.

use super::row::{Cell, NONE};

/// The operation counts of the most expensive functions in a run.
pub(super) struct Operations {
    pub(super) acceleration: Cell,
    /// One step without its iterations.
    pub(super) step: Cell,
    /// One iteration of Newton's method in a step.
    pub(super) iteration: Cell,
}

impl Operations {
    /// Reads the code of a model with one integrator.
    pub(super) fn of(code: &str) -> Self {
        let documentation = code.find("Operations: prepare once");
        let stepper = documentation.map_or("", |start| line(&code[start..]));
        let step = stepper.split("; ").find(|part| part.starts_with("`step`"));
        let (step, iteration) = match step.map(|step| step.split_once(", and per iteration ")) {
            Some(Some((once, iteration))) => (total(once), total(iteration)),
            Some(None) => (step.map_or(NONE, total), NONE),
            None => (NONE, NONE),
        };
        Self {
            acceleration: acceleration(code),
            step,
            iteration,
        }
    }
}

/// Returns the operations in the last such line before the method.
fn acceleration(code: &str) -> Cell {
    let method = code.find("pub fn acceleration(").ok_or("-")?;
    let documentation = code[..method].rfind("Operations: ").ok_or("-")?;
    total(line(&code[documentation..]))
}

fn line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// Returns the sum of `12 add, 23 mul, 2 fn`.
fn total(kinds: &str) -> Cell {
    let numbers = kinds
        .split([' ', '.'])
        .filter_map(|word| word.parse::<u32>().ok());
    Ok(f64::from(numbers.sum::<u32>()))
}

#[cfg(test)]
mod tests {
    use super::Operations;

    const CODE: &str = "
        /// Operations: 2 add, 3 mul.
        pub fn energy(
        /// Operations: 10 add, 20 mul, 1 fn.
        #[inline]
        pub fn acceleration(
        /// Order 2. Operations: prepare once, 9 add; `start`, 1 add; `step`, 4 add, 1 div, and per iteration 7 mul; \
        `sample`, 1 add.";

    #[test]
    fn operations_are_read_from_the_documentation() {
        let found = Operations::of(CODE);
        assert_eq!(found.acceleration, Ok(31.0));
        assert_eq!(found.step, Ok(5.0));
        assert_eq!(found.iteration, Ok(7.0));
    }

    #[test]
    fn an_explicit_step_has_no_iteration() {
        let found = Operations::of(&CODE.replace(", and per iteration 7 mul", ""));
        assert_eq!(found.step, Ok(5.0));
        assert_eq!(found.iteration, Err("-"));
    }
}
