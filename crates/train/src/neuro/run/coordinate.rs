//! The coordinator: hands out games, learns round by round, measures, saves.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    fmt::{self, Write as _},
    path::PathBuf,
    time::Duration,
};

use anyhow::{Context, bail, ensure};
use philidor_cluster::{Delivery, Exchange};
use philidor_files as files;
use philidor_nets::Net;
use serde::{Deserialize, Serialize};

use super::{Challenge, Host, Setup, work::Words};
use crate::neuro::{
    file::{CENTIPAWNS, NeuroNet, Role, Story},
    learn::{Learner, Tally},
    measure::{Measured, Yardstick},
    play::{self, Harvest},
    recipe::Recipe,
    report::Point,
};

/// Saved progress inside the output directory.
pub(super) const PROGRESS: &str = "progress";
/// Progress is saved this often, or less often where saving takes long: see [`SAVE_SHARE`].
const SAVE: Duration = Duration::from_secs(20);
/// Time between two saves, in multiples of what the last one took.
const SAVE_SHARE: u32 = 40;
/// With more results than this in hand it is time to save: an exchange hands out no more until some are accepted.
const MOST_UNSAVED: usize = 50_000;
/// The table of workers is renewed this often.
const TELL: Duration = Duration::from_secs(2);
/// A worker that has not been heard of for so long is said to be silent.
const SILENT: Duration = Duration::from_secs(10);

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

/// Hands out games, learns round by round, measures and saves.
pub struct Coordinator<'h> {
    setup: Setup,
    host: &'h dyn Host,
    state: State,
    yardstick: Yardstick,
    /// Times are those of the host's clock.
    saved: Duration,
    /// Until the next save.
    pause: Duration,
    told: Duration,
    /// Games of each worker when it was first heard of, and when that was.
    first_words: HashMap<String, (u64, Duration)>,
}

impl<'h> Coordinator<'h> {
    /// A run from its beginning, or from its saved progress if there is any and `resume` asks for it.
    pub fn new(setup: Setup, resume: bool, host: &'h dyn Host) -> anyhow::Result<Coordinator<'h>> {
        let identity = (setup.recipe.view.digest(), setup.corpus.digest, setup.seed);
        let path = setup.out.join(PROGRESS);
        let state = if resume && path.exists() {
            let state: State = postcard::from_bytes(&files::sealed::read(&path)?)
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
        let (saved, told, first_words) = (host.clock(), host.clock(), HashMap::new());
        Ok(Coordinator { setup, host, state, yardstick, saved, pause: SAVE, told, first_words })
    }

    /// Learns until the last game, or until the host stops it. Whatever happens, what is learned is saved.
    pub(super) fn run(&mut self, exchange: &dyn Exchange) -> anyhow::Result<Finished> {
        let learned = self.learn(exchange);
        if learned.is_err() {
            self.save()?;
        }
        learned?;
        self.finish()
    }

    fn learn(&mut self, exchange: &dyn Exchange) -> anyhow::Result<()> {
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
                if self.host.stopped() {
                    bail!("stopped after {} games; --resume continues", self.state.learner.games());
                }
                if let Some(delivery) = exchange.collect(Duration::from_millis(500))? {
                    if delivery.number < safe {
                        exchange.accept(delivery)?;
                        continue;
                    }
                    // What was learned from but not yet saved may come a second time; it is not counted again.
                    if delivery.number >= round.start && !waiting.contains_key(&delivery.number) {
                        match postcard::from_bytes::<Harvest>(&delivery.result) {
                            Ok(harvest) => waiting.insert(delivery.number, harvest),
                            Err(error) => {
                                let number = delivery.number;
                                let why = format!("the result of game {number} cannot be read: {error}");
                                self.host.tell(&format!("{why}; it is put aside and the game played again"));
                                let job = play::job(number, &recipe, self.setup.seed, &self.setup.corpus);
                                exchange.refuse(delivery, &postcard::to_stdvec(&job)?, &why)?;
                                continue;
                            }
                        };
                    }
                    to_accept.push(delivery);
                }
                if self.host.clock() > self.told + TELL {
                    self.host.workers(self.table(exchange)?);
                    self.told = self.host.clock();
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
            self.host.at(self.state.learner.games());
            // 4. Now and then: measure and save. What is saved need not come again.
            let due = self.due(&recipe);
            if due {
                self.measure()?;
            }
            if due || self.host.clock() > self.saved + self.pause || to_accept.len() > MOST_UNSAVED {
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
    fn measure(&mut self) -> anyhow::Result<()> {
        let games = self.state.learner.games();
        let (measured, net) = self.write_net(&format!("v-{games}.safetensors"))?;
        let result = if self.setup.match_games > 0 {
            let (depth, captures) = self.setup.match_search;
            let challenge = Challenge {
                net,
                games: self.setup.match_games,
                depth,
                captures,
                seed: games / self.setup.match_every.max(1),
                concurrency: self.setup.concurrency,
            };
            let played = self.host.play(&challenge)?;
            files::write(&self.setup.out.join(format!("match-{games}.pgn")), &played.pgn)?;
            Some(played)
        } else {
            None
        };
        let tally = std::mem::take(&mut self.state.tally);
        let mean = |sum: f64, n: u64| sum / n.max(1) as f64;
        let (wins, draws, losses) = result.as_ref().map_or((0, 0, 0), |r| (r.wins, r.draws, r.losses));
        let (score_low, score_high) = result.map_or((0.0, 1.0), |r| r.score);
        let point = Point {
            games,
            td_error: mean(tally.value_error, tally.value_steps),
            final_error: mean(tally.final_error, tally.final_steps),
            slope_error: (tally.slope_steps > 0).then(|| mean(tally.slope_error, tally.slope_steps)),
            held_out_log_loss: measured.log_loss,
            sign_accuracy: measured.sign_accuracy,
            expert_share: mean(tally.expert_boards as f64, tally.boards),
            wins,
            draws,
            losses,
            score_low,
            score_high,
        };
        self.host.tell(&format!("{point}  ({:.0} s)", self.host.clock().as_secs_f64()));
        self.state.points.push(point);
        Ok(())
    }

    /// V as a file for workers.
    fn file(&self, parameters: Vec<f32>) -> anyhow::Result<Vec<u8>> {
        let net = self.setup.recipe.view.net(parameters);
        Ok(self.with_story(net, CENTIPAWNS, 0.0)?.to_bytes()?)
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
                files::stem(self.setup.name.as_ref()),
                before.unwrap_or_default()
            ),
            r2: Vec::new(),
        };
        Ok(NeuroNet { net, view: self.setup.recipe.view, story })
    }

    /// Measures V and writes it into the run's directory.
    fn write_net(&self, name: &str) -> anyhow::Result<(Measured, PathBuf)> {
        let net = self.state.learner.net();
        let measured = self.yardstick.measure(&net);
        let bytes = self.with_story(net, measured.centipawns, measured.log_loss)?.to_bytes()?;
        let path = self.setup.out.join(name);
        files::write(&path, bytes)?;
        Ok((measured, path))
    }

    fn save(&mut self) -> anyhow::Result<()> {
        let began = self.host.clock();
        files::sealed::write(&self.setup.out.join(PROGRESS), postcard::to_stdvec(&self.state)?)?;
        let mut curve = String::new();
        for point in &self.state.points {
            writeln!(curve, "{}", serde_json::to_string(point)?)?;
        }
        files::write(&self.setup.out.join("curve.jsonl"), &curve)?;
        self.saved = self.host.clock();
        self.pause = SAVE.max(SAVE_SHARE * self.saved.saturating_sub(began));
        Ok(())
    }

    fn finish(&mut self) -> anyhow::Result<Finished> {
        let (measured, net) = self.write_net("v.safetensors")?;
        self.save()?;
        Ok(Finished { games: self.state.learner.games(), measured, net })
    }

    /// Who works, how fast, and with weights how many rounds old.
    fn table(&mut self, exchange: &dyn Exchange) -> anyhow::Result<String> {
        let mut text = format!("round {} of {}", self.state.rounds, self.setup.recipe.rounds());
        let now = self.host.clock();
        for heart in exchange.workers()? {
            let Ok(words) = postcard::from_bytes::<Words>(&heart.words) else { continue };
            let (first, since) = *self.first_words.entry(heart.worker.clone()).or_insert((words.games, now));
            let minutes = now.saturating_sub(since).as_secs_f64().max(1.0) / 60.0;
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

/// A run that is over; printed, what came of it.
#[derive(Debug)]
pub struct Finished {
    /// Games learned from.
    pub games: u64,
    /// What V is worth on games held out.
    pub measured: Measured,
    /// Its file.
    pub net: PathBuf,
}

impl fmt::Display for Finished {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} games; held-out log loss {:.4}, winner named at {:.1} % of boards after move 20 of decisive games ({} boards in all)",
            self.games,
            self.measured.log_loss,
            100.0 * self.measured.sign_accuracy,
            self.measured.boards
        )?;
        write!(f, "written to {}", self.net.display())
    }
}
