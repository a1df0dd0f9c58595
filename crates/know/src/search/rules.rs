//! Endgame rules at the leaves: what a validated theory says of a position, as evidence for the search.

use philidor_chess::{
    Material,
    fen::has_castling_rights,
    shakmaty::{Chess, EnPassantMode, Position},
};
use philidor_rules::ValidatedRules;
use philidor_truth::Wdl;

use super::TableProbe;

/// Theories asked at the leaves; positions that no rule decides are left to the search.
#[derive(Debug, Default)]
pub struct RuleProbe {
    theories: Vec<ValidatedRules>,
}

impl RuleProbe {
    /// These theories.
    pub fn new(theories: Vec<ValidatedRules>) -> RuleProbe {
        RuleProbe { theories }
    }

    /// The result for the side to move, if a rule decides it.
    pub fn result(&self, pos: &Chess) -> Option<Wdl> {
        let material = Material::of(pos.board()).canonical();
        let rules = self.theories.iter().find(|t| t.material() == material)?;
        if has_castling_rights(pos) || pos.ep_square(EnPassantMode::Legal).is_some() {
            return None;
        }
        let (scene, _) = rules.scene(pos.board(), pos.turn())?;
        let result = rules.verdict(&scene).interval().wdl()?;
        Some(if scene.strong_to_move { result } else { result.flipped() })
    }
}

impl TableProbe for RuleProbe {
    fn max_men(&self) -> u32 {
        self.theories.iter().map(|t| t.material().men() as u32).max().unwrap_or(0)
    }

    fn wdl(&self, pos: &Chess) -> Option<i8> {
        self.result(pos).map(|wdl| match wdl {
            Wdl::Win => 2,
            Wdl::Draw => 0,
            Wdl::Loss => -2,
        })
    }
}
