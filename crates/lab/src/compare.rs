//! `philidor mine compare`: ways to know an endgame, beside each other (section 7 of Haworth and Velliste).

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use cpu_time::ProcessTime;
use philidor_chess::{Material, shakmaty::Color};
use philidor_induce::characterise::{Characterisation, Dataset, Kind, sets};
use philidor_mine::compare::{self, Line, Tally};
use philidor_rules::{
    RuleSource, library,
    validate::{Ground, statics},
    vocabulary::Endgames,
};

use super::Subject;
use philidor_terminal::{
    output::{out, outln},
    progress::spinner,
    tables::{table_of, tables_for},
};

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine compare KPK\n  philidor mine compare KPK --train 1000 --features both\n\n\
    construction: CPU-seconds; bits: data bits, code not counted (32 per weight of a net); parts: leaves, rules or weights to read; \
    right: of the positions it speaks about; passed: share it does not speak about; exact: bits with a list of all exceptions \
    (wrong or passed); speed: positions judged per CPU-second. A theory is written by hand: its bits are its text, compressed.";

/// What to compare on.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(flatten)]
    subject: Subject,
    /// Learn from N positions drawn at random (default: all)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    train: Option<u32>,
    /// Chooses them
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Write the table as Markdown too
    #[arg(long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The table as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (material, kind) = args.subject.seen_as(Kind::Paper)?;
    let data =
        Dataset::new(&*table_of(material)?, args.subject.to_move(), &Characterisation::new(kind, material)?);
    let rows = match args.train {
        Some(n) => sets::uniform(&data, n as usize, args.seed),
        None => data.rows(),
    };
    let started = ProcessTime::now();
    let clock = || started.elapsed().as_secs_f64();
    let mut lines = Vec::new();
    for learner in compare::learners(&data.features)? {
        let bar = spinner(format!("{} on {} positions", learner.name(), rows.len()));
        lines.push(compare::method(&*learner, &data, &rows, args.seed, &clock));
        bar.finish_and_clear();
    }
    let bar = spinner("a panel of three nets".to_owned());
    lines.push(compare::panel(&data, &rows, args.seed, &clock)?);
    bar.finish_and_clear();
    if let Some(shipped) = library::for_material(material) {
        lines.push(theory(&shipped.source(), material, args.subject.to_move())?);
    }
    if args.json {
        outln!("{}", compare::json(&lines))?;
        return Ok(ExitCode::SUCCESS);
    }
    let head = format!(
        "{material}, {} to move, {} features, learned from {} of {} positions; judged on all",
        args.subject.side,
        kind.name(),
        rows.len(),
        data.len()
    );
    out!("{head}\n\n{}", compare::text(&lines))?;
    if let Some(path) = &args.output {
        philidor_files::write(path, format!("{head}\n\n{}", compare::markdown(&lines)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The theory that comes with the program, without search.
fn theory(source: &RuleSource, material: Material, to_move: Color) -> anyhow::Result<Line> {
    let rules = source.resolve(&Endgames)?.0;
    let ground = Ground::new(&tables_for(material)?.0, material)
        .with_context(|| format!("the tables of {material} are incomplete"))?;
    let started = ProcessTime::now();
    let statics = statics(&rules, &ground);
    let judging = started.elapsed().as_secs_f64();
    let side = usize::from(to_move.is_black());
    // Both sides to move were judged in that time.
    let both = statics.positions.iter().sum::<u64>().max(1) as f64;
    let (all, decided) = (statics.positions[side] as usize, statics.decided[side] as usize);
    let tally = Tally { all, passed: all - decided, wrong: statics.wrong[side] as usize };
    let bits = 8.0 * zstd::bulk::compress(source.text.as_bytes(), 19)?.len() as f64;
    Ok(Line::new(
        "theory, by hand".into(),
        (0.0, judging * all as f64 / both),
        bits,
        rules.rules.len(),
        &tally,
    ))
}
