//! What a net is made of: its weights, what matters to it, and what it gets wrong.

use philidor_chess::{
    diagram::{Marks, svg},
    parse_fen,
    shakmaty::Position,
};
use philidor_nets::{
    prune::{self, Mask},
    quant::{BITS, rounded},
};
use philidor_stats::Rng;
use serde_json::{Value, json};

use super::Loaded;

/// Positions on which inputs are weighed.
const SAMPLE: usize = 2000;
/// Wrong positions drawn.
const DRAWN: usize = 200;

/// An input and how much it matters.
struct Input {
    name: String,
    /// What its weights carry into the first layer.
    carried: f64,
    /// Mean size of the slope of the first output at it: how much the answer changes with it.
    slope: f64,
}

/// A closer look at a net.
pub struct Inspection<'l> {
    loaded: &'l Loaded,
    /// Those that carry most come first.
    inputs: Vec<Input>,
    /// Share of the weights left (%) and errors then.
    pruned: Vec<(u32, usize)>,
    /// Bits per weight and errors then.
    rounded: Vec<(u32, usize)>,
    wrong: Vec<u32>,
}

impl Inspection<'_> {
    /// Looks at a net.
    pub fn new(loaded: &Loaded) -> Inspection<'_> {
        let (net, data, judge) = (&loaded.model.net, &loaded.data, &loaded.judge);
        let rows = data.rows();
        let sample = Rng::new(1).draw(&rows, SAMPLE);
        let seen: Vec<f32> = sample
            .iter()
            .flat_map(|&r| judge.coding().encode(judge.features(), &data.values_of(r)))
            .collect();
        let importance = prune::importance(net, &seen);
        let names = data.inputs(judge.coding()).names;
        let mut slopes = vec![0.0; names.len()];
        for input in seen.chunks_exact(names.len()) {
            let mut by_output = vec![0.0; net.shape().outputs()];
            by_output[0] = 1.0;
            let slope = net.pull_back(&net.values(input), by_output);
            slopes.iter_mut().zip(slope).for_each(|(sum, s)| *sum += f64::from(s.abs()));
        }
        let first = net.layers()[0].weights();
        let width = names.len();
        let carried = |i: usize| -> f64 { importance[first.clone()].iter().skip(i).step_by(width).sum() };
        let mut inputs: Vec<Input> = names
            .into_iter()
            .enumerate()
            .map(|(i, name)| Input { name, carried: carried(i), slope: slopes[i] / sample.len() as f64 })
            .collect();
        inputs.sort_by(|a, b| b.carried.total_cmp(&a.carried));
        let errors_of = |net| philidor_induce::errors(&judge.with_net(net), data, &rows).len();
        let pruned = [90, 80, 70, 60, 50]
            .map(|share| {
                let mut cut = net.clone();
                Mask::none(net).keep(net, &importance, f64::from(share) / 100.0).apply(cut.parameters_mut());
                (share, errors_of(cut))
            })
            .to_vec();
        let rounded = BITS.filter(|b| b % 2 == 0).map(|bits| (bits, errors_of(rounded(net, bits)))).collect();
        Inspection { loaded, inputs, pruned, rounded, wrong: loaded.errors() }
    }

    /// The figures, for programs.
    pub fn json(&self) -> Value {
        let input = |i: &Input| json!({ "input": i.name, "carried": i.carried, "slope": i.slope });
        let pruned =
            |(share, errors): &(u32, usize)| json!({ "weights_left_percent": share, "errors": errors });
        let rounded = |(bits, errors): &(u32, usize)| json!({ "bits": bits, "errors": errors });
        json!({
            "story": self.loaded.model.story,
            "shape": self.loaded.model.net.shape().to_string(),
            "errors": self.wrong.len(),
            "positions": self.loaded.data.len(),
            "inputs": self.inputs.iter().map(input).collect::<Vec<_>>(),
            "pruned": self.pruned.iter().map(pruned).collect::<Vec<_>>(),
            "rounded": self.rounded.iter().map(rounded).collect::<Vec<_>>(),
        })
    }

    /// The figures for a terminal, with the `top` inputs that matter most.
    pub fn text(&self, top: usize) -> String {
        let story = &self.loaded.model.story;
        let mut out = format!(
            "{}\n{}, {} to move; tells apart: {}\nmade by recipe run {:?} with seed {}; {}\n",
            self.loaded.summary(),
            story.endgame,
            story.to_move,
            story.classes,
            story.recipe,
            story.seed,
            story.result
        );
        out += &self.layers();
        out += "\ninput   carries  slope   meaning\n";
        for Input { name, carried, slope } in self.inputs.iter().take(top) {
            let known = name.split('.').next();
            let feature = self.loaded.judge.features().iter().find(|f| known == Some(f.name.as_str()));
            let about = feature.map_or("", |f| f.about.as_str());
            out += &format!("{name:6} {carried:8.3} {slope:6.3}   {about}\n");
        }
        out += "\nWithout training afterwards:\n";
        for (share, errors) in &self.pruned {
            out += &format!("  {share} % of the weights left: {errors} errors\n");
        }
        for (bits, errors) in &self.rounded {
            out += &format!("  {bits:2} bits per weight: {errors} errors\n");
        }
        out + &format!("\n{} of {} positions judged wrongly\n", self.wrong.len(), self.loaded.data.len())
    }

    fn layers(&self) -> String {
        let net = &self.loaded.model.net;
        let mut out = String::new();
        for (i, layer) in net.layers().iter().enumerate() {
            let weights = net.weights(i);
            let size = weights.iter().map(|w| f64::from(w.abs())).sum::<f64>() / weights.len() as f64;
            let largest = weights.iter().fold(0.0f32, |m, w| m.max(w.abs()));
            let zeros = weights.iter().filter(|w| **w == 0.0).count();
            out += &format!(
                "layer {}: {} to {} {:?}, mean size {size:.3}, largest {largest:.3}, {zeros} zero\n",
                i + 1,
                layer.inputs,
                layer.outputs,
                layer.activation
            );
        }
        out
    }

    /// A page with diagrams of the positions it gets wrong.
    pub fn page(&self) -> String {
        let (loaded, wrong) = (self.loaded, &self.wrong);
        let mut out = String::from(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Positions judged wrongly</title>\
         <style>body{font:16px system-ui,sans-serif;background:#faf8f4;max-width:1080px;margin:2rem auto;padding:0 1rem}\
         div{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:1rem}svg{width:100%;height:auto}</style></head><body>\n",
        );
        out.push_str(&format!("<h1>{} positions judged wrongly</h1>\n<div>", wrong.len()));
        for &row in wrong.iter().take(DRAWN) {
            let answer = loaded.judge.answers(&loaded.data, &[row]);
            let says = loaded.judge.decide(&answer).name();
            let is = loaded.data.results[row as usize].name();
            if let Ok(pos) = parse_fen(&loaded.data.fen(row)) {
                let caption = format!("{is}, judged {says} ({:.3})", answer[0]);
                out.push_str(&svg(pos.board(), &Marks::default().caption(caption)));
            }
        }
        out.push_str("</div></body></html>\n");
        out
    }
}
