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
        public readonly long X;
        public readonly long Y;
        public readonly long Z;

        public Place(long x, long y = 0, long z = 0)
        {
            X = x;
            Y = y;
            Z = z;
        }

        public bool Equals(Place other) { return X == other.X && Y == other.Y && Z == other.Z; }
        public override bool Equals(object other) { return other is Place && Equals((Place)other); }
        public override int GetHashCode() { return X.GetHashCode() * 31 * 31 + Y.GetHashCode() * 31 + Z.GetHashCode(); }
        public override string ToString() { return "(" + X + ", " + Y + ", " + Z + ")"; }
        public static bool operator ==(Place a, Place b) { return a.Equals(b); }
        public static bool operator !=(Place a, Place b) { return !a.Equals(b); }
    }

    /// <summary>A way through a world: the places of a path in walking order, or why there is none. Each
    /// question it is lent to fills it again.</summary>
    public sealed class Route : Handle
    {
        private Scratch memory;

        public Route()
        {
            IntPtr made;
            Own(Native.astride_route_new(out made), made);
        }

        protected override bool ReleaseHandle() { return memory.Free() & Native.astride_route_free(handle) == Status.Ok; }

        /// <summary>All that is known of the answer; the length is 0.</summary>
        public PathInfo Info
        {
            get
            {
                var info = PathInfo.ToFill();
                Check.Answer(Native.astride_route_info(this, ref info));
                return info;
            }
        }

        /// <summary>The places, both ends included; none without a path.</summary>
        public unsafe Place[] Places()
        {
            IntPtr places;
            UIntPtr count;
            Check.Answer(Native.astride_route_places(this, out places, out count));
            var all = new Place[(int)count];
            for (var at = 0; at < all.Length; at++) all[at] = ((Place*)places)[at];
            GC.KeepAlive(this);
            return all;
        }

        /// <summary>Memory of the searches that fill this route.</summary>
        internal IntPtr Memory { get { return memory.For(this); } }
    }

    /// <summary>A map of hexagons, triangles, floors or voxels, or a graph.</summary>
    public sealed class World : Handle
    {
        private World(Status status, IntPtr made) { Own(status, made); }

        /// <summary>Reads a world from the bytes of a world file, whatever its shape.</summary>
        public static World Open(byte[] file)
        {
            if (file == null) throw new ArgumentNullException("file");
            IntPtr made;
            return new World(Native.astride_world_open(file, (UIntPtr)file.Length, out made), made);
        }

        /// <summary>Reads a world from a text: a drawing of hexagons, triangles or floors, a .3dmap of voxels, a
        /// .gr of a graph.</summary>
        public static World Read(Shape shape, string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            var bytes = Encoding.UTF8.GetBytes(text);
            IntPtr made;
            return new World(Native.astride_world_read((uint)shape, bytes, (UIntPtr)bytes.Length, out made), made);
        }

        protected override bool ReleaseHandle() { return Native.astride_world_free(handle) == Status.Ok; }

        /// <summary>The bytes of a world file.</summary>
        public byte[] Save()
        {
            IntPtr made;
            var status = Native.astride_world_save(this, out made);
            return new Bytes(status, made).TakeAll();
        }

        public Shape Shape { get { return (Shape)About().Item1; } }

        /// <summary>It rises by one with each edit.</summary>
        public ulong Revision { get { return About().Item2; } }

        private Tuple<uint, ulong> About()
        {
            uint shape, count;
            ulong revision;
            Check.Answer(Native.astride_world_info(this, out shape, out count, out revision));
            return Tuple.Create(shape, revision);
        }

        /// <summary>The place of a text such as "4,0,1", or of the name of a place of a graph; false if it names
        /// none.</summary>
        public bool Named(string name, out Place place)
        {
            if (name == null) throw new ArgumentNullException("name");
            place = default(Place);
            var text = Encoding.UTF8.GetBytes(name + "\0");
            return Check.Answer(Native.astride_world_named(this, text, ref place)) == Status.Ok;
        }

        /// <summary>The terrain class of a place. Voxels take '.' for air, 'W' for water, '#' and '@' for blocked;
        /// a graph has no terrain.</summary>
        public char this[Place place]
        {
            get
            {
                byte terrainClass;
                Check.Answer(Native.astride_world_class(this, place, out terrainClass));
                return (char)terrainClass;
            }
            set
            {
                ulong revision;
                Check.Answer(Native.astride_world_set(this, place, value, out revision));
            }
        }

        /// <summary>Joins two places one way: floors by a stair, a graph by an arc.</summary>
        public void Link(Place from, Place to, int ticks)
        {
            ulong revision;
            Check.Answer(Native.astride_world_link(this, from, to, checked((uint)ticks), out revision));
        }

        /// <summary>Removes the stair or the arcs from one place to another.</summary>
        public void Unlink(Place from, Place to)
        {
            ulong revision;
            Check.Answer(Native.astride_world_unlink(this, from, to, out revision));
        }

        /// <summary>Finds a path; returns whether there is one. Floors use all of a mover, hexagons its terrain
        /// and the ticks of its straight step, triangles its terrain alone; voxels and graphs refuse any.</summary>
        public bool FindPath(Place start, Place goal, Route route, FindOptions options = default(FindOptions),
            Mover mover = null)
        {
            if (route == null) throw new ArgumentNullException("route");
            var sized = options.Sized();
            // Where null is handed on, the library knows what is usual for the shape.
            return Check.Answer(mover == null
                ? Native.astride_world_find(this, IntPtr.Zero, start, goal, ref sized, route.Memory, route)
                : Native.astride_world_find(this, mover, start, goal, ref sized, route.Memory, route)) == Status.Ok;
        }
    }
}
