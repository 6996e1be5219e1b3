//! ROS maps: a YAML file that names a picture and defines its shades.
//!
//! Read in the same way as by `map_server` of Navigation 2, version 1.3 and earlier:
//! <https://github.com/ros-navigation/navigation2/tree/main/nav2_map_server>. The supported subset
//! of YAML is flat lines `key: value`, comments, quotes, and lists in brackets or with a line
//! `- value` for each, which is what `map_saver` and PyYAML write; everything else is refused.

use astride::base::Vec3;
use astride::shapes::square::Frame;

use crate::error::{FormatError, Place, quote};
use crate::import::{Import, Squares};
use crate::legend::class;
use crate::pictures::{Pixel, Scan, scan};

const FORMAT: &str = "ROS map";

/// How shades become terrain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RosMode {
    /// Free, occupied, or unknown.
    #[default]
    Trinary,
    /// Between free and occupied, costs depend on the shade.
    Scale,
    /// The value of the pixel is the cost from 0 to 100; higher values are unknown.
    Raw,
}

/// The YAML file of a ROS map.
///
/// # Examples
///
/// ```
/// use astride_formats::{Map, RosMap};
/// let yaml = b"image: room.pgm\nresolution: 0.5\norigin: [-1, -1, 0]\nnegate: 0\n\
///     occupied_thresh: 0.65\nfree_thresh: 0.196\n";
/// let ros = RosMap::parse(yaml)?;
/// assert_eq!(ros.image, "room.pgm");
/// let Map::Squares(map) = ros.read(b"P2 3 1 255  254 205 0")?.map else { unreachable!() };
/// assert_eq!(map.grid.row(0), Some(&b".O@"[..]));
/// assert_eq!(map.frame.unwrap().centre((0, 0).into()).x, -0.75);
/// # Ok::<(), astride_formats::FormatError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RosMap {
    /// The picture, as a path relative to the YAML file.
    pub image: String,
    /// The side of a cell in metres.
    pub resolution: f64,
    /// The position of the lower left corner of the picture, in metres, and its counterclockwise
    /// rotation, in radians.
    pub origin: [f64; 3],
    /// Whether white means occupied instead of black.
    pub is_negative: bool,
    /// Pixels darker than this, from 0 to 1, are occupied.
    pub occupied: f64,
    /// Pixels with less darkness than this, from 0 to 1, are free.
    pub free: f64,
    /// How shades become terrain.
    pub mode: RosMode,
    notes: Vec<String>,
}

impl RosMap {
    /// Parses the YAML file.
    ///
    /// # Errors
    ///
    /// If it contains lines other than `key: value` or a key twice, lacks `image`, `resolution` or
    /// `origin`, or if a value is invalid for its field.
    pub fn parse(bytes: &[u8]) -> Result<Self, FormatError> {
        let pairs = Pairs::read(bytes)?;
        let origin = pairs.list("origin")?;
        let map = RosMap {
            image: pairs.text("image")?.to_owned(),
            resolution: pairs.number("resolution", None)?,
            origin,
            is_negative: pairs.flag("negate")?,
            occupied: pairs.number("occupied_thresh", Some(0.65))?,
            free: pairs.number("free_thresh", Some(0.196))?,
            mode: pairs.mode()?,
            notes: pairs.notes(),
        };
        let is_share = |value: f64| (0.0..=1.0).contains(&value);
        if !is_share(map.free) || !is_share(map.occupied) || map.free > map.occupied {
            let found = format!("free_thresh is {} and occupied_thresh {}", map.free, map.occupied);
            return Err(FormatError::new(FORMAT, found, "two shares from 0 to 1, free first"));
        }
        if map.resolution <= 0.0 {
            let found = format!("resolution is {}", map.resolution);
            return Err(FormatError::new(FORMAT, found, "a positive number"));
        }
        Ok(map)
    }

    /// Reads the picture named by [`image`](Self::image): [`class::FREE`], [`class::BLOCKED`],
    /// [`class::UNKNOWN`], and values in between as ground of factor 1 to 9.
    ///
    /// # Errors
    ///
    /// As for [`read_picture`](crate::read_picture), or if the cells cannot be distinguished that
    /// far from the origin.
    pub fn read(&self, image: &[u8]) -> Result<Import, FormatError> {
        let Scan { width, height, values: classes } = scan(image, |pixel| self.class_of(pixel))?;
        let frame = self.frame(width, height)?;
        let squares = Squares { width, height, classes, frame: Some(frame), ..Squares::default() };
        squares.import(FORMAT, self.notes.clone())
    }

    fn class_of(&self, pixel: Pixel) -> u8 {
        if pixel.is_transparent() {
            return class::UNKNOWN;
        }
        let shade = pixel.grey() / f64::from(pixel.most);
        let occupied = if self.is_negative { shade } else { 1.0 - shade };
        match self.mode {
            RosMode::Raw => of_percent((shade * 255.0).round()),
            _ if occupied > self.occupied => class::BLOCKED,
            _ if occupied < self.free => class::FREE,
            RosMode::Trinary => class::UNKNOWN,
            RosMode::Scale => {
                let span = (self.occupied - self.free).max(f64::MIN_POSITIVE);
                of_percent(((occupied - self.free) / span * 100.0).round())
            }
        }
    }

    /// Row 0 is at the top of the picture, and y points up.
    fn frame(&self, width: u32, height: u32) -> Result<Frame, FormatError> {
        let ([x, y, turn], side) = (self.origin, self.resolution);
        let (sin, cos) = turn.sin_cos();
        let (column, row) = ((side * cos, side * sin), (side * sin, -side * cos));
        let rows = f64::from(height);
        let corner = Vec3::new(x - row.0 * rows, y - row.1 * rows, 0.0);
        Frame::spanned(width, height, corner, column, row).map_err(|error| {
            FormatError::new(FORMAT, error.to_string(), "another resolution or origin")
        })
    }
}

/// The class of a cost from 0, free, to 100, occupied.
fn of_percent(percent: f64) -> u8 {
    match percent {
        100.0 => class::BLOCKED,
        // 11 percent per factor: 1 to 11 is factor 1, 89 to 99 is factor 9.
        0.0..100.0 => class::of_factor((percent - 1.0).max(0.0) as u8 / 11 + 1).unwrap_or(b'9'),
        _ => class::UNKNOWN,
    }
}

/// Lines `key: value`.
struct Pairs<'a> {
    pairs: Vec<Pair<'a>>,
}

struct Pair<'a> {
    line: usize,
    key: &'a str,
    value: &'a str,
    /// The lines `- value` below a key that has no value on its own line.
    items: Option<Vec<&'a str>>,
}

const KEYS: [&str; 7] =
    ["image", "mode", "resolution", "origin", "negate", "occupied_thresh", "free_thresh"];

impl<'a> Pairs<'a> {
    fn read(bytes: &'a [u8]) -> Result<Self, FormatError> {
        let text = str::from_utf8(bytes).map_err(|error| {
            let error_at = Place::Byte(error.valid_up_to());
            FormatError::new(FORMAT, "bytes that are not UTF-8", "lines `key: value`").at(error_at)
        })?;
        let mut pairs: Vec<Pair<'_>> = Vec::new();
        for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
            let text = without_comment(text).trim_end();
            if text.is_empty() || text == "---" || text == "..." {
                continue;
            }
            let refused = |found: String, expected: &str| {
                Err(FormatError::new(FORMAT, found, expected).at(Place::Line(line)))
            };
            let item = text.trim_start().strip_prefix("- ");
            let list = pairs.last_mut().and_then(|pair| pair.items.as_mut());
            if let (Some(item), Some(list)) = (item, list) {
                list.push(unquoted(item.trim()));
                continue;
            }
            let Some((key, value)) = text.split_once(':') else {
                return refused(quote(text), "a line `key: value`");
            };
            if key.starts_with(char::is_whitespace) {
                return refused(quote(text), "a flat line `key: value`");
            }
            let key = key.trim_end();
            if pairs.iter().any(|pair| pair.key == key) {
                return refused(format!("{} a second time", quote(key)), "each key once");
            }
            if pairs.len() == 64 {
                return refused("a key after 64 others".into(), "at most 64");
            }
            let value = value.trim();
            let items = value.is_empty().then(Vec::new);
            pairs.push(Pair { line, key, value: unquoted(value), items });
        }
        match pairs.iter().find(|pair| pair.items.as_ref().is_some_and(Vec::is_empty)) {
            None => Ok(Pairs { pairs }),
            Some(&Pair { line, key, .. }) => {
                let expected = "a flat line `key: value`, or a list in [ ] or of lines `- value`";
                let found = quote(format!("{key}:"));
                Err(FormatError::new(FORMAT, found, expected).at(Place::Line(line)))
            }
        }
    }

    fn pair(&self, key: &str) -> Option<&Pair<'a>> {
        self.pairs.iter().find(|pair| pair.key == key)
    }

    fn find(&self, key: &str) -> Option<(usize, &'a str)> {
        self.pair(key).map(|pair| (pair.line, pair.value))
    }

    fn needed(&self, key: &str) -> Result<(usize, &'a str), FormatError> {
        self.find(key)
            .ok_or_else(|| FormatError::new(FORMAT, "no ".to_owned() + key, format!("`{key}: …`")))
    }

    fn text(&self, key: &str) -> Result<&'a str, FormatError> {
        let (line, value) = self.needed(key)?;
        if !value.is_empty() && !value.contains(char::is_control) {
            return Ok(value);
        }
        Err(wrong(line, key, value, "a name of a file"))
    }

    fn number(&self, key: &str, usual: Option<f64>) -> Result<f64, FormatError> {
        let (line, value) = match (self.find(key), usual) {
            (None, Some(usual)) => return Ok(usual),
            (found, _) => found.map_or_else(|| self.needed(key), Ok)?,
        };
        number(value).ok_or_else(|| wrong(line, key, value, "a number"))
    }

    fn list(&self, key: &str) -> Result<[f64; 3], FormatError> {
        let (line, value) = self.needed(key)?;
        let (items, shown) = match self.pair(key).and_then(|pair| pair.items.as_ref()) {
            Some(items) => (Some(items.clone()), items.join(", ")),
            None => {
                let inner = value.strip_prefix('[').and_then(|rest| rest.strip_suffix(']'));
                let items = inner.map(|inner| inner.split(',').take(4).collect::<Vec<_>>());
                (items, value.to_owned())
            }
        };
        let numbers: Option<Vec<f64>> =
            items.and_then(|items| items.into_iter().map(number).collect());
        let numbers = numbers.and_then(|numbers| <[f64; 3]>::try_from(numbers).ok());
        numbers.ok_or_else(|| wrong(line, key, &shown, "[x, y, turn]"))
    }

    fn flag(&self, key: &str) -> Result<bool, FormatError> {
        match self.find(key) {
            None | Some((_, "0" | "false" | "no")) => Ok(false),
            Some((_, "1" | "true" | "yes")) => Ok(true),
            Some((line, value)) => Err(wrong(line, key, value, "0 or 1")),
        }
    }

    fn mode(&self) -> Result<RosMode, FormatError> {
        match self.find("mode") {
            None | Some((_, "trinary")) => Ok(RosMode::Trinary),
            Some((_, "scale")) => Ok(RosMode::Scale),
            Some((_, "raw")) => Ok(RosMode::Raw),
            Some((line, value)) => Err(wrong(line, "mode", value, "trinary, scale or raw")),
        }
    }

    /// Settings that no field represents.
    fn notes(&self) -> Vec<String> {
        let others = self.pairs.iter().filter(|pair| !KEYS.contains(&pair.key));
        let note = |pair: &Pair<'_>| format!("line {}: {} is left out", pair.line, quote(pair.key));
        others.map(note).collect()
    }
}

fn wrong(line: usize, key: &str, value: &str, expected: &str) -> FormatError {
    let found = format!("{key} is {}", quote(value));
    FormatError::new(FORMAT, found, expected).at(Place::Line(line))
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// A line up to a `#` that begins a comment: one at the start or after a space, outside quotes,
/// which also begin there.
fn without_comment(line: &str) -> &str {
    let (mut quote, mut before) = (None, ' ');
    for (at, letter) in line.char_indices() {
        match (letter, quote) {
            ('#', None) if before.is_whitespace() => return &line[..at],
            ('\'' | '"', None) if before.is_whitespace() => quote = Some(letter),
            _ if quote == Some(letter) => quote = None,
            _ => {}
        }
        before = letter;
    }
    line
}

fn unquoted(value: &str) -> &str {
    let within = |mark| value.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
    within('"').or_else(|| within('\'')).unwrap_or(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    const YAML: &str = "image: a.pgm\nresolution: 0.05\norigin: [0.0, 0.0, 0]\n";

    #[test]
    fn shades_become_terrain_by_the_mode() {
        let read = |more: &str, image: &[u8]| {
            let map = RosMap::parse(format!("{YAML}{more}").as_bytes()).unwrap();
            let crate::Map::Squares(world) = map.read(image).unwrap().map else { unreachable!() };
            world.grid.row(0).unwrap().to_vec()
        };
        let shades = b"P2 6 1 255  255 206 204 90 88 0";
        assert_eq!(read("", shades), b"..OO@@");
        assert_eq!(read("negate: 1\n", shades), b"@@@OO.");
        let scale = "mode: scale\noccupied_thresh: 1.0\nfree_thresh: 0.0\n";
        assert_eq!(read(scale, b"P2 6 1 100  100 99 88 12 1 0"), b"..289@");
        assert_eq!(read("mode: raw\n", b"P2 6 1 255  0 1 12 99 100 101"), b"..29@O");
        let wide = b"P5 2 1 65535 \xff\xff\x00\x00";
        assert_eq!(read("", wide), b".@");
    }

    #[test]
    fn the_picture_lies_as_the_origin_says() {
        let turned = YAML.replace("[0.0, 0.0, 0]", "[10, 20, 1.5707963267948966]");
        let map = RosMap::parse(turned.as_bytes()).unwrap();
        let crate::Map::Squares(world) = map.read(b"P2 4 2 1  1 1 1 1 1 1 1 1").unwrap().map else {
            unreachable!()
        };
        // Along the lower row one goes up, and the upper row is to the left.
        let centre = |x, y| world.frame.unwrap().centre((x, y).into());
        let near = |point: Vec3, x: f64, y: f64| (point.x - x).hypot(point.y - y) < 1e-9;
        assert!(near(centre(0, 1), 9.975, 20.025), "{:?}", centre(0, 1));
        assert!(near(centre(3, 1), 9.975, 20.175));
        assert!(near(centre(0, 0), 9.925, 20.025));
    }

    #[test]
    fn lists_may_have_a_line_for_each_value() {
        for list in ["\n- 1.5\n- -2\n- 0.0", " \n  - 1.5 # x\n\n  - '-2'\n  - 0"] {
            let text = YAML.replace(" [0.0, 0.0, 0]", list) + "negate: 0\nsizes:\n- 1\n";
            let map = RosMap::parse(text.as_bytes()).unwrap();
            assert_eq!((map.origin, map.notes.len()), ([1.5, -2.0, 0.0], 1));
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let check = |text: &str, message: &str| {
            let error = RosMap::parse(text.as_bytes()).unwrap_err().to_string();
            assert!(error.starts_with("ROS map: ") && error.contains(message), "{error}");
        };
        check("", "no origin");
        check("image\n", "line 1: \"image\", expected a line `key: value`");
        check("origin:\nimage: a\n", "line 1: \"origin:\", expected a flat line");
        check("origin:\n- 1\n", "line 1: origin is \"1\", expected [x, y, turn]");
        check("origin:\n- 1\n- 2,3\n- 4\n", "origin is \"1, 2,3, 4\", expected [x, y, turn]");
        check("origin: 1\n- 1\n", "line 2: \"- 1\", expected a line `key: value`");
        check("origin:\n  x: 1\n", "line 2: \"  x: 1\", expected a flat line");
        check(&format!("{YAML}image: b\n"), "line 4: \"image\" a second time");
        check(&format!("{YAML}mode: grey\n"), "mode is \"grey\", expected trinary, scale or raw");
        check(&format!("{YAML}free_thresh: 0.7\n"), "two shares from 0 to 1, free first");
        check(&YAML.replace("0.05", "fast"), "resolution is \"fast\", expected a number");
        check(&YAML.replace(", 0]", "]"), "expected [x, y, turn]");
        let commented = YAML.replace("a.pgm", "'a #1.pgm' # ours") + "author: me\n";
        let map = RosMap::parse(commented.as_bytes()).unwrap();
        assert_eq!((&map.image[..], map.notes.len()), ("a #1.pgm", 1));
        let plain = YAML.replace("a.pgm", "bob's.pgm # ours");
        assert_eq!(RosMap::parse(plain.as_bytes()).unwrap().image, "bob's.pgm");
        check(&YAML.replace("0.05", "-0.05"), "resolution is -0.05, expected a positive number");
    }
}
