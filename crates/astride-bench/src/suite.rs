//! A suite as a value: who is queried, who follows edits, on which maps, and what is printed.

use astride::base::{Budget, Cell, Cost};
use astride::search::DistanceField;
use astride::shapes::square::{Edit, Grid, GridView, Mover};
use astride::world::Way;

use crate::Failure;
use crate::clock::timed;
use crate::desk::{Desk, Settings};
use crate::engine;
use crate::followers::{self, Did};
use crate::maps::{self, Case};
use crate::sheet::{Column, Row, print_head, print_rows};
use crate::turns::{Plan, Player, Truth, play};

/// A map, who moves there, and what happens.
pub(crate) struct Scene {
    pub(crate) name: String,
    pub(crate) grid: Grid,
    pub(crate) mover: Mover,
    /// The ends of some questions.
    pub(crate) ends: Vec<[Cell; 2]>,
    /// Batches of edits, each followed at once.
    pub(crate) edits: Vec<Vec<Edit>>,
    /// What rows say of it beside its name.
    pub(crate) note: String,
}

/// Who takes part, and what is printed.
#[derive(Default)]
pub(crate) struct Suite<'a> {
    /// Above the table.
    pub(crate) about: String,
    pub(crate) columns: &'a [Column],
    /// Methods by name.
    pub(crate) asked: &'a [&'static str],
    /// Indexes by name.
    pub(crate) followed: &'a [&'static str],
    pub(crate) plan: Plan,
    /// Whether steps out of cells are worked out beforehand.
    pub(crate) prepared: bool,
    /// Whether distance fields, another algorithm, know the right costs, not the first of the methods.
    pub(crate) by_field: bool,
    /// Whether what follows is compared with one from scratch after each batch of edits, not only the last.
    pub(crate) compares_each: bool,
    pub(crate) settings: Settings,
}

impl Suite<'_> {
    pub(crate) fn print_head(&self) {
        print_head(&self.about, self.columns);
    }

    /// Measures one scene and prints its rows.
    pub(crate) fn print(&self, scene: &Scene) -> Result<(), Failure> {
        print_rows(self.columns, &self.measure(scene)?);
        Ok(())
    }

    /// The rows of those who are asked, then of those who follow.
    pub(crate) fn measure(&self, scene: &Scene) -> Result<Vec<Row>, Failure> {
        let fail = |fault: Failure| format!("{}: {fault}", scene.name);
        let mut rows = self.ask(scene).map_err(fail)?;
        for name in self.followed {
            rows.push(self.follow(scene, name).map_err(fail)?);
        }
        Ok(rows)
    }

    fn ask(&self, scene: &Scene) -> Result<Vec<Row>, Failure> {
        if self.asked.is_empty() {
            return Ok(Vec::new());
        }
        let view = scene.grid.seen_by(&scene.mover);
        let desk = Desk::new(if self.prepared { view.prepared() } else { view }, self.settings);
        let mut players = Vec::new();
        for name in self.asked {
            let method = engine::method(name).ok_or("a suite names no method")?;
            match (method.prepare)(&desk) {
                Ok(ready) => {
                    let mut row = scene.row(method.title);
                    row.add("built", ready.micros);
                    row.add("bytes", ready.bytes as f64);
                    row.add("bytes/cell", ready.bytes as f64 / f64::from(scene.grid.cell_count()));
                    let session = ready.session(&scene.grid);
                    players.push(Player::new(row, session, method.promise, 0));
                }
                Err(fault) => eprintln!("{}: no {}: {fault}", scene.name, method.title),
            }
        }
        let mut truth = Truth::of(&desk.view, &scene.grid);
        if self.by_field {
            truth.best = Some(Box::new(by_field(&desk.view)));
        }
        play(&mut players, &scene.ends, &mut [truth], &self.plan)?;
        Ok(players.iter_mut().map(Player::sum_up).collect())
    }

    fn follow(&self, scene: &Scene, name: &str) -> Result<Row, Failure> {
        let follower = followers::FOLLOWERS.iter().find(|follower| follower.name == name);
        let follower = follower.ok_or("a suite names nobody who follows")?;
        let mut row = scene.row(follower.title);
        row.note += follower.counted;
        let mut grid = scene.grid.clone();
        let (built, micros) =
            timed(|| (follower.build)(&grid.seen_by(&scene.mover), &self.settings));
        let mut index = built?;
        row.add("built", micros);
        for (at, batch) in scene.edits.iter().enumerate() {
            for edit in batch {
                grid.apply(edit)?;
            }
            let view = grid.seen_by(&scene.mover);
            let (did, took) = timed(|| index.follow(&view));
            let Did { looked, is_rebuilt } = did?;
            row.add("edit", took);
            looked.into_iter().for_each(|cells| row.add("looked", cells as f64));
            row.add("rebuilt", f64::from(u8::from(is_rebuilt)));
            let is_due = self.compares_each || at + 1 == scene.edits.len();
            if is_due && let Some((is_right, micros)) = index.compare(&view)? {
                if !is_right {
                    return Err(format!("{name} is not as built from scratch").into());
                }
                row.add("fresh", micros);
            }
        }
        Ok(row)
    }
}

impl Scene {
    /// A walker on a map, with some rows of its scenario as questions.
    pub(crate) fn of(case: &Case, rows: usize) -> Scene {
        Scene::new(&case.map.name, case.map.grid.clone(), case.ends(rows))
    }

    /// A walker on a map, with some questions.
    pub(crate) fn new(name: &str, grid: Grid, ends: Vec<[Cell; 2]>) -> Scene {
        let (mover, edits, note) = (Mover::walker(), Vec::new(), String::new());
        Scene { name: name.to_owned(), grid, mover, ends, edits, note }
    }

    fn row(&self, who: &str) -> Row {
        let mut row = Row::new(&self.name, who);
        row.note.clone_from(&self.note);
        row
    }
}

/// Two batches of edits: one blocks some cells, the other opens them again.
pub(crate) fn blocked_and_opened(grid: &Grid, cells: &[Cell]) -> [Vec<Edit>; 2] {
    [Some(b'@'), None].map(|class| {
        let mut edit = Edit::new();
        for &cell in cells {
            edit.set(cell, class.or(grid.class(cell)).unwrap_or(b'.'));
        }
        vec![edit]
    })
}

/// The least costs from one cell to another, by a distance field.
fn by_field(view: &GridView<'_>) -> impl FnMut(usize, [Cell; 2]) -> Result<Option<Cost>, Failure> {
    let mut field = DistanceField::new();
    move |_, ends| {
        let [from, to] = maps::nodes(view.grid(), ends)?;
        field.compute(view, &[(to, 0)], Way::Backward, &mut Budget::unlimited());
        Ok(field.distance(from))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use astride::shapes::square::Terrain;

    fn hills() -> Scene {
        let grid = Grid::new(40, 30, b'.').expect("a good size");
        let grid = Terrain::new(4, 3).and_then(|t| t.blob(6)).expect("terrain").over(&grid);
        let ends = [[(3, 0), (20, 29)], [(0, 15), (1, 1)]];
        let ends = ends.map(|ends| ends.map(|(x, y)| Cell::new(x, y))).to_vec();
        Scene::new("hills", grid.expect("terrain over a grid"), ends)
    }

    fn suite(asked: &[&'static str]) -> Vec<Row> {
        let settings = Settings { landmarks: 4, ..Settings::default() };
        Suite { asked, by_field: true, settings, ..Suite::default() }
            .measure(&hills())
            .expect("right answers")
    }

    #[test]
    fn all_methods_are_asked_and_checked() {
        // On hills there are neither boxes nor landmarks of jump points.
        let names = engine::METHODS.iter().map(|method| method.name);
        let names: Vec<&str> =
            names.filter(|name| !["jump-boxes", "jump-landmarks"].contains(name)).collect();
        let rows = suite(&names);
        assert_eq!(rows.len(), names.len());
        assert!(rows.iter().all(|row| row.of("µs").len() == 2));
        let [plain, informed] = ["astar", "farthest"].map(|name| {
            rows[names.iter().position(|other| *other == name).expect("asked")].mean("expanded")
        });
        assert!(informed * 2.0 < plain, "{informed} of {plain}");
    }
}
