//! Comments on the moves of a game, and the game in a paragraph. One speaker says them all, so that phrases are not
//! repeated from move to move.

mod draft;

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::{Chess, Color, Move, Position};
use philidor_know::search::Score;

use self::draft::Draft;
use super::{
    Level, Words, sentence,
    speaker::{Said, Speaker},
};
use crate::{
    claim::{About, Claim, Deed, Fact, Goal, Variation},
    concept::concepts,
    explain::SAME_CP,
    judge::{Judgement, PlayerFigures},
    relevance::{Moment, Relevance},
};

/// A move to comment on.
#[derive(Debug, Clone, Copy)]
pub struct Remark<'a> {
    /// The position before it.
    pub start: &'a Chess,
    /// The move.
    pub mv: Move,
    /// The line after it.
    pub reply: &'a [Move],
    /// What can be said, the worthiest first within each [`About`].
    pub claims: &'a [Claim],
    /// How bad it was.
    pub judgement: Option<Judgement>,
    /// What the move leaves its side, in centipawns.
    pub score: Score,
    /// The game is decided: nothing but what decides is worth a word.
    pub decided: bool,
    /// What a master would speak of …
    pub relevance: &'a Relevance,
    /// … at such a moment.
    pub moment: Moment,
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
    /// The first move that the table of openings does not know.
    pub left: Option<String>,
    /// The decisive errors: who, and the move with its number.
    pub errors: Vec<(Color, String, Judgement)>,
    /// White's and Black's figures.
    pub figures: [Option<PlayerFigures>; 2],
    /// Moves (of both) played.
    pub moves: usize,
    /// The end.
    pub ending: Ending,
}

/// Centipawns within which two moves are both possible.
const CLOSE_CP: i32 = 30;
/// What a master says more rarely than this is left out of a sentence, unless there is nothing else or it weighs a lot.
const HARDLY_EVER: f64 = 0.1;
/// Centipawns that weigh a lot.
pub(super) const HEAVY_CP: i32 = 40;
/// Centipawns from which on what a better move brings is a reason for it …
const REASON_CP: i32 = 18;
/// … and what the enemy loses is worth a word.
const ENEMY_CP: i32 = 30;
/// A threat that would win this much must be told.
const GRAVE_CP: i32 = 300;

/// Moves that are shown of a line that is not played out.
const SHOWN_PLIES: usize = 4;

/// Moves of a claim's line after its first, as far as the claim needs them: a line that ends before its point would show nothing.
fn to_its_point(claim: &Claim) -> usize {
    claim.ply.saturating_sub(1).max(1)
}

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
        let mut draft = Draft { remark, parts: Vec::new() };
        let mates = draft.find(|c| c.about == About::Aim && matches!(c.fact, Fact::Mate { moves: 1, .. }));
        if let Some(at) = mates {
            // A mate needs no other sentence.
            draft.say(&mut self.speaker, 0, at);
        } else {
            match remark.judgement {
                Some(judgement) => self.error(&mut draft, judgement),
                None => self.good(&mut draft),
            }
        }
        draft.finish(self.level.sentences())
    }

    /// What went wrong: payoff first, then the better move and its reason.
    fn error(&mut self, draft: &mut Draft<'_, '_>, judgement: Judgement) {
        let start = draft.remark.start;
        // 1. What it allows, or what it misses.
        let payoff = draft.find(|c| {
            c.about == About::Concession && matches!(c.fact, Fact::Material { .. } | Fact::Mate { .. })
        });
        let missed = draft.find(|c| matches!(c.fact, Fact::MissedChance { .. }));
        let better = draft.find(|c| matches!(c.fact, Fact::Better { .. }));
        let mut args = FluentArgs::new();
        args.set("judgement", self.words.text(&format!("judged-{}", judgement.id()), &FluentArgs::new()));
        let consequence = match (payoff, missed) {
            (Some(at), _) => self.with_line(draft.remark, at).map(|text| (text, vec![at])),
            (None, Some(at)) => {
                let said = std::iter::once(at).chain(better).collect();
                self.with_line(draft.remark, at).map(|text| (text, said))
            }
            (None, None) => self.clauses_of(draft, About::Concession, 2).map(|(text, said)| {
                let line = said.first().map(|&at| &draft.remark.claims[at]);
                let plies = line.map(to_its_point).filter(|&plies| plies <= self.level.plies());
                (self.shown(start, text, line, plies.unwrap_or(SHOWN_PLIES)), said)
            }),
        };
        match consequence {
            Some((text, said)) => {
                args.set("text", text);
                draft.push(0, sentence(&self.speaker.phrase("judged-because", &args)), said);
            }
            None => {
                // Nothing has a name, but the answer can be shown.
                let text = self.speaker.phrase("judged-alone", &args);
                let reply =
                    Variation::of([draft.remark.mv]).position(start, 1).map_or_else(String::new, |pos| {
                        self.speaker.line(
                            &pos,
                            &Variation::of(draft.remark.reply.iter().copied()),
                            SHOWN_PLIES,
                        )
                    });
                args.set("text", text.clone());
                args.set("line", reply.clone());
                let shown = if reply.is_empty() { text } else { self.words.text("because-line", &args) };
                draft.push(0, sentence(&shown), Vec::new());
            }
        }
        // 2. What was better.
        match (payoff, missed, better) {
            (None, Some(_), _) | (_, None, None) => {}
            (Some(_), Some(at), _) => {
                if let Some(text) = self.with_line(draft.remark, at) {
                    draft.push(1, sentence(&text), std::iter::once(at).chain(better).collect());
                }
            }
            (_, None, Some(at)) => {
                let first = self.speaker.line(start, &draft.remark.claims[at].line, 1);
                let mut args = FluentArgs::new();
                args.set("move", first);
                let mut said = vec![at];
                let text = match self.reason_for(draft) {
                    Some((reason, more)) => {
                        said.extend(more);
                        args.set("text", reason);
                        self.speaker.phrase("better-because", &args)
                    }
                    None => self.speaker.phrase("better-alone", &args),
                };
                draft.push(1, sentence(&text), said);
            }
        }
        // 3. The plan behind the better move, the opening, how the game stands now.
        if let Some((text, said)) = self.plan(draft, "plan-better", About::Alternative) {
            draft.push(2, text, said);
        }
        for wanted in [
            |f: &Fact| matches!(f, Fact::Opening { leaves: true, .. }),
            |f: &Fact| matches!(f, Fact::Standing { .. }),
        ] {
            if let Some(at) = draft.find(|c| wanted(&c.fact)) {
                draft.say(&mut self.speaker, 2, at);
            }
        }
    }

    /// What a sound move is for. What matters most is kept if there is too much to say.
    fn good(&mut self, draft: &mut Draft<'_, '_>) {
        if let Some(at) = draft.find(|c| matches!(c.fact, Fact::Opening { .. })) {
            let news = !draft.is_late_name(at);
            draft.say(&mut self.speaker, if news { 0 } else { 1 }, at);
        }
        if let Some(at) = draft.find(|c| matches!(c.fact, Fact::Endgame { .. })) {
            draft.say(&mut self.speaker, 0, at);
        }
        if let Some(at) = draft.find(|c| c.about == About::Aim && matches!(c.fact, Fact::Zugzwang { .. })) {
            draft.say(&mut self.speaker, 1, at);
        }
        // 1. Mate and material, with the line.
        let payoff = draft.find(|c| {
            c.about == About::Aim
                && matches!(c.fact, Fact::Mate { .. } | Fact::Material { .. } | Fact::Sacrifice { .. })
        });
        let mates = payoff.is_some_and(|at| matches!(draft.remark.claims[at].fact, Fact::Mate { .. }));
        let only = draft.find(|c| matches!(c.fact, Fact::OnlyMove { next: Some(_), .. })).filter(|_| !mates);
        if let Some(at) = only {
            draft.say(&mut self.speaker, 0, at);
        }
        let offer = draft.find(|c| c.about == About::Aim && matches!(c.fact, Fact::Deed(Deed::Offers(_))));
        if let Some(at) = offer.filter(|_| mates || draft.remark.decided) {
            draft.say(&mut self.speaker, 0, at);
        }
        if let Some(at) = payoff
            && let Some(text) = self.with_line(draft.remark, at)
        {
            draft.push(0, sentence(&text), vec![at]);
        }
        if mates || draft.remark.decided {
            return;
        }
        // 2. What it does at once.
        if let Some((text, said)) = self.deeds(draft) {
            draft.push(3, text, said);
        }
        // 3. What it aims at, and what it gives up.
        let aims = self.clauses_of(draft, About::Aim, self.level.reasons());
        let against = self.clauses_of(draft, About::Concession, self.level.reasons().min(2));
        let contrast = aims.is_some();
        if let Some((text, said)) = aims {
            // What the move does not bring at once is told as what comes.
            let later = said.iter().all(|&at| draft.remark.claims[at].ply > 2);
            let mut args = FluentArgs::new();
            args.set("text", text.clone());
            let text = if later { self.speaker.phrase("aim-later", &args) } else { text };
            draft.push(1, sentence(&text), said);
        }
        // The best move has no drawback worth naming alone, unless it weighs a lot.
        let heavy = |said: &[usize]| said.iter().any(|&at| draft.remark.claims[at].worth.0.abs() >= HEAVY_CP);
        let against = against.filter(|(_, said)| contrast || !draft.remark.moment.best || heavy(said));
        if let Some((text, said)) = against {
            let mut args = FluentArgs::new();
            args.set("text", text.clone());
            let key = if contrast { "contrast" } else { "drawback" };
            let text = self.speaker.phrase(key, &args);
            draft.push(if contrast { 4 } else { 2 }, sentence(&text), said);
        }
        if let Some((text, said)) = self.asset(draft) {
            draft.push(2, text, said);
        }
        // 4. The plan behind it, the threat it makes.
        if let Some((text, said)) = self.plan(draft, "plan-next", About::Plan) {
            draft.push(1, text, said);
        }
        if let Some(at) = draft.find(|c| matches!(c.fact, Fact::Threat { .. })) {
            let grave = draft.remark.claims[at].worth.0 >= GRAVE_CP;
            draft.say(&mut self.speaker, if grave { 0 } else { 1 }, at);
        }
        // 5. What else there was, and what must not be played.
        let other = draft
            .find(|c| matches!(c.fact, Fact::MissedChance { .. }))
            .or_else(|| draft.find(|c| matches!(c.fact, Fact::Better { .. })))
            .or_else(|| draft.find(|c| matches!(c.fact, Fact::Pitfall { .. })));
        let told =
            |at: &usize| only.is_some() && matches!(draft.remark.claims[*at].fact, Fact::Better { .. });
        if let Some(at) = other.filter(|at| !told(at)) {
            match self.instead(draft.remark, at) {
                Some(text) => draft.push(1, text, vec![at]),
                None => self.better(draft, at),
            }
        }
        if let Some(at) = draft.find(|c| matches!(c.fact, Fact::Standing { .. })) {
            draft.say(&mut self.speaker, 2, at);
        }
    }

    /// A better move with its reason or, failing that, its line.
    fn better(&mut self, draft: &mut Draft<'_, '_>, at: usize) {
        let Remark { start, claims, .. } = *draft.remark;
        let Some(said) = self.speaker.said(start, &claims[at]) else { return };
        let text = self.speaker.whole(&said, None);
        if !matches!(claims[at].fact, Fact::Better { .. }) {
            draft.push(1, sentence(&text), vec![at]);
        } else if let Some((reason, more)) = self.reason_for(draft) {
            let mut args = FluentArgs::new();
            args.set("text", text);
            args.set("reason", reason);
            let said = std::iter::once(at).chain(more).collect();
            draft.push(1, sentence(&self.words.text("because-reason", &args)), said);
        } else {
            let text = self.shown(start, text, Some(&claims[at]), SHOWN_PLIES);
            draft.push(1, sentence(&text), vec![at]);
        }
        let planned = draft
            .parts
            .iter()
            .any(|part| part.said.iter().any(|&at| matches!(claims[at].fact, Fact::Plan(_))));
        if !planned && let Some((text, said)) = self.plan(draft, "plan-better", About::Alternative) {
            draft.push(2, text, said);
        }
    }

    /// Why the better move is better: what it does at once, or what its line brings its own side.
    fn reason_for(&mut self, draft: &Draft<'_, '_>) -> Option<(String, Vec<usize>)> {
        let (does, said) = self.deeds_of(draft, About::Alternative);
        if does.is_empty() {
            return self.clauses_of(draft, About::Alternative, 2);
        }
        let list = self.words.list(&does);
        Some((self.speaker.whole(&Said::MoveDoes(list), None), said))
    }

    /// A text with the first moves of the line that shows it, without the move under discussion.
    fn shown(&self, start: &Chess, text: String, claim: Option<&Claim>, plies: usize) -> String {
        let line = claim.map_or_else(String::new, |claim| self.after_first(start, claim, plies));
        if line.is_empty() {
            return text;
        }
        let mut args = FluentArgs::new();
        args.set("text", text);
        args.set("line", line);
        self.words.text("because-line", &args)
    }

    /// What a claim says, with the line after the move that shows it.
    fn with_line(&mut self, remark: &Remark<'_>, at: usize) -> Option<String> {
        let claim = &remark.claims[at];
        let said = self.speaker.said(remark.start, claim)?;
        let text = self.speaker.whole(&said, None);
        Some(self.shown(remark.start, text, Some(claim), to_its_point(claim)))
    }

    /// What else could have been played in place of a move that was best.
    fn instead(&mut self, remark: &Remark<'_>, at: usize) -> Option<String> {
        let Fact::Better { mv, other, score, other_score } = &remark.claims[at].fact else { return None };
        let close = score - other_score < CLOSE_CP;
        // A better move is called so; one that is just as good is an alternative.
        let other = match (*mv == remark.mv, score - other_score < SAME_CP) {
            (true, _) => other,
            (false, true) => mv,
            (false, false) => return None,
        };
        let mut args = FluentArgs::new();
        args.set("move", self.speaker.line(remark.start, &Variation::of([remark.mv]), 1));
        args.set("other", self.speaker.line(remark.start, &Variation::of([*other]), 1));
        let key = if close { "alternative-close" } else { "alternative-worse" };
        Some(sentence(&self.speaker.phrase(key, &args)))
    }

    /// At most `plies` moves of a claim's line after its first.
    fn after_first(&self, start: &Chess, claim: &Claim, plies: usize) -> String {
        let Some((&first, rest)) = claim.line.moves.split_first() else { return String::new() };
        let Some(after) = Variation::of([first]).position(start, 1) else { return String::new() };
        self.speaker.line(&after, &Variation::of(rest.iter().copied()), plies)
    }

    fn deeds(&mut self, draft: &Draft<'_, '_>) -> Option<(String, Vec<usize>)> {
        let (does, said) = self.deeds_of(draft, About::Aim);
        if does.is_empty() {
            return None;
        }
        let list = self.words.list(&does);
        let mv = self.speaker.line(draft.remark.start, &Variation::of([draft.remark.mv]), 1);
        Some((sentence(&self.speaker.whole(&Said::MoveDoes(list), Some(&mv))), said))
    }

    /// What the move under discussion, or the better one, does at once.
    fn deeds_of(&mut self, draft: &Draft<'_, '_>, about: About) -> (Vec<String>, Vec<usize>) {
        let dull = |c: &Claim| matches!(c.fact, Fact::Deed(Deed::Recaptures(_) | Deed::Checks(_)));
        // The open file is told with what the line brings.
        let file = draft.find(|c| matches!(&c.fact, Fact::Concept { name, .. } if name == "open file taken"));
        let twice = |c: &Claim| file.is_some() && matches!(c.fact, Fact::Deed(Deed::TakesOpenFile(_)));
        let mut said: Vec<usize> =
            draft.all(|c| c.about == about && matches!(c.fact, Fact::Deed(_)) && !dull(c) && !twice(c));
        said.truncate(2);
        let claims: Vec<&Claim> = said.iter().map(|&at| &draft.remark.claims[at]).collect();
        (self.speaker.deeds(&claims), said)
    }

    /// Something that lasts and that a master would mention now.
    fn asset(&mut self, draft: &Draft<'_, '_>) -> Option<(String, Vec<usize>)> {
        let Remark { start, claims, relevance, moment, score, .. } = *draft.remark;
        // The assets of the side that stands worse are consolations.
        let score = |side: Color| if side == start.turn() { score } else { -score };
        let all = draft.all(|c| {
            c.about == About::Position && matches!(c.fact, Fact::Concept { .. }) && score(c.side) >= 0
        });
        let chance = |at: usize| relevance.of_claim(&claims[at], &moment);
        let at = all.into_iter().max_by(|&a, &b| chance(a).total_cmp(&chance(b)).then(b.cmp(&a)))?;
        (chance(at) >= relevance.threshold).then(|| (self.speaker.say(start, &claims[at]), vec![at]))
    }

    /// What the side does next, by the claims about `about`.
    fn plan(&mut self, draft: &Draft<'_, '_>, key: &str, about: About) -> Option<(String, Vec<usize>)> {
        let mut said = Vec::new();
        let start = draft.remark.start;
        // Where a piece goes in one move is no plan.
        let dull = |c: &Claim| matches!(c.fact, Fact::Plan(Goal::Occupy { .. }));
        let mut all = draft.all(|c| c.about == about && matches!(c.fact, Fact::Plan(_)) && !dull(c));
        // What would rarely be spoken of is a plan only if there is no other.
        let Remark { claims, relevance, moment, .. } = *draft.remark;
        let rarest = |at: usize| {
            let worth = f64::from(claims[at].worth.0);
            let chances = concepts(&claims[at]).into_iter().map(|c| relevance.probability(c, &moment, worth));
            chances.min_by(f64::total_cmp).unwrap_or(0.0)
        };
        all.sort_by_key(|&m| rarest(m) < HARDLY_EVER);
        let usual = all.iter().filter(|&&at| rarest(at) >= HARDLY_EVER).count();
        all.truncate(if usual == 0 { 1 } else { usual.min(2) });
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
                said.push(at);
                does.push(text);
            }
        }
        let mut args = FluentArgs::new();
        self.speaker.side(side?).put(&mut args, "side");
        args.set("does", self.words.list(&does));
        Some((sentence(&self.speaker.phrase(key, &args)), said))
    }

    /// Positional claims as clauses, those of one side together.
    fn clauses_of(
        &mut self,
        draft: &Draft<'_, '_>,
        about: About,
        most: usize,
    ) -> Option<(String, Vec<usize>)> {
        let mut said = Vec::new();
        if draft.remark.decided {
            return None;
        }
        let start = draft.remark.start;
        let least = self.level.least_cp();
        let us = start.turn();
        let own = |c: &Claim| match &c.fact {
            Fact::Feature { owner, .. } => *owner == us,
            _ => c.side == us,
        };
        // What the enemy does to himself in a line is no reason to play it, unless it matters.
        let least = |c: &Claim| match (about, own(c)) {
            (About::Aim, false) => least.max(ENEMY_CP),
            (About::Alternative, true) => least.max(REASON_CP),
            (About::Alternative, false) => i32::MAX,
            _ => least,
        };
        let mut all = draft.all(|c| {
            c.about == about
                && matches!(c.fact, Fact::Concept { .. } | Fact::Feature { .. })
                && c.worth.0.abs() >= least(c)
        });
        let Remark { claims, relevance, moment, .. } = *draft.remark;
        let telling = |&at: &usize| {
            relevance.of_claim(&claims[at], &moment) >= HARDLY_EVER || claims[at].worth.0.abs() >= HEAVY_CP
        };
        if all.iter().any(telling) {
            all.retain(telling);
        }
        all.truncate(most);
        let mut sides: Vec<(Color, Vec<String>)> = Vec::new();
        for at in all {
            if let Some(Said::Does(side, text)) = self.speaker.said(start, &draft.remark.claims[at]) {
                said.push(at);
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
        (!clauses.is_empty()).then(|| (self.words.list(&clauses), said))
    }

    /// The game in a paragraph.
    pub fn summary(&mut self, facts: &GameFacts<'_>) -> String {
        let mut out = Vec::new();
        let mut args = FluentArgs::new();
        if let Some((name, eco)) = facts.opening {
            args.set("name", name.to_owned());
            args.set("eco", eco.to_owned());
            match &facts.left {
                Some(mv) => {
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
                args.set(
                    "judgement",
                    self.words.text(&format!("judged-{}", judgement.id()), &FluentArgs::new()),
                );
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
