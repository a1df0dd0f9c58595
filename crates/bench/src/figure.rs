//! One measured number, and how much CPU time it took to measure.

use cpu_time::ProcessTime;
use serde::Serialize;

/// One measured number.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Figure {
    /// What was measured.
    pub name: String,
    /// How much.
    pub value: f64,
    /// Of what.
    pub unit: &'static str,
    /// Under which conditions.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Takes figures as they are measured; an error ends the measurement.
pub type Show<'a> = &'a mut dyn FnMut(Figure) -> anyhow::Result<()>;

/// Runs something and says how many CPU seconds the process spent.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let start = ProcessTime::now();
    let result = work();
    (result, start.elapsed().as_secs_f64())
}
