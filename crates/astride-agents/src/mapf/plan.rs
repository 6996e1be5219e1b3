//! The answer: where every agent is at every timestep.

use astride::base::NodeId;

/// A stay on one node, from one timestep to the next stay of the agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stay {
    /// The first timestep on the node.
    pub since: u32,
    /// The node.
    pub node: NodeId,
}

/// The way of every agent through time, waits packed into the stays they lengthen.
///
/// An agent stays on its last node forever.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Where the stays of each agent end.
    ends: Vec<usize>,
    stays: Vec<Stay>,
}

impl Plan {
    /// The plan of these paths, a node for every timestep from 0 on.
    ///
    /// # Panics
    ///
    /// If a path is empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::NodeId;
    /// use astride_agents::mapf::Plan;
    ///
    /// let plan = Plan::from_paths([[3, 3, 4, 4], [5, 6, 7, 7]].map(|path| path.map(NodeId::new)));
    /// assert_eq!(plan.stays(0).len(), 2);
    /// assert_eq!(plan.node_at(0, 1), NodeId::new(3));
    /// assert_eq!(plan.node_at(1, 9), NodeId::new(7));
    /// assert_eq!((plan.sum_of_costs(), plan.makespan()), (4, 2));
    /// ```
    pub fn from_paths<P: IntoIterator<Item = NodeId>>(paths: impl IntoIterator<Item = P>) -> Self {
        let mut plan = Plan::default();
        for path in paths {
            let begin = plan.stays.len();
            for (since, node) in path.into_iter().enumerate() {
                if plan.stays[begin..].last().is_none_or(|last| last.node != node) {
                    plan.stays.push(Stay { since: since as u32, node });
                }
            }
            assert!(plan.stays.len() > begin, "an agent is somewhere at timestep 0");
            plan.ends.push(plan.stays.len());
        }
        plan
    }

    /// How many agents there are.
    pub fn agent_count(&self) -> usize {
        self.ends.len()
    }

    /// The stays of an agent, first to last; the first begins at timestep 0.
    ///
    /// # Panics
    ///
    /// If there is no such agent.
    pub fn stays(&self, agent: usize) -> &[Stay] {
        let begin = agent.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.stays[begin..self.ends[agent]]
    }

    /// Where an agent is at a timestep. O(log stays).
    ///
    /// # Panics
    ///
    /// If there is no such agent.
    pub fn node_at(&self, agent: usize, timestep: u32) -> NodeId {
        let stays = self.stays(agent);
        stays[stays.partition_point(|stay| stay.since <= timestep) - 1].node
    }

    /// The timestep from which on an agent stays on its last node: its cost.
    ///
    /// # Panics
    ///
    /// If there is no such agent.
    pub fn arrival(&self, agent: usize) -> u32 {
        self.stays(agent).last().expect("a plan has a stay for every agent").since
    }

    /// The timestep from which on no agent moves.
    pub fn makespan(&self) -> u32 {
        (0..self.agent_count()).map(|agent| self.arrival(agent)).max().unwrap_or(0)
    }

    /// The sum of all arrivals.
    pub fn sum_of_costs(&self) -> u64 {
        (0..self.agent_count()).map(|agent| u64::from(self.arrival(agent))).sum()
    }

    /// The number of timesteps that agents do not spend resting on their last nodes, summed over
    /// all agents: less than [`sum_of_costs`](Self::sum_of_costs) if an agent makes room after it
    /// has arrived.
    pub fn sum_of_loss(&self) -> u64 {
        let loss = |agent| {
            let stays = self.stays(agent);
            let last = stays[stays.len() - 1].node;
            // Coming back to the node is a step that counts.
            let rest = stays.windows(2).filter(|pair| pair[0].node == last);
            let rest: u64 = rest.map(|pair| u64::from(pair[1].since - pair[0].since) - 1).sum();
            u64::from(self.arrival(agent)) - rest
        };
        (0..self.agent_count()).map(loss).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(paths: &[&[u32]]) -> Plan {
        Plan::from_paths(paths.iter().map(|path| path.iter().copied().map(NodeId::new)))
    }

    #[test]
    fn costs_are_counted_as_they_are_defined() {
        let away = plan(&[&[0, 1, 1, 1, 2, 1, 1]]);
        assert_eq!((away.arrival(0), away.sum_of_loss(), away.makespan()), (5, 3, 5));
        let still = plan(&[&[4], &[1, 1]]);
        assert_eq!((still.sum_of_costs(), still.sum_of_loss(), still.makespan()), (0, 0, 0));
    }

    #[test]
    fn waits_are_packed_and_found_again() {
        let path = [5, 5, 6, 6, 6, 5, 7];
        let plan = plan(&[&[9], &path]);
        assert_eq!(plan.stays(1).len(), 4);
        for (timestep, &node) in path.iter().enumerate() {
            assert_eq!(plan.node_at(1, timestep as u32), NodeId::new(node));
        }
    }
}
