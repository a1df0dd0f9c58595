//! Why a position has its value: the rule that decides, filled with this position's men and squares, and the line
//! that leads to it. Facts only; the sentences around them are the caller's.

use philidor_chess::{
    Material,
    shakmaty::{Bitboard, Chess, Color, Move, Position, Role},
};
use philidor_truth::{Interval, Wdl};

use crate::{
    moves::Step,
    run::Reader,
    scene::{Frame, Scene},
    solve::{Reason, Solver},
    theory::{Expr, Phrase},
    validated::{Applied, ValidatedRules},
    value::{NOWHERE, Type, Value},
    vocabulary::Endgames,
};

/// A rule that applies to a position, in words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Its name.
    pub rule: String,
    /// Its reason with this position's men and squares.
    pub text: String,
    /// The squares it speaks of: sets in its reason.
    pub zone: Bitboard,
    /// Single squares in its reason.
    pub squares: Bitboard,
}

/// Where a line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum End {
    /// A rule decides.
    Rule(Told),
    /// Mate.
    Mate,
    /// Stalemate.
    Stalemate,
    /// Another endgame, known exactly.
    Table(Material),
    /// Play goes round in circles.
    Repetition,
}

/// A position explained.
#[derive(Debug, Clone)]
pub struct Account {
    /// Who wins.
    pub winner: Option<Color>,
    /// For the strong side, in the theory's measure.
    pub interval: Interval,
    /// Plies of search that were needed; `None` for a draw by repetition.
    pub plies: Option<u8>,
    /// Positions looked at.
    pub nodes: u64,
    /// Best play to where it ends.
    pub line: Vec<Move>,
    /// How it ends.
    pub end: End,
    /// The position in which it ends.
    pub last: Chess,
}

/// A move and what it leads to.
#[derive(Debug, Clone)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// Who wins after it.
    pub winner: Option<Color>,
}

/// Explains positions of one endgame.
#[derive(Debug)]
pub struct Explainer<'r> {
    rules: &'r ValidatedRules,
    solver: Solver<'r>,
}

impl<'r> Explainer<'r> {
    /// Ready to explain.
    pub fn new(rules: &'r ValidatedRules) -> Explainer<'r> {
        Explainer { rules, solver: Solver::new(rules) }
    }

    /// From now on no more than about so many positions are looked at; what needs more gets no answer.
    pub fn limit(&mut self, positions: u64) {
        self.solver.limit(positions);
    }

    /// Whether that limit is reached.
    pub fn is_spent(&self) -> bool {
        self.solver.is_spent()
    }

    /// The colour that the rules speak for.
    fn strong(&self, pos: &Chess) -> Color {
        if Material::of(pos.board()) == self.rules.material() { Color::White } else { Color::Black }
    }

    /// The account of a position; `None` if the theory does not speak of it.
    pub fn account(&mut self, pos: &Chess) -> Option<Account> {
        self.account_within(pos, u64::MAX)
    }

    /// The same, looking at no more than about so many positions: also `None` if that is not enough.
    pub fn account_within(&mut self, pos: &Chess, positions: u64) -> Option<Account> {
        let (scene, frame) = self.rules.scene(pos.board(), pos.turn())?;
        if !self.rules.speaks_of(&scene) {
            return None;
        }
        let strong = self.strong(pos);
        let solution = self.solver.solve_within(&scene, positions)?;
        let mut last = pos.clone();
        let mut line = Vec::new();
        for step in &solution.line {
            let mv = find_move(&last, step, frame)?;
            last.play_unchecked(mv);
            line.push(mv);
        }
        let end = if solution.reason == Reason::Repetition { End::Repetition } else { self.end(&last) };
        Some(Account {
            winner: winner(solution.result, strong),
            interval: solution.interval,
            plies: match solution.reason {
                Reason::Search(plies) => Some(plies),
                Reason::Repetition => None,
            },
            nodes: solution.nodes,
            line,
            end,
            last,
        })
    }

    /// All legal moves with their results.
    pub fn choices(&mut self, pos: &Chess) -> Option<Vec<Choice>> {
        let (scene, frame) = self.rules.scene(pos.board(), pos.turn())?;
        let strong = self.strong(pos);
        let mut steps = Vec::new();
        scene.each_move(|step| {
            steps.push(step);
            true
        });
        let mut out = Vec::new();
        for step in steps {
            let mv = find_move(pos, &step, frame)?;
            let (result, _) = self.solver.after(&step)?;
            out.push(Choice { mv, winner: winner(result, strong) });
        }
        Some(out)
    }

    /// How a position without need of search ends.
    pub fn end(&self, pos: &Chess) -> End {
        if pos.is_checkmate() {
            return End::Mate;
        }
        match self.told(pos) {
            Some(told) => End::Rule(told),
            None if pos.is_stalemate() => End::Stalemate,
            None => End::Table(Material::of(pos.board())),
        }
    }

    /// The rule that decides a position without search, in words.
    pub fn told(&self, pos: &Chess) -> Option<Told> {
        let (scene, _) = self.rules.scene(pos.board(), pos.turn())?;
        let applied = self.rules.verdict(&scene).deciding()?;
        Some(self.words(pos, applied))
    }

    /// All rules that apply to a position, in words.
    pub fn all_told(&self, pos: &Chess) -> Vec<Told> {
        match self.rules.scene(pos.board(), pos.turn()) {
            Some((scene, _)) => {
                self.rules.verdict(&scene).applied.into_iter().map(|a| self.words(pos, a)).collect()
            }
            None => Vec::new(),
        }
    }

    fn words(&self, pos: &Chess, applied: Applied) -> Told {
        let strong = if applied.flipped { !self.strong(pos) } else { self.strong(pos) };
        let rules = self.rules.rules();
        let rule = &rules.rules[applied.rule];
        let mut told = Told {
            rule: rule.name.clone(),
            text: String::new(),
            zone: Bitboard::EMPTY,
            squares: Bitboard::EMPTY,
        };
        let Some((scene, frame)) = Scene::of(pos.board(), pos.turn(), strong) else { return told };
        let mut reader = Reader::new(rules, &Endgames, scene);
        for phrase in &rule.because {
            match phrase {
                Phrase::Words(words) => told.text += words,
                Phrase::Hole(expr) => {
                    let value = reader.value(expr);
                    fill(&mut told, expr, value, &scene, frame);
                }
            }
        }
        told
    }
}

/// Writes a value into a reason and notes its squares.
fn fill(told: &mut Told, expr: &Expr, value: Value, scene: &Scene, frame: Frame) {
    let strong = if frame.flipped { Color::Black } else { Color::White };
    let colour = |own: bool| if own { strong } else { !strong };
    match (expr.ty, value) {
        (Type::Man, Value::Man(place)) => {
            let man = scene.man(usize::from(place));
            let square = frame.out(man.square);
            let name = match man.role {
                Role::King => "king",
                Role::Queen => "queen",
                Role::Rook => "rook",
                Role::Bishop => "bishop",
                Role::Knight => "knight",
                Role::Pawn => "pawn",
            };
            let side = colour(man.strong).fold_wb("white", "black");
            told.text += &format!("the {side} {name} on {square}");
        }
        (_, Value::Square(sq)) if sq < NOWHERE => {
            let square = frame.out(sq);
            told.squares.add(square);
            told.text += &square.to_string();
        }
        (_, Value::Square(_)) => told.text += "off the board",
        (_, Value::Set(set)) => {
            let set = frame.set(set);
            told.zone |= set;
            let names: Vec<String> = set.into_iter().map(|sq| sq.to_string()).collect();
            told.text += &match names.split_last() {
                None => "no square".to_owned(),
                Some((only, [])) => only.clone(),
                Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
            };
        }
        (_, Value::Int(n)) => told.text += &n.to_string(),
        (_, Value::Bool(yes)) => told.text += if yes { "yes" } else { "no" },
        (_, Value::Side(own)) => told.text += colour(own).fold_wb("White", "Black"),
        (_, Value::Man(_)) => {}
    }
}

/// The move that leads to where a step leads.
fn find_move(pos: &Chess, step: &Step, frame: Frame) -> Option<Move> {
    let (board, _) = step.scene.board(frame);
    pos.legal_moves().into_iter().find(|&mv| {
        let mut next = pos.clone();
        next.play_unchecked(mv);
        *next.board() == board
    })
}

fn winner(result: Wdl, strong: Color) -> Option<Color> {
    match result {
        Wdl::Win => Some(strong),
        Wdl::Draw => None,
        Wdl::Loss => Some(!strong),
    }
}
