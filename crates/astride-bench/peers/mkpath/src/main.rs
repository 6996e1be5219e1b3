//! mkpath's JPS+ with bounding boxes at jump points; see `../../../src/peers/child.rs` for what is said.
//!
//! A query is timed up to the points of the path, as mkpath gives it; the cells between them are filled
//! in afterwards, and only where an answer is checked. Building uses all cores.

use std::io::Write;
use std::str::SplitAsciiWhitespace;

use mkpath::grid::{BitGrid, octile_distance};
use mkpath::grid_gb::{JpsBbExpander, PartialCellBb};
use mkpath::jps::JumpDatabase;
use mkpath::traits::NodePool;
use mkpath::{AStarSearcher, HashPool, NodeBuilder, PriorityQueueFactory};
use rustix::time::{ClockId, clock_gettime};

type Place = (i32, i32);

/// The digits of the steps, by rows from (-1, -1); the middle is no step.
const DIGITS: [u8; 9] = *b"7016?2543";

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut output = std::io::stdout().lock();
    writeln!(output, "hello 2025-12-05")?;
    let mut lines = std::io::stdin().lines();
    let head = lines.next().ok_or("no map")??;
    let mut words = head.split_ascii_whitespace();
    if words.next() != Some("map") {
        return Err("expected `map WIDTH HEIGHT`".into());
    }
    let (width, height) = place(&mut words)?;
    let mut map = BitGrid::new(width, height);
    for y in 0..height {
        let row = lines.next().ok_or("the map ends early")??;
        for (x, cell) in (0..width).zip(row.bytes()) {
            map.set(x, y, cell == b'.');
        }
    }

    let began = nanos(ClockId::ProcessCPUTime);
    let jumps = JumpDatabase::new(&map);
    let boxes = PartialCellBb::compute(&map, &jumps, |_, _, _| ());
    let took = nanos(ClockId::ProcessCPUTime) - began;
    // It does not tell its size, but writes all of it, at 64 bytes a jump point.
    writeln!(output, "ready {took} -")?;

    let mut builder = NodeBuilder::new();
    let state = builder.add_field((-1, -1));
    let mut searcher = AStarSearcher::new(&mut builder);
    let mut queues = PriorityQueueFactory::new(&mut builder);
    let mut pool = HashPool::new(builder.build(), state);
    let mut find = |[from, to]: [Place; 2]| -> Option<Vec<Place>> {
        pool.reset();
        let open = queues.new_queue(searcher.ordering());
        let expander = JpsBbExpander::new(&map, &jumps, &boxes, &pool, state, to);
        let guess = |node: mkpath::NodeRef<'_>| octile_distance(node.get(state), to);
        let path = searcher.search(
            expander,
            open,
            guess,
            |node| node.get(state) == to,
            pool.generate(from),
        );
        Some(path?.into_iter().map(|node| node.get(state)).collect())
    };

    while let Some(line) = lines.next() {
        let line = line?;
        let mut words = line.split_ascii_whitespace();
        match words.next() {
            Some("path") => match find([place(&mut words)?, place(&mut words)?]) {
                Some(points) => writeln!(output, "steps {}", steps(&points))?,
                None => writeln!(output, "none")?,
            },
            Some("time") => {
                let count: usize = words.next().ok_or("no count")?.parse()?;
                let queries: Vec<[Place; 2]> = (0..count)
                    .map(|_| {
                        let line = lines.next().ok_or("the queries end early")??;
                        let mut words = line.split_ascii_whitespace();
                        Ok([place(&mut words)?, place(&mut words)?])
                    })
                    .collect::<Result<_, Box<dyn std::error::Error>>>()?;
                let laps: Vec<i64> = queries.iter().map(|&ends| timed(|| find(ends))).collect();
                laps.iter().try_for_each(|nanos| writeln!(output, "{nanos} 0"))?;
            }
            _ => return Err(format!("unexpected {line:?}").into()),
        }
        output.flush()?;
    }
    Ok(())
}

/// Reads two numbers.
fn place(words: &mut SplitAsciiWhitespace<'_>) -> Result<Place, Box<dyn std::error::Error>> {
    let mut number = || words.next().ok_or("a number is missing").map(str::parse);
    Ok((number()??, number()??))
}

fn nanos(clock: ClockId) -> i64 {
    let now = clock_gettime(clock);
    now.tv_sec * 1_000_000_000 + now.tv_nsec
}

/// The nanoseconds that some work takes: of the thread, or elapsed ones if these are fewer.
fn timed<T>(work: impl FnOnce() -> T) -> i64 {
    let (busy, began) = (nanos(ClockId::ThreadCPUTime), nanos(ClockId::Monotonic));
    let result = std::hint::black_box(work());
    let elapsed = nanos(ClockId::Monotonic) - began;
    let took = elapsed.min(nanos(ClockId::ThreadCPUTime) - busy);
    drop(result);
    took
}

/// The steps of a path whose points are given: diagonals come first, as its searches go.
fn steps(points: &[Place]) -> String {
    let mut text = String::new();
    for ends in points.windows(2) {
        let ((mut x, mut y), (to_x, to_y)) = (ends[0], ends[1]);
        while (x, y) != (to_x, to_y) {
            let (dx, dy) = ((to_x - x).signum(), (to_y - y).signum());
            text.push(char::from(DIGITS[((dy + 1) * 3 + dx + 1) as usize]));
            (x, y) = (x + dx, y + dy);
        }
    }
    text
}
