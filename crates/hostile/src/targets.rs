//! The readers.

use std::{
    fs,
    io::Cursor,
    sync::{LazyLock, atomic::AtomicBool},
};

use philidor_bench::epd::Suite;
use philidor_chess::{parse_fen, parse_move, pgn, shakmaty::Color};
use philidor_files::resume::{Identity, State};
use philidor_humans::{Lc0, Ours};
use philidor_induce::{
    characterise::{Characterisation, Dataset, Kind},
    code::Packed,
};
use philidor_know::{eval::Weights, evaluator::nnue::Nnue};
use philidor_knowledge::{LANGUAGES, PHRASES};
use philidor_nets::file::Model;
use philidor_read::{About, Lexicon, Truth, check_text, matching};
use philidor_rules::{Endgames, RuleSource, amend, certificate, syntax};
use philidor_train::neuro::{
    file::{NeuroNet, Role},
    recipe,
};
use philidor_truth::{Tables, Watch, file::file_name, find::Filter};
use philidor_tutor::{ask, opening::Openings, puzzle, say::Words};

use crate::Seeds;

/// Something that reads.
#[derive(Clone, Copy)]
pub struct Target {
    /// What it is called.
    pub name: &'static str,
    /// Reads.
    pub run: fn(&[u8]),
    /// What is good, to be damaged.
    pub seeds: fn(&Seeds) -> Vec<Vec<u8>>,
}

/// All of them.
pub const TARGETS: &[Target] = &[
    Target { name: "fen", run: fen, seeds: Seeds::positions },
    Target { name: "moves", run: moves, seeds: Seeds::moves },
    Target { name: "pgn", run: pgn_games, seeds: Seeds::games },
    Target { name: "epd", run: epd, seeds: Seeds::epd },
    Target { name: "puzzles", run: puzzles, seeds: Seeds::puzzles },
    Target { name: "rules", run: rules, seeds: Seeds::rules },
    Target { name: "certificates", run: certificates, seeds: Seeds::certificates },
    Target { name: "words", run: words, seeds: Seeds::words },
    Target { name: "questions", run: questions, seeds: Seeds::questions },
    Target { name: "recipes", run: recipes, seeds: Seeds::recipes },
    Target { name: "weights", run: weights, seeds: Seeds::weights },
    Target { name: "openings", run: openings, seeds: Seeds::openings },
    Target { name: "nets", run: nets, seeds: Seeds::nets },
    Target { name: "tables", run: tables, seeds: Seeds::tables },
    Target { name: "filters", run: filters, seeds: Seeds::filters },
    Target { name: "prose", run: prose, seeds: Seeds::prose },
    Target { name: "phrases", run: phrases, seeds: Seeds::phrases },
    Target { name: "states", run: states, seeds: Seeds::states },
    Target { name: "uci", run: uci, seeds: Seeds::uci },
    Target { name: "engines", run: engines, seeds: Seeds::engines },
    Target { name: "lc0", run: lc0, seeds: Seeds::lc0 },
    Target { name: "people", run: people, seeds: Seeds::people },
    Target { name: "trees", run: trees, seeds: Seeds::trees },
];

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// What can be read is written, and both boards read that.
fn fen(bytes: &[u8]) {
    if let Ok(pos) = parse_fen(&text(bytes)) {
        let written = philidor_chess::write_fen(&pos);
        let again = parse_fen(&written).expect("what was written can be read");
        assert_eq!(written, philidor_chess::write_fen(&again));
        philidor_verify::Board::read(&written).expect("the checker reads it too");
    }
}

fn moves(bytes: &[u8]) {
    let _ = parse_move(&Default::default(), &text(bytes));
}

/// What was read is written, and read again as the same.
fn pgn_games(bytes: &[u8]) {
    let mut records = philidor_games::record::Records::of_text(text(bytes));
    while let Ok(Some(record)) = records.next_record() {
        assert!(["1-0", "0-1", "1/2-1/2", "*"].contains(&record.result));
    }
    let mut games = pgn::Games::new(bytes);
    while let Ok(Some(entry)) = games.next_entry() {
        let pgn::Entry::Game(game) = entry else { continue };
        let written = game.to_string();
        let mut again = pgn::Games::new(written.as_bytes());
        if let Ok(Some(pgn::Entry::Game(back))) = again.next_entry() {
            assert_eq!(back.len(), game.len(), "{written}");
        }
    }
}

fn epd(bytes: &[u8]) {
    let text = text(bytes);
    let _ = Suite::parse(&text, "strange");
    for line in text.lines() {
        let _ = puzzle::read_epd(line);
    }
}

fn puzzles(bytes: &[u8]) {
    let mut rows = csv::ReaderBuilder::new().flexible(true).from_reader(bytes);
    let Ok(header) = rows.headers().cloned() else { return };
    let Ok(columns) = puzzle::Columns::find(&header) else { return };
    for row in rows.records().flatten() {
        let _ = columns.read(&row);
    }
}

/// What has no mistakes is formatted once and for all (with mistakes nothing is written).
fn rules(bytes: &[u8]) {
    let text = text(bytes);
    let _ = RuleSource::new("strange", text.clone()).resolve(&Endgames);
    let _ = amend::except(&text, "r", "strong to move");
    let (file, problems) = syntax::parse(&text);
    let once = syntax::format(&file);
    if problems.is_empty() {
        let (again, problems) = syntax::parse(&once);
        assert!(problems.is_empty(), "{problems:?}\n{once}");
        assert_eq!(once, syntax::format(&again));
    }
}

fn certificates(bytes: &[u8]) {
    let _ = certificate::check(bytes);
}

fn words(bytes: &[u8]) {
    let _ = Words::new("en", &text(bytes));
}

fn questions(bytes: &[u8]) {
    let text = text(bytes);
    for language in LANGUAGES.names() {
        let _ = ask::read(&text, None, language);
    }
}

fn recipes(bytes: &[u8]) {
    let text = text(bytes);
    let _ = philidor_mine::Recipe::parse("strange", &text, true);
    let _ = recipe::Recipe::parse("strange", &text);
}

fn weights(bytes: &[u8]) {
    let _ = Weights::parse(&text(bytes));
}

fn openings(bytes: &[u8]) {
    let _ = Openings::parse(&text(bytes));
}

/// What is found lies in its sentence, and every sentence in the text.
fn prose(bytes: &[u8]) {
    let text = text(bytes);
    let pos =
        parse_fen("r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R w Kkq - 2 16").expect("a position");
    let mv = parse_move(&pos, "Nxf6+").expect("a move");
    let about = About::new(pos, Some(mv));
    for language in PHRASES.names() {
        let lexicon = Lexicon::of(language).expect("a language that comes with the program");
        let read = check_text(None, &about, &text, lexicon).expect("a short text");
        for sentence in read {
            assert_eq!(text.get(sentence.span.clone()), Some(&*sentence.text));
            for finding in &sentence.findings {
                assert!(sentence.span.start <= finding.span.start && finding.span.end <= sentence.span.end);
                assert!(finding.truth == Truth::Open || !finding.shows.is_empty());
            }
        }
        let _ = matching::Comment::new(&text, lexicon);
    }
}

fn phrases(bytes: &[u8]) {
    let text = text(bytes);
    let _ = Lexicon::parse("strange", &text);
    let _ = matching::Model::parse(&text);
}

fn nets(bytes: &[u8]) {
    let _ = Model::from_bytes(bytes);
    let _ = Nnue::from_bytes(bytes);
    let _ = NeuroNet::from_bytes(bytes, Role::Evaluation);
}

fn tables(bytes: &[u8]) {
    let material = "KQK".parse().expect("an endgame");
    let Ok(dir) = tempfile::tempdir() else { return };
    if fs::write(dir.path().join(file_name(material)), bytes).is_ok() {
        let _ = Tables::at(dir.path()).table(material);
    }
}

fn filters(bytes: &[u8]) {
    let _ = text(bytes).parse::<Filter>();
}

fn states(bytes: &[u8]) {
    let Ok(dir) = tempfile::tempdir() else { return };
    let path = dir.path().join("state");
    let own = Seeds::identity();
    if fs::write(&path, bytes).is_ok()
        && let Ok((state, done)) = State::open::<Vec<String>>(&path, &own)
    {
        let _ = state.keep(&vec!["more".to_owned()]);
        drop(state);
        let again: Identity = own;
        let (_, more) = State::open::<Vec<String>>(&path, &again).expect("what was resumed resumes again");
        assert_eq!(more.len(), done.len() + 1);
    }
}

/// Anything an interface may say; it ends by saying `quit`.
fn uci(bytes: &[u8]) {
    let text = text(bytes);
    // These are asked to take long, or much memory.
    let long = ["perft", "bench", "hash", "threads"];
    let calm: String = text
        .lines()
        .filter(|line| !long.iter().any(|word| line.to_lowercase().contains(word)))
        .map(|line| format!("{line}\n"))
        .collect();
    let mut out = Vec::new();
    philidor_uci::serve(&[], Cursor::new(calm + "\nquit\n"), &mut out, &philidor_uci::Shipped);
}

/// Anything that an engine may say to us.
fn engines(bytes: &[u8]) {
    let start = Default::default();
    for line in text(bytes).lines() {
        if let Some((_, line)) = philidor_uci::Variation::told(line, &start) {
            assert!(!line.moves.is_empty() && line.score.abs() <= 32_000);
        }
    }
}

fn lc0(bytes: &[u8]) {
    let _ = Lc0::from_bytes("strange", bytes);
}

fn people(bytes: &[u8]) {
    let _ = Ours::from_bytes(bytes);
}

/// Packed bits make some tree or an error.
fn trees(bytes: &[u8]) {
    static KPK: LazyLock<Option<Dataset>> = LazyLock::new(|| {
        let watch = Watch { stop: &AtomicBool::new(false), hear: &|_| {} };
        let table = Tables::in_memory().ensure("KPK".parse().ok()?, watch).ok()?;
        let seen = Characterisation::new(Kind::Both, table.material()).ok()?;
        Some(Dataset::new(&table, Color::White, &seen))
    });
    if let (Ok(packed), Some(data)) = (Packed::from_file(bytes), &*KPK) {
        let _ = packed.unpack(data);
    }
}
