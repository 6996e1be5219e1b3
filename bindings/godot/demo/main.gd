extends Node2D
# Two hundred units go where you click, round a wall; the line is the path of the first.

var grid := AstrideGrid.new()
var crowd: AstrideCrowd
var navigator: AstrideNavigator
var line := PackedVector2Array()

func _ready() -> void:
	grid.region = Rect2i(0, 0, 72, 40)
	grid.cell_size = Vector2(16, 16)
	grid.offset = grid.cell_size / 2
	grid.update()
	grid.fill_solid_region(Rect2i(36, 4, 2, 32))
	crowd = AstrideCrowd.on(grid)
	crowd.spawn_near(Vector2(160, 320), 200)
	navigator = AstrideNavigator.on(grid)
	navigator.path_found.connect(func(_request: int, points: PackedVector2Array): line = points)

func _unhandled_input(event: InputEvent) -> void:
	if event is InputEventMouseButton and event.pressed:
		crowd.order(PackedInt32Array(range(crowd.get_count())), event.position)
		navigator.request(grid.get_id_at(crowd.get_positions()[0]), grid.get_id_at(event.position))

func _process(delta: float) -> void:
	navigator.update(2.0)
	crowd.advance(minf(delta, 1.0))
	queue_redraw()

func _draw() -> void:
	draw_rect(Rect2(36 * 16, 4 * 16, 2 * 16, 32 * 16), Color.DIM_GRAY)
	if line.size() > 1:
		draw_polyline(line, Color.ORANGE, 2.0)
	for point in crowd.get_positions():
		draw_circle(point, 0.34 * 16, Color.SKY_BLUE)
