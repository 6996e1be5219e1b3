//! Bytes at random as calls of crowds, as teams and as fleets: what the fuzz target keeps, and more.

use astride::base::Random;
use astride_agents::fuzz::units;
use astride_testkit::tally::is_slow_run;

#[test]
fn kept_inputs_are_lived_through_again() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");
    let mut frames = 0;
    for folder in ["seeds", "regressions"] {
        let Ok(files) = std::fs::read_dir(format!("{root}/{folder}/units")) else { continue };
        for file in files {
            frames += units(&std::fs::read(file.unwrap().path()).unwrap());
        }
    }
    assert!(frames > 100, "the seeds are there");
}

/// A million frames in a slow run.
#[test]
fn bytes_at_random_are_lived_through() {
    let most = if is_slow_run() { 1_000_000 } else { 5_000 };
    let (mut frames, mut rounds, mut dice) = (0, 0, Random::new(3));
    while frames < most {
        let bytes: Vec<u8> =
            (0..dice.between(20, 1500)).map(|_| (dice.next() >> 56) as u8).collect();
        frames += units(&bytes);
        rounds += 1;
    }
    println!("{frames} frames in {rounds} rounds");
}
