//! What is said about one move.

use super::{
    Book, Note,
    back::{Back, march},
    level,
};
use crate::{
    audit::{Audited, audit},
    claim::{About, Claim, Margin, Score as Rated, Statement, Worth, claim, limits, line_of, passed, score},
    envision::Envisioned,
    explain::{
        Knowledge, MoveContext, after_move, claims_about_move, failures, is_taken, later, of_played,
        shared_plans, standing, structure, threat,
    },
    judge::{Judgement, Phase},
    line::Line,
    look::Look,
    opening::Openings,
    plan::{Policy, Scene, Subject, choose, of_move, people},
    relevance::{Moment, Relevance},
    say::{Level, Voice, Words},
    select::{DECIDED_PERCENT, Reason, Values},
    sight::{exchange, value},
    study::{Played, Study},
};
use philidor_chess::shakmaty::{Chess, Move, Position, Role, Square};

/// Who speaks, and what the reader knows already.
pub struct Narrator<'w> {
    pub(super) voice: Voice<'w>,
    /// What a master would speak of.
    relevance: &'w Relevance,
    /// What is said to whom.
    pub(super) policy: &'w Policy,
    /// How the game was last said to stand, and at which move.
    standing: Option<(Margin, philidor_claims::Color, Rated, usize)>,
    /// The name of the opening that was said last.
    named: Option<String>,
    /// Lasting assets that were mentioned.
    told: Vec<(String, philidor_claims::Color)>,
    /// What a later comment can refer back to.
    back: Back,
    /// Claims are made of every move, also where nothing is said.
    thorough: bool,
}

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

impl<'w> Narrator<'w> {
    /// A narrator for one game.
    pub fn new(words: &'w Words, level: Level, seed: u64) -> Narrator<'w> {
        Narrator {
            voice: Voice::new(words, level, seed),
            relevance: Relevance::ours(),
            policy: Policy::ours(),
            standing: None,
            named: None,
            told: Vec::new(),
            back: Back::default(),
            thorough: false,
        }
    }

    /// The same, but notes on moves of which nothing is said hold their claims too.
    #[must_use]
    pub fn thorough(mut self) -> Narrator<'w> {
        self.thorough = true;
        self
    }

    /// The same with other weights for what is worth saying.
    #[must_use]
    pub fn with_relevance(mut self, relevance: &'w Relevance) -> Narrator<'w> {
        self.relevance = relevance;
        self
    }

    /// How readily it speaks; 1 is a master's own density.
    pub(super) fn density(&self) -> f64 {
        self.policy.breadth(self.voice.level()).density
    }

    /// Remembers what the reader has been told.
    fn remember(&mut self, claim: &Claim, index: usize) {
        match &claim.statement {
            Statement::Standing { margin, score } => {
                self.standing = Some((*margin, claim.side, *score, index));
            }
            Statement::Opening { name, .. } => self.named = Some(name.clone()),
            Statement::Structure { name, .. } => self.told.push((name.clone(), claim.side)),
            Statement::Concept { name, .. } if claim.about == About::Position => {
                self.told.push((name.clone(), claim.side));
            }
            _ => {}
        }
        self.back.remember(claim, index);
    }
}

/// The note on move `index`.
pub(super) fn note(
    study: &Study,
    Place { index, reason, phase, values }: Place,
    book: Option<&Book>,
    knowledge: &Knowledge,
    narrator: &mut Narrator<'_>,
) -> Note {
    let played = study.played(index);
    let verdict = played.verdict();
    let crowd = knowledge.people.as_deref();
    let judgement = verdict.map(|v| v.judgement);
    let mut note = Note {
        reason,
        judgement: judgement.map(|found| crowd.map_or(found, |crowd| level::judged(found, &played, crowd))),
        mate: verdict.and_then(|v| v.mate),
        ..Note::default()
    };
    let Some(mv) = played.ply.as_move() else { return note };
    // What theory plays is not marked, whatever a short search thinks of it.
    let theory = book.is_some_and(|book| index < book.left_at);
    if !theory {
        let praise = || praise(&played, narrator.policy);
        let praised =
            || crowd.map_or_else(praise, |crowd| level::praised(praise(), &played, crowd, narrator.policy));
        note.nag = note.judgement.map(Judgement::nag).or_else(praised);
    }
    if note.judgement.is_some() && !theory {
        note.better = better_line(&played, narrator.policy.plies.better);
        note.arrows.push((from(mv), mv.to(), false));
        note.arrows.extend(note.better.first().map(|&mv| (from(mv), mv.to(), true)));
    }
    if reason.is_none() && !narrator.thorough {
        return note;
    }
    let Audited { kept, dropped } = claims_of(study, index, book, knowledge, narrator);
    if reason.is_none() {
        (note.checked, note.dropped) = (kept, dropped);
        return note;
    }
    let claims: Vec<Claim> = kept.iter().map(|(claim, _)| claim.clone()).collect();
    let moment = Moment { phase, error: note.judgement.is_some(), best: played.is_best(), values };
    let decided = |chance: f64| !(100.0 - DECIDED_PERCENT..=DECIDED_PERCENT).contains(&chance);
    let line = played.line();
    let subject = Subject {
        mv,
        line: &line,
        judgement: note.judgement,
        decided: decided(played.chance_before()) && decided(played.chance_after()),
        score: own_score(&played),
        relevance: Some((narrator.relevance, moment)),
    };
    let (level, policy) = (narrator.voice.level(), narrator.policy);
    let scene = Scene {
        position: &played.before.pos,
        claims: &claims,
        lines: &[],
        subject: Some(subject),
        level,
        policy,
    };
    let (mut points, others) = of_move(&scene);
    points.extend(others);
    let mut points = choose(&scene, points);
    points.extend(people(&scene));
    note.sentences = points.iter().filter_map(|point| narrator.voice.sentence(&scene, point)).collect();
    note.sentences.extend(narrator.back.comes_true(&mut narrator.voice, study, index));
    let mut said: Vec<usize> = note.sentences.iter().flat_map(|s| s.claims.iter().copied()).collect();
    said.sort_unstable();
    said.dedup();
    for &at in &said {
        narrator.remember(&claims[at], index);
    }
    note.squares =
        said.iter().map(|&at| &claims[at]).filter(|c| c.ply <= 1).flat_map(pointed_at).take(4).collect();
    note.squares.sort_unstable();
    note.squares.dedup();
    // Sentences speak of the claims that the note keeps.
    for place in note.sentences.iter_mut().flat_map(|s| s.claims.iter_mut()) {
        *place = said.partition_point(|at| at < place);
    }
    let with_words = |&at: &usize| {
        let claim = claims[at].clone();
        let text = narrator.voice.alone(&played.before.pos, &claim);
        (claim, text)
    };
    note.claims = said.iter().map(with_words).collect();
    note.moment = Some(moment);
    note.checked = kept;
    note.dropped = dropped;
    note
}

/// The squares that a claim points at on the board as it stands.
fn pointed_at(claim: &Claim) -> Vec<Square> {
    match claim.statement {
        Statement::Feature { .. }
        | Statement::Concept { .. }
        | Statement::Effect { .. }
        | Statement::Reason { .. } => claim.squares().iter().map(Square::from).collect(),
        _ => Vec::new(),
    }
}

/// Everything that can be said about the move, from the lines of the study.
fn claims_of(
    study: &Study,
    index: usize,
    book: Option<&Book>,
    knowledge: &Knowledge,
    narrator: &Narrator<'_>,
) -> Audited {
    let played = study.played(index);
    let start = &played.before.pos;
    let Some(best) = &played.before.best else { return Audited::default() };
    let moves = played.line();
    let Ok(line) = Line::from_moves(start, &moves) else { return Audited::default() };
    let score = if played.is_best() { best.score } else { own_score(&played) };
    let look = Look { line, score };
    let taken = is_taken(&look);
    let best = if played.is_best() { &look } else { best };
    let previous = before_exchange(study, index);
    let other = if played.is_best() {
        played.before.second.as_ref().map(|l| l.score)
    } else {
        played.before.best.as_ref().map(|l| l.score)
    };
    let reply = other_reply(&played);
    let context = MoveContext {
        start,
        best,
        played: &look,
        other,
        reply: reply.as_ref(),
        idea: played.before.threat.as_ref(),
        previous,
    };
    let mut claims = claims_about_move(&context, knowledge);
    // What people would have played instead.
    if context.is_as_good() {
        let natural: Vec<&Look> = played.before.natural.iter().collect();
        claims.extend(failures(start, &natural, best.score, knowledge));
    }
    // The plan in the line after the move.
    let env = Envisioned::new(&knowledge.evaluation, start, &moves);
    claims.extend(later(played.mover(), intended(study, index, &look, reply.as_ref(), knowledge)));
    claims.extend(march(study, index));
    // What lasts: once in a game.
    let news = |c: &Claim| match &c.statement {
        Statement::Concept { name, .. } => {
            !narrator.told.iter().any(|(n, side)| n == name && *side == c.side)
        }
        _ => false,
    };
    claims.extend(knowledge.rules.assets(&env, 1).into_iter().filter(news));
    if let Some(look) = played.after.threat.as_ref().filter(|_| !taken) {
        claims.extend(threat(start, moves.first().copied(), look, played.after.score, knowledge));
    }
    claims.extend(of_played(start, &look, other, knowledge));
    claims.extend(how_it_stands(&played, &moves, narrator));
    let lasting = lasting_structure(study, index, narrator);
    if let Some(structure) = &lasting {
        let same = |c: &Claim| c.side == structure.side;
        claims.extend(crate::practice::after(start, moves.first().copied()).into_iter().filter(same));
    }
    claims.extend(lasting);
    claims.extend(alternative(&played, &look));
    claims.extend(name_of_opening(study, index, book, knowledge.openings, narrator));
    audit(previous, claims, Some(knowledge))
}

/// Plans after the move, from its line, the line with another good reply, those of the position that the game came to if the reply
/// was sound, and what the game itself went on with.
fn intended(
    study: &Study,
    index: usize,
    look: &Look,
    reply: Option<&Look>,
    knowledge: &Knowledge,
) -> Vec<Claim> {
    let start = &study.views[index].pos;
    let moves: Vec<Move> = study.plies[index..].iter().map_while(|ply| ply.as_move()).collect();
    let mut lines: Vec<Look> = std::iter::once(look).chain(reply).cloned().collect();
    if let (Some(next), Some(view)) = (moves.get(1), study.views.get(index + 2))
        && study.played(index + 1).loss() < Policy::ours().moments.as_good
    {
        let near = view
            .second
            .as_ref()
            .filter(|second| view.score - second.score <= Policy::ours().centipawns.reply);
        for found in view.best.iter().chain(near) {
            let after = after_move(&study.views[index + 1].pos, *next, found);
            lines.extend(after.and_then(|after| after_move(start, moves[0], &after)));
        }
    }
    let game =
        Envisioned::new(&knowledge.evaluation, start, &moves[..moves.len().min(Policy::ours().plies.game)]);
    let lines: Vec<&Look> = lines.iter().collect();
    shared_plans(start, &lines, Some(&game), knowledge)
}

/// The move gives a man for pawns or for nothing, the other side took it in the game, and nothing is lost by it.
pub(super) fn is_sacrifice(study: &Study, index: usize) -> bool {
    let played = study.played(index);
    let at = |index: usize| study.plies.get(index).and_then(|ply| ply.as_move());
    let (Some(mv), Some(taken), back) = (at(index), at(index + 1), at(index + 2)) else { return false };
    let given = match taken.capture() {
        Some(role) if role != Role::Pawn => value(role),
        _ => return false,
    };
    let offered = taken.to() == mv.to() || mv.capture().is_none();
    // What is got for it at once: by the move itself, and by taking back.
    let got = [Some(mv), back.filter(|back| back.to() == taken.to())].into_iter().flatten();
    let got: Vec<Role> = got.filter_map(Move::capture).collect();
    let pawns = got.iter().all(|&role| role == Role::Pawn);
    let less = given - got.into_iter().map(value).sum::<i32>();
    let sound = played.is_best() || played.loss() < Policy::ours().moments.as_good;
    let stands = played.chance_after() >= Policy::ours().moments.worst;
    offered
        && pawns
        && less >= Policy::ours().moments.given
        && sound
        && stands
        && played.before.pos.checkers().is_empty()
}

/// The structure of the pawns, if it stays and was not named yet.
fn lasting_structure(study: &Study, index: usize, narrator: &Narrator<'_>) -> Option<Claim> {
    let lasting = Policy::ours().plies.lasting;
    let at = |index: usize| study.views.get(index).map(|view| crate::structure::found(view.pos.board()));
    let here = at(index + 1)??;
    let told = narrator.told.iter().any(|(name, _)| *name == here.structure.name);
    let stays =
        (index + 2..index + 1 + lasting).all(|index| at(index).is_none_or(|found| found == Some(here)));
    let long = index + lasting < study.plies.len();
    if told || !stays || !long {
        return None;
    }
    structure(&study.views[index].pos, study.plies[index].as_move())
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
    let second = played
        .after
        .second
        .as_ref()
        .filter(|s| played.after.score - s.score <= Policy::ours().centipawns.reply)?;
    after_move(&played.before.pos, played.ply.as_move()?, second)
}

/// The best move was played, or one as good: what else there was.
fn alternative(played: &Played<'_>, look: &Look) -> Option<Claim> {
    if !played.is_best() {
        return equally_good(played, look);
    }
    let second = played.before.second.as_ref()?;
    let other = second.line.steps().first()?.mv;
    let (mv, us) = (played.ply.as_move()?, played.mover());
    let (own, next) = (score(look.score), score(second.score));
    let statement = Statement::Better { mv: mv.into(), other: other.into(), score: own, other_score: next };
    let line = line_of(look.line.steps().iter().map(|s| s.mv));
    let worth = Worth(own.minus(next).clamp(0, 1000));
    Some(claim(About::Alternative, statement, us, &played.before.pos, line, 1, worth))
}

/// Another move would have been as good, or it is called better elsewhere.
fn equally_good(played: &Played<'_>, look: &Look) -> Option<Claim> {
    let best = played.before.best.as_ref()?;
    let (mv, other) = (best.line.steps().first()?.mv, played.ply.as_move()?);
    let (score, other_score) = (score(best.score), score(look.score));
    if score < other_score || !limits::as_good(other_score, score) {
        return None;
    }
    let statement = Statement::Better { mv: mv.into(), other: other.into(), score, other_score };
    let line = line_of(best.line.steps().iter().map(|s| s.mv));
    Some(claim(About::Alternative, statement, played.mover(), &played.before.pos, line, 1, Worth(0)))
}

/// The move that leaves the table of openings, or one that reaches a position with a name that was not said yet; later the name of the
/// opening, if nothing was said of it.
fn name_of_opening(
    study: &Study,
    index: usize,
    book: Option<&Book>,
    openings: &Openings,
    narrator: &Narrator<'_>,
) -> Option<Claim> {
    let book = book.filter(|book| {
        index <= book.left_at || narrator.named.is_none() && index < narrator.policy.plies.opening
    })?;
    let (leaves, reaches) = (index == book.left_at, index < book.left_at);
    let mv = study.plies[index].as_move()?;
    let opening = if reaches { openings.name(&study.views[index + 1].pos)? } else { &book.opening };
    if !leaves && narrator.named.as_ref() == Some(&opening.name) {
        return None;
    }
    let (eco, name) = (opening.eco.clone(), opening.name.clone());
    // What is reached is named by its position; what was left, by the moves before.
    let played = study.plies[..index].iter().filter_map(|ply| ply.as_move());
    let game: Vec<Move> = if reaches { Vec::new() } else { played.collect() };
    let ply = usize::from(reaches);
    let pos = &study.views[index].pos;
    let game = game.into_iter().map(Into::into).collect();
    let statement = Statement::Opening { eco, name, game, leaves };
    Some(claim(About::Position, statement, pos.turn(), pos, line_of([mv]), ply, Worth(0)))
}

/// The score after the move, for the mover.
fn own_score(played: &Played<'_>) -> i32 {
    -played.after.score
}

/// How the game stands now, if that is news.
fn how_it_stands(played: &Played<'_>, moves: &[Move], narrator: &Narrator<'_>) -> Option<Claim> {
    let look = played.after.best.as_ref()?;
    let stands = standing(&played.after.pos, &Look { line: look.line.clone(), score: played.after.score });
    let Statement::Standing { margin, score } = stands.statement else { return None };
    let news = match narrator.standing {
        None => margin != Margin::Equal,
        Some((before, side, said, at)) => {
            let said = if side == stands.side { said } else { said.turned() };
            let renamed = before != margin || side != stands.side && margin != Margin::Equal;
            renamed && score.minus(said).abs() >= narrator.policy.repeat.standing_cp
                || played.index >= at + narrator.policy.repeat.standing_plies
        }
    };
    if !news {
        return None;
    }
    let line = line_of(moves.iter().copied());
    let side = stands.side.into();
    Some(claim(About::Position, stands.statement, side, &played.before.pos, line, 1, stands.worth))
}

/// What should have been played, as far as it is shown.
fn better_line(played: &Played<'_>, plies: usize) -> Vec<Move> {
    let steps = played.before.best.iter().flat_map(|look| look.line.steps());
    steps.map(|s| s.mv).take(plies).collect()
}

/// A glyph for a good move, by the definitions that Chess.com publishes for its game review. `!!`: the best move or as good, it gives up
/// a piece, its side does not stand badly afterwards and would not be winning without it. `!`: the only good move, and not an
/// obvious one.
pub(super) fn praise(played: &Played<'_>, policy: &Policy) -> Option<u16> {
    let mv = played.ply.as_move()?;
    let pos = &played.before.pos;
    let forced = pos.legal_moves().len() <= 3;
    let good = played.is_best() || played.loss() < Policy::ours().moments.as_good;
    let next = played.gap().map(|gap| played.chance_before() - gap);
    let moments = &policy.moments;
    let brilliant = given_up(pos, mv) >= moments.offered
        && played.chance_after() >= moments.worst
        && next.is_some_and(|next| next <= moments.won);
    if good && brilliant && !forced {
        return Some(3);
    }
    let decided = !(100.0 - DECIDED_PERCENT..=DECIDED_PERCENT).contains(&played.chance_before());
    let obvious = forced || pos.is_check() || mv.is_capture();
    (played.is_best() && !obvious && !decided && played.gap()? >= moments.praise).then_some(1)
}

/// Points of material that the other side can win at once by taking what the move offers, less what the move has taken; nothing if
/// the man could have been taken before the move as well.
fn given_up(pos: &Chess, mv: Move) -> i32 {
    let us = pos.turn();
    let hanging = |pos: &Chess| {
        let men = pos.board().by_color(us).into_iter();
        men.map(|square| exchange(pos, square)).max().unwrap_or(0)
    };
    let mut after = pos.clone();
    after.play_unchecked(mv);
    hanging(&after) - mv.capture().map_or(0, value) - passed(pos).map_or(0, |before| hanging(&before))
}

fn from(mv: Move) -> philidor_chess::shakmaty::Square {
    mv.from().unwrap_or(mv.to())
}
