//! `astride completions` and `astride manual`: what a shell and `man` know of the command.

use std::path::PathBuf;

use clap_complete::Shell;
use clap_mangen::Man;
use serde_json::json;

use crate::error::Failure;
use crate::report::{Report, count};

const COMPLETIONS: &str = "\
Examples:
  astride completions bash > ~/.local/share/bash-completion/completions/astride
  astride completions zsh > ~/.zfunc/_astride
  astride completions fish > ~/.config/fish/completions/astride.fish
  astride completions powershell >> $PROFILE";

/// Prints what a shell needs to complete commands, options and their values.
#[derive(clap::Args, Debug)]
#[command(after_help = COMPLETIONS)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

impl CompletionsArgs {
    pub(crate) fn run(&self, mut command: clap::Command) -> Report {
        let mut script = Vec::new();
        clap_complete::generate(self.shell, &mut command, "astride", &mut script);
        let script = String::from_utf8_lossy(&script).into_owned();
        let json = json!({
            "command": "completions", "shell": self.shell.to_string(), "script": script,
        });
        Report::good(script, json)
    }
}

/// Writes the pages of the manual, one for each command.
#[derive(clap::Args, Debug)]
#[command(after_help = "Example:\n  astride manual /usr/local/share/man/man1")]
pub(crate) struct ManualArgs {
    /// The folder to write them into
    folder: PathBuf,
}

impl ManualArgs {
    pub(crate) fn run(&self, command: clap::Command) -> Result<Report, Failure> {
        let mut command = command.disable_help_subcommand(true);
        command.build();
        let mut report = Report::good(String::new(), json!(null));
        let mut names = Vec::new();
        let below = command.get_subcommands().cloned();
        for page in std::iter::once(command.clone()).chain(below) {
            let man = Man::new(page);
            let mut text = Vec::new();
            man.render(&mut text).map_err(|error| Failure::io("write", "a page", &error))?;
            let name = man.get_filename();
            report.save(&self.folder.join(&name), &text)?;
            names.push(name);
        }
        let pages = count(names.len() as u64, "page");
        report.text = format!("{}: {pages} of the manual\n", self.folder.display());
        report.json = json!({ "command": "manual", "pages": names });
        Ok(report)
    }
}
