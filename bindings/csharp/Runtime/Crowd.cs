using System;
using System.Runtime.InteropServices;

namespace Astride
{
    /// <summary>A point of a map in cells: the middle of cell (0, 0) is (0.5, 0.5). Also a velocity, in
    /// cells per second. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Point
    {
        /// <summary>To the right.</summary>
        public readonly double X;
        /// <summary>Along the rows' numbers.</summary>
        public readonly double Y;

        /// <summary>A point.</summary>
        public Point(double x, double y)
        {
            X = x;
            Y = y;
        }

        /// <summary>Such as "(3.5, 4)".</summary>
        public override string ToString() { return "(" + X + ", " + Y + ")"; }
    }

    /// <summary>How units give way to each other.</summary>
    public enum CrowdMode
    {
        /// <summary>Anywhere in the plane, each at its own speed; jams are settled by right of way.</summary>
        Free = 0,
        /// <summary>From the middle of a cell to the middle of one beside it, all in step.</summary>
        Lattice = 1,
    }

    /// <summary>How the units of a group stand to each other.</summary>
    public enum Formation
    {
        /// <summary>Abreast.</summary>
        Line = 0,
        /// <summary>One behind the other.</summary>
        Column = 1,
        /// <summary>An arrow head.</summary>
        Wedge = 2,
        /// <summary>As many columns as rows, or one more.</summary>
        Box = 3,
        /// <summary>A ring.</summary>
        Circle = 4,
    }

    /// <summary>Units that walk on the free cells of a grid and never overlap. They are numbers from 0, in
    /// the order in which they were added; the same calls give the same history on every machine.</summary>
    public sealed class Crowd : Handle
    {
        /// <summary>A crowd of nobody on the grid as it is now; after edits call <see cref="Follow"/>.</summary>
        public Crowd(Grid grid, CrowdMode mode = CrowdMode.Free, Mover mover = null)
        {
            IntPtr made;
            Own(Native.astride_crowd_new(Live(grid, "grid"), Mover.OrUsual(mover), (uint)mode, out made), made);
        }

        internal override bool Free() { return Native.astride_crowd_free(handle) == Status.Ok; }

        /// <summary>Takes over the walls of a grid of the same size.</summary>
        public void Follow(Grid grid, Mover mover = null)
        {
            Check.Answer(Native.astride_crowd_follow(Live(this), Live(grid, "grid"), Mover.OrUsual(mover)));
        }

        /// <summary>Adds a unit, and gives its number. The radius is in cells, 1/64 to 0.353, the speed in cells
        /// per second, 1/1024 to 64. Who has no order stands still, whatever the speed.</summary>
        public int Spawn(Point point, double radius = 0.34, double speed = 2)
        {
            uint unit;
            Check.Answer(Native.astride_crowd_spawn(Live(this), point, Check.NotZero(radius, "radius"),
                Check.NotZero(speed, "speed"), out unit));
            return (int)unit;
        }

        /// <summary>Adds units in the free cells nearest to a point, and gives the number of the first.</summary>
        public int SpawnNear(Point point, int count, double radius = 0.34, double speed = 2)
        {
            uint first;
            Check.Answer(Native.astride_crowd_spawn_near(Live(this), point, Check.NotNegative(count, "count"),
                Check.NotZero(radius, "radius"), Check.NotZero(speed, "speed"), out first));
            return (int)first;
        }

        /// <summary>Puts a unit somewhere else, where it stays.</summary>
        public void Teleport(int unit, Point point)
        {
            Check.Answer(Native.astride_crowd_teleport(Live(this), (uint)unit, point));
        }

        /// <summary>Takes a unit away. The last unit gets its number.</summary>
        public void Remove(int unit) { Check.Answer(Native.astride_crowd_remove(Live(this), (uint)unit)); }

        /// <summary>Sends units to a point: one to the point itself, more of them to cells round it.</summary>
        public void Order(int[] units, Point point)
        {
            if (units == null) throw new ArgumentNullException("units");
            Check.Answer(Native.astride_crowd_order(Live(this), units, (UIntPtr)units.Length, point));
        }

        /// <summary>Sends units to a point in formation. The spacing is in cells from slot to slot, 1/4 to 64;
        /// by default they look the way they came.</summary>
        public void Order(int[] units, Point point, Formation formation, double spacing = 1.5,
            Point facing = default(Point))
        {
            if (units == null) throw new ArgumentNullException("units");
            Check.Answer(Native.astride_crowd_order_formation(Live(this), units, (UIntPtr)units.Length, point,
                (uint)formation, Check.NotZero(spacing, "spacing"), facing));
        }

        /// <summary>Moves everybody for one frame of 0 to 1 seconds.</summary>
        public void Advance(double seconds) { Check.Answer(Native.astride_crowd_advance(Live(this), seconds)); }

        /// <summary>How many units there are.</summary>
        public int Count
        {
            get
            {
                UIntPtr count, arrived;
                Check.Answer(Native.astride_crowd_count(Live(this), out count, out arrived));
                return (int)count;
            }
        }

        /// <summary>How many of them have arrived.</summary>
        public int ArrivedCount
        {
            get
            {
                UIntPtr count, arrived;
                Check.Answer(Native.astride_crowd_count(Live(this), out count, out arrived));
                return (int)arrived;
            }
        }

        /// <summary>Copies where each unit is into an array of <see cref="Count"/> places.</summary>
        public void CopyPositions(Point[] positions)
        {
            if (positions == null) throw new ArgumentNullException("positions");
            Check.Answer(Native.astride_crowd_positions(Live(this), positions, (UIntPtr)positions.Length));
        }

        /// <summary>Copies how each unit moved in the last tick into an array of <see cref="Count"/> places.</summary>
        public void CopyVelocities(Point[] velocities)
        {
            if (velocities == null) throw new ArgumentNullException("velocities");
            Check.Answer(Native.astride_crowd_velocities(Live(this), velocities, (UIntPtr)velocities.Length));
        }

        /// <summary>Copies whether each unit has arrived, 1 or 0, into an array of <see cref="Count"/> places.</summary>
        public void CopyArrived(byte[] arrived)
        {
            if (arrived == null) throw new ArgumentNullException("arrived");
            Check.Answer(Native.astride_crowd_arrived(Live(this), arrived, (UIntPtr)arrived.Length));
        }

        /// <summary>One number for the whole history: crowds with the same history have the same.</summary>
        public ulong Digest
        {
            get
            {
                ulong digest;
                Check.Answer(Native.astride_crowd_digest(Live(this), out digest));
                return digest;
            }
        }
    }
}
