//! A position as rules see it: the side they speak for plays up the board, whatever its colour.
//!
//! A scene is a handful of bytes, so that millions of them can be looked at. Positions with pawns are mirrored so
//! that the first pawn (the smallest placement, as in the tables) stands on files a to d.

use philidor_chess::{
    Material, Piece,
    geometry::Symmetry,
    shakmaty::{Bitboard, Board, Color, Role, Square, attacks},
};

/// Most men, kings included.
pub const MOST_MEN: usize = 5;

/// The place of the strong side's king among the men.
pub const STRONG_KING: usize = 0;
/// The place of the other king.
pub const WEAK_KING: usize = 1;

/// A man.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Man {
    /// True if it belongs to the side the rules speak for.
    pub strong: bool,
    /// Its kind.
    pub role: Role,
    /// Where it stands (a1 = 0).
    pub square: u8,
}

/// A position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Scene {
    men: [Man; MOST_MEN],
    count: u8,
    /// Whose move it is.
    pub strong_to_move: bool,
}

/// The men of a material in the order of a scene: kings, pieces (the strong side's first), pawns.
pub fn men_of(material: Material) -> Vec<(bool, Role)> {
    let mut men = vec![(true, Role::King), (false, Role::King)];
    for pawns in [false, true] {
        for color in [Color::White, Color::Black] {
            let of = material.pieces(color).filter(|&p| (p == Piece::Pawn) == pawns);
            men.extend(of.map(|p| (color.is_white(), p.role())));
        }
    }
    men
}

impl Scene {
    /// The kings alone.
    pub fn kings(strong: u8, weak: u8, strong_to_move: bool) -> Scene {
        let king = |strong, square| Man { strong, role: Role::King, square };
        let mut men = [king(true, strong); MOST_MEN];
        men[WEAK_KING] = king(false, weak);
        Scene { men, count: 2, strong_to_move }
    }

    /// The same with a man more; like men must be added in order of squares.
    ///
    /// # Panics
    /// If there are five men already.
    pub fn add(&mut self, strong: bool, role: Role, square: u8) {
        self.men[usize::from(self.count)] = Man { strong, role, square };
        self.count += 1;
    }

    /// A position of a table, given by its men in the table's colours.
    pub fn of_men(wk: u8, bk: u8, men: &[(Color, Piece, u8)], to_move: Color) -> Scene {
        let mut scene = Scene::kings(wk, bk, to_move.is_white());
        for &(color, piece, sq) in men {
            scene.add(color.is_white(), piece.role(), sq);
        }
        scene
    }

    /// A board seen by the side `strong`; `None` with more men than a table has.
    pub fn of(board: &Board, turn: Color, strong: Color) -> Option<(Scene, Frame)> {
        if board.occupied().count() > MOST_MEN {
            return None;
        }
        let flip = if strong.is_white() { 0 } else { 56 };
        let king = |color| board.king_of(color).map(|sq| sq as u8 ^ flip);
        let mut scene = Scene::kings(king(strong)?, king(!strong)?, turn == strong);
        for pawns in [false, true] {
            for color in [strong, !strong] {
                for piece in Piece::ALL {
                    if (piece == Piece::Pawn) == pawns {
                        let mut squares: Vec<u8> = (board.by_color(color) & board.by_role(piece.role()))
                            .into_iter()
                            .map(|sq| sq as u8 ^ flip)
                            .collect();
                        squares.sort_unstable();
                        for sq in squares {
                            scene.add(color == strong, piece.role(), sq);
                        }
                    }
                }
            }
        }
        let mirrored = scene.fold();
        Some((scene, Frame { flipped: flip != 0, mirrored }))
    }

    /// All men; kings first.
    #[inline]
    pub fn men(&self) -> &[Man] {
        &self.men[..usize::from(self.count)]
    }

    /// A man.
    #[inline]
    pub fn man(&self, place: usize) -> Man {
        self.men[place]
    }

    /// Puts a man elsewhere.
    #[inline]
    pub fn put(&mut self, place: usize, square: u8) {
        self.men[place].square = square;
    }

    /// Mirrors the files if the pawns ask for it, as the tables do; says whether.
    pub fn fold(&mut self) -> bool {
        let mirror = self.is_mirrored();
        if mirror {
            for man in &mut self.men[..usize::from(self.count)] {
                man.square ^= 7;
            }
            self.sort();
        }
        mirror
    }

    /// True if the mirror image is the one that tables hold. Only pawns decide, and then White's king.
    fn is_mirrored(&self) -> bool {
        let mut plain = [255u8; 6];
        let mut image = [255u8; 6];
        let (mut s, mut w) = (0, 3);
        for man in self.men() {
            if man.role == Role::Pawn {
                let at = if man.strong { &mut s } else { &mut w };
                plain[*at] = man.square;
                image[*at] = man.square ^ 7;
                *at += 1;
            }
        }
        if s == 0 && w == 3 {
            return false;
        }
        for half in [&mut plain, &mut image] {
            half[..3].sort_unstable();
            half[3..].sort_unstable();
        }
        match plain.cmp(&image) {
            std::cmp::Ordering::Less => false,
            std::cmp::Ordering::Greater => true,
            std::cmp::Ordering::Equal => self.men[STRONG_KING].square & 7 > 3,
        }
    }

    /// Brings like men into the order of their squares.
    pub fn sort(&mut self) {
        let men = &mut self.men[2..usize::from(self.count)];
        for i in 1..men.len() {
            let mut j = i;
            while j > 0
                && (men[j - 1].strong, men[j - 1].role) == (men[j].strong, men[j].role)
                && men[j - 1].square > men[j].square
            {
                men.swap(j - 1, j);
                j -= 1;
            }
        }
    }

    /// The other side's view: colours exchanged, board turned upside down. Pieces keep the order of a scene.
    #[must_use]
    pub fn flipped(&self) -> Scene {
        self.flipped_in_frame().0
    }

    /// The same, and whether its files were mirrored then.
    pub fn flipped_in_frame(&self) -> (Scene, bool) {
        let mut out = Scene::kings(
            self.men[WEAK_KING].square ^ 56,
            self.men[STRONG_KING].square ^ 56,
            !self.strong_to_move,
        );
        for pawns in [false, true] {
            for strong in [false, true] {
                for man in &self.men()[2..] {
                    if (man.role == Role::Pawn) == pawns && man.strong == strong {
                        out.add(!strong, man.role, man.square ^ 56);
                    }
                }
            }
        }
        out.sort();
        let mirrored = out.fold();
        (out, mirrored)
    }

    /// The same under a symmetry of the board.
    #[must_use]
    pub fn under(&self, symmetry: Symmetry) -> Scene {
        let mut out = *self;
        for man in &mut out.men[..usize::from(self.count)] {
            man.square = symmetry.square(Square::new(u32::from(man.square))) as u8;
        }
        out.sort();
        out
    }

    /// All occupied squares.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.men().iter().fold(0, |set, man| set | 1 << man.square)
    }

    /// All occupied squares but that of one man.
    pub(crate) fn occupied_without(&self, place: usize) -> u64 {
        let others = self.men().iter().enumerate().filter(|&(i, _)| i != place);
        others.fold(0, |set, (_, man)| set | 1 << man.square)
    }

    /// The squares of one side's men.
    #[inline]
    pub fn of_side(&self, strong: bool) -> u64 {
        self.men().iter().filter(|m| m.strong == strong).fold(0, |set, man| set | 1 << man.square)
    }

    /// The squares a man attacks.
    #[inline]
    pub fn attacks(&self, place: usize) -> u64 {
        attacks_of(self.men[place], self.occupied())
    }

    /// The squares a side attacks; its opponent's king does not stand in the way of lines.
    pub fn attacked_by(&self, strong: bool) -> u64 {
        let occupied = self.occupied() & !(1 << self.men[usize::from(strong)].square);
        self.men().iter().filter(|m| m.strong == strong).fold(0, |set, &man| set | attacks_of(man, occupied))
    }

    /// The king of a side.
    #[inline]
    pub fn king(&self, strong: bool) -> u8 {
        self.men[usize::from(!strong)].square
    }

    /// True if a side's king is attacked.
    #[inline]
    pub fn is_attacked_king(&self, strong: bool) -> bool {
        let occupied = self.occupied();
        let king = 1u64 << self.king(strong);
        self.men().iter().any(|&m| m.strong != strong && attacks_of(m, occupied) & king != 0)
    }

    /// The position on a board, with the strong side as `strong`, the frame undone.
    pub fn board(&self, frame: Frame) -> (Board, Color) {
        let mut board = Board::empty();
        let strong = if frame.flipped { Color::Black } else { Color::White };
        for man in self.men() {
            let color = if man.strong { strong } else { !strong };
            board.set_piece_at(frame.out(man.square), man.role.of(color));
        }
        (board, if self.strong_to_move { strong } else { !strong })
    }

    /// The material, the strong side as White.
    pub fn material(&self) -> Material {
        self.men()[2..].iter().fold(Material::KK, |m, man| match Piece::from_role(man.role) {
            Some(piece) => m.with(if man.strong { Color::White } else { Color::Black }, piece),
            None => m,
        })
    }

    /// As tables take it: men other than the kings, the strong side as White.
    pub fn table_men(&self) -> impl Iterator<Item = (Color, Piece, u8)> + '_ {
        self.men()[2..].iter().filter_map(|man| {
            let color = if man.strong { Color::White } else { Color::Black };
            Some((color, Piece::from_role(man.role)?, man.square))
        })
    }

    /// Takes a man off.
    pub(crate) fn remove(&mut self, place: usize) {
        let count = usize::from(self.count);
        self.men.copy_within(place + 1..count, place);
        self.count -= 1;
    }

    /// Makes a pawn something else and brings the men back into order.
    pub(crate) fn promote(&mut self, place: usize, role: Role) {
        self.men[place].role = role;
        let key = |m: &Man| (m.role == Role::Pawn, !m.strong, Piece::from_role(m.role), m.square);
        let count = usize::from(self.count);
        self.men[2..count].sort_unstable_by_key(key);
    }
}

/// What was done to a board to see it as a scene.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Frame {
    /// The strong side is Black: ranks turned.
    pub flipped: bool,
    /// Files mirrored.
    pub mirrored: bool,
}

impl Frame {
    /// A scene's square on the real board.
    pub fn out(self, square: u8) -> Square {
        let turned = square ^ if self.flipped { 56 } else { 0 } ^ if self.mirrored { 7 } else { 0 };
        Square::new(u32::from(turned & 63))
    }

    /// A set of a scene's squares on the real board.
    pub fn set(self, set: u64) -> Bitboard {
        Symmetry::new(self.mirrored, self.flipped, false).bitboard(Bitboard(set))
    }
}

/// The squares a man attacks.
#[inline]
pub(crate) fn attacks_of(man: Man, occupied: u64) -> u64 {
    let sq = Square::new(u32::from(man.square));
    match man.role {
        Role::Pawn => attacks::pawn_attacks(if man.strong { Color::White } else { Color::Black }, sq).0,
        role => attacks::attacks(sq, role.of(Color::White), Bitboard(occupied)).0,
    }
}
