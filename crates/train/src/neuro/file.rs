//! V and M as files: safetensors with the story in the metadata; and V as a judge for the search.
//!
//! Besides the tensors (`w1`, `b1`, `w2`, `b2`, one row per neuron) the metadata names the inputs and their digest, so that a net is
//! never fed with numbers it was not made for.

use std::{path::Path, sync::Arc};

use anyhow::Context;
use philidor_files as files;
use philidor_know::{
    eval::{Evaluation, Weights},
    evaluator::{
        self,
        net::{ANSWER_BITS, CENTIPAWN_BITS, IntegerNet, LANES, NetEvaluator, TANH_BITS, TANH_REACH},
        nnue::{Nnue, NnueError},
        squares::{self, Corrected, SquareEvaluator, SquareNet},
    },
    inputs::{self, INPUTS},
    search::EvaluatorFactory,
    squares::SQUARES,
};
use philidor_nets::{
    Activation, Net, Shape,
    file::{ModelError, decode, decode_header, encode},
};
use serde::{Deserialize, Serialize};

use super::{NeuroError, view::View};

/// Version of metadata and tensors.
const VERSION: &str = "philidor-neuro-1";
/// Centipawns per unit of the output's weighted sum, if nobody measured it: V = tanh(z) is then an expected score on
/// the usual logistic scale (400 centipawns for ten to one).
pub const CENTIPAWNS: f64 = 347.4;

/// What a net is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// V: the value of a position for the side to move, from -1 to 1.
    Evaluation,
    /// M: what the inputs change by in two half-moves.
    Model,
}

/// Where a net comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Story {
    /// What it is.
    pub role: Role,
    /// The recipe or command that made it.
    pub recipe: String,
    /// Its seed.
    pub seed: u64,
    /// Games learned from.
    pub games: u64,
    /// Digest of the expert games (XXH3 of the PGN text).
    pub data: String,
    /// Centipawns per unit of the output's weighted sum (evaluations only).
    pub centipawns: f64,
    /// What was measured, in words.
    pub result: String,
    /// Held-out R² of each output (models only).
    pub r2: Vec<f32>,
}

/// V or M with its story.
#[derive(Debug, Clone, PartialEq)]
pub struct NeuroNet {
    /// The net.
    pub net: Net<f32>,
    /// What it sees.
    pub view: View,
    /// Where it comes from.
    pub story: Story,
}

#[derive(Serialize, Deserialize)]
struct Header {
    version: String,
    shape: String,
    hidden: Activation,
    output: Activation,
    /// Digest of the list of inputs.
    inputs: String,
    features: Vec<String>,
    story: Story,
}

/// The file of a learned net: `net:FILE`, or a name that ends as such files do.
pub fn net_file(name: &str) -> Option<&str> {
    name.strip_prefix("net:").or_else(|| name.ends_with(".safetensors").then_some(name))
}

/// The evaluation called `name`, ours with the weights of a file (`.txt`), or a learned net (`net:FILE`).
pub fn evaluation(name: &str) -> anyhow::Result<EvaluatorFactory> {
    if let Some(own) = evaluator::by_name(name) {
        return Ok(own);
    }
    if let Some(file) = net_file(name) {
        return Ok(match Learned::read(Path::new(file))? {
            Learned::Neuro(net) => net.judge(name),
            Learned::Nnue(net) => evaluator::nnue::factory(Arc::new(*net), name),
        });
    }
    if !name.ends_with(".txt") {
        anyhow::bail!(
            "no evaluation called {name:?}; there are {}, a weights file (.txt), or a learned net (net:FILE)",
            evaluator::NAMES.join(", ")
        );
    }
    let weights = Arc::new(weights(Path::new(name))?);
    Ok(Arc::new(move || Box::new(Evaluation::new("weights", weights.clone()))))
}

/// A learned evaluation.
#[derive(Debug, Clone)]
pub enum Learned {
    /// Made by `learn train`.
    Neuro(Box<NeuroNet>),
    /// Made by `learn nnue`.
    Nnue(Box<Nnue>),
}

impl Learned {
    /// The net that comes with the program (`learned`), or one of a file (`net:FILE`).
    pub fn by_name(name: &str) -> anyhow::Result<Learned> {
        match net_file(name) {
            Some(file) => Learned::read(Path::new(file)),
            None if name == evaluator::LEARNED => {
                Ok(Learned::Nnue(Box::new((*evaluator::learned()).clone())))
            }
            None => anyhow::bail!(
                "{name:?} is no learned net; write net:FILE, or {} for the one that comes with the program",
                evaluator::LEARNED
            ),
        }
    }

    /// Reads a file of either kind.
    pub fn read(path: &Path) -> anyhow::Result<Learned> {
        match Nnue::from_bytes(&files::read(path)?) {
            Ok(net) => Ok(Learned::Nnue(Box::new(net))),
            Err(NnueError::Other(_)) => Ok(Learned::Neuro(Box::new(NeuroNet::read(path, Role::Evaluation)?))),
            Err(error) => Err(error).with_context(|| format!("in {}", path.display())),
        }
    }
}

/// The weights of a file.
pub fn weights(path: &Path) -> anyhow::Result<Weights> {
    Weights::parse(&files::read_text(path)?).with_context(|| format!("in {}", path.display()))
}

/// The shape of M: linear outputs.
pub fn model_shape(hidden: usize) -> Shape {
    Shape::new(&[INPUTS, hidden, INPUTS], Activation::Tanh, Activation::Linear).expect("a shape of M")
}

impl NeuroNet {
    /// The file's bytes; equal nets give equal bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NeuroError> {
        let header = Header {
            version: VERSION.to_owned(),
            shape: self.net.shape().to_string(),
            hidden: self.net.shape().hidden(),
            output: self.net.shape().output(),
            inputs: self.view.digest(),
            features: (0..self.view.inputs()).map(|i| self.view.id(i)).collect(),
            story: self.story.clone(),
        };
        Ok(encode(&self.net, None, &header)?)
    }

    /// Reads a file, for this role.
    pub fn read(path: &Path, role: Role) -> anyhow::Result<NeuroNet> {
        NeuroNet::from_bytes(&files::read(path)?, role).with_context(|| format!("in {}", path.display()))
    }

    /// Reads a file's bytes, for this role.
    pub fn from_bytes(bytes: &[u8], role: Role) -> Result<NeuroNet, NeuroError> {
        let header: Header = match decode_header(bytes, VERSION) {
            Err(ModelError::Version { found, .. }) if found == philidor_nets::file::VERSION => {
                let why = "this is a net of an endgame (made by `philidor mine`); here a net made by \
                           `philidor learn` is wanted";
                return Err(NeuroError::Unfit(why.to_owned()));
            }
            header => header?,
        };
        if header.story.role != role {
            let name = |role| match role {
                Role::Evaluation => "an evaluation (made by `philidor learn train`)",
                Role::Model => "a chess model (made by `philidor learn model`)",
            };
            let why = format!("this is {}; here {} is wanted", name(header.story.role), name(role));
            return Err(NeuroError::Unfit(why));
        }
        let shape = Shape::parse(&header.shape, header.hidden, header.output).map_err(ModelError::from)?;
        let mut views = View::ALL.into_iter().filter(|view| {
            view.inputs() == shape.inputs() && (role == Role::Evaluation || *view == View::Features)
        });
        let Some(near) = views.clone().next() else { return Err(unfit(&shape, role)) };
        let Some(view) = views.find(|view| view.digest() == header.inputs) else {
            let first =
                header.features.iter().enumerate().find(|(i, id)| *i >= near.inputs() || **id != near.id(*i));
            let why = match first {
                Some((i, id)) => format!("its input {i} is {id:?}"),
                None => "its inputs are read or scaled in another way".to_owned(),
            };
            return Err(NeuroError::Unfit(format!(
                "the net was trained for another list of inputs ({why}); train it again with this version"
            )));
        };
        let fits = match (role, shape.sizes()) {
            (Role::Evaluation, [_, 1]) => shape == view.shape(0),
            (Role::Evaluation, [_, hidden, 1]) => shape == view.shape(*hidden),
            (Role::Model, [_, hidden, _]) => shape == model_shape(*hidden),
            _ => false,
        };
        if !fits {
            return Err(unfit(&shape, role));
        }
        let (net, _) = decode(bytes, shape, None)?;
        Ok(NeuroNet { net, view, story: header.story })
    }

    /// V as a judge for the search.
    pub fn judge(&self, name: &str) -> EvaluatorFactory {
        let cp = self.story.centipawns;
        match self.view {
            View::Features => {
                let net = Arc::new(integer(&self.net, cp, name));
                Arc::new(move || Box::new(NetEvaluator::new(net.clone())))
            }
            View::Squares => {
                let net = Arc::new(square_net(&self.net, cp, name));
                Arc::new(move || Box::new(SquareEvaluator::new(net.clone())))
            }
            View::Correction => {
                let net = Arc::new(square_net(&self.net, cp, name));
                Arc::new(move || Box::new(Corrected::new(Evaluation::tuned(), net.clone())))
            }
        }
    }
}

fn unfit(shape: &Shape, role: Role) -> NeuroError {
    let wanted = if role == Role::Model { "175-N-175" } else { "175-N-1, 175-1 or 768-N-1" };
    let curves = format!("{:?} and {:?}", shape.hidden(), shape.output()).to_lowercase();
    NeuroError::Unfit(format!(
        "the net is {shape} ({curves}); {wanted} is wanted, as `philidor learn` writes it"
    ))
}

/// V over squares as a judge: rounded to whole numbers, `centipawns` per unit of the output's weighted sum.
pub fn square_net(net: &Net<f32>, centipawns: f64, name: &str) -> SquareNet {
    let hidden = net.layers()[0].outputs;
    let width = hidden.next_multiple_of(squares::LANES);
    let one = f64::from(1_u32 << squares::SUM_BITS);
    let whole = |w: f32| (f64::from(w) * one).round().clamp(-MOST_WEIGHT, MOST_WEIGHT) as i16;
    let out = centipawns * f64::from(1 << CENTIPAWN_BITS);
    let mut made = SquareNet {
        name: name.to_owned(),
        first: vec![0; SQUARES * width],
        first_bias: vec![0; width],
        last: vec![0; width],
        last_bias: (f64::from(net.biases(1)[0]) * out * f64::from(1_u32 << ANSWER_BITS)).round() as i64,
    };
    for (neuron, row) in net.weights(0).chunks_exact(SQUARES).enumerate() {
        row.iter().enumerate().for_each(|(i, &w)| made.first[i * width + neuron] = whole(w));
        made.first_bias[neuron] = whole(net.biases(0)[neuron]);
        // A neuron's answer has 12 bits; the product must stay within 32.
        made.last[neuron] = (f64::from(net.weights(1)[neuron]) * out).round().clamp(-5e5, 5e5) as i32;
    }
    made
}

/// The largest weight of the first layer over squares: 32 men of that weight still fit into 16 bits.
const MOST_WEIGHT: f64 = 1000.0;

/// V as a judge: rounded to whole numbers, `centipawns` per unit of the output's weighted sum.
pub fn integer(net: &Net<f32>, centipawns: f64, name: &str) -> IntegerNet {
    let hidden = if net.layers().len() == 2 { net.layers()[0].outputs } else { 0 };
    let width = hidden.next_multiple_of(LANES);
    let per_count = |i: usize, w: f32| f64::from(w) / f64::from(inputs::unit(i));
    let out = |w: f64| (w * centipawns * f64::from(1 << CENTIPAWN_BITS)).round();
    let steps = 2 * (TANH_REACH << TANH_BITS);
    let tanh = |i: usize| (i as f64 / f64::from(1 << TANH_BITS) - TANH_REACH as f64 + STEP_MIDDLE).tanh();
    let mut made = IntegerNet {
        name: name.to_owned(),
        hidden,
        first: vec![0; INPUTS * width],
        first_bias: vec![0; width],
        first_bits: TANH_BITS,
        last: Vec::new(),
        last_bias: (f64::from(net.biases(net.layers().len() - 1)[0])
            * centipawns
            * f64::from(1_u32 << (ANSWER_BITS + CENTIPAWN_BITS)))
        .round() as i64,
        tanh: (0..=steps).map(|i| (tanh(i) * f64::from(1 << ANSWER_BITS)).round() as i16).collect(),
    };
    if hidden == 0 {
        made.last = net.weights(0).iter().enumerate().map(|(i, &w)| out(per_count(i, w)) as i32).collect();
        return made;
    }
    let rows = || net.weights(0).chunks_exact(INPUTS).enumerate();
    let largest = rows()
        .flat_map(|(_, row)| row.iter().enumerate().map(|(i, &w)| per_count(i, w).abs()))
        .fold(1e-6, f64::max);
    // As many bits as the largest weight leaves in 16, within what sums of 32 bits can hold.
    made.first_bits = ((32_000.0 / largest).log2().floor() as i64).clamp(i64::from(TANH_BITS), 15) as u32;
    let one = f64::from(1_u32 << made.first_bits);
    for (j, row) in rows() {
        for (i, &w) in row.iter().enumerate() {
            made.first[i * width + j] = (per_count(i, w) * one).round().clamp(-32_000.0, 32_000.0) as i16;
        }
        made.first_bias[j] = (f64::from(net.biases(0)[j]) * one).round().clamp(-1e9, 1e9) as i32;
    }
    made.last = net.weights(1).iter().map(|&w| out(f64::from(w)) as i32).collect();
    made
}

/// Shifting rounds down, so the table holds the middle of each step.
const STEP_MIDDLE: f64 = 0.5 / (1 << TANH_BITS) as f64;

/// The output's weighted sum z; V is its hyperbolic tangent.
pub fn weighted_sum(net: &Net<f32>, input: &[f32]) -> f32 {
    let values = net.values(input);
    let last = net.layers().len() - 1;
    let products = net.weights(last).iter().zip(&values[last]).map(|(w, h)| w * h);
    products.sum::<f32>() + net.biases(last)[0]
}

#[cfg(test)]
pub(super) mod tests {
    use philidor_chess::parse_fen;
    use philidor_know::evaluator::Evaluator;

    use super::*;
    use crate::neuro::scaled;

    /// A net with random weights.
    pub(crate) fn net_of(view: View, hidden: usize, reach: f64) -> NeuroNet {
        let story = Story {
            role: Role::Evaluation,
            recipe: "test".into(),
            seed: 1,
            games: 0,
            data: String::new(),
            centipawns: 200.0,
            result: String::new(),
            r2: vec![],
        };
        NeuroNet { net: Net::random(view.shape(hidden), reach, 5), view, story }
    }

    fn some_net(hidden: usize) -> NeuroNet {
        net_of(View::Features, hidden, 0.2)
    }

    #[test]
    fn files_round_trip_and_refuse_what_does_not_fit() {
        let net = some_net(7);
        let bytes = net.to_bytes().unwrap();
        assert_eq!(NeuroNet::from_bytes(&bytes, Role::Evaluation).unwrap(), net);
        let error = NeuroNet::from_bytes(&bytes, Role::Model).unwrap_err().to_string();
        assert!(error.contains("learn model"), "{error}");
        let text = View::Features.digest();
        let at = bytes.windows(16).position(|w| w == text.as_bytes()).unwrap();
        let mut other = bytes.clone();
        other[at] = if other[at] == b'0' { b'1' } else { b'0' };
        let error = NeuroNet::from_bytes(&other, Role::Evaluation).unwrap_err().to_string();
        assert!(error.contains("another list of inputs"), "{error}");
    }

    #[test]
    fn the_judge_in_whole_numbers_says_what_the_net_says() {
        let fens = [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ];
        for hidden in [0, 1, 16, 80] {
            let net = some_net(hidden);
            let judge = integer(&net.net, net.story.centipawns, "test");
            for fen in fens {
                let inputs = inputs::inputs(&parse_fen(fen).unwrap());
                let wanted = f64::from(weighted_sum(&net.net, &scaled(&inputs))) * net.story.centipawns;
                let got = f64::from(judge.judge(&inputs));
                assert!((got - wanted).abs() < 2.5, "{hidden} hidden: {got} for {wanted}");
            }
        }
    }

    #[test]
    fn squares_in_whole_numbers_too() {
        in_whole_numbers(View::Squares);
        in_whole_numbers(View::Correction);
    }

    fn in_whole_numbers(view: View) {
        let net = net_of(view, 40, 0.3);
        let bytes = net.to_bytes().unwrap();
        assert_eq!(NeuroNet::from_bytes(&bytes, Role::Evaluation).unwrap(), net);
        assert!(NeuroNet::from_bytes(&bytes, Role::Model).unwrap_err().to_string().contains("learn model"));
        let mut judge = net.judge("test")();
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        ] {
            let pos = parse_fen(fen).unwrap();
            let mut input = vec![0.0; SQUARES];
            let boards = philidor_know::squares::boards(&pos);
            philidor_know::squares::men(&boards).for_each(|place| input[place] = 1.0);
            let mut wanted = f64::from(weighted_sum(&net.net, &input)) * net.story.centipawns;
            if view == View::Correction {
                wanted += f64::from(Evaluation::tuned().evaluate(&pos));
            }
            let got = f64::from(judge.evaluate(&pos));
            assert!((got - wanted).abs() < 5.0, "{got} for {wanted}");
        }
    }
}
