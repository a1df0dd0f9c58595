//! `philidor rules explain`

use std::{path::PathBuf, process::ExitCode};

use anyhow::Context;
use clap::Args as ClapArgs;
use philidor_chess::{
    diagram::{self, Marks, Tint},
    shakmaty::{Chess, Color, Move, Position, san::San},
    write_fen,
};
use philidor_rules::{
    ValidatedRules,
    explain::{Account, End, Explainer, Told},
};
use serde_json::{Value as Json, json};

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
    let tale = Tale::new(pos, &rules, asked)?;
    if let Some(path) = &args.svg {
        write_text(path, &tale.picture())?;
    }
    if args.json {
        outln!("{}", tale.json())?;
    } else {
        out!("{}", tale.text(&rules))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A move and what becomes of it.
struct Branch {
    mv: Move,
    /// Who wins after it.
    winner: Option<Color>,
    /// The account of the position after it, if the theory speaks of it.
    account: Option<Account>,
    after: Chess,
    end: End,
}

/// Everything there is to say.
struct Tale {
    pos: Chess,
    account: Account,
    others: Vec<Told>,
    asked: Option<Branch>,
    keeping: Vec<Move>,
    spoiling: Vec<Branch>,
}

impl Tale {
    fn new(pos: Chess, rules: &ValidatedRules, asked: Option<Move>) -> anyhow::Result<Tale> {
        let mut explainer = Explainer::new(rules);
        let account = story::account(&mut explainer, &pos, rules)?;
        let own = story::rule(&account.end).map(str::to_owned);
        let others = if account.line.is_empty() {
            explainer.all_told(&pos).into_iter().filter(|t| Some(&t.rule) != own.as_ref()).collect()
        } else {
            Vec::new()
        };
        let choices = explainer.choices(&pos).context("a position of this endgame")?;
        let mut branch = |mv: Move, winner| {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            let account = explainer.account(&after);
            let end = match &account {
                Some(account) => account.end.clone(),
                None => explainer.end(&after),
            };
            Branch { mv, winner, account, after, end }
        };
        let asked = asked.and_then(|mv| choices.iter().find(|c| c.mv == mv)).map(|c| branch(c.mv, c.winner));
        let keeping = choices.iter().filter(|c| c.winner == account.winner).map(|c| c.mv).collect();
        let spoiling =
            choices.iter().filter(|c| c.winner != account.winner).map(|c| branch(c.mv, c.winner)).collect();
        Ok(Tale { pos, account, others, asked, keeping, spoiling })
    }

    fn text(&self, rules: &ValidatedRules) -> String {
        let mut out = format!("{}\n\n", write_fen(&self.pos));
        out += &diagram::unicode(&self.pos, Color::White);
        out += &format!("\n{}\n", story::headline(&self.account, &self.pos, rules));
        if !self.account.line.is_empty() {
            out += &format!("Line: {}\n", story::san(&self.pos, &self.account.line));
        }
        out += &format!("{}\n", story::end(&self.account.end));
        for told in &self.others {
            out += &format!("Also \"{}\": {}.\n", told.rule, told.text);
        }
        if let Some(asked) = &self.asked {
            let verdict = if asked.winner == self.account.winner { "keeps the result" } else { "spoils it" };
            out += &format!("\n{} {verdict}: {}", self.san(asked.mv), self.branch(asked));
            return out;
        }
        let keeping: Vec<String> = self.keeping.iter().map(|&m| self.san(m)).collect();
        if !self.spoiling.is_empty() {
            out += &format!(
                "\nOnly {} keep{} the result.\n",
                keeping.join(", "),
                if keeping.len() == 1 { "s" } else { "" }
            );
            for branch in self.spoiling.iter().take(SHOWN) {
                out += &format!("  {}? {}", self.san(branch.mv), self.branch(branch));
            }
            if self.spoiling.len() > SHOWN {
                out += &format!("  and {} more moves spoil it\n", self.spoiling.len() - SHOWN);
            }
        }
        out
    }

    /// What happens after a move, in one line.
    fn branch(&self, branch: &Branch) -> String {
        let line = match &branch.account {
            Some(account) if !account.line.is_empty() => {
                format!("{}: ", story::san(&branch.after, &account.line))
            }
            _ => String::new(),
        };
        format!("{}. {line}{}\n", story::result(branch.winner), story::end(&branch.end))
    }

    fn san(&self, mv: Move) -> String {
        San::from_move(&self.pos, mv).to_string()
    }

    /// The position in which the deciding rule applies, its squares drawn.
    fn picture(&self) -> String {
        let (board, end) = match &self.asked {
            Some(branch) => match &branch.account {
                Some(account) => (account.last.board(), &branch.end),
                None => (branch.after.board(), &branch.end),
            },
            None => (self.account.last.board(), &self.account.end),
        };
        let mut marks = Marks::default().caption(story::end(end));
        if let End::Rule(told) = end {
            marks = marks.tint(told.zone, Tint::Key).tint(told.squares, Tint::Last);
        }
        diagram::svg(board, &marks)
    }

    fn json(&self) -> Json {
        let branch = |b: &Branch| {
            json!({
                "move": self.san(b.mv), "result": story::result(b.winner), "rule": story::rule(&b.end),
                "text": story::end(&b.end),
                "line": b.account.as_ref().map(|a| story::uci(&a.line)).unwrap_or_default(),
            })
        };
        let squares = |end: &End| match end {
            End::Rule(t) => (t.zone | t.squares).into_iter().map(|s| s.to_string()).collect::<Vec<_>>(),
            _ => Vec::new(),
        };
        json!({
            "fen": write_fen(&self.pos),
            "result": story::result(self.account.winner),
            "bounds": self.account.interval.to_string(),
            "plies": self.account.plies,
            "line": story::uci(&self.account.line),
            "rule": story::rule(&self.account.end),
            "text": story::end(&self.account.end),
            "squares": squares(&self.account.end),
            "also": self.others.iter().map(|t| json!({"rule": t.rule, "text": t.text})).collect::<Vec<_>>(),
            "keeping": self.keeping.iter().map(|&m| self.san(m)).collect::<Vec<_>>(),
            "spoiling": self.spoiling.iter().map(branch).collect::<Vec<_>>(),
            "asked": self.asked.as_ref().map(branch),
        })
    }
}
