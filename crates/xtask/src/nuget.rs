//! The package for NuGet: the sources of the classes, which the compiler of each program compiles for its
//! platform, and the native library.
//!
//! It is a ZIP archive by the rules of the Open Packaging Conventions, ECMA-376 part 2: each extension has
//! a type in `[Content_Types].xml`, and `_rels/.rels` says where manifest and properties lie. All of its
//! bytes follow from the files.

use std::io;
use std::path::Path;

use crate::dist::{files, read};

/// What `Astride.csproj` says, and the nuspec says again.
struct Project<'a> {
    id: &'a str,
    version: &'a str,
    authors: &'a str,
    description: &'a str,
    licence: &'a str,
}

/// Where the sources lie in the package, for NuGet to hand to the compiler.
const SOURCES: &str = "contentFiles/cs/any/Astride";

/// The sources lay out structures in memory.
const PROPS: &str = "\
<Project>
  <PropertyGroup>
    <AllowUnsafeBlocks>true</AllowUnsafeBlocks>
  </PropertyGroup>
</Project>
";

/// The name and the bytes of the package of a project that lies laid out in `folder`.
///
/// # Errors
///
/// If a file cannot be read, or the project does not say what a package needs.
pub(crate) fn pack(project: &str, folder: &Path) -> io::Result<(String, Vec<u8>)> {
    let project = Project {
        id: property(project, "PackageId")?,
        version: property(project, "Version")?,
        authors: property(project, "Authors")?,
        description: property(project, "Description")?,
        licence: property(project, "PackageLicenseExpression")?,
    };
    let mut parts = vec![
        (format!("{}.nuspec", project.id), nuspec(&project).into_bytes()),
        (format!("build/{}.props", project.id), PROPS.as_bytes().to_vec()),
    ];
    for file in files(folder, Path::new(""))? {
        let name = file.display().to_string().replace('\\', "/");
        let name = match name.strip_prefix("Runtime/") {
            Some(source) => format!("{SOURCES}/{source}"),
            None if name.ends_with(".csproj") => continue,
            None => name,
        };
        parts.push((name, read(&folder.join(&file))?));
    }
    let properties = "package/services/metadata/core-properties/astride.psmdcp".to_owned();
    let relations = relations(&parts[0].0, &properties);
    parts.push((properties, core_properties(&project).into_bytes()));
    parts.push(("_rels/.rels".to_owned(), relations.into_bytes()));
    let types = content_types(&parts);
    // Readers that do not look into the directory meet it first.
    parts.insert(0, ("[Content_Types].xml".to_owned(), types.into_bytes()));
    Ok((format!("{}.{}.nupkg", project.id, project.version), zip(&parts)?))
}

/// What stands in an element of the project file.
fn property<'a>(project: &'a str, name: &str) -> io::Result<&'a str> {
    let (open, close) = (format!("<{name}>"), format!("</{name}>"));
    let inner = project.split_once(&open).and_then(|(_, rest)| rest.split_once(&close));
    inner
        .map(|(text, _)| text)
        .ok_or_else(|| io::Error::other(format!("Astride.csproj has no {name}")))
}

fn nuspec(project: &Project<'_>) -> String {
    let Project { id, version, authors, description, licence } = project;
    format!(
        "\
<?xml version=\"1.0\" encoding=\"utf-8\"?>
<package xmlns=\"http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd\">
  <metadata minClientVersion=\"4.10\">
    <id>{id}</id>
    <version>{version}</version>
    <authors>{authors}</authors>
    <description>{description}</description>
    <license type=\"expression\">{licence}</license>
    <readme>README.md</readme>
    <contentFiles>
      <files include=\"cs/any/Astride/*.cs\" buildAction=\"Compile\" />
    </contentFiles>
  </metadata>
</package>
"
    )
}

fn core_properties(project: &Project<'_>) -> String {
    let Project { id, version, authors, description, .. } = project;
    format!(
        "\
<?xml version=\"1.0\" encoding=\"utf-8\"?>
<coreProperties xmlns=\"http://schemas.openxmlformats.org/package/2006/metadata/core-properties\" \
                xmlns:dc=\"http://purl.org/dc/elements/1.1/\">
  <dc:creator>{authors}</dc:creator>
  <dc:description>{description}</dc:description>
  <dc:identifier>{id}</dc:identifier>
  <version>{version}</version>
</coreProperties>
"
    )
}

fn relations(nuspec: &str, properties: &str) -> String {
    format!(
        "\
<?xml version=\"1.0\" encoding=\"utf-8\"?>
<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">
  <Relationship Type=\"http://schemas.microsoft.com/packaging/2010/07/manifest\" \
                Target=\"/{nuspec}\" Id=\"R1\" />
  <Relationship Type=\"http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties\" \
                Target=\"/{properties}\" Id=\"R2\" />
</Relationships>
"
    )
}

/// A type for each extension, and for each file without one.
fn content_types(parts: &[(String, Vec<u8>)]) -> String {
    let mut lines: Vec<String> = parts.iter().map(|(name, _)| content_type(name)).collect();
    lines.sort();
    lines.dedup();
    let xmlns = "http://schemas.openxmlformats.org/package/2006/content-types";
    let lines = lines.concat();
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Types xmlns=\"{xmlns}\">\n{lines}</Types>\n"
    )
}

fn content_type(name: &str) -> String {
    let file = name.rsplit('/').next().unwrap_or(name);
    let Some((_, extension)) = file.rsplit_once('.') else {
        return format!("  <Override PartName=\"/{name}\" ContentType=\"application/octet\" />\n");
    };
    let kind = match extension {
        "rels" => "application/vnd.openxmlformats-package.relationships+xml",
        "psmdcp" => "application/vnd.openxmlformats-package.core-properties+xml",
        _ => "application/octet",
    };
    format!("  <Default Extension=\"{extension}\" ContentType=\"{kind}\" />\n")
}

/// The first day that the format knows, so that the same files make the same bytes.
const DAY: u16 = 1 << 5 | 1;

/// A ZIP archive of these files. They are not compressed: a packer would be one more dependency of what
/// builds the releases.
fn zip(parts: &[(String, Vec<u8>)]) -> io::Result<Vec<u8>> {
    let (mut all, mut directory) = (Vec::new(), Vec::new());
    for (name, bytes) in parts {
        let offset = size(all.len())?;
        // Version 2.0, names in UTF-8, as they are; no time, the day; sum, sizes; length of the name, no more.
        let mut head = Vec::new();
        for half in [20, 1 << 11, 0, 0, DAY] {
            head.extend(u16::to_le_bytes(half));
        }
        for word in [crc32fast::hash(bytes), size(bytes.len())?, size(bytes.len())?] {
            head.extend(word.to_le_bytes());
        }
        head.extend(u16::to_le_bytes(size(name.len())? as u16));
        head.extend([0; 2]);
        all.extend(b"PK\x03\x04");
        all.extend(&head);
        all.extend(name.as_bytes());
        all.extend(bytes);
        directory.extend(b"PK\x01\x02\x14\0");
        directory.extend(&head);
        // No comment, the first disk, no attributes.
        directory.extend([0; 10]);
        directory.extend(offset.to_le_bytes());
        directory.extend(name.as_bytes());
    }
    let count = u16::try_from(parts.len()).map_err(io::Error::other)?.to_le_bytes();
    let [length, offset] = [directory.len(), all.len()].map(size);
    all.extend(directory);
    all.extend(b"PK\x05\x06\0\0\0\0");
    all.extend(count);
    all.extend(count);
    all.extend(length?.to_le_bytes());
    all.extend(offset?.to_le_bytes());
    all.extend([0; 2]);
    Ok(all)
}

/// A size as the format stores it, below 4 GiB.
fn size(bytes: usize) -> io::Result<u32> {
    u32::try_from(bytes).map_err(io::Error::other)
}
