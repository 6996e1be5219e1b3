//! `AstrideNavigator`: paths within a budget per frame.

use std::collections::BTreeSet;
use std::fmt;
use std::time::{Duration, Instant};

use astride::base::Budget;
use godot::builtin::{PackedVector2Array, Vector2i};
use godot::classes::RefCounted;
use godot::obj::{Base, Gd, WithBaseField};
use godot::register::{GodotClass, godot_api};

use crate::grid::{AstrideGrid, pair};
use crate::reported;

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
    generation: u64,
    last: i64,
    waiting: BTreeSet<i64>,
    base: Base<RefCounted>,
}

impl fmt::Debug for AstrideNavigator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AstrideNavigator").field("waiting", &self.waiting).finish_non_exhaustive()
    }
}

#[godot_api]
impl AstrideNavigator {
    /// A path was found. No points if there is none, or if the grid was made anew meanwhile.
    #[signal]
    fn path_found(request: i64, points: PackedVector2Array);

    /// A navigator on a grid. Several may share one.
    #[func]
    fn on(grid: Gd<AstrideGrid>) -> Gd<Self> {
        let generation = grid.bind().generation();
        Gd::from_init_fn(|base| AstrideNavigator {
            grid,
            generation,
            last: 0,
            waiting: BTreeSet::new(),
            base,
        })
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
        let (owner, number) = (self.owner(), self.last + 1);
        let mut grid = self.grid.bind_mut();
        let Some(board) = grid.board() else { return 0 };
        let (ends, priority) = ((pair(from), pair(to)), priority.clamp(0, 255) as u8);
        let asked = board.request((owner, number), ends, allow_partial_path, priority);
        if reported(asked).is_none() {
            return 0;
        }
        drop(grid);
        self.last = number;
        self.waiting.insert(number);
        number
    }

    /// Takes a request back: `path_found` does not come for it.
    #[func]
    fn cancel(&mut self, request: i64) {
        let owner = self.owner();
        if self.waiting.remove(&request)
            && let Some(board) = self.grid.bind_mut().board()
        {
            board.cancel(owner, Some(request));
        }
    }

    /// How many requests wait for an answer.
    #[func]
    fn get_waiting_count(&self) -> i64 {
        self.waiting.len() as i64
    }

    /// Works for this many milliseconds at most, and emits `path_found` for each answer. With
    /// `expansions` above 0 also for that many cells at most, which is the same work on every machine.
    #[func(gd_self)]
    fn update(mut this: Gd<Self>, milliseconds: f64, #[opt(default = 0)] expansions: i64) {
        // Listeners may ask again, so nothing is bound while they are called.
        let answers = this.bind_mut().work(milliseconds, expansions);
        for (number, points) in answers {
            this.signals().path_found().emit(number, &points);
        }
    }
}

impl AstrideNavigator {
    fn owner(&self) -> i64 {
        self.base().instance_id().to_i64()
    }

    fn work(&mut self, milliseconds: f64, expansions: i64) -> Vec<(i64, PackedVector2Array)> {
        let owner = self.owner();
        let mut grid = self.grid.bind_mut();
        if grid.generation() != self.generation {
            self.generation = grid.generation();
            let lost = std::mem::take(&mut self.waiting);
            return lost.into_iter().map(|number| (number, PackedVector2Array::new())).collect();
        }
        let Some(board) = grid.board() else { return Vec::new() };
        let time = Duration::try_from_secs_f64(milliseconds / 1e3).unwrap_or_default();
        let start = Instant::now();
        let mut is_late = || start.elapsed() >= time;
        let budget = Budget::unlimited().deadline(&mut is_late);
        let mut budget = match u64::try_from(expansions) {
            Ok(most @ 1..) => budget.expansions(most),
            _ => budget,
        };
        let found = board.work(owner, &mut budget);
        let mut answers = Vec::with_capacity(found.len());
        for (number, cells) in found {
            self.waiting.remove(&number);
            let cells = reported(cells).unwrap_or_default();
            answers.push((number, AstrideGrid::points(board, &cells)));
        }
        answers
    }
}

impl Drop for AstrideNavigator {
    fn drop(&mut self) {
        let owner = self.owner();
        if !self.waiting.is_empty()
            && let Some(board) = self.grid.bind_mut().board()
        {
            board.cancel(owner, None);
        }
    }
}
