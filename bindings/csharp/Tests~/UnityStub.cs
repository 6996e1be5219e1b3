// As much of Unity as the sample uses, so that it is compiled and run without Unity.
using System;

namespace UnityEngine
{
    public class MonoBehaviour { public Transform transform = new Transform(); }
    public class Transform { public Vector3 position; }
    public sealed class TooltipAttribute : Attribute { public TooltipAttribute(string text) { } }

    public struct Vector3
    {
        public float x, y, z;
        public Vector3(float x, float y, float z) { this.x = x; this.y = y; this.z = z; }
        public static Vector3 one { get { return new Vector3(1, 1, 1); } }
        public static Vector3 operator *(Vector3 a, float by) { return new Vector3(a.x * by, a.y * by, a.z * by); }
        public static Vector3 operator +(Vector3 a, Vector3 b) { return new Vector3(a.x + b.x, a.y + b.y, a.z + b.z); }
        public static bool operator ==(Vector3 a, Vector3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
        public static bool operator !=(Vector3 a, Vector3 b) { return !(a == b); }
        public override bool Equals(object other) { return other is Vector3 && this == (Vector3)other; }
        public override int GetHashCode() { return 0; }

        public static Vector3 MoveTowards(Vector3 from, Vector3 to, float most)
        {
            float dx = to.x - from.x, dz = to.z - from.z;
            var length = (float)Math.Sqrt(dx * dx + dz * dz);
            return length <= most ? to : new Vector3(from.x + dx / length * most, to.y, from.z + dz / length * most);
        }
    }

    public struct Quaternion { public static Quaternion identity; }
    public struct LayerMask { public int value; }
    public struct Color { public static Color grey, red, green; }
    public struct Ray { }
    public struct RaycastHit { public Vector3 point; }
    public static class Time { public static float deltaTime = 0.1f; }
    public static class Debug { public static void LogWarning(object text) { Console.Error.WriteLine(text); } }

    public static class Gizmos
    {
        public static Color color;
        public static int lines, cubes;
        public static void DrawLine(Vector3 from, Vector3 to) { lines++; }
        public static void DrawCube(Vector3 at, Vector3 size) { cubes++; }
    }

    public static class Input
    {
        public static bool isDown;
        public static Vector3 mousePosition;
        public static bool GetMouseButtonDown(int button) { return isDown; }
    }

    public class Camera
    {
        public static Camera main = new Camera();
        public Ray ScreenPointToRay(Vector3 at) { return new Ray(); }
    }

    public static class Physics
    {
        public static Func<Vector3, bool> blocked = at => false;
        public static Vector3 clicked;
        public static bool CheckBox(Vector3 at, Vector3 half, Quaternion turn, LayerMask mask) { return blocked(at); }
        public static bool Raycast(Ray ray, out RaycastHit hit) { hit = new RaycastHit { point = clicked }; return true; }
    }
}
