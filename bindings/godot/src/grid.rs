//! `AstrideGrid`, used like `AStarGrid2D`.

use std::fmt;

use godot::builtin::{Array, PackedVector2Array, Rect2i, Vector2, Vector2i};
use godot::classes::RefCounted;
use godot::obj::Base;
use godot::register::{GodotClass, godot_api};

use crate::{Board, Cells, Diagonal, Diagonals, Ends, Place, Refused, Rule, reported};

/// A grid to find paths on, with the names of `AStarGrid2D`.
///
/// Set `region`, `cell_size` and `offset`, and call `update()`; then make cells solid or heavy and ask.
#[derive(GodotClass)]
#[class(init, base = RefCounted)]
pub(crate) struct AstrideGrid {
    /// Ids of the cells. `update()` brings it into force.
    #[var(get = get_region, set = set_region)]
    region: Rect2i,
    /// Width and height of a cell. `update()` brings it into force.
    #[var(get = get_cell_size, set = set_cell_size)]
    #[init(val = Vector2::ONE)]
    cell_size: Vector2,
    /// Where the point of the cell with the id (0, 0) lies. `update()` brings it into force.
    #[var(get = get_offset, set = set_offset)]
    offset: Vector2,
    /// When steps are diagonal, one of `DIAGONAL_MODE_…`.
    #[var(get = get_diagonal_mode, set = set_diagonal_mode)]
    diagonal_mode: i64,
    /// What diagonal steps cost, one of `HEURISTIC_…`.
    #[var(get = get_heuristic, set = set_heuristic)]
    heuristic: i64,
    /// None before `update()`.
    board: Option<Board>,
    /// Rises with every `update()` that made another board.
    generation: u64,
    /// How many navigators were made on this grid.
    owners: i64,
    base: Base<RefCounted>,
}

impl fmt::Debug for AstrideGrid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AstrideGrid").field("board", &self.board).finish_non_exhaustive()
    }
}

pub(crate) fn pair(id: Vector2i) -> (i32, i32) {
    (id.x, id.y)
}

pub(crate) fn exact(point: Vector2) -> (f64, f64) {
    (point.x.into(), point.y.into())
}

/// The engine's numbers have 32 bits.
pub(crate) fn rounded((x, y): (f64, f64)) -> Vector2 {
    Vector2::new(x as f32, y as f32)
}

/// A number that a script sets, if it is that of a constant.
pub(crate) fn constant(what: &'static str, number: i64, last: i64) -> Result<i64, Refused> {
    let is_known = (0..=last).contains(&number);
    is_known.then_some(number).ok_or(Refused::Constant { what, number, last })
}

impl AstrideGrid {
    /// The board, or a report that there is none.
    pub(crate) fn board(&mut self) -> Option<&mut Board> {
        reported(self.board.as_mut().ok_or(Refused::NotUpdated))
    }

    pub(crate) fn board_if_any(&mut self) -> Option<&mut Board> {
        self.board.as_mut()
    }

    pub(crate) fn generation(&self) -> u64 {
        self.generation
    }

    /// A number for a navigator that no other has on this grid.
    pub(crate) fn next_owner(&mut self) -> i64 {
        self.owners += 1;
        self.owners
    }

    /// Where the next board is to lie.
    fn place(&self) -> Place {
        let size = |length: i32| u32::try_from(length).unwrap_or(0);
        Place {
            first: pair(self.region.position),
            size: (size(self.region.size.x), size(self.region.size.y)),
            cell_size: exact(self.cell_size),
            offset: exact(self.offset),
        }
    }

    fn rule(&self) -> Rule {
        let diagonals = match self.diagonal_mode {
            0 => Diagonals::Always,
            1 => Diagonals::Never,
            2 => Diagonals::AtLeastOneWalkable,
            _ => Diagonals::OnlyIfNoObstacles,
        };
        let diagonal = match self.heuristic {
            1 => Diagonal::Two,
            3 => Diagonal::One,
            _ => Diagonal::Root,
        };
        Rule { diagonals, diagonal }
    }

    fn path(&mut self, from: Vector2i, to: Vector2i, allow_partial_path: bool) -> Cells {
        let ends: Ends = (pair(from), pair(to));
        let found = self.board().map(|board| board.path(ends, allow_partial_path));
        found.and_then(reported).unwrap_or_default()
    }

    pub(crate) fn ids(board: &Board, cells: &[astride::base::Cell]) -> Array<Vector2i> {
        let ids = cells.iter().map(|&cell| board.place().id(cell));
        ids.map(|(x, y)| Vector2i::new(x, y)).collect()
    }

    pub(crate) fn points(board: &Board, cells: &[astride::base::Cell]) -> PackedVector2Array {
        cells.iter().map(|&cell| rounded(board.place().point(cell))).collect()
    }
}

#[godot_api]
impl AstrideGrid {
    #[constant]
    const DIAGONAL_MODE_ALWAYS: i64 = 0;
    #[constant]
    const DIAGONAL_MODE_NEVER: i64 = 1;
    #[constant]
    const DIAGONAL_MODE_AT_LEAST_ONE_WALKABLE: i64 = 2;
    #[constant]
    const DIAGONAL_MODE_ONLY_IF_NO_OBSTACLES: i64 = 3;
    #[constant]
    const HEURISTIC_EUCLIDEAN: i64 = 0;
    #[constant]
    const HEURISTIC_MANHATTAN: i64 = 1;
    #[constant]
    const HEURISTIC_OCTILE: i64 = 2;
    #[constant]
    const HEURISTIC_CHEBYSHEV: i64 = 3;

    #[func]
    fn get_region(&self) -> Rect2i {
        self.region
    }

    #[func]
    fn set_region(&mut self, region: Rect2i) {
        if region != self.region {
            self.region = region;
            self.board = None;
        }
    }

    #[func]
    fn get_cell_size(&self) -> Vector2 {
        self.cell_size
    }

    #[func]
    fn set_cell_size(&mut self, size: Vector2) {
        if size != self.cell_size {
            self.cell_size = size;
            self.board = None;
        }
    }

    #[func]
    fn get_offset(&self) -> Vector2 {
        self.offset
    }

    #[func]
    fn set_offset(&mut self, offset: Vector2) {
        if offset != self.offset {
            self.offset = offset;
            self.board = None;
        }
    }

    #[func]
    fn get_diagonal_mode(&self) -> i64 {
        self.diagonal_mode
    }

    #[func]
    fn set_diagonal_mode(&mut self, mode: i64) {
        let Some(mode) = reported(constant("diagonal mode", mode, 3)) else { return };
        self.diagonal_mode = mode;
        self.obey();
    }

    #[func]
    fn get_heuristic(&self) -> i64 {
        self.heuristic
    }

    #[func]
    fn set_heuristic(&mut self, heuristic: i64) {
        let Some(heuristic) = reported(constant("heuristic", heuristic, 3)) else { return };
        self.heuristic = heuristic;
        self.obey();
    }

    /// Brings region, cell size and offset into force: all cells are free, of weight 1. Does nothing if
    /// none of them changed.
    #[func]
    fn update(&mut self) {
        if self.board.is_none() {
            self.board = reported(Board::new(self.place(), self.rule()));
            self.generation += 1;
        }
    }

    /// Whether `update()` has something to do.
    #[func]
    fn is_dirty(&self) -> bool {
        self.board.is_none()
    }

    /// Takes all cells away: the region is empty then, and `update()` follows once there is another.
    #[func]
    fn clear(&mut self) {
        self.region = Rect2i::default();
        self.board = None;
    }

    #[func]
    fn is_in_bounds(&self, x: i32, y: i32) -> bool {
        self.place().cell((x, y)).is_ok()
    }

    #[func]
    fn is_in_boundsv(&self, id: Vector2i) -> bool {
        self.is_in_bounds(id.x, id.y)
    }

    #[func]
    fn set_point_solid(&mut self, id: Vector2i, #[opt(default = true)] solid: bool) {
        let Some(board) = self.board() else { return };
        if reported(board.place().cell(pair(id))).is_some() {
            board.fill_solid(pair(id), (1, 1), solid);
        }
    }

    /// Cells of the region that lie off the grid are left out.
    #[func]
    fn fill_solid_region(&mut self, region: Rect2i, #[opt(default = true)] solid: bool) {
        if let Some(board) = self.board() {
            board.fill_solid(pair(region.position), pair(region.size), solid);
        }
    }

    #[func]
    fn is_point_solid(&mut self, id: Vector2i) -> bool {
        let solid = self.board().map(|board| board.is_solid(pair(id)));
        solid.and_then(reported).unwrap_or(false)
    }

    /// Weights are 0.1 to 10 in tenths, or 12, 15, 20, 25, 30, 35, 40, 50, 60, 70, 80 or 100.
    #[func]
    fn set_point_weight_scale(&mut self, id: Vector2i, weight_scale: f64) {
        let Some(board) = self.board() else { return };
        if reported(board.place().cell(pair(id))).is_some() {
            reported(board.fill_weight(pair(id), (1, 1), weight_scale));
        }
    }

    #[func]
    fn fill_weight_scale_region(&mut self, region: Rect2i, weight_scale: f64) {
        let Some(board) = self.board() else { return };
        reported(board.fill_weight(pair(region.position), pair(region.size), weight_scale));
    }

    #[func]
    fn get_point_weight_scale(&mut self, id: Vector2i) -> f64 {
        let weight = self.board().map(|board| board.weight(pair(id)));
        weight.and_then(reported).unwrap_or(0.0)
    }

    #[func]
    fn get_point_position(&mut self, id: Vector2i) -> Vector2 {
        let Some(board) = self.board() else { return Vector2::ZERO };
        let cell = reported(board.place().cell(pair(id)));
        cell.map_or(Vector2::ZERO, |cell| rounded(board.place().point(cell)))
    }

    /// The id of the cell that a point lies in, on the grid or off it.
    #[func]
    fn get_id_at(&mut self, point: Vector2) -> Vector2i {
        let Some(board) = self.board() else { return Vector2i::ZERO };
        let (x, y) = board.place().id_at(exact(point));
        Vector2i::new(x, y)
    }

    /// Ids of a cheapest path, both ends included; none if there is no path.
    #[func]
    fn get_id_path(
        &mut self,
        from: Vector2i,
        to: Vector2i,
        #[opt(default = false)] allow_partial_path: bool,
    ) -> Array<Vector2i> {
        let cells = self.path(from, to, allow_partial_path);
        self.board.as_ref().map_or_else(Array::new, |board| Self::ids(board, &cells))
    }

    /// Points of a cheapest path, both ends included; none if there is no path.
    #[func]
    fn get_point_path(
        &mut self,
        from: Vector2i,
        to: Vector2i,
        #[opt(default = false)] allow_partial_path: bool,
    ) -> PackedVector2Array {
        let cells = self.path(from, to, allow_partial_path);
        self.board
            .as_ref()
            .map_or_else(PackedVector2Array::new, |board| Self::points(board, &cells))
    }

    fn obey(&mut self) {
        let rule = self.rule();
        if let Some(board) = &mut self.board {
            board.set_rule(rule);
        }
    }
}
