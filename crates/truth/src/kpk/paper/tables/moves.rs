//! The best moves of Table 1's exemplary positions.

use philidor_chess::shakmaty::Color;

use super::{Figure, number, words};
use crate::{
    kpk::{placement::Placement, study::Study},
    value::Depth,
};

/// A move and the plies to conversion that remain with it, the move itself counted; `None` if it draws.
type Ranked = (String, Option<u64>);

/// Plies to conversion, the best moves (best in all positions), and what the paper's other moves are worth.
pub(super) fn figures(
    study: &Study,
    places: &[Placement],
    to_move: Color,
    others: &[&str],
) -> [Option<Figure>; 3] {
    let ranked: Vec<Vec<Ranked>> = places.iter().map(|&p| rank(study, p, to_move)).collect();
    let Some(first) = ranked.first() else { return [None, None, None] };
    let is_best =
        |name: &str, moves: &[Ranked]| moves.iter().any(|m| m.0 == name && m.1 == best(moves, to_move));
    let common: Vec<&str> =
        first.iter().map(|m| m.0.as_str()).filter(|m| ranked.iter().all(|r| is_best(m, r))).collect();
    let verdicts: Vec<&str> = others.iter().map(|name| verdict(name, first, to_move)).collect();
    let uniform = verdicts.windows(2).all(|w| w[0] == w[1]);
    let judged = match verdicts.first() {
        None => None,
        Some(verdict) if uniform => words(format!("{} {verdict}", others.join("/"))),
        Some(_) => {
            let each = others.iter().zip(&verdicts).map(|(name, verdict)| format!("{name} {verdict}"));
            words(each.collect::<Vec<_>>().join(", "))
        }
    };
    [best(first, to_move).and_then(number), words(common.join("/")), judged]
}

/// Every position with its moves by what they are worth.
pub(super) fn remark(study: &Study, places: &[Placement], to_move: Color) -> String {
    let lines = places.iter().map(|&place| {
        let moves = rank(study, place, to_move);
        let best = best(&moves, to_move);
        let named = |keep: &dyn Fn(&Ranked) -> bool| {
            let names: Vec<&str> = moves.iter().filter(|m| keep(m)).map(|m| m.0.as_str()).collect();
            names.join(", ")
        };
        let top = named(&|m| m.1 == best);
        let slower: Vec<String> = moves
            .iter()
            .filter(|m| m.1 != best)
            .filter_map(|(name, plies)| plies.map(|n| format!("{name} {n}")))
            .collect();
        let drawing = named(&|m| m.1.is_none());
        let mut line = format!("{}: {top} {}", place.fen(to_move), best.unwrap_or(0));
        if !slower.is_empty() {
            line.push_str(&format!("; also {}", slower.join(", ")));
        }
        if !drawing.is_empty() {
            line.push_str(&format!("; drawn: {drawing}"));
        }
        line
    });
    format!("plies to conversion by move: {}", lines.collect::<Vec<_>>().join(" | "))
}

fn verdict(name: &str, moves: &[Ranked], to_move: Color) -> &'static str {
    match moves.iter().find(|m| m.0 == name) {
        None => "illegal",
        Some((_, None)) => "draws",
        Some((_, plies)) if *plies == best(moves, to_move) => "optimal",
        Some(_) => "sub-optimal",
    }
}

/// White hurries, Black delays.
fn best(moves: &[Ranked], to_move: Color) -> Option<u64> {
    let plies = moves.iter().filter_map(|m| m.1);
    if to_move.is_white() { plies.min() } else { plies.max() }
}

/// All moves, best first. The exemplary pawns are far from promoting, and Black cannot take them.
fn rank(study: &Study, place: Placement, to_move: Color) -> Vec<Ranked> {
    let after = |to: Placement| match study.value(to, !to_move).dtc {
        Depth::Draw => None,
        Depth::Win(n) | Depth::Loss(n) => Some(u64::from(n) + 1),
    };
    let name = |to: Placement| match () {
        () if to.bk != place.bk => format!("K{}", to.bk),
        () if to.wk != place.wk => format!("K{}", to.wk),
        () => to.pawn.to_string(),
    };
    let mut moves: Vec<Ranked> = match to_move {
        Color::White => place.white_moves().map(|to| (name(to), after(to))).collect(),
        Color::Black => place.black_replies().into_iter().flatten().map(|to| (name(to), after(to))).collect(),
    };
    let hurry = to_move.is_white();
    moves.sort_by_key(|(name, plies)| {
        let order = plies.map_or(u64::MAX, |n| if hurry { n } else { 1_000 - n });
        (order, name.clone())
    });
    moves
}
