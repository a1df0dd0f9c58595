//! A text, sentence by sentence: what it claims, and whether that is true.

use std::ops::Range;

use philidor_chess::shakmaty::{Chess, Color, Position, san::SanPlus};
use philidor_claims::Claim;
use philidor_session::Session;
use serde::Serialize;

use crate::{
    ground::Ground,
    judge::{Manner, Ruling, Said, role_name, rule, side_name},
    lexicon::{Lexicon, Who},
    meaning::{Meaning, Topic},
    notation,
    openings::named,
    pattern::{Filled, man, pawn_move},
    scene::{About, Scene},
    text::{self, Kind, Token},
};

/// The longest text that is read at once, in bytes.
pub const MOST_BYTES: usize = 2 << 20;
/// The longest sentence that is read, in words.
pub const MOST_WORDS: usize = 300;

/// Why a text was not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ReadError {
    /// It is too long.
    #[error(
        "a text of {bytes} bytes is too long to be read at once: give at most {MOST_BYTES}, for example chapter by chapter"
    )]
    Long {
        /// Its length.
        bytes: usize,
    },
}

/// Whether something that was said holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Truth {
    /// Something shows it.
    True,
    /// Something shows the contrary.
    False,
    /// Not understood, or nobody can tell.
    Open,
}

/// Something that a sentence says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Finding {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// What it is about.
    pub topic: &'static str,
    /// Which of its kind.
    pub word: String,
    /// The text says that it is not so.
    pub negated: bool,
    /// Whether it holds.
    pub truth: Truth,
    /// What shows that, or why nobody can tell.
    pub shows: String,
    /// The same in the vocabulary of claims, confirmed by the independent checker.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Box<Claim>>,
}

/// A sentence and what it says.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Sentence {
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// Its words.
    pub text: String,
    /// What was found in it.
    pub findings: Vec<Finding>,
    /// Why nothing was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub remark: Option<&'static str>,
}

impl Sentence {
    /// False if anything in it is; else true if anything is; else open.
    pub fn truth(&self) -> Truth {
        let any = |truth: Truth| self.findings.iter().any(|finding| finding.truth == truth);
        if any(Truth::False) {
            Truth::False
        } else if any(Truth::True) {
            Truth::True
        } else {
            Truth::Open
        }
    }

    /// More was decided than that men and moves it names are there.
    pub fn is_statement(&self) -> bool {
        let says = |finding: &&Finding| finding.truth != Truth::Open;
        self.findings.iter().filter(says).any(|finding| !matches!(finding.topic, "mention" | "line"))
    }
}

/// Reads a text about a position, a move or a place in a game and checks what it says. Without a session nobody is asked for
/// judgements.
pub fn check_text(
    session: Option<&Session>,
    about: &About,
    text: &str,
    lexicon: &Lexicon,
) -> Result<Vec<Sentence>, ReadError> {
    if text.len() > MOST_BYTES {
        return Err(ReadError::Long { bytes: text.len() });
    }
    let scene = Scene::new(about, session);
    let mut he = None;
    let read = |sentence: text::Sentence| {
        let mut reader = Reader { scene: &scene, lexicon, he, findings: Vec::new() };
        let remark = reader.read(&sentence.tokens);
        he = reader.he;
        let mut findings = reader.findings;
        findings.sort_by_key(|finding| (finding.span.start, finding.span.end));
        let words = text[sentence.span.clone()].to_owned();
        Sentence { span: sentence.span, text: words, findings, remark }
    };
    Ok(text::sentences(text).into_iter().map(read).collect())
}

struct Reader<'a> {
    scene: &'a Scene<'a>,
    lexicon: &'a Lexicon,
    he: Option<Color>,
    findings: Vec<Finding>,
}

/// A clause ends here.
pub(crate) fn is_break(token: &Token) -> bool {
    matches!(token.kind, Kind::Mark(',' | ';' | ':' | '(' | ')' | '.' | '!' | '?'))
}

/// A phrase that was found in a sentence.
#[derive(Debug, Clone)]
pub(crate) struct Phrase {
    start: usize,
    end: usize,
    pub(crate) meaning: Meaning,
    pub(crate) filled: Filled,
    pub(crate) manner: Manner,
}

/// What matters of a sentence: hyphens and quotes do not.
pub(crate) fn kept(tokens: &[Token]) -> Vec<&Token> {
    let silent = |token: &&Token| {
        !matches!(token.kind, Kind::Mark('-' | '–' | '"' | '“' | '”' | '\'' | '‘' | '’' | '„' | '*'))
    };
    tokens.iter().filter(silent).collect()
}

/// The phrases of a sentence, the longest first.
pub(crate) fn phrases(tokens: &[&Token], lexicon: &Lexicon, he: Option<Color>) -> Vec<Phrase> {
    let mut covered = vec![false; tokens.len()];
    let mut all = Vec::new();
    for place in 0..tokens.len() {
        all.extend(
            lexicon.at(tokens, place).into_iter().map(|(n, meaning, filled)| (place, n, meaning, filled)),
        );
    }
    all.sort_by_key(|(place, length, ..)| (std::cmp::Reverse(*length), *place));
    let mut found = Vec::new();
    for (start, length, meaning, filled) in all {
        let end = start + length;
        if covered[start..end].iter().any(|covered| *covered) {
            continue;
        }
        covered[start..end].fill(true);
        let mut manner = manner(tokens, (start, end), lexicon, he);
        manner.negated |= denied_inside(tokens, (start, end), meaning, lexicon);
        found.push(Phrase { start, end, meaning: meaning.clone(), filled, manner });
    }
    found
}

/// How something at a place is said.
fn manner(tokens: &[&Token], (start, end): (usize, usize), lexicon: &Lexicon, he: Option<Color>) -> Manner {
    let clause = tokens[..start].iter().rposition(|token| is_break(token)).map_or(0, |at| at + 1);
    let clause_end =
        tokens[end..].iter().position(|token| is_break(token)).map_or(tokens.len(), |at| end + at);
    let is = |list: &str, token: &&Token| token.word().is_some_and(|word| lexicon.is(list, word));
    let within = |list: &str, from: usize, to: usize| tokens[from..to].iter().any(|token| is(list, token));
    let first_if = tokens.first().is_some_and(|token| is("maybe", token));
    // What is joined to it is said of something else: "he has a passed pawn and can advance it".
    let joined =
        tokens[end..clause_end].iter().position(|token| is("joins", token)).map_or(clause_end, |at| end + at);
    let near = start.saturating_sub(3).max(clause);
    let he = tokens[..start]
        .iter()
        .filter_map(|token| token.word())
        .fold(he, |he, word| spoken_of(word, lexicon).or(he));
    let head = tokens[..start].iter().filter(|token| !is("filler", token)).count();
    let of_move = head == 0 || within("this", start.saturating_sub(4).max(clause), start);
    let numbered =
        tokens[..start].iter().any(|token| matches!(&token.kind, Kind::Move(said) if said.number.is_some()));
    // "No longer", "not … any more".
    let longer = (within("longer", clause, end) && denied(tokens, clause, end, lexicon))
        || (within("anymore", end, clause_end) && denied(tokens, near, end, lexicon));
    let definite = tokens.get(start).is_some_and(|token| is("definite", token))
        || start.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|token| is("definite", token));
    let before =
        |list: &str| start.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|token| is(list, token));
    let towards = before("towards") || tokens.get(start).is_some_and(|token| is("indefinite", token));
    let denied_now = before("deny");
    Manner {
        towards,
        denied: denied_now,
        negated: denied(tokens, near, start, lexicon),
        longer,
        definite,
        maybe: first_if || numbered || within("maybe", clause, joined),
        past: within("past", clause, clause_end),
        soon: within("soon", clause, clause_end),
        of_move,
        he,
    }
}

/// A move's number is not above those before it in the row.
fn goes_back(row: &[notation::Said], next: &notation::Said) -> bool {
    let last = row.iter().rev().find(|said| said.number.is_some());
    match (last, next.number) {
        (Some(last), Some(number)) => {
            last.number.is_some_and(|before| number < before || number == before && last.black >= next.black)
        }
        _ => false,
    }
}

/// A negation stands here; "not only" is none.
pub(crate) fn denied(tokens: &[&Token], from: usize, to: usize, lexicon: &Lexicon) -> bool {
    let is = |list: &str, at: usize| {
        tokens.get(at).and_then(|token| token.word()).is_some_and(|word| lexicon.is(list, word))
    };
    (from..to).any(|at| is("not", at) && !is("merely", at + 1))
}

/// `{side} .. passed pawn` may cover a "not".
fn denied_inside(
    tokens: &[&Token],
    (start, end): (usize, usize),
    meaning: &Meaning,
    lexicon: &Lexicon,
) -> bool {
    matches!(meaning.topic, Topic::Feature | Topic::Material | Topic::State | Topic::Standing)
        && meaning.word != "undeveloped_minors"
        && denied(tokens, start, end, lexicon)
}

/// The side that a word names.
pub(crate) fn spoken_of(word: &str, lexicon: &Lexicon) -> Option<Color> {
    match lexicon.who(word)? {
        Who::White => Some(Color::White),
        Who::Black => Some(Color::Black),
        _ => None,
    }
}

impl Reader<'_> {
    fn read(&mut self, tokens: &[Token]) -> Option<&'static str> {
        let tokens = self.with_players(tokens);
        let kept = kept(&tokens);
        if kept.len() > MOST_WORDS {
            return Some("the sentence is too long");
        }
        let grounds = self.lines(&kept);
        let covered = self.phrases(&kept, &grounds);
        self.mentions(&kept, &covered);
        self.openings(&kept);
        self.he = kept
            .iter()
            .filter_map(|token| token.word())
            .fold(self.he, |he, word| spoken_of(word, self.lexicon).or(he));
        if self.findings.is_empty() { Some("no phrase is known") } else { None }
    }

    /// Names of the players are names of their sides.
    fn with_players(&self, tokens: &[Token]) -> Vec<Token> {
        let players = &self.scene.about.players;
        let side = |word: &str| players.iter().position(|name| name.as_deref() == Some(word));
        let named = |token: &Token| match token.word().and_then(side) {
            Some(side) => Token { kind: Kind::Word(["white", "black"][side].to_owned()), ..token.clone() },
            None => token.clone(),
        };
        tokens.iter().map(named).collect()
    }

    fn find(
        &mut self,
        tokens: &[&Token],
        (start, end): (usize, usize),
        topic: Topic,
        word: &str,
        negated: bool,
        ruling: Ruling,
    ) {
        let (Some(first), Some(last)) = (tokens.get(start), tokens.get(end.saturating_sub(1))) else {
            return;
        };
        let (truth, shows, claim) = match ruling {
            Ruling::True(shows, claim) => (Truth::True, shows, claim),
            // Before the first move the game as a whole is spoken of.
            Ruling::False(_) if self.scene.about.last.is_none() && !self.scene.about.game.is_empty() => {
                (Truth::Open, "it may speak of what comes in the game".to_owned(), None)
            }
            Ruling::False(shows) => (Truth::False, shows, None),
            Ruling::Open(why) => (Truth::Open, why.to_owned(), None),
        };
        let span = first.span.start..last.span.end;
        self.findings.push(Finding {
            span,
            topic: topic.name(),
            word: word.to_owned(),
            negated,
            truth,
            shows,
            claim,
        });
    }

    /// The phrases of a sentence; returns which tokens they cover.
    fn phrases(&mut self, tokens: &[&Token], grounds: &[Ground]) -> Vec<bool> {
        let mut covered = vec![false; tokens.len()];
        for phrase in phrases(tokens, self.lexicon, self.he) {
            let Phrase { start, end, meaning, filled, manner } = &phrase;
            covered[*start..*end].fill(true);
            let here = || rule(&Said { meaning, filled, manner: *manner }, self.scene);
            let ruling = self.grounded(tokens, &phrase, grounds).unwrap_or_else(here);
            let negated = manner.negated || manner.longer;
            self.find(tokens, (*start, *end), meaning.topic, &meaning.word, negated, ruling);
        }
        covered
    }

    /// What a phrase says of the end of the line before it, if that can be told.
    fn grounded(&self, tokens: &[&Token], phrase: &Phrase, grounds: &[Ground]) -> Option<Ruling> {
        let Phrase { start, end, meaning, filled, manner } = phrase;
        if matches!(meaning.topic, Topic::Game | Topic::Opening | Topic::Instead) {
            return None;
        }
        let ground = grounds.iter().rev().find(|ground| ground.end <= *start)?;
        let mut said_there = ground.manner(tokens, (*start, *end), self.lexicon, self.he)?;
        said_there.negated |= denied_inside(tokens, (*start, *end), meaning, self.lexicon);
        let there = self.scene.at(&ground.about);
        let line = &ground.line;
        match rule(&Said { meaning, filled, manner: said_there }, &there) {
            Ruling::True(shows, claim) => Some(Ruling::True(format!("after {line}: {shows}"), claim)),
            Ruling::False(shows) if said_there.of_move => {
                // What holds on the board itself may be meant of it.
                let bare = Manner { maybe: false, ..*manner };
                match rule(&Said { meaning, filled, manner: bare }, self.scene) {
                    Ruling::True(..) => None,
                    _ => Some(Ruling::False(format!("after {line}: {shows}"))),
                }
            }
            _ => None,
        }
    }

    /// Rows of moves that begin with a number: can they be played? Returns where lines lead, also those of "if Bxe4 Nxe4 …".
    fn lines(&mut self, tokens: &[&Token]) -> Vec<Ground> {
        let mut grounds = Vec::new();
        let mut place = 0;
        while place < tokens.len() {
            let Kind::Move(said) = &tokens[place].kind else {
                place += 1;
                continue;
            };
            let word_before =
                place.checked_sub(1).and_then(|at| tokens.get(at)).and_then(|token| token.word());
            let condition = word_before.is_some_and(|word| self.lexicon.is("condition", word));
            if said.number.is_none() && !condition {
                place += 1;
                continue;
            }
            let start = place;
            let mut row = vec![said.clone()];
            place += 1;
            while let Some(token) = tokens.get(place) {
                match &token.kind {
                    // `18...Bxg4 19.Rg1 18...Be6`: another line begins.
                    Kind::Move(said) if goes_back(&row, said) => break,
                    Kind::Move(said) => row.push(said.clone()),
                    // `6.Bh4 g5`: a pawn's move, unless words go on with the square.
                    Kind::Square(square)
                        if tokens.get(place + 1).is_none_or(|next| next.word().is_none()) =>
                    {
                        row.push(pawn_move(*square));
                    }
                    Kind::Mark('.')
                        if matches!(tokens.get(place + 1).map(|t| &t.kind), Some(Kind::Move(_))) => {}
                    _ => break,
                }
                place += 1;
            }
            let from = self.starts(&row);
            let ground = from.iter().find_map(|pos| Ground::play(pos, &row, place, self.scene.about));
            grounds.extend(ground);
            if row.first().is_none_or(|first| first.number.is_none()) {
                // Its moves are told one by one.
                continue;
            }
            let manner = manner(tokens, (start, place), self.lexicon, self.he);
            let ruling = match self.line(&row) {
                Ruling::False(_) if manner.maybe || manner.past => {
                    Ruling::Open("it may speak of another moment")
                }
                ruling => ruling,
            };
            self.find(tokens, (start, place), Topic::Line, "legal", false, ruling);
        }
        grounds
    }

    /// Where a row of moves may begin: by its number, or without one here or in place of the move.
    fn starts(&self, row: &[notation::Said]) -> Vec<Chess> {
        let Some(first) = row.first() else { return Vec::new() };
        let mut starts: Vec<Chess> = self.scene.positions().cloned().collect();
        if let Some(number) = first.number {
            starts.extend(self.scene.about.game.iter().map(|(pos, _)| pos.clone()));
            starts.extend(self.scene.visited.borrow().iter().cloned());
            starts.retain(|pos| {
                u32::from(pos.fullmoves()) == number && (!first.black || pos.turn().is_black())
            });
        }
        starts
    }

    fn line(&self, row: &[notation::Said]) -> Ruling {
        let Some(first) = row.first() else { return Ruling::Open("no move") };
        let number = first.number.unwrap_or(0);
        let starts = self.starts(row);
        let earlier = !self.scene.visited.borrow().is_empty();
        if starts.is_empty() {
            return Ruling::Open("the move's number is not near");
        }
        let near = self.scene.positions().any(|pos| starts.contains(pos));
        let mut furthest: Option<(usize, String)> = None;
        for start in starts {
            let mut pos = start;
            let mut visited = Vec::new();
            let mut text = String::new();
            let mut played = 0;
            for said in row {
                let Some(mv) = said.on(&pos) else {
                    if said.is_ambiguous(&pos) {
                        return Ruling::Open("two men can go there");
                    }
                    break;
                };
                visited.push(pos.clone());
                if !text.is_empty() {
                    text.push(' ');
                }
                text += &SanPlus::from_move(pos.clone(), mv).to_string();
                pos.play_unchecked(mv);
                played += 1;
            }
            if furthest.as_ref().is_none_or(|(most, _)| played > *most) {
                furthest = Some((played, text));
                visited.push(pos);
                self.scene.visited.borrow_mut().append(&mut visited);
            }
        }
        match furthest {
            Some((played, text)) if played == row.len() => Ruling::yes(format!("{text} can be played")),
            Some((0, _)) if row.len() == 1 && first.role() == Some(philidor_chess::shakmaty::Role::Pawn) => {
                Ruling::Open("the square may be meant")
            }
            Some((0, _)) if row.len() == 1 && matches!(self.possible(first), Ruling::True(..)) => {
                self.possible(first)
            }
            Some((0, _)) if earlier => Ruling::Open("it may go on from another line"),
            Some(_) if !near => Ruling::Open("it may go on from another line"),
            Some((0, _)) => Ruling::no(format!("{first} cannot be played at move {number}")),
            Some((played, text)) => match row.get(played) {
                // Another move for one of the line, a thought left out: where it goes on is not said.
                Some(next) if next.number.is_some() => Ruling::yes(format!("{text} can be played")),
                Some(next) => Ruling::no(format!("after {text} there is no {next}")),
                None => Ruling::Open("no move"),
            },
            None => Ruling::Open("no move"),
        }
    }

    /// Men on squares and moves that no phrase has used: are they there?
    fn mentions(&mut self, tokens: &[&Token], covered: &[bool]) {
        let mut place = 0;
        while place < tokens.len() {
            if covered[place] {
                place += 1;
                continue;
            }
            let found = man(tokens, place, self.lexicon).filter(|(length, man)| {
                man.square.is_some() && !covered[place..place + length].iter().any(|covered| *covered)
            });
            let (length, ruling) = match (found, &tokens[place].kind) {
                (Some((length, man)), _) => {
                    let manner = manner(tokens, (place, place + length), self.lexicon, self.he);
                    let as_move =
                        tokens[place..place + length].iter().any(|token| matches!(token.kind, Kind::Move(_)));
                    (length, self.man(&man, manner, as_move))
                }
                (None, Kind::Move(said)) if said.number.is_none() => (1, self.possible(said)),
                _ => {
                    place += 1;
                    continue;
                }
            };
            let word = if matches!(tokens[place].kind, Kind::Move(_)) { "move" } else { "man" };
            self.find(tokens, (place, place + length), Topic::Mention, word, false, ruling);
            place += length;
        }
    }

    fn man(&self, man: &crate::pattern::ManSaid, manner: Manner, as_move: bool) -> Ruling {
        let Some(square) = man.square else { return Ruling::Open("no square") };
        let color = man.color.and_then(|who| who.color(self.scene.mover(), manner.he));
        let named = |role| {
            format!(
                "{}{}",
                color.map_or("a ".to_owned(), |c| format!("{}'s ", side_name(c))),
                role_name(role)
            )
        };
        for pos in self.scene.positions() {
            if let Some(piece) = pos.board().piece_at(square)
                && piece.role == man.role
                && color.is_none_or(|color| color == piece.color)
            {
                return Ruling::yes(format!("{} stands on {square}", named(man.role)));
            }
        }
        if as_move {
            let said = notation::Said {
                form: crate::notation::Form::Man {
                    role: Some(man.role),
                    file: None,
                    rank: None,
                    takes: false,
                    to: square,
                    promotion: None,
                },
                ..pawn_move(square)
            };
            return self.possible(&said);
        }
        if manner.maybe || manner.past || manner.negated || manner.towards {
            return Ruling::Open("it may speak of another moment");
        }
        let there = match self.scene.now().board().piece_at(square) {
            Some(piece) => format!("{}'s {}", side_name(piece.color), role_name(piece.role)),
            None => "nothing".to_owned(),
        };
        Ruling::no(format!("on {square} stands {there}"))
    }

    /// Somebody can play it: now, before, or the mover again.
    fn possible(&self, said: &notation::Said) -> Ruling {
        let again = self.scene.again();
        let turned = self.scene.before().and_then(philidor_tutor::claim::passed);
        let places = self.scene.positions().chain(again.as_ref()).chain(turned.as_ref());
        let able = |pos: &&Chess| said.on(pos).is_some() && (!said.black || pos.turn().is_black());
        match places.into_iter().find(able) {
            Some(pos) => Ruling::yes(format!("{} can play {said}", side_name(pos.turn()))),
            None => Ruling::Open("it cannot be played at once"),
        }
    }

    fn openings(&mut self, tokens: &[&Token]) {
        let about = self.scene.about;
        for (start, end, family) in named(tokens) {
            let manner = manner(tokens, (start, end), self.lexicon, self.he);
            let same = |name: &String| name.to_lowercase().contains(&family);
            let ruling = match about.openings.iter().find(|name| same(name)) {
                Some(name) => Ruling::yes(format!("the game is a {name}")),
                None if about.openings.is_empty() => Ruling::Open("the opening is not known"),
                // Openings have several names, and games change from one to another.
                None => Ruling::Open("another name or game may be meant"),
            };
            self.find(tokens, (start, end), Topic::Opening, &family, manner.negated, ruling);
        }
    }
}
