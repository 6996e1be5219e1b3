using System;
using System.Text;

namespace Astride
{
    /// <summary>What a call came to: 0 is success, 1 to 3 are answers that are not a path, and negative
    /// numbers are errors, which are thrown as <see cref="AstrideException"/>.</summary>
    public enum Status
    {
        /// <summary>Done; where a path was asked for, it was found.</summary>
        Ok = 0,
        /// <summary>There is no path.</summary>
        Unreachable = 1,
        /// <summary>A budget ran out before the answer was known.</summary>
        OutOfBudget = 2,
        /// <summary>There is nothing to hand out.</summary>
        Nothing = 3,
        /// <summary>A pointer is null that must not be.</summary>
        BadPointer = -1,
        /// <summary>A handle is not of the kind that the function takes.</summary>
        BadHandle = -2,
        /// <summary>Another thread is in a call with this object, and one of the two changes it.</summary>
        Busy = -3,
        /// <summary>A size is not one that the library knows.</summary>
        BadSize = -4,
        /// <summary>A number is not one that the function takes.</summary>
        BadArgument = -5,
        /// <summary>A cell or a rectangle is not on the map.</summary>
        OffMap = -6,
        /// <summary>The number of a mover, a faction, an overlay, a request, a unit, an agent or a robot is not known here.</summary>
        UnknownNumber = -7,
        /// <summary>Bytes or a text are damaged, of another kind, or of another map.</summary>
        BadData = -8,
        /// <summary>An index or a field is of another state of the map.</summary>
        Stale = -9,
        /// <summary>There are as many as there can be.</summary>
        Full = -10,
        /// <summary>The method or index cannot do this for this map and mover.</summary>
        Unsupported = -11,
        /// <summary>The library has a fault; what was being changed refuses further calls.</summary>
        Panicked = -12,
    }

    /// <summary>An error of the library: what is wrong, where, and what would be right.</summary>
    public sealed class AstrideException : Exception
    {
        internal AstrideException(Status status, string code, string message) : base(message)
        {
            Status = status;
            Code = code;
        }

        /// <summary>The kind of the error; always negative.</summary>
        public Status Status { get; }

        /// <summary>What is wrong, for programs: a short name such as "cell-off-map" that stays the same
        /// when the message is reworded. Empty where the interface itself refuses.</summary>
        public string Code { get; }
    }

    internal static class Check
    {
        /// <summary>Throws what is an error, and hands on what is an answer.</summary>
        internal static Status Answer(Status status)
        {
            if (status < 0) Throw(status);
            return status;
        }

        private static void Throw(Status status)
        {
            var code = Text(Native.astride_last_error_code());
            throw new AstrideException(status, code, Text(Native.astride_last_error()));
        }

        /// <summary>A text of the library: UTF-8 that ends with 0.</summary>
        internal static unsafe string Text(IntPtr text)
        {
            if (text == IntPtr.Zero) return "";
            var bytes = (byte*)text;
            var count = 0;
            while (bytes[count] != 0) count++;
            return Encoding.UTF8.GetString(bytes, count);
        }
    }
}
