//! The coordinator: hands out games a little ahead, keeps what comes back, and accepts it when it is safe.

use std::{collections::BTreeMap, time::Duration};

use anyhow::bail;
use philidor_cluster::{Delivery, Exchange, ExchangeError};

use crate::{
    Host,
    desk::Desk,
    look::{Looker, Outcome},
};

/// Games that are out at the same time.
const OUT: usize = 128;
/// Games between the oldest that is out and the newest: what is found early waits for it.
const SPAN: u32 = 256;
/// How long to wait for a result before looking up.
const WAIT: Duration = Duration::from_millis(500);
/// Times that an exchange may fail in a row, and the pause between.
const TRIES: u32 = 60;
const PAUSE: Duration = Duration::from_secs(2);
/// The workers are asked for after so many results.
const ROLL_CALL: u32 = 25;

/// Until all games of the desk are looked at and safe.
pub(crate) fn coordinate(
    exchange: &dyn Exchange,
    desk: &mut dyn Desk,
    here: &Looker,
    host: &Host<'_>,
) -> anyhow::Result<()> {
    let mut out: BTreeMap<u32, Vec<u8>> = BTreeMap::new();
    let mut held: Vec<Delivery> = Vec::new();
    let (mut games, mut over, mut quiet) = (0_u64, false, 0_u32);
    let mut workers = String::new();
    loop {
        // 1. Games, a little ahead.
        let near = |out: &BTreeMap<u32, Vec<u8>>| match (out.first_key_value(), out.last_key_value()) {
            (Some((first, _)), Some((last, _))) => out.len() < OUT && last - first < SPAN,
            _ => true,
        };
        while !over && near(&out) {
            if host.stopped() {
                break;
            }
            let Some(job) = desk.next()? else {
                over = true;
                break;
            };
            match job.packed()? {
                Some(bytes) => {
                    patiently(host, || exchange.offer(u64::from(job.number), &bytes))?;
                    out.insert(job.number, bytes);
                }
                None => desk.keep(job.number, here.look(&job)?)?,
            }
        }
        if host.stopped() {
            bail!("interrupted; what was found is kept: run the same command to go on");
        }
        if over && out.is_empty() {
            break;
        }
        // 2. What comes back.
        if quiet == 0 {
            workers = roll(exchange);
            quiet = ROLL_CALL;
        }
        quiet -= 1;
        host.waiting.at(format!("{games} games looked at, {} out{workers}", out.len()));
        let Some(delivery) = patiently(host, || exchange.collect(WAIT))? else { continue };
        let number = delivery.number as u32;
        let Some(job) = out.get(&number) else {
            // It was counted before, and may come again until it is safe.
            if desk.is_safe(number) {
                accept(exchange, delivery);
            }
            continue;
        };
        match Outcome::read(&delivery.result) {
            Ok(outcome) => {
                desk.keep(number, outcome)?;
                out.remove(&number);
                held.push(delivery);
                games += 1;
            }
            Err(error) => {
                let why = format!("what was found in game {} cannot be read: {error}", number + 1);
                host.waiting.complain(&format!("{why}; it is put aside and the game looked at again"));
                exchange.refuse(delivery, job, &why)?;
            }
        }
        // 3. What is safe need not come again.
        let (safe, rest) = held.into_iter().partition(|d: &Delivery| desk.is_safe(d.number as u32));
        held = rest;
        for delivery in safe {
            accept(exchange, delivery);
        }
    }
    desk.finish()?;
    held.into_iter().for_each(|delivery| accept(exchange, delivery));
    Ok(())
}

/// If that fails the result comes again, and is accepted then.
fn accept(exchange: &dyn Exchange, delivery: Delivery) {
    let _ = exchange.accept(delivery);
}

/// Who works, and how many games each has looked at.
fn roll(exchange: &dyn Exchange) -> String {
    let all = exchange.workers().unwrap_or_default();
    let told = all.iter().map(|heart| format!("{} {}", heart.worker, String::from_utf8_lossy(&heart.words)));
    let told: Vec<String> = told.collect();
    if told.is_empty() { "; no worker yet".to_owned() } else { format!("; {}", told.join(", ")) }
}

/// A server may be away for a while.
fn patiently<T>(host: &Host<'_>, mut ask: impl FnMut() -> Result<T, ExchangeError>) -> anyhow::Result<T> {
    let mut tries = 0;
    loop {
        match ask() {
            Err(error @ ExchangeError::Failed { .. }) if tries < TRIES && !host.stopped() => {
                if tries == 0 {
                    host.waiting.complain(&format!("{error}; trying again"));
                }
                tries += 1;
                std::thread::sleep(PAUSE);
            }
            answer => return Ok(answer?),
        }
    }
}
