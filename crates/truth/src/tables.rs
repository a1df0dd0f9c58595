//! All tables at hand: in memory, on disk, or solved on demand.

use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError, RwLock, atomic::AtomicBool},
};

use philidor_chess::{Material, shakmaty::Chess};

use crate::{
    castled::Castled,
    file::{self, FileError},
    probe::{MOST_MEN, ProbeError},
    solve::{Progress, Stopped, Subtables, solve},
    syzygy::Syzygy,
    table::Table,
    value::Value,
};

/// Bytes of a table's file that stay in memory, about; more is let go and read again when it is asked for.
const MOST_LOADED: usize = 256 << 20;

/// A set of solved endgames, in a directory or only in memory.
#[derive(Debug, Default)]
pub struct Tables {
    dir: Option<PathBuf>,
    known: RwLock<HashMap<Material, Arc<Table>>>,
    syzygy: Option<Syzygy>,
    /// The last position with castling rights that was asked, with all that can come of it.
    castled: Mutex<Option<Arc<Castled>>>,
}

/// Why tables could not be built.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// More men than we solve.
    #[error("{material} has {men} men: tables are built for 3 to {MOST_MEN}")]
    TooManyMen {
        /// The material.
        material: Material,
        /// How many.
        men: usize,
    },
    /// A file could not be read or written.
    #[error(transparent)]
    File(#[from] FileError),
    /// The user had enough. Finished tables are kept.
    #[error(transparent)]
    Stopped(#[from] Stopped),
}

/// What happens while tables are built.
#[derive(Debug, Clone, Copy)]
pub enum BuildEvent {
    /// A table is about to be solved: its place and how many there are.
    Start {
        /// Which.
        material: Material,
        /// From 1.
        number: usize,
        /// How many are to be solved.
        of: usize,
    },
    /// The solver moves on.
    Progress(Progress),
    /// A table is solved and kept.
    Done(Material),
}

/// Listens to a build and may stop it.
#[derive(Clone, Copy)]
pub struct Watch<'w> {
    /// Set it to stop between two parts of a table.
    pub stop: &'w AtomicBool,
    /// Hears every event.
    pub hear: &'w (dyn Fn(BuildEvent) + Sync),
}

impl Tables {
    /// Tables that live in memory only.
    pub fn in_memory() -> Tables {
        Tables::default()
    }

    /// Tables kept in a directory, which is created when the first one is written.
    pub fn at(dir: impl Into<PathBuf>) -> Tables {
        Tables { dir: Some(dir.into()), ..Tables::default() }
    }

    /// The same with Syzygy files for what lies beyond.
    #[must_use]
    pub fn with_syzygy(self, syzygy: Syzygy) -> Tables {
        Tables { syzygy: Some(syzygy), ..self }
    }

    /// Where the files are.
    pub fn dir(&self) -> Option<&Path> {
        self.dir.as_deref()
    }

    pub(crate) fn syzygy(&self) -> Option<&Syzygy> {
        self.syzygy.as_ref()
    }

    /// The value of a position with castling rights.
    pub(crate) fn castled(&self, pos: &Chess) -> Result<Value, ProbeError> {
        let last = || self.castled.lock().unwrap_or_else(PoisonError::into_inner);
        let known = last().clone();
        if let Some(value) = known.and_then(|castled| castled.value(pos)) {
            return Ok(value);
        }
        let castled = Arc::new(Castled::solve(self, pos)?);
        let value = castled.value(pos).unwrap_or(Value::DRAW);
        *last() = Some(castled);
        Ok(value)
    }

    /// All materials that must be solved for `wanted`, in an order that works, `wanted` included.
    pub fn closure(wanted: &[Material]) -> Vec<Material> {
        fn visit(m: Material, out: &mut Vec<Material>) {
            if m == Material::KK || out.contains(&m) {
                return;
            }
            for sub in Subtables::needed(m) {
                visit(sub, out);
            }
            out.push(m);
        }
        let mut out = Vec::new();
        for m in wanted {
            visit(m.canonical(), &mut out);
        }
        out
    }

    /// A table that is in memory or on disk.
    pub fn table(&self, material: Material) -> Result<Option<Arc<Table>>, FileError> {
        let material = material.canonical();
        let known = self.known.read().unwrap_or_else(PoisonError::into_inner).get(&material).cloned();
        if let Some(table) = known {
            return Ok(Some(match table.loaded() > MOST_LOADED {
                true => self.lighten(&table),
                false => table,
            }));
        }
        if material.men() > MOST_MEN {
            return Ok(None);
        }
        let Some(dir) = &self.dir else { return Ok(None) };
        let Some(table) = file::open(material, dir)? else { return Ok(None) };
        Ok(Some(self.keep(table)))
    }

    /// A table of which much was read, with nothing of it in memory; who holds the old one keeps it.
    fn lighten(&self, table: &Arc<Table>) -> Arc<Table> {
        let Some(fresh) = table.afresh() else { return table.clone() };
        let fresh = Arc::new(fresh);
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.insert(fresh.material(), fresh.clone());
        fresh
    }

    fn keep(&self, table: Table) -> Arc<Table> {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.entry(table.material()).or_insert_with(|| Arc::new(table)).clone()
    }

    /// The table of a material, solved now with all it needs if it is not at hand.
    pub fn ensure(&self, material: Material, watch: Watch<'_>) -> Result<Arc<Table>, BuildError> {
        if let Some(table) = self.table(material)? {
            return Ok(table);
        }
        self.build(&[material], false, watch)?;
        Ok(self.table(material)?.expect("just built"))
    }

    /// Solves what is missing among `wanted` and all it leads to; with `force`, `wanted` is solved again in any
    /// case, and a damaged subtable too. Returns how many tables were solved.
    pub fn build(&self, wanted: &[Material], force: bool, watch: Watch<'_>) -> Result<usize, BuildError> {
        for &m in wanted {
            if m.men() > MOST_MEN {
                return Err(BuildError::TooManyMen { material: m, men: m.men() });
            }
        }
        let again = |m: &Material| force && wanted.iter().any(|w| w.canonical() == *m);
        let mut todo = Vec::new();
        for m in Tables::closure(wanted) {
            let missing = again(&m)
                || match self.table(m) {
                    Ok(found) => found.is_none(),
                    Err(_) if force => true,
                    Err(error) => return Err(error.into()),
                };
            if missing {
                todo.push(m);
            }
        }
        for (i, &material) in todo.iter().enumerate() {
            (watch.hear)(BuildEvent::Start { material, number: i + 1, of: todo.len() });
            let mut subs = Subtables::default();
            for sub in Subtables::needed(material) {
                subs.0.insert(sub, self.table(sub)?.expect("subtables come first"));
            }
            let table = solve(material, &subs, watch.stop, &|p| (watch.hear)(BuildEvent::Progress(p)))?;
            self.forget(material);
            match &self.dir {
                // From now on the file serves, so that memory holds only what is used.
                Some(dir) => {
                    file::write(&table, dir)?;
                    if material.men() < MOST_MEN {
                        self.keep(table);
                    } else {
                        self.forget_large();
                    }
                }
                None => {
                    self.keep(table);
                }
            }
            (watch.hear)(BuildEvent::Done(material));
        }
        Ok(todo.len())
    }

    fn forget(&self, material: Material) {
        self.known.write().unwrap_or_else(PoisonError::into_inner).remove(&material);
    }

    /// Lets go of five-man tables; they come back from disk, block by block, when asked for.
    fn forget_large(&self) {
        let mut known = self.known.write().unwrap_or_else(PoisonError::into_inner);
        known.retain(|m, _| m.men() < MOST_MEN);
    }
}
