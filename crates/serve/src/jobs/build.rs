//! Solving an endgame table.

use philidor_chess::Material;
use philidor_truth::{BuildError, BuildEvent, Progress, Watch};
use serde::{Deserialize, Serialize};

use super::{Ended, Reporter};
use crate::{error::ApiError, state::App};

/// Which.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Input {
    pub(crate) material: String,
}

pub(super) fn run(app: &App, input: &serde_json::Value, reporter: Reporter) -> Result<Ended, ApiError> {
    let Input { material } = serde_json::from_value(input.clone()).map_err(ApiError::internal)?;
    let material: Material = material.parse().map_err(ApiError::bad)?;
    let stop = reporter.stop.clone();
    let reporter = std::sync::Mutex::new((reporter, 0, 0));
    let hear = |event: BuildEvent| {
        let mut guard = reporter.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let (reporter, done, all) = &mut *guard;
        let note = match event {
            BuildEvent::Start { material, number, of } => {
                (*done, *all) = (number as u64 - 1, of as u64);
                material.to_string()
            }
            BuildEvent::Progress(Progress::Placements { done, of }) => {
                format!("pawn placement {done} of {of}")
            }
            BuildEvent::Progress(Progress::Ply(ply)) => format!("ply {ply}"),
            BuildEvent::Done(material) => {
                *done += 1;
                format!("{material} is solved")
            }
        };
        reporter.at(*done, *all, &note, None);
    };
    match app.tables().build(&[material], false, Watch { stop: stop.flag(), hear: &hear }) {
        Ok(tables) => {
            Ok(Ended::Done(serde_json::json!({"material": material.to_string(), "tables": tables})))
        }
        Err(BuildError::Stopped(_)) => Ok(Ended::Stopped),
        Err(error) => Err(ApiError::internal(error)),
    }
}
