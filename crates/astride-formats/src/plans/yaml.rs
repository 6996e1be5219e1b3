//! The part of YAML that files of teams and schedules use: nested maps and lists by indentation or in
//! brackets, scalars, comments, and tags, which are skipped.

use crate::error::{FormatError, Place, quote};

/// Lists in lists in maps, at most.
const MOST_DEPTH: u32 = 32;

/// A value, with the line where it begins.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Yaml<'a> {
    pub(super) line: usize,
    pub(super) value: Value<'a>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value<'a> {
    Nothing,
    Scalar(&'a str),
    List(Vec<Yaml<'a>>),
    Map(Vec<(&'a str, Yaml<'a>)>),
}

impl<'a> Yaml<'a> {
    /// The value of a key, the last if there are several.
    pub(super) fn get(&self, key: &str) -> Option<&Yaml<'a>> {
        match &self.value {
            Value::Map(pairs) => pairs.iter().rev().find(|pair| pair.0 == key).map(|pair| &pair.1),
            _ => None,
        }
    }

    pub(super) fn list(&self) -> Option<&[Yaml<'a>]> {
        match &self.value {
            Value::List(list) => Some(list),
            Value::Nothing => Some(&[]),
            _ => None,
        }
    }

    pub(super) fn scalar(&self) -> Option<&'a str> {
        match self.value {
            Value::Scalar(text) => Some(text),
            _ => None,
        }
    }

    /// A whole number.
    pub(super) fn number(&self) -> Option<u32> {
        self.scalar()?.parse().ok()
    }

    /// Two whole numbers.
    pub(super) fn pair(&self) -> Option<[u32; 2]> {
        match self.list()? {
            [x, y] => Some([x.number()?, y.number()?]),
            _ => None,
        }
    }
}

/// A line without its comment.
#[derive(Clone, Copy, Debug)]
struct Line<'a> {
    number: usize,
    indent: usize,
    text: &'a str,
}

/// Reads a document.
pub(super) fn parse<'a>(format: &'static str, text: &'a str) -> Result<Yaml<'a>, FormatError> {
    let mut lines = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let line = without_comment(line);
        let text = line.trim_start_matches(' ');
        let indent = line.len() - text.len();
        if text.starts_with('\t') {
            let found = "a tab before the first word";
            return Err(FormatError::new(format, found, "spaces").at(Place::Line(number)));
        }
        if !text.is_empty() && text != "---" && text != "..." {
            lines.push(Line { number, indent, text });
        }
    }
    let mut reader = Reader { format, lines, at: 0 };
    let Some(first) = reader.lines.first().copied() else {
        return Err(FormatError::new(format, "nothing", "a YAML document"));
    };
    let whole = reader.block(first.indent, MOST_DEPTH)?;
    match reader.lines.get(reader.at) {
        None => Ok(whole),
        Some(line) => Err(reader.wrong(*line, "a line that belongs to nothing above it")),
    }
}

fn without_comment(line: &str) -> &str {
    let mut quoted = None;
    let mut before = ' ';
    for (at, letter) in line.char_indices() {
        match (quoted, letter) {
            // Within a word it is an apostrophe.
            (None, '"' | '\'') if " \t[{,:".contains(before) => quoted = Some(letter),
            (Some(mark), letter) if mark == letter => quoted = None,
            (None, '#') if before == ' ' || before == '\t' => return line[..at].trim_end(),
            _ => {}
        }
        before = letter;
    }
    line.trim_end()
}

struct Reader<'a> {
    format: &'static str,
    lines: Vec<Line<'a>>,
    at: usize,
}

impl<'a> Reader<'a> {
    fn wrong(&self, line: Line<'_>, found: &str) -> FormatError {
        let found = format!("{found}: {}", quote(line.text));
        let expected = "a map or a list of YAML, `key: value` or `- value`";
        FormatError::new(self.format, found, expected).at(Place::Line(line.number))
    }

    /// The map or list whose lines are indented this far.
    fn block(&mut self, indent: usize, depth: u32) -> Result<Yaml<'a>, FormatError> {
        let line = self.lines[self.at];
        if depth == 0 {
            return Err(self.wrong(line, "values nested too deeply"));
        }
        let is_item = |text: &str| text == "-" || text.starts_with("- ");
        let is_list = is_item(line.text);
        let (mut list, mut map) = (Vec::new(), Vec::new());
        while let Some(&next) = self.lines.get(self.at) {
            if next.indent != indent || is_item(next.text) != is_list {
                break;
            }
            if is_list {
                let rest = next.text[1..].trim_start();
                let inner = next.indent + next.text.len() - rest.len();
                list.push(self.value(rest, inner, indent + 1, depth)?);
            } else {
                let (key, rest) = split(next.text)
                    .ok_or_else(|| self.wrong(next, "a line that is no `key: value`"))?;
                // A list may be indented as far as the key that it belongs to.
                let after = self.lines.get(self.at + 1);
                let is_level =
                    after.is_some_and(|line| line.indent == indent && is_item(line.text));
                let least = if is_level { indent } else { indent + 1 };
                map.push((key, self.value_of_key(rest, least, depth)?));
            }
        }
        let value = if is_list { Value::List(list) } else { Value::Map(map) };
        Ok(Yaml { line: line.number, value })
    }

    /// What follows the dash of an item: a value, a map that begins there, or a block below.
    fn value(
        &mut self,
        rest: &'a str,
        inner: usize,
        least: usize,
        depth: u32,
    ) -> Result<Yaml<'a>, FormatError> {
        let rest_without_tag = without_tag(rest);
        let is_block = split(rest_without_tag).is_some() || rest_without_tag.starts_with("- ");
        if is_block && !rest_without_tag.starts_with(['[', '{']) {
            // The rest of the line is the first line of a block of its own.
            let inner = inner + rest.len() - rest_without_tag.len();
            let line = &mut self.lines[self.at];
            (line.indent, line.text) = (inner, rest_without_tag);
            return self.block(inner, depth - 1);
        }
        self.value_of_key(rest, least, depth)
    }

    /// What follows a key: a value in the line, or a block below that is indented at least so far.
    fn value_of_key(
        &mut self,
        rest: &'a str,
        least: usize,
        depth: u32,
    ) -> Result<Yaml<'a>, FormatError> {
        let line = self.lines[self.at];
        self.at += 1;
        let rest = without_tag(rest);
        if !rest.is_empty() {
            let mut flow = Flow { text: rest, depth: MOST_DEPTH, line: line.number };
            let value = flow.value().filter(|_| flow.text.trim().is_empty());
            return value.ok_or_else(|| self.wrong(line, "a value that does not end"));
        }
        match self.lines.get(self.at) {
            Some(next) if next.indent >= least => self.block(next.indent, depth - 1),
            _ => Ok(Yaml { line: line.number, value: Value::Nothing }),
        }
    }
}

/// A key and what follows it.
fn split(text: &str) -> Option<(&str, &str)> {
    if let Some(mark @ ('"' | '\'')) = text.chars().next() {
        let (key, rest) = text[1..].split_once(mark)?;
        let rest = rest.trim_start().strip_prefix(':')?;
        let is_key = rest.is_empty() || rest.starts_with(' ');
        return is_key.then_some((key, rest.trim_start()));
    }
    let (key, rest) = match text.split_once(": ") {
        Some((key, rest)) => (key, rest.trim_start()),
        None => (text.strip_suffix(':')?, ""),
    };
    let key = key.trim_end();
    (!key.is_empty() && !key.starts_with(['[', '{', '-'])).then_some((key, rest))
}

/// A value without the type that a program has written before it, such as `!!python/tuple`.
fn without_tag(text: &str) -> &str {
    match text.strip_prefix('!') {
        None => text,
        Some(tag) => tag.split_once(' ').map_or("", |(_, rest)| rest.trim_start()),
    }
}

/// A value in one line.
struct Flow<'a> {
    text: &'a str,
    depth: u32,
    line: usize,
}

impl<'a> Flow<'a> {
    fn value(&mut self) -> Option<Yaml<'a>> {
        self.depth = self.depth.checked_sub(1)?;
        self.text = without_tag(self.text.trim_start());
        let value = match self.text.chars().next()? {
            '[' => Value::List(self.between(']', Self::value)?),
            '{' => Value::Map(self.between('}', |flow| {
                let (key, rest) = match flow.text.chars().next()? {
                    mark @ ('"' | '\'') => {
                        let (key, rest) = flow.text[1..].split_once(mark)?;
                        (key, rest.trim_start().strip_prefix(':')?)
                    }
                    _ => flow.text.split_once(':').map(|(key, rest)| (key.trim_end(), rest))?,
                };
                flow.text = rest;
                Some((key, flow.value()?))
            })?),
            mark @ ('"' | '\'') => {
                let (inside, rest) = self.text[1..].split_once(mark)?;
                self.text = rest;
                Value::Scalar(inside)
            }
            _ => {
                let is_nested = self.depth + 1 < MOST_DEPTH;
                let end = self.text.find([',', ']', '}']).filter(|_| is_nested);
                let (word, rest) = self.text.split_at(end.unwrap_or(self.text.len()));
                self.text = rest;
                match word.trim() {
                    "" => return None,
                    "~" | "null" => Value::Nothing,
                    word => Value::Scalar(word),
                }
            }
        };
        self.depth += 1;
        Some(Yaml { line: self.line, value })
    }

    /// What stands between brackets, with commas between.
    fn between<T>(
        &mut self,
        end: char,
        mut item: impl FnMut(&mut Self) -> Option<T>,
    ) -> Option<Vec<T>> {
        let mut items = Vec::new();
        self.text = self.text[1..].trim_start();
        while !self.text.starts_with(end) {
            items.push(item(self)?);
            self.text = self.text.trim_start();
            match self.text.strip_prefix(',') {
                Some(rest) => self.text = rest.trim_start(),
                None if self.text.starts_with(end) => {}
                None => return None,
            }
        }
        self.text = &self.text[1..];
        Some(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn show(yaml: &Yaml<'_>) -> String {
        match &yaml.value {
            Value::Nothing => "~".into(),
            Value::Scalar(text) => (*text).into(),
            Value::List(list) => {
                format!("[{}]", list.iter().map(show).collect::<Vec<_>>().join(","))
            }
            Value::Map(pairs) => {
                let pair = |(key, value): &(&str, Yaml<'_>)| format!("{key}:{}", show(value));
                format!("{{{}}}", pairs.iter().map(pair).collect::<Vec<_>>().join(","))
            }
        }
    }

    #[test]
    fn documents_are_read_as_they_are_indented() {
        let check = |text: &str, expected: &str| {
            assert_eq!(show(&parse("test", text).unwrap()), expected, "{text}");
        };
        check("a: 1", "{a:1}");
        check("a:\nb: # nothing\n", "{a:~,b:~}");
        check("a:\n- 1\n- x: 2\n  y: 3\n-   z: 4\nb: 5", "{a:[1,{x:2,y:3},{z:4}],b:5}");
        check(
            "a:\n  - [1, [2,3], {k: v, l: []}]\n  -\n    - 4\n    - 5",
            "{a:[[1,[2,3],{k:v,l:[]}],[4,5]]}",
        );
        check("a:\n- !!python/tuple\n  - 1\n  - 2\n- !!python/tuple [3, 4]\n", "{a:[[1,2],[3,4]]}");
        check("- - 1\n  - 2\n- 'a # b'\n- \"c: d\"", "[[1,2],a # b,c: d]");
        check("\"a: b\":\n- 'c': 1\n- 'd: e'\n", "{a: b:[{c:1},d: e]}");
        check("name: a, b # c\nlist: []\n\"key\": 3\n", "{name:a, b,list:[],key:3}");
        check("a: {\"b: c\": 1, 'd' : 2, e : 3}", "{a:{b: c:1,d:2,e:3}}");
        check("name: Tom's # comment", "{name:Tom's}");
        check("---\na:\n    b:\n        c: 1\n    d: 2\n", "{a:{b:{c:1},d:2}}");
    }

    #[test]
    fn what_is_none_is_refused_with_its_line() {
        let check = |text: &str, message: &str| {
            let error = parse("test", text).unwrap_err().to_string();
            assert!(error.contains(message), "{error}");
        };
        check("", "nothing, expected a YAML document");
        check("a", "line 1: a line that is no `key: value`");
        check("a: 1\n  b: 2", "line 2: a line that belongs to nothing above it");
        check("a: 1\n\tb: 2", "line 2: a tab");
        check("a: [1, 2", "line 1: a value that does not end");
        check("a: [1, 2] 3", "line 1: a value that does not end");
        check(&format!("a: {}", "[".repeat(100_000)), "does not end");
        check(&"- ".repeat(100_000), "nested too deeply");
        let deep: String = (0..1000).map(|at| format!("{}a:\n", " ".repeat(at))).collect();
        check(&deep, "nested too deeply");
    }
}
