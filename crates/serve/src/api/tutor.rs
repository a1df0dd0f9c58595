//! Explanations in words.

use std::sync::atomic::Ordering;

use axum::{Json, extract::State};
use philidor_know::evaluator;
use philidor_tutor::{
    analyst::{Analyst, AnalystError, Question},
    explain::{Knowledge, explain as find_out},
    look::{Look, Looker},
    say::{Level, Words, tell},
};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{Body, Client, engine::MOST_NODES, one_move, position};
use crate::{
    answer::explanation::ExplanationAnswer,
    book::Book,
    error::ApiError,
    state::{App, Stop},
};

/// Nodes for an explanation unless the request says otherwise.
pub(crate) const NODES: u64 = 200_000;

/// Our own search as an analyst that stops when nobody waits for its answers.
pub(crate) struct Impatient {
    looker: Looker,
    stop: Stop,
}

impl Impatient {
    pub(crate) fn new(engine: &str, nodes: u64, stop: &Stop) -> Result<Impatient, ApiError> {
        let factory = evaluator::by_name(engine).ok_or_else(|| {
            let shown: String = engine.chars().take(30).collect();
            ApiError::Bad(format!("no engine {shown:?}: there are {}", evaluator::NAMES.join(", ")))
        })?;
        Ok(Impatient { looker: Looker::new(factory, nodes), stop: stop.clone() })
    }
}

impl Analyst for Impatient {
    fn name(&self) -> &str {
        self.looker.name()
    }

    fn begin(&mut self) -> Result<(), AnalystError> {
        self.looker.begin()
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        if self.stop.load(Ordering::Relaxed) {
            let analyst = self.name().to_owned();
            return Err(AnalystError { analyst, reason: "nobody waits for the answer any more".into() });
        }
        self.looker.lines(question)
    }
}

/// How the tutor should speak.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct Manner {
    /// `beginner`, `club` (default) or `master`.
    pub(crate) level: Option<String>,
    /// `en` (default) or `de`.
    pub(crate) language: Option<String>,
    /// Positions to search (default 200,000).
    pub(crate) nodes: Option<u64>,
    /// `philidor` (default), `untuned`, `gnu-like` or `material`.
    pub(crate) engine: Option<String>,
}

impl Manner {
    pub(crate) fn level(&self) -> Result<Level, ApiError> {
        self.level.as_deref().map_or(Ok(Level::default()), str::parse).map_err(ApiError::bad)
    }

    pub(crate) fn words(&self) -> Result<Words, ApiError> {
        Words::of(self.language.as_deref().unwrap_or("en")).map_err(ApiError::bad)
    }

    pub(crate) fn nodes(&self) -> u64 {
        self.nodes.unwrap_or(NODES).clamp(1, MOST_NODES)
    }

    pub(crate) fn analyst(&self, stop: &Stop) -> Result<Impatient, ApiError> {
        Impatient::new(self.engine.as_deref().unwrap_or("philidor"), self.nodes(), stop)
    }
}

/// What the tutor knows, with the server's tables and theories.
pub(crate) fn knowledge(app: &App, stop: &Stop) -> Knowledge {
    let book = Book { app: app.clone(), stop: stop.clone() };
    Knowledge { endgames: Some(Box::new(book)), ..Knowledge::ours() }
}

/// What to explain.
#[derive(Deserialize, ToSchema)]
pub(crate) struct ExplainRequest {
    fen: String,
    /// A move to explain; without it the position.
    #[serde(rename = "move")]
    mv: Option<String>,
    #[serde(flatten)]
    manner: Manner,
}

/// What is going on in a position, or about a move in it
#[utoipa::path(post, path = "/api/explain", tag = "tutor", request_body = ExplainRequest,
    responses((status = 200, body = ExplanationAnswer), (status = 400, body = crate::error::Problem),
              (status = 429, body = crate::error::Problem), (status = 503, body = crate::error::Problem)))]
pub(crate) async fn explain(
    State(app): State<App>,
    client: Client,
    Body(body): Body<ExplainRequest>,
) -> Result<Json<ExplanationAnswer>, ApiError> {
    let pos = position(&body.fen)?;
    let subject = body.mv.as_deref().map(|text| one_move(&pos, text)).transpose()?;
    let (level, words) = (body.manner.level()?, body.manner.words()?);
    let shared = app.clone();
    app.work(&client.0, move |_, stop| {
        let mut analyst = body.manner.analyst(stop)?;
        let told =
            find_out(&pos, subject, &mut analyst, &knowledge(&shared, stop)).map_err(ApiError::internal)?;
        let text = tell(&told, &words, level, 0);
        let nodes = body.manner.nodes();
        Ok(Json(ExplanationAnswer::new(&told, &text, analyst.name(), nodes, level, words.language())))
    })
    .await
}
