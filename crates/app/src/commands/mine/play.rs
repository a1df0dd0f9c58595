//! `philidor mine play`: a net against perfect play.

use std::{path::PathBuf, process::ExitCode};

use anyhow::{Context, ensure};
use indicatif::ProgressBar;
use philidor_chess::{
    parse_fen,
    shakmaty::{Chess, Color, Position},
};
use philidor_mine::play::{self, Tally};
use philidor_truth::Wdl;
use serde_json::json;

use super::model::Loaded;
use crate::output::outln;

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
    let loaded = Loaded::open(&args.model)?;
    let us = !loaded.judge.to_move;
    match &args.fen {
        Some(fen) => one(args, &loaded, us, &parse_fen(fen)?)?,
        None => many(args, &loaded, us)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn name(color: Color) -> &'static str {
    color.fold_wb("White", "Black")
}

fn one(args: &Args, loaded: &Loaded, us: Color, pos: &Chess) -> anyhow::Result<()> {
    let side = name(us);
    ensure!(
        pos.turn() == us,
        "{} is to move, but this net plays {side}: it judges positions after its moves",
        name(pos.turn())
    );
    let value = loaded.tables.value(pos).context("the net plays positions of its own endgame")?;
    ensure!(
        philidor_chess::Material::of(pos.board()) == loaded.judge.material,
        "the net plays {}, not {} (the stronger side as White)",
        loaded.judge.material,
        philidor_chess::Material::of(pos.board())
    );
    let game = play::game(&loaded.judge, &loaded.tables, pos, us);
    if args.json {
        outln!("{}", json!({ "moves": game.moves, "end": game.end.words() }))?;
        return Ok(());
    }
    let worth = match (value.wdl(), us) {
        (Wdl::Draw, _) => "a draw".to_owned(),
        (Wdl::Win, _) => "won".to_owned(),
        (Wdl::Loss, _) => "lost".to_owned(),
    };
    outln!("The net plays {side}; for {side} the position is {worth}.")?;
    let mut text = String::new();
    let first = us.is_white();
    for (i, san) in game.moves.iter().enumerate() {
        let ply = i + usize::from(!first);
        if ply % 2 == 0 {
            text.push_str(&format!("{}. ", ply / 2 + 1));
        } else if i == 0 {
            text.push_str("1... ");
        }
        text.push_str(san);
        text.push(' ');
    }
    outln!("{}", text.trim_end())?;
    outln!("End: {}.", game.end.words())?;
    Ok(())
}

fn many(args: &Args, loaded: &Loaded, us: Color) -> anyhow::Result<()> {
    let starts = play::starts(&loaded.tables, &loaded.judge, args.games as usize, args.seed);
    ensure!(!starts.is_empty(), "{} has no position that {} could play for", loaded.judge.material, name(us));
    let bar = ProgressBar::new(starts.len() as u64);
    let mut tally = Tally::default();
    for pos in &starts {
        tally.add(&play::game(&loaded.judge, &loaded.tables, pos, us));
        bar.inc(1);
    }
    bar.finish_and_clear();
    let share = |n: usize| 100.0 * n as f64 / tally.games as f64;
    if args.json {
        let value = json!({
            "plays": name(us), "games": tally.games, "won": tally.won, "drawn": tally.drawn,
            "slipped": tally.slipped, "stuck": tally.stuck,
        });
        outln!("{value}")?;
    } else if us.is_white() {
        outln!(
            "The net plays White from {} won positions: {:.1} % won, {:.1} % let slip, {:.1} % without progress",
            tally.games,
            share(tally.won),
            share(tally.slipped),
            share(tally.stuck)
        )?;
    } else {
        outln!(
            "The net plays Black from {} drawn positions: {:.1} % drawn, {:.1} % lost",
            tally.games,
            share(tally.drawn),
            share(tally.slipped)
        )?;
    }
    Ok(())
}
