//! False alarms: which moves of opening lines get a tactical motif, by our own definitions?

use std::{
    collections::{BTreeMap, HashMap},
    fmt,
};

use philidor_chess::shakmaty::{Chess, Move, Position, san::San};
use philidor_know::search::EvaluatorFactory;
use philidor_tutor::{Theme, look::Looker, opening::san_words};
use rayon::prelude::*;
use serde::Serialize;

/// One move of an opening line.
struct Ply {
    before: Option<(Chess, Move)>,
    pos: Chess,
    mv: Move,
    name: String,
    /// How many lines contain it.
    times: u64,
}

/// The distinct moves of opening lines, in order of first appearance.
pub struct Openings(Vec<Ply>);

/// A move that got a motif.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alarm {
    /// The line up to and with the move.
    pub line: String,
    /// Its motifs.
    pub themes: Vec<Theme>,
}

/// How many moves got a motif.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Alarms {
    /// Moves of all lines.
    pub plies: u64,
    /// Different ones.
    pub distinct: usize,
    /// Moves with a motif.
    pub with_motif: u64,
    /// Their share.
    pub percent: f64,
    /// How often each theme.
    pub themes: BTreeMap<&'static str, u64>,
    /// The moves with a motif, each once.
    #[serde(skip)]
    pub list: Vec<Alarm>,
}

impl Openings {
    /// Reads lines with tab-separated fields, the last of which holds the moves; `complain` hears about moves that are not
    /// legal. `None` if there is no line.
    pub fn parse(text: &str, complain: &dyn Fn(&str)) -> Option<Openings> {
        let mut plies: Vec<Ply> = Vec::new();
        let mut seen = HashMap::new();
        for (number, line) in text.lines().enumerate().filter(|(_, l)| !l.starts_with('#')) {
            let Some(moves) = line.split('\t').next_back().filter(|m| m.starts_with("1.")) else { continue };
            let mut pos = Chess::default();
            let mut before: Option<(Chess, Move)> = None;
            let mut path = String::new();
            for word in san_words(moves) {
                let Some(mv) = word.parse::<San>().ok().and_then(|san| san.to_move(&pos).ok()) else {
                    let place = number + 1;
                    complain(&format!(
                        "line {place}: {word} is not a legal move there; the rest is left out"
                    ));
                    break;
                };
                path += word;
                path.push(' ');
                let place = *seen.entry(path.clone()).or_insert(plies.len());
                match plies.get_mut(place) {
                    Some(ply) => ply.times += 1,
                    None => plies.push(Ply {
                        before: before.clone(),
                        pos: pos.clone(),
                        mv,
                        name: path.trim().to_owned(),
                        times: 1,
                    }),
                }
                let played = pos.clone();
                pos.play_unchecked(mv);
                before = Some((played, mv));
            }
        }
        (!plies.is_empty()).then_some(Openings(plies))
    }

    /// Different moves.
    pub fn distinct(&self) -> usize {
        self.0.len()
    }

    /// Looks at every move; `searched` hears of each.
    pub fn alarms(&self, evaluator: &EvaluatorFactory, nodes: u64, searched: &(dyn Fn() + Sync)) -> Alarms {
        let found: Vec<Vec<Theme>> = self
            .0
            .par_iter()
            .map(|ply| {
                let before = ply.before.as_ref().map(|(pos, mv)| (pos, *mv));
                let look = Looker::new(evaluator.clone(), nodes).after(&ply.pos, ply.mv, before);
                searched();
                look.map_or(Vec::new(), |l| l.motifs_of_first_move().iter().map(|m| m.theme).collect())
            })
            .collect();
        let plies: u64 = self.0.iter().map(|p| p.times).sum();
        let (mut with_motif, mut themes, mut list) = (0, BTreeMap::new(), Vec::new());
        for (ply, found) in self.0.iter().zip(found).filter(|(_, t)| !t.is_empty()) {
            with_motif += ply.times;
            for theme in &found {
                *themes.entry(theme.id()).or_default() += ply.times;
            }
            list.push(Alarm { line: ply.name.clone(), themes: found });
        }
        let percent = 100.0 * with_motif as f64 / plies as f64;
        Alarms { plies, distinct: self.0.len(), with_motif, percent, themes, list }
    }
}

impl fmt::Display for Alarm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.themes.iter().map(|t| t.id()).collect();
        write!(f, "{}\t{}", self.line, names.join(" "))
    }
}

impl fmt::Display for Alarms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (theme, times) in &self.themes {
            writeln!(f, "{theme:<20} {times:>6}")?;
        }
        writeln!(
            f,
            "{} of {} opening moves ({:.2} %) get a tactical motif",
            self.with_motif, self.plies, self.percent
        )
    }
}
