using System;
using System.Text;
using System.Text.RegularExpressions;

namespace Astride
{
    /// <summary>What a call came to: 0 is success, 1 to 4 are answers that are not a path, and negative
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
        /// <summary>A request was not answered within the frames that it was given.</summary>
        Expired = 4,
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
        /// <summary>The number of a mover, a faction, an overlay, a set of places, a request, a unit, an agent or a robot is not known here.</summary>
        UnknownNumber = -7,
        /// <summary>Bytes or a text are damaged, of another kind, or of another map.</summary>
        BadData = -8,
        /// <summary>An index or a field is of another state of the map.</summary>
        Stale = -9,
        /// <summary>There are as many as there can be, or there is no memory for more.</summary>
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

        /// <summary>The same for a call with places, whose numbers are long and stay as they were given.</summary>
        internal static Status AnswerOfPlaces(Status status)
        {
            if (status < 0) throw Error(status, Text(Native.astride_last_error()));
            return status;
        }

        private static void Throw(Status status)
        {
            var text = Text(Native.astride_last_error());
            // What is off a map or unknown was an int here, and is none of the library's own numbers.
            if (status == Status.OffMap || status == Status.UnknownNumber) text = Signed(text);
            throw Error(status, text);
        }

        private static AstrideException Error(Status status, string text)
        {
            return new AstrideException(status, Text(Native.astride_last_error_code()), text);
        }

        /// <summary>A text with negative numbers as they were given, which the library takes for large ones.</summary>
        private static string Signed(string text)
        {
            return Regex.Replace(text, "(?<![0-9])[234][0-9]{9}(?![0-9])", number =>
            {
                uint large;
                return uint.TryParse(number.Value, out large) && large > int.MaxValue
                    ? unchecked((int)large).ToString() : number.Value;
            });
        }

        /// <summary>A number that is handed on to the library, which takes a negative one for a large one. What is
        /// too large for it, it says itself.</summary>
        internal static uint NotNegative(int number, string name)
        {
            if (number < 0) throw new ArgumentOutOfRangeException(name, number, "expected 0 or more");
            return (uint)number;
        }

        /// <summary>A number of which the library takes 0 for the usual one.</summary>
        internal static double NotZero(double number, string name)
        {
            if (number == 0)
                throw new ArgumentOutOfRangeException(name, number, "expected more than 0; leave it out for the usual one");
            return number;
        }

        /// <summary>A text that is handed on: UTF-8 that ends with 0.</summary>
        internal static byte[] Ended(string text, string name)
        {
            if (text == null) throw new ArgumentNullException(name);
            if (text.IndexOf('\0') >= 0)
                throw new ArgumentException("the text has a NUL character, expected one without", name);
            return Encoding.UTF8.GetBytes(text + "\0");
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
