//! What a move is for: the line with it, and the line without it.

use philidor_claims::{Effect, How, Line, Payoff, Reason, Score, Trade, limits};

use super::{
    Case, Flaw, Grounds, Verdict, effect::effect, exchanges::exchanges, gain, improves::improves,
    plain::listed,
};
use crate::{
    board::{Board, Color, Role, Square},
    captures::{capture_gain, exchange},
    line::Replay,
    moves::Move,
};

/// The move, which begins the line, is for this.
pub(super) fn reason(case: &Case, mv: Move, reason: &Reason, otherwise: &Line) -> Verdict {
    case.side_moves()?;
    case.begins_with(mv)?;
    case.holds_at_end()?;
    let without = Replay::new(case.start().clone(), otherwise)?;
    match reason {
        Reason::Answers { threat, payoff, trade, how } => {
            let after = &case.line.boards[1];
            if how.is_none() && after.in_check(after.turn) {
                return Err(Flaw::Goal("a check alone only puts the threat off"));
            }
            answers(case, *threat, *payoff, without)?;
            how.map_or(Ok(()), |how| met(case, *threat, *payoff, how))?;
            threatened(case, otherwise, *threat, (*payoff, trade))
        }
        Reason::Stops { theirs } => stops(case, *theirs, &without),
        Reason::Baits { taking } => baits(case, *taking),
        Reason::Prepares { next } => prepares(case, *next, &without),
        Reason::Improves { square, asset, also } => improves(case, mv, *square, *asset, also),
        Reason::Forestalls { theirs, score, otherwise } => {
            forestalls(case, *theirs, &without, (*score, *otherwise))
        }
        Reason::Heads { next } => heads(case, mv, *next),
        Reason::Hits { taking } => hits(case, *taking, &without),
        Reason::Spares { taking } => spares(case, mv, *taking, &without),
        Reason::Exchanges { square, why } => exchanges(case, *square, *why),
    }
}

/// The second move of the line does this at once.
pub(super) fn allows(case: Case, mv: Move, does: Effect) -> Verdict {
    case.holds_after(2)?;
    let case = Case { line: case.line.skip(1), before: None, ply: 1, side: case.side };
    case.begins_with(mv)?;
    effect(&case, does)
}

/// Points that the side to move there can still win by captures.
pub(super) fn quiet(board: &Board) -> Result<(), Flaw> {
    match capture_gain(board) {
        left @ 1.. => Err(Flaw::NotQuiet(left)),
        _ => Ok(()),
    }
}

/// The line is the move alone, and `theirs` is not legal after it (`false`); or the line goes on with it (`true`).
fn goes_on(case: &Case, theirs: Move) -> Result<bool, Flaw> {
    let legal = case.line.boards[1].allows(theirs);
    match case.line.plays.get(1) {
        None if legal => Err(Flaw::Goal("the other side can still play it")),
        None => Ok(false),
        Some(play) if play.mv == Some(theirs) => Ok(true),
        Some(_) => Err(Flaw::Goal("the line does not show what comes of it")),
    }
}

/// The threat is carried out in vain, or cannot be.
fn answers(case: &Case, threat: Move, payoff: Payoff, without: Replay) -> Result<(), Flaw> {
    if without.pass() != Some(0) || without.first() != Some(threat) {
        return Err(Flaw::Goal("a threat is shown by a pass of the side that is threatened"));
    }
    if !goes_on(case, threat)? {
        return Ok(());
    }
    match payoff {
        Payoff::Mate(1) if !case.there().is_mate() => Ok(()),
        _ => {
            quiet(case.there())?;
            if [case.side, case.side.other()].iter().any(|&side| case.there().in_check(side)) {
                return Err(Flaw::Goal("the line ends in check"));
            }
            let other = case.side.other();
            let found = case.there().balance(other) - case.line.boards[1].balance(other);
            if found > 0 { Err(Flaw::Points { said: 0, found }) } else { Ok(()) }
        }
    }
}

/// After the pass the other side wins what is said, soon.
fn threatened(case: &Case, otherwise: &Line, threat: Move, (payoff, trade): (Payoff, &Trade)) -> Verdict {
    let line = Replay::new(case.start().clone(), otherwise)?;
    let ply = line.plays.len();
    let soon = match payoff {
        Payoff::Mate(moves) => moves <= limits::THREAT_MATE_MOVES,
        _ => ply - 1 <= limits::FORESEEN_PLIES,
    };
    if !soon {
        return Err(Flaw::Goal("it takes too long for a threat"));
    }
    let walks = line.plays[1].man.is_some_and(|man| man.role == Role::King) && line.plays[1].taken.is_none();
    if walks {
        return Err(Flaw::Goal("a king that steps aside threatens nothing"));
    }
    let case = Case { line, before: None, ply, side: case.side.other() };
    case.begins_with(threat)?;
    gain::wins(&case, (payoff, trade), case.side)
}

/// How the move meets the threat.
fn met(case: &Case, threat: Move, payoff: Payoff, how: How) -> Result<(), Flaw> {
    let (start, after) = (case.start(), &case.line.boards[1]);
    let Some(mv) = case.line.plays[0].mv else { return Err(Flaw::Effect("a pass does nothing")) };
    let own = |board: &Board| board.on(threat.to).is_some_and(|man| man.color == case.side);
    let holds = match how {
        How::Captures => mv.to == threat.from && case.line.plays[0].taken.is_some(),
        How::Leaves => mv.from == threat.to,
        How::Guards => {
            own(start)
                && own(after)
                && after.attacks_from(mv.to).contains(threat.to)
                && !start.attacks_from(mv.from).contains(threat.to)
        }
        How::Blocks => between(threat.from, threat.to, mv.to),
        How::Pins => {
            let pinned = |board: &Board| is_pinned(board, threat.from, case.side.other());
            case.line.plays.len() == 1 && pinned(after) && !pinned(start)
        }
        How::Flight => {
            let walks = |board: &Board| {
                let king = board.king(case.side);
                board.legal_moves().iter().any(|mv| mv.from == king)
            };
            let carried = case.line.boards.get(2);
            matches!(payoff, Payoff::Mate(_))
                && carried.is_some_and(|board| board.in_check(case.side) && walks(board))
        }
        How::Counters => {
            let answer = case.line.plays.get(2);
            answer.and_then(|play| play.taken).is_some_and(|(sq, _)| sq != threat.to)
        }
    };
    if holds { Ok(()) } else { Err(Flaw::Effect("the threat is met in another way")) }
}

/// A man that would leave its king in check by stepping aside: taken away, the king is attacked by somebody new.
pub(super) fn is_pinned(board: &Board, square: Square, side: Color) -> bool {
    pinned_by(board, square, side).is_some()
}

/// The man to whom a man of `side` is pinned.
pub(super) fn pinned_by(board: &Board, square: Square, side: Color) -> Option<Square> {
    let king = board.king(side);
    let before = board.attackers(side.other(), king);
    let mut without = board.clone();
    board.on(square).filter(|man| man.color == side && man.role != Role::King)?;
    without.put(square, None);
    without.attackers(side.other(), king).iter().find(|&by| !before.contains(by))
}

/// A bishop goes where no knight takes it.
fn spares(case: &Case, mv: Move, taking: Move, without: &Replay) -> Verdict {
    let [pass, play] = &without.plays[..] else {
        return Err(Flaw::Goal("the exchange is shown by a pass and the capture"));
    };
    let start = case.start();
    let (bishop, knight) = (case.line.plays[0].man, play.man);
    let is = |man: Option<philidor_claims::Man>, role: Role| man.is_some_and(|man| man.role == role);
    if pass.mv.is_some() || play.mv != Some(taking) || taking.to != mv.from {
        return Err(Flaw::Goal("the exchange is shown by a pass and the capture"));
    }
    if !is(bishop, Role::Bishop) || !is(knight, Role::Knight) || case.line.plays[0].taken.is_some() {
        return Err(Flaw::Goal("no bishop avoids a knight"));
    }
    let lost = start.passed().is_none_or(|board| exchange(&board, mv.from) > 0);
    let hit = !case.line.boards[1].attackers(case.side.other(), mv.to).is_empty();
    match lost || hit || case.line.plays.len() != 1 {
        true => Err(Flaw::Goal("it would be lost, or is attacked where it goes")),
        false => Ok(Grounds::Board),
    }
}

/// `square` lies on the straight line from one square to the other, between them.
fn between(from: Square, to: Square, square: Square) -> bool {
    let (files, ranks) = (to.file() - from.file(), to.rank() - from.rank());
    let steps = files.abs().max(ranks.abs());
    let straight = files == 0 || ranks == 0 || files.abs() == ranks.abs();
    straight
        && (1..steps).any(|step| {
            square.file() == from.file() + files.signum() * step
                && square.rank() == from.rank() + ranks.signum() * step
        })
}

/// A useful move of the other side is not possible any more, or loses something.
fn stops(case: &Case, theirs: Move, without: &Replay) -> Verdict {
    let [pass, play] = &without.plays[..] else {
        return Err(Flaw::Goal("what is stopped is shown by a pass and the move"));
    };
    let there = without.end();
    if pass.mv.is_some() || play.mv != Some(theirs) {
        return Err(Flaw::Goal("what is stopped is shown by a pass and the move"));
    }
    if play.taken.is_some() || there.in_check(case.side) || exchange(there, theirs.to) > 0 {
        return Err(Flaw::Goal("the other side would not play this anyway, or has more in mind"));
    }
    let after = &case.line.boards[1];
    if after.in_check(after.turn) || case.line.plays[0].mv.is_some_and(|mv| mv.to == theirs.from) {
        return Err(Flaw::Goal("any check and any capture would stop it"));
    }
    if !goes_on(case, theirs)? {
        return Ok(Grounds::Board);
    }
    quiet(case.there())?;
    let found = case.there().balance(case.side) - after.balance(case.side);
    if found < 1 { Err(Flaw::Points { said: 1, found }) } else { Ok(Grounds::Line) }
}

/// The man that moved seems to be lost where it goes, and taking it wins nothing.
fn baits(case: &Case, taking: Move) -> Verdict {
    let [own, answer, ..] = &case.line.plays[..] else {
        return Err(Flaw::Goal("the line does not show what comes of the capture"));
    };
    let to = own.mv.map(|mv| mv.to);
    if answer.mv != Some(taking) || to != Some(taking.to) {
        return Err(Flaw::Goal("the other side does not take the man that moved"));
    }
    let got = own.taken.map_or(0, |(_, man)| man.role.points());
    if exchange(&case.line.boards[1], taking.to) <= got {
        return Err(Flaw::Goal("nothing seems to be won by the capture"));
    }
    let there = case.there();
    if there.is_mate() && there.turn != case.side {
        return Ok(Grounds::Line);
    }
    quiet(there)?;
    let (before, found) = (case.start().balance(case.side), there.balance(case.side));
    if found < before { Err(Flaw::Points { said: before, found }) } else { Ok(Grounds::Line) }
}

/// A later move of the side, which was not possible before or lost something.
fn prepares(case: &Case, next: Move, without: &Replay) -> Verdict {
    let last = case.ply.checked_sub(1).filter(|&at| at >= 2 && case.line.mover(at) == case.side);
    let Some(at) = last.filter(|&at| case.line.plays[at].mv == Some(next)) else {
        return Err(Flaw::Goal("the line does not end with the move that is prepared"));
    };
    let Some(first) = case.line.first() else { return Err(Flaw::Effect("a pass does nothing")) };
    if case.line.follow(first.to, 1, at) == Some(next.from) {
        return Err(Flaw::Goal("the same man moves on"));
    }
    let taken = case.line.plays[at].taken.map_or(0, |(_, man)| man.role.points());
    if exchange(case.there(), next.to) > taken {
        return Err(Flaw::Goal("it can be taken at a profit"));
    }
    let start = case.start();
    if without.plays.is_empty() {
        let possible = case.line.boards[1].passed().is_some_and(|board| board.allows(next));
        return match start.allows(next) || start.in_check(case.side) || !possible {
            true => Err(Flaw::Goal("it is not the move that makes it possible")),
            false => Ok(Grounds::Board),
        };
    }
    if taken > 0 || without.first() != Some(next) || without.pass().is_some() {
        return Err(Flaw::Goal("what happens without preparation is not shown"));
    }
    let ready = case.line.boards[1].passed().filter(|board| board.allows(next));
    if ready.is_none_or(|board| exchange(&board.after(next), next.to) > 0) {
        return Err(Flaw::Goal("it is not the move that prepares it"));
    }
    quiet(without.end())?;
    let found = start.balance(case.side) - without.end().balance(case.side);
    if found < 1 { Err(Flaw::Points { said: 1, found }) } else { Ok(Grounds::Line) }
}

/// A strong move of the other side is worth less after the move.
fn forestalls(case: &Case, theirs: Move, without: &Replay, (score, otherwise): (Score, Score)) -> Verdict {
    let [pass, play] = &without.plays[..] else {
        return Err(Flaw::Goal("what is forestalled is shown by a pass and the move"));
    };
    if pass.mv.is_some() || play.mv != Some(theirs) {
        return Err(Flaw::Goal("what is forestalled is shown by a pass and the move"));
    }
    let after = &case.line.boards[1];
    let possible = after.allows(theirs);
    let shown = match case.line.second() {
        Some(answer) => possible && answer != theirs,
        None => !possible,
    };
    if !shown {
        return Err(Flaw::Goal("the other side plays it all the same, or cannot"));
    }
    if case.line.plays[0].taken.is_some() || after.in_check(after.turn) {
        return Err(Flaw::Goal("the move takes something or gives check"));
    }
    let king = play.man.is_some_and(|man| man.role == Role::King);
    if king || play.taken.is_some() || play.castled {
        return Err(Flaw::Goal("what is forestalled takes something, or is a king's move"));
    }
    match score.minus(otherwise) >= limits::THREAT_CP {
        true => Ok(Grounds::Numbers),
        false => Err(Flaw::Score("the other side would not stand better by it")),
    }
}

/// The same man moves on, to where it could not have gone at once.
fn heads(case: &Case, mv: Move, next: Move) -> Verdict {
    let last = case.ply.checked_sub(1).filter(|&at| at >= 2 && case.line.mover(at) == case.side);
    let Some(at) = last.filter(|&at| case.line.plays[at].mv == Some(next)) else {
        return Err(Flaw::Goal("the line does not end with the man's next move"));
    };
    let stays =
        case.line.plays[1..at].iter().all(|play| play.mv.is_some_and(|m| m.from != mv.to && m.to != mv.to));
    if next.from != mv.to || next.to == mv.from || !stays {
        return Err(Flaw::Goal("it is not the same man, or it goes back"));
    }
    let before = &case.line.boards[at];
    let free = before.passed().is_some_and(|board| exchange(&board, mv.to) == 0);
    if case.start().in_check(case.side) || !free {
        return Err(Flaw::Goal("it is driven there"));
    }
    let at_once = Move { from: mv.from, ..next };
    let ready = case.line.boards[1].passed().is_some_and(|board| board.allows(next));
    if case.start().allows(at_once) || !ready || case.line.plays[0].castled {
        return Err(Flaw::Goal("it could go there at once, or cannot after the move"));
    }
    let taken = case.line.plays[at].taken.map_or(0, |(_, man)| man.role.points());
    if exchange(case.there(), next.to) > taken {
        return Err(Flaw::Goal("it can be taken at a profit there"));
    }
    match worth_going(case, mv.from, at) {
        true => Ok(Grounds::Line),
        false => Err(Flaw::Goal("there is nothing for it there")),
    }
}

/// The man's next move takes it somewhere.
fn worth_going(case: &Case, from: Square, at: usize) -> bool {
    let (play, there, side) = (&case.line.plays[at], case.there(), case.side);
    let (Some(next), Some(man)) = (play.mv, play.man) else { return false };
    let sees = there.attacks_from(next.to);
    let middle = |sq: Square| {
        let off = |n: i8| (2 * n - 7).abs() / 2;
        off(sq.file()).max(off(sq.rank()))
    };
    let none = |role: Role| there.number(side, role) + there.number(side.other(), role) == 0;
    play.taken.is_some()
        || there.in_check(side.other())
        || match man.role {
            Role::Pawn => {
                there.men(side.other()).any(|(sq, _)| sees.contains(sq))
                    || listed(there, "passed_pawn", side).contains(next.to)
            }
            Role::King => none(Role::Queen) && middle(next.to) < middle(from),
            _ => {
                next.to.rank_for(side) >= 3
                    || sees.len() >= case.start().attacks_from(from).len() + limits::SCOPE
            }
        }
}

/// A man is attacked that must be looked after.
fn hits(case: &Case, taking: Move, without: &Replay) -> Verdict {
    let (Some(own), Some(answer)) = (case.line.first(), case.line.second()) else {
        return Err(Flaw::Goal("no answer is shown"));
    };
    case.holds_after(2)?;
    if without.first() != Some(own)
        || without.pass() != Some(1)
        || without.plays.get(2).map(|play| play.mv) != Some(Some(taking))
    {
        return Err(Flaw::Goal("what happens without the answer is not shown"));
    }
    let target = taking.to;
    let start = case.start();
    if start.in_check(case.side) || case.there().in_check(case.side) {
        return Err(Flaw::Goal("there is a check to meet"));
    }
    if answer.to == own.to || without.plays[2].taken.is_none() || exchange(start, target) > 0 {
        return Err(Flaw::Goal("the man is not newly attacked, or its attacker is taken"));
    }
    if answer.from != target && exchange(case.there(), target) > 0 {
        return Err(Flaw::Goal("the answer does not look after the man"));
    }
    quiet(without.end())?;
    let found = without.end().balance(case.side) - without.boards[1].balance(case.side);
    if found < 1 { Err(Flaw::Points { said: 1, found }) } else { Ok(Grounds::Line) }
}
