//! Features of what a comment says in phrases that are understood: each meaning that holds, does not hold or stays open has a name, so
//! that what is seldom said of another move weighs more than what nearly always holds.

use std::{collections::HashMap, sync::LazyLock};

use philidor_chess::shakmaty::Position as _;
use philidor_know::features::FeatureId;

use super::{Named, Subject, fits::few, properties::chance, words::Comment};
use crate::{
    judge::{Ruling, Said, rule},
    meaning::{TOPICS, Topic},
    scene::Scene,
};

/// The names of a meaning that holds, does not hold, and stays open.
static NAMES: LazyLock<HashMap<(Topic, String), [String; 3]>> = LazyLock::new(|| {
    let mut all = HashMap::new();
    for (topic, name, words) in TOPICS {
        let features = FeatureId::all().map(|f| f.id().to_owned()).filter(|_| topic == Topic::Feature);
        for word in words.iter().map(|word| (*word).to_owned()).chain(features) {
            let names = ["true", "false", "open"].map(|how| format!("{name}_{word}_{how}"));
            all.insert((topic, word), names);
        }
    }
    all
});

/// Topics whose counts have names of their own.
const COUNTED: [(Topic, &str, &str); 6] = [
    (Topic::Feature, "features_true", "features_false"),
    (Topic::Material, "material_true", "material_false"),
    (Topic::Phase, "phase_true", "phase_false"),
    (Topic::State, "state_true", "state_false"),
    (Topic::Move, "deeds_true", "deeds_false"),
    (Topic::Instead, "alternatives_true", "alternatives_false"),
];

/// Phrases that hold and phrases that do not; judgements by the scores at hand.
pub(super) fn told(subject: &Subject, comment: &Comment, all: &mut Named) {
    let mut counts = [[0_usize; 3]; COUNTED.len()];
    let mut named: Vec<(&'static str, f32)> = Vec::new();
    let scene = Scene::new(&subject.about, None);
    let us = subject.before.turn();
    let [before, after] = subject.scores;
    let loss = (before.clamp(-1000, 1000) - after.clamp(-1000, 1000)).clamp(-50, 300) as f32 / 150.0;
    let mut name = |name: &'static str, value: f32| match named.iter_mut().find(|(known, _)| *known == name) {
        Some((_, most)) if most.abs() < value.abs() => *most = value,
        Some(_) => {}
        None => named.push((name, value)),
    };
    for phrase in &comment.phrases {
        let Some([yes, no, open]) = NAMES.get(&(phrase.meaning.topic, phrase.meaning.word.clone())) else {
            continue;
        };
        let side = phrase.filled.side.and_then(|who| who.color(us, phrase.manner.he));
        let value = side.map_or(0.0, |side| if side == us { chance(after) } else { -chance(after) });
        let sign = if phrase.manner.negated { -1.0 } else { 1.0 };
        match phrase.meaning.topic {
            Topic::Standing | Topic::Game if matches!(&*phrase.meaning.word, "equal" | "drawn" | "draw") => {
                name(yes, sign * (0.5 - chance(after).abs()));
            }
            Topic::Standing | Topic::Game => name(yes, sign * value),
            Topic::Quality => name(yes, sign * (loss - 0.3)),
            _ => {
                let said = Said { meaning: &phrase.meaning, filled: &phrase.filled, manner: phrase.manner };
                let (place, how) = match rule(&said, &scene) {
                    Ruling::True(..) => (0, yes),
                    Ruling::False(_) => (1, no),
                    Ruling::Open(_) => (2, open),
                };
                name(how, 1.0);
                if let Some(at) = COUNTED.iter().position(|(topic, ..)| *topic == phrase.meaning.topic) {
                    counts[at][place] += 1;
                }
            }
        }
    }
    for ((topic, yes, no), [right, wrong, open]) in COUNTED.into_iter().zip(counts) {
        all.push((yes, few(right, 2)));
        all.push((no, few(wrong, 2)));
        if topic == Topic::Move {
            all.push(("deeds_open", few(open, 2)));
        }
    }
    all.extend(named);
}
