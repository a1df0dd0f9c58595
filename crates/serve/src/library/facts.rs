//! What a game is found by: plain words, ratings, endings, the positions it went through, and what the tutor found in it.
//! No opinions: an ending is counted by its men.

use philidor_chess::{
    pgn::{Entry, Game, Games},
    shakmaty::{Board, Chess, Color, EnPassantMode, Position, Role, Square, zobrist::Zobrist64},
};
use rusqlite::{Connection, params};
use serde_json::Value;

use super::games::GameEntry;

/// Half-moves that an ending of one kind must last to be counted.
const LASTS: u32 = 4;
/// Games with fewer half-moves are never taken for the same.
const SHORT: usize = 10;

/// The kinds of endings, as they are asked for.
pub(crate) const ENDINGS: [&str; 9] =
    ["pawn", "knight", "bishop", "opposite-bishops", "bishop-knight", "minor", "rook", "rook-minor", "queen"];

/// What a game is found by, beside its tags.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Facts {
    pub(crate) white_elo: Option<u32>,
    pub(crate) black_elo: Option<u32>,
    /// Kinds of endings, with blanks between and around them.
    pub(crate) endings: String,
    /// The same for games with the same moves, players and year.
    pub(crate) twin: i64,
    /// There is nothing in it but tags and moves.
    pub(crate) bare: bool,
    /// Four bytes for each position.
    pub(crate) places: Vec<u8>,
}

/// A position's four bytes.
pub(crate) fn place(pos: &Chess) -> u32 {
    let Zobrist64(hash) = pos.zobrist_hash(EnPassantMode::Legal);
    hash as u32
}

impl Facts {
    pub(crate) fn of(game: &Game) -> Facts {
        let mut pos = game.start.clone();
        let mut places = place(&pos).to_le_bytes().to_vec();
        let mut lasted = [0_u32; ENDINGS.len()];
        let mut plies = 0;
        for id in game.main_line() {
            let Some(mv) = game.node(id).ply.as_move() else { break };
            pos.play_unchecked(mv);
            places.extend(place(&pos).to_le_bytes());
            plies += 1;
            if let Some(kind) = ending(pos.board()).and_then(|kind| ENDINGS.iter().position(|k| *k == kind)) {
                lasted[kind] += 1;
            }
        }
        let there = ENDINGS.iter().zip(lasted).filter(|(_, plies)| *plies >= LASTS);
        let endings: String = there.map(|(kind, _)| format!(" {kind}")).collect();
        let tag = |name: &str| game.tag(name).unwrap_or_default();
        let elo = |name: &str| tag(name).trim().parse().ok().filter(|n| (1..=4000).contains(n));
        let year: String = tag("Date").chars().take(4).filter(char::is_ascii_digit).collect();
        let mut who = format!("\n{}\n{}\n{year}", surname(tag("White")), surname(tag("Black"))).into_bytes();
        if plies < SHORT {
            who.extend(game.to_string().bytes());
        }
        let twin = xxhash_rust::xxh3::xxh3_64(&[places.as_slice(), &who].concat());
        let said = |id| {
            let node = game.node(id);
            !node.comments.is_empty() || !node.nags.is_empty()
        };
        Facts {
            white_elo: elo("WhiteElo"),
            black_elo: elo("BlackElo"),
            endings: if endings.is_empty() { endings } else { endings + " " },
            twin: twin.cast_signed(),
            bare: game.comments.is_empty() && game.len() == plies && !game.main_line().any(said),
            places,
        }
    }
}

/// The name that people are called by, as it is typed.
fn surname(name: &str) -> String {
    let plain = plain(name);
    let last = match plain.split_once(',') {
        Some((last, _)) => last,
        None => plain.split_whitespace().last().unwrap_or_default(),
    };
    last.trim().trim_end_matches('.').to_owned()
}

/// Small letters without accents, as people type names.
pub(crate) fn plain(text: &str) -> String {
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

/// The kind of ending that stands on a board; none in a middlegame, or if only kings are left.
fn ending(board: &Board) -> Option<&'static str> {
    let of = |role: Role| board.by_role(role).count();
    let most = |role: Role| {
        Color::ALL.into_iter().map(|side| (board.by_color(side) & board.by_role(role)).count()).max()
    };
    let [queens, rooks, bishops, knights] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight].map(of);
    let minors = bishops + knights;
    match (queens, rooks, minors) {
        (0, 0, 0) if of(Role::Pawn) > 0 => Some("pawn"),
        (1.., 0, 0) if most(Role::Queen) == Some(1) => Some("queen"),
        (0, 1.., 0) => Some("rook"),
        (0, 0, 1..) => Some(match (bishops, knights) {
            (2, 0) if most(Role::Bishop) == Some(1) && opposite(board) => "opposite-bishops",
            (_, 0) => "bishop",
            (0, _) => "knight",
            (1, 1) if most(Role::Bishop) == Some(1) && on_two_sides(board) => "bishop-knight",
            _ => "minor",
        }),
        (0, 1..=2, 1..=2) if most(Role::Rook) == Some(1) => Some("rook-minor"),
        _ => None,
    }
}

fn opposite(board: &Board) -> bool {
    let colours: Vec<bool> = board.bishops().into_iter().map(Square::is_light).collect();
    colours.len() == 2 && colours[0] != colours[1]
}

/// The bishop and the knight are on different sides.
fn on_two_sides(board: &Board) -> bool {
    (board.by_color(Color::White) & (board.bishops() | board.knights())).count() == 1
}

/// Puts a game among those that are found.
pub(super) fn keep(
    connection: &Connection,
    id: i64,
    game: &GameEntry,
    facts: &Facts,
) -> rusqlite::Result<()> {
    let GameEntry { white, black, event, date, result, eco, opening, plies, .. } = game;
    let words = plain(&[white, black, event, date, result, eco, opening].map(String::as_str).join("\n"));
    connection
        .prepare_cached("INSERT INTO game_facts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)")?
        .execute(params![
            id,
            words,
            plain(white),
            plain(black),
            result,
            eco,
            date,
            facts.white_elo,
            facts.black_elo,
            plies,
            facts.endings,
            facts.twin
        ])?;
    let half_points = match result.as_str() {
        "1-0" => Some(2),
        "1/2-1/2" => Some(1),
        "0-1" => Some(0),
        _ => None,
    };
    let rating = facts.white_elo.zip(facts.black_elo).map(|(a, b)| (a + b) / 2);
    connection.prepare_cached("INSERT INTO game_places VALUES (?1, ?2, ?3, ?4)")?.execute(params![
        id,
        half_points,
        rating,
        facts.places
    ])?;
    Ok(())
}

/// Facts of the games that have none yet.
pub(super) fn fill(connection: &Connection) -> rusqlite::Result<()> {
    let sql = format!(
        "SELECT {}, pgn FROM games WHERE id NOT IN (SELECT game FROM game_facts)",
        super::games::COLUMNS
    );
    let mut find = connection.prepare(&sql)?;
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        let (entry, pgn) = (super::games::read(row)?, row.get::<_, String>(10)?);
        let game = Games::new(pgn.as_bytes()).next_entry();
        let facts = match &game {
            Ok(Some(Entry::Game(game) | Entry::Bad { game, .. })) => Facts::of(game),
            _ => Facts::default(),
        };
        keep(connection, entry.id, &entry, &facts)?;
    }
    let sql = "SELECT game, content FROM annotations WHERE game NOT IN (SELECT game FROM game_themes WHERE theme = '')";
    let mut find = connection.prepare(sql)?;
    let mut rows = find.query([])?;
    while let Some(row) = rows.next()? {
        keep_themes(connection, row.get(0)?, &row.get::<_, String>(1)?)?;
    }
    Ok(())
}

/// Motifs and concepts of an annotation (the tutor's own JSON) in place of older ones.
pub(super) fn keep_themes(connection: &Connection, game: i64, content: &str) -> rusqlite::Result<()> {
    connection.execute("DELETE FROM game_themes WHERE game = ?1", [game])?;
    let mut found = std::collections::BTreeSet::from([String::new()]);
    if let Ok(content) = serde_json::from_str::<Value>(content) {
        let moves = content["moves"].as_array().into_iter().flatten();
        for claim in moves.flat_map(|mv| mv["claims"].as_array().into_iter().flatten()) {
            themes_of(claim, &mut found);
        }
    }
    let mut keep = connection.prepare_cached("INSERT INTO game_themes (game, theme) VALUES (?1, ?2)")?;
    for theme in found {
        keep.execute(params![game, theme])?;
    }
    Ok(())
}

/// Names of devices and concepts in a claim, wherever they stand in it.
fn themes_of(value: &Value, found: &mut std::collections::BTreeSet<String>) {
    match value {
        Value::Object(fields) => {
            let says_concept = fields.get("says").is_some_and(|says| says == "concept");
            for (name, field) in fields {
                match field {
                    Value::String(text) if name == "theme" || (name == "name" && says_concept) => {
                        found.insert(text.clone());
                    }
                    _ => themes_of(field, found),
                }
            }
        }
        Value::Array(list) => list.iter().for_each(|value| themes_of(value, found)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn facts(pgn: &str) -> Facts {
        match Games::new(pgn.as_bytes()).next_entry().unwrap().unwrap() {
            Entry::Game(game) => Facts::of(&game),
            Entry::Bad { problem, .. } => panic!("{}", problem.kind),
        }
    }

    const MOVES: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";

    #[test]
    fn the_same_game_has_one_twin_however_its_players_are_written() {
        let one = |white: &str, date: &str| {
            facts(&format!("[White \"{white}\"]\n[Black \"Müller, Karl\"]\n[Date \"{date}\"]\n\n{MOVES} *"))
                .twin
        };
        assert_eq!(one("Carlsen, Magnus", "2019.01.02"), one("Magnus Carlsen", "2019.??.??"));
        assert_ne!(one("Carlsen, Magnus", "2019.01.02"), one("Carlsen, Magnus", "2020.01.02"));
        assert_ne!(one("Carlsen, Magnus", "2019.01.02"), one("Anand", "2019.01.02"));
        let bare = |moves: &str| facts(&format!("{moves} *")).bare;
        assert!(bare(MOVES) && !bare("1. e4 {good} e5") && !bare("1. e4 (1. d4) e5") && !bare("1. e4! e5"));
        // A short draw may be played twice.
        assert_ne!(facts("[Round \"1\"]\n\n1. e4 *").twin, facts("[Round \"2\"]\n\n1. e4 *").twin);
    }

    #[test]
    fn endings_are_known_by_their_men() {
        for (fen, kind) in [
            ("8/5k2/4p3/8/4P3/4K3/8/8 w - - 0 1", Some("pawn")),
            ("8/5k2/4p3/2b5/4P3/4KB2/8/8 w - - 0 1", Some("opposite-bishops")),
            ("8/5k2/4p3/3b4/4P3/4KB2/8/8 w - - 0 1", Some("bishop")),
            ("8/5k2/4p3/3n4/4P3/4KB2/8/8 w - - 0 1", Some("bishop-knight")),
            ("8/5k2/4p3/8/4P3/2N1KB2/8/8 w - - 0 1", Some("minor")),
            ("8/5k2/4p3/8/4P3/4K1R1/8/r7 w - - 0 1", Some("rook")),
            ("8/5k2/4p3/8/4P3/N3K1R1/8/r7 w - - 0 1", Some("rook-minor")),
            ("8/5k2/4p3/8/4P3/3QK3/8/q7 w - - 0 1", Some("queen")),
            ("8/5k2/8/8/8/4K3/8/8 w - - 0 1", None),
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ] {
            let pos = philidor_chess::parse_fen(fen).unwrap();
            assert_eq!(ending(pos.board()), kind, "{fen}");
            assert!(kind.is_none_or(|kind| ENDINGS.contains(&kind)));
        }
        let rook =
            "[FEN \"8/5k2/4p3/8/4P3/4K1R1/8/r7 w - - 0 1\"]\n\n1. Rg1 Rxg1 2. Kd4 Rg4 3. Ke3 e5 4. Kd3 *";
        assert_eq!(facts(rook).endings, " rook ");
    }

    #[test]
    fn places_are_those_of_the_positions() {
        let found = facts("[WhiteElo \"2500\"]\n[BlackElo \"?\"]\n\n1. e4 e5 *");
        assert_eq!((found.places.len(), found.white_elo, found.black_elo), (12, Some(2500), None));
        let other = facts("1. e3 e6 2. e4 e5 *");
        // The same men with the same rights, by another way.
        assert_eq!(found.places[8..12], other.places[16..20]);
    }

    #[test]
    fn concepts_are_found_by_their_names_and_nothing_else_is() {
        let claim = serde_json::json!({
            "side": "white",
            "statement": {"says": "concept", "name": "bishop pair", "purpose": "asset", "features": [{"name": "bishop_pair"}]}
        });
        let device = serde_json::json!({"statement": {"says": "device", "theme": "fork", "name": "x"}});
        let mut found = std::collections::BTreeSet::new();
        themes_of(&claim, &mut found);
        themes_of(&device, &mut found);
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["bishop pair", "fork"]);
    }
}
