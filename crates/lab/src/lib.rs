//! Commands of the laboratory: `philidor mine` (endgames learned from their tables) `philidor learn` (what games teach), matches at a terminal, and the worker that helps others.

mod compare;
pub mod contest;
mod curve;
mod inspect;
pub mod learn;
mod list;
mod openings;
mod play;
mod run;
mod tree;
mod verify;
pub mod worker;

use std::{path::Path, process::ExitCode};

use philidor_chess::{Material, shakmaty::Color};
use philidor_induce::characterise::Kind;
use philidor_mine::Loaded;

use philidor_terminal::tables::tables_for;

/// What to mine.
#[derive(clap::Args)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// The experiments that come with the program
    List(list::Args),
    /// Run an experiment and write its report
    #[command(after_help = run::EXAMPLE)]
    Run(run::Args),
    /// Count a net's errors on every position of its endgame; exit code 1 unless there is none
    #[command(after_help = verify::EXAMPLE)]
    Verify(verify::Args),
    /// A net plays its endgame against perfect play
    #[command(after_help = play::EXAMPLE)]
    Play(play::Args),
    /// A net's weights, what matters to it, and what it gets wrong
    #[command(after_help = inspect::EXAMPLE)]
    Inspect(inspect::Args),
    /// Rules, trees, lists, Bayes, nets and hybrids beside each other
    #[command(after_help = compare::EXAMPLE)]
    Compare(compare::Args),
    /// Nets that guess White's score of opening positions from the results of games
    #[command(after_help = openings::EXAMPLE)]
    Openings(openings::Args),
    /// How well trees, lists, rules and Bayes do from few positions, with intervals
    #[command(after_help = curve::EXAMPLE)]
    Curve(curve::Args),
    /// The smallest decision tree that knows every position of an endgame
    #[command(after_help = tree::EXAMPLE)]
    Tree(tree::Args),
}

/// Which positions are learned, and what is seen of them.
#[derive(clap::Args)]
struct Subject {
    /// The endgame
    material: String,
    /// Who is to move
    #[arg(long, value_name = "SIDE", default_value = "white", value_parser = ["white", "black"])]
    side: String,
    /// What may be asked about a position: physical, paper, human, both, wide (KPK only) or generic
    #[arg(long, value_name = "KIND")]
    features: Option<String>,
}

impl Subject {
    /// The endgame and its features: `kpk` for KPK, generic ones for any other, unless named.
    fn seen_as(&self, kpk: Kind) -> anyhow::Result<(Material, Kind)> {
        let material = Material::endgame(&self.material)?.canonical();
        Ok((material, Kind::chosen(self.features.as_deref(), material, kpk)?))
    }

    fn to_move(&self) -> Color {
        if self.side == "black" { Color::Black } else { Color::White }
    }
}

/// A model with the tables of its endgame.
fn open(path: &Path) -> anyhow::Result<Loaded> {
    Loaded::open(path, &mut tables_for)
}

/// Does what was asked.
pub fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.what {
        What::List(args) => list::run(args),
        What::Run(args) => run::run(args),
        What::Verify(args) => verify::run(args),
        What::Play(args) => play::run(args),
        What::Inspect(args) => inspect::run(args),
        What::Compare(args) => compare::run(args),
        What::Openings(args) => openings::run(args),
        What::Curve(args) => curve::run(args),
        What::Tree(args) => tree::run(args),
    }
}
