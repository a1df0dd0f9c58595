//! `philidor explain`: what is going on in a position, or about a move in it.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::parse_move;
use philidor_games::Place;
use philidor_report::{
    explanation::{self, ExplanationAnswer, analysed_by, picture},
    input::{read_line, rules_in},
};
use philidor_session::{Engine, Explained, Session, Settings};

use crate::{
    output::{out, outln},
    tutor::{TutorArgs, failed},
};

/// Arguments of `explain`.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The position: a FEN, or GAMES.pgn@PLY (the position after so many moves of both sides; GAMES.pgn#3@20 for the third game)
    #[arg(value_name = "FEN|PGN@PLY")]
    place: String,
    /// Explain this move (e4, Kd5, e2e4)
    #[arg(long = "move", value_name = "MOVE")]
    mv: Option<String>,
    /// Explain the first of these moves by this line of yours ("Ra7 Bd3 O-O"); its score is still searched for
    #[arg(long, value_name = "MOVES", conflicts_with = "mv")]
    line: Option<String>,
    /// Also ask this UCI engine which move it prefers, and say so if it disagrees
    #[arg(long, value_name = "COMMAND", conflicts_with = "json")]
    second_opinion: Option<String>,
    #[command(flatten)]
    tutor: TutorArgs,
    /// Positions searched in all [default: until the best move and the verdict are settled, some seconds at most]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    nodes: Option<u64>,
    /// Expert rules from this folder (*.rules) instead of those that come with the program
    #[arg(long, value_name = "FOLDER")]
    rules: Option<PathBuf>,
    /// Every claim with its evidence
    #[arg(long)]
    audit: bool,
    /// Draw the position with arrows
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// For programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pos = Place::read(&args.place)?.position;
    let given = args.line.as_deref().map(|text| read_line(&pos, text).context("in --line")).transpose()?;
    let subject = args.mv.as_deref().map(|text| parse_move(&pos, text)).transpose()?;
    let mut builder = args.tutor.session(args.nodes)?;
    if let Some(folder) = &args.rules {
        builder = builder.rules(rules_in(folder)?);
    }
    if let Some(command) = &args.second_opinion {
        builder = builder.engine(Engine::program(command, command));
    }
    let session = builder.build()?;
    let explained = match &given {
        Some(line) => session.explain_line(&pos, line),
        None => session.explain(&pos, subject),
    };
    let explained = explained.map_err(failed)?;
    let (told, text) = (&explained.explanation, &explained.text);
    if let Some(path) = &args.svg {
        philidor_files::write(path, picture(told, text))?;
    }
    if args.json {
        outln!("{}", serde_json::to_string(&ExplanationAnswer::new(&explained))?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let knowledge = args.audit.then(|| session.knowledge());
    out!("{}", explanation::text(told, text, knowledge.as_ref())?)?;
    outln!("\n({})", analysed_by(&explained.analysis, ""))?;
    if let Some(command) = &args.second_opinion {
        out!("{}", second_opinion(&session, command, &explained)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What another engine says to our choice.
fn second_opinion(session: &Session, command: &str, explained: &Explained) -> anyhow::Result<String> {
    let settings = Settings { engine: Some(command.to_owned()), ..session.settings().clone() };
    session.with(settings)?.second_opinion(explained).map_err(failed)
}
