//! What the server does, for those who run it: a line in the log for every request, under its own number, and counts.

use std::{
    sync::atomic::{AtomicU64, Ordering::Relaxed},
    time::{Duration, Instant},
};

use axum::{
    extract::{Request, State},
    http::{HeaderName, HeaderValue, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use prometheus::{Histogram, HistogramOpts, IntCounter, IntCounterVec, Opts, Registry, TextEncoder};
use tracing::{debug, info};

use crate::{error::ApiError, state::App};

/// Seconds at which histograms are cut.
const SECONDS: [f64; 10] = [0.001, 0.005, 0.02, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0];

tokio::task_local! {
    static ID: String;
}

/// The number of the request that is being answered, for the log and for the client.
pub(crate) fn request_id() -> Option<String> {
    ID.try_with(Clone::clone).ok()
}

/// Counts since the server began.
pub(crate) struct Metrics {
    registry: Registry,
    requests: IntCounterVec,
    seconds: Histogram,
    waited: Histogram,
    worked: Histogram,
    /// Claims that the checker refused.
    pub(crate) dropped_claims: IntCounter,
    /// Tokens that were not ours.
    pub(crate) wrong_tokens: IntCounter,
    next: AtomicU64,
}

impl Metrics {
    pub(crate) fn new() -> Result<Metrics, prometheus::Error> {
        let registry = Registry::new();
        let histogram = |name: &str, help: &str| {
            let made = Histogram::with_opts(HistogramOpts::new(name, help).buckets(SECONDS.to_vec()))?;
            registry.register(Box::new(made.clone()))?;
            Ok::<_, prometheus::Error>(made)
        };
        let counter = |name: &str, help: &str| {
            let made = IntCounter::new(name, help)?;
            registry.register(Box::new(made.clone()))?;
            Ok::<_, prometheus::Error>(made)
        };
        let requests = Opts::new("philidor_requests_total", "Requests answered, by status");
        let requests = IntCounterVec::new(requests, &["status"])?;
        registry.register(Box::new(requests.clone()))?;
        Ok(Metrics {
            requests,
            seconds: histogram(
                "philidor_request_seconds",
                "From a request's headers to its answer's headers",
            )?,
            waited: histogram("philidor_queue_wait_seconds", "Wait for a place in which to search")?,
            worked: histogram("philidor_work_seconds", "Work in such a place")?,
            dropped_claims: counter("philidor_dropped_claims_total", "Claims that the checker refused")?,
            wrong_tokens: counter("philidor_wrong_tokens_total", "Requests with a wrong token")?,
            next: AtomicU64::new(1),
            registry,
        })
    }

    /// A piece of heavy work was done.
    pub(crate) fn work(&self, waited: Duration, worked: Duration) {
        self.waited.observe(waited.as_secs_f64());
        self.worked.observe(worked.as_secs_f64());
        debug!(?waited, ?worked, "work done");
    }
}

/// Numbers, measures and logs every request.
pub(crate) async fn requests(State(app): State<App>, request: Request, next: Next) -> Response {
    let metrics = &app.metrics;
    let id = metrics.next.fetch_add(1, Relaxed).to_string();
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let began = Instant::now();
    let mut response = ID.scope(id.clone(), next.run(request)).await;
    let (status, took) = (response.status().as_u16(), began.elapsed());
    metrics.requests.with_label_values(&[status.to_string()]).inc();
    metrics.seconds.observe(took.as_secs_f64());
    info!(id, %method, path, status, ?took, "request");
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(HeaderName::from_static("x-request-id"), value);
    }
    response
}

/// Counts and loads in Prometheus' format
#[utoipa::path(get, path = "/api/metrics", tag = "server",
    responses((status = 200, body = String, content_type = "text/plain")))]
pub(crate) async fn metrics(State(app): State<App>) -> Result<Response, ApiError> {
    let families = app.metrics.registry.gather();
    let mut text = TextEncoder::new().encode_to_string(&families).map_err(ApiError::internal)?;
    let (running, waiting) = app.queue.load();
    let gauges = [
        ("searches_running", "Searches running", running),
        ("searches_waiting", "Searches waiting", waiting),
        ("connections", "Connections that are open", app.door.taken()),
    ];
    for (name, help, value) in gauges {
        text += &format!(
            "# HELP philidor_{name} {help}\n# TYPE philidor_{name} gauge\nphilidor_{name} {value}\n"
        );
    }
    Ok(([(header::CONTENT_TYPE, "text/plain; version=0.0.4")], text).into_response())
}
