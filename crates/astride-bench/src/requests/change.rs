//! Requests in a world where something changes in every frame, beside the same in a quiet one.

use std::time::Duration;

use astride::base::{Budget, Cell, CellRect};
use astride::planner::{
    Ask, FactionId, MoverId, Navigator, OverlayId, Request, RequestOptions, Standing,
};
use astride::shapes::square::Mover;
use astride::world::Overlay;
use astride_testkit::rng::Rng;

use super::{Options, asks};
use crate::Failure;
use crate::clock;
use crate::maps::Map;
use crate::sheet::{Column, MAP, Row, print_rows};

/// Frames in which requests are to be served, whatever changes.
const FRAMES: usize = 2000;

/// Who asks, and what changes in each frame.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Load {
    /// 50 under an overlay, one cell of which changes.
    Overlay,
    /// 50 by a faction that knows half the map and discovers a place.
    Fog,
    /// 400 on the map, one cell of which changes.
    Edit,
    /// 400 of three sizes and two factions, some under an overlay; all three change.
    All,
}

impl Load {
    const ALL: [Load; 4] = [Load::Overlay, Load::Fog, Load::Edit, Load::All];

    fn count(self) -> usize {
        match self {
            Load::Overlay | Load::Fog => 50,
            Load::Edit | Load::All => 400,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Load::Overlay => "50 under an overlay",
            Load::Fog => "50 by a faction",
            Load::Edit => "400 on the map",
            Load::All => "400 of 3 sizes and 2 factions",
        }
    }

    /// What changes in each frame.
    fn change(self) -> &'static str {
        match self {
            Load::Overlay => "an overlay",
            Load::Fog => "a discovery",
            Load::Edit => "an edit",
            Load::All => "all three",
        }
    }
}

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
    ("ms of work 50 % | 99 % | most", |row, _| row.spread("work", 2)),
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
    for load in Load::ALL {
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

    fn ask(&self, load: Load, at: usize, ask: Ask) -> Ask {
        match (load, at % 4) {
            (Load::Overlay, _) => ask.overlay(self.danger),
            (Load::Fog, _) => ask.faction(self.factions[0]),
            (Load::Edit, _) => ask,
            (Load::All, 0) => ask.faction(self.factions[at / 4 % 2]),
            (Load::All, 1) => ask.overlay(self.danger),
            (Load::All, _) => ask.mover(self.movers[at / 4 % 3]),
        }
    }

    fn change(&mut self, load: Load) -> Result<(), Failure> {
        let (width, height) = (self.nav.grid().width(), self.nav.grid().height());
        let [x, y] = [width, height].map(|side| self.rng.below(side as usize) as u32);
        let cell = Cell::new(x, y);
        if matches!(load, Load::Overlay | Load::All) {
            let ticks = self.rng.below(9000) as u32;
            let overlay: &mut Overlay = self.nav.overlay_mut(self.danger)?;
            overlay.set(cell, ticks);
        }
        if matches!(load, Load::Fog | Load::All) {
            for faction in self.factions {
                self.nav.reveal(faction, CellRect::new(x, y, 8, 8))?;
            }
        }
        if matches!(load, Load::Edit | Load::All) {
            let is_free = self.nav.grid().class(cell) == Some(b'.');
            let class = if is_free { b'@' } else { b'.' };
            self.nav.edit(|batch| _ = batch.set(cell, class))?;
        }
        Ok(())
    }

    fn serve(
        mut self,
        map: &Map,
        load: Load,
        is_changing: bool,
        options: &Options,
    ) -> Result<Row, Failure> {
        for (at, ask) in asks(&map.grid, load.count(), false).into_iter().enumerate() {
            let ask = self.ask(load, at, ask);
            self.nav.submit(Request::new(ask, (at % 3) as u8 * 40))?;
        }
        let (mut row, most) = (Row::new(&map.name, load.name()), options.expansions.max(1));
        row.note =
            format!("{} | {}", if is_changing { load.change() } else { "nothing" }, options.lanes);
        let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
        while row.of("wait").len() < load.count() && row.of("work").len() < FRAMES {
            let began = clock::now();
            if is_changing {
                self.change(load)?;
            }
            row.add("change", milliseconds(clock::now() - began));
            let began = clock::now();
            let report = self.nav.work(&mut Budget::unlimited().expansions(most));
            row.add("work", milliseconds(clock::now() - began));
            if report.expansions > most {
                return Err(format!("{} expansions of {most}", report.expansions).into());
            }
            row.add("expansions", report.expansions as f64);
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
