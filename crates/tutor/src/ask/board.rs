//! Answers that begin at the board: how pieces stand, why there is no castling, what the opening is called, whose move the last one was.

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::{Bitboard, CastlingSide, Color, Position, Role, Square, attacks};

use super::{
    Answer, Answering, AskError, forms::Typed, is_over, lexicon::Loose, lexicon::Who, more::speaks_of, moves,
    plain,
};
use crate::{
    claim::{About, Claim, Statement},
    plan::{PartKind, Policy},
    say::{Sentence, heading_key, role_key, sentence},
};

/// The men that are called pieces, the king apart.
const PIECES: [Role; 4] = [Role::Queen, Role::Rook, Role::Bishop, Role::Knight];

impl Answering<'_, '_> {
    /// An answer of one sentence about nothing that was searched.
    pub(super) fn one_sentence(&self, text: String) -> Answer {
        self.plain(vec![plain(self.word(heading_key(PartKind::Answer), &[]), vec![text])])
    }

    /// What is known of a side's pieces, and which of them have the fewest squares to go to.
    pub(super) fn pieces(&mut self, side: Option<Color>) -> Result<Answer, AskError> {
        let side = side.unwrap_or_else(|| self.context.position.turn());
        let board = self.context.position.board().clone();
        let own = board.by_color(side);
        let men = PIECES.into_iter().fold(Bitboard::EMPTY, |all, role| all | board.by_role(role)) & own;
        if men.is_empty() {
            return Ok(self.one_sentence(self.about("ask-no-pieces", side, None)));
        }
        let of_piece = |claim: &Claim| {
            let concept =
                claim.about == About::Position && matches!(claim.statement, Statement::Concept { .. });
            concept && PIECES.into_iter().any(|role| speaks_of(claim, side, role, None))
        };
        let mut answer = self.chosen(PartKind::Answer, of_piece, |_| String::new())?;
        if answer.claims.iter().any(|(claim, _)| is_over(claim)) {
            return Ok(answer);
        }
        let reach = |from: Square| {
            let piece = board.piece_at(from)?;
            Some((attacks::attacks(from, piece, board.occupied()) & !own).count())
        };
        let mut still: Vec<(usize, Square, Role)> =
            men.into_iter().filter_map(|from| Some((reach(from)?, from, board.role_at(from)?))).collect();
        still.sort_by_key(|(squares, from, _)| (*squares, *from));
        still.retain(|(squares, ..)| *squares <= Policy::ours().answers.few);
        let named = still.into_iter().take(Policy::ours().answers.still).map(|(squares, from, role)| {
            let mut args = FluentArgs::new();
            self.tutor.words.put(&role_key(role.into()), "man", &mut args);
            args.set("square", from.to_string());
            args.set("count", squares);
            self.tutor.words.text("ask-piece-squares", &args)
        });
        let list = named.collect::<Vec<_>>().join(", ");
        let said = match list.is_empty() {
            true => self.about("ask-free-pieces", side, None),
            false => sentence(&self.word("ask-few-squares", &[("list", &list)])),
        };
        let said = Sentence::plain(said);
        if let Some(section) = answer.sections.first_mut() {
            section.sentences.retain(|sentence| !sentence.text.is_empty());
            section.sentences.push(said);
        }
        Ok(answer)
    }

    /// The opening's name: that of the position, or of the one before the last move; and the structure of the pawns.
    pub(super) fn opening(&mut self) -> Result<Answer, AskError> {
        let named = |claim: &Claim| {
            claim.about == About::Position
                && matches!(claim.statement, Statement::Opening { .. } | Statement::Structure { .. })
        };
        let none = |answering: &Self| sentence(&answering.word("ask-no-opening", &[]));
        let mut here = self.chosen(PartKind::Answer, named, none)?;
        let found = here.claims.iter().any(|(claim, _)| matches!(claim.statement, Statement::Opening { .. }));
        let before = self
            .context
            .previous
            .filter(|(before, _)| !found && self.tutor.knowledge.openings.name(before).is_some());
        let Some((before, mv)) = before else {
            // A structure without the opening's name.
            if !found && !here.claims.is_empty() {
                let text = none(self);
                here.sections
                    .iter_mut()
                    .take(1)
                    .for_each(|s| s.sentences.insert(0, Sentence::plain(text.clone())));
            }
            return Ok(here);
        };
        let told = self.explain(before, Some(mv))?;
        let left = |claim: &Claim| matches!(claim.statement, Statement::Opening { .. });
        let sentences = self.shown(&told, left, 1);
        if sentences.is_empty() {
            return Ok(here);
        }
        let mut section = plain(self.word(heading_key(PartKind::Answer), &[]), Vec::new());
        section.sentences = sentences;
        Ok(self.answer(&told, vec![section], left))
    }

    /// What the last move changed. Who asks about the other side's move hears whose the last one was.
    pub(super) fn changed(&mut self, asked: Option<Who>) -> Result<Answer, AskError> {
        let Some((before, mv)) = self.context.previous else {
            // "Was that a mistake?", after a question about a move.
            let (pos, mv) = self.asked_about(None).map_err(|_| AskError::NoGame)?;
            return self.of_move(&pos, mv);
        };
        let mut answer = self.of_move(before, mv)?;
        let meant = match asked {
            Some(Who::White) => Some(Color::White),
            Some(Who::Black) => Some(Color::Black),
            _ => None,
        };
        if meant.is_some_and(|side| side != before.turn()) {
            let text = self.about("ask-last-move", before.turn(), None);
            answer
                .sections
                .first_mut()
                .into_iter()
                .for_each(|s| s.sentences.insert(0, Sentence::plain(text.clone())));
        }
        Ok(answer)
    }

    /// Why the castling that is asked about is not possible; nothing if it is, or if something else is asked.
    pub(super) fn no_castling(&self, typed: Option<&Typed>) -> Option<String> {
        let typed = typed?;
        let wings: &[CastlingSide] = match (typed.loose, typed.text.replace('0', "O").to_uppercase().as_str())
        {
            (Some(Loose::Castle(None)), _) => &[CastlingSide::KingSide, CastlingSide::QueenSide],
            (Some(Loose::Castle(Some(CastlingSide::KingSide))), _) | (None, "O-O") => {
                &[CastlingSide::KingSide]
            }
            (Some(Loose::Castle(Some(CastlingSide::QueenSide))), _) | (None, "O-O-O") => {
                &[CastlingSide::QueenSide]
            }
            _ => return None,
        };
        let pos = self.context.position;
        let can = |pos: &philidor_chess::shakmaty::Chess| {
            !matches!(
                moves::read(pos, typed, &self.letters()),
                Err(AskError::Illegal { .. } | AskError::Over)
            )
        };
        if can(pos)
            || self.context.previous.is_some_and(|(before, _)| can(before))
            || pos.legal_moves().is_empty()
        {
            return None;
        }
        let turn = pos.turn();
        let reason = |wing: CastlingSide| {
            let castles = pos.castles();
            if !castles.has(turn, wing) {
                "ask-castle-right"
            } else if pos.is_check() {
                "ask-castle-check"
            } else if (castles.path(turn, wing) & pos.board().occupied()).any() {
                "ask-castle-path"
            } else {
                "ask-castle-attacked"
            }
        };
        let told = wings.iter().map(|&wing| {
            let name = if wing == CastlingSide::KingSide { "O-O" } else { "O-O-O" };
            sentence(&self.word(reason(wing), &[("move", name)]))
        });
        Some(told.collect::<Vec<_>>().join(" "))
    }
}
