//! The 32 characteristics of KPK: Haworth and Velliste (1998), Table 4, with its later correction of c51.
//!
//! `c17` asks whether the pawn stands on the eighth rank. The authors left such positions out after choosing their
//! inputs, so it is always 0; its printed range, [-6, 6], belongs to another line of the table.

use super::{Feature, Place};

/// What rules call those of the 32 that are long to write.
pub(super) fn word(name: &str) -> Option<&'static str> {
    let words = [
        ("c21", "files_apart"),
        ("c22", "ranks_apart"),
        ("c23", "evenly_apart"),
        ("c24", "K_files_off"),
        ("c25", "K_ranks_off"),
        ("c27", "k_files_off"),
        ("c28", "k_ranks_off"),
        ("c32", "white_opposition"),
        ("c33", "black_opposition"),
        ("c36", "k_queening"),
        ("c41", "race_pawn"),
        ("c42", "outside"),
        ("c51", "runs"),
    ];
    words.iter().find(|w| w.0 == name).map(|w| w.1)
}

/// Slots of KPK.
pub(super) const WK: usize = 0;
pub(super) const BK: usize = 1;
pub(super) const P: usize = 2;

/// Moves the pawn needs to promote: 5 from the second rank.
pub(super) fn pawn_moves(p: &Place) -> i32 {
    (8 - p.rank(P)).min(5)
}

fn file_difference(p: &Place, a: usize, b: usize) -> i32 {
    p.file(a) - p.file(b)
}

fn rank_difference(p: &Place, a: usize, b: usize) -> i32 {
    p.rank(a) - p.rank(b)
}

/// The same as a rule says it.
const EVEN: &str = "not odd(file(K) - file(k)) and not odd(rank(K) - rank(k))";

fn even(p: &Place) -> bool {
    file_difference(p, WK, BK) % 2 == 0 && rank_difference(p, WK, BK) % 2 == 0
}

fn queening_distance(p: &Place) -> i32 {
    p.distance_to(BK, (p.file(P), 8))
}

/// White "may have the opposition": the parity is right and the move is the other side's.
fn white_opposition(p: &Place) -> bool {
    even(p) == p.to_move.is_black()
}

fn runs(p: &Place) -> bool {
    file_difference(p, WK, P) != 0 && queening_distance(p) - pawn_moves(p) > 1 + p.late()
}

pub(super) fn features() -> Vec<Feature> {
    let pairs = [("K", "white king", WK), ("k", "black king", BK), ("P", "pawn", P)];
    let mut out = Vec::with_capacity(32);
    // Level 0: where the men stand.
    for (i, &(letter, man, slot)) in pairs.iter().enumerate() {
        let ranges = if slot == P { [(1, 4), (2, 7)] } else { [(1, 8), (1, 8)] };
        let (f, r) = (2 * i + 1, 2 * i + 2);
        out.push(Feature::new(
            format!("c0{f}"),
            0,
            format!("file of the {man}"),
            format!("file({letter})"),
            ranges[0],
            move |p| p.file(slot),
        ));
        out.push(Feature::new(
            format!("c0{r}"),
            0,
            format!("rank of the {man}"),
            format!("rank({letter})"),
            ranges[1],
            move |p| p.rank(slot),
        ));
    }
    // Level 1: differences.
    for (i, &(a, b, f, r)) in
        [(0, 1, (-7, 7), (-7, 7)), (0, 2, (-3, 7), (-6, 6)), (1, 2, (-3, 7), (-6, 6))].iter().enumerate()
    {
        let ((la, na, sa), (lb, nb, sb)) = (pairs[a], pairs[b]);
        out.push(Feature::new(
            format!("c1{}", 2 * i + 1),
            1,
            format!("files from the {nb} to the {na}"),
            format!("file({la}) - file({lb})"),
            f,
            move |p| file_difference(p, sa, sb),
        ));
        out.push(Feature::new(
            format!("c1{}", 2 * i + 2),
            1,
            format!("ranks from the {nb} up to the {na}"),
            format!("rank({la}) - rank({lb})"),
            r,
            move |p| rank_difference(p, sa, sb),
        ));
    }
    let flag = |b: bool| i32::from(b);
    out.push(Feature::new("c17", 1, "the pawn is on the eighth rank", "rank(P) = 8", (0, 1), move |p| {
        flag(p.rank(P) == 8)
    }));
    out.push(Feature::new(
        "c18",
        1,
        "moves the pawn needs to promote",
        "moves_to_promote(P)",
        (1, 5),
        pawn_moves,
    ));
    // Level 2: absolute differences, parity, who is behind.
    let absolute = |name: &str, la: &str, lb: &str, a: usize, b: usize, file: bool, most: i8| {
        let (what, of) = if file { ("files", "file") } else { ("ranks", "rank") };
        let named = |l: &str| pairs.iter().find(|q| q.0 == l).map_or("", |q| q.1);
        Feature::new(
            name,
            2,
            format!("{what} between the {} and the {}", named(la), named(lb)),
            format!("abs({of}({la}) - {of}({lb}))"),
            (0, most),
            move |p| (if file { file_difference(p, a, b) } else { rank_difference(p, a, b) }).abs(),
        )
    };
    out.push(absolute("c21", "K", "k", WK, BK, true, 7));
    out.push(absolute("c22", "K", "k", WK, BK, false, 7));
    out.push(Feature::new(
        "c23",
        2,
        "the kings are an even number of files and of ranks apart",
        EVEN,
        (0, 1),
        move |p| flag(even(p)),
    ));
    out.push(absolute("c24", "K", "P", WK, P, true, 7));
    out.push(absolute("c25", "K", "P", WK, P, false, 6));
    out.push(Feature::new(
        "c26",
        2,
        "the white king is behind the pawn",
        "rank(K) < rank(P)",
        (0, 1),
        move |p| flag(p.rank(WK) < p.rank(P)),
    ));
    out.push(absolute("c27", "k", "P", BK, P, true, 7));
    out.push(absolute("c28", "k", "P", BK, P, false, 6));
    out.push(Feature::new(
        "c29",
        2,
        "the black king is behind the pawn",
        "rank(k) < rank(P)",
        (0, 1),
        move |p| flag(p.rank(BK) < p.rank(P)),
    ));
    // Level 3: distances and opposition.
    out.push(Feature::new("c31", 3, "king moves between the kings", "dist(K, k)", (2, 7), |p| {
        p.distance(WK, BK)
    }));
    out.push(Feature::new(
        "c32",
        3,
        "White may have the opposition",
        format!("({EVEN}) = weak to move"),
        (0, 1),
        move |p| flag(white_opposition(p)),
    ));
    out.push(Feature::new(
        "c33",
        3,
        "Black may have the opposition",
        format!("({EVEN}) = strong to move"),
        (0, 1),
        move |p| flag(!white_opposition(p)),
    ));
    out.push(Feature::new(
        "c34",
        3,
        "king moves from the white king to the pawn",
        "dist(K, P)",
        (1, 7),
        |p| p.distance(WK, P),
    ));
    out.push(Feature::new(
        "c35",
        3,
        "king moves from the black king to the pawn",
        "dist(k, P)",
        (1, 7),
        |p| p.distance(BK, P),
    ));
    out.push(Feature::new(
        "c36",
        3,
        "king moves from the black king to the queening square",
        "dist(k, promotion_square(P))",
        (0, 7),
        queening_distance,
    ));
    // Level 4: races.
    out.push(Feature::new(
        "c41",
        4,
        "how much farther the white king is from the pawn than the black king",
        "dist(K, P) - dist(k, P)",
        (-6, 6),
        |p| p.distance(WK, P) - p.distance(BK, P),
    ));
    out.push(Feature::new(
        "c42",
        4,
        "how far the black king is outside the square of the pawn",
        "dist(k, promotion_square(P)) - moves_to_promote(P)",
        (-5, 6),
        |p| queening_distance(p) - pawn_moves(p),
    ));
    // Level 5.
    out.push(Feature::new("c51", 5, "the pawn can run and convert", "file(K) != file(P) and dist(k, promotion_square(P)) - moves_to_promote(P) > (2 if weak to move else 1)", (0, 1), move |p| {
        flag(runs(p))
    }));
    out
}
