//! Pieces of the ground, each with the corners that can be the first bend of a path from it.

use crate::base::Vec2;
use crate::index::hubs::Stage;
use crate::shapes::mesh::{
    labels::{Spent, Work, sweep::View},
    limits::tidied,
    locate::{Buckets, bounds},
    polygons::Mesh,
};

/// The parts of polygons in the squares of a grid, and the views of each.
#[derive(Clone, Debug)]
pub(super) struct Pieces {
    pub(super) grid: Buckets,
    pub(super) first: Vec<u32>,
    pub(super) views: Vec<View>,
}

/// The views of each polygon.
pub(super) struct Views {
    first: Vec<u32>,
    all: Vec<View>,
}

impl Views {
    /// Sorts views by their polygons.
    pub(super) fn new(mesh: &Mesh, found: Vec<(u32, View)>) -> Self {
        let mut first = vec![0u32; mesh.outward.len() + 1];
        for (polygon, _) in &found {
            first[*polygon as usize + 1] += 1;
        }
        for at in 1..first.len() {
            first[at] += first[at - 1];
        }
        let mut next = first.clone();
        let nothing = View { corner: 0, right: 0, left: 0 };
        let mut all = vec![nothing; found.len()];
        for (polygon, view) in found {
            let at = &mut next[polygon as usize];
            all[*at as usize] = view;
            *at += 1;
        }
        Views { first, all }
    }

    fn of(&self, polygon: u32) -> &[View] {
        &self.all[self.first[polygon as usize] as usize..self.first[polygon as usize + 1] as usize]
    }
}

impl Pieces {
    /// Cuts the ground by a grid of about `squares` squares, with at most `most` views.
    pub(super) fn new(
        mesh: &Mesh,
        views: &Views,
        squares: usize,
        most: usize,
        work: &mut Work<'_>,
    ) -> Result<Self, Spent> {
        let grid = Buckets::of_about(squares, &mesh.points, &mesh.first, &mesh.from);
        let (mut first, mut kept) = (Vec::with_capacity(grid.entry_count() + 1), Vec::new());
        first.push(0);
        for (entries, (least, last)) in grid.boxes() {
            for entry in entries {
                if entry % 1024 == 0 {
                    work.tell(Stage::Cut, entry, grid.entry_count())?;
                }
                let polygon = grid.polygon(entry);
                let ring = &mesh.from[mesh.edges_of(polygon)];
                let (low, high) = bounds(ring.iter().map(|&vertex| mesh.points[vertex as usize]));
                let (left, right) = (least.x.max(low.x), last.x.min(high.x));
                let (below, above) = (least.y.max(low.y), last.y.min(high.y));
                let rim = [(left, below), (right, below), (right, above), (left, above)];
                let rim = rim.map(|(x, y)| tidied(Vec2::new(x, y)));
                let within = |view: &View| view.within(mesh, mesh.corner_at(view.corner), rim);
                let all = views.of(polygon);
                work.spend((ring.len() + all.len()) as u64)?;
                kept.extend(all.iter().filter_map(within));
                if kept.len() > most {
                    return Err(Spent::Bytes);
                }
                first.push(kept.len() as u32);
            }
        }
        kept.shrink_to_fit();
        Ok(Pieces { grid, first, views: kept })
    }

    /// Finds the pieces that hold a point, and their polygons.
    #[inline]
    pub(super) fn find(
        &self,
        mesh: &Mesh,
        point: Vec2,
        pieces: &mut Vec<u32>,
        polygons: &mut Vec<u32>,
    ) {
        pieces.clear();
        polygons.clear();
        for entry in self.grid.entries_at(point) {
            let polygon = self.grid.polygon(entry);
            if mesh.holds(polygon, point) {
                pieces.push(entry as u32);
                polygons.push(polygon);
            }
        }
    }

    /// What is seen of a piece.
    #[inline(always)]
    pub(super) fn views_of(&self, piece: u32) -> &[View] {
        &self.views[self.first[piece as usize] as usize..self.first[piece as usize + 1] as usize]
    }

    pub(super) fn piece_count(&self) -> usize {
        self.first.len() - 1
    }

    pub(super) fn view_count(&self) -> usize {
        self.views.len()
    }

    pub(super) fn bytes(&self) -> usize {
        self.grid.bytes() + self.first.len() * 4 + self.views.len() * size_of::<View>()
    }
}
