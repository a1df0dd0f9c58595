//! Drills in endgames: which there are, and how somebody played one against perfect play.

use std::sync::LazyLock;

use philidor_chess::{
    Material,
    shakmaty::{Chess, Move, Position},
};
use philidor_truth::{ProbeError, Tables, Wdl};
use serde::Deserialize;

/// Own moves after which a held draw counts.
const LONG_ENOUGH: usize = 15;

/// How a drill was played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Played {
    /// To its goal.
    Reached,
    /// The result was spoilt by the own move with this number, from 0.
    Spoilt(usize),
    /// So far so good.
    Open,
}

/// Judges the moves of both sides from the start of a drill.
pub fn judge(tables: &Tables, start: &Chess, moves: &[Move]) -> Result<Played, ProbeError> {
    let us = start.turn();
    let goal = tables.verdict(start)?.wdl();
    let mut pos = start.clone();
    let mut own = 0;
    for &mv in moves {
        let ours = pos.turn() == us;
        pos.play_unchecked(mv);
        if !ours {
            continue;
        }
        if pos.is_game_over() {
            let won = pos.is_checkmate();
            return Ok(if won || goal == Wdl::Draw { Played::Reached } else { Played::Spoilt(own) });
        }
        let for_them = tables.verdict(&pos)?.wdl();
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
pub struct Lesson {
    /// What it is called.
    pub title: String,
    /// The ending, such as `KPK`.
    pub endgame: String,
    /// Which positions of its table, in the language of `tables find`.
    pub filter: String,
    /// `win` or `draw`.
    pub goal: String,
    /// How many of them.
    pub positions: usize,
}

#[derive(Deserialize)]
struct Lessons {
    drills: Vec<Lesson>,
}

/// All lessons.
pub fn lessons() -> &'static [Lesson] {
    static ALL: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        let text = philidor_knowledge::DRILLS.text;
        toml::from_str::<Lessons>(text).expect("checked lessons").drills
    });
    &ALL
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use philidor_chess::{parse_fen, shakmaty::san::San};
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
    fn a_spoilt_win_is_noticed() {
        let tables = tables("KPK");
        let pos = parse_fen("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1").unwrap();
        let mv = |text: &str| text.parse::<San>().unwrap().to_move(&pos).unwrap();
        assert_eq!(judge(&tables, &pos, &[mv("Kd3")]).unwrap(), Played::Spoilt(0));
        assert_eq!(judge(&tables, &pos, &[mv("e3")]).unwrap(), Played::Open);
    }
}
