//! What a move is for, in words.

use fluent_bundle::FluentArgs;
use philidor_chess::{
    parse_fen,
    shakmaty::{Board, Chess, Position as _},
};
use philidor_claims::{Asset, How, Move, Payoff, Reason, Square, Trade, Why, limits};

use super::Speaker;
use crate::claim::{Claim, Line, OnBoard as _, Statement};

/// The message of a reason.
pub(in crate::say) fn reason_key(reason: &Reason, otherwise: &Line, line: &Line) -> &'static str {
    match reason {
        // What takes some moves to be seen is shown.
        Reason::Answers { payoff, how, .. }
            if otherwise.len() > 1 + limits::THREAT_PLIES
                && !matches!(payoff, Payoff::Mate(_))
                && !matches!(how, Some(How::Pins | How::Counters)) =>
        {
            "reason-foils"
        }
        Reason::Answers { how, .. } => match how {
            Some(How::Captures) => "reason-takes",
            Some(How::Leaves) => "reason-saves",
            Some(How::Guards) => "reason-guards",
            Some(How::Blocks) => "reason-blocks",
            Some(How::Pins) => "reason-pins",
            Some(How::Flight) => "reason-flight",
            Some(How::Counters) => "reason-counters",
            None => "reason-meets",
        },
        Reason::Baits { .. } => "reason-baits",
        Reason::Stops { .. } if line.len() > 1 => "reason-stops-now",
        Reason::Stops { .. } => "reason-stops",
        Reason::Prepares { next }
            if otherwise.is_empty() && line.first().is_some_and(|mv| makes_room(mv, *next)) =>
        {
            "reason-vacates"
        }
        Reason::Prepares { .. } if otherwise.is_empty() => "reason-prepares",
        Reason::Prepares { .. } => "reason-prepares-now",
        // It is not possible any more.
        Reason::Forestalls { .. } if line.len() == 1 => "reason-stops",
        Reason::Forestalls { .. } => "reason-forestalls",
        Reason::Spares { .. } => "reason-spares",
        Reason::Heads { .. } => "reason-heads",
        Reason::Hits { .. } => "reason-hits",
        Reason::Improves { asset, .. } => improves_key(*asset),
        Reason::Exchanges { why, .. } => match why {
            Why::Guard(_) => "reason-exchanges-guard",
            Why::Pair => "reason-exchanges-pair",
            Why::Spoils(_) => "reason-exchanges-spoils",
            Why::Ahead(_) => "reason-exchanges-ahead",
            Why::Opens(_) => "reason-exchanges-opens",
            Why::Passed(_) => "reason-exchanges-passed",
            Why::Active { .. } => "reason-exchanges-active",
            Why::Brings(_) => "reason-exchanges-brings",
            Why::Draws(_) => "reason-exchanges-draws",
            Why::Lures(_) => "reason-exchanges-lures",
        },
    }
}

fn improves_key(asset: Asset) -> &'static str {
    match asset {
        Asset::Scope { .. } => "reason-improves-scope",
        Asset::Outpost => "reason-improves-outpost",
        Asset::OpenFile => "reason-improves-open-file",
        Asset::HalfOpenFile => "reason-improves-half-open-file",
        Asset::Seventh => "reason-improves-seventh",
        Asset::Guards(_) => "reason-improves-guards",
        Asset::Presses(_) => "reason-improves-presses",
        Asset::Safety => "reason-improves-safety",
        Asset::OutOfCheck => "reason-improves-out-of-check",
        Asset::NearKing => "reason-improves-near-king",
        Asset::Passed => "reason-improves-passed",
        Asset::Opens(_) => "reason-improves-opens",
        Asset::Nears(_) => "reason-improves-nears",
        Asset::Denies(..) => "reason-improves-denies",
        Asset::WayOut => "reason-improves-way-out",
        Asset::Holds(..) => "reason-improves-holds",
        Asset::Blocks(_) => "reason-improves-blocks",
        Asset::Behind(_) => "reason-improves-behind",
        Asset::Escorts(_) => "reason-improves-escorts",
        Asset::Connects => "reason-improves-connects",
        Asset::Pins(_) => "reason-improves-pins",
        Asset::Frees(_) => "reason-improves-frees",
        Asset::Centre => "reason-improves-centre",
        Asset::Faces(_) => "reason-improves-faces",
        Asset::Unchecked(..) => "reason-improves-unchecked",
        Asset::Shelter { .. } => "reason-improves-shelter",
    }
}

/// The later move goes to the square that the first one left; castling, before or after, is no such thing.
fn makes_room(first: Move, next: Move) -> bool {
    let castles =
        |mv: Move| mv.from.file() == 4 && mv.from.rank() == mv.to.rank() && (mv.to.file() - 4).abs() == 2;
    first.from == next.to && !castles(first) && !castles(next)
}

impl Speaker<'_> {
    /// What the first move of a claim's line is for.
    pub(in crate::say) fn reason(&mut self, claim: &Claim) -> Option<String> {
        let Statement::Reason { reason, otherwise, .. } = &claim.statement else { return None };
        let start = parse_fen(&claim.fen).ok()?;
        let mut args = FluentArgs::new();
        match reason {
            Reason::Answers { threat, payoff, trade, how } => {
                args.set("threat", self.move_after_pass(&start, otherwise));
                args.set("would", self.would(*payoff, trade));
                args.set(
                    "line",
                    match how {
                        Some(How::Counters) => self.after_own(&start, &claim.line, 1),
                        _ => self.line(&start, otherwise, otherwise.len()),
                    },
                );
                let square = match how {
                    Some(How::Captures | How::Pins) => threat.from,
                    _ => threat.to,
                };
                if let Some(role) = start.board().role_at(square.into()) {
                    let on = (*how != Some(How::Leaves)).then_some(square);
                    self.man(role.into(), on).put(&mut args, "man");
                }
            }
            Reason::Baits { .. } => {
                let there = claim.line.position(&start, 1);
                if let Some(role) = there.and_then(|pos| pos.board().role_at(reason.square().into())) {
                    self.man(role.into(), None).put(&mut args, "man");
                }
                args.set("line", self.after_own(&start, &claim.line, 1));
            }
            Reason::Stops { .. } | Reason::Forestalls { .. } => {
                args.set("threat", self.move_after_pass(&start, otherwise));
                args.set("line", self.after_own(&start, &claim.line, 1));
            }
            Reason::Prepares { next } => {
                args.set("square", next.to.to_string());
                let before = claim.line.position(&start, claim.ply.saturating_sub(1));
                if let Some(role) = before.and_then(|pos| pos.board().role_at(next.from.into())) {
                    self.man(role.into(), None).put(&mut args, "man");
                }
                args.set("next", self.at(&start, &claim.line, claim.ply - 1));
                args.set("line", self.line(&start, otherwise, otherwise.len()));
            }
            Reason::Heads { next } => {
                args.set("square", next.to.to_string());
                args.set("line", self.after_own(&start, &claim.line, 0));
            }
            Reason::Hits { taking } => {
                args.set("next", self.at(&start, &claim.line, 1));
                args.set("threat", self.at(&start, otherwise, 2));
                self.set_man(&mut args, start.board(), taking.to, true);
            }
            Reason::Improves { square, asset, .. } => {
                self.set_asset(&mut args, &start, claim, *square, *asset);
            }
            Reason::Spares { taking } => {
                args.set("threat", self.move_after_pass(&start, otherwise));
                self.set_man(&mut args, start.board(), taking.to, false);
            }
            Reason::Exchanges { square, why } => {
                args.set("line", self.after_own(&start, &claim.line, 0));
                self.set_why(&mut args, &start, claim, (*square, *why));
            }
        }
        Some(self.phrase(reason_key(reason, otherwise, &claim.line), &args))
    }

    /// Why an exchange on a square helps.
    fn set_why(
        &mut self,
        args: &mut FluentArgs<'_>,
        start: &Chess,
        claim: &Claim,
        (square, why): (Square, Why),
    ) {
        let named = why.square().map(|square| square.to_string());
        args.set("square", named.unwrap_or_default());
        match why {
            Why::Ahead(points) => args.set("n", points),
            Why::Active { sees, instead } => {
                args.set("n", sees);
                args.set("m", instead);
                let theirs = match start.board().piece_at(square.into()) {
                    Some(_) => Some(square),
                    None => claim.line.entries().get(1).and_then(|entry| entry.mv()).map(|mv| mv.from),
                };
                if let Some(theirs) = theirs {
                    self.set_man(args, start.board(), theirs, true);
                }
            }
            Why::Draws(_) | Why::Lures(_) => {
                args.set("square", square.to_string());
                args.set("next", self.at(start, &claim.line, 2));
                // The man that takes back, from where it stands.
                if let Some(back) = claim.line.entries().get(1).and_then(|entry| entry.mv()) {
                    self.set_man(args, start.board(), back.from, matches!(why, Why::Draws(_)));
                }
            }
            Why::Brings(from) => {
                args.set("square", square.to_string());
                self.set_man(args, start.board(), from, false);
            }
            _ => {
                if let Some(square) = why.square() {
                    self.set_man(args, start.board(), square, true);
                }
            }
        }
    }

    /// `$man`, the man on a square, named with it or without.
    fn set_man(&mut self, args: &mut FluentArgs<'_>, board: &Board, square: Square, named: bool) {
        if let Some(role) = board.role_at(square.into()) {
            self.man(role.into(), named.then_some(square)).put(args, "man");
        }
    }

    /// What a man has on its new square.
    fn set_asset(
        &mut self,
        args: &mut FluentArgs<'_>,
        start: &Chess,
        claim: &Claim,
        square: Square,
        asset: Asset,
    ) {
        let from = claim.line.first().map_or(square, |mv| mv.from);
        args.set("from", from.to_string());
        args.set("square", square.to_string());
        match asset {
            Asset::Scope { sees, instead } => {
                args.set("n", sees);
                args.set("m", instead);
            }
            Asset::Denies(_, to) | Asset::Holds(_, to) | Asset::Unchecked(_, to) => {
                args.set("square", to.to_string());
            }
            Asset::Blocks(at) | Asset::Escorts(at) => args.set("square", at.to_string()),
            _ => {}
        }
        // The men it speaks of stand where they stood; of the man that moved everybody sees where it stands.
        match asset.squares().first() {
            Some(&other) => self.set_man(args, start.board(), other, true),
            None => self.set_man(args, start.board(), from, false),
        }
    }

    /// What a threat would bring: "which would win a pawn".
    fn would(&mut self, payoff: Payoff, trade: &Trade) -> String {
        let mut args = FluentArgs::new();
        let key = match payoff {
            Payoff::Mate(moves) => {
                args.set("n", moves);
                "would-mate"
            }
            Payoff::Promotion => "would-promote",
            _ => {
                args.set("what", self.what(payoff, trade));
                if self.is_even(payoff, trade) {
                    "would-win"
                } else {
                    args.set("given", self.men(&trade.given));
                    "would-win-for"
                }
            }
        };
        self.phrase(key, &args)
    }

    /// What the other side's answer does: "it allows 26.Rd7, which invades on the seventh rank".
    pub(in crate::say) fn allows(&mut self, start: &Chess, claim: &Claim, does: String) -> String {
        let mut args = FluentArgs::new();
        args.set("move", self.at(start, &claim.line, 1));
        args.set("does", does);
        self.phrase("allows", &args)
    }

    /// The move of a line after `entries` others, with its number.
    fn at(&self, start: &Chess, line: &Line, entries: usize) -> String {
        let rest: Option<Move> = line.entries().get(entries).and_then(|entry| entry.mv());
        let shown = line.position(start, entries).zip(rest);
        let shown = shown.map(|(pos, mv)| self.line(&pos, &Line::of([mv]), 1));
        shown.unwrap_or_default()
    }

    /// The moves of a line after `entries` others.
    fn after_own(&self, start: &Chess, line: &Line, entries: usize) -> String {
        let rest = line.from(entries);
        line.position(start, entries).map_or_else(String::new, |pos| self.line(&pos, &rest, rest.len()))
    }
}
