//! Practise: drills, answers, spaced repetition.

use axum::{Json, extract::State};
use philidor_chess::{
    Material,
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_report::{reply::Reply, san, uci, ucis};
use philidor_session::{
    Stop,
    ending_drill::{self, Lesson, Played, lessons},
};
use philidor_truth::{
    ProbeError,
    find::{Filter, Images},
};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::{Body, Client, Path, Query, one_move, position, tutor::Manner};
use crate::{
    error::ApiError,
    library::drills::{Drill, Progress},
    mistakes::{Mistake, Solution},
    state::{App, Shared},
};

/// Moves of one drill, at most.
const LONGEST: usize = 400;

/// What an endgame drill keeps.
#[derive(Serialize, Deserialize)]
struct EndgameDrill {
    title: String,
    goal: String,
}

/// How far somebody is, by kind of drill.
#[derive(Serialize, ToSchema)]
pub(crate) struct Overview {
    mistakes: Progress,
    endgames: Progress,
}

/// How far you are
#[utoipa::path(get, path = "/api/practise", tag = "practise", responses((status = 200, body = Overview)))]
pub(crate) async fn overview(State(app): State<App>) -> Result<Json<Overview>, ApiError> {
    app.shelf(|shelf| {
        Ok(Json(Overview { mistakes: shelf.progress("mistake")?, endgames: shelf.progress("endgame")? }))
    })
    .await
}

/// Which drill.
#[derive(Deserialize, IntoParams)]
pub(crate) struct NextQuery {
    /// `mistake`, `endgame`, or nothing for any
    #[serde(default)]
    kind: String,
    /// Also one that is not due yet
    #[serde(default)]
    early: bool,
}

/// A drill to do, without its answer.
#[derive(Serialize, ToSchema)]
pub(crate) struct Task {
    #[serde(flatten)]
    drill: Drill,
    #[serde(flatten)]
    about: Theme,
}

/// What a drill is about, as far as it may be told before it is answered.
#[derive(Serialize, Deserialize, ToSchema)]
struct Theme {
    title: String,
    /// `win`, `draw`, or `better` (find a better move than the game's).
    goal: String,
    /// The game's move, which was not the best (mistakes only).
    #[serde(default)]
    played_san: Option<String>,
    /// How bad it was (mistakes only).
    #[serde(default)]
    judgement: Option<String>,
}

impl Task {
    fn new(drill: Drill) -> Result<Task, ApiError> {
        let about = serde_json::from_str(&drill.content).map_err(ApiError::internal)?;
        Ok(Task { drill, about })
    }
}

/// The drill that is due; null if none is
#[utoipa::path(get, path = "/api/practise/next", tag = "practise", params(NextQuery),
    responses((status = 200, body = Option<Task>)))]
pub(crate) async fn next(
    State(app): State<App>,
    Query(query): Query<NextQuery>,
) -> Result<Json<Option<Task>>, ApiError> {
    let drill = app.shelf(move |shelf| Ok(shelf.next_drill(&query.kind, query.early)?)).await?;
    Ok(Json(drill.map(Task::new).transpose()?))
}

/// An answer to a drill.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AnswerRequest {
    /// All moves from the drill's position, both sides'.
    moves: Vec<String>,
    /// Give up.
    #[serde(default)]
    give_up: bool,
    /// Not the first try at this drill today: it is judged, but no longer counted.
    #[serde(default)]
    again: bool,
    /// How a wrong answer is explained.
    #[serde(flatten)]
    manner: Manner,
}

/// What became of an answer.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnswerResult {
    /// `passed`, `failed` or `open` (go on).
    state: &'static str,
    /// Why: `best`, `good` (as good as the best), `worse`, `reached` (the goal), `spoilt` (the result), `given-up`, or
    /// nothing yet.
    outcome: Option<&'static str>,
    /// Which own move spoilt the result, from 1.
    spoilt: Option<usize>,
    /// What is wrong with a worse move, in words, without the answer.
    reasons: Vec<String>,
    /// Days until it comes back, if it was counted.
    days: Option<f64>,
    /// The answer, once it is over.
    solution: Option<Solution>,
    /// What the other side makes of a wrong move, as interfaces write moves.
    refutation: Vec<String>,
    /// The same in notation.
    refutation_san: String,
}

impl AnswerResult {
    fn new(state: &'static str, outcome: Option<&'static str>) -> AnswerResult {
        AnswerResult {
            state,
            outcome,
            spoilt: None,
            reasons: Vec::new(),
            days: None,
            solution: None,
            refutation: Vec::new(),
            refutation_san: String::new(),
        }
    }
}

/// Answer a drill
#[utoipa::path(post, path = "/api/practise/{id}/answer", tag = "practise", params(("id" = i64, Path)),
    request_body = AnswerRequest,
    responses((status = 200, body = AnswerResult), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn answer(
    State(app): State<App>,
    client: Client,
    Path(id): Path<i64>,
    Body(body): Body<AnswerRequest>,
) -> Result<Json<AnswerResult>, ApiError> {
    let drill = app.shelf(move |shelf| Ok(shelf.drill(id)?)).await?;
    let drill = drill.ok_or_else(|| ApiError::NotFound(format!("there is no drill {id}")))?;
    if body.moves.len() > LONGEST {
        return Err(ApiError::Bad(format!("more than {LONGEST} moves")));
    }
    let shared = app.clone();
    app.work(&client.0, move |app, stop| {
        let start = position(&drill.fen)?;
        let moves = replay(&start, &body.moves)?;
        let mut result = match drill.kind.as_str() {
            "mistake" => mistake(&shared, &drill, &start, &moves, &body, stop)?,
            _ => endgame(app, &start, &moves, &body, stop)?,
        };
        if result.state != "open" && !body.again {
            let passed = result.state == "passed";
            result.days = Some(app.library.answer_drill(&drill, &body.moves.join(" "), passed)?);
        }
        Ok(Json(result))
    })
    .await
}

/// An endgame is over when the goal is reached or the result is spoilt.
fn endgame(
    app: &Shared,
    start: &Chess,
    moves: &[Move],
    body: &AnswerRequest,
    stop: &Stop,
) -> Result<AnswerResult, ApiError> {
    app.solve(Material::of(start.board()), stop)?;
    if body.give_up {
        return Ok(AnswerResult::new("failed", Some("given-up")));
    }
    Ok(match ending_drill::judge(app.tables(), start, moves).map_err(unknown)? {
        Played::Reached => AnswerResult::new("passed", Some("reached")),
        Played::Spoilt(n) => {
            AnswerResult { spoilt: Some(n + 1), ..AnswerResult::new("failed", Some("spoilt")) }
        }
        Played::Open => AnswerResult::new("open", None),
    })
}

/// A mistake asks for one move; a wrong one is told why, and may be followed by another.
fn mistake(
    app: &App,
    drill: &Drill,
    start: &Chess,
    moves: &[Move],
    body: &AnswerRequest,
    stop: &Stop,
) -> Result<AnswerResult, ApiError> {
    let mistake: Mistake = serde_json::from_str(&drill.content).map_err(ApiError::internal)?;
    let over = |state, outcome| AnswerResult {
        solution: Some(mistake.solution(start)),
        ..AnswerResult::new(state, Some(outcome))
    };
    if body.give_up {
        return Ok(over("failed", "given-up"));
    }
    let &[mv] = moves else { return Err(ApiError::Bad("one move is asked for".into())) };
    let known = |text: &str| one_move(start, text).ok();
    let session = body.manner.session(app)?.stopped_by(stop);
    let judged = session.judge_try(start, mv, known(&mistake.best), known(&mistake.played))?;
    if judged.good {
        let best = uci(mv) == mistake.best;
        return Ok(over("passed", if best { "best" } else { "good" }));
    }
    let mut after = start.clone();
    after.play_unchecked(mv);
    Ok(AnswerResult {
        reasons: judged.reasons,
        refutation: ucis(&judged.refutation),
        refutation_san: san(&after, &judged.refutation),
        ..AnswerResult::new("failed", Some("worse"))
    })
}

fn replay(start: &Chess, moves: &[String]) -> Result<Vec<Move>, ApiError> {
    let mut pos = start.clone();
    let mut out = Vec::new();
    for text in moves {
        let mv = one_move(&pos, text)?;
        pos.play_unchecked(mv);
        out.push(mv);
    }
    Ok(out)
}

/// No table knows the position.
fn unknown(error: ProbeError) -> ApiError {
    ApiError::NotFound(error.to_string())
}

/// How many drills were added.
#[derive(Serialize, ToSchema)]
pub(crate) struct Added {
    added: usize,
}

/// Add the endgame drills that come with the program
#[utoipa::path(post, path = "/api/practise/endgames", tag = "practise", responses((status = 200, body = Added)))]
pub(crate) async fn endgames(State(app): State<App>, client: Client) -> Result<Json<Added>, ApiError> {
    app.work(&client.0, |app, stop| {
        let mut added = 0;
        for lesson in lessons() {
            added += add(app, lesson, stop)?;
        }
        Ok(Json(Added { added }))
    })
    .await
}

/// Adds the positions of a lesson, spread evenly over those that fit.
fn add(app: &Shared, lesson: &Lesson, stop: &Stop) -> Result<usize, ApiError> {
    const LOOKED_AT: usize = 5_000;
    let material: Material = lesson.endgame.parse().map_err(ApiError::internal)?;
    let filter: Filter = lesson.filter.parse().map_err(ApiError::internal)?;
    let table = app.table(material, stop)?;
    let found = table.find(&filter, material, Images::One, LOOKED_AT).list;
    let content = EndgameDrill { title: lesson.title.clone(), goal: lesson.goal.clone() };
    let content = serde_json::to_string(&content).map_err(ApiError::internal)?;
    let mut added = 0;
    for i in 0..lesson.positions.min(found.len()) {
        let place = found.len() * i / lesson.positions;
        let fen = write_fen(&found[place].position);
        added += usize::from(app.library.add_drill("endgame", &fen, None, &content)?);
    }
    Ok(added)
}

/// A move in an endgame.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PlayRequest {
    fen: String,
    #[serde(rename = "move")]
    mv: String,
}

/// Play a move against perfect play
#[utoipa::path(post, path = "/api/tables/play", tag = "tables", request_body = PlayRequest,
    responses((status = 200, body = Reply), (status = 400, body = crate::error::Problem), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn play(
    State(app): State<App>,
    client: Client,
    Body(body): Body<PlayRequest>,
) -> Result<Json<Reply>, ApiError> {
    let pos = position(&body.fen)?;
    let mv = one_move(&pos, &body.mv)?;
    app.work(&client.0, move |app, stop| {
        app.solve(Material::of(pos.board()), stop)?;
        Reply::new(app.tables(), &pos, mv).map(Json).map_err(unknown)
    })
    .await
}
