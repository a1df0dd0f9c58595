//! Both back ends say the same, at every position and under every symmetry.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use philidor_chess::{Material, geometry::Symmetry, shakmaty::Color};
use philidor_rules::{
    Endgames, RuleSource, Rules, library,
    run::{Columns, Reader, Row},
    scene::{STRONG_KING, Scene, WEAK_KING},
    value::Type,
    vocabulary::{Signature, Vocabulary},
};
use philidor_truth::{Table, Tables, Watch};

fn table(name: &str) -> std::sync::Arc<Table> {
    // Solved once for all tests of this program.
    static TABLES: std::sync::LazyLock<Tables> = std::sync::LazyLock::new(Tables::in_memory);
    let watch = Watch { stop: &Default::default(), hear: &|_| () };
    TABLES.ensure(name.parse().unwrap(), watch).unwrap()
}

/// A theory that uses every word on every man that fits, as conditions of its own.
fn every_word(material: &str) -> Rules {
    let m: Material = material.parse().unwrap();
    let pawns = m.has_pawns();
    let mut text = format!("endgame {material} {{ mirror: {} }}\n", if pawns { "files" } else { "board" });
    let strong = material.rfind('K').unwrap();
    let men: Vec<String> = material[..strong]
        .chars()
        .map(String::from)
        .chain(material[strong..].to_lowercase().chars().map(String::from))
        .collect();
    let single: Vec<&String> = men.iter().filter(|m| men.iter().filter(|o| o == m).count() == 1).collect();
    let sample = |ty: Type, n: usize| -> String {
        match ty {
            Type::Int => ["2", "dist(K, k)"][n % 2].into(),
            Type::Man | Type::Square => single[n % single.len()].clone(),
            Type::Set => ["neighbours(k)", "edge", "within(2, K)"][n % 3].into(),
            Type::Bool => "weak to move".into(),
            Type::Side => ["strong", "weak"][n % 2].into(),
        }
    };
    let mut number = 0;
    let mut rule = |text: &mut String, condition: String| {
        number += 1;
        *text += &format!("rule \"{number}\": when {condition} => draw because \"{number}\"\n");
    };
    for word in Endgames.words() {
        let Signature { name, params, result, absolute, .. } = word;
        if *absolute && !pawns {
            continue;
        }
        for n in 0..single.len() * 2 {
            let args: Vec<String> =
                params.iter().enumerate().map(|(i, &t)| sample(t, n / (i + 1) + i)).collect();
            let call =
                if args.is_empty() { (*name).to_string() } else { format!("{name}({})", args.join(", ")) };
            match result {
                Type::Bool => rule(&mut text, call),
                Type::Int => {
                    rule(&mut text, format!("{call} <= 3"));
                    rule(&mut text, format!("{call} - dist(K, k) > 1 if k in edge else {call} = 2"));
                }
                Type::Square => rule(&mut text, format!("dist({call}, k) > 2 or {call} = k")),
                Type::Set => {
                    rule(&mut text, format!("k in {call}"));
                    rule(&mut text, format!("count({call} & within(2, k) - {{K}}) > 2 or {call} = edge"));
                }
                Type::Man | Type::Side => {}
            }
        }
    }
    RuleSource::new("every-word", text).resolve(&Endgames).unwrap().0
}

/// Compares both back ends on some rows of a table, with either king varying.
fn compare(rules: &Rules, table: &Table, step: usize) -> u64 {
    let mut compared = 0;
    table.for_each_row(|row| {
        if !row.number().is_multiple_of(step) {
            return;
        }
        for to_move in [Color::White, Color::Black] {
            let lanes = row.legal(to_move);
            let scene = Scene::of_men(row.white_king(), 0, row.men(), to_move);
            let mut reader = Reader::new(rules, &Endgames, scene);
            let mut columns = Columns::new(rules);
            let plain = Row { scene, varying: WEAK_KING, lanes };
            let (flipped, mirrored) = scene.flipped_in_frame();
            let lanes = Symmetry::new(mirrored, true, false).bitboard(lanes.into()).0;
            let turned = Row { scene: flipped, varying: STRONG_KING, lanes };
            let same_men = table.material().is_symmetric();
            for row in [plain, turned].iter().take(1 + usize::from(same_men)) {
                let live = columns.look_at(*row);
                for rule in &rules.rules {
                    let applies = columns.applies(rule);
                    for lane in (0..64).filter(|l| live >> l & 1 != 0) {
                        reader.look_at(row.at(lane));
                        assert_eq!(
                            applies >> lane & 1 != 0,
                            reader.applies(rule),
                            "{} {:?}",
                            rule.name,
                            row.at(lane)
                        );
                        compared += 1;
                    }
                }
            }
        }
    });
    compared
}

#[test]
fn columns_and_scalars_agree_on_the_shipped_theory_everywhere() {
    let (rules, _) = library::by_name("KPK").unwrap().source().resolve(&Endgames).unwrap();
    let compared = compare(&rules, &table("KPK"), 1);
    assert_eq!(compared, 165_676 * rules.rules.len() as u64);
}

#[test]
fn columns_and_scalars_agree_on_every_word() {
    for (name, step) in [
        ("KPK", 7),
        ("KRK", 3),
        ("KQKP", 24_001),
        ("KPKP", 2_607),
        ("KQKQ", 1_397),
        ("KBNK", 997),
        ("KBBK", 889),
    ] {
        let compared = compare(&every_word(name), &table(name), step);
        assert!(compared > 50_000, "{name}: {compared}");
    }
}

#[test]
fn a_board_without_pawns_may_be_turned_and_mirrored() {
    for name in ["KRK", "KBNK", "KBBK"] {
        let (rules, table) = (every_word(name), table(name));
        table.for_each_row(|row| {
            if !row.number().is_multiple_of(1_511) {
                return;
            }
            for entry in row.entries(Color::Black).step_by(17) {
                let scene = Scene::of_men(row.white_king(), entry.black_king(), row.men(), Color::Black);
                let mut plain = Reader::new(&rules, &Endgames, scene);
                for symmetry in Symmetry::all() {
                    let mut turned = Reader::new(&rules, &Endgames, scene.under(symmetry));
                    for rule in &rules.rules {
                        assert_eq!(plain.applies(rule), turned.applies(rule), "{} {scene:?}", rule.name);
                    }
                }
            }
        });
    }
}

#[test]
fn files_may_be_mirrored_and_colours_exchanged() {
    let (rules, _) = library::by_name("KPK").unwrap().source().resolve(&Endgames).unwrap();
    let table = table("KPK");
    table.for_each_row(|row| {
        for to_move in [Color::White, Color::Black] {
            for entry in row.entries(to_move).step_by(29) {
                let mut verdicts = Vec::new();
                for image in entry.images() {
                    for (image, turn, strong) in
                        [(image.clone(), to_move, Color::White), (image.flipped(), !to_move, Color::Black)]
                    {
                        let pos = image.position(turn);
                        use philidor_chess::shakmaty::Position;
                        let (scene, _) = Scene::of(pos.board(), pos.turn(), strong).unwrap();
                        let mut reader = Reader::new(&rules, &Endgames, scene);
                        verdicts.push(rules.rules.iter().map(|r| reader.applies(r)).collect::<Vec<_>>());
                    }
                }
                assert!(verdicts.windows(2).all(|w| w[0] == w[1]), "{:?}", entry.images()[0]);
            }
        }
    });
}
