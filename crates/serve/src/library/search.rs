//! Which games are wanted, and finding them. Only short rows are read until it is known which games are told.

use std::fmt::Write as _;

use rusqlite::{Connection, ToSql, types::Value};

use super::{
    Library, LibraryError, explorer,
    facts::plain,
    games::{COLUMNS, GameEntry, read},
};

/// Which games of the library, and in which order. Empty texts fit all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wanted {
    /// Words that must all be in players, event, date, result, code or name of the opening.
    pub(crate) text: String,
    /// Part of White's name.
    pub(crate) white: String,
    /// Part of Black's name.
    pub(crate) black: String,
    /// Words of one player's name, on either side.
    pub(crate) player: String,
    /// The side that this player had.
    pub(crate) side: Option<Side>,
    /// The result as it is written; `won` and `lost` are those of `player`.
    pub(crate) result: String,
    /// How the opening's code begins.
    pub(crate) eco: String,
    /// The first day, or year.
    pub(crate) from: String,
    /// The last one.
    pub(crate) to: String,
    /// Of the stronger player, at least.
    pub(crate) rating_from: Option<u32>,
    /// At most.
    pub(crate) rating_to: Option<u32>,
    /// A kind of ending.
    pub(crate) ending: String,
    /// A motif or concept that the tutor found.
    pub(crate) theme: String,
    /// A position that the game went through.
    pub(crate) place: Option<u32>,
    /// Only games with comments of the tutor, or only those without.
    pub(crate) annotated: Option<bool>,
    pub(crate) order: Order,
    pub(crate) skip: u32,
    pub(crate) most: u32,
}

/// White or Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    White,
    Black,
}

/// How a list of games is ordered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Order {
    /// Kept last, first.
    #[default]
    Added,
    /// Played last, first.
    Date,
    /// By White's name.
    White,
    /// By Black's name.
    Black,
    /// By the code of the opening.
    Opening,
    /// Long games first.
    Moves,
    /// Strong players first.
    Rating,
}

impl Order {
    fn sql(self) -> &'static str {
        match self {
            Order::Added => "game DESC",
            Order::Date => "date DESC, game DESC",
            Order::White => "white, game DESC",
            Order::Black => "black, game DESC",
            Order::Opening => "eco = '', eco, game DESC",
            Order::Moves => "plies DESC, game DESC",
            Order::Rating => "max(coalesce(white_elo, 0), coalesce(black_elo, 0)) DESC, game DESC",
        }
    }
}

impl std::str::FromStr for Order {
    type Err = String;

    fn from_str(text: &str) -> Result<Order, String> {
        Ok(match text {
            "added" => Order::Added,
            "date" => Order::Date,
            "white" => Order::White,
            "black" => Order::Black,
            "opening" => Order::Opening,
            "moves" => Order::Moves,
            "rating" => Order::Rating,
            _ => {
                return Err(format!(
                    "no order {text:?}: there are added, date, white, black, opening, moves and rating"
                ));
            }
        })
    }
}

/// Conditions on `game_facts`, and what stands for their question marks.
#[derive(Default)]
struct Fits {
    sql: String,
    values: Vec<Value>,
}

impl Fits {
    fn and(&mut self, condition: &str, values: impl IntoIterator<Item = Value>) {
        let _ = write!(self.sql, "{} ({condition})", if self.sql.is_empty() { " WHERE" } else { " AND" });
        self.values.extend(values);
    }

    fn text(&mut self, condition: &str, value: &str) {
        if !value.is_empty() {
            self.and(condition, [Value::from(value.to_owned())]);
        }
    }

    fn values(&self) -> Vec<&dyn ToSql> {
        self.values.iter().map(|value| value as &dyn ToSql).collect()
    }
}

/// Words of a search that are looked at.
const MOST_WORDS: usize = 8;

fn fits(wanted: &Wanted) -> Fits {
    let mut fits = Fits::default();
    let words = |text: &str| -> Vec<Value> {
        plain(text).split_whitespace().take(MOST_WORDS).map(|word| Value::from(word.to_owned())).collect()
    };
    for word in words(&wanted.text) {
        fits.and("instr(words, ?) > 0", [word]);
    }
    fits.text("instr(white, ?) > 0", &plain(&wanted.white));
    fits.text("instr(black, ?) > 0", &plain(&wanted.black));
    let name = words(&wanted.player);
    let named = |column: &str| vec![format!("instr({column}, ?) > 0"); name.len()].join(" AND ");
    let mut either = |white: &str, black: &str| {
        // Where a side is wished, only that one is asked.
        let parts: Vec<String> = [(Side::White, "white", white), (Side::Black, "black", black)]
            .into_iter()
            .filter(|(side, ..)| wanted.side.is_none_or(|wish| wish == *side))
            .map(|(_, column, more)| format!("{}{more}", named(column)))
            .collect();
        let values = parts.iter().flat_map(|_| name.clone()).collect::<Vec<_>>();
        fits.and(&parts.join(" OR "), values);
    };
    match wanted.result.as_str() {
        "won" if !name.is_empty() => either(" AND result = '1-0'", " AND result = '0-1'"),
        "lost" if !name.is_empty() => either(" AND result = '0-1'", " AND result = '1-0'"),
        result => {
            if !name.is_empty() {
                either("", "");
            }
            fits.text("result = ?", result);
        }
    }
    let eco = wanted.eco.to_uppercase();
    if !eco.is_empty() {
        // Codes are letters and digits: the next one after all that begin like this ends with a tilde.
        fits.and("eco >= ? AND eco < ?", [Value::from(eco.clone()), Value::from(format!("{eco}~"))]);
    }
    fits.text("date >= ?", &wanted.from);
    if !wanted.to.is_empty() {
        // A year includes its last day.
        fits.and("date < ?", [Value::from(format!("{}~", wanted.to))]);
    }
    let rating = "max(coalesce(white_elo, 0), coalesce(black_elo, 0))";
    for (bound, sign) in [(wanted.rating_from, ">="), (wanted.rating_to, "<=")] {
        if let Some(bound) = bound {
            fits.and(&format!("{rating} {sign} ? AND {rating} > 0"), [Value::from(bound)]);
        }
    }
    if !wanted.ending.is_empty() {
        fits.and("instr(endings, ?) > 0", [Value::from(format!(" {} ", wanted.ending))]);
    }
    fits.text("game IN (SELECT game FROM game_themes WHERE theme = ?)", &wanted.theme);
    if let Some(annotated) = wanted.annotated {
        let not = if annotated { "" } else { "NOT " };
        fits.and(&format!("game {not}IN (SELECT game FROM annotations)"), []);
    }
    fits
}

/// The games that fit by their facts, as a condition on a column that holds their numbers; empty if all do.
pub(super) fn among(wanted: &Wanted) -> (String, Vec<Value>) {
    let fits = fits(wanted);
    if fits.sql.is_empty() {
        return (String::new(), Vec::new());
    }
    (format!(" WHERE game IN (SELECT game FROM game_facts{})", fits.sql), fits.values)
}

/// How often something is found.
#[derive(Debug, Clone, serde::Serialize, utoipa::ToSchema)]
pub(crate) struct Counted {
    /// What.
    pub(crate) name: String,
    /// In how many games.
    pub(crate) games: usize,
}

/// What games can be found by.
#[derive(Debug, Clone, serde::Serialize, utoipa::ToSchema)]
pub(crate) struct Facets {
    /// Kinds of endings.
    pub(crate) endings: Vec<Counted>,
    /// Motifs and concepts of the tutor's comments.
    pub(crate) themes: Vec<Counted>,
    /// The names that occur most, as they are written.
    pub(crate) players: Vec<Counted>,
}

/// Players that are told.
const MOST_PLAYERS: usize = 50;

/// All games that fit, the newest first.
fn all(connection: &Connection, fits: &Fits, wanted: &Wanted) -> Result<Vec<i64>, LibraryError> {
    if let Some(place) = wanted.place {
        let (condition, values) = among(wanted);
        let mut games = explorer::through(connection, place, &condition, values)?;
        games.sort_unstable_by_key(|game| std::cmp::Reverse(*game));
        return Ok(games);
    }
    let sql = format!("SELECT game FROM game_facts{} ORDER BY game DESC", fits.sql);
    let mut found = connection.prepare(&sql)?;
    let ids = found.query_map(fits.values().as_slice(), |row| row.get(0))?;
    Ok(ids.collect::<Result<Vec<i64>, _>>()?)
}

impl Library {
    /// The games that fit, and how many fit in all.
    pub(crate) fn games(&self, wanted: &Wanted) -> Result<(Vec<GameEntry>, usize), LibraryError> {
        let mut fits = fits(wanted);
        let connection = self.lock();
        if wanted.place.is_none() && fits.sql.is_empty() {
            let count: i64 = connection.query_row("SELECT count(*) FROM game_facts", [], |row| row.get(0))?;
            return Ok((entries(&connection, &page(&connection, &fits, wanted)?)?, count as usize));
        }
        // Texts are read once: all that fit are found, newest first, and only few are put into another order.
        let all = all(&connection, &fits, wanted)?;
        let ids = match wanted.order {
            Order::Added => {
                all.iter().copied().skip(wanted.skip as usize).take(wanted.most as usize).collect()
            }
            _ => {
                if wanted.place.is_some() || all.len() <= FEW {
                    fits = Fits::default();
                    let ids = Value::from(serde_json::to_string(&all)?);
                    fits.and("game IN (SELECT value FROM json_each(?))", [ids]);
                }
                page(&connection, &fits, wanted)?
            }
        };
        Ok((entries(&connection, &ids)?, all.len()))
    }

    /// All games that fit, the newest first.
    pub(crate) fn found(&self, wanted: &Wanted) -> Result<Vec<i64>, LibraryError> {
        all(&self.lock(), &fits(wanted), wanted)
    }

    /// What games can be found by.
    pub(crate) fn facets(&self) -> Result<Facets, LibraryError> {
        let connection = self.lock();
        let counted = |sql: &str| -> Result<Vec<Counted>, LibraryError> {
            let mut found = connection.prepare_cached(sql)?;
            let rows = found.query_map([], |row| {
                Ok(Counted { name: row.get(0)?, games: row.get::<_, i64>(1)? as usize })
            })?;
            Ok(rows.collect::<Result<_, _>>()?)
        };
        let mut endings = Vec::new();
        for kind in super::facts::ENDINGS {
            let games: i64 = connection.query_row(
                "SELECT count(*) FROM game_facts WHERE instr(endings, ?1) > 0",
                [format!(" {kind} ")],
                |row| row.get(0),
            )?;
            if games > 0 {
                endings.push(Counted { name: kind.to_owned(), games: games as usize });
            }
        }
        Ok(Facets {
            endings,
            themes: counted(
                "SELECT theme, count(*) AS n FROM game_themes WHERE theme <> '' GROUP BY theme ORDER BY n DESC, theme",
            )?,
            players: counted(&format!(
                "SELECT name, count(*) AS n FROM (SELECT white AS name FROM games UNION ALL SELECT black FROM games)
                 WHERE name NOT IN ('', '?') GROUP BY name ORDER BY n DESC, name LIMIT {MOST_PLAYERS}"
            ))?,
        })
    }
}

/// Found games that are put into order by their numbers; more are looked for again.
const FEW: usize = 5_000;

/// The numbers of the games of one page, in the order that is wanted.
fn page(connection: &Connection, fits: &Fits, wanted: &Wanted) -> Result<Vec<i64>, LibraryError> {
    let Wanted { order, most, skip, .. } = wanted;
    let sql = format!(
        "SELECT game FROM game_facts{} ORDER BY {} LIMIT {most} OFFSET {skip}",
        fits.sql,
        order.sql()
    );
    let mut found = connection.prepare(&sql)?;
    let ids = found.query_map(fits.values().as_slice(), |row| row.get(0))?;
    Ok(ids.collect::<Result<_, _>>()?)
}

/// Games as lists tell them, in the order of their numbers here.
pub(super) fn entries(connection: &Connection, ids: &[i64]) -> Result<Vec<GameEntry>, LibraryError> {
    let mut one = connection.prepare_cached(&format!("SELECT {COLUMNS} FROM games WHERE id = ?1"))?;
    ids.iter().map(|id| Ok(one.query_row([id], read)?)).collect()
}

#[cfg(test)]
mod tests {
    use philidor_chess::{
        parse_fen,
        pgn::{Entry, Games},
    };

    use super::*;
    use crate::library::facts;

    fn library(texts: &[&str]) -> (tempfile::TempDir, Library) {
        let dir = tempfile::tempdir().unwrap();
        let library = Library::open(&dir.path().join("l.sqlite")).unwrap();
        for text in texts {
            let Some(Entry::Game(game)) = Games::new(text.as_bytes()).next_entry().unwrap() else {
                panic!("{text}")
            };
            library.add_games(&[crate::api::games::new_game(&game)]).unwrap();
        }
        (dir, library)
    }

    const ANNA: &str = "[White \"Anna Bell\"]\n[Black \"Carl Dorn\"]\n[Date \"2020.05.01\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1700\"]\n\n\
        1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0";
    const CARL: &str = "[White \"Dorn, Carl\"]\n[Black \"Eve\"]\n[Date \"2021.??.??\"]\n\n1. Nf3 d6 2. d4 c5 3. e4 cxd4 4. Nxd4 Nf6 0-1";
    const DRAW: &str =
        "[White \"Eve\"]\n[Black \"Anna Bell\"]\n[Date \"2022.01.01\"]\n\n1. d4 d5 2. c4 e6 1/2-1/2";

    #[test]
    fn every_wish_is_kept_to() {
        let (_dir, library) = library(&[ANNA, CARL, DRAW]);
        let found = |wanted: Wanted| -> Vec<i64> {
            let (games, count) = library.games(&Wanted { most: 10, ..wanted }).unwrap();
            assert_eq!(games.len(), count);
            games.iter().map(|game| game.id).collect()
        };
        let text = |s: &str| s.to_owned();
        let any = Wanted::default;
        assert_eq!(found(any()), [3, 2, 1]);
        assert_eq!(found(Wanted { player: text("carl dorn"), ..any() }), [2, 1]);
        assert_eq!(found(Wanted { player: text("carl dorn"), side: Some(Side::White), ..any() }), [2]);
        assert_eq!(found(Wanted { player: text("dorn"), result: text("lost"), ..any() }), [2, 1]);
        assert_eq!(found(Wanted { player: text("anna"), result: text("won"), ..any() }), [1]);
        assert_eq!(found(Wanted { player: text("anna"), result: text("1/2-1/2"), ..any() }), [3]);
        assert_eq!(found(Wanted { eco: text("b9"), ..any() }), [1]);
        assert_eq!(found(Wanted { from: text("2021"), ..any() }), [3, 2]);
        assert_eq!(found(Wanted { to: text("2021"), ..any() }), [2, 1]);
        assert_eq!(found(Wanted { rating_from: Some(1600), ..any() }), [1]);
        assert_eq!(found(Wanted { rating_to: Some(1600), ..any() }), [] as [i64; 0]);
        assert_eq!(found(Wanted { order: Order::Date, text: text("anna"), ..any() }), [3, 1]);
        assert_eq!(found(Wanted { theme: text("fork"), ..any() }), [] as [i64; 0]);
        // The open Sicilian, by two orders of moves.
        let open = parse_fen("rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5").unwrap();
        let place = Some(facts::place(&open));
        assert_eq!(found(Wanted { place, ..any() }), [2, 1]);
        assert_eq!(found(Wanted { place, player: text("eve"), ..any() }), [2]);
        assert_eq!(library.facets().unwrap().players[0].name, "Anna Bell");
    }

    #[test]
    fn a_game_that_is_there_is_known_by_its_moves_and_players() {
        let (_dir, library) = library(&[ANNA, CARL]);
        let again = ANNA.replace("Anna Bell", "Bell, Anna").replace("2020.05.01", "2020.??.??");
        let commented = ANNA.replace("1. e4", "1. e4 {my favourite}");
        for (text, fresh) in [(again.as_str(), 0), (commented.as_str(), 1)] {
            let Some(Entry::Game(game)) = Games::new(text.as_bytes()).next_entry().unwrap() else {
                panic!("{text}")
            };
            assert_eq!(library.add_games(&[crate::api::games::new_game(&game)]).unwrap().1, fresh);
        }
    }

    #[test]
    fn motifs_of_comments_are_found() {
        let (_dir, library) = library(&[ANNA]);
        let content = r#"{"moves": [{"claims": [{"statement": {"says": "material", "device": {"theme": "fork"}}}, {"statement": {"says": "concept", "name": "outpost"}}]}]}"#;
        let made = crate::library::games::Annotation { content: content.to_owned(), ..Default::default() };
        library.annotate(1, &made).unwrap();
        library.annotate(1, &made).unwrap();
        let names: Vec<String> = library.facets().unwrap().themes.into_iter().map(|t| t.name).collect();
        assert_eq!(names, ["fork", "outpost"]);
        let wanted = Wanted { theme: "fork".to_owned(), annotated: Some(true), most: 5, ..Wanted::default() };
        assert_eq!(library.games(&wanted).unwrap().1, 1);
    }
}
