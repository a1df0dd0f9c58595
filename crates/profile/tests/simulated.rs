//! Simulated players: who has no weakness gets none, who has one gets that one.

use philidor_profile::{Kind, Moved, Record, findings};
use philidor_stats::Rng;
use philidor_tutor::judge::Phase;

const THEMES: [(&str, f64, f64); 8] = [
    ("fork", 0.5, 0.45),
    ("pin", 0.35, 0.5),
    ("skewer", 0.15, 0.5),
    ("discovered attack", 0.12, 0.6),
    ("hanging piece", 1.2, 0.25),
    ("mate", 0.4, 0.35),
    ("trapped piece", 0.15, 0.6),
    ("deflection", 0.08, 0.65),
];

/// How a player differs from his opponents: odds of every mistake, and of some kinds.
#[derive(Default, Clone, Copy)]
struct Flaw {
    weaker: f64,
    missed: Option<(&'static str, f64)>,
    allowed: Option<(&'static str, f64)>,
    ending: f64,
    trouble: f64,
}

fn with_odds(chance: f64, factor: f64) -> f64 {
    let odds = chance / (1.0 - chance) * factor;
    odds / (1.0 + odds)
}

/// A game: both sides have good and bad days, chances come as they come, mistakes cost what they cost.
fn game(number: usize, rng: &mut Rng, flaw: Flaw) -> Record {
    let white = rng.unit() < 0.5;
    let days = [0, 1].map(|_| (rng.unit() - 0.5) * 1.5);
    let length = 40 + rng.below(60);
    let mut moves = Vec::new();
    let mut lead = 0.0f64;
    for ply in 0..length {
        let mine = (ply % 2 == 0) == white;
        let day = f64::exp(days[usize::from(mine)]) * if mine { 1.0 + flaw.weaker } else { 1.0 };
        let phase = match ply {
            0..16 => Phase::Opening,
            16..60 => Phase::Middlegame,
            _ => Phase::Endgame,
        };
        let left = 600.0 * (1.0 - ply as f64 / length as f64 * (0.7 + 0.3 * rng.unit()));
        let trouble = left < 60.0;
        let mut factor = day;
        if mine && phase == Phase::Endgame {
            factor *= 1.0 + flaw.ending;
        }
        if mine && trouble {
            factor *= 1.0 + flaw.trouble;
        }
        let mut chance = Vec::new();
        let mut wrong = with_odds(0.06, factor);
        for (name, per_game, miss) in THEMES {
            if rng.unit() < per_game / 35.0 {
                chance.push(name.to_owned());
                let own = flaw.missed.filter(|(kind, _)| mine && *kind == name).map_or(1.0, |(_, odds)| odds);
                wrong = with_odds(miss, factor * own);
            }
        }
        let mistake = rng.unit() < wrong;
        let loss = if mistake { 10.0 + 40.0 * rng.unit() } else { 3.0 * rng.unit() };
        let mut allowed = Vec::new();
        for (name, per_game, _) in THEMES {
            let own = flaw.allowed.filter(|(kind, _)| mine && *kind == name).map_or(1.0, |(_, odds)| odds);
            if mistake && rng.unit() < with_odds(per_game / 4.0, own) {
                allowed.push(name.to_owned());
            }
        }
        let before = (50.0 + if mine { lead } else { -lead }).clamp(3.0, 97.0);
        lead = (lead + if mine { -loss } else { loss }).clamp(-47.0, 47.0);
        moves.push(Moved {
            ply: ply as u32,
            mine,
            label: format!("{}.x", ply / 2 + 1),
            before,
            after: before - loss,
            phase,
            spent: Some(5.0 + 10.0 * rng.unit()),
            left: Some(left),
            chance,
            allowed,
            wanted: Vec::new(),
            conceded: Vec::new(),
            ending: None,
            table: None,
            seen: None,
        });
    }
    let half_points = match lead + 40.0 * (rng.unit() - 0.5) {
        x if x > 8.0 => 2,
        x if x < -8.0 => 0,
        _ => 1,
    };
    let openings =
        ["Italian Game", "Sicilian Defense", "French Defense", "London System", "Caro-Kann Defense"];
    let family = openings[rng.below(openings.len())].to_owned();
    Record {
        number,
        date: "2024.01.01".to_owned(),
        opponent: "somebody".to_owned(),
        white,
        half_points,
        ratings: Some((1500, 1400 + rng.below(200) as u16)),
        opening: family.clone(),
        family,
        base: Some(600.0),
        moves,
    }
}

fn player(seed: u64, games: usize, flaw: Flaw) -> Vec<Record> {
    let mut rng = Rng::new(seed);
    (1..=games).map(|number| game(number, &mut rng, flaw)).collect()
}

fn found(records: &[Record]) -> Vec<Kind> {
    findings(records, None).into_iter().filter(|f| f.stands_out).map(|f| f.kind).collect()
}

#[test]
fn players_without_a_weakness_get_none() {
    let (mut wrong, mut told, players) = (0, Vec::new(), 200);
    for seed in 0..players {
        // Some are as strong as their opponents, some are weaker in everything.
        let flaw = Flaw { weaker: [0.0, 0.3, 0.6, 1.0][seed as usize % 4], ..Flaw::default() };
        let kinds = found(&player(seed, 120 + 40 * (seed as usize % 5), flaw));
        wrong += usize::from(!kinds.is_empty());
        told.extend(kinds);
    }
    assert!(
        wrong <= players as usize / 20,
        "{wrong} of {players} players without a weakness are told one: {told:?}"
    );
}

#[test]
fn planted_weaknesses_are_found_and_no_others() {
    let planted: [(Kind, Flaw); 4] = [
        (Kind::Missed("fork".to_owned()), Flaw { missed: Some(("fork", 5.0)), ..Flaw::default() }),
        (Kind::Allowed("pin".to_owned()), Flaw { allowed: Some(("pin", 5.0)), ..Flaw::default() }),
        (Kind::Phase(Phase::Endgame), Flaw { ending: 1.0, ..Flaw::default() }),
        (Kind::Trouble, Flaw { trouble: 3.0, ..Flaw::default() }),
    ];
    for (kind, flaw) in planted {
        let (mut hits, mut others, players) = (0, 0, 20);
        for seed in 0..players {
            let kinds = found(&player(1000 + seed, 400, flaw));
            hits += usize::from(kinds.contains(&kind));
            // What follows from it is no false alarm: bad endings come with little time, and cost won games.
            let follows = |k: &Kind| {
                *k == kind
                    || matches!(
                        k,
                        Kind::Conversion | Kind::Defence | Kind::Level | Kind::Trouble | Kind::Phase(_)
                    )
            };
            others += kinds.iter().filter(|k| !follows(k)).count();
        }
        assert!(hits * 10 >= players as usize * 8, "{kind:?}: found for {hits} of {players}");
        assert!(others <= 3, "{kind:?}: {others} others");
    }
}
