//! Who may ask: the token, the same origin, the right host; and the headers that keep a page to itself.

use std::time::Duration;

use axum::{
    extract::{Request, State},
    http::{HeaderMap, HeaderName, HeaderValue, Method, header},
    middleware::Next,
    response::{IntoResponse, Response},
};

use crate::{door::Visitor, error::ApiError, state::App};

/// The cookie that holds the token after logging in.
pub(crate) const COOKIE: &str = "philidor_token";

/// How long a wrong token waits for its answer.
const GUESS: Duration = Duration::from_millis(500);
/// How long a request without the token may take in all.
const STRANGERS: Duration = Duration::from_secs(10);

/// What the page may load and do: its own files, its own server, nothing else.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; \
font-src 'self'; manifest-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'";

/// Guards every request to `/api`.
pub(crate) async fn api(State(app): State<App>, request: Request, next: Next) -> Response {
    match allowed(&app, &request) {
        Ok(Access::Known) => {
            if let Some(visitor) = request.extensions().get::<Visitor>() {
                visitor.welcome();
            }
            next.run(request).await
        }
        // Strangers may only show a token, which is short.
        Ok(Access::Open) => match tokio::time::timeout(STRANGERS, next.run(request)).await {
            Ok(response) => response,
            Err(_) => ApiError::Busy { what: "the request took too long", seconds: 5 }.into_response(),
        },
        Err(error) => {
            if matches!(error, ApiError::Unauthorised) && offers(request.headers()) {
                guessed(&app).await;
            }
            error.into_response()
        }
    }
}

/// A wrong token costs the guesser time, and no more than a few are answered at the same time.
pub(crate) async fn guessed(app: &App) {
    app.metrics.wrong_tokens.inc();
    let _turn = app.guesses.acquire().await;
    tokio::time::sleep(GUESS).await;
}

/// What a request may do.
enum Access {
    /// It showed the token, or none is wanted.
    Known,
    /// It asks for what strangers may ask.
    Open,
}

fn allowed(app: &App, request: &Request) -> Result<Access, ApiError> {
    let headers = request.headers();
    let host = text(headers, header::HOST)
        .or_else(|| request.uri().authority().map(axum::http::uri::Authority::as_str))
        .unwrap_or_default();
    // A foreign name that resolves to this machine (DNS rebinding) must not reach a server without a token.
    if app.token.is_none() && !is_local(host) {
        return Err(ApiError::Forbidden("this server answers to localhost only"));
    }
    let safe = matches!(*request.method(), Method::GET | Method::HEAD);
    let site = text(headers, HeaderName::from_static("sec-fetch-site"));
    if site.is_some_and(|s| !matches!(s, "same-origin" | "none")) {
        return Err(ApiError::Forbidden("requests from other sites are refused"));
    }
    if let Some(origin) = text(headers, header::ORIGIN) {
        let own = origin.split_once("://").is_some_and(|(scheme, rest)| {
            matches!(scheme, "http" | "https") && rest.eq_ignore_ascii_case(host)
        });
        if !own {
            return Err(ApiError::Forbidden("requests from other sites are refused"));
        }
    }
    // Forms of other sites cannot send JSON, so nothing changes without it.
    let has_body = headers.get(header::CONTENT_LENGTH).is_some_and(|n| n != "0")
        || headers.contains_key(header::TRANSFER_ENCODING);
    if !safe && has_body {
        let kind = text(headers, header::CONTENT_TYPE).unwrap_or_default();
        if !kind.starts_with("application/json") {
            return Err(ApiError::Bad("send JSON: `Content-Type: application/json`".into()));
        }
    }
    let open = request.uri().path() == "/api/session" || request.uri().path() == "/api/health";
    match &app.token {
        Some(token) if !shows(headers, token) => {
            if open {
                Ok(Access::Open)
            } else {
                Err(ApiError::Unauthorised)
            }
        }
        _ => Ok(Access::Known),
    }
}

fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Names under which only this machine is reached.
fn is_local(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    name.eq_ignore_ascii_case("localhost")
        || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// True if the request shows the token, as bearer or cookie.
pub(crate) fn shows(headers: &HeaderMap, token: &str) -> bool {
    tokens(headers).any(|given| same(given, token))
}

/// True if it shows any token.
fn offers(headers: &HeaderMap) -> bool {
    tokens(headers).next().is_some()
}

fn tokens(headers: &HeaderMap) -> impl Iterator<Item = &str> {
    let bearer = text(headers, header::AUTHORIZATION).and_then(|v| v.strip_prefix("Bearer "));
    let cookie = text(headers, header::COOKIE)
        .and_then(|all| all.split(';').find_map(|one| one.trim().strip_prefix(COOKIE)?.strip_prefix('=')));
    bearer.into_iter().chain(cookie).map(str::trim)
}

/// Compares without telling by its time where the first difference is.
pub(crate) fn same(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |all, (x, y)| all | (x ^ y)) == 0
}

/// Adds the headers that every answer carries.
pub(crate) async fn headers(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let mut set = |name: HeaderName, value: &'static str| {
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    };
    set(header::CONTENT_SECURITY_POLICY, POLICY);
    set(header::X_CONTENT_TYPE_OPTIONS, "nosniff");
    set(header::REFERRER_POLICY, "no-referrer");
    set(header::X_FRAME_OPTIONS, "SAMEORIGIN");
    set(header::CACHE_CONTROL, "no-store");
    set(HeaderName::from_static("cross-origin-opener-policy"), "same-origin");
    set(HeaderName::from_static("cross-origin-resource-policy"), "same-origin");
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn local_names() {
        for (host, local) in [
            ("localhost", true),
            ("localhost:8080", true),
            ("127.0.0.1:80", true),
            ("[::1]:80", true),
            ("evil.example", false),
            ("localhost.evil.example:80", false),
            ("192.168.0.1", false),
            ("", false),
        ] {
            assert_eq!(is_local(host), local, "{host}");
        }
    }

    #[test]
    fn tokens_are_found_in_either_place() {
        let mut headers = HeaderMap::new();
        assert!(!shows(&headers, "secret"));
        headers.insert(header::COOKIE, HeaderValue::from_static("a=b; philidor_token=secret"));
        assert!(shows(&headers, "secret"));
        assert!(!shows(&headers, "secre"));
        headers.clear();
        headers.insert(header::AUTHORIZATION, HeaderValue::from_static("Bearer secret"));
        assert!(shows(&headers, "secret"));
    }
}
