//! Which comment fits a move: what is learned, what a file keeps, and what lines say.

use philidor_chess::{parse_move, shakmaty::Chess};
use philidor_read::{
    Lexicon,
    matching::{Comment, Example, Model, Subject, learn},
};

fn example(mv: &str, text: &str, game: usize) -> Example {
    let start = Chess::default();
    let mv = parse_move(&start, mv).expect("a legal move");
    let comment = Comment::new(text, Lexicon::of("en").expect("English"));
    Example { subject: Subject::new(&start, mv, [20, 20]), comment, writer: "one".to_owned(), game }
}

fn taught() -> Vec<Example> {
    let about = [
        ("Nf3", ["a horse leaps out", "the horse wakes early", "this horse looks at both wings"]),
        ("e4", ["space is seized", "he seizes space at once", "space, and lines for the others"]),
    ];
    let both = |game: usize| about.map(|(mv, texts)| example(mv, texts[game % 3], game));
    (0..60).flat_map(both).collect()
}

#[test]
fn words_without_a_phrase_are_learned_and_a_file_keeps_them() {
    let learned = learn(&taught(), &[], 1, &mut |_| {});
    let file = learned.model.write("a test");
    let again = Model::parse(&file).unwrap();
    let horse = example("Nf3", "one more horse leaps", 100);
    let space = example("e4", "more space is seized", 101);
    for model in [&learned.model, &again] {
        let comments = [horse.comment.clone(), space.comment.clone()];
        assert_eq!(model.choose(&horse.subject, &comments), Some(0));
        assert_eq!(model.choose(&space.subject, &comments), Some(1));
    }
    assert_eq!(learn(&taught(), &[], 1, &mut |_| {}).model.write("a test"), file);
}

#[test]
fn a_file_with_weights_missing_names_the_line() {
    let error = Model::parse("property\ta\t0\t1\t5\t6\nword\tb\t1\n").unwrap_err();
    assert_eq!((error.line, error.reason.as_str()), (2, "wanted as many weights as the first property has"));
    assert_eq!(Model::parse("# by hand\npair\tx\n").unwrap_err().line, 2);
    assert!(Model::parse("pair").is_err());
}

#[test]
fn lines_that_can_be_played_speak_for_a_comment() {
    let here = example("e4", "After 1...e5 2.Nf3 Nc6 there is a fight.", 1);
    let elsewhere = example("e4", "After 31...Rxb2 32.Qh7+ Kf8 there is a fight.", 2);
    for (feature, fits, other) in [
        ("row_after", true, false),
        ("ply_next_legal", true, false),
        ("row_broken", false, true),
        ("ply_elsewhere", false, true),
    ] {
        let model = Model::parse(&format!("pair\t{feature}\t1\n")).unwrap();
        let has = |example: &Example| model.score(&here.subject, &example.comment) > 0.0;
        assert_eq!((has(&here), has(&elsewhere)), (fits, other), "{feature}");
    }
}

#[test]
fn a_phrase_that_holds_has_a_name_of_its_own() {
    let comment = |text: &str| Comment::new(text, Lexicon::of("en").unwrap());
    let here = example("e4", "", 1);
    let holds = Model::parse("pair\tfeature_passed_pawn_false\t1\n").unwrap();
    assert!(holds.score(&here.subject, &comment("White has a passed pawn.")) > 0.0);
    assert_eq!(holds.score(&here.subject, &comment("White has a centre.")), 0.0);
}
