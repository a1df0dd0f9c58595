//! The net as a file: safetensors, each table in 8-bit whole numbers with one scale for each row, the story in the metadata.

use std::{collections::HashMap, fmt};

use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::{Deserialize, Serialize};

use super::{Ours, Weights};

/// Version of metadata, tensors and of what the places mean; other versions are refused.
const VERSION: &str = "philidor-humans-1";
/// The one entry of the metadata.
const KEY: &str = "philidor";

/// Where a net comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Story {
    /// Positions learned from, counted as often as they were seen.
    pub positions: u64,
    /// Games learned from.
    pub games: u64,
    /// Games held out.
    pub held_out: u64,
    /// Share of moves of games held out (from the sixth move on) that the net thought likeliest.
    pub matched: f64,
    /// Chooses games, order and first weights.
    pub seed: u64,
    /// Digest of the files of games.
    pub data: String,
}

impl fmt::Display for Story {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Story { positions, games, held_out, matched, .. } = self;
        write!(
            f,
            "learned from {positions} positions of {games} games; thinks {:.1} % of the moves of {held_out} games held out the likeliest",
            100.0 * matched
        )
    }
}

/// Why a file is no such net.
#[derive(Debug, thiserror::Error)]
pub enum NetError {
    /// Not safetensors, or damaged.
    #[error("not a safetensors file, or damaged: {0}")]
    Format(#[from] safetensors::SafeTensorError),
    /// Made by somebody else, or for something else.
    #[error("this is no net of human moves ({0})")]
    Other(String),
    /// Tensors that do not fit the program.
    #[error("the net does not fit this program: {0}")]
    Unfit(String),
}

#[derive(Serialize, Deserialize)]
struct Header {
    version: String,
    story: Story,
}

/// Type, shape and bytes.
type Tensor = (Dtype, Vec<usize>, Vec<u8>);

/// Each row in whole numbers from -127 to 127, and what one of them is worth.
fn rounded(table: &[f32], width: usize) -> (Vec<u8>, Vec<u8>) {
    let (mut numbers, mut scales) = (Vec::with_capacity(table.len()), Vec::new());
    for row in table.chunks(width) {
        let most = row.iter().fold(0.0f32, |most, x| most.max(x.abs()));
        let scale = most / 127.0;
        scales.extend(scale.to_le_bytes());
        let whole = |x: f32| if scale > 0.0 { (x / scale).round() as i8 } else { 0 };
        numbers.extend(row.iter().map(|&x| whole(x).to_le_bytes()[0]));
    }
    (numbers, scales)
}

impl Weights {
    /// As they are after they were written and read.
    pub(crate) fn as_written(&self) -> Weights {
        let mut out = Weights::zero();
        for ((_, table, width), (_, filled, _)) in self.tables().into_iter().zip(out.tables_mut()) {
            let (numbers, scales) = rounded(table, width);
            unpack(&numbers, &scales, width, filled);
        }
        out
    }
}

fn unpack(numbers: &[u8], scales: &[u8], width: usize, out: &mut [f32]) {
    let rows = numbers.chunks(width).zip(scales.chunks(4)).zip(out.chunks_mut(width));
    for ((row, scale), filled) in rows {
        let scale = f32::from_le_bytes(scale.try_into().expect("chunks of four"));
        for (place, &number) in filled.iter_mut().zip(row) {
            *place = f32::from(number as i8) * scale;
        }
    }
}

impl Ours {
    /// The file's bytes; equal nets give equal bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, NetError> {
        let mut tensors: Vec<(String, Tensor)> = Vec::new();
        for (name, table, width) in self.weights.tables() {
            let rows = table.len() / width;
            let (numbers, scales) = rounded(table, width);
            let whole = (Dtype::I8, vec![rows, width], numbers);
            tensors.push((name.to_owned(), whole));
            let scales = (Dtype::F32, vec![rows], scales);
            tensors.push((format!("{name}.scale"), scales));
        }
        let header = Header { version: VERSION.to_owned(), story: self.story.clone() };
        let json = serde_json::to_string(&header).map_err(|e| NetError::Unfit(e.to_string()))?;
        let metadata = HashMap::from([(KEY.to_owned(), json)]);
        let mut views = Vec::with_capacity(tensors.len());
        for (name, (dtype, shape, bytes)) in &tensors {
            views.push((name, TensorView::new(*dtype, shape.clone(), bytes)?));
        }
        Ok(safetensors::serialize(views, Some(metadata))?)
    }

    /// Reads a file's bytes; checks everything the arithmetic relies on.
    pub fn from_bytes(bytes: &[u8]) -> Result<Ours, NetError> {
        let (_, metadata) = SafeTensors::read_metadata(bytes)?;
        let text = metadata.metadata().as_ref().and_then(|m| m.get(KEY));
        let text = text.ok_or_else(|| NetError::Other("it has no story of ours".to_owned()))?;
        let header: Header = serde_json::from_str(text).map_err(|e| NetError::Other(e.to_string()))?;
        if header.version != VERSION {
            return Err(NetError::Other(format!("its version is {:?}", header.version)));
        }
        let file = SafeTensors::deserialize(bytes)?;
        let mut weights = Weights::zero();
        for (name, table, width) in weights.tables_mut() {
            let rows = table.len() / width;
            let numbers = tensor(&file, name, Dtype::I8, &[rows, width])?;
            let scales = tensor(&file, &format!("{name}.scale"), Dtype::F32, &[rows])?;
            unpack(numbers, scales, width, table);
            if table.iter().any(|x| !x.is_finite()) {
                return Err(NetError::Unfit(format!("{name} holds numbers that are not finite")));
            }
        }
        Ok(Ours::new(weights, header.story))
    }
}

/// The bytes of a tensor of this kind and shape.
fn tensor<'a>(
    file: &SafeTensors<'a>,
    name: &str,
    dtype: Dtype,
    shape: &[usize],
) -> Result<&'a [u8], NetError> {
    let found = file.tensor(name).map_err(|_| NetError::Unfit(format!("it has no table {name:?}")))?;
    if found.dtype() != dtype || found.shape() != shape {
        let told =
            format!("{name} is {:?} of {:?}, not {dtype:?} of {shape:?}", found.dtype(), found.shape());
        return Err(NetError::Unfit(told));
    }
    Ok(found.data())
}
