//! Layers that `draw` can put over a map: the contents of an index, influence, or visibility.

use astride::base::{Cell, CellRect};
use astride::search::Scratch;
use astride::shapes::square::{
    Clearance, Clusters, ClustersOptions, Combine, Components, DeadEnds, Falloff, Grid, GridView,
    InfluenceMap, Knowledge, Mover, Regions, RegionsOptions, Source, Spread,
};
use astride::world::Overlay;
use clap::ValueEnum;

use crate::error::Failure;
use crate::options::{check_rect, node_on};
use crate::parse;

/// How strong sources of influence are at their own cell.
const STRENGTH: i32 = 100;

/// How far something is felt or seen by default, in cells.
const RADIUS: u32 = 24;

/// Names of layers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LayerName {
    /// Cells that reach each other
    Components,
    /// How far the nearest wall is
    Clearance,
    /// Regions between narrow places, and the gates there
    Regions,
    /// Clusters of hierarchical search, and their nodes
    Clusters,
    /// What lies behind doors of the largest area
    DeadEnds,
    /// What sources at the cells of --at press on those around them, along paths
    Influence,
    /// What is seen from the cells of --at
    Fog,
    /// The extra costs of --cost
    Overlay,
}

/// Which layer, and from where.
#[derive(clap::Args, Clone, Debug)]
#[command(next_help_heading = "Layer")]
pub(crate) struct LayerArgs {
    /// What lies over the map
    #[arg(long, value_enum, value_name = "NAME")]
    layer: Option<LayerName>,

    /// Where something is felt or seen from, for influence and fog (repeat for more); a drawn map
    /// may say so with A
    #[arg(long, value_parser = parse::cell, value_name = "X,Y", allow_hyphen_values = true)]
    at: Vec<Cell>,

    /// How far, in cells, for influence and fog [default: 24]
    #[arg(long, value_name = "CELLS", value_parser = clap::value_parser!(u32).range(1..=512))]
    radius: Option<u32>,

    /// What entering a cell of this rectangle costs in ticks in addition to the step, for overlay
    /// (repeat for more; later ones replace earlier ones)
    #[arg(long, value_parser = parse::extra_cost, value_name = "X,Y,WxH=TICKS")]
    cost: Vec<(CellRect, u32)>,
}

/// What was built for a layer.
#[derive(Debug)]
pub(crate) enum Built {
    None,
    Components(Box<Components>),
    Clearance(Clearance),
    Regions(Regions),
    Clusters(Clusters),
    DeadEnds(DeadEnds),
    Influence(InfluenceMap),
    Fog(Knowledge),
    Overlay(Overlay),
}

impl Built {
    pub(crate) fn layer(&self) -> astride_draw::Layer<'_> {
        match self {
            Built::None => astride_draw::Layer::None,
            Built::Components(built) => astride_draw::Layer::Components(built),
            Built::Clearance(built) => astride_draw::Layer::Clearance(built),
            Built::Regions(built) => astride_draw::Layer::Regions(built),
            Built::Clusters(built) => astride_draw::Layer::Clusters(built),
            Built::DeadEnds(built) => astride_draw::Layer::DeadEnds(built),
            Built::Influence(built) => astride_draw::Layer::Influence(built),
            Built::Fog(built) => astride_draw::Layer::Fog(built),
            Built::Overlay(built) => astride_draw::Layer::Overlay(built),
        }
    }
}

impl LayerArgs {
    /// The name of the layer as it is typed.
    pub(crate) fn name(&self) -> Option<String> {
        let value = self.layer?.to_possible_value()?;
        Some(value.get_name().to_owned())
    }

    /// Refuses options that would change nothing in the picture.
    pub(crate) fn check(&self) -> Result<(), Failure> {
        let has_eyes = matches!(self.layer, Some(LayerName::Influence | LayerName::Fog));
        let has_costs = matches!(self.layer, Some(LayerName::Overlay));
        for (option, is_given, is_used, layers) in [
            ("--at", !self.at.is_empty(), has_eyes, "influence or fog"),
            ("--radius", self.radius.is_some(), has_eyes, "influence or fog"),
            ("--cost", !self.cost.is_empty(), has_costs, "overlay"),
        ] {
            if is_given && !is_used {
                return Err(Failure::at(option, format_args!("is for --layer {layers}")));
            }
        }
        Ok(())
    }

    /// The cells from which something is felt or seen, `starts` unless others are named.
    pub(crate) fn eyes(&self, starts: &[Cell]) -> Vec<Cell> {
        if self.at.is_empty() { starts.to_vec() } else { self.at.clone() }
    }

    fn radius(&self) -> u32 {
        self.radius.unwrap_or(RADIUS)
    }

    /// Builds what the layer shows.
    pub(crate) fn build(
        &self,
        grid: &Grid,
        mover: &Mover,
        starts: &[Cell],
    ) -> Result<Built, Failure> {
        let Some(name) = self.layer else { return Ok(Built::None) };
        let view = grid.seen_by(mover);
        Ok(match name {
            LayerName::Components => Built::Components(Box::new(Components::build(&view))),
            LayerName::Clearance => Built::Clearance(Clearance::build(&view)),
            LayerName::Regions => {
                let built = Regions::build(&view, RegionsOptions::default());
                Built::Regions(built.map_err(|error| Failure::of_at("--layer", error))?)
            }
            LayerName::Clusters => {
                let built = Clusters::build(&view, &ClustersOptions::default());
                Built::Clusters(built.map_err(|error| Failure::of_at("--layer", error))?)
            }
            LayerName::DeadEnds => Built::DeadEnds(DeadEnds::build(&view)),
            LayerName::Influence => Built::Influence(self.influence(&view, starts)?),
            LayerName::Fog => Built::Fog(self.knowledge(grid, mover, starts)?),
            LayerName::Overlay => Built::Overlay(self.overlay(grid)?),
        })
    }

    fn influence(&self, view: &GridView<'_>, starts: &[Cell]) -> Result<InfluenceMap, Failure> {
        let mut map = InfluenceMap::new(view.grid(), Combine::Sum);
        let mut scratch = Scratch::new();
        let spread = Spread::Paths { ticks_per_cell: view.scale().straight() };
        for cell in self.named(view.grid(), starts)? {
            let falloff = Falloff::linear(self.radius());
            let falloff = falloff.map_err(|error| Failure::of_at("--radius", error))?;
            let source = Source { strength: STRENGTH, falloff, spread };
            map.place(view, cell, source, &mut scratch)
                .map_err(|error| Failure::of_at("--at", error))?;
        }
        Ok(map)
    }

    /// What blocks the mover also blocks the view.
    fn knowledge(&self, grid: &Grid, mover: &Mover, starts: &[Cell]) -> Result<Knowledge, Failure> {
        let mut knowledge = Knowledge::new(grid, b'.');
        for cell in self.named(grid, starts)? {
            let is_opaque = |class| !mover.is_passable(class);
            knowledge.reveal_around(grid, cell, self.radius(), is_opaque, &mut Vec::new());
        }
        Ok(knowledge)
    }

    fn overlay(&self, grid: &Grid) -> Result<Overlay, Failure> {
        if self.cost.is_empty() {
            return Err(Failure::new("what costs more? expected --cost X,Y,WxH=TICKS"));
        }
        let mut overlay = Overlay::new(grid);
        for &(rect, ticks) in &self.cost {
            check_rect(grid, rect).map_err(|why| Failure::at("--cost", why))?;
            overlay.fill(rect, ticks);
        }
        Ok(overlay)
    }

    /// The cells of `--at`, or the starts of a drawn map; at least one.
    fn named(&self, grid: &Grid, starts: &[Cell]) -> Result<Vec<Cell>, Failure> {
        let cells = self.eyes(starts);
        if cells.is_empty() {
            let message = "from where? expected --at X,Y, or a drawn map with an A (it has none)";
            return Err(Failure::new(message));
        }
        for &cell in &cells {
            node_on(grid, cell, "--at")?;
        }
        Ok(cells)
    }
}
