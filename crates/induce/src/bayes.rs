//! Statistical classifiers: naive Bayes, class-conditional normal distributions and logistic regression, the three that
//! Buro compared for combining features (Statistical feature combination for the evaluation of game positions, 1995).

use std::fmt::Write;

use philidor_truth::Wdl;

use super::{
    Classifier, Learner,
    split::{CLASSES, class_of, result_of},
};
use crate::characterise::{Dataset, Feature};

/// Which statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BayesLearner {
    /// Features taken as independent, each value counted.
    Naive,
    /// One normal distribution per result, with a common covariance (Fisher's discriminant).
    Fisher,
    /// One normal distribution per result, each with its own covariance.
    Quadratic,
    /// Logistic regression.
    Logistic,
}

impl BayesLearner {
    /// All of them.
    pub const ALL: [BayesLearner; 4] =
        [BayesLearner::Naive, BayesLearner::Fisher, BayesLearner::Quadratic, BayesLearner::Logistic];
}

impl Learner for BayesLearner {
    fn name(&self) -> String {
        match self {
            BayesLearner::Naive => "naive Bayes".into(),
            BayesLearner::Fisher => "normal, common covariance".into(),
            BayesLearner::Quadratic => "normal, own covariances".into(),
            BayesLearner::Logistic => "logistic".into(),
        }
    }

    fn fit(&self, data: &Dataset, rows: &[u32], _: u64) -> Box<dyn Classifier> {
        match self {
            BayesLearner::Naive => Box::new(naive(data, rows)),
            BayesLearner::Fisher => Box::new(normal(data, rows, true)),
            BayesLearner::Quadratic => Box::new(normal(data, rows, false)),
            BayesLearner::Logistic => Box::new(logistic(data, rows)),
        }
    }
}

fn best(scores: [f64; CLASSES]) -> Wdl {
    let class = (0..CLASSES).max_by(|&a, &b| scores[a].total_cmp(&scores[b])).unwrap_or(0);
    result_of(class)
}

/// Rows of each class.
fn by_class(data: &Dataset, rows: &[u32]) -> [Vec<u32>; CLASSES] {
    let mut out = [const { Vec::new() }; CLASSES];
    for &row in rows {
        out[class_of(data.results[row as usize]) as usize].push(row);
    }
    out
}

/// log P(class), and log P(value | class) for every feature and value.
struct Naive {
    prior: [f64; CLASSES],
    /// By feature: its least value, then the three logarithms per value.
    tables: Vec<(i8, Vec<[f64; CLASSES]>)>,
}

fn naive(data: &Dataset, rows: &[u32]) -> Naive {
    let classes = by_class(data, rows);
    let prior = prior(&classes);
    let tables = data.features.iter().zip(&data.columns).map(|(feature, column)| {
        let least = feature.range.0;
        let mut counts = vec![[1.0; CLASSES]; feature.values()];
        for (class, rows) in classes.iter().enumerate() {
            for &row in rows {
                counts[(i32::from(column[row as usize]) - i32::from(least)) as usize][class] += 1.0;
            }
        }
        for class in 0..CLASSES {
            let sum: f64 = counts.iter().map(|c| c[class]).sum();
            for c in &mut counts {
                c[class] = (c[class] / sum).ln();
            }
        }
        (least, counts)
    });
    Naive { prior, tables: tables.collect() }
}

fn prior(classes: &[Vec<u32>; CLASSES]) -> [f64; CLASSES] {
    let all: usize = classes.iter().map(Vec::len).sum();
    [0, 1, 2].map(|c| (classes[c].len() as f64 / all as f64).ln())
}

impl Naive {
    /// Scores of the three results; the largest wins.
    fn scores(&self, values: &[i8]) -> [f64; CLASSES] {
        let mut scores = self.prior;
        for ((least, table), &value) in self.tables.iter().zip(values) {
            let row = &table[(i32::from(value) - i32::from(*least)) as usize];
            for c in 0..CLASSES {
                scores[c] += row[c];
            }
        }
        scores
    }
}

impl Classifier for Naive {
    fn predict(&self, values: &[i8]) -> Wdl {
        best(self.scores(values))
    }

    fn size_bits(&self) -> f64 {
        self.parts() as f64 * 32.0
    }

    fn parts(&self) -> usize {
        self.tables.iter().map(|t| t.1.len()).sum::<usize>()
            * self.prior.iter().filter(|p| p.is_finite()).count()
    }

    fn text(&self, features: &[Feature]) -> String {
        let mut out = String::from("log odds of a win against a draw, by value\n");
        for (feature, (least, table)) in features.iter().zip(&self.tables) {
            let _ = write!(out, "{:>16}", feature.name);
            for (i, row) in table.iter().enumerate() {
                let _ = write!(out, "  {}: {:+.2}", i32::from(*least) + i as i32, row[2] - row[1]);
            }
            out.push('\n');
        }
        out
    }
}

/// Features that change on the rows, brought to mean 0 and deviation 1.
struct Scaled {
    features: Vec<usize>,
    mean: Vec<f64>,
    scale: Vec<f64>,
}

impl Scaled {
    fn new(data: &Dataset, rows: &[u32]) -> Scaled {
        let mut scaled = Scaled { features: Vec::new(), mean: Vec::new(), scale: Vec::new() };
        for (i, column) in data.columns.iter().enumerate() {
            let n = rows.len() as f64;
            let mean = rows.iter().map(|&r| f64::from(column[r as usize])).sum::<f64>() / n;
            let square =
                rows.iter().map(|&r| (f64::from(column[r as usize]) - mean).powi(2)).sum::<f64>() / n;
            if square > 0.0 {
                scaled.features.push(i);
                scaled.mean.push(mean);
                scaled.scale.push(1.0 / square.sqrt());
            }
        }
        scaled
    }

    fn of(&self, value: impl Fn(usize) -> i8, out: &mut Vec<f64>) {
        out.clear();
        let moved = self.features.iter().zip(&self.mean).zip(&self.scale);
        out.extend(moved.map(|((&f, mean), scale)| (f64::from(value(f)) - mean) * scale));
    }
}

/// A symmetric positive matrix as the product of a lower triangle with its transpose.
struct Cholesky {
    size: usize,
    lower: Vec<f64>,
}

impl Cholesky {
    /// `None` if the matrix is not positive.
    fn new(size: usize, matrix: &[f64]) -> Option<Cholesky> {
        let mut lower = matrix.to_vec();
        for j in 0..size {
            for i in j..size {
                let (a, b) = (&lower[i * size..i * size + j], &lower[j * size..j * size + j]);
                let dot: f64 = a.iter().zip(b).map(|(x, y)| x * y).sum();
                let rest = lower[i * size + j] - dot;
                if i == j {
                    if rest <= 0.0 {
                        return None;
                    }
                    lower[i * size + j] = rest.sqrt();
                } else {
                    lower[i * size + j] = rest / lower[j * size + j];
                }
            }
        }
        Some(Cholesky { size, lower })
    }

    /// Solves the lower triangle.
    fn forward(&self, right: &[f64]) -> Vec<f64> {
        let mut x = right.to_vec();
        for i in 0..self.size {
            let row = &self.lower[i * self.size..];
            let dot: f64 = row[..i].iter().zip(&x).map(|(a, b)| a * b).sum();
            x[i] = (x[i] - dot) / row[i];
        }
        x
    }

    /// Solves the whole.
    fn solve(&self, right: &[f64]) -> Vec<f64> {
        let mut x = self.forward(right);
        for i in (0..self.size).rev() {
            let dot: f64 = (i + 1..self.size).map(|k| self.lower[k * self.size + i] * x[k]).sum();
            x[i] = (x[i] - dot) / self.lower[i * self.size + i];
        }
        x
    }

    fn log_determinant(&self) -> f64 {
        2.0 * (0..self.size).map(|i| self.lower[i * self.size + i].ln()).sum::<f64>()
    }
}

/// One normal distribution per class.
struct Normal {
    scaled: Scaled,
    prior: [f64; CLASSES],
    mean: [Vec<f64>; CLASSES],
    /// One for all or one each; `None` for a class without rows.
    shape: [Option<std::sync::Arc<Cholesky>>; CLASSES],
    common: bool,
}

/// What keeps covariances of dependent features invertible.
const RIDGE: f64 = 0.05;

fn normal(data: &Dataset, rows: &[u32], common: bool) -> Normal {
    let scaled = Scaled::new(data, rows);
    let size = scaled.features.len();
    let classes = by_class(data, rows);
    let mut x = Vec::new();
    let mut mean = [const { Vec::new() }; CLASSES];
    let mut spread: [Vec<f64>; CLASSES] = [0; CLASSES].map(|_| vec![0.0; size * size]);
    for class in 0..CLASSES {
        mean[class] = vec![0.0; size];
        for &row in &classes[class] {
            scaled.of(|f| data.columns[f][row as usize], &mut x);
            mean[class].iter_mut().zip(&x).for_each(|(m, v)| *m += v / classes[class].len() as f64);
        }
        for &row in &classes[class] {
            scaled.of(|f| data.columns[f][row as usize], &mut x);
            x.iter_mut().zip(&mean[class]).for_each(|(v, m)| *v -= m);
            for i in 0..size {
                let (to, v) = (&mut spread[class][i * size..i * size + i + 1], x[i]);
                to.iter_mut().zip(&x).for_each(|(s, w)| *s += v * w);
            }
        }
    }
    let invert = |sum: &[f64], n: usize| {
        let mut matrix = vec![0.0; size * size];
        for i in 0..size {
            for j in 0..=i {
                let s = sum[i * size + j] / n as f64 + if i == j { RIDGE } else { 0.0 };
                (matrix[i * size + j], matrix[j * size + i]) = (s, s);
            }
        }
        Cholesky::new(size, &matrix).map(std::sync::Arc::new)
    };
    let shape = if common {
        let sum: Vec<f64> = (0..size * size).map(|i| spread.iter().map(|s| s[i]).sum()).collect();
        let one = invert(&sum, rows.len().max(1));
        [0, 1, 2].map(|c: usize| one.clone().filter(|_| !classes[c].is_empty()))
    } else {
        [0, 1, 2]
            .map(|c: usize| invert(&spread[c], classes[c].len().max(1)).filter(|_| !classes[c].is_empty()))
    };
    Normal { scaled, prior: prior(&classes), mean, shape, common }
}

impl Normal {
    /// Scores of the three results; the largest wins.
    fn scores(&self, values: &[i8]) -> [f64; CLASSES] {
        let mut x = Vec::new();
        self.scaled.of(|f| values[f], &mut x);
        [0, 1, 2].map(|c: usize| {
            let Some(shape) = &self.shape[c] else { return f64::NEG_INFINITY };
            let off: Vec<f64> = x.iter().zip(&self.mean[c]).map(|(v, m)| v - m).collect();
            let distance: f64 = shape.forward(&off).iter().map(|v| v * v).sum();
            self.prior[c] - 0.5 * (distance + shape.log_determinant())
        })
    }
}

impl Classifier for Normal {
    fn predict(&self, values: &[i8]) -> Wdl {
        best(self.scores(values))
    }

    fn size_bits(&self) -> f64 {
        self.parts() as f64 * 32.0
    }

    fn parts(&self) -> usize {
        let (size, classes) = (self.scaled.features.len(), self.shape.iter().flatten().count());
        if self.common { (size + 1) * (classes - 1) } else { classes * (size * (size + 1) / 2 + size + 1) }
    }

    fn text(&self, features: &[Feature]) -> String {
        let mut out = String::from("means by result, in deviations from the common mean: draw, win\n");
        for (i, &f) in self.scaled.features.iter().enumerate() {
            let _ =
                writeln!(out, "{:>16}  {:+.3}  {:+.3}", features[f].name, self.mean[1][i], self.mean[2][i]);
        }
        out
    }
}

/// One linear score per class against the rest.
struct Logistic {
    scaled: Scaled,
    /// Bias first; empty for a class without rows.
    weights: [Vec<f64>; CLASSES],
}

/// Pull of the weights towards zero, per row.
const PULL: f64 = 1e-3;

fn logistic(data: &Dataset, rows: &[u32]) -> Logistic {
    let scaled = Scaled::new(data, rows);
    let size = scaled.features.len() + 1;
    let mut x = Vec::new();
    let inputs: Vec<Vec<f64>> = rows
        .iter()
        .map(|&row| {
            scaled.of(|f| data.columns[f][row as usize], &mut x);
            std::iter::once(1.0).chain(x.iter().copied()).collect()
        })
        .collect();
    let present = by_class(data, rows).map(|r| !r.is_empty());
    let weights = [0u8, 1, 2].map(|class| {
        if !present[class as usize] {
            return Vec::new();
        }
        let target: Vec<f64> =
            rows.iter().map(|&r| f64::from(u8::from(class_of(data.results[r as usize]) == class))).collect();
        newton(&inputs, &target, size)
    });
    Logistic { scaled, weights }
}

/// Newton's method on the penalised likelihood.
fn newton(inputs: &[Vec<f64>], target: &[f64], size: usize) -> Vec<f64> {
    let pull = PULL * inputs.len() as f64 + 1e-6;
    let mut weights = vec![0.0; size];
    for _ in 0..12 {
        let mut gradient: Vec<f64> = weights.iter().map(|w| -pull * w).collect();
        let mut curve = vec![0.0; size * size];
        for (x, t) in inputs.iter().zip(target) {
            let z: f64 = x.iter().zip(&weights).map(|(a, b)| a * b).sum();
            let p = 1.0 / (1.0 + (-z).exp());
            gradient.iter_mut().zip(x).for_each(|(g, v)| *g += (t - p) * v);
            let s = p * (1.0 - p);
            if s > 1e-9 {
                for i in 0..size {
                    let v = s * x[i];
                    curve[i * size..i * size + i + 1].iter_mut().zip(x).for_each(|(c, w)| *c += v * w);
                }
            }
        }
        for i in 0..size {
            curve[i * size + i] += pull;
            for j in 0..i {
                curve[j * size + i] = curve[i * size + j];
            }
        }
        let Some(factor) = Cholesky::new(size, &curve) else { break };
        let step = factor.solve(&gradient);
        let longest = step.iter().fold(0.0, |m: f64, s| m.max(s.abs()));
        // Long steps overshoot where classes part cleanly.
        let scale = if longest > 4.0 { 4.0 / longest } else { 1.0 };
        weights.iter_mut().zip(&step).for_each(|(w, s)| *w += scale * s);
        if longest < 1e-4 {
            break;
        }
    }
    weights
}

impl Logistic {
    /// Scores of the three results; the largest wins.
    fn scores(&self, values: &[i8]) -> [f64; CLASSES] {
        let mut x = Vec::new();
        self.scaled.of(|f| values[f], &mut x);
        [0, 1, 2].map(|c: usize| match self.weights[c].split_first() {
            None => f64::NEG_INFINITY,
            Some((bias, weights)) => bias + weights.iter().zip(&x).map(|(a, b)| a * b).sum::<f64>(),
        })
    }
}

impl Classifier for Logistic {
    fn predict(&self, values: &[i8]) -> Wdl {
        best(self.scores(values))
    }

    fn size_bits(&self) -> f64 {
        self.parts() as f64 * 32.0
    }

    /// Two classes need one score, three need three.
    fn parts(&self) -> usize {
        let classes = self.weights.iter().filter(|w| !w.is_empty()).count();
        (self.scaled.features.len() + 1) * if classes > 2 { 3 } else { 1 }
    }

    fn text(&self, features: &[Feature]) -> String {
        let mut out = String::from("weights for a win, per deviation of the feature\n");
        for (i, &f) in self.scaled.features.iter().enumerate() {
            let _ =
                writeln!(out, "{:>16}  {:+.3}", features[f].name, self.weights[2].get(i + 1).unwrap_or(&0.0));
        }
        out
    }
}
