using System;
using Microsoft.Win32.SafeHandles;

namespace Astride
{
    /// <summary>What the library owns for you. Dispose of it, or the garbage collector will; a call with
    /// what was disposed of throws <see cref="ObjectDisposedException"/>.</summary>
    /// <remarks>Any number of threads may read one object; one alone may change it. A call that breaks this
    /// throws with <see cref="Status.Busy"/> and changes nothing.</remarks>
    public abstract class Handle : SafeHandleZeroOrMinusOneIsInvalid
    {
        internal Handle() : base(true) { }

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

        protected override bool ReleaseHandle() { return Native.astride_bytes_free(handle) == Status.Ok; }

        internal byte[] TakeAll()
        {
            IntPtr data;
            UIntPtr count;
            Check.Answer(Native.astride_bytes_data(this, out data, out count));
            var all = new byte[(int)count];
            if (all.Length > 0) System.Runtime.InteropServices.Marshal.Copy(data, all, 0, all.Length);
            Dispose();
            return all;
        }
    }

    /// <summary>Memory of searches. It belongs to a path, and so to one thread at a time.</summary>
    internal sealed class Scratch : Handle
    {
        internal Scratch()
        {
            IntPtr made;
            Own(Native.astride_scratch_new(out made), made);
        }

        protected override bool ReleaseHandle() { return Native.astride_scratch_free(handle) == Status.Ok; }
    }
}
