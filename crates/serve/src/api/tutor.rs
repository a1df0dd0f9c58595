//! Explanations in words.

use axum::{Json, extract::State};
use philidor_chess::{shakmaty::san::San, write_fen};
use philidor_know::evaluator;
use philidor_tutor::{
    analyst::Analyst,
    ask::{AskError, Context, Tutor, ask as answer_to, examples as examples_in},
    explain::{Knowledge, explain as find_out},
    say::{self, Level, Words, tell},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, Client, Query, engine::MOST_NODES, one_move, position};
use crate::{
    answer::explanation::{ExplainedLine, ExplanationAnswer, SaidClaim, SectionAnswer},
    book::Book,
    error::ApiError,
    state::{App, Stop},
};

/// Nodes for an explanation unless the request says otherwise.
pub(crate) const NODES: u64 = 200_000;
/// Characters of a question.
const LONGEST_QUESTION: usize = 200;

/// How the tutor should speak.
#[derive(Debug, Clone, Deserialize, ToSchema)]
pub(crate) struct Manner {
    /// `beginner`, `club` (default) or `master`.
    pub(crate) level: Option<String>,
    /// A code of `GET /api/languages` (default `en`).
    pub(crate) language: Option<String>,
    /// Positions to search (default 200,000).
    pub(crate) nodes: Option<u64>,
    /// `philidor` (default) or another name of `GET /api/engines`.
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

    pub(crate) fn engine(&self) -> &str {
        self.engine.as_deref().unwrap_or("philidor")
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
              (status = 429, body = crate::error::Problem), (status = 502, description = "Another engine gave no answer", body = crate::error::Problem),
              (status = 503, body = crate::error::Problem)))]
pub(crate) async fn explain(
    State(app): State<App>,
    client: Client,
    Body(body): Body<ExplainRequest>,
) -> Result<Json<ExplanationAnswer>, ApiError> {
    let pos = position(&body.fen)?;
    let subject = body.mv.as_deref().map(|text| one_move(&pos, text)).transpose()?;
    let (level, words) = (body.manner.level()?, body.manner.words()?);
    app.check_engine(body.manner.engine())?;
    let shared = app.clone();
    app.work(&client.0, move |_, stop| {
        let mut analyst = shared.analyst(body.manner.engine(), body.manner.nodes(), stop)?;
        let told =
            find_out(&pos, subject, &mut analyst, &knowledge(&shared, stop)).map_err(ApiError::analyst)?;
        let text = tell(&told, &words, level, 0);
        let nodes = body.manner.nodes();
        Ok(Json(ExplanationAnswer::new(&told, &text, analyst.name(), nodes, level, words.language())))
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
    #[serde(flatten)]
    manner: Manner,
}

/// An answer, or what could be asked instead.
#[derive(Serialize, ToSchema)]
pub(crate) struct AskAnswer {
    question: String,
    /// What was understood; none if nothing was.
    topic: Option<&'static str>,
    /// Why there is no answer.
    problem: Option<String>,
    /// What can be asked.
    suggestions: Vec<String>,
    /// The position the claims are about.
    fen: String,
    /// The move that was asked about.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// In words, each sentence with the claims it tells.
    text: Vec<SectionAnswer>,
    /// The lines that a part of kind `candidates` tells.
    lines: Vec<ExplainedLine>,
    /// Squares to point at.
    squares: Vec<String>,
    /// The checked claims that the answer rests on.
    #[schema(value_type = Vec<Object>)]
    claims: Vec<SaidClaim>,
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
    if body.question.chars().count() > LONGEST_QUESTION {
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
    let (level, words) = (body.manner.level()?, body.manner.words()?);
    app.check_engine(body.manner.engine())?;
    let shared = app.clone();
    app.work(&client.0, move |_, stop| {
        let mut analyst = shared.analyst(body.manner.engine(), body.manner.nodes(), stop)?;
        let knowledge = knowledge(&shared, stop);
        let mut tutor = Tutor { analyst: &mut analyst, knowledge: &knowledge, words: &words, level, seed: 0 };
        let previous = previous.as_ref().map(|(before, mv)| (before, *mv));
        let found = answer_to(&body.question, Context { position: &pos, previous }, &mut tutor);
        let mut out = AskAnswer {
            question: body.question.clone(),
            topic: None,
            problem: None,
            suggestions: Vec::new(),
            fen: write_fen(&pos),
            mv: None,
            text: Vec::new(),
            lines: Vec::new(),
            squares: Vec::new(),
            claims: Vec::new(),
        };
        match found {
            Ok(answer) => {
                out.topic = Some(answer.topic.name());
                out.fen = write_fen(&answer.position);
                out.mv = answer.subject.map(|mv| San::from_move(&answer.position, mv).to_string());
                out.text = answer.sections.iter().map(SectionAnswer::new).collect();
                out.lines = answer.lines.iter().map(|l| ExplainedLine::new(&answer.position, l)).collect();
                out.squares = answer.squares.into_iter().map(|sq| sq.to_string()).collect();
                out.claims =
                    answer.claims.iter().map(|(claim, text)| SaidClaim::new(claim, text.as_str())).collect();
            }
            Err(AskError::Analyst(error)) => return Err(ApiError::analyst(error)),
            // Not an error of the asker's: the page shows what can be asked.
            Err(error) => {
                out.suggestions = match &error {
                    AskError::Unknown { examples, .. } => examples.clone(),
                    AskError::NoTerm { near, .. } => near.clone(),
                    _ => Vec::new(),
                };
                out.problem = Some(match error {
                    AskError::Unknown { .. } => "I do not understand this question.".to_owned(),
                    other => other.to_string(),
                });
            }
        }
        Ok(Json(out))
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
}

/// The engines that may be asked
#[utoipa::path(get, path = "/api/engines", tag = "tutor", responses((status = 200, body = Vec<EngineEntry>)))]
pub(crate) async fn engines(State(app): State<App>) -> Json<Vec<EngineEntry>> {
    let own = evaluator::NAMES.iter().map(|&name| EngineEntry { name: name.to_owned(), outside: false });
    let others = app.engines.iter().map(|e| EngineEntry { name: e.name.clone(), outside: true });
    Json(own.chain(others).collect())
}
