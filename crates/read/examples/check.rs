//! Is it true? `cargo run -p philidor-read --example check -- "FEN" MOVE "The knight on f6 is pinned."`

use std::{env, error::Error};

use philidor_chess::{parse_fen, parse_move};
use philidor_read::{About, Lexicon, Truth, check_text};
use philidor_session::Session;

fn main() -> Result<(), Box<dyn Error>> {
    let given: Vec<String> = env::args().skip(1).collect();
    let ours = [
        "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/2NP4/PPP2PPP/R1BQK1NR w KQkq - 1 5",
        "Bg5",
        "This pins the knight. After 5...h6 6.Bxf6 gxf6 Black has doubled pawns. White is winning.",
    ];
    let said = |at: usize| given.get(at).map_or(ours[at], String::as_str);
    let position = parse_fen(said(0))?;
    let mv = parse_move(&position, said(1))?;
    let session = Session::builder().nodes(20_000).build()?;
    for sentence in check_text(Some(&session), &About::new(position, Some(mv)), said(2), Lexicon::of("en")?)?
    {
        let sign = match sentence.truth() {
            Truth::True => "true",
            Truth::False => "false",
            Truth::Open => "open",
        };
        println!("{sign:<6} {}", sentence.text);
        for finding in &sentence.findings {
            println!("       {}", finding.shows);
        }
    }
    Ok(())
}
