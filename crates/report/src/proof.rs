//! Proofs of rules without a table, and certificates that were checked.

use std::path::Path;

use philidor_rules::{
    certificate::{Checked, Refuted},
    prove::Proof,
};
use serde_json::{Value, json};

fn proved(proof: &Proof) -> usize {
    proof.rules.iter().filter(|r| r.failures == 0).count()
}

/// How far a proof came, for programs.
pub fn json(proof: &Proof) -> Value {
    let rules: Vec<Value> = proof
        .rules
        .iter()
        .map(|r| json!({"name": r.rule, "claims": r.claims, "failures": r.failures, "examples": r.examples}))
        .collect();
    let done = proof.is_complete();
    json!({"proved": proved(proof), "complete": done, "from_rules": proof.from_rules, "drawn": proof.drawn, "won": proof.won, "rules": rules})
}

/// How far a proof came, for a terminal.
pub fn text(proof: &Proof) -> String {
    let mut out = String::new();
    for rule in proof.rules.iter().filter(|rule| rule.failures > 0) {
        out += &format!(
            "{:?}: not proved at {} of {} positions, such as\n",
            rule.rule, rule.failures, rule.claims
        );
        rule.examples.iter().for_each(|fen| out += &format!("  {fen}\n"));
    }
    if !proof.from_rules {
        out += &format!("{} of {} rules hold at every position\n", proved(proof), proof.rules.len());
        if proof.is_complete() {
            out += &format!(
                "the certificate has a reason for each of {} drawn and {} won positions, and for all they lead to;\n\
                 it needs no table and no trust in this program's solver: philidor rules check --certificate FILE\n",
                proof.drawn, proof.won
            );
        }
        return out;
    }
    out + &format!(
        "{} of {} rules proved without a table\n\
         draws: a closed set of {} positions; wins: {} positions with a measure that sinks\n",
        proved(proof),
        proof.rules.len(),
        proof.drawn,
        proof.won
    )
}

/// Where questions for a solver were written, for a terminal.
pub fn questions_text(path: &Path, count: usize) -> String {
    let path = path.display();
    format!("{count} questions: {path}\na solver of SMT-LIB 2 has to answer each with unsat: z3 {path}\n")
}

/// Whether a certificate holds, for programs.
pub fn certificate_json(checked: &Result<Checked, Refuted>) -> Value {
    match checked {
        Ok(done) => json!({"holds": true, "drawn": done.drawn, "won": done.won, "claims": done.claims}),
        Err(error) => json!({"holds": false, "why": error.to_string()}),
    }
}

/// Whether a certificate holds, for a terminal.
pub fn certificate_text(checked: &Result<Checked, Refuted>) -> String {
    match checked {
        Ok(done) => format!(
            "the certificate holds: {} positions drawn, {} won, {} claims of rules follow",
            done.drawn, done.won, done.claims
        ),
        Err(error) => format!("the certificate does not hold: {error}"),
    }
}
