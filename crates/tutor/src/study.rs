//! A whole game looked at, backwards, so that what is said about one move fits what is said about the next.
//!
//! Evaluations from different searches disagree by chance, and such chance differences read like mistakes that nobody
//! made. So (1) the game is walked from its end: the memory of later positions serves the earlier ones; (2) a position
//! is never worth less to its mover than the move he then played; (3) where the move played seems to lose much, it and the
//! best move are searched again, side by side in one search, before anything is said.

use philidor_chess::{
    pgn::{Game, NodeId, Ply},
    shakmaty::{Chess, Color, Move, Position},
    write_fen,
};
use philidor_know::search::{Game as Past, Score};

use crate::{
    analyst::{Analyst, AnalystError, Question},
    claim::passed,
    explain::THREAT,
    judge::{Eval, Verdict, judge, loss_percent, move_accuracy},
    line::Line,
    look::Look,
};

/// Points of winning chances whose loss is checked again.
const CHECK_AGAIN_PERCENT: f64 = 4.0;
/// Thousandths of the budget for a second look at two moves.
const AGAIN_PERMILLE: u32 = 2000;
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
        judge(self.mover(), self.before.eval(), self.after.eval())
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
    /// Looks at every position of the main line, from the last to the first. `tell` hears how many are done.
    pub fn new(
        analyst: &mut dyn Analyst,
        game: &Game,
        tell: &mut dyn FnMut(usize),
    ) -> Result<Study, AnalystError> {
        let nodes: Vec<NodeId> = game.main_line().collect();
        let plies: Vec<Ply> = nodes.iter().map(|&id| game.node(id).ply).collect();
        let mut positions = vec![game.start.clone()];
        for ply in &plies {
            let last = positions.last().expect("the start");
            // The reader has played every ply already.
            let Some(next) = ply.play(last) else { break };
            positions.push(next);
        }
        let mut views: Vec<View> = Vec::with_capacity(positions.len());
        let positions: Vec<&Chess> = positions.iter().collect();
        // `views` grows backwards and is turned round at the end.
        for i in (0..positions.len()).rev() {
            let past = past_of(&positions, &plies, i);
            // Of a position in which the game is over nothing is asked.
            let carry_on = views.iter().any(|view| view.best.is_some());
            let mut view = first_look(analyst, positions[i], past.as_ref(), carry_on)?;
            if let (Some(Ply::Move(played)), Some(after)) = (plies.get(i), views.last().cloned()) {
                let floor = views.len().checked_sub(2).map(|at| one_ply_back(views[at].score));
                let next = settle(analyst, past.as_ref(), &mut view, after, *played, floor)?;
                if let Some(last) = views.last_mut() {
                    *last = next;
                }
            }
            views.push(view);
            tell(views.len());
        }
        views.reverse();
        Ok(Study { views, plies, nodes })
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

fn first_look(
    analyst: &mut dyn Analyst,
    pos: &Chess,
    past: Option<&Past>,
    carry_on: bool,
) -> Result<View, AnalystError> {
    let pos = pos.clone();
    if pos.legal_moves().is_empty() || pos.is_insufficient_material() {
        let score = if pos.is_checkmate() { MATED } else { 0 };
        return Ok(View { pos, score, best: None, second: None, threat: None });
    }
    let question = Question { past, carry_on, ..Question::best(&pos, 2, 1000) };
    let mut found = analyst.lines(&question)?.into_iter();
    let Some(best) = found.next() else {
        let reason = format!("it has no move in {}", write_fen(&pos));
        return Err(AnalystError { analyst: analyst.name().to_owned(), reason });
    };
    let threat = match passed(&pos).filter(|other| !other.is_game_over()) {
        Some(other) => {
            let question = Question { carry_on: true, ..Question::best(&other, 1, THREAT) };
            analyst.lines(&question)?.into_iter().next()
        }
        None => None,
    };
    Ok(View { pos, score: best.score, best: Some(best), second: found.next(), threat })
}

/// Makes a position and the one after the move played agree. `floor` is what the next move played leaves the opponent.
fn settle(
    analyst: &mut dyn Analyst,
    past: Option<&Past>,
    view: &mut View,
    mut after: View,
    played: Move,
    floor: Option<Score>,
) -> Result<View, AnalystError> {
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
        with_played(view, &after, played, value);
    }
    // 3. It seems to lose much: both again in one search, so that they can be compared.
    let loss = loss_percent(mover, view.eval(), Eval::from_score(value, mover));
    if let (Some(best), true) = (view.best_move(), after.best.is_some())
        && best != played
        && loss >= CHECK_AGAIN_PERCENT
    {
        let both = [best, played];
        let question = Question::only(&view.pos, &both, AGAIN_PERMILLE);
        let looks = analyst.lines(&Question { past, carry_on: true, ..question })?;
        let of = |mv: Move| looks.iter().find(|look| look.first() == Some(mv)).cloned();
        if let (Some(best), Some(own)) = (of(best), of(played)) {
            after.score = (-one_ply_on(own.score)).max(floor.unwrap_or(Score::MIN));
            view.score = best.score;
            view.best = Some(best);
        }
        let value = one_ply_back(after.score);
        if value > view.score {
            with_played(view, &after, played, value);
        }
    }
    Ok(after)
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
