//! `astride play`: the playground in the browser.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::process::{Command, Stdio};

use astride_play::server::{Options, serve};

use crate::error::Failure;
use crate::report::Report;

const EXAMPLES: &str = "\
Examples:
  astride play
  astride play --port 8000 --no-open
  astride play --listen 0.0.0.0 --port 8000 --token a-long-secret

Only this machine can open the page, unless --listen says otherwise.
It ends with Ctrl-C.";

/// Serves the playground: draw a world, ask, and watch the search think.
///
/// Prints the address, and opens it in the browser.
#[derive(clap::Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Args {
    /// Where to listen on this machine; 0 takes any port that is free
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,

    /// Do not open a browser
    #[arg(long)]
    no_open: bool,

    /// Let other machines in, through this address of this machine; opening the page requires the
    /// token in the address that is printed
    #[arg(long, value_name = "ADDR")]
    listen: Option<IpAddr>,

    /// The token, 8 to 128 letters, digits, -, _ or . [default: a new one]
    #[arg(long, value_name = "T", requires = "listen")]
    token: Option<String>,
}

pub(crate) fn run(args: &Args) -> Result<Report, Failure> {
    let options = match args.listen {
        None => Options::loopback(args.port),
        Some(address) => Options::listen(SocketAddr::new(address, args.port), args.token.clone())
            .map_err(|error| Failure::at("--token", error))?,
    };
    let address = options.address();
    let ready = |url: &str| {
        // A program that reads this through a pipe waits for the line.
        let mut out = std::io::stdout().lock();
        let _ = writeln!(out, "the playground is at {url}");
        let _ = out.flush();
        drop(out);
        if !args.no_open {
            open(url);
        }
    };
    match serve(options, ready) {
        Err(error) => Err(Failure::io("listen on", address, &error)),
    }
}

/// Opens the address in a browser, where the system has a way to.
fn open(url: &str) {
    let (program, first) = match std::env::consts::OS {
        "macos" => ("open", &[][..]),
        "windows" => ("cmd", &["/C", "start", ""][..]),
        _ => ("xdg-open", &[][..]),
    };
    let mut command = Command::new(program);
    command.args(first).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let _ = command.spawn();
}
