//! What KPK theory sees beyond Table 4: key squares, the squares before the pawn, races to them, opposition, corners.

use philidor_chess::shakmaty::{Bitboard, Color, Square, attacks};

use super::{
    Feature, Place,
    paper::{BK, P, WK, pawn_moves},
};

/// A square by file and rank, 1 to 8.
type Point = (i32, i32);

/// The squares from which White's king brings the pawn home whoever is to move (but for stalemates and a pawn that
/// hangs): b7 and b8 for the a-pawn; else the three squares two ranks before the pawn, from the fifth rank on also
/// those one rank before it, on the seventh also those beside it.
fn key_squares(p: &Place) -> impl Iterator<Item = Point> + use<> {
    let (file, rank) = (p.file(P), p.rank(P));
    let ranks = match rank {
        ..=4 => rank + 2..=rank + 2,
        5..=6 => rank + 1..=rank + 2,
        _ => 7..=8,
    };
    let rook_pawn = file == 1;
    let (files, ranks) = if rook_pawn { (2..=2, 7..=8) } else { (file - 1..=file + 1, ranks) };
    ranks.flat_map(move |r| files.clone().map(move |f| (f, r))).filter(move |&s| s != (file, rank))
}

/// The square `steps` steps before the pawn, at most the eighth rank.
fn before(p: &Place, steps: i32) -> Point {
    (p.file(P), (p.rank(P) + steps).min(8))
}

/// The key square nearest to White's king; of several, the one farthest from Black's.
fn nearest_key(p: &Place) -> Point {
    key_squares(p).min_by_key(|&s| (p.distance_to(WK, s), -p.distance_to(BK, s))).expect("a key square")
}

/// A square that both kings race to, with its name in rules and in words.
struct Goal {
    name: &'static str,
    rule: &'static str,
    about: &'static str,
    at: fn(&Place) -> Point,
}

const GOALS: [Goal; 7] = [
    Goal { name: "pawn", rule: "P", about: "the pawn", at: |p| (p.file(P), p.rank(P)) },
    Goal { name: "stop", rule: "stop(P)", about: "the square before the pawn", at: |p| before(p, 1) },
    Goal {
        name: "telestop",
        rule: "ahead(P, min(2, 8 - rank(P)))",
        about: "the second square before the pawn",
        at: |p| before(p, 2),
    },
    Goal {
        name: "third",
        rule: "ahead(P, min(3, 8 - rank(P)))",
        about: "the third square before the pawn",
        at: |p| before(p, 3),
    },
    Goal {
        name: "queening",
        rule: "promotion_square(P)",
        about: "the queening square",
        at: |p| before(p, 8),
    },
    Goal {
        name: "key",
        rule: "nearest(K, key_squares(P), k)",
        about: "the key square nearest to the white king",
        at: nearest_key,
    },
    Goal { name: "b7", rule: "b7", about: "b7", at: |_| (2, 7) },
];

fn flag(yes: bool) -> i32 {
    i32::from(yes)
}

/// King steps from a square to a goal without entering the forbidden squares (the start may be one); 15 if there is
/// no way.
fn walk(from: Square, goal: Bitboard, forbidden: Bitboard) -> i32 {
    let mut seen = Bitboard::from(from);
    for steps in 0..15 {
        if seen.intersects(goal) {
            return steps;
        }
        let next = seen.into_iter().fold(seen, |all, sq| all | attacks::king_attacks(sq)) & !forbidden;
        seen |= next;
    }
    15
}

fn guarded_by_white(p: &Place) -> Bitboard {
    attacks::king_attacks(p.square(WK)) | attacks::pawn_attacks(Color::White, p.square(P))
}

/// Black's way to a goal past White's king and pawn.
fn black_walk(p: &Place, goal: Bitboard) -> i32 {
    walk(p.square(BK), goal, guarded_by_white(p))
}

/// White's way to a goal past Black's king and White's own pawn.
fn white_walk(p: &Place, goal: Bitboard) -> i32 {
    walk(p.square(WK), goal, attacks::king_attacks(p.square(BK)) | p.square(P))
}

fn one((file, rank): Point) -> Bitboard {
    Bitboard::from(Square::new(((rank - 1) * 8 + file - 1) as u32))
}

fn flights(p: &Place) -> i32 {
    (attacks::king_attacks(p.square(BK)) & !guarded_by_white(p)).count() as i32
}

pub(super) fn features() -> Vec<Feature> {
    let mut out = Vec::new();
    for (letter, who, king) in [("K", "white", WK), ("k", "black", BK)] {
        for goal in GOALS.iter().skip(1) {
            // Black's distance to the queening square is c36.
            if (goal.name, king) == ("queening", BK) {
                continue;
            }
            out.push(Feature::new(
                format!("{letter}.{}", goal.name),
                3,
                format!("king moves from the {who} king to {}", goal.about),
                format!("dist({letter}, {})", goal.rule),
                (0, 7),
                move |p| p.distance_to(king, (goal.at)(p)),
            ));
        }
    }
    for goal in GOALS.iter().skip(1) {
        out.push(Feature::new(
            format!("race.{}", goal.name),
            4,
            format!("how much farther the white king is from {} than the black king", goal.about),
            format!("dist(K, {0}) - dist(k, {0})", goal.rule),
            (-7, 7),
            move |p| p.distance_to(WK, (goal.at)(p)) - p.distance_to(BK, (goal.at)(p)),
        ));
    }
    out.extend(zones());
    out.extend(relations());
    out
}

/// Key squares as a set, corners of the rook pawn, the square of the pawn.
fn zones() -> Vec<Feature> {
    let best = |p: &Place| {
        key_squares(p).map(|s| p.distance_to(WK, s) - p.distance_to(BK, s)).min().expect("a key square")
    };
    let nearest =
        |p: &Place, king| key_squares(p).map(|s| p.distance_to(king, s)).min().expect("a key square");
    vec![
        Feature::new(
            "race.any-key",
            5,
            "the white king's best race to a key square: his moves less the black king's",
            "-lead(K, key_squares(P))",
            (-7, 7),
            best,
        ),
        Feature::new(
            "k.any-key",
            3,
            "king moves from the black king to the key square nearest to him",
            "set_dist(k, key_squares(P))",
            (0, 7),
            move |p| nearest(p, BK),
        ),
        Feature::new("k.a8", 3, "king moves from the black king to a8", "dist(k, a8)", (0, 7), |p| {
            p.distance_to(BK, (1, 8))
        }),
        Feature::new("k.c8", 3, "king moves from the black king to c8", "dist(k, c8)", (0, 7), |p| {
            p.distance_to(BK, (3, 8))
        }),
        Feature::new("K.c8", 3, "king moves from the white king to c8", "dist(K, c8)", (0, 7), |p| {
            p.distance_to(WK, (3, 8))
        }),
        Feature::new(
            "slack",
            5,
            "how far the black king is outside the square of the pawn, who is to move and a white king in the way counted",
            "dist(k, promotion_square(P)) - moves_to_promote(P) - (1 if weak to move else 0) - (1 if K in front_span(P) else 0)",
            (-8, 6),
            |p| {
                let blocked = p.file(WK) == p.file(P) && p.rank(WK) > p.rank(P);
                p.distance_to(BK, before(p, 8)) - pawn_moves(p) - p.late() - flag(blocked)
            },
        ),
        Feature::new(
            "escort",
            4,
            "how many moves the white king needs more than the pawn to reach the queening square",
            "dist(K, promotion_square(P)) - moves_to_promote(P)",
            (-5, 6),
            |p| p.distance_to(WK, before(p, 8)) - pawn_moves(p),
        ),
    ]
}

/// How the kings stand to each other and to the pawn.
fn relations() -> Vec<Feature> {
    let files = |p: &Place, king| p.file(king) - p.file(P);
    vec![
        Feature::new(
            "sides",
            2,
            "files of the white king from the pawn times those of the black king: negative if the pawn stands between",
            "(file(K) - file(P)) * (file(k) - file(P))",
            (-12, 49),
            move |p| files(p, WK) * files(p, BK),
        ),
        Feature::new(
            "nearer-file",
            3,
            "how many files farther the white king is from the pawn's file than the black king",
            "abs(file(K) - file(P)) - abs(file(k) - file(P))",
            (-7, 7),
            move |p| files(p, WK).abs() - files(p, BK).abs(),
        ),
        Feature::new(
            "direct",
            3,
            "direct opposition: the kings face each other with one square between",
            "direct_opposition(K, k)",
            (0, 1),
            |p| {
                let (f, r) = ((p.file(WK) - p.file(BK)).abs(), (p.rank(WK) - p.rank(BK)).abs());
                flag((f, r) == (0, 2) || (f, r) == (2, 0))
            },
        ),
        Feature::new(
            "steps",
            3,
            "files and ranks between the kings, added",
            "abs(file(K) - file(k)) + abs(rank(K) - rank(k))",
            (2, 14),
            |p| (p.file(WK) - p.file(BK)).abs() + (p.rank(WK) - p.rank(BK)).abs(),
        ),
        Feature::new(
            "shape",
            3,
            "files less ranks between the kings",
            "abs(file(K) - file(k)) - abs(rank(K) - rank(k))",
            (-7, 7),
            |p| (p.file(WK) - p.file(BK)).abs() - (p.rank(WK) - p.rank(BK)).abs(),
        ),
        Feature::new(
            "parity-files",
            2,
            "the kings are an odd number of files apart",
            "odd(file(K) - file(k))",
            (0, 1),
            |p| (p.file(WK) - p.file(BK)) & 1,
        ),
        Feature::new(
            "parity-ranks",
            2,
            "the kings are an odd number of ranks apart",
            "odd(rank(K) - rank(k))",
            (0, 1),
            |p| (p.rank(WK) - p.rank(BK)) & 1,
        ),
        Feature::new(
            "colour",
            3,
            "the kings stand on squares of different colour",
            "not same_colour(K, k)",
            (0, 1),
            |p| (p.file(WK) + p.rank(WK) + p.file(BK) + p.rank(BK)) & 1,
        ),
        Feature::new(
            "flights",
            3,
            "squares the black king could go to",
            "count(destinations(k))",
            (0, 8),
            flights,
        ),
        Feature::new(
            "way.k.pawn",
            4,
            "king moves from the black king to the pawn around guarded squares (15: no way)",
            "detour(k, {P})",
            (1, 15),
            |p| black_walk(p, Bitboard::from(p.square(P))),
        ),
        Feature::new(
            "way.k.stop",
            4,
            "king moves from the black king to the square before the pawn around guarded squares (15: no way)",
            "detour(k, {stop(P)})",
            (0, 15),
            |p| black_walk(p, one(before(p, 1))),
        ),
        Feature::new(
            "way.k.queening",
            4,
            "king moves from the black king to the queening square around guarded squares (15: no way)",
            "detour(k, {promotion_square(P)})",
            (0, 15),
            |p| black_walk(p, one(before(p, 8))),
        ),
        Feature::new(
            "way.K.key",
            4,
            "king moves from the white king to a key square around guarded squares (15: no way)",
            "detour(K, key_squares(P))",
            (0, 15),
            |p| white_walk(p, key_squares(p).fold(Bitboard::EMPTY, |all, s| all | one(s))),
        ),
        Feature::new(
            "way.K.pawn",
            4,
            "king moves from the white king to a square beside the pawn around guarded squares (15: no way)",
            "detour(K, neighbours(P))",
            (0, 15),
            |p| white_walk(p, attacks::king_attacks(p.square(P))),
        ),
    ]
}

/// Differences of the kings' distances to different squares: nothing a book names, but cheap and telling.
pub(super) fn constructed() -> Vec<Feature> {
    let mut out = Vec::new();
    for a in &GOALS {
        for b in &GOALS {
            if a.name != b.name {
                out.push(Feature::new(
                    format!("K.{}-k.{}", a.name, b.name),
                    4,
                    format!("white king's moves to {} less the black king's to {}", a.about, b.about),
                    format!("dist(K, {}) - dist(k, {})", a.rule, b.rule),
                    (-7, 7),
                    move |p| p.distance_to(WK, (a.at)(p)) - p.distance_to(BK, (b.at)(p)),
                ));
            }
        }
    }
    for (letter, who, king) in [("K", "white", WK), ("k", "black", BK)] {
        for a in &GOALS {
            out.push(Feature::new(
                format!("{letter}.{}-steps", a.name),
                4,
                format!("{who} king's moves to {} less the pawn's to promotion", a.about),
                format!("dist({letter}, {}) - moves_to_promote(P)", a.rule),
                (-5, 6),
                move |p| p.distance_to(king, (a.at)(p)) - pawn_moves(p),
            ));
        }
    }
    out
}
