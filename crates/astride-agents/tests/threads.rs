//! Any number of threads gives the same history, and so does a build without threads.

use astride_agents::crowd::{Body, Mode, Scene};

/// What happens in two seconds and a half to crowds that are large enough for several threads.
fn history(scene: Scene, mode: Mode) -> u64 {
    let bodies = [0.35, 0.2].map(|radius| Body { radius, speed: 7.5 });
    let mut crowd = scene.build(1100, mode, &bodies, 1).unwrap();
    let mut handed_over = 0;
    for _ in 0..150 {
        crowd.tick(1.0 / 60.0).unwrap();
        handed_over = crowd.handed_over_count().max(handed_over);
    }
    assert!(handed_over > 300, "{scene} {mode:?}: {handed_over} had right of way");
    crowd.digest()
}

/// As it was before several threads worked on it.
const HISTORIES: [(Scene, Mode, u64); 4] = [
    (Scene::Farm, Mode::Free, 0x76c5_3101_ff34_d18a),
    (Scene::Gate, Mode::Free, 0x27ad_31cc_689c_a65c),
    (Scene::Cross, Mode::Free, 0x04d0_2693_296b_aabb),
    (Scene::Farm, Mode::Lattice, 0xef4f_30db_1cc3_9d5f),
];

#[test]
fn crowds_have_the_same_history_on_any_number_of_threads() {
    for (scene, mode, digest) in HISTORIES {
        assert_eq!(history(scene, mode), digest, "{scene} {mode:?}");
        #[cfg(feature = "parallel")]
        for threads in 1..=3 {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            let found = pool.install(|| history(scene, mode));
            assert_eq!(found, digest, "{scene} {mode:?} on {threads} threads");
        }
    }
}
