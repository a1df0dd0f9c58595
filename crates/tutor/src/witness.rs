//! Where a feature is seen: the squares a finger would point at, for features that can be pointed at.
//!
//! The evaluation counts features; it does not say where. Each witness repeats the definition of its feature (the gloss
//! in `knowledge/features.toml`) as a set of squares; a test holds the sizes of these sets against the evaluation's
//! counts. Features that cannot be pointed at (mobility, nearness to the king) have no witness.

use philidor_chess::shakmaty::{Bitboard, Board, Chess, Color, File, Position, Rank, Role, Square, attacks};
use philidor_know::features::FeatureId as F;

use crate::sight::{absolute_pins, attackers};

/// More of the feature is worse for its owner.
pub fn is_weakness(feature: F) -> bool {
    matches!(
        feature,
        F::IsolatedPawn
            | F::IsolatedOnHalfOpenFile
            | F::DoubledPawns
            | F::DoubledIsolatedPawns
            | F::BackwardPawn
            | F::BackwardOnHalfOpenFile
            | F::UnsupportedPawn
            | F::WeakPawn
            | F::PawnIslands
            | F::BlockCenter
            | F::PawnHoles
            | F::WeakColourComplex
            | F::BlockadedPasser
            | F::PasserOwnKing
            | F::EnemyRookBehindPasser
            | F::KnightOnRim
            | F::BishopPlusPawnsOnColour
            | F::BadBishop
            | F::TrappedBishop
            | F::RookClosedFile
            | F::TrappedRook
            | F::LimitedRook
            | F::EarlyQueen
            | F::QueenOffside
            | F::QueenExposed
            | F::PawnStorm
            | F::OpenFileAtKing
            | F::HalfOpenFileAtKing
            | F::KingMobility
            | F::WeakKingRing
            | F::PinnedDefender
            | F::BackRank
            | F::MateHole
            | F::PawnlessFlank
            | F::KingInCentre
            | F::KingActivity
            | F::UndevelopedMinors
            | F::HangingPiece
            | F::PinnedPiece
            | F::OverloadedDefender
            | F::TrappedPiece
            | F::BadTrade
            | F::RedundantKnight
            | F::RedundantRook
            | F::OppositeBishops
            | F::DrawishMaterial
            | F::WrongRookPawn
            | F::FewPawns
    )
}

/// How the number of squares relates to the feature's count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tally {
    /// As many squares as the feature counts.
    Each,
    /// Some squares if the feature counts anything, none otherwise.
    Any,
}

/// Features that can be pointed at.
pub const WITNESSED: &[(F, Tally)] = &[
    (F::BishopPair, Tally::Any),
    (F::IsolatedPawn, Tally::Each),
    (F::DoubledPawns, Tally::Each),
    (F::BackwardPawn, Tally::Each),
    (F::PassedPawn, Tally::Each),
    (F::ProtectedPasser, Tally::Each),
    (F::ConnectedPassers, Tally::Each),
    (F::OutsidePasser, Tally::Each),
    (F::BlockadedPasser, Tally::Each),
    (F::KnightOutpost, Tally::Each),
    (F::KnightOutpostSupported, Tally::Each),
    (F::BishopOutpost, Tally::Each),
    (F::KnightOnRim, Tally::Each),
    (F::BadBishop, Tally::Each),
    (F::RookOpenFile, Tally::Each),
    (F::RookHalfOpenFile, Tally::Each),
    (F::RookOnSeventh, Tally::Each),
    (F::RookBehindPassedPawn, Tally::Each),
    (F::DoubledRooks, Tally::Any),
    (F::CastledKing, Tally::Any),
    (F::KingInCentre, Tally::Any),
    (F::OpenFileAtKing, Tally::Any),
    (F::BackRank, Tally::Any),
    (F::UndevelopedMinors, Tally::Each),
    (F::HangingPiece, Tally::Each),
    (F::PinnedPiece, Tally::Each),
    (F::KnightCentralisation, Tally::Each),
    (F::BishopPosition, Tally::Each),
    (F::RookPosition, Tally::Each),
    (F::QueenPosition, Tally::Each),
    (F::KingPosition, Tally::Each),
    (F::Knights, Tally::Each),
    (F::Bishops, Tally::Each),
    (F::Rooks, Tally::Each),
    (F::Queens, Tally::Each),
    (F::Opposition, Tally::Any),
];

/// The squares on which `owner`'s feature is seen; `None` if it cannot be pointed at.
///
/// ```
/// use philidor_chess::{parse_fen, shakmaty::{Bitboard, Color, Square}};
/// use philidor_know::features::FeatureId;
/// use philidor_tutor::witness::witness;
///
/// let pos = parse_fen("4k3/2p5/3p4/3N4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// // Black's c-pawn can still drive the knight off; without it the square is an outpost.
/// assert_eq!(witness(&pos, FeatureId::KnightOutpost, Color::White), Some(Bitboard::EMPTY));
/// let pos = parse_fen("4k3/8/3p4/3N4/4P3/8/8/4K3 w - - 0 1").unwrap();
/// assert_eq!(witness(&pos, FeatureId::KnightOutpost, Color::White), Some(Square::D5.into()));
/// ```
pub fn witness(pos: &Chess, feature: F, owner: Color) -> Option<Bitboard> {
    let view = View::new(pos.board(), owner);
    let board = pos.board();
    let men = board.by_color(owner);
    let rights = (pos.castles().castling_rights() & men).any();
    Some(match feature {
        F::BishopPair => {
            let (light, dark) =
                (view.bishops & Bitboard::LIGHT_SQUARES, view.bishops & Bitboard::DARK_SQUARES);
            view.out(if light.any() && dark.any() { view.bishops } else { Bitboard::EMPTY })
        }
        F::IsolatedPawn => view.out(view.isolated()),
        F::DoubledPawns => view.out(view.doubled()),
        F::BackwardPawn => view.out(view.backward()),
        F::PassedPawn => view.out(view.passed()),
        F::ProtectedPasser => view.out(view.passed() & pawn_attacks(view.pawns)),
        F::ConnectedPassers => {
            let passed = view.passed();
            view.out(passed & sideways(passed | passed.shift(8) | passed.shift(-8)))
        }
        F::OutsidePasser => view.out(view.outside()),
        F::BlockadedPasser => view.out(view.passed() & view.theirs.shift(-8)),
        F::KnightOutpost => view.out(view.knights & view.outposts()),
        F::KnightOutpostSupported => view.out(view.knights & view.outposts() & pawn_attacks(view.pawns)),
        F::BishopOutpost => view.out(view.bishops & view.outposts()),
        F::KnightOnRim => {
            let rim = Bitboard::from(File::A)
                | Bitboard::from(File::H)
                | Bitboard::from(Rank::First)
                | Bitboard::from(Rank::Eighth);
            view.out(view.knights & rim & !Bitboard::from(Rank::First))
        }
        F::BadBishop => view.out(view.bad_bishops()),
        F::RookOpenFile => view.out(view.rooks & !filled(view.pawns | view.enemy_pawns)),
        F::RookHalfOpenFile => view.out(view.rooks & !filled(view.pawns) & filled(view.enemy_pawns)),
        F::RookOnSeventh => {
            let seventh = Bitboard::from(Rank::Seventh);
            let useful = (view.enemy_pawns & seventh).any() || view.enemy_king.rank() == Rank::Eighth;
            view.out(if useful { view.rooks & seventh } else { Bitboard::EMPTY })
        }
        F::RookBehindPassedPawn => view.out(view.passed_with_rook_behind()),
        F::DoubledRooks => {
            // Of three rooks the first (from its own corner) decides, as the evaluation counts.
            let file = view.rooks.first().map_or(Bitboard::EMPTY, |sq| Bitboard::from(sq.file()));
            let rooks = view.rooks & file;
            let doubled = rooks.count() > 1 && (view.pawns & file).is_empty();
            view.out(if doubled { rooks } else { Bitboard::EMPTY })
        }
        F::CastledKing => view.king_if(!rights && view.castled()),
        F::KingInCentre => {
            let inner = (2..=5).contains(&u32::from(view.king.file()));
            view.king_if(!rights && !view.castled() && inner && view.enemy_queens.any())
        }
        F::OpenFileAtKing => {
            let near = filled(Bitboard::from(view.king) | sideways(view.king.into()));
            view.king_if((near & !filled(view.pawns | view.enemy_pawns)).any())
        }
        F::BackRank => {
            let flight = attacks::king_attacks(view.king) & Bitboard::from(Rank::Second) & !view.ours;
            let taken = |sq: &Square| attackers(board, !owner, view.turn(*sq)).any();
            let shut_in = flight.into_iter().all(|sq| taken(&sq));
            let majors = (board.rooks_and_queens() & board.by_color(!owner)).any();
            view.king_if(view.king.rank() == Rank::First && !rights && majors && shut_in)
        }
        F::UndevelopedMinors => {
            let knights = view.knights & (Bitboard::from(Square::B1) | Square::G1);
            let bishops = view.bishops & (Bitboard::from(Square::C1) | Square::F1);
            view.out(knights | bishops)
        }
        F::HangingPiece => {
            let free =
                |sq: &Square| attackers(board, !owner, *sq).any() && attackers(board, owner, *sq).is_empty();
            (men & !board.pawns() & !board.kings()).into_iter().filter(free).collect()
        }
        F::PinnedPiece => {
            let pinned: Bitboard = absolute_pins(board, owner).map(|pin| pin.pinned).collect();
            pinned & !board.pawns()
        }
        F::KnightCentralisation | F::Knights => board.knights() & men,
        F::BishopPosition | F::Bishops => board.bishops() & men,
        F::RookPosition | F::Rooks => board.rooks() & men,
        F::QueenPosition | F::Queens => board.queens() & men,
        F::KingPosition => board.kings() & men,
        F::Opposition => {
            let pieces = board.occupied() & !board.pawns() & !board.kings();
            let (a, b) = (view.king, view.enemy_king);
            let files = (u32::from(a.file())).abs_diff(u32::from(b.file()));
            let ranks = (u32::from(a.rank())).abs_diff(u32::from(b.rank()));
            let faces = (files, ranks) == (0, 2) || (files, ranks) == (2, 0);
            view.king_if(pieces.is_empty() && pos.turn() != owner && faces)
        }
        _ => return None,
    })
}

/// The board as the owner sees it: its own first rank at the bottom.
struct View {
    owner: Color,
    pawns: Bitboard,
    knights: Bitboard,
    bishops: Bitboard,
    rooks: Bitboard,
    king: Square,
    ours: Bitboard,
    theirs: Bitboard,
    enemy_pawns: Bitboard,
    enemy_queens: Bitboard,
    enemy_king: Square,
}

impl View {
    fn new(board: &Board, owner: Color) -> View {
        let turn = |b: Bitboard| if owner.is_black() { b.flip_vertical() } else { b };
        let (men, enemies) = (board.by_color(owner), board.by_color(!owner));
        let king = |side: Color| {
            let king = board.king_of(side).expect("a king of each colour");
            if owner.is_black() { king.flip_vertical() } else { king }
        };
        View {
            owner,
            pawns: turn(board.pawns() & men),
            knights: turn(board.knights() & men),
            bishops: turn(board.bishops() & men),
            rooks: turn(board.rooks() & men),
            king: king(owner),
            ours: turn(men),
            theirs: turn(enemies),
            enemy_pawns: turn(board.pawns() & enemies),
            enemy_queens: turn(board.queens() & enemies),
            enemy_king: king(!owner),
        }
    }

    fn out(&self, squares: Bitboard) -> Bitboard {
        if self.owner.is_black() { squares.flip_vertical() } else { squares }
    }

    fn turn(&self, square: Square) -> Square {
        if self.owner.is_black() { square.flip_vertical() } else { square }
    }

    fn king_if(&self, holds: bool) -> Bitboard {
        if holds { Bitboard::from(self.turn(self.king)) } else { Bitboard::EMPTY }
    }

    fn isolated(&self) -> Bitboard {
        self.pawns & !sideways(filled(self.pawns))
    }

    /// Pawns with an own pawn in front.
    fn doubled(&self) -> Bitboard {
        self.pawns & fill(self.pawns.shift(-8), -8)
    }

    /// No neighbour level with it or behind, and its next square guarded by an enemy pawn.
    fn backward(&self) -> Bitboard {
        let guarded = sideways(self.enemy_pawns.shift(-8));
        self.pawns & !self.isolated() & !fill(sideways(self.pawns), 8) & guarded.shift(-8)
    }

    fn passed(&self) -> Bitboard {
        let sentries = self.enemy_pawns | sideways(self.enemy_pawns);
        self.pawns & !fill(sentries.shift(-8), -8) & !self.doubled()
    }

    fn outside(&self) -> Bitboard {
        let pawns = self.pawns | self.enemy_pawns;
        let centre = Bitboard::from(File::D) | Bitboard::from(File::E);
        let alone = |sq: &Square| {
            let own = Bitboard::from(sq.file());
            let others = pawns.without(*sq);
            let near = own | sideways(own) | sideways(sideways(own));
            others.any() && (others & near).is_empty()
        };
        (self.passed() & !centre).into_iter().filter(alone).collect()
    }

    /// Squares in the enemy half that no enemy pawn can ever attack.
    fn outposts(&self) -> Bitboard {
        let reach = fill(sideways(self.enemy_pawns.shift(-8)), -8);
        let half = Bitboard::from(Rank::Fourth) | Bitboard::from(Rank::Fifth) | Bitboard::from(Rank::Sixth);
        half & !reach
    }

    fn bad_bishops(&self) -> Bitboard {
        let centre = Bitboard::from(File::D) | Bitboard::from(File::E);
        let bad = |sq: &Square| {
            let colour = if sq.is_light() { Bitboard::LIGHT_SQUARES } else { Bitboard::DARK_SQUARES };
            let mine = self.pawns & colour;
            let blocked = mine & centre & (self.ours | self.theirs).shift(-8);
            mine.count() >= 4 || mine.count() >= 3 && blocked.any()
        };
        self.bishops.into_iter().filter(bad).collect()
    }

    fn passed_with_rook_behind(&self) -> Bitboard {
        let occupied = self.ours | self.theirs;
        let guarded = |sq: &Square| {
            let behind = fill(Bitboard::from(*sq).shift(-8), -8);
            (attacks::rook_attacks(*sq, occupied) & behind & self.rooks).any()
        };
        self.passed().into_iter().filter(guarded).collect()
    }

    /// The king stands where castling puts him (whether or not he castled).
    fn castled(&self) -> bool {
        let file = u32::from(self.king.file());
        let home = self.king.rank() == Rank::First;
        let beside_rook = (file == 2 || file == 5) && {
            let centre = Bitboard::from(File::D) | Bitboard::from(File::E);
            (sideways(self.king.into()) & centre & self.rooks).any()
        };
        home && (!(2..=5).contains(&file) || beside_rook)
    }
}

/// The squares left and right.
fn sideways(b: Bitboard) -> Bitboard {
    (b & !Bitboard::from(File::H)).shift(1) | (b & !Bitboard::from(File::A)).shift(-1)
}

/// What pawns that play up the board attack.
fn pawn_attacks(pawns: Bitboard) -> Bitboard {
    sideways(pawns.shift(8))
}

/// The squares and everything beyond them in steps of `step` (8 up, -8 down).
fn fill(mut b: Bitboard, step: i32) -> Bitboard {
    for _ in 0..7 {
        b |= b.shift(step);
    }
    b
}

/// Whole files.
fn filled(b: Bitboard) -> Bitboard {
    fill(b, 8) | fill(b, -8)
}

/// Features whose squares are simply those of all pieces of a kind.
pub(crate) fn is_plain_place(feature: F) -> bool {
    matches!(
        feature,
        F::KnightCentralisation | F::BishopPosition | F::RookPosition | F::QueenPosition | F::KingPosition
    )
}

/// The feature counts men of a kind.
pub(crate) fn is_head_count(feature: F) -> bool {
    matches!(feature, F::Knights | F::Bishops | F::Rooks | F::Queens)
}

/// The man on a square is a piece: neither pawn nor king.
pub(crate) fn is_piece(role: Role) -> bool {
    !matches!(role, Role::Pawn | Role::King)
}
