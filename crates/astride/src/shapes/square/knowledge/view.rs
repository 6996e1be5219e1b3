//! A grid as a faction believes it to be.

use super::Knowledge;
use crate::base::{Cost, Dir, NodeId, Slot};
use crate::shapes::square::GridView;
use crate::shapes::square::view::Ground;
use crate::world::{Arc, Links, Offers, Way, World, follow_link};

/// A cell and its eight neighbours.
const ALL: u16 = 0x1FF;

/// A grid as one mover sees it and one faction knows it: a [`World`] for every search.
///
/// It has the same arcs, in the same order, as a view of a map on which everything is as the
/// faction believes. Where a cell and its neighbours are known, they are those of the view, so a
/// [prepared](GridView::prepared) view makes it faster, too.
#[derive(Clone)]
pub struct KnownView<'a> {
    knowledge: &'a Knowledge,
    view: &'a GridView<'a>,
    /// The view, without what does not hold for classes that the map does not have, and with no other
    /// fences than those that are believed in.
    frame: GridView<'a>,
}

impl<'a> KnownView<'a> {
    pub(super) fn new(knowledge: &'a Knowledge, view: &'a GridView<'a>) -> Self {
        let frame = view.allowing_for(knowledge.believed_classes());
        KnownView { knowledge, view, frame: frame.crossing_by(known_crossings(knowledge, view)) }
    }

    /// What the faction knows.
    pub fn knowledge(&self) -> &'a Knowledge {
        self.knowledge
    }

    /// The actual map.
    pub fn truth(&self) -> &'a GridView<'a> {
        self.view
    }

    /// What holds for both the actual map and all that may be believed: rules, scale, least factor,
    /// and bounds of arc costs. Its terrain is that of the map.
    pub(crate) fn frame(&self) -> &GridView<'a> {
        &self.frame
    }

    #[inline(always)]
    fn class_at(&self, node: NodeId) -> usize {
        usize::from(self.knowledge.class_at(self.view.grid(), node))
    }

    /// Whether the arcs at `node` are certainly those of the view: everything around is known and
    /// up to date. Checked once for all arcs, it saves 45 % of the instructions of A* on a known
    /// map (lak303d, November 2026).
    #[inline(always)]
    pub(crate) fn is_as_seen(&self, node: NodeId, way: Way) -> bool {
        // There may be a wall against the step back where even more has to be known.
        let is_simple = !self.frame.has_links()
            && (way == Way::Forward || !self.has_forbidden())
            && self.frame.inside(node) == 0xFF;
        is_simple
            && self.knowledge.known.around(node) == ALL
            && self.knowledge.stale.around(node) == 0
    }

    /// Offers the arcs at `node` wherever they come from.
    #[inline(always)]
    pub(crate) fn offer_as_believed(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        self.for_each_arc(node, way, |arc| {
            if offers.wants(arc.node.index(), arc.cost) {
                offers.take(arc);
            }
        });
    }

    /// The directions in which the mover may step out of `node`.
    #[inline(always)]
    fn steps_from(&self, node: NodeId) -> u8 {
        let known = self.knowledge.known.around(node);
        if known == ALL && self.frame.inside(node) == 0xFF && self.knowledge.stale.around(node) == 0
        {
            return self.view.steps_from(node);
        }
        self.steps_at(node, Way::Forward)
    }

    /// The directions from which the mover may step into `node`.
    fn steps_into(&self, node: NodeId) -> u8 {
        // Without walls every step is reversible.
        if self.has_forbidden() {
            self.steps_at(node, Way::Backward)
        } else {
            self.steps_from(node)
        }
    }

    #[cold]
    fn visit_links(&self, node: NodeId, way: Way, visit: &mut dyn FnMut(Arc)) {
        let links = self.frame.link_table();
        // What is not known of links and fences is not in a list of both.
        let is_known = |node| self.frame.has_crossings() || self.knowledge.known.get(node);
        if !self.is_passable(node) {
            return;
        }
        match way {
            Way::Forward if is_known(node) => {
                for link in links.leaving(node).iter().filter(|link| self.is_passable(link.to)) {
                    let slot = Slot::new(8 + links.place_among_arriving(link));
                    visit(Arc { node: link.to, cost: link.cost, slot });
                }
            }
            Way::Forward => {}
            Way::Backward => {
                let links_in = links.arriving(node).iter();
                for link in links_in.filter(|l| is_known(l.from) && self.is_passable(l.from)) {
                    let slot = Slot::new(8 + links.place_among_leaving(link));
                    visit(Arc { node: link.from, cost: link.cost, slot });
                }
            }
        }
    }
}

impl Ground for KnownView<'_> {
    #[inline(always)]
    fn frame(&self) -> &GridView<'_> {
        &self.frame
    }

    #[inline(always)]
    fn media_at(&self, node: NodeId) -> u8 {
        self.frame.media[self.class_at(node)]
    }

    #[inline(always)]
    fn entering_at(&self, node: NodeId) -> [u32; 2] {
        self.frame.entering[self.class_at(node)]
    }

    /// Whether there may be walls, fences or one-way steps in which the faction believes.
    #[inline(always)]
    fn has_forbidden(&self) -> bool {
        self.frame.has_forbidden() || self.knowledge.recalls_sides()
    }

    #[inline(always)]
    fn forbids(&self, from: NodeId, dir: Dir, to: NodeId) -> bool {
        self.knowledge.forbids(self.frame.grid(), from, dir, to)
    }
}

impl World for KnownView<'_> {
    fn node_count(&self) -> u32 {
        self.frame.node_count()
    }

    #[inline(always)]
    fn is_passable(&self, node: NodeId) -> bool {
        self.media_at(node) != 0
    }

    fn max_arc_cost(&self) -> u32 {
        self.frame.max_arc_cost()
    }

    fn min_arc_cost(&self) -> u32 {
        self.frame.min_arc_cost()
    }

    #[inline(always)]
    fn offer_arcs(&self, node: NodeId, way: Way, offers: &mut impl Offers) {
        if self.is_as_seen(node, way) {
            return self.view.offer_arcs(node, way, offers);
        }
        self.offer_as_believed(node, way, offers);
    }

    #[inline(always)]
    fn for_each_arc(&self, node: NodeId, way: Way, mut visit: impl FnMut(Arc)) {
        let steps = match way {
            Way::Forward => self.steps_from(node),
            Way::Backward => self.steps_into(node),
        };
        self.visit_steps(node, way, steps, &mut visit);
        if self.frame.has_links() {
            self.visit_links(node, way, &mut visit);
        }
    }

    fn visit_arcs(
        &self,
        node: NodeId,
        _arrival: Option<Slot>,
        way: Way,
        visit: &mut dyn FnMut(Arc),
    ) {
        match self.is_as_seen(node, way) {
            true => self.view.visit_arcs(node, None, way, visit),
            false => self.for_each_arc(node, way, visit),
        }
    }

    #[inline(always)]
    fn follow(&self, node: NodeId, slot: Slot, way: Way) -> NodeId {
        if slot.code() < 8 {
            return self.frame.follow(node, slot, way);
        }
        follow_link(self.frame.link_table(), node, slot, way)
    }

    fn deviation(&self, node: NodeId, start: NodeId, goal: NodeId) -> u32 {
        self.frame.deviation(node, start, goal)
    }

    fn estimate(&self, from: NodeId, to: NodeId) -> Cost {
        self.frame.estimate(from, to)
    }

    /// Changes with every edit of the grid and every change of belief.
    fn revision(&self) -> u64 {
        let revision = self.view.revision();
        revision.wrapping_add(self.knowledge.history_at(revision))
    }
}

/// The links that a faction knows, and as such the fences it believes in that the mover crosses; `None`
/// if it believes in none that are crossed.
fn known_crossings(knowledge: &Knowledge, view: &GridView<'_>) -> Option<Links> {
    let grid = view.grid();
    let has_none = grid.fences().is_empty() && !knowledge.recalls_sides();
    if view.crossings().all().is_empty() || has_none {
        return None;
    }
    let fences = knowledge.believed_fences(grid);
    if fences.is_empty() {
        return None;
    }
    let links = grid.links().iter().filter(|link| knowledge.known.get(link.from)).copied();
    let (media, entering) = view.meanings();
    let ground = |node| {
        let class = usize::from(knowledge.class_at(grid, node));
        (media[class], entering[class][0])
    };
    let links = Links::of(links.collect()).ok()?;
    fences.as_links(&links, grid.width(), view.crossings(), ground)
}

crate::base::debug_by!([] KnownView['_]: view);
