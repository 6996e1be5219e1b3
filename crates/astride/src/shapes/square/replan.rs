//! Views of grids, and what is known of them, as worlds that a replanner follows.

use super::{EditedView, GridHeuristic, GridView, KnownView, Metric};
use crate::search::{Followed, Guessed, Layer};
use crate::world::Tiled;

impl GridView<'_> {
    /// What decides which arcs there are and what they cost, the map aside.
    fn meaning(&self, words: &mut Vec<u64>) {
        let (media, entering) = self.meanings();
        let pairs = entering.iter().map(|&[a, b]| u64::from(a) << 32 | u64::from(b));
        words.extend(self.rules().map(u64::from));
        words.extend(media.iter().map(|&media| u64::from(media)).chain(pairs));
        let crossings = self.crossings().all().iter();
        words.extend(crossings.map(|&(class, extra)| u64::from(class) << 32 | u64::from(extra)));
    }
}

impl Guessed for GridView<'_> {
    type Guess = GridHeuristic;

    fn guess(&self) -> GridHeuristic {
        GridHeuristic::octile(self)
    }
}

impl Followed for GridView<'_> {
    fn basis(&self, guess: &GridHeuristic, words: &mut Vec<u64>) {
        self.meaning(words);
        guess.basis(words);
    }

    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>)) {
        tell(Layer { changes: self.changes(), touch: &|rect, touched| self.touch(rect, touched) });
    }
}

impl Guessed for KnownView<'_> {
    type Guess = GridHeuristic;

    fn guess(&self) -> GridHeuristic {
        GridHeuristic::known(self, Metric::Octile)
    }
}

impl Followed for KnownView<'_> {
    fn basis(&self, guess: &GridHeuristic, words: &mut Vec<u64>) {
        self.truth().meaning(words);
        guess.basis(words);
        words.push(u64::from(self.knowledge().assumed()));
    }

    fn each_layer(&self, tell: &mut dyn FnMut(Layer<'_>)) {
        let (truth, changes) = (self.truth(), self.knowledge().changes());
        truth.each_layer(tell);
        tell(Layer { changes, touch: &|rect, touched| truth.touch(rect, touched) });
    }
}

impl Guessed for EditedView<'_> {
    type Guess = GridHeuristic;

    fn guess(&self) -> GridHeuristic {
        self.octile()
    }
}
