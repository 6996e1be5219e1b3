//! The kinds of places of a body; each is a terrain class of the body's grid.

use super::BodyError;
use super::edges::followed;
use crate::shapes::square::{GridView, Mover};

/// What a place means for the body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    /// All media in which the body may stand there, even if other cells have more.
    pub(super) media: u8,
    pub(super) factor: u32,
}

impl Kind {
    /// Where the body cannot stand.
    const BLOCKED: Kind = Kind { media: 0, factor: 0 };
}

/// The kinds of places found so far, by class, and the mover that interprets the classes.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    known: Vec<Kind>,
    pub(super) mover: Mover,
    /// The class of fences that only the rest of the body crosses, behind its front.
    pub(super) follows: Option<u8>,
}

impl Kinds {
    /// Only the first kind: class 0, where the body cannot stand.
    pub(super) fn new(view: &GridView<'_>) -> Self {
        let mut mover =
            Mover::new().scale(view.scale()).neighbours(view.neighbours()).corners(view.corners());
        let follows = followed(view.crossings());
        mover.crossings = view.crossings().clone();
        if !mover.crossings.all().is_empty()
            && let Some(class) = follows
        {
            mover.crossings.set(class, Some(0));
        }
        Kinds { known: vec![Kind::BLOCKED], mover, follows }
    }

    /// The kind of a class; `None` if the class was never assigned.
    pub(super) fn of_class(&self, class: u8) -> Option<Kind> {
        self.known.get(usize::from(class)).copied()
    }

    /// The class of a kind, newly assigned if the kind was not found before.
    pub(super) fn class_of(&mut self, media: u8, factor: u32) -> Result<u8, BodyError> {
        let kind = if media == 0 { Kind::BLOCKED } else { Kind { media, factor } };
        let known = self.known.iter().position(|&other| other == kind);
        let class = u8::try_from(known.unwrap_or(self.known.len()));
        let class = class.map_err(|_| BodyError::Kinds)?;
        if known.is_none() {
            let mover = self.mover.clone().terrain_in(class, factor, media);
            self.mover = mover.map_err(|_| BodyError::Kinds)?;
            self.known.push(kind);
        }
        Ok(class)
    }

    pub(super) fn bytes(&self) -> usize {
        self.known.capacity() * size_of::<Kind>()
    }
}
