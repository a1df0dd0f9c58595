//! King and pawn against king, counted as the literature counts it.
//!
//! Seven authors published figures for this endgame between 1977 and 1998, each with a notion of which
//! positions count and of what "depth" means. A [`Convention`] names each of these; [`census`] counts the
//! exact table under it, and [`paper()`] sets our figures beside the printed ones: the tables of Haworth and
//! Velliste, *Chess endgames and neural networks* (ICCA Journal 21-4, 1998), and of Bramer, *KPK endgame
//! databases: a response from the source* (ICCA Journal 9-3, 1986). Printed figures live in
//! `data/kpk-published.tsv`; nothing here is copied from them.

mod census;
mod convention;
mod depths;
mod paper;
mod placement;
mod published;
mod reach;
mod study;

pub use self::{
    census::{Census, Count, FileCount, census},
    convention::{Convention, Metric, UnknownConvention},
    paper::{Cell, Figure, PaperRow, PaperTable, paper},
};
