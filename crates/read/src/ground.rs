//! The ground a phrase stands on: "after 12.Nd5 Bxd5 White is better" speaks of the position at the line's end, and "if … then …" of
//! what comes of the condition.

use philidor_chess::shakmaty::{Chess, Color, Move, Position, san::SanPlus};

use crate::{
    judge::Manner,
    lexicon::Lexicon,
    notation::Said,
    read::{is_break, spoken_of},
    scene::About,
    text::{Kind, Token},
};

/// A line in a sentence that can be played, and where it leads.
#[derive(Debug, Clone)]
pub(crate) struct Ground {
    /// Its tokens end here.
    pub(crate) end: usize,
    /// The position at its end, with the move that led there.
    pub(crate) about: About,
    /// In standard notation.
    pub(crate) line: String,
}

impl Ground {
    /// Plays a row of moves from a position; nothing if it cannot be played.
    pub(crate) fn play(start: &Chess, row: &[Said], end: usize, around: &About) -> Option<Ground> {
        let mut pos = start.clone();
        let mut played: Vec<(Chess, Move)> = Vec::new();
        let mut line = String::new();
        for said in row {
            let mv = said.on(&pos)?;
            if !line.is_empty() {
                line.push(' ');
            }
            line += &SanPlus::from_move(pos.clone(), mv).to_string();
            let before = pos.clone();
            pos.play_unchecked(mv);
            played.push((before, mv));
        }
        let previous = played.len().checked_sub(2).and_then(|at| played.get(at)).map(|(_, mv)| *mv);
        let about = About {
            position: pos,
            last: played.pop(),
            previous,
            openings: around.openings.clone(),
            players: around.players.clone(),
            ..About::default()
        };
        Some(Ground { end, about, line })
    }

    /// How a phrase behind the line is said of its end; nothing if it plainly speaks of something else.
    pub(crate) fn manner(
        &self,
        tokens: &[&Token],
        (start, end): (usize, usize),
        lexicon: &Lexicon,
        he: Option<Color>,
    ) -> Option<Manner> {
        let between = tokens.get(self.end..start)?;
        let is = |list: &str, token: &&Token| token.word().is_some_and(|word| lexicon.is(list, word));
        // Brackets close a thought, and "instead" or "but" opens another.
        let elsewhere = |token: &&Token| {
            matches!(token.kind, Kind::Mark('(' | ')' | ';' | ':' | '.' | '?' | '!') | Kind::Move(_))
                || is("contrast", token)
        };
        let sign = |token: &&Token| matches!(token.kind, Kind::Mark('!' | '?' | '.'));
        let marks = between.iter().take_while(|token| sign(token)).count();
        if between[marks..].iter().any(elsewhere) {
            return None;
        }
        let clause =
            tokens[..start].iter().rposition(|token| is_break(token)).map_or(0, |at| at + 1).max(self.end);
        let clause_end = tokens[end..].iter().position(|token| is_break(token));
        let clause_end = clause_end.map_or(tokens.len(), |at| end + at);
        let within = |list: &str, from: usize, to: usize| tokens[from..to].iter().any(|t| is(list, t));
        let open = |token: &&Token| is("maybe", token) && !is("comes", token);
        let he = tokens[..start]
            .iter()
            .filter_map(|token| token.word())
            .fold(he, |he, word| spoken_of(word, lexicon).or(he));
        let plain =
            |token: &&Token| is("filler", token) || is("comes", token) || matches!(token.kind, Kind::Mark(_));
        Some(Manner {
            negated: crate::read::denied(tokens, start.saturating_sub(3).max(clause), start, lexicon),
            maybe: tokens[clause..clause_end].iter().any(open),
            past: within("past", clause, clause_end),
            soon: within("soon", clause, start),
            of_move: between.iter().all(plain),
            he,
            ..Manner::default()
        })
    }
}
