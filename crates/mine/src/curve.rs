//! Learning curves of symbolic methods, as a table.

use philidor_induce::{
    Learner,
    characterise::Dataset,
    curve::{Drawn, Point, learners, point},
};
use philidor_stats::Mean;
use serde_json::{Value, json};

/// Methods whose name starts with `asked`; all of them if nothing was asked for.
pub fn methods(asked: Option<&str>) -> anyhow::Result<Vec<Box<dyn Learner>>> {
    let all = learners();
    let names = all.iter().map(|l| l.name()).collect::<Vec<_>>().join("; ");
    let asked = asked.unwrap_or_default();
    let wanted: Vec<_> = all.into_iter().filter(|l| l.name().starts_with(asked)).collect();
    anyhow::ensure!(!wanted.is_empty(), "no method {asked:?}: there are {names}");
    Ok(wanted)
}

/// A point for each number of positions, each way to draw them and each method; `hear` is told what comes next.
pub fn measure(
    data: &Dataset,
    methods: &[Box<dyn Learner>],
    sizes: &[u64],
    repeats: u64,
    seed: u64,
    hear: &mut dyn FnMut(String),
) -> Vec<Point> {
    let mut points = Vec::new();
    for &n in sizes {
        for drawn in [Drawn::Uniform, Drawn::Enriched] {
            for method in methods {
                hear(format!("{}, {n} positions", method.name()));
                points.push(point(&**method, data, drawn, n as usize, repeats, seed));
            }
        }
    }
    points
}

/// The points, for programs.
pub fn json(points: &[Point]) -> Value {
    let mean = |m: Mean| json!({ "mean": m.mean, "half_width_95": m.half });
    let line = |p: &Point| {
        json!({
            "method": p.learner, "drawn": p.drawn.name(), "positions": p.positions, "accuracy": mean(p.uniform),
            "accuracy_borderline": mean(p.borderline), "accuracy_edge": mean(p.edge), "parts": mean(p.parts),
            "bits": mean(p.bits),
        })
    };
    Value::Array(points.iter().map(line).collect())
}

/// The points, for a terminal.
pub fn text(points: &[Point]) -> String {
    let mut out = format!(
        "{:>9} {:<10}  {:<26} {:>14} {:>14} {:>14} {:>7}\n",
        "positions", "drawn", "method", "all %", "borderline %", "edge %", "parts"
    );
    for p in points {
        let share = |m: Mean| format!("{:.2} ± {:.2}", 100.0 * m.mean, 100.0 * m.half);
        out += &format!(
            "{:>9} {:<10}  {:<26} {:>14} {:>14} {:>14} {:>7.0}\n",
            p.positions,
            p.drawn.name(),
            p.learner,
            share(p.uniform),
            share(p.borderline),
            share(p.edge),
            p.parts.mean
        );
    }
    out
}
