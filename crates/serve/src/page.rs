//! The page: the files that Vite built, inside the program.

use axum::{
    extract::Request,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};

/// Every file of the built page, by name.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// What is served if the program was built without its page.
const WITHOUT: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Philidor</title>\
<h1>Philidor is running, but its page was not built</h1>\
<p>The API answers under <a href=/api/openapi.json>/api</a>. For the page, run <code>make run</code> in the repository: \
it builds <code>web/</code> with npm and then the program.</p></html>";

/// Answers everything that is not the API.
pub(crate) async fn serve(request: Request) -> Response {
    let path = request.uri().path().trim_start_matches('/');
    if let Some(found) = file(path) {
        return found;
    }
    // A missing file is missing; a place of the page is the page itself.
    if path.rsplit('/').next().is_some_and(|name| name.contains('.')) {
        return (StatusCode::NOT_FOUND, "no such file").into_response();
    }
    file("index.html").unwrap_or_else(|| axum::response::Html(WITHOUT).into_response())
}

fn file(path: &str) -> Option<Response> {
    let place = FILES.binary_search_by(|(name, _)| (*name).cmp(path)).ok()?;
    let (name, bytes) = FILES[place];
    let mut response = bytes.into_response();
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(kind(name)));
    // Names of assets hold a digest of their content.
    let keep = if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(keep));
    Some(response)
}

fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" | "webmanifest" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "png" => "image/png",
        _ => "application/octet-stream",
    }
}
