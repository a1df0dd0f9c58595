//! Explanations in words.

use axum::{Json, extract::State};
use philidor_chess::shakmaty::Chess;
use philidor_report::{ask::AskAnswer, explanation::ExplanationAnswer};
use philidor_session::{Session, Settings, budget::Effort};
use philidor_tutor::{
    ask::{AskError, Context, examples as examples_in},
    say::{self, Level},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, Client, Query, one_move, position};
use crate::{error::ApiError, jobs::annotate::known, state::App};

/// Nodes that an answer may cost at most.
pub(crate) const MOST_NODES: u64 = 5_000_000;
/// Characters of a question.
const LONGEST_QUESTION: usize = 200;

/// How the tutor should speak.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
pub(crate) struct Manner {
    /// `beginner`, `club` (default) or `master`.
    pub(crate) level: Option<String>,
    /// The reader's rating (`1500`, `1500@chess.com`, `1500@fide`): what players like him do is told too. Empty to leave that out;
    /// without it as the server was started.
    pub(crate) rating: Option<String>,
    /// A code of `GET /api/languages` (default `en`).
    pub(crate) language: Option<String>,
    /// Positions to search; without it as long as `effort` says.
    pub(crate) nodes: Option<u64>,
    /// `quick` (a first answer), `usual` (default: until it is settled) or `deep`.
    pub(crate) effort: Option<String>,
    /// A name of `GET /api/engines`; the usual one if none is given.
    pub(crate) engine: Option<String>,
}

impl Manner {
    /// The tutor as it is asked for.
    pub(crate) fn session(&self, app: &App) -> Result<Session, ApiError> {
        let level = self.level.as_deref().map_or(Ok(Level::default()), str::parse).map_err(ApiError::bad)?;
        let words = app.session.words(self.language.as_deref().unwrap_or("en")).map_err(ApiError::bad)?;
        let rating = match self.rating.as_deref() {
            None => app.session.settings().rating,
            Some("") => None,
            Some(rating) => Some(rating.parse().map_err(ApiError::bad)?),
        };
        let nodes = self.nodes.map(|nodes| nodes.clamp(1, MOST_NODES));
        let effort = self.effort.as_deref().map_or(Ok(Effort::default()), str::parse);
        let effort = effort.map_err(ApiError::Bad)?;
        Ok(app.session.with(Settings {
            engine: self.engine.clone(),
            nodes,
            effort,
            level,
            rating,
            words,
            seed: 0,
        })?)
    }
}

/// The tutor for a position of a commented game: its best line is worth what the comments say, if the same engine made them.
pub(crate) async fn of_game(
    app: &App,
    session: Session,
    game: Option<i64>,
    pos: &Chess,
) -> Result<Session, ApiError> {
    let Some(game) = game else { return Ok(session) };
    let made = app.shelf(move |shelf| Ok(shelf.annotation(game)?)).await?;
    let known = made.and_then(|made| known(&made, session.engine().name(), pos));
    Ok(match known {
        Some((line, score)) => session.anchored(pos, &line, score),
        None => session,
    })
}

/// What to explain.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ExplainRequest {
    fen: String,
    /// The game of the library that this is a position of: if it has comments, their score holds.
    game: Option<i64>,
    /// A move to explain; without it the position.
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(flatten)]
    manner: Manner,
}

/// What is going on in a position, or about a move in it
#[utoipa::path(post, path = "/api/explain", tag = "tutor", request_body = ExplainRequest,
    responses((status = 200, body = ExplanationAnswer), (status = 400, body = crate::error::Problem),
              (status = 429, body = crate::error::Problem), (status = 502, description = "Another engine gave no answer", body = crate::error::Problem),
              (status = 503, body = crate::error::Problem)))]
pub(crate) async fn explain(
    State(app): State<App>,
    client: Client,
    Body(body): Body<ExplainRequest>,
) -> Result<Json<ExplanationAnswer>, ApiError> {
    let pos = position(&body.fen)?;
    let subject = body.mv.as_deref().map(|text| one_move(&pos, text)).transpose()?;
    let session = of_game(&app, body.manner.session(&app)?, body.game, &pos).await?;
    app.work(&client.0, move |app, stop| {
        let explained = session.stopped_by(stop).explain(&pos, subject)?;
        let answer = ExplanationAnswer::new(&explained);
        app.metrics.dropped_claims.inc_by(answer.dropped as u64);
        Ok(Json(answer))
    })
    .await
}

/// The move that led to a position.
#[derive(Deserialize, ToSchema)]
pub(crate) struct LastMove {
    /// The position before it.
    fen: String,
    #[serde(rename = "move")]
    mv: String,
}

/// A question.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AskRequest {
    fen: String,
    /// In any language of `GET /api/languages`, such as "why not Kd2?".
    question: String,
    /// For questions about the last move.
    last: Option<LastMove>,
    /// The question asked before this one: "why not?" and "and if Nd5?" are about its move.
    previous: Option<String>,
    /// The game of the library that this is a position of: if it has comments, their score holds.
    game: Option<i64>,
    #[serde(flatten)]
    manner: Manner,
}

/// Ask the tutor about a position
#[utoipa::path(post, path = "/api/ask", tag = "tutor", request_body = AskRequest,
    responses((status = 200, body = AskAnswer), (status = 400, body = crate::error::Problem),
              (status = 429, body = crate::error::Problem), (status = 502, description = "Another engine gave no answer", body = crate::error::Problem),
              (status = 503, body = crate::error::Problem)))]
pub(crate) async fn ask(
    State(app): State<App>,
    client: Client,
    Body(body): Body<AskRequest>,
) -> Result<Json<AskAnswer>, ApiError> {
    let pos = position(&body.fen)?;
    if [Some(&body.question), body.previous.as_ref()]
        .into_iter()
        .flatten()
        .any(|q| q.chars().count() > LONGEST_QUESTION)
    {
        return Err(ApiError::Bad(format!("a question has at most {LONGEST_QUESTION} characters")));
    }
    let previous = match &body.last {
        None => None,
        Some(last) => {
            let before = position(&last.fen)?;
            let mv = one_move(&before, &last.mv)?;
            Some((before, mv))
        }
    };
    let session = of_game(&app, body.manner.session(&app)?, body.game, &pos).await?;
    app.work(&client.0, move |_, stop| {
        let session = session.stopped_by(stop);
        let previous = previous.as_ref().map(|(before, mv)| (before, *mv));
        let asked = body.previous.as_deref();
        match session.ask(&body.question, Context { position: &pos, previous, asked }) {
            Err(AskError::Analyst(error)) => Err(error.into()),
            // What is not understood is no error of the asker's: the page shows what can be asked.
            result => Ok(Json(AskAnswer::new(&session, &body.question, &pos, &result))),
        }
    })
    .await
}

/// A language.
#[derive(Deserialize, utoipa::IntoParams)]
pub(crate) struct LanguageQuery {
    /// A code of `GET /api/languages` (default `en`)
    language: Option<String>,
}

/// An example of every question that is understood
#[utoipa::path(get, path = "/api/ask/examples", tag = "tutor", params(LanguageQuery),
    responses((status = 200, body = Vec<String>)))]
pub(crate) async fn examples(Query(query): Query<LanguageQuery>) -> Json<Vec<String>> {
    Json(examples_in(query.language.as_deref().unwrap_or("en")))
}

/// A language that answers may be in.
#[derive(Serialize, ToSchema)]
pub(crate) struct LanguageEntry {
    /// What requests call it.
    code: &'static str,
    /// What its speakers call it.
    name: String,
}

/// The languages that the tutor speaks
#[utoipa::path(get, path = "/api/languages", tag = "tutor", responses((status = 200, body = Vec<LanguageEntry>)))]
pub(crate) async fn languages() -> Json<Vec<LanguageEntry>> {
    Json(say::languages().into_iter().map(|l| LanguageEntry { code: l.code, name: l.name }).collect())
}

/// Who may look ahead.
#[derive(Serialize, ToSchema)]
pub(crate) struct EngineEntry {
    /// What requests call it.
    name: String,
    /// Another program, not one of our own evaluations.
    outside: bool,
    /// The one that is asked if none is named.
    usual: bool,
}

/// The engines that may be asked
#[utoipa::path(get, path = "/api/engines", tag = "tutor", responses((status = 200, body = Vec<EngineEntry>)))]
pub(crate) async fn engines(State(app): State<App>) -> Json<Vec<EngineEntry>> {
    let entry = |engine: &philidor_session::Engine| EngineEntry {
        name: engine.name().to_owned(),
        outside: engine.is_program(),
        usual: engine.name() == app.session.engine().name(),
    };
    Json(app.session.engines().iter().map(entry).collect())
}
