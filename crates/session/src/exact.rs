//! Moves and lines of endings that tables know: what is won is won, whatever an engine thinks of it.

use philidor_chess::{
    Material, fen,
    shakmaty::{Chess, Move, Position},
};
use philidor_know::search::{Score, TableProbe, mate_moves};
use philidor_truth::{Depth, Verdict, Wdl};
use philidor_tutor::{Line, look::Look};

use crate::{
    Stop,
    endings::{Endings, SOLVED_AT_ONCE},
};

/// Mate on the board.
const MATE: Score = 32_000;
/// A table's win; its distance to mate is only there to tell the quicker way.
const TABLE_WIN: Score = 29_999;
/// Plies to mate that are shown to the end.
const FOLLOWED: Score = 11;
/// Men of the largest Syzygy files.
const MOST_SYZYGY_MEN: usize = 7;
/// Distances to mate that are told apart.
const LONGEST: Score = 250;
/// Plies of best play in a line.
const SHOWN: usize = 14;

/// What tables say of every legal move of a position.
pub(crate) struct Known {
    /// For the side that moves, best first.
    moves: Vec<(Move, Score)>,
}

impl Known {
    /// The moves that matter for a question after the best `lines` of `only` (all if there are none).
    fn chosen(&self, only: &[Move], lines: usize) -> Vec<(Move, Score)> {
        let wanted = |mv: &Move| only.is_empty() || only.contains(mv);
        self.moves.iter().copied().filter(|(mv, _)| wanted(mv)).take(lines.max(1)).collect()
    }

    /// All moves that draw.
    pub(crate) fn drawing(&self, only: &[Move]) -> Vec<Move> {
        let wanted = |mv: &Move| only.is_empty() || only.contains(mv);
        self.moves.iter().filter(|(mv, score)| *score == 0 && wanted(mv)).map(|(mv, _)| *mv).collect()
    }
}

/// The best so many lines that begin with one of these moves.
type Playing<'p, E> = dyn FnMut(usize, &[Move]) -> Result<Vec<Look>, E> + 'p;

impl Endings {
    /// Whether larger tables, which not every installation has, know a position.
    pub(crate) fn knows(&self, pos: &Chess) -> bool {
        (3..=MOST_SYZYGY_MEN).contains(&pos.board().occupied().count())
            && !fen::has_castling_rights(pos)
            && self.tables().verdict(pos).is_ok()
    }

    /// An ending that is solved on the spot.
    pub(crate) fn is_small(&self, pos: &Chess) -> bool {
        (3..=SOLVED_AT_ONCE).contains(&pos.board().occupied().count()) && !fen::has_castling_rights(pos)
    }

    /// What tables say of all moves here: solved on the spot if the ending is small, none if they do not know it.
    pub(crate) fn known_moves(&self, pos: &Chess, stop: &Stop) -> Option<Known> {
        let material = Material::of(pos.board());
        if !(3..=MOST_SYZYGY_MEN).contains(&material.men()) || fen::has_castling_rights(pos) {
            return None;
        }
        self.solve(material, stop).ok()?;
        let ranked = self.tables().moves(pos).ok()?;
        let mut moves: Vec<(Move, Score)> = ranked.iter().map(|m| (m.mv, score(m.verdict))).collect();
        moves.sort_by_key(|(_, score)| std::cmp::Reverse(*score));
        Some(Known { moves })
    }

    /// The best lines of a position that tables know. How the side plays on in a draw is `play`'s choice among the moves that keep
    /// it; a position that is won or lost needs nobody.
    pub(crate) fn exact_lines<E>(
        &self,
        pos: &Chess,
        known: &Known,
        (only, lines): (&[Move], usize),
        play: &mut Playing<'_, E>,
    ) -> Result<Vec<Look>, E> {
        let chosen = known.chosen(only, lines);
        let draws = chosen.iter().filter(|(_, score)| *score == 0).count();
        let mut drawn: Vec<Look> = match draws {
            0 => Vec::new(),
            _ => play(draws, &known.drawing(only))?,
        };
        drawn.truncate(draws);
        let mut looks = Vec::with_capacity(chosen.len());
        for (mv, score) in chosen {
            if score == 0 && !drawn.is_empty() {
                looks.push(Look { score: 0, ..drawn.remove(0) });
                continue;
            }
            let mut after = pos.clone();
            after.play_unchecked(mv);
            let rest = if after.is_game_over() { Vec::new() } else { self.best_play(&after) };
            let moves: Vec<Move> = std::iter::once(mv).chain(rest).collect();
            looks.extend(Line::from_moves(pos, &moves).ok().map(|line| Look { line, score }));
        }
        Ok(looks)
    }

    fn best_play(&self, pos: &Chess) -> Vec<Move> {
        self.tables().line(pos, SHOWN).unwrap_or_default()
    }
}

/// A table's value as a score of our search.
fn score(verdict: Verdict) -> Score {
    match verdict {
        Verdict::Exact(value) => match value.dtm {
            Depth::Win(plies) => won(plies),
            Depth::Draw => 0,
            Depth::Loss(plies) => -won(plies),
        },
        Verdict::Syzygy(value) => match value.wdl() {
            Wdl::Win => TABLE_WIN,
            Wdl::Draw => 0,
            Wdl::Loss => -TABLE_WIN,
        },
    }
}

/// A win in so many plies: a mate that a reader can follow is told as such, a longer way is just won.
fn won(plies: u16) -> Score {
    let plies = Score::from(plies);
    if plies <= FOLLOWED { MATE - plies } else { TABLE_WIN - plies.min(LONGEST) }
}

/// Corrects the lines of an engine whose first moves lead to positions that the tables cover: a search may call a drawn ending
/// promising.
pub(crate) fn correct(looks: &mut [Look], tables: &dyn TableProbe) {
    for look in looks.iter_mut() {
        let Some(first) = look.line.steps().first() else { continue };
        if mate_moves(look.score).is_some() || first.after.is_game_over() {
            continue;
        }
        // Seen from the side to move after the first move.
        match tables.wdl(&first.after) {
            None => {}
            Some(-2) => look.score = TABLE_WIN,
            Some(2) => look.score = -TABLE_WIN,
            Some(_) => look.score = 0,
        }
    }
    looks.sort_by_key(|look| std::cmp::Reverse(look.score));
}
