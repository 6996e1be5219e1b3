//! Any text is read or refused: what the fuzz target keeps, and seeds cut and changed at random.

use astride_puzzles::fuzz::read_puzzles;
use astride_testkit::rng::Rng;

#[test]
fn kept_inputs_are_read_again() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");
    let (mut replayed, mut rng) = (0, Rng::new(4));
    for folder in ["seeds", "regressions"] {
        let Ok(files) = std::fs::read_dir(format!("{root}/{folder}/read_puzzles")) else {
            continue;
        };
        for file in files {
            let bytes = std::fs::read(file.unwrap().path()).unwrap();
            read_puzzles(&bytes);
            for _ in 0..100 {
                let mut changed = bytes.clone();
                changed.truncate(rng.below(bytes.len()) + 1);
                let at = rng.below(changed.len());
                changed[at] = rng.pick(b"#@+$*. -_STB09|,;\n\r\xc3x");
                read_puzzles(&changed);
            }
            replayed += 1;
        }
    }
    assert!(replayed >= 3, "the seeds are there");
}
