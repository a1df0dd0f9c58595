//! Decision trees over thresholds of features.

use std::fmt::Write;

use philidor_truth::Wdl;

use super::Classifier;
use crate::characterise::{Dataset, Feature};

/// A node and all below it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Node {
    /// The answer.
    Leaf(Wdl),
    /// A question.
    Split {
        /// Which feature, by its place in the dataset.
        feature: u16,
        /// The least value that goes to `high`.
        at: i8,
        /// Where smaller values go.
        low: Box<Node>,
        /// Where this value and larger ones go.
        high: Box<Node>,
    },
}

impl Node {
    /// A question with its two branches.
    pub fn split(feature: usize, at: i8, low: Node, high: Node) -> Node {
        Node::Split { feature: feature as u16, at, low: Box::new(low), high: Box::new(high) }
    }

    /// How many answers are below.
    pub fn leaves(&self) -> usize {
        match self {
            Node::Leaf(_) => 1,
            Node::Split { low, high, .. } => low.leaves() + high.leaves(),
        }
    }

    /// The longest chain of questions.
    pub fn depth(&self) -> usize {
        match self {
            Node::Leaf(_) => 0,
            Node::Split { low, high, .. } => 1 + low.depth().max(high.depth()),
        }
    }

    /// Calls back for every question below and at this node.
    pub fn each_split(&self, each: &mut impl FnMut(usize, i8)) {
        if let Node::Split { feature, at, low, high } = self {
            each(*feature as usize, *at);
            low.each_split(each);
            high.each_split(each);
        }
    }
}

/// A decision tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tree {
    /// Where it starts.
    pub root: Node,
    /// How many different questions (feature and threshold) it could have asked anywhere.
    pub questions: usize,
}

impl Tree {
    /// A tree over the features of a dataset.
    pub fn new(root: Node, data: &Dataset) -> Tree {
        Tree { root, questions: data.features.iter().map(|f| f.values() - 1).sum() }
    }

    /// How many answers it has.
    pub fn leaves(&self) -> usize {
        self.root.leaves()
    }

    /// The answer for a row of a dataset.
    pub fn answer(&self, data: &Dataset, row: u32) -> Wdl {
        self.walk(|feature| data.columns[feature][row as usize])
    }

    fn walk(&self, value: impl Fn(usize) -> i8) -> Wdl {
        let mut node = &self.root;
        loop {
            match node {
                Node::Leaf(result) => return *result,
                Node::Split { feature, at, low, high } => {
                    node = if value(*feature as usize) < *at { low } else { high };
                }
            }
        }
    }
}

impl Classifier for Tree {
    fn predict(&self, values: &[i8]) -> Wdl {
        self.walk(|feature| values[feature])
    }

    /// A question costs log2 of all questions and one bit, an answer two: the simple measure, for comparison with other
    /// trees. [`super::code`] does better.
    fn size_bits(&self) -> f64 {
        let leaves = self.leaves() as f64;
        (leaves - 1.0) * ((self.questions.max(1) as f64).log2() + 1.0) + leaves * 2.0
    }

    fn parts(&self) -> usize {
        self.leaves()
    }

    fn text(&self, features: &[Feature]) -> String {
        fn write(node: &Node, features: &[Feature], depth: usize, out: &mut String) {
            let pad = "  ".repeat(depth);
            match node {
                Node::Leaf(result) => {
                    let _ = writeln!(out, "{pad}{result}");
                }
                Node::Split { feature, at, low, high } => {
                    let name = &features[*feature as usize].name;
                    let _ = writeln!(out, "{pad}if {name} < {at}");
                    write(low, features, depth + 1, out);
                    let _ = writeln!(out, "{pad}else");
                    write(high, features, depth + 1, out);
                }
            }
        }
        let mut out = String::new();
        write(&self.root, features, 0, &mut out);
        out
    }
}
