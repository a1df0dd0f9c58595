//! The tutor: a session that explains, probes and checks.

use std::{
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread::{self, Builder as Thread},
    time::Duration,
};

use anyhow::{Context as _, anyhow, bail};
use philidor_chess::{
    Material,
    pgn::{Entry, Game, Games},
    shakmaty::Position as _,
};
use philidor_humans::{Lc0Dir, Rating};
use philidor_read::{About, Lexicon, Sentence, check_text};
use philidor_report::{annotated::record, ask, explanation::ExplanationAnswer, probe::Probe};
use philidor_session::{Engine, Session, Stop};
use philidor_tutor::{
    ask::Context,
    say::{Level, Words},
};
use pyo3::{exceptions::PyRuntimeError, prelude::*, types::PyAny};
use serde_json::json;

use crate::{position::Position, python, wrong};

/// Plies of best play that a probe shows.
const LINE_PLIES: usize = 60;
/// How often Ctrl-C is looked for.
const SIGNALS: Duration = Duration::from_millis(50);
/// As deep as the program's own thread.
const STACK: usize = 16 << 20;

/// The tutor: explains positions and moves in sentences that were checked on the board, probes endgame tables, checks what others say.
///
/// engine is "philidor" (our own search, the same answer everywhere), our search with another evaluation ("hand-made"), or the command of a UCI engine
/// such as "stockfish". nodes is what an answer may cost, level the reader (beginner, club, master), language "en", "de" or "fr". rating is the
/// reader's ("1500" on Lichess, "1500@chess.com", "1500@fide"): what players like him find, miss and answer is told too, as our own net says or, if
/// humans is a directory with Maia's nets, as those say. tables is a
/// directory where solved endgames are kept, syzygy directories with Syzygy files.
#[pyclass(frozen, module = "philidor")]
pub struct Tutor {
    session: Session,
    language: String,
}

impl Tutor {
    /// Works without holding the interpreter; Ctrl-C ends the search.
    fn work<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&Session, &Stop) -> anyhow::Result<T> + Send,
    ) -> PyResult<T> {
        let stop = Stop::new();
        let session = self.session.stopped_by(&stop);
        let done = AtomicBool::new(false);
        let caller = thread::current();
        thread::scope(|scope| {
            let task = || {
                let result = work(&session, &stop);
                done.store(true, Ordering::Release);
                caller.unpark();
                result
            };
            let worker = Thread::new().stack_size(STACK).spawn_scoped(scope, task)?;
            let mut interrupted = None;
            while !done.load(Ordering::Acquire) && !worker.is_finished() {
                py.detach(|| thread::park_timeout(SIGNALS));
                if interrupted.is_none()
                    && let Err(signal) = py.check_signals()
                {
                    stop.raise();
                    interrupted = Some(signal);
                }
            }
            let result = py.detach(|| worker.join());
            match (interrupted, result) {
                (Some(signal), _) => Err(signal),
                (None, Ok(result)) => result.map_err(wrong),
                (None, Err(_)) => Err(PyRuntimeError::new_err("the tutor went wrong: please report it")),
            }
        })
    }
}

/// What a text is about: the position and the move that led to it, or the position and a move in it.
fn about(position: &Position, mv: Option<&str>) -> PyResult<About> {
    Ok(match mv {
        Some(mv) => About::new(position.chess.clone(), Some(position.find(mv)?)),
        None => About::in_game(position.chess.clone(), position.played.clone()),
    })
}

/// The sentences with places counted in characters, as Python counts them.
fn told(text: &str, sentences: &[Sentence]) -> serde_json::Value {
    // Bytes before each character; the end of the text counts too.
    let starts: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let place = |byte: usize| starts.partition_point(|start| *start < byte);
    let finding = |finding: &philidor_read::Finding| {
        json!({
            "start": place(finding.span.start),
            "end": place(finding.span.end),
            "topic": finding.topic,
            "word": finding.word,
            "negated": finding.negated,
            "truth": finding.truth,
            "shows": finding.shows,
            "claim": finding.claim,
        })
    };
    let sentence = |sentence: &Sentence| {
        json!({
            "start": place(sentence.span.start),
            "end": place(sentence.span.end),
            "text": sentence.text,
            "truth": sentence.truth(),
            "findings": sentence.findings.iter().map(finding).collect::<Vec<_>>(),
            "remark": sentence.remark,
        })
    };
    sentences.iter().map(sentence).collect()
}

fn one_game(text: &str) -> anyhow::Result<Game> {
    match Games::new(text.as_bytes()).next_entry().context("the game cannot be read")? {
        Some(Entry::Game(game)) => Ok(game),
        Some(Entry::Bad { problem, .. }) => bail!("the game cannot be read: {problem}"),
        None => bail!("there is no game in the text"),
    }
}

#[pymethods]
impl Tutor {
    #[new]
    #[expect(clippy::too_many_arguments, reason = "each has a name in Python")]
    #[pyo3(signature = (*, engine="philidor", nodes=None, level="club", language="en", rating=None, humans=None, tables=None, syzygy=None, seed=0))]
    fn new(
        engine: &str,
        nodes: Option<u64>,
        level: &str,
        language: &str,
        rating: Option<Bound<'_, PyAny>>,
        humans: Option<PathBuf>,
        tables: Option<PathBuf>,
        syzygy: Option<Vec<PathBuf>>,
        seed: u64,
    ) -> PyResult<Tutor> {
        if nodes == Some(0) {
            return Err(wrong(anyhow!("nodes must be at least 1")));
        }
        let mut builder = Session::builder()
            .level(level.parse::<Level>().map_err(wrong)?)
            .words(Words::of(language).map_err(wrong)?)
            .syzygy(syzygy.unwrap_or_default())
            .seed(seed)
            .ask(engine);
        if Engine::shipped().iter().all(|known| known.name() != engine) {
            let program = match engine {
                "stockfish" => Engine::stockfish(),
                command => Some(Engine::program(command, command)),
            };
            builder = builder.engine(program.ok_or_else(|| wrong(anyhow!("stockfish is not installed")))?);
        }
        if let Some(rating) = rating {
            // A number will do: it is Lichess's.
            builder = builder.rating(Some(rating.str()?.to_str()?.parse::<Rating>().map_err(wrong)?));
        }
        if let Some(dir) = humans {
            builder = builder.humans(Arc::new(Lc0Dir::open(&dir).map_err(wrong)?));
        }
        if let Some(dir) = tables {
            builder = builder.tables(dir);
        }
        if let Some(nodes) = nodes {
            builder = builder.nodes(nodes);
        }
        Ok(Tutor { session: builder.build().map_err(wrong)?, language: language.to_owned() })
    }

    /// Explains a position, or a move in it: a dictionary with the best lines, sections of sentences, and the checked claims behind them.
    #[pyo3(signature = (position, r#move=None))]
    fn explain<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        r#move: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let subject = r#move.map(|text| position.find(text)).transpose()?;
        let answer = self
            .work(py, |session, _| Ok(ExplanationAnswer::new(&session.explain(&position.chess, subject)?)))?;
        python(py, &answer)
    }

    /// The same in sentences alone.
    #[pyo3(signature = (position, r#move=None))]
    fn tell(&self, py: Python<'_>, position: &Position, r#move: Option<&str>) -> PyResult<Vec<String>> {
        let subject = r#move.map(|text| position.find(text)).transpose()?;
        self.work(py, |session, _| {
            let explained = session.explain(&position.chess, subject)?;
            let sentences = explained.text.sections.into_iter().flat_map(|section| section.sentences);
            Ok(sentences.map(|sentence| sentence.text).collect())
        })
    }

    /// Everything that was found out of a position or a move, each a dictionary in the vocabulary of claims (docs/claim.schema.json),
    /// confirmed by an independent checker.
    #[pyo3(signature = (position, r#move=None))]
    fn claims<'py>(
        &self,
        py: Python<'py>,
        position: &Position,
        r#move: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        self.explain(py, position, r#move)?.get_item("claims")
    }

    /// Answers a question such as "What is Black threatening?".
    fn ask(&self, py: Python<'_>, position: &Position, question: &str) -> PyResult<String> {
        self.work(py, |session, _| {
            let previous = position.played.last().map(|(before, mv)| (before, *mv));
            let context = Context { position: &position.chess, previous, asked: None };
            Ok(ask::text(&session.ask(question, context)?.answer))
        })
    }

    /// Checks what a text says of a position, or of a move in it (without one: of the move that led to it, if it is known).
    ///
    /// A list of sentences, each a dictionary with its text, its truth ("true", "false" or "open") and the findings that show it.
    #[pyo3(signature = (text, position, r#move=None))]
    fn check<'py>(
        &self,
        py: Python<'py>,
        text: &str,
        position: &Position,
        r#move: Option<&str>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let about = about(position, r#move)?;
        let sentences = self.work(py, |session, _| {
            let lexicon = Lexicon::of(&self.language)?;
            Ok(check_text(Some(session), &about, text, lexicon)?)
        })?;
        python(py, &told(text, &sentences))
    }

    /// The exact value of an ending: a dictionary with wdl ("win", "draw" or "loss" for the side to move), dtm_plies, every move's value and best play.
    ///
    /// Endgames of three and four men are solved when they are asked for; larger ones are read from the directories the tutor was given.
    fn probe<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Bound<'py, PyAny>> {
        let found = self.work(py, |session, stop| {
            let endings = session.endings();
            endings.solve(Material::of(position.chess.board()).canonical(), stop)?;
            Ok(Probe::new(endings.tables(), &position.chess, LINE_PLIES)?)
        })?;
        python(py, &found)
    }

    /// Comments on a game in PGN: the game with judgements, reasons and lines, as PGN.
    fn annotate(&self, py: Python<'_>, game: &str) -> PyResult<String> {
        self.work(py, |session, _| {
            let game = one_game(game)?;
            Ok(record::pgn(&session.annotate(game, &mut |_| ())?))
        })
    }

    fn __repr__(&self) -> String {
        format!("Tutor(engine='{}')", self.session.engine().name())
    }
}
