//! `philidor rules`: endgame theory as rules.

mod check;
mod edit;
mod explain;
mod fmt;
mod induce;
mod list;
mod solve;
mod story;

use std::{fs, io::IsTerminal, path::Path, process::ExitCode};

use anyhow::Context;
use clap::{Args as ClapArgs, Subcommand};
use philidor_chess::Material;
use philidor_report::theories::{TheoryLine, text};
use philidor_rules::{
    Endgames, Problem, RuleSource, Rules, Unusable, ValidatedRules,
    library::{self, Shipped},
    validate::{Below, Ground, SEARCHED_MEN},
};
use philidor_truth::Tables;

use super::tables::ensure;
use crate::{home, output::answer};

/// Where theories are set beside each other, one row of five men in so many is looked at; `rules check NAME` looks at all.
const ROWS_OF_FIVE_MEN: usize = 200;

/// Endgame theory as rules.
#[derive(ClapArgs)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Every rule at every position of its endgame, against the exact table
    Check(check::Args),
    /// The value of a position by rules and search, with bounds and line
    Solve(solve::Args),
    /// Why a position is won or drawn, and what is wrong with other moves
    Explain(explain::Args),
    /// Change a theory and see at once what becomes of it
    Edit(edit::Args),
    /// Print a rule file in canonical layout
    Fmt(fmt::Args),
    /// Learn rules, or a decision tree, from the table of an endgame
    Induce(induce::Args),
    /// The theories that come with the program, and the words of the language
    List(list::Args),
}

pub(crate) fn run(args: Args) -> anyhow::Result<ExitCode> {
    let done = match args.command {
        Command::Check(args) => check::run(&args),
        Command::Solve(args) => solve::run(&args),
        Command::Explain(args) => explain::run(&args),
        Command::Edit(args) => edit::run(&args),
        Command::Fmt(args) => fmt::run(&args),
        Command::Induce(args) => induce::run(&args),
        Command::List(args) => list::run(&args),
    };
    // Problems of a rule file come with their places; they are told as they are.
    match done {
        Err(error) => match error.downcast::<Unusable>() {
            Ok(unusable) => {
                philidor_terminal::note!("{}", unusable.render(std::io::stderr().is_terminal()));
                philidor_terminal::noteln!("philidor: {unusable}");
                Ok(ExitCode::from(super::BAD))
            }
            Err(error) => Err(error),
        },
        done => done,
    }
}

/// A rule file, or the theory of an endgame that comes with the program.
pub(super) fn source(name: &str) -> anyhow::Result<RuleSource> {
    if !Path::new(name).exists()
        && let Some(shipped) = library::by_name(name)
    {
        return Ok(shipped.source());
    }
    let bytes = fs::read(name).with_context(|| {
        format!("{name}: no such rule file, and no theory of that name (there is {})", library::names())
    })?;
    Ok(RuleSource::from_bytes(name, bytes)?)
}

/// Reads rules and says what is odd about them.
pub(super) fn rules(source: &RuleSource) -> anyhow::Result<Rules> {
    let (rules, warnings) = source.resolve(&Endgames)?;
    tell(&warnings, source);
    Ok(rules)
}

/// Shows problems with their places.
fn tell(problems: &[Problem], source: &RuleSource) {
    let colour = std::io::stderr().is_terminal();
    for problem in problems {
        philidor_terminal::note!("{}", problem.render(&source.name, &source.text, colour));
    }
}

/// The tables of an endgame, built if they are missing.
pub(super) fn ground(material: Material) -> anyhow::Result<Ground> {
    let tables = Tables::at(home::tables()?);
    ensure(&tables, &[material], false)?;
    Ground::new(&tables, material).with_context(|| format!("the tables of {material} are incomplete"))
}

/// A theory that comes with the program. Tables of five men are used if they are there; the rules need none.
fn theory(shipped: &Shipped, material: Material) -> anyhow::Result<ValidatedRules> {
    let tables = Tables::at(home::tables()?);
    if material.men() > SEARCHED_MEN && Ground::new(&tables, material).is_none() {
        let small = Tables::closure(&[material]);
        let small: Vec<Material> = small.into_iter().filter(|m| m.men() <= SEARCHED_MEN).collect();
        ensure(&tables, &small, false)?;
        if let Some(theory) = shipped.trusted(Below::at_hand(&tables, material)) {
            return Ok(theory);
        }
    }
    Ok(shipped.validated(ground(material)?)?)
}

/// The material of an endgame theory.
fn material(rules: &Rules) -> anyhow::Result<Material> {
    rules.subject.material.context("these rules are about no endgame")
}

/// Theories beside each other: what there is to read, and what they achieve on their tables.
fn compare(sources: &[RuleSource], json: bool) -> anyhow::Result<ExitCode> {
    let mut lines = Vec::new();
    for source in sources {
        let rules = rules(source)?;
        let material = material(&rules)?;
        let sample = if material.men() > SEARCHED_MEN { ROWS_OF_FIVE_MEN } else { 1 };
        lines.push(TheoryLine::new(&rules, &ground(material)?.one_in(sample)));
    }
    answer(json, || Ok(serde_json::to_value(&lines)?), || text(&lines))?;
    Ok(if lines.iter().all(TheoryLine::is_right) { ExitCode::SUCCESS } else { ExitCode::from(super::NO) })
}
