//! `philidor ask`: questions to the tutor.

use std::{fs::File, io::BufReader, process::ExitCode};

use anyhow::{Context as _, bail};
use philidor_chess::{
    parse_fen,
    pgn::{Entry, Game, GameProblem, Games},
    shakmaty::{Chess, Move},
};
use philidor_report::ask::AskAnswer;
use philidor_session::budget::EXPLAIN_NODES;
use philidor_tutor::ask::{Answer, Context};

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
    #[command(flatten)]
    tutor: TutorArgs,
    /// Positions searched in all
    #[arg(long, default_value_t = EXPLAIN_NODES, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    nodes: u64,
    /// For programs
    #[arg(long)]
    json: bool,
}

/// A position and how it came about.
struct Place {
    position: Chess,
    previous: Option<(Chess, Move)>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let place = read_place(&args.place)?;
    let session = args.tutor.session(args.nodes)?.build()?;
    let previous = place.previous.as_ref().map(|(before, mv)| (before, *mv));
    let result = session.ask(&args.question, Context { position: &place.position, previous });
    if args.json && result.as_ref().err().is_none_or(philidor_tutor::ask::AskError::is_no) {
        let answer = AskAnswer::new(&session, &args.question, &place.position, &result);
        outln!("{}", serde_json::to_string(&answer)?)?;
    }
    match result {
        Ok(answered) => {
            if !args.json {
                out!("{}", page(&answered.answer))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        // A good question without an answer: the answer is no.
        Err(error) if error.is_no() => {
            eprintln!("philidor: {error}");
            Ok(ExitCode::from(NO))
        }
        Err(error) => Err(failed(error)),
    }
}

fn page(answer: &Answer) -> String {
    let mut page = String::new();
    for (i, section) in answer.sections.iter().enumerate() {
        let gap = if i > 0 { "\n" } else { "" };
        page += &format!("{gap}{}\n", section.heading);
        for sentence in &section.sentences {
            page += &format!("  {}\n", sentence.text);
        }
    }
    page
}

/// A FEN, or a place in a game of a file.
fn read_place(text: &str) -> anyhow::Result<Place> {
    let Some((file, ply)) = text.rsplit_once('@') else {
        let position = parse_fen(text).with_context(|| {
            if text.ends_with(".pgn") {
                format!(
                    "to ask about a game say where: {text}@20 is the position after 20 moves of both sides"
                )
            } else {
                "the place is neither a position nor GAMES.pgn@PLY".to_owned()
            }
        })?;
        return Ok(Place { position, previous: None });
    };
    let plies: usize = ply.parse().with_context(|| format!("{ply:?} after the @ is no number of moves"))?;
    let (file, number) = match file.rsplit_once('#') {
        Some((file, number)) => {
            let number: usize =
                number.parse().with_context(|| format!("{number:?} after the # is no number of a game"))?;
            (file, number.max(1))
        }
        None => (file, 1),
    };
    let (game, problem) = read_game(file, number)?;
    let line: Vec<_> = game.main_line().map(|id| game.node(id).ply).collect();
    if plies > line.len() {
        let problem = problem.map_or_else(String::new, |problem| format!(" ({problem})"));
        bail!("game {number} of {file} has {} moves of both sides, not {plies}{problem}", line.len());
    }
    let mut place = Place { position: game.start.clone(), previous: None };
    for ply in line.into_iter().take(plies) {
        let before = place.position.clone();
        place.position = ply.play(&before).context("a game whose moves were read is legal")?;
        place.previous = ply.as_move().map(|mv| (before, mv));
    }
    Ok(place)
}

/// A game of a file, as far as it can be read, and what stopped the reading.
fn read_game(file: &str, number: usize) -> anyhow::Result<(Game, Option<GameProblem>)> {
    let failed = || format!("cannot read {file}");
    let mut games = Games::new(BufReader::new(File::open(file).with_context(failed)?));
    let mut last = None;
    for _ in 0..number {
        last = games.next_entry().with_context(failed)?;
    }
    match last {
        Some(Entry::Game(game)) => Ok((game, None)),
        Some(Entry::Bad { game, problem }) => Ok((game, Some(problem))),
        None => bail!("{file} holds no game number {number}"),
    }
}
