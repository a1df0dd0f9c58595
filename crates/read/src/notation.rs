//! Moves as people write them: standard (with English, German or French letters; R is a rook), long, figurine and descriptive notation, with or without
//! numbers.
//!
//! Reading does not need a board; [`Said::on`] finds the legal move that is meant on one. What fits no legal move, or several, is
//! not a move there.

use std::{fmt, sync::OnceLock};

use philidor_chess::shakmaty::{CastlingSide, Chess, Color, File, Move, Position, Rank, Role, Square};
use regex::Regex;

/// A move as it was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The number before it.
    pub number: Option<u32>,
    /// Dots say that it is Black's.
    pub black: bool,
    /// What is written.
    pub form: Form,
}

/// What is known of a move from its notation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// Castling.
    Castle(CastlingSide),
    /// A man goes to a square.
    Man {
        /// Which kind; none in long notation without a letter.
        role: Option<Role>,
        /// Its file, if said.
        file: Option<File>,
        /// Its rank, if said.
        rank: Option<Rank>,
        /// Something is taken.
        takes: bool,
        /// Where to.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<Role>,
    },
    /// Descriptive: a man goes to a square counted from its side (`Kt-KB3`), on one of two files if the wing is not said.
    Descriptive {
        /// Which kind.
        role: Role,
        /// The files that may be meant.
        files: [Option<File>; 2],
        /// Counted from the mover's side, from 1.
        rank: u8,
    },
    /// Descriptive: a man takes a man (`QxP`).
    Takes {
        /// Who.
        role: Role,
        /// What.
        victim: Role,
    },
}

fn role(letter: &str) -> Option<Role> {
    Some(match letter {
        "K" | "♔" | "♚" => Role::King,
        "Q" | "D" | "♕" | "♛" => Role::Queen,
        "R" | "T" | "♖" | "♜" => Role::Rook,
        "B" | "L" | "F" | "♗" | "♝" => Role::Bishop,
        "N" | "S" | "C" | "Kt" | "♘" | "♞" => Role::Knight,
        "P" | "♙" | "♟" => Role::Pawn,
        _ => return None,
    })
}

fn square(text: &str) -> Option<Square> {
    text.parse().ok()
}

struct Patterns {
    castle: Regex,
    san: Regex,
    descriptive: Regex,
    takes: Regex,
}

fn patterns() -> &'static Patterns {
    static PATTERNS: OnceLock<Patterns> = OnceLock::new();
    PATTERNS.get_or_init(|| {
        let new = |text: &str| Regex::new(text).expect("a pattern that was tested");
        Patterns {
            castle: new(r"^(O-O-O|0-0-0|o-o-o|O-O|0-0|o-o)(?:[+#])?"),
            san: new(
                r"^([KQRBNPDTLSFC♔♕♖♗♘♙♚♛♜♝♞♟])?([a-h])?([1-8])?([x:×\-–])?([a-h][1-8])(?:=?\(?([QRBN♕♖♗♘♛♜♝♞])\)?)?(?:e\.p\.)?[+#]*",
            ),
            descriptive: new(r"^(Kt|[KQRBNP])(?:\([^)]{1,6}\))? ?[-–] ?([KQ])? ?(Kt|[RNBQK])? ?([1-8])(?: ?ch)?"),
            takes: new(r"^(Kt|[KQRBNP]) ?x ?(Kt|[QRBNP])(?: ?ch)?"),
        }
    })
}

/// The longest number of a move.
const MOST_DIGITS: usize = 3;

/// A move at the beginning of a text, and its length in bytes. Lone squares (`e5`) count as moves only after a number or dots.
pub(crate) fn read(text: &str) -> Option<(Said, usize)> {
    // Castling may be written with noughts.
    let castles = patterns().castle.is_match(text);
    let digits = if castles { 0 } else { text.bytes().take_while(u8::is_ascii_digit).count() };
    let mut at = 0;
    let (mut number, mut black) = (None, false);
    if digits > 0 && digits <= MOST_DIGITS {
        let rest = &text[digits..];
        let dots = rest.chars().take_while(|c| matches!(c, '.' | '…' | ' ')).collect::<String>();
        let shown: usize = dots.chars().map(|c| if c == '…' { 3 } else { usize::from(c == '.') }).sum();
        if dots.len() > 8 {
            return None;
        }
        // A bare number is the move's only right before it: `12 Nf3`.
        if dots.is_empty() {
            return None;
        }
        number = text[..digits].parse().ok();
        black = shown >= 2;
        at = digits + dots.len();
    } else {
        let dots = text.chars().take_while(|c| matches!(c, '.' | '…')).collect::<String>();
        let shown: usize = dots.chars().map(|c| if c == '…' { 3 } else { 1 }).sum();
        if shown >= 2 {
            black = true;
            at = dots.len();
        } else if shown == 1 {
            return None;
        }
    }
    let marked = at > 0;
    let (form, length) = form(&text[at..], marked)?;
    let end = at + length;
    // Signs of praise and blame belong to the move.
    let signs = text[end..].bytes().take_while(|b| matches!(b, b'!' | b'?' | b'+' | b'#')).count();
    let next = text[end + signs..].chars().next();
    if next.is_some_and(char::is_alphanumeric) {
        return None;
    }
    Some((Said { number, black, form }, end + signs))
}

fn form(text: &str, marked: bool) -> Option<(Form, usize)> {
    let known = patterns();
    if let Some(found) = known.castle.captures(text) {
        let side = if found[1].len() > 3 { CastlingSide::QueenSide } else { CastlingSide::KingSide };
        return Some((Form::Castle(side), found[0].len()));
    }
    if let Some(found) = known.san.captures(text) {
        let part = |n: usize| found.get(n).map(|m| m.as_str());
        let man = part(1).and_then(role);
        let (file, rank) =
            (part(2).and_then(|t| t.parse::<char>().ok()), part(3).and_then(|t| t.parse::<char>().ok()));
        let (file, rank) = (file.and_then(File::from_char), rank.and_then(Rank::from_char));
        let sign = part(4);
        let takes = sign.is_some_and(|sign| matches!(sign, "x" | ":" | "×"));
        let to = square(part(5)?)?;
        let long = file.is_some() && rank.is_some();
        let bare = man.is_none() && file.is_none() && rank.is_none() && sign.is_none();
        // `e4-e5` is a move; `d-e5` and `3e5` are nothing.
        let plain = man.is_some()
            || long
            || (takes && file.is_some() && rank.is_none())
            || (bare && (marked || part(6).is_some()));
        if plain {
            let role = if long && man.is_none() { None } else { Some(man.unwrap_or(Role::Pawn)) };
            let form = Form::Man { role, file, rank, takes, to, promotion: part(6).and_then(self::role) };
            return Some((form, found[0].len()));
        }
    }
    if let Some(found) = known.takes.captures(text) {
        return Some((Form::Takes { role: role(&found[1])?, victim: role(&found[2])? }, found[0].len()));
    }
    let found = known.descriptive.captures(text)?;
    let part = |n: usize| found.get(n).map(|m| m.as_str());
    let files = files(part(2), part(3))?;
    let rank = found[4].parse().ok()?;
    Some((Form::Descriptive { role: role(&found[1])?, files, rank }, found[0].len()))
}

/// The files of descriptive notation: `K`, `QB`, or `B` for either bishop's.
fn files(wing: Option<&str>, man: Option<&str>) -> Option<[Option<File>; 2]> {
    Some(match (wing, man) {
        (Some("K"), None) | (None, Some("K")) => [Some(File::E), None],
        (Some("Q"), None) | (None, Some("Q")) => [Some(File::D), None],
        (Some("K"), Some("R")) => [Some(File::H), None],
        (Some("K"), Some("Kt" | "N")) => [Some(File::G), None],
        (Some("K"), Some("B")) => [Some(File::F), None],
        (Some("Q"), Some("R")) => [Some(File::A), None],
        (Some("Q"), Some("Kt" | "N")) => [Some(File::B), None],
        (Some("Q"), Some("B")) => [Some(File::C), None],
        (None, Some("R")) => [Some(File::A), Some(File::H)],
        (None, Some("Kt" | "N")) => [Some(File::B), Some(File::G)],
        (None, Some("B")) => [Some(File::C), Some(File::F)],
        _ => return None,
    })
}

impl Said {
    /// The one legal move that it can be in a position.
    pub fn on(&self, pos: &Chess) -> Option<Move> {
        let mut fitting = pos.legal_moves().into_iter().filter(|&mv| self.fits(mv, pos.turn()));
        let first = fitting.next()?;
        match (fitting.next(), self.form) {
            (None, _) => Some(first),
            // A promotion without a piece means a queen.
            (Some(_), Form::Man { promotion: None, to, .. }) if promotes(to.rank()) => {
                let queen = |mv: &Move| mv.promotion() == Some(Role::Queen);
                pos.legal_moves().into_iter().filter(|&mv| self.fits(mv, pos.turn())).find(queen)
            }
            _ => None,
        }
    }

    /// More than one legal move fits.
    pub fn is_ambiguous(&self, pos: &Chess) -> bool {
        pos.legal_moves().into_iter().filter(|&mv| self.fits(mv, pos.turn())).count() > 1
    }

    fn fits(&self, mv: Move, us: Color) -> bool {
        match self.form {
            Form::Castle(side) => mv.castling_side() == Some(side),
            Form::Man { role, file, rank, takes, to, promotion } => {
                let Some(from) = mv.from() else { return false };
                let castles = mv.castling_side().is_some();
                // `Ke1-g1` is castling too.
                let target = if castles {
                    mv.castling_side().map_or(mv.to(), |side| side.king_to(us))
                } else {
                    mv.to()
                };
                role.is_none_or(|role| role == mv.role())
                    && target == to
                    && file.is_none_or(|file| file == from.file())
                    && rank.is_none_or(|rank| rank == from.rank())
                    && (!takes || mv.is_capture())
                    && (promotion.is_none() || promotion == mv.promotion())
            }
            Form::Descriptive { role, files, rank } => {
                let from_us = us.fold_wb(u32::from(mv.to().rank()), 7 - u32::from(mv.to().rank()));
                mv.role() == role
                    && mv.castling_side().is_none()
                    && !mv.is_capture()
                    && from_us + 1 == u32::from(rank)
                    && files.into_iter().flatten().any(|file| file == mv.to().file())
            }
            Form::Takes { role, victim } => mv.role() == role && mv.capture() == Some(victim),
        }
    }

    /// The kind of man that moves, as far as it is said.
    pub fn role(&self) -> Option<Role> {
        match self.form {
            Form::Castle(_) => Some(Role::King),
            Form::Man { role, .. } => role,
            Form::Descriptive { role, .. } | Form::Takes { role, .. } => Some(role),
        }
    }

    /// Where it goes, as far as it is said.
    pub fn to(&self) -> Option<Square> {
        match self.form {
            Form::Man { to, .. } => Some(to),
            _ => None,
        }
    }
}

/// Whether pawns promote on a rank.
fn promotes(rank: Rank) -> bool {
    matches!(rank, Rank::First | Rank::Eighth)
}

impl fmt::Display for Said {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            write!(f, "{number}{}", if self.black { "..." } else { "." })?;
        }
        match self.form {
            Form::Castle(CastlingSide::KingSide) => f.write_str("O-O"),
            Form::Castle(CastlingSide::QueenSide) => f.write_str("O-O-O"),
            Form::Man { role, file, rank, takes, to, promotion } => {
                let letter = role.filter(|role| *role != Role::Pawn).map(Role::upper_char);
                let part = |c: Option<char>| c.map(String::from).unwrap_or_default();
                let (file, rank) = (part(file.map(File::char)), part(rank.map(Rank::char)));
                write!(f, "{}{file}{rank}{}{to}", part(letter), if takes { "x" } else { "" })?;
                promotion.map_or(Ok(()), |role| write!(f, "={}", role.upper_char()))
            }
            Form::Descriptive { role, files, rank } => {
                let file = files.into_iter().flatten().map(File::char).collect::<String>();
                write!(f, "{}-{file}{rank}", role.upper_char())
            }
            Form::Takes { role, victim } => write!(f, "{}x{}", role.upper_char(), victim.upper_char()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uci(fen: &str, text: &str) -> Option<String> {
        let pos = philidor_chess::parse_fen(fen).unwrap();
        let (said, length) = read(text).expect("a move");
        assert_eq!(length, text.len(), "{text}");
        let mv = said.on(&pos)?;
        Some(mv.to_uci(philidor_chess::shakmaty::CastlingMode::Standard).to_string())
    }

    #[test]
    fn one_move_in_many_notations() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for text in
            ["Nf3", "1.Nf3", "1. Nf3!?", "♘f3", "Ng1-f3", "g1-f3", "Kt-KB3", "Kt - K B 3", "N-KB3", "Sf3"]
        {
            assert_eq!(uci(start, text).as_deref(), Some("g1f3"), "{text}");
        }
        for text in ["1.e4", "e2-e4", "P-K4", "Pe4", "e2e4"] {
            assert_eq!(uci(start, text).as_deref(), Some("e2e4"), "{text}");
        }
        assert_eq!(uci(start, "Nd2"), None);
    }

    #[test]
    fn blacks_moves_captures_and_castling() {
        let fen = "r3k2r/ppp2ppp/2n5/3p4/4P3/2N5/PPP2PPP/R3K2R b KQkq - 0 10";
        assert_eq!(uci(fen, "10...dxe4").as_deref(), Some("d5e4"));
        assert_eq!(uci(fen, "...d4").as_deref(), Some("d5d4"));
        assert_eq!(uci(fen, "PxP").as_deref(), Some("d5e4"));
        assert_eq!(uci(fen, "O-O-O").as_deref(), Some("e8c8"));
        assert_eq!(uci(fen, "0-0+").as_deref(), Some("e8g8"));
    }

    #[test]
    fn words_numbers_and_squares_are_no_moves() {
        for text in ["e5", "Be careful", "B", "12 pieces", "Nf33", "A4", "Bad", "d-file", "3"] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
