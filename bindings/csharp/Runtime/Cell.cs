using System;
using System.Runtime.InteropServices;

namespace Astride
{
    /// <summary>A cell of a grid: column <see cref="X"/> to the right, row <see cref="Y"/> downward, or
    /// upward if your world is drawn so. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Cell : IEquatable<Cell>
    {
        /// <summary>The column, to the right, from 0.</summary>
        public readonly int X;
        /// <summary>The row, from 0.</summary>
        public readonly int Y;

        /// <summary>A cell, which may be off the map.</summary>
        public Cell(int x, int y)
        {
            X = x;
            Y = y;
        }

        /// <summary>Whether it is the same cell.</summary>
        public bool Equals(Cell other) { return X == other.X && Y == other.Y; }
        /// <summary>Whether it is the same cell.</summary>
        public override bool Equals(object other) { return other is Cell && Equals((Cell)other); }
        /// <summary>A number for tables of cells.</summary>
        public override int GetHashCode() { return unchecked(X * 73856093 ^ Y * 19349663); }
        /// <summary>Such as "(3, 4)".</summary>
        public override string ToString() { return "(" + X + ", " + Y + ")"; }
        /// <summary>Whether they are the same.</summary>
        public static bool operator ==(Cell a, Cell b) { return a.Equals(b); }
        /// <summary>Whether they differ.</summary>
        public static bool operator !=(Cell a, Cell b) { return !a.Equals(b); }
    }

    /// <summary>A rectangle of cells. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct CellRect
    {
        /// <summary>The leftmost column.</summary>
        public readonly int X;
        /// <summary>The first row.</summary>
        public readonly int Y;
        /// <summary>How many columns.</summary>
        public readonly int Width;
        /// <summary>How many rows.</summary>
        public readonly int Height;

        /// <summary>A rectangle, which may be off the map in part; no side is negative.</summary>
        public CellRect(int x, int y, int width, int height)
        {
            Check.NotNegative(width, "width");
            Check.NotNegative(height, "height");
            X = x;
            Y = y;
            Width = width;
            Height = height;
        }

        /// <summary>The part that no map begins after.</summary>
        internal CellRect Clipped()
        {
            return new CellRect(Math.Max(X, 0), Math.Max(Y, 0), Math.Max(Width + Math.Min(X, 0), 0),
                Math.Max(Height + Math.Min(Y, 0), 0));
        }
    }

    /// <summary>Where a grid lies in a world of floating-point positions: the corner of cell (0, 0) and the
    /// side of a cell. For Unity's ground plane, y is the z of a position.</summary>
    public struct GridFrame
    {
        /// <summary>Where column 0 begins.</summary>
        public readonly float OriginX;
        /// <summary>Where row 0 begins.</summary>
        public readonly float OriginY;
        /// <summary>The side of a cell.</summary>
        public readonly float CellSize;

        /// <summary>A frame; the side of a cell is positive.</summary>
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
