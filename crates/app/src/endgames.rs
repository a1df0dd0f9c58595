//! Tables and theories as the tutor's endgame book. Three men are solved on the spot; of four, what is on disk.

use std::{
    cell::RefCell,
    collections::HashMap,
    sync::{Arc, atomic::AtomicBool},
};

use philidor_chess::{
    Material, fen,
    shakmaty::{Chess, Position},
};
use philidor_rules::{Endgames, ValidatedRules, validate::Ground};
use philidor_serve::book;
use philidor_truth::{Tables, Watch};
use philidor_tutor::endgame::{EndgameAccount, EndgameBook};

use crate::home;

/// Men of the positions it answers for.
const MEN: std::ops::RangeInclusive<usize> = 3..=4;

/// Exact answers for few men, opened when first asked.
#[derive(Default)]
pub(crate) struct Book {
    theories: RefCell<HashMap<Material, Option<Arc<ValidatedRules>>>>,
}

impl EndgameBook for Book {
    fn account(&self, pos: &Chess) -> Option<EndgameAccount> {
        let material = Material::of(pos.board());
        if !MEN.contains(&material.men()) || fen::has_castling_rights(pos) {
            return None;
        }
        let tables = open(material)?;
        book::account(pos, &tables, |shipped| {
            let mut theories = self.theories.borrow_mut();
            let theory = theories.entry(material.canonical()).or_insert_with(|| {
                let (rules, _) = shipped.source().resolve(&Endgames).ok()?;
                rules.validate(Ground::new(&tables, material.canonical())?).ok().map(Arc::new)
            });
            theory.clone()
        })
    }
}

/// The tables of an ending, if they are at hand.
fn open(material: Material) -> Option<Tables> {
    let stored = Tables::at(home::tables().ok()?);
    if material.men() > 3 {
        let there = |m: &Material| m.men() < 3 || matches!(stored.table(*m), Ok(Some(_)));
        return Tables::closure(&[material.canonical()]).iter().all(there).then_some(stored);
    }
    let small = Tables::in_memory();
    let go = AtomicBool::new(false);
    small.build(&[material.canonical()], false, Watch { stop: &go, hear: &|_| () }).ok()?;
    Some(small)
}
