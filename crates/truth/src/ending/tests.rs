//! The slabs against the tables, position by position.

use std::sync::atomic::AtomicBool;

use philidor_chess::{Material, parse_fen};

use super::{slab::Frame, *};
use crate::{
    probe::position_of,
    tables::{Tables, Watch},
};

const LIMITS: Limits = Limits { positions: 2_000_000_000, trust_promotions: false };

fn solve(fen: &str) -> (Chess, Ending) {
    let pos = parse_fen(fen).unwrap();
    let go = AtomicBool::new(false);
    let ending = Ending::solve(&pos, LIMITS, EndingWatch { stop: &go, hear: &|_| () }).unwrap();
    (pos, ending)
}

/// Everything that can arise from a position, with all promotions.
fn solve_all(fen: &str) -> Ending {
    let pos = parse_fen(fen).unwrap();
    let mut list = vec![Structure::of(pos.board()).unwrap()];
    let mut next = 0;
    while next < list.len() {
        for exit in list[next].exits() {
            for to in exit.structures() {
                if !list.contains(&to) {
                    list.push(to);
                }
            }
        }
        next += 1;
    }
    let (mut ending, go) = (Ending::empty(false), AtomicBool::new(false));
    ending.run(&list, &HashSet::new(), EndingWatch { stop: &go, hear: &|_| () }).unwrap();
    ending
}

/// Compares every position of every slab with the tables; returns how many were compared.
fn compare(ending: &Ending, tables: &Tables) -> u64 {
    let mut compared = 0;
    for structure in ending.slabs.keys().filter(|s| s.men() > 2) {
        let frame = Frame::new(*structure);
        let spot = frame.spot(0);
        let material = frame.men(&spot).iter().fold(Material::KK, |m, man| m.with(man.0, man.1));
        let table = tables.table(material).unwrap().unwrap();
        // Large slabs are looked at in every eleventh row.
        let step = if frame.pieces.len() < 2 { 1 } else { 11 };
        for word in (0..frame.words()).step_by(step) {
            let spot = frame.spot(word);
            let men = frame.men(&spot);
            for turn in Color::ALL {
                let Some(seen) = crate::solve::survey(spot.wk, &men) else { continue };
                for bk in structure::squares(seen.legal[crate::solve::side(turn)]) {
                    let want = table.value_of(spot.wk, bk, &men, turn).wdl();
                    let (white, black) = ending.slabs[structure].low.get(turn, word);
                    let won = if white >> bk & 1 == 1 { Some(Color::White) } else { None };
                    let won = if black >> bk & 1 == 1 { Some(Color::Black) } else { won };
                    let got = match won {
                        None => Wdl::Draw,
                        Some(color) if color == turn => Wdl::Win,
                        Some(_) => Wdl::Loss,
                    };
                    let fen = || philidor_chess::write_fen(&position_of(spot.wk, bk, &men, turn).unwrap());
                    assert_eq!(got, want, "{}", fen());
                    compared += 1;
                }
            }
        }
        assert!(ending.slabs[structure].is_exact(), "{structure:?}");
    }
    compared
}

#[test]
fn slabs_of_four_men_are_those_of_the_tables() {
    let tables = Tables::in_memory();
    let go = AtomicBool::new(false);
    let wanted = ["KPKP", "KBPK", "KRKP"].map(|name| name.parse::<Material>().unwrap());
    tables.build(&wanted, false, Watch { stop: &go, hear: &|_| () }).unwrap();
    for (fen, at_least) in [
        ("8/8/5p2/8/4P3/8/8/K6k w - - 0 1", 10_000_000),
        ("8/8/2P5/8/8/8/1B6/K6k w - - 0 1", 5_000_000),
        ("8/8/8/8/2p5/8/1R6/K6k w - - 0 1", 5_000_000),
    ] {
        let compared = compare(&solve_all(fen), &tables);
        assert!(compared > at_least, "{fen}: {compared}");
    }
}

/// The moves that surely keep the result.
fn good(fen: &str) -> (Option<Wdl>, Vec<String>) {
    let (pos, ending) = solve(fen);
    let value = ending.bounds(&pos).exact();
    let keeps = |m: &EndingMove| Some(m.bounds.low) == value;
    (value, ending.moves(&pos).into_iter().filter(keeps).map(|m| m.san).collect())
}

#[test]
fn famous_positions() {
    // Lasker and Reichhelm 1901: corresponding squares, the only way to begin.
    let lasker = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
    assert_eq!(good(lasker), (Some(Wdl::Win), vec!["Kb1".to_owned()]));
    // Réti 1921.
    assert_eq!(good("7K/8/k1P5/7p/8/8/8/8 w - - 0 1"), (Some(Wdl::Draw), vec!["Kg7".to_owned()]));
    // Saavedra 1895: the rook on the eighth rank.
    assert_eq!(good("8/8/1KP5/3r4/8/8/8/k7 w - - 0 1"), (Some(Wdl::Win), vec!["c7".to_owned()]));
    let (value, moves) = good("8/2P5/8/8/3r4/8/2K5/k7 w - - 0 1");
    assert_eq!(value, Some(Wdl::Win));
    assert!(moves.contains(&"c8=R".to_owned()) && !moves.contains(&"c8=Q".to_owned()), "{moves:?}");
}

/// Grigoriev 1936 (La Stratégie, shared first prize), after 1.Kg3! Ke4 2.Kg2!: whoever has to move would rather not, and the king goes
/// round the pawn.
#[test]
fn grigorievs_struggle_for_corresponding_squares() {
    let (pos, ending) = solve("8/8/8/7p/4k2P/8/4P1K1/8 b - - 0 1");
    assert_eq!(ending.bounds(&pos).exact(), Some(Wdl::Loss));
    assert_eq!(ending.if_other_moved(&pos).and_then(Bounds::exact), Some(Wdl::Draw));
    let line: Vec<String> = ending.line(&pos, 6).iter().map(ToString::to_string).collect();
    assert_eq!(line, ["Ke4-e3", "Kg2-f1", "Ke3-e4", "Kf1-e1", "Ke4-e3", "Ke1-d1"]);
}

/// Stopped work goes on from its checkpoint to the same end; what is damaged, or about something else, is refused.
#[test]
fn stopped_work_goes_on() {
    let (pos, whole) = solve("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    let mut begun = Ending::begin(&pos, LIMITS).unwrap();
    let mut breaks = 0;
    let bytes = loop {
        // At first it is stopped as soon as it has done something.
        let often = breaks < 4;
        let stop = AtomicBool::new(false);
        let hear = |p: EndingProgress| stop.store(often && p.done > 0 && p.done < p.of, Ordering::Relaxed);
        let more = begun.round(&pos, LIMITS, EndingWatch { stop: &stop, hear: &hear });
        let bytes = begun.checkpoint(&pos).unwrap();
        begun = Ending::from_checkpoint(&bytes, &pos, LIMITS).unwrap();
        match more {
            Ok(true) => {}
            Ok(false) => break bytes,
            Err(error) => {
                assert!(matches!(error, EndingError::Stopped));
                breaks += 1;
            }
        }
    };
    assert!(breaks > 3, "{breaks}");
    assert_eq!(begun.bounds(&pos), whole.bounds(&pos));
    assert_eq!(begun.line(&pos, 200), whole.line(&pos, 200));
    let refused =
        |bytes: &[u8], pos: &Chess, limits| Ending::from_checkpoint(bytes, pos, limits).unwrap_err();
    assert_eq!(refused(&bytes[..bytes.len() - 1], &pos, LIMITS), CheckpointError::Damaged);
    assert_eq!(refused(b"a letter", &pos, LIMITS), CheckpointError::Damaged);
    let other = parse_fen("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 b - - 0 1").unwrap();
    assert!(matches!(refused(&bytes, &other, LIMITS), CheckpointError::Other(_)));
    let trusting = Limits { trust_promotions: true, ..LIMITS };
    assert_eq!(refused(&bytes, &pos, trusting), CheckpointError::Trust(false));
}

#[test]
fn a_line_ends_in_mate() {
    let (pos, ending) = solve("8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1");
    let mut end = pos.clone();
    for mv in ending.line(&pos, 200) {
        assert!(end.is_legal(mv));
        end.play_unchecked(mv);
    }
    assert!(end.is_checkmate(), "{}", philidor_chess::write_fen(&end));
}

#[test]
fn errors_say_what_to_do() {
    let go = AtomicBool::new(false);
    let error = |fen: &str, positions| {
        let limits = Limits { positions, trust_promotions: false };
        Ending::solve(&parse_fen(fen).unwrap(), limits, EndingWatch { stop: &go, hear: &|_| () })
            .unwrap_err()
            .to_string()
    };
    assert!(error("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 1 << 30).contains("third field"));
    assert!(error("4k3/8/8/8/8/8/RNB5/4K3 w - - 0 1", 1 << 30).contains("3 pieces"));
    let large = error("4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1", 10_000_000);
    assert!(large.contains("more than") && large.contains("--budget"), "{large}");
}
