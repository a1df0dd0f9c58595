//! What a side does in a line, as a player would sum it up: where its men go, what it exchanges, which pawns it pushes.

use philidor_chess::shakmaty::{Color, File, Move, Position, Role, Square};
use philidor_know::features::FeatureId;

use crate::{
    claim::Goal,
    envision::Envisioned,
    sight::{is_piece, value},
};

/// One man's way through the line.
struct Way {
    role: Role,
    path: Vec<Square>,
    /// The entry of the line with which it arrived, from 1.
    arrived: usize,
    captured: bool,
    captures: bool,
    /// The first step was castling, which is told as such.
    castled: bool,
}

impl Way {
    /// Somewhere, and nowhere twice.
    fn is_straight(&self) -> bool {
        (1..self.path.len()).all(|i| !self.path[..i].contains(&self.path[i]))
    }
}

/// Below this phase the king is a fighting piece.
const LATE_PHASE: i32 = 8;

/// What `side` does in the first `plies` moves, the most telling first.
pub fn goals(env: &Envisioned, side: Color, plies: usize) -> Vec<(Goal, usize)> {
    let plies = plies.min(env.end_ply());
    let mut found = exchanges(env, side, plies);
    let steps = &env.steps()[..plies];
    let mut ways: Vec<Way> = Vec::new();
    for (i, step) in steps.iter().enumerate() {
        let own = step.after.turn() != side;
        if !own {
            ways.iter_mut()
                .filter(|way| way.path.last() == Some(&step.to))
                .for_each(|way| way.captured = true);
            continue;
        }
        if let Move::Castle { king, rook } = step.mv {
            found.push((Goal::Castle { to: step.to.into() }, i + 1));
            // The rook goes on from where castling put it.
            let file = if rook.file() > king.file() { File::F } else { File::D };
            let path = vec![rook, Square::from_coords(file, rook.rank())];
            ways.push(Way {
                role: Role::Rook,
                path,
                arrived: i + 1,
                captured: false,
                captures: false,
                castled: true,
            });
            continue;
        }
        match ways.iter_mut().find(|way| !way.captured && way.path.last() == Some(&step.from)) {
            Some(way) => {
                way.path.push(step.to);
                way.arrived = i + 1;
                way.captures |= step.is_capture();
            }
            None => ways.push(Way {
                role: step.mv.role(),
                path: vec![step.from, step.to],
                arrived: i + 1,
                captured: false,
                captures: step.is_capture(),
                castled: false,
            }),
        }
    }
    let end = env.position(plies);
    let late = env.before().phase <= LATE_PHASE;
    let home = env.before().cell(FeatureId::UndevelopedMinors, side).squares;
    for way in ways.into_iter().filter(|way| !way.captured) {
        let (Some(&from), Some(&to)) = (way.path.first(), way.path.last()) else { continue };
        if way.role == Role::Pawn {
            // A promoted pawn is another story, told by what it wins.
            let still_pawn = end.board().role_at(to) == Some(Role::Pawn);
            if from.file() == to.file() && still_pawn && !way.captures {
                let board = env.position(way.arrived).board();
                let hits = board.attacks_from(to) & board.pawns() & board.by_color(!side);
                let goal = Goal::Advance { from: from.into(), to: to.into(), lever: hits.any() };
                found.push((goal, way.arrived));
            }
        } else if way.role == Role::Queen || way.role == Role::King && !late {
            // Queens go everywhere, and kings have plans only when few pieces are left.
        } else if way.captures || !way.is_straight() {
            // What it took is told elsewhere; to and fro is no plan.
        } else if (3..=4).contains(&way.path.len()) {
            let path = way.path.into_iter().map(Into::into).collect();
            found.push((Goal::Manoeuvre { role: way.role.into(), path }, way.arrived));
        } else if home.contains(from) && way.path.len() == 2 {
            let goal = Goal::Develop { role: way.role.into(), from: from.into(), to: to.into() };
            found.push((goal, way.arrived));
        } else if is_piece(way.role) && way.path.len() == 2 && !way.castled {
            let goal = Goal::Occupy { role: way.role.into(), from: from.into(), to: to.into() };
            found.push((goal, way.arrived));
        }
    }
    found
}

/// Pieces of equal worth that leave the board on one square in two moves running, `side` taking first.
fn exchanges(env: &Envisioned, side: Color, plies: usize) -> Vec<(Goal, usize)> {
    let mut found = Vec::new();
    let steps = &env.steps()[..plies];
    for (i, pair) in steps.windows(2).enumerate() {
        let (take, back) = (&pair[0], &pair[1]);
        let (Some(first), Some(second)) = (take.taken, back.taken) else { continue };
        if take.to != back.to || !is_piece(first) || value(first) != value(second) || second == Role::Pawn {
            continue;
        }
        // Who takes first wants the exchange.
        if take.after.turn() != side {
            let goal = Goal::Exchange { own: second.into(), enemy: first.into(), square: take.to.into() };
            found.push((goal, i + 2));
        }
    }
    found
}
