//! A characterisation for any material: the men, their relations, their pawns' races, edges and corners.

use philidor_chess::{
    Material,
    shakmaty::{Bitboard, Color, Role, Square, attacks},
};

use super::{Feature, Place, Slot};

/// Files and ranks of all men.
pub(super) fn physical(material: Material) -> Vec<Feature> {
    let mut out = Vec::new();
    for (i, slot) in Slot::of(material).into_iter().enumerate() {
        let (letter, name) = (slot.letter(), slot.name());
        let ranks = if slot.role == Role::Pawn { (2, 7) } else { (1, 8) };
        let file = move |p: &Place| p.file(i);
        let rank = move |p: &Place| p.rank(i);
        out.push(Feature::new(
            format!("file.{letter}"),
            0,
            format!("file of the {name}"),
            format!("file({letter})"),
            (1, 8),
            file,
        ));
        out.push(Feature::new(
            format!("rank.{letter}"),
            0,
            format!("rank of the {name}"),
            format!("rank({letter})"),
            ranks,
            rank,
        ));
    }
    out
}

/// Everything, for any material of three to five men.
pub(super) fn features(material: Material) -> Vec<Feature> {
    let slots = Slot::of(material);
    let mut out = physical(material);
    for (i, &slot) in slots.iter().enumerate() {
        if slot.role == Role::King {
            out.extend(king_and_board(i, slot));
        }
        if slot.role == Role::Pawn {
            out.extend(pawn_race(i, slot, &slots));
        }
    }
    for i in 0..slots.len() {
        for j in i + 1..slots.len() {
            out.extend(pair(i, j, slots[i], slots[j]));
        }
    }
    out.extend(attack_relations(&slots));
    out.push(Feature::new("check", 1, "the side to move is in check", "in_check", (0, 1), {
        let slots = slots.clone();
        move |p| {
            let king = usize::from(p.to_move.is_black());
            i32::from(attacked(p, &slots, p.square(king), !p.to_move))
        }
    }));
    for (color, king) in [(Color::White, 0usize), (Color::Black, 1)] {
        let (slots, letter) = (slots.clone(), if king == 0 { "K" } else { "k" });
        let name = slots[king].name();
        out.push(Feature::new(
            format!("flight.{letter}"),
            2,
            format!("squares the {name} could go to"),
            format!("count(destinations({letter}))"),
            (0, 8),
            move |p| flights(p, &slots, king, color),
        ));
    }
    out
}

/// Edges, corners and the centre.
fn king_and_board(i: usize, slot: Slot) -> Vec<Feature> {
    let (letter, name) = (slot.letter(), slot.name());
    let edge = |p: &Place, i: usize| (p.file(i) - 1).min(8 - p.file(i)).min(p.rank(i) - 1).min(8 - p.rank(i));
    // a1 and h8 are dark corners, a8 and h1 light ones.
    let corner = |p: &Place, i: usize, light: bool| {
        let (one, two) = if light { ((1, 8), (8, 1)) } else { ((1, 1), (8, 8)) };
        p.distance_to(i, one).min(p.distance_to(i, two))
    };
    vec![
        Feature::new(
            format!("edge.{letter}"),
            1,
            format!("squares from the {name} to the nearest edge"),
            format!("edge_dist({letter})"),
            (0, 3),
            move |p| edge(p, i),
        ),
        Feature::new(
            format!("light-corner.{letter}"),
            1,
            format!("king moves from the {name} to the nearer of a8 and h1"),
            format!("min(dist({letter}, a8), dist({letter}, h1))"),
            (0, 7),
            move |p| corner(p, i, true),
        ),
        Feature::new(
            format!("dark-corner.{letter}"),
            1,
            format!("king moves from the {name} to the nearer of a1 and h8"),
            format!("min(dist({letter}, a1), dist({letter}, h8))"),
            (0, 7),
            move |p| corner(p, i, false),
        ),
    ]
}

/// A pawn's way, and both kings' ways to its squares.
fn pawn_race(i: usize, slot: Slot, slots: &[Slot]) -> Vec<Feature> {
    let (letter, name, white) = (slot.letter(), slot.name(), slot.color.is_white());
    let need = move |p: &Place| {
        let rank = if white { p.rank(i) } else { 9 - p.rank(i) };
        (8 - rank).min(5)
    };
    let ahead = move |p: &Place, steps: i32| {
        let rank = if white { p.rank(i) + steps } else { p.rank(i) - steps };
        (p.file(i), rank.clamp(1, 8))
    };
    let mut out = vec![Feature::new(
        format!("steps.{letter}"),
        1,
        format!("moves the {name} needs to promote"),
        format!("moves_to_promote({letter})"),
        (1, 5),
        need,
    )];
    for (k, king) in [(0usize, "K"), (1, "k")] {
        let who = slots[k].name();
        out.push(Feature::new(
            format!("queening.{king}.{letter}"),
            2,
            format!("king moves from the {who} to the promotion square of the {name}"),
            format!("dist({king}, promotion_square({letter}))"),
            (0, 7),
            move |p| p.distance_to(k, ahead(p, 8)),
        ));
        out.push(Feature::new(
            format!("slack.{king}.{letter}"),
            3,
            format!("how far the {who} is outside the square of the {name}"),
            format!("dist({king}, promotion_square({letter})) - moves_to_promote({letter})"),
            (-5, 6),
            move |p| p.distance_to(k, ahead(p, 8)) - need(p),
        ));
        out.push(Feature::new(
            format!("stop.{king}.{letter}"),
            2,
            format!("king moves from the {who} to the square before the {name}"),
            format!("dist({king}, stop({letter}))"),
            (0, 7),
            move |p| p.distance_to(k, ahead(p, 1)),
        ));
        out.push(Feature::new(
            format!("telestop.{king}.{letter}"),
            2,
            format!("king moves from the {who} to the second square before the {name}"),
            format!("dist({king}, ahead({letter}, min(2, 8 - pawn_rank({letter}))))"),
            (0, 7),
            move |p| p.distance_to(k, ahead(p, 2)),
        ));
        let before = move |p: &Place| {
            let gap = if white { p.rank(k) - p.rank(i) } else { p.rank(i) - p.rank(k) };
            i32::from(p.file(k) == p.file(i) && gap > 0)
        };
        out.push(Feature::new(
            format!("before.{king}.{letter}"),
            1,
            format!("the {who} stands before the {name} on its file"),
            format!("{king} in front_span({letter})"),
            (0, 1),
            before,
        ));
    }
    out.push(Feature::new(
        format!("race.{letter}"),
        3,
        format!("how much farther White's king is from the promotion square of the {name} than Black's"),
        format!("dist(K, promotion_square({letter})) - dist(k, promotion_square({letter}))"),
        (-7, 7),
        move |p| p.distance_to(0, ahead(p, 8)) - p.distance_to(1, ahead(p, 8)),
    ));
    for (j, &other) in slots.iter().enumerate().skip(i + 1) {
        if other.role == Role::Pawn && other.color != slot.color {
            let (there, theirs) = (other.letter(), other.name());
            out.push(Feature::new(
                format!("ahead.{letter}.{there}"),
                2,
                format!("moves by which the {name} promotes before the {theirs}"),
                format!("moves_to_promote({there}) - moves_to_promote({letter})"),
                (-4, 4),
                move |p| {
                    let theirs = (p.rank(j) - 1).min(5);
                    theirs - need(p)
                },
            ));
        }
    }
    out
}

/// Two men: differences, distance, lines.
fn pair(i: usize, j: usize, a: Slot, b: Slot) -> Vec<Feature> {
    let (la, lb, na, nb) = (a.letter(), b.letter(), a.name(), b.name());
    let files = move |p: &Place| p.file(i) - p.file(j);
    let ranks = move |p: &Place| p.rank(i) - p.rank(j);
    let mut out = vec![
        Feature::new(
            format!("files.{la}.{lb}"),
            1,
            format!("files from the {nb} to the {na}"),
            format!("file({la}) - file({lb})"),
            (-7, 7),
            files,
        ),
        Feature::new(
            format!("ranks.{la}.{lb}"),
            1,
            format!("ranks from the {nb} up to the {na}"),
            format!("rank({la}) - rank({lb})"),
            (-7, 7),
            ranks,
        ),
        Feature::new(
            format!("abs-files.{la}.{lb}"),
            2,
            format!("files between the {na} and the {nb}"),
            format!("abs(file({la}) - file({lb}))"),
            (0, 7),
            move |p| files(p).abs(),
        ),
        Feature::new(
            format!("abs-ranks.{la}.{lb}"),
            2,
            format!("ranks between the {na} and the {nb}"),
            format!("abs(rank({la}) - rank({lb}))"),
            (0, 7),
            move |p| ranks(p).abs(),
        ),
        Feature::new(
            format!("dist.{la}.{lb}"),
            3,
            format!("king moves between the {na} and the {nb}"),
            format!("dist({la}, {lb})"),
            (1, 7),
            move |p| p.distance(i, j),
        ),
        Feature::new(
            format!("diagonal.{la}.{lb}"),
            3,
            format!("the {na} and the {nb} are on one diagonal"),
            format!("same_diagonal({la}, {lb})"),
            (0, 1),
            move |p| i32::from(files(p).abs() == ranks(p).abs()),
        ),
        Feature::new(
            format!("same-colour.{la}.{lb}"),
            2,
            format!("the {na} and the {nb} are on squares of one colour"),
            format!("same_colour({la}, {lb})"),
            (0, 1),
            move |p| i32::from((files(p) + ranks(p)) % 2 == 0),
        ),
    ];
    if (i, j) == (0, 1) {
        out.push(Feature::new(
            "opposition",
            3,
            "the kings are an even number of files and of ranks apart",
            "not odd(file(K) - file(k)) and not odd(rank(K) - rank(k))",
            (0, 1),
            move |p| i32::from(files(p) % 2 == 0 && ranks(p) % 2 == 0),
        ));
    }
    out
}

/// Who attacks and who defends whom.
fn attack_relations(slots: &[Slot]) -> Vec<Feature> {
    let mut out = Vec::new();
    for (i, &slot) in slots.iter().enumerate() {
        if slot.role == Role::King {
            continue;
        }
        let (letter, name) = (slot.letter(), slot.name());
        for (word, color) in [("attacked", !slot.color), ("defended", slot.color)] {
            let slots = slots.to_vec();
            let side = if color.is_white() { "White" } else { "Black" };
            let men = slots.iter().enumerate().filter(|&(j, m)| m.color == color && j != i);
            let rule: Vec<String> =
                men.map(|(_, m)| format!("{letter} in attacks({})", m.letter())).collect();
            out.push(Feature::new(
                format!("{word}.{letter}"),
                1,
                format!("the {name} is {word} by {side}"),
                rule.join(" or "),
                (0, 1),
                move |p| i32::from(attacked(p, &slots, p.square(i), color)),
            ));
        }
    }
    out
}

/// True if a side attacks a square (its own men there are defended).
fn attacked(p: &Place, slots: &[Slot], square: Square, by: Color) -> bool {
    (0..slots.len())
        .any(|i| slots[i].color == by && p.square(i) != square && p.attacks(slots, i).contains(square))
}

/// Squares next to a king that the other side does not attack (lines through the king itself counted as open) and
/// that its own men do not fill.
fn flights(p: &Place, slots: &[Slot], king: usize, color: Color) -> i32 {
    let mut own = Bitboard::EMPTY;
    let mut all = Bitboard::EMPTY;
    for (i, slot) in slots.iter().enumerate() {
        if i != king {
            all.add(p.square(i));
            if slot.color == color {
                own.add(p.square(i));
            }
        }
    }
    let mut guarded = Bitboard::EMPTY;
    for (i, slot) in slots.iter().enumerate() {
        if slot.color != color {
            guarded |= attacks::attacks(p.square(i), slot.role.of(slot.color), all);
        }
    }
    (attacks::king_attacks(p.square(king)) & !own & !guarded).count() as i32
}
