//! Maps of any shape but squares: described, drawn, and asked for paths, all by one door.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use std::time::Instant;

use astride::base::{Budget, Cost, NodeId, Spent, TablesError};
use astride::io::{
    FloorDrawing, HexDrawing, RoadQuery, TriangleDrawing, VoxelScenario, read_road_queries,
};
use astride::path::Path;
use astride::planner::{Board, Method, OnBoard};
use astride::search::{Event, Goals, Outcome, PathQuery, Scratch, Ties, Why};
use astride::shapes::graph::Graph;
use astride::shapes::voxel::{VoxelLine, VoxelMap, VoxelMedium, VoxelMover};
use astride::shapes::{Explanation, Opens, Shape, explain};
use astride::world::World;
use astride_draw::{Outlines, Space};
use astride_formats::Roads;
use serde_json::json;

use crate::describe::{effort_json, effort_text, guarantee_json, line};
use crate::error::Failure;
use crate::options::{MoverArgs, at_most, no_index_files};
use crate::pictures::{DrawArgs, Kind};
use crate::progress::Ticker;
use crate::read::{load_bytes, name_of};
use crate::ready::Built;
use crate::reasons::{named, tell_reasons};
use crate::report::{Ending, Report, count, grouped};
use crate::roads::RoadNames;
use crate::scenarios::RunArgs;
use crate::tally::{Listed, Tally, Times, evenly};

/// The most expanded nodes that are kept for pictures: searches that go deep again and again expand
/// far more than there are.
const MOST_EXPANDED: usize = 1 << 22;

/// A map of some shape, with the ends that are drawn in it.
pub(crate) struct Shaped {
    board: Box<dyn Board>,
    starts: Vec<NodeId>,
    goals: Vec<NodeId>,
    /// Reads recorded questions about maps of this shape, if there is a format for them.
    read_rows: Option<ReadRows>,
    /// What else there is to say of it, instead of its terrain.
    facts: Vec<(&'static str, u64)>,
    look: Look,
    /// What places are called, if that is not what the board calls them.
    names: Option<RoadNames>,
    /// Says why there is no path, on shapes that know.
    explain: Option<Box<Explain>>,
}

/// What pictures show of a map.
enum Look {
    /// The outlines of its places.
    Outlines,
    /// Voxels from above and from the front; `info` counts them in a way of its own.
    Space(Arc<VoxelMap>, VoxelMover),
    /// Nothing, for this reason.
    Nothing(&'static str),
}

/// A map of some shape whose mover is not known yet.
pub(crate) struct Unseen {
    shape: &'static str,
    by: Box<BySight>,
}

impl Unseen {
    /// A map that was drawn, with its ends, and what makes a mover of the options.
    fn drawn<S: Opens<Mover: Clone + 'static, Kit: 'static> + 'static>(
        map: S,
        starts: Vec<S::Place>,
        goals: Vec<S::Place>,
        mover: fn(&MoverArgs) -> Result<S::Mover, Failure>,
    ) -> Unseen {
        let nodes = |places: Vec<S::Place>| -> Vec<NodeId> {
            places.into_iter().filter_map(|place| map.node_of(place)).collect()
        };
        let (starts, goals) = (nodes(starts), nodes(goals));
        let by = move |args: &MoverArgs| {
            let (map, mover) = (Arc::new(map), mover(args)?);
            let board: OnBoard<S> = OnBoard::new(Arc::clone(&map), mover.clone());
            let explain = move |ends, budget: &mut Budget<'_>| {
                let explained = explain(&*map, &mover, ends, &mut Scratch::new(), budget)?;
                Ok(explained.map(named))
            };
            let explain: Option<Box<Explain>> = Some(Box::new(explain));
            Ok(Shaped { starts, goals, explain, ..Shaped::new(board, Look::Outlines) })
        };
        Unseen { shape: S::NAME, by: Box::new(by) }
    }

    /// What maps of this shape are called.
    pub(crate) fn shape(&self) -> &'static str {
        self.shape
    }

    /// The map, and on it the mover of the options.
    pub(crate) fn seen_by(self, mover: &MoverArgs) -> Result<Shaped, Failure> {
        (self.by)(mover)
    }
}

type BySight = dyn FnOnce(&MoverArgs) -> Result<Shaped, Failure>;

type CheckRow = dyn Fn(Option<&Path>) -> Result<(), String>;

/// Finds out why there is no path from one node to another, with places by name.
type Explain = dyn Fn([NodeId; 2], &mut Budget<'_>) -> Result<Option<Explanation<String>>, Spent>;

/// Reads the rows of a file of recorded questions.
type ReadRows = Box<dyn Fn(&[u8]) -> Result<Vec<Row>, String>>;

/// A recorded question: the names of its ends, and its answer.
pub(crate) struct Row {
    /// The line of the file.
    pub(crate) line: usize,
    pub(crate) from: String,
    pub(crate) to: String,
    /// The cost or length as printed.
    pub(crate) listed: String,
    /// What is wrong with a path, or with there being none.
    pub(crate) check: Box<CheckRow>,
}

/// What is asked of a map.
pub(crate) struct Wish<'a> {
    pub(crate) from: Option<&'a str>,
    pub(crate) to: &'a [String],
    pub(crate) method: Method,
    pub(crate) ties: Ties,
    pub(crate) budget: Option<u64>,
    pub(crate) max_cost: Cost,
    /// Whether the path is to be pulled straight.
    pub(crate) straighten: bool,
    /// Whether to say why there is none.
    pub(crate) why: bool,
}

/// What a range is asked for.
pub(crate) struct Within<'a> {
    pub(crate) from: Option<&'a str>,
    pub(crate) most: Cost,
    pub(crate) budget: Option<u64>,
}

/// What of a range is listed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum List {
    Nothing,
    Places,
}

impl Shaped {
    /// A map of which nothing else is known.
    fn new(board: impl Board + 'static, look: Look) -> Shaped {
        let (starts, goals, facts) = (Vec::new(), Vec::new(), Vec::new());
        let (read_rows, names, explain) = (None, None, None);
        Shaped { board: Box::new(board), starts, goals, read_rows, facts, look, names, explain }
    }

    pub(crate) fn hexagons(drawing: HexDrawing) -> Unseen {
        let HexDrawing { map, starts, goals } = drawing;
        Unseen::drawn(map, starts, goals, MoverArgs::hex_mover)
    }

    pub(crate) fn floors(drawing: FloorDrawing) -> Unseen {
        let FloorDrawing { map, starts, goals } = drawing;
        Unseen::drawn(map, starts, goals, MoverArgs::floor_mover)
    }

    pub(crate) fn triangles(drawing: TriangleDrawing) -> Unseen {
        let TriangleDrawing { map, starts, goals } = drawing;
        Unseen::drawn(map, starts, goals, MoverArgs::triangle_mover)
    }

    pub(crate) fn graph(graph: Graph) -> Unseen {
        let by = move |mover: &MoverArgs| {
            mover.refuse(NO_MOVER)?;
            let facts = facts_of(&graph);
            let has_positions = graph.node_count() == 0 || graph.position(NodeId::new(0)).is_some();
            let missing =
                "the graph has no coordinates, expected a file that ends in .co beside it";
            let look = if has_positions { Look::Outlines } else { Look::Nothing(missing) };
            let read_rows: Option<ReadRows> = Some(Box::new(road_rows));
            Ok(Shaped { read_rows, facts, ..Shaped::new(OnBoard::new(graph, ()), look) })
        };
        Unseen { shape: Graph::NAME, by: Box::new(by) }
    }

    /// Roads of OpenStreetMap, whose places are called as they are there.
    pub(crate) fn roads(roads: Roads) -> Unseen {
        let by = move |mover: &MoverArgs| {
            mover.refuse(NO_MOVER)?;
            let mut facts = facts_of(&roads.graph);
            facts.push(("copies", roads.copy_count().into()));
            let board = OnBoard::new(roads.graph.clone(), ());
            let names = Some(RoadNames::of(roads));
            Ok(Shaped { facts, names, ..Shaped::new(board, Look::Outlines) })
        };
        Unseen { shape: Graph::NAME, by: Box::new(by) }
    }

    pub(crate) fn voxels(map: VoxelMap) -> Unseen {
        let by = move |mover: &MoverArgs| {
            let map = Arc::new(map);
            let mover = mover.voxel_mover()?;
            let board: OnBoard<VoxelMap> = OnBoard::new(Arc::clone(&map), mover);
            let look = Look::Space(Arc::clone(&map), mover);
            let read_rows: ReadRows = Box::new(move |bytes| voxel_rows(&map, bytes));
            Ok(Shaped { read_rows: Some(read_rows), ..Shaped::new(board, look) })
        };
        Unseen { shape: VoxelMap::NAME, by: Box::new(by) }
    }

    /// Reads recorded questions about the map.
    pub(crate) fn rows(&self, file: &std::path::Path) -> Result<Vec<Row>, Failure> {
        let read = self.read_rows.as_ref().ok_or_else(|| {
            let shape = self.board.shape();
            Failure::new(format!("no format records questions about maps of {shape}"))
        })?;
        read(&load_bytes(file)?).map_err(|error| Failure::at(name_of(file), error))
    }

    /// The methods that promise a cheapest path.
    pub(crate) fn optimal_methods(&self) -> Vec<Method> {
        let is_optimal = |method: &Method| method.row().promise.is_optimal();
        self.board.methods().into_iter().filter(is_optimal).collect()
    }

    /// Builds what a method answers from, which an option asked for, and tells how many seconds that
    /// took.
    pub(crate) fn prepare(&mut self, method: Method, option: &str) -> Result<f64, Failure> {
        let began = Instant::now();
        let built = self.board.build(method);
        built.map_err(|error| Failure::of_at(format!("{option} {method}"), error))?;
        Ok(began.elapsed().as_secs_f64())
    }

    /// What [`prepare`](Self::prepare) has built, as a file.
    pub(crate) fn save_index(&self, method: Method) -> Result<Vec<u8>, Failure> {
        let missing = || no_index_files("--index", self.board.shape());
        self.board.save_index(method).ok_or_else(missing)
    }

    /// Loads the file of an index, and tells which method it serves.
    pub(crate) fn load_index(&mut self, bytes: &[u8]) -> Result<Method, Failure> {
        self.fits(bytes)?.map_err(|error| Failure::of_at("--baked", error))
    }

    /// The method whose index is in a file, or why it is not of this map.
    pub(crate) fn fits(&mut self, bytes: &[u8]) -> Result<Result<Method, TablesError>, Failure> {
        let missing = no_index_files("--baked", self.board.shape());
        self.board.load_index(bytes).ok_or(missing)
    }

    /// Asks recorded questions one by one and checks every answer; `seconds` went into
    /// [`prepare`](Self::prepare).
    pub(crate) fn run_rows(
        &mut self,
        rows: &[Row],
        (method, seconds): (Method, f64),
        ties: Ties,
        args: &RunArgs,
    ) -> Result<Tally, Failure> {
        let refused = |error| Failure::of_at(format!("--method {method}"), error);
        let chosen = evenly(rows.len(), args.limit);
        let built = Built { seconds, bytes: 0, why: method.to_string() };
        let mut tally = Tally::new(method, chosen.len(), built);
        let mut ticker = Ticker::of(chosen.len() as u64, method.to_string());
        let (mut scratch, mut micros) = (Scratch::new(), Vec::with_capacity(chosen.len()));
        for (done, &at) in chosen.iter().enumerate() {
            ticker.at(done as u64);
            let row = &rows[at];
            let listed = || Listed {
                line: row.line,
                names: [row.from.clone(), row.to.clone()],
                ends: [row.from.clone().into(), row.to.clone().into()],
                length: row.listed.clone(),
            };
            let node = |name: &String| self.board.node(name).map_err(|error| error.to_string());
            let (start, goal) = match node(&row.from).and_then(|from| Ok((from, node(&row.to)?))) {
                Ok(ends) => ends,
                Err(reason) => {
                    tally.note(at, listed, reason);
                    continue;
                }
            };
            let query = PathQuery { ties, ..PathQuery::new(start, goal) };
            let (mut least, mut answer) = (f64::INFINITY, None);
            for _ in 0..args.ask.repeat {
                let (began, budget) = (Instant::now(), &mut Budget::unlimited());
                let found = self.board.answer(method, &query, &mut scratch, budget, None);
                least = least.min(began.elapsed().as_secs_f64() * 1e6);
                answer = Some(found.map_err(refused)?);
            }
            let Some(outcome) = answer else { continue };
            micros.push(least);
            tally.expanded += outcome.effort().expanded;
            let walked = outcome.path().map_or(Ok(()), |path| self.board.check(path));
            let checked = walked.map_err(|fault| format!("invalid path: {fault}"));
            if let Err(reason) = checked.and_then(|()| (row.check)(outcome.path())) {
                tally.note(at, listed, reason);
            }
        }
        tally.times = Times::of(micros);
        Ok(tally)
    }

    fn places(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = (0..self.board.node_count()).map(NodeId::new);
        nodes.filter(|&node| self.board.class(node).is_some())
    }

    /// `astride info`.
    pub(crate) fn info(&self) -> Report {
        if let Look::Space(map, mover) = &self.look {
            return voxel_info(map, mover);
        }
        let mut classes = [(0u64, None); 256];
        for node in self.places() {
            let (count, example) = &mut classes[usize::from(self.board.class(node).unwrap_or(0))];
            *count += 1;
            *example = Some(node);
        }
        // The class decides where a mover can stand.
        let is_free = |node: Option<NodeId>| node.is_some_and(|node| self.board.is_passable(node));
        let places: u64 = classes.iter().map(|class| class.0).sum();
        let free: u64 = classes.iter().filter(|class| is_free(class.1)).map(|class| class.0).sum();
        let classes = classes.map(|class| class.0);
        let mut text = String::new();
        line(&mut text, "shape", self.board.shape());
        line(&mut text, "places", grouped(places));
        line(&mut text, "passable", grouped(free));
        let terrain: Vec<_> =
            (0..=255u8).filter(|&class| classes[usize::from(class)] > 0).collect();
        for &(name, value) in &self.facts {
            line(&mut text, name, grouped(value));
        }
        let terrain = if self.facts.is_empty() { terrain } else { Vec::new() };
        for &class in &terrain {
            let name = format!("  {}", class.escape_ascii());
            line(&mut text, &name, grouped(classes[usize::from(class)]));
        }
        let classes = terrain.iter().map(|&class| {
            json!({ "class": class.escape_ascii().to_string(), "places": classes[usize::from(class)] })
        });
        let mut json = json!({
            "command": "info", "shape": self.board.shape(), "places": places, "passable": free,
            "terrain": classes.collect::<Vec<_>>(),
        });
        for &(name, value) in &self.facts {
            json[name.replace(' ', "-")] = value.into();
        }
        Report::good(text, json)
    }

    /// `astride draw`.
    pub(crate) fn draw(&self, draw: &DrawArgs) -> Result<Report, Failure> {
        let json = json!({ "command": "draw", "shape": self.board.shape() });
        let mut report = Report::good(String::new(), json);
        let bare = self.picture(&self.starts, &self.goals);
        self.draw_outlines(&bare, &draw.or_by_name(Kind::Svg)?, &mut report)?;
        Ok(report)
    }

    fn picture<'a>(&'a self, starts: &'a [NodeId], goals: &'a [NodeId]) -> Outlines<'a> {
        Outlines { board: &*self.board, starts, goals, path: None, expanded: &[] }
    }

    /// `astride path`.
    pub(crate) fn path(&mut self, wish: &Wish<'_>, draw: &DrawArgs) -> Result<Report, Failure> {
        let space = match &self.look {
            Look::Space(map, mover) => Some((Arc::clone(map), *mover)),
            _ if wish.straighten => {
                return Err(Failure::at("--straighten", "is for maps of squares and voxels"));
            }
            _ => None,
        };
        if wish.why && self.explain.is_none() {
            let message = "is for maps of squares, hexagons, triangles and floors";
            return Err(Failure::at("--why", message));
        }
        // It also says why places cannot be stood on.
        let named = |name: &str, option| match wish.why {
            true => self.place(name, option),
            false => self.named(name, option),
        };
        let start = wish.from.map_or_else(|| self.start(None), |name| named(name, "--from"))?;
        let goals = match wish.to {
            [] => self.goals.clone(),
            names => names.iter().map(|name| named(name, "--to")).collect::<Result<_, _>>()?,
        };
        if goals.is_empty() {
            return Err(Failure::new("where to go? expected --to, or a map with a B"));
        }
        let goal = goals[0];
        let goals = self.names.as_ref().map_or(goals.clone(), |names| names.arrivals(&goals));
        let &Wish { method, ties, max_cost, .. } = wish;
        let mut expanded = Vec::new();
        let mut notice = |event| keep_expanded(&mut expanded, event);
        let mut budget = at_most(wish.budget);
        let began = Instant::now();
        let scratch = &mut Scratch::new();
        // An index goes to one node after the other where a place is there more than once.
        let at_once = if method.has_index() && self.names.is_some() { 1 } else { goals.len() };
        let mut outcome: Option<Outcome> = None;
        for goals in goals.chunks(at_once) {
            let any = Goals::Any(goals);
            let query = PathQuery { goals: any, ties, max_cost, ..PathQuery::new(start, goals[0]) };
            let found = self.board.answer(method, &query, scratch, &mut budget, Some(&mut notice));
            let found = found.map_err(|error| Failure::of_at("--method", error))?;
            let is_best = |best: &Outcome| {
                best.cost().is_some_and(|best| found.cost().is_none_or(|cost| best <= cost))
            };
            let is_out = matches!(found, Outcome::OutOfBudget(_));
            outcome = Some(outcome.filter(|best| !is_out && is_best(best)).unwrap_or(found));
            if is_out {
                break;
            }
        }
        let Some(outcome) = outcome else { return Err(Failure::new("nothing was asked")) };
        let seconds = began.elapsed().as_secs_f64();
        let explained = match (&outcome, &self.explain) {
            (Outcome::Unreachable(_), Some(_)) if wish.why && goals.len() > 1 => {
                return Err(Failure::at("--why", "expected one goal, there are several"));
            }
            (Outcome::Unreachable(_), Some(explain)) if wish.why => {
                Some(explain([start, goal], &mut at_most(wish.budget)))
            }
            _ => None,
        };
        let known = explained.as_ref().and_then(|explained| explained.as_ref().ok()?.as_ref());
        let why = known.map(|explanation| explanation.why);
        let mut report = self.told(&outcome, why, [start, goal], seconds);
        if let Some(explained) = explained {
            tell_reasons(&mut report, explained, "place", String::clone, |name| json!(name));
        }
        report.json["method"] = wish.method.to_string().into();
        if let (Some((map, mover)), Some(path), true) = (space, outcome.path(), wish.straighten) {
            tell_line(&map.seen_by(&mover).straighten(path), &map, &mut report);
        }
        let path = outcome.path().map(|path| path.nodes());
        let starts = [start];
        let picture = Outlines { path, expanded: &expanded, ..self.picture(&starts, &goals) };
        self.draw_outlines(&picture, draw, &mut report)?;
        Ok(report)
    }

    /// `astride range`.
    pub(crate) fn range(
        &self,
        limits: &Within<'_>,
        list: List,
        draw: &DrawArgs,
    ) -> Result<Report, Failure> {
        let &Within { most, budget, .. } = limits;
        let start = self.start(limits.from)?;
        let query = PathQuery::everywhere(start).within(most);
        let began = Instant::now();
        let found = self.board.reach(&query, &mut Scratch::new(), &mut at_most(budget));
        let json = json!({
            "command": "range", "shape": self.board.shape(), "from": self.name(start),
            "max_cost": most, "timing": { "seconds": began.elapsed().as_secs_f64() },
        });
        let mut report = Report::good(String::new(), json);
        let Ok(reach) = found else {
            report.ending = Ending::OutOfBudget;
            report.json["outcome"] = "out-of-budget".into();
            let spent = count(budget.unwrap_or_default(), "expanded node");
            let _ = writeln!(report.text, "out of budget after {spent}");
            return Ok(report);
        };
        // A place may be several nodes; what counts is the first time that somebody is there.
        let mut places = BTreeMap::new();
        for reached in reach.nodes() {
            let least = places.entry(self.name(reached.node)).or_insert(reached.cost);
            *least = reached.cost.min(*least);
        }
        let (number, farthest) = (places.len() as u64, places.values().max().copied());
        let within = format!("within {} ticks of {}", grouped(most), self.name(start));
        let _ = writeln!(report.text, "{} {within}", count(number, "place"));
        let farthest = farthest.unwrap_or(0);
        line(&mut report.text, "farthest", format_args!("{} ticks", grouped(farthest)));
        if list == List::Places {
            let names: Vec<_> = places.keys().map(String::as_str).collect();
            line(&mut report.text, "places", names.join(" "));
        }
        report.json["outcome"] = "found".into();
        report.json["count"] = number.into();
        report.json["farthest"] = farthest.into();
        report.json["places"] = json!(places);
        let nodes: Vec<NodeId> = reach.nodes().iter().map(|reached| reached.node).collect();
        let picture = Outlines { expanded: &nodes, ..self.picture(&[], &[]) };
        self.draw_outlines(&Outlines { starts: &[start], ..picture }, draw, &mut report)?;
        Ok(report)
    }

    fn start(&self, from: Option<&str>) -> Result<NodeId, Failure> {
        match (from, &self.starts[..]) {
            (Some(name), _) => self.named(name, "--from"),
            (None, &[start]) => self.free(start, "A"),
            _ => Err(Failure::new("where to start? expected --from, or a map with one A")),
        }
    }

    /// The node of a name, on which the mover can stand.
    fn named(&self, name: &str, option: &str) -> Result<NodeId, Failure> {
        self.free(self.place(name, option)?, option)
    }

    /// The node of a name.
    fn place(&self, name: &str, option: &str) -> Result<NodeId, Failure> {
        match &self.names {
            Some(names) => names.node(name, option),
            None => self.board.node(name).map_err(|error| Failure::of_at(option, error)),
        }
    }

    /// Draws what was asked for, if anything, as SVG or PNG.
    fn draw_outlines(
        &self,
        picture: &Outlines<'_>,
        draw: &DrawArgs,
        report: &mut Report,
    ) -> Result<(), Failure> {
        match &self.look {
            Look::Outlines => {
                draw.svg_or_png(report, |theme| picture.svg(theme), |theme| picture.png(theme))
            }
            Look::Space(map, _) => {
                let &Outlines { starts, goals, path, .. } = picture;
                let space = Space { map, starts, goals, path };
                draw.svg_or_png(report, |theme| Ok(space.svg(theme)), |theme| space.png(theme))
            }
            Look::Nothing(reason) if draw.shows_search() => Err(Failure::at("--draw", reason)),
            Look::Nothing(_) => Ok(()),
        }
    }

    fn free(&self, node: NodeId, option: &str) -> Result<NodeId, Failure> {
        let message = || format!("the mover cannot stand on {}", self.name(node));
        let is_free = self.board.is_passable(node);
        is_free.then_some(node).ok_or_else(|| Failure::at(option, message()))
    }

    fn name(&self, node: NodeId) -> String {
        self.names.as_ref().map_or_else(|| self.board.name(node), |names| names.name(node))
    }

    /// The report of an outcome, with the reason why there is no path if more than the search's own
    /// is known.
    fn told(
        &self,
        outcome: &Outcome,
        why: Option<Why>,
        [start, goal]: [NodeId; 2],
        seconds: f64,
    ) -> Report {
        let name = |node: &NodeId| self.name(*node);
        let json = json!({
            "command": "path", "shape": self.board.shape(), "from": name(&start), "to": name(&goal),
            "effort": effort_json(outcome.effort()), "timing": { "seconds": seconds },
        });
        let mut report = Report::good(String::new(), json);
        let text = &mut report.text;
        match outcome {
            Outcome::Found(found) => {
                let names: Vec<_> = found.path.nodes().iter().map(name).collect();
                let _ =
                    writeln!(text, "path from {} to {}", name(&start), name(&found.path.goal()));
                line(text, "cost", format_args!("{} ticks", grouped(found.path.cost())));
                line(text, "steps", found.path.step_count());
                line(text, "guarantee", found.guarantee);
                line(text, "places", names.join(" "));
                report.json["outcome"] = "found".into();
                report.json["cost"] = found.path.cost().into();
                report.json["steps"] = found.path.step_count().into();
                report.json["guarantee"] = guarantee_json(found.guarantee);
                report.json["places"] = names.into();
            }
            Outcome::Unreachable(unreachable) => {
                report.ending = Ending::Negative;
                report.json["outcome"] = "unreachable".into();
                let why = why.unwrap_or(unreachable.why).to_string();
                let _ = writeln!(text, "no path from {} to {}: {why}", name(&start), name(&goal));
                report.json["why"] = why.into();
            }
            Outcome::OutOfBudget(out) => {
                report.ending = Ending::OutOfBudget;
                report.json["outcome"] = "out-of-budget".into();
                let after = count(out.effort.expanded, "expanded node");
                let _ = writeln!(text, "out of budget after {after}");
            }
        }
        line(text, "effort", effort_text(outcome.effort()));
        report
    }
}

/// Why there are no options of movers for a graph.
const NO_MOVER: &str = "is for maps of tiles: a graph has one cost for each arc";

fn facts_of(graph: &Graph) -> Vec<(&'static str, u64)> {
    vec![
        ("arcs", graph.arc_count() as u64),
        ("least cost", graph.min_arc_cost().into()),
        ("most cost", graph.max_arc_cost().into()),
    ]
}

/// Keeps which nodes a search expands, for pictures.
pub(crate) fn keep_expanded(expanded: &mut Vec<NodeId>, event: Event) {
    match event {
        Event::Close { node, .. } if expanded.len() < MOST_EXPANDED => expanded.push(node),
        _ => {}
    }
}

/// Reads the recorded distances of a road network.
fn road_rows(bytes: &[u8]) -> Result<Vec<Row>, String> {
    let rows = read_road_queries(bytes).map_err(|error| error.to_string())?;
    let row = |RoadQuery { line, start, goal, cost }: RoadQuery| {
        let check = move |path: Option<&Path>| match (path.map(Path::cost), cost) {
            (found, listed) if found == listed => Ok(()),
            (Some(found), Some(listed)) => {
                Err(format!("a path of {found}, and {listed} is listed"))
            }
            (Some(found), None) => Err(format!("a path of {found}, and none is listed")),
            (None, _) => Err("no path, and one is listed".to_owned()),
        };
        Row {
            line,
            from: start.to_string(),
            to: goal.to_string(),
            listed: cost.map_or("-1".to_owned(), |cost| cost.to_string()),
            check: Box::new(check),
        }
    };
    Ok(rows.into_iter().map(row).collect())
}

/// The rows of a MovingAI `.3dscen` file.
fn voxel_rows(map: &Arc<VoxelMap>, bytes: &[u8]) -> Result<Vec<Row>, String> {
    let scenario = VoxelScenario::read(bytes).map_err(|error| error.to_string())?;
    let rows = scenario.rows().iter().cloned().map(|row| {
        let map = Arc::clone(map);
        Row {
            line: row.line,
            from: row.start.to_string(),
            to: row.goal.to_string(),
            listed: row.length.clone(),
            check: Box::new(move |path| {
                let listed = &row.length;
                let path = path.ok_or_else(|| format!("no path, listed length {listed}"))?;
                let measure = map.measure(path);
                let wrong = || format!("length {:.8}, listed {listed}", measure.length());
                if row.matches(measure) { Ok(()) } else { Err(wrong()) }
            }),
        }
    });
    Ok(rows.collect())
}

/// Tells of a path that was pulled straight.
fn tell_line(straight: &VoxelLine, map: &VoxelMap, report: &mut Report) {
    let turns: Vec<_> = straight.nodes.iter().map(|&node| map.voxel(node).to_string()).collect();
    let length = format!("{:.4} voxels long, turning at", straight.length);
    line(&mut report.text, "straightened", format_args!(" {length}"));
    let _ = writeln!(report.text, "  {}", turns.join(" "));
    report.json["straightened"] = json!({ "length": straight.length, "places": turns });
}

/// `astride info` of a map of voxels.
fn voxel_info(map: &VoxelMap, mover: &VoxelMover) -> Report {
    let ([width, height, depth], blocked) = (map.size(), map.blocked_count());
    let places = u64::from(map.voxel_count());
    let is_one_voxel = mover.walks().is_none() && [mover.side(), mover.height()] == [1, 1];
    let (view, water) = (map.seen_by(mover), map.water_count());
    let passable = match is_one_voxel && mover.moves_in() == VoxelMedium::Air {
        true => places - blocked - water,
        false => {
            let nodes = (0..map.voxel_count()).map(NodeId::new);
            nodes.filter(|&node| view.is_passable(node)).count() as u64
        }
    };
    let mut text = String::new();
    line(&mut text, "shape", VoxelMap::NAME);
    line(&mut text, "size", format_args!("{width} x {height} x {depth}"));
    line(&mut text, "places", grouped(places));
    line(&mut text, "passable", grouped(passable));
    if water > 0 {
        line(&mut text, "water", grouped(water));
    }
    line(&mut text, "memory", format_args!("{} bytes", grouped(map.bytes() as u64)));
    let json = json!({
        "command": "info", "shape": VoxelMap::NAME, "size": map.size(), "places": places,
        "passable": passable, "water": water, "bytes": map.bytes(),
    });
    Report::good(text, json)
}
