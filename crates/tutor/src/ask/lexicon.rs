//! How a language is typed: short forms, polite words, names of men and sides, and moves said in words.
//!
//! A [`Lexicon`] is the table `[words]` of a file of questions. It makes [`Word`]s of a text: "what's" becomes "what is",
//! "please" is left out, "queen takes d5" is one word that is a move.

use std::{collections::BTreeMap, fmt};

use philidor_chess::shakmaty::{CastlingSide, Role, Square};
use serde::Deserialize;
use strsim::osa_distance;

/// Words of this length or more may be misspelt by a letter.
const FORGIVEN: usize = 5;

/// A word of a question, or several that are one move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// As typed.
    pub(super) text: String,
    /// The move that it says in words.
    pub(super) mv: Option<Loose>,
}

/// A move said in words: it may fit several moves, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Loose {
    /// Castling; to any side if none is said.
    Castle(Option<CastlingSide>),
    /// A man moves or takes.
    Man {
        /// What moves.
        mover: Option<Role>,
        /// Something is taken.
        takes: bool,
        /// Where to.
        square: Option<Square>,
        /// What is taken.
        victim: Option<Role>,
    },
}

impl fmt::Display for Loose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Loose::Castle(side) => f.write_str(match side {
                Some(CastlingSide::KingSide) => "O-O",
                Some(CastlingSide::QueenSide) => "O-O-O",
                None => "castle",
            }),
            Loose::Man { mover, takes, square, victim } => {
                let letter = mover.filter(|&role| role != Role::Pawn || takes).map(Role::upper_char);
                letter.map_or(Ok(()), |letter| write!(f, "{letter}"))?;
                f.write_str(if takes { "x" } else { "" })?;
                match (square, victim) {
                    (Some(square), _) => write!(f, "{square}"),
                    (None, Some(role)) => write!(f, "{}", role.upper_char()),
                    (None, None) => Ok(()),
                }
            }
        }
    }
}

/// Whom a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// White.
    White,
    /// Black.
    Black,
    /// Who asks: the side to move.
    Me,
    /// The opponent of who asks.
    Other,
}

impl Who {
    /// As files spell it.
    pub fn name(self) -> &'static str {
        match self {
            Who::White => "white",
            Who::Black => "black",
            Who::Me => "me",
            Who::Other => "other",
        }
    }
}

/// A man that a question is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TheMan {
    pub(super) role: Role,
    pub(super) square: Option<Square>,
}

/// One of several words, which may be missing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Choice {
    pub(super) any: Vec<String>,
    pub(super) optional: bool,
}

impl Choice {
    /// `is|was`, `the?`
    pub(super) fn parse(text: &str) -> Choice {
        let plain = text.strip_suffix('?');
        let any = plain.unwrap_or(text).split('|').map(str::to_lowercase).collect();
        Choice { any, optional: plain.is_some() }
    }

    /// The spelling that a word fits; with `typos`, also if one letter is wrong.
    pub(super) fn fits(&self, word: &Word, typos: bool) -> Option<&str> {
        let said = word.text.to_lowercase();
        let near = |known: &str| {
            let long = known.chars().count() >= FORGIVEN && said.chars().count() >= FORGIVEN;
            typos && long && osa_distance(known, &said) == 1
        };
        self.any.iter().find(|known| **known == said || near(known)).map(String::as_str)
    }
}

/// A row of words.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Phrase(Vec<Choice>);

impl Phrase {
    fn parse(text: &str) -> Phrase {
        Phrase(text.split_whitespace().map(Choice::parse).collect())
    }

    /// How many words at the beginning it covers.
    fn prefix(&self, words: &[Word], typos: bool) -> Option<usize> {
        fn covered(row: &[Choice], words: &[Word], typos: bool) -> Option<usize> {
            let Some((choice, rest)) = row.split_first() else { return Some(0) };
            let first = words.split_first().filter(|(word, _)| choice.fits(word, typos).is_some());
            first
                .and_then(|(_, left)| covered(rest, left, typos).map(|n| n + 1))
                .or_else(|| if choice.optional { covered(rest, words, typos) } else { None })
        }
        covered(&self.0, words, typos)
    }
}

fn longest(phrases: &[Phrase], words: &[Word], typos: bool) -> Option<usize> {
    phrases.iter().filter_map(|phrase| phrase.prefix(words, typos)).filter(|&n| n > 0).max()
}

/// `[words]` as the file has it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLexicon {
    short: BTreeMap<String, String>,
    /// Beginnings that are words of their own: "l'" of "l'attaque".
    #[serde(default)]
    elided: BTreeMap<String, String>,
    /// Ends that are words of their own: "-t-il" of "a-t-il".
    #[serde(default)]
    inverted: Vec<String>,
    openers: Vec<String>,
    fillers: Vec<String>,
    white: Vec<String>,
    black: Vec<String>,
    me: Vec<String>,
    other: Vec<String>,
    men: BTreeMap<char, String>,
    articles: String,
    to: String,
    takes: String,
    on: String,
    with: String,
    castle_short: Vec<String>,
    castle_long: Vec<String>,
    castle: Vec<String>,
    /// Words that count as one where no form fits, by the name of their group.
    #[serde(default)]
    alike: BTreeMap<String, String>,
    /// "auf d5 schlagen": what is taken is said before the verb, too.
    #[serde(default)]
    verb_last: bool,
}

/// How a language is typed.
#[derive(Debug, Clone)]
pub(super) struct Lexicon {
    short: BTreeMap<String, String>,
    elided: BTreeMap<String, String>,
    inverted: Vec<String>,
    openers: Vec<Phrase>,
    fillers: Vec<Phrase>,
    sides: Vec<(Who, Vec<Phrase>)>,
    men: Vec<(Role, Choice)>,
    articles: Choice,
    to: Choice,
    takes: Choice,
    on: Choice,
    with: Choice,
    castles: Vec<(Option<CastlingSide>, Vec<Phrase>)>,
    /// The group of a word.
    alike: BTreeMap<String, String>,
    verb_last: bool,
}

impl Lexicon {
    pub(super) fn new(raw: RawLexicon) -> Result<Lexicon, String> {
        let phrases =
            |list: &[String]| -> Vec<Phrase> { list.iter().map(|text| Phrase::parse(text)).collect() };
        let man = |(letter, names): (&char, &String)| {
            let role = Role::from_char(*letter).ok_or_else(|| format!("no man {letter:?} in [words.men]"))?;
            Ok::<_, String>((role, Choice::parse(names)))
        };
        Ok(Lexicon {
            openers: phrases(&raw.openers),
            fillers: phrases(&raw.fillers),
            sides: vec![
                (Who::Other, phrases(&raw.other)),
                (Who::White, phrases(&raw.white)),
                (Who::Black, phrases(&raw.black)),
                (Who::Me, phrases(&raw.me)),
            ],
            men: raw.men.iter().map(man).collect::<Result<_, _>>()?,
            articles: Choice::parse(&raw.articles),
            to: Choice::parse(&raw.to),
            takes: Choice::parse(&raw.takes),
            on: Choice::parse(&raw.on),
            with: Choice::parse(&raw.with),
            castles: vec![
                (Some(CastlingSide::KingSide), phrases(&raw.castle_short)),
                (Some(CastlingSide::QueenSide), phrases(&raw.castle_long)),
                (None, phrases(&raw.castle)),
            ],
            alike: raw
                .alike
                .iter()
                .flat_map(|(group, words)| words.split('|').map(|word| (word.to_owned(), group.clone())))
                .collect(),
            verb_last: raw.verb_last,
            short: raw.short,
            elided: raw.elided,
            inverted: raw.inverted,
        })
    }

    /// A text as words: short forms written out, polite words left out, moves put together.
    pub(super) fn read(&self, question: &str) -> Vec<Word> {
        let typed = split(question).into_iter().flat_map(|text| self.written_out(text));
        let words: Vec<Word> = typed.map(|text| Word { text, mv: None }).collect();
        let words = self.without_fillers(self.opened(&words));
        self.with_moves(self.opened(&words))
    }

    /// A text as all its words: short forms written out, moves put together. Signs of doubt or praise behind a move are words of their own.
    pub(super) fn all_words(&self, question: &str) -> Vec<Word> {
        let judged = question.split_whitespace().flat_map(|typed| {
            let sign = ["!?", "?!", "??", "!"].into_iter().find(|sign| typed.ends_with(sign));
            let sign = sign.filter(|_| typed.chars().any(|c| c.is_ascii_digit()) || typed.starts_with("O-O"));
            let words = split(typed).into_iter().flat_map(|text| self.written_out(text));
            words.chain(sign.map(str::to_owned))
        });
        let words: Vec<Word> = judged.map(|text| Word { text, mv: None }).collect();
        self.with_moves(&words)
    }

    /// A name of a man or a side.
    pub(super) fn some(&self, man: bool, turn: usize) -> &str {
        let names: Vec<&Choice> = match man {
            true => self.men.iter().map(|(_, names)| names).collect(),
            false => self
                .sides
                .iter()
                .flat_map(|(_, phrases)| phrases)
                .filter_map(|p| p.0.first().filter(|_| p.0.len() == 1))
                .collect(),
        };
        let Some(choice) = names.get(turn % names.len().max(1)) else { return "" };
        choice.any.get(turn / 3 % choice.any.len()).map_or("", String::as_str)
    }

    /// The group of a word.
    pub(super) fn alike(&self, word: &str) -> Option<&str> {
        self.alike.get(word).map(String::as_str)
    }

    pub(super) fn is_on(&self, word: &Word) -> bool {
        self.on.fits(word, false).is_some()
    }

    pub(super) fn is_taking(&self, word: &Word) -> bool {
        self.takes.fits(word, false).is_some()
    }

    pub(super) fn is_article(&self, word: &Word) -> bool {
        self.articles.fits(word, false).is_some()
    }

    /// A typed word as the words it stands for.
    fn written_out(&self, text: String) -> Vec<String> {
        if let Some(long) = self.short.get(&text.to_lowercase()) {
            return long.split(' ').map(str::to_owned).collect();
        }
        let begins = |cut: &str| {
            text.get(..cut.len()).is_some_and(|head| head.to_lowercase() == cut).then(|| &text[cut.len()..])
        };
        for (cut, word) in &self.elided {
            if let Some(rest) = begins(cut).filter(|rest| !rest.is_empty()) {
                return [vec![word.clone()], self.written_out(rest.to_owned())].concat();
            }
        }
        for cut in &self.inverted {
            if let Some(rest) = text.strip_suffix(cut.as_str()).filter(|rest| !rest.is_empty()) {
                let last = cut.rsplit('-').next().unwrap_or_default().to_owned();
                return [self.written_out(rest.to_owned()), vec![last]].concat();
            }
        }
        vec![text]
    }

    /// Without polite words at the beginning. They are not all of a question.
    fn opened<'w>(&self, mut words: &'w [Word]) -> &'w [Word] {
        while let Some(n) = longest(&self.openers, words, true).filter(|&n| n < words.len()) {
            words = &words[n..];
        }
        words
    }

    fn without_fillers(&self, words: &[Word]) -> Vec<Word> {
        let mut kept = Vec::new();
        let mut at = 0;
        while at < words.len() {
            match longest(&self.fillers, &words[at..], false).filter(|&n| n < words.len()) {
                Some(n) => at += n,
                None => {
                    kept.push(words[at].clone());
                    at += 1;
                }
            }
        }
        kept
    }

    fn with_moves(&self, words: &[Word]) -> Vec<Word> {
        let mut all = Vec::new();
        let mut at = 0;
        while at < words.len() {
            match self.a_move(&words[at..]) {
                Some((mv, n)) => {
                    let text: Vec<&str> = words[at..at + n].iter().map(|word| word.text.as_str()).collect();
                    all.push(Word { text: text.join(" "), mv: Some(mv) });
                    at += n;
                }
                None => {
                    all.push(words[at].clone());
                    at += 1;
                }
            }
        }
        all
    }

    /// A move said in words at the beginning, and of how many words.
    fn a_move(&self, words: &[Word]) -> Option<(Loose, usize)> {
        let castle = self
            .castles
            .iter()
            .find_map(|(side, phrases)| longest(phrases, words, false).map(|n| (Loose::Castle(*side), n)));
        castle
            .or_else(|| self.man_moves(words))
            .or_else(|| self.man_is_taken(words).filter(|_| self.verb_last))
    }

    fn man_moves(&self, words: &[Word]) -> Option<(Loose, usize)> {
        let mut at = Reader { words, at: 0 };
        let mut mover = self.man(&mut at);
        if !at.skip(&self.takes) {
            mover?;
            while at.skip(&self.to) {}
            let square = Some(at.square()?);
            return Some((Loose::Man { mover, takes: false, square, victim: None }, at.at));
        }
        while at.skip(&self.articles) {}
        let victim = self.man(&mut at);
        let before = at.at;
        while at.skip(&self.on) || at.skip(&self.articles) {}
        let square = at.square();
        if square.is_none() {
            at.at = before;
            victim?;
        }
        let before = at.at;
        if mover.is_none() && at.skip(&self.with) {
            while at.skip(&self.articles) {}
            mover = self.man(&mut at);
            at.at = if mover.is_some() { at.at } else { before };
        }
        Some((Loose::Man { mover, takes: true, square, victim }, at.at))
    }

    /// "auf d5 schlagen", "den Bauern schlagen", "mit dem Springer auf d5 schlagen".
    fn man_is_taken(&self, words: &[Word]) -> Option<(Loose, usize)> {
        let mut at = Reader { words, at: 0 };
        let mut mover = None;
        if at.skip(&self.with) {
            while at.skip(&self.articles) {}
            mover = Some(self.man(&mut at)?);
        }
        while at.skip(&self.articles) {}
        let victim = self.man(&mut at);
        at.skip(&self.on);
        let square = at.square();
        let said = victim.is_some() || square.is_some();
        (said && at.skip(&self.takes)).then_some((Loose::Man { mover, takes: true, square, victim }, at.at))
    }

    fn man(&self, at: &mut Reader<'_>) -> Option<Role> {
        let word = at.words.get(at.at)?;
        let (role, _) = self.men.iter().find(|(_, names)| names.fits(word, true).is_some())?;
        at.at += 1;
        Some(*role)
    }

    /// A side named at the beginning, and in how many words: the longest name first.
    pub(super) fn side(&self, words: &[Word], typos: bool) -> Option<(Who, usize)> {
        let named = self.sides.iter().filter_map(|(who, names)| Some((*who, longest(names, words, typos)?)));
        // The first of those that are equally long.
        named.reduce(|best, next| if next.1 > best.1 { next } else { best })
    }

    /// A man named at the beginning ("bishop", "bishop on e6", "e6 bishop"), and in how many words.
    pub(super) fn the_man(&self, words: &[Word]) -> Option<(TheMan, usize)> {
        let mut at = Reader { words, at: 0 };
        if let Some(square) = at.square() {
            let role = self.man(&mut at)?;
            return Some((TheMan { role, square: Some(square) }, at.at));
        }
        let role = self.man(&mut at)?;
        let end = at.at;
        at.skip(&self.on);
        let square = at.square();
        Some((TheMan { role, square }, if square.is_some() { at.at } else { end }))
    }
}

struct Reader<'w> {
    words: &'w [Word],
    at: usize,
}

impl Reader<'_> {
    fn skip(&mut self, choice: &Choice) -> bool {
        let fits = self.words.get(self.at).is_some_and(|word| choice.fits(word, false).is_some());
        self.at += usize::from(fits);
        fits
    }

    fn square(&mut self) -> Option<Square> {
        let square = self.words.get(self.at)?.text.to_lowercase().parse().ok()?;
        self.at += 1;
        Some(square)
    }
}

/// The words of a question without punctuation, and without the figures before a move.
fn split(question: &str) -> Vec<String> {
    question
        .split_whitespace()
        .map(|word| {
            let word = word.trim_matches(|c: char| {
                matches!(c, '"' | '\'' | '„' | '“' | '”' | '‘' | '(' | ')' | ':' | ';' | ',')
            });
            let word = word.trim_end_matches(['?', '!', '.', ',', '…', '"', ')']);
            let unnumbered = word.trim_start_matches(|c: char| c.is_ascii_digit());
            let rest = unnumbered.trim_start_matches(['.', '…']);
            // `0-0` begins with a figure that belongs to it.
            if rest.len() < unnumbered.len() && !rest.is_empty() { rest } else { word }
        })
        .filter(|word| !word.is_empty() && !matches!(*word, "-" | "–" | "—"))
        .map(|word| word.replace('’', "'"))
        .collect()
}
