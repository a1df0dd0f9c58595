//! What is said about one move.

use philidor_chess::shakmaty::{Move, Position};

use super::{Book, Note};
use crate::{
    audit::keep_true,
    claim::{About, Claim, Fact, Margin, Variation, Worth},
    envision::Envisioned,
    explain::{Knowledge, MoveContext, claims_about_move, plans, standing},
    judge::Judgement,
    line::Line,
    look::Look,
    say::{Commentator, Level, Remark},
    select::{DECIDED_PERCENT, Reason},
    study::{Played, Study},
};

/// Moves of a better line that are shown.
const SHOWN_PLIES: usize = 8;
/// Points of winning chances by which a good move must beat all others to be marked.
const GOOD_PERCENT: f64 = 15.0;

/// Who speaks, and what the reader knows already.
pub struct Voice<'w> {
    pub(super) commentator: Commentator<'w>,
    /// How the game was last said to stand.
    standing: Option<(Margin, philidor_chess::shakmaty::Color)>,
}

impl<'w> Voice<'w> {
    /// A voice for one game.
    pub fn new(commentator: Commentator<'w>) -> Voice<'w> {
        Voice { commentator, standing: None }
    }

    /// How readily it speaks; 1 is a master's own density.
    pub(super) fn density(&self) -> f64 {
        match self.commentator.level() {
            Level::Beginner => 1.15,
            Level::Club => 1.0,
            Level::Master => 0.9,
        }
    }
}

/// The note on move `index`.
pub(super) fn note(
    study: &Study,
    index: usize,
    reason: Option<Reason>,
    book: Option<&Book>,
    knowledge: &Knowledge,
    voice: &mut Voice<'_>,
) -> Note {
    let played = study.played(index);
    let verdict = played.verdict();
    let mut note = Note {
        reason,
        judgement: verdict.map(|v| v.judgement),
        mate: verdict.and_then(|v| v.mate),
        ..Note::default()
    };
    let Some(mv) = played.ply.as_move() else { return note };
    // What theory plays is not marked, whatever a short search thinks of it.
    let theory = book.is_some_and(|book| index < book.left_at);
    if !theory {
        note.nag = note.judgement.map(Judgement::nag).or_else(|| praise(&played));
    }
    if note.judgement.is_some() && !theory {
        note.better = better_line(&played);
        note.arrows.push((from(mv), mv.to(), false));
        note.arrows.extend(note.better.first().map(|&mv| (from(mv), mv.to(), true)));
    }
    if reason.is_none() {
        return note;
    }
    let claims = claims_of(study, index, book, knowledge, voice);
    let decided = |chance: f64| !(100.0 - DECIDED_PERCENT..=DECIDED_PERCENT).contains(&chance);
    let remark = Remark {
        start: &played.before.pos,
        mv,
        claims: &claims,
        judgement: note.judgement,
        decided: decided(played.chance_before()) && decided(played.chance_after()),
    };
    let (comment, said) = voice.commentator.remark(&remark);
    if let Some(claim) = said.iter().map(|&at| &claims[at]).find(|c| matches!(c.fact, Fact::Standing { .. }))
        && let Fact::Standing { margin, .. } = claim.fact
    {
        voice.standing = Some((margin, claim.side));
    }
    note.squares = said
        .iter()
        .map(|&at| &claims[at])
        .filter(|c| {
            c.ply <= 1 && matches!(c.fact, Fact::Feature { .. } | Fact::Concept { .. } | Fact::Deed(_))
        })
        .flat_map(Claim::squares)
        .take(4)
        .collect();
    note.squares.sort_unstable();
    note.squares.dedup();
    let with_words = |at: usize| {
        let claim = claims[at].clone();
        let text = voice.commentator.alone(&played.before.pos, &claim);
        (claim, text)
    };
    note.claims = said.into_iter().map(with_words).collect();
    note.comment = comment;
    note
}

/// Everything that can be said about the move, from the lines of the study.
fn claims_of(
    study: &Study,
    index: usize,
    book: Option<&Book>,
    knowledge: &Knowledge,
    voice: &Voice<'_>,
) -> Vec<Claim> {
    let played = study.played(index);
    let start = &played.before.pos;
    let Some(best) = &played.before.best else { return Vec::new() };
    let moves = played.line();
    let Ok(line) = Line::from_moves(start, &moves) else { return Vec::new() };
    let score = if played.is_best() { best.score } else { own_score(&played) };
    let look = Look { line, score };
    let best = if played.is_best() { &look } else { best };
    let previous = index.checked_sub(1).map(|i| study.played(i));
    let previous = previous.and_then(|p| Some((&p.before.pos, p.ply.as_move()?)));
    let other = if played.is_best() {
        played.before.second.as_ref().map(|l| l.score)
    } else {
        played.before.best.as_ref().map(|l| l.score)
    };
    let context = MoveContext { start, best, played: &look, other, previous };
    let mut claims = claims_about_move(&context, knowledge);
    // The plan in the line after the move.
    let env = Envisioned::new(&knowledge.evaluation, start, &moves);
    claims.extend(plans(&env).into_iter().filter(|c| c.side == played.mover() && c.ply > 1));
    claims.extend(how_it_stands(&played, &moves, voice));
    claims.extend(alternative(&played, &look));
    claims.extend(name_of_opening(study, index, book));
    keep_true(start, previous, &mut claims);
    claims
}

/// The best move was played: what else there was.
fn alternative(played: &Played<'_>, look: &Look) -> Option<Claim> {
    if !played.is_best() {
        return None;
    }
    let second = played.before.second.as_ref()?;
    let other = second.line.steps().first()?.mv;
    let (mv, us) = (played.ply.as_move()?, played.mover());
    let fact = Fact::Better { mv, other, score: look.score, other_score: second.score };
    let line = Variation::of(look.line.steps().iter().map(|s| s.mv));
    let worth = Worth((look.score - second.score).clamp(0, 1000));
    Some(Claim::new(About::Alternative, fact, us, &played.before.pos, line, 1, worth))
}

/// The position before the move is the last one of the game that has a name.
fn name_of_opening(study: &Study, index: usize, book: Option<&Book>) -> Option<Claim> {
    let book = book.filter(|book| index == book.reached_at)?;
    let fact = Fact::Opening { eco: book.opening.eco.clone(), name: book.opening.name.clone() };
    let pos = &study.views[index].pos;
    Some(Claim::new(About::Position, fact, pos.turn(), pos, Variation::here(), 0, Worth(0)))
}

/// The score after the move, for the mover.
fn own_score(played: &Played<'_>) -> i32 {
    -played.after.score
}

/// How the game stands now, if that is news.
fn how_it_stands(played: &Played<'_>, moves: &[Move], voice: &Voice<'_>) -> Option<Claim> {
    let look = played.after.best.as_ref()?;
    let claim = standing(&played.after.pos, &Look { line: look.line.clone(), score: played.after.score });
    let Fact::Standing { margin, .. } = claim.fact else { return None };
    let before = voice.standing.map(|(m, side)| (m, if m == Margin::Equal { claim.side } else { side }));
    if before == Some((margin, claim.side)) || before.is_none() && margin == Margin::Equal {
        return None;
    }
    let line = Variation::of(moves.iter().copied());
    Some(Claim::new(About::Position, claim.fact, claim.side, &played.before.pos, line, 1, claim.worth))
}

/// What should have been played, as far as it is shown.
fn better_line(played: &Played<'_>) -> Vec<Move> {
    let steps = played.before.best.iter().flat_map(|look| look.line.steps());
    steps.map(|s| s.mv).take(SHOWN_PLIES).collect()
}

/// A glyph for a good move that was hard to replace: `!`, or `!!` for a sound sacrifice.
fn praise(played: &Played<'_>) -> Option<u16> {
    let mv = played.ply.as_move()?;
    let pos = &played.before.pos;
    let forced = pos.is_check() || pos.legal_moves().len() <= 3;
    let gap = played.gap()?;
    let decided = !(100.0 - DECIDED_PERCENT..=DECIDED_PERCENT).contains(&played.chance_before());
    if !played.is_best() || forced || decided || gap < GOOD_PERCENT || mv.is_capture() {
        return None;
    }
    Some(1)
}

fn from(mv: Move) -> philidor_chess::shakmaty::Square {
    mv.from().unwrap_or(mv.to())
}
