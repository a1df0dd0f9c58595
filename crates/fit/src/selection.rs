//! Fitting which moves are commented on: logistic regression with a ridge, by Newton's method, and how well it does on games it has
//! not seen.

use philidor_tutor::select::{FEATURES, Model, Values};

use crate::regression::{rounded, sigmoid, solve};

/// One move of an annotated game.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Which game it is from: games are kept together when some are held out.
    pub game: usize,
    /// What is seen of it.
    pub values: Values,
    /// The annotator said something.
    pub commented: bool,
}

/// A model and how it does on held-out games.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// Fitted to everything.
    pub model: Model,
    /// Held-out probability of each example, by models that saw only the other games.
    pub held_out: Vec<f64>,
    /// Area under the curve of `held_out`.
    pub auc: f64,
}

/// Weight decay: one unit of standard deviation costs this much.
const RIDGE: f64 = 8.0;
/// Newton steps; it converges in fewer.
const STEPS: usize = 30;

/// Fits a model to all examples; its threshold chooses the share `density` of them.
pub fn fit(examples: &[Example], density: f64, provenance: String) -> Model {
    let refs: Vec<&Example> = examples.iter().collect();
    let (intercept, weights) = regress(&refs);
    let named = FEATURES.iter().zip(weights).map(|(&name, w)| (name.to_owned(), rounded(w)));
    let mut model =
        Model { provenance, threshold: 0.5, intercept: rounded(intercept), weights: named.collect() };
    let mut all: Vec<f64> = examples.iter().map(|e| model.probability(&e.values)).collect();
    all.sort_by(f64::total_cmp);
    let at = ((1.0 - density) * all.len() as f64) as usize;
    model.threshold = rounded(all.get(at).copied().unwrap_or(0.5));
    model
}

/// Fits to all games and measures by leaving each game out once.
pub fn cross_validate(examples: &[Example], density: f64, provenance: String) -> Fitted {
    let mut held_out = vec![0.0; examples.len()];
    let mut games: Vec<usize> = examples.iter().map(|e| e.game).collect();
    games.dedup();
    for game in games {
        let rest: Vec<&Example> = examples.iter().filter(|e| e.game != game).collect();
        let (intercept, weights) = regress(&rest);
        for (place, example) in held_out.iter_mut().zip(examples).filter(|(_, e)| e.game == game) {
            *place = sigmoid(intercept + dot(&weights, &example.values));
        }
    }
    let labels: Vec<bool> = examples.iter().map(|e| e.commented).collect();
    let auc = auc(&held_out, &labels);
    Fitted { model: fit(examples, density, provenance), held_out, auc }
}

/// The chance that a commented move is ranked above another; ties count half.
///
/// ```
/// use philidor_fit::selection::auc;
/// assert_eq!(auc(&[0.1, 0.9, 0.5], &[false, true, true]), 1.0);
/// assert_eq!(auc(&[0.5, 0.5], &[false, true]), 0.5);
/// ```
pub fn auc(scores: &[f64], labels: &[bool]) -> f64 {
    let mut order: Vec<usize> = (0..scores.len()).collect();
    order.sort_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    // Mean ranks, equal scores sharing theirs.
    let (mut at, mut rank_sum) = (0, 0.0);
    while at < order.len() {
        let end = (at..order.len()).find(|&j| scores[order[j]] != scores[order[at]]).unwrap_or(order.len());
        let mean_rank = (at + end + 1) as f64 / 2.0;
        rank_sum += mean_rank * order[at..end].iter().filter(|&&i| labels[i]).count() as f64;
        at = end;
    }
    let positive = labels.iter().filter(|&&l| l).count() as f64;
    let negative = labels.len() as f64 - positive;
    if positive == 0.0 || negative == 0.0 {
        return 0.5;
    }
    (rank_sum - positive * (positive + 1.0) / 2.0) / (positive * negative)
}

fn dot(weights: &[f64], values: &Values) -> f64 {
    weights.iter().zip(values).map(|(w, v)| w * v).sum()
}

/// Intercept and weights in the features' own units.
fn regress(examples: &[&Example]) -> (f64, Vec<f64>) {
    let n = FEATURES.len();
    let count = examples.len().max(1) as f64;
    // 1. Features to mean 0 and deviation 1, so that the ridge treats them alike.
    let mean: Vec<f64> = (0..n).map(|k| examples.iter().map(|e| e.values[k]).sum::<f64>() / count).collect();
    let scale: Vec<f64> = (0..n)
        .map(|k| {
            let var = examples.iter().map(|e| (e.values[k] - mean[k]).powi(2)).sum::<f64>() / count;
            if var > 1e-12 { var.sqrt() } else { 1.0 }
        })
        .collect();
    let rows: Vec<Vec<f64>> = examples
        .iter()
        .map(|e| std::iter::once(1.0).chain((0..n).map(|k| (e.values[k] - mean[k]) / scale[k])).collect())
        .collect();
    // 2. Newton's method; the intercept is not held back.
    let mut w = vec![0.0; n + 1];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> =
            w.iter().enumerate().map(|(k, w)| if k == 0 { 0.0 } else { -RIDGE * w }).collect();
        let mut hessian = vec![vec![0.0; n + 1]; n + 1];
        for (k, row) in hessian.iter_mut().enumerate() {
            row[k] = if k == 0 { 1e-9 } else { RIDGE };
        }
        for (row, example) in rows.iter().zip(examples) {
            let p = sigmoid(row.iter().zip(&w).map(|(x, w)| x * w).sum());
            let error = f64::from(u8::from(example.commented)) - p;
            for a in 0..=n {
                gradient[a] += error * row[a];
                for b in 0..=a {
                    hessian[a][b] += p * (1.0 - p) * row[a] * row[b];
                }
            }
        }
        let step = solve(hessian, gradient);
        w.iter_mut().zip(&step).for_each(|(w, s)| *w += s);
        if step.iter().all(|s| s.abs() < 1e-9) {
            break;
        }
    }
    // 3. Back to the features' own units.
    let weights: Vec<f64> = (0..n).map(|k| w[k + 1] / scale[k]).collect();
    let intercept = w[0] - weights.iter().zip(&mean).map(|(w, m)| w * m).sum::<f64>();
    (intercept, weights)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn examples() -> Vec<Example> {
        (0..400)
            .map(|i: usize| {
                let mut values = [0.0; FEATURES.len()];
                values[0] = (i % 7) as f64 / 7.0;
                values[4] = f64::from(u8::from(i.is_multiple_of(3)));
                // A noisy rule: the first feature, and a little of another.
                let noise = ((i * 7919) % 101) as f64 / 101.0;
                Example { game: i / 40, values, commented: values[0] + 0.3 * values[4] + noise > 1.2 }
            })
            .collect()
    }

    #[test]
    fn the_gradient_vanishes_at_the_fit() {
        let examples = examples();
        let refs: Vec<&Example> = examples.iter().collect();
        let (intercept, weights) = regress(&refs);
        let rest: f64 = examples
            .iter()
            .map(|e| f64::from(u8::from(e.commented)) - sigmoid(intercept + dot(&weights, &e.values)))
            .sum();
        assert!(rest.abs() < 1e-6, "{rest}");
    }

    #[test]
    fn what_matters_is_found_on_games_not_seen() {
        let fitted = cross_validate(&examples(), 0.2, "test".to_owned());
        assert!(fitted.auc > 0.8, "{}", fitted.auc);
        assert!(fitted.model.weights["loss"] > fitted.model.weights["capture"]);
        let text = toml::to_string(&fitted.model).unwrap();
        assert_eq!(Model::parse(&text).unwrap(), fitted.model);
    }
}
