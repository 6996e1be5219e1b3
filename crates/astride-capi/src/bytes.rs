//! Bytes that the library hands out: saved indexes and games, map files.

use crate::status::AstrideStatus;

/// Bytes that the library made. Freed with `astride_bytes_free`.
#[derive(Debug)]
pub struct AstrideBytes {
    _private: [u8; 0],
}

opaque!(AstrideBytes: Vec<u8>, b"A*bytes.", "list of bytes");

/// Where the bytes are and how many there are. They are valid until `bytes` is freed.
///
/// Errors: `BAD_POINTER`, `BAD_HANDLE`. Threads: any number at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_bytes_data(
    bytes: *const AstrideBytes,
    data: *mut *const u8,
    count: *mut usize,
) -> AstrideStatus {
    border!(|caller| {
        let bytes = caller.share(bytes)?;
        caller.put(data, bytes.as_ptr(), "data")?;
        caller.put(count, bytes.len(), "count")?;
        Ok(AstrideStatus::Ok)
    })
}

/// Frees bytes; null is ignored. The handle must not be used again.
///
/// Errors: `BAD_HANDLE`, `BUSY` if another thread reads them. Threads: exclusive access.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn astride_bytes_free(bytes: *mut AstrideBytes) -> AstrideStatus {
    border!(|caller| caller.free(bytes))
}
