//! Searches and decoded pictures that several tests share.
#![allow(dead_code, reason = "each test file uses a part of it")]

use astride::base::Scale;
use astride::prelude::*;
use astride::search::Recorder;

/// The example of the classic tutorial.
pub(crate) fn lester() -> (Drawing, Mover) {
    let drawing = Drawing::parse(
        "
        .......
        ...#...
        .A.#.B.
        ...#...
        .......",
    )
    .unwrap();
    (drawing, Mover::walker().scale(Scale::CLASSIC))
}

/// A* with the Manhattan heuristic: what happened, and the path.
pub(crate) fn search(grid: &Grid, mover: &Mover, from: Cell, to: Cell) -> (Recorder, Vec<NodeId>) {
    let view = grid.seen_by(mover);
    let query = PathQuery::new(grid.node(from).unwrap(), grid.node(to).unwrap());
    let mut recorder = Recorder::default();
    let guess = GridHeuristic::manhattan(&view);
    let outcome = astar(&view, &guess, &query, &mut Scratch::new(), &mut recorder);
    let path = outcome.path().map(|path| path.nodes().to_vec()).unwrap_or_default();
    (recorder, path)
}

/// A decoded picture.
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    pub(crate) frames: u32,
    channels: usize,
    pixels: Vec<u8>,
}

impl Picture {
    pub(crate) fn decode(bytes: &[u8]) -> Picture {
        let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
        let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
        let info = reader.next_frame(&mut pixels).unwrap();
        let mut frames = 1;
        if let Some(control) = reader.info().animation_control {
            frames = control.num_frames;
            let mut other = vec![0; pixels.len()];
            for _ in 1..frames {
                reader.next_frame(&mut other).unwrap();
            }
        }
        let channels = info.color_type.samples();
        Picture { width: info.width, height: info.height, frames, channels, pixels }
    }

    pub(crate) fn at(&self, x: u32, y: u32) -> [u8; 3] {
        let at = (y * self.width + x) as usize * self.channels;
        [self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]]
    }

    /// How many pixels have exactly this colour.
    pub(crate) fn count(&self, colour: [u8; 3]) -> usize {
        self.pixels.chunks_exact(self.channels).filter(|pixel| pixel[..3] == colour).count()
    }
}
