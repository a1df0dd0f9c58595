//! A whole game looked at, so that what is said about one move fits what is said about the next.
//!
//! Evaluations from different searches disagree by chance, and such chance differences read like mistakes that nobody
//! made. So (1) every position is looked at shortly; (2) where the move played may lose something, it and the best move are searched
//! again, side by side and much longer, before anything is said, and once more where the mark of the move would hang on chance; (3) from the end of the game backwards, a position is never worth
//! less to its mover than the move that was then played. The first two ask questions that do not depend on each other, so several
//! analysts share them; the answers are the same however many there are.

mod along;

use std::{
    collections::HashMap,
    sync::{
        atomic::{AtomicUsize, Ordering::Relaxed},
        mpsc,
    },
};

use philidor_chess::{
    pgn::{Game, NodeId, Ply},
    shakmaty::{Chess, Color, Move, Position},
    write_fen,
};
use philidor_know::search::{Game as Past, Score};

use crate::{
    analyst::{Analysis, Analyst, AnalystError, Question},
    claim::passed,
    explain::{Crowd, THREAT, natural},
    judge::{Eval, Verdict, criticise, loss_percent, move_accuracy},
    line::Line,
    look::Look,
};

/// Thousandths of the budget for the first look at a position.
const FIRST_PERMILLE: u32 = 1_000;
/// Points of winning chances whose loss is checked again: nobody is blamed on a short look.
const CHECK_AGAIN_PERCENT: f64 = 2.0;
/// Thousandths of the budget for the second look at both moves.
const AGAIN_PERMILLE: u32 = 10_000;
/// Thousandths of the budget for the third look, where a mark is in doubt.
const NARROW_PERMILLE: u32 = 20_000;
/// Points of winning chances from the limit of a mark within which it is in doubt.
const NARROW_PERCENT: f64 = 2.5;
/// Points of winning chances whose loss is marked ?!, ? or ??.
const MARKS: [f64; 3] = [5.0, 10.0, 15.0];
/// Thousandths of the budget for the move that people would make.
const NATURAL_PERMILLE: u32 = 150;
/// A share of players below which nobody can say how small it is.
const LEAST_SHARE: f32 = 0.001;
/// Mate on the board.
const MATED: Score = -32_000;
/// Beyond this a score counts plies: mates and table wins.
const COUNTS_PLIES: Score = 29_000;

/// A position of the game and what it is worth.
#[derive(Debug, Clone)]
pub struct View {
    /// The position.
    pub pos: Chess,
    /// For the side to move.
    pub score: Score,
    /// The best line; none if the game is over here.
    pub best: Option<Look>,
    /// The best line with another first move; none if there is no other move.
    pub second: Option<Look>,
    /// What the other side would do if it were its move; none in check, or at the end of the game.
    pub threat: Option<Look>,
    /// The move that most people would make if it is not the best one and was not played; see [`Study::look_at_natural`].
    pub natural: Option<Look>,
    /// How little the move that was played here was to be expected: minus the logarithm of the share of people who play it; 0 until
    /// [`Study::look_at_natural`].
    pub surprise: f64,
}

impl View {
    /// Seen from White.
    pub fn eval(&self) -> Eval {
        if self.best.is_none() && self.pos.is_checkmate() {
            return self.pos.turn().fold_wb(Eval::BlackMates(0), Eval::WhiteMates(0));
        }
        Eval::from_score(self.score, self.pos.turn())
    }

    /// The move that was best.
    pub fn best_move(&self) -> Option<Move> {
        self.best.as_ref()?.first()
    }
}

/// A game with every position looked at.
#[derive(Debug, Clone)]
pub struct Study {
    /// One more than there are moves.
    pub views: Vec<View>,
    /// The moves of the main line.
    pub plies: Vec<Ply>,
    /// Their places in the game's tree.
    pub nodes: Vec<NodeId>,
    /// Who looked.
    pub analysis: Analysis,
}

/// One move of a studied game.
#[derive(Debug, Clone, Copy)]
pub struct Played<'a> {
    /// Counted from 0.
    pub index: usize,
    /// What was played.
    pub ply: Ply,
    /// The position before.
    pub before: &'a View,
    /// The position after.
    pub after: &'a View,
}

impl<'a> Played<'a> {
    /// Who moved.
    pub fn mover(&self) -> Color {
        self.before.pos.turn()
    }

    /// Nothing better was found.
    pub fn is_best(&self) -> bool {
        self.ply.as_move().is_some_and(|mv| self.before.best_move() == Some(mv))
    }

    /// Points of winning chances lost, 0 to 100.
    pub fn loss(&self) -> f64 {
        loss_percent(self.mover(), self.before.eval(), self.after.eval())
    }

    /// The move's judgement; a pass has none.
    pub fn verdict(&self) -> Option<Verdict> {
        self.ply.as_move()?;
        if self.is_best() {
            return None;
        }
        criticise(self.mover(), self.before.eval(), self.after.eval())
    }

    /// The move's accuracy.
    pub fn accuracy(&self) -> f64 {
        move_accuracy(self.mover(), self.before.eval(), self.after.eval())
    }

    /// The winning chances of the mover before the move, 0 to 100.
    pub fn chance_before(&self) -> f64 {
        self.before.eval().seen_by(self.mover()).win_percent()
    }

    /// The winning chances of the mover after the move, 0 to 100.
    pub fn chance_after(&self) -> f64 {
        self.after.eval().seen_by(self.mover()).win_percent()
    }

    /// Points of winning chances by which the best move beats the second best.
    pub fn gap(&self) -> Option<f64> {
        let mover = self.mover();
        let second = Eval::from_score(self.before.second.as_ref()?.score, mover);
        Some(loss_percent(mover, self.before.eval(), second))
    }

    /// The line that begins with the move played.
    pub fn line(&self) -> Vec<Move> {
        let rest = self.after.best.iter().flat_map(|look| look.line.steps().iter().map(|s| s.mv));
        self.ply.as_move().into_iter().chain(rest).collect()
    }
}

impl Study {
    /// Looks at every position of the main line; several analysts share the work. `tell` hears how many positions are done.
    pub fn new<A: Analyst + Send>(
        analysts: &mut [A],
        game: &Game,
        tell: &mut dyn FnMut(usize),
    ) -> Result<Study, AnalystError> {
        let (nodes, plies, positions) = played_out(game);
        let positions: Vec<&Chess> = positions.iter().collect();
        // 1. Every position shortly.
        let last = positions.len() - 1;
        let mut views = shared(analysts, positions.len(), &mut |done| tell(done.min(last)), |analyst, i| {
            first_look(analyst, positions[i], past_of(&positions, &plies, i).as_ref(), FIRST_PERMILLE)
        })?;
        // 2. Moves that seem to lose something, beside the best ones.
        let doubtful: Vec<(usize, [Move; 2])> =
            (0..plies.len()).filter_map(|i| Some((i, doubt(&views, i, plies[i])?))).collect();
        let again = shared(analysts, doubtful.len(), &mut |_| (), |analyst, i| {
            let (at, moves) = doubtful[i];
            both(analyst, &views[at].pos, past_of(&positions, &plies, at).as_ref(), moves, AGAIN_PERMILLE)
        })?;
        let mut again: HashMap<(usize, [Move; 2]), Pair> = doubtful.iter().copied().zip(again).collect();
        // 2b. What lies near the limit of a mark, once more: the mark should not hang on chance.
        let narrow: Vec<(usize, [Move; 2])> = doubtful
            .into_iter()
            .filter(|at| {
                again[at].as_ref().is_some_and(|pair| is_narrow(views[at.0].pos.turn(), pair, NARROW_PERCENT))
            })
            .collect();
        let closer = shared(analysts, narrow.len(), &mut |_| (), |analyst, i| {
            let (at, moves) = narrow[i];
            both(analyst, &views[at].pos, past_of(&positions, &plies, at).as_ref(), moves, NARROW_PERMILLE)
        })?;
        again.extend(narrow.into_iter().zip(closer));
        // 3. From the end backwards, so that all values fit each other.
        for i in (0..plies.len().min(views.len() - 1)).rev() {
            let Ply::Move(played) = plies[i] else { continue };
            let floor = views.get(i + 2).map(|view| one_ply_back(view.score));
            let (head, tail) = views.split_at_mut(i + 1);
            let past = past_of(&positions, &plies, i);
            let known = |analyst: &mut A, pos: &Chess, moves: [Move; 2]| match again.get(&(i, moves)) {
                Some(pair) => Ok(pair.clone()),
                None => both(analyst, pos, past.as_ref(), moves, AGAIN_PERMILLE),
            };
            let Some(first) = analysts.first_mut() else { break };
            settle(
                &mut |pos, moves| known(first, pos, moves),
                &mut head[i],
                &mut tail[0],
                played,
                floor,
                CHECK_AGAIN_PERCENT,
            )?;
        }
        tell(positions.len());
        let analysis = analysts.iter().map(Analyst::analysis).reduce(Analysis::and).unwrap_or_default();
        Ok(Study { views, plies, nodes, analysis })
    }

    /// Looks shortly at the move that most of these players would make, wherever another one was played and is no worse than the best.
    pub fn look_at_natural<A: Analyst + Send>(
        &mut self,
        analysts: &mut [A],
        crowd: &dyn Crowd,
    ) -> Result<(), AnalystError> {
        let wanted = |played: Played<'_>| {
            let own = played.ply.as_move()?;
            let good = played.is_best() || played.loss() < CHECK_AGAIN_PERCENT;
            let best = played.before.best_move().filter(|_| good)?;
            Some((played.index, natural(&played.before.pos, &[own, best], crowd)?))
        };
        let wanted: Vec<(usize, Move)> = self.moves().filter_map(wanted).collect();
        let views = &self.views;
        let found = shared(analysts, wanted.len(), &mut |_| (), |analyst, i| {
            let (at, mv) = wanted[i];
            let known = views[at].second.as_ref().filter(|second| second.first() == Some(mv));
            match known {
                Some(known) => Ok(Some(known.clone())),
                None => Ok(analyst
                    .lines(&Question::only(&views[at].pos, &[mv], NATURAL_PERMILLE))?
                    .into_iter()
                    .next()),
            }
        })?;
        for ((at, _), look) in wanted.into_iter().zip(found) {
            let most = self.views[at].score;
            self.views[at].natural = look.map(|look| look.at_most(most));
        }
        for (ply, view) in self.plies.iter().zip(&mut self.views) {
            let Some(mv) = ply.as_move() else { continue };
            let share = crowd
                .likely(&view.pos)
                .into_iter()
                .find(|(likely, _)| *likely == mv)
                .map_or(0.0, |(_, share)| share);
            view.surprise = -f64::from(share.max(LEAST_SHARE)).ln();
        }
        Ok(())
    }

    /// The moves in order.
    pub fn moves(&self) -> impl DoubleEndedIterator<Item = Played<'_>> + ExactSizeIterator {
        (0..self.plies.len()).map(|index| self.played(index))
    }

    /// Move number `index`, from 0.
    pub fn played(&self, index: usize) -> Played<'_> {
        Played { index, ply: self.plies[index], before: &self.views[index], after: &self.views[index + 1] }
    }

    /// The game before position `index`, as far as it bears on the position: only where positions have repeated.
    pub fn past(&self, index: usize) -> Option<Past> {
        let positions: Vec<&Chess> = self.views.iter().map(|view| &view.pos).collect();
        past_of(&positions, &self.plies, index)
    }

    /// The values after each move, for [`crate::judge::game_figures`].
    pub fn evals(&self) -> Vec<Eval> {
        self.views.iter().skip(1).map(View::eval).collect()
    }
}

/// The main line: its places in the tree, its moves, and one position more than there are moves.
fn played_out(game: &Game) -> (Vec<NodeId>, Vec<Ply>, Vec<Chess>) {
    let nodes: Vec<NodeId> = game.main_line().collect();
    let plies: Vec<Ply> = nodes.iter().map(|&id| game.node(id).ply).collect();
    let mut positions = vec![game.start.clone()];
    for ply in &plies {
        let last = positions.last().expect("the start");
        // The reader has played every ply already.
        let Some(next) = ply.play(last) else { break };
        positions.push(next);
    }
    (nodes, plies, positions)
}

/// The game up to position `i`, from where positions can have repeated; none if no position has: a third time is a draw, a second
/// time is nothing.
fn past_of(positions: &[&Chess], plies: &[Ply], i: usize) -> Option<Past> {
    let reversible = positions[i].halfmoves() as usize;
    let moves: Vec<Move> = plies[..i].iter().rev().take(reversible).map_while(|ply| ply.as_move()).collect();
    let mut game = Past::new(positions[i - moves.len()].clone());
    let mut repeated = false;
    for &mv in moves.iter().rev() {
        game.play(mv);
        repeated |= game.occurrences() > 1;
    }
    repeated.then_some(game)
}

/// The answers to `count` questions, shared among analysts. `tell` hears how many are done.
fn shared<A: Analyst + Send, T: Send>(
    analysts: &mut [A],
    count: usize,
    tell: &mut dyn FnMut(usize),
    ask: impl Fn(&mut A, usize) -> Result<T, AnalystError> + Sync,
) -> Result<Vec<T>, AnalystError> {
    let next = AtomicUsize::new(0);
    let mut found: Vec<Option<T>> = (0..count).map(|_| None).collect();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for analyst in analysts.iter_mut() {
            let (sender, next, ask) = (sender.clone(), &next, &ask);
            scope.spawn(move || {
                loop {
                    let at = next.fetch_add(1, Relaxed);
                    if at >= count {
                        return;
                    }
                    let answer = ask(analyst, at);
                    let failed = answer.is_err();
                    // A receiver that is gone has heard an error already.
                    if sender.send((at, answer)).is_err() || failed {
                        next.store(count, Relaxed);
                        return;
                    }
                }
            });
        }
        drop(sender);
        for (done, (at, answer)) in receiver.into_iter().enumerate() {
            found[at] = Some(answer?);
            tell(done + 1);
        }
        Ok(())
    })?;
    Ok(found.into_iter().flatten().collect())
}

fn first_look(
    analyst: &mut dyn Analyst,
    pos: &Chess,
    past: Option<&Past>,
    permille: u32,
) -> Result<View, AnalystError> {
    let pos = pos.clone();
    if pos.legal_moves().is_empty() || pos.is_insufficient_material() {
        let score = if pos.is_checkmate() { MATED } else { 0 };
        return Ok(View { pos, score, best: None, second: None, threat: None, natural: None, surprise: 0.0 });
    }
    let question = Question { past, ..Question::best(&pos, 2, permille) };
    let mut found = analyst.lines(&question)?.into_iter();
    let Some(best) = found.next() else {
        let reason = format!("it has no move in {}", write_fen(&pos));
        return Err(AnalystError { analyst: analyst.name().to_owned(), reason });
    };
    let threat = match passed(&pos).filter(|other| !other.is_game_over()) {
        Some(other) => {
            analyst.lines(&Question::best(&other, 1, THREAT * permille / FIRST_PERMILLE))?.into_iter().next()
        }
        None => None,
    };
    Ok(View {
        pos,
        score: best.score,
        best: Some(best),
        second: found.next(),
        threat,
        natural: None,
        surprise: 0.0,
    })
}

/// The best move and the move played, looked at side by side.
type Pair = Option<[Look; 2]>;

/// Looks at two moves of a position side by side.
type Comparing<'c> = dyn FnMut(&Chess, [Move; 2]) -> Result<Pair, AnalystError> + 'c;

fn both(
    analyst: &mut dyn Analyst,
    pos: &Chess,
    past: Option<&Past>,
    moves: [Move; 2],
    permille: u32,
) -> Result<Pair, AnalystError> {
    let looks = analyst.lines(&Question { past, ..Question::only(pos, &moves, permille) })?;
    let of = |mv: Move| looks.iter().find(|look| look.first() == Some(mv)).cloned();
    Ok(of(moves[0]).zip(of(moves[1])).map(|(best, played)| [best, played]))
}

/// Whether the loss of the move played lies so near the limit of a mark that another look may change it.
fn is_narrow(mover: Color, [best, played]: &[Look; 2], percent: f64) -> bool {
    let seen = |look: &Look| Eval::from_score(look.score, mover);
    let loss = loss_percent(mover, seen(best), seen(played));
    MARKS.iter().any(|limit| (loss - limit).abs() < percent)
}

/// The best move and the one played, if that seems to lose something by the short looks.
fn doubt(views: &[View], i: usize, ply: Ply) -> Option<[Move; 2]> {
    let (view, after, played) = (views.get(i)?, views.get(i + 1)?, ply.as_move()?);
    let best = view.best_move().filter(|&best| best != played && after.best.is_some())?;
    let mover = view.pos.turn();
    let loss = loss_percent(mover, view.eval(), Eval::from_score(one_ply_back(after.score), mover));
    (loss >= CHECK_AGAIN_PERCENT).then_some([best, played])
}

/// Makes a position and the one after the move played agree. `floor` is what the next move played leaves the opponent; `compare`
/// looks at two moves side by side.
fn settle(
    compare: &mut Comparing<'_>,
    view: &mut View,
    after: &mut View,
    played: Move,
    floor: Option<Score>,
    least: f64,
) -> Result<(), AnalystError> {
    let mover = view.pos.turn();
    // 1. A proven win by the move played is still there after it.
    if view.best_move() == Some(played)
        && view.score >= COUNTS_PLIES
        && view.score > one_ply_back(after.score)
    {
        after.score = -one_ply_on(view.score);
        if let Some(rest) = view.best.as_ref().and_then(|best| tail_of(best, &after.pos)) {
            after.best = Some(Look { score: after.score, ..rest });
        }
    }
    // 2. The move played is worth what came of it.
    let value = one_ply_back(after.score);
    if view.best_move() == Some(played) || value > view.score {
        with_played(view, after, played, value);
    }
    // 3. It seems to lose something: both again in one longer search, so that they can be compared.
    let loss = loss_percent(mover, view.eval(), Eval::from_score(value, mover));
    if let (Some(best), true) = (view.best_move(), after.best.is_some())
        && best != played
        && loss >= least
    {
        if let Some([best, own]) = compare(&view.pos, [best, played])? {
            let found = -one_ply_on(own.score);
            let proven = floor.filter(|&floor| floor > found);
            after.score = proven.unwrap_or(found);
            // The longer search has also found a better answer to the move played, unless the game itself has shown more.
            if let Some(rest) = tail_of(&own, &after.pos).filter(|r| r.first().is_some() && proven.is_none())
            {
                let answer = Look { score: after.score, ..rest };
                if after.best_move() != answer.first() {
                    after.second = after.best.take().map(|look| look.at_most(after.score));
                }
                after.best = Some(answer);
            }
            view.score = best.score;
            view.best = Some(best);
            let most = view.score;
            view.second = view.second.take().map(|look| look.at_most(most));
        }
        let value = one_ply_back(after.score);
        if value > view.score {
            with_played(view, after, played, value);
        }
    }
    Ok(())
}

/// Takes the move played, worth `value`, among the candidates of its position.
fn with_played(view: &mut View, after: &View, played: Move, value: Score) {
    let rest = after.best.iter().flat_map(|look| look.line.steps().iter().map(|s| s.mv));
    let moves: Vec<Move> = std::iter::once(played).chain(rest).collect();
    let line = Line::from_moves(&view.pos, &moves).ok();
    let Some(mine) = line.map(|line| Look { line, score: value }) else { return };
    let mut looks: Vec<Look> = view.best.take().into_iter().chain(view.second.take()).collect();
    looks.retain(|look| look.first() != Some(played));
    looks.push(mine);
    // Stable, and the move played comes first among equals.
    looks.rotate_right(1);
    looks.sort_by_key(|look| std::cmp::Reverse(look.score));
    let mut looks = looks.into_iter();
    view.best = looks.next();
    view.second = looks.next();
    view.score = view.best.as_ref().map_or(value, |look| look.score);
}

/// A line without its first move.
fn tail_of(look: &Look, after: &Chess) -> Option<Look> {
    let moves: Vec<Move> = look.line.steps().iter().skip(1).map(|s| s.mv).collect();
    Line::from_moves(after, &moves).ok().map(|line| Look { line, score: look.score })
}

/// What a position is worth to the side that moved to it, if it is worth `score` to the side to move.
fn one_ply_back(score: Score) -> Score {
    let value = -score;
    if value.abs() >= COUNTS_PLIES { value - value.signum() } else { value }
}

/// The same position's score after one move has been made, still for the same side.
fn one_ply_on(score: Score) -> Score {
    if score.abs() >= COUNTS_PLIES { score + score.signum() } else { score }
}
