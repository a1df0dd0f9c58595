//! `philidor rules induce`: rules learnt from the table of an endgame.

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::shakmaty::Color;
use philidor_induce::{
    CoverSettings, Tree,
    characterise::{Characterisation, Dataset, Kind},
    cover,
    search::{Goal, Search, Settings},
    write,
};
use philidor_rules::{
    RuleSource, Rules, library,
    syntax::{format, parse},
    theory::{Expr, Node, Rule},
    validate::{effect, statics},
};
use serde_json::json;

use crate::{
    commands::{
        NO,
        tables::{parse_material, table_of},
    },
    output::{out, outln, write_text},
    progress::spinner,
};

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
    /// Rule files to set beside the learnt ones; may be given several times
    #[arg(long, value_name = "FILE")]
    compare: Vec<String>,
    /// Print the comparison as JSON
    #[arg(long)]
    json: bool,
}

/// The largest dataset that rules are learnt from.
const MOST_POSITIONS: usize = 400_000;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let data = datasets(args)?;
    let text = if args.tree { tree_text(args, &data)? } else { rules_text(args, &data) };
    // The canonical layout is that of the language itself.
    let text = format(&parse(&text).0);
    let name = args.out.as_ref().map_or_else(|| "induced".to_owned(), |path| path.display().to_string());
    if let Some(path) = &args.out {
        write_text(path, &text)?;
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
    compare(args, &sources)
}

fn datasets(args: &Args) -> anyhow::Result<Vec<Dataset>> {
    let material = parse_material(&args.material)?.canonical();
    let kind: Kind = match &args.features {
        Some(name) => name.parse()?,
        None if material.to_string() == "KPK" => Kind::Both,
        None => Kind::Generic,
    };
    let mut characterisation = Characterisation::new(kind, material)?;
    // A board that may be turned has no files and ranks, and like men have no names of their own.
    characterisation.features.retain(|f| f.is_sayable(material));
    anyhow::ensure!(
        !characterisation.features.is_empty(),
        "no {} feature of {material} can be said in the rule language",
        kind.name()
    );
    let table = table_of(material)?;
    let sides: &[Color] = match args.side.as_deref() {
        Some("black") => &[Color::Black],
        Some(_) => &[Color::White],
        None => &[Color::White, Color::Black],
    };
    let data: Vec<Dataset> =
        sides.iter().map(|&side| Dataset::new(&table, side, &characterisation)).collect();
    for d in &data {
        anyhow::ensure!(
            d.len() <= MOST_POSITIONS,
            "{material} has {} positions with one side to move: rules are learnt from at most {MOST_POSITIONS}",
            d.len()
        );
    }
    Ok(data)
}

fn rules_text(args: &Args, data: &[Dataset]) -> String {
    let bar = spinner(format!("learning rules of {}", data[0].material));
    let each = args.rules as usize / data.len();
    let theories: Vec<_> = data
        .iter()
        .enumerate()
        .map(|(i, d)| {
            // An odd rule goes to the first side.
            let rules = if i == 0 { args.rules as usize - each * (data.len() - 1) } else { each };
            cover(d, &d.rows(), CoverSettings { rules, tries: args.tries as usize, seed: args.seed })
        })
        .collect();
    bar.finish_and_clear();
    let parts: Vec<_> = data.iter().zip(&theories).collect();
    let covered: String = parts
        .iter()
        .map(|(d, t)| {
            let side = if d.to_move.is_white() { "White" } else { "Black" };
            let share = 100.0 * t.covered as f64 / t.rows as f64;
            format!("{side} to move: {} rules cover {share:.2} % of {} positions.\n", t.rules.len(), t.rows)
        })
        .collect();
    write::rules(
        &format!("{}: rules learnt from its table, shortest first.\n{covered}", data[0].material),
        &parts,
    )
}

fn tree_text(args: &Args, data: &[Dataset]) -> anyhow::Result<String> {
    let bar = spinner(format!("growing trees of {}", data[0].material));
    let mut trees: Vec<Tree> = Vec::new();
    for d in data {
        let settings = Settings { seed: args.seed, steps: args.steps, heat: 2.0, goal: Goal::Leaves };
        let search = Search::new(d, settings, None)
            .context("no exact tree: these features do not tell all positions of different result apart")?;
        trees.push(search.run(&mut |_, _| true).tree);
    }
    bar.finish_and_clear();
    let parts: Vec<_> = data.iter().zip(&trees).collect();
    let sizes: String = parts
        .iter()
        .map(|(d, t)| {
            let side = if d.to_move.is_white() { "White" } else { "Black" };
            format!("{side} to move: {} answers decide all {} positions.\n", t.leaves(), d.len())
        })
        .collect();
    Ok(write::trees(&format!("{}: decision trees learnt from its table.\n{sizes}", data[0].material), &parts))
}

/// How many single conditions an expression is made of.
fn conditions(expr: &Expr) -> usize {
    match &expr.node {
        Node::All(parts) | Node::Any(parts) => parts.iter().map(conditions).sum(),
        Node::Not(inner) => conditions(inner),
        _ => 1,
    }
}

fn compare(args: &Args, sources: &[RuleSource]) -> anyhow::Result<ExitCode> {
    let all: Vec<Rules> = sources.iter().map(super::rules).collect::<Result<_, _>>()?;
    let mut lines = Vec::new();
    let mut sound = true;
    for rules in &all {
        let ground = super::ground(super::material(rules)?)?;
        let found = statics(rules, &ground);
        let search = effect(&ground, &found.facts);
        let share = |s: usize| 100.0 * found.decided[s] as f64 / found.positions[s].max(1) as f64;
        let never = search.never[0] + search.never[1];
        let wrong = search.wrong[0] + search.wrong[1];
        let errors: u64 = found.wrong.iter().sum();
        sound &= errors == 0;
        // The leaves of a tree share its questions: one for each leaf, but for the first.
        let of = |r: &Rule| if r.in_tree { 1 } else { r.conditions.iter().map(conditions).sum() };
        let conditions: usize = rules.rules.iter().map(of).sum();
        if args.json {
            lines.push(json!({
                "theory": rules.file, "rules": rules.rules.len(), "conditions": conditions,
                "covered_white_to_move": share(0), "covered_black_to_move": share(1), "errors": errors,
                "plies_of_search": search.max_ply(), "never_decided": never, "wrong_after_search": wrong,
            }));
            continue;
        }
        let file = &rules.file;
        let rest = format!(
            "{:>5} {conditions:>10} {:>9.2} % {:>9.2} % {errors:>6} {:>6} {never:>6} {wrong:>6}",
            rules.rules.len(),
            share(0),
            share(1),
            search.max_ply()
        );
        lines.push(json!(format!("{file:<32} {rest}")));
    }
    if args.json {
        outln!("{}", serde_json::Value::Array(lines))?;
    } else {
        outln!(
            "{:<32} {:>5} {:>10} {:>11} {:>11} {:>6} {:>6} {:>6} {:>6}",
            "theory",
            "rules",
            "conditions",
            "White moves",
            "Black moves",
            "errors",
            "plies",
            "never",
            "wrong"
        )?;
        for line in &lines {
            outln!("{}", line.as_str().unwrap_or_default())?;
        }
        outln!(
            "(positions decided without search; then the depth of search that decides all that can be decided,"
        )?;
        outln!("positions that go round in circles, and wrong results after search)")?;
    }
    Ok(if sound { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}
