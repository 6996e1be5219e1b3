//! Saving movers as tables of a container, and loading them.

use super::{Mover, Neighbours};
use crate::base::{Container, Groups, PartsError, Scale, TablesError, check, u32s};
use crate::world::Corners;

const RULES: &str = "movers.rules";

/// Where a mover has its number of neighbours, this begins what it makes of a class of fences.
const CROSSING: u32 = 0;

/// The same for the side of its body, if that is not 1.
const BODY: u32 = 1;

/// How large a mover can be.
pub trait Body: Copy + Default {
    /// Its side in places.
    fn side(self) -> u32;

    /// The body with this side, if there is one.
    fn of_side(side: u32) -> Option<Self>;
}

impl Body for () {
    fn side(self) -> u32 {
        1
    }

    fn of_side(side: u32) -> Option<()> {
        (side == 1).then_some(())
    }
}

impl<B: Body> Mover<B> {
    /// The names of the tables of movers, in order.
    pub(crate) const TABLES: [&'static str; 3] = [RULES, Self::MEANINGS[0], Self::MEANINGS[1]];

    /// Writes the tables of some movers, one after the other.
    pub(crate) fn put_all<'m>(movers: impl Iterator<Item = &'m Self> + Clone, out: &mut Groups<'_>)
    where
        B: 'm,
    {
        let mut rules: Vec<u32> = Vec::new();
        for Mover { gait, crossings, .. } in movers.clone() {
            rules.extend(rules_of(gait.neighbours, gait.corners, gait.scale));
            let side = gait.body.side();
            rules.extend([BODY, side, 0, 0].into_iter().filter(|_| side != 1));
            let crossing = |&(class, extra): &(u8, u32)| [CROSSING, class.into(), extra, 0];
            rules.extend(crossings.all().iter().flat_map(crossing));
        }
        out.put(RULES, rules);
        Self::put_meanings(movers, out);
    }

    /// Reads the movers of these tables.
    pub(crate) fn take_all(tables: &Container<'_>) -> Result<Vec<Self>, TablesError> {
        let rules = u32s(tables, RULES)?;
        let (rules, rest) = rules.as_chunks::<4>();
        check(rest.is_empty(), RULES, 4 * rules.len(), "four numbers for each mover")?;
        let mut movers: Vec<Self> = Vec::new();
        for (at, &rules) in (0..).step_by(4).zip(rules) {
            match (movers.last_mut(), rules) {
                (Some(mover), [CROSSING, class, extra, end]) => {
                    mover.crossings.take([class, extra], RULES, at + 1)?;
                    check(end == 0, RULES, at + 3, "0")?;
                }
                (Some(mover), [BODY, side, 0, 0]) => {
                    let is_next = mover.gait.body.side() == 1 && mover.crossings.all().is_empty();
                    let body = B::of_side(side).filter(|_| side > 1 && is_next);
                    let expected = "one body of more than one place, before the fences";
                    let wrong = PartsError::Damaged { part: RULES, at: at + 1, expected };
                    mover.gait.body = body.ok_or(wrong)?;
                }
                _ => movers.push(Self::of_rules(rules, at)?),
            }
        }
        Self::take_meanings(&mut movers, tables)?;
        Ok(movers)
    }

    fn of_rules(rules: [u32; 4], at: usize) -> Result<Self, PartsError> {
        let wrong = |at, expected| PartsError::Damaged { part: RULES, at, expected };
        let [neighbours, corners, straight, diagonal] = rules;
        let neighbours = match neighbours {
            4 => Neighbours::Four,
            8 => Neighbours::Eight,
            _ => return Err(wrong(at, "4 or 8 neighbours")),
        };
        let corners = Corners::of_number(corners);
        let corners = corners.ok_or(wrong(at + 1, "a corner rule of 0 to 2"))?;
        let scale = Scale::new(straight, diagonal);
        let scale = scale.map_err(|_| wrong(at + 2, "1 <= straight <= diagonal <= 2^20"))?;
        Ok(Self::new().neighbours(neighbours).corners(corners).scale(scale))
    }
}

/// How a mover steps, in numbers: 4 or 8 neighbours; corner rule, 0 to 2; ticks of a straight and of a
/// diagonal step.
pub(crate) fn rules_of(neighbours: Neighbours, corners: Corners, scale: Scale) -> [u32; 4] {
    let neighbours = match neighbours {
        Neighbours::Four => 4,
        Neighbours::Eight => 8,
    };
    [neighbours, corners.number(), scale.straight(), scale.diagonal()]
}
