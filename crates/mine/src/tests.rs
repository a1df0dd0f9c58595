//! Every shipped recipe runs, small.

use std::sync::atomic::AtomicBool;

use philidor_truth::Watch;

use super::*;

fn kpk() -> (Tables, std::sync::Arc<Table>) {
    let tables = Tables::in_memory();
    let stop = AtomicBool::new(false);
    let table = tables.ensure("KPK".parse().unwrap(), Watch { stop: &stop, hear: &|_| {} }).unwrap();
    (tables, table)
}

#[test]
fn every_recipe_runs() {
    let (tables, table) = kpk();
    for recipe in recipes() {
        let quick = Recipe::find(&recipe.name, true).unwrap();
        // One run of each kind is enough for a test.
        let picked: Vec<&Run> = match recipe.name.as_str() {
            "table5" => vec![&quick.runs[0], &quick.runs[38]],
            "borderline" => quick.runs[..8].iter().collect(),
            "set-size" => quick.runs[..2].iter().collect(),
            "curriculum" => vec![&quick.runs[1]],
            "search" | "play" | "table6" | "figure3" => vec![&quick.runs[0]],
            _ => quick.runs.iter().collect(),
        };
        let mut outcomes = Vec::new();
        for one in picked {
            let (outcome, model) = run(one, 1, &tables, &table, &mut |_| true).unwrap();
            assert!(outcome.figures["training %"] > 20.0, "{} {}: {outcome:?}", recipe.name, one.label);
            if let Some(model) = model {
                let bytes = model.to_bytes().unwrap();
                let again = Judge::from_model(&Model::from_bytes(&bytes).unwrap()).unwrap();
                assert_eq!(again.net(), &model.net);
            }
            outcomes.push(outcome);
        }
        let report = crate::report::report(&quick, &outcomes);
        assert!(report.html.contains("<table>") && report.markdown.contains(&outcomes[0].label));
    }
}

#[test]
fn the_same_seed_gives_the_same_net() {
    let (tables, table) = kpk();
    let quick = Recipe::find("exact-wtm", true).unwrap();
    let once = run(&quick.runs[0], 7, &tables, &table, &mut |_| true).unwrap();
    let again = run(&quick.runs[0], 7, &tables, &table, &mut |_| true).unwrap();
    assert_eq!(once.0, again.0);
    assert_eq!(once.1.unwrap().to_bytes().unwrap(), again.1.unwrap().to_bytes().unwrap());
    let stopped = run(&quick.runs[0], 7, &tables, &table, &mut |_| false);
    assert!(matches!(stopped, Err(MineError::Stopped)));
}

#[test]
fn what_does_not_fit_is_told() {
    let (tables, table) = kpk();
    let base = Recipe::find("layers", true).unwrap().runs[0].clone();
    let says = |change: &dyn Fn(&mut Run)| {
        let mut changed = base.clone();
        change(&mut changed);
        run(&changed, 1, &tables, &table, &mut |_| true).unwrap_err().to_string()
    };
    assert!(says(&|r| r.train = "T9".into()).contains("T9"));
    assert!(says(&|r| r.features = "magic".into()).contains("magic"));
    assert!(says(&|r| r.coding = "morse".into()).contains("morse"));
    assert!(says(&|r| r.method = "oracle".into()).contains("naive Bayes"));
    assert!(says(&|r| r.start = Start::Linear).contains("hidden = [0]"));
    assert!(says(&|r| r.bits = Some(40)).contains("40"));
    let wild = |r: &mut Run| (r.rate, r.activation) = (1e38, philidor_nets::Activation::Relu);
    assert!(says(&wild).contains("smaller rate"));
}

#[test]
fn another_endgame_takes_the_generic_features() {
    let tables = Tables::in_memory();
    let stop = AtomicBool::new(false);
    let material: philidor_chess::Material = "KRK".parse().unwrap();
    let table = tables.ensure(material, Watch { stop: &stop, hear: &|_| {} }).unwrap();
    let recipe = Recipe::find("layers", true).unwrap().for_endgame(material);
    let mut first = recipe.runs[0].clone();
    first.side = recipe::Side::Black;
    let (outcome, model) = run(&first, 1, &tables, &table, &mut |_| true).unwrap();
    assert!(outcome.figures["training %"] > 50.0);
    assert_eq!(model.unwrap().story.endgame, "KRK");
}

#[test]
fn dependent_characteristics_are_the_ones_the_paper_derives_linearly() {
    let (_, table) = kpk();
    let run = Recipe::find("layers", true).unwrap().runs[0].clone();
    let data = dataset(&run, &table, Color::White).unwrap();
    let kept: Vec<&str> = independent(&data).iter().map(|&i| data.features[i].name.as_str()).collect();
    assert_eq!(kept.len(), 21);
    // File and rank differences, the constant, the second opposition flag and the two differences of distances go.
    for gone in ["c11", "c12", "c13", "c14", "c15", "c16", "c17", "c33", "c41", "c42"] {
        assert!(!kept.contains(&gone), "{gone}");
    }
}
