//! The learner: temporal differences, and explanation-based slopes.
//!
//! Boards of a game fall into two chains, those with White and those with Black to move, because V sees a position as the
//! side to move. Along a chain the target of a board is the discounted value of the next board that is kept,
//! and the last board has the result (Thrun 1995, equations 1 and 2). With slopes, the target slope is that of the next board,
//! carried back through the model (equation 5) and fitted by TangentProp. Boards of lines that were only tried have the value at the
//! line's end (TreeStrap). Examples go through a ring buffer.

use philidor_know::inputs::INPUTS;
use philidor_nets::{
    Net,
    adam::{Adam, cosine},
    slope::{Lesson, Missed, Slopes},
    sparse::Aim,
};
use philidor_stats::Rng;
use serde::{Deserialize, Serialize};

use super::{
    NeuroError,
    file::NeuroNet,
    play::Harvest,
    recipe::{Optimiser, Recipe, Slopes as SlopeWeights, Target},
    scaled_slice,
    view::{Scratch, Student, split},
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

/// V while it learns. Written out and read back, it continues to the same result.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Learner {
    recipe: Recipe,
    parameters: Vec<f32>,
    /// The running mean of the parameters, if the recipe wants one; empty if not.
    mean: Vec<f32>,
    /// Steps that went into it.
    mean_steps: u64,
    adam: Option<Adam<f32>>,
    buffers: Vec<Vec<Example>>,
    /// Where the next example goes in each full buffer.
    heads: Vec<usize>,
    rng: Rng,
    games: u64,
    /// Steps owed: fractions of replays add up.
    owed: f64,
    #[serde(skip)]
    room: Room,
}

/// Room for one step; kept, so that learning does not allocate.
#[derive(Debug, Clone, Default)]
struct Room {
    student: Option<Student>,
    desk: Scratch,
    slopes: Slopes<f32>,
    now: Vec<f32>,
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
        let (linear, full) = (recipe.view.shape(0), recipe.view.shape(recipe.hidden));
        let late = recipe.linear_games > 0;
        let net = match start {
            Some(net) if *net.shape() == full => net.clone(),
            Some(net) if *net.shape() == linear && late => net.clone(),
            Some(net) if *net.shape() == linear => widened(net, recipe, seed),
            Some(net) => {
                let why =
                    format!("the net to start from is {}, the recipe wants {full} or {linear}", net.shape());
                return Err(NeuroError::Unfit(why));
            }
            None => Net::random(if late { linear } else { full }, recipe.learn.first_weights, seed),
        };
        let parameters = Student::new(recipe.view, net).parameters().to_vec();
        Ok(Learner {
            adam: (recipe.learn.optimiser == Optimiser::Adam).then(|| Adam::new(parameters.len())),
            mean: if recipe.learn.average > 0 { parameters.clone() } else { Vec::new() },
            parameters,
            mean_steps: 0,
            buffers: vec![Vec::new(); recipe.sample.buffers],
            heads: vec![0; recipe.sample.buffers],
            rng: Rng::new(seed ^ 0x5eed),
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

    /// V as it is; the running mean, if the recipe wants one.
    pub fn net(&self) -> Net<f32> {
        let parameters = if self.mean.is_empty() { &self.parameters } else { &self.mean };
        Student::with_parameters(self.recipe.view, parameters.clone()).net()
    }

    /// Gives a linear net its hidden neurons. It says the same as before.
    fn widen(&mut self) {
        if self.net().shape().sizes().len() > 2 {
            return; // it started with them
        }
        let net = widened(&self.net(), &self.recipe, self.rng.bits());
        self.adam = self.adam.as_ref().map(|_| Adam::new(net.parameters().len()));
        self.parameters = net.parameters().to_vec();
        if !self.mean.is_empty() {
            (self.mean, self.mean_steps) = (self.parameters.clone(), 0);
        }
        self.room = Room::default();
    }

    /// Learns from a game.
    pub fn absorb(&mut self, harvest: &Harvest, model: Option<&NeuroNet>, tally: &mut Tally) {
        // 1. The student comes into the room, where gradients are made.
        let mut room = std::mem::take(&mut self.room);
        let student = room.student.take();
        let mut student =
            student.unwrap_or_else(|| Student::with_parameters(self.recipe.view, self.parameters.clone()));
        // 2. Examples, into the buffer of this game.
        let examples = self.examples(harvest, &student, &mut room);
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
            room.sum.resize(self.parameters.len(), 0.0);
            for _ in 0..batch {
                let drawn = self.rng.below(self.buffers[buffer].len());
                self.gradient(&self.buffers[buffer][drawn], &student, model, &mut room, tally);
            }
            self.owed -= batch as f64;
            match &mut self.adam {
                Some(adam) => {
                    room.sum.iter_mut().for_each(|g| *g /= batch as f32);
                    adam.step(student.parameters_mut(), &room.sum, rate);
                }
                None => {
                    let rate = (rate / batch as f64) as f32;
                    student.parameters_mut().iter_mut().zip(&room.sum).for_each(|(p, g)| *p -= rate * g);
                }
            }
            if !self.mean.is_empty() {
                self.mean_steps += 1;
                let share = 1.0 / self.mean_steps.min(self.recipe.learn.average) as f32;
                self.mean
                    .iter_mut()
                    .zip(student.parameters())
                    .for_each(|(mean, p)| *mean += share * (p - *mean));
            }
        }
        self.games += 1;
        self.parameters.copy_from_slice(student.parameters());
        room.student = Some(student);
        self.room = room;
        if self.games == self.recipe.linear_games {
            self.widen();
        }
    }

    /// How far results reach back by now.
    fn lambda(&self) -> f64 {
        let learn = &self.recipe.learn;
        let (first, last) = (learn.lambda, learn.last_lambda.unwrap_or(learn.lambda));
        first + (last - first) * (self.games as f64 / self.recipe.games as f64).min(1.0)
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
    fn examples(&self, harvest: &Harvest, student: &Student, room: &mut Room) -> Vec<Example> {
        let (learn, lambda) = (&self.recipe.learn, self.lambda());
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
                    is_final: after.is_none() && learn.target != Target::Outcome,
                };
                let mut back = f64::from(result);
                if let Some((next, returned)) = after {
                    let discount = learn.discount.powi(((next - at) / 2) as i32);
                    let next = &harvest.boards[next];
                    let value = student.value(&next.inputs, &mut room.desk) * sign(next.turned);
                    back = discount * ((1.0 - lambda) * f64::from(value) + lambda * returned);
                    match (learn.target, board.found) {
                        (Target::Outcome, _) => {}
                        (Target::Search, Some(found)) => {
                            back = (1.0 - lambda) * f64::from(searched_value(found))
                                + lambda * discount * returned;
                            example.fixed = seen * back as f32;
                        }
                        _ => {
                            example.next = Some(next.inputs.clone());
                            example.discount = seen * sign(next.turned) * (discount * (1.0 - lambda)) as f32;
                            example.fixed = seen * (discount * lambda * returned) as f32;
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
        student: &Student,
        model: Option<&NeuroNet>,
        room: &mut Room,
        tally: &mut Tally,
    ) {
        let learn = &self.recipe.learn;
        let mut target = example.fixed;
        room.weights.clear();
        if let Some(next) = &example.next {
            let value = student.value(next, &mut room.desk);
            target += example.discount * value;
            if let (Some(model), Student::Features(net)) = (model, student)
                && learn.slopes != SlopeWeights::None
            {
                room.now.resize(INPUTS, 0.0);
                scaled_slice(&example.inputs, &mut room.now);
                self.wanted_slope(example, net, model, value, room);
            }
        }
        let weight = if example.is_final { learn.final_factor as f32 } else { 1.0 };
        let missed = match student {
            Student::Features(net) => {
                room.now.resize(INPUTS, 0.0);
                scaled_slice(&example.inputs, &mut room.now);
                let lesson = Lesson {
                    input: &room.now,
                    value: target,
                    value_weight: weight,
                    loss: learn.loss,
                    slope: &room.wanted,
                    slope_weights: &room.weights,
                };
                let (gradient, missed) = room.slopes.gradient(net, &lesson);
                room.sum.iter_mut().zip(gradient).for_each(|(sum, g)| *sum += g);
                missed
            }
            Student::Squares { net, beside } => {
                let (offset, on) = split(&example.inputs, *beside);
                let aim = Aim { offset, target, weight };
                let value = net.gradient(on, aim, learn.loss, &mut room.desk.sparse, &mut room.sum);
                Missed { output: 0.0, value, slope: 0.0 }
            }
        };
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
        net.pull_back_in(&room.desk.values, &mut room.wanted, &mut room.spare);
        // 2. Through the model: the next board is this one plus what the model says it changes by.
        model.net.values_into(&room.now, &mut room.model_values);
        room.pulled.clear();
        room.pulled.extend_from_slice(&room.wanted);
        model.net.pull_back_in(&room.model_values, &mut room.pulled, &mut room.spare);
        room.wanted.iter_mut().zip(&room.pulled).for_each(|(s, p)| *s = example.discount * (*s + p));
        // 3. How much to trust it.
        let mut weight = learn.slope_weight as f32;
        if learn.slopes == SlopeWeights::Lob {
            let desk = &mut room.desk;
            desk.numbers.copy_from_slice(&room.now);
            let change = room.model_values.last().map_or(&[][..], Vec::as_slice);
            desk.numbers.iter_mut().zip(change).for_each(|(x, c)| *x += c);
            net.values_into(&desk.numbers, &mut desk.values);
            let predicted = desk.values.last().map_or(0.0, |v| v[0]);
            weight *= (1.0 - (predicted - value).abs() / learn.lob_range.max(1e-6) as f32).max(0.0);
        }
        if weight > 0.0 {
            let trust = |i: usize| if learn.trust { model.story.r2[i].clamp(0.0, 1.0) } else { 1.0 };
            room.weights.extend((0..INPUTS).map(|i| weight * trust(i)));
        }
    }
}

/// Neurons that a linear net is spread over when it gets hidden ones.
const CARRIERS: usize = 8;
/// What goes into these neurons, as a share of the linear net's sum: so little that the hyperbolic tangent hardly bends it.
const CARRIED: f32 = 0.1;

/// A net with hidden neurons that says (all but) the same as a linear one; the neurons that do not carry it are silent at first.
fn widened(linear: &Net<f32>, recipe: &Recipe, seed: u64) -> Net<f32> {
    let shape = recipe.view.shape(recipe.hidden);
    if shape == *linear.shape() {
        return linear.clone();
    }
    let mut net = Net::random(shape, recipe.learn.first_weights, seed);
    let [first, last] = [0, 1].map(|layer| net.layers()[layer]);
    let carriers = recipe.hidden.min(CARRIERS);
    let parameters = net.parameters_mut();
    for neuron in 0..carriers {
        let row = first.weights().start + neuron * INPUTS;
        let carried = parameters[row..row + INPUTS].iter_mut().zip(linear.weights(0));
        carried.for_each(|(w, linear)| *w = CARRIED * linear);
        parameters[first.biases()][neuron] = CARRIED * linear.biases(0)[0];
    }
    for (neuron, weight) in parameters[last.weights()].iter_mut().enumerate() {
        *weight = if neuron < carriers { 1.0 / (CARRIED * carriers as f32) } else { 0.0 };
    }
    parameters[last.biases()].fill(0.0);
    net
}

/// The value of a search's centipawns, or of a mate it saw.
pub(super) fn searched_value(found: i32) -> f32 {
    (f64::from(found) / super::file::CENTIPAWNS).tanh() as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::neuro::{play::Board, view::View};

    /// Targets of White's three boards of a game that White won, the last first, with a net that says 0 everywhere.
    fn targets(change: impl FnOnce(&mut super::super::recipe::Learn)) -> Vec<f32> {
        let mut recipe = Recipe { hidden: 0, ..Recipe::default() };
        recipe.learn.discount = 0.5;
        change(&mut recipe.learn);
        let found = (0.25_f64.atanh() * super::super::file::CENTIPAWNS).round() as i32;
        let board = Board { inputs: vec![0; INPUTS], kept: true, found: Some(found), turned: false };
        let harvest = Harvest {
            number: 0,
            boards: vec![board; 5],
            white_first: true,
            half_points: 2,
            expert_boards: 0,
            tried: vec![],
        };
        let silent = View::Features.net(vec![0.0; INPUTS + 1]);
        let learner = Learner::new(&recipe, 1, Some(&silent)).unwrap();
        let examples =
            learner.examples(&harvest, &Student::new(View::Features, silent), &mut Room::default());
        examples[..3].iter().map(|example| example.fixed).collect()
    }

    #[test]
    fn hidden_neurons_come_without_a_jump() {
        let recipe = Recipe { hidden: 20, ..Recipe::default() };
        let linear = Net::random(View::Features.shape(0), 0.05, 3);
        let learner = Learner::new(&recipe, 1, Some(&linear)).unwrap();
        assert_eq!(learner.net().shape().to_string(), "175-20-1");
        for seed in 0..50 {
            let mut rng = Rng::new(seed);
            let input: Vec<f32> = (0..INPUTS).map(|_| 2.0 * rng.unit() as f32).collect();
            let (was, is) = (linear.run(&input)[0], learner.net().run(&input)[0]);
            assert!((was - is).abs() < 0.01, "{was} has become {is}");
        }
        // A net that has its neurons already keeps them, though the recipe begins linear.
        let full = Net::random(View::Features.shape(20), 0.05, 3);
        let late = Recipe { linear_games: 1, ..recipe.clone() };
        let mut learner = Learner::new(&late, 1, Some(&full)).unwrap();
        learner.widen();
        assert_eq!(learner.net(), full);
        let other = Net::random(View::Features.shape(7), 0.05, 3);
        assert!(Learner::new(&recipe, 1, Some(&other)).unwrap_err().to_string().contains("175-7-1"));
    }

    #[test]
    fn a_net_over_squares_learns_too() {
        let mut recipe = Recipe { hidden: 3, view: View::Squares, ..Recipe::default() };
        recipe.learn = super::super::recipe::Learn {
            target: Target::Outcome,
            slopes: SlopeWeights::None,
            optimiser: Optimiser::Adam,
            rate: 0.02,
            average: 10,
            ..recipe.learn
        };
        let mut learner = Learner::new(&recipe, 1, None).unwrap();
        // Whoever has the man on place 70 wins, and the other has it on place 500.
        let board =
            |place: i16| Board { inputs: vec![5, place, 400], kept: true, found: None, turned: false };
        let game = |number: u64| Harvest {
            number,
            boards: vec![board(70), board(500), board(70), board(500)],
            white_first: true,
            half_points: 2,
            expert_boards: 0,
            tried: vec![],
        };
        let mut tally = Tally::default();
        let learn = |learner: &mut Learner, tally: &mut Tally| {
            (0..80).for_each(|n| learner.absorb(&game(n), None, tally));
        };
        learn(&mut learner, &mut tally);
        let student = Student::new(View::Squares, learner.net());
        let value = |place| student.value(&board(place).inputs, &mut Scratch::default());
        assert!(value(70) > 0.8 && value(500) < -0.8, "{} {}", value(70), value(500));
        // Written out and read back, it continues to the same result.
        let mut copy: Learner = postcard::from_bytes(&postcard::to_stdvec(&learner).unwrap()).unwrap();
        learn(&mut learner, &mut tally);
        learn(&mut copy, &mut tally);
        assert_eq!(learner.net(), copy.net());
    }

    #[test]
    fn targets_reach_back_as_the_recipe_says() {
        let close = |got: Vec<f32>, wanted: [f32; 3]| {
            assert!(got.iter().zip(wanted).all(|(g, w)| (g - w).abs() < 2e-3), "{got:?}, not {wanted:?}");
        };
        // The net's own value of the next board, which is 0 here, is added when the example is learned.
        close(targets(|learn| learn.lambda = 0.0), [1.0, 0.0, 0.0]);
        close(targets(|learn| learn.lambda = 0.8), [1.0, 0.4, 0.16]);
        close(targets(|learn| learn.target = Target::Outcome), [1.0, 1.0, 1.0]);
        close(targets(|learn| learn.target = Target::Search), [1.0, 0.25, 0.25]);
        // Half of what was found here, and half of what comes back, discounted.
        let mixed = targets(|learn| (learn.target, learn.lambda) = (Target::Search, 0.5));
        close(mixed, [1.0, 0.375, 0.125 + 0.25 * 0.375]);
    }
}
