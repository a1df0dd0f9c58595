//! Words about the men on the board.

use philidor_chess::shakmaty::{Role, Square, attacks as lines};

use super::{
    geometry::{FAR, around, distance},
    pawns::goal,
};
use crate::{
    moves::{Change, Step},
    scene::{Man, Scene, attacks_of},
    value::{NOWHERE, Value, bit},
};

pub(crate) fn attacks(scene: &Scene, args: &[Value]) -> Value {
    Value::Set(scene.attacks(args[0].man()))
}

pub(crate) fn attacked(scene: &Scene, args: &[Value]) -> Value {
    Value::Bool(scene.attacked_by(args[0].side()) & bit(args[1].square()) != 0)
}

/// A man is protected by its side. The enemy king hides nothing: if it takes the man, it has left the line.
fn is_defended(scene: &Scene, place: usize) -> bool {
    let man = scene.man(place);
    let occupied = scene.occupied() & !bit(scene.king(!man.strong));
    let guards = |(i, &other): (usize, &_)| {
        let other: Man = other;
        i != place && other.strong == man.strong && attacks_of(other, occupied) & bit(man.square) != 0
    };
    scene.men().iter().enumerate().any(guards)
}

/// A man is attacked by the other side.
fn is_attacked(scene: &Scene, place: usize) -> bool {
    let man = scene.man(place);
    let occupied = scene.occupied();
    scene.men().iter().any(|&m| m.strong != man.strong && attacks_of(m, occupied) & bit(man.square) != 0)
}

pub(crate) fn defended(scene: &Scene, args: &[Value]) -> Value {
    Value::Bool(is_defended(scene, args[0].man()))
}

pub(crate) fn en_prise(scene: &Scene, args: &[Value]) -> Value {
    let place = args[0].man();
    Value::Bool(is_attacked(scene, place) && !is_defended(scene, place))
}

pub(crate) fn falls(scene: &Scene, args: &[Value]) -> Value {
    let place = args[0].man();
    let on_move = scene.man(place).strong != scene.strong_to_move;
    Value::Bool(on_move && is_attacked(scene, place) && !is_defended(scene, place))
}

pub(crate) fn destinations(scene: &Scene, args: &[Value]) -> Value {
    let place = args[0].man();
    let mut scene = *scene;
    scene.strong_to_move = scene.man(place).strong;
    let mut set = 0;
    scene.each_move(|step| {
        if usize::from(step.man) == place {
            set |= bit(step.to);
        }
        true
    });
    Value::Set(set)
}

pub(crate) fn in_check(scene: &Scene, _: &[Value]) -> Value {
    Value::Bool(scene.in_check())
}

pub(crate) fn no_moves(scene: &Scene, _: &[Value]) -> Value {
    Value::Bool(!scene.has_moves())
}

pub(crate) fn mate(scene: &Scene, _: &[Value]) -> Value {
    Value::Bool(scene.in_check() && !scene.has_moves())
}

pub(crate) fn stalemate(scene: &Scene, _: &[Value]) -> Value {
    Value::Bool(!scene.in_check() && !scene.has_moves())
}

pub(crate) fn occupied(scene: &Scene, _: &[Value]) -> Value {
    Value::Set(scene.occupied())
}

pub(crate) fn reaches_first(scene: &Scene, args: &[Value]) -> Value {
    let king = scene.man(args[0].man());
    let goal = args[1].square();
    let (own, other) = (distance(king.square, goal), distance(scene.king(!king.strong), goal));
    Value::Bool(
        king.role == Role::King && own < other + i16::from(scene.strong_to_move == king.strong) && own < FAR,
    )
}

pub(crate) fn lead(scene: &Scene, args: &[Value]) -> Value {
    let king = scene.man(args[0].man());
    let (own, other) = (king.square, scene.king(!king.strong));
    let (mut best, mut set) = (-FAR, args[1].set());
    while set != 0 {
        let goal = set.trailing_zeros() as u8;
        set &= set - 1;
        best = best.max(distance(other, goal) - distance(own, goal));
    }
    Value::Int(best)
}

pub(crate) fn walk(scene: &Scene, args: &[Value]) -> Value {
    let king = scene.man(args[0].man());
    let goal = bit(args[1].square());
    let lines = scene.occupied() & !bit(king.square);
    let enemies = scene.men().iter().filter(|m| m.strong != king.strong);
    let guarded =
        enemies.clone().filter(|m| m.role != Role::King).fold(0, |set, &m| set | attacks_of(m, lines));
    let own = scene.of_side(king.strong) & !bit(king.square);
    let free = !guarded & !own & !bit(scene.king(!king.strong));
    Value::Int(steps_to(king.square, goal, free))
}

pub(crate) fn detour(scene: &Scene, args: &[Value]) -> Value {
    let king = scene.man(args[0].man());
    let own = scene.of_side(king.strong) & !bit(king.square);
    Value::Int(steps_to(king.square, args[1].set(), !(scene.attacked_by(!king.strong) | own)))
}

/// King moves from a square to a set over free squares only.
fn steps_to(from: u8, goal: u64, free: u64) -> i16 {
    let (mut reached, mut steps) = (bit(from), 0);
    while reached & goal == 0 {
        let next = spread(reached) & free | reached;
        if next == reached {
            return FAR;
        }
        reached = next;
        steps += 1;
    }
    steps
}

/// All squares a king's step away from any square of a set.
fn spread(set: u64) -> u64 {
    (0..64).filter(|sq| set & bit(*sq) != 0).fold(0, |all, sq| all | around(sq))
}

pub(crate) fn aligned(scene: &Scene, args: &[Value]) -> Value {
    let (a, b) = (args[0].square(), args[1].square());
    if a >= NOWHERE || b >= NOWHERE || a == b {
        return Value::Bool(false);
    }
    let of = |sq: u8| Square::new(u32::from(sq));
    let line = lines::aligned(of(a), of(b), of(b));
    Value::Bool(line && lines::between(of(a), of(b)).0 & scene.occupied() == 0)
}

pub(crate) fn queen_lines(scene: &Scene, args: &[Value]) -> Value {
    let square = args[0].square();
    if square >= NOWHERE {
        return Value::Set(0);
    }
    let pieces = scene.men().iter().filter(|m| m.role != Role::Pawn);
    let occupied = pieces.fold(0, |set, man| set | bit(man.square)) & !bit(square);
    Value::Set(attacks_of(Man { role: Role::Queen, strong: true, square }, occupied))
}

/// Each legal move of a man, its side being on move, that gives check and leaves it untakeable.
fn each_safe_check(scene: &Scene, place: usize, mut each: impl FnMut(Step) -> bool) {
    let mut scene = *scene;
    scene.strong_to_move = scene.man(place).strong;
    scene.each_move(|step| {
        if usize::from(step.man) != place || !step.scene.in_check() {
            return true;
        }
        !step.scene.each_move(|answer| answer.to != step.to) || each(step)
    });
}

pub(crate) fn safe_checks(scene: &Scene, args: &[Value]) -> Value {
    let mut set = 0;
    each_safe_check(scene, args[0].man(), |step| {
        set |= bit(step.to);
        true
    });
    Value::Set(set)
}

pub(crate) fn mates(scene: &Scene, _: &[Value]) -> Value {
    Value::Bool(!scene.each_move(|step| !step.scene.in_check() || step.scene.has_moves()))
}

pub(crate) fn wins_by_check(scene: &Scene, args: &[Value]) -> Value {
    let victim = scene.man(args[1].man());
    let falls = |scene: &Scene| {
        let place = (2..scene.men().len())
            .find(|&i| scene.man(i).strong == victim.strong && scene.man(i).role == victim.role);
        place.is_none_or(|place| is_attacked(scene, place) && !is_defended(scene, place))
    };
    let mut found = false;
    each_safe_check(scene, args[0].man(), |step| {
        found = step.scene.each_move(|answer| falls(&answer.scene));
        !found
    });
    Value::Bool(found)
}

pub(crate) fn promotes(scene: &Scene, args: &[Value]) -> Value {
    let place = args[0].man();
    let strong = scene.man(place).strong;
    let to = goal(scene.man(place));
    let safe = scene.strong_to_move == strong && scene.attacked_by(!strong) & bit(to) == 0;
    Value::Bool(
        safe && !scene.each_move(|step| {
            usize::from(step.man) != place || step.to != to || step.change != Change::Promotion
        }),
    )
}
