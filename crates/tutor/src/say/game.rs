//! Comments on the moves of a game, and the game in a paragraph. One speaker says them all, so that phrases are not
//! repeated from move to move.

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::{Chess, Color, Move};

use super::{
    Level, Words, sentence,
    speaker::{Said, Speaker},
};
use crate::{
    claim::{About, Claim, Deed, Fact, Goal, Variation},
    judge::{Judgement, PlayerFigures},
};

/// A move to comment on.
#[derive(Debug, Clone, Copy)]
pub struct Remark<'a> {
    /// The position before it.
    pub start: &'a Chess,
    /// The move.
    pub mv: Move,
    /// What can be said, the worthiest first within each [`About`].
    pub claims: &'a [Claim],
    /// How bad it was.
    pub judgement: Option<Judgement>,
    /// The game is decided: nothing but what decides is worth a word.
    pub decided: bool,
}

/// How a game ended, for its paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// `Color` gave mate.
    Mate(Color),
    /// `Color` won without mate on the board.
    Won(Color),
    /// Stalemate.
    Stalemate,
    /// Drawn.
    Drawn,
    /// The score breaks off.
    Open,
}

/// What the paragraph about a game says.
#[derive(Debug, Clone)]
pub struct GameFacts<'a> {
    /// Name and code of the opening.
    pub opening: Option<(&'a str, &'a str)>,
    /// The side that left the named line, and its move.
    pub left: Option<(Color, String)>,
    /// The decisive errors: who, and the move with its number.
    pub errors: Vec<(Color, String, Judgement)>,
    /// White's and Black's figures.
    pub figures: [Option<PlayerFigures>; 2],
    /// Inaccuracies, mistakes and blunders of both.
    pub counts: [[usize; 3]; 2],
    /// Moves (of both) played.
    pub moves: usize,
    /// The end.
    pub ending: Ending,
}

/// Centipawns within which two moves are both possible.
const CLOSE_CP: i32 = 30;

/// Says what is to be said about a game.
pub struct Commentator<'w> {
    speaker: Speaker<'w>,
    words: &'w Words,
    level: Level,
    seed: u64,
}

impl<'w> Commentator<'w> {
    /// A commentator for one game.
    pub fn new(words: &'w Words, level: Level, seed: u64) -> Commentator<'w> {
        Commentator { speaker: Speaker::new(words, level, seed), words, level, seed }
    }

    /// A claim as a sentence of its own, whatever was said before.
    pub fn alone(&self, start: &Chess, claim: &Claim) -> String {
        Speaker::new(self.words, self.level, self.seed).say(start, claim)
    }

    /// For whom.
    pub fn level(&self) -> Level {
        self.level
    }

    /// A comment on a move, and which claims it says (by place).
    pub fn remark(&mut self, remark: &Remark<'_>) -> (String, Vec<usize>) {
        let mut draft = Draft { remark, sentences: Vec::new(), said: Vec::new() };
        let mates = draft.find(|c| c.about == About::Aim && matches!(c.fact, Fact::Mate { moves: 1, .. }));
        if let Some(at) = mates {
            // A mate needs no other sentence.
            let text = self.speaker.say(remark.start, &remark.claims[at]);
            return (text, vec![at]);
        }
        match remark.judgement {
            Some(judgement) => self.error(&mut draft, judgement),
            None => self.good(&mut draft),
        }
        (draft.sentences.join(" "), draft.said)
    }

    /// What went wrong: payoff first, then the better move and its reason.
    fn error(&mut self, draft: &mut Draft<'_, '_>, judgement: Judgement) {
        let start = draft.remark.start;
        // 1. What it allows.
        let payoff = draft.find(|c| {
            c.about == About::Concession && matches!(c.fact, Fact::Material { .. } | Fact::Mate { .. })
        });
        let mut args = FluentArgs::new();
        args.set("judgement", self.words.text(&format!("judged-{}", judgement.id()), &FluentArgs::new()));
        let consequence = match payoff {
            Some(at) => {
                draft.said.push(at);
                let claim = &draft.remark.claims[at];
                let text = self.speaker.said(start, claim).map(|said| self.speaker.whole(&said, None));
                let line = self.refutation(start, claim);
                text.map(|text| if line.is_empty() { text } else { self.because(&text, &line) })
            }
            None => self.clauses_of(draft, About::Concession, 2),
        };
        // 2. What was missed.
        let missed = draft.find(|c| matches!(c.fact, Fact::MissedChance { .. }));
        let better = draft.find(|c| matches!(c.fact, Fact::Better { .. }));
        match consequence {
            Some(text) => {
                args.set("text", text);
                draft.sentences.push(sentence(&self.speaker.phrase("judged-because", &args)));
            }
            None => draft.sentences.push(sentence(&self.speaker.phrase("judged-alone", &args))),
        }
        match (missed, better) {
            (Some(at), _) => {
                draft.said.extend([at]);
                draft.said.extend(better);
                draft.sentences.push(self.speaker.say(start, &draft.remark.claims[at]));
            }
            (None, Some(at)) => {
                draft.said.push(at);
                let first = self.speaker.line(start, &draft.remark.claims[at].line, 1);
                let mut args = FluentArgs::new();
                args.set("move", first);
                let reason = self.clauses_of(draft, About::Alternative, 2);
                let text = match reason {
                    Some(reason) => {
                        args.set("text", reason);
                        self.speaker.phrase("better-because", &args)
                    }
                    None => self.speaker.phrase("better-alone", &args),
                };
                draft.sentences.push(sentence(&text));
            }
            (None, None) => {}
        }
    }

    /// What a sound move is for.
    fn good(&mut self, draft: &mut Draft<'_, '_>) {
        let start = draft.remark.start;
        if let Some(at) = draft.find(|c| matches!(c.fact, Fact::Opening { .. })) {
            draft.say(&mut self.speaker, at);
        }
        if let Some(at) = draft.find(|c| matches!(c.fact, Fact::OnlyMove { next: Some(_), .. })) {
            draft.say(&mut self.speaker, at);
        }
        if let Some(at) = draft.find(|c| matches!(c.fact, Fact::Endgame { .. })) {
            draft.say(&mut self.speaker, at);
        }
        // 1. Mate and material, with the line.
        let payoff = draft.find(|c| {
            c.about == About::Aim
                && matches!(c.fact, Fact::Mate { .. } | Fact::Material { .. } | Fact::Sacrifice { .. })
        });
        if let Some(at) = payoff {
            draft.said.push(at);
            let claim = &draft.remark.claims[at];
            if let Some(said) = self.speaker.said(start, claim) {
                let text = self.speaker.whole(&said, None);
                let line = self.refutation(start, claim);
                let text = if line.is_empty() { text } else { self.because(&text, &line) };
                draft.sentences.push(sentence(&text));
            }
        }
        if draft.remark.decided {
            return;
        }
        // 2. What it does at once.
        if let Some(text) = self.deeds(draft) {
            draft.sentences.push(text);
        }
        // 3. What it aims at, and what it gives up.
        let aims = self.clauses_of(draft, About::Aim, self.level.reasons());
        let against = self.clauses_of(draft, About::Concession, self.level.reasons().min(2));
        if let Some(text) = &aims {
            draft.sentences.push(sentence(text));
        }
        if let Some(text) = against {
            let mut args = FluentArgs::new();
            args.set("text", text.clone());
            let text = if aims.is_some() { self.words.text("contrast", &args) } else { text };
            draft.sentences.push(sentence(&text));
        }
        // 4. The plan behind it, the threat it makes.
        if let Some(text) = self.plan(draft) {
            draft.sentences.push(text);
        }
        if let Some(at) = draft.find(|c| matches!(c.fact, Fact::Threat { .. })) {
            draft.say(&mut self.speaker, at);
        }
        // 5. What else there was, and what must not be played.
        let other = draft
            .find(|c| matches!(c.fact, Fact::MissedChance { .. }))
            .or_else(|| draft.find(|c| matches!(c.fact, Fact::Better { .. })))
            .or_else(|| draft.find(|c| matches!(c.fact, Fact::Pitfall { .. })));
        if let Some(at) = other {
            match self.instead(draft.remark, at) {
                Some(text) => {
                    draft.said.push(at);
                    draft.sentences.push(text);
                }
                None => draft.say(&mut self.speaker, at),
            }
        }
        if let Some(at) = draft.find(|c| matches!(c.fact, Fact::Standing { .. })) {
            draft.say(&mut self.speaker, at);
        }
    }

    /// What else could have been played in place of a move that was best.
    fn instead(&mut self, remark: &Remark<'_>, at: usize) -> Option<String> {
        let Fact::Better { mv, other, score, other_score } = &remark.claims[at].fact else { return None };
        if *mv != remark.mv {
            return None;
        }
        let mut args = FluentArgs::new();
        args.set("move", self.speaker.line(remark.start, &Variation::of([*mv]), 1));
        args.set("other", self.speaker.line(remark.start, &Variation::of([*other]), 1));
        let close = score - other_score < CLOSE_CP;
        let key = if close { "alternative-close" } else { "alternative-worse" };
        Some(sentence(&self.speaker.phrase(key, &args)))
    }

    /// The line after the move, as far as a claim needs it.
    fn refutation(&self, start: &Chess, claim: &Claim) -> String {
        let Some((&first, rest)) = claim.line.moves.split_first() else { return String::new() };
        let Some(after) = Variation::of([first]).position(start, 1) else { return String::new() };
        let most = claim.ply.saturating_sub(1).clamp(1, self.level.plies());
        self.speaker.line(&after, &Variation::of(rest.iter().copied()), most)
    }

    fn because(&self, text: &str, line: &str) -> String {
        let mut args = FluentArgs::new();
        args.set("text", text.to_owned());
        args.set("line", line.to_owned());
        self.words.text("because-line", &args)
    }

    fn deeds(&mut self, draft: &mut Draft<'_, '_>) -> Option<String> {
        let start = draft.remark.start;
        let dull = |c: &Claim| matches!(c.fact, Fact::Deed(Deed::Recaptures(_) | Deed::Checks(_)));
        let all: Vec<usize> = draft.all(|c| matches!(c.fact, Fact::Deed(_)) && !dull(c));
        let mut does = Vec::new();
        for at in all.into_iter().take(2) {
            if let Some(Said::MoveDoes(text)) = self.speaker.said(start, &draft.remark.claims[at]) {
                draft.said.push(at);
                does.push(text);
            }
        }
        if does.is_empty() {
            return None;
        }
        let list = self.words.list(&does);
        let mv = self.speaker.line(start, &Variation::of([draft.remark.mv]), 1);
        Some(sentence(&self.speaker.whole(&Said::MoveDoes(list), Some(&mv))))
    }

    fn plan(&mut self, draft: &mut Draft<'_, '_>) -> Option<String> {
        let start = draft.remark.start;
        let dull = |c: &Claim| matches!(c.fact, Fact::Plan(Goal::Occupy { .. }));
        let mut all = draft.all(|c| matches!(c.fact, Fact::Plan(_)) && !dull(c));
        all.truncate(2);
        all.sort_by_key(|&at| draft.remark.claims[at].ply);
        let mut does = Vec::new();
        let mut side = None;
        for at in all {
            let claim = &draft.remark.claims[at];
            if side.is_some_and(|s| s != claim.side) {
                continue;
            }
            if let Some(Said::Does(whose, text)) = self.speaker.said(start, claim) {
                side = Some(whose);
                draft.said.push(at);
                does.push(text);
            }
        }
        let mut args = FluentArgs::new();
        self.speaker.side(side?).put(&mut args, "side");
        args.set("does", self.words.list(&does));
        Some(sentence(&self.speaker.phrase("plan-next", &args)))
    }

    /// Positional claims as clauses, those of one side together.
    fn clauses_of(&mut self, draft: &mut Draft<'_, '_>, about: About, most: usize) -> Option<String> {
        if draft.remark.decided {
            return None;
        }
        let start = draft.remark.start;
        let least = self.level.least_cp();
        let mut all = draft.all(|c| {
            c.about == about
                && matches!(c.fact, Fact::Concept { .. } | Fact::Feature { .. })
                && c.worth.0.abs() >= least
        });
        all.truncate(most);
        let mut sides: Vec<(Color, Vec<String>)> = Vec::new();
        for at in all {
            if let Some(Said::Does(side, text)) = self.speaker.said(start, &draft.remark.claims[at]) {
                draft.said.push(at);
                match sides.iter_mut().find(|(s, _)| *s == side) {
                    Some((_, texts)) => texts.push(text),
                    None => sides.push((side, vec![text])),
                }
            }
        }
        let clauses: Vec<String> = sides
            .into_iter()
            .map(|(side, texts)| {
                let list = self.words.list(&texts);
                self.speaker.whole(&Said::Does(side, list), None)
            })
            .collect();
        (!clauses.is_empty()).then(|| self.words.list(&clauses))
    }

    /// The game in a paragraph.
    pub fn summary(&mut self, facts: &GameFacts<'_>) -> String {
        let mut out = Vec::new();
        let mut args = FluentArgs::new();
        if let Some((name, eco)) = facts.opening {
            args.set("name", name.to_owned());
            args.set("eco", eco.to_owned());
            match &facts.left {
                Some((side, mv)) => {
                    self.speaker.side(*side).put(&mut args, "side");
                    args.set("move", self.words.localise(mv));
                    out.push(self.words.text("game-opening-left", &args));
                }
                None => out.push(self.words.text("game-opening", &args)),
            }
        }
        // The errors that decided.
        let named: Vec<String> = facts
            .errors
            .iter()
            .map(|(side, mv, judgement)| {
                let mut args = FluentArgs::new();
                self.speaker.side(*side).put(&mut args, "side");
                args.set("move", self.words.localise(mv));
                args.set("judgement", self.words.text(&format!("judged-{}", judgement.id()), &FluentArgs::new()));
                self.words.text("game-error", &args)
            })
            .collect();
        match named.len() {
            0 => out.push(self.words.text("game-no-errors", &args)),
            n => {
                args.set("n", n as u32);
                args.set("errors", self.words.list(&named));
                out.push(self.words.text("game-errors", &args));
            }
        }
        // How it ended.
        args.set("moves", facts.moves as u32);
        let (key, side) = match facts.ending {
            Ending::Mate(side) => ("game-mate", Some(side)),
            Ending::Won(side) => ("game-won", Some(side)),
            Ending::Stalemate => ("game-stalemate", None),
            Ending::Drawn => ("game-drawn", None),
            Ending::Open => ("game-open", None),
        };
        if let Some(side) = side {
            self.speaker.side(side).put(&mut args, "side");
        }
        out.push(self.words.text(key, &args));
        if let [Some(white), Some(black)] = &facts.figures {
            args.set("white", white.accuracy.round() as u32);
            args.set("black", black.accuracy.round() as u32);
            out.push(self.words.text("game-accuracy", &args));
        }
        out.iter().map(|text| sentence(text)).collect::<Vec<_>>().join(" ")
    }
}

/// A comment in the making.
struct Draft<'a, 'b> {
    remark: &'a Remark<'b>,
    sentences: Vec<String>,
    said: Vec<usize>,
}

impl Draft<'_, '_> {
    fn find(&self, wanted: impl Fn(&Claim) -> bool) -> Option<usize> {
        self.remark.claims.iter().position(wanted)
    }

    fn all(&self, wanted: impl Fn(&Claim) -> bool) -> Vec<usize> {
        (0..self.remark.claims.len()).filter(|&at| wanted(&self.remark.claims[at])).collect()
    }

    fn say(&mut self, speaker: &mut Speaker<'_>, at: usize) {
        let text = speaker.say(self.remark.start, &self.remark.claims[at]);
        if !text.is_empty() {
            self.said.push(at);
            self.sentences.push(text);
        }
    }
}
