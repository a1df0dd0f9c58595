//! Exact knowledge: tables, solved when they are missing, the theories over them, and both as the tutor's endgame book.

use std::{
    collections::{HashMap, HashSet},
    path::PathBuf,
    sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock, atomic::AtomicBool},
};

use philidor_chess::{
    Material, fen, parse_fen,
    shakmaty::{Chess, Position},
};
use philidor_know::search::TableProbe;
use philidor_rules::{
    Endgames, Refused, RuleSource, Tongue, Unusable, ValidatedRules,
    explain::{Account, End, Explainer},
    library::{self, NoTheory, Shipped},
    validate::{Below, Ground},
};
use philidor_truth::{
    BuildError, Depth, MOST_MEN, Prober, Stopped, Syzygy, Table, Tables, Verdict, Watch, file::FileError,
    syzygy::SyzygyError,
};
use philidor_tutor::endgame::{DecidingRule, EndgameAccount, EndgameBook};
use philidor_verify::{Oracle, Wdl};

use crate::{Stop, theory::Results};

/// Men up to which missing tables are solved on the spot.
pub const SOLVED_AT_ONCE: usize = 4;
/// Positions that are looked at for the rule that decides; beyond that the tables' word has to do.
pub(crate) const RULE_NODES: u64 = 20_000;
/// Men of the tables that every search has.
const ALWAYS: usize = 3;

/// Why there is no theory.
#[derive(Debug, thiserror::Error)]
pub enum TheoryError {
    /// Its text cannot be used.
    #[error("{unusable}: {first}")]
    Unusable {
        /// What is wrong in general.
        unusable: Unusable,
        /// The first problem.
        first: String,
    },
    /// It is about no endgame.
    #[error("these rules are about no endgame")]
    NoSubject,
    /// The tables it must be checked against are not there.
    #[error("the tables of {0} are incomplete")]
    NoTables(Material),
    /// It says false things.
    #[error("{name} errs at {wrong} positions, so it cannot be relied on: check it first")]
    Wrong {
        /// The theory.
        name: String,
        /// Positions where it errs.
        wrong: u64,
    },
    /// The tables cannot be solved.
    #[error(transparent)]
    Build(#[from] BuildError),
}

impl TheoryError {
    fn unusable(unusable: Unusable) -> TheoryError {
        let first = unusable.problems.first().map_or_else(String::new, |p| p.message.clone());
        TheoryError::Unusable { unusable, first }
    }

    fn refused(name: &str, refused: &Refused) -> TheoryError {
        match refused {
            Refused::Wrong(report) => {
                TheoryError::Wrong { name: name.to_owned(), wrong: report.wrong.iter().sum() }
            }
            Refused::Stopped => TheoryError::Build(BuildError::Stopped(Stopped)),
        }
    }
}

/// Tables and theories.
#[derive(Debug)]
pub struct Endings {
    tables: Tables,
    /// Three men and Syzygy files: what every search may ask.
    small: Arc<Prober>,
    /// What the search of an ending may ask besides.
    probers: Mutex<HashMap<Material, Arc<Prober>>>,
    /// Endgames whose probes need no solver; a table that was there stays there.
    at_hand: RwLock<HashSet<Material>>,
    /// One solver at a time: two requests for the same table wait for one run.
    solving: Mutex<()>,
    theories: Mutex<HashMap<String, Arc<ValidatedRules>>>,
    /// What theories found.
    pub(crate) results: Mutex<Results>,
}

pub(crate) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Endings {
    /// Tables in a directory, or in memory if there is none, with the Syzygy files of some directories.
    pub fn new(tables: Option<PathBuf>, syzygy: &[PathBuf]) -> Result<Endings, SyzygyError> {
        let open = || if syzygy.is_empty() { Ok(None) } else { Syzygy::open(syzygy).map(Some) };
        let own = tables.map_or_else(Tables::in_memory, Tables::at);
        let tables = match open()? {
            Some(files) => own.with_syzygy(files),
            None => own,
        };
        let three = Tables::in_memory();
        let go = AtomicBool::new(false);
        let materials = Material::all_with_men(ALWAYS);
        // In memory nothing can fail but by being stopped.
        let built = three.build(&materials, false, Watch { stop: &go, hear: &|_| () });
        let small = match built {
            Ok(_) => Prober::new(&[&three], ALWAYS, open()?).unwrap_or_default(),
            Err(_) => Prober::default(),
        };
        Ok(Endings {
            tables,
            small: Arc::new(small),
            probers: Mutex::default(),
            at_hand: RwLock::default(),
            solving: Mutex::default(),
            theories: Mutex::default(),
            results: Mutex::default(),
        })
    }

    /// The tables themselves.
    pub fn tables(&self) -> &Tables {
        &self.tables
    }

    /// Solves a small endgame and all it leads to, if that is missing; a larger one is left as it is.
    pub fn solve(&self, material: Material, stop: &Stop) -> Result<(), BuildError> {
        let men = material.men();
        let there = || self.tables.table(material).is_ok_and(|t| t.is_some());
        if men <= 2 || men > MOST_MEN || (men > SOLVED_AT_ONCE && !there()) || self.is_at_hand(material) {
            return Ok(());
        }
        let _one = lock(&self.solving);
        self.tables.build(&[material], false, Watch { stop: stop.flag(), hear: &|_| () })?;
        Ok(())
    }

    /// The table of an endgame, solved if it is small; none if it is large and missing.
    pub fn table(&self, material: Material, stop: &Stop) -> Result<Option<Arc<Table>>, BuildError> {
        self.solve(material, stop)?;
        Ok(self.tables.table(material)?)
    }

    /// Whether a probe of this material needs no solver.
    pub fn is_at_hand(&self, material: Material) -> bool {
        // What a full board leads to nobody can list.
        if material.men() > MOST_MEN {
            return false;
        }
        if material.men() <= 2 || self.at_hand.read().is_ok_and(|known| known.contains(&material)) {
            return true;
        }
        // A promotion or capture leads to other tables, which may be missing even if this one is there.
        let there = |&m: &Material| self.tables.table(m).is_ok_and(|t| t.is_some());
        let all = Tables::closure(&[material]).iter().all(there);
        if all && let Ok(mut known) = self.at_hand.write() {
            known.insert(material);
        }
        all
    }

    /// The tables under a theory.
    pub fn ground(&self, material: Material, stop: &Stop) -> Result<Ground, TheoryError> {
        self.solve(material, stop)?;
        let ground = Ground::new(&self.tables, material).ok_or(TheoryError::NoTables(material))?;
        Ok(ground.until(stop.flag().clone()))
    }

    /// A theory that comes with the program, checked once.
    pub fn theory(&self, shipped: &'static Shipped, stop: &Stop) -> Result<Arc<ValidatedRules>, TheoryError> {
        if let Some(theory) = lock(&self.theories).get(&shipped.name) {
            return Ok(theory.clone());
        }
        let material = shipped.name.parse().map_err(|_| TheoryError::NoSubject)?;
        let ground = self.ground(material, stop)?;
        let theory = shipped.validated(ground).map_err(|why| match why {
            NoTheory::Unusable(unusable) => TheoryError::unusable(unusable),
            NoTheory::Refused(refused) => TheoryError::refused(&shipped.name, &refused),
        })?;
        let theory = Arc::new(theory);
        lock(&self.theories).insert(shipped.name.clone(), theory.clone());
        Ok(theory)
    }

    /// A theory that comes with the program. Of an endgame that is too large to be solved on the spot it speaks without its table.
    pub fn theory_at_hand(
        &self,
        shipped: &'static Shipped,
        stop: &Stop,
    ) -> Result<Arc<ValidatedRules>, TheoryError> {
        let material = shipped.name.parse().map_err(|_| TheoryError::NoSubject)?;
        self.solve(material, stop)?;
        if self.is_at_hand(material) {
            return self.theory(shipped, stop);
        }
        let name = format!("{} without its table", shipped.name);
        if let Some(theory) = lock(&self.theories).get(&name) {
            return Ok(theory.clone());
        }
        for below in Tables::closure(&[material]) {
            self.solve(below, stop)?;
        }
        let theory = shipped.trusted(Below::at_hand(&self.tables, material));
        let theory = Arc::new(theory.ok_or(TheoryError::NoTables(material))?);
        lock(&self.theories).insert(name, theory.clone());
        Ok(theory)
    }

    /// Checks a theory at every position.
    pub fn validate(&self, source: &RuleSource, stop: &Stop) -> Result<ValidatedRules, TheoryError> {
        let (rules, _) = source.resolve(&Endgames).map_err(TheoryError::unusable)?;
        let material = rules.subject.material.ok_or(TheoryError::NoSubject)?;
        let ground = self.ground(material, stop)?;
        rules.validate(ground).map_err(|refused| TheoryError::refused(&source.name, &refused))
    }

    /// What a search from `root` may ask: always the tables of three men and Syzygy files, and in endings with a table the tables of
    /// that ending. What else happens to lie in the directory is not asked, so that answers do not depend on it.
    pub(crate) fn probe(&self, root: &Chess, stop: &Stop) -> Arc<dyn TableProbe> {
        let material = Material::of(root.board()).canonical();
        let beyond = self.small.clone();
        if material.men() <= ALWAYS || self.solve(material, stop).is_err() || !self.is_at_hand(material) {
            return beyond;
        }
        let known = lock(&self.probers).get(&material).cloned();
        let own = known.or_else(|| {
            let own = Arc::new(Prober::of(&[&self.tables], &Tables::closure(&[material]), None).ok()?);
            lock(&self.probers).insert(material, own.clone());
            Some(own)
        });
        match own {
            Some(own) => Arc::new(Both { own, beyond }),
            None => beyond,
        }
    }

    /// What is known of a position of few men, with the rule that decides.
    fn account(&self, pos: &Chess, tongue: &'static Tongue, stop: &Stop) -> Option<EndgameAccount> {
        let rule = |known: EndgameAccount| EndgameAccount { rule: self.rule(pos, tongue, stop), ..known };
        self.value(pos, stop).map(rule).or_else(|| self.by_theory(pos, tongue, stop))
    }

    /// The deciding rule of the ending's theory, tables solved if need be.
    pub(crate) fn deciding(&self, pos: &Chess, tongue: &'static Tongue, stop: &Stop) -> Option<DecidingRule> {
        self.solve(Material::of(pos.board()), stop).ok()?;
        self.rule(pos, tongue, stop)
    }

    /// What tables say of a position of few men.
    pub(crate) fn value(&self, pos: &Chess, stop: &Stop) -> Option<EndgameAccount> {
        let material = Material::of(pos.board());
        if !(3..=MOST_MEN).contains(&material.men()) || fen::has_castling_rights(pos) {
            return None;
        }
        self.solve(material, stop).ok()?;
        let Ok(Verdict::Exact(value)) = self.tables.verdict(pos) else { return None };
        let (value, plies) = match value.dtm {
            Depth::Win(plies) => (1, Some(plies)),
            Depth::Draw => (0, None),
            Depth::Loss(plies) => (-1, Some(plies)),
        };
        let mate_in = plies.map(|plies| u32::from(plies).div_ceil(2));
        Some(EndgameAccount { value, mate_in, rule: None })
    }

    /// The deciding rule of the ending's theory.
    fn rule(&self, pos: &Chess, tongue: &'static Tongue, stop: &Stop) -> Option<DecidingRule> {
        let shipped = library::for_material(Material::of(pos.board()))?;
        let theory = self.theory_at_hand(shipped, stop).ok()?;
        let theory = theory.until(stop.flag().clone());
        let account = Explainer::new(&theory).speaking(tongue).account_within(pos, RULE_NODES)?;
        decider(shipped, account)
    }

    /// What the theory alone says of a position whose table is not at hand.
    fn by_theory(&self, pos: &Chess, tongue: &'static Tongue, stop: &Stop) -> Option<EndgameAccount> {
        let material = Material::of(pos.board());
        if !(3..=MOST_MEN).contains(&material.men()) || fen::has_castling_rights(pos) {
            return None;
        }
        let shipped = library::for_material(material)?;
        let theory = self.theory_at_hand(shipped, stop).ok()?.until(stop.flag().clone());
        let account = Explainer::new(&theory).speaking(tongue).account_within(pos, RULE_NODES)?;
        let value = account.winner.map_or(0, |winner| if winner == pos.turn() { 1 } else { -1 });
        Some(EndgameAccount { value, mate_in: None, rule: decider(shipped, account) })
    }
}

/// The rule in which an account ends.
fn decider(shipped: &Shipped, account: Account) -> Option<DecidingRule> {
    let End::Rule(decides) = account.end else { return None };
    Some(DecidingRule {
        file: shipped.file.to_owned(),
        rule: decides.rule,
        reason: decides.text,
        squares: decides.zone | decides.squares,
        line: account.line,
    })
}

/// The tables of an ending, and what lies beyond them.
struct Both {
    own: Arc<Prober>,
    beyond: Arc<Prober>,
}

impl TableProbe for Both {
    fn max_men(&self) -> u32 {
        self.own.max_men().max(self.beyond.max_men()) as u32
    }

    fn wdl(&self, pos: &Chess) -> Option<i8> {
        self.own.fifty_move_result(pos).or_else(|| self.beyond.fifty_move_result(pos))
    }

    fn best_moves(&self, pos: &Chess) -> Option<Vec<philidor_chess::shakmaty::Move>> {
        self.own.best_moves(pos).or_else(|| self.beyond.best_moves(pos))
    }
}

/// The endgame book of one piece of work.
pub(crate) struct Book {
    pub(crate) endings: Arc<Endings>,
    /// The language of reasons.
    pub(crate) tongue: &'static Tongue,
    pub(crate) stop: Stop,
}

impl EndgameBook for Book {
    fn account(&self, pos: &Chess) -> Option<EndgameAccount> {
        self.endings.account(pos, self.tongue, &self.stop)
    }

    fn value(&self, pos: &Chess) -> Option<EndgameAccount> {
        self.endings.value(pos, &self.stop)
    }
}

/// The tables of every search as the checker asks them, and where none is at hand the theories.
impl Oracle for Book {
    /// The fifty-move rule does not count: what it turns into a draw is won all the same.
    fn value(&self, fen: &str) -> Option<Wdl> {
        let pos = parse_fen(fen).ok()?;
        if pos.is_game_over() {
            return None;
        }
        let small = self.endings.small.fifty_move_result(&pos).map(i8::signum);
        small.or_else(|| self.endings.result_by_theory(&pos, &self.stop))
    }
}

impl From<FileError> for TheoryError {
    fn from(error: FileError) -> TheoryError {
        TheoryError::Build(error.into())
    }
}
