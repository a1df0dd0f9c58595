//! `philidor mine curve`: how well each symbolic method does from few positions.

use std::process::ExitCode;

use philidor_induce::characterise::{Characterisation, Dataset, Kind};
use philidor_mine::curve;

use super::Subject;
use philidor_terminal::{output::answer, progress, tables::table_of};

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine curve KPK --sizes 125,1000 --repeats 10\n  \
    philidor mine curve KPK --side black --features paper --method forest\n\n\
    Accuracies in percent on up to 10,000 positions not trained on, with 95 % intervals over the repeats: drawn from all; \
    borderline (the result depends on who is to move; with White to move nearly all are wins); on the edge (with a king one \
    step away the result is another).";

/// Which endgame, which methods, how many positions.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// Numbers of positions to learn from, separated by commas
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "125,1000,10000",
          value_parser = clap::value_parser!(u64).range(10..=1_000_000))]
    sizes: Vec<u64>,
    /// How often each is repeated with other positions
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u64).range(1..=100))]
    repeats: u64,
    /// Only methods whose name starts so
    #[arg(long, value_name = "NAME")]
    method: Option<String>,
    /// Chooses the positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (material, kind) = args.subject.seen_as(Kind::Both)?;
    let methods = curve::methods(args.method.as_deref())?;
    let data =
        Dataset::new(&*table_of(material)?, args.subject.to_move(), &Characterisation::new(kind, material)?);
    for &n in &args.sizes {
        anyhow::ensure!(
            (n as usize) < data.len(),
            "{material} has {} positions with {} to move: learn from fewer than that, not {n}",
            data.len(),
            args.subject.side
        );
    }
    let all = args.sizes.len() * 2 * methods.len();
    let bar = progress::bar(all as u64, "{spinner} [{bar:30}] {pos}/{len} {msg}");
    let points = curve::measure(&data, &methods, &args.sizes, args.repeats, args.seed, &mut |next| {
        bar.set_message(next);
        bar.inc(1);
    });
    bar.finish_and_clear();
    let (side, repeats) = (&args.subject.side, args.repeats);
    let head = format!("{material}, {side} to move, {} features, {repeats} repeats\n\n", kind.name());
    answer(args.json, || Ok(curve::json(&points)), || head + &curve::text(&points))?;
    Ok(ExitCode::SUCCESS)
}
