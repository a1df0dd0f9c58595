//! Looking for positions: a small filter over a whole table.
//!
//! ```text
//! win btm dtm>=40 k=a*     zugzwang P=e4     white-wins dtc=37
//! ```
//!
//! Words are joined by "and". Squares hold for any image of a position under the table's symmetry, and the image
//! that fits is the one that is shown.

use std::str::FromStr;

use philidor_chess::{
    Material, Piece,
    shakmaty::{Chess, Color},
};

use crate::{
    rows::{Entry, Image},
    table::Table,
    value::{Depth, Value, Wdl},
};

/// Why a filter was not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("filter, column {column}: {problem} in {word:?}\n  {HELP}")]
pub struct FilterError {
    /// From 1.
    pub column: usize,
    /// What is wrong.
    pub problem: String,
    /// Where.
    pub word: String,
}

/// All a filter may say.
pub const HELP: &str = "words: wtm btm win draw loss white-wins black-wins cursed zugzwang longest; \
depths: dtm>=20 dtc=7 dtz>60 (plies; 12m = moves); squares: K=e4 k=a* P=*7 Q=a1,b2 (white men in capitals)";

#[derive(Debug, Clone, PartialEq, Eq)]
enum Term {
    ToMove(Color),
    Result(Wdl),
    Winner(Color),
    Cursed,
    Zugzwang,
    Longest,
    Depth { metric: Metric, op: Op, amount: u16, moves: bool },
    Men { color: Color, kind: Option<Piece>, squares: u64, inside: bool },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Metric {
    Mate,
    Conversion,
    Zeroing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Less,
    AtMost,
    Equal,
    Unequal,
    AtLeast,
    More,
}

impl Op {
    /// Longest first, so that `<=` is not read as `<`.
    const ALL: [(&'static str, Op); 6] = [
        ("<=", Op::AtMost),
        (">=", Op::AtLeast),
        ("!=", Op::Unequal),
        ("<", Op::Less),
        (">", Op::More),
        ("=", Op::Equal),
    ];

    fn holds(self, a: u16, b: u16) -> bool {
        match self {
            Op::Less => a < b,
            Op::AtMost => a <= b,
            Op::Equal => a == b,
            Op::Unequal => a != b,
            Op::AtLeast => a >= b,
            Op::More => a > b,
        }
    }
}

/// A checked filter.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    terms: Vec<Term>,
}

impl FromStr for Filter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Filter, FilterError> {
        let mut terms = Vec::new();
        let mut column = 1;
        for piece in text.split_inclusive(char::is_whitespace) {
            let word = piece.trim_end();
            if !word.is_empty() && word != "and" {
                terms.push(parse_term(word).map_err(|problem| FilterError {
                    column,
                    problem,
                    word: word.to_owned(),
                })?);
            }
            column += piece.chars().count();
        }
        Ok(Filter { terms })
    }
}

fn parse_term(word: &str) -> Result<Term, String> {
    Ok(match word {
        "wtm" => Term::ToMove(Color::White),
        "btm" => Term::ToMove(Color::Black),
        "win" => Term::Result(Wdl::Win),
        "draw" => Term::Result(Wdl::Draw),
        "loss" => Term::Result(Wdl::Loss),
        "white-wins" => Term::Winner(Color::White),
        "black-wins" => Term::Winner(Color::Black),
        "cursed" => Term::Cursed,
        "zugzwang" => Term::Zugzwang,
        "longest" => Term::Longest,
        _ => {
            let (at, text, op) = Op::ALL
                .iter()
                .filter_map(|&(text, op)| word.find(text).map(|at| (at, text, op)))
                .min_by_key(|&(at, text, _)| (at, 2 - text.len()))
                .ok_or("unknown word")?;
            let (name, value) = (&word[..at], &word[at + text.len()..]);
            match name {
                "dtm" | "dtc" | "dtz" => {
                    let (digits, moves) = value.strip_suffix('m').map_or((value, false), |d| (d, true));
                    let amount = digits.parse().map_err(|_| format!("{digits:?} is not a number"))?;
                    let metric = match name {
                        "dtm" => Metric::Mate,
                        "dtc" => Metric::Conversion,
                        _ => Metric::Zeroing,
                    };
                    Term::Depth { metric, op, amount, moves }
                }
                _ => parse_men(name, op, value)?,
            }
        }
    })
}

fn parse_men(name: &str, op: Op, value: &str) -> Result<Term, String> {
    let mut letters = name.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else {
        return Err(format!("{name:?} is neither dtm, dtc, dtz nor a man (K Q R B N P k q r b n p)"));
    };
    let color = Color::from_white(letter.is_ascii_uppercase());
    let kind = match letter.to_ascii_uppercase() {
        'K' => None,
        up => Some(
            Piece::ALL
                .into_iter()
                .find(|p| p.letter() == up)
                .ok_or_else(|| format!("{letter:?} is no man (K Q R B N P k q r b n p)"))?,
        ),
    };
    let inside = match op {
        Op::Equal => true,
        Op::Unequal => false,
        _ => return Err("squares are compared with = or !=".into()),
    };
    let mut squares = 0u64;
    for name in value.split(',') {
        squares |= square_set(name).ok_or_else(|| format!("{name:?} is no square (e4, a* or *7)"))?;
    }
    Ok(Term::Men { color, kind, squares, inside })
}

/// `e4`, `a*`, `*7` or `*`.
fn square_set(name: &str) -> Option<u64> {
    if name == "*" {
        return Some(!0);
    }
    let bytes: [u8; 2] = name.as_bytes().try_into().ok()?;
    let files = match bytes[0] {
        b'*' => !0,
        f @ b'a'..=b'h' => 0x0101_0101_0101_0101 << (f - b'a'),
        _ => return None,
    };
    let ranks = match bytes[1] {
        b'*' => !0,
        r @ b'1'..=b'8' => 0xff << (8 * (r - b'1')),
        _ => return None,
    };
    Some(files & ranks)
}

/// A position that was found.
#[derive(Debug, Clone)]
pub struct Found {
    /// On the board, in the colours that were asked for.
    pub position: Chess,
    /// Its value.
    pub value: Value,
}

/// Which of the equal images of a position are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Images {
    /// The first that fits the filter.
    One,
    /// All that fit.
    All,
}

/// Result of a search.
#[derive(Debug, Clone, Default)]
pub struct Findings {
    /// How many there are, listed or not.
    pub count: u64,
    /// The first of them.
    pub list: Vec<Found>,
}

impl Table {
    /// Searches the whole table, in the colours of `material` (which may be the table's with colours exchanged).
    pub fn find(&self, filter: &Filter, material: Material, images: Images, most: usize) -> Findings {
        let flip = material != self.material();
        let longest = filter.terms.contains(&Term::Longest).then(|| self.longest(filter, flip));
        let parts = self.fold_rows(Findings::default, |part, row| {
            let zugzwangs = row.zugzwangs().into_iter().fold(0, |all, z| all | z);
            for to_move in [Color::White, Color::Black] {
                for entry in row.entries(to_move) {
                    let in_zugzwang = zugzwangs >> entry.black_king() & 1 == 1;
                    let value = entry.value();
                    if filter.fits(value, to_move, flip, in_zugzwang)
                        && longest.is_none_or(|n| value.dtm.plies() == Some(n))
                    {
                        part.take(&entry, value, filter, flip, images, most);
                    }
                }
            }
        });
        let mut out = Findings::default();
        for part in parts {
            out.count += part.count;
            out.list.extend(part.list.into_iter().take(most - out.list.len()));
        }
        out
    }

    /// The greatest depth to mate among the positions that fit the rest of the filter.
    fn longest(&self, filter: &Filter, flip: bool) -> u16 {
        let parts = self.fold_rows(
            || 0,
            |most: &mut u16, row| {
                let zugzwangs = row.zugzwangs().into_iter().fold(0, |all, z| all | z);
                for to_move in [Color::White, Color::Black] {
                    for entry in row.entries(to_move) {
                        let value = entry.value();
                        let plies = value.dtm.plies().unwrap_or(0);
                        let in_zugzwang = zugzwangs >> entry.black_king() & 1 == 1;
                        if plies > *most
                            && filter.fits(value, to_move, flip, in_zugzwang)
                            && filter.images(&entry, flip).next().is_some()
                        {
                            *most = plies;
                        }
                    }
                }
            },
        );
        parts.into_iter().max().unwrap_or(0)
    }
}

impl Findings {
    fn take(
        &mut self,
        entry: &Entry<'_>,
        value: Value,
        filter: &Filter,
        flip: bool,
        images: Images,
        most: usize,
    ) {
        for image in filter.images(entry, flip).take(if images == Images::One { 1 } else { 8 }) {
            self.count += 1;
            if self.list.len() < most {
                let turn = if flip { !entry.to_move } else { entry.to_move };
                self.list.push(Found { position: image.position(turn), value });
            }
        }
    }
}

impl Filter {
    /// True if the filter fits a position, squares aside.
    fn fits(&self, value: Value, to_move: Color, flip: bool, in_zugzwang: bool) -> bool {
        let to_move = if flip { !to_move } else { to_move };
        self.terms.iter().all(|term| match *term {
            Term::ToMove(color) => color == to_move,
            Term::Result(wdl) => wdl == value.wdl(),
            Term::Winner(color) => match value.wdl() {
                Wdl::Win => color == to_move,
                Wdl::Loss => color != to_move,
                Wdl::Draw => false,
            },
            Term::Zugzwang => in_zugzwang,
            Term::Cursed => value.fifty_move(0).is_spoiled(),
            Term::Depth { metric, op, amount, moves } => {
                let depth = match metric {
                    Metric::Mate => value.dtm,
                    Metric::Conversion => value.dtc,
                    Metric::Zeroing => value.dtz,
                };
                depth.plies().is_some_and(|n| op.holds(if moves { moves_of(depth, n) } else { n }, amount))
            }
            Term::Longest | Term::Men { .. } => true,
        })
    }

    /// The distinct images of an entry whose squares fit.
    fn images<'e>(&'e self, entry: &Entry<'_>, flip: bool) -> impl Iterator<Item = Image> + 'e {
        let images = entry.images().into_iter();
        images.map(move |i| if flip { i.flipped() } else { i }).filter(|i| self.squares_fit(i))
    }

    fn squares_fit(&self, image: &Image) -> bool {
        self.terms.iter().all(|term| {
            let Term::Men { color, kind, squares, inside } = *term else { return true };
            let on = |sq: u8| squares >> sq & 1 == 1;
            let any = match kind {
                None => on(color.fold_wb(image.white_king, image.black_king)),
                Some(kind) => image.men.iter().any(|m| (m.0, m.1) == (color, kind) && on(m.2)),
            };
            any == inside
        })
    }
}

/// Plies as the winner's moves.
fn moves_of(depth: Depth, plies: u16) -> u16 {
    match depth {
        Depth::Win(_) => plies.div_ceil(2),
        _ => plies / 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_filters_say_where() {
        for (text, column, want) in [
            ("win foo", 5, "unknown word"),
            ("dtm>=x", 1, "not a number"),
            ("k=z9", 1, "no square"),
            ("wtm Z=a1", 5, "no man"),
            ("K<a1", 1, "compared with"),
            ("abc=3", 1, "neither dtm"),
        ] {
            let error = text.parse::<Filter>().unwrap_err();
            assert_eq!(error.column, column, "{text}");
            assert!(error.to_string().contains(want), "{text}: {error}");
        }
    }

    #[test]
    fn operators_are_read_whole() {
        let depth = |text: &str| text.parse::<Filter>().unwrap().terms[0].clone();
        assert_eq!(
            depth("dtm<=3"),
            Term::Depth { metric: Metric::Mate, op: Op::AtMost, amount: 3, moves: false }
        );
        assert_eq!(
            depth("dtc!=3m"),
            Term::Depth { metric: Metric::Conversion, op: Op::Unequal, amount: 3, moves: true }
        );
    }
}
