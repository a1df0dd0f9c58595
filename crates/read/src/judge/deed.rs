//! What the move does.

use philidor_chess::{
    shakmaty::{Bitboard, Board, Chess, Color, File, Move, Position, Role, Square, san::SanPlus},
    write_fen,
};
use philidor_claims::{About, Claim, Effect, Line, Statement, limits::THREAT_CP};
use philidor_tutor::{
    claim::{passed, score},
    explain::{effects, plain},
    sight::{exchange, value},
};
use philidor_verify::verify;

use super::{Ruling, Said, board::pinned, listed, man_on, men, role_name};
use crate::scene::{Scene, written};

struct Played<'a> {
    before: &'a Chess,
    after: &'a Chess,
    mv: Move,
    us: Color,
    to: Square,
}

fn san(pos: &Chess, mv: Move) -> String {
    SanPlus::from_move(pos.clone(), mv).to_string()
}

pub(super) fn deed(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let (Some(before), Some(mv)) = (scene.before(), scene.mv()) else {
        return match said.word() {
            "threatens" | "threatens_mate" | "prepares" => threat(said, scene),
            _ => Ruling::Open("no move is given"),
        };
    };
    let us = before.turn();
    // What the other side does is not this move's doing.
    if said.side(scene).is_some_and(|side| side != us) {
        return Ruling::Open("it speaks of the other side");
    }
    let to = match mv.castling_side() {
        Some(side) => side.king_to(us),
        None => mv.to(),
    };
    let played = Played { before, after: scene.now(), mv, us, to };
    match said.word() {
        "threatens" | "threatens_mate" | "threatens_man" | "prepares" => threat(said, scene),
        "prevents" | "allows" => reply(said, scene, &played),
        _ => at_once(said, scene, &played),
    }
}

/// The effect of the tutor's vocabulary, as a claim that the checker confirms.
fn effect(played: &Played<'_>, scene: &Scene<'_>, wanted: impl Fn(Effect) -> bool) -> Option<Claim> {
    let all = effects(played.before, played.mv, scene.about.previous)
        .into_iter()
        .chain(plain(played.before, played.mv));
    let found = all.into_iter().find(|effect| wanted(*effect))?;
    let statement = Statement::Effect { effect: found };
    let line = Line::of([played.mv.into()]);
    let board = played.after.board();
    let man = |sq: philidor_claims::Square| Some((sq, board.piece_at(Square::from(sq))?.into()));
    let men = statement.squares().iter().filter_map(man).collect();
    let claim =
        Claim::new(About::Aim, played.us.into(), write_fen(played.before), statement).shown_by(line, 1);
    let claim = Claim { men, ..claim };
    verify(&claim, None).is_ok().then_some(claim)
}

fn yes(shows: String, claim: Option<Claim>) -> Ruling {
    Ruling::True(shows, claim.map(Box::new))
}

/// What is seen on the board after the move.
fn at_once(said: &Said<'_>, scene: &Scene<'_>, played: &Played<'_>) -> Ruling {
    let Played { before, after, mv, us, to } = *played;
    let board = after.board();
    let name = san(before, mv);
    let plainly = said.manner.of_move;
    let missing = |shows: String| {
        if plainly { Ruling::no(shows) } else { Ruling::Open("it may speak of another move") }
    };
    let with = |wanted: &dyn Fn(Effect) -> bool| effect(played, scene, wanted);
    let mans = &said.filled.men;
    let enemy = |man: &crate::pattern::ManSaid| {
        men(board, man, scene, said.manner.he, Some(!us)) & board.by_color(!us)
    };
    match said.word() {
        "attacks" | "discovers" => {
            let sights = newly(before.board(), board, us);
            for target in mans.iter().map(enemy) {
                let hit = target & (board.attacks_from(to) | sights);
                if let Some(square) = hit.into_iter().next() {
                    let claim = with(
                        &|e| matches!(e, Effect::Attacks(sq) | Effect::Presses(sq) if Square::from(sq) == square),
                    );
                    return yes(format!("{name} attacks {}", man_on(board, square)), claim);
                }
            }
            match mans.first() {
                Some(man) if enemy(man).any() && man.color.is_none() && man.role != Role::King => {
                    let seen = board.attacks_from(to) & board.by_color(!us);
                    let seen = if seen.any() { listed(seen) } else { "nothing".to_owned() };
                    missing(format!("{name} attacks no {}: it attacks {seen}", role_name(man.role)))
                }
                _ => Ruling::Open("no such man is there"),
            }
        }
        "defends" => {
            let sees = board.attacks_from(to);
            for man in mans {
                let own = men(board, man, scene, said.manner.he, Some(us)) & board.by_color(us);
                if let Some(square) = (own & sees).into_iter().next() {
                    let claim = with(
                        &|e| matches!(e, Effect::Protects(sq) | Effect::Supports(sq) if Square::from(sq) == square),
                    );
                    return yes(format!("{name} guards {}", man_on(board, square)), claim);
                }
            }
            match said.filled.squares.iter().find(|square| sees.contains(**square)) {
                Some(square) => Ruling::yes(format!("{name} covers {square}")),
                None => Ruling::Open("it may guard indirectly"),
            }
        }
        "develops" => {
            let rank = u32::from(
                before.board().king_of(us).map_or(mv.to(), |_| mv.from().unwrap_or(mv.to())).rank(),
            );
            let home = us.fold_wb(0, 7) == rank;
            let fits = mans.first().is_none_or(|man| man.role == mv.role());
            match home && !matches!(mv.role(), Role::Pawn | Role::King) && fits {
                true => yes(
                    format!("{name} brings a piece off the first rank"),
                    with(&|e| matches!(e, Effect::Develops(_))),
                ),
                false => Ruling::Open("it may speak of another move"),
            }
        }
        "castles" => match mv.castling_side() {
            Some(_) => yes("the move castles".to_owned(), with(&|e| matches!(e, Effect::Castles(_)))),
            None => Ruling::Open("the move does not castle"),
        },
        "captures" => match mv.capture() {
            Some(taken) if mans.is_empty() || mans.iter().any(|man| man.role == taken) => {
                Ruling::yes(format!("{name} takes a {}", role_name(taken)))
            }
            _ => Ruling::Open("it may speak of another move"),
        },
        "recaptures" => {
            let claim = with(&|e| matches!(e, Effect::Recaptures(_)));
            match claim.is_some() || (mv.is_capture() && scene.about.previous.is_none()) {
                true => yes(format!("{name} takes back"), claim),
                false => Ruling::Open("it may speak of another move"),
            }
        }
        "checks" => match after.is_check() {
            true => yes(format!("{name} gives check"), with(&|e| matches!(e, Effect::Checks(_)))),
            false => Ruling::Open("it may speak of another move"),
        },
        "mates" => match after.is_checkmate() {
            true => Ruling::yes(format!("{name} is mate")),
            false => mate(scene, us),
        },
        "promotes" => match mv.promotion() {
            Some(role) => Ruling::yes(format!("a new {} stands on {to}", role_name(role))),
            None => Ruling::Open("it may speak of another move"),
        },
        "trades" | "offers_trade" => {
            trade(said, played, with(&|e| matches!(e, Effect::Trades(_) | Effect::OffersTrade(_))))
        }
        "sacrifices" => {
            let given = exchange(after, to) - mv.capture().map_or(0, value);
            let fits = mans
                .first()
                .is_none_or(|man| man.role == mv.role() || (man.role == Role::Pawn && given == 1));
            if given >= 1 && fits {
                return yes(
                    format!("after {name} the {} on {to} can be taken", role_name(mv.role())),
                    with(&|e| matches!(e, Effect::Offers(_))),
                );
            }
            let hanging: Bitboard =
                board.by_color(us).into_iter().filter(|&sq| exchange(after, sq) > 0).collect();
            let fits = |sq: &Square| mans.first().is_none_or(|man| board.role_at(*sq) == Some(man.role));
            match hanging.into_iter().find(fits) {
                Some(square) => Ruling::yes(format!("{} can be taken", man_on(board, square))),
                None => Ruling::Open("it may be given up later"),
            }
        }
        "pins" => {
            let new = |sq: &Square| pinned(board, !us, *sq) && !pinned(before.board(), !us, *sq);
            let targets = mans.first().map_or(board.by_color(!us), enemy);
            match targets.into_iter().find(new) {
                Some(square) => yes(
                    format!("{} is pinned now", man_on(board, square)),
                    with(&|e| matches!(e, Effect::Pins(_))),
                ),
                None => match targets.into_iter().find(|sq| pinned(board, !us, *sq)) {
                    Some(square) => Ruling::yes(format!("{} is pinned", man_on(board, square))),
                    None => Ruling::Open("it may speak of another moment"),
                },
            }
        }
        "unpins" => {
            let freed = |sq: &Square| pinned(before.board(), us, *sq) && !pinned(board, us, *sq);
            match before.board().by_color(us).into_iter().find(freed) {
                Some(square) => yes(
                    format!("the man on {square} is no longer pinned"),
                    with(&|e| matches!(e, Effect::Unpins(_))),
                ),
                None => Ruling::Open("it may speak of another moment"),
            }
        }
        "forks" => {
            let dear = (board.attacks_from(to) & board.by_color(!us))
                .into_iter()
                .filter(|&sq| board.role_at(sq).is_some_and(|role| role != Role::Pawn));
            let dear: Bitboard = dear.collect();
            // Pawns may be meant too.
            let men = (board.attacks_from(to) & board.by_color(!us)).count();
            match (dear.count(), men) {
                (2.., _) => Ruling::yes(format!("{name} attacks {}", listed(dear))),
                (_, 2..) => Ruling::Open("pawns may be meant"),
                _ => missing(format!("{name} attacks {men} {}", if men == 1 { "man" } else { "men" })),
            }
        }
        "advances" => {
            let file = said.filled.file.or(mans.first().and_then(|man| man.file));
            let fits = file.is_none_or(|file| mv.from().is_some_and(|from| from.file() == file));
            match mv.role() == Role::Pawn && fits {
                true => Ruling::yes(format!("{name} advances a pawn")),
                false => Ruling::Open("it may speak of another move"),
            }
        }
        "retreats" => {
            let rank = |sq: Square| us.fold_wb(i32::from(sq.rank()), 7 - i32::from(sq.rank()));
            let back = mv.from().is_some_and(|from| rank(to) < rank(from));
            let fits = mans.first().is_none_or(|man| man.role == mv.role());
            match back && fits {
                true => Ruling::yes(format!("{name} goes back")),
                false => Ruling::Open("it may speak of another move"),
            }
        }
        "opens_file" | "opens_line" => opens(said, played),
        "doubles_rooks" => match with(&|e| matches!(e, Effect::DoublesRooks(_))) {
            Some(claim) => yes(format!("{name} puts the rooks behind each other"), Some(claim)),
            None => Ruling::Open("it may speak of another move"),
        },
        "takes_open_file" => {
            match with(&|e| matches!(e, Effect::TakesOpenFile(_) | Effect::TakesHalfOpenFile(_))) {
                Some(claim) => yes(format!("{name} takes an open file"), Some(claim)),
                None => Ruling::Open("it may speak of another move"),
            }
        }
        "controls" => {
            let sees = board.attacks_from(to);
            let all = newly(before.board(), board, us) | sees;
            match said.filled.squares.iter().find(|sq| all.contains(**sq)) {
                Some(square) => Ruling::yes(format!("{name} covers {square}")),
                None => Ruling::Open("it may speak of another man"),
            }
        }
        "occupies" if said.filled.squares.contains(&to) => Ruling::yes(format!("{name} goes there")),
        "occupies" => {
            let fits = |role: Role| mans.is_empty() || mans.iter().any(|man| man.role == role);
            let moves = scene.again().map(|pos| pos.legal_moves()).unwrap_or_default();
            let there = |mv: &&Move| said.filled.squares.contains(&mv.to()) && fits(mv.role());
            match moves.iter().find(there) {
                Some(mv) => Ruling::yes(format!("a {} can go to {} next", role_name(mv.role()), mv.to())),
                None => Ruling::Open("it may speak of another move"),
            }
        }
        "blocks" => {
            match said.filled.squares.contains(&to) || mans.iter().any(|man| cuts(played, man, scene, said)) {
                true => Ruling::yes(format!("the man on {to} stands in the way")),
                false => Ruling::Open("it may speak of another move"),
            }
        }
        "centralises" => match Bitboard::CENTER.contains(to) || nearer(played) {
            true => Ruling::yes(format!("{name} goes towards the centre")),
            false => Ruling::Open("it may speak of another move"),
        },
        "wins_man" => match (mv.capture(), mans.first()) {
            (Some(taken), man)
                if man.is_none_or(|man| man.role == taken) && exchange(after, to) < value(taken) =>
            {
                Ruling::yes(format!("{name} takes a {} and loses less", role_name(taken)))
            }
            _ => Ruling::Open("it may be won later"),
        },
        "luft" => match with(&|e| matches!(e, Effect::MakesLuft(_))) {
            Some(claim) => yes("the king gets a square".to_owned(), Some(claim)),
            None if mv.role() == Role::Pawn => match before.board().king_of(us) {
                Some(king) if mv.from().is_some_and(|from| king.distance(from) <= 1) => {
                    Ruling::yes("a pawn before the king has moved")
                }
                _ => Ruling::Open("it may speak of another move"),
            },
            None => Ruling::Open("it may speak of another move"),
        },
        "space" => match mv.role() == Role::Pawn {
            true => Ruling::yes(format!("{name} advances a pawn")),
            false => Ruling::Open("it may speak of another move"),
        },
        _ => Ruling::Open("nobody can tell"),
    }
}

/// Squares that men who did not move attack only now.
fn newly(before: &Board, after: &Board, us: Color) -> Bitboard {
    let still = before.by_color(us) & after.by_color(us);
    let mut all = Bitboard::EMPTY;
    for square in still {
        all |= after.attacks_from(square) & !before.attacks_from(square);
    }
    all
}

fn nearer(played: &Played<'_>) -> bool {
    let away = |sq: Square| Bitboard::CENTER.into_iter().map(|centre| sq.distance(centre)).min();
    played.mv.from().is_some_and(|from| away(played.to) < away(from))
}

/// The moved man stands between an enemy line piece of this kind and something.
fn cuts(played: &Played<'_>, man: &crate::pattern::ManSaid, scene: &Scene<'_>, said: &Said<'_>) -> bool {
    let board = played.before.board();
    let targets = men(board, man, scene, said.manner.he, None);
    targets.into_iter().any(|sq| {
        board.attacks_from(sq).contains(played.to)
            || sq.offset(board.color_at(sq).map_or(0, |c| c.fold_wb(8, -8))) == Some(played.to)
    })
}

fn trade(said: &Said<'_>, played: &Played<'_>, claim: Option<Claim>) -> Ruling {
    let Played { after, mv, us, to, .. } = *played;
    let board = after.board();
    let role = said.filled.men.first().map(|man| man.role);
    let fits = |found: Role| role.is_none_or(|role| role == found || (value(role) == 3 && value(found) == 3));
    let name = san(played.before, mv);
    if let Some(taken) = mv.capture() {
        let back = board.attacks_to(to, !us, board.occupied()).any();
        return match (fits(taken) || fits(mv.role())) && (back || value(taken) == value(mv.role())) {
            true => Ruling::True(format!("{name} exchanges"), claim.map(Box::new)),
            false => Ruling::Open("it may speak of another exchange"),
        };
    }
    let face = board.attacks_from(to) & board.by_color(!us);
    let equal =
        |sq: &Square| board.role_at(*sq).is_some_and(|other| value(other) == value(mv.role()) && fits(other));
    match face.into_iter().find(equal) {
        Some(square) => Ruling::True(format!("{name} faces {}", man_on(board, square)), claim.map(Box::new)),
        None => Ruling::Open("it may speak of another exchange"),
    }
}

fn opens(said: &Said<'_>, played: &Played<'_>) -> Ruling {
    let Played { before, after, mv, us, .. } = *played;
    let name = san(before, mv);
    let pawns = |pos: &Chess, file: File| (pos.board().pawns() & Bitboard::from_file(file)).count();
    let opened: Vec<File> =
        File::ALL.into_iter().filter(|&file| pawns(after, file) < pawns(before, file)).collect();
    if let Some(file) = said.filled.file {
        return match opened.contains(&file) {
            true => Ruling::yes(format!("{name} takes a pawn off the {}-file", file.char())),
            false => Ruling::Open("it may be opened later"),
        };
    }
    if !opened.is_empty() {
        let names: Vec<String> = opened.iter().map(|file| format!("{}-file", file.char())).collect();
        return Ruling::yes(format!("{name} takes a pawn off the {}", names.join(" and the ")));
    }
    let still = before.board().by_color(us) & before.board().sliders() & after.board().by_color(us);
    let more = still
        .into_iter()
        .find(|&sq| after.board().attacks_from(sq).count() > before.board().attacks_from(sq).count());
    match more {
        Some(square) => Ruling::yes(format!("the man on {square} sees more")),
        None => Ruling::Open("it may be opened later"),
    }
}

fn mate(scene: &Scene<'_>, us: Color) -> Ruling {
    match scene.score(scene.now(), us) {
        Some(philidor_claims::Score::Mate(moves)) if moves > 0 => Ruling::yes(format!("mate in {moves}")),
        _ => Ruling::Open("no mate is seen"),
    }
}

/// What the mover would play next.
fn threat(said: &Said<'_>, scene: &Scene<'_>) -> Ruling {
    let us = scene.mover();
    let Some(again) = scene.again() else { return Ruling::Open("the other side is in check") };
    match said.word() {
        "threatens_mate" => {
            let Some(look) = scene.look(&again, None) else { return Ruling::Open("nobody was asked") };
            match score(look.score) {
                philidor_claims::Score::Mate(moves) if (1..=6).contains(&moves) => {
                    Ruling::yes(format!("if nothing is done: {}", written(&look, 11)))
                }
                _ if said.manner.of_move => {
                    Ruling::no(format!("if nothing is done there is no mate: {}", written(&look, 5)))
                }
                _ => Ruling::Open("it may speak of another moment"),
            }
        }
        "threatens_man" => {
            let board = again.board();
            let Some(man) = said.filled.men.first() else { return Ruling::Open("no man is named") };
            let targets = men(board, man, scene, said.manner.he, Some(!us)) & board.by_color(!us);
            match targets.into_iter().find(|&sq| exchange(&again, sq) > 0) {
                Some(square) => Ruling::yes(format!("{} can be won", man_on(board, square))),
                None => {
                    match targets.into_iter().find(|&sq| board.attacks_to(sq, us, board.occupied()).any()) {
                        Some(square) => Ruling::yes(format!("{} is attacked", man_on(board, square))),
                        None if said.manner.of_move && targets.any() && man.color.is_none() => {
                            Ruling::no(format!("no {} is attacked", role_name(man.role)))
                        }
                        None => Ruling::Open("it may be threatened by other means"),
                    }
                }
            }
        }
        word => {
            let Some(next) = said.filled.moves.first() else { return Ruling::Open("no move is named") };
            // `threatens e5` may name the pawn there.
            let Some(mv) = next.on(&again) else { return Ruling::Open("the move cannot be played next") };
            let name = san(&again, mv);
            if word == "prepares" {
                return Ruling::yes(format!("{name} can be played next"));
            }
            let (Some(look), Some(now)) = (scene.look(&again, Some(mv)), scene.score(scene.now(), us)) else {
                return Ruling::Open("nobody was asked");
            };
            let gain = score(look.score).minus(now);
            if gain >= THREAT_CP / 2 {
                Ruling::yes(format!("if nothing is done: {}", written(&look, 5)))
            } else if gain <= -THREAT_CP / 2 && mv.role() != Role::Pawn {
                Ruling::no(format!("{name} would lose something: {}", written(&look, 5)))
            } else {
                Ruling::Open("it would gain little")
            }
        }
    }
}

/// What the other side can reply.
fn reply(said: &Said<'_>, scene: &Scene<'_>, played: &Played<'_>) -> Ruling {
    let them = !played.us;
    let Some(next) = said.filled.moves.first() else { return Ruling::Open("no move is named") };
    let after = next.on(played.after);
    if said.word() == "allows" {
        return match after {
            Some(mv) => Ruling::yes(format!("{} can be played", san(played.after, mv))),
            None => Ruling::Open("it may be played later"),
        };
    }
    let before = passed(played.before).and_then(|pos| next.on(&pos));
    match (before, after) {
        (Some(_), None) => Ruling::yes("it could have been played before and cannot now"),
        (_, Some(mv)) => {
            let (Some(best), Some(look)) =
                (scene.score(played.after, them), scene.look(played.after, Some(mv)))
            else {
                return Ruling::Open("nobody was asked");
            };
            let lost = 50.0 * (best.expected() - score(look.score).expected());
            let line = written(&look, 5);
            if lost >= 5.0 {
                Ruling::yes(format!("now it fails: {line}"))
            } else if lost < 1.0 && said.manner.of_move {
                Ruling::no(format!("it can still be played: {line}"))
            } else {
                Ruling::Open("too close to call")
            }
        }
        (None, None) => Ruling::Open("it may be played later"),
    }
}
