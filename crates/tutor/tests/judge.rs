//! The judge against a second implementation of the published formulas, written the way they are published.

use philidor_chess::shakmaty::Color;
use philidor_tutor::judge::{
    Eval, Judgement, game_figures, judge, loss_percent, mean_accuracy, move_accuracy,
};
use proptest::prelude::*;

/// The oracle: lists, options and strings as in the published source; nothing shared with the module.
mod published {
    pub(crate) type Evaluation = (Option<i64>, Option<i64>); // centipawns, mate: White's view

    pub(crate) fn chances(cp: f64) -> f64 {
        let value = 2.0 / (1.0 + f64::exp(-0.00368208 * cp)) - 1.0;
        value.clamp(-1.0, 1.0)
    }

    fn force_cp(eval: Evaluation) -> f64 {
        match eval {
            (Some(cp), _) => cp as f64,
            (None, Some(mate)) => 1000.0 * mate.signum() as f64,
            _ => unreachable!(),
        }
        .clamp(-1000.0, 1000.0)
    }

    pub(crate) fn win_percent(eval: Evaluation) -> f64 {
        50.0 + 50.0 * chances(force_cp(eval))
    }

    pub(crate) fn accuracy(before: f64, after: f64) -> f64 {
        if after >= before {
            return 100.0;
        }
        let raw = 103.1668100711649 * f64::exp(-0.04354415386753951 * (before - after)) + -3.166924740191411;
        (raw + 1.0).clamp(0.0, 100.0)
    }

    pub(crate) fn advice(white: bool, prev: Evaluation, next: Evaluation) -> Option<&'static str> {
        if let ((Some(a), _), (Some(b), _)) = (prev, next) {
            let delta = chances(b as f64) - chances(a as f64);
            let delta = if white { -delta } else { delta };
            return [(0.3, "blunder"), (0.2, "mistake"), (0.1, "inaccuracy")]
                .iter()
                .find(|(threshold, _)| *threshold <= delta)
                .map(|(_, name)| *name);
        }
        let pov = |value: Option<i64>| value.map(|v| if white { v } else { -v });
        let (prev_mate, next_mate) = (pov(prev.1), pov(next.1));
        let (prev_cp, next_cp) = (pov(prev.0).unwrap_or(0), pov(next.0).unwrap_or(0));
        let graded = |points: i64| match points {
            p if p > 999 => "inaccuracy",
            p if p > 700 => "mistake",
            _ => "blunder",
        };
        match (prev_mate, next_mate) {
            (None, Some(n)) if n < 0 => Some(graded(-prev_cp)),
            (Some(p), None) if p > 0 => Some(graded(next_cp)),
            (Some(p), Some(n)) if p > 0 && n < 0 => Some("blunder"),
            _ => None,
        }
    }

    fn deviation(xs: &[f64]) -> f64 {
        let mean = xs.iter().sum::<f64>() / xs.len() as f64;
        (xs.iter().fold(0.0, |sum, x| sum + (x - mean) * (x - mean)) / xs.len() as f64).sqrt()
    }

    /// Accuracy and mean centipawn loss of (the side that moves first, the other).
    pub(crate) fn game(first_is_white: bool, evals: &[Evaluation]) -> Vec<Option<(f64, f64)>> {
        let mut cps = vec![15.0];
        cps.extend(evals.iter().map(|&e| force_cp(e)));
        let wins: Vec<f64> = cps.iter().map(|&cp| 50.0 + 50.0 * chances(cp)).collect();
        let size = usize::min(8, usize::max(2, evals.len() / 10));
        let mut windows: Vec<Vec<f64>> = Vec::new();
        for _ in 0..usize::min(size, wins.len()).saturating_sub(2) {
            windows.push(wins.iter().take(size).copied().collect());
        }
        for from in 0..wins.len() {
            if from + size <= wins.len() {
                windows.push(wins[from..from + size].to_vec());
            }
        }
        let weights: Vec<f64> = windows.iter().map(|w| deviation(w).clamp(0.5, 12.0)).collect();
        let mut sides: [Vec<(f64, f64, f64)>; 2] = [vec![], vec![]];
        for (i, weight) in (0..evals.len()).zip(&weights) {
            let white = (i % 2 == 0) == first_is_white;
            let sign = if white { 1.0 } else { -1.0 };
            let (prev, next) = if white { (wins[i], wins[i + 1]) } else { (wins[i + 1], wins[i]) };
            let lost = f64::max(0.0, (cps[i] - cps[i + 1]) * sign);
            sides[usize::from(!white)].push((accuracy(prev, next), *weight, lost));
        }
        sides
            .iter()
            .map(|moves| {
                if moves.is_empty() {
                    return None;
                }
                let weighted =
                    moves.iter().map(|(a, w, _)| a * w).sum::<f64>() / moves.iter().map(|m| m.1).sum::<f64>();
                let harmonic =
                    moves.len() as f64 / moves.iter().map(|m| 1.0 / f64::max(1.0, m.0)).sum::<f64>();
                let lost = moves.iter().map(|m| m.2).sum::<f64>() / moves.len() as f64;
                Some(((weighted + harmonic) / 2.0, lost))
            })
            .collect()
    }
}

fn eval() -> impl Strategy<Value = Eval> {
    prop_oneof![
        6 => (-1600i32..1600).prop_map(Eval::Cp),
        2 => (-150i32..150).prop_map(Eval::Cp),
        1 => (1u32..30).prop_map(Eval::WhiteMates),
        1 => (1u32..30).prop_map(Eval::BlackMates),
    ]
}

fn theirs(eval: Eval) -> published::Evaluation {
    match eval {
        Eval::Cp(cp) => (Some(i64::from(cp)), None),
        Eval::WhiteMates(n) => (None, Some(i64::from(n))),
        Eval::BlackMates(n) => (None, Some(-i64::from(n))),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn moves_are_judged_as_published(before in eval(), after in eval(), white in any::<bool>()) {
        let mover = Color::from_white(white);
        let ours = judge(mover, before, after).map(|v| v.judgement.id());
        prop_assert_eq!(ours, published::advice(white, theirs(before), theirs(after)));
        let (b, a) = (published::win_percent(theirs(before)), published::win_percent(theirs(after)));
        let (b, a) = if white { (b, a) } else { (100.0 - b, 100.0 - a) };
        prop_assert!((move_accuracy(mover, before, after) - published::accuracy(b, a)).abs() < 1e-9);
        prop_assert!((loss_percent(mover, before, after) - (b - a).max(0.0)).abs() < 1e-9);
    }

    #[test]
    fn games_are_measured_as_published(evals in prop::collection::vec(eval(), 0..200), white in any::<bool>()) {
        let ours = game_figures(Color::from_white(white), &evals);
        let list: Vec<_> = evals.iter().map(|&e| theirs(e)).collect();
        for (ours, theirs) in ours.iter().zip(published::game(white, &list)) {
            match (ours, theirs) {
                (None, None) => {}
                (Some(ours), Some((accuracy, acpl))) => {
                    prop_assert!((ours.accuracy - accuracy).abs() < 1e-9, "{} {accuracy}", ours.accuracy);
                    prop_assert!((ours.acpl - acpl).abs() < 1e-9);
                }
                other => prop_assert!(false, "{other:?}"),
            }
        }
    }

    /// Colours exchanged, the same figures for the other player. The start is worth 15 centipawns to White either way,
    /// so only figures of moves after the first are compared.
    #[test]
    fn colours_do_not_matter(before in eval(), after in eval()) {
        let white = judge(Color::White, before, after);
        prop_assert_eq!(white, judge(Color::Black, before.flipped(), after.flipped()));
    }
}

/// The examples of the published tests.
#[test]
fn published_examples() {
    let figures = |cps: &[i32]| {
        let evals: Vec<Eval> = cps.iter().map(|&cp| Eval::Cp(cp)).collect();
        game_figures(Color::White, &evals).map(|f| f.map(|f| f.accuracy))
    };
    let near = |found: Option<f64>, wanted: f64, by: f64| {
        assert!((found.unwrap() - wanted).abs() <= by, "{found:?} {wanted}");
    };
    assert_eq!(figures(&[]), [None, None]);
    let [white, black] = figures(&[15, 15]);
    near(white, 100.0, 1.0);
    near(black, 100.0, 1.0);
    let [white, black] = figures(&[-900, -900]);
    near(white, 10.0, 5.0);
    near(black, 100.0, 1.0);
    let mut long = vec![15; 20];
    long.push(-900);
    near(figures(&long)[0], 50.0, 5.0);
    let average: Vec<i32> = [-50, 15].repeat(50);
    near(figures(&average)[0], 76.0, 8.0);
    let terrible: Vec<i32> = [-435, 15].repeat(50);
    near(figures(&terrible)[1], 20.0, 8.0);
    assert_eq!(mean_accuracy(&[]), None);
    assert_eq!(mean_accuracy(&[50.0, 50.0]), Some(50.0));
}

#[test]
fn a_mate_already_lost_to_is_less_bad() {
    let of = |before, after| judge(Color::White, before, after).map(|v| v.judgement);
    assert_eq!(of(Eval::Cp(0), Eval::BlackMates(3)), Some(Judgement::Blunder));
    assert_eq!(of(Eval::Cp(-701), Eval::BlackMates(3)), Some(Judgement::Mistake));
    assert_eq!(of(Eval::Cp(-1000), Eval::BlackMates(3)), Some(Judgement::Inaccuracy));
    assert_eq!(of(Eval::WhiteMates(2), Eval::Cp(1200)), Some(Judgement::Inaccuracy));
    assert_eq!(of(Eval::WhiteMates(2), Eval::WhiteMates(9)), None);
    assert_eq!(of(Eval::BlackMates(2), Eval::Cp(-300)), None);
}
