//! Playing an endgame against perfect play, and the drills made of it.

use std::sync::LazyLock;

use philidor_chess::{
    Material,
    shakmaty::{Chess, Move, Position, san::SanPlus},
    write_fen,
};
use philidor_truth::{Tables, Wdl};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    answer::{probe::Worth, uci},
    error::ApiError,
};

/// Own moves after which a held draw counts.
const LONG_ENOUGH: usize = 15;

/// What happened after a move.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct Reply {
    /// The move in notation.
    pub(crate) san: String,
    /// It keeps the result the mover had.
    pub(crate) kept: bool,
    /// For the mover before the move.
    pub(crate) before: Worth,
    /// For the mover after the move, depths from the position before it.
    pub(crate) after: Worth,
    /// A move that keeps the result as well as can be, if this one did not.
    pub(crate) better: Option<String>,
    /// The defender's answer, as interfaces write it.
    pub(crate) reply: Option<String>,
    /// The same in notation.
    pub(crate) reply_san: Option<String>,
    /// The position after both.
    pub(crate) fen: String,
    /// `checkmate`, `stalemate` or `draw` (too little material) if the game is over.
    pub(crate) over: Option<&'static str>,
}

/// Plays a move and the best answer to it.
pub(crate) fn reply(tables: &Tables, pos: &Chess, mv: Move) -> Result<Reply, ApiError> {
    let ask = |e: philidor_truth::ProbeError| ApiError::NotFound(e.to_string());
    let before = tables.verdict(pos).map_err(ask)?;
    let moves = tables.moves(pos).map_err(ask)?;
    let own = moves.iter().find(|m| m.mv == mv).ok_or_else(|| ApiError::Bad("no legal move".into()))?;
    let kept = own.verdict.wdl() == before.wdl();
    let better = moves.first().filter(|_| !kept).map(|m| SanPlus::from_move(pos.clone(), m.mv).to_string());
    let mut next = pos.clone();
    let san = SanPlus::from_move_and_play_unchecked(&mut next, mv).to_string();
    let mut answer = Reply {
        san,
        kept,
        before: before.into(),
        after: own.verdict.into(),
        better,
        reply: None,
        reply_san: None,
        fen: String::new(),
        over: over(&next),
    };
    if answer.over.is_none() {
        let best = tables.moves(&next).map_err(ask)?;
        if let Some(best) = best.first() {
            answer.reply = Some(uci(best.mv));
            answer.reply_san = Some(SanPlus::from_move_and_play_unchecked(&mut next, best.mv).to_string());
            answer.over = over(&next);
        }
    }
    answer.fen = write_fen(&next);
    Ok(answer)
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

/// How a drill was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Played {
    /// To its goal.
    Reached,
    /// The result was spoilt by the own move with this number, from 0.
    Spoilt(usize),
    /// So far so good.
    Open,
}

/// Judges the moves of both sides from the start of a drill.
pub(crate) fn judge(tables: &Tables, start: &Chess, moves: &[Move]) -> Result<Played, ApiError> {
    let ask = |e: philidor_truth::ProbeError| ApiError::NotFound(e.to_string());
    let us = start.turn();
    let goal = tables.verdict(start).map_err(ask)?.wdl();
    let mut pos = start.clone();
    let mut own = 0;
    for &mv in moves {
        let ours = pos.turn() == us;
        pos.play_unchecked(mv);
        if !ours {
            continue;
        }
        if over(&pos).is_some() {
            let won = pos.is_checkmate();
            return Ok(if won || goal == Wdl::Draw { Played::Reached } else { Played::Spoilt(own) });
        }
        let for_them = tables.verdict(&pos).map_err(ask)?.wdl();
        if for_them.flipped() < goal {
            return Ok(Played::Spoilt(own));
        }
        own += 1;
        // A won ending of another kind is another lesson.
        let lesson_over = Material::of(pos.board()).canonical() != Material::of(start.board()).canonical();
        if (goal == Wdl::Win && lesson_over) || (goal == Wdl::Draw && own >= LONG_ENOUGH) {
            return Ok(Played::Reached);
        }
    }
    Ok(Played::Open)
}

/// A lesson of `knowledge/drills.toml`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Lesson {
    pub(crate) title: String,
    pub(crate) endgame: String,
    pub(crate) filter: String,
    pub(crate) goal: String,
    pub(crate) positions: usize,
}

#[derive(Deserialize)]
struct Lessons {
    drills: Vec<Lesson>,
}

/// All lessons.
pub(crate) fn lessons() -> &'static [Lesson] {
    static ALL: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        let text = philidor_knowledge::DRILLS.text;
        toml::from_str::<Lessons>(text).expect("checked lessons").drills
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use philidor_chess::parse_fen;
    use philidor_truth::{
        Watch,
        find::{Filter, Images},
    };

    use super::*;

    fn tables(name: &str) -> Tables {
        let tables = Tables::in_memory();
        let stop = AtomicBool::new(false);
        tables.build(&[name.parse().unwrap()], false, Watch { stop: &stop, hear: &|_| () }).unwrap();
        tables
    }

    #[test]
    fn every_lesson_has_positions_and_a_goal_that_fits() {
        for lesson in lessons() {
            let material: Material = lesson.endgame.parse().unwrap();
            let tables = tables(&lesson.endgame);
            let filter: Filter = lesson.filter.parse().unwrap();
            let table = tables.table(material).unwrap().unwrap();
            let found = table.find(&filter, material, Images::One, lesson.positions);
            assert!(found.list.len() == lesson.positions && lesson.positions > 0, "{}", lesson.title);
            for one in found.list {
                let want = if lesson.goal == "win" { Wdl::Win } else { Wdl::Draw };
                assert_eq!(one.value.wdl(), want, "{}", lesson.title);
            }
        }
    }

    #[test]
    fn a_spoilt_win_is_noticed_and_the_better_move_named() {
        let tables = tables("KPK");
        let pos = parse_fen("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1").unwrap();
        let mv = |text: &str| super::super::api::one_move(&pos, text).unwrap();
        let bad = reply(&tables, &pos, mv("Kd3")).unwrap();
        assert!(!bad.kept && bad.better.as_deref() == Some("e3"));
        assert_eq!(judge(&tables, &pos, &[mv("Kd3")]).unwrap(), Played::Spoilt(0));
        let good = reply(&tables, &pos, mv("e3")).unwrap();
        assert!(good.kept && good.reply.is_some() && good.over.is_none());
        assert_eq!(judge(&tables, &pos, &[mv("e3")]).unwrap(), Played::Open);
    }
}
