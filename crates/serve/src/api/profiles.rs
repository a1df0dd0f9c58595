//! Profiles: what all games of a player in the library say together.

use axum::{
    Json,
    extract::State,
    http::{StatusCode, header},
    response::{IntoResponse, Response},
};
use philidor_chess::{parse_fen, parse_move};
use philidor_profile::{Profile, Told, Voice, date, offered};
use philidor_report::uci;
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::{Body, Path, Query, practise::Added};
use crate::{
    error::ApiError,
    jobs::profile::Input,
    library::{jobs::Job, profiles::ProfileEntry},
    mistakes::Mistake,
    state::App,
};

/// Whose games are looked at.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ProfileRequest {
    /// A name as games write it; `Anna Bell` is also `Bell, Anna`
    player: String,
    /// Only the last games
    last: Option<usize>,
    /// Compare what was before this date with what is since (2021.06.01)
    since: Option<String>,
}

/// Look at all games of a player, in the background
#[utoipa::path(post, path = "/api/profiles", tag = "games", request_body = ProfileRequest,
    responses((status = 202, body = Job), (status = 404, description = "Nobody of this name; others are offered", body = crate::error::Problem)))]
pub(crate) async fn start(
    State(app): State<App>,
    Body(body): Body<ProfileRequest>,
) -> Result<(StatusCode, Json<Job>), ApiError> {
    let since = body.since.filter(|text| !text.is_empty()).map(|text| date(&text)).transpose();
    let since = since.map_err(ApiError::Bad)?;
    let last = body.last.filter(|last| *last > 0);
    let shared = app.clone();
    let job = app.shelf(move |shelf| {
        let name = body.player.trim();
        let found = shelf.games_of(name)?;
        let Some((first, white)) = found.first() else {
            let names = shelf.player_counts()?;
            if names.is_empty() {
                return Err(ApiError::NotFound("the library holds no game yet".into()));
            }
            return Err(ApiError::NotFound(format!(
                "{name:?} plays in no game of the library; there are: {}",
                offered(&names, name)
            )));
        };
        let entry = shelf.game(*first)?.map(|(entry, _)| if *white { entry.white } else { entry.black });
        let order = Input { player: entry.unwrap_or_else(|| name.to_owned()), last, since };
        let input = serde_json::to_value(&order).map_err(ApiError::internal)?;
        let open = shared.jobs.list(MOST_JOBS)?.into_iter();
        let mut open = open.filter(|job| job.kind == "profile" && !job.state.is_over());
        match open.find(|job| job.input == input) {
            Some(job) => Ok(job),
            None => shared.jobs.add("profile", &order.player, &input),
        }
    });
    Ok((StatusCode::ACCEPTED, Json(job.await?)))
}

/// Jobs among which one that is being done already is looked for.
const MOST_JOBS: usize = 50;

/// The profiles there are
#[utoipa::path(get, path = "/api/profiles", tag = "games", responses((status = 200, body = Vec<ProfileEntry>)))]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Vec<ProfileEntry>>, ApiError> {
    app.shelf(|shelf| Ok(Json(shelf.profiles()?))).await
}

/// In which language.
#[derive(Deserialize, IntoParams)]
pub(crate) struct LanguageQuery {
    /// A code of `GET /api/languages` (default `en`)
    language: Option<String>,
}

impl LanguageQuery {
    fn code(&self) -> &str {
        self.language.as_deref().unwrap_or("en")
    }

    fn voice(&self) -> Result<Voice, ApiError> {
        let none = || ApiError::Bad(format!("no language {:?}", self.code()));
        Voice::of(self.code()).ok_or_else(none)
    }
}

async fn read(app: &App, id: i64) -> Result<Profile, ApiError> {
    let content = app.shelf(move |shelf| Ok(shelf.profile(id)?)).await?;
    let content = content.ok_or_else(|| ApiError::NotFound(format!("there is no profile {id}")))?;
    serde_json::from_str(&content).map_err(ApiError::internal)
}

/// A profile in words, every sentence with its games and moves; `game` is a game's number in the library
#[utoipa::path(get, path = "/api/profiles/{id}", tag = "games", params(("id" = i64, Path), LanguageQuery),
    responses((status = 200, body = Told), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn profile(
    State(app): State<App>,
    Path(id): Path<i64>,
    Query(language): Query<LanguageQuery>,
) -> Result<Json<Told>, ApiError> {
    let voice = language.voice()?;
    Ok(Json(read(&app, id).await?.told(&voice)))
}

/// A profile as one page with a board for every example
#[utoipa::path(get, path = "/api/profiles/{id}/report.html", tag = "games", params(("id" = i64, Path), LanguageQuery),
    responses((status = 200, content_type = "text/html", body = String), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn report(
    State(app): State<App>,
    Path(id): Path<i64>,
    Query(language): Query<LanguageQuery>,
) -> Result<Response, ApiError> {
    let voice = language.voice()?;
    let html = read(&app, id).await?.html(&voice, language.code());
    Ok(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html).into_response())
}

/// Forget a profile
#[utoipa::path(delete, path = "/api/profiles/{id}", tag = "games", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn forget(State(app): State<App>, Path(id): Path<i64>) -> Result<StatusCode, ApiError> {
    let none = move || ApiError::NotFound(format!("there is no profile {id}"));
    app.shelf(move |shelf| shelf.forget_profile(id)?.then_some(StatusCode::NO_CONTENT).ok_or_else(none)).await
}

/// Add the positions of a profile's habit, quiet ones among them, to what is practised
#[utoipa::path(post, path = "/api/profiles/{id}/drills", tag = "games", params(("id" = i64, Path)),
    responses((status = 200, body = Added), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn drills(State(app): State<App>, Path(id): Path<i64>) -> Result<Json<Added>, ApiError> {
    let profile = read(&app, id).await?;
    app.shelf(move |shelf| {
        let mut added = 0;
        for drill in &profile.drills {
            let pos = parse_fen(&drill.fen).map_err(ApiError::internal)?;
            let best = parse_move(&pos, &drill.best).map_err(ApiError::internal)?;
            let mistake = Mistake {
                title: "From your own games".into(),
                goal: if drill.quiet { "quiet" } else { "best" }.into(),
                fen: drill.fen.clone(),
                played: String::new(),
                played_san: String::new(),
                judgement: String::new(),
                best: uci(best),
                line: vec![uci(best)],
                score: 0,
                comment: String::new(),
            };
            let content = serde_json::to_string(&mistake).map_err(ApiError::internal)?;
            let game = shelf.game(drill.game as i64)?.map(|(entry, _)| entry.id);
            added += usize::from(shelf.add_drill("habit", &drill.fen, game, &content)?);
        }
        Ok(Json(Added { added }))
    })
    .await
}
