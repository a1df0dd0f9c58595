//! Games and their annotations.

use rusqlite::{Connection, OptionalExtension, Row, named_params, params};
use serde::Serialize;
use utoipa::ToSchema;

use super::{Library, LibraryError, now};

/// A game in a list.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct GameEntry {
    pub(crate) id: i64,
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) result: String,
    /// The code of the opening, if it is known.
    pub(crate) eco: String,
    pub(crate) opening: String,
    pub(crate) plies: u32,
    /// The tutor has commented on it.
    pub(crate) annotated: bool,
}

/// A game to keep.
#[derive(Debug, Clone, Default)]
pub(crate) struct NewGame {
    pub(crate) white: String,
    pub(crate) black: String,
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) result: String,
    pub(crate) eco: String,
    pub(crate) opening: String,
    pub(crate) plies: u32,
    pub(crate) pgn: String,
}

/// Which games of the library, and in which order. Empty texts fit all.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wanted {
    /// Words that must all be in players, event, date, result, code or name of the opening.
    pub(crate) text: String,
    /// Part of White's name.
    pub(crate) white: String,
    /// Part of Black's name.
    pub(crate) black: String,
    /// The result as it is written.
    pub(crate) result: String,
    /// How the opening's code begins.
    pub(crate) eco: String,
    /// Only games with comments of the tutor, or only those without.
    pub(crate) annotated: Option<bool>,
    pub(crate) order: Order,
    pub(crate) skip: u32,
    pub(crate) most: u32,
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
}

impl Order {
    fn sql(self) -> &'static str {
        match self {
            Order::Added => "id DESC",
            Order::Date => "date DESC, id DESC",
            Order::White => "white COLLATE NOCASE, id DESC",
            Order::Black => "black COLLATE NOCASE, id DESC",
            Order::Opening => "eco = '', eco, opening, id DESC",
            Order::Moves => "plies DESC, id DESC",
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
            _ => {
                return Err(format!(
                    "no order {text:?}: there are added, date, white, black, opening and moves"
                ));
            }
        })
    }
}

/// Small letters without accents, as people type names.
fn plain(text: &str) -> String {
    text.chars()
        .flat_map(char::to_lowercase)
        .map(|c| match c {
            'à'..='å' | 'ā' | 'ă' | 'ą' => 'a',
            'ç' | 'ć' | 'č' => 'c',
            'è'..='ë' | 'ē' | 'ę' | 'ě' => 'e',
            'ì'..='ï' | 'ī' | 'į' => 'i',
            'ñ' | 'ń' | 'ň' => 'n',
            'ò'..='ö' | 'ø' | 'ő' => 'o',
            'ś' | 'š' | 'ş' => 's',
            'ù'..='ü' | 'ū' | 'ů' | 'ű' => 'u',
            'ý' | 'ÿ' => 'y',
            'ź' | 'ż' | 'ž' => 'z',
            'ł' => 'l',
            other => other,
        })
        .collect()
}

/// What a game is found by.
fn words(parts: [&str; 7]) -> String {
    plain(&parts.join("\n"))
}

/// Words for the games that have none yet.
pub(super) fn fill_words(connection: &Connection) -> rusqlite::Result<()> {
    let sql = "SELECT id, white, black, event, date, result, eco, opening FROM games
               WHERE id NOT IN (SELECT game FROM game_words)";
    let mut find = connection.prepare(sql)?;
    let mut keep = connection.prepare("INSERT INTO game_words VALUES (?1, ?2)")?;
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        let part = |place: usize| row.get::<_, String>(place);
        let all = [part(1)?, part(2)?, part(3)?, part(4)?, part(5)?, part(6)?, part(7)?];
        keep.execute(params![row.get::<_, i64>(0)?, words(all.each_ref().map(String::as_str))])?;
    }
    Ok(())
}

/// A game's annotation in all its forms.
#[derive(Debug, Clone, Default)]
pub(crate) struct Annotation {
    /// What was asked of the tutor, JSON.
    pub(crate) options: String,
    /// The tutor's own JSON.
    pub(crate) content: String,
    pub(crate) pgn: String,
    pub(crate) markdown: String,
    pub(crate) html: String,
}

const COLUMNS: &str = "id, white, black, event, date, result, eco, opening, plies, \
    EXISTS (SELECT 1 FROM annotations WHERE game = games.id)";

fn read(row: &Row<'_>) -> rusqlite::Result<GameEntry> {
    Ok(GameEntry {
        id: row.get(0)?,
        white: row.get(1)?,
        black: row.get(2)?,
        event: row.get(3)?,
        date: row.get(4)?,
        result: row.get(5)?,
        eco: row.get(6)?,
        opening: row.get(7)?,
        plies: row.get(8)?,
        annotated: row.get(9)?,
    })
}

impl Library {
    /// Keeps games, all or none; a game that is there already is not kept twice. Returns their places, and how many are new.
    pub(crate) fn add_games(&self, games: &[NewGame]) -> Result<(Vec<i64>, usize), LibraryError> {
        let mut connection = self.lock();
        let change = connection.transaction()?;
        let (mut ids, mut fresh) = (Vec::new(), 0);
        {
            let mut keep = change.prepare_cached(
                "INSERT INTO games (id, digest, white, black, event, date, result, eco, opening, plies, pgn, added)
                 VALUES (1 + max((SELECT id FROM last_ids WHERE of = 'games'), (SELECT coalesce(max(id), 0) FROM games)),
                         ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11) ON CONFLICT (digest) DO NOTHING",
            )?;
            let mut find = change.prepare_cached("SELECT id FROM games WHERE digest = ?1")?;
            let mut name = change.prepare_cached("INSERT INTO game_words VALUES (?1, ?2)")?;
            for game in games {
                let NewGame { white, black, event, date, result, eco, opening, plies, pgn } = game;
                let digest = format!("{:032x}", xxhash_rust::xxh3::xxh3_128(pgn.as_bytes()));
                let made = keep.execute(params![
                    digest,
                    white,
                    black,
                    event,
                    date,
                    result,
                    eco,
                    opening,
                    plies,
                    pgn,
                    now()
                ])?;
                let id: i64 = find.query_row([digest], |row| row.get(0))?;
                if made > 0 {
                    name.execute(params![id, words([white, black, event, date, result, eco, opening])])?;
                    fresh += 1;
                }
                ids.push(id);
            }
        }
        change.commit()?;
        Ok((ids, fresh))
    }

    /// How many games there are.
    pub(crate) fn game_count(&self) -> Result<usize, LibraryError> {
        Ok(self.lock().query_row("SELECT count(*) FROM games", [], |row| row.get::<_, i64>(0))? as usize)
    }

    /// The games that fit, and how many fit in all.
    pub(crate) fn games(&self, wanted: &Wanted) -> Result<(Vec<GameEntry>, usize), LibraryError> {
        let asked: Vec<String> = plain(&wanted.text).split_whitespace().take(8).map(str::to_owned).collect();
        // Numbers are ours, words are bound.
        let fits: String =
            (0..asked.len()).map(|i| format!(" AND instr(game_words.words, :word{i}) > 0")).collect();
        // Words are read first (CROSS JOIN keeps the order): long texts are touched only where they fit.
        let tables = if asked.is_empty() {
            "games"
        } else {
            "game_words CROSS JOIN games ON games.id = game_words.game"
        };
        let from = format!(
            "FROM {tables}
             WHERE (:white = '' OR instr(lower(white), :white) > 0) AND (:black = '' OR instr(lower(black), :black) > 0)
               AND (:result = '' OR result = :result) AND (:eco = '' OR substr(eco, 1, length(:eco)) = :eco)
               AND (:annotated IS NULL OR :annotated = EXISTS (SELECT 1 FROM annotations WHERE game = games.id)){fits}"
        );
        let (white, black) = (wanted.white.to_lowercase(), wanted.black.to_lowercase());
        let eco = wanted.eco.to_uppercase();
        let names: Vec<String> = (0..asked.len()).map(|i| format!(":word{i}")).collect();
        let mut values: Vec<(&str, &dyn rusqlite::ToSql)> = named_params! {
            ":white": white, ":black": black, ":result": wanted.result, ":eco": eco, ":annotated": wanted.annotated,
        }
        .to_vec();
        values.extend(
            names.iter().zip(&asked).map(|(name, word)| (name.as_str(), word as &dyn rusqlite::ToSql)),
        );
        let connection = self.lock();
        let count: i64 =
            connection.query_row(&format!("SELECT count(*) {from}"), values.as_slice(), |row| row.get(0))?;
        values.extend(named_params! { ":most": wanted.most, ":skip": wanted.skip });
        let order = wanted.order.sql();
        let sql = format!("SELECT {COLUMNS} {from} ORDER BY {order} LIMIT :most OFFSET :skip");
        let mut statement = connection.prepare(&sql)?;
        let rows = statement.query_map(values.as_slice(), read)?;
        Ok((rows.collect::<Result<_, _>>()?, count as usize))
    }

    /// What the reader added to a game, as PGN.
    pub(crate) fn own_moves(&self, game: i64) -> Result<Option<String>, LibraryError> {
        let sql = "SELECT pgn FROM own_moves WHERE game = ?1";
        Ok(self.lock().query_row(sql, [game], |row| row.get(0)).optional()?)
    }

    /// Keeps what the reader added to a game; nothing if `pgn` is empty. False if there is no such game.
    pub(crate) fn keep_own_moves(&self, game: i64, pgn: &str) -> Result<bool, LibraryError> {
        let connection = self.lock();
        let there: bool =
            connection
                .query_row("SELECT EXISTS (SELECT 1 FROM games WHERE id = ?1)", [game], |row| row.get(0))?;
        if there && pgn.is_empty() {
            connection.execute("DELETE FROM own_moves WHERE game = ?1", [game])?;
        } else if there {
            let sql = "INSERT INTO own_moves VALUES (?1, ?2, ?3) ON CONFLICT (game) DO UPDATE SET pgn = ?2, changed = ?3";
            connection.execute(sql, params![game, pgn, now()])?;
        }
        Ok(there)
    }

    /// A game and its PGN.
    pub(crate) fn game(&self, id: i64) -> Result<Option<(GameEntry, String)>, LibraryError> {
        let sql = format!("SELECT {COLUMNS}, pgn FROM games WHERE id = ?1");
        Ok(self.lock().query_row(&sql, [id], |row| Ok((read(row)?, row.get(10)?))).optional()?)
    }

    /// Forgets a game and all that hangs on it; false if there is none.
    pub(crate) fn forget_game(&self, id: i64) -> Result<bool, LibraryError> {
        Ok(self.lock().execute("DELETE FROM games WHERE id = ?1", [id])? > 0)
    }

    /// Keeps the annotation of a game in place of an older one.
    pub(crate) fn annotate(&self, game: i64, made: &Annotation) -> Result<(), LibraryError> {
        let sql = "INSERT INTO annotations (game, options, content, pgn, markdown, html, made)
                   VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7) ON CONFLICT (game) DO UPDATE SET options = ?2, content = ?3,
                   pgn = ?4, markdown = ?5, html = ?6, made = ?7";
        let Annotation { options, content, pgn, markdown, html } = made;
        self.lock().execute(sql, params![game, options, content, pgn, markdown, html, now()])?;
        Ok(())
    }

    /// The annotation of a game.
    pub(crate) fn annotation(&self, game: i64) -> Result<Option<Annotation>, LibraryError> {
        let sql = "SELECT options, content, pgn, markdown, html FROM annotations WHERE game = ?1";
        let read = |row: &Row<'_>| {
            Ok(Annotation {
                options: row.get(0)?,
                content: row.get(1)?,
                pgn: row.get(2)?,
                markdown: row.get(3)?,
                html: row.get(4)?,
            })
        };
        Ok(self.lock().query_row(sql, [game], read).optional()?)
    }

    /// All games as PGN, annotated where they are.
    pub(crate) fn all_pgn(&self) -> Result<String, LibraryError> {
        let sql =
            "SELECT coalesce(annotations.pgn, games.pgn) FROM games LEFT JOIN annotations ON game = games.id
                   ORDER BY games.id";
        let connection = self.lock();
        let mut statement = connection.prepare(sql)?;
        let rows = statement.query_map([], |row| row.get::<_, String>(0))?;
        let mut out = String::new();
        for pgn in rows {
            out += pgn?.trim_end();
            out += "\n\n";
        }
        Ok(out)
    }
}
