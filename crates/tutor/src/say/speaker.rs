//! One claim in words.

mod material;
mod people;
mod reason;

use std::collections::HashMap;

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::Chess;

use super::{Level, Noun, Words, render::has_clause, sentence};
use philidor_claims::{Color, Idea, Role, Set, Square};

use crate::{
    claim::{
        About, Claim, Effect, End, FeatureNumbers, Goal, Line, Margin, OnBoard as _, Payoff, Purpose, Score,
        Statement, passed,
    },
    plan::Policy,
};

pub(super) use self::{people::people_key, reason::reason_key};

/// What a claim says, ready to be put into a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// A side has this: "the bishop pair".
    Has(Color, String),
    /// A side does this: "improves the bishop".
    Does(Color, String),
    /// The move under discussion does this: "protects the bishop on b7".
    MoveDoes(String),
    /// A whole sentence, without capital letter and full stop.
    Whole(String),
}

/// Says claims in one language, for one reader.
pub struct Speaker<'w> {
    pub(super) words: &'w Words,
    pub(super) level: Level,
    seed: u64,
    used: HashMap<String, Vec<usize>>,
}

/// Words by which a margin is called.
pub(super) fn margin_key(margin: Margin) -> &'static str {
    match margin {
        Margin::Equal => "standing-equal",
        Margin::Slight => "standing-slight",
        Margin::Clear => "standing-clear",
        Margin::Large => "standing-large",
        Margin::Winning => "standing-winning",
        Margin::Decided => "standing-decided",
    }
}

/// Words by which an opening is called.
pub(super) fn opening_key(claim: &Claim) -> &'static str {
    match &claim.statement {
        Statement::Opening { leaves: true, .. } => "opening-left",
        Statement::Opening { .. } if claim.ply > 0 => "opening-reached",
        Statement::Opening { game, .. } if !game.is_empty() => "opening-of-game",
        _ => "opening",
    }
}

/// Words by which a zugzwang is called.
pub(super) fn zugzwang_key(value: i8, otherwise: i8) -> &'static str {
    match (value, otherwise) {
        (1.., 0) => "zugzwang-win",
        (1.., _) => "zugzwang-both",
        _ => "zugzwang-draw",
    }
}

/// Words by which a plan is called.
pub(super) fn goal_key(goal: &Goal) -> &'static str {
    match goal {
        Goal::Manoeuvre { .. } => "goal-manoeuvre",
        Goal::Advance { lever: true, .. } => "goal-lever",
        Goal::Advance { .. } => "goal-advance",
        Goal::Castle { .. } => "goal-castle",
        Goal::Exchange { .. } => "goal-exchange",
        Goal::Occupy { .. } => "goal-occupy",
        Goal::Develop { .. } => "goal-develop",
    }
}

/// Words by which an idea is called: those of a way that takes more than one step are other ones.
pub(super) fn idea_key(idea: Idea, squares: usize) -> String {
    format!("idea-{}{}", idea.id(), if squares > 2 { "-way" } else { "" })
}

pub(super) fn role_id(role: Role) -> &'static str {
    match role {
        Role::King => "king",
        Role::Queen => "queen",
        Role::Rook => "rook",
        Role::Bishop => "bishop",
        Role::Knight => "knight",
        Role::Pawn => "pawn",
    }
}

/// The noun of a kind of man.
pub(crate) fn role_key(role: Role) -> String {
    format!("role-{}", role_id(role))
}

/// The noun of a side.
pub(crate) fn side_key(side: Color) -> &'static str {
    match side {
        Color::White => "side-white",
        Color::Black => "side-black",
    }
}

impl<'w> Speaker<'w> {
    /// A speaker whose choice of variants is fixed by `seed`.
    pub fn new(words: &'w Words, level: Level, seed: u64) -> Speaker<'w> {
        Speaker { words, level, seed, used: HashMap::new() }
    }

    /// A claim as a sentence of its own.
    pub fn say(&mut self, start: &Chess, claim: &Claim) -> String {
        match self.said(start, claim) {
            None => String::new(),
            Some(said) => {
                let mv = claim.line.first().map(|_| self.line(start, &claim.line, 1));
                sentence(&self.whole(&said, mv.as_deref()))
            }
        }
    }

    /// A sentence from one thing said.
    pub(super) fn whole(&mut self, said: &Said, mv: Option<&str>) -> String {
        let mut args = FluentArgs::new();
        match said {
            Said::Has(side, things) => {
                self.side(*side).put(&mut args, "side");
                args.set("things", things.clone());
                self.words.text("sentence-has", &args)
            }
            Said::Does(side, does) => {
                self.side(*side).put(&mut args, "side");
                args.set("does", does.clone());
                self.words.text("sentence-does", &args)
            }
            Said::MoveDoes(does) => {
                args.set("does", does.clone());
                match mv {
                    Some(mv) => {
                        args.set("move", mv.to_owned());
                        self.words.text("move-does", &args)
                    }
                    None => self.words.text("it-does", &args),
                }
            }
            Said::Whole(text) => text.clone(),
        }
    }

    /// What a claim says; `None` for what is evidence rather than a statement.
    pub fn said(&mut self, start: &Chess, claim: &Claim) -> Option<Said> {
        let side = claim.side;
        let mut args = FluentArgs::new();
        args.set("level", self.level.name());
        self.side(side).put(&mut args, "side");
        self.side(side.other()).put(&mut args, "opponent");
        self.place(&mut args, claim.squares(), side);
        let first = self.line(start, &claim.line, 1 + usize::from(claim.line.pass().is_some()));
        Some(match &claim.statement {
            Statement::Standing { margin, score } => {
                args.set("score", pawns(*score, side));
                Said::Whole(self.phrase(margin_key(*margin), &args))
            }
            Statement::Over { end } => Said::Whole(self.phrase(over_key(*end), &args)),
            Statement::Opening { eco, name, .. } => {
                args.set("eco", eco.clone());
                args.set("name", name.clone());
                args.set("move", first);
                Said::Whole(self.phrase(opening_key(claim), &args))
            }
            Statement::Endgame { value, at, mate_in, rule, .. } => {
                args.set("n", mate_in.unwrap_or(0));
                let ahead = *at > 1 || claim.about == About::Plan;
                let key = match value {
                    1.. if ahead => "endgame-reached-win",
                    0 if ahead => "endgame-reached-draw",
                    1.. => "endgame-win",
                    0 => "endgame-draw",
                    _ => "endgame-loss",
                };
                let mut text = self.phrase(key, &args);
                if let Some(rule) = rule {
                    args.set("rule", rule.rule.clone());
                    args.set("reason", rule.reason.clone());
                    // A rule that decides only later speaks of the position in which it does.
                    let key = if ahead || claim.ply > *at { "endgame-rule-later" } else { "endgame-rule" };
                    args.set("line", self.line(start, &claim.line, claim.ply));
                    text = format!("{text}. {}", sentence(&self.phrase(key, &args)));
                }
                Said::Whole(text)
            }
            Statement::Zugzwang { value, otherwise } => {
                Said::Whole(self.phrase(zugzwang_key(*value, *otherwise), &args))
            }
            Statement::Feature { numbers, passing, .. } => {
                args.set("count", numbers.before.abs_diff(numbers.after));
                let key = format!("feature-{}", numbers.id.replace('_', "-"));
                let text = match feature_variant(self.words, &key, numbers, *passing) {
                    "" => self.words.text(&key, &args),
                    variant => self.words.attribute(&key, variant, &args),
                };
                Said::Does(numbers.owner, text)
            }
            Statement::Concept { name, purpose, .. } => {
                let key = concept_key(*purpose, name);
                let text = self.phrase(&key, &args);
                if purpose.is_present() { Said::Has(side, text) } else { Said::Does(side, text) }
            }
            Statement::Structure { name, .. } => {
                seen_by(side, &mut args);
                Said::Whole(self.phrase(&format!("structure-{name}"), &args))
            }
            Statement::Practice { games, score, from, to, percent } => {
                args.set("n", games.to_string());
                args.set("points", score.to_string());
                args.set("percent", percent.to_string());
                let taking = if from.file() == to.file() {
                    String::new()
                } else {
                    format!("{}x", &from.to_string()[..1])
                };
                args.set("step", format!("{taking}{to}"));
                Said::Whole(self.phrase("practice", &args))
            }
            Statement::Material { trade, payoff, before, points, .. } if *before < 0 => {
                args.set("what", self.what(*payoff, trade));
                let key = match (before + points <= 0, self.is_even(*payoff, trade)) {
                    (true, true) => "material-regains",
                    (true, false) => {
                        args.set("given", self.men(&trade.given));
                        "material-regains-for"
                    }
                    (false, _) if trade.won.is_empty() => "material-comes-out-ahead",
                    (false, true) => "material-turns",
                    (false, false) => {
                        args.set("given", self.men(&trade.given));
                        "material-turns-for"
                    }
                };
                Said::Does(side, self.phrase(key, &args))
            }
            Statement::Material { payoff, trade, device, .. } => {
                let device = device.as_ref();
                Said::Does(side, self.winning("material-wins", *payoff, trade, device, claim, &mut args))
            }
            Statement::Sacrifice { trade, .. } => {
                let minor = |r: &Role| matches!(r, Role::Bishop | Role::Knight);
                let exchange =
                    trade.won == [Role::Rook] && trade.given.len() == 1 && trade.given.iter().all(minor);
                let what = if exchange { self.what(Payoff::Exchange, trade) } else { self.men(&trade.won) };
                args.set("what", what);
                args.set("given", self.men(&trade.given));
                let plain = exchange || trade.given.is_empty();
                Said::Does(side, self.phrase(if plain { "sacrifice" } else { "sacrifice-for" }, &args))
            }
            Statement::Device { device, payoff, trade } => {
                let text = self.winning("material-wins", *payoff, trade, Some(device), claim, &mut args);
                Said::Does(side, text)
            }
            Statement::Mate { moves, pattern } => {
                args.set("n", *moves);
                let key = match pattern {
                    Some(theme) => {
                        args.set("pattern", self.words.text(&format!("pattern-{}", theme.id()), &args));
                        "mate-in-pattern"
                    }
                    None => "mate-in",
                };
                Said::Does(side, self.phrase(key, &args))
            }
            Statement::Threat { payoff, trade, device, .. } => {
                args.set("move", self.move_after_pass(start, &claim.line));
                Said::Whole(match payoff {
                    Payoff::Mate(moves) => {
                        args.set("n", *moves);
                        self.phrase("threat-mate", &args)
                    }
                    Payoff::Promotion => self.phrase("threat-promotes", &args),
                    _ => self.winning("threat-wins", *payoff, trade, device.as_ref(), claim, &mut args),
                })
            }
            Statement::Plan { goal } => Said::Does(side, self.goal(goal, &mut args)),
            Statement::Idea { role, path, idea, .. } => {
                Said::Does(side, self.idea(*role, path, *idea, &mut args))
            }
            Statement::Effect { .. } | Statement::Reason { .. } => {
                Said::MoveDoes(self.effects(&[claim]).concat())
            }
            Statement::Allows { .. } => {
                let does = self.effects(&[claim]).concat();
                Said::Whole(self.allows(start, claim, does))
            }
            Statement::OnlyMove { next, .. } => {
                args.set("move", first);
                Said::Whole(self.phrase(if next.is_some() { "only-move" } else { "only-legal" }, &args))
            }
            Statement::Best { first: alone, .. } => {
                args.set("move", first);
                Said::Whole(self.phrase(if *alone { "best" } else { "equal-choice" }, &args))
            }
            Statement::Better { other, score, other_score, .. } => {
                args.set("move", first);
                args.set("other", self.line(start, &Line::of([*other]), 1));
                Said::Whole(self.phrase(better_key(*score, *other_score), &args))
            }
            Statement::MissedChance { payoff, trade, .. } => {
                args.set("move", first);
                Said::Whole(self.chance("missed", "missed-wins", *payoff, trade, &mut args))
            }
            Statement::People { rating, people } => {
                args.set("rating", rating.to_string());
                args.set("move", self.person_move(start, claim));
                Said::Whole(self.people(people, &mut args))
            }
            Statement::Pitfall { payoff, trade, .. } => {
                args.set("move", first);
                Said::Whole(self.chance("pitfall", "pitfall-loses", *payoff, trade, &mut args))
            }
        })
    }

    /// What another engine says to our choice, `claim` being a [`Statement::Better`] whose `other` is ours.
    pub fn opinion(&mut self, start: &Chess, claim: &Claim, engine: &str, agrees: bool) -> String {
        let Statement::Better { mv, other, score, other_score } = &claim.statement else {
            return String::new();
        };
        let mut args = FluentArgs::new();
        args.set("engine", engine.to_owned());
        args.set("move", self.line(start, &Line::of([*mv]), 1));
        args.set("other", self.line(start, &Line::of([*other]), 1));
        args.set("score", pawns(*score, claim.side));
        args.set("other-score", pawns(*other_score, claim.side));
        args.set("line", self.line(start, &claim.line, Policy::ours().breadth(self.level).plies));
        let key = if agrees { "opinion-agrees" } else { "opinion-differs" };
        let heading = self.words.text("heading-opinion", &args);
        format!("\n{heading}\n  {}\n", sentence(&self.phrase(key, &args)))
    }

    /// Moves of a line with numbers, in the letters of the language.
    pub fn line(&self, start: &Chess, line: &Line, most: usize) -> String {
        self.words.localise(&line.numbered(start, most).join(" "))
    }

    /// The first move after the pass, with its number, whatever stands before it.
    fn move_after_pass(&self, start: &Chess, line: &Line) -> String {
        let shown = line.pass().and_then(|pass| {
            let pos = passed(&line.position(start, pass)?)?;
            Some(line.from(pass + 1).numbered(&pos, 1))
        });
        self.words.localise(&shown.unwrap_or_default().concat())
    }

    /// One variant of a phrase: none is repeated while another is left.
    pub(super) fn phrase(&mut self, key: &str, args: &FluentArgs<'_>) -> String {
        let count = self.words.variants(key);
        if count < 2 {
            return self.words.text(key, args);
        }
        let used = self.used.entry(key.to_owned()).or_default();
        if used.len() >= count {
            used.clear();
        }
        let free: Vec<usize> = (0..count).filter(|i| !used.contains(i)).collect();
        let place = free[(mix(self.seed, key, used.len()) % free.len() as u64) as usize];
        used.push(place);
        self.words.variant(key, place, args)
    }

    pub(super) fn side(&self, side: Color) -> Noun {
        self.words.noun(side_key(side))
    }

    /// Effects of one kind as one: "attacks the rook on h8 and the knight on b2".
    pub(super) fn effects(&mut self, claims: &[&Claim]) -> Vec<String> {
        let mut kinds: Vec<(&'static str, Vec<(&Claim, Effect)>)> = Vec::new();
        for claim in claims {
            let (Statement::Effect { effect } | Statement::Allows { effect, .. }) = claim.statement else {
                continue;
            };
            match kinds.iter_mut().find(|(kind, _)| *kind == effect.id()) {
                Some((_, all)) => all.push((claim, effect)),
                None => kinds.push((effect.id(), vec![(claim, effect)])),
            }
        }
        let mut out = Vec::new();
        for (kind, all) in kinds {
            let mut args = FluentArgs::new();
            let squares: Set = all.iter().map(|(_, effect)| effect.square()).collect();
            self.place(&mut args, squares, claims[0].side);
            let men: Vec<Noun> =
                all.iter().filter_map(|(claim, effect)| self.man_of(claim, *effect)).collect();
            if !men.is_empty() {
                Noun::join(&men, |all| self.words.list(all)).put(&mut args, "man");
            }
            out.push(self.phrase(&format!("effect-{kind}"), &args));
        }
        // What a move is for comes before what it does; what has a clause of its own comes last.
        let (last, first): (Vec<&Claim>, Vec<&Claim>) = claims.iter().partition(
            |claim| matches!(&claim.statement, Statement::Reason { reason, .. } if has_clause(reason)),
        );
        let first: Vec<String> = first.into_iter().filter_map(|claim| self.reason(claim)).collect();
        let last: Vec<String> = last.into_iter().filter_map(|claim| self.reason(claim)).collect();
        first.into_iter().chain(out).chain(last).collect()
    }

    /// The man an effect speaks of. Of the man that has just moved everybody sees where it stands.
    fn man_of(&self, claim: &Claim, effect: Effect) -> Option<Noun> {
        match effect {
            Effect::Saves(_)
            | Effect::Develops(_)
            | Effect::Offers(_)
            | Effect::TakesOutpost(_)
            | Effect::Centralises(_)
            | Effect::Trades(_)
            | Effect::Simplifies(_)
            | Effect::GainsScope(_)
            | Effect::TakesDiagonal(_)
            | Effect::AvoidsTrade(_) => {
                let to = claim.line.entries().get(claim.ply.checked_sub(1)?)?.mv()?.to;
                let start = philidor_chess::parse_fen(&claim.fen).ok()?;
                let after = claim.line.position(&start, claim.ply)?;
                let role = philidor_chess::shakmaty::Position::board(&after).role_at(to.into())?;
                Some(self.man(role.into(), None))
            }
            _ => claim.role_at(effect.square()).map(|role| self.man(role, Some(effect.square()))),
        }
    }

    fn man(&self, role: Role, square: Option<Square>) -> Noun {
        let noun = self.words.noun(&role_key(role));
        match square {
            None => noun,
            Some(square) => noun.map(|text| {
                let mut args = FluentArgs::new();
                args.set("man", text.to_owned());
                args.set("square", square.to_string());
                self.words.text("man-on", &args)
            }),
        }
    }

    /// `$on`, `$squares`, `$n`.
    fn place(&self, args: &mut FluentArgs<'_>, squares: Set, side: Color) {
        let names: Vec<String> = in_order(squares, side).iter().map(ToString::to_string).collect();
        args.set("n", names.len() as u32);
        let list = self.words.list(&names);
        args.set("squares", list);
        // More squares than that are not read.
        let on = if names.is_empty() || names.len() > 3 {
            String::new()
        } else {
            format!(" {}", self.words.text("on-squares", args))
        };
        args.set("on", on);
    }

    fn idea(&mut self, role: Role, path: &[Square], idea: Idea, args: &mut FluentArgs<'_>) -> String {
        self.man(role, None).put(args, "man");
        args.set("to", path.last().map_or_else(String::new, ToString::to_string));
        let stops: Vec<String> = path.iter().map(ToString::to_string).collect();
        args.set("path", stops.join("-"));
        args.set("square", idea.target().map_or_else(String::new, |square| square.to_string()));
        self.phrase(&idea_key(idea, path.len()), args)
    }

    fn goal(&mut self, goal: &Goal, args: &mut FluentArgs<'_>) -> String {
        match goal {
            Goal::Manoeuvre { role, path } => {
                self.man(*role, None).put(args, "man");
                args.set("to", path.last().map_or_else(String::new, ToString::to_string));
                let stops: Vec<String> = path.iter().map(ToString::to_string).collect();
                args.set("path", stops.join("-"));
                self.phrase(goal_key(goal), args)
            }
            Goal::Advance { to, .. } => {
                args.set("to", to.to_string());
                self.phrase(goal_key(goal), args)
            }
            Goal::Castle { .. } => self.phrase(goal_key(goal), args),
            Goal::Exchange { own, enemy, square } => {
                self.man(*own, None).put(args, "own");
                self.man(*enemy, None).put(args, "enemy");
                args.set("square", square.to_string());
                self.phrase(goal_key(goal), args)
            }
            Goal::Occupy { role, to, .. } | Goal::Develop { role, to, .. } => {
                self.man(*role, None).put(args, "man");
                args.set("to", to.to_string());
                self.phrase(goal_key(goal), args)
            }
        }
    }
}

/// The squares of the board as `side` names them: `$d5` is Black's d4.
fn seen_by(side: Color, args: &mut FluentArgs<'_>) {
    for square in Square::all() {
        let file = char::from(b'a' + square.file() as u8);
        args.set(format!("{file}{}", square.rank_for(side) + 1), square.to_string());
    }
}

/// By file, then by rank as `side` sees it: the same for both colours.
fn in_order(squares: Set, side: Color) -> Vec<Square> {
    let mut all: Vec<Square> = squares.iter().collect();
    all.sort_by_key(|sq| (sq.file(), sq.rank_for(side)));
    all
}

/// The message of a concept.
pub(crate) fn concept_key(purpose: Purpose, name: &str) -> String {
    format!("{}-{}", purpose.name(), name.to_lowercase().replace(' ', "-"))
}

/// A score for `side` as readers know it: pawns, seen by White.
pub(super) fn pawns(score: Score, side: Color) -> String {
    match side {
        Color::White => score.to_string(),
        Color::Black => score.turned().to_string(),
    }
}

/// Words for how much better a move is.
pub(super) fn better_key(score: Score, other: Score) -> &'static str {
    let limits = &Policy::ours().centipawns;
    match score.minus(other) {
        loss if score.is_decided() || other.is_decided() || loss >= limits.clear => "better-large",
        loss if loss >= limits.slight => "better-clear",
        _ => "better-slight",
    }
}

/// Words for a better move of which nothing else is known: that it does not run into a mate, or its score.
pub(super) fn better_alone_key(score: Score, other: Score) -> &'static str {
    let mated = |score: Score| matches!(score, Score::Mate(..=0));
    if mated(other) && !mated(score) { "better-no-mate" } else { "better-alone" }
}

/// Which attribute of a feature's message says its change: more of it, none left, fewer, or there for a while.
pub(super) fn feature_variant(
    words: &Words,
    key: &str,
    numbers: &FeatureNumbers,
    passing: bool,
) -> &'static str {
    match (passing, numbers.after > numbers.before) {
        (true, _) => "while",
        (_, true) => "",
        (_, false) if numbers.after > 0 && words.has_attribute(key, "fewer") => "fewer",
        (_, false) => "less",
    }
}

/// Words for how a game is over.
pub(super) fn over_key(end: End) -> &'static str {
    match end {
        End::Checkmate => "over-checkmate",
        End::Stalemate => "over-stalemate",
        End::Insufficient => "over-insufficient",
    }
}

/// A number that depends on all its inputs.
fn mix(seed: u64, key: &str, turn: usize) -> u64 {
    let mut state = seed ^ 0xCBF2_9CE4_8422_2325 ^ turn as u64;
    for byte in key.bytes() {
        state = (state ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
    }
    state ^ (state >> 29)
}
