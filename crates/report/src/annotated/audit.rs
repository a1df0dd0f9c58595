//! `annotate --audit`: every claim of a game with its evidence and the checker's verdict.

use philidor_tutor::{
    annotate::{Annotated, Note},
    audit::AuditRecord,
    claim::Claim,
    explain::Knowledge,
    say::Voice,
};
use serde::Serialize;

/// The claims about one move.
#[derive(Debug, Clone, Serialize)]
pub struct Move {
    /// Counted from 1.
    ply: usize,
    /// With its number.
    san: String,
    /// What was printed.
    comment: String,
    claims: Vec<Row>,
}

/// A claim and what became of it.
#[derive(Debug, Clone, Serialize)]
struct Row {
    /// It is in the comment.
    said: bool,
    #[serde(flatten)]
    record: AuditRecord,
}

/// All commented moves of a game.
pub fn moves(annotated: &Annotated, voice: &Voice<'_>, knowledge: &Knowledge) -> Vec<Move> {
    let study = &annotated.study;
    let rows = |index: usize, note: &Note| -> Vec<Row> {
        let start = &study.views[index].pos;
        let row = |claim: &Claim| {
            let text = voice.alone(start, claim);
            let said = note.claims.iter().any(|(said, _)| said == claim);
            Row { said, record: AuditRecord::new(claim, text, Some(knowledge)) }
        };
        let kept = note.checked.iter().map(|(claim, _)| claim);
        kept.chain(note.dropped.iter().map(|(claim, _)| claim)).map(row).collect()
    };
    let noted = annotated.notes.iter().enumerate().filter(|(_, note)| note.reason.is_some());
    noted
        .map(|(index, note)| {
            let node = annotated.game.node(study.nodes[index]);
            let san = format!("{}{}", node.label(), node.san);
            Move { ply: index + 1, san, comment: note.comment(), claims: rows(index, note) }
        })
        .collect()
}

/// The same for people.
pub fn text(annotated: &Annotated, moves: &[Move]) -> String {
    use std::fmt::Write;
    let tag = |name: &str| annotated.game.tag(name).unwrap_or("?").to_owned();
    let mut out = format!("{} - {}\n", tag("White"), tag("Black"));
    let all = || moves.iter().flat_map(|mv| &mv.claims);
    for mv in moves {
        let _ = writeln!(out, "\n{}  {}", mv.san, mv.comment);
        for row in &mv.claims {
            let record = &row.record;
            let verdict = record.grounds.unwrap_or("false");
            let said = if row.said { "said" } else { "" };
            let text = if record.text.is_empty() { "(no words)" } else { &record.text };
            let claim = &record.claim;
            let _ = writeln!(out, "  {verdict:<8} {said:<5} {:<16} {text}", claim.statement.name());
            let line: Vec<String> = claim.line.entries().iter().map(ToString::to_string).collect();
            let statement = serde_json::to_string(&claim.statement).unwrap_or_default();
            let _ = writeln!(out, "           after {} of [{}] {statement}", claim.ply, line.join(" "));
            if record.grounds.is_none() {
                let _ = writeln!(out, "           dropped: {}", record.verdict);
            }
        }
    }
    let dropped = all().filter(|row| row.record.grounds.is_none()).count();
    let said = all().filter(|row| row.said).count();
    let _ = writeln!(out, "\n{} claims, {said} said, {dropped} dropped\n", all().count());
    out
}
