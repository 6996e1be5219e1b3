//! Error codes, and the tables from which errors are generated.

/// An error with a code: a short identifier of the problem, such as `no-path`, that stays the same
/// when the message is reworded. A code never has two meanings; `docs/errors.md` lists all of them.
///
/// An error that wraps another has the code of that one, which is also its
/// [`source`](std::error::Error::source). Its message can be understood without the other's.
///
/// # Examples
///
/// ```
/// use astride::base::{Cell, Coded};
/// use astride::planner::find_path;
/// use astride::shapes::square::{Grid, Mover};
/// let grid = Grid::new(20, 10, b'.')?;
/// let error = find_path(&grid, &Mover::walker(), Cell::new(0, 0), Cell::new(20, 0)).unwrap_err();
/// assert_eq!(error.code(), "cell-off-map");
/// assert_eq!(error.to_string(), "cell (20, 0) is off the map of 20x10 cells");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Coded: std::error::Error + Send + Sync + 'static {
    /// The code: lower-case letters, digits and hyphens.
    fn code(&self) -> &'static str;
}

/// Implements `Display`, `Error` and [`Coded`] for an error type from a table with one row per
/// kind: a pattern, a code, and a message with the arguments of `format!`.
///
/// The head names the type: `enum E` is followed by patterns of its variants, `E(Kind)` by those of
/// the enum inside, and `struct E` by patterns of itself. A row `(source error)` wraps another
/// error and may have a message of its own after that, and `(shared error)` one behind an `Arc`;
/// `(same fault)` behaves exactly like the inner value. Rows without parentheses, a code and what
/// happened, leave `Display` to be written by hand.
///
/// A test reads these tables from the source and writes the page of codes from them.
#[doc(hidden)]
#[macro_export]
macro_rules! errors {
    (enum $type:ident $(<$($of:ident),+> where [$($bounds:tt)+])?: $($rows:tt)+) => {
        $crate::errors!(@ $type [$($($of),+ where $($bounds)+)?] [$type] [] $($rows)+);
    };
    ($type:ident($kind:ident): $($rows:tt)+) => {
        $crate::errors!(@ $type [] [$kind] [.0] $($rows)+);
    };
    (struct $type:ident: $($rows:tt)+) => {
        $crate::errors!(@ $type [] [] [] $($rows)+);
    };
    (@ $type:ident [$($($of:ident),+ where $($bounds:tt)+)?] [$($kind:ident)?] [$($part:tt)*]
        $($pattern:pat $(if $guard:expr)? => ($($row:tt)+),)+) => {
        impl$(<$($of),+>)? std::fmt::Display for $type$(<$($of),+> where $($bounds)+)? {
            #[allow(unused_variables)]
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                $(use $kind::*;)?
                match &self$($part)* {
                    $($pattern $(if $guard)? => $crate::errors!(@say f $($row)+),)+
                }
            }
        }
        impl$(<$($of),+>)? std::error::Error for $type$(<$($of),+> where $($bounds)+)? {
            #[allow(unused_variables)]
            fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
                $(use $kind::*;)?
                match &self$($part)* {
                    $($pattern $(if $guard)? => $crate::errors!(@source $($row)+),)+
                }
            }
        }
        impl$(<$($of),+>)? $crate::base::Coded for $type$(<$($of),+> where $($bounds)+)? {
            #[allow(unused_variables)]
            fn code(&self) -> &'static str {
                $(use $kind::*;)?
                match &self$($part)* {
                    $($pattern $(if $guard)? => $crate::errors!(@code $($row)+),)+
                }
            }
        }
    };
    (@ $type:ident [] [$($kind:ident)?] [$($part:tt)*]
        $($pattern:pat $(if $guard:expr)? => $code:literal: $happened:literal,)+) => {
        impl std::error::Error for $type {}
        impl $crate::base::Coded for $type {
            #[allow(unused_variables)]
            fn code(&self) -> &'static str {
                $(use $kind::*;)?
                match &self$($part)* {
                    $($pattern $(if $guard)? => $code,)+
                }
            }
        }
    };
    (@say $f:ident $code:literal, $($message:tt)+) => { write!($f, $($message)+) };
    (@say $f:ident $how:ident $error:ident, $($message:tt)+) => { write!($f, $($message)+) };
    (@say $f:ident $how:ident $error:ident) => { std::fmt::Display::fmt($error, $f) };
    (@source source $error:ident $($message:tt)*) => { Some($error) };
    (@source shared $error:ident $($message:tt)*) => { Some(&**$error) };
    (@source same $error:ident) => { std::error::Error::source($error) };
    (@source $($row:tt)+) => { None };
    (@code $code:literal, $($message:tt)+) => { $code };
    (@code shared $error:ident $($message:tt)*) => { $crate::base::Coded::code(&**$error) };
    (@code $how:ident $error:ident $($message:tt)*) => { $crate::base::Coded::code($error) };
}

#[cfg(test)]
mod tests {
    use std::error::Error;
    use std::sync::Arc;

    use super::Coded;

    #[derive(Debug)]
    struct Inner {
        found: u32,
    }

    errors! { struct Inner:
        Self { found } if *found == 0 => ("test-none", "none, expected {} at least", 1),
        Self { found } => ("test-many", "{found} are too many"),
    }

    #[derive(Debug)]
    enum Outer {
        Plain(Inner),
        Told(Inner),
        Shared(Arc<dyn Coded>),
        Alone,
    }

    errors! { enum Outer:
        Plain(inner) => (source inner),
        Told(inner) => (source inner, "not here: {inner}"),
        Shared(inner) => (shared inner, "nor there: {inner}"),
        Alone => ("test-alone", "alone"),
    }

    #[derive(Debug)]
    struct Handle(Outer);

    errors! { struct Handle:
        Self(kind) => (same kind),
    }

    #[test]
    fn an_error_has_the_code_message_and_source_of_its_row() {
        let facts = |error: &dyn Coded| {
            (error.code(), error.to_string(), error.source().map(ToString::to_string))
        };
        let many = || Inner { found: 5 };
        let source = || Some("5 are too many".to_owned());
        let rows: [(&dyn Coded, &str, &str, Option<String>); 6] = [
            (&Inner { found: 0 }, "test-none", "none, expected 1 at least", None),
            (&Outer::Plain(many()), "test-many", "5 are too many", source()),
            (&Outer::Told(many()), "test-many", "not here: 5 are too many", source()),
            (&Outer::Shared(Arc::new(many())), "test-many", "nor there: 5 are too many", source()),
            (&Outer::Alone, "test-alone", "alone", None),
            (&Handle(Outer::Told(many())), "test-many", "not here: 5 are too many", source()),
        ];
        for (error, code, message, source) in rows {
            assert_eq!(facts(error), (code, message.to_owned(), source));
        }
        for outer in [Outer::Plain(many()), Outer::Shared(Arc::new(many()))] {
            assert!(outer.source().is_some_and(|source| source.is::<Inner>()));
        }
    }
}
