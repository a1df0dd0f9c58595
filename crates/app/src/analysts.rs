//! Who looks ahead for the tutor: our own search with its tables, or any UCI engine.

use std::sync::Arc;

use philidor_chess::{parse_fen, shakmaty::Position};
use philidor_know::search::{EvaluatorFactory, TableProbe, mate_moves};
use philidor_tutor::{
    analyst::{Analyst, AnalystError, Question},
    look::{Look, Looker},
};
use philidor_verify::{Oracle, Wdl};

use crate::uci_analyst::UciAnalyst;

/// How to make analysts: each worker gets one of its own.
#[derive(Clone)]
pub(crate) enum Source {
    /// Our search.
    Own { factory: EvaluatorFactory, tables: Option<Arc<dyn TableProbe>> },
    /// Another program.
    Outside { command: String },
}

impl Source {
    /// An analyst with a budget of `nodes` per position.
    pub(crate) fn start(&self, nodes: u64) -> anyhow::Result<Box<dyn Analyst>> {
        Ok(match self {
            Source::Own { factory, tables } => {
                let mut looker = Looker::new(factory.clone(), nodes);
                looker.set_tables(tables.clone());
                match tables {
                    Some(tables) => Box::new(Exact { inner: looker, tables: tables.clone() }),
                    None => Box::new(looker),
                }
            }
            Source::Outside { command } => Box::new(UciAnalyst::start(command, nodes)?),
        })
    }

    /// The tables it uses, as the checker asks them.
    pub(crate) fn oracle(&self) -> Option<Box<dyn Oracle>> {
        match self {
            Source::Own { tables: Some(tables), .. } => Some(Box::new(Witness(tables.clone()))),
            _ => None,
        }
    }
}

/// Tables as an oracle.
struct Witness(Arc<dyn TableProbe>);

impl Oracle for Witness {
    /// The fifty-move rule does not count: what it turns into a draw is won all the same.
    fn value(&self, fen: &str) -> Option<Wdl> {
        let pos = parse_fen(fen).ok()?;
        if pos.is_game_over() {
            return None;
        }
        self.0.wdl(&pos).map(i8::signum)
    }
}

/// Our search, corrected where tables know better: a short search may call a drawn ending promising.
struct Exact {
    inner: Looker,
    tables: Arc<dyn TableProbe>,
}

/// A table win that is no proven mate, in centipawns.
const TABLE_WIN_CP: i32 = 20_000;

impl Exact {
    /// The score of a line whose first move leads to a position the tables cover.
    fn score(&self, look: &Look) -> i32 {
        let Some(first) = look.line.steps().first() else { return look.score };
        if mate_moves(look.score).is_some() || first.after.is_game_over() {
            return look.score;
        }
        match self.tables.wdl(&first.after) {
            None => look.score,
            // Seen from the side to move after the first move.
            Some(-2) => TABLE_WIN_CP,
            Some(2) => -TABLE_WIN_CP,
            Some(_) => 0,
        }
    }
}

impl Analyst for Exact {
    fn name(&self) -> &str {
        self.inner.name()
    }

    fn lines(&mut self, question: &Question<'_>) -> Result<Vec<Look>, AnalystError> {
        let mut looks = self.inner.lines(question)?;
        for look in &mut looks {
            look.score = self.score(look);
        }
        looks.sort_by_key(|look| std::cmp::Reverse(look.score));
        Ok(looks)
    }
}
