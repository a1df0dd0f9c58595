//! `philidor learn`: knowledge from games and tables.

mod report;

use std::process::ExitCode;

use philidor_lab::learn::{humans, inspect, model, practice, train, tune};

use crate::judges::House;

/// What to learn.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(clap::Subcommand)]
enum What {
    /// Tune the weights of the evaluation on the results of games
    #[command(after_help = tune::EXAMPLE)]
    Tune(tune::Args),
    /// Train the chess model M: what a position's features become two half-moves later
    #[command(after_help = model::EXAMPLE)]
    Model(model::Args),
    /// Learn what people of a rating would play, from rated games
    #[command(after_help = humans::EXAMPLE)]
    Humans(humans::Args),
    /// Train an evaluation V by temporal differences, with or without slopes from the chess model
    #[command(after_help = train::EXAMPLE)]
    Train(train::Args),
    /// Count what was played in pawn structures, as the tutor tells it
    #[command(after_help = practice::EXAMPLE)]
    Practice(practice::Args),
    /// What each neuron of a net with two perspectives reacts to: features, squares, positions
    #[command(after_help = inspect::EXAMPLE)]
    Inspect(inspect::Args),
    /// Learning curves and tables of training runs
    #[command(after_help = report::EXAMPLE)]
    Report(report::Args),
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.what {
        What::Tune(args) => tune::run(args),
        What::Model(args) => model::run(args),
        What::Humans(args) => humans::run(args),
        What::Train(args) => train::run(args, &House),
        What::Practice(args) => practice::run(args),
        What::Inspect(args) => inspect::run(args),
        What::Report(args) => report::run(args),
    }
}
