// Plays the sample without Unity: builds the grid, clicks, walks round a wall, draws the gizmos, and clicks
// on the wall and off the map.
using System;
using System.Reflection;
using UnityEngine;

internal static class SampleTest
{
    private static void Tell(object who, string message)
    {
        who.GetType().GetMethod(message, BindingFlags.Instance | BindingFlags.NonPublic).Invoke(who, null);
    }

    /// <summary>Clicks, plays 200 frames, and gives the cell where the unit is then.</summary>
    private static Astride.Cell Walked(GridManager grid, ClickToWalk unit, float x, float z)
    {
        Physics.clicked = new Vector3(x, 0, z);
        Input.isDown = true;
        Tell(unit, "Update");
        Input.isDown = false;
        for (var frame = 0; frame < 200; frame++)
        {
            Tell(grid, "Update");
            Tell(unit, "Update");
        }
        return grid.CellAt(unit.transform.position);
    }

    private static void Main()
    {
        // A wall in column 5 with a gap in the last row.
        Physics.blocked = at => at.x > 5 && at.x < 6 && at.z < 9;
        var grid = new GridManager { width = 10, height = 10 };
        Tell(grid, "Awake");
        var unit = new ClickToWalk { grid = grid };
        unit.transform.position = grid.PositionOf(new Astride.Cell(0, 0));
        Console.WriteLine("at {0}", Walked(grid, unit, 9.5f, 0.5f));
        Tell(grid, "OnDrawGizmos");
        Tell(unit, "OnDrawGizmos");
        Console.WriteLine("{0} cubes, {1} lines", Gizmos.cubes, Gizmos.lines);
        Console.WriteLine("at {0} by the wall", Walked(grid, unit, 5.5f, 3.5f));
        Console.WriteLine("at {0} after a click off the map", Walked(grid, unit, 50, 50));
        Tell(unit, "OnDestroy");
        Tell(grid, "OnDestroy");
    }
}
