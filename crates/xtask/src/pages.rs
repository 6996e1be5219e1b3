//! The documentation as HTML: the README and the pages that `docs/README.md` lists.
//!
//! A link to a file that is no page stays as text, since the site has no sources. Lines that rustdoc
//! hides from Rust examples are left out, and headings get the anchors that GitHub gives them.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};

use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd, html};

use crate::dist::{read, write};

/// The list of all pages.
const LIST: &str = "docs/README.md";

struct Page {
    /// Where its Markdown lies in the repository.
    source: String,
    /// Its name in the site.
    name: String,
    title: String,
    text: String,
}

/// Writes the pages of a repository and their pictures to `out/docs`; the names of what was written.
///
/// # Errors
///
/// If a page or picture cannot be read or written, a page has no heading, or a link leads nowhere.
pub fn lay_out(repository: &Path, out: &Path) -> io::Result<Vec<PathBuf>> {
    let pages = pages(repository)?;
    let (mut made, mut pictures) = (Vec::new(), BTreeSet::new());
    let has_api = out.join("api").is_dir();
    for page in &pages {
        let body = html_of(events(page, &pages, repository, &mut pictures)?.into_iter());
        let whole = framed(page, &pages, &body, has_api);
        write(out, &mut made, &format!("docs/{}", page.name), whole.as_bytes())?;
    }
    for picture in pictures {
        write(out, &mut made, &picture, &read(&repository.join(&picture))?)?;
    }
    Ok(made)
}

/// The README, the list, and what it lists, in its order.
fn pages(repository: &Path) -> io::Result<Vec<Page>> {
    let list = Page::read(repository, LIST, "pages.html".to_owned())?;
    let mut pages = vec![Page::read(repository, "README.md", "index.html".to_owned())?];
    let mut names = Vec::new();
    for event in parsed(&list.text) {
        if let Event::Start(Tag::Link { dest_url, .. }) = event
            && let Some(name) =
                dest_url.strip_suffix(".md").filter(|name| !name.contains(['/', ':']))
            && name != "README"
            && !names.iter().any(|other| other == name)
        {
            names.push(name.to_owned());
        }
    }
    pages.push(list);
    for name in names {
        let page = Page::read(repository, &format!("docs/{name}.md"), format!("{name}.html"))?;
        if pages.iter().any(|other| other.name == page.name) {
            let what = format!("{} is taken in the site", page.name);
            return Err(fault(&page.source, io::ErrorKind::AlreadyExists, &what));
        }
        pages.push(page);
    }
    Ok(pages)
}

impl Page {
    fn read(repository: &Path, source: &str, name: String) -> io::Result<Self> {
        let invalid = |what: &str| fault(source, io::ErrorKind::InvalidData, what);
        let text = String::from_utf8(read(&repository.join(source))?)
            .map_err(|_| invalid("the page is not in UTF-8"))?;
        let is_end = |event: &Event<'_>| matches!(event, Event::End(TagEnd::Heading(_)));
        let title = text_of(&parsed(&text).take_while(|event| !is_end(event)).collect::<Vec<_>>());
        if !text.starts_with("# ") || title.is_empty() {
            return Err(invalid("the page does not begin with a heading"));
        }
        Ok(Self { source: source.to_owned(), name, title, text })
    }
}

fn fault(source: &str, kind: io::ErrorKind, what: &str) -> io::Error {
    io::Error::new(kind, format!("{source}: {what}"))
}

fn parsed(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

fn html_of<'a>(events: impl Iterator<Item = Event<'a>>) -> String {
    let mut text = String::new();
    html::push_html(&mut text, events);
    text
}

/// What is read of these events.
fn text_of(events: &[Event<'_>]) -> String {
    let read = |event: &Event<'_>| match event {
        Event::Text(text) | Event::Code(text) => text.to_string(),
        _ => String::new(),
    };
    events.iter().map(read).collect()
}

/// The events of a page with its links, anchors and examples as the site has them.
fn events<'a>(
    page: &'a Page,
    pages: &'a [Page],
    repository: &Path,
    pictures: &mut BTreeSet<String>,
) -> io::Result<Vec<Event<'a>>> {
    let mut events = Vec::new();
    let mut used = BTreeSet::new();
    let (mut heading, mut is_rust, mut is_linked, mut title) = (0, false, true, None);
    for mut event in parsed(&page.text) {
        match &mut event {
            Event::Start(Tag::Image { dest_url, .. }) => {
                let Some((address, _)) = leads(page, dest_url, pages, repository, pictures)? else {
                    let what = format!("the picture {dest_url} is not in docs/pictures");
                    return Err(fault(&page.source, io::ErrorKind::InvalidInput, &what));
                };
                *dest_url = address.into();
            }
            Event::Start(Tag::Link { dest_url, .. }) => {
                let end = leads(page, dest_url, pages, repository, pictures)?;
                let Some((address, other)) = end else {
                    is_linked = false;
                    continue;
                };
                *dest_url = address.into();
                title = other.map(|page| page.title.as_str());
            }
            Event::End(TagEnd::Link) => {
                title = None;
                if !std::mem::replace(&mut is_linked, true) {
                    continue;
                }
            }
            Event::Start(Tag::Heading { .. }) => heading = events.len(),
            Event::End(TagEnd::Heading(_)) => {
                let name = anchor(&text_of(&events[heading..]), &mut used);
                if let Event::Start(Tag::Heading { id, .. }) = &mut events[heading] {
                    *id = Some(name.into());
                }
            }
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                is_rust = language.starts_with("rust");
            }
            Event::End(TagEnd::CodeBlock) => is_rust = false,
            Event::Text(text) if is_rust => *text = shown(text).into(),
            // A page is called by its title, not by its file.
            Event::Text(text) if text.ends_with(".md") => {
                if let Some(title) = title {
                    *text = title.into();
                }
            }
            _ => {}
        }
        events.push(event);
    }
    Ok(events)
}

/// Where a link leads in the site, if it does, and the page that it leads to. Pictures are noted.
fn leads<'a>(
    page: &Page,
    link: &str,
    pages: &'a [Page],
    repository: &Path,
    pictures: &mut BTreeSet<String>,
) -> io::Result<Option<(String, Option<&'a Page>)>> {
    if link.starts_with('#') || link.contains("://") {
        return Ok(Some((link.to_owned(), None)));
    }
    let (file, part) = link.split_at(link.find('#').unwrap_or(link.len()));
    let mut path: Vec<&str> = page.source.split('/').collect();
    path.pop();
    for step in file.split('/') {
        if step == ".." {
            path.pop();
        } else {
            path.push(step);
        }
    }
    let path = path.join("/");
    if let Some(other) = pages.iter().find(|other| other.source == path) {
        return Ok(Some((format!("{}{part}", other.name), Some(other))));
    }
    if !repository.join(&path).exists() {
        let what = format!("the link {link} leads nowhere");
        return Err(fault(&page.source, io::ErrorKind::NotFound, &what));
    }
    let Some(picture) = path.strip_prefix("docs/").filter(|name| name.starts_with("pictures/"))
    else {
        return Ok(None);
    };
    pictures.insert(path.clone());
    Ok(Some((picture.to_owned(), None)))
}

/// The anchor that GitHub gives to a heading, the later ones of the same text with a number.
fn anchor(heading: &str, used: &mut BTreeSet<String>) -> String {
    let kept = heading.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    let plain = kept.collect::<String>().to_lowercase().replace(' ', "-");
    let (mut name, mut count) = (plain.clone(), 0);
    while !used.insert(name.clone()) {
        count += 1;
        name = format!("{plain}-{count}");
    }
    name
}

/// The lines of a Rust example that rustdoc shows.
fn shown(code: &str) -> String {
    let is_hidden = |line: &&str| line.trim() == "#" || line.trim_start().starts_with("# ");
    code.split_inclusive('\n').filter(|line| !is_hidden(line)).collect()
}

/// The whole file: a bar with the parts of the site, the text, and the list of pages.
fn framed(page: &Page, pages: &[Page], body: &str, has_api: bool) -> String {
    let escaped = |text: &str| html_of([Event::Text(text.into())].into_iter());
    let mut list = String::new();
    for other in pages {
        let here = if other.name == page.name { " aria-current=\"page\"" } else { "" };
        let _ =
            writeln!(list, "<li><a href=\"{}\"{here}>{}</a>", other.name, escaped(&other.title));
    }
    let api = if has_api { "<a href=\"../api/astride/index.html\">API</a>" } else { "" };
    let title = escaped(&page.title);
    format!(
        r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title} – Astride documentation</title>
<link rel="icon" href="../favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="pages.css">
</head>
<body>
<header>
<a class="brand" href="index.html"><img src="../favicon.svg" alt="" width="26" height="26">Astride</a>
<a href="pages.html">Documentation</a>
<a href="../index.html">Playground</a>
{api}
</header>
<main>
{body}</main>
<nav aria-label="Pages">
<ul>
{list}</ul>
</nav>
</body>
</html>
"#
    )
}
