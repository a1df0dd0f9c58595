//! Rule verdicts as leaf evidence: the engine sees with rules what it would have to calculate.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::sync::Arc;

use philidor_chess::{parse_fen, shakmaty::Color};
use philidor_know::{
    evaluator::MaterialOnly,
    search::{Engine, Game, RuleProbe, TableProbe},
};
use philidor_rules::{Endgames, ValidatedRules, library, validate::Ground};
use philidor_truth::{Tables, Watch, Wdl};

fn kpk() -> (ValidatedRules, Arc<philidor_truth::Table>) {
    let tables = Tables::in_memory();
    let material = "KPK".parse().unwrap();
    let table = tables.ensure(material, Watch { stop: &Default::default(), hear: &|_| () }).unwrap();
    let (rules, _) = library::by_name("KPK").unwrap().source().resolve(&Endgames).unwrap();
    (rules.validate(Ground::new(&tables, material).unwrap()).unwrap(), table)
}

#[test]
fn every_verdict_is_the_tables() {
    let (rules, table) = kpk();
    let probe = RuleProbe::new(vec![rules]);
    assert_eq!(probe.max_men(), 3);
    let mut asked = 0;
    table.for_each_row(|row| {
        for to_move in [Color::White, Color::Black] {
            for entry in row.entries(to_move).step_by(97) {
                if let Some(result) = probe.result(&entry.position()) {
                    assert_eq!(result, entry.value().wdl());
                    asked += 1;
                }
            }
        }
    });
    assert!(asked > 1_000, "{asked}");
}

#[test]
fn the_search_uses_them() {
    let (rules, _) = kpk();
    // The white king wins by taking a key square; nothing is won within two plies.
    let game = Game::new(parse_fen("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1").unwrap());
    let score = |probe: Option<Arc<dyn TableProbe>>| {
        let mut engine = Engine::new(Arc::new(|| Box::new(MaterialOnly)), 1, 1);
        engine.set_tables(probe);
        engine.search_depth(&game, 2).score().unwrap()
    };
    let plain = score(None);
    let probe = RuleProbe::new(vec![rules]);
    let child = parse_fen("8/8/4k3/8/4K3/8/4P3/8 b - - 0 1").unwrap();
    assert_eq!(probe.result(&child), Some(Wdl::Loss));
    let informed = score(Some(Arc::new(probe)));
    assert!(informed > plain + 1_000, "{plain} {informed}");
}
