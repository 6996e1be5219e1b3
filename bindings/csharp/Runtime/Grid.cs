using System;
using System.Text;

namespace Astride
{
    /// <summary>Ways to search a grid without an index.</summary>
    public enum Method
    {
        /// <summary>A*: a cheapest path.</summary>
        AStar = 0,
        /// <summary>Dijkstra's search: a cheapest path, without a guess.</summary>
        Dijkstra = 1,
        /// <summary>Breadth-first search: fewest steps.</summary>
        BreadthFirst = 2,
        /// <summary>Greedy best-first search: some path, soon.</summary>
        Greedy = 3,
        /// <summary>A* with its guess doubled: at most twice the cheapest.</summary>
        WeightedTwice = 4,
        /// <summary>Bidirectional A*: a cheapest path.</summary>
        Bidirectional = 5,
        /// <summary>IDA* with a transposition table: a cheapest path.</summary>
        IdaStar = 6,
        /// <summary>Jump point search over planes that are made for this question.</summary>
        JumpPoints = 7,
        /// <summary>IDA* with its guess doubled: at most twice the cheapest.</summary>
        WeightedIdaStarTwice = 8,
        /// <summary>Breadth-first search from both ends: fewest steps.</summary>
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
        /// <summary>A grid of one class.</summary>
        public Grid(int width, int height, char terrainClass = '.')
        {
            IntPtr made;
            Own(Native.astride_grid_new(unchecked((uint)width), unchecked((uint)height), terrainClass, out made), made);
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
            return new Grid(Native.astride_grid_from_classes(unchecked((uint)width), unchecked((uint)height), classes,
                (UIntPtr)classes.Length, out made), made);
        }

        /// <summary>A grid that is drawn: a letter per cell, a line per row, A and B for the ends.</summary>
        public static Grid FromText(string text, out Cell start, out Cell goal)
        {
            IntPtr made;
            return new Grid(Native.astride_grid_from_text(EndedByZero(text), out start, out goal, out made), made);
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
            return new Grid(Native.astride_navigator_grid(navigator, out made), made);
        }

        protected override bool ReleaseHandle() { return Native.astride_grid_free(handle) == Status.Ok; }

        /// <summary>Writes a MovingAI .map file.</summary>
        public byte[] ToMap()
        {
            IntPtr made;
            return new Bytes(Native.astride_grid_to_map(this, out made), made).TakeAll();
        }

        /// <summary>Another grid like this one.</summary>
        public Grid Copy()
        {
            IntPtr made;
            return new Grid(Native.astride_grid_copy(this, out made), made);
        }

        public int Width { get; private set; }
        public int Height { get; private set; }

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
            Check.Answer(Native.astride_grid_classes(this, classes, (UIntPtr)classes.Length));
        }

        /// <summary>How often the grid was edited.</summary>
        public ulong Revision
        {
            get
            {
                ulong revision;
                Check.Answer(Native.astride_grid_revision(this, out revision));
                return revision;
            }
        }

        /// <summary>Makes all changes of a batch, or none. Returns the revision after it.</summary>
        public ulong Apply(Edit edit)
        {
            ulong revision;
            Check.Answer(Native.astride_grid_apply(this, edit, out revision));
            return revision;
        }

        /// <summary>Finds a cheapest path by A*, into <paramref name="path"/>. Where many are asked on one map,
        /// use a <see cref="Navigator"/>.</summary>
        public bool FindPath(Cell start, Cell goal, Path path, Mover mover = null)
        {
            return path.Filled(Native.astride_find_path(this, mover ?? Mover.Usual, start, goal, path));
        }

        /// <summary>Finds a path by a method of your choice, within limits. Returns whether one was found;
        /// <see cref="Path.Status"/> says why not.</summary>
        public bool FindPath(Cell start, Cell goal, Path path, FindOptions options, Mover mover = null)
        {
            options = options.Sized();
            return path.Filled(Native.astride_find_path_by(this, mover ?? Mover.Usual, start, goal, ref options,
                path.Memory, path));
        }

        private void Size()
        {
            uint width, height;
            Check.Answer(Native.astride_grid_size(this, out width, out height));
            Width = (int)width;
            Height = (int)height;
        }

        private static byte[] EndedByZero(string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            return Encoding.UTF8.GetBytes(text + "\0");
        }
    }
}
