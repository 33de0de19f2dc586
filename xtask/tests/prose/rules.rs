//! Patterns to avoid, from the style guide, with what to say instead.

use Scope::{All, Docs, Messages, Readers, Summaries};

/// The prose to which a rule applies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scope {
    All,
    /// First paragraphs of doc comments.
    Summaries,
    /// Doc comments.
    Docs,
    /// String literals.
    Messages,
    /// Pages, help texts and string literals.
    Readers,
}

/// A pattern to avoid.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) scope: Scope,
    /// A regular expression for whole words in small letters. `^` is the start of a paragraph.
    pub(crate) pattern: &'static str,
    /// Words that make a match acceptable.
    pub(crate) except: &'static [&'static str],
    pub(crate) advice: &'static str,
    /// A text with one finding.
    pub(crate) example: &'static str,
}

#[rustfmt::skip]
pub(crate) const RULES: &[Rule] = &[
    rule(All, "that which", "name the thing", "It returns that which is left."),
    rule(All, "such as (it|they) (is|are)", "leave it out", "It reads the file, such as it is."),
    rule(All, r"any ?more( \w+)?", "state the present fact", "It is not read any more.")
        .except(&["more than"]),
    rule(All, "whom?(so)?ever", "name the people: \"users who\"", "Whoever reads it knows."),
    rule(All, "besides?", "\"in addition to\" or \"next to\"", "Besides the model it reads a table."),
    rule(All, "shall", "\"should\" or \"must\"", "A test shall fail."),
    rule(All, r"derivatives?( [^ .;,]+){0,5} by (the|its|each|all|one|`_)", "\"with respect to\"",
        "It is the derivative of `_` by `_`.").except(&["divided", "multiplied", "replaced"]),
    rule(All, "(to|nearly) round-off", "\"to machine precision\"", "Energy is constant to round-off."),
    rule(All, r"(an?|no|another) \w+ of (its|their|your) own", "\"a separate\" or \"its own\"",
        "It has a file of its own."),
    rule(All, r"(where |as )?(it |they )?stands? \w+", "\"is\", \"appears\" or \"follows\"",
        "The name stands after it.").except(&["stand for", "stands for", "stand side"]),
    rule(All, "(where|as) (it|they) stands?", "\"where it is\"", "It is reported where it stands."),
    rule(All, r"behind( the)? [\w`]+", "\"after\"", "The number behind the colon is read.")
        .except(&["behind it", "behind them", "behind the axle"]),
    rule(All, "in front of", "\"before\"", "The sign in front of the number is read."),
    rule(All, "(^|[.:;] )(sought|read|meant|wanted|asked for|missing|shown|left out) (is|are)",
        "put the subject first", "Sought are the roots."),
    rule(Summaries, "^whether", "\"Returns true if\"", "Whether the list is empty."),
    rule(Summaries, "^what", "a noun phrase, or a verb: \"Returns\"", "What a run needs."),
    rule(Docs, "^where", "\"if\", or a noun phrase", "Where the state is in time."),
    rule(All, "where (there|it|they|one|that) (is|are) (none|not|no)", "\"if\"",
        "It returns zero where there is none."),
    rule(Messages, "where (neither|no|all|both|at least|the (velocity|configuration|constraints))",
        "\"if\"", "zero where the velocity satisfies them"),
    rule(All, "what no", "name the thing: \"values that no\"", "It is what no test reads."),
    rule(All, "(tells?|says?|said) (whether|what|how|where|which|who|that|since)",
        "\"reports\" or \"shows\"", "The command tells whether it fits."),
    rule(All, r"(^|[\w`]+ )(is|are) no \w+", "\"is not a\"", "Text that is no number is refused.")
        .except(&["there ", "no longer", "no more", "no less", "no other", "no such", "no better"]),
    rule(All, "(that|one|it|what) (is|are) none", "\"is not a\"", "A number that is none is refused."),
    rule(All, "(is|are) to be", "\"must be\"", "The file is to be read."),
    rule(All, "(is|are) wanted", "\"if you need\"", "a reference is wanted"),
    rule(All, "letters of ascii", "\"ASCII letters\"", "Names have letters of ASCII."),
    rule(All, "budgets? of work", "\"work budget\"", "The budget of work is used up."),
    rule(All, "mistakes? of (the )?form", "\"syntax error\"", "It reports a mistake of the form."),
    rule(All, "(^|[.] )who (asks|has|needs|reads|simulates|uses|wants|writes)",
        "name the people: \"users who\"", "Who wants more, needs another method."),
    rule(Readers, "(^|[.] )what [a-z]+s (is|are|has|have)", "a noun phrase", "What moves is listed."),
    rule(All, "doors?", "\"way\" or \"API\"", "The attribute is one of three doors."),
    rule(All, "the watch", "\"the run monitor\"", "The watch found nothing."),
    rule(All, "in the place of", "\"instead of\"", "It has zero in the place of one."),
    rule(All, "that there (is|are)[.,;:)]", "\"available\"", "It lists the columns that there are."),
    rule(All, "(there|here|where)(of|in|upon|by)", "use plain words", "The row and its end thereof."),
    rule(All, "anew", "\"again\"", "The file is written anew."),
    rule(All, "gives? back", "\"returns\"", "The function gives back a number."),
    rule(All, "dear(er|est)?", "\"expensive\"", "A step is dear."),
    rule(All, "(^|[.] )nor (is|are|does|do|has|have)", "begin with the subject", "Nor is its order known."),
    rule(All, "for want of|in spite of|lest", "use plain words", "It fails for want of a table."),
    rule(All, "(file|table|list|row|struct|sample|column|page|cell)s? holds?", "\"contains\"",
        "The file holds models."),
];

const fn rule(
    scope: Scope,
    pattern: &'static str,
    advice: &'static str,
    example: &'static str,
) -> Rule {
    Rule {
        scope,
        pattern,
        except: &[],
        advice,
        example,
    }
}

impl Rule {
    const fn except(self, except: &'static [&'static str]) -> Self {
        Self { except, ..self }
    }
}
