//! False claims about how a position stands and which move is better.

use philidor_claims::{Margin, Score, Statement, limits};

use super::Maker;

impl Maker<'_> {
    pub(super) fn standing(&mut self) {
        self.of_statement("margin", |s| {
            if let Statement::Standing { margin, .. } = s {
                let place = Margin::ALL.iter().position(|m| m == margin).unwrap_or(0);
                *margin = Margin::ALL[(place + 1) % Margin::ALL.len()];
            }
        });
        self.of_statement("score, other sign", |s| {
            if let Statement::Standing { score, .. } = s {
                *score = match *score {
                    Score::Cp(cp) => {
                        Score::Cp(if cp == 0 { limits::EQUAL_CP } else { -cp - 50 * cp.signum() })
                    }
                    score => score.turned(),
                };
            }
        });
    }

    pub(super) fn better(&mut self) {
        self.of_statement("scores", |s| {
            if let Statement::Better { score, other_score, .. } = s {
                std::mem::swap(score, other_score);
            }
        });
        self.of_statement("moves", |s| {
            if let Statement::Better { mv, other, .. } = s {
                std::mem::swap(mv, other);
            }
        });
    }
}
