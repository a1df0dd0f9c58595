//! `philidor ask`: questions to the tutor.

use std::process::ExitCode;

use philidor_games::Place;
use philidor_report::{
    ask::{AskAnswer, text},
    explanation::analysed_by,
};
use philidor_tutor::ask::Context;

use crate::{
    commands::NO,
    output::{out, outln},
    tutor::{TutorArgs, failed},
};

/// Arguments of `ask`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The position: a FEN, or GAMES.pgn@PLY (the position after so many moves of both sides; GAMES.pgn#3@20 for the
    /// third game)
    #[arg(value_name = "FEN|PGN@PLY")]
    place: String,
    /// The question, in any language that the program knows
    question: String,
    /// The question asked before: "why not?" and "and if Nd5?" are about its move
    #[arg(long, value_name = "QUESTION")]
    after: Option<String>,
    #[command(flatten)]
    tutor: TutorArgs,
    /// Positions searched in all [default: until the best move and the verdict are settled, some seconds at most]
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    nodes: Option<u64>,
    /// For programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let place = Place::read(&args.place)?;
    let session = args.tutor.session(args.nodes)?.build()?;
    let previous = place.previous.as_ref().map(|(before, mv)| (before, *mv));
    let context = Context { position: &place.position, previous, asked: args.after.as_deref() };
    let result = session.ask(&args.question, context);
    if args.json && result.as_ref().err().is_none_or(philidor_tutor::ask::AskError::is_no) {
        let answer = AskAnswer::new(&session, &args.question, &place.position, &result);
        outln!("{}", serde_json::to_string(&answer)?)?;
    }
    match result {
        Ok(answered) => {
            if !args.json {
                out!("{}", text(&answered.answer))?;
                // What a word means nobody had to search for.
                if !answered.answer.claims.is_empty() {
                    outln!("\n({})", analysed_by(&answered.analysis, ""))?;
                }
            }
            Ok(ExitCode::SUCCESS)
        }
        // A good question without an answer: the answer is no.
        Err(error) if error.is_no() => {
            philidor_terminal::noteln!("philidor: {error}");
            Ok(ExitCode::from(NO))
        }
        Err(error) => Err(failed(error)),
    }
}
