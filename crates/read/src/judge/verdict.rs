//! Judgements: who stands better, how good a move is, how the game ends. The analyst's word, with room for opinions that lie close
//! to the limit.

use philidor_chess::{
    pgn::Termination,
    shakmaty::{Chess, Color, Move, Position},
};
use philidor_claims::{
    Score,
    limits::{CLEAR_CP, EQUAL_CP, SLIGHT_CP},
};
use philidor_tutor::{claim::score, explain};

use super::{Ruling, Said, side_name};
use crate::scene::{Scene, written};

/// Centipawns of a score, mates as 10,000.
fn cp(score: Score) -> i32 {
    score.minus(Score::Cp(0))
}

fn shown(scene: &Scene<'_>, pos: &Chess) -> String {
    scene.look(pos, None).map_or(String::new(), |look| format!(": {}", written(&look, 5)))
}

pub(super) fn standing(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let word = said.word();
    let pos = scene.now();
    let neutral = matches!(word, "equal" | "drawn");
    // "Wins at once" is said of who has moved.
    let mover = said.manner.of_move.then(|| scene.mover());
    let named = said.side(scene).or(if neutral { Some(Color::White) } else { said.manner.he.or(mover) });
    let Some(side) = named else { return Ruling::Open("no side is named") };
    let side = if matches!(word, "worse" | "lost") { !side } else { side };
    let Some(found) = scene.score(pos, side) else { return Ruling::Open("nobody was asked") };
    let value = cp(found);
    let text = format!("{} for {}{}", found, side_name(side), shown(scene, pos));
    // From `yes` on it holds, below `no` it does not; between them opinions may differ, and a short search is no proof.
    let (yes, no) = match word {
        "better" | "worse" => (EQUAL_CP - 10, -SLIGHT_CP),
        "slightly_better" => (EQUAL_CP - 15, -SLIGHT_CP),
        "clearly_better" => (SLIGHT_CP - 10, -EQUAL_CP),
        "winning" | "lost" => (CLEAR_CP, EQUAL_CP),
        "mating" => match found {
            Score::Mate(moves) if moves > 0 => {
                return Ruling::yes(format!("mate in {moves}{}", shown(scene, pos)));
            }
            _ => (600, 100),
        },
        _ => {
            return match value.abs() {
                0..=50 => Ruling::yes(text),
                51..=120 => Ruling::Open("too close to call"),
                _ => Ruling::no(text),
            };
        }
    };
    if value >= yes {
        let claim = scene.look(pos, None).map(|look| explain::standing(pos, &look));
        Ruling::True(text, claim.map(Box::new))
    } else if value < no {
        Ruling::no(text)
    } else {
        Ruling::Open("too close to call")
    }
}

pub(super) fn quality(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let Some(before) = scene.before() else { return Ruling::Open("no move is given") };
    if !said.manner.of_move {
        return Ruling::Open("it may speak of another move");
    }
    if said.word() == "only" {
        return only(scene, before);
    }
    let Some(loss) = scene.loss() else { return Ruling::Open("nobody was asked") };
    let best = shown(scene, before);
    let text = match loss < 1.0 {
        true => format!("it loses nothing{best}"),
        false => format!("it costs {loss:.0} points of winning chances{best}"),
    };
    let (good, yes, no) = match said.word() {
        "blunder" => (false, 8.0, 3.0),
        "mistake" => (false, 4.0, 1.5),
        "inaccurate" => (false, 2.0, 0.7),
        "best" => (true, 3.0, 6.0),
        _ => (true, 4.0, 8.0),
    };
    let (holds, fails) = if good { (loss <= yes, loss >= no) } else { (loss >= yes, loss < no) };
    match (holds, fails) {
        (true, _) => Ruling::yes(text),
        (_, true) => Ruling::no(text),
        _ => Ruling::Open("too close to call"),
    }
}

/// Every other move is clearly worse.
fn only(scene: &Scene<'_>, before: &Chess) -> Ruling {
    let moves = before.legal_moves();
    if moves.len() == 1 {
        return Ruling::yes("there is no other legal move");
    }
    let (Some(mv), Some(loss)) = (scene.mv(), scene.loss()) else { return Ruling::Open("nobody was asked") };
    let us = before.turn();
    let Some(played) = scene.score(scene.now(), us) else { return Ruling::Open("nobody was asked") };
    let mut nearest: Option<(f64, String)> = None;
    for other in moves.into_iter().filter(|other| *other != mv).take(60) {
        let Some(look) = scene.look(before, Some(other)) else { return Ruling::Open("nobody was asked") };
        let lost = 50.0 * (played.expected() - score(look.score).expected());
        if nearest.as_ref().is_none_or(|(least, _)| lost < *least) {
            nearest = Some((lost, written(&look, 5)));
        }
        if lost < 2.0 {
            break;
        }
    }
    match nearest {
        Some((lost, line)) if lost >= 5.0 && loss < 4.0 => {
            Ruling::yes(format!("the next best loses {lost:.0} points: {line}"))
        }
        Some((lost, line)) if lost < 2.0 => Ruling::no(format!("as good is {line}")),
        _ => Ruling::Open("too close to call"),
    }
}

/// Another move would have been better, or as good; or it could have been played.
pub(super) fn instead(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let Some(other) = said.filled.moves.first() else { return Ruling::Open("no move is named") };
    let side = said.side(scene);
    let fits = |pos: &Chess| {
        other.number.is_none_or(|number| number == u32::from(pos.fullmoves()))
            && side.is_none_or(|side| side == pos.turn())
            && (!other.black || pos.turn().is_black())
    };
    let Some((before, played)) = places(scene, side)
        .into_iter()
        .find(|(pos, played)| fits(pos) && other.on(pos).is_some_and(|mv| Some(mv) != *played))
    else {
        return Ruling::Open("it may speak of another move");
    };
    let Some(mv) = other.on(before) else { return Ruling::Open("it may speak of another move") };
    let now = match played {
        Some(played) => scene.look(before, Some(played)).map(|look| score(look.score)),
        None => scene.score(before, before.turn()),
    };
    let (Some(look), Some(now)) = (scene.look(before, Some(mv)), now) else {
        return Ruling::Open("nobody was asked");
    };
    let gain = 50.0 * (score(look.score).expected() - now.expected());
    let line = written(&look, 5);
    let what = if played.is_some() { "the move played" } else { "the best move" };
    let text = format!("{line} is worth {}, {what} {now}", score(look.score));
    // Beside the best move nothing is better, so as good has to do.
    let (yes, no) = match (said.word(), played) {
        ("possible", _) => (-5.0, f64::NEG_INFINITY),
        (_, Some(_)) => (-0.5, -4.0),
        (_, None) => (-2.0, -8.0),
    };
    if gain >= yes && gain < 1.0 && score(look.score).expected() < LOST {
        Ruling::Open("both lose")
    } else if gain >= yes {
        Ruling::yes(text)
    } else if gain < no {
        Ruling::no(text)
    } else {
        Ruling::Open("too close to call")
    }
}

/// Where one scores less than this, on the scale from -1 to 1 of [`Score::expected`], one move is as bad as another.
const LOST: f64 = -0.9;

/// Where another move may be meant, with what was played there: in place of the move, or of the named side's move before it; without a
/// move, in the position itself.
fn places<'s>(scene: &'s Scene<'_>, side: Option<Color>) -> Vec<(&'s Chess, Option<Move>)> {
    let (Some(before), Some(mv)) = (scene.before(), scene.mv()) else { return vec![(scene.now(), None)] };
    let mut places = vec![(before, Some(mv))];
    if side.is_some_and(|side| side != before.turn()) {
        let game = &scene.about.game;
        let here = game.iter().rposition(|(pos, played)| pos == before && *played == mv);
        let earlier = here.and_then(|here| here.checked_sub(1)).and_then(|at| game.get(at));
        places.extend(earlier.map(|(pos, played)| (pos, Some(*played))));
    }
    places
}

pub(super) fn game(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let side = said.side(scene);
    let about = scene.about;
    if said.word() == "mate" {
        return match about.position.is_checkmate() {
            true => Ruling::yes("the king is mated"),
            false => Ruling::Open("it may speak of what comes"),
        };
    }
    let Some(result) = about.result.filter(|result| *result != Termination::Open) else {
        return Ruling::Open("the result is not known");
    };
    let text = format!("the game ended {result}");
    let holds = match (said.word(), side, result) {
        ("draw", _, Termination::Drawn) => true,
        ("resigns", Some(side), Termination::Won(winner)) => winner != side,
        ("resigns", None, Termination::Won(_)) => true,
        ("wins", Some(side), Termination::Won(winner)) => winner == side,
        _ => false,
    };
    if holds {
        return Ruling::yes(text);
    }
    match about.ended.is_some() && said.word() == "resigns" && side.is_some() {
        true => Ruling::no(text),
        false => Ruling::Open("it may speak of another game"),
    }
}
