//! How far a blockaded pawn may have come.

#![expect(clippy::unwrap_used, reason = "a failed unwrap is a failed test")]

use std::sync::{Arc, atomic::AtomicBool};

use philidor_truth::{
    Table, Tables, Watch,
    blockade::{blockade, line},
};

fn table(name: &str) -> Arc<Table> {
    let tables = Tables::in_memory();
    let material = name.parse().unwrap();
    tables.build(&[material], false, Watch { stop: &AtomicBool::new(false), hear: &|_| () }).unwrap();
    tables.table(material).unwrap().unwrap()
}

/// The squares as they are printed in manuals.
#[test]
#[ignore = "five men, about a minute: cargo test --release -p philidor-truth --test blockade -- --ignored"]
fn two_knights_hold_a_pawn_up_to_troitskys_line() {
    let held = blockade(&table("KNNKP")).unwrap();
    let squares: Vec<String> = line(&held).into_iter().flatten().map(|sq| sq.to_string()).collect();
    assert_eq!(squares, ["a4", "b6", "c5", "d4", "e4", "f5", "g6", "h4"]);
}

#[test]
fn a_queen_wins_before_any_pawn_and_a_knight_before_none() {
    let queen = blockade(&table("KQKP")).unwrap();
    assert!(line(&queen).iter().flatten().map(|sq| sq.rank() as u8).eq([2; 8]));
    let knight = blockade(&table("KNKP")).unwrap();
    assert_eq!(line(&knight), [None; 8]);
    assert!(knight.iter().all(|held| held.not_won.is_some() && held.positions > 900));
    assert!(blockade(&table("KPK")).unwrap_err().to_string().contains("KNNKP"));
}
