//! `astride completions` and `astride manual`: what shells and `man` know about the command.

use std::path::PathBuf;

use clap_complete::Shell;
use clap_mangen::Man;
use serde_json::json;

use crate::error::Failure;
use crate::report::{Report, count};
use crate::save::Existing;

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

    /// Replace existing pages
    #[arg(long)]
    force: bool,
}

impl ManualArgs {
    pub(crate) fn run(&self, command: clap::Command) -> Result<Report, Failure> {
        let mut command = command.disable_help_subcommand(true);
        command.build();
        let mut report = Report::good(String::new(), json!(null));
        let below = command.get_subcommands().cloned();
        let pages: Vec<Man> = std::iter::once(command.clone()).chain(below).map(Man::new).collect();
        let names: Vec<String> = pages.iter().map(Man::get_filename).collect();
        let existing = Existing::forced(self.force);
        // All are checked first: a manual of two versions would be worse than the old one.
        for name in &names {
            existing.look_at(&self.folder.join(name))?;
        }
        for (man, name) in pages.iter().zip(&names) {
            let mut text = Vec::new();
            man.render(&mut text).map_err(|error| Failure::io("write", "a page", &error))?;
            report.save_unless(&self.folder.join(name), &text, existing)?;
        }
        let pages = count(names.len() as u64, "page");
        report.text = format!("{}: {pages} of the manual\n", self.folder.display());
        report.json = json!({ "command": "manual", "pages": names });
        Ok(report)
    }
}
