#![doc = include_str!("../docs/README.md")]
#![cfg_attr(not(doctest), doc = include_str!("guides.html"))]

/// Modules whose documentation is a page: the folder `docs` of the package is that of the repository.
macro_rules! pages {
    ($($name:ident = $page:literal;)+) => { $(
        #[doc = include_str!(concat!("../docs/", $page, ".md"))]
        #[cfg_attr(not(doctest), doc = include_str!("guides.html"))]
        pub mod $name {}
    )+ };
}

// Their snippets are tests of this crate.
pages! {
    any_angle = "any-angle";
    baking = "baking";
    clearance = "clearance";
    components = "components";
    errors = "errors";
    fields = "fields";
    files = "files";
    floors = "floors";
    fog = "fog";
    graphs = "graphs";
    grid_rules = "grid-rules";
    grids_and_movers = "grids-and-movers";
    heuristics = "heuristics";
    hexagons = "hexagons";
    influence = "influence";
    meshes = "meshes";
    methods = "methods";
    navigator = "navigator";
    nearest = "nearest";
    paths = "paths";
    porting = "porting";
    positions = "positions";
    puzzles = "puzzles";
    recipes = "recipes";
    replanning = "replanning";
    replay = "replay";
    requests = "requests";
    searches = "searches";
    smooth_paths = "smooth-paths";
    stepping_and_budgets = "stepping-and-budgets";
    streamed = "streamed";
    terrain_analysis = "terrain-analysis";
    terrain_and_landmarks = "terrain-and-landmarks";
    triangles = "triangles";
    turns = "turns";
    two_tiers = "two-tiers";
    voxels = "voxels";
}

// Those of the other crates and of other languages are tested where they belong.
#[cfg(not(doctest))]
pages! {
    bevy = "bevy";
    c = "c";
    command_line = "command-line";
    crowds = "crowds";
    csharp = "csharp";
    features = "features";
    fleets = "fleets";
    formations = "formations";
    formats = "formats";
    forms = "forms";
    godot = "godot";
    how_fast = "how-fast";
    javascript = "javascript";
    many_units = "many-units";
    pictures = "pictures";
    plans = "plans";
    playground = "playground";
    python = "python";
    reading_a_search = "reading-a-search";
    roads = "roads";
    scale = "scale";
    simulate = "simulate";
    steering = "steering";
    tracing = "tracing";
    vehicles = "vehicles";
    worlds = "worlds";
}
