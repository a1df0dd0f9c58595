//! Tactical devices: the men stand as the name says, and the line goes on as the name says.

use philidor_claims::{Device, Theme};

use super::{Case, Flaw};
use crate::{
    board::{Board, Color, Man, Role, Set, Square},
    line::Play,
    moves::Move,
};

/// What the tests of a device look at: the move that shows it and the two after it.
struct Scene<'a> {
    case: &'a Case,
    us: Color,
    /// The entry of the line that shows it.
    at: usize,
    before: &'a Board,
    after: &'a Board,
    mv: Move,
    actor: Square,
    targets: Set,
    /// The first target; most devices have one.
    target: Square,
    key: Option<Square>,
}

impl Scene<'_> {
    fn next(&self, steps: usize) -> Option<(Move, &Play)> {
        let play = self.case.line.plays.get(self.at + steps).filter(|_| self.at + steps < self.case.ply)?;
        play.mv.map(|mv| (mv, play))
    }

    fn board_after(&self, steps: usize) -> Option<&Board> {
        self.case.line.boards.get(self.at + steps + 1)
    }

    /// One of the targets is taken by us later in the line, wherever it goes.
    fn falls(&self, targets: Set) -> bool {
        targets.iter().any(|target| {
            let from = self.at + 1;
            (from..self.case.ply).any(|i| {
                let there = self.case.line.follow(target, from, i);
                let play = &self.case.line.plays[i];
                self.case.line.mover(i) == self.us && there.is_some() && play.taken.map(|(sq, _)| sq) == there
            })
        })
    }

    fn mates(&self) -> bool {
        let end = self.case.line.end();
        end.is_mate() && end.turn != self.us
    }
}

/// What a man is worth as a target.
fn worth(role: Role) -> i32 {
    if role == Role::King { 99 } else { role.points() }
}

fn is_line_man(man: Option<Man>) -> bool {
    man.is_some_and(|man| matches!(man.role, Role::Bishop | Role::Rook | Role::Queen))
}

/// A friend guards the man on `square`, directly or behind an enemy line piece that would take first.
fn guarded(board: &Board, square: Square) -> bool {
    let Some(man) = board.on(square) else { return false };
    if !board.attackers(man.color, square).is_empty() {
        return true;
    }
    board.attackers(man.color.other(), square).iter().any(|taker| {
        let mut lifted = board.clone();
        lifted.put(taker, None);
        is_line_man(board.on(taker)) && !lifted.attackers(man.color, square).is_empty()
    })
}

/// Attacked, and not guarded or attackable by something cheaper.
fn badly_placed(board: &Board, square: Square) -> bool {
    let Some(man) = board.on(square) else { return false };
    let attackers = board.attackers(man.color.other(), square);
    let cheaper = |sq: Square| {
        board.on(sq).is_some_and(|a| a.role != Role::King && a.role.points() < man.role.points())
    };
    !attackers.is_empty() && (!guarded(board, square) || attackers.iter().any(cheaper))
}

/// Checks a device of the claim's side.
pub(super) fn device(case: &Case, device: &Device) -> Result<(), Flaw> {
    let flaw = |why: &'static str| Flaw::Device { theme: device.theme, why };
    if device.ply == 0 || device.ply > case.ply {
        return Err(flaw("it is not on the line"));
    }
    let at = device.ply - 1;
    let us = case.side;
    let Some(mv) = case.line.plays[at].mv else { return Err(flaw("a pass shows nothing")) };
    if case.line.mover(at) != us {
        return Err(flaw("the other side moves there"));
    }
    let Some(target) = device.targets.iter().next() else { return Err(flaw("it is done to nobody")) };
    let scene = Scene {
        case,
        us,
        at,
        before: &case.line.boards[at],
        after: &case.line.boards[at + 1],
        mv,
        actor: device.actor,
        targets: device.targets,
        target,
        key: device.key,
    };
    let Some(test) = test_of(device.theme) else { return Err(flaw("this name is not known")) };
    // Devices that turn on no square name none.
    let bare = matches!(
        device.theme,
        Theme::Fork | Theme::DoubleCheck | Theme::TrappedPiece | Theme::HangingPiece | Theme::Intermezzo
    );
    if device.key.is_none() != bare {
        return Err(flaw("the square it turns on is missing, or there is none"));
    }
    test(&scene).map_or(Ok(()), |why| Err(flaw(why)))
}

/// What is looked at and, if it is wrong, why.
type Test = fn(&Scene<'_>) -> Option<&'static str>;

/// The test of a device; `None` if this crate does not know it.
fn test_of(theme: Theme) -> Option<Test> {
    Some(match theme {
        Theme::Fork => fork,
        Theme::Pin => pin,
        Theme::Skewer => skewer,
        Theme::DiscoveredAttack | Theme::DiscoveredCheck => discovery,
        Theme::DoubleCheck => double_check,
        Theme::TrappedPiece => trapped,
        Theme::HangingPiece => hanging,
        Theme::Deflection => deflection,
        Theme::Attraction => attraction,
        Theme::CapturingDefender => capturing_defender,
        Theme::Overloading => overloading,
        Theme::Interference => interference,
        Theme::Intermezzo => intermezzo,
        Theme::XRayAttack => x_ray,
        Theme::Clearance => clearance,
        _ => return None,
    })
}

/// The checker has a test for the device.
pub fn knows(theme: Theme) -> bool {
    test_of(theme).is_some()
}

/// `holds` or why not.
fn unless(holds: bool, why: &'static str) -> Option<&'static str> {
    (!holds).then_some(why)
}

fn fork(s: &Scene<'_>) -> Option<&'static str> {
    let board = s.after;
    let Some(forker) = board.on(s.actor).filter(|man| man.color == s.us) else {
        return Some("no forking man");
    };
    let sees = board.attacks_from(s.actor);
    let hitters = board.attackers(s.us.other(), s.actor);
    let worthy = |sq: Square| {
        board.on(sq).is_some_and(|man| {
            let dearer = worth(man.role) > worth(forker.role);
            let loose = !guarded(board, sq) && !hitters.contains(sq);
            man.color != s.us && man.role != Role::Pawn && (dearer || loose)
        })
    };
    let king = board.king(s.us.other());
    unless(s.actor == s.mv.to, "the forking man did not move")
        .or(unless(s.targets.len() >= 2, "fewer than two targets"))
        .or(unless(s.targets.within(sees), "a target is not attacked"))
        .or(unless(s.targets.iter().all(worthy), "a target is not worth attacking"))
        .or(unless(!badly_placed(board, s.actor), "the forking man itself can be had"))
        .or(unless(s.falls(s.targets) || s.mates() && s.targets.contains(king), "none of the targets falls"))
}

fn pin(s: &Scene<'_>) -> Option<&'static str> {
    let board = s.after;
    let (Some(behind), Some(pinned)) = (s.key, board.on(s.target)) else { return Some("nobody is pinned") };
    let line = s.actor.between(behind);
    let alone = line.iter().all(|sq| (board.on(sq).is_some()) == (sq == s.target));
    let back = board.on(behind);
    let dearer = back.is_some_and(|man| man.color == pinned.color && worth(man.role) > worth(pinned.role));
    unless(is_line_man(board.on(s.actor)), "the pinning man is no line piece")
        .or(unless(board.on(s.actor).is_some_and(|man| man.color == s.us), "the pinning man is not ours"))
        .or(unless(pinned.color != s.us && pinned.role != Role::King, "no enemy man is pinned"))
        .or(unless(board.attacks_from(s.actor).contains(s.target), "the pinned man is not attacked"))
        .or(unless(line.contains(s.target) && alone, "it does not stand alone between the two"))
        .or(unless(dearer, "nothing dearer stands behind"))
}

fn skewer(s: &Scene<'_>) -> Option<&'static str> {
    let board = s.after;
    let Some(behind) = s.key else { return Some("nothing stands behind") };
    let (front, back) = (board.on(s.target), board.on(behind));
    let leaves = s.next(1).is_some_and(|(mv, _)| mv.from == s.target && mv.to != behind);
    let takes =
        s.next(2).is_some_and(|(mv, play)| mv.from == s.actor && mv.to == behind && play.taken.is_some());
    let enemy = |man: Option<Man>| man.is_some_and(|man| man.color != s.us);
    let dearer = front.zip(back).is_some_and(|(a, b)| worth(a.role) > worth(b.role));
    unless(is_line_man(board.on(s.actor)) && !enemy(board.on(s.actor)), "no line piece of ours")
        .or(unless(enemy(front) && enemy(back), "there are no two enemy men in line"))
        .or(unless(board.attacks_from(s.actor).contains(s.target), "the front man is not attacked"))
        .or(unless(s.actor.between(behind).contains(s.target), "they do not stand in line"))
        .or(unless(dearer, "the man behind is not the cheaper one"))
        .or(unless(leaves && takes, "the front man does not leave, or the other does not fall"))
}

fn discovery(s: &Scene<'_>) -> Option<&'static str> {
    let ours = s.after.on(s.actor).is_some_and(|man| man.color == s.us);
    let victim = s.after.on(s.target).is_some_and(|man| man.color != s.us);
    let king = s.after.king(s.us.other());
    let opened = s.after.attacks_from(s.actor).contains(s.target)
        && !s.before.attacks_from(s.actor).contains(s.target);
    // The line may be opened for a capture that comes two entries later, when another man has left it too.
    let later =
        s.next(2).is_some_and(|(mv, play)| mv.from == s.actor && mv.to == s.target && play.taken.is_some());
    unless(s.actor != s.mv.to, "the man that attacks is the one that moved")
        .or(unless(is_line_man(s.after.on(s.actor)) && ours, "no line piece of ours attacks"))
        .or(unless(s.key == Some(s.mv.from), "the moved man did not leave the square named"))
        .or(unless(s.actor.between(s.target).contains(s.mv.from), "the moved man did not stand in the way"))
        .or(unless(victim || later, "nothing of the enemy stands there"))
        .or(unless(opened || later, "no line is opened"))
        .or(unless(s.target == king || later, "nothing is taken along the line"))
}

fn double_check(s: &Scene<'_>) -> Option<&'static str> {
    let king = s.after.king(s.us.other());
    unless(s.after.attackers(s.us, king).len() >= 2, "the king is not attacked twice")
        .or(unless(s.target == king, "the target is not the king"))
}

fn trapped(s: &Scene<'_>) -> Option<&'static str> {
    let board = s.after;
    let Some(man) = board.on(s.target).filter(|man| man.color != s.us && man.role.is_piece()) else {
        return Some("no enemy piece stands there");
    };
    let escapes = board.legal_moves().into_iter().filter(|mv| mv.from == s.target).any(|mv| {
        let profit = board.captured(mv).is_some_and(|(_, taken)| taken.role.points() >= man.role.points());
        profit || !badly_placed(&board.after(mv), mv.to)
    });
    unless(badly_placed(board, s.target), "it is not in danger")
        .or(unless(!board.in_check(board.turn), "it is check"))
        .or(unless(!escapes, "it has a square to go to"))
        .or(unless(s.falls([s.target].into_iter().collect()), "it is not taken"))
}

fn hanging(s: &Scene<'_>) -> Option<&'static str> {
    let taken = s.before.on(s.mv.to);
    unless(s.target == s.mv.to && s.actor == s.mv.to, "nothing is taken there")
        .or(unless(taken.is_some_and(|man| man.role.is_piece() && man.color != s.us), "no piece is taken"))
        .or(unless(!guarded(s.before, s.mv.to), "it was guarded"))
}

fn deflection(s: &Scene<'_>) -> Option<&'static str> {
    let (Some(key), Some((answer, _)), Some((third, play))) = (s.key, s.next(1), s.next(2)) else {
        return Some("the line is too short to show it");
    };
    let lured = answer.to == s.mv.to || s.after.in_check(s.us.other());
    let guards = s.after.attacks_from(s.target);
    let on_path = third.promotion.is_some() && s.target.file() == key.file() && guards.contains(third.from);
    let gone = s.board_after(1).is_some_and(|board| !board.attacks_from(answer.to).contains(key));
    unless(s.actor == s.mv.to && answer.from == s.target && lured, "no guard is lured or driven away")
        .or(unless(guards.contains(key) || on_path, "the man that leaves guarded nothing there"))
        .or(unless(
            third.to == key && (play.taken.is_some() || third.promotion.is_some()),
            "nothing happens there",
        ))
        .or(unless(gone, "the guard still guards"))
}

fn attraction(s: &Scene<'_>) -> Option<&'static str> {
    let (Some((answer, play)), Some((third, _))) = (s.next(1), s.next(2)) else {
        return Some("the line is too short to show it");
    };
    let lured = play.man.is_some_and(|man| matches!(man.role, Role::King | Role::Queen | Role::Rook));
    let hit = s.board_after(2).is_some_and(|board| board.attacks_from(third.to).contains(s.target));
    unless(s.actor == s.mv.to && s.target == s.mv.to && answer.to == s.mv.to, "nobody comes to the square")
        .or(unless(s.key == Some(answer.from) && lured, "the man that comes is no king, queen or rook"))
        .or(unless(hit, "it is not hit there"))
}

fn capturing_defender(s: &Scene<'_>) -> Option<&'static str> {
    let Some((third, play)) = s.next(2) else { return Some("the line is too short to show it") };
    let defender = s.before.on(s.mv.to).is_some_and(|man| man.color != s.us);
    unless(s.actor == s.mv.to && s.key == Some(s.mv.to) && defender, "no man is captured first")
        .or(unless(
            s.before.attacks_from(s.mv.to).contains(s.target),
            "the captured man guarded nothing there",
        ))
        .or(unless(
            third.to == s.target && (play.taken.is_some() || s.mates()),
            "what it guarded does not fall",
        ))
}

fn overloading(s: &Scene<'_>) -> Option<&'static str> {
    let (Some(key), Some((answer, _)), Some((third, play))) = (s.key, s.next(1), s.next(2)) else {
        return Some("the line is too short to show it");
    };
    let guard: Set = [s.target].into_iter().collect();
    let only = |sq: Square| s.before.attackers(s.us.other(), sq) == guard;
    unless(s.actor == s.mv.to && s.before.on(s.mv.to).is_some(), "nothing is taken first")
        .or(unless(only(s.mv.to) && only(key), "it is not the only guard of both"))
        .or(unless(answer.from == s.target && answer.to == s.mv.to, "the guard does not take back"))
        .or(unless(third.to == key && play.taken.is_some(), "the other man does not fall"))
}

fn interference(s: &Scene<'_>) -> Option<&'static str> {
    let (Some(guard), Some((answer, _)), Some((third, play))) = (s.key, s.next(1), s.next(2)) else {
        return Some("the line is too short to show it");
    };
    let steps_between = s.actor == s.mv.to || s.actor == answer.to;
    let board = if s.actor == s.mv.to { s.before } else { s.after };
    unless(steps_between && guard.between(s.target).contains(s.actor), "nobody steps between")
        .or(unless(is_line_man(board.on(guard)), "the guard is no line piece"))
        .or(unless(board.attacks_from(guard).contains(s.target), "there was no guard"))
        .or(unless(third.to == s.target && play.taken.is_some(), "what was guarded does not fall"))
}

fn intermezzo(s: &Scene<'_>) -> Option<&'static str> {
    let Some((third, play)) = s.next(2) else { return Some("the line is too short to show it") };
    let provoked = if s.at == 0 {
        let lost = |board: &Board| board.on(s.target).is_some_and(|man| man.color == s.us);
        s.case.before.as_ref().is_some_and(lost)
    } else {
        let last = &s.case.line.plays[s.at - 1];
        last.taken.is_some() && last.mv.is_some_and(|mv| mv.to == s.target)
    };
    unless(provoked, "the enemy has not just taken there")
        .or(unless(s.actor == s.mv.to && s.mv.to != s.target, "there is no move in between"))
        .or(unless(third.to == s.target && play.taken.is_some(), "nobody takes back"))
        .or(unless(s.before.allows(third), "it could not have been taken back at once"))
}

fn x_ray(s: &Scene<'_>) -> Option<&'static str> {
    let (Some(key), Some((answer, _)), Some((third, _))) = (s.key, s.next(1), s.next(2)) else {
        return Some("the line is too short to show it");
    };
    let same = s.mv.to == key && answer.to == key && third.to == key;
    unless(same, "the three captures are not on one square")
        .or(unless(answer.from == s.target && third.from == s.actor, "other men take"))
        .or(unless(s.actor.between(key).contains(s.target), "nothing is looked through"))
}

fn clearance(s: &Scene<'_>) -> Option<&'static str> {
    let Some((third, play)) = s.next(2) else { return Some("the line is too short to show it") };
    let through = third.to == s.mv.from || third.from.between(third.to).contains(s.mv.from);
    unless(s.actor == s.mv.to && s.key == Some(s.mv.from), "the moved man cleared another square")
        .or(unless(is_line_man(play.man), "no line piece uses the square"))
        .or(unless(third.to == s.target && through, "the cleared square is not used"))
}
