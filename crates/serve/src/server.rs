//! The process: binding, connections with limits, stopping.

use std::{io, net::SocketAddr, sync::Arc, time::Duration};

use axum::{Router, extract::ConnectInfo};
use hyper::{body::Incoming, server::conn::http1};
use hyper_util::{
    rt::{TokioIo, TokioTimer},
    server::graceful::GracefulShutdown,
};
use tokio::{net::TcpListener, time::timeout};
use tower::ServiceExt;
use tower_http::{
    catch_panic::CatchPanicLayer, compression::CompressionLayer, timeout::RequestBodyTimeoutLayer,
};

use crate::{
    Config, api,
    door::Visitor,
    guard,
    library::{Library, LibraryError},
    page,
    state::Shared,
    watch,
};

/// How long a client may take to send its headers, and any part of its body.
const SLOWEST: Duration = Duration::from_secs(15);
/// How long open requests may take when the server stops.
const FAREWELL: Duration = Duration::from_secs(3);
/// A token that cannot be guessed.
const SHORTEST_TOKEN: usize = 16;

/// Why there is no server.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken, or not ours.
    #[error("cannot listen on {address}: {error}")]
    Bind {
        /// Where.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// Others could use the server.
    #[error(
        "{0} can be reached by others: give a token of at least {SHORTEST_TOKEN} characters with --token (or \
         PHILIDOR_TOKEN), which the page asks for once, or stay on 127.0.0.1"
    )]
    Public(SocketAddr),
    /// The token is too short.
    #[error(
        "the token is too short: at least {SHORTEST_TOKEN} characters, such as the output of `openssl rand -hex 16`"
    )]
    Token,
    /// The library cannot be opened.
    #[error(transparent)]
    Library(#[from] LibraryError),
    /// The network says no.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// A server that listens.
pub struct Server {
    listener: TcpListener,
    shared: Arc<Shared>,
}

impl Server {
    /// Opens the library and binds the address.
    pub async fn bind(config: &Config) -> Result<Server, ServeError> {
        match &config.token {
            None if !config.address.ip().is_loopback() => return Err(ServeError::Public(config.address)),
            Some(token) if token.len() < SHORTEST_TOKEN => return Err(ServeError::Token),
            _ => {}
        }
        let library = Arc::new(Library::open(&config.library)?);
        let listener = TcpListener::bind(config.address)
            .await
            .map_err(|error| ServeError::Bind { address: config.address, error })?;
        let shared = Arc::new(Shared::new(library, config).map_err(io::Error::other)?);
        Ok(Server { listener, shared })
    }

    /// Where it listens.
    pub fn address(&self) -> Result<SocketAddr, ServeError> {
        Ok(self.listener.local_addr()?)
    }

    /// Serves until `stop` is done; then lets open requests end, for a few seconds.
    pub async fn run(self, stop: impl Future<Output = ()>) -> Result<(), ServeError> {
        let workers = crate::jobs::start(self.shared.clone())?;
        let app = router(self.shared.clone());
        let farewell = GracefulShutdown::new();
        let mut stop = std::pin::pin!(stop);
        loop {
            let (stream, peer) = tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    // Too many open files, say: better to wait than to fall over.
                    Err(_) => {
                        tokio::time::sleep(Duration::from_millis(100)).await;
                        continue;
                    }
                },
                () = &mut stop => break,
            };
            // Answers are small and wanted at once.
            let _ = stream.set_nodelay(true);
            // Somebody stands at the door: only now a stranger may have to go.
            let seat = tokio::select! {
                seat = self.shared.door.seat() => seat,
                () = &mut stop => break,
            };
            let (app, visitor) = (app.clone(), Visitor::default());
            let known = visitor.clone();
            let service = hyper::service::service_fn(move |mut request: hyper::Request<Incoming>| {
                request.extensions_mut().insert(ConnectInfo(peer));
                request.extensions_mut().insert(known.clone());
                app.clone().oneshot(request)
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(SLOWEST)
                .serve_connection(TokioIo::new(stream), service);
            let connection = farewell.watch(connection);
            let task = tokio::spawn(async move {
                // A client that goes away is no error.
                let _ = connection.await;
                drop(seat);
            });
            self.shared.door.enter(visitor, task.abort_handle());
        }
        drop(self.listener);
        self.shared.jobs.stop_all();
        // Streams of progress never end by themselves.
        let _ = timeout(FAREWELL, farewell.shutdown()).await;
        for worker in workers {
            worker.abort();
        }
        Ok(())
    }
}

/// Everything there is to ask, with its guards.
fn router(shared: Arc<Shared>) -> Router {
    let api = api::router()
        .layer(axum::middleware::from_fn_with_state(shared.clone(), guard::api))
        .with_state(shared.clone());
    Router::new()
        .merge(api)
        .fallback(page::serve)
        .layer(axum::middleware::from_fn(guard::headers))
        .layer(CompressionLayer::new())
        .layer(RequestBodyTimeoutLayer::new(SLOWEST))
        .layer(CatchPanicLayer::new())
        .layer(axum::middleware::from_fn_with_state(shared, watch::requests))
}
