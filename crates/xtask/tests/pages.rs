//! The site: every link and anchor of its pages leads somewhere, and Markdown becomes what it should.

use std::fs;
use std::path::Path;

use tempfile::TempDir;
use xtask::dist::root;
use xtask::{pages, web};

fn put(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("a file");
}

/// The links of all HTML files in these folders that lead to no file or no anchor.
fn broken(site: &Path) -> Vec<String> {
    let mut broken = Vec::new();
    for folder in
        ["", "docs", "api"].map(|name| site.join(name)).into_iter().filter(|at| at.is_dir())
    {
        for file in fs::read_dir(&folder).expect("a folder").map(|entry| entry.expect("one").path())
        {
            if file.extension().is_none_or(|end| end != "html") {
                continue;
            }
            let text = fs::read_to_string(&file).expect("a page");
            for link in ["href=\"", "src=\""].iter().flat_map(|start| text.split(start).skip(1)) {
                let link = link.split('"').next().expect("an end");
                let (name, part) = link.split_once('#').unwrap_or((link, ""));
                let end = if name.is_empty() { file.clone() } else { folder.join(name) };
                let has_part = || {
                    let end = fs::read_to_string(&end).expect("a page");
                    end.contains(&format!("id=\"{part}\""))
                };
                if !link.contains("://") && !(end.is_file() && (part.is_empty() || has_part())) {
                    broken.push(link.to_owned());
                }
            }
        }
    }
    broken
}

#[test]
fn every_link_of_the_site_leads_somewhere() {
    let place = TempDir::new().expect("a folder");
    let (site, api) = (place.path().join("site"), place.path().join("api"));
    put(place.path(), "program.wasm", "");
    put(&api, "astride/index.html", "");
    put(&api, ".lock", "");
    let lay_out = |api| {
        web::lay_out_site(&place.path().join("program.wasm"), &site, api).expect("a site");
        fs::read_to_string(site.join("docs/index.html")).expect("a page")
    };
    assert!(!lay_out(None).contains("../api/"));
    assert_eq!(broken(&site), Vec::<String>::new());
    assert!(lay_out(Some(&api)).contains("../api/astride/index.html"));
    assert!(site.join("api/index.html").is_file() && !site.join("api/.lock").exists());
    assert_eq!(broken(&site), Vec::<String>::new());
    for file in fs::read_dir(root().join("docs")).expect("a folder") {
        let name = file.expect("an entry").file_name().into_string().expect("a plain name");
        if let Some(name) = name.strip_suffix(".md").filter(|name| *name != "README") {
            assert!(site.join(format!("docs/{name}.html")).is_file(), "{name} is not in the list");
        }
    }
    let wrong =
        r##"<a href="none.html"> <a href="pages.html#none"> <a href="#none"> <img src="n.png">"##;
    put(&site, "docs/wrong.html", wrong);
    assert_eq!(broken(&site), ["none.html", "pages.html#none", "#none", "n.png"]);
}

/// A repository with one page beside the README and the list.
fn repository(page: &str) -> TempDir {
    let place = TempDir::new().expect("a folder");
    put(place.path(), "README.md", "# Front\n");
    put(place.path(), "docs/README.md", "# List\n\n[README.md](README.md) [one.md](one.md)\n");
    put(place.path(), "docs/one.md", page);
    put(place.path(), "docs/pictures/a.svg", "<svg/>");
    place
}

#[test]
fn a_page_has_its_title_anchors_links_and_visible_lines() {
    let page = "# `A` & \\<b>\n\n## Twice!\n## Twice!\n## Twice 1\n\
                [README.md](README.md#list) [front](../README.md) [a dir](../docs)\n\
                ![p](pictures/a.svg)\n\n```rust,no_run\n# hidden();\n#\n#[a] x < y;\n```\n\
                ```sh\n# shown\n```\n";
    let place = repository(page);
    let out = place.path().join("out");
    let made = pages::lay_out(place.path(), &out).expect("pages");
    let made: Vec<_> = made.iter().map(|name| name.display().to_string()).collect();
    let expected = ["docs/index.html", "docs/pages.html", "docs/one.html", "docs/pictures/a.svg"];
    assert_eq!(made, expected);
    let html = fs::read_to_string(out.join("docs/one.html")).expect("a page");
    for part in [
        "<title>A &amp; &lt;b&gt; – Astride documentation</title>",
        "<a href=\"one.html\" aria-current=\"page\">A &amp; &lt;b&gt;</a>",
        "<h2 id=\"twice\">Twice!</h2>\n<h2 id=\"twice-1\">Twice!</h2>\n<h2 id=\"twice-1-1\">Twice 1</h2>",
        "<a href=\"pages.html#list\">List</a> <a href=\"index.html\">front</a> a dir\n",
        "<img src=\"pictures/a.svg\" alt=\"p\" />",
        "no_run\">#[a] x &lt; y;\n</code>",
        "# shown",
    ] {
        assert!(html.contains(part), "{part} is not in {html}");
    }
}

#[test]
fn what_cannot_become_a_page_is_an_error_that_names_it() {
    for (page, told) in [
        ("# A\n\n[b](b.md)\n", "docs/one.md: the link b.md leads nowhere"),
        ("# A\n\n![b](pictures/b.png)\n", "docs/one.md: the link pictures/b.png leads nowhere"),
        ("# A\n\n![b](../docs)\n", "docs/one.md: the picture ../docs is not in docs/pictures"),
        ("A\n", "docs/one.md: the page does not begin with a heading"),
    ] {
        let place = repository(page);
        let error = pages::lay_out(place.path(), &place.path().join("out")).unwrap_err();
        assert_eq!(error.to_string(), told);
    }
    let place = repository("# A\n");
    put(place.path(), "docs/README.md", "# List\n\n[the list](README.md) [pages.md](pages.md)\n");
    put(place.path(), "docs/pages.md", "# Pages\n");
    let error = pages::lay_out(place.path(), &place.path().join("out")).unwrap_err();
    assert_eq!(error.to_string(), "docs/pages.md: pages.html is taken in the site");
    let place = repository("# A\n");
    fs::write(place.path().join("docs/one.md"), b"# \xff\n").expect("a file");
    let told = || pages::lay_out(place.path(), &place.path().join("out")).unwrap_err().to_string();
    assert_eq!(told(), "docs/one.md: the page is not in UTF-8");
    fs::remove_file(place.path().join("docs/one.md")).expect("a file");
    assert!(told().contains("docs/one.md: "), "{}", told());
}
