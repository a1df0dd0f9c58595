//! The JSON API under `/api`. Every handler is described where it is written; the OpenAPI document is made from that.

mod engine;
mod explorer;
pub(crate) mod games;
mod jobs;
mod lab;
mod lists;
mod live;
mod positions;
pub(crate) mod practise;
mod profiles;
mod puzzles;
mod rules;
#[cfg(test)]
mod served;
mod session;
mod tables;
pub(crate) mod tutor;

use std::{convert::Infallible, net::SocketAddr};

use axum::{
    Json, Router,
    extract::{
        ConnectInfo, DefaultBodyLimit, FromRequest, FromRequestParts, Request, rejection::JsonRejection,
    },
    http::request::Parts,
    response::IntoResponse,
    routing::get,
};
use philidor_chess::{
    Material, parse_fen, parse_move,
    shakmaty::{Chess, Move},
};
use serde::de::DeserializeOwned;
use utoipa::{
    OpenApi,
    openapi::{ContentBuilder, Ref, ResponseBuilder},
};
use utoipa_axum::{router::OpenApiRouter, routes};

use crate::{error::ApiError, state::App};

/// The largest body a client may send.
pub(crate) const LARGEST_BODY: usize = 4 << 20;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Philidor",
        description = "A chess tutor and endgame laboratory. Positions are FEN, moves are standard notation or e2e4; \
                       depths are plies (half-moves); values are those of the side to move unless a field says otherwise. \
                       Errors are `{\"error\": \"…\"}` with words for people. 429 and 503 carry Retry-After."
    ),
    tags(
        (name = "tables", description = "Exact endgame tables"),
        (name = "rules", description = "Endgame theory as rules"),
        (name = "tutor", description = "Evaluation, lines, explanations, questions"),
        (name = "games", description = "The library of games"),
        (name = "jobs", description = "Work in the background"),
        (name = "practise", description = "Drills and spaced repetition"),
        (name = "lab", description = "Experiments"),
        (name = "server", description = "The server itself")
    )
)]
struct Document;

fn described() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Document::openapi())
        .routes(routes!(session::health))
        .routes(routes!(crate::watch::metrics))
        .routes(routes!(session::login, session::logout))
        .routes(routes!(tables::list))
        .routes(routes!(tables::probe))
        .routes(routes!(tables::stats))
        .routes(routes!(tables::find))
        .routes(routes!(tables::build))
        .routes(routes!(practise::play))
        .routes(routes!(rules::list))
        .routes(routes!(rules::words))
        .routes(routes!(rules::theory, rules::keep, rules::discard))
        .routes(routes!(rules::check))
        .routes(routes!(rules::explain))
        .routes(routes!(rules::amend))
        .routes(routes!(engine::evaluate))
        .routes(routes!(engine::lines))
        .routes(routes!(live::live))
        .routes(routes!(engine::opponent))
        .routes(routes!(explorer::explore))
        .routes(routes!(tutor::explain))
        .routes(routes!(tutor::ask))
        .routes(routes!(tutor::examples))
        .routes(routes!(tutor::engines))
        .routes(routes!(tutor::languages))
        .routes(routes!(games::list, games::import))
        .routes(routes!(games::game, games::forget))
        .routes(routes!(games::own))
        .routes(routes!(games::annotate))
        .routes(routes!(games::annotate_found))
        .routes(routes!(games::annotation))
        .routes(routes!(games::export))
        .routes(routes!(games::backup))
        .routes(routes!(games::facets))
        .routes(routes!(profiles::list, profiles::start))
        .routes(routes!(profiles::profile, profiles::forget))
        .routes(routes!(profiles::report))
        .routes(routes!(profiles::drills))
        .routes(routes!(jobs::list))
        .routes(routes!(jobs::events))
        .routes(routes!(jobs::job, jobs::cancel))
        .routes(routes!(practise::overview))
        .routes(routes!(practise::next))
        .routes(routes!(practise::answer))
        .routes(routes!(practise::hint))
        .routes(routes!(practise::endgames))
        .routes(routes!(lists::lessons))
        .routes(routes!(lists::lesson))
        .routes(routes!(lists::mistakes))
        .routes(routes!(puzzles::import))
        .routes(routes!(puzzles::themes))
        .routes(routes!(lab::recipes))
        .routes(routes!(lab::start))
        .routes(routes!(lab::outcome))
        .routes(routes!(lab::report))
        .routes(routes!(lab::trainings))
        .routes(routes!(lab::training_report))
        .routes(routes!(positions::list, positions::keep))
        .routes(routes!(positions::forget))
}

/// Routes and their description. What goes wrong is told in the same form everywhere.
fn split() -> (Router<App>, utoipa::openapi::OpenApi) {
    let (router, mut document) = described().split_for_parts();
    let told = Ref::from_schema_name("Problem");
    let problem = ResponseBuilder::new()
        .description("What was wrong, in words")
        .content("application/json", ContentBuilder::new().schema(Some(told)).build())
        .build();
    for item in document.paths.paths.values_mut() {
        for operation in
            [&mut item.get, &mut item.put, &mut item.post, &mut item.delete].into_iter().flatten()
        {
            let all = &mut operation.responses.responses;
            all.entry("default".into()).or_insert_with(|| problem.clone().into());
        }
    }
    (router, document)
}

/// The OpenAPI document, as JSON.
pub fn openapi() -> String {
    split().1.to_pretty_json().unwrap_or_default()
}

/// All routes.
pub(crate) fn router() -> Router<App> {
    let (router, document) = split();
    let text = document.to_json().unwrap_or_default();
    let document = move || {
        let text = text.clone();
        async move { ([("content-type", "application/json")], text) }
    };
    router
        .route("/api/openapi.json", get(document))
        .route("/api/{*rest}", axum::routing::any(unknown))
        .layer(DefaultBodyLimit::max(LARGEST_BODY))
        .method_not_allowed_fallback(async || {
            (axum::http::StatusCode::METHOD_NOT_ALLOWED, Json(problem("this address is not asked that way")))
                .into_response()
        })
}

fn problem(words: &str) -> crate::error::Problem {
    crate::error::Problem { error: words.to_owned() }
}

async fn unknown() -> ApiError {
    ApiError::NotFound("there is no such address: GET /api/openapi.json lists them".into())
}

/// A body as JSON, with errors of our own.
pub(crate) struct Body<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &App) -> Result<Body<T>, ApiError> {
        match Json::<T>::from_request(request, app).await {
            Ok(Json(value)) => Ok(Body(value)),
            Err(JsonRejection::BytesRejection(error)) if error.status() == 413 => {
                Err(ApiError::TooLarge(LARGEST_BODY))
            }
            Err(error) => Err(ApiError::Bad(error.body_text())),
        }
    }
}

/// A query string, with errors of our own.
pub(crate) struct Query<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequestParts<App> for Query<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Query<T>, ApiError> {
        let query = axum::extract::Query::<T>::from_request_parts(parts, app).await;
        query.map(|q| Query(q.0)).map_err(|error| ApiError::Bad(error.body_text()))
    }
}

/// A part of the path, with errors of our own.
pub(crate) struct Path<T>(pub(crate) T);

impl<T: DeserializeOwned + Send> FromRequestParts<App> for Path<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Path<T>, ApiError> {
        let path = axum::extract::Path::<T>::from_request_parts(parts, app).await;
        path.map(|p| Path(p.0)).map_err(|error| ApiError::Bad(error.body_text()))
    }
}

/// Who asks, so that the queue can be fair: the page's own name for itself at its address.
pub(crate) struct Client(pub(crate) String);

impl FromRequestParts<App> for Client {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Client, Infallible> {
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>().map(|c| c.0.ip().to_string());
        let own = parts.headers.get("x-philidor-client").and_then(|v| v.to_str().ok()).unwrap_or_default();
        let own: String = own.chars().take(32).collect();
        Ok(Client(format!("{} {own}", peer.unwrap_or_default())))
    }
}

/// A position a client sent.
pub(crate) fn position(fen: &str) -> Result<Chess, ApiError> {
    parse_fen(fen).map_err(ApiError::bad)
}

/// An endgame a client named.
pub(crate) fn material(name: &str) -> Result<Material, ApiError> {
    Material::endgame(name).map_err(ApiError::bad)
}

/// A move a client sent, in notation or as interfaces write it.
pub(crate) fn one_move(pos: &Chess, text: &str) -> Result<Move, ApiError> {
    parse_move(pos, text).map_err(ApiError::bad)
}
