//! Decoding Protocol Buffers messages: <https://protobuf.dev/programming-guides/encoding/>.

use super::{TORN, Wrong};

/// The fields of a message, with their numbers.
pub(super) struct Fields<'a>(&'a [u8]);

/// The contents of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value<'a> {
    Number(u64),
    Bytes(&'a [u8]),
}

impl<'a> Fields<'a> {
    pub(super) fn of(message: &'a [u8]) -> Self {
        Fields(message)
    }

    fn take(&mut self) -> Option<(u64, Value<'a>)> {
        let key = varint(&mut self.0)?;
        let value = match key & 7 {
            0 => Value::Number(varint(&mut self.0)?),
            1 => Value::Bytes(self.bytes(8)?),
            2 => {
                let length = varint(&mut self.0)?;
                Value::Bytes(self.bytes(length)?)
            }
            5 => Value::Bytes(self.bytes(4)?),
            _ => return None,
        };
        Some((key >> 3, value))
    }

    fn bytes(&mut self, length: u64) -> Option<&'a [u8]> {
        let (bytes, rest) = self.0.split_at_checked(usize::try_from(length).ok()?)?;
        self.0 = rest;
        Some(bytes)
    }
}

impl<'a> Iterator for Fields<'a> {
    type Item = Result<(u64, Value<'a>), Wrong>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let field = self.take();
        if field.is_none() {
            self.0 = &[];
        }
        Some(field.ok_or(TORN))
    }
}

/// A packed sequence of integers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Varints<'a>(pub(super) &'a [u8]);

impl<'a> Varints<'a> {
    pub(super) const NONE: Varints<'static> = Varints(&[]);

    /// Signed numbers, each stored as the difference from the previous one.
    pub(super) fn sums(self) -> impl Iterator<Item = Result<i64, Wrong>> + use<'a> {
        let mut sum = 0_i64;
        self.map(move |number| {
            sum = sum.wrapping_add(signed(number?));
            Ok(sum)
        })
    }
}

impl Iterator for Varints<'_> {
    type Item = Result<u64, Wrong>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.0.is_empty() {
            return None;
        }
        let number = varint(&mut self.0);
        if number.is_none() {
            self.0 = &[];
        }
        Some(number.ok_or(TORN))
    }
}

/// Decodes a signed number with its sign in the lowest bit.
pub(super) fn signed(number: u64) -> i64 {
    (number >> 1) as i64 ^ -((number & 1) as i64)
}

/// Takes a number from the front: seven bits per byte, the lowest first, and a bit that says
/// whether more follow.
fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_taken_apart() {
        let all = |bytes: &[u8]| Varints(bytes).collect::<Result<Vec<_>, _>>();
        assert_eq!(all(&[0, 1, 0xac, 2]), Ok(vec![0, 1, 300]));
        assert_eq!(all(&[0x80]), Err(TORN));
        assert_eq!(all(&[0xff; 11]), Err(TORN));
        assert_eq!([0, 1, 2, u64::MAX].map(signed), [0, -1, 1, i64::MIN]);
        assert_eq!(Varints(&[4, 1]).sums().collect::<Result<Vec<_>, _>>(), Ok(vec![2, 1]));
    }

    #[test]
    fn fields_are_numbers_or_bytes() {
        let all = |bytes: &'static [u8]| Fields::of(bytes).collect::<Result<Vec<_>, _>>();
        let expected = vec![(1, Value::Number(150)), (2, Value::Bytes(b"ab"))];
        assert_eq!(all(b"\x08\x96\x01\x12\x02ab"), Ok(expected));
        for torn in
            [&b"\x08"[..], b"\x12\x03ab", b"\x0b", b"\x12\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"]
        {
            assert_eq!(all(torn), Err(TORN), "{torn:?}");
        }
    }
}
