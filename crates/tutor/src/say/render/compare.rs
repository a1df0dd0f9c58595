//! One move against another, in words: nearly as good, weaker, better, and why.

use fluent_bundle::FluentArgs;
use philidor_chess::shakmaty::{Chess, Position as _};

use super::Render;
use crate::{
    claim::{Claim, Line, OnBoard as _, Statement},
    plan::Shown,
    say::speaker::{Said, better_alone_key, pawns},
};

impl Render<'_, '_, '_> {
    /// A move that is nearly the best, but another one does more.
    pub(super) fn nearly(&mut self) -> Option<String> {
        let claims: Vec<&Claim> = self.all().collect();
        let (better, reasons) = claims.split_first()?;
        let Statement::Better { other, .. } = &better.statement else { return None };
        let mut args = FluentArgs::new();
        args.set("move", self.voice.speaker.line(self.scene.position, &better.line, 1));
        args.set("other", self.voice.speaker.line(self.scene.position, &Line::of([*other]), 1));
        match self.reasons(reasons) {
            Some(reason) => {
                let text = self.voice.speaker.phrase("nearly", &args);
                Some(self.because(text, reason))
            }
            None => Some(self.voice.speaker.phrase("nearly-alone", &args)),
        }
    }

    /// What the move does or wins, but another one is better: the first `split` claims and the others.
    pub(super) fn but(&mut self, split: usize, judged: bool) -> Option<String> {
        let (own, better) = self.claims.split_at_checked(split)?;
        let claims: Vec<&Claim> = own.iter().map(|&at| &self.scene.claims[at]).collect();
        let at_once = |c: &&Claim| matches!(c.statement, Statement::Effect { .. } | Statement::Reason { .. });
        let own = if claims.iter().all(at_once) {
            let list = self.effects(&claims)?;
            let mv = self.voice.speaker.line(self.scene.position, &claims.first()?.line, 1);
            self.voice.speaker.whole(&Said::MoveDoes(list), Some(&mv))
        } else {
            self.shown_claim(self.shown_after_move())?
        };
        let mut rest = Render { voice: &mut *self.voice, scene: self.scene, claims: better };
        let better = if judged { rest.better(true)? } else { rest.more()? };
        let mut args = FluentArgs::new();
        args.set("deed", own);
        args.set("better", better);
        Some(self.voice.speaker.phrase("contrast-but", &args))
    }

    /// Another move is a little better: the first claim says which, the others are its reasons.
    fn more(&mut self) -> Option<String> {
        let claims: Vec<&Claim> = self.all().collect();
        let (better, reasons) = claims.split_first()?;
        let mut args = FluentArgs::new();
        args.set("move", self.voice.speaker.line(self.scene.position, &better.line, 1));
        let text = self.voice.speaker.phrase("nearly-more", &args);
        let reason = self.reasons(reasons)?;
        Some(self.because(text, reason))
    }

    /// The better move and why: the first claim says which, the others are the reasons.
    pub(super) fn better(&mut self, judged: bool) -> Option<String> {
        let claims: Vec<&Claim> = self.all().collect();
        let (better, reasons) = claims.split_first()?;
        let reason = self.reasons(reasons);
        let mut args = FluentArgs::new();
        if judged {
            args.set("move", self.voice.speaker.line(self.scene.position, &better.line, 1));
            return Some(match reason {
                Some(reason) => {
                    args.set("text", reason);
                    self.voice.speaker.phrase("better-because", &args)
                }
                None if self.keeps(better) => self.voice.speaker.phrase("better-keeps", &args),
                None => {
                    let Statement::Better { score, other_score, .. } = &better.statement else { return None };
                    args.set("score", pawns(*score, better.side));
                    args.set("other-score", pawns(*other_score, better.side));
                    self.voice.speaker.phrase(better_alone_key(*score, *other_score), &args)
                }
            });
        }
        let said = self.voice.speaker.said(self.scene.position, better)?;
        let text = self.voice.speaker.whole(&said, None);
        Some(match reason {
            Some(reason) => self.because(text, reason),
            None => self.with_line(text, better, Shown::Plies(self.scene.policy.plies.shown)),
        })
    }

    /// The move under discussion loses material, and the line of the better one, whose captures are settled at its end, loses none.
    fn keeps(&self, better: &Claim) -> bool {
        let loses = |c: &Claim| {
            c.about == crate::claim::About::Concession && matches!(c.statement, Statement::Material { .. })
        };
        let start = self.scene.position;
        let us = start.turn();
        let of = |pos: &Chess| crate::sight::balance(pos.board(), us);
        let end = better.line.position(start, better.line.len());
        let settled = |end: &Chess| crate::envision::is_quiet(end) && of(end) >= of(start);
        self.scene.claims.iter().any(loses) && end.as_ref().is_some_and(settled)
    }

    /// Another move that was possible, or one that was weaker.
    pub(super) fn other(&mut self, close: bool) -> Option<String> {
        let Statement::Better { mv, other, .. } = &self.first()?.statement else { return None };
        let own = philidor_claims::Move::from(self.scene.subject?.mv);
        let other = if *mv == own { other } else { mv };
        let mut args = FluentArgs::new();
        args.set("move", self.voice.speaker.line(self.scene.position, &Line::of([own]), 1));
        args.set("other", self.voice.speaker.line(self.scene.position, &Line::of([*other]), 1));
        Some(self.voice.speaker.phrase(if close { "alternative-close" } else { "alternative-worse" }, &args))
    }
}
