//! Mining runs: a recipe, part by part, with its curve.

use philidor_chess::Material;
use philidor_mine::{MineError, Outcome, Recipe, Tick};
use serde::{Deserialize, Serialize};

use super::{Ended, Reporter};
use crate::{error::ApiError, library::jobs::CurvePoint, state::App};

/// What to run.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Input {
    pub(crate) recipe: String,
    pub(crate) endgame: Option<String>,
    pub(crate) quick: bool,
    pub(crate) seeds: Option<u32>,
}

/// What came out.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct Found {
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) curve: Vec<CurvePoint>,
}

impl Input {
    /// The recipe as it is asked for.
    pub(crate) fn recipe(&self) -> Result<Recipe, ApiError> {
        let mut recipe = Recipe::find(&self.recipe, self.quick).map_err(ApiError::bad)?;
        if let Some(endgame) = self.endgame.as_deref().filter(|e| !e.is_empty()) {
            recipe = recipe.for_endgame(endgame.parse().map_err(ApiError::bad)?);
        }
        if let Some(seeds) = self.seeds {
            recipe.runs.iter_mut().for_each(|r| r.seeds = seeds);
        }
        Ok(recipe)
    }
}

pub(super) fn run(app: &App, input: &serde_json::Value, mut reporter: Reporter) -> Result<Ended, ApiError> {
    let input: Input = serde_json::from_value(input.clone()).map_err(ApiError::internal)?;
    let recipe = input.recipe()?;
    let parts: u64 = recipe.runs.iter().map(|r| u64::from(r.seeds)).sum();
    let mut outcomes = Vec::new();
    for one in &recipe.runs {
        let material: Material = one.endgame.parse().map_err(ApiError::bad)?;
        let table = app.table(material, &reporter.stop)?;
        for seed in 1..=u64::from(one.seeds) {
            let part = outcomes.len() as u64;
            let name = if one.seeds > 1 { format!("{}, seed {seed}", one.label) } else { one.label.clone() };
            let done = philidor_mine::run(one, seed, app.tables(), &table, &mut |tick: &Tick| {
                // A thousandth of a part is a step, so that the bar moves smoothly.
                let step = part * 1_000 + 1_000 * tick.done / tick.all.max(1);
                let point = (tick.errors.is_some() || tick.loss.is_some()).then(|| CurvePoint {
                    run: name.clone(),
                    step: tick.done,
                    errors: tick.errors.map(|n| n as u64),
                    loss: tick.loss,
                });
                let note = format!("part {} of {parts}: {name}, {}", part + 1, tick.stage);
                reporter.at(step.min(parts * 1_000 - 1), parts * 1_000, &note, point)
            });
            match done {
                Ok((outcome, _)) => outcomes.push(outcome),
                Err(MineError::Stopped) => return Ok(Ended::Stopped),
                Err(error) => return Err(ApiError::bad(error)),
            }
            if reporter.stop.is_raised() {
                return Ok(Ended::Stopped);
            }
        }
    }
    let found = Found { outcomes, curve: reporter.curve() };
    Ok(Ended::Done(serde_json::to_value(found).map_err(ApiError::internal)?))
}
