//! The lines of each printed table, counted.

use philidor_chess::shakmaty::{Color, Square};

use super::{Cell, Figure, PaperRow, PaperTable, thousands};
use crate::kpk::{
    Census, Convention, Count, Metric,
    census::depth_zero_by_the_letter,
    depths::promotes_by_convention,
    placement::{PLACEMENTS, Placement},
    published::Published,
    study::{Set, Study, converted},
};

mod moves;

pub(super) fn all(study: &Study, published: &Published) -> Vec<PaperTable> {
    let writer = Writer { published };
    let count = |convention| Census::of(study, convention);
    let (clarke, paper) = (count(Convention::Clarke), count(Convention::HaworthVelliste));
    vec![
        table_1(study, &writer),
        table_2_sets(study, &writer),
        table_2(study, &writer),
        section_2(&clarke, &paper, &writer),
        table_3(study, &clarke, &paper, &writer),
        bramer(study, &clarke, &count(Convention::Strict), &writer),
    ]
}

/// Puts printed figures beside ours.
struct Writer<'a> {
    published: &'a Published,
}

impl Writer<'_> {
    /// One line: our figures in the order of the columns; `key` finds the printed ones.
    fn row(
        &self,
        (table, columns): (&'static str, &[&'static str]),
        (key, label): (&str, impl Into<String>),
        ours: impl IntoIterator<Item = Option<Figure>>,
    ) -> PaperRow {
        let cells = columns.iter().zip(ours).map(|(column, ours)| {
            let printed = self.published.get(table, key, column);
            Cell {
                published: printed.map(|p| p.figure.clone()),
                ours,
                note: printed.and_then(|p| p.reason).map(str::to_owned),
            }
        });
        PaperRow { label: label.into(), cells: cells.collect(), remark: None }
    }
}

fn number(n: u64) -> Option<Figure> {
    Some(Figure::Count(n))
}

fn words(text: impl Into<String>) -> Option<Figure> {
    Some(Figure::Words(text.into()))
}

fn split(count: Count) -> [Option<Figure>; 3] {
    [number(count.positions), number(count.won), number(count.drawn)]
}

/// Table 1: exemplary positions with their best moves, and the sets of unreachable ones.
fn table_1(study: &Study, writer: &Writer<'_>) -> PaperTable {
    const NAME: &str = "table-1";
    const COLUMNS: [&str; 6] = ["#", "+", "=", "plies", "best", "others"];
    let mut rows = Vec::new();
    let mut exemplars = |key: &str, label: &str, places: &[Placement], to_move, others: &[&str]| {
        let mut ours = split(study.count(places.iter().copied(), to_move)).to_vec();
        ours.extend(moves::figures(study, places, to_move, others));
        let mut row = writer.row((NAME, &COLUMNS), (key, label), ours);
        row.remark = Some(moves::remark(study, places, to_move));
        rows.push(row);
    };
    let [deepest_wtm, deepest_btm] = [Color::White, Color::Black].map(|to_move| deepest(study, to_move));
    let place = Placement::new;
    exemplars("1", "1   deepest wins, wtm", &deepest_wtm, Color::White, &[]);
    exemplars("2", "2   deepest wins, btm", &deepest_btm, Color::Black, &[]);
    let third = place(Square::D1, Square::C3, Square::F8);
    exemplars("3", "3   wKd1 wPc3 bKf8, wtm", &[third], Color::White, &["Kd2"]);
    let fourth = place(Square::D6, Square::B2, Square::D3);
    exemplars("4", "4   wKd6 wPb2 bKd3, wtm", &[fourth], Color::White, &["Kc5"]);
    let fifth = place(Square::C4, Square::B2, Square::C8);
    exemplars("5", "5   wKc4 wPb2 bKc8, wtm", &[fifth], Color::White, &["Kb4", "Kc5"]);

    let sets = [
        (Set::A6, "6a", "6a  wKa6/b6/c6/c7/c8 wPa7 bKa8, wtm"),
        (Set::B6, "6b", "6b  wKx6 wPx7 bKx8, x = b/c/d, wtm"),
        (Set::C6, "6c", "6c  wKc1/c2 wPa2 bKa1, wtm"),
        (Set::D6, "6d", "6d  wKc7/c8 wPb6 bKa8, wtm"),
        (Set::E6, "6e", "6e  wKa6/b6 wPc7 bKa8, wtm"),
        (Set::B7, "7b", "7b  wPa2...d2, bK in check, btm"),
        (Set::C7, "7c", "7c  wKa1 wPa2 bKc1/c2, btm"),
    ];
    for (set, key, label) in sets {
        if set == Set::B7 {
            let label = "7a  w'P'a8...d8, btm";
            rows.push(writer.row((NAME, &COLUMNS), ("7a", label), pad(split(converted()))));
        }
        let places = Study::set(set);
        let ours = split(study.count(places.iter().copied(), set.to_move()));
        let mut row = writer.row((NAME, &COLUMNS), (key, label), pad(ours));
        row.remark = Some(reachable(&places, set.to_move()));
        rows.push(row);
    }
    PaperTable {
        name: NAME,
        title: "Table 1 (Haworth and Velliste 1998): a selection of legal and illegal KPK positions",
        columns: COLUMNS.to_vec(),
        rows,
        notes: unreachable_notes(study),
    }
}

fn pad(three: [Option<Figure>; 3]) -> impl Iterator<Item = Option<Figure>> {
    three.into_iter().chain([None, None, None])
}

/// The won positions that take longest to convert.
fn deepest(study: &Study, to_move: Color) -> Vec<Placement> {
    let depth = |p: Placement| study.value(p, to_move).dtc.plies();
    let most = Study::legal(to_move).filter_map(depth).max();
    Study::legal(to_move).filter(|&p| most.is_some() && depth(p) == most).collect()
}

/// What our look one move back says of a set.
fn reachable(places: &[Placement], to_move: Color) -> String {
    let lone = Study::without_last_move(to_move);
    let barred = places.iter().filter(|p| lone.contains(p)).count();
    match places.len() {
        all if all == barred => "looking one move back: no last move explains any of them".to_owned(),
        _ if barred == 0 => "looking one move back: all of them can arise".to_owned(),
        all => format!("looking one move back: {} can arise, {barred} cannot", all - barred),
    }
}

fn unreachable_notes(study: &Study) -> Vec<String> {
    let six: Vec<Placement> = Set::SIX.into_iter().flat_map(Study::set).collect();
    let lone = Study::without_last_move(Color::White);
    let count = study.count(lone.iter().copied(), Color::White);
    let fens: Vec<String> = lone.iter().map(|p| p.fen(Color::White)).collect();
    let black = study.count(Study::without_last_move(Color::Black), Color::Black);
    let legal = Study::legal(Color::White).count() - lone.len();
    vec![
        format!(
            "Sets 6a-e hold {} positions in which every square beside Black's king (the pawn's own excepted) \
             is attacked. That is no proof: the pawn may have given check with its last move, as in 1.a7+ Ka8. \
             Looking back properly leaves {} ({} won, {} drawn), so {} positions with White to move can arise: \
             {}.",
            six.len(),
            count.positions,
            count.won,
            count.drawn,
            thousands(legal as u64),
            fens.join("; ")
        ),
        format!(
            "With Black to move the same look back finds {} ({} won, {} drawn).",
            black.positions, black.won, black.drawn
        ),
    ]
}

/// The left part of Table 2: how many positions are in dispute.
fn table_2_sets(study: &Study, writer: &Writer<'_>) -> PaperTable {
    const NAME: &str = "table-2-sets";
    const COLUMNS: [&str; 3] = ["#", "+", "="];
    let union = |sets: &[Set]| {
        let all = sets.iter().map(|&s| study.count(Study::set(s), s.to_move()));
        all.fold(Count::default(), Count::plus)
    };
    let row = |key, ours: Count| writer.row((NAME, &COLUMNS), (key, key), split(ours));
    PaperTable {
        name: NAME,
        title: "Table 2, left: illegal positions that the sources include or leave out",
        columns: COLUMNS.to_vec(),
        rows: vec![
            row("Pos. sets 6a-e", union(&Set::SIX)),
            row("Pos. set 7a", converted()),
            row("Pos. sets 7b-c", union(&Set::SEVEN)),
        ],
        notes: Vec::new(),
    }
}

/// Table 2: each author's figures. Ours are counted under the author's own convention.
fn table_2(study: &Study, writer: &Writer<'_>) -> PaperTable {
    const NAME: &str = "table-2";
    // Bramer's domain of 1982 is Clarke's.
    const AUTHORS: [(&str, Convention); 7] = [
        ("Clarke (1977)", Convention::Clarke),
        ("Bramer (1980)", Convention::Bramer),
        ("Bramer (1982)", Convention::Clarke),
        ("Sha/Nib (1982)", Convention::ShapiroNiblett),
        ("Thompson (1986)", Convention::Thompson),
        ("Edwards (1994)", Convention::Edwards),
        ("Haw/Vel (1998)", Convention::HaworthVelliste),
    ];
    let columns = AUTHORS.map(|a| a.0);
    let counted = AUTHORS.map(|a| Census::of(study, a.1));
    let included = |yes: bool| words(if yes { "included" } else { "not inc." });
    let row = |key: &'static str, figure: &dyn Fn(&Census) -> Option<Figure>| {
        let printed = |column: &str| writer.published.get(NAME, key, column).is_some();
        // Where an author prints nothing, our figure would only repeat another column.
        let ours =
            columns.iter().zip(&counted).map(|(column, c)| printed(column).then(|| figure(c)).flatten());
        writer.row((NAME, &columns), (key, key), ours)
    };
    PaperTable {
        name: NAME,
        title: "Table 2 (Haworth and Velliste 1998): sources of numerical data on the KPK endgame",
        columns: columns.to_vec(),
        rows: vec![
            row("wtm", &|c| number(c.wtm.positions)),
            row("wtm, +", &|c| number(c.wtm.won)),
            row("wtm, =", &|c| number(c.wtm.drawn)),
            row("Pos. sets 6a-e", &|c| included(c.convention.domain().six)),
            row("btm", &|c| number(c.btm.positions)),
            row("btm, +", &|c| number(c.btm.won)),
            row("btm, + %", &|c| Some(Figure::percent(c.btm.won, c.btm.positions, 1))),
            row("btm, =", &|c| number(c.btm.drawn)),
            row("Pos. set 7a", &|c| included(c.convention.domain().converted)),
            row("Pos. sets 7b-c", &|c| included(c.convention.domain().seven)),
            row("btm, P can run", &|c| number(c.pawn_can_run)),
        ],
        notes: run_notes(study),
    }
}

fn run_notes(study: &Study) -> Vec<String> {
    let [convention, strict] = [false, true].map(|strictly| study.runners(strictly));
    let reached =
        |places: &[Placement]| places.iter().filter(|&&p| !Set::SEVEN.iter().any(|s| s.contains(p))).count();
    let [all, printed, strictly] =
        [convention.len(), reached(&convention), strict.len()].map(|n| thousands(n as u64));
    vec![format!(
        "\"P can run\": Black to move, White wins by pushes alone. By convention {all} positions, {printed} of them \
         outside sets 7b-c (the printed figure); {strictly} in all (sets 7b-c included) if WK a3, WP b7, BK a1 does \
         not count as arrived."
    )]
}

/// The percentages of Section 2 and the set sizes of Section 4.5.
fn section_2(clarke: &Census, paper: &Census, writer: &Writer<'_>) -> PaperTable {
    const NAME: &str = "section-2";
    const COLUMNS: [&str; 1] = ["figure"];
    let row = |key: &'static str, ours: Option<Figure>| writer.row((NAME, &COLUMNS), (key, key), [ours]);
    let (w, b) = (paper.wtm, paper.btm);
    let percent = |part, whole| Some(Figure::percent(part, whole, 1));
    let runs = paper.pawn_can_run;
    PaperTable {
        name: NAME,
        title: "Sections 2 and 4.5 (Haworth and Velliste 1998): figures in the text",
        columns: COLUMNS.to_vec(),
        rows: vec![
            row("won, wtm", percent(w.won, w.positions)),
            row("won, btm", percent(b.won, b.positions)),
            row("won, all", percent(w.won + b.won, w.positions + b.positions)),
            row("btm wins by running the pawn", percent(runs, b.won)),
            row("Fa: wtm, pawn on the a-file", number(clarke.by_file[0].wtm.positions)),
            row("Fd: wtm, pawn on the d-file", number(clarke.by_file[3].wtm.positions)),
        ],
        notes: Vec::new(),
    }
}

/// Table 3: wins with White to move by plies.
fn table_3(study: &Study, clarke: &Census, paper: &Census, writer: &Writer<'_>) -> PaperTable {
    const NAME: &str = "table-3";
    const COLUMNS: [&str; 4] = ["Clarke (1977)", "in 6a-e", "Np", "Rp"];
    let six: Vec<Placement> = Set::SIX.into_iter().flat_map(Study::set).collect();
    let barred = study.profile(Metric::Convention, six, Color::White);
    let won = paper.wtm.won;
    let mut left = won;
    let mut rows: Vec<PaperRow> = clarke
        .wtm_depths
        .iter()
        .map(|(plies, &all)| {
            let np = paper.wtm_depths.get(plies).copied().unwrap_or(0);
            left -= np;
            let ours = [
                number(all),
                number(barred.get(plies).copied().unwrap_or(0)),
                number(np),
                Some(Figure::percent(left, won, 2)),
            ];
            writer.row((NAME, &COLUMNS), (&plies.to_string(), format!("p = {plies}")), ours)
        })
        .collect();
    let totals = [number(clarke.wtm.won), number(barred.values().sum()), number(won), None];
    rows.push(writer.row((NAME, &COLUMNS), ("total", "all wins"), totals));
    PaperTable {
        name: NAME,
        title: "Table 3 (Haworth and Velliste 1998): wins with White to move by plies p to conversion",
        columns: COLUMNS.to_vec(),
        rows,
        notes: vec![
            "The text of the paper that we hold lacks the printed body of this table. Its authors say that they \
             took Clarke's figures and subtracted the illegal positions they knew: Np here is exactly that, from \
             our count. Rp is the share of wins that take more than p plies."
                .to_owned(),
        ],
    }
}

/// The depth table of Bramer's note of 1986.
fn bramer(study: &Study, convention: &Census, strict: &Census, writer: &Writer<'_>) -> PaperTable {
    const NAME: &str = "bramer";
    const COLUMNS: [&str; 3] = ["Clarke (1977)", "Bramer (1977)", "strict"];
    let at = |census: &Census, plies: &u16| number(census.wtm_depths.get(plies).copied().unwrap_or(0));
    let row = |key: &str, label: String, ours: [Option<Figure>; 3]| {
        writer.row((NAME, &COLUMNS), (key, label), ours)
    };
    let same = |key: &str, n: u64| row(key, key.to_owned(), [number(n), number(n), number(n)]);
    let mut rows: Vec<PaperRow> = convention
        .wtm_depths
        .keys()
        .map(|plies| {
            let depth = (plies - 1) / 2;
            let ours = [at(convention, plies), at(convention, plies), at(strict, plies)];
            row(&depth.to_string(), format!("depth {depth}"), ours)
        })
        .collect();
    let illegal = PLACEMENTS as u64 - convention.wtm.positions;
    let letter = "depth 0, by the 1986 prose";
    rows.extend([
        same("wins", convention.wtm.won),
        same("draws", convention.wtm.drawn),
        same("stalemates, wtm", convention.wtm_stalemates),
        same("illegal", illegal),
        same("all placements", PLACEMENTS as u64),
        same("drawn by repetition", convention.wtm_repetition),
        row(letter, letter.to_owned(), [None, number(depth_zero_by_the_letter()), None]),
    ]);
    PaperTable {
        name: NAME,
        title: "Bramer (1986): wins with White to move by depth (moves to a safe promotion)",
        columns: COLUMNS.to_vec(),
        rows,
        notes: convention_notes(study, convention, strict),
    }
}

/// Which positions are depth zero by convention only, and what difference that makes.
fn convention_notes(study: &Study, convention: &Census, strict: &Census) -> Vec<String> {
    let odd: Vec<String> = Study::legal(Color::White)
        .filter(|&p| promotes_by_convention(p) && !study.promotes_strictly(p))
        .map(|p| p.fen(Color::White))
        .collect();
    let changed: Vec<String> = convention
        .wtm_depths
        .iter()
        .filter(|(plies, n)| strict.wtm_depths.get(plies) != Some(n))
        .map(|(plies, _)| ((plies - 1) / 2).to_string())
        .collect();
    let convention_only = format!(
        "Depth zero by convention only: {}. Niblett saw that queen and rook both stalemate there; Bramer proposed \
         to keep it at depth zero. The strict column takes it as it is, which changes the counts at depths {}.",
        odd.join("; "),
        changed.join(", ")
    );
    let clarke = "Clarke's four differences (a depth-zero win less, a win less, a draw more, a draw by repetition \
                  more) fit a single position filed in the wrong place; Bramer calls them printing errors.";
    vec![convention_only, clarke.to_owned()]
}
