//! What a proof of the guessed result would have to look into.
//!
//! The guess says who wins if promotions do what they usually do. Its proof is walked: one move for the side that claims
//! something, all moves for the other, down to what is sure already. Promotions that it meets on the way to what is not
//! solved are what has to be solved next; all others do not matter.

use std::collections::{BTreeMap, HashSet};

use philidor_chess::shakmaty::{Chess, Color, Move, Position};

use super::{
    Ending, Met, Structure,
    line::place,
    naturalness,
    slab::{self, Frame, Plies, Run},
};
use crate::{solve::board::side, value::Wdl};

/// A claim: this side gets at least this.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Claim {
    side: Color,
    at_least: Wdl,
}

/// Positions to look at, by structure; those with the most to come first.
type Agenda = BTreeMap<((u32, u32), Structure), Vec<Chess>>;

impl Ending {
    /// The structures behind promotions that the proof of the guess meets, of those with the fewest pieces, in order; and all
    /// that it goes through.
    pub(super) fn met(&self, pos: &Chess) -> Met {
        let guess = self.value(pos, Run::Guess);
        let claims: &[(Color, Wdl)] = match guess {
            Wdl::Win => &[(pos.turn(), Wdl::Win)],
            Wdl::Draw => &[(pos.turn(), Wdl::Draw), (!pos.turn(), Wdl::Draw)],
            Wdl::Loss => &[(!pos.turn(), Wdl::Win)],
        };
        let mut met = Met::default();
        let mut found = HashSet::new();
        for &(side, at_least) in claims {
            self.walk(pos, Claim { side, at_least }, &mut found, &mut met.known);
        }
        met.new = found.into_iter().collect();
        met.new.sort_unstable_by_key(|s| (s.piece_count(), s.potential(), *s));
        // Slabs with fewer pieces are much smaller: they come first.
        if let Some(fewest) = met.new.first().map(Structure::piece_count) {
            met.new.retain(|s| s.piece_count() == fewest);
        }
        met
    }

    fn walk(
        &self,
        pos: &Chess,
        claim: Claim,
        found: &mut HashSet<Structure>,
        known: &mut HashSet<Structure>,
    ) {
        let mut agenda = Agenda::new();
        let Some(root) = Structure::of(pos.board()) else { return };
        agenda.entry((root.potential(), root)).or_default().push(pos.clone());
        // Every exit leads to less potential, so a structure's positions are complete when its turn comes.
        while let Some(((_, structure), positions)) = agenda.pop_last() {
            known.insert(structure);
            let frame = Frame::new(structure);
            let plies = (claim.at_least == Wdl::Win)
                .then(|| slab::plies(claim.side, &frame, &self.lookup(), Run::Guess, false));
            let mut seen = HashSet::new();
            let mut stack = positions;
            while let Some(pos) = stack.pop() {
                let Some((word, bk)) = place(&structure, &pos) else { continue };
                if !seen.insert((word, bk, pos.turn())) || self.is_sure(&pos, claim) {
                    continue;
                }
                for next in self.nexts(&pos, claim, &structure, plies.as_ref()) {
                    match Structure::of(next.board()) {
                        Some(to) if to == structure => stack.push(next),
                        Some(to) if self.slabs.contains_key(&to) => {
                            agenda.entry((to.potential(), to)).or_default().push(next);
                        }
                        Some(to) => {
                            found.insert(to);
                        }
                        None => {}
                    }
                }
            }
        }
    }

    fn knows(&self, pos: &Chess) -> bool {
        Structure::of(pos.board()).is_some_and(|s| self.slabs.contains_key(&s))
    }

    fn is_sure(&self, pos: &Chess, claim: Claim) -> bool {
        let run = if claim.side.is_white() { Run::Low } else { Run::High };
        for_side(self.value(pos, run), pos, claim.side) >= claim.at_least
    }

    /// Where the proof goes on.
    fn nexts(&self, pos: &Chess, claim: Claim, structure: &Structure, plies: Option<&Plies>) -> Vec<Chess> {
        let all = pos.legal_moves();
        let play = |mv: &Move| {
            let mut next = pos.clone();
            next.play_unchecked(*mv);
            next
        };
        if pos.turn() != claim.side {
            return all.iter().map(play).filter(|next| !self.is_sure(next, claim)).collect();
        }
        let mut best: Option<((u16, u8), Chess)> = None;
        for mv in &all {
            let next = play(mv);
            let guess = for_side(self.value(&next, Run::Guess), &next, claim.side);
            if guess < claim.at_least {
                continue;
            }
            let inside = Structure::of(next.board()).as_ref() == Some(structure);
            let distance = match (inside, plies) {
                (true, Some(plies)) => {
                    place(structure, &next).map_or(0, |(word, bk)| plies[side(next.turn())][word << 6 | bk])
                }
                // Who only holds had better not commit himself.
                (inside, None) => u16::from(!inside),
                (false, Some(_)) => 0,
            };
            let key = (distance, naturalness(*mv));
            if best.as_ref().is_none_or(|(old, _)| key < *old) {
                best = Some((key, next));
            }
        }
        match best {
            Some((_, next)) => vec![next],
            // The guess did not hold: whatever is not known yet may help.
            None => all.iter().map(play).filter(|next| !self.knows(next)).collect(),
        }
    }

    /// The value of a position that is not solved, much as slabs judge it: a man on the last rank may be taken at once, beyond
    /// that the run says what to think.
    pub(super) fn value_beyond(&self, pos: &Chess, run: Run) -> Wdl {
        let board = pos.board();
        let structure = Structure::of(board);
        let trusted = self.trust_promotions && structure.is_none();
        let mut best = match run {
            _ if trusted => Wdl::Loss,
            Run::Guess => match structure.and_then(|s| s.favourite()) {
                Some(color) if color == pos.turn() => Wdl::Win,
                Some(_) => Wdl::Loss,
                None => Wdl::Draw,
            },
            _ if (run == Run::High) == pos.turn().is_white() => Wdl::Win,
            _ => Wdl::Loss,
        };
        for mv in
            pos.legal_moves().iter().filter(|mv| mv.is_capture() && (mv.to().rank() as u8).is_multiple_of(7))
        {
            let mut next = pos.clone();
            next.play_unchecked(*mv);
            if Structure::of(next.board()).is_some_and(|to| self.slabs.contains_key(&to)) {
                best = best.max(self.value(&next, run).flipped());
            }
        }
        best
    }
}

/// A value of the side to move, seen by `side`.
fn for_side(value: Wdl, pos: &Chess, side: Color) -> Wdl {
    if pos.turn() == side { value } else { value.flipped() }
}
