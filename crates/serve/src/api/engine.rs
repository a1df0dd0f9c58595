//! The evaluation taken apart, and lines of the search.

use axum::{Json, extract::State};
use philidor_chess::shakmaty::Position;
use philidor_know::eval::Evaluation;
use philidor_report::{features::Features, lines::LinesAnswer, uci};
use philidor_session::ELO_RANGE;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    Body, Client, Query, one_move, position,
    practise::replay,
    tutor::{Manner, of_game},
};
use crate::{error::ApiError, state::App};

/// Moves of a game, at most.
const LONGEST: usize = 1000;
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
    /// The game of the library that this is a position of: if it has comments, their score holds.
    game: Option<i64>,
    /// A name of `GET /api/engines`; the usual one if none is given.
    engine: Option<String>,
    /// `quick` (a first answer), `usual` (default: until it is settled) or `deep`.
    effort: Option<String>,
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
    let manner = Manner { nodes: body.nodes, engine: body.engine, effort: body.effort, ..Manner::default() };
    let session = of_game(&app, manner.session(&app)?, body.game, &pos).await?;
    app.work(&client.0, move |_, stop| {
        let found = session.stopped_by(stop).lines(&pos, count, &only)?;
        Ok(Json(LinesAnswer::new(&pos, &found)))
    })
    .await
}

/// Whose turn it is to answer, and how strongly.
#[derive(Deserialize, ToSchema)]
pub(crate) struct OpponentRequest {
    /// Where the game began.
    fen: String,
    /// The moves played from there, both sides': people answer what was just played.
    #[serde(default)]
    moves: Vec<String>,
    /// The rating at which to play: 800 to 2800; up to 2200 as people of that rating do, above as an engine held back.
    elo: u16,
    /// Whose rating that is: `lichess` (default), `chess.com` or `fide`.
    scale: Option<String>,
    /// Chooses among moves that a player of this rating might play; the same number gives the same move.
    #[serde(default)]
    seed: u64,
}

/// A move.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpponentMove {
    /// Such as e2e4; none if the game is over.
    #[serde(rename = "move")]
    mv: Option<String>,
}

/// The move of an opponent of some rating
#[utoipa::path(post, path = "/api/opponent", tag = "tutor", request_body = OpponentRequest,
    responses((status = 200, body = OpponentMove), (status = 400, body = crate::error::Problem),
              (status = 429, body = crate::error::Problem), (status = 503, body = crate::error::Problem)))]
pub(crate) async fn opponent(
    State(app): State<App>,
    client: Client,
    Body(body): Body<OpponentRequest>,
) -> Result<Json<OpponentMove>, ApiError> {
    if body.moves.len() > LONGEST {
        return Err(ApiError::Bad(format!("more than {LONGEST} moves")));
    }
    if !ELO_RANGE.contains(&u32::from(body.elo)) {
        return Err(ApiError::Bad(format!(
            "elo is a rating from {} to {}",
            ELO_RANGE.start(),
            ELO_RANGE.end()
        )));
    }
    let scale = body.scale.as_deref().unwrap_or("lichess");
    let rating = format!("{}@{scale}", body.elo).parse().map_err(ApiError::bad)?;
    let start = position(&body.fen)?;
    let moves = replay(&start, &body.moves)?;
    let mut pos = start;
    let mut past = Vec::new();
    for mv in moves {
        let before = pos.clone();
        pos.play_unchecked(mv);
        past.push((before, mv));
    }
    let session = app.session.clone();
    app.work(&client.0, move |_, stop| {
        let chosen = session.stopped_by(stop).opponent(&pos, &past, rating, body.seed)?;
        Ok(Json(OpponentMove { mv: chosen.map(uci) }))
    })
    .await
}
