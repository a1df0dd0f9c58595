//! What a game was about: what was on the board for a good part of it, weighed by how rarely that is so.
//!
//! Boards and the result are looked at. What nearly every game has says little of this one, so a theme counts by how much longer it lasted than it
//! usually does in games of masters ([`SIGNS`]).

use philidor_chess::shakmaty::{
    Bitboard, Board, Chess, Color, File, Piece, Position as _, Rank, Role, Square,
};
use philidor_know::{eval::squares_of, features::FeatureId};

use crate::{judge::Phase, plan::Policy, sight::balance, structure::found};

/// One thing that a game can be about.
struct Sign {
    /// The message that names it.
    theme: &'static str,
    /// The mean share of a game after the opening in which it holds: 333 games of masters, 900 for what was added later.
    usual: f64,
    /// The share that one of ten of these games reaches.
    often: f64,
    holds: fn(&Moment<'_>) -> bool,
}

/// A position of a game.
struct Moment<'a> {
    pos: &'a Chess,
    board: &'a Board,
    structure: Option<&'static str>,
    /// It belongs to a long stretch of quiet moves of pieces.
    quiet: bool,
    outcome: Outcome,
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outcome {
    /// Somebody won.
    Won(Color),
    /// Nobody did.
    Drawn,
    /// It is not known.
    #[default]
    Open,
}

impl Outcome {
    /// A side did not win.
    fn is_denied(self, side: Color) -> bool {
        match self {
            Outcome::Won(winner) => winner != side,
            Outcome::Drawn => true,
            Outcome::Open => false,
        }
    }
}

impl Moment<'_> {
    fn has(&self, feature: FeatureId, side: Color) -> Bitboard {
        squares_of(self.pos, feature, side)
    }

    fn any(&self, feature: FeatureId) -> bool {
        Color::ALL.into_iter().any(|side| self.has(feature, side).any())
    }

    /// One side has it and the other has not.
    fn one(&self, feature: FeatureId) -> bool {
        self.has(feature, Color::White).any() != self.has(feature, Color::Black).any()
    }

    fn is(&self, names: &[&str]) -> bool {
        self.structure.is_some_and(|name| names.contains(&name))
    }

    fn men(&self, side: Color, role: Role) -> Bitboard {
        self.board.by_piece(Piece { color: side, role })
    }

    /// White's men of this kind beyond Black's.
    fn net(&self, role: Role) -> i32 {
        self.men(Color::White, role).count() as i32 - self.men(Color::Black, role).count() as i32
    }

    fn minors(&self) -> i32 {
        self.net(Role::Knight) + self.net(Role::Bishop)
    }

    fn is_ending(&self) -> bool {
        Phase::of(self.pos) == Phase::Endgame
    }

    fn both(&self, holds: impl Fn(Color) -> bool) -> bool {
        Color::ALL.into_iter().any(holds)
    }

    fn pawns_on(&self, side: Color, files: &[File]) -> usize {
        let all = files.iter().fold(Bitboard::EMPTY, |all, &file| all | Bitboard::from_file(file));
        (self.men(side, Role::Pawn) & all).count()
    }

    /// Two pawns abreast on the side's fourth rank or beyond in the middle, and no enemy pawn on the fourth rank there.
    fn has_centre(&self, side: Color) -> bool {
        let middle = |side: Color| match side {
            Color::White => [Square::D4, Square::E4],
            Color::Black => [Square::D5, Square::E5],
        };
        let pawns = self.men(side, Role::Pawn);
        let theirs = self.men(!side, Role::Pawn);
        middle(side).into_iter().all(|sq| pawns.contains(sq))
            && !middle(!side).into_iter().any(|sq| theirs.contains(sq))
    }
}

const LEFT: [File; 4] = [File::A, File::B, File::C, File::D];
const RIGHT: [File; 4] = [File::E, File::F, File::G, File::H];
const WING: [File; 3] = [File::F, File::G, File::H];

/// One side has more pawns on the one half of the board, the other side on the other.
fn rival_majorities(at: &Moment<'_>) -> bool {
    let more =
        |files: &[File]| at.pawns_on(Color::White, files) as i32 - at.pawns_on(Color::Black, files) as i32;
    more(&LEFT) * more(&RIGHT) < 0
}

/// A knight for the one side, a bishop for the other, and no other minor pieces.
fn knight_against_bishop(at: &Moment<'_>) -> bool {
    let kind = |side: Color| (at.men(side, Role::Knight).count(), at.men(side, Role::Bishop).count());
    matches!((kind(Color::White), kind(Color::Black)), ((1, 0), (0, 1)) | ((0, 1), (1, 0)))
}

/// A king behind the pawns of a castled side, with the enemy's queen and two more pieces near.
fn attacked(at: &Moment<'_>) -> bool {
    at.both(|side| at.has(FeatureId::KingAttackers, side).count() >= 3)
}

/// An attack of a side that did not win.
fn repelled(at: &Moment<'_>) -> bool {
    at.both(|side| at.outcome.is_denied(side) && at.has(FeatureId::KingAttackers, side).count() >= 3)
}

/// The side that lost is ahead in material.
fn greed(at: &Moment<'_>) -> bool {
    matches!(at.outcome, Outcome::Won(winner) if balance(at.board, winner) < 0)
}

/// A side with fewer pawns on the queenside and none on the c-file comes near the enemy's, who has one there.
fn minority(at: &Moment<'_>) -> bool {
    let wing = [File::A, File::B, File::C];
    at.is(&["carlsbad"])
        || at.both(|side| {
            let ranks = match side {
                Color::White => [Rank::Fourth, Rank::Fifth],
                Color::Black => [Rank::Fifth, Rank::Fourth],
            };
            let on = ranks.into_iter().fold(Bitboard::EMPTY, |all, rank| all | Bitboard::from_rank(rank));
            let file_b = Bitboard::from_file(File::B);
            (1..at.pawns_on(!side, &wing)).contains(&at.pawns_on(side, &wing))
                && at.pawns_on(side, &[File::C]) == 0
                && at.pawns_on(!side, &[File::C]) == 1
                && (at.men(side, Role::Pawn) & on & file_b).any()
        })
}

/// An attacked king on the queenside.
fn attacked_long(at: &Moment<'_>) -> bool {
    at.both(|side| {
        let king = at.board.king_of(!side);
        let far = king.is_some_and(|king| matches!(king.file(), File::A | File::B | File::C));
        far && at.has(FeatureId::KingAttackers, side).count() >= 3
    })
}

/// A king on its first two ranks that two or more pawns of its wing have left, with queens on.
fn bare_king(at: &Moment<'_>) -> bool {
    at.board.queens().count() >= 2
        && at.both(|side| {
            at.board.king_of(side).is_some_and(|king| {
                let near = |file: &&File| file.distance(king.file()) <= 1;
                let files: Vec<File> = File::ALL.iter().filter(near).copied().collect();
                at.pawns_on(side, &files) <= 1
            })
        })
}

/// Pawns of both sides on f, g and h have come near each other.
fn storm(at: &Moment<'_>) -> bool {
    let far = |side: Color| {
        let ranks = match side {
            Color::White => [Rank::Fifth, Rank::Sixth, Rank::Fourth],
            Color::Black => [Rank::Fourth, Rank::Third, Rank::Fifth],
        };
        let on = ranks.into_iter().fold(Bitboard::EMPTY, |all, rank| all | Bitboard::from_rank(rank));
        let wing = WING.into_iter().fold(Bitboard::EMPTY, |all, file| all | Bitboard::from_file(file));
        (at.men(side, Role::Pawn) & on & wing).count() >= 2
    };
    at.both(far)
}

/// One bishop each, on squares of different colours, and no knights.
fn opposite_bishops(at: &Moment<'_>) -> bool {
    let bishop = |side: Color| at.men(side, Role::Bishop).single_square();
    at.board.knights().is_empty()
        && bishop(Color::White).zip(bishop(Color::Black)).is_some_and(|(a, b)| a.is_light() != b.is_light())
}

/// No queens, but more than an ending.
fn early_exchanges(at: &Moment<'_>) -> bool {
    at.board.queens().is_empty() && !at.is_ending()
}

const SIGNS: &[Sign] = &[
    Sign {
        theme: "theme-isolated-queen-pawn",
        usual: 0.05,
        often: 0.18,
        holds: |m| m.is(&["isolated-queen-pawn"]),
    },
    Sign { theme: "theme-hanging-pawns", usual: 0.00, often: 0.00, holds: |m| m.is(&["hanging-pawns"]) },
    Sign { theme: "theme-minority", usual: 0.06, often: 0.19, holds: minority },
    Sign { theme: "theme-stonewall", usual: 0.00, often: 0.00, holds: |m| m.is(&["stonewall"]) },
    Sign { theme: "theme-space", usual: 0.02, often: 0.00, holds: |m| m.is(&["maroczy", "hedgehog"]) },
    Sign {
        theme: "theme-chains",
        usual: 0.03,
        often: 0.00,
        holds: |m| m.is(&["french-chain", "kings-indian-chain"]),
    },
    Sign {
        theme: "theme-half-open",
        usual: 0.07,
        often: 0.26,
        holds: |m| {
            m.is(&[
                "sicilian",
                "dragon",
                "scheveningen",
                "half-centre",
                "open-e-file",
                "benoni",
                "benko",
                "boleslavsky",
            ])
        },
    },
    Sign {
        theme: "theme-pawn-centre",
        usual: 0.02,
        often: 0.00,
        holds: |m| m.both(|side| m.has_centre(side)),
    },
    Sign { theme: "theme-majorities", usual: 0.29, often: 0.89, holds: rival_majorities },
    Sign {
        theme: "theme-isolated-pawn",
        usual: 0.34,
        often: 0.83,
        holds: |m| !m.is(&["isolated-queen-pawn"]) && m.one(FeatureId::IsolatedPawn),
    },
    Sign {
        theme: "theme-doubled-pawns",
        usual: 0.25,
        often: 0.84,
        holds: |m| m.one(FeatureId::DoubledPawns),
    },
    Sign {
        theme: "theme-backward-pawn",
        usual: 0.19,
        often: 0.54,
        holds: |m| m.one(FeatureId::BackwardPawn),
    },
    Sign { theme: "theme-passed-pawn", usual: 0.25, often: 0.64, holds: |m| m.one(FeatureId::PassedPawn) },
    Sign { theme: "theme-bishop-pair", usual: 0.22, often: 0.65, holds: |m| m.one(FeatureId::BishopPair) },
    Sign { theme: "theme-bad-bishop", usual: 0.31, often: 0.73, holds: |m| m.one(FeatureId::BadBishop) },
    Sign { theme: "theme-knight-bishop", usual: 0.07, often: 0.31, holds: knight_against_bishop },
    Sign {
        theme: "theme-outpost",
        usual: 0.09,
        often: 0.30,
        holds: |m| m.any(FeatureId::KnightOutpostSupported),
    },
    Sign { theme: "theme-open-file", usual: 0.32, often: 0.66, holds: |m| m.one(FeatureId::RookOpenFile) },
    Sign {
        theme: "theme-diagonal",
        usual: 0.29,
        often: 0.78,
        holds: |m| m.one(FeatureId::LongDiagonalBishop),
    },
    Sign { theme: "theme-seventh", usual: 0.06, often: 0.23, holds: |m| m.any(FeatureId::RookOnSeventh) },
    Sign {
        theme: "theme-closed",
        usual: 0.05,
        often: 0.11,
        holds: |m| m.has(FeatureId::RammedPawns, Color::White).count() >= 3,
    },
    Sign { theme: "theme-attack", usual: 0.11, often: 0.33, holds: attacked },
    Sign { theme: "theme-attack-long", usual: 0.01, often: 0.00, holds: attacked_long },
    Sign { theme: "theme-bare-king", usual: 0.10, often: 0.35, holds: bare_king },
    Sign { theme: "theme-storm", usual: 0.11, often: 0.39, holds: storm },
    Sign {
        theme: "theme-king-in-centre",
        usual: 0.08,
        often: 0.30,
        holds: |m| m.any(FeatureId::KingInCentre),
    },
    Sign {
        theme: "theme-opposite-castling",
        usual: 0.10,
        often: 0.46,
        holds: |m| m.any(FeatureId::OppositeCastling),
    },
    Sign {
        theme: "theme-queen-pieces",
        usual: 0.02,
        often: 0.00,
        holds: |m| m.net(Role::Queen) != 0 && m.net(Role::Queen) * (m.minors() + m.net(Role::Rook)) < 0,
    },
    Sign {
        theme: "theme-rook-minor",
        usual: 0.07,
        often: 0.22,
        holds: |m| m.net(Role::Queen) == 0 && m.net(Role::Rook) * m.minors() < 0,
    },
    Sign { theme: "theme-exchanges", usual: 0.08, often: 0.27, holds: early_exchanges },
    Sign { theme: "theme-endgame", usual: 0.35, often: 0.77, holds: |m| m.is_ending() },
    Sign { theme: "theme-manoeuvres", usual: 0.15, often: 0.41, holds: |m| m.quiet },
    Sign { theme: "theme-repelled", usual: 0.07, often: 0.22, holds: repelled },
    Sign { theme: "theme-greed", usual: 0.08, often: 0.26, holds: greed },
    Sign { theme: "theme-opposite-bishops", usual: 0.05, often: 0.16, holds: opposite_bishops },
];

/// Quiet moves of pieces in a row, neither captures nor moves of pawns, that make a stretch of manoeuvres.
const STRETCH: usize = 8;

/// Which positions belong to such a stretch.
fn manoeuvres(positions: &[Chess]) -> Vec<bool> {
    let is_quiet = |pair: &[Chess]| {
        let [before, after] = [pair[0].board(), pair[1].board()];
        before.pawns() == after.pawns()
            && before.occupied().count() == after.occupied().count()
            && (before.occupied() ^ after.occupied()).count() == 2
    };
    let quiet: Vec<bool> = positions.windows(2).map(is_quiet).collect();
    let mut found = vec![false; positions.len()];
    let mut from = 0;
    for stretch in quiet.chunk_by(|a, b| a == b) {
        if stretch[0] && stretch.len() >= STRETCH {
            found[from + 1..=from + stretch.len()].fill(true);
        }
        from += stretch.len();
    }
    found
}

/// The share of a game's positions after the opening in which each thing holds, in the order of the table.
pub fn shares(positions: &[Chess], outcome: Outcome) -> Vec<(&'static str, f64)> {
    let from = positions.iter().position(|pos| Phase::of(pos) != Phase::Opening).unwrap_or(0);
    let quiet = manoeuvres(positions);
    let mut counts = vec![0_usize; SIGNS.len()];
    for (pos, &quiet) in positions.iter().zip(&quiet).skip(from) {
        let structure = found(pos.board()).map(|found| found.structure.name.as_str());
        let moment = Moment { pos, board: pos.board(), structure, quiet, outcome };
        for (count, sign) in counts.iter_mut().zip(SIGNS) {
            *count += usize::from((sign.holds)(&moment));
        }
    }
    let plies = (positions.len() - from).max(1) as f64;
    SIGNS.iter().zip(counts).map(|(sign, count)| (sign.theme, count as f64 / plies)).collect()
}

/// How much longer than usual a lead of two developed pieces lasted.
fn lead(positions: &[Chess]) -> f64 {
    let home = |pos: &Chess, side: Color| squares_of(pos, FeatureId::UndevelopedMinors, side).count() as i32;
    let behind = |pos: &&Chess| (home(pos, Color::White) - home(pos, Color::Black)).abs() >= 2;
    positions.iter().filter(behind).count() as f64 / positions.len().max(1) as f64
}

/// How far a share goes from what is usual to what one game of ten has; beyond that it counts little.
fn telling(share: f64, usual: f64, often: f64) -> f64 {
    let story = &Policy::ours().story;
    if share < story.least {
        return 0.0;
    }
    let far = (share - usual) / (often.max(story.long) - usual);
    far.min(1.0) + 0.01 * far.max(0.0)
}

/// What is known of a game beside its boards.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known {
    /// A man was given, soundly.
    pub sacrifice: bool,
    /// It ended in mate before the ending.
    pub mate: bool,
    /// How it ended.
    pub outcome: Outcome,
}

/// What a game was about, the most telling first: names of messages.
pub fn themes(positions: &[Chess], known: Known) -> Vec<&'static str> {
    let story = &Policy::ours().story;
    let shares = shares(positions, known.outcome);
    let later = positions.iter().skip_while(|pos| Phase::of(pos) == Phase::Opening).count();
    // What begins in the middle is all that matters of its game.
    let excerpt = positions.first().is_some_and(|first| *first != Chess::default());
    let long = if excerpt { 1.0 } else { (later as f64 / story.full).min(1.0) };
    let mut weighed: Vec<(f64, &'static str)> = SIGNS
        .iter()
        .zip(&shares)
        .map(|(sign, (theme, share))| (long * telling(*share, sign.usual, sign.often), *theme))
        .collect();
    weighed.push((4.5 * lead(positions), "theme-development"));
    weighed.push((2.0 * f64::from(u8::from(known.sacrifice)), "theme-sacrifice"));
    weighed.push((1.5 * f64::from(u8::from(known.mate)), "theme-mate"));
    weighed.retain(|(weight, _)| *weight >= story.far);
    weighed.sort_by(|a, b| b.0.total_cmp(&a.0));
    weighed.truncate(story.most);
    weighed.into_iter().map(|(_, theme)| theme).collect()
}
