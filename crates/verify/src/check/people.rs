//! What people play: moves, limits and sums that fit; the policy's own word where somebody can be asked for it.

use philidor_claims::{Move, People, Rated, Score, gone_wrong, limits, percent};

use super::{Case, Flaw, Grounds, Oracle, Verdict, score};
use crate::board::{Color, Role};

pub(super) fn people(
    case: &Case,
    fen: &str,
    (rating, people): (Rated, &People),
    oracle: Option<&dyn Oracle>,
) -> Verdict {
    case.side_moves()?;
    match people {
        People::Play { mv, percent } => {
            first(case, *mv)?;
            confirmed(fen, rating, &[(*mv, *percent)], oracle)
        }
        People::Miss { mv, percent, score, next } => {
            first(case, *mv)?;
            score::only_move(case, *mv, *score, Some(*next))?;
            within(*percent <= limits::HARD_PERCENT, "too many find it for it to be hard to see")?;
            confirmed(fen, rating, &[(*mv, *percent)], oracle)
        }
        People::Tempted { mv, percent, score, best } => {
            first(case, *mv)?;
            within(*percent >= limits::TEMPTING_PERCENT, "too few play it for it to be natural")?;
            within(is_loss(*best, *score), "it loses too little to be a mistake")?;
            score::line_fits(case, *score)?;
            confirmed(fen, rating, &[(*mv, *percent)], oracle)
        }
        People::Answer { mv, percent, trap } => {
            case.holds_after(2)?;
            let found = case.line.second();
            if found != Some(*mv) {
                let found = found.map_or_else(|| "nothing".to_owned(), |mv| mv.to_string());
                return Err(Flaw::FirstMove { said: *mv, found });
            }
            within(*percent >= limits::TEMPTING_PERCENT, "too few play it for it to be the likely answer")?;
            if let Some((score, best)) = trap {
                within(is_loss(*score, *best), "it loses too little to be a mistake")?;
                score::line_fits(case, *score)?;
            }
            confirmed(&after(case, fen), rating, &[(*mv, *percent)], oracle)
        }
        People::GoWrong { ways, best, wrong, expected, promised } => {
            case.holds_after(0)?;
            let all: Vec<(Move, u8)> = ways.iter().map(|way| (way.mv, way.percent)).collect();
            for (at, (mv, share)) in all.iter().enumerate() {
                case.legal(*mv)?;
                within(!all[..at].iter().any(|(other, _)| other == mv), "a move is counted twice")?;
                within(at == 0 || all[at - 1].1 >= *share, "the moves are not in order")?;
            }
            let sum: u32 = all.iter().map(|(_, share)| u32::from(*share)).sum();
            within(sum >= u32::from(limits::WAYS_PERCENT), "too few of the players are accounted for")?;
            within(sum <= 100 + all.len() as u32, "more than all players are counted")?;
            within((*wrong, *expected) == gone_wrong(ways, *best), "the sums are wrong")?;
            within(*promised == percent(best.expected()), "the best move promises something else")?;
            within(*wrong >= limits::WRONG_PERCENT, "too few go wrong")?;
            confirmed(fen, rating, &all, oracle)
        }
    }
}

fn first(case: &Case, mv: Move) -> Result<(), Flaw> {
    case.begins_with(mv)?;
    case.holds_after(1)
}

fn within(holds: bool, otherwise: &'static str) -> Result<(), Flaw> {
    if holds { Ok(()) } else { Err(Flaw::Score(otherwise)) }
}

fn is_loss(best: Score, score: Score) -> bool {
    best.expected() - score.expected() >= limits::TEMPTING_CHANCE
}

/// The position after the first move with its counters: whoever foretells moves may look at them.
fn after(case: &Case, fen: &str) -> String {
    let there = case.line.boards[1].fen();
    let board: Vec<&str> = there.split(' ').take(4).collect();
    let counter = |at: usize| fen.split(' ').nth(at).and_then(|text| text.parse::<u32>().ok());
    let play = &case.line.plays[0];
    let resets = play.taken.is_some() || play.man.is_some_and(|man| man.role == Role::Pawn);
    let quiet = if resets { 0 } else { counter(4).unwrap_or(0) + 1 };
    let number = counter(5).unwrap_or(1) + u32::from(case.side == Color::Black);
    format!("{} {quiet} {number}", board.join(" "))
}

/// Whoever knows what such people play says the same.
fn confirmed(fen: &str, rating: Rated, said: &[(Move, u8)], oracle: Option<&dyn Oracle>) -> Verdict {
    let known = oracle.and_then(|oracle| oracle.people(fen, rating));
    for (mv, share) in said {
        if *share > 100 {
            return Err(Flaw::Score("more than all players are counted"));
        }
        let fits = |known: &Vec<(Move, u8)>| known.iter().any(|(other, found)| other == mv && found == share);
        if known.as_ref().is_some_and(|known| !fits(known)) {
            return Err(Flaw::Score("another number of such players plays it"));
        }
    }
    Ok(Grounds::Numbers)
}

#[cfg(test)]
mod tests {
    use philidor_claims::{About, Claim, Line, RatingScale, Statement, Way};

    use super::*;
    use crate::{board::Board, check::Wdl, mutate::mutants, verify};

    /// Thinks that half of all players take the pawn.
    struct Half;

    impl Oracle for Half {
        fn value(&self, _: &str) -> Option<Wdl> {
            None
        }

        fn people(&self, _: &str, _: Rated) -> Option<Vec<(Move, u8)>> {
            let mv = |text: &str| Line::read(text)?.first();
            Some(vec![(mv("d1d7")?, 50), (mv("d1e1")?, 30), (mv("e8d7")?, 50), (mv("g1f1")?, 5)])
        }
    }

    const FEN: &str = "4k3/3p4/8/8/8/8/5PPP/3R2K1 w - - 0 1";

    fn said(people: People, line: &str, ply: usize) -> Claim {
        let rating = Rated { number: 1500, scale: RatingScale::Lichess };
        let line = Line::read(line).expect("a line");
        let mut claim =
            Claim::new(About::Alternative, Color::White, FEN, Statement::People { rating, people });
        claim = claim.shown_by(line, ply);
        let board = Board::read(FEN).expect("a position");
        let there =
            claim.line.entries().iter().take(ply).filter_map(|e| e.mv()).fold(board, |b, mv| b.after(mv));
        let squares = claim.statement.squares();
        claim.men = squares.iter().filter_map(|square| Some((square, there.on(square)?))).collect();
        claim
    }

    fn all() -> Vec<Claim> {
        let line = Line::read("d1d7 e8d7").expect("a line");
        let [take, back] = [line.entries()[0].mv().expect("a move"), line.entries()[1].mv().expect("a move")];
        let check = Line::read("d1e1").expect("a line").first().expect("a move");
        let (good, bad) = (Score::Cp(400), Score::Cp(-500));
        let ways =
            vec![Way { mv: take, percent: 50, score: bad }, Way { mv: check, percent: 30, score: good }];
        let (wrong, expected) = gone_wrong(&ways, good);
        let promised = percent(good.expected());
        vec![
            said(People::Play { mv: take, percent: 50 }, "d1d7 e8d7", 1),
            said(People::Tempted { mv: take, percent: 50, score: bad, best: good }, "d1d7 e8d7", 1),
            said(People::Answer { mv: back, percent: 50, trap: Some((good, bad)) }, "d1d7 e8d7", 2),
            said(People::GoWrong { ways, best: good, wrong, expected, promised }, "", 0),
        ]
    }

    #[test]
    fn numbers_must_fit_and_the_policy_must_agree() {
        for claim in all() {
            assert_eq!(verify(&claim, None), Ok(Grounds::Numbers), "{claim:?}");
            assert_eq!(verify(&claim, Some(&Half)), Ok(Grounds::Numbers), "{claim:?}");
        }
    }

    #[test]
    fn what_is_made_false_is_noticed() {
        for claim in all() {
            let wrong = mutants(&claim);
            assert!(wrong.len() >= 3, "{wrong:?}");
            for (what, mutant) in wrong {
                assert!(verify(&mutant, Some(&Half)).is_err(), "{what}: {mutant:?}");
            }
        }
    }

    #[test]
    fn a_move_that_is_hard_to_see_is_the_only_one_and_found_by_few() {
        let mv = Line::read("g1f1").expect("a line").first().expect("a move");
        let hard = |percent, next| People::Miss { mv, percent, score: Score::Cp(300), next };
        assert!(verify(&said(hard(5, Score::Cp(0)), "g1f1", 1), Some(&Half)).is_ok());
        for wrong in [hard(6, Score::Cp(0)), hard(50, Score::Cp(0)), hard(5, Score::Cp(280))] {
            assert!(verify(&said(wrong, "g1f1", 1), Some(&Half)).is_err());
        }
    }
}
