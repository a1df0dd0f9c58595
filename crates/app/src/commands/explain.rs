//! `philidor explain`: what is going on in a position, or about a move in it.

mod opinion;

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use anyhow::{Context, ensure};
use clap::Args as ClapArgs;
use philidor_chess::{
    diagram::{self, Marks, Tint},
    parse_fen,
    shakmaty::{Color, Move, Position, Square},
};
use philidor_know::eval::{Evaluation, Weights};
use philidor_rules::RuleSource;
use philidor_serve::answer::explanation::ExplanationAnswer;
use philidor_tutor::{
    analyst::Analyst,
    audit::AuditRecord,
    claim::{Claim, OnBoard as _, Statement},
    explain::{Explanation, Knowledge, explain, explain_line},
    look::Looker,
    plan::Policy,
    refine::Refinery,
    say::{Level, Told, Words, tell},
};

use crate::{
    endgames::Book,
    judges,
    moves::parse_move,
    output::{out, outln, write_text},
    uci_analyst::UciAnalyst,
};

/// Arguments of `explain`.
#[derive(ClapArgs)]
pub(crate) struct Args {
    /// The position, as FEN
    fen: String,
    /// Explain this move (e4, Kd5, e2e4)
    #[arg(long = "move", value_name = "MOVE")]
    mv: Option<String>,
    /// Explain the first of these moves by this line of yours ("Ra7 Bd3 O-O"); its score is still searched for
    #[arg(long, value_name = "MOVES", conflicts_with = "mv")]
    line: Option<String>,
    /// Also ask this UCI engine which move it prefers, and say so if it disagrees
    #[arg(long, value_name = "COMMAND", conflicts_with = "json")]
    second_opinion: Option<String>,
    /// For whom: beginner, club or master
    #[arg(long, default_value = "club")]
    level: String,
    /// The language: a code such as en or de, or a file of phrases of your own (.ftl)
    #[arg(long, default_value = "en")]
    lang: String,
    /// Positions searched in all
    #[arg(long, default_value_t = 500_000, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    nodes: u64,
    /// Ask this UCI engine for lines instead of our own
    #[arg(long, value_name = "COMMAND")]
    engine: Option<String>,
    /// The evaluation behind our own search: philidor, untuned, gnu-like, material or a weights file
    #[arg(long, default_value = judges::NAMES[0], value_name = "NAME")]
    eval: String,
    /// Expert rules from this folder (*.rules) instead of those that come with the program
    #[arg(long, value_name = "FOLDER")]
    rules: Option<PathBuf>,
    /// Chooses among phrases that mean the same
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Every claim with its evidence
    #[arg(long)]
    audit: bool,
    /// Draw the position with arrows
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// For programs
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let pos = parse_fen(&args.fen)?;
    let given = args.line.as_deref().map(|text| opinion::line(&pos, text)).transpose()?;
    let subject = args.mv.as_deref().map(|text| parse_move(&pos, text)).transpose()?;
    let level: Level = args.level.parse()?;
    let words = words(&args.lang)?;
    let knowledge = Knowledge {
        evaluation: features(&args.eval)?,
        rules: rules(args.rules.as_deref())?,
        endgames: Some(Box::new(Book::default())),
        ..Knowledge::ours()
    };
    let mut analyst = analyst(args)?;
    let told = match &given {
        Some(line) => explain_line(&pos, line, &mut *analyst, &knowledge)?,
        None => explain(&pos, subject, &mut *analyst, &knowledge)?,
    };
    let text = tell(&told, &words, level, args.seed);
    if let Some(path) = &args.svg {
        write_text(path, &picture(&told, &text))?;
    }
    if args.json {
        let answer = ExplanationAnswer::new(&told, &text, analyst.name(), args.nodes, level, &args.lang);
        outln!("{}", serde_json::to_string_pretty(&answer)?)?;
    } else {
        out!("{}", page(&told, &text, args.audit.then_some(&knowledge))?)?;
        if let Some(command) = &args.second_opinion {
            let mut second = UciAnalyst::start(command, args.nodes)?;
            out!("{}", opinion::second(&told, &mut second, &words, level)?)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The expert rules of a folder, or the shipped ones.
fn rules(folder: Option<&Path>) -> anyhow::Result<Refinery> {
    let Some(folder) = folder else { return Ok(Refinery::ours().clone()) };
    let failed = || format!("reading expert rules from {}", folder.display());
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .with_context(failed)?
        .map(|entry| entry.map(|e| e.path()))
        .collect::<Result<_, _>>()
        .with_context(failed)?;
    files.retain(|path| path.extension().is_some_and(|e| e == "rules"));
    files.sort();
    ensure!(!files.is_empty(), "{} holds no rule files (*.rules)", folder.display());
    let mut sources = Vec::new();
    for path in files {
        let bytes = std::fs::read(&path).with_context(failed)?;
        sources.push(RuleSource::from_bytes(&path.display().to_string(), bytes)?);
    }
    Ok(Refinery::new(&sources)?)
}

/// The words of a shipped language, or of a file.
pub(super) fn words(language: &str) -> anyhow::Result<Words> {
    let path = Path::new(language);
    if path.extension().is_none_or(|e| e != "ftl") {
        return Ok(Words::of(language)?);
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("reading words from {language}"))?;
    let name = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Words::new(&name, &text)?)
}

/// The evaluation whose features are named: the one that searches if it is made of our features, else ours.
fn features(name: &str) -> anyhow::Result<Evaluation> {
    Ok(match name {
        "untuned" => Evaluation::untuned(),
        _ if name.ends_with(".txt") => {
            let text =
                std::fs::read_to_string(name).with_context(|| format!("reading weights from {name}"))?;
            Evaluation::new("weights", Arc::new(Weights::parse(&text).with_context(|| format!("in {name}"))?))
        }
        _ => Evaluation::tuned(),
    })
}

fn analyst(args: &Args) -> anyhow::Result<Box<dyn Analyst>> {
    Ok(match &args.engine {
        Some(command) => Box::new(UciAnalyst::start(command, args.nodes)?),
        None => Box::new(Looker::new(judges::by_name(&args.eval)?, args.nodes)),
    })
}

/// For the terminal. Whoever knows exact values is asked again for an audit.
fn page(told: &Explanation, text: &Told, audit: Option<&Knowledge>) -> anyhow::Result<String> {
    let mut page = diagram::unicode(&told.position, Color::White);
    for section in &text.sections {
        page += &format!("\n{}\n", section.heading);
        for sentence in &section.sentences {
            page += &format!("  {}\n", sentence.text);
        }
    }
    if let Some(knowledge) = audit {
        page += "\nClaims\n";
        for (claim, text) in told.claims.iter().zip(&text.texts) {
            let verdict = AuditRecord::new(claim, "", Some(knowledge));
            page += &format!("  {} [{}]\n", text, place(claim));
            let line = claim.line.numbered(&told.position, claim.line.len()).join(" ");
            page += &format!("    after {} of: {}\n", claim.ply, if line.is_empty() { "-" } else { &line });
            page += &format!("    {}\n", serde_json::to_string(&claim.statement)?);
            page += &format!("    {} ({})\n", verdict.verdict, verdict.grounds.unwrap_or("false"));
        }
        for (claim, flaw) in &told.dropped {
            page += &format!("  dropped [{}]: {flaw}\n", place(claim));
        }
    }
    Ok(page)
}

/// What kind of claim it is, where it belongs, and whom it speaks for.
fn place(claim: &Claim) -> String {
    format!("{}, {:?}, {}", claim.statement.name(), claim.about, claim.side).to_lowercase()
}

/// The board with the move asked about, the best move and the threat.
fn picture(told: &Explanation, text: &Told) -> String {
    let mut marks = Marks::default();
    let squares = |mv: Move| (mv.from().unwrap_or(mv.to()), mv.to());
    let best = told.lines.first().and_then(|l| l.line.steps().first()).map(|s| s.mv);
    let mut arrow = |mv: Move, tint: Tint| {
        let (from, to) = squares(mv);
        marks = std::mem::take(&mut marks).arrow(from, to, tint);
    };
    if let Some(mv) = told.subject.filter(|&mv| Some(mv) != best) {
        let bad = told.claims.iter().any(|c| {
            matches!(c.statement, Statement::Better { .. }) && c.worth.0 >= Policy::ours().centipawns.bad
        });
        arrow(mv, if bad { Tint::Bad } else { Tint::Last });
    }
    if let Some(mv) = best {
        arrow(mv, Tint::Good);
    }
    for claim in &told.claims {
        if let Statement::Threat { mv, .. } = claim.statement {
            let (from, to) = (Square::from(mv.from), Square::from(mv.to));
            marks = std::mem::take(&mut marks).arrow(from, to, Tint::Bad);
        }
    }
    let mut said = text.sections.iter().flat_map(|s| &s.sentences);
    if let Some(first) = said.next() {
        marks = marks.caption(first.text.clone());
    }
    diagram::svg(told.position.board(), &marks)
}
