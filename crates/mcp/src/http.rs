//! The same tools over streamable HTTP, for assistants that speak to an address instead of starting a program.
//!
//! Without a token only this machine is answered, under its own names, and no web page: a page of another site must not reach the tools
//! through its reader's browser. With a token every request must show it.

use std::{
    future::{Future, IntoFuture as _},
    net::SocketAddr,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use axum::{
    Router,
    extract::Request,
    http::{HeaderMap, StatusCode, header},
    middleware::{Next, from_fn},
    response::{IntoResponse as _, Response},
};
use rmcp::transport::streamable_http_server::{
    StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
};
use tokio::net::TcpListener;

use crate::Tools;

/// Where the tools are.
pub const PATH: &str = "/mcp";
/// A token that cannot be guessed.
const SHORTEST_TOKEN: usize = 16;
/// Bytes of one request: a game of a megabyte, and room for its escapes.
const MOST_BYTES: usize = 4 << 20;
/// How long open requests may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(2);

/// Listens for assistants, and says where (port 0 takes a free one).
pub(crate) async fn serve(
    tools: Tools,
    address: SocketAddr,
    token: Option<String>,
    listening: impl FnOnce(SocketAddr) -> anyhow::Result<()>,
    end: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    ensure!(
        token.is_some() || address.ip().is_loopback(),
        "{address} can be reached by others: give a token of at least {SHORTEST_TOKEN} characters with --token, or stay on 127.0.0.1"
    );
    ensure!(
        token.as_ref().is_none_or(|token| token.len() >= SHORTEST_TOKEN),
        "the token is too short: at least {SHORTEST_TOKEN} characters, such as the output of `openssl rand -hex 16`"
    );
    let listener = TcpListener::bind(address).await.with_context(|| format!("cannot listen on {address}"))?;
    let config = StreamableHttpServerConfig::default()
        .with_max_request_body_bytes(MOST_BYTES)
        .enforce_origin_validation();
    // With a token the names under which the machine is known elsewhere will do.
    let config = if token.is_some() { config.disable_allowed_hosts() } else { config };
    let sessions = config.cancellation_token.clone();
    let service: StreamableHttpService<Tools, LocalSessionManager> =
        StreamableHttpService::new(move || Ok(tools.clone()), LocalSessionManager::default().into(), config);
    let guard = move |request: Request, next: Next| {
        let allowed = token.as_deref().is_none_or(|token| shows(request.headers(), token));
        async move { if allowed { next.run(request).await } else { refused() } }
    };
    let router = Router::new().nest_service(PATH, service).layer(from_fn(guard));
    listening(listener.local_addr()?)?;
    let (over, mut ended) = tokio::sync::watch::channel(false);
    let served = axum::serve(listener, router).with_graceful_shutdown(async move {
        end.await;
        sessions.cancel();
        // Nobody may be listening any more.
        let _ = over.send(true);
    });
    tokio::select! {
        served = served.into_future() => served?,
        // Streams that stay open are not waited for.
        () = async { let _ = ended.changed().await; tokio::time::sleep(FAREWELL).await } => {}
    }
    Ok(())
}

fn refused() -> Response {
    let words = "show the token: `Authorization: Bearer TOKEN`";
    (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")], words).into_response()
}

/// Whether a request shows the token; the time it takes does not tell where a wrong one differs.
fn shows(headers: &HeaderMap, token: &str) -> bool {
    let given = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let given = given.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default().trim();
    given.len() == token.len() && given.bytes().zip(token.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    #[test]
    fn only_the_whole_token_opens() {
        let with = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::AUTHORIZATION, HeaderValue::from_static(value));
            shows(&headers, "0123456789abcdef")
        };
        assert!(with("Bearer 0123456789abcdef"));
        assert!(!with("Bearer 0123456789abcdeF") && !with("Bearer ") && !with("0123456789abcdef"));
        assert!(!shows(&HeaderMap::new(), "0123456789abcdef"));
    }
}
