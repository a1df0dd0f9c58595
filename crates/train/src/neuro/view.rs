//! What V sees of a position: counts of features, or the squares of the men, alone or beside our tuned evaluation.
//!
//! A [`View`] turns positions into short lists of whole numbers ([`Eyes`]), which travel from workers to the learner as they are. A
//! [`Student`] is V with its weights in the order that suits such lists; its parameters are what the learner changes.

use philidor_chess::shakmaty::Chess;
use philidor_know::{
    eval::{Evaluation, Weights},
    evaluator::Evaluator,
    inputs::{self, INPUTS, Reader},
    squares::{self, SQUARES},
};
use philidor_nets::{
    Activation, Net, Shape,
    sparse::{Room as SparseRoom, SparseNet},
};
use serde::{Deserialize, Serialize};

use super::{
    file::{CENTIPAWNS, weighted_sum},
    scaled_slice,
};

/// What V sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// The 175 counts of [`philidor_know::inputs`].
    Features,
    /// The 768 places of [`philidor_know::squares`], 1 where a man stands.
    Squares,
    /// The same; V is our tuned evaluation and what the net adds to it.
    Correction,
}

impl View {
    /// All views.
    pub const ALL: [View; 3] = [View::Features, View::Squares, View::Correction];

    /// As recipes spell it.
    pub fn name(self) -> &'static str {
        match self {
            View::Features => "features",
            View::Squares => "squares",
            View::Correction => "correction",
        }
    }

    /// Numbers that a net of this view sees.
    pub fn inputs(self) -> usize {
        match self {
            View::Features => INPUTS,
            View::Squares | View::Correction => SQUARES,
        }
    }

    /// The name of an input.
    pub fn id(self, input: usize) -> String {
        match self {
            View::Features => inputs::id(input),
            View::Squares | View::Correction => squares::id(input),
        }
    }

    /// A digest of names and readings: nets made for another list are refused.
    pub fn digest(self) -> String {
        match self {
            View::Features => format!("{:016x}", inputs::digest()),
            // The names say it all; a new meaning of them wants a new number here.
            View::Squares => "squares-1".to_owned(),
            View::Correction => format!("correction-1-{:016x}", Weights::tuned_digest()),
        }
    }

    /// The shape of V: hyperbolic tangents over features, parabolas over squares, which want speed. `hidden` may be 0.
    pub fn shape(self, hidden: usize) -> Shape {
        let curve = match self {
            View::Features => Activation::Tanh,
            View::Squares | View::Correction => Activation::Parabola,
        };
        let sizes: &[usize] = if hidden == 0 { &[self.inputs(), 1] } else { &[self.inputs(), hidden, 1] };
        Shape::new(sizes, curve, Activation::Tanh).expect("a shape of V")
    }
}

impl View {
    /// V with these parameters, in a net's usual order; their number says how many hidden neurons it has.
    pub fn net(self, parameters: Vec<f32>) -> Net<f32> {
        Net::with_parameters(self.shape_of(parameters.len()), parameters)
    }

    fn shape_of(self, parameters: usize) -> Shape {
        let inputs = self.inputs();
        self.shape(if parameters == inputs + 1 { 0 } else { (parameters - 1) / (inputs + 2) })
    }
}

/// Reads positions for a view.
pub struct Eyes {
    view: View,
    reader: Reader,
    evaluation: Evaluation,
}

impl Eyes {
    /// Eyes for a view.
    pub fn new(view: View) -> Eyes {
        Eyes { view, reader: Reader::default(), evaluation: Evaluation::tuned() }
    }

    /// What V sees: all counts, or the places that are 1; for a correction, the tuned evaluation's centipawns come first.
    pub fn read(&mut self, pos: &Chess) -> Vec<i16> {
        let said = match self.view {
            View::Features => return self.reader.read(pos).to_vec(),
            View::Squares => None,
            View::Correction => Some(self.evaluation.evaluate(pos).clamp(-MOST_SAID, MOST_SAID) as i16),
        };
        let places = squares::boards(pos);
        said.into_iter().chain(squares::men(&places).map(|place| place as i16)).collect()
    }
}

/// The tuned evaluation beyond this is no better known, in centipawns.
const MOST_SAID: i32 = 15_000;

/// V, ready to see lists of its view.
#[derive(Debug, Clone)]
pub(super) enum Student {
    Features(Net<f32>),
    Squares {
        net: SparseNet<f32>,
        /// The lists begin with what the tuned evaluation says.
        beside: bool,
    },
}

/// Room for a student's work; kept from one board to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Scratch {
    pub(super) numbers: Vec<f32>,
    pub(super) values: Vec<Vec<f32>>,
    pub(super) sparse: SparseRoom<f32>,
}

impl Student {
    /// A net as a student of its view.
    pub(super) fn new(view: View, net: Net<f32>) -> Student {
        match view {
            View::Features => Student::Features(net),
            View::Squares | View::Correction => {
                Student::Squares { net: SparseNet::new(&net), beside: view == View::Correction }
            }
        }
    }

    /// With parameters in a student's own order.
    pub(super) fn with_parameters(view: View, parameters: Vec<f32>) -> Student {
        match view {
            View::Features => Student::Features(view.net(parameters)),
            View::Squares | View::Correction => {
                let net = SparseNet::with_parameters(view.shape_of(parameters.len()), parameters);
                Student::Squares { net, beside: view == View::Correction }
            }
        }
    }

    /// As a net.
    pub(super) fn net(&self) -> Net<f32> {
        match self {
            Student::Features(net) => net.clone(),
            Student::Squares { net, .. } => net.net(),
        }
    }

    pub(super) fn parameters(&self) -> &[f32] {
        match self {
            Student::Features(net) => net.parameters(),
            Student::Squares { net, .. } => net.parameters(),
        }
    }

    pub(super) fn parameters_mut(&mut self) -> &mut [f32] {
        match self {
            Student::Features(net) => net.parameters_mut(),
            Student::Squares { net, .. } => net.parameters_mut(),
        }
    }

    /// The value of a board, from -1 to 1.
    pub(super) fn value(&self, seen: &[i16], desk: &mut Scratch) -> f32 {
        match self {
            Student::Features(net) => {
                desk.numbers.resize(INPUTS, 0.0);
                scaled_slice(seen, &mut desk.numbers);
                net.values_into(&desk.numbers, &mut desk.values);
                desk.values.last().map_or(0.0, |v| v[0])
            }
            Student::Squares { net, beside } => {
                let (offset, on) = split(seen, *beside);
                net.value(on, offset, &mut desk.sparse)
            }
        }
    }

    /// The output's weighted sum z for a board; its value is the hyperbolic tangent of z.
    pub(super) fn weighted_sum(&self, seen: &[i16], desk: &mut Scratch) -> f32 {
        match self {
            Student::Features(net) => {
                desk.numbers.resize(INPUTS, 0.0);
                scaled_slice(seen, &mut desk.numbers);
                weighted_sum(net, &desk.numbers)
            }
            Student::Squares { net, beside } => {
                let (offset, on) = split(seen, *beside);
                offset + net.weighted_sum(on, &mut desk.sparse)
            }
        }
    }
}

/// What the tuned evaluation says in units of the output's weighted sum (0 if the list does not begin with it), and the places.
pub(super) fn split(seen: &[i16], beside: bool) -> (f32, impl Iterator<Item = usize> + Clone) {
    let (said, places) = seen.split_at(usize::from(beside).min(seen.len()));
    let offset = said.first().map_or(0.0, |&said| (f64::from(said) / CENTIPAWNS) as f32);
    (offset, places.iter().map(|&place| place as usize))
}
