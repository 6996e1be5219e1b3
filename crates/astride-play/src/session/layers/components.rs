//! Components: squares that can be reached from each other have one colour.

use astride::base::NodeId;
use serde_json::{Value, json};

use crate::session::layers::areas::{Areas, COLOURS, NOWHERE};
use crate::session::layers::{Entry, Ground, Layer, Made, Values};
use crate::session::wire::Refusal;

pub(super) struct Components;

impl Layer for Components {
    fn entry(&self) -> Entry {
        Entry {
            id: "components",
            label: "Components",
            about: "squares that can be reached from each other have one colour",
            kind: "areas",
            options: json!([]),
        }
    }

    fn make(&self, ground: Ground<'_>, _: &Value) -> Result<Made, Refusal> {
        let (survey, footing) = ground.panel.survey(ground.board).map_err(Refusal::value)?;
        let components = survey.components(&footing.view());
        let sizes: Vec<u32> = (0..components.count()).map(|it| components.cells(it)).collect();
        let (numbers, areas) = Areas::new(&sizes, |_, number| (number % COLOURS) as u8);
        let number = |node: u32| {
            components.component(NodeId::new(node)).map_or(NOWHERE, |it| numbers[it as usize])
        };
        let cells = (0..footing.grid.cell_count()).map(number).collect();
        Ok(Made::of(Values::Areas(cells, areas), "squares", 1))
    }
}
