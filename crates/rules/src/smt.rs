//! Theories as questions to a program that is not ours: SMT-LIB 2, decided by any solver of bit vectors (z3, cvc5).
//!
//! What is written stands on its own: how the men move, what the words of the theory mean (a second time, in another language), the
//! rules, the letters of a [`certificate`](crate::certificate), and for every square of the strong king the question whether something
//! fails there. The bare king's square is left open: the solver shows that there is none for which it fails (`unsat`), or finds
//! one (`sat`). Nothing of what the certificate's checker or the prover computed is in the file but the letters.
//!
//! For king and pawn, and king and rook, against king.

mod terms;

use std::fmt::Write;

use philidor_chess::shakmaty::{Color, Role, Square};

use self::terms::{Lead, Terms};
use crate::{
    certificate::{self, Refuted, ThreeMen},
    run::Reader,
    scene::Scene,
    theory::{Claim, Conclusion, Measure, Rule, Rules},
    vocabulary::Endgames,
};

/// Why there are no questions.
#[derive(Debug, thiserror::Error)]
pub enum NoQuestions {
    /// Another endgame.
    #[error(
        "{0}: questions in SMT-LIB are written for KPK and KRK only; --format certificate is for all theories of up to four men"
    )]
    OtherEndgame(String),
    /// A word that has no meaning there.
    #[error(
        "rule {rule:?} uses {word}, which has no meaning in SMT-LIB yet; --format certificate knows all words"
    )]
    Word {
        /// The rule, or the definition, that has it.
        rule: String,
        /// The word.
        word: String,
    },
    /// A number that has no letter.
    #[error("a position of the certificate is won in more than {MOST} plies, which has no letter here")]
    TooDeep,
    /// The certificate cannot be read.
    #[error(transparent)]
    Certificate(#[from] Refuted),
}

/// Questions of a theory.
#[derive(Debug)]
pub struct Questions {
    /// SMT-LIB 2.
    pub text: String,
    /// How many times the answer has to be `unsat`.
    pub count: usize,
}

/// The letter of drawn positions; won ones have fewer.
const DRAWN: u8 = 63;
/// Most plies.
const MOST: u8 = 62;
/// The squares beside the bare king.
const BESIDE: &str = " beside0 beside1 beside2 beside3 beside4 beside5 beside6 beside7";
/// Bits of a letter.
const BITS: usize = 6;

/// The squares, moves and words that all theories share; what differs between rook and pawn; and what follows for both.
const CHESS: &str = include_str!("smt/chess.smt2");
const ROOK: &str = include_str!("smt/rook.smt2");
const PAWN: &str = include_str!("smt/pawn.smt2");
const PLAY: &str = include_str!("smt/play.smt2");

/// The third man of a theory that can be asked about.
pub fn third_man(rules: &Rules) -> Result<Role, NoQuestions> {
    match rules.subject.material.map(|m| m.to_string()).as_deref() {
        Some("KPK") if !rules.subject.colours => Ok(Role::Pawn),
        Some("KRK") if !rules.subject.colours => Ok(Role::Rook),
        _ => Err(NoQuestions::OtherEndgame(rules.subject.name.clone())),
    }
}

/// Writes a theory, with the letters of its certificate, as questions.
pub fn questions(rules: &Rules, certificate: &[u8]) -> Result<Questions, NoQuestions> {
    let man = third_man(rules)?;
    let letters = certificate::letters_of_three(certificate)?;
    if letters.role != man {
        return Err(NoQuestions::OtherEndgame(rules.subject.name.clone()));
    }
    let mut out = String::with_capacity(16 << 20);
    head(rules, man, &mut out);
    out += CHESS;
    out += if man == Role::Pawn { PAWN } else { ROOK };
    out += PLAY;
    let (said, leads) = theory(rules, man, &mut out)?;
    let writer = Writer { letters: &letters, man, said, leads, rules };
    writer.letters(&mut out)?;
    let count = writer.ask(&mut out)?;
    Ok(Questions { text: out, count })
}

/// What is asked and why it is enough.
fn head(rules: &Rules, man: Role, out: &mut String) {
    let _ = write!(
        out,
        "; The theory {} ({} rules), its certificate, and the questions whether anything is wrong with them.\n\
         ; A solver of bit vectors has to answer every one of them with unsat: there is no such square of the bare king.\n\
         ;\n\
         ; Every position has a letter: {DRAWN} is drawn, less is won by the strong side in at most so many plies",
        rules.subject.name,
        rules.rules.len(),
    );
    out.push_str(if man == Role::Pawn { " to the next pawn move" } else { "" });
    let _ = write!(
        out,
        ".\n\
         ; Asked is of every position that\n\
         ; - with the strong side to move, a move leads to a smaller letter if and only if the position is won;\n\
         ; - with the bare king to move, a move leads to a letter that is not smaller, or it is stalemate, if and only if it is drawn;\n\
         ; - every rule that applies says what the letter says, and wins take at most the plies that the rule names, where it counts the same;\n\
         ; - no move was left out of the lists.\n\
         ; Letters {}cannot sink for ever, so wins are wins; who stays among drawn positions is never mated, so draws are draws.\n",
        if man == Role::Pawn { "and the pawn's steps to go " } else { "" },
    );
    if man == Role::Rook {
        out.push_str("; The strong king stands in the triangle a1-d1-d4; all other placements are mirror images with the same letters.\n");
    }
    if man == Role::Pawn {
        out.push_str(
            "; A pawn move may lead to any won letter. Pawns on files e to h are mirror images. That a queen or a rook wins against a bare\n\
             ; king to move, unless it can be taken or there is stalemate, is taken for granted (KRK has questions of its own).\n",
        );
    }
    out.push('\n');
}

/// A function for each rule: what it says of a position and its letter holds. Returns how many there are, and the races of the kings
/// that they ask for. (One function for all rules is more than z3 can read in reasonable time.)
fn theory(rules: &Rules, man: Role, out: &mut String) -> Result<(usize, Vec<Lead>), NoQuestions> {
    let terms = Terms::new(rules, man);
    let named = |rule: &str| {
        let rule = rule.to_owned();
        move |word: String| NoQuestions::Word { rule, word }
    };
    let mut lets = String::new();
    for one in &rules.lets {
        let meaning = terms.of(&one.expr).map_err(named(&one.name))?;
        let _ = writeln!(lets, "(let ((|{}| {meaning}))", one.name);
    }
    let domain = rules.subject.domain.as_ref().map(|domain| terms.of(domain).map_err(named("the domain")));
    let domain = domain.transpose()?.unwrap_or_else(|| "true".to_owned());
    let mut said = Vec::new();
    for rule in &rules.rules {
        let conditions: Result<Vec<String>, String> = rule.conditions.iter().map(|c| terms.of(c)).collect();
        let conditions = conditions.map_err(named(&rule.name))?.join(" ");
        let claim = claim(rules, rule, man, &terms).map_err(named(&rule.name))?;
        said.push((format!("{:?}", rule.name), format!("(=> (and {domain} {conditions}) {claim})")));
    }
    let leads = terms.leads();
    // The squares of a race are listed where the question is asked; that they are the right ones is part of the question.
    for (i, lead) in leads.iter().enumerate() {
        let goals = terms.of(&lead.goals).map_err(named("a race"))?;
        said.push(("squares that kings race to".to_owned(), format!("(= goals{i} {goals})")));
    }
    out.push_str("\n; --- The theory: a function for each rule ---\n");
    let races: Vec<String> = (0..leads.len()).map(|i| format!(" (lead{i} Number) (goals{i} Set)")).collect();
    for (i, (name, says)) in said.iter().enumerate() {
        let _ = writeln!(
            out,
            "; {name}\n(define-fun rule{i} ((strong Bool) (K Square) (k Square) (X Square)\n    \
             (stuck Bool) (check Bool) (mates Bool) (letter Letter){}) Bool\n{lets}{says}{})",
            races.concat(),
            ")".repeat(rules.lets.len())
        );
    }
    out.push('\n');
    Ok((said.len(), leads))
}

/// What a rule says of the letter.
fn claim(rules: &Rules, rule: &Rule, man: Role, terms: &Terms<'_>) -> Result<String, String> {
    let Conclusion::Claim { claim, bounds } = &rule.conclusion else { return Ok("true".to_owned()) };
    let same_plies = match man {
        Role::Pawn => rules.subject.measure == Measure::Irreversible,
        // Nothing is ever taken on the way to a rook's mate.
        _ => true,
    };
    Ok(match claim {
        Claim::Win => {
            let most = match bounds.as_ref().filter(|_| same_plies) {
                Some((_, most)) => format!("(bvsle (concat (_ bv0 6) letter) {})", terms.of(most)?),
                None => "true".to_owned(),
            };
            format!("(and (not (= letter (_ bv{DRAWN} 6))) {most})")
        }
        Claim::Draw | Claim::AtMostDraw => format!("(= letter (_ bv{DRAWN} 6))"),
        // The bare king never wins.
        Claim::AtLeastDraw => "true".to_owned(),
        Claim::Loss => "false".to_owned(),
    })
}

struct Writer<'c> {
    letters: &'c ThreeMen,
    man: Role,
    /// Functions of the theory.
    said: usize,
    leads: Vec<Lead>,
    rules: &'c Rules,
}

impl Writer<'_> {
    /// Squares of the strong king that are asked about; all others are mirror images.
    fn kings(&self) -> Vec<u8> {
        (0..64).filter(|&sq| self.man == Role::Pawn || home(sq) == (sq, 0)).collect()
    }

    /// The letter for a square of the bare king, which is the letter of its mirror image if that is the one that is listed.
    fn letter(&self, turn: Color, king: u8, third: u8) -> String {
        let (home, image) = if self.man == Role::Rook { home(king) } else { (king, 0) };
        let bare = if image == 0 { "k".to_owned() } else { format!("image{image}") };
        format!("({} {bare})", name(turn, home, mirrored(third, image)))
    }

    fn men(&self) -> Vec<u8> {
        (0..64).filter(|&sq| self.man == Role::Rook || ((8..56).contains(&sq) && sq & 7 < 4)).collect()
    }

    /// A function for each side to move, strong king and third man: the letter for a square of the bare king.
    fn letters(&self, out: &mut String) -> Result<(), NoQuestions> {
        out.push_str(
            "; --- The certificate: a function for each side to move (s strong, w bare king), strong king and third man ---\n\
             (define-fun bit ((a Set) (s Square)) (_ BitVec 1) ((_ extract 0 0) (bvlshr a (wide s))))\n\
             (define-fun letter ((a Set) (b Set) (c Set) (d Set) (e Set) (f Set) (s Square)) Letter\n  \
             (concat (bit a s) (bit b s) (bit c s) (bit d s) (bit e s) (bit f s)))\n",
        );
        for turn in [Color::White, Color::Black] {
            for king in self.kings() {
                for &third in &self.men() {
                    if king == third {
                        continue;
                    }
                    let mut sets = [0u64; BITS];
                    for weak in 0..64u8 {
                        let letter = match self.letters.at(turn, third, king, weak) {
                            None => 0,
                            Some(None) => DRAWN,
                            Some(Some(plies)) if plies <= MOST => plies,
                            Some(Some(_)) => return Err(NoQuestions::TooDeep),
                        };
                        for (i, set) in sets.iter_mut().enumerate() {
                            *set |= u64::from(letter >> (BITS - 1 - i) & 1) << weak;
                        }
                    }
                    let _ =
                        write!(out, "(define-fun {} ((k Square)) Letter (letter", name(turn, king, third));
                    sets.iter().for_each(|set| {
                        let _ = write!(out, " #x{set:016x}");
                    });
                    out.push_str(" k))\n");
                }
            }
        }
        Ok(())
    }

    /// The questions: whether all moves are listed, then one for each side to move and square of the strong king.
    fn ask(&self, out: &mut String) -> Result<usize, NoQuestions> {
        out.push_str(
            "\n; --- The questions ---\n\
             (declare-const bare (_ BitVec 6))\n\
             (declare-const any (_ BitVec 6))\n\
             (define-fun k () Square (concat #b0 bare))\n\
             (define-fun t () Square (concat #b0 any))\n\
             (define-fun drawn () Letter (_ bv63 6))\n\
             (define-fun at_once () Letter (_ bv0 6))\n",
        );
        (0..8).for_each(|i| {
            let _ = writeln!(out, "(define-fun beside{i} () Square (step{i} k))");
        });
        if self.man == Role::Rook {
            // Without pawns the game is the same in a mirror: files, ranks, or files and ranks exchanged.
            let swapped = "(concat #b0 ((_ extract 2 0) bare) ((_ extract 5 3) bare))";
            for image in 1..8u8 {
                let turn = square(if image & 1 != 0 { 7 } else { 0 } + if image & 2 != 0 { 56 } else { 0 });
                let _ = match image & 4 {
                    0 => writeln!(out, "(define-fun image{image} () Square (bvxor k {turn}))"),
                    _ => writeln!(out, "(define-fun image{image} () Square (bvxor {swapped} {turn}))"),
                };
            }
        }
        (0..self.leads.len()).for_each(|i| {
            let _ = writeln!(out, "(declare-const lead{i} Number)");
        });
        let mut count = 0;
        let mut ask = |what: &str, wrong: &str| {
            let _ = write!(
                out,
                "; {what}\n(push 1)\n(assert (or false{wrong}))\n(set-info :status unsat)\n(check-sat)\n(pop 1)\n"
            );
            count += 1;
        };
        ask("Is a move missing from the lists below?", &self.missing());
        for turn in [Color::White, Color::Black] {
            for king in self.kings() {
                let mut wrong = String::new();
                for &third in self.men().iter().filter(|&&third| third != king) {
                    wrong.push('\n');
                    match turn {
                        Color::White => self.strong(king, third, &mut wrong)?,
                        Color::Black => self.weak(king, third, &mut wrong)?,
                    }
                }
                let who = turn.fold_wb("strong side", "bare king");
                ask(
                    &format!(
                        "Is anything wrong with the {who} to move, the strong king on {}?",
                        Square::new(u32::from(king))
                    ),
                    &wrong,
                );
            }
        }
        Ok(count)
    }

    /// A move that is in no list.
    fn missing(&self) -> String {
        let mut out = String::new();
        for sq in 0..64 {
            let listed = near(sq).fold(0, set_of);
            let _ = write!(out, "\n(and (near {} t) (not (in t #x{listed:016x})))", square(sq));
        }
        for third in self.men() {
            let man = square(third);
            match self.man {
                Role::Pawn => {
                    let _ = write!(out, "\n(not (= (stop {man}) {}))", square(third + 8));
                    let _ = match third < 16 {
                        true => write!(out, " (not (= (ahead {man} (_ bv2 12)) {}))", square(third + 16)),
                        false => write!(out, " (= (rank {man}) (_ bv2 12))"),
                    };
                }
                _ => {
                    let listed = lines(third).fold(0, set_of);
                    let _ = write!(out, "\n(and (rook_sees {man} t {man}) (not (in t #x{listed:016x})))");
                }
            }
        }
        out
    }

    /// Something is wrong with the strong side to move.
    fn strong(&self, king: u8, third: u8, out: &mut String) -> Result<(), NoQuestions> {
        let (own, man) = (square(king), square(third));
        let mut moves: Vec<(String, String)> = Vec::new();
        for to in near(king).filter(|&to| to != third) {
            let goes = format!("(king_goes {} {own} k {man})", square(to));
            moves.push((goes, self.letter(Color::Black, to, third)));
        }
        let targets: Vec<u8> = match self.man {
            Role::Pawn if third < 16 => vec![third + 8, third + 16],
            Role::Pawn => vec![third + 8],
            _ => lines(third).collect(),
        };
        for to in targets.into_iter().filter(|&to| to != king) {
            let goal = square(to);
            let letter = match self.man {
                Role::Pawn if to >= 56 => {
                    format!("(ite (promotion_wins {goal} {own} k{BESIDE}) at_once drawn)")
                }
                // After a pawn move the count begins again.
                Role::Pawn => {
                    format!("(ite (= {} drawn) drawn at_once)", self.letter(Color::Black, king, to))
                }
                _ => self.letter(Color::Black, king, to),
            };
            moves.push((format!("(man_goes {goal} {own} k {man})"), letter));
        }
        // With a rook, letter 0 is mate: that is asked where the bare king is to move.
        let mut mates = String::from("(or false");
        if self.man == Role::Rook {
            moves.iter().for_each(|(goes, letter)| {
                let _ = write!(mates, " (and {goes} (= {letter} at_once))");
            });
        }
        mates.push(')');
        let goes: Vec<&str> = moves.iter().map(|(goes, _)| goes.as_str()).collect();
        self.open(
            Color::White,
            king,
            third,
            [&format!("(not (or false {}))", goes.join(" ")), "false", &mates],
            out,
        )?;
        let _ = write!(out, " (= (or false");
        for (goes, letter) in &moves {
            let _ = write!(out, " (and {goes} (bvult {letter} v))");
        }
        out.push_str(") (not (= v drawn))))))))");
        Ok(())
    }

    /// Something is wrong with the bare king to move.
    fn weak(&self, king: u8, third: u8, out: &mut String) -> Result<(), NoQuestions> {
        let (own, man) = (square(king), square(third));
        let goes: Vec<String> = (0..8).map(|i| format!("(bare_goes beside{i} {own} k {man})")).collect();
        let check = format!("(hits {man} k {own})");
        self.open(
            Color::Black,
            king,
            third,
            [&format!("(not (or {}))", goes.join(" ")), &check, "false"],
            out,
        )?;
        if self.man == Role::Rook {
            out.push_str(" (= (= v at_once) (and stuck check))");
        }
        out.push_str(" (= (or (and stuck (not check))");
        for (i, goes) in goes.iter().enumerate() {
            let _ = write!(
                out,
                " (and {goes} (bvuge (ite (= beside{i} {man}) drawn ({} beside{i})) v))",
                name(Color::White, king, third)
            );
        }
        out.push_str(") (= v drawn)))))))");
        Ok(())
    }

    /// Opens a question about a placement: the position is legal, v is its letter, the leads are what they are, and not all of what
    /// follows holds; the theory first. Told are whether the side to move has no move, is in check, and can mate.
    fn open(
        &self,
        turn: Color,
        king: u8,
        third: u8,
        told: [&str; 3],
        out: &mut String,
    ) -> Result<(), NoQuestions> {
        let (own, man) = (square(king), square(third));
        let strong = turn.is_white();
        let legal = if strong { "legal_strong" } else { "legal_weak" };
        let _ = write!(
            out,
            "(and ({legal} {own} k {man}) (let ((v ({} k)) (stuck {}) (check {}) (mates {})) (and true",
            name(turn, king, third),
            told[0],
            told[1],
            told[2]
        );
        let mut races = String::new();
        for (i, lead) in self.leads.iter().enumerate() {
            let goals = self.goals(lead, king, third, strong)?;
            let (racer, other) = if lead.strong { (own.as_str(), "k") } else { ("k", own.as_str()) };
            let leads: Vec<String> = (0..64)
                .filter(|sq| goals >> sq & 1 == 1)
                .map(|sq| format!("(lead_to {} {racer} {other})", square(sq)))
                .collect();
            let _ = write!(races, " lead{i} #x{goals:016x}");
            if leads.is_empty() {
                let _ = write!(out, " (= lead{i} (bvneg far))");
                continue;
            }
            leads.iter().for_each(|lead| {
                let _ = write!(out, " (bvsge lead{i} {lead})");
            });
            let _ = write!(out, " (or");
            leads.iter().for_each(|lead| {
                let _ = write!(out, " (= lead{i} {lead})");
            });
            out.push(')');
        }
        out.push_str(" (not (and");
        (0..self.said).for_each(|i| {
            let _ = write!(out, " (rule{i} {strong} {own} k {man} stuck check mates v{races})");
        });
        Ok(())
    }

    /// The squares of a race, which must be the same wherever the bare king stands.
    fn goals(&self, lead: &Lead, king: u8, third: u8, strong: bool) -> Result<u64, NoQuestions> {
        let mut found = [0u64; 2];
        let mut free = (0..64).filter(|&sq| sq != king && sq != third && near(king).all(|n| n != sq));
        let ends = [free.clone().next(), free.next_back()];
        for (set, weak) in found.iter_mut().zip(ends.into_iter().flatten()) {
            let mut scene = Scene::kings(king, weak, strong);
            scene.add(true, self.man, third);
            *set = Reader::new(self.rules, &Endgames, scene).value(&lead.goals).set();
        }
        if found[0] != found[1] {
            let word = "lead to squares that change with the bare king".to_owned();
            return Err(NoQuestions::Word { rule: "a race".to_owned(), word });
        }
        Ok(found[0])
    }
}

fn name(turn: Color, king: u8, third: u8) -> String {
    format!("{}_{king}_{third}", turn.fold_wb('s', 'w'))
}

fn square(sq: u8) -> String {
    format!("(_ bv{sq} 7)")
}

fn set_of(set: u64, sq: u8) -> u64 {
    set | 1 << sq
}

/// A square in a mirror: files and ranks exchanged (4), then files (1) and ranks (2) turned.
fn mirrored(sq: u8, image: u8) -> u8 {
    let sq = if image & 4 != 0 { sq >> 3 | (sq & 7) << 3 } else { sq };
    sq ^ if image & 1 != 0 { 7 } else { 0 } ^ if image & 2 != 0 { 56 } else { 0 }
}

/// The mirror image of a square in the triangle a1-d1-d4, and the mirror.
fn home(sq: u8) -> (u8, u8) {
    let inside = |sq: u8| sq & 7 < 4 && sq >> 3 <= sq & 7;
    (0..8).map(|image| (mirrored(sq, image), image)).find(|(to, _)| inside(*to)).unwrap_or((sq, 0))
}

/// The squares a king's step away.
fn near(sq: u8) -> impl Iterator<Item = u8> {
    (0..64).filter(move |&to| to != sq && (to & 7).abs_diff(sq & 7) <= 1 && (to >> 3).abs_diff(sq >> 3) <= 1)
}

/// The other squares of a square's file and rank.
fn lines(sq: u8) -> impl Iterator<Item = u8> {
    (0..64).filter(move |&to| to != sq && (to & 7 == sq & 7 || to >> 3 == sq >> 3))
}

#[cfg(test)]
mod tests;
