//! What is made of the workspace beside its programs.
#![forbid(unsafe_code)]

pub mod command;
pub mod csharp;
pub mod dist;
pub mod web;
