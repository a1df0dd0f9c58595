//! Reading our own sentences back: text → the message it was made from, and what fills its holes.
//!
//! The grammar is the words file itself, read the other way: every phrase (with all its variants and plural forms) is a
//! pattern whose holes match only what can stand there, so a new phrase needs no code. A sentence that cannot be read
//! back, or reads as another claim, is a mistake in the words; [`Reading::says_in`] compares with the claim.

mod says;

use philidor_chess::shakmaty::{Chess, Color, Square};

use self::says::{names, speaks_of};
use super::{Words, WordsError, shipped};
use crate::claim::{Claim, Statement};

/// Phrases as patterns.
#[derive(Debug, Clone)]
pub struct Grammar {
    rules: Vec<Rule>,
}

#[derive(Debug, Clone)]
struct Rule {
    key: String,
    /// The attribute it is, if it is one.
    variant: String,
    pieces: Vec<Piece>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Text(String),
    Hole(String),
}

type Holes = Vec<(String, String)>;
/// Which messages may stand somewhere.
type Wanted = fn(&str) -> bool;

/// One way to read a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reading {
    /// The message.
    pub key: String,
    /// The attribute of the message, such as `less`; empty for its value.
    pub variant: String,
    /// Whom it speaks of, if it names a side.
    pub side: Option<Color>,
    /// The move it names first, with its number.
    pub mv: Option<String>,
    /// The squares it names outside of moves.
    pub squares: Vec<Square>,
    /// Everything that filled a hole.
    pub holes: Vec<(String, String)>,
}

/// Messages that state a claim in a sentence of their own; the others are parts, joints and headings.
const WHOLE: [&str; 15] = [
    "people-",
    "standing-",
    "over-",
    "opening",
    "endgame-",
    "threat-",
    "missed-",
    "pitfall-",
    "best",
    "only-",
    "better-",
    "nearly",
    "equal-choice",
    "structure-",
    "practice",
];

/// A whole statement; the reason of an ending's rule is a part of one.
fn is_whole(key: &str) -> bool {
    !key.starts_with("endgame-rule") && WHOLE.iter().any(|stem| key.starts_with(stem))
}

impl Grammar {
    /// The grammar of a language that comes with the program.
    pub fn of(language: &str) -> Result<Grammar, WordsError> {
        Grammar::new(language, shipped(language)?.text)
    }

    /// The grammar of a file in Fluent's syntax.
    pub fn new(language: &str, text: &str) -> Result<Grammar, WordsError> {
        let resource = fluent_syntax::parser::parse(text).map_err(|(_, errors)| WordsError::Syntax {
            language: language.to_owned(),
            problem: errors.first().map_or_else(String::new, |error| error.kind.to_string()),
        })?;
        let mut rules = Vec::new();
        for entry in &resource.body {
            let fluent_syntax::ast::Entry::Message(message) = entry else { continue };
            let value = message.value.iter().map(|pattern| ("", pattern));
            let attributes = message.attributes.iter().map(|a| (a.id.name, &a.value));
            for (variant, pattern) in value.chain(attributes) {
                for pieces in flat(pattern) {
                    let (key, variant) = (message.id.name.to_owned(), variant.to_owned());
                    rules.push(Rule { key, variant, pieces });
                }
            }
        }
        Ok(Grammar { rules })
    }

    /// All ways to read a sentence.
    pub fn read(&self, sentence: &str) -> Vec<Reading> {
        let text = sentence.trim().trim_end_matches('.');
        let mut readings = Vec::new();
        // The first letter was made a capital one; a name keeps it.
        let mut letters = text.chars();
        let small: String =
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect());
        for text in [text.to_owned(), small] {
            self.statements(&text, &[], &mut readings, is_whole);
            // The reason of an ending's rule is the theory's own text.
            for (end, _) in text.match_indices(": ") {
                self.statements(&text[..end], &[], &mut readings, |key| {
                    is_whole(key) && key.starts_with("endgame-")
                });
            }
            let wrapped: [(&str, &str, Wanted); 4] = [
                ("sentence-has", "things", |key| key.starts_with("assets-") || key.starts_with("burdens-")),
                ("sentence-does", "does", |key| DOES.iter().any(|stem| key.starts_with(stem))),
                ("move-does", "does", |key| key.starts_with("effect-") || key.starts_with("reason-")),
                ("allows", "does", |key| key.starts_with("effect-")),
            ];
            for (joint, inner, wanted) in wrapped {
                for rule in self.rules.iter().filter(|rule| rule.key == joint) {
                    for holes in self.fit(&rule.pieces, &text) {
                        let outer: Holes = holes.iter().filter(|(name, _)| name != inner).cloned().collect();
                        if let Some((_, inside)) = holes.iter().find(|(name, _)| name == inner) {
                            self.statements(inside, &outer, &mut readings, wanted);
                        }
                    }
                }
            }
        }
        readings.dedup();
        readings
    }

    /// Readings of a text as one of the wanted messages.
    fn statements(
        &self,
        text: &str,
        outer: &[(String, String)],
        readings: &mut Vec<Reading>,
        wanted: impl Fn(&str) -> bool,
    ) {
        for rule in self.rules.iter().filter(|rule| wanted(&rule.key)) {
            for holes in self.fit(&rule.pieces, text) {
                let holes: Holes = outer.iter().cloned().chain(holes).collect();
                let hole = |name: &str| holes.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str());
                // In whatever form of the noun.
                let side = holes.iter().find(|(n, _)| n.split('-').next() == Some("side"));
                let side = side.and_then(|(_, text)| self.side(text));
                let mv = hole("move").map(str::to_owned);
                let named = holes
                    .iter()
                    .filter(|(name, _)| !UNREAD.contains(&name.as_str()) && name.parse::<Square>().is_err());
                let squares = named.flat_map(|(_, text)| squares(text)).collect();
                let reading = Reading {
                    key: rule.key.clone(),
                    variant: rule.variant.clone(),
                    side,
                    mv,
                    squares,
                    holes,
                };
                if !readings.contains(&reading) {
                    readings.push(reading);
                }
            }
        }
    }

    fn side(&self, text: &str) -> Option<Color> {
        let is = |key: &str| {
            let rules = self.rules.iter().filter(|rule| rule.key == key);
            rules.map(|rule| &rule.pieces).any(|pieces| *pieces == [Piece::Text(text.to_owned())])
        };
        if is("side-white") {
            Some(Color::White)
        } else if is("side-black") {
            Some(Color::Black)
        } else {
            None
        }
    }

    /// All ways in which a pattern gives a text.
    fn fit(&self, pieces: &[Piece], text: &str) -> Vec<Holes> {
        let Some((piece, rest)) = pieces.split_first() else {
            return if text.is_empty() { vec![Vec::new()] } else { Vec::new() };
        };
        match piece {
            Piece::Text(words) => {
                text.strip_prefix(words.as_str()).map_or_else(Vec::new, |left| self.fit(rest, left))
            }
            Piece::Hole(name) => {
                let ends = text.char_indices().map(|(i, _)| i).chain([text.len()]);
                let mut all = Vec::new();
                for end in ends {
                    let (filling, left) = text.split_at(end);
                    // Look at what follows first: it is the cheaper test.
                    let follows = match rest.first() {
                        Some(Piece::Text(words)) => left.starts_with(words.as_str()),
                        Some(Piece::Hole(_)) => true,
                        None => left.is_empty(),
                    };
                    if !follows || !self.admits(name, filling) {
                        continue;
                    }
                    for mut holes in self.fit(rest, left) {
                        holes.insert(0, (name.clone(), filling.to_owned()));
                        all.push(holes);
                    }
                }
                all
            }
        }
    }

    /// Whether a text can stand in a hole of this name.
    fn admits(&self, name: &str, text: &str) -> bool {
        match name {
            "on" => text.is_empty() || self.any_of("on-squares", text.strip_prefix(' ').unwrap_or("?")),
            _ if text.is_empty() || text.starts_with(' ') || text.ends_with(' ') => false,
            "move" | "other" | "threat" | "next" | "step" => {
                !text.contains(' ') && text.chars().any(|c| c.is_ascii_digit())
            }
            "n" | "points" | "percent" | "own" | "best" => text.chars().all(|c| c.is_ascii_digit()),
            "to" | "square" => text.parse::<Square>().is_ok(),
            "squares" => self.items(text).iter().all(|item| item.parse::<Square>().is_ok()),
            name if name.parse::<Square>().is_ok() => text.parse::<Square>().is_ok(),
            "path" => text.split('-').all(|item| item.parse::<Square>().is_ok()),
            "score" => {
                text.chars().all(|c| c.is_ascii_digit() || matches!(c, '+' | '-' | '−' | '–' | '.' | '#'))
            }
            "what" | "given" => {
                self.items(text).iter().all(|item| self.any_of("men-", item) || self.any_of("payoff-", item))
            }
            "device" => self.any_of("device-", text),
            "would" => self.any_of("would-", text),
            "pattern" => self.any_of("pattern-", text),
            "eco" => {
                text.len() == 3
                    && text.starts_with(|c: char| c.is_ascii_uppercase())
                    && text[1..].parse::<u8>().is_ok()
            }
            _ => match name.split('-').next() {
                Some("side" | "opponent") => self.side(text).is_some(),
                Some("man" | "own" | "enemy" | "actor" | "targets") => self
                    .items(text)
                    .iter()
                    .all(|item| self.any_of("man-on", item) || self.any_of("role-", item)),
                _ => true,
            },
        }
    }

    /// Some message whose key begins so gives the text.
    fn any_of(&self, stem: &str, text: &str) -> bool {
        self.rules
            .iter()
            .filter(|rule| rule.key.starts_with(stem))
            .any(|rule| !self.fit(&rule.pieces, text).is_empty())
    }

    /// The items of a list such as `a, b and c`.
    fn items<'t>(&self, text: &'t str) -> Vec<&'t str> {
        let mut items = vec![text];
        for joint in [self.joint("list-comma"), self.joint("list-and")].into_iter().flatten() {
            items =
                items.into_iter().flat_map(|item| item.split(joint.as_str()).collect::<Vec<_>>()).collect();
        }
        items
    }
}

/// Messages that say what a side does.
const DOES: [&str; 8] =
    ["gains-", "losses-", "material-", "sacrifice", "mate-in", "goal-", "idea-", "feature-"];

/// A pattern with every choice made, in all ways.
fn flat(pattern: &fluent_syntax::ast::Pattern<&str>) -> Vec<Vec<Piece>> {
    use fluent_syntax::ast::{Expression, InlineExpression, PatternElement};
    let mut all: Vec<Vec<Piece>> = vec![Vec::new()];
    let add = |all: &mut Vec<Vec<Piece>>, piece: Piece| {
        all.iter_mut().for_each(|pieces| push(pieces, piece.clone()));
    };
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => add(&mut all, Piece::Text((*value).to_owned())),
            PatternElement::Placeable { expression: Expression::Select { variants, .. } } => {
                let choices: Vec<Vec<Piece>> =
                    variants.iter().flat_map(|variant| flat(&variant.value)).collect();
                all = all
                    .iter()
                    .flat_map(|start| {
                        choices.iter().map(move |end| {
                            let mut pieces = start.clone();
                            end.iter().for_each(|piece| push(&mut pieces, piece.clone()));
                            pieces
                        })
                    })
                    .collect();
            }
            PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
                InlineExpression::VariableReference { id } => add(&mut all, Piece::Hole(id.name.to_owned())),
                InlineExpression::StringLiteral { value } => add(&mut all, Piece::Text((*value).to_owned())),
                _ => add(&mut all, Piece::Hole("?".to_owned())),
            },
        }
    }
    all
}

/// Adds a piece; texts that meet become one.
fn push(pieces: &mut Vec<Piece>, piece: Piece) {
    match (pieces.last_mut(), piece) {
        (Some(Piece::Text(text)), Piece::Text(more)) => text.push_str(&more),
        (_, piece) => pieces.push(piece),
    }
}

/// The squares named in a text.
fn squares(text: &str) -> Vec<Square> {
    text.split(|c: char| !c.is_ascii_alphanumeric()).filter_map(|word| word.parse().ok()).collect()
}

/// Holes whose squares are those of moves.
const UNREAD: [&str; 7] = ["move", "other", "name", "threat", "next", "line", "step"];

/// Messages that wrap a text of claims: the hole that holds it.
const WRAPS: [(&str, &str); 10] = [
    ("contrast", "text"),
    ("drawback", "text"),
    ("aim-later", "text"),
    ("because-line", "text"),
    ("judged-because", "text"),
    ("better-because", "text"),
    ("because-reason", "reason"),
    ("plan-next", "does"),
    ("it-does", "does"),
    ("allows", "does"),
];

impl Grammar {
    /// Whether a sentence of several claims reads back as exactly these claims, in this order: every word of it is a joint, a line
    /// of moves, or the words of one of them, and none of them is left over.
    pub fn reads_as(&self, words: &Words, start: &Chess, sentence: &str, claims: &[&Claim]) -> bool {
        let text = sentence.trim().trim_end_matches('.');
        let mut letters = text.chars();
        let small: String =
            letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect());
        [text, small.as_str()].into_iter().any(|text| self.is_told(words, start, text, claims, 0))
    }

    /// The text tells these claims, however it is wrapped.
    fn is_told(&self, words: &Words, start: &Chess, text: &str, claims: &[&Claim], depth: usize) -> bool {
        if depth > 4 {
            return false;
        }
        if self.is_one(words, start, text, claims) || self.is_clauses(words, text, claims) {
            return true;
        }
        if self.is_balance(words, start, text, claims) || self.is_contrast(words, start, text, claims, depth)
        {
            return true;
        }
        WRAPS.into_iter().any(|(key, hole)| {
            self.rules.iter().filter(|rule| rule.key == key).any(|rule| {
                self.fit(&rule.pieces, text).into_iter().any(|holes| {
                    let inner = holes.iter().find(|(name, _)| name == hole).map_or("", |(_, text)| text);
                    match key {
                        // The better move is named, then its reasons.
                        "better-because" => claims.split_first().is_some_and(|(better, reasons)| {
                            let mv = holes.iter().find(|(name, _)| name == "move").map(|(_, text)| text);
                            let named = mv.is_some_and(|mv| names(words, start, better, mv));
                            named && self.is_told(words, start, inner, reasons, depth + 1)
                        }),
                        "because-reason" => claims.split_first().is_some_and(|(better, reasons)| {
                            let head =
                                holes.iter().find(|(name, _)| name == "text").map_or("", |(_, text)| text);
                            self.is_told(words, start, head, &[better], depth + 1)
                                && self.is_told(words, start, inner, reasons, depth + 1)
                        }),
                        "plan-next" => {
                            let side = holes.iter().find(|(name, _)| name == "side");
                            let side = side.and_then(|(_, text)| self.side(text));
                            claims.iter().all(|c| side.is_some_and(|side| c.subject() == side))
                                && self.is_list(words, inner, claims)
                        }
                        "it-does" => self.is_list(words, inner, claims),
                        "allows" => {
                            let mv = holes.iter().find(|(name, _)| name == "move").map(|(_, text)| text);
                            let first = claims.first().zip(mv);
                            first.is_some_and(|(claim, mv)| names(words, start, claim, mv))
                                && self.is_list(words, inner, claims)
                        }
                        _ => self.is_told(words, start, inner, claims, depth + 1),
                    }
                })
            })
        })
    }

    /// The text is what one move does, but what another one does.
    fn is_contrast(&self, words: &Words, start: &Chess, text: &str, claims: &[&Claim], depth: usize) -> bool {
        self.rules.iter().filter(|rule| rule.key == "contrast-but").any(|rule| {
            self.fit(&rule.pieces, text).into_iter().any(|holes| {
                let hole = |name: &str| holes.iter().find(|(n, _)| n == name).map_or("", |(_, text)| text);
                (1..claims.len()).any(|at| {
                    self.is_told(words, start, hole("deed"), &claims[..at], depth + 1)
                        && self.is_told(words, start, hole("better"), &claims[at..], depth + 1)
                })
            })
        })
    }

    /// The text is a verdict, the first claim, with what speaks for either side.
    fn is_balance(&self, words: &Words, start: &Chess, text: &str, claims: &[&Claim]) -> bool {
        let Some((verdict, parts)) = claims.split_first() else { return false };
        self.rules.iter().filter(|rule| rule.key.starts_with("balance-")).any(|rule| {
            self.fit(&rule.pieces, text).into_iter().any(|holes| {
                let hole = |name: &str| holes.iter().find(|(n, _)| n == name).map(|(_, text)| text.as_str());
                let told = |name: &str, part: &[&Claim]| match hole(name) {
                    Some(text) => self.is_clauses(words, text, part),
                    None => part.is_empty(),
                };
                hole("verdict").is_some_and(|text| self.is_one(words, start, text, &[verdict]))
                    && (0..=parts.len()).any(|at| told("good", &parts[..at]) && told("bad", &parts[at..]))
            })
        })
    }

    /// The text is the sentence of one claim.
    fn is_one(&self, words: &Words, start: &Chess, text: &str, claims: &[&Claim]) -> bool {
        let [claim] = claims else { return false };
        self.read(text).iter().any(|reading| reading.says_in(words, start, claim))
    }

    /// The text is clauses of one side each, joined as clauses are: `White does a and b; Black does c`.
    fn is_clauses(&self, words: &Words, text: &str, claims: &[&Claim]) -> bool {
        if self.is_clause(words, text, claims) {
            return true;
        }
        let joints = [self.joint("clauses"), self.joint("list-and")];
        (1..claims.len()).any(|split| {
            joints.iter().flatten().any(|joint| {
                text.match_indices(joint.as_str()).any(|(at, _)| {
                    let (head, tail) = (&text[..at], &text[at + joint.len()..]);
                    self.is_clause(words, head, &claims[..split])
                        && self.is_clauses(words, tail, &claims[split..])
                })
            })
        })
    }

    /// One side has or does several things, or a move does.
    fn is_clause(&self, words: &Words, text: &str, claims: &[&Claim]) -> bool {
        [("sentence-has", "things"), ("sentence-does", "does"), ("move-does", "does")].into_iter().any(
            |(joint, inner)| {
                self.rules.iter().filter(|rule| rule.key == joint).any(|rule| {
                    self.fit(&rule.pieces, text).into_iter().any(|holes| {
                        let of = |name: &str| holes.iter().find(|(n, _)| n == name).map(|(_, t)| t.as_str());
                        let side = of("side").and_then(|text| self.side(text));
                        let sides = side.is_none_or(|side| claims.iter().all(|c| c.subject() == side));
                        sides && of(inner).is_some_and(|list| self.is_list(words, list, claims))
                    })
                })
            },
        )
    }

    /// A list with one item for each claim; claims of one effect share an item.
    fn is_list(&self, words: &Words, text: &str, claims: &[&Claim]) -> bool {
        if self.is_item(words, text, claims) {
            return true;
        }
        let joints = [self.joint("list-comma"), self.joint("list-and")];
        (1..claims.len()).any(|split| {
            joints.iter().flatten().any(|joint| {
                text.match_indices(joint.as_str()).any(|(at, _)| {
                    let (head, tail) = (&text[..at], &text[at + joint.len()..]);
                    self.is_item(words, head, &claims[..split]) && self.is_list(words, tail, &claims[split..])
                })
            })
        })
    }

    /// What one claim says of its side, or several claims of one effect.
    fn is_item(&self, words: &Words, text: &str, claims: &[&Claim]) -> bool {
        let Some((first, rest)) = claims.split_first() else { return false };
        let kind = |claim: &Claim| match &claim.statement {
            Statement::Effect { effect } | Statement::Allows { effect, .. } => Some(effect.id()),
            _ => None,
        };
        if !rest.is_empty() && (kind(first).is_none() || rest.iter().any(|claim| kind(claim) != kind(first)))
        {
            return false;
        }
        let mut readings = Vec::new();
        self.statements(text, &[], &mut readings, |key| {
            let has = key.starts_with("assets-") || key.starts_with("burdens-");
            has || key.starts_with("effect-")
                || key.starts_with("reason-")
                || DOES.iter().any(|stem| key.starts_with(stem))
        });
        readings.iter().any(|reading| {
            let known = |square: &Square| claims.iter().any(|claim| speaks_of(claim, *square));
            claims.iter().all(|claim| reading.is_of(words, claim)) && reading.squares.iter().all(known)
        })
    }

    /// What stands between the two holes of a joint.
    fn joint(&self, key: &str) -> Option<String> {
        let rule = self.rules.iter().find(|rule| rule.key == key)?;
        match rule.pieces.as_slice() {
            [Piece::Hole(_), Piece::Text(joint), Piece::Hole(_)] => Some(joint.clone()),
            _ => None,
        }
    }
}
