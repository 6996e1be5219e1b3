//! Opening: what is opened becomes the board, and everything about it is sent.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use astride::base::Cell;
use astride::io::{Drawing, Scenario, read_map};
use astride::shapes::square::Grid;
use astride_agents::crowd::{Mode, Scene};
use astride_agents::guided::Work;
use serde_json::json;

use crate::session::board::{self, Board};
use crate::session::bodies::Bodies;
use crate::session::builtin::{self, Opened};
use crate::session::danger::Danger;
use crate::session::generate::{check_size, generate};
use crate::session::limits::Limits;
use crate::session::message::{self, Side, What};
use crate::session::panel::Panel;
use crate::session::plan::Plan;
use crate::session::settings::Settings;
use crate::session::tiling::{Drawn, Tiling, read_drawing};
use crate::session::wire::{Header, Refusal, Replies};
use crate::session::{Done, Session, places, scene};
use crate::units::{Farm, Kind};

/// The most units of a scene of a crowd: each has a path of its own.
const MOST_OF_SCENE: u32 = 1000;

/// What a map brings besides its places.
#[derive(Default)]
struct Brought {
    bodies: Bodies,
    danger: Danger,
    landmarks: Vec<Cell>,
}

impl Session {
    pub(super) fn open(
        &mut self,
        open: message::Open,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let what = open.what;
        // A page that begins with the map that the session began with has done nothing yet.
        let begins = !self.is_begun() && what.builtin.as_deref() == Some(builtin::FIRST);
        let named =
            |usual: &str| if what.name.is_empty() { usual.into() } else { what.name.clone() };
        let tiling = Tiling::named(what.shape.as_deref())?;
        let mut opened = match &what {
            What { builtin: Some(id), .. } => builtin::open(id, &self.limits)?,
            What { map: Some(text), .. } => {
                let grid = read_map(text.as_bytes()).map_err(Refusal::format)?;
                Opened { name: named("map"), ..plain(grid) }
            }
            What { drawing: Some(text), .. } if let Some(drawn) = read_drawing(text) => {
                let Drawn { tiling, grid, start, goals } = drawn?;
                Opened { name: named("drawing"), tiling, start, goals, ..plain(grid) }
            }
            What { drawing: Some(text), .. } => {
                let drawing = Drawing::parse(text).map_err(Refusal::format)?;
                let start = drawing.starts.first().copied();
                let goals = drawing.goals;
                Opened { name: named("drawing"), start, goals, ..plain(drawing.grid) }
            }
            What { blank: Some([width, height]), .. } => {
                check_size(*width, *height, &self.limits)?;
                tiling.check_size(*width, *height)?;
                let grid = Grid::new(*width, *height, b'.').map_err(Refusal::size)?;
                Opened { name: named("blank"), tiling, ..plain(grid) }
            }
            What { generate: Some(wish), .. } => {
                tiling.check_size(wish.width, wish.height)?;
                let (grid, growth) = generate(wish, &self.limits)?;
                Opened { name: named(&wish.kind), tiling, growth, ..plain(grid) }
            }
            What { scene: Some(scene), .. } => return self.load(scene, replies, stop),
            What { plan: Some(text), positions, .. } => {
                let plan = Plan::read(text, positions.as_deref(), &self.limits)?;
                laid_out(named(plan.tiling().id()), plan)?
            }
            What { scen: Some(text), .. } => {
                let scenario = Scenario::read(text.as_bytes()).map_err(Refusal::format)?;
                self.board.attach(scenario)?;
                replies.text("world", self.board.world_json(self.steps()));
                return Ok(());
            }
            _ => {
                let text = "nothing to open, expected builtin, map, scen, drawing, plan, blank, \
                            generate or scene";
                return Err(Refusal::value(text));
            }
        };
        let growth = opened.growth.take().filter(|_| open.grow);
        self.show(opened, Default::default(), None, replies, stop)?;
        if let Some(growth) = growth {
            replies.binary(growth.frame(replies.re()));
        }
        if begins {
            self.begin();
        }
        Ok(())
    }

    pub(super) fn upload(
        &mut self,
        header: &Header<'_>,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        check_size(header.a, header.b, &self.limits)?;
        let grid =
            Grid::from_classes(header.a, header.b, header.payload).map_err(Refusal::value)?;
        let opened = Opened { name: "picture".into(), ..plain(grid) };
        self.show(opened, Default::default(), None, replies, stop)
    }

    /// Puts a map on the board and sends everything about it. The previous board waits on the
    /// shelf, with the settings of that time if the new one brought its own.
    fn show(
        &mut self,
        opened: Opened,
        Brought { bodies, danger, landmarks }: Brought,
        settings: Option<[Settings; 2]>,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let (width, height) = (opened.grid.width(), opened.grid.height());
        check_size(width, height, &self.limits)?;
        check_classes(&opened.grid)?;
        opened.tiling.check_size(width, height)?;
        let mut board = board_of(opened, &self.limits);
        board.danger = danger;
        board.set_landmarks(landmarks);
        self.shelve(board, bodies, settings);
        self.tell_board(replies, stop);
        Ok(())
    }

    /// Sends everything about the board, which has been replaced.
    pub(super) fn tell_board(&mut self, replies: &mut Replies, stop: &AtomicBool) {
        (self.explorer, self.queue) = (None, None);
        self.panels.iter_mut().for_each(Panel::forget);
        replies.text("world", self.board.world_json(self.steps()));
        self.tell_plan(replies);
        replies.binary(self.board.cells_frame(replies.re()));
        if !self.board.danger.is_empty() {
            replies.text("danger", self.board.danger_json(self.steps()));
        }
        self.facts(replies);
        self.answers(replies, stop);
    }

    /// Sends where everything lies on a map without tiles.
    pub(super) fn tell_plan(&self, replies: &mut Replies) {
        if let Some(plan) = &self.board.plan {
            replies.binary(plan.frame(replies.re()));
        }
    }

    /// Opens a scene: the map and, sent before it, the settings.
    pub(super) fn load(
        &mut self,
        scene: &message::Scene,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let scene::Loaded {
            grid,
            tiling,
            plan,
            start,
            via,
            goals,
            landmarks,
            settings,
            bodies,
            danger,
        } = scene::load(scene, &self.limits)?;
        check_classes(&grid)?;
        self.compares = scene.compare;
        let before = [Side::A, Side::B].map(|side| self.panels[side.index()].settings().clone());
        for (side, settings) in [Side::A, Side::B].into_iter().zip(settings) {
            let panel = &mut self.panels[side.index()];
            panel.set(settings);
            replies.text("settings", panel.settings().json(side));
        }
        let name = if scene.name.is_empty() { "scene".into() } else { scene.name.clone() };
        let has_bodies = bodies.count() > 0;
        let start = Some(start);
        let opened = Opened { name, tiling, plan, start, via, goals, ..plain(grid) };
        let brought = Brought { bodies, danger, landmarks };
        self.show(opened, brought, Some(before), replies, stop)?;
        if has_bodies {
            replies.text("units", json!({ "count": self.bodies.count() }));
            replies.binary(self.bodies.frame(replies.re(), Work::default()));
        }
        Ok(())
    }

    /// Opens the farm.
    pub(super) fn animals(
        &mut self,
        animals: &message::Animals,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        if animals.count > self.limits.max_units {
            let (count, most) = (animals.count, self.limits.max_units);
            return Err(Refusal::size(format!("{count} animals, expected at most {most}")));
        }
        let Farm { grid, herd } = Farm::new(animals.seed, animals.count).map_err(Refusal::value)?;
        self.show_bodies("Farm".into(), grid, Bodies::of(herd), replies, stop)
    }

    /// Opens a scene of a crowd, whose units are on their way.
    pub(super) fn crowd(
        &mut self,
        crowd: &message::Crowd,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let most = self.limits.max_units.min(MOST_OF_SCENE);
        if !(1..=most).contains(&crowd.count) {
            let text = format!("{} units, expected 1 to {most}", crowd.count);
            return Err(Refusal::size(text));
        }
        let scene: Scene = crowd.scene.parse().map_err(Refusal::value)?;
        let body = Kind::Walker.species().body;
        let built = scene.build(crowd.count, Mode::Free, &[body], 1).map_err(Refusal::value)?;
        let (grid, bodies) = Bodies::of_scene(&built).map_err(Refusal::value)?;
        check_size(grid.width(), grid.height(), &self.limits)?;
        self.show_bodies(format!("Crowd: {scene}"), grid, bodies, replies, stop)
    }

    fn show_bodies(
        &mut self,
        name: String,
        grid: Grid,
        bodies: Bodies,
        replies: &mut Replies,
        stop: &AtomicBool,
    ) -> Done {
        let opened = Opened { name, ..plain(grid) };
        let brought = Brought { bodies, ..Brought::default() };
        self.show(opened, brought, None, replies, stop)?;
        replies.text("units", json!({ "count": self.bodies.count() }));
        replies.binary(self.bodies.frame(replies.re(), Work::default()));
        Ok(())
    }
}

/// A map that does not say where to start or where to go.
pub(super) fn plain(grid: Grid) -> Opened {
    let (name, tiling) = (String::new(), Tiling::Squares);
    let (via, goals) = (Vec::new(), Vec::new());
    Opened { name, grid, tiling, plan: None, start: None, via, goals, growth: None }
}

/// A map without tiles, as it is opened.
pub(super) fn laid_out(name: String, plan: Plan) -> Result<Opened, Refusal> {
    let (grid, tiling) = (plan.grid()?, plan.tiling());
    Ok(Opened { name, tiling, plan: Some(Arc::new(plan)), ..plain(grid) })
}

pub(super) fn board_of(opened: Opened, limits: &Limits) -> Board {
    let Opened { name, grid, tiling, plan, start, via, mut goals, .. } = opened;
    goals.truncate(board::MAX_GOALS);
    let start = match (start, goals.is_empty()) {
        (Some(start), false) => start,
        (start, _) => {
            let (from, to) = places::places(&grid, tiling, plan.as_deref());
            if goals.is_empty() {
                goals.push(to);
            }
            start.unwrap_or(from)
        }
    };
    let mut board = Board::new(&name, grid, start, goals, limits.max_undo_bytes);
    (board.tiling, board.plan) = (tiling, plan);
    board.set_places(start, via, board.goals().to_vec());
    board
}

pub(super) fn check_class(class: u8) -> Done {
    if class.is_ascii_graphic() {
        return Ok(());
    }
    Err(Refusal::value(format!("terrain class {class}, expected the byte of a letter (33 to 126)")))
}

pub(super) fn check_classes(grid: &Grid) -> Done {
    let used = (0..=255u8).zip(grid.histogram()).filter(|&(_, &count)| count > 0);
    used.map(|(class, _)| class).try_for_each(check_class)
}
