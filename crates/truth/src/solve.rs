//! Solving endgames by retrograde analysis.

pub(crate) mod board;
mod exits;
mod retro;
mod view;

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use philidor_chess::{Material, shakmaty::Color};

pub(crate) use self::{
    board::{Man, side, survey},
    exits::Subtables,
    retro::Metric,
    view::sort_men,
};
use self::{
    exits::{Exits, ViewCache},
    retro::Slab,
};
use crate::{layout::Layout, table::Table};

/// The solver was asked to stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("stopped")]
pub struct Stopped;

/// How far the solver has come with a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// Pawn placements solved, of all.
    Placements {
        /// Solved.
        done: usize,
        /// Of so many.
        of: usize,
    },
    /// The depth in plies that a table without pawns has reached (depth to mate).
    Ply(u16),
}

/// Solves one endgame whose subtables are at hand.
pub(crate) fn solve(
    material: Material,
    subs: &Subtables,
    stop: &AtomicBool,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Table, Stopped> {
    // Without pawns zeroing is conversion, unless a capture may lead to a win that the fifty-move rule spoils.
    let zeroing = material.has_pawns() || subs.is_spoiled();
    let table = Table::blank(material, zeroing);
    let layout = table.layout();
    let cache = ViewCache::default();
    let done = std::sync::atomic::AtomicUsize::new(0);
    let of = layout.slabs().len();
    for level in levels(layout) {
        level.par_iter().try_for_each(|&slab| {
            if stop.load(Ordering::Relaxed) {
                return Err(Stopped);
            }
            let exits = Exits::new(layout, &layout.slabs()[slab], subs, &cache, &table);
            let ready = Slab::new(layout, &exits, zeroing);
            drop(exits);
            let tell = |ply| {
                if of == 1 {
                    progress(Progress::Ply(ply));
                }
            };
            let quietly = |metric| ready.solve(metric, stop, &|_| ());
            let (mate, (conversion, zeroed)) = rayon::join(
                || ready.solve(Metric::Mate, stop, &tell),
                || rayon::join(|| quietly(Metric::Conversion), || zeroing.then(|| quietly(Metric::Zeroing))),
            );
            table.set_slab(slab, Metric::Mate, mate?);
            table.set_slab(slab, Metric::Conversion, conversion?);
            if let Some(planes) = zeroed.transpose()? {
                table.set_slab(slab, Metric::Zeroing, planes);
            }
            let n = done.fetch_add(1, Ordering::Relaxed) + 1;
            if of > 1 {
                progress(Progress::Placements { done: n, of });
            }
            Ok(())
        })?;
    }
    Ok(table)
}

/// Slabs in the order in which they can be solved: those whose pawns have fewer steps to go come first.
fn levels(layout: &Layout) -> Vec<Vec<usize>> {
    let mut levels: Vec<Vec<usize>> = Vec::new();
    for (slab, squares) in layout.slabs().iter().enumerate() {
        let steps =
            |(color, sq): (&Color, &u8)| usize::from(if color.is_white() { 7 - (sq >> 3) } else { sq >> 3 });
        let level: usize = layout.pawns.iter().zip(squares).map(steps).sum();
        if levels.len() <= level {
            levels.resize_with(level + 1, Vec::new);
        }
        levels[level].push(slab);
    }
    levels
}
