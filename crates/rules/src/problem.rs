//! What is wrong with a rule file, where, and what would be right.

use std::{fmt, ops::Range};

use ariadne::{Color, Config, IndexType, Label, Report, ReportKind, Source};

/// A stretch of the source, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Span {
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// From one byte to before another.
    pub fn new(start: usize, end: usize) -> Span {
        Span { start: start as u32, end: end as u32 }
    }

    /// The smallest stretch that holds both.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { start: self.start.min(other.start), end: self.end.max(other.end) }
    }

    /// As a range of bytes.
    pub fn range(self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The text it stands for; empty if it does not belong to `source`.
    pub fn text(self, source: &str) -> &str {
        source.get(self.range()).unwrap_or("")
    }
}

impl fmt::Debug for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// How bad it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The file can be used.
    Warning,
    /// It cannot.
    Error,
}

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Problem {
    /// How bad.
    pub severity: Severity,
    /// What is wrong, in a sentence.
    pub message: String,
    /// Where.
    pub span: Span,
    /// What to say at that place.
    pub label: String,
    /// A second place that explains it.
    pub other: Option<(Span, String)>,
    /// What would be right.
    pub help: Option<String>,
}

impl Problem {
    /// Something that makes the file unusable.
    pub fn error(span: Span, message: impl Into<String>, label: impl Into<String>) -> Problem {
        Problem {
            severity: Severity::Error,
            message: message.into(),
            span,
            label: label.into(),
            other: None,
            help: None,
        }
    }

    /// Something to look at.
    pub fn warning(span: Span, message: impl Into<String>, label: impl Into<String>) -> Problem {
        Problem { severity: Severity::Warning, ..Problem::error(span, message, label) }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Problem {
        self.help = Some(help.into());
        self
    }

    /// Adds a second place.
    #[must_use]
    pub fn other(mut self, span: Span, label: impl Into<String>) -> Problem {
        self.other = Some((span, label.into()));
        self
    }

    /// Line and column, both from 1, columns in characters.
    pub fn place(&self, source: &str) -> (usize, usize) {
        let before = source.get(..self.span.start as usize).unwrap_or(source);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        (line, column)
    }

    /// The problem with its line and a caret, for a terminal.
    pub fn render(&self, name: &str, source: &str, colour: bool) -> String {
        let (kind, tint) = match self.severity {
            Severity::Error => (ReportKind::Error, Color::Red),
            Severity::Warning => (ReportKind::Warning, Color::Yellow),
        };
        // Bounds are clipped so that a problem at the very end still has a place.
        let clip = |span: Span| {
            let end = (span.end as usize).min(source.len());
            (name, (span.start as usize).min(end)..end)
        };
        let config = Config::default().with_color(colour).with_index_type(IndexType::Byte);
        let mut report = Report::build(kind, clip(self.span))
            .with_config(config)
            .with_message(&self.message)
            .with_label(Label::new(clip(self.span)).with_message(&self.label).with_color(tint));
        if let Some((span, label)) = &self.other {
            report = report.with_label(Label::new(clip(*span)).with_message(label).with_color(Color::Blue));
        }
        if let Some(help) = &self.help {
            report = report.with_help(help);
        }
        let mut out = Vec::new();
        match report.finish().write((name, Source::from(source)), &mut out) {
            Ok(()) => String::from_utf8_lossy(&out).into_owned(),
            Err(_) => format!("{name}: {}\n", self.message),
        }
    }
}

/// `, did you mean …?` for a name that nearly is one of `known`.
pub(crate) fn suggestion<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let letters = name.chars().count();
    let limit = if letters < 2 { 0 } else { (letters / 3).max(1) };
    known
        .into_iter()
        .map(|k| (strsim::damerau_levenshtein(name, k), k))
        .filter(|&(d, _)| d <= limit)
        .min_by_key(|&(d, k)| (d, k.len()))
        .map(|(_, k)| k)
}
