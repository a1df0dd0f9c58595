//! Fitting what is worth saying: for each concept a logistic model that begins at its share of all comments and leans away only as
//! far as the evidence goes.

use philidor_tutor::{
    concept::CONCEPTS,
    relevance::{Moment, Relevance, SIGNS, Weights, sign_names},
};

use crate::regression::{rounded, sigmoid, solve};

/// A master's comment and what could have been claimed at the same move.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Comment {
    /// Which game it is from.
    pub(crate) game: usize,
    /// The moment.
    pub(crate) moment: Moment,
    /// See [`philidor_tutor::relevance::claimed`].
    pub(crate) claimed: Vec<(&'static str, f64)>,
    /// What the master mentions.
    pub(crate) mentioned: Vec<String>,
}

/// Weight decay for a sign of deviation 1: how much evidence it takes to leave the prior.
const RIDGE: f64 = 30.0;
/// The same for the sign that is always there.
const CONSTANT_RIDGE: f64 = 10.0;
/// The threshold of a model that has none of its own.
const THRESHOLD: f64 = 0.2;
/// Newton steps; it converges in fewer.
const STEPS: usize = 30;

/// Fits a model for every concept.
pub(crate) fn fit(comments: &[&Comment], provenance: String) -> Relevance {
    let models = CONCEPTS.iter().map(|&concept| {
        let mentions = |comment: &Comment| comment.mentioned.iter().any(|name| name == concept);
        let share = comments.iter().filter(|c| mentions(c)).count() as f64 + 0.5;
        let prior = (share / (comments.len() as f64 + 1.0 - share)).ln();
        let rows: Vec<([f64; SIGNS], bool)> = comments
            .iter()
            .filter_map(|comment| {
                let &(_, worth) = comment.claimed.iter().find(|(name, _)| *name == concept)?;
                Some((comment.moment.signs(worth), mentions(comment)))
            })
            .collect();
        let weights = sign_names().zip(lean(prior, &rows)).map(|(sign, w)| (sign.to_owned(), rounded(w)));
        (concept.to_owned(), Weights { prior: rounded(prior), weights: weights.collect() })
    });
    Relevance { provenance, threshold: THRESHOLD, concepts: models.collect() }
}

/// How the odds lean away from the prior, by Newton's method.
fn lean(prior: f64, rows: &[([f64; SIGNS], bool)]) -> Vec<f64> {
    let n = SIGNS;
    let ridge: Vec<f64> = (0..n).map(|k| ridge_of(rows, k)).collect();
    let mut w = vec![0.0; n];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = w.iter().zip(&ridge).map(|(w, r)| -r * w).collect();
        let mut hessian = vec![vec![0.0; n]; n];
        hessian.iter_mut().enumerate().for_each(|(k, row)| row[k] = ridge[k]);
        for (signs, mentioned) in rows {
            let p = sigmoid(prior + signs.iter().zip(&w).map(|(x, w)| x * w).sum::<f64>());
            let error = f64::from(u8::from(*mentioned)) - p;
            for a in 0..n {
                gradient[a] += error * signs[a];
                for b in 0..=a {
                    hessian[a][b] += p * (1.0 - p) * signs[a] * signs[b];
                }
            }
        }
        let step = solve(hessian, gradient);
        w.iter_mut().zip(&step).for_each(|(w, s)| *w += s);
        if step.iter().all(|s| s.abs() < 1e-9) {
            break;
        }
    }
    w
}

/// The decay of a sign by how much it varies, so that its unit does not matter.
fn ridge_of(rows: &[([f64; SIGNS], bool)], k: usize) -> f64 {
    let count = rows.len().max(1) as f64;
    let mean = rows.iter().map(|(signs, _)| signs[k]).sum::<f64>() / count;
    let variance = rows.iter().map(|(signs, _)| (signs[k] - mean).powi(2)).sum::<f64>() / count;
    if k == 0 { CONSTANT_RIDGE } else { RIDGE * variance.max(0.01) }
}

#[cfg(test)]
mod tests {
    use philidor_tutor::{judge::Phase, select::FEATURES};

    use super::*;

    fn moment(phase: Phase) -> Moment {
        Moment { phase, error: false, best: true, values: [0.0; FEATURES.len()] }
    }

    fn comments() -> Vec<Comment> {
        // Development is spoken of in the opening only, plans everywhere every other time.
        (0..1000)
            .map(|i: usize| {
                let phase = if i.is_multiple_of(4) { Phase::Opening } else { Phase::Middlegame };
                let mut mentioned = Vec::new();
                if phase == Phase::Opening {
                    mentioned.push("development".to_owned());
                }
                if i % 2 == 1 {
                    mentioned.push("plan".to_owned());
                }
                let claimed = vec![("development", 20.0), ("plan", 30.0)];
                Comment { game: i / 20, moment: moment(phase), claimed, mentioned }
            })
            .collect()
    }

    #[test]
    fn it_learns_when_a_concept_is_spoken_of_and_keeps_the_prior_elsewhere() {
        let comments = comments();
        let models = fit(&comments.iter().collect::<Vec<_>>(), String::new());
        let chance = |name: &str, phase: Phase| models.probability(name, &moment(phase), 25.0);
        assert!(chance("development", Phase::Opening) > 0.75);
        assert!(chance("development", Phase::Middlegame) < 0.1);
        assert!((chance("plan", Phase::Middlegame) - 0.6).abs() < 0.15);
        // Never claimed: the share alone.
        assert!(chance("mate", Phase::Middlegame) < 0.01);
        let text = toml::to_string(&models).unwrap();
        assert_eq!(Relevance::parse(&text).unwrap(), models);
    }
}
