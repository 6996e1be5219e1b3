//! Saving movers as tables of a container, and loading them.

use super::{Mover, Neighbours};
use crate::base::{Container, Groups, PartsError, Scale, TablesError, check, u32s};
use crate::world::Corners;

const RULES: &str = "movers.rules";

impl Mover {
    /// The names of the tables of movers, in order.
    pub(crate) const TABLES: [&'static str; 3] = [RULES, Mover::MEANINGS[0], Mover::MEANINGS[1]];

    /// Writes the tables of some movers, one after the other.
    pub(crate) fn put_all<'m>(
        movers: impl Iterator<Item = &'m Mover> + Clone,
        out: &mut Groups<'_>,
    ) {
        let rules =
            |mover: &Mover| rules_of(mover.gait.neighbours, mover.gait.corners, mover.gait.scale);
        out.put(RULES, movers.clone().flat_map(rules).collect::<Vec<u32>>());
        Mover::put_meanings(movers, out);
    }

    /// Reads the movers of these tables.
    pub(crate) fn take_all(tables: &Container<'_>) -> Result<Vec<Mover>, TablesError> {
        let rules = u32s(tables, RULES)?;
        let (rules, rest) = rules.as_chunks::<4>();
        check(rest.is_empty(), RULES, 4 * rules.len(), "four numbers for each mover")?;
        let movers = (0..).step_by(4).zip(rules).map(|(at, &rules)| Mover::of_rules(rules, at));
        let mut movers = movers.collect::<Result<Vec<Mover>, PartsError>>()?;
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
