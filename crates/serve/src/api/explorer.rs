//! The opening explorer: what was played from a position in the games of the library, and what the table of openings calls it.

use axum::{Json, extract::State};
use philidor_chess::shakmaty::{Chess, Position, san::SanPlus};
use philidor_report::uci;
use philidor_tutor::opening::Openings;
use serde::Serialize;
use utoipa::ToSchema;

use super::{Query, games::GamesQuery, position};
use crate::{
    error::ApiError,
    library::{explorer::Tally, games::GameEntry},
    state::App,
};

/// A name of the table of openings.
#[derive(Serialize, ToSchema)]
pub(crate) struct OpeningName {
    eco: String,
    name: String,
}

fn named(pos: &Chess) -> Option<OpeningName> {
    let opening = Openings::ours().name(pos)?;
    Some(OpeningName { eco: opening.eco.clone(), name: opening.name.clone() })
}

/// How games went on.
#[derive(Serialize, ToSchema)]
pub(crate) struct Results {
    games: u32,
    /// White won.
    white: u32,
    draws: u32,
    /// Black won.
    black: u32,
    /// The mean rating of the players, where it is known.
    rating: Option<u32>,
}

impl From<Tally> for Results {
    fn from(tally: Tally) -> Results {
        let Tally { games, white, draws, black, .. } = tally;
        Results { games, white, draws, black, rating: tally.rating() }
    }
}

/// A move that was played, or that the table of openings names.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExploredMove {
    san: String,
    uci: String,
    #[serde(flatten)]
    results: Results,
    /// What the position after it is called.
    opening: Option<OpeningName>,
}

/// What is known of a position.
#[derive(Serialize, ToSchema)]
pub(crate) struct ExploredPosition {
    fen: String,
    opening: Option<OpeningName>,
    #[serde(flatten)]
    results: Results,
    /// The most played first; moves that only the table names come last.
    moves: Vec<ExploredMove>,
    /// Games that went through it, the newest first.
    examples: Vec<GameEntry>,
}

/// What was played from a position, in the games that fit
#[utoipa::path(get, path = "/api/explorer", tag = "games", params(GamesQuery),
    responses((status = 200, body = ExploredPosition), (status = 400, body = crate::error::Problem)))]
pub(crate) async fn explore(
    State(app): State<App>,
    Query(query): Query<GamesQuery>,
) -> Result<Json<ExploredPosition>, ApiError> {
    let pos = match query.fen() {
        "" => Chess::default(),
        fen => position(fen)?,
    };
    let wanted = query.wanted()?;
    app.shelf(move |shelf| {
        let found = shelf.explore(&pos, &wanted)?;
        let one = |mv, tally: Tally| {
            let mut after = pos.clone();
            after.play_unchecked(mv);
            let san = SanPlus::from_move(pos.clone(), mv).to_string();
            ExploredMove { san, uci: uci(mv), results: tally.into(), opening: named(&after) }
        };
        let mut moves: Vec<ExploredMove> = found.moves.iter().map(|&(mv, tally)| one(mv, tally)).collect();
        for mv in pos.legal_moves() {
            if found.moves.iter().all(|(played, _)| *played != mv) {
                moves.extend(Some(one(mv, Tally::default())).filter(|mv| mv.opening.is_some()));
            }
        }
        Ok(Json(ExploredPosition {
            fen: philidor_chess::write_fen(&pos),
            opening: named(&pos),
            results: found.all.into(),
            moves,
            examples: found.examples,
        }))
    })
    .await
}
