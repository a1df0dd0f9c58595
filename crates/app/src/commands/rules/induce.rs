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
    validate::propose::{Settings, propose},
};

use crate::{commands::tables::table_of, output::out, progress::spinner};

/// Arguments of `rules induce`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor rules induce KPK --rules 40 --out induced.rules\n  \
philidor rules induce KPK --tree --side black\n  philidor rules induce KPK --compare edited.rules\n  \
philidor rules induce KRKP --within all --rules 5\n\n\
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
    /// Propose rules for positions that the theory of the endgame leaves open and this rule speaks of (`all`: all that it leaves open);
    /// right on a sample of its table, for a person to name and `rules check` to judge
    #[arg(long, value_name = "RULE", conflicts_with_all = ["tree", "features", "compare", "steps", "tries"])]
    within: Option<String>,
    /// With --within: the theory, if not the one that comes with the program
    #[arg(long, value_name = "FILE", requires = "within")]
    theory: Option<String>,
    /// With --within: rows of 64 positions in the sample, for each side to move
    #[arg(long, default_value_t = 2_000, requires = "within", value_parser = clap::value_parser!(u64).range(10..=1_000_000))]
    rows: u64,
    /// Rule files to set beside the learned ones; may be given several times
    #[arg(long, value_name = "FILE")]
    compare: Vec<String>,
    /// Print the comparison as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(within) = &args.within {
        return propose_within(args, within);
    }
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

/// Rules for what a theory leaves open, with what the sample shows, as text of the language.
fn propose_within(args: &Args, within: &str) -> anyhow::Result<ExitCode> {
    let source = super::source(args.theory.as_deref().unwrap_or(&args.material))?;
    let rules = super::rules(&source)?;
    let place = match within {
        "all" => None,
        name => Some(rules.rules.iter().position(|r| r.name == name).with_context(|| {
            let known: Vec<String> = rules.rules.iter().map(|r| format!("{:?}", r.name)).collect();
            format!("{}: no rule {name:?}: there is {}", source.name, known.join(", "))
        })?),
    };
    let ground = super::ground(super::material(&rules)?)?;
    let settings = Settings {
        rows: args.rows as usize,
        seed: args.seed,
        rules: args.rules.min(100) as usize,
        ..Settings::default()
    };
    let sides: &[Color] = match args.side.as_deref() {
        Some("black") => &[Color::Black],
        Some(_) => &[Color::White],
        None => &[Color::White, Color::Black],
    };
    let mut text = String::new();
    let mut number = 0;
    for &side in sides {
        let bar = spinner(format!("looking at {} with {side} to move", rules.subject.name));
        let found = propose(&rules, &ground, place, side, settings);
        bar.finish_and_clear();
        let found = found.context("proposals are made for theories that speak for one side")?;
        let share = |n: u64| 100.0 * n as f64 / found.positions.max(1) as f64;
        let [lost, drawn, won] = found.results;
        text += &format!(
            "# {side} to move: {} positions of the sample, {} open here ({:.1} %): {won} won, {drawn} drawn, {lost} lost.\n",
            found.positions,
            found.open,
            share(found.open)
        );
        for proposal in &found.list {
            number += 1;
            text += &format!(
                "\n# {:.2} % of the positions, {:.2} % new.\n{}",
                share(proposal.covers),
                share(proposal.adds),
                proposal.rule(number)
            );
        }
        text += "\n";
    }
    match &args.out {
        Some(path) => philidor_files::write(path, &text)?,
        None => out!("{text}")?,
    }
    Ok(ExitCode::SUCCESS)
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
