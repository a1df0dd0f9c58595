use philidor_chess::shakmaty::{Chess, Move};

use super::*;

fn story() -> NnueStory {
    NnueStory {
        centipawns: 200,
        teacher: "material".into(),
        result_share: 0.0,
        positions: 0,
        passes: 0,
        seed: 0,
        data: String::new(),
        held_out: 0.0,
    }
}

/// Positions of random games, labelled by counting men.
fn records(games: u32) -> Vec<Labelled> {
    let mut judge = philidor_know::evaluator::MaterialOnly;
    let mut all = Vec::new();
    for game in 0..games {
        let mut rng = Rng::new(u64::from(game) + 1);
        let mut pos = Chess::default();
        for ply in 0..80 {
            let moves = pos.legal_moves();
            let captures: Vec<Move> = moves.iter().copied().filter(|m| m.is_capture()).collect();
            let from = if captures.is_empty() || rng.unit() < 0.5 { &moves[..] } else { &captures[..] };
            let Some(&m) = from.get(rng.below(from.len())) else { break };
            pos.play_unchecked(m);
            if ply > 10 && !pos.is_game_over() {
                let score = judge.evaluate(&pos) as i16;
                all.push(Labelled::new(&pos, score, Some((1 + score.signum()) as u8), game));
            }
        }
    }
    all
}

fn quick() -> NnueSettings {
    NnueSettings {
        neurons: 32,
        ranges: 2,
        passes: 12,
        batch: 512,
        rate: 0.01,
        scale: 200.0,
        ..Default::default()
    }
}

#[test]
fn it_learns_what_men_are_worth_and_threads_do_not_matter() {
    let records = records(150);
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| train(records.clone(), &quick(), None, &story(), &mut |_| ()).unwrap())
    };
    let (one, three) = (run(1), run(3));
    assert_eq!(one.net, three.net);
    assert_eq!(one.passes, three.passes);
    // Against a judge that calls every position even.
    let off = |record: &Labelled| (sigmoid(f64::from(record.score) / 200.0) - 0.5).powi(2);
    let even = records.iter().map(off).sum::<f64>() / records.len() as f64;
    let error = one.net.story.held_out;
    assert!(error < 0.25 * even, "{error} where {even} is nothing learned");
    let judge = |fen| one.net.judge(&philidor_chess::parse_fen(fen).unwrap());
    assert!(judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").abs() < 100);
    assert!(judge("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1") > 200);
    assert!(judge("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1") < -200);
}

#[test]
fn a_net_that_counts_men_is_read_as_material() {
    let trained = train(records(150), &quick(), None, &story(), &mut |_| ()).unwrap();
    let reading = trained.net.reading.as_ref().unwrap();
    assert!(reading.fit.played > 0.8, "{:?}", reading.fit);
    // The file keeps the reading, and its parts sum to the answer.
    let net = Nnue::from_bytes(&trained.net.to_bytes().unwrap()).unwrap();
    assert_eq!(
        (&net.first, &net.last, &net.reading),
        (&trained.net.first, &trained.net.last, &trained.net.reading)
    );
    let pos = philidor_chess::parse_fen("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1").unwrap();
    let concepts = net.concepts(&pos).unwrap();
    assert_eq!(concepts.answer, f64::from(net.judge(&pos)));
    let sum = concepts.worth(|_| true) + concepts.standing(|_| true) + concepts.to_move + concepts.remainder;
    assert!((sum - concepts.answer).abs() < 1e-6);
    // The queen is what it is about, wherever the weights put her worth.
    let material = concepts.worth(|term| term.feature.group() == philidor_know::features::Group::Material)
        + concepts.standing(|man| man.role == philidor_chess::shakmaty::Role::Queen);
    assert!(material > 0.5 * concepts.answer, "{material} of {}", concepts.answer);
    let table = concepts.table(true);
    assert!(table.contains("what no feature says") && table.contains("by hand"), "{table}");
}

#[test]
fn neurons_are_told_of_with_pictures() {
    let net = whole(&PairNet::<f32>::random(SQUARES, 32, 2, 9), story());
    let positions: Vec<Chess> = records(10).iter().step_by(20).filter_map(Labelled::position).collect();
    let made = inspect::report(&net, "some.safetensors", &positions, 3);
    assert_eq!(made.csv.lines().count(), 1 + 32 * 5);
    assert_eq!(made.markdown.matches("\n## Neuron ").count(), 3);
    for (name, picture) in &made.pictures {
        assert!(made.markdown.contains(name.as_str()) && made.html.contains(picture.as_str()), "{name}");
    }
    assert!(made.pictures.len() > 3);
}

#[test]
fn whole_numbers_say_what_the_net_says() {
    let net: PairNet<f32> = PairNet::random(SQUARES, 64, 4, 9);
    let judge = whole(&net, story());
    let settings = NnueSettings { neurons: 64, ranges: 4, ..NnueSettings::default() };
    let aim = Aim { settings: &settings, scale: 200.0 };
    let mut seen = std::collections::BTreeSet::new();
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
    ] {
        let pos = philidor_chess::parse_fen(fen).unwrap();
        let lesson = aim.lesson(&Labelled::new(&pos, 0, None, 1));
        let wanted = 200.0 * f64::from(net.outputs(&[lesson])[0]);
        let got = judge.judge(&pos);
        assert!((f64::from(got) - wanted).abs() < 6.0, "{fen}: {got} for {wanted}");
        seen.insert(got);
    }
    assert!(seen.len() > 2);
}

#[test]
fn the_scale_is_that_of_the_results() {
    let mut rng = Rng::new(4);
    let records: Vec<Labelled> = (0..20_000)
        .map(|i| {
            let score = (rng.unit() * 800.0 - 400.0) as i16;
            let won = rng.unit() < sigmoid(f64::from(score) / 150.0);
            Labelled::new(&Chess::default(), score, Some(if won { 2 } else { 0 }), i)
        })
        .collect();
    let scale = fitted_scale(&records).unwrap();
    assert!((scale - 150.0).abs() < 8.0, "{scale}");
    let none: Vec<Labelled> = records.iter().map(|r| Labelled { half_points: None, ..*r }).collect();
    assert_eq!(fitted_scale(&none), Err(TrainError::NoResults));
}

#[test]
fn a_net_goes_on_learning_or_only_gets_a_reading() {
    let records = records(150);
    let settings = NnueSettings { passes: 2, ..quick() };
    let one = train(records.clone(), &settings, None, &story(), &mut |_| ()).unwrap();
    let more = train(records.clone(), &quick(), Some(&one.net), &story(), &mut |_| ()).unwrap();
    assert!(more.net.story.held_out < one.net.story.held_out);
    let bare = Nnue { reading: None, ..one.net.clone() };
    let settings = NnueSettings { passes: 0, ..quick() };
    let again = train(records, &settings, Some(&bare), &story(), &mut |_| ()).unwrap();
    assert!(again.net.reading.is_some());
    assert_eq!(Nnue { reading: None, ..again.net }, bare);
    assert_eq!(whole(&fractions(&one.net), story()).first, one.net.first);
}

#[test]
fn too_little_is_said() {
    let error = train(records(1), &quick(), None, &story(), &mut |_| ()).unwrap_err().to_string();
    assert!(error.contains("label more games"), "{error}");
}
