//! A position in 32 bytes.

use std::{
    io::{self, Write},
    path::Path,
};

use philidor_chess::shakmaty::{Board, CastlingMode, Chess, Color, Position, Role, Setup, Square};

/// Bytes of a record.
pub const RECORD_BYTES: usize = 32;

/// Why labelled positions could not be used.
#[derive(Debug, thiserror::Error)]
pub enum LabelError {
    /// A file could not be read or written.
    #[error("{path}: {error}")]
    File {
        /// Which file.
        path: String,
        /// What the system said.
        error: io::Error,
    },
    /// A file that is not ours.
    #[error("{path} holds no labelled positions: {why}; it is made by `philidor learn label`, make it again")]
    Broken {
        /// Which file.
        path: String,
        /// What is wrong.
        why: String,
    },
    /// The teacher failed.
    #[error("the teacher failed: {0}")]
    Teacher(String),
}

/// A quiet position with what is said about it, all as the side to move sees it: White in the record is the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Labelled {
    /// Squares with a man on them.
    pub occupied: u64,
    /// The men on these squares, from a1 to h8, four bits each: kind (0 pawn … 5 king), plus 8 for the side not to move.
    pub men: [u8; 16],
    /// The teacher's opinion in its centipawns.
    pub score: i16,
    /// Half points of the side to move in its game, if the position is from a game.
    pub half_points: Option<u8>,
    /// The game it comes from, which decides whether it is held out.
    pub game: u32,
}

/// Stands for "no result".
const NO_RESULT: u8 = 3;

impl Labelled {
    /// A position as it is kept. `white_half_points` is White's.
    pub fn new(pos: &Chess, score: i16, white_half_points: Option<u8>, game: u32) -> Labelled {
        let black = pos.turn() == Color::Black;
        let mut board: Board = pos.board().clone();
        if black {
            board.flip_vertical();
            board.swap_colors();
        }
        let mut men = [0_u8; 16];
        for (index, square) in board.occupied().into_iter().enumerate().take(32) {
            let Some(piece) = board.piece_at(square) else { continue };
            let code = kind(piece.role) | if piece.color.is_black() { 8 } else { 0 };
            men[index / 2] |= code << (4 * (index % 2));
        }
        let half_points = white_half_points.map(|points| if black { 2 - points } else { points });
        Labelled { occupied: board.occupied().into(), men, score, half_points, game }
    }

    /// The men: kind (0 pawn … 5 king), whether it belongs to the side not to move, square.
    pub fn men(&self) -> impl Iterator<Item = (usize, bool, usize)> + '_ {
        let mut left = self.occupied;
        (0..32).map_while(move |index| {
            if left == 0 {
                return None;
            }
            let square = left.trailing_zeros() as usize;
            left &= left - 1;
            let code = self.men[index / 2] >> (4 * (index % 2)) & 15;
            Some((usize::from(code & 7), code & 8 != 0, square))
        })
    }

    /// The position, White to move; castling and capturing in passing are not kept.
    pub fn position(&self) -> Option<Chess> {
        let mut setup = Setup::empty();
        for (kind, theirs, square) in self.men() {
            let role = Role::ALL.get(kind)?;
            setup.board.set_piece_at(Square::new(square as u32), role.of(Color::from_white(!theirs)));
        }
        setup.position(CastlingMode::Standard).ok()
    }

    /// As bytes, the same on every machine.
    pub fn to_bytes(&self) -> [u8; RECORD_BYTES] {
        let mut bytes = [0; RECORD_BYTES];
        bytes[..8].copy_from_slice(&self.occupied.to_le_bytes());
        bytes[8..24].copy_from_slice(&self.men);
        bytes[24..26].copy_from_slice(&self.score.to_le_bytes());
        bytes[26] = self.half_points.unwrap_or(NO_RESULT);
        bytes[28..].copy_from_slice(&self.game.to_le_bytes());
        bytes
    }

    /// Reads a record; says what is wrong with one that no position gives.
    pub fn from_bytes(bytes: &[u8; RECORD_BYTES]) -> Result<Labelled, String> {
        let [a, b, c, d, e, f, g, h, rest @ ..] = *bytes;
        let mut men = [0; 16];
        men.copy_from_slice(&rest[..16]);
        let record = Labelled {
            occupied: u64::from_le_bytes([a, b, c, d, e, f, g, h]),
            men,
            score: i16::from_le_bytes([rest[16], rest[17]]),
            half_points: (rest[18] != NO_RESULT).then_some(rest[18]),
            game: u32::from_le_bytes([rest[20], rest[21], rest[22], rest[23]]),
        };
        let many = record.occupied.count_ones();
        if !(2..=32).contains(&many) {
            return Err(format!("{many} men"));
        }
        if record.half_points.is_some_and(|points| points > 2) {
            return Err(format!("a result of {} half points", rest[18]));
        }
        if record.men().any(|(kind, _, _)| kind > 5) {
            return Err("a man of no kind".to_owned());
        }
        Ok(record)
    }
}

fn kind(role: Role) -> u8 {
    role as u8 - 1
}

/// Writes records beside the file and puts them in its place when they are whole.
pub fn write(path: &Path, records: &[Labelled]) -> Result<(), LabelError> {
    let failed = |error| LabelError::File { path: path.display().to_string(), error };
    let bytes: Vec<u8> = records.iter().flat_map(Labelled::to_bytes).collect();
    let write = || {
        let scratch = philidor_files::Scratch::new(path)?;
        scratch.file().write_all(&bytes)?;
        scratch.finish()
    };
    write().map_err(failed)
}

/// Reads a file of records.
pub fn read(path: &Path) -> Result<Vec<Labelled>, LabelError> {
    let name = || path.display().to_string();
    let bytes = std::fs::read(path).map_err(|error| LabelError::File { path: name(), error })?;
    from_bytes(&bytes).map_err(|why| LabelError::Broken { path: name(), why })
}

/// Reads records; says what is wrong with bytes that are none.
pub fn from_bytes(bytes: &[u8]) -> Result<Vec<Labelled>, String> {
    let (records, rest) = bytes.as_chunks::<RECORD_BYTES>();
    if !rest.is_empty() {
        return Err(format!("{} bytes are no whole number of records", bytes.len()));
    }
    let one =
        |(index, bytes)| Labelled::from_bytes(bytes).map_err(|why| format!("record {} has {why}", index + 1));
    records.iter().enumerate().map(one).collect()
}

#[cfg(test)]
mod tests {
    use philidor_chess::parse_fen;

    use super::*;

    #[test]
    fn a_record_is_what_the_side_to_move_sees() {
        let pos = parse_fen("4k3/8/8/8/3p4/8/8/R3K3 b - - 0 1").unwrap();
        let record = Labelled::new(&pos, -450, Some(2), 7);
        let men: Vec<_> = record.men().collect();
        // Turned round: our king e1, our pawn d5, their rook a8, their king e8.
        assert_eq!(men, [(5, false, 4), (0, false, 35), (3, true, 56), (5, true, 60)]);
        assert_eq!(record.half_points, Some(0));
        assert_eq!(Labelled::from_bytes(&record.to_bytes()), Ok(record));
        let full = Labelled::new(&Chess::default(), 20, None, 1);
        assert_eq!(full.men().count(), 32);
        assert_eq!(Labelled::from_bytes(&full.to_bytes()), Ok(full));
    }

    #[test]
    fn broken_files_are_named() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("x.bin");
        std::fs::write(&path, [0; 33]).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("33 bytes"));
        std::fs::write(&path, [0; 32]).unwrap();
        assert!(read(&path).unwrap_err().to_string().contains("record 1 has 0 men"));
        let records = [Labelled::new(&Chess::default(), 20, None, 1)];
        write(&path, &records).unwrap();
        assert_eq!(read(&path).unwrap(), records);
    }
}
