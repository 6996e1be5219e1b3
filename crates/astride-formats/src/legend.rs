//! The meaning of colours, grey values and words.

use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::rule::{PictureRule, brightness};

/// The terrain classes that readers produce, as the letters of `.map` files, so that every map read
/// can be written as one. For the usual walker `.` is free, `1` to `9` are free with that factor,
/// `W` is water, `S` is swamp, and the other three are blocked.
pub mod class {
    /// Free ground.
    pub const FREE: u8 = b'.';
    /// A wall.
    pub const BLOCKED: u8 = b'@';
    /// Unknown, or not part of the map ("out of bounds").
    pub const UNKNOWN: u8 = b'O';
    /// Trees, which block.
    pub const TREES: u8 = b'T';
    /// Swamp.
    pub const SWAMP: u8 = b'S';
    /// Water, which connects only to water.
    pub const WATER: u8 = b'W';

    /// Ground with a factor from 1 to 9.
    pub const fn of_factor(factor: u8) -> Option<u8> {
        match factor {
            1 => Some(FREE),
            2..=9 => Some(b'0' + factor),
            _ => None,
        }
    }
}

/// The built-in words, without case, spaces and punctuation.
const WORDS: &[(u8, &[&str])] = &[
    (class::FREE, &["free", "floor", "ground", "grass", "road", "path", "open", "bridge", "land"]),
    (
        class::BLOCKED,
        &[
            "blocked",
            "wall",
            "walls",
            "solid",
            "collision",
            "collisions",
            "collider",
            "obstacle",
            "obstacles",
            "rock",
            "rocks",
            "building",
            "buildings",
            "impassable",
            "fence",
        ],
    ),
    (class::TREES, &["tree", "trees"]),
    (class::WATER, &["water", "sea", "lake", "river"]),
    (class::SWAMP, &["swamp", "marsh", "mud"]),
    (class::UNKNOWN, &["unknown", "void", "outofbounds"]),
];

/// The meaning of the signs of a map: colours and grey values of pictures, and words such as the
/// names of terrains, layers and values in Tiled and LDtk.
///
/// Entries added later take precedence over earlier ones, and all of them over what is built in: a
/// [`PictureRule`] for other pixels, and words such as `wall`, `water`, `swamp`, `trees` and
/// `grass` with their literal meaning.
///
/// # Examples
///
/// ```
/// use astride_formats::Legend;
/// let mut legend = Legend::default();
/// legend.add("100-200=3".parse()?);
/// legend.add("#4060ff=water".parse()?);
/// legend.add("lava=blocked".parse()?);
/// assert_eq!(legend.of_word("Lava"), Some(b'@'));
/// assert_eq!(legend.of_colour([0x40, 0x60, 0xff]), b'W');
/// assert_eq!(legend.of_colour([0, 0, 0]), b'@');
/// assert_eq!("lava".parse::<astride_formats::Entry>().unwrap_err().to_string(),
///     "\"lava\" is no entry of a legend, expected SIGN=TERRAIN such as #00ff00=free, 0-99=blocked or lava=9");
/// # Ok::<(), astride_formats::LegendError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legend {
    entries: Vec<Entry>,
    rule: PictureRule,
}

/// A sign and the terrain class that it represents, written as `SIGN=TERRAIN`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    sign: Sign,
    class: u8,
}

/// What represents a terrain class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Sign {
    /// Red, green and blue, each 0 to 255.
    Colour([u8; 3]),
    /// Brightness from 0, black, to 255, white.
    Grey(RangeInclusive<u8>),
    /// A word; case, spaces and punctuation do not matter.
    Word(String),
}

impl Entry {
    /// A sign for a class.
    pub fn new(sign: Sign, class: u8) -> Self {
        Entry { sign, class }
    }
}

impl Legend {
    /// A legend without entries, which reads pictures by this rule.
    pub fn by(rule: PictureRule) -> Self {
        Legend { entries: Vec::new(), rule }
    }

    /// Adds an entry that takes precedence over all existing ones.
    pub fn add(&mut self, entry: Entry) {
        self.entries.push(entry);
    }

    /// The class of a colour, given as red, green and blue, each 0 to 255.
    pub fn of_colour(&self, colour: [u8; 3]) -> u8 {
        let grey = brightness(colour);
        let fits = |entry: &&Entry| match &entry.sign {
            Sign::Colour(sign) => *sign == colour,
            Sign::Grey(range) => range.contains(&grey),
            Sign::Word(_) => false,
        };
        let own = self.entries.iter().rev().find(fits);
        own.map_or_else(|| self.rule.of_colour(colour), |entry| entry.class)
    }

    /// The class of pixels that are more transparent than opaque.
    pub fn of_transparent(&self) -> u8 {
        self.rule.of_transparent()
    }

    /// The class that a word represents, if it is known.
    pub fn of_word(&self, word: &str) -> Option<u8> {
        let word = plain(word);
        let is_it = |entry: &&Entry| matches!(&entry.sign, Sign::Word(sign) if plain(sign) == word);
        let own = self.entries.iter().rev().find(is_it).map(|entry| entry.class);
        own.or_else(|| {
            let built_in = WORDS.iter().find(|(_, words)| words.contains(&&word[..]));
            built_in.map(|&(class, _)| class)
        })
    }

    /// As [`of_word`](Self::of_word), but a single letter is the class with that letter.
    pub fn of_terrain(&self, terrain: &str) -> Option<u8> {
        match terrain.as_bytes() {
            [letter @ b'!'..=b'~'] => Some(*letter),
            _ => self.of_word(terrain),
        }
    }
}

/// A word without case, spaces and punctuation.
pub(crate) fn plain(word: &str) -> String {
    word.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

impl FromStr for Entry {
    type Err = LegendError;

    /// Parses `SIGN=TERRAIN`. The sign is `#rrggbb`, a grey value, two with a dash between, or a
    /// word; the terrain is a letter or a built-in word.
    fn from_str(text: &str) -> Result<Self, LegendError> {
        let refused = || LegendError(text.to_owned());
        let (sign, terrain) = text.split_once('=').ok_or_else(refused)?;
        let sign = sign_of(sign.trim()).ok_or_else(refused)?;
        let class = Legend::default().of_terrain(terrain.trim()).ok_or_else(refused)?;
        Ok(Entry { sign, class })
    }
}

fn sign_of(text: &str) -> Option<Sign> {
    if let Some(digits) = text.strip_prefix('#') {
        let is_hex = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
        let number = u32::from_str_radix(digits, 16).ok().filter(|_| is_hex)?;
        let [_, red, green, blue] = number.to_be_bytes();
        return Some(Sign::Colour([red, green, blue]));
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    if let (Ok(first), Ok(last)) = (first.parse(), last.parse()) {
        return (first <= last).then_some(Sign::Grey(first..=last));
    }
    let is_number = first.starts_with(|letter: char| letter.is_ascii_digit());
    let word = plain(text);
    (!is_number && !word.is_empty()).then_some(Sign::Word(word))
}

/// A text that is not an entry of a legend.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendError(String);

astride::errors! { struct LegendError:
    Self(text) => ("not-a-legend-entry",
        "{text:?} is no entry of a legend, expected SIGN=TERRAIN such as #00ff00=free, \
        0-99=blocked or lava=9"),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_entries_go_first() {
        let mut legend = Legend::default();
        assert_eq!(legend.of_colour([127; 3]), b'@');
        assert_eq!(legend.of_colour([128; 3]), b'.');
        legend.add("100-150=3".parse().unwrap());
        legend.add("#787878=4".parse().unwrap());
        legend.add("120=5".parse().unwrap());
        assert_eq!([119, 120, 151].map(|grey| legend.of_colour([grey; 3])), *b"35.");
        assert_eq!(legend.of_word("Tall  Grass"), None);
        legend.add("tall grass=2".parse().unwrap());
        assert_eq!(legend.of_word("tall_grass"), Some(b'2'));
        assert_eq!(legend.of_word("WATER"), Some(b'W'));
    }

    #[test]
    fn what_is_no_entry_is_refused() {
        for text in ["", "=", "x=", "=3", "#12345=3", "#+12345=3", "300=3", "9-3=3", "a=nowhere"] {
            assert!(text.parse::<Entry>().is_err(), "{text}");
        }
    }
}
