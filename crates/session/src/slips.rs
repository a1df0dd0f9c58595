//! Slips in endings that tables know: moves of real games that gave a result away, counted by ending, by what was given away and
//! by the rule that decides afterwards.
//!
//! The truth is that of the tables under the fifty-move rule with the clock of the game. Nothing is searched or guessed.

use std::collections::BTreeMap;

use philidor_chess::{
    Material, fen,
    shakmaty::{Chess, Move, Position, Role},
    write_fen,
};
use philidor_truth::{BuildError, FiftyMove, MOST_MEN, Wdl};

use crate::{Session, lesson::san};

/// A move that gave a result away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// The game, as the caller named it.
    pub game: String,
    /// The position before the move.
    pub fen: String,
    /// With its number.
    pub mv: String,
    /// What the mover had.
    pub had: Wdl,
    /// What is left.
    pub left: Wdl,
    /// The man that moved.
    pub man: Role,
    /// The rule that decides the position after the move, if the ending has a theory.
    pub rule: Option<String>,
}

/// All that was seen of one ending.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EndingSlips {
    /// Games that reached it.
    pub games: u64,
    /// Moves that were judged.
    pub moves: u64,
    /// Of those, moves that could give something away: some other legal move keeps less.
    pub choices: u64,
    /// Games whose ending has no table here, so that nothing was judged.
    pub unknown: u64,
    /// What was given away.
    pub slips: Vec<Slip>,
}

/// What was seen in games, by ending (the stronger side first).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Slips {
    /// Games looked at.
    pub games: u64,
    /// By ending.
    pub endings: BTreeMap<Material, EndingSlips>,
}

impl Slips {
    /// Looks at a game, at one ending only if `only` says so.
    pub fn take(
        &mut self,
        session: &Session,
        name: &str,
        start: &Chess,
        moves: &[Move],
        only: Option<Material>,
    ) -> Result<(), BuildError> {
        self.games += 1;
        let endings = session.endings();
        let mut pos = start.clone();
        let mut before: Option<Material> = None;
        for &mv in moves {
            let material = Material::of(pos.board()).canonical();
            let wanted =
                (3..=MOST_MEN).contains(&material.men()) && only.is_none_or(|m| m.canonical() == material);
            if wanted && !fen::has_castling_rights(&pos) {
                let new = before != Some(material);
                before = Some(material);
                if new {
                    endings.solve(material, &session.stop)?;
                }
                let ending = self.endings.entry(material).or_default();
                ending.games += u64::from(new);
                if !endings.is_at_hand(material) {
                    ending.unknown += u64::from(new);
                } else if let Ok(seen) = judge(session, &pos, mv) {
                    ending.moves += 1;
                    ending.choices += u64::from(seen.choice);
                    if seen.left < seen.had {
                        ending.slips.push(slip(session, name, &pos, mv, &seen));
                    }
                }
            }
            pos.play_unchecked(mv);
        }
        Ok(())
    }
}

/// What a move does to the mover's result.
struct Seen {
    had: Wdl,
    left: Wdl,
    choice: bool,
}

fn judge(session: &Session, pos: &Chess, mv: Move) -> Result<Seen, philidor_truth::ProbeError> {
    let clock = u16::try_from(pos.halfmoves()).unwrap_or(u16::MAX);
    let result = |verdict: philidor_truth::Verdict| match verdict.fifty_move(clock) {
        FiftyMove::Win => Wdl::Win,
        FiftyMove::Loss => Wdl::Loss,
        _ => Wdl::Draw,
    };
    let moves = session.endings().tables().moves(pos)?;
    let all = || moves.iter().map(|m| result(m.verdict));
    let had = all().max().unwrap_or(Wdl::Draw);
    let left = moves.iter().find(|m| m.mv == mv).map_or(had, |m| result(m.verdict));
    Ok(Seen { had, left, choice: all().any(|other| other < had) })
}

fn slip(session: &Session, name: &str, pos: &Chess, mv: Move, seen: &Seen) -> Slip {
    let mut next = pos.clone();
    next.play_unchecked(mv);
    let dots = pos.turn().fold_wb(".", "…");
    Slip {
        game: name.to_owned(),
        fen: write_fen(pos),
        mv: format!("{}{dots}{}", pos.fullmoves(), san(pos, mv)),
        had: seen.had,
        left: seen.left,
        man: mv.role(),
        rule: session.deciding_rule(&next).map(|rule| rule.rule),
    }
}

#[cfg(test)]
mod tests {
    use philidor_chess::{parse_fen, shakmaty::san::San};

    use super::*;

    fn moves(start: &Chess, text: &str) -> Vec<Move> {
        let mut pos = start.clone();
        text.split_whitespace()
            .map(|san| {
                let mv = san.parse::<San>().unwrap().to_move(&pos).unwrap();
                pos.play_unchecked(mv);
                mv
            })
            .collect()
    }

    #[test]
    fn what_is_given_away_is_counted_with_its_rule() {
        let session = Session::builder().nodes(1_000).build().unwrap();
        let start = parse_fen("8/8/4k3/8/4K3/8/4P3/8 w - - 0 1").unwrap();
        let mut slips = Slips::default();
        // White gives the win away, Black gives it back.
        slips.take(&session, "A – B", &start, &moves(&start, "Kd3 Kd7 e4 Ke8 Ke2"), None).unwrap();
        let kpk = &slips.endings[&"KPK".parse::<Material>().unwrap()];
        assert_eq!((slips.games, kpk.games, kpk.moves), (1, 1, 5));
        assert!(kpk.choices >= kpk.slips.len() as u64);
        let first = &kpk.slips[0];
        assert_eq!((first.mv.as_str(), first.had, first.left), ("1.Kd3", Wdl::Win, Wdl::Draw));
        assert_eq!(first.man, Role::King);
        assert!(first.rule.is_some());
        // Another ending is left out if one is asked for.
        let mut other = Slips::default();
        let only = Some("KRK".parse().unwrap());
        other.take(&session, "A – B", &start, &moves(&start, "Kd3"), only).unwrap();
        assert!(other.endings.is_empty() && other.games == 1);
    }
}
