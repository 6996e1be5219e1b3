using System;

namespace Astride
{
    /// <summary>How many neighbours a cell has.</summary>
    public enum Neighbours
    {
        /// <summary>Eight, with diagonal steps.</summary>
        Eight = 0,
        /// <summary>Four.</summary>
        Four = 1,
    }

    /// <summary>When a diagonal step may pass a corner.</summary>
    public enum Corners
    {
        /// <summary>If both cells beside it are free.</summary>
        Never = 0,
        /// <summary>If at least one of them is.</summary>
        OneFree = 1,
        /// <summary>Also between two blocked cells, but not between two walls.</summary>
        Always = 2,
    }

    /// <summary>How a unit moves: what terrain costs it and which steps it may take.</summary>
    /// <remarks>A new one is the usual walker: eight neighbours, corners never cut, '.', 'G' and 'S' are
    /// land, '1' to '9' land that costs that many times as much, 'W' water, all else blocked. Where a
    /// function takes a mover, null stands for it.</remarks>
    public sealed class Mover : Handle
    {
        internal static readonly Mover Usual = new Mover();
        /// <summary>The usual walker of plans and fleets: four neighbours, since all steps take the same time.</summary>
        internal static readonly Mover InRows = new Mover().With(Neighbours.Four);

        /// <summary>The usual walker.</summary>
        public Mover()
        {
            IntPtr made;
            Own(Native.astride_mover_walker(out made), made);
        }

        private Mover(Status status, IntPtr made) { Own(status, made); }

        internal static Mover OrUsual(Mover mover) { return Live(mover ?? Usual); }

        internal static Mover OrInRows(Mover mover) { return Live(mover ?? InRows); }

        /// <summary>A mover for whom all terrain is blocked until you say what it costs.</summary>
        public static Mover Blocked()
        {
            IntPtr made;
            return new Mover(Native.astride_mover_new(out made), made);
        }

        internal override bool Free() { return Native.astride_mover_free(handle) == Status.Ok; }

        /// <summary>Cells of a class cost <paramref name="factor"/> times the step that enters them, 1 to
        /// 1024, or 0 for blocked. <paramref name="media"/> has a bit for each medium the class belongs to, 1
        /// for land, 2 for water, more as you like; a step stays within one. 0 stands for land.</summary>
        public Mover Terrain(char terrainClass, int factor, int media = 0)
        {
            Check.Answer(Native.astride_mover_class(Live(this), terrainClass,
                Check.NotNegative(factor, "factor"), Check.NotNegative(media, "media")));
            return this;
        }

        /// <summary>With another number of neighbours.</summary>
        public Mover With(Neighbours neighbours)
        {
            Check.Answer(Native.astride_mover_neighbours(Live(this), (uint)neighbours));
            return this;
        }

        /// <summary>With another rule for corners.</summary>
        public Mover With(Corners corners)
        {
            Check.Answer(Native.astride_mover_corners(Live(this), (uint)corners));
            return this;
        }

        /// <summary>What a straight and a diagonal step cost, in ticks, 1 to 2^20: 10 and 14 in the classic
        /// tutorials. As it is made, 13 860 and 19 601, which order paths as the square root of 2 does.</summary>
        public Mover Scale(int straight, int diagonal)
        {
            Check.Answer(Native.astride_mover_scale(
                Live(this), Check.NotNegative(straight, "straight"), Check.NotNegative(diagonal, "diagonal")));
            return this;
        }

        /// <summary>It crosses fences of a class for this many ticks beside those of the step, 0 to 2^30. As it
        /// is made, every fence is a wall to it.</summary>
        public Mover Crosses(byte fenceClass, int ticks)
        {
            Check.Answer(Native.astride_mover_crosses(Live(this), fenceClass, Check.NotNegative(ticks, "ticks")));
            return this;
        }

        /// <summary>Fences of a class are walls to it again.</summary>
        public Mover StoppedBy(byte fenceClass)
        {
            Check.Answer(Native.astride_mover_stopped_by(Live(this), fenceClass));
            return this;
        }
    }
}
