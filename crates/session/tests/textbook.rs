//! Endings that every textbook has: who wins is told before anything else, and so is the move that throws it away. Nothing but what
//! comes with the program is at hand.

use philidor_chess::{parse_fen, parse_move, shakmaty::Position};
use philidor_session::{Explained, Session};
use philidor_tutor::{
    claim::{Score, Statement, limits},
    judge::{Eval, criticise},
    plan::PartKind,
};

/// What a position is called, the position, its result for the side to move, moves that keep it and moves that do not.
type Ending = (&'static str, &'static str, i8, &'static [&'static str], &'static [&'static str]);

const ENDINGS: [Ending; 21] = [
    ("king and pawn, one step in hand", "8/8/4k3/8/4K3/8/4P3/8 w - - 0 1", 1, &["e3"], &["Kd3", "Ke3"]),
    ("king and pawn, the opposition", "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1", 0, &["Kd3", "Kf4"], &[]),
    ("a bishop that does not guard the corner", "6k1/8/8/4K2P/8/8/8/5B2 w - - 0 1", 0, &["Bc4+"], &[]),
    ("a bishop that guards the corner", "6k1/8/8/4K2P/8/8/8/2B5 w - - 0 1", 1, &["Kf6", "h6"], &[]),
    ("queen against rook's pawn", "8/8/8/7Q/8/8/pk5K/8 w - - 0 1", 0, &["Kg3"], &[]),
    (
        "queen against rook's pawn, the king near",
        "8/8/8/7Q/3K4/8/pk6/8 w - - 0 1",
        1,
        &["Qe2+", "Kc4"],
        &["Qh1"],
    ),
    ("queen against bishop's pawn", "8/8/8/7Q/8/8/2pk4/7K w - - 0 1", 0, &["Qa5+"], &[]),
    ("queen against queen's pawn", "8/8/8/6Q1/8/8/3pk3/7K w - - 0 1", 1, &["Qe5+"], &["Kg1"]),
    ("rook against knight", "8/8/8/3nk3/8/8/4K3/7R w - - 0 1", 0, &["Kd3"], &[]),
    ("rook against bishop in the wrong corner", "6bk/8/6K1/8/8/8/8/R7 w - - 0 1", 1, &["Rh1+"], &["Ra8"]),
    ("two knights", "8/8/4k3/8/8/3NN3/4K3/8 w - - 0 1", 0, &["Kf3"], &[]),
    ("bishop and knight", "8/8/4k3/8/8/4K3/8/3BN3 w - - 0 1", 1, &["Ke4"], &[]),
    ("Réti's race", "7K/8/k1P5/7p/8/8/8/8 w - - 0 1", 0, &["Kg7"], &["c7", "Kh7", "Kg8"]),
    ("rook against pawn, the king too far", "8/8/8/8/1k6/1p6/7K/7R w - - 0 1", 0, &["Kg2"], &[]),
    ("Saavedra's study", "8/8/1KP5/3r4/8/8/8/k7 w - - 0 1", 1, &["c7"], &["Kb7", "Kc7"]),
    ("Philidor: the third rank", "4k3/7R/r7/3KP3/8/8/8/8 w - - 0 1", 0, &["Rb7", "e6"], &[]),
    ("Philidor: to move", "4k3/7R/r7/3KP3/8/8/8/8 b - - 0 1", 0, &["Rb6", "Rg6"], &[]),
    (
        "Philidor: the rook comes to the third rank",
        "4k3/7R/8/3KP3/8/8/1r6/8 b - - 0 1",
        0,
        &["Rb6"],
        &["Rd2+"],
    ),
    ("Philidor, from the other side", "8/8/8/8/3kp3/R7/7r/4K3 b - - 0 1", 0, &["Rb2"], &[]),
    ("Lucena: the bridge", "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1", 1, &["Rc4"], &["Ra1", "Rc2"]),
    ("Vancura: from the side", "R7/6k1/P4r2/8/8/1K6/8/8 w - - 0 1", 0, &["Kb4"], &[]),
];

/// The result that is told first, for the side to move.
fn verdict(told: &Explained) -> Option<i8> {
    let position = told.text.sections.iter().find(|section| section.kind == PartKind::Standing)?;
    let first = position.sentences.first()?;
    first.claims.iter().find_map(|&at| {
        let claim = &told.explanation.claims[at];
        let own = claim.side == told.explanation.position.turn();
        match claim.statement {
            Statement::Endgame { value, .. } => Some(if own { value } else { -value }),
            // What the theory knows of the moves alone.
            Statement::Standing { score: Score::Cp(0), .. } => Some(0),
            _ => None,
        }
    })
}

fn sign(score: Score) -> Option<i8> {
    match score {
        Score::Table(value) => Some(value),
        Score::Mate(moves) => Some(if moves > 0 { 1 } else { -1 }),
        Score::Cp(0) => Some(0),
        // Of a win that only a theory knows nobody says how far it is.
        Score::Cp(cp) => (cp.abs() >= limits::LARGE_CP).then_some(cp.signum() as i8),
    }
}

#[test]
fn who_wins_is_told_first_and_what_throws_it_away() {
    let home = tempfile::tempdir().unwrap();
    let session = Session::builder().tables(home.path()).ask("philidor").nodes(5_000).build().unwrap();
    let mut wrong = Vec::new();
    for (name, fen, result, good, bad) in ENDINGS {
        let pos = parse_fen(fen).unwrap();
        let told = session.explain(&pos, None).unwrap();
        if verdict(&told) != Some(result) {
            wrong.push(format!(
                "{name}: {:?} is told first, it is {result}: {:#?}",
                verdict(&told),
                told.text
            ));
        }
        let first = told.explanation.lines.first().unwrap();
        if sign(first.rated()) != Some(result) {
            wrong.push(format!("{name}: the best line is worth {}, it is {result}", first.rated()));
        }
        for (text, keeps) in good.iter().map(|mv| (mv, true)).chain(bad.iter().map(|mv| (mv, false))) {
            let mv = parse_move(&pos, text).unwrap();
            let told = session.explain(&pos, Some(mv)).unwrap().explanation;
            let (best, own) = (told.lines[0].score, told.played.as_ref().unwrap().score);
            let seen = |score| Eval::from_score(score, pos.turn());
            let blamed = criticise(pos.turn(), seen(best.max(own)), seen(own)).is_some();
            if blamed == keeps {
                wrong.push(format!("{name}: {text} is {own} of {best}, and criticised: {blamed}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
