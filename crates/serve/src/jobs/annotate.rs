//! The tutor comments on a whole game, one question at a time: every search takes a place of its own in the queue. What the comments say
//! of a position stays its score when the position is explained later.

use std::sync::Arc;

use philidor_chess::{
    pgn::{Entry, Games},
    shakmaty::{Chess, Color, Move, Position},
    write_fen,
};
use philidor_report::{
    annotated::{html, markdown, record},
    uci, ucis,
};
use philidor_session::{Permit, Session, Stop, Turns};
use philidor_tutor::annotate::Annotated;
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use super::{Ended, Reporter};
use crate::{
    api::{practise::replay, tutor::Manner},
    error::ApiError,
    library::games::Annotation,
    mistakes::Mistake,
    queue::Queue,
    state::App,
};

const MOST_NODES: u64 = 1_000_000;
/// Positions of a game that are looked at at the same time, each in a place of its own.
const THREADS: usize = 2;

/// What to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Input {
    pub(crate) game: i64,
    #[serde(flatten)]
    pub(crate) how: How,
}

/// For whom, by whom, and whose mistakes become drills.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct How {
    level: String,
    /// The reader's rating; empty to say nothing of players like him.
    #[serde(default)]
    rating: String,
    language: String,
    engine: String,
    nodes: Option<u64>,
    effort: Option<String>,
    side: String,
}

impl How {
    /// Checks what was asked before a job is made of it.
    pub(crate) fn new(app: &App, manner: &Manner, side: Option<&str>) -> Result<How, ApiError> {
        let side = side.unwrap_or("both");
        if !["white", "black", "both"].contains(&side) {
            return Err(ApiError::Bad("side is white, black or both".into()));
        }
        let session = manner.session(app)?;
        let settings = session.settings();
        Ok(How {
            level: settings.level.name().into(),
            rating: settings.rating.map(|rating| rating.to_string()).unwrap_or_default(),
            language: settings.words.language().into(),
            engine: session.engine().name().into(),
            nodes: manner.nodes.map(|nodes| nodes.clamp(100, MOST_NODES)),
            effort: manner.effort.clone(),
            side: side.into(),
        })
    }

    fn manner(&self) -> Manner {
        Manner {
            level: Some(self.level.clone()),
            rating: Some(self.rating.clone()),
            language: Some(self.language.clone()),
            nodes: self.nodes,
            effort: self.effort.clone(),
            engine: Some(self.engine.clone()),
        }
    }

    /// The tutor as it was asked for, whose searches wait for their turns.
    pub(super) fn session(&self, app: &App, runtime: &Handle, stop: &Stop) -> Result<Session, ApiError> {
        let turns = JobTurns { queue: app.queue.clone(), runtime: runtime.clone() };
        Ok(self.manner().session(app)?.stopped_by(stop).taking_turns(Arc::new(turns)).with_threads(THREADS))
    }
}

/// A job's turns: behind people, but never starved.
pub(super) struct JobTurns {
    pub(super) queue: Queue,
    pub(super) runtime: Handle,
}

impl Turns for JobTurns {
    fn wait(&self) -> Result<Permit, String> {
        let place = self.runtime.block_on(self.queue.job_place()).map_err(|error| error.to_string())?;
        Ok(Box::new(place))
    }
}

pub(super) fn run(
    app: &App,
    runtime: &Handle,
    input: &serde_json::Value,
    mut reporter: Reporter,
) -> Result<Ended, ApiError> {
    let order: Input = serde_json::from_value(input.clone()).map_err(ApiError::internal)?;
    let stop = reporter.stop.clone();
    let session = order.how.session(app, runtime, &stop)?;
    let drills = comment_on(app, &session, &order, &mut |done, total| {
        reporter.at(done, total, "looking at every position", None);
    })?;
    Ok(match drills {
        Some(drills) => Ended::Done(serde_json::json!({"game": order.game, "drills": drills})),
        None => Ended::Stopped,
    })
}

/// Comments on a game and keeps what was said; how many drills came of it, none if the work was stopped. `tell` hears how many positions
/// are done, and of how many.
pub(super) fn comment_on(
    app: &App,
    session: &Session,
    order: &Input,
    tell: &mut dyn FnMut(u64, u64),
) -> Result<Option<usize>, ApiError> {
    let id = order.game;
    let none = || ApiError::NotFound(format!("game {id} is not in the library any more"));
    let (_, pgn) = app.library.game(id)?.ok_or_else(none)?;
    let entry = Games::new(pgn.as_bytes()).next_entry().map_err(ApiError::internal)?;
    let Some(Entry::Game(game)) = entry else { return Err(ApiError::Internal("an unreadable game".into())) };
    let total = game.main_line().count() as u64 + 1;
    let annotated = session.annotate(game, &mut |done: usize| tell((done as u64).min(total), total));
    if session.is_stopped() {
        return Ok(None);
    }
    let annotated = annotated?;
    app.library.annotate(
        id,
        &Annotation {
            options: serde_json::to_string(order).map_err(ApiError::internal)?,
            content: record::json(&annotated).to_string(),
            pgn: record::pgn(&annotated),
            markdown: markdown::game(&annotated),
            html: html::head() + &html::game(&annotated) + &html::foot(),
        },
    )?;
    let mut drills = 0;
    for mistake in mistakes(&annotated, &order.how.side) {
        let content = serde_json::to_string(&mistake).map_err(ApiError::internal)?;
        drills += usize::from(app.library.add_drill("mistake", &mistake.fen, Some(id), &content)?);
    }
    for quiet in quiet(&annotated, &order.how.side) {
        let content = serde_json::to_string(&quiet).map_err(ApiError::internal)?;
        app.library.add_drill("quiet", &quiet.fen, Some(id), &content)?;
    }
    Ok(Some(drills))
}

/// The best line of a position of a commented game and its score for the side to move, if this engine made the comments.
pub(crate) fn known(made: &Annotation, engine: &str, pos: &Chess) -> Option<(Vec<Move>, i32)> {
    #[derive(Deserialize)]
    struct Content {
        moves: Vec<Known>,
    }
    #[derive(Deserialize)]
    struct Known {
        fen: String,
        // Comments of earlier versions have neither.
        #[serde(default)]
        best_line: Vec<String>,
        #[serde(default)]
        best_score: i32,
    }
    let order: Input = serde_json::from_str(&made.options).ok()?;
    if order.how.engine != engine {
        return None;
    }
    let content: Content = serde_json::from_str(&made.content).ok()?;
    let fen = write_fen(pos);
    let known = content.moves.into_iter().find(|known| known.fen == fen)?;
    let line = replay(pos, &known.best_line).ok()?;
    (!line.is_empty()).then_some((line, known.best_score))
}

/// Quiet positions of one game that become drills.
const QUIET_EACH: usize = 2;
/// The most that one side may stand better in them, in centipawns.
const LEVEL: i32 = 150;

/// Positions in which there is nothing to win and any good move will do, spread over the game: without them a solver of puzzles
/// learns that there is always something to find.
fn quiet(annotated: &Annotated, side: &str) -> Vec<Mistake> {
    let wanted = |mover: Color| side == "both" || side == mover.fold_wb("white", "black");
    let theory = annotated.opening.as_ref().map_or(0, |book| book.left_at);
    let calm = |before: &Chess, mv: Move| {
        let mut after = before.clone();
        after.play_unchecked(mv);
        !mv.is_capture() && !mv.is_promotion() && !before.is_check() && !after.is_check()
    };
    let found: Vec<Mistake> = annotated
        .study
        .moves()
        .zip(&annotated.notes)
        .filter(|(played, note)| {
            note.judgement.is_none()
                && played.index > theory
                && wanted(played.mover())
                && played.before.score.abs() <= LEVEL
        })
        .filter_map(|(played, note)| {
            let (mv, best) = (played.ply.as_move()?, played.before.best_move()?);
            let pos = &played.before.pos;
            (calm(pos, best) && calm(pos, mv)).then(|| Mistake {
                title: "What would you play?".into(),
                goal: "quiet".into(),
                fen: write_fen(pos),
                played: String::new(),
                played_san: String::new(),
                judgement: String::new(),
                best: uci(best),
                line: played.before.best.as_ref().map_or_else(Vec::new, |look| {
                    ucis(&look.line.steps().iter().map(|step| step.mv).collect::<Vec<_>>())
                }),
                score: played.before.score,
                comment: note.comment(),
            })
        })
        .collect();
    let step = (found.len() / QUIET_EACH).max(1);
    found.into_iter().skip(step / 2).step_by(step).take(QUIET_EACH).collect()
}

/// The moves that could have been better, as drills.
fn mistakes(annotated: &Annotated, side: &str) -> Vec<Mistake> {
    let wanted = |mover: Color| side == "both" || side == mover.fold_wb("white", "black");
    let mut out = Vec::new();
    for (played, note) in annotated.study.moves().zip(&annotated.notes) {
        let (Some(judgement), Some(mv), Some(&best)) =
            (note.judgement, played.ply.as_move(), note.better.first())
        else {
            continue;
        };
        if !wanted(played.mover()) {
            continue;
        }
        let node = annotated.game.node(annotated.study.nodes[played.index]);
        let tag = |name: &str| annotated.game.tag(name).unwrap_or("?").to_owned();
        out.push(Mistake {
            title: format!(
                "{} – {}, move {}",
                tag("White"),
                tag("Black"),
                node.label().trim_end_matches('.')
            ),
            goal: "better".into(),
            fen: write_fen(&played.before.pos),
            played: uci(mv),
            played_san: node.san.clone(),
            judgement: judgement.id().into(),
            best: uci(best),
            line: ucis(&note.better),
            score: played.before.score,
            comment: note.comment(),
        });
    }
    out
}
