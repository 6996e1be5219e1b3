using System;
using Astride;

class Hello {
    static void Main() {
        Cell start, goal;
        using (var grid = Grid.FromText("A..#\n.#..\n...B\n", out start, out goal))
        using (var path = new Path()) {
            if (grid.FindPath(start, goal, path))
                foreach (var cell in path) Console.WriteLine(cell);
        }
    }
}
