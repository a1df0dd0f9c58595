//! Quiet positions with their counts, as compact as memory allows.

use std::{
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context;
use philidor_chess::shakmaty::{Chess, Color, Move, Position};
use philidor_games::{Game, Games};
use philidor_know::{
    eval::{Evaluation, FULL_PHASE, Record, Weights, judge},
    features::Kind,
    search::{Engine, Game as Line, Limits, Mode, NoClock, Signals},
};
use rayon::prelude::*;

use super::Progress;

/// Games that are worked on together.
const BATCH: usize = 4096;

/// Scores beyond this are mates or tables, not evaluations.
const DECIDED: i32 = 20_000;
/// A teacher's score beyond this says no more than "won".
const MOST_TAUGHT: i32 = 3_000;

/// What is sampled from the games.
#[derive(Debug, Clone)]
pub struct SampleSettings {
    /// About how many positions to keep.
    pub positions: u64,
    /// Plies at the start of each game that are left out.
    pub skip_plies: usize,
    /// Chooses the positions and the games held out.
    pub seed: u64,
    /// One game in this many is held out.
    pub held_out: u64,
    /// Captures are played out to this depth.
    pub quiescence_plies: u32,
    /// Nodes of the search that judges each position beside the result of its game; 0 for none.
    pub teacher_nodes: u64,
}

/// A weight and how often it counts, White's minus Black's.
#[derive(Debug, Clone, Copy)]
pub(super) struct Coefficient {
    pub(super) index: u16,
    pub(super) times: i16,
}

/// One quiet position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sample {
    /// Where its coefficients begin: plain ones, then White's attack, then Black's.
    pub(super) begin: u64,
    pub(super) plain: u16,
    pub(super) white_attack: u8,
    pub(super) black_attack: u8,
    pub(super) phase: u8,
    pub(super) scale: u8,
    pub(super) chances: i16,
    pub(super) half_points: u8,
    /// What the search thought of it, in centipawns for White.
    pub(super) taught: Option<i16>,
}

/// Many quiet positions.
#[derive(Debug, Default)]
pub struct Dataset {
    pub(super) samples: Vec<Sample>,
    pub(super) coefficients: Vec<Coefficient>,
    /// How many samples, from the end, are held out.
    pub(super) held_out: Vec<Sample>,
    /// What was read, file by file.
    pub sources: Vec<Source>,
}

/// One file of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Its name, without the directory.
    pub name: String,
    /// Games with a result.
    pub games: u64,
    /// XXH3 of the decompressed games.
    pub digest: u64,
    /// Positions taken.
    pub positions: usize,
}

impl Dataset {
    /// Positions to learn from and positions held out.
    pub fn sizes(&self) -> (usize, usize) {
        (self.samples.len(), self.held_out.len())
    }

    /// Reads files of games; fewer positions than can be learned from and held out are an error.
    pub fn read_all(
        files: &[PathBuf],
        weights: &Arc<Weights>,
        settings: &SampleSettings,
        progress: &dyn Progress,
    ) -> anyhow::Result<Dataset> {
        let mut data = Dataset::default();
        for games in files {
            data.read(games, weights, settings, progress)
                .with_context(|| format!("reading games from {}", games.display()))?;
        }
        let (learned, held_out) = data.sizes();
        anyhow::ensure!(
            learned > 0 && held_out > 0,
            "too few quiet positions to learn from: {learned} and {held_out} held out, of {} games",
            data.sources.iter().map(|source| source.games).sum::<u64>()
        );
        Ok(data)
    }

    /// Reads a file of games and keeps what the evaluation counts in their quiet positions.
    pub fn read(
        &mut self,
        path: &Path,
        weights: &Arc<Weights>,
        settings: &SampleSettings,
        progress: &dyn Progress,
    ) -> io::Result<()> {
        let plies = count_plies(path, settings.skip_plies)?;
        let share = Share::new(settings.positions, plies);
        let mut games = Games::open(path)?;
        let before = self.samples.len() + self.held_out.len();
        let mut read = 0;
        let mut done = 0;
        loop {
            let mut batch: Vec<(u64, Game)> = Vec::with_capacity(BATCH);
            while batch.len() < BATCH
                && let Some(game) = games.next_game()?
            {
                read += 1;
                batch.push((read, game));
            }
            if batch.is_empty() {
                break;
            }
            let found: Vec<Gleaned> = batch
                .par_iter()
                .map_init(
                    || Gleaner::new(weights),
                    |gleaner, (number, game)| gleaner.glean(*number, game, settings, share),
                )
                .collect();
            for gleaned in found {
                self.take(gleaned);
            }
            done += batch
                .iter()
                .map(|(_, game)| game.moves.len().saturating_sub(settings.skip_plies) as u64)
                .sum::<u64>();
            progress.at("plies", done, plies);
        }
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let positions = self.samples.len() + self.held_out.len() - before;
        self.sources.push(Source { name, games: read, digest: games.digest(), positions });
        Ok(())
    }

    /// One position as it stands, without a result.
    #[cfg(test)]
    pub(super) fn of_position(pos: &Chess, weights: &Arc<Weights>) -> Dataset {
        let mut gleaned = Gleaned { samples: Vec::new(), coefficients: Vec::new(), held_out: false };
        Gleaner::new(weights).write(pos, 1, None, &mut gleaned);
        let mut data = Dataset::default();
        data.take(gleaned);
        data
    }

    fn take(&mut self, gleaned: Gleaned) {
        let shift = self.coefficients.len() as u64;
        self.coefficients.extend(gleaned.coefficients);
        let list = if gleaned.held_out { &mut self.held_out } else { &mut self.samples };
        list.extend(gleaned.samples.into_iter().map(|s| Sample { begin: s.begin + shift, ..s }));
    }
}

/// The chance of a ply to be kept, in units of 2⁻⁶⁴: spreads the wanted number over the whole file.
#[derive(Debug, Clone, Copy)]
struct Share(u64);

impl Share {
    fn new(wanted: u64, plies: u64) -> Share {
        let share = u128::from(u64::MAX) * u128::from(wanted) / u128::from(plies.max(wanted).max(1));
        Share(share as u64)
    }
}

fn count_plies(path: &Path, skipped: usize) -> io::Result<u64> {
    let mut games = Games::open(path)?;
    let mut plies = 0;
    while let Some(game) = games.next_game()? {
        plies += game.moves.len().saturating_sub(skipped) as u64;
    }
    Ok(plies)
}

/// What one game gave.
struct Gleaned {
    samples: Vec<Sample>,
    coefficients: Vec<Coefficient>,
    held_out: bool,
}

/// Finds quiet positions and writes down their counts.
struct Gleaner {
    engine: Engine,
    weights: Arc<Weights>,
    record: Record,
    /// Net counts per weight, zeroed after use.
    net: Vec<i16>,
}

impl Gleaner {
    fn new(weights: &Arc<Weights>) -> Gleaner {
        let shared = weights.clone();
        let judge = move || Box::new(Evaluation::new("tuned", shared.clone())) as Box<_>;
        Gleaner {
            engine: Engine::new(Arc::new(judge), 1, 1),
            weights: weights.clone(),
            record: Record::default(),
            net: vec![0; philidor_know::features::FeatureId::WEIGHTS],
        }
    }

    fn glean(&mut self, number: u64, game: &Game, settings: &SampleSettings, share: Share) -> Gleaned {
        let held_out = mix(settings.seed, number, 0).is_multiple_of(settings.held_out);
        let mut gleaned = Gleaned { samples: Vec::new(), coefficients: Vec::new(), held_out };
        let mut pos = game.start.clone();
        for (ply, &m) in game.moves.iter().enumerate() {
            let chosen = ply >= settings.skip_plies && mix(settings.seed, number, ply as u64 + 1) <= share.0;
            if chosen && let Some(quiet) = self.quiet(&pos, m, settings.quiescence_plies) {
                let taught = self.taught(&quiet, settings.teacher_nodes);
                self.write(&quiet, game.half_points, taught, &mut gleaned);
            }
            pos.play_unchecked(m);
        }
        gleaned
    }

    /// Plays the move of the game and then the captures that our search expects; none if that ends in check,
    /// mate or a draw. (Letting the search choose a move first would bias the tuning towards the side to move.)
    fn quiet(&mut self, pos: &Chess, played: Move, quiescence_plies: u32) -> Option<Chess> {
        let limits = Limits {
            depth: Some(1),
            search_moves: vec![played],
            mode: Mode::Teaching { quiescence_plies },
            ..Limits::default()
        };
        let line = Line::new(pos.clone());
        let report = self.engine.search(&line, &limits, &Signals::default(), &NoClock, &mut |_| {});
        let best = report.lines.first().filter(|line| line.score.abs() < DECIDED)?;
        let mut end = pos.clone();
        for &m in &best.moves {
            end.play_unchecked(m);
        }
        (!end.is_check() && !end.is_game_over()).then_some(end)
    }

    /// A look ahead with the starting weights: far less noise than one result, though a second-hand opinion.
    fn taught(&mut self, pos: &Chess, nodes: u64) -> Option<i16> {
        if nodes == 0 {
            return None;
        }
        self.engine.new_game();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let line = Line::new(pos.clone());
        let report = self.engine.search(&line, &limits, &Signals::default(), &NoClock, &mut |_| {});
        let score = report.score()?.clamp(-MOST_TAUGHT, MOST_TAUGHT);
        Some(if pos.turn().is_white() { score } else { -score } as i16)
    }

    fn write(&mut self, pos: &Chess, half_points: u8, taught: Option<i16>, gleaned: &mut Gleaned) {
        self.record.counts.clear();
        let verdict = judge(pos, &self.weights, &mut self.record);
        debug_assert!(verdict.phase <= FULL_PHASE);
        let begin = gleaned.coefficients.len();
        let mut attacks: [Vec<Coefficient>; 2] = Default::default();
        let mut touched = Vec::with_capacity(self.record.counts.len());
        for heard in &self.record.counts {
            let white = heard.side == Color::White;
            match heard.feature.kind() {
                Kind::Linear => {
                    self.net[usize::from(heard.index)] += if white { heard.times } else { -heard.times };
                    touched.push(heard.index);
                }
                Kind::Attack | Kind::Danger => {
                    let attacker_is_white = white == (heard.feature.kind() == Kind::Attack);
                    attacks[usize::from(!attacker_is_white)]
                        .push(Coefficient { index: heard.index, times: heard.times });
                }
                Kind::Scale | Kind::Chances | Kind::Remark => {}
            }
        }
        for index in touched {
            let times = std::mem::take(&mut self.net[usize::from(index)]);
            if times != 0 {
                gleaned.coefficients.push(Coefficient { index, times });
            }
        }
        let plain = gleaned.coefficients.len() - begin;
        let [white_attack, black_attack] = attacks;
        gleaned.coefficients.extend(&white_attack);
        gleaned.coefficients.extend(&black_attack);
        gleaned.samples.push(Sample {
            begin: begin as u64,
            plain: plain as u16,
            white_attack: white_attack.len() as u8,
            black_attack: black_attack.len() as u8,
            phase: verdict.phase as u8,
            scale: verdict.bend.scale as u8,
            chances: verdict.bend.chances as i16,
            half_points,
            taught,
        });
    }
}

/// A repeatable random number for one ply of one game (splitmix64's finisher).
fn mix(seed: u64, game: u64, ply: u64) -> u64 {
    let mut z = seed ^ game.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ ply.wrapping_mul(0xD1B5_4A32_D192_ED03);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}
