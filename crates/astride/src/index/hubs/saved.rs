//! Saving the labels of a graph as bytes, and loading them without trusting them.

use super::names::SHAPE;
use super::{HubLabels, SparseGraph};
use crate::base::{Container, FileBytes, Groups, TablesError, check, check_names};

/// The kind of a file with the labels of a graph.
pub(crate) const KIND: [u8; 4] = *b"hubs";

impl HubLabels {
    /// The labels as a file, to be read by [`load`](Self::load) with the same graph. Equal labels
    /// give equal bytes.
    ///
    /// # Complexity
    ///
    /// O(bytes), at about the speed of memory.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::index::hubs::{HubLabels, HubOptions, SparseGraph};
    /// let roads = SparseGraph::from_arcs(3, &[(0, 1, 5), (1, 2, 7)])?;
    /// let labels = HubLabels::build(&roads, &HubOptions::default())?;
    /// let file = labels.save(&roads);
    /// assert_eq!(HubLabels::load(&file, &roads)?, labels);
    ///
    /// let in_a_jam = SparseGraph::from_arcs(3, &[(0, 1, 50), (1, 2, 7)])?;
    /// assert!(HubLabels::load(&file, &in_a_jam).is_err(), "the labels are of other costs");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, graph: &SparseGraph) -> Vec<u8> {
        let mut groups = Groups::default();
        self.put(&mut groups);
        groups.file(KIND, graph.fingerprint())
    }

    /// Loads the labels of `graph` as written by [`save`](Self::save). The tables of
    /// [`SharedBytes`](crate::base::SharedBytes) are not copied.
    ///
    /// # Errors
    ///
    /// If the bytes are not such a file or not as they were written, belong to another graph, or
    /// contain an arc that the graph does not have; also if labels beside a hierarchy are so large
    /// that checking them would mean looking at more than 2³⁵ numbers. Whether the paths are cheapest is not checked:
    /// bytes forged with all their checksums can lead to a longer path, or to none where one
    /// exists, but every path is one of the graph and has the stated cost, or less if an arc costs
    /// nothing.
    ///
    /// # Complexity
    ///
    /// O(bytes · log of the largest label); where a hierarchy is beside the labels, also O(sizes of
    /// the labels at the upper ends of all its arcs).
    pub fn load<'a>(
        file: impl Into<FileBytes<'a>>,
        graph: &SparseGraph,
    ) -> Result<HubLabels, TablesError> {
        HubLabels::load_file(file.into(), graph)
    }

    fn load_file(file: FileBytes<'_>, graph: &SparseGraph) -> Result<HubLabels, TablesError> {
        let tables = Container::read(file, KIND)?;
        let is_of_graph = tables.world() == graph.fingerprint();
        check(is_of_graph, SHAPE, 0, "the graph that is given, with the same costs")?;
        let labels = HubLabels::take(&tables)?;
        check_names(&tables, labels.tables().iter().map(|table| table.0))?;
        labels.check_arcs(graph)?;
        Ok(labels)
    }
}
