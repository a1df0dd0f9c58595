//! False claims about what a side does in a line and what it can aim at.

use philidor_claims::{Goal, Idea, Score, Statement};

use super::{Maker, beside, next_role};

impl Maker<'_> {
    pub(super) fn plan(&mut self) {
        self.of_statement("goal, other square", |s| {
            if let Statement::Plan { goal } = s {
                match goal {
                    Goal::Manoeuvre { path, .. } => {
                        if let Some(last) = path.last_mut() {
                            *last = beside(*last);
                        }
                    }
                    Goal::Advance { to, .. }
                    | Goal::Occupy { to, .. }
                    | Goal::Develop { to, .. }
                    | Goal::Castle { to } => *to = beside(*to),
                    Goal::Exchange { square, .. } => *square = beside(*square),
                }
            }
        });
        self.of_statement("goal, other beginning", |s| {
            if let Statement::Plan { goal } = s {
                match goal {
                    Goal::Manoeuvre { path, .. } => path[0] = beside(path[0]),
                    Goal::Advance { from, .. } | Goal::Occupy { from, .. } | Goal::Develop { from, .. } => {
                        *from = beside(*from);
                    }
                    Goal::Castle { .. } | Goal::Exchange { .. } => {}
                }
            }
        });
        self.of_statement("goal, other man", |s| {
            if let Statement::Plan { goal } = s {
                match goal {
                    Goal::Manoeuvre { role, .. } | Goal::Occupy { role, .. } | Goal::Develop { role, .. } => {
                        *role = next_role(*role);
                    }
                    Goal::Exchange { own, .. } => *own = next_role(*own),
                    Goal::Advance { lever, .. } => *lever = !*lever,
                    Goal::Castle { .. } => {}
                }
            }
        });
    }

    pub(super) fn idea(&mut self) {
        self.of_statement("idea, other square", |s| {
            if let Statement::Idea { path, .. } = s
                && let Some(last) = path.last_mut()
            {
                *last = beside(*last);
            }
        });
        self.of_statement("idea, other beginning", |s| {
            if let Statement::Idea { path, .. } = s {
                path[0] = beside(path[0]);
            }
        });
        self.of_statement("idea, other man", |s| {
            if let Statement::Idea { role, .. } = s {
                *role = next_role(*role);
            }
        });
        self.of_statement("idea, other aim", |s| {
            if let Statement::Idea { idea, .. } = s {
                *idea = match idea.target() {
                    Some(target) => idea.at(beside(target)),
                    None if *idea == Idea::Seventh => Idea::OpenFile,
                    None => Idea::Seventh,
                };
            }
        });
        self.of_statement("idea, score", |s| {
            if let Statement::Idea { score, .. } = s {
                *score = Score::Cp(-3_000);
            }
        });
    }
}
