//! One suite for both exchanges: whatever carries work and weights must keep the same promises.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

mod common;

use std::{
    collections::BTreeSet,
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use common::Server;
use philidor_cluster::{Exchange, ExchangeError, Local, Nats, Part};

const LEASE: Duration = Duration::from_millis(1500);
const SOON: Duration = Duration::from_millis(300);
const LATER: Duration = Duration::from_secs(10);

fn promises(coordinator: &dyn Exchange, worker: &dyn Exchange) {
    weights_have_revisions(coordinator, worker);
    jobs_are_offered_once(coordinator, worker);
    lost_jobs_come_back(coordinator, worker);
    results_come_until_they_are_accepted(coordinator, worker);
    a_refused_result_is_done_again(coordinator, worker);
    workers_are_heard(coordinator, worker);
    assert!(!worker.closed());
    coordinator.close().unwrap();
    assert!(worker.closed());
}

fn weights_have_revisions(coordinator: &dyn Exchange, worker: &dyn Exchange) {
    assert_eq!(worker.weights(0, SOON).unwrap(), None, "not there yet");
    for revision in 0..15_u64 {
        coordinator.publish(revision, &vec![revision as u8; 50_000]).unwrap();
    }
    assert_eq!(worker.weights(14, SOON).unwrap(), Some(vec![14; 50_000]));
    assert_eq!(worker.weights(6, SOON).unwrap(), Some(vec![6; 50_000]), "the last ones are kept");
    assert_eq!(worker.weights(0, LATER).unwrap(), None, "old ones are gone, and nobody waits for them");
    std::thread::scope(|scope| {
        let waiting = scope.spawn(|| worker.weights(15, LATER).unwrap());
        std::thread::sleep(SOON);
        coordinator.publish(15, b"new").unwrap();
        assert_eq!(waiting.join().unwrap(), Some(b"new".to_vec()), "weights are waited for");
    });
}

fn jobs_are_offered_once(coordinator: &dyn Exchange, worker: &dyn Exchange) {
    for _ in 0..3 {
        for number in 0..5 {
            coordinator.offer(number, &[number as u8]).unwrap();
        }
    }
    let mut seen = BTreeSet::new();
    while let Some(lease) = worker.lease(SOON).unwrap() {
        assert_eq!(lease.job, [lease.number as u8]);
        assert!(seen.insert(lease.number), "job {} was handed out twice", lease.number);
        worker.finish(lease, b"done").unwrap();
    }
    assert_eq!(seen, (0..5).collect());
    for _ in 0..5 {
        let delivery = coordinator.collect(LATER).unwrap().unwrap();
        assert!(seen.remove(&delivery.number));
        coordinator.accept(delivery).unwrap();
    }
    assert!(coordinator.collect(SOON).unwrap().is_none());
}

fn lost_jobs_come_back(coordinator: &dyn Exchange, worker: &dyn Exchange) {
    coordinator.offer(10, b"fragile").unwrap();
    drop(worker.lease(LATER).unwrap().unwrap());
    let again = worker.lease(LATER).unwrap().expect("the job of a worker that vanished");
    assert_eq!((again.number, &*again.job), (10, &b"fragile"[..]));
    // One that is confirmed stays where it is, however long it takes.
    for _ in 0..4 {
        std::thread::sleep(LEASE / 2);
        worker.extend(&again).unwrap();
        assert!(worker.lease(Duration::from_millis(20)).unwrap().is_none(), "confirmed work was handed out");
    }
    worker.finish(again, b"whole").unwrap();
    let delivery = coordinator.collect(LATER).unwrap().unwrap();
    assert_eq!((delivery.number, &*delivery.result), (10, &b"whole"[..]));
    coordinator.accept(delivery).unwrap();
}

fn results_come_until_they_are_accepted(coordinator: &dyn Exchange, worker: &dyn Exchange) {
    coordinator.offer(20, b"x").unwrap();
    let lease = worker.lease(LATER).unwrap().unwrap();
    worker.finish(lease, b"y").unwrap();
    drop(coordinator.collect(LATER).unwrap().unwrap());
    let again = coordinator.collect(LATER).unwrap().expect("a result nobody accepted");
    assert_eq!(again.number, 20);
    coordinator.accept(again).unwrap();
    std::thread::sleep(LEASE + SOON);
    assert!(coordinator.collect(SOON).unwrap().is_none());
}

fn a_refused_result_is_done_again(coordinator: &dyn Exchange, worker: &dyn Exchange) {
    coordinator.offer(30, b"job").unwrap();
    for result in [&b"garbage"[..], b"garbage again", b"good"] {
        let lease = worker.lease(LATER).unwrap().expect("the job is handed out");
        assert_eq!((lease.number, &*lease.job), (30, &b"job"[..]));
        worker.finish(lease, result).unwrap();
        let delivery = coordinator.collect(LATER).unwrap().expect("its result comes");
        assert_eq!((delivery.number, &*delivery.result), (30, result));
        if result == b"good" {
            coordinator.accept(delivery).unwrap();
        } else {
            coordinator.refuse(delivery, b"job", "cannot be read").unwrap();
        }
    }
    assert!(worker.lease(SOON).unwrap().is_none());
}

fn workers_are_heard(coordinator: &dyn Exchange, worker: &dyn Exchange) {
    worker.beat("anna", b"1").unwrap();
    worker.beat("anna", b"2").unwrap();
    worker.beat("bert", b"7").unwrap();
    let heard: Vec<(String, Vec<u8>)> =
        coordinator.workers().unwrap().into_iter().map(|w| (w.worker, w.words)).collect();
    assert_eq!(heard, [("anna".to_owned(), b"2".to_vec()), ("bert".to_owned(), b"7".to_vec())]);
    // While a worker beats, the list still ends.
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        scope.spawn(|| {
            while !stop.load(Ordering::Relaxed) {
                worker.beat("anna", b"3").unwrap();
            }
        });
        let lists: Vec<usize> = (0..100).map(|_| coordinator.workers().unwrap().len()).collect();
        stop.store(true, Ordering::Relaxed);
        assert_eq!(lists, [2; 100]);
    });
}

#[test]
fn inside_a_process() {
    let local = Local::new(LEASE);
    promises(&local, &local);
}

#[test]
fn over_a_nats_server() {
    let Some(server) = Server::start(true) else { return };
    assert!(
        Nats::open(&server.url(), "test", Part::Worker, "a test", LEASE).unwrap().is_none(),
        "no run yet"
    );
    let coordinator = Nats::open(&server.url(), "test", Part::NewRun, "a test", LEASE).unwrap().unwrap();
    let worker = Nats::open(&server.url(), "test", Part::Worker, "a test", LEASE).unwrap().unwrap();
    promises(&coordinator, &worker);
}

#[test]
fn a_coordinator_that_comes_back_finds_everything() {
    let Some(server) = Server::start(true) else { return };
    let open =
        |part| Nats::open(&server.url(), "back", part, "a test", Duration::from_secs(60)).unwrap().unwrap();
    let first = open(Part::NewRun);
    let worker = open(Part::Worker);
    first.publish(3, b"weights").unwrap();
    first.offer(1, b"a").unwrap();
    first.offer(2, b"b").unwrap();
    worker.finish(worker.lease(LATER).unwrap().unwrap(), b"A").unwrap();
    let in_hands = first.collect(LATER).unwrap().unwrap();
    drop(first);
    // Long before the lease ends, the next coordinator gets what the last one had not accepted.
    let second = open(Part::OldRun);
    assert_eq!(second.collect(LATER).unwrap().unwrap().number, in_hands.number);
    second.offer(2, b"b").unwrap();
    assert_eq!(worker.weights(3, SOON).unwrap(), Some(b"weights".to_vec()));
    assert!(worker.lease(LATER).unwrap().is_some());
    assert!(worker.lease(SOON).unwrap().is_none(), "offered twice, handed out once");
    drop(second);
    let fresh = open(Part::NewRun);
    assert_eq!(fresh.weights(3, SOON).unwrap(), None, "a new run begins with nothing");
}

/// A worker that slept while another run began under the same name changes nothing of that run, and hears that its own is over.
#[test]
fn results_belong_to_their_run() {
    let Some(server) = Server::start(true) else { return };
    let open = |part| Nats::open(&server.url(), "same", part, "a test", LEASE).unwrap().unwrap();
    let first = open(Part::NewRun);
    let (asleep, idle) = (open(Part::Worker), open(Part::Worker));
    first.offer(1, b"old").unwrap();
    let lease = asleep.lease(LATER).unwrap().unwrap();
    drop(first);
    let second = open(Part::NewRun);
    second.offer(1, b"new").unwrap();
    assert!(asleep.finish(lease, b"of another run").is_err());
    assert!(second.collect(SOON).unwrap().is_none(), "a result of another run was taken");
    let told = idle.lease(LATER).expect_err("no job of another run is taken");
    assert!(matches!(told, ExchangeError::Superseded { .. }), "{told}");
    let awake = open(Part::Worker);
    awake.finish(awake.lease(LATER).unwrap().unwrap(), b"right").unwrap();
    assert_eq!(second.collect(LATER).unwrap().unwrap().result, b"right");
}

/// Two coordinators do not share a name; one that lost its place while it slept hears so.
#[test]
fn a_name_has_one_coordinator() {
    let Some(server) = Server::start(true) else { return };
    let open = |part| Nats::open(&server.url(), "one", part, "a test", LEASE);
    let first = open(Part::NewRun).unwrap().unwrap();
    first.offer(1, b"a").unwrap();
    for part in [Part::NewRun, Part::OldRun] {
        let refused = open(part).err().expect("refused");
        assert!(matches!(refused, ExchangeError::InUse { .. }), "{refused}");
        assert!(refused.to_string().contains("--run"), "{refused}");
    }
    assert!(open(Part::Worker).unwrap().unwrap().lease(LATER).unwrap().is_some(), "its queue is untouched");
}

/// Workers come at any time, also while a coordinator sets up its run or comes back to it: they find the run, or none yet.
#[test]
fn workers_may_come_while_a_coordinator_comes() {
    let Some(server) = Server::start(true) else { return };
    let open = |part| Nats::open(&server.url(), "busy", part, "a test", LEASE);
    let over = AtomicBool::new(false);
    let (opened, found) = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..3)
            .map(|_| {
                scope.spawn(|| {
                    let mut found = 0;
                    while !over.load(Ordering::Relaxed) {
                        found += u32::from(open(Part::Worker).unwrap().is_some());
                    }
                    found
                })
            })
            .collect();
        let parts = (0..60).map(|turn| if turn % 3 == 0 { Part::NewRun } else { Part::OldRun });
        let opened: Result<Vec<_>, _> = parts.map(|part| open(part).map(|run| run.is_some())).collect();
        // Whatever happened, the workers are sent home before anybody complains.
        over.store(true, Ordering::Relaxed);
        (opened, workers.into_iter().map(|worker| worker.join().unwrap()).sum::<u32>())
    });
    assert_eq!(opened.unwrap(), [true; 60]);
    assert!(found > 0, "no worker ever found the run");
}

#[test]
fn a_server_that_is_not_there_or_keeps_nothing_is_told() {
    let error = |url: &str| match Nats::open(url, "x", Part::NewRun, "a test", LEASE) {
        Err(error) => error,
        Ok(_) => panic!("{url} answered"),
    };
    let nobody = error("nats://127.0.0.1:1");
    assert!(matches!(nobody, ExchangeError::Unreachable { .. }), "{nobody}");
    assert!(nobody.to_string().contains("nats-server -js"));
    let Some(server) = Server::start(false) else { return };
    let forgetful = error(&server.url());
    assert!(matches!(forgetful, ExchangeError::NoJetStream { .. }), "{forgetful}");
}
