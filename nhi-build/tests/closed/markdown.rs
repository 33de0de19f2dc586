//! Documentation as rustdoc reads it.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// What rustdoc asks for.
fn options() -> Options {
    Options::ENABLE_TABLES
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
}

/// The first thing in a text that is more than words in paragraphs.
pub(crate) fn acting(docs: &str) -> Option<String> {
    let is_words = |event: &Event<'_>| {
        matches!(
            event,
            Event::Text(_)
                | Event::SoftBreak
                | Event::HardBreak
                | Event::Start(Tag::Paragraph | Tag::Emphasis | Tag::Strong)
                | Event::End(TagEnd::Paragraph | TagEnd::Emphasis | TagEnd::Strong)
        )
    };
    let mut events = Parser::new_ext(docs, options());
    events
        .find(|event| !is_words(event))
        .map(|event| format!("{event:?}"))
}

/// The words that a reader sees.
pub(crate) fn text(docs: &str) -> String {
    let mut text = String::new();
    for event in Parser::new_ext(docs, options()) {
        match event {
            Event::Text(words) => text.push_str(&words),
            Event::SoftBreak | Event::HardBreak => text.push('\n'),
            _ => {}
        }
    }
    text
}
