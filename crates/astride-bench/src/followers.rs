//! What follows edits, by name.

use astride::base::{Budget, NodeId};
use astride::search::DistanceField;
use astride::shapes::square::{
    Clearance, Clusters, ClustersOptions, Components, DeadEnds, GridView, JumpMap, JumpTable,
    Regions, RegionsOptions,
};
use astride::world::{Way, World};

use crate::Failure;
use crate::clock::timed;
use crate::desk::Settings;

/// Something that follows edits.
pub(crate) struct Follower {
    /// The word that selects it.
    pub(crate) name: &'static str,
    /// How it is called in results.
    pub(crate) title: &'static str,
    /// What is counted while it follows.
    pub(crate) counted: &'static str,
    pub(crate) build: Build,
}

type Build = fn(&GridView<'_>, &Settings) -> Result<Box<dyn Follow>, Failure>;

/// What following did.
pub(crate) struct Did {
    /// How much it looked at, where it counts that.
    pub(crate) looked: Option<u64>,
    pub(crate) is_rebuilt: bool,
}

/// An index beside the ways to build it and to let it follow.
pub(crate) trait Follow {
    fn follow(&mut self, view: &GridView<'_>) -> Result<Did, Failure>;

    /// Whether it is what it would be from scratch, where that can be compared, and the µs to make it so.
    fn compare(&self, view: &GridView<'_>) -> Result<Option<(bool, f64)>, Failure>;
}

struct Following<I> {
    index: I,
    update: fn(&mut I, &GridView<'_>) -> Result<Did, Failure>,
    from_scratch: FromScratch<I>,
}

type FromScratch<I> = fn(&I, &GridView<'_>) -> Result<Option<(bool, f64)>, Failure>;

impl<I> Follow for Following<I> {
    fn follow(&mut self, view: &GridView<'_>) -> Result<Did, Failure> {
        (self.update)(&mut self.index, view)
    }

    fn compare(&self, view: &GridView<'_>) -> Result<Option<(bool, f64)>, Failure> {
        (self.from_scratch)(&self.index, view)
    }
}

const fn follower(name: &'static str, counted: &'static str, build: Build) -> Follower {
    Follower { name, title: name, counted, build }
}

/// All of them; a new one is one entry.
pub(crate) const FOLLOWERS: &[Follower] = &[
    follower("components", "cells", |view, _| {
        unchecked(Components::build(view), |index, view| {
            let it = index.update(view);
            did(it.touched + it.looked, it.rebuilt)
        })
    }),
    Follower {
        title: "components",
        ..follower("components, renamed cells as well", "cells", |view, _| {
            unchecked(Components::build(view), |index, view| {
                let it = index.update(view);
                did(it.touched + it.looked + it.changed, it.rebuilt)
            })
        })
    },
    follower("clearance", "cells", |view, _| {
        unchecked(Clearance::build(view), |index, view| {
            let it = index.update(view);
            did(it.looked + it.changed * u64::from(view.grid().width()), it.rebuilt)
        })
    }),
    Follower {
        title: "clearance",
        ..follower("clearance, squares alone", "squares", |view, _| {
            unchecked(Clearance::build(view), |index, view| {
                let it = index.update(view);
                did(it.looked, it.rebuilt)
            })
        })
    },
    follower("dead ends", "cells", |view, _| {
        let update = |index: &mut DeadEnds, view: &GridView<'_>| {
            let it = index.update(view);
            did(it.touched + it.looked, it.rebuilt)
        };
        checked(DeadEnds::build(view), update, |index, view| {
            let (fresh, micros) = timed(|| DeadEnds::build(view));
            Ok(Some((*index == fresh, micros)))
        })
    }),
    follower("clusters", "cells", |view, settings| clusters(view, settings.clusters)),
    follower("clusters of 8", "cells", |view, settings| clusters_of(view, settings, 8)),
    follower("clusters of 16", "cells", |view, settings| clusters_of(view, settings, 16)),
    follower("clusters of 32", "cells", |view, settings| clusters_of(view, settings, 32)),
    follower("clusters of 64", "cells", |view, settings| clusters_of(view, settings, 64)),
    follower("jump map", "rows and columns", |view, _| {
        unchecked(JumpMap::build(view)?, |index, view| {
            let it = index.update(view)?;
            did(it.changed, it.rebuilt)
        })
    }),
    follower("jump table", "", |view, _| {
        unchecked(JumpTable::build(JumpMap::build(view)?)?, |index, view| {
            Ok(Did { looked: None, is_rebuilt: index.update(view)?.rebuilt })
        })
    }),
    follower("regions", "cells", |view, _| {
        let build = |view: &GridView<'_>| Regions::build(view, RegionsOptions::default());
        let update = |index: &mut Regions, view: &GridView<'_>| {
            let it = index.update(view)?;
            did(it.touched, it.rebuilt)
        };
        checked(build(view)?, update, |index, view| {
            let (fresh, micros) = timed(|| Regions::build(view, RegionsOptions::default()));
            Ok(Some((*index == fresh?, micros)))
        })
    }),
    follower("distance field", "nodes", |view, settings| {
        let update = |field: &mut (DistanceField, NodeId), view: &GridView<'_>| {
            let it = field.0.repair(view)?;
            did(it.changed + it.looked, it.rebuilt)
        };
        let source = settings.source;
        let mut field = DistanceField::new();
        compute_distances(&mut field, view, source);
        checked((field, source), update, |(field, source), view| {
            let mut fresh = DistanceField::new();
            compute_distances(&mut fresh, view, *source);
            // Timed once it has its memory.
            let ((), micros) = timed(|| compute_distances(&mut fresh, view, *source));
            let mut nodes = (0..view.node_count()).map(NodeId::new);
            Ok(Some((nodes.all(|node| field.distance(node) == fresh.distance(node)), micros)))
        })
    }),
];

fn did(looked: u64, is_rebuilt: bool) -> Result<Did, Failure> {
    Ok(Did { looked: Some(looked), is_rebuilt })
}

fn checked<I: 'static>(
    index: I,
    update: fn(&mut I, &GridView<'_>) -> Result<Did, Failure>,
    from_scratch: FromScratch<I>,
) -> Result<Box<dyn Follow>, Failure> {
    Ok(Box::new(Following { index, update, from_scratch }))
}

/// One that tests hold to what is built from scratch; here nothing is compared.
fn unchecked<I: 'static>(
    index: I,
    update: fn(&mut I, &GridView<'_>) -> Result<Did, Failure>,
) -> Result<Box<dyn Follow>, Failure> {
    checked(index, update, |_, _| Ok(None))
}

fn clusters_of(
    view: &GridView<'_>,
    settings: &Settings,
    side: u32,
) -> Result<Box<dyn Follow>, Failure> {
    clusters(view, ClustersOptions { side, levels: settings.clusters.levels, ..Default::default() })
}

fn clusters(view: &GridView<'_>, options: ClustersOptions) -> Result<Box<dyn Follow>, Failure> {
    unchecked(Clusters::build(view, &options)?, |index, view| {
        let it = index.update(view)?;
        did(it.looked, it.rebuilt)
    })
}

/// Computes the distances of all nodes to one.
pub(crate) fn compute_distances(field: &mut DistanceField, view: &GridView<'_>, source: NodeId) {
    _ = field.compute(view, &[(source, 0)], Way::Backward, &mut Budget::unlimited());
}
