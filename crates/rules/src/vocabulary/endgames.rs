//! The endgame vocabulary: one entry per word. To add a word, add a line here and its function in `geometry`,
//! `pawns` or `board`.

use std::sync::LazyLock;

use super::{Concludes, Signature, Vocabulary, board, geometry, pawns};
use crate::{
    scene::Scene,
    value::{Type, Value},
};

/// Words about a position with few men.
#[derive(Debug, Clone, Copy, Default)]
pub struct Endgames;

/// How a word is computed.
pub(crate) type Meaning = fn(&Scene, &[Value]) -> Value;

/// A word and its meaning.
pub(crate) struct Word {
    pub(crate) signature: Signature,
    pub(crate) meaning: Meaning,
    pub(crate) short: Option<Short>,
}

/// Words that can be looked up for all squares of a king at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Short {
    /// King moves to a fixed square.
    Distance,
    /// King moves to the nearest square of a fixed set.
    SetDistance,
    /// The race of the kings to a fixed set.
    Lead,
    /// The king in the square of a pawn.
    Catches,
    /// A man that can be taken, or that is attacked, without protection.
    Falls,
    /// The same, whoever is to move.
    EnPrise,
    /// The side to move cannot move and is not in check.
    Stalemate,
    /// The side to move is in check.
    InCheck,
    /// A value of one square, or of two, whatever stands on the board: looked up.
    Lookup,
}

impl Word {
    const fn short(mut self, short: Short) -> Word {
        self.short = Some(short);
        self
    }
}

/// What a word depends on.
enum Kind {
    /// Distances and shapes: the same however the board is turned.
    Shape,
    /// Files, ranks, directions.
    Compass,
    /// The men on the board, the same however it is turned.
    Board,
    /// One pawn and perhaps other pawns: as fixed as the pawns themselves.
    Pawns,
}

use Kind::{Board, Compass, Pawns, Shape};
use Type::{Bool, Int, Man, Set, Side, Square};

const fn word(
    kind: Kind,
    name: &'static str,
    params: &'static [Type],
    result: Type,
    meaning: Meaning,
    gloss: &'static str,
) -> Word {
    let absolute = matches!(kind, Kind::Compass);
    let board = matches!(kind, Kind::Board);
    let short = if matches!(kind, Kind::Shape | Kind::Compass) { Some(Short::Lookup) } else { None };
    Word { signature: Signature { name, params, result, gloss, absolute, board }, meaning, short }
}

/// The vocabulary.
pub(crate) static WORDS: &[Word] = &[
    // Distances.
    word(Shape, "dist", &[Square, Square], Int, geometry::dist, "king moves between two squares")
        .short(Short::Distance),
    word(
        Shape,
        "taxi",
        &[Square, Square],
        Int,
        geometry::taxi,
        "steps between two squares along files and ranks only",
    ),
    word(
        Shape,
        "edge_dist",
        &[Square],
        Int,
        geometry::edge_dist,
        "king moves to the nearest edge (0 on the edge)",
    ),
    word(Shape, "corner_dist", &[Square], Int, geometry::corner_dist, "king moves to the nearest corner"),
    word(
        Shape,
        "set_dist",
        &[Square, Set],
        Int,
        geometry::set_dist,
        "king moves to the nearest square of a set (99 if it is empty)",
    ).short(Short::SetDistance),
    word(Compass, "file", &[Square], Int, geometry::file, "the file as a number; a to h stand for 1 to 8"),
    word(Compass, "rank", &[Square], Int, geometry::rank, "the rank, 1 to 8, seen by the strong side"),
    word(Compass, "file_dist", &[Square, Square], Int, geometry::file_dist, "files between two squares"),
    word(Compass, "rank_dist", &[Square, Square], Int, geometry::rank_dist, "ranks between two squares"),
    word(Shape, "abs", &[Int], Int, geometry::abs, "a number without its sign"),
    word(Shape, "min", &[Int, Int], Int, geometry::min, "the smaller number"),
    word(Shape, "max", &[Int, Int], Int, geometry::max, "the larger number"),
    word(Shape, "count", &[Set], Int, geometry::count, "how many squares a set has"),
    word(Shape, "odd", &[Int], Bool, geometry::odd, "whether a number is odd"),
    // Shapes.
    word(Shape, "adjacent", &[Square, Square], Bool, geometry::adjacent, "a king's step apart"),
    word(Shape, "knights_move", &[Square, Square], Bool, geometry::knights_move, "a knight's move apart"),
    word(Shape, "same_line", &[Square, Square], Bool, geometry::same_line, "on one file or rank"),
    word(Shape, "same_diagonal", &[Square, Square], Bool, geometry::same_diagonal, "on one diagonal"),
    word(Shape, "same_colour", &[Square, Square], Bool, geometry::same_colour, "squares of the same colour"),
    word(
        Shape,
        "direct_opposition",
        &[Square, Square],
        Bool,
        geometry::direct_opposition,
        "on one file or rank with one square between",
    ),
    word(
        Shape,
        "distant_opposition",
        &[Square, Square],
        Bool,
        geometry::distant_opposition,
        "on one file or rank with three or five squares between",
    ),
    word(
        Shape,
        "diagonal_opposition",
        &[Square, Square],
        Bool,
        geometry::diagonal_opposition,
        "on one diagonal with one square between",
    ),
    // Sets.
    word(Shape, "neighbours", &[Square], Set, geometry::neighbours, "the squares a king's step away"),
    word(
        Shape,
        "within",
        &[Int, Square],
        Set,
        geometry::within,
        "the squares at most so many king moves away",
    ),
    word(
        Shape,
        "between",
        &[Square, Square],
        Set,
        geometry::between,
        "the squares strictly between two squares of a line",
    ),
    word(
        Shape,
        "box",
        &[Square, Square],
        Set,
        geometry::confines,
        "the rectangle in which a rook on the first square confines a king on the second (empty if they stand on one line)",
    ),
    word(Shape, "colour_of", &[Square], Set, geometry::colour_of, "all squares of this square's colour"),
    word(Shape, "edge", &[], Set, geometry::edge, "the squares of the rim"),
    word(Shape, "corners", &[], Set, geometry::corners, "a1, a8, h1 and h8"),
    word(Shape, "centre", &[], Set, geometry::centre, "d4, d5, e4 and e5"),
    word(Shape, "board", &[], Set, geometry::board, "all squares"),
    word(
        Compass,
        "nearest",
        &[Square, Set, Square],
        Square,
        geometry::nearest,
        "the square of a set nearest to the first square; of several, the farthest from the last",
    ),
    word(Compass, "files", &[Int, Int], Set, geometry::files, "all squares from one file to another"),
    word(Compass, "ranks", &[Int, Int], Set, geometry::ranks, "all squares from one rank to another"),
    word(Compass, "file_of", &[Square], Set, geometry::file_of, "all squares of a square's file"),
    word(Compass, "rank_of", &[Square], Set, geometry::rank_of, "all squares of a square's rank"),
    word(
        Compass,
        "up",
        &[Square, Int],
        Square,
        geometry::up,
        "the square so many ranks up (towards the strong pawns' promotion)",
    ),
    word(Compass, "right", &[Square, Int], Square, geometry::right, "the square so many files to the right"),
    // Pawns.
    word(Pawns, "stop", &[Man], Square, pawns::stop, "the square in front of a pawn"),
    word(Pawns, "ahead", &[Man, Int], Square, pawns::ahead, "the square so many steps in front of a pawn"),
    word(Pawns, "promotion_square", &[Man], Square, pawns::promotion_square, "where a pawn promotes"),
    word(
        Pawns,
        "moves_to_promote",
        &[Man],
        Int,
        pawns::moves_to_promote,
        "moves a pawn needs to promote (5 from its home square)",
    ),
    word(Pawns, "pawn_rank", &[Man], Int, pawns::pawn_rank, "a pawn's rank, counted from its own side"),
    word(Pawns, "front_span", &[Man], Set, pawns::front_span, "the squares in front of a pawn on its file"),
    word(Pawns, "behind", &[Man], Set, pawns::behind, "the squares behind a pawn on its file"),
    word(
        Pawns,
        "square_of",
        &[Man],
        Set,
        pawns::square_of,
        "the square of a pawn: where the enemy king must stand, its side not being on move, to catch it",
    ),
    word(
        Pawns,
        "catches",
        &[Man, Man],
        Bool,
        pawns::catches,
        "the king (first) is in the square of the enemy pawn (second), the side to move considered",
    ).short(Short::Catches),
    word(
        Pawns,
        "key_squares",
        &[Man],
        Set,
        pawns::key_squares,
        "a pawn's key squares: two ranks ahead, from the fifth rank on also one rank ahead; of a rook's pawn the two that shut the corner",
    ),
    word(Pawns, "passed", &[Man], Bool, pawns::passed, "no enemy pawn can stop or take this pawn"),
    word(Pawns, "rook_pawn", &[Man], Bool, pawns::rook_pawn, "a pawn on the a- or h-file"),
    word(Pawns, "knight_pawn", &[Man], Bool, pawns::knight_pawn, "a pawn on the b- or g-file"),
    word(Pawns, "bishop_pawn", &[Man], Bool, pawns::bishop_pawn, "a pawn on the c- or f-file"),
    word(Pawns, "centre_pawn", &[Man], Bool, pawns::centre_pawn, "a pawn on the d- or e-file"),
    // Men on the board.
    word(Board, "attacks", &[Man], Set, board::attacks, "the squares a man attacks"),
    word(Board, "attacked", &[Side, Square], Bool, board::attacked, "whether a side attacks a square"),
    word(Board, "defended", &[Man], Bool, board::defended, "a man is protected by another man of its side"),
    word(Board, "en_prise", &[Man], Bool, board::en_prise, "a man is attacked and not protected").short(Short::EnPrise),
    word(
        Board,
        "falls",
        &[Man],
        Bool,
        board::falls,
        "the side to move can take this man, and it is not protected",
    ).short(Short::Falls),
    word(
        Board,
        "destinations",
        &[Man],
        Set,
        board::destinations,
        "where a man can legally go, its side being on move",
    ),
    word(Board, "in_check", &[], Bool, board::in_check, "the side to move is in check").short(Short::InCheck),
    word(Board, "no_moves", &[], Bool, board::no_moves, "the side to move has no legal move"),
    word(Board, "mate", &[], Bool, board::mate, "the side to move is checkmated"),
    word(Board, "stalemate", &[], Bool, board::stalemate, "the side to move is stalemated").short(Short::Stalemate),
    word(Board, "occupied", &[], Set, board::occupied, "the squares of all men"),
    word(
        Board,
        "reaches_first",
        &[Man, Square],
        Bool,
        board::reaches_first,
        "this king gets to the square before the other king, the side to move considered",
    ),
    word(
        Board,
        "lead",
        &[Man, Set],
        Int,
        board::lead,
        "how many moves this king is ahead of the other in the race to the square of the set where it is ahead most (-99 for an empty set)",
    ).short(Short::Lead),
    word(
        Board,
        "walk",
        &[Man, Square],
        Int,
        board::walk,
        "moves this king needs to a square if it may not step onto squares that enemy men other than the king attack now (99 if there is no way)",
    ),
    word(
        Board,
        "detour",
        &[Man, Set],
        Int,
        board::detour,
        "moves this king needs to a set around all squares the other side attacks now (99 if there is no way)",
    ),
    word(
        Board,
        "aligned",
        &[Square, Square],
        Bool,
        board::aligned,
        "on one file, rank or diagonal with nothing between",
    ),
    word(
        Board,
        "queen_lines",
        &[Square],
        Set,
        board::queen_lines,
        "the squares a queen on this square would attack, pawns not counted as obstacles",
    ),
    word(
        Board,
        "safe_checks",
        &[Man],
        Set,
        board::safe_checks,
        "where a man can go with check, its side being on move, and cannot be taken there",
    ),
    word(Board, "mates", &[], Bool, board::mates, "the side to move can mate at once"),
    word(
        Board,
        "wins_by_check",
        &[Man, Man],
        Bool,
        board::wins_by_check,
        "the first man, its side being on move, has a check after which the second falls whatever the answer (a skewer or a double attack)",
    ),
    word(
        Board,
        "promotes",
        &[Man],
        Bool,
        board::promotes,
        "the side to move can push this pawn to its promotion square, where the enemy cannot take it",
    ),
];

static SIGNATURES: LazyLock<Vec<Signature>> = LazyLock::new(|| WORDS.iter().map(|w| w.signature).collect());

impl Vocabulary for Endgames {
    type Scene = Scene;

    fn header(&self) -> &'static str {
        "endgame"
    }

    fn words(&self) -> &[Signature] {
        &SIGNATURES
    }

    fn concludes(&self) -> Concludes {
        Concludes::Values
    }

    #[inline]
    fn call(&self, scene: &Scene, word: usize, args: &[Value]) -> Value {
        (WORDS[word].meaning)(scene, args)
    }

    #[inline]
    fn man(&self, scene: &Scene, place: usize) -> u8 {
        scene.man(place).square
    }

    fn strong_to_move(&self, scene: &Scene) -> bool {
        scene.strong_to_move
    }
}
