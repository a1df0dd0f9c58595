//! Line plots as SVG text: axes with round numbers, a legend, error bars.

use std::fmt::Write as _;

use philidor_chess::diagram::escape;

/// What a plot is about.
#[derive(Debug, Clone, Copy)]
pub struct Axes<'a> {
    /// Above it.
    pub title: &'a str,
    /// Below it.
    pub x: &'a str,
    /// At its side.
    pub y: &'a str,
    /// Powers of ten on the vertical axis.
    pub log_y: bool,
    /// Powers of ten on the horizontal axis.
    pub log_x: bool,
    /// Points instead of lines.
    pub points: bool,
}

/// A line.
#[derive(Debug, Clone, PartialEq)]
pub struct Series {
    /// In the legend.
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
    /// Half lengths of the error bars; empty: none.
    pub bars: Vec<f64>,
}

const WIDTH: f64 = 860.0;
const HEIGHT: f64 = 440.0;
const LEFT: f64 = 78.0;
const RIGHT: f64 = 210.0;
const TOP: f64 = 42.0;
const BOTTOM: f64 = 52.0;

/// Colours that can be told apart by most people (after Okabe and Ito).
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#e69f00", "#5d5d5d", "#8c6d31"];

/// One axis: its ends, and whether it counts in powers of ten.
#[derive(Clone, Copy)]
struct Scale {
    low: f64,
    high: f64,
    log: bool,
}

impl Scale {
    fn new(values: impl Iterator<Item = f64>, log: bool) -> Scale {
        let (low, high) = values
            .filter(|v| v.is_finite() && (!log || *v > 0.0))
            .fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            return Scale { low: if log { 1.0 } else { 0.0 }, high: if log { 10.0 } else { 1.0 }, log };
        }
        if log {
            let (low, high) = (low.log10().floor(), high.log10().ceil());
            return Scale { low: 10f64.powf(low), high: 10f64.powf(high.max(low + 1.0)), log };
        }
        let room = if high > low { (high - low) * 0.04 } else { high.abs().max(1.0) * 0.1 };
        Scale { low: if low >= 0.0 && low - room < 0.0 { 0.0 } else { low - room }, high: high + room, log }
    }

    /// Where a value lies, 0 to 1.
    fn at(&self, v: f64) -> f64 {
        let share = match self.log {
            true => (v.max(self.low).log10() - self.low.log10()) / (self.high.log10() - self.low.log10()),
            false => (v - self.low) / (self.high - self.low),
        };
        share.clamp(0.0, 1.0)
    }

    /// Round values to mark.
    fn ticks(&self) -> Vec<f64> {
        if self.log {
            let (low, high) = (self.low.log10().round() as i32, self.high.log10().round() as i32);
            return (low..=high).map(|p| 10f64.powi(p)).collect();
        }
        let rough = (self.high - self.low) / 6.0;
        let ten = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0].iter().map(|m| m * ten).find(|s| *s >= rough).unwrap_or(10.0 * ten);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|i| i as f64 * step).collect()
    }
}

/// A number on an axis.
fn label(v: f64) -> String {
    let text = format!("{v:.6}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" || text.is_empty() { "0".into() } else { text.to_owned() }
}

/// Draws the lines.
pub fn draw(axes: &Axes<'_>, series: &[Series]) -> String {
    let xs = Scale::new(series.iter().flat_map(|s| s.points.iter().map(|p| p.0)), axes.log_x);
    let ys = Scale::new(
        series.iter().flat_map(|s| {
            let bar = |i: usize| s.bars.get(i).copied().unwrap_or(0.0);
            s.points.iter().enumerate().flat_map(move |(i, p)| [p.1 - bar(i), p.1 + bar(i)])
        }),
        axes.log_y,
    );
    let x = |v: f64| LEFT + xs.at(v) * (WIDTH - LEFT - RIGHT);
    let y = |v: f64| HEIGHT - BOTTOM - ys.at(v) * (HEIGHT - TOP - BOTTOM);
    let mut out = format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}" role="img" font-family="system-ui, sans-serif" fill="#1d1d1b"><title>{t}</title><rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/><text x="{LEFT}" y="24" font-size="16" font-weight="600">{t}</text>"##,
        t = escape(axes.title)
    );
    let (right, bottom) = (WIDTH - RIGHT, HEIGHT - BOTTOM);
    // Writing to a String cannot fail.
    for v in ys.ticks() {
        let _ = write!(
            out,
            r##"<path d="M{LEFT} {p:.1}H{right}" stroke="#e8e4dc"/><text x="{}" y="{:.1}" font-size="12" text-anchor="end">{}</text>"##,
            LEFT - 8.0,
            y(v) + 4.0,
            label(v),
            p = y(v)
        );
    }
    for v in xs.ticks() {
        let _ = write!(
            out,
            r##"<path d="M{p:.1} {TOP}V{bottom}" stroke="#f1eee8"/><text x="{p:.1}" y="{}" font-size="12" text-anchor="middle">{}</text>"##,
            bottom + 18.0,
            label(v),
            p = x(v)
        );
    }
    let _ = write!(
        out,
        r##"<path d="M{LEFT} {TOP}V{bottom}H{right}" fill="none" stroke="#8a857a"/><text x="{}" y="{}" font-size="13" text-anchor="middle">{}</text><text transform="translate(18 {}) rotate(-90)" font-size="13" text-anchor="middle">{}</text>"##,
        (LEFT + right) / 2.0,
        HEIGHT - 10.0,
        escape(axes.x),
        (TOP + bottom) / 2.0,
        escape(axes.y)
    );
    for (i, s) in series.iter().enumerate() {
        let colour = COLOURS[i % COLOURS.len()];
        let dash = if i >= COLOURS.len() { r#" stroke-dasharray="5 3""# } else { "" };
        let shown: Vec<(f64, f64)> = thinned(&s.points).iter().map(|&(px, py)| (x(px), y(py))).collect();
        if axes.points {
            for (px, py) in &shown {
                let _ = write!(
                    out,
                    r#"<circle cx="{px:.1}" cy="{py:.1}" r="2.2" fill="{colour}" fill-opacity="0.5"/>"#
                );
            }
        } else {
            let path: Vec<String> = shown.iter().map(|(px, py)| format!("{px:.1} {py:.1}")).collect();
            let _ = write!(
                out,
                r#"<path d="M{}" fill="none" stroke="{colour}" stroke-width="1.8" stroke-linejoin="round"{dash}/>"#,
                path.join("L")
            );
            if s.points.len() <= 20 {
                for (px, py) in &shown {
                    let _ = write!(out, r#"<circle cx="{px:.1}" cy="{py:.1}" r="3" fill="{colour}"/>"#);
                }
            }
        }
        for (&(px, py), &half) in s.points.iter().zip(&s.bars).filter(|(_, half)| **half > 0.0) {
            let _ = write!(
                out,
                r#"<path d="M{px:.1} {low:.1}V{high:.1}m-3 0h6M{:.1} {low:.1}h6" stroke="{colour}" fill="none"/>"#,
                x(px) - 3.0,
                px = x(px),
                low = y(py - half),
                high = y(py + half)
            );
        }
        let at = TOP + 10.0 + 22.0 * i as f64;
        let name: String = s.name.chars().take(28).collect();
        let _ = write!(
            out,
            r#"<path d="M{} {at}h20" stroke="{colour}" stroke-width="3"{dash}/><text x="{}" y="{}" font-size="12">{}</text>"#,
            right + 14.0,
            right + 40.0,
            at + 4.0,
            escape(&name)
        );
    }
    out.push_str("</svg>\n");
    out
}

/// At most about a thousand points: of each stretch the first, the lowest and the highest.
fn thinned(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    const MOST: usize = 1000;
    if points.len() <= MOST {
        return points.to_vec();
    }
    let mut out = Vec::new();
    for stretch in points.chunks(points.len().div_ceil(MOST / 3)) {
        let by = |a: &&(f64, f64), b: &&(f64, f64)| a.1.total_cmp(&b.1);
        let mut three: Vec<&(f64, f64)> =
            [stretch.first(), stretch.iter().min_by(by), stretch.iter().max_by(by)]
                .into_iter()
                .flatten()
                .collect();
        three.sort_by(|a, b| a.0.total_cmp(&b.0));
        three.dedup();
        out.extend(three.into_iter().copied());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_are_marked_with_round_numbers() {
        let ticks = |low: f64, high: f64, log| Scale::new([low, high].into_iter(), log).ticks();
        assert_eq!(ticks(1.0, 900.0, true), [1.0, 10.0, 100.0, 1000.0]);
        assert!(ticks(0.0, 100.0, false).contains(&20.0));
        assert!(ticks(5.0, 5.0, false).len() > 1);
        assert!(!Scale::new(std::iter::empty(), true).ticks().is_empty());
        assert_eq!([0.1, 100.0, 2.50, -0.0].map(label), ["0.1", "100", "2.5", "0"]);
    }

    #[test]
    fn plots_stand_alone_and_keep_extremes() {
        let series = Series {
            name: "a < b".into(),
            points: (0..5000).map(|i| (f64::from(i), if i == 777 { 9.0 } else { 1.0 })).collect(),
            bars: vec![],
        };
        let axes = Axes { title: "t", x: "x", y: "y", log_y: false, log_x: false, points: false };
        let svg = draw(&axes, std::slice::from_ref(&series));
        assert!(svg.contains("a &lt; b") && svg.ends_with("</svg>\n") && !svg.contains("NaN"));
        let thin = thinned(&series.points);
        assert!(thin.len() < 1100 && thin.contains(&(777.0, 9.0)));
    }
}
