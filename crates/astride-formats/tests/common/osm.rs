//! Small files of OpenStreetMap, written as XML or packed.

use std::io::Write;

use flate2::write::ZlibEncoder;

/// A small town: nodes a hundredth of a degree apart, ways and relations in words.
#[derive(Clone, Debug, Default)]
pub(crate) struct Town {
    nodes: Vec<(i64, [i32; 2], Words)>,
    ways: Vec<(i64, Vec<i64>, Words)>,
    relations: Vec<(Vec<Member>, Words)>,
}

/// The role, the number and the kind of a part of a relation.
type Member = (String, i64, String);

/// Keys with their values.
type Words = Vec<(String, String)>;

/// `key=value` words, or values of roles.
fn words(text: &str) -> Words {
    let pair = |word: &str| word.split_once('=').map(|(key, value)| (key.into(), value.into()));
    text.split_ascii_whitespace().filter_map(pair).collect()
}

impl Town {
    /// Node `id` in a column from the west and a row from the south.
    pub(crate) fn node(mut self, id: i64, x: i32, y: i32, tags: &str) -> Self {
        self.nodes.push((id, [x, y], words(tags)));
        self
    }

    /// A square of `side` × `side` nodes, numbered `10 · row + column`, and no ways.
    pub(crate) fn square(side: i32) -> Self {
        let at = (0..side).flat_map(|y| (0..side).map(move |x| (x, y)));
        at.fold(Town::default(), |town, (x, y)| town.node((10 * y + x).into(), x, y, ""))
    }

    /// A way over nodes; of a residential road, if the tags do not say otherwise.
    pub(crate) fn way(mut self, id: i64, nodes: &[i64], tags: &str) -> Self {
        let mut tags = words(tags);
        if tags.iter().all(|tag| tag.0 != "highway" && tag.0 != "route") {
            tags.push(("highway".into(), "residential".into()));
        }
        self.ways.push((id, nodes.to_vec(), tags));
        self
    }

    /// A turn restriction: members as `role=way1`, or `via=node1`.
    pub(crate) fn turn(mut self, members: &str, tags: &str) -> Self {
        let member = |(role, name): (String, String)| {
            let at = name.find(|letter: char| letter.is_ascii_digit()).expect("a number");
            (role, name[at..].parse().expect("a number"), name[..at].to_owned())
        };
        let members = words(members).into_iter().map(member).collect();
        let mut tags = words(tags);
        tags.push(("type".into(), "restriction".into()));
        self.relations.push((members, tags));
        self
    }

    pub(crate) fn xml(&self) -> String {
        let tags = |tags: &Words| -> String {
            tags.iter().map(|(k, v)| format!("<tag k='{k}' v=\"{v}\"/>")).collect()
        };
        let mut out = String::from("<?xml version='1.0'?>\n<osm version=\"0.6\"><!-- a > b -->\n");
        for (id, [x, y], words) in &self.nodes {
            let (lat, lon) = (f64::from(*y) / 100.0, f64::from(*x) / 100.0);
            out += &format!("<node id='{id}' lat='{lat}' lon='{lon}' user='a>b'>");
            out += &format!("{}</node>\n", tags(words));
        }
        for (id, nodes, words) in &self.ways {
            let nodes: String = nodes.iter().map(|node| format!("<nd ref='{node}'/>")).collect();
            out += &format!("<way id='{id}'>{nodes}{}</way>\n", tags(words));
        }
        for (members, words) in &self.relations {
            let member = |(role, id, kind): &Member| {
                format!("<member type='{kind}' ref='{id}' role='{role}'/>")
            };
            let members: String = members.iter().map(member).collect();
            out += &format!("<relation id='1'>{members}{}</relation>\n", tags(words));
        }
        out + "</osm>\n"
    }

    /// The same packed, with the nodes side by side or one by one.
    pub(crate) fn pbf(&self, is_dense: bool) -> Vec<u8> {
        let mut strings = vec![String::new()];
        let mut string = |text: &str| {
            let at = strings.iter().position(|other| other == text);
            at.unwrap_or_else(|| {
                strings.push(text.to_owned());
                strings.len() - 1
            }) as u64
        };
        let mut rows = |words: &Words| {
            let keys = words.iter().map(|word| string(&word.0)).collect::<Vec<_>>();
            let values = words.iter().map(|word| string(&word.1)).collect::<Vec<_>>();
            [keys, values]
        };
        let place = |[x, y]: [i32; 2]| [y, x].map(|at| i64::from(at) * 100_000);
        let mut groups = Vec::new();
        if is_dense {
            let mut tags = Vec::new();
            for (_, _, words) in &self.nodes {
                let [keys, values] = rows(words);
                tags.extend(keys.into_iter().zip(values).flat_map(|(key, value)| [key, value]));
                tags.push(0);
            }
            let ids: Vec<i64> = self.nodes.iter().map(|node| node.0).collect();
            let [north, east] = [0, 1]
                .map(|axis| self.nodes.iter().map(|node| place(node.1)[axis]).collect::<Vec<_>>());
            let dense =
                [field(1, &deltas(&ids)), field(8, &deltas(&north)), field(9, &deltas(&east))];
            groups.push(field(2, &[dense.concat(), field(10, &packed(&tags))].concat()));
        } else {
            for (id, at, words) in &self.nodes {
                let [keys, values] = rows(words);
                let [north, east] = place(*at);
                let tags = [field(2, &packed(&keys)), field(3, &packed(&values))].concat();
                let numbers =
                    [number(1, zigzag(*id)), number(8, zigzag(north)), number(9, zigzag(east))];
                groups.push(field(1, &[numbers.concat(), tags].concat()));
            }
        }
        for (id, nodes, words) in &self.ways {
            let [keys, values] = rows(words);
            let way = [number(1, *id as u64), field(2, &packed(&keys)), field(3, &packed(&values))];
            groups.push(field(3, &[way.concat(), field(8, &deltas(nodes))].concat()));
        }
        for (members, words) in &self.relations {
            let [keys, values] = rows(words);
            let roles: Words = members.iter().map(|m| (m.0.clone(), String::new())).collect();
            let kinds = members.iter().map(|member| u64::from(member.2 == "way"));
            let ids: Vec<i64> = members.iter().map(|member| member.1).collect();
            let relation = [
                number(1, 1),
                field(2, &packed(&keys)),
                field(3, &packed(&values)),
                field(8, &packed(&rows(&roles)[0])),
                field(9, &deltas(&ids)),
                field(10, &packed(&kinds.collect::<Vec<_>>())),
            ];
            groups.push(field(4, &relation.concat()));
        }
        let table: Vec<u8> = strings.iter().flat_map(|text| field(1, text.as_bytes())).collect();
        let groups = groups.iter().map(|group| field(2, group)).collect::<Vec<_>>().concat();
        let head = [field(4, b"OsmSchema-V0.6"), field(4, b"DenseNodes")].concat();
        [block("OSMHeader", &head), block("OSMData", &[field(1, &table), groups].concat())].concat()
    }
}

/// A block of a packed file.
pub(crate) fn block(kind: &str, bytes: &[u8]) -> Vec<u8> {
    let mut zlib = ZlibEncoder::new(Vec::new(), flate2::Compression::best());
    zlib.write_all(bytes).expect("memory");
    let packed = zlib.finish().expect("memory");
    raw_block(kind, &[number(2, bytes.len() as u64), field(3, &packed)].concat())
}

/// A block whose message is made by others.
pub(crate) fn raw_block(kind: &str, message: &[u8]) -> Vec<u8> {
    let header = [field(1, kind.as_bytes()), number(3, message.len() as u64)].concat();
    [&(header.len() as u32).to_be_bytes()[..], &header, message].concat()
}

pub(crate) fn field(at: u64, bytes: &[u8]) -> Vec<u8> {
    [varint(at << 3 | 2), varint(bytes.len() as u64), bytes.to_vec()].concat()
}

pub(crate) fn number(at: u64, number: u64) -> Vec<u8> {
    [varint(at << 3), varint(number)].concat()
}

pub(crate) fn packed(numbers: &[u64]) -> Vec<u8> {
    numbers.iter().flat_map(|&number| varint(number)).collect()
}

fn deltas(numbers: &[i64]) -> Vec<u8> {
    let before = std::iter::once(0).chain(numbers.iter().copied());
    numbers.iter().zip(before).flat_map(|(here, before)| varint(zigzag(here - before))).collect()
}

fn zigzag(number: i64) -> u64 {
    (number << 1 ^ number >> 63) as u64
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
    bytes
}
