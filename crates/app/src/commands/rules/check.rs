//! `philidor rules check`

use std::{
    path::{Path, PathBuf},
    process::ExitCode,
};

use anyhow::Context;
use clap::{Args as ClapArgs, ValueEnum};
use philidor_report::{check::Checked, proof};
use philidor_rules::{
    Rules, certificate,
    certify::certify,
    library::{self, Shipped},
    prove::prove,
    smt,
};

use crate::{
    commands::{BAD, NO},
    output::answer,
    progress::spinner,
};

/// Counter-examples shown for each cause of error.
const SHOWN: usize = 2;

/// How a proof is written.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A letter for every position, for --certificate
    Certificate,
    /// Questions in SMT-LIB 2, each to be answered with unsat, as by z3 (KPK, KRK)
    Smt,
}

/// Arguments of `rules check`.
#[derive(ClapArgs)]
#[command(
    after_help = "Examples:\n  philidor rules check KPK\n  philidor rules check my.rules --static\n  philidor rules check --all\n\n\
  philidor rules check KPK --prove kpk.certificate\n  philidor rules check KRKP --prove krkp.certificate\n  philidor rules check --certificate kpk.certificate\n  \
philidor rules check KRK --prove krk.smt2 --format smt && z3 krk.smt2\n\n\
Exit code 0 if no rule errs, 1 if one does, 2 if the file cannot be used or a certificate does not hold."
)]
pub(crate) struct Args {
    /// The rule file, or the name of a theory that comes with the program
    #[arg(required_unless_present_any = ["certificate", "all"])]
    file: Option<String>,
    /// All theories that come with the program, a line for each
    #[arg(long, conflicts_with_all = ["file", "prove", "certificate", "only_static", "svg"])]
    all: bool,
    /// Without the effect of search
    #[arg(long = "static")]
    only_static: bool,
    /// Look at one row of 64 positions in so many, the same ones each time, without the effect of search: a first look at five men
    #[arg(long, value_name = "ROWS", conflicts_with_all = ["all", "prove", "certificate"], value_parser = clap::value_parser!(u32).range(1..))]
    sample: Option<u32>,
    /// Write a certificate to this file: a reason for every position that needs no table (up to four men)
    #[arg(long, value_name = "CERTIFICATE", conflicts_with_all = ["only_static", "svg"])]
    prove: Option<PathBuf>,
    /// How the proof is written
    #[arg(long, value_enum, default_value_t = Format::Certificate, requires = "prove")]
    format: Format,
    /// Check a certificate; no rules are read, no table is asked
    #[arg(long, value_name = "CERTIFICATE", conflicts_with_all = ["file", "prove", "only_static", "svg"])]
    certificate: Option<PathBuf>,
    /// Draw the counter-examples into this directory
    #[arg(long, value_name = "DIR")]
    svg: Option<PathBuf>,
    /// Print as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.certificate {
        return verify(path, args.json);
    }
    if args.all {
        return super::compare(&library::SHIPPED.iter().map(Shipped::source).collect::<Vec<_>>(), args.json);
    }
    let source = super::source(args.file.as_deref().unwrap_or_default())?;
    let rules = super::rules(&source)?;
    if let Some(path) = &args.prove {
        return prove_to(&rules, path, args.format, args.json);
    }
    let ground = super::ground(super::material(&rules)?)?.one_in(args.sample.unwrap_or(1) as usize);
    let checked = Checked::new(&rules, &ground, !args.only_static && args.sample.is_none(), SHOWN);
    if let Some(dir) = &args.svg {
        philidor_files::make_dir(dir)?;
        for (name, picture) in checked.pictures() {
            philidor_files::write(&dir.join(name), picture)?;
        }
    }
    answer(args.json, || Ok(serde_json::to_string(&checked.answer())?), || checked.text())?;
    let statics = &checked.statics;
    super::tell(&statics.problems(&rules), &source);
    let never = statics.rules.iter().any(|r| r.total() == 0);
    Ok(match statics.is_sound() {
        _ if never => ExitCode::from(BAD),
        true => ExitCode::SUCCESS,
        false => ExitCode::from(NO),
    })
}

/// Proves the rules without a table.
fn prove_to(rules: &Rules, path: &Path, format: Format, json: bool) -> anyhow::Result<ExitCode> {
    if format == Format::Smt {
        smt::third_man(rules)?;
    }
    // KPK is proved from its rules alone; other theories get a certificate whose letters the solver finds.
    let proof = match prove(rules) {
        Ok(proof) => proof,
        Err(_) => certify(rules, &super::ground(super::material(rules)?)?)?,
    };
    let done = proof.is_complete();
    let mut written = String::new();
    if done {
        match format {
            Format::Certificate => {
                philidor_files::write(path, &proof.certificate)?;
                written = format!("certificate: {}\n", path.display());
            }
            Format::Smt => {
                let questions = smt::questions(rules, &proof.certificate)?;
                philidor_files::write(path, &questions.text)?;
                written = proof::questions_text(path, questions.count);
            }
        }
    }
    answer(json, || Ok(proof::json(&proof)), || proof::text(&proof) + &written)?;
    Ok(if done { ExitCode::SUCCESS } else { ExitCode::from(NO) })
}

/// Checks a certificate.
fn verify(path: &Path, json: bool) -> anyhow::Result<ExitCode> {
    let bytes = philidor_files::read(path)?;
    let bar = spinner(format!("checking {}", path.display()));
    let checked = certificate::check(&bytes);
    bar.finish_and_clear();
    if let Err(error @ certificate::Refuted::Unreadable { .. }) = checked {
        return Err(error).with_context(|| format!("{}: no certificate", path.display()));
    }
    answer(
        json,
        || Ok(proof::certificate_json(&checked)),
        || format!("{}\n", proof::certificate_text(&checked)),
    )?;
    Ok(if checked.is_ok() { ExitCode::SUCCESS } else { ExitCode::from(BAD) })
}
