//! The web server: serves the page, and connects each socket to a session of its own.
//!
//! It listens on loopback unless another address is given, and then asks for a token. The page is a fixed
//! table inside the program. Threads, clocks and sockets are here and nowhere else in this crate.

mod files;
mod guard;
mod socket;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;

use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Request, State, WebSocketUpgrade};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use axum::serve::ListenerExt;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

use crate::session::Limits;
use guard::Guard;
use socket::Patience;

/// The most sockets at once.
const MOST_SOCKETS: usize = 256;

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
    options: Arc<Options>,
    guard: Guard,
    cores: socket::Cores,
    seats: Arc<Semaphore>,
}

/// Serves until the program is interrupted. `ready` gets the address once it can be opened.
///
/// # Errors
///
/// If the address cannot be listened on.
pub fn serve(options: Options, ready: impl FnOnce(&str)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let served = runtime.block_on(async {
        let listener = TcpListener::bind(options.address).await?;
        let bound = listener.local_addr()?;
        ready(&options.url(bound));
        // A reply is several small frames; waiting to fill packets would cost 40 ms for each.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        tokio::select! {
            served = axum::serve(listener, router(options, bound)) => served,
            _ = tokio::signal::ctrl_c() => Ok(()),
        }
    });
    // Searches that are still running are of no more use.
    runtime.shutdown_background();
    served
}

fn router(options: Options, bound: SocketAddr) -> Router {
    let cores = std::thread::available_parallelism().map_or(4, usize::from).max(2);
    let shared = Shared {
        guard: Guard::new(bound, options.token.clone()),
        options: Arc::new(options),
        cores: socket::Cores::new(cores),
        seats: Arc::new(Semaphore::new(MOST_SOCKETS)),
    };
    Router::new()
        .route("/session", get(open_session))
        .fallback(any(file))
        .with_state(Arc::new(shared))
}

/// Gives out a file of the page.
async fn file(State(shared): State<Arc<Shared>>, request: Request) -> Response {
    let host = match shared.guard.host(request.headers()) {
        Ok(host) => host,
        Err(status) => return status.into_response(),
    };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let Some(file) = files::find(request.uri().path()) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let Some(policy) = policy(host) else {
        return StatusCode::BAD_REQUEST.into_response();
    };
    let body = if request.method() == Method::HEAD { &b""[..] } else { file.bytes };
    let fixed = [
        (header::CONTENT_TYPE, file.kind),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::CACHE_CONTROL, "no-store"),
        (header::REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    (fixed, [(header::CONTENT_SECURITY_POLICY, policy)], body).into_response()
}

/// Allows scripts, styles and sockets of this server and nothing else.
fn policy(host: &str) -> Option<HeaderValue> {
    let policy = format!(
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob: data:; \
         connect-src 'self' ws://{host} wss://{host}; font-src 'self'; manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    );
    HeaderValue::from_str(&policy).ok()
}

/// Connects a socket to a session of its own.
async fn open_session(
    State(shared): State<Arc<Shared>>,
    headers: HeaderMap,
    uri: Uri,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    if let Err(status) = shared.guard.admits(&headers, uri.query()) {
        return status.into_response();
    }
    let Ok(upgrade) = upgrade else {
        return StatusCode::UPGRADE_REQUIRED.into_response();
    };
    let Ok(seat) = Arc::clone(&shared.seats).try_acquire_owned() else {
        return StatusCode::SERVICE_UNAVAILABLE.into_response();
    };
    let most = shared.options.limits.max_message;
    let (options, cores) = (Arc::clone(&shared.options), shared.cores.clone());
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .on_upgrade(move |socket| socket::serve(socket, options, cores, seat))
}
