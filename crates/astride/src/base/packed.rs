//! A sequence of integers, each in as few bytes as it needs: seven bits per byte, the lowest first,
//! with the high bit set on all bytes but the last.

use super::{Cell, CellRect, PartsError};

/// Collects numbers.
#[derive(Clone, Debug, Default)]
pub struct Packer(Vec<u8>);

impl Packer {
    pub(crate) fn number(&mut self, number: impl Into<u64>) {
        let mut left: u64 = number.into();
        while left >= 0x80 {
            self.0.push(left as u8 | 0x80);
            left >>= 7;
        }
        self.0.push(left as u8);
    }

    pub(crate) fn numbers<const COUNT: usize>(&mut self, numbers: [u64; COUNT]) {
        numbers.into_iter().for_each(|number| self.number(number));
    }

    /// Appends an optional number, which must not be 2⁶⁴ − 1.
    pub(crate) fn optional(&mut self, number: Option<u64>) {
        self.number(number.map_or(0, |number| number.saturating_add(1)));
    }

    pub(crate) fn bytes(&self) -> &[u8] {
        &self.0
    }
}

/// Reads numbers from a table of bytes, and reports where one is wrong.
#[derive(Clone, Debug)]
pub struct Unpacker<'a> {
    part: &'static str,
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Unpacker<'a> {
    /// The numbers of a table.
    pub(crate) fn new(part: &'static str, bytes: &'a [u8]) -> Self {
        Unpacker { part, bytes, at: 0 }
    }

    pub(crate) fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// The error that what begins here is not as `expected`.
    pub(crate) fn fault(&self, expected: &'static str) -> PartsError {
        PartsError::Damaged { part: self.part, at: self.at, expected }
    }

    /// The next number, at most `most`. Each number has exactly one encoding.
    pub(crate) fn number(&mut self, most: u64, expected: &'static str) -> Result<u64, PartsError> {
        let (mut number, mut end) = (0u64, self.at);
        loop {
            let &byte = self.bytes.get(end).ok_or_else(|| self.fault("a number to its end"))?;
            let (bits, shift) = (u64::from(byte & 0x7f), 7 * (end - self.at) as u32);
            let is_short = end == self.at || byte != 0;
            if !is_short || shift > 63 || (shift == 63 && bits > 1) {
                return Err(self.fault("a number of 64 bits in as few bytes as it needs"));
            }
            number |= bits << shift;
            end += 1;
            if byte < 0x80 {
                break;
            }
        }
        if number > most {
            return Err(self.fault(expected));
        }
        self.at = end;
        Ok(number)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, PartsError> {
        self.number(u64::MAX, "a number of 64 bits")
    }

    pub(crate) fn u32(&mut self) -> Result<u32, PartsError> {
        Ok(self.number(u32::MAX.into(), "a number of 32 bits")? as u32)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, PartsError> {
        Ok(self.number(u8::MAX.into(), "a number of 8 bits")? as u8)
    }

    /// Reads an optional number.
    pub(crate) fn optional(&mut self) -> Result<Option<u64>, PartsError> {
        Ok(self.u64()?.checked_sub(1))
    }

    /// Reads the number of items that follow. Each takes at least a byte, so the count cannot
    /// exceed the bytes left in the file.
    pub(crate) fn count(&mut self) -> Result<usize, PartsError> {
        // The number itself takes at least one byte.
        let most = (self.bytes.len() - self.at).saturating_sub(1) as u64;
        Ok(self.number(most, "no more of them than there are bytes")? as usize)
    }

    /// Reads an index into these values and returns the value.
    pub(crate) fn one_of<T: Copy>(
        &mut self,
        all: &[T],
        expected: &'static str,
    ) -> Result<T, PartsError> {
        let most = all.len().saturating_sub(1) as u64;
        Ok(all[self.number(most, expected)? as usize])
    }
}

/// What can be written as numbers of a file.
pub trait Pack: Sized {
    fn pack(&self, out: &mut Packer);

    /// What was written. Whether a map takes it is not known by that.
    fn unpack(from: &mut Unpacker<'_>) -> Result<Self, PartsError>;
}

impl Pack for u8 {
    fn pack(&self, out: &mut Packer) {
        out.number(*self);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<u8, PartsError> {
        from.u8()
    }
}

impl Pack for Cell {
    fn pack(&self, out: &mut Packer) {
        out.numbers([self.x.into(), self.y.into()]);
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Cell, PartsError> {
        Ok(Cell::new(from.u32()?, from.u32()?))
    }
}

impl Pack for CellRect {
    fn pack(&self, out: &mut Packer) {
        out.numbers([self.x, self.y, self.width, self.height].map(u64::from));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<CellRect, PartsError> {
        Ok(CellRect::new(from.u32()?, from.u32()?, from.u32()?, from.u32()?))
    }
}

impl<T: Pack> Pack for Vec<T> {
    fn pack(&self, out: &mut Packer) {
        out.number(self.len() as u64);
        self.iter().for_each(|item| item.pack(out));
    }

    fn unpack(from: &mut Unpacker<'_>) -> Result<Vec<T>, PartsError> {
        let count = from.count()?;
        (0..count).map(|_| T::unpack(from)).collect()
    }
}

/// A type whose values are numbered in the order of its list of all.
macro_rules! pack_by_number {
    ($($type:ty => $expected:literal),+) => {$(
        impl $crate::base::Pack for $type {
            fn pack(&self, out: &mut $crate::base::Packer) {
                out.number(*self as u8);
            }

            fn unpack(
                from: &mut $crate::base::Unpacker<'_>,
            ) -> Result<Self, $crate::base::PartsError> {
                from.one_of(&Self::ALL, $expected)
            }
        }
    )+};
}
pub(crate) use pack_by_number;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_there_is_one_way_to_write_each() {
        let all = [0, 1, 127, 128, 300, 1 << 35, u64::MAX - 1, u64::MAX];
        let mut packer = Packer::default();
        packer.numbers(all);
        packer.optional(None);
        packer.optional(Some(7));
        let mut unpacker = Unpacker::new("demo", packer.bytes());
        all.into_iter().for_each(|number| assert_eq!(unpacker.u64(), Ok(number)));
        assert_eq!((unpacker.optional(), unpacker.optional()), (Ok(None), Ok(Some(7))));
        assert!(unpacker.is_at_end() && unpacker.u64().is_err());
        for wrong in [&[0x80, 0][..], &[0x80], &[0xff; 10], &[0xff; 11]] {
            assert!(Unpacker::new("demo", wrong).u64().is_err(), "{wrong:?}");
        }
        assert!(Unpacker::new("demo", &[3, 0, 0]).count().is_err());
        assert!(Unpacker::new("demo", &[0x80, 2]).u8().is_err());
    }
}
