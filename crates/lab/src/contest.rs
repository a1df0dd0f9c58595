//! A match at a terminal.

use philidor_arena::{Contest, News, Outcome};
use philidor_terminal::progress;

/// Plays a match behind a progress bar.
pub fn play(contest: &Contest<'_>) -> anyhow::Result<Outcome> {
    let total = u64::from(contest.plan().games);
    let bar = progress::bar(total, "{bar:30} {pos}/{len} games {msg} [{elapsed_precise} left {eta}]");
    let outcome = contest.play(&|news: &News<'_>| {
        if let Some(who) = &news.record.forfeit {
            bar.println(format!("game {}: {who} player: {}", news.record.number + 1, news.record.reason));
        }
        bar.set_position(news.played as u64);
        bar.set_message(news.tally.to_string());
    });
    bar.finish_and_clear();
    Ok(outcome?)
}
