//! Who may talk to the server: checks of host, origin and token.

use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::net::SocketAddr;

use super::http::{Head, Status};

/// What is checked in every request.
pub(super) struct Guard {
    /// The host names that a browser may use; any if the server listens to other machines.
    hosts: Option<Vec<String>>,
    token: Option<String>,
}

impl Guard {
    /// For a server at `address`. Beyond loopback, only the token authorises a client.
    pub(super) fn new(address: SocketAddr, token: Option<String>) -> Self {
        let port = address.port();
        let hosts = address.ip().is_loopback().then(|| {
            ["127.0.0.1", "localhost", "[::1]"]
                .iter()
                .map(|name| format!("{name}:{port}"))
                .collect()
        });
        Guard { hosts, token }
    }

    /// The host to which the browser says it is talking, if that is allowed. A page elsewhere whose
    /// name was made to point here still gives its own name.
    pub(super) fn host<'a>(&self, head: &'a Head) -> Result<&'a str, Status> {
        let host = head.only("host").ok_or(Status::BAD_REQUEST)?;
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-:[]".contains(&byte);
        if host.is_empty() || host.len() > 255 || !host.bytes().all(is_plain) {
            return Err(Status::BAD_REQUEST);
        }
        match &self.hosts {
            Some(hosts) if !hosts.iter().any(|known| known == host) => Err(Status::MISDIRECTED),
            _ => Ok(host),
        }
    }

    /// Whether a socket may be opened: only by the page that this server gave out, and with the
    /// token if there is one.
    pub(super) fn admits(&self, head: &Head) -> Result<(), Status> {
        let host = self.host(head)?;
        let origin = head.only("origin").ok_or(Status::FORBIDDEN)?;
        let is_own = ["http://", "https://"]
            .iter()
            .any(|scheme| origin.strip_prefix(scheme).is_some_and(|rest| rest == host));
        if !is_own {
            return Err(Status::FORBIDDEN);
        }
        let Some(token) = &self.token else { return Ok(()) };
        let given = head
            .query
            .as_deref()
            .unwrap_or_default()
            .split('&')
            .find_map(|pair| pair.strip_prefix("token="))
            .unwrap_or_default();
        if is_same(token, given) { Ok(()) } else { Err(Status::UNAUTHORIZED) }
    }
}

/// Compares two texts in a time that does not reveal how far they agree.
fn is_same(a: &str, b: &str) -> bool {
    let differing = a.bytes().zip(b.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    a.len() == b.len() && differing == 0
}

/// A token that cannot be guessed: 128 bits of the keys that the standard library requests from
/// the system for its hash maps.
pub(super) fn new_token() -> String {
    let part = || RandomState::new().hash_one("token");
    // Keys of one thread are drawn once and then counted up; the hash hides the count.
    format!("{:016x}{:016x}", part(), part())
}

/// Whether a token can be part of an address without escaping.
pub(super) fn is_token(text: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    (8..=128).contains(&text.len()) && text.bytes().all(is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_own_page_may_open_a_socket() {
        let guard = Guard::new("127.0.0.1:8000".parse().unwrap(), None);
        let check = |host: &str, origin: &str| {
            guard.admits(&Head::with(&[("Host", host), ("Origin", origin)]))
        };
        assert_eq!(check("127.0.0.1:8000", "http://127.0.0.1:8000"), Ok(()));
        assert_eq!(check("localhost:8000", "http://localhost:8000"), Ok(()));
        assert!(check("localhost:8000", "http://localhost:9000").is_err());
        assert!(check("localhost:8000", "http://evil.example").is_err());
        assert!(check("localhost:8000", "null").is_err());
        assert!(check("evil.example:8000", "http://evil.example:8000").is_err());
        assert!(check("localhost:8001", "http://localhost:8001").is_err());
        let two = [("Host", "localhost:8000"), ("Host", "evil.example")];
        assert_eq!(guard.host(&Head::with(&two)), Err(Status::BAD_REQUEST));
    }

    #[test]
    fn beyond_loopback_the_token_decides() {
        let guard = Guard::new("0.0.0.0:80".parse().unwrap(), Some("open-sesame".into()));
        let mut head = Head::with(&[("Host", "hall:80"), ("Origin", "http://hall:80")]);
        head.query = Some("a=b&token=open-sesame".into());
        assert_eq!(guard.admits(&head), Ok(()));
        for query in [None, Some("token=open-sesam"), Some("token="), Some("xtoken=open-sesame")] {
            head.query = query.map(str::to_owned);
            assert_eq!(guard.admits(&head), Err(Status::UNAUTHORIZED), "{query:?}");
        }
    }

    #[test]
    fn tokens_are_long_and_differ() {
        let (a, b) = (new_token(), new_token());
        assert!(a != b && a.len() == 32 && is_token(&a));
        assert!(!is_token("short") && !is_token("with space") && !is_token("&token=12345"));
    }
}
