//! What is said about one move.

use philidor_chess::shakmaty::{Chess, Color, Move, Position};
use philidor_know::search::Score;

use super::{Book, Note};
use crate::{
    audit::{Audited, audit},
    claim::{About, Claim, Evidence, Fact, Goal, Margin, Variation, Worth},
    envision::Envisioned,
    explain::{
        Knowledge, MoveContext, REPLY_CP, SAME_CP, after_move, claims_about_move, plans, standing, threat,
    },
    judge::{Judgement, Phase},
    line::Line,
    look::Look,
    opening::Openings,
    relevance::{Moment, Relevance},
    say::{Commentator, Level, Remark},
    select::{DECIDED_PERCENT, Reason, Values},
    study::{Played, Study},
};

/// Moves of a better line that are shown.
const SHOWN_PLIES: usize = 8;
/// Points of winning chances by which a good move must beat all others to be marked.
const GOOD_PERCENT: f64 = 15.0;

/// Who speaks, and what the reader knows already.
pub struct Voice<'w> {
    pub(super) commentator: Commentator<'w>,
    /// What a master would speak of.
    relevance: &'w Relevance,
    /// How the game was last said to stand, and at which move.
    standing: Option<(Margin, Color, Score, usize)>,
    /// The name of the opening that was said last.
    named: Option<String>,
    /// Lasting assets that were mentioned.
    told: Vec<(String, Color)>,
}

/// How a game stands is said again if that has another name and is so many centipawns away.
const STANDING_CP: Score = 45;
/// Plies of the game within which its opening is worth naming.
const OPENING_PLIES: usize = 24;
/// Plies after which the reader may be reminded.
const STANDING_AGAIN: usize = 4;

/// A move to comment on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Counted from 0.
    pub(super) index: usize,
    /// Why something is said.
    pub(super) reason: Option<Reason>,
    /// The phase after it.
    pub(super) phase: Phase,
    /// What the selector sees of it.
    pub(super) values: Values,
}

impl<'w> Voice<'w> {
    /// A voice for one game.
    pub fn new(commentator: Commentator<'w>) -> Voice<'w> {
        let relevance = Relevance::ours();
        Voice { commentator, relevance, standing: None, named: None, told: Vec::new() }
    }

    /// The same voice with other weights for what is worth saying.
    #[must_use]
    pub fn with_relevance(mut self, relevance: &'w Relevance) -> Voice<'w> {
        self.relevance = relevance;
        self
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
    Place { index, reason, phase, values }: Place,
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
    let Audited { kept, dropped } = claims_of(study, index, book, knowledge, voice);
    let claims: Vec<Claim> = kept.iter().map(|(claim, _)| claim.clone()).collect();
    let moment = Moment { phase, error: note.judgement.is_some(), best: played.is_best(), values };
    let decided = |chance: f64| !(100.0 - DECIDED_PERCENT..=DECIDED_PERCENT).contains(&chance);
    let line = played.line();
    let remark = Remark {
        start: &played.before.pos,
        mv,
        reply: &line[1..],
        claims: &claims,
        judgement: note.judgement,
        decided: decided(played.chance_before()) && decided(played.chance_after()),
        score: own_score(&played),
        relevance: voice.relevance,
        moment,
    };
    let (comment, said) = voice.commentator.remark(&remark);
    for claim in said.iter().map(|&at| &claims[at]) {
        match &claim.fact {
            Fact::Standing { margin, score } => voice.standing = Some((*margin, claim.side, *score, index)),
            Fact::Opening { name, .. } => voice.named = Some(name.clone()),
            Fact::Concept { name, .. } if claim.about == About::Position => {
                voice.told.push((name.clone(), claim.side));
            }
            _ => {}
        }
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
    note.moment = Some(moment);
    note.checked = kept;
    note.dropped = dropped;
    note
}

/// Everything that can be said about the move, from the lines of the study.
fn claims_of(
    study: &Study,
    index: usize,
    book: Option<&Book>,
    knowledge: &Knowledge,
    voice: &Voice<'_>,
) -> Audited {
    let played = study.played(index);
    let start = &played.before.pos;
    let Some(best) = &played.before.best else { return Audited::default() };
    let moves = played.line();
    let Ok(line) = Line::from_moves(start, &moves) else { return Audited::default() };
    let score = if played.is_best() { best.score } else { own_score(&played) };
    let look = Look { line, score };
    let best = if played.is_best() { &look } else { best };
    let previous = before_exchange(study, index);
    let other = if played.is_best() {
        played.before.second.as_ref().map(|l| l.score)
    } else {
        played.before.best.as_ref().map(|l| l.score)
    };
    let reply = other_reply(&played);
    let context = MoveContext { start, best, played: &look, other, reply: reply.as_ref(), previous };
    let mut claims = claims_about_move(&context, knowledge);
    // The plan in the line after the move.
    let env = Envisioned::new(&knowledge.evaluation, start, &moves);
    let own = |c: &Claim| c.side == played.mover() && c.ply > 1 && !is_first_move(c);
    let mut intended: Vec<Claim> = plans(&env).into_iter().filter(own).collect();
    if let Some(reply) = &reply {
        let steps: Vec<Move> = reply.line.steps().iter().map(|s| s.mv).collect();
        let others = plans(&Envisioned::new(&knowledge.evaluation, start, &steps));
        let lasting = |c: &Claim| others.iter().any(|o| o.side == c.side && o.fact == c.fact);
        if intended.iter().any(lasting) {
            intended.retain(lasting);
        } else {
            // A plan against one of the replies is a plan too, but where a single man goes is none.
            intended.retain(|c| {
                !matches!(c.fact, Fact::Plan(Goal::Occupy { .. } | Goal::Advance { lever: false, .. }))
            });
        }
    }
    claims.extend(intended);
    if !played.is_best() {
        let steps = best.line.steps().iter().map(|s| s.mv);
        let better = Envisioned::new(&knowledge.evaluation, start, &steps.collect::<Vec<_>>());
        claims.extend(plans(&better).into_iter().filter(own).map(|c| c.placed(About::Alternative)));
    }
    // What lasts: once in a game.
    let news = |c: &Claim| match &c.fact {
        Fact::Concept { name, .. } => !voice.told.iter().any(|(n, side)| n == name && *side == c.side),
        _ => false,
    };
    claims.extend(knowledge.rules.assets(&env, 1).into_iter().filter(news));
    if let Some(look) = &played.after.threat {
        claims.extend(threat(start, moves.first().copied(), look, played.after.score, knowledge));
    }
    claims.extend(how_it_stands(&played, &moves, voice));
    claims.extend(alternative(&played, &look));
    claims.extend(name_of_opening(study, index, book, knowledge.openings, voice));
    audit(start, previous, claims, Some(knowledge))
}

/// The move before and its position. The middle of an exchange is no beginning: what was taken back before is not won or lost by
/// this move.
fn before_exchange(study: &Study, index: usize) -> Option<(&Chess, Move)> {
    let last = study.played(index.checked_sub(1)?);
    let mv = last.ply.as_move()?;
    let earlier = index.checked_sub(2).and_then(|at| study.plies[at].as_move());
    let took_back = earlier.is_some_and(|e| e.is_capture() && mv.is_capture() && e.to() == mv.to());
    (!took_back).then_some((&last.before.pos, mv))
}

/// The line with another reply, if one is about as good as the best.
fn other_reply(played: &Played<'_>) -> Option<Look> {
    let second = played.after.second.as_ref().filter(|s| played.after.score - s.score <= REPLY_CP)?;
    after_move(&played.before.pos, played.ply.as_move()?, second)
}

/// What the first move of the line does is no plan.
fn is_first_move(claim: &Claim) -> bool {
    let (Some(mv), Fact::Plan(goal)) = (claim.line.moves.first(), &claim.fact) else { return false };
    match goal {
        Goal::Advance { from, to, .. } | Goal::Occupy { from, to, .. } | Goal::Develop { from, to, .. } => {
            mv.from() == Some(*from) && mv.to() == *to
        }
        Goal::Exchange { .. } => claim.ply == 2,
        Goal::Castle(_) | Goal::Manoeuvre { .. } => false,
    }
}

/// The best move was played, or one as good: what else there was.
fn alternative(played: &Played<'_>, look: &Look) -> Option<Claim> {
    if !played.is_best() {
        return equally_good(played, look);
    }
    let second = played.before.second.as_ref()?;
    let other = second.line.steps().first()?.mv;
    let (mv, us) = (played.ply.as_move()?, played.mover());
    let fact = Fact::Better { mv, other, score: look.score, other_score: second.score };
    let line = Variation::of(look.line.steps().iter().map(|s| s.mv));
    let worth = Worth((look.score - second.score).clamp(0, 1000));
    Some(Claim::new(About::Alternative, fact, us, &played.before.pos, line, 1, worth))
}

/// Another move would have been as good: closer than [`SAME_CP`], or it is called better elsewhere.
fn equally_good(played: &Played<'_>, look: &Look) -> Option<Claim> {
    let best = played.before.best.as_ref()?;
    let (mv, other) = (best.line.steps().first()?.mv, played.ply.as_move()?);
    let (score, other_score) = (best.score, look.score);
    if !(0..SAME_CP).contains(&(score - other_score)) {
        return None;
    }
    let fact = Fact::Better { mv, other, score, other_score };
    let line = Variation::of(best.line.steps().iter().map(|s| s.mv));
    Some(Claim::new(About::Alternative, fact, played.mover(), &played.before.pos, line, 1, Worth(0)))
}

/// The move that leaves the table of openings, or one that reaches a position with a name that was not said yet; later the name of the
/// opening, if nothing was said of it.
fn name_of_opening(
    study: &Study,
    index: usize,
    book: Option<&Book>,
    openings: &Openings,
    voice: &Voice<'_>,
) -> Option<Claim> {
    let book = book.filter(|book| index <= book.left_at || voice.named.is_none() && index < OPENING_PLIES)?;
    let (leaves, reaches) = (index == book.left_at, index < book.left_at);
    let mv = study.plies[index].as_move()?;
    let opening = if reaches { openings.name(&study.views[index + 1].pos)? } else { &book.opening };
    if !leaves && voice.named.as_ref() == Some(&opening.name) {
        return None;
    }
    let (eco, name) = (opening.eco.clone(), opening.name.clone());
    // What is reached is named by its position; what was left, by the moves before.
    let played = study.plies[..index].iter().filter_map(|ply| ply.as_move());
    let game = if reaches { Vec::new() } else { played.collect() };
    let ply = usize::from(reaches);
    let pos = &study.views[index].pos;
    let fact = Fact::Opening { eco: eco.clone(), name: name.clone(), game, leaves };
    let claim = Claim::new(About::Position, fact, pos.turn(), pos, Variation::of([mv]), ply, Worth(0));
    Some(claim.with([Evidence::Opening { eco, name }]))
}

/// The score after the move, for the mover.
fn own_score(played: &Played<'_>) -> i32 {
    -played.after.score
}

/// How the game stands now, if that is news.
fn how_it_stands(played: &Played<'_>, moves: &[Move], voice: &Voice<'_>) -> Option<Claim> {
    let look = played.after.best.as_ref()?;
    let claim = standing(&played.after.pos, &Look { line: look.line.clone(), score: played.after.score });
    let Fact::Standing { margin, score } = claim.fact else { return None };
    let news = match voice.standing {
        None => margin != Margin::Equal,
        Some((before, side, said, at)) => {
            let said = if side == claim.side { said } else { -said };
            let renamed = before != margin || side != claim.side && margin != Margin::Equal;
            renamed && (score - said).abs() >= STANDING_CP || played.index >= at + STANDING_AGAIN
        }
    };
    if !news {
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
