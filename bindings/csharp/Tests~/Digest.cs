// Answers many questions about a map in every way there is, and prints a digest of all answers, as
// the program digest.c does.
using System;
using Astride;

internal static class Digest
{
    private static ulong digest = 14695981039346656037, state = 88172645463325252;

    private static void Note(ulong number) { digest = unchecked((digest ^ number) * 1099511628211); }

    private static int Dice(int sides)
    {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        return (int)((state >> 32) % (ulong)sides);
    }

    private static void Note(bool isFound, Path path)
    {
        Note(isFound ? 0ul : (ulong)path.Status);
        Note(path.Cost);
        for (var at = 0; at < path.Count; at++) Note((ulong)path[at].Y << 32 | (uint)path[at].X);
    }

    private static void Main(string[] args)
    {
        using (var grid = Grid.FromMap(System.IO.File.ReadAllBytes(args[0])))
        using (var jumps = new PathIndex(grid, IndexKind.JumpPoints))
        using (var navigator = new Navigator(grid))
        using (var path = new Path())
        using (var edit = new Edit())
        {
            int width = grid.Width, height = grid.Height, queries = int.Parse(args[1]);
            var labels = new PathIndex(grid, IndexKind.Labels);
            var porter = navigator.AddMover(Mover.Blocked().Terrain('.', 1).Terrain('S', 3));
            edit.Fill(new CellRect(width / 3, height / 3, width / 3, height / 3), 'S');
            edit.Fill(new CellRect(width / 2, height / 4, 1, height / 2), '@');
            for (var at = 0; at < queries; at++)
            {
                if (at == queries / 2)
                {
                    grid.Apply(edit);
                    navigator.Apply(edit);
                    jumps.Update(grid);
                    labels.Dispose();
                    labels = new PathIndex(grid, IndexKind.Labels);
                }
                int x = Dice(grid.Width), y = Dice(grid.Height);
                var start = new Cell(x, y);
                x = Dice(grid.Width);
                y = Dice(grid.Height);
                var goal = new Cell(x, y);
                Note(navigator.FindPath(start, goal, path), path);
                Note(jumps.FindPath(grid, start, goal, path), path);
                Note(labels.FindPath(grid, start, goal, path), path);
                Note(navigator.Cost(new Ask(start, goal)));
                Note(navigator.FindPath(new Ask(start, goal) { Mover = porter }, path), path);
                if (at % 50 == 0) Note(grid.FindPath(start, goal, path), path);
            }
        }
        Console.WriteLine("{0:x16}", digest);
    }
}
