//! Intact files and damaged ones.

use super::*;
use crate::base::checksum;

const KIND: [u8; 4] = *b"test";

fn small() -> Vec<u8> {
    let mut writer = ContainerWriter::new(KIND, 0x0123_4567_89ab_cdef);
    writer.section("narrow", Numbers::U16(&[1, 2, 0xffff]));
    writer.section("none", Numbers::U32(&[]));
    writer.section("a name of twenty-four by", Numbers::U32(&[7, u32::MAX, 9]));
    writer.section("wide", Numbers::U64(&[u64::MAX, 1 << 40]));
    writer.section("bytes", Numbers::U8(b"five!"));
    writer.finish()
}

/// Recomputes the checksum of header and directory, as a forger would.
fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let count = u32::from_le_bytes(bytes[32..36].try_into().unwrap()) as usize;
    let end = (HEADER + count.min(64) * ENTRY).min(bytes.len());
    let sum = checksum(checksum(0, &bytes[..SUMMED_HEADER]), &bytes[HEADER..end]);
    bytes[SUMMED_HEADER..HEADER].copy_from_slice(&sum.to_le_bytes());
    bytes
}

fn refusal(bytes: &[u8]) -> ContainerError {
    Container::read(bytes, KIND).expect_err("a file that is not whole")
}

#[test]
fn what_was_written_is_read() {
    let bytes = small();
    let container = Container::read(&bytes, KIND).unwrap();
    assert_eq!(container.world(), 0x0123_4567_89ab_cdef);
    let names: Vec<&str> = container.names().collect();
    assert_eq!(names, ["narrow", "none", "a name of twenty-four by", "wide", "bytes"]);
    assert_eq!(container.u16s("narrow"), Some(vec![1, 2, 0xffff]));
    assert_eq!(container.u32s("none"), Some(vec![]));
    assert_eq!(container.u32s("a name of twenty-four by"), Some(vec![7, u32::MAX, 9]));
    assert_eq!(container.u64s("wide"), Some(vec![u64::MAX, 1 << 40]));
    assert_eq!(container.u8s("bytes"), Some(&b"five!"[..]));
    assert_eq!((container.u32s("narrow"), container.u8s("wide")), (None, None), "another width");
    for name in ["narro", "narrow!", "", "a name of twenty-four bytes"] {
        assert_eq!(container.u16s(name), None, "{name}");
    }
    let empty = ContainerWriter::new(KIND, 0).finish();
    assert_eq!(empty.len(), HEADER);
    assert!(Container::read(&empty, KIND).unwrap().names().next().is_none());
}

/// The layout is a promise to other programs and to existing files.
#[test]
fn the_bytes_are_pinned() {
    let mut writer = ContainerWriter::new(*b"demo", 77);
    writer.section("primes", Numbers::U16(&[2, 3, 5]));
    let bytes = writer.finish();
    assert_eq!(bytes.len(), 48 + 48 + 8);
    assert_eq!(bytes[..16], *b"\x89Astride\x01\0\0\0demo");
    assert_eq!(
        bytes[16..40],
        [77, 0, 0, 0, 0, 0, 0, 0, 104, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]
    );
    assert_eq!(bytes[48..72], *b"primes\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
    assert_eq!(bytes[72..88], [2, 0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(bytes[96..], [2, 0, 3, 0, 5, 0, 0, 0]);
    assert_eq!(bytes[88..96], checksum(0, &bytes[96..]).to_le_bytes());
}

#[test]
fn every_flipped_bit_and_every_length_is_refused() {
    let bytes = small();
    for at in 0..bytes.len() * 8 {
        let mut flipped = bytes.clone();
        flipped[at / 8] ^= 1 << (at % 8);
        assert!(Container::read(&flipped, KIND).is_err(), "bit {at}");
    }
    for len in 0..bytes.len() {
        assert!(Container::read(&bytes[..len], KIND).is_err(), "{len} bytes");
    }
    for more in [&b"\0"[..], b"\0\0\0\0\0\0\0\0", b"more"] {
        let long = [&bytes[..], more].concat();
        let (found, expected) = (long.len() as u64, bytes.len() as u64);
        assert_eq!(refusal(&long), ContainerError::Length { found, expected });
    }
}

#[test]
fn refusals_say_what_is_wrong() {
    let bytes = small();
    assert_eq!(refusal(b""), ContainerError::OtherFile);
    assert_eq!(refusal(b"type octile\n"), ContainerError::OtherFile);
    assert_eq!(refusal(&bytes[..9]), ContainerError::Length { found: 9, expected: 48 });
    let changed = |at: usize, to: u8| {
        let mut bytes = bytes.clone();
        bytes[at] = to;
        refusal(&sealed(bytes))
    };
    assert_eq!(changed(8, 2), ContainerError::Version { found: 2 });
    assert_eq!(changed(12, b'b'), ContainerError::Kind { found: *b"best", expected: KIND });
    assert_eq!(
        changed(12, b'\n').to_string(),
        "the tables are of kind \"\\nest\", expected \"test\""
    );
    let damage = |at, expected| ContainerError::Damaged { at, expected };
    assert_eq!(changed(35, 1), damage(32, "at most 256 sections"));
    assert_eq!(changed(32, 200), damage(32, "room for all sections"));
    assert_eq!(changed(HEADER, 0), damage(48, "a name"));
    assert_eq!(changed(HEADER + 20, 1), damage(48, "a name"));
    assert_eq!(changed(HEADER + 24, 3), damage(48, "numbers of 1, 2, 4 or 8 bytes"));
    assert_eq!(changed(HEADER + 28, 1), damage(48, "numbers of 1, 2, 4 or 8 bytes"));
    let wide = HEADER + 3 * ENTRY;
    let outside = "a section that ends inside the file";
    for at in 33..40 {
        assert_eq!(changed(wide + at, 0xff), damage(wide as u64, outside), "{at}");
    }
    assert_eq!(
        changed(wide + 32, 1),
        damage(wide as u64 + 2 * 48 + 24, "the numbers that were written")
    );
    let at = bytes.len() - 1;
    assert_eq!(changed(at, 1), damage(at as u64 - 7, "the numbers that were written"));
}

#[test]
fn counts_that_overflow_are_refused() {
    for count in [u64::MAX, u64::MAX / 2, u64::MAX / 4 + 2, 1 << 62, (1 << 61) + 1] {
        for entry in 0..4 {
            let mut bytes = small();
            let at = HEADER + entry * ENTRY + 32;
            bytes[at..at + 8].copy_from_slice(&count.to_le_bytes());
            let at = (HEADER + entry * ENTRY) as u64;
            let expected = "a section that ends inside the file";
            assert_eq!(refusal(&sealed(bytes)), ContainerError::Damaged { at, expected });
        }
    }
}

#[test]
fn a_name_is_not_given_twice() {
    let mut writer = ContainerWriter::new(KIND, 0);
    writer.section("a", Numbers::U16(&[]));
    writer.section("b", Numbers::U16(&[]));
    let mut bytes = writer.finish();
    bytes[HEADER + ENTRY] = b'a';
    let expected = "a name that is not taken";
    assert_eq!(refusal(&sealed(bytes)), ContainerError::Damaged { at: 96, expected });
}

/// Bytes that begin at an odd address.
struct Odd(Vec<u8>);

impl AsRef<[u8]> for Odd {
    fn as_ref(&self) -> &[u8] {
        &self.0[1..]
    }
}

#[test]
fn tables_of_shared_bytes_stay_there_where_they_can() {
    let [even, odd] = [small(), [&[0][..], &small()].concat()];
    let even = SharedBytes::new(even);
    let odd = SharedBytes::new(Odd(odd));
    for (file, is_even) in [(even, true), (odd, false)] {
        let container = Container::read(&file, KIND).unwrap();
        let narrow: Column<u16> = container.column("narrow").unwrap();
        let wide: Column<u32> = container.column("a name of twenty-four by").unwrap();
        assert!(container.column::<u32>("narrow").is_none(), "another width");
        let stays = is_even && cfg!(all(feature = "mapped", target_endian = "little"));
        assert_eq!(matches!(narrow, Column::Shared(..)), stays);
        assert_eq!(matches!(wide, Column::Shared(..)), stays);
        drop(file);
        assert_eq!((&narrow[..], &wide[..]), (&[1, 2, 0xffff][..], &[7, u32::MAX, 9][..]));
        assert_eq!(narrow, Column::from(vec![1, 2, 0xffff]));
    }
}
