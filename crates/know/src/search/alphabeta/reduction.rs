//! How much less deep late moves are searched.

use super::{
    NodeState,
    moves::{Candidate, Outlook},
};
use crate::search::params::Params;

/// Reductions are counted in parts of a ply.
pub(super) const PLY: i32 = 1024;

/// ln(i) · 1024 for i in 1..64, by repeated squaring in integers, so that no platform's `ln` matters.
const LN: [i32; 64] = {
    let mut table = [0; 64];
    let mut i = 1;
    while i < 64 {
        // log2 in 1/65536: the integer part, then one bit per squaring.
        let mut log = 0_u64;
        let mut x = (i as u64) << 32;
        while x >= 2 << 32 {
            x >>= 1;
            log += 1 << 16;
        }
        let mut bit = 1 << 15;
        while bit > 0 {
            x = ((x as u128 * x as u128) >> 32) as u64;
            if x >= 2 << 32 {
                x >>= 1;
                log += bit;
            }
            bit >>= 1;
        }
        // ln 2 = 0.693147; 1024 · ln 2 = 709.78.
        table[i] = ((log * 70_978 / 100) >> 16) as i32;
        i += 1;
    }
    table
};

/// The reduction of the `count`-th move before anything is known of it, in 1/1024 ply: a constant and the product of
/// the logarithms.
#[inline]
pub(super) fn of_late_move(params: &Params, depth: i32, count: i32) -> i32 {
    let (depth, count) = (depth.clamp(1, 63) as usize, count.clamp(1, 63) as usize);
    let product = i64::from(LN[depth] * LN[count]);
    params.lmr_base + ((product * i64::from(params.lmr_slope)) >> 20) as i32
}

/// Whether the move comes late enough to be reduced.
#[inline]
pub(super) fn is_late<const PV: bool>(params: &Params, state: &NodeState<'_>) -> bool {
    let full = params.lmr_full_moves + i32::from(PV) + i32::from(state.is_root());
    state.depth >= params.lmr_min_depth && state.move_count > full
}

/// The depth at which a late move is tried first: less for what looks bad, not below one ply.
#[inline]
pub(super) fn reduced_depth<const PV: bool>(
    params: &Params,
    state: &NodeState<'_>,
    outlook: &Outlook,
    candidate: &Candidate,
    new_depth: i32,
) -> i32 {
    let mut reduction = candidate.reduction;
    if candidate.quiet {
        reduction -= candidate.history * PLY / params.lmr_history_divisor;
        reduction -= params.lmr_refutation * i32::from(outlook.refutations.contains(&candidate.code));
        reduction += params.lmr_noisy_hash_move * i32::from(outlook.hash_is_noisy);
    } else {
        reduction -= params.lmr_capture + candidate.history * PLY / params.lmr_capture_history_divisor;
    }
    reduction += params.lmr_not_improving * i32::from(!state.improving && !state.in_check);
    reduction += params.lmr_cut_node * i32::from(state.cut_node);
    reduction -= params.lmr_was_pv * i32::from(state.was_pv);
    reduction -= params.lmr_pv * i32::from(PV);
    reduction -= params.lmr_check * i32::from(candidate.gives_check);
    reduction -= params.lmr_forcing * i32::from(candidate.forcing && !candidate.gives_check);
    (new_depth - reduction / PLY).clamp(1, new_depth.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integer_logarithms_are_right() {
        for (i, &ln) in LN.iter().enumerate().skip(1) {
            let exact = (i as f64).ln() * 1024.0;
            assert!((f64::from(ln) - exact).abs() < 2.0, "{i}: {ln} {exact}");
        }
    }
}
