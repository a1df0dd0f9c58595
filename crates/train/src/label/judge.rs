//! Who says what positions are worth.

use philidor_chess::shakmaty::Chess;
use philidor_know::search::{Engine, EvaluatorFactory, Game, Limits, NoClock, Signals};

/// Says what positions are worth.
pub trait Judge {
    /// Forgets everything, so that what follows does not depend on what was asked before.
    fn begin(&mut self);
    /// Centipawns for the side to move, which has a legal move and is not in check.
    fn judge(&mut self, pos: &Chess) -> i32;
}

/// Our own search with a limit of nodes, or one of our evaluations by itself.
pub struct OwnJudge {
    engine: Engine,
    nodes: u64,
}

impl OwnJudge {
    /// Judges with `factory`; searches `nodes` nodes (0: none at all) on the thread that asks, which then needs
    /// [`philidor_know::search::STACK_BYTES`] of stack.
    pub fn new(factory: &EvaluatorFactory, nodes: u64) -> OwnJudge {
        let mut engine = Engine::new(factory.clone(), 2, 1);
        engine.stay_on_thread();
        OwnJudge { engine, nodes }
    }
}

impl Judge for OwnJudge {
    fn begin(&mut self) {
        self.engine.new_game();
    }

    fn judge(&mut self, pos: &Chess) -> i32 {
        let limits = Limits { nodes: Some(self.nodes), ..Limits::default() };
        let game = Game::new(pos.clone());
        let searched = (self.nodes > 0)
            .then(|| self.engine.search(&game, &limits, &Signals::default(), &NoClock, &mut |_| {}).score());
        searched.flatten().unwrap_or_else(|| self.engine.evaluate(pos))
    }
}

/// Says nothing: results alone teach.
pub struct Nobody;

impl Judge for Nobody {
    fn begin(&mut self) {}

    fn judge(&mut self, _: &Chess) -> i32 {
        0
    }
}
