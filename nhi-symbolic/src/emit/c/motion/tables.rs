//! Tables of points in place of laws of controls.

use core::fmt::Write;

use super::super::text::definition;
use super::Writer;

/// The values of a control at increasing times.
#[derive(Clone, Copy, Debug)]
pub struct PointTable<'a> {
    /// At least two times, each with the value.
    pub points: &'a [(f64, f64)],
    /// True for linear interpolation, false if each value is held up to the next time.
    pub is_linear: bool,
    /// True if the first and the last value hold outside the table.
    pub holds_beyond: bool,
}

/// The value of a table at a time, computed as `nhi run` does.
const POINT_TABLE: &str = "/** Returns the value of a table at a time; not a number where it has none. */
static REAL motion_table(const REAL (*points)[2], unsigned count, int is_linear, int holds_beyond, REAL t) {
    const REAL first = points[0][0];
    const REAL last = points[count - 1u][0];
    const REAL margin = (REAL)(1e-12 * fmax(fabs((double)first), fabs((double)last)));
    if ((holds_beyond == 0) && !((t >= (first - margin)) && (t <= (last + margin)))) {
        return (REAL)NAN;
    }
    unsigned after = 0u; /* the number of points up to this time */
    unsigned end = count;
    while (after < end) {
        const unsigned middle = after + ((end - after) / 2u);
        if (points[middle][0] <= t) {
            after = middle + 1u;
        } else {
            end = middle;
        }
    }
    if (after == 0u) {
        return points[0][1];
    }
    const REAL *const begun = points[after - 1u];
    if ((is_linear == 0) || (after == count)) {
        return begun[1];
    }
    const REAL share = (t - begun[0]) / (points[after][0] - begun[0]);
    return begun[1] + (share * (points[after][1] - begun[1]));
}

";

impl Writer<'_> {
    /// Returns the controls with a table.
    pub(super) fn tabulated(&self) -> impl Iterator<Item = (usize, PointTable<'_>)> {
        let tables = self.tables.iter().enumerate();
        tables.filter_map(|(control, table)| Some((control, (*table)?)))
    }

    /// Writes the points of the tables, and the function that reads them.
    pub(super) fn point_tables(&self) -> String {
        let (precision, real) = (self.names.precision, self.names.real());
        let mut text = String::new();
        for (control, table) in self.tabulated() {
            let points = table.points.iter().map(|&(time, value)| {
                format!(
                    "    {{{}, {}}},\n",
                    precision.literal(time),
                    precision.literal(value)
                )
            });
            let points: String = points.collect();
            writeln!(
                text,
                "static const {real} motion_points_{control}[][2] = {{\n{points}}};\n"
            )
            .expect("text takes every line");
        }
        match text.is_empty() {
            true => text,
            false => text + POINT_TABLE.replace("REAL", real).as_str(),
        }
    }

    /// Writes the function that refuses controls outside of their tables.
    pub(super) fn has_values(&self) -> String {
        let names = self.names;
        let mut body = String::new();
        for (control, _) in self.tabulated() {
            let place = &names.controls("u->")[control];
            let name = &self.compiled.stepper.names.controls[control];
            body += &format!(
                "    if (!nhi_is_finite({place})) {{\n        \
                 (void)nhi_fail(failure, NHI_NON_FINITE_INPUT, (double)t, \"the table of `{name}` has no value here\", (double){place}, 0.0);\n        \
                 return 0;\n    }}\n"
            );
        }
        if body.is_empty() {
            return body;
        }
        body += "    return 1;\n";
        let arguments = [
            format!("{} t", names.real()),
            format!("const {} *u", names.of("controls")),
            "nhi_failure *failure".to_owned(),
        ];
        let head = format!("static int motion_has_values({})", arguments.join(", "));
        definition(&head, &arguments, &body)
    }

    /// Returns a statement that ends a function if controls at a time are outside of their tables.
    pub(super) fn check_values(&self, time: &str, controls: &str, depth: usize) -> String {
        let indent = "    ".repeat(depth);
        match self.tabulated().next() {
            None => String::new(),
            Some(_) => format!(
                "{indent}if (motion_has_values({time}, {controls}, failure) == 0) {{\n\
                 {indent}    return NHI_NON_FINITE_INPUT;\n{indent}}}\n"
            ),
        }
    }

    /// Returns the value of a table at the time `t`.
    pub(super) fn value_of(control: usize, table: PointTable<'_>) -> String {
        let [is_linear, holds_beyond] = [table.is_linear, table.holds_beyond].map(u8::from);
        let count = table.points.len();
        format!("motion_table(motion_points_{control}, {count}u, {is_linear}, {holds_beyond}, t)")
    }
}
