//! `philidor mine run`: an experiment, part by part, and its report.
//!
//! Every run with every seed is a part; its outcome is written when it is done, so that an interrupted experiment goes on
//! where it stopped. A part that was made by another version of the recipe is done again.

use std::{
    collections::{HashMap, hash_map::Entry},
    path::{Path, PathBuf},
    process::ExitCode,
    sync::{Arc, atomic::Ordering},
};

use anyhow::{Context, bail, ensure};
use cpu_time::ProcessTime;
use indicatif::{ProgressBar, ProgressStyle};
use parquet::{
    data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type},
    file::{properties::WriterProperties, writer::SerializedFileWriter},
    schema::parser::parse_message_type,
};
use philidor_chess::Material;
use philidor_mine::{MineError, Outcome, Recipe, Run, Tick, report};
use philidor_nets::file::Model;
use philidor_truth::{Table, Tables};
use serde::{Deserialize, Serialize};

use crate::{
    commands::tables::{parse_material, tables_for},
    output::{outln, write_text, write_whole},
    progress::interrupt,
};

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine run table5 --out table5\n  \
    philidor mine run layers --endgame KQKP --quick\n  philidor mine run my-recipe.toml --seeds 3\n\n\
    The report is OUT/report.html and OUT/report.md; figures are in OUT/figures.csv and .parquet, nets in OUT/*.safetensors.\n\
    Interrupted runs go on where they stopped.";

/// Which experiment.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A recipe by name (see `mine list`), or a file ending in .toml
    recipe: String,
    /// Another endgame, with the generic characterisation
    #[arg(long, value_name = "MATERIAL")]
    endgame: Option<String>,
    /// The first seed
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// How many seeds (default: as the recipe says)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    seeds: Option<u32>,
    /// Only runs whose label contains this
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Where to write (default: ./mine-RECIPE)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// A few positions and epochs, to try it out
    #[arg(long)]
    quick: bool,
}

/// One run with one seed, done.
#[derive(Serialize, Deserialize)]
struct Part {
    /// The run as it was, so that a changed recipe is noticed.
    run: Run,
    outcome: Outcome,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let recipe = recipe(args)?;
    let out = args.out.clone().unwrap_or_else(|| {
        let name =
            recipe.name.clone() + args.endgame.as_ref().map(|e| format!("-{e}")).as_deref().unwrap_or("");
        PathBuf::from(format!("mine-{name}{}", if args.quick { "-quick" } else { "" }))
    });
    let parts = out.join("parts");
    std::fs::create_dir_all(&parts).with_context(|| format!("making {}", parts.display()))?;
    let stop = interrupt();
    let mut tables: HashMap<Material, (Tables, Arc<Table>)> = HashMap::new();
    let total: u32 = recipe.runs.iter().map(|r| r.seeds).sum();
    let mut outcomes = Vec::new();
    let mut best: HashMap<String, (f64, Model)> = HashMap::new();
    let started = ProcessTime::now();
    for run in &recipe.runs {
        let material = parse_material(&run.endgame)?.canonical();
        let (all, table) = match tables.entry(material) {
            Entry::Occupied(there) => there.into_mut(),
            Entry::Vacant(free) => {
                let made = tables_for(material)?;
                let table = made.table(material)?.context("the table was just built")?;
                free.insert((made, table))
            }
        };
        for seed in args.seed..args.seed + u64::from(run.seeds) {
            let file = parts.join(format!("{}-{seed}.json", file_name(&run.label)));
            let net = file.with_extension("safetensors");
            let part = match kept(&file, run) {
                Some(part) => part,
                None => {
                    let bar = Bar::new(outcomes.len() + 1, total, &run.label, seed);
                    let done = philidor_mine::run(run, seed, all, table, &mut |tick| {
                        bar.at(tick);
                        !stop.load(Ordering::Relaxed)
                    });
                    bar.0.finish_and_clear();
                    let (outcome, model) = match done {
                        Err(MineError::Stopped) => bail!("{} ({})", MineError::Stopped, out.display()),
                        done => {
                            done.with_context(|| format!("recipe {}, run {:?}", recipe.name, run.label))?
                        }
                    };
                    if let Some(model) = model {
                        let bytes = model.to_bytes()?;
                        write_whole(&net, |out| Ok(out.write_all(&bytes)?))?;
                    }
                    let part = Part { run: run.clone(), outcome };
                    write_text(&file, &serde_json::to_string(&part)?)?;
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
    write(&recipe, &outcomes, &best, &out)?;
    eprintln!("{:.1} CPU-s; report: {}", started.elapsed().as_secs_f64(), out.join("report.html").display());
    Ok(ExitCode::SUCCESS)
}

fn recipe(args: &Args) -> anyhow::Result<Recipe> {
    let mut recipe = if args.recipe.ends_with(".toml") {
        let text =
            std::fs::read_to_string(&args.recipe).with_context(|| format!("reading {}", args.recipe))?;
        let name = Path::new(&args.recipe).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Recipe::parse(&name, &text, args.quick)?
    } else {
        ensure!(
            args.recipe != "openings",
            "openings are learnt from games, not from a table: {}",
            super::openings::COMMAND
        );
        Recipe::find(&args.recipe, args.quick)?
    };
    if let Some(endgame) = &args.endgame {
        recipe = recipe.for_endgame(parse_material(endgame)?);
    }
    if let Some(text) = &args.only {
        recipe.runs.retain(|r| r.label.contains(text.as_str()));
        ensure!(!recipe.runs.is_empty(), "no run of {} has {text:?} in its label", recipe.name);
    }
    if let Some(seeds) = args.seeds {
        recipe.runs.iter_mut().for_each(|r| r.seeds = seeds);
    }
    Ok(recipe)
}

/// A part that was done before, by the same run.
fn kept(file: &Path, run: &Run) -> Option<Part> {
    let part: Part = serde_json::from_slice(&std::fs::read(file).ok()?).ok()?;
    // How often a run is repeated does not change what one of its parts is.
    (Run { seeds: 0, ..part.run.clone() } == Run { seeds: 0, ..run.clone() }).then_some(part)
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

fn write(
    recipe: &Recipe,
    outcomes: &[Outcome],
    best: &HashMap<String, (f64, Model)>,
    out: &Path,
) -> anyhow::Result<()> {
    let report = report::report(recipe, outcomes);
    write_text(&out.join("report.md"), &report.markdown)?;
    write_text(&out.join("report.html"), &report.html)?;
    write_text(&out.join("figures.csv"), &report.csv)?;
    write_whole(&out.join("figures.parquet"), |file| parquet(outcomes, file))?;
    for (name, svg) in &report.pictures {
        write_text(&out.join(name), svg)?;
    }
    for run in &recipe.runs {
        if let Some((_, model)) = best.get(&run.label) {
            let bytes = model.to_bytes()?;
            let path = out.join(format!("{}.safetensors", file_name(&run.label)));
            write_whole(&path, |out| Ok(out.write_all(&bytes)?))?;
        }
    }
    outln!("{}", report.markdown.trim_end())?;
    Ok(())
}

/// The figures as label, seed, figure, value.
fn parquet(outcomes: &[Outcome], out: &mut (dyn std::io::Write + Send)) -> anyhow::Result<()> {
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

/// Part, epoch, errors and loss on a terminal; nothing in a pipe.
struct Bar(ProgressBar);

impl Bar {
    fn new(number: usize, of: u32, label: &str, seed: u64) -> Bar {
        let style = ProgressStyle::with_template("{prefix} [{bar:24}] {pos}/{len} {msg} {eta}");
        let bar =
            ProgressBar::new(1).with_style(style.expect("a well-formed template").progress_chars("=> "));
        bar.set_prefix(format!("part {number} of {of}: {label}, seed {seed}"));
        Bar(bar)
    }

    fn at(&self, tick: &Tick) {
        self.0.set_length(tick.all);
        self.0.set_position(tick.done);
        let mut words = tick.stage.to_owned();
        if let Some(errors) = tick.errors {
            words.push_str(&format!(", {errors} errors"));
        }
        if let Some(loss) = tick.loss {
            words.push_str(&format!(", loss {loss:.5}"));
        }
        self.0.set_message(words);
    }
}
