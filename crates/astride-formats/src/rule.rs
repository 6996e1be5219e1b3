//! The meaning of a picture's pixels that the legend does not define.

use std::str::FromStr;

use crate::legend::class;

/// How pixels are read for which the [`Legend`](crate::Legend) has no entry: each rule gives every
/// colour a class.
///
/// Brightness is the weighted mean (299 red + 587 green + 114 blue) / 1000, rounded down.
///
/// # Examples
///
/// ```
/// use astride_formats::{Legend, Map, PictureRule, read_picture};
/// let legend = Legend::by("cost".parse::<PictureRule>()?);
/// let import = read_picture(b"P2 4 1 255  0 60 200 255", &legend).unwrap();
/// let Map::Squares(map) = import.map else { unreachable!("pictures are squares") };
/// assert_eq!(map.grid.row(0), Some(&b"@83."[..]));
/// # Ok::<(), astride_formats::PictureRuleError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PictureRule {
    /// Pixels with a brightness below 128 are walls, and transparent ones are unknown.
    #[default]
    Dark,
    /// Clearly blue pixels are water and clearly green ones trees. Of the others, brightness below
    /// 80 is wall, below 130 ground of factor 5 and below 180 ground of factor 3. Transparent
    /// pixels are free.
    Colours,
    /// White is free, and darker is more expensive: in steps of 256 / 10 the factors are 1, 2 and
    /// so on up to 9, and the darkest step is wall. Transparent pixels are unknown.
    Cost,
    /// Transparent pixels are free, and all others are walls.
    Transparent,
}

impl PictureRule {
    /// All rules with their names.
    pub const ALL: [(&'static str, PictureRule); 4] = [
        ("dark", PictureRule::Dark),
        ("colours", PictureRule::Colours),
        ("cost", PictureRule::Cost),
        ("transparent", PictureRule::Transparent),
    ];

    /// The class of a colour, given as red, green and blue, each 0 to 255.
    pub fn of_colour(self, colour: [u8; 3]) -> u8 {
        let [red, green, blue] = colour.map(u32::from);
        let light = u32::from(brightness(colour));
        match self {
            PictureRule::Dark if light < 128 => class::BLOCKED,
            PictureRule::Dark => class::FREE,
            PictureRule::Colours if blue > red + 50 && blue > green + 20 => class::WATER,
            PictureRule::Colours if green > red + 40 && green > blue + 40 => class::TREES,
            PictureRule::Colours => match light {
                ..80 => class::BLOCKED,
                80..130 => b'5',
                130..180 => b'3',
                _ => class::FREE,
            },
            // The darkest step would have factor 10, which does not exist.
            PictureRule::Cost => {
                class::of_factor(10 - (light * 10 / 256) as u8).unwrap_or(class::BLOCKED)
            }
            PictureRule::Transparent => class::BLOCKED,
        }
    }

    /// The class of pixels that are more transparent than opaque.
    pub fn of_transparent(self) -> u8 {
        match self {
            PictureRule::Dark | PictureRule::Cost => class::UNKNOWN,
            PictureRule::Colours | PictureRule::Transparent => class::FREE,
        }
    }
}

/// From 0, black, to 255, white.
pub(crate) fn brightness(colour: [u8; 3]) -> u8 {
    let [red, green, blue] = colour.map(u32::from);
    ((299 * red + 587 * green + 114 * blue) / 1000) as u8
}

impl FromStr for PictureRule {
    type Err = PictureRuleError;

    fn from_str(text: &str) -> Result<Self, PictureRuleError> {
        let found = PictureRule::ALL.into_iter().find(|(name, _)| *name == text);
        found.map(|(_, rule)| rule).ok_or_else(|| PictureRuleError(text.to_owned()))
    }
}

/// A name that no rule has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PictureRuleError(String);

astride::errors! { struct PictureRuleError:
    Self(text) => ("not-a-picture-rule",
        "{text:?} is no rule for pictures, expected one of {}",
        PictureRule::ALL.map(|(name, _)| name).join(", ")),
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(name: &str, colours: &[[u8; 3]], classes: &[u8], transparent: u8) {
        let rule: PictureRule = name.parse().unwrap();
        let given: Vec<u8> = colours.iter().map(|&colour| rule.of_colour(colour)).collect();
        assert_eq!(String::from_utf8(given), String::from_utf8(classes.to_vec()), "{name}");
        assert_eq!(rule.of_transparent(), transparent, "{name}");
    }

    #[test]
    fn every_rule_gives_every_colour_a_class() {
        let greys = [0, 25, 26, 51, 52, 79, 80, 127, 128, 129, 130, 179, 180, 230, 231, 255];
        let greys = greys.map(|grey| [grey; 3]);
        check("dark", &greys, b"@@@@@@@@........", b'O');
        check("cost", &greys, b"@@998776555432..", b'O');
        check("colours", &greys, b"@@@@@@555533....", b'.');
        check("transparent", &greys, &[b'@'; 16], b'.');
        let drawn = [[30, 40, 140], [0, 120, 20], [90, 90, 141], [90, 130, 90], [255, 0, 0]];
        check("colours", &drawn, b"WTW5@", b'.');
        assert!("bright".parse::<PictureRule>().unwrap_err().to_string().contains("dark, colours"));
    }
}
