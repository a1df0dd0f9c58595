//! One error type decides status, words and log level.

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use philidor_session::{NoEngine, TheoryError};
use philidor_truth::BuildError;
use philidor_tutor::analyst::AnalystError;
use serde::Serialize;
use utoipa::ToSchema;

/// Why a request was not answered.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// Something in the request is wrong; the words say what would be right.
    #[error("{0}")]
    Bad(String),
    #[error("{0}")]
    NotFound(String),
    #[error("this server wants a token: send it as `Authorization: Bearer TOKEN`, or log in on the page")]
    Unauthorised,
    #[error("{0}")]
    Forbidden(&'static str),
    #[error("the request is larger than {0} bytes")]
    TooLarge(usize),
    /// This client asks too much at once.
    #[error("{what}; try again in {seconds} s")]
    TooMany { what: &'static str, seconds: u32 },
    /// All clients together ask too much at once, or it took too long.
    #[error("{what}; try again in {seconds} s")]
    Busy { what: &'static str, seconds: u32 },
    /// Another program did not answer.
    #[error("{0}; choose another engine, or try again")]
    Outside(String),
    /// The words are for the log; the client gets the number under which they stand there.
    #[error("something went wrong inside{}", crate::watch::request_id().map_or_else(String::new, |id| format!(": request {id} in the server's log says what")))]
    Internal(String),
}

/// An error as programs read it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// What was wrong, where, and what would be right.
    pub(crate) error: String,
}

impl ApiError {
    /// Bad input from any error with words for people.
    pub(crate) fn bad(error: impl std::fmt::Display) -> ApiError {
        ApiError::Bad(error.to_string())
    }

    /// A fault of ours.
    pub(crate) fn internal(error: impl std::fmt::Display) -> ApiError {
        ApiError::Internal(error.to_string())
    }

    /// All that is known, for the log and for the owner of a job.
    pub(crate) fn words(&self) -> String {
        match self {
            ApiError::Internal(what) => format!("something went wrong inside: {what}"),
            other => other.to_string(),
        }
    }

    /// Nobody waits for the answer any more.
    pub(crate) fn stopped() -> ApiError {
        ApiError::Busy { what: "the work was stopped", seconds: 10 }
    }

    fn status(&self) -> StatusCode {
        match self {
            ApiError::Bad(_) => StatusCode::BAD_REQUEST,
            ApiError::NotFound(_) => StatusCode::NOT_FOUND,
            ApiError::Unauthorised => StatusCode::UNAUTHORIZED,
            ApiError::Forbidden(_) => StatusCode::FORBIDDEN,
            ApiError::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ApiError::TooMany { .. } => StatusCode::TOO_MANY_REQUESTS,
            ApiError::Busy { .. } => StatusCode::SERVICE_UNAVAILABLE,
            ApiError::Outside(_) => StatusCode::BAD_GATEWAY,
            ApiError::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        if let ApiError::Internal(what) = &self {
            tracing::error!(id = crate::watch::request_id(), "{what}");
        }
        let mut response = (self.status(), Json(Problem { error: self.to_string() })).into_response();
        if let ApiError::TooMany { seconds, .. } | ApiError::Busy { seconds, .. } = self {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}

/// An engine that gave no answer. Our own always does, unless nobody waits for it.
impl From<AnalystError> for ApiError {
    fn from(error: AnalystError) -> ApiError {
        ApiError::Outside(error.to_string())
    }
}

impl From<NoEngine> for ApiError {
    fn from(error: NoEngine) -> ApiError {
        ApiError::bad(error)
    }
}

impl From<TheoryError> for ApiError {
    fn from(error: TheoryError) -> ApiError {
        match error {
            TheoryError::Build(BuildError::Stopped(_)) => ApiError::stopped(),
            TheoryError::Build(_) | TheoryError::NoTables(_) => ApiError::internal(error),
            wrong => ApiError::bad(wrong),
        }
    }
}

impl From<crate::library::LibraryError> for ApiError {
    fn from(error: crate::library::LibraryError) -> ApiError {
        ApiError::internal(error)
    }
}
