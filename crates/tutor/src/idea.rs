//! What a side can aim at, read off the board alone: breaks, routes to good squares, files, weak pawns, passed pawns, majorities, storms.
//!
//! Such ideas rest on what stays when a few moves are played, so they do not change with every line of a search. Nothing is searched
//! here: whether an idea may be begun is asked in `explain`.

use philidor_chess::shakmaty::{
    Bitboard, Board, CastlingSide, Chess, Color, File, Move, Piece, Position as _, Role, Square, attacks,
};
use philidor_claims::{Idea, limits};

use crate::{
    plan::Policy,
    practice,
    sight::{is_in_bad_spot, value},
};

/// An idea with the way there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The man that goes there.
    pub role: Role,
    /// Its squares, the present one first.
    pub path: Vec<Square>,
    /// What for.
    pub idea: Idea,
    /// How much it is worth: in how many of a hundred games players carry such an idea out within ten moves.
    pub worth: i32,
}

impl Candidate {
    /// The first step in a position whose side to move has the idea.
    pub fn first(&self, pos: &Chess) -> Option<Move> {
        let (from, to) = (*self.path.first()?, *self.path.get(1)?);
        let castled = |side: CastlingSide| Square::from_coords(side.king_to_file(), from.rank());
        let goes = |mv: &Move| match mv.castling_side() {
            Some(side) => mv.from() == Some(from) && castled(side) == to && self.idea == Idea::Castles,
            None => {
                mv.from() == Some(from) && mv.to() == to && !mv.is_capture() && self.idea != Idea::Castles
            }
        };
        pos.legal_moves().into_iter().find(goes)
    }
}

/// Steps that a way may have: knights, bishops and rooks, kings, pawns.
const KNIGHT: usize = 3;
const LINE_PIECE: usize = 2;
const KING: usize = 3;
const PAWN: usize = 2;

const QUEENSIDE: [File; 3] = [File::A, File::B, File::C];
const KINGSIDE: [File; 3] = [File::F, File::G, File::H];

/// What the side to move can aim at, the worthiest first, nothing twice.
pub fn ideas(pos: &Chess) -> Vec<Candidate> {
    let side = pos.turn();
    let view = View { board: pos.board(), side };
    let mut found = Vec::new();
    view.pieces(&mut found);
    view.rooks(&mut found);
    view.pawns(&mut found);
    view.wings(&mut found);
    found.extend(view.king());
    found.extend(castles(pos));
    let usual = practice::usual(pos.board(), side);
    let worths = &Policy::ours().ideas;
    let mut found: Vec<Candidate> = found
        .into_iter()
        .map(|(path, idea)| {
            let steps = i32::try_from(path.len().saturating_sub(2)).unwrap_or(i32::MAX);
            let worth = worths.worth(idea.id(), steps);
            let role = view.board.role_at(path[0]).unwrap_or(Role::Pawn);
            let played = usual
                .filter(|&(from, to, _)| role == Role::Pawn && path[0] == from && path.last() == Some(&to));
            let worth =
                played.map_or(worth, |(_, _, percent)| worth.max(i32::try_from(percent).unwrap_or(worth)));
            Candidate { role, path, idea, worth }
        })
        .collect();
    let seen = |sq: Square| side.fold_wb(sq, sq.flip_vertical());
    found.sort_by_key(|idea| {
        (-idea.worth, idea.path.iter().map(|&sq| seen(sq)).collect::<Vec<_>>(), idea.idea.id())
    });
    let mut told: Vec<Candidate> = Vec::new();
    for idea in found {
        // One way to a square, one aim of a man, one file that is taken, one king's walk.
        let same = |other: &Candidate| {
            other.path.last() == idea.path.last()
                || other.path[0] == idea.path[0]
                || other.idea.id() == idea.idea.id() && !matches!(idea.idea, Idea::Breaks(_))
        };
        if !told.iter().any(same) {
            told.push(idea);
        }
    }
    told
}

/// A way and what it is for.
type Found = (Vec<Square>, Idea);

/// A board as one side sees it.
struct View<'a> {
    board: &'a Board,
    side: Color,
}

impl View<'_> {
    fn men(&self, color: Color, role: Role) -> Bitboard {
        self.board.by_piece(Piece { color, role })
    }

    fn own(&self, role: Role) -> Bitboard {
        self.men(self.side, role)
    }

    fn enemy(&self, role: Role) -> Bitboard {
        self.men(!self.side, role)
    }

    /// The rank as the side counts it, from 0.
    fn rank(&self, square: Square) -> u32 {
        let rank = u32::from(square.rank());
        self.side.fold_wb(rank, 7 - rank)
    }

    /// The square before this one.
    fn front(&self, square: Square, side: Color) -> Option<Square> {
        square.offset(side.fold_wb(8, -8))
    }

    /// Squares of other pawns of a colour that lie further on for `side` on files at this distance.
    fn ahead(&self, square: Square, of: Color, distance: fn(u32) -> bool) -> bool {
        let on = |pawn: &Square| distance(pawn.file().distance(square.file()));
        self.men(of, Role::Pawn).into_iter().filter(on).any(|pawn| self.rank(pawn) > self.rank(square))
    }

    fn guarded_by_pawn(&self, square: Square, of: Color) -> bool {
        (attacks::pawn_attacks(!of, square) & self.men(of, Role::Pawn)).any()
    }

    /// Where an own pawn guards a piece and no enemy pawn can come to attack it.
    fn is_outpost(&self, square: Square) -> bool {
        (3..=5).contains(&self.rank(square))
            && self.guarded_by_pawn(square, self.side)
            && !self.ahead(square, !self.side, |distance| distance == 1)
    }

    fn has_pawn(&self, file: File, of: Color) -> bool {
        (self.men(of, Role::Pawn) & Bitboard::from_file(file)).any()
    }

    /// No pawn of the enemy's beside it.
    fn is_isolated(&self, pawn: Square) -> bool {
        let beside = |other: Square| other.file().distance(pawn.file()) == 1;
        !self.enemy(Role::Pawn).into_iter().any(beside)
    }

    /// An enemy's pawn behind its neighbours, whose next square is guarded by an own pawn.
    fn is_backward(&self, pawn: Square) -> bool {
        let beside: Vec<Square> = self
            .enemy(Role::Pawn)
            .into_iter()
            .filter(|other| other.file().distance(pawn.file()) == 1)
            .collect();
        let next = self.front(pawn, !self.side);
        !beside.is_empty()
            && beside.iter().all(|&other| self.rank(other) < self.rank(pawn))
            && next.is_some_and(|next| self.guarded_by_pawn(next, self.side))
    }

    /// A pawn of `of` that no pawn of the other side can stop or take.
    fn is_passed(&self, pawn: Square, of: Color) -> bool {
        let view = View { board: self.board, side: of };
        !view.ahead(pawn, !of, |distance| distance <= 1) && !view.ahead(pawn, of, |distance| distance == 0)
    }

    /// The board with a man elsewhere.
    fn moved(&self, from: Square, to: Square) -> Board {
        let mut board = self.board.clone();
        if let Some(man) = board.remove_piece_at(from) {
            board.set_piece_at(to, man);
        }
        board
    }

    /// A man can stop there: the square is empty, no enemy pawn attacks it, and the man is not lost there.
    fn can_stop(&self, from: Square, to: Square) -> bool {
        let king = self.board.role_at(from) == Some(Role::King);
        if self.board.occupied().contains(to) || self.guarded_by_pawn(to, !self.side) {
            return false;
        }
        let board = self.moved(from, to);
        if king {
            !board.attacks_to(to, !self.side, board.occupied()).any()
        } else {
            !is_in_bad_spot(&board, to)
        }
    }

    /// Ways of a piece over squares where it can stop, the shortest to each square.
    fn ways(&self, from: Square, most: usize) -> Vec<Vec<Square>> {
        let mut all: Vec<Vec<Square>> = vec![vec![from]];
        let mut seen = Bitboard::from(from);
        let mut next = 0;
        while let Some(way) = all.get(next).cloned() {
            next += 1;
            let at = way[way.len() - 1];
            if way.len() > most {
                break;
            }
            let reach = self.moved(from, at).attacks_from(at);
            let mut squares: Vec<Square> = (reach & !seen).into_iter().collect();
            squares.sort_by_key(|&sq| self.side.fold_wb(sq, sq.flip_vertical()));
            for to in squares.into_iter().filter(|&to| self.can_stop(from, to)) {
                seen.add(to);
                all.push(way.iter().copied().chain([to]).collect());
            }
        }
        all.remove(0);
        all
    }

    /// Knights and bishops: outposts, and squares before passed and isolated pawns.
    fn pieces(&self, found: &mut Vec<Found>) {
        for (role, most) in [(Role::Knight, KNIGHT), (Role::Bishop, LINE_PIECE)] {
            for from in self.own(role).into_iter().filter(|&from| !self.is_outpost(from)) {
                for way in self.ways(from, most) {
                    let to = way[way.len() - 1];
                    if self.is_outpost(to) {
                        found.push((way.clone(), Idea::Outpost));
                    }
                    let held = self.front(to, self.side).filter(|&sq| self.enemy(Role::Pawn).contains(sq));
                    if let Some(pawn) = held
                        && (self.is_passed(pawn, !self.side) || self.is_isolated(pawn))
                    {
                        found.push((way, Idea::Blocks(pawn.into())));
                    }
                }
            }
        }
    }

    /// Rooks: open files, weak pawns, the seventh rank.
    fn rooks(&self, found: &mut Vec<Found>) {
        let king = self.board.king_of(!self.side);
        for from in self.own(Role::Rook) {
            for way in self.ways(from, LINE_PIECE) {
                let to = way[way.len() - 1];
                let other_file = to.file() != from.file();
                if other_file && self.rank(to) <= 1 && !self.has_pawn(to.file(), self.side) {
                    if !self.has_pawn(to.file(), !self.side) {
                        found.push((way.clone(), Idea::OpenFile));
                    }
                    let hit = self.moved(from, to).attacks_from(to)
                        & self.enemy(Role::Pawn)
                        & Bitboard::from_file(to.file());
                    if let Some(pawn) =
                        hit.into_iter().find(|&pawn| self.is_isolated(pawn) || self.is_backward(pawn))
                    {
                        found.push((way.clone(), Idea::Presses(pawn.into())));
                    }
                }
                let pawns = self.enemy(Role::Pawn).into_iter().any(|pawn| self.rank(pawn) == 6);
                let shut_in = king.is_some_and(|king| self.rank(king) == 7);
                if self.rank(to) == 6 && self.rank(from) != 6 && (pawns || shut_in) {
                    found.push((way, Idea::Seventh));
                }
            }
        }
    }

    /// Pawns: breaks, and passed pawns that go on.
    fn pawns(&self, found: &mut Vec<Found>) {
        let hit_by = |at: Square| attacks::pawn_attacks(self.side, at) & self.enemy(Role::Pawn);
        for from in self.own(Role::Pawn).into_iter().filter(|&from| hit_by(from).is_empty()) {
            let passer = self.is_passed(from, self.side);
            let home = self.rank(from) == 1;
            let mut way = vec![from];
            let mut at = from;
            for _ in 0..PAWN + usize::from(home) {
                let Some(to) = self
                    .front(at, self.side)
                    .filter(|&to| !self.board.occupied().contains(to) && self.rank(to) < 7)
                else {
                    break;
                };
                // Two squares from home are one step.
                if home && self.rank(at) == 2 {
                    way.pop();
                }
                way.push(to);
                at = to;
                let board = self.moved(from, to);
                let [ours, theirs] = [self.side, !self.side]
                    .map(|color| board.attacks_to(to, color, board.occupied()).count());
                let hit = hit_by(to).into_iter().min_by_key(|sq| sq.file());
                if let Some(pawn) = hit {
                    // A break that nothing supports is none.
                    if ours >= theirs {
                        found.push((way, Idea::Breaks(pawn.into())));
                    }
                    break;
                }
                if passer && ours >= theirs && self.can_stop(from, to) {
                    found.push((way, Idea::Passer));
                    break;
                }
                if !(home && self.rank(to) == 2 || self.can_stop(from, to)) {
                    break;
                }
            }
        }
    }

    /// Pawns of a wing: storms and majorities.
    fn wings(&self, found: &mut Vec<Found>) {
        let kings = self.board.king_of(self.side).zip(self.board.king_of(!self.side));
        for wing in [QUEENSIDE, KINGSIDE] {
            let on = |color: Color| -> Vec<Square> {
                self.men(color, Role::Pawn).into_iter().filter(|pawn| wing.contains(&pawn.file())).collect()
            };
            let (own, enemy) = (on(self.side), on(!self.side));
            let opposite = kings.filter(|(own, enemy)| {
                let other = if wing == QUEENSIDE { KINGSIDE } else { QUEENSIDE };
                wing.contains(&enemy.file()) && other.contains(&own.file())
            });
            let free = |pawn: Square| {
                !self.ahead(pawn, !self.side, |distance| distance == 0)
                    && !self.ahead(pawn, self.side, |distance| distance == 0)
            };
            let passer = own.iter().any(|&pawn| self.is_passed(pawn, self.side));
            for &from in &own {
                let Some(to) = self.front(from, self.side).filter(|&to| self.can_stop(from, to)) else {
                    continue;
                };
                if let Some((_, king)) = opposite {
                    found.push((vec![from, to], Idea::Storms(king.into())));
                }
                if own.len() > enemy.len() && !enemy.is_empty() && !passer && free(from) {
                    found.push((vec![from, to], Idea::Majority));
                }
            }
        }
    }

    /// The king's way to the middle, the nearest square it can reach.
    fn king(&self) -> Option<Found> {
        let points: i32 = [Role::Rook, Role::Bishop, Role::Knight]
            .into_iter()
            .map(|role| value(role) * i32::try_from(self.board.by_role(role).count()).unwrap_or(0))
            .sum();
        if self.board.queens().any() || points > limits::FEW_PIECES {
            return None;
        }
        let king = self.board.king_of(self.side)?;
        let ways = self.ways(king, KING).into_iter();
        let nearer = ways.filter(|way| off_centre(way[way.len() - 1]) < off_centre(king));
        let best = nearer.min_by_key(|way| (off_centre(way[way.len() - 1]), way.len()))?;
        Some((best, Idea::Centre))
    }
}

/// King's steps to the nearest of d4, e4, d5 and e5.
fn off_centre(square: Square) -> u32 {
    let off = |at: u32| if at < 3 { 3 - at } else { at.saturating_sub(4) };
    off(u32::from(square.file())).max(off(u32::from(square.rank())))
}

/// Castling, if it can be done at once; short before long.
fn castles(pos: &Chess) -> Option<Found> {
    let legal = pos.legal_moves();
    let of = |side: CastlingSide| legal.iter().find(|mv| mv.castling_side() == Some(side));
    let mv = of(CastlingSide::KingSide).or_else(|| of(CastlingSide::QueenSide))?;
    let king = mv.from()?;
    let to = Square::from_coords(mv.castling_side()?.king_to_file(), king.rank());
    Some((vec![king, to], Idea::Castles))
}

#[cfg(test)]
mod tests {
    use philidor_chess::parse_fen;

    use super::*;

    /// The ideas of the side to move: name, squares of the way.
    fn told(fen: &str) -> Vec<String> {
        let pos = parse_fen(fen).expect("a position");
        let text = |idea: Candidate| {
            let way: Vec<String> = idea.path.iter().map(ToString::to_string).collect();
            format!("{} {}", idea.idea.id(), way.join("-"))
        };
        ideas(&pos).into_iter().map(text).collect()
    }

    fn has(fen: &str, wanted: &str) {
        let all = told(fen);
        assert!(all.iter().any(|idea| idea == wanted), "{fen}: {all:?}");
    }

    #[test]
    fn known_plans_are_read_off_the_board() {
        // The minority attack, once a rook backs up b4.
        has("r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/1R3RK1 w - - 0 11", "breaks b2-b4-b5");
        // A knight on its way to the hole on d5, which no black pawn guards.
        has("r4rk1/pp3pbp/3p2p1/4p3/2P1P3/2N5/PP3PPP/R4RK1 w - - 0 1", "outpost c3-d5");
    }

    #[test]
    fn endings_have_the_king_and_passed_pawns() {
        has("8/5kpp/8/8/8/8/PP3KPP/8 w - - 0 1", "centre f2-e3-d4");
        has("8/5kpp/8/8/3P4/8/5KPP/8 w - - 0 1", "passer d4-d5");
    }

    #[test]
    fn rooks_take_files_and_besiege_weak_pawns() {
        has("3r2k1/pp3ppp/8/8/8/8/PP3PPP/R5K1 w - - 0 1", "open-file a1-c1");
        has("3r2k1/p4ppp/8/2p5/8/1P6/P3PPPP/3R2K1 w - - 0 1", "presses d1-c1");
    }

    #[test]
    fn the_same_is_found_for_both_colours() {
        for fen in [
            "r1bq1rk1/pp1nbppp/2p2n2/3p2B1/3P4/2NBPN2/PPQ2PPP/R4RK1 w - - 0 11",
            "r4rk1/pp3pbp/3p2p1/4p3/2P1P3/2N5/PP3PPP/R4RK1 w - - 0 1",
            "8/5kpp/8/8/3P4/8/5KPP/8 w - - 0 1",
        ] {
            let pos = parse_fen(fen).expect("a position");
            let mut board = pos.board().clone();
            board.flip_vertical();
            board.swap_colors();
            let other = told(&format!("{board} b - - 0 1"));
            let turned = |text: &str| -> String {
                let digit = |c: char| c.to_digit(10).and_then(|n| char::from_digit(9 - n, 10)).unwrap_or(c);
                text.chars().map(digit).collect()
            };
            let ours: Vec<String> = told(fen).iter().map(|idea| turned(idea)).collect();
            assert_eq!(ours, other, "{fen}");
        }
    }

    #[test]
    fn every_idea_has_a_worth() {
        let square: philidor_claims::Square = Square::D5.into();
        let all = [
            Idea::Outpost,
            Idea::Blocks(square),
            Idea::OpenFile,
            Idea::Presses(square),
            Idea::Seventh,
            Idea::Breaks(square),
            Idea::Passer,
            Idea::Storms(square),
            Idea::Majority,
            Idea::Centre,
            Idea::Castles,
        ];
        for idea in all {
            assert!(Policy::ours().ideas.worth(idea.id(), 0) > 1, "{idea:?}");
        }
    }
}
