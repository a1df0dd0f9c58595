//! Whole games: judgements of real blunders, mirrored games, repeated runs.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::sync::Arc;

use philidor_chess::{
    pgn::{Entry, Game, Games},
    shakmaty::{CastlingMode, Chess, FromSetup, Position, Setup, uci::UciMove},
};
use philidor_know::eval::Evaluation;
use philidor_tutor::{
    analyst::{Analyst, Question},
    annotate::{Annotated, Narrator, Note},
    claim::{Line, Statement},
    explain::Knowledge,
    judge::{Eval, Judgement, MateTurn},
    look::Looker,
    say::{Level, Words},
    select::{Model, Reason},
    study::Study,
};

const OPERA: &str = "1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 \
                     10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ \
                     Nxb8 17. Rd8# 1-0";

fn game(text: &str) -> Game {
    match Games::new(text.as_bytes()).next_entry().unwrap().unwrap() {
        Entry::Game(game) => game,
        Entry::Bad { problem, .. } => panic!("{problem}"),
    }
}

fn annotated(game: Game, nodes: u64) -> Annotated {
    let mut looker = Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), nodes);
    let study = Study::new(std::slice::from_mut(&mut looker), &game, &mut |_| {}).unwrap();
    let words = Words::of("en").unwrap();
    let mut voice = Narrator::new(&words, Level::Club, 0);
    Annotated::new(game, study, &Knowledge::ours(), Model::ours(), &mut voice)
}

#[test]
fn real_blunders_are_found() {
    let shepherd = annotated(game("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"), 3_000);
    let last = &shepherd.notes[5];
    assert_eq!((last.judgement, last.mate), (Some(Judgement::Blunder), Some(MateTurn::Created)));
    assert_eq!(last.reason, Some(Reason::Error));
    assert!(last.comment().contains("mate"), "{}", last.comment());
    assert_eq!(shepherd.notes[6].reason, Some(Reason::Mate));
    assert_eq!(shepherd.study.views.last().unwrap().eval(), Eval::WhiteMates(0));
    assert!(shepherd.key_moments.contains(&5));
    assert!(shepherd.notes[..5].iter().all(|n| n.judgement != Some(Judgement::Blunder)));
    // A queen is left standing.
    let gift = annotated(game("1. e4 e5 2. Nf3 Nc6 3. Bc4 Qg5 4. Nxg5 d6 *"), 3_000);
    assert_eq!(gift.notes[5].judgement, Some(Judgement::Blunder));
    assert!(gift.notes[5].comment().contains("queen"), "{}", gift.notes[5].comment());
}

#[test]
fn a_position_is_worth_at_least_what_was_played() {
    let opera = annotated(game(OPERA), 1_500);
    for played in opera.study.moves() {
        let (before, after) = (played.chance_before(), played.chance_after());
        assert!(before >= after - 1e-9, "ply {}: {before} {after}", played.index);
    }
    // The same questions, the same answers.
    let again = annotated(game(OPERA), 1_500);
    for (a, b) in opera.notes.iter().zip(&again.notes) {
        assert_eq!(a.comment(), b.comment());
    }
}

/// The game with colours and ranks exchanged: Black begins.
fn flipped(game: &Game) -> Game {
    let mut setup = Setup::initial();
    setup.mirror();
    let start = Chess::from_setup(setup, CastlingMode::Standard).unwrap();
    let mut out = Game::new(start.clone());
    let moves: Vec<_> = game
        .main_line()
        .scan(start, |pos, id| {
            let mv = game.node(id).ply.as_move().unwrap();
            let UciMove::Normal { from, to, promotion } = mv.to_uci(CastlingMode::Standard) else { panic!() };
            let uci = UciMove::Normal { from: from.flip_vertical(), to: to.flip_vertical(), promotion };
            let mv = uci.to_move(pos).unwrap();
            pos.play_unchecked(mv);
            Some(mv)
        })
        .collect();
    let start = out.start.clone();
    out.add_line(None, &start, &moves);
    out
}

/// The words of a comment with colours and ranks exchanged, without move numbers and signs, in any order: lists of
/// squares are told from a1 on.
fn words(text: &str, flip: bool) -> Vec<String> {
    let mut out: Vec<String> = text
        .replace(['(', ')', ',', ':', '.', '+', '−', '…', '#'], " ")
        .split_whitespace()
        .filter(|word| !word.chars().all(|c| c.is_ascii_digit()))
        .map(|word| match (word, flip) {
            ("White", true) => "Black".to_owned(),
            ("Black", true) => "White".to_owned(),
            (word, true) => word
                .chars()
                .map(|c| if ('1'..='8').contains(&c) { char::from(b'9' - (c as u8 - b'0')) } else { c })
                .collect(),
            (word, false) => word.to_owned(),
        })
        .collect();
    out.sort();
    out
}

/// The comment without the name of the opening, which only one of two flipped games has.
fn without_opening(note: &Note) -> String {
    let names = |at: &usize| matches!(note.claims[*at].0.statement, Statement::Opening { .. });
    let told = note.sentences.iter().filter(|sentence| !sentence.claims.iter().any(names));
    told.map(|sentence| sentence.text.as_str()).collect::<Vec<_>>().join(" ")
}

#[test]
fn colours_do_not_matter() {
    let white = annotated(game(OPERA), 1_500);
    let black = annotated(flipped(&white.game), 1_500);
    for (i, (a, b)) in white.notes.iter().zip(&black.notes).enumerate() {
        assert_eq!(a.judgement, b.judgement, "ply {i}");
        assert_eq!(white.study.views[i].eval(), black.study.views[i].eval().flipped(), "ply {i}");
        let same_choice = a.reason == b.reason;
        // The table of openings knows only one of the two games, so choices may differ where it counts.
        if same_choice && i > 12 {
            assert_eq!(
                words(&without_opening(a), true),
                words(&without_opening(b), false),
                "ply {i}\n{}\n{}",
                a.comment(),
                b.comment()
            );
        }
    }
}

/// What a move threatens is told of the position after it, and the checker follows the line through the pass.
#[test]
fn threats_are_told() {
    let game = game("1. e4 e5 2. Bc4 Nc6 3. Qh5 g6 4. Qf3 Nf6 *");
    let mut looker = Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), 5_000);
    let study = Study::new(std::slice::from_mut(&mut looker), &game, &mut |_| {}).unwrap();
    let words = Words::of("en").unwrap();
    let mut voice = Narrator::new(&words, Level::Club, 0);
    let chosen: Vec<Option<Reason>> = (0..8).map(|i| (i == 6).then_some(Reason::Worthwhile)).collect();
    let annotated = Annotated::with_choice(game, study, &chosen, &Knowledge::ours(), &mut voice);
    let note = &annotated.notes[6];
    let threat =
        note.checked.iter().find(|(claim, _)| claim.statement.name() == "threat").expect("mate on f7");
    assert_eq!(threat.0.line, Line::read("h5f3 0000 f3f7").unwrap());
    assert!(note.comment().contains("White threatens mate with 5.Qxf7#"), "{}", note.comment());
}

/// A quick look at a whole game finds its blunders, and depends on no game before it.
#[test]
fn a_game_looked_at_from_its_end() {
    let games = [
        game("1. e4 e5 2. Nf3 Nc6 3. Bc4 Qg5 4. Nxg5 d6 *"),
        game("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"),
        game(OPERA),
    ];
    let looker = || Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), 2_000);
    let look = |looker: &mut Looker, game: &Game| {
        let study = Study::along(looker, game).unwrap();
        let seen = study.views.iter().map(|view| (view.score, view.best_move())).collect::<Vec<_>>();
        (seen, study.moves().map(|played| played.verdict().map(|v| v.judgement)).collect::<Vec<_>>())
    };
    let mut one = looker();
    let found: Vec<_> = games.iter().map(|game| look(&mut one, game)).collect();
    for (game, found) in games.iter().zip(&found) {
        assert_eq!(&look(&mut looker(), game), found, "the games before it do not bear on a game");
    }
    assert_eq!(found[0].1[5], Some(Judgement::Blunder));
    assert_eq!(found[1].1[5], Some(Judgement::Blunder));
    assert!(found[1].1[..5].iter().all(|verdict| *verdict != Some(Judgement::Blunder)));
    // 9…b5 loses, and the combination that follows is no error.
    assert!(
        found[2].1[17].is_some() && found[2].1[18..].iter().step_by(2).all(Option::is_none),
        "{:?}",
        found[2].1
    );
}

/// A move that repeats the position for the third time is a draw, whatever the position is worth.
#[test]
fn repetitions_of_the_game_are_seen() {
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 *";
    let game = game(text);
    let mut past = philidor_know::search::Game::new(Chess::default());
    game.main_line().for_each(|id| past.play(game.node(id).ply.as_move().unwrap()));
    let pos = past.position().clone();
    let back = UciMove::from_ascii(b"f6g8").unwrap().to_move(&pos).unwrap();
    let mut looker = Looker::new(Arc::new(|| Box::new(Evaluation::tuned())), 5_000);
    let only = [back];
    let mut score = |question: Question<'_>| looker.lines(&question).unwrap()[0].score;
    assert_eq!(score(Question::only(&pos, &only, 1000).after(&past)), 0);
    assert!(score(Question::only(&pos, &only, 1000)) < -20);
}
