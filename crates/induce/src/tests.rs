//! Learners on KPK: exact where they claim to be, better than guessing elsewhere, the same for the same seed.

use std::sync::{LazyLock, atomic::AtomicBool};

use philidor_chess::shakmaty::Color;
use philidor_truth::{Tables, Watch};

use super::{
    code::{CodeError, Packed},
    curve::{Drawn, learners, point},
    search::{Goal, Search, Settings},
    *,
};
use crate::characterise::{Characterisation, Kind, sets};

static KPK: LazyLock<Dataset> = LazyLock::new(|| dataset(Kind::Both));

fn dataset(kind: Kind) -> Dataset {
    let watch = Watch { stop: &AtomicBool::new(false), hear: &|_| {} };
    let table = Tables::in_memory().ensure("KPK".parse().unwrap(), watch).unwrap();
    Dataset::new(&table, Color::White, &Characterisation::new(kind, table.material()).unwrap())
}

#[test]
fn a_grown_tree_knows_every_position_and_packs_and_unpacks() {
    let tree = grow(&KPK, &KPK.rows());
    assert!(errors(&tree, &KPK, &KPK.rows()).is_empty());
    let packed = Packed::pack(&tree, &KPK).unwrap();
    let file = packed.to_file();
    let again = Packed::from_file(&file).unwrap();
    assert_eq!(again, packed);
    let unpacked = again.unpack(&KPK).unwrap();
    assert!(errors(&unpacked, &KPK, &KPK.rows()).is_empty());
    assert_eq!(unpacked.leaves(), tree.leaves());
    assert!((packed.bits as f64) < tree.size_bits());
}

#[test]
fn damaged_and_foreign_trees_are_refused() {
    let packed = Packed::pack(&grow(&KPK, &KPK.rows()), &KPK).unwrap();
    let file = packed.to_file();
    assert!(matches!(Packed::from_file(b"nonsense"), Err(CodeError::Header(_))));
    assert!(matches!(Packed::from_file(b""), Err(CodeError::Header(_))));
    assert!(matches!(Packed::from_file(&file[..file.len() - 1]), Err(CodeError::Length { .. })));
    assert!(matches!(packed.unpack(&dataset(Kind::Paper)), Err(CodeError::Other { .. })));
    // Any bits make some tree or an error, never a panic.
    let start = file.iter().position(|&b| b == b'\n').unwrap() + 1;
    for i in start..start + 40 {
        let mut bad = file.clone();
        bad[i] ^= 0x55;
        let _ = Packed::from_file(&bad).unwrap().unpack(&KPK);
    }
}

#[test]
fn searching_makes_a_tree_smaller_and_is_repeatable() {
    let settings = Settings { seed: 3, steps: 250, heat: 2.0, goal: Goal::Bits };
    let begin = Packed::pack(&grow(&KPK, &KPK.rows()), &KPK).unwrap().bits;
    let found = Search::new(&KPK, settings.clone(), None).unwrap().run(&mut |_, _| true);
    assert!(errors(&found.tree, &KPK, &KPK.rows()).is_empty());
    let packed = Packed::pack(&found.tree, &KPK).unwrap();
    assert!(packed.bits < begin * 9 / 10, "{} after {begin}", packed.bits);
    // Zeros at the end are not written, so a file may come out shorter than reckoned, but not longer.
    let off = packed.bits as f64 - found.bits;
    assert!((-16.0..2.0).contains(&off), "{} written, {} reckoned", packed.bits, found.bits);
    let again = Search::new(&KPK, settings.clone(), None).unwrap().run(&mut |_, _| true);
    assert_eq!(again.tree, found.tree);
    // Taken up again from a file it does not get worse.
    let on = Search::new(&KPK, Settings { seed: 4, steps: 20, ..settings }, Some(&found.tree)).unwrap();
    assert!(on.run(&mut |_, _| true).bits <= found.bits);
}

#[test]
fn twenty_rules_cover_most_of_a_side_without_an_error() {
    let theory = cover(&KPK, &KPK.rows(), CoverSettings { rules: 20, tries: 2, seed: 1 });
    let mut covered = 0;
    for row in KPK.rows() {
        let values = KPK.values_of(row);
        for rule in theory.rules.iter().filter(|r| r.holds(&values)) {
            assert_eq!(rule.result, KPK.results[row as usize], "{}", rule.text(&KPK.features));
        }
        covered += usize::from(theory.decide(&values).is_some());
    }
    assert_eq!(covered, theory.covered);
    assert!(covered * 100 >= KPK.len() * 95, "{covered} of {}", KPK.len());
}

#[test]
fn every_learner_beats_guessing_and_repeats_itself() {
    let train = sets::enriched(&KPK, 600, 0.5, 11);
    let test = sets::uniform(&KPK, 2_000, 12);
    for learner in learners() {
        let one = learner.fit(&KPK, &train, 5);
        let right = accuracy(&*one, &KPK, &test);
        // "All wins" is right on 76.5 %.
        assert!(right > 0.85, "{}: {right}", learner.name());
        assert_eq!(errors(&*one, &KPK, &test), errors(&*learner.fit(&KPK, &train, 5), &KPK, &test));
        assert!(one.size_bits() > 0.0 && one.parts() > 0 && !one.text(&KPK.features).is_empty());
        let exact = ["tree", "list"].contains(&learner.name().as_str());
        assert!(!exact || errors(&*one, &KPK, &train).is_empty(), "{} errs on what it saw", learner.name());
    }
}

#[test]
fn curves_test_on_unseen_positions() {
    let point = point(&TreeLearner::default(), &KPK, Drawn::Uniform, 125, 3, 1);
    assert!(point.uniform.mean > 0.8 && point.uniform.half > 0.0);
    assert!(point.borderline.mean < point.uniform.mean);
}
