//! Endgame theory: reading, checking, explaining, and a scratch copy to change.

use axum::{Json, extract::State, http::StatusCode};
use philidor_chess::{Material, fen, shakmaty::Position};
use philidor_report::{
    check::{CheckAnswer, Checked, TextProblem},
    tale::{NoTale, Tale, TheoryAnswer},
};
use philidor_rules::{
    Endgames, RuleSource, Tongue, amend as change, library, value::Type, vocabulary::Vocabulary,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{Body, Client, Path, one_move, position};
use crate::{
    error::ApiError,
    state::{App, subject},
};

/// Counter-examples told for each rule and each cause.
const SHOWN: usize = 6;
/// Positions that are looked at for the rule that decides.
const POSITIONS: u64 = 4_000_000;
/// The longest text of rules.
const LONGEST: usize = 256 << 10;

/// A theory that comes with the program.
#[derive(Serialize, ToSchema)]
pub(crate) struct TheoryEntry {
    name: &'static str,
    file: &'static str,
    rules: usize,
    /// What its numbers count.
    measure: &'static str,
    /// Somebody works on a copy of it.
    scratch: bool,
}

/// The theories that come with the program
#[utoipa::path(get, path = "/api/rules", tag = "rules", responses((status = 200, body = Vec<TheoryEntry>)))]
pub(crate) async fn list(State(app): State<App>) -> Result<Json<Vec<TheoryEntry>>, ApiError> {
    app.shelf(|shelf| {
        let mut out = Vec::new();
        for theory in library::SHIPPED.iter() {
            let (rules, _) = theory.source().resolve(&Endgames).map_err(ApiError::internal)?;
            out.push(TheoryEntry {
                name: &theory.name,
                file: theory.file,
                rules: rules.rules.len(),
                measure: rules.subject.measure.name(),
                scratch: shelf.scratch(&theory.name)?.is_some(),
            });
        }
        Ok(Json(out))
    })
    .await
}

/// A word of the rule language.
#[derive(Serialize, ToSchema)]
pub(crate) struct Word {
    name: &'static str,
    params: Vec<&'static str>,
    result: &'static str,
    meaning: &'static str,
}

/// The words of the rule language
#[utoipa::path(get, path = "/api/rules/words", tag = "rules", responses((status = 200, body = Vec<Word>)))]
pub(crate) async fn words() -> Json<Vec<Word>> {
    let word = |w: &philidor_rules::vocabulary::Signature| Word {
        name: w.name,
        params: w.params.iter().copied().map(Type::name).collect(),
        result: w.result.name(),
        meaning: w.gloss,
    };
    Json(Endgames.words().iter().map(word).collect())
}

/// A theory's text.
#[derive(Serialize, ToSchema)]
pub(crate) struct TheoryText {
    name: &'static str,
    /// As it comes with the program.
    text: &'static str,
    /// The copy that somebody works on.
    scratch: Option<String>,
}

/// The text of a theory, and the scratch copy of it
#[utoipa::path(get, path = "/api/rules/theories/{name}", tag = "rules", params(("name" = String, Path, example = "KPK")),
    responses((status = 200, body = TheoryText), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn theory(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<Json<TheoryText>, ApiError> {
    let shipped = shipped(&name)?;
    let scratch = app.shelf(|shelf| Ok(shelf.scratch(&shipped.name)?)).await?;
    Ok(Json(TheoryText { name: &shipped.name, text: shipped.text, scratch }))
}

fn shipped(name: &str) -> Result<&'static library::Shipped, ApiError> {
    library::by_name(name).ok_or_else(|| {
        let known: Vec<&str> = library::SHIPPED.iter().map(|s| s.name.as_str()).collect();
        let shown: String = name.chars().take(20).collect();
        ApiError::NotFound(format!("there is no theory of {shown}: there is {}", known.join(", ")))
    })
}

/// A text of rules.
#[derive(Deserialize, ToSchema)]
pub(crate) struct RuleText {
    text: String,
}

fn bounded(text: String) -> Result<String, ApiError> {
    if text.len() > LONGEST { Err(ApiError::TooLarge(LONGEST)) } else { Ok(text) }
}

/// Keep a scratch copy of a theory
#[utoipa::path(put, path = "/api/rules/theories/{name}", tag = "rules", params(("name" = String, Path, example = "KPK")),
    request_body = RuleText, responses((status = 204), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn keep(
    State(app): State<App>,
    Path(name): Path<String>,
    Body(body): Body<RuleText>,
) -> Result<StatusCode, ApiError> {
    let (name, text) = (&shipped(&name)?.name, bounded(body.text)?);
    app.shelf(move |shelf| Ok(shelf.keep_scratch(name, &text)?)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Throw the scratch copy away
#[utoipa::path(delete, path = "/api/rules/theories/{name}", tag = "rules", params(("name" = String, Path, example = "KPK")),
    responses((status = 204), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn discard(
    State(app): State<App>,
    Path(name): Path<String>,
) -> Result<StatusCode, ApiError> {
    let name = &shipped(&name)?.name;
    app.shelf(move |shelf| Ok(shelf.drop_scratch(name)?)).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// What to check.
#[derive(Deserialize, ToSchema)]
pub(crate) struct CheckRequest {
    text: String,
    /// Also what becomes of it after search (takes longer).
    #[serde(default)]
    search: bool,
}

/// What is wrong with a text, and, if it can be used, what it achieves.
#[derive(Serialize, ToSchema)]
pub(crate) struct CheckResult {
    problems: Vec<TextProblem>,
    report: Option<CheckAnswer>,
}

/// Check a theory at every position of its endgame
#[utoipa::path(post, path = "/api/rules/check", tag = "rules", request_body = CheckRequest,
    responses((status = 200, body = CheckResult), (status = 503, body = crate::error::Problem)))]
pub(crate) async fn check(
    State(app): State<App>,
    client: Client,
    Body(body): Body<CheckRequest>,
) -> Result<Json<CheckResult>, ApiError> {
    let text = bounded(body.text)?;
    app.work(&client.0, move |app, stop| {
        let source = RuleSource::new("the text", text);
        let told = |problems: &[philidor_rules::Problem]| {
            problems.iter().map(|p| TextProblem::new(p, &source.text)).collect::<Vec<_>>()
        };
        let (rules, warnings) = match source.resolve(&Endgames) {
            Ok(read) => read,
            Err(unusable) => {
                return Ok(Json(CheckResult { problems: told(&unusable.problems), report: None }));
            }
        };
        let ground = app.ground(subject(&rules)?, stop)?;
        let checked = Checked::new(&rules, &ground, body.search, SHOWN);
        if ground.is_stopped() {
            return Err(ApiError::stopped());
        }
        let mut problems = told(&warnings);
        problems.extend(told(&checked.statics.problems(&rules)));
        let report = checked.answer();
        Ok(Json(CheckResult { problems, report: Some(report) }))
    })
    .await
}

/// What to explain.
#[derive(Deserialize, ToSchema)]
pub(crate) struct TheoryRequest {
    fen: String,
    /// A move to explain.
    #[serde(rename = "move")]
    mv: Option<String>,
    /// Rules to use instead of the theory that comes with the program.
    text: Option<String>,
    /// A code of `GET /api/languages` (default `en`).
    language: Option<String>,
}

/// Why a position is won or drawn, by the rules of its endgame
#[utoipa::path(post, path = "/api/rules/explain", tag = "rules", request_body = TheoryRequest,
    responses((status = 200, body = TheoryAnswer), (status = 400, body = crate::error::Problem),
              (status = 404, description = "No theory speaks of it", body = crate::error::Problem)))]
pub(crate) async fn explain(
    State(app): State<App>,
    client: Client,
    Body(body): Body<TheoryRequest>,
) -> Result<Json<TheoryAnswer>, ApiError> {
    let pos = position(&body.fen)?;
    if fen::has_castling_rights(&pos) {
        return Err(ApiError::Bad("endgame rules have no castling: remove the castling rights".into()));
    }
    let asked = body.mv.as_deref().map(|text| one_move(&pos, text)).transpose()?;
    let own = body.text.map(bounded).transpose()?;
    let tongue = Tongue::of(body.language.as_deref().unwrap_or("en"));
    let material = Material::of(pos.board()).canonical();
    app.work(&client.0, move |app, stop| {
        let endings = app.session.endings();
        let rules = match own {
            Some(text) => std::sync::Arc::new(endings.validate(&RuleSource::new("the text", text), stop)?),
            None => endings.theory_at_hand(shipped(&material.to_string())?, stop)?,
        };
        if rules.material() != material {
            let about = rules.material();
            return Err(ApiError::Bad(format!("this is a theory of {about}, the position is {material}")));
        }
        let tale = Tale::new(pos, &rules.until(stop.flag().clone()), asked, POSITIONS, tongue).map_err(
            |no| match no {
                NoTale::Stopped => ApiError::stopped(),
                _ => ApiError::NotFound(no.to_string()),
            },
        )?;
        Ok(Json(tale.answer(&rules)))
    })
    .await
}

/// A change of a text of rules.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AmendRequest {
    text: String,
    /// The rule to change, as it is named in the text.
    rule: String,
    /// An exception to add; none takes the rule out.
    unless: Option<String>,
}

/// Add an exception to a rule, or take the rule out
#[utoipa::path(post, path = "/api/rules/amend", tag = "rules", request_body = AmendRequest,
    responses((status = 200, body = RuleTextAnswer), (status = 400, body = crate::error::Problem)))]
pub(crate) async fn amend(Body(body): Body<AmendRequest>) -> Result<Json<RuleTextAnswer>, ApiError> {
    let text = bounded(body.text)?;
    let changed = match &body.unless {
        Some(clause) => change::except(&text, &body.rule, clause),
        None => change::remove(&text, &body.rule),
    };
    Ok(Json(RuleTextAnswer { text: changed.map_err(ApiError::bad)? }))
}

/// A changed text.
#[derive(Serialize, ToSchema)]
pub(crate) struct RuleTextAnswer {
    text: String,
}
