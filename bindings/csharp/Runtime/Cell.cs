using System;
using System.Runtime.InteropServices;

namespace Astride
{
    /// <summary>A cell of a grid: column <see cref="X"/> to the right, row <see cref="Y"/> downward, or
    /// upward if your world is drawn so. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Cell : IEquatable<Cell>
    {
        public readonly int X;
        public readonly int Y;

        public Cell(int x, int y)
        {
            X = x;
            Y = y;
        }

        public bool Equals(Cell other) { return X == other.X && Y == other.Y; }
        public override bool Equals(object other) { return other is Cell && Equals((Cell)other); }
        public override int GetHashCode() { return unchecked(X * 73856093 ^ Y * 19349663); }
        public override string ToString() { return "(" + X + ", " + Y + ")"; }
        public static bool operator ==(Cell a, Cell b) { return a.Equals(b); }
        public static bool operator !=(Cell a, Cell b) { return !a.Equals(b); }
    }

    /// <summary>A rectangle of cells. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct CellRect
    {
        public readonly int X;
        public readonly int Y;
        public readonly int Width;
        public readonly int Height;

        public CellRect(int x, int y, int width, int height)
        {
            X = x;
            Y = y;
            Width = width;
            Height = height;
        }
    }

    /// <summary>Where a grid lies in a world of floating-point positions: the corner of cell (0, 0) and the
    /// side of a cell. For Unity's ground plane, y is the z of a position.</summary>
    public struct GridFrame
    {
        public readonly float OriginX;
        public readonly float OriginY;
        public readonly float CellSize;

        public GridFrame(float originX, float originY, float cellSize)
        {
            if (!(cellSize > 0f) || float.IsInfinity(cellSize))
                throw new ArgumentOutOfRangeException("cellSize", "expected a positive number");
            OriginX = originX;
            OriginY = originY;
            CellSize = cellSize;
        }

        /// <summary>The cell that a position lies in; it may be off the map.</summary>
        public Cell CellAt(float x, float y)
        {
            return new Cell(Floor((x - OriginX) / CellSize), Floor((y - OriginY) / CellSize));
        }

        /// <summary>The middle of a cell.</summary>
        public void Center(Cell cell, out float x, out float y)
        {
            x = OriginX + (cell.X + 0.5f) * CellSize;
            y = OriginY + (cell.Y + 0.5f) * CellSize;
        }

        // What is no number or too far away for an int is off every map, and so is -1.
        private static int Floor(float value)
        {
            var floor = Math.Floor(value);
            return floor >= -1 && floor < int.MaxValue ? (int)floor : -1;
        }
    }
}
