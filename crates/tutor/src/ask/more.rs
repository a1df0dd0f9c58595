//! Answers that choose among the claims of a position: by side, by man, by what is won.

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::{Chess, Color, Move, Position, Role};

use super::{
    Answer, Answering, AskError, Topic, Typed, is_over,
    lexicon::{TheMan, Who},
    moves, plain,
    subjects::subjects,
    understand,
};
use crate::{
    claim::{About, Claim, Payoff, Statement},
    explain::Explanation,
    plan::{Form, PartKind, Point, Policy, Scene, Shown},
    say::{Section, Sentence, Voice, heading_key, role_key, sentence, side_key},
};
use philidor_claims::Goal;

impl Answering<'_, '_> {
    /// The side that is meant.
    pub(super) fn colour(&self, who: Who) -> Color {
        let turn = self.context.position.turn();
        match who {
            Who::White => Color::White,
            Who::Black => Color::Black,
            Who::Me => turn,
            Who::Other => !turn,
        }
    }

    /// A sentence about a side, and perhaps a man on a square.
    pub(super) fn about(&self, key: &str, side: Color, man: Option<(Role, Option<String>)>) -> String {
        let mut args = FluentArgs::new();
        self.tutor.words.put(side_key(side.into()), "side", &mut args);
        if let Some((role, square)) = man {
            self.tutor.words.put(&role_key(role.into()), "man", &mut args);
            args.set("square", square.unwrap_or_default());
        }
        sentence(&self.tutor.words.text(key, &args))
    }

    /// Explains the position and keeps these parts; of a game that is over, everything.
    fn sections(&mut self, kinds: &[PartKind]) -> Result<(Explanation, Vec<Section>), AskError> {
        let told = self.explain(&self.context.position.clone(), None)?;
        let mut all = self.tell(&told);
        if !told.claims.iter().any(is_over) {
            all.retain(|section| kinds.contains(&section.kind));
        }
        Ok((told, all))
    }

    /// Claims with the lines that show them, each a sentence.
    pub(super) fn shown(
        &self,
        told: &Explanation,
        wanted: impl Fn(&Claim) -> bool,
        most: usize,
    ) -> Vec<Sentence> {
        let tutor = &self.tutor;
        let mut voice = Voice::new(tutor.words, tutor.level, tutor.seed);
        let scene = Scene {
            position: &told.position,
            claims: &told.claims,
            lines: &told.lines,
            subject: None,
            level: tutor.level,
            policy: Policy::ours(),
        };
        let places = (0..told.claims.len()).filter(|&at| wanted(&told.claims[at]));
        let point = |at| Point { rank: 0, form: Form::Shown(Shown::Whole), claims: vec![at] };
        let mut sentences: Vec<Sentence> = Vec::new();
        for said in places.filter_map(|at| voice.sentence(&scene, &point(at))) {
            if sentences.len() < most && sentences.iter().all(|other| other.text != said.text) {
                sentences.push(said);
            }
        }
        sentences
    }

    /// An answer of claims that fit, or the words for there being none.
    pub(super) fn chosen(
        &mut self,
        kind: PartKind,
        wanted: impl Fn(&Claim) -> bool + Copy,
        none: impl Fn(&Self) -> String,
    ) -> Result<Answer, AskError> {
        let (told, over) = self.sections(&[])?;
        if !over.is_empty() {
            return Ok(self.answer(&told, over, |_| false));
        }
        let mut sentences = self.shown(&told, wanted, Policy::ours().answers.claims);
        if sentences.is_empty() {
            sentences.push(Sentence::plain(none(self)));
        }
        let heading = self.word(heading_key(kind), &[]);
        Ok(self.answer(&told, vec![Section { kind, heading, sentences }], wanted))
    }

    /// What a side intends; without a side, what both do.
    pub(super) fn plan(&mut self, side: Option<Color>) -> Result<Answer, AskError> {
        let Some(side) = side else {
            return self.part(Some("ask-no-plan"), About::Plan, PartKind::Plans);
        };
        let (told, mut sections) = self.sections(&[PartKind::Plans])?;
        if told.claims.iter().any(is_over) {
            return Ok(self.answer(&told, sections, |_| false));
        }
        let wanted = |claim: &Claim| claim.about == About::Plan && claim.side == side;
        for section in &mut sections {
            section.sentences.retain(|said| said.claims.iter().all(|&at| wanted(&told.claims[at])));
        }
        sections.retain(|section| !section.sentences.is_empty());
        if sections.is_empty() {
            let told_elsewhere = |claim: &Claim| {
                let doing = matches!(
                    claim.statement,
                    Statement::Mate { .. }
                        | Statement::Material { .. }
                        | Statement::Plan { .. }
                        | Statement::Idea { .. }
                );
                wanted(claim) && doing
            };
            let mut sentences = self.shown(&told, told_elsewhere, Policy::ours().answers.plans);
            if sentences.is_empty() {
                sentences.push(Sentence::plain(self.about("ask-no-plan-of", side, None)));
            }
            let heading = self.word(heading_key(PartKind::Plans), &[]);
            sections.push(Section { kind: PartKind::Plans, heading, sentences });
        }
        Ok(self.answer(&told, sections, wanted))
    }

    /// The best moves of the side to move; of the other side, what it does in the line of best play.
    pub(super) fn best(&mut self, side: Option<Color>) -> Result<Answer, AskError> {
        let turn = self.context.position.turn();
        if side.is_none_or(|side| side == turn) {
            return self.part(None, About::Alternative, PartKind::Candidates);
        }
        let mut answer = self.plan(side)?;
        if let Some(first) = answer.sections.first_mut() {
            first.sentences.insert(0, Sentence::plain(self.about("ask-to-move", turn, None)));
        }
        Ok(answer)
    }

    /// What a side threatens: the side to move has moves rather than threats.
    pub(super) fn threat(&mut self, side: Option<Color>) -> Result<Answer, AskError> {
        if side == Some(self.context.position.turn()) {
            return self.tactics(side);
        }
        self.part(Some("ask-no-threat"), About::Threat, PartKind::Threat)
    }

    /// The threat, and the best moves.
    pub(super) fn stop(&mut self) -> Result<Answer, AskError> {
        let (told, mut sections) = self.sections(&[PartKind::Threat, PartKind::Candidates])?;
        let over = told.claims.iter().any(is_over);
        if !over && !sections.iter().any(|section| section.kind == PartKind::Threat) {
            let text = sentence(&self.word("ask-no-threat", &[]));
            sections.insert(0, plain(self.word(heading_key(PartKind::Threat), &[]), vec![text]));
        }
        Ok(self.answer(&told, sections, |c| matches!(c.about, About::Threat | About::Alternative)))
    }

    /// What is won by force in the best line, what is threatened, and captures that lose.
    pub(super) fn tactics(&mut self, side: Option<Color>) -> Result<Answer, AskError> {
        let wanted = move |claim: &Claim| {
            let wins = match claim.statement {
                Statement::Mate { .. } | Statement::Material { .. } | Statement::Sacrifice { .. } => {
                    claim.about == About::Plan
                }
                Statement::Threat { .. } => claim.about == About::Threat,
                Statement::Pitfall { .. } => true,
                _ => false,
            };
            wins && side.is_none_or(|side| claim.side == side)
        };
        self.chosen(PartKind::Answer, wanted, |answering| match side {
            Some(side) => answering.about("ask-no-gain-of", side, None),
            None => sentence(&answering.word("ask-no-gain", &[])),
        })
    }

    /// Exchanges in the line of best play; of one kind of man, if that is asked about.
    pub(super) fn trade(&mut self, man: Option<TheMan>) -> Result<Answer, AskError> {
        let exchange = |claim: &Claim| match claim.statement {
            Statement::Plan { goal: Goal::Exchange { own, enemy, .. } } => {
                let named = |man: TheMan| [own, enemy].contains(&philidor_claims::Role::from(man.role));
                claim.about == About::Plan && man.is_none_or(named)
            }
            _ => false,
        };
        self.chosen(PartKind::Plans, exchange, |answering| sentence(&answering.word("ask-no-trade", &[])))
    }

    /// Whose man is meant: that of the side named, of the man on its square, or of who is to move.
    pub(super) fn owner(&self, side: Option<Color>, man: TheMan) -> Color {
        let board = self.context.position.board();
        let there = man.square.and_then(|square| board.color_at(square));
        side.or(there).unwrap_or_else(|| self.context.position.turn())
    }

    /// A question about a side, and perhaps a man of it, as it was understood.
    pub(super) fn asked_of(&self, key: &str, side: Color, man: Option<TheMan>) -> String {
        let mut args = FluentArgs::new();
        self.tutor.words.put(side_key(side.into()), "side", &mut args);
        if let Some(man) = man {
            self.tutor.words.put(&role_key(man.role.into()), "man", &mut args);
        }
        self.tutor.words.text(key, &args)
    }

    /// What is known of a man, or of all men of a kind.
    pub(super) fn man(&mut self, side: Option<Color>, man: Option<TheMan>) -> Result<Answer, AskError> {
        let Some(man) = man else { return self.part(None, About::Position, PartKind::Standing) };
        let board = self.context.position.board().clone();
        let side = self.owner(side, man);
        let all = board.by_color(side) & board.by_role(man.role);
        let named = man.square.is_none_or(|square| all.contains(square));
        if all.is_empty() || !named {
            let key = if man.square.is_some() { "ask-no-man-there" } else { "ask-no-such-man" };
            let text = self.about(key, side, Some((man.role, man.square.map(|square| square.to_string()))));
            return Ok(self.plain(vec![plain(self.word(heading_key(PartKind::Answer), &[]), vec![text])]));
        }
        // With a single one nobody asks which.
        let square = man.square.filter(|_| all.count() > 1);
        let wanted = |claim: &Claim| speaks_of(claim, side, man.role, square.map(Into::into));
        self.chosen(PartKind::Answer, wanted, |answering| {
            answering.about("ask-nothing-of-man", side, Some((man.role, None)))
        })
    }

    /// Why the game was lost: one position tells how it stands, not how it came about.
    pub(super) fn lost(&mut self) -> Result<Answer, AskError> {
        let mut answer = self.part(None, About::Position, PartKind::Standing)?;
        let text = sentence(&self.word("ask-whole-game", &[]));
        answer.sections.last_mut().into_iter().for_each(|s| s.sentences.push(Sentence::plain(text.clone())));
        Ok(answer)
    }

    /// What the last move teaches; without one, what the position is about.
    pub(super) fn lesson(&mut self) -> Result<Answer, AskError> {
        if let Some((before, mv)) = self.context.previous {
            return self.of_move(before, mv);
        }
        let (told, sections) = self.sections(&[PartKind::Standing, PartKind::Plans])?;
        Ok(self.answer(&told, sections, |c| matches!(c.about, About::Position | About::Plan)))
    }

    /// What the best line wins, or which man begins it. Neither lines nor claims are given with it: they would tell the move.
    pub(super) fn hint(&mut self) -> Result<Answer, AskError> {
        let (told, over) = self.sections(&[])?;
        if !over.is_empty() {
            return Ok(self.answer(&told, over, |_| false));
        }
        let turn = told.position.turn();
        let won = told.claims.iter().find_map(|claim| match &claim.statement {
            _ if claim.about != About::Plan || claim.side != turn => None,
            Statement::Mate { .. } => Some(self.about("ask-hint-mate", turn, None)),
            Statement::Material { payoff: Payoff::Promotion, .. } => {
                Some(self.about("ask-hint-promotion", turn, None))
            }
            Statement::Material { trade, .. } => {
                let role = trade.won.iter().max_by_key(|role| role.points())?;
                Some(self.about("ask-hint-win", turn, Some(((*role).into(), None))))
            }
            _ => None,
        });
        let first = told.lines.first().and_then(|look| look.line.steps().first()).map(|step| step.mv);
        let moved = first.and_then(|mv| Some((mv.role(), Some(mv.from()?.to_string()))));
        let text = won.or_else(|| moved.map(|man| self.about("ask-hint-man", turn, Some(man))));
        let heading = self.word("heading-hint", &[]);
        Ok(self.plain(vec![plain(heading, text.into_iter().collect())]))
    }

    /// The move that is asked about, or the one of the question before; a move that is not legal here may be the answer to that.
    pub(super) fn asked_about(&self, typed: Option<Typed>) -> Result<(Chess, Move), AskError> {
        let language = self.tutor.words.language();
        let before = self.context.asked.and_then(|asked| understand(asked, language, None)?.holes.mv);
        let Some(typed) = typed else {
            return match (before, self.context.previous) {
                (Some(before), _) => self.resolve(&before),
                // "Was it good?", of the last move.
                (None, Some((pos, mv))) if matches!(self.topic, Topic::Good | Topic::Bad) => {
                    Ok((pos.clone(), mv))
                }
                (None, _) => Err(AskError::WhichMove),
            };
        };
        let here = self.resolve(&typed);
        if let (Err(AskError::Illegal { .. }), Some(before)) = (&here, before)
            && let Ok((mut pos, mv)) = self.resolve(&before)
        {
            pos.play_unchecked(mv);
            if let Ok(reply) = moves::read(&pos, &typed, &self.letters()) {
                return Ok((pos, reply));
            }
        }
        here
    }
}

/// Whether a claim is about a man of a side: what the position says of it, and what threatens it.
pub(super) fn speaks_of(
    claim: &Claim,
    side: Color,
    role: Role,
    square: Option<philidor_claims::Square>,
) -> bool {
    let kind = philidor_claims::Role::from(role);
    let at = |claim: &Claim| square.is_none_or(|square| claim.squares().contains(square));
    match &claim.statement {
        Statement::Threat { payoff: Payoff::Mate(_), .. } => role == Role::King && claim.side != side,
        Statement::Threat { trade, .. } => {
            claim.side != side && square.is_none() && trade.won.contains(&kind)
        }
        Statement::Mate { .. } => claim.about == About::Plan && role == Role::King && claim.side != side,
        Statement::Concept { name, .. } if claim.about == About::Position => {
            let owned = claim.men.iter().any(|(sq, man)| {
                man.role == kind && man.color == side && square.is_none_or(|square| square == *sq)
            });
            let meant = subjects(name).is_some_and(|men| men.have(kind, claim.side == side));
            (meant && at(claim)) || owned
        }
        _ => false,
    }
}
