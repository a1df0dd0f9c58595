//! The tutor comments on all games that were found, one after the other. What is commented on already is passed over, so a killed
//! server goes on where it was.

use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use super::{
    Ended, Reporter,
    annotate::{How, Input as One, comment_on},
};
use crate::{api::games::GamesQuery, error::ApiError, state::App};

/// What to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Input {
    /// Which games.
    pub(crate) games: GamesQuery,
    #[serde(flatten)]
    pub(crate) how: How,
}

/// The games that have no comments yet, the newest first.
pub(crate) fn silent(app: &App, games: &GamesQuery) -> Result<Vec<i64>, ApiError> {
    let mut wanted = games.clone().wanted()?;
    if wanted.annotated == Some(true) {
        return Ok(Vec::new());
    }
    wanted.annotated = Some(false);
    Ok(app.library.found(&wanted)?)
}

pub(super) fn run(
    app: &App,
    runtime: &Handle,
    input: &serde_json::Value,
    mut reporter: Reporter,
) -> Result<Ended, ApiError> {
    let order: Input = serde_json::from_value(input.clone()).map_err(ApiError::internal)?;
    let stop = reporter.stop.clone();
    let session = order.how.session(app, runtime, &stop)?;
    let games = silent(app, &order.games)?;
    let total = games.len() as u64;
    let (mut commented, mut drills, mut failed) = (0, 0, 0);
    for (done, game) in games.into_iter().enumerate() {
        if !reporter.at(done as u64, total, "looking at every game", None) {
            return Ok(Ended::Stopped);
        }
        // Somebody may have forgotten it, or commented on it, meanwhile.
        if app.library.game(game)?.is_none() || app.library.annotation(game)?.is_some() {
            continue;
        }
        let one = One { game, how: order.how.clone() };
        match comment_on(app, &session, &one, &mut |_, _| ()) {
            Ok(Some(found)) => {
                commented += 1;
                drills += found;
            }
            _ if stop.is_raised() => return Ok(Ended::Stopped),
            Ok(None) => return Ok(Ended::Stopped),
            Err(error) => {
                failed += 1;
                tracing::warn!("game {game} gets no comments: {}", error.words());
            }
        }
    }
    reporter.at(total, total, "", None);
    Ok(Ended::Done(serde_json::json!({"games": commented, "drills": drills, "failed": failed})))
}
