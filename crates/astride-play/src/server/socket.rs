//! One socket, one session: messages are served one after another, and all replies to one are sent
//! before the next is read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, WebSocket};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{sleep, timeout};

use crate::server::Options;
use crate::session::{Incoming, Outgoing, Session};

/// Messages per second that are served without delay, and how many may arrive at once.
const RATE: f64 = 240.0;
const BURST: f64 = 480.0;

/// If a message took at least this long, the next one of its session counts as heavy.
const HEAVY: Duration = Duration::from_millis(5);

/// The cores that sessions share. Heavy sessions leave one of them to the others, so that a user who
/// only drags a goal never waits behind those who open large maps.
#[derive(Clone, Debug)]
pub(super) struct Cores {
    all: Arc<Semaphore>,
    heavy: Arc<Semaphore>,
}

/// Permission to work, which ends when this is dropped.
type Leave = [Option<OwnedSemaphorePermit>; 2];

impl Cores {
    pub(super) fn new(count: usize) -> Self {
        let heavy = count.saturating_sub(1).max(1);
        Cores { all: Arc::new(Semaphore::new(count)), heavy: Arc::new(Semaphore::new(heavy)) }
    }

    /// Waits for a core, first come, first served among the heavy and among the light. `took` is how
    /// long the previous message of the session took; a session begins as a heavy one.
    async fn leave(&self, took: Option<Duration>) -> Option<Leave> {
        let is_heavy = took.is_none_or(|took| took >= HEAVY);
        let heavy = match is_heavy {
            true => Some(Arc::clone(&self.heavy).acquire_owned().await.ok()?),
            false => None,
        };
        Some([heavy, Some(Arc::clone(&self.all).acquire_owned().await.ok()?)])
    }
}

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

/// Serves one socket to its end, and then gives up `seat`.
pub(super) async fn serve(
    mut socket: WebSocket,
    options: Arc<Options>,
    cores: Cores,
    seat: OwnedSemaphorePermit,
) {
    let mut session = None;
    let mut took = None;
    let mut tokens = Bucket::full();
    let patience = options.patience;
    while let Ok(Some(Ok(message))) = timeout(patience.idle, socket.recv()).await {
        if matches!(message, Message::Ping(_) | Message::Pong(_)) {
            continue;
        }
        if matches!(message, Message::Close(_)) {
            break;
        }
        sleep(tokens.take()).await;
        // Memory is taken with the first message: a silent client costs nothing.
        let limits = options.limits;
        let present = session.take().unwrap_or_else(|| Box::new(Session::new(limits)));
        let Some(leave) = cores.leave(took).await else { break };
        let served = work(present, message, leave, patience.work).await;
        // A panic inside ends only this session.
        let Some((present, frames, closes, time)) = served else { break };
        (session, took) = (Some(present), Some(time));
        if !send_all(&mut socket, frames, patience.send).await || closes {
            break;
        }
    }
    drop(session);
    let _ = timeout(Duration::from_secs(1), socket.send(Message::Close(None))).await;
    drop(seat);
}

/// Lets the session serve a message on a thread that may be busy for a long time.
async fn work(
    mut session: Box<Session>,
    message: Message,
    leave: Leave,
    most: Duration,
) -> Option<(Box<Session>, Vec<Outgoing>, bool, Duration)> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    let mut task = tokio::task::spawn_blocking(move || {
        let _leave = leave;
        let began = Instant::now();
        let replies = match &message {
            Message::Binary(bytes) => session.handle_until(Incoming::Binary(bytes), &flag),
            Message::Text(text) => session.handle_until(Incoming::Text(text), &flag),
            _ => session.handle_until(Incoming::Text(""), &flag),
        };
        let closes = replies.closes();
        let took = began.elapsed();
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        (session, replies.done(us), closes, took)
    });
    let served = match timeout(most, &mut task).await {
        Ok(served) => served,
        Err(_) => {
            stop.store(true, Ordering::Relaxed);
            task.await
        }
    };
    served.ok()
}

/// Sends frame by frame, each within the time a reader is given.
async fn send_all(socket: &mut WebSocket, frames: Vec<Outgoing>, most: Duration) -> bool {
    for frame in frames {
        let message = match frame {
            Outgoing::Text(text) => Message::Text(text.into()),
            Outgoing::Binary(bytes) => Message::Binary(bytes.into()),
        };
        if !matches!(timeout(most, socket.send(message)).await, Ok(Ok(()))) {
            return false;
        }
    }
    true
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
