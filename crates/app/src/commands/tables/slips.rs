//! `philidor tables slips`

use std::{path::PathBuf, process::ExitCode, sync::atomic::Ordering};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::Material;
use philidor_games::Games;
use philidor_report::slips::{json, text};
use philidor_session::slips::Slips;

use crate::{
    output::answer,
    progress::{interrupt, spinner},
    tutor::session,
};

/// Arguments of `tables slips`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor tables slips games.pgn\n  \
philidor tables slips games.pgn.zst --endgame KRPKR --examples 2\n\n\
Endings of three and four men are judged at once; those of five if their tables are built.")]
pub(crate) struct Args {
    /// Games, as PGN (.zst too)
    #[arg(required = true, value_name = "PGN")]
    games: Vec<PathBuf>,
    /// Only this ending, such as KRPKR
    #[arg(long, value_name = "MATERIAL")]
    endgame: Option<String>,
    /// Positions that are shown of each kind of slip
    #[arg(long, default_value_t = 0, value_name = "N")]
    examples: usize,
    /// For programs: every slip
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let only = args.endgame.as_deref().map(Material::endgame).transpose()?;
    let session = session()?.build()?;
    let stop = interrupt();
    let mut slips = Slips::default();
    let bar = spinner("looking at games".into());
    for path in &args.games {
        let cannot = || format!("cannot read {}", path.display());
        let mut games = Games::open(path).with_context(cannot)?;
        while let Some(game) = games.next_game().with_context(cannot)? {
            anyhow::ensure!(!stop.load(Ordering::Relaxed), "stopped after {} games", slips.games);
            let tag = |name| games.tag(name).unwrap_or("?").to_owned();
            let name = format!("{} – {}, {}", tag("White"), tag("Black"), tag("Date"));
            slips.take(&session, &name, &game.start, &game.moves, only)?;
            if slips.games.is_multiple_of(100) {
                bar.set_message(format!("{} games", slips.games));
            }
        }
    }
    bar.finish_and_clear();
    answer(args.json, || Ok(json(&slips)), || text(&slips, args.examples))?;
    Ok(ExitCode::SUCCESS)
}
