//! The laboratory: recipes, runs and reports.

use axum::{
    Json,
    extract::State,
    http::{HeaderValue, StatusCode, header},
    response::{Html, IntoResponse, Response},
};
use philidor_mine::report::report as write_report;
use philidor_train::neuro::report::{Point, report as training_html};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, Path};
use crate::{
    error::ApiError,
    jobs::mine,
    learning::{self, Training},
    library::jobs::Job,
    state::App,
};

/// Repetitions of a run.
const MOST_SEEDS: u32 = 20;
/// What a report may do: show itself.
const REPORT_POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox";

/// An experiment that comes with the program.
#[derive(Serialize, ToSchema)]
pub(crate) struct RecipeEntry {
    name: String,
    title: String,
    question: String,
    /// Its runs.
    runs: Vec<String>,
}

/// The experiments that come with the program
#[utoipa::path(get, path = "/api/lab/recipes", tag = "lab", responses((status = 200, body = Vec<RecipeEntry>)))]
pub(crate) async fn recipes() -> Json<Vec<RecipeEntry>> {
    let entry = |r: philidor_mine::Recipe| RecipeEntry {
        runs: r.runs.iter().map(|run| run.label.clone()).collect(),
        name: r.name,
        title: r.title,
        question: r.question,
    };
    Json(philidor_mine::recipes().into_iter().map(entry).collect())
}

/// What to run.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RunRequest {
    recipe: String,
    /// Another endgame, such as `KQKP`.
    endgame: Option<String>,
    /// A few positions and epochs, to try it out (default true).
    quick: Option<bool>,
    /// How often each run is repeated.
    seeds: Option<u32>,
}

/// Start an experiment
#[utoipa::path(post, path = "/api/lab/runs", tag = "lab", request_body = RunRequest,
    responses((status = 202, body = Job), (status = 400, body = crate::error::Problem), (status = 429, body = crate::error::Problem)))]
pub(crate) async fn start(
    State(app): State<App>,
    Body(body): Body<RunRequest>,
) -> Result<(StatusCode, Json<Job>), ApiError> {
    let endgame = body.endgame.filter(|e| !e.trim().is_empty());
    let quick = body.quick.unwrap_or(true);
    let input = mine::Input {
        recipe: body.recipe,
        endgame,
        quick,
        seeds: body.seeds.map(|n| n.clamp(1, MOST_SEEDS)),
    };
    let recipe = input.recipe()?;
    let title = format!("{}{}", recipe.title, if quick { " (quick)" } else { "" });
    let input = serde_json::to_value(&input).map_err(ApiError::internal)?;
    let shared = app.clone();
    let job = app.shelf(move |_| shared.jobs.add("mine", &title, &input)).await?;
    Ok((StatusCode::ACCEPTED, Json(job)))
}

async fn found(app: &App, id: i64) -> Result<(mine::Input, mine::Found), ApiError> {
    app.shelf(move |shelf| {
        let none = || ApiError::NotFound(format!("there is no finished experiment {id}"));
        let job = shelf.job(id)?.filter(|job| job.kind == "mine").ok_or_else(none)?;
        let result = shelf.job_result(id)?.ok_or_else(none)?;
        let input = serde_json::from_value(job.input).map_err(ApiError::internal)?;
        Ok((input, serde_json::from_value(result).map_err(ApiError::internal)?))
    })
    .await
}

/// What an experiment found: outcomes by run and seed, with curves, boards and maps of errors
#[utoipa::path(get, path = "/api/lab/runs/{id}", tag = "lab", params(("id" = i64, Path)),
    responses((status = 200, body = Object), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn outcome(State(app): State<App>, Path(id): Path<i64>) -> Result<Response, ApiError> {
    let (_, found) = found(&app, id).await?;
    Ok(Json(found).into_response())
}

/// An experiment's report, one HTML page
#[utoipa::path(get, path = "/api/lab/runs/{id}/report.html", tag = "lab", params(("id" = i64, Path)),
    responses((status = 200, content_type = "text/html", body = String), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn report(State(app): State<App>, Path(id): Path<i64>) -> Result<Response, ApiError> {
    let (input, found) = found(&app, id).await?;
    Ok(page(write_report(&input.recipe()?, &found.outcomes).html))
}

/// A report, shown by itself.
fn page(html: String) -> Response {
    let mut response = Html(html).into_response();
    let policy = HeaderValue::from_static(REPORT_POLICY);
    response.headers_mut().insert(header::CONTENT_SECURITY_POLICY, policy);
    response
}

/// A training run of `philidor learn train`.
#[derive(Serialize, ToSchema)]
pub(crate) struct TrainingEntry {
    /// Its directory's name.
    name: String,
    recipe: String,
    seed: u64,
    /// Games it is going to learn from.
    games: u64,
    /// Its curve so far: games, errors, held-out loss, and matches.
    #[schema(value_type = Vec<Object>)]
    points: Vec<Point>,
    /// A game of its last match, as PGN.
    game: Option<String>,
}

/// Training runs as they are now (`philidor serve --runs DIR` says where they are)
#[utoipa::path(get, path = "/api/lab/trainings", tag = "lab", responses((status = 200, body = Vec<TrainingEntry>)))]
pub(crate) async fn trainings(State(app): State<App>) -> Result<Json<Vec<TrainingEntry>>, ApiError> {
    let found = trained(&app).await?;
    let entry = |(name, training): (String, Training)| TrainingEntry {
        name,
        recipe: training.run.recipe,
        seed: training.run.seed,
        games: training.games,
        points: training.run.points,
        game: training.run.game,
    };
    Ok(Json(found.into_iter().map(entry).collect()))
}

async fn trained(app: &App) -> Result<Vec<(String, Training)>, ApiError> {
    let runs = app.runs.clone();
    app.shelf(move |_| Ok(learning::all(&runs))).await
}

/// A training run's report, one HTML page
#[utoipa::path(get, path = "/api/lab/trainings/{name}/report.html", tag = "lab", params(("name" = String, Path)),
    responses((status = 200, content_type = "text/html", body = String), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn training_report(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Response, ApiError> {
    let found = trained(&app).await?.into_iter().find(|(known, _)| *known == name);
    match found {
        Some((_, training)) if !training.run.points.is_empty() => {
            Ok(page(training_html(&[training.run], None).html))
        }
        Some(_) => Err(ApiError::NotFound("this run has not measured anything yet".into())),
        None => Err(ApiError::NotFound("there is no such training run".into())),
    }
}
