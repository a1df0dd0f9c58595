//! `philidor manual`: every command with its options, as one document or as manual pages. Made from the flags themselves, so that it is true.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::Command;
use philidor_terminal::out;

#[derive(clap::Args)]
pub(crate) struct Args {
    /// Write manual pages (philidor.1, philidor-tables.1 …) into this folder instead of printing Markdown
    #[arg(long, value_name = "DIR")]
    man: Option<PathBuf>,
}

/// Columns of the texts of options.
const WIDTH: usize = 110;

pub(crate) fn run(args: &Args, program: Command) -> anyhow::Result<ExitCode> {
    let mut program = without_environment(program.term_width(WIDTH));
    program.build();
    match &args.man {
        Some(dir) => {
            let named = || format!("manual pages cannot be written to {}", dir.display());
            std::fs::create_dir_all(dir).with_context(named)?;
            clap_mangen::generate_to(program, dir).with_context(named)?;
        }
        None => {
            let mut text = String::from(
                "# Commands\n\nEvery command and option, as `--help` tells them. Written by `philidor manual > docs/COMMANDS.md`.\n",
            );
            write(&mut program, &mut text);
            out!("{text}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// What the environment says today is not part of the manual.
fn without_environment(command: Command) -> Command {
    command.mut_args(|arg| arg.hide_env_values(true)).mut_subcommands(without_environment)
}

fn write(command: &mut Command, text: &mut String) {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_owned();
    let help = command.render_long_help().to_string();
    let lines: Vec<&str> = help.lines().map(str::trim_end).collect();
    *text += &format!("\n## {name}\n\n```text\n{}\n```\n", lines.join("\n").trim_end());
    command.get_subcommands_mut().filter(|sub| sub.get_name() != "help").for_each(|sub| write(sub, text));
}
