// Asks the drawn cases of corpus/cases.tsv, whose costs were worked out by hand, and prints how many there were.
using System;
using Astride;

internal static class Drawn
{
    private static readonly string[] Directions = { "N", "NE", "E", "SE", "S", "SW", "W", "NW" };

    private static void Main(string[] args)
    {
        string name = "", rows = "";
        Mover mover = null;
        var edit = new Edit();
        var count = 0;
        foreach (var line in System.IO.File.ReadAllLines(args[0]))
        {
            var fields = line.Split('\t');
            Func<int, int> number = at => int.Parse(fields[at]);
            Func<int, Cell> cell = at => new Cell(number(at), number(at + 1));
            switch (fields[0])
            {
                case "case":
                    name = fields[1];
                    rows = "";
                    edit.Clear();
                    break;
                case "mover":
                    var corners = fields[2] == "never" ? Corners.Never : fields[2] == "always" ? Corners.Always : Corners.OneFree;
                    var neighbours = fields[1] == "4" ? Neighbours.Four : Neighbours.Eight;
                    mover = Mover.Blocked().With(neighbours).With(corners).Scale(number(3), number(4));
                    break;
                case "terrain":
                    mover.Terrain(fields[1][0], number(2), number(3));
                    break;
                case "row":
                    rows += fields[1] + "\n";
                    break;
                case "forbid":
                    edit.Step(cell(1), (Direction)Array.IndexOf(Directions, fields[3]), false);
                    break;
                case "link":
                    edit.Link(cell(1), cell(3), number(5));
                    break;
                case "ask":
                    Ask(name, Map(rows), edit, mover, cell(1), cell(3), fields[5]);
                    count++;
                    break;
                default:
                    throw new FormatException(line);
            }
        }
        Console.WriteLine(count);
    }

    private static Grid Map(string rows)
    {
        var lines = rows.TrimEnd().Split('\n');
        var classes = System.Text.Encoding.ASCII.GetBytes(string.Concat(lines));
        return Grid.FromClasses(lines[0].Length, lines.Length, classes);
    }

    private static void Ask(string name, Grid grid, Edit edit, Mover mover, Cell start, Cell goal, string cost)
    {
        grid.Apply(edit);
        using (grid)
        using (mover)
        using (var path = new Path())
        using (var field = new Field())
        using (var navigator = new Navigator(grid, mover))
        {
            grid.FindPath(start, goal, path, mover);
            Compare(name, path.Cost, cost);
            field.Compute(grid, new[] { goal }, mover);
            Compare(name, field[start], cost);
            Compare(name, navigator.Cost(new Ask(start, goal)), cost);
        }
    }

    private static void Compare(string name, ulong found, string cost)
    {
        var right = cost == "-" ? Path.NoCost : ulong.Parse(cost);
        if (found != right) throw new Exception(name + " costs " + found + ", expected " + cost);
    }
}
