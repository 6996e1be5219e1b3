using System;

namespace Astride
{
    /// <summary>A movement range: the cells that can be reached within a cost. Each question it is lent to fills it
    /// again and keeps its memory.</summary>
    public sealed class Reach : Handle
    {
        private Scratch memory;

        /// <summary>A reach of nothing yet.</summary>
        public Reach()
        {
            IntPtr made;
            Own(Native.astride_reach_new(out made), made);
        }

        internal override bool Free() { return memory.Free() & Native.astride_reach_free(handle) == Status.Ok; }

        /// <summary>Memory of the searches that fill it.</summary>
        internal IntPtr Memory { get { return memory.For(this); } }

        /// <summary>How many cells are within reach, the start included; 0 if the mover cannot stand there.</summary>
        public int Count { get { return Copy(null); } }

        /// <summary>Copies as many cells as there is room for, row by row; returns how many.</summary>
        public int CopyTo(Reached[] cells)
        {
            if (cells == null) throw new ArgumentNullException("cells");
            return Math.Min(cells.Length, Copy(cells));
        }

        /// <summary>What it costs to go to a cell, in ticks; <see cref="Path.NoCost"/> if it is not within reach. Throws
        /// with <see cref="Status.Stale"/> if no question filled it, or the last one ran out of expansions.</summary>
        public ulong this[Cell cell]
        {
            get
            {
                ulong cost;
                Enter(this);
                var status = Native.astride_reach_cost(handle, cell, out cost);
                Leave();
                Check.Answer(status);
                return cost;
            }
        }

        /// <summary>A cheapest path from the start to a cell. Returns false if it is not within reach; throws as for its
        /// cost.</summary>
        public bool FindPath(Cell cell, Path path)
        {
            Enter(this, path);
            var status = Native.astride_reach_path(handle, cell, path.Pointer);
            Leave(this, path);
            return path.Filled(status);
        }

        // As many cells as there is room for; how many there are.
        private int Copy(Reached[] cells)
        {
            UIntPtr total;
            Check.Answer(Native.astride_reach_copy(Live(this), cells, (UIntPtr)(cells == null ? 0 : cells.Length),
                out total));
            return (int)total;
        }
    }
}
