//! The net, run on a batch of positions: planes by positions by squares.

/// 3 by 3 convolutions with biases.
#[derive(Debug)]
pub(super) struct Conv {
    pub(super) inputs: usize,
    pub(super) outputs: usize,
    /// Outputs by inputs by nine.
    pub(super) weights: Vec<f32>,
    pub(super) biases: Vec<f32>,
}

/// Squeeze and excitation: from the means of the planes to a factor and an addend for each.
#[derive(Debug)]
pub(super) struct Excite {
    pub(super) w1: Vec<f32>,
    pub(super) b1: Vec<f32>,
    pub(super) w2: Vec<f32>,
    pub(super) b2: Vec<f32>,
}

#[derive(Debug)]
pub(super) struct Residual {
    pub(super) first: Conv,
    pub(super) second: Conv,
    pub(super) excite: Excite,
}

#[derive(Debug)]
pub(super) struct Net {
    pub(super) input: Conv,
    pub(super) residuals: Vec<Residual>,
    pub(super) policy_first: Conv,
    pub(super) policy_last: Conv,
}

fn rectify(values: &mut [f32]) {
    values.iter_mut().for_each(|x| *x = x.max(0.0));
}

impl Conv {
    /// `columns` is room that is used again from layer to layer.
    fn run(&self, input: &[f32], batch: usize, columns: &mut Vec<f32>) -> Vec<f32> {
        let width = batch * 64;
        columns.clear();
        columns.resize(self.inputs * 9 * width, 0.0);
        for plane in 0..self.inputs {
            let from = &input[plane * width..][..width];
            for tap in 0..9 {
                let (down, right) = ((tap / 3) as isize - 1, (tap % 3) as isize - 1);
                let to = &mut columns[(plane * 9 + tap) * width..][..width];
                for (from, to) in from.chunks(64).zip(to.chunks_mut(64)) {
                    for rank in 0..8isize {
                        if !(0..8).contains(&(rank + down)) {
                            continue;
                        }
                        let source = ((rank + down) * 8) as usize;
                        let target = (rank * 8) as usize;
                        match right {
                            -1 => to[target + 1..target + 8].copy_from_slice(&from[source..source + 7]),
                            0 => to[target..target + 8].copy_from_slice(&from[source..source + 8]),
                            _ => to[target..target + 7].copy_from_slice(&from[source + 1..source + 8]),
                        }
                    }
                }
            }
        }
        let mut out = Vec::with_capacity(self.outputs * width);
        for &bias in &self.biases {
            out.resize(out.len() + width, bias);
        }
        let weights = ndarray::aview1(&self.weights).into_shape_with_order((self.outputs, self.inputs * 9));
        let columns = ndarray::aview1(columns).into_shape_with_order((self.inputs * 9, width));
        let result = ndarray::aview_mut1(&mut out).into_shape_with_order((self.outputs, width));
        if let (Ok(weights), Ok(columns), Ok(mut result)) = (weights, columns, result) {
            ndarray::linalg::general_mat_mul(1.0, &weights, &columns, 1.0, &mut result);
        }
        out
    }
}

impl Excite {
    fn run(&self, planes: &mut [f32], skip: &[f32], batch: usize) {
        let filters = self.b2.len() / 2;
        for at in 0..batch {
            let place = |filter: usize| (filter * batch + at) * 64;
            let means: Vec<f32> =
                (0..filters).map(|f| planes[place(f)..][..64].iter().sum::<f32>() / 64.0).collect();
            let mut squeezed = dense(&self.w1, &self.b1, &means);
            rectify(&mut squeezed);
            let excited = dense(&self.w2, &self.b2, &squeezed);
            for f in 0..filters {
                let factor = 1.0 / (1.0 + (-excited[f]).exp());
                let addend = excited[filters + f];
                let skip = &skip[place(f)..][..64];
                for (x, s) in planes[place(f)..][..64].iter_mut().zip(skip) {
                    *x = (*x * factor + addend + s).max(0.0);
                }
            }
        }
    }
}

fn dense(weights: &[f32], biases: &[f32], input: &[f32]) -> Vec<f32> {
    let rows = weights.chunks(input.len()).zip(biases);
    rows.map(|(row, bias)| bias + row.iter().zip(input).map(|(w, x)| w * x).sum::<f32>()).collect()
}

impl Net {
    /// Logits: planes of moves by positions by squares.
    pub(super) fn policy(&self, input: &[f32], batch: usize) -> Vec<f32> {
        let mut room = Vec::new();
        let mut x = self.input.run(input, batch, &mut room);
        rectify(&mut x);
        for block in &self.residuals {
            let mut y = block.first.run(&x, batch, &mut room);
            rectify(&mut y);
            let mut y = block.second.run(&y, batch, &mut room);
            block.excite.run(&mut y, &x, batch);
            x = y;
        }
        let mut y = self.policy_first.run(&x, batch, &mut room);
        rectify(&mut y);
        self.policy_last.run(&y, batch, &mut room)
    }
}
