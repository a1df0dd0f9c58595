//! What V sees of a position: counts of features, or the squares of the men.
//!
//! A [`View`] turns positions into short lists of whole numbers ([`Eyes`]), which travel from workers to the learner as they are. A
//! [`Student`] is V with its weights in the order that suits such lists; its parameters are what the learner changes.

use philidor_know::{
    inputs::{self, INPUTS, Reader},
    squares::{self, SQUARES},
};
use serde::{Deserialize, Serialize};

use super::{file::weighted_sum, scaled_slice};
use crate::net::{
    Activation, Net, Shape,
    sparse::{Room as SparseRoom, SparseNet},
};

/// What V sees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum View {
    /// The 175 counts of [`philidor_know::inputs`].
    Features,
    /// The 768 places of [`philidor_know::squares`], 1 where a man stands.
    Squares,
}

impl View {
    /// Numbers that a net of this view sees.
    pub fn inputs(self) -> usize {
        match self {
            View::Features => INPUTS,
            View::Squares => SQUARES,
        }
    }

    /// The view of nets with so many inputs.
    pub fn with_inputs(count: usize) -> Option<View> {
        [View::Features, View::Squares].into_iter().find(|view| view.inputs() == count)
    }

    /// The name of an input.
    pub fn id(self, input: usize) -> String {
        match self {
            View::Features => inputs::id(input),
            View::Squares => squares::id(input),
        }
    }

    /// A digest of names and readings: nets made for another list are refused.
    pub fn digest(self) -> String {
        match self {
            View::Features => format!("{:016x}", inputs::digest()),
            // The names say it all; a new meaning of them wants a new number here.
            View::Squares => "squares-1".to_owned(),
        }
    }

    /// The shape of V: hyperbolic tangents over features, parabolas over squares, which want speed. `hidden` may be 0.
    pub fn shape(self, hidden: usize) -> Shape {
        let curve = match self {
            View::Features => Activation::Tanh,
            View::Squares => Activation::Parabola,
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
}

impl Eyes {
    /// Eyes for a view.
    pub fn new(view: View) -> Eyes {
        Eyes { view, reader: Reader::default() }
    }

    /// What V sees: all counts, or the places that are 1.
    pub fn read(&mut self, pos: &philidor_chess::shakmaty::Chess) -> Vec<i16> {
        match self.view {
            View::Features => self.reader.read(pos).to_vec(),
            View::Squares => squares::men(&squares::boards(pos)).map(|place| place as i16).collect(),
        }
    }
}

/// V, ready to see lists of its view.
#[derive(Debug, Clone)]
pub(super) enum Student {
    Features(Net<f32>),
    Squares(SparseNet<f32>),
}

/// Room for a student's work; kept from one board to the next.
#[derive(Debug, Clone, Default)]
pub(super) struct Desk {
    pub(super) numbers: Vec<f32>,
    pub(super) values: Vec<Vec<f32>>,
    pub(super) sparse: SparseRoom<f32>,
}

impl Student {
    /// A net as a student of its view.
    ///
    /// # Panics
    ///
    /// If no view has so many inputs.
    pub(super) fn new(net: Net<f32>) -> Student {
        match View::with_inputs(net.shape().inputs()).expect("a net with a view") {
            View::Features => Student::Features(net),
            View::Squares => Student::Squares(SparseNet::new(&net)),
        }
    }

    /// With parameters in a student's own order.
    pub(super) fn with_parameters(view: View, parameters: Vec<f32>) -> Student {
        match view {
            View::Features => Student::Features(view.net(parameters)),
            View::Squares => {
                Student::Squares(SparseNet::with_parameters(view.shape_of(parameters.len()), parameters))
            }
        }
    }

    /// As a net.
    pub(super) fn net(&self) -> Net<f32> {
        match self {
            Student::Features(net) => net.clone(),
            Student::Squares(net) => net.net(),
        }
    }

    pub(super) fn parameters(&self) -> &[f32] {
        match self {
            Student::Features(net) => net.parameters(),
            Student::Squares(net) => net.parameters(),
        }
    }

    pub(super) fn parameters_mut(&mut self) -> &mut [f32] {
        match self {
            Student::Features(net) => net.parameters_mut(),
            Student::Squares(net) => net.parameters_mut(),
        }
    }

    /// The value of a board, from -1 to 1.
    pub(super) fn value(&self, seen: &[i16], desk: &mut Desk) -> f32 {
        match self {
            Student::Features(net) => {
                desk.numbers.resize(INPUTS, 0.0);
                scaled_slice(seen, &mut desk.numbers);
                net.values_into(&desk.numbers, &mut desk.values);
                desk.values.last().map_or(0.0, |v| v[0])
            }
            Student::Squares(net) => net.value(places(seen), &mut desk.sparse),
        }
    }

    /// The output's weighted sum z for a board; its value is the hyperbolic tangent of z.
    pub(super) fn weighted_sum(&self, seen: &[i16], desk: &mut Desk) -> f32 {
        match self {
            Student::Features(net) => {
                desk.numbers.resize(INPUTS, 0.0);
                scaled_slice(seen, &mut desk.numbers);
                weighted_sum(net, &desk.numbers)
            }
            Student::Squares(net) => net.weighted_sum(places(seen), &mut desk.sparse),
        }
    }
}

/// The places of a list of squares.
pub(super) fn places(seen: &[i16]) -> impl Iterator<Item = usize> + Clone {
    seen.iter().map(|&place| place as usize)
}
