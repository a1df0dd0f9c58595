//! The server itself: health, and logging in where a token is wanted.

use axum::{
    Json,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, LARGEST_BODY};
use crate::{error::ApiError, guard, state::App};

/// How the server is.
#[derive(Serialize, ToSchema)]
pub(crate) struct Health {
    version: &'static str,
    /// A token is wanted, and this client has not shown it.
    locked: bool,
    /// The rating of readers who name none, as a request would write it.
    rating: Option<String>,
    /// Searches running.
    running: usize,
    /// Searches waiting.
    waiting: usize,
    /// The largest body, in bytes.
    largest_body: usize,
}

/// How the server is
#[utoipa::path(get, path = "/api/health", tag = "server", responses((status = 200, body = Health)))]
pub(crate) async fn health(State(app): State<App>, headers: HeaderMap) -> Json<Health> {
    let (running, waiting) = app.queue.load();
    Json(Health {
        version: env!("CARGO_PKG_VERSION"),
        locked: app.token.as_deref().is_some_and(|token| !guard::shows(&headers, token)),
        rating: app.session.settings().rating.map(|rating| rating.to_string()),
        running,
        waiting,
        largest_body: LARGEST_BODY,
    })
}

/// The token.
#[derive(Deserialize, ToSchema)]
pub(crate) struct Login {
    token: String,
}

/// Show the token once; a cookie keeps it
#[utoipa::path(post, path = "/api/session", tag = "server", request_body = Login,
    responses((status = 204), (status = 401, body = crate::error::Problem)))]
pub(crate) async fn login(State(app): State<App>, Body(login): Body<Login>) -> Result<Response, ApiError> {
    match &app.token {
        Some(token) if !guard::same(login.token.trim(), token) => {
            guard::guessed(&app).await;
            Err(ApiError::Unauthorised)
        }
        Some(token) => Ok(cookie(token, 31_536_000)),
        None => Ok(StatusCode::NO_CONTENT.into_response()),
    }
}

/// Forget the token
#[utoipa::path(delete, path = "/api/session", tag = "server", responses((status = 204)))]
pub(crate) async fn logout() -> Response {
    cookie("", 0)
}

fn cookie(token: &str, seconds: u32) -> Response {
    let value = format!("{}={token}; Path=/; HttpOnly; SameSite=Strict; Max-Age={seconds}", guard::COOKIE);
    (StatusCode::NO_CONTENT, [(header::SET_COOKIE, value)]).into_response()
}
