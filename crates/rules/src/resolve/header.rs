//! The header: which endgame, which symmetry, which measure.

use philidor_chess::{Material, shakmaty::Color};

use super::Resolver;
use crate::{
    problem::{Problem, suggestion},
    scene::{MOST_MEN, men_of},
    syntax::ast::{Field, Header},
    theory::{Measure, Subject},
    vocabulary::{Concludes, Vocabulary},
};

const FIELDS: [&str; 5] = ["strong", "weak", "mirror", "value", "domain"];

impl<V: Vocabulary> Resolver<'_, V> {
    /// Reads the header; also learns the names of the men.
    pub(super) fn header(&mut self, header: &Header) -> Option<Subject> {
        let wanted = self.vocabulary.header();
        if header.kind.text != wanted {
            self.problems.push(
                Problem::error(header.kind.span, format!("`{}` starts no file", header.kind.text), "unknown")
                    .help(format!("these words are for: {wanted} NAME {{ … }}")),
            );
            return None;
        }
        let mut subject = Subject {
            name: header.name.text.clone(),
            material: None,
            colours: false,
            measure: Measure::default(),
            domain: None,
        };
        if self.vocabulary.concludes() == Concludes::Concepts {
            for field in &header.fields {
                self.error(field.span, "this vocabulary has no declarations", "remove it");
            }
            return Some(subject);
        }
        let material = self.material(header)?;
        subject.material = Some(material);
        self.name_men(material);
        let mut mirror = None;
        for (i, field) in header.fields.iter().enumerate() {
            if header.fields[..i].iter().any(|f| f.name.text == field.name.text) {
                self.error(field.span, format!("`{}` is declared twice", field.name.text), "the second time");
            }
            match field.name.text.as_str() {
                "strong" => self.side(field, material, Color::White),
                "weak" => self.side(field, material, Color::Black),
                "mirror" => {
                    self.mirror(field, material, &mut subject);
                    mirror = Some(());
                }
                "value" => self.measure(field, &mut subject),
                "domain" => {}
                other => {
                    let near =
                        suggestion(other, FIELDS).map_or("strong, weak, mirror, value or domain", |n| n);
                    let what = format!("`{other}` is no declaration of an endgame");
                    self.problems.push(
                        Problem::error(field.name.span, what, "unknown")
                            .help(format!("did you mean {near}?")),
                    );
                }
            }
        }
        if mirror.is_none() {
            let fit = if material.has_pawns() { "files" } else { "board" };
            self.problems.push(
                Problem::error(header.span, "the symmetry is not declared", "add a declaration")
                    .help(format!("mirror: {fit}")),
            );
        }
        Some(subject)
    }

    fn material(&mut self, header: &Header) -> Option<Material> {
        let span = header.name.span;
        let material: Material = match header.name.text.parse() {
            Ok(material) => material,
            Err(error) => {
                self.error(span, format!("no such endgame: {error}"), "a name such as KPK");
                return None;
            }
        };
        if material == Material::KK || material.men() > MOST_MEN {
            let what = format!("there is no table for {material}");
            self.error(span, what, format!("theories are for 3 to {MOST_MEN} men"));
            return None;
        }
        if !material.is_canonical() {
            let what = format!("{material} names the weaker side first");
            self.error(span, what, format!("write {}", material.canonical()));
            return None;
        }
        Some(material)
    }

    /// `K`, `P`, `k`; like men form a group.
    fn name_men(&mut self, material: Material) {
        for (place, (strong, role)) in men_of(material).into_iter().enumerate() {
            let name = if strong { role.upper_char() } else { role.char() }.to_string();
            match self.men.iter_mut().find(|(n, _)| *n == name) {
                Some((_, places)) => places.push(place as u8),
                None => self.men.push((name, vec![place as u8])),
            }
        }
        self.turned = !material.has_pawns();
    }

    /// `strong: K P` says nothing new, so it must be right.
    fn side(&mut self, field: &Field, material: Material, color: Color) {
        let letter = |c: char| if color.is_white() { c } else { c.to_ascii_lowercase() };
        let mut want: Vec<String> = vec![letter('K').to_string()];
        want.extend(material.pieces(color).map(|p| letter(p.letter()).to_string()));
        let mut got: Vec<String> = field.words.iter().map(|w| w.text.clone()).collect();
        let (shown, order) = (want.join(" "), |v: &mut Vec<String>| v.sort_unstable());
        order(&mut want);
        order(&mut got);
        if want != got {
            let what = format!("{material}: the men of this side are {shown}");
            self.error(field.span, what, "upper case for the strong side, lower case for the other");
        }
    }

    fn mirror(&mut self, field: &Field, material: Material, subject: &mut Subject) {
        let fit = if material.has_pawns() { "files" } else { "board" };
        let mut seen = false;
        for word in &field.words {
            match word.text.as_str() {
                "colours" if material.is_symmetric() => subject.colours = true,
                "colours" => {
                    let what = format!("in {material} the sides have different men");
                    self.error(word.span, what, "rules cannot hold for either side");
                }
                text if text == fit => seen = true,
                "board" => {
                    self.error(word.span, "a board with pawns cannot be turned", "say: mirror: files");
                }
                "files" => {
                    let what = format!("{material} has no pawns: all eight symmetries hold");
                    self.error(word.span, what, "say: mirror: board");
                }
                other => self.error(
                    word.span,
                    format!("`{other}` is no symmetry"),
                    format!("{fit}, and colours where both sides have the same men"),
                ),
            }
        }
        if !seen && field.words.iter().all(|w| w.text == "colours") {
            self.error(field.span, "the symmetry of the board is missing", format!("add {fit}"));
        }
    }

    fn measure(&mut self, field: &Field, subject: &mut Subject) {
        let said: Vec<&str> = field.words.iter().map(|w| w.text.as_str()).collect();
        match Measure::ALL.into_iter().find(|m| m.name() == said.join(" ")) {
            Some(measure) => subject.measure = measure,
            None => {
                let all = Measure::ALL.map(Measure::name).join("; ");
                self.error(field.span, format!("`{}` is no measure", said.join(" ")), all);
            }
        }
    }
}
