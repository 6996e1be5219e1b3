//! Movers as tables of a container, and back.

use super::{Corners, Mover, Neighbours};
use crate::base::{Container, Groups, PartsError, Scale, TablesError, check, u8s, u16s, u32s};

const RULES: &str = "movers.rules";
const FACTORS: &str = "movers.factors";
const MEDIA: &str = "movers.media";

impl Mover {
    /// The names of the tables of movers, in their order.
    pub(crate) const TABLES: [&'static str; 3] = [RULES, FACTORS, MEDIA];

    /// The tables of some movers, one after the other.
    pub(crate) fn put_all<'m>(
        movers: impl Iterator<Item = &'m Mover> + Clone,
        out: &mut Groups<'_>,
    ) {
        let rules =
            |mover: &Mover| rules_of(mover.gait.neighbours, mover.gait.corners, mover.gait.scale);
        out.put(RULES, movers.clone().flat_map(rules).collect::<Vec<u32>>());
        let factors =
            movers.clone().flat_map(|mover| mover.meaning().0.map(|factor| factor as u16));
        out.put(FACTORS, factors.collect::<Vec<u16>>());
        out.put(MEDIA, movers.flat_map(|mover| *mover.meaning().1).collect::<Vec<u8>>());
    }

    /// The movers of these tables.
    pub(crate) fn take_all(tables: &Container<'_>) -> Result<Vec<Mover>, TablesError> {
        let (rules, factors) = (u32s(tables, RULES)?, u16s(tables, FACTORS)?);
        let media = u8s(tables, MEDIA)?;
        let (rules, rest) = rules.as_chunks::<4>();
        check(rest.is_empty(), RULES, 4 * rules.len(), "four numbers for each mover")?;
        let classes = 256 * rules.len();
        let expected = "256 numbers for each mover";
        check(factors.len() == classes, FACTORS, factors.len(), expected)?;
        check(media.len() == classes, MEDIA, media.len(), expected)?;
        let mut movers = Vec::with_capacity(rules.len());
        for (at, &rules) in rules.iter().enumerate() {
            let mut mover = Mover::of_rules(rules, 4 * at)?;
            for class in 0..=u8::MAX {
                let at = 256 * at + usize::from(class);
                let (factor, media) = (u32::from(factors[at]), media[at]);
                check(factor <= Mover::MAX_FACTOR, FACTORS, at, "a factor of at most 1024")?;
                let is_both = (factor > 0) == (media > 0);
                check(is_both, MEDIA, at, "media just where there is a factor")?;
                mover.set(class, factor, media);
            }
            movers.push(mover);
        }
        Ok(movers)
    }

    fn of_rules(rules: [u32; 4], at: usize) -> Result<Mover, PartsError> {
        let wrong = |at, expected| PartsError::Damaged { part: RULES, at, expected };
        let [neighbours, corners, straight, diagonal] = rules;
        let neighbours = match neighbours {
            4 => Neighbours::Four,
            8 => Neighbours::Eight,
            _ => return Err(wrong(at, "4 or 8 neighbours")),
        };
        let corners = match corners {
            0 => Corners::Never,
            1 => Corners::OneFree,
            2 => Corners::Always,
            _ => return Err(wrong(at + 1, "a corner rule of 0 to 2")),
        };
        let scale = Scale::new(straight, diagonal);
        let scale = scale.map_err(|_| wrong(at + 2, "1 <= straight <= diagonal <= 2^20"))?;
        Ok(Mover::new().neighbours(neighbours).corners(corners).scale(scale))
    }
}

/// How a mover steps, in numbers: 4 or 8 neighbours; corner rule, 0 to 2; ticks of a straight and of a
/// diagonal step.
pub(in crate::shapes::square) fn rules_of(
    neighbours: Neighbours,
    corners: Corners,
    scale: Scale,
) -> [u32; 4] {
    let neighbours = match neighbours {
        Neighbours::Four => 4,
        Neighbours::Eight => 8,
    };
    let corners = match corners {
        Corners::Never => 0,
        Corners::OneFree => 1,
        Corners::Always => 2,
    };
    [neighbours, corners, scale.straight(), scale.diagonal()]
}
