//! Pictures of maps of any shape but squares.

use astride::base::NodeId;
use astride_draw::{Outlines, Space};
use serde_json::json;

use super::{Look, Shaped};
use crate::error::Failure;
use crate::pictures::{DrawArgs, Kind};
use crate::report::Report;

impl Shaped {
    /// `astride draw`.
    pub(crate) fn draw(&self, draw: &DrawArgs) -> Result<Report, Failure> {
        let json = json!({ "command": "draw", "shape": self.board.shape() });
        let mut report = Report::good(String::new(), json);
        let bare = self.picture(&self.starts, &self.goals);
        self.draw_outlines(&bare, &draw.or_by_name(Kind::Svg)?, &mut report)?;
        Ok(report)
    }

    pub(super) fn picture<'a>(&'a self, starts: &'a [NodeId], goals: &'a [NodeId]) -> Outlines<'a> {
        Outlines { starts, goals, ..Outlines::new(&*self.board) }
    }

    /// Draws what was asked for, if anything, as SVG or PNG.
    pub(super) fn draw_outlines(
        &self,
        picture: &Outlines<'_>,
        draw: &DrawArgs,
        report: &mut Report,
    ) -> Result<(), Failure> {
        if picture.tree.is_none() {
            draw.refuse_tree()?;
        }
        match &self.look {
            Look::Outlines => {
                draw.svg_or_png(report, |theme| picture.svg(theme), |theme| picture.png(theme))
            }
            Look::Space(map, _) => {
                let &Outlines { starts, goals, path, tree, .. } = picture;
                let space = Space { map, starts, goals, path, tree };
                draw.svg_or_png(report, |theme| Ok(space.svg(theme)), |theme| space.png(theme))
            }
            Look::Nothing(reason) if draw.shows_search() => Err(Failure::at("--draw", reason)),
            Look::Nothing(_) => Ok(()),
        }
    }
}
