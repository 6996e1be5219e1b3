//! Errors of building and querying clusters.

/// Why clusters were not built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ClustersError {
    /// The side of a cluster is not 2, 4, 8, 16, 32 or 64 cells.
    Side(u32),
    /// The number of clusters per side that form one of the next level is not 2, 4 or 8.
    Factor(u32),
    /// The number of levels is 0 or more than 12.
    Levels(u32),
    /// Links make too many cells of one of the smallest clusters nodes.
    Crowded {
        /// The number of nodes the cluster would have.
        nodes: usize,
        /// The side of the cluster in cells.
        side: u32,
    },
    /// The caller cancelled the build.
    Cancelled,
}

errors! { enum ClustersError:
    Side(side) => ("clusters-side",
        "clusters of {side} cells a side, expected 2, 4, 8, 16, 32 or 64"),
    Factor(factor) => ("clusters-factor",
        "clusters of {factor} clusters of the level below a side, expected 2, 4 or 8"),
    Levels(levels) => ("clusters-levels", "{levels} levels, expected 1 to 12"),
    Crowded { nodes, side } => ("clusters-crowded",
        "a cluster of {side} cells a side has {nodes} nodes, expected at most 1024; make clusters \
        smaller or links fewer"),
    Cancelled => ("clusters-cancelled", "building clusters was cancelled"),
}

/// Why clusters or a route cannot answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RouteError {
    /// The clusters were built for another map or mover.
    WrongWorld,
    /// The map has been edited in the meantime.
    Stale {
        /// The revision of the map.
        found: u64,
        /// The revision of the clusters or the route.
        expected: u64,
    },
    /// A cell lies off the map.
    OffMap {
        /// Column.
        x: u32,
        /// Row.
        y: u32,
    },
}

errors! { enum RouteError:
    WrongWorld => ("route-wrong-world", "the clusters are of another map or mover"),
    Stale { found, expected } => ("route-stale",
        "the map has revision {found}, the clusters are for revision {expected}"),
    OffMap { x, y } => ("route-off-map", "cell ({x}, {y}) is off the map"),
}
