//! A pool of working memories: as many as are in use at once, kept for later use.

use std::ops::{Deref, DerefMut};
use std::sync::{Mutex, PoisonError};

/// Memories not in use at the moment.
#[derive(Default)]
pub(super) struct Pool<M> {
    idle: Mutex<Vec<M>>,
}

impl<M: Default> Pool<M> {
    /// Memory for one worker, newly created if all others are in use.
    pub(super) fn lend(&self) -> Lent<'_, M> {
        let memory = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        Lent { memory: Some(memory.unwrap_or_default()), pool: self }
    }
}

/// Memory borrowed from a pool and returned on drop.
pub(super) struct Lent<'a, M> {
    memory: Option<M>,
    pool: &'a Pool<M>,
}

impl<M> Deref for Lent<'_, M> {
    type Target = M;
    fn deref(&self) -> &M {
        self.memory.as_ref().expect("it is given back at the end only")
    }
}

impl<M> DerefMut for Lent<'_, M> {
    fn deref_mut(&mut self) -> &mut M {
        self.memory.as_mut().expect("it is given back at the end only")
    }
}

impl<M> Drop for Lent<'_, M> {
    fn drop(&mut self) {
        // Memory left by a panic is still valid: searches begin by resetting it.
        let mut idle = self.pool.idle.lock().unwrap_or_else(PoisonError::into_inner);
        idle.extend(self.memory.take());
    }
}
