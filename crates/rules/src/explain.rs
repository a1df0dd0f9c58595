//! Why a position has its value: the rule that decides, filled with this position's men and squares, and the line
//! that leads to it. Facts only; the sentences around them are the caller's.

use philidor_chess::{
    Material,
    shakmaty::{Bitboard, Chess, Color, EnPassantMode, Move, Position},
};
use philidor_truth::{Interval, Wdl};

use crate::{
    moves::Step,
    run::Reader,
    scene::{Frame, Scene},
    solve::{Reason, Solver},
    theory::Expr,
    tongue::{Part, Tongue, sentence},
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
    tongue: &'static Tongue,
}

impl<'r> Explainer<'r> {
    /// Ready to explain.
    pub fn new(rules: &'r ValidatedRules) -> Explainer<'r> {
        Explainer { rules, solver: Solver::new(rules), tongue: Tongue::own() }
    }

    /// The same in another language.
    #[must_use]
    pub fn speaking(self, tongue: &'static Tongue) -> Explainer<'r> {
        Explainer { tongue, ..self }
    }

    /// The language it speaks.
    pub fn tongue(&self) -> &'static Tongue {
        self.tongue
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
        if pos.ep_square(EnPassantMode::Legal).is_some() {
            return self.by_moves(pos, positions);
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

    /// The account of a position in which a pawn may be taken en passant, of which rules know nothing: that of its best move.
    fn by_moves(&mut self, pos: &Chess, positions: u64) -> Option<Account> {
        let worth =
            |winner: Option<Color>| winner.map_or(0, |winner| if winner == pos.turn() { 1 } else { -1 });
        let strong = self.strong(pos);
        let mut best: Option<Account> = None;
        for mv in pos.legal_moves() {
            let mut next = pos.clone();
            next.play_unchecked(mv);
            let known = self.account_within(&next, positions).or_else(|| self.outside(&next, strong))?;
            if best.as_ref().is_none_or(|best| worth(known.winner) > worth(best.winner)) {
                let plies = known.plies.map(|plies| plies.saturating_add(1));
                let line = [mv].into_iter().chain(known.line).collect();
                best = Some(Account { plies, line, ..known });
            }
        }
        best
    }

    /// The account of a position of another endgame, or one that the theory leaves out.
    fn outside(&self, pos: &Chess, strong: Color) -> Option<Account> {
        let (scene, _) = Scene::of(pos.board(), pos.turn(), strong)?;
        let result = match self.rules.below().result(&scene)? {
            1.. => Wdl::Win,
            0 => Wdl::Draw,
            _ => Wdl::Loss,
        };
        let interval = match result {
            Wdl::Win => Interval::WIN,
            Wdl::Draw => Interval::DRAW,
            Wdl::Loss => Interval::LOSS,
        };
        let (winner, last) = (winner(result, strong), pos.clone());
        Some(Account {
            winner,
            interval,
            plies: Some(0),
            nodes: 0,
            line: Vec::new(),
            end: self.end(pos),
            last,
        })
    }

    /// All legal moves with their results; none if one of them is not known. `None` if the limit was reached before.
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
            let Some((result, _)) = self.solver.after(&step) else {
                // Of a choice that is not known in full nothing is said.
                return if self.is_spent() { None } else { Some(Vec::new()) };
            };
            out.push(Choice { mv, winner: winner(result, strong) });
        }
        for mv in pos.legal_moves().into_iter().filter(|mv| mv.is_en_passant()) {
            let mut next = pos.clone();
            next.play_unchecked(mv);
            out.push(Choice { mv, winner: self.outside(&next, strong)?.winner });
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
        let sentence = sentence(rule, rules);
        for part in self.tongue.parts(rule, rules, &sentence) {
            match part {
                Part::Words(words) => told.text += words,
                Part::Hole(expr, form) => {
                    let value = reader.value(expr);
                    Filling { tongue: self.tongue, scene: &scene, frame, told: &mut told }
                        .fill(expr, value, form);
                }
            }
        }
        told
    }
}

/// A reason that is being told.
struct Filling<'a> {
    tongue: &'static Tongue,
    scene: &'a Scene,
    frame: Frame,
    told: &'a mut Told,
}

impl Filling<'_> {
    /// Writes a value into the reason and notes its squares.
    fn fill(&mut self, expr: &Expr, value: Value, form: &str) {
        let Filling { tongue, scene, frame, told } = self;
        let strong = if frame.flipped { Color::Black } else { Color::White };
        let colour = |own: bool| if own { strong } else { !strong };
        told.text += &match (expr.ty, value) {
            (Type::Man, Value::Man(place)) => {
                let man = scene.man(usize::from(place));
                tongue.man(form, colour(man.strong), man.role, frame.out(man.square))
            }
            (_, Value::Square(sq)) if sq < NOWHERE => {
                let square = frame.out(sq);
                told.squares.add(square);
                square.to_string()
            }
            (_, Value::Square(_)) => tongue.off_the_board().to_owned(),
            (_, Value::Set(set)) => {
                let set = frame.set(set);
                told.zone |= set;
                let names: Vec<String> = set.into_iter().map(|sq| sq.to_string()).collect();
                tongue.squares(&names)
            }
            (_, Value::Int(n)) => n.to_string(),
            (_, Value::Bool(yes)) => tongue.truth(yes).to_owned(),
            (_, Value::Side(own)) => tongue.side(colour(own)).to_owned(),
            (_, Value::Man(_)) => String::new(),
        };
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
