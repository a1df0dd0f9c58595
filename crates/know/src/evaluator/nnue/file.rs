//! The net as a file: safetensors of whole numbers, exactly those that play, with the story in the metadata.
//!
//! `w1` is 768 by neurons, `b1` by neurons, `w2` ranges of men by twice the neurons (16 bits each), `b2` by ranges (32 bits); `concepts`, which a net may
//! lack, has the weights of its reading as 32-bit floating point numbers, and the metadata then names the features.

use std::collections::HashMap;

use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::{Deserialize, Serialize};

use super::{
    LANES, MOST_FIRST, MOST_LAST, MOST_NEURONS, Nnue,
    reading::{FROM_PLACES, PER_FEATURE, PER_PLACE, PLACES, Reading, ReadingFit, TO_MOVE, WEIGHTS},
};
use crate::{features::FeatureId, squares::SQUARES};

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
    #[serde(default, skip_serializing_if = "Option::is_none")]
    reading: Option<ReadingHeader>,
}

/// Which features the weights of a reading belong to, and how well they fit.
#[derive(Serialize, Deserialize)]
struct ReadingHeader {
    features: Vec<String>,
    fit: ReadingFit,
}

#[derive(Deserialize)]
struct Version {
    version: String,
}

/// Type, shape and bytes.
type Tensor = (Dtype, Vec<usize>, Vec<u8>);

fn short(shape: &[usize], numbers: &[i16]) -> Tensor {
    let bytes = numbers.iter().flat_map(|x| x.to_le_bytes()).collect();
    (Dtype::I16, shape.to_vec(), bytes)
}

impl Nnue {
    /// The file's bytes; equal nets give equal bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NnueError> {
        let (neurons, ranges) = (self.neurons(), self.last_bias.len());
        let b2 = self.last_bias.iter().flat_map(|x| x.to_le_bytes()).collect();
        let mut tensors = vec![
            ("w1", short(&[SQUARES, neurons], &self.first)),
            ("b1", short(&[neurons], &self.first_bias)),
            ("w2", short(&[ranges, 2 * neurons], &self.last)),
            ("b2", (Dtype::I32, vec![ranges], b2)),
        ];
        let mut reading = None;
        if let Some(Reading { weights, fit }) = &self.reading {
            let bytes = weights.iter().flat_map(|x| x.to_le_bytes()).collect();
            tensors.push(("concepts", (Dtype::F32, vec![weights.len()], bytes)));
            let features = FeatureId::all().map(|feature| feature.id().to_owned()).collect();
            reading = Some(ReadingHeader { features, fit: *fit });
        }
        let header = Header { version: VERSION.to_owned(), story: self.story.clone(), reading };
        let json = serde_json::to_string(&header).map_err(|e| NnueError::Unfit(e.to_string()))?;
        let metadata = HashMap::from([(KEY.to_owned(), json)]);
        let mut views = Vec::with_capacity(tensors.len());
        for (name, (dtype, shape, bytes)) in &tensors {
            views.push((name, TensorView::new(*dtype, shape.clone(), bytes)?));
        }
        Ok(safetensors::serialize(views, Some(metadata))?)
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
            reading: header.reading.map(|reading| reading.read(&tensors)).transpose()?,
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

/// Weights of all places together.
const ALL_PLACES: usize = PER_PLACE * PLACES;

impl ReadingHeader {
    /// Weights of features that we no longer have are left out, and those of new features, or of places in a file without them, are 0: the
    /// remainder tells.
    fn read(self, tensors: &SafeTensors<'_>) -> Result<Reading, NnueError> {
        let found: Vec<f32> = raw(tensors, "concepts", Dtype::F32)?
            .as_chunks()
            .0
            .iter()
            .map(|b| f32::from_le_bytes(*b))
            .collect();
        let of_features = PER_FEATURE * self.features.len();
        let of_places = found.len().checked_sub(of_features + TO_MOVE);
        if !matches!(of_places, Some(0 | ALL_PLACES)) || !found.iter().all(|w| w.is_finite()) {
            return Err(NnueError::Unfit("its reading does not fit the features it names".to_owned()));
        }
        let mut weights = vec![0.0; WEIGHTS];
        let (of_features, rest) = found.split_at(of_features);
        let (of_places, to_move) = rest.split_at(rest.len() - TO_MOVE);
        weights[FROM_PLACES..][..of_places.len()].copy_from_slice(of_places);
        for (id, some) in self.features.iter().zip(of_features.as_chunks::<PER_FEATURE>().0) {
            if let Some(feature) = FeatureId::from_id(id) {
                weights[PER_FEATURE * feature as usize..][..PER_FEATURE].copy_from_slice(some);
            }
        }
        weights[WEIGHTS - TO_MOVE..].copy_from_slice(to_move);
        Ok(Reading { weights, fit: self.fit })
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
