//! What there is to practise, as lists to choose from: the lessons of the endgame course, the reader's own mistakes.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use philidor_session::lesson::{self, lessons as course};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{
    Client, Path, Query,
    practise::{Added, Task, TaskText, add, texts},
};
use crate::{error::ApiError, state::App};

/// Positions of the course; there are far fewer.
const MOST_POSITIONS: u32 = 1_000;
/// Mistakes told at once.
const MOST_TOLD: u32 = 100;
/// Right answers in a row from which on a drill is known.
const KNOWN: u32 = 3;

/// A lesson of the endgame course, and how far somebody is with it.
#[derive(Serialize, ToSchema)]
pub(crate) struct LessonEntry {
    /// What requests call it.
    id: String,
    /// The ending, such as `KPK`.
    endgame: String,
    /// `win` or `draw`.
    goal: String,
    /// A position that shows it.
    fen: Option<String>,
    /// What it says, by language.
    texts: BTreeMap<String, TaskText>,
    /// Positions to try.
    positions: usize,
    /// Of those, tried.
    tried: usize,
    /// Of those, right the last time.
    solved: usize,
    /// Of those, right three times in a row or more.
    known: usize,
}

/// The lessons of the endgame course, in the order in which people need them
#[utoipa::path(get, path = "/api/practise/lessons", tag = "practise", responses((status = 200, body = Vec<LessonEntry>)))]
pub(crate) async fn lessons(State(app): State<App>) -> Result<Json<Vec<LessonEntry>>, ApiError> {
    let drills = app.shelf(|shelf| Ok(shelf.drills("endgame", 0, MOST_POSITIONS)?)).await?;
    let tasks = drills.into_iter().map(Task::new).collect::<Result<Vec<_>, _>>()?;
    let entry = |lesson: &lesson::Lesson| {
        let own: Vec<_> = tasks
            .iter()
            .map(Task::of_lesson)
            .filter(|(_, of)| *of == Some(lesson.id.as_str()))
            .map(|(drill, _)| drill)
            .collect();
        let streak = |least: u32| own.iter().filter(|drill| drill.streak >= least).count();
        LessonEntry {
            id: lesson.id.clone(),
            endgame: lesson.endgame.clone(),
            goal: lesson.goal.clone(),
            fen: lesson.picture().map(str::to_owned),
            texts: texts(lesson),
            positions: if own.is_empty() { lesson.size() } else { own.len() },
            tried: own.iter().filter(|drill| drill.tries > 0).count(),
            solved: streak(1),
            known: streak(KNOWN),
        }
    };
    Ok(Json(course().iter().map(entry).collect()))
}

/// Add the positions of one lesson; those that are there already stay as they are
#[utoipa::path(post, path = "/api/practise/lessons/{id}", tag = "practise", params(("id" = String, Path)),
    responses((status = 200, body = Added), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn lesson(
    State(app): State<App>,
    client: Client,
    Path(id): Path<String>,
) -> Result<Json<Added>, ApiError> {
    let found = lesson::by_id(&id).ok_or_else(|| ApiError::NotFound(format!("there is no lesson {id:?}")))?;
    app.work(&client.0, move |app, stop| Ok(Json(Added { added: add(app, found, stop)? }))).await
}

/// Which mistakes.
#[derive(Deserialize, IntoParams)]
pub(crate) struct MistakesQuery {
    /// How many to pass over
    #[serde(default)]
    skip: u32,
    /// How many to tell (default 20, at most 100)
    limit: Option<u32>,
}

/// The reader's own mistakes.
#[derive(Serialize, ToSchema)]
pub(crate) struct Mistakes {
    /// All there are.
    count: u32,
    /// The newest first, without what was better.
    mistakes: Vec<Task>,
}

/// Positions of your games in which a better move was there, the newest first
#[utoipa::path(get, path = "/api/practise/mistakes", tag = "practise", params(MistakesQuery), responses((status = 200, body = Mistakes)))]
pub(crate) async fn mistakes(
    State(app): State<App>,
    Query(query): Query<MistakesQuery>,
) -> Result<Json<Mistakes>, ApiError> {
    app.shelf(move |shelf| {
        let most = query.limit.unwrap_or(20).min(MOST_TOLD);
        let drills = shelf.drills("mistake", query.skip, most)?;
        let mistakes = drills.into_iter().map(Task::new).collect::<Result<Vec<_>, _>>()?;
        Ok(Json(Mistakes { count: shelf.progress("mistake")?.drills, mistakes }))
    })
    .await
}
