//! An experiment, part by part, and its files.
//!
//! Every run with every seed is a part; its outcome is written when it is done, so that an interrupted experiment resumes where it stopped. A
//! part that was made by another version of the recipe is done again.

use std::{
    collections::{HashMap, hash_map::Entry},
    io::Write,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context, bail};
use parquet::{
    data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type},
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};
use philidor_chess::Material;
use philidor_files as files;
use philidor_nets::file::Model;
use philidor_plots::Report;
use philidor_truth::{Table, Tables};
use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::xxh3_64;

use super::{Find, MineError, Outcome, Recipe, Run, Tick, report, run};

/// One run with one seed, done.
#[derive(Serialize, Deserialize)]
struct Part {
    /// The run as it was, so that a changed recipe is noticed.
    run: Run,
    outcome: Outcome,
    /// Digest of the net it left behind.
    net: Option<String>,
}

/// What an experiment tells while it runs.
#[derive(Debug)]
pub enum News<'a> {
    /// A part begins.
    Begins {
        /// Its number, from 1.
        number: usize,
        /// Parts in all.
        of: u32,
        /// The run's label.
        label: &'a str,
        /// The seed.
        seed: u64,
    },
    /// How far the part is.
    At(&'a Tick),
    /// The part is over.
    Ends,
}

/// A recipe, where its files go, and its first seed.
pub struct Experiment {
    /// What is run.
    pub recipe: Recipe,
    /// The directory of its files.
    pub out: PathBuf,
    /// The first seed.
    pub seed: u64,
}

/// The best net of each run so far, with its errors.
type Best = HashMap<String, (f64, Model)>;

impl Experiment {
    /// Does what is not done yet and writes report, figures and nets. `find` has the tables; `hear` may stop the work.
    pub fn run(&self, find: Find<'_>, hear: &mut dyn FnMut(&News<'_>) -> bool) -> anyhow::Result<Report> {
        let parts = self.out.join("parts");
        files::make_dir(&parts)?;
        let mut tables: HashMap<Material, (Tables, Arc<Table>)> = HashMap::new();
        let of: u32 = self.recipe.runs.iter().map(|r| r.seeds).sum();
        let (mut outcomes, mut best) = (Vec::new(), Best::new());
        for run in &self.recipe.runs {
            let material = Material::endgame(&run.endgame)?.canonical();
            let (all, table) = match tables.entry(material) {
                Entry::Occupied(there) => there.into_mut(),
                Entry::Vacant(free) => free.insert(find(material)?),
            };
            for seed in self.seed..self.seed + u64::from(run.seeds) {
                let file = parts.join(format!("{}-{seed}.done", file_name(&run.label)));
                let net = file.with_extension("safetensors");
                let part = match kept(&file, &net, run) {
                    Some(part) => part,
                    None => {
                        hear(&News::Begins { number: outcomes.len() + 1, of, label: &run.label, seed });
                        let done = self.part(run, seed, (all, table), &mut |tick| hear(&News::At(tick)));
                        hear(&News::Ends);
                        let (outcome, model) = done?;
                        let model = model.map(|model| model.to_bytes()).transpose()?;
                        if let Some(model) = &model {
                            files::write(&net, model)?;
                        }
                        let part = Part { run: run.clone(), outcome, net: model.map(|bytes| digest(&bytes)) };
                        files::sealed::write(&file, serde_json::to_string(&part)?)?;
                        part
                    }
                };
                let errors = part.outcome.figures.get("errors").copied().unwrap_or(f64::INFINITY);
                let better = best.get(&run.label).is_none_or(|(b, _)| errors < *b);
                if better && let Some(model) = saved(&net) {
                    best.insert(run.label.clone(), (errors, model));
                }
                outcomes.push(part.outcome);
            }
        }
        self.write(&outcomes, &best)
    }

    fn part(
        &self,
        one: &Run,
        seed: u64,
        (tables, table): (&Tables, &Table),
        hear: super::Hear<'_>,
    ) -> anyhow::Result<(Outcome, Option<Model>)> {
        match run(one, seed, tables, table, hear) {
            Err(MineError::Stopped) => bail!("{} ({})", MineError::Stopped, self.out.display()),
            done => done.with_context(|| format!("recipe {}, run {:?}", self.recipe.name, one.label)),
        }
    }

    fn write(&self, outcomes: &[Outcome], best: &Best) -> anyhow::Result<Report> {
        let report = report::report(&self.recipe, outcomes);
        report.write(&self.out)?;
        files::write_with(&self.out.join("figures.parquet"), |file| parquet(outcomes, file))?;
        for run in &self.recipe.runs {
            if let Some((_, model)) = best.get(&run.label) {
                let path = self.out.join(format!("{}.safetensors", file_name(&run.label)));
                files::write(&path, model.to_bytes()?)?;
            }
        }
        Ok(report)
    }
}

/// A part that was done before, by the same run, and is as it was written, its net too.
fn kept(file: &Path, net: &Path, run: &Run) -> Option<Part> {
    let part: Part = serde_json::from_slice(&files::sealed::read(file).ok()?).ok()?;
    // How often a run is repeated does not change what one of its parts is.
    let same = Run { seeds: 0, ..part.run.clone() } == Run { seeds: 0, ..run.clone() };
    let found = std::fs::read(net).ok().map(|bytes| digest(&bytes));
    (same && (part.net.is_none() || part.net == found)).then_some(part)
}

fn digest(bytes: &[u8]) -> String {
    format!("{:016x}", xxh3_64(bytes))
}

/// A net that a part left behind; methods that are no nets leave none.
fn saved(path: &Path) -> Option<Model> {
    Model::from_bytes(&std::fs::read(path).ok()?).ok()
}

/// Letters and digits only.
fn file_name(label: &str) -> String {
    let keep = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    label.chars().map(keep).collect::<String>().trim_matches('-').to_owned()
}

/// The figures as label, seed, figure, value.
fn parquet(outcomes: &[Outcome], out: &mut (dyn Write + Send)) -> anyhow::Result<()> {
    let schema = parse_message_type(
        "message figures { REQUIRED BYTE_ARRAY label (UTF8); REQUIRED INT64 seed; REQUIRED BYTE_ARRAY figure (UTF8); \
         REQUIRED DOUBLE value; }",
    )?;
    let mut writer =
        SerializedFileWriter::new(out, Arc::new(schema), Arc::new(WriterProperties::builder().build()))?;
    let rows: Vec<(&str, i64, &str, f64)> = outcomes
        .iter()
        .flat_map(|o| o.figures.iter().map(move |(f, v)| (o.label.as_str(), o.seed as i64, f.as_str(), *v)))
        .collect();
    let mut group = writer.next_row_group()?;
    let text = |s: &str| ByteArray::from(s.as_bytes().to_vec());
    let mut column = 0;
    while let Some(mut writer) = group.next_column()? {
        match column {
            0 => {
                let values: Vec<ByteArray> = rows.iter().map(|r| text(r.0)).collect();
                writer.typed::<ByteArrayType>().write_batch(&values, None, None)?;
            }
            1 => {
                let values: Vec<i64> = rows.iter().map(|r| r.1).collect();
                writer.typed::<Int64Type>().write_batch(&values, None, None)?;
            }
            2 => {
                let values: Vec<ByteArray> = rows.iter().map(|r| text(r.2)).collect();
                writer.typed::<ByteArrayType>().write_batch(&values, None, None)?;
            }
            _ => {
                let values: Vec<f64> = rows.iter().map(|r| r.3).collect();
                writer.typed::<DoubleType>().write_batch(&values, None, None)?;
            }
        }
        writer.close()?;
        column += 1;
    }
    group.close()?;
    writer.close()?;
    Ok(())
}
