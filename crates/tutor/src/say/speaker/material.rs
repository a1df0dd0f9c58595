//! What is won and given, and how, in words.

use fluent_bundle::FluentArgs;
use philidor_claims::{Role, Square, Theme};

use super::{Speaker, in_order, role_id};
use crate::{
    claim::{Claim, Device, OnBoard as _, Payoff, Trade},
    say::Noun,
};

impl Speaker<'_> {
    /// Men by kind and number: `a rook and two pawns`.
    pub(super) fn men(&self, roles: &[Role]) -> String {
        let mut items = Vec::new();
        for role in [Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn] {
            let n = roles.iter().filter(|&&r| r == role).count();
            if n > 0 {
                let mut args = FluentArgs::new();
                args.set("n", n as u32);
                items.push(self.words.text(&format!("men-{}", role_id(role)), &args));
            }
        }
        self.words.list(&items)
    }

    /// What is won, in words.
    pub(super) fn what(&self, payoff: Payoff, trade: &Trade) -> String {
        match payoff {
            Payoff::Exchange if trade.won.len() <= 1 && trade.given.len() <= 1 => {
                self.words.text("payoff-exchange", &FluentArgs::new())
            }
            Payoff::Promotion => self.words.text("payoff-promotion", &FluentArgs::new()),
            Payoff::Wins(role) if trade.won.is_empty() => self.men(&[role]),
            Payoff::Exchange if trade.won.is_empty() => {
                self.words.text("payoff-exchange", &FluentArgs::new())
            }
            _ => self.men(&trade.won),
        }
    }

    /// "wins a rook for a knight by a fork …": `key` with the endings for what is given and how.
    pub(super) fn winning(
        &mut self,
        key: &str,
        payoff: Payoff,
        trade: &Trade,
        by: Option<&Device>,
        claim: &Claim,
        args: &mut FluentArgs<'_>,
    ) -> String {
        if payoff == Payoff::Promotion && key == "material-wins" {
            return self.phrase("material-promotes", args);
        }
        let what = self.what(payoff, trade);
        args.set("what", what);
        let mut key = key.to_owned();
        if !self.is_even(payoff, trade) {
            args.set("given", self.men(&trade.given));
            key.push_str("-for");
        }
        // "which nothing protects" must follow what it speaks of, and of a queen nobody asks.
        let queen = payoff == Payoff::Wins(Role::Queen);
        let loose = |m: &&Device| m.theme == Theme::HangingPiece && (queen || !trade.given.is_empty());
        if let Some(device) = by.filter(|m| !loose(m)) {
            let device = self.device(device, claim);
            args.set("device", device);
            key.push_str("-by");
        }
        self.phrase(&key, args)
    }

    /// How it is done.
    pub(super) fn device(&mut self, device: &Device, claim: &Claim) -> String {
        let mut args = FluentArgs::new();
        let key = format!("device-{}", device.theme.id());
        let there =
            philidor_chess::parse_fen(&claim.fen).ok().and_then(|pos| claim.line.position(&pos, device.ply));
        let Some(there) = there else { return self.words.attribute(&key, "bare", &args) };
        let board = philidor_chess::shakmaty::Position::board(&there);
        let named = |sq: Square| board.role_at(sq.into()).map(|role| self.man(role.into(), Some(sq)));
        if let Some(actor) = named(device.actor) {
            actor.put(&mut args, "actor");
        }
        let targets: Vec<Noun> = in_order(device.targets, claim.side).into_iter().filter_map(named).collect();
        if targets.is_empty() {
            return self.words.attribute(&key, "bare", &args);
        }
        Noun::join(&targets, |all| self.words.list(all)).put(&mut args, "targets");
        self.words.text(&key, &args)
    }

    pub(super) fn chance(
        &mut self,
        stem: &str,
        wins: &str,
        payoff: Payoff,
        trade: &Trade,
        args: &mut FluentArgs<'_>,
    ) -> String {
        match payoff {
            Payoff::Mate(moves) => {
                args.set("n", moves);
                self.phrase(&format!("{stem}-mate"), args)
            }
            Payoff::Promotion => self.phrase(&format!("{stem}-promotes"), args),
            _ => {
                args.set("what", self.what(payoff, trade));
                let key = if self.is_even(payoff, trade) {
                    wins.to_owned()
                } else {
                    args.set("given", self.men(&trade.given));
                    format!("{wins}-for")
                };
                self.phrase(&key, args)
            }
        }
    }

    /// Nothing is given for it, or what is given belongs to its name.
    pub(super) fn is_even(&self, payoff: Payoff, trade: &Trade) -> bool {
        let exchange = payoff == Payoff::Exchange && trade.won.len() <= 1 && trade.given.len() <= 1;
        trade.given.is_empty() || exchange
    }
}
