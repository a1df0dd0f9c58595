//! A move in an endgame and the best answer to it.

use philidor_chess::{
    shakmaty::{Chess, Move, Position, san::SanPlus},
    write_fen,
};
use philidor_truth::{ProbeError, Tables};
use serde::Serialize;

use crate::{probe::Worth, uci};

/// What happened after a move.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Reply {
    /// The move in notation.
    pub san: String,
    /// It keeps the result the mover had.
    pub kept: bool,
    /// For the mover before the move.
    pub before: Worth,
    /// For the mover after the move, depths from the position before it.
    pub after: Worth,
    /// A move that keeps the result as well as can be, if this one did not.
    pub better: Option<String>,
    /// The defender's answer, as interfaces write it.
    pub reply: Option<String>,
    /// The same in notation.
    pub reply_san: Option<String>,
    /// The position after both.
    pub fen: String,
    /// `checkmate`, `stalemate` or `draw` (too little material) if the game is over.
    pub over: Option<&'static str>,
}

impl Reply {
    /// Plays the legal move `mv` and the best answer to it.
    pub fn new(tables: &Tables, pos: &Chess, mv: Move) -> Result<Reply, ProbeError> {
        Reply::answered(tables, pos, mv, |next| Ok(tables.moves(next)?.first().map(|best| best.mv)))
    }

    /// Plays the legal move `mv` and what `answer` says to it.
    pub fn answered(
        tables: &Tables,
        pos: &Chess,
        mv: Move,
        answer: impl FnOnce(&Chess) -> Result<Option<Move>, ProbeError>,
    ) -> Result<Reply, ProbeError> {
        let choose = answer;
        let before = tables.verdict(pos)?;
        let moves = tables.moves(pos)?;
        let after = moves.iter().find(|m| m.mv == mv).map_or(before, |own| own.verdict);
        let kept = after.wdl() == before.wdl();
        let better = moves.first().filter(|_| !kept);
        let mut next = pos.clone();
        let san = SanPlus::from_move_and_play_unchecked(&mut next, mv).to_string();
        let mut answer = Reply {
            san,
            kept,
            before: Worth::new(before, pos.halfmoves()),
            after: Worth::new(after, pos.halfmoves()),
            better: better.map(|m| SanPlus::from_move(pos.clone(), m.mv).to_string()),
            reply: None,
            reply_san: None,
            fen: String::new(),
            over: over(&next),
        };
        if answer.over.is_none()
            && let Some(best) = choose(&next)?
        {
            answer.reply = Some(uci(best));
            answer.reply_san = Some(SanPlus::from_move_and_play_unchecked(&mut next, best).to_string());
            answer.over = over(&next);
        }
        answer.fen = write_fen(&next);
        Ok(answer)
    }
}

fn over(pos: &Chess) -> Option<&'static str> {
    if pos.is_checkmate() {
        Some("checkmate")
    } else if pos.is_stalemate() {
        Some("stalemate")
    } else if pos.is_insufficient_material() {
        Some("draw")
    } else {
        None
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use philidor_chess::parse_fen;
    use philidor_truth::Watch;

    use super::*;

    #[test]
    fn the_better_move_is_named() {
        let tables = Tables::in_memory();
        let stop = AtomicBool::new(false);
        tables.build(&["KPK".parse().unwrap()], false, Watch { stop: &stop, hear: &|_| () }).unwrap();
        let pos = parse_fen("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1").unwrap();
        let played = |san: &str| {
            let mv = san.parse::<philidor_chess::shakmaty::san::San>().unwrap().to_move(&pos).unwrap();
            Reply::new(&tables, &pos, mv).unwrap()
        };
        let bad = played("Kd3");
        assert!(!bad.kept && bad.better.as_deref() == Some("e3"));
        let good = played("e3");
        assert!(good.kept && good.reply.is_some() && good.over.is_none());
    }
}
