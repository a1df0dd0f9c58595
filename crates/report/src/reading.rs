//! Prose that was checked: marked text, a page, PGN with notes, and the audit of a collection.

use std::{fmt::Write as _, fs::File, io::BufReader, path::Path};

use anyhow::Context as _;
use philidor_chess::pgn::{Entry, Game, Games};
use philidor_read::{Audit, Comment, Lexicon, Sentence, Tally, Truth, check_text, comments};
use philidor_session::Session;

/// The sign of a verdict on a terminal and in a page.
fn sign(truth: Truth) -> char {
    match truth {
        Truth::True => '✓',
        Truth::False => '✗',
        Truth::Open => '?',
    }
}

/// The words of a finding.
fn words<'t>(sentence: &'t Sentence, span: &std::ops::Range<usize>) -> &'t str {
    let from = span.start.saturating_sub(sentence.span.start);
    let to = span.end.saturating_sub(sentence.span.start);
    sentence.text.get(from..to).unwrap_or_default()
}

/// Sentences with their signs, and under each what shows the verdict.
pub fn text(sentences: &[Sentence]) -> String {
    let mut text = String::new();
    for sentence in sentences {
        let _ = writeln!(text, "{} {}", sign(sentence.truth()), sentence.text.trim());
        for finding in &sentence.findings {
            let _ = writeln!(
                text,
                "    {} \"{}\": {}",
                sign(finding.truth),
                words(sentence, &finding.span),
                finding.shows
            );
        }
        if let Some(remark) = sentence.remark {
            let _ = writeln!(text, "    not understood: {remark}");
        }
    }
    let mut tally = Tally::default();
    sentences.iter().for_each(|sentence| tally.add(sentence));
    let _ = writeln!(text, "\n{}", counts(&tally));
    text
}

fn percent(part: usize, whole: usize) -> f64 {
    100.0 * part as f64 / whole.max(1) as f64
}

fn counts(tally: &Tally) -> String {
    let Tally { sentences, understood, statements, confirmed, refuted } = *tally;
    format!(
        "{sentences} sentences: {understood} understood ({:.1} %; {statements} say more than where men stand and what can be played), of these \
         {confirmed} confirmed ({:.1} %), {refuted} refuted",
        percent(understood, sentences),
        percent(confirmed, understood)
    )
}

/// The audit of a collection for a terminal.
pub fn audit(audit: &Audit, list: usize) -> String {
    let mut text = format!("{} games, {} comments\n{}\n\n", audit.games, audit.comments, counts(&audit.all));
    let _ = writeln!(
        text,
        "{:<40} {:>9} {:>10} {:>9} {:>8}",
        "annotator", "sentences", "understood", "confirmed", "refuted"
    );
    for (name, tally) in &audit.annotators {
        let name: String = name.chars().take(40).collect();
        let (understood, confirmed) =
            (percent(tally.understood, tally.sentences), percent(tally.confirmed, tally.understood));
        let _ = writeln!(
            text,
            "{name:<40} {:>9} {understood:>8.1} % {confirmed:>7.1} % {:>8}",
            tally.sentences, tally.refuted
        );
    }
    let _ = writeln!(text, "\n{:<40} {:>9} {:>8}", "what is said", "decided", "false");
    for (topic, (decided, wrong)) in &audit.topics {
        let _ = writeln!(text, "{topic:<40} {decided:>9} {wrong:>8}");
    }
    for refuted in audit.refuted.iter().take(list) {
        let _ = write!(
            text,
            "\n✗ {} ({}), after {}\n  {}\n  {}\n  \"{}\": {}\n",
            refuted.game,
            refuted.annotator,
            refuted.at,
            refuted.fen,
            refuted.sentence,
            refuted.says,
            refuted.shows
        );
    }
    let left = audit.refuted.len().saturating_sub(list);
    if left > 0 {
        let _ = writeln!(text, "\n({left} more refuted statements; --list says how many to show)");
    }
    text
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Sentences as a piece of a page: each in a mark whose title says what shows the verdict.
fn marked(sentences: &[Sentence]) -> String {
    let mut text = String::new();
    for sentence in sentences {
        let class = match sentence.truth() {
            Truth::True => "true",
            Truth::False => "false",
            Truth::Open => "open",
        };
        let shows = sentence.findings.iter().filter(|finding| finding.truth != Truth::Open).map(|finding| {
            format!("{} {}: {}", sign(finding.truth), words(sentence, &finding.span), finding.shows)
        });
        let shows = shows.collect::<Vec<_>>().join("\n");
        let title = if shows.is_empty() { "not understood".to_owned() } else { shows };
        let _ = write!(
            text,
            "<span class=\"{class}\" title=\"{}\">{}</span> ",
            escaped(&title),
            escaped(sentence.text.trim())
        );
        for finding in sentence.findings.iter().filter(|finding| finding.truth == Truth::False) {
            let _ = write!(text, "<small>✗ {}</small> ", escaped(&finding.shows));
        }
    }
    text
}

/// A page: a heading and marked sentences for each part.
pub fn html(parts: &[(String, Vec<Sentence>)]) -> String {
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>Checked</title>\n<style>\
         body{font:16px/1.5 serif;max-width:46em;margin:2em auto;padding:0 1em}.true{background:#dff3df}.false{background:#f8d4d4}\
         .open{color:#666}small{color:#a00}h2{font-size:1em;margin:1.2em 0 0}</style>\n",
    );
    let mut tally = Tally::default();
    parts.iter().flat_map(|(_, sentences)| sentences).for_each(|sentence| tally.add(sentence));
    let _ = writeln!(page, "<p>{}.</p>", escaped(&counts(&tally)));
    for (heading, sentences) in parts {
        if !heading.is_empty() {
            let _ = writeln!(page, "<h2>{}</h2>", escaped(heading));
        }
        let _ = writeln!(page, "<p>{}</p>", marked(sentences).trim_end());
    }
    page + "</html>\n"
}

/// Glyphs of a comment in which something is false, and of one that is confirmed: numbers that say nothing of the move itself.
const GLYPHS: [u16; 2] = [255, 254];

/// Puts notes behind the comments of a game: what is false and what shows it; the move gets `$255` where something is, `$254` where
/// what was understood is true.
pub fn annotate(game: &mut Game, checked: &[(Comment, Vec<Sentence>)]) {
    for (comment, sentences) in checked {
        let Some(id) = comment.node else { continue };
        let wrong: Vec<String> = sentences
            .iter()
            .flat_map(|sentence| sentence.findings.iter().map(move |finding| (sentence, finding)))
            .filter(|(_, finding)| finding.truth == Truth::False)
            .map(|(sentence, finding)| format!("✗ \"{}\": {}", words(sentence, &finding.span), finding.shows))
            .collect();
        let confirmed = sentences.iter().filter(|sentence| sentence.truth() == Truth::True).count();
        let node = game.node_mut(id);
        if !wrong.is_empty() {
            node.nags.push(GLYPHS[0]);
            node.comments.push(wrong.join(" ").replace('}', ")"));
        } else if confirmed > 0 {
            node.nags.push(GLYPHS[1]);
            node.comments.push(format!("✓ {confirmed} of {} confirmed", sentences.len()));
        }
    }
}

/// How a checked collection is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Marked sentences for a terminal, and the audit's counts.
    Text,
    /// A page.
    Html,
    /// The games with notes.
    Pgn,
    /// For programs.
    Json,
}

impl std::str::FromStr for Form {
    type Err = String;

    fn from_str(text: &str) -> Result<Form, String> {
        match text {
            "text" => Ok(Form::Text),
            "html" => Ok(Form::Html),
            "pgn" => Ok(Form::Pgn),
            "json" => Ok(Form::Json),
            _ => Err(format!("no form {text:?}: there are text, html, pgn and json")),
        }
    }
}

/// What of a collection is read, and how it is told.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// The form of the answer.
    pub form: Form,
    /// The audit alone, with so many refuted statements.
    pub report: Option<usize>,
    /// At most so many games.
    pub first: usize,
    /// Every so many games.
    pub every: u64,
}

/// Sentences about one position, told in a form.
pub fn told(sentences: &[Sentence], form: Form) -> anyhow::Result<String> {
    Ok(match form {
        Form::Json => serde_json::to_string(sentences)? + "\n",
        Form::Html => html(&[(String::new(), sentences.to_vec())]),
        Form::Text => text(sentences),
        Form::Pgn => anyhow::bail!("--format pgn is for annotated games: give a .pgn file"),
    })
}

/// Checks every comment of the games in a file: the answer as text, and what was counted. `tell` hears the number of the game.
pub fn collection(
    path: &Path,
    session: &Session,
    lexicon: &Lexicon,
    wanted: &Wanted,
    tell: &mut dyn FnMut(u64),
) -> anyhow::Result<(String, Audit)> {
    let failed = || format!("cannot read {}", path.display());
    let mut games = Games::new(BufReader::new(File::open(path).with_context(failed)?));
    let source = philidor_files::stem(path);
    let (mut audited, mut number) = (Audit::default(), 0_u64);
    let (mut pages, mut annotated, mut records) = (Vec::new(), String::new(), Vec::new());
    while let Some(entry) = games.next_entry().with_context(failed)? {
        let (Entry::Game(mut game) | Entry::Bad { mut game, .. }) = entry;
        number += 1;
        if audited.games >= wanted.first {
            break;
        }
        if !(number - 1).is_multiple_of(wanted.every.max(1)) {
            continue;
        }
        tell(number);
        let mut checked: Vec<(Comment, Vec<Sentence>)> = Vec::new();
        for comment in comments(&game) {
            anyhow::ensure!(!session.is_stopped(), "interrupted");
            let sentences = check_text(Some(session), &comment.about, &comment.text, lexicon)?;
            audited.add(&source, &game, &comment, &sentences);
            checked.push((comment, sentences));
        }
        audited.games += usize::from(!checked.is_empty());
        match wanted.form {
            _ if wanted.report.is_some() => {}
            Form::Pgn => {
                annotate(&mut game, &checked);
                let _ = writeln!(annotated, "{game}");
            }
            Form::Json => records.extend(checked.iter().map(|(comment, sentences)| {
                let fen = philidor_chess::write_fen(&comment.about.position);
                serde_json::json!({ "game": number, "fen": fen, "sentences": sentences })
            })),
            Form::Text | Form::Html => pages.extend(checked.into_iter().map(|(comment, sentences)| {
                let at = comment
                    .node
                    .map_or(String::new(), |id| format!(", {}{}", game.node(id).label(), game.node(id).san));
                (format!("Game {number}{at}"), sentences)
            })),
        }
    }
    anyhow::ensure!(number > 0, "{} holds no game", path.display());
    let text = match (wanted.report, wanted.form) {
        (Some(_), Form::Json) => serde_json::to_string(&audited)? + "\n",
        (Some(list), _) => audit(&audited, list),
        (None, Form::Pgn) => annotated,
        (None, Form::Json) => serde_json::to_string(&records)? + "\n",
        (None, Form::Html) => html(&pages),
        (None, Form::Text) => {
            let shown = pages.iter().map(|(heading, sentences)| format!("{heading}\n{}", text(sentences)));
            shown.collect::<Vec<_>>().join("\n") + &format!("\n{}", audit(&audited, 0))
        }
    };
    Ok((text, audited))
}
