//! The options of our engine: name, kind and limits in one place.

use philidor_know::{
    evaluator::{LEARNED, NAMES},
    search::{EvaluatorFactory, Params},
};

use super::Output;
use crate::Resources;

/// Everything an interface can set.
#[derive(Debug, Clone)]
pub(super) struct Options {
    pub(super) hash_mib: usize,
    pub(super) threads: usize,
    pub(super) multi_pv: usize,
    pub(super) move_overhead_ms: i64,
    pub(super) syzygy_path: String,
    pub(super) chess960: bool,
    pub(super) analyse: bool,
    pub(super) show_wdl: bool,
    pub(super) limit_strength: bool,
    pub(super) elo: u32,
    pub(super) evaluation: String,
    pub(super) teaching: bool,
    pub(super) quiescence_plies: u32,
    /// Whether the numbers of the search are options too, for tuners.
    pub(super) tune: bool,
    pub(super) params: Params,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            hash_mib: 16,
            threads: 1,
            multi_pv: 1,
            move_overhead_ms: 10,
            syzygy_path: String::new(),
            chess960: false,
            analyse: false,
            show_wdl: false,
            limit_strength: false,
            elo: 1600,
            evaluation: LEARNED.to_owned(),
            teaching: false,
            quiescence_plies: 11,
            tune: false,
            params: Params::default(),
        }
    }
}

/// What the engine has to do after an option changed.
pub(super) enum Change {
    Nothing,
    Hash,
    Threads,
    ClearHash,
    Tables,
    Evaluation(EvaluatorFactory),
    Params,
}

/// Ratings at which our engine plays.
pub const ELO_RANGE: std::ops::RangeInclusive<u32> = 800..=2800;
const HASH_RANGE: std::ops::RangeInclusive<usize> = 1..=65_536;
const THREAD_RANGE: std::ops::RangeInclusive<usize> = 1..=256;
const MULTI_PV_RANGE: std::ops::RangeInclusive<usize> = 1..=218;
const OVERHEAD_RANGE: std::ops::RangeInclusive<i64> = 0..=5_000;
const QUIESCENCE_RANGE: std::ops::RangeInclusive<u32> = 0..=60;

impl Options {
    /// Prints the option list of the `uci` command.
    pub(super) fn announce(&self, out: &Output<'_>) {
        let spin = |name: &str, value: i64, min: i64, max: i64| {
            out.say(&format!("option name {name} type spin default {value} min {min} max {max}"));
        };
        let check =
            |name: &str, value: bool| out.say(&format!("option name {name} type check default {value}"));
        spin("Hash", self.hash_mib as i64, *HASH_RANGE.start() as i64, *HASH_RANGE.end() as i64);
        spin("Threads", self.threads as i64, *THREAD_RANGE.start() as i64, *THREAD_RANGE.end() as i64);
        spin("MultiPV", self.multi_pv as i64, *MULTI_PV_RANGE.start() as i64, *MULTI_PV_RANGE.end() as i64);
        check("Ponder", false);
        out.say("option name Clear Hash type button");
        spin("Move Overhead", self.move_overhead_ms, *OVERHEAD_RANGE.start(), *OVERHEAD_RANGE.end());
        out.say("option name SyzygyPath type string default <empty>");
        check("UCI_Chess960", self.chess960);
        check("UCI_AnalyseMode", self.analyse);
        check("UCI_ShowWDL", self.show_wdl);
        check("UCI_LimitStrength", self.limit_strength);
        spin("UCI_Elo", i64::from(self.elo), i64::from(*ELO_RANGE.start()), i64::from(*ELO_RANGE.end()));
        let names: Vec<String> = NAMES.iter().map(|name| format!("var {name}")).collect();
        out.say(&format!(
            "option name Evaluation type combo default {} {}",
            self.evaluation,
            names.join(" ")
        ));
        check("Teaching", self.teaching);
        spin(
            "Quiescence Plies",
            i64::from(self.quiescence_plies),
            i64::from(*QUIESCENCE_RANGE.start()),
            i64::from(*QUIESCENCE_RANGE.end()),
        );
        check("Tune", self.tune);
        for param in Params::ALL.iter().filter(|_| self.tune) {
            spin(param.name, i64::from(param.default), i64::from(param.min), i64::from(param.max));
        }
    }

    /// Sets an option; `Err` says what is wrong.
    pub(super) fn set(
        &mut self,
        name: &str,
        value: &str,
        resources: &dyn Resources,
    ) -> Result<Change, String> {
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                self.hash_mib = number(name, value, &HASH_RANGE)?;
                return Ok(Change::Hash);
            }
            "threads" => {
                self.threads = number(name, value, &THREAD_RANGE)?;
                return Ok(Change::Threads);
            }
            "multipv" => self.multi_pv = number(name, value, &MULTI_PV_RANGE)?,
            // Pondering is something the interface does; nothing changes here.
            "ponder" => {
                truth(name, value)?;
            }
            "uci_analysemode" => self.analyse = truth(name, value)?,
            "clear hash" => return Ok(Change::ClearHash),
            "move overhead" => self.move_overhead_ms = number(name, value, &OVERHEAD_RANGE)?,
            "syzygypath" => {
                self.syzygy_path = if value == "<empty>" { String::new() } else { value.to_owned() };
                return Ok(Change::Tables);
            }
            "uci_chess960" => self.chess960 = truth(name, value)?,
            "uci_showwdl" => self.show_wdl = truth(name, value)?,
            "uci_limitstrength" => self.limit_strength = truth(name, value)?,
            "uci_elo" => self.elo = number(name, value, &ELO_RANGE)?,
            "evaluation" => {
                let evaluator = resources.evaluator(value).map_err(|error| error.to_string())?;
                self.evaluation = value.to_owned();
                return Ok(Change::Evaluation(evaluator));
            }
            "teaching" => self.teaching = truth(name, value)?,
            "quiescence plies" => self.quiescence_plies = number(name, value, &QUIESCENCE_RANGE)?,
            "tune" => self.tune = truth(name, value)?,
            parameter if self.tune => {
                let number =
                    value.trim().parse().map_err(|_| format!("{name} wants a number, not {value:?}"))?;
                self.params.set(parameter, number).map_err(|error| error.to_string())?;
                return Ok(Change::Params);
            }
            _ => return Err(format!("no such option: {name}")),
        }
        Ok(Change::Nothing)
    }
}

/// A number, moved to the nearest allowed one.
fn number<T>(name: &str, value: &str, range: &std::ops::RangeInclusive<T>) -> Result<T, String>
where
    T: std::str::FromStr + Ord + Copy + std::fmt::Display,
{
    let number: T = value.trim().parse().map_err(|_| {
        format!("{name} wants a number from {} to {}, not {value:?}", range.start(), range.end())
    })?;
    Ok(number.clamp(*range.start(), *range.end()))
}

fn truth(name: &str, value: &str) -> Result<bool, String> {
    match value.trim().to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("{name} wants true or false, not {value:?}")),
    }
}
