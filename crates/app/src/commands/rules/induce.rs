//! `philidor rules induce`: rules learned from the table of an endgame.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::{Material, shakmaty::Color};
use philidor_induce::{
    CoverSettings,
    characterise::{Dataset, Kind},
    theories,
};
use philidor_rules::{
    RuleSource, library,
    syntax::{format, parse},
};

use crate::{commands::tables::table_of, output::out, progress::spinner};

/// Arguments of `rules induce`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor rules induce KPK --rules 40 --out induced.rules\n  \
philidor rules induce KPK --tree --side black\n  philidor rules induce KPK --compare edited.rules\n\n\
Every rule is right on every position of the table. With --out or --compare the theory is checked like any other and \
set beside the one that comes with the program.")]
pub(crate) struct Args {
    /// The endgame
    material: String,
    /// Most rules, for both sides to move together
    #[arg(long, default_value_t = 40, value_parser = clap::value_parser!(u64).range(1..=1000))]
    rules: u64,
    /// Only with this side to move: white (the stronger side) or black
    #[arg(long, value_name = "SIDE", value_parser = ["white", "black"])]
    side: Option<String>,
    /// A decision tree that decides every position, instead of rules
    #[arg(long)]
    tree: bool,
    /// The features rules may use: physical, paper, human, both (KPK only, its default), wide, generic
    #[arg(long, value_name = "KIND")]
    features: Option<String>,
    /// How often each rule is tried with chance before the best is taken
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u64).range(1..=1000))]
    tries: u64,
    /// With --tree: subtrees to grow anew in search of a smaller tree
    #[arg(long, default_value_t = 300)]
    steps: u64,
    /// Where chance begins
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where to write the rules (default: standard output)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Rule files to set beside the learned ones; may be given several times
    #[arg(long, value_name = "FILE")]
    compare: Vec<String>,
    /// Print the comparison as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let data = datasets(args)?;
    // The canonical layout is that of the language itself.
    let text = format(&parse(&learned(args, &data)?).0);
    let name = args.out.as_ref().map_or_else(|| "induced".to_owned(), |path| path.display().to_string());
    if let Some(path) = &args.out {
        philidor_files::write(path, &text)?;
    }
    if args.out.is_none() && args.compare.is_empty() && !args.json {
        out!("{text}")?;
        return Ok(ExitCode::SUCCESS);
    }
    let mut sources = vec![RuleSource::new(&name, &text)];
    sources.extend(library::for_material(data[0].material).map(library::Shipped::source));
    for file in &args.compare {
        sources.push(super::source(file)?);
    }
    super::compare(&sources, args.json)
}

fn datasets(args: &Args) -> anyhow::Result<Vec<Dataset>> {
    let material = Material::endgame(&args.material)?.canonical();
    let kind = Kind::chosen(args.features.as_deref(), material, Kind::Both)?;
    let sides: &[Color] = match args.side.as_deref() {
        Some("black") => &[Color::Black],
        Some(_) => &[Color::White],
        None => &[Color::White, Color::Black],
    };
    Ok(theories::datasets(&*table_of(material)?, kind, sides)?)
}

fn learned(args: &Args, data: &[Dataset]) -> anyhow::Result<String> {
    let what = if args.tree { "growing trees" } else { "learning rules" };
    let bar = spinner(format!("{what} of {}", data[0].material));
    let text = if args.tree {
        theories::trees(data, args.steps, args.seed)
            .context("no exact tree: these features do not tell all positions of different result apart")?
    } else {
        let (rules, tries) = (args.rules as usize, args.tries as usize);
        theories::rules(data, CoverSettings { rules, tries, seed: args.seed })
    };
    bar.finish_and_clear();
    Ok(text)
}
