//! A self-contained page: style, scripts and data.

use serde_json::Value;

use crate::picture::in_markup;

/// The page template; each `{...}` is replaced.
const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/style.css");
/// The scripts, each after the scripts it depends on.
const SCRIPTS: [&str; 5] = [
    include_str!("page/motion.js"),
    include_str!("page/shapes.js"),
    include_str!("page/scene.js"),
    include_str!("page/plots.js"),
    include_str!("page/player.js"),
];

/// Returns the page for the data.
///
/// Untrusted text occurs only in the data. The data is a script of a type that no browser runs, and
/// nothing in it can end that script. The scripts of the page insert text as text, never as markup.
pub fn page(data: &Value) -> String {
    let title = data["title"].as_str().unwrap_or_default();
    // Inserted text is never searched for placeholders: the title contains none, and the data is
    // inserted last.
    PAGE.replace("{title}", &in_markup(title).replace('{', "&#123;"))
        .replacen("{style}", STYLE, 1)
        .replacen("{scripts}", &SCRIPTS.join("\n"), 1)
        .replacen("{data}", &in_script(data), 1)
}

/// Returns JSON without any character that could end the surrounding script or begin a comment in
/// it.
fn in_script(data: &Value) -> String {
    let mut safe = String::new();
    for letter in data.to_string().chars() {
        match letter {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                safe.push_str(&format!("\\u{:04x}", u32::from(letter)));
            }
            _ => safe.push(letter),
        }
    }
    safe
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const HOSTILE: &str =
        "</script><script>alert(1)</script><!--<script>{data}{scripts}\u{2028}'\"&";

    #[test]
    fn texts_of_others_are_data() {
        let harmless = page(&json!({ "title": "a", "parts": ["b"] }));
        let hostile = json!({ "title": HOSTILE, "parts": [HOSTILE] });
        let text = page(&hostile);
        for markup in ["<script", "</script", "<!--", "<title", "alert(1)</"] {
            let counts = [&harmless, &text].map(|page| page.matches(markup).count());
            assert_eq!(counts[0], counts[1], "{markup}");
        }
        let (_, rest) = text.split_once("type=\"application/json\">").unwrap();
        let (inside, _) = rest.split_once("</script>").unwrap();
        let read: Value = serde_json::from_str(inside).unwrap();
        assert_eq!(read, hostile);
    }

    #[test]
    fn nothing_is_loaded() {
        let text = page(&json!({ "title": "a" }));
        for word in [
            "http://",
            "https://",
            "src=",
            "href=",
            "import ",
            "fetch(",
            "XMLHttp",
            "innerHTML",
            "eval(",
        ] {
            assert!(!text.contains(word), "{word}");
        }
        assert!(text.contains("default-src 'none'"));
    }
}
