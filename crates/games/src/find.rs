//! Games that somebody looks for: by player, opening, result, men on the board, or a position they went through.

use philidor_chess::{
    Material,
    shakmaty::{Chess, EnPassantMode, Position, zobrist::Zobrist64},
};

use crate::record::Record;

/// What is looked for; a game must have all of it.
#[derive(Debug, Clone, Default)]
pub struct Wanted {
    /// A part of a player's name.
    pub player: Option<String>,
    /// The beginning of the opening's code, or a part of its name, as the game's tags have them.
    pub opening: Option<String>,
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub result: Option<String>,
    /// Men on the board at some moment, whichever side has which.
    pub material: Option<Material>,
    /// A position of the game, whoever is to move in it.
    pub position: Option<Chess>,
}

fn holds(text: Option<&str>, part: &str) -> bool {
    text.is_some_and(|text| text.to_lowercase().contains(&part.to_lowercase()))
}

fn key(pos: &Chess) -> Zobrist64 {
    pos.zobrist_hash(EnPassantMode::Legal)
}

impl Wanted {
    /// Nothing is asked for, so every game fits.
    pub fn is_empty(&self) -> bool {
        let Wanted { player, opening, result, material, position } = self;
        player.is_none() && opening.is_none() && result.is_none() && material.is_none() && position.is_none()
    }

    /// Half-moves after which the game has what is wanted (0 if no position or material is), or nothing if it never does.
    pub fn fits(&self, record: &Record) -> Option<usize> {
        let named = |part: &String| holds(record.tag("White"), part) || holds(record.tag("Black"), part);
        let opened = |part: &String| {
            let code = |code: &str| code.to_lowercase().starts_with(&part.to_lowercase());
            record.tag("ECO").is_some_and(code) || holds(record.tag("Opening"), part)
        };
        let fits = self.player.as_ref().is_none_or(named)
            && self.opening.as_ref().is_none_or(opened)
            && self.result.as_ref().is_none_or(|result| result == record.result);
        if !fits {
            return None;
        }
        if self.position.is_none() && self.material.is_none() {
            return Some(0);
        }
        let wanted = self.position.as_ref().map(key);
        let material = self.material.map(Material::canonical);
        let there = |pos: &Chess| {
            wanted.is_none_or(|wanted| wanted == key(pos))
                && material.is_none_or(|material| material == Material::of(pos.board()).canonical())
        };
        let mut pos = record.start.clone();
        if there(&pos) {
            return Some(0);
        }
        for (ply, played) in record.plies.iter().enumerate() {
            pos.play_unchecked(played.mv);
            if there(&pos) {
                return Some(ply + 1);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use philidor_chess::parse_fen;

    use super::*;
    use crate::record::Records;

    #[test]
    fn games_are_found_by_what_they_have() {
        let text = "[White \"Anderssen, A\"]\n[ECO \"C33\"]\n\n1. e4 e5 2. f4 exf4 1-0\n\n[White \"Other\"]\n\n1. d4 0-1\n";
        let games = || {
            let mut records = Records::of_text(text.to_owned());
            std::iter::from_fn(move || records.next_record().unwrap()).collect::<Vec<_>>()
        };
        let found = |wanted: Wanted| games().iter().map(|game| wanted.fits(game)).collect::<Vec<_>>();
        let text = |text: &str| Some(text.to_owned());
        assert_eq!(found(Wanted { player: text("anders"), ..Wanted::default() }), [Some(0), None]);
        assert_eq!(found(Wanted { opening: text("c3"), ..Wanted::default() }), [Some(0), None]);
        assert_eq!(found(Wanted { result: text("0-1"), ..Wanted::default() }), [None, Some(0)]);
        let pos = parse_fen("rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2").unwrap();
        assert_eq!(found(Wanted { position: Some(pos), ..Wanted::default() }), [Some(3), None]);
        assert_eq!(found(Wanted::default()), [Some(0), Some(0)]);
    }
}
