//! `philidor ask`: questions to the tutor.

use std::{fs::File, io::BufReader, process::ExitCode};

use anyhow::{Context as _, bail};
use philidor_chess::{
    parse_fen,
    pgn::{Entry, Game, GameProblem, Games},
    shakmaty::{Chess, Move, san::San},
    write_fen,
};
use philidor_serve::answer::explanation::{SaidClaim, SectionAnswer};
use philidor_tutor::{
    ask::{Answer, AskError, Context, Tutor, ask},
    explain::Knowledge,
    look::Looker,
    say::Level,
};
use serde_json::json;

use super::explain::{best_line, words};
use crate::{
    endgames::Book,
    judges,
    output::{out, outln},
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
    /// For whom: beginner, club or master
    #[arg(long, default_value = "club")]
    level: String,
    /// The language of the answer: a code such as en or de, or a file of phrases of your own (.ftl)
    #[arg(long, default_value = "en")]
    lang: String,
    /// Positions searched in all
    #[arg(long, default_value_t = 300_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    nodes: u64,
    /// The evaluation behind the search
    #[arg(long, default_value = judges::NAMES[0], value_name = "NAME")]
    eval: String,
    /// Chooses among phrases that mean the same
    #[arg(long, default_value_t = 0)]
    seed: u64,
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
    let level: Level = args.level.parse()?;
    let words = words(&args.lang)?;
    let knowledge = Knowledge { endgames: Some(Box::new(Book::default())), ..Knowledge::ours() };
    let mut looker = Looker::new(judges::by_name(&args.eval)?, best_line(args.nodes));
    let mut tutor =
        Tutor { analyst: &mut looker, knowledge: &knowledge, words: &words, level, seed: args.seed };
    let previous = place.previous.as_ref().map(|(before, mv)| (before, *mv));
    match ask(&args.question, Context { position: &place.position, previous }, &mut tutor) {
        Ok(answer) => {
            if args.json {
                outln!("{}", serde_json::to_string_pretty(&report(args, &answer))?)?;
            } else {
                out!("{}", page(&answer))?;
            }
            Ok(ExitCode::SUCCESS)
        }
        // A good question without an answer: the answer is no.
        Err(error) if error.is_no() => {
            if args.json {
                outln!("{}", no(args, &error))?;
            }
            eprintln!("philidor: {error}");
            Ok(ExitCode::from(1))
        }
        Err(error) => Err(error.into()),
    }
}

fn no(args: &Args, error: &AskError) -> serde_json::Value {
    let examples = match error {
        AskError::Unknown { examples, .. } => examples.clone(),
        AskError::NoTerm { near, .. } => near.clone(),
        _ => Vec::new(),
    };
    json!({ "question": args.question, "error": error.to_string(), "suggestions": examples })
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

fn report(args: &Args, answer: &Answer) -> serde_json::Value {
    let sections: Vec<_> = answer.sections.iter().map(SectionAnswer::new).collect();
    let claims: Vec<SaidClaim> =
        answer.claims.iter().map(|(claim, text)| SaidClaim::new(claim, text.as_str())).collect();
    json!({
        "question": args.question,
        "topic": answer.topic.name(),
        "fen": write_fen(&answer.position),
        "move": answer.subject.map(|mv| San::from_move(&answer.position, mv).to_string()),
        "language": args.lang,
        "level": args.level,
        "nodes": args.nodes,
        "text": sections,
        "squares": answer.squares.into_iter().map(|sq| sq.to_string()).collect::<Vec<_>>(),
        "claims": claims,
    })
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
