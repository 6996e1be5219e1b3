//! Worlds whose nodes are the cells of a grid.

use crate::shapes::square::{EditedView, Grid, GridView, KnownView};
use crate::world::{Overlaid, World};

/// A world over the cells of a grid: node ids are those of [`Grid::node`], and an arc is a step or
/// a link. The slot of a step is the code of the [`Dir`](crate::base::Dir) in which the mover goes,
/// whichever end it is seen from; slots of links are 8 and above.
pub trait OnGrid: World {
    /// The grid whose cells are the nodes.
    fn grid(&self) -> &Grid;
}

impl OnGrid for GridView<'_> {
    fn grid(&self) -> &Grid {
        GridView::grid(self)
    }
}

impl OnGrid for KnownView<'_> {
    fn grid(&self) -> &Grid {
        self.truth().grid()
    }
}

impl OnGrid for EditedView<'_> {
    fn grid(&self) -> &Grid {
        self.view().grid()
    }
}

impl<W: OnGrid> OnGrid for &W {
    fn grid(&self) -> &Grid {
        (**self).grid()
    }
}

impl<W: OnGrid> OnGrid for Overlaid<'_, W> {
    fn grid(&self) -> &Grid {
        self.below().grid()
    }
}
