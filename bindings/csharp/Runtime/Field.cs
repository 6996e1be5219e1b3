using System;

namespace Astride
{
    /// <summary>What the distances of a field lead to or come from.</summary>
    public enum Way
    {
        /// <summary>From every cell to the nearest of the named cells: goals.</summary>
        ToGoals = 0,
        /// <summary>From the nearest of the named cells, sources, to every cell.</summary>
        FromSources = 1,
    }

    /// <summary>The distances of all cells to the nearest of several goals: one search that serves any number
    /// of units. It keeps its memory from one computation to the next.</summary>
    public sealed class Field : Handle
    {
        /// <summary>A field that was not computed yet.</summary>
        public Field()
        {
            IntPtr made;
            Own(Native.astride_field_new(out made), made);
        }

        internal override bool Free() { return Native.astride_field_free(handle) == Status.Ok; }

        /// <summary>Computes the field for the grid as it is now. Returns whether it is complete: 0 in
        /// <paramref name="mostExpansions"/> or <paramref name="mostMicroseconds"/> is no limit.</summary>
        public bool Compute(Grid grid, Cell[] cells, Mover mover = null, Way way = Way.ToGoals,
            ulong mostExpansions = 0, ulong mostMicroseconds = 0)
        {
            if (cells == null) throw new ArgumentNullException("cells");
            Weigh(16L * Live(grid, "grid").CellCount);
            return Check.Answer(Native.astride_field_compute(Live(this), grid, Mover.OrUsual(mover), cells,
                (UIntPtr)cells.Length, (uint)way, mostExpansions, mostMicroseconds)) == Status.Ok;
        }

        /// <summary>The cost at a cell in ticks; <see cref="Path.NoCost"/> where the field does not reach.</summary>
        public ulong this[Cell cell]
        {
            get
            {
                ulong cost;
                Enter(this);
                var status = Native.astride_field_cost(handle, cell, out cost);
                Leave();
                Check.Answer(status);
                return cost;
            }
        }

        /// <summary>Copies the costs at all cells, row by row, into an array of as many places.</summary>
        public void CopyTo(ulong[] costs)
        {
            if (costs == null) throw new ArgumentNullException("costs");
            Check.Answer(Native.astride_field_costs(Live(this), costs, (UIntPtr)costs.Length));
        }

        /// <summary>The next cell on the way. Returns false at the end of it, and where the field does not reach.</summary>
        public bool Next(Grid grid, Cell cell, out Cell next)
        {
            return Check.Answer(Native.astride_field_next(Live(this), Live(grid, "grid"), cell, out next)) == Status.Ok;
        }

        /// <summary>A cheapest path between a cell and the nearest goal or source.</summary>
        public bool FindPath(Grid grid, Cell cell, Path path)
        {
            Enter(this, grid, path);
            var status = Native.astride_field_path(handle, grid.Pointer, cell, path.Pointer);
            Leave(this, grid, path);
            return path.Filled(status);
        }
    }
}
