//! Our own search as a source of lines.

use std::sync::Arc;

use philidor_chess::shakmaty::Position;
use philidor_know::search::{EvaluatorFactory, Score, TableProbe, mate_moves};
use philidor_tutor::{
    analyst::{AnalystError, Question},
    look::{Look, Looker},
};

use crate::{Stop, endings::Endings, engines::Source};

/// Our search, corrected where tables know better: a short search may call a drawn ending promising.
pub(crate) struct Own {
    looker: Looker,
    endings: Arc<Endings>,
    stop: Stop,
}

/// A table win that is no proven mate, in centipawns.
const TABLE_WIN_CP: Score = 20_000;

impl Own {
    pub(crate) fn new(factory: EvaluatorFactory, endings: Arc<Endings>) -> Own {
        Own { looker: Looker::new(factory, 0), endings, stop: Stop::new() }
    }
}

impl Source for Own {
    fn set_stop(&mut self, stop: &Stop) {
        self.looker.set_stop(stop.flag().clone());
        self.stop = stop.clone();
    }

    fn ask(&mut self, question: &Question<'_>, nodes: u64) -> Result<Vec<Look>, AnalystError> {
        let tables = self.endings.probe(question.pos, &self.stop);
        self.looker.set_tables(Some(tables.clone()));
        let mut looks = self.looker.lines_within(question, nodes)?;
        for look in &mut looks {
            look.score = exact(look, &*tables);
        }
        looks.sort_by_key(|look| std::cmp::Reverse(look.score));
        Ok(looks)
    }
}

/// The score of a line whose first move leads to a position the tables cover.
fn exact(look: &Look, tables: &dyn TableProbe) -> Score {
    let Some(first) = look.line.steps().first() else { return look.score };
    if mate_moves(look.score).is_some() || first.after.is_game_over() {
        return look.score;
    }
    match tables.wdl(&first.after) {
        None => look.score,
        // Seen from the side to move after the first move.
        Some(-2) => TABLE_WIN_CP,
        Some(2) => -TABLE_WIN_CP,
        Some(_) => 0,
    }
}
