//! All tables at hand: in memory, on disk, or solved on demand.

use std::{
    collections::HashMap,
    sync::{Arc, RwLock, atomic::AtomicBool},
};

use philidor_chess::Material;

use crate::{
    solve::{Subtables, solve},
    table::Table,
};

/// A set of solved endgames.
#[derive(Debug, Default)]
pub struct Tables {
    known: RwLock<HashMap<Material, Arc<Table>>>,
}

impl Tables {
    /// All materials that must be solved for `wanted`, in an order that works, `wanted` included.
    pub fn closure(wanted: &[Material]) -> Vec<Material> {
        fn visit(m: Material, out: &mut Vec<Material>) {
            if out.contains(&m) {
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

    /// Solve.
    pub fn build(&self, wanted: Material) -> Arc<Table> {
        for m in Tables::closure(&[wanted]) {
            if self.known.read().unwrap().contains_key(&m) {
                continue;
            }
            let subs = Subtables(self.known.read().unwrap().clone());
            let t = solve(m, &subs, &AtomicBool::new(false), &|_| ()).unwrap();
            self.known.write().unwrap().insert(m, Arc::new(t));
        }
        self.known.read().unwrap()[&wanted.canonical()].clone()
    }
}
