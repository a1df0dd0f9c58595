//! The library of games.

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use philidor_chess::{
    pgn::{Entry, Game, GameProblem, Games},
    shakmaty::{Chess, Move},
};
use philidor_tutor::opening::Openings;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Body, Path, Query, position, tutor::Manner};
use crate::{
    error::ApiError,
    jobs::{
        annotate::{self, How},
        collection::{self, silent},
    },
    library::{
        facts::{ENDINGS, Facts, place},
        games::{GameEntry, NewGame},
        jobs::Job,
        search::{Facets, Order, Side, Wanted},
    },
    state::App,
};

/// Games told at once.
const MOST_SHOWN: u32 = 200;
/// Games of one text.
const MOST_AT_ONCE: usize = 5_000;
/// Games of a library.
const MOST_KEPT: usize = 1_000_000;
/// Games that are told of an import; the rest are counted.
const MOST_TOLD: usize = 50;
/// Bytes of what a reader adds to a game.
const LONGEST_OWN: usize = 1 << 20;

/// Which games.
#[derive(Debug, Clone, Default, Serialize, Deserialize, IntoParams, ToSchema)]
pub(crate) struct GamesQuery {
    /// Words that must all be in players, event, date, result, code or name of the opening
    #[serde(default)]
    text: String,
    /// Part of White's name
    #[serde(default)]
    white: String,
    /// Part of Black's name
    #[serde(default)]
    black: String,
    /// Words of one player's name, on either side
    #[serde(default)]
    player: String,
    /// The side that this player had: `white` or `black`
    #[serde(default)]
    side: String,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`; with a player also `won` or `lost`
    #[serde(default)]
    result: String,
    /// How the opening's code begins, such as `B9`
    #[serde(default)]
    eco: String,
    /// The first day or year, such as `2019` or `2019.06.01`
    #[serde(default)]
    from: String,
    /// The last day or year
    #[serde(default)]
    to: String,
    /// Rating of the stronger player, at least
    rating_from: Option<u32>,
    /// Rating of the stronger player, at most
    rating_to: Option<u32>,
    /// A kind of ending that the game came to, such as `rook`; `GET /api/library/facets` lists them
    #[serde(default)]
    ending: String,
    /// A motif or concept that the tutor found in the game
    #[serde(default)]
    theme: String,
    /// A position that the game went through
    #[serde(default)]
    fen: String,
    /// Only games with comments of the tutor, or only those without
    annotated: Option<bool>,
    /// `added` (default: newest first), `date`, `white`, `black`, `opening`, `moves` or `rating`
    order: Option<String>,
    /// How many to pass over
    #[serde(default)]
    skip: u32,
    /// How many to tell (default 50, at most 200)
    limit: Option<u32>,
}

impl GamesQuery {
    /// The position that is asked about.
    pub(crate) fn fen(&self) -> &str {
        self.fen.trim()
    }

    /// What is asked for, checked.
    pub(crate) fn wanted(self) -> Result<Wanted, ApiError> {
        let order = self.order.as_deref().map_or(Ok(Order::default()), str::parse).map_err(ApiError::Bad)?;
        let side = match self.side.as_str() {
            "" => None,
            "white" => Some(Side::White),
            "black" => Some(Side::Black),
            _ => return Err(ApiError::Bad("side is white or black".into())),
        };
        if !self.ending.is_empty() && !ENDINGS.contains(&self.ending.as_str()) {
            return Err(ApiError::Bad(format!(
                "no ending {:?}: there are {}",
                self.ending,
                ENDINGS.join(", ")
            )));
        }
        let place = match self.fen.trim() {
            "" => None,
            fen => Some(place(&position(fen)?)),
        };
        Ok(Wanted {
            text: self.text,
            white: self.white.trim().to_owned(),
            black: self.black.trim().to_owned(),
            player: self.player,
            side,
            result: self.result,
            eco: self.eco.trim().to_owned(),
            from: self.from.trim().replace('-', "."),
            to: self.to.trim().replace('-', "."),
            rating_from: self.rating_from,
            rating_to: self.rating_to,
            ending: self.ending,
            theme: self.theme,
            place,
            annotated: self.annotated,
            order,
            skip: self.skip,
            most: self.limit.unwrap_or(50).min(MOST_SHOWN),
        })
    }
}

/// What games can be found by: endings, motifs and concepts, players
#[utoipa::path(get, path = "/api/library/facets", tag = "games", responses((status = 200, body = Facets)))]
pub(crate) async fn facets(State(app): State<App>) -> Result<Json<Facets>, ApiError> {
    app.shelf(|shelf| Ok(Json(shelf.facets()?))).await
}

/// Games of the library.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameList {
    /// All games there are.
    count: usize,
    /// Those that fit.
    found: usize,
    games: Vec<GameEntry>,
}

/// Games of the library
#[utoipa::path(get, path = "/api/games", tag = "games", params(GamesQuery),
    responses((status = 200, body = GameList), (status = 400, body = crate::error::Problem)))]
pub(crate) async fn list(
    State(app): State<App>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<GameList>, ApiError> {
    let wanted = query.wanted()?;
    app.shelf(move |shelf| {
        let (games, found) = shelf.games(&wanted)?;
        Ok(Json(GameList { count: shelf.game_count()?, found, games }))
    })
    .await
}

/// A game with its PGN.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameText {
    #[serde(flatten)]
    entry: GameEntry,
    pgn: String,
    /// The same with the tutor's comments, if it has any.
    annotated_pgn: Option<String>,
    /// What the reader added: moves, notes, arrows.
    own_pgn: Option<String>,
}

/// A game
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = i64, Path)),
    responses((status = 200, body = GameText), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn game(State(app): State<App>, Path(id): Path<i64>) -> Result<Json<GameText>, ApiError> {
    app.shelf(move |shelf| {
        let (entry, pgn) = shelf.game(id)?.ok_or_else(|| none(id))?;
        let annotated_pgn = shelf.annotation(id)?.map(|a| a.pgn);
        Ok(Json(GameText { entry, pgn, annotated_pgn, own_pgn: shelf.own_moves(id)? }))
    })
    .await
}

/// What a reader adds to a game.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OwnMoves {
    /// The game with the reader's moves, notes and arrows; empty to forget them.
    pgn: String,
}

/// Keep what the reader adds to a game
#[utoipa::path(put, path = "/api/games/{id}/own", tag = "games", params(("id" = i64, Path)), request_body = OwnMoves,
    responses((status = 204), (status = 400, body = crate::error::Problem), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn own(
    State(app): State<App>,
    Path(id): Path<i64>,
    Body(body): Body<OwnMoves>,
) -> Result<StatusCode, ApiError> {
    if body.pgn.len() > LONGEST_OWN {
        return Err(ApiError::Bad(format!("own moves and notes of a game have at most {LONGEST_OWN} bytes")));
    }
    match app.shelf(move |shelf| Ok(shelf.keep_own_moves(id, body.pgn.trim())?)).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(none(id)),
    }
}

pub(crate) fn none(id: i64) -> ApiError {
    ApiError::NotFound(format!("there is no game {id}"))
}

/// Forget a game, its annotation and its drills
#[utoipa::path(delete, path = "/api/games/{id}", tag = "games", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn forget(State(app): State<App>, Path(id): Path<i64>) -> Result<StatusCode, ApiError> {
    match app.shelf(move |shelf| Ok(shelf.forget_game(id)?)).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(none(id)),
    }
}

/// All games as one PGN file, annotated where they are
#[utoipa::path(get, path = "/api/library/games.pgn", tag = "games",
    responses((status = 200, content_type = "application/x-chess-pgn", body = String)))]
pub(crate) async fn export(State(app): State<App>) -> Result<Response, ApiError> {
    let pgn = app.shelf(|shelf| Ok(shelf.all_pgn()?)).await?;
    Ok(attachment("application/x-chess-pgn; charset=utf-8", "philidor.pgn", pgn))
}

/// A consistent copy of the whole library (SQLite)
#[utoipa::path(get, path = "/api/library/backup.sqlite", tag = "games",
    responses((status = 200, content_type = "application/vnd.sqlite3", body = Vec<u8>)))]
pub(crate) async fn backup(State(app): State<App>) -> Result<Response, ApiError> {
    let bytes = app
        .shelf(|shelf| {
            let dir = tempfile::tempdir().map_err(ApiError::internal)?;
            let copy = dir.path().join("library.sqlite");
            shelf.copy_to(&copy)?;
            std::fs::read(&copy).map_err(ApiError::internal)
        })
        .await?;
    Ok(attachment("application/vnd.sqlite3", "philidor-library.sqlite", bytes))
}

/// Games as text.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Import {
    /// One or more games.
    pgn: String,
}

/// Something in a text that could not be read.
#[derive(Serialize, ToSchema)]
pub(crate) struct PgnProblem {
    /// From 1.
    line: usize,
    /// What is wrong.
    text: String,
}

/// What was kept, and what was not.
#[derive(Serialize, ToSchema)]
pub(crate) struct Imported {
    /// Games of the text that are in the library now.
    count: usize,
    /// Those that were not there before.
    fresh: usize,
    /// The first of them.
    games: Vec<GameEntry>,
    problems: Vec<PgnProblem>,
}

/// Keep games; one that cannot be read to its end is kept up to there, and told with its line
#[utoipa::path(post, path = "/api/games", tag = "games", request_body = Import,
    responses((status = 200, body = Imported), (status = 400, description = "No game could be read", body = crate::error::Problem)))]
pub(crate) async fn import(
    State(app): State<App>,
    Body(body): Body<Import>,
) -> Result<Json<Imported>, ApiError> {
    app.shelf(move |shelf| {
        let (games, problems) = read(&body.pgn)?;
        if games.is_empty() {
            let first = problems.first().map_or_else(
                || "there is no game in this text".to_owned(),
                |p| format!("line {}: {}", p.line, p.text),
            );
            return Err(ApiError::Bad(first));
        }
        if shelf.game_count()? + games.len() > MOST_KEPT {
            return Err(ApiError::Bad(format!(
                "the library holds {MOST_KEPT} games at most: forget some first"
            )));
        }
        let (ids, fresh) = shelf.add_games(&games)?;
        let mut entries = Vec::new();
        for &id in ids.iter().take(MOST_TOLD) {
            entries.extend(shelf.game(id)?.map(|(entry, _)| entry));
        }
        Ok(Json(Imported { count: ids.len(), fresh, games: entries, problems }))
    })
    .await
}

/// The games of a text, each as far as it can be read, and what is wrong with them.
fn read(text: &str) -> Result<(Vec<NewGame>, Vec<PgnProblem>), ApiError> {
    let (mut games, mut problems) = (Vec::new(), Vec::new());
    let mut reader = Games::new(text.as_bytes());
    while let Some(entry) = reader.next_entry().map_err(ApiError::bad)? {
        if games.len() + problems.len() >= MOST_AT_ONCE {
            return Err(ApiError::Bad(format!("at most {MOST_AT_ONCE} games at once")));
        }
        let told = |p: GameProblem| PgnProblem { line: p.line, text: p.kind.to_string() };
        match entry {
            Entry::Game(game) if game.is_empty() && game.set_up().is_none() => {
                problems.push(PgnProblem { line: game.line, text: "there is no move here".into() });
            }
            Entry::Game(game) => games.push(new_game(&game)),
            Entry::Bad { game, problem } => {
                // The moves before a fault are worth keeping.
                games.extend((!game.is_empty()).then(|| new_game(&game)));
                problems.push(told(problem));
            }
        }
        problems.extend(reader.take_warnings().into_iter().map(told));
    }
    Ok((games, problems))
}

/// Half-moves in which an opening is looked for.
const OPENING_PLIES: usize = 48;

/// A game as the library keeps it.
pub(crate) fn new_game(game: &Game) -> NewGame {
    let tag = |name: &str| game.tag(name).unwrap_or_default().chars().take(200).collect::<String>();
    let moves: Vec<Move> = game.main_line().map_while(|id| game.node(id).ply.as_move()).collect();
    let first = &moves[..moves.len().min(OPENING_PLIES)];
    let played = (game.start == Chess::default()).then(|| Openings::ours().of_game(first)).flatten();
    NewGame {
        entry: GameEntry {
            white: tag("White"),
            black: tag("Black"),
            event: tag("Event"),
            date: tag("Date"),
            result: game.termination.to_string(),
            eco: played.map_or_else(String::new, |p| p.opening.eco.clone()),
            opening: played.map_or_else(String::new, |p| p.opening.name.clone()),
            plies: moves.len() as u32,
            ..GameEntry::default()
        },
        facts: Facts::of(game),
        pgn: game.to_string(),
    }
}

/// What to ask of the tutor.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AnnotateRequest {
    #[serde(flatten)]
    manner: Manner,
    /// Whose mistakes become drills: `white`, `black` or `both` (default).
    side: Option<String>,
}

/// Let the tutor comment on a game
#[utoipa::path(post, path = "/api/games/{id}/annotate", tag = "games", params(("id" = i64, Path)), request_body = AnnotateRequest,
    responses((status = 202, body = Job), (status = 404, body = crate::error::Problem), (status = 429, body = crate::error::Problem)))]
pub(crate) async fn annotate(
    State(app): State<App>,
    Path(id): Path<i64>,
    Body(body): Body<AnnotateRequest>,
) -> Result<(StatusCode, Json<Job>), ApiError> {
    let input = annotate::Input { game: id, how: How::new(&app, &body.manner, body.side.as_deref())? };
    let shared = app.clone();
    let job = app
        .shelf(move |shelf| {
            let (entry, _) = shelf.game(id)?.ok_or_else(|| none(id))?;
            let title = format!("Comment on {} – {}", entry.white, entry.black);
            let input = serde_json::to_value(&input).map_err(ApiError::internal)?;
            shared.jobs.add("annotate", &title, &input)
        })
        .await?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

/// Which games the tutor should comment on.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AnnotateFound {
    #[serde(flatten)]
    manner: Manner,
    /// Whose mistakes become drills: `white`, `black` or `both` (default).
    side: Option<String>,
    /// As `GET /api/games` is asked; those that have comments are passed over.
    #[serde(default)]
    games: GamesQuery,
}

/// Let the tutor comment on all games that fit, one after the other
#[utoipa::path(post, path = "/api/library/annotate", tag = "games", request_body = AnnotateFound,
    responses((status = 202, body = Job), (status = 404, body = crate::error::Problem), (status = 429, body = crate::error::Problem)))]
pub(crate) async fn annotate_found(
    State(app): State<App>,
    Body(body): Body<AnnotateFound>,
) -> Result<(StatusCode, Json<Job>), ApiError> {
    let how = How::new(&app, &body.manner, body.side.as_deref())?;
    let input = collection::Input { games: body.games, how };
    let shared = app.clone();
    let job = app
        .shelf(move |_| {
            let count = silent(&shared, &input.games)?.len();
            if count == 0 {
                return Err(ApiError::NotFound("no game without comments fits".into()));
            }
            let input = serde_json::to_value(&input).map_err(ApiError::internal)?;
            shared.jobs.add("collection", &format!("Comment on {count} games"), &input)
        })
        .await?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

/// The tutor's comments on a game, in one form
#[utoipa::path(get, path = "/api/games/{id}/{form}", tag = "games",
    params(("id" = i64, Path), ("form" = String, Path, description = "annotation.pgn, annotation.md, annotation.html or annotation.json")),
    responses((status = 200, body = String), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn annotation(
    State(app): State<App>,
    Path((id, form)): Path<(i64, String)>,
) -> Result<Response, ApiError> {
    let made = app.shelf(move |shelf| Ok(shelf.annotation(id)?)).await?;
    let made = made.ok_or_else(|| ApiError::NotFound(format!("the tutor has not commented on game {id}")))?;
    Ok(match form.as_str() {
        "annotation.pgn" => attachment("application/x-chess-pgn; charset=utf-8", "game.pgn", made.pgn),
        "annotation.md" => attachment("text/markdown; charset=utf-8", "game.md", made.markdown),
        "annotation.html" => attachment("text/html; charset=utf-8", "game.html", made.html),
        "annotation.json" => ([(header::CONTENT_TYPE, "application/json")], made.content).into_response(),
        _ => return Err(ApiError::NotFound("annotations come as pgn, md, html or json".into())),
    })
}

/// A file to save. `name` must be plain letters.
pub(crate) fn attachment(kind: &'static str, name: &str, body: impl IntoResponse) -> Response {
    let how = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, how)], body).into_response()
}
