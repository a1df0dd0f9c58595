//! The `info` lines of a search.

use philidor_chess::shakmaty::CastlingMode;
use philidor_know::search::{Info, LineBound, Score, mate_moves};

/// One `info` line.
pub(super) fn info_line(info: &Info<'_>, castling: CastlingMode, show_wdl: bool) -> String {
    let line = info.line;
    let score = match mate_moves(line.score) {
        Some(moves) => format!("mate {moves}"),
        None => format!("cp {}", line.score),
    };
    let bound = match line.bound {
        LineBound::Exact => "",
        LineBound::Lower => " lowerbound",
        LineBound::Upper => " upperbound",
    };
    let wdl = if show_wdl {
        let [win, draw, loss] = wdl(line.score);
        format!(" wdl {win} {draw} {loss}")
    } else {
        String::new()
    };
    let nps = info.nodes.saturating_mul(1_000_000) / info.elapsed_us.max(1);
    let moves: Vec<String> = line.moves.iter().map(|m| m.to_uci(castling).to_string()).collect();
    format!(
        "info depth {} seldepth {} multipv {} score {score}{bound}{wdl} nodes {} nps {nps} hashfull {} tbhits {} \
         time {} pv {}",
        line.depth,
        line.seldepth,
        info.multi_pv,
        info.nodes,
        info.hash_permille,
        info.table_hits,
        info.elapsed_us / 1000,
        moves.join(" "),
    )
}

/// Chances in permille: a logistic curve with a draw margin of 120 centipawns and a slope of 90.
fn wdl(score: Score) -> [u32; 3] {
    let chance = |margin: f64| (1000.0 / (1.0 + (-(f64::from(score) - margin) / 90.0).exp())).round() as u32;
    let win = chance(120.0);
    let loss = 1000 - chance(-120.0);
    [win, 1000 - win - loss, loss]
}
