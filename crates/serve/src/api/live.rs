//! Lines that grow while one watches: every new depth is told as it is found.

use std::{convert::Infallible, pin::Pin, task, time::Duration};

use axum::{
    extract::State,
    response::sse::{Event, KeepAlive, Sse},
};
use philidor_report::lines::LiveAnswer;
use philidor_session::Stop;
use serde::Deserialize;
use tokio::sync::mpsc::{self, error::TrySendError};
use tokio_stream::{Stream, wrappers::ReceiverStream};
use utoipa::ToSchema;

use super::{Body, Client, position, tutor::Manner};
use crate::{error::ApiError, state::App};

/// Lines at once.
const MOST_LINES: usize = 5;
/// Positions that are looked at, at most.
const MOST_NODES: u64 = 200_000_000;
/// How long one position is looked at.
const LONGEST: Duration = Duration::from_secs(90);
/// News that wait to be sent; a client that does not read misses some.
const WAITING: usize = 16;

/// What to look at.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LiveRequest {
    fen: String,
    /// How many best lines (default 3, at most 5).
    lines: Option<usize>,
    /// A name of `GET /api/engines`; the usual one if none is given.
    engine: Option<String>,
    /// Positions to look at, at most.
    nodes: Option<u64>,
}

/// A stream that ends its search when it is dropped.
struct Until<S> {
    stream: S,
    stop: Stop,
}

impl<S: Stream + Unpin> Stream for Until<S> {
    type Item = S::Item;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut task::Context<'_>) -> task::Poll<Option<S::Item>> {
        Pin::new(&mut self.stream).poll_next(cx)
    }
}

impl<S> Drop for Until<S> {
    fn drop(&mut self) {
        self.stop.raise();
    }
}

/// The best lines of a position as server-sent events, deeper and deeper until the request is dropped
#[utoipa::path(post, path = "/api/lines/live", tag = "tutor", request_body = LiveRequest,
    responses((status = 200, content_type = "text/event-stream", description = "Events named `lines`, each a LiveAnswer; one named `problem` if the engine fails", body = String),
              (status = 400, body = crate::error::Problem), (status = 429, body = crate::error::Problem),
              (status = 503, body = crate::error::Problem)))]
pub(crate) async fn live(
    State(app): State<App>,
    client: Client,
    Body(body): Body<LiveRequest>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, ApiError> {
    let pos = position(&body.fen)?;
    let count = body.lines.unwrap_or(3).clamp(1, MOST_LINES);
    let nodes = body.nodes.unwrap_or(MOST_NODES).clamp(1, MOST_NODES);
    let session = Manner { engine: body.engine, ..Manner::default() }.session(&app)?;
    let place = app.queue.place(&client.0).await?;
    let stop = Stop::new();
    let (teller, told) = mpsc::channel(WAITING);
    let session = session.stopped_by(&stop);
    let timer = stop.clone();
    tokio::spawn(async move {
        tokio::time::sleep(LONGEST).await;
        timer.raise();
    });
    tokio::task::spawn_blocking(move || {
        let _place = place;
        let event = |name: &str, text: String| Ok(Event::default().event(name).data(text));
        let mut unsent = None;
        let found = session.live(&pos, count, nodes, &mut |news| {
            let text = serde_json::to_string(&LiveAnswer::new(&pos, news)).unwrap_or_default();
            // Whoever does not read fast enough misses some: the next news say all that matters.
            unsent = match teller.try_send(event("lines", text)) {
                Err(TrySendError::Full(event)) => Some(event),
                _ => None,
            };
        });
        if let Some(last) = unsent {
            let _gone = teller.blocking_send(last);
        }
        if let Err(error) = found {
            let _gone = teller.blocking_send(event("problem", error.to_string()));
        }
    });
    Ok(Sse::new(Until { stream: ReceiverStream::new(told), stop }).keep_alive(KeepAlive::default()))
}
