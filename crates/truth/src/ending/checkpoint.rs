//! What is solved of an ending as bytes, so that the work can be stopped and go on later.
//!
//! Packed with zstd: a first line, the position, how the work stands, then every slab. That the bytes are those that were written is
//! the business of whoever keeps them; here anything that is not a whole checkpoint of this very position is refused.

use std::io::{self, Read, Write};

use philidor_chess::{Piece, shakmaty::Chess, write_fen};

use super::{
    Ending, Limits, Times,
    slab::{Sets, Slab},
    structure::Structure,
};

const FIRST: &str = "philidor ending 1\n";

/// Why a checkpoint cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// It cannot be read.
    #[error("this is no checkpoint of `tables solve`, or a damaged one")]
    Damaged,
    /// It is about something else.
    #[error("this checkpoint is about {0}")]
    Other(String),
    /// It took promotions for wins, or did not.
    #[error("this checkpoint was made {} --trust-promotions", if *.0 { "with" } else { "without" })]
    Trust(bool),
}

impl Ending {
    /// What is solved of a position's ending, packed.
    pub fn checkpoint(&self, pos: &Chess) -> io::Result<Vec<u8>> {
        let mut out = zstd::Encoder::new(Vec::new(), 1)?;
        out.write_all(FIRST.as_bytes())?;
        let fen = write_fen(pos);
        number(&mut out, fen.len() as u64)?;
        out.write_all(fen.as_bytes())?;
        for n in
            [u64::from(self.trust_promotions), u64::from(self.rounds), self.clock, self.slabs.len() as u64]
        {
            number(&mut out, n)?;
        }
        let mut structures: Vec<&Structure> = self.slabs.keys().collect();
        structures.sort_unstable();
        for structure in structures {
            let (slab, times) =
                (&self.slabs[structure], self.times.get(structure).copied().unwrap_or_default());
            let pieces = structure.pieces().fold(0, |code, (color, piece)| {
                code << 4 | 8 | u64::from(color.is_black()) << 2 | piece_code(piece)
            });
            let sets = slab.others.as_deref().map_or(1, |_| 3);
            for n in [structure.pawns[0], structure.pawns[1], pieces, times.solved, times.changed, sets] {
                number(&mut out, n)?;
            }
            for sets in std::iter::once(&slab.low).chain(slab.others.iter().flat_map(|others| others.iter()))
            {
                for &word in sets.0.iter().flatten().flat_map(|words| words.iter()) {
                    number(&mut out, word)?;
                }
            }
        }
        out.finish()
    }

    /// Goes on from a checkpoint of this position.
    pub fn from_checkpoint(bytes: &[u8], pos: &Chess, limits: Limits) -> Result<Ending, CheckpointError> {
        let damaged = |_: io::Error| CheckpointError::Damaged;
        let mut input = zstd::Decoder::new(bytes).map_err(damaged)?;
        let mut first = [0; FIRST.len()];
        input.read_exact(&mut first).map_err(damaged)?;
        if first != FIRST.as_bytes() {
            return Err(CheckpointError::Damaged);
        }
        let length = next(&mut input)?;
        let mut fen = String::new();
        (&mut input).take(length.min(200)).read_to_string(&mut fen).map_err(damaged)?;
        if fen != write_fen(pos) {
            return Err(CheckpointError::Other(fen));
        }
        let trusted = next(&mut input)? == 1;
        if trusted != limits.trust_promotions {
            return Err(CheckpointError::Trust(trusted));
        }
        let mut ending = Ending::empty(trusted);
        ending.rounds = next(&mut input)? as u32;
        ending.clock = next(&mut input)?;
        for _ in 0..next(&mut input)? {
            let pawns = [next(&mut input)?, next(&mut input)?];
            let structure = structure(pawns, next(&mut input)?).ok_or(CheckpointError::Damaged)?;
            let times = Times { solved: next(&mut input)?, changed: next(&mut input)? };
            let count = next(&mut input)?;
            let low = sets(&mut input, &structure)?;
            let others = match count {
                1 => None,
                3 => Some(Box::new([sets(&mut input, &structure)?, sets(&mut input, &structure)?])),
                _ => return Err(CheckpointError::Damaged),
            };
            ending.positions += structure.positions();
            ending.times.insert(structure, times);
            if ending.slabs.insert(structure, Slab { low, others }).is_some() {
                return Err(CheckpointError::Damaged);
            }
        }
        if input.read(&mut [0]).map_err(damaged)? != 0 {
            return Err(CheckpointError::Damaged);
        }
        ending.structures = ending.slabs.len();
        Ok(ending)
    }
}

fn number(out: &mut impl Write, n: u64) -> io::Result<()> {
    out.write_all(&n.to_le_bytes())
}

fn next(input: &mut impl Read) -> Result<u64, CheckpointError> {
    let mut bytes = [0; 8];
    input.read_exact(&mut bytes).map_err(|_| CheckpointError::Damaged)?;
    Ok(u64::from_le_bytes(bytes))
}

fn piece_code(piece: Piece) -> u64 {
    Piece::PROMOTIONS.iter().position(|&known| known == piece).unwrap_or(0) as u64
}

/// A structure of pawns that stand where pawns can, and of at most two pieces.
fn structure(pawns: [u64; 2], code: u64) -> Option<Structure> {
    const LAST_RANKS: u64 = 0xff00_0000_0000_00ff;
    let sane = pawns[0] & pawns[1] == 0 && (pawns[0] | pawns[1]) & LAST_RANKS == 0;
    let codes = [code >> 4, code & 15].into_iter().filter(|&code| code != 0);
    let pieces = codes.map(|code| {
        let piece = Piece::PROMOTIONS[(code & 3) as usize];
        (code & 8 != 0).then_some((code & 4 != 0, piece))
    });
    if !sane || code >> 8 != 0 {
        return None;
    }
    Structure::made_of(pawns, pieces.collect::<Option<Vec<_>>>()?)
}

fn sets(input: &mut impl Read, structure: &Structure) -> Result<Sets, CheckpointError> {
    let mut words = || -> Result<Box<[u64]>, CheckpointError> {
        let mut bytes = vec![0; 8 * structure.words()];
        input.read_exact(&mut bytes).map_err(|_| CheckpointError::Damaged)?;
        let (chunks, _) = bytes.as_chunks::<8>();
        Ok(chunks.iter().map(|chunk| u64::from_le_bytes(*chunk)).collect())
    };
    Ok(Sets([[words()?, words()?], [words()?, words()?]]))
}
