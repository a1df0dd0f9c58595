//! Claims handed to the independent checker, and what it said.
//!
//! This is the only place where the tutor and `philidor_verify` meet: a claim is written down as data
//! ([`assertion`]), the checker reads it without knowing how it was made. What it rejects is dropped and counted
//! ([`Audited`]); nothing that was not checked reaches a reader.

mod translate;

use philidor_chess::shakmaty::{Chess, Move};
use philidor_verify::{Grounds, Oracle, Verdict, verify};

pub use self::translate::assertion;
use crate::claim::{Claim, ClaimRecord};

/// Claims that passed, and those that did not.
#[derive(Debug, Clone, Default)]
pub struct Audited {
    /// True, each with how far that was checked, in the order they came.
    pub kept: Vec<(Claim, Grounds)>,
    /// False, each with the reason in words.
    pub dropped: Vec<(Claim, String)>,
}

/// Checks claims about `start`; `previous` is the move before, if it is known.
pub fn audit(
    start: &Chess,
    previous: Option<(&Chess, Move)>,
    claims: Vec<Claim>,
    oracle: Option<&dyn Oracle>,
) -> Audited {
    let mut audited = Audited::default();
    for claim in claims {
        match check(start, previous, &claim, oracle) {
            Ok(grounds) => audited.kept.push((claim, grounds)),
            Err(flaw) => audited.dropped.push((claim, flaw.to_string())),
        }
    }
    audited
}

/// Checks one claim.
pub fn check(
    start: &Chess,
    previous: Option<(&Chess, Move)>,
    claim: &Claim,
    oracle: Option<&dyn Oracle>,
) -> Verdict {
    verify(&assertion(start, previous, claim), oracle)
}

/// Keeps the claims that are true; says how many were not.
pub fn keep_true(start: &Chess, previous: Option<(&Chess, Move)>, claims: &mut Vec<Claim>) -> usize {
    let before = claims.len();
    claims.retain(|claim| check(start, previous, claim, None).is_ok());
    before - claims.len()
}

/// A claim as a line of an audit.
#[derive(Debug, Clone, serde::Serialize)]
pub struct AuditRecord {
    /// `true`, or what is wrong.
    pub verdict: String,
    /// How far it was checked: `board`, `table`, `line` or `numbers`; nothing if it is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grounds: Option<&'static str>,
    /// The claim as the checker read it.
    pub assertion: philidor_verify::Assertion,
    /// The claim as programs read it.
    pub claim: ClaimRecord,
}

impl AuditRecord {
    /// Checks a claim and writes down what was found.
    pub fn new(
        start: &Chess,
        previous: Option<(&Chess, Move)>,
        claim: &Claim,
        text: impl Into<String>,
        oracle: Option<&dyn Oracle>,
    ) -> AuditRecord {
        let assertion = assertion(start, previous, claim);
        let verdict = verify(&assertion, oracle);
        AuditRecord {
            grounds: verdict.as_ref().ok().map(|grounds| grounds.name()),
            verdict: verdict.map_or_else(|flaw| flaw.to_string(), |_| "true".to_owned()),
            assertion,
            claim: ClaimRecord::new(claim, text),
        }
    }
}
