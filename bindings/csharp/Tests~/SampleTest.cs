// Plays the sample without Unity: builds the grid, clicks, walks round a wall, draws the gizmos.
using System;
using System.Reflection;
using UnityEngine;

internal static class SampleTest
{
    private static void Tell(object who, string message)
    {
        who.GetType().GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(who, null);
    }

    private static int Main()
    {
        // A wall in column 5 with a gap in the last row.
        Physics.blocked = at => at.x > 5 && at.x < 6 && at.z < 9;
        var grid = new GridManager { width = 10, height = 10 };
        Tell(grid, "Awake");
        var unit = new ClickToWalk { grid = grid };
        unit.transform.position = grid.PositionOf(new Astride.Cell(0, 0));
        Physics.clicked = new Vector3(9.5f, 0, 0.5f);
        Input.isDown = true;
        Tell(unit, "Update");
        Input.isDown = false;
        var frames = 0;
        for (; unit.transform.position != grid.PositionOf(new Astride.Cell(9, 0)) && frames < 1000; frames++)
        {
            Tell(grid, "Update");
            Tell(unit, "Update");
        }
        Tell(grid, "OnDrawGizmos");
        Tell(unit, "OnDrawGizmos");
        Console.WriteLine("{0} {1} cubes, {2} lines", frames < 1000 ? "arrived," : "lost,", Gizmos.cubes, Gizmos.lines);
        Tell(unit, "OnDestroy");
        Tell(grid, "OnDestroy");
        return frames < 1000 ? 0 : 1;
    }
}
