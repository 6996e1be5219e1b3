using System;
using System.Collections;
using System.Collections.Generic;
using System.Threading;

namespace Astride
{
    /// <summary>What a path is known to be.</summary>
    public enum Guarantee
    {
        /// <summary>Nothing; or there is no path.</summary>
        None = 0,
        /// <summary>No path costs less.</summary>
        Optimal = 1,
        /// <summary>It costs at most <see cref="PathInfo.Bound"/> times the cheapest.</summary>
        Within = 2,
        /// <summary>No path has fewer steps.</summary>
        FewestSteps = 3,
    }

    /// <summary>Why there is no path.</summary>
    public enum Why
    {
        /// <summary>There is one, or it is not known.</summary>
        None = 0,
        /// <summary>The mover cannot stand on the start.</summary>
        StartBlocked = 1,
        /// <summary>The mover cannot stand on the goal.</summary>
        GoalBlocked = 2,
        /// <summary>All cells that can be reached were seen.</summary>
        Enclosed = 3,
        /// <summary>None is within the limit of cost.</summary>
        TooCostly = 4,
        /// <summary>The start is in a closed area.</summary>
        StartEnclosed = 5,
        /// <summary>The goal is in a closed area.</summary>
        GoalEnclosed = 6,
        /// <summary>One-way steps lead from the start and to the goal, but not from one to the other.</summary>
        Apart = 7,
    }

    /// <summary>An answer: the cells of a path in walking order, both ends included, or why there is
    /// none. Each question it is lent to fills it again and keeps its memory, so one path for each thread, or
    /// for each unit, serves for good and no question allocates.</summary>
    public sealed class Path : Handle, IReadOnlyList<Cell>
    {
        /// <summary>What <see cref="Cost"/> is without a path.</summary>
        public const ulong NoCost = ulong.MaxValue;

        private Scratch memory;
        // A copy, so that nobody reads memory of the library that another thread fills. It grows when it must.
        private Cell[] cells = NoCells;
        private int count;
        // Rises with each answer, and which answer the cells are of. Written last, for other threads that read.
        private int version;
        private volatile int read;
        private static readonly Cell[] NoCells = new Cell[0];
        private static readonly Point[] NoPoints = new Point[0];

        /// <summary>A path that answers nothing yet.</summary>
        public Path()
        {
            IntPtr made;
            Own(Native.astride_path_new(out made), made);
        }

        internal override bool Free() { return memory.Free() & Native.astride_path_free(handle) == Status.Ok; }

        /// <summary>What the latest question came to: Ok, Unreachable, OutOfBudget, Expired, or Nothing before the first.</summary>
        public Status Status { get { return Info.Status; } }

        /// <summary>How many cells the path has; 0 without a path.</summary>
        public int Count
        {
            get
            {
                Read();
                return count;
            }
        }

        /// <summary>A cell of the path, from 0, the start.</summary>
        public Cell this[int at]
        {
            get
            {
                Read();
                // Another thread may be taking over another answer just now.
                var all = cells;
                var known = Math.Min(count, all.Length);
                if ((uint)at >= (uint)known)
                    throw new ArgumentOutOfRangeException("at", "the path has " + known + " cells");
                return all[at];
            }
        }

        /// <summary>The cost in ticks; <see cref="NoCost"/> without a path.</summary>
        public ulong Cost
        {
            get
            {
                ulong cost;
                Enter(this);
                var status = Native.astride_path_cost(handle, out cost);
                Leave();
                Check.Answer(status);
                return cost;
            }
        }

        /// <summary>How many steps the path has: one less than cells, and 0 without a path.</summary>
        public int Steps { get { return Math.Max(Count - 1, 0); } }

        /// <summary>All that is known of the answer.</summary>
        public PathInfo Info
        {
            get
            {
                var info = PathInfo.ToFill();
                Enter(this);
                var status = Native.astride_path_info(handle, ref info);
                Leave();
                Check.Answer(status);
                return info;
            }
        }

        /// <summary>Copies as many cells as there is room for; returns how many.</summary>
        public int CopyTo(Cell[] places)
        {
            if (places == null) throw new ArgumentNullException("places");
            return Math.Min(places.Length, Copy(places));
        }

        /// <summary>Works out a smooth line for a body along the path, which it keeps until it is lent to another
        /// question, for <see cref="CopyPoints"/>. Lengths are in sides of a cell: the radius of the body, to which
        /// nothing in its way comes nearer, and that of turns, or 0 for one curve through all turning points. It leads
        /// through the middles of cells, so it is not for a navigator's mover that covers several. Throws with
        /// <see cref="Status.BadArgument"/> if the path itself comes too near to something.</summary>
        public Smoothed Smooth(Grid grid, double body, double turn = 0, Mover mover = null)
        {
            var options = SmoothOptions.Of(body, turn);
            var smoothed = Smoothed.ToFill();
            mover = mover ?? Mover.Usual;
            Enter(this, grid, mover, "mover");
            var status = Native.astride_path_smooth(handle, grid.Pointer, mover.Pointer, ref options, ref smoothed);
            Leave(this, grid, mover);
            Check.Answer(status);
            return smoothed;
        }

        /// <summary>How many points the smooth line has; 0 without one.</summary>
        public int PointCount { get { return Copy(NoPoints); } }

        /// <summary>Copies as many points of the smooth line as there is room for; returns how many.</summary>
        public int CopyPoints(Point[] points)
        {
            if (points == null) throw new ArgumentNullException("points");
            return Math.Min(points.Length, Copy(points));
        }

        /// <summary>Goes through the cells without allocating. If the path is filled again meanwhile, going on
        /// throws.</summary>
        public Enumerator GetEnumerator() { return new Enumerator(this); }

        IEnumerator<Cell> IEnumerable<Cell>.GetEnumerator() { return GetEnumerator(); }

        IEnumerator IEnumerable.GetEnumerator() { return GetEnumerator(); }

        /// <summary>Goes through the cells of a path.</summary>
        public struct Enumerator : IEnumerator<Cell>
        {
            private readonly Path path;
            private readonly int version;
            private int at;

            internal Enumerator(Path path)
            {
                this.path = path;
                version = Volatile.Read(ref path.version);
                at = -1;
            }

            /// <summary>The cell it has come to.</summary>
            public Cell Current { get { return path[at]; } }
            object IEnumerator.Current { get { return Current; } }

            /// <summary>Goes to the next cell; returns whether there is one.</summary>
            public bool MoveNext()
            {
                if (version != Volatile.Read(ref path.version))
                    throw new InvalidOperationException("the path was filled again, expected the same for all of a foreach");
                return ++at < path.Count;
            }

            /// <summary>Begins again.</summary>
            public void Reset() { at = -1; }

            /// <summary>Does nothing.</summary>
            public void Dispose() { }
        }

        /// <summary>Memory of the searches that fill this path.</summary>
        internal IntPtr Memory { get { return memory.For(this); } }

        /// <summary>After a question: whether it found a path.</summary>
        internal bool Filled(Status status)
        {
            Interlocked.Increment(ref version);
            return Check.Answer(status) == Status.Ok;
        }

        /// <summary>Takes the answer of another path, which no other thread uses, and gives it its own. A call under way
        /// with this one would go on with what the other then fills or frees, so its end is waited for; returns false
        /// if it does not come, or this path was disposed of.</summary>
        internal bool Swap(Path other)
        {
            if (!AwaitAlone()) return false;
            var mine = handle;
            SetHandle(other.handle);
            other.SetHandle(mine);
            Interlocked.Increment(ref version);
            Interlocked.Increment(ref other.version);
            LeaveAlone();
            return true;
        }

        // The cells are copied once per answer, and not at all for paths of which only the cost is wanted.
        private void Read()
        {
            // Before they are copied: an answer that comes meanwhile is copied next time.
            var now = Volatile.Read(ref version);
            if (read == now && !IsClosed) return;
            var all = cells;
            var found = Copy(all);
            while (found > all.Length)
            {
                all = new Cell[Math.Max(found, 2 * all.Length)];
                found = Copy(all);
            }
            cells = all;
            count = found;
            read = now;
        }

        // As many cells as there is room for; how many there are.
        private int Copy(Cell[] places)
        {
            UIntPtr total;
            Enter(this);
            var status = Native.astride_path_copy(handle, places, (UIntPtr)places.Length, out total);
            Leave();
            Check.Answer(status);
            return (int)total;
        }

        private int Copy(Point[] points)
        {
            UIntPtr total;
            Enter(this);
            var status = Native.astride_path_copy_points(handle, points, (UIntPtr)points.Length, out total);
            Leave();
            Check.Answer(status);
            return (int)total;
        }
    }
}
