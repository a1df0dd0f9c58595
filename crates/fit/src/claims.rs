//! How many of the tutor's claims the independent checker finds true, and how many false ones it lets through.

use std::collections::BTreeMap;

use philidor_chess::{
    shakmaty::{Chess, Move},
    write_fen,
};
use philidor_session::Session;
use philidor_tutor::{
    analyst::AnalystError,
    claim::Claim,
    explain::{Explanation, Knowledge, MoveContext, claims_about_move},
};
use philidor_verify::{Grounds, Oracle, mutants, verify};
use serde::{Deserialize, Serialize};
use serde_json::json;

/// A position from a file, with the move played there and the one before.
#[derive(Debug, Clone)]
pub struct Item {
    /// The position.
    pub pos: Chess,
    /// The move played in it.
    pub mv: Move,
    /// The position before, and the move that led here.
    pub previous: Option<(Chess, Move)>,
}

/// How closely to look.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options {
    /// Also corrupt each true claim in several ways, and count what is noticed.
    pub mutants: bool,
    /// List what was dropped, and the mutants that were not noticed.
    pub list: bool,
}

/// What was found for claims of one kind.
#[derive(Debug, Default, Clone, Serialize, Deserialize)]
pub struct Tally {
    /// Claims made.
    pub claims: u64,
    /// Those that were dropped.
    pub failed: u64,
    /// Those that the board shows.
    pub board: u64,
    /// Those that rest on the line.
    pub line: u64,
    /// False claims made of the true ones.
    pub mutants: u64,
    /// Those of them that were noticed.
    pub killed: u64,
}

impl Tally {
    fn add(&mut self, other: &Tally) {
        self.claims += other.claims;
        self.failed += other.failed;
        self.board += other.board;
        self.line += other.line;
        self.mutants += other.mutants;
        self.killed += other.killed;
    }
}

/// Tallies by kind; the failures and the mutants that were not noticed, if they are to be listed.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Found {
    /// By kind of statement.
    pub kinds: BTreeMap<String, Tally>,
    /// Mutants by statement and field: noticed, made.
    pub fields: BTreeMap<String, (u64, u64)>,
    /// What was dropped, and why.
    pub failures: Vec<String>,
    /// Mutants that were not noticed.
    pub survivors: Vec<String>,
}

impl Found {
    /// Both together.
    #[must_use]
    pub fn merge(mut self, other: &Found) -> Found {
        for (kind, tally) in &other.kinds {
            self.kinds.entry(kind.clone()).or_default().add(tally);
        }
        for (field, (killed, made)) in &other.fields {
            let sum = self.fields.entry(field.clone()).or_default();
            sum.0 += killed;
            sum.1 += made;
        }
        self.failures.extend(other.failures.iter().cloned());
        self.survivors.extend(other.survivors.iter().cloned());
        self
    }

    /// All kinds together.
    pub fn total(&self) -> Tally {
        let mut sum = Tally::default();
        self.kinds.values().for_each(|tally| sum.add(tally));
        sum
    }

    fn check(&mut self, claim: &Claim, options: Options, oracle: &dyn Oracle) {
        let kind = claim.statement.name();
        let tally = self.kinds.entry(kind.to_owned()).or_default();
        tally.claims += 1;
        match verify(claim, Some(oracle)) {
            Ok(grounds) => {
                tally.board += u64::from(grounds == Grounds::Board);
                tally.line += u64::from(grounds == Grounds::Line);
                for (what, mutant) in if options.mutants { mutants(claim) } else { Vec::new() } {
                    tally.mutants += 1;
                    let killed = verify(&mutant, Some(oracle)).is_err();
                    tally.killed += u64::from(killed);
                    let field = self.fields.entry(what.to_string()).or_default();
                    field.0 += u64::from(killed);
                    field.1 += 1;
                    if !killed && options.list {
                        self.survivors.push(format!("{what} {}", json!(mutant)));
                    }
                }
            }
            Err(flaw) => {
                tally.failed += 1;
                if options.list {
                    self.failures.push(format!("{kind}: {flaw} {}", json!(claim)));
                }
            }
        }
    }
}

/// Checks what is said about the position, about the move played in it, and about the move in its game.
pub fn check(session: &Session, item: &Item, options: Options) -> Result<Found, AnalystError> {
    let session = session.isolated();
    let knowledge = session.knowledge();
    let mut found = Found::default();
    for (claim, previous) in claims(&session, item, &knowledge)? {
        // What was taken just before is not won by taking back.
        let taken = item.previous.as_ref().filter(|(_, mv)| previous && mv.is_capture());
        let before = taken.map(|(before, _)| write_fen(before));
        found.check(&Claim { before, ..claim }, options, &knowledge);
    }
    Ok(found)
}

/// All claims about a position, those that were dropped as well; with the last of them the move before is known.
fn claims(session: &Session, item: &Item, knowledge: &Knowledge) -> Result<Vec<(Claim, bool)>, AnalystError> {
    let told = session.explain(&item.pos, None)?.explanation;
    let mut claims: Vec<(Claim, bool)> = all_of(told).map(|claim| (claim, false)).collect();
    let asked = session.explain(&item.pos, Some(item.mv))?.explanation;
    if let (Some(best), Some(played)) = (asked.lines.first(), &asked.played) {
        let other = asked.lines.iter().find(|look| look.first() != Some(item.mv)).map(|look| look.score);
        let previous = item.previous.as_ref().map(|(before, mv)| (before, *mv));
        let context =
            MoveContext { start: &item.pos, best, played, other, reply: None, idea: None, previous };
        claims.extend(claims_about_move(&context, knowledge).into_iter().map(|claim| (claim, true)));
    }
    claims.extend(all_of(asked).map(|claim| (claim, false)));
    Ok(claims)
}

/// All claims, those that were dropped as well.
fn all_of(told: Explanation) -> impl Iterator<Item = Claim> {
    told.claims.into_iter().chain(told.dropped.into_iter().map(|(claim, _)| claim))
}
