//! What each neuron of a net reacts to: features, squares, positions, as a report with pictures.
//!
//! A neuron sees the board as its owner does, once as the side to move and once as the other side. So every position is looked at twice, and
//! what is said holds for the owner.

mod picture;

use std::path::Path;

use anyhow::{Context, bail, ensure};
use philidor_chess::{
    diagram::{Marks, escape, svg},
    shakmaty::{Chess, Color, Position},
    write_fen,
};
use philidor_games::Games;
use philidor_know::{
    eval::{Breakdown, Evaluation},
    evaluator::nnue::Nnue,
    features::{FeatureId, glossary},
};
use philidor_plots::{Report, page};
use philidor_stats::Rng;

use crate::neuro::file::{Learned, net_file};

/// Features named for each neuron.
const FEATURES: usize = 5;
/// Example positions shown for each neuron.
const EXAMPLES: usize = 3;

/// What to look at.
#[derive(Debug, Clone, Copy)]
pub struct Order<'o> {
    /// The net: `net:FILE`, or `learned`.
    pub net: &'o str,
    /// Games; one position of each is looked at.
    pub games: &'o Path,
    /// At most so many.
    pub positions: usize,
    /// Neurons that are told of at length.
    pub shown: usize,
    /// Chooses the positions.
    pub seed: u64,
}

/// Reads net and games, and reports.
pub fn run(order: &Order<'_>) -> anyhow::Result<Report> {
    let Learned::Nnue(net) = Learned::by_name(order.net)? else {
        bail!(
            "{} sees no squares with two perspectives; such nets are made by `philidor learn train --recipe nnue`",
            order.net
        )
    };
    let failed = || format!("reading games from {}", order.games.display());
    let mut source = Games::open(order.games).with_context(failed)?;
    let (mut positions, mut rng) = (Vec::new(), Rng::new(order.seed));
    while positions.len() < order.positions
        && let Some(game) = source.next_game().with_context(failed)?
    {
        let mut pos = game.start.clone();
        game.moves.iter().take(rng.below(game.moves.len().max(1))).for_each(|&m| pos.play_unchecked(m));
        positions.push(pos);
    }
    ensure!(!positions.is_empty(), "{} has no game with a result", order.games.display());
    Ok(report(&net, net_file(order.net).unwrap_or(order.net), &positions, order.shown))
}

/// One neuron, measured.
struct Neuron {
    number: usize,
    /// Share of looks in which it answers at all, and in which it is at its limit.
    on: f64,
    full: f64,
    /// How much its part of the answer varies, in centipawns.
    moves: f64,
    /// Its part of the answer when its owner is to move and when the other side is, on average over looks in which it answers.
    worth: [f64; 2],
    /// Features by correlation with its answer, strongest first.
    features: Vec<(FeatureId, f64)>,
    /// Looks with the largest answers: position, owner, answer.
    examples: Vec<(usize, Color, f64)>,
}

/// One side's look at one position.
struct Look {
    position: usize,
    owner: Color,
    to_move: bool,
    range: usize,
    answers: Vec<f64>,
}

/// Measures every neuron on `positions` and tells of the `shown` that matter most. `file` names the net.
pub fn report(net: &Nnue, file: &str, positions: &[Chess], shown: usize) -> Report {
    let looks = looks(net, positions);
    let own = Evaluation::tuned();
    let parts: Vec<Breakdown> = positions.iter().map(|pos| own.explain(pos)).collect();
    let counts = counts(&looks, &parts);
    let mut neurons: Vec<Neuron> =
        (0..net.neurons()).map(|number| measure(net, number, &looks, &counts)).collect();
    neurons.sort_by(|a, b| b.moves.total_cmp(&a.moves).then(a.number.cmp(&b.number)));
    let mut pictures = Vec::new();
    for neuron in neurons.iter().take(shown) {
        let name = format!("neuron-{:03}", neuron.number);
        pictures.push((format!("{name}-squares.svg"), picture::squares(net, neuron.number)));
        for (nth, &(index, owner, answer)) in neuron.examples.iter().enumerate() {
            let caption = format!("neuron {} of {} answers {answer:.2}", neuron.number, side(owner));
            let marks = Marks::default().seen_by(owner).caption(&caption);
            pictures.push((format!("{name}-{}.svg", nth + 1), svg(positions[index].board(), &marks)));
        }
    }
    let told = Told { net, file, positions, neurons: &neurons, shown };
    Report { markdown: told.markdown(), html: told.html(&pictures), csv: told.csv(), pictures }
}

fn looks(net: &Nnue, positions: &[Chess]) -> Vec<Look> {
    let mut looks = Vec::new();
    for (position, pos) in positions.iter().enumerate() {
        let range = net.range(pos.board().occupied().count());
        for owner in [pos.turn(), !pos.turn()] {
            let answers = net.answers(pos, owner);
            looks.push(Look { position, owner, to_move: owner == pos.turn(), range, answers });
        }
    }
    looks
}

/// For every look and feature: what the owner has more of than the other side.
fn counts(looks: &[Look], parts: &[Breakdown]) -> Vec<Vec<f64>> {
    let one = |look: &Look| {
        let mut row = vec![0.0; FeatureId::COUNT];
        for term in &parts[look.position].terms {
            let sign = if term.side == look.owner { 1.0 } else { -1.0 };
            row[term.feature as usize] += sign * f64::from(term.count);
        }
        row
    };
    looks.iter().map(one).collect()
}

fn measure(net: &Nnue, number: usize, looks: &[Look], counts: &[Vec<f64>]) -> Neuron {
    let answers: Vec<f64> = looks.iter().map(|look| look.answers[number]).collect();
    let all = answers.len().max(1) as f64;
    let part = |look: &Look| net.worth(number, look.range, look.to_move) * look.answers[number];
    let worth = [true, false].map(|to_move| {
        let of: Vec<f64> = looks
            .iter()
            .filter(|look| look.to_move == to_move && look.answers[number] > 0.0)
            .map(part)
            .collect();
        of.iter().sum::<f64>() / of.len().max(1) as f64
    });
    let added: Vec<f64> = looks.iter().map(part).collect();
    let mut features: Vec<(FeatureId, f64)> = FeatureId::all()
        .map(|feature| {
            let column: Vec<f64> = counts.iter().map(|row| row[feature as usize]).collect();
            (feature, correlation(&answers, &column))
        })
        .collect();
    features.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
    features.truncate(FEATURES);
    let mut order: Vec<usize> = (0..looks.len()).collect();
    order.sort_by(|&a, &b| answers[b].total_cmp(&answers[a]).then(a.cmp(&b)));
    let mut examples: Vec<(usize, Color, f64)> = Vec::new();
    for at in order {
        let (index, owner) = (looks[at].position, looks[at].owner);
        if answers[at] > 0.0 && examples.iter().all(|&(other, ..)| other != index) {
            examples.push((index, owner, answers[at]));
        }
        if examples.len() == EXAMPLES {
            break;
        }
    }
    Neuron {
        number,
        on: answers.iter().filter(|&&answer| answer > 0.0).count() as f64 / all,
        full: answers.iter().filter(|&&answer| answer >= 1.0).count() as f64 / all,
        moves: variance(&added).sqrt(),
        worth,
        features,
        examples,
    }
}

fn variance(numbers: &[f64]) -> f64 {
    let all = numbers.len().max(1) as f64;
    let mean = numbers.iter().sum::<f64>() / all;
    numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / all
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let all = a.len().max(1) as f64;
    let (mean_a, mean_b) = (a.iter().sum::<f64>() / all, b.iter().sum::<f64>() / all);
    let both = a.iter().zip(b).map(|(x, y)| (x - mean_a) * (y - mean_b)).sum::<f64>() / all;
    let spread = (variance(a) * variance(b)).sqrt();
    if spread > 0.0 { both / spread } else { 0.0 }
}

fn side(owner: Color) -> &'static str {
    if owner.is_white() { "White" } else { "Black" }
}

/// What the report tells.
struct Told<'t> {
    net: &'t Nnue,
    file: &'t str,
    positions: &'t [Chess],
    neurons: &'t [Neuron],
    shown: usize,
}

impl Told<'_> {
    fn title(&self) -> String {
        format!("What the neurons of {} react to", self.file)
    }

    fn introduction(&self) -> String {
        let story = &self.net.story;
        format!(
            "{} neurons look at the squares of all men, once for each side. Taught by: {}; {} positions, {} passes. Measured on {} positions, each \
             seen by both sides. A neuron answers between 0 and 1; \"moves\" is how much its part of the evaluation varies (standard deviation).",
            self.net.neurons(),
            story.teacher,
            story.positions,
            story.passes,
            self.positions.len()
        )
    }

    /// One neuron in words.
    fn words(&self, neuron: &Neuron) -> Vec<String> {
        let [own, other] = neuron.worth;
        let mut lines = vec![format!(
            "It answers in {:.0} % of looks (is at its limit in {:.0} %) and moves the evaluation by {:.0} centipawns; where it answers it is worth {own:+.0} to \
             its owner to move, {} to its owner when the other side is to move.",
            100.0 * neuron.on,
            100.0 * neuron.full,
            neuron.moves,
            format_args!("{:+.0}", -other)
        )];
        for &(feature, r) in &neuron.features {
            let more = if r > 0.0 { "more" } else { "less" };
            lines.push(format!(
                "its owner has {more} of {} (r {r:+.2}): {}",
                feature.id(),
                glossary().entry(feature).gloss
            ));
        }
        lines
    }

    fn markdown(&self) -> String {
        let mut out = format!("# {}\n\n{}\n\n{}", self.title(), self.introduction(), self.table());
        for neuron in self.neurons.iter().take(self.shown) {
            out += &format!("\n## Neuron {}\n\n", neuron.number);
            let lines = self.words(neuron);
            out += &format!("{}\n\n", lines[0]);
            lines[1..].iter().for_each(|line| out += &format!("- {line}\n"));
            out += &format!("\n![Weights by man and square](neuron-{:03}-squares.svg)\n", neuron.number);
            for (nth, &(index, owner, answer)) in neuron.examples.iter().enumerate() {
                let fen = write_fen(&self.positions[index]);
                out += &format!(
                    "\n![Example {}](neuron-{:03}-{}.svg)\n`{fen}`: {answer:.2} for {}\n",
                    nth + 1,
                    neuron.number,
                    nth + 1,
                    side(owner)
                );
            }
        }
        out
    }

    fn table(&self) -> String {
        let mut out = String::from(
            "| neuron | moves, cp | answers | at its limit | reacts most to |\n|---|---|---|---|---|\n",
        );
        for neuron in self.neurons {
            let most =
                neuron.features.first().map_or_else(String::new, |(f, r)| format!("{} {r:+.2}", f.id()));
            let (on, full) = (100.0 * neuron.on, 100.0 * neuron.full);
            out +=
                &format!("| {} | {:.1} | {on:.0} % | {full:.0} % | {most} |\n", neuron.number, neuron.moves);
        }
        out
    }

    fn html(&self, pictures: &[(String, String)]) -> String {
        let picture = |name: &str| {
            pictures.iter().find(|(known, _)| known == name).map_or("", |(_, picture)| picture.as_str())
        };
        let mut out = page(&self.title());
        out += &format!(
            "\n<p class=\"question\">{}</p>\n<div class=\"wide\"><table>\n",
            escape(&self.introduction())
        );
        for (row, line) in self.table().lines().enumerate().filter(|(row, _)| *row != 1) {
            let cell = if row == 0 { "th" } else { "td" };
            let cells = line
                .trim_matches('|')
                .split('|')
                .map(|text| format!("<{cell}>{}</{cell}>", escape(text.trim())));
            out += &format!("<tr>{}</tr>\n", cells.collect::<String>());
        }
        out += "</table></div>\n";
        for neuron in self.neurons.iter().take(self.shown) {
            let lines = self.words(neuron);
            out += &format!("<h2>Neuron {}</h2>\n<p>{}</p>\n<ul>", neuron.number, escape(&lines[0]));
            lines[1..].iter().for_each(|line| out += &format!("<li>{}</li>", escape(line)));
            out += &format!(
                "</ul>\n<div class=\"plots\">{}</div>\n<div class=\"boards\">",
                picture(&format!("neuron-{:03}-squares.svg", neuron.number))
            );
            for (nth, &(index, ..)) in neuron.examples.iter().enumerate() {
                let board = picture(&format!("neuron-{:03}-{}.svg", neuron.number, nth + 1));
                let fen = escape(&write_fen(&self.positions[index]));
                out += &format!(
                    "<figure style=\"margin:0\">{board}<figcaption><code>{fen}</code></figcaption></figure>"
                );
            }
            out += "</div>\n";
        }
        out + "</body></html>\n"
    }

    fn csv(&self) -> String {
        let mut out = String::from(
            "neuron,moves_cp,on,full,worth_to_move_cp,worth_other_to_move_cp,feature,correlation\n",
        );
        for neuron in self.neurons {
            let Neuron { number, on, full, moves, worth: [own, other], .. } = neuron;
            for (feature, r) in &neuron.features {
                out += &format!(
                    "{number},{moves:.2},{on:.4},{full:.4},{own:.2},{other:.2},{},{r:.4}\n",
                    feature.id()
                );
            }
        }
        out
    }
}
