//! The library of games.

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Path, Query};
use crate::{error::ApiError, library::games::GameEntry, state::App};

/// Games told at once.
const MOST_SHOWN: u32 = 200;

/// Which games.
#[derive(Deserialize, IntoParams)]
pub(crate) struct GamesQuery {
    /// Part of a player's name, the event or the opening
    #[serde(default)]
    text: String,
    /// How many to pass over
    #[serde(default)]
    skip: u32,
    /// How many to tell (default 50, at most 200)
    limit: Option<u32>,
}

/// Games of the library, newest first.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameList {
    /// All games there are.
    count: usize,
    games: Vec<GameEntry>,
}

/// Games of the library
#[utoipa::path(get, path = "/api/games", tag = "games", params(GamesQuery), responses((status = 200, body = GameList)))]
pub(crate) async fn list(
    State(app): State<App>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<GameList>, ApiError> {
    app.shelf(move |shelf| {
        let most = query.limit.unwrap_or(50).min(MOST_SHOWN);
        let games = shelf.games(query.text.trim(), query.skip, most)?;
        Ok(Json(GameList { count: shelf.game_count()?, games }))
    })
    .await
}

/// A game with its PGN.
#[derive(Serialize, ToSchema)]
pub(crate) struct GameText {
    #[serde(flatten)]
    entry: GameEntry,
    pgn: String,
}

/// A game
#[utoipa::path(get, path = "/api/games/{id}", tag = "games", params(("id" = i64, Path)),
    responses((status = 200, body = GameText), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn game(State(app): State<App>, Path(id): Path<i64>) -> Result<Json<GameText>, ApiError> {
    let found = app.shelf(move |shelf| Ok(shelf.game(id)?)).await?;
    let (entry, pgn) = found.ok_or_else(|| none(id))?;
    Ok(Json(GameText { entry, pgn }))
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

/// A file to save. `name` must be plain letters.
pub(crate) fn attachment(kind: &'static str, name: &str, body: impl IntoResponse) -> Response {
    let how = format!("attachment; filename=\"{name}\"");
    ([(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, how)], body).into_response()
}
