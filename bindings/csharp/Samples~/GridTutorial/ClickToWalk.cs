using Astride;
using UnityEngine;

/// <summary>Walks to where the ground is clicked: asks, goes on with its game, and follows the path once it
/// is there.</summary>
public sealed class ClickToWalk : MonoBehaviour
{
    public GridManager grid;
    public float speed = 4f;

    private readonly PathRequest request = new PathRequest();
    private int step;

    private void OnDestroy() { request.Dispose(); }

    private void Update()
    {
        if (Input.GetMouseButtonDown(0)) Ask();
        // Without a path to where the click was there may be one to the nearest place.
        if (!request.IsDone || step >= request.Path.Count) return;
        var target = grid.PositionOf(request.Path[step]);
        transform.position = Vector3.MoveTowards(transform.position, target, speed * Time.deltaTime);
        if (transform.position == target) step++;
    }

    private void Ask()
    {
        var ray = Camera.main.ScreenPointToRay(Input.mousePosition);
        RaycastHit hit;
        if (!Physics.Raycast(ray, out hit)) return;
        request.Cancel();
        var ask = new Ask(grid.CellAt(transform.position), grid.CellAt(hit.point)) { OrNearest = true };
        try
        {
            grid.Navigator.Request(request, ask);
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
