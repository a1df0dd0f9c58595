//! Nets that see a position twice, as each side sees it, through the same first layer (the form of NNUE evaluations).
//!
//! Inputs are 0 or 1 and nearly all 0, so only rows of inputs that are 1 are touched, forward and back. A hidden neuron's answer is the square of its
//! sum cut off at 0 and 1; the output has one set of weights for each range. The loops are plain and work on whole blocks; they
//! are compiled for the vector units of several machines and the best is chosen at run time. Every machine adds in
//! the same order, so all get the same bits.

use philidor_stats::Rng;
use pulp::Arch;

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
    /// First layer by input, its biases, output weights by range (first side, second side), output biases.
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
    pub fn first(&self) -> &[T] {
        &self.parameters[..self.parts().bias]
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
        Arch::new().dispatch(
            #[inline(always)]
            || {
                let mut sums = Sums::new(self.neurons);
                lessons.iter().map(|lesson| self.forward(lesson, &mut sums)).collect()
            },
        )
    }

    /// Adds the gradient of all lessons' squared errors to `sum`; returns the sum of these errors.
    pub fn gradient(&self, lessons: &[PairLesson<T>], sum: &mut [T]) -> f64 {
        Arch::new().dispatch(
            #[inline(always)]
            || {
                let mut sums = Sums::new(self.neurons);
                lessons.iter().map(|lesson| self.back(lesson, &mut sums, sum)).sum()
            },
        )
    }

    /// The output, before the sigmoid; leaves the hidden sums behind.
    #[inline(always)]
    fn forward(&self, lesson: &PairLesson<T>, sums: &mut Sums<T>) -> T {
        let parts = self.parts();
        let (first, rest) = self.parameters.split_at(parts.bias);
        let first = first.as_chunks::<BLOCK>().0;
        let bias = rest[..self.neurons].as_chunks::<BLOCK>().0;
        let last = &self.parameters[parts.last + 2 * self.neurons * lesson.range..][..2 * self.neurons];
        let last = last.as_chunks::<BLOCK>().0;
        let blocks = bias.len();
        let mut total = [T::zero(); BLOCK];
        for side in 0..2 {
            let places = if side == 0 { &lesson.first } else { &lesson.second };
            for block in 0..blocks {
                let mut z = bias[block];
                for &place in &places[..lesson.on] {
                    let row = &first[usize::from(place) * blocks + block];
                    for lane in 0..BLOCK {
                        z[lane] += row[lane];
                    }
                }
                let weights = &last[side * blocks + block];
                for lane in 0..BLOCK {
                    let x = z[lane].max(T::zero()).min(T::one());
                    z[lane] = x;
                    total[lane] += x * x * weights[lane];
                }
                sums.cut[side * blocks + block] = z;
            }
        }
        let mut output = self.parameters[parts.last_bias + lesson.range];
        total.iter().for_each(|&x| output += x);
        output
    }

    /// One lesson's gradient; returns its squared error.
    #[inline(always)]
    fn back(&self, lesson: &PairLesson<T>, sums: &mut Sums<T>, gradient: &mut [T]) -> f64 {
        let parts = self.parts();
        let value = self.forward(lesson, sums).sigmoid();
        let (off, two) = (value - lesson.target, T::one() + T::one());
        let by_output = two * off * value * (T::one() - value);
        let at = parts.last + 2 * self.neurons * lesson.range;
        let last = self.parameters[at..][..2 * self.neurons].as_chunks::<BLOCK>().0;
        gradient[parts.last_bias + lesson.range] += by_output;
        let blocks = self.neurons / BLOCK;
        for side in 0..2 {
            let places = if side == 0 { &lesson.first } else { &lesson.second };
            for block in 0..blocks {
                let (x, weights) = (&sums.cut[side * blocks + block], &last[side * blocks + block]);
                let by_last = &mut gradient[at..].as_chunks_mut::<BLOCK>().0[side * blocks + block];
                let mut down = [T::zero(); BLOCK];
                for lane in 0..BLOCK {
                    by_last[lane] += by_output * x[lane] * x[lane];
                    // Cut off, a sum has no slope: x is then exactly 0 or 1.
                    let slope = if x[lane] < T::one() { two * x[lane] } else { T::zero() };
                    down[lane] = by_output * weights[lane] * slope;
                }
                let by_bias = &mut gradient[parts.bias..].as_chunks_mut::<BLOCK>().0[block];
                for lane in 0..BLOCK {
                    by_bias[lane] += down[lane];
                }
                let by_first = gradient[..parts.bias].as_chunks_mut::<BLOCK>().0;
                for &place in &places[..lesson.on] {
                    let row = &mut by_first[usize::from(place) * blocks + block];
                    for lane in 0..BLOCK {
                        row[lane] += down[lane];
                    }
                }
            }
        }
        (off * off).as_f64()
    }
}

/// First weights reach so far.
const FIRST_REACH: f64 = 0.1;
/// First biases: the neurons begin where they bend.
const FIRST_BIAS: f64 = 0.2;

/// The hidden sums of one lesson, cut off at 0 and 1.
struct Sums<T> {
    cut: Vec<[T; BLOCK]>,
}

impl<T: Real> Sums<T> {
    fn new(neurons: usize) -> Sums<T> {
        Sums { cut: vec![[T::zero(); BLOCK]; 2 * neurons / BLOCK] }
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
