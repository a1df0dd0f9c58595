//! Material: balances, men that changed hands, what to call it.

use super::{Case, Flaw, Grounds, Verdict, device, mate};
use crate::{
    board::{Board, Color, Role, Square},
    captures::{capture_gain, exchange},
    statement::{Device, Payoff, Trade},
};

/// The side's balance grows by `points` from the start (or from before the capture that is taken back) to there, where the
/// line ends and is quiet; what is won is called by its right name.
pub(super) fn material(
    case: &Case<'_>,
    payoff: Payoff,
    points: i32,
    trade: &Trade,
    device: Option<&Device>,
) -> Verdict {
    let basis = basis(case);
    let found = case.there().balance(case.side) - basis.balance(case.side);
    if found != points || points < 1 {
        return Err(Flaw::Points { said: points, found });
    }
    let promoted = payoff == Payoff::Promotion;
    if promoted && !trade.won.is_empty() {
        return Err(Flaw::Trade("a promotion is no trade".to_owned()));
    }
    if !promoted {
        same_trade(basis, case.there(), case.side, trade)?;
    }
    if let Some(device) = device {
        device::device(case, device)?;
    }
    wins(case, payoff, case.side)
}

/// The side gives up so many points; the first piece is taken on `square`.
pub(super) fn sacrifice(case: &Case<'_>, trade: &Trade, points: i32, square: Square) -> Verdict {
    let basis = basis(case);
    let found = basis.balance(case.side) - case.there().balance(case.side);
    if found != points || points < 1 {
        return Err(Flaw::Points { said: points, found });
    }
    if case.there().balance(case.side) > -2 {
        return Err(Flaw::Trade("the side is not behind in material".to_owned()));
    }
    same_trade(basis, case.there(), case.side.other(), trade)?;
    let taken = |(_, mv, play): &(usize, crate::moves::Move, &crate::line::Play)| {
        mv.to == square && play.taken.is_some_and(|(_, man)| man.role.is_piece())
    };
    let given = case
        .line
        .of(case.side.other())
        .filter(|(i, ..)| *i < case.ply)
        .find(|entry| entry.2.taken.is_some_and(|(_, man)| man.role.is_piece()));
    match given {
        Some(entry) if taken(&entry) => Ok(Grounds::Line),
        _ => Err(Flaw::Trade(format!("no piece is given up first on {square}"))),
    }
}

/// After a pass the side wins something.
pub(super) fn threat(case: &Case<'_>, payoff: Payoff, mv: &str, device: Option<&Device>) -> Verdict {
    if !case.line.passes() {
        return Err(Flaw::Goal("a threat begins with a pass of the side to move"));
    }
    if case.start().turn == case.side {
        return Err(Flaw::WrongSide(case.side));
    }
    case.begins_with(mv)?;
    if let Some(device) = device {
        device::device(case, device)?;
    }
    wins(case, payoff, case.side)
}

/// The side could take, which looks good, and the other side then wins something.
pub(super) fn pitfall(case: &Case<'_>, mv: &str, payoff: Payoff) -> Verdict {
    case.side_moves()?;
    let first = case.begins_with(mv)?;
    let start = case.start();
    let Some((_, victim)) = start.captured(first) else {
        return Err(Flaw::Goal("the tempting move is no capture"));
    };
    if victim.role.points() - exchange(&start.after(first), first.to) < 1 {
        return Err(Flaw::Goal("the capture does not even look good"));
    }
    wins(case, payoff, case.side.other())
}

/// The line ends there with `payoff` for `winner`: mate in so many moves, or more points and the right name for them.
pub(super) fn wins(case: &Case<'_>, payoff: Payoff, winner: Color) -> Verdict {
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
    Ok(Grounds::Line)
}

/// What the balance is compared with: the start, or the position before the capture that is being taken back.
fn basis<'a>(case: &'a Case<'_>) -> &'a Board {
    case.before.as_ref().unwrap_or(case.start())
}

/// Men of each kind that the other side lost beyond those that `side` lost: queen, rook, bishop, knight, pawn.
fn net(start: &Board, end: &Board, side: Color) -> [i32; 5] {
    [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn].map(|role| {
        let lost = |side: Color| start.number(side, role) - end.number(side, role);
        lost(side.other()) - lost(side)
    })
}

fn name(case: &Case<'_>, basis: &Board, winner: Color) -> Option<Payoff> {
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
fn promoted(case: &Case<'_>, winner: Color) -> bool {
    case.line
        .of(winner)
        .filter(|(i, mv, _)| *i < case.ply && mv.promotion.is_some())
        .any(|(i, mv, _)| case.line.follow(mv.to, i + 1, case.ply).is_some())
}

fn same_trade(start: &Board, end: &Board, side: Color, said: &Trade) -> Result<(), Flaw> {
    let [queens, rooks, bishops, knights, pawns] = net(start, end, side);
    // Knight and bishop are one kind here: count them together on both sides of the comparison.
    let count =
        |roles: &[Role], kinds: &[Role]| roles.iter().filter(|role| kinds.contains(role)).count() as i32;
    let minor: &[Role] = &[Role::Bishop, Role::Knight];
    let kinds: [(&[Role], i32); 4] = [
        (&[Role::Queen], queens),
        (&[Role::Rook], rooks),
        (minor, bishops + knights),
        (&[Role::Pawn], pawns),
    ];
    for (kinds, found) in kinds {
        let claimed = count(&said.won, kinds) - count(&said.given, kinds);
        if claimed != found {
            let kind = kinds[0];
            return Err(Flaw::Trade(format!("{found} of the kind {kind} change hands, not {claimed}")));
        }
    }
    // The minor piece that is named must be one of those that went.
    let named = |roles: &[Role], sign: i32| {
        roles.iter().all(|role| match role {
            Role::Bishop => bishops * sign > 0,
            Role::Knight => knights * sign > 0,
            _ => true,
        })
    };
    if !named(&said.won, 1) || !named(&said.given, -1) {
        return Err(Flaw::Trade("bishop and knight are taken for each other".to_owned()));
    }
    Ok(())
}
