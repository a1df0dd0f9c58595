//! Table files: what was solved, kept on disk.
//!
//! ```text
//! header (64 bytes)   magic "PHILIDOR", version, block size, material, metrics, plane length, checksums
//! index               one 64-bit offset per block, and the end
//! blocks              zstd, each the next 64 KiB of a plane; planes: mate w, mate b, conversion w, conversion b, and
//!                     zeroing w, zeroing b where that is not conversion
//! ```
//!
//! Numbers are little-endian. A file is written beside its place and renamed when complete; opening checks both
//! checksums, so a block that is read later is sound. Blocks are unpacked when first touched and then stay.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Read, Seek, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use philidor_chess::Material;
use philidor_files::Scratch;
use rayon::prelude::*;
use xxhash_rust::xxh3::Xxh3;

use crate::{
    layout::Layout,
    plane::{Load, Plane},
    table::Table,
};

const MAGIC: &[u8; 8] = b"PHILIDOR";
const VERSION: u32 = 2;
const BLOCK_BITS: u32 = 16;
const HEADER: usize = 64;
/// Depth to mate and to conversion.
const BOTH_METRICS: u32 = 0b0011;
/// Depth to zeroing has planes of its own.
const ZEROING: u32 = 0b0100;
/// The fifty-move rule spoils some win.
const SPOILED: u32 = 0b1000;
/// Fast to pack; a higher level gains a tenth in size for ten times the time.
const ZSTD_LEVEL: i32 = 1;

/// Why a table file could not be used.
#[derive(Debug, thiserror::Error)]
pub enum FileError {
    /// The system said no.
    #[error("{path}: {source}")]
    Io {
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Not one of our files.
    #[error("{path}: not a Philidor table")]
    NotATable {
        /// Which file.
        path: PathBuf,
    },
    /// Written by another version.
    #[error(
        "{path}: table format {found}, this program reads {VERSION}; `philidor tables build {material} --force` rebuilds it"
    )]
    Version {
        /// Which file.
        path: PathBuf,
        /// The version in the file.
        found: u32,
        /// The endgame it should hold.
        material: Material,
    },
    /// The content is not what was written.
    #[error("{path}: damaged ({what}); `philidor tables build {material} --force` rebuilds it")]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What does not fit.
        what: String,
        /// The endgame it should hold.
        material: Material,
    },
}

/// The file name of a material's table.
pub fn file_name(material: Material) -> String {
    format!("{}.ptab", material.canonical())
}

/// Writes a table, all or nothing.
pub(crate) fn write(table: &Table, dir: &Path) -> Result<PathBuf, FileError> {
    let path = dir.join(file_name(table.material()));
    let fail = |path: &Path| {
        let path = path.to_owned();
        move |source| FileError::Io { path, source }
    };
    fs::create_dir_all(dir).map_err(fail(dir))?;
    let written = || {
        let scratch = Scratch::new(&path)?;
        write_to(table, scratch.file())?;
        scratch.finish()
    };
    written().map_err(fail(&path))?;
    Ok(path)
}

fn write_to(table: &Table, file: &File) -> io::Result<()> {
    let planes: Vec<&Plane> = table.dtm.iter().chain(&table.dtc).chain(table.dtz.iter().flatten()).collect();
    let metrics = BOTH_METRICS
        | if table.dtz.is_some() { ZEROING } else { 0 }
        | if table.is_spoiled() { SPOILED } else { 0 };
    let len = planes[0].len();
    let blocks = len.div_ceil(1 << BLOCK_BITS);
    let mut out = BufWriter::with_capacity(1 << 20, file);
    // 1. Leave room for header and index.
    let mut offsets = vec![0u64; planes.len() * blocks + 1];
    let mut offset = (HEADER + 8 * offsets.len()) as u64;
    out.write_all(&vec![0; offset as usize])?;
    // 2. Blocks, packed in parallel, written in order.
    let mut sum = Xxh3::new();
    let numbered: Vec<usize> = (0..planes.len() * blocks).collect();
    for batch in numbered.chunks(512) {
        let packed: Vec<io::Result<Vec<u8>>> = batch
            .par_iter()
            .map(|&n| {
                let (plane, start) = (planes[n / blocks], (n % blocks) << BLOCK_BITS);
                let bytes = plane.gather(start, (len - start).min(1 << BLOCK_BITS));
                zstd::bulk::compress(&bytes, ZSTD_LEVEL)
            })
            .collect();
        for (&n, block) in batch.iter().zip(packed) {
            let block = block?;
            offsets[n] = offset;
            offset += block.len() as u64;
            sum.update(&block);
            out.write_all(&block)?;
        }
    }
    offsets[planes.len() * blocks] = offset;
    // 3. Now header and index are known.
    let index: Vec<u8> = offsets.iter().flat_map(|o| o.to_le_bytes()).collect();
    let mut header = Vec::with_capacity(HEADER);
    header.extend_from_slice(MAGIC);
    header.extend_from_slice(&VERSION.to_le_bytes());
    header.extend_from_slice(&BLOCK_BITS.to_le_bytes());
    header.extend_from_slice(&padded_name(table.material()));
    header.extend_from_slice(&metrics.to_le_bytes());
    header.extend_from_slice(&(planes.len() as u32).to_le_bytes());
    header.extend_from_slice(&(len as u64).to_le_bytes());
    header.extend_from_slice(&sum.digest().to_le_bytes());
    header.extend_from_slice(&head_sum(&header, &index).to_le_bytes());
    out.rewind()?;
    out.write_all(&header)?;
    out.write_all(&index)?;
    out.flush()
}

fn padded_name(material: Material) -> [u8; 16] {
    let mut out = [0; 16];
    let name = material.to_string();
    out[..name.len()].copy_from_slice(name.as_bytes());
    out
}

fn head_sum(header: &[u8], index: &[u8]) -> u64 {
    let mut sum = Xxh3::new();
    sum.update(header);
    sum.update(index);
    sum.digest()
}

/// Opens a table file and checks it; `Ok(None)` if there is none.
pub(crate) fn open(material: Material, dir: &Path) -> Result<Option<Table>, FileError> {
    let path = dir.join(file_name(material));
    let mut file = match File::open(&path) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(FileError::Io { path, source }),
    };
    let io = |source| FileError::Io { path: path.clone(), source };
    // The head is kept; the rest is read once for its checksum, and block by block when it is asked for.
    let size = file.metadata().map_err(io)?.len();
    if size < HEADER as u64 {
        return Err(FileError::Damaged { path, what: "shorter than its header".into(), material });
    }
    let layout = Layout::new(material);
    let len = layout.len();
    let blocks = len.div_ceil(1 << BLOCK_BITS);
    let mut head = vec![0; HEADER];
    file.read_exact(&mut head).map_err(io)?;
    let damaged = |what: String| FileError::Damaged { path: path.clone(), what, material };
    if &head[..8] != MAGIC {
        return Err(FileError::NotATable { path });
    }
    match word32(&head, 8) {
        VERSION => {}
        // Tables are a cache: those of an earlier format are solved again when they are asked for.
        1..VERSION => return Ok(None),
        found => return Err(FileError::Version { path, found, material }),
    }
    let metrics = word32(&head, 32);
    let planes = if metrics & ZEROING == 0 { 4 } else { 6 };
    let data = HEADER + 8 * (planes * blocks + 1);
    head.resize(data.min(size as usize), 0);
    file.read_exact(&mut head[HEADER..]).map_err(io)?;
    if head.len() < data {
        return Err(damaged(format!("{size} bytes, at least {data} expected")));
    }
    if word64(&head, 56) != head_sum(&head[..56], &head[HEADER..data]) {
        return Err(damaged("header checksum differs".into()));
    }
    let shape = (
        word32(&head, 12),
        &head[16..32],
        metrics & !(ZEROING | SPOILED),
        word32(&head, 36),
        word64(&head, 40),
    );
    if shape != (BLOCK_BITS, &padded_name(material)[..], BOTH_METRICS, planes as u32, len as u64) {
        return Err(damaged("it holds another endgame or other metrics".into()));
    }
    let end = word64(&head, data - 8);
    if end != size {
        return Err(damaged(format!("{size} bytes, {end} expected")));
    }
    if word64(&head, 48) != rest_sum(&mut file).map_err(io)? {
        return Err(damaged("data checksum differs".into()));
    }
    let offsets =
        head[HEADER..].chunks_exact(8).map(|b| u64::from_le_bytes(b.try_into().expect("eight bytes")));
    let source = Arc::new(Source { file, path, offsets: offsets.collect() });
    let plane = |number: usize| {
        let load = Blocks { source: source.clone(), first: number * blocks };
        Plane::new(len, BLOCK_BITS, Some(Arc::new(load)))
    };
    let pair = |first: usize| [plane(first), plane(first + 1)];
    let dtz = (metrics & ZEROING != 0).then(|| pair(4));
    Ok(Some(Table::from_planes(layout, pair(0), pair(2), dtz, metrics & SPOILED != 0)))
}

fn word32(head: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(head[at..at + 4].try_into().expect("four bytes"))
}

fn word64(head: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(head[at..at + 8].try_into().expect("eight bytes"))
}

/// The checksum of the rest of a file.
fn rest_sum(file: &mut File) -> io::Result<u64> {
    let mut sum = Xxh3::new();
    let mut buffer = vec![0; 1 << 18];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(sum.digest()),
            n => sum.update(&buffer[..n]),
        }
    }
}

/// An open table file.
struct Source {
    file: File,
    path: PathBuf,
    /// Where blocks begin, and the end.
    offsets: Vec<u64>,
}

/// The blocks of one plane of a file. They are read, not mapped: a file that somebody cuts off while it is in use must not take the
/// whole process with it.
struct Blocks {
    source: Arc<Source>,
    /// The first block of the plane.
    first: usize,
}

impl Load for Blocks {
    fn load(&self, chunk: usize, out: &mut [u8]) {
        let Source { file, path, offsets } = &*self.source;
        let (start, end) = (offsets[self.first + chunk], offsets[self.first + chunk + 1]);
        let mut packed = vec![0; (end - start) as usize];
        let read =
            read_at(file, &mut packed, start).and_then(|()| zstd::bulk::decompress_to_buffer(&packed, out));
        // It was right when it was opened, and nothing but its bytes is as good as they are.
        assert!(
            matches!(read, Ok(n) if n == out.len()),
            "{} was changed while in use: start again",
            path.display()
        );
    }
}

#[cfg(unix)]
fn read_at(file: &File, out: &mut [u8], offset: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, out, offset)
}

#[cfg(windows)]
fn read_at(file: &File, mut out: &mut [u8], mut offset: u64) -> io::Result<()> {
    while !out.is_empty() {
        match std::os::windows::fs::FileExt::seek_read(file, out, offset)? {
            0 => return Err(io::ErrorKind::UnexpectedEof.into()),
            n => {
                out = &mut out[n..];
                offset += n as u64;
            }
        }
    }
    Ok(())
}
