//! Learning from a few games: the same bytes each time, a policy that has learned, files that are refused.

use philidor_chess::shakmaty::Chess;
use philidor_humans::{
    Moment, Ours, Policy, Rating, Scale,
    learn::{Corpus, Settings, learn},
};

const GAMES: [&str; 2] = [
    "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 Nf6 5. d3 d6 6. O-O O-O 1/2-1/2",
    "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 1-0",
];

#[test]
fn a_few_games_teach_the_same_bytes_each_time() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("games.pgn");
    let game = |at: usize| {
        let result = GAMES[at % 2].rsplit(' ').next().unwrap();
        format!(
            "[Event \"Rated Blitz game\"]\n[Result \"{result}\"]\n[WhiteElo \"1500\"]\n[BlackElo \"1600\"]\n\n{}\n\n",
            GAMES[at % 2]
        )
    };
    std::fs::write(&path, (0..40).map(game).collect::<String>()).unwrap();
    let settings = Settings {
        games: vec![path],
        positions: 400,
        per_player: 1000,
        per_band: 1000,
        held_out: 1_000_003,
        rate: 0.02,
        seed: 1,
        state: None,
    };
    let corpus = Corpus::read(&settings, &mut |_| ()).unwrap();
    assert_eq!((corpus.learned.len(), corpus.passed_over), (40, 0));
    let ours = learn(&corpus, &settings, &()).unwrap();
    let bytes = ours.to_bytes().unwrap();
    assert_eq!(bytes, learn(&corpus, &settings, &()).unwrap().to_bytes().unwrap());
    assert!(bytes.len() < 400_000, "{}", bytes.len());
    let read = Ours::from_bytes(&bytes).unwrap();
    let (pos, rating) = (Chess::default(), Rating { number: 1500, scale: Scale::Lichess });
    let likely = read.moves(Moment { position: &pos, past: &[] }, rating);
    assert_eq!(likely.len(), 20);
    assert_eq!(format!("{}", likely[0].mv), "e2-e4");
    assert!(likely[0].chance > 0.3, "{likely:?}");
    assert!((likely.iter().map(|l| l.chance).sum::<f32>() - 1.0).abs() < 1e-5);
    for cut in [0, 7, 100, bytes.len() / 2, bytes.len() - 1] {
        assert!(Ours::from_bytes(&bytes[..cut]).is_err());
    }
}
