//! What is looked at when a net has been trained.

mod evolve;
mod weights;

pub use self::weights::list_bits;

use philidor_chess::shakmaty::Color;
use philidor_induce::characterise::{Dataset, Slot};
use philidor_stats::Rng;
use philidor_truth::{Tables, Wdl};

use super::{Board, Hear, Heat, Judge, Line, Look, MineError, Outcome, Run, Target, Tick, play, samples};

/// Most positions shown.
const SHOWN: usize = 60;
/// Most positions that slow looks try.
const TRIED: usize = 400;

/// A trained net with all around it.
pub(super) struct Scene<'s> {
    pub(super) run: &'s Run,
    pub(super) seed: u64,
    pub(super) data: &'s Dataset,
    pub(super) tables: &'s Tables,
    pub(super) rows: &'s [u32],
    pub(super) judge: &'s Judge,
    pub(super) hear: Hear<'s>,
}

/// The same plot for several runs.
pub(super) fn plot(title: &str, x: &str, y: &str) -> [String; 3] {
    [title, x, y].map(str::to_owned)
}

impl Scene<'_> {
    pub(super) fn look(&mut self, what: Look, outcome: &mut Outcome) -> Result<(), MineError> {
        match what {
            Look::Wrong => self.wrong(outcome),
            Look::Prune => self.prune(outcome)?,
            Look::Mirror => self.mirror(outcome)?,
            Look::Play => self.play(outcome)?,
            Look::Search => self.search(outcome)?,
            Look::Margin => self.margin(outcome),
            Look::Bits => self.bits(outcome),
            Look::Evolve => self.evolve(outcome)?,
            Look::Depths => self.depths(outcome),
        }
        Ok(())
    }

    fn tick(&mut self, stage: &'static str, done: usize, all: usize) -> Result<(), MineError> {
        if (self.hear)(&Tick::at(stage, done, all)) { Ok(()) } else { Err(MineError::Stopped) }
    }

    /// The positions it gets wrong, and where its men stand there.
    fn wrong(&self, outcome: &mut Outcome) {
        let wrong = philidor_induce::errors(self.judge, self.data, self.rows);
        let slots = Slot::of(self.data.material);
        for (i, slot) in slots.iter().enumerate() {
            let mut counts = vec![0; 64];
            for &row in &wrong {
                counts[self.data.places[row as usize].square(i) as usize] += 1;
            }
            outcome.heat.push(Heat { title: format!("{} in positions judged wrongly", slot.name()), counts });
        }
        let critical = wrong.iter().filter(|&&r| self.data.is_borderline(r)).count();
        outcome.figure("wrong and critical", critical as f64);
        for &row in wrong.iter().take(SHOWN) {
            let answer = self.judge.answers(self.data, &[row]);
            let outputs: Vec<String> = answer.iter().map(|y| format!("{y:.3}")).collect();
            let is = |r: Wdl| r.name();
            let words = format!(
                "{}; judged {} ({}){}",
                is(self.data.results[row as usize]),
                is(self.judge.decide(&answer)),
                outputs.join(", "),
                if self.data.is_borderline(row) { "; depends on who is to move" } else { "" }
            );
            outcome.boards.push(Board { fen: self.data.fen(row), words });
        }
        if wrong.len() > SHOWN {
            outcome.notes.push(format!("{} of {} wrong positions are shown", SHOWN, wrong.len()));
        }
    }

    /// With a margin m, an output counts only beyond 0.5 ± m; otherwise the net passes.
    fn margin(&self, outcome: &mut Outcome) {
        let outputs = self.judge.net().shape().outputs();
        let answers = self.judge.answers(self.data, self.rows);
        let (mut passed_line, mut wrong_line) = (Vec::new(), Vec::new());
        for step in 0..10 {
            let m = 0.05 * step as f32;
            let (mut passed, mut wrong) = (0, 0);
            for (&row, y) in self.rows.iter().zip(answers.chunks_exact(outputs)) {
                if !self.judge.is_sure(y, m) {
                    passed += 1;
                } else if self.judge.decide(y) != self.data.results[row as usize] {
                    wrong += 1;
                }
            }
            let share = |n: i32| 100.0 * f64::from(n) / self.rows.len() as f64;
            passed_line.push((f64::from(m), share(passed)));
            wrong_line.push((f64::from(m), share(wrong)));
            if step == 8 {
                outcome.figure("passed % (m = 0.4)", share(passed));
                outcome.figure("wrong % (m = 0.4)", share(wrong));
            }
        }
        let plot = plot("A margin m that lets the net pass", "m", "% of positions");
        let label = &self.run.label;
        outcome.lines.push(Line {
            plot: plot.clone(),
            name: format!("{label}: passed"),
            points: passed_line,
        });
        outcome.lines.push(Line { plot, name: format!("{label}: wrong"), points: wrong_line });
    }

    /// Wins recognised, by their depth; and how well depth itself was learned.
    fn depths(&self, outcome: &mut Outcome) {
        let outputs = self.judge.net().shape().outputs();
        let rows = self.data.rows();
        let answers = self.judge.answers(self.data, &rows);
        let mut by_depth = std::collections::BTreeMap::<u16, (u32, u32)>::new();
        let (mut off, mut wins) = (0.0, 0);
        for (&row, y) in rows.iter().zip(answers.chunks_exact(outputs)) {
            let Some(plies) = samples::won_in(self.data, row) else { continue };
            let entry = by_depth.entry(plies).or_default();
            entry.0 += 1;
            entry.1 += u32::from(self.judge.decide(y) == Wdl::Win);
            if self.run.target != Target::Value {
                let said = samples::depth_of(y[y.len() - 1].clamp(0.0, 1.0));
                off += f64::from((said - f32::from(plies)).abs());
                wins += 1;
            }
        }
        if wins > 0 {
            outcome.figure("depth off by (plies)", off / f64::from(wins));
        }
        let share = |(all, right): (u32, u32)| 100.0 * f64::from(right) / f64::from(all);
        let points = by_depth.iter().map(|(&p, &n)| (f64::from(p), share(n))).collect();
        outcome.lines.push(Line {
            plot: plot("Wins recognised, by depth", "plies to conversion", "% recognised"),
            name: self.run.label.clone(),
            points,
        });
    }

    /// The net at the leaves of a search of a few plies: wins over C_p become wins over C_p+q.
    fn search(&mut self, outcome: &mut Outcome) -> Result<(), MineError> {
        let wins: Vec<u32> =
            self.data.rows().into_iter().filter(|&r| self.data.results[r as usize] == Wdl::Win).collect();
        let others: Vec<u32> =
            self.data.rows().into_iter().filter(|&r| self.data.results[r as usize] != Wdl::Win).collect();
        let mut rng = Rng::new(self.seed);
        let (wins, others) = (rng.draw(&wins, TRIED), rng.draw(&others, TRIED));
        for plies in [0, 2, 4] {
            // Deeper searches try fewer positions.
            let few = if plies < 4 { TRIED } else { TRIED / 8 };
            let (mut won, mut held) = (0, 0);
            let (wins, others) = (&wins[..few.min(wins.len())], &others[..few.min(others.len())]);
            for (i, &row) in wins.iter().chain(others).enumerate() {
                self.tick("searching", i, wins.len() + others.len())?;
                let pos = philidor_chess::parse_fen(&self.data.fen(row)).expect("a position of the table");
                let says_win = play::search(self.judge, self.tables, &pos, plies);
                match i < wins.len() {
                    true => won += usize::from(says_win),
                    false => held += usize::from(!says_win),
                }
            }
            let share = |n: usize, of: usize| 100.0 * n as f64 / of.max(1) as f64;
            outcome.figure(&format!("wins recognised % ({plies} plies)"), share(won, wins.len()));
            outcome.figure(&format!("others recognised % ({plies} plies)"), share(held, others.len()));
        }
        Ok(())
    }

    /// Games against perfect play: as White if the net knows positions with Black to move, as Black otherwise.
    fn play(&mut self, outcome: &mut Outcome) -> Result<(), MineError> {
        let us = !self.judge.to_move;
        let games = play::starts(self.tables, self.judge, TRIED, self.seed);
        let mut tally = play::Tally::default();
        for (i, pos) in games.iter().enumerate() {
            self.tick("playing", i, games.len())?;
            tally.add(&play::game(self.judge, self.tables, pos, us));
        }
        let (name, share) = match us {
            Color::White => ("wins won %", tally.won),
            Color::Black => ("draws drawn %", tally.drawn),
        };
        outcome.figure("games", tally.games as f64);
        outcome.figure(name, 100.0 * share as f64 / tally.games.max(1) as f64);
        if us == Color::White {
            outcome.figure("let slip %", 100.0 * tally.slipped as f64 / tally.games.max(1) as f64);
            outcome.figure("no progress %", 100.0 * tally.stuck as f64 / tally.games.max(1) as f64);
        }
        Ok(())
    }
}
