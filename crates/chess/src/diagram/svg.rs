//! The board as SVG text.

use std::fmt::Write as _;

use shakmaty::{Board, Color, File, Piece, Rank, Square};

use super::{Arrow, Marks, men};

/// Width of a square.
const SIDE: f64 = 60.0;
/// Room for coordinates on the left and below.
const EDGE: f64 = 26.0;
/// Height of a line of the caption, and how many letters fit into one.
const LINE: f64 = 22.0;
const LETTERS: usize = 58;

const LIGHT: &str = "#f1ebdd";
const DARK: &str = "#b9b0a2";
const INK: &str = "#1d1d1b";
const PAPER: &str = "#ffffff";

/// The board with marks as a self-contained SVG picture.
///
/// ```text
///  8 . . k . . . . .
///  7 . . . . . . . .
///  6 . . K . . . . .
///  5 . . P . . . . .
///  4 . . . . . . . .
///  3 . . . . . . . .
///  2 . . . . . . . .
///  1 . . . . . . . .
///    a b c d e f g h
/// ```
///
/// ```
/// use philidor_chess::{diagram::{Marks, Tint, svg}, parse_fen, shakmaty::{Position, Square}};
///
/// let pos = parse_fen("2k5/8/2K5/2P5/8/8/8/8 b - - 0 1").unwrap();
/// let marks = Marks::default().arrow(Square::C8, Square::D8, Tint::Bad).caption("Black gives way & loses");
/// let picture = svg(pos.board(), &marks);
/// assert!(picture.starts_with("<svg xmlns="));
/// assert!(picture.contains("Black gives way &amp; loses"));
/// ```
pub fn svg(board: &Board, marks: &Marks) -> String {
    let caption = marks.caption.as_deref().map(wrap).unwrap_or_default();
    let width = EDGE + 8.0 * SIDE + EDGE / 2.0;
    let gap = if caption.is_empty() { 0.0 } else { 10.0 };
    let height = EDGE / 2.0 + 8.0 * SIDE + EDGE + gap + LINE * caption.len() as f64;
    let title = marks.caption.clone().unwrap_or_else(|| format!("chess board {}", board.board_fen()));
    let mut canvas = Canvas { out: String::new(), view: marks.view };
    canvas.add(&format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" role="img" class="board">"#
    ));
    canvas.add(&format!("<title>{}</title>", escape(&title)));
    canvas.add(&format!(r#"<rect width="{width}" height="{height}" fill="{PAPER}"/>"#));
    canvas.squares();
    for &(sq, tint) in &marks.squares {
        let (x, y) = canvas.corner(sq);
        canvas.add(&format!(
            r#"<rect class="mark {}" x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{}" fill-opacity="0.55"/>"#,
            tint.name(),
            tint.colour()
        ));
    }
    canvas.coordinates();
    for (sq, piece) in board {
        canvas.man(sq, piece);
    }
    for arrow in &marks.arrows {
        canvas.arrow(arrow);
    }
    for (i, line) in caption.iter().enumerate() {
        let (x, y) = (EDGE + 4.0 * SIDE, EDGE / 2.0 + 8.0 * SIDE + EDGE + gap + LINE * (i as f64 + 0.5));
        canvas.add(&text(x, y, 16, "caption", &escape(line)));
    }
    canvas.add("</svg>");
    canvas.out
}

/// The picture so far.
struct Canvas {
    out: String,
    view: Color,
}

impl Canvas {
    fn add(&mut self, element: &str) {
        self.out.push_str(element);
        self.out.push('\n');
    }

    /// The upper left corner of a square.
    fn corner(&self, sq: Square) -> (f64, f64) {
        let (file, rank) = (f64::from(sq.file() as u8), f64::from(sq.rank() as u8));
        let (column, row) = self.view.fold_wb((file, 7.0 - rank), (7.0 - file, rank));
        (EDGE + column * SIDE, EDGE / 2.0 + row * SIDE)
    }

    fn centre(&self, sq: Square) -> (f64, f64) {
        let (x, y) = self.corner(sq);
        (x + SIDE / 2.0, y + SIDE / 2.0)
    }

    fn squares(&mut self) {
        let (x, y, size) = (EDGE, EDGE / 2.0, 8.0 * SIDE);
        self.add(&format!(
            r#"<rect class="light" x="{x}" y="{y}" width="{size}" height="{size}" fill="{LIGHT}"/>"#
        ));
        let mut path = String::new();
        for sq in Square::ALL.into_iter().filter(|sq| sq.is_dark()) {
            let (x, y) = self.corner(sq);
            let _ = write!(path, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z"); // writing to a String cannot fail
        }
        self.add(&format!(r#"<path class="dark" d="{path}" fill="{DARK}"/>"#));
        self.add(&format!(
            r#"<rect x="{x}" y="{y}" width="{size}" height="{size}" fill="none" stroke="{INK}" stroke-width="1.5"/>"#
        ));
    }

    fn coordinates(&mut self) {
        let (first_file, first_rank) = self.view.fold_wb((File::A, Rank::First), (File::H, Rank::Eighth));
        for i in 0..8 {
            let (file, rank) = (File::new(i), Rank::new(i));
            let (x, _) = self.centre(Square::from_coords(file, first_rank));
            let bottom = EDGE / 2.0 + 8.0 * SIDE + EDGE / 2.0 + 1.0;
            self.add(&text(x, bottom, 14, "coordinate", &file.char().to_string()));
            let (_, y) = self.centre(Square::from_coords(first_file, rank));
            self.add(&text(EDGE / 2.0, y, 14, "coordinate", &rank.char().to_string()));
        }
    }

    fn man(&mut self, sq: Square, piece: Piece) {
        let (x, y) = self.corner(sq);
        let scale = SIDE / 100.0;
        let (class, fill, line) = piece.color.fold_wb(("white", PAPER, INK), ("black", "#3a3a38", "#f4f1e8"));
        let shape = men::shape(piece.role);
        self.add(&format!(
            r#"<g class="man {class}" transform="translate({x} {y}) scale({scale})" stroke-linejoin="round" stroke-linecap="round">"#
        ));
        for body in shape.bodies {
            self.add(&format!(r#"<path d="{body}" fill="{fill}" stroke="{INK}" stroke-width="3.6"/>"#));
        }
        for stroke in shape.lines {
            self.add(&format!(r#"<path d="{stroke}" fill="none" stroke="{line}" stroke-width="3.2"/>"#));
        }
        self.add("</g>");
    }

    /// A shaft and a head as one outline, ending short of the centre; a ring if it goes nowhere.
    fn arrow(&mut self, arrow: &Arrow) {
        let ((x0, y0), (x1, y1)) = (self.centre(arrow.from), self.centre(arrow.to));
        let (class, colour) = (arrow.tint.name(), arrow.tint.colour());
        let length = (x1 - x0).hypot(y1 - y0);
        if length == 0.0 {
            self.add(&format!(
                r#"<circle class="arrow {class}" cx="{x0}" cy="{y0}" r="26" fill="none" stroke="{colour}" stroke-width="5" stroke-opacity="0.8"/>"#
            ));
            return;
        }
        let (ux, uy) = ((x1 - x0) / length, (y1 - y0) / length);
        let at = |along: f64, aside: f64| {
            format!("{:.1} {:.1}", x0 + ux * along - uy * aside, y0 + uy * along + ux * aside)
        };
        let (tip, neck) = (length - 4.0, length - 26.0);
        let outline = [
            at(14.0, -4.5),
            at(neck, -4.5),
            at(neck, -13.0),
            at(tip, 0.0),
            at(neck, 13.0),
            at(neck, 4.5),
            at(14.0, 4.5),
        ];
        self.add(&format!(
            r#"<path class="arrow {class}" d="M{}Z" fill="{colour}" fill-opacity="0.8" stroke="{PAPER}" stroke-opacity="0.7" stroke-linejoin="round"/>"#,
            outline.join("L")
        ));
    }
}

/// Centred text; `content` is escaped already.
fn text(x: f64, y: f64, size: u32, class: &str, content: &str) -> String {
    format!(
        r#"<text class="{class}" x="{x}" y="{y}" font-family="sans-serif" font-size="{size}" fill="{INK}" text-anchor="middle" dominant-baseline="central">{content}</text>"#
    )
}

/// Text that is safe in SVG and HTML, also inside quotes: markup escaped, characters that XML forbids dropped. Lines stay
/// lines.
///
/// ```
/// assert_eq!(philidor_chess::diagram::escape("<b> & \"c\"\u{0}"), "&lt;b&gt; &amp; &quot;c&quot;");
/// ```
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\n' => out.push('\n'),
            '\r' | '\t' => out.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// Lines of the caption that fit below the board.
fn wrap(caption: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in caption.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= LETTERS => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::{super::Tint, *};

    #[test]
    fn every_man_is_drawn_once() {
        let picture = svg(&Board::default(), &Marks::default());
        assert_eq!(picture.matches("<g class=\"man white\"").count(), 16);
        assert_eq!(picture.matches("<g class=\"man black\"").count(), 16);
        assert_eq!(picture.matches("<g ").count(), picture.matches("</g>").count());
    }

    #[test]
    fn words_cannot_break_out() {
        let marks = Marks::default().caption("</text><script>\u{0}\"&'");
        let picture = svg(&Board::empty(), &marks);
        assert!(!picture.contains("<script>") && !picture.contains('\u{0}'));
        assert!(picture.contains("&lt;/text&gt;&lt;script&gt;&quot;&amp;&#39;"));
    }

    #[test]
    fn pictures_stand_alone() {
        let marks = Marks::default().tint(Square::E4, Tint::Key).arrow(Square::A1, Square::H8, Tint::Good);
        let picture = svg(&Board::default(), &marks);
        for outside in ["href", "url(", "@import", "id=\"", "http://"] {
            let allowed = usize::from(outside == "http://"); // the name of the SVG language itself
            assert_eq!(picture.matches(outside).count(), allowed, "{outside}");
        }
        assert!(picture.contains("class=\"mark key\"") && picture.contains("class=\"arrow good\""));
    }

    #[test]
    fn the_board_turns() {
        let corner = |view| Canvas { out: String::new(), view }.corner(Square::A1);
        assert_eq!(corner(Color::White), (EDGE, EDGE / 2.0 + 7.0 * SIDE));
        assert_eq!(corner(Color::Black), (EDGE + 7.0 * SIDE, EDGE / 2.0));
    }

    #[test]
    fn long_captions_are_wrapped() {
        let lines = wrap(&"word ".repeat(40));
        assert!(lines.len() > 1 && lines.iter().all(|l| l.len() <= LETTERS));
    }
}
