//! Several nets that must agree, and pass where they do not.

use philidor_induce::characterise::Dataset;
use philidor_truth::Wdl;

use super::{Judge, MineError, Run, train};

/// Nets of one kind, each trained from another start. A panel speaks where all of them are sure of the same result.
#[derive(Debug, Clone)]
pub struct Panel {
    members: Vec<Judge>,
    margin: f32,
}

impl Panel {
    /// Trains `size` nets with seeds from `seed` on.
    pub fn fit(
        run: &Run,
        data: &Dataset,
        rows: &[u32],
        seed: u64,
        size: u32,
        margin: f32,
    ) -> Result<Panel, MineError> {
        let member = |i: u32| -> Result<Judge, MineError> {
            Ok(train(run, seed + u64::from(i), data, rows, &[], &mut |_| true)?.judge(run, data))
        };
        Ok(Panel { members: (0..size).map(member).collect::<Result<_, _>>()?, margin })
    }

    /// What it says of some rows; `None` where it passes.
    pub fn says(&self, data: &Dataset, rows: &[u32]) -> Vec<Option<Wdl>> {
        let mut said: Vec<Option<Wdl>> = Vec::new();
        for (i, judge) in self.members.iter().enumerate() {
            let answers = judge.answers(data, rows);
            let opinions = answers
                .chunks_exact(judge.net().shape().outputs())
                .map(|y| judge.is_sure(y, self.margin).then(|| judge.decide(y)));
            if i == 0 {
                said = opinions.collect();
            } else {
                said.iter_mut().zip(opinions).for_each(|(all, one)| *all = all.filter(|_| *all == one));
            }
        }
        said
    }

    /// Weights of all members.
    pub fn weights(&self) -> usize {
        self.members.iter().map(|judge| judge.net().parameters().len()).sum()
    }
}
