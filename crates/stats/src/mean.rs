//! A mean and how sure it is.

/// A mean and the half width of its 95 % interval (Student's t over the repetitions; 0 for a single one).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mean {
    /// The mean.
    pub mean: f64,
    /// Half the width of the interval.
    pub half: f64,
}

impl Mean {
    /// Of some measurements.
    pub fn of(values: &[f64]) -> Mean {
        // Two-sided 95 % points of Student's t for 1, 2, … degrees of freedom.
        const T: [f64; 20] = [
            12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160,
            2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
        ];
        let n = values.len() as f64;
        let mean = values.iter().sum::<f64>() / n;
        if values.len() < 2 {
            return Mean { mean, half: 0.0 };
        }
        let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (n - 1.0);
        let t = T.get(values.len() - 2).copied().unwrap_or(1.96);
        Mean { mean, half: t * (variance / n).sqrt() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_measurements() {
        let mean = Mean::of(&[1.0, 2.0, 3.0]);
        assert!((mean.mean - 2.0).abs() < 1e-12 && (mean.half - 4.303 / 3f64.sqrt()).abs() < 1e-3);
        assert_eq!(Mean::of(&[7.0]), Mean { mean: 7.0, half: 0.0 });
    }
}
