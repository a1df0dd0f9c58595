//! `philidor check`: what is said of a position, held against it.

use std::{
    io::Read as _,
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context as _, bail, ensure};
use philidor_chess::{parse_fen, parse_move};
use philidor_games::Place;
use philidor_read::{About, Lexicon, MOST_BYTES, Truth, check_text};
use philidor_report::reading::{Form, Wanted, collection, told};

use crate::{commands::NO, output::out, progress, tutor::TutorArgs};

/// Arguments of `check`.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// The text; a file (.txt, .md); an annotated game or collection (.pgn); or - for standard input
    #[arg(value_name = "TEXT|FILE")]
    what: String,
    /// What the text is about: a place in a game, GAMES.pgn@PLY
    #[arg(long, value_name = "PGN@PLY", conflicts_with_all = ["fen", "mv"])]
    game: Option<String>,
    /// What the text is about: a position
    #[arg(long)]
    fen: Option<String>,
    /// … and a move in it
    #[arg(long = "move", value_name = "MOVE", requires = "fen")]
    mv: Option<String>,
    /// How to answer: text, html, pgn or json
    #[arg(long, default_value = "text")]
    format: Form,
    /// Write here instead of to the terminal
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Of a collection: shares of sentences understood, confirmed and refuted by annotator, and what is refuted
    #[arg(long)]
    report: bool,
    /// With --report: how many refuted statements to show
    #[arg(long, default_value_t = 20, value_name = "N")]
    list: usize,
    /// Of a collection: only the first N games
    #[arg(long, default_value_t = usize::MAX, hide_default_value = true, value_name = "N")]
    first: usize,
    /// Of a collection: only every N-th game
    #[arg(long, default_value_t = 1, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    every: u64,
    /// Phrases of your own instead of those that come with the program, in the form of knowledge/read/en.toml
    #[arg(long, value_name = "FILE")]
    phrases: Option<PathBuf>,
    #[command(flatten)]
    tutor: TutorArgs,
    /// Positions searched for each judgement
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    nodes: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let read = |path: &PathBuf| -> anyhow::Result<Lexicon> {
        Ok(Lexicon::parse(&path.display().to_string(), &philidor_files::read_text(path)?)?)
    };
    let own = args.phrases.as_ref().map(read).transpose()?;
    let lexicon = own.as_ref().map_or_else(|| Lexicon::of(&args.tutor.lang), Ok)?;
    let quick = args.tutor.quick || args.tutor.deep;
    let session = args.tutor.session((!quick).then_some(args.nodes))?.build()?;
    let path = Path::new(&args.what);
    let (text, refuted) = if path.extension().is_some_and(|e| e == "pgn") {
        let report = args.report.then_some(args.list);
        let wanted = Wanted { form: args.format, report, first: args.first, every: args.every };
        let bar = progress::spinner("reading".to_owned());
        let (text, audit) = collection(path, &session, lexicon, &wanted, &mut |number| {
            bar.set_message(format!("game {number}"));
        })?;
        bar.finish_and_clear();
        (text, !audit.refuted.is_empty())
    } else {
        let sentences = check_text(Some(&session), &about(args)?, &given(args)?, lexicon)?;
        let refuted = sentences.iter().any(|sentence| sentence.truth() == Truth::False);
        (told(&sentences, args.format)?, refuted)
    };
    match &args.output {
        Some(path) => philidor_files::write(path, text)?,
        None => out!("{text}")?,
    }
    Ok(if refuted { ExitCode::from(NO) } else { ExitCode::SUCCESS })
}

/// The text itself.
fn given(args: &Args) -> anyhow::Result<String> {
    let path = Path::new(&args.what);
    if args.what == "-" {
        let mut text = String::new();
        std::io::stdin()
            .take(MOST_BYTES as u64 + 1)
            .read_to_string(&mut text)
            .context("standard input is no text")?;
        return Ok(text);
    }
    match path.extension().is_some_and(|e| e == "txt" || e == "md") {
        true => Ok(philidor_files::read_text(path)?),
        false => Ok(args.what.clone()),
    }
}

/// What the text is about.
fn about(args: &Args) -> anyhow::Result<About> {
    match (&args.game, &args.fen) {
        (Some(place), _) => {
            ensure!(
                place.contains('@'),
                "say where in the game: --game {place}@20 is the position after 20 moves of both sides"
            );
            let place = Place::read(place)?;
            Ok(About::in_game(place.position, place.played))
        }
        (None, Some(fen)) => {
            let pos = parse_fen(fen)?;
            let mv = args.mv.as_deref().map(|text| parse_move(&pos, text)).transpose()?;
            Ok(About::new(pos, mv))
        }
        (None, None) => {
            bail!("what is the text about? Give --game GAMES.pgn@PLY, or --fen FEN and perhaps --move MOVE")
        }
    }
}
