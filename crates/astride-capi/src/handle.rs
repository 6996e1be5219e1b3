//! What is behind a handle: a value with a tag that says its kind, and a lock held during a call.
//!
//! C holds a pointer to an opaque type. The tag comes first in memory, whatever the value
//! is, so a handle of another kind is recognised; it is cleared when the handle is freed.
//! The lock never waits: a conflicting call is refused.
//!
//! What every call does is inlined, here and in `caller`, except where size matters more: this halves
//! the cost of a call.

use std::cell::UnsafeCell;
use std::ops::{Deref, DerefMut};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use crate::status::{Answer, AstrideStatus, Fault};

/// A type that C only knows by name. Its value is shared between threads by calls that read,
/// and sent between threads by calls that change, so it has to allow both.
pub(crate) trait Opaque {
    type Value: Send + Sync;
    /// Distinguishes kinds; never zero.
    const TAG: u64;
    /// Its name in messages.
    const NAME: &'static str;
}

/// Declares the values behind handles.
macro_rules! opaque {
    ($handle:ty: $value:ty, $tag:literal, $name:literal) => {
        impl $crate::handle::Opaque for $handle {
            type Value = $value;
            const TAG: u64 = u64::from_be_bytes(*$tag);
            const NAME: &'static str = $name;
        }
    };
}

#[repr(C)]
pub(crate) struct Slot<V> {
    tag: AtomicU64,
    /// How many calls are reading it; `CHANGING` if one is changing it, and `BROKEN` for good.
    users: AtomicU32,
    value: UnsafeCell<V>,
}

const CHANGING: u32 = 1 << 31;
const BROKEN: u32 = 1 << 30;

#[cold]
#[inline(never)]
fn refusal(users: u32, name: &str) -> Fault {
    if users & BROKEN != 0 {
        let text = format!("the {name} was being changed by a call that panicked; free it");
        return Fault::new(AstrideStatus::Panicked, text);
    }
    let text = format!("the {name} is in use by another call, expected one at a time");
    Fault::new(AstrideStatus::Busy, text)
}

impl<V> Slot<V> {
    pub(crate) fn new(tag: u64, value: V) -> Box<Self> {
        let (tag, users) = (AtomicU64::new(tag), AtomicU32::new(0));
        Box::new(Slot { tag, users, value: UnsafeCell::new(value) })
    }

    pub(crate) fn clear_tag(&self) {
        self.tag.store(0, Ordering::Relaxed);
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn share(&self, name: &str) -> Answer<Shared<'_, V>> {
        // Only readers are counted, so the call that changes it can release it with a
        // plain store.
        let mut users = self.users.load(Ordering::Relaxed);
        loop {
            if users & (CHANGING | BROKEN) != 0 {
                return Err(refusal(users, name));
            }
            match self.users.compare_exchange_weak(
                users,
                users + 1,
                Ordering::Acquire,
                Ordering::Relaxed,
            ) {
                Ok(_) => return Ok(Shared(self)),
                Err(now) => users = now,
            }
        }
    }

    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    pub(crate) fn change(&self, name: &str) -> Answer<Changing<'_, V>> {
        let free = self.users.compare_exchange(0, CHANGING, Ordering::Acquire, Ordering::Relaxed);
        free.map_err(|users| refusal(users, name))?;
        Ok(Changing(self))
    }

    /// Takes it for good, unless another call is using it; a broken value can be freed.
    pub(crate) fn end(&self, name: &str) -> Answer<()> {
        let free = |from| {
            self.users.compare_exchange(from, CHANGING, Ordering::Acquire, Ordering::Relaxed)
        };
        match free(0).or_else(|_| free(BROKEN)) {
            Ok(_) => Ok(()),
            Err(users) => Err(refusal(users & !BROKEN, name)),
        }
    }
}

/// Permission to read, for one call.
pub(crate) struct Shared<'a, V>(&'a Slot<V>);

impl<V> Deref for Shared<'_, V> {
    type Target = V;

    fn deref(&self) -> &V {
        // SAFETY: it is counted among the readers, and a value with readers is not changed.
        unsafe { &*self.0.value.get() }
    }
}

impl<V> Drop for Shared<'_, V> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn drop(&mut self) {
        self.0.users.fetch_sub(1, Ordering::Release);
    }
}

/// Permission to change, for one call.
pub(crate) struct Changing<'a, V>(&'a Slot<V>);

impl<V> Deref for Changing<'_, V> {
    type Target = V;

    fn deref(&self) -> &V {
        // SAFETY: as long as this exists, all others are refused.
        unsafe { &*self.0.value.get() }
    }
}

impl<V> DerefMut for Changing<'_, V> {
    fn deref_mut(&mut self) -> &mut V {
        // SAFETY: as long as this exists, all others are refused.
        unsafe { &mut *self.0.value.get() }
    }
}

impl<V> Drop for Changing<'_, V> {
    #[cfg_attr(not(target_family = "wasm"), inline(always))]
    fn drop(&mut self) {
        let left = if std::thread::panicking() { BROKEN } else { 0 };
        self.0.users.store(left, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn readers_share_and_changes_exclude() {
        let slot = Slot::new(7, 1);
        let (a, b) = (slot.share("thing").unwrap(), slot.share("thing").unwrap());
        assert_eq!(slot.change("thing").err().unwrap().status, AstrideStatus::Busy);
        assert_eq!(slot.end("thing").unwrap_err().status, AstrideStatus::Busy);
        drop((a, b));
        let mut change = slot.change("thing").unwrap();
        *change += 1;
        assert_eq!(slot.share("thing").err().unwrap().status, AstrideStatus::Busy);
        drop(change);
        assert_eq!(*slot.share("thing").unwrap(), 2);
        assert!(slot.end("thing").is_ok());
    }

    #[test]
    fn what_a_panic_left_half_done_is_only_freed() {
        let slot = Slot::new(7, 1);
        let panic = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            let _change = slot.change("thing").unwrap();
            panic!("planted");
        }));
        assert!(panic.is_err());
        assert_eq!(slot.share("thing").err().unwrap().status, AstrideStatus::Panicked);
        assert_eq!(slot.change("thing").err().unwrap().status, AstrideStatus::Panicked);
        assert!(slot.end("thing").is_ok());
    }
}
