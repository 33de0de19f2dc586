//! Tables on the terminal.

/// The errors of one method at the end of runs with one step size.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Errors {
    /// The largest component of the error in the configuration.
    pub(crate) q: f64,
    /// The largest component of the error in the velocity.
    pub(crate) v: f64,
}

/// The errors of several methods for step sizes that are halved from row to row.
#[derive(Clone, Debug)]
pub(crate) struct Convergence<const METHODS: usize> {
    pub(crate) methods: [&'static str; METHODS],
    /// Step sizes and the errors of each method.
    pub(crate) rows: Vec<(f64, [Errors; METHODS])>,
}

impl<const METHODS: usize> Convergence<METHODS> {
    /// Prints the errors and the orders `p` observed from one row to the next.
    pub(crate) fn print(&self) {
        print!("{:>10}", "");
        for method in self.methods {
            print!("   {method:^27}");
        }
        print!("\n{:>10}", "h [s]");
        for _ in self.methods {
            print!("   {:>7} {:>5} {:>7} {:>5}", "q", "p", "v", "p");
        }
        println!();
        let mut coarser: Option<[Errors; METHODS]> = None;
        for (h, errors) in &self.rows {
            print!("{h:>10.7}");
            for (place, error) in errors.iter().enumerate() {
                let before = coarser.map(|row| row[place]);
                let order_q = order(before.map(|row| row.q), error.q);
                let order_v = order(before.map(|row| row.v), error.v);
                print!(
                    "   {:>7.1e} {order_q:>5} {:>7.1e} {order_v:>5}",
                    error.q, error.v
                );
            }
            println!();
            coarser = Some(*errors);
        }
    }
}

/// The observed order: the power of the step size that leads from the coarser error to the finer
/// one when the step size is halved.
fn order(coarser: Option<f64>, finer: f64) -> String {
    coarser.map_or_else(String::new, |coarser| {
        format!("{:.2}", (coarser / finer).log2())
    })
}

/// Prints named quantities in columns; NaN stands for none.
pub(crate) fn print_quantities<const COLUMNS: usize>(
    columns: [&str; COLUMNS],
    rows: &[(&str, [f64; COLUMNS])],
) {
    print!("{:<44}", "");
    for column in columns {
        print!("  {column:>9}");
    }
    println!();
    for (name, values) in rows {
        print!("{name:<44}");
        for &value in values {
            if value.is_nan() {
                print!("  {:>9}", "-");
            } else {
                print!("  {value:>9.1e}");
            }
        }
        println!();
    }
}
