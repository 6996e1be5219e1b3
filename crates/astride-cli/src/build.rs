//! Building indexes, with a bar that shows how far it has come.

use astride::base::Budget;
use astride::index::hubs::{Progress, Stage};
use astride::index::{Landmarks, Selection};
use astride::shapes::square::{
    Clusters, ClustersOptions, GridView, Labels, LabelsOptions, Regions, RegionsOptions,
};

use crate::error::Failure;
use crate::progress::Ticker;

/// Shows the progress of labels, boxes or landmarks, a bar for each stage; cancels nothing.
pub(crate) fn bars() -> impl FnMut(Progress) -> bool {
    let mut under_way: Option<(Stage, Ticker)> = None;
    move |progress| {
        if under_way.as_ref().is_none_or(|(stage, _)| *stage != progress.stage) {
            let what = match progress.stage {
                Stage::Contract => "ordering",
                Stage::Label => "labelling",
                Stage::Box => "making boxes",
                Stage::Landmark => "measuring from landmarks",
                Stage::Look => "looking around",
                Stage::Cut => "cutting",
                _ => "building",
            };
            under_way = Some((progress.stage, Ticker::of(progress.total, what)));
        }
        if let Some((_, ticker)) = &mut under_way {
            ticker.at(progress.done);
        }
        true
    }
}

/// Labels of squares.
pub(crate) fn labels(view: &GridView<'_>, options: &LabelsOptions) -> Result<Labels, Failure> {
    Labels::build_with(view, options, &mut bars()).map_err(Failure::of)
}

/// Clusters, level by level.
pub(crate) fn clusters(
    view: &GridView<'_>,
    options: &ClustersOptions,
) -> Result<Clusters, Failure> {
    let mut under_way: Option<(u32, Ticker)> = None;
    let clusters = Clusters::build_with(view, options, &mut |progress| {
        if under_way.as_ref().is_none_or(|(level, _)| *level != progress.level) {
            let ticker =
                Ticker::of(progress.of.into(), format!("clusters, level {}", progress.level));
            under_way = Some((progress.level, ticker));
        }
        if let Some((_, ticker)) = &mut under_way {
            ticker.at(progress.done.into());
        }
        true
    });
    clusters.map_err(Failure::of)
}

/// This many landmarks.
pub(crate) fn landmarks(view: &GridView<'_>, count: u32) -> Result<Landmarks, Failure> {
    let mut ticker = Ticker::endless("landmarks");
    let mut tick = || {
        ticker.at(0);
        false
    };
    let budget = &mut Budget::unlimited().deadline(&mut tick);
    Landmarks::build(view, count, Selection::default(), budget).map_err(Failure::of)
}

/// Regions and gates.
pub(crate) fn regions(view: &GridView<'_>) -> Result<Regions, Failure> {
    Regions::build(view, RegionsOptions::default()).map_err(Failure::of)
}
