//! What a map holds besides cells: walls, fences, one-way steps, links, a frame and movers.

use astride::base::{Cell, Dir};
use astride::io::{NamedMover, WorldFile};
use astride::shapes::square::Grid;
use serde_json::{Value, json};

use crate::describe::line;
use crate::report::count;

/// What `.astride` files hold and other maps do not.
pub(super) struct More<'a> {
    world: &'a WorldFile,
    walls: u64,
    one_way: u64,
}

impl<'a> More<'a> {
    pub(super) fn of(world: &'a WorldFile) -> Self {
        let (walls, one_way) = steps(&world.grid);
        More { world, walls, one_way }
    }

    /// Lines about what the map holds.
    pub(super) fn tell(&self, out: &mut String) {
        let grid = &self.world.grid;
        let [fences, links] = [grid.fences().len(), grid.links().len()].map(|all| all as u64);
        let counts = [
            (self.walls, "wall"),
            (fences, "fenced step"),
            (self.one_way, "one-way step"),
            (links, "link"),
        ];
        let counts = counts.iter().filter(|(number, _)| *number > 0);
        let words: Vec<String> = counts.map(|&(number, noun)| count(number, noun)).collect();
        if !words.is_empty() {
            line(out, "between", words.join(", "));
        }
        if self.world.frame.is_some() {
            line(out, "frame", "the file says where the cells lie in the world");
        }
        let names: Vec<&str> = self.world.movers.iter().map(|mover| &mover.name[..]).collect();
        if !names.is_empty() {
            line(out, "movers", names.join(", "));
        }
    }

    pub(super) fn add_to(&self, json: &mut Value) {
        let mover = |mover: &NamedMover| json!({ "name": mover.name, "side": mover.side });
        json["walls"] = json!(self.walls);
        json["fenced_steps"] = json!(self.world.grid.fences().len());
        json["one_way_steps"] = json!(self.one_way);
        json["links"] = json!(self.world.grid.links().len());
        json["frame"] = json!(self.world.frame.is_some());
        json["movers"] = self.world.movers.iter().map(mover).collect();
    }
}

/// How many walls and one-way steps there are. A fence is neither, and what is forbidden behind one is
/// a one-way step.
fn steps(grid: &Grid) -> (u64, u64) {
    let (mut shut, mut one_way) = (0, 0);
    let all = (0..grid.height()).flat_map(|y| (0..grid.width()).map(move |x| Cell::new(x, y)));
    let is_fenced = |cell: Cell, dir: Dir| grid.fence(cell, dir).is_some();
    for cell in all.filter(|&cell| grid.forbidden_steps(cell) != 0) {
        let is_shut = |&dir: &Dir| grid.is_step_forbidden(cell, dir) && !is_fenced(cell, dir);
        for dir in Dir::ALL.into_iter().filter(is_shut) {
            let is_fenced_behind =
                cell.step(dir).is_some_and(|behind| is_fenced(behind, dir.opposite()));
            match grid.has_wall(cell, dir) && !is_fenced_behind {
                true => shut += 1,
                false => one_way += 1,
            }
        }
    }
    // A wall is seen from both sides.
    (shut / 2, one_way)
}
