//! `philidor explain`: what is going on in a position, or about a move in it.

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::{Context, ensure};
use clap::Args as ClapArgs;
use philidor_chess::{
    diagram::{self, Marks, Tint},
    parse_fen,
    shakmaty::{Chess, Color, Move, Position, Square},
};
use philidor_report::explanation::ExplanationAnswer;
use philidor_rules::RuleSource;
use philidor_session::{Engine, Explained, Session, Settings, budget::EXPLAIN_NODES};
use philidor_tutor::{
    Line,
    audit::AuditRecord,
    claim::{Claim, OnBoard as _, Statement},
    explain::{Explanation, Knowledge},
    plan::Policy,
    refine::Refinery,
    say::Told,
};

use crate::{
    moves::parse_move,
    output::{out, outln, write_text},
    tutor::{TutorArgs, failed},
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
    #[command(flatten)]
    tutor: TutorArgs,
    /// Positions searched in all
    #[arg(long, default_value_t = EXPLAIN_NODES, value_parser = clap::value_parser!(u64).range(1..=10_000_000_000))]
    nodes: u64,
    /// Expert rules from this folder (*.rules) instead of those that come with the program
    #[arg(long, value_name = "FOLDER")]
    rules: Option<PathBuf>,
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
    let given = args.line.as_deref().map(|text| line(&pos, text)).transpose()?;
    let subject = args.mv.as_deref().map(|text| parse_move(&pos, text)).transpose()?;
    let mut builder = args.tutor.session(args.nodes)?;
    if let Some(folder) = &args.rules {
        builder = builder.rules(rules(folder)?);
    }
    if let Some(command) = &args.second_opinion {
        builder = builder.engine(Engine::program(command, command));
    }
    let session = builder.build()?;
    let explained = match &given {
        Some(line) => session.explain_line(&pos, line),
        None => session.explain(&pos, subject),
    };
    let explained = explained.map_err(failed)?;
    let (told, text) = (&explained.explanation, &explained.text);
    if let Some(path) = &args.svg {
        write_text(path, &picture(told, text))?;
    }
    if args.json {
        outln!("{}", serde_json::to_string(&ExplanationAnswer::new(&explained))?)?;
        return Ok(ExitCode::SUCCESS);
    }
    let knowledge = args.audit.then(|| session.knowledge());
    out!("{}", page(told, text, knowledge.as_ref())?)?;
    if let Some(command) = &args.second_opinion {
        out!("{}", second_opinion(&session, command, &explained)?)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// What another engine says to our choice.
fn second_opinion(session: &Session, command: &str, explained: &Explained) -> anyhow::Result<String> {
    let settings = Settings { engine: Some(command.to_owned()), ..session.settings().clone() };
    session.with(settings)?.second_opinion(explained).map_err(failed)
}

/// Moves in a row, in SAN or UCI.
fn line(pos: &Chess, text: &str) -> anyhow::Result<Line> {
    let mut at = pos.clone();
    let mut moves = Vec::new();
    let words = text
        .split_whitespace()
        .map(|word| word.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start_matches(['.', '…']));
    for word in words.filter(|word| !word.is_empty()) {
        let mv = parse_move(&at, word).with_context(|| format!("move {} of --line", moves.len() + 1))?;
        at.play_unchecked(mv);
        moves.push(mv);
    }
    ensure!(!moves.is_empty(), "--line has no moves");
    Ok(Line::from_moves(pos, &moves)?)
}

/// The expert rules of a folder.
fn rules(folder: &Path) -> anyhow::Result<Refinery> {
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
