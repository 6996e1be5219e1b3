//! Keeping to a path that is hardly more expensive than the cheapest.

use super::Replanner;
use crate::base::{Cost, NodeId, Weight};
use crate::path::Path;
use crate::search::Guarantee;
use crate::world::World;

impl Replanner {
    /// The rest of the previous path from `start`, with its guarantee, if it is still walkable and
    /// costs at most the margin more than `least`, a lower bound for every path.
    pub(super) fn kept(
        &mut self,
        world: &impl World,
        start: NodeId,
        least: Cost,
    ) -> Option<(Path, Guarantee)> {
        if self.margin == 0 {
            return None;
        }
        let at = self.route.iter().position(|&node| node == start)?;
        let rest = &self.route[at..];
        let arcs = rest.windows(2).map(|pair| world.arc_cost(pair[0], pair[1]).map(Cost::from));
        let cost = arcs.sum::<Option<Cost>>()?;
        if cost > least.saturating_add(self.margin) {
            return None;
        }
        let path = Path::new(rest.to_vec(), cost)?;
        self.route.drain(..at);
        self.last.kept = true;
        Some((path, promise(cost, least)))
    }
}

/// The guarantee for a path of `cost` when no path costs less than `least`.
fn promise(cost: Cost, least: Cost) -> Guarantee {
    if cost == least {
        return Guarantee::Optimal;
    }
    // Rounded such that the bound holds.
    let shift = (Cost::BITS - least.leading_zeros()).saturating_sub(20);
    let numerator = (cost >> shift).saturating_add(1).min(Cost::from(u32::MAX)) as u32;
    match Weight::new(numerator, (least >> shift) as u32) {
        Ok(weight) => Guarantee::Within(weight),
        Err(_) => Guarantee::None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_of_a_kept_path_holds() {
        for (cost, least) in [(7, 7), (8, 7), (1 << 40, (1 << 40) - 1), (10_000_001, 9_999_999)] {
            match promise(cost, least) {
                Guarantee::Optimal => assert_eq!(cost, least),
                Guarantee::Within(weight) => {
                    let (numerator, denominator) = weight.parts();
                    let (n, d) = (u128::from(numerator), u128::from(denominator));
                    assert!(u128::from(cost) * d <= u128::from(least) * n, "{cost} {least}");
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(promise(9, 0), Guarantee::None);
    }
}
