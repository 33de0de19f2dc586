//! The subset of Python literals used in headers.

/// The description of an array in a header.
#[derive(Debug)]
pub(super) struct Description {
    /// The names and types of the fields; `None` if the array has no fields.
    pub(super) fields: Option<Vec<(String, String)>>,
    pub(super) shape: Vec<u64>,
}

impl Description {
    /// Parses a dictionary with `descr`, `fortran_order` and `shape`; `None` if the text is not
    /// one.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut text = Literal(text);
        let (mut fields, mut shape) = (None, None);
        text.list("{", "}", |text| {
            let key = text.string()?;
            text.token(":")?;
            match key.as_str() {
                "descr" => fields = Some(text.fields()?),
                // In one dimension, both orders are the same.
                "fortran_order" => text.token("False").or_else(|| text.token("True"))?,
                "shape" => shape = Some(text.list("(", ")", Literal::number)?),
                _ => return None,
            }
            Some(())
        })?;
        text.0.trim().is_empty().then_some(())?;
        Some(Self {
            fields: fields?,
            shape: shape?,
        })
    }
}

/// The rest of a text to be parsed.
struct Literal<'a>(&'a str);

impl Literal<'_> {
    fn token(&mut self, token: &str) -> Option<()> {
        self.0 = self.0.trim_start().strip_prefix(token)?;
        Some(())
    }

    /// Parses items between brackets, separated by commas and with an optional trailing comma.
    fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        self.token(open)?;
        let mut items = Vec::new();
        while self.token(close).is_none() {
            items.push(item(self)?);
            if self.token(",").is_none() {
                self.token(close)?;
                break;
            }
        }
        Some(items)
    }

    /// Parses the type of the array: pairs of a name and a type, or a single type.
    fn fields(&mut self) -> Option<Option<Vec<(String, String)>>> {
        if self.string().is_some() {
            return Some(None);
        }
        let fields = self.list("[", "]", |text| {
            let pair = text.list("(", ")", Self::string)?;
            <[String; 2]>::try_from(pair).ok().map(Into::into)
        });
        fields.map(Some)
    }

    /// Parses a string in single or double quotes, in which `\` escapes the next character.
    fn string(&mut self) -> Option<String> {
        let text = self.0.trim_start();
        let quote = text.chars().next().filter(|&c| matches!(c, '\'' | '"'))?;
        let mut string = String::new();
        let mut characters = text[1..].char_indices();
        while let Some((place, character)) = characters.next() {
            if character == quote {
                self.0 = &text[place + 2..];
                return Some(string);
            }
            let is_protected = character == '\\';
            string.push(if is_protected {
                characters.next()?.1
            } else {
                character
            });
        }
        None
    }

    fn number(&mut self) -> Option<u64> {
        let text = self.0.trim_start();
        let end = text.find(|c: char| !c.is_ascii_digit());
        let (digits, rest) = text.split_at(end.unwrap_or(text.len()));
        self.0 = rest;
        digits.parse().ok()
    }
}
