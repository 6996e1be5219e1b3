//! Saving what terrain means for movers as tables of a container, and loading it.

use super::Mover;
use crate::base::{Container, Groups, PartsError, check, u8s, u16s};
use crate::world::Corners;

const FACTORS: &str = "movers.factors";
const MEDIA: &str = "movers.media";

impl<G> Mover<G> {
    /// The names of the terrain tables, in order.
    pub(crate) const MEANINGS: [&'static str; 2] = [FACTORS, MEDIA];

    /// One number for each mover, followed by three for each class of fences that it crosses: `crossing`,
    /// which is the number of no mover, the class, and the extra ticks.
    pub(crate) fn numbers(
        movers: &[&Self],
        crossing: u32,
        number: impl Fn(&Self) -> u32,
    ) -> Vec<u32> {
        let mut numbers = Vec::new();
        for &mover in movers {
            numbers.push(number(mover));
            let crossings = mover.crossings.all().iter();
            numbers.extend(crossings.flat_map(|&(class, extra)| [crossing, class.into(), extra]));
        }
        numbers
    }

    /// The movers of such numbers, where `of` makes a mover of its own number and the place of that in
    /// the table.
    pub(crate) fn of_numbers(
        numbers: &[u32],
        part: &'static str,
        crossing: u32,
        of: impl Fn(u32, usize) -> Result<Self, PartsError>,
    ) -> Result<Vec<Self>, PartsError> {
        let (mut at, mut movers) = (0, Vec::<Self>::new());
        while at < numbers.len() {
            if let (Some(mover), &[mark, class, extra, ..]) = (movers.last_mut(), &numbers[at..])
                && mark == crossing
            {
                mover.crossings.take([class, extra], part, at + 1)?;
                at += 3;
            } else {
                movers.push(of(numbers[at], at)?);
                at += 1;
            }
        }
        Ok(movers)
    }

    /// Writes the terrain tables of some movers, one after the other.
    pub(crate) fn put_meanings<'m>(
        movers: impl Iterator<Item = &'m Self> + Clone,
        out: &mut Groups<'_>,
    ) where
        G: 'm,
    {
        let factors = movers.clone().flat_map(|mover| mover.factors.map(|factor| factor as u16));
        out.put(FACTORS, factors.collect::<Vec<u16>>());
        out.put(MEDIA, movers.flat_map(|mover| mover.media).collect::<Vec<u8>>());
    }

    /// Sets the terrain of some movers from these tables.
    pub(crate) fn take_meanings(
        movers: &mut [Self],
        tables: &Container<'_>,
    ) -> Result<(), PartsError> {
        let (factors, media) = (u16s(tables, FACTORS)?, u8s(tables, MEDIA)?);
        let (classes, expected) = (256 * movers.len(), "256 numbers for each mover");
        check(factors.len() == classes, FACTORS, factors.len(), expected)?;
        check(media.len() == classes, MEDIA, media.len(), expected)?;
        for (first, mover) in (0..).step_by(256).zip(movers) {
            for class in 0..=u8::MAX {
                let at = first + usize::from(class);
                let (factor, media) = (u32::from(factors[at]), media[at]);
                check(factor <= super::MAX_FACTOR, FACTORS, at, "a factor of at most 1024")?;
                let is_both = (factor > 0) == (media > 0);
                check(is_both, MEDIA, at, "media just where there is a factor")?;
                mover.set(class, factor, media);
            }
        }
        Ok(())
    }
}

impl Corners {
    /// Its number in files.
    pub(crate) const fn number(self) -> u32 {
        match self {
            Corners::Never => 0,
            Corners::OneFree => 1,
            Corners::Always => 2,
        }
    }

    /// The rule with this number in files.
    pub(crate) const fn of_number(number: u32) -> Option<Self> {
        match number {
            0 => Some(Corners::Never),
            1 => Some(Corners::OneFree),
            2 => Some(Corners::Always),
            _ => None,
        }
    }
}
