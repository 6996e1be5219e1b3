//! The page: a fixed table of files inside the program. Nothing is read from the disk.

/// A file of the page.
pub(super) struct File {
    /// The path under which it is requested, with a slash in front.
    path: &'static str,
    pub(super) kind: &'static str,
    pub(super) bytes: &'static [u8],
}

/// Puts files of `page/` into the table, each under its own name.
macro_rules! files {
    ($($name:literal)*) => {
        &[$(File {
            path: concat!("/", $name),
            kind: kind_of($name),
            bytes: include_bytes!(concat!("../../page/", $name)),
        }),*]
    };
}

/// Every file of the page.
const FILES: &[File] = files! {
    "css/later.css"
    "css/layout.css"
    "css/panels.css"
    "css/parts.css"
    "css/phone.css"
    "css/tokens.css"
    "favicon.svg"
    "index.html"
    "js/answers.js"
    "js/board.js"
    "js/camera.js"
    "js/colours.js"
    "js/copy.js"
    "js/dangerpanel.js"
    "js/dangers.js"
    "js/dangersdraw.js"
    "js/dom.js"
    "js/download.js"
    "js/drops.js"
    "js/edits.js"
    "js/explorer.js"
    "js/explorerpanel.js"
    "js/files.js"
    "js/fit.js"
    "js/grow.js"
    "js/ground.js"
    "js/halves.js"
    "js/handle.js"
    "js/inspector.js"
    "js/jumps.js"
    "js/keep.js"
    "js/key.js"
    "js/keys.js"
    "js/keysheet.js"
    "js/kinds.js"
    "js/landing.js"
    "js/layerdraw.js"
    "js/layerspanel.js"
    "js/lessons.js"
    "js/lessontext.js"
    "js/main.js"
    "js/livepanel.js"
    "js/maps.js"
    "js/marks.js"
    "js/openlist.js"
    "js/parts.js"
    "js/picture.js"
    "js/plans.js"
    "js/player.js"
    "js/pointer.js"
    "js/qr.js"
    "js/queuechart.js"
    "js/racepanel.js"
    "js/reading.js"
    "js/rounds.js"
    "js/rush.js"
    "js/saving.js"
    "js/says.js"
    "js/searchpanel.js"
    "js/session.js"
    "js/share.js"
    "js/side.js"
    "js/spoken.js"
    "js/squares.js"
    "js/state.js"
    "js/store.js"
    "js/sums.js"
    "js/thinking.js"
    "js/thumbs.js"
    "js/tilenumbers.js"
    "js/tiles.js"
    "js/tilings.js"
    "js/timeline.js"
    "js/tools.js"
    "js/trace.js"
    "js/transport.js"
    "js/unitarrows.js"
    "js/units.js"
    "js/unitsdraw.js"
    "js/unitspanel.js"
    "js/wave.js"
    "js/whence.js"
    "js/wire.js"
};

/// The file requested by this path.
pub(super) fn find(path: &str) -> Option<&'static File> {
    let path = match path {
        "/" => "/index.html",
        "/favicon.ico" => "/favicon.svg",
        other => other,
    };
    FILES.iter().find(|file| file.path == path)
}

/// The media type, by the end of the name.
const fn kind_of(name: &str) -> &'static str {
    let name = name.as_bytes();
    match name.last_chunk::<4>() {
        Some(b"html") => "text/html; charset=utf-8",
        Some(b".css") => "text/css; charset=utf-8",
        Some(b".svg") => "image/svg+xml",
        Some(b".png") => "image/png",
        Some(b"json") => "application/json",
        Some([_, b'.', b'j', b's']) => "text/javascript; charset=utf-8",
        Some(_) | None => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    fn names(folder: &Path, prefix: &str, into: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{prefix}/{}", entry.file_name().to_str().unwrap());
            if entry.path().is_dir() {
                names(&entry.path(), &name, into);
            } else {
                into.insert(name);
            }
        }
    }

    #[test]
    fn the_table_holds_every_file_of_the_page() {
        let mut there = BTreeSet::new();
        names(&Path::new(env!("CARGO_MANIFEST_DIR")).join("page"), "", &mut there);
        let listed: BTreeSet<String> = FILES.iter().map(|file| file.path.to_owned()).collect();
        assert_eq!(listed, there);
    }

    #[test]
    fn every_file_has_a_media_type_and_nothing_else_is_found() {
        assert!(FILES.iter().all(|file| file.kind != "application/octet-stream"));
        assert!(find("/").is_some());
        for path in ["", "index.html", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "//index.html"] {
            assert!(find(path).is_none(), "{path}");
        }
    }
}
