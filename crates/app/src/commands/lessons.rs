//! `philidor lessons`: the endgame course at a terminal.

use std::{
    io::{self, BufRead},
    process::ExitCode,
};

use anyhow::Context;
use philidor_chess::write_fen;
use philidor_humans::Rating;
use philidor_report::course::{Progress, Trial};
use philidor_session::lesson;

use crate::{
    home,
    output::{answer, out},
    tutor::{session, words},
};

/// Arguments of `lessons`.
#[derive(clap::Args)]
#[command(after_help = "Examples:\n  philidor lessons\n  philidor lessons opposition\n  \
philidor lessons rook-mate --rating 1200 --lang de\n\n\
A position is played to the end under the fifty-move rule; the other side plays what people of your rating find hardest. \
What you have done is kept in lessons.json in the data directory. The course is data: knowledge/lessons.toml.")]
pub(crate) struct Args {
    /// The lesson; without it all are listed with what you have done
    lesson: Option<String>,
    /// Which of its positions, from 1 [default: the first that you have not done]
    #[arg(long, value_name = "N", requires = "lesson", value_parser = clap::value_parser!(u16).range(1..))]
    position: Option<u16>,
    /// Your rating: the other side plays what is hardest for it (1500 is Lichess; 1500@chess.com, 1500@fide) [default: 1500]
    #[arg(long, value_name = "RATING")]
    rating: Option<Rating>,
    /// The language
    #[arg(long, default_value = "en")]
    lang: String,
    /// Print the list as JSON
    #[arg(long, conflicts_with = "lesson")]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let path = home::data()?.join("lessons.json");
    let mut progress = Progress::read(&path)?;
    let words = words(&args.lang)?;
    let Some(id) = &args.lesson else {
        answer(args.json, || Ok(progress.json(&args.lang)), || progress.text(&args.lang))?;
        return Ok(ExitCode::SUCCESS);
    };
    let lesson = lesson::by_id(id).with_context(|| {
        let ids: Vec<&str> = lesson::lessons().iter().map(|l| l.id.as_str()).collect();
        format!("there is no lesson {id:?}: there are {}", ids.join(", "))
    })?;
    let table = philidor_terminal::tables::table_of(lesson.material().context("a lesson about an endgame")?)?;
    let session = session()?.words(words).rating(args.rating).build()?;
    let starts = lesson.starts(&table);
    let number = match args.position {
        Some(n) => usize::from(n) - 1,
        None => starts.iter().position(|pos| !progress.has(&lesson.id, &write_fen(pos))).unwrap_or(0),
    };
    let start = starts
        .get(number)
        .with_context(|| format!("{id} has {} positions: there is no number {}", starts.len(), number + 1))?;
    let mut trial = Trial::new(&session, lesson, &args.lang, start);
    out!("{}", trial.introduction(number == 0))?;
    for line in io::stdin().lock().lines() {
        let said = trial.take(&line?)?;
        out!("{}", said.text)?;
        match said.over {
            Some(true) => {
                progress.passed(&lesson.id, &write_fen(start));
                progress.write(&path)?;
                break;
            }
            Some(false) => break,
            None => {}
        }
    }
    Ok(ExitCode::SUCCESS)
}
