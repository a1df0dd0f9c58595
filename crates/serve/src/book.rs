//! Tables and theories as the tutor's endgame book.

use std::sync::Arc;

use philidor_chess::{
    Material, fen,
    shakmaty::{Chess, EnPassantMode, Position},
};
use philidor_rules::{
    ValidatedRules,
    explain::{End, Explainer},
    library::{self, Shipped},
};
use philidor_truth::{Depth, Tables, Verdict};
use philidor_tutor::endgame::{DecidingRule, EndgameAccount, EndgameBook};

use crate::state::{Shared, Stop};

/// What tables and a theory say of a position of few men; `theory` opens the theory of an ending.
pub fn account(
    pos: &Chess,
    tables: &Tables,
    theory: impl FnOnce(&'static Shipped) -> Option<Arc<ValidatedRules>>,
) -> Option<EndgameAccount> {
    let Ok(Verdict::Exact(value)) = tables.verdict(pos) else { return None };
    let (value, plies) = match value.dtm {
        Depth::Win(plies) => (1, Some(plies)),
        Depth::Draw => (0, None),
        Depth::Loss(plies) => (-1, Some(plies)),
    };
    let mate_in = plies.map(|plies| u32::from(plies).div_ceil(2));
    Some(EndgameAccount { value, mate_in, rule: rule(pos, theory) })
}

/// The deciding rule of the ending's theory.
fn rule(
    pos: &Chess,
    theory: impl FnOnce(&'static Shipped) -> Option<Arc<ValidatedRules>>,
) -> Option<DecidingRule> {
    if pos.ep_square(EnPassantMode::Legal).is_some() {
        return None;
    }
    let shipped = library::for_material(Material::of(pos.board()))?;
    let account = Explainer::new(&*theory(shipped)?).account(pos)?;
    let End::Rule(told) = account.end else { return None };
    Some(DecidingRule {
        file: shipped.file.to_owned(),
        rule: told.rule,
        reason: told.text,
        squares: told.zone | told.squares,
        line: account.line,
    })
}

/// The server's own tables and theories.
pub(crate) struct Book {
    pub(crate) app: Arc<Shared>,
    pub(crate) stop: Stop,
}

impl EndgameBook for Book {
    fn account(&self, pos: &Chess) -> Option<EndgameAccount> {
        let material = Material::of(pos.board());
        if material.men() < 3 || fen::has_castling_rights(pos) {
            return None;
        }
        self.app.solve(material, &self.stop).ok()?;
        account(pos, &self.app.tables, |shipped| self.app.theory(shipped, &self.stop).ok())
    }
}
