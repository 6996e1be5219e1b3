//! Reading and writing what C passes in: the only file that trusts pointers, after checking
//! everything that can be checked.

use std::ffi::{CStr, c_char};
use std::marker::PhantomData;
use std::mem::MaybeUninit;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::handle::{Changing, Opaque, Shared, Slot};
use crate::status::{Answer, AstrideStatus, Fault};

/// Permission to read and write what the pointers of one call point to.
pub(crate) struct Caller(PhantomData<*const ()>);

/// A structure whose first field is its size as known to the program.
///
/// # Safety
///
/// It is `repr(C)`, its first field is `struct_size: usize`, and all its fields are numbers.
pub(crate) unsafe trait Versioned: Copy {
    /// Its size when it was published; later versions have more fields at the end.
    const OLDEST: usize;
}

/// Plain numbers, for which any bytes are a valid value.
///
/// # Safety
///
/// It is `repr(C)` or a number, and all its fields are numbers.
pub(crate) unsafe trait Plain: Copy {}

// SAFETY: numbers.
unsafe impl Plain for u8 {}
// SAFETY: numbers.
unsafe impl Plain for u32 {}
// SAFETY: numbers.
unsafe impl Plain for u64 {}

impl Caller {
    /// # Safety
    ///
    /// All pointers passed to it are as the page of the crate says, until it is dropped.
    pub(crate) unsafe fn of_this_call() -> Self {
        Caller(PhantomData)
    }

    /// The value behind a handle, for reading.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn share<H: Opaque>(&self, handle: *const H) -> Answer<Shared<'_, H::Value>> {
        self.slot::<H>(handle)?.share(H::NAME)
    }

    /// The value behind a handle that may be null, for reading.
    pub(crate) fn share_if<H: Opaque>(
        &self,
        handle: *const H,
    ) -> Answer<Option<Shared<'_, H::Value>>> {
        if handle.is_null() { Ok(None) } else { self.share(handle).map(Some) }
    }

    /// The value behind a handle, for changing.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn change<H: Opaque>(&self, handle: *mut H) -> Answer<Changing<'_, H::Value>> {
        self.slot::<H>(handle)?.change(H::NAME)
    }

    /// The value behind a handle that may be null, for changing.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn change_if<H: Opaque>(
        &self,
        handle: *mut H,
    ) -> Answer<Option<Changing<'_, H::Value>>> {
        if handle.is_null() { Ok(None) } else { self.change(handle).map(Some) }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn slot<H: Opaque>(&self, handle: *const H) -> Answer<&Slot<H::Value>> {
        let slot: *const Slot<H::Value> = handle.cast();
        check_pointer(slot, H::NAME)?;
        // SAFETY: it is not null and is aligned. The caller promises that it is a handle of this
        // library, and all of them begin with a tag.
        let tag = unsafe { &*slot.cast::<AtomicU64>() };
        if tag.load(Ordering::Relaxed) != H::TAG {
            return Err(other_kind(H::NAME));
        }
        // SAFETY: the tag says that this is the type behind it, and the caller promises that it is
        // not freed during the call.
        Ok(unsafe { &*slot })
    }

    /// Makes a handle and returns it through the pointer; null if there is no value.
    pub(crate) fn give<H: Opaque>(
        &self,
        out: *mut *mut H,
        make: impl FnOnce() -> Answer<H::Value>,
    ) -> Answer {
        self.put(out, std::ptr::null_mut(), "the place for the handle")?;
        let slot = Slot::new(H::TAG, make()?);
        self.put(out, Box::into_raw(slot).cast(), "the place for the handle")?;
        Ok(AstrideStatus::Ok)
    }

    /// Frees a handle; null is ignored.
    pub(crate) fn free<H: Opaque>(&self, handle: *mut H) -> Answer {
        if handle.is_null() {
            return Ok(AstrideStatus::Ok);
        }
        let slot = self.slot::<H>(handle)?;
        slot.end(H::NAME)?;
        slot.clear_tag();
        // SAFETY: `give` made it as a box of this type, and no call is using it.
        drop(unsafe { Box::from_raw(handle.cast::<Slot<H::Value>>()) });
        Ok(AstrideStatus::Ok)
    }

    /// A list of `count` items.
    pub(crate) fn list<T: Plain>(&self, first: *const T, count: usize, what: &str) -> Answer<&[T]> {
        if count == 0 {
            return Ok(&[]);
        }
        check_pointer(first, what)?;
        check_count(count, size_of::<T>(), what)?;
        // SAFETY: it is not null, is aligned, and no larger than memory can be; the caller promises
        // that there are this many items, and any bytes are a valid item.
        Ok(unsafe { std::slice::from_raw_parts(first, count) })
    }

    /// A list of handles.
    #[cfg(feature = "whole")]
    pub(crate) fn handles<H>(
        &self,
        first: *const *mut H,
        count: usize,
        what: &str,
    ) -> Answer<&[*mut H]> {
        if count == 0 {
            return Ok(&[]);
        }
        check_pointer(first, what)?;
        check_count(count, size_of::<*mut H>(), what)?;
        // SAFETY: as in `list`.
        Ok(unsafe { std::slice::from_raw_parts(first, count) })
    }

    /// A text that ends with 0.
    pub(crate) fn text(&self, first: *const c_char, what: &str) -> Answer<&str> {
        check_pointer(first, what)?;
        // SAFETY: it is not null; the caller promises a text that ends with 0.
        let text = unsafe { CStr::from_ptr(first) };
        text.to_str().map_err(|error| {
            let text = format!("{what} is not UTF-8 from byte {} on", error.valid_up_to());
            Fault::new(AstrideStatus::BadData, text)
        })
    }

    /// Writes a value.
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn put<T>(&self, out: *mut T, value: T, what: &str) -> Answer<()> {
        check_pointer(out, what)?;
        // SAFETY: it is not null and is aligned; the caller promises that it may be written to.
        unsafe { out.write(value) };
        Ok(())
    }

    /// Writes a value, unless the caller passed null.
    pub(crate) fn put_if<T>(&self, out: *mut T, value: T, what: &str) -> Answer<()> {
        if out.is_null() { Ok(()) } else { self.put(out, value, what) }
    }

    /// A place for the result of a change, unless the caller passed null: a change whose result
    /// cannot be written is not made.
    pub(crate) fn place_if<T>(&self, out: *mut T, what: &str) -> Answer<impl FnOnce(T)> {
        if !out.is_null() {
            check_pointer(out, what)?;
        }
        Ok(move |value| {
            if !out.is_null() {
                // SAFETY: it is not null and is aligned; the caller promises that it may be written to.
                unsafe { out.write(value) };
            }
        })
    }

    /// Writes all values into a list of exactly that length.
    pub(crate) fn put_all<T: Plain>(
        &self,
        out: *mut T,
        count: usize,
        values: impl ExactSizeIterator<Item = T>,
        what: &str,
    ) -> Answer<()> {
        if count != values.len() {
            let text = format!("{what} has {count} places, expected {}", values.len());
            return Err(Fault::new(AstrideStatus::BadSize, text));
        }
        if count == 0 {
            return Ok(());
        }
        check_pointer(out, what)?;
        check_count(count, size_of::<T>(), what)?;
        for (at, value) in values.take(count).enumerate() {
            // SAFETY: it is not null and is aligned; the caller promises that there are `count`
            // places, and `at` is less.
            unsafe { out.add(at).write(value) };
        }
        Ok(())
    }

    /// Writes as many values as there is room for, and returns how many there are.
    pub(crate) fn copy_most<T: Plain>(
        &self,
        out: *mut T,
        count: usize,
        values: &[T],
        total: *mut usize,
        what: &str,
    ) -> Answer<()> {
        let tell = self.place_if(total, "total")?;
        let copied = count.min(values.len());
        check_count(count, size_of::<T>(), what)?;
        self.put_all(out, copied, values[..copied].iter().copied(), what)?;
        tell(values.len());
        Ok(())
    }

    /// A structure of options; all zero if the pointer is null.
    pub(crate) fn options<T: Versioned>(&self, given: *const T, what: &str) -> Answer<T> {
        if given.is_null() {
            // SAFETY: all fields are numbers.
            return Ok(unsafe { MaybeUninit::zeroed().assume_init() });
        }
        self.read(given, what)
    }

    /// A structure that must not be null; fields that the program does not know are zero.
    pub(crate) fn read<T: Versioned>(&self, given: *const T, what: &str) -> Answer<T> {
        let size = self.size_at(given, what)?;
        let mut all = MaybeUninit::<T>::zeroed();
        // SAFETY: the caller promises as many bytes as the structure says, and there is
        // room for them.
        unsafe {
            std::ptr::copy_nonoverlapping(given.cast::<u8>(), all.as_mut_ptr().cast::<u8>(), size);
        }
        // SAFETY: all fields are numbers.
        Ok(unsafe { all.assume_init() })
    }

    /// `count` structures, all of the size stated in the first.
    #[cfg(feature = "whole")]
    pub(crate) fn structs<T: Versioned>(
        &self,
        first: *const T,
        count: usize,
        what: &str,
    ) -> Answer<Vec<T>> {
        if count == 0 {
            return Ok(Vec::new());
        }
        let size = self.size_at(first, what)?;
        check_count(count, size_of::<T>(), what)?;
        let mut all = Vec::new();
        if all.try_reserve_exact(count).is_err() {
            return Err(too_many(count, what));
        }
        for at in 0..count {
            let place = first.cast::<u8>().wrapping_add(at * size).cast::<T>();
            if self.size_at(place, what)? != size {
                let text = format!("{what} differ in struct_size, expected {size} as in the first");
                return Err(Fault::new(AstrideStatus::BadSize, text));
            }
            all.push(self.read(place, what)?);
        }
        Ok(all)
    }

    /// Fills a structure that states how much of it the program knows.
    pub(crate) fn report<T: Versioned>(&self, out: *mut T, value: T, what: &str) -> Answer<()> {
        let size = self.size_at(out, what)?;
        let skipped = size_of::<usize>();
        // SAFETY: the caller promises as many bytes as the structure says, and they are no more than
        // those of the value. Its size, which comes first, stays as it is.
        unsafe {
            std::ptr::copy_nonoverlapping(
                (&raw const value).cast::<u8>().add(skipped),
                out.cast::<u8>().add(skipped),
                size - skipped,
            );
        }
        Ok(())
    }

    /// Checks that a structure can be filled, before the work is done that it reports.
    #[cfg(feature = "whole")]
    pub(crate) fn check_size<T: Versioned>(&self, out: *mut T, what: &str) -> Answer<()> {
        self.size_at(out, what).map(drop)
    }

    /// The same for a structure that may be null.
    #[cfg(feature = "whole")]
    pub(crate) fn check_place<T: Versioned>(&self, out: *mut T, what: &str) -> Answer<()> {
        if out.is_null() { Ok(()) } else { self.check_size(out, what) }
    }

    fn size_at<T: Versioned>(&self, given: *const T, what: &str) -> Answer<usize> {
        const { assert!(T::OLDEST <= size_of::<T>(), "a structure never shrinks") };
        check_pointer(given, what)?;
        // SAFETY: it is not null and is aligned; the structure begins with its size.
        let size = unsafe { given.cast::<usize>().read() };
        let (least, most) = (T::OLDEST, size_of::<T>());
        if size < least || size > most || size % align_of::<T>() != 0 {
            let text = format!(
                "the struct_size of {what} is {size}, expected sizeof of the structure, {most} in \
                 this version of the library"
            );
            return Err(Fault::new(AstrideStatus::BadSize, text));
        }
        Ok(size)
    }
}

#[cfg_attr(not(target_family = "wasm"), inline(always))]
fn check_pointer<T>(pointer: *const T, what: &str) -> Answer<()> {
    if !pointer.is_null() && pointer.is_aligned() {
        return Ok(());
    }
    Err(bad_pointer(pointer.is_null(), align_of::<T>(), what))
}

#[cold]
#[inline(never)]
fn bad_pointer(is_null: bool, align: usize, what: &str) -> Fault {
    let text = match is_null {
        true => format!("{what} is null"),
        false => format!("{what} is not aligned, expected a multiple of {align}"),
    };
    Fault::new(AstrideStatus::BadPointer, text)
}

#[cold]
#[inline(never)]
fn other_kind(name: &str) -> Fault {
    let text = format!("the handle is not a {name}, expected a live {name}");
    Fault::new(AstrideStatus::BadHandle, text)
}

fn check_count(count: usize, size: usize, what: &str) -> Answer<()> {
    let fits = count.checked_mul(size).is_some_and(|bytes| isize::try_from(bytes).is_ok());
    if fits { Ok(()) } else { Err(too_many(count, what)) }
}

fn too_many(count: usize, what: &str) -> Fault {
    Fault::new(AstrideStatus::BadSize, format!("{what} has {count} items, more than fit in memory"))
}
