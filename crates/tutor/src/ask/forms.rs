//! Forms of questions: rows of words with alternatives, words that may be missing, and holes for moves, men, sides and terms.
//!
//! The forms of a language are data (`knowledge/questions`); the file says how they are written.

use std::{collections::BTreeMap, sync::OnceLock};

use serde::Deserialize;

use super::{
    lexicon::{Choice, Lexicon, Loose, RawLexicon, TheMan, Who, Word},
    marks::Mark,
    model::{Model, Token},
    terms,
};

/// A question that goes on from the one before, with other words for what it is about.
pub(super) const AGAIN: &str = "again";

/// What is no question to a tutor.
const NONE: &str = "none";

/// A move as it was typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Typed {
    pub(super) text: String,
    /// What it says in words, if it is no notation.
    pub(super) loose: Option<Loose>,
}

impl Typed {
    /// The move in letters, as far as it is said.
    pub(super) fn notation(&self) -> String {
        self.loose.map_or_else(|| self.text.clone(), |loose| loose.to_string())
    }
}

/// What fills the holes of a form.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Holes {
    pub(super) mv: Option<Typed>,
    pub(super) other: Option<Typed>,
    pub(super) term: Option<String>,
    pub(super) side: Option<Who>,
    pub(super) man: Option<TheMan>,
}

/// The questions of one language.
#[derive(Debug, Clone)]
pub(super) struct Forms {
    lexicon: Lexicon,
    entries: Vec<Entry>,
    glosses: BTreeMap<String, String>,
    /// Questions as people type them, with the place of what they ask: an entry, then [`AGAIN`], then [`NONE`].
    typed: Vec<(usize, String)>,
    /// What was learned from them.
    model: OnceLock<Model>,
}

/// How likely a text asks a question.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Likely<'f> {
    /// The question, [`AGAIN`], or nothing.
    pub(super) name: Option<&'f str>,
    pub(super) likelihood: f32,
}

#[derive(Debug, Clone)]
struct Entry {
    name: String,
    example: String,
    forms: Vec<Vec<Part>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Part {
    Words(Choice),
    Move,
    Other,
    Term,
    Side { optional: bool },
    Man { optional: bool },
    Name,
}

/// The longest name of a player, in words.
const LONGEST_NAME: usize = 3;

/// How often each form is an example for the model.
const SPELT: usize = 3;

/// What a word counts that is in no form, or in the form alone.
const UNKNOWN: f64 = 0.1;

/// The least likeness (0 to 1) of a form that is suggested.
const LIKE: f64 = 0.4;

#[derive(Deserialize)]
struct RawForms {
    words: RawLexicon,
    #[serde(flatten)]
    questions: BTreeMap<String, RawEntry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawEntry {
    example: String,
    forms: Vec<String>,
    /// Terms that the language explains in words of its own.
    #[serde(default)]
    glosses: BTreeMap<String, String>,
}

impl Forms {
    /// Reads a file of forms and one of typed questions; `names` gives the order in which they are tried.
    pub(super) fn parse(text: &str, typed: &str, names: &[&str]) -> Result<Forms, String> {
        let RawForms { words, questions: mut raw } =
            toml::from_str(text).map_err(|error| error.to_string())?;
        let lexicon = Lexicon::new(words)?;
        let mut entries = Vec::new();
        let mut glosses = BTreeMap::new();
        for &name in names {
            let entry = raw.remove(name).ok_or_else(|| format!("no question [{name}]"))?;
            let forms = entry.forms.iter().map(|form| parts(form)).collect();
            glosses.extend(entry.glosses);
            entries.push(Entry { name: name.to_owned(), example: entry.example, forms });
        }
        if let Some(name) = raw.keys().next() {
            return Err(format!("there is no question [{name}]"));
        }
        let typed = by_question(typed, names)?;
        Ok(Forms { lexicon, entries, glosses, typed, model: OnceLock::new() })
    }

    /// The question that a text asks, with what fills its holes. What is spelt right comes before what is nearly so, and forms
    /// in which any word may stand come last.
    pub(super) fn find(&self, question: &str) -> Option<(&str, Holes)> {
        let words = self.lexicon.read(question);
        let open = |form: &[Part]| form.contains(&Part::Term);
        [(false, false), (true, false), (false, true)].into_iter().find_map(|(typos, any)| {
            let fit = Fit { lexicon: &self.lexicon, typos };
            self.entries.iter().find_map(|entry| {
                let mut forms = entry.forms.iter().filter(|form| open(form) == any);
                let holes = forms.find_map(|form| fit.all(form, &words, Holes::default()))?;
                Some((entry.name.as_str(), holes))
            })
        })
    }

    /// What the words of a text name, and what it most likely asks, likeliest first; and how many of its words nobody typed. Learned from the typed questions when it is first needed.
    pub(super) fn likely(&self, question: &str) -> (Vec<Mark>, Vec<Likely<'_>>, usize) {
        let model = self.model.get_or_init(|| {
            let forms = self.spelt().into_iter();
            let typed = self.typed.iter().cloned();
            let examples: Vec<_> =
                forms.chain(typed).map(|(place, text)| (place, self.tokens(&text))).collect();
            Model::learn(&examples, self.entries.len() + 2)
        });
        let marks = self.lexicon.marks(&self.lexicon.all_words(question));
        let names = self.entries.iter().map(|entry| Some(entry.name.as_str())).chain([Some(AGAIN), None]);
        let (weighed, strangers) = model.weigh(&self.tokens(question));
        let mut all: Vec<Likely<'_>> =
            names.zip(weighed).map(|(name, likelihood)| Likely { name, likelihood }).collect();
        all.sort_by(|a, b| b.likelihood.total_cmp(&a.likelihood));
        (marks, all, strangers)
    }

    fn tokens(&self, text: &str) -> Vec<Token> {
        let words = self.lexicon.all_words(text);
        let mut tokens = self.lexicon.tokens(&self.lexicon.marks(&words));
        if terms::within(&words, |term| self.glosses.contains_key(term)).is_some() {
            tokens.push(Token { text: "@term".to_owned(), detail: None });
        }
        tokens
    }

    /// The term that a text names.
    pub(super) fn term(&self, text: &str) -> Option<String> {
        terms::within(&self.lexicon.all_words(text), |term| self.glosses.contains_key(term))
    }

    /// The forms with words chosen by turns: each of them some times, with other words each time.
    fn spelt(&self) -> Vec<(usize, String)> {
        let mut all = Vec::new();
        let mut turn = 0;
        for (place, entry) in self.entries.iter().enumerate() {
            for form in entry.forms.iter().filter(|form| !form.contains(&Part::Term)) {
                for _ in 0..SPELT {
                    turn += 7;
                    all.push((place, spelt(form, &self.lexicon, turn)));
                }
            }
        }
        all
    }

    /// Every typed question as a model sees it that was taught by the others: nine tenths of them.
    #[cfg(test)]
    pub(super) fn crossed(&self) -> Vec<(usize, (Vec<f32>, usize))> {
        let read = |text: &str| self.tokens(text);
        let all: Vec<_> = self.typed.iter().map(|(place, text)| (*place, read(text))).collect();
        let mut found = Vec::new();
        for part in 0..10 {
            let mine = |at: usize| at % 10 == part;
            let mut others: Vec<_> = self.spelt().iter().map(|(place, text)| (*place, read(text))).collect();
            others.extend(
                all.iter().enumerate().filter(|(at, _)| !mine(*at)).map(|(_, example)| example.clone()),
            );
            let model = Model::learn(&others, self.entries.len() + 2);
            let own = all.iter().enumerate().filter(|(at, _)| mine(*at));
            found.extend(own.map(|(_, (place, tokens))| (*place, model.weigh(tokens))));
        }
        found
    }

    /// The example of a question.
    pub(super) fn example(&self, name: &str) -> Option<&str> {
        self.entries.iter().find(|entry| entry.name == name).map(|entry| entry.example.as_str())
    }

    /// The form that shares most with a text, as a question, and its name; nothing if none is like it. A word counts the more the fewer
    /// questions have it.
    pub(super) fn nearest(&self, question: &str) -> Option<(&str, String)> {
        let words = self.lexicon.read(question);
        let weight = |word: &Word| {
            let has = |part: &Part| matches!(part, Part::Words(choice) if choice.fits(word, true).is_some());
            let with = self.entries.iter().filter(|e| e.forms.iter().flatten().any(has)).count();
            match with {
                _ if looks_like_move(word) => 0.5,
                0 => UNKNOWN,
                with => 1.0 / with as f64,
            }
        };
        let weights: Vec<f64> = words.iter().map(weight).collect();
        let total: f64 = weights.iter().sum();
        let mut best: Option<(f64, &Entry, &[Part])> = None;
        for entry in &self.entries {
            for form in entry.forms.iter().filter(|form| !form.contains(&Part::Term)) {
                let (mut shared, mut missing) = (0.0, 0.0);
                for part in form {
                    match place(part, &words) {
                        Some(at) => shared += weights[at],
                        None if may_be_missing(part) => {}
                        None => missing += UNKNOWN,
                    }
                }
                let likeness = 2.0 * shared / (total + shared + missing);
                if likeness >= LIKE && best.as_ref().is_none_or(|(most, ..)| likeness > *most) {
                    best = Some((likeness, entry, form));
                }
            }
        }
        let (_, entry, form) = best?;
        let asked =
            written(form, &words).filter(|text| self.find(text).is_some_and(|(n, _)| n == entry.name));
        Some((entry.name.as_str(), asked.unwrap_or_else(|| entry.example.clone())))
    }

    /// What a term means, in the words of the language.
    pub(super) fn gloss(&self, term: &str) -> Option<&str> {
        self.glosses.get(&term.to_lowercase()).map(String::as_str)
    }

    /// An example of every question.
    pub(super) fn examples(&self) -> impl Iterator<Item = &str> {
        self.entries.iter().map(|entry| entry.example.as_str())
    }
}

fn parts(form: &str) -> Vec<Part> {
    form.split_whitespace()
        .map(|word| match word {
            "{move}" => Part::Move,
            "{other}" => Part::Other,
            "{term}" => Part::Term,
            "{side}" => Part::Side { optional: false },
            "{side}?" => Part::Side { optional: true },
            "{man}" => Part::Man { optional: false },
            "{man}?" => Part::Man { optional: true },
            "{name}" => Part::Name,
            _ => Part::Words(Choice::parse(word)),
        })
        .collect()
}

/// Typed questions under the names of what they ask, with the place of that name.
fn by_question(text: &str, names: &[&str]) -> Result<Vec<(usize, String)>, String> {
    let places: Vec<&str> = names.iter().copied().chain([AGAIN, NONE]).collect();
    let mut all = Vec::new();
    let mut place = None;
    let lines = text.lines().map(str::trim).enumerate();
    for (at, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#')) {
        if let Some(name) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            let known = places.iter().position(|known| *known == name);
            place = Some(known.ok_or_else(|| format!("line {}: there is no question [{name}]", at + 1))?);
        } else {
            let place =
                place.ok_or_else(|| format!("line {}: a question before the first [name]", at + 1))?;
            all.push((place, line.to_owned()));
        }
    }
    match (0..places.len()).find(|place| all.iter().all(|(other, _)| other != place)) {
        Some(without) => Err(format!("no typed question for [{}]", places[without])),
        None => Ok(all),
    }
}

fn may_be_missing(part: &Part) -> bool {
    matches!(
        part,
        Part::Words(Choice { optional: true, .. })
            | Part::Side { optional: true }
            | Part::Man { optional: true }
    )
}

/// The first word that a part of a form may be.
fn place(part: &Part, words: &[Word]) -> Option<usize> {
    match part {
        Part::Words(choice) => words.iter().position(|word| choice.fits(word, true).is_some()),
        Part::Move => words.iter().position(looks_like_move),
        _ => None,
    }
}

/// A form with the words of a question; nothing if a hole stays open.
fn written(form: &[Part], words: &[Word]) -> Option<String> {
    let mut row: Vec<&str> = Vec::new();
    for part in form {
        let found = place(part, words).map(|at| &words[at]);
        match (part, found) {
            (Part::Words(choice), Some(word)) => row.extend(choice.fits(word, true)),
            (part, None) if may_be_missing(part) => {}
            (Part::Words(choice), None) => row.extend(choice.any.first().map(String::as_str)),
            (_, Some(word)) => row.push(&word.text),
            (_, None) => return None,
        }
    }
    let text = row.join(" ");
    let mut chars = text.chars();
    let first = chars.next()?;
    Some(format!("{}{}?", first.to_uppercase(), chars.as_str()))
}

/// A form with one of its words for each part; words that may be missing are there every other time.
fn spelt(form: &[Part], lexicon: &Lexicon, turn: usize) -> String {
    let mut words: Vec<&str> = Vec::new();
    for (at, part) in form.iter().enumerate() {
        let choice = turn + 5 * at;
        let there = !may_be_missing(part) || choice.is_multiple_of(2);
        match part {
            Part::Words(any) if there => words.push(&any.any[choice % any.any.len()]),
            Part::Move => words.push("Nf3"),
            Part::Other => words.push("Nc3"),
            Part::Side { .. } | Part::Man { .. } if there => {
                words.push(lexicon.some(matches!(part, Part::Man { .. }), choice));
            }
            _ => {}
        }
    }
    words.join(" ")
}

struct Fit<'f> {
    lexicon: &'f Lexicon,
    typos: bool,
}

impl Fit<'_> {
    /// Fits all words into all of a form.
    fn all(&self, form: &[Part], words: &[Word], holes: Holes) -> Option<Holes> {
        let Some((part, rest)) = form.split_first() else { return words.is_empty().then_some(holes) };
        match part {
            Part::Words(choice) => {
                let first = words.split_first().filter(|(word, _)| choice.fits(word, self.typos).is_some());
                first
                    .and_then(|(_, left)| self.all(rest, left, holes.clone()))
                    .or_else(|| if choice.optional { self.all(rest, words, holes) } else { None })
            }
            Part::Move | Part::Other => {
                let (word, left) = words.split_first().filter(|(word, _)| looks_like_move(word))?;
                let typed = Some(Typed { text: word.text.clone(), loose: word.mv });
                let mut holes = holes;
                *(if *part == Part::Move { &mut holes.mv } else { &mut holes.other }) = typed;
                self.all(rest, left, holes)
            }
            Part::Side { optional } => {
                let named = self.lexicon.side(words, self.typos);
                named
                    .and_then(|(side, n)| {
                        self.all(rest, &words[n..], Holes { side: Some(side), ..holes.clone() })
                    })
                    .or_else(|| if *optional { self.all(rest, words, holes) } else { None })
            }
            Part::Man { optional } => {
                let named = self.lexicon.the_man(words);
                named
                    .and_then(|(man, n)| {
                        self.all(rest, &words[n..], Holes { man: Some(man), ..holes.clone() })
                    })
                    .or_else(|| if *optional { self.all(rest, words, holes) } else { None })
            }
            Part::Name => {
                (1..=words.len().min(LONGEST_NAME)).find_map(|n| self.all(rest, &words[n..], holes.clone()))
            }
            Part::Term => (1..=words.len()).find_map(|n| {
                let term: Vec<&str> = words[..n].iter().map(|word| word.text.as_str()).collect();
                self.all(rest, &words[n..], Holes { term: Some(term.join(" ")), ..holes.clone() })
            }),
        }
    }
}

/// A move in words, a word with the figure of a rank in it, or castling: worth trying to read as a move.
pub(super) fn looks_like_move(word: &Word) -> bool {
    let text = &word.text;
    let castles = text.len() >= 3 && text.chars().all(|c| matches!(c, 'O' | 'o' | '0' | '-' | '+' | '#'));
    let figures = text.chars().any(|c| ('1'..='9').contains(&c)) && text.chars().any(char::is_alphabetic);
    word.mv.is_some() || castles || figures
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORDS: &str = "[words]\nopeners = [\"please\"]\nfillers = []\nwhite = [\"white\"]\nblack = [\"black\"]\nme = [\"i|my\"]\n\
        other = [\"my opponent\", \"he\"]\narticles = \"the|a\"\nto = \"to\"\ntakes = \"takes|take\"\non = \"on\"\nwith = \"with\"\n\
        castle_short = [\"castle short\"]\ncastle_long = [\"castle long\"]\ncastle = [\"castle\"]\n\
        short = { \"what's\" = \"what is\" }\nmen = { N = \"knight\", Q = \"queen\", P = \"pawn|pawns\" }\n";

    /// A typed question for each name.
    fn typed(names: &[&str]) -> String {
        names.iter().chain(&[AGAIN, NONE]).map(|name| format!("[{name}]\nwords of {name}\n")).collect()
    }

    fn find(forms: &str, question: &str) -> Option<Holes> {
        let text = format!("{WORDS}[a]\nexample = \"\"\nforms = [{forms}]\n");
        Forms::parse(&text, &typed(&["a"]), &["a"]).unwrap().find(question).map(|(_, holes)| holes)
    }

    fn moves(form: &str, question: &str) -> Option<String> {
        find(form, question)?.mv.map(|typed| typed.notation())
    }

    #[test]
    fn words_alternatives_and_holes() {
        let form = "\"why is|was {move} bad|wrong a?\"";
        assert_eq!(moves(form, "Why was 16...Nc5 bad?").as_deref(), Some("Nc5"));
        assert_eq!(moves(form, "please, why is Nc5 WRONG a?").as_deref(), Some("Nc5"));
        assert_eq!(moves(form, "why is Nc5 wrnog").as_deref(), Some("Nc5"));
        assert_eq!(find(form, "why is it bad"), None);
        let term = find("\"what is a? {term}\"", "What's a passed pawn?").unwrap().term;
        assert_eq!(term.as_deref(), Some("passed pawn"));
        let other = find("\"{move} or {other}\"", "0-0 or 5.O-O-O!").unwrap().other;
        assert_eq!(other.map(|typed| typed.text).as_deref(), Some("O-O-O"));
    }

    #[test]
    fn moves_in_words() {
        for (said, notation) in [
            ("knight f6", "Nf6"),
            ("Knight to F6", "Nf6"),
            ("pawn e4", "e4"),
            ("queen takes d5", "Qxd5"),
            ("take the pawn on d5", "xd5"),
            ("take the pawn", "xP"),
            ("queen takes knight", "QxN"),
            ("take d5 with the pawn", "Pxd5"),
            ("castle short", "O-O"),
            ("castle long", "O-O-O"),
            ("castle", "castle"),
        ] {
            assert_eq!(
                moves("\"what if {move}\"", &format!("what if {said}?")).as_deref(),
                Some(notation),
                "{said}"
            );
        }
    }

    #[test]
    fn sides_and_men() {
        let holes = find("\"is {side} {man} safe\"", "Is my opponent pawn on e4 safe?").unwrap();
        assert_eq!(holes.side, Some(Who::Other));
        assert_eq!(holes.man.map(|man| man.square.map(|sq| sq.to_string())), Some(Some("e4".to_owned())));
        assert_eq!(find("\"is {side} {man} safe\"", "is my e4 pawn safe").unwrap().side, Some(Who::Me));
    }

    #[test]
    fn what_is_not_understood_has_a_nearest_form() {
        let text = format!(
            "{WORDS}[a]\nexample = \"x\"\nforms = [\"what is wrong with {{move}}\"]\n[b]\nexample = \"y\"\nforms = [\"what is the threat\"]"
        );
        let forms = Forms::parse(&text, &typed(&["a", "b"]), &["a", "b"]).unwrap();
        let nearest = |text: &str| forms.nearest(text).map(|(_, form)| form);
        assert_eq!(nearest("so wrong Nf6 or what").as_deref(), Some("What is wrong with Nf6?"));
        assert_eq!(nearest("I do see no threat of his").as_deref(), Some("What is the threat?"));
        assert_eq!(nearest("purple elephants"), None);
    }

    #[test]
    fn mistakes_in_a_file_are_told() {
        let parse = |text: &str| Forms::parse(&format!("{WORDS}{text}"), &typed(&["a"]), &["a"]);
        assert!(parse("[a]\nexample=\"\"\nforms=[]").is_ok());
        assert!(parse("[b]\nexample=\"\"\nforms=[]").is_err());
        assert!(parse("[a]\nexample=\"\"\nforms=[]\n[b]\nexample=\"\"\nforms=[]").is_err());
        assert!(Forms::parse("a = 1", "", &["a"]).is_err());
        let one = format!("{WORDS}[a]\nexample=\"\"\nforms=[]");
        let told = |text: &str| Forms::parse(&one, text, &["a"]).unwrap_err();
        assert_eq!(told("words\n"), "line 1: a question before the first [name]");
        assert_eq!(told("[b]\n"), "line 1: there is no question [b]");
        assert_eq!(told("[a]\nwords\n[again]\nwords\n"), "no typed question for [none]");
    }
}
