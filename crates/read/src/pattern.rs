//! Phrases with holes, found in sentences: `{side} has? a|the? passed pawn on? {square}?`.
//!
//! A pattern is a row of elements: words with alternatives (`takes|captures`), words by their beginning (`threat*`), `?` for what
//! may be missing, `..` for up to three words, and holes. The longest way to fit a pattern is taken.

use philidor_chess::shakmaty::{Color, File, Role, Square};

use crate::{
    lexicon::{Lexicon, Who},
    notation::{Form, Said},
    text::{Kind, Token},
};

/// A man that a text speaks of, as far as it is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ManSaid {
    /// Whose.
    pub color: Option<Who>,
    /// Its kind.
    pub role: Role,
    /// Where it stands.
    pub square: Option<Square>,
    /// On which file.
    pub file: Option<File>,
    /// More than one.
    pub plural: bool,
}

/// What fills the holes of a pattern.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Filled {
    /// `{side}`
    pub side: Option<Who>,
    /// `{man}`
    pub men: Vec<ManSaid>,
    /// `{square}`
    pub squares: Vec<Square>,
    /// `{move}`
    pub moves: Vec<Said>,
    /// `{file}`
    pub file: Option<File>,
    /// `{wing}`
    pub wing: Option<Wing>,
}

/// A part of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wing {
    /// Files f to h.
    King,
    /// Files a to c.
    Queen,
    /// Files d and e.
    Centre,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Element {
    Words { any: Vec<(String, bool)>, optional: bool },
    Gap,
    Hole { kind: Hole, optional: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Hole {
    Side,
    Man,
    Square,
    Move,
    File,
    Wing,
}

/// A phrase with holes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pattern(Vec<Element>);

/// Words that a gap may cover.
const GAP: usize = 3;

impl Pattern {
    /// Reads a pattern; an error names what is not understood.
    pub fn parse(text: &str) -> Result<Pattern, String> {
        let mut row = Vec::new();
        for word in text.split_whitespace() {
            let (plain, optional) = word.strip_suffix('?').map_or((word, false), |plain| (plain, true));
            row.push(match plain {
                ".." => Element::Gap,
                "{side}" => Element::Hole { kind: Hole::Side, optional },
                "{man}" => Element::Hole { kind: Hole::Man, optional },
                "{square}" => Element::Hole { kind: Hole::Square, optional },
                "{move}" => Element::Hole { kind: Hole::Move, optional },
                "{file}" => Element::Hole { kind: Hole::File, optional },
                "{wing}" => Element::Hole { kind: Hole::Wing, optional },
                _ if plain.contains(['{', '}']) => {
                    return Err(format!(
                        "no hole {plain}: there are {{side}}, {{man}}, {{square}}, {{move}}, {{file}} and {{wing}}"
                    ));
                }
                _ => {
                    let one = |word: &str| match word.strip_suffix('*') {
                        Some(stem) => (stem.to_lowercase(), true),
                        None => (word.to_lowercase(), false),
                    };
                    Element::Words { any: plain.split('|').map(one).collect(), optional }
                }
            });
        }
        let says = |e: &Element| {
            !matches!(e, Element::Gap)
                && !matches!(e, Element::Words { optional: true, .. } | Element::Hole { optional: true, .. })
        };
        if row.iter().any(says) { Ok(Pattern(row)) } else { Err(format!("{text:?} fits everything")) }
    }

    /// How many tokens from `at` on the phrase covers, and what fills its holes; the longest way.
    pub(crate) fn fit(&self, tokens: &[&Token], at: usize, lexicon: &Lexicon) -> Option<(usize, Filled)> {
        let mut best: Option<(usize, Filled)> = None;
        let mut steps = 0;
        let case = Case { tokens, lexicon };
        case.go(&self.0, at, &Filled::default(), &mut steps, &mut |end, filled| {
            if best.as_ref().is_none_or(|(longest, _)| end - at > *longest) {
                best = Some((end - at, filled.clone()));
            }
        });
        best.filter(|(length, _)| *length > 0)
    }
}

/// Tries of one pattern at one place before it is given up.
const MOST_STEPS: usize = 4_000;

struct Case<'a> {
    tokens: &'a [&'a Token],
    lexicon: &'a Lexicon,
}

impl Case<'_> {
    fn go(
        &self,
        row: &[Element],
        at: usize,
        filled: &Filled,
        steps: &mut usize,
        found: &mut dyn FnMut(usize, &Filled),
    ) {
        *steps += 1;
        if *steps > MOST_STEPS {
            return;
        }
        let Some((first, rest)) = row.split_first() else {
            found(at, filled);
            return;
        };
        match first {
            Element::Words { any, optional } => {
                if let Some(word) = self.tokens.get(at).and_then(|token| token.word())
                    && any.iter().any(
                        |(known, stem)| if *stem { word.starts_with(known.as_str()) } else { word == known },
                    )
                {
                    self.go(rest, at + 1, filled, steps, found);
                }
                if *optional {
                    self.go(rest, at, filled, steps, found);
                }
            }
            Element::Gap => {
                for skipped in 0..=GAP {
                    self.go(rest, at + skipped, filled, steps, found);
                    // Whoever else is named has a claim of his own.
                    let stops = |token: &&Token| {
                        matches!(token.kind, Kind::Mark(_) | Kind::Move(_))
                            || token.word().is_some_and(|word| self.lexicon.who(word).is_some())
                    };
                    if self.tokens.get(at + skipped).is_none_or(stops) {
                        break;
                    }
                }
            }
            Element::Hole { kind, optional } => {
                if let Some((length, now)) = self.fill(*kind, at, filled) {
                    self.go(rest, at + length, &now, steps, found);
                }
                if *optional {
                    self.go(rest, at, filled, steps, found);
                }
            }
        }
    }

    fn fill(&self, hole: Hole, at: usize, filled: &Filled) -> Option<(usize, Filled)> {
        let token = self.tokens.get(at)?;
        let mut now = filled.clone();
        let length = match hole {
            Hole::Side => {
                now.side = Some(self.lexicon.who(token.word()?)?);
                1
            }
            Hole::Man => {
                let (length, man) = man(self.tokens, at, self.lexicon)?;
                now.men.push(man);
                length
            }
            Hole::Square => {
                // `e5 square`, `the square e5`
                let skipped = usize::from(token.word().is_some_and(|word| self.lexicon.is("square", word)));
                let Kind::Square(square) = self.tokens.get(at + skipped)?.kind else { return None };
                now.squares.push(square);
                let named = self.tokens.get(at + skipped + 1).and_then(|t| t.word());
                1 + skipped
                    + usize::from(skipped == 0 && named.is_some_and(|word| self.lexicon.is("square", word)))
            }
            Hole::Move => {
                now.moves.push(match &token.kind {
                    Kind::Move(said) => said.clone(),
                    Kind::Square(square) => pawn_move(*square),
                    _ => return None,
                });
                1
            }
            Hole::File => {
                let letter = token.word().filter(|word| word.len() == 1)?.chars().next()?;
                now.file = Some(File::from_char(letter)?);
                1
            }
            Hole::Wing => {
                let (length, wing) = self.lexicon.wing(self.tokens, at)?;
                now.wing = Some(wing);
                length
            }
        };
        Some((length, now))
    }
}

/// A lone square as a pawn's move.
pub(crate) fn pawn_move(to: Square) -> Said {
    let form =
        Form::Man { role: Some(Role::Pawn), file: None, rank: None, takes: false, to, promotion: None };
    Said { number: None, black: false, form }
}

/// A man at this place: `the black knight on f6`, `his e5-pawn`, `Nf6`.
pub(crate) fn man(tokens: &[&Token], at: usize, lexicon: &Lexicon) -> Option<(usize, ManSaid)> {
    let mut place = at;
    let mut color = None;
    let word = |place: usize| tokens.get(place).and_then(|token| token.word());
    while let Some(next) = word(place).filter(|_| place - at < 3) {
        if lexicon.is("article", next) {
            place += 1;
        } else if let Some(who) = lexicon.who(next) {
            color = Some(who);
            place += 1;
        } else {
            break;
        }
    }
    let mut said = ManSaid { color, role: Role::Pawn, square: None, file: None, plural: false };
    match &tokens.get(place)?.kind {
        // `the e5-pawn`, `the f6 knight`
        Kind::Square(square) => {
            let (role, plural) = lexicon.man(word(place + 1)?)?;
            (said.role, said.square, said.plural) = (role, Some(*square), plural);
            place += 2;
        }
        // `Nf6` as the man there
        Kind::Move(Said {
            number: None,
            black: false,
            form: Form::Man { role: Some(role), file: None, rank: None, takes: false, to, promotion: None },
        }) => {
            (said.role, said.square) = (*role, Some(*to));
            place += 1;
        }
        Kind::Word(first) => {
            // `the d-pawn`
            if first.len() == 1
                && let Some(file) = first.chars().next().and_then(File::from_char)
                && let Some((role, plural)) = word(place + 1).and_then(|w| lexicon.man(w))
            {
                (said.role, said.file, said.plural) = (role, Some(file), plural);
                place += 2;
            } else {
                // `the isolated pawn`: one word may stand between.
                let skipped = usize::from(place > at && lexicon.man(first).is_none());
                let (role, plural) = lexicon.man(word(place + skipped)?)?;
                (said.role, said.plural) = (role, plural);
                place += 1 + skipped;
            }
            if word(place).is_some_and(|w| lexicon.is("on", w))
                && let Some(Kind::Square(square)) = tokens.get(place + 1).map(|t| &t.kind)
            {
                said.square = Some(*square);
                place += 2;
            }
        }
        _ => return None,
    }
    Some((place - at, said))
}

impl Who {
    /// The side that is meant, if `he` is the side spoken of and `mover` made the last move.
    pub fn color(self, mover: Color, he: Option<Color>) -> Option<Color> {
        match self {
            Who::White => Some(Color::White),
            Who::Black => Some(Color::Black),
            Who::He => Some(he.unwrap_or(mover)),
            Who::Other => Some(!he.unwrap_or(mover)),
            Who::I => Some(mover),
        }
    }
}
