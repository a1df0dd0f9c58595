//! The weights of a neuron as small boards, one for each kind of man.

use std::fmt::Write as _;

use philidor_know::evaluator::nnue::Nnue;

/// Width of a square, of the gap between boards, height of a heading.
const SIDE: usize = 14;
const GAP: usize = 14;
const HEAD: usize = 20;
/// Kinds of men of one side.
const KINDS: [&str; 6] = ["pawns", "knights", "bishops", "rooks", "queens", "king"];

/// Twelve boards: own men above, the other side's below; blue squares make the neuron answer, red ones keep it silent.
pub(super) fn squares(net: &Nnue, neuron: usize) -> String {
    let weight =
        |kind: usize, square: usize| f64::from(net.first[(64 * kind + square) * net.neurons() + neuron]);
    let most = (0..12)
        .flat_map(|kind| (0..64).map(move |square| (kind, square)))
        .map(|(kind, square)| weight(kind, square).abs())
        .fold(1.0, f64::max);
    let (width, height) = (6 * (8 * SIDE + GAP) + GAP, 2 * (8 * SIDE + HEAD) + GAP);
    let mut out = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" font-family="system-ui,sans-serif" font-size="11"><title>Weights of neuron {neuron} by man and square</title><rect width="{width}" height="{height}" fill="white"/>"#
    );
    let mut add = |text: String| out.write_str(&text).expect("a string grows");
    for kind in 0..12 {
        let (column, row) = (kind % 6, kind / 6);
        let (left, top) = (GAP + column * (8 * SIDE + GAP), HEAD + row * (8 * SIDE + HEAD));
        let whose = if row == 0 { "own" } else { "their" };
        add(format!(r##"<text x="{left}" y="{}" fill="#444">{whose} {}</text>"##, top - 5, KINDS[column]));
        for square in 0..64 {
            let (x, y) = (left + SIDE * (square % 8), top + SIDE * (7 - square / 8));
            add(format!(
                r#"<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{}"/>"#,
                colour(weight(kind, square) / most)
            ));
        }
        add(format!(
            r##"<rect x="{left}" y="{top}" width="{0}" height="{0}" fill="none" stroke="#999"/>"##,
            8 * SIDE
        ));
    }
    out + "</svg>"
}

/// From red (-1) by white to blue (1).
fn colour(value: f64) -> String {
    let fade = |to: f64| (255.0 + (to - 255.0) * value.abs().min(1.0)).round() as u8;
    let (red, green, blue) = if value >= 0.0 { (47.0, 111.0, 181.0) } else { (192.0, 57.0, 43.0) };
    format!("#{:02x}{:02x}{:02x}", fade(red), fade(green), fade(blue))
}
