//! The border between C and the library: no panic gets out, and errors leave a text behind.

use std::any::Any;
use std::cell::RefCell;
use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::caller::Caller;
use crate::status::{Answer, AstrideStatus, Fault};

/// The body of a function that C calls. It may only be used in an `unsafe extern "C" fn`.
macro_rules! border {
    (|$caller:ident| $body:expr) => {
        $crate::border::answer(
            // SAFETY: the function around this is unsafe, and its caller has promised for its
            // pointers what the page of the crate requires.
            unsafe { $crate::caller::Caller::of_this_call() },
            |$caller| $body,
        )
    };
}

/// The result of a body, as reported to C.
#[inline]
pub(crate) fn answer(caller: Caller, body: impl FnOnce(&Caller) -> Answer) -> AstrideStatus {
    match catch_unwind(AssertUnwindSafe(|| body(&caller))) {
        Ok(Ok(status)) => status,
        Ok(Err(fault)) => tell(fault),
        Err(panic) => tell(Fault::new(AstrideStatus::Panicked, text_of(&*panic))),
    }
}

fn text_of(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied());
    format!("the library has a fault: {}", text.unwrap_or("a panic without a text"))
}

thread_local! {
    /// Text and code of the latest error.
    static LAST: RefCell<[CString; 2]> = RefCell::default();
}

#[cold]
fn tell(fault: Fault) -> AstrideStatus {
    let texts = [fault.text, fault.code.to_owned()].map(|text| {
        let mut text = text.into_bytes();
        text.retain(|&byte| byte != 0);
        CString::new(text).unwrap_or_default()
    });
    // At the end of a thread it can no longer be read.
    let _ = LAST.try_with(|last| *last.borrow_mut() = texts);
    fault.status
}

/// What went wrong in the latest call of this thread that returned a negative status: a sentence in
/// UTF-8, for people. Never null; empty if there was none. It is valid until the next call of this
/// thread that fails, and must not be freed. Any thread; each has its own.
#[unsafe(no_mangle)]
pub extern "C" fn astride_last_error() -> *const c_char {
    LAST.try_with(|last| last.borrow()[0].as_ptr()).unwrap_or(c"".as_ptr())
}

/// The code of the same error, for programs: a short name such as "cell-off-map" that stays the same
/// when the text is reworded; `docs/errors.md` lists all. Never null; empty if there was no error,
/// or if it comes from this interface and not from the library. It is valid as long as the text. Any
/// thread; each has its own.
#[unsafe(no_mangle)]
pub extern "C" fn astride_last_error_code() -> *const c_char {
    LAST.try_with(|last| last.borrow()[1].as_ptr()).unwrap_or(c"".as_ptr())
}

/// For code that is built on this interface and refuses something itself: from now on the latest error
/// of this thread is `text`, without a code; an empty one means that of the status. Returns `status`.
///
/// Errors: `BAD_ARGUMENT` for a status that is not an error, `BAD_POINTER`, `BAD_DATA`; then the
/// text is about that. Threads: any.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_set_last_error(status: i32, text: *const c_char) -> AstrideStatus {
    border!(|caller| {
        let text = caller.text(text, "text")?;
        let Some((known, usual)) = AstrideStatus::of(status).filter(|_| status < 0) else {
            let text = format!("{status} is no status of an error, expected a negative one");
            return Err(Fault::new(AstrideStatus::BadArgument, text));
        };
        let text = if text.is_empty() { usual.to_string_lossy() } else { text.into() };
        Err(Fault::new(known, text))
    })
}

/// The version of the library as one number: `major * 1000000 + minor * 1000 + patch`.
/// `ASTRIDE_VERSION` is that of the header. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn astride_version() -> u32 {
    crate::ASTRIDE_VERSION
}

/// The version of the library as a text, such as "0.1.0". It is part of the library and is not
/// freed. Any thread.
#[unsafe(no_mangle)]
pub extern "C" fn astride_version_text() -> *const c_char {
    const TEXT: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(text) => text,
            Err(_) => c"",
        };
    TEXT.as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_at_the_border() {
        // SAFETY: no pointer is asked about.
        let caller = unsafe { Caller::of_this_call() };
        let status = answer(caller, |_| panic!("planted {}", 7));
        assert_eq!(status, AstrideStatus::Panicked);
        // SAFETY: it is never null.
        let text = unsafe { CStr::from_ptr(astride_last_error()) };
        assert_eq!(text, c"the library has a fault: planted 7");
        // SAFETY: as above.
        assert_eq!(unsafe { CStr::from_ptr(astride_last_error_code()) }, c"");
    }
}
