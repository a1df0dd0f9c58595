//! Our own search as a source of lines.

use std::sync::Arc;

use philidor_know::search::{EvaluatorFactory, Game};
use philidor_tutor::{
    analyst::{AnalystError, Question},
    look::{Look, Looker},
};

use crate::{
    Stop,
    endings::Endings,
    engines::{OWN_NAME, Source},
};

/// Our search with the tables of its ending.
pub(crate) struct Own {
    looker: Looker,
    endings: Arc<Endings>,
    stop: Stop,
}

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
        self.looker.set_tables(Some(tables));
        self.looker.lines_within(question, nodes)
    }

    fn name(&self) -> String {
        OWN_NAME.to_owned()
    }

    fn live(
        &mut self,
        game: &Game,
        count: usize,
        nodes: u64,
        hear: &mut (dyn FnMut(u32, u64, Vec<Look>) + Send),
    ) -> Result<(), AnalystError> {
        let tables = self.endings.probe(game.position(), &self.stop);
        self.looker.set_tables(Some(tables));
        self.looker.watch(game, count, nodes, hear);
        Ok(())
    }
}
