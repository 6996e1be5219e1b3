using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Astride
{
    /// <summary>The shape of a world.</summary>
    public enum Shape
    {
        /// <summary>Hexagons by axial coordinates.</summary>
        Hexagons = 0,
        /// <summary>Triangles by column and row.</summary>
        Triangles = 1,
        /// <summary>Floors of square cells, joined by stairs.</summary>
        Floors = 2,
        /// <summary>Voxels: blocked, free or water.</summary>
        Voxels = 3,
        /// <summary>Places by number, joined by arcs.</summary>
        Graph = 4,
    }

    /// <summary>A place of a world. Hexagons have q and r, triangles column and row, floors column, row and
    /// floor, voxels column, row and layer, graphs a number alone; what a shape does not have is 0. Blittable.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Place : IEquatable<Place>
    {
        /// <summary>Column, q, or number.</summary>
        public readonly long X;
        /// <summary>Row, or r.</summary>
        public readonly long Y;
        /// <summary>Floor, or layer.</summary>
        public readonly long Z;

        /// <summary>A place, which may be none of a world.</summary>
        public Place(long x, long y = 0, long z = 0)
        {
            X = x;
            Y = y;
            Z = z;
        }

        /// <summary>Whether it is the same place.</summary>
        public bool Equals(Place other) { return X == other.X && Y == other.Y && Z == other.Z; }
        /// <summary>Whether it is the same place.</summary>
        public override bool Equals(object other) { return other is Place && Equals((Place)other); }
        /// <summary>A number for tables of places.</summary>
        public override int GetHashCode() { return X.GetHashCode() * 31 * 31 + Y.GetHashCode() * 31 + Z.GetHashCode(); }
        /// <summary>Such as "(3, 4, 0)".</summary>
        public override string ToString() { return "(" + X + ", " + Y + ", " + Z + ")"; }
        /// <summary>Whether they are the same.</summary>
        public static bool operator ==(Place a, Place b) { return a.Equals(b); }
        /// <summary>Whether they differ.</summary>
        public static bool operator !=(Place a, Place b) { return !a.Equals(b); }
    }

    /// <summary>A way through a world: the places of a path in walking order, or why there is none. Each
    /// question it is lent to fills it again.</summary>
    public sealed class Route : Handle
    {
        private Scratch memory;

        /// <summary>A route that answers nothing yet.</summary>
        public Route()
        {
            IntPtr made;
            Own(Native.astride_route_new(out made), made);
        }

        internal override bool Free() { return memory.Free() & Native.astride_route_free(handle) == Status.Ok; }

        /// <summary>All that is known of the answer; the length is 0.</summary>
        public PathInfo Info
        {
            get
            {
                var info = PathInfo.ToFill();
                Check.Answer(Native.astride_route_info(Live(this), ref info));
                return info;
            }
        }

        /// <summary>The places, both ends included; none without a path. It allocates an array;
        /// <see cref="CopyTo"/> does not.</summary>
        public Place[] Places()
        {
            // Until it leaves, nobody fills the route, so that all are of one answer.
            Enter(this);
            try
            {
                var all = new Place[Count];
                CopyTo(all);
                return all;
            }
            finally { Leave(); }
        }

        /// <summary>How many places the route has; 0 without a path.</summary>
        public int Count
        {
            get
            {
                IntPtr places;
                UIntPtr count;
                Check.Answer(Native.astride_route_places(Live(this), out places, out count));
                return (int)count;
            }
        }

        /// <summary>Copies as many places as there is room for; returns how many.</summary>
        public unsafe int CopyTo(Place[] places)
        {
            if (places == null) throw new ArgumentNullException("places");
            IntPtr found;
            UIntPtr count;
            // Until it leaves, nobody fills the route or frees the places.
            Enter(this);
            try
            {
                Check.Answer(Native.astride_route_places(this, out found, out count));
                var copied = Math.Min(places.Length, (int)count);
                for (var at = 0; at < copied; at++) places[at] = ((Place*)found)[at];
                return copied;
            }
            finally { Leave(); }
        }

        /// <summary>Memory of the searches that fill this route.</summary>
        internal IntPtr Memory { get { return memory.For(this); } }
    }

    /// <summary>A map of hexagons, triangles, floors or voxels, or a graph.</summary>
    public sealed class World : Handle
    {
        private World(Status status, IntPtr made) { Own(status, made); }

        /// <summary>Reads a world from the bytes of a world file, whatever its shape. Its revision is 0.</summary>
        public static World Open(byte[] file)
        {
            if (file == null) throw new ArgumentNullException("file");
            IntPtr made;
            return new World(Native.astride_world_open(file, (UIntPtr)file.Length, out made), made);
        }

        /// <summary>Reads a world from a text: a drawing of hexagons, triangles or floors, a .3dmap of voxels, a
        /// .gr of a graph, whose places count from 1. A '#' that is drawn is of class '@', the wall of map files, and
        /// reads back as that.</summary>
        public static World Read(Shape shape, string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            var bytes = Encoding.UTF8.GetBytes(text);
            IntPtr made;
            return new World(Native.astride_world_read((uint)shape, bytes, (UIntPtr)bytes.Length, out made), made);
        }

        internal override bool Free() { return Native.astride_world_free(handle) == Status.Ok; }

        /// <summary>The bytes of a world file.</summary>
        public byte[] Save()
        {
            IntPtr made;
            var status = Native.astride_world_save(Live(this), out made);
            return new Bytes(status, made).TakeAll();
        }

        /// <summary>Its shape.</summary>
        public Shape Shape
        {
            get
            {
                uint shape, count;
                ulong revision;
                Check.Answer(Native.astride_world_info(Live(this), out shape, out count, out revision));
                return (Shape)shape;
            }
        }

        /// <summary>It rises by one with each edit, from 0 when the world was opened or read.</summary>
        public ulong Revision
        {
            get
            {
                uint shape, count;
                ulong revision;
                Check.Answer(Native.astride_world_info(Live(this), out shape, out count, out revision));
                return revision;
            }
        }

        /// <summary>The place of a text such as "4,0,1", or of the name of a place of a graph; false if it names
        /// none.</summary>
        public bool Named(string name, out Place place)
        {
            place = default(Place);
            var text = Check.Ended(name, "name");
            return Check.Answer(Native.astride_world_named(Live(this), text, ref place)) == Status.Ok;
        }

        /// <summary>The terrain class of a place. Voxels take '.' for air, 'W' for water, '#' and '@' for blocked;
        /// a graph has no terrain.</summary>
        public char this[Place place]
        {
            get
            {
                byte terrainClass;
                Check.AnswerOfPlaces(Native.astride_world_class(Live(this), place, out terrainClass));
                return (char)terrainClass;
            }
            set
            {
                ulong revision;
                Check.AnswerOfPlaces(Native.astride_world_set(Live(this), place, value, out revision));
            }
        }

        /// <summary>Joins two places one way, for this many ticks: floors by a stair, a graph by an arc. What joined
        /// them before is replaced.</summary>
        public void Link(Place from, Place to, int ticks)
        {
            ulong revision;
            Check.AnswerOfPlaces(Native.astride_world_link(Live(this), from, to,
                Check.NotNegative(ticks, "ticks"), out revision));
        }

        /// <summary>Removes the stair or the arcs from one place to another.</summary>
        public void Unlink(Place from, Place to)
        {
            ulong revision;
            Check.AnswerOfPlaces(Native.astride_world_unlink(Live(this), from, to, out revision));
        }

        /// <summary>Finds a path; returns whether there is one. Floors use all of a mover; hexagons its
        /// terrain, the fences that it crosses and the ticks of its straight step; triangles its terrain and
        /// the fences: they have the three neighbours across their sides, whatever it says; voxels and
        /// graphs refuse any.</summary>
        public bool FindPath(Place start, Place goal, Route route, FindOptions options = default(FindOptions),
            Mover mover = null)
        {
            if (route == null) throw new ArgumentNullException("route");
            var sized = options.Sized();
            route.EnterAlone();
            try
            {
                // Where null is handed on, the library knows what is usual for the shape.
                return Check.AnswerOfPlaces(mover == null
                    ? Native.astride_world_find(Live(this), IntPtr.Zero, start, goal, ref sized, route.Memory, route)
                    : Native.astride_world_find(Live(this), mover, start, goal, ref sized, route.Memory, route)) == Status.Ok;
            }
            finally { route.LeaveAlone(); }
        }
    }
}
