//! Building indexes, with a bar that shows how far it has come.

use astride::index::hubs::{Progress, Stage};
use astride::planner::Method;
use astride::shapes::square::{GridView, IndexOptions, Regions, RegionsOptions, SquareIndex};

use crate::error::Failure;
use crate::progress::Ticker;

/// Shows the progress of an index, a bar for each stage; cancels nothing.
pub(crate) fn bars() -> impl FnMut(Progress) -> bool {
    let mut under_way: Option<((Stage, u64), Ticker)> = None;
    move |progress| {
        // Clusters have a total for each level.
        let part = (progress.stage, progress.total);
        if under_way.as_ref().is_none_or(|(now, _)| *now != part) {
            let what = match progress.stage {
                Stage::Contract => "ordering",
                Stage::Label => "labelling",
                Stage::Box => "making boxes",
                Stage::Landmark => "measuring from landmarks",
                Stage::Look => "looking around",
                Stage::Cut => "cutting",
                Stage::Cluster => "clusters",
                _ => "building",
            };
            under_way = Some((part, Ticker::of(progress.total, what)));
        }
        if let Some((_, ticker)) = &mut under_way {
            ticker.at(progress.done);
        }
        true
    }
}

/// The index of a method on squares.
pub(crate) fn index(
    view: &GridView<'_>,
    method: Method,
    options: &IndexOptions,
) -> Result<SquareIndex, Failure> {
    SquareIndex::build(view, method, options, &mut bars()).map_err(Failure::of)
}

/// Regions and gates.
pub(crate) fn regions(view: &GridView<'_>) -> Result<Regions, Failure> {
    Regions::build(view, RegionsOptions::default()).map_err(Failure::of)
}
