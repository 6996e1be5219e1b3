//! The answer to the handshake of a WebSocket (RFC 6455), and the hash that it needs.

use super::http::{Head, Reply, Status};

/// What the answer hashes behind the client's key.
const SUFFIX: &str = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

/// The reply that opens a WebSocket; `None` if the request asks for none.
pub(super) fn accept(head: &Head) -> Option<Reply> {
    let asks = head.method == "GET"
        && head.has("upgrade", "websocket")
        && head.has("connection", "upgrade")
        && head.only("sec-websocket-version") == Some("13");
    let key = head.only("sec-websocket-key").filter(|_| asks)?;
    let answer = base64(&sha1(format!("{key}{SUFFIX}").as_bytes()));
    let fixed = |name, value: &str| (name, value.to_owned());
    let headers = vec![
        fixed("connection", "upgrade"),
        fixed("upgrade", "websocket"),
        ("sec-websocket-accept", answer),
    ];
    Some(Reply { status: Status::SWITCHING, headers, body: b"" })
}

/// SHA-1 (RFC 3174). It keeps no secret: it only shows that the server read the key.
fn sha1(bytes: &[u8]) -> [u8; 20] {
    let mut padded = bytes.to_vec();
    padded.push(0x80);
    padded.resize((bytes.len() + 9).next_multiple_of(64) - 8, 0);
    padded.extend((bytes.len() as u64 * 8).to_be_bytes());
    let mut state = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476, 0xc3d2_e1f0_u32];
    for block in padded.as_chunks::<64>().0 {
        let mut words = [0; 80];
        for (word, bytes) in words.iter_mut().zip(block.as_chunks().0) {
            *word = u32::from_be_bytes(*bytes);
        }
        for at in 16..80 {
            let mixed = words[at - 3] ^ words[at - 8] ^ words[at - 14] ^ words[at - 16];
            words[at] = mixed.rotate_left(1);
        }
        let [mut a, mut b, mut c, mut d, mut e] = state;
        for (at, word) in words.into_iter().enumerate() {
            let (mixed, constant) = match at {
                0..20 => (b & c | !b & d, 0x5a82_7999),
                20..40 => (b ^ c ^ d, 0x6ed9_eba1),
                40..60 => (b & c | b & d | c & d, 0x8f1b_bcdc),
                _ => (b ^ c ^ d, 0xca62_c1d6_u32),
            };
            let sum =
                [mixed, e, constant, word].into_iter().fold(a.rotate_left(5), u32::wrapping_add);
            (a, b, c, d, e) = (sum, a, b.rotate_left(30), c, d);
        }
        for (word, more) in state.iter_mut().zip([a, b, c, d, e]) {
            *word = word.wrapping_add(more);
        }
    }
    let mut hash = [0; 20];
    for (bytes, word) in hash.as_chunks_mut().0.iter_mut().zip(state) {
        *bytes = word.to_be_bytes();
    }
    hash
}

/// Base64 with padding (RFC 4648).
fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for group in bytes.chunks(3) {
        let at = |at: usize| u32::from(group.get(at).copied().unwrap_or(0));
        let bits = at(0) << 16 | at(1) << 8 | at(2);
        for place in 0..4 {
            let letter = LETTERS[(bits >> (18 - 6 * place) & 63) as usize];
            text.push(if place > group.len() { '=' } else { char::from(letter) });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hashes_are_those_of_the_standard() {
        let hex = |text: &str| sha1(text.as_bytes()).map(|byte| format!("{byte:02x}")).concat();
        assert_eq!(hex(""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        assert_eq!(hex("abc"), "a9993e364706816aba3e25717850c26c9cd0d89d");
        let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
        assert_eq!(hex(long), "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
        assert_eq!(hex(&"a".repeat(1_000_000)), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
        for (text, coded) in
            [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg==")]
        {
            assert_eq!(base64(text.as_bytes()), coded);
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
}
