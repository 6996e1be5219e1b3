//! Why there is no path on maps whose tiles have terrain classes, and what would open one.
//!
//! The tiles to open are found by a search that may enter blocked tiles, each of which costs more
//! than all steps together; it therefore opens as few as possible.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use super::{Editable, Walls};
use crate::base::{Budget, Cell, NodeId, Slot, Spent};
use crate::path::Path;
use crate::search::{
    Around, Guessed, Outcome, PathQuery, Reasons, Scratch, Unsupported, Why, Zero, reasons,
    seldom_astar,
};
use crate::world::{AnyRuled, Arc, Erased, Mover, Rule, Way, World};

/// Why there is no path from one place to another, and what would help.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation<P = Cell> {
    /// Which end is to blame: the blocked one, or the one enclosed in fewer places.
    pub why: Why,
    /// The places that enclose the area of that end: places where the mover cannot stand, next to
    /// places of the area, also behind walls; the end itself if it is blocked. Next to a place are
    /// those to which the mover could step if they were open, by stairs and links as well. In node
    /// order, each once. For a large body they are the blocked cells or voxels that it would cover
    /// at those places, or at the end, unless it would leave the map there; with blockers on the
    /// goal, the places where these stand. The border of another medium encloses an area as well,
    /// but is no place and is not listed.
    pub frontier: Vec<P>,
    /// The steps that would lead out of the area of the start, or into that of the goal, if a wall,
    /// a fence that the mover does not cross, a ledge or a one-way rule did not forbid them: from
    /// where to where, across a side of the place. In node order, each once. For a large body, the
    /// steps of the cells under it, and those across which it would stand. Under a
    /// [rule](crate::planner::ExplainTerms::under) and around blockers, also the steps of the mover,
    /// across sides or not, that these forbid.
    pub shut: Vec<[P; 2]>,
    /// The path to the reachable place nearest to the goal, if the start is not blocked.
    pub nearest: Option<Path>,
    /// The fewest things that have to be opened; `None` if opening what may be opened does not help.
    /// It knows nothing of a rule or of blockers: where only these close the way, nothing is to be
    /// opened.
    pub opening: Option<Opening<P>>,
}

/// The smallest set of things that have to be opened for a path: of blocked places, which become
/// terrain of a class, and of forbidden steps, each of which counts as one.
///
/// Steps are opened across sides only. On triangles the way leads across sides alone. A mover that
/// squeezes straight across corners may therefore need fewer there, and wherever steps are opened.
///
/// For a body of several cells or voxels, what is opened is those. No way needs fewer of them if one
/// counts again whenever the body comes back to it after it has left it; this matters only for ways
/// that come back, so on most maps no smaller set would do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening<P = Cell> {
    /// The places to open, in the order in which a path enters them.
    pub cells: Vec<P>,
    /// The class to give them: that of the start, of the goal if the start is blocked, otherwise
    /// the most common one on which the mover can stand.
    pub class: u8,
    /// The steps to open, from where to where, in the order of the path.
    pub steps: Vec<[P; 2]>,
    /// A path through them, both ends included, of places of the mover. It has as few steps as
    /// possible, except on maps so large that the ticks of a step would not fit: of 2³⁰ cells, or of
    /// fewer for a body of very many cells. All its steps are straight or links, unless the mover
    /// squeezes between blocked places.
    pub way: Vec<P>,
}

/// Something that closes a way and could be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Closing<P = Cell> {
    /// A place on which the mover cannot stand.
    Place {
        /// Where it is.
        at: P,
        /// Its terrain.
        class: u8,
    },
    /// A forbidden step across a side of a place.
    Step {
        /// Where it starts.
        from: P,
        /// Where it ends.
        to: P,
        /// The class of the fence there; `None` for a wall, a one-way rule, or a ledge.
        fence: Option<u8>,
    },
}

impl<P> Closing<P> {
    /// Whether it is a place. [`explain`] opens all places and no steps.
    pub fn is_place(&self) -> bool {
        matches!(self, Closing::Place { .. })
    }
}

/// Says of everything that closes a way whether it may be opened.
pub type MayOpen<'a, P = Cell> = dyn Fn(Closing<P>) -> bool + 'a;

/// Maps whose blocked tiles can be opened by giving them another terrain class.
pub trait Opens: Editable {
    /// Whether the mover can stand on tiles of a class.
    fn is_free(mover: &Self::Mover, class: u8) -> bool;

    /// The mover for which every class is passable at the least cost: those that were not, as if
    /// they were `class`. A step that has to pass free tiles does not belong to it, unless steps
    /// that pass nothing cannot replace it.
    fn opened(mover: &Self::Mover, class: u8) -> Self::Mover;

    /// The class of the fence in the way of a step out of a tile that
    /// [`shut`](crate::shapes::Shape::shut) visits.
    fn fence_at(&self, node: NodeId, slot: Slot) -> Option<u8> {
        let _ = (node, slot);
        None
    }

    /// The map on which the mover of [`opened`](Self::opened) moves: one of the same places, all of
    /// them open to `mover`. `None` if it is this map, where that mover can stand everywhere.
    fn all_open(&self, mover: &Self::Mover) -> Option<Self> {
        let _ = mover;
        None
    }

    /// What walls forbid a body of several places; `None` for one of one place, or if there are none.
    #[doc(hidden)]
    fn walls<'v>(view: &'v Self::View<'_>) -> Option<Box<dyn Walls + 'v>> {
        let _ = view;
        None
    }

    /// Whether it can be said what would open a way for this mover.
    ///
    /// # Errors
    ///
    /// If not, because opening a place could close a way as well.
    fn can_explain(mover: &Self::Mover) -> Result<(), Unsupported> {
        let _ = mover;
        Ok(())
    }

    /// The batch that opens what an explanation names. Sides are opened both ways.
    fn batch(&self, opening: &Opening<Self::Place>) -> Self::Edit;
}

impl<G: Clone> Mover<G> {
    /// As [`Opens::opened`], with all steps of the gait.
    pub(in crate::shapes) fn opened(&self, class: u8) -> Self {
        let mut opened = self.clone();
        for other in 0..=255 {
            let like = if self.is_passable(other) { other } else { class };
            opened.set(other, 1, self.media_of(like));
        }
        opened
    }
}

/// Explains why there is no path on a map of any shape with terrain; `None` if there is one. Every
/// blocked place may be opened, and no step. For squares,
/// [`square::explain`](fn@crate::shapes::square::explain) takes every view.
///
/// # Errors
///
/// If `budget` runs out first, or for a mover that [walks among
/// voxels](crate::shapes::voxel::VoxelWalk).
///
/// # Panics
///
/// If a node is not on the map.
///
/// # Complexity
///
/// That of A* through the area of the start, plus Dijkstra's search through the part of the map
/// that can be reached with fewer opened places; O(nodes) more, outside the budget, if both ends are
/// blocked. For a body of v places, each step takes O(v) more. Among voxels, if there is no path, a
/// map of the same size without obstacles is made for it.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::{Scratch, Why};
/// use astride::shapes::explain;
/// use astride::shapes::hex::{Hex, HexEdit, HexLayout, HexMap, HexMover};
/// let mut map = HexMap::hexagon(HexLayout::Pointy, 3, b'.')?;
/// let mut edit = HexEdit::new();
/// Hex::new(0, 0).ring(1).for_each(|hex| _ = edit.set(hex, b'#'));
/// map.apply(&edit)?;
/// let [start, goal] = [(3, 0), (0, 0)].map(|hex| map.node(hex).unwrap());
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// let walker = HexMover::walker();
/// let explanation = explain(&map, &walker, [start, goal], scratch, budget).unwrap().unwrap();
/// assert_eq!(explanation.why, Why::GoalEnclosed { cells: 1 });
/// assert_eq!(explanation.frontier.len(), 6);
/// assert_eq!(explanation.opening.unwrap().cells, [Hex::new(1, 0)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain<S: Opens>(
    map: &S,
    mover: &S::Mover,
    ends: [NodeId; 2],
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation<S::Place>>, ExplainError> {
    explain_opening(map, mover, ends, &is_place, scratch, budget)
}

/// As [`explain`], where a closure says what may be opened: which blocked places and which forbidden
/// steps. It must always return the same for the same thing.
///
/// # Errors
///
/// As for [`explain`].
///
/// # Panics
///
/// If a node is not on the map.
///
/// # Complexity
///
/// As for [`explain`]; the closure is called for each blocked place and forbidden step next to every
/// place that the search examines.
///
/// # Examples
///
/// ```
/// use astride::base::Budget;
/// use astride::search::Scratch;
/// use astride::shapes::hex::{Hex, HexDir, HexEdit, HexLayout, HexMap, HexMover};
/// use astride::shapes::{Closing, Opens, explain_opening};
/// let mut map = HexMap::hexagon(HexLayout::Pointy, 3, b'.')?;
/// let mut edit = HexEdit::new();
/// HexDir::ALL.into_iter().for_each(|dir| _ = edit.wall((0, 0), dir));
/// map.apply(&edit)?;
/// let ends = [(3, 0), (0, 0)].map(|hex| map.node(hex).unwrap());
/// let walls = |closing| matches!(closing, Closing::Step { .. });
/// let (scratch, budget) = (&mut Scratch::new(), &mut Budget::unlimited());
/// let explained = explain_opening(&map, &HexMover::walker(), ends, &walls, scratch, budget);
/// let explanation = explained.unwrap().unwrap();
/// assert_eq!((explanation.frontier.len(), explanation.shut.len()), (0, 6));
/// let opening = explanation.opening.unwrap();
/// assert_eq!(opening.steps, [[Hex::new(1, 0), Hex::new(0, 0)]]);
/// map.apply(&map.batch(&opening))?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn explain_opening<S: Opens>(
    map: &S,
    mover: &S::Mover,
    ends: [NodeId; 2],
    may_open: &MayOpen<'_, S::Place>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation<S::Place>>, ExplainError> {
    S::can_explain(mover).map_err(ExplainError::Unsupported)?;
    let explained = explain_by(map, mover, ends, Terms::new(may_open), scratch, budget);
    explained.map_err(ExplainError::Spent)
}

/// Why nothing was explained.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExplainError {
    /// The budget ran out.
    Spent(Spent),
    /// It cannot be said what would open a way for this mover.
    Unsupported(Unsupported),
}

errors! { enum ExplainError:
    Spent(spent) => ("budget-spent", "the budget ran out: {spent}"),
    Unsupported(error) => (source error),
}

/// As [`explain_opening`], under a rule, for a mover that passes
/// [`can_explain`](Opens::can_explain). The steps that the rule forbids are named as those that
/// walls forbid, and what would open a way is that without the rule.
pub(crate) fn explain_by<S: Opens>(
    map: &S,
    mover: &S::Mover,
    ends: [NodeId; 2],
    terms: Terms<'_, S::Place>,
    scratch: &mut Scratch,
    budget: &mut Budget<'_>,
) -> Result<Option<Explanation<S::Place>>, Spent> {
    let view = map.view(mover);
    let end = |end: NodeId| map.class_of(end).filter(|_| view.is_passable(end));
    let class = end(ends[0]).or_else(|| end(ends[1])).or_else(|| commonest(map, mover));
    // Open places are of the medium of the end from which they are looked at.
    let opened = S::opened(mover, class.unwrap_or(0));
    let opened_to_goal = S::opened(mover, end(ends[1]).or(class).unwrap_or(0));
    // Made only if there is no path.
    let (all_open, views) = (OnceCell::new(), OnceCell::new());
    let open_views = || {
        views.get_or_init(|| {
            let open_map = all_open.get_or_init(|| map.all_open(mover)).as_ref().unwrap_or(map);
            [&opened, &opened_to_goal].map(|mover| open_map.view(mover))
        })
    };
    let beside = |node, way, visit: &mut dyn FnMut(NodeId)| {
        let [opened_view, goal_view] = open_views();
        let (opened, opened_view) = match way {
            Way::Forward => (&opened, opened_view),
            Way::Backward => (&opened_to_goal, goal_view),
        };
        opened_view.visit_arcs(node, None, way, &mut |arc| visit(arc.node));
        // Behind a wall as well, and across one.
        let behind = &mut |to, _| {
            if !view.is_passable(to) {
                visit(to);
            }
        };
        match S::walls(opened_view) {
            Some(walls) => {
                walls.shut(node, way, behind);
                walls.parted_beside(node, visit);
            }
            None => map.shut(opened, node, way, behind),
        }
    };
    let walls = S::walls(&view);
    let shut = |node, way, visit: &mut dyn FnMut(NodeId, Slot)| {
        match &walls {
            Some(walls) => walls.shut(node, way, visit),
            None => map.shut(mover, node, way, visit),
        }
        terms.forbidden(&view, node, way, visit);
    };
    let around = Around { beside: &beside, shut: &shut };
    let ruled = terms.ruled(&view);
    let Some(reasons) = reasons(&ruled, &view.guess(), ends, around, scratch, budget)? else {
        return Ok(None);
    };
    let place = |node| map.place_of(node);
    let may_step = |from, to, slot| {
        let fence = map.fence_at(from, slot);
        (terms.may_open)(Closing::Step { from: place(from), to: place(to), fence })
    };
    let cover = map.cover(mover);
    let is_blocked = |at: NodeId| map.class_of(at).is_none_or(|class| !S::is_free(mover, class));
    // A step opens what blocks the body there and did not where it came from.
    let toll = |from: Option<NodeId>, to| {
        if view.is_passable(to) {
            return Some(0);
        }
        let is_new = |at: &NodeId| {
            is_blocked(*at) && !from.is_some_and(|from| cover.covers(from, at.index()))
        };
        let may_open = |at| match map.class_of(at) {
            Some(class) => (terms.may_open)(Closing::Place { at: place(at), class }),
            None => false,
        };
        cover.nodes(to).filter(is_new).try_fold(0, |count, at| may_open(at).then_some(count + 1))
    };
    let shut = |node, visit: &mut dyn FnMut(NodeId, Slot)| {
        // The walls under a body of several places are several.
        if cover.count() > 1 {
            return;
        }
        map.shut(&opened, node, Way::Forward, &mut |to, slot| {
            if may_step(node, to, slot) {
                visit(to, slot);
            }
        });
    };
    let [opened_view, _] = open_views();
    let world = Opened::new(opened_view, toll, shut, cover.count());
    let found = if class.is_some() { world.fewest(ends, scratch, budget)? } else { None };
    let opening = found.zip(class).map(|(Fewest { way, steps }, class)| {
        let mut opened = BTreeSet::new();
        let under = way.iter().flat_map(|&node| cover.nodes(node));
        let cells = under.filter(|&at| is_blocked(at) && opened.insert(at)).map(place);
        let steps = steps.into_iter().map(|step| step.map(place)).collect();
        Opening {
            cells: cells.collect(),
            class,
            steps,
            way: way.iter().copied().map(place).collect(),
        }
    });
    let Reasons { why, frontier, shut, nearest } = reasons;
    let (mut blocked, mut closed) = (BTreeSet::new(), BTreeSet::new());
    // What counts as open depends on the medium of the end that is enclosed.
    let [opened_view, opened_to_goal] = open_views();
    let around_end = match why {
        Why::GoalEnclosed { .. } => opened_to_goal,
        _ => opened_view,
    };
    let parting = S::walls(around_end);
    for node in frontier {
        if cover.count() == 1 {
            blocked.insert(node);
            continue;
        }
        if let Some(spent) = budget.take() {
            return Err(spent);
        }
        let mut is_parted = false;
        if let Some(walls) = &parting {
            walls.parting(node, &mut |step| {
                closed.insert(step);
                is_parted = true;
            });
        }
        // What blocks a body is what it covers, unless it would leave the map.
        if is_parted || around_end.is_passable(node) {
            let is_tile = |&at: &NodeId| map.class_of(at).is_some() && is_blocked(at);
            blocked.extend(cover.nodes(node).filter(is_tile));
        } else {
            blocked.insert(node);
        }
    }
    for step in shut {
        let Some(walls) = &walls else {
            closed.insert(step);
            continue;
        };
        if let Some(spent) = budget.take() {
            return Err(spent);
        }
        let [from, to] = step;
        if terms.extra(from, to).is_none() {
            closed.insert(step);
        }
        walls.shut(from, Way::Forward, &mut |end, slot| {
            if end == to {
                walls.closed(from, slot, &mut |step| _ = closed.insert(step));
            }
        });
    }
    let frontier = blocked.into_iter().map(place).collect();
    let shut = closed.into_iter().map(|step| step.map(place)).collect();
    Ok(Some(Explanation { why, frontier, shut, nearest, opening }))
}

/// As [`Closing::is_place`].
pub(crate) fn is_place<P>(closing: Closing<P>) -> bool {
    closing.is_place()
}

/// What an explanation heeds besides the map.
#[derive(Clone, Copy)]
pub(crate) struct Terms<'a, P = Cell> {
    pub(crate) may_open: &'a MayOpen<'a, P>,
    pub(crate) rule: Option<Rule<'a>>,
    /// The most extra cost that the rule returns. Every search is slower if it is high.
    pub(crate) most_extra: u32,
}

impl<'a, P> Terms<'a, P> {
    /// Without a rule.
    pub(crate) fn new(may_open: &'a MayOpen<'a, P>) -> Self {
        Terms { may_open, rule: None, most_extra: 0 }
    }

    pub(in crate::shapes) fn extra(&self, from: NodeId, to: NodeId) -> Option<u32> {
        self.rule.map_or(Some(0), |rule| rule(from, to))
    }

    /// The world under the rule.
    pub(in crate::shapes) fn ruled<'w>(self, world: &'w impl World) -> AnyRuled<'w>
    where
        'a: 'w,
    {
        let world = Erased::new(world);
        self.rule.map_or(world.as_it_is(), |rule| world.ruled(self.most_extra, rule))
    }

    /// Visits the steps out of a node, or into it, that only the rule forbids.
    pub(in crate::shapes) fn forbidden(
        &self,
        view: &impl World,
        node: NodeId,
        way: Way,
        visit: &mut dyn FnMut(NodeId, Slot),
    ) {
        if self.rule.is_none() {
            return;
        }
        view.visit_arcs(node, None, way, &mut |arc| {
            let (from, to) = if way == Way::Forward { (node, arc.node) } else { (arc.node, node) };
            if self.extra(from, to).is_none() {
                visit(arc.node, arc.slot);
            }
        });
    }
}

/// The most common class on which the mover can stand, of those that tiles can have.
fn commonest<S: Opens>(map: &S, mover: &S::Mover) -> Option<u8> {
    let mut counts = [0u32; 256];
    let nodes = (0..map.view(mover).node_count()).map(NodeId::new);
    nodes.filter_map(|node| map.class_of(node)).for_each(|class| counts[usize::from(class)] += 1);
    let free = (1..=255).rev().filter(|&class| S::is_free(mover, class));
    free.max_by_key(|&class| counts[usize::from(class)])
}

/// The map as if what may be opened were open, for forward searches: everything that a step opens
/// costs more than any path that opens nothing, and a step itself 1.
pub(in crate::shapes) struct Opened<'a, W, T, S> {
    /// The map as a mover sees it that can enter blocked places.
    opened: &'a W,
    /// How many things have to be opened to get from a place, if there is one, into another; `None`
    /// if they may not be.
    toll: T,
    /// Visits the forbidden steps out of a place that may be opened.
    shut: S,
    most: u32,
    /// The ticks of opening something, and of a step.
    each: u32,
    step: u32,
}

/// A way that opens as little as possible.
pub(in crate::shapes) struct Fewest {
    pub(in crate::shapes) way: Vec<NodeId>,
    /// The forbidden steps on it.
    pub(in crate::shapes) steps: Vec<[NodeId; 2]>,
}

impl<'a, W, T, S> Opened<'a, W, T, S>
where
    W: World,
    T: Fn(Option<NodeId>, NodeId) -> Option<u32>,
    S: Fn(NodeId, &mut dyn FnMut(NodeId, Slot)),
{
    /// `most` is the most places that a step opens.
    pub(in crate::shapes) fn new(opened: &'a W, toll: T, shut: S, most: u64) -> Self {
        const LIMIT: u64 = 1 << 31;
        let (most, nodes) = ((most + 1).min(LIMIT), u64::from(opened.node_count()));
        // A path of open places has fewer steps than there are places. On maps too large for that,
        // steps cost nothing.
        let (each, step) = if most * nodes < LIMIT { (nodes as u32, 1) } else { (1, 0) };
        Opened { opened, toll, shut, most: most as u32, each, step }
    }

    /// A way from one place to another that opens as little as possible, if there is one.
    pub(in crate::shapes) fn fewest(
        &self,
        [start, goal]: [NodeId; 2],
        scratch: &mut Scratch,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Fewest>, Spent> {
        if !self.is_passable(start) || (self.toll)(None, start).is_none() {
            return Ok(None);
        }
        let query = PathQuery::new(start, goal);
        let way = match seldom_astar(self, &Zero, &query, scratch, budget) {
            Outcome::Found(found) => found.path.nodes().to_vec(),
            Outcome::Unreachable(_) => return Ok(None),
            Outcome::OutOfBudget(out) => return Err(out.spent),
        };
        let is_shut = |step: &[NodeId; 2]| {
            let mut is_open = false;
            self.opened
                .visit_arcs(step[0], None, Way::Forward, &mut |arc| is_open |= arc.node == step[1]);
            !is_open
        };
        let steps = way.windows(2).map(|step| [step[0], step[1]]).filter(is_shut).collect();
        Ok(Some(Fewest { way, steps }))
    }
}

impl<W, T, S> World for Opened<'_, W, T, S>
where
    W: World,
    T: Fn(Option<NodeId>, NodeId) -> Option<u32>,
    S: Fn(NodeId, &mut dyn FnMut(NodeId, Slot)),
{
    fn node_count(&self) -> u32 {
        self.opened.node_count()
    }

    fn is_passable(&self, node: NodeId) -> bool {
        self.opened.is_passable(node)
    }

    fn max_arc_cost(&self) -> u32 {
        self.most * self.each + self.step
    }

    fn min_arc_cost(&self) -> u32 {
        self.step
    }

    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        debug_assert_eq!(way, Way::Forward, "it is searched forward only");
        let mut offer = |to, slot, more: u32| {
            if let Some(toll) = (self.toll)(Some(node), to) {
                visit(Arc { node: to, cost: (toll + more) * self.each + self.step, slot });
            }
        };
        self.opened.visit_arcs(node, None, way, &mut |arc| offer(arc.node, arc.slot, 0));
        (self.shut)(node, &mut |to, slot| offer(to, slot, 1));
    }

    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        self.opened.follow(node, slot, way)
    }
}
