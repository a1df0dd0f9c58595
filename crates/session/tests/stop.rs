//! A stop ends whatever the tutor is doing, and nothing of it is kept.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::{
    fmt::Debug,
    path::Path,
    thread,
    time::{Duration, Instant},
};

use philidor_chess::{
    parse_fen,
    pgn::{Entry, Game, Games},
    shakmaty::Chess,
};
use philidor_session::{Engine, Session, Settings, Stop};
use philidor_tutor::{annotate::Note, ask::Context};

const MIDDLEGAME: &str = "r1bq1rk1/pp2bppp/2n1pn2/3p4/2PP4/2N2N2/PP2BPPP/R1BQ1RK1 w - - 0 9";
const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 7. Re1 a6 8. a4 Ba7 *";
/// More than any machine searches in a test.
const ENDLESS: u64 = 5_000_000_000;
const FEW: u64 = 3_000;
/// When the stop is raised, and how long the work may go on after it.
const RAISED: Duration = Duration::from_millis(100);
const ENDED: Duration = Duration::from_millis(300);
/// A busy machine may hold up one try.
const TRIES: usize = 5;

const STOCKFISH: &str = "/usr/games/stockfish";

fn position() -> Chess {
    parse_fen(MIDDLEGAME).unwrap()
}

fn game() -> Game {
    let Some(Entry::Game(game)) = Games::new(GAME.as_bytes()).next_entry().unwrap() else {
        panic!("no game")
    };
    game
}

/// A session that asks our engine, or another program.
fn session(program: Option<&str>) -> Session {
    let builder = Session::builder().nodes(FEW);
    let builder = match program {
        None => builder,
        Some(command) => builder.engine(Engine::program("other", command)).ask("other"),
    };
    builder.build().unwrap()
}

/// Runs `work` on endless budgets, raises the stop, and expects a prompt end without an answer. Then a question with a small
/// budget gets the answer of a session that was never stopped.
fn ends<T: Debug>(program: Option<&str>, what: &str, work: impl Fn(&Session) -> Option<T> + Sync) {
    let usual = session(program);
    // An engine that has to be started first is no part of what is measured.
    usual.check_engine().unwrap();
    let settings = Settings { nodes: Some(ENDLESS), ..usual.settings().clone() };
    let endless = usual.with(settings).unwrap();
    let late = |_| {
        let stop = Stop::new();
        let stopped = endless.stopped_by(&stop);
        thread::scope(|scope| {
            let working = scope.spawn(|| (work(&stopped).is_none(), Instant::now()));
            thread::sleep(RAISED);
            assert!(!working.is_finished(), "{what}: over before the stop");
            stop.raise();
            let raised = Instant::now();
            let (no_answer, end) = working.join().unwrap();
            assert!(no_answer, "{what}: an answer although it was stopped");
            end - raised
        })
    };
    let delays: Vec<Duration> = (0..TRIES).map(late).collect();
    assert!(delays.iter().any(|delay| *delay < ENDED), "{what}: ended {delays:?} after the stop");
    let after = format!("{:?}", work(&usual).unwrap());
    assert_eq!(after, format!("{:?}", work(&session(program)).unwrap()), "{what}: something was kept");
}

fn all_end(program: Option<&str>) {
    let who = program.unwrap_or("our engine");
    ends(program, &format!("explain by {who}"), |session| {
        let explained = session.explain(&position(), None).ok()?;
        Some((explained.text, explained.analysis))
    });
    ends(program, &format!("ask by {who}"), |session| {
        let context = Context { position: &position(), previous: None, asked: None };
        let answered = session.ask("What is the best move?", context).ok()?;
        Some((answered.answer, answered.analysis))
    });
    ends(program, &format!("annotate by {who}"), |session| {
        let annotated = session.annotate(game(), &mut |_| ()).ok()?;
        let scores: Vec<_> = annotated.study.views.iter().map(|view| view.score).collect();
        Some((annotated.notes.iter().map(Note::comment).collect::<Vec<_>>(), scores))
    });
}

#[test]
fn a_stop_ends_our_own_search_and_nothing_is_kept() {
    all_end(None);
}

#[test]
fn a_stop_ends_another_engine_and_nothing_is_kept() {
    if Path::new(STOCKFISH).exists() {
        all_end(Some(STOCKFISH));
    } else {
        eprintln!("not run: {STOCKFISH} is not here");
    }
}
