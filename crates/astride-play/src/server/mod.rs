//! The web server: serves the page, and connects each socket to a session of its own.
//!
//! It listens on loopback unless another address is given, and then asks for a token. The page is a fixed
//! table inside the program. Threads, clocks and sockets are here and nowhere else in this crate.

mod cores;
mod files;
mod guard;
mod http;
mod socket;

use std::convert::Infallible;
use std::io;
use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use crate::session::Limits;
use cores::{Cores, Seats};
use guard::Guard;
use http::{Head, Reply, Status, Timed, Wire};
use socket::Patience;

/// The most connections at once, each of which has a thread, and the most sockets among them.
const MOST_CONNECTIONS: usize = 1024;
const MOST_SOCKETS: usize = 256;

/// The time in which a client has to make its next request and to take the reply.
const REQUEST: Duration = Duration::from_secs(30);

/// How to serve.
///
/// # Examples
///
/// ```
/// use astride_play::server::Options;
/// let options = Options::loopback(0);
/// assert!(options.address().ip().is_loopback());
/// assert!(Options::listen("0.0.0.0:8080".parse().unwrap(), Some("short".into())).is_err());
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    address: SocketAddr,
    token: Option<String>,
    limits: Limits,
    patience: Patience,
}

impl Options {
    /// For this machine only, at this port; 0 takes any free port.
    pub fn loopback(port: u16) -> Self {
        Options {
            address: (Ipv4Addr::LOCALHOST, port).into(),
            token: None,
            limits: Limits::default(),
            patience: Patience::default(),
        }
    }

    /// For other machines as well. A client that opens a session has to know the token; if none is
    /// given, a new one is made. Maps are limited to what many can share.
    ///
    /// # Errors
    ///
    /// If the token is not 8 to 128 letters, digits, `-`, `_` or `.`.
    pub fn listen(address: SocketAddr, token: Option<String>) -> Result<Self, String> {
        let token = token.unwrap_or_else(guard::new_token);
        if !guard::is_token(&token) {
            return Err(
                "the token is unusable, expected 8 to 128 letters, digits, -, _ or .".into()
            );
        }
        let token = Some(token);
        Ok(Options { address, token, limits: Limits::shared(), patience: Patience::default() })
    }

    /// Where to listen.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// How large things may get in each session.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// The address to open in a browser, once it is known where the server listens.
    fn url(&self, bound: SocketAddr) -> String {
        match &self.token {
            Some(token) => format!("http://{bound}/?token={token}"),
            None => format!("http://{bound}/"),
        }
    }
}

/// Everything that requests share.
struct Shared {
    options: Options,
    guard: Guard,
    cores: Cores,
    sockets: Arc<Seats>,
}

/// Serves until the program is interrupted, and returns only if it cannot begin. `ready` gets the address
/// once it can be opened.
///
/// # Errors
///
/// If the address cannot be listened on.
pub fn serve(options: Options, ready: impl FnOnce(&str)) -> io::Result<Infallible> {
    let listener = TcpListener::bind(options.address)?;
    let bound = listener.local_addr()?;
    ready(&options.url(bound));
    let cores = thread::available_parallelism().map_or(4, usize::from).max(2);
    let shared = Arc::new(Shared {
        guard: Guard::new(bound, options.token.clone()),
        options,
        cores: Cores::new(cores),
        sockets: Seats::new(MOST_SOCKETS),
    });
    let connections = Seats::new(MOST_CONNECTIONS);
    loop {
        // One that was gone before it was taken concerns nobody; if there are too many, some end soon.
        let Ok((stream, _)) = listener.accept() else {
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let Some(seat) = connections.take() else { continue };
        let shared = Arc::clone(&shared);
        // Without another thread the connection is closed.
        let _ = thread::Builder::new().name("connection".into()).spawn(move || {
            // What a client does wrong ends its own connection.
            let _ = talk(stream, &shared);
            drop(seat);
        });
    }
}

/// Serves one connection to its end.
fn talk(stream: TcpStream, shared: &Shared) -> io::Result<()> {
    // A reply is several small frames; waiting to fill packets would cost 40 ms for each.
    stream.set_nodelay(true)?;
    let mut wire = Wire::new(Timed::new(stream));
    loop {
        wire.get_mut().within(REQUEST);
        let Some(head) = Head::read(&mut wire)? else { return Ok(()) };
        let to = wire.get_mut().within(REQUEST);
        let head = match head {
            Ok(head) => head,
            // Where the next request begins is not known.
            Err(status) => return Reply::empty(status).send(to, true, false),
        };
        if head.path == "/session" {
            let admitted = admit(&head, shared);
            let (seat, reply) = match admitted {
                Ok((seat, reply)) => (Some(seat), reply),
                Err(status) => (None, Reply::empty(status)),
            };
            reply.send(to, head.is_last, false)?;
            if let Some(_seat) = seat {
                let Options { limits, patience, .. } = shared.options;
                socket::serve(wire, limits, patience, &shared.cores);
                return Ok(());
            }
        } else {
            let reply = file(&head, shared).unwrap_or_else(Reply::empty);
            reply.send(to, head.is_last, head.method == "HEAD")?;
        }
        if head.is_last {
            return Ok(());
        }
    }
}

/// Gives out a file of the page.
fn file(head: &Head, shared: &Shared) -> Result<Reply, Status> {
    let host = shared.guard.host(head)?;
    if !matches!(&*head.method, "GET" | "HEAD") {
        return Err(Status::METHOD_NOT_ALLOWED);
    }
    let file = files::find(&head.path).ok_or(Status::NOT_FOUND)?;
    let fixed = [
        ("content-type", file.kind),
        ("x-content-type-options", "nosniff"),
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin"),
        ("cross-origin-resource-policy", "same-origin"),
    ];
    let mut headers: Vec<_> = fixed.map(|(name, value)| (name, value.to_owned())).into();
    headers.push(("content-security-policy", policy(host)));
    Ok(Reply { status: Status::OK, headers, body: file.bytes })
}

/// Allows scripts, styles and sockets of this server and nothing else.
fn policy(host: &str) -> String {
    format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
         connect-src 'self' ws://{host} wss://{host}; font-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    )
}

/// A seat for a socket, and the reply that opens it.
fn admit(head: &Head, shared: &Shared) -> Result<(cores::Seat, Reply), Status> {
    shared.guard.admits(head)?;
    let reply = socket::accept(head).ok_or(Status::UPGRADE_REQUIRED)?;
    Ok((shared.sockets.take().ok_or(Status::BUSY)?, reply))
}
