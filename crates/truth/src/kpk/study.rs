//! Everything that is counted of KPK, read once from the exact table.

use std::collections::BTreeMap;

use philidor_chess::{
    Material, Piece,
    shakmaty::{Color, Rank, Square},
};

use super::{
    Count,
    depths::{Depths, Repetition, promotes_by_convention, runners},
    placement::{PLACEMENTS, Placement},
    reach,
};
use crate::{
    table::Table,
    value::{Depth, Value, Wdl},
};

/// The table's values and what follows from them.
pub(crate) struct Study {
    values: [Vec<Option<Value>>; 2],
    /// Depths with Bramer's convention.
    pub(crate) depths: Depths,
    pub(crate) repetition: Repetition,
}

impl Study {
    /// Reads the whole table.
    ///
    /// # Panics
    /// If it is not the table of KPK.
    pub(crate) fn new(table: &Table) -> Study {
        let kpk = Material::KK.with(Color::White, Piece::Pawn);
        assert_eq!(table.material(), kpk, "the KPK census reads the KPK table");
        let read = |p: Placement, to_move| {
            let pawn = [(Color::White, Piece::Pawn, p.pawn as u8)];
            p.is_legal(to_move).then(|| table.value_of(p.wk as u8, p.bk as u8, &pawn, to_move))
        };
        let values = [Color::White, Color::Black]
            .map(|to_move| Placement::all().map(|p| read(p, to_move)).collect::<Vec<_>>());
        debug_assert!(values.iter().all(|v| v.len() == PLACEMENTS));
        let drawn = |p: Placement, c: Color| values[side(c)][p.index()].is_some_and(|v| v.wdl() == Wdl::Draw);
        let repetition = Repetition::new(drawn);
        Study { depths: Depths::new(promotes_by_convention), repetition, values }
    }

    /// The legal positions with the pawn on ranks 2 to 7.
    pub(crate) fn legal(to_move: Color) -> impl Iterator<Item = Placement> {
        Placement::all().filter(move |p| p.is_legal(to_move))
    }

    /// The exact value of a legal position.
    pub(crate) fn value(&self, place: Placement, to_move: Color) -> Value {
        self.values[side(to_move)][place.index()].expect("legal position")
    }

    /// True if White wins the legal position.
    pub(crate) fn is_won(&self, place: Placement, to_move: Color) -> bool {
        self.value(place, to_move).wdl() == to_move.fold_wb(Wdl::Win, Wdl::Loss)
    }

    /// How many of some legal positions there are, and how they end.
    pub(crate) fn count(&self, places: impl IntoIterator<Item = Placement>, to_move: Color) -> Count {
        let mut count = Count::default();
        for place in places {
            count.add(self.is_won(place, to_move));
        }
        count
    }

    /// Some White move promotes and wins: depth zero without any convention.
    pub(crate) fn promotes_strictly(&self, place: Placement) -> bool {
        place.pawn.rank() == Rank::Seventh
            && place.is_legal(Color::White)
            && self.value(place, Color::White).dtc == Depth::Win(1)
    }

    /// Depth profile in plies of some won positions.
    pub(crate) fn profile(
        &self,
        metric: super::Metric,
        places: impl IntoIterator<Item = Placement>,
        to_move: Color,
    ) -> BTreeMap<u16, u64> {
        let mut profile = BTreeMap::new();
        for place in places {
            let plies = match metric {
                super::Metric::Convention => self.depths.plies(place, to_move),
                super::Metric::Conversion => self.value(place, to_move).dtc.plies(),
                super::Metric::Mate => self.value(place, to_move).dtm.plies(),
            };
            if let Some(plies) = plies {
                *profile.entry(plies).or_default() += 1;
            }
        }
        profile
    }

    /// Positions with Black to move that White wins by pushes alone; by convention or strictly.
    pub(crate) fn runners(&self, strictly: bool) -> Vec<Placement> {
        if strictly { runners(|p| self.promotes_strictly(p)) } else { runners(promotes_by_convention) }
    }

    /// The positions of one of Table 1's sets 6a-e, 7b and 7c. Set 7a is no part of KPK: see [`converted`].
    pub(crate) fn set(name: Set) -> Vec<Placement> {
        let to_move = name.to_move();
        Study::legal(to_move).filter(|&p| name.contains(p)).collect()
    }

    /// Legal positions that no last move explains.
    pub(crate) fn without_last_move(to_move: Color) -> Vec<Placement> {
        Study::legal(to_move).filter(|&p| !reach::has_last_move(p, to_move)).collect()
    }
}

/// Set 7a: Black to move, the pawn just promoted on a8 to d8. Clarke counts them as won unless Black's king can
/// take the new piece; that ten of the queens give stalemate is left to an underpromotion.
pub(crate) fn converted() -> Count {
    let mut count = Count::default();
    for place in Placement::with_pawn_on(&[Rank::Eighth]).filter(|p| p.stands()) {
        count.add(!place.new_queen_is_lost());
    }
    count
}

/// Table 1's sets of positions that the rules of play allow and no game reaches (in its authors' opinion).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Set {
    A6,
    B6,
    C6,
    D6,
    E6,
    B7,
    C7,
}

impl Set {
    pub(crate) const SIX: [Set; 5] = [Set::A6, Set::B6, Set::C6, Set::D6, Set::E6];
    pub(crate) const SEVEN: [Set; 2] = [Set::B7, Set::C7];

    pub(crate) fn to_move(self) -> Color {
        if Set::SIX.contains(&self) { Color::White } else { Color::Black }
    }

    /// Sets 6 share one test and are told apart by pawn and black king.
    pub(crate) fn contains(self, place: Placement) -> bool {
        let (pawn, bk) = (place.pawn, place.bk);
        let six = reach::seems_unreachable;
        match self {
            Set::A6 => pawn == Square::A7 && bk == Square::A8 && six(place),
            Set::B6 => {
                pawn.rank() == Rank::Seventh
                    && pawn != Square::A7
                    && bk == place.queening_square()
                    && six(place)
            }
            Set::C6 => pawn == Square::A2 && six(place),
            Set::D6 => pawn == Square::B6 && six(place),
            Set::E6 => pawn == Square::C7 && bk == Square::A8 && six(place),
            Set::B7 => pawn.rank() == Rank::Second && place.is_check(),
            Set::C7 => place.wk == Square::A1 && pawn == Square::A2 && matches!(bk, Square::C1 | Square::C2),
        }
    }
}

fn side(color: Color) -> usize {
    color.fold_wb(0, 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tables::{Tables, Watch};

    #[test]
    fn definitions_on_paper_agree_with_the_table() {
        let watch = Watch { stop: &Default::default(), hear: &|_| () };
        let study = Study::new(&Tables::in_memory().ensure("KPK".parse().unwrap(), watch).unwrap());
        // Backwards from promotions that win, the papers' recipe gives the table's own depth to conversion.
        let strict = Depths::new(|p| study.promotes_strictly(p));
        for to_move in [Color::White, Color::Black] {
            for place in Study::legal(to_move) {
                let value = study.value(place, to_move);
                assert_eq!(strict.plies(place, to_move), value.dtc.plies(), "{}", place.fen(to_move));
                // The convention moves depths, never results.
                let is_deep = study.depths.plies(place, to_move).is_some();
                assert_eq!(is_deep, study.is_won(place, to_move), "{}", place.fen(to_move));
            }
        }
    }

    #[test]
    fn sets_six_are_told_apart_without_remainder() {
        let all = Study::legal(Color::White).filter(|&p| reach::seems_unreachable(p)).count();
        assert_eq!(Set::SIX.map(|s| Study::set(s).len()), [5, 3, 2, 2, 2]);
        assert_eq!(all, 14);
        assert_eq!(Set::SEVEN.map(|s| Study::set(s).len()), [388, 2]);
    }
}
