//! What can be asked.

/// What can be asked, in the order in which forms are tried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Topic {
    /// What can be asked.
    Help,
    /// Squares that matter.
    Squares,
    /// What the opening is called.
    Opening,
    /// The idea of the best move, or the man that makes it, not the move.
    Hint,
    /// What can be won by force.
    Tactics,
    /// What is threatened.
    Threat,
    /// What to do about a threat.
    Stop,
    /// Which pieces to exchange.
    Trade,
    /// Which pieces stand well, which badly.
    Pieces,
    /// What is known of a man: is my king safe.
    Man,
    /// What a side intends, or both.
    Plan,
    /// The best moves.
    Best,
    /// What players of the reader's rating do here, or how many find a move.
    Players,
    /// What the last move changed.
    Changed,
    /// Why a game was lost.
    Lost,
    /// What there is to learn.
    Lesson,
    /// Is this ending won, and why.
    Ending,
    /// Who stands better, and why.
    Standing,
    /// Two moves side by side.
    Compare,
    /// What speaks against a move.
    WhyNot,
    /// Is a move good; what speaks for it.
    Good,
    /// Is a move bad; what is wrong with it.
    Bad,
    /// What happens after a move.
    WhatIf,
    /// What a word means.
    Term,
}

impl Topic {
    /// All, in the order in which forms are tried.
    pub const ALL: [Topic; 24] = [
        Topic::Help,
        Topic::Squares,
        Topic::Opening,
        Topic::Hint,
        Topic::Tactics,
        Topic::Threat,
        Topic::Stop,
        Topic::Trade,
        Topic::Pieces,
        Topic::Man,
        Topic::Plan,
        Topic::Players,
        Topic::Best,
        Topic::Changed,
        Topic::Lost,
        Topic::Lesson,
        Topic::Ending,
        Topic::Standing,
        Topic::Compare,
        Topic::WhyNot,
        Topic::Good,
        Topic::Bad,
        Topic::WhatIf,
        Topic::Term,
    ];

    /// As files and JSON spell it.
    pub fn name(self) -> &'static str {
        match self {
            Topic::Help => "help",
            Topic::Squares => "squares",
            Topic::Opening => "opening",
            Topic::Hint => "hint",
            Topic::Tactics => "tactics",
            Topic::Threat => "threat",
            Topic::Stop => "stop",
            Topic::Trade => "trade",
            Topic::Pieces => "pieces",
            Topic::Man => "man",
            Topic::Plan => "plan",
            Topic::Best => "best",
            Topic::Players => "players",
            Topic::Changed => "changed",
            Topic::Lost => "lost",
            Topic::Lesson => "lesson",
            Topic::Ending => "ending",
            Topic::Standing => "standing",
            Topic::Compare => "compare",
            Topic::WhyNot => "why-not",
            Topic::Good => "good",
            Topic::Bad => "bad",
            Topic::WhatIf => "what-if",
            Topic::Term => "term",
        }
    }
}
