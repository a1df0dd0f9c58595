//! The net as a file: safetensors of whole numbers, exactly those that play, with the story in the metadata.
//!
//! `w1` is 768 by neurons, `b1` by neurons, `w2` ranges of men by twice the neurons (16 bits each), `b2` by ranges (32 bits).

use std::{borrow::Cow, collections::HashMap};

use safetensors::{Dtype, SafeTensors, View};
use serde::{Deserialize, Serialize};

use super::{LANES, MOST_FIRST, MOST_LAST, MOST_NEURONS, Nnue};
use crate::squares::SQUARES;

/// Version of metadata, tensors and of what the places mean; other versions are refused.
pub const VERSION: &str = "philidor-nnue-1";
/// The one entry of the metadata.
const KEY: &str = "philidor";

/// Where a net comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct NnueStory {
    /// Centipawns that an output of 1 stands for.
    pub centipawns: i32,
    /// Who said what the positions are worth.
    pub teacher: String,
    /// Share of the game's result in what was learned.
    pub result_share: f64,
    /// Positions learned from.
    pub positions: u64,
    /// Passes over them.
    pub passes: u32,
    /// Chooses first weights and the order of positions.
    pub seed: u64,
    /// Digest of the labelled positions.
    pub data: String,
    /// Error on positions of games held out.
    pub held_out: f64,
}

/// Why a file is no such net.
#[derive(Debug, thiserror::Error)]
pub enum NnueError {
    /// Not safetensors, or damaged.
    #[error("not a safetensors file, or damaged: {0}")]
    Format(#[from] safetensors::SafeTensorError),
    /// Made by somebody else, or for something else.
    #[error("this is no net with two perspectives ({0}); such nets are made by `philidor learn nnue`")]
    Other(String),
    /// Tensors that do not fit each other or the arithmetic.
    #[error("the net cannot be played: {0}; make it again with `philidor learn nnue`")]
    Unfit(String),
}

#[derive(Serialize, Deserialize)]
struct Header {
    version: String,
    story: NnueStory,
}

#[derive(Deserialize)]
struct Version {
    version: String,
}

struct Tensor {
    dtype: Dtype,
    shape: Vec<usize>,
    bytes: Vec<u8>,
}

impl View for &Tensor {
    fn dtype(&self) -> Dtype {
        self.dtype
    }

    fn shape(&self) -> &[usize] {
        &self.shape
    }

    fn data(&self) -> Cow<'_, [u8]> {
        Cow::Borrowed(&self.bytes)
    }

    fn data_len(&self) -> usize {
        self.bytes.len()
    }
}

fn short(shape: &[usize], numbers: &[i16]) -> Tensor {
    let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    Tensor { dtype: Dtype::I16, shape: shape.to_vec(), bytes }
}

impl Nnue {
    /// The file's bytes; equal nets give equal bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NnueError> {
        let (neurons, ranges) = (self.neurons(), self.last_bias.len());
        let b2 = self.last_bias.iter().flat_map(|x| x.to_le_bytes()).collect();
        let tensors = [
            ("w1", short(&[SQUARES, neurons], &self.first)),
            ("b1", short(&[neurons], &self.first_bias)),
            ("w2", short(&[ranges, 2 * neurons], &self.last)),
            ("b2", Tensor { dtype: Dtype::I32, shape: vec![ranges], bytes: b2 }),
        ];
        let header = Header { version: VERSION.to_owned(), story: self.story.clone() };
        let json = serde_json::to_string(&header).map_err(|e| NnueError::Unfit(e.to_string()))?;
        let metadata = HashMap::from([(KEY.to_owned(), json)]);
        Ok(safetensors::serialize(tensors.iter().map(|(name, t)| (name, t)), Some(metadata))?)
    }

    /// Reads a file's bytes; checks everything the arithmetic relies on.
    pub fn from_bytes(bytes: &[u8]) -> Result<Nnue, NnueError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let text = metadata.metadata().as_ref().and_then(|m| m.get(KEY));
        let text = text.ok_or_else(|| NnueError::Other("it has no story of ours".to_owned()))?;
        let other = |e: serde_json::Error| NnueError::Other(e.to_string());
        let found: Version = serde_json::from_str(text).map_err(other)?;
        if found.version != VERSION {
            return Err(NnueError::Other(format!("its version is {:?}", found.version)));
        }
        let header: Header = serde_json::from_str(text).map_err(other)?;
        let tensors = SafeTensors::deserialize(bytes)?;
        let net = Nnue {
            first: shorts(&tensors, "w1")?,
            first_bias: shorts(&tensors, "b1")?,
            last: shorts(&tensors, "w2")?,
            last_bias: raw(&tensors, "b2", Dtype::I32)?
                .as_chunks()
                .0
                .iter()
                .map(|b| i32::from_le_bytes(*b))
                .collect(),
            story: header.story,
        };
        net.check()?;
        Ok(net)
    }

    fn check(&self) -> Result<(), NnueError> {
        let (neurons, ranges) = (self.neurons(), self.last_bias.len());
        let unfit = |why: String| Err(NnueError::Unfit(why));
        if neurons == 0 || !neurons.is_multiple_of(LANES) || neurons > MOST_NEURONS {
            return unfit(format!(
                "it has {neurons} neurons per side; {LANES} to {MOST_NEURONS} in steps of {LANES} are possible"
            ));
        }
        if self.first.len() != SQUARES * neurons
            || self.last.len() != 2 * ranges * neurons
            || !(1..=31).contains(&ranges)
        {
            return unfit("its tensors do not fit each other".to_owned());
        }
        let small = |numbers: &[i16], most: i16| numbers.iter().all(|x| (-most..=most).contains(x));
        if !small(&self.first, MOST_FIRST)
            || !small(&self.first_bias, MOST_FIRST)
            || !small(&self.last, MOST_LAST)
        {
            return unfit("its weights are too large".to_owned());
        }
        if !(1..=10_000).contains(&self.story.centipawns) {
            return unfit(format!("an output of 1 stands for {} centipawns", self.story.centipawns));
        }
        Ok(())
    }
}

fn raw<'t>(tensors: &SafeTensors<'t>, name: &str, dtype: Dtype) -> Result<&'t [u8], NnueError> {
    let tensor = tensors.tensor(name)?;
    if tensor.dtype() != dtype {
        return Err(NnueError::Unfit(format!("tensor {name:?} is {:?}, not {dtype:?}", tensor.dtype())));
    }
    Ok(tensor.data())
}

fn shorts(tensors: &SafeTensors<'_>, name: &str) -> Result<Vec<i16>, NnueError> {
    Ok(raw(tensors, name, Dtype::I16)?.as_chunks().0.iter().map(|b| i16::from_le_bytes(*b)).collect())
}
