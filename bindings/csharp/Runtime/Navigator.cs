using System;
using System.Collections.Generic;
using System.Threading;

namespace Astride
{
    /// <summary>Owns a map and what is kept for it, follows edits, and answers: at once, or over frames within
    /// a budget. Use it from one thread; others read a <see cref="Snapshot"/>.</summary>
    /// <remarks>Two calls that ask, work or cancel at once exclude each other: one of them throws with
    /// <see cref="Status.Busy"/> before it has done anything.</remarks>
    public sealed class Navigator : Handle
    {
        // The map, and about what is kept of it for a mover.
        private const int BytesPerCell = 8;

        private readonly Dictionary<ulong, PathRequest> requests = new Dictionary<ulong, PathRequest>();
        // Answers come before it is known whose they are.
        private readonly Path next = new Path();
        // What that answer is, and whether it is still to be handed out.
        private Delivery taken = Delivery.ToFill();
        private bool isTaken;
        // 1 while a call is under way that asks, works or cancels. Each is more than one call of the library.
        private int isAsked;

        /// <summary>A navigator of a copy of the grid, whose first mover, number 0, is a copy of the mover.</summary>
        public Navigator(Grid grid, Mover mover = null, NavigatorOptions options = default(NavigatorOptions))
        {
            options = options.Sized();
            IntPtr made;
            Own(Native.astride_navigator_new(Live(grid, "grid"), Mover.OrUsual(mover), ref options, out made), made);
            Weigh(BytesPerCell * grid.CellCount);
        }

        private Navigator(Status status, IntPtr made, long bytes)
        {
            Own(status, made);
            Weigh(bytes);
        }

        /// <summary>A navigator from bytes that <see cref="Save"/> made. Its requests are as usual.</summary>
        public static Navigator Load(byte[] data)
        {
            if (data == null) throw new ArgumentNullException("data");
            IntPtr made;
            return new Navigator(Native.astride_navigator_load(data, (UIntPtr)data.Length, out made), made, data.Length);
        }

        internal override bool Free()
        {
            // Not before, since a call may be under way that fills it.
            next.Dispose();
            return Native.astride_navigator_free(handle) == Status.Ok;
        }

        /// <summary>Map, movers, factions, overlays and indexes as bytes, to go on later with the same answers.</summary>
        public byte[] Save()
        {
            IntPtr made;
            return new Bytes(Native.astride_navigator_save(Live(this), out made), made).TakeAll();
        }

        /// <summary>A copy of the map.</summary>
        public Grid CopyGrid() { return Grid.OfNavigator(this); }

        /// <summary>The terrain class of a cell of the map.</summary>
        public char this[Cell cell]
        {
            get
            {
                byte terrainClass;
                Enter(this);
                var status = Native.astride_navigator_class(handle, cell, out terrainClass);
                Leave();
                Check.Answer(status);
                return (char)terrainClass;
            }
        }

        /// <summary>How often the map was edited.</summary>
        public ulong Revision
        {
            get
            {
                ulong revision;
                Check.Answer(Native.astride_navigator_revision(Live(this), out revision));
                return revision;
            }
        }

        /// <summary>Makes all changes of a batch, or none; all that is kept follows. Returns the revision after it.</summary>
        public ulong Apply(Edit edit)
        {
            ulong revision;
            Check.Answer(Native.astride_navigator_apply(Live(this), Live(edit, "edit"), out revision));
            return revision;
        }

        /// <summary>Adds a mover that covers <paramref name="side"/> by as many cells; returns its number. It is
        /// addressed, and its paths are given, by the cell at its top left.</summary>
        public int AddMover(Mover mover, int side = 1)
        {
            uint number;
            Check.Answer(Native.astride_navigator_add_mover(Live(this), Mover.OrUsual(mover),
                Check.NotNegative(side, "side"), out number));
            return (int)number;
        }

        /// <summary>Adds a faction that knows nothing of the map yet and takes it to be of a class; returns its number.</summary>
        public int AddFaction(char assumed = '.')
        {
            uint number;
            Check.Answer(Native.astride_navigator_add_faction(Live(this), assumed, out number));
            return (int)number;
        }

        /// <summary>A faction sees the cells of a rectangle as they are; what lies off the map is left out. Returns how
        /// many cells became known.</summary>
        public int Reveal(int faction, CellRect rect)
        {
            uint known;
            Check.Answer(Native.astride_navigator_reveal(Live(this), unchecked((uint)faction), rect.Clipped(), out known));
            return (int)known;
        }

        /// <summary>A faction sees what is in sight from a cell, up to <paramref name="radius"/> cells away; cells of
        /// the classes in <paramref name="opaque"/> stop its sight, null is none. Returns how many cells became
        /// known.</summary>
        public int RevealAround(int faction, Cell eye, int radius, byte[] opaque)
        {
            uint known;
            opaque = opaque ?? new byte[0];
            Check.Answer(Native.astride_navigator_reveal_around(Live(this), unchecked((uint)faction), eye,
                Check.NotNegative(radius, "radius"), opaque, (UIntPtr)opaque.Length, out known));
            return (int)known;
        }

        /// <summary>Before an edit that a faction does not see: it goes on taking these cells, and walls, fences and
        /// one-way steps between them, for what they are now. For a wall, name both of its cells.</summary>
        public void Remember(int faction, CellRect rect)
        {
            Check.Answer(Native.astride_navigator_remember(Live(this), unchecked((uint)faction), rect.Clipped()));
        }

        /// <summary>Adds an overlay without extra cost; returns its number.</summary>
        public int AddOverlay()
        {
            uint number;
            Check.Answer(Native.astride_navigator_add_overlay(Live(this), out number));
            return (int)number;
        }

        /// <summary>The most extra ticks that a cell of an overlay can have: 2^24 - 1.</summary>
        public const int MostOverlayTicks = (1 << 24) - 1;

        /// <summary>Sets the extra cost of entering each cell of a rectangle, 0 to
        /// <see cref="MostOverlayTicks"/>, for those who ask with this overlay.</summary>
        public void FillOverlay(int overlay, CellRect rect, int ticks)
        {
            Check.Answer(Native.astride_navigator_overlay_fill(Live(this), unchecked((uint)overlay), rect,
                Check.NotNegative(ticks, "ticks")));
        }

        /// <summary>Adds a set of places without any in it; returns its number, for <see cref="Ask.Around"/> and
        /// <see cref="Ask.OrTo"/>. Sets are not saved.</summary>
        public int AddPlaces()
        {
            uint number;
            Check.Answer(Native.astride_navigator_add_places(Live(this), out number));
            return (int)number;
        }

        /// <summary>Replaces all of a set by these cells, each frame for example by all cells that units cover: the map
        /// is not edited, and if they are the same as before, nothing becomes outdated.</summary>
        public void SetPlaces(int set, Cell[] cells)
        {
            if (cells == null) throw new ArgumentNullException("cells");
            SetPlaces(set, cells, cells.Length);
        }

        /// <summary>The same by the first <paramref name="count"/> cells of an array.</summary>
        public unsafe void SetPlaces(int set, Cell[] cells, int count)
        {
            if (cells == null) throw new ArgumentNullException("cells");
            if (Check.NotNegative(count, "count") > cells.Length)
                throw new ArgumentOutOfRangeException("count", count, "expected at most as many as there are cells");
            Status status;
            Enter(this);
            // Nobody moves the cells while the library reads them.
            fixed (Cell* first = cells)
                status = Native.astride_navigator_set_places(handle, unchecked((uint)set), (IntPtr)first, (UIntPtr)count);
            Leave();
            Check.Answer(status);
        }

        /// <summary>Finds all cells that can be reached from the start of a question at a cost of at most
        /// <paramref name="mostCost"/> ticks, for its mover, by what its faction believes, under its overlays and around
        /// its blockers; its goals are not looked at. 0 expansions is no limit. Returns whether it is complete; without
        /// that, there are no cells.</summary>
        public bool FindReach(Ask ask, ulong mostCost, Reach reach, ulong mostExpansions = 0)
        {
            ask = ask.Sized();
            Enter(this, reach, "reach");
            var status = Native.astride_navigator_reach(handle, ref ask, mostCost, mostExpansions, reach.Pointer);
            Leave(this, reach);
            return Check.Answer(status) == Status.Ok;
        }

        /// <summary>Whether a batch of edits, which is not made, would take the path from any of some questions: a
        /// tower from a way that has to stay open.</summary>
        public bool WouldPart(Edit edit, params Ask[] asks) { return Parts(edit, asks, null); }

        /// <summary>The same; <paramref name="parted"/>, which has as many places as there are questions, becomes 1 for
        /// each that would lose its path, and 0 for the others.</summary>
        public bool WouldPart(Edit edit, Ask[] asks, byte[] parted)
        {
            if (parted == null) throw new ArgumentNullException("parted");
            return Parts(edit, asks, parted);
        }

        private bool Parts(Edit edit, Ask[] asks, byte[] parted)
        {
            Size(asks, parted, "parted");
            return Check.Answer(Native.astride_navigator_would_part(Live(this), Live(edit, "edit"), asks,
                (UIntPtr)asks.Length, parted)) == Status.Ok;
        }

        /// <summary>Finds a cheapest path on the map as it would be after a batch of edits, which is not made; 0
        /// expansions is no limit.</summary>
        public bool FindPathIf(Edit edit, Ask ask, Path path, ulong mostExpansions = 0)
        {
            ask = ask.Sized();
            Enter(this, edit, path, "path", "edit");
            var status = Native.astride_navigator_find_if(handle, edit.Pointer, ref ask, mostExpansions, path.Pointer);
            Leave(this, edit, path);
            return path.Filled(status);
        }

        /// <summary>Keeps an index for a mover from now on. Labels are built by <see cref="Pending"/>.</summary>
        public void Keep(Keep index, int mover = 0)
        {
            Check.Answer(Native.astride_navigator_keep(Live(this), unchecked((uint)mover), (uint)index, 1));
        }

        /// <summary>Drops an index that is kept for a mover.</summary>
        public void Drop(Keep index, int mover = 0)
        {
            Check.Answer(Native.astride_navigator_keep(Live(this), unchecked((uint)mover), (uint)index, 0));
        }

        /// <summary>Brings indexes up to date until this many cells have been looked at.</summary>
        public Maintained Maintain(ulong cells)
        {
            var maintained = Maintained.ToFill();
            Check.Answer(Native.astride_navigator_maintain(Live(this), cells, ref maintained));
            return maintained;
        }

        /// <summary>An index that is asked for and takes seconds, to be built on any thread; null if none is.</summary>
        public Build Pending()
        {
            IntPtr made;
            var status = Check.Answer(Native.astride_navigator_pending(Live(this), out made));
            return status == Status.Nothing ? null : new Build(made);
        }

        /// <summary>Takes an index that was built. Returns whether it is used from now on.</summary>
        public bool Adopt(Build build)
        {
            return Check.Answer(Native.astride_navigator_adopt(Live(this), Live(build, "build"))) == Status.Ok;
        }

        /// <summary>Takes labels, clusters and landmarks from the bytes of a file that <c>astride bake</c> or
        /// <see cref="PathIndex.Save"/> made of this map for an equal mover, and keeps them from now on. Returns a bit
        /// for each that was taken, 1 shifted left by its <see cref="Astride.Keep"/>.</summary>
        public int Adopt(byte[] data, int mover = 0)
        {
            if (data == null) throw new ArgumentNullException("data");
            uint taken;
            Check.Answer(Native.astride_navigator_adopt_saved(Live(this), unchecked((uint)mover), data,
                (UIntPtr)data.Length, out taken));
            return (int)taken;
        }

        /// <summary>Explains why there is no path: <see cref="Path.Info"/> of <paramref name="way"/> has the reason, its
        /// cells lead through the fewest blocked cells that would have to be opened, and
        /// <paramref name="opening"/> becomes the batch that opens them, or empty; 0 expansions is no limit. Returns
        /// <see cref="Status.Ok"/>, <see cref="Status.Unreachable"/> if nothing that could be opened helps,
        /// <see cref="Status.Nothing"/> if there is a path, or <see cref="Status.OutOfBudget"/>.</summary>
        public Status Explain(Ask ask, Edit opening, Path way, ulong mostExpansions = 0)
        {
            ask = ask.Sized();
            Enter(this, opening, way, "way", "opening");
            var status = Native.astride_navigator_explain(handle, ref ask, IntPtr.Zero, mostExpansions, opening.Pointer,
                way.Pointer);
            Leave(this, opening, way);
            way.Filled(status);
            return status;
        }

        /// <summary>Finds a cheapest path at once; 0 expansions is no limit. Returns whether one was found;
        /// <see cref="Path.Info"/> says why not.</summary>
        public bool FindPath(Ask ask, Path path, ulong mostExpansions = 0)
        {
            ask = ask.Sized();
            Enter(this, path);
            var status = Native.astride_navigator_find(handle, ref ask, mostExpansions, path.Pointer);
            Leave(this, path);
            return path.Filled(status);
        }

        /// <summary>Finds a cheapest path of the first mover at once.</summary>
        public bool FindPath(Cell start, Cell goal, Path path) { return FindPath(new Ask(start, goal), path); }

        /// <summary>The cost of a cheapest path in ticks; <see cref="Path.NoCost"/> if there is none.</summary>
        public ulong Cost(Ask ask)
        {
            ulong cost;
            ask = ask.Sized();
            Enter(this);
            var status = Native.astride_navigator_cost(handle, ref ask, out cost);
            Leave();
            Check.Answer(status);
            return cost;
        }

        /// <summary>The costs of many questions, into an array of as many places.</summary>
        public void Costs(Ask[] asks, ulong[] costs)
        {
            if (costs == null) throw new ArgumentNullException("costs");
            Size(asks, costs, "costs");
            Check.Answer(Native.astride_navigator_costs(Live(this), asks, (UIntPtr)asks.Length, costs));
        }

        // Questions as the library expects them, and as many places for the answers, if any are wanted.
        private static void Size(Ask[] asks, Array places, string name)
        {
            if (asks == null) throw new ArgumentNullException("asks");
            if (places != null && places.Length != asks.Length)
                throw new ArgumentException("expected as many places as questions, " + asks.Length, name);
            for (var at = 0; at < asks.Length; at++) asks[at] = asks[at].Sized();
        }

        /// <summary>The nearest cell on which a mover can stand, at most <paramref name="radius"/> columns and
        /// rows away; 0 is as far as it takes. Returns whether there is one.</summary>
        public bool Snap(Cell cell, out Cell nearest, int mover = 0, int radius = 0)
        {
            return Check.Answer(Native.astride_navigator_snap(Live(this), unchecked((uint)mover), cell,
                Check.NotNegative(radius, "radius"), IntPtr.Zero, out nearest)) == Status.Ok;
        }

        /// <summary>How much of a path holds on the map as it is now: <paramref name="ask"/> is the question that
        /// this navigator answered with it. It is quick where nothing was edited since the navigator was made, and
        /// else looks at each cell of the path; <see cref="Revision"/> tells whether to ask again.</summary>
        public Standing StandingOf(Ask ask, Path path)
        {
            ulong cost;
            int step;
            return StandingOf(ask, path, out cost, out step);
        }

        /// <summary>The same; with <see cref="Standing.OtherCost"/>, <paramref name="cost"/> is what the path costs
        /// now, and with <see cref="Standing.Blocked"/>, <paramref name="step"/> is the first step, from 0, that is
        /// not possible. A path without cells is outdated.</summary>
        public Standing StandingOf(Ask ask, Path path, out ulong cost, out int step)
        {
            uint standing;
            ulong first;
            ask = ask.Sized();
            Enter(this, path);
            var status = Native.astride_navigator_standing(handle, ref ask, path.Pointer, out standing, out cost, out first);
            Leave(this, path);
            step = (int)first;
            return Check.Answer(status) == Status.Nothing ? Standing.Outdated : (Standing)standing;
        }

        /// <summary>Asks for a path that <see cref="Work"/> will find. 0 expansions is no limit.</summary>
        public PathRequest Request(Cell start, Cell goal, byte priority = 0)
        {
            return Request(new PathRequest(), new Ask(start, goal), priority);
        }

        /// <summary>The same with a request that is used again, so that nothing is allocated. It must not be
        /// waiting. If it is not answered by the end of the next <paramref name="mostFrames"/> calls of
        /// <see cref="Work"/>, it is done without a path, with <see cref="Status.Expired"/>; 0 is no limit.</summary>
        public PathRequest Request(PathRequest request, Ask ask, byte priority = 0, ulong mostExpansions = 0,
            ulong mostFrames = 0)
        {
            if (request == null) throw new ArgumentNullException("request");
            ask = ask.Sized();
            var options = new RequestOptions(priority, mostExpansions, mostFrames);
            Begin();
            try
            {
                // Before the library is asked: another navigator may want it just now.
                request.Claim(this);
                try
                {
                    ulong ticket;
                    Check.Answer(Native.astride_navigator_submit(this, ref ask, ref options, out ticket));
                    requests[ticket] = request;
                    request.Begin(ticket);
                }
                catch
                {
                    request.End();
                    throw;
                }
            }
            finally { End(); }
            return request;
        }

        /// <summary>One frame: answers requests until this many expansions were made or this many microseconds
        /// have passed; 0 is no limit. Requests that were answered have their paths afterwards; where other threads
        /// go on for milliseconds with the navigator or such a path, the next frame hands out the rest.</summary>
        public Work Work(ulong mostExpansions, ulong mostMicroseconds = 0)
        {
            var work = Astride.Work.ToFill();
            Begin();
            try
            {
                Check.Answer(Native.astride_navigator_work(this, mostExpansions, mostMicroseconds, ref work));
                while (isTaken || Take())
                {
                    PathRequest request;
                    isTaken = requests.TryGetValue(taken.Ticket, out request) && !request.Deliver(taken, next);
                    if (isTaken) break;
                    requests.Remove(taken.Ticket);
                }
            }
            finally { End(); }
            return work;
        }

        // What was worked is not refused any more: where another thread reads just now, its end is waited for, and
        // if it never seems to end, the next frame delivers. The same holds for the path that an answer goes to.
        private bool Take()
        {
            var wait = new SpinWait();
            do
            {
                var status = Native.astride_navigator_take(this, ref taken, next);
                if (status != Status.Busy) return Check.Answer(status) == Status.Ok;
            } while (GoesOn(ref wait));
            return false;
        }

        // Until its end nobody frees the navigator, so that an answer is handed out whole.
        private void Begin()
        {
            Enter(this);
            try { BeAlone(); }
            catch
            {
                Leave();
                throw;
            }
        }

        private void BeAlone()
        {
            if (Interlocked.CompareExchange(ref isAsked, 1, 0) == 0) return;
            throw Busy();
        }

        private void End()
        {
            Volatile.Write(ref isAsked, 0);
            Leave();
        }

        /// <summary>The map as it is now, for readers on other threads. It copies nothing.</summary>
        public Snapshot TakeSnapshot()
        {
            IntPtr made;
            return new Snapshot(Native.astride_navigator_snapshot(Live(this), out made), made);
        }

        internal void Cancel(PathRequest request)
        {
            // Also where the navigator was disposed of, since a call may be under way that answers.
            BeAlone();
            try
            {
                ulong ticket;
                // It may have been answered just now, or taken back.
                if (!request.Waits(this, out ticket)) return;
                if (isTaken && taken.Ticket == ticket) isTaken = false;
                else if (TryEnter())
                    try { Check.Answer(Native.astride_navigator_cancel(this, ticket)); }
                    finally { Leave(); }
                requests.Remove(ticket);
                // In here: as soon as it waits no more, another thread may ask with it.
                request.End();
            }
            finally { Volatile.Write(ref isAsked, 0); }
        }
    }

    /// <summary>A navigator as it was at one moment: it answers so on any thread, whatever is edited.</summary>
    public sealed class Snapshot : Handle
    {
        internal Snapshot(Status status, IntPtr made) { Own(status, made); }

        internal override bool Free() { return Native.astride_snapshot_free(handle) == Status.Ok; }

        /// <summary>The revision of the map that it is of.</summary>
        public ulong Revision
        {
            get
            {
                ulong revision;
                Check.Answer(Native.astride_snapshot_revision(Live(this), out revision));
                return revision;
            }
        }

        /// <summary>Finds a cheapest path on the map as it was. Each thread lends a path of its own.</summary>
        public bool FindPath(Ask ask, Path path, ulong mostExpansions = 0)
        {
            ask = ask.Sized();
            Status status;
            Enter(this, path);
            try { status = Native.astride_snapshot_find(handle, ref ask, mostExpansions, path.Memory, path.Pointer); }
            finally { Leave(this, path); }
            return path.Filled(status);
        }

        /// <summary>As <see cref="Navigator.FindReach"/>, on the map as it was. Each thread lends a reach of its
        /// own.</summary>
        public bool FindReach(Ask ask, ulong mostCost, Reach reach, ulong mostExpansions = 0)
        {
            ask = ask.Sized();
            Status status;
            Enter(this, reach, "reach");
            try
            {
                status = Native.astride_snapshot_reach(handle, ref ask, mostCost, mostExpansions, reach.Memory,
                    reach.Pointer);
            }
            finally { Leave(this, reach); }
            return Check.Answer(status) == Status.Ok;
        }
    }

    /// <summary>An index that takes long, to be built on any thread and handed back.</summary>
    public sealed class Build : Handle
    {
        internal Build(IntPtr made) { SetHandle(made); }

        internal override bool Free() { return Native.astride_build_free(handle) == Status.Ok; }

        /// <summary>Builds it; the game goes on meanwhile.</summary>
        public void Run() { Check.Answer(Native.astride_build_run(Live(this))); }
    }
}
