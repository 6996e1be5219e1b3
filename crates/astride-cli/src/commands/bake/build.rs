//! Building the requested indexes, and putting them into one file.

use std::time::Instant;

use astride::index::Landmarks;
use astride::planner::Method;
use astride::shapes::square::{
    Clusters, ClustersOptions, DeadEnds, GridView, IndexOptions, IndexWriter, Labels,
    LabelsOptions, Regions, SquareIndex,
};

use super::{Args, IndexName};
use crate::build;
use crate::error::Failure;
use crate::read::name_of;

/// One index, and how long it took.
pub(super) struct Built {
    pub(super) name: IndexName,
    pub(super) index: Any,
    pub(super) seconds: f64,
}

/// An index of some kind.
pub(super) enum Any {
    Labels(Box<Labels>),
    Clusters(Box<Clusters>),
    Landmarks(Box<Landmarks>),
    DeadEnds(DeadEnds),
    Regions(Regions),
}

/// Builds one index.
pub(super) fn one(name: IndexName, args: &Args, view: &GridView<'_>) -> Result<Built, Failure> {
    let began = Instant::now();
    let index = any(name, args, view);
    let index = index.map_err(|failure| failure.within(name_of(&args.map)))?;
    Ok(Built { name, index, seconds: began.elapsed().as_secs_f64() })
}

fn any(name: IndexName, args: &Args, view: &GridView<'_>) -> Result<Any, Failure> {
    let default = LabelsOptions::default();
    let bytes_per_cell = args.bytes_per_cell.unwrap_or(default.bytes_per_cell);
    let options = IndexOptions::default()
        .labels(LabelsOptions { bytes_per_cell, ..default })
        .clusters(ClustersOptions { side: args.cluster_side, ..ClustersOptions::default() })
        .landmarks(args.landmarks);
    let of = |method| match build::index(view, method, &options)? {
        SquareIndex::Labels(labels) => Ok(Any::Labels(labels)),
        SquareIndex::Clusters(clusters) => Ok(Any::Clusters(clusters)),
        SquareIndex::Landmarks(landmarks) => Ok(Any::Landmarks(landmarks)),
        other => Err(Failure::new(format!("{} is not kept in files", other.method()))),
    };
    Ok(match name {
        IndexName::Labels => of(Method::Labels)?,
        IndexName::Clusters => of(Method::Clusters)?,
        IndexName::Landmarks => of(Method::Landmarks)?,
        IndexName::DeadEnds => Any::DeadEnds(DeadEnds::build(view)),
        IndexName::Regions => Any::Regions(build::regions(view)?),
    })
}

/// The bytes of a file that holds all of them.
pub(super) fn file(built: &[Built], view: &GridView<'_>) -> Result<Vec<u8>, Failure> {
    let mut writer = IndexWriter::new(view);
    for Built { index, .. } in built {
        let added = match index {
            Any::Labels(labels) => writer.add(&**labels),
            Any::Clusters(clusters) => writer.add(&**clusters),
            Any::Landmarks(landmarks) => writer.add(&**landmarks),
            Any::DeadEnds(dead_ends) => writer.add(dead_ends),
            Any::Regions(regions) => writer.add(regions),
        };
        added.map_err(Failure::of)?;
    }
    Ok(writer.finish())
}
