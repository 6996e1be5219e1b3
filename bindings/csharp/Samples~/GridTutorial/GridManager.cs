using Astride;
using UnityEngine;

/// <summary>A grid on the ground plane: cells that something of <see cref="obstacles"/> stands on are
/// blocked. Put it on an empty object at the lower left corner of the map.</summary>
public sealed class GridManager : MonoBehaviour
{
    public int width = 64;
    public int height = 64;
    public float cellSize = 1f;
    public LayerMask obstacles;
    [Tooltip("Microseconds a frame that searches may take.")]
    public int budget = 2000;

    public Navigator Navigator { get; private set; }
    public GridFrame Frame { get; private set; }

    private void Awake()
    {
        Frame = new GridFrame(transform.position.x, transform.position.z, cellSize);
        using (var grid = new Astride.Grid(width, height))
            Navigator = new Navigator(grid);
        using (var edit = new Edit())
            Navigator.Apply(Look(edit, new CellRect(0, 0, width, height)));
    }

    private void OnDestroy() { Navigator.Dispose(); }

    private void Update() { Navigator.Work(0, (ulong)budget); }

    /// <summary>Notes in a batch what stands on the cells of a rectangle now. Apply it to
    /// <see cref="Navigator"/> where something was built or torn down.</summary>
    public Edit Look(Edit edit, CellRect rect)
    {
        for (var y = rect.Y; y < rect.Y + rect.Height; y++)
            for (var x = rect.X; x < rect.X + rect.Width; x++)
            {
                var cell = new Cell(x, y);
                var isBlocked = Physics.CheckBox(PositionOf(cell), Vector3.one * (cellSize * 0.45f),
                    Quaternion.identity, obstacles);
                edit.Set(cell, isBlocked ? '#' : '.');
            }
        return edit;
    }

    public Vector3 PositionOf(Cell cell)
    {
        float x, z;
        Frame.Center(cell, out x, out z);
        return new Vector3(x, transform.position.y, z);
    }

    public Cell CellAt(Vector3 position) { return Frame.CellAt(position.x, position.z); }

    private void OnDrawGizmos()
    {
        Gizmos.color = Color.grey;
        var origin = transform.position;
        for (var x = 0; x <= width; x++)
            Gizmos.DrawLine(origin + new Vector3(x, 0, 0) * cellSize, origin + new Vector3(x, 0, height) * cellSize);
        for (var y = 0; y <= height; y++)
            Gizmos.DrawLine(origin + new Vector3(0, 0, y) * cellSize, origin + new Vector3(width, 0, y) * cellSize);
        if (Navigator == null) return;
        Gizmos.color = Color.red;
        for (var y = 0; y < height; y++)
            for (var x = 0; x < width; x++)
                if (Navigator[new Cell(x, y)] == '#') Gizmos.DrawCube(PositionOf(new Cell(x, y)), Vector3.one * (cellSize * 0.9f));
    }
}
