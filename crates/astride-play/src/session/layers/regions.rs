//! Regions in colours, and the gates between them as lines.

use astride::base::Cell;
use serde_json::{Value, json};

use crate::session::layers::areas::{Areas, NOWHERE, colours_apart};
use crate::session::layers::{Entry, Ground, Layer, Made, Values};
use crate::session::wire::Refusal;

pub(super) struct Regions;

impl Layer for Regions {
    fn entry(&self) -> Entry {
        Entry {
            id: "chokes",
            label: "Choke points",
            about: "wide places in colours, and how wide the gates between them are",
            kind: "areas",
            options: json!([]),
        }
    }

    fn make(&self, ground: Ground<'_>, _: &Value) -> Result<Made, Refusal> {
        let (survey, footing) = ground.panel.survey(ground.board).map_err(Refusal::value)?;
        let regions = survey.regions(&footing.view())?;
        let sizes: Vec<u32> = regions.regions().iter().map(|it| it.cell_count).collect();
        let pairs: Vec<(u32, u32)> = regions.gates().iter().map(|gate| gate.regions()).collect();
        let colours = colours_apart(sizes.len(), &sizes, &pairs);
        let (numbers, areas) = Areas::new(&sizes, |at, _| colours[at]);
        let (width, height) = (footing.grid.width(), footing.grid.height());
        let number =
            |cell: Cell| regions.region_at(cell).map_or(NOWHERE, |region| numbers[region as usize]);
        let rows = (0..height).flat_map(|y| (0..width).map(move |x| Cell::new(x, y)));
        let cells = rows.map(number).collect();
        let node = |cell: Cell| cell.y * width + cell.x;
        let line = |gate: &astride::shapes::square::Gate| {
            let (first, last) = (gate.cells()[0], gate.cells()[gate.cells().len() - 1]);
            [node(first), node(last), gate.width()]
        };
        let lines = regions.gates().iter().map(line).collect();
        Ok(Made { lines, ..Made::of(Values::Areas(cells, areas), "squares", 1) })
    }
}
