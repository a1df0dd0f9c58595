//! A move in words: `cargo run -p philidor-session --example explain -- "FEN" MOVE`

use std::{env, error::Error};

use philidor_chess::{parse_fen, parse_move};
use philidor_session::Session;

fn main() -> Result<(), Box<dyn Error>> {
    let mut given = env::args().skip(1);
    let fen = given.next().unwrap_or("6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1".to_owned());
    let position = parse_fen(&fen)?;
    let mv = given.next().map(|text| parse_move(&position, &text)).transpose()?;
    let session = Session::builder().nodes(50_000).build()?;
    for section in session.explain(&position, mv)?.text.sections {
        println!("{}", section.heading);
        for sentence in section.sentences {
            println!("  {} (claims {:?})", sentence.text, sentence.claims);
        }
    }
    Ok(())
}
