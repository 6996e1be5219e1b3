//! A random cell among those that are connected.

use super::Components;
use crate::base::{NodeId, Random};

/// How many cells of the whole map are drawn before those of the component are counted.
const DRAWS: u32 = 32;

impl Components {
    /// A random cell connected to `node` (possibly itself), uniformly distributed. `None` if the
    /// mover cannot stand on `node`. The same generator state gives the same cell.
    ///
    /// # Complexity
    ///
    /// O(1) if the component is a large part of the map; O(cells) at most.
    ///
    /// # Examples
    ///
    /// ```
    /// use astride::base::Random;
    /// use astride::shapes::square::Components;
    /// use astride::prelude::*;
    /// let grid = Grid::from_classes(6, 1, b"...@..")?;
    /// let components = Components::build(&grid.seen_by(&Mover::walker()));
    /// let (start, mut dice) = (grid.node((4, 0)).unwrap(), Random::new(7));
    /// let place = components.random_connected(start, &mut dice).unwrap();
    /// assert!(components.connected(start, place));
    /// # Ok::<(), astride::shapes::square::GridError>(())
    /// ```
    pub fn random_connected(&self, node: NodeId, dice: &mut Random) -> Option<NodeId> {
        let component = self.component(node)?;
        let cells = self.labels.len() as u32;
        let is_in = |node: &NodeId| self.component(*node) == Some(component);
        // A draw accepted here is also uniformly distributed over the component.
        let mut drawn = (0..DRAWS).map(|_| NodeId::new(dice.below(cells)));
        if let Some(place) = drawn.find(is_in) {
            return Some(place);
        }
        let place = dice.below(self.cells(component));
        (0..cells).map(NodeId::new).filter(is_in).nth(place as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shapes::square::{Grid, Mover};

    #[test]
    fn every_cell_of_a_component_is_drawn_equally_often() {
        // The smaller component is nearly always counted; the larger one is drawn from all cells.
        let mut classes = vec![b'.'; 400];
        classes[3] = b'@';
        classes.resize(420, b'@');
        let grid = Grid::from_classes(420, 1, &classes).unwrap();
        let components = Components::build(&grid.seen_by(&Mover::walker()));
        let mut dice = Random::new(9);
        for (start, first, last) in [(0, 0, 2), (4, 4, 399)] {
            let cells = last - first + 1;
            let mut counts = vec![0u32; 420];
            for _ in 0..cells * 400 {
                let place = components.random_connected(NodeId::new(start), &mut dice).unwrap();
                counts[place.index()] += 1;
            }
            for (at, &count) in (0u32..).zip(&counts) {
                let expected = if (first..=last).contains(&at) { 300..500 } else { 0..1 };
                assert!(expected.contains(&count), "{at} was drawn {count} times");
            }
        }
        assert_eq!(components.random_connected(NodeId::new(3), &mut dice), None);
    }
}
