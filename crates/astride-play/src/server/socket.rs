//! One socket, one session: messages are served one after another, and all replies to one are sent
//! before the next is read.

use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::handshake::derive_accept_key;
use tungstenite::protocol::{Message, Role, WebSocket, WebSocketConfig};

use super::cores::Cores;
use super::http::{Head, Reply, Status, Timed, Wire};
use crate::session::{Incoming, Limits, Outgoing, Session};

/// The bytes that each socket has for reading, silent ones included.
const READ_BUFFER: usize = 16 << 10;

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

/// The reply that opens a socket; `None` if the request asks for none.
pub(super) fn accept(head: &Head) -> Option<Reply> {
    let asks = head.method == "GET"
        && head.has("upgrade", "websocket")
        && head.has("connection", "upgrade")
        && head.only("sec-websocket-version") == Some("13");
    let key = head.only("sec-websocket-key").filter(|_| asks)?;
    let headers = vec![
        ("connection", "upgrade".to_owned()),
        ("upgrade", "websocket".to_owned()),
        ("sec-websocket-accept", derive_accept_key(key.as_bytes())),
    ];
    Some(Reply { status: Status::SWITCHING, headers, body: b"" })
}

/// Serves one socket to its end.
pub(super) fn serve(wire: Wire, limits: Limits, patience: Patience, cores: &Cores) {
    // A client may have sent its first messages right behind the request.
    let ahead = wire.buffer().to_vec();
    let config = WebSocketConfig::default()
        .read_buffer_size(READ_BUFFER)
        .max_message_size(Some(limits.max_message))
        .max_frame_size(Some(limits.max_message));
    let stream = wire.into_inner();
    let mut socket = WebSocket::from_partially_read(stream, ahead, Role::Server, Some(config));
    // Whatever ended it, nothing more is owed to the client than the end.
    let _ = converse(&mut socket, limits, patience, cores);
    socket.get_mut().within(Duration::from_secs(1));
    let _ = socket.close(None);
}

fn converse(
    socket: &mut WebSocket<Timed>,
    limits: Limits,
    patience: Patience,
    cores: &Cores,
) -> tungstenite::Result<()> {
    let mut tokens = Bucket::full(Instant::now());
    // Memory is taken with the first message: a silent client costs next to nothing.
    let mut session: Option<(Session, Alarm)> = None;
    let mut took = None;
    loop {
        socket.get_mut().within(patience.idle);
        let heard = socket.read()?;
        let message = match &heard {
            Message::Text(text) => Incoming::Text(text),
            Message::Binary(bytes) => Incoming::Binary(bytes),
            Message::Ping(_) => {
                // The library has the answer ready. The next read would send it, but with more time.
                socket.get_mut().within(patience.send);
                socket.flush()?;
                continue;
            }
            Message::Pong(_) | Message::Frame(_) => continue,
            Message::Close(_) => return Ok(()),
        };
        thread::sleep(tokens.take(Instant::now()));
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
        for reply in replies {
            socket.get_mut().within(patience.send);
            socket.send(match reply {
                Outgoing::Text(text) => Message::Text(text.into()),
                Outgoing::Binary(bytes) => Message::Binary(bytes.into()),
            })?;
        }
        if closes {
            return Ok(());
        }
    }
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
    fn full(now: Instant) -> Self {
        Bucket { tokens: BURST, filled: now }
    }

    /// Takes a token, and returns how long to wait for it.
    fn take(&mut self, now: Instant) -> Duration {
        let filled = now.duration_since(self.filled).as_secs_f64() * RATE;
        self.tokens = (self.tokens + filled).min(BURST) - 1.0;
        self.filled = now;
        Duration::from_secs_f64((-self.tokens / RATE).max(0.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::{TcpListener, TcpStream};
    use tungstenite::Error;
    use tungstenite::protocol::frame::Frame;
    use tungstenite::protocol::frame::coding::{Data, OpCode};

    /// A client of a socket that is served like this.
    fn client(limits: Limits, patience: Patience) -> WebSocket<TcpStream> {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (served, _) = listener.accept().unwrap();
        let wire = Wire::new(Timed::new(served));
        thread::spawn(move || serve(wire, limits, patience, &Cores::new(2)));
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        WebSocket::from_raw_socket(stream, Role::Client, None)
    }

    /// Whether nothing comes but the end. It may be lost if a part of what was sent was not read.
    fn ends(client: &mut WebSocket<TcpStream>) -> bool {
        match client.read() {
            Ok(message) => message.is_close(),
            Err(Error::Io(error)) => error.kind() == io::ErrorKind::ConnectionReset,
            Err(error) => matches!(error, Error::Protocol(_)),
        }
    }

    #[test]
    fn the_handshake_of_the_standard_is_answered_as_there() {
        let pairs = [
            ("Upgrade", "WebSocket"),
            ("Connection", "keep-alive, Upgrade"),
            ("Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="),
            ("Sec-WebSocket-Version", "13"),
        ];
        let reply = accept(&Head::with(&pairs)).unwrap();
        assert_eq!(reply.headers[2].1, "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=");
        for missing in 0..pairs.len() {
            let mut others = pairs.to_vec();
            others.remove(missing);
            assert!(accept(&Head::with(&others)).is_none(), "without {}", pairs[missing].0);
        }
    }

    #[test]
    fn a_message_that_is_too_large_ends_the_socket_in_one_piece_or_in_several() {
        let limits = Limits { max_message: 10_000, ..Limits::default() };
        let piece = |kind, length: usize, is_last| {
            Message::Frame(Frame::message(vec![b' '; length], OpCode::Data(kind), is_last))
        };
        let mut whole = client(limits, Patience::default());
        whole.send(piece(Data::Text, 10_001, true)).unwrap();
        assert!(ends(&mut whole));
        let mut parted = client(limits, Patience::default());
        parted.send(piece(Data::Text, 6_000, false)).unwrap();
        parted.send(Message::Ping("in between".into())).unwrap();
        assert_eq!(parted.read().unwrap(), Message::Pong("in between".into()));
        parted.send(piece(Data::Continue, 4_001, true)).unwrap();
        assert!(ends(&mut parted));
        // As much as is allowed is answered.
        let mut allowed = client(limits, Patience::default());
        allowed.send(piece(Data::Text, 6_000, false)).unwrap();
        allowed.send(piece(Data::Continue, 4_000, true)).unwrap();
        assert!(matches!(allowed.read(), Ok(Message::Text(_))));
    }

    #[test]
    fn a_client_that_says_nothing_for_too_long_is_let_go() {
        let patience = Patience { idle: Duration::from_millis(50), ..Patience::default() };
        assert!(ends(&mut client(Limits::default(), patience)));
    }

    #[test]
    fn messages_beyond_the_burst_wait_for_their_turn() {
        let began = Instant::now();
        let mut bucket = Bucket::full(began);
        assert!((0..BURST as u32).all(|_| bucket.take(began).is_zero()));
        let one = Duration::from_secs_f64(1.0 / RATE);
        for count in 1..=24 {
            assert!(bucket.take(began).abs_diff(one * count) < Duration::from_micros(1), "{count}");
        }
        // It fills steadily, and no further than to the brim.
        let later = began + one * 25;
        assert!(bucket.take(later).is_zero() && !bucket.take(later).is_zero());
        let later = began + Duration::from_secs(3600);
        assert!((0..BURST as u32).all(|_| bucket.take(later).is_zero()));
        assert!(!bucket.take(later).is_zero());
    }

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
