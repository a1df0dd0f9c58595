//! Tables for a search: a fixed set, opened before, asked millions of times.

use std::{
    collections::HashMap,
    sync::{Arc, atomic::AtomicBool},
};

use philidor_chess::{
    Material,
    fen::has_castling_rights,
    shakmaty::{Chess, EnPassantMode, Move, Position},
};

use crate::{
    file::FileError,
    probe::MOST_MEN,
    syzygy::Syzygy,
    table::Table,
    tables::{BuildError, Tables, Watch},
    value::Wdl,
};

/// The tables that are at hand now. Asking takes no lock, opens no file and builds nothing.
#[derive(Debug, Default)]
pub struct Prober {
    tables: HashMap<Material, Arc<Table>>,
    syzygy: Option<Syzygy>,
    /// Asked for at every node, so it is counted once.
    max_men: usize,
}

/// Own tables with more men are too large to be opened unasked.
const MEN_AT_LEAVES: usize = 4;

impl Prober {
    /// What a search is given: tables of three men always (solved at once), of four if `stored` has their files, and Syzygy files.
    pub fn for_search(stored: &Tables, syzygy: Option<Syzygy>) -> Result<Prober, BuildError> {
        let small = Tables::in_memory();
        let go = AtomicBool::new(false);
        small.build(&Material::all_with_men(3), false, Watch { stop: &go, hear: &|_| () })?;
        Ok(Prober::new(&[&small, stored], MEN_AT_LEAVES, syzygy)?)
    }

    /// What there is, in a few words.
    pub fn summary(&self) -> String {
        let more = match &self.syzygy {
            Some(_) => format!(", Syzygy files to {} men", self.max_men),
            None => String::new(),
        };
        format!("{} own endgame tables{more}", self.own_tables())
    }

    /// All tables up to `men` men that any of the sources has in memory or on disk, and Syzygy files for the rest.
    pub fn new(sources: &[&Tables], men: usize, syzygy: Option<Syzygy>) -> Result<Prober, FileError> {
        let all: Vec<Material> = (3..=men.min(MOST_MEN)).flat_map(Material::all_with_men).collect();
        Prober::of(sources, &all, syzygy)
    }

    /// The same for these endgames and no others.
    pub fn of(
        sources: &[&Tables],
        materials: &[Material],
        syzygy: Option<Syzygy>,
    ) -> Result<Prober, FileError> {
        let mut found = HashMap::new();
        for &material in materials {
            for source in sources {
                if let Some(table) = source.table(material)? {
                    found.insert(material, table.clone());
                    found.insert(material.flipped(), table);
                    break;
                }
            }
        }
        let own = found.keys().map(Material::men).max().unwrap_or(0);
        let max_men = own.max(syzygy.as_ref().map_or(0, Syzygy::max_men));
        Ok(Prober { tables: found, syzygy, max_men })
    }

    /// How many endgames of our own it has.
    pub fn own_tables(&self) -> usize {
        self.tables.keys().filter(|m| m.is_canonical()).count()
    }

    /// True if there is nothing to ask.
    pub fn is_empty(&self) -> bool {
        self.tables.is_empty() && self.syzygy.is_none()
    }

    /// The most men any table has.
    #[inline]
    pub fn max_men(&self) -> usize {
        self.max_men
    }

    /// Win, draw or loss, if a table knows. Castling rights and a legal capture en passant are left to the search.
    pub fn wdl(&self, pos: &Chess) -> Option<Wdl> {
        self.own_wdl(pos).or_else(|| self.syzygy_for(pos)?.wdl(pos).ok())
    }

    /// The same under the fifty-move rule, a capture or pawn move having just been made: -2 lost, -1 lost but saved by
    /// the rule, 0 drawn, 1 won but spoiled by the rule, 2 won. Our own tables know nothing of the rule, which
    /// spoils no win of three or four men.
    pub fn fifty_move_result(&self, pos: &Chess) -> Option<i8> {
        match self.own_wdl(pos) {
            Some(wdl) => Some(2 * (wdl as i8 - Wdl::Draw as i8)),
            None => self.syzygy_for(pos)?.fifty_move_result(pos).ok(),
        }
    }

    fn syzygy_for(&self, pos: &Chess) -> Option<&Syzygy> {
        self.syzygy.as_ref().filter(|s| pos.board().occupied().count() <= s.max_men())
    }

    #[inline]
    fn own_wdl(&self, pos: &Chess) -> Option<Wdl> {
        let men = pos.board().occupied().count();
        if men == 2 {
            return Some(Wdl::Draw);
        }
        if men <= MOST_MEN
            && let Some(table) = self.tables.get(&Material::of(pos.board()))
            && !has_castling_rights(pos)
            && pos.ep_square(EnPassantMode::Legal).is_none()
        {
            return Some(table.wdl_at(pos.board(), pos.turn()));
        }
        None
    }

    /// The moves that keep the result and get on: shortest mate, longest resistance, any draw; with Syzygy files, by
    /// distance to zeroing. `None` if a move leads where no table knows.
    pub fn best_moves(&self, pos: &Chess) -> Option<Vec<Move>> {
        if has_castling_rights(pos) {
            return None;
        }
        let own = self.ranked(pos, |next| self.own_rank(next));
        let ranked = own.or_else(|| {
            let syzygy = self.syzygy_for(pos)?;
            let moves = pos.legal_moves();
            let rank = |m: Move| {
                let mut next = pos.clone();
                next.play_unchecked(m);
                let mate = if next.is_checkmate() { 1 } else { 0 };
                Some((m, syzygy.probe(&next).ok()?.before_move(m.is_zeroing()).rank() + mate))
            };
            moves.iter().map(|&m| rank(m)).collect()
        })?;
        let best = ranked.iter().map(|r| r.1).max()?;
        Some(ranked.into_iter().filter(|r| r.1 == best).map(|r| r.0).collect())
    }

    /// Ranks every move by what the other side is left with.
    fn ranked(&self, pos: &Chess, rank: impl Fn(&Chess) -> Option<i32>) -> Option<Vec<(Move, i32)>> {
        let moves = pos.legal_moves();
        moves
            .iter()
            .map(|&m| {
                let mut next = pos.clone();
                next.play_unchecked(m);
                Some((m, rank(&next)?))
            })
            .collect()
    }

    /// How the side that has just moved likes it.
    fn own_rank(&self, next: &Chess) -> Option<i32> {
        let material = Material::of(next.board());
        if material == Material::KK {
            return Some(0);
        }
        if next.ep_square(EnPassantMode::Legal).is_some() {
            return None;
        }
        let table = self.tables.get(&material)?;
        Some(table.dtm_at(next.board(), next.turn()).before_move().rank())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use philidor_chess::{parse_fen, shakmaty::san::San};

    use super::*;
    use crate::tables::Watch;

    fn prober() -> Prober {
        let tables = Tables::in_memory();
        let go = AtomicBool::new(false);
        tables.build(&["KPK".parse().unwrap()], false, Watch { stop: &go, hear: &|_| () }).unwrap();
        Prober::new(&[&tables], 3, None).unwrap()
    }

    #[test]
    fn knows_what_its_tables_know() {
        let prober = prober();
        assert_eq!(prober.max_men(), 3);
        for (fen, want) in [
            ("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", Some(Wdl::Draw)),
            ("8/4p3/4k3/8/8/8/8/4K3 b - - 0 1", Some(Wdl::Win)),
            ("8/8/8/4k3/8/8/8/4K3 w - - 0 1", Some(Wdl::Draw)),
            ("8/8/8/4k3/8/8/8/KQ5r w - - 0 1", None),
            ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", None),
        ] {
            assert_eq!(prober.wdl(&parse_fen(fen).unwrap()), want, "{fen}");
        }
    }

    #[test]
    fn names_the_shortest_way() {
        let best = |fen: &str| {
            let pos = parse_fen(fen).unwrap();
            let moves = prober().best_moves(&pos).unwrap();
            moves.into_iter().map(|m| San::from_move(&pos, m).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(best("8/8/8/6k1/8/8/1P4K1/8 w - - 0 1"), ["Kg3"]);
        assert_eq!(best("7k/8/6KQ/8/8/8/8/8 b - - 0 1"), ["Kg8"]);
    }
}
