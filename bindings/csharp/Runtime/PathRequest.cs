using System;
using System.Threading;

namespace Astride
{
    /// <summary>A question that a navigator answers over frames. Ask <see cref="IsDone"/> each frame, then
    /// walk <see cref="Path"/>; a request that is done can be used for another question.</summary>
    public sealed class PathRequest : IDisposable
    {
        // Written by the navigator that is asked, while no other call asks, works or cancels there.
        private Navigator navigator;
        private ulong ticket;
        private bool isDone, isDisposed;

        /// <summary>The answer; good until the request is used again.</summary>
        public Path Path { get; } = new Path();

        /// <summary>Whether the answer is there.</summary>
        public bool IsDone { get { return Volatile.Read(ref isDone); } }

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

        internal void CheckIdle()
        {
            if (isDisposed) throw new ObjectDisposedException(GetType().FullName);
            if (navigator != null)
                throw new InvalidOperationException("the request is waiting for its answer, expected one that is done");
        }

        internal void Begin(Navigator asked, ulong number)
        {
            ticket = number;
            isDone = false;
            // Last, for a thread that takes the question back.
            Volatile.Write(ref navigator, asked);
        }

        /// <summary>The number that its question has, if it waits for this navigator.</summary>
        internal bool Waits(Navigator asked, out ulong number)
        {
            number = ticket;
            return Volatile.Read(ref navigator) == asked;
        }

        /// <summary>It waits no more, unless it waits for another navigator by now.</summary>
        internal void End(Navigator asked) { Interlocked.CompareExchange(ref navigator, null, asked); }

        internal void Deliver(Delivery delivery, Path answer)
        {
            Delivery = delivery;
            // A thread that disposes of the request just now frees the path after that.
            if (Path.TryEnter())
            {
                Path.Swap(answer);
                Path.Leave();
            }
            navigator = null;
            // Last, for a thread that waits for it.
            Volatile.Write(ref isDone, true);
        }
    }
}
