//! Generated blocks within files that are written by hand.

/// The text with the lines between its two marks replaced by `content`; `prefix` stands before every
/// line, marks included.
///
/// # Panics
/// Where the text does not hold both marks.
pub(crate) fn with_block(text: &str, name: &str, prefix: &str, content: &str) -> String {
    let mark = format!("{prefix}<!-- generated: {name}; ");
    let end = format!("{prefix}<!-- end of {name} -->\n");
    let (before, rest) = text.split_once(&mark).expect("the first mark");
    let (command, rest) = rest.split_once('\n').expect("a line for the first mark");
    let (_, after) = rest.split_once(&end).expect("the second mark");
    let lines = content.lines().map(|line| format!("{prefix}{line}"));
    let lines: String = lines.map(|line| format!("{}\n", line.trim_end())).collect();
    format!("{before}{mark}{command}\n{lines}{end}{after}")
}
