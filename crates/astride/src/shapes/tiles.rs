//! What maps of tiles with sides have in common, whatever the tiles: heights of steps, margins, the
//! places beside an area, and those under an outline.

use std::collections::BTreeSet;

use super::{ObstacleError, Opens, Outline};
use crate::base::{NodeId, Vec2};
use crate::world::{Sided, StepRule, TileEdit, Way, World};

/// A map of tiles with sides between them: [floors](super::floors), [hexagons](super::hex) and
/// [triangles](super::triangle). [Squares](super::square) have the same in their own ways. It cannot be
/// implemented by other crates.
pub trait TileMap: Opens + Sided<Tile = Self::Place> {
    /// The slots of steps to neighbours are below this number; those of stairs are not.
    #[doc(hidden)]
    const STEP_SLOTS: u16;

    /// How many steps the mover takes from a tile if nothing is in its way.
    #[doc(hidden)]
    fn step_count(mover: &Self::Mover) -> usize;

    #[doc(hidden)]
    fn batch_of(edit: TileEdit<Self::Place, Self::Side>) -> Self::Edit;

    /// The tiles that a box may touch, and perhaps some more.
    #[doc(hidden)]
    fn tiles_around(&self, low: Vec2, high: Vec2) -> Vec<NodeId>;

    /// The batch that makes all steps across sides of these places, out of them and into them, what a
    /// [`StepRule`] says, where `height` returns the height of a place, or `None` to leave its steps as
    /// they are. Places off the map do not count.
    ///
    /// It contains only what is different on the map. Where heights allow a step, a wall or fence in its
    /// way is removed, so other walls must be built after it. After a change of heights, the batch for the
    /// places that have changed brings the map up to date.
    ///
    /// Steps across a corner are not measured by themselves: they obey the corner rule, to which a step
    /// that is too high is a wall. Stairs, links between floors, are left alone.
    ///
    /// # Complexity
    ///
    /// O(k log k) for k places, with at most two calls of `height` for each of their sides.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::TileMap;
    /// use astride::shapes::hex::{Hex, HexLayout, HexMap, HexMover};
    /// use astride::world::StepRule;
    /// // A hill of three terraces; only goats climb two of them at once.
    /// let height = |hex: Hex| Some(3 - hex.distance_to(Hex::new(0, 0)).min(3) as i32);
    /// let mut map = HexMap::hexagon(HexLayout::Pointy, 6, b'.')?;
    /// const LEDGE: u8 = 1;
    /// let rule = StepRule::new(0, 3).or_fence(LEDGE, 1, 3);
    /// map.apply(&map.step_heights(&rule, map.tiles(), height))?;
    ///
    /// let mut nav = Navigator::new(map);
    /// let goat = nav.add_mover(HexMover::walker().crosses(LEDGE, 5_000)?);
    /// let ask = Ask::new((5, 0), (0, 0));
    /// assert_eq!(nav.cost(&ask)?, None);
    /// assert_eq!(nav.cost(&ask.mover(goat))?, Some(5 * 13_860 + 3 * 5_000));
    /// assert_eq!(nav.cost(&Ask::new((0, 0), (5, 0)))?, Some(5 * 13_860), "down is easy");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn step_heights(
        &self,
        rule: &StepRule,
        places: impl IntoIterator<Item = Self::Place>,
        height: impl Fn(Self::Place) -> Option<i32>,
    ) -> Self::Edit {
        let tiles: BTreeSet<NodeId> =
            places.into_iter().filter_map(|place| self.node_of(place)).collect();
        let mut edit = TileEdit::new();
        for &tile in &tiles {
            let place = self.place_of(tile);
            let Some(here) = height(place).map(i64::from) else { continue };
            for (side, other, back) in behind_sides(self, tile) {
                let Some(there) = height(self.place_of(other)).map(i64::from) else { continue };
                let mut step = |from, side, rise| {
                    let wanted = rule.side(true, rise);
                    if self.terrain().side(from, Self::bit(side)) != wanted {
                        edit.side_as(self.place_of(from), side, wanted);
                    }
                };
                step(tile, side, there - here);
                if !tiles.contains(&other) {
                    step(other, back, here - there);
                }
            }
        }
        Self::batch_of(edit)
    }

    /// The batch that gives `class` to all places within `steps` steps of an edge. At an edge, 1 step from
    /// it, are the places from which the mover cannot take all of the steps that it would take in the
    /// open, because of an impassable tile, a wall, a fence or the border of the map. A place beside one
    /// that is n steps away is n + 1 steps away, or fewer.
    ///
    /// A blocked `class` keeps movers away from edges; a costly one lets them near where nothing else is
    /// left. For bodies of a known size, the `body` of a mover says exactly where they fit.
    ///
    /// # Complexity
    ///
    /// O(tiles) time, 1 byte for each tile in the rows of the map.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::TileMap;
    /// use astride::shapes::hex::{HexLayout, HexMap, HexMover};
    /// let mut map = HexMap::hexagon(HexLayout::Flat, 5, b'.')?;
    /// map.apply(&map.erosion(&HexMover::walker(), 2, b'3'))?;
    /// let letters = (0..=5).map(|q| char::from(map.class((q, 0)).unwrap()));
    /// assert_eq!(letters.collect::<String>(), "....33");
    /// # Ok::<(), astride::shapes::hex::HexError>(())
    /// ```
    fn erosion(&self, mover: &Self::Mover, steps: u32, class: u8) -> Self::Edit {
        let (view, wanted) = (self.view(mover), Self::step_count(mover));
        let is_at_edge = |&tile: &NodeId| {
            if !view.is_passable(tile) {
                return false;
            }
            let mut taken = 0;
            view.for_each_arc(tile, Way::Forward, |arc| {
                taken += usize::from(arc.slot.code() < Self::STEP_SLOTS);
            });
            taken < wanted || self.terrain().forbidden_at(tile.index()) != 0
        };
        let mut is_near = vec![false; self.extent().tile_count()];
        let mut rim: Vec<NodeId> = match steps {
            0 => Vec::new(),
            _ => self.terrain().nodes().filter(is_at_edge).collect(),
        };
        rim.iter().for_each(|tile| is_near[tile.index()] = true);
        for _ in 1..steps {
            let mut next = Vec::new();
            for &tile in &rim {
                // What is not near an edge yet takes all its steps.
                view.for_each_arc(tile, Way::Backward, |arc| {
                    let is_step = arc.slot.code() < Self::STEP_SLOTS;
                    if is_step && !is_near[arc.node.index()] {
                        is_near[arc.node.index()] = true;
                        next.push(arc.node);
                    }
                });
            }
            rim = next;
            if rim.is_empty() {
                break;
            }
        }
        let near = self.terrain().nodes().filter(|tile| is_near[tile.index()]);
        self.painted(near.map(|tile| (tile, class)))
    }

    /// The places from which the mover touches the sides of an area from outside: those where it can
    /// stand beside a place of the area without covering any of it, in the order of the nodes. Use them
    /// as the goals of a path to a building. Places behind a wall are included. Places off the map do not
    /// count; an area that is outside of the map has none beside it.
    ///
    /// # Complexity
    ///
    /// O(k log k) for an area of k places; for a body that covers c places, times c².
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::planner::{Ask, Navigator};
    /// use astride::shapes::TileMap;
    /// use astride::shapes::hex::{Hex, HexLayout, HexMap, HexMover};
    /// let mut nav = Navigator::new(HexMap::hexagon(HexLayout::Pointy, 8, b'.')?);
    /// let fort = Hex::new(0, -3);
    /// nav.edit(|batch| fort.range(1).for_each(|hex| _ = batch.set(hex, b'#')))?;
    /// let dragon = HexMover::walker().body(1)?;
    /// let places = nav.map().places_beside(&dragon, fort.range(1));
    /// assert_eq!(places.len(), 18);
    /// assert!(places.iter().all(|place| place.distance_to(fort) == 3));
    ///
    /// let (dragon, beside) = (nav.add_mover(dragon), nav.add_places());
    /// nav.set_places(beside, places)?;
    /// let ask = Ask::new((0, 5), (0, 0)).mover(dragon).or_to(beside);
    /// assert_eq!(nav.find(&ask)?.step_count(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn places_beside(
        &self,
        mover: &Self::Mover,
        area: impl IntoIterator<Item = Self::Place>,
    ) -> Vec<Self::Place> {
        let area: BTreeSet<NodeId> =
            area.into_iter().filter_map(|place| self.node_of(place)).collect();
        let (view, cover) = (self.view(mover), self.cover(mover));
        let beside = area.iter().flat_map(|&tile| behind_sides(self, tile));
        let beside: BTreeSet<NodeId> =
            beside.map(|(_, tile, _)| tile).filter(|tile| !area.contains(tile)).collect();
        let mut places = BTreeSet::new();
        for &tile in &beside {
            // The places from which it covers this tile: they hang together.
            let (mut seen, mut waiting) = (BTreeSet::from([tile]), vec![tile]);
            while let Some(place) = waiting.pop() {
                if view.is_passable(place) && !cover.nodes(place).any(|node| area.contains(&node)) {
                    places.insert(place);
                }
                for (_, next, _) in behind_sides(self, place) {
                    if cover.covers(next, tile.index()) && seen.insert(next) {
                        waiting.push(next);
                    }
                }
            }
        }
        places.into_iter().map(|node| self.place_of(node)).collect()
    }

    /// The places whose area an outline shares: more of it than its border, as for obstacles, in the
    /// order of the nodes. Coordinates are those of [`outline_of`](crate::shapes::Shape::outline_of). Two
    /// shapes that share no more than 10⁻⁹ of a width only touch; beyond coordinates of 10⁶ this grows with
    /// what numbers are rounded by.
    ///
    /// Floors lie side by side there, one column apart: an outline that reaches across the gap covers places
    /// of two floors, and none goes round floors that wrap.
    ///
    /// # Errors
    ///
    /// If a coordinate is NaN or beyond 2³⁰, if a radius is not above 0, or if a polygon has fewer than
    /// three corners.
    ///
    /// # Complexity
    ///
    /// O(places around the outline), times the number of corners for a polygon.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::shapes::{Outline, TileMap};
    /// use astride::shapes::hex::{Hex, HexLayout, HexMap};
    /// let map = HexMap::hexagon(HexLayout::Pointy, 4, b'.')?;
    /// let under = |radius| map.places_under(&Outline::circle(0.0, 0.0, radius));
    /// assert_eq!(under(0.4)?, [Hex::new(0, 0)]);
    /// assert_eq!(under(0.6)?.len(), 7, "half a width to each side");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn places_under(&self, outline: &Outline) -> Result<Vec<Self::Place>, ObstacleError> {
        let nodes = self.nodes_under(outline)?;
        Ok(nodes.into_iter().map(|node| self.place_of(node)).collect())
    }

    #[doc(hidden)]
    fn nodes_under(&self, outline: &Outline) -> Result<Vec<NodeId>, ObstacleError> {
        let [low, high] = outline.extent()?;
        let mut nodes = self.tiles_around(low, high);
        nodes.sort_unstable();
        nodes.retain(|&node| outline.covers(&self.outline_of(self.place_of(node))));
        Ok(nodes)
    }

    /// The batch that gives tiles a class.
    #[doc(hidden)]
    fn painted(&self, tiles: impl IntoIterator<Item = (NodeId, u8)>) -> Self::Edit {
        let mut edit = TileEdit::new();
        tiles.into_iter().for_each(|(tile, class)| _ = edit.set(self.place_of(tile), class));
        Self::batch_of(edit)
    }
}

/// The tiles behind the sides of one, whatever is in between: with the side and the one that leads
/// back.
fn behind_sides<S: TileMap>(
    map: &S,
    tile: NodeId,
) -> impl Iterator<Item = (S::Side, NodeId, S::Side)> {
    let place = map.place_of(tile);
    S::SIDES.iter().filter_map(move |&side| {
        let (behind, back) = map.behind(place, side)?;
        Some((side, map.node_of(behind)?, back))
    })
}
