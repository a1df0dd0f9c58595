//! Rated games, read once: which are learned from and which are held out.

use std::{collections::HashMap, fmt};

use anyhow::{Context, ensure};
use philidor_chess::shakmaty::{Chess, Move, Position};
use philidor_games::Games;
use xxhash_rust::xxh3::Xxh3Default;

use super::Settings;
use crate::{Moment, RATINGS, Rating, Scale};

/// A rated game.
#[derive(Debug, Clone)]
pub struct Rated {
    ratings: [Rating; 2],
    moves: Vec<Move>,
}

/// A move that somebody played, and how it came about.
#[derive(Debug, Clone)]
pub struct Played {
    /// The position.
    pub position: Chess,
    /// Up to eight positions before, with the moves played.
    pub past: Vec<(Chess, Move)>,
    /// What was played.
    pub mv: Move,
    /// The player's rating.
    pub rating: Rating,
    /// Half-moves before it.
    pub ply: usize,
}

impl Played {
    /// As policies are asked.
    pub fn moment(&self) -> Moment<'_> {
        Moment { position: &self.position, past: &self.past }
    }
}

/// Moves before that our net looks at.
const NEAR_PAST: usize = 2;
/// Moves before that any policy looks at.
const LONG_PAST: usize = 8;

impl Rated {
    /// Half-moves.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// All moves of the game, with the moves just before.
    pub fn positions(&self) -> impl Iterator<Item = Played> + '_ {
        self.walk(NEAR_PAST)
    }

    /// The same with as much of the past as any policy may want.
    pub fn with_past(&self) -> impl Iterator<Item = Played> + '_ {
        self.walk(LONG_PAST)
    }

    fn walk(&self, keep: usize) -> impl Iterator<Item = Played> + '_ {
        let mut pos = Chess::default();
        let mut past: Vec<(Chess, Move)> = Vec::with_capacity(keep + 1);
        self.moves.iter().enumerate().map(move |(ply, &mv)| {
            let rating = self.ratings[ply % 2];
            let played = Played { position: pos.clone(), past: past.clone(), mv, rating, ply };
            past.push((pos.clone(), mv));
            if past.len() > keep {
                past.remove(0);
            }
            pos.play_unchecked(mv);
            played
        })
    }
}

/// Games for learning and for measuring.
#[derive(Debug)]
pub struct Corpus {
    /// Learned from.
    pub learned: Vec<Rated>,
    /// Never learned from.
    pub held_out: Vec<Rated>,
    /// Games passed over: no ratings, too short, bullet, or of players and ratings of which there are enough.
    pub passed_over: u64,
    /// Digest of the files.
    pub digest: String,
}

impl fmt::Display for Corpus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (learned, held_out) = (self.learned.len(), self.held_out.len());
        write!(
            f,
            "{learned} games to learn from, {held_out} held out; {} passed over (without ratings, too short, bullet, or of players and ratings of which there are enough)",
            self.passed_over
        )
    }
}

/// Seconds that a side has for a game of forty moves; none if the tag says nothing.
fn seconds(control: Option<&str>) -> Option<f64> {
    let (base, bonus) = control?.split_once('+').unwrap_or((control?, "0"));
    Some(base.parse::<f64>().ok()? + 40.0 * bonus.parse::<f64>().ok()?)
}

/// Less is bullet.
const LEAST_SECONDS: f64 = 180.0;
/// Shorter games teach little.
const LEAST_PLIES: usize = 10;

impl Corpus {
    /// Reads the games. `tell` hears how many were read.
    pub fn read(settings: &Settings, tell: &mut dyn FnMut(u64)) -> anyhow::Result<Corpus> {
        let mut corpus =
            Corpus { learned: Vec::new(), held_out: Vec::new(), passed_over: 0, digest: String::new() };
        let mut players: HashMap<String, u32> = HashMap::new();
        let mut bands: HashMap<(u16, Scale), u32> = HashMap::new();
        let mut read = 0;
        for path in &settings.games {
            let failed = || format!("cannot read {}", path.display());
            let mut games = Games::open(path).with_context(failed)?;
            while let Some(game) = games.next_game().with_context(failed)? {
                read += 1;
                if read % 1024 == 0 {
                    tell(read);
                }
                let rating = |tag: &str| {
                    let number = games.tag(tag)?.trim().parse::<u16>().ok()?;
                    let scale = Scale::of_tags(games.tag("Event"), games.tag("Site"));
                    RATINGS.contains(&number).then_some(Rating { number, scale })
                };
                let (Some(white), Some(black)) = (rating("WhiteElo"), rating("BlackElo")) else {
                    corpus.passed_over += 1;
                    continue;
                };
                let bullet = seconds(games.tag("TimeControl")).is_some_and(|all| all < LEAST_SECONDS);
                if bullet || game.moves.len() < LEAST_PLIES || game.start != Chess::default() {
                    corpus.passed_over += 1;
                    continue;
                }
                let mut digest = Xxh3Default::new();
                for mv in &game.moves {
                    digest.update(format!("{mv:?}").as_bytes());
                }
                let held_out = digest.digest() % settings.held_out == settings.seed % settings.held_out;
                let enough = ["White", "Black"].into_iter().any(|tag| {
                    let name = games.tag(tag).filter(|name| name.len() > 1).unwrap_or_default();
                    if name.is_empty() {
                        return false;
                    }
                    let count = players.entry(name.to_owned()).or_default();
                    *count += 1;
                    *count > settings.per_player
                });
                let band = bands.entry((white.number.midpoint(black.number) / 200, white.scale)).or_default();
                if enough || *band >= settings.per_band {
                    corpus.passed_over += 1;
                    continue;
                }
                *band += 1;
                let rated = Rated { ratings: [white, black], moves: game.moves };
                if held_out { &mut corpus.held_out } else { &mut corpus.learned }.push(rated);
            }
            corpus.digest += &format!("{:016x}", games.digest());
        }
        ensure!(
            !corpus.learned.is_empty() || !corpus.held_out.is_empty(),
            "no usable game: games need WhiteElo and BlackElo, a result, ten half-moves and more than three minutes"
        );
        Ok(corpus)
    }
}
