// What the classes promise beyond what the C library does; prints "held" if all is so.
using System;
using System.Diagnostics;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Threading;
using Astride;

internal static class Checks
{
    private static void That(bool holds, string what)
    {
        if (!holds) throw new Exception("does not hold: " + what);
    }

    private static void Throws<E>(Action act, string part) where E : Exception
    {
        try
        {
            act();
        }
        catch (E error)
        {
            That(error.Message.Contains(part), "\"" + error.Message + "\" has \"" + part + "\"");
            return;
        }
        throw new Exception("nothing was thrown, expected a message with \"" + part + "\"");
    }

    private static int Main(string[] args)
    {
        Errors();
        Ranges();
        Fields();
        Saved();
        Indexes();
        Disposing();
        Requests();
        Standings();
        Places();
        Expiry();
        Reaches();
        Smooths();
        WhatIf();
        PathsFilledWhileRead();
        ListsFilledWhileCopied();
        // What goes wrong between threads goes wrong now and then.
        for (var round = 0; round < 3; round++) NoRequestIsLost();
        CancellingBesideAsking();
        OneRequestOfTwoNavigators();
        DisposingWhileItWorks();
        AnswersBesideALongCall();
        AnswersBesideReaders();
        Edits();
        Fences();
        Fog();
        Frame();
        Crowds();
        Plans();
        Fleets();
        Worlds();
        NothingIsAllocated();
        NothingIsAllocatedBeyondPaths();
        if (args.Length > 0) Overhead();
        Console.WriteLine("held");
        return 0;
    }

    private static string CodeOf(Action act)
    {
        try { act(); }
        catch (AstrideException error) { return error.Code; }
        return null;
    }

    private static void Errors()
    {
        var grid = new Grid(8, 6);
        var path = new Path();
        That(path.Status == Status.Nothing && path.Count == 0 && path.Cost == Path.NoCost, "a new path is empty");
        Throws<AstrideException>(() => grid.FindPath(new Cell(-1, 0), new Cell(1, 1), path), "cell (-1, 0) is off the map");
        That(CodeOf(() => grid.FindPath(new Cell(8, 0), new Cell(1, 1), path)) == "cell-off-map", "the code of the engine");
        That(CodeOf(() => Grid.FromClasses(3, 3, new byte[8])) == "grid-cells", "the code of another kind");
        Throws<AstrideException>(() => Grid.FromClasses(3, 3, new byte[8]), "9");
        Throws<ArgumentNullException>(() => Grid.FromMap(null), "file");
        Throws<ArgumentOutOfRangeException>(() => path[0].ToString(), "0 cells");
        // On a grid of its own: Mono keeps what a call was given if one of its arguments is null.
        Throws<ArgumentNullException>(() => new Grid(2, 2).FindPath(new Cell(), new Cell(), null), "path");
        Throws<ArgumentNullException>(() => new Navigator(null), "grid");
        Throws<ArgumentNullException>(() => new Grid(2, 2).Apply(null), "edit");
        That(grid.FindPath(new Cell(0, 0), new Cell(7, 5), path) && path.Steps == 7, "a path on open ground");
        grid.Dispose();
        Throws<ObjectDisposedException>(() => grid.Copy(), "Astride.Grid");
        Throws<ObjectDisposedException>(() => grid.Width.ToString(), "Astride.Grid");
        Throws<ObjectDisposedException>(() => new Navigator(grid), "Astride.Grid");
        path.Dispose();
        Throws<ObjectDisposedException>(() => path.Count.ToString(), "");
    }

    private static void OutOfRange(Action act, string name, string range = "0 or more")
    {
        try { act(); }
        catch (ArgumentOutOfRangeException error)
        {
            That(error.ParamName == name && error.Message.Contains(range), name + ": " + error.Message);
            return;
        }
        throw new Exception("nothing was thrown for " + name);
    }

    private static void Usual(Action act, string name) { OutOfRange(act, name, "leave it out"); }

    /// What the library takes for a large number or for "as usual" is refused here, all else by the library.
    private static void Ranges()
    {
        using (var grid = new Grid(6, 6))
        using (var navigator = new Navigator(grid, null, new NavigatorOptions { Lanes = 1024, Ageing = 5 }))
        using (var crowd = new Crowd(grid))
        using (var mover = new Mover())
        using (var edit = new Edit())
        using (var plan = new Plan())
        {
            Cell cell;
            var rect = new CellRect(0, 0, 2, 2);
            var overlay = navigator.AddOverlay();
            OutOfRange(() => navigator.FillOverlay(overlay, rect, -5), "ticks");
            foreach (var ticks in new[] { 20000000, Navigator.MostOverlayTicks + 1 })
                Throws<AstrideException>(() => navigator.FillOverlay(overlay, rect, ticks), "0 to 16777215");
            That(navigator.Cost(new Ask(new Cell(2, 2), new Cell(1, 1)) { Overlays = 1 }) == 19601, "nothing was filled");
            navigator.FillOverlay(overlay, rect, Navigator.MostOverlayTicks);
            That(navigator.Cost(new Ask(new Cell(2, 2), new Cell(1, 1)) { Overlays = 1 }) == 19601 + 16777215, "the most");
            var faction = navigator.AddFaction();
            OutOfRange(() => navigator.RevealAround(faction, new Cell(3, 3), -1, null), "radius");
            OutOfRange(() => navigator.Snap(new Cell(3, 3), out cell, 0, -1), "radius");
            That(navigator.Reveal(faction, new CellRect(-1, -1, 3, 3)) == 4, "what is on the map");
            navigator.Remember(faction, new CellRect(-1, -1, 3, 3));
            navigator.Apply(edit.Set(new Cell(0, 0), '#').Set(new Cell(5, 5), '#'));
            var ask = new Ask(new Cell(1, 1), new Cell(0, 0)) { Faction = faction };
            That(navigator.Cost(ask) == 19601, "remembered, the part on the map");
            navigator.Reveal(faction, new CellRect(-1, -1, 3, 3));
            That(navigator.Cost(ask) == Path.NoCost, "revealed, the part on the map");
            OutOfRange(() => new CellRect(0, 0, -1, 2), "width");
            OutOfRange(() => new Navigator(grid, null, new NavigatorOptions { Lanes = -1 }), "Lanes");
            Throws<AstrideException>(() => new Navigator(grid, null, new NavigatorOptions { Lanes = 5000 }), "1 to 1024");
            OutOfRange(() => new Navigator(grid, null, new NavigatorOptions { Ageing = -1 }), "Ageing");
            OutOfRange(() => new Fleet(grid, new Robot[0], new FleetOptions { Span = -1 }), "Span");
            Throws<AstrideException>(() => new Fleet(grid, new Robot[0], new FleetOptions { Span = 6 }), "1 to 5");
            OutOfRange(() => navigator.Cost(new Ask(new Cell(), new Cell()) { Mover = -1 }), "Mover");
            OutOfRange(() => navigator.Cost(new Ask(new Cell(), new Cell()) { Faction = -2 }), "Faction");
            OutOfRange(() => navigator.AddMover(null, -1), "side");
            Throws<AstrideException>(() => navigator.AddMover(null, 0), "0");
            Usual(() => crowd.Spawn(new Point(1.5, 1.5), 0.3, 0), "speed");
            Usual(() => crowd.SpawnNear(new Point(1.5, 1.5), 1, 0), "radius");
            Throws<AstrideException>(() => crowd.Spawn(new Point(1.5, 1.5), 0.3, 65), "1/1024 to 64");
            Throws<AstrideException>(() => crowd.Spawn(new Point(1.5, 1.5), double.NaN), "NaN");
            OutOfRange(() => crowd.SpawnNear(new Point(1.5, 1.5), -1), "count");
            That(crowd.Count == 0, "nobody was added");
            Usual(() => crowd.Order(new int[0], new Point(), Formation.Box, 0), "spacing");
            Throws<AstrideException>(() => crowd.Order(new int[0], new Point(1, 1), Formation.Box, 65), "65");
            Throws<AstrideException>(() => crowd.Remove(-1), "unit -1");
            OutOfRange(() => plan.CopyAt(-1, new Cell[0]), "timestep");
            OutOfRange(() => mover.Crosses(1, -1), "ticks");
            OutOfRange(() => mover.Terrain('.', -1), "factor");
            Throws<AstrideException>(() => mover.Terrain('.', 1025), "1024");
            Throws<AstrideException>(() => mover.Scale(0, 1), "1");
            OutOfRange(() => edit.Link(new Cell(), new Cell(1, 1), -1), "ticks");
            OutOfRange(() => new Grid(-1, 5), "width");
            Throws<AstrideException>(() => new Grid(0, 5), "0x5");
            Throws<ArgumentException>(() => Grid.FromText("A.\0.B", out cell, out cell), "NUL");
            Throws<AstrideException>(() => Navigator.Load(new byte[] { 1, 2, 3 }), "no saved navigator");
        }
    }

    private static void Fields()
    {
        using (var grid = new Grid(5, 4))
        using (var field = new Field())
        using (var path = new Path())
        {
            That(field.Compute(grid, new[] { new Cell(0, 0), new Cell(4, 3) }), "a complete field");
            That(field[new Cell(1, 0)] == 13860 && field[new Cell(3, 2)] == 19601, "the nearest goal counts");
            Cell next;
            That(field.Next(grid, new Cell(2, 0), out next) && next == new Cell(1, 0), "towards the goal");
            That(!field.Next(grid, new Cell(0, 0), out next), "there");
            That(field.FindPath(grid, new Cell(2, 0), path) && path.Count == 3, "along the field");
            using (var never = new Field())
            {
                Throws<AstrideException>(() => never.FindPath(grid, new Cell(2, 0), path), "never computed");
                Throws<AstrideException>(() => never[new Cell(0, 0)].ToString(), "never computed");
            }
            var costs = new ulong[20];
            field.CopyTo(costs);
            That(costs[1] == 13860, "row by row");
            Throws<AstrideException>(() => field.CopyTo(new ulong[19]), "20");
            using (var edit = new Edit().Set(new Cell(1, 0), '#')) grid.Apply(edit);
            Throws<AstrideException>(() => field.FindPath(grid, new Cell(2, 0), path), "");
        }
    }

    private static void Saved()
    {
        using (var grid = new Grid(20, 20))
        using (var path = new Path())
        {
            byte[] file;
            using (var labels = new PathIndex(grid, IndexKind.Labels)) file = labels.Save();
            using (var labels = PathIndex.Load(file, grid))
                That(labels.Cost(grid, new Cell(0, 0), new Cell(3, 0), path) == 3 * 13860, "labels that were saved");
            file[file.Length / 2] ^= 1;
            Throws<AstrideException>(() => PathIndex.Load(file, grid), "");
            byte[] game;
            using (var navigator = new Navigator(grid)) game = navigator.Save();
            using (var navigator = Navigator.Load(game))
                That(navigator.FindPath(new Cell(0, 0), new Cell(3, 3), path) && path.Cost == 3 * 19601, "a saved game");
            using (var read = Grid.FromMap(grid.ToMap())) That(read.Width == 20 && read[new Cell(1, 1)] == '.', "a map");
            using (var edit = new Edit()) grid.Apply(edit.Set(new Cell(1, 1), '#'));
            using (var read = Grid.FromMap(grid.ToMap())) That(read[new Cell(1, 1)] == '@', "a wall of map files");
            using (var edit = new Edit()) grid.Apply(edit.Set(new Cell(1, 1), 'x'));
            Throws<AstrideException>(() => grid.ToMap(), "('x', at (1, 1))");
        }
    }

    private static void Indexes()
    {
        using (var grid = new Grid(20, 20))
        using (var path = new Path())
        using (var edit = new Edit().Fill(new CellRect(10, 0, 1, 19), '#'))
        {
            var kinds = new[] { IndexKind.JumpPoints, IndexKind.JumpTable, IndexKind.JumpBoxes, IndexKind.JumpLandmarks };
            var indexes = Array.ConvertAll(kinds, kind => new PathIndex(grid, kind));
            Cell start = new Cell(0, 0), goal = new Cell(19, 0);
            foreach (var index in indexes) That(index.Cost(grid, start, goal, path) == 19 * 13860, "along a row");
            grid.Apply(edit);
            That(grid.FindPath(start, goal, path), "round the wall");
            var cost = path.Cost;
            foreach (var index in indexes)
            {
                index.Update(grid);
                That(index.FindPath(grid, start, goal, path) && path.Cost == cost, "after an edit");
                That(index.Cost(grid, start, goal, path) == cost, "the cost alone");
                index.Dispose();
            }
        }
    }

    /// Another thread disposes of what is being read.
    private static void DisposedWhileRead(Handle owned, string name, Action read)
    {
        var calls = 0;
        var reader = new Thread(() =>
        {
            try { for (;; Volatile.Write(ref calls, calls + 1)) read(); }
            catch (ObjectDisposedException) { Volatile.Write(ref calls, -1); }
        });
        reader.Start();
        while (Volatile.Read(ref calls) < 100) Thread.Yield();
        owned.Dispose();
        That(owned.IsClosed, "it is closed, whatever is under way");
        owned.Dispose();
        That(reader.Join(10000) && calls == -1, "a call with what was disposed of throws");
        That(((SafeHandle)owned).IsClosed, "the last call freed it");
        Throws<ObjectDisposedException>(read, name);
    }

    private static void Disposing()
    {
        var cells = new Cell[60];
        for (var round = 0; round < 50; round++)
        {
            var grid = new Grid(4, 4);
            DisposedWhileRead(grid, "Grid", () => That(grid[new Cell(1, 1)] == '.', "a cell of it"));
            using (var room = new Grid(60, 60))
            {
                Path one = new Path(), all = new Path();
                room.FindPath(new Cell(0, 5), new Cell(59, 5), one);
                room.FindPath(new Cell(0, 5), new Cell(59, 5), all);
                DisposedWhileRead(one, "Path", () => That(one[30] == new Cell(30, 5), "a cell of a path"));
                DisposedWhileRead(all, "Path", () => That(all.CopyTo(cells) == 60 && cells[30].X == 30, "all of it"));
            }
        }
        using (var grid = new Grid(4, 4))
        using (var index = new PathIndex(grid, IndexKind.JumpPoints))
        {
            var path = new Path();
            That(index.FindPath(grid, new Cell(0, 0), new Cell(3, 3), path) && path.Count == 4, "a path");
            path.Dispose();
            Throws<ObjectDisposedException>(() => index.FindPath(grid, new Cell(0, 0), new Cell(3, 3), path), "Path");
            Throws<ObjectDisposedException>(() => index.Cost(grid, new Cell(0, 0), new Cell(3, 3), path), "Path");
            Throws<ObjectDisposedException>(() => path.Cost.ToString(), "Path");
            Throws<ArgumentNullException>(() => index.FindPath(null, new Cell(0, 0), new Cell(3, 3), path), "grid");
            Throws<ArgumentNullException>(() => index.FindPath(grid, new Cell(0, 0), new Cell(3, 3), null), "path");
            Throws<ArgumentNullException>(() => index.Cost(grid, new Cell(0, 0), new Cell(3, 3), null), "memory");
            var gone = new Grid(4, 4);
            gone.Dispose();
            Throws<ObjectDisposedException>(() => index.FindPath(gone, new Cell(0, 0), new Cell(3, 3), new Path()), "Grid");
            // What was refused leaves the others free to be used, and to be disposed of.
            using (var other = new Path())
                That(index.FindPath(grid, new Cell(0, 0), new Cell(3, 3), other), "asked again");
        }
    }

    private static void Requests()
    {
        using (var grid = new Grid(200, 120))
        using (var navigator = new Navigator(grid))
        using (var edit = new Edit())
        {
            var first = navigator.Request(new Cell(5, 5), new Cell(190, 5));
            var cancelled = navigator.Request(new Cell(5, 5), new Cell(190, 6));
            cancelled.Cancel();
            Throws<InvalidOperationException>(
                () => navigator.Request(first, new Ask(new Cell(0, 0), new Cell(1, 1))), "waiting");
            navigator.Apply(edit.Fill(new CellRect(100, 0, 1, 119), '#'));
            var before = first.Path;
            for (var frame = 0; frame < 1000 && !first.IsDone; frame++) navigator.Work(500);
            That(first.IsFound && first.Path == before && first.Path.Count > 200, "the request went round the wall");
            That(first.Path[first.Path.Count - 1] == new Cell(190, 5), "to its goal");
            That(!cancelled.IsDone, "what was cancelled is not answered");
            navigator.Request(first, new Ask(new Cell(0, 0), new Cell(1, 1)));
            That(!first.IsDone, "it waits again");
            navigator.Work(0);
            That(first.IsFound && first.Path.Count == 2 && first.Delivery.Standing == Standing.Current, "used again");
            var closed = navigator.Request(new Cell(0, 0), new Cell(2, 2));
            closed.Path.Dispose();
            navigator.Work(0);
            That(closed.IsDone, "delivered to a path that is gone");
            navigator.Request(first, new Ask(new Cell(0, 0), new Cell(3, 3)));
            navigator.Work(0);
            That(first.IsFound && first.Path.Count == 4, "and the next as ever");
            first.Dispose();
            Throws<ObjectDisposedException>(() => navigator.Request(first, new Ask(new Cell(0, 0), new Cell(1, 1))), "PathRequest");
            Throws<AstrideException>(() => navigator.Request(new Cell(0, 0), new Cell(0, 500)), "");
        }
    }

    private static void Standings()
    {
        using (var grid = new Grid(8, 6))
        using (var navigator = new Navigator(grid))
        using (var path = new Path())
        using (var edit = new Edit())
        {
            var ask = new Ask(new Cell(0, 0), new Cell(7, 0));
            ulong cost;
            int step;
            That(navigator.StandingOf(ask, path) == Standing.Outdated, "no path stands");
            navigator.FindPath(ask, path);
            That(navigator.StandingOf(ask, path) == Standing.Current, "as it was found");
            navigator.Apply(edit.Set(new Cell(3, 3), '#'));
            That(navigator.StandingOf(ask, path) == Standing.Walkable, "an edit elsewhere");
            navigator.Apply(edit.Clear().Set(new Cell(3, 0), '2'));
            That(navigator.StandingOf(ask, path, out cost, out step) == Standing.OtherCost && cost == 8 * 13860, "slower");
            navigator.Apply(edit.Clear().Set(new Cell(3, 0), '#'));
            That(navigator.StandingOf(ask, path, out cost, out step) == Standing.Blocked && step == 2, "in the way");
            var seen = 0;
            Throws<InvalidOperationException>(() =>
            {
                foreach (var cell in path)
                    if (seen++ == 1) navigator.FindPath(ask, path);
            }, "filled again");
            That(seen == 2, "no further");
        }
    }

    private static void Places()
    {
        using (var grid = new Grid(8, 6))
        using (var navigator = new Navigator(grid))
        using (var snapshot = navigator.TakeSnapshot())
        using (var path = new Path())
        {
            int units = navigator.AddPlaces(), doors = navigator.AddPlaces();
            That(units == 1 && doors == 2, "numbers");
            var everybody = new[] { new Cell(0, 0), new Cell(2, 0), new Cell(3, 0), new Cell(90, 0) };
            Ask across = new Ask(new Cell(0, 0), new Cell(4, 0)), around = across, orTo = across;
            around.Around = units;
            orTo.OrTo = doors;
            Throws<AstrideException>(() => navigator.SetPlaces(units, everybody), "cell (90, 0) is off the map");
            That(navigator.Cost(around) == 4 * 13860, "nobody was put into it");
            navigator.SetPlaces(units, everybody, 2);
            That(navigator.Cost(around) == 2 * 13860 + 2 * 19601 && navigator.Cost(across) == 4 * 13860, "round one");
            navigator.SetPlaces(doors, new[] { new Cell(7, 5), new Cell(1, 2) });
            That(navigator.FindPath(orTo, path) && path[path.Count - 1] == new Cell(1, 2), "to the nearest");
            navigator.SetPlaces(units, new Cell[0]);
            That(navigator.Cost(around) == 4 * 13860, "everybody is gone");
            Throws<AstrideException>(() => navigator.SetPlaces(3, everybody, 1), "there is no set of places 3");
            Throws<AstrideException>(() => navigator.SetPlaces(-1, everybody, 1), "there is no set of places -1");
            Throws<AstrideException>(() => snapshot.FindPath(around, path), "set of places 1");
            OutOfRange(() => navigator.SetPlaces(units, everybody, 5), "count", "at most as many");
            OutOfRange(() => navigator.SetPlaces(units, everybody, -1), "count");
            Throws<ArgumentNullException>(() => navigator.SetPlaces(units, null), "cells");
            OutOfRange(() => navigator.Cost(new Ask { Around = -1 }), "Around");
            OutOfRange(() => navigator.Cost(new Ask { OrTo = -1 }), "OrTo");
        }
    }

    private static void Expiry()
    {
        using (var grid = new Grid(40, 30))
        using (var navigator = new Navigator(grid))
        using (var request = new PathRequest())
        {
            navigator.FillOverlay(navigator.AddOverlay(), new CellRect(0, 0, 40, 30), 9000);
            var ask = new Ask(new Cell(0, 0), new Cell(39, 20)) { Overlays = 1 };
            navigator.Request(request, ask, mostFrames: 2);
            navigator.Work(1);
            That(!request.IsDone, "one frame is left");
            navigator.Work(1);
            That(request.IsDone && !request.IsFound && request.Delivery.Status == Status.Expired, "two frames are over");
            That(request.Path.Count == 0 && request.Path.Status == Status.Expired && request.Delivery.Frames == 2, "told");
            navigator.Request(request, ask, mostFrames: 2);
            navigator.Work(0);
            That(request.IsFound && request.Path.Count == 40, "in time");
            navigator.Request(request, ask, mostExpansions: 3, mostFrames: 900);
            navigator.Work(0);
            That(request.IsDone && request.Delivery.Status == Status.OutOfBudget, "the other limit");
        }
    }

    private static void Smooths()
    {
        Cell start, goal;
        using (var grid = Grid.FromText("A.......\n........\n...##...\n........\n.......B\n", out start, out goal))
        using (var path = new Path())
        using (var edit = new Edit())
        {
            That(path.Smooth(grid, 0.3).Length == 0 && path.PointCount == 0, "no cells, no line");
            That(grid.FindPath(start, goal, path), "a path");
            var line = path.Smooth(grid, 0.3, 0.5);
            var points = new Point[path.PointCount];
            That(path.CopyPoints(points) == points.Length && points.Length > 2, "all points");
            That(points[0].X == 0.5 && points[points.Length - 1].Y == 4.5 && line.Tight == 0, "from end to end");
            That(line.Length > 8 && line.Length < path.Info.Length + 1e-9, "no longer than the path");
            var one = new[] { new Point(7, 7) };
            That(path.CopyPoints(one) == 1 && one[0].X == 0.5, "what there is room for");
            Throws<AstrideException>(() => path.Smooth(grid, 0.3, double.NaN), "radius");
            Throws<AstrideException>(() => path.Smooth(grid, -1), "radius");
            Throws<ArgumentNullException>(() => path.Smooth(null, 0.3), "grid");
            Throws<ArgumentNullException>(() => path.CopyPoints(null), "points");
            grid.Apply(edit.Fill(new CellRect(0, 1, 8, 1), '#'));
            Throws<AstrideException>(() => path.Smooth(grid, 0.3), "clear");
            That(path.CopyPoints(points) == 0 && path.PointCount == 0 && path.Count > 2, "a refused line is none");
        }
    }

    private static void Reaches()
    {
        using (var grid = new Grid(8, 6))
        using (var navigator = new Navigator(grid))
        using (var snapshot = navigator.TakeSnapshot())
        using (var path = new Path())
        using (var edit = new Edit())
        using (var reach = new Reach())
        {
            var knight = new Ask(new Cell(3, 3), new Cell());
            var cells = new Reached[3];
            That(reach.Count == 0 && reach.CopyTo(cells) == 0, "a new reach is empty");
            Throws<AstrideException>(() => reach[new Cell()].ToString(), "no map");
            That(navigator.FindReach(knight, 13860, reach) && reach.Count == 5 && reach.CopyTo(cells) == 3, "one step");
            That(cells[0].Cell == new Cell(3, 2) && cells[0].Cost == 13860 && cells[2].Cost == 0, "row by row");
            That(reach[new Cell(3, 4)] == 13860 && reach[new Cell(4, 4)] == Path.NoCost, "costs");
            That(reach.FindPath(new Cell(3, 4), path) && path.Count == 2 && path[1] == new Cell(3, 4), "the way there");
            That(!reach.FindPath(new Cell(4, 4), path) && path.Info.Why == Why.TooCostly, "no way there");
            Throws<AstrideException>(() => reach[new Cell(-1, 0)].ToString(), "cell (-1, 0) is off the map");
            That(!navigator.FindReach(knight, 99999, reach, 2) && reach.Count == 0, "too few expansions");
            navigator.Apply(edit.Fill(new CellRect(0, 0, 8, 6), '#'));
            That(navigator.FindReach(knight, 99999, reach) && reach.Count == 0, "walled in");
            That(snapshot.FindReach(knight, ulong.MaxValue, reach) && reach.Count == 48, "all, as it was");
            Throws<ArgumentNullException>(() => navigator.FindReach(knight, 1, null), "reach");
            Throws<ArgumentNullException>(() => reach.CopyTo(null), "cells");
            var gone = new Reach();
            snapshot.FindReach(knight, 13860, gone);
            DisposedWhileRead(gone, "Reach", () => That(gone[new Cell(3, 3)] == 0, "the start"));
            Throws<ObjectDisposedException>(() => navigator.FindReach(knight, 1, gone), "Reach");
            Throws<ObjectDisposedException>(() => gone.Count.ToString(), "Reach");
        }
    }

    private static void WhatIf()
    {
        using (var grid = new Grid(8, 6))
        using (var navigator = new Navigator(grid))
        using (var path = new Path())
        using (var tower = new Edit())
        {
            Ask gate = new Ask(new Cell(0, 0), new Cell(7, 0)), yard = new Ask(new Cell(0, 0), new Cell(0, 5));
            var parted = new byte[] { 7, 7 };
            tower.Fill(new CellRect(3, 0, 1, 6), '#');
            That(navigator.WouldPart(tower, new[] { gate, yard }, parted) && parted[0] == 1 && parted[1] == 0, "one way");
            That(navigator.WouldPart(tower, yard, gate) && !navigator.WouldPart(tower, yard), "any way");
            That(!navigator.FindPathIf(tower, gate, path) && navigator.FindPath(gate, path), "nothing was built");
            tower.Clear().Fill(new CellRect(3, 0, 1, 5), '#');
            That(!navigator.WouldPart(tower, gate) && navigator.FindPathIf(tower, gate, path), "a gap is left");
            That(path.Steps == 12 && navigator.Revision == 0, "round the tower");
            tower.Set(new Cell(8, 0), '#');
            Throws<AstrideException>(() => navigator.WouldPart(tower, gate), "(8, 0)");
            Throws<AstrideException>(() => navigator.FindPathIf(tower, gate, path), "(8, 0)");
            Throws<ArgumentException>(() => navigator.WouldPart(tower, new[] { gate }, parted), "1");
            Throws<ArgumentNullException>(() => navigator.WouldPart(null, gate), "edit");
            Throws<ArgumentNullException>(() => navigator.FindPathIf(null, gate, path), "edit");
            Throws<ArgumentNullException>(() => navigator.FindPathIf(tower, gate, null), "path");
            That(navigator.Explain(gate, tower, path) == Status.Nothing && path.Count == 0, "there is a path");
            navigator.Apply(tower.Clear().Fill(new CellRect(3, 0, 1, 6), '#'));
            That(navigator.Explain(gate, tower, path) == Status.Ok && path.Count == 8, "the way through the wall");
            That(path.Info.Why == Why.StartEnclosed && path[3].X == 3, "why, and where");
            navigator.Apply(tower);
            That(navigator.FindPath(gate, path) && path.Steps == 7, "what opens the way opens it");
            That(navigator.Explain(gate, tower, path, 1) == Status.OutOfBudget, "one expansion says nothing");
            Throws<ArgumentNullException>(() => navigator.Explain(gate, null, path), "opening");
            Throws<ArgumentNullException>(() => navigator.Explain(gate, tower, null), "way");
            using (var walled = navigator.CopyGrid())
            using (var labels = new PathIndex(walled, IndexKind.Labels))
            {
                That(navigator.Adopt(labels.Save()) == 1 << (int)Keep.Labels, "baked labels are taken");
                Throws<AstrideException>(() => navigator.Adopt(new byte[9]), "");
                Throws<ArgumentNullException>(() => navigator.Adopt((byte[])null), "data");
            }
        }
    }

    /// One thread fills a path again and again with one of two answers, another reads it: what it copies is of one of
    /// the two, or it is refused.
    private static void PathsFilledWhileRead()
    {
        using (var grid = new Grid(400, 2))
        using (var path = new Path())
        {
            var cells = new Cell[400];
            var isOver = false;
            Exception failed = null;
            long read = 0;
            var reader = new Thread(() =>
            {
                try
                {
                    while (!Volatile.Read(ref isOver))
                        try
                        {
                            var copied = path.CopyTo(cells);
                            for (var at = 0; at < copied; at++)
                                That(cells[at] == new Cell(at, cells[0].Y), "a cell of the same answer");
                            for (int at = 0, count = path.Count; at < count; at++)
                                That(path[at].X == at, "a cell of either");
                            Interlocked.Increment(ref read);
                        }
                        catch (AstrideException error) when (error.Status == Status.Busy) { }
                }
                catch (Exception error) { Volatile.Write(ref failed, error); }
            });
            reader.Start();
            for (var round = 0; failed == null && (round < 3000 || Interlocked.Read(ref read) < 100); round++)
                WhileBusy(() => grid.FindPath(new Cell(0, round % 2), new Cell(399, round % 2), path));
            Volatile.Write(ref isOver, true);
            reader.Join();
            if (failed != null) throw failed;
        }
    }

    /// What fills or changes a list is refused while a call copies it, and makes no difference then.
    private static void ListsFilledWhileCopied()
    {
        Cell west = new Cell(0, 0), east = new Cell(4, 0);
        Cell[] starts = { west }, goals = { east };
        var few = new PlanOptions { MostExpansions = 100 };
        using (var world = World.Read(Shape.Graph, "p sp 2 1\na 1 2 5\n"))
        using (var route = new Route())
        using (var grid = new Grid(5, 1))
        using (var plan = new Plan())
        using (var fleet = new Fleet(grid, new[] { new Robot(west) }))
        {
            RefusedWhileCopied(route, () => world.FindPath(new Place(1), new Place(2), route));
            That(route.Count == 2, "filled afterwards");
            plan.Solve(grid, starts, goals, few);
            var text = plan.Write();
            RefusedWhileCopied(plan, () => plan.Solve(grid, starts, goals, few), () => plan.Read(grid, text));
            RefusedWhileCopied(fleet, () => fleet.AddTask(west), () => fleet.SetWorking(0, true),
                () => fleet.SetOpen(east, false), () => fleet.Step());
            That(fleet.Info.Timestep == 1 && fleet.Info.TasksDone == 1, "each once");
        }
    }

    /// A call that copies is too short to meet, so this begins one and ends it as the library does.
    private static void RefusedWhileCopied(Handle copied, params Action[] changes)
    {
        const BindingFlags hidden = BindingFlags.Instance | BindingFlags.NonPublic;
        typeof(Handle).GetMethod("TryEnter", hidden).Invoke(copied, null);
        foreach (var change in changes) Throws<AstrideException>(change, "in use by another call");
        typeof(Handle).GetMethod("Leave", hidden, null, Type.EmptyTypes, null).Invoke(copied, null);
        foreach (var change in changes) change();
    }

    private static void Read(Navigator navigator, bool pause = true)
    {
        navigator.Cost(new Ask(new Cell(0, 0), new Cell(7, 7)));
        if (pause) Thread.Yield();
    }

    /// Two threads ask, one works, two read: whatever was accepted is answered, and what was refused left no trace.
    private static void NoRequestIsLost()
    {
        using (var grid = new Grid(64, 64))
        using (var navigator = new Navigator(grid))
        {
            Exception failed = null;
            var isOver = false;
            ulong served = 0;
            Action<Action> untilOver = act =>
            {
                try
                {
                    while (!Volatile.Read(ref isOver))
                        try { act(); }
                        catch (AstrideException error) when (error.Status == Status.Busy) { }
                }
                catch (Exception error) { failed = error; }
            };
            var asked = new System.Collections.Generic.List<PathRequest>();
            Action ask = () =>
            {
                var request = navigator.Request(new Cell(0, 0), new Cell(7, 7));
                lock (asked) asked.Add(request);
            };
            var threads = new[]
            {
                new Thread(() => untilOver(() => served += navigator.Work(0).Served)),
                new Thread(() => untilOver(() => Read(navigator))),
                new Thread(() => untilOver(() => Read(navigator, pause: false))),
                new Thread(() => untilOver(ask)),
            };
            foreach (var thread in threads) thread.Start();
            // On a machine with other work nearly all may be refused for a while.
            for (int taken = 0, tried = 0; taken < 4000 && tried < 10000000; tried++)
                try { ask(); taken++; }
                catch (AstrideException error) when (error.Status == Status.Busy) { }
            Volatile.Write(ref isOver, true);
            foreach (var thread in threads) thread.Join();
            if (failed != null) throw failed;
            served += navigator.Work(0).Served;
            var lost = 0;
            foreach (var request in asked)
            {
                if (!request.IsFound || request.Path.Count != 8) lost++;
                request.Dispose();
            }
            That(lost == 0, lost + " of " + asked.Count + " requests were lost");
            That(served == (ulong)asked.Count && asked.Count > 0, "served " + served + " of " + asked.Count);
        }
    }

    /// Two threads take the same question back at once, and as soon as it may, one of them asks with the same request:
    /// neither takes back what is not there, and what is asked then is answered unless the other was later still.
    private static void CancellingBesideAsking()
    {
        using (var grid = new Grid(8, 8))
        using (var navigator = new Navigator(grid))
        using (var request = new PathRequest())
        {
            const int rounds = 2000;
            int arrived = 0, ended = 0;
            Exception failed = null;
            var ask = new Ask(new Cell(0, 0), new Cell(7, 7));
            // At first without giving up the core, so that as a rule both go on within less than a call takes.
            Action<int> meet = round =>
            {
                Interlocked.Increment(ref arrived);
                for (var turn = 0; Volatile.Read(ref arrived) < 2 * round && Volatile.Read(ref failed) == null; turn++)
                    if (turn > 1000000) Thread.Yield();
            };
            var other = new Thread(() =>
            {
                try
                {
                    for (var round = 1; round <= rounds; round++)
                    {
                        meet(round);
                        // Somewhat later in each round, so that it comes at every moment of the other call.
                        Thread.SpinWait(round % 50);
                        WhileBusy(request.Cancel);
                        Volatile.Write(ref ended, round);
                    }
                }
                catch (Exception error) { Volatile.Write(ref failed, error); }
            }) { IsBackground = true };
            other.Start();
            for (var round = 1; round <= rounds; round++)
            {
                navigator.Request(request, ask);
                meet(round);
                WhileBusy(request.Cancel);
                That(Asks(navigator, request, ask), "what was taken back is free");
                while (Volatile.Read(ref ended) < round)
                {
                    if (Volatile.Read(ref failed) != null) throw failed;
                    Thread.Yield();
                }
                Asks(navigator, request, ask);
                Throws<InvalidOperationException>(() => navigator.Request(request, ask), "waiting");
                That(navigator.Work(0).Served == 1 && request.IsFound, "one was asked and one answered");
            }
            other.Join();
        }
    }

    /// Two navigators of two threads want the same request: at each moment one of them has it.
    private static void OneRequestOfTwoNavigators()
    {
        using (var grid = new Grid(8, 8))
        using (var request = new PathRequest())
        {
            const int rounds = 1000;
            int owners = 0, arrived = 0, answered = 0;
            Exception failed = null;
            var ask = new Ask(new Cell(0, 0), new Cell(7, 7));
            ThreadStart asks = () =>
            {
                try
                {
                    using (var navigator = new Navigator(grid))
                        for (var round = 1; round <= rounds; round++)
                        {
                            Interlocked.Increment(ref arrived);
                            // Without giving up the core, so that both go on within less than a call takes.
                            while (Volatile.Read(ref arrived) < 2 * round)
                                if (Volatile.Read(ref failed) != null) return;
                            if (!Asks(navigator, request, ask)) continue;
                            That(Interlocked.Increment(ref owners) == 1, "one of two navigators has the request");
                            That(!request.IsDone, "it waits");
                            Interlocked.Decrement(ref owners);
                            That(navigator.Work(0).Served == 1, "what was asked is answered");
                            Interlocked.Increment(ref answered);
                        }
                }
                catch (Exception error) { Volatile.Write(ref failed, error); }
            };
            var threads = new[] { new Thread(asks), new Thread(asks) };
            foreach (var thread in threads) thread.Start();
            foreach (var thread in threads) thread.Join();
            if (failed != null) throw failed;
            That(answered >= rounds, "one of the two has the request in each round");
            That(request.IsFound && request.Path.Count == 8, "answered to the last");
            using (var navigator = new Navigator(grid))
            {
                Throws<AstrideException>(() => navigator.Request(request, new Ask(new Cell(0, 0), new Cell(0, 500))), "");
                That(request.IsFound && Asks(navigator, request, ask), "a question that is refused leaves it as it was");
            }
        }
    }

    /// Whether the request was free.
    private static bool Asks(Navigator navigator, PathRequest request, Ask ask)
    {
        try { WhileBusy(() => navigator.Request(request, ask)); }
        catch (InvalidOperationException) { return false; }
        return true;
    }

    private static void WhileBusy(Action act)
    {
        while (IsBusy(act)) { }
    }

    /// Requests and the navigator are disposed of while another thread works: nothing is freed twice or used after.
    private static void DisposingWhileItWorks()
    {
        using (var grid = new Grid(8, 8))
            for (var round = 0; round < 20; round++)
            {
                var navigator = new Navigator(grid);
                var asked = new System.Collections.Generic.List<PathRequest>();
                for (var at = 0; at < 50; at++) asked.Add(navigator.Request(new Cell(0, 0), new Cell(7, at % 8)));
                Exception failed = null;
                var worker = new Thread(() =>
                {
                    try
                    {
                        while (true)
                            try { navigator.Work(200); }
                            catch (AstrideException error) when (error.Status == Status.Busy) { }
                    }
                    catch (ObjectDisposedException) { }
                    catch (Exception error) { failed = error; }
                });
                worker.Start();
                for (var at = 0; at < asked.Count; at++)
                {
                    var before = asked[Math.Max(at - 1, 0)];
                    // The next one is handed out about now.
                    SpinWait.SpinUntil(() => before.IsDone, 1);
                    if (at == 40) navigator.Dispose();
                    asked[at].Dispose();
                }
                worker.Join();
                if (failed != null) throw failed;
            }
    }

    /// A long call goes on with the path of a request that Work has an answer for: the path is not taken from under
    /// it, and the answer is handed out by a later Work unless it was taken back.
    private static void AnswersBesideALongCall()
    {
        const int milliseconds = 300;
        using (var room = new Grid(100, 100))
        using (var edit = new Edit().Fill(new CellRect(1, 50, 99, 1), '#'))
        using (var grid = new Grid(8, 8))
        {
            room.Apply(edit);
            var slow = new FindOptions { Method = Method.IdaStar, MostMicroseconds = 1000 * milliseconds };
            for (var round = 0; round < 3; round++)
            {
                var navigator = new Navigator(grid);
                var request = navigator.Request(new Cell(0, 0), new Cell(7, 7));
                Exception failed = null;
                var clock = Stopwatch.StartNew();
                var filler = new Thread(() =>
                {
                    try { That(!room.FindPath(new Cell(99, 0), new Cell(99, 99), request.Path, slow), "it takes long"); }
                    catch (Exception error) { failed = error; }
                });
                filler.Start();
                // As soon as that is refused, the call has begun.
                while (filler.IsAlive && !IsBusy(() => request.Path.Cost.ToString())) Thread.Yield();
                That(navigator.Work(0).Served == 1, "it is answered");
                // On a busy machine the call may have ended.
                var isLate = request.IsDone;
                That(!isLate || clock.ElapsedMilliseconds >= milliseconds, "not while the call goes on");
                if (round == 1) request.Cancel();
                if (round == 2) navigator.Dispose();
                filler.Join();
                if (failed != null) throw failed;
                That(isLate || request.Path.Cost == Path.NoCost, "the answer of the call");
                if (round < 2) That(navigator.Work(0).Served == 0, "it is answered once");
                if (round == 0) That(request.IsFound && request.Path.Count == 8, "handed out after the call");
                if (round == 1)
                {
                    That(isLate || !request.IsDone, "it was taken back");
                    navigator.Request(request, new Ask(new Cell(0, 0), new Cell(0, 3)));
                    That(navigator.Work(0).Served == 1 && request.Path.Count == 4, "asked again");
                }
                request.Dispose();
                navigator.Dispose();
            }
        }
    }

    private static bool IsBusy(Action act)
    {
        try { act(); }
        catch (AstrideException error) when (error.Status == Status.Busy) { return true; }
        return false;
    }

    /// Two threads read the paths of requests without a pause, while another works and disposes of navigators: each
    /// reads an answer of its own request.
    private static void AnswersBesideReaders()
    {
        using (var grid = new Grid(60, 8))
        {
            var requests = new[] { new PathRequest(), new PathRequest() };
            var isOver = false;
            Exception failed = null;
            ParameterizedThreadStart reads = which =>
            {
                var row = (int)which;
                var path = requests[row].Path;
                var cells = new Cell[60];
                Action read = () =>
                {
                    var cost = path.Cost;
                    That(cost == Path.NoCost || cost == (30 + (ulong)row) * 13860, "the cost of its answer: " + cost);
                    That(path.Info.Cost == cost || cost == Path.NoCost, "the same");
                    var copied = path.CopyTo(cells);
                    That(copied == 0 || copied == 31 + row && cells[30] == new Cell(30, row), "the cells of its answer");
                };
                try { while (!Volatile.Read(ref isOver)) IsBusy(read); }
                catch (Exception error) { Volatile.Write(ref failed, error); }
            };
            var readers = Array.ConvertAll(new[] { 0, 1 }, row => new Thread(reads));
            for (var row = 0; row < 2; row++) readers[row].Start(row);
            for (var round = 0; round < 300 && Volatile.Read(ref failed) == null; round++)
                using (var navigator = new Navigator(grid))
                {
                    for (var row = 0; row < 2; row++)
                        navigator.Request(requests[row], new Ask(new Cell(0, row), new Cell(30 + row, row)));
                    while (!requests[0].IsFound || !requests[1].IsFound) navigator.Work(0);
                }
            Volatile.Write(ref isOver, true);
            foreach (var reader in readers) reader.Join();
            foreach (var request in requests) request.Dispose();
            if (failed != null) throw failed;
        }
    }

    private static void Edits()
    {
        using (var grid = new Grid(10, 10))
        using (var navigator = new Navigator(grid))
        using (var path = new Path())
        using (var edit = new Edit())
        {
            Throws<AstrideException>(() => navigator.Apply(edit.Set(new Cell(10, 0), '#')), "10");
            That(navigator.Revision == 0, "all or none");
            var snapshot = navigator.TakeSnapshot();
            That(navigator.Apply(edit.Clear().Fill(new CellRect(5, 0, 1, 10), '#')) == 1, "the first revision");
            var ask = new Ask(new Cell(0, 0), new Cell(9, 9));
            That(!navigator.FindPath(ask, path) && path.Info.Why != Why.None, "it is closed, and says why");
            ask.OrNearest = true;
            That(!navigator.FindPath(ask, path) && path.Info.IsNearest && path[path.Count - 1].X == 4, "up to the wall");
            That(snapshot.FindPath(ask, path) && snapshot.Revision == 0, "as it was");
            Cell nearest;
            That(navigator.Snap(new Cell(5, 5), out nearest) && nearest.X != 5, "a cell to stand on");
            var large = navigator.AddMover(null, 3);
            ask = new Ask(new Cell(0, 0), new Cell(3, 0)) { Mover = large };
            That(!navigator.FindPath(ask, path), "three cells wide do not fit");
            var overlay = navigator.AddOverlay();
            navigator.FillOverlay(overlay, new CellRect(1, 0, 1, 9), 1000000);
            ask = new Ask(new Cell(0, 0), new Cell(2, 0)) { Overlays = 1ul << overlay };
            That(navigator.FindPath(ask, path) && path.Count > 10, "round the danger");
            var costs = new ulong[2];
            navigator.Costs(new[] { ask, new Ask(new Cell(0, 0), new Cell(2, 0)) }, costs);
            That(costs[0] > costs[1] && costs[1] == 2 * 13860, "many costs");
            navigator.Keep(Keep.Labels);
            using (var build = navigator.Pending())
            {
                Throws<AstrideException>(() => navigator.Adopt(build), "run");
                build.Run();
                That(navigator.Adopt(build), "labels are taken");
            }
            That(navigator.Pending() == null, "nothing is left to build");
            snapshot.Dispose();
        }
    }

    private static void Fences()
    {
        const byte fence = 7, door = 8;
        using (var grid = new Grid(3, 1))
        using (var keeper = new Mover().Crosses(fence, 500).Crosses(door, 0))
        using (var path = new Path())
        using (var edit = new Edit())
        {
            Cell west = new Cell(0, 0), middle = new Cell(1, 0), east = new Cell(2, 0);
            grid.Apply(edit.Fence(west, Direction.East, fence).FenceStep(east, Direction.West, door));
            That(!grid.FindPath(west, east, path), "a fence is a wall to the walker");
            That(grid.FindPath(west, east, path, keeper) && path.Cost == 2 * 13860 + 500, "over the fence");
            That(grid.FindPath(east, west, path, keeper) && path.Cost == 2 * 13860 + 500, "by the door, over the fence");
            That(grid.FindPath(middle, east, path), "the door is in the way of one step");
            That(!grid.FindPath(east, middle, path, keeper.StoppedBy(door)), "the key is gone");
            grid.Apply(edit.Clear().Wall(west, Direction.East, standing: false));
            That(grid.FindPath(west, east, path) && path.Cost == 2 * 13860, "the fence is gone");
        }
    }

    private static void Fog()
    {
        using (var grid = new Grid(10, 3))
        using (var navigator = new Navigator(grid))
        using (var path = new Path())
        using (var edit = new Edit())
        {
            var faction = navigator.AddFaction();
            navigator.Apply(edit.Fill(new CellRect(4, 0, 1, 3), '#'));
            var ask = new Ask(new Cell(0, 1), new Cell(9, 1)) { Faction = faction };
            That(navigator.FindPath(ask, path), "the wall is not known");
            That(navigator.RevealAround(faction, new Cell(2, 1), 5, new[] { (byte)'#' }) > 0, "something is seen");
            That(!navigator.FindPath(ask, path), "the wall is known");
        }
    }

    private static void Frame()
    {
        var frame = new GridFrame(-10f, 4f, 2f);
        float x, y;
        frame.Center(new Cell(3, 0), out x, out y);
        That(x == -3f && y == 5f && frame.CellAt(x, y) == new Cell(3, 0), "there and back");
        That(frame.CellAt(-10.1f, 4f).X == -1 && frame.CellAt(float.NaN, 1e30f) == new Cell(-1, -1), "off the map");
        Throws<ArgumentOutOfRangeException>(() => new GridFrame(0, 0, float.NaN), "positive");
    }

    private static void Crowds()
    {
        using (var grid = new Grid(40, 20))
        using (var crowd = new Crowd(grid))
        using (var same = new Crowd(grid))
        {
            That(crowd.Spawn(new Point(2.5, 10.5)) == 0 && crowd.SpawnNear(new Point(37.5, 10.5), 5, 0.3, 4) == 1, "numbers");
            same.Spawn(new Point(2.5, 10.5));
            same.SpawnNear(new Point(37.5, 10.5), 5, 0.3, 4);
            That(CodeOf(() => crowd.Spawn(new Point(2.5, 10.5))) == "point-occupied", "no room for two");
            Throws<AstrideException>(() => crowd.Order(new[] { 6 }, new Point(3, 3)), "unit 6");
            Throws<AstrideException>(() => crowd.Advance(double.NaN), "NaN");
            var group = new[] { 1, 2, 3, 4, 5 };
            var points = new Point[6];
            Action frame = () =>
            {
                crowd.Advance(1 / 60.0);
                crowd.CopyPositions(points);
            };
            foreach (var each in new[] { crowd, same })
            {
                each.Order(new[] { 0 }, new Point(36.5, 10.5));
                each.Order(group, new Point(8.5, 10.5), Formation.Wedge, 2);
            }
            var frames = 0;
            for (; frames < 3000 && crowd.ArrivedCount < 6; frames++) frame();
            That(crowd.Count == 6 && crowd.ArrivedCount == 6, "all arrive");
            That(Math.Abs(points[0].X - 36.5) < 0.2, "where it was sent: " + points[0]);
            while (frames-- > 0) same.Advance(1 / 60.0);
            That(same.Digest == crowd.Digest, "the same calls, the same history");
            var arrived = new byte[6];
            crowd.CopyArrived(arrived);
            crowd.CopyVelocities(points);
            That(arrived[5] == 1, "told one by one");
            Throws<AstrideException>(() => crowd.CopyArrived(new byte[5]), "6");
            GC.Collect();
            var before = GC.CollectionCount(0);
            for (var at = 0; at < 20000; at++) frame();
            That(GC.CollectionCount(0) == before, "frames allocate nothing");
            using (var edit = new Edit()) grid.Apply(edit.Fill(new CellRect(20, 0, 1, 20), '#'));
            crowd.Follow(grid);
            Throws<AstrideException>(() => crowd.Order(group, new Point(30.5, 10.5)), "walls");
            crowd.Remove(0);
            That(crowd.Count == 5, "one fewer");
        }
    }

    private static void Plans()
    {
        var starts = new[] { new Cell(0, 0), new Cell(4, 0) };
        var goals = new[] { new Cell(4, 0), new Cell(0, 0) };
        var few = new PlanOptions { MostExpansions = 100 };
        using (var grid = new Grid(5, 2))
        using (var plan = new Plan())
        using (var read = new Plan())
        {
            That(plan.Info.Status == Status.Nothing && plan.Info.Cost == Path.NoCost, "a new plan is empty");
            That(plan.Solve(grid, starts, goals, few), "two get past each other");
            That(plan.Info.Cost == 10 && plan.Info.Guarantee == Guarantee.Optimal, "at the least cost");
            plan.Validate(grid, starts, goals);
            That(CodeOf(() => plan.Validate(grid, starts, starts)) == "plan-wrong-end", "a plan for others");
            var at = new Cell[2];
            plan.CopyAt(1000, at);
            That(at[0] == goals[0] && at[1] == goals[1], "there in the end");
            var stays = plan.Stays(0);
            That(stays[0].Cell == starts[0] && stays[0].Since == 0 && stays.Length >= 5, "stays from the start on");
            read.Read(grid, plan.Write());
            read.Validate(grid, starts, goals);
            That(read.Info.SumOfCosts == 10 && read.Info.Makespan == plan.Info.Makespan, "the same plan");
            Throws<AstrideException>(() => read.Read(grid, new byte[] { 49 }), "line 1");
            Throws<AstrideException>(() => plan.Stays(2), "agent 2");
            Throws<ArgumentException>(() => plan.Solve(grid, starts, new Cell[1]), "2 starts");
            That(CodeOf(() => plan.Solve(grid, starts, new[] { goals[0], goals[0] })) == "trip-end-shared", "one goal");
            few.Method = PlanMethod.Eecbs;
            few.Objective = PlanObjective.Makespan;
            That(plan.Solve(grid, starts, goals, few) && plan.Info.Guarantee != Guarantee.FewestSteps, "within a fifth");
        }
        using (var corridor = new Grid(5, 1))
        using (var plan = new Plan())
            That(!plan.Solve(corridor, starts, goals, few) && plan.Info.Status == Status.Unreachable, "no way past");
    }

    private static void Fleets()
    {
        var starts = new[] { new Robot(new Cell(0, 0), Direction.South), new Robot(new Cell(9, 5)) };
        using (var grid = new Grid(10, 6))
        using (var fleet = new Fleet(grid, starts, new FleetOptions { Turning = true, Assignment = Assignment.InOrder }))
        using (var same = new Fleet(grid, starts, new FleetOptions { Turning = true, Assignment = Assignment.InOrder }))
        {
            var robots = new Robot[2];
            fleet.CopyRobots(robots);
            That(robots[0].Facing == Direction.South && robots[1].Cell == new Cell(9, 5), "as they were handed over");
            foreach (var each in new[] { fleet, same })
                That(each.AddTask(new Cell(9, 0), new Cell(0, 5)) == 0 && each.AddTask(new Cell(3, 3)) == 1, "numbers");
            var done = 0;
            for (var step = 0; step < 100 && fleet.Info.TasksDone < 2; step++)
            {
                fleet.Step(50);
                same.Step(50);
                var copied = new FleetEvent[fleet.EventCount];
                That(fleet.CopyEvents(copied) == copied.Length && copied.Length == fleet.Events().Length, "as many");
                foreach (var e in copied)
                    if (e.Kind == FleetEventKind.ErrandDone) done++;
            }
            That(fleet.Info.TasksDone == 2 && fleet.Info.ErrandsDone == 3 && done == 3, "all is done");
            That(same.Digest == fleet.Digest && same.Info.Timestep == fleet.Info.Timestep, "the same history");
            var actions = new[] { RobotAction.Drive, RobotAction.Drive };
            var goals = new Cell[2];
            fleet.Step();
            fleet.CopyActions(actions);
            fleet.CopyGoals(goals);
            That(actions[0] == RobotAction.Wait && goals[0] == new Cell(-1, -1), "nothing to do");
            fleet.SetWorking(0, false);
            fleet.SetOpen(new Cell(5, 5), false);
            Throws<AstrideException>(() => fleet.SetWorking(2, true), "robot 2");
            That(CodeOf(() => fleet.AddTask()) == "task-without-errand", "no errand");
            Throws<AstrideException>(() => new Fleet(grid, new[] { starts[0], starts[0] }), "both start on cell (0, 0)");
        }
    }

    private static void Worlds()
    {
        using (var world = World.Read(Shape.Hexagons, "hex pointy\n. . #\n. 2 .\n"))
        using (var route = new Route())
        {
            Place start;
            That(world.Shape == Shape.Hexagons && world.Named("0,0", out start) && start == new Place(0, 0), "a name");
            That(!world.Named("9,9", out start) && !world.Named("north", out start), "no name");
            That(world.FindPath(new Place(0, 0), new Place(1, 0), route) && route.Places().Length == 2, "beside it");
            That(route.Info.Cost == 13860, "a step");
            using (var slow = Mover.Blocked().Terrain('.', 3))
                That(world.FindPath(new Place(0, 0), new Place(1, 0), route, mover: slow) && route.Info.Cost == 3 * 13860,
                    "a mover of one's own");
            world[new Place(1, 0)] = '#';
            That(world.Revision == 1 && world[new Place(1, 0)] == '#', "an edit");
            That(!world.FindPath(new Place(0, 0), new Place(1, 0), route) && route.Places().Length == 0, "walled up");
            That(route.Info.Why == Why.GoalBlocked, "and why");
            using (var read = World.Open(world.Save()))
                That(read.Shape == Shape.Hexagons && read[new Place(1, 0)] == '#' && read.Revision == 0, "saved");
            That(world[new Place(2, 0)] == '@', "a wall that was drawn");
            Throws<ArgumentException>(() => world.Named("0,0\0", out start), "NUL");
            Throws<AstrideException>(() => world[new Place(0, 0, 1)] = '#', "(0, 0, 1)");
            // Its numbers are long, so this one is not a negative int.
            Throws<AstrideException>(() => world[new Place(3000000000, 0)].ToString(), "(3000000000, 0, 0)");
            Throws<AstrideException>(() => world.Link(new Place(0, 0), new Place(1, 0), 5), "links");
        }
        using (var graph = World.Read(Shape.Graph, "p sp 3 2\na 1 2 5\na 2 3 5\n"))
        using (var route = new Route())
        {
            That(graph.FindPath(new Place(1), new Place(3), route) && route.Info.Cost == 10, "along arcs");
            graph.Link(new Place(1), new Place(3), 4);
            That(graph.FindPath(new Place(1), new Place(3), route) && route.Info.Cost == 4, "a new arc");
            var places = new Place[3];
            That(route.CopyTo(places) == 2 && route.Count == 2 && places[1] == new Place(3), "copied");
            graph.Unlink(new Place(1), new Place(3));
            Throws<AstrideException>(() => graph[new Place(1)] = '#', "terrain");
        }
        Throws<AstrideException>(() => World.Open(new byte[3]), "no world file");
    }

    private static void NothingIsAllocated()
    {
        using (var grid = new Grid(64, 64))
        using (var navigator = new Navigator(grid))
        using (var snapshot = navigator.TakeSnapshot())
        using (var index = new PathIndex(grid, IndexKind.JumpPoints))
        using (var field = new Field())
        using (var path = new Path())
        using (var request = new PathRequest())
        using (var fleet = new Fleet(grid, new[] { new Robot(new Cell(1, 1)) }))
        using (var world = World.Read(Shape.Graph, "p sp 2 1\na 1 2 5\n"))
        using (var route = new Route())
        {
            var places = new Place[2];
            Cell start = new Cell(3, 3), goal = new Cell(6, 4);
            field.Compute(grid, new[] { goal });
            That(world.FindPath(new Place(1), new Place(2), route) && grid.FindPath(start, goal, path), "once");
            Action ask = () =>
            {
                navigator.FindPath(new Cell(3, 3), new Cell(60, 50), path);
                foreach (var cell in path) That(cell.X >= 3, "a cell of it");
                navigator.Request(request, new Ask(new Cell(3, 3), new Cell(60, 50)));
                navigator.Work(0);
                That(request.IsFound, "answered");
                That(snapshot.FindPath(new Ask(start, goal), path), "answered as it was");
                That(index.FindPath(grid, start, goal, path), "answered by the index");
                That(index.Cost(grid, start, goal, path) == path.Cost, "the cost of it");
                That(navigator.Cost(new Ask(start, goal)) == path.Cost && field[start] == path.Cost, "the same");
                That(grid[start] == '.', "a cell");
                That(world.Shape == Shape.Graph && world.Revision == 0 && fleet.Events().Length == 0, "what it is");
                That(route.CopyTo(places) == 2, "by an arc");
            };
            AllocatesNothing(ask);
        }
    }

    /// The same on a small map, since these take longer.
    private static void NothingIsAllocatedBeyondPaths()
    {
        using (var grid = new Grid(8, 8))
        using (var navigator = new Navigator(grid))
        using (var snapshot = navigator.TakeSnapshot())
        using (var path = new Path())
        using (var request = new PathRequest())
        using (var reach = new Reach())
        using (var wall = new Edit().Set(new Cell(5, 5), '#'))
        {
            var units = new[] { new Cell(3, 3), new Cell(4, 3), new Cell(0, 5) };
            var near = new Reached[16];
            var ways = new Ask[1];
            var parted = new byte[1];
            int everybody = navigator.AddPlaces(), shops = navigator.AddPlaces();
            Cell start = new Cell(3, 3), goal = new Cell(6, 4);
            navigator.SetPlaces(shops, units, 1);
            AllocatesNothing(() =>
            {
                units[2] = new Cell(0, 11 - units[2].Y);
                navigator.SetPlaces(everybody, units);
                var question = new Ask(start, goal) { Around = everybody };
                That(navigator.FindPath(question, path) && path[1] != units[1], "round a unit");
                question.OrTo = shops;
                navigator.Request(request, question, mostFrames: 5);
                navigator.Work(0);
                That(request.IsFound && request.Path.Count == 1, "there already");
                That(navigator.FindReach(question, 13860, reach) && reach.Count == 4, "how far");
                That(reach.CopyTo(near) == 4 && reach[start] == 0 && reach.FindPath(new Cell(3, 4), path), "and how");
                That(snapshot.FindReach(new Ask(start, goal), 13860, reach), "as it was");
                ways[0] = new Ask(start, goal);
                That(!navigator.WouldPart(wall, ways, parted) && navigator.FindPathIf(wall, ways[0], path), "what if");
            });
        }
    }

    private static void AllocatesNothing(Action ask)
    {
        const int rounds = 1000;
        for (var warm = 0; warm < 100; warm++) ask();
        var before = GC.GetAllocatedBytesForCurrentThread();
        for (var at = 0; at < rounds; at++) ask();
        var bytes = GC.GetAllocatedBytesForCurrentThread() - before;
        That(bytes == 0, "questions allocate nothing; " + rounds + " rounds allocated " + bytes + " bytes");
    }

    private static void Overhead()
    {
        using (var grid = new Grid(64, 64))
        using (var jumps = new PathIndex(grid, IndexKind.JumpPoints))
        using (var path = new Path())
        {
            Least("class", at => grid[new Cell(at & 63, 3)].GetHashCode());
            Least("cost", at => jumps.Cost(grid, new Cell(at & 7, 3), new Cell(5, 4), path).GetHashCode());
            Least("path", at => jumps.FindPath(grid, new Cell(at & 7, 3), new Cell(5, 4), path).GetHashCode());
        }
    }

    private static void Least(string name, Func<int, int> call)
    {
        var least = double.MaxValue;
        for (var batch = 0; batch < 2000; batch++)
        {
            var clock = Stopwatch.StartNew();
            for (var at = 0; at < 500; at++) call(at);
            least = Math.Min(least, clock.ElapsedTicks * 1e9 / Stopwatch.Frequency / 500);
        }
        Console.WriteLine("{0} {1:0.0} ns", name, least);
    }
}
