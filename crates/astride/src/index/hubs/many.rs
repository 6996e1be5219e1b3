//! Many to many: the labels of all targets are sorted by hub once, and that of each source is
//! merged with them.

use super::query::Labelled;
use super::{Form, HubLabels};
use crate::base::Cost;
use crate::index::hierarchy::Side;
use crate::search::Scratch;

impl HubLabels {
    /// The cost of a cheapest path from each source to each target, in ticks, as
    /// `matrix[source][target]`; [`Cost::MAX`] if there is none.
    ///
    /// # Complexity
    ///
    /// O(nodes of the graph + sizes of all labels), and for each pair the hubs that both labels have.
    /// Where not all nodes have labels, a query for each pair.
    ///
    /// # Panics
    ///
    /// If a node is not below [`HubLabels::node_count`].
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::index::hubs::{HubLabels, HubOptions, SparseGraph};
    /// use astride::search::Scratch;
    /// let roads = SparseGraph::from_arcs(3, &[(0, 1, 5), (1, 2, 7), (2, 0, 1)])?;
    /// let labels = HubLabels::build(&roads, &HubOptions::default())?;
    /// let matrix = labels.matrix(&[0, 2], &[1, 2], &mut Scratch::new());
    /// assert_eq!(matrix, [[5, 12], [6, 0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matrix(
        &self,
        sources: &[u32],
        targets: &[u32],
        scratch: &mut Scratch,
    ) -> Vec<Vec<Cost>> {
        match &self.0 {
            Form::Wide(wide) => {
                let count = self.node_count() as usize;
                merged(count, [sources, targets], |node, side, tell| {
                    wide.each_hub(wide.rank(node), side, tell);
                })
            }
            Form::Narrow(tables) if tables.view().is_all_stored() => {
                let view = tables.view();
                let count = self.node_count() as usize;
                merged(count, [sources, targets], |node, side, tell| {
                    let labels = match side {
                        Side::Up => &view.labels_out,
                        Side::Down => view.labels_back(),
                    };
                    let row = labels.row(view.rank[node as usize] as usize);
                    let label = labels.hubs[row.clone()].iter().zip(&labels.dists[row]);
                    label.for_each(|(&hub, &dist)| tell(hub.into(), dist));
                })
            }
            Form::Narrow(_) => {
                let memory = scratch.part();
                let mut cost = |from: u32, to: u32| {
                    let meeting = self.distance_in(&[(from, 0)], &[(to, 0)], memory);
                    meeting.map_or(Cost::MAX, |meeting| meeting.total)
                };
                let mut row = |&from: &u32| targets.iter().map(|&to| cost(from, to)).collect();
                sources.iter().map(&mut row).collect()
            }
        }
    }
}

/// The matrix, by a function that lists the hubs of a node.
fn merged(
    count: usize,
    [sources, targets]: [&[u32]; 2],
    hubs_of: impl Fn(u32, Side, &mut dyn FnMut(u32, u32)),
) -> Vec<Vec<Cost>> {
    let mut starts = vec![0_usize; count + 1];
    for &target in targets {
        hubs_of(target, Side::Down, &mut |hub, _| starts[hub as usize + 1] += 1);
    }
    for hub in 0..count {
        starts[hub + 1] += starts[hub];
    }
    let (mut ends, mut held) = (starts.clone(), vec![(0_u32, 0_u32); starts[count]]);
    for (target, &node) in (0..).zip(targets) {
        hubs_of(node, Side::Down, &mut |hub, dist| {
            let end = &mut ends[hub as usize];
            held[*end] = (target, dist);
            *end += 1;
        });
    }
    let row = |&source: &u32| {
        let mut row = vec![Cost::MAX; targets.len()];
        hubs_of(source, Side::Up, &mut |hub, dist| {
            let here = starts[hub as usize]..starts[hub as usize + 1];
            for &(target, rest) in &held[here] {
                let least = &mut row[target as usize];
                *least = (*least).min(u64::from(dist) + u64::from(rest));
            }
        });
        row
    };
    sources.iter().map(row).collect()
}
