//! Frames of a crowd that are kept: saved, loaded, shown again, and compared with those of another
//! run.

use super::Crowd;
use super::plane::Point;

/// How a saved film begins.
const MAGIC: &[u8] = b"astride film 1\n";

/// Where all units of a crowd were, frame by frame, and the digest of each frame.
///
/// Each unit takes eight bytes of memory in each frame, and about two to six once saved.
///
/// # Examples
///
/// ```
/// use astride_agents::crowd::{Body, Crowd, CrowdError, Film, Mode, Scene};
///
/// let play = |seconds: f64| -> Result<Film, CrowdError> {
///     let mut crowd = Scene::Gate.build(20, Mode::Free, &[Body::default()], 1)?;
///     let mut film = Film::default();
///     for frame in 0..100 {
///         crowd.tick(if frame < 50 { 1.0 / 60.0 } else { seconds })?;
///         film.add(&crowd);
///     }
///     Ok(film)
/// };
/// let film = play(1.0 / 60.0)?;
/// assert_eq!(film.len(), 100);
///
/// // The same calls give the same frames on every machine; others differ from some frame on.
/// let loaded = Film::load(&film.save())?;
/// assert_eq!(loaded.difference(&play(1.0 / 60.0)?), None);
/// assert_eq!(loaded.difference(&play(1.0 / 30.0)?).map(|at| at.frame), Some(50));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Film {
    frames: Vec<Frame>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct Frame {
    digest: u64,
    positions: Vec<Point>,
}

/// Where two films part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The first frame that differs, from 0.
    pub frame: usize,
    /// The first unit that is elsewhere in it, or that only one of the films has; `None` if all are
    /// in the same places but their velocities, orders or right of way differ, or if one of the
    /// films has ended.
    pub unit: Option<u32>,
}

impl Film {
    /// Adds a frame: the crowd as it is now.
    pub fn add(&mut self, crowd: &Crowd) {
        let positions = crowd.positions().to_vec();
        self.frames.push(Frame { digest: crowd.digest(), positions });
    }

    /// How many frames there are.
    pub fn len(&self) -> usize {
        self.frames.len()
    }

    /// Whether there is no frame.
    pub fn is_empty(&self) -> bool {
        self.frames.is_empty()
    }

    /// Where all units were in a frame, as [`Crowd::positions`] was then; `None` after the last one.
    pub fn positions(&self, frame: usize) -> Option<&[Point]> {
        self.frames.get(frame).map(|frame| &frame.positions[..])
    }

    /// [`Crowd::digest`] of a frame; `None` after the last one.
    pub fn digest(&self, frame: usize) -> Option<u64> {
        self.frames.get(frame).map(|frame| frame.digest)
    }

    /// The first frame in which two films differ, `None` if they are the same. If one of them is
    /// longer, that is its first frame after the last one of the other.
    pub fn difference(&self, other: &Film) -> Option<Difference> {
        let pairs = || self.frames.iter().zip(&other.frames);
        let Some(frame) = pairs().position(|(one, two)| one != two) else {
            let (one, two) = (self.len(), other.len());
            return (one != two).then(|| Difference { frame: one.min(two), unit: None });
        };
        let [one, two] = [self, other].map(|film| &film.frames[frame].positions);
        let both = one.len().min(two.len());
        let unit = (0..both).find(|&unit| one[unit] != two[unit]);
        let unit = unit.or((one.len() != two.len()).then_some(both));
        Some(Difference { frame, unit: unit.map(|unit| unit as u32) })
    }

    /// The film as bytes, which [`load`](Self::load) reads. O(units · frames).
    pub fn save(&self) -> Vec<u8> {
        let mut bytes = MAGIC.to_vec();
        write(&mut bytes, self.frames.len() as u64);
        let mut before: &[Point] = &[];
        for Frame { digest, positions } in &self.frames {
            bytes.extend(digest.to_le_bytes());
            write(&mut bytes, positions.len() as u64);
            for (unit, &[x, y]) in positions.iter().enumerate() {
                let [was_x, was_y] = before.get(unit).copied().unwrap_or_default();
                for moved in [x.wrapping_sub(was_x), y.wrapping_sub(was_y)] {
                    // Small movements of either sign become small numbers.
                    write(&mut bytes, u64::from((moved << 1 ^ moved >> 31) as u32));
                }
            }
            before = positions;
        }
        bytes
    }

    /// Reads what [`save`](Self::save) has written.
    ///
    /// # Errors
    ///
    /// If the bytes are no film, are cut off, or go on after its end.
    pub fn load(bytes: &[u8]) -> Result<Self, FilmError> {
        let mut rest = bytes.strip_prefix(MAGIC).ok_or(FilmError::Magic)?;
        let cut_off = FilmError::CutOff { bytes: bytes.len() };
        let count = read(&mut rest).ok_or(cut_off)?;
        let mut frames: Vec<Frame> = Vec::new();
        for frame in 0..count {
            let (digest, after) = rest.split_first_chunk().ok_or(cut_off)?;
            rest = after;
            let units = read(&mut rest).ok_or(cut_off)?;
            // Each takes two bytes or more.
            if units > rest.len() as u64 / 2 {
                return Err(cut_off);
            }
            let before = frames.last().map_or(&[][..], |frame| &frame.positions[..]);
            let mut positions = Vec::with_capacity(units as usize);
            for unit in 0..units as usize {
                let mut point = before.get(unit).copied().unwrap_or_default();
                for side in &mut point {
                    let moved = read(&mut rest).ok_or(cut_off)?;
                    let moved = u32::try_from(moved).map_err(|_| FilmError::Far { frame })?;
                    *side = side.wrapping_add((moved >> 1) as i32 ^ -((moved & 1) as i32));
                }
                positions.push(point);
            }
            frames.push(Frame { digest: u64::from_le_bytes(*digest), positions });
        }
        match rest.len() {
            0 => Ok(Film { frames }),
            more => Err(FilmError::GoesOn { bytes: more }),
        }
    }
}

/// Writes a number, seven bits a byte, the low ones first; all bytes but the last have the high bit.
fn write(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

/// Reads such a number, of at most 63 bits.
fn read(rest: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..63).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

/// Why bytes are no film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FilmError {
    /// They do not begin like one.
    Magic,
    /// They end too early, or a number in them does not end.
    CutOff {
        /// How many there are.
        bytes: usize,
    },
    /// A unit would be beyond any map.
    Far {
        /// The frame, from 0.
        frame: u64,
    },
    /// There are bytes after the last frame.
    GoesOn {
        /// How many.
        bytes: usize,
    },
}

astride::errors! { enum FilmError:
    Self::Magic => ("film-magic", "this is no film of a crowd, expected \"astride film 1\" first"),
    Self::CutOff { bytes } => ("film-cut-off", "the film is cut off after {bytes} bytes"),
    Self::Far { frame } => ("film-far", "frame {frame} has a unit beyond any map"),
    Self::GoesOn { bytes } => ("film-goes-on", "{bytes} bytes follow the last frame, expected none"),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::crowd::{Body, Mode, Scene};

    fn film() -> Film {
        let mut crowd = Scene::Cross.build(30, Mode::Free, &[Body::default()], 1).unwrap();
        let mut film = Film::default();
        for frame in 0..40 {
            if frame == 20 {
                crowd.remove(3).unwrap();
            }
            crowd.tick(1.0 / 60.0).unwrap();
            film.add(&crowd);
        }
        film
    }

    #[test]
    fn a_film_comes_back_as_it_was() {
        let film = film();
        let bytes = film.save();
        assert_eq!(Film::load(&bytes), Ok(film.clone()));
        assert!(bytes.len() < 6 * 30 * 40, "{} bytes", bytes.len());
        assert_eq!(Film::load(&Film::default().save()), Ok(Film::default()));
        assert_eq!(film.positions(40), None);
        let far = Frame { digest: 1, positions: vec![[i32::MIN, i32::MAX], [i32::MAX, 0]] };
        let near = Frame { digest: 2, positions: vec![[i32::MAX, i32::MIN], [0, 0]] };
        let film = Film { frames: vec![far, near] };
        assert_eq!(Film::load(&film.save()), Ok(film));
    }

    #[test]
    fn the_first_difference_is_named() {
        let film = film();
        for (frame, unit) in [(0, 7), (19, 29), (39, 0)] {
            let mut other = film.clone();
            other.frames[frame].positions[unit][1] += 1;
            let unit = Some(unit as u32);
            assert_eq!(film.difference(&other), Some(Difference { frame, unit }));
        }
        let mut other = film.clone();
        other.frames[5].digest ^= 1;
        assert_eq!(film.difference(&other), Some(Difference { frame: 5, unit: None }));
        other = film.clone();
        other.frames[9].positions.pop();
        assert_eq!(film.difference(&other), Some(Difference { frame: 9, unit: Some(29) }));
        other = film.clone();
        other.frames.pop();
        assert_eq!(other.difference(&film), Some(Difference { frame: 39, unit: None }));
        assert_eq!(film.difference(&film.clone()), None);
    }

    #[test]
    fn damaged_films_are_refused() {
        let bytes = film().save();
        assert_eq!(Film::load(b"astride film 2\n"), Err(FilmError::Magic));
        for end in MAGIC.len()..bytes.len() {
            let cut = Film::load(&bytes[..end]);
            assert_eq!(cut, Err(FilmError::CutOff { bytes: end }));
        }
        let more = [&bytes[..], &[0; 3]].concat();
        assert_eq!(Film::load(&more), Err(FilmError::GoesOn { bytes: 3 }));
        let head = |frame: &[u8]| [MAGIC, &[1], &[0; 8], frame].concat();
        let many = head(&[0xff, 0xff, 0xff, 0xff, 0x0f]);
        assert_eq!(Film::load(&many), Err(FilmError::CutOff { bytes: many.len() }));
        let far = head(&[1, 0xff, 0xff, 0xff, 0xff, 0x7f, 0]);
        assert_eq!(Film::load(&far), Err(FilmError::Far { frame: 0 }));
        let endless = head(&[0xff; 20]);
        assert_eq!(Film::load(&endless), Err(FilmError::CutOff { bytes: endless.len() }));
    }
}
