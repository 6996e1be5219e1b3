//! The body of a fuzz target: bytes as a sequence of calls from C, with right and wrong handles, null
//! pointers, and wrong sizes and numbers.
//!
//! What a function is handed is drawn by the types of its parameters, so that a function needs no more
//! than a line in the list at the end. What `docs/c.md` leaves to the caller is kept: no handle is used
//! after it was freed, and no list is shorter than the length beside it says.

use std::any::Any;
use std::ffi::{CStr, CString, c_char};
use std::ptr::{null, null_mut};

use astride_capi::AstrideStatus as Status;
use astride_capi::*;

/// The most calls that are made of one input.
const MOST_CALLS: usize = 200;

/// The most items of a list.
const MOST_ITEMS: usize = 20;

/// What lies in a place for a handle before a call.
const UNTOUCHED: usize = 8;

/// Texts that functions read.
const TEXTS: [&str; 8] = [
    "..A.\n.#..\n.B..\n",
    "type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n",
    "hex pointy\n...#\n..3.\n",
    "triangles\n..#..3.\n.#.....\n",
    "floors\n..#.\nfloor\n....\nstair 1,0,0 1,0,1\n",
    "voxel 4 3 3\n1 1 0\n1 1 1\n",
    "p sp 3 3\na 1 2 5\na 2 3 5\na 3 1 5\n",
    "0:(0,0),(2,0)\n1:(1,0),(2,0)\n",
];

/// A kind of handle.
trait Kind {
    /// Its number.
    const AT: usize;
}

macro_rules! kinds {
    ($($at:literal $kind:ty,)*) => {
        $(impl Kind for $kind {
            const AT: usize = $at;
        })*

        const KINDS: usize = [$($at),*].len();
    };
}

kinds! {
    0 AstrideGrid, 1 AstrideMover, 2 AstrideEdit, 3 AstridePath, 4 AstrideScratch, 5 AstrideField,
    6 AstrideIndex, 7 AstrideBytes, 8 AstrideNavigator, 9 AstrideSnapshot, 10 AstrideBuild,
    11 AstrideCrowd, 12 AstridePlan, 13 AstrideFleet, 14 AstrideWorld, 15 AstrideRoute,
    16 AstrideReach,
}

/// A handle, whatever its kind.
type Handle = *mut u64;

/// What a program has at hand, and what it hands over in one call.
struct Desk<'a> {
    bytes: &'a [u8],
    /// Live handles by kind.
    live: [Vec<Handle>; KINDS],
    /// Where no handle is, though it is aligned: eight numbers that begin with no tag.
    nothing: Box<[u64; 8]>,
    /// What pointers of the call point to.
    lent: Vec<Box<dyn Any>>,
    /// How many items the lists of the call have.
    items: Option<usize>,
    /// The handle of the call that was drawn first, and whether any is foreign.
    first: Option<(usize, Handle)>,
    is_foreign: bool,
    /// Where the call puts a handle of which kind.
    made: Option<(usize, *const Handle)>,
    /// Where the call puts what it lends: a pointer, the size of an item, and how many there are.
    told: Option<(*const *const u8, usize)>,
    told_count: Option<*const usize>,
    /// How many calls were refused, and how many not.
    counts: [u32; 2],
}

impl<'a> Desk<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Desk {
            bytes,
            live: Default::default(),
            nothing: Box::new([7; 8]),
            lent: Vec::new(),
            items: None,
            first: None,
            is_foreign: false,
            made: None,
            told: None,
            told_count: None,
            counts: [0; 2],
        }
    }

    /// The next byte; 0 at the end.
    fn byte(&mut self) -> u8 {
        let Some((&first, rest)) = self.bytes.split_first() else { return 0 };
        self.bytes = rest;
        first
    }

    fn below(&mut self, sides: usize) -> usize {
        usize::from(self.byte()) % sides
    }

    /// Mostly a small number, and sometimes the largest; none that makes a map which takes long.
    fn number(&mut self) -> u32 {
        match self.byte() {
            byte @ 0..=239 => u32::from(byte) % 16,
            240..=250 => u32::from(self.byte()),
            _ => u32::MAX,
        }
    }

    fn fraction(&mut self) -> f64 {
        match self.byte() {
            byte @ 0..=199 => f64::from(byte) / 32.0,
            200..=219 => -f64::from(self.byte()) / 8.0,
            220..=229 => f64::NAN,
            230..=239 => f64::INFINITY,
            240..=247 => f64::MAX,
            _ => f64::MIN_POSITIVE,
        }
    }

    /// Keeps a value for the time of the call; gives where it lies.
    fn lend<T: 'static>(&mut self, value: T) -> *mut T {
        let mut place = Box::new(value);
        let at = &raw mut *place;
        self.lent.push(place);
        at
    }

    /// How many items the lists of the call have: at least 1, since a pointer may be to one.
    fn items(&mut self) -> usize {
        match self.items {
            Some(items) => items.max(1),
            None => {
                let items = self.below(MOST_ITEMS + 1);
                self.items = Some(items);
                items.max(1)
            }
        }
    }

    /// A list; sometimes null.
    fn list<T: 'static>(&mut self, draw: impl Fn(&mut Self) -> T) -> *mut T {
        if self.byte() >= 250 {
            return null_mut();
        }
        let items = self.items();
        let mut list: Box<[T]> = (0..items).map(|_| draw(self)).collect();
        let at = list.as_mut_ptr();
        self.lent.push(Box::new(list));
        at
    }

    /// A handle of a kind as a rule; sometimes null, one of another kind, or none at all.
    fn handle(&mut self, kind: usize) -> Handle {
        let (how, which) = (self.byte(), usize::from(self.byte()));
        let (kind, is_foreign) = match how {
            0..=235 => (kind, false),
            236..=243 => ((kind + 1 + which) % KINDS, (1 + which) % KINDS != 0),
            244..=247 => return null_mut(),
            248..=251 => {
                self.is_foreign = true;
                return self.nothing.as_mut_ptr();
            }
            _ => {
                self.is_foreign = true;
                return self.nothing.as_mut_ptr().wrapping_byte_add(1 + which % 7);
            }
        };
        let pool = &self.live[kind];
        if pool.is_empty() {
            return null_mut();
        }
        self.is_foreign |= is_foreign;
        pool[which % pool.len()]
    }

    fn own_handle<H: Kind>(&mut self) -> *mut H {
        let handle = self.handle(H::AT);
        self.first.get_or_insert((H::AT, handle));
        handle.cast()
    }

    /// The size that a structure says it has: mostly that of its type.
    fn size<T>(&mut self) -> usize {
        let size = size_of::<T>();
        match self.byte() {
            0..=239 => size,
            240 => 0,
            241 => usize::MAX,
            242 => size + 8,
            243 => size - 8,
            _ => self.below(2 * size),
        }
    }

    /// Bytes: some of the input, of something saved, or a text, now and then with one of them changed.
    fn blob(&mut self) -> Vec<u8> {
        let (how, which) = (self.byte(), usize::from(self.byte()));
        let mut blob = match how % 3 {
            0 => self.bytes[..which.min(self.bytes.len())].to_vec(),
            1 => self.saved(which),
            _ => TEXTS[which % TEXTS.len()].into(),
        };
        if how >= 128 && !blob.is_empty() {
            let at = usize::from(self.byte()) * 7 % blob.len();
            blob[at] ^= 1 << (how % 8);
        }
        blob
    }

    /// A copy of what lies behind a live handle of bytes.
    fn saved(&self, which: usize) -> Vec<u8> {
        let pool = &self.live[AstrideBytes::AT];
        let Some(&bytes) = pool.get(which % pool.len().max(1)) else { return Vec::new() };
        let (mut data, mut count) = (null(), 0);
        // SAFETY: the handle is live, and so are the places.
        let status = unsafe { astride_bytes_data(bytes.cast(), &mut data, &mut count) };
        assert_eq!(status, Status::Ok);
        // SAFETY: they are lent until the handle is freed.
        unsafe { std::slice::from_raw_parts(data, count) }.to_vec()
    }
}

/// What a parameter is handed.
trait Argument {
    fn draw(desk: &mut Desk<'_>) -> Self;
}

/// A status from those of errors to those of answers, but for that of a fault.
impl Argument for i32 {
    fn draw(desk: &mut Desk<'_>) -> i32 {
        i32::from(desk.byte() % 15) - 11
    }
}

impl Argument for u32 {
    fn draw(desk: &mut Desk<'_>) -> u32 {
        desk.number()
    }
}

/// Limits among them are so small that nothing takes long.
impl Argument for u64 {
    fn draw(desk: &mut Desk<'_>) -> u64 {
        u64::from(desk.byte())
    }
}

impl Argument for f64 {
    fn draw(desk: &mut Desk<'_>) -> f64 {
        desk.fraction()
    }
}

/// The length of the lists that were handed over; or fewer; or more than there can be anywhere.
impl Argument for usize {
    fn draw(desk: &mut Desk<'_>) -> usize {
        let items = desk.items.unwrap_or(0);
        match desk.byte() {
            0..=239 => items,
            240..=247 => desk.below(items + 1),
            248..=251 => usize::MAX,
            _ => usize::MAX / 2 + 1,
        }
    }
}

impl Argument for AstrideCell {
    fn draw(desk: &mut Desk<'_>) -> Self {
        match desk.byte() {
            byte @ 0..=239 => {
                AstrideCell { x: u32::from(byte % 16) % 5, y: u32::from(byte / 16) % 5 }
            }
            _ => AstrideCell { x: desk.number(), y: desk.number() },
        }
    }
}

impl Argument for AstrideRect {
    fn draw(desk: &mut Desk<'_>) -> Self {
        let AstrideCell { x, y } = AstrideCell::draw(desk);
        let AstrideCell { x: width, y: height } = AstrideCell::draw(desk);
        AstrideRect { x, y, width, height }
    }
}

impl Argument for AstridePlace {
    fn draw(desk: &mut Desk<'_>) -> Self {
        let mut number = || match desk.byte() {
            byte @ 0..=239 => i64::from(byte % 8) - 2,
            _ => i64::from(desk.number()) << (desk.byte() % 33),
        };
        AstridePlace { x: number(), y: number(), z: number().max(0) }
    }
}

impl Argument for AstridePoint {
    fn draw(desk: &mut Desk<'_>) -> Self {
        AstridePoint { x: desk.fraction(), y: desk.fraction() }
    }
}

impl Argument for AstrideRobot {
    fn draw(desk: &mut Desk<'_>) -> Self {
        AstrideRobot { cell: AstrideCell::draw(desk), facing: desk.number() % 9 }
    }
}

/// A text that ends with a zero; sometimes null.
impl Argument for *const c_char {
    fn draw(desk: &mut Desk<'_>) -> Self {
        let mut text = desk.blob();
        if text.first() == Some(&0) {
            return null();
        }
        text.retain(|&byte| byte != 0);
        let text = CString::new(text).expect("no zero is left");
        let at = text.as_ptr();
        desk.lent.push(Box::new(text));
        at
    }
}

/// Bytes to be read.
impl Argument for *const u8 {
    fn draw(desk: &mut Desk<'_>) -> Self {
        if desk.byte() >= 250 {
            return null();
        }
        let mut blob = desk.blob();
        desk.items = Some(blob.len());
        blob.shrink_to_fit();
        let at = blob.as_ptr();
        desk.lent.push(Box::new(blob));
        at
    }
}

macro_rules! lists {
    ($($item:ty),*) => {
        $(impl Argument for *const $item {
            fn draw(desk: &mut Desk<'_>) -> Self {
                desk.list(<$item>::draw)
            }
        })*
    };
}

lists!(AstrideCell, AstrideRobot, u32);

macro_rules! places {
    ($($item:ty: $value:expr),*) => {
        $(impl Argument for *mut $item {
            fn draw(desk: &mut Desk<'_>) -> Self {
                desk.list(|_| $value)
            }
        })*
    };
}

places! {
    u8: 0, u32: 0, u64: 0, AstrideCell: AstrideCell::default(), AstridePlace: AstridePlace::default(),
    AstridePoint: AstridePoint { x: 0.0, y: 0.0 },
    AstrideRobot: AstrideRobot { cell: AstrideCell::default(), facing: 0 },
    AstrideReached: AstrideReached { cell: AstrideCell::default(), cost: 0 }
}

/// Where a function says how many items it lends.
impl Argument for *mut usize {
    fn draw(desk: &mut Desk<'_>) -> Self {
        if desk.byte() >= 250 {
            return null_mut();
        }
        let at = desk.lend(0usize);
        desk.told_count = Some(at);
        at
    }
}

macro_rules! lent {
    ($($item:ty),*) => {
        $(impl Argument for *mut *const $item {
            fn draw(desk: &mut Desk<'_>) -> Self {
                if desk.byte() >= 250 {
                    return null_mut();
                }
                let at = desk.lend(null::<$item>());
                desk.told = Some((at.cast(), size_of::<$item>()));
                at
            }
        })*
    };
}

lent!(u8, AstrideCell, AstridePlace, AstridePoint, AstrideStay, AstrideFleetEvent, AstrideReached);

impl<H: Kind> Argument for *const H {
    fn draw(desk: &mut Desk<'_>) -> Self {
        desk.own_handle()
    }
}

impl<H: Kind> Argument for *mut H {
    fn draw(desk: &mut Desk<'_>) -> Self {
        desk.own_handle()
    }
}

/// Where a function puts a handle that it makes.
impl<H: Kind + 'static> Argument for *mut *mut H {
    fn draw(desk: &mut Desk<'_>) -> Self {
        if desk.byte() >= 250 {
            return null_mut();
        }
        let at = desk.lend(std::ptr::without_provenance_mut::<H>(UNTOUCHED));
        desk.made = Some((H::AT, at.cast_const().cast()));
        at
    }
}

/// Paths, each in a place of its own.
impl Argument for *const *mut AstridePath {
    fn draw(desk: &mut Desk<'_>) -> Self {
        let was_foreign = desk.is_foreign;
        let list = desk.list(|desk| desk.handle(AstridePath::AT).cast());
        // Those behind the number of paths are not looked at.
        desk.is_foreign = was_foreign;
        list
    }
}

macro_rules! structures {
    ($($item:ident { $($field:ident: $draw:expr),* })*) => {
        $(impl Argument for $item {
            fn draw(desk: &mut Desk<'_>) -> Self {
                // SAFETY: all its fields are numbers.
                let mut item: Self = unsafe { std::mem::zeroed() };
                $(item.$field = $draw(&mut *desk);)*
                item.struct_size = desk.size::<Self>();
                item
            }
        }

        impl Argument for *const $item {
            fn draw(desk: &mut Desk<'_>) -> Self {
                desk.list($item::draw)
            }
        }

        impl Argument for *mut $item {
            fn draw(desk: &mut Desk<'_>) -> Self {
                desk.list($item::draw)
            }
        })*
    };
}

/// A number of something of which there are few.
fn few(desk: &mut Desk<'_>) -> u32 {
    desk.number() % 4
}

/// The same without taking a byte, for fields that are younger than kept inputs.
fn peeked(desk: &mut Desk<'_>) -> u32 {
    desk.bytes.first().map_or(0, |&byte| u32::from(byte % 3))
}

structures! {
    AstrideAsk {
        start: AstrideCell::draw, goal: AstrideCell::draw, mover: few, faction: few,
        overlays: |desk: &mut Desk<'_>| few(desk).into(), or_nearest: u32::draw, reserved: |_| 0,
        around: peeked, or_to: |desk: &mut Desk<'_>| peeked(desk) / 2
    }
    AstrideRequestOptions {
        most_expansions: u64::draw, most_frames: u64::draw, priority: u32::draw, reserved: |_| 0
    }
    AstrideFindOptions {
        most_cost: |desk: &mut Desk<'_>| 5000 * u64::draw(desk), most_expansions: u64::draw,
        most_micros: u64::draw, method: u32::draw, or_nearest: u32::draw
    }
    AstrideNavigatorOptions {
        quantum: u64::draw, most_requests: u64::draw, upkeep: u32::draw, lanes: u32::draw,
        ageing: u32::draw
    }
    AstrideFleetOptions {
        seed: u64::draw, table_bytes: |desk: &mut Desk<'_>| u64::draw(desk) << 8, span: u32::draw,
        assignment: u32::draw, turning: u32::draw, no_learning: u32::draw
    }
    AstrideSmoothOptions { body: f64::draw, turn: f64::draw, flatness: f64::draw }
    AstrideSmoothed {}
    AstridePathInfo {}
    AstridePlanInfo {}
    AstrideFleetInfo {}
    AstrideMaintained {}
    AstrideWork {}
    AstrideDelivery {}
}

/// Never null and never without a limit, which would take a second.
impl Argument for *const AstridePlanOptions {
    fn draw(desk: &mut Desk<'_>) -> Self {
        let options = AstridePlanOptions {
            struct_size: desk.size::<AstridePlanOptions>(),
            most_expansions: 1 + u64::draw(desk) / 8,
            most_micros: 0,
            seed: u64::draw(desk),
            field_bytes: u64::draw(desk) << 8,
            method: desk.number() % 10,
            objective: desk.number() % 4,
            percent: u32::draw(desk),
            reserved: 0,
        };
        desk.lend(options)
    }
}

/// A function that C calls, whatever its parameters.
trait Function {
    fn call(self, desk: &mut Desk<'_>) -> Status;
}

macro_rules! functions {
    ($($parameter:ident),*) => {
        impl<$($parameter: Argument),*> Function for unsafe extern "C" fn($($parameter),*) -> Status {
            fn call(self, desk: &mut Desk<'_>) -> Status {
                // SAFETY: a pointer is null, or of a live value with as many items as the number beside
                // it says, and what is written to is nowhere else; handles are null, live, or no handles.
                unsafe { self($($parameter::draw(desk)),*) }
            }
        }
    };
}

functions!(A);
functions!(A, B);
functions!(A, B, C);
functions!(A, B, C, D);
functions!(A, B, C, D, E);
functions!(A, B, C, D, E, F);
functions!(A, B, C, D, E, F, G);
functions!(A, B, C, D, E, F, G, H);

impl Desk<'_> {
    /// Makes one call, and checks what is promised of any.
    fn call(&mut self, name: &str, call: fn(&mut Self) -> Status) {
        (self.items, self.first, self.is_foreign) = (None, None, false);
        (self.made, self.told, self.told_count) = (None, None, None);
        let status = call(self);
        // SAFETY: both are never null, and good until the next error.
        let [text, code] = unsafe {
            [astride_last_error(), astride_last_error_code()].map(|at| CStr::from_ptr(at))
        };
        assert_ne!(status, Status::Panicked, "{name}: {text:?}");
        assert!((status as i32) >= 0 || !text.is_empty(), "{name} gives {status:?} and no text");
        assert!((status as i32) < 0 || !self.is_foreign, "{name} takes a foreign handle");
        assert!(code.to_str().is_ok(), "{name}: {code:?}");
        self.keep(name, status);
        self.read_lent(name, status);
        if name.ends_with("_free") && status == Status::Ok {
            let (kind, handle) = self.first.expect("a handle to free");
            self.live[kind].retain(|&live| live != handle);
        }
        self.lent.clear();
        self.counts[usize::from((status as i32) >= 0)] += 1;
    }

    /// Keeps a handle that was made.
    fn keep(&mut self, name: &str, status: Status) {
        let Some((kind, place)) = self.made else { return };
        // SAFETY: the place is among what is lent.
        let handle = unsafe { place.read() };
        match status {
            Status::Ok => {
                assert!(handle.addr() > UNTOUCHED, "{name} says that it made something");
                self.live[kind].push(handle);
            }
            _ => assert!(handle.is_null(), "{name} gives {status:?} and leaves {handle:?}"),
        }
    }

    /// Reads all of what a function lends.
    fn read_lent(&mut self, name: &str, status: Status) {
        let (Some((place, size)), Some(count), Status::Ok) = (self.told, self.told_count, status)
        else {
            return;
        };
        // SAFETY: both places are among what is lent.
        let (list, count) = unsafe { (place.read(), count.read()) };
        assert!(!list.is_null(), "{name} lends nothing");
        // SAFETY: this many items lie there until their owner is changed or freed, and all are numbers
        // without gaps.
        let bytes = unsafe { std::slice::from_raw_parts(list, count * size) };
        std::hint::black_box(bytes.iter().fold(0, |sum, byte| sum ^ byte));
    }
}

impl Drop for Desk<'_> {
    /// Frees all that is live; only what was promised to be live can be.
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        for (kind, pool) in std::mem::take(&mut self.live).into_iter().enumerate() {
            for handle in pool {
                // SAFETY: the handle is live, and this is its last use.
                assert_eq!(unsafe { free(kind, handle) }, Status::Ok, "kind {kind}");
            }
        }
    }
}

/// # Safety
///
/// The handle is live and of this kind.
unsafe fn free(kind: usize, handle: Handle) -> Status {
    // SAFETY: the caller promises it.
    unsafe {
        match kind {
            AstrideGrid::AT => astride_grid_free(handle.cast()),
            AstrideMover::AT => astride_mover_free(handle.cast()),
            AstrideEdit::AT => astride_edit_free(handle.cast()),
            AstridePath::AT => astride_path_free(handle.cast()),
            AstrideScratch::AT => astride_scratch_free(handle.cast()),
            AstrideField::AT => astride_field_free(handle.cast()),
            AstrideIndex::AT => astride_index_free(handle.cast()),
            AstrideBytes::AT => astride_bytes_free(handle.cast()),
            AstrideNavigator::AT => astride_navigator_free(handle.cast()),
            AstrideSnapshot::AT => astride_snapshot_free(handle.cast()),
            AstrideBuild::AT => astride_build_free(handle.cast()),
            AstrideCrowd::AT => astride_crowd_free(handle.cast()),
            AstridePlan::AT => astride_plan_free(handle.cast()),
            AstrideFleet::AT => astride_fleet_free(handle.cast()),
            AstrideWorld::AT => astride_world_free(handle.cast()),
            AstrideRoute::AT => astride_route_free(handle.cast()),
            _ => astride_reach_free(handle.cast()),
        }
    }
}

/// A call: the name of its function, and the call itself.
type Call = (&'static str, fn(&mut Desk<'_>) -> Status);

/// Functions by name, each with the number of its parameters.
macro_rules! calls {
    (@of 1 $name:ident) => { $name as unsafe extern "C" fn(_) -> Status };
    (@of 2 $name:ident) => { $name as unsafe extern "C" fn(_, _) -> Status };
    (@of 3 $name:ident) => { $name as unsafe extern "C" fn(_, _, _) -> Status };
    (@of 4 $name:ident) => { $name as unsafe extern "C" fn(_, _, _, _) -> Status };
    (@of 5 $name:ident) => { $name as unsafe extern "C" fn(_, _, _, _, _) -> Status };
    (@of 6 $name:ident) => { $name as unsafe extern "C" fn(_, _, _, _, _, _) -> Status };
    (@of 7 $name:ident) => { $name as unsafe extern "C" fn(_, _, _, _, _, _, _) -> Status };
    (@of 8 $name:ident) => { $name as unsafe extern "C" fn(_, _, _, _, _, _, _, _) -> Status };
    ($($count:tt $name:ident,)*) => {
        &[$((stringify!($name), |desk| calls!(@of $count $name).call(desk)),)*]
    };
}

/// Makes the calls that `data` says, each byte the number of one and what follows what it is handed;
/// gives how many were refused, and how many not.
///
/// # Panics
///
/// If a call panics, takes a handle of another kind, makes nothing and says that it did, fails without
/// a text, or lends what cannot be read; or if something live cannot be freed at the end.
pub(crate) fn c_calls(data: &[u8]) -> [u32; 2] {
    let mut desk = Desk::new(data);
    begin(&mut desk);
    for _ in 0..MOST_CALLS {
        if desk.bytes.is_empty() {
            break;
        }
        let number = usize::from(desk.byte());
        // Numbers behind the last function are for those to come.
        if let Some(&(name, call)) = CALLS.get(number) {
            desk.call(name, call);
        }
    }
    desk.counts
}

/// Makes one of nearly everything, so that a short input reaches far.
fn begin(desk: &mut Desk<'_>) {
    let robot = AstrideRobot { cell: AstrideCell { x: 1, y: 1 }, facing: 0 };
    let graph = TEXTS[6];
    let mut made: [Handle; KINDS] = [null_mut(); KINDS];
    let [
        grid,
        mover,
        edit,
        path,
        scratch,
        field,
        index,
        bytes,
        navigator,
        snapshot,
        _,
        crowd,
        plan,
        fleet,
        world,
        route,
        reach,
    ] = &mut made;
    // SAFETY: all pointers are of live values, and handles are live.
    let all = unsafe {
        [
            astride_grid_new(5, 4, b'.'.into(), (&raw mut *grid).cast()),
            astride_mover_walker((&raw mut *mover).cast()),
            astride_edit_new((&raw mut *edit).cast()),
            astride_path_new((&raw mut *path).cast()),
            astride_scratch_new((&raw mut *scratch).cast()),
            astride_field_new((&raw mut *field).cast()),
            astride_index_build(grid.cast(), null(), 1, (&raw mut *index).cast()),
            astride_index_save(index.cast(), (&raw mut *bytes).cast()),
            astride_navigator_new(grid.cast(), null(), null(), (&raw mut *navigator).cast()),
            astride_navigator_snapshot(navigator.cast(), (&raw mut *snapshot).cast()),
            astride_crowd_new(grid.cast(), null(), 0, (&raw mut *crowd).cast()),
            astride_plan_new((&raw mut *plan).cast()),
            astride_fleet_new(grid.cast(), null(), &robot, 1, null(), (&raw mut *fleet).cast()),
            astride_world_read(4, graph.as_ptr(), graph.len(), (&raw mut *world).cast()),
            astride_route_new((&raw mut *route).cast()),
            astride_reach_new((&raw mut *reach).cast()),
            astride_navigator_add_places(navigator.cast(), &mut 0),
            astride_navigator_set_places(navigator.cast(), 1, &AstrideCell { x: 2, y: 2 }, 1),
        ]
    };
    assert_eq!(all, [Status::Ok; 18]);
    for (pool, handle) in desk.live.iter_mut().zip(made) {
        pool.extend(Some(handle).filter(|handle| !handle.is_null()));
    }
}

/// All functions that give a status, in the order of the header; new ones go to the end, so that kept
/// inputs go on meaning what they did.
#[rustfmt::skip]
const CALLS: &[Call] = calls![
    3 astride_bytes_data, 1 astride_bytes_free, 4 astride_crowd_new, 1 astride_crowd_free,
    3 astride_crowd_follow, 5 astride_crowd_spawn, 6 astride_crowd_spawn_near,
    3 astride_crowd_teleport, 2 astride_crowd_remove, 4 astride_crowd_order,
    7 astride_crowd_order_formation, 2 astride_crowd_advance, 3 astride_crowd_count,
    3 astride_crowd_positions, 3 astride_crowd_velocities, 3 astride_crowd_arrived,
    2 astride_crowd_digest, 1 astride_edit_new, 1 astride_edit_clear, 3 astride_edit_set,
    3 astride_edit_fill, 4 astride_edit_wall, 4 astride_edit_step, 4 astride_edit_link,
    3 astride_edit_unlink, 1 astride_edit_free, 1 astride_field_new, 8 astride_field_compute,
    3 astride_field_cost, 3 astride_field_costs, 4 astride_field_next, 4 astride_field_path,
    1 astride_field_free, 5 astride_find_path, 7 astride_find_path_by, 1 astride_scratch_new,
    1 astride_scratch_free, 6 astride_fleet_new, 1 astride_fleet_free, 4 astride_fleet_add_task,
    3 astride_fleet_step, 3 astride_fleet_robots, 3 astride_fleet_actions, 3 astride_fleet_goals,
    3 astride_fleet_events, 3 astride_fleet_set_working, 3 astride_fleet_set_open,
    2 astride_fleet_info, 2 astride_fleet_digest, 4 astride_grid_new, 5 astride_grid_from_classes,
    4 astride_grid_from_text, 3 astride_grid_from_map, 2 astride_grid_to_map, 3 astride_grid_size,
    3 astride_grid_class, 3 astride_grid_classes, 2 astride_grid_revision, 3 astride_grid_apply,
    2 astride_grid_copy, 1 astride_grid_free, 4 astride_index_build, 3 astride_index_update,
    7 astride_index_find, 6 astride_index_cost, 2 astride_index_save, 5 astride_index_load,
    1 astride_index_free, 1 astride_mover_walker, 1 astride_mover_new, 4 astride_mover_class,
    2 astride_mover_neighbours, 2 astride_mover_corners, 3 astride_mover_scale,
    1 astride_mover_free, 4 astride_navigator_new, 1 astride_navigator_free,
    4 astride_navigator_add_mover, 3 astride_navigator_apply, 2 astride_navigator_revision,
    3 astride_navigator_class, 2 astride_navigator_grid, 4 astride_navigator_keep,
    3 astride_navigator_maintain, 2 astride_navigator_save, 3 astride_navigator_load,
    2 astride_navigator_pending, 1 astride_build_run, 2 astride_navigator_adopt,
    1 astride_build_free, 3 astride_navigator_add_faction, 4 astride_navigator_reveal,
    7 astride_navigator_reveal_around, 3 astride_navigator_remember,
    2 astride_navigator_add_overlay, 4 astride_navigator_overlay_fill, 4 astride_navigator_find,
    3 astride_navigator_cost, 4 astride_navigator_costs, 4 astride_navigator_find_many,
    6 astride_navigator_snap, 5 astride_navigator_request, 4 astride_navigator_work,
    3 astride_navigator_take, 4 astride_navigator_progress, 2 astride_navigator_cancel,
    2 astride_navigator_snapshot, 5 astride_snapshot_find, 2 astride_snapshot_revision,
    1 astride_snapshot_free, 1 astride_path_new, 3 astride_path_cells, 2 astride_path_steps,
    2 astride_path_cost, 2 astride_path_info, 1 astride_path_free, 1 astride_plan_new,
    1 astride_plan_free, 7 astride_plan_solve, 2 astride_plan_info, 4 astride_plan_stays,
    4 astride_plan_at, 6 astride_plan_check, 2 astride_plan_write, 4 astride_plan_read,
    3 astride_world_open, 4 astride_world_read, 1 astride_world_free, 2 astride_world_save,
    4 astride_world_info, 3 astride_world_named, 3 astride_world_class, 4 astride_world_set,
    5 astride_world_link, 4 astride_world_unlink, 7 astride_world_find, 1 astride_route_new,
    3 astride_route_places, 2 astride_route_info, 1 astride_route_free,
    4 astride_edit_fence, 4 astride_edit_fence_step, 3 astride_mover_crosses,
    2 astride_mover_stopped_by, 6 astride_navigator_standing, 2 astride_set_last_error,
    2 astride_navigator_add_places, 4 astride_navigator_set_places, 4 astride_navigator_submit,
    1 astride_reach_new, 5 astride_navigator_reach, 6 astride_snapshot_reach, 3 astride_reach_cells,
    4 astride_reach_copy, 3 astride_reach_cost, 3 astride_reach_path, 1 astride_reach_free,
    5 astride_navigator_would_part, 5 astride_navigator_find_if, 4 astride_path_copy,
    5 astride_path_smooth, 3 astride_path_points, 4 astride_path_copy_points,
    5 astride_navigator_adopt_saved, 6 astride_navigator_explain,
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use astride::base::Random;

    use super::*;
    use crate::programs::is_slow;

    #[test]
    fn any_calls_end_in_a_status_and_leave_what_can_be_freed() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");
        for folder in ["seeds/c_calls", "regressions/c_calls"] {
            let Ok(files) = fs::read_dir(format!("{root}/{folder}")) else { continue };
            for file in files {
                c_calls(&fs::read(file.expect("an entry").path()).expect("a readable file"));
            }
        }
        let mut random = Random::new(7);
        let mut counts = [0; 2];
        for _ in 0..if is_slow() { 100_000 } else { 500 } {
            let bytes: Vec<u8> = (0..600).map(|_| random.below(256) as u8).collect();
            counts.iter_mut().zip(c_calls(&bytes)).for_each(|(sum, count)| *sum += count);
        }
        assert!(counts.iter().all(|&count| count > 5_000), "{counts:?}");
    }

    #[test]
    fn every_function_of_the_header_is_among_the_calls() {
        let header = include_str!("../include/astride.h");
        let lines = header.lines().filter_map(|line| line.strip_prefix("AstrideStatus "));
        let declared: BTreeSet<&str> =
            lines.filter_map(|line| Some(line.split_once('(')?.0)).collect();
        let called: BTreeSet<&str> = CALLS.iter().map(|call| call.0).collect();
        assert_eq!(called, declared);
        assert_eq!((called.len(), CALLS.len() < 256), (CALLS.len(), true));
    }
}
