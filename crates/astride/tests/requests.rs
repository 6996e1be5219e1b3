//! The queue of requests beside a plain one that says the same, on work that is only counted.

use std::sync::atomic::{AtomicU64, Ordering};

use astride::base::{Budget, Spent};
use astride::planner::{
    Company, Progress, QueueFull, Request, RequestOptions, Requests, Serve, Stage, Standing, Step,
    Task, Ticket, WorkReport,
};
use astride_testkit::rng::Rng;
use astride_testkit::tally::cases;

/// A question that takes `length` expansions, on the part of the world of its goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Ask {
    id: u32,
    length: u64,
    goal: u32,
}

/// What came of it: which question, after how many expansions, in which state of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Answer {
    id: u32,
    expanded: u64,
    version: u64,
    gave_up: bool,
}

/// Counts instead of searching. Together, a question is answered once as much has been expanded as
/// it takes, by all.
struct Counting {
    merge_from: Option<usize>,
    versions: [u64; GOALS],
    /// Made in all, as counted by the work itself.
    made: AtomicU64,
}

const GOALS: usize = 4;

#[derive(Default)]
struct Lane {
    /// What is being done: the question, or the goal.
    what: Option<(Company, u32)>,
    expanded: u64,
    /// The state of the world in which it was begun.
    version: u64,
}

impl Counting {
    fn new(merge_from: Option<usize>) -> Self {
        Counting { merge_from, versions: [0; GOALS], made: AtomicU64::new(0) }
    }

    /// How the answer of one state stands in another: anything, but always the same.
    fn standing(&self, answer: &Answer, goal: u32) -> Standing {
        let present = self.versions[goal as usize];
        if answer.version == present {
            return Standing::Current;
        }
        match (u64::from(answer.id) + answer.version + present) % 5 {
            0 => Standing::Current,
            1 => Standing::Walkable,
            2 => Standing::OtherCost { cost: present },
            3 => Standing::Blocked { step: answer.id as usize },
            _ => Standing::Outdated,
        }
    }
}

impl Serve for Counting {
    type Ask = Ask;
    type Key = u32;
    type Stamp = u64;
    type Lane = Lane;
    type Answer = Answer;

    fn key(&self, ask: &Ask) -> u32 {
        ask.goal
    }

    fn merge_from(&self, _: &Ask) -> Option<usize> {
        self.merge_from
    }

    fn stamp(&self, ask: &Ask) -> u64 {
        self.versions[ask.goal as usize]
    }

    fn advance(&self, lane: &mut Lane, task: &Task<Ask>, budget: &mut Budget<'_>) -> Step<Answer> {
        let Ask { id, length, goal } = task.ask;
        let what = Some(match task.company {
            Company::Alone => (Company::Alone, id),
            Company::Together => (Company::Together, goal),
        });
        match task.stage {
            Stage::New => {
                assert_eq!(lane.what, None, "what was done before was let go");
                let version = self.versions[goal as usize];
                *lane = Lane { what, expanded: 0, version };
            }
            Stage::Begun => assert_eq!(lane.what, what, "it goes on with what it had begun"),
        }
        while lane.expanded < length {
            if budget.take().is_some() {
                return Step::Going { lower_bound: lane.expanded };
            }
            lane.expanded += 1;
            self.made.fetch_add(1, Ordering::Relaxed);
        }
        let (expanded, version) = (lane.expanded, lane.version);
        Step::Answered(Answer { id, expanded, version, gave_up: false })
    }

    fn give_up(&self, lane: &mut Lane, task: &Task<Ask>) -> Answer {
        let (expanded, version) = (lane.expanded, lane.version);
        Answer { id: task.ask.id, expanded, version, gave_up: true }
    }

    fn standing(&self, task: &Task<Ask>, answer: &Answer) -> Standing {
        let present = self.versions[task.ask.goal as usize];
        assert_ne!(answer.version, present, "only then is it asked");
        self.standing(answer, task.ask.goal)
    }

    fn release(lane: &mut Lane) {
        lane.what = None;
    }
}

/// The queue again, with lists and loops only.
struct Plain {
    options: RequestOptions,
    waiting: Vec<Asked>,
    lanes: Vec<Option<Job>>,
    done: Vec<Done>,
    frame: u64,
    turn: usize,
}

/// The number of a request, its answer, the state of the world that it is of, what of it holds, and
/// the frames it took.
type Done = (u64, Answer, u64, Standing, u64);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Asked {
    number: u64,
    request: Request<Ask>,
    frame: u64,
    again: u32,
}

struct Job {
    company: Company,
    members: Vec<Asked>,
    rank: i64,
    /// For the answer, and in all.
    expanded: u64,
    in_all: u64,
    bound: u64,
    /// The state of the world, once it was begun.
    version: Option<u64>,
}

impl Plain {
    fn new(options: RequestOptions) -> Self {
        let lanes = (0..options.lanes).map(|_| None).collect();
        Plain { options, waiting: Vec::new(), lanes, done: Vec::new(), frame: 0, turn: 0 }
    }

    fn rank(&self, asked: &Asked) -> i64 {
        i64::from(asked.request.priority) - (asked.frame * u64::from(self.options.ageing)) as i64
    }

    fn len(&self) -> usize {
        let running = self.lanes.iter().flatten().map(|job| job.members.len()).sum::<usize>();
        self.waiting.len() + running + self.done.len()
    }

    fn request(&mut self, number: u64, request: Request<Ask>, serve: &Counting) {
        self.wait(Asked { number, request, frame: self.frame, again: 0 }, serve);
    }

    /// With those for the same goal, if the world is as it was when they were begun; else in line.
    fn wait(&mut self, asked: Asked, serve: &Counting) {
        let (rank, request) = (self.rank(&asked), asked.request);
        let present = serve.versions[request.ask.goal as usize];
        let is_joined = |job: &&mut Job| {
            job.company == Company::Together
                && job.members[0].request.ask.goal == request.ask.goal
                && job.version.is_none_or(|version| version == present)
        };
        match self.lanes.iter_mut().flatten().find(is_joined).filter(|_| request.limit.is_none()) {
            Some(job) => {
                job.members.push(asked);
                job.rank = job.rank.max(rank);
            }
            None => self.waiting.push(asked),
        }
    }

    fn best(&self) -> Option<usize> {
        let key = |at: &usize| {
            let asked = &self.waiting[*at];
            (self.rank(asked), u64::MAX - asked.number)
        };
        (0..self.waiting.len()).max_by_key(key)
    }

    fn fill(&mut self, serve: &Counting) {
        for lane in 0..self.lanes.len() {
            if self.lanes[lane].is_some() {
                continue;
            }
            let Some(best) = self.best() else { return };
            let first = self.waiting[best];
            let goal = first.request.ask.goal;
            let is_of_group =
                |asked: &&Asked| asked.request.limit.is_none() && asked.request.ask.goal == goal;
            let group: Vec<Asked> = self.waiting.iter().filter(is_of_group).copied().collect();
            let is_merged = first.request.limit.is_none()
                && serve.merge_from.is_some_and(|from| group.len() >= from);
            let members = if is_merged { group } else { vec![first] };
            self.waiting.retain(|asked| !members.contains(asked));
            self.lanes[lane] = Some(Job {
                company: if is_merged { Company::Together } else { Company::Alone },
                rank: self.rank(&first),
                members,
                expanded: 0,
                in_all: 0,
                bound: 0,
                version: None,
            });
        }
    }

    /// What each lane may do, of `left`.
    fn quotas(&mut self, left: u64) -> Vec<u64> {
        let running = self.lanes.iter().flatten().count() as u64;
        if left < running {
            let (mut quotas, mut left) = (vec![0; self.lanes.len()], left);
            while left > 0 {
                self.turn = (self.turn + 1) % self.lanes.len();
                if self.lanes[self.turn].is_some() {
                    quotas[self.turn] = 1;
                    left -= 1;
                }
            }
            return quotas;
        }
        let most = |job: &Job| {
            let limit = job.members[0].request.limit.unwrap_or(u64::MAX).max(1);
            self.options.quantum.min(limit - job.in_all)
        };
        let age = self.frame * u64::from(self.options.ageing);
        let weight = |job: &Job| (job.rank + age as i64 + 1) as u64;
        let weights: u64 = self.lanes.iter().flatten().map(weight).sum();
        let total = left.min(self.lanes.iter().flatten().map(most).sum());
        let quota = |job: &Job| most(job).min(1 + (total - running) * weight(job) / weights);
        self.lanes.iter().map(|lane| lane.as_ref().map_or(0, quota)).collect()
    }

    /// Expansions, requests served, and what is left.
    fn work(&mut self, serve: &Counting, budget: u64) -> (u64, usize, Option<Spent>) {
        self.frame += 1;
        let (mut spent, mut served) = (0, 0);
        loop {
            self.fill(serve);
            if self.lanes.iter().all(Option::is_none) {
                return (spent, served, None);
            }
            if spent == budget {
                return (spent, served, Some(Spent::Expansions));
            }
            let quotas = self.quotas(budget - spent);
            for (lane, quota) in quotas.into_iter().enumerate().filter(|&(_, quota)| quota > 0) {
                let job = self.lanes[lane].as_mut().expect("only these have quotas");
                let asked = job.members[0];
                let present = serve.versions[asked.request.ask.goal as usize];
                let version = *job.version.get_or_insert(present);
                let made = quota.min(asked.request.ask.length.saturating_sub(job.expanded));
                job.expanded += made;
                job.in_all += made.max(1);
                spent += made.max(1);
                let is_answered = job.expanded >= asked.request.ask.length;
                let is_at_limit =
                    asked.request.limit.is_some_and(|limit| job.in_all >= limit.max(1));
                if !is_answered {
                    job.bound = job.expanded;
                    if !is_at_limit {
                        continue;
                    }
                }
                let answer = Answer {
                    id: asked.request.ask.id,
                    expanded: job.expanded,
                    version,
                    gave_up: !is_answered,
                };
                let standing = serve.standing(&answer, asked.request.ask.goal);
                let is_again =
                    !standing.holds() && !is_at_limit && asked.again < self.options.again;
                if is_again && job.company == Company::Alone {
                    job.members[0].again += 1;
                    (job.version, job.expanded, job.bound) = (None, 0, 0);
                    continue;
                }
                job.members.remove(0);
                if job.members.is_empty() {
                    self.lanes[lane] = None;
                }
                if is_again {
                    self.wait(Asked { again: asked.again + 1, ..asked }, serve);
                    continue;
                }
                served += 1;
                let stamp = if standing == Standing::Current { present } else { version };
                let frames = self.frame - asked.frame;
                self.done.push((asked.number, answer, stamp, standing, frames));
            }
        }
    }

    fn cancel(&mut self, number: u64) -> bool {
        let before = self.len();
        self.waiting.retain(|asked| asked.number != number);
        self.done.retain(|done| done.0 != number);
        for lane in &mut self.lanes {
            if let Some(job) = lane {
                job.members.retain(|asked| asked.number != number);
                if job.members.is_empty() {
                    *lane = None;
                }
            }
        }
        self.len() < before
    }

    fn progress(&self, number: u64) -> Progress {
        if self.done.iter().any(|done| done.0 == number) {
            return Progress::Done;
        }
        if let Some(asked) = self.waiting.iter().find(|asked| asked.number == number) {
            let is_before = |other: &&Asked| {
                (self.rank(other), asked.number) > (self.rank(asked), other.number)
            };
            return Progress::Waiting { ahead: self.waiting.iter().filter(is_before).count() };
        }
        let is_here = |job: &&Job| job.members.iter().any(|asked| asked.number == number);
        match self.lanes.iter().flatten().find(is_here) {
            Some(job) => Progress::Running { expanded: job.in_all, lower_bound: job.bound },
            None => Progress::Unknown,
        }
    }
}

/// Both queues side by side.
struct Pair {
    queue: Requests<Counting>,
    plain: Plain,
    serve: Counting,
    tickets: Vec<Ticket>,
    /// A number for all that was delivered.
    digest: u64,
}

impl Pair {
    fn new(options: RequestOptions, merge_from: Option<usize>) -> Self {
        Pair {
            queue: Requests::new(options),
            plain: Plain::new(options),
            serve: Counting::new(merge_from),
            tickets: Vec::new(),
            digest: 0,
        }
    }

    fn request(&mut self, request: Request<Ask>) {
        let most = self.queue.options().most;
        match self.queue.request(&self.serve, request) {
            Ok(ticket) => {
                self.tickets.push(ticket);
                self.plain.request(ticket.number(), request, &self.serve);
                assert_eq!(ticket.number(), self.tickets.len() as u64);
                assert!(self.plain.len() <= most);
            }
            Err(error) => {
                assert_eq!((error, self.plain.len()), (QueueFull { most }, most));
            }
        }
    }

    fn work(&mut self, budget: u64) {
        let made = self.serve.made.load(Ordering::Relaxed);
        let report = self.queue.work(&self.serve, &mut Budget::unlimited().expansions(budget));
        let made = self.serve.made.load(Ordering::Relaxed) - made;
        assert!(made <= report.expansions && report.expansions <= budget, "{report:?} of {budget}");
        let (expansions, served, spent) = self.plain.work(&self.serve, budget);
        let waiting = self.plain.waiting.len();
        let running = self.plain.len() - waiting - self.plain.done.len();
        assert_eq!(report, WorkReport { expansions, served, running, waiting, spent });
    }

    fn take(&mut self) {
        let plain = std::mem::take(&mut self.plain.done);
        let done: Vec<_> = self
            .queue
            .take_done()
            .map(|it| (it.ticket.number(), it.answer, it.stamp, it.standing, it.frames))
            .collect();
        assert_eq!(done, plain);
        for (number, answer, stamp, standing, frames) in done {
            let holds = u64::from(standing.holds());
            for word in [number, answer.expanded, answer.version, stamp, holds, frames] {
                self.digest = (self.digest ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            }
        }
    }

    fn check_progress(&self) {
        for ticket in &self.tickets {
            let progress = self.queue.progress(*ticket);
            assert_eq!(progress, self.plain.progress(ticket.number()), "{ticket}");
        }
        assert_eq!(self.queue.waiting(), self.plain.waiting.len());
        assert_eq!(self.queue.done(), self.plain.done.len());
    }
}

fn random_request(rng: &mut Rng, id: u32) -> Request<Ask> {
    let length = [0, 1, 5, 60, 700][rng.below(5)];
    let length = rng.below(length + 1) as u64;
    let ask = Ask { id, length, goal: rng.below(GOALS) as u32 };
    let priorities = [1, 4, 256][rng.below(3)];
    let request = Request::new(ask, rng.below(priorities) as u8);
    if rng.below(6) == 0 { request.limit(rng.below(80) as u64) } else { request }
}

/// Random steps on both queues; a number for all that was delivered.
fn random_story(seed: u64, steps: usize) -> u64 {
    let mut rng = Rng::new(seed);
    let options = RequestOptions::default()
        .lanes(1 + rng.below(5))
        .ageing([0, 1, 7][rng.below(3)])
        .quantum([1, 3, 64, 512][rng.below(4)])
        .most([5, 30, 1000][rng.below(3)])
        .again(rng.below(4) as u32);
    // In how many of a hundred frames the world is another.
    let unrest = [0, 10, 100][rng.below(3)];
    let merge_from = [None, Some(2), Some(3), Some(8)][rng.below(4)];
    let mut pair = Pair::new(options, merge_from);
    for step in 0..steps {
        match rng.below(12) {
            0..4 => pair.request(random_request(&mut rng, step as u32)),
            4 => {
                for _ in 0..rng.below(20) {
                    pair.request(random_request(&mut rng, step as u32));
                }
            }
            5 if !pair.tickets.is_empty() => {
                let ticket = pair.tickets[rng.below(pair.tickets.len())];
                let is_known = pair.queue.cancel(ticket);
                assert_eq!(is_known, pair.plain.cancel(ticket.number()), "{ticket}");
                assert!(!pair.queue.cancel(ticket));
            }
            6 => pair.serve.versions[rng.below(GOALS)] += 1,
            7 => pair.take(),
            _ => {
                for version in &mut pair.serve.versions {
                    *version += u64::from(rng.percent(unrest));
                }
                pair.work([0, 1, 2, 10, 100, 3000][rng.below(6)]);
            }
        }
        if step % 7 == 0 {
            pair.check_progress();
        }
    }
    pair.work(u64::MAX);
    pair.take();
    assert_eq!(pair.plain.len(), 0, "all are served in the end");
    pair.digest
}

#[test]
fn a_queue_does_as_a_plain_one_whatever_happens() {
    for seed in 0..cases(120, 20_000) {
        random_story(seed, 300);
    }
}

/// What a digest of many stories must be, on any number of threads and in any build.
const DIGEST: u64 = 15_401_867_465_820_059_207;

fn digest() -> u64 {
    (1000..1020).fold(0, |sum: u64, seed| sum.rotate_left(7) ^ random_story(seed, 300))
}

#[test]
fn what_is_delivered_is_the_same_in_every_build() {
    assert_eq!(digest(), DIGEST);
}

#[cfg(feature = "parallel")]
#[test]
fn what_is_delivered_is_the_same_on_any_number_of_threads() {
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        assert_eq!(pool.expect("some threads").install(digest), DIGEST, "{threads} threads");
    }
}

/// Frames until all of some requests are served, if the world changes in each of them or in none.
fn frames_to_serve(requests: &[Request<Ask>], options: RequestOptions, changes: bool) -> u64 {
    let mut serve = Counting::new(None);
    let mut queue = Requests::new(options.most(requests.len()));
    for &request in requests {
        queue.request(&serve, request).expect("there is room");
    }
    let (mut frames, mut left) = (0, requests.len());
    while left > 0 {
        if changes {
            serve.versions.iter_mut().for_each(|version| *version += 1);
        }
        left -= queue.work(&serve, &mut Budget::unlimited().expansions(100)).served;
        frames += 1;
        assert!(frames < 1_000_000, "{left} requests do not get on");
    }
    frames
}

#[test]
fn whatever_changes_all_are_served_within_the_quiet_time_as_often_as_they_may_be_asked_again() {
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let count = 1 + rng.below(60) as u32;
        let requests: Vec<_> = (0..count).map(|id| random_request(&mut rng, id)).collect();
        let options = RequestOptions::default()
            .lanes(1 + rng.below(4))
            .quantum([7, 512][rng.below(2)])
            .again(rng.below(4) as u32);
        let quiet = frames_to_serve(&requests, options, false);
        let changing = frames_to_serve(&requests, options, true);
        let most = quiet * u64::from(1 + options.again);
        assert!(changing <= most, "seed {seed}: {changing} frames, {quiet} in quiet, {options:?}");
    }
}

fn ask(id: u32, length: u64, goal: u32) -> Ask {
    Ask { id, length, goal }
}

/// One request of no priority among ever more of the highest, as many as can be served; the frame in
/// which it is delivered, if it is in the first thousand.
fn frame_of_the_least(ageing: u32) -> Option<u64> {
    let serve = Counting::new(None);
    let mut queue = Requests::new(RequestOptions::default().lanes(1).ageing(ageing));
    let urgent = Request::new(ask(1, 10, 1), 255);
    queue.request(&serve, urgent).expect("there is room");
    let least = queue.request(&serve, Request::new(ask(0, 10, 0), 0)).expect("there is room");
    for frame in 1..=1000 {
        queue.request(&serve, urgent).expect("there is room");
        queue.work(&serve, &mut Budget::unlimited().expansions(10));
        if queue.take_done().any(|delivery| delivery.ticket == least) {
            return Some(frame);
        }
    }
    None
}

#[test]
fn the_least_request_is_served_once_its_age_makes_up_for_its_priority() {
    assert_eq!(frame_of_the_least(0), None, "without ageing it waits for ever");
    for ageing in [1, 2, 5, 51, 255] {
        let bound = u64::from(255_u32.div_ceil(ageing)) + 3;
        let frame = frame_of_the_least(ageing).expect("everybody is served");
        assert!(frame <= bound && frame + 4 > bound, "frame {frame}, ageing {ageing}");
    }
}

#[test]
fn a_long_request_holds_up_no_short_one_while_there_is_a_lane() {
    let serve = Counting::new(None);
    let mut queue = Requests::new(RequestOptions::default().lanes(2).quantum(100));
    queue.request(&serve, Request::new(ask(0, 1_000_000, 0), 0)).expect("there is room");
    queue.work(&serve, &mut Budget::unlimited().expansions(500));
    let short = queue.request(&serve, Request::new(ask(1, 50, 1), 0)).expect("there is room");
    queue.work(&serve, &mut Budget::unlimited().expansions(500));
    let served: Vec<_> =
        queue.take_done().map(|delivery| (delivery.ticket, delivery.frames)).collect();
    assert_eq!(vec![(short, 1)], served);
}

#[test]
fn requests_at_work_share_a_frame_by_priority() {
    let serve = Counting::new(None);
    let mut queue = Requests::new(RequestOptions::default().lanes(2).ageing(0).quantum(1 << 40));
    let [high, low] = [199, 0].map(|priority| {
        let request = Request::new(ask(u32::from(priority), 1 << 40, 0), priority);
        queue.request(&serve, request).expect("there is room")
    });
    queue.work(&serve, &mut Budget::unlimited().expansions(10_050));
    let expanded = |ticket| match queue.progress(ticket) {
        Progress::Running { expanded, .. } => expanded,
        progress => panic!("{progress:?}"),
    };
    // Rounds: what is left is shared again, 200 to 1.
    assert_eq!((expanded(high), expanded(low)), (9_999, 51));
}

#[test]
fn a_budget_of_nothing_does_nothing_and_of_one_goes_round() {
    let serve = Counting::new(None);
    let mut queue = Requests::new(RequestOptions::default().lanes(3));
    let tickets = [0, 1, 2]
        .map(|id| queue.request(&serve, Request::new(ask(id, 4, id), 7)).expect("there is room"));
    let report = queue.work(&serve, &mut Budget::unlimited().expansions(0));
    let stopped = Some(Spent::Expansions);
    let nothing = WorkReport { expansions: 0, served: 0, running: 3, waiting: 0, spent: stopped };
    assert_eq!(report, nothing);
    for frame in 1..=12 {
        let report = queue.work(&serve, &mut Budget::unlimited().expansions(1));
        assert_eq!((report.expansions, report.served), (1, usize::from(frame > 9)));
    }
    let mut served: Vec<_> = queue.take_done().map(|delivery| delivery.ticket).collect();
    served.sort();
    assert_eq!(served, tickets);
    assert_eq!(queue.work(&serve, &mut Budget::unlimited().expansions(0)).spent, None);
}

/// Work that notes how much was done since the clock was asked.
#[cfg(not(feature = "parallel"))]
#[test]
fn a_deadline_is_asked_every_64_expansions_and_between_requests() {
    let (serve, mut queue) = (Counting::new(None), Requests::new(RequestOptions::default()));
    for id in 0..40 {
        let length = if id % 2 == 0 { 1 } else { 1000 };
        queue.request(&serve, Request::new(ask(id, length, 0), 0)).expect("there is room");
    }
    let (mut asked, mut before) = (0, 0);
    let mut is_late = || {
        let made = serve.made.load(Ordering::Relaxed);
        assert!(made - before <= 64, "{} expansions without a look at the clock", made - before);
        (asked, before) = (asked + 1, made);
        asked > 200
    };
    let report = queue.work(&serve, &mut Budget::unlimited().deadline(&mut is_late));
    assert_eq!((report.spent, report.expansions), (Some(Spent::Deadline), before));
    assert!(asked > 200 && report.served > 0);
}

#[test]
fn a_raised_flag_stops_the_work_at_once() {
    let (serve, mut queue) = (Counting::new(None), Requests::new(RequestOptions::default()));
    queue.request(&serve, Request::new(ask(0, 10, 0), 0)).expect("there is room");
    let flag = std::sync::atomic::AtomicBool::new(true);
    let report = queue.work(&serve, &mut Budget::unlimited().cancel(&flag));
    assert_eq!((report.spent, report.expansions), (Some(Spent::Cancelled), 0));
}

#[test]
fn a_full_queue_says_so_and_takes_more_once_answers_are_taken() {
    let (serve, options) = (Counting::new(None), RequestOptions::default().most(2));
    let mut queue = Requests::new(options);
    let request = Request::new(ask(0, 10, 0), 0);
    assert!(queue.request(&serve, request).is_ok() && queue.request(&serve, request).is_ok());
    let error = queue.request(&serve, request).expect_err("it is full");
    let text =
        "the queue holds 2 requests, expected no more; work, take what is done, or cancel some";
    assert_eq!(error.to_string(), text);
    queue.work(&serve, &mut Budget::unlimited());
    assert!(queue.request(&serve, request).is_err(), "nobody has taken the answers");
    assert_eq!(queue.take_done().count(), 2);
    assert!(queue.request(&serve, request).is_ok());
}

#[cfg(not(feature = "parallel"))]
#[test]
fn a_queue_allocates_nothing_once_it_is_warm() {
    let (serve, mut queue) = (Counting::new(Some(5)), Requests::new(RequestOptions::default()));
    let mut day = |seed| {
        let mut rng = Rng::new(seed);
        for id in 0..500 {
            let ticket = queue.request(&serve, random_request(&mut rng, id)).expect("room");
            if rng.below(5) == 0 {
                queue.cancel(ticket);
            }
            queue.work(&serve, &mut Budget::unlimited().expansions(40));
            if rng.below(30) == 0 {
                queue.take_done();
            }
        }
    };
    (0..5).for_each(&mut day);
    let counted = allocation_counter::measure(|| day(3));
    assert_eq!(counted.count_total, 0);
}
