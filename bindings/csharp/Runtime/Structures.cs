using System;
using System.Runtime.InteropServices;

namespace Astride
{
    /// <summary>The bytes of a structure, by which the library knows its version. Found once: a question
    /// is to cost no more than it must.</summary>
    internal static class SizeOf<T>
    {
        internal static readonly UIntPtr Value = (UIntPtr)(uint)Marshal.SizeOf(typeof(T));
    }

    /// <summary>Limits and method of a search; the default is A* without limits. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FindOptions
    {
        private UIntPtr size;
        /// <summary>The most ticks that a path may cost; 0 is no limit. By <see cref="Astride.Method.BreadthFirst"/> and
        /// <see cref="Astride.Method.BidirectionalBreadthFirst"/> the most steps that it may have.</summary>
        public ulong MostCost;
        /// <summary>The most nodes that may be expanded; 0 is no limit.</summary>
        public ulong MostExpansions;
        /// <summary>The most microseconds that it may take; 0 is no limit.</summary>
        public ulong MostMicroseconds;
        private uint method;
        private uint orNearest;

        /// <summary>How it is searched.</summary>
        public Method Method
        {
            get { return (Method)method; }
            set { method = (uint)value; }
        }

        /// <summary>Whether to have the path to the nearest place if there is none to the goal. The answer is
        /// <see cref="Status.Unreachable"/> all the same, with cells, and <see cref="PathInfo.IsNearest"/> is set.</summary>
        public bool OrNearest
        {
            get { return orNearest != 0; }
            set { orNearest = value ? 1u : 0u; }
        }

        internal FindOptions Sized()
        {
            size = SizeOf<FindOptions>.Value;
            return this;
        }
    }

    /// <summary>A question to a navigator. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Ask
    {
        private UIntPtr size;
        /// <summary>Where it starts.</summary>
        public Cell Start;
        /// <summary>Where it goes.</summary>
        public Cell Goal;
        /// <summary>The number of the mover: 0 is the first.</summary>
        public int Mover;
        /// <summary>The number of the faction by whose knowledge it goes, from 1; 0 for the map as it is.</summary>
        public int Faction;
        /// <summary>A bit for each overlay whose extra cost counts: 1 for overlay 0, 2 for overlay 1.</summary>
        public ulong Overlays;
        private uint orNearest;
        private readonly uint reserved;
        /// <summary>The number of the set of places that are blocked for it, from 1; 0 for none: see
        /// <see cref="Navigator.AddPlaces"/>. It enters none of them, except those that it covers at its start, so all
        /// units can be in the set, itself as well.</summary>
        public int Around;
        /// <summary>The number of the set of places that are goals as well, from 1; 0 for none. The path leads to that
        /// goal which is reached at the least cost.</summary>
        public int OrTo;

        /// <summary>A question of the first mover, on the map as it is.</summary>
        public Ask(Cell start, Cell goal) : this()
        {
            Start = start;
            Goal = goal;
        }

        /// <summary>Whether to have the path to the nearest place if there is none to the goal. The answer is
        /// <see cref="Status.Unreachable"/> all the same, with cells, and <see cref="PathInfo.IsNearest"/> is set.</summary>
        public bool OrNearest
        {
            get { return orNearest != 0; }
            set { orNearest = value ? 1u : 0u; }
        }

        internal Ask Sized()
        {
            if ((Mover | Faction | Around | OrTo) < 0)
            {
                Check.NotNegative(Mover, "Mover");
                Check.NotNegative(Faction, "Faction");
                Check.NotNegative(Around, "Around");
                Check.NotNegative(OrTo, "OrTo");
            }
            size = SizeOf<Ask>.Value;
            return this;
        }
    }

    /// <summary>How a request is to be answered, for the library. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct RequestOptions
    {
        private readonly UIntPtr size;
        private readonly ulong mostExpansions;
        private readonly ulong mostFrames;
        private readonly uint priority;
        private readonly uint reserved;

        internal RequestOptions(byte priority, ulong mostExpansions, ulong mostFrames) : this()
        {
            size = SizeOf<RequestOptions>.Value;
            this.priority = priority;
            this.mostExpansions = mostExpansions;
            this.mostFrames = mostFrames;
        }
    }

    /// <summary>A cell within reach. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Reached
    {
        /// <summary>The cell.</summary>
        public readonly Cell Cell;
        /// <summary>The cost of a cheapest path there, in ticks.</summary>
        public readonly ulong Cost;
    }

    /// <summary>When indexes follow edits.</summary>
    public enum Upkeep
    {
        /// <summary>With the edit.</summary>
        AtOnce = 0,
        /// <summary>When <see cref="Navigator.Maintain"/> is called.</summary>
        ByHand = 1,
    }

    /// <summary>Indexes that a navigator can keep for a mover.</summary>
    public enum Keep
    {
        /// <summary>What can be reached from where. Kept from the start.</summary>
        Components = 0,
        /// <summary>Jump points. Kept from the start.</summary>
        JumpMap = 1,
        /// <summary>Jumps that are looked up instead of found.</summary>
        Table = 2,
        /// <summary>Clusters, for first steps.</summary>
        Clusters = 3,
        /// <summary>Hub labels: see <see cref="Navigator.Pending"/>.</summary>
        Labels = 4,
        /// <summary>Landmarks of the map under overlays that only add cost.</summary>
        Landmarks = 5,
    }

    /// <summary>How a navigator works; what is left out, or 0, is as usual. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct NavigatorOptions
    {
        private UIntPtr size;
        /// <summary>Expansions that a request makes at most before the others have their turn. 1024.</summary>
        public ulong Quantum;
        /// <summary>The most requests, answers not taken included. 65536.</summary>
        public ulong MostRequests;
        private uint upkeep;
        /// <summary>How many requests are worked on at once, 1 to 1024. 4.</summary>
        public int Lanes;
        /// <summary>By how much a request rises in priority with each frame it waits. 1.</summary>
        public int Ageing;
        private readonly uint reserved;

        /// <summary>When indexes follow edits.</summary>
        public Upkeep Upkeep
        {
            get { return (Upkeep)upkeep; }
            set { upkeep = (uint)value; }
        }

        internal NavigatorOptions Sized()
        {
            Check.NotNegative(Lanes, "Lanes");
            Check.NotNegative(Ageing, "Ageing");
            size = SizeOf<NavigatorOptions>.Value;
            return this;
        }
    }

    /// <summary>What <see cref="Navigator.Maintain"/> did. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Maintained
    {
        private UIntPtr size;
        /// <summary>Cells looked at, as estimated.</summary>
        public readonly ulong Spent;
        /// <summary>Indexes brought up to date.</summary>
        public readonly int Repaired;
        /// <summary>Indexes that are still out of date, labels aside.</summary>
        public readonly int Waiting;

        internal static Maintained ToFill()
        {
            return new Maintained { size = SizeOf<Maintained>.Value };
        }
    }

    /// <summary>What one frame of a navigator did. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Work
    {
        private UIntPtr size;
        /// <summary>Expansions made, never more than allowed.</summary>
        public readonly ulong Expansions;
        /// <summary>Requests that were answered.</summary>
        public readonly ulong Served;
        /// <summary>Requests that are being answered.</summary>
        public readonly ulong Running;
        /// <summary>Requests that wait.</summary>
        public readonly ulong Waiting;

        internal static Work ToFill() { return new Work { size = SizeOf<Work>.Value }; }
    }

    /// <summary>How much of an answer still holds: when it is delivered, or when
    /// <see cref="Navigator.StandingOf(Ask, Path)"/> is asked.</summary>
    public enum Standing
    {
        /// <summary>All of it.</summary>
        Current = 0,
        /// <summary>Its path can be walked at its cost; a cheaper one may have come to be.</summary>
        Walkable = 1,
        /// <summary>Its path can be walked at another cost: <see cref="Delivery.Cost"/>.</summary>
        OtherCost = 2,
        /// <summary>Its path can be walked up to a step: <see cref="Delivery.Step"/>.</summary>
        Blocked = 3,
        /// <summary>It says that there was no path, or that its limit was reached; there may be one by now.</summary>
        Outdated = 4,
    }

    /// <summary>How a request was answered. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Delivery
    {
        private UIntPtr size;
        /// <summary>The number of the request.</summary>
        public readonly ulong Ticket;
        /// <summary>The revision of the map that the answer is of.</summary>
        public readonly ulong Revision;
        /// <summary>With <see cref="Astride.Standing.OtherCost"/>, what its path costs now, in ticks.</summary>
        public readonly ulong Cost;
        /// <summary>With <see cref="Astride.Standing.Blocked"/>, the first step that is not possible.</summary>
        public readonly ulong Step;
        /// <summary>How many frames it took, at least 1.</summary>
        public readonly ulong Frames;
        private readonly int status;
        private readonly uint standing;

        /// <summary>What the question came to: Ok, Unreachable, OutOfBudget, Expired, or an error.</summary>
        public Status Status { get { return (Status)status; } }
        /// <summary>How much of it held when it was delivered.</summary>
        public Standing Standing { get { return (Standing)standing; } }

        internal static Delivery ToFill() { return new Delivery { size = SizeOf<Delivery>.Value }; }
    }

    /// <summary>What is known of an answer. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PathInfo
    {
        private UIntPtr size;
        /// <summary>How many cells the path has, both ends included; 0 without a path.</summary>
        public readonly ulong CellCount;
        /// <summary>The cost in ticks; <see cref="Path.NoCost"/> without a path.</summary>
        public readonly ulong Cost;
        /// <summary>Its length in sides of a cell: 1 for a straight step, the square root of 2 for a diagonal one.</summary>
        public readonly double Length;
        /// <summary>How many times the cheapest path it costs at most; 0 if that is not known.</summary>
        public readonly double Bound;
        /// <summary>Cells of the area that encloses one end, or that were seen.</summary>
        public readonly ulong Enclosed;
        /// <summary>No path costs less than this many ticks, as far as is proved.</summary>
        public readonly ulong LowerBound;
        /// <summary>How many nodes were expanded for it.</summary>
        public readonly ulong Expanded;
        private readonly int status;
        private readonly uint guarantee;
        private readonly uint why;
        private readonly uint isNearest;

        /// <summary>What the question came to.</summary>
        public Status Status { get { return (Status)status; } }
        /// <summary>What the path is known to be.</summary>
        public Guarantee Guarantee { get { return (Guarantee)guarantee; } }
        /// <summary>Why there is no path.</summary>
        public Why Why { get { return (Why)why; } }
        /// <summary>Whether the path leads not to the goal but to the nearest place.</summary>
        public bool IsNearest { get { return isNearest != 0; } }

        internal static PathInfo ToFill() { return new PathInfo { size = SizeOf<PathInfo>.Value }; }
    }

    /// <summary>How a path is smoothed.</summary>
    [StructLayout(LayoutKind.Sequential)]
    internal struct SmoothOptions
    {
        private UIntPtr size;
        private double body;
        private double turn;
        private double flatness;

        internal static SmoothOptions Of(double body, double turn)
        {
            return new SmoothOptions { size = SizeOf<SmoothOptions>.Value, body = body, turn = turn, flatness = 0 };
        }
    }

    /// <summary>What is known of a smooth line. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Smoothed
    {
        private UIntPtr size;
        /// <summary>The length of the line in sides of a cell; 0 if the path has no cells.</summary>
        public readonly double Length;
        /// <summary>How many corners had no room for the radius of turns and are tighter; without such a radius, how
        /// many legs had no room for a curve and stayed straight.</summary>
        public readonly ulong Tight;

        internal static Smoothed ToFill() { return new Smoothed { size = SizeOf<Smoothed>.Value }; }
    }
}
