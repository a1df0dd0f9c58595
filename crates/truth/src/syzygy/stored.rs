//! Which half of a table a DTZ file holds. Only its head is read; distances are the prober's business.

use std::{fs::File, io::Read, path::Path};

use philidor_chess::{Material, Piece, shakmaty::Color};

use crate::solve::Man;

/// The longest head of a file with up to five men.
const HEAD: u64 = 1 << 17;
/// A file of distances to zeroing.
const MAGIC: [u8; 4] = [0xd7, 0x66, 0x0c, 0xa5];
/// The second half of a flag byte says: all values are one.
const SINGLE_VALUE: u8 = 0x80;

/// The side to move that a file holds, by the file (a to d) of its outermost leading pawn.
#[derive(Debug)]
pub(super) struct Stored {
    /// Which colour's pawns lead; `None` without pawns.
    lead: Option<Color>,
    /// One for each part, or none: both sides.
    sides: Option<Vec<Color>>,
}

impl Stored {
    /// Reads the head of a material's file; `None` if there is none, or none that we understand.
    pub(super) fn read(dir: &Path, material: Material) -> Option<Stored> {
        let name = material.to_string();
        let second = name.rfind('K').filter(|&at| at > 0)?;
        let path = dir.join(format!("{}v{}.rtbz", &name[..second], &name[second..]));
        let mut head = Vec::new();
        File::open(path).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
        Stored::parse(&head, material)
    }

    fn parse(head: &[u8], material: Material) -> Option<Stored> {
        let count = |color| Piece::ALL.into_iter().map(|p| material.count(color, p)).collect::<Vec<_>>();
        if count(Color::White) == count(Color::Black) {
            return Some(Stored { lead: None, sides: None });
        }
        if head.get(..4)? != MAGIC {
            return None;
        }
        let pawns = |color| material.count(color, Piece::Pawn) > 0;
        let both = pawns(Color::White) && pawns(Color::Black);
        let parts = if material.has_pawns() { 4 } else { 1 };
        let order = 1 + usize::from(both);
        // 1. The men, one nibble each: pawn to king from 1, Black's eight more.
        let men: Vec<u8> = head.get(5 + order..5 + order + material.men())?.iter().map(|b| b & 15).collect();
        let named = |code: u8| {
            let piece = match code & 7 {
                1 => Piece::Pawn,
                2 => Piece::Knight,
                3 => Piece::Bishop,
                4 => Piece::Rook,
                5 => Piece::Queen,
                _ => return None,
            };
            Some((Color::from_white(code & 8 == 0), piece))
        };
        let spelled = men.iter().filter_map(|&c| named(c)).fold(Material::KK, |m, (c, p)| m.with(c, p));
        let flipped = spelled != material;
        let own = |color: Color| if flipped { !color } else { color };
        let lead = named(men[0]).filter(|man| man.1 == Piece::Pawn).map(|man| own(man.0));
        // 2. How each part is packed; its first bit is the side to move.
        let mut at = 5 + parts * (order + material.men());
        at += at & 1;
        let mut sides = Vec::with_capacity(parts);
        for _ in 0..parts {
            let flags = *head.get(at)?;
            sides.push(own(Color::from_black(flags & 1 == 1)));
            if flags & SINGLE_VALUE != 0 {
                at += 2;
                continue;
            }
            let lengths = head.get(at + 8)?.checked_sub(*head.get(at + 9)?)? as usize + 1;
            at += 10 + 2 * lengths;
            let symbols = usize::from(u16::from_le_bytes([*head.get(at)?, *head.get(at + 1)?]));
            at += 2 + 3 * symbols + (symbols & 1);
        }
        Some(Stored { lead, sides: Some(sides) })
    }

    /// True if the file holds the distance of a position.
    pub(super) fn holds(&self, men: &[Man], to_move: Color) -> bool {
        let Some(sides) = &self.sides else { return true };
        let fold = |sq: u8| usize::from((sq & 7).min(7 - (sq & 7)));
        let leading = men.iter().filter(|m| m.1 == Piece::Pawn && Some(m.0) == self.lead);
        let part = leading.map(|m| fold(m.2)).min().unwrap_or(0);
        sides.get(part).is_none_or(|&side| side == to_move)
    }
}
