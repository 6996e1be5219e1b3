//! What is built from the workspace besides its programs.
#![forbid(unsafe_code)]

pub mod cargo;
pub mod command;
pub mod csharp;
pub mod dist;
pub mod godot;
mod nuget;
pub mod pages;
pub mod release;
pub mod sbom;
pub mod sums;
pub mod web;
