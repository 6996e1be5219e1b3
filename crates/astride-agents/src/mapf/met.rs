//! What a search has met, forgotten at once when the next search begins.

/// For each place, the search that met it last.
pub(super) struct Met {
    last: Vec<u32>,
    search: u32,
}

impl Met {
    pub(super) fn new(places: usize) -> Self {
        Met { last: vec![0; places], search: 0 }
    }

    /// Begins a search, which has met no place. O(1), and O(places) once in 2³² searches.
    pub(super) fn begin(&mut self) {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.last.fill(0);
            self.search = 1;
        }
    }

    /// Notes that the search meets a place; returns whether this is the first time.
    #[inline(always)]
    pub(super) fn is_first(&mut self, place: usize) -> bool {
        std::mem::replace(&mut self.last[place], self.search) != self.search
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_forgets_what_the_one_before_has_met() {
        let mut met = Met { search: u32::MAX - 1, ..Met::new(2) };
        for _ in 0..3 {
            met.begin();
            assert_eq!([met.is_first(1), met.is_first(1)], [true, false]);
        }
        assert!(met.is_first(0));
    }
}
