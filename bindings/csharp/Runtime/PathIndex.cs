using System;

namespace Astride
{
    /// <summary>What an index is made of.</summary>
    public enum IndexKind
    {
        /// <summary>Jump points: built in milliseconds, follow edits.</summary>
        JumpPoints = 0,
        /// <summary>Hub labels: built in about a second, answer in microseconds, can be saved.</summary>
        Labels = 1,
        /// <summary>Jump points with the jumps of each: built in tens of milliseconds, follow edits.</summary>
        JumpTable = 2,
        /// <summary>A jump table with boxes, where all terrain costs the same: answers sooner, is built in seconds
        /// to minutes; after edits, an update builds the boxes again.</summary>
        JumpBoxes = 3,
        /// <summary>Jump points with landmarks, where all terrain costs the same: answer sooner where obstacles are
        /// scattered, are built in up to some seconds; after edits, an update builds the landmarks again.</summary>
        JumpLandmarks = 4,
    }

    /// <summary>Tables of one grid and mover by which cheapest paths are found faster. A
    /// <see cref="Navigator"/> keeps them for you.</summary>
    public sealed class PathIndex : Handle
    {
        /// <summary>Builds an index of a grid for a mover.</summary>
        public PathIndex(Grid grid, IndexKind kind, Mover mover = null)
        {
            IntPtr made;
            Own(Native.astride_index_build(Live(grid, "grid"), Mover.OrUsual(mover), (uint)kind, out made), made);
            Weigh((kind == IndexKind.JumpPoints ? 3 : 40) * grid.CellCount);
        }

        private PathIndex(Status status, IntPtr made, long bytes)
        {
            Own(status, made);
            Weigh(bytes);
        }

        /// <summary>Loads labels that <see cref="Save"/> made, for the same map and an equal mover, and checks
        /// them against both.</summary>
        public static PathIndex Load(byte[] data, Grid grid, Mover mover = null)
        {
            if (data == null) throw new ArgumentNullException("data");
            IntPtr made;
            return new PathIndex(Native.astride_index_load(data, (UIntPtr)data.Length, Live(grid, "grid"), Mover.OrUsual(mover),
                out made), made, data.Length);
        }

        internal override bool Free() { return Native.astride_index_free(handle) == Status.Ok; }

        /// <summary>Labels as bytes for a file.</summary>
        public byte[] Save()
        {
            IntPtr made;
            return new Bytes(Native.astride_index_save(Live(this), out made), made).TakeAll();
        }

        /// <summary>Follows the edits of the grid it was built from, and builds boxes or landmarks again; labels
        /// cannot. Where there can be no jumps, boxes or landmarks any more, it throws with
        /// <see cref="Status.Unsupported"/> and answers without them; the first update after the reason is gone
        /// brings them back. Where there can be no jump points at all, it throws the same and stays out of
        /// date.</summary>
        public void Update(Grid grid, Mover mover = null)
        {
            Check.Answer(Native.astride_index_update(Live(this), Live(grid, "grid"), Mover.OrUsual(mover)));
        }

        /// <summary>Finds a cheapest path; 0 expansions is no limit.</summary>
        public bool FindPath(Grid grid, Cell start, Cell goal, Path path, ulong mostExpansions = 0)
        {
            Status status;
            Enter(this, grid, path);
            try
            {
                status = Native.astride_index_find(handle, grid.Pointer, start, goal, mostExpansions, path.Memory,
                    path.Pointer);
            }
            finally { Leave(this, grid, path); }
            return path.Filled(status);
        }

        /// <summary>The cost of a cheapest path in ticks, without the path; <see cref="Path.NoCost"/> if there
        /// is none. <paramref name="memory"/> lends its memory and keeps its answer.</summary>
        public ulong Cost(Grid grid, Cell start, Cell goal, Path memory)
        {
            ulong cost;
            Status status;
            Enter(this, grid, memory, "memory");
            try { status = Native.astride_index_cost(handle, grid.Pointer, start, goal, memory.Memory, out cost); }
            finally { Leave(this, grid, memory); }
            Check.Answer(status);
            return cost;
        }
    }
}
