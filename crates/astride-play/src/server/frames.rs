//! Messages of a WebSocket as a server reads and writes them (RFC 6455).

use std::io::{self, Read, Write};

/// The most bytes in a frame that is no part of a message.
const MOST_CONTROL: u64 = 125;

const CONTINUED: u8 = 0;
const TEXT: u8 = 1;
const BINARY: u8 = 2;
const CLOSE: u8 = 8;
const PING: u8 = 9;
const PONG: u8 = 10;

/// What a client sent.
#[derive(Debug, PartialEq)]
pub(super) enum Heard {
    Text(String),
    Binary(Vec<u8>),
    Ping(Vec<u8>),
    Pong,
    Close,
}

/// Puts messages together from frames.
#[derive(Debug)]
pub(super) struct Frames {
    /// The most bytes of a message.
    most: u64,
    /// The frames so far of a message in several: its kind, and its bytes.
    begun: Option<(u8, Vec<u8>)>,
}

impl Frames {
    pub(super) fn new(most: usize) -> Self {
        Frames { most: most as u64, begun: None }
    }

    /// Reads frames until a message is complete, or until one that is no part of a message.
    pub(super) fn read(&mut self, from: &mut impl Read) -> io::Result<Heard> {
        loop {
            let [first, second] = bytes(from)?;
            let (kind, is_last) = (first & 0x0f, first & 0x80 != 0);
            let length = match second & 0x7f {
                126 => u64::from(u16::from_be_bytes(bytes(from)?)),
                127 => u64::from_be_bytes(bytes(from)?),
                length => u64::from(length),
            };
            // Reserved bits belong to extensions, of which none was agreed on; clients have to mask.
            if first & 0x70 != 0 || second & 0x80 == 0 {
                return fault("an unmasked frame, or one of an extension");
            }
            if kind >= CLOSE && (!is_last || length > MOST_CONTROL) {
                return fault("a control frame that is long or in pieces");
            }
            let so_far = self.begun.as_ref().map_or(0, |(_, bytes)| bytes.len() as u64);
            if kind < CLOSE && length > self.most.saturating_sub(so_far) {
                return fault("a message that is too large");
            }
            let payload = unmasked(from, length)?;
            match (kind, self.begun.take()) {
                (CLOSE, _) => return Ok(Heard::Close),
                (PING, begun) => {
                    self.begun = begun;
                    return Ok(Heard::Ping(payload));
                }
                (PONG, begun) => {
                    self.begun = begun;
                    return Ok(Heard::Pong);
                }
                (TEXT | BINARY, None) => self.begun = Some((kind, payload)),
                (CONTINUED, Some((kind, mut before))) => {
                    before.extend(payload);
                    self.begun = Some((kind, before));
                }
                _ => return fault("a frame of another kind than has to come"),
            }
            if is_last && let Some((kind, whole)) = self.begun.take() {
                return match kind {
                    TEXT => match String::from_utf8(whole) {
                        Ok(text) => Ok(Heard::Text(text)),
                        Err(_) => fault("text that is not UTF-8"),
                    },
                    _ => Ok(Heard::Binary(whole)),
                };
            }
        }
    }
}

/// Sends a text.
pub(super) fn send_text(to: &mut impl Write, text: &str) -> io::Result<()> {
    send(to, TEXT, text.as_bytes())
}

/// Sends bytes.
pub(super) fn send_binary(to: &mut impl Write, bytes: &[u8]) -> io::Result<()> {
    send(to, BINARY, bytes)
}

/// Answers a ping.
pub(super) fn send_pong(to: &mut impl Write, payload: &[u8]) -> io::Result<()> {
    send(to, PONG, payload)
}

/// Ends the messages of this side.
pub(super) fn send_close(to: &mut impl Write) -> io::Result<()> {
    send(to, CLOSE, b"")
}

/// Sends one frame, unmasked as servers do.
fn send(to: &mut impl Write, kind: u8, payload: &[u8]) -> io::Result<()> {
    let mut frame = vec![0x80 | kind];
    match payload.len() {
        length @ 0..126 => frame.push(length as u8),
        length @ 126..0x1_0000 => {
            frame.push(126);
            frame.extend((length as u16).to_be_bytes());
        }
        length => {
            frame.push(127);
            frame.extend((length as u64).to_be_bytes());
        }
    }
    // Small frames go out as one packet.
    let (with, rest) = payload.split_at(payload.len().min(1024));
    frame.extend_from_slice(with);
    to.write_all(&frame)?;
    to.write_all(rest)
}

fn bytes<const N: usize>(from: &mut impl Read) -> io::Result<[u8; N]> {
    let mut bytes = [0; N];
    from.read_exact(&mut bytes)?;
    Ok(bytes)
}

/// Reads a mask and what it covers. Memory is taken as bytes arrive, not as they are announced.
fn unmasked(from: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mask: [u8; 4] = bytes(from)?;
    let mut payload = Vec::new();
    from.take(length).read_to_end(&mut payload)?;
    if payload.len() as u64 != length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    for (byte, mask) in payload.iter_mut().zip(mask.into_iter().cycle()) {
        *byte ^= mask;
    }
    Ok(payload)
}

fn fault<T>(what: &'static str) -> io::Result<T> {
    Err(io::Error::new(io::ErrorKind::InvalidData, what))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A frame as a client sends it.
    fn masked(first: u8, payload: &[u8]) -> Vec<u8> {
        let mut frame = Vec::new();
        send(&mut frame, first & 0x0f, payload).unwrap();
        frame[0] = first;
        frame[1] |= 0x80;
        let mask = [1, 20, 77, 250];
        let start = frame.len() - payload.len();
        let hidden = payload.iter().zip(mask.iter().cycle()).map(|(byte, mask)| byte ^ mask);
        frame.splice(start.., mask.into_iter().chain(hidden));
        frame
    }

    fn read(most: usize, stream: &[u8]) -> Vec<io::Result<Heard>> {
        let (mut frames, mut rest) = (Frames::new(most), stream);
        let mut heard = Vec::new();
        while !rest.is_empty() {
            heard.push(frames.read(&mut rest));
            if heard.last().unwrap().is_err() {
                break;
            }
        }
        heard
    }

    #[test]
    fn messages_of_every_length_are_read_as_they_were_sent() {
        for length in [0, 1, 125, 126, 127, 1023, 1024, 1025, 0xffff, 0x1_0000, 100_000] {
            let payload: Vec<u8> = (0..length).map(|at| (at * 7 % 251) as u8).collect();
            let mut heard = read(length, &masked(0x82, &payload));
            assert_eq!(heard.pop().unwrap().unwrap(), Heard::Binary(payload));
            assert!(heard.is_empty());
        }
    }

    #[test]
    fn pieces_are_put_together_and_pings_come_between() {
        let stream = [
            masked(0x01, b"cost: \xe2\x82"),
            masked(0x89, b"there?"),
            masked(0x00, b""),
            masked(0x8a, b""),
            masked(0x80, b"\xac 5"),
            masked(0x88, b"\x03\xe8bye"),
        ];
        let heard: Vec<Heard> =
            read(100, &stream.concat()).into_iter().map(Result::unwrap).collect();
        let ping = Heard::Ping(b"there?".to_vec());
        assert_eq!(heard, [ping, Heard::Pong, Heard::Text("cost: € 5".into()), Heard::Close]);
    }

    #[test]
    fn what_breaks_the_rules_is_refused() {
        let mut unmasked = Vec::new();
        send_text(&mut unmasked, "hello").unwrap();
        let announced = [&[0x82, 0xff][..], &(1_u64 << 40).to_be_bytes(), &[0; 4]].concat();
        for (what, stream) in [
            ("no mask", unmasked),
            ("a reserved bit", masked(0xc1, b"x")),
            ("an unknown kind", masked(0x83, b"x")),
            ("a ping in pieces", masked(0x09, b"x")),
            ("a long ping", masked(0x89, &[0; 126])),
            ("a piece of nothing", masked(0x80, b"x")),
            ("a message within another", [masked(0x01, b"x"), masked(0x81, b"y")].concat()),
            ("no UTF-8", masked(0x81, b"\xff")),
            ("too much", masked(0x82, &[0; 11])),
            ("too much in pieces", [masked(0x02, &[0; 6]), masked(0x80, &[0; 5])].concat()),
            ("too much announced", announced),
            ("half a frame", masked(0x82, &[0; 10])[..12].to_vec()),
        ] {
            assert!(read(10, &stream).pop().unwrap().is_err(), "{what}");
        }
    }
}
