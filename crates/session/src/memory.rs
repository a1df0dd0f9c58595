//! What was analysed so far.
//!
//! An analyst's answer depends on the question alone ([`philidor_tutor::analyst::Analyst`]), so keeping it changes nothing but the
//! time the next one takes. Beside the answers stands, for every position, the largest budget its best line was searched with: no
//! later question looks at it with less. Both are bounded; what was not used for longest is forgotten.

use std::{
    collections::{HashMap, HashSet},
    hash::Hash,
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use philidor_chess::{
    shakmaty::{Chess, Move},
    write_fen,
};
use philidor_know::search::{Game, Score};
use philidor_tutor::{Line, analyst::AnalystError, look::Look};

use crate::{Stop, budget::Budget};

/// Answers that are kept: some hundreds of bytes each.
const ANSWERS: usize = 20_000;
/// Positions whose budget is kept.
const PLACES: usize = 10_000;
/// Lines that are asked for at once, at most, by those who ask again.
const MOST_LINES: usize = 5;
/// How often somebody who waits for another's answer looks whether he should still wait.
const PAUSE: Duration = Duration::from_millis(20);

/// A position of an engine: all that its answers depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Place {
    engine: Arc<str>,
    /// Without the number of the move, which no score depends on.
    position: String,
    /// The game before, where positions have repeated.
    past: Option<(String, Vec<Move>)>,
}

impl Place {
    pub(crate) fn new(engine: &Arc<str>, pos: &Chess, past: Option<&Game>) -> Place {
        let mut position = write_fen(pos);
        position.truncate(position.rfind(' ').unwrap_or(position.len()));
        let past = past.map(|game| (write_fen(game.start()), game.moves().to_vec()));
        Place { engine: engine.clone(), position, past }
    }
}

/// A question to an engine.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Asked {
    pub(crate) place: Place,
    pub(crate) lines: usize,
    pub(crate) only: Vec<Move>,
    pub(crate) budget: Budget,
}

/// A line as it is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Found {
    score: Score,
    moves: Vec<Move>,
}

impl Found {
    pub(crate) fn new(look: &Look) -> Found {
        Found { score: look.score, moves: look.line.steps().iter().map(|step| step.mv).collect() }
    }

    /// The line from its position.
    pub(crate) fn look(&self, pos: &Chess) -> Option<Look> {
        Line::from_moves(pos, &self.moves).ok().map(|line| Look { line, score: self.score })
    }
}

/// What is known of a position: the budget of its best line, and that line if the study of a game has settled it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) budget: Budget,
    pub(crate) settled: Option<Found>,
}

/// Everything that was analysed.
#[derive(Debug, Default)]
pub(crate) struct Memory {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Debug)]
struct State {
    answers: Recent<Asked, Arc<[Found]>>,
    places: Recent<Place, Known>,
    /// Questions that somebody is just searching.
    running: HashSet<Asked>,
}

impl Default for State {
    fn default() -> State {
        State { answers: Recent::new(ANSWERS), places: Recent::new(PLACES), running: HashSet::new() }
    }
}

impl Memory {
    /// What is known of a position.
    pub(crate) fn known(&self, place: &Place) -> Known {
        self.lock().places.get(place).cloned().unwrap_or_default()
    }

    /// Notes that the best line of a position was searched with `budget`.
    pub(crate) fn note(&self, place: &Place, budget: Budget) {
        let mut state = self.lock();
        if state.places.get(place).is_none_or(|known| known.budget < budget) {
            state.places.put(place.clone(), Known { budget, settled: None });
        }
    }

    /// Notes what a position came to be worth in a game, each of whose best lines was searched with `budget`.
    pub(crate) fn settle(&self, place: &Place, budget: Budget, best: Found) {
        let mut state = self.lock();
        if state.places.get(place).is_none_or(|known| known.budget <= budget) {
            state.places.put(place.clone(), Known { budget, settled: Some(best) });
        }
    }

    /// The answer to a question, if it is kept, or one with more lines, of which these are the first.
    pub(crate) fn answer(&self, asked: &Asked) -> Option<Arc<[Found]>> {
        let mut state = self.lock();
        let most = if asked.only.is_empty() { MOST_LINES } else { asked.lines };
        let mut with = |lines| state.answers.get(&Asked { lines, ..asked.clone() }).cloned();
        (asked.lines..=most.max(asked.lines)).find_map(&mut with)
    }

    /// The answer to a question: kept, found by whoever is searching for it now, or found by `search`.
    pub(crate) fn answer_or(
        &self,
        asked: &Asked,
        stop: &Stop,
        search: impl FnOnce() -> Result<Vec<Found>, AnalystError>,
    ) -> Result<Arc<[Found]>, AnalystError> {
        let mut state = self.lock();
        loop {
            if let Some(found) = state.answers.get(asked) {
                return Ok(found.clone());
            }
            if !state.running.contains(asked) {
                break;
            }
            if stop.is_raised() {
                return Err(AnalystError::interrupted(&asked.place.engine));
            }
            state = self.changed.wait_timeout(state, PAUSE).unwrap_or_else(PoisonError::into_inner).0;
        }
        state.running.insert(asked.clone());
        drop(state);
        let running = Running { memory: self, asked };
        let found: Arc<[Found]> = search()?.into();
        self.lock().answers.put(asked.clone(), found.clone());
        drop(running);
        Ok(found)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A question that is being searched; whoever waits for it is woken at the end, however it ends.
struct Running<'a> {
    memory: &'a Memory,
    asked: &'a Asked,
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.memory.lock().running.remove(self.asked);
        self.memory.changed.notify_all();
    }
}

/// A map that forgets what was not used for longest.
#[derive(Debug)]
struct Recent<K, V> {
    most: usize,
    uses: u64,
    entries: HashMap<K, (u64, V)>,
}

impl<K: Eq + Hash, V> Recent<K, V> {
    fn new(most: usize) -> Recent<K, V> {
        Recent { most, uses: 0, entries: HashMap::new() }
    }

    fn get(&mut self, key: &K) -> Option<&V> {
        self.uses += 1;
        let (used, value) = self.entries.get_mut(key)?;
        *used = self.uses;
        Some(value)
    }

    fn put(&mut self, key: K, value: V) {
        self.uses += 1;
        self.entries.insert(key, (self.uses, value));
        if self.entries.len() > self.most {
            self.forget_a_quarter();
        }
    }

    fn forget_a_quarter(&mut self) {
        let mut uses: Vec<u64> = self.entries.values().map(|(used, _)| *used).collect();
        let at = uses.len() / 4;
        let (_, &mut last, _) = uses.select_nth_unstable(at);
        self.entries.retain(|_, (used, _)| *used > last);
    }
}

#[cfg(test)]
mod tests {
    use std::{
        sync::atomic::{AtomicUsize, Ordering::Relaxed},
        time::Instant,
    };

    use super::*;

    fn asked(nodes: u64) -> Asked {
        let place = Place::new(&Arc::from("engine"), &Chess::default(), None);
        Asked { place, lines: 1, only: Vec::new(), budget: Budget::fixed(nodes) }
    }

    fn found(score: Score) -> Vec<Found> {
        vec![Found { score, moves: Vec::new() }]
    }

    #[test]
    fn what_was_not_used_for_longest_is_forgotten() {
        let mut recent = Recent::new(8);
        (0..8).for_each(|i| recent.put(i, i));
        assert_eq!(recent.get(&0), Some(&0));
        recent.put(8, 8);
        // Of nine, the three that were used least recently are gone.
        let left: Vec<i32> = (0..9).filter(|i| recent.get(i).is_some()).collect();
        assert_eq!(left, [0, 4, 5, 6, 7, 8]);
    }

    #[test]
    fn one_question_is_searched_once_by_many() {
        let (memory, searches) = (Memory::default(), AtomicUsize::new(0));
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let answer = memory.answer_or(&asked(10), &Stop::new(), || {
                        searches.fetch_add(1, Relaxed);
                        std::thread::sleep(Duration::from_millis(50));
                        Ok(found(7))
                    });
                    assert_eq!(*answer.unwrap(), found(7));
                });
            }
        });
        assert_eq!(searches.load(Relaxed), 1);
    }

    #[test]
    fn who_waits_for_another_may_give_up_and_a_failure_is_not_kept() {
        let memory = Memory::default();
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let failed = memory.answer_or(&asked(10), &Stop::new(), || {
                    std::thread::sleep(Duration::from_millis(400));
                    Err(AnalystError::interrupted("engine"))
                });
                assert!(failed.is_err());
            });
            std::thread::sleep(Duration::from_millis(50));
            let (stop, begun) = (Stop::new(), Instant::now());
            stop.raise();
            assert!(memory.answer_or(&asked(10), &stop, || Ok(found(1))).is_err());
            assert!(begun.elapsed() < Duration::from_millis(300));
        });
        assert_eq!(*memory.answer_or(&asked(10), &Stop::new(), || Ok(found(2))).unwrap(), found(2));
    }

    #[test]
    fn the_largest_budget_counts_and_a_study_settles_its_own() {
        let (memory, place) = (Memory::default(), asked(0).place);
        let of = Budget::fixed;
        memory.note(&place, of(100));
        memory.note(&place, of(50));
        assert_eq!(memory.known(&place), Known { budget: of(100), settled: None });
        let best = found(3).remove(0);
        memory.settle(&place, of(60), best.clone());
        assert_eq!(memory.known(&place).settled, None);
        memory.settle(&place, of(100), best.clone());
        memory.note(&place, of(100));
        assert_eq!(memory.known(&place).settled, Some(best));
        memory.note(&place, of(101));
        assert_eq!(memory.known(&place), Known { budget: of(101), settled: None });
    }

    #[test]
    fn the_number_of_a_move_is_no_part_of_a_place() {
        let engine = Arc::from("engine");
        let place = |fen: &str| Place::new(&engine, &philidor_chess::parse_fen(fen).unwrap(), None);
        let king = "4k3/8/8/8/8/8/4P3/4K3 w - - 3";
        assert_eq!(place(&format!("{king} 9")), place(&format!("{king} 41")));
        assert_ne!(place(&format!("{king} 9")), place("4k3/8/8/8/8/8/4P3/4K3 w - - 4 9"));
    }
}
