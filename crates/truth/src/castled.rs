//! Positions with castling rights: solved by themselves up to the loss of the right, and by the tables from there.
//!
//! Tables know nothing of castling. But while a right lasts, its king and rook stand still, so there are few positions: all that
//! can arise from the one that was asked are written down and solved, those with less to come first.

use std::collections::HashMap;

use philidor_chess::{
    fen,
    shakmaty::{Chess, Color, Move, Position, Role},
};

use crate::{
    probe::ProbeError,
    tables::Tables,
    value::{Depth, Value},
};

/// The most positions that are written down.
const MOST: usize = 2_000_000;

/// Every position that can arise from one while some castling right lasts, with its value.
#[derive(Debug)]
pub(crate) struct Castled {
    numbers: HashMap<Chess, u32>,
    values: Vec<Value>,
}

/// A move inside the graph, or one out of it with what it is worth to the mover.
enum Step {
    Within(u32, Move),
    Out(Value),
}

impl Castled {
    /// Solves all positions that can arise from `root`, which has castling rights.
    pub(crate) fn solve(tables: &Tables, root: &Chess) -> Result<Castled, ProbeError> {
        // 1. All positions with a right, and their moves.
        let mut numbers = HashMap::from([(root.clone(), 0u32)]);
        let mut positions = vec![root.clone()];
        let mut steps: Vec<Vec<Step>> = Vec::new();
        while steps.len() < positions.len() {
            let pos = positions[steps.len()].clone();
            let mut list = Vec::new();
            for mv in pos.legal_moves() {
                let mut next = pos.clone();
                next.play_unchecked(mv);
                if !fen::has_castling_rights(&next) {
                    list.push(Step::Out(tables.value(&next)?.before(mv, &next)));
                    continue;
                }
                let fresh = positions.len() as u32;
                let number = *numbers.entry(next.clone()).or_insert(fresh);
                if number == fresh {
                    if positions.len() == MOST {
                        return Err(ProbeError::Castling);
                    }
                    positions.push(next);
                }
                list.push(Step::Within(number, mv));
            }
            steps.push(list);
        }
        // 2. Level by level: captures and pawn moves lead to a lower one.
        let mut levels: Vec<(u32, u32)> =
            positions.iter().enumerate().map(|(n, pos)| (level(pos), n as u32)).collect();
        levels.sort_unstable();
        let mut castled = Castled { numbers, values: vec![Value::DRAW; positions.len()] };
        for level in levels.chunk_by(|a, b| a.0 == b.0) {
            let members: Vec<u32> = level.iter().map(|&(_, n)| n).collect();
            castled.solve_level(&members, &positions, &steps);
        }
        Ok(castled)
    }

    /// The value of a position, if it is one of these.
    pub(crate) fn value(&self, pos: &Chess) -> Option<Value> {
        self.numbers.get(pos).map(|&n| self.values[n as usize])
    }

    fn solve_level(&mut self, members: &[u32], positions: &[Chess], steps: &[Vec<Step>]) {
        let place: HashMap<u32, u32> = members.iter().zip(0..).map(|(&n, i)| (n, i)).collect();
        let mut nodes: Vec<Node> = Vec::with_capacity(members.len());
        for &n in members {
            let pos = &positions[n as usize];
            let mut node = Node {
                mated: pos.is_checkmate(),
                stuck: steps[n as usize].is_empty(),
                quiet: Vec::new(),
                out: Vec::new(),
            };
            for step in &steps[n as usize] {
                match *step {
                    Step::Out(value) => node.out.push(value),
                    Step::Within(to, mv) => match place.get(&to) {
                        Some(&at) => node.quiet.push(at),
                        // Solved before.
                        None => node.out.push(self.values[to as usize].before(mv, &positions[to as usize])),
                    },
                }
            }
            nodes.push(node);
        }
        let [dtm, dtc, dtz] = [|v: &Value| v.dtm, |v: &Value| v.dtc, |v: &Value| v.dtz]
            .map(|metric: fn(&Value) -> Depth| retreat(&nodes, metric));
        for (i, &n) in members.iter().enumerate() {
            self.values[n as usize] = Value { dtm: dtm[i], dtc: dtc[i], dtz: dtz[i] };
        }
    }
}

/// A position of one level.
struct Node {
    mated: bool,
    stuck: bool,
    /// Moves that stay in the level.
    quiet: Vec<u32>,
    /// What all others are worth to the mover.
    out: Vec<Value>,
}

/// What happens to a position at some ply.
#[derive(Clone, Copy)]
enum Event {
    Wins(u32),
    Loses(u32),
    /// One of its moves is known to lose.
    Refuted(u32),
}

/// Retrograde analysis of one level under one metric.
fn retreat(nodes: &[Node], metric: fn(&Value) -> Depth) -> Vec<Depth> {
    let mut before: Vec<Vec<u32>> = vec![Vec::new(); nodes.len()];
    let mut agenda: Vec<Vec<Event>> = Vec::new();
    let mut left: Vec<u32> = nodes.iter().map(|n| (n.quiet.len() + n.out.len()) as u32).collect();
    let put = |agenda: &mut Vec<Vec<Event>>, ply: u16, event| {
        let ply = usize::from(ply);
        if agenda.len() <= ply {
            agenda.resize_with(ply + 1, Vec::new);
        }
        agenda[ply].push(event);
    };
    for (i, node) in (0u32..).zip(nodes) {
        for &to in &node.quiet {
            before[to as usize].push(i);
        }
        if node.mated && node.stuck {
            put(&mut agenda, 0, Event::Loses(i));
        }
        for value in &node.out {
            match metric(value) {
                Depth::Win(n) => put(&mut agenda, n, Event::Wins(i)),
                Depth::Loss(n) => put(&mut agenda, n, Event::Refuted(i)),
                Depth::Draw => {}
            }
        }
    }
    let mut values = vec![Depth::Draw; nodes.len()];
    let mut ply = 0u16;
    while usize::from(ply) < agenda.len() {
        // What this ply brings may bring more at this ply: the last refuted move of a position.
        let mut at = 0;
        while at < agenda[usize::from(ply)].len() {
            let event = agenda[usize::from(ply)][at];
            at += 1;
            match event {
                Event::Wins(i) | Event::Loses(i) if values[i as usize] != Depth::Draw => {}
                Event::Wins(i) => {
                    values[i as usize] = Depth::Win(ply);
                    for &from in &before[i as usize] {
                        put(&mut agenda, ply + 1, Event::Refuted(from));
                    }
                }
                Event::Loses(i) => {
                    values[i as usize] = Depth::Loss(ply);
                    for &from in &before[i as usize] {
                        put(&mut agenda, ply + 1, Event::Wins(from));
                    }
                }
                Event::Refuted(i) => {
                    left[i as usize] -= 1;
                    if left[i as usize] == 0 {
                        put(&mut agenda, ply, Event::Loses(i));
                    }
                }
            }
        }
        ply += 1;
    }
    values
}

/// What is still to come: men on the board, then steps of pawns. Captures and pawn moves lower it, other moves do not.
fn level(pos: &Chess) -> u32 {
    let board = pos.board();
    let steps = |color: Color| {
        let pawns = board.by_color(color) & board.by_role(Role::Pawn);
        pawns.into_iter().map(|sq| color.fold_wb(7 - sq.rank() as u32, sq.rank() as u32)).sum::<u32>()
    };
    board.occupied().count() as u32 * 1_000 + steps(Color::White) + steps(Color::Black)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use philidor_chess::parse_fen;

    use super::*;
    use crate::tables::Watch;

    fn tables(names: &[&str]) -> Tables {
        let tables = Tables::in_memory();
        let wanted: Vec<_> = names.iter().map(|n| n.parse().unwrap()).collect();
        tables.build(&wanted, false, Watch { stop: &AtomicBool::new(false), hear: &|_| () }).unwrap();
        tables
    }

    /// Every position of a graph is worth the best of its moves, each looked up on its own.
    fn holds_together(tables: &Tables, fen: &str) -> usize {
        let root = parse_fen(fen).unwrap();
        let castled = Castled::solve(tables, &root).unwrap();
        for (pos, &n) in &castled.numbers {
            let moves = pos.legal_moves();
            let best = moves.iter().map(|&mv| {
                let mut next = pos.clone();
                next.play_unchecked(mv);
                let value = match castled.value(&next) {
                    Some(value) => value,
                    None => tables.value(&next).unwrap(),
                };
                value.before(mv, &next)
            });
            let none = if pos.is_checkmate() { Depth::Loss(0) } else { Depth::Draw };
            let none = Value { dtm: none, dtc: none, dtz: none };
            let best = best.reduce(Value::better).unwrap_or(none);
            assert_eq!(castled.values[n as usize], best, "{pos:?}");
        }
        castled.numbers.len()
    }

    #[test]
    fn values_are_the_best_of_their_moves() {
        let tables = tables(&["KRPK", "KRKR"]);
        // Without another man every move of White's gives the right up.
        assert_eq!(holds_together(&tables, "8/8/8/4k3/8/8/8/4K2R w K - 0 1"), 1);
        assert!(holds_together(&tables, "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1") > 5);
        // A pawn may run, promote and move on while the right lasts.
        assert!(holds_together(&tables, "8/8/8/4k3/8/8/P7/4K2R w K - 0 1") > 1_000);
    }

    #[test]
    fn castling_may_win_what_no_other_move_wins() {
        let tables = tables(&["KRKR"]);
        // Castling gives check and attacks the rook. By outside tables these are all draws without the right and wins with it (king e1,
        // rook a1, White to move).
        for placement in [
            "8/8/8/8/8/8/1r6/R3K1k1",
            "8/8/8/8/8/8/1r6/R3K2k",
            "8/8/8/3k4/8/8/1r6/R3K3",
            "3k4/8/8/8/8/8/1r6/R3K3",
        ] {
            let value = |rights: &str| {
                tables.value(&parse_fen(&format!("{placement} w {rights} - 0 1")).unwrap()).unwrap()
            };
            assert_eq!(value("-").dtm, Depth::Draw, "{placement}");
            assert!(matches!(value("Q").dtm, Depth::Win(_)), "{placement}");
            let pos = parse_fen(&format!("{placement} w Q - 0 1")).unwrap();
            let moves = tables.moves(&pos).unwrap();
            assert_eq!(moves[0].san, "O-O-O", "{placement}");
            assert!(moves[1..].iter().all(|m| m.verdict.wdl() != crate::Wdl::Win), "{placement}");
        }
    }
}
