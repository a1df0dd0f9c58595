//! How the tutor's first choice is told: with a tested reason, with what its line brings, with what it does at once, or with nothing but a verdict.
//!
//! Positions are taken from games, one of each, chosen by a seed. Where there is little to explain (a single legal move, a man taken back, a
//! way out of check) the position is counted apart.

use std::fmt;

use anyhow::ensure;
use philidor_chess::{pgn::Game, shakmaty::Position as _, write_fen};
use philidor_session::{Explained, Session};
use philidor_stats::Rng;
use philidor_tutor::{claim::Statement, look::Look, plan::PartKind, say::Sentence};
use serde::Serialize;

use crate::judge::{Place, sample};

/// Kinds of things said of a first choice, the strongest first.
pub(crate) const KINDS: [&str; 4] = [
    "first choice told with a tested reason",
    "  else with what its line brings",
    "  else with what it does at once",
    "  else with nothing but a verdict and a line",
];

/// The strongest kind of thing that an explanation says of its move: a place in [`KINDS`].
pub(crate) fn kind(explained: &Explained) -> usize {
    let told = &explained.explanation;
    let kind = |at: &usize| match told.claims[*at].statement {
        Statement::Reason { .. }
        | Statement::Threat { .. }
        | Statement::Material { .. }
        | Statement::Mate { .. }
        | Statement::Sacrifice { .. }
        | Statement::Device { .. }
        | Statement::Pitfall { .. }
        | Statement::Endgame { .. }
        | Statement::Zugzwang { .. } => 0,
        Statement::Concept { .. } | Statement::Feature { .. } | Statement::Plan { .. } => 1,
        Statement::Effect { .. } => 2,
        _ => 3,
    };
    let said = |about: &[PartKind]| {
        let sections = explained.text.sections.iter().filter(|section| about.contains(&section.kind));
        let claims = sections.flat_map(|section| &section.sentences).flat_map(|sentence| &sentence.claims);
        claims.map(kind).min().unwrap_or(3)
    };
    // That a move is the only one is shown by what the natural others run into.
    let only = sentences(explained)
        .flat_map(|sentence| &sentence.claims)
        .any(|&at| matches!(told.claims[at].statement, Statement::OnlyMove { .. }));
    match only {
        true => said(&[PartKind::Move, PartKind::Alternative, PartKind::Beware]),
        false => said(&[PartKind::Move, PartKind::Alternative]),
    }
}

fn sentences(explained: &Explained) -> impl Iterator<Item = &Sentence> {
    let about = |kind: PartKind| matches!(kind, PartKind::Move | PartKind::Alternative);
    let sections = explained.text.sections.iter().filter(move |section| about(section.kind));
    sections.flat_map(|section| &section.sentences)
}

/// A first choice in words.
#[derive(Debug, Clone, Serialize)]
pub struct Case {
    /// The position.
    pub fen: String,
    /// The move.
    pub mv: String,
    /// The strongest kind of thing that is said: 0 a tested reason … 3 nothing.
    pub kind: usize,
    /// There is little to explain.
    pub plain: bool,
    /// What is said.
    pub said: String,
}

/// All of them.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Told {
    /// One for each position.
    pub cases: Vec<Case>,
}

impl Told {
    /// How many cases of a kind there are, with much to explain or with little.
    pub fn count(&self, kind: usize, plain: bool) -> usize {
        self.cases.iter().filter(|case| (case.kind, case.plain) == (kind, plain)).count()
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (plain, name) in
            [(false, "with something to explain"), (true, "one legal move, taking back or out of check")]
        {
            let all = self.cases.iter().filter(|case| case.plain == plain).count();
            writeln!(f, "positions {name}: {all}")?;
            for (kind, text) in KINDS.into_iter().enumerate() {
                let count = self.count(kind, plain);
                let share = 100.0 * count as f64 / all.max(1) as f64;
                writeln!(f, "{text:<44} {count:>6} of {all} ({share:.1} %)")?;
            }
        }
        Ok(())
    }
}

/// Explains the first choice in one position of each of `count` games, chosen by `seed`.
pub fn told(
    session: &Session,
    games: &[Game],
    (count, seed): (usize, u64),
    tell: &mut dyn FnMut(),
) -> anyhow::Result<Told> {
    let mut out = Told::default();
    let mut rng = Rng::new(seed);
    let places = sample(games, seed);
    let order: Vec<usize> = (0..places.len()).collect();
    for at in rng.draw(&order, count) {
        let Place { pos, previous, .. } = &places[at];
        ensure!(!session.is_stopped(), "interrupted after {} positions", out.cases.len());
        let Some(mv) = session.explain(pos, None)?.explanation.lines.first().and_then(Look::first) else {
            continue;
        };
        let explained = session.explain(pos, Some(mv))?;
        let back = previous.is_some_and(|last| last.is_capture() && mv.is_capture() && last.to() == mv.to());
        let plain = back || pos.is_check() || pos.legal_moves().len() == 1;
        let said: Vec<&str> = sentences(&explained).map(|sentence| sentence.text.as_str()).collect();
        let (fen, kind) = (write_fen(pos), kind(&explained));
        out.cases.push(Case { fen, mv: mv.to_string(), kind, plain, said: said.join(" ") });
        tell();
    }
    Ok(out)
}
