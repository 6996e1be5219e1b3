//! Requests in a world where something changes in every frame, compared with one that does not change.

use astride::base::{Cell, CellRect};
use astride::planner::{
    Ask, FactionId, MoverId, Navigator, OverlayId, Request, RequestOptions, Standing,
};
use astride::shapes::square::Mover;
use astride_testkit::rng::Rng;

use super::{Frame, Options, asks, milliseconds, pass_frame};
use crate::Failure;
use crate::clock;
use crate::maps::Map;
use crate::sheet::{Column, MAP, Row, print_rows};

/// Frames in which requests are to be served, whatever changes.
const FRAMES: usize = 2000;

/// Who asks, and what changes in each frame.
struct Load {
    count: usize,
    who: &'static str,
    change: &'static str,
    /// Whether they ask under an overlay, one cell of which changes; by what factions believe, which
    /// discover places; on a map, one cell of which changes.
    overlay: bool,
    fog: bool,
    edit: bool,
}

const LOADS: [Load; 4] = {
    let quiet = Load { count: 50, who: "", change: "", overlay: false, fog: false, edit: false };
    [
        Load { who: "50 under an overlay", change: "an overlay", overlay: true, ..quiet },
        Load { who: "50 by a faction", change: "a discovery", fog: true, ..quiet },
        Load { count: 400, who: "400 on the map", change: "an edit", edit: true, ..quiet },
        Load {
            count: 400,
            who: "400 of 3 sizes and 2 factions",
            change: "all three",
            overlay: true,
            fog: true,
            edit: true,
        },
    ]
};

/// A navigator and what is changed in it.
struct Scene {
    nav: Navigator,
    movers: Vec<MoverId>,
    factions: [FactionId; 2],
    danger: OverlayId,
    rng: Rng,
}

/// By what of them held: all, the path, its steps at another cost, no more, none.
const STANDINGS: [&str; 5] = ["current", "walkable", "other cost", "blocked", "outdated"];

pub(super) const COLUMNS: &[Column] = &[
    MAP,
    ("<requests", |row, _| row.who.clone()),
    ("<each frame | lanes", |row, _| row.note.clone()),
    ("served", |row, _| row.count("wait")),
    ("frames 50 % | 99 % | all", |row, _| row.spread("wait", 0)),
    ("expansions most", |row, _| format!("{:.0}", row.at(100, "expansions"))),
    ("ms of work 50 % | 99 % | most", |row, _| row.spread("ms", 2)),
    ("ms of change 50 % | 99 % | most", |row, _| row.spread("change", 2)),
    ("<current, walkable, other cost, blocked, outdated", |row, _| {
        STANDINGS.map(|standing| row.count(standing)).join(", ")
    }),
];

pub(super) fn about() -> String {
    format!(
        "In each frame one cell of the map, one place that a faction discovers, one cell of an \
         overlay, or all three are changed, if the world is not quiet; then comes one call of \
         `work`. At most {FRAMES} frames."
    )
}

pub(super) fn on_map(map: &Map, options: &Options) -> Result<(), Failure> {
    for load in &LOADS {
        for is_changing in [false, true] {
            let row = Scene::new(map, options)?.serve(map, load, is_changing, options)?;
            print_rows(COLUMNS, &[row]);
        }
    }
    Ok(())
}

impl Scene {
    fn new(map: &Map, options: &Options) -> Result<Scene, Failure> {
        let requests = RequestOptions::default().lanes(options.lanes);
        let mut nav = Navigator::new(map.grid.clone()).requests(requests);
        let mut movers = vec![nav.first_mover()];
        for side in [2, 3] {
            movers.push(nav.add_mover_sized(Mover::walker(), side)?);
        }
        let factions = [b'.', b'@'].map(|assumed| nav.add_faction(assumed));
        let (width, height) = (map.grid.width(), map.grid.height());
        // A faction that takes the unknown for walls has to know enough to get anywhere.
        nav.reveal(factions[0], CellRect::new(0, 0, width / 2, height))?;
        nav.reveal(factions[1], CellRect::new(0, 0, width, height / 4 * 3))?;
        let danger = nav.add_overlay()?;
        let middle = CellRect::new(width / 4, height / 4, width / 2, height / 2);
        nav.overlay_mut(danger)?.fill(middle, 5_000);
        Ok(Scene { nav, movers, factions, danger, rng: Rng::new(3) })
    }

    fn ask(&self, load: &Load, at: usize, ask: Ask) -> Ask {
        match (load, at % 4) {
            (Load { overlay: true, fog: false, .. }, _) => ask.overlay(self.danger),
            (Load { fog: true, overlay: false, .. }, _) => ask.faction(self.factions[0]),
            (Load { fog: false, .. }, _) => ask,
            (_, 0) => ask.faction(self.factions[at / 4 % 2]),
            (_, 1) => ask.overlay(self.danger),
            _ => ask.mover(self.movers[at / 4 % 3]),
        }
    }

    fn change(&mut self, load: &Load) -> Result<(), Failure> {
        let (width, height) = (self.nav.grid().width(), self.nav.grid().height());
        let [x, y] = [width, height].map(|side| self.rng.below(side as usize) as u32);
        let cell = Cell::new(x, y);
        if load.overlay {
            let ticks = self.rng.below(9000) as u32;
            self.nav.overlay_mut(self.danger)?.set(cell, ticks);
        }
        if load.fog {
            for faction in self.factions {
                self.nav.reveal(faction, CellRect::new(x, y, 8, 8))?;
            }
        }
        if load.edit {
            let is_free = self.nav.grid().class(cell) == Some(b'.');
            let class = if is_free { b'@' } else { b'.' };
            self.nav.edit(|batch| _ = batch.set(cell, class))?;
        }
        Ok(())
    }

    fn serve(
        mut self,
        map: &Map,
        load: &Load,
        is_changing: bool,
        options: &Options,
    ) -> Result<Row, Failure> {
        for (at, ask) in asks(&map.grid, load.count, false).into_iter().enumerate() {
            let ask = self.ask(load, at, ask);
            self.nav.submit(Request::new(ask, (at % 3) as u8 * 40))?;
        }
        let frame = Frame::Expansions(options.expansions.max(1));
        let mut row = Row::new(&map.name, load.who);
        row.note =
            format!("{} | {}", if is_changing { load.change } else { "nothing" }, options.lanes);
        while row.of("wait").len() < load.count && row.of("ms").len() < FRAMES {
            let began = clock::now();
            if is_changing {
                self.change(load)?;
            }
            row.add("change", milliseconds(clock::now() - began));
            pass_frame(&mut self.nav, frame, clock::now, &mut row)?;
            for delivery in self.nav.take_done() {
                row.add("wait", delivery.frames as f64);
                row.add(STANDINGS[place(delivery.standing)], 1.0);
            }
        }
        Ok(row)
    }
}

fn place(standing: Standing) -> usize {
    match standing {
        Standing::Current => 0,
        Standing::Walkable => 1,
        Standing::OtherCost { .. } => 2,
        Standing::Blocked { .. } => 3,
        Standing::Outdated => 4,
    }
}
