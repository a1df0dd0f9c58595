//! All games of a player together: every game is looked at once and kept, so that a killed server, or the next profile, goes on
//! from there.

use std::sync::Arc;

use philidor_chess::{
    pgn::{Entry, Games},
    shakmaty::Color,
};
use philidor_profile::{Analyst, Collection, Mine, Profile, Record};
use philidor_session::Session;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use super::{Ended, Reporter, annotate::JobTurns};
use crate::{api::tutor::Manner, error::ApiError, state::App};

/// Nodes for a position, as `philidor profile` takes them.
const NODES: u64 = 1_000;
/// Chooses the quiet positions of the drill.
const SEED: u64 = 0;

/// Whose games.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Input {
    /// The player, as the library writes him most often.
    pub(crate) player: String,
    /// Only the last games.
    pub(crate) last: Option<usize>,
    /// The date that divides what was before from what is since.
    pub(crate) since: Option<String>,
}

/// Who looks at the games, and how far: always our own search, so that what was seen once counts for ever.
fn session(app: &App, runtime: &Handle, reporter: &Reporter) -> Result<Session, ApiError> {
    let turns = JobTurns { queue: app.queue.clone(), runtime: runtime.clone() };
    let manner = Manner {
        engine: Some("philidor".into()),
        nodes: Some(NODES),
        rating: Some(String::new()),
        ..Manner::default()
    };
    Ok(manner.session(app)?.stopped_by(&reporter.stop).taking_turns(Arc::new(turns)))
}

pub(super) fn run(
    app: &App,
    runtime: &Handle,
    input: &serde_json::Value,
    mut reporter: Reporter,
) -> Result<Ended, ApiError> {
    let order: Input = serde_json::from_value(input.clone()).map_err(ApiError::internal)?;
    let session = session(app, runtime, &reporter)?;
    let mut found = app.library.games_of(&order.player)?;
    found.drain(..found.len().saturating_sub(order.last.unwrap_or(usize::MAX)));
    let total = found.len() as u64;
    let mut all = Collection { me: order.player.clone(), ..Collection::default() };
    let mut records = Vec::new();
    for (done, (id, white)) in found.into_iter().enumerate() {
        let note = "looking at every game";
        if !reporter.at(done as u64, total, note, None) {
            return Ok(Ended::Stopped);
        }
        let Some((entry, pgn)) = app.library.game(id)? else { continue };
        let place = format!("{} – {} {}", entry.white, entry.black, entry.date);
        let Some(mine) = mine(id, white, &pgn, &place, &mut all)? else { continue };
        match seen(app, &session, &mine, &place, &mut all)? {
            Some(record) => records.push(record),
            None if reporter.stop.is_raised() => return Ok(Ended::Stopped),
            None => {}
        }
    }
    if records.is_empty() {
        let why = all.left_out.first().cloned().unwrap_or_default();
        return Err(ApiError::Bad(format!("none of the games of {} can be used: {why}", order.player)));
    }
    let profile = Profile::new(&all, &records, SEED, order.since.as_deref());
    let content = serde_json::to_string(&profile).map_err(ApiError::internal)?;
    let id = app.library.keep_profile(&order.player, records.len(), &content)?;
    reporter.at(total, total, "", None);
    Ok(Ended::Done(serde_json::json!({"profile": id, "games": records.len()})))
}

/// A game of the library as one of the player's; none if it cannot be used, which is noted.
fn mine(
    id: i64,
    white: bool,
    pgn: &str,
    place: &str,
    all: &mut Collection,
) -> Result<Option<Mine>, ApiError> {
    let (game, problem) = match Games::new(pgn.as_bytes()).next_entry().map_err(ApiError::internal)? {
        Some(Entry::Game(game)) => (game, None),
        Some(Entry::Bad { game, problem }) => (game, Some(problem.to_string())),
        None => return Ok(None),
    };
    let number = usize::try_from(id).map_err(ApiError::internal)?;
    let colour = if white { Color::White } else { Color::Black };
    all.add(place, Mine { number, game, colour }, problem);
    // The records are what is summed up: the games themselves need not be kept.
    Ok(all.games.pop())
}

/// What is seen in a game: kept from an earlier look, or looked up now. None if somebody stopped it, or it cannot be looked at.
fn seen(
    app: &App,
    session: &Session,
    mine: &Mine,
    place: &str,
    all: &mut Collection,
) -> Result<Option<Record>, ApiError> {
    let (id, white) = (mine.number as i64, mine.colour.is_white());
    let made_by = format!("{} {NODES}", env!("CARGO_PKG_VERSION"));
    let kept = app.library.game_record(id, white, &made_by)?;
    if let Some(record) = kept.and_then(|text| serde_json::from_str(&text).ok()) {
        return Ok(Some(record));
    }
    match (Analyst { session: &session.isolated() }).look(mine) {
        Ok(_) if session.is_stopped() => Ok(None),
        Ok(record) => {
            let text = serde_json::to_string(&record).map_err(ApiError::internal)?;
            app.library.keep_record(id, white, &made_by, &text)?;
            Ok(Some(record))
        }
        Err(error) => {
            if !session.is_stopped() {
                all.left_out.push(format!("{place}: {error}"));
            }
            Ok(None)
        }
    }
}
