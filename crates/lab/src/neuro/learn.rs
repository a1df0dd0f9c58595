//! The learner: temporal differences, and explanation-based slopes.
//!
//! Boards of a game fall into two chains, those with White and those with Black to move, because V sees a position as the
//! side to move. Along a chain the target of a board is the discounted value of the next board that is kept,
//! and the last board has the result (seed 002, equations 1 and 2). With slopes, the target slope is that of the next board,
//! carried back through the model (equation 5) and fitted by TangentProp. Boards of lines that were only tried have the value at the
//! line's end (TreeStrap). Examples go through a ring buffer.

use philidor_know::inputs::INPUTS;
use serde::{Deserialize, Serialize};

use super::{
    NeuroError,
    file::{NeuroNet, evaluation_shape},
    play::Harvest,
    recipe::{Optimiser, Recipe, Slopes as SlopeWeights, Target},
    scaled_slice,
};
use crate::{
    dice::Dice,
    net::{
        Net,
        adam::{Adam, cosine},
        slope::{Lesson, Slopes},
    },
};

/// One board to learn from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
struct Example {
    inputs: Vec<i16>,
    /// The next kept board of the chain; none for the last.
    next: Option<Vec<i16>>,
    /// Factor of the next board's value.
    discount: f32,
    /// What is added to that value: the result's own reach (lambda), or the result itself.
    fixed: f32,
    /// The last board of a chain: its target is the result.
    is_final: bool,
}

/// Sums over a round, for the curve.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Tally {
    /// Games learned from.
    pub games: u64,
    /// Games of these that went on by self-play.
    pub self_play: u64,
    /// Boards seen.
    pub boards: u64,
    /// Boards that experts made.
    pub expert_boards: u64,
    /// Boards kept, those of tried lines among them.
    pub kept: u64,
    /// Steps of learning.
    pub steps: u64,
    /// Squared errors of the value on boards that are not final.
    pub value_error: f64,
    /// Such steps.
    pub value_steps: u64,
    /// Squared errors on final boards.
    pub final_error: f64,
    /// Such steps.
    pub final_steps: u64,
    /// Squared errors of slopes, per input.
    pub slope_error: f64,
    /// Steps with slopes.
    pub slope_steps: u64,
}

/// V while it learns. Written out and read back, it goes on to the same result.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Learner {
    recipe: Recipe,
    parameters: Vec<f32>,
    adam: Option<Adam<f32>>,
    buffers: Vec<Vec<Example>>,
    /// Where the next example goes in each full buffer.
    heads: Vec<usize>,
    dice: Dice,
    games: u64,
    /// Steps owed: fractions of replays add up.
    owed: f64,
    #[serde(skip)]
    room: Room,
}

/// Room for one step; kept, so that learning does not allocate.
#[derive(Debug, Clone, Default)]
struct Room {
    net: Option<Net<f32>>,
    slopes: Slopes<f32>,
    now: Vec<f32>,
    next: Vec<f32>,
    values: Vec<Vec<f32>>,
    model_values: Vec<Vec<f32>>,
    wanted: Vec<f32>,
    pulled: Vec<f32>,
    spare: Vec<f32>,
    weights: Vec<f32>,
    sum: Vec<f32>,
}

impl Learner {
    /// Starts with small random weights, or with those of a net.
    pub fn new(recipe: &Recipe, seed: u64, start: Option<&Net<f32>>) -> Result<Learner, NeuroError> {
        let shape = evaluation_shape(recipe.hidden);
        let net = match start {
            Some(net) if *net.shape() != shape => {
                let why = format!("the net to start from is {}, the recipe wants {shape}", net.shape());
                return Err(NeuroError::Unfit(why));
            }
            Some(net) => net.clone(),
            None => Net::random(shape, recipe.learn.first_weights, seed),
        };
        Ok(Learner {
            adam: (recipe.learn.optimiser == Optimiser::Adam).then(|| Adam::new(net.parameters().len())),
            parameters: net.parameters().to_vec(),
            buffers: vec![Vec::new(); recipe.sample.buffers],
            heads: vec![0; recipe.sample.buffers],
            dice: Dice::new(seed ^ 0x5eed),
            games: 0,
            owed: 0.0,
            recipe: recipe.clone(),
            room: Room::default(),
        })
    }

    /// The recipe.
    pub fn recipe(&self) -> &Recipe {
        &self.recipe
    }

    /// Games learned from.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// V as it is.
    pub fn net(&self) -> Net<f32> {
        Net::with_parameters(evaluation_shape(self.recipe.hidden), self.parameters.clone())
    }

    /// Learns from a game.
    pub fn absorb(&mut self, harvest: &Harvest, model: Option<&NeuroNet>, tally: &mut Tally) {
        // 1. The net moves into the room, where gradients are made.
        let mut room = std::mem::take(&mut self.room);
        let mut net = room.net.take().unwrap_or_else(|| self.net());
        net.parameters_mut().copy_from_slice(&self.parameters);
        // 2. Examples, into the buffer of this game.
        let examples = self.examples(harvest, &net, &mut room);
        tally.games += 1;
        tally.self_play += u64::from((harvest.expert_boards as usize) < harvest.boards.len());
        tally.boards += harvest.boards.len() as u64;
        tally.expert_boards += u64::from(harvest.expert_boards);
        tally.kept += examples.len() as u64;
        self.owed += examples.len() as f64 * self.recipe.sample.replays;
        let buffer = (harvest.number % self.buffers.len() as u64) as usize;
        for example in examples {
            self.keep(buffer, example);
        }
        // 3. Steps.
        let rate = self.rate();
        while self.owed >= 1.0 && !self.buffers[buffer].is_empty() {
            let batch = self.recipe.learn.batch;
            room.sum.clear();
            room.sum.resize(net.parameters().len(), 0.0);
            for _ in 0..batch {
                let drawn = self.dice.below(self.buffers[buffer].len());
                self.gradient(&self.buffers[buffer][drawn], &net, model, &mut room, tally);
            }
            self.owed -= batch as f64;
            match &mut self.adam {
                Some(adam) => {
                    room.sum.iter_mut().for_each(|g| *g /= batch as f32);
                    adam.step(net.parameters_mut(), &room.sum, rate);
                }
                None => {
                    let rate = (rate / batch as f64) as f32;
                    net.parameters_mut().iter_mut().zip(&room.sum).for_each(|(p, g)| *p -= rate * g);
                }
            }
        }
        self.games += 1;
        self.parameters.copy_from_slice(net.parameters());
        room.net = Some(net);
        self.room = room;
    }

    fn rate(&self) -> f64 {
        let learn = &self.recipe.learn;
        learn.rate * cosine(self.games as f64 / self.recipe.games as f64, learn.last_rate)
    }

    fn keep(&mut self, buffer: usize, example: Example) {
        let (size, examples) = (self.recipe.sample.buffer, &mut self.buffers[buffer]);
        if examples.len() < size {
            examples.push(example);
        } else {
            let head = &mut self.heads[buffer];
            examples[*head] = example;
            *head = (*head + 1) % size;
        }
    }

    /// The two chains of a game, from their ends to their beginnings.
    fn examples(&self, harvest: &Harvest, net: &Net<f32>, room: &mut Room) -> Vec<Example> {
        let learn = &self.recipe.learn;
        let white = f32::from(harvest.half_points) - 1.0;
        let mut examples = Vec::new();
        for first in 0..2.min(harvest.boards.len()) {
            let white_to_move = harvest.white_first == (first == 0);
            let result = if white_to_move { white } else { -white };
            // The board after this one in the chain, its place, and the value that comes back from the end.
            let mut after: Option<(usize, f64)> = None;
            let chain: Vec<usize> = (first..harvest.boards.len()).step_by(2).collect();
            for &at in chain.iter().rev() {
                let board = &harvest.boards[at];
                if !board.kept {
                    continue;
                }
                // V sees the end of a line with the side to move there.
                let sign = |turned: bool| if turned { -1.0 } else { 1.0 };
                let seen = sign(board.turned);
                let mut example = Example {
                    inputs: board.inputs.clone(),
                    next: None,
                    discount: 0.0,
                    fixed: seen * result,
                    is_final: after.is_none() && learn.target == Target::Td,
                };
                let mut back = f64::from(result);
                if let Some((next, returned)) = after {
                    let discount = learn.discount.powi(((next - at) / 2) as i32);
                    let next = &harvest.boards[next];
                    room.now.resize(INPUTS, 0.0);
                    scaled_slice(&next.inputs, &mut room.now);
                    net.values_into(&room.now, &mut room.values);
                    let value = room.values.last().map_or(0.0, |v| v[0]) * sign(next.turned);
                    back = discount * ((1.0 - learn.lambda) * f64::from(value) + learn.lambda * returned);
                    match (learn.target, board.found) {
                        (Target::Outcome, _) => {}
                        (Target::Search, Some(found)) => example.fixed = seen * searched_value(found),
                        _ => {
                            example.next = Some(next.inputs.clone());
                            example.discount =
                                seen * sign(next.turned) * (discount * (1.0 - learn.lambda)) as f32;
                            example.fixed = seen * (discount * learn.lambda * returned) as f32;
                        }
                    }
                }
                after = Some((at, back));
                examples.push(example);
            }
        }
        examples.extend(harvest.tried.iter().map(|tried| Example {
            inputs: tried.inputs.clone(),
            next: None,
            discount: 0.0,
            fixed: searched_value(tried.found),
            is_final: false,
        }));
        examples
    }

    /// Adds the gradient of one example to the room's sum.
    fn gradient(
        &self,
        example: &Example,
        net: &Net<f32>,
        model: Option<&NeuroNet>,
        room: &mut Room,
        tally: &mut Tally,
    ) {
        let learn = &self.recipe.learn;
        room.now.resize(INPUTS, 0.0);
        scaled_slice(&example.inputs, &mut room.now);
        let mut target = example.fixed;
        room.weights.clear();
        if let Some(next) = &example.next {
            room.next.resize(INPUTS, 0.0);
            scaled_slice(next, &mut room.next);
            net.values_into(&room.next, &mut room.values);
            let value = room.values.last().map_or(0.0, |v| v[0]);
            target += example.discount * value;
            if let Some(model) = model.filter(|_| learn.slopes != SlopeWeights::None) {
                self.wanted_slope(example, net, model, value, room);
            }
        }
        let weight = if example.is_final { learn.final_factor as f32 } else { 1.0 };
        let lesson = Lesson {
            input: &room.now,
            value: target,
            value_weight: weight,
            slope: &room.wanted,
            slope_weights: &room.weights,
        };
        let (gradient, missed) = room.slopes.gradient(net, &lesson);
        room.sum.iter_mut().zip(gradient).for_each(|(sum, g)| *sum += g);
        let squared = f64::from(2.0 * missed.value / weight.max(1e-9));
        tally.steps += 1;
        if example.is_final {
            tally.final_error += squared;
            tally.final_steps += 1;
        } else {
            tally.value_error += squared;
            tally.value_steps += 1;
        }
        if !room.weights.is_empty() {
            tally.slope_error +=
                f64::from(2.0 * missed.slope) / (INPUTS as f64 * learn.slope_weight.max(1e-9));
            tally.slope_steps += 1;
        }
    }

    /// The slope that V should have here: that of the next board, carried back through the model; and how much it counts.
    fn wanted_slope(&self, example: &Example, net: &Net<f32>, model: &NeuroNet, value: f32, room: &mut Room) {
        let learn = &self.recipe.learn;
        // 1. The slope of V at the next board, as it was seen.
        room.wanted.clear();
        room.wanted.push(1.0);
        net.pull_back_in(&room.values, &mut room.wanted, &mut room.spare);
        // 2. Through the model: the next board is this one plus what the model says it changes by.
        model.net.values_into(&room.now, &mut room.model_values);
        room.pulled.clear();
        room.pulled.extend_from_slice(&room.wanted);
        model.net.pull_back_in(&room.model_values, &mut room.pulled, &mut room.spare);
        room.wanted.iter_mut().zip(&room.pulled).for_each(|(s, p)| *s = example.discount * (*s + p));
        // 3. How much to trust it.
        let mut weight = learn.slope_weight as f32;
        if learn.slopes == SlopeWeights::Lob {
            room.next.copy_from_slice(&room.now);
            let change = room.model_values.last().map_or(&[][..], Vec::as_slice);
            room.next.iter_mut().zip(change).for_each(|(x, c)| *x += c);
            net.values_into(&room.next, &mut room.values);
            let predicted = room.values.last().map_or(0.0, |v| v[0]);
            weight *= (1.0 - (predicted - value).abs() / learn.lob_range.max(1e-6) as f32).max(0.0);
        }
        if weight > 0.0 {
            let trust = |i: usize| if learn.trust { model.story.r2[i].clamp(0.0, 1.0) } else { 1.0 };
            room.weights.extend((0..INPUTS).map(|i| weight * trust(i)));
        }
    }
}

/// The value of a search's centipawns, or of a mate it saw.
pub(super) fn searched_value(found: i32) -> f32 {
    (f64::from(found) / super::file::CENTIPAWNS).tanh() as f32
}
