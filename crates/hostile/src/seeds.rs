//! What is good: the files that come with the program, and small examples.

use philidor_files::resume::{Identity, State};
use philidor_humans::Ours;
use philidor_knowledge as knowledge;
use philidor_truth::{Tables, Watch, file::file_name};

/// Good inputs.
#[derive(Debug, Clone, Copy, Default)]
pub struct Seeds;

fn all(texts: &[&str]) -> Vec<Vec<u8>> {
    texts.iter().map(|text| text.as_bytes().to_vec()).collect()
}

fn files(registry: &knowledge::Registry) -> Vec<Vec<u8>> {
    registry.entries().iter().map(|entry| entry.text.as_bytes().to_vec()).collect()
}

impl Seeds {
    pub(crate) fn prose(&self) -> Vec<Vec<u8>> {
        all(&[
            "After 16.Nxf6+ Qxf6 17.Be2 White is better; the knight on d5 was strong. Black's d-pawn is not passed!",
            "Threatening mate (Qh5#). If 16...gxf6 then 17.Bc4 wins the pawn on f7, e.g. 17...O-O 18.Bd5.",
            "P-K4! Kt-KB3, KtxP ch. ♘f6+ 0-0-0 e7-e8=Q. The rook's on the seventh, isn't it?",
            "Weiß steht besser. Der Springer auf f6 ist gefesselt. Schwarz hat einen Freibauern auf d5.",
        ])
    }

    pub(crate) fn phrases(&self) -> Vec<Vec<u8>> {
        files(&knowledge::PHRASES)
    }

    pub(crate) fn positions(&self) -> Vec<Vec<u8>> {
        all(&[
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r2qk2r/1b1n1ppp/p2p1b2/3Np3/1R2P3/2P5/1PN2PPP/3QKB1R b Kkq - 2 16",
            "8/8/8/3pP3/8/8/4K3/7k w - d6 0 2",
            "8/8/1K4p1/8/8/1R4k1/8/8 b - - 0 1",
        ])
    }

    pub(crate) fn moves(&self) -> Vec<Vec<u8>> {
        all(&["e4", "e2e4", "Nf3", "O-O", "0-0-0", "e8=Q+", "Nbd2", "e.p."])
    }

    pub(crate) fn games(&self) -> Vec<Vec<u8>> {
        all(&[
            "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 {good} e5 (1... c5 2. Nf3 $1 (2. c3)) 2. Nf3 Nc6 3. Bb5 1-0\n",
            "[FEN \"8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\"]\n\n1. Kd3 {[%clk 0:01:00] [%cal Ge2e4]} Kd5 *\n\n[Event \"b\"]\n\n1. d4 ; end\nd5 1/2-1/2\n",
        ])
    }

    pub(crate) fn epd(&self) -> Vec<Vec<u8>> {
        all(&[
            "r1b2rk1/1pp2pbp/4p1p1/p2nP3/Pq2Q3/1B3N1P/1PP2PP1/R1B1R1K1 w - - bm Bxd5; id \"one\";\n",
            "8/8/8/4k3/8/4K3/4P3/8 w - - am Kd2; c0 \"words\";\n",
        ])
    }

    pub(crate) fn puzzles(&self) -> Vec<Vec<u8>> {
        all(&[
            "PuzzleId,FEN,Moves,Rating,Themes\n00sHx,q3k1nr/1pp1nQpp/3p4/1P2p3/4P3/B1PP1b2/B5PP/5K2 b k - 0 17,e8d7 a2e6 d7d8 f7f8,1760,mate mateIn2\n",
        ])
    }

    pub(crate) fn rules(&self) -> Vec<Vec<u8>> {
        let mut found = files(&knowledge::THEORIES);
        found.extend(files(&knowledge::TUTOR_RULES));
        found.extend(all(&[
            "endgame KPK { mirror: files }\nlet far(x: square) = dist(k, x) > 2\nrule \"r\": when far(K) unless rank(k) = 1 => win in 1..8 because \"{k} is far\"\n",
        ]));
        found
    }

    pub(crate) fn certificates(&self) -> Vec<Vec<u8>> {
        let source = knowledge::THEORIES.get("krk").map(|t| philidor_rules::RuleSource::new("krk", t.text));
        let rules = source.and_then(|source| source.resolve(&philidor_rules::Endgames).ok());
        let tables = philidor_truth::Tables::in_memory();
        let proof = rules.and_then(|(rules, _)| {
            let material = rules.subject.material?;
            let watch = philidor_truth::Watch { stop: &Default::default(), hear: &|_| () };
            tables.ensure(material, watch).ok()?;
            let ground = philidor_rules::validate::Ground::new(&tables, material)?;
            philidor_rules::certify::certify(&rules, &ground).ok()
        });
        vec![proof.map_or_else(Vec::new, |proof| proof.certificate), b"certificate".to_vec()]
    }

    pub(crate) fn words(&self) -> Vec<Vec<u8>> {
        files(&knowledge::LANGUAGES)
    }

    pub(crate) fn questions(&self) -> Vec<Vec<u8>> {
        all(&[
            "who is better?",
            "why not Nf3?",
            "was droht?",
            "what is the plan for white",
            "is Qxf7 mate",
            "Qu'est-ce que les Blancs menacent ?",
        ])
    }

    pub(crate) fn recipes(&self) -> Vec<Vec<u8>> {
        let mut found = files(&knowledge::MINING_RECIPES);
        found.extend(files(&knowledge::LEARNING_RECIPES));
        found
    }

    pub(crate) fn weights(&self) -> Vec<Vec<u8>> {
        files(&knowledge::WEIGHTS)
    }

    pub(crate) fn openings(&self) -> Vec<Vec<u8>> {
        let mut found = files(&knowledge::OPENING_NAMES);
        found.iter_mut().for_each(|text| text.truncate(4_000));
        found
    }

    pub(crate) fn nets(&self) -> Vec<Vec<u8>> {
        // A file of one small tensor, as the format has it.
        let header = br#"{"w":{"dtype":"F32","shape":[2,2],"data_offsets":[0,16]},"__metadata__":{"a":"b"}}"#;
        let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
        bytes.extend_from_slice(header);
        bytes.extend_from_slice(&[0; 16]);
        vec![bytes, b"PHNN\x01\0\0\0".to_vec()]
    }

    pub(crate) fn tables(&self) -> Vec<Vec<u8>> {
        let made = || {
            let material = "KQK".parse().ok()?;
            let dir = tempfile::tempdir().ok()?;
            let watch = Watch { stop: &Default::default(), hear: &|_| () };
            Tables::at(dir.path()).build(&[material], false, watch).ok()?;
            std::fs::read(dir.path().join(file_name(material))).ok()
        };
        vec![made().unwrap_or_default()]
    }

    pub(crate) fn filters(&self) -> Vec<Vec<u8>> {
        all(&["zugzwang P=e4", "wtm longest", "white-wins dtm>=60", "draw K=a1 k=c3"])
    }

    pub(crate) fn identity() -> Identity {
        Identity { version: "1".into(), input: "a".into(), options: "b".into() }
    }

    pub(crate) fn states(&self) -> Vec<Vec<u8>> {
        let made = || {
            let dir = tempfile::tempdir().ok()?;
            let path = dir.path().join("state");
            let (state, _) = State::open::<Vec<String>>(&path, &Seeds::identity()).ok()?;
            for part in ["one", "zwei", "♔"] {
                state.keep(&vec![part.to_owned()]).ok()?;
            }
            drop(state);
            std::fs::read(path).ok()
        };
        vec![made().unwrap_or_default()]
    }

    pub(crate) fn uci(&self) -> Vec<Vec<u8>> {
        all(&[
            "uci\nisready\nucinewgame\nposition startpos moves e2e4 e7e5\ngo nodes 50\n",
            "position fen 8/8/8/4k3/8/4K3/4P3/8 w - - 0 1\ngo depth 2 searchmoves e3d3\nstop\n",
            "setoption name MultiPV value 3\nsetoption name UCI_Chess960 value true\ngo movetime 1\nponderhit\nd\neval\n",
            "go infinite\nstop\ngo wtime 100 btime 100 winc 10 binc 10 movestogo 2\n",
        ])
    }

    pub(crate) fn engines(&self) -> Vec<Vec<u8>> {
        all(&[
            "info depth 12 seldepth 20 multipv 1 score cp 31 nodes 5000 nps 100000 time 50 pv e2e4 e7e5 g1f3\nbestmove e2e4 ponder e7e5\n",
            "info depth 3 multipv 2 score mate -2 upperbound pv d2d4\ninfo string NNUE evaluation\nid name X\noption name Hash type spin\n",
        ])
    }

    /// The first fields of a net of lc0: magic number, version, format; then a layer.
    pub(crate) fn lc0(&self) -> Vec<Vec<u8>> {
        let mut bytes = vec![0x0d, 0xc0, 0x01, 0x00, 0x00];
        bytes.extend_from_slice(&[0x1a, 0x04, 0x08, 0x00, 0x10, 0x15]);
        bytes.extend_from_slice(&[
            0x22, 0x0e, 0x12, 0x0c, 0x08, 0x01, 0x10, 0x02, 0x18, 0x04, 0x20, 0x01, 0x28, 0x02, 0x30, 0x01,
        ]);
        bytes.extend_from_slice(&[
            0x52, 0x10, 0x0a, 0x0e, 0x0a, 0x0c, 0x0d, 0, 0, 0, 0xbf, 0x15, 0, 0, 0, 0x3f, 0x1a, 0x00,
        ]);
        vec![bytes, vec![0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 0xff, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]]
    }

    pub(crate) fn people(&self) -> Vec<Vec<u8>> {
        Ours::shipped().to_bytes().into_iter().chain(self.nets()).collect()
    }

    pub(crate) fn trees(&self) -> Vec<Vec<u8>> {
        let shipped = concat!(env!("CARGO_MANIFEST_DIR"), "/../../nets/kpk-wtm.tree");
        vec![std::fs::read(shipped).unwrap_or_default(), b"philidor tree\n".to_vec()]
    }
}
