//! What is said once and comes true later: a king's march arrives, a weak pawn falls.

use philidor_chess::shakmaty::{Move, Position, Role};
use philidor_claims::{Color, Square};

use crate::{
    claim::{About, Claim, Goal, Statement, Worth, claim, line_of},
    judge::Phase,
    plan::Policy,
    say::{Sentence, Voice},
    study::{Study, View},
};

/// What the reader has been told and may be reminded of.
#[derive(Debug, Clone, Default)]
pub(super) struct Back {
    /// Pawns that were called weak: where they stand, whose they are, and at which move it was said.
    weak: Vec<(Square, Color, usize)>,
    /// A king's march that was announced.
    march: Option<March>,
}

/// A king's march through the game.
#[derive(Debug, Clone, Copy)]
struct March {
    /// The move with which it arrives.
    last: usize,
    from: Square,
    to: Square,
}

impl Back {
    /// Remembers what was said of move `index`.
    pub(super) fn remember(&mut self, claim: &Claim, index: usize) {
        if let Statement::Plan { goal: Goal::Manoeuvre { role: philidor_claims::Role::King, path } } =
            &claim.statement
        {
            let ends = path.first().zip(path.last());
            self.march = ends.map(|(&from, &to)| March { last: index + claim.ply - 1, from, to });
        }
        self.weak.extend(weak_pawns(claim).into_iter().map(|(square, side)| (square, side, index)));
    }

    /// What was said before and comes true with this move: the march is at its end, the weak pawn falls.
    pub(super) fn comes_true(
        &mut self,
        voice: &mut Voice<'_>,
        study: &Study,
        index: usize,
    ) -> Option<Sentence> {
        let played = study.played(index);
        let mv = played.ply.as_move()?;
        if let Some(march) = self.march.take_if(|march| march.last == index)
            && mv.role() == Role::King
            && march.to == mv.to().into()
        {
            return Some(Sentence::plain(voice.march_ends(march.from, march.to)));
        }
        let owner = !played.mover();
        let falls = mv.capture() == Some(Role::Pawn) && !mv.is_en_passant() && played.verdict().is_none();
        let stood = |view: &View| view.pos.board().piece_at(mv.to()) == Some(Role::Pawn.of(owner));
        let at = self.weak.iter().position(|&(square, side, said)| {
            falls
                && (square, side) == (mv.to().into(), owner.into())
                && study.views[said + 1..=index].iter().all(stood)
        })?;
        let (square, ..) = self.weak.remove(at);
        Some(Sentence::plain(voice.weakness_falls(square)))
    }
}

/// The pawns that a claim calls weak.
fn weak_pawns(claim: &Claim) -> Vec<(Square, Color)> {
    let weak = match &claim.statement {
        Statement::Concept { name, purpose, .. } => {
            !purpose.is_good()
                && ["isolated pawn", "backward pawn", "structure damaged"].contains(&name.as_str())
        }
        Statement::Feature { numbers, passing: false, .. } => {
            ["isolated_pawn", "backward_pawn"].contains(&numbers.id.as_str())
                && numbers.after > numbers.before
        }
        _ => false,
    };
    if !weak {
        return Vec::new();
    }
    claim.squares().iter().map(|square| (square, claim.subject())).collect()
}

/// A man goes a long way in the game itself, which begins with this move: the players knew what for.
pub(super) fn march(study: &Study, index: usize) -> Option<Claim> {
    let mut moves: Vec<Move> = Vec::new();
    let mut path: Vec<philidor_chess::shakmaty::Square> = Vec::new();
    let mut end = 0;
    for (at, ply) in study.plies.iter().enumerate().skip(index).take(2 * Policy::ours().story.march_moves) {
        let mv = ply.as_move()?;
        moves.push(mv);
        let own = (at - index).is_multiple_of(2);
        // Who is driven does not march.
        if own && path.last().is_none_or(|last| mv.from() == Some(*last)) && study.views[at].pos.is_check() {
            return None;
        }
        match path.last() {
            None => path.extend([mv.from()?, mv.to()]),
            Some(&last) if own && mv.from() == Some(last) => path.push(mv.to()),
            // The man is taken.
            Some(&last) if !own && mv.to() == last => return None,
            Some(_) => continue,
        }
        if mv.is_capture() || matches!(mv, Move::Castle { .. }) {
            return None;
        }
        end = moves.len();
    }
    let first = *moves.first()?;
    let straight = (1..path.len()).all(|i| !path[..i].contains(&path[i]));
    let begun = index.checked_sub(2).and_then(|at| study.plies[at].as_move());
    let goes_on = begun.is_some_and(|mv| Some(mv.to()) == first.from() && mv.role() == first.role());
    let walks = first.role() == Role::King && Phase::of(&study.views[index].pos) != Phase::Endgame;
    if path.len() <= Policy::ours().story.march_steps || !straight || goes_on || !walks {
        return None;
    }
    moves.truncate(end);
    let path = path.into_iter().map(Into::into).collect();
    let statement = Statement::Plan { goal: Goal::Manoeuvre { role: first.role().into(), path } };
    let (start, worth) = (&study.views[index].pos, Worth(Policy::ours().story.march_worth));
    Some(claim(About::Plan, statement, start.turn(), start, line_of(moves), end, worth))
}

/// The move with which a king's march of the game arrives, if the march begins with this move.
pub(super) fn march_end(study: &Study, index: usize) -> Option<usize> {
    march(study, index).map(|claim| index + claim.ply - 1)
}

#[cfg(test)]
mod tests {
    use philidor_chess::{parse_fen, parse_move, pgn::Ply, shakmaty::Chess};
    use philidor_claims::{Change, FeatureNumbers};

    use super::*;
    use crate::say::{Level, Words};

    /// A game whose positions are level and have no lines.
    fn study(fen: &str, moves: &[&str]) -> Study {
        let view = |pos: Chess| View {
            pos,
            score: 0,
            best: None,
            second: None,
            threat: None,
            natural: None,
            surprise: 0.0,
        };
        let mut pos = parse_fen(fen).expect("a position");
        let mut study = Study {
            views: vec![view(pos.clone())],
            plies: vec![],
            nodes: vec![],
            analysis: Default::default(),
        };
        for san in moves {
            let mv = parse_move(&pos, san).expect("a legal move");
            pos.play_unchecked(mv);
            study.plies.push(Ply::Move(mv));
            study.views.push(view(pos.clone()));
        }
        study
    }

    /// What is said of each move, if the pawn on c6 is called isolated after the first one.
    fn said(fen: &str, moves: &[&str]) -> Vec<Option<String>> {
        let study = study(fen, moves);
        let words = Words::of("en").expect("English");
        let mut voice = Voice::new(&words, Level::Club, 0);
        let mut back = Back::default();
        let numbers = FeatureNumbers {
            id: "isolated_pawn".into(),
            owner: Color::Black,
            before: 0,
            after: 1,
            cp_before: 0,
            cp_after: -10,
        };
        let squares = [Square::read("c6").expect("a square")].into_iter().collect();
        let statement = Statement::Feature { numbers, change: Change::Removed, squares, passing: false };
        let (start, line) = (&study.views[0].pos, line_of(study.plies[0].as_move()));
        let weak = claim(About::Aim, statement, start.turn(), start, line, 1, Worth(10));
        let tell = |index: usize| {
            let text = back.comes_true(&mut voice, &study, index).map(|sentence| sentence.text);
            if index == 0 {
                back.remember(&weak, 0);
            }
            text
        };
        (0..moves.len()).map(tell).collect()
    }

    #[test]
    fn a_pawn_that_was_called_weak_is_remembered_when_it_falls() {
        let fen = "4k3/8/2p5/8/8/8/8/R3K3 w - - 0 1";
        let told = said(fen, &["Rc1", "Kd7", "Rxc6"]);
        assert_eq!((&told[0], &told[1]), (&None, &None));
        assert!(told[2].as_ref().is_some_and(|text| text.contains("weak pawn on c6")), "{told:?}");
    }

    #[test]
    fn another_pawn_on_the_same_square_is_not_the_weak_one() {
        let fen = "4k3/1p6/2p5/8/8/8/8/R3K3 w - - 0 1";
        let told = said(fen, &["Rc1", "c5", "Kd2", "b6", "Rxc5", "bxc5"]);
        assert_eq!(told, vec![None; 6]);
        let told = said("4k3/3n4/2p5/1B6/8/8/8/R3K3 w - - 0 1", &["Ra4", "cxb5", "Rb4", "Ke7", "Rxb5"]);
        assert_eq!(told, vec![None; 5]);
    }

    #[test]
    fn a_king_that_is_driven_does_not_march() {
        let fen = "rnq1r1k1/ppp2ppp/8/8/8/8/PPPQ1P1P/RN3RK1 w - - 0 1";
        assert_eq!(march_end(&study(fen, &["Kg2", "a6", "Kg3", "a5", "Kf4", "a4"]), 0), Some(4));
        assert_eq!(march_end(&study(fen, &["Kg2", "a6", "Kg3", "Re3+", "Kf4", "a5"]), 0), None);
    }
}
