//! Growing a tree by entropy, and pruning it by what it gets wrong on rows set aside.

use philidor_stats::Rng;
use philidor_truth::Wdl;

use super::{
    Classifier, Learner, Node, Tree,
    split::{CLASSES, Candidate, Sample, class_of, is_pure, majority, result_of},
};
use crate::characterise::{Dataset, Feature};

/// Grows a tree that is right on all rows it can tell apart: always the question that removes most entropy.
pub fn grow(data: &Dataset, rows: &[u32]) -> Tree {
    let sample = Sample::new(data);
    let features: Vec<usize> = (0..data.columns.len()).collect();
    Tree::new(grow_node(&sample, &mut || features.clone(), &mut rows.to_vec()), data)
}

/// `features` says which may be asked at a node.
fn grow_node(sample: &Sample<'_>, features: &mut impl FnMut() -> Vec<usize>, rows: &mut [u32]) -> Node {
    let all = sample.count(rows);
    if is_pure(&all) {
        return Node::Leaf(result_of(majority(&all)));
    }
    let mut best: Option<Candidate> = None;
    for feature in features() {
        sample.questions(rows, &all, feature, |c| {
            if best.is_none_or(|b| c.gain > b.gain) {
                best = Some(c);
            }
        });
    }
    let Some(best) = best else { return Node::Leaf(result_of(majority(&all))) };
    let middle = sample.divide(rows, best.feature, best.at);
    let (low, high) = rows.split_at_mut(middle);
    let (low, high) = (grow_node(sample, features, low), grow_node(sample, features, high));
    Node::split(best.feature, best.at, low, high)
}

/// Replaces every subtree that a single answer beats or equals on the rows set aside.
fn prune(sample: &Sample<'_>, node: Node, trained: &mut [u32], aside: &mut [u32]) -> (Node, usize) {
    let answer = majority(&sample.count(trained));
    let wrong = |class: usize, rows: &[u32]| {
        rows.iter().filter(|&&r| sample.class[r as usize] != class as u8).count()
    };
    let alone = wrong(answer, aside);
    let Node::Split { feature, at, low, high } = node else {
        return (node, alone);
    };
    let (feature, middle) = (feature as usize, sample.divide(trained, feature as usize, at));
    let (left, right) = trained.split_at_mut(middle);
    let middle = sample.divide(aside, feature, at);
    let (aside_left, aside_right) = aside.split_at_mut(middle);
    let (low, low_wrong) = prune(sample, *low, left, aside_left);
    let (high, high_wrong) = prune(sample, *high, right, aside_right);
    if alone <= low_wrong + high_wrong {
        (Node::Leaf(result_of(answer)), alone)
    } else {
        (Node::split(feature, at, low, high), low_wrong + high_wrong)
    }
}

/// Learns entropy trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TreeLearner {
    /// Sets a quarter of the rows aside and prunes by them.
    pub pruned: bool,
}

impl Learner for TreeLearner {
    fn name(&self) -> String {
        if self.pruned { "tree, pruned".into() } else { "tree".into() }
    }

    fn fit(&self, data: &Dataset, rows: &[u32], seed: u64) -> Box<dyn Classifier> {
        if !self.pruned {
            return Box::new(grow(data, rows));
        }
        let mut trained = Rng::new(seed).draw(rows, rows.len());
        let mut aside = trained.split_off(rows.len() - rows.len() / 4);
        let tree = grow(data, &trained);
        let (root, _) = prune(&Sample::new(data), tree.root, &mut trained, &mut aside);
        Box::new(Tree { root, ..tree })
    }
}

/// Learns many trees, each from rows drawn with replacement and with chance in the features it may ask; they vote.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForestLearner {
    /// How many trees.
    pub trees: usize,
}

impl Default for ForestLearner {
    fn default() -> ForestLearner {
        ForestLearner { trees: 50 }
    }
}

impl Learner for ForestLearner {
    fn name(&self) -> String {
        format!("forest of {} trees", self.trees)
    }

    fn fit(&self, data: &Dataset, rows: &[u32], seed: u64) -> Box<dyn Classifier> {
        let sample = Sample::new(data);
        let all: Vec<usize> = (0..data.columns.len()).collect();
        // A third of the features at each node: many of ours say nearly the same.
        let asked = all.len().div_ceil(3);
        let mut rng = Rng::new(seed);
        let trees = (0..self.trees).map(|_| {
            let mut drawn: Vec<u32> = rows.iter().map(|_| rows[rng.below(rows.len())]).collect();
            let root = grow_node(&sample, &mut || rng.draw(&all, asked), &mut drawn);
            Tree::new(root, data)
        });
        Box::new(Forest(trees.collect()))
    }
}

/// Trees that vote.
struct Forest(Vec<Tree>);

impl Classifier for Forest {
    fn predict(&self, values: &[i8]) -> Wdl {
        let mut votes = [0; CLASSES];
        for tree in &self.0 {
            votes[class_of(tree.predict(values)) as usize] += 1;
        }
        result_of(majority(&votes))
    }

    fn size_bits(&self) -> f64 {
        self.0.iter().map(Tree::size_bits).sum()
    }

    fn parts(&self) -> usize {
        self.0.iter().map(Tree::leaves).sum()
    }

    fn text(&self, features: &[Feature]) -> String {
        let each =
            self.0.iter().enumerate().map(|(i, tree)| format!("tree {}\n{}", i + 1, tree.text(features)));
        each.collect()
    }
}
