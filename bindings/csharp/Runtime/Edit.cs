using System;

namespace Astride
{
    /// <summary>A direction on a map whose rows go downward: north is towards smaller y, also where your world
    /// is drawn with y upward.</summary>
    public enum Direction
    {
        /// <summary>Towards smaller y.</summary>
        North = 0,
        /// <summary>Towards smaller y and greater x.</summary>
        NorthEast = 1,
        /// <summary>Towards greater x.</summary>
        East = 2,
        /// <summary>Towards greater y and x.</summary>
        SouthEast = 3,
        /// <summary>Towards greater y.</summary>
        South = 4,
        /// <summary>Towards greater y and smaller x.</summary>
        SouthWest = 5,
        /// <summary>Towards smaller x.</summary>
        West = 6,
        /// <summary>Towards smaller y and x.</summary>
        NorthWest = 7,
    }

    /// <summary>A batch of changes to a map. Applying it makes all of them or, if one is refused, none.</summary>
    public sealed class Edit : Handle
    {
        /// <summary>A batch of no changes.</summary>
        public Edit()
        {
            IntPtr made;
            Own(Native.astride_edit_new(out made), made);
        }

        internal override bool Free() { return Native.astride_edit_free(handle) == Status.Ok; }

        /// <summary>Takes all changes out, so that the batch can be used again.</summary>
        public Edit Clear() { return Noted(Native.astride_edit_clear(Live(this))); }

        /// <summary>A cell is of another class.</summary>
        public Edit Set(Cell cell, char terrainClass)
        {
            return Noted(Native.astride_edit_set(Live(this), cell, terrainClass));
        }

        /// <summary>All cells of a rectangle are of one class.</summary>
        public Edit Fill(CellRect rect, char terrainClass)
        {
            return Noted(Native.astride_edit_fill(Live(this), rect, terrainClass));
        }

        /// <summary>A wall on one straight side of a cell, or none any more; it closes the side for both cells.</summary>
        public Edit Wall(Cell cell, Direction side, bool standing = true)
        {
            return Noted(Native.astride_edit_wall(Live(this), cell, (uint)side, standing ? 1u : 0u));
        }

        /// <summary>A fence or a door of a class on one straight side of a cell: a wall for both cells, except to
        /// movers that cross its class. It replaces a wall or another fence; <c>Wall</c> with
        /// <c>standing: false</c> takes it away.</summary>
        public Edit Fence(Cell cell, Direction side, byte fenceClass)
        {
            return Noted(Native.astride_edit_fence(Live(this), cell, (uint)side, fenceClass));
        }

        /// <summary>As <c>Fence</c>, but only in the way of the step out of this cell.</summary>
        public Edit FenceStep(Cell cell, Direction direction, byte fenceClass)
        {
            return Noted(Native.astride_edit_fence_step(Live(this), cell, (uint)direction, fenceClass));
        }

        /// <summary>Allows or forbids one step out of a cell: ledges, one-way streets.</summary>
        public Edit Step(Cell cell, Direction direction, bool allowed)
        {
            return Noted(Native.astride_edit_step(Live(this), cell, (uint)direction, allowed ? 1u : 0u));
        }

        /// <summary>A way from one cell to any other, for this many ticks, 1 to 2^30: stairs, teleporters. It
        /// replaces the one that is there.</summary>
        public Edit Link(Cell from, Cell to, int ticks)
        {
            return Noted(Native.astride_edit_link(Live(this), from, to, Check.NotNegative(ticks, "ticks")));
        }

        /// <summary>Takes away the way from one cell to another.</summary>
        public Edit Unlink(Cell from, Cell to) { return Noted(Native.astride_edit_unlink(Live(this), from, to)); }

        private Edit Noted(Status status)
        {
            Check.Answer(status);
            return this;
        }
    }
}
