//! The tutor comments on a whole game, one question at a time: every search takes a place of its own in the queue.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use philidor_chess::{
    pgn::{Entry, Games},
    write_fen,
};
use philidor_tutor::{
    analyst::{Analyst, AnalystError, Interruptible, Question},
    annotate::{Annotated, Narrator},
    look::Look,
    say::{Level, Words},
    select::Model,
    study::Study,
};
use serde::{Deserialize, Serialize};
use tokio::runtime::Handle;

use super::{Ended, Reporter};
use crate::{
    answer::{self, annotated},
    api::tutor::{Manner, knowledge},
    error::ApiError,
    library::games::Annotation,
    mistakes::Mistake,
    queue::Queue,
    state::App,
};

/// Nodes for each position unless the request says otherwise.
const NODES: u64 = 40_000;
const MOST_NODES: u64 = 1_000_000;

/// What to do.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Input {
    pub(crate) game: i64,
    level: String,
    language: String,
    engine: String,
    nodes: u64,
    side: String,
}

impl Input {
    /// Checks what was asked before a job is made of it.
    pub(crate) fn new(app: &App, game: i64, manner: &Manner, side: Option<&str>) -> Result<Input, ApiError> {
        let engine = manner.engine().to_owned();
        app.check_engine(&engine)?;
        let side = side.unwrap_or("both");
        if !["white", "black", "both"].contains(&side) {
            return Err(ApiError::Bad("side is white, black or both".into()));
        }
        Ok(Input {
            game,
            level: manner.level()?.name().into(),
            language: manner.words()?.language().into(),
            engine,
            nodes: manner.nodes.unwrap_or(NODES).clamp(100, MOST_NODES),
            side: side.into(),
        })
    }
}

/// An analyst that waits for its turn before every question.
struct InTurn {
    inner: Interruptible,
    queue: Queue,
    runtime: Handle,
    stop: Arc<AtomicBool>,
}

impl Analyst for InTurn {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        let turn = self.runtime.block_on(self.queue.job_place());
        let _place = turn
            .map_err(|error| AnalystError { analyst: self.name().to_owned(), reason: error.to_string() })?;
        self.inner.lines(question)
    }
}

pub(super) fn run(
    app: &App,
    runtime: &Handle,
    input: &serde_json::Value,
    mut reporter: Reporter,
) -> Result<Ended, ApiError> {
    let Input { game: id, level, language, engine, nodes, side } =
        serde_json::from_value(input.clone()).map_err(ApiError::internal)?;
    let none = || ApiError::NotFound(format!("game {id} is not in the library any more"));
    let (_, pgn) = app.library.game(id)?.ok_or_else(none)?;
    let entry = Games::new(pgn.as_bytes()).next_entry().map_err(ApiError::internal)?;
    let Some(Entry::Game(game)) = entry else { return Err(ApiError::Internal("an unreadable game".into())) };
    let stop = reporter.stop.clone();
    let mut analyst = InTurn {
        inner: app.analyst(&engine, nodes, &stop)?,
        queue: app.queue.clone(),
        runtime: runtime.clone(),
        stop: stop.clone(),
    };
    let total = game.main_line().count() as u64 + 1;
    let mut done = 0;
    let mut tell = |_: usize| {
        done += 1;
        reporter.at(done.min(total), total, "looking at every position, from the end", None);
    };
    let study = Study::new(&mut analyst, &game, &mut tell);
    if analyst.stop.load(Ordering::Relaxed) {
        return Ok(Ended::Stopped);
    }
    let study = study.map_err(ApiError::analyst)?;
    let words = Words::of(&language).map_err(ApiError::bad)?;
    let level: Level = level.parse().map_err(ApiError::bad)?;
    let mut voice = Narrator::new(&words, level, 0);
    let annotated = Annotated::new(game, study, &knowledge(app, &stop), Model::ours(), &mut voice);
    app.library.annotate(
        id,
        &Annotation {
            options: input.to_string(),
            content: annotated::record::json(&annotated).to_string(),
            pgn: annotated::record::pgn(&annotated),
            markdown: annotated::markdown::game(&annotated),
            html: annotated::html::head() + &annotated::html::game(&annotated) + &annotated::html::foot(),
        },
    )?;
    let mut drills = 0;
    for mistake in mistakes(&annotated, &side) {
        let content = serde_json::to_string(&mistake).map_err(ApiError::internal)?;
        drills += usize::from(app.library.add_drill("mistake", &mistake.fen, Some(id), &content)?);
    }
    Ok(Ended::Done(serde_json::json!({"game": id, "drills": drills})))
}

/// The moves that could have been better, as drills.
fn mistakes(annotated: &Annotated, side: &str) -> Vec<Mistake> {
    let wanted =
        |mover: philidor_chess::shakmaty::Color| side == "both" || side == mover.fold_wb("white", "black");
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
            played: answer::uci(mv),
            played_san: node.san.clone(),
            judgement: judgement.id().into(),
            best: answer::uci(best),
            line: answer::ucis(&note.better),
            score: played.before.score,
            comment: note.comment(),
        });
    }
    out
}
