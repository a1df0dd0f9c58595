//! An explanation in words: which claims, in which order, how many.

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::Color;
use philidor_know::search::mate_moves;

use super::{
    Level, Words, sentence,
    speaker::{Said, Speaker, pawns},
};
use crate::{
    chance::win_chance,
    claim::{About, Claim, Deed, Fact, Goal, Margin, Variation},
    explain::{Explanation, ONLY_MOVE_CHANCE},
    look::Look,
    refine::Purpose,
};

/// A part of an explanation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its heading.
    pub heading: String,
    /// Its sentences, or the lines of a list.
    pub sentences: Vec<String>,
}

/// Where the sentences of a section come from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// What the section is about: `standing`, `threat`, `plans`, `candidates`, `beware`, `move` or `alternative`.
    pub kind: &'static str,
    /// For each sentence the claims it tells, as places in [`Explanation::claims`].
    pub claims: Vec<Vec<usize>>,
}

/// An explanation in words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Told {
    /// What a reader is told, part by part.
    pub sections: Vec<Section>,
    /// Where each part comes from.
    pub sources: Vec<Source>,
    /// Every claim of the explanation as a sentence of its own, in the same order; empty for what has no words.
    pub texts: Vec<String>,
}

/// Beyond this score only what decides is worth a word.
const DECIDED_CP: i32 = 900;

/// A move that loses so many centipawns is bad.
const BAD_CP: i32 = 100;

/// Tells an explanation.
pub fn tell(explanation: &Explanation, words: &Words, level: Level, seed: u64) -> Told {
    let mut single = Speaker::new(words, level, seed);
    let texts = explanation.claims.iter().map(|c| single.say(&explanation.position, c)).collect();
    let speaker = Speaker::new(words, level, seed);
    let mut composer = Composer {
        told: explanation,
        speaker,
        level,
        spoken: Vec::new(),
        won_told: false,
        sections: Vec::new(),
        sources: Vec::new(),
    };
    let none = FluentArgs::new();
    if let Some(over) = composer.find(|f| matches!(f, Fact::Over(_))) {
        let text = composer.say(over);
        composer.close("standing", words.text("heading-standing", &none), vec![text]);
        return composer.finish(texts);
    }
    composer.add("standing", words.text("heading-standing", &none), Composer::standing);
    composer.add("threat", words.text("heading-threat", &none), Composer::threats);
    match explanation.subject {
        Some(mv) => {
            let mut args = FluentArgs::new();
            let line = composer.speaker.line(&explanation.position, &Variation::of([mv]), 1);
            args.set("move", line);
            composer.add("move", words.text("heading-move", &args), Composer::of_move);
            composer.add("alternative", words.text("heading-alternative", &none), Composer::alternative);
        }
        None => {
            composer.add("plans", words.text("heading-plans", &none), Composer::plans);
            composer.add("candidates", words.text("heading-candidates", &none), Composer::candidates);
            composer.add("beware", words.text("heading-beware", &none), Composer::beware);
        }
    }
    composer.finish(texts)
}

struct Composer<'e, 'w> {
    told: &'e Explanation,
    speaker: Speaker<'w>,
    level: Level,
    /// Claims that were put into words since the last section was closed, with those words.
    spoken: Vec<(usize, String)>,
    /// What the best line wins has been said as the reason why a side is better.
    won_told: bool,
    sections: Vec<Section>,
    sources: Vec<Source>,
}

impl<'e> Composer<'e, '_> {
    fn claims(&self, about: About) -> impl Iterator<Item = &'e Claim> + use<'e> {
        self.told.claims.iter().filter(move |c| c.about == about)
    }

    fn find(&self, wanted: impl Fn(&Fact) -> bool) -> Option<&'e Claim> {
        self.told.claims.iter().find(|c| wanted(&c.fact))
    }

    fn say(&mut self, claim: &Claim) -> String {
        let text = self.speaker.say(&self.told.position, claim);
        self.note(claim, &text);
        text
    }

    fn said(&mut self, claim: &Claim) -> Option<Said> {
        let said = self.speaker.said(&self.told.position, claim)?;
        self.note(claim, said.text());
        Some(said)
    }

    /// Remembers which claim gave which words.
    fn note(&mut self, claim: &Claim, text: &str) {
        let place = self.told.claims.iter().position(|c| std::ptr::eq(c, claim));
        if let Some(place) = place.filter(|_| !text.is_empty()) {
            self.spoken.push((place, text.trim_end_matches('.').to_lowercase()));
        }
    }

    /// Adds a section, if it has anything to say.
    fn add(&mut self, kind: &'static str, heading: String, part: fn(&mut Self) -> Vec<String>) {
        let sentences = part(self);
        self.close(kind, heading, sentences);
    }

    /// Closes a section. Words of claims stand in sentences as they were said, but for the first letter.
    fn close(&mut self, kind: &'static str, heading: String, sentences: Vec<String>) {
        let spoken = std::mem::take(&mut self.spoken);
        if sentences.is_empty() {
            return;
        }
        let told = |sentence: &String| {
            let sentence = sentence.to_lowercase();
            let mut claims: Vec<usize> =
                spoken.iter().filter(|(_, text)| sentence.contains(text)).map(|(place, _)| *place).collect();
            claims.sort_unstable();
            claims.dedup();
            claims
        };
        let claims = sentences.iter().map(told).collect();
        self.sources.push(Source { kind, claims });
        self.sections.push(Section { heading, sentences });
    }

    fn finish(self, texts: Vec<String>) -> Told {
        Told { sections: self.sections, sources: self.sources, texts }
    }

    /// The line of a claim, as long as the reader can use.
    fn line(&self, line: &Variation) -> String {
        self.speaker.line(&self.told.position, line, self.level.plies())
    }

    /// Nobody needs positional reasons any more.
    fn decided(&self) -> bool {
        let known = self.claims(About::Position).any(|c| matches!(c.fact, Fact::Endgame { .. }));
        if known {
            return true;
        }
        let score = self.told.lines.first().map_or(0, |l| l.score);
        mate_moves(score).is_some() || score.abs() >= DECIDED_CP
    }

    /// Whoever has to move would rather not.
    fn zugzwang(&mut self, about: About) -> Option<String> {
        let claim = self.claims(about).find(|c| matches!(c.fact, Fact::Zugzwang { .. }))?;
        Some(self.say(claim))
    }

    /// Who stands better, and why.
    fn standing(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(claim) = self.find(|f| matches!(f, Fact::Opening { .. })) {
            out.push(self.say(claim));
        }
        if let Some(claim) = self.find(|f| matches!(f, Fact::Endgame { .. })) {
            out.push(self.say(claim));
            out.extend(self.zugzwang(About::Position));
            return out;
        }
        let Some(standing) = self.find(|f| matches!(f, Fact::Standing { .. })) else { return out };
        let mate = self.told.lines.first().and_then(|l| mate_moves(l.score));
        if mate.is_none() || self.told.subject.is_some() {
            out.push(self.say(standing));
        }
        let better = match &standing.fact {
            Fact::Standing { margin: Margin::Equal, .. } => self.told.position_turn(),
            _ => standing.side,
        };
        if mate.is_some() {
            return out;
        }
        let good = self.reasons(better);
        let bad = self.reasons(!better);
        if !good.is_empty() {
            out.push(sentence(&self.speaker.words.clauses(&good)));
        } else if let Some(claim) = self.winning().filter(|c| c.side == better) {
            // Nothing on the board says why; what is about to be won does.
            out.push(self.with_line(claim));
            self.won_told = true;
        }
        // In a decided position the loser's consolations are trivia.
        if !bad.is_empty() && !self.decided() {
            let list = self.speaker.words.clauses(&bad);
            let mut args = FluentArgs::new();
            args.set("text", list.clone());
            let equal = matches!(&standing.fact, Fact::Standing { margin: Margin::Equal, .. });
            let contrast = !equal && !good.is_empty();
            let text = if contrast { self.speaker.words.text("contrast", &args) } else { list };
            out.push(sentence(&text));
        }
        out
    }

    /// What the best line wins.
    fn winning(&self) -> Option<&'e Claim> {
        self.claims(About::Plan).find(|c| matches!(c.fact, Fact::Material { .. }))
    }

    /// What speaks for a side: its assets, and the other side's burdens.
    fn reasons(&mut self, side: Color) -> Vec<String> {
        let least = self.level.least_cp();
        let most = self.level.reasons();
        let decided = self.decided();
        let mut has: Vec<&Claim> = Vec::new();
        let mut lacks: Vec<&Claim> = Vec::new();
        for claim in self.claims(About::Position) {
            let Fact::Concept { purpose, name, .. } = &claim.fact else { continue };
            if claim.worth.0.abs() < least || decided && !name.contains("ahead") {
                continue;
            }
            match purpose {
                Purpose::Assets if claim.side == side => has.push(claim),
                Purpose::Burdens if claim.side != side => lacks.push(claim),
                _ => {}
            }
        }
        has.truncate(most);
        lacks.truncate(most.saturating_sub(has.len()).max(1));
        let mut out = Vec::new();
        for (owner, claims) in [(side, has), (!side, lacks)] {
            let things: Vec<String> = claims
                .into_iter()
                .filter_map(|c| match self.said(c) {
                    Some(Said::Has(_, text)) => Some(text),
                    _ => None,
                })
                .collect();
            if !things.is_empty() {
                let list = self.speaker.words.list(&things);
                out.push(self.speaker.whole(&Said::Has(owner, list), None));
            }
        }
        out
    }

    fn threats(&mut self) -> Vec<String> {
        let claims: Vec<&Claim> = self.claims(About::Threat).collect();
        claims.into_iter().map(|c| self.with_line(c)).collect()
    }

    /// A claim and the line that shows it.
    fn with_line(&mut self, claim: &Claim) -> String {
        let text = self.say(claim);
        let text = text.trim_end_matches('.').to_owned();
        let line = self.line(&claim.line);
        if claim.line.len() <= 1 + usize::from(claim.line.pass.is_some()) {
            return sentence(&text);
        }
        let mut args = FluentArgs::new();
        args.set("text", text);
        args.set("line", line);
        sentence(&self.speaker.words.text("because-line", &args))
    }

    /// What both sides do in the line of best play.
    fn plans(&mut self) -> Vec<String> {
        let turn = self.told.position_turn();
        let mut out = Vec::new();
        let mate = self.claims(About::Plan).find(|c| matches!(c.fact, Fact::Mate { .. }));
        if let Some(claim) = mate {
            return vec![self.with_line(claim)];
        }
        if self.decided() {
            let won: Vec<&Claim> =
                self.claims(About::Plan).filter(|c| matches!(c.fact, Fact::Material { .. })).collect();
            return won.into_iter().map(|c| self.with_line(c)).collect();
        }
        for side in [turn, !turn] {
            let told = |c: &&Claim| self.won_told && matches!(c.fact, Fact::Material { .. });
            let mut chosen: Vec<&Claim> = self
                .claims(About::Plan)
                .filter(|c| c.side == side && !is_trivial(&c.fact) && !told(c))
                .filter(|c| !matches!(c.fact, Fact::Device { .. }))
                .take(self.level.reasons().min(3))
                .collect();
            // In the order in which things happen.
            chosen.sort_by_key(|c| c.ply);
            let does: Vec<String> = chosen
                .into_iter()
                .filter_map(|c| match self.said(c) {
                    Some(Said::Does(_, text)) => Some(text),
                    _ => None,
                })
                .collect();
            if !does.is_empty() {
                let list = self.speaker.words.list(&does);
                out.push(sentence(&self.speaker.whole(&Said::Does(side, list), None)));
            }
        }
        out
    }

    /// The best moves, each with its line and what it is for.
    fn candidates(&mut self) -> Vec<String> {
        let best = self.told.lines.first().map_or(0.0, |l| win_chance(l.score));
        let near = |l: &&Look| best - win_chance(l.score) < ONLY_MOVE_CHANCE;
        let looks: Vec<&Look> = self.told.lines.iter().filter(near).collect();
        let mut out = Vec::new();
        if let Some(only) = self.claims(About::Alternative).find(|c| matches!(c.fact, Fact::OnlyMove { .. }))
        {
            out.push(self.say(only));
        }
        for look in looks {
            let line = Variation::of(look.line.steps().iter().map(|s| s.mv));
            let Some(&first) = line.moves.first() else { continue };
            let score = match self.level {
                Level::Beginner => String::new(),
                _ => format!(" ({})", pawns(look.score, look.line.solver())),
            };
            let text = self.line(&line);
            let aims = self.aims_of(first);
            let aims = if aims.is_empty() { String::new() } else { format!(" – {aims}") };
            out.push(format!("{text}{score}{aims}"));
        }
        out
    }

    /// What a candidate is for: the worthiest claims of its line.
    fn aims_of(&mut self, first: philidor_chess::shakmaty::Move) -> String {
        if self.decided() {
            return String::new();
        }
        let turn = self.told.position_turn();
        let chosen: Vec<&Claim> = self
            .claims(About::Alternative)
            .filter(|c| c.line.moves.first() == Some(&first) && is_change(&c.fact))
            .filter(|c| c.worth.0.abs() >= self.level.least_cp())
            .take(2)
            .collect();
        self.clauses(&chosen, turn).join("; ")
    }

    fn beware(&mut self) -> Vec<String> {
        let claims: Vec<&Claim> =
            self.claims(About::Alternative).filter(|c| matches!(c.fact, Fact::Pitfall { .. })).collect();
        claims.into_iter().map(|c| self.with_line(c)).collect()
    }

    /// The move under discussion.
    fn of_move(&mut self) -> Vec<String> {
        let mut out = Vec::new();
        if let Some(mate) = self.claims(About::Aim).find(|c| matches!(c.fact, Fact::Mate { .. })) {
            return vec![self.with_line(mate)];
        }
        let verdict = self
            .claims(About::Aim)
            .find(|c| matches!(c.fact, Fact::OnlyMove { .. }))
            .or_else(|| self.claims(About::Aim).find(|c| matches!(c.fact, Fact::Best { .. })));
        if let Some(claim) = verdict {
            out.push(self.say(claim));
        }
        if let Some(claim) = self.claims(About::Alternative).find(|c| matches!(c.fact, Fact::Better { .. })) {
            out.push(self.say(claim));
        }
        let ending = |c: &&Claim| matches!(c.fact, Fact::Endgame { .. }) && c.about != About::Position;
        if let Some(claim) = self.told.claims.iter().find(ending) {
            out.push(self.say(claim));
        }
        out.extend(self.zugzwang(About::Aim));
        let turn = self.told.position_turn();
        let better = self.find(|f| matches!(f, Fact::Better { .. }));
        // Of a bad move the reader is told first, and only, what it costs.
        let costs = self.chosen(About::Concession);
        if better.is_some_and(|c| c.worth.0 >= BAD_CP) && !costs.is_empty() {
            let against = self.clauses(&costs, !turn);
            out.push(sentence(&self.speaker.words.clauses(&against)));
            out.extend(self.line_of_move());
            return out;
        }
        out.extend(self.deeds());
        let aims = self.chosen(About::Aim);
        let concessions = costs;
        let clauses = self.clauses(&aims, turn);
        if !clauses.is_empty() {
            out.push(sentence(&self.speaker.words.clauses(&clauses)));
        }
        let against = self.clauses(&concessions, turn);
        if !against.is_empty() {
            let list = self.speaker.words.clauses(&against);
            let mut args = FluentArgs::new();
            args.set("text", list.clone());
            let text = if clauses.is_empty() { list } else { self.speaker.words.text("contrast", &args) };
            out.push(sentence(&text));
        }
        out.extend(self.line_of_move());
        out
    }

    /// The line that begins with the move under discussion.
    fn line_of_move(&self) -> Option<String> {
        let played = self.told.played.as_ref()?;
        let line = Variation::of(played.line.steps().iter().map(|s| s.mv));
        let heading = self.speaker.words.text("heading-line", &FluentArgs::new());
        Some(format!("{heading}: {}", self.line(&line)))
    }

    /// What the move does at once, in one sentence.
    fn deeds(&mut self) -> Option<String> {
        let mut claims: Vec<&Claim> =
            self.claims(About::Aim).filter(|c| matches!(c.fact, Fact::Deed(_))).take(3).collect();
        // Taking back needs no other reason.
        if claims.iter().any(|c| matches!(c.fact, Fact::Deed(Deed::Recaptures(_)))) {
            claims.retain(|c| matches!(c.fact, Fact::Deed(Deed::Recaptures(_))));
        }
        let does = self.speaker.deeds(&claims);
        if does.is_empty() {
            return None;
        }
        let list = self.speaker.words.list(&does);
        Some(sentence(&self.speaker.whole(&Said::MoveDoes(list), None)))
    }

    /// Claims about the move's line that are worth a word.
    fn chosen(&self, about: About) -> Vec<&'e Claim> {
        let least = self.level.least_cp();
        let decided = self.decided();
        let most = self.level.reasons() + 1;
        let positional = |c: &&Claim| matches!(c.fact, Fact::Concept { .. } | Fact::Feature { .. });
        let mut chosen: Vec<&Claim> = self
            .claims(about)
            .filter(|c| match c.fact {
                Fact::Material { .. } | Fact::Sacrifice { .. } | Fact::Mate { .. } => true,
                _ => positional(c) && !decided && c.worth.0.abs() >= least,
            })
            .collect();
        chosen.truncate(most);
        chosen
    }

    /// Claims as clauses, those of one side together: "White wins a pawn and gains space".
    fn clauses(&mut self, claims: &[&Claim], first: Color) -> Vec<String> {
        let mut out = Vec::new();
        for side in [first, !first] {
            let mut does = Vec::new();
            for claim in claims {
                match self.side_said(claim, side) {
                    Some(text) => does.push(text),
                    None => continue,
                }
            }
            if !does.is_empty() {
                let list = self.speaker.words.list(&does);
                out.push(self.speaker.whole(&Said::Does(side, list), None));
            }
        }
        out
    }

    /// What a claim says of a side, if it speaks of that side.
    fn side_said(&mut self, claim: &Claim, side: Color) -> Option<String> {
        let subject = match &claim.fact {
            Fact::Feature { owner, .. } => *owner,
            _ => claim.side,
        };
        if subject != side {
            return None;
        }
        match self.said(claim)? {
            Said::Does(_, text) => Some(text),
            _ => None,
        }
    }

    /// The better move: what it would have brought.
    fn alternative(&mut self) -> Vec<String> {
        let turn = self.told.position_turn();
        let Some(better) = self.find(|f| matches!(f, Fact::Better { .. })) else { return Vec::new() };
        let mut out = Vec::new();
        let missed = self.claims(About::Alternative).find(|c| matches!(c.fact, Fact::MissedChance { .. }));
        if let Some(claim) = missed {
            out.push(self.with_line(claim));
        }
        let claims: Vec<&Claim> = self
            .claims(About::Alternative)
            .filter(|c| matches!(c.fact, Fact::Concept { .. } | Fact::Feature { .. }))
            .filter(|c| !self.decided() && c.worth.0.abs() >= self.level.least_cp())
            .take(self.level.reasons())
            .collect();
        let clauses = self.clauses(&claims, turn);
        if !clauses.is_empty() {
            out.push(sentence(&self.speaker.words.clauses(&clauses)));
        }
        if missed.is_none() {
            out.push(format!(
                "{}: {}",
                self.speaker.words.text("heading-line", &FluentArgs::new()),
                self.line(&better.line)
            ));
        }
        out
    }
}

/// What a line wins or changes.
fn is_change(fact: &Fact) -> bool {
    matches!(fact, Fact::Material { .. } | Fact::Mate { .. } | Fact::Concept { .. } | Fact::Feature { .. })
}

/// Where a piece goes in one move is no plan by itself.
fn is_trivial(fact: &Fact) -> bool {
    matches!(fact, Fact::Plan(Goal::Occupy { .. } | Goal::Advance { lever: false, .. }))
}
