//! Jobs: how far they are, as a list or as a stream, and stopping them.

use std::convert::Infallible;

use axum::{
    Json,
    extract::State,
    http::StatusCode,
    response::sse::{Event, KeepAlive, Sse},
};
use serde::Deserialize;
use tokio::sync::{broadcast::error::RecvError, mpsc};
use tokio_stream::{Stream, StreamExt, wrappers::ReceiverStream};
use utoipa::IntoParams;

use super::{Path, Query};
use crate::{error::ApiError, library::jobs::Job, state::App};

/// Jobs told at once.
const SHOWN: usize = 50;

/// The newest jobs
#[utoipa::path(get, path = "/api/jobs", tag = "jobs", responses((status = 200, body = Vec<Job>)))]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Vec<Job>>, ApiError> {
    let shared = app.clone();
    app.shelf(move |_| shared.jobs.list(SHOWN)).await.map(Json)
}

/// A job
#[utoipa::path(get, path = "/api/jobs/{id}", tag = "jobs", params(("id" = i64, Path)),
    responses((status = 200, body = Job), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn job(State(app): State<App>, Path(id): Path<i64>) -> Result<Json<Job>, ApiError> {
    let shared = app.clone();
    app.shelf(move |_| shared.jobs.job(id)).await.map(Json)
}

/// Cancel a job, or forget one that is over
#[utoipa::path(delete, path = "/api/jobs/{id}", tag = "jobs", params(("id" = i64, Path)),
    responses((status = 204), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn cancel(State(app): State<App>, Path(id): Path<i64>) -> Result<StatusCode, ApiError> {
    let shared = app.clone();
    app.shelf(move |_| shared.jobs.cancel(id)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Which jobs to hear of.
#[derive(Deserialize, IntoParams)]
pub(crate) struct EventsQuery {
    /// Only this job; the stream ends with it
    id: Option<i64>,
}

/// News of jobs as server-sent events, each a job as `GET /api/jobs/{id}` tells it
#[utoipa::path(get, path = "/api/jobs/events", tag = "jobs", params(EventsQuery),
    responses((status = 200, content_type = "text/event-stream", description = "Events named `job`", body = String)))]
pub(crate) async fn events(
    State(app): State<App>,
    Query(query): Query<EventsQuery>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    // Heard from before it is looked at, so that nothing is missed in between.
    let mut news = app.jobs.listen();
    let shared = app.clone();
    let now = app
        .shelf(move |_| match query.id {
            Some(id) => shared.jobs.job(id).map(|job| vec![job]),
            None => shared.jobs.list(SHOWN),
        })
        .await?;
    let (teller, told) = mpsc::channel(SHOWN);
    tokio::spawn(async move {
        let ends = |job: &Job| query.id.is_some() && job.state.is_over();
        for job in now {
            let last = ends(&job);
            if teller.send(job).await.is_err() || last {
                return;
            }
        }
        loop {
            let job = tokio::select! {
                job = news.recv() => job,
                () = teller.closed() => return,
            };
            match job {
                Ok(job) if query.id.is_none_or(|id| id == job.id) => {
                    let last = ends(&job);
                    if teller.send(job).await.is_err() || last {
                        return;
                    }
                }
                // A listener that lags behind misses some news; the next one says all that matters.
                Ok(_) | Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return,
            }
        }
    });
    let events = ReceiverStream::new(told).map(|job| {
        let text = serde_json::to_string(&job).unwrap_or_default();
        Ok(Event::default().event("job").data(text))
    });
    Ok(Sse::new(events).keep_alive(KeepAlive::default()))
}
