using System;
using System.Runtime.InteropServices;

namespace Astride
{
    /// <summary>How a plan is made.</summary>
    public enum PlanMethod
    {
        /// <summary>A first plan at once, then better ones by several methods until the budget ends.</summary>
        Auto = 0,
        /// <summary>Right of way, step by step: the quickest; may not arrive where passages are narrow.</summary>
        Pibt = 1,
        /// <summary>LaCAM: some plan if there is one, or the proof that there is none.</summary>
        Lacam = 2,
        /// <summary>LaCAM with local guidance: slower, and far better plans where it is crowded.</summary>
        Guided = 3,
        /// <summary>Prioritised planning on safe intervals: good plans where there is room; may give up.</summary>
        Prioritised = 4,
        /// <summary>Large neighbourhood search: a first plan that gets better until the budget ends.</summary>
        Lns = 5,
        /// <summary>Conflict-based search: a best plan, for small teams.</summary>
        Cbs = 6,
        /// <summary>Explicit estimation CBS: at most <see cref="PlanOptions.Percent"/> more than the least.</summary>
        Eecbs = 7,
        /// <summary>Windowed cooperative A*, 16 timesteps at a time: light on memory, and those at their goals
        /// make room; may give up.</summary>
        Whca = 8,
        /// <summary>LaCAM that goes on after its first plan: the least makespan or loss in the end, on small
        /// boards.</summary>
        LacamStar = 9,
    }

    /// <summary>What a plan keeps as small as possible.</summary>
    public enum PlanObjective
    {
        /// <summary>The arrivals of all agents, added.</summary>
        SumOfCosts = 0,
        /// <summary>The last arrival.</summary>
        Makespan = 1,
        /// <summary>The timesteps that all agents spend other than resting at their goals, added. Cbs and Eecbs refuse it.</summary>
        SumOfLoss = 2,
    }

    /// <summary>How a plan is to be made; the default is a second by all methods. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PlanOptions
    {
        private UIntPtr size;
        /// <summary>The most expansions, each about 32 decisions of agents. With this limit alone, the same
        /// question gives the same plan on every machine.</summary>
        public ulong MostExpansions;
        /// <summary>The most microseconds; a second if both limits are 0.</summary>
        public ulong MostMicroseconds;
        /// <summary>Decides whatever is left to chance.</summary>
        public ulong Seed;
        /// <summary>About how many bytes tables of distances may take; 0 is 2^30.</summary>
        public ulong FieldBytes;
        private uint method;
        private uint objective;
        /// <summary>For <see cref="PlanMethod.Eecbs"/>: at most this many per cent more than the least; 0 is 20.</summary>
        public uint Percent;
        private readonly uint reserved;

        /// <summary>How the plan is made.</summary>
        public PlanMethod Method
        {
            get { return (PlanMethod)method; }
            set { method = (uint)value; }
        }

        /// <summary>What it keeps small.</summary>
        public PlanObjective Objective
        {
            get { return (PlanObjective)objective; }
            set { objective = (uint)value; }
        }

        internal PlanOptions Sized()
        {
            size = SizeOf<PlanOptions>.Value;
            return this;
        }
    }

    /// <summary>What is known of a plan. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct PlanInfo
    {
        private UIntPtr size;
        /// <summary>The value of the objective; <see cref="Path.NoCost"/> without a plan.</summary>
        public readonly ulong Cost;
        /// <summary>No plan costs less than this, as far as is proved.</summary>
        public readonly ulong LowerBound;
        /// <summary>The arrivals of all agents, added.</summary>
        public readonly ulong SumOfCosts;
        /// <summary>The timesteps that all agents spend other than resting at their goals, added.</summary>
        public readonly ulong SumOfLoss;
        /// <summary>How many nodes a search for a best plan has expanded.</summary>
        public readonly ulong Expanded;
        /// <summary>The timestep from which on nobody moves.</summary>
        public readonly int Makespan;
        /// <summary>How many agents the plan has; 0 without a plan.</summary>
        public readonly int AgentCount;
        private readonly int status;
        private readonly uint guarantee;
        private readonly uint method;
        private readonly uint reserved;

        /// <summary>Ok; Unreachable if it is proved that there is no plan; OutOfBudget; Nothing if the method gave
        /// up, and before the first question.</summary>
        public Status Status { get { return (Status)status; } }
        /// <summary>What the plan is known to be.</summary>
        public Guarantee Guarantee { get { return (Guarantee)guarantee; } }
        /// <summary>The method that made it.</summary>
        public PlanMethod Method { get { return (PlanMethod)method; } }

        internal static PlanInfo ToFill() { return new PlanInfo { size = SizeOf<PlanInfo>.Value }; }
    }

    /// <summary>A stay of an agent on one cell, until its next stay; the last one has no end. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Stay
    {
        /// <summary>The first timestep on the cell; 0 for the first stay.</summary>
        public readonly int Since;
        /// <summary>The cell.</summary>
        public readonly Cell Cell;

        /// <summary>Such as "(3, 4) from 7".</summary>
        public override string ToString() { return Cell + " from " + Since; }
    }

    /// <summary>Where each agent of a team is at every timestep, without a collision. Each question it is lent
    /// to fills it again.</summary>
    /// <remarks>In a timestep every agent steps to a neighbour or waits, whatever the step costs. Without a
    /// mover, cells have four neighbours.</remarks>
    public sealed class Plan : Handle
    {
        /// <summary>A plan of nobody, to be lent to questions.</summary>
        public Plan()
        {
            IntPtr made;
            Own(Native.astride_plan_new(out made), made);
        }

        internal override bool Free() { return Native.astride_plan_free(handle) == Status.Ok; }

        /// <summary>Makes a plan for agents that go from <paramref name="starts"/> to <paramref name="goals"/>,
        /// one to each; returns whether there is one, and <see cref="Info"/> says why not.</summary>
        public bool Solve(Grid grid, Cell[] starts, Cell[] goals, PlanOptions options = default(PlanOptions),
            Mover mover = null)
        {
            var sized = options.Sized();
            var count = CountOf(starts, goals);
            EnterAlone();
            try
            {
                return Check.Answer(Native.astride_plan_solve(this, Live(grid, "grid"), Mover.OrInRows(mover), starts, goals,
                    count, ref sized)) == Status.Ok;
            }
            finally { LeaveAlone(); }
        }

        /// <summary>Throws if the plan breaks a rule for these agents; the code of the exception names the
        /// rule, such as "plan-vertex-conflict".</summary>
        public void Validate(Grid grid, Cell[] starts, Cell[] goals, Mover mover = null)
        {
            var count = CountOf(starts, goals);
            Check.Answer(Native.astride_plan_check(Live(this), Live(grid, "grid"), Mover.OrInRows(mover), starts, goals, count));
        }

        /// <summary>All that is known of the plan.</summary>
        public PlanInfo Info
        {
            get
            {
                var info = PlanInfo.ToFill();
                Check.Answer(Native.astride_plan_info(Live(this), ref info));
                return info;
            }
        }

        /// <summary>The stays of an agent, the first at timestep 0.</summary>
        public unsafe Stay[] Stays(int agent)
        {
            IntPtr stays;
            UIntPtr count;
            // Until it leaves, nobody fills the plan or frees the stays.
            Enter(this);
            try
            {
                Check.Answer(Native.astride_plan_stays(this, (uint)agent, out stays, out count));
                var all = new Stay[(int)count];
                for (var at = 0; at < all.Length; at++) all[at] = ((Stay*)stays)[at];
                return all;
            }
            finally { Leave(); }
        }

        /// <summary>Copies where each agent is at a timestep into an array with a place for each.</summary>
        public void CopyAt(int timestep, Cell[] cells)
        {
            if (cells == null) throw new ArgumentNullException("cells");
            var when = Check.NotNegative(timestep, "timestep");
            Check.Answer(Native.astride_plan_at(Live(this), when, cells, (UIntPtr)cells.Length));
        }

        /// <summary>The plan as text, a line for each timestep, such as "0:(0,0),(2,0)".</summary>
        public byte[] Write()
        {
            IntPtr made;
            var status = Native.astride_plan_write(Live(this), out made);
            return new Bytes(status, made).TakeAll();
        }

        /// <summary>Takes over what <see cref="Write"/> or another program made, for this grid. Whether it keeps
        /// the rules is for <see cref="Validate"/>.</summary>
        public void Read(Grid grid, byte[] text)
        {
            if (text == null) throw new ArgumentNullException("text");
            EnterAlone();
            try { Check.Answer(Native.astride_plan_read(this, Live(grid, "grid"), text, (UIntPtr)text.Length)); }
            finally { LeaveAlone(); }
        }

        private static UIntPtr CountOf(Cell[] starts, Cell[] goals)
        {
            if (starts == null) throw new ArgumentNullException("starts");
            if (goals == null) throw new ArgumentNullException("goals");
            if (starts.Length != goals.Length)
                throw new ArgumentException("there are " + starts.Length + " starts, expected as many goals", "goals");
            return (UIntPtr)starts.Length;
        }
    }
}
