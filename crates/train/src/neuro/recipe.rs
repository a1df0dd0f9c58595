//! Recipes of `philidor learn train`: every choice of the paper, and ours, as a switch. What is left out is as in the paper.

use std::path::Path;

use philidor_files as files;
use philidor_know::evaluator;
use philidor_knowledge::LEARNING_RECIPES;
use philidor_nets::batch::Loss;
use serde::{Deserialize, Serialize};

use super::{NeuroError, view::View};
use crate::nnue::taught::Taught;

/// A training run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Recipe {
    /// What it is, in a line.
    pub title: String,
    /// What it asks.
    pub question: String,
    /// What V sees.
    pub view: View,
    /// Hidden neurons of V: 0 to 80 in the paper.
    pub hidden: usize,
    /// For the first n games V has no hidden neurons; then it gets them without a jump.
    pub linear_games: u64,
    /// Games to train on.
    pub games: u64,
    /// Games per round: all are played with the same weights, then learned from.
    pub round: u64,
    /// Rounds that the weights in play may be behind, so that nobody waits.
    pub lag: u64,
    /// How games are sampled.
    pub sample: Sample,
    /// What is learned from them.
    pub learn: Learn,
    /// Instead of all this: a net with two perspectives that has a teacher.
    pub taught: Option<Taught>,
}

/// How games are sampled.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sample {
    /// Share of games taken from experts to the end; in the others experts play a random number of moves and the net plays the rest.
    pub whole_games: f64,
    /// Share of expert games that must have a winner (0: as they come).
    pub decisive: f64,
    /// Full-width plies of self-play.
    pub depth: u32,
    /// Plies of captures beyond.
    pub quiescence: u32,
    /// Instead: the engine's own search, with this many nodes per move (0: the exact search of `depth`).
    pub nodes: u64,
    /// Who plays instead of V after the experts: one of our own evaluations by name (empty: V itself).
    pub teacher: String,
    /// Share of moves in self-play that are random.
    pub random_moves: f64,
    /// Self-play begins with one to n random half-moves; boards before their end are then not learned from.
    pub random_start: usize,
    /// Share of self-play games that begin with men missing; boards before are then not learned from.
    pub odds: f64,
    /// One to n men are missing then, of either side.
    pub odds_men: usize,
    /// Half-moves of self-play after which a game is a draw.
    pub longest: usize,
    /// A game is won as soon as the search has said at least this value for eight half-moves; one game in five is played out all
    /// the same (1: all are).
    pub resign: f64,
    /// Which boards are learned from.
    pub boards: Boards,
    /// Examples kept per buffer.
    pub buffer: usize,
    /// Buffers (the paper: one per workstation); game n goes to buffer n modulo this.
    pub buffers: usize,
    /// Examples drawn from the buffer for each one that came in.
    pub replays: f64,
    /// In self-play n other moves per board are tried too, and the boards of the line that each leads to get the value at
    /// its end (TreeStrap on a sample of the tree).
    pub tree: usize,
}

/// Which boards are learned from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Boards {
    /// Only those where nothing is about to be captured, and the last.
    Quiet,
    /// All.
    All,
    /// For every board the one where the best line of its search ends (TDLeaf).
    Leaf,
    /// Those where no check is to be answered and the best move that the search found takes nothing, and the last.
    Calm,
}

/// What is learned.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Learn {
    /// Where target values come from.
    pub target: Target,
    /// Discount for every two half-moves.
    pub discount: f64,
    /// How far results reach back at once: TD(lambda).
    pub lambda: f64,
    /// The same at the end of training; it changes evenly (left out: it stays).
    pub last_lambda: Option<f64>,
    /// Learning rate.
    pub rate: f64,
    /// The rate at the end, as a share of the first (falls along half a cosine).
    pub last_rate: f64,
    /// Factor of the learning rate on final boards.
    pub final_factor: f64,
    /// What a wrong value costs.
    pub loss: Loss,
    /// How steps are made from gradients.
    pub optimiser: Optimiser,
    /// Examples per step.
    pub batch: usize,
    /// V plays, and is kept, as the running mean of its weights over about n steps (0: as it is).
    pub average: u64,
    /// Explanation-based slopes.
    pub slopes: Slopes,
    /// Weight of the slopes.
    pub slope_weight: f64,
    /// With `lob`: the error of the model's value at which its slopes count nothing.
    pub lob_range: f64,
    /// Count each input's slope by how well the model predicts it (its R²).
    pub trust: bool,
    /// Reach of the first random weights.
    pub first_weights: f64,
}

/// Where target values come from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Target {
    /// Temporal differences.
    Td,
    /// The result of the game, for every board.
    Outcome,
    /// In self-play the value that the search found (RootStrap), mixed with what comes back from the end by `lambda`;
    /// temporal differences elsewhere.
    Search,
}

/// How steps are made from gradients.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Optimiser {
    /// Plain back-propagation.
    Sgd,
    /// Adam.
    Adam,
}

/// How slopes from the model are weighted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Slopes {
    /// Not at all: plain temporal differences.
    None,
    /// All alike.
    Const,
    /// LOB*: less where the model's value is wrong.
    Lob,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            title: String::new(),
            question: String::new(),
            view: View::Features,
            hidden: 80,
            linear_games: 0,
            games: 2400,
            round: 20,
            lag: 1,
            sample: Sample::default(),
            learn: Learn::default(),
            taught: None,
        }
    }
}

impl Default for Sample {
    fn default() -> Sample {
        Sample {
            // Self-play after a random point is about twice as long as what came before: this makes 90 % expert boards.
            whole_games: 0.89,
            decisive: 0.0,
            depth: 2,
            quiescence: 0,
            nodes: 0,
            teacher: String::new(),
            random_moves: 0.0,
            random_start: 0,
            odds: 0.0,
            odds_men: 3,
            longest: 200,
            resign: 1.0,
            boards: Boards::Quiet,
            buffer: 1000,
            buffers: 1,
            replays: 4.0,
            tree: 0,
        }
    }
}

impl Default for Learn {
    fn default() -> Learn {
        Learn {
            target: Target::Td,
            discount: 0.98,
            lambda: 0.0,
            last_lambda: None,
            rate: 0.0004,
            last_rate: 1.0,
            final_factor: 20.0,
            loss: Loss::Squared,
            optimiser: Optimiser::Sgd,
            batch: 1,
            average: 0,
            slopes: Slopes::Const,
            slope_weight: 0.1,
            lob_range: 0.5,
            trust: false,
            first_weights: 0.05,
        }
    }
}

impl Recipe {
    /// Reads a recipe.
    pub fn parse(name: &str, text: &str) -> Result<Recipe, NeuroError> {
        let bad = |why: String| NeuroError::Recipe(format!("recipe {name}: {why}"));
        let recipe: Recipe = toml::from_str(text).map_err(|e| bad(e.to_string()))?;
        recipe
            .taught
            .as_ref()
            .map_or(Ok(()), |taught| taught.check().map_err(|why| bad(format!("taught: {why}"))))?;
        let (sample, learn) = (&recipe.sample, &recipe.learn);
        let share = |what: &str, x: f64| match (0.0..=1.0).contains(&x) {
            true => Ok(()),
            false => Err(bad(format!("{what} is a share from 0 to 1, not {x}"))),
        };
        share("sample.whole_games", sample.whole_games)?;
        share("sample.decisive", sample.decisive)?;
        share("sample.random_moves", sample.random_moves)?;
        share("sample.odds", sample.odds)?;
        share("sample.resign", sample.resign)?;
        share("learn.discount", learn.discount)?;
        share("learn.lambda", learn.lambda)?;
        share("learn.last_lambda", learn.last_lambda.unwrap_or(0.0))?;
        share("learn.last_rate", learn.last_rate)?;
        let whole = |what: &str, n: u64, low: u64, high: u64| match (low..=high).contains(&n) {
            true => Ok(()),
            false => Err(bad(format!("{what} must be from {low} to {high}, not {n}"))),
        };
        whole("hidden", recipe.hidden as u64, 0, 1024)?;
        whole("games", recipe.games, 1, 100_000_000)?;
        whole("round", recipe.round, 1, 100_000)?;
        whole("lag", recipe.lag, 0, 8)?;
        whole("sample.depth", sample.depth.into(), 1, 8)?;
        whole("sample.quiescence", sample.quiescence.into(), 0, 60)?;
        whole("sample.nodes", sample.nodes, 0, 1_000_000)?;
        whole("sample.random_start", sample.random_start as u64, 0, 100)?;
        whole("sample.odds_men", sample.odds_men as u64, 1, 30)?;
        whole("sample.tree", sample.tree as u64, 0, 300)?;
        whole("sample.longest", sample.longest as u64, 1, 2000)?;
        whole("sample.buffer", sample.buffer as u64, 1, 10_000_000)?;
        whole("sample.buffers", sample.buffers as u64, 1, 1000)?;
        whole("learn.average", learn.average, 0, 1_000_000_000)?;
        whole("learn.batch", learn.batch as u64, 1, 100_000)?;
        for (what, x) in [
            ("sample.replays", sample.replays),
            ("learn.rate", learn.rate),
            ("learn.final_factor", learn.final_factor),
            ("learn.slope_weight", learn.slope_weight),
            ("learn.lob_range", learn.lob_range),
            ("learn.first_weights", learn.first_weights),
        ] {
            if !(x.is_finite() && x >= 0.0) {
                return Err(bad(format!("{what} must not be negative, and is {x}")));
            }
        }
        if !sample.teacher.is_empty() && !evaluator::NAMES.contains(&sample.teacher.as_str()) {
            let names = evaluator::NAMES.join(", ");
            return Err(bad(format!("sample.teacher is one of {names}, not {:?}", sample.teacher)));
        }
        if recipe.view != View::Features {
            whole("hidden, without view = \"features\",", recipe.hidden as u64, 1, 1024)?;
            if learn.slopes != Slopes::None || recipe.linear_games > 0 {
                let why = "the chess model and linear_games are for view = \"features\": \
                           with another view set slopes = \"none\" and leave linear_games out";
                return Err(bad(why.to_owned()));
            }
        }
        if sample.boards == Boards::Leaf && learn.slopes != Slopes::None {
            let why = "learn.slopes need boards two half-moves apart, which the ends of lines are not: \
                       with sample.boards = \"leaf\" set slopes = \"none\"";
            return Err(bad(why.to_owned()));
        }
        Ok(recipe)
    }

    /// A recipe that comes with the program.
    pub fn find(name: &str) -> Result<Recipe, NeuroError> {
        match LEARNING_RECIPES.get(name) {
            Some(file) => Recipe::parse(file.name, file.text),
            None => Err(NeuroError::Recipe(format!(
                "no recipe {name:?}: there are {}; a file name ending in .toml is read as a recipe",
                LEARNING_RECIPES.names().collect::<Vec<_>>().join(", ")
            ))),
        }
    }

    /// A recipe by name, or from a file whose name ends in `.toml`.
    pub fn read(name: &str) -> anyhow::Result<Recipe> {
        if !name.ends_with(".toml") {
            return Ok(Recipe::find(name)?);
        }
        let path = Path::new(name);
        Ok(Recipe::parse(&files::stem(path), &files::read_text(path)?)?)
    }

    /// Whether V will have no hidden neurons, though the recipe means to give it some: they come after more games than there are.
    pub fn stays_linear(&self) -> bool {
        self.hidden > 0 && self.games <= self.linear_games
    }

    /// Whether the chess model is needed.
    pub fn needs_model(&self) -> bool {
        self.learn.slopes != Slopes::None
    }

    /// Rounds in all.
    pub fn rounds(&self) -> u64 {
        self.games.div_ceil(self.round)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shipped_recipes_are_read_and_td_differs_from_ebnn_in_one_switch() {
        for file in LEARNING_RECIPES.entries() {
            let recipe = Recipe::parse(file.name, file.text).unwrap_or_else(|error| panic!("{error}"));
            assert!(!recipe.title.is_empty() && !recipe.question.is_empty(), "{}", file.path);
        }
        let (ebnn, mut td) = (Recipe::find("ebnn").unwrap(), Recipe::find("td").unwrap());
        assert_eq!((ebnn.learn.slopes, td.learn.slopes), (Slopes::Const, Slopes::None));
        td.learn.slopes = Slopes::Const;
        (td.title, td.question) = (ebnn.title.clone(), ebnn.question.clone());
        assert_eq!(ebnn, td);
    }

    #[test]
    fn mistakes_are_named() {
        for (text, word) in [
            ("hiden = 3", "hiden"),
            ("[learn]\ndiscount = 1.5", "discount"),
            ("[learn]\ntarget = 'luck'", "luck"),
            ("games = 0", "games"),
            ("[sample]\ndepth = 40", "depth"),
            ("[sample]\nboards = 'leaf'", "slopes"),
            ("[sample]\nteacher = 'nobody'", "gnu-like"),
            ("view = 'squares'", "slopes"),
            ("view = 'squares'\nhidden = 0\n[learn]\nslopes = 'none'", "hidden"),
            ("view = 'dreams'", "dreams"),
        ] {
            let error = Recipe::parse("x", text).unwrap_err().to_string();
            assert!(error.contains(word) && error.contains("recipe x"), "{error}");
        }
        assert!(Recipe::find("nothing").unwrap_err().to_string().contains("ebnn"));
    }
}
