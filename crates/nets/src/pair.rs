//! Nets that see a position twice, as each side sees it, through the same first layer (the form of NNUE evaluations).
//!
//! Inputs are 0 or 1 and nearly all 0, so only rows of inputs that are 1 are touched, forward and back. A hidden neuron's answer is the square of its
//! sum cut off at 0 and 1; the output has one set of weights for each range. The loops are plain and work on whole blocks of neurons, one block after
//! the other for some dozens of lessons, so that its weights and gradients stay in the processor's cache; they
//! are compiled for the vector units of several machines and the best is chosen at run time. Every machine adds in
//! the same order, so all get the same bits.

use philidor_stats::Rng;
use philidor_wide::Width;

use super::Real;

/// Neurons come in blocks of so many.
pub const BLOCK: usize = 32;
/// The most inputs of one side that may be 1.
pub const MOST_ON: usize = 32;

/// The net: inputs, neurons of each side, sets of output weights, and one flat list of parameters.
#[derive(Debug, Clone, PartialEq)]
pub struct PairNet<T> {
    inputs: usize,
    neurons: usize,
    ranges: usize,
    /// First layer by block of neurons and input, its biases, output weights by range (first side, second side), output biases.
    parameters: Vec<T>,
}

/// An example: what both sides see, and what the sigmoid of the output should be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairLesson<T> {
    /// Inputs that are 1, as the first side sees them; [`PairLesson::on`] of them.
    pub first: [u16; MOST_ON],
    /// The same for the second side.
    pub second: [u16; MOST_ON],
    /// How many they are.
    pub on: usize,
    /// Which output weights judge.
    pub range: usize,
    /// The sigmoid of the output wanted.
    pub target: T,
}

/// Places of the parts in the list of parameters.
#[derive(Debug, Clone, Copy)]
struct Parts {
    bias: usize,
    last: usize,
    last_bias: usize,
    all: usize,
}

impl<T: Real> PairNet<T> {
    /// With small random weights.
    ///
    /// # Panics
    ///
    /// If the neurons are not whole blocks, or if there is no range.
    pub fn random(inputs: usize, neurons: usize, ranges: usize, seed: u64) -> PairNet<T> {
        let mut net = PairNet::zero(inputs, neurons, ranges);
        let parts = net.parts();
        let mut rng = Rng::new(seed);
        let mut any = |reach: f64| T::of((2.0 * rng.unit() - 1.0) * reach);
        let (first, rest) = net.parameters.split_at_mut(parts.bias);
        first.iter_mut().for_each(|w| *w = any(FIRST_REACH));
        let (bias, rest) = rest.split_at_mut(neurons);
        bias.iter_mut().for_each(|w| *w = T::of(FIRST_BIAS));
        let reach = 1.0 / (2.0 * neurons as f64).sqrt();
        // All ranges begin alike.
        let alike: Vec<T> = (0..2 * neurons).map(|_| any(reach)).collect();
        for last in rest[..2 * neurons * ranges].chunks_exact_mut(2 * neurons) {
            last.copy_from_slice(&alike);
        }
        net
    }

    /// With all weights 0.
    ///
    /// # Panics
    ///
    /// If the neurons are not whole blocks, or if there is no range.
    pub fn zero(inputs: usize, neurons: usize, ranges: usize) -> PairNet<T> {
        assert!(neurons > 0 && neurons.is_multiple_of(BLOCK), "neurons come in blocks of {BLOCK}");
        assert!(ranges > 0, "one range at least");
        let mut net = PairNet { inputs, neurons, ranges, parameters: Vec::new() };
        net.parameters = vec![T::zero(); net.parts().all];
        net
    }

    /// With given weights: of the first layer by input, its biases, of the output by range, its biases.
    ///
    /// # Panics
    ///
    /// If they do not fit each other, or if the neurons are not whole blocks.
    pub fn of(first: &[T], bias: &[T], last: &[T], last_bias: &[T]) -> PairNet<T> {
        let (neurons, ranges) = (bias.len(), last_bias.len());
        let mut net = PairNet::zero(first.len() / neurons.max(1), neurons, ranges);
        let parts = net.parts();
        let blocks = net.parameters[..parts.bias].as_chunks_mut::<BLOCK>().0;
        for (input, row) in first.chunks_exact(neurons).enumerate() {
            for (block, some) in row.as_chunks::<BLOCK>().0.iter().enumerate() {
                blocks[block * net.inputs + input] = *some;
            }
        }
        net.parameters[parts.bias..parts.last].copy_from_slice(bias);
        net.parameters[parts.last..parts.last_bias].copy_from_slice(last);
        net.parameters[parts.last_bias..].copy_from_slice(last_bias);
        net
    }

    fn parts(&self) -> Parts {
        let bias = self.inputs * self.neurons;
        let last = bias + self.neurons;
        let last_bias = last + 2 * self.neurons * self.ranges;
        Parts { bias, last, last_bias, all: last_bias + self.ranges }
    }

    /// Neurons of each side.
    pub fn neurons(&self) -> usize {
        self.neurons
    }

    /// All parameters.
    pub fn parameters(&self) -> &[T] {
        &self.parameters
    }

    /// The same, to change.
    pub fn parameters_mut(&mut self) -> &mut [T] {
        &mut self.parameters
    }

    /// Weights of the first layer, by input.
    pub fn first(&self) -> Vec<T> {
        let blocks = self.parameters[..self.parts().bias].as_chunks::<BLOCK>().0;
        let row = |input: usize| blocks[input..].iter().step_by(self.inputs).flatten().copied();
        (0..self.inputs).flat_map(row).collect()
    }

    /// Biases of the first layer.
    pub fn first_bias(&self) -> &[T] {
        &self.parameters[self.parts().bias..self.parts().last]
    }

    /// Weights of the output, by range.
    pub fn last(&self) -> &[T] {
        &self.parameters[self.parts().last..self.parts().last_bias]
    }

    /// Biases of the output.
    pub fn last_bias(&self) -> &[T] {
        &self.parameters[self.parts().last_bias..]
    }

    /// Cuts weights off at what whole numbers can hold later.
    pub fn clip(&mut self, first: T, last: T) {
        let parts = self.parts();
        let cut = |w: &mut T, most: T| *w = w.max(-most).min(most);
        self.parameters[..parts.last].iter_mut().for_each(|w| cut(w, first));
        self.parameters[parts.last..parts.last_bias].iter_mut().for_each(|w| cut(w, last));
    }

    /// Outputs, before the sigmoid, for all lessons.
    pub fn outputs(&self, lessons: &[PairLesson<T>]) -> Vec<T> {
        Width::here().run(
            #[inline(always)]
            || {
                let mut sums = Sums::new(self.neurons);
                lessons
                    .chunks(TOGETHER)
                    .flat_map(|some| {
                        self.forward(some, &mut sums);
                        sums.outputs[..some.len()].to_vec()
                    })
                    .collect()
            },
        )
    }

    /// Adds the gradient of all lessons' squared errors to `sum`; returns the sum of these errors.
    pub fn gradient(&self, lessons: &[PairLesson<T>], sum: &mut [T]) -> f64 {
        Width::here().run(
            #[inline(always)]
            || {
                let mut sums = Sums::new(self.neurons);
                lessons.chunks(TOGETHER).map(|some| self.back(some, &mut sums, sum)).sum()
            },
        )
    }

    /// One block's weights of the first layer, by input.
    #[inline(always)]
    fn block(&self, block: usize) -> &[[T; BLOCK]] {
        &self.parameters.as_chunks::<BLOCK>().0[block * self.inputs..][..self.inputs]
    }

    /// The outputs, before the sigmoid; leaves them and the hidden sums behind.
    #[inline(always)]
    fn forward(&self, lessons: &[PairLesson<T>], sums: &mut Sums<T>) {
        let parts = self.parts();
        let bias = self.parameters[parts.bias..parts.last].as_chunks::<BLOCK>().0;
        let last = &self.parameters[parts.last..parts.last_bias].as_chunks::<BLOCK>().0;
        let blocks = bias.len();
        sums.totals.fill([T::zero(); BLOCK]);
        for (block, bias) in bias.iter().enumerate() {
            let first = self.block(block);
            for (nth, lesson) in lessons.iter().enumerate() {
                for (side, places) in [&lesson.first, &lesson.second].into_iter().enumerate() {
                    let mut z = *bias;
                    for &place in &places[..lesson.on] {
                        let row = &first[usize::from(place)];
                        for lane in 0..BLOCK {
                            z[lane] += row[lane];
                        }
                    }
                    let weights = &last[(2 * lesson.range + side) * blocks + block];
                    let total = &mut sums.totals[nth];
                    for lane in 0..BLOCK {
                        let x = z[lane].max(T::zero()).min(T::one());
                        z[lane] = x;
                        total[lane] += x * x * weights[lane];
                    }
                    sums.cut[(block * TOGETHER + nth) * 2 + side] = z;
                }
            }
        }
        for (nth, lesson) in lessons.iter().enumerate() {
            let mut output = self.parameters[parts.last_bias + lesson.range];
            sums.totals[nth].iter().for_each(|&x| output += x);
            sums.outputs[nth] = output;
        }
    }

    /// The gradient of some lessons; returns the sum of their squared errors.
    #[inline(always)]
    fn back(&self, lessons: &[PairLesson<T>], sums: &mut Sums<T>, gradient: &mut [T]) -> f64 {
        let parts = self.parts();
        self.forward(lessons, sums);
        let (mut errors, two) = (0.0, T::one() + T::one());
        // From here on the slopes of the errors by the outputs.
        for (output, lesson) in sums.outputs.iter_mut().zip(lessons) {
            let value = output.sigmoid();
            let off = value - lesson.target;
            errors += (off * off).as_f64();
            *output = two * off * value * (T::one() - value);
            gradient[parts.last_bias + lesson.range] += *output;
        }
        let last = self.parameters[parts.last..parts.last_bias].as_chunks::<BLOCK>().0;
        let blocks = self.neurons / BLOCK;
        let (by_first, rest) = gradient.split_at_mut(parts.bias);
        let (by_bias, rest) = rest.split_at_mut(self.neurons);
        let by_last = rest[..parts.last_bias - parts.last].as_chunks_mut::<BLOCK>().0;
        let by_blocks = by_first.as_chunks_mut::<BLOCK>().0.chunks_exact_mut(self.inputs);
        for (block, (by_first, by_bias)) in by_blocks.zip(by_bias.as_chunks_mut::<BLOCK>().0).enumerate() {
            for (nth, lesson) in lessons.iter().enumerate() {
                let by_output = sums.outputs[nth];
                for (side, places) in [&lesson.first, &lesson.second].into_iter().enumerate() {
                    let x = &sums.cut[(block * TOGETHER + nth) * 2 + side];
                    let at = (2 * lesson.range + side) * blocks + block;
                    let (weights, by_last) = (&last[at], &mut by_last[at]);
                    let mut down = [T::zero(); BLOCK];
                    for lane in 0..BLOCK {
                        by_last[lane] += by_output * x[lane] * x[lane];
                        // Cut off, a sum has no slope: x is then exactly 0 or 1.
                        let slope = if x[lane] < T::one() { two * x[lane] } else { T::zero() };
                        down[lane] = by_output * weights[lane] * slope;
                        by_bias[lane] += down[lane];
                    }
                    for &place in &places[..lesson.on] {
                        let row = &mut by_first[usize::from(place)];
                        for lane in 0..BLOCK {
                            row[lane] += down[lane];
                        }
                    }
                }
            }
        }
        errors
    }
}

/// Lessons that are worked on together, block by block.
const TOGETHER: usize = 64;

/// First weights reach so far.
const FIRST_REACH: f64 = 0.1;
/// First biases: the neurons begin where they bend.
const FIRST_BIAS: f64 = 0.2;

/// What some lessons came to.
struct Sums<T> {
    /// Hidden sums by block, lesson and side, cut off at 0 and 1.
    cut: Vec<[T; BLOCK]>,
    /// Parts of the outputs, by lesson.
    totals: Vec<[T; BLOCK]>,
    outputs: Vec<T>,
}

impl<T: Real> Sums<T> {
    fn new(neurons: usize) -> Sums<T> {
        let none = [T::zero(); BLOCK];
        Sums {
            cut: vec![none; 2 * TOGETHER * neurons / BLOCK],
            totals: vec![none; TOGETHER],
            outputs: vec![T::zero(); TOGETHER],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lessons(count: usize, inputs: usize, ranges: usize) -> Vec<PairLesson<f64>> {
        let mut rng = Rng::new(11);
        (0..count)
            .map(|_| {
                let on = 2 + rng.below(6);
                let mut some = || {
                    let drawn = rng.draw(&(0..inputs as u16).collect::<Vec<_>>(), on);
                    std::array::from_fn(|i| drawn.get(i).copied().unwrap_or(0))
                };
                let (first, second) = (some(), some());
                PairLesson { first, second, on, range: rng.below(ranges), target: rng.unit() }
            })
            .collect()
    }

    fn loss(net: &PairNet<f64>, lessons: &[PairLesson<f64>]) -> f64 {
        let outputs = net.outputs(lessons);
        outputs.iter().zip(lessons).map(|(z, lesson)| (z.sigmoid() - lesson.target).powi(2)).sum()
    }

    #[test]
    fn gradients_agree_with_finite_differences() {
        let mut net: PairNet<f64> = PairNet::random(20, 32, 3, 2);
        // Larger weights, so that some neurons are cut off on either side.
        net.parameters_mut().iter_mut().for_each(|w| *w *= 4.0);
        let lessons = lessons(25, 20, 3);
        let mut gradient = vec![0.0; net.parameters().len()];
        let said = net.gradient(&lessons, &mut gradient);
        assert!((said - loss(&net, &lessons)).abs() < 1e-9);
        let step = 1e-6;
        let mut moved = 0;
        for (i, &got) in gradient.iter().enumerate() {
            let kept = net.parameters()[i];
            net.parameters_mut()[i] = kept + step;
            let up = loss(&net, &lessons);
            net.parameters_mut()[i] = kept - step;
            let down = loss(&net, &lessons);
            net.parameters_mut()[i] = kept;
            let wanted = (up - down) / (2.0 * step);
            assert!((got - wanted).abs() < 1e-6, "parameter {i}: {got} for {wanted}");
            moved += usize::from(wanted.abs() > 1e-6);
        }
        assert!(moved > gradient.len() / 2, "{moved} of {} matter", gradient.len());
    }

    #[test]
    fn a_net_is_made_again_from_its_weights() {
        let net: PairNet<f32> = PairNet::random(20, 96, 3, 5);
        assert_eq!(PairNet::of(&net.first(), net.first_bias(), net.last(), net.last_bias()), net);
    }

    #[test]
    fn it_learns() {
        let lessons = lessons(60, 40, 2);
        let mut net: PairNet<f64> = PairNet::random(40, 32, 2, 3);
        let mut adam = crate::adam::Adam::new(net.parameters().len());
        let before = loss(&net, &lessons);
        for _ in 0..300 {
            let mut gradient = vec![0.0; net.parameters().len()];
            net.gradient(&lessons, &mut gradient);
            adam.step(net.parameters_mut(), &gradient, 0.01);
            net.clip(1.98, 1.98);
        }
        assert!(loss(&net, &lessons) < 0.05 * before, "{} from {before}", loss(&net, &lessons));
    }
}
