//! The named ways of counting KPK.

use std::{fmt, str::FromStr};

/// Whose way of counting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Convention {
    /// Clarke (1977): every legal position; with Black to move also those with the pawn just promoted.
    Clarke,
    /// Bramer (1980): as Clarke, but the pawn stays on ranks 2 to 7.
    Bramer,
    /// Shapiro and Niblett (1982): as Bramer, without positions of Black to move that no game reaches.
    ShapiroNiblett,
    /// Thompson (1986): every legal position, depth to conversion.
    Thompson,
    /// Edwards (1994): every legal position, depth to mate.
    Edwards,
    /// Haworth and Velliste (1998): without the positions that they took to be unreachable.
    HaworthVelliste,
    /// The rules of play and nothing else; depth to conversion without exception.
    Strict,
}

/// What a depth counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Metric {
    /// Plies to a safe promotion, as Clarke and Bramer saw it: WK a3, WP b7, BK a1 counts as promoting.
    Convention,
    /// Plies to conversion: a promotion that wins, or mate.
    Conversion,
    /// Plies to mate.
    Mate,
}

impl Metric {
    /// In words, for headings.
    pub fn name(self) -> &'static str {
        match self {
            Metric::Convention => "plies to promotion (WK a3, WP b7, BK a1 at depth zero by convention)",
            Metric::Conversion => "plies to conversion (strict)",
            Metric::Mate => "plies to mate",
        }
    }
}

/// Which positions beside the undisputed ones are counted.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Domain {
    /// Sets 6a-e, White to move.
    pub(crate) six: bool,
    /// Set 7a, Black to move: the pawn has promoted.
    pub(crate) converted: bool,
    /// Sets 7b and 7c, Black to move.
    pub(crate) seven: bool,
}

impl Convention {
    /// All of them, oldest first.
    pub const ALL: [Convention; 7] = [
        Convention::Clarke,
        Convention::Bramer,
        Convention::ShapiroNiblett,
        Convention::Thompson,
        Convention::Edwards,
        Convention::HaworthVelliste,
        Convention::Strict,
    ];

    /// The name on the command line.
    ///
    /// ```
    /// use philidor_truth::kpk::Convention;
    ///
    /// for convention in Convention::ALL {
    ///     assert_eq!(convention.name().parse(), Ok(convention));
    /// }
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Convention::Clarke => "clarke",
            Convention::Bramer => "bramer",
            Convention::ShapiroNiblett => "shapiro-niblett",
            Convention::Thompson => "thompson",
            Convention::Edwards => "edwards",
            Convention::HaworthVelliste => "haworth-velliste",
            Convention::Strict => "strict",
        }
    }

    /// What it counts, in one sentence.
    pub fn description(self) -> &'static str {
        match self {
            Convention::Clarke => {
                "Clarke (1977): every legal position, and with Black to move also the pawn just promoted on a8-d8"
            }
            Convention::Bramer => "Bramer (1980): every legal position with the pawn on ranks 2-7",
            Convention::ShapiroNiblett => {
                "Shapiro and Niblett (1982): with Black to move, without sets 7b-c that no game reaches"
            }
            Convention::Thompson => "Thompson (1986): every legal position, depth to conversion",
            Convention::Edwards => "Edwards (1994): every legal position, depth to mate",
            Convention::HaworthVelliste => {
                "Haworth and Velliste (1998): without sets 6a-e and 7b-c, which they took to be unreachable"
            }
            Convention::Strict => {
                "the rules of play and nothing else: every legal position, depth to conversion"
            }
        }
    }

    /// What its depths count.
    pub fn metric(self) -> Metric {
        match self {
            Convention::Clarke
            | Convention::Bramer
            | Convention::ShapiroNiblett
            | Convention::HaworthVelliste => Metric::Convention,
            Convention::Thompson | Convention::Strict => Metric::Conversion,
            Convention::Edwards => Metric::Mate,
        }
    }

    pub(crate) fn domain(self) -> Domain {
        let all = Domain { six: true, converted: false, seven: true };
        match self {
            Convention::Clarke => Domain { converted: true, ..all },
            Convention::ShapiroNiblett => Domain { seven: false, ..all },
            Convention::HaworthVelliste => Domain { six: false, seven: false, ..all },
            Convention::Bramer | Convention::Thompson | Convention::Edwards | Convention::Strict => all,
        }
    }
}

impl fmt::Display for Convention {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A name that is no convention.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown convention {text:?}: use one of {}", Convention::ALL.map(Convention::name).join(", "))]
pub struct UnknownConvention {
    /// The offending text.
    pub text: String,
}

impl FromStr for Convention {
    type Err = UnknownConvention;

    fn from_str(text: &str) -> Result<Convention, UnknownConvention> {
        let wanted = text.trim();
        Convention::ALL
            .into_iter()
            .find(|c| c.name().eq_ignore_ascii_case(wanted))
            .ok_or_else(|| UnknownConvention { text: text.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_name_is_answered_with_the_known_ones() {
        let error = "clark".parse::<Convention>().unwrap_err().to_string();
        assert_eq!(
            error,
            "unknown convention \"clark\": use one of clarke, bramer, shapiro-niblett, thompson, edwards, \
             haworth-velliste, strict"
        );
    }
}
