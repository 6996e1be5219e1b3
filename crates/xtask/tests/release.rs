//! What is added to a release: sums that `sha256sum` agrees with, and a bill of materials that says
//! what Cargo says.

use std::collections::BTreeSet;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::Path;
use std::process::Command;

use astride_testkit::data::skip;
use serde_json::Value;
use xtask::dist::root;
use xtask::release::{PARTS, chosen, finish, make};
use xtask::sbom::{SBOM, Shipped, bill};
use xtask::sums::SUMS;

fn names(parts: &str) -> Vec<String> {
    parts.split(',').map(str::to_owned).collect()
}

/// What Cargo prints as the tree of a package: another door to the same facts.
fn tree(package: &str) -> BTreeSet<String> {
    let output = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
        .args(["tree", "--package", package, "--edges", "normal", "--prefix", "none", "--locked"])
        .args(["--format", "{p}"])
        .current_dir(root())
        .output()
        .expect("cargo");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("a text");
    let package = |line: &str| {
        let mut words = line.split(' ');
        let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
        Some(format!("pkg:cargo/{name}@{version}"))
    };
    text.lines().filter_map(package).collect()
}

fn refs<'a>(list: &'a Value, key: &'a str) -> impl Iterator<Item = String> + 'a {
    list.as_array().expect("a list").iter().map(move |item| item[key].as_str().unwrap().to_owned())
}

#[test]
fn the_bill_of_materials_names_what_cargo_builds() {
    let manifest = root().join("Cargo.toml");
    let shipped = [Shipped { manifest: &manifest, roots: &["xtask"] }];
    let text = bill(&shipped, "1.2.3").expect("a bill");
    assert_eq!(text, bill(&shipped, "1.2.3").expect("a bill"), "the same bytes again");
    let bill: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&bill["bomFormat"], &bill["specVersion"]), (&"CycloneDX".into(), &"1.6".into()));
    assert_eq!(bill["metadata"]["component"]["version"], "1.2.3");
    let all: BTreeSet<String> = refs(&bill["components"], "purl").collect();
    assert_eq!(all, tree("xtask"));
    assert!(all.len() > 5, "{all:?}");
    // Every reference leads to something that is described, and every crate says what it needs.
    let described: BTreeSet<String> = refs(&bill["components"], "bom-ref").collect();
    let mut owners = BTreeSet::new();
    for entry in bill["dependencies"].as_array().unwrap() {
        owners.insert(entry["ref"].as_str().unwrap().to_owned());
        for needed in entry["dependsOn"].as_array().unwrap() {
            assert!(described.contains(needed.as_str().unwrap()), "{needed}");
        }
    }
    assert!(owners.remove("astride"));
    assert_eq!(owners, described);
    for component in bill["components"].as_array().unwrap() {
        let licence = component["licenses"][0]["expression"].as_str().expect("a licence");
        assert!(!licence.contains('/'), "{licence} is no expression of SPDX");
        let is_ours = ["astride", "xtask"]
            .iter()
            .any(|name| component["name"].as_str().is_some_and(|own| own.starts_with(name)));
        let sum = component["hashes"][0]["content"].as_str().map_or(0, str::len);
        assert_eq!(sum, if is_ours { 0 } else { 64 }, "{component}");
    }
}

#[test]
fn the_sums_are_those_of_the_files() {
    let out = tempfile::tempdir().expect("a folder");
    fs::create_dir_all(out.path().join("c/include")).expect("a folder");
    fs::write(out.path().join("c/include/astride.h"), "// a header\n").expect("a file");
    let part = chosen(&names("c")).expect("a part");
    finish(&part, out.path()).expect("sums");
    let sums = fs::read_to_string(out.path().join(SUMS)).expect("the sums");
    let files: Vec<&str> = sums.lines().map(|line| &line[66..]).collect();
    assert_eq!(files, [SBOM, "c/include/astride.h"]);
    // Sums of sums are not kept: a second time gives the same.
    finish(&part, out.path()).expect("sums");
    assert_eq!(fs::read_to_string(out.path().join(SUMS)).expect("the sums"), sums);
    let check = || {
        let mut command = Command::new("sha256sum");
        let quiet = ["--check", "--strict", "--quiet", SUMS];
        command.args(quiet).current_dir(out.path()).output().map(|output| output.status.success())
    };
    let Ok(holds) = check() else { return skip("there is no sha256sum to check the sums with") };
    assert!(holds);
    fs::write(out.path().join("c/include/astride.h"), "// another\n").expect("a file");
    assert!(!check().expect("sha256sum"));
}

#[test]
fn the_folder_for_godot_has_what_its_files_name() {
    let (built, out) = [(); 2].map(|()| tempfile::tempdir().expect("a folder")).into();
    let library = format!("{DLL_PREFIX}astride_godot{DLL_SUFFIX}");
    fs::write(built.path().join(&library), "code").expect("a file");
    xtask::godot::lay_out(built.path(), out.path()).expect("a folder");
    let text =
        |name: &str| fs::read_to_string(out.path().join(name)).expect("a file of the folder");
    assert_eq!(text(&library), "code");
    assert!(text("astride.gdextension").contains(&format!("res://{library}\"")));
    let scene = text("project.godot");
    let scene = scene.split("res://").nth(1).and_then(|rest| rest.split('"').next());
    let scene = text(scene.expect("a main scene"));
    assert!(scene.contains("res://main.gd") && text("main.gd").contains("Astride"));
    assert!(out.path().join("LICENSE-MIT").is_file());
}

/// Reads the package with another reader of archives, and says what is wrong with it by the rules of the
/// Open Packaging Conventions, or prints its names.
const OPENED: &str = r##"
import sys, zipfile
from xml.etree import ElementTree
package = zipfile.ZipFile(sys.argv[1])
assert package.testzip() is None
names = package.namelist()
assert len(set(names)) == len(names)
kinds = ElementTree.fromstring(package.read("[Content_Types].xml"))
known = {kind.get("Extension") or kind.get("PartName") for kind in kinds}
for name in names[1:]:
    file = name.rsplit("/", 1)[-1]
    assert (file.rsplit(".", 1)[1] if "." in file else "/" + name) in known, name
for relation in ElementTree.fromstring(package.read("_rels/.rels")):
    ElementTree.fromstring(package.read(relation.get("Target")[1:]))
about = {child.tag.split("}")[1]: child.text for child in ElementTree.fromstring(package.read("Astride.nuspec"))[0]}
assert about["id"] == "Astride" and about["readme"] in names, about
print(about["version"], *sorted(names), sep="\n")
package.extractall(sys.argv[2])
"##;

#[test]
fn the_package_for_nuget_opens_and_holds_what_was_laid_out() {
    let [built, out, again, opened] = [(); 4].map(|()| tempfile::tempdir().expect("a folder"));
    let library = format!("{DLL_PREFIX}astride_capi{DLL_SUFFIX}");
    fs::write(built.path().join(library), "code ".repeat(1000)).expect("a file");
    let name = format!("Astride.{}.nupkg", env!("CARGO_PKG_VERSION"));
    let made = xtask::csharp::lay_out(built.path(), out.path()).expect("a folder");
    assert!(made.contains(&Path::new(&name).to_path_buf()), "{made:?}");
    // What is left of an earlier version, or of a build there, is not packed.
    let left = again.path().join("dotnet/Runtime");
    fs::create_dir_all(&left).expect("a folder");
    fs::write(left.join("Left.cs"), "old").expect("a file");
    xtask::csharp::lay_out(built.path(), again.path()).expect("a folder");
    let read = |folder: &Path| fs::read(folder.join(&name)).expect("the package");
    assert_eq!(read(out.path()), read(again.path()), "the same bytes again");
    let mut reader = Command::new("python3");
    reader.args(["-c", OPENED]).arg(out.path().join(&name)).arg(opened.path());
    let Ok(printed) = reader.output() else {
        return skip("there is no Python to open the package for NuGet with");
    };
    assert!(printed.status.success(), "{}", String::from_utf8_lossy(&printed.stderr));
    let printed = String::from_utf8(printed.stdout).expect("a text");
    let (version, names) = printed.split_once('\n').expect("a version");
    assert_eq!(version, env!("CARGO_PKG_VERSION"));
    let laid: Vec<String> = made.iter().map(|file| file.display().to_string()).collect();
    let mut held = 0;
    for file in laid.iter().filter_map(|file| file.strip_prefix("dotnet/")) {
        let place = file.replace("Runtime/", "contentFiles/cs/any/Astride/");
        if file.ends_with(".csproj") {
            continue;
        }
        let [here, there] = [out.path().join("dotnet").join(file), opened.path().join(&place)]
            .map(|path| fs::read(&path).unwrap_or_else(|error| panic!("{place}: {error}")));
        let first: &[u8] = if file.ends_with(".cs") { b"// <auto-generated/>\n" } else { b"" };
        assert!(there.strip_prefix(first) == Some(&here[..]), "{place}");
        held += 1;
    }
    // Beside these: types, relations, manifest, properties and what the compiler is told.
    assert_eq!(names.lines().count(), held + 5, "{names}");
    assert!(names.lines().any(|name| name.starts_with("runtimes/") && name.contains("/native/")));
}

#[test]
fn parts_have_names_and_an_unknown_one_is_refused() {
    let all: BTreeSet<&str> = PARTS.iter().map(|part| part.name).collect();
    assert_eq!(all.len(), PARTS.len());
    assert_eq!(chosen(&[]).expect("all").len(), PARTS.len());
    assert_eq!(chosen(&names("npm,c")).expect("two")[0].name, "npm");
    let refused = chosen(&names("c,rpm")).unwrap_err();
    assert!(refused.contains("no part \"rpm\", expected one of c, csharp,"), "{refused}");
}

#[test]
fn a_folder_with_other_files_in_it_is_left_alone() {
    let out = tempfile::tempdir().expect("a folder");
    fs::write(out.path().join("mine"), "").expect("a file");
    let refused = make(&[], Path::new("target"), out.path(), "dev", true).unwrap_err();
    assert!(refused.contains("other files"), "{refused}");
    assert!(out.path().join("mine").is_file());
}
