//! Whole theories learned from a table, as text in the rule language with a line on how far they reach.

use philidor_chess::{Material, shakmaty::Color};
use philidor_truth::Table;

use crate::{
    CoverSettings, Tree,
    characterise::{Characterisation, CharacteriseError, Dataset, Kind},
    cover,
    search::{Goal, Search, Settings},
    write,
};

/// The largest data set that rules are learned from.
const MOST_POSITIONS: usize = 400_000;

/// Why there is no data set to learn a theory from.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoData {
    /// No such features for the endgame.
    #[error(transparent)]
    Features(#[from] CharacteriseError),
    /// None of them has words.
    #[error("no {} feature of {material} can be said in the rule language", kind.name())]
    Unsayable {
        /// The features.
        kind: Kind,
        /// The endgame.
        material: Material,
    },
    /// Too many positions.
    #[error(
        "{material} has {positions} positions with one side to move: rules are learned from at most {MOST_POSITIONS}"
    )]
    TooMany {
        /// The endgame.
        material: Material,
        /// How many it has.
        positions: usize,
    },
}

/// A table as rules can speak of it, a data set for each side to move.
pub fn datasets(table: &Table, kind: Kind, sides: &[Color]) -> Result<Vec<Dataset>, NoData> {
    let material = table.material();
    let mut characterisation = Characterisation::new(kind, material)?;
    // A board that may be turned has no files and ranks, and like men have no names of their own.
    characterisation.features.retain(|f| f.is_sayable(material));
    if characterisation.features.is_empty() {
        return Err(NoData::Unsayable { kind, material });
    }
    let data: Vec<Dataset> = sides.iter().map(|&side| Dataset::new(table, side, &characterisation)).collect();
    match data.iter().map(Dataset::len).find(|&positions| positions > MOST_POSITIONS) {
        Some(positions) => Err(NoData::TooMany { material, positions }),
        None => Ok(data),
    }
}

/// Rules for the positions of each data set, at most `settings.rules` in all; an odd one goes to the first.
pub fn rules(data: &[Dataset], settings: CoverSettings) -> String {
    let each = settings.rules / data.len();
    let theories: Vec<_> = data
        .iter()
        .enumerate()
        .map(|(i, d)| {
            let rules = if i == 0 { settings.rules - each * (data.len() - 1) } else { each };
            cover(d, &d.rows(), CoverSettings { rules, ..settings })
        })
        .collect();
    let parts: Vec<_> = data.iter().zip(&theories).collect();
    let covered: String = parts
        .iter()
        .map(|(d, t)| {
            let share = 100.0 * t.covered as f64 / t.rows as f64;
            let rules = t.rules.len();
            format!("{} to move: {rules} rules cover {share:.2} % of {} positions.\n", side(d), t.rows)
        })
        .collect();
    write::rules(
        &format!("{}: rules learned from its table, shortest first.\n{covered}", data[0].material),
        &parts,
    )
}

/// Decision trees that decide every position of each data set, made small by a search of `steps` steps; `None` if the features do not tell
/// all positions of different result apart.
pub fn trees(data: &[Dataset], steps: u64, seed: u64) -> Option<String> {
    let settings = || Settings { seed, steps, heat: 2.0, goal: Goal::Leaves };
    let trees: Vec<Tree> = data
        .iter()
        .map(|d| Some(Search::new(d, settings(), None)?.run(&mut |_, _| true).tree))
        .collect::<Option<_>>()?;
    let parts: Vec<_> = data.iter().zip(&trees).collect();
    let sizes: String = parts
        .iter()
        .map(|(d, t)| {
            format!("{} to move: {} answers decide all {} positions.\n", side(d), t.leaves(), d.len())
        })
        .collect();
    let head = format!("{}: decision trees learned from its table.\n{sizes}", data[0].material);
    Some(write::trees(&head, &parts))
}

fn side(data: &Dataset) -> &'static str {
    data.to_move.fold_wb("White", "Black")
}
