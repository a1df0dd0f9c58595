//! The file as a net: what it must say of itself, and weights that fit each other.

use std::io::Read;

use super::{
    planes::{MOVE_PLANES, PLANES},
    proto::Message,
    run::{Conv, Excite, Net, Residual},
};

/// Why a file is no net that can be run here.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Lc0Error {
    /// Not what it should be, down in the bytes.
    #[error("the file is damaged: {0}")]
    Damaged(String),
    /// A file of another kind.
    #[error("this is no net of Leela Chess Zero ({0})")]
    Foreign(String),
    /// Such a net, but of a shape that is not run here.
    #[error("a net of this shape is not run here: {0}")]
    Shape(String),
}

/// What every such file begins with.
const MAGIC: u64 = 0x1c0;
/// Bytes of a net after unpacking, at most.
const LARGEST: u64 = 256 << 20;

/// What the format must say: field, number, and what it means.
const FORMAT: [(u32, u64, &str); 3] = [
    (1, 1, "112 classical input planes"),
    (3, 4, "squeeze and excitation"),
    (4, 2, "a convolutional policy head"),
];

pub(super) fn read(bytes: &[u8]) -> Result<Net, Lc0Error> {
    let mut unpacked = Vec::new();
    let plain = if bytes.starts_with(&[0x1f, 0x8b]) {
        let gzip = flate2::read::GzDecoder::new(bytes);
        gzip.take(LARGEST).read_to_end(&mut unpacked).map_err(|e| Lc0Error::Damaged(e.to_string()))?;
        &unpacked
    } else {
        bytes
    };
    let foreign = |e: Lc0Error| Lc0Error::Foreign(e.to_string());
    let file = Message::read(plain).map_err(foreign)?;
    if file.number(1) != Some(MAGIC) {
        return Err(Lc0Error::Foreign("its first field is not the magic number".to_owned()));
    }
    let missing = |what: &str| Lc0Error::Shape(format!("it has no {what}"));
    let format = file.message(4)?.ok_or_else(|| missing("format"))?;
    let network = format.message(2)?.ok_or_else(|| missing("network format"))?;
    for (field, wanted, meaning) in FORMAT {
        let found = network.number(field).unwrap_or(0);
        if found != wanted {
            return Err(Lc0Error::Shape(format!(
                "it is not made for {meaning} (format {found}, not {wanted})"
            )));
        }
    }
    let weights = file.message(10)?.ok_or_else(|| missing("weights"))?;
    let block = |field: u32, what: &str| {
        weights.message(field)?.ok_or_else(|| Lc0Error::Shape(format!("it has no {what}")))
    };
    let input = conv(&block(1, "input layer")?, PLANES, None)?;
    let filters = input.outputs;
    let mut residuals = Vec::new();
    for bytes in weights.all(2) {
        residuals.push(residual(&Message::read(bytes)?, filters)?);
    }
    let policy_first = conv(&block(11, "policy head")?, filters, Some(filters))?;
    let policy_last = conv(&block(3, "policy head")?, filters, None)?;
    if policy_last.outputs < MOVE_PLANES {
        let told = format!("its policy has {} planes, not {MOVE_PLANES} or more", policy_last.outputs);
        return Err(Lc0Error::Shape(told));
    }
    Ok(Net { input, residuals, policy_first, policy_last })
}

fn residual(message: &Message<'_>, filters: usize) -> Result<Residual, Lc0Error> {
    let missing = |what: &str| Lc0Error::Shape(format!("a block has no {what}"));
    let first = message.message(1)?.ok_or_else(|| missing("first layer"))?;
    let second = message.message(2)?.ok_or_else(|| missing("second layer"))?;
    let excite = message.message(3)?.ok_or_else(|| missing("squeeze and excitation"))?;
    let (w1, b1) = (layer(&excite, 1)?, layer(&excite, 2)?);
    let (w2, b2) = (layer(&excite, 3)?, layer(&excite, 4)?);
    let squeezed = b1.len();
    let fits =
        w1.len() == squeezed * filters && w2.len() == 2 * filters * squeezed && b2.len() == 2 * filters;
    if !fits || squeezed == 0 {
        return Err(Lc0Error::Shape(
            "the weights of squeeze and excitation do not fit each other".to_owned(),
        ));
    }
    Ok(Residual {
        first: conv(&first, filters, Some(filters))?,
        second: conv(&second, filters, Some(filters))?,
        excite: Excite { w1, b1, w2, b2 },
    })
}

/// A layer of 3 by 3 convolutions, its normalisation taken into weights and biases.
fn conv(message: &Message<'_>, inputs: usize, outputs: Option<usize>) -> Result<Conv, Lc0Error> {
    let mut weights = layer(message, 1)?;
    let found = weights.len() / (inputs * 9);
    if found == 0 || found * inputs * 9 != weights.len() || outputs.is_some_and(|outputs| outputs != found) {
        let told = format!("a layer of {} weights does not fit {inputs} inputs", weights.len());
        return Err(Lc0Error::Shape(told));
    }
    let outputs = found;
    let optional = |field: u32, usual: f32| -> Result<Vec<f32>, Lc0Error> {
        let found = if message.bytes(field).is_some() { layer(message, field)? } else { Vec::new() };
        match found.len() {
            0 => Ok(vec![usual; outputs]),
            n if n == outputs => Ok(found),
            n => Err(Lc0Error::Shape(format!("{n} numbers for {outputs} outputs"))),
        }
    };
    let mut biases = optional(2, 0.0)?;
    if message.bytes(3).is_some() {
        let (means, variances) = (optional(3, 0.0)?, optional(4, 1.0)?);
        let (gammas, betas) = (optional(5, 1.0)?, optional(6, 0.0)?);
        for (at, row) in weights.chunks_mut(inputs * 9).enumerate() {
            let factor = gammas[at] / (variances[at] + 1e-5).sqrt();
            row.iter_mut().for_each(|w| *w *= factor);
            biases[at] = betas[at] + (biases[at] - means[at]) * factor;
        }
    }
    if weights.iter().chain(&biases).any(|x| !x.is_finite()) {
        return Err(Lc0Error::Damaged("a layer holds numbers that are not finite".to_owned()));
    }
    Ok(Conv { inputs, outputs, weights, biases })
}

/// Numbers of a layer: 16 bits each between a least and a largest value.
fn layer(parent: &Message<'_>, field: u32) -> Result<Vec<f32>, Lc0Error> {
    let missing = || Lc0Error::Shape(format!("weights are missing (field {field})"));
    let message = parent.message(field)?.ok_or_else(missing)?;
    let float = |field: u32| f32::from_bits(message.number(field).unwrap_or(0) as u32);
    let (least, most) = (float(1), float(2));
    let bytes = message.bytes(3).ok_or_else(missing)?;
    if !bytes.len().is_multiple_of(2) {
        return Err(Lc0Error::Damaged("an odd number of bytes for weights of 16 bits".to_owned()));
    }
    let share = |pair: &[u8]| f32::from(u16::from_le_bytes([pair[0], pair[1]])) / 65535.0;
    Ok(bytes.chunks_exact(2).map(|pair| least + share(pair) * (most - least)).collect())
}
