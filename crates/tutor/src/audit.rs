//! Claims handed to the independent checker, and what it said. What it rejects is dropped and counted ([`Audited`]); nothing that was not
//! checked reaches a reader.

use philidor_chess::{
    shakmaty::{Chess, Move},
    write_fen,
};
use philidor_verify::{Grounds, Oracle, verify};

use crate::claim::Claim;

/// Claims that passed, and those that did not.
#[derive(Debug, Clone, Default)]
pub struct Audited {
    /// True, each with how far that was checked, in the order they came.
    pub kept: Vec<(Claim, Grounds)>,
    /// False, each with the reason in words.
    pub dropped: Vec<(Claim, String)>,
}

/// Checks claims; `previous` is the move before the position they speak of, if it is known.
pub fn audit(previous: Option<(&Chess, Move)>, claims: Vec<Claim>, oracle: Option<&dyn Oracle>) -> Audited {
    let before = previous.filter(|(_, mv)| mv.is_capture()).map(|(before, _)| write_fen(before));
    let mut audited = Audited::default();
    for claim in claims {
        let claim = Claim { before: before.clone(), ..claim };
        match verify(&claim, oracle) {
            Ok(grounds) => audited.kept.push((claim, grounds)),
            Err(flaw) => audited.dropped.push((claim, flaw.to_string())),
        }
    }
    audited
}

/// A claim with the checker's verdict, as a line of an audit.
#[derive(Debug, Clone, serde::Serialize)]
pub struct AuditRecord {
    /// `true`, or what is wrong.
    pub verdict: String,
    /// How far it was checked: `board`, `table`, `line` or `numbers`; nothing if it is false.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grounds: Option<&'static str>,
    /// What a reader is told; empty if it is not said.
    pub text: String,
    /// The claim.
    pub claim: Claim,
}

impl AuditRecord {
    /// Checks a claim and writes down what was found.
    pub fn new(claim: &Claim, text: impl Into<String>, oracle: Option<&dyn Oracle>) -> AuditRecord {
        let verdict = verify(claim, oracle);
        AuditRecord {
            grounds: verdict.as_ref().ok().map(|grounds| grounds.name()),
            verdict: verdict.map_or_else(|flaw| flaw.to_string(), |_| "true".to_owned()),
            text: text.into(),
            claim: claim.clone(),
        }
    }
}
