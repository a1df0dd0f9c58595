//! A net that says how positions end.

use philidor_chess::{
    Material,
    shakmaty::{Chess, Color},
};
use philidor_induce::{
    Classifier, Learner,
    characterise::{Characterisation, CharacteriseError, Coding, Dataset, Feature, Place},
};
use philidor_nets::{BadShape, Net, Shape, batch::Batch, file::Model};
use philidor_truth::Wdl;

use super::{Run, Target, Trainer, coding, samples, train};

/// Why a net and what it should judge do not fit.
#[derive(Debug, thiserror::Error)]
pub enum FitError {
    /// Not a shape.
    #[error(transparent)]
    Shape(#[from] BadShape),
    /// The numbers ran away.
    #[error("the net lost its numbers (a weight is not finite) in epoch {epoch}: a smaller rate may help")]
    NotANumber {
        /// When.
        epoch: u32,
    },
    /// Another number of inputs.
    #[error("the net takes {takes} inputs, but {features} {coding} features give {give}")]
    Inputs {
        /// What it takes.
        takes: usize,
        /// How many features.
        features: usize,
        /// How they are coded.
        coding: String,
        /// How many inputs that gives.
        give: usize,
    },
    /// Something in the model's story that nobody knows.
    #[error("the model speaks of {what} {found:?}, which this program does not know")]
    Unknown {
        /// Of what.
        what: &'static str,
        /// What it says.
        found: String,
    },
    /// Unknown features.
    #[error(transparent)]
    Features(#[from] CharacteriseError),
    /// A start that the shape does not allow.
    #[error(
        "start = \"linear\" needs one hidden layer with as many neurons as inputs (hidden = [0]) and one output"
    )]
    LinearStart,
    /// A number of bits that makes no sense.
    #[error("bits = {0}: weights have 2 to 16 bits")]
    Bits(u32),
}

/// A net with everything needed to ask it about positions.
#[derive(Debug, Clone)]
pub struct Judge {
    /// Of which endgame.
    pub material: Material,
    /// Who is to move in the positions it knows.
    pub to_move: Color,
    features: Vec<Feature>,
    coding: Coding,
    classes: Vec<Wdl>,
    target: Target,
    net: Net<f32>,
}

impl Judge {
    pub(super) fn new(run: &Run, data: &Dataset, net: Net<f32>) -> Judge {
        Judge {
            material: data.material,
            to_move: data.to_move,
            features: data.features.clone(),
            coding: coding(&run.coding).unwrap_or(Coding::Natural),
            classes: samples::classes(data),
            target: run.target,
            net,
        }
    }

    /// The judge in a model file.
    pub fn from_model(model: &Model) -> Result<Judge, FitError> {
        let story = &model.story;
        let unknown = |what, found: &str| FitError::Unknown { what, found: found.to_owned() };
        let material: Material = story.endgame.parse().map_err(|_| unknown("endgame", &story.endgame))?;
        let to_move = match story.to_move.as_str() {
            "white" => Color::White,
            "black" => Color::Black,
            other => return Err(unknown("side", other)),
        };
        let names: Vec<&str> = story.features.iter().map(String::as_str).collect();
        let features = Characterisation::only(story.kind.parse()?, material, &names)?.features;
        let coding = coding(&story.coding).ok_or_else(|| unknown("coding", &story.coding))?;
        let class = |word: &str| match word {
            "win" => Ok(Wdl::Win),
            "draw" => Ok(Wdl::Draw),
            "loss" => Ok(Wdl::Loss),
            other => Err(unknown("result", other)),
        };
        let classes: Vec<Wdl> = story.classes.split_whitespace().map(class).collect::<Result<_, _>>()?;
        let target = Target::by_name(&story.target).ok_or_else(|| unknown("target", &story.target))?;
        let give = features.iter().map(|f| coding.width(f)).sum();
        if give != model.net.shape().inputs() {
            return Err(FitError::Inputs {
                takes: model.net.shape().inputs(),
                features: features.len(),
                coding: story.coding.clone(),
                give,
            });
        }
        if classes.is_empty() || classes.len() > 2 && classes.len() != model.net.shape().outputs() {
            return Err(unknown("results", &story.classes));
        }
        Ok(Judge { material, to_move, features, coding, classes, target, net: model.net.clone() })
    }

    /// The net.
    pub fn net(&self) -> &Net<f32> {
        &self.net
    }

    /// The same judge with another net of the same shape.
    #[must_use]
    pub fn with_net(&self, net: Net<f32>) -> Judge {
        Judge { net, ..self.clone() }
    }

    /// What it looks at.
    pub fn features(&self) -> &[Feature] {
        &self.features
    }

    /// How features become inputs.
    pub fn coding(&self) -> Coding {
        self.coding
    }

    /// The results it tells apart, in words.
    pub fn classes_in_words(&self) -> String {
        let word = |c: &Wdl| match c {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        };
        self.classes.iter().map(word).collect::<Vec<_>>().join(" ")
    }

    /// The outputs for some rows of a dataset with the same features, row after row.
    pub fn answers(&self, data: &Dataset, rows: &[u32]) -> Vec<f32> {
        let mut batch = Batch::default();
        let mut out = Vec::with_capacity(rows.len() * self.net.shape().outputs());
        for rows in rows.chunks(2048) {
            let inputs: Vec<f32> =
                rows.iter().flat_map(|&r| self.coding.encode(&self.features, &data.values_of(r))).collect();
            out.extend_from_slice(batch.run(&self.net, &inputs));
        }
        out
    }

    /// The result that outputs stand for.
    pub fn decide(&self, answer: &[f32]) -> Wdl {
        let best = |is: bool| if is { self.classes[0] } else { *self.classes.last().expect("a result") };
        match (self.target, answer) {
            (Target::Depth, _) => best(answer[0] > 0.03),
            (Target::Both, _) => best(answer[0] >= 0.5),
            (Target::Value, [y]) => best(*y >= 0.5),
            (Target::Value, [y1, y2]) => best(y1 >= y2),
            (Target::Value, many) => {
                let largest = (1..many.len()).fold(0, |b, i| if many[i] > many[b] { i } else { b });
                self.classes[largest]
            }
        }
    }

    /// Every output is at least `margin` away from doubt, and two outputs do not say the same of opposite things.
    pub fn is_sure(&self, answer: &[f32], margin: f32) -> bool {
        let agree = answer.len() != 2 || (answer[0] >= 0.5) != (answer[1] >= 0.5);
        agree && answer.iter().all(|y| (y - 0.5).abs() >= margin)
    }

    /// How good a position is for White, for choosing among moves: larger is better.
    pub fn liking(&self, answer: &[f32]) -> f32 {
        match (self.target, answer) {
            (Target::Value, [win, .., loss]) if self.classes.len() > 2 => win - loss,
            (Target::Both, [value, depth]) => value + depth,
            _ => answer[0],
        }
    }

    /// The outputs for a position of its endgame with its side to move; `None` if it is another endgame.
    pub fn ask(&self, pos: &Chess) -> Option<Vec<f32>> {
        let place = Place::of(pos, self.material)?;
        let values: Vec<i8> = self.features.iter().map(|f| f.value(&place)).collect();
        Some(self.net.run(&self.coding.encode(&self.features, &values)))
    }
}

impl Classifier for Judge {
    fn predict(&self, values: &[i8]) -> Wdl {
        self.decide(&self.net.run(&self.coding.encode(&self.features, values)))
    }

    fn size_bits(&self) -> f64 {
        32.0 * self.net.parameters().len() as f64
    }

    fn parts(&self) -> usize {
        self.net.parameters().len()
    }

    fn text(&self, features: &[Feature]) -> String {
        format!("a {} net on {} features", self.net.shape(), features.len())
    }
}

/// Trains a net wherever a method of rule induction could be trained.
#[derive(Debug, Clone)]
pub struct NetLearner {
    /// How.
    pub run: Run,
}

impl Learner for NetLearner {
    fn name(&self) -> String {
        self.run.label.clone()
    }

    fn fit(&self, data: &Dataset, rows: &[u32], seed: u64) -> Box<dyn Classifier> {
        let trained = train(&self.run, seed, data, rows, &[], &mut |_| true);
        let net = match trained {
            Ok(trained) => trained.net,
            // A net that lost its numbers has learned nothing, and is measured like that.
            Err(_) => Net::zero(shape(&self.run, data).expect("a shape that was trained")),
        };
        Box::new(Judge::new(&self.run, data, net))
    }
}

/// The shape of a run's net on a dataset.
pub(super) fn shape(run: &Run, data: &Dataset) -> Result<Shape, FitError> {
    let coding =
        coding(&run.coding).ok_or_else(|| FitError::Unknown { what: "coding", found: run.coding.clone() })?;
    let inputs: usize = data.features.iter().map(|f| coding.width(f)).sum();
    let mut sizes = vec![inputs];
    sizes.extend(run.hidden.iter().map(|&n| if n == 0 { inputs } else { n }));
    sizes.push(match run.target {
        Target::Depth => 1,
        Target::Both => 2,
        Target::Value if samples::classes(data).len() > 2 => 3,
        Target::Value if run.trainer == Trainer::Drill => 1,
        Target::Value => run.outputs.clamp(1, 2),
    });
    Ok(Shape::new(&sizes, run.activation, philidor_nets::Activation::Sigmoid)?)
}
