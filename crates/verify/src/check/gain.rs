//! Material: balances, men that changed hands, what to call it.

use philidor_claims::{Device, Move, Payoff, Score, Trade, limits};

use super::{Case, Flaw, Grounds, Verdict, device, mate};
use crate::{
    board::{Board, Color, Role, Square},
    captures::capture_gain,
    line::Play,
};

/// The side's balance grows by `points` from the start (or from before the capture that is taken back) to there, where the
/// line ends and is quiet; what is won is called by its right name.
pub(super) fn material(
    case: &Case,
    payoff: Payoff,
    (before, points): (i32, i32),
    trade: &Trade,
    device: Option<&Device>,
) -> Verdict {
    let ahead = basis(case).balance(case.side);
    if ahead != before {
        return Err(Flaw::Points { said: before, found: ahead });
    }
    let found = case.there().balance(case.side) - ahead;
    if found != points || points < 1 {
        return Err(Flaw::Points { said: points, found });
    }
    if let Some(device) = device {
        device::device(case, device)?;
    }
    wins(case, (payoff, trade), case.side)
}

/// The side gives up so many points and is not lost for it; the first piece is taken on `square`.
pub(super) fn sacrifice(case: &Case, trade: &Trade, points: i32, square: Square, score: Score) -> Verdict {
    case.holds_at_end()?;
    let basis = basis(case);
    let found = basis.balance(case.side) - case.there().balance(case.side);
    if found != points || points < limits::SACRIFICE_POINTS {
        return Err(Flaw::Points { said: points, found });
    }
    if case.there().balance(case.side) > -limits::SACRIFICE_POINTS {
        return Err(Flaw::Trade("the side is not behind in material".to_owned()));
    }
    if score.minus(Score::Cp(0)) < -limits::SACRIFICE_CP {
        return Err(Flaw::Score("the side stands badly: it has lost material, not sacrificed it"));
    }
    same_trade(basis, case.there(), case.side.other(), trade)?;
    let mut taken = case.line.of(case.side.other()).filter(|(i, ..)| *i < case.ply);
    let piece = |play: &Play| play.taken.is_some_and(|(_, man)| man.role.is_piece());
    match taken.find(|(.., play)| piece(play)) {
        Some((_, mv, _)) if mv.to == square => Ok(Grounds::Line),
        _ => Err(Flaw::Trade(format!("no piece is given up first on {square}"))),
    }
}

/// The device is on the board there, and the line goes on to win something.
pub(super) fn device_wins(case: Case, device: &Device, payoff: Payoff, trade: &Trade) -> Verdict {
    case.holds_after(device.ply)?;
    let case = Case { ply: case.line.plays.len(), ..case };
    device::device(&case, device)?;
    wins(&case, (payoff, trade), case.side)
}

/// It does not take longer than a threat may.
pub(super) fn is_soon(payoff: Payoff, plies: usize) -> bool {
    match payoff {
        Payoff::Mate(moves) => moves <= limits::THREAT_MATE_MOVES,
        _ => plies <= limits::THREAT_PLIES,
    }
}

/// After a pass the side wins something soon, which it would not have otherwise.
pub(super) fn threat(
    case: Case,
    (payoff, trade): (Payoff, &Trade),
    mv: Move,
    device: Option<&Device>,
    (score, otherwise): (Score, Score),
) -> Verdict {
    let Some(pass) = case.line.pass() else {
        return Err(Flaw::Goal("a threat is shown by a pass of the other side"));
    };
    case.holds_at_end()?;
    // From where the other side passes, as if nothing had been played before.
    let before = case.before.filter(|_| pass == 0);
    let case = Case { line: case.line.skip(pass), before, ply: case.ply - pass, side: case.side };
    if case.start().turn == case.side {
        return Err(Flaw::WrongSide(case.side));
    }
    case.begins_with(mv)?;
    if let Some(device) = device {
        let ply = device.ply.checked_sub(pass).ok_or(Flaw::Goal("the device comes before the threat"))?;
        device::device(&case, &Device { ply, ..device.clone() })?;
    }
    if score.minus(otherwise) < limits::THREAT_CP {
        return Err(Flaw::Score("carrying it out gains nothing over what the side has anyway"));
    }
    if !is_soon(payoff, case.ply - 1) {
        return Err(Flaw::Goal("it takes too long for a threat"));
    }
    wins(&case, (payoff, trade), case.side)
}

/// The side could play this, and the other side then wins something.
pub(super) fn pitfall(
    case: &Case,
    mv: Move,
    won: (Payoff, &Trade),
    (score, best): (Score, Score),
) -> Verdict {
    case.side_moves()?;
    case.begins_with(mv)?;
    if best.minus(score) < limits::PITFALL_CP {
        return Err(Flaw::Score("the move is hardly worse than the best one"));
    }
    wins(case, won, case.side.other())
}

/// The line ends there with `payoff` for `winner`: mate in so many moves, or more points, the right name for them, and the men that
/// changed hands.
pub(super) fn wins(case: &Case, (payoff, trade): (Payoff, &Trade), winner: Color) -> Verdict {
    case.holds_at_end()?;
    let named = matches!(payoff, Payoff::Exchange | Payoff::Wins(_));
    if !named && *trade != Trade::default() {
        return Err(Flaw::Trade("a mate or a promotion is no trade".to_owned()));
    }
    if let Payoff::Mate(moves) = payoff {
        return mate::ends_in_mate(case, moves, winner);
    }
    let basis = basis(case);
    let there = case.there();
    let found = there.balance(winner) - basis.balance(winner);
    if found < 1 {
        return Err(Flaw::Points { said: 1, found });
    }
    let left = capture_gain(there);
    if left > 0 {
        return Err(Flaw::NotQuiet(left));
    }
    let name = name(case, basis, winner);
    if name != Some(payoff) {
        let name = name.map_or_else(|| "nothing that has a name".to_owned(), |name| format!("{name:?}"));
        return Err(Flaw::Payoff(format!("{payoff:?} is said, it is {name}")));
    }
    if named {
        same_trade(basis, there, winner, trade)?;
    }
    Ok(Grounds::Line)
}

/// What the balance is compared with: the start, or the position before the capture that is being taken back.
fn basis(case: &Case) -> &Board {
    case.before.as_ref().unwrap_or(case.start())
}

/// Men of each kind that the other side lost beyond those that `side` lost: queen, rook, bishop, knight, pawn.
fn net(start: &Board, end: &Board, side: Color) -> [i32; 5] {
    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn].map(|role| {
        let lost = |side: Color| start.number(side, role) - end.number(side, role);
        lost(side.other()) - lost(side)
    })
}

fn name(case: &Case, basis: &Board, winner: Color) -> Option<Payoff> {
    if promoted(case, winner) {
        return Some(Payoff::Promotion);
    }
    let [queens, rooks, bishops, knights, pawns] = net(basis, case.there(), winner);
    let minors = bishops + knights;
    if queens <= 0 && rooks == 1 && minors < 0 {
        return Some(Payoff::Exchange);
    }
    let kind = if queens > 0 {
        Role::Queen
    } else if rooks > 0 {
        Role::Rook
    } else if minors > 0 && bishops > 0 {
        Role::Bishop
    } else if minors > 0 {
        Role::Knight
    } else if pawns > 0 {
        Role::Pawn
    } else {
        return None;
    };
    Some(Payoff::Wins(kind))
}

/// A man that the winner promoted in the line is still on the board there.
fn promoted(case: &Case, winner: Color) -> bool {
    case.line
        .of(winner)
        .filter(|(i, mv, _)| *i < case.ply && mv.promotion.is_some())
        .any(|(i, mv, _)| case.line.follow(mv.to, i + 1, case.ply).is_some())
}

fn same_trade(start: &Board, end: &Board, side: Color, said: &Trade) -> Result<(), Flaw> {
    let [queens, rooks, bishops, knights, pawns] = net(start, end, side);
    // A knight for a bishop is an exchange: what is left is of the kind that is over.
    let minors = bishops + knights;
    let (bishops, knights) = match bishops.signum() * knights.signum() {
        -1 if (minors > 0) == (bishops > 0) => (minors, 0),
        -1 => (0, minors),
        _ => (bishops, knights),
    };
    let kinds = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let count = |roles: &[Role], kind: Role| roles.iter().filter(|role| **role == kind).count() as i32;
    for (kind, found) in kinds.into_iter().zip([queens, rooks, bishops, knights, pawns]) {
        let (won, given) = (count(&said.won, kind), count(&said.given, kind));
        if (won, given) != (found.max(0), (-found).max(0)) {
            let claimed = won - given;
            return Err(Flaw::Trade(format!("{found} of the kind {kind} change hands, not {claimed}")));
        }
    }
    Ok(())
}
