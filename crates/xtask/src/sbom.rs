//! The bill of materials of a release in CycloneDX 1.6: every crate that is compiled into it, from
//! `cargo metadata` and the lock file.
//!
//! It contains no timestamp and no random number, so the same sources give the same bytes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::cargo::cargo;

/// The file that it is written to.
pub const SBOM: &str = "astride.cdx.json";

/// What is shipped out of one workspace.
#[derive(Clone, Copy, Debug)]
pub struct Shipped<'a> {
    /// The manifest of the workspace.
    pub manifest: &'a Path,
    /// The packages whose products are shipped.
    pub roots: &'a [&'a str],
}

/// The bill of materials of these packages and all that they are built from on this platform. What
/// only tests or build scripts need is left out.
///
/// # Errors
///
/// If Cargo cannot be run, or its output cannot be understood.
pub fn bill(shipped: &[Shipped<'_>], version: &str) -> Result<String, String> {
    let mut components = BTreeMap::new();
    let mut depends: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut roots = BTreeSet::new();
    for workspace in shipped {
        let sums = sums(&workspace.manifest.with_file_name("Cargo.lock"))?;
        let told = metadata(workspace.manifest)?;
        let graph = Graph::read(&told);
        let mut waiting: Vec<&str> = graph.named(workspace.roots);
        roots.extend(waiting.iter().filter_map(|id| graph.purl(id)));
        // A package of two workspaces may need more in the second, by other features.
        let mut met = BTreeSet::new();
        while let Some(id) = waiting.pop() {
            if !met.insert(id) {
                continue;
            }
            let package = graph.packages.get(id).ok_or_else(|| unknown(id))?;
            let purl = purl(package);
            let needed = graph.needs.get(id).map(Vec::as_slice).unwrap_or_default();
            components.entry(purl.clone()).or_insert_with(|| component(package, &sums));
            let names = needed.iter().filter_map(|id| graph.purl(id));
            depends.entry(purl).or_default().extend(names);
            waiting.extend(needed);
        }
    }
    depends.insert("astride".to_owned(), roots);
    let depends = depends.iter().map(|(name, all)| json!({ "ref": name, "dependsOn": all }));
    let bill = json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": { "component": {
            "type": "library", "bom-ref": "astride", "name": "astride", "version": version,
            "licenses": [{ "expression": "MIT OR Apache-2.0" }],
        } },
        "components": components.into_values().collect::<Vec<_>>(),
        "dependencies": depends.collect::<Vec<_>>(),
    });
    let text = serde_json::to_string_pretty(&bill).map_err(|error| error.to_string())?;
    Ok(text + "\n")
}

fn unknown(id: &str) -> String {
    format!("cargo metadata does not describe {id}")
}

/// The name of the platform that Cargo builds for by itself.
fn host() -> Result<String, String> {
    let told =
        cargo().arg("-vV").output().map_err(|error| format!("cargo cannot be run: {error}"))?;
    let told = String::from_utf8_lossy(&told.stdout);
    let host = told.lines().find_map(|line| line.strip_prefix("host: "));
    host.map(str::to_owned).ok_or_else(|| "cargo does not say its host".to_owned())
}

fn metadata(manifest: &Path) -> Result<Value, String> {
    let output = cargo()
        .args(["metadata", "--format-version", "1", "--locked", "--filter-platform", &host()?])
        .arg("--manifest-path")
        .arg(manifest)
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())
}

/// Packages by their id, and what each is compiled with.
struct Graph<'a> {
    packages: BTreeMap<&'a str, &'a Value>,
    needs: BTreeMap<&'a str, Vec<&'a str>>,
    members: Vec<&'a str>,
}

impl<'a> Graph<'a> {
    fn read(told: &'a Value) -> Self {
        let packages = list(&told["packages"]).iter();
        let packages = packages.filter_map(|package| Some((package["id"].as_str()?, package)));
        let is_linked =
            |need: &&Value| list(&need["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
        let nodes = list(&told["resolve"]["nodes"]).iter();
        let needs = nodes.filter_map(|node| {
            let needs = list(&node["deps"]).iter().filter(is_linked);
            Some((node["id"].as_str()?, needs.filter_map(|need| need["pkg"].as_str()).collect()))
        });
        let members = list(&told["workspace_members"]).iter().filter_map(Value::as_str).collect();
        Graph { packages: packages.collect(), needs: needs.collect(), members }
    }

    /// The members of the workspace with these names.
    fn named(&self, names: &[&str]) -> Vec<&'a str> {
        let name = |id: &str| self.packages.get(id).and_then(|package| package["name"].as_str());
        let is_wanted = |id: &&str| name(id).is_some_and(|name| names.contains(&name));
        self.members.iter().copied().filter(is_wanted).collect()
    }

    fn purl(&self, id: &str) -> Option<String> {
        self.packages.get(id).map(|package| purl(package))
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map(Vec::as_slice).unwrap_or_default()
}

fn text<'a>(package: &'a Value, key: &str) -> &'a str {
    package[key].as_str().unwrap_or_default()
}

/// The address of a package: what tools look for advisories by.
fn purl(package: &Value) -> String {
    format!("pkg:cargo/{}@{}", text(package, "name"), text(package, "version"))
}

fn component(package: &Value, sums: &BTreeMap<String, String>) -> Value {
    let purl = purl(package);
    let mut told = json!({
        "type": "library",
        "bom-ref": purl,
        "name": text(package, "name"),
        "version": text(package, "version"),
        "purl": purl,
        "scope": "required",
    });
    // Some crates still write "MIT/Apache-2.0", which is no expression of SPDX.
    let licence = text(package, "license").replace('/', " OR ");
    if !licence.is_empty() {
        told["licenses"] = json!([{ "expression": licence }]);
    }
    if let Some(sum) = sums.get(&purl) {
        told["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    told
}

/// The sums of packages of a registry, by their address, as the lock file has them.
fn sums(lock: &Path) -> Result<BTreeMap<String, String>, String> {
    let text = fs::read_to_string(lock).map_err(|error| format!("{}: {error}", lock.display()))?;
    let mut sums = BTreeMap::new();
    for entry in text.split("[[package]]").skip(1) {
        let value = |key: &str| {
            let line = entry.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = "));
            line.map(|value| value.trim_matches('"').to_owned())
        };
        if let (Some(name), Some(version), Some(sum)) =
            (value("name"), value("version"), value("checksum"))
        {
            sums.insert(format!("pkg:cargo/{name}@{version}"), sum);
        }
    }
    Ok(sums)
}
