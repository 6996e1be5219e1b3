using System;

namespace Astride
{
    /// <summary>A direction on a map whose rows go downward.</summary>
    public enum Direction
    {
        North = 0,
        NorthEast = 1,
        East = 2,
        SouthEast = 3,
        South = 4,
        SouthWest = 5,
        West = 6,
        NorthWest = 7,
    }

    /// <summary>A batch of changes to a map. Applying it makes all of them or, if one is refused, none.</summary>
    public sealed class Edit : Handle
    {
        public Edit()
        {
            IntPtr made;
            Own(Native.astride_edit_new(out made), made);
        }

        protected override bool ReleaseHandle() { return Native.astride_edit_free(handle) == Status.Ok; }

        /// <summary>Takes all changes out, so that the batch can be used again.</summary>
        public Edit Clear() { return Noted(Native.astride_edit_clear(this)); }

        public Edit Set(Cell cell, char terrainClass)
        {
            return Noted(Native.astride_edit_set(this, cell, terrainClass));
        }

        public Edit Fill(CellRect rect, char terrainClass)
        {
            return Noted(Native.astride_edit_fill(this, rect, terrainClass));
        }

        /// <summary>A wall on one straight side of a cell, or none any more; it closes the side for both cells.</summary>
        public Edit Wall(Cell cell, Direction side, bool standing = true)
        {
            return Noted(Native.astride_edit_wall(this, cell, (uint)side, standing ? 1u : 0u));
        }

        /// <summary>A fence or a door of a class on one straight side of a cell: a wall for both cells, except to
        /// movers that cross its class. It replaces a wall or another fence; <c>Wall</c> with
        /// <c>standing: false</c> takes it away.</summary>
        public Edit Fence(Cell cell, Direction side, byte fenceClass)
        {
            return Noted(Native.astride_edit_fence(this, cell, (uint)side, fenceClass));
        }

        /// <summary>As <c>Fence</c>, but only in the way of the step out of this cell.</summary>
        public Edit FenceStep(Cell cell, Direction direction, byte fenceClass)
        {
            return Noted(Native.astride_edit_fence_step(this, cell, (uint)direction, fenceClass));
        }

        /// <summary>Allows or forbids one step out of a cell: ledges, one-way streets.</summary>
        public Edit Step(Cell cell, Direction direction, bool allowed)
        {
            return Noted(Native.astride_edit_step(this, cell, (uint)direction, allowed ? 1u : 0u));
        }

        /// <summary>A way from one cell to any other, for this many ticks, 1 to 2^30: stairs, teleporters.</summary>
        public Edit Link(Cell from, Cell to, int ticks)
        {
            return Noted(Native.astride_edit_link(this, from, to, unchecked((uint)ticks)));
        }

        public Edit Unlink(Cell from, Cell to) { return Noted(Native.astride_edit_unlink(this, from, to)); }

        private Edit Noted(Status status)
        {
            Check.Answer(status);
            return this;
        }
    }
}
