//! Columns of plain text.

/// Formats rows of cells as lines with aligned columns; the first row is the header.
#[must_use]
pub fn aligned(rows: &[Vec<String>]) -> String {
    let widths = widths(rows);
    let mut text = String::new();
    for (index, row) in rows.iter().enumerate() {
        let cells = row
            .iter()
            .zip(&widths)
            .map(|(cell, &width)| padded(cell, width));
        let line = cells.collect::<Vec<_>>().join("  ");
        text.push_str(line.trim_end());
        text.push('\n');
        if index == 0 {
            let rule: Vec<_> = widths.iter().map(|&width| "-".repeat(width)).collect();
            text.push_str(&rule.join("  "));
            text.push('\n');
        }
    }
    text
}

/// Returns the number of characters in the widest cell of each column.
pub(super) fn widths(rows: &[Vec<String>]) -> Vec<usize> {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    (0..columns).map(width).collect()
}

/// Pads a text with spaces up to a width, which may exceed the limit of the formatting macros.
pub(super) fn padded(text: &str, width: usize) -> String {
    let missing = width.saturating_sub(text.chars().count());
    format!("{text}{}", " ".repeat(missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_may_be_wider_than_a_format_allows() {
        let text = padded(&"λ".repeat(70_000), 70_002);
        assert_eq!(text.chars().count(), 70_002);
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let row = |a: &str, b: &str| vec![a.to_owned(), b.to_owned()];
        let text = aligned(&[row("name", "value"), row("λ", "1")]);
        assert_eq!(text, "name  value\n----  -----\nλ     1\n");
    }
}
