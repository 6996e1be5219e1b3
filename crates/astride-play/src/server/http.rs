//! HTTP/1.1 as far as a fixed page needs it: requests without a body, one after another on a connection.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

/// The most bytes of what comes before a body, and the most lines of it.
const MOST_HEAD: u64 = 16 << 10;
const MOST_FIELDS: usize = 100;

/// A connection, whose reads are buffered.
pub(super) type Wire = BufReader<Timed>;

/// A stream of which every read and write ends by a time that was set before.
#[derive(Debug)]
pub(super) struct Timed {
    stream: TcpStream,
    until: Instant,
}

impl Timed {
    pub(super) fn new(stream: TcpStream) -> Self {
        Timed { stream, until: Instant::now() }
    }

    /// Sets the time by which everything that follows has to be done.
    pub(super) fn within(&mut self, time: Duration) -> &mut Self {
        self.until = Instant::now() + time;
        self
    }

    fn left(&self) -> io::Result<Duration> {
        let left = self.until.saturating_duration_since(Instant::now());
        if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
    }
}

impl Read for Timed {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(Some(self.left()?))?;
        self.stream.read(into)
    }
}

impl Write for Timed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(Some(self.left()?))?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The status of a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Status(pub(super) u16, &'static str);

impl Status {
    pub(super) const SWITCHING: Status = Status(101, "Switching Protocols");
    pub(super) const OK: Status = Status(200, "OK");
    pub(super) const BAD_REQUEST: Status = Status(400, "Bad Request");
    pub(super) const UNAUTHORIZED: Status = Status(401, "Unauthorized");
    pub(super) const FORBIDDEN: Status = Status(403, "Forbidden");
    pub(super) const NOT_FOUND: Status = Status(404, "Not Found");
    pub(super) const METHOD_NOT_ALLOWED: Status = Status(405, "Method Not Allowed");
    pub(super) const TOO_LARGE: Status = Status(413, "Content Too Large");
    pub(super) const MISDIRECTED: Status = Status(421, "Misdirected Request");
    pub(super) const UPGRADE_REQUIRED: Status = Status(426, "Upgrade Required");
    pub(super) const HEAD_TOO_LARGE: Status = Status(431, "Request Header Fields Too Large");
    pub(super) const BUSY: Status = Status(503, "Service Unavailable");
}

/// What comes before the body of a request.
#[derive(Debug)]
pub(super) struct Head {
    pub(super) method: String,
    pub(super) path: String,
    pub(super) query: Option<String>,
    /// Whether the reply is the last one of the connection.
    pub(super) is_last: bool,
    /// By lower-case name.
    headers: Vec<(String, String)>,
}

impl Head {
    /// Reads the next request of a connection; `None` at its end.
    pub(super) fn read(wire: &mut Wire) -> io::Result<Option<Result<Head, Status>>> {
        let mut text = Vec::new();
        let mut limited = wire.take(MOST_HEAD);
        loop {
            let start = text.len();
            if limited.read_until(b'\n', &mut text)? == 0 {
                let is_full = limited.limit() == 0;
                return Ok(is_full.then_some(Err(Status::HEAD_TOO_LARGE)));
            }
            match &text[start..] {
                // Empty lines before a request are allowed.
                b"\r\n" if start == 0 => text.clear(),
                b"\r\n" => break,
                _ => {}
            }
        }
        Ok(Some(Head::parse(&text).ok_or(Status::BAD_REQUEST).and_then(Head::without_body)))
    }

    /// `None` for whatever is no head. What different readers might take for different things is none.
    fn parse(text: &[u8]) -> Option<Head> {
        let mut fields = [httparse::EMPTY_HEADER; MOST_FIELDS];
        let mut request = httparse::Request::new(&mut fields);
        let is_strict = text.windows(2).all(|two| two[1] != b'\n' || two[0] == b'\r');
        if !is_strict || request.parse(text) != Ok(httparse::Status::Complete(text.len())) {
            return None;
        }
        // Whole addresses are for proxies.
        let target = request.path.filter(|path| path.starts_with('/') && path.is_ascii())?;
        let (path, query) = match target.split_once('?') {
            Some((path, query)) => (path, Some(query.to_owned())),
            None => (target, None),
        };
        let header = |field: &httparse::Header| {
            let value = std::str::from_utf8(field.value).ok()?;
            Some((field.name.to_ascii_lowercase(), value.to_owned()))
        };
        let mut head = Head {
            method: request.method?.to_owned(),
            path: path.to_owned(),
            query,
            is_last: request.version == Some(0),
            headers: request.headers.iter().map(header).collect::<Option<_>>()?,
        };
        head.is_last |= head.has("connection", "close");
        Some(head)
    }

    /// A body would have to be read before the next request, and nothing here takes one.
    fn without_body(self) -> Result<Head, Status> {
        let is_empty = self.all("content-length").all(|length| length == "0");
        let is_whole = self.all("transfer-encoding").next().is_none();
        if is_empty && is_whole { Ok(self) } else { Err(Status::TOO_LARGE) }
    }

    fn all(&self, name: &'static str) -> impl Iterator<Item = &str> {
        self.headers.iter().filter(move |header| header.0 == name).map(|header| &*header.1)
    }

    /// The value of a header that occurs exactly once.
    pub(super) fn only(&self, name: &'static str) -> Option<&str> {
        let mut values = self.all(name);
        let value = values.next()?;
        (values.next().is_none() && value.is_ascii()).then_some(value)
    }

    /// Whether a header lists this word, in letters of any case.
    pub(super) fn has(&self, name: &'static str, word: &str) -> bool {
        let mut words = self.all(name).flat_map(|value| value.split(','));
        words.any(|one| one.trim().eq_ignore_ascii_case(word))
    }

    #[cfg(test)]
    pub(super) fn with(headers: &[(&str, &str)]) -> Head {
        let lines: String =
            headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
        Head::parse(format!("GET / HTTP/1.1\r\n{lines}\r\n").as_bytes()).unwrap()
    }
}

/// What is sent back to a request.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: Status,
    pub(super) headers: Vec<(&'static str, String)>,
    pub(super) body: &'static [u8],
}

impl Reply {
    pub(super) fn empty(status: Status) -> Self {
        Reply { status, headers: Vec::new(), body: b"" }
    }

    /// Sends it; the body stays out of the reply to a request for the head alone.
    pub(super) fn send(
        &self,
        to: &mut impl Write,
        is_last: bool,
        head_only: bool,
    ) -> io::Result<()> {
        let Status(code, reason) = self.status;
        let mut text = format!("HTTP/1.1 {code} {reason}\r\n");
        for (name, value) in &self.headers {
            text += &format!("{name}: {value}\r\n");
        }
        if self.status != Status::SWITCHING {
            text += &format!("content-length: {}\r\n", self.body.len());
            text += if is_last { "connection: close\r\n" } else { "" };
        }
        text += "\r\n";
        to.write_all(text.as_bytes())?;
        to.write_all(if head_only { b"" } else { self.body })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::TcpListener;
    use std::thread;

    /// Both ends of a connection.
    fn pair() -> (TcpStream, Timed) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        (stream, Timed::new(listener.accept().unwrap().0))
    }

    #[test]
    fn a_client_that_sends_letter_by_letter_runs_out_of_time() {
        let (mut stream, mut timed) = pair();
        let began = Instant::now();
        timed.within(Duration::from_millis(200));
        let sender = thread::spawn(move || {
            // Ends with the other side.
            while stream.write_all(b"G").is_ok() {
                thread::sleep(Duration::from_millis(10));
            }
        });
        assert!(Head::read(&mut Wire::new(timed)).is_err());
        assert!(began.elapsed() > Duration::from_millis(150));
        sender.join().unwrap();
    }

    #[test]
    fn a_client_that_reads_nothing_runs_out_of_time() {
        let (_stream, mut timed) = pair();
        timed.within(Duration::from_millis(200));
        assert!(timed.write_all(&vec![0; 64 << 20]).is_err());
    }

    #[test]
    fn heads_come_one_after_another_and_none_is_endless() {
        let (mut stream, mut timed) = pair();
        timed.within(Duration::from_secs(60));
        let mut wire = Wire::new(timed);
        stream.write_all(b"\r\nGET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.0\r\n\r\nGET /").unwrap();
        for (path, is_last) in [("/a", false), ("/b", true)] {
            let head = Head::read(&mut wire).unwrap().unwrap().unwrap();
            assert_eq!((&*head.path, head.is_last), (path, is_last));
        }
        stream.write_all(&vec![b'x'; MOST_HEAD as usize]).unwrap();
        let refused = Head::read(&mut wire).unwrap().unwrap();
        assert_eq!(refused.err(), Some(Status::HEAD_TOO_LARGE));
        drop(stream);
        let rest = Head::read(&mut wire).unwrap();
        assert!(rest.is_none(), "{rest:?}");
    }

    #[test]
    fn heads_are_read_as_they_are_written() {
        let text = b"GET /session?token=a HTTP/1.1\r\nHost:  me:80 \r\nX: 1\r\nx: 2\r\n\
                     Connection: keep-alive, Upgrade\r\n\r\n";
        let head = Head::parse(text).unwrap();
        assert_eq!((&*head.method, &*head.path), ("GET", "/session"));
        assert_eq!((head.query.as_deref(), head.only("host")), (Some("token=a"), Some("me:80")));
        assert_eq!(head.only("x"), None);
        assert!(head.has("connection", "upgrade") && !head.has("connection", "close"));
        assert!(!head.is_last);
    }

    #[test]
    fn what_could_be_read_in_two_ways_is_refused() {
        for text in [
            "GET / HTTP/1.1\r\nHost : a\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\nX: b\r\n\r\n",
            "GET / HTTP/1.1\r\nHost\r\n\r\n",
            "GET  / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1 \r\n\r\n",
            "GET / HTTP/2.0\r\n\r\n",
            "GET http://a/ HTTP/1.1\r\n\r\n",
            "GET /\u{e9} HTTP/1.1\r\n\r\n",
            "G(T / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\nHost: a\r\n\r\nGET / HTTP/1.1\r\n\r\n",
            "GET / HTTP/1.1\r\n",
            "\r\n",
        ] {
            assert!(Head::parse(text.as_bytes()).is_none(), "{text:?}");
        }
        for line in [
            "Content-Length: 1",
            "Content-Length: 0\r\ncontent-length: 5",
            "Transfer-Encoding: chunked",
        ] {
            let text = format!("POST / HTTP/1.1\r\n{line}\r\n\r\n");
            let head = Head::parse(text.as_bytes()).unwrap();
            assert_eq!(head.without_body().err(), Some(Status::TOO_LARGE), "{line}");
        }
    }

    #[test]
    fn the_reply_to_a_request_for_the_head_says_how_long_the_body_is() {
        let reply = Reply { status: Status::OK, headers: vec![("a", "b".into())], body: b"body" };
        let text = |head_only| {
            let mut sent = Vec::new();
            reply.send(&mut sent, false, head_only).unwrap();
            String::from_utf8(sent).unwrap()
        };
        assert_eq!(text(true), "HTTP/1.1 200 OK\r\na: b\r\ncontent-length: 4\r\n\r\n");
        assert_eq!(text(false), text(true) + "body");
    }
}
