//! False claims about what people play.

use philidor_claims::{Move, People, Statement};

use super::{Edit, Maker, beside};

impl Maker<'_> {
    pub(super) fn people(&mut self) {
        let edits: [Edit<fn(&mut People)>; 4] = [
            ("people, percent", |people| match people {
                People::Play { percent, .. }
                | People::Miss { percent, .. }
                | People::Tempted { percent, .. }
                | People::Answer { percent, .. } => *percent = (*percent + 37) % 101,
                People::GoWrong { wrong, .. } => *wrong = (*wrong + 37) % 101,
            }),
            ("people, scores", |people| match people {
                People::Miss { score, next, .. } => *next = *score,
                People::Tempted { score, best, .. } => *best = *score,
                People::Answer { trap: Some((score, best)), .. } => *best = *score,
                People::GoWrong { best, ways, .. } => *best = ways.first().map_or(*best, |way| way.score),
                _ => {}
            }),
            ("people, move", |people| match people {
                People::Play { mv, .. }
                | People::Miss { mv, .. }
                | People::Tempted { mv, .. }
                | People::Answer { mv, .. } => *mv = Move { to: beside(mv.to), ..*mv },
                People::GoWrong { ways, .. } => {
                    ways.pop();
                }
            }),
            ("people, expected", |people| {
                if let People::GoWrong { expected, .. } = people {
                    *expected = (*expected + 10) % 101;
                }
            }),
        ];
        for (field, edit) in edits {
            self.of_statement(field, |s| {
                if let Statement::People { people, .. } = s {
                    edit(people);
                }
            });
        }
    }
}
