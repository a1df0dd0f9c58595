//! Table files: what was solved, kept on disk.
//!
//! ```text
//! header (64 bytes)   magic "PHILIDOR", version, block size, material, metrics, plane length, checksums
//! index               one 64-bit offset per block, and the end
//! blocks              zstd, each the next 64 KiB of a plane; planes: mate w, mate b, conversion w, conversion b
//! ```
//!
//! Numbers are little-endian. A file is written beside its place and renamed when complete; opening checks both
//! checksums, so a block that is read later is sound. Blocks are unpacked when first touched and then stay.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Seek, Write},
    path::{Path, PathBuf},
    sync::Arc,
};

use memmap2::Mmap;
use philidor_chess::Material;
use rayon::prelude::*;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::{
    layout::Layout,
    plane::{Load, Plane},
    table::Table,
};

const MAGIC: &[u8; 8] = b"PHILIDOR";
const VERSION: u32 = 1;
const BLOCK_BITS: u32 = 16;
const HEADER: usize = 64;
const BOTH_METRICS: u32 = 0b11;
const PLANES: usize = 4;
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
    let scratch = dir.join(format!(".{}.{}", file_name(table.material()), std::process::id()));
    let fail = |path: &Path| {
        let path = path.to_owned();
        move |source| FileError::Io { path, source }
    };
    fs::create_dir_all(dir).map_err(fail(dir))?;
    let written = File::create(&scratch).and_then(|file| write_to(table, file));
    if let Err(source) = written.and_then(|()| fs::rename(&scratch, &path)) {
        // The half-written file is of no use to anybody; the first error is the one to tell.
        let _ = fs::remove_file(&scratch);
        return Err(FileError::Io { path, source });
    }
    Ok(path)
}

fn write_to(table: &Table, file: File) -> io::Result<()> {
    let planes = [&table.dtm[0], &table.dtm[1], &table.dtc[0], &table.dtc[1]];
    let len = planes[0].len();
    let blocks = len.div_ceil(1 << BLOCK_BITS);
    let mut out = BufWriter::with_capacity(1 << 20, file);
    // 1. Leave room for header and index.
    let mut offsets = vec![0u64; PLANES * blocks + 1];
    let mut offset = (HEADER + 8 * offsets.len()) as u64;
    out.write_all(&vec![0; offset as usize])?;
    // 2. Blocks, packed in parallel, written in order.
    let mut sum = Xxh3::new();
    let numbered: Vec<usize> = (0..PLANES * blocks).collect();
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
    offsets[PLANES * blocks] = offset;
    // 3. Now header and index are known.
    let index: Vec<u8> = offsets.iter().flat_map(|o| o.to_le_bytes()).collect();
    let mut header = Vec::with_capacity(HEADER);
    header.extend_from_slice(MAGIC);
    header.extend_from_slice(&VERSION.to_le_bytes());
    header.extend_from_slice(&BLOCK_BITS.to_le_bytes());
    header.extend_from_slice(&padded_name(table.material()));
    header.extend_from_slice(&BOTH_METRICS.to_le_bytes());
    header.extend_from_slice(&(PLANES as u32).to_le_bytes());
    header.extend_from_slice(&(len as u64).to_le_bytes());
    header.extend_from_slice(&sum.digest().to_le_bytes());
    header.extend_from_slice(&head_sum(&header, &index).to_le_bytes());
    out.rewind()?;
    out.write_all(&header)?;
    out.write_all(&index)?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()
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
    let file = match File::open(&path) {
        Ok(file) => file,
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(FileError::Io { path, source }),
    };
    let io = |source| FileError::Io { path: path.clone(), source };
    if file.metadata().map_err(io)?.len() < HEADER as u64 {
        return Err(FileError::Damaged { path, what: "shorter than its header".into(), material });
    }
    let map = map(&file).map_err(io)?;
    let damaged = |what: String| FileError::Damaged { path: path.clone(), what, material };
    let word32 = |at: usize| u32::from_le_bytes(map[at..at + 4].try_into().expect("four bytes"));
    let word64 = |at: usize| u64::from_le_bytes(map[at..at + 8].try_into().expect("eight bytes"));
    if &map[..8] != MAGIC {
        return Err(FileError::NotATable { path });
    }
    if word32(8) != VERSION {
        return Err(FileError::Version { path, found: word32(8), material });
    }
    let layout = Layout::new(material);
    let len = layout.len();
    let blocks = len.div_ceil(1 << BLOCK_BITS);
    let data = HEADER + 8 * (PLANES * blocks + 1);
    if map.len() < data {
        return Err(damaged(format!("{} bytes, at least {data} expected", map.len())));
    }
    if word64(56) != head_sum(&map[..56], &map[HEADER..data]) {
        return Err(damaged("header checksum differs".into()));
    }
    let shape = (word32(12), &map[16..32], word32(32), word32(36), word64(40));
    if shape != (BLOCK_BITS, &padded_name(material)[..], BOTH_METRICS, PLANES as u32, len as u64) {
        return Err(damaged("it holds another endgame or other metrics".into()));
    }
    let end = word64(data - 8);
    if end != map.len() as u64 {
        return Err(damaged(format!("{} bytes, {end} expected", map.len())));
    }
    if word64(48) != xxh3_64(&map[data..]) {
        return Err(damaged("data checksum differs".into()));
    }
    let map = Arc::new(map);
    let plane = |number: usize| {
        let load = Blocks { map: map.clone(), index: HEADER + 8 * number * blocks };
        Plane::new(len, BLOCK_BITS, Some(Box::new(load)))
    };
    let (dtm, dtc) = ([plane(0), plane(1)], [plane(2), plane(3)]);
    Ok(Some(Table::from_planes(layout, dtm, dtc)))
}

#[expect(unsafe_code, reason = "memory-mapping is the point: tables are larger than one wants to read")]
fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the map is only read. Our own writers replace a table by renaming, never in place, so the mapped
    // file does not change or shrink under us unless somebody else overwrites it.
    unsafe { Mmap::map(file) }
}

/// The blocks of one plane of a mapped file.
struct Blocks {
    map: Arc<Mmap>,
    /// Where the offsets of this plane's blocks start.
    index: usize,
}

impl Load for Blocks {
    fn load(&self, chunk: usize, out: &mut [u8]) {
        let at = |n: usize| {
            let place = self.index + 8 * n;
            u64::from_le_bytes(self.map[place..place + 8].try_into().expect("eight bytes")) as usize
        };
        let packed = &self.map[at(chunk)..at(chunk + 1)];
        let got = zstd::bulk::decompress_to_buffer(packed, out).expect("a block whose checksum was right");
        assert_eq!(got, out.len(), "a block of full length");
    }
}
