//! Why a position is won or drawn, by the rules of its endgame.

use philidor_chess::{
    Material,
    diagram::{self, Marks, Tint},
    shakmaty::{Bitboard, Chess, Color, Move, Position, san::San},
    write_fen,
};
use philidor_rules::{
    Tongue, ValidatedRules,
    explain::{Account, End, Explainer, Told},
};
use philidor_truth::Interval;
use serde::Serialize;

use super::{san, ucis};

/// A move and what becomes of it.
pub struct Branch {
    /// The move.
    pub mv: Move,
    /// Who wins after it.
    pub winner: Option<Color>,
    /// The account of the position after it, if the theory speaks of it.
    pub account: Option<Account>,
    /// The position after it.
    pub after: Chess,
    /// How it ends.
    pub end: End,
}

/// Moves that spoil the result shown at most.
const SHOWN: usize = 6;

/// Everything there is to say.
pub struct Tale {
    /// The position.
    pub pos: Chess,
    /// Its account.
    pub account: Account,
    /// Other rules that apply.
    pub others: Vec<Told>,
    /// The move that was asked about.
    pub asked: Option<Branch>,
    /// Moves that keep the result.
    pub keeping: Vec<Move>,
    /// Moves that do not.
    pub spoiling: Vec<Branch>,
    /// The language in which it is told.
    pub tongue: &'static Tongue,
}

/// Why there is no explanation by rules.
#[derive(Debug, thiserror::Error)]
pub enum NoTale {
    /// The position lies outside of the theory.
    #[error("the theory of {material} does not speak of this position: {domain}")]
    Silent {
        /// The theory.
        material: Material,
        /// What it speaks of.
        domain: String,
    },
    /// The rules do not decide it soon enough.
    #[error("no rule decides this position within {positions} positions of search")]
    Spent {
        /// Positions that were looked at.
        positions: u64,
    },
    /// Somebody stopped the work.
    #[error("the search was stopped")]
    Stopped,
}

impl Tale {
    /// Explains a position, looking at no more than about so many positions.
    pub fn new(
        pos: Chess,
        rules: &ValidatedRules,
        asked: Option<Move>,
        positions: u64,
        tongue: &'static Tongue,
    ) -> Result<Tale, NoTale> {
        let mut explainer = Explainer::new(rules).speaking(tongue);
        explainer.limit(positions);
        let told = Tale::told(pos, &mut explainer, asked);
        if rules.below().is_stopped() {
            return Err(NoTale::Stopped);
        }
        told.ok_or_else(|| {
            let domain = rules.rules().subject.domain.as_ref();
            let domain = domain.map_or("", |d| d.span.text(&rules.rules().source)).to_owned();
            let material = rules.material();
            if explainer.is_spent() {
                NoTale::Spent { positions }
            } else {
                NoTale::Silent { material, domain }
            }
        })
    }

    fn told(pos: Chess, explainer: &mut Explainer<'_>, asked: Option<Move>) -> Option<Tale> {
        let account = explainer.account(&pos)?;
        let own = rule(&account.end).map(str::to_owned);
        let others = if account.line.is_empty() {
            explainer.all_told(&pos).into_iter().filter(|t| Some(&t.rule) != own.as_ref()).collect()
        } else {
            Vec::new()
        };
        let choices = explainer.choices(&pos).unwrap_or_default();
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
        Some(Tale { pos, account, others, asked, keeping, spoiling, tongue: explainer.tongue() })
    }

    /// A move of the position in notation.
    pub fn san(&self, mv: Move) -> String {
        San::from_move(&self.pos, mv).to_string()
    }

    /// As data.
    pub fn answer(&self, rules: &ValidatedRules) -> TheoryAnswer {
        let branch = |b: &Branch| BranchAnswer {
            mv: self.san(b.mv),
            result: result(b.winner),
            rule: rule(&b.end).map(str::to_owned),
            text: end(&b.end, self.tongue),
            line: b.account.as_ref().map(|a| ucis(&a.line)).unwrap_or_default(),
            squares: squares(&b.end),
        };
        let told = |t: &Told| Reason {
            rule: t.rule.clone(),
            text: t.text.clone(),
            zone: names(t.zone),
            squares: names(t.squares),
        };
        TheoryAnswer {
            fen: write_fen(&self.pos),
            headline: headline(&self.account, &self.pos, rules, self.tongue),
            result: result(self.account.winner),
            bounds: self.account.interval.to_string(),
            plies: self.account.plies,
            line: ucis(&self.account.line),
            line_san: san(&self.pos, &self.account.line),
            last_fen: write_fen(&self.account.last),
            rule: rule(&self.account.end).map(str::to_owned),
            text: end(&self.account.end, self.tongue),
            squares: squares(&self.account.end),
            zone: match &self.account.end {
                End::Rule(told) => names(told.zone),
                _ => Vec::new(),
            },
            also: self.others.iter().map(told).collect(),
            keeping: self.keeping.iter().map(|&m| self.san(m)).collect(),
            spoiling: self.spoiling.iter().map(branch).collect(),
            asked: self.asked.as_ref().map(branch),
        }
    }
}

/// A move and what becomes of it, as data.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct BranchAnswer {
    /// In standard notation.
    #[serde(rename = "move")]
    pub mv: String,
    /// `White wins`, `Black wins` or `draw`.
    pub result: &'static str,
    /// The rule that decides.
    pub rule: Option<String>,
    /// Why, in words.
    pub text: String,
    /// Play from there, as interfaces write moves.
    pub line: Vec<String>,
    /// The squares that matter.
    pub squares: Vec<String>,
}

/// A rule that applies, with this position's men and squares.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reason {
    /// Its name.
    pub rule: String,
    /// Its reason.
    pub text: String,
    /// The squares of sets it speaks of.
    pub zone: Vec<String>,
    /// Single squares it speaks of.
    pub squares: Vec<String>,
}

/// A position explained by the rules of its endgame.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TheoryAnswer {
    /// The position.
    pub fen: String,
    /// Who wins and how that is known, in a sentence.
    pub headline: String,
    /// `White wins`, `Black wins` or `draw`.
    pub result: &'static str,
    /// What is known of the distance.
    pub bounds: String,
    /// Plies of search that were needed; none for a draw by repetition.
    pub plies: Option<u8>,
    /// Best play to where a rule decides, as interfaces write moves.
    pub line: Vec<String>,
    /// The same in notation.
    pub line_san: String,
    /// The position in which the line ends.
    pub last_fen: String,
    /// The rule that decides there.
    pub rule: Option<String>,
    /// Its reason, in words.
    pub text: String,
    /// All squares it speaks of.
    pub squares: Vec<String>,
    /// Of those, the squares of sets.
    pub zone: Vec<String>,
    /// Other rules that apply.
    pub also: Vec<Reason>,
    /// Moves that keep the result.
    pub keeping: Vec<String>,
    /// Moves that do not, and why.
    pub spoiling: Vec<BranchAnswer>,
    /// The move that was asked about.
    pub asked: Option<BranchAnswer>,
}

fn names(squares: Bitboard) -> Vec<String> {
    squares.into_iter().map(|s| s.to_string()).collect()
}

fn squares(end: &End) -> Vec<String> {
    match end {
        End::Rule(t) => names(t.zone | t.squares),
        _ => Vec::new(),
    }
}

/// `White wins`, `Black wins` or `draw`.
pub fn result(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "White wins",
        Some(Color::Black) => "Black wins",
        None => "draw",
    }
}

/// The same in some language.
fn told_result(winner: Option<Color>, tongue: &Tongue) -> String {
    let name = match winner {
        Some(Color::White) => "white-wins",
        Some(Color::Black) => "black-wins",
        None => "draw",
    };
    tongue.phrase(name, &[])
}

/// Who wins, and within which bounds.
pub fn headline(account: &Account, pos: &Chess, rules: &ValidatedRules, tongue: &Tongue) -> String {
    let measure = rules.rules().subject.measure.name();
    let bounds = if [Interval::WIN, Interval::LOSS, Interval::DRAW].contains(&account.interval) {
        String::new()
    } else {
        tongue.phrase("bounds", &[("bounds", &account.interval.to_string()), ("measure", measure)])
    };
    let turn = tongue.phrase(pos.turn().fold_wb("white-to-move", "black-to-move"), &[]);
    let found = match account.plies {
        None => tongue.phrase("found-circles", &[]),
        Some(0) => tongue.phrase("found-at-once", &[]),
        Some(u8::MAX) => tongue.phrase("found-everything", &[]),
        Some(n) => tongue.phrase("found-ahead", &[("n", &n.to_string())]),
    };
    let result = told_result(account.winner, tongue);
    let holes = [("result", &*result), ("turn", &turn), ("bounds", &bounds), ("found", &found)];
    tongue.phrase(if account.winner.is_some() { "headline-win" } else { "headline-draw" }, &holes)
}

/// How a line ends, in words.
pub fn end(end: &End, tongue: &Tongue) -> String {
    match end {
        End::Rule(told) => told_rule("rule", told, tongue),
        End::Mate => tongue.phrase("mate", &[]),
        End::Stalemate => tongue.phrase("stalemate", &[]),
        End::Table(m) if *m == Material::KK => tongue.phrase("kings", &[]),
        End::Table(m) => tongue.phrase("table", &[("ending", &m.canonical().to_string())]),
        End::Repetition => tongue.phrase("repetition", &[]),
    }
}

/// A reason as a sentence.
fn told_rule(phrase: &str, told: &Told, tongue: &Tongue) -> String {
    capitalised(&tongue.phrase(phrase, &[("rule", &told.rule), ("text", &told.text)]))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The rule that decides.
pub fn rule(end: &End) -> Option<&str> {
    match end {
        End::Rule(told) => Some(&told.rule),
        _ => None,
    }
}

impl Tale {
    /// For a terminal.
    pub fn text(&self, rules: &ValidatedRules) -> String {
        let mut out = format!("{}\n\n", write_fen(&self.pos));
        out += &diagram::unicode(&self.pos, Color::White);
        let tongue = self.tongue;
        let say = |name, holes: &[(&str, &str)]| tongue.phrase(name, holes) + "\n";
        out += &format!("\n{}\n", headline(&self.account, &self.pos, rules, tongue));
        if !self.account.line.is_empty() {
            out += &say("line", &[("line", &san(&self.pos, &self.account.line))]);
        }
        out += &format!("{}\n", end(&self.account.end, tongue));
        for told in &self.others {
            out += &(told_rule("also", told, tongue) + "\n");
        }
        if let Some(asked) = &self.asked {
            let name = if asked.winner == self.account.winner { "keeps" } else { "spoils" };
            out.push('\n');
            out += &tongue.phrase(name, &[("move", &self.san(asked.mv)), ("after", &after(asked, tongue))]);
            return out;
        }
        let keeping: Vec<String> = self.keeping.iter().map(|&m| self.san(m)).collect();
        if !self.spoiling.is_empty() {
            let name = if keeping.len() == 1 { "only-one" } else { "only-some" };
            out.push('\n');
            out += &say(name, &[("moves", &keeping.join(", "))]);
            for branch in self.spoiling.iter().take(SHOWN) {
                out += &format!("  {}? {}", self.san(branch.mv), after(branch, tongue));
            }
            if self.spoiling.len() > SHOWN {
                out += &format!("  {}", say("more", &[("n", &(self.spoiling.len() - SHOWN).to_string())]));
            }
        }
        out
    }

    /// The position in which the deciding rule applies, its squares drawn.
    pub fn picture(&self) -> String {
        let (board, end) = match &self.asked {
            Some(branch) => match &branch.account {
                Some(account) => (account.last.board(), &branch.end),
                None => (branch.after.board(), &branch.end),
            },
            None => (self.account.last.board(), &self.account.end),
        };
        let mut marks = Marks::default().caption(self::end(end, self.tongue));
        if let End::Rule(told) = end {
            marks = marks.tint(told.zone, Tint::Key).tint(told.squares, Tint::Last);
        }
        diagram::svg(board, &marks)
    }
}

/// What happens after a move, in one line.
fn after(branch: &Branch, tongue: &Tongue) -> String {
    let line = match &branch.account {
        Some(account) if !account.line.is_empty() => {
            format!("{}: ", san(&branch.after, &account.line))
        }
        _ => String::new(),
    };
    let result = capitalised(&told_result(branch.winner, tongue));
    format!("{result}. {line}{}\n", end(&branch.end, tongue))
}

/// The value of a position by rules and search.
pub struct Solved<'a> {
    /// The position.
    pub pos: &'a Chess,
    /// What was found.
    pub account: &'a Account,
    /// The theory.
    pub rules: &'a ValidatedRules,
    /// The language in which it is told.
    pub tongue: &'static Tongue,
}

impl Solved<'_> {
    /// For programs; `fen` is the position as it was asked.
    pub fn json(&self, fen: &str) -> serde_json::Value {
        let Solved { account, rules, .. } = self;
        serde_json::json!({
            "fen": fen, "result": result(account.winner), "bounds": account.interval.to_string(),
            "measure": rules.rules().subject.measure.name(), "plies": account.plies, "nodes": account.nodes,
            "line": ucis(&account.line), "end": end(&account.end, self.tongue), "rule": rule(&account.end),
        })
    }

    /// For a terminal.
    pub fn text(&self) -> String {
        let Solved { pos, account, rules, tongue } = self;
        let mut out = format!("{}\n", headline(account, pos, rules, tongue));
        if !account.line.is_empty() {
            out += &(tongue.phrase("line", &[("line", &san(pos, &account.line))]) + "\n");
        }
        out += &format!("{}\n", end(&account.end, tongue));
        out + &tongue.phrase("looked-at", &[("n", &account.nodes.to_string())]) + "\n"
    }
}
