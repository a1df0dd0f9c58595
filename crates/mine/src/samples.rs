//! Sets by name, and what a net should answer on them.

use philidor_induce::characterise::{
    Coding, Dataset,
    sets::{self, Subset},
};
use philidor_stats::Rng;
use philidor_truth::{Depth, Wdl};

use super::{Run, Target};

/// Why a set cannot be had.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum SetError {
    /// No such name.
    #[error(
        "no set {0:?}: use all, T1 to T5, Fa to Fd, P2 to P7, C1, C3, …, uniform N, borderline N, and for tests also S1, \
         S2, rest, rest N, rest borderline"
    )]
    Unknown(String),
    /// Nothing in it.
    #[error("the set {0:?} has no position of {1}")]
    Empty(String, String),
}

/// The rows to train on and to test on.
pub(super) fn sets(data: &Dataset, run: &Run, seed: u64) -> Result<(Vec<u32>, Vec<u32>), SetError> {
    let rows = named(data, &run.train, seed, &[])?;
    let test = if run.test.is_empty() { Vec::new() } else { named(data, &run.test, seed, &rows)? };
    Ok((rows, test))
}

/// The rows of a set; `known` are those that `rest` leaves out.
pub(super) fn named(data: &Dataset, name: &str, seed: u64, known: &[u32]) -> Result<Vec<u32>, SetError> {
    let unknown = || SetError::Unknown(name.to_owned());
    let words: Vec<&str> = name.split_whitespace().collect();
    let number = |text: &str| text.parse::<usize>().map_err(|_| unknown());
    let rows = match words[..] {
        ["all" | "T3"] => data.rows(),
        ["T1" | "T2"] => sets::small_pair(data, seed).0,
        ["S1" | "S2"] => sets::small_pair(data, seed).1,
        ["T4"] => Subset::File(1).rows(data),
        ["T5"] => Subset::File(4).rows(data),
        ["uniform", n] => sets::uniform(data, number(n)?, seed),
        ["borderline", n] => sets::enriched(data, number(n)?, 0.5, seed),
        ["borderline"] => Subset::Borderline.rows(data),
        ["rest", ..] => {
            let mut free = vec![true; data.len()];
            known.iter().for_each(|&r| free[r as usize] = false);
            let edge = words.get(1) == Some(&"borderline");
            let fits = |r: &u32| free[*r as usize] && (!edge || data.is_borderline(*r));
            let rest: Vec<u32> = data.rows().into_iter().filter(fits).collect();
            match words.get(if edge { 2 } else { 1 }) {
                Some(n) => Rng::new(seed ^ 1).draw(&rest, number(n)?),
                None => rest,
            }
        }
        [closed] => {
            let (kind, rest) = closed.split_at_checked(1).ok_or_else(unknown)?;
            match kind {
                "F" => {
                    let file = ["a", "b", "c", "d"].iter().position(|f| *f == rest).ok_or_else(unknown)?;
                    Subset::File(file as u8 + 1).rows(data)
                }
                "P" => Subset::PawnFrom(rest.parse().map_err(|_| unknown())?).rows(data),
                // C_p holds wins only; what is not won is learned beside it, or there would be nothing to tell apart.
                "C" => {
                    let plies = rest.parse().map_err(|_| unknown())?;
                    let won = Subset::WonWithin(plies);
                    let fits = |r: &u32| data.results[*r as usize] != Wdl::Win || won.holds(data, *r);
                    data.rows().into_iter().filter(fits).collect()
                }
                _ => return Err(unknown()),
            }
        }
        _ => return Err(unknown()),
    };
    if rows.is_empty() && !name.starts_with("rest") {
        return Err(SetError::Empty(name.to_owned(), data.material.to_string()));
    }
    Ok(rows)
}

/// Numbers for a net: one row per position.
#[derive(Debug, Clone, PartialEq)]
pub struct Samples {
    /// Numbers going in, per position.
    pub width: usize,
    /// All of them.
    pub inputs: Vec<f32>,
    /// Numbers that should come out, per position.
    pub outputs: usize,
    /// All of them.
    pub targets: Vec<f32>,
}

/// The results that occur in an endgame, best first.
pub(super) fn classes(data: &Dataset) -> Vec<Wdl> {
    [Wdl::Win, Wdl::Draw, Wdl::Loss].into_iter().filter(|c| data.results.contains(c)).collect()
}

/// The paper's coding of a depth.
pub(super) fn depth_code(plies: u16) -> f32 {
    1.0 - (f32::from(plies) + 4.0).ln() / 4.0
}

/// The depth in plies that a code stands for.
pub(super) fn depth_of(code: f32) -> f32 {
    ((1.0 - code) * 4.0).exp() - 4.0
}

/// Plies to conversion of a position that White wins.
pub(super) fn won_in(data: &Dataset, row: u32) -> Option<u16> {
    match data.values[row as usize].dtc {
        Depth::Win(n) | Depth::Loss(n) if data.results[row as usize] == Wdl::Win => Some(n),
        _ => None,
    }
}

impl Samples {
    /// Lays out some rows.
    pub fn new(data: &Dataset, rows: &[u32], coding: Coding, outputs: usize, target: Target) -> Samples {
        let classes = classes(data);
        let width = data.features.iter().map(|f| coding.width(f)).sum();
        let mut inputs = Vec::with_capacity(width * rows.len());
        let mut targets = Vec::with_capacity(outputs * rows.len());
        for &row in rows {
            inputs.extend(coding.encode(&data.features, &data.values_of(row)));
            let result = data.results[row as usize];
            let depth = won_in(data, row).map_or(0.0, depth_code);
            let best = f32::from(result == classes[0]);
            match target {
                Target::Depth => targets.push(depth),
                Target::Both => targets.extend([best, depth]),
                Target::Value if classes.len() > 2 => {
                    targets.extend(classes.iter().map(|c| f32::from(result == *c)));
                }
                Target::Value if outputs == 2 => targets.extend([best, 1.0 - best]),
                Target::Value => targets.push(best),
            }
        }
        Samples { width, inputs, outputs, targets }
    }

    /// How many positions.
    pub fn rows(&self) -> usize {
        self.targets.len() / self.outputs
    }
}

/// Features that are not linear in those before them (and a constant), over all positions.
pub fn independent(data: &Dataset) -> Vec<usize> {
    let n = data.len();
    let mut basis: Vec<Vec<f64>> = vec![vec![1.0 / (n as f64).sqrt(); n]];
    let mut keep = Vec::new();
    let length = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    for (i, column) in data.columns.iter().enumerate() {
        let mut rest: Vec<f64> = column.iter().map(|&x| f64::from(x)).collect();
        let whole = length(&rest);
        // Twice, because once leaves rounding errors of the size of what is looked for.
        for _ in 0..2 {
            for b in &basis {
                let along: f64 = b.iter().zip(&rest).map(|(b, r)| b * r).sum();
                rest.iter_mut().zip(b).for_each(|(r, b)| *r -= along * b);
            }
        }
        let left = length(&rest);
        if left > 1e-9 * whole && left > 1e-9 {
            rest.iter_mut().for_each(|r| *r /= left);
            basis.push(rest);
            keep.push(i);
        }
    }
    keep
}
