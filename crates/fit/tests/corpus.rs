//! Annotated games are taken evenly from their annotators.

use philidor_fit::Corpus;

#[test]
fn of_each_annotator_the_first_games_are_kept() {
    let dir = tempfile::tempdir().unwrap();
    let game = |name: &str, mv: &str| {
        format!("[Annotator \"{name}\"]\n\n1. {mv} {{a good move for all who like it}} *\n\n")
    };
    let games = [("Anderssen", "e4"), ("Bird", "f4"), ("Anderssen", "b4"), ("Anderssen", "a3")];
    let text: String = games.map(|(name, mv)| game(name, mv)).concat();
    let path = dir.path().join("games.pgn");
    std::fs::write(&path, text).unwrap();
    for (most, left) in [(1, 2), (2, 3), (3, 4)] {
        let mut corpus = Corpus::read(&path).unwrap();
        assert_eq!(corpus.len(), 4);
        corpus.keep_first(most);
        assert_eq!(corpus.len(), left, "at most {most} of each");
    }
}
