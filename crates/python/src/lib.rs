//! Philidor for Python: a thin door to the same rooms as the command line.
//!
//! Positions, motifs and features need nobody; what is judged or solved is asked of a [`Tutor`], which holds a session. Games are read into
//! Arrow batches, which polars, pyarrow and others take over without a copy. What a caller got wrong is a `ValueError` in the program's
//! words; Ctrl-C ends the search. Nothing here knows chess or has words of its own about it.

mod games;
mod position;
mod tutor;

use pyo3::{
    exceptions::PyValueError,
    prelude::*,
    types::{PyAny, PyModule},
};
use serde::Serialize;

/// What a caller got wrong.
fn wrong(error: impl Into<anyhow::Error>) -> PyErr {
    PyValueError::new_err(format!("{:#}", error.into()))
}

/// Data as dictionaries and lists.
fn python<'py, T: Serialize>(py: Python<'py>, data: &T) -> PyResult<Bound<'py, PyAny>> {
    let text = serde_json::to_string(data).map_err(wrong)?;
    py.import("json")?.call_method1("loads", (text,))
}

/// Chess positions, exact endgame tables, motifs, checked explanations, prose that is checked, and games as Arrow tables.
#[pymodule]
fn philidor(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<position::Position>()?;
    module.add_class::<position::Motif>()?;
    module.add_class::<tutor::Tutor>()?;
    module.add_class::<games::Game>()?;
    module.add_class::<games::Games>()?;
    module.add_class::<games::GamesIterator>()?;
    module.add_class::<games::Moves>()?;
    module.add_function(wrap_pyfunction!(games::games, module)?)?;
    module.add_function(wrap_pyfunction!(games::moves, module)?)
}
