use std::io::Write;

use philidor_chess::shakmaty::{Chess, Move, uci::UciMove};

use super::*;
use crate::Scale;

const RATING: Rating = Rating { number: 1500, scale: Scale::Lichess };

/// A protobuf field with bytes.
fn field(number: u32, bytes: &[u8]) -> Vec<u8> {
    let mut out = varint(u64::from(number) << 3 | 2);
    out.extend(varint(bytes.len() as u64));
    out.extend(bytes);
    out
}

fn varint(mut number: u64) -> Vec<u8> {
    let mut out = Vec::new();
    while number >= 128 {
        out.push((number as u8 & 127) | 128);
        number >>= 7;
    }
    out.push(number as u8);
    out
}

fn number(field: u32, number: u64) -> Vec<u8> {
    [varint(u64::from(field) << 3), varint(number)].concat()
}

/// A layer whose weights follow a simple course between -1 and 1.
fn layer(count: usize, salt: u16) -> Vec<u8> {
    let float = |field: u32, x: f32| [varint(u64::from(field) << 3 | 5), x.to_le_bytes().to_vec()].concat();
    let weights: Vec<u8> =
        (0..count).flat_map(|i| (i as u16).wrapping_mul(40_503).wrapping_add(salt).to_le_bytes()).collect();
    [float(1, -0.1), float(2, 0.1), field(3, &weights)].concat()
}

fn conv(inputs: usize, outputs: usize, salt: u16) -> Vec<u8> {
    [field(1, &layer(inputs * outputs * 9, salt)), field(2, &layer(outputs, salt))].concat()
}

/// A whole file of a small net.
fn small(filters: usize, policy_format: u64) -> Vec<u8> {
    let magic = [varint(1 << 3 | 5), 0x1c0u32.to_le_bytes().to_vec()].concat();
    let network = [number(1, 1), number(2, 2), number(3, 4), number(4, policy_format), number(5, 2)].concat();
    let excite = [
        field(1, &layer(4 * filters, 1)),
        field(2, &layer(4, 2)),
        field(3, &layer(8 * filters, 3)),
        field(4, &layer(2 * filters, 4)),
    ]
    .concat();
    let block =
        [field(1, &conv(filters, filters, 5)), field(2, &conv(filters, filters, 6)), field(3, &excite)]
            .concat();
    let weights = [
        field(1, &conv(112, filters, 7)),
        field(2, &block),
        field(3, &conv(filters, 80, 8)),
        field(11, &conv(filters, filters, 9)),
    ]
    .concat();
    [magic, field(4, &field(2, &network)), field(10, &weights)].concat()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut out = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    out.write_all(bytes).expect("memory");
    out.finish().expect("memory")
}

fn start() -> (Chess, Vec<(Chess, Move)>) {
    (Chess::default(), Vec::new())
}

#[test]
fn a_net_is_read_plain_and_compressed_and_runs_alike_in_batches() {
    let bytes = small(8, 2);
    let (plain, packed) =
        (Lc0::from_bytes("a", &bytes).expect("read"), Lc0::from_bytes("b", &gzip(&bytes)).expect("read"));
    let (pos, past) = start();
    let moment = Moment { position: &pos, past: &past };
    let one = plain.moves(moment, RATING);
    assert_eq!(one.len(), 20);
    assert!((one.iter().map(|likely| likely.chance).sum::<f32>() - 1.0).abs() < 1e-5);
    let many = packed.many(&[(moment, RATING); 40]);
    assert_eq!(many.len(), 40);
    for likely in many {
        for (a, b) in one.iter().zip(&likely) {
            assert!((a.chance - b.chance).abs() < 1e-6);
        }
    }
}

#[test]
fn damaged_and_foreign_files_are_refused_with_a_reason() {
    let good = small(8, 2);
    let told = |bytes: &[u8]| Lc0::from_bytes("x", bytes).expect_err("refused").to_string();
    assert!(told(b"").contains("no net of Leela Chess Zero"));
    assert!(told(b"PK\x03\x04 something else").contains("no net of Leela Chess Zero"));
    assert!(told(&small(8, 1)).contains("convolutional policy head"));
    let packed = gzip(&good);
    assert!(told(&packed[..packed.len() / 2]).contains("damaged"));
    // Cut anywhere, flipped anywhere: an answer or a reason, never a panic.
    for cut in (0..good.len()).step_by(997) {
        assert!(Lc0::from_bytes("x", &good[..cut]).is_err(), "cut at {cut}");
    }
    for at in (0..400).chain((400..good.len()).step_by(1009)) {
        let mut bad = good.clone();
        bad[at] ^= 0x55;
        let _ = Lc0::from_bytes("x", &bad);
    }
}

#[test]
fn ratings_stand_in_names_of_files() {
    assert_eq!(rating_of("maia-1500.pb.gz"), Some(1500));
    assert_eq!(rating_of("1900.pb"), Some(1900));
    assert_eq!(rating_of("maia.pb.gz"), None);
    assert_eq!(rating_of("README.md"), None);
}

#[derive(serde::Deserialize)]
struct Reference {
    moves: Option<String>,
    fen: String,
    policy: std::collections::HashMap<String, f64>,
}

/// The nets of the data directory beside the repository, if they are there, against reference probabilities.
#[test]
fn probabilities_agree_with_the_reference() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data/maia");
    let files = [
        ("maia-1500", "reference_maia1500_300.jsonl"),
        ("maia-1100", "reference_maia1100_40.jsonl"),
        ("maia-1900", "reference_maia1900_40.jsonl"),
        ("maia-1500", "reference_maia1500_fenonly_60.jsonl"),
    ];
    if !dir.exists() {
        eprintln!("not run: {} is not there", dir.display());
        return;
    }
    let mut asked = 0;
    for (name, file) in files {
        let bytes = std::fs::read(dir.join(format!("{name}.pb.gz"))).expect("a net");
        let net = Lc0::from_bytes(name, &bytes).expect("read");
        for line in std::fs::read_to_string(dir.join(file)).expect("a reference").lines() {
            let reference: Reference = serde_json::from_str(line).expect("a reference");
            let (mut pos, mut past) = start();
            match &reference.moves {
                Some(moves) => {
                    for uci in moves.split_whitespace() {
                        let mv = uci.parse::<UciMove>().expect("move").to_move(&pos).expect("legal");
                        past.push((pos.clone(), mv));
                        philidor_chess::shakmaty::Position::play_unchecked(&mut pos, mv);
                    }
                }
                None => pos = philidor_chess::parse_fen(&reference.fen).expect("legal"),
            }
            let likely = net.moves(Moment { position: &pos, past: &past }, RATING);
            assert_eq!(likely.len(), reference.policy.len(), "{}", reference.fen);
            for Likely { mv, chance } in likely {
                let uci = mv.to_uci(philidor_chess::shakmaty::CastlingMode::Standard).to_string();
                let wanted = reference.policy[&uci];
                let off = (f64::from(chance) - wanted).abs();
                assert!(off <= 1e-3, "{name} {} {uci}: {chance}, not {wanted}", reference.fen);
            }
            asked += 1;
        }
    }
    assert_eq!(asked, 440);
}
