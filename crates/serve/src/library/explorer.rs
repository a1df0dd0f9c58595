//! What was played from a position, in the games of the library: by its four bytes, whatever order of moves led there.

use std::collections::HashMap;

use philidor_chess::shakmaty::{Chess, Move, Position};
use rusqlite::{Connection, ToSql, types::Value};

use super::{
    Library, LibraryError,
    facts::place,
    games::GameEntry,
    search::{Wanted, among, entries},
};

/// How games went on from a position.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) games: u32,
    pub(crate) white: u32,
    pub(crate) draws: u32,
    pub(crate) black: u32,
    /// The sum of the games' ratings, and how many have one.
    ratings: (u64, u32),
}

impl Tally {
    fn add(&mut self, half_points: Option<u8>, rating: Option<u32>) {
        self.games += 1;
        match half_points {
            Some(2) => self.white += 1,
            Some(1) => self.draws += 1,
            Some(0) => self.black += 1,
            _ => {}
        }
        if let Some(rating) = rating {
            self.ratings = (self.ratings.0 + u64::from(rating), self.ratings.1 + 1);
        }
    }

    /// The mean rating of the games.
    pub(crate) fn rating(&self) -> Option<u32> {
        self.ratings.0.checked_div(u64::from(self.ratings.1)).map(|mean| mean as u32)
    }
}

/// What is known of a position.
pub(crate) struct Explored {
    pub(crate) all: Tally,
    /// The most played first.
    pub(crate) moves: Vec<(Move, Tally)>,
    /// The games that were kept last.
    pub(crate) examples: Vec<GameEntry>,
}

/// Games that are told of a position.
const EXAMPLES: usize = 8;

/// Where a position stands in a game, from its first position. Sixteen positions are compared at a time: most games do not have it.
fn at(places: &[u8], wanted: [u8; 4]) -> Option<usize> {
    let (wanted, mut before) = (u32::from_le_bytes(wanted), 0);
    let is = |place: &[u8]| u32::from_le_bytes([place[0], place[1], place[2], place[3]]) == wanted;
    for block in places.chunks(64) {
        if block.chunks_exact(4).fold(false, |any, place| any | is(place)) {
            return block.chunks_exact(4).position(is).map(|at| before + at);
        }
        before += 16;
    }
    None
}

/// The numbers of the games that went through a position, among those of a condition.
pub(super) fn through(
    connection: &Connection,
    place: u32,
    condition: &str,
    values: Vec<Value>,
) -> Result<Vec<i64>, LibraryError> {
    let mut found = connection.prepare(&format!("SELECT game, places FROM game_places{condition}"))?;
    let values: Vec<&dyn ToSql> = values.iter().map(|value| value as &dyn ToSql).collect();
    let mut rows = found.query(values.as_slice())?;
    let mut games = Vec::new();
    while let Some(row) = rows.next()? {
        if at(row.get_ref(1)?.as_blob().unwrap_or_default(), place.to_le_bytes()).is_some() {
            games.push(row.get(0)?);
        }
    }
    Ok(games)
}

impl Library {
    /// What was played from a position in the games that fit.
    pub(crate) fn explore(&self, pos: &Chess, wanted: &Wanted) -> Result<Explored, LibraryError> {
        let next: HashMap<u32, Move> = pos
            .legal_moves()
            .into_iter()
            .map(|mv| {
                let mut after = pos.clone();
                after.play_unchecked(mv);
                (place(&after), mv)
            })
            .collect();
        let here = place(pos).to_le_bytes();
        let (condition, values) = among(wanted);
        let connection = self.lock();
        let sql = format!("SELECT game, half_points, rating, places FROM game_places{condition}");
        let mut found = connection.prepare(&sql)?;
        let values: Vec<&dyn ToSql> = values.iter().map(|value| value as &dyn ToSql).collect();
        let mut rows = found.query(values.as_slice())?;
        let (mut all, mut moves) = (Tally::default(), HashMap::<u32, Tally>::new());
        let mut games: Vec<i64> = Vec::new();
        while let Some(row) = rows.next()? {
            let places = row.get_ref(3)?.as_blob().unwrap_or_default();
            let Some(ply) = at(places, here) else { continue };
            let (half_points, rating) = (row.get(1)?, row.get(2)?);
            all.add(half_points, rating);
            games.push(row.get(0)?);
            let after = places.get(4 * ply + 4..4 * ply + 8).and_then(|bytes| bytes.try_into().ok());
            if let Some(after) = after.map(u32::from_le_bytes).filter(|after| next.contains_key(after)) {
                moves.entry(after).or_default().add(half_points, rating);
            }
        }
        games.sort_unstable_by_key(|id| std::cmp::Reverse(*id));
        games.truncate(EXAMPLES);
        let mut moves: Vec<(Move, Tally)> =
            moves.into_iter().filter_map(|(after, tally)| Some((*next.get(&after)?, tally))).collect();
        moves.sort_by_key(|(mv, tally)| (std::cmp::Reverse(tally.games), mv.to(), mv.from()));
        Ok(Explored { all, moves, examples: entries(&connection, &games)? })
    }
}

#[cfg(test)]
mod tests {
    use philidor_chess::pgn::{Entry, Games};

    use super::*;

    #[test]
    fn moves_are_counted_by_position_with_their_results() {
        let dir = tempfile::tempdir().unwrap();
        let library = Library::open(&dir.path().join("l.sqlite")).unwrap();
        for text in [
            "[White \"A\"]\n[WhiteElo \"2000\"]\n[BlackElo \"2100\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0",
            "[White \"B\"]\n\n1. Nf3 Nc6 2. e4 e5 3. Bb5 0-1",
            "[White \"C\"]\n\n1. e4 c5 1/2-1/2",
        ] {
            let Some(Entry::Game(game)) = Games::new(text.as_bytes()).next_entry().unwrap() else {
                panic!("{text}")
            };
            library.add_games(&[crate::api::games::new_game(&game)]).unwrap();
        }
        let start = library.explore(&Chess::default(), &Wanted::default()).unwrap();
        assert_eq!((start.all.games, start.all.white, start.all.draws, start.all.black), (3, 1, 1, 1));
        let (first, tally) = &start.moves[0];
        assert_eq!((first.to().to_string(), tally.games), ("e4".to_owned(), 2));
        assert_eq!(tally.rating(), Some(2050));
        assert_eq!(start.examples[0].white, "C");
        // 1.e4 e5 2.Nf3 Nc6, by two orders of moves; one game went on.
        let fen = "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3";
        let open = philidor_chess::parse_fen(fen).unwrap();
        let open = library.explore(&open, &Wanted::default()).unwrap();
        assert_eq!((open.all.games, open.moves.len()), (2, 1));
        let of_b = Wanted { white: "b".to_owned(), ..Wanted::default() };
        assert_eq!(library.explore(&Chess::default(), &of_b).unwrap().all.games, 1);
    }
}
