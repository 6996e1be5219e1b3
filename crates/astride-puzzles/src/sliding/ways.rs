//! The ways in which a few tiles can stand, as numbers that follow moves.
//!
//! A way to stand is a set of squares and an order of the tiles upon them. A move along a row keeps
//! the order; one along a column takes a tile past at most three others. So a move needs neither the
//! tile's number nor the rest of the board: two counts of bits, and one look into a table.

/// The squares and orders of up to eight tiles on sixteen squares.
pub(super) struct Ways {
    /// How many orders there are: n! for n tiles.
    pub(super) orders: usize,
    /// The part of a set's number that its squares 0 to 7 make.
    low: [u16; 256],
    /// The part that squares 8 to 15 make, by how many squares are below them.
    high: Vec<[u16; 256]>,
    /// Orders after a tile has passed others: by the tiles before those, how many it passes, whether
    /// it goes up, and the order before.
    passed: Vec<u16>,
}

/// n over k.
pub(super) fn choose(n: usize, k: usize) -> usize {
    (0..k).fold(1, |product, at| product * n.saturating_sub(at) / (at + 1))
}

/// The most tiles that one passes on its way to the square above or below.
const MOST_PASSED: usize = 3;

impl Ways {
    pub(super) fn new(tiles: usize) -> Self {
        let part = |bits: usize, first: usize, below: usize| {
            let squares = (0..8).filter(|bit| bits >> bit & 1 != 0).map(|bit| first + bit);
            squares.enumerate().map(|(at, square)| choose(square, below + at + 1)).sum::<usize>()
        };
        let high = |below| std::array::from_fn(|bits| part(bits, 8, below) as u16);
        let orders = (1..=tiles).product();
        Ways {
            orders,
            low: std::array::from_fn(|bits| part(bits, 0, 0) as u16),
            high: (0..=8).map(high).collect(),
            passed: passed(tiles, orders),
        }
    }

    /// Bytes held.
    pub(super) fn bytes(&self) -> usize {
        2 * (256 * (1 + self.high.len()) + self.passed.len())
    }

    /// The number of a set of squares among those with as many.
    #[inline(always)]
    pub(super) fn rank(&self, set: u16) -> usize {
        let [low, high] = [usize::from(set & 255), usize::from(set >> 8)];
        usize::from(self.low[low]) + usize::from(self.high[low.count_ones() as usize][high])
    }

    /// Where the orders begin that a move from one square to the one beside it makes, if it changes
    /// the order.
    #[inline(always)]
    fn turn(&self, set: u16, from: u8, to: u8) -> Option<usize> {
        let (low, high) = (from.min(to), from.max(to));
        let before = (1_u16 << low) - 1;
        let between = ((1_u16 << high) - 1) & !before & !(1 << low);
        let passes = ((set & between).count_ones() as usize).checked_sub(1)?;
        let first = (set & before).count_ones() as usize;
        let place = (first * MOST_PASSED + passes) * 2 + usize::from(from > to);
        Some(place * self.orders)
    }

    /// The order after a tile of `set` has gone to the square beside.
    #[inline(always)]
    pub(super) fn follow(&self, order: u16, set: u16, from: u8, to: u8) -> u16 {
        match self.turn(set, from, to) {
            None => order,
            Some(turn) => self.passed[turn + usize::from(order)],
        }
    }

    /// All orders after a move; `None` if it keeps them.
    pub(super) fn turned(&self, set: u16, from: u8, to: u8) -> Option<&[u16]> {
        self.turn(set, from, to).map(|turn| &self.passed[turn..turn + self.orders])
    }
}

/// The number of an order: of `tiles`, which stand in this order, for each how many later ones are
/// smaller.
pub(super) fn order_of(tiles: &[u8]) -> u16 {
    let smaller = |at: usize| tiles[at + 1..].iter().filter(|&&tile| tile < tiles[at]).count();
    (0..tiles.len()).fold(0, |order, at| order * (tiles.len() - at) + smaller(at)) as u16
}

/// The places of tiles `0..tiles` in the order with this number.
pub(super) fn order_at(tiles: usize, mut order: usize) -> Vec<u8> {
    let mut left: Vec<u8> = (0..tiles as u8).collect();
    let mut size: usize = (1..=tiles).product();
    (0..tiles)
        .map(|at| {
            size /= tiles - at;
            let tile = left.remove(order / size);
            order %= size;
            tile
        })
        .collect()
}

fn passed(tiles: usize, orders: usize) -> Vec<u16> {
    let mut passed = vec![0; tiles * MOST_PASSED * 2 * orders];
    for order in 0..orders {
        let standing = order_at(tiles, order);
        for first in 0..tiles {
            for passes in 1..=MOST_PASSED.min(tiles - 1 - first) {
                let place = (first * MOST_PASSED + passes - 1) * 2;
                let mut next = standing.clone();
                next[first..=first + passes].rotate_left(1);
                let after = order_of(&next);
                passed[place * orders + order] = after;
                passed[(place + 1) * orders + usize::from(after)] = order as u16;
            }
        }
    }
    passed
}
