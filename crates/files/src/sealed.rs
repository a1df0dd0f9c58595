//! Files with a checksum before their bytes: what was damaged since it was written is not read.

use std::path::Path;

use anyhow::Context;
use xxhash_rust::xxh3::xxh3_64;

/// Writes a file with its checksum, all or nothing.
pub fn write(path: &Path, body: impl AsRef<[u8]>) -> anyhow::Result<()> {
    let body = body.as_ref();
    super::write_with(path, |out| {
        out.write_all(&xxh3_64(body).to_le_bytes())?;
        Ok(out.write_all(body)?)
    })
}

/// The bytes of such a file. One that is damaged, or that another program wrote, is refused.
pub fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = super::read(path)?;
    let body = bytes.split_at_checked(8).filter(|(sum, body)| *sum == xxh3_64(body).to_le_bytes());
    let damaged =
        || format!("{} is damaged or of another version: remove it or name another file", path.display());
    body.with_context(damaged)?;
    Ok(bytes.split_off(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let dir = tempfile::tempdir().expect("a directory");
        let path = dir.path().join("state");
        write(&path, b"what was learned").expect("written");
        assert_eq!(read(&path).expect("whole"), b"what was learned");
        let whole = std::fs::read(&path).expect("there");
        for bit in 0..8 * whole.len() {
            let mut bad = whole.clone();
            bad[bit / 8] ^= 1 << (bit % 8);
            std::fs::write(&path, bad).expect("written");
            assert!(read(&path).is_err(), "bit {bit}");
        }
        for length in 0..whole.len() {
            std::fs::write(&path, &whole[..length]).expect("written");
            assert!(read(&path).is_err(), "{length} bytes");
        }
    }
}
