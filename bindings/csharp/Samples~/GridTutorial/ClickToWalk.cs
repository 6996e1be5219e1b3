using Astride;
using UnityEngine;

/// <summary>Walks to where the ground is clicked: asks, goes on with its game, and follows the path once it
/// is there. Where something is built in its way, it asks again.</summary>
public sealed class ClickToWalk : MonoBehaviour
{
    public GridManager grid;
    public float speed = 4f;

    private readonly PathRequest request = new PathRequest();
    private Ask ask;
    private int step;
    // The revision of the map on which the path was last found to hold.
    private ulong seen;

    private void OnDestroy() { request.Dispose(); }

    private void Update()
    {
        if (Input.GetMouseButtonDown(0)) Click();
        // Without a path to where the click was there may be one to the nearest place.
        if (!request.IsDone || step >= request.Path.Count) return;
        if (!Holds())
        {
            AskFor(ask.Goal);
            return;
        }
        var target = grid.PositionOf(request.Path[step]);
        transform.position = Vector3.MoveTowards(transform.position, target, speed * Time.deltaTime);
        if (transform.position == target) step++;
    }

    private void Click()
    {
        var ray = Camera.main.ScreenPointToRay(Input.mousePosition);
        RaycastHit hit;
        if (Physics.Raycast(ray, out hit)) AskFor(grid.CellAt(hit.point));
    }

    /// <summary>Whether the path can still be walked. It is looked at after edits alone.</summary>
    private bool Holds()
    {
        var revision = grid.Navigator.Revision;
        if (seen != revision && grid.Navigator.StandingOf(ask, request.Path) == Standing.Blocked) return false;
        seen = revision;
        return true;
    }

    private void AskFor(Cell goal)
    {
        request.Cancel();
        var next = new Ask(grid.CellAt(transform.position), goal) { OrNearest = true };
        try
        {
            grid.Navigator.Request(request, next);
            ask = next;
            step = 0;
        }
        catch (AstrideException error)
        {
            Debug.LogWarning(error.Message);
        }
    }

    private void OnDrawGizmos()
    {
        if (!request.IsDone) return;
        Gizmos.color = Color.green;
        for (var at = 1; at < request.Path.Count; at++)
            Gizmos.DrawLine(grid.PositionOf(request.Path[at - 1]), grid.PositionOf(request.Path[at]));
    }
}
