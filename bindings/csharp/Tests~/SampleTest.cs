// Plays the sample without Unity: builds the grid, clicks, walks round a wall, draws the gizmos, clicks
// on the wall and off the map, and is walled in on its way.
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
    private static Astride.Cell Walked(
        GridManager grid, ClickToWalk unit, float x, float z, Action<int> played = null)
    {
        Physics.clicked = new Vector3(x, 0, z);
        Input.isDown = true;
        Tell(unit, "Update");
        Input.isDown = false;
        for (var frame = 0; frame < 200; frame++)
        {
            Tell(grid, "Update");
            Tell(unit, "Update");
            if (played != null) played(frame);
        }
        return grid.CellAt(unit.transform.position);
    }

    private static int entered;

    /// <summary>Sends the unit off, closes the row in front of it, and gives the cell where it is then.</summary>
    private static Astride.Cell Rebuilt(GridManager grid, ClickToWalk unit)
    {
        unit.transform.position = grid.PositionOf(new Astride.Cell(6, 0));
        return Walked(grid, unit, 6.5f, 9.5f, frame =>
        {
            if (frame == 5)
            {
                // All of the row but its last cell, which is not on the way.
                Physics.blocked = at => at.z > 5 && at.z < 6 && at.x < 9;
                using (var edit = new Astride.Edit())
                    grid.Navigator.Apply(grid.Look(edit, new Astride.CellRect(6, 5, 4, 1)));
            }
            var cell = grid.CellAt(unit.transform.position);
            if (grid.Navigator[cell] == '#') entered++;
        });
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
        Console.WriteLine("at {0}, round what was built, {1} cells of it entered", Rebuilt(grid, unit), entered);
        Tell(unit, "OnDestroy");
        Tell(grid, "OnDestroy");
    }
}
