//! `AstrideNavigator`: paths within a budget per frame.

use std::fmt;
use std::time::Instant;

use astride::base::Budget;
use godot::builtin::{PackedVector2Array, Vector2i};
use godot::classes::RefCounted;
use godot::obj::{Base, Gd};
use godot::register::{GodotClass, godot_api};

use crate::desk::{Desk, time_of};
use crate::grid::{AstrideGrid, pair};
use crate::{Answer, reported};

/// Paths on an `AstrideGrid` that are asked for now and come in a later frame, within a budget.
///
/// ```gdscript
/// var navigator := AstrideNavigator.on(grid)
/// navigator.path_found.connect(func(request, points): units[request].follow(points))
/// units[navigator.request(from, to)] = unit
/// # In _process:
/// navigator.update(2.0)
/// ```
#[derive(GodotClass)]
#[class(no_init, base = RefCounted)]
pub(crate) struct AstrideNavigator {
    grid: Gd<AstrideGrid>,
    desk: Desk,
    base: Base<RefCounted>,
}

impl fmt::Debug for AstrideNavigator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AstrideNavigator").field("desk", &self.desk).finish_non_exhaustive()
    }
}

#[godot_api]
impl AstrideNavigator {
    /// A path was found. No points if there is none, or if the grid was replaced meanwhile.
    #[signal]
    fn path_found(request: i64, points: PackedVector2Array);

    /// A navigator on a grid. Several may share one.
    #[func]
    fn on(mut grid: Gd<AstrideGrid>) -> Gd<Self> {
        let desk = Desk::new(grid.bind_mut().next_owner());
        Gd::from_init_fn(|base| AstrideNavigator { grid, desk, base })
    }

    /// Asks for a path and gives the number by which `path_found` says which it is; 0 if it was refused.
    /// Of those that wait, the ones of a higher priority (0 to 255) come first.
    #[func]
    fn request(
        &mut self,
        from: Vector2i,
        to: Vector2i,
        #[opt(default = false)] allow_partial_path: bool,
        #[opt(default = 0)] priority: i64,
    ) -> i64 {
        let mut grid = self.grid.bind_mut();
        let generation = grid.generation();
        let Some(board) = grid.board() else { return 0 };
        let (ends, priority) = ((pair(from), pair(to)), priority.clamp(0, 255) as u8);
        let asked = self.desk.request((board, generation), ends, allow_partial_path, priority);
        reported(asked).unwrap_or(0)
    }

    /// Takes a request back: `path_found` does not come for it.
    #[func]
    fn cancel(&mut self, request: i64) {
        self.desk.cancel(self.grid.bind_mut().board_if_any(), Some(request));
    }

    /// How many requests wait for an answer.
    #[func]
    fn get_waiting_count(&self) -> i64 {
        self.desk.waiting() as i64
    }

    /// Works for this many milliseconds at most, and emits `path_found` for each answer. With
    /// `expansions` above 0 also for that many cells at most, which is the same work on every machine
    /// if `milliseconds` is `INF`.
    #[func(gd_self)]
    fn update(mut this: Gd<Self>, milliseconds: f64, #[opt(default = 0)] expansions: i64) {
        // Listeners may ask again or take back, so nothing is bound while they are called.
        let answers = this.bind_mut().work(milliseconds, expansions);
        for (number, points) in answers {
            let is_wanted = this.bind_mut().desk.claim(number);
            if is_wanted {
                this.signals().path_found().emit(number, &points);
            }
        }
    }
}

impl AstrideNavigator {
    fn work(&mut self, milliseconds: f64, expansions: i64) -> Vec<(i64, PackedVector2Array)> {
        let (time, start) = (time_of(milliseconds), Instant::now());
        let mut is_late = || start.elapsed() >= time;
        let budget = Budget::unlimited().deadline(&mut is_late);
        let mut budget = match u64::try_from(expansions) {
            Ok(most @ 1..) => budget.expansions(most),
            _ => budget,
        };
        let mut grid = self.grid.bind_mut();
        let generation = grid.generation();
        let found = self.desk.work(grid.board_if_any(), generation, &mut budget);
        let points = |(number, cells): Answer| {
            let (cells, board) = (reported(cells).unwrap_or_default(), grid.board_if_any());
            let points = board.map(|board| AstrideGrid::points(board, &cells));
            (number, points.unwrap_or_default())
        };
        found.into_iter().map(points).collect()
    }
}

impl Drop for AstrideNavigator {
    fn drop(&mut self) {
        if self.desk.waiting() > 0 {
            self.desk.cancel(self.grid.bind_mut().board_if_any(), None);
        }
    }
}
