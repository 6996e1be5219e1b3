using System;

namespace Astride
{
    /// <summary>Ways to search a grid without an index.</summary>
    public enum Method
    {
        /// <summary>A*: a cheapest path.</summary>
        AStar = 0,
        /// <summary>Dijkstra's search: a cheapest path, without a guess.</summary>
        Dijkstra = 1,
        /// <summary>Breadth-first search: fewest steps. Its <see cref="FindOptions.MostCost"/> is in steps.</summary>
        BreadthFirst = 2,
        /// <summary>Greedy best-first search: some path, soon.</summary>
        Greedy = 3,
        /// <summary>A* with its guess doubled: at most twice the cheapest.</summary>
        WeightedTwice = 4,
        /// <summary>Bidirectional A*: a cheapest path.</summary>
        Bidirectional = 5,
        /// <summary>IDA* with a transposition table: a cheapest path. It is meant for puzzles and small maps; on others
        /// it may take practically for ever, so give it a limit.</summary>
        IdaStar = 6,
        /// <summary>Jump point search over planes that are made for this question.</summary>
        JumpPoints = 7,
        /// <summary>IDA* with its guess doubled: at most twice the cheapest. As for IDA*, give it a limit.</summary>
        WeightedIdaStarTwice = 8,
        /// <summary>Breadth-first search from both ends: fewest steps. Its <see cref="FindOptions.MostCost"/> is in
        /// steps.</summary>
        BidirectionalBreadthFirst = 9,
        /// <summary>Greedy best-first search from both ends: some path, sooner still.</summary>
        BidirectionalGreedy = 10,
        /// <summary>Depth-first search: some path, as a rule a long one.</summary>
        DepthFirst = 11,
        /// <summary>A* with half its guess: a cheapest path.</summary>
        Swarm = 12,
        /// <summary>A* with three times its guess: at most three times the cheapest.</summary>
        ConvergentSwarm = 13,
        /// <summary>Bidirectional A* with half its guess: a cheapest path.</summary>
        BidirectionalSwarm = 14,
    }

    /// <summary>A map of square cells, each of a terrain class: a letter such as '.' or '#'.</summary>
    public sealed class Grid : Handle
    {
        private int width;
        private int height;

        /// <summary>A grid of one class.</summary>
        public Grid(int width, int height, char terrainClass = '.')
        {
            IntPtr made;
            Own(Native.astride_grid_new(Check.NotNegative(width, "width"), Check.NotNegative(height, "height"),
                terrainClass, out made), made);
            Size();
        }

        private Grid(Status status, IntPtr made)
        {
            Own(status, made);
            Size();
        }

        /// <summary>A grid of the classes of all cells, row by row.</summary>
        public static Grid FromClasses(int width, int height, byte[] classes)
        {
            if (classes == null) throw new ArgumentNullException("classes");
            IntPtr made;
            return new Grid(Native.astride_grid_from_classes(Check.NotNegative(width, "width"),
                Check.NotNegative(height, "height"), classes, (UIntPtr)classes.Length, out made), made);
        }

        /// <summary>A grid that is drawn: a letter per cell, a line per row, A and B for the ends, both drawn
        /// once. Rows that are shorter than the longest are filled up with '#'.</summary>
        public static Grid FromText(string text, out Cell start, out Cell goal)
        {
            IntPtr made;
            return new Grid(Native.astride_grid_from_text(Check.Ended(text, "text"), out start, out goal, out made), made);
        }

        /// <summary>A grid from the bytes of a MovingAI .map file.</summary>
        public static Grid FromMap(byte[] file)
        {
            if (file == null) throw new ArgumentNullException("file");
            IntPtr made;
            return new Grid(Native.astride_grid_from_map(file, (UIntPtr)file.Length, out made), made);
        }

        internal static Grid OfNavigator(Navigator navigator)
        {
            IntPtr made;
            return new Grid(Native.astride_navigator_grid(Live(navigator, "navigator"), out made), made);
        }

        internal override bool Free() { return Native.astride_grid_free(handle) == Status.Ok; }

        /// <summary>Writes a MovingAI .map file. The '#' of drawings is written as '@', the wall of such files, and
        /// reads back as that; what such a file has no letter for is refused.</summary>
        public byte[] ToMap()
        {
            IntPtr made;
            return new Bytes(Native.astride_grid_to_map(Live(this), out made), made).TakeAll();
        }

        /// <summary>Another grid like this one.</summary>
        public Grid Copy()
        {
            IntPtr made;
            return new Grid(Native.astride_grid_copy(Live(this), out made), made);
        }

        /// <summary>How many columns there are.</summary>
        public int Width { get { return Live(this).width; } }

        /// <summary>How many rows there are.</summary>
        public int Height { get { return Live(this).height; } }

        internal long CellCount { get { return (long)width * height; } }

        /// <summary>The terrain class of a cell.</summary>
        public char this[Cell cell]
        {
            get
            {
                byte terrainClass;
                Enter(this);
                var status = Native.astride_grid_class(handle, cell, out terrainClass);
                Leave();
                Check.Answer(status);
                return (char)terrainClass;
            }
        }

        /// <summary>Copies the classes of all cells, row by row, into an array of as many places.</summary>
        public void CopyTo(byte[] classes)
        {
            if (classes == null) throw new ArgumentNullException("classes");
            Check.Answer(Native.astride_grid_classes(Live(this), classes, (UIntPtr)classes.Length));
        }

        /// <summary>How often the grid was edited.</summary>
        public ulong Revision
        {
            get
            {
                ulong revision;
                Check.Answer(Native.astride_grid_revision(Live(this), out revision));
                return revision;
            }
        }

        /// <summary>Makes all changes of a batch, or none. Returns the revision after it.</summary>
        public ulong Apply(Edit edit)
        {
            ulong revision;
            Check.Answer(Native.astride_grid_apply(Live(this), Live(edit, "edit"), out revision));
            return revision;
        }

        /// <summary>Finds a cheapest path by A*, into <paramref name="path"/>. Where many are asked on one map,
        /// use a <see cref="Navigator"/>.</summary>
        public bool FindPath(Cell start, Cell goal, Path path, Mover mover = null)
        {
            return FindPath(start, goal, path, default(FindOptions), mover);
        }

        /// <summary>Finds a path by a method of your choice, within limits. Returns whether one was found;
        /// <see cref="Path.Status"/> says why not.</summary>
        public bool FindPath(Cell start, Cell goal, Path path, FindOptions options, Mover mover = null)
        {
            Status status;
            options = options.Sized();
            mover = mover ?? Mover.Usual;
            Enter(this, mover, path);
            try
            {
                status = Native.astride_find_path_by(handle, mover.Pointer, start, goal, ref options, path.Memory,
                    path.Pointer);
            }
            finally { Leave(this, mover, path); }
            return path.Filled(status);
        }

        private void Size()
        {
            uint columns, rows;
            Check.Answer(Native.astride_grid_size(Live(this), out columns, out rows));
            width = (int)columns;
            height = (int)rows;
            Weigh(CellCount);
        }
    }
}
