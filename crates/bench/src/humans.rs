//! How well policies of human moves foretell what people played, beside two yardsticks; and how well they rank puzzles.

mod puzzles;
mod slips;

use std::{collections::BTreeMap, fmt, path::Path, path::PathBuf, sync::Mutex};

use anyhow::ensure;
use philidor_chess::shakmaty::{Move, Position};
use philidor_humans::{
    Lc0Dir, Likely, Moment, Ours, Policy, Rating,
    learn::{Corpus, HELD_OUT, Measured, PER_BAND, PER_PLAYER, Sensible, Settings, measure},
};
use philidor_know::evaluator;
use philidor_tutor::{analyst::Question, judge::winning_chances, look::Looker};
use serde::Serialize;

pub use self::{
    puzzles::{Puzzles, rank},
    slips::Slips,
};
use crate::figure::timed;

/// What is measured on what.
#[derive(Debug)]
pub struct Trial<'a> {
    /// Files of rated games.
    pub games: &'a [PathBuf],
    /// None of these games was learned from: all are asked about, not only one in so many.
    pub unseen: bool,
    /// Our net.
    pub net: &'a Ours,
    /// A directory of Maia's nets.
    pub maia: Option<&'a Path>,
    /// Moves asked about.
    pub moves: usize,
    /// Nodes of the engine for each move asked about.
    pub nodes: u64,
}

/// The figures of one policy.
#[derive(Debug, Clone, Serialize)]
pub struct Foretold {
    /// What it is called.
    pub policy: String,
    /// Moves asked about.
    pub moves: u64,
    /// Share of moves that it thought likeliest.
    pub matched: f64,
    /// Half the width of the 95 % interval of that share.
    pub within: f64,
    /// Mean surprise in nats.
    pub log_loss: f64,
    /// Mean distance of chances foretold and shares played.
    pub calibration_error: f64,
    /// Positions per CPU-second.
    pub per_cpu_second: f64,
    /// Rating (lower end of 200 points), moves, share matched.
    pub bands: Vec<(u16, u64, f64)>,
    /// Moves given about one chance: how many, mean chance, share played.
    pub calibration: Vec<(u64, f64, f64)>,
}

/// All policies on the same moves.
#[derive(Debug, Clone, Serialize)]
pub struct Report {
    /// Games whose moves were asked about.
    pub games: usize,
    /// Ours first.
    pub policies: Vec<Foretold>,
    /// By rating (lower end of 200 points): how much of what our net foretells loses by a short look ahead, and how much was played.
    pub slips: BTreeMap<u16, Slips>,
}

impl Foretold {
    fn of(policy: &dyn Policy, corpus: &Corpus, moves: usize) -> Foretold {
        let (measured, seconds) = timed(|| measure(policy, corpus, moves));
        let Measured { all, bands, calibration } = &measured;
        let share = all.matched();
        Foretold {
            policy: policy.name(),
            moves: all.moves,
            matched: share,
            within: 1.96 * (share * (1.0 - share) / all.moves.max(1) as f64).sqrt(),
            log_loss: all.log_loss(),
            calibration_error: measured.calibration_error(),
            per_cpu_second: all.moves as f64 / seconds.max(1e-9),
            bands: bands.iter().map(|(&from, band)| (from, band.moves, band.matched())).collect(),
            calibration: calibration
                .iter()
                .filter(|bin| bin.moves > 0)
                .map(|bin| {
                    let n = bin.moves as f64;
                    (bin.moves, bin.foretold / n, bin.played as f64 / n)
                })
                .collect(),
        }
    }
}

/// Asks all policies about the same moves.
pub fn compare(trial: &Trial<'_>) -> anyhow::Result<Report> {
    let settings = Settings {
        games: trial.games.to_vec(),
        positions: 0,
        per_player: PER_PLAYER,
        per_band: PER_BAND,
        held_out: if trial.unseen { 1 } else { HELD_OUT },
        rate: 0.0,
        seed: trial.net.story.seed,
        state: None,
    };
    let corpus = Corpus::read(&settings, &mut |_| ())?;
    ensure!(
        !corpus.held_out.is_empty(),
        "no game to ask about: give more games, or --unseen if none of them was learned from"
    );
    let few = trial.moves.div_ceil(10);
    let mut policies =
        vec![Foretold::of(trial.net, &corpus, trial.moves), Foretold::of(&Sensible, &corpus, trial.moves)];
    // The yardstick gets the warmth that suits it best here.
    let engines = WARMTHS.map(|warmth| Foretold::of(&Softmax::new(trial.nodes, warmth), &corpus, few));
    policies.extend(engines.into_iter().min_by(|a, b| a.log_loss.total_cmp(&b.log_loss)));
    if let Some(maia) = trial.maia.map(Lc0Dir::open).transpose()? {
        policies.push(Foretold::of(&maia, &corpus, few));
    }
    let slips = slips::slips(trial.net, &corpus, few);
    Ok(Report { games: corpus.held_out.len(), policies, slips })
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "moves of {} games, the first five of each side left out", self.games)?;
        writeln!(
            f,
            "{:<28} {:>7} {:>15} {:>9} {:>12} {:>10}",
            "policy", "moves", "likeliest played", "surprise", "calibration", "per CPU-s"
        )?;
        for p in &self.policies {
            let matched = format!("{:.1} % ± {:.1}", 100.0 * p.matched, 100.0 * p.within);
            writeln!(
                f,
                "{:<28} {:>7} {matched:>16} {:>9.3} {:>12.4} {:>10.0}",
                p.policy, p.moves, p.log_loss, p.calibration_error, p.per_cpu_second
            )?;
        }
        let bands: Vec<u16> = self.policies.iter().flat_map(|p| p.bands.iter().map(|b| b.0)).collect();
        let (least, most) =
            (bands.iter().min().copied().unwrap_or(0), bands.iter().max().copied().unwrap_or(0));
        writeln!(f, "\nby rating, likeliest move played (of so many moves)")?;
        for from in (least..=most).step_by(200) {
            let of = |p: &Foretold| p.bands.iter().find(|b| b.0 == from).copied();
            let Some((_, moves, _)) = self.policies.first().and_then(of) else { continue };
            write!(f, "{from:>5} to {:>4} {moves:>7}", from + 199)?;
            for p in &self.policies {
                write!(
                    f,
                    "  {}",
                    of(p).map_or_else(|| "      -".to_owned(), |b| format!("{:>5.1} %", 100.0 * b.2))
                )?;
            }
            writeln!(f)?;
        }
        writeln!(f, "\nmoves that lose by a short look ahead: foretold by our net, played")?;
        for (from, slips) in &self.slips {
            let share = |part: f64| 100.0 * part / slips.moves.max(1) as f64;
            let (foretold, played) = (share(slips.foretold), share(slips.played as f64));
            writeln!(
                f,
                "{from:>5} to {:>4} {:>7} {foretold:>6.1} % {played:>6.1} %",
                from + 199,
                slips.moves
            )?;
        }
        let Some(ours) = self.policies.first() else { return Ok(()) };
        writeln!(f, "\nmoves of {}: how likely it thought them, how many of them were played", ours.policy)?;
        for &(moves, foretold, played) in &ours.calibration {
            writeln!(f, "{moves:>9} {:>6.1} % {:>6.1} %", 100.0 * foretold, 100.0 * played)?;
        }
        Ok(())
    }
}

/// A yardstick: what our search thinks of every move, made into chances.
struct Softmax {
    looker: Mutex<Looker>,
    nodes: u64,
    warmth: f64,
}

/// Winning chances (scale -1 … 1) that make a move about three times as likely.
const WARMTHS: [f64; 3] = [0.05, 0.1, 0.2];

impl Softmax {
    fn new(nodes: u64, warmth: f64) -> Softmax {
        let own = evaluator::by_name(evaluator::NAMES[0]).expect("our own evaluation");
        Softmax { looker: Mutex::new(Looker::new(own, nodes)), nodes, warmth }
    }
}

impl Policy for Softmax {
    fn name(&self) -> String {
        format!("engine, {} nodes, softmax", self.nodes)
    }

    fn moves(&self, moment: Moment<'_>, _: Rating) -> Vec<Likely> {
        let legal: Vec<Move> = moment.position.legal_moves().into_iter().collect();
        let mut looker = self.looker.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let looks = looker
            .lines_within(&Question::only(moment.position, &legal, 1000), self.nodes)
            .unwrap_or_default();
        let worth = |mv: Move| {
            let found = looks.iter().find(|look| look.first() == Some(mv));
            found.map_or(-1.0, |look| winning_chances(look.score.clamp(-2000, 2000))) / self.warmth
        };
        let scores: Vec<f64> = legal.iter().map(|&mv| worth(mv)).collect();
        let most = scores.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = scores.iter().map(|score| (score - most).exp()).sum();
        let chance = |score: f64| ((score - most).exp() / sum) as f32;
        let mut out: Vec<Likely> =
            legal.iter().zip(&scores).map(|(&mv, &score)| Likely { mv, chance: chance(score) }).collect();
        out.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        out
    }
}
