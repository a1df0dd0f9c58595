//! Loops compiled twice: for every machine the program runs on, and for the wide vectors that most of them have. Which is taken is decided when the
//! program runs, so that one program serves all.
//!
//! What the work calls must be inlined into it (`#[inline(always)]`), or it stays as narrow as it was. Both copies compute the same: nothing is
//! reordered or fused, so results have the same bits everywhere. Refuses to know what is computed.
//!
//! ```
//! use philidor_wide::Width;
//!
//! let (width, numbers) = (Width::here(), [1_i32; 100]);
//! let sum = width.run(#[inline(always)] || numbers.iter().sum::<i32>());
//! assert_eq!(sum, Width::NARROW.run(|| numbers.iter().sum::<i32>()));
//! ```

/// How wide the vectors of this machine are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Width {
    /// Only ever set by [`Width::here`]: AVX2 and its companions are there.
    wide: bool,
}

impl Width {
    /// What every machine can do.
    pub const NARROW: Width = Width { wide: false };

    /// What this machine can do.
    #[inline]
    pub fn here() -> Width {
        #[cfg(target_arch = "x86_64")]
        let wide = is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt");
        #[cfg(not(target_arch = "x86_64"))]
        let wide = false;
        Width { wide }
    }

    /// Whether wide vectors are used.
    pub fn is_wide(self) -> bool {
        self.wide
    }

    /// Does the work with the widest vectors there are.
    #[inline]
    pub fn run<R>(self, work: impl FnOnce() -> R) -> R {
        #[cfg(target_arch = "x86_64")]
        if self.wide {
            return wide(work);
        }
        work()
    }
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[expect(unsafe_code, reason = "the compiler cannot see that the machine was asked before")]
fn wide<R>(work: impl FnOnce() -> R) -> R {
    #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
    fn compiled<R>(work: impl FnOnce() -> R) -> R {
        work()
    }
    // SAFETY: the only caller has a `Width` that is wide, and only `Width::here` makes one, after it has found all these features.
    unsafe { compiled(work) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_widths_compute_the_same_bits() {
        let xs: Vec<f32> = (0..1_000).map(|i| (i as f32 * 0.37).sin()).collect();
        let ys: Vec<i16> = (0..1_000).map(|i| (i * 37 % 1_009) as i16).collect();
        let floats = |width: Width| {
            width.run(
                #[inline(always)]
                || xs.iter().map(|x| x * 1.7 + 0.3).fold(0.0_f32, |sum, x| sum + x * x).to_bits(),
            )
        };
        let whole = |width: Width| {
            width.run(
                #[inline(always)]
                || ys.iter().map(|&y| i32::from(y) * i32::from(y)).sum::<i32>(),
            )
        };
        assert_eq!(floats(Width::NARROW), floats(Width::here()));
        assert_eq!(whole(Width::NARROW), whole(Width::here()));
        assert!(!Width::NARROW.is_wide());
    }
}
