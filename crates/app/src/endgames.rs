//! Tables and theories as the tutor's endgame book. Three men are solved on the spot; of four, what is on disk.

use std::{cell::RefCell, collections::HashMap, sync::atomic::AtomicBool};

use philidor_chess::{
    Material, fen,
    shakmaty::{Chess, EnPassantMode, Position},
};
use philidor_rules::{
    Endgames, ValidatedRules,
    explain::{End, Explainer},
    library,
    validate::Ground,
};
use philidor_truth::{Depth, Tables, Verdict, Watch};
use philidor_tutor::endgame::{DecidingRule, EndgameAccount, EndgameBook};

use crate::home;

/// Men of the positions it answers for.
const MEN: std::ops::RangeInclusive<usize> = 3..=4;

/// Exact answers for few men, opened when first asked.
#[derive(Default)]
pub(crate) struct Book {
    theories: RefCell<HashMap<Material, Option<ValidatedRules>>>,
}

impl EndgameBook for Book {
    fn account(&self, pos: &Chess) -> Option<EndgameAccount> {
        let material = Material::of(pos.board());
        if !MEN.contains(&material.men()) || fen::has_castling_rights(pos) {
            return None;
        }
        let tables = open(material)?;
        let Ok(Verdict::Exact(value)) = tables.verdict(pos) else { return None };
        let (value, plies) = match value.dtm {
            Depth::Win(plies) => (1, Some(plies)),
            Depth::Draw => (0, None),
            Depth::Loss(plies) => (-1, Some(plies)),
        };
        let mate_in = plies.map(|plies| u32::from(plies).div_ceil(2));
        Some(EndgameAccount { value, mate_in, rule: self.rule(pos, &tables, material) })
    }
}

impl Book {
    /// The deciding rule of the ending's theory.
    fn rule(&self, pos: &Chess, tables: &Tables, material: Material) -> Option<DecidingRule> {
        if pos.ep_square(EnPassantMode::Legal).is_some() {
            return None;
        }
        let shipped = library::for_material(material)?;
        let mut theories = self.theories.borrow_mut();
        let theory = theories.entry(material.canonical()).or_insert_with(|| {
            let (rules, _) = shipped.source().resolve(&Endgames).ok()?;
            rules.validate(Ground::new(tables, material.canonical())?).ok()
        });
        let account = Explainer::new(theory.as_ref()?).account(pos)?;
        let End::Rule(told) = account.end else { return None };
        Some(DecidingRule {
            file: shipped.file.to_owned(),
            rule: told.rule,
            reason: told.text,
            squares: told.zone | told.squares,
            line: account.line,
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
