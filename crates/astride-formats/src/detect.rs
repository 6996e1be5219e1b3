//! Telling the formats apart, by names and first bytes. It needs none of the readers, so no feature.

/// The first bytes of every PNG.
pub(crate) const PNG_MAGIC: &[u8] = b"\x89PNG\r\n\x1a\n";

/// A format of another program. With the feature `all`, `Format::read` reads any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A ROS YAML file that names a picture.
    Ros,
    /// PGM or PNG.
    Picture,
    /// An ESRI ASCII grid of heights.
    Asc,
    /// A tile of SRTM.
    Hgt,
    /// A GeoTIFF file of heights.
    GeoTiff,
    /// A map of Tiled.
    Tiled,
    /// A project of LDtk.
    Ldtk,
    /// Wavefront OBJ.
    Obj,
    /// OpenStreetMap as XML.
    Osm,
    /// OpenStreetMap, packed.
    OsmPbf,
}

impl Format {
    /// The format of a file by its extension, or by its first bytes if the name is inconclusive;
    /// `None` if it is none of these.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride_formats::Format;
    /// assert_eq!(Format::of("cave.TMX", b"<map/>"), Some(Format::Tiled));
    /// assert_eq!(Format::of("standard input", b"P5 2 2 255 ...."), Some(Format::Picture));
    /// assert_eq!(Format::of("arena.map", b"type octile"), None);
    /// assert_eq!(Format::of("a", br#"{ "jsonVersion": "1.5.3" }"#), Some(Format::Ldtk));
    /// assert_eq!(Format::of("a", br#"{ "version": 1 }"#), None);
    /// ```
    pub fn of(name: &str, bytes: &[u8]) -> Option<Format> {
        let ending = name.rsplit_once('.').map(|(_, ending)| ending.to_ascii_lowercase());
        match ending.as_deref() {
            Some("yaml" | "yml") => return Some(Format::Ros),
            Some("asc") => return Some(Format::Asc),
            Some("hgt") => return Some(Format::Hgt),
            Some("tif" | "tiff") => return Some(Format::GeoTiff),
            Some("tmx") => return Some(Format::Tiled),
            Some("ldtk") => return Some(Format::Ldtk),
            Some("obj") => return Some(Format::Obj),
            Some("osm") => return Some(Format::Osm),
            Some("pbf") => return Some(Format::OsmPbf),
            Some("pgm" | "png") => return Some(Format::Picture),
            _ => {}
        }
        let first = without_mark(bytes.trim_ascii_start());
        let head = &first[..first.len().min(4096)];
        let begins = |word: &[u8]| {
            head.get(..word.len()).is_some_and(|start| start.eq_ignore_ascii_case(word))
        };
        let has = |word: &[u8]| head.windows(word.len()).any(|part| part == word);
        if is_picture(bytes) {
            Some(Format::Picture)
        } else if is_tiff(bytes) {
            Some(Format::GeoTiff)
        } else if is_pbf(bytes) {
            Some(Format::OsmPbf)
        } else if begins(b"<osm") || (begins(b"<") && has(b"<osm ")) {
            Some(Format::Osm)
        } else if begins(b"<?xml") || begins(b"<map") || begins(b"<!--") {
            Some(Format::Tiled)
        } else if begins(b"{") && (has(b"\"jsonVersion\"") || has(b"LDtk")) {
            Some(Format::Ldtk)
        } else if begins(b"image:") || (has(b"\nimage:") && has(b"resolution:")) {
            Some(Format::Ros)
        } else if [&b"ncols "[..], b"nrows ", b"ncols\t", b"nrows\t"].into_iter().any(begins) {
            Some(Format::Asc)
        } else if is_obj(first) {
            Some(Format::Obj)
        } else {
            None
        }
    }
}

/// A text without the mark of its byte order, with which some editors begin it.
pub(crate) fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

/// Whether these are the first bytes of a supported picture.
fn is_picture(bytes: &[u8]) -> bool {
    bytes.starts_with(PNG_MAGIC) || is_anymap(bytes)
}

/// Whether these are the first bytes of any portable anymap.
fn is_anymap(bytes: &[u8]) -> bool {
    matches!(bytes, [b'P', b'1'..=b'7', after, ..] if after.is_ascii_whitespace() || *after == b'#')
}

/// Whether a file begins like a TIFF.
fn is_tiff(bytes: &[u8]) -> bool {
    [b"II*\0", b"MM\0*", b"II+\0", b"MM\0+"].into_iter().any(|start| bytes.starts_with(start))
}

/// Whether a file begins like OpenStreetMap as PBF.
pub(crate) fn is_pbf(bytes: &[u8]) -> bool {
    bytes.get(4..).is_some_and(|rest| rest.starts_with(b"\x0a\x09OSMHeader"))
}

/// Whether a file begins like an OBJ file: with vertices, before which there may be comments and names.
fn is_obj(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(4096)];
    let mut lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let is_about = |line: &[u8]| {
        let word = line.split(u8::is_ascii_whitespace).next().unwrap_or_default();
        line.is_empty() || line[0] == b'#' || matches!(word, b"mtllib" | b"o" | b"g")
    };
    let Some(first) = lines.find(|line| !is_about(line)) else { return false };
    let words: Vec<&[u8]> =
        first.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).collect();
    let is_number = |word: &&[u8]| number(word).is_some();
    matches!(words[..], [b"v", ..]) && words.len() >= 4 && words[1..4].iter().all(is_number)
}

/// A finite number.
pub(crate) fn number(word: &[u8]) -> Option<f64> {
    str::from_utf8(word).ok()?.parse().ok().filter(|number: &f64| number.is_finite())
}
