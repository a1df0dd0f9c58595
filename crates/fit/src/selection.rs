//! Fitting which moves are commented on: logistic regression with a ridge, by Newton's method, and how well it does on games it has
//! not seen.

use philidor_tutor::select::{FEATURES, Model, Values};

use crate::regression::{rounded, sigmoid, solve};

/// One move of an annotated game.
#[derive(Debug, Clone, PartialEq)]
pub struct Example {
    /// Which game it is from: games are kept together when some are held out.
    pub game: usize,
    /// Who annotated it.
    pub annotator: usize,
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
    /// Who annotated, by models that saw only the others: the mean of the areas within each one's games.
    pub auc_unseen: f64,
    /// How many people annotated enough to be measured on.
    pub annotators: usize,
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
    // Many games are held out a few at a time.
    let fold = |e: &Example| e.game % FOLDS;
    let held_out = held_out(examples, &fold);
    let labels: Vec<bool> = examples.iter().map(|e| e.commented).collect();
    let auc = auc(&held_out, &labels);
    let unseen = self::held_out(examples, &|e| e.annotator);
    let (auc_unseen, annotators) = within(examples, &unseen);
    Fitted { model: fit(examples, density, provenance), held_out, auc, auc_unseen, annotators }
}

/// Groups of games, each held out once.
const FOLDS: usize = 20;

/// The groups there are, in order.
fn groups(examples: &[Example], group: &dyn Fn(&Example) -> usize) -> Vec<usize> {
    let mut all: Vec<usize> = examples.iter().map(group).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// The probability of each example by a model that saw only the other groups.
fn held_out(examples: &[Example], group: &dyn Fn(&Example) -> usize) -> Vec<f64> {
    let mut out = vec![0.0; examples.len()];
    for held in groups(examples, group) {
        let rest: Vec<&Example> = examples.iter().filter(|e| group(e) != held).collect();
        let (intercept, weights) = regress(&rest);
        for (place, example) in out.iter_mut().zip(examples).filter(|(_, e)| group(e) == held) {
            *place = sigmoid(intercept + dot(&weights, &example.values));
        }
    }
    out
}

/// The mean over annotators of the area under the curve within each one's games, and of how many: how densely somebody comments does not
/// matter. Those with few comments are left out.
pub fn within(examples: &[Example], scores: &[f64]) -> (f64, usize) {
    let mut areas = Vec::new();
    for annotator in groups(examples, &|e| e.annotator) {
        let own = || examples.iter().zip(scores).filter(|(e, _)| e.annotator == annotator);
        let labels: Vec<bool> = own().map(|(e, _)| e.commented).collect();
        let scores: Vec<f64> = own().map(|(_, &score)| score).collect();
        if labels.iter().filter(|&&l| l).count() >= FEW {
            areas.push(auc(&scores, &labels));
        }
    }
    (areas.iter().sum::<f64>() / areas.len().max(1) as f64, areas.len())
}

/// Comments by one annotator below which nothing is measured on them.
pub const FEW: usize = 40;

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

/// Intercept and weights in the features' own units. How densely somebody comments is his own: every annotator has an intercept, and the one
/// returned is their mean, by comments.
fn regress(examples: &[&Example]) -> (f64, Vec<f64>) {
    let n = FEATURES.len();
    let count = examples.len().max(1) as f64;
    let mut names: Vec<usize> = examples.iter().map(|e| e.annotator).collect();
    names.sort_unstable();
    names.dedup();
    // 1. Features to mean 0 and deviation 1, so that the ridge treats them alike.
    let mean: Vec<f64> = (0..n).map(|k| examples.iter().map(|e| e.values[k]).sum::<f64>() / count).collect();
    let scale: Vec<f64> = (0..n)
        .map(|k| {
            let var = examples.iter().map(|e| (e.values[k] - mean[k]).powi(2)).sum::<f64>() / count;
            if var > 1e-12 { var.sqrt() } else { 1.0 }
        })
        .collect();
    let rows: Vec<(Vec<f64>, usize)> = examples
        .iter()
        .map(|e| {
            let row = (0..n).map(|k| (e.values[k] - mean[k]) / scale[k]).collect();
            (row, n + names.binary_search(&e.annotator).unwrap_or(0))
        })
        .collect();
    // 2. Newton's method; intercepts are not held back.
    let size = n + names.len();
    let ridge = |k: usize| if k < n { RIDGE } else { 1e-9 };
    let mut w = vec![0.0; size];
    for _ in 0..STEPS {
        let mut gradient: Vec<f64> = w.iter().enumerate().map(|(k, w)| -ridge(k) * w).collect();
        let mut hessian = vec![vec![0.0; size]; size];
        for (k, row) in hessian.iter_mut().enumerate() {
            row[k] = ridge(k);
        }
        for ((row, own), example) in rows.iter().zip(examples) {
            let p = sigmoid(w[*own] + row.iter().zip(&w).map(|(x, w)| x * w).sum::<f64>());
            let error = f64::from(u8::from(example.commented)) - p;
            let slope = p * (1.0 - p);
            for a in 0..n {
                gradient[a] += error * row[a];
                for b in 0..=a {
                    hessian[a][b] += slope * row[a] * row[b];
                }
                hessian[*own][a] += slope * row[a];
            }
            gradient[*own] += error;
            hessian[*own][*own] += slope;
        }
        let step = solve(hessian, gradient);
        w.iter_mut().zip(&step).for_each(|(w, s)| *w += s);
        if step.iter().all(|s| s.abs() < 1e-9) {
            break;
        }
    }
    // 3. Back to the features' own units.
    let weights: Vec<f64> = (0..n).map(|k| w[k] / scale[k]).collect();
    let said =
        |own: usize| rows.iter().zip(examples).filter(|((_, o), e)| *o == own && e.commented).count() as f64;
    let comments: Vec<f64> = (n..size).map(said).collect();
    let base =
        (n..size).zip(&comments).map(|(k, c)| w[k] * c).sum::<f64>() / comments.iter().sum::<f64>().max(1.0);
    let intercept = base - weights.iter().zip(&mean).map(|(w, m)| w * m).sum::<f64>();
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
                Example {
                    game: i / 40,
                    annotator: 0,
                    values,
                    commented: values[0] + 0.3 * values[4] + noise > 1.2,
                }
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
    fn who_comments_densely_is_told_from_what_is_commented_on() {
        // The second annotator comments on everything that the first one passes over, and a little more often where it matters.
        let mut all = examples();
        let dense: Vec<Example> = examples()
            .into_iter()
            .map(|e| Example {
                game: e.game + 10,
                annotator: 1,
                commented: e.commented || e.values[0] < 0.3,
                ..e
            })
            .collect();
        all.extend(dense);
        let scores: Vec<f64> = all.iter().map(|e| e.values[0]).collect();
        let ((first, one), (both, two)) = (within(&all[..400], &scores[..400]), within(&all, &scores));
        assert!(first > both, "{first} {both}");
        assert_eq!((one, two), (1, 2));
        let fitted = cross_validate(&all, 0.2, "test".to_owned());
        assert_eq!(fitted.annotators, 2);
        assert!((0.0..=1.0).contains(&fitted.auc_unseen), "{}", fitted.auc_unseen);
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
