//! Pictures: which kind, where to, and the one place that calls the drawing crate.

use std::io::IsTerminal;
use std::path::{Path, PathBuf};

use astride::base::{Cell, NodeId, Vec2};
use astride::search::{DistanceField, Event, Reach};
use astride::shapes::square::{Grid, Mover};
use astride_draw::{
    AnimationOptions, DrawError, FigureOptions, Legend, PictureOptions, Progress, Scene, Theme,
    terminal,
};
use astride_formats::{Coordinates, GeoJson};
use clap::ValueEnum;

use crate::describe::line;
use crate::error::Failure;
use crate::progress::is_dumb;
use crate::report::{Report, count};

/// The width of terminal pictures unless another is given.
const COLUMNS: u16 = 100;

/// Kinds of pictures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Kind {
    /// Squares as in the classic tutorials
    Text,
    /// Half blocks in colour
    #[value(alias = "color")]
    Colour,
    /// Letters only
    Ascii,
    /// A drawing that scales
    Svg,
    /// A picture
    Png,
    /// The search as an animation
    Apng,
    /// F, G and H in every square, as a drawing
    FigureSvg,
    /// F, G and H in every square, as a picture
    FigurePng,
    /// Roads, meshes and paths for maps on screens, such as geojson.io
    #[value(name = "geojson")]
    GeoJson,
}

impl Kind {
    /// What suits standard output: colour on a terminal that wants it, else letters.
    pub(crate) fn for_terminal() -> Kind {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        if wanted && !is_dumb() && std::io::stdout().is_terminal() {
            Kind::Colour
        } else {
            Kind::Ascii
        }
    }

    fn style(self) -> Option<terminal::Style> {
        match self {
            Kind::Text => Some(terminal::Style::Classic),
            Kind::Colour => Some(terminal::Style::Colour),
            Kind::Ascii => Some(terminal::Style::Ascii),
            _ => None,
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Kind::Text | Kind::Colour | Kind::Ascii => "txt",
            Kind::Svg | Kind::FigureSvg => "svg",
            Kind::Png | Kind::FigurePng => "png",
            Kind::Apng => "apng",
            Kind::GeoJson => "geojson",
        }
    }

    fn of_file(path: &Path) -> Option<Kind> {
        match path.extension()?.to_str()? {
            "txt" => Some(Kind::Text),
            "svg" => Some(Kind::Svg),
            "png" => Some(Kind::Png),
            "apng" => Some(Kind::Apng),
            "geojson" => Some(Kind::GeoJson),
            _ => None,
        }
    }

    /// Whether it shows a search rather than a map.
    fn needs_search(self) -> bool {
        matches!(self, Kind::Apng | Kind::FigureSvg | Kind::FigurePng)
    }

    /// Whether it shows trees and lines that are not along steps.
    fn shows_lines(self) -> bool {
        matches!(self, Kind::Svg | Kind::Png)
    }
}

/// Whether and how to draw.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Output")]
pub(crate) struct DrawArgs {
    /// Draw a picture: text, colour or ascii go to the terminal, the others to a file
    #[arg(long, value_enum, value_name = "KIND")]
    draw: Option<Kind>,

    /// Where to write the picture; the ending says the kind unless --draw does. - is standard
    /// output, which then holds nothing else
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// How wide a terminal picture may be
    #[arg(long, value_name = "LETTERS", default_value_t = COLUMNS,
          value_parser = clap::value_parser!(u16).range(8..=4000))]
    columns: u16,

    /// Show the search after this many expansions (for path on squares)
    #[arg(long, value_name = "N")]
    step: Option<usize>,

    /// Show the tree of the search as svg or png: a line from each place to the one it was reached
    /// from (for path)
    #[arg(long)]
    tree: bool,

    /// Where the point 0,0 of a navigation mesh lies, for .geojson: then x are metres to the east and
    /// y metres to the north; otherwise they are degrees
    #[arg(long, value_name = "LATITUDE,LONGITUDE", allow_hyphen_values = true)]
    origin: Option<Coordinates>,
}

impl DrawArgs {
    /// The same with a kind, where none is said: from the file's name, else `kind`.
    pub(crate) fn or_by_name(&self, kind: Kind) -> Result<Self, Failure> {
        let mut args = self.clone();
        args.draw = Some(args.kind()?.unwrap_or(kind));
        Ok(args)
    }

    /// Whether a picture is wanted that shows a search, if there is one.
    pub(crate) fn shows_search(&self) -> bool {
        self.draw.is_some() || self.output.is_some()
    }

    /// Finds out before any work whether the options fit together.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        if self.origin.is_some() && self.kind()? != Some(Kind::GeoJson) {
            return Err(Failure::at(
                "--origin",
                "is for pictures in .geojson of navigation meshes",
            ));
        }
        match self.kind()? {
            Some(kind) if !kind.shows_lines() => self.refuse_tree(),
            _ => Ok(()),
        }
    }

    fn kind(&self) -> Result<Option<Kind>, Failure> {
        match (self.draw, &self.output) {
            (Some(kind), _) => Ok(Some(kind)),
            (None, None) if self.step.is_some() => {
                Err(Failure::new("--step needs a picture, expected --draw KIND or -o FILE"))
            }
            (None, None) if self.tree => {
                Err(Failure::new("--tree needs a picture, expected --draw svg or png, or -o FILE"))
            }
            (None, None) => Ok(None),
            (None, Some(file)) => {
                let message = "no known kind of picture, expected --draw KIND or a name ending in \
                               .png, .svg, .apng, .txt or .geojson";
                Kind::of_file(file).map(Some).ok_or(Failure::at(file.display(), message))
            }
        }
    }

    /// Draws what was asked for, if anything, and says so in `report`. `stem` names a file that
    /// has no name yet.
    pub(crate) fn draw(
        &self,
        picture: &Picture<'_>,
        stem: &str,
        report: &mut Report,
    ) -> Result<(), Failure> {
        let Some(kind) = self.kind()? else { return Ok(()) };
        let as_tree;
        let picture = match (self.tree, picture.layer) {
            (false, _) => picture,
            (true, Layer::Search(events)) if kind.shows_lines() => {
                as_tree = Picture { layer: Layer::Tree(events), ..picture.clone() };
                &as_tree
            }
            (true, _) => return self.refuse_tree(),
        };
        let style = kind.style();
        if let (Some(style), None) = (style, &self.output) {
            let drawing = picture.terminal(style, self.columns, self.step)?;
            if !report.text.is_empty() {
                report.text.push('\n');
            }
            report.text.push_str(&drawing);
            report.json["drawing"] = drawing.into();
            return Ok(());
        }
        let bytes = match style {
            Some(style) => picture.terminal(style, self.columns, self.step)?.into_bytes(),
            None => picture.file(kind, self.step)?,
        };
        self.save(kind, stem, &bytes, report)
    }

    /// Whether a picture is wanted that shows the tree of a search.
    pub(crate) fn shows_tree(&self) -> bool {
        self.tree
    }

    /// Refuses the tree of a search where none can be shown.
    pub(crate) fn refuse_tree(&self) -> Result<(), Failure> {
        let message = "is for path on maps of places or graphs, drawn as svg or png";
        if self.tree { Err(Failure::at("--tree", message)) } else { Ok(()) }
    }

    /// Draws what was asked for, if anything, as SVG, PNG or GeoJSON, for which there may be a place
    /// where 0,0 lies.
    pub(crate) fn drawn_by(
        &self,
        report: &mut Report,
        svg: impl FnOnce(Theme) -> Result<String, DrawError>,
        png: impl FnOnce(Theme) -> Result<Vec<u8>, DrawError>,
        geojson: impl FnOnce(Option<Coordinates>) -> Result<GeoJson, Failure>,
    ) -> Result<(), Failure> {
        let Some(kind) = self.kind()? else { return Ok(()) };
        if self.step.is_some() {
            return Err(Failure::at("--step", "is for path on maps of squares"));
        }
        let bytes = match kind {
            Kind::Svg => svg(Theme::Light).map(String::into_bytes),
            Kind::Png => png(Theme::Light),
            Kind::GeoJson => Ok(geojson(self.origin)?.finish().into_bytes()),
            _ => return Err(Failure::at("--draw", "maps of this shape are drawn as svg or png")),
        };
        let bytes = bytes.map_err(|error| Failure::of_at("--draw", error))?;
        self.save(kind, "map", &bytes, report)
    }

    fn save(
        &self,
        kind: Kind,
        stem: &str,
        bytes: &[u8],
        report: &mut Report,
    ) -> Result<(), Failure> {
        let named = || PathBuf::from(format!("{stem}.{}", kind.extension()));
        let file = self.output.clone().unwrap_or_else(named);
        report.save(&file, bytes)?;
        let size = count(bytes.len() as u64, "byte");
        line(&mut report.text, "picture", format_args!("{} ({size})", file.display()));
        report.json["picture"] = file.display().to_string().into();
        Ok(())
    }
}

/// Why a map is not drawn as GeoJSON.
pub(crate) const NO_GEOJSON: &str =
    "is for roads, graphs with coordinates in degrees, and navigation meshes, expected svg or png";

/// What lies over the terrain.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Layer<'a> {
    None,
    Search(&'a [Event]),
    Tree(&'a [Event]),
    Field(&'a DistanceField),
    Reach(&'a Reach),
    /// What was built for a layer, shown with a legend.
    Built(astride_draw::Layer<'a>),
}

/// What a picture shows.
#[derive(Clone, Debug)]
pub(crate) struct Picture<'a> {
    pub(crate) grid: &'a Grid,
    pub(crate) mover: &'a Mover,
    pub(crate) starts: Vec<Cell>,
    pub(crate) goals: Vec<Cell>,
    pub(crate) path: Option<&'a [NodeId]>,
    /// The path pulled straight, for pictures that can show lines.
    pub(crate) straightened: Option<&'a [NodeId]>,
    /// Lines that svg and png show instead of the path.
    pub(crate) lines: &'a [&'a [Vec2]],
    pub(crate) layer: Layer<'a>,
}

impl<'a> Picture<'a> {
    /// The bare map.
    pub(crate) fn of(grid: &'a Grid, mover: &'a Mover) -> Self {
        let (starts, goals) = (Vec::new(), Vec::new());
        let (path, straightened, layer) = (None, None, Layer::None);
        Picture { grid, mover, starts, goals, path, straightened, lines: &[], layer }
    }

    /// The picture in letters, as wide as usual.
    pub(crate) fn letters(&self, kind: Kind) -> Result<String, Failure> {
        self.terminal(kind.style().unwrap_or(terminal::Style::Ascii), COLUMNS, None)
    }

    /// The picture in letters.
    fn terminal(
        &self,
        style: terminal::Style,
        columns: u16,
        step: Option<usize>,
    ) -> Result<String, Failure> {
        let progress = self.progress(step)?;
        let path = self.path_at(step, &progress, self.path);
        let scene = self.scene(&progress, path);
        Ok(terminal::draw(&scene, style, columns.into(), usize::from(columns)))
    }

    /// The picture as the bytes of a file.
    pub(crate) fn file(&self, kind: Kind, step: Option<usize>) -> Result<Vec<u8>, Failure> {
        if kind == Kind::GeoJson {
            return Err(Failure::at("--draw geojson", NO_GEOJSON));
        }
        if kind.needs_search() && !matches!(self.layer, Layer::Search(_)) {
            let message = "this kind of picture shows a search, expected svg or png here";
            return Err(Failure::at("--draw", message));
        }
        let progress = self.progress(step)?;
        let path = self.path_at(step, &progress, self.straightened.or(self.path));
        let mut scene = self.scene(&progress, path);
        if scene.path.is_some() && kind.shows_lines() && !self.lines.is_empty() {
            (scene.path, scene.lines) = (None, self.lines);
        }
        let legend = match self.layer {
            Layer::Built(_) => Legend::Below,
            _ => Legend::None,
        };
        let options = PictureOptions { legend, ..PictureOptions::default() };
        let drawn = match (kind, self.layer) {
            (Kind::FigureSvg, _) => {
                let options = FigureOptions::default();
                astride_draw::figure_svg(&scene, &progress, &options).map(String::into_bytes)
            }
            (Kind::FigurePng, _) => {
                astride_draw::figure_png(&scene, &progress, &FigureOptions::default())
            }
            (Kind::Apng, Layer::Search(events)) => {
                astride_draw::apng(&scene, events, &AnimationOptions::default())
            }
            (Kind::Svg, _) => astride_draw::svg(&scene, &options).map(String::into_bytes),
            _ => astride_draw::png(&scene, &options),
        };
        drawn.map_err(|error| match kind {
            Kind::FigureSvg | Kind::FigurePng if error.is_too_large() => {
                let (width, height) = (self.grid.width(), self.grid.height());
                let message = "is too large for numbers in every square, expected svg or png";
                Failure::at("--draw", format!("a map of {width}x{height} cells {message}"))
            }
            _ => Failure::of_at("--draw", error),
        })
    }

    /// The state of the search after `step` expansions, or at its end.
    fn progress(&self, step: Option<usize>) -> Result<Progress, Failure> {
        match (self.layer, step) {
            (Layer::Search(events) | Layer::Tree(events), None) => {
                Ok(Progress::replay(events, events.len()))
            }
            (Layer::Search(events) | Layer::Tree(events), Some(step)) => {
                let ends = Progress::steps(events);
                let most = ends.len() - 1;
                let upto = ends.get(step).copied().ok_or_else(|| {
                    let message = format!("the search has {most} steps, expected at most that");
                    Failure::at(format!("--step {step}"), message)
                })?;
                Ok(Progress::replay(events, upto))
            }
            (_, None) => Ok(Progress::new()),
            (_, Some(_)) => Err(Failure::new("--step shows a search, expected it with path")),
        }
    }

    /// The path to show: none at a step before the search has reached its goal.
    fn path_at<'s>(
        &self,
        step: Option<usize>,
        progress: &Progress,
        path: Option<&'s [NodeId]>,
    ) -> Option<&'s [NodeId]> {
        path.filter(|_| step.is_none() || progress.goal().is_some())
    }

    fn scene<'s>(&'s self, progress: &'s Progress, path: Option<&'s [NodeId]>) -> Scene<'s> {
        let mut scene = Scene::new(self.grid, self.mover);
        scene.starts = &self.starts;
        scene.goals = &self.goals;
        scene.path = path;
        scene.layer = match self.layer {
            Layer::None => astride_draw::Layer::None,
            Layer::Search(_) => astride_draw::Layer::Search(progress),
            Layer::Tree(_) => astride_draw::Layer::Tree(progress),
            Layer::Field(field) => astride_draw::Layer::Field(field),
            Layer::Reach(reach) => astride_draw::Layer::Reach(reach),
            Layer::Built(layer) => layer,
        };
        scene
    }
}
