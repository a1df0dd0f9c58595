//! Practise: drills, lessons, answers, hints, spaced repetition.

use std::collections::BTreeMap;

use axum::{Json, extract::State};
use philidor_chess::{
    Material,
    shakmaty::{Chess, Move, Position},
    write_fen,
};
use philidor_report::{reply::Reply, san, uci, ucis};
use philidor_session::{
    Stop,
    lesson::{self, Hint, Lesson, LessonText, Played, lessons, phrase},
};
use philidor_truth::ProbeError;
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
    lesson: String,
}

/// How far somebody is, by kind of drill.
#[derive(Serialize, ToSchema)]
pub(crate) struct Overview {
    mistakes: Progress,
    /// Of a profile's habit.
    habit: Progress,
    endgames: Progress,
    puzzles: Progress,
    /// How strong you are at puzzles, on their own scale.
    level: u32,
    /// Days in a row on which you practised, up to today or yesterday.
    days: u32,
}

/// How far you are
#[utoipa::path(get, path = "/api/practise", tag = "practise", responses((status = 200, body = Overview)))]
pub(crate) async fn overview(State(app): State<App>) -> Result<Json<Overview>, ApiError> {
    app.shelf(|shelf| {
        Ok(Json(Overview {
            mistakes: shelf.progress("mistake")?,
            habit: shelf.progress("habit")?,
            endgames: shelf.progress("endgame")?,
            puzzles: shelf.progress("puzzle")?,
            level: shelf.puzzle_level()?,
            days: shelf.days_in_a_row()?,
        }))
    })
    .await
}

/// Which drill.
#[derive(Deserialize, IntoParams)]
pub(crate) struct NextQuery {
    /// `mistake`, `habit`, `endgame`, `puzzle`, or nothing for any
    #[serde(default)]
    kind: String,
    /// The theme of a puzzle, such as `fork`; `GET /api/practise/themes` lists them
    #[serde(default)]
    theme: String,
    /// A lesson of the endgame course; `GET /api/practise/lessons` lists them
    #[serde(default)]
    lesson: String,
    /// This drill and no other
    drill: Option<i64>,
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
    /// What the lesson says, by language (endgames only).
    texts: BTreeMap<String, TaskText>,
}

/// What a lesson says in one language.
#[derive(Serialize, ToSchema)]
pub(super) struct TaskText {
    title: String,
    idea: String,
}

/// What a drill is about, as far as it may be told before it is answered.
#[derive(Serialize, Deserialize, ToSchema)]
struct Theme {
    title: String,
    /// `win`, `draw`, `better` (find a better move than the game's), `best` (a puzzle, or a position of a habit), or `quiet` (any good move).
    goal: String,
    /// The game's move, which was not the best (mistakes only).
    #[serde(default)]
    played_san: Option<String>,
    /// How bad it was (mistakes only).
    #[serde(default)]
    judgement: Option<String>,
    /// The lesson of the endgame course (endgames only).
    #[serde(default)]
    lesson: Option<String>,
}

impl Task {
    pub(super) fn new(drill: Drill) -> Result<Task, ApiError> {
        let about: Theme = serde_json::from_str(&drill.content).map_err(ApiError::internal)?;
        let texts = about.lesson.as_deref().and_then(lesson::by_id).map(texts).unwrap_or_default();
        Ok(Task { drill, about, texts })
    }

    /// The drill and the lesson it belongs to.
    pub(super) fn of_lesson(&self) -> (&Drill, Option<&str>) {
        (&self.drill, self.about.lesson.as_deref())
    }
}

/// What a lesson says, by language.
pub(super) fn texts(lesson: &Lesson) -> BTreeMap<String, TaskText> {
    let text = |text: &LessonText| TaskText { title: text.title.clone(), idea: text.idea.clone() };
    lesson.texts().iter().map(|(language, said)| (language.clone(), text(said))).collect()
}

/// The drill that is due; null if none is
#[utoipa::path(get, path = "/api/practise/next", tag = "practise", params(NextQuery),
    responses((status = 200, body = Option<Task>)))]
pub(crate) async fn next(
    State(app): State<App>,
    Query(query): Query<NextQuery>,
) -> Result<Json<Option<Task>>, ApiError> {
    let drill = app
        .shelf(move |shelf| {
            Ok(match (query.drill, query.kind.as_str()) {
                (Some(id), _) => shelf.drill(id)?,
                (None, "puzzle") => shelf.next_puzzle(&query.theme, query.early)?,
                (None, kind) => shelf.next_drill(kind, &query.lesson, query.early)?,
            })
        })
        .await?;
    Ok(Json(drill.map(Task::new).transpose()?))
}

/// An answer to a drill.
#[derive(Deserialize, ToSchema)]
pub(crate) struct AnswerRequest {
    /// All moves from the drill's position, both sides'.
    moves: Vec<String>,
    /// Give up.
    #[serde(default)]
    pub(super) give_up: bool,
    /// Not the first try at this drill today: it is judged, but no longer counted.
    #[serde(default)]
    again: bool,
    /// How a wrong answer is explained.
    #[serde(flatten)]
    pub(super) manner: Manner,
}

/// What became of an answer.
#[derive(Serialize, ToSchema)]
pub(crate) struct AnswerResult {
    /// `passed`, `failed` or `open` (go on).
    pub(super) state: &'static str,
    /// Why: `best`, `good` (as good as the best), `worse`, `reached` (the goal), `spoilt` (the result), `given-up`, or
    /// nothing yet.
    pub(super) outcome: Option<&'static str>,
    /// Which own move spoilt the result, from 1.
    pub(super) spoilt: Option<usize>,
    /// What is wrong with a worse move, in words, without the answer; of an endgame the rule that was broken.
    pub(super) reasons: Vec<String>,
    /// The squares that the broken rule speaks of.
    pub(super) squares: Vec<String>,
    /// Days until it comes back, if it was counted.
    pub(super) days: Option<f64>,
    /// The answer, once it is over.
    pub(super) solution: Option<Solution>,
    /// What the other side makes of a wrong move, as interfaces write moves.
    pub(super) refutation: Vec<String>,
    /// The same in notation.
    pub(super) refutation_san: String,
    /// The other side's answer in a puzzle that goes on, as interfaces write moves.
    pub(super) reply: Option<String>,
}

impl AnswerResult {
    pub(super) fn new(state: &'static str, outcome: Option<&'static str>) -> AnswerResult {
        AnswerResult {
            state,
            outcome,
            spoilt: None,
            reasons: Vec::new(),
            squares: Vec::new(),
            days: None,
            solution: None,
            refutation: Vec::new(),
            refutation_san: String::new(),
            reply: None,
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
            "mistake" | "quiet" | "habit" => mistake(&shared, &drill, &start, &moves, &body, stop)?,
            "puzzle" => super::puzzles::judge(&shared, &drill, &start, &moves, &body, stop)?,
            _ => endgame(&shared, &start, &moves, &body, stop)?,
        };
        if result.state != "open" && !body.again {
            let passed = result.state == "passed";
            result.days = Some(app.library.answer_drill(&drill, &body.moves.join(" "), passed)?);
        }
        Ok(Json(result))
    })
    .await
}

/// An endgame is over when it was played to its end, or when its result is spoilt: then the rule that decides says why.
fn endgame(
    app: &App,
    start: &Chess,
    moves: &[Move],
    body: &AnswerRequest,
    stop: &Stop,
) -> Result<AnswerResult, ApiError> {
    app.solve(Material::of(start.board()), stop)?;
    if body.give_up {
        return Ok(AnswerResult::new("failed", Some("given-up")));
    }
    Ok(match lesson::judge(app.tables(), start, moves).map_err(unknown)? {
        Played::Reached => AnswerResult::new("passed", Some("reached")),
        Played::Spoilt(n) => {
            let session = body.manner.session(app)?.stopped_by(stop);
            let rule = session.deciding_rule(&position_after(start, &moves[..moves.len().min(2 * n + 1)]));
            AnswerResult {
                spoilt: Some(n + 1),
                reasons: rule.iter().map(|rule| rule.reason.clone()).collect(),
                squares: rule.iter().flat_map(|rule| &rule.squares).map(ToString::to_string).collect(),
                ..AnswerResult::new("failed", Some("spoilt"))
            }
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

pub(crate) fn replay(start: &Chess, moves: &[String]) -> Result<Vec<Move>, ApiError> {
    let mut pos = start.clone();
    let mut out = Vec::new();
    for text in moves {
        let mv = one_move(&pos, text)?;
        pos.play_unchecked(mv);
        out.push(mv);
    }
    Ok(out)
}

fn position_after(start: &Chess, moves: &[Move]) -> Chess {
    moves.iter().fold(start.clone(), |mut pos, &mv| {
        pos.play_unchecked(mv);
        pos
    })
}

/// A hint that is wanted.
#[derive(Deserialize, ToSchema)]
pub(crate) struct HintRequest {
    /// All moves from the drill's position, both sides'.
    moves: Vec<String>,
    /// How many hints this position had before: 0 gives the idea, 1 a square, 2 the move.
    #[serde(default)]
    number: usize,
    /// In which language it is told.
    #[serde(flatten)]
    manner: Manner,
}

/// A hint, ever plainer.
#[derive(Serialize, ToSchema)]
pub(crate) struct HintResult {
    /// `idea`, `square` or `move`.
    kind: &'static str,
    /// In words.
    text: String,
    /// The squares it speaks of.
    squares: Vec<String>,
}

/// A hint for an endgame drill: the rule that decides, then a square, then the move
#[utoipa::path(post, path = "/api/practise/{id}/hint", tag = "practise", params(("id" = i64, Path)),
    request_body = HintRequest,
    responses((status = 200, body = HintResult), (status = 404, body = crate::error::Problem)))]
pub(crate) async fn hint(
    State(app): State<App>,
    client: Client,
    Path(id): Path<i64>,
    Body(body): Body<HintRequest>,
) -> Result<Json<HintResult>, ApiError> {
    let drill = app.shelf(move |shelf| Ok(shelf.drill(id)?)).await?;
    let drill = drill.filter(|drill| drill.kind == "endgame");
    let drill = drill.ok_or_else(|| ApiError::NotFound(format!("there is no endgame drill {id}")))?;
    if body.moves.len() > LONGEST {
        return Err(ApiError::Bad(format!("more than {LONGEST} moves")));
    }
    let shared = app.clone();
    app.work(&client.0, move |app, stop| {
        let start = position(&drill.fen)?;
        let pos = position_after(&start, &replay(&start, &body.moves)?);
        app.solve(Material::of(pos.board()), stop)?;
        let session = body.manner.session(&shared)?.stopped_by(stop);
        let language = body.manner.language.as_deref().unwrap_or("en");
        let hint = session.hint(&pos, body.number).map_err(unknown)?;
        Ok(Json(match hint {
            Some(Hint::Idea(rule)) => HintResult {
                kind: "idea",
                text: rule.reason,
                squares: rule.squares.iter().map(ToString::to_string).collect(),
            },
            Some(Hint::Square(square)) => HintResult {
                kind: "square",
                text: phrase(language, "square", &[("square", &square.to_string())]),
                squares: vec![square.to_string()],
            },
            Some(Hint::Move(mv)) => HintResult {
                kind: "move",
                text: phrase(language, "move", &[("move", &lesson::san(&pos, mv))]),
                squares: vec![mv.to().to_string()],
            },
            None => return Err(ApiError::Bad("the game is over".into())),
        }))
    })
    .await
}

/// No table knows the position.
fn unknown(error: ProbeError) -> ApiError {
    ApiError::NotFound(error.to_string())
}

/// How many drills were added.
#[derive(Serialize, ToSchema)]
pub(crate) struct Added {
    pub(super) added: usize,
}

/// Add the positions of the endgame course
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

/// Adds the positions of a lesson; a lesson whose table is large and not there waits until it is.
pub(super) fn add(app: &Shared, lesson: &Lesson, stop: &Stop) -> Result<usize, ApiError> {
    let material: Material = lesson.endgame.parse().map_err(ApiError::internal)?;
    app.solve(material, stop)?;
    let Ok(Some(table)) = app.tables().table(material) else { return Ok(0) };
    let content = EndgameDrill {
        title: lesson.text("en").map(|text| text.title.clone()).unwrap_or_default(),
        goal: lesson.goal.clone(),
        lesson: lesson.id.clone(),
    };
    let content = serde_json::to_string(&content).map_err(ApiError::internal)?;
    let mut added = 0;
    for pos in lesson.starts(&table) {
        added += usize::from(app.library.add_drill("endgame", &write_fen(&pos), None, &content)?);
    }
    Ok(added)
}

/// A move in an endgame.
#[derive(Deserialize, ToSchema)]
pub(crate) struct PlayRequest {
    fen: String,
    #[serde(rename = "move")]
    mv: String,
    /// The other side plays what people find hardest instead of the longest resistance.
    #[serde(default)]
    hard: bool,
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
        let reply = if body.hard {
            Reply::answered(app.tables(), &pos, mv, |next| app.session.hardest_answer(next))
        } else {
            Reply::new(app.tables(), &pos, mv)
        };
        reply.map(Json).map_err(unknown)
    })
    .await
}
