//! V and M as files: safetensors with the story in the metadata; and V as a judge for the search.
//!
//! Besides the tensors (`w1`, `b1`, `w2`, `b2`, one row per neuron) the metadata names the inputs and their digest, so that a net is
//! never fed with numbers it was not made for.

use philidor_know::{
    evaluator::net::{ANSWER_BITS, CENTIPAWN_BITS, IntegerNet, LANES, TANH_BITS, TANH_REACH},
    inputs::{self, INPUTS},
};
use serde::{Deserialize, Serialize};

use super::NeuroError;
use crate::net::{
    Activation, Net, Shape,
    file::{ModelError, decode, decode_header, encode},
};

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

/// Digest of the present list of inputs.
pub fn inputs_digest() -> String {
    format!("{:016x}", inputs::digest())
}

/// The shape of V: hyperbolic tangents throughout. `hidden` may be 0.
pub fn evaluation_shape(hidden: usize) -> Shape {
    let sizes: &[usize] = if hidden == 0 { &[INPUTS, 1] } else { &[INPUTS, hidden, 1] };
    Shape::new(sizes, Activation::Tanh, Activation::Tanh).expect("a shape of V")
}

/// V with these parameters; their number says how many hidden neurons it has.
pub fn evaluation(parameters: Vec<f32>) -> Net<f32> {
    let hidden = match parameters.len() - 1 {
        INPUTS => 0,
        others => others / (INPUTS + 2),
    };
    Net::with_parameters(evaluation_shape(hidden), parameters)
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
            inputs: inputs_digest(),
            features: (0..INPUTS).map(inputs::id).collect(),
            story: self.story.clone(),
        };
        Ok(encode(&self.net, None, &header)?)
    }

    /// Reads a file's bytes, for this role.
    pub fn from_bytes(bytes: &[u8], role: Role) -> Result<NeuroNet, NeuroError> {
        let header: Header = match decode_header(bytes, VERSION) {
            Err(ModelError::Version { found, .. }) if found == crate::net::file::VERSION => {
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
        if header.inputs != inputs_digest() {
            let first =
                header.features.iter().enumerate().find(|(i, id)| *i >= INPUTS || **id != inputs::id(*i));
            let why = match first {
                Some((i, id)) => format!("its input {i} is {id:?}"),
                None => "its inputs are read or scaled in another way".to_owned(),
            };
            return Err(NeuroError::Unfit(format!(
                "the net was trained for another list of inputs ({why}); train it again with this version"
            )));
        }
        let shape = Shape::parse(&header.shape, header.hidden, header.output).map_err(ModelError::from)?;
        let (sizes, tanh) = (shape.sizes(), shape.hidden() == Activation::Tanh);
        let fits = match role {
            Role::Evaluation => {
                sizes.len() <= 3 && shape.outputs() == 1 && shape.output() == Activation::Tanh
            }
            Role::Model => {
                sizes.len() == 3 && shape.outputs() == INPUTS && shape.output() == Activation::Linear
            }
        };
        if shape.inputs() != INPUTS || !tanh || !fits {
            let wanted = if role == Role::Model { "175-N-175" } else { "175-N-1 or 175-1" };
            return Err(NeuroError::Unfit(format!("the net is {shape}; {wanted} is wanted")));
        }
        let (net, _) = decode(bytes, shape, None)?;
        Ok(NeuroNet { net, story: header.story })
    }

    /// V as a judge: rounded to whole numbers.
    pub fn integer(&self, name: &str) -> IntegerNet {
        integer(&self.net, self.story.centipawns, name)
    }
}

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
mod tests {
    use philidor_chess::parse_fen;

    use super::*;
    use crate::neuro::scaled;

    pub(crate) fn some_net(hidden: usize) -> NeuroNet {
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
        NeuroNet { net: Net::random(evaluation_shape(hidden), 0.2, 3), story }
    }

    #[test]
    fn files_round_trip_and_refuse_what_does_not_fit() {
        let net = some_net(7);
        let bytes = net.to_bytes().unwrap();
        assert_eq!(NeuroNet::from_bytes(&bytes, Role::Evaluation).unwrap(), net);
        let error = NeuroNet::from_bytes(&bytes, Role::Model).unwrap_err().to_string();
        assert!(error.contains("learn model"), "{error}");
        let text = inputs_digest();
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
            let judge = net.integer("test");
            for fen in fens {
                let inputs = inputs::inputs(&parse_fen(fen).unwrap());
                let wanted = f64::from(weighted_sum(&net.net, &scaled(&inputs))) * net.story.centipawns;
                let got = f64::from(judge.judge(&inputs));
                assert!((got - wanted).abs() < 2.5, "{hidden} hidden: {got} for {wanted}");
            }
        }
    }
}
