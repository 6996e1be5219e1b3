//! One socket, one session: messages are served one after another, and all replies to one are sent
//! before the next is read.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use super::cores::Cores;
use super::frames::{Frames, Heard, send_binary, send_close, send_pong, send_text};
use super::http::{Timed, Wire};
use crate::session::{Incoming, Limits, Outgoing, Session};

/// Messages per second that are served without delay, and how many may arrive at once.
const RATE: f64 = 240.0;
const BURST: f64 = 480.0;

/// What a session may take.
#[derive(Clone, Copy, Debug)]
pub(super) struct Patience {
    /// The time in which a reader has to take one frame.
    pub(super) send: Duration,
    /// The time without any message.
    pub(super) idle: Duration,
    /// The time for the engine to serve one message, after which searches end early.
    pub(super) work: Duration,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            send: Duration::from_secs(30),
            idle: Duration::from_secs(4 * 3600),
            work: Duration::from_secs(10),
        }
    }
}

/// Serves one socket to its end.
pub(super) fn serve(mut wire: Wire, limits: Limits, patience: Patience, cores: &Cores) {
    // Whatever ended it, nothing more is owed to the client than the end.
    let _ = converse(&mut wire, limits, patience, cores);
    let _ = send_close(wire.get_mut().within(Duration::from_secs(1)));
}

fn converse(wire: &mut Wire, limits: Limits, patience: Patience, cores: &Cores) -> io::Result<()> {
    let mut frames = Frames::new(limits.max_message);
    let mut tokens = Bucket::full();
    // Memory is taken with the first message: a silent client costs nothing.
    let mut session: Option<(Session, Alarm)> = None;
    let mut took = None;
    loop {
        wire.get_mut().within(patience.idle);
        let heard = frames.read(wire)?;
        let message = match &heard {
            Heard::Text(text) => Incoming::Text(text),
            Heard::Binary(bytes) => Incoming::Binary(bytes),
            Heard::Ping(payload) => {
                send_pong(wire.get_mut().within(patience.send), payload)?;
                continue;
            }
            Heard::Pong => continue,
            Heard::Close => return Ok(()),
        };
        thread::sleep(tokens.take());
        if session.is_none() {
            session = Some((Session::new(limits), Alarm::after(patience.work)?));
        }
        let Some((session, alarm)) = &mut session else { continue };
        let (replies, closes, time) = cores.work(took, || {
            let began = Instant::now();
            let replies = alarm.watch(|stop| session.handle_until(message, stop));
            let closes = replies.closes();
            let time = began.elapsed();
            let us = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
            (replies.done(us), closes, time)
        });
        took = Some(time);
        send_all(wire.get_mut(), replies, patience.send)?;
        if closes {
            return Ok(());
        }
    }
}

/// Sends frame by frame, each within the time a reader is given.
fn send_all(to: &mut Timed, frames: Vec<Outgoing>, most: Duration) -> io::Result<()> {
    for frame in frames {
        let to = to.within(most);
        match frame {
            Outgoing::Text(text) => send_text(to, &text)?,
            Outgoing::Binary(bytes) => send_binary(to, &bytes)?,
        }
    }
    Ok(())
}

/// Raises a flag when a piece of work has taken too long.
struct Alarm {
    /// The flag of the work that begins, and nothing when it ends.
    signal: SyncSender<Option<Arc<AtomicBool>>>,
}

impl Alarm {
    fn after(most: Duration) -> io::Result<Self> {
        let (signal, signals) = sync_channel(1);
        thread::Builder::new().name("alarm".into()).spawn(move || ring(&signals, most))?;
        Ok(Alarm { signal })
    }

    fn watch<R>(&self, work: impl FnOnce(&AtomicBool) -> R) -> R {
        let stop = Arc::new(AtomicBool::new(false));
        let _ = self.signal.send(Some(Arc::clone(&stop)));
        let done = work(&stop);
        let _ = self.signal.send(None);
        done
    }
}

/// Runs until the session is gone.
fn ring(signals: &Receiver<Option<Arc<AtomicBool>>>, most: Duration) {
    while let Ok(begun) = signals.recv() {
        let Some(stop) = begun else { continue };
        if let Err(RecvTimeoutError::Timeout) = signals.recv_timeout(most) {
            stop.store(true, Ordering::Relaxed);
        }
    }
}

/// A bucket of tokens that fills steadily; each message takes one.
struct Bucket {
    tokens: f64,
    filled: Instant,
}

impl Bucket {
    fn full() -> Self {
        Bucket { tokens: BURST, filled: Instant::now() }
    }

    /// Takes a token, and returns how long to wait for it.
    fn take(&mut self) -> Duration {
        let now = Instant::now();
        let filled = now.duration_since(self.filled).as_secs_f64() * RATE;
        self.tokens = (self.tokens + filled).min(BURST) - 1.0;
        self.filled = now;
        Duration::from_secs_f64((-self.tokens / RATE).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alarm_stops_what_takes_too_long_and_nothing_else() {
        let alarm = Alarm::after(Duration::from_millis(50)).unwrap();
        for _ in 0..100 {
            assert!(!alarm.watch(|stop| stop.load(Ordering::Relaxed)));
        }
        alarm.watch(|stop| {
            while !stop.load(Ordering::Relaxed) {
                thread::yield_now();
            }
        });
        assert!(!alarm.watch(|stop| stop.load(Ordering::Relaxed)));
    }
}
