//! Looking through a polygon: what is seen of its other edges, and from where.

use crate::base::Vec2;
use crate::search::SearchObserver;
use crate::shapes::mesh::TIE;
use crate::shapes::mesh::orient::orient;
use crate::shapes::mesh::polyanya::{
    Polyanya, State,
    cone::{Cone, FLAT, Line, ONWARD, START, Side, least_way},
};
use crate::shapes::mesh::polygons::NONE;

/// The polygon behind an edge: its other edges from right to left.
struct Behind {
    polygon: u32,
    begin: usize,
    count: usize,
    /// The edge that is entered, as a number within the polygon.
    entered: usize,
}

impl Behind {
    /// The `k`-th edge from the right.
    #[inline(always)]
    fn edge(&self, k: usize) -> usize {
        let at = self.entered + 1 + k;
        self.begin + if at >= self.count { at - self.count } else { at }
    }

    /// How many edges there are besides the one that is entered.
    fn edges(&self) -> usize {
        self.count - 1
    }
}

impl Polyanya<'_> {
    /// Looks through the polygon behind the edge of a cone.
    pub(super) fn expand<O: SearchObserver>(&mut self, cone: Cone, polygon: u32, observer: &mut O) {
        let mesh = self.mesh;
        let edge = cone.entered();
        let bounds = mesh.edges_of(polygon);
        let behind = Behind {
            polygon,
            begin: bounds.start,
            count: bounds.len(),
            entered: edge - bounds.start,
        };
        let (left, right) = (mesh.from[edge], mesh.to[edge]);
        let root = self.place(cone.root);
        let rays = self.rays(&cone, root);
        let ends = [mesh.points[right as usize], mesh.points[left as usize]];
        let is_flat = cone.is_flat();
        let is_right_nearer = is_flat && root.distance_to(ends[0]) < root.distance_to(ends[1]);
        // A path turns where its ray meets the end of the edge, if the ground around it allows.
        let turns = |corner: u32, end: u32, ray: u32, line: &Line, is_nearer: bool| {
            let is_met = || ray == end || line.side(mesh.points[end as usize]) == 0.0;
            let can_turn = corner != NONE && corner != cone.root && (!is_flat || is_nearer);
            (can_turn && is_met()).then_some(corner)
        };
        let corners = [mesh.corner[behind.edge(0)], mesh.corner[edge]];
        let turns_right = turns(corners[0], right, cone.right, &rays[0], is_right_nearer);
        let turns_left = turns(corners[1], left, cone.left, &rays[1], !is_right_nearer);
        if self.scratch.is_goal(polygon) {
            return self.arrive(&cone, rays, [turns_right, turns_left]);
        }
        let point = |k: usize| mesh.points[mesh.from[behind.edge(k)] as usize];
        let last = behind.edges();
        // The first vertex that is not right of the right ray, the last that is not left of the left.
        // Behind a flat edge there is none: what is on its line is flat from where the path turns.
        let mut seen = (1..=last).filter(|_| !is_flat);
        let first_seen = seen.find(|&k| rays[0].side(point(k)) >= 0.0).unwrap_or(last + 1);
        let mut seen = (0..last).rev().filter(|_| !is_flat);
        let last_seen = seen.find(|&k| rays[1].side(point(k)) <= 0.0);
        let pushed = self.scratch.cone_count();
        let mut only = None;
        if let Some((corner, g)) = self.turn(&cone, root, turns_right) {
            self.push_right(&behind, corner, g, rays[0], first_seen, observer);
        }
        if let Some((corner, g)) = self.turn(&cone, root, turns_left) {
            self.push_left(&behind, corner, g, rays[1], last_seen, observer);
        }
        if let Some(last_seen) = last_seen {
            let is_end_right = cone.right == right || rays[0].side(ends[0]) == 0.0;
            let is_end_left = cone.left == left || rays[1].side(ends[1]) == 0.0;
            // An edge that the ray only touches at its end is not seen.
            let touches = |line: &Line, k: usize| line.side(point(k)) == 0.0;
            let is_first = first_seen == 1 && is_end_right;
            let begin = match first_seen {
                k if k > last => return,
                k if !is_first && touches(&rays[0], k) => k,
                k => k - 1,
            };
            let is_last = last_seen + 1 == last && is_end_left;
            let end = match last_seen {
                k if !is_last && touches(&rays[1], k) => k,
                k => k + 1,
            };
            for k in begin..end {
                let is_clipped_right = k + 1 == first_seen && !is_first;
                let is_clipped_left = k == last_seen && !is_last;
                let (from, to) = (mesh.from[behind.edge(k)], mesh.to[behind.edge(k)]);
                let seen = [
                    if is_clipped_right { cone.right } else { from },
                    if is_clipped_left { cone.left } else { to },
                ];
                let Some(next) = self.successor(behind.edge(k), polygon, cone.root, cone.g, seen)
                else {
                    continue;
                };
                if let Some(before) = only.replace(next) {
                    self.push(before, polygon, observer);
                }
            }
        }
        if let Some(next) = only {
            if self.scratch.cone_count() == pushed {
                self.state = State::Running(Some(next)); // nothing to choose from
            } else {
                self.push(next, polygon, observer);
            }
        }
    }

    /// The goal is in the polygon behind the edge: it is seen from the root, from one end of the edge,
    /// or through another edge.
    fn arrive(&mut self, cone: &Cone, rays: [Line; 2], turns: [Option<u32>; 2]) {
        let (is_right, is_left) = (rays[0].side(self.goal) < 0.0, rays[1].side(self.goal) > 0.0);
        if !is_right && !is_left {
            return self.push_goal(cone.root, cone.g);
        }
        let root = self.place(cone.root);
        for (turns, is_beside) in turns.into_iter().zip([is_right, is_left]) {
            if is_beside && let Some((corner, g)) = self.turn(cone, root, turns) {
                self.push_goal(corner, g);
            }
        }
    }

    /// What is right of the right ray, seen from the right end of the edge.
    fn push_right<O: SearchObserver>(
        &mut self,
        behind: &Behind,
        root: u32,
        g: f64,
        ray: Line,
        first_seen: usize,
        observer: &mut O,
    ) {
        let mesh = self.mesh;
        for k in 0..first_seen.min(behind.edges()) {
            let edge = behind.edge(k);
            let (from, mut to) = (mesh.from[edge], mesh.to[edge]);
            if k + 1 == first_seen {
                let is_on = |vertex: u32| ray.side(mesh.points[vertex as usize]) >= 0.0;
                if k == 0 && is_on(from) {
                    return; // all of it is seen
                }
                if ray.side(mesh.points[to as usize]) > 0.0 {
                    to = ONWARD;
                }
            }
            if let Some(cone) = self.successor(edge, behind.polygon, root, g, [from, to]) {
                self.push(cone, behind.polygon, observer);
            }
        }
    }

    /// What is left of the left ray, seen from the left end of the edge.
    fn push_left<O: SearchObserver>(
        &mut self,
        behind: &Behind,
        root: u32,
        g: f64,
        ray: Line,
        last_seen: Option<usize>,
        observer: &mut O,
    ) {
        let mesh = self.mesh;
        for k in last_seen.unwrap_or(0)..behind.edges() {
            let edge = behind.edge(k);
            let (mut from, to) = (mesh.from[edge], mesh.to[edge]);
            if Some(k) == last_seen {
                let is_on = |vertex: u32| ray.side(mesh.points[vertex as usize]) <= 0.0;
                if k + 1 == behind.edges() && is_on(to) {
                    return; // all of it is seen
                }
                if ray.side(mesh.points[from as usize]) < 0.0 {
                    from = ONWARD;
                }
            }
            if let Some(cone) = self.successor(edge, behind.polygon, root, g, [from, to]) {
                self.push(cone, behind.polygon, observer);
            }
        }
    }

    /// The corner where a cone's path turns and the length of the way there, if no other way has been
    /// found to be as short.
    fn turn(&mut self, cone: &Cone, root: Vec2, corner: Option<u32>) -> Option<(u32, f64)> {
        let corner = corner?;
        let place = self.place(corner);
        let g = cone.g + root.distance_to(place);
        let (known, parent) = self.scratch.root(corner);
        if g.total_cmp(&known).is_eq() && parent == cone.root {
            return Some((corner, g)); // around the corner the other way
        }
        // Of equal ways the first is kept, or each tie would double what follows. Two that come along one
        // line differ, though: each looks only to its side of that line, and turns to the other.
        let tie = TIE * (self.mesh.extent + g);
        if g + tie >= known {
            let before = self.place(parent);
            let is_same_line = g <= known + tie
                && orient(root, before, place) == 0.0
                && root.minus(place).dot(before.minus(place)) > 0.0;
            return is_same_line.then_some((corner, known));
        }
        if known < f64::INFINITY {
            self.effort.improved += 1;
        }
        self.scratch.set_root(corner, g, cone.root);
        Some((corner, g))
    }

    /// A cone through an edge of the polygon that is left; `None` where there is nothing beyond, or only a
    /// dead end without the goal, or where the edge is flat and no path turns at its nearer end.
    #[inline(always)]
    pub(super) fn successor(
        &self,
        edge: usize,
        polygon: u32,
        root: u32,
        g: f64,
        [right, left]: [u32; 2],
    ) -> Option<Cone> {
        let mesh = self.mesh;
        let twin = mesh.across[edge];
        if twin == NONE {
            return None;
        }
        let beyond = mesh.owner[twin as usize];
        if !mesh.leads_on(polygon, beyond, |polygon| self.scratch.is_marked(polygon)) {
            return None;
        }
        let (from, to) = (mesh.from[edge], mesh.to[edge]);
        let vertex = self.vertex(root);
        let is_whole = right == from && left == to && vertex != from && vertex != to;
        let mut cone = Cone { g, edge: twin, root, right, left };
        if is_whole {
            let (place, ends) = (self.place(root), mesh.ends_of(edge));
            if orient(ends.0, ends.1, place) <= 0.0 {
                // The corner at which an edge ends is the one at which the neighbour's begins.
                let is_from_nearer = place.distance_to(ends.0) < place.distance_to(ends.1);
                let nearer = if is_from_nearer { edge } else { twin as usize };
                if mesh.corner[nearer] == NONE {
                    return None;
                }
                cone.edge |= FLAT;
            }
        }
        Some(cone)
    }

    /// The two rays of a cone.
    #[inline(always)]
    fn rays(&self, cone: &Cone, root: Vec2) -> [Line; 2] {
        [cone.right, cone.left].map(|vertex| match vertex {
            ONWARD => Line::new(self.place(self.scratch.root(cone.root).1), root),
            vertex => Line::new(root, self.mesh.points[vertex as usize]),
        })
    }

    /// A guess at the length of the way from the root of a cone to the goal that is never too long.
    #[inline(always)]
    pub(super) fn guess(&self, cone: &Cone) -> f64 {
        let root = self.place(cone.root);
        let (left, right) = self.mesh.ends_of(cone.entered());
        if cone.is_flat() {
            let (near, far) = (root.distance_to(right), root.distance_to(left));
            let turn = if near < far { right } else { left };
            return near.min(far) + turn.distance_to(self.goal);
        }
        let edge = cone.entered();
        let rays = self.rays(cone, root).map(|ray| ray.along());
        let right = Side {
            ray: rays[0],
            end: right.minus(root),
            is_through: cone.right == self.mesh.to[edge],
        };
        let left = Side {
            ray: rays[1],
            end: left.minus(root),
            is_through: cone.left == self.mesh.from[edge],
        };
        least_way(right, left, self.goal.minus(root))
    }
}

const _: () = assert!(START == NONE && size_of::<Cone>() == 24);
