//! The `info` lines of a search.

use philidor_chess::shakmaty::CastlingMode;
use philidor_know::search::{Info, LineBound, Score, mate_moves};

/// One `info` line; `men` on the board, if chances are wanted.
pub(super) fn info_line(info: &Info<'_>, castling: CastlingMode, men: Option<usize>) -> String {
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
    let wdl = men.map_or_else(String::new, |men| {
        let [win, draw, loss] = wdl(line.score, men);
        format!(" wdl {win} {draw} {loss}")
    });
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

/// Centipawns at which winning is as likely as not, and how quickly that changes: with 32 men and with none, fitted to games that the shipped net played
/// against itself (`tools/fit_wdl.py`).
const MARGIN: [f64; 2] = [35.0, 592.0];
const SLOPE: [f64; 2] = [160.0, 190.0];

/// Chances in permille to win, draw and lose, with so many men on the board.
fn wdl(score: Score, men: usize) -> [u32; 3] {
    let share = men.min(32) as f64 / 32.0;
    let between = |[full, bare]: [f64; 2]| bare + (full - bare) * share;
    let (margin, slope) = (between(MARGIN), between(SLOPE));
    let curve = |score: f64| (1000.0 / (1.0 + ((margin - score) / slope).exp())).round() as u32;
    let (win, loss) = (curve(f64::from(score)), curve(-f64::from(score)));
    [win, 1000_u32.saturating_sub(win + loss), loss]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_sum_to_one_and_grow_with_the_score() {
        for men in [2, 10, 32] {
            let all: Vec<[u32; 3]> = (-600..=600).map(|score| wdl(score, men)).collect();
            assert!(all.iter().all(|chances| chances.iter().sum::<u32>() == 1000), "{men}");
            assert!(all.is_sorted_by(|a, b| a[0] <= b[0] && a[2] >= b[2]));
            assert_eq!(all[600][0], all[600][2]);
            assert!(
                all[600][1] > 0 && all[1200][0] > 2 * all[1200][2],
                "{men}: {:?} {:?}",
                all[600],
                all[1200]
            );
        }
        // The fewer men, the more an advantage is needed to win.
        assert!(wdl(200, 8)[0] < wdl(200, 20)[0] && wdl(200, 20)[0] < wdl(200, 30)[0]);
    }
}
