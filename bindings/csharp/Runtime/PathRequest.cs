using System;
using System.Threading;

namespace Astride
{
    /// <summary>A question that a navigator answers over frames. Ask <see cref="IsDone"/> each frame, then
    /// walk <see cref="Path"/>; a request that is done can be used for another question.</summary>
    public sealed class PathRequest : IDisposable
    {
        // Whose the request is: who asks claims it, and all else here is then written by that navigator, while no
        // other call asks, works or cancels there.
        private Navigator navigator;
        private ulong ticket;
        private bool isDone, isDisposed;

        /// <summary>The answer; good until the request is used again.</summary>
        public Path Path { get; } = new Path();

        /// <summary>Whether the answer is there.</summary>
        public bool IsDone { get { return Volatile.Read(ref navigator) == null && Volatile.Read(ref isDone); } }

        /// <summary>Whether a path was found.</summary>
        public bool IsFound { get { return IsDone && Delivery.Status == Status.Ok; } }

        /// <summary>How it was answered, and what of that still holds, once it is done.</summary>
        public Delivery Delivery { get; private set; }

        /// <summary>Takes the question back if it is still waiting. A thread beside the one that works may be refused
        /// with <see cref="Status.Busy"/>; then the question stands.</summary>
        public void Cancel()
        {
            // The answer may come meanwhile, and the navigator be disposed of, on another thread.
            var asked = Volatile.Read(ref navigator);
            if (asked != null) asked.Cancel(this);
        }

        /// <summary>Takes the question back and frees the path. The request cannot be used any more.</summary>
        public void Dispose()
        {
            isDisposed = true;
            // Where another thread works right now, the answer comes to a request that nobody has.
            try { Cancel(); }
            catch (AstrideException error) when (error.Status == Status.Busy) { }
            Path.Dispose();
        }

        /// <summary>Makes it wait for this navigator and no other; of two that want it at once, one is refused.</summary>
        internal void Claim(Navigator asked)
        {
            if (isDisposed) throw new ObjectDisposedException(GetType().FullName);
            if (Interlocked.CompareExchange(ref navigator, asked, null) != null)
                throw new InvalidOperationException("the request is waiting for its answer, expected one that is done");
        }

        /// <summary>The navigator that claimed it has taken the question.</summary>
        internal void Begin(ulong number)
        {
            ticket = number;
            isDone = false;
        }

        /// <summary>The number that its question has, if it waits for this navigator.</summary>
        internal bool Waits(Navigator asked, out ulong number)
        {
            number = ticket;
            return Volatile.Read(ref navigator) == asked;
        }

        /// <summary>It waits no more for the navigator that claimed it.</summary>
        internal void End() { Volatile.Write(ref navigator, null); }

        /// <summary>Hands the answer out, unless a call with the path does not end; returns whether it did.</summary>
        internal bool Deliver(Delivery delivery, Path answer)
        {
            // Another thread may dispose of the request just now; then nobody wants the path.
            if (!Path.Swap(answer) && !Path.IsClosed) return false;
            Delivery = delivery;
            isDone = true;
            // Last, for threads that wait for it, or want to ask with it.
            Volatile.Write(ref navigator, null);
            return true;
        }
    }
}
