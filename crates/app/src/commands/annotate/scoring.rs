//! How our comments compare with a master's: `--score`, and the fit behind it: `--fit-selection`, `--fit-concepts`.

use std::{path::Path, process::ExitCode};

use anyhow::Context;
use philidor_fit::{Corpus, compare};

use super::{Args, bar};
use crate::{output::answer, tutor::failed};

/// Prints how well the shipped models and freshly fitted ones choose; with a path, writes the fitted ones there.
pub(super) fn run(args: &Args, dir: &Path) -> anyhow::Result<ExitCode> {
    let session = super::session(args)?;
    let mut corpus = Corpus::read(dir)?;
    if let Some(most) = args.each {
        corpus.keep_first(most as usize);
    }
    for problem in &corpus.problems {
        philidor_terminal::noteln!("philidor: {problem}");
    }
    let bar = bar(corpus.len() as u64, "games");
    let found = compare(&session, corpus, &|| bar.inc(1)).map_err(failed)?;
    bar.finish_and_clear();
    answer(args.json, || Ok(found.json()), || found.text(&dir.display().to_string()))?;
    if let Some(path) = &args.fit_selection {
        philidor_files::write(path, &found.selection_file().context("writing the model")?)?;
    }
    if let Some(path) = &args.fit_concepts {
        let agreed = found.concepts.as_ref().context("there is no table of concepts beside these games")?;
        philidor_files::write(path, &agreed.model_file().context("writing the weights")?)?;
    }
    Ok(ExitCode::SUCCESS)
}
