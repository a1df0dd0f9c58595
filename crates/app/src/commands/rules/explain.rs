//! `philidor rules explain`

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::{
    diagram::{self, Marks, Tint},
    shakmaty::{Color, Position},
    write_fen,
};
use philidor_report::{
    san,
    tale::{self, Branch, Tale},
};
use philidor_rules::{ValidatedRules, explain::End};

use super::story;
use crate::{
    moves::parse_move,
    output::{out, outln, write_text},
};

/// Moves that spoil the result shown at most.
const SHOWN: usize = 6;

/// Arguments of `rules explain`.
#[derive(ClapArgs)]
#[command(after_help = "Examples:\n  philidor rules explain \"8/8/4k3/8/4K3/8/4P3/8 w - - 0 1\"\n  \
philidor rules explain \"8/8/4k3/8/4K3/8/4P3/8 w - - 0 1\" --move Kd4 --svg board.svg")]
pub(crate) struct Args {
    /// The position
    fen: String,
    /// Explain this move (e4, Kd5, e2e4)
    #[arg(long = "move", value_name = "MOVE")]
    mv: Option<String>,
    /// A rule file instead of the theory that comes with the program
    #[arg(long, value_name = "FILE")]
    rules: Option<String>,
    /// Draw the position in which the rule applies, with its squares
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let (pos, rules) = story::position(&args.fen, args.rules.as_deref())?;
    let asked = args.mv.as_deref().map(|text| parse_move(&pos, text)).transpose()?;
    let tale = Tale::new(pos, &rules, asked).with_context(|| story::left_out(&rules))?;
    if let Some(path) = &args.svg {
        write_text(path, &picture(&tale))?;
    }
    if args.json {
        outln!("{}", serde_json::to_string(&tale.answer(&rules))?)?;
    } else {
        out!("{}", text(&tale, &rules))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// For a terminal.
fn text(tale: &Tale, rules: &ValidatedRules) -> String {
    let mut out = format!("{}\n\n", write_fen(&tale.pos));
    out += &diagram::unicode(&tale.pos, Color::White);
    out += &format!("\n{}\n", tale::headline(&tale.account, &tale.pos, rules));
    if !tale.account.line.is_empty() {
        out += &format!("Line: {}\n", san(&tale.pos, &tale.account.line));
    }
    out += &format!("{}\n", tale::end(&tale.account.end));
    for told in &tale.others {
        out += &format!("Also \"{}\": {}.\n", told.rule, told.text);
    }
    if let Some(asked) = &tale.asked {
        let verdict = if asked.winner == tale.account.winner { "keeps the result" } else { "spoils it" };
        out += &format!("\n{} {verdict}: {}", tale.san(asked.mv), after(asked));
        return out;
    }
    let keeping: Vec<String> = tale.keeping.iter().map(|&m| tale.san(m)).collect();
    if !tale.spoiling.is_empty() {
        out += &format!(
            "\nOnly {} keep{} the result.\n",
            keeping.join(", "),
            if keeping.len() == 1 { "s" } else { "" }
        );
        for branch in tale.spoiling.iter().take(SHOWN) {
            out += &format!("  {}? {}", tale.san(branch.mv), after(branch));
        }
        if tale.spoiling.len() > SHOWN {
            out += &format!("  and {} more moves spoil it\n", tale.spoiling.len() - SHOWN);
        }
    }
    out
}

/// What happens after a move, in one line.
fn after(branch: &Branch) -> String {
    let line = match &branch.account {
        Some(account) if !account.line.is_empty() => {
            format!("{}: ", san(&branch.after, &account.line))
        }
        _ => String::new(),
    };
    format!("{}. {line}{}\n", tale::result(branch.winner), tale::end(&branch.end))
}

/// The position in which the deciding rule applies, its squares drawn.
fn picture(tale: &Tale) -> String {
    let (board, end) = match &tale.asked {
        Some(branch) => match &branch.account {
            Some(account) => (account.last.board(), &branch.end),
            None => (branch.after.board(), &branch.end),
        },
        None => (tale.account.last.board(), &tale.account.end),
    };
    let mut marks = Marks::default().caption(tale::end(end));
    if let End::Rule(told) = end {
        marks = marks.tint(told.zone, Tint::Key).tint(told.squares, Tint::Last);
    }
    diagram::svg(board, &marks)
}
