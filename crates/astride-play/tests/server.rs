//! The server over real sockets: who gets in, what is given out, and who waits for whom.
#![cfg(feature = "server")]

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::common::Heard;
use astride_play::server::{Options, serve};
use astride_play::session::{Limits, Outgoing};
use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, HandshakeError, Message, WebSocket};

/// Starts a server that ends with the test; its address, `http://…/`.
fn start(options: Options) -> String {
    let (tell, hear) = mpsc::channel();
    thread::spawn(move || serve(options, |url| tell.send(url.to_owned()).unwrap()));
    hear.recv_timeout(Duration::from_secs(60)).expect("the server starts")
}

/// The host and port of an address.
fn host(url: &str) -> &str {
    url.trim_start_matches("http://").split('/').next().unwrap()
}

/// Sends a request as it is; everything that comes back.
fn request(url: &str, text: &str) -> String {
    let mut stream = TcpStream::connect(host(url)).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    stream.write_all(text.as_bytes()).unwrap();
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

fn get(url: &str, path: &str) -> String {
    let host = host(url);
    request(url, &format!("GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
}

/// A page that talks over a socket.
struct Client {
    socket: WebSocket<TcpStream>,
    number: u32,
}

impl Client {
    fn at(url: &str) -> Client {
        let origin = format!("http://{}", host(url));
        Client::from(url, &origin, "/session").expect("it is let in")
    }

    fn from(url: &str, origin: &str, path: &str) -> Result<Client, Error> {
        let mut request = format!("ws://{}{path}", host(url)).into_client_request()?;
        request.headers_mut().insert("origin", origin.parse().unwrap());
        let stream = TcpStream::connect(host(url))?;
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Client { socket, number: 0 }),
            Err(HandshakeError::Failure(error)) => Err(error),
            Err(HandshakeError::Interrupted(_)) => panic!("the stream blocks"),
        }
    }

    fn send(&mut self, kind: &str, mut fields: Value) -> Result<(), Error> {
        self.number += 1;
        fields["t"] = kind.into();
        fields["n"] = self.number.into();
        self.socket.send(Message::Text(fields.to_string().into()))
    }

    /// All replies to the latest message; `None` if the socket was closed.
    fn hear(&mut self) -> Option<Heard> {
        let mut replies = Vec::new();
        loop {
            match self.socket.read().ok()? {
                Message::Text(text) => {
                    let is_done = text.contains(r#""t":"done""#);
                    replies.push(Outgoing::Text(text.to_string()));
                    if is_done {
                        return Some(Heard::of(&replies, self.number));
                    }
                }
                Message::Binary(bytes) => replies.push(Outgoing::Binary(bytes.to_vec())),
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    fn ask(&mut self, kind: &str, fields: Value) -> Option<Heard> {
        self.send(kind, fields).ok()?;
        self.hear()
    }
}

#[test]
fn the_page_is_given_out_with_a_strict_policy_and_nothing_else_is() {
    let url = start(Options::loopback(0));
    let page = get(&url, "/");
    assert!(page.starts_with("HTTP/1.1 200"), "{page}");
    for piece in [
        "default-src 'none'; script-src 'self'; style-src 'self';",
        "frame-ancestors 'none'",
        "x-content-type-options: nosniff",
        "cache-control: no-store",
        "text/html",
    ] {
        assert!(page.contains(piece), "{piece} is not in\n{page}");
    }
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/%2e%2e/etc/passwd",
        "//etc/passwd",
        "/etc/passwd",
        "/page/index.html",
        "/index.html/",
        "/.git/config",
    ] {
        assert!(get(&url, path).starts_with("HTTP/1.1 404"), "{path}");
    }
    let host = host(&url);
    let post = format!(
        "POST / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
    );
    assert!(request(&url, &post).starts_with("HTTP/1.1 405"));
}

#[test]
fn other_names_for_this_machine_are_refused() {
    let url = start(Options::loopback(0));
    let ask = |host: &str| {
        request(&url, &format!("GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"))
    };
    assert!(ask("evil.example").starts_with("HTTP/1.1 421"));
    assert!(ask("127.0.0.1:1").starts_with("HTTP/1.1 421"));
    assert!(ask("a'; script-src *").starts_with("HTTP/1.1 400"));
    let port = host(&url).rsplit(':').next().unwrap();
    assert!(ask(&format!("localhost:{port}")).starts_with("HTTP/1.1 200"));
}

#[test]
fn only_the_own_page_may_talk() {
    let url = start(Options::loopback(0));
    for origin in ["http://evil.example", "null", "http://127.0.0.1:1"] {
        let Err(Error::Http(response)) = Client::from(&url, origin, "/session") else {
            panic!("{origin} was let in");
        };
        assert_eq!(response.status(), 403, "{origin}");
    }
    let mut client = Client::at(&url);
    let heard = client.ask("hello", json!({ "v": 1 })).unwrap();
    assert!(heard.text("done")["us"].as_u64().is_some());
}

#[test]
fn beyond_loopback_a_token_is_asked_for() {
    let options = Options::listen("0.0.0.0:0".parse().unwrap(), Some("open-sesame".into()));
    let url = start(options.unwrap());
    assert!(url.ends_with("/?token=open-sesame"), "{url}");
    let url = url.replace("0.0.0.0", "127.0.0.1");
    let origin = format!("http://{}", host(&url));
    for path in ["/session", "/session?token=guess"] {
        let Err(Error::Http(response)) = Client::from(&url, &origin, path) else {
            panic!("{path} was let in");
        };
        assert_eq!(response.status(), 401, "{path}");
    }
    let client = Client::from(&url, &origin, "/session?token=open-sesame");
    assert!(client.unwrap().ask("ask", json!({})).is_some());
}

#[test]
fn a_frame_that_is_too_large_closes_its_own_session_only() {
    let limits = Limits { max_message: 100_000, ..Limits::default() };
    let url = start(Options::loopback(0).limits(limits));
    let (mut large, mut small) = (Client::at(&url), Client::at(&url));
    let drawing = ".".repeat(200_000);
    let _ = large.send("open", json!({ "what": { "drawing": drawing } }));
    assert!(large.hear().is_none(), "it is closed");
    assert!(small.ask("ask", json!({})).is_some(), "the other goes on");
}

#[test]
fn nonsense_closes_its_own_session_only() {
    let url = start(Options::loopback(0));
    let (mut bad, mut good) = (Client::at(&url), Client::at(&url));
    let mut answered = 0;
    for _ in 0..150 {
        if bad.socket.send(Message::Text("what?".into())).is_err() {
            break;
        }
        while let Ok(Message::Text(text)) = bad.socket.read() {
            if text.contains("done") {
                answered += 1;
                break;
            }
        }
    }
    assert_eq!(answered, 100);
    assert!(good.ask("ask", json!({})).is_some());
}

#[test]
fn messages_sent_ahead_are_answered_in_order() {
    let url = start(Options::loopback(0));
    let mut client = Client::at(&url);
    for _ in 0..50 {
        client.send("ask", json!({})).unwrap();
    }
    client.number = 0;
    for number in 1..=50 {
        client.number = number;
        assert_eq!(client.hear().unwrap().cost(), 94_642);
    }
}

#[test]
fn silent_and_slow_clients_do_not_hold_up_an_active_one() {
    let url = start(Options::loopback(0));
    let mut active = Client::at(&url);
    let alone = time_of(&mut active, 200);
    let mut others = Vec::new();
    for number in 0..100 {
        let mut client = Client::at(&url);
        if number % 2 == 0 {
            // Asks for a megabyte several times and never reads it.
            let what = json!({ "blank": [1000, 1000] });
            for _ in 0..4 {
                client.send("open", json!({ "what": what })).unwrap();
            }
        }
        others.push(client);
    }
    let beside = time_of(&mut active, 200);
    let ratio = beside.as_secs_f64() / alone.as_secs_f64();
    println!(
        "the slowest but 2 of 200 questions: {alone:?} alone, {beside:?} beside 50 silent and 50 slow clients: {ratio:.2}"
    );
    drop(others);
}

/// How long the slowest question but a hundredth of them takes, of this many one after another.
fn time_of(client: &mut Client, count: usize) -> Duration {
    let mut times = Vec::new();
    for _ in 0..count {
        let began = Instant::now();
        assert_eq!(client.ask("ask", json!({})).expect("it is answered").cost(), 94_642);
        times.push(began.elapsed());
    }
    times.sort_unstable();
    times[count - 1 - count / 100]
}

#[test]
fn there_is_a_limit_to_sockets_and_seats_become_free_again() {
    let url = start(Options::loopback(0));
    let mut clients = Vec::new();
    for _ in 0..256 {
        clients.push(Client::at(&url));
    }
    let origin = format!("http://{}", host(&url));
    let Err(Error::Http(response)) = Client::from(&url, &origin, "/session") else {
        panic!("one too many was let in");
    };
    assert_eq!(response.status(), 503);
    drop(clients);
    for _ in 0..600 {
        if Client::from(&url, &origin, "/session").is_ok() {
            return;
        }
        thread::sleep(Duration::from_millis(100));
    }
    panic!("no seat became free");
}
