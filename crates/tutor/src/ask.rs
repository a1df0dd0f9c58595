//! Questions to the tutor.
//!
//! The questions are a finite list; the words in which they may be asked are data ([`mod@forms`],
//! `knowledge/questions`), a file for each language. What fits no form is taken for the question that it is most like ([`mod@model`]), and the answer
//! says so; what is like none gets a list of what can be asked. Answers are made of the same checked claims as explanations ([`crate::explain`]).

mod board;
mod forms;
mod lexicon;
mod marks;
mod model;
mod more;
mod moves;
mod subjects;
mod terms;
mod topic;
mod understood;

use std::collections::HashSet;

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::{Bitboard, Chess, Color, Move, Position, san::San};

pub use self::{
    lexicon::Who,
    topic::Topic,
    understood::{Understood, examples, read},
};

use self::{
    forms::{Holes, Typed},
    understood::{Meant, forms, meaning, understand},
};
use crate::{
    analyst::{Analyst, AnalystError, Question},
    audit::audit,
    claim::{About, Claim, Statement, limits, score},
    explain::{Explanation, Knowledge, MoveContext, claims_about_move, explain},
    look::Look,
    plan::{PartKind, Policy, is_about_move},
    say::{Level, Section, Sentence, Speaker, Words, heading_key, sentence, tell},
};

/// Why a question was not answered.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AskError {
    /// The question is none of those that are understood.
    #[error("I do not understand {question:?}.{} You can ask:\n  {}", did_you_mean(nearest.as_deref()), examples.join("\n  "))]
    Unknown {
        /// What was asked.
        question: String,
        /// The question that shares most words with it, if one does.
        nearest: Option<String>,
        /// What can be asked.
        examples: Vec<String>,
    },
    /// The term is not known.
    #[error("I have no meaning for {term:?}{}", if near.is_empty() { String::new() } else { format!("; do you mean {}?", near.join(", ")) })]
    NoTerm {
        /// What was asked.
        term: String,
        /// Terms spelt nearly so.
        near: Vec<String>,
    },
    /// The move is not legal.
    #[error("{text:?} is not a legal move here; legal moves: {legal}")]
    Illegal {
        /// The move.
        text: String,
        /// All legal moves.
        legal: String,
    },
    /// Several moves are written so.
    #[error("{text:?} can be more than one move; say {moves}")]
    Ambiguous {
        /// The move.
        text: String,
        /// What it could be.
        moves: String,
    },
    /// There is no move to talk about.
    #[error("the game is over here: there is no move to ask about")]
    Over,
    /// The question is about the last move, and none is known.
    #[error("there is no last move: ask about a move of a game, as in game.pgn@20 \"what changed?\"")]
    NoGame,
    /// The question is about a move asked about before, and none was.
    #[error("which move? Say it, as in \"why not Nf3?\"")]
    WhichMove,
    /// The analyst failed.
    #[error(transparent)]
    Analyst(#[from] AnalystError),
}

fn did_you_mean(nearest: Option<&str>) -> String {
    nearest.map_or_else(String::new, |text| format!(" Do you mean {text:?}"))
}

impl AskError {
    /// The input was good, but there is no answer.
    pub fn is_no(&self) -> bool {
        matches!(self, AskError::Unknown { .. } | AskError::NoTerm { .. })
    }
}

/// What is asked about.
#[derive(Debug, Clone, Copy)]
pub struct Context<'a> {
    /// The position.
    pub position: &'a Chess,
    /// The position before the last move, and that move.
    pub previous: Option<(&'a Chess, Move)>,
    /// The question asked before this one: "why not?" is about its move.
    pub asked: Option<&'a str>,
}

/// Who answers.
pub struct Tutor<'a> {
    /// Looks ahead.
    pub analyst: &'a mut dyn Analyst,
    /// What is known.
    pub knowledge: &'a Knowledge,
    /// The language of the answer. Questions may be in any.
    pub words: &'a Words,
    /// The reader.
    pub level: Level,
    /// Chooses among phrases that mean the same.
    pub seed: u64,
}

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    /// What was asked.
    pub topic: Topic,
    /// The move that was asked about, in the position of the claims.
    pub subject: Option<Move>,
    /// The position the claims are about: the one asked about, or the one before the last move.
    pub position: Chess,
    /// The answer in words; the claims of its sentences are places in `claims`.
    pub sections: Vec<Section>,
    /// The best lines, best first.
    pub lines: Vec<Look>,
    /// The checked claims it rests on, each as a sentence.
    pub claims: Vec<(Claim, String)>,
    /// Squares to point at.
    pub squares: Bitboard,
}

/// Sentences that tell no claim.
fn plain(heading: String, sentences: Vec<String>) -> Section {
    let sentences = sentences.into_iter().map(Sentence::plain).collect();
    Section { kind: PartKind::Answer, heading, sentences }
}

/// Answers a question.
///
/// ```
/// use std::sync::Arc;
/// use philidor_chess::parse_fen;
/// use philidor_know::eval::Evaluation;
/// use philidor_tutor::{ask::{Context, Tutor, ask}, explain::Knowledge, look::Looker, say::{Level, Words}};
///
/// let pos = parse_fen("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1").unwrap();
/// let mut looker = Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), 5_000);
/// let (knowledge, words) = (Knowledge::ours(), Words::of("en").unwrap());
/// let mut tutor =
///     Tutor { analyst: &mut looker, knowledge: &knowledge, words: &words, level: Level::Club, seed: 0 };
/// let answer = ask("Why Re8?", Context { position: &pos, previous: None, asked: None }, &mut tutor).unwrap();
/// assert!(answer.sections[0].sentences[0].text.contains("mate"), "{:?}", answer.sections);
/// assert!(ask("Why not Re9?", Context { position: &pos, previous: None, asked: None }, &mut tutor).is_err());
/// ```
pub fn ask(question: &str, context: Context<'_>, tutor: &mut Tutor<'_>) -> Result<Answer, AskError> {
    let language = tutor.words.language();
    let unknown = || {
        let nearest = forms(language).first().and_then(|(_, forms)| forms.nearest(question));
        let nearest = nearest.map(|(_, text)| text);
        AskError::Unknown { question: question.to_owned(), nearest, examples: examples(language) }
    };
    let Meant { topic, holes, guess } = understand(question, language, context.asked).ok_or_else(unknown)?;
    let mut answering = Answering { topic, context, tutor };
    // Who asks about a move sees from the answer how he was understood.
    let taken = guess.filter(|_| holes.mv.is_none()).map(|example| answering.taken_for(example, &holes));
    let mut answer = answering.to(holes, unknown)?;
    answer.sections.splice(..0, taken);
    Ok(answer)
}

impl Answering<'_, '_> {
    /// What a question was taken for, if that is not plain: about the side and the man that it names.
    fn taken_for(&self, example: &str, holes: &Holes) -> Section {
        let side = holes.side.map(|who| self.colour(who));
        let own = match (self.topic, side) {
            (Topic::Standing, Some(side)) => Some(("ask-as-standing", side, None)),
            (Topic::Plan, Some(side)) => Some(("ask-as-plan", side, None)),
            (Topic::Threat, Some(side)) => Some(("ask-as-threat", side, None)),
            (Topic::Pieces, Some(side)) => Some(("ask-as-pieces", side, None)),
            (Topic::Man, _) => holes.man.map(|man| ("ask-as-man", self.owner(side, man), Some(man))),
            _ => None,
        };
        let own = own.map(|(key, side, man)| self.asked_of(key, side, man));
        let text = self.word("ask-taken-for", &[("question", own.as_deref().unwrap_or(example))]);
        plain(self.word("heading-question", &[]), vec![sentence(&text)])
    }

    fn to(&mut self, holes: Holes, unknown: impl Fn() -> AskError) -> Result<Answer, AskError> {
        let answer = self;
        let side = holes.side.map(|who| answer.colour(who));
        match answer.topic {
            Topic::Standing => answer.part(None, About::Position, PartKind::Standing),
            Topic::Ending => answer.ending(),
            Topic::Threat => answer.threat(side),
            Topic::Stop => answer.stop(),
            Topic::Plan => answer.plan(side),
            Topic::Best => answer.best(side),
            Topic::Players => answer.players(holes.mv),
            Topic::Hint => answer.hint(),
            Topic::Tactics => answer.tactics(side),
            Topic::Trade => answer.trade(holes.man),
            Topic::Pieces => answer.pieces(side),
            Topic::Opening => answer.opening(),
            Topic::Man => answer.man(side, holes.man),
            Topic::Changed => answer.changed(holes.side),
            Topic::Lost => answer.lost(),
            Topic::Lesson => answer.lesson(),
            Topic::WhyNot | Topic::WhatIf | Topic::Good | Topic::Bad => {
                if let Some(text) = answer.no_castling(holes.mv.as_ref()) {
                    return Ok(answer.one_sentence(text));
                }
                let (pos, mv) = answer.asked_about(holes.mv)?;
                answer.of_move(&pos, mv)
            }
            Topic::Compare => {
                let (pos, mv) = answer.asked_about(holes.mv)?;
                let other = holes.other.ok_or(AskError::WhichMove)?;
                let other = moves::read(&pos, &other, &answer.letters())?;
                answer.compare(&pos, mv, other)
            }
            Topic::Squares => answer.squares(),
            // "What is {term}" takes any words: those that are no term may be another question.
            Topic::Term => {
                answer.term(&holes.term.unwrap_or_default()).map_err(|error| match (error, unknown()) {
                    (AskError::NoTerm { near, .. }, unknown @ AskError::Unknown { nearest: Some(_), .. })
                        if near.is_empty() =>
                    {
                        unknown
                    }
                    (error, _) => error,
                })
            }
            Topic::Help => {
                let sentences = examples(answer.tutor.words.language());
                let heading = answer.word("ask-help", &[]);
                Ok(answer.plain(vec![plain(heading, sentences)]))
            }
        }
    }
}

struct Answering<'a, 't> {
    topic: Topic,
    context: Context<'a>,
    tutor: &'a mut Tutor<'t>,
}

impl Answering<'_, '_> {
    fn word(&self, key: &str, args: &[(&str, &str)]) -> String {
        let mut list = FluentArgs::new();
        args.iter().for_each(|&(name, value)| list.set(name.to_owned(), value.to_owned()));
        self.tutor.words.text(key, &list)
    }

    fn letters(&self) -> String {
        self.word("piece-letters", &[])
    }

    fn explain(&mut self, pos: &Chess, subject: Option<Move>) -> Result<Explanation, AskError> {
        Ok(explain(pos, subject, self.tutor.analyst, self.tutor.knowledge)?)
    }

    /// An answer without claims.
    fn plain(&self, sections: Vec<Section>) -> Answer {
        Answer {
            topic: self.topic,
            subject: None,
            position: self.context.position.clone(),
            sections,
            lines: Vec::new(),
            claims: Vec::new(),
            squares: Bitboard::EMPTY,
        }
    }

    /// An explanation in words.
    fn tell(&self, told: &Explanation) -> Vec<Section> {
        tell(told, self.tutor.words, self.tutor.level, self.tutor.seed).sections
    }

    /// An answer from an explanation: the parts chosen, the claims they tell and those about them.
    fn answer(&self, told: &Explanation, mut parts: Vec<Section>, wanted: impl Fn(&Claim) -> bool) -> Answer {
        let mut speaker = Speaker::new(self.tutor.words, self.tutor.level, self.tutor.seed);
        let sentences = parts.iter().flat_map(|part| &part.sentences);
        let said: HashSet<usize> = sentences.flat_map(|sentence| sentence.claims.iter().copied()).collect();
        let kept: Vec<usize> = (0..told.claims.len())
            .filter(|i| wanted(&told.claims[*i]) || is_over(&told.claims[*i]) || said.contains(i))
            .collect();
        let sentences = parts.iter_mut().flat_map(|part| &mut part.sentences);
        for place in sentences.flat_map(|sentence| &mut sentence.claims) {
            // Kept in order, and everything said is kept.
            *place = kept.partition_point(|i| i < place);
        }
        let claims = kept.iter().map(|&i| &told.claims[i]);
        Answer {
            topic: self.topic,
            subject: told.subject,
            position: told.position.clone(),
            sections: parts,
            lines: told.lines.clone(),
            claims: claims.map(|claim| (claim.clone(), speaker.say(&told.position, claim))).collect(),
            squares: Bitboard::EMPTY,
        }
    }

    /// The part of this kind of the position's explanation; `none` says what it means if there is none.
    fn part(&mut self, none: Option<&str>, about: About, kind: PartKind) -> Result<Answer, AskError> {
        let told = self.explain(&self.context.position.clone(), None)?;
        let mut all = self.tell(&told);
        // Where the game is over nothing else is to be said.
        if !told.claims.iter().any(is_over) {
            all.retain(|section| section.kind == kind);
        }
        // Who mates has no need of a verdict.
        if all.is_empty() && none.is_none() {
            all = self.tell(&told);
            all.retain(|section| section.kind == PartKind::Plans);
        }
        if all.is_empty() {
            let text = none.map(|key| sentence(&self.word(key, &[])));
            all.push(plain(self.word(heading_key(kind), &[]), text.into_iter().collect()));
        }
        Ok(self.answer(&told, all, |claim| claim.about == about))
    }

    /// What players of the reader's rating do here, or with a move.
    fn players(&mut self, typed: Option<Typed>) -> Result<Answer, AskError> {
        if self.tutor.knowledge.people.is_none() {
            let text = sentence(&self.word("ask-no-rating", &[]));
            let heading = self.word(heading_key(PartKind::People), &[]);
            return Ok(self.plain(vec![plain(heading, vec![text])]));
        }
        let of_people = |claim: &Claim| matches!(claim.statement, Statement::People { .. });
        let (pos, subject) = match typed {
            None => (self.context.position.clone(), None),
            Some(typed) => self.resolve(&typed).map(|(pos, mv)| (pos, Some(mv)))?,
        };
        let told = self.explain(&pos, subject)?;
        let mut sections = self.tell(&told);
        if !told.claims.iter().any(is_over) {
            sections.retain(|section| section.kind == PartKind::People);
        }
        Ok(self.answer(&told, sections, of_people))
    }

    /// A move and the position it is asked about: the present one, or the one before the last move.
    fn resolve(&self, text: &Typed) -> Result<(Chess, Move), AskError> {
        let letters = self.letters();
        let here = self.context.position;
        if let Some((before, last)) = self.context.previous {
            let earlier = moves::read(before, text, &letters);
            let now = moves::read(here, text, &letters);
            // "Why was it bad?" is asked of what was played.
            let played = earlier == Ok(last) && matches!(self.topic, Topic::Good | Topic::Bad);
            if let (true, Ok(mv)) | (_, Ok(mv)) = (played, earlier.clone())
                && (played || now.is_err())
            {
                return Ok((before.clone(), mv));
            }
        }
        moves::read(here, text, &letters).map(|mv| (here.clone(), mv))
    }

    fn of_move(&mut self, pos: &Chess, mv: Move) -> Result<Answer, AskError> {
        let told = self.explain(pos, Some(mv))?;
        let name = San::from_move(pos, mv).to_string();
        let loss = told.claims.iter().find_map(|c| match c.statement {
            Statement::Better { score, other_score, .. } => {
                Some((c.worth.0, score.expected() - other_score.expected()))
            }
            _ => None,
        });
        let (loss, chance) = loss.unwrap_or((0, 0.0));
        let premise = match self.topic {
            Topic::Good if loss >= Policy::ours().centipawns.bad => Some("ask-not-good"),
            Topic::Bad | Topic::WhyNot if chance < limits::BLAME_CHANCE => Some("ask-not-bad"),
            _ => None,
        };
        let mut sections = self.move_sections(&told);
        if let Some(key) = premise {
            let shown = self.tutor.words.localise(&name);
            let text = sentence(&self.word(key, &[("move", &shown)]));
            match sections.first_mut() {
                Some(first) => first.sentences.insert(0, Sentence::plain(text)),
                None => sections.push(plain(shown, vec![text])),
            }
        }
        Ok(self.answer(&told, sections, is_about_move))
    }

    /// Everything but what is said of the position itself.
    fn move_sections(&self, told: &Explanation) -> Vec<Section> {
        let mut all = self.tell(told);
        all.retain(|section| !matches!(section.kind, PartKind::Standing | PartKind::Threat));
        all
    }

    /// Two moves, searched together.
    fn compare(&mut self, pos: &Chess, one: Move, two: Move) -> Result<Answer, AskError> {
        if one == two {
            return self.of_move(pos, one);
        }
        let looks = self.tutor.analyst.lines(&Question::only(pos, &[one, two], COMPARED))?;
        let first = |look: &Look| look.line.steps().first().map(|step| step.mv);
        let of = |mv: Move| looks.iter().find(|look| first(look) == Some(mv)).cloned();
        let (Some(a), Some(b)) = (of(one), of(two)) else { return self.of_move(pos, one) };
        let (best, played) = if a.score >= b.score { (a, b) } else { (b, a) };
        let other = Some(best.score);
        let context = MoveContext {
            start: pos,
            best: &best,
            played: &played,
            other,
            reply: None,
            idea: None,
            previous: None,
        };
        let audited =
            audit(None, claims_about_move(&context, self.tutor.knowledge), Some(self.tutor.knowledge));
        let told = Explanation {
            position: pos.clone(),
            subject: first(&played),
            lines: vec![best.clone(), played.clone()],
            played: Some(played.clone()),
            claims: audited.kept.into_iter().map(|(claim, _)| claim).collect(),
            dropped: audited.dropped,
        };
        let mut sections = self.move_sections(&told);
        if limits::as_good(score(played.score), score(best.score)) {
            let name = |mv: Move| self.tutor.words.localise(&San::from_move(pos, mv).to_string());
            let text = sentence(&self.word("ask-equal", &[("move", &name(one)), ("other", &name(two))]));
            sections.insert(0, plain(self.word("heading-candidates", &[]), vec![text]));
        }
        Ok(self.answer(&told, sections, is_about_move))
    }

    /// What tables and theory say; else what the search thinks.
    fn ending(&mut self) -> Result<Answer, AskError> {
        let told = self.explain(&self.context.position.clone(), None)?;
        let place = told.claims.iter().position(|claim| {
            claim.about != About::Plan && matches!(claim.statement, Statement::Endgame { .. })
        });
        let exact = place.map(|place| &told.claims[place]);
        let all = self.tell(&told);
        let of =
            |kind: PartKind| all.iter().filter(move |s| s.kind == kind).cloned().collect::<Vec<Section>>();
        let mut sections = of(PartKind::Standing);
        // Who mates has no need of a verdict.
        let mates = sections.is_empty();
        if mates {
            sections = of(PartKind::Plans);
        }
        let over = told.claims.iter().any(is_over);
        match (exact, sections.first_mut()) {
            (Some(claim), Some(section)) if !claim.line.is_empty() => {
                let speaker = Speaker::new(self.tutor.words, self.tutor.level, self.tutor.seed);
                let line = speaker.line(&told.position, &claim.line, claim.line.len());
                let text = format!("{}: {line}", self.word("heading-line", &[]));
                let line = Some(claim.line.clone());
                section.sentences.push(Sentence { text, claims: place.into_iter().collect(), line });
            }
            (None, Some(section)) if !over && !mates => {
                section.sentences.insert(0, Sentence::plain(sentence(&self.word("ask-no-table", &[]))));
                // But the line may come down to an ending that one does.
                let reached =
                    |c: &Claim| c.about == About::Plan && matches!(c.statement, Statement::Endgame { .. });
                if let Some(place) = told.claims.iter().position(reached) {
                    let mut speaker = Speaker::new(self.tutor.words, self.tutor.level, self.tutor.seed);
                    let claim = &told.claims[place];
                    let text = speaker.say(&told.position, claim);
                    let line = Some(claim.line.clone());
                    section.sentences.push(Sentence { text, claims: vec![place], line: line.clone() });
                    let shown = speaker.line(&told.position, &claim.line, claim.line.len());
                    let text = format!("{}: {shown}", self.word("heading-line", &[]));
                    section.sentences.push(Sentence { text, claims: vec![place], line });
                }
            }
            _ => {}
        }
        let squares = exact.map_or(Bitboard::EMPTY, |claim| claim.squares().into());
        let answer = self.answer(&told, sections, |claim| {
            matches!(
                claim.statement,
                Statement::Endgame { .. } | Statement::Zugzwang { .. } | Statement::Standing { .. }
            )
        });
        Ok(Answer { squares, ..answer })
    }

    /// The squares that the position's claims point at.
    fn squares(&mut self) -> Result<Answer, AskError> {
        let told = self.explain(&self.context.position.clone(), None)?;
        let pointed = |claim: &Claim| {
            let here = match &claim.statement {
                Statement::Concept { purpose, .. } => purpose.is_present(),
                Statement::Endgame { .. } => true,
                _ => false,
            };
            here && (1..=16).contains(&claim.squares().len())
        };
        let answer = self.answer(&told, Vec::new(), pointed);
        let all = told.claims.iter().filter(|claim| pointed(claim));
        let squares = all.fold(Bitboard::EMPTY, |all, claim| all | Bitboard::from(claim.squares()));
        let mut section = plain(self.word("heading-squares", &[]), Vec::new());
        for (place, (claim, text)) in answer.claims.iter().enumerate() {
            // The words name at most three squares.
            let list: Vec<String> = claim.squares().iter().map(|square| square.to_string()).collect();
            let named = list.iter().all(|square| text.contains(square));
            let text = match named {
                true => text.clone(),
                false => format!("{} ({}).", text.trim_end_matches('.'), list.join(", ")),
            };
            section.sentences.push(Sentence { text, claims: vec![place], line: None });
        }
        if section.sentences.is_empty() {
            section.sentences.push(Sentence::plain(sentence(&self.word("ask-no-squares", &[]))));
        }
        Ok(Answer { sections: vec![section], squares, ..answer })
    }

    fn term(&mut self, term: &str) -> Result<Answer, AskError> {
        let near = || terms::look_up(term).err().unwrap_or_default();
        let meaning = meaning(term, self.tutor.words.language())
            .ok_or_else(|| AskError::NoTerm { term: term.to_owned(), near: near() })?;
        let text = self.word("ask-term", &[("term", &meaning.term), ("gloss", &meaning.gloss)]);
        Ok(self.plain(vec![plain(meaning.term, vec![sentence(&text)])]))
    }
}

/// Budget of a comparison in thousandths of that of a best line.
const COMPARED: u32 = 2400;

fn is_over(claim: &Claim) -> bool {
    matches!(claim.statement, Statement::Over { .. })
}

impl Answer {
    /// The side to move in the position of the claims.
    pub fn turn(&self) -> Color {
        self.position.turn()
    }
}
