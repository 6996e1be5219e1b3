//! Shuttle Radar Topography Mission tiles:
//! <https://lpdaac.usgs.gov/documents/179/SRTM_User_Guide_V3.pdf>.

use super::{Heights, metres};
use crate::error::FormatError;

const FORMAT: &str = "SRTM tile";

/// The value where nothing was measured.
const UNKNOWN: i16 = i16::MIN;

pub(super) fn read(bytes: &[u8], name: &str) -> Result<Heights, FormatError> {
    let mut sides = [1201, 3601_u32].into_iter();
    let Some(side) = sides.find(|side| bytes.len() == 2 * (side * side) as usize) else {
        let found = format!("the file has {} bytes", bytes.len());
        let expected = "2884802 or 25934402, for 1201x1201 or 3601x3601 heights";
        return Err(FormatError::new(FORMAT, found, expected));
    };
    let height_of = |pair: &[u8]| match i16::from_be_bytes([pair[0], pair[1]]) {
        UNKNOWN => f32::NAN,
        height => f32::from(height),
    };
    let values = bytes.chunks_exact(2).map(height_of).collect();
    let mut notes = Vec::new();
    let (south, west) = corner_of(name).unwrap_or_else(|| {
        notes.push("the name says no place, such as N43E007.hgt: put at 0, 0".to_owned());
        (0, 0)
    });
    // Heights are at grid points, and those on common edges are in both tiles.
    let step = 1.0 / f64::from(side - 1);
    let heights = Heights {
        format: FORMAT,
        width: side,
        height: side,
        values,
        side: metres((step, step), f64::from(south) + 0.5),
        frame: None,
        notes,
    };
    let corner = (f64::from(west) - step / 2.0, f64::from(south) + 1.0 + step / 2.0);
    heights.framed(corner, (step, step))
}

/// The latitude and longitude of a tile's south-west corner, in whole degrees, from a name such as
/// `N43E007.hgt`.
fn corner_of(name: &str) -> Option<(i32, i32)> {
    let stem = name.rsplit(['/', '\\']).next()?.get(..7)?;
    let number = |text: &str, plus: u8, minus: u8| {
        let (&sign, digits) = text.as_bytes().split_first()?;
        let digits =
            str::from_utf8(digits).ok().filter(|_| digits.iter().all(u8::is_ascii_digit))?;
        let number: i32 = digits.parse().ok()?;
        match sign.to_ascii_uppercase() {
            sign if sign == plus => Some(number),
            sign if sign == minus => Some(-number),
            _ => None,
        }
    };
    let (south, west) = (number(stem.get(..3)?, b'N', b'S')?, number(stem.get(3..)?, b'E', b'W')?);
    ((-90..90).contains(&south) && (-180..180).contains(&west)).then_some((south, west))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_say_where_tiles_lie() {
        assert_eq!(corner_of("a/n43E007.hgt"), Some((43, 7)));
        assert_eq!(corner_of("S01W180.SRTMGL1.hgt"), Some((-1, -180)));
        for name in
            ["", "N43", "N43E0é7.hgt", "X43E007", "N4xE007", "N90E007", "S91E007", "N00E180"]
        {
            assert_eq!(corner_of(name), None, "{name}");
        }
    }

    #[test]
    fn only_whole_tiles_are_read() {
        let mut bytes = vec![0; 2 * 1201 * 1201];
        bytes[..4].copy_from_slice(&[0x80, 0, 0xff, 0xfe]);
        let heights = read(&bytes, "S10E020.hgt").unwrap();
        assert_eq!((heights.at(0, 0), heights.at(1, 0)), (None, Some(-2.0)));
        let centre = heights.frame.unwrap().centre((1200, 1200).into());
        assert!((centre.x - 21.0).abs() < 1e-9 && (centre.y + 10.0).abs() < 1e-9, "{centre:?}");
        let error = read(&bytes[1..], "").unwrap_err().to_string();
        assert!(error.contains("2884801 bytes, expected 2884802"), "{error}");
    }
}
