//! Games to text, in the export format of the PGN standard: seven tags first, lines below 80 columns.

use std::fmt::{self, Write};

use super::{Game, NodeId, Tag};

/// Columns of a line.
const COLUMNS: usize = 79;

/// The tags every game has, in the standard's order.
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for tag in self.tags.iter().filter(|t| ROSTER.contains(&t.name.as_str())) {
            write_tag(f, tag)?;
        }
        for tag in self.tags.iter().filter(|t| !ROSTER.contains(&t.name.as_str())) {
            write_tag(f, tag)?;
        }
        if !self.tags.is_empty() {
            f.write_char('\n')?;
        }
        let mut text = Wrapped { out: f, columns: COLUMNS, column: 0, glue: true };
        for comment in &self.comments {
            text.comment(comment)?;
        }
        let first = self.children(None).first();
        self.write_moves(&mut text, first.map(|&id| Task::Move { id, numbered: true }))?;
        text.word(&self.termination.to_string())?;
        f.write_char('\n')
    }
}

fn write_tag(f: &mut fmt::Formatter<'_>, tag: &Tag) -> fmt::Result {
    let value = tag.value.replace('\\', "\\\\").replace('"', "\\\"").replace(['\n', '\r'], " ");
    writeln!(f, "[{} \"{value}\"]", tag.name)
}

/// What is still to be written; the last one comes first.
enum Task {
    /// This move and what follows.
    Move {
        id: NodeId,
        numbered: bool,
    },
    Open,
    Close,
}

impl Game {
    /// A variation on one line, from its first move to its end, with everything in it.
    pub fn variation_text(&self, first: NodeId) -> String {
        let mut out = String::new();
        let mut text = Wrapped { out: &mut out, columns: usize::MAX, column: 0, glue: true };
        // Writing to a string does not fail.
        let _never = self.write_moves(&mut text, Some(Task::Move { id: first, numbered: true }));
        out
    }

    fn write_moves(&self, text: &mut Wrapped<'_>, first: Option<Task>) -> fmt::Result {
        let mut tasks: Vec<Task> = first.into_iter().collect();
        while let Some(task) = tasks.pop() {
            let (id, numbered) = match task {
                Task::Move { id, numbered } => (id, numbered),
                Task::Open => {
                    text.opening()?;
                    continue;
                }
                Task::Close => {
                    text.closing()?;
                    continue;
                }
            };
            let node = self.node(id);
            for comment in &node.before {
                text.comment(comment)?;
            }
            if numbered || node.mover().is_white() || !node.before.is_empty() {
                text.word(&node.label())?;
            }
            text.word(&node.san)?;
            for nag in &node.nags {
                text.word(&format!("${nag}"))?;
            }
            for comment in &node.comments {
                text.comment(comment)?;
            }
            // Other moves in place of this one, if it is the main one, then what follows it.
            let siblings = self.children(node.parent);
            let others = if siblings.first() == Some(&id) { &siblings[1..] } else { &[] };
            let numbered = !others.is_empty() || !node.comments.is_empty();
            tasks.extend(node.children.first().map(|&id| Task::Move { id, numbered }));
            for &other in others.iter().rev() {
                tasks.extend([Task::Close, Task::Move { id: other, numbered: true }, Task::Open]);
            }
        }
        Ok(())
    }
}

/// Words with blanks or line ends between them.
struct Wrapped<'a> {
    out: &'a mut dyn Write,
    columns: usize,
    column: usize,
    /// The next word follows without a blank.
    glue: bool,
}

impl Wrapped<'_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let width = word.chars().count();
        if self.glue {
            self.glue = false;
        } else if self.column + 1 + width > self.columns {
            self.out.write_char('\n')?;
            self.column = 0;
        } else {
            self.out.write_char(' ')?;
            self.column += 1;
        }
        self.column += width;
        self.out.write_str(word)
    }

    fn comment(&mut self, comment: &str) -> fmt::Result {
        let comment = comment.replace('}', ")");
        let words = unbreakable(&comment);
        let last = words.len().saturating_sub(1);
        if words.is_empty() {
            return Ok(());
        }
        for (i, word) in words.iter().enumerate() {
            let open = if i == 0 { "{" } else { "" };
            let close = if i == last { "}" } else { "" };
            // A command such as [%clk 0:01:00] stays on one line, which may begin with a brace.
            self.word(&format!("{open}{word}{close}"))?;
        }
        Ok(())
    }

    fn opening(&mut self) -> fmt::Result {
        self.word("(")?;
        self.glue = true;
        Ok(())
    }

    fn closing(&mut self) -> fmt::Result {
        self.glue = true;
        self.word(")")
    }
}

/// Words of a comment; a command in square brackets is one word, and stays with the word before it, since a line must not
/// begin like a tag.
fn unbreakable(comment: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut inside = false;
    for word in comment.split_whitespace() {
        let tag = word.starts_with(['[', '%']);
        if (inside || tag)
            && let Some(last) = words.last_mut()
        {
            last.push(' ');
            last.push_str(word);
        } else {
            words.push(word.to_owned());
        }
        inside = match word.rfind("[%") {
            Some(at) => !word[at..].contains(']'),
            None => inside && !word.contains(']'),
        };
    }
    words
}
