//! Nets as files: safetensors, with the story of the net in the metadata.
//!
//! Weights of layer `i` (from 1) are `w1`, `w2`, … with one row per neuron, biases `b1`, `b2`, …; a net of few bits
//! stores whole numbers (`I8`, `I16`) and one scale per neuron (`s1`, `s2`, …). Any safetensors reader opens
//! them. The metadata says which inputs the net takes, in which order, how it was made and what it achieves.

use std::collections::HashMap;

use safetensors::{Dtype, SafeTensors, tensor::TensorView};
use serde::{Deserialize, Serialize};

use super::{Activation, BadShape, Net, Shape, quant::Quantised};

/// Version of the metadata and tensor names; other versions are refused.
pub const VERSION: &str = "philidor-net-1";

/// What a net is for and where it comes from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Story {
    /// The endgame, such as `KPK`.
    pub endgame: String,
    /// `white` or `black`.
    pub to_move: String,
    /// The characterisation that its features are from, such as `paper`.
    pub kind: String,
    /// Names of its features, in order.
    pub features: Vec<String>,
    /// How features become inputs: `natural`, `scaled` or `binary`.
    pub coding: String,
    /// The results it tells apart, best first, such as `win draw`.
    pub classes: String,
    /// What its outputs say: `value`, `depth` or `both`.
    pub target: String,
    /// The recipe that made it.
    pub recipe: String,
    /// Its seed.
    pub seed: u64,
    /// Digest of the table it learned from.
    pub data: String,
    /// What was measured: positions, errors and the like, in words.
    pub result: String,
}

/// A net with its story; `quantised` if its weights have few bits.
#[derive(Debug, Clone, PartialEq)]
pub struct Model {
    /// The net as it runs.
    pub net: Net<f32>,
    /// Its weights as whole numbers, if it has few bits.
    pub quantised: Option<Quantised>,
    /// What it is for.
    pub story: Story,
}

/// Why a file is no model.
#[derive(Debug, thiserror::Error)]
pub enum ModelError {
    /// Not safetensors, or damaged.
    #[error("not a safetensors file, or damaged: {0}")]
    Format(#[from] safetensors::SafeTensorError),
    /// Safetensors, but without our metadata.
    #[error("the file has no \"{0}\" in its metadata: it was not written by philidor")]
    Missing(&'static str),
    /// Another version.
    #[error("the file is of version \"{found}\"; here \"{wanted}\" is read")]
    Version {
        /// What the file says.
        found: String,
        /// What is read.
        wanted: &'static str,
    },
    /// Metadata that cannot be read.
    #[error("the metadata \"{what}\" cannot be read: {why}")]
    Metadata {
        /// Which entry.
        what: &'static str,
        /// What is wrong.
        why: String,
    },
    /// The shape is no shape.
    #[error(transparent)]
    Shape(#[from] BadShape),
    /// Tensors and shape disagree.
    #[error("tensor \"{name}\" should be {wanted}, but is {found}")]
    Tensor {
        /// Which.
        name: String,
        /// What the shape asks for.
        wanted: String,
        /// What is there.
        found: String,
    },
    /// A weight that is no number.
    #[error("tensor \"{0}\" holds a number that is not finite")]
    NotFinite(String),
}

/// Type, shape and bytes.
type Tensor = (Dtype, Vec<usize>, Vec<u8>);

fn floats(shape: Vec<usize>, numbers: &[f32]) -> Tensor {
    (Dtype::F32, shape, numbers.iter().flat_map(|x| x.to_le_bytes()).collect())
}

fn wholes(shape: Vec<usize>, numbers: &[i16], bits: u32) -> Tensor {
    if bits <= 8 {
        return (Dtype::I8, shape, numbers.iter().map(|&x| x as i8 as u8).collect());
    }
    (Dtype::I16, shape, numbers.iter().flat_map(|x| x.to_le_bytes()).collect())
}

impl Model {
    /// A net of full precision.
    pub fn new(net: Net<f32>, story: Story) -> Model {
        Model { net, quantised: None, story }
    }

    /// A net of few bits; `like` has its shape.
    pub fn few_bits(quantised: Quantised, like: &Net<f32>, story: Story) -> Model {
        Model { net: quantised.net(like), quantised: Some(quantised), story }
    }

    /// Size of the weights in bits, scales included.
    pub fn size_in_bits(&self) -> usize {
        self.quantised.as_ref().map_or(32 * self.net.parameters().len(), Quantised::size_in_bits)
    }

    /// The file's bytes; equal models give equal bytes.
    pub fn to_bytes(&self) -> Result<Vec<u8>, ModelError> {
        let header = Header {
            version: VERSION.to_owned(),
            shape: self.net.shape().to_string(),
            hidden: self.net.shape().hidden(),
            output: self.net.shape().output(),
            bits: self.quantised.as_ref().map(|q| q.bits),
            story: self.story.clone(),
        };
        encode(&self.net, self.quantised.as_ref(), &header)
    }

    /// Reads a file's bytes; checks version, shape, tensors and that every number is finite.
    pub fn from_bytes(bytes: &[u8]) -> Result<Model, ModelError> {
        let header: Header = decode_header(bytes, VERSION)?;
        let shape = Shape::parse(&header.shape, header.hidden, header.output)?;
        let (net, quantised) = decode(bytes, shape, header.bits)?;
        Ok(Model { net, quantised, story: header.story })
    }
}

/// A net's tensors below a header.
pub fn encode(
    net: &Net<f32>,
    quantised: Option<&Quantised>,
    header: &impl Serialize,
) -> Result<Vec<u8>, ModelError> {
    let mut tensors: Vec<(String, Tensor)> = Vec::new();
    let mut neurons = 0;
    for (i, layer) in net.layers().iter().enumerate() {
        let (w, b) = (format!("w{}", i + 1), format!("b{}", i + 1));
        let (matrix, vector) = (vec![layer.outputs, layer.inputs], vec![layer.outputs]);
        if let Some(q) = quantised {
            let scales = &q.scales[neurons..neurons + layer.outputs];
            tensors.push((w, wholes(matrix, &q.steps[layer.weights()], q.bits)));
            tensors.push((b, wholes(vector.clone(), &q.steps[layer.biases()], q.bits)));
            tensors.push((format!("s{}", i + 1), floats(vector, scales)));
        } else {
            tensors.push((w, floats(matrix, net.weights(i))));
            tensors.push((b, floats(vector, net.biases(i))));
        }
        neurons += layer.outputs;
    }
    // One entry only: several would be written in the order of a hash map.
    let json = serde_json::to_string(header);
    let json = json.map_err(|e| ModelError::Metadata { what: KEY, why: e.to_string() })?;
    let metadata = HashMap::from([(KEY.to_owned(), json)]);
    let mut views = Vec::with_capacity(tensors.len());
    for (name, (dtype, shape, bytes)) in &tensors {
        views.push((name, TensorView::new(*dtype, shape.clone(), bytes)?));
    }
    Ok(safetensors::serialize(views, Some(metadata))?)
}

/// A file's header, if it is of this version.
pub fn decode_header<H: for<'h> Deserialize<'h>>(
    bytes: &[u8],
    wanted: &'static str,
) -> Result<H, ModelError> {
    let (_, metadata) = SafeTensors::read_metadata(bytes)?;
    let text = metadata.metadata().as_ref().and_then(|m| m.get(KEY)).ok_or(ModelError::Missing(KEY))?;
    let bad = |why: serde_json::Error| ModelError::Metadata { what: KEY, why: why.to_string() };
    let version: Version = serde_json::from_str(text).map_err(bad)?;
    if version.version != wanted {
        return Err(ModelError::Version { found: version.version, wanted });
    }
    serde_json::from_str(text).map_err(bad)
}

/// A net of this shape, from its tensors.
pub fn decode(
    bytes: &[u8],
    shape: Shape,
    bits: Option<u32>,
) -> Result<(Net<f32>, Option<Quantised>), ModelError> {
    if let Some(bits) = bits.filter(|bits| !super::quant::BITS.contains(bits)) {
        return Err(ModelError::Metadata { what: KEY, why: format!("weights of {bits} bits") });
    }
    let tensors = SafeTensors::deserialize(bytes)?;
    let mut net: Net<f32> = Net::zero(shape);
    let mut quantised =
        bits.map(|bits| Quantised { bits, steps: vec![0; net.parameters().len()], scales: vec![] });
    for (i, layer) in net.layers().to_vec().into_iter().enumerate() {
        let parts = [
            (format!("w{}", i + 1), vec![layer.outputs, layer.inputs], layer.weights()),
            (format!("b{}", i + 1), vec![layer.outputs], layer.biases()),
        ];
        for (name, shape, place) in parts {
            match &mut quantised {
                None => {
                    net.parameters_mut()[place].copy_from_slice(&read_floats(&tensors, &name, &shape)?);
                }
                Some(q) => {
                    q.steps[place].copy_from_slice(&read_wholes(&tensors, &name, &shape, q.bits)?);
                }
            }
        }
        if let Some(q) = &mut quantised {
            q.scales.extend(read_floats(&tensors, &format!("s{}", i + 1), &[layer.outputs])?);
        }
    }
    if let Some(q) = &quantised {
        net = q.net(&net);
    }
    Ok((net, quantised))
}

/// The one entry of the metadata.
const KEY: &str = "philidor";

#[derive(Deserialize)]
struct Version {
    version: String,
}

#[derive(Serialize, Deserialize)]
struct Header {
    version: String,
    shape: String,
    hidden: Activation,
    output: Activation,
    bits: Option<u32>,
    story: Story,
}

fn tensor<'t>(
    tensors: &SafeTensors<'t>,
    name: &str,
    shape: &[usize],
    dtype: Dtype,
) -> Result<TensorView<'t>, ModelError> {
    let wanted = || format!("{dtype:?} {shape:?}");
    let Ok(found) = tensors.tensor(name) else {
        return Err(ModelError::Tensor { name: name.into(), wanted: wanted(), found: "missing".into() });
    };
    if found.shape() != shape || found.dtype() != dtype {
        let there = format!("{:?} {:?}", found.dtype(), found.shape());
        return Err(ModelError::Tensor { name: name.into(), wanted: wanted(), found: there });
    }
    Ok(found)
}

fn read_floats(tensors: &SafeTensors<'_>, name: &str, shape: &[usize]) -> Result<Vec<f32>, ModelError> {
    let found = tensor(tensors, name, shape, Dtype::F32)?;
    let numbers: Vec<f32> = found.data().as_chunks().0.iter().map(|b| f32::from_le_bytes(*b)).collect();
    match numbers.iter().all(|x| x.is_finite()) {
        true => Ok(numbers),
        false => Err(ModelError::NotFinite(name.into())),
    }
}

fn read_wholes(
    tensors: &SafeTensors<'_>,
    name: &str,
    shape: &[usize],
    bits: u32,
) -> Result<Vec<i16>, ModelError> {
    if bits <= 8 {
        let found = tensor(tensors, name, shape, Dtype::I8)?;
        return Ok(found.data().iter().map(|&b| i16::from(b as i8)).collect());
    }
    let found = tensor(tensors, name, shape, Dtype::I16)?;
    Ok(found.data().as_chunks().0.iter().map(|b| i16::from_le_bytes(*b)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn model(bits: Option<u32>) -> Model {
        let shape = Shape::parse("3-5-2-1", Activation::Relu, Activation::Sigmoid).unwrap();
        let net = Net::random(shape, 1.0, 1);
        let story = Story {
            endgame: "KPK".into(),
            to_move: "white".into(),
            kind: "paper".into(),
            features: ["c01", "c02", "c03"].map(str::to_owned).to_vec(),
            coding: "natural".into(),
            classes: "win draw".into(),
            target: "value".into(),
            recipe: "test".into(),
            seed: 1,
            data: "0".into(),
            result: "none".into(),
        };
        match bits {
            None => Model::new(net, story),
            Some(bits) => Model::few_bits(Quantised::new(&net, bits, 1.0), &net, story),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for bits in [None, Some(4), Some(8), Some(12)] {
            let model = model(bits);
            let bytes = model.to_bytes().unwrap();
            assert_eq!(bytes, model.to_bytes().unwrap());
            assert_eq!(Model::from_bytes(&bytes).unwrap(), model, "{bits:?} bits");
        }
    }

    #[test]
    fn damage_is_told() {
        let bytes = model(None).to_bytes().unwrap();
        let says = |bytes: &[u8]| Model::from_bytes(bytes).unwrap_err().to_string();
        assert!(says(&bytes[..bytes.len() - 1]).contains("damaged"));
        assert!(says(b"").contains("damaged"));
        assert!(says(b"GIF89a, certainly not weights").contains("damaged"));
        let replaced = |from: &str, to: &str| {
            assert_eq!(from.len(), to.len());
            let text: Vec<u8> = bytes.clone();
            let at = text.windows(from.len()).position(|w| w == from.as_bytes()).unwrap();
            let mut out = text;
            out[at..at + from.len()].copy_from_slice(to.as_bytes());
            out
        };
        assert!(says(&replaced("philidor-net-1", "philidor-net-9")).contains("philidor-net-9"));
        assert!(says(&replaced("3-5-2-1", "3-5-3-1")).contains("w2"));
        assert!(says(&replaced("3-5-2-1", "x-5-2-1")).contains("x-5-2-1"));
        let mut nan = bytes.clone();
        let end = nan.len();
        nan[end - 4..].copy_from_slice(&f32::NAN.to_le_bytes());
        assert!(says(&nan).contains("not finite"));
    }
}
