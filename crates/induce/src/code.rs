//! A tree in as few bits as we can.
//!
//! The reader of the code has the features and may enumerate the legal positions of the endgame: both are program, not
//! data. So at each node the reader knows which positions arrive there, and the writer need not say what follows from that:
//!
//! 1. question or answer: one adaptive bit, learned separately for nodes of different size (one position: always an answer);
//! 2. a question's feature: an adaptive choice among those that differ on the positions of the node;
//! 3. its threshold: one of those that divide these positions, all alike;
//! 4. an answer: an adaptive choice; two answers under one question differ, so the second costs nothing.
//!
//! An arithmetic coder turns the choices into bits. Adaptive means that counts start equal and grow with use, so no
//! statistics are stored.

mod arithmetic;

use philidor_chess::{
    Material,
    shakmaty::{Color, Role},
};
use philidor_truth::Wdl;

use super::{
    Node, Tree,
    search::Plan,
    split::{Sample, result_of},
};
use crate::characterise::{Dataset, Slot};
use arithmetic::{Reader, Writer};

/// Most features a dataset may have for this code.
const FEATURES: usize = 256;

/// What reader and writer know of a node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Known {
    rows: u32,
    /// Features that differ on the rows.
    live: [u64; FEATURES / 64],
}

impl Known {
    pub(crate) fn of(data: &Dataset, rows: &[u32]) -> Known {
        let mut live = [0; FEATURES / 64];
        for (i, column) in data.columns.iter().enumerate() {
            let first = column[rows[0] as usize];
            if rows.iter().any(|&r| column[r as usize] != first) {
                live[i / 64] |= 1 << (i % 64);
            }
        }
        Known { rows: rows.len() as u32, live }
    }

    fn is_live(&self, feature: usize) -> bool {
        self.live[feature / 64] >> (feature % 64) & 1 == 1
    }

    fn must_answer(&self) -> bool {
        self.live.iter().all(|&w| w == 0)
    }
}

/// Where a choice goes or comes from. A port that reads ignores what it is given and returns what it read.
trait Port {
    fn choose(&mut self, weights: &[u32], actual: usize) -> usize;
}

impl Port for Writer {
    fn choose(&mut self, weights: &[u32], actual: usize) -> usize {
        self.put(weights, actual);
        actual
    }
}

impl Port for Reader<'_> {
    fn choose(&mut self, weights: &[u32], _: usize) -> usize {
        self.get(weights)
    }
}

/// Measures without writing.
#[derive(Debug, Default)]
pub(crate) struct Length(f64);

impl Port for Length {
    fn choose(&mut self, weights: &[u32], actual: usize) -> usize {
        self.0 += (f64::from(weights.iter().sum::<u32>()) / f64::from(weights[actual])).log2();
        actual
    }
}

/// One node as the code sees it.
#[derive(Debug, Clone, Copy)]
enum Choice {
    Answer(Wdl),
    Question { feature: usize, place: usize },
}

/// The counts that reader and writer keep alike.
struct Model {
    feature: Vec<u32>,
    /// By size of the node: question, answer.
    kind: [[u32; 2]; 9],
    /// By branch (low, high): loss, draw, win.
    answer: [[u32; 3]; 2],
}

/// A feature starts with weight 1 and gains this with each use.
const FEATURE_STEP: u32 = 6;
const KIND_STEP: u32 = 3;
const ANSWER_STEP: u32 = 2;

/// Where a node hangs: on which branch, and what its elder sibling answered.
#[derive(Debug, Clone, Copy)]
struct Hung {
    high: bool,
    sibling: Option<Wdl>,
}

const ROOT: Hung = Hung { high: false, sibling: None };

impl Model {
    fn new(material: Material, features: usize) -> Model {
        // Without men of its own Black cannot win.
        let bare = Slot::of(material).iter().all(|s| s.color == Color::White || s.role == Role::King);
        let mut kind = [[0; 2]; 9];
        for (i, k) in kind.iter_mut().enumerate() {
            // Small nodes are more often answers.
            *k = [1 + i as u32, 9 - i as u32];
        }
        Model { feature: vec![1; features], kind, answer: [[u32::from(!bare), 2, 2]; 2] }
    }

    /// Codes one node. `thresholds` says how many divide the rows of the node for a feature.
    fn choose<P: Port>(
        &mut self,
        port: &mut P,
        known: &Known,
        hung: Hung,
        actual: Choice,
        thresholds: impl Fn(usize) -> usize,
    ) -> Choice {
        let size = (known.rows.ilog2() as usize / 2).min(self.kind.len() - 1);
        let answers = known.must_answer() || {
            let is = matches!(actual, Choice::Answer(_));
            let chosen = port.choose(&self.kind[size], usize::from(is));
            self.kind[size][chosen] += KIND_STEP;
            chosen == 1
        };
        if answers {
            let class = if let Choice::Answer(result) = actual { result as usize } else { 0 };
            let side = usize::from(hung.high);
            let mut weights = self.answer[side];
            if let Some(elder) = hung.sibling {
                weights[elder as usize] = 0;
            }
            let class = port.choose(&weights, class);
            self.answer[side][class] += ANSWER_STEP;
            return Choice::Answer(result_of(class));
        }
        let live: Vec<usize> = (0..self.feature.len()).filter(|&f| known.is_live(f)).collect();
        let weights: Vec<u32> = live.iter().map(|&f| self.feature[f]).collect();
        let (feature, place) = match actual {
            Choice::Question { feature, place } => (feature, place),
            Choice::Answer(_) => (live[0], 0),
        };
        let at = live.iter().position(|&f| f == feature).expect("a feature that differs on the rows");
        let feature = live[port.choose(&weights, at)];
        self.feature[feature] += FEATURE_STEP;
        let thresholds = thresholds(feature);
        let place = port.choose(&vec![1; thresholds], place);
        Choice::Question { feature, place }
    }
}

impl Length {
    /// Bits of the packed tree.
    pub(crate) fn of(data: &Dataset, plan: &Plan) -> f64 {
        let mut length = Length::default();
        write(&mut length, &mut Model::new(data.material, data.columns.len()), plan, ROOT);
        length.0
    }

    /// Bits to name each feature once more, after all uses in the tree.
    pub(crate) fn prices(data: &Dataset, plan: &Plan) -> Vec<f64> {
        let mut model = Model::new(data.material, data.columns.len());
        write(&mut Length::default(), &mut model, plan, ROOT);
        let sum: u32 = model.feature.iter().sum();
        model.feature.iter().map(|&n| (f64::from(sum) / f64::from(n)).log2()).collect()
    }
}

fn write<P: Port>(port: &mut P, model: &mut Model, plan: &Plan, hung: Hung) {
    match plan {
        Plan::Leaf { result, known } => {
            model.choose(port, known, hung, Choice::Answer(*result), |_| 0);
        }
        Plan::Split { feature, place, thresholds, known, low, high, .. } => {
            let (place, thresholds) = (*place as usize, *thresholds as usize);
            let choice = Choice::Question { feature: *feature, place };
            model.choose(port, known, hung, choice, |_| thresholds);
            write(port, model, low, Hung { high: false, sibling: None });
            let sibling = if let Plan::Leaf { result, .. } = **low { Some(result) } else { None };
            write(port, model, high, Hung { high: true, sibling });
        }
    }
}

/// Why a packed tree could not be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// The first line is not one of ours.
    #[error(
        "not a packed tree: the first line must read \"philidor-tree 1 MATERIAL SIDE FEATURES DIGEST BITS\", found {0:?}"
    )]
    Header(String),
    /// Made for other features, another endgame or another side to move.
    #[error("the tree is for {theirs}, the dataset is {ours}")]
    Other {
        /// What the file says.
        theirs: String,
        /// What it should say.
        ours: String,
    },
    /// Fewer or more bytes than the header says.
    #[error("the tree should have {want} bits, the file holds {have} bytes of them")]
    Length {
        /// Bits by the header.
        want: usize,
        /// Bytes after it.
        have: usize,
    },
    /// The bits do not make a tree.
    #[error("the bits do not describe a tree: the file is damaged")]
    Damaged,
    /// The tree merges positions of different results, so the code cannot hold it.
    #[error("two answers under one question are the same: prune the tree first")]
    Redundant,
}

/// A tree as a file: a line that says what it is, then the bits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Packed {
    /// The bits, the first in the highest place of the first byte.
    pub bytes: Vec<u8>,
    /// How many of them count.
    pub bits: usize,
    what: String,
}

/// What a tree is for, in one line.
fn what(data: &Dataset) -> String {
    let mut names = String::new();
    for f in &data.features {
        names.push_str(&f.name);
        names.push('\n');
    }
    let side = if data.to_move.is_white() { "white" } else { "black" };
    let digest = xxhash_rust::xxh3::xxh3_64(names.as_bytes());
    format!("{} {side} {} {digest:016x}", data.material, data.features.len())
}

const MAGIC: &str = "philidor-tree 1";

impl Packed {
    /// Packs a tree over the features of a dataset.
    pub fn pack(tree: &Tree, data: &Dataset) -> Result<Packed, CodeError> {
        let sample = Sample::new(data);
        let plan = annotate(&sample, &tree.root, &mut data.rows()).ok_or(CodeError::Redundant)?;
        let mut writer = Writer::default();
        write(&mut writer, &mut Model::new(data.material, data.columns.len()), &plan, ROOT);
        let (bytes, bits) = writer.finish();
        Ok(Packed { bytes, bits, what: what(data) })
    }

    /// The tree again.
    pub fn unpack(&self, data: &Dataset) -> Result<Tree, CodeError> {
        if self.what != what(data) {
            return Err(CodeError::Other { theirs: self.what.clone(), ours: what(data) });
        }
        let mut reader = Reader::new(&self.bytes);
        let mut model = Model::new(data.material, data.columns.len());
        let mut left = 4 * self.bits + 16;
        let root = read(&mut reader, &mut model, data, data.rows(), ROOT, &mut left)?;
        Ok(Tree::new(root, data))
    }

    /// The file's bytes.
    pub fn to_file(&self) -> Vec<u8> {
        let mut out = format!("{MAGIC} {} {}\n", self.what, self.bits).into_bytes();
        out.extend_from_slice(&self.bytes);
        out
    }

    /// Reads what [`Packed::to_file`] wrote.
    pub fn from_file(bytes: &[u8]) -> Result<Packed, CodeError> {
        let end = bytes.iter().take(200).position(|&b| b == b'\n');
        let line = String::from_utf8_lossy(&bytes[..end.unwrap_or(bytes.len().min(80))]).into_owned();
        let parsed = end.and_then(|end| {
            let (what, bits) = line.strip_prefix(MAGIC)?.trim_start().rsplit_once(' ')?;
            Some((what.to_owned(), bits.parse::<usize>().ok()?, &bytes[end + 1..]))
        });
        let (what, bits, rest) = parsed.ok_or(CodeError::Header(line))?;
        if rest.len() != bits.div_ceil(8) {
            return Err(CodeError::Length { want: bits, have: rest.len() });
        }
        Ok(Packed { bytes: rest.to_vec(), bits, what })
    }

    /// What the tree is for: material, side to move, number of features and a digest of their names.
    pub fn what(&self) -> &str {
        &self.what
    }
}

fn read(
    port: &mut Reader<'_>,
    model: &mut Model,
    data: &Dataset,
    rows: Vec<u32>,
    hung: Hung,
    left: &mut usize,
) -> Result<Node, CodeError> {
    *left = left.checked_sub(1).ok_or(CodeError::Damaged)?;
    let known = Known::of(data, &rows);
    let values = |feature: usize| {
        let mut seen: Vec<i8> = rows.iter().map(|&r| data.columns[feature][r as usize]).collect();
        seen.sort_unstable();
        seen.dedup();
        seen
    };
    let nothing = Choice::Answer(Wdl::Win);
    match model.choose(port, &known, hung, nothing, |f| values(f).len() - 1) {
        Choice::Answer(result) => Ok(Node::Leaf(result)),
        Choice::Question { feature, place } => {
            let at = values(feature)[place + 1];
            let (low, high) = rows.iter().partition(|&&r| data.columns[feature][r as usize] < at);
            let low = read(port, model, data, low, Hung { high: false, sibling: None }, left)?;
            let sibling = if let Node::Leaf(result) = low { Some(result) } else { None };
            let high = read(port, model, data, high, Hung { high: true, sibling }, left)?;
            Ok(Node::split(feature, at, low, high))
        }
    }
}

/// Adds to a tree what the code knows at each node; thresholds become the least that divide the rows alike, and
/// questions that divide nothing vanish. `None` if two answers under one question agree.
pub(crate) fn annotate(sample: &Sample<'_>, node: &Node, rows: &mut [u32]) -> Option<Plan> {
    let known = Known::of(sample.data, rows);
    let (feature, at, low, high) = match node {
        Node::Leaf(result) => return Some(Plan::Leaf { result: *result, known }),
        Node::Split { feature, at, low, high } => (*feature as usize, *at, low, high),
    };
    let middle = sample.divide(rows, feature, at);
    if middle == 0 {
        return annotate(sample, high, rows);
    }
    if middle == rows.len() {
        return annotate(sample, low, rows);
    }
    let column = &sample.data.columns[feature];
    let mut seen: Vec<i8> = rows.iter().map(|&r| column[r as usize]).collect();
    seen.sort_unstable();
    seen.dedup();
    let place = seen.iter().position(|&v| v >= at)? - 1;
    let (left, right) = rows.split_at_mut(middle);
    let (low, high) = (annotate(sample, low, left)?, annotate(sample, high, right)?);
    if let (Plan::Leaf { result: a, .. }, Plan::Leaf { result: b, .. }) = (&low, &high)
        && a == b
    {
        return None;
    }
    Some(Plan::Split {
        feature,
        at: seen[place + 1],
        place: place as u8,
        thresholds: (seen.len() - 1) as u8,
        known,
        low: Box::new(low),
        high: Box::new(high),
    })
}
