//! What both fits share.

/// A probability from log odds.
pub(crate) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

/// As files write weights.
pub(crate) fn rounded(x: f64) -> f64 {
    (x * 10_000.0).round() / 10_000.0
}

/// Solves a symmetric positive system given by its lower triangle (Cholesky).
pub(crate) fn solve(mut a: Vec<Vec<f64>>, mut b: Vec<f64>) -> Vec<f64> {
    let n = b.len();
    for i in 0..n {
        for j in 0..=i {
            let sum: f64 = (0..j).map(|k| a[i][k] * a[j][k]).sum();
            a[i][j] = if i == j { (a[i][i] - sum).max(1e-12).sqrt() } else { (a[i][j] - sum) / a[j][j] };
        }
    }
    for i in 0..n {
        let sum: f64 = (0..i).map(|k| a[i][k] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    for i in (0..n).rev() {
        let sum: f64 = (i + 1..n).map(|k| a[k][i] * b[k]).sum();
        b[i] = (b[i] - sum) / a[i][i];
    }
    b
}
