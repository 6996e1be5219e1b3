//! Saving obstacles as bytes, and loading them.

use super::{Obstacles, first_nodes_of, nodes_of};
use crate::base::{
    CellRect, Container, Groups, PartsError, TablesError, Vec2, check, check_names, few, u8s, u64s,
};
use crate::shapes::square::Grid;
use crate::shapes::{GROUND, ObstacleError, ObstacleId, Outline, Placed};
use crate::world::MAX_SAVED_COUNT;

/// What was expected of an outline.
const OUTLINE: &str = "a kind whose numbers follow, those of a rectangle below 2^32";

const KIND: [u8; 4] = *b"obst";

/// Width and height of the grid, the class of obstacles without one of their own, the next handle.
const NUMBERS: &str = "obstacles.numbers";
const HANDLES: &str = "obstacles.handles";
const CLASSES: &str = "obstacles.classes";
/// 0 for a rectangle, 1 for a circle, and the number of corners of a polygon.
const KINDS: &str = "obstacles.kinds";
/// The numbers of a rectangle, the centre and radius of a circle, the corners of a polygon.
const SHAPES: &str = "obstacles.shapes";
/// For each obstacle and each of its cells, row by row, the class right below it. The lowest ones give
/// the ground; with the others, what is loaded is never much larger than the file.
const BELOW: &str = "obstacles.below";

const RECT: u64 = 0;
const CIRCLE: u64 = 1;

impl Obstacles {
    /// The obstacles as bytes, for [`load`](Self::load); handles stay the same. Save the grid with them.
    ///
    /// # Complexity
    ///
    /// O(Σ cells around each outline), times its number of corners for a polygon, and O(log covered
    /// cells) for each covered cell. The file has a byte for each cell of each obstacle.
    pub fn save(&self) -> Vec<u8> {
        let mut out = Groups::default();
        let CellRect { width, height, .. } = self.bounds;
        let numbers = [width.into(), height.into(), self.class.into(), self.all.next];
        out.put(NUMBERS, numbers.to_vec());
        out.put(HANDLES, self.all.placed.keys().map(|id| id.0).collect::<Vec<u64>>());
        out.put(CLASSES, self.all.placed.values().map(|placed| placed.class).collect::<Vec<u8>>());
        let (mut kinds, mut shapes) = (Vec::new(), Vec::new());
        for placed in self.all.placed.values() {
            match &placed.outline {
                Outline::Rect(CellRect { x, y, width, height }) => {
                    kinds.push(RECT);
                    shapes.extend([*x, *y, *width, *height].map(u64::from));
                }
                Outline::Circle { centre, radius } => {
                    kinds.push(CIRCLE);
                    shapes.extend([centre.x, centre.y, *radius].map(f64::to_bits));
                }
                Outline::Polygon(corners) => {
                    kinds.push(corners.len() as u64);
                    shapes.extend(corners.iter().flat_map(|at| [at.x, at.y].map(f64::to_bits)));
                }
            }
        }
        out.put(KINDS, kinds);
        out.put(SHAPES, shapes);
        let layers = |(id, outline)| {
            let nodes = nodes_of(outline, self.bounds).into_iter().flatten();
            nodes.map(move |node| (node, id))
        };
        let layers = self.all.iter().flat_map(layers);
        out.put(
            BELOW,
            layers.filter_map(|layer| self.all.layers.below(layer)).collect::<Vec<u8>>(),
        );
        out.file(KIND, 0)
    }

    /// Loads obstacles of a grid of this size, as written by [`save`](Self::save). The grid should be as it
    /// was then: any other edit to it in between is one of [other code](Self).
    ///
    /// # Errors
    ///
    /// If the bytes are not such a file or not as they were written, or if the size of the grid
    /// differs. Bytes forged with all their checksums can lead to other obstacles or another ground,
    /// but never to what no calls could have led to.
    ///
    /// # Complexity
    ///
    /// That of placing all obstacles, for as long as the file has their cells: for a polygon all cells
    /// around it count, so limit the size of a file that you do not trust.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Cell;
    /// use astride::shapes::square::{Grid, Obstacles, Outline};
    /// let mut grid = Grid::new(10, 10, b'.')?;
    /// let mut obstacles = Obstacles::new(&grid, b'T');
    /// let (tower, batch) = obstacles.place(&grid, Outline::circle(5.0, 5.0, 2.0))?;
    /// grid.apply(&batch)?;
    ///
    /// let mut loaded = Obstacles::load(&obstacles.save(), &grid)?;
    /// grid.apply(&loaded.remove(&grid, tower)?)?;
    /// assert_eq!(grid.class((5, 5)), Some(b'.'));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn load(bytes: &[u8], grid: &Grid) -> Result<Self, ObstacleError> {
        let tables = Container::read(bytes, KIND).map_err(TablesError::from)?;
        check_names(&tables, [NUMBERS, HANDLES, CLASSES, KINDS, SHAPES, BELOW].into_iter())?;
        let [width, height, class, next] = few(u64s(&tables, NUMBERS)?, NUMBERS)?;
        let CellRect { width: columns, height: rows, .. } = grid.bounds();
        if [width, height] != [columns, rows].map(u64::from) {
            return Err(ObstacleError::OtherGrid { width: columns, height: rows });
        }
        let wrong = |part, at, expected| PartsError::Damaged { part, at, expected };
        let class = u8::try_from(class).map_err(|_| wrong(NUMBERS, 2, "a terrain class"))?;
        let is_handle = (GROUND.0 + 1..=MAX_SAVED_COUNT).contains(&next);
        check(is_handle, NUMBERS, 3, "a handle of 1 to 2^56")?;
        let mut loaded = Obstacles::new(grid, class);
        loaded.all.next = next;
        let (handles, classes) = (u64s(&tables, HANDLES)?, u8s(&tables, CLASSES)?);
        let (kinds, shapes) = (u64s(&tables, KINDS)?, u64s(&tables, SHAPES)?);
        check(classes.len() == handles.len(), CLASSES, classes.len(), "one for each obstacle")?;
        check(kinds.len() == handles.len(), KINDS, kinds.len(), "one for each obstacle")?;
        let (mut shapes, below) = (&shapes[..], u8s(&tables, BELOW)?);
        let mut used = 0;
        let mut least = GROUND.0 + 1;
        for (at, ((&handle, &class), &kind)) in handles.iter().zip(classes).zip(&kinds).enumerate()
        {
            check((least..next).contains(&handle), HANDLES, at, "rising handles below the next")?;
            least = handle + 1;
            let outline = outline_of(kind, &mut shapes).ok_or(wrong(KINDS, at, OUTLINE))?;
            used = loaded.take(ObstacleId(handle), Placed { outline, class }, below, used)?;
        }
        check(shapes.is_empty(), SHAPES, shapes.len(), "numbers of obstacles only")?;
        check(used == below.len(), BELOW, used, "cells of obstacles only")?;
        Ok(loaded)
    }

    /// Puts an obstacle on top; `below` has the classes below it from `first` on. Returns where they end.
    fn take(
        &mut self,
        id: ObstacleId,
        placed: Placed<Outline>,
        below: &[u8],
        first: usize,
    ) -> Result<usize, ObstacleError> {
        let nodes = first_nodes_of(&placed.outline, self.bounds, below.len() - first + 1)?;
        let layers: Vec<_> = nodes.into_iter().map(|node| (node, id)).collect();
        let end = first + layers.len();
        check(end <= below.len(), BELOW, below.len(), "a class for each cell of an obstacle")?;
        for (at, layer) in (first..).zip(layers) {
            match self.all.layers.below(layer) {
                Some(class) => {
                    check(class == below[at], BELOW, at, "the class of the layer below")?
                }
                None => self.all.layers.put((layer.0, GROUND), below[at]),
            }
            self.all.layers.put(layer, placed.class);
        }
        self.all.placed.insert(id, placed);
        Ok(end)
    }
}

/// The outline of a kind with the next numbers, if there are such.
fn outline_of(kind: u64, shapes: &mut &[u64]) -> Option<Outline> {
    let count = match kind {
        RECT => 4,
        CIRCLE => 3,
        corners => usize::try_from(corners).ok()?.checked_mul(2)?,
    };
    let (own, rest) = shapes.split_at_checked(count)?;
    *shapes = rest;
    let point = |&[x, y]: &[u64; 2]| Vec2::new(f64::from_bits(x), f64::from_bits(y));
    Some(match (kind, own) {
        (RECT, &[x, y, width, height]) => {
            let [x, y, width, height] =
                [x, y, width, height].map(|number| u32::try_from(number).ok());
            Outline::Rect(CellRect::new(x?, y?, width?, height?))
        }
        (CIRCLE, &[x, y, radius]) => {
            Outline::Circle { centre: point(&[x, y]), radius: f64::from_bits(radius) }
        }
        _ => Outline::Polygon(own.as_chunks().0.iter().map(point).collect()),
    })
}
