//! Calls and replies as numbers in a file.

use super::call::{Allowance, Call, Painting, Question};
use super::recordable::Recordable;
use super::reply::{Answer, Delivered, Reply, Way};
use crate::base::{CellRect, Pack, Packer, PartsError, Unpacker};
use crate::planner::{Request, RequestOptions, Standing};
use crate::search::Why;

type Unpacked<T> = Result<T, PartsError>;

const FLAG: [bool; 2] = [false, true];

impl<S: Recordable> Call<S> {
    /// Writes the call. Movers are in tables of their own, in the order of the calls that add them.
    pub(super) fn pack(&self, out: &mut Packer) {
        match self {
            Call::Queue(options) => {
                out.number(0u8);
                pack_options(options, out);
            }
            Call::Keep { mover, keep } => {
                out.numbers([1, (*mover).into(), S::number_of_keep(*keep)]);
            }
            Call::Drop { mover, keep } => {
                out.numbers([2, (*mover).into(), S::number_of_keep(*keep)]);
            }
            Call::Mover { side, .. } => out.numbers([3, (*side).into()]),
            Call::Faction { assumed } => {
                out.number(4u8);
                assumed.pack(out);
            }
            Call::Overlay => out.number(5u8),
            Call::Edit(edit) => {
                out.number(6u8);
                edit.pack(out);
            }
            Call::Reveal { faction, area } => {
                out.numbers([7, (*faction).into()]);
                area.pack(out);
            }
            Call::RevealAround { faction, eye, radius, opaque } => {
                out.numbers([8, (*faction).into(), (*radius).into()]);
                eye.pack(out);
                out.numbers(**opaque);
            }
            Call::Remember { faction, area } => {
                out.numbers([9, (*faction).into()]);
                area.pack(out);
            }
            Call::Paint(painting) => {
                out.number(10u8);
                painting.pack(out);
            }
            Call::Find(question) => {
                out.number(11u8);
                question.pack(out);
            }
            Call::Cost(question) => {
                out.number(12u8);
                question.pack(out);
            }
            Call::Route(question, allowance) => {
                out.number(13u8);
                question.pack(out);
                allowance.pack(out);
            }
            Call::Request(Request { ask, priority, limit, within, partial }) => {
                out.number(14u8);
                ask.pack(out);
                let flags = u64::from(*partial) | u64::from(within.is_some()) << 1;
                out.numbers([(*priority).into(), flags]);
                out.optional(*limit);
                within.iter().for_each(|frames| out.number(*frames));
            }
            Call::Cancel { ticket } => out.numbers([15, *ticket]),
            Call::Take => out.number(16u8),
            Call::Maintain { cells } => out.numbers([17, *cells]),
            Call::Work(allowance) => {
                out.number(18u8);
                allowance.pack(out);
            }
            Call::Places => out.number(19u8),
            Call::SetPlaces { set, places } => {
                out.numbers([20, (*set).into()]);
                places.pack(out);
            }
            Call::Supposition(batch) => {
                out.number(21u8);
                batch.pack(out);
            }
            Call::SetSupposition { edits, batch } => {
                out.numbers([22, (*edits).into()]);
                batch.pack(out);
            }
        }
    }

    /// Reads a call; the next of `movers` is the one that it adds.
    pub(super) fn unpack(
        from: &mut Unpacker<'_>,
        movers: &mut impl Iterator<Item = S::Mover>,
    ) -> Unpacked<Self> {
        Ok(match from.number(22, "a kind of call")? {
            0 => Call::Queue(unpack_options(from)?),
            1 => Call::Keep { mover: from.u32()?, keep: S::unpack_keep(from)? },
            2 => Call::Drop { mover: from.u32()?, keep: S::unpack_keep(from)? },
            3 => {
                let side = from.u32()?;
                let mover = movers.next().ok_or_else(|| from.fault("a mover for each call"))?;
                Call::Mover { mover: Box::new(mover), side }
            }
            4 => Call::Faction { assumed: Pack::unpack(from)? },
            5 => Call::Overlay,
            6 => Call::Edit(Pack::unpack(from)?),
            7 => Call::Reveal { faction: from.u32()?, area: Pack::unpack(from)? },
            8 => {
                let (faction, radius, eye) = (from.u32()?, from.u32()?, Pack::unpack(from)?);
                let opaque = Box::new([from.u64()?, from.u64()?, from.u64()?, from.u64()?]);
                Call::RevealAround { faction, eye, radius, opaque }
            }
            9 => Call::Remember { faction: from.u32()?, area: Pack::unpack(from)? },
            10 => Call::Paint(Painting::unpack(from)?),
            11 => Call::Find(Question::unpack(from)?),
            12 => Call::Cost(Question::unpack(from)?),
            13 => Call::Route(Question::unpack(from)?, Allowance::unpack(from)?),
            14 => {
                let (ask, priority) = (Question::unpack(from)?, from.u8()?);
                let flags = from.number(3, "two flags")?;
                let limit = from.optional()?;
                let within = if flags & 2 != 0 { Some(from.u64()?) } else { None };
                Call::Request(Request { ask, priority, limit, within, partial: flags & 1 != 0 })
            }
            15 => Call::Cancel { ticket: from.u64()? },
            16 => Call::Take,
            17 => Call::Maintain { cells: from.u64()? },
            18 => Call::Work(Allowance::unpack(from)?),
            19 => Call::Places,
            20 => Call::SetPlaces { set: from.u32()?, places: Pack::unpack(from)? },
            21 => Call::Supposition(Pack::unpack(from)?),
            _ => Call::SetSupposition { edits: from.u32()?, batch: Pack::unpack(from)? },
        })
    }
}

fn pack_options(options: &RequestOptions, out: &mut Packer) {
    let RequestOptions { lanes, ageing, quantum, most, merge_from, again } = *options;
    out.numbers([lanes as u64, ageing.into(), quantum, most as u64, again.into()]);
    out.optional(merge_from.map(|requests| requests as u64));
}

fn unpack_options(from: &mut Unpacker<'_>) -> Unpacked<RequestOptions> {
    let size = |number: u64| usize::try_from(number).unwrap_or(usize::MAX);
    Ok(RequestOptions {
        lanes: from.number(RequestOptions::MOST_LANES as u64, "at most 1024 lanes")? as usize,
        ageing: from.u32()?,
        quantum: from.u64()?,
        most: size(from.u64()?),
        again: from.u32()?,
        merge_from: from.optional()?.map(size),
    })
}

impl Painting {
    fn pack(&self, out: &mut Packer) {
        out.numbers([self.overlay.into(), u64::from(self.is_cleared), self.most.into()]);
        self.painted.pack(out);
        self.changed.pack(out);
        out.number(self.runs.len() as u64);
        self.runs.iter().for_each(|&(cells, ticks)| out.numbers([cells.into(), ticks.into()]));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Unpacked<Painting> {
        let (overlay, is_cleared) = (from.u32()?, from.one_of(&FLAG, "0 or 1")?);
        let most = from.u32()?;
        let (painted, changed) = (CellRect::unpack(from)?, CellRect::unpack(from)?);
        let count = from.count()?;
        let runs = (0..count).map(|_| Ok((from.u32()?, from.u32()?))).collect::<Unpacked<_>>()?;
        Ok(Painting { overlay, is_cleared, painted, most, changed, runs })
    }
}

impl<P: Copy + Pack> Question<P> {
    fn pack(&self, out: &mut Packer) {
        [self.from, self.to].into_iter().for_each(|end| end.pack(out));
        out.optional(self.mover.map(u64::from));
        out.optional(self.faction.map(u64::from));
        // All 64 bits may be set, so this cannot be an optional number.
        out.numbers([u64::from(self.overlays.is_none()), self.overlays.unwrap_or(0)]);
        let named = [self.around, self.or_to, self.supposing];
        let [around, or_to, supposing] = named.map(|number| u64::from(number.is_some()));
        out.number(u64::from(self.nearest) | around << 1 | or_to << 2 | supposing << 3);
        named.into_iter().flatten().for_each(|number| out.number(number));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Unpacked<Self> {
        let number = |from: &mut Unpacker<'_>| {
            let most = 1 + u64::from(u32::MAX);
            let number = from.number(most, "a number of 32 bits, or none")?;
            Ok(number.checked_sub(1).map(|number| number as u32))
        };
        let ends = [P::unpack(from)?, P::unpack(from)?];
        let (mover, faction) = (number(from)?, number(from)?);
        let (is_foreign, set) = (from.one_of(&FLAG, "0 or 1")?, from.u64()?);
        if is_foreign && set > 0 {
            return Err(from.fault("no overlays of this navigator beside others"));
        }
        let overlays = (!is_foreign).then_some(set);
        let flags = from.number(15, "four flags")?;
        let mut named = |flag| if flags & flag != 0 { from.u32().map(Some) } else { Ok(None) };
        let (around, or_to, supposing) = (named(2)?, named(4)?, named(8)?);
        let [start, goal] = ends;
        Ok(Question {
            from: start,
            to: goal,
            mover,
            faction,
            overlays,
            around,
            or_to,
            supposing,
            nearest: flags & 1 != 0,
        })
    }
}

impl Allowance {
    fn pack(&self, out: &mut Packer) {
        let Allowance { expansions, bytes, goes_on } = *self;
        [expansions, bytes, goes_on].into_iter().for_each(|number| out.optional(number));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Unpacked<Allowance> {
        let (expansions, bytes, goes_on) = (from.optional()?, from.optional()?, from.optional()?);
        Ok(Allowance { expansions, bytes, goes_on })
    }
}

impl Reply {
    pub(super) fn pack(&self, out: &mut Packer) {
        match self {
            Reply::Done => out.number(0u8),
            Reply::Refused => out.number(1u8),
            Reply::Number(number) => out.numbers([2, *number]),
            Reply::Cost(cost) => {
                out.number(3u8);
                out.optional(*cost);
            }
            Reply::Maintained(numbers) => {
                out.number(4u8);
                out.numbers(*numbers);
            }
            Reply::Answer(answer) => {
                out.number(5u8);
                answer.pack(out);
            }
            Reply::Worked { report, answers } => {
                out.number(6u8);
                out.numbers(*report);
                out.number(answers.len() as u64);
                answers.iter().for_each(|delivered| delivered.pack(out));
            }
        }
    }

    pub(super) fn unpack(from: &mut Unpacker<'_>) -> Unpacked<Reply> {
        fn four(from: &mut Unpacker<'_>) -> Unpacked<[u64; 4]> {
            Ok([from.u64()?, from.u64()?, from.u64()?, from.u64()?])
        }
        Ok(match from.number(6, "a kind of reply")? {
            0 => Reply::Done,
            1 => Reply::Refused,
            2 => Reply::Number(from.u64()?),
            3 => Reply::Cost(from.optional()?),
            4 => Reply::Maintained(four(from)?),
            5 => Reply::Answer(Answer::unpack(from)?),
            _ => {
                let (report, count) = (four(from)?, from.count()?);
                let answers = (0..count).map(|_| Delivered::unpack(from));
                Reply::Worked { report, answers: answers.collect::<Unpacked<_>>()? }
            }
        })
    }
}

impl Answer {
    fn pack(&self, out: &mut Packer) {
        match *self {
            Answer::Refused => out.number(0u8),
            Answer::Found(way) => {
                out.number(1u8);
                way.pack(out);
            }
            Answer::Unreachable { why, nearest } => {
                out.number(2u8);
                out.numbers(numbers_of_why(why));
                pack_nearest(nearest, out);
            }
            Answer::OutOfBudget { lower_bound, nearest } => {
                out.numbers([3, lower_bound]);
                pack_nearest(nearest, out);
            }
        }
    }

    fn unpack(from: &mut Unpacker<'_>) -> Unpacked<Answer> {
        Ok(match from.number(3, "a kind of answer")? {
            0 => Answer::Refused,
            1 => Answer::Found(Way::unpack(from)?),
            2 => Answer::Unreachable { why: unpack_why(from)?, nearest: unpack_nearest(from)? },
            _ => {
                let lower_bound = from.u64()?;
                Answer::OutOfBudget { lower_bound, nearest: unpack_nearest(from)? }
            }
        })
    }
}

impl Way {
    fn pack(self, out: &mut Packer) {
        out.numbers([self.cost, self.steps, self.sum]);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Unpacked<Way> {
        Ok(Way { cost: from.u64()?, steps: from.u64()?, sum: from.u64()? })
    }
}

fn pack_nearest(nearest: Option<Way>, out: &mut Packer) {
    out.number(u64::from(nearest.is_some()));
    nearest.into_iter().for_each(|way| way.pack(out));
}

fn unpack_nearest(from: &mut Unpacker<'_>) -> Unpacked<Option<Way>> {
    let is_there = from.one_of(&FLAG, "0 or 1")?;
    is_there.then(|| Way::unpack(from)).transpose()
}

fn numbers_of_why(why: Why) -> [u64; 2] {
    match why {
        Why::StartBlocked => [0, 0],
        Why::GoalBlocked => [1, 0],
        Why::Enclosed { seen } => [2, seen],
        Why::TooCostly => [3, 0],
        Why::StartEnclosed { cells } => [4, cells],
        Why::GoalEnclosed { cells } => [5, cells],
        Why::Apart => [6, 0],
    }
}

fn unpack_why(from: &mut Unpacker<'_>) -> Unpacked<Why> {
    let kind = from.number(6, "a reason why there is no path")?;
    let has_number = matches!(kind, 2 | 4 | 5);
    let number =
        from.number(if has_number { u64::MAX } else { 0 }, "0 where there is no number")?;
    Ok(match kind {
        0 => Why::StartBlocked,
        1 => Why::GoalBlocked,
        2 => Why::Enclosed { seen: number },
        3 => Why::TooCostly,
        4 => Why::StartEnclosed { cells: number },
        5 => Why::GoalEnclosed { cells: number },
        _ => Why::Apart,
    })
}

impl Delivered {
    fn pack(&self, out: &mut Packer) {
        let standing = match self.standing {
            Standing::Current => [0, 0],
            Standing::Walkable => [1, 0],
            Standing::OtherCost { cost } => [2, cost],
            Standing::Blocked { step } => [3, step as u64],
            Standing::Outdated => [4, 0],
        };
        out.numbers([self.ticket, self.frames]);
        out.numbers(standing);
        self.answer.pack(out);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Unpacked<Delivered> {
        let (ticket, frames) = (from.u64()?, from.u64()?);
        let kind = from.number(4, "a standing")?;
        let has_number = matches!(kind, 2 | 3);
        let most = if has_number { u64::MAX } else { 0 };
        let number = from.number(most, "0 where there is no number")?;
        let standing = match kind {
            0 => Standing::Current,
            1 => Standing::Walkable,
            2 => Standing::OtherCost { cost: number },
            3 => Standing::Blocked { step: usize::try_from(number).unwrap_or(usize::MAX) },
            _ => Standing::Outdated,
        };
        Ok(Delivered { ticket, frames, standing, answer: Answer::unpack(from)? })
    }
}
