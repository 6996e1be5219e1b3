//! GeoJSON: what is written is read back by a JSON reader of another hand, and lies where it should.

use astride::base::Vec2;
use astride::io::read_mesh;
use astride_formats::{Coordinates, GeoJson, Map, Profile, Property, RoadCost, read_osm};
use serde_json::Value;

fn at(text: &str) -> Coordinates {
    text.parse().unwrap()
}

fn features(out: GeoJson) -> Vec<Value> {
    let json: Value = serde_json::from_str(&out.finish()).expect("it is JSON");
    assert_eq!(json["type"], "FeatureCollection");
    let features = json["features"].as_array().unwrap().clone();
    assert!(features.iter().all(|feature| feature["type"] == "Feature"));
    features
}

#[test]
fn an_empty_collection_and_odd_texts_are_json() {
    assert!(features(GeoJson::new()).is_empty());
    let mut out = GeoJson::new();
    let odd = "a \"b\" \\ \u{1}\n é";
    let properties = [
        (odd, Property::Text(odd)),
        ("nan", Property::Number(f64::NAN)),
        ("half", Property::Number(0.5)),
        ("flag", Property::Flag(true)),
    ];
    out.point(at("-43.5,179.9999999"), &properties).line(&[], &[]).line(&[at("1,2")], &[]);
    let [point, line] = &features(out)[..] else { panic!("two features") };
    assert_eq!(point["properties"][odd], odd);
    assert_eq!(
        (&point["properties"]["nan"], &point["properties"]["half"]),
        (&Value::Null, &0.5.into())
    );
    assert_eq!(point["geometry"]["coordinates"], serde_json::json!([179.999_999_9, -43.5]));
    assert_eq!(line["geometry"]["coordinates"], serde_json::json!([[2, 1], [2, 1]]));
}

#[test]
fn roads_are_lines_between_places() {
    let osm = br#"<osm version="0.6">
      <node id="1" lat="43.730" lon="7.410"/> <node id="2" lat="43.731" lon="7.410"/>
      <node id="3" lat="43.732" lon="7.411"/>
      <way id="1"><nd ref="1"/><nd ref="2"/><tag k="highway" v="primary"/></way>
      <way id="2"><nd ref="3"/><nd ref="2"/><tag k="highway" v="primary"/><tag k="oneway" v="yes"/></way>
    </osm>"#;
    let Map::Roads(roads) = read_osm(osm, &Profile::CAR, RoadCost::Length).unwrap().map else {
        panic!("roads")
    };
    let mut out = GeoJson::new();
    out.roads(&roads);
    let lines = features(out);
    assert_eq!(lines.len(), 2);
    let first = &lines[0];
    assert_eq!(first["geometry"]["type"], "LineString");
    assert_eq!(
        first["geometry"]["coordinates"],
        serde_json::json!([[7.41, 43.73], [7.41, 43.731]])
    );
    assert_eq!(first["properties"]["ticks"], first["properties"]["ticks_back"]);
    assert_eq!(first["properties"]["ticks"], 11_120, "centimetres");
    // From 43.732 down to 43.731 alone: the ends are in the order of their latitudes.
    let second = &lines[1];
    assert_eq!(
        second["geometry"]["coordinates"],
        serde_json::json!([[7.41, 43.731], [7.411, 43.732]])
    );
    assert!(second["properties"]["ticks"].is_null() && second["properties"]["ticks_back"].is_u64());
}

#[test]
fn meshes_are_closed_rings_that_wind_counter_clockwise() {
    let mesh = read_mesh(
        b"mesh\n2\n4 2\n0 0 2 0 -1\n4 0 3 0 1 -1\n4 4 2 1 -1\n0 4 3 1 0 -1\n\
          3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n",
    )
    .unwrap();
    let origin = at("52,13");
    for place in [
        &GeoJson::degrees as &dyn Fn(Vec2) -> Option<Coordinates>,
        &|point| origin.moved(point),
        // Mirrored, and a few centimetres far from where degrees are 0.
        &|point: Vec2| origin.moved(Vec2::new(-point.x, point.y)),
        &|point: Vec2| at("89,179").moved(Vec2::new(point.x / 100.0, -point.y / 20.0)),
    ] {
        let mut out = GeoJson::new();
        out.mesh(&mesh, place).unwrap();
        let polygons = features(out);
        assert_eq!(polygons.len(), 2);
        for polygon in polygons {
            let ring = polygon["geometry"]["coordinates"][0].as_array().unwrap();
            assert_eq!((ring.len(), &ring[0]), (4, &ring[3]));
            let points: Vec<[f64; 2]> =
                ring.iter().map(|at| [&at[0], &at[1]].map(|part| part.as_f64().unwrap())).collect();
            let steps = |at: [f64; 2]| at.map(|degrees| (degrees * 1e7).round() as i128);
            let area: i128 = points
                .windows(2)
                .map(|two| (steps(two[0]), steps(two[1])))
                .map(|(here, there)| here[0] * there[1] - there[0] * here[1])
                .sum();
            assert!(area > 0, "{points:?}");
        }
    }
    let far = GeoJson::new()
        .mesh(&mesh, |at| GeoJson::degrees(Vec2::new(at.x * 100.0, at.y)))
        .unwrap_err();
    assert!(far.to_string().contains("the point 4,0, which is nowhere on the globe"), "{far}");
}

#[test]
fn metres_are_metres() {
    let origin = at("43.7384,7.4246");
    for (east, north) in [(100.0, 0.0), (0.0, -100.0), (60.0, 80.0)] {
        let there = origin.moved(Vec2::new(east, north)).unwrap();
        assert!((origin.metres_to(there) - 100.0).abs() < 0.02, "{there}");
        assert_eq!(
            (there.longitude() > origin.longitude(), there.latitude() < origin.latitude()),
            (east > 0.0, north < 0.0)
        );
    }
    assert_eq!(at("90,0").moved(Vec2::new(0.0, 1.0)), None);
    assert_eq!(origin.moved(Vec2::new(f64::NAN, 0.0)), None);
}
