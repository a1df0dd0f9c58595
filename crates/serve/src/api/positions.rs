//! Positions kept for later.

use axum::{Json, extract::State, http::StatusCode};
use philidor_chess::write_fen;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Body, Path, position};
use crate::{error::ApiError, library::positions::KeptPosition, state::App};

/// Characters of a note.
const LONGEST_NOTE: usize = 200;
/// Positions of a library.
const MOST: usize = 5_000;

/// Positions kept, newest first
#[utoipa::path(get, path = "/api/positions", tag = "games", responses((status = 200, body = Vec<KeptPosition>)))]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Vec<KeptPosition>>, ApiError> {
    app.shelf(|shelf| Ok(Json(shelf.positions()?))).await
}

/// A position to keep.
#[derive(Deserialize, ToSchema)]
pub(crate) struct KeepRequest {
    fen: String,
    /// What to remember about it.
    #[serde(default)]
    note: String,
}

/// Keep a position; one that is kept already gets the new note
#[utoipa::path(post, path = "/api/positions", tag = "games", request_body = KeepRequest,
    responses((status = 200, body = KeptPosition), (status = 400, body = crate::error::Problem)))]
pub(crate) async fn keep(
    State(app): State<App>,
    Body(body): Body<KeepRequest>,
) -> Result<Json<KeptPosition>, ApiError> {
    let fen = write_fen(&position(&body.fen)?);
    if body.note.chars().count() > LONGEST_NOTE {
        return Err(ApiError::Bad(format!("a note has at most {LONGEST_NOTE} characters")));
    }
    app.shelf(move |shelf| {
        if shelf.positions()?.len() >= MOST {
            return Err(ApiError::Bad(format!(
                "the library holds {MOST} positions at most: forget some first"
            )));
        }
        Ok(Json(shelf.keep_position(&fen, body.note.trim())?))
    })
    .await
}

/// Forget a position
#[utoipa::path(delete, path = "/api/positions/{id}", tag = "games", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn forget(State(app): State<App>, Path(id): Path<i64>) -> Result<StatusCode, ApiError> {
    match app.shelf(move |shelf| Ok(shelf.forget_position(id)?)).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(ApiError::NotFound(format!("there is no position {id}"))),
    }
}
