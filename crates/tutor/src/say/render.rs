//! Points in words. Nothing is chosen here: each point becomes one sentence, with the claims it tells.

mod compare;

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::{Chess, Color};

use super::{
    Level, Words, sentence,
    speaker::{Said, Speaker, pawns},
};
use crate::{
    claim::{Asset, Claim, Line, OnBoard as _, Purpose, Reason, Statement, line_of, score},
    explain::Explanation,
    judge::{Eval, criticise},
    look::Look,
    plan::{
        Because, Form, Joint, Part, PartKind, Point, Policy, Scene, Shown, Subject, Weigh, of_position,
        to_its_point,
    },
};

/// A sentence and what it stands on.
#[derive(Debug, Clone, PartialEq)]
pub struct Sentence {
    /// The words.
    pub text: String,
    /// The claims it tells, as places in the list of claims it was planned from.
    pub claims: Vec<usize>,
    /// The line it shows, from the position asked about, if it shows one.
    pub line: Option<Line>,
}

impl Sentence {
    /// Words that tell no claim.
    pub(crate) fn plain(text: String) -> Sentence {
        Sentence { text, claims: Vec::new(), line: None }
    }
}

/// A part of an explanation.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// What it is about.
    pub kind: PartKind,
    /// Its heading.
    pub heading: String,
    /// Its sentences, or the lines of a list.
    pub sentences: Vec<Sentence>,
}

/// An explanation in words.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Told {
    /// What a reader is told, part by part.
    pub sections: Vec<Section>,
    /// Every claim of the explanation as a sentence of its own, in the same order; empty for what has no words.
    pub texts: Vec<String>,
}

/// Tells an explanation.
pub fn tell(explanation: &Explanation, words: &Words, level: Level, seed: u64) -> Told {
    let policy = Policy::ours();
    let mut single = Speaker::new(words, level, seed);
    let texts = explanation.claims.iter().map(|c| single.say(&explanation.position, c)).collect();
    let line: Vec<_> = explanation.played.iter().flat_map(|look| look.line.steps()).map(|s| s.mv).collect();
    let subject = explanation.subject.zip(explanation.played.as_ref()).map(|(mv, played)| {
        let turn = explanation.position_turn();
        let best = explanation.lines.first().map_or(played.score, |look| look.score.max(played.score));
        let judged = criticise(turn, Eval::from_score(best, turn), Eval::from_score(played.score, turn))
            .map(|v| v.judgement);
        let decided = score(played.score).is_decided() && score(best).is_decided();
        Subject { mv, line: &line, judgement: judged, score: played.score, decided, relevance: None }
    });
    let scene = Scene {
        position: &explanation.position,
        claims: &explanation.claims,
        lines: &explanation.lines,
        subject,
        level,
        policy,
    };
    let mut voice = Voice::new(words, level, seed);
    let sections = of_position(&scene).iter().map(|part| voice.section(&scene, part)).collect();
    Told { sections, texts }
}

/// One speaker for a whole explanation or game, so that phrases are not repeated from sentence to sentence.
pub struct Voice<'w> {
    pub(super) speaker: Speaker<'w>,
    pub(super) words: &'w Words,
    level: Level,
    seed: u64,
}

impl<'w> Voice<'w> {
    /// A voice whose choice of phrases is fixed by `seed`.
    pub fn new(words: &'w Words, level: Level, seed: u64) -> Voice<'w> {
        Voice { speaker: Speaker::new(words, level, seed), words, level, seed }
    }

    /// For whom it speaks.
    pub fn level(&self) -> Level {
        self.level
    }

    /// A claim as a sentence of its own, whatever was said before.
    pub fn alone(&self, start: &Chess, claim: &Claim) -> String {
        Speaker::new(self.words, self.level, self.seed).say(start, claim)
    }

    /// A part in words.
    pub fn section(&mut self, scene: &Scene<'_>, part: &Part) -> Section {
        let mut args = FluentArgs::new();
        let best = || scene.lines.first().and_then(Look::first);
        if let Some(mv) = scene.subject.map(|subject| subject.mv).or_else(best) {
            args.set("move", self.speaker.line(scene.position, &line_of([mv]), 1));
        }
        let heading = self.words.text(heading_key(part.kind), &args);
        let sentences = part.points.iter().filter_map(|point| self.sentence(scene, point)).collect();
        Section { kind: part.kind, heading, sentences }
    }

    /// A point in words; nothing if its claims have none.
    pub fn sentence(&mut self, scene: &Scene<'_>, point: &Point) -> Option<Sentence> {
        let mut render = Render { voice: self, scene, claims: &point.claims };
        let text = render.text(point.form).filter(|text| !text.is_empty())?;
        Some(Sentence { text, claims: in_order(scene, point), line: line_shown(scene, point) })
    }
}

/// The heading of a part.
pub(crate) fn heading_key(kind: PartKind) -> &'static str {
    match kind {
        PartKind::Standing | PartKind::Answer => "heading-standing",
        PartKind::Threat => "heading-threat",
        PartKind::Plans => "heading-plans",
        PartKind::Candidates => "heading-candidates",
        PartKind::Beware => "heading-beware",
        PartKind::People => "heading-people",
        PartKind::Move => "heading-move",
        PartKind::Alternative => "heading-alternative",
    }
}

/// The claims of a point in the order in which they are told: what one side has or does stands together.
fn in_order(scene: &Scene<'_>, point: &Point) -> Vec<usize> {
    let of = |at: &usize| scene.claims[*at].subject();
    let mut claims = point.claims.clone();
    let turn = philidor_chess::shakmaty::Position::turn(scene.position);
    match point.form {
        Form::Does(first, _) => claims.sort_by_key(|at| of(at) != first),
        Form::Judged(_, Because::Changes(_)) | Form::Candidate(_) => claims.sort_by_key(|at| of(at) != turn),
        Form::Better { .. } | Form::Nearly if claims.len() > 1 => {
            claims[1..].sort_by_key(|at| (of(at) != turn, place(&scene.claims[*at])));
        }
        Form::Effects => claims.sort_by_key(|at| place(&scene.claims[*at])),
        Form::Verdict if claims.len() > 1 => claims[1..].sort_by_key(|at| place(&scene.claims[*at])),
        Form::Has(_) => together(&mut claims, of),
        Form::But { split } => {
            claims[..split].sort_by_key(|at| place(&scene.claims[*at]));
            claims[split + 1..].sort_by_key(|at| (of(at) != turn, place(&scene.claims[*at])));
        }
        Form::Judged(_, Because::But) => {
            claims[2..].sort_by_key(|at| (of(at) != turn, place(&scene.claims[*at])));
        }
        Form::Balance { split, .. } => {
            let (good, bad) = claims[1..].split_at_mut(split);
            together(good, of);
            together(bad, of);
        }
        _ => {}
    }
    claims
}

/// What has a clause of its own.
pub(super) fn has_clause(reason: &Reason) -> bool {
    match reason {
        Reason::Answers { .. } | Reason::Baits { .. } | Reason::Hits { .. } | Reason::Exchanges { .. } => {
            true
        }
        Reason::Improves { asset, .. } => matches!(
            asset,
            Asset::Guards(_) | Asset::Safety | Asset::OutOfCheck | Asset::Scope { .. } | Asset::Presses(_)
        ),
        Reason::Stops { .. }
        | Reason::Forestalls { .. }
        | Reason::Prepares { .. }
        | Reason::Heads { .. }
        | Reason::Spares { .. } => false,
    }
}

/// What one side has stands together, the side that is named first before the other.
fn together(claims: &mut [usize], of: impl Fn(&usize) -> philidor_claims::Color) {
    let first = claims.first().map(&of);
    claims.sort_by_key(|at| Some(of(at)) != first);
}

/// What a move is for comes before what it does; what it answers has a clause of its own and comes last.
fn place(claim: &Claim) -> u8 {
    match &claim.statement {
        Statement::Reason { reason, .. } if has_clause(reason) => 2,
        Statement::Reason { .. } => 0,
        _ => 1,
    }
}

/// The line that a point shows: its own, or that of its weightiest claim.
fn line_shown(scene: &Scene<'_>, point: &Point) -> Option<Line> {
    let of_look =
        |place: usize| scene.lines.get(place).map(|look| line_of(look.line.steps().iter().map(|s| s.mv)));
    match point.form {
        Form::Candidate(place) => of_look(place),
        Form::Line | Form::Judged(_, Because::Reply(_)) => {
            scene.subject.map(|subject| line_of(subject.line.iter().copied()))
        }
        _ => {
            let claims = point.claims.iter().map(|&at| &scene.claims[at]);
            claims
                .max_by_key(|claim| claim.worth.0.abs())
                .map(|claim| claim.line.clone())
                .filter(|l| !l.is_empty())
        }
    }
}

/// One point on its way into words.
struct Render<'r, 'w, 's> {
    voice: &'r mut Voice<'w>,
    scene: &'r Scene<'s>,
    claims: &'r [usize],
}

impl<'s> Render<'_, '_, 's> {
    fn text(&mut self, form: Form) -> Option<String> {
        Some(match form {
            Form::Alone => {
                let claim = self.first()?;
                self.voice.speaker.say(self.scene.position, claim)
            }
            Form::Shown(shown) => sentence(&self.shown_claim(shown)?),
            Form::Balance { weigh, split } => sentence(&self.balance(weigh, split)?),
            Form::Has(joint) => {
                let claims: Vec<&Claim> = self.all().collect();
                let clauses = self.has(&claims);
                let text = self.voice.words.clauses(&clauses);
                sentence(&self.joined(joint, text))
            }
            Form::Does(first, joint) => {
                let claims: Vec<&Claim> = self.all().collect();
                let text = self.does(&claims, first)?;
                sentence(&self.joined(joint, text))
            }
            Form::Effects => {
                let claims: Vec<&Claim> = self.all().collect();
                let list = self.effects(&claims)?;
                let mv = self.voice.speaker.line(self.scene.position, &claims.first()?.line, 1);
                sentence(&self.voice.speaker.whole(&Said::MoveDoes(list), Some(&mv)))
            }
            Form::Verdict => sentence(&self.verdict()?),
            Form::Nearly => sentence(&self.nearly()?),
            Form::But { split } => sentence(&self.but(split, false)?),
            Form::Next => sentence(&self.next()?),
            Form::Judged(judgement, because) => {
                let mut args = FluentArgs::new();
                let name = self.voice.words.text(&format!("judged-{}", judgement.id()), &FluentArgs::new());
                args.set("judgement", name);
                sentence(&self.judged(because, &mut args)?)
            }
            Form::Better { judged } => sentence(&self.better(judged)?),
            Form::Other { close } => sentence(&self.other(close)?),
            Form::Candidate(place) => self.candidate(place)?,
            Form::Line => {
                let line = line_of(self.scene.subject?.line.iter().copied());
                self.headed(&line)
            }
            Form::ClaimLine => {
                let line = self.first()?.line.clone();
                self.headed(&line)
            }
        })
    }

    fn all(&self) -> impl Iterator<Item = &'s Claim> + use<'s, '_> {
        self.claims.iter().map(|&at| &self.scene.claims[at])
    }

    fn first(&self) -> Option<&'s Claim> {
        self.claims.first().map(|&at| &self.scene.claims[at])
    }

    /// As long as the reader can use.
    fn line(&self, line: &Line) -> String {
        self.voice.speaker.line(self.scene.position, line, self.scene.breadth().plies)
    }

    fn headed(&self, line: &Line) -> String {
        let heading = self.voice.words.text("heading-line", &FluentArgs::new());
        format!("{heading}: {}", self.line(line))
    }

    /// A claim's words with its line behind them.
    fn shown_claim(&mut self, shown: Shown) -> Option<String> {
        let claim = self.first()?;
        let said = self.voice.speaker.said(self.scene.position, claim)?;
        let text = self.voice.speaker.whole(&said, None);
        Some(self.with_line(text, claim, shown))
    }

    /// A text and the moves that show it. A line of one move shows nothing more than its name.
    fn with_line(&self, text: String, claim: &Claim, shown: Shown) -> String {
        let line = match shown {
            Shown::Whole if claim.line.len() <= 1 + usize::from(claim.line.pass().is_some()) => String::new(),
            Shown::Whole => {
                // To its point, or the line would show nothing.
                let plies = self.scene.breadth().plies.max(claim.ply);
                self.voice.speaker.line(self.scene.position, &claim.line, plies)
            }
            Shown::ToThePoint => self.after_first(claim, to_its_point(claim)),
            Shown::Plies(plies) => self.after_first(claim, plies),
        };
        if line.is_empty() {
            return text;
        }
        let mut args = FluentArgs::new();
        args.set("text", text);
        args.set("line", line);
        self.voice.words.text("because-line", &args)
    }

    /// At most `plies` moves of a claim's line after its first.
    fn after_first(&self, claim: &Claim, plies: usize) -> String {
        let Some(after) = claim.line.position(self.scene.position, 1) else { return String::new() };
        self.voice.speaker.line(&after, &claim.line.from(1), plies)
    }

    fn joined(&mut self, joint: Joint, text: String) -> String {
        let key = match joint {
            Joint::Plain => return text,
            Joint::Contrast => "contrast",
            Joint::Drawback => "drawback",
            Joint::Later => "aim-later",
            Joint::Return => "in-return",
        };
        let mut args = FluentArgs::new();
        args.set("text", text);
        self.voice.speaker.phrase(key, &args)
    }

    /// What sides have, each side's things together, in the order of the claims.
    fn has(&mut self, claims: &[&Claim]) -> Vec<String> {
        let mut sides: Vec<(philidor_claims::Color, Vec<String>)> = Vec::new();
        for claim in claims {
            let Some(Said::Has(side, text)) = self.voice.speaker.said(self.scene.position, claim) else {
                continue;
            };
            match sides.iter_mut().find(|(s, _)| *s == side) {
                Some((_, texts)) => texts.push(text),
                None => sides.push((side, vec![text])),
            }
        }
        let whole = |(side, texts): (_, Vec<String>)| {
            let list = self.voice.words.list(&texts);
            self.voice.speaker.whole(&Said::Has(side, list), None)
        };
        sides.into_iter().map(whole).collect()
    }

    /// A verdict, and what speaks for either side.
    fn balance(&mut self, weigh: Weigh, split: usize) -> Option<String> {
        let claims: Vec<&Claim> = self.all().collect();
        let (verdict, parts) = claims.split_first()?;
        let (good, bad) = parts.split_at_checked(split)?;
        let said = self.voice.speaker.said(self.scene.position, verdict)?;
        let mut args = FluentArgs::new();
        args.set("verdict", self.voice.speaker.whole(&said, None));
        // Who is made up for: the side for which the first parts speak.
        let speaks_for = |claim: &Claim| match claim.statement {
            Statement::Concept { purpose: Purpose::Burdens, .. } => claim.side.other(),
            _ => claim.side,
        };
        let side = good.first().or(bad.first()).map(|claim| speaks_for(claim))?;
        self.voice.speaker.side(side).put(&mut args, "side");
        for (name, part) in [("good", good), ("bad", bad)] {
            let clauses = self.has(part);
            args.set(name, self.voice.words.list(&clauses));
        }
        Some(self.voice.speaker.phrase(weigh.key(), &args))
    }

    /// What sides do, each side's doings together, `first` before the other: "White wins a pawn and gains space".
    fn does(&mut self, claims: &[&Claim], first: Color) -> Option<String> {
        let mut clauses = Vec::new();
        for side in [first, !first] {
            let mut texts = Vec::new();
            for claim in claims.iter().filter(|claim| claim.subject() == side) {
                if let Some(Said::Does(_, text)) = self.voice.speaker.said(self.scene.position, claim) {
                    texts.push(text);
                }
            }
            if !texts.is_empty() {
                let list = self.voice.words.list(&texts);
                clauses.push(self.voice.speaker.whole(&Said::Does(side.into(), list), None));
            }
        }
        (!clauses.is_empty()).then(|| self.voice.words.clauses(&clauses))
    }

    fn effects(&mut self, claims: &[&Claim]) -> Option<String> {
        let does = self.voice.speaker.effects(claims);
        (!does.is_empty()).then(|| self.voice.words.list(&does))
    }

    fn next(&mut self) -> Option<String> {
        let claims: Vec<&Claim> = self.all().collect();
        let mut does = Vec::new();
        for claim in &claims {
            if let Some(Said::Does(_, text)) = self.voice.speaker.said(self.scene.position, claim) {
                does.push(text);
            }
        }
        let side = claims.first().filter(|_| !does.is_empty())?.side;
        let mut args = FluentArgs::new();
        self.voice.speaker.side(side).put(&mut args, "side");
        args.set("does", self.voice.words.list(&does));
        Some(self.voice.speaker.phrase("plan-next", &args))
    }

    /// A verdict with what the move does and what it is for.
    fn verdict(&mut self) -> Option<String> {
        let claims: Vec<&Claim> = self.all().collect();
        let (verdict, reasons) = claims.split_first()?;
        let said = self.voice.speaker.said(self.scene.position, verdict)?;
        let text = self.voice.speaker.whole(&said, None);
        let Some(list) = self.effects(reasons) else { return Some(text) };
        let reason = self.voice.speaker.whole(&Said::MoveDoes(list), None);
        Some(self.because(text, reason))
    }

    fn because(&self, text: String, reason: String) -> String {
        let mut args = FluentArgs::new();
        args.set("text", text);
        args.set("reason", reason);
        self.voice.words.text("because-reason", &args)
    }

    /// Why a better move is better: what it does, or what its side does in its line.
    fn reasons(&mut self, reasons: &[&Claim]) -> Option<String> {
        let at_once = |c: &&Claim| matches!(c.statement, Statement::Effect { .. } | Statement::Reason { .. });
        if reasons.is_empty() {
            None
        } else if reasons.iter().all(at_once) {
            let list = self.effects(reasons)?;
            Some(self.voice.speaker.whole(&Said::MoveDoes(list), None))
        } else {
            self.does(reasons, philidor_chess::shakmaty::Position::turn(self.scene.position))
        }
    }

    /// What went wrong, and what shows it.
    fn judged(&mut self, because: Because, args: &mut FluentArgs<'_>) -> Option<String> {
        let text = match because {
            Because::Claim => self.shown_claim(self.shown_after_move())?,
            Because::But => self.but(1, true)?,
            Because::Changes(plies) => {
                let claims: Vec<&Claim> = self.all().collect();
                let first = philidor_chess::shakmaty::Position::turn(self.scene.position);
                let text = self.does(&claims, first)?;
                self.with_line(text, claims.first()?, Shown::Plies(plies))
            }
            Because::Allows(plies) => {
                let claims: Vec<&Claim> = self.all().collect();
                let list = self.effects(&claims)?;
                let text = self.voice.speaker.allows(self.scene.position, claims.first()?, list);
                match self.reply(plies).filter(|reply| !reply.is_empty()) {
                    Some(line) => {
                        let mut shown = FluentArgs::new();
                        shown.set("text", text);
                        shown.set("line", line);
                        self.voice.words.text("because-line", &shown)
                    }
                    None => text,
                }
            }
            Because::Reply(plies) => return self.judged_alone(plies, args),
        };
        args.set("text", text);
        Some(self.voice.speaker.phrase("judged-because", args))
    }

    /// Nothing has a name, but the answer can be shown.
    fn judged_alone(&mut self, plies: usize, args: &mut FluentArgs<'_>) -> Option<String> {
        let text = self.voice.speaker.phrase("judged-alone", args);
        let reply = self.reply(plies)?;
        if reply.is_empty() {
            return Some(text);
        }
        args.set("text", text);
        args.set("line", reply);
        Some(self.voice.words.text("because-line", args))
    }

    /// So many plies of the answer to the move under discussion.
    fn reply(&self, plies: usize) -> Option<String> {
        let line = line_of(self.scene.subject?.line.iter().copied());
        let after = line.position(self.scene.position, 1)?;
        Some(self.voice.speaker.line(&after, &line.from(1), plies))
    }

    /// In a comment the move stands before the words; in an explanation the whole line is shown.
    fn shown_after_move(&self) -> Shown {
        let comment = self.scene.subject.is_some_and(|subject| subject.relevance.is_some());
        let own = |claim: &Claim| {
            let mv = self.scene.subject.map(|subject| philidor_claims::Move::from(subject.mv));
            claim.line.first() == mv
        };
        if comment || self.first().is_some_and(own) { Shown::ToThePoint } else { Shown::Whole }
    }

    /// A candidate's line, its score, and what it is for.
    fn candidate(&mut self, place: usize) -> Option<String> {
        let look = self.scene.lines.get(place)?;
        let line = line_of(look.line.steps().iter().map(|s| s.mv));
        let turn = look.line.solver();
        let score = match self.scene.level {
            Level::Beginner => String::new(),
            _ => format!(" ({})", pawns(score(look.score), turn.into())),
        };
        let claims: Vec<&Claim> = self.all().collect();
        let aims = self.does(&claims, turn).map_or_else(String::new, |aims| format!(" – {aims}"));
        Some(format!("{}{score}{aims}", self.line(&line)))
    }
}
