//! `philidor mine play`: a net against perfect play.

use std::{path::PathBuf, process::ExitCode};

use anyhow::ensure;
use indicatif::ProgressBar;
use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Position},
};
use philidor_mine::{
    Loaded,
    play::{self, Tally},
};
use serde_json::json;

use philidor_terminal::output::{answer, outln};

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine play --model nets/kpk-btm.safetensors --games 200\n  \
    philidor mine play --model nets/kpk-btm.safetensors --fen \"8/8/8/6k1/8/8/1P4K1/8 w - - 0 1\"\n\n\
    A net that judges positions with Black to move plays White, one that judges positions with White to move plays Black.";

/// Which net, from where.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A model written by `mine run`
    #[arg(long, value_name = "FILE")]
    model: PathBuf,
    /// Play from this position and show the game
    #[arg(long)]
    fen: Option<String>,
    /// Games from positions drawn at random, won for White or (as Black) drawn
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    games: u32,
    /// Chooses the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The answer as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let loaded = super::open(&args.model)?;
    match &args.fen {
        Some(fen) => one(args, &loaded, &parse_fen(fen)?)?,
        None => many(args, &loaded)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn one(args: &Args, Loaded { judge, tables, .. }: &Loaded, pos: &Chess) -> anyhow::Result<()> {
    let worth = play::worth(judge, tables, pos)?;
    let us = pos.turn();
    let game = play::game(judge, tables, pos, us);
    if args.json {
        outln!("{}", json!({ "moves": game.moves, "end": game.end.words() }))?;
        return Ok(());
    }
    let side = play::name(us);
    outln!("The net plays {side}; for {side} the position is {worth}.")?;
    outln!("{}\nEnd: {}.", game.text(us), game.end.words())?;
    Ok(())
}

fn many(args: &Args, Loaded { judge, tables, .. }: &Loaded) -> anyhow::Result<()> {
    let us = !judge.to_move;
    let starts = play::starts(tables, judge, args.games as usize, args.seed);
    ensure!(!starts.is_empty(), "{} has no position that {} could play for", judge.material, play::name(us));
    let bar = ProgressBar::new(starts.len() as u64);
    let mut tally = Tally::default();
    for pos in &starts {
        tally.add(&play::game(judge, tables, pos, us));
        bar.inc(1);
    }
    bar.finish_and_clear();
    answer(args.json, || Ok(tally.json(us)), || format!("{}\n", tally.text(us)))?;
    Ok(())
}
