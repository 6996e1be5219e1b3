//! What a subscriber hears of the planner is what the table in `docs/tracing.md` says, no more and no
//! less.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::sync::{Arc, Mutex, atomic::AtomicU64, atomic::Ordering};

use astride::base::Budget;
use astride::planner::{Ask, Keep, Navigator, Upkeep};
use astride::prelude::*;
use astride::shapes::square::{IndexFile, Labels, LabelsOptions, Window};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Metadata, Subscriber};

/// Counters by span.
type Heard = BTreeMap<String, BTreeSet<String>>;

/// Notes every span and the counters that are recorded in it.
#[derive(Clone, Default)]
struct Listener {
    heard: Arc<Mutex<Heard>>,
    names: Arc<Mutex<BTreeMap<u64, String>>>,
    next: Arc<AtomicU64>,
}

struct Names<'a>(&'a mut BTreeSet<String>);

impl Visit for Names<'_> {
    fn record_debug(&mut self, field: &Field, _: &dyn Debug) {
        self.0.insert(field.name().to_owned());
    }
}

impl Subscriber for Listener {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, span: &Attributes<'_>) -> Id {
        let metadata = span.metadata();
        assert_eq!(metadata.target(), "astride");
        let id = self.next.fetch_add(1, Ordering::Relaxed) + 1;
        self.names.lock().unwrap().insert(id, metadata.name().to_owned());
        self.heard.lock().unwrap().entry(metadata.name().to_owned()).or_default();
        Id::from_u64(id)
    }

    fn record(&self, span: &Id, values: &Record<'_>) {
        let name = self.names.lock().unwrap()[&span.into_u64()].clone();
        values.record(&mut Names(self.heard.lock().unwrap().entry(name).or_default()));
    }

    fn record_follows_from(&self, _: &Id, _: &Id) {}

    fn event(&self, event: &Event<'_>) {
        panic!("there are spans only: {event:?}");
    }

    fn enter(&self, _: &Id) {}

    fn exit(&self, _: &Id) {}
}

/// The rows of the table: span, what it stands around, counters.
fn promised() -> Heard {
    let page = include_str!("../../../docs/tracing.md");
    let rows = page.lines().filter(|line| line.starts_with("| `astride."));
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect();
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').collect();
        (cells[1].trim().trim_matches('`').to_owned(), names(cells[3]))
    })
    .collect()
}

/// Does everything that a program can ask a navigator for.
fn live() {
    let mut window = Window::new(0, 0, 40, 30).unwrap();
    let grid = window.grid(|_, _| b'.').unwrap();
    let mut nav = Navigator::new(grid.clone()).upkeep(Upkeep::ByHand);
    let (mover, ask) = (nav.first_mover(), Ask::new((1, 1), (30, 20)));
    nav.find(&ask).unwrap();
    assert!(nav.route(&ask, &mut Budget::unlimited()).unwrap().is_final());
    assert_eq!(nav.many(&[ask]).len(), 1);
    nav.edit(|batch| _ = batch.set((5, 5), b'@')).unwrap();
    nav.maintain(1_000_000);
    nav.keep(mover, Keep::Labels).unwrap();
    let build = nav.pending().expect("labels are wanted");
    nav.adopt(build.run()).unwrap();
    nav.request(&ask, 0).unwrap();
    nav.work(&mut Budget::unlimited());
    nav.shift(&mut window, (3, 0), |_, _| b'.').unwrap();
    let view = nav.grid().seen_by(nav.mover(mover).unwrap());
    let baked = Labels::build(&view, &LabelsOptions::default()).unwrap().save();
    nav.adopt_saved(mover, &IndexFile::read(&baked).unwrap()).unwrap();
}

#[test]
fn a_subscriber_hears_the_spans_of_the_table_and_no_others() {
    let listener = Listener::default();
    tracing::subscriber::with_default(listener.clone(), live);
    let heard = listener.heard.lock().unwrap().clone();
    assert_eq!(heard, promised());
    assert!(heard.len() >= 9, "{heard:?}");
}

#[test]
fn who_listens_changes_no_answer() {
    let grid = Grid::new(30, 20, b'.').unwrap();
    let ask = Ask::new((0, 0), (29, 19));
    let alone = Navigator::new(grid.clone()).find(&ask);
    let heard =
        tracing::subscriber::with_default(Listener::default(), || Navigator::new(grid).find(&ask));
    assert_eq!(alone, heard);
}
