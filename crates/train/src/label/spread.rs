//! Labelling as work that anybody can do: pieces travel as jobs, to the threads of this process or over NATS to workers elsewhere.

use std::{
    path::{Path, PathBuf},
    sync::{Arc, atomic::AtomicBool},
};

use anyhow::{Context, bail, ensure};
use philidor_chess::{
    parse_fen,
    shakmaty::{CastlingMode, Chess, Position as _, uci::UciMove},
    write_fen,
};
use philidor_cluster::{
    Exchange, Nats,
    work::{self, Hand},
};
use philidor_files as files;
use philidor_games::Game;
use philidor_know::{evaluator, search::EvaluatorFactory};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{HalfKa, Judge, LabelSettings, Labelled, Nobody, OwnJudge, label};

/// What a run of this kind says it is for; a name of its own follows.
pub const PURPOSE: &str = "label";

/// Who judges, as a job says it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Teacher {
    /// The net that Stockfish 15 exports, with this digest.
    Net(u64),
    /// One of our evaluations by name, with a search of so many nodes.
    Own(String, u64),
    /// Nobody: results are all there is.
    Results,
}

/// A teacher at hand.
pub enum Source {
    /// A net.
    Net(Box<HalfKa>),
    /// Our search.
    Own(EvaluatorFactory, u64),
    /// Nobody.
    Results,
}

impl Source {
    /// The net in a file, and how a job calls it.
    pub fn net(path: &Path) -> anyhow::Result<(Source, Teacher)> {
        let bytes = files::read(path)?;
        let net = HalfKa::from_bytes(&bytes).with_context(|| format!("in {}", path.display()))?;
        Ok((Source::Net(Box::new(net)), Teacher::Net(xxh3_64(&bytes))))
    }

    /// Somebody who judges for one thread.
    pub fn judge(&self) -> Box<dyn Judge + '_> {
        match self {
            Source::Net(net) => Box::new(net.judge()),
            Source::Own(factory, nodes) => Box::new(OwnJudge::new(factory, *nodes)),
            Source::Results => Box::new(Nobody),
        }
    }
}

/// Games on their way.
#[derive(Serialize, Deserialize)]
pub(super) struct Parcel {
    teacher: Teacher,
    settings: LabelSettings,
    games: Vec<Moves>,
}

#[derive(Serialize, Deserialize)]
struct Moves {
    number: u32,
    /// As FEN; empty: the usual position.
    start: String,
    /// In UCI notation, with blanks between.
    moves: String,
    half_points: u8,
}

impl Moves {
    fn new(number: usize, game: &Game) -> Moves {
        let usual = game.start == Chess::default();
        let moves: Vec<String> =
            game.moves.iter().map(|mv| mv.to_uci(CastlingMode::Standard).to_string()).collect();
        Moves {
            number: number as u32,
            start: if usual { String::new() } else { write_fen(&game.start) },
            moves: moves.join(" "),
            half_points: game.half_points,
        }
    }

    fn game(&self) -> anyhow::Result<Game> {
        let start = if self.start.is_empty() { Chess::default() } else { parse_fen(&self.start)? };
        let (mut pos, mut moves) = (start.clone(), Vec::new());
        for word in self.moves.split_whitespace() {
            let mv = word.parse::<UciMove>()?.to_move(&pos)?;
            pos.play_unchecked(mv);
            moves.push(mv);
        }
        Ok(Game { start, moves, half_points: self.half_points })
    }
}

/// A job: these games, with their numbers in the file.
pub(super) fn parcel<'g>(
    teacher: &Teacher,
    settings: &LabelSettings,
    games: impl Iterator<Item = (usize, &'g Game)>,
) -> anyhow::Result<Vec<u8>> {
    let games = games.map(|(number, game)| Moves::new(number, game)).collect();
    Ok(postcard::to_stdvec(&Parcel { teacher: teacher.clone(), settings: settings.clone(), games })?)
}

/// Labels pieces. Its thread needs [`philidor_know::search::STACK_BYTES`] of stack.
pub struct Labeller {
    at_hand: Option<(Teacher, Arc<Source>)>,
    /// Where the teacher's net lies here.
    net: Option<PathBuf>,
    positions: u64,
}

impl Labeller {
    /// With a teacher that is there already.
    pub fn new(teacher: Teacher, source: Arc<Source>) -> Labeller {
        Labeller { at_hand: Some((teacher, source)), net: None, positions: 0 }
    }

    /// Elsewhere: the job says who judges, and a net must be there as a file.
    fn elsewhere(net: Option<&Path>) -> Labeller {
        Labeller { at_hand: None, net: net.map(Path::to_owned), positions: 0 }
    }

    fn source(&mut self, wanted: &Teacher) -> anyhow::Result<Arc<Source>> {
        if let Some((teacher, source)) = &self.at_hand
            && teacher == wanted
        {
            return Ok(source.clone());
        }
        let source = match wanted {
            Teacher::Results => Source::Results,
            Teacher::Own(name, nodes) => {
                let known = evaluator::by_name(name);
                let factory =
                    known.with_context(|| format!("the teacher of this run is eval:{name}, unknown here"))?;
                Source::Own(factory, *nodes)
            }
            Teacher::Net(digest) => {
                let Some(path) = &self.net else {
                    bail!(
                        "the teacher of this run is a net, which does not travel: give its file with --model"
                    )
                };
                let (source, found) = Source::net(path)?;
                ensure!(
                    found == *wanted,
                    "{} is not the teacher of this run (xxh3 {digest:016x})",
                    path.display()
                );
                source
            }
        };
        let source = Arc::new(source);
        self.at_hand = Some((wanted.clone(), source.clone()));
        Ok(source)
    }
}

impl Hand for Labeller {
    fn work(&mut self, _exchange: &dyn Exchange, job: &[u8]) -> anyhow::Result<Option<Vec<u8>>> {
        let Parcel { teacher, settings, games } =
            postcard::from_bytes(job).context("a piece that cannot be read")?;
        let source = self.source(&teacher)?;
        let games = games.iter().map(|moves| Ok((moves.number as usize, moves.game()?)));
        let games = games.collect::<anyhow::Result<Vec<_>>>()?;
        let numbered = games.iter().map(|(number, game)| (*number, game));
        let records = label(numbered, &settings, &mut *source.judge());
        self.positions += records.len() as u64;
        Ok(Some(records.iter().flat_map(Labelled::to_bytes).collect()))
    }

    fn words(&self) -> Vec<u8> {
        self.positions.to_string().into_bytes()
    }
}

/// Labels pieces of a run elsewhere until it is over, or until `stop`; `net` is the teacher's file, if it is a net.
pub fn label_elsewhere(
    exchange: &Nats,
    name: &str,
    net: Option<&Path>,
    stop: &AtomicBool,
) -> anyhow::Result<()> {
    work::work(exchange, name, stop, &mut Labeller::elsewhere(net))
}
