//! The coordinator: hands out games, learns round by round, measures, saves.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    fmt::Write as _,
    path::PathBuf,
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

use anyhow::{Context, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use philidor_arena::{Contest, Match, Pace, Spec};
use philidor_cluster::{Delivery, Exchange};
use philidor_nets::Net;
use philidor_train::neuro::{
    corpus::Corpus,
    file::{NeuroNet, Role, Story},
    learn::{Learner, Tally},
    measure::Yardstick,
    play::{self, Harvest},
    recipe::Recipe,
    report::Point,
};
use serde::{Deserialize, Serialize};

use super::work::Words;
use crate::{
    commands::matches,
    judges::House,
    output::{outln, write_text, write_whole},
};

/// Saved progress inside the output directory.
pub(super) const PROGRESS: &str = "progress";
/// Progress is saved this often, or less often where saving takes long: see [`SAVE_SHARE`].
const SAVE: Duration = Duration::from_secs(20);
/// Time between two saves, in multiples of what the last one took.
const SAVE_SHARE: u32 = 40;
/// With more results than this in hands it is time to save, for an exchange hands out so many and no more.
const MOST_UNSAVED: usize = 50_000;
/// The table of workers is renewed this often.
const TELL: Duration = Duration::from_secs(2);
/// A worker that has not been heard of for so long is said to be silent.
const SILENT: Duration = Duration::from_secs(10);

/// What a run is made of.
pub(super) struct Setup {
    pub(super) name: String,
    pub(super) recipe: Recipe,
    pub(super) seed: u64,
    pub(super) corpus: Corpus,
    pub(super) model: Option<NeuroNet>,
    pub(super) start: Option<NeuroNet>,
    pub(super) match_every: u64,
    pub(super) match_games: u32,
    /// Depth and plies of captures.
    pub(super) match_search: (u32, u32),
    pub(super) concurrency: u32,
    pub(super) out: PathBuf,
}

/// What is saved.
#[derive(Serialize, Deserialize)]
struct State {
    learner: Learner,
    /// Rounds learned from.
    rounds: u64,
    /// Parameters after the last rounds, oldest first, with their revision.
    recent: VecDeque<(u64, Vec<f32>)>,
    /// Since the last point.
    tally: Tally,
    points: Vec<Point>,
    /// Digests of inputs and games, and the seed: what makes a run the same run.
    identity: (String, u64, u64),
}

/// The coordinator.
pub(super) struct Coordinator {
    setup: Setup,
    state: State,
    yardstick: Yardstick,
    started: Instant,
    saved: Instant,
    /// Until the next save.
    pause: Duration,
    told: Instant,
    /// Games of each worker when it was first heard of, and when that was.
    first_words: HashMap<String, (u64, Instant)>,
}

impl Coordinator {
    pub(super) fn new(setup: Setup, resume: bool) -> anyhow::Result<Coordinator> {
        let identity = (setup.recipe.view.digest(), setup.corpus.digest, setup.seed);
        let path = setup.out.join(PROGRESS);
        let state = if resume && path.exists() {
            let bytes = std::fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
            let state: State = postcard::from_bytes(&bytes)
                .with_context(|| format!("{} is damaged or of another version", path.display()))?;
            ensure!(
                state.identity == identity && *state.learner.recipe() == setup.recipe,
                "{} belongs to another run (other recipe, games, seed or inputs); give another --out",
                path.display()
            );
            state
        } else {
            if let Some(start) = &setup.start {
                ensure!(
                    start.view == setup.recipe.view,
                    "the net to start from has view = {:?}, the recipe {:?}",
                    start.view.name(),
                    setup.recipe.view.name()
                );
            }
            let start = setup.start.as_ref().map(|start| &start.net);
            let learner = Learner::new(&setup.recipe, setup.seed, start)?;
            let recent = VecDeque::from([(0, learner.net().parameters().to_vec())]);
            State { learner, rounds: 0, recent, tally: Tally::default(), points: Vec::new(), identity }
        };
        let yardstick = Yardstick::new(&setup.corpus, setup.recipe.view);
        let now = Instant::now();
        let (started, saved, told) = (now, now, now);
        let first_words = HashMap::new();
        Ok(Coordinator { setup, state, yardstick, started, saved, pause: SAVE, told, first_words })
    }

    /// Learns until the last game, or until `stop`. Whatever happens, what is learned is saved.
    pub(super) fn run(&mut self, exchange: &dyn Exchange, stop: &AtomicBool) -> anyhow::Result<()> {
        let bar = bar(self.setup.recipe.games);
        let learned = self.learn(exchange, stop, &bar);
        bar.finish_and_clear();
        if learned.is_err() {
            self.save()?;
        }
        learned?;
        self.finish()
    }

    fn learn(&mut self, exchange: &dyn Exchange, stop: &AtomicBool, bar: &ProgressBar) -> anyhow::Result<()> {
        let recipe = self.setup.recipe.clone();
        for (revision, parameters) in self.state.recent.clone() {
            exchange.publish(revision, &self.file(parameters)?)?;
        }
        let mut offered = self.state.rounds;
        let mut waiting: BTreeMap<u64, Harvest> = BTreeMap::new();
        let mut to_accept: Vec<Delivery> = Vec::new();
        let mut safe = self.state.rounds * recipe.round;
        while self.state.rounds < recipe.rounds() {
            // 1. Games of every round whose weights are known.
            while offered < recipe.rounds() && offered <= self.state.rounds + recipe.lag {
                for number in games_of(offered, &recipe) {
                    let job = play::job(number, &recipe, self.setup.seed, &self.setup.corpus);
                    exchange.offer(number, &postcard::to_stdvec(&job)?)?;
                }
                offered += 1;
            }
            // 2. What comes back, until the round is complete.
            let round = games_of(self.state.rounds, &recipe);
            while waiting.range(round.clone()).count() < (round.end - round.start) as usize {
                if stop.load(Ordering::Relaxed) {
                    bail!("stopped after {} games; --resume goes on", self.state.learner.games());
                }
                if let Some(delivery) = exchange.collect(Duration::from_millis(500))? {
                    if delivery.number < safe {
                        exchange.accept(delivery)?;
                        continue;
                    }
                    // What was learned from but not yet saved may come a second time; it is not counted again.
                    if delivery.number >= round.start && !waiting.contains_key(&delivery.number) {
                        let harvest: Harvest =
                            postcard::from_bytes(&delivery.result).context("a result that cannot be read")?;
                        waiting.insert(delivery.number, harvest);
                    }
                    to_accept.push(delivery);
                }
                if self.told.elapsed() > TELL {
                    bar.set_message(self.table(exchange)?);
                    self.told = Instant::now();
                }
            }
            // 3. Learning, in the order of the games.
            for number in round {
                if let Some(harvest) = waiting.remove(&number) {
                    self.state.learner.absorb(&harvest, self.setup.model.as_ref(), &mut self.state.tally);
                }
            }
            self.state.rounds += 1;
            let parameters = self.state.learner.net().parameters().to_vec();
            self.state.recent.push_back((self.state.rounds, parameters.clone()));
            while self.state.recent.len() > recipe.lag as usize + 1 {
                self.state.recent.pop_front();
            }
            exchange.publish(self.state.rounds, &self.file(parameters)?)?;
            bar.set_position(self.state.learner.games());
            // 4. Now and then: measure and save. What is saved need not come again.
            let due = self.due(&recipe);
            if due {
                self.measure(bar)?;
            }
            if due || self.saved.elapsed() > self.pause || to_accept.len() > MOST_UNSAVED {
                self.save()?;
                safe = self.state.rounds * recipe.round;
                let (accept, keep) = to_accept.into_iter().partition(|d: &Delivery| d.number < safe);
                to_accept = keep;
                for delivery in accept {
                    exchange.accept(delivery)?;
                }
            }
        }
        Ok(())
    }

    /// Whether a point of the curve is due after this round.
    fn due(&self, recipe: &Recipe) -> bool {
        let every = self.setup.match_every;
        let games = self.state.learner.games();
        let crossed = every > 0 && games / every != games.saturating_sub(recipe.round) / every;
        crossed || self.state.rounds == recipe.rounds()
    }

    /// Held-out loss, and a match with the same search.
    fn measure(&mut self, bar: &ProgressBar) -> anyhow::Result<()> {
        let net = self.state.learner.net();
        let measured = self.yardstick.measure(&net);
        let games = self.state.learner.games();
        let path = self.setup.out.join(format!("v-{games}.safetensors"));
        let bytes = self.with_story(net, measured.centipawns, measured.log_loss)?.to_bytes()?;
        write_whole(&path, |out| Ok(out.write_all(&bytes)?))?;
        let mut result = philidor_arena::Tally::default();
        if self.setup.match_games > 0 {
            let (depth, captures) = self.setup.match_search;
            let first = format!("net:{};Teaching={captures}", path.display());
            let second = format!("eval:gnu-like;Teaching={captures}");
            let seed = games / self.setup.match_every.max(1);
            let players = [Spec::parse(&first, &House)?, Spec::parse(&second, &House)?];
            let plan = Match {
                games: self.setup.match_games,
                seed,
                concurrency: self.setup.concurrency,
                ..Match::new(players, Pace::Depth(depth))
            };
            let outcome = matches::play(&Contest::new(plan, &House)?)?;
            write_text(&self.setup.out.join(format!("match-{games}.pgn")), &outcome.pgn())?;
            result = outcome.tally();
        }
        let tally = std::mem::take(&mut self.state.tally);
        let mean = |sum: f64, n: u64| sum / n.max(1) as f64;
        let estimate = result.estimate();
        let point = Point {
            games,
            td_error: mean(tally.value_error, tally.value_steps),
            final_error: mean(tally.final_error, tally.final_steps),
            slope_error: (tally.slope_steps > 0).then(|| mean(tally.slope_error, tally.slope_steps)),
            held_out_log_loss: measured.log_loss,
            sign_accuracy: measured.sign_accuracy,
            expert_share: mean(tally.expert_boards as f64, tally.boards),
            wins: result.wins,
            draws: result.draws,
            losses: result.losses,
            score_low: estimate.map_or(0.0, |e| e.score_low),
            score_high: estimate.map_or(1.0, |e| e.score_high),
        };
        bar.suspend(|| eprintln!("{}", line(&point, self.started.elapsed())));
        self.state.points.push(point);
        Ok(())
    }

    /// V as a file for workers.
    fn file(&self, parameters: Vec<f32>) -> anyhow::Result<Vec<u8>> {
        let net = self.setup.recipe.view.net(parameters);
        Ok(self.with_story(net, philidor_train::neuro::file::CENTIPAWNS, 0.0)?.to_bytes()?)
    }

    fn with_story(&self, net: Net<f32>, centipawns: f64, log_loss: f64) -> anyhow::Result<NeuroNet> {
        let before = self.setup.start.as_ref().map(|start| format!("; before: {}", start.story.result));
        let story = Story {
            role: Role::Evaluation,
            recipe: serde_json::to_string(&self.setup.recipe)?,
            seed: self.setup.seed,
            games: self.state.learner.games(),
            data: format!("{:016x}", self.setup.corpus.digest),
            centipawns,
            result: format!(
                "recipe {}, held-out log loss {log_loss:.4}{}",
                self.setup.name,
                before.unwrap_or_default()
            ),
            r2: Vec::new(),
        };
        Ok(NeuroNet { net, view: self.setup.recipe.view, story })
    }

    fn save(&mut self) -> anyhow::Result<()> {
        let began = Instant::now();
        let bytes = postcard::to_stdvec(&self.state)?;
        write_whole(&self.setup.out.join(PROGRESS), |out| Ok(out.write_all(&bytes)?))?;
        let mut curve = String::new();
        for point in &self.state.points {
            writeln!(curve, "{}", serde_json::to_string(point)?)?;
        }
        write_text(&self.setup.out.join("curve.jsonl"), &curve)?;
        self.saved = Instant::now();
        self.pause = SAVE.max(SAVE_SHARE * began.elapsed());
        Ok(())
    }

    fn finish(&mut self) -> anyhow::Result<()> {
        let net = self.state.learner.net();
        let measured = self.yardstick.measure(&net);
        let bytes = self.with_story(net, measured.centipawns, measured.log_loss)?.to_bytes()?;
        let path = self.setup.out.join("v.safetensors");
        write_whole(&path, |out| Ok(out.write_all(&bytes)?))?;
        self.save()?;
        outln!(
            "{} games; held-out log loss {:.4}, winner named at {:.1} % of boards after move 20 of decisive games ({} boards in all)",
            self.state.learner.games(),
            measured.log_loss,
            100.0 * measured.sign_accuracy,
            measured.boards
        )?;
        outln!("written to {}", path.display())?;
        Ok(())
    }

    /// For the bar: who works, how fast, and with weights how many rounds old.
    fn table(&mut self, exchange: &dyn Exchange) -> anyhow::Result<String> {
        let mut text = format!("round {} of {}", self.state.rounds, self.setup.recipe.rounds());
        for heart in exchange.workers()? {
            let Ok(words) = postcard::from_bytes::<Words>(&heart.words) else { continue };
            let (first, since) =
                *self.first_words.entry(heart.worker.clone()).or_insert((words.games, Instant::now()));
            let minutes = since.elapsed().as_secs_f64().max(1.0) / 60.0;
            // Writing to a String cannot fail.
            let _ = write!(
                text,
                "\n  {:<24} {:>7} games {:>7.1} per minute, weights {} rounds old",
                heart.worker,
                words.games,
                words.games.saturating_sub(first) as f64 / minutes,
                self.state.rounds.saturating_sub(words.revision)
            );
            if heart.age > SILENT {
                let _ = write!(text, ", silent for {} s", heart.age.as_secs());
            }
        }
        Ok(text)
    }
}

/// Numbers of the games of a round.
fn games_of(round: u64, recipe: &Recipe) -> std::ops::Range<u64> {
    round * recipe.round..((round + 1) * recipe.round).min(recipe.games)
}

fn line(point: &Point, elapsed: Duration) -> String {
    let mut text = format!(
        "{:>7} games  TD {:.4}  final {:.4}  held-out log loss {:.4}  winner {:.1} %",
        point.games,
        point.td_error,
        point.final_error,
        point.held_out_log_loss,
        100.0 * point.sign_accuracy
    );
    if point.wins + point.draws + point.losses > 0 {
        let games = f64::from(point.wins + point.draws + point.losses);
        let score = (f64::from(point.wins) + 0.5 * f64::from(point.draws)) / games;
        // Writing to a String cannot fail.
        let _ = write!(
            text,
            "  +{} ={} -{} {:.1} % [{:.1}, {:.1}]",
            point.wins,
            point.draws,
            point.losses,
            100.0 * score,
            100.0 * point.score_low,
            100.0 * point.score_high
        );
    }
    let _ = write!(text, "  ({:.0} s)", elapsed.as_secs_f64());
    text
}

fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("[{bar:30}] {pos}/{len} games, {eta} left, {msg}")
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::new(games).with_style(style)
}
