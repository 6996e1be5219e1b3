//! `astride`, the command; `astride_cli` does all of it.
#![forbid(unsafe_code)]

fn main() -> std::process::ExitCode {
    astride_cli::main()
}
