using System;
using System.ComponentModel;
using System.Runtime.InteropServices;
using System.Threading;
using Microsoft.Win32.SafeHandles;

namespace Astride
{
    /// <summary>What the library owns for you. Dispose of it, or the garbage collector will; a call with
    /// what was disposed of throws <see cref="ObjectDisposedException"/>.</summary>
    /// <remarks>Any number of threads may read one object; one alone may change it. A call that breaks this
    /// throws with <see cref="Status.Busy"/> and changes nothing.</remarks>
    public abstract class Handle : SafeHandleZeroOrMinusOneIsInvalid
    {
        // How many calls that began with Enter are under way; while a call is alone, Alone more, and from Dispose on,
        // int.MinValue more.
        private int calls;
        // More than there are ever calls under way.
        private const int Alone = 1 << 30;
        // Bytes of the library that the garbage collector was told of.
        private long weight;

        internal Handle() : base(true) { }

        /// <summary>Whether it was disposed of; a call under way may still use it. The same property
        /// of SafeHandle tells whether it was freed.</summary>
        public new bool IsClosed { get { return Volatile.Read(ref calls) < 0; } }

        /// <summary>The pointer, which is good between <see cref="Enter(Handle)"/> and <see cref="Leave()"/>.</summary>
        internal IntPtr Pointer { get { return handle; } }

        /// <summary>Begins a call: until it leaves, nobody frees the object. The marshaller does the same where
        /// a call is declared with objects, in a multiple of the time, so calls that are made very often
        /// are declared with pointers. Where something in between may throw, as the memory of a path may when
        /// it is first wanted, a finally leaves.</summary>
        internal static void Enter(Handle one)
        {
            if (!one.TryEnter()) throw one.Refusal();
        }

        /// <summary>Begins a call unless the object was disposed of, or another call is alone.</summary>
        internal bool TryEnter()
        {
            // Without a sign what was disposed of is more than Alone, too.
            if ((uint)Interlocked.Increment(ref calls) < Alone) return true;
            Leave();
            return false;
        }

        internal static void Enter(Handle one, Handle two, string second = "path")
        {
            if (two == null) throw new ArgumentNullException(second);
            int first = Interlocked.Increment(ref one.calls), other = Interlocked.Increment(ref two.calls);
            if ((uint)(first | other) < Alone) return;
            Leave(one, two);
            throw ((uint)first < Alone ? two : one).Refusal();
        }

        internal static void Enter(Handle one, Handle two, Handle three, string last = "path", string second = "grid")
        {
            if (two == null) throw new ArgumentNullException(second);
            if (three == null) throw new ArgumentNullException(last);
            int first = Interlocked.Increment(ref one.calls), other = Interlocked.Increment(ref two.calls),
                third = Interlocked.Increment(ref three.calls);
            if ((uint)(first | other | third) < Alone) return;
            Leave(one, two, three);
            throw ((uint)first >= Alone ? one : (uint)other >= Alone ? two : three).Refusal();
        }

        /// <summary>Ends a call; the last one frees what was disposed of meanwhile.</summary>
        internal void Leave()
        {
            if (Interlocked.Decrement(ref calls) == int.MinValue) base.Dispose(true);
        }

        internal static void Leave(Handle one, Handle two)
        {
            one.Leave();
            two.Leave();
        }

        internal static void Leave(Handle one, Handle two, Handle three)
        {
            Leave(one, two);
            three.Leave();
        }

        /// <summary>Begins a call beside which there is no other that began with Enter, since it changes what those
        /// read without a lock of the library.</summary>
        internal void EnterAlone()
        {
            if (Interlocked.CompareExchange(ref calls, Alone, 0) != 0) throw Refusal();
        }

        /// <summary>The same once all calls under way have left; new ones are refused from now on. If the object is
        /// disposed of, or after some milliseconds, it gives up and returns false. One thread at a time.</summary>
        internal bool AwaitAlone()
        {
            Interlocked.Add(ref calls, Alone);
            var wait = new SpinWait();
            while (Volatile.Read(ref calls) != Alone)
                if (IsClosed || !GoesOn(ref wait))
                {
                    LeaveAlone();
                    return false;
                }
            return true;
        }

        /// <summary>Ends a call that was alone.</summary>
        internal void LeaveAlone()
        {
            if (Interlocked.Add(ref calls, -Alone) == int.MinValue) base.Dispose(true);
        }

        /// <summary>Waits a moment; returns false once there were some milliseconds of that.</summary>
        internal static bool GoesOn(ref SpinWait wait)
        {
            // A part of these waits are sleeps.
            if (wait.Count > 100) return false;
            wait.SpinOnce();
            return true;
        }

        /// <summary>An object that may be handed to the marshaller, which names neither what is null nor what was
        /// disposed of.</summary>
        internal static T Live<T>(T one, string name = null) where T : Handle
        {
            if (one == null) throw new ArgumentNullException(name);
            if (one.IsClosed) throw one.Refusal();
            return one;
        }

        /// <summary>Not for use: call <see cref="SafeHandle.Dispose()"/>.</summary>
        [EditorBrowsable(EditorBrowsableState.Never)]
        [Obsolete("it would leak what the library owns; call Dispose", true)]
        public new void SetHandleAsInvalid() { Dispose(); }

        /// <summary>Tells the garbage collector about how many bytes the library holds for this object, of which it
        /// knows nothing, so that it does not wait too long where nobody disposes.</summary>
        internal void Weigh(long bytes)
        {
            // Small ones are not worth a call, and the memory of a path or a field grows once.
            // What is freed meanwhile must not be weighed any more.
            if (bytes < 1 << 16 || !TryEnter()) return;
            // Of two threads, the second adds what the first has not.
            long before;
            do before = Interlocked.Read(ref weight);
            while (bytes > before && Interlocked.CompareExchange(ref weight, bytes, before) != before);
            if (bytes > before) GC.AddMemoryPressure(bytes - before);
            Leave();
        }

        /// <summary>Frees what the library owns; returns whether it could.</summary>
        internal abstract bool Free();

        /// <summary>Called once, when the object is disposed of or collected.</summary>
        protected sealed override bool ReleaseHandle()
        {
            if (weight > 0) GC.RemoveMemoryPressure(weight);
            return Free();
        }

        /// <summary>Frees what the library owns, or leaves that to the end of a call that is under way.</summary>
        protected override void Dispose(bool disposing)
        {
            int before;
            do before = calls;
            while (before >= 0 && Interlocked.CompareExchange(ref calls, before | int.MinValue, before) != before);
            // With a call under way, its end disposes.
            if (before == 0 || !disposing) base.Dispose(disposing);
        }

        /// <summary>Why a call cannot begin.</summary>
        internal Exception Refusal()
        {
            if (IsClosed) return new ObjectDisposedException(GetType().FullName);
            return Busy();
        }

        internal AstrideException Busy()
        {
            var name = GetType().Name.ToLowerInvariant();
            return new AstrideException(Status.Busy, "", "the " + name + " is in use by another call, expected one at a time");
        }

        /// <summary>Takes over what a call made, if it made it.</summary>
        internal void Own(Status status, IntPtr made)
        {
            Check.Answer(status);
            SetHandle(made);
        }
    }

    /// <summary>Bytes that the library made, on their way into an array.</summary>
    internal sealed class Bytes : Handle
    {
        internal Bytes(Status status, IntPtr made) { Own(status, made); }

        internal override bool Free() { return Native.astride_bytes_free(handle) == Status.Ok; }

        internal byte[] TakeAll()
        {
            IntPtr data;
            UIntPtr count;
            Check.Answer(Native.astride_bytes_data(this, out data, out count));
            var all = new byte[(int)count];
            if (all.Length > 0) Marshal.Copy(data, all, 0, all.Length);
            Dispose();
            return all;
        }
    }

    /// <summary>Memory of searches, made when it is first wanted. It belongs to a path, a route or a reach, which frees it,
    /// and so to one thread at a time.</summary>
    internal struct Scratch
    {
        private IntPtr made;

        internal IntPtr For(Handle owner)
        {
            if (made == IntPtr.Zero) Make(owner);
            return made;
        }

        private void Make(Handle owner)
        {
            Handle.Live(owner);
            Check.Answer(Native.astride_scratch_new(out made));
        }

        internal bool Free() { return Native.astride_scratch_free(made) == Status.Ok; }
    }
}
