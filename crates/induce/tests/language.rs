//! Every feature says in the rule language what it computes.

use std::sync::atomic::AtomicBool;

use philidor_chess::{
    Piece,
    shakmaty::{Color, Role},
};
use philidor_induce::characterise::{Characterisation, Dataset, Kind, Slot};
use philidor_rules::{Endgames, RuleSource, run::Reader, scene::Scene, value::Value};
use philidor_truth::{Tables, Watch};

fn check(name: &str, kind: Kind, step: usize) {
    let watch = Watch { stop: &AtomicBool::new(false), hear: &|_| {} };
    let table = Tables::in_memory().ensure(name.parse().expect("an endgame"), watch).expect("a table");
    let material = table.material();
    let characterisation = Characterisation::new(kind, material).expect("features");
    let features: Vec<_> =
        characterisation.features.iter().enumerate().filter(|(_, f)| f.is_sayable(material)).collect();
    assert!(features.len() >= 10);
    let mut text = format!(
        "endgame {material} {{ mirror: {} }}\n",
        if material.has_pawns() { "files" } else { "board" }
    );
    for (i, feature) in &features {
        text += &format!("let feature_{i} = {}\n", feature.rule);
    }
    text += "rule \"r\": when strong to move => at least draw because \"x\"\n";
    let source = RuleSource::new("features.rules", &text);
    let (rules, _) = source.resolve(&Endgames).unwrap_or_else(|bad| panic!("{}", bad.render(false)));
    for to_move in [Color::White, Color::Black] {
        let data = Dataset::new(&table, to_move, &characterisation);
        let slots = Slot::of(material);
        for row in (0..data.len()).step_by(step) {
            let place = &data.places[row];
            let men: Vec<(Color, Piece, u8)> = slots
                .iter()
                .zip(place.squares)
                .filter(|(s, _)| s.role != Role::King)
                .map(|(s, sq)| (s.color, Piece::from_role(s.role).expect("no king"), sq))
                .collect();
            let scene = Scene::of_men(place.squares[0], place.squares[1], &men, to_move);
            let mut reader = Reader::new(&rules, &Endgames, scene);
            for (number, (i, feature)) in features.iter().enumerate() {
                let said = match reader.value(&rules.lets[number].expr) {
                    Value::Int(n) => n,
                    Value::Bool(yes) => i16::from(yes),
                    other => panic!("{}: {other:?} is no number", feature.name),
                };
                // Where there is no way at all, the language says 99 and the feature its largest value.
                let said = said.min(i16::from(feature.range.1));
                let ours = i16::from(data.columns[*i][row]);
                assert_eq!(said, ours, "{} = {} at {}", feature.name, feature.rule, data.fen(row as u32));
            }
        }
    }
}

#[test]
fn features_of_kpk_are_what_their_rules_say() {
    check("KPK", Kind::Wide, 23);
}

#[test]
fn generic_features_are_what_their_rules_say() {
    check("KPK", Kind::Generic, 97);
    check("KRK", Kind::Generic, 41);
}
