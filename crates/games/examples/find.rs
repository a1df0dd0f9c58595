//! Games that went through a position: `cargo run -p philidor-games --example find -- GAMES.pgn "FEN"`

use std::{env, error::Error, path::Path};

use philidor_chess::parse_fen;
use philidor_games::{find::Wanted, record::Records};

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = env::args().skip(1).collect();
    let [file, fen] = &given[..] else { return Err("give a file of games and a position".into()) };
    let wanted = Wanted { position: Some(parse_fen(fen)?), ..Wanted::default() };
    let mut games = Records::open(Path::new(file))?;
    let mut number = 0;
    while let Some(game) = games.next_record()? {
        number += 1;
        if let Some(ply) = wanted.fits(&game) {
            let name = |colour: &str| game.tag(colour).unwrap_or("?").to_owned();
            println!(
                "{number}. {} - {} {}, after {ply} half-moves",
                name("White"),
                name("Black"),
                game.result
            );
        }
    }
    Ok(())
}
