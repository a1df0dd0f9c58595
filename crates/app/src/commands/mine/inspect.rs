//! `philidor mine inspect`: what a net is made of.

use std::{path::PathBuf, process::ExitCode};

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
use serde_json::json;

use super::model::Loaded;
use crate::output::{outln, write_text};

pub(super) const EXAMPLE: &str = "Examples:\n  philidor mine inspect nets/kpk-wtm.safetensors\n  \
    philidor mine inspect model.safetensors --wrong wrong.html";

/// Which net.
#[derive(clap::Args)]
pub(crate) struct Args {
    /// A model written by `mine run`
    model: PathBuf,
    /// Write diagrams of the positions it gets wrong to this page
    #[arg(long, value_name = "FILE")]
    wrong: Option<PathBuf>,
    /// How many inputs to list
    #[arg(long, default_value_t = 10)]
    top: usize,
    /// The figures as JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    let loaded = Loaded::open(&args.model)?;
    let (net, data, judge) = (&loaded.model.net, &loaded.data, &loaded.judge);
    let rows = data.rows();
    let sample = Rng::new(1).draw(&rows, 2000);
    let inputs: Vec<f32> =
        sample.iter().flat_map(|&r| judge.coding().encode(judge.features(), &data.values_of(r))).collect();
    let importance = prune::importance(net, &inputs);
    let wrong = philidor_induce::errors(judge, data, &rows);
    let names = data.inputs(judge.coding()).names;
    // Mean size of the slope of the first output at each input: how much the answer changes with it.
    let mut slopes = vec![0.0; names.len()];
    for input in inputs.chunks_exact(names.len()) {
        let mut by_output = vec![0.0; net.shape().outputs()];
        by_output[0] = 1.0;
        let slope = net.pull_back(&net.values(input), by_output);
        slopes.iter_mut().zip(slope).for_each(|(sum, s)| *sum += f64::from(s.abs()));
    }
    slopes.iter_mut().for_each(|s| *s /= sample.len() as f64);
    let first = net.layers()[0].weights();
    let carried = |i: usize| -> f64 { importance[first.clone()].iter().skip(i).step_by(names.len()).sum() };
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| carried(b).total_cmp(&carried(a)));
    let errors_of = |net| philidor_induce::errors(&judge.with_net(net), data, &rows).len();
    let pruned: Vec<(u32, usize)> = [90, 80, 70, 60, 50]
        .map(|share| {
            let mut cut = net.clone();
            Mask::none(net).keep(net, &importance, f64::from(share) / 100.0).apply(cut.parameters_mut());
            (share, errors_of(cut))
        })
        .to_vec();
    let bits: Vec<(u32, usize)> =
        BITS.filter(|b| b % 2 == 0).map(|bits| (bits, errors_of(rounded(net, bits)))).collect();
    if args.json {
        let one = |&i: &usize| json!({ "input": names[i], "carried": carried(i), "slope": slopes[i] });
        let value = json!({
            "story": loaded.model.story,
            "shape": net.shape().to_string(),
            "errors": wrong.len(),
            "positions": data.len(),
            "inputs": order.iter().map(one).collect::<Vec<_>>(),
            "pruned": pruned.iter().map(|(s, e)| json!({ "weights_left_percent": s, "errors": e })).collect::<Vec<_>>(),
            "rounded": bits.iter().map(|(b, e)| json!({ "bits": b, "errors": e })).collect::<Vec<_>>(),
        });
        outln!("{value}")?;
    } else {
        tell(args, &loaded, &order, &carried, &slopes, &names)?;
        outln!("\nWithout training afterwards:")?;
        for (share, errors) in &pruned {
            outln!("  {share} % of the weights left: {errors} errors")?;
        }
        for (bits, errors) in &bits {
            outln!("  {bits:2} bits per weight: {errors} errors")?;
        }
        outln!("\n{} of {} positions judged wrongly", wrong.len(), data.len())?;
    }
    if let Some(path) = &args.wrong {
        write_text(path, &page(&loaded, &wrong))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn tell(
    args: &Args,
    loaded: &Loaded,
    order: &[usize],
    carried: &dyn Fn(usize) -> f64,
    slopes: &[f64],
    names: &[String],
) -> anyhow::Result<()> {
    let (net, story) = (&loaded.model.net, &loaded.model.story);
    outln!("{}", loaded.summary())?;
    outln!("{}, {} to move; tells apart: {}", story.endgame, story.to_move, story.classes)?;
    outln!("made by recipe run {:?} with seed {}; {}", story.recipe, story.seed, story.result)?;
    for (i, layer) in net.layers().iter().enumerate() {
        let weights = net.weights(i);
        let size = weights.iter().map(|w| f64::from(w.abs())).sum::<f64>() / weights.len() as f64;
        let largest = weights.iter().fold(0.0f32, |m, w| m.max(w.abs()));
        let zeros = weights.iter().filter(|w| **w == 0.0).count();
        outln!(
            "layer {}: {} to {} {:?}, mean size {size:.3}, largest {largest:.3}, {zeros} zero",
            i + 1,
            layer.inputs,
            layer.outputs,
            layer.activation
        )?;
    }
    outln!("\ninput   carries  slope   meaning")?;
    for &i in order.iter().take(args.top) {
        let feature =
            loaded.judge.features().iter().find(|f| names[i].split('.').next() == Some(f.name.as_str()));
        let about = feature.map_or("", |f| f.about.as_str());
        outln!("{:6} {:8.3} {:6.3}   {about}", names[i], carried(i), slopes[i])?;
    }
    Ok(())
}

/// Diagrams of positions.
fn page(loaded: &Loaded, wrong: &[u32]) -> String {
    let mut out = String::from(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Positions judged wrongly</title>\
         <style>body{font:16px system-ui,sans-serif;background:#faf8f4;max-width:1080px;margin:2rem auto;padding:0 1rem}\
         div{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:1rem}svg{width:100%;height:auto}</style></head><body>\n",
    );
    out.push_str(&format!("<h1>{} positions judged wrongly</h1>\n<div>", wrong.len()));
    for &row in wrong.iter().take(200) {
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
