//! The packages for C#: one that Unity takes as it is, a NuGet package, and a project for .NET.

use std::io;
use std::path::{Path, PathBuf};

use crate::dist::{files, read, read_text, root, write};
use crate::nuget;

/// The shared library as Cargo names it, as `DllImport("astride")` finds it, and where Unity and .NET
/// look for it on this platform.
const LIBRARY: [&str; 4] = if cfg!(windows) {
    ["astride_capi.dll", "astride.dll", "Windows/x86_64", "win-x64"]
} else if cfg!(target_os = "macos") {
    ["libastride_capi.dylib", "libastride.dylib", "macOS", MAC]
} else {
    ["libastride_capi.so", "libastride.so", "Linux/x86_64", "linux-x64"]
};

const MAC: &str = if cfg!(target_arch = "aarch64") { "osx-arm64" } else { "osx-x64" };

/// The platform of the plug-in as Unity names it.
const UNITY_PLATFORM: &str = if cfg!(windows) {
    "Win64"
} else if cfg!(target_os = "macos") {
    "OSXUniversal"
} else {
    "Linux64"
};

/// Where the sources of the packages lie.
pub fn source() -> PathBuf {
    root().join("bindings/csharp")
}

/// Lays out `out/unity`, `out/dotnet` and a NuGet package, with the library that lies in `built`.
/// Returns what it wrote, as paths within `out`.
///
/// # Errors
///
/// If a file cannot be read or written.
pub fn lay_out(built: &Path, out: &Path) -> io::Result<Vec<PathBuf>> {
    let [built_name, name, unity, dotnet] = LIBRARY;
    let library = read(&built.join(built_name))?;
    let mut made = Vec::new();
    for file in files(&source(), Path::new(""))? {
        let bytes = read(&source().join(&file))?;
        let text = file.display().to_string().replace('\\', "/");
        let is_runtime = text.starts_with("Runtime/") && text.ends_with(".cs");
        if is_runtime || text == "Astride.csproj" || text == "README.md" {
            write(out, &mut made, &format!("dotnet/{text}"), &bytes)?;
        }
        if text != "Astride.csproj" && !text.starts_with("Tests~/") {
            write(out, &mut made, &format!("unity/{text}"), &bytes)?;
        }
    }
    write(out, &mut made, &format!("dotnet/runtimes/{dotnet}/native/{name}"), &library)?;
    write(out, &mut made, &format!("unity/Runtime/Plugins/{unity}/{name}"), &library)?;
    for licence in ["LICENSE-MIT", "LICENSE-APACHE"] {
        let text = read(&root().join(licence))?;
        write(out, &mut made, &format!("unity/{licence}"), &text)?;
        write(out, &mut made, &format!("dotnet/{licence}"), &text)?;
    }
    for asset in assets(&made) {
        let is_folder = out.join("unity").join(&asset).is_dir();
        let text = meta(&asset, is_folder);
        write(out, &mut made, &format!("unity/{asset}.meta"), text.as_bytes())?;
    }
    let project = read_text(&source().join("Astride.csproj"))?;
    let packed = made.iter().filter_map(|file| file.strip_prefix("dotnet").ok());
    let (name, bytes) = nuget::pack(&project, &out.join("dotnet"), packed)?;
    write(out, &mut made, &name, &bytes)?;
    Ok(made)
}

/// Files and folders of the package that Unity imports. Folders with `~` are not imported.
fn assets(made: &[PathBuf]) -> Vec<String> {
    let mut all = Vec::new();
    for file in made.iter().filter_map(|file| file.strip_prefix("unity").ok()) {
        let names = file.ancestors().filter(|path| !path.as_os_str().is_empty());
        all.extend(names.map(|path| path.display().to_string().replace('\\', "/")));
    }
    all.retain(|asset| !asset.contains('~'));
    all.sort();
    all.dedup();
    all
}

/// What Unity keeps beside an asset. A package that comes without it is ignored, and the number must
/// be the same for everybody, so it is worked out from the name.
fn meta(asset: &str, is_folder: bool) -> String {
    let guid = format!("{:016x}{:016x}", hash(asset, 0), hash(asset, 1));
    let rest = match asset.rsplit('.').next().unwrap_or_default() {
        _ if is_folder => "folderAsset: yes\nDefaultImporter:\n  externalObjects: {}\n".to_owned(),
        "cs" => "MonoImporter:\n  externalObjects: {}\n  serializedVersion: 2\n".to_owned(),
        "asmdef" => "AssemblyDefinitionImporter:\n  externalObjects: {}\n".to_owned(),
        "json" => "PackageManifestImporter:\n  externalObjects: {}\n".to_owned(),
        "so" | "dll" | "dylib" => plugin(),
        "md" => "TextScriptImporter:\n  externalObjects: {}\n".to_owned(),
        _ => "DefaultImporter:\n  externalObjects: {}\n".to_owned(),
    };
    format!("fileFormatVersion: 2\nguid: {guid}\n{rest}")
}

/// The editor and the player of one platform use the plug-in.
fn plugin() -> String {
    let on = |platform: &str, name: &str| {
        format!("  - first:\n      {platform}: {name}\n    second:\n      enabled: 1\n")
    };
    format!(
        "PluginImporter:\n  serializedVersion: 2\n  isPreloaded: 0\n  platformData:\n{}{}",
        on("Editor", "Editor"),
        on("Standalone", UNITY_PLATFORM),
    )
}

/// FNV-1a.
fn hash(text: &str, salt: u8) -> u64 {
    text.bytes().chain([salt]).fold(14_695_981_039_346_656_037, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(1_099_511_628_211)
    })
}
