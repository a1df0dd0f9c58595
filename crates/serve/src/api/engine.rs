//! The evaluation taken apart, and lines of the search.

use axum::{Json, extract::State};
use philidor_know::eval::Evaluation;
use philidor_report::{features::Features, lines::LinesAnswer};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Body, Client, Query, one_move, position, tutor::Manner};
use crate::{error::ApiError, state::App};

/// Lines at once.
const MOST_LINES: usize = 5;

/// A position.
#[derive(Deserialize, utoipa::IntoParams)]
pub(crate) struct Fen {
    /// The position
    fen: String,
}

/// What a position is worth, feature by feature
#[utoipa::path(get, path = "/api/evaluate", tag = "tutor", params(Fen),
    responses((status = 200, body = Features), (status = 400, body = crate::error::Problem)))]
pub(crate) async fn evaluate(Query(query): Query<Fen>) -> Result<Json<Features>, ApiError> {
    let pos = position(&query.fen)?;
    Ok(Json(Features::new(&pos, &Evaluation::tuned().explain(&pos))))
}

/// What to look at.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LinesRequest {
    fen: String,
    /// How many best lines (default 3, at most 5).
    lines: Option<usize>,
    /// As for an explanation, whose lines these are (default 500,000).
    nodes: Option<u64>,
    /// Only these moves.
    #[serde(default)]
    moves: Vec<String>,
    /// `philidor` (default) or another name of `GET /api/engines`.
    engine: Option<String>,
}

/// The best lines of a position, with the scores that an explanation shows
#[utoipa::path(post, path = "/api/lines", tag = "tutor", request_body = LinesRequest,
    responses((status = 200, body = LinesAnswer), (status = 400, body = crate::error::Problem),
              (status = 429, body = crate::error::Problem), (status = 502, description = "Another engine gave no answer", body = crate::error::Problem),
              (status = 503, body = crate::error::Problem)))]
pub(crate) async fn lines(
    State(app): State<App>,
    client: Client,
    Body(body): Body<LinesRequest>,
) -> Result<Json<LinesAnswer>, ApiError> {
    let pos = position(&body.fen)?;
    let only = body.moves.iter().map(|m| one_move(&pos, m)).collect::<Result<Vec<_>, _>>()?;
    let count = body.lines.unwrap_or(3).clamp(1, MOST_LINES);
    let manner = Manner { nodes: body.nodes, engine: body.engine, ..Manner::default() };
    let session = manner.session(&app)?;
    app.work(&client.0, move |_, stop| {
        let found = session.stopped_by(stop).lines(&pos, count, &only)?;
        Ok(Json(LinesAnswer::new(&pos, &found)))
    })
    .await
}
