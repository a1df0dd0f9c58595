//! The evaluation taken apart, and lines of the search.

use std::{
    sync::atomic::{AtomicBool, Ordering::Relaxed},
    time::Duration,
};

use axum::{Json, extract::State};
use philidor_chess::{
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_know::{
    eval::Evaluation,
    search::{Engine, Game, Limits, NoClock, Signals, mate_moves},
};
use philidor_tutor::analyst::{Analyst, Question};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, Client, Query, one_move, position};
use crate::{
    answer::{features::Features, san, ucis},
    error::ApiError,
    state::{App, Stop},
};

/// Nodes a search may look at, by default and at most.
pub(crate) const NODES: u64 = 100_000;
pub(crate) const MOST_NODES: u64 = 2_000_000;
/// Lines at once.
const MOST_LINES: usize = 5;
const HASH_MIB: usize = 8;

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
    /// Nodes of search (default 100,000).
    nodes: Option<u64>,
    /// Only these moves.
    #[serde(default)]
    moves: Vec<String>,
    /// `philidor` (default) or another name of `GET /api/engines`.
    engine: Option<String>,
}

/// A line and what it is worth to the side to move.
#[derive(Serialize, ToSchema)]
pub(crate) struct LineAnswer {
    /// Centipawns for the side to move.
    score: i32,
    /// Moves to mate, if it is proved; negative if the side to move is mated.
    mate: Option<i32>,
    /// Plies searched, if the engine tells.
    depth: Option<u32>,
    /// As interfaces write moves.
    moves: Vec<String>,
    /// The same in notation.
    san: String,
    /// The position at the end of the line.
    last_fen: String,
}

impl LineAnswer {
    fn new(pos: &Chess, score: i32, depth: Option<u32>, moves: &[Move]) -> LineAnswer {
        LineAnswer {
            score,
            mate: mate_moves(score),
            depth,
            moves: ucis(moves),
            san: san(pos, moves),
            last_fen: last(pos, moves),
        }
    }
}

/// Lines.
#[derive(Serialize, ToSchema)]
pub(crate) struct LinesAnswer {
    fen: String,
    nodes: u64,
    lines: Vec<LineAnswer>,
}

/// The best lines of a position
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
    let search_moves = body.moves.iter().map(|m| one_move(&pos, m)).collect::<Result<Vec<_>, _>>()?;
    let nodes = body.nodes.unwrap_or(NODES).clamp(1, MOST_NODES);
    let multi_pv = body.lines.unwrap_or(3).clamp(1, MOST_LINES);
    let name = body.engine.unwrap_or_else(|| "philidor".into());
    app.check_engine(&name)?;
    app.work(&client.0, move |app, stop| {
        let Some(factory) = philidor_know::evaluator::by_name(&name) else {
            let mut analyst = app.analyst(&name, nodes, stop)?;
            let question =
                Question { pos: &pos, past: None, lines: multi_pv, only: &search_moves, permille: 1000, carry_on: false };
            let looks = analyst.lines(&question).map_err(ApiError::analyst)?;
            let lines = looks.iter().map(|look| {
                let moves: Vec<Move> = look.line.steps().iter().map(|step| step.mv).collect();
                LineAnswer::new(&pos, look.score, None, &moves)
            });
            return Ok(Json(LinesAnswer { fen: write_fen(&pos), nodes, lines: lines.collect() }));
        };
        let limits = Limits { nodes: Some(nodes), multi_pv, search_moves, ..Limits::default() };
        let mut engine = Engine::new(factory, HASH_MIB, 1);
        let game = Game::new(pos.clone());
        let report = watched(stop, |signals| engine.search(&game, &limits, signals, &NoClock, &mut |_| {}));
        let lines =
            report.lines.iter().map(|line| LineAnswer::new(&pos, line.score, Some(line.depth), &line.moves));
        Ok(Json(LinesAnswer { fen: write_fen(&pos), nodes: report.nodes, lines: lines.collect() }))
    })
    .await
}

fn last(pos: &Chess, moves: &[Move]) -> String {
    let mut pos = pos.clone();
    moves.iter().for_each(|&mv| pos.play_unchecked(mv));
    write_fen(&pos)
}

/// Runs a search that ends when nobody waits any more.
pub(crate) fn watched<T>(stop: &Stop, search: impl FnOnce(&Signals) -> T) -> T {
    let (signals, done) = (Signals::default(), AtomicBool::new(false));
    std::thread::scope(|scope| {
        let watcher = scope.spawn(|| {
            while !done.load(Relaxed) {
                if stop.load(Relaxed) {
                    signals.stop();
                    return;
                }
                std::thread::park_timeout(Duration::from_millis(20));
            }
        });
        let found = search(&signals);
        done.store(true, Relaxed);
        watcher.thread().unpark();
        found
    })
}
