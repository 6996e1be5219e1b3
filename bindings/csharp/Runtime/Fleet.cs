using System;
using System.Runtime.InteropServices;

namespace Astride
{
    /// <summary>A robot: where it stands and which way it faces. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Robot
    {
        /// <summary>Where it stands.</summary>
        public readonly Cell Cell;
        private readonly uint facing;

        /// <summary>The direction is north, east, south or west, and of no meaning where robots need not turn.</summary>
        public Robot(Cell cell, Direction facing = Direction.East)
        {
            Cell = cell;
            this.facing = (uint)facing;
        }

        /// <summary>Which way it faces.</summary>
        public Direction Facing { get { return (Direction)facing; } }

        /// <summary>Such as "(3, 4) facing East".</summary>
        public override string ToString() { return Cell + " facing " + Facing; }
    }

    /// <summary>What a robot did in a step.</summary>
    public enum RobotAction
    {
        /// <summary>It stayed as it was.</summary>
        Wait = 0,
        /// <summary>It drove to the cell that it faces.</summary>
        Forward = 1,
        /// <summary>It turned by a quarter, from east to south.</summary>
        Clockwise = 2,
        /// <summary>It turned by a quarter, from east to north.</summary>
        CounterClockwise = 3,
        /// <summary>It drove to a neighbour; only robots that need not turn.</summary>
        Drive = 4,
    }

    /// <summary>How tasks find robots.</summary>
    public enum Assignment
    {
        /// <summary>An idle robot takes the nearest task, even from a robot that is farther away and has not
        /// begun it.</summary>
        Nearest = 0,
        /// <summary>An idle robot takes the task that has waited longest.</summary>
        InOrder = 1,
    }

    /// <summary>How a fleet decides; the default is as usual. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FleetOptions
    {
        private UIntPtr size;
        /// <summary>Decides whatever is left to chance.</summary>
        public ulong Seed;
        /// <summary>About how many bytes tables of distances may take; 0 is 2^30. With less, steps are slower.</summary>
        public ulong TableBytes;
        /// <summary>How many moves robots think ahead: 3 to 5 where they turn, else 1 to 5; 0 is as many as fleets of this size have time for.</summary>
        public int Span;
        private uint assignment;
        private uint turning;
        private uint noLearning;

        /// <summary>How tasks find robots.</summary>
        public Assignment Assignment
        {
            get { return (Assignment)assignment; }
            set { assignment = (uint)value; }
        }

        /// <summary>Whether robots drive forward and turn on the spot, in a step each.</summary>
        public bool Turning
        {
            get { return turning != 0; }
            set { turning = value ? 1u : 0u; }
        }

        /// <summary>Whether all moves always cost the same; if not, those against the flow of traffic come
        /// to cost more.</summary>
        public bool NoLearning
        {
            get { return noLearning != 0; }
            set { noLearning = value ? 1u : 0u; }
        }

        internal FleetOptions Sized()
        {
            Check.NotNegative(Span, "Span");
            size = SizeOf<FleetOptions>.Value;
            return this;
        }
    }

    /// <summary>What is known of a fleet. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FleetInfo
    {
        private UIntPtr size;
        /// <summary>Tasks done.</summary>
        public readonly ulong TasksDone;
        /// <summary>Errands done, including those of unfinished tasks.</summary>
        public readonly ulong ErrandsDone;
        /// <summary>Tasks that no robot is doing.</summary>
        public readonly ulong TasksWaiting;
        /// <summary>How many steps were made.</summary>
        public readonly int Timestep;
        /// <summary>How many robots there are.</summary>
        public readonly int RobotCount;

        internal static FleetInfo ToFill() { return new FleetInfo { size = SizeOf<FleetInfo>.Value }; }
    }

    /// <summary>What can happen in a step.</summary>
    public enum FleetEventKind
    {
        /// <summary>A robot was given a task.</summary>
        Assigned = 0,
        /// <summary>A task that a robot had not begun was taken away from it.</summary>
        Withdrawn = 1,
        /// <summary>A robot has reached the cell of the next errand of its task.</summary>
        ErrandDone = 2,
        /// <summary>That was the last errand of the task.</summary>
        TaskDone = 3,
        /// <summary>A robot has not come nearer for so long that it gets the right of way now.</summary>
        Stuck = 4,
        /// <summary>A robot that was stuck has done its errand, or has another one.</summary>
        Freed = 5,
        /// <summary>No way leads to the errand of a robot at present; it makes room and waits.</summary>
        Unreachable = 6,
    }

    /// <summary>Something that happened in a step. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct FleetEvent
    {
        private readonly uint kind;
        /// <summary>The robot.</summary>
        public readonly int Robot;
        /// <summary>Which task; -1 where the kind has none.</summary>
        public readonly int Task;
        /// <summary>Which errand of the task, from 0; -1 where the kind has none.</summary>
        public readonly int Errand;

        /// <summary>What happened.</summary>
        public FleetEventKind Kind { get { return (FleetEventKind)kind; } }
    }

    /// <summary>Robots that do tasks and never collide. They are numbers from 0, and so are tasks; with budgets
    /// in expansions the same calls give the same history on every machine.</summary>
    /// <remarks>Without a mover, cells have four neighbours.</remarks>
    public sealed class Fleet : Handle
    {
        private static readonly FleetEvent[] None = new FleetEvent[0];

        /// <summary>A fleet that has nothing to do yet, on the grid as it is now.</summary>
        public Fleet(Grid grid, Robot[] robots, FleetOptions options = default(FleetOptions), Mover mover = null)
        {
            if (robots == null) throw new ArgumentNullException("robots");
            var sized = options.Sized();
            IntPtr made;
            Own(Native.astride_fleet_new(
                Live(grid, "grid"), Mover.OrInRows(mover), robots, (UIntPtr)robots.Length, ref sized, out made), made);
        }

        internal override bool Free() { return Native.astride_fleet_free(handle) == Status.Ok; }

        /// <summary>Hands a task over: cells that one robot has to visit in this order. Gives its number.</summary>
        public int AddTask(params Cell[] errands)
        {
            if (errands == null) throw new ArgumentNullException("errands");
            uint task;
            EnterAlone();
            try { Check.Answer(Native.astride_fleet_add_task(this, errands, (UIntPtr)errands.Length, out task)); }
            finally { LeaveAlone(); }
            return (int)task;
        }

        /// <summary>Moves every robot once. Expansions are what may be spent on better moves than right of way
        /// finds; microseconds are for all of the step, and what is not done by then is made up for in the next
        /// steps. 0 is no limit, but if both are 0 there is right of way alone.</summary>
        public void Step(ulong mostExpansions = 0, ulong mostMicroseconds = 0)
        {
            EnterAlone();
            try { Check.Answer(Native.astride_fleet_step(this, mostExpansions, mostMicroseconds)); }
            finally { LeaveAlone(); }
        }

        /// <summary>Says whether a robot works, or has broken down where it stands.</summary>
        public void SetWorking(int robot, bool works)
        {
            EnterAlone();
            try { Check.Answer(Native.astride_fleet_set_working(this, (uint)robot, works ? 1u : 0u)); }
            finally { LeaveAlone(); }
        }

        /// <summary>Says whether a cell may be entered.</summary>
        public void SetOpen(Cell cell, bool open)
        {
            EnterAlone();
            try { Check.Answer(Native.astride_fleet_set_open(this, cell, open ? 1u : 0u)); }
            finally { LeaveAlone(); }
        }

        /// <summary>How far the fleet has come.</summary>
        public FleetInfo Info
        {
            get
            {
                var info = FleetInfo.ToFill();
                Check.Answer(Native.astride_fleet_info(Live(this), ref info));
                return info;
            }
        }

        /// <summary>Copies where each robot is into an array with a place for each.</summary>
        public void CopyRobots(Robot[] robots)
        {
            if (robots == null) throw new ArgumentNullException("robots");
            Check.Answer(Native.astride_fleet_robots(Live(this), robots, (UIntPtr)robots.Length));
        }

        /// <summary>Copies what each robot did in the last step into an array with a place for each.</summary>
        public void CopyActions(RobotAction[] actions)
        {
            if (actions == null) throw new ArgumentNullException("actions");
            Check.Answer(Native.astride_fleet_actions(Live(this), actions, (UIntPtr)actions.Length));
        }

        /// <summary>Copies where each robot goes into an array with a place for each; (-1, -1) is nowhere.</summary>
        public void CopyGoals(Cell[] goals)
        {
            if (goals == null) throw new ArgumentNullException("goals");
            Check.Answer(Native.astride_fleet_goals(Live(this), goals, (UIntPtr)goals.Length));
        }

        /// <summary>What happened in the last step, and since then when a robot broke down. It allocates an array
        /// if anything did; <see cref="CopyEvents"/> does not.</summary>
        public FleetEvent[] Events()
        {
            // Until it leaves, nobody changes the fleet, so that all are of one step.
            Enter(this);
            try
            {
                var count = EventCount;
                if (count == 0) return None;
                var all = new FleetEvent[count];
                CopyEvents(all);
                return all;
            }
            finally { Leave(); }
        }

        /// <summary>How many events there are.</summary>
        public int EventCount
        {
            get
            {
                IntPtr events;
                UIntPtr count;
                Check.Answer(Native.astride_fleet_events(Live(this), out events, out count));
                return (int)count;
            }
        }

        /// <summary>Copies as many events as there is room for; returns how many.</summary>
        public unsafe int CopyEvents(FleetEvent[] places)
        {
            if (places == null) throw new ArgumentNullException("places");
            IntPtr events;
            UIntPtr count;
            // Until it leaves, nobody changes the fleet or frees the events.
            Enter(this);
            try
            {
                Check.Answer(Native.astride_fleet_events(this, out events, out count));
                var copied = Math.Min(places.Length, (int)count);
                for (var at = 0; at < copied; at++) places[at] = ((FleetEvent*)events)[at];
                return copied;
            }
            finally { Leave(); }
        }

        /// <summary>One number for the history: fleets with the same history have the same.</summary>
        public ulong Digest
        {
            get
            {
                ulong digest;
                Check.Answer(Native.astride_fleet_digest(Live(this), out digest));
                return digest;
            }
        }
    }
}
