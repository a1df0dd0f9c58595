//! Certificates of any endgame (`philidor certificate 2`, packed with zstd): positions of an endgame and of all it leads to, each
//! with who wins and a number.
//!
//! A position that somebody wins: the winner to move has a move, and all moves of the loser lead, to a position won by
//! the same side with a smaller number, or to another endgame that is won. A drawn position: no move of the side to move
//! leads to one that it wins, and one leads to a drawn one, or it is stalemated. Numbers and men cannot sink for ever, so
//! wins are wins; who stays among drawn positions is never lost, so draws are draws. A position that moves lead to must have
//! its letters; positions that are mirror images (all eight, or two with pawns) have the same.

use std::{
    io::Read,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
};

use philidor_chess::shakmaty::{
    Board, CastlingMode, Chess, Color, EnPassantMode, FromSetup, Piece, Position, Role, Setup, Square,
};

use super::{Checked, Refuted, ThreeMen};

/// No certificate is larger than this when it is unpacked.
const LARGEST: u64 = 2 << 30;

/// No letters.
const NONE: u8 = 0;
const DRAWN: u8 = 1;
/// Won by White in so many plies: this and above.
const WHITE: u8 = 2;
/// Won by Black.
const BLACK: u8 = 128;

/// Men other than Black's king, sorted: what a line is about.
type Men = Vec<Piece>;

/// One endgame: its men without Black's king, and a byte for every placement and side to move.
struct Ending {
    men: Men,
    bytes: Vec<u8>,
}

/// All endgames of a certificate, and which of them has some men ([`number`]).
struct Letters {
    endings: Vec<Ending>,
    by_men: Vec<Option<usize>>,
}

/// Men but Black's king: four at most in an endgame, of which a certificate names three.
const MOST_NAMED: usize = 3;

/// Men in order as a number.
fn number(men: impl Iterator<Item = Piece>) -> usize {
    men.fold(0, |number, man| number << 4 | usize::from(man.color.is_black()) << 3 | man.role as usize)
}

/// A line: which endgame, side to move, squares of the men, letters, claims.
struct Line<'t> {
    number: usize,
    ending: usize,
    turn: Color,
    squares: Vec<Square>,
    letters: &'t [u8],
    claims: Option<&'t [u8]>,
}

fn bad(line: usize, what: &str) -> Refuted {
    Refuted::Unreadable { line: line + 1, what: what.to_owned() }
}

/// Unpacks a certificate.
pub(super) fn unpack(bytes: &[u8]) -> Result<String, Refuted> {
    let unreadable = |_| bad(0, "not a certificate: it cannot be unpacked");
    let mut text = String::new();
    let decoder = zstd::Decoder::new(bytes).map_err(unreadable)?;
    decoder.take(LARGEST).read_to_string(&mut text).map_err(unreadable)?;
    Ok(text)
}

/// Checks every line of an unpacked certificate: the theory's own endgame, which stands last, first.
pub(super) fn check(text: &str) -> Result<Checked, Refuted> {
    let (letters, lines) = read(text)?;
    let own = lines.last().map_or(0, |line| line.ending);
    let parts = thread::available_parallelism().map_or(1, usize::from).min(8);
    // The first line that does not hold, in the order in which they are looked at: nobody needs to look beyond it.
    let refuted = AtomicUsize::new(usize::MAX);
    let examine_part = |part: usize| {
        let mut sum = Checked::default();
        for (place, line) in lines.iter().rev().enumerate().skip(part).step_by(parts) {
            if place > refuted.load(Ordering::Relaxed) {
                break;
            }
            let done = examine_line(&letters, line).map_err(|error| {
                refuted.fetch_min(place, Ordering::Relaxed);
                (place, error)
            })?;
            sum.claims += done.claims;
            if line.ending == own {
                sum.drawn += done.drawn;
                sum.won += done.won;
            }
        }
        Ok(sum)
    };
    let results: Vec<Result<Checked, (usize, Refuted)>> = thread::scope(|scope| {
        let examine_part = &examine_part;
        let workers: Vec<_> = (0..parts).map(|part| scope.spawn(move || examine_part(part))).collect();
        let broken = || Err((0, bad(0, "the check broke off")));
        workers.into_iter().map(|w| w.join().unwrap_or_else(|_| broken())).collect()
    });
    let mut total = Checked::default();
    let mut first: Option<(usize, Refuted)> = None;
    for part in results {
        match part {
            Ok(part) => {
                total.drawn += part.drawn;
                total.won += part.won;
                total.claims += part.claims;
            }
            Err(error) if first.as_ref().is_none_or(|first| error.0 < first.0) => first = Some(error),
            Err(_) => {}
        }
    }
    first.map_or(Ok(total), |(_, error)| Err(error))
}

/// The letters of the last endgame, if it is a king and a man against a king.
pub(super) fn letters_of_three(text: &str) -> Result<ThreeMen, Refuted> {
    let (letters, _) = read(text)?;
    let ending = letters.endings.last().ok_or_else(|| bad(0, "no endgame"))?;
    let [third, king] = ending.men[..] else { return Err(bad(0, "not an endgame of three men")) };
    if king != Role::King.of(Color::White) || third.color.is_black() {
        return Err(bad(0, "not a king and a man against a king"));
    }
    let letter = |&value: &u8| match value {
        NONE => None,
        DRAWN => Some(None),
        n => Some(Some(n - WHITE)),
    };
    Ok(ThreeMen { role: third.role, letters: ending.bytes.iter().map(letter).collect() })
}

/// Endgames that a certificate may speak of: more than any of four men leads to. Each takes 33 MB while it is read.
const MOST_ENDINGS: usize = 32;

fn read(text: &str) -> Result<(Letters, Vec<Line<'_>>), Refuted> {
    let mut letters = Letters { endings: Vec::new(), by_men: vec![None; 1 << (4 * MOST_NAMED)] };
    let mut lines = Vec::new();
    let mut open = false;
    for (n, line) in text.lines().enumerate() {
        if n == 0 || line.starts_with("theory ") || line.starts_with("rules ") {
            continue;
        }
        if let Some(name) = line.strip_prefix("ending ") {
            let men = men_of(name).ok_or_else(|| bad(n, "no such endgame"))?;
            // A byte for each placement: four men at most.
            let place = letters.by_men.get_mut(number(men.iter().copied()));
            let new = place.filter(|place| letters.endings.len() < MOST_ENDINGS && place.is_none());
            if men.len() > MOST_NAMED || new.map(|place| *place = Some(letters.endings.len())).is_none() {
                return Err(bad(n, "an endgame of at most four men, named once, is wanted"));
            }
            letters.endings.push(Ending { bytes: vec![NONE; 2 << (6 * (men.len() + 1))], men });
            open = true;
            continue;
        }
        if !open {
            return Err(bad(n, "a line before its endgame"));
        }
        let ending = letters.endings.len() - 1;
        let parsed = parse(n, line, ending, &letters.endings[ending].men)?;
        store(&mut letters.endings[ending], &parsed)?;
        lines.push(parsed);
    }
    Ok((letters, lines))
}

/// The order in which men are kept: White's first.
fn rank(man: Piece) -> (bool, u8) {
    (man.color.is_black(), man.role as u8)
}

/// The men of an endgame such as KRKP, without Black's king, in the order in which they are kept.
fn men_of(name: &str) -> Option<Men> {
    let second = name.get(1..)?.find('K')? + 1;
    let role = |c: char| Role::from_char(c.to_ascii_lowercase());
    let white = name[..second].chars().map(|c| Some(role(c)?.of(Color::White)));
    let black = name[second + 1..].chars().map(|c| Some(role(c)?.of(Color::Black)));
    let mut men: Men = white.chain(black).collect::<Option<_>>()?;
    men.sort_unstable_by_key(|&man| rank(man));
    Some(men)
}

fn parse<'t>(n: usize, line: &'t str, ending: usize, men: &Men) -> Result<Line<'t>, Refuted> {
    let mut words = line.split(' ');
    let turn = match words.next() {
        Some("w") => Color::White,
        Some("b") => Color::Black,
        _ => return Err(bad(n, "the side is w or b")),
    };
    let mut placed = Vec::new();
    for _ in men {
        let word = words.next().filter(|w| w.is_ascii() && w.len() == 3);
        let word = word.ok_or_else(|| bad(n, "a man and its square are wanted"))?;
        let man = word.chars().next().and_then(Piece::from_char);
        let square = Square::from_ascii(&word.as_bytes()[1..]).ok();
        placed.push(man.zip(square).ok_or_else(|| bad(n, "no such man or square"))?);
    }
    placed.sort_unstable_by_key(|&(man, square)| (rank(man), square));
    if !placed.iter().map(|p| &p.0).eq(men) {
        return Err(bad(n, "these are not the men of the endgame"));
    }
    let letters = words.next().unwrap_or_default().as_bytes();
    let claims = words.next().map(str::as_bytes);
    if letters.len() != 128 || claims.is_some_and(|c| c.len() != 64) || words.next().is_some() {
        return Err(bad(n, "two letters and one claim for each square are wanted"));
    }
    let squares = placed.into_iter().map(|p| p.1).collect();
    Ok(Line { number: n, ending, turn, squares, letters, claims })
}

/// The byte of two letters.
fn byte(pair: &[u8]) -> Option<u8> {
    Some(match pair {
        b".." => NONE,
        b"==" => DRAWN,
        [b'W', n @ b'!'..=b'~'] => WHITE + (n - b'!'),
        [b'B', n @ b'!'..=b'~'] => BLACK + (n - b'!'),
        _ => return None,
    })
}

/// The place of a position of an endgame; like men in order of their squares.
fn index(men: &Men, turn: Color, squares: &mut [Square], king: Square) -> usize {
    for i in 1..squares.len() {
        let mut j = i;
        while j > 0 && men[j - 1] == men[j] && squares[j - 1] > squares[j] {
            squares.swap(j - 1, j);
            j -= 1;
        }
    }
    let at = squares.iter().fold(usize::from(turn.is_black()), |at, sq| at << 6 | usize::from(*sq));
    at << 6 | usize::from(king)
}

/// Images of a square: mirrored files, and without pawns mirrored ranks and exchanged diagonals too.
fn image(square: Square, which: usize) -> Square {
    let mut sq = square;
    if which & 1 != 0 {
        sq = sq.flip_horizontal();
    }
    if which & 2 != 0 {
        sq = sq.flip_vertical();
    }
    if which & 4 != 0 {
        sq = sq.flip_diagonal();
    }
    sq
}

/// Puts the letters of a line, and those of its images, into their places.
fn store(ending: &mut Ending, line: &Line<'_>) -> Result<(), Refuted> {
    let pawns = ending.men.iter().any(|m| m.role == Role::Pawn);
    for (king, pair) in Square::ALL.into_iter().zip(line.letters.chunks(2)) {
        let value = byte(pair).ok_or_else(|| bad(line.number, "unknown letters"))?;
        if value == NONE {
            continue;
        }
        for which in 0..if pawns { 2 } else { 8 } {
            let mut squares: Vec<Square> = line.squares.iter().map(|&sq| image(sq, which)).collect();
            let at = index(&ending.men, line.turn, &mut squares, image(king, which));
            let known = std::mem::replace(&mut ending.bytes[at], value);
            if known != NONE && known != value {
                return Err(bad(
                    line.number,
                    "a position, or its image, stands twice with different letters",
                ));
            }
        }
    }
    Ok(())
}

/// What is known of a position after a move: who wins, and its number if it is of the same endgame.
#[derive(Clone, Copy)]
struct After {
    winner: Option<Color>,
    plies: Option<u8>,
}

impl Letters {
    /// The letters of a position without a capture en passant.
    fn of(&self, pos: &Chess) -> Option<(usize, u8)> {
        let board = pos.board();
        if board.occupied().count() == 2 {
            return Some((usize::MAX, DRAWN));
        }
        for flipped in [false, true] {
            let (own, other) =
                if flipped { (Color::Black, Color::White) } else { (Color::White, Color::Black) };
            let seen = |sq: Square| if flipped { sq.flip_vertical() } else { sq };
            let king = seen(board.king_of(other)?);
            let mut placed = [(Role::King.of(own), king); MOST_NAMED];
            let mut count = 0;
            for (sq, man) in board {
                if man != Role::King.of(other) {
                    let color = if man.color == own { Color::White } else { Color::Black };
                    *placed.get_mut(count)? = (man.role.of(color), seen(sq));
                    count += 1;
                }
            }
            let placed = &mut placed[..count];
            placed.sort_unstable_by_key(|&(man, square)| (rank(man), square));
            let Some(ending) = self.by_men[number(placed.iter().map(|p| p.0))] else { continue };
            let men = &self.endings[ending].men;
            let mut squares = [king; MOST_NAMED];
            squares.iter_mut().zip(placed.iter()).for_each(|(to, from)| *to = from.1);
            let squares = &mut squares[..count];
            let turn = if flipped { !pos.turn() } else { pos.turn() };
            let value = self.endings[ending].bytes[index(men, turn, squares, king)];
            return Some((ending, if flipped { turned(value) } else { value }));
        }
        None
    }

    /// What a position is worth, possible captures en passant considered; `None` without letters.
    fn after(&self, next: &Chess, from: usize, quiet: bool) -> Option<After> {
        let (ending, value) = self.of(next)?;
        let same = quiet && ending == from;
        let plain = After { winner: winner(value)?, plies: if same { plies(value) } else { None } };
        if next.ep_square(EnPassantMode::Legal).is_none() {
            return Some(plain);
        }
        // The letters know nothing of the capture en passant: it is one move more, or the only one, and leads to another
        // endgame in one ply. The number of a double step that allows it is that of the best of both.
        let mut best = next.legal_moves().iter().any(|mv| !mv.is_en_passant()).then_some(plain);
        for mv in next.legal_moves().into_iter().filter(|mv| mv.is_en_passant()) {
            let mut taken = next.clone();
            taken.play_unchecked(mv);
            let passing = After { winner: winner(self.of(&taken)?.1)?, plies: Some(1) };
            best = Some(best.map_or(passing, |best| best.or_better(passing, next.turn())));
        }
        best
    }
}

impl After {
    /// The better of two ways for the side to move: a win before a draw before a loss, a quick win, a slow loss.
    fn or_better(self, other: After, mover: Color) -> After {
        let worth = |a: After| match (a.winner, i16::from(a.plies.unwrap_or(0))) {
            (Some(who), plies) if who == mover => (1, -plies),
            (Some(_), plies) => (-1, plies),
            (None, _) => (0, 0),
        };
        if worth(other) > worth(self) { other } else { self }
    }
}

/// Letters with the colours exchanged.
fn turned(value: u8) -> u8 {
    match value {
        NONE | DRAWN => value,
        n if n >= BLACK => n - BLACK + WHITE,
        n => n - WHITE + BLACK,
    }
}

/// Who wins; `None` without letters.
fn winner(value: u8) -> Option<Option<Color>> {
    match value {
        NONE => None,
        DRAWN => Some(None),
        n if n >= BLACK => Some(Some(Color::Black)),
        _ => Some(Some(Color::White)),
    }
}

/// The number of a won position.
fn plies(value: u8) -> Option<u8> {
    match value {
        NONE | DRAWN => None,
        n if n >= BLACK => Some(n - BLACK),
        n => Some(n - WHITE),
    }
}

fn examine_line(letters: &Letters, line: &Line<'_>) -> Result<Checked, Refuted> {
    let men = &letters.endings[line.ending].men;
    let mut done = Checked::default();
    for (king, pair) in Square::ALL.into_iter().zip(line.letters.chunks(2)) {
        let value = byte(pair).unwrap_or(NONE);
        let claim = line.claims.map_or(b'-', |claims| claims[usize::from(king)]);
        if value == NONE {
            if claim != b'-' {
                return Err(bad(line.number, "a rule claims something of no position"));
            }
            continue;
        }
        let Some(pos) = position(men, line.turn, &line.squares, king) else {
            return Err(bad(line.number, "letters for a position that is not legal"));
        };
        if !follows(letters, &pos, line.ending, value) {
            return Err(wrong(&pos, "its letters do not follow from where its moves lead"));
        }
        match winner(value) {
            Some(None) => done.drawn += 1,
            _ => done.won += 1,
        }
        if claim != b'-' {
            if !holds(claim, value) {
                return Err(wrong(&pos, "a rule claims what does not follow"));
            }
            done.claims += 1;
        }
    }
    Ok(done)
}

/// Whether a claim agrees with the letters: from `b` on, a bit each for won, not won, not lost, lost (by White).
fn holds(claim: u8, value: u8) -> bool {
    let Some(bits @ 1..16) = claim.checked_sub(b'a') else { return false };
    let (won, lost) = match winner(value) {
        Some(Some(color)) => (color.is_white(), color.is_black()),
        _ => (false, false),
    };
    [won, !won, !lost, lost].into_iter().enumerate().all(|(i, right)| bits >> i & 1 == 0 || right)
}

/// Whether letters follow from where the moves lead.
fn follows(letters: &Letters, pos: &Chess, ending: usize, value: u8) -> bool {
    let mover = pos.turn();
    let moves = pos.legal_moves();
    let mut afters = Vec::with_capacity(moves.len());
    for &mv in &moves {
        let mut next = pos.clone();
        next.play_unchecked(mv);
        let quiet = !mv.is_capture() && !mv.is_promotion();
        let Some(after) = letters.after(&next, ending, quiet) else { return false };
        afters.push(after);
    }
    let (Some(who), number) = (winner(value), plies(value)) else { return false };
    let Some(who) = who else {
        return match moves.is_empty() {
            true => !pos.is_check(),
            false => {
                afters.iter().all(|a| a.winner != Some(mover)) && afters.iter().any(|a| a.winner.is_none())
            }
        };
    };
    let n = number.unwrap_or(0);
    let sinks = |a: &After| a.winner == Some(who) && a.plies.map_or(n >= 1, |m| m < n);
    match who == mover {
        true => afters.iter().any(sinks),
        false => (!moves.is_empty() || pos.is_check()) && afters.iter().all(sinks),
    }
}

/// The position, if it is legal as it stands.
fn position(men: &Men, turn: Color, squares: &[Square], king: Square) -> Option<Chess> {
    let mut board = Board::empty();
    board.set_piece_at(king, Role::King.of(Color::Black));
    for (&man, &square) in men.iter().zip(squares) {
        if board.piece_at(square).is_some() {
            return None;
        }
        board.set_piece_at(square, man);
    }
    let setup = Setup { board, turn, ..Setup::empty() };
    match Chess::from_setup(setup, CastlingMode::Standard) {
        Ok(pos) => Some(pos),
        Err(error) => error.ignore_impossible_check().ok(),
    }
}

fn wrong(pos: &Chess, what: &str) -> Refuted {
    let men: Vec<String> = pos.board().iter().map(|(sq, man)| format!("{}{sq}", man.char())).collect();
    let side = pos.turn().fold_wb("White", "Black");
    Refuted::Wrong { fen: format!("{}, {side} to move", men.join(" ")), what: what.to_owned() }
}

#[cfg(test)]
mod tests {
    use philidor_chess::parse_fen;

    use super::*;

    /// Letters of two positions: after a double step, and after the capture en passant that it allows.
    fn after_the_step(plain: &str, taken: &str) -> After {
        let text = |letters: &str, king: Square| -> String {
            Square::ALL.iter().map(|&sq| if sq == king { letters } else { ".." }).collect()
        };
        let text = format!(
            "philidor certificate 2\nending KKP\nb Ka1 pe3 {}\nw Ka1 pe3 {}\nending KPKP\nb Ka1 Pe4 pd4 {}\n",
            text("..", Square::H8),
            text(taken, Square::H8),
            text(plain, Square::H8),
        );
        let (letters, _) = read(&text).unwrap();
        let mut next = parse_fen("7k/8/8/8/3p4/8/4P3/K7 w - - 0 1").unwrap();
        let step = next.legal_moves().into_iter().find(|mv| mv.to() == Square::E4).unwrap();
        next.play_unchecked(step);
        letters.after(&next, letters.endings.len() - 1, true).unwrap()
    }

    #[test]
    fn a_capture_en_passant_counts_as_one_ply_and_is_taken_if_it_is_better() {
        for (plain, taken, winner, plies) in [
            // Both win: at once by taking, or quicker without.
            ("B)", "B'", Some(Color::Black), Some(1)),
            ("B!", "B'", Some(Color::Black), Some(0)),
            // One way is better.
            ("B)", "==", Some(Color::Black), Some(8)),
            ("==", "B'", Some(Color::Black), Some(1)),
            ("W)", "==", None, Some(1)),
            // Both lose: the slower.
            ("W)", "W'", Some(Color::White), Some(8)),
            ("W!", "W'", Some(Color::White), Some(1)),
        ] {
            let after = after_the_step(plain, taken);
            assert_eq!(after.winner, winner, "{plain} {taken}");
            if winner.is_some() {
                assert_eq!(after.plies, plies, "{plain} {taken}");
            }
        }
    }
}
