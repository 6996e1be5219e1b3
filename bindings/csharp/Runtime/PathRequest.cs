using System;

namespace Astride
{
    /// <summary>A question that a navigator answers over frames. Ask <see cref="IsDone"/> each frame, then
    /// walk <see cref="Path"/>; a request that is done can be used for another question.</summary>
    public sealed class PathRequest : IDisposable
    {
        private Navigator navigator;
        private ulong ticket;

        /// <summary>The answer; good until the request is used again.</summary>
        public Path Path { get; } = new Path();

        /// <summary>Whether the answer is there.</summary>
        public bool IsDone { get; private set; }

        /// <summary>Whether a path was found.</summary>
        public bool IsFound { get { return IsDone && Delivery.Status == Status.Ok; } }

        /// <summary>How it was answered, and what of that still holds, once it is done.</summary>
        public Delivery Delivery { get; private set; }

        /// <summary>Takes the question back if it is still waiting.</summary>
        public void Cancel()
        {
            if (navigator == null) return;
            if (!navigator.IsClosed) navigator.Cancel(ticket);
            navigator = null;
        }

        public void Dispose()
        {
            Cancel();
            Path.Dispose();
        }

        internal void CheckIdle()
        {
            if (navigator != null)
                throw new InvalidOperationException("the request is waiting for its answer, expected one that is done");
        }

        internal void Begin(Navigator asked, ulong number)
        {
            navigator = asked;
            ticket = number;
            IsDone = false;
        }

        internal void Deliver(Delivery delivery, Path answer)
        {
            navigator = null;
            IsDone = true;
            Delivery = delivery;
            if (!Path.IsClosed) Path.Swap(answer);
        }
    }
}
