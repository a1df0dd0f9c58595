//! False claims about what moves are for.

use philidor_claims::{Asset, How, Move, Reason, Statement, Why};

use super::{Maker, beside, other_payoff};

impl Maker<'_> {
    pub(super) fn reason(&mut self) {
        self.first_move();
        self.of_statement("move of the reason", |s| {
            if let Statement::Reason { reason, .. } = s {
                match reason {
                    Reason::Answers { threat: mv, .. }
                    | Reason::Stops { theirs: mv }
                    | Reason::Forestalls { theirs: mv, .. }
                    | Reason::Baits { taking: mv }
                    | Reason::Prepares { next: mv }
                    | Reason::Heads { next: mv }
                    | Reason::Spares { taking: mv }
                    | Reason::Hits { taking: mv } => *mv = Move { to: beside(mv.to), ..*mv },
                    Reason::Improves { square, .. } | Reason::Exchanges { square, .. } => {
                        *square = beside(*square);
                    }
                }
            }
        });
        self.of_statement("the line with another answer", |s| {
            if let Statement::Reason { reason: Reason::Improves { also, .. }, .. } = s {
                *also = also.cut(1);
            }
        });
        self.of_statement("what a man has", |s| {
            if let Statement::Reason { reason: Reason::Improves { asset, .. }, .. } = s {
                *asset = match *asset {
                    Asset::Scope { sees, instead } => Asset::Scope { sees: sees + 1, instead },
                    Asset::Guards(sq) => Asset::Opens(sq),
                    Asset::Presses(sq) => Asset::Guards(sq),
                    Asset::Opens(sq) => Asset::Presses(sq),
                    Asset::Nears(sq) => Asset::Guards(sq),
                    Asset::Denies(man, sq) => Asset::Denies(sq, man),
                    Asset::OpenFile => Asset::HalfOpenFile,
                    Asset::HalfOpenFile => Asset::OpenFile,
                    Asset::Holds(man, sq) => Asset::Denies(man, sq),
                    Asset::Blocks(sq) => Asset::Escorts(sq),
                    Asset::Behind(sq) => Asset::Blocks(sq),
                    Asset::Escorts(sq) => Asset::Behind(sq),
                    Asset::Pins(sq) => Asset::Frees(sq),
                    Asset::Frees(sq) => Asset::Pins(sq),
                    Asset::Faces(sq) => Asset::Pins(sq),
                    Asset::Unchecked(man, sq) => Asset::Unchecked(man, beside(sq)),
                    Asset::Connects | Asset::Centre => Asset::OpenFile,
                    Asset::Shelter { pawns, instead } => Asset::Shelter { pawns: pawns + 1, instead },
                    Asset::Passed | Asset::WayOut => Asset::Seventh,
                    Asset::Safety | Asset::OutOfCheck => Asset::Passed,
                    Asset::Outpost | Asset::Seventh | Asset::NearKing => Asset::Passed,
                };
            }
        });
        self.of_statement("scores of what is forestalled", |s| {
            if let Statement::Reason { reason: Reason::Forestalls { score, otherwise, .. }, .. } = s {
                *score = *otherwise;
            }
        });
        self.of_statement("why men are exchanged", |s| {
            if let Statement::Reason { reason: Reason::Exchanges { why, .. }, .. } = s {
                *why = match *why {
                    Why::Guard(sq) => Why::Passed(sq),
                    Why::Pair => Why::Ahead(0),
                    Why::Spoils(sq) => Why::Guard(beside(sq)),
                    Why::Ahead(points) => Why::Ahead(points + 1),
                    Why::Active { sees, instead } => Why::Active { sees: sees + 1, instead },
                    Why::Brings(sq) => Why::Brings(beside(sq)),
                    Why::Draws(next) => Why::Lures(next),
                    Why::Lures(next) => Why::Draws(next),
                    Why::Opens(sq) | Why::Passed(sq) => Why::Spoils(sq),
                };
            }
        });
        self.of_statement("otherwise, without its end", |s| {
            if let Statement::Reason { otherwise, .. } = s {
                *otherwise = otherwise.cut(otherwise.len().saturating_sub(1));
            }
        });
        self.of_statement("what is threatened", |s| {
            if let Statement::Reason { reason: Reason::Answers { payoff, .. }, .. } = s {
                *payoff = other_payoff(*payoff);
            }
        });
        self.of_statement("how a threat is met", |s| {
            if let Statement::Reason { reason: Reason::Answers { how: Some(how), .. }, .. } = s {
                *how = match how {
                    How::Captures => How::Leaves,
                    How::Leaves => How::Guards,
                    How::Guards => How::Blocks,
                    How::Blocks => How::Pins,
                    How::Pins => How::Flight,
                    How::Flight | How::Counters => How::Captures,
                };
            }
        });
    }
}
