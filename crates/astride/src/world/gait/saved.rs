//! Saving movers as tables of a container, and loading them.

use super::{Mover, Neighbours};
use crate::base::{Container, Groups, PartsError, Scale, TablesError, check, u32s};
use crate::world::Corners;

const RULES: &str = "movers.rules";

/// Where a mover has its number of neighbours, this begins what it makes of a class of fences.
const CROSSING: u32 = 0;

impl Mover {
    /// The names of the tables of movers, in order.
    pub(crate) const TABLES: [&'static str; 3] = [RULES, Mover::MEANINGS[0], Mover::MEANINGS[1]];

    /// Writes the tables of some movers, one after the other.
    pub(crate) fn put_all<'m>(
        movers: impl Iterator<Item = &'m Mover> + Clone,
        out: &mut Groups<'_>,
    ) {
        let mut rules: Vec<u32> = Vec::new();
        for Mover { gait, crossings, .. } in movers.clone() {
            rules.extend(rules_of(gait.neighbours, gait.corners, gait.scale));
            let crossing = |&(class, extra): &(u8, u32)| [CROSSING, class.into(), extra, 0];
            rules.extend(crossings.all().iter().flat_map(crossing));
        }
        out.put(RULES, rules);
        Mover::put_meanings(movers, out);
    }

    /// Reads the movers of these tables.
    pub(crate) fn take_all(tables: &Container<'_>) -> Result<Vec<Mover>, TablesError> {
        let rules = u32s(tables, RULES)?;
        let (rules, rest) = rules.as_chunks::<4>();
        check(rest.is_empty(), RULES, 4 * rules.len(), "four numbers for each mover")?;
        let mut movers: Vec<Mover> = Vec::new();
        for (at, &rules) in (0..).step_by(4).zip(rules) {
            match (movers.last_mut(), rules) {
                (Some(mover), [CROSSING, class, extra, end]) => {
                    mover.crossings.take([class, extra], RULES, at + 1)?;
                    check(end == 0, RULES, at + 3, "0")?;
                }
                _ => movers.push(Mover::of_rules(rules, at)?),
            }
        }
        Mover::take_meanings(&mut movers, tables)?;
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
        let corners = Corners::of_number(corners);
        let corners = corners.ok_or(wrong(at + 1, "a corner rule of 0 to 2"))?;
        let scale = Scale::new(straight, diagonal);
        let scale = scale.map_err(|_| wrong(at + 2, "1 <= straight <= diagonal <= 2^20"))?;
        Ok(Mover::new().neighbours(neighbours).corners(corners).scale(scale))
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
