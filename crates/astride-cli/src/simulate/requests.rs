//! Requests in a scenario: asked on one line, answered by work on later ones.

use astride::base::Budget;
use astride::planner::{NavigatorError, Progress, Request, RequestOptions, Standing};
use serde_json::json;

use super::play::{Player, Told, no_answer};
use super::{Answer, Question, Terms};
use crate::report::{count, grouped};

impl Player {
    pub(super) fn queue(&mut self, options: RequestOptions) -> Result<(), String> {
        if !self.world()?.asked.is_empty() {
            let message = "there are requests already, expected the line `queue` before them";
            return Err(message.into());
        }
        if let Some(mut world) = self.world.take() {
            world.nav = world.nav.requests(options);
            self.world = Some(world);
        }
        Ok(())
    }

    pub(super) fn request(
        &mut self,
        name: &str,
        question: &Question,
        Terms { priority, limit, within }: Terms,
    ) -> Result<(), String> {
        self.check_new(name)?;
        let world = self.world()?;
        let request = Request::new(world.ask(question)?, priority);
        let request = limit.map_or(request, |limit| request.limit(limit));
        let request = within.map_or(request, |frames| request.within(frames));
        let ticket = world.nav.submit(request).map_err(|error| error.to_string())?;
        world.requests.insert(name.to_owned(), ticket);
        world.asked.insert(ticket, name.to_owned());
        self.questions.insert(name.to_owned(), question.clone());
        self.digest.take(&[4, ticket.number()]);
        Ok(())
    }

    /// Works on requests for some frames, or until none is left.
    pub(super) fn work(&mut self, expansions: u64, frames: u32) -> Result<(), String> {
        let (mut spent, mut served, mut worked) = (0, 0, 0);
        let (mut running, mut waiting) = (0, 0);
        for _ in 0..frames {
            let world = self.world()?;
            let report = world.nav.work(&mut Budget::unlimited().expansions(expansions));
            let done: Vec<_> = world.nav.take_done().collect();
            worked += 1;
            spent += report.expansions;
            served += report.served;
            (running, waiting) = (report.running, report.waiting);
            self.digest.take(&[
                5,
                report.expansions,
                served as u64,
                running as u64,
                waiting as u64,
            ]);
            for delivery in done {
                let name = self.world()?.asked.get(&delivery.ticket).cloned().unwrap_or_default();
                self.digest.take(&[delivery.ticket.number(), delivery.frames]);
                let frames = count(delivery.frames, "frame");
                let outcome = match delivery.answer {
                    Err(NavigatorError::Expired { .. }) => {
                        self.expired(&name, &frames);
                        continue;
                    }
                    answer => answer.map_err(|error| format!("{name}: {error}"))?,
                };
                let standing = match delivery.standing {
                    Standing::Current => "",
                    Standing::Walkable => ", of an earlier state, can be walked",
                    Standing::OtherCost { .. } => ", of an earlier state, costs something else now",
                    Standing::Blocked { .. } => ", of an earlier state, blocked by now",
                    Standing::Outdated => ", of an earlier state",
                };
                self.answer(&name, outcome, &format!(", after {frames}{standing}"));
            }
            if running + waiting == 0 {
                break;
            }
        }
        let (frames, expanded) = (count(worked, "frame"), grouped(spent));
        self.tell(format_args!(
            "work: {frames}, {expanded} expansions, {served} served, {running} running, {waiting} \
             waiting"
        ));
        self.played.events.push(json!({
            "line": self.line,
            "frames": worked,
            "expansions": spent,
            "served": served,
            "running": running,
            "waiting": waiting,
        }));
        Ok(())
    }

    /// Notes that a request was given up.
    fn expired(&mut self, name: &str, frames: &str) {
        self.digest.take(&[7]);
        self.tell(format_args!("{name}: expired after {frames}"));
        self.played.events.push(json!({ "line": self.line, "name": name, "expired": true }));
        self.answers.insert(name.to_owned(), Told::Expired);
    }

    pub(super) fn cancel(&mut self, name: &str) -> Result<(), String> {
        if !self.answers.contains_key(name) {
            self.state_of(name)?;
        }
        let world = self.world()?;
        let ticket = world.requests.get(name).copied();
        let is_taken_back = ticket.is_some_and(|ticket| world.nav.cancel(ticket));
        if !is_taken_back {
            return Err(format!("{name} does not wait, expected a request without an answer"));
        }
        self.digest.take(&[6]);
        Ok(())
    }

    /// The state of a request that has no answer.
    pub(super) fn state_of(&self, name: &str) -> Result<Answer, String> {
        let world = self.world.as_ref();
        let ticket = world.and_then(|world| Some((world, *world.requests.get(name)?)));
        let Some((world, ticket)) = ticket else {
            return Err(no_answer(name));
        };
        Ok(match world.nav.progress(ticket) {
            Progress::Waiting { .. } => Answer::Waiting,
            Progress::Running { .. } | Progress::Done => Answer::Running,
            Progress::Unknown => Answer::Cancelled,
        })
    }
}
