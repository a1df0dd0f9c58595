# The tutor's English. Every phrase is data: another language is another file with the same messages.
#
# Nouns: the value is the plain word; attributes are its forms. A noun that is passed as $man comes with $man-the,
# $man-a … for every attribute. Phrases: the value and its attributes are variants that mean the same; one of them is
# chosen, and none is repeated while another is left. $on is empty or " on d5"; $level is beginner, club or master.

piece-letters = KQRBN
language = English

# --- nouns ---
role-king = king
    .the = the king
    .a = a king
role-queen = queen
    .the = the queen
    .a = a queen
role-rook = rook
    .the = the rook
    .a = a rook
role-bishop = bishop
    .the = the bishop
    .a = a bishop
role-knight = knight
    .the = the knight
    .a = a knight
role-pawn = pawn
    .the = the pawn
    .a = a pawn
side-white = White
    .s = White's
side-black = Black
    .s = Black's

men-queen = { $n ->
    [one] the queen
   *[other] { $n } queens
}
men-rook = { $n ->
    [one] a rook
    [2] two rooks
   *[other] { $n } rooks
}
men-bishop = { $n ->
    [one] a bishop
    [2] two bishops
   *[other] { $n } bishops
}
men-knight = { $n ->
    [one] a knight
    [2] two knights
   *[other] { $n } knights
}
men-pawn = { $n ->
    [one] a pawn
    [2] two pawns
    [3] three pawns
   *[other] { $n } pawns
}
payoff-exchange = the exchange
payoff-promotion = a new piece

# --- joints ---
list-and = { $first } and { $last }
list-comma = { $first }, { $last }
clauses = { $first }; { $last }
man-on = { $man } on { $square }
on-squares = on { $squares }
sentence-has = { $side } has { $things }
sentence-does = { $side } { $does }
but-has = but { $side } has { $things }
contrast = on the other hand, { $text }
    .b = but { $text }
aim-later = with best play { $text }
    .b = in what follows { $text }
drawback = the drawback: { $text }
    .b = the price: { $text }
because-reason = { $text }: { $reason }
because-line = { $text } ({ $line })
it-does = it { $does }
move-does = { $move } { $does }

# --- headings ---
heading-standing = Position
heading-threat = Threat
heading-plans = Plans
heading-candidates = Moves to consider
heading-beware = Beware
heading-move = The move { $move }
heading-alternative = Better
heading-line = Line
heading-opinion = Second opinion

# --- who stands better ---
standing-equal = { $level ->
    [beginner] the position is about equal
   *[other] the position is about equal ({ $score })
}
    .b = { $level ->
    [beginner] the chances are about even
   *[other] the chances are about even ({ $score })
}
standing-slight = { $level ->
    [beginner] { $side } is a little better
   *[other] { $side } is slightly better ({ $score })
}
    .b = { $level ->
    [beginner] { $side } has a small edge
   *[other] { $side } has a small edge ({ $score })
}
standing-clear = { $level ->
    [beginner] { $side } is better
   *[other] { $side } is clearly better ({ $score })
}
    .b = { $level ->
    [beginner] { $side } has the better game
   *[other] { $side } has a clear edge ({ $score })
}
standing-large = { $level ->
    [beginner] { $side } is much better
   *[other] { $side } has a large advantage ({ $score })
}
    .b = { $level ->
    [beginner] { $side } has a big advantage
   *[other] { $side } is much better ({ $score })
}
standing-winning = { $level ->
    [beginner] { $side } is winning
   *[other] { $side } is winning ({ $score })
}
standing-decided = { $side } wins by force

over-checkmate = checkmate: { $side } has won
over-stalemate = stalemate: { $side } has no legal move and is not in check, so the game is drawn
over-insufficient = drawn: neither side has enough material to mate

opening = { $name } ({ $eco })
opening-of-game = the opening is the { $name } ({ $eco })
opening-reached = this is the { $name } ({ $eco })
    .b = { $move } leads into the { $name } ({ $eco })
opening-left = { $move } leaves the table of openings, which calls this the { $name } ({ $eco })

endgame-win = { $n ->
    [0] { $side } wins this ending with best play
    [one] { $side } wins this ending: mate in one move
   *[other] { $side } wins this ending: mate in { $n } moves with best play
}
endgame-draw = with best play this ending is a draw
endgame-loss = { $n ->
    [0] { $side } loses this ending against best play
    [one] { $side } loses this ending: mated in one move against best play
   *[other] { $side } loses this ending: mated in { $n } moves against best play
}
endgame-rule = { $reason }
zugzwang-win = { $opponent } is in zugzwang: every move loses, but with { $side } to move it would be a draw
zugzwang-both = { $opponent } is in zugzwang: every move loses, but with { $side } to move { $side } would lose
zugzwang-draw = { $opponent } is in zugzwang: no move does better than draw, but with { $side } to move { $side } would lose

# --- material and devices ---
material-wins = wins { $what }
    .b = gains { $what }
material-wins-by = wins { $what } { $device }
material-wins-for = wins { $what } for { $given }
    .b = gets { $what } for { $given }
material-wins-for-by = wins { $what } for { $given } { $device }
material-regains = wins back { $what }
    .b = regains { $what }
material-regains-for = wins back { $what } for { $given }
    .b = regains { $what } for { $given }
material-comes-out-ahead = comes out ahead in material
material-promotes = promotes a pawn
    .b = gets a pawn through
sacrifice = gives up { $what }{ $on } for other advantages
    .b = sacrifices { $what }{ $on }
sacrifice-for = gives up { $what } for { $given }{ $on }
    .b = sacrifices { $what } for { $given }{ $on }

device-fork = by a fork: { $actor-the } attacks { $targets-the }
device-skewer = by a skewer: { $actor-the } attacks along a line
device-discoveredAttack = by a discovered attack from { $actor-the }
device-trappedPiece = because { $targets-the } has no safe square
    .bare = by trapping it
device-pin = by a pin: { $targets-the } cannot move away
    .bare = by a pin
device-deflection = by drawing a guard away
device-attraction = by luring a piece onto a bad square
device-capturingDefender = by taking a guard
device-overloading = because a guard has two duties
device-interference = by cutting a guard off
device-intermezzo = with an in-between move
device-xRayAttack = through an x-ray
device-clearance = by clearing a line
device-hangingPiece = which nothing protects

mate-in = { $n ->
    [one] mates on the next move
   *[other] mates in { $n } moves
}
    .b = { $n ->
    [one] gives mate at once
   *[other] forces mate in { $n }
}
mate-in-pattern = { $n ->
    [one] gives mate at once: { $pattern }
   *[other] forces mate in { $n }: { $pattern }
}

pattern-anastasiaMate = Anastasia's mate
pattern-arabianMate = the Arabian mate
pattern-backRankMate = a back-rank mate
pattern-balestraMate = Balestra's mate
pattern-blindSwineMate = the blind swine mate
pattern-bodenMate = Boden's mate
pattern-cornerMate = a corner mate
pattern-doubleBishopMate = a mate with two bishops
pattern-dovetailMate = the dovetail mate
pattern-epauletteMate = the epaulette mate
pattern-hookMate = the hook mate
pattern-killBoxMate = the kill-box mate
pattern-morphysMate = Morphy's mate
pattern-operaMate = the opera mate
pattern-pillsburysMate = Pillsbury's mate
pattern-smotheredMate = a smothered mate
pattern-swallowstailMate = the swallow's tail mate
pattern-triangleMate = the triangle mate
pattern-vukovicMate = Vukovic's mate

# --- threats, chances, pitfalls ---
threat-wins = { $side } threatens { $move }, winning { $what }
    .b = { $side } threatens to win { $what } with { $move }
threat-wins-by = { $side } threatens { $move }, winning { $what } { $device }
threat-wins-for = { $side } threatens { $move }, winning { $what } for { $given }
    .b = { $side } threatens to win { $what } for { $given } with { $move }
threat-wins-for-by = { $side } threatens { $move }, winning { $what } for { $given } { $device }
threat-promotes = { $side } threatens { $move } and a promotion
threat-mate = { $n ->
    [one] { $side } threatens mate with { $move }
   *[other] { $side } threatens { $move } with mate in { $n }
}
missed-wins = { $move } would have won { $what }
    .b = { $move } wins { $what }
missed-wins-for = { $move } would have won { $what } for { $given }
    .b = { $move } wins { $what } for { $given }
missed-promotes = { $move } would have promoted a pawn
missed-mate = { $n ->
    [one] { $move } is mate
   *[other] { $move } forces mate in { $n }
}
pitfall-loses = not { $move }, which loses { $what }
    .b = { $move } would lose { $what }
pitfall-loses-for = not { $move }, which loses { $what } for { $given }
    .b = { $move } would lose { $what } for { $given }
pitfall-promotes = not { $move }, for then the other side promotes a pawn
pitfall-mate = { $n ->
    [one] not { $move }, which allows mate on the next move
   *[other] not { $move }, which allows mate in { $n }
}

# --- verdicts ---
best = { $move } is the best move
    .b = { $move } is the right move
only-move = { $move } is the only good move
    .b = { $move } is by far the best move
only-legal = { $move } is the only legal move
better-slight = { $move } is a little better
    .b = { $move } is slightly more accurate
better-clear = { $move } is better
    .b = { $move } was stronger
better-large = { $move } is much better
    .b = { $other } is a serious mistake: { $move } was right
opinion-agrees = { $engine } agrees with { $move } ({ $score })
opinion-differs = { $engine } prefers { $move } ({ $score }) to { $other } ({ $other-score }): { $line }
equal-choice = { $move } is as good as anything

# --- what a move does at once ---
effect-protects = protects { $man-the }
    .b = guards { $man-the }
effect-attacks = attacks { $man-the }
effect-saves = brings { $man-the } to safety
    .b = takes { $man-the } out of danger
effect-recaptures = takes back{ $on }
effect-develops = develops { $man-the }
    .b = brings { $man-the } into play
effect-castles = brings the king to safety
effect-takes-open-file = takes the open file
effect-checks = gives check
effect-offers = offers { $man-the }
effect-pins = pins { $man-the }
effect-challenges = challenges { $man-the }

# --- plans ---
goal-manoeuvre = brings { $man-the } to { $to } ({ $path })
    .b = leads { $man-the } to { $to } ({ $path })
goal-advance = plays { $to }
    .b = pushes the pawn to { $to }
goal-lever = breaks with { $to }
    .b = challenges the enemy pawns with { $to }
goal-castle = castles
    .b = brings the king into safety by castling
goal-exchange = exchanges { $own-the } for { $enemy-the } on { $square }
    .b = trades { $own-the } for { $enemy-the } on { $square }
goal-develop = develops { $man-the } to { $to }
    .b = brings { $man-the } out to { $to }
goal-occupy = puts { $man-the } on { $to }
    .b = posts { $man-the } on { $to }

# --- single features: more of it, less of it, for a while ---
feature-bishop-pair = has the bishop pair
    .less = no longer has the bishop pair
    .while = has the bishop pair for a while
feature-isolated-pawn = { $n ->
        [one] gets an isolated pawn{ $on }
       *[other] gets isolated pawns{ $on }
    }
    .less = { $n ->
        [one] gets rid of the isolated pawn{ $on }
       *[other] gets rid of the isolated pawns{ $on }
    }
    .while = has an isolated pawn{ $on } for a while
feature-doubled-pawns = gets doubled pawns{ $on }
    .less = gets rid of the doubled pawns{ $on }
    .while = has doubled pawns{ $on } for a while
feature-backward-pawn = { $n ->
        [one] gets a backward pawn{ $on }
       *[other] gets backward pawns{ $on }
    }
    .less = { $n ->
        [one] gets rid of the backward pawn{ $on }
       *[other] gets rid of the backward pawns{ $on }
    }
    .while = has a backward pawn{ $on } for a while
feature-passed-pawn = gets a passed pawn{ $on }
    .less = no longer has the passed pawn{ $on }
    .while = has a passed pawn{ $on } for a while
feature-protected-passer = gets a protected passed pawn{ $on }
    .less = no longer has the protected passed pawn{ $on }
    .while = has a protected passed pawn{ $on } for a while
feature-connected-passers = gets connected passed pawns{ $on }
    .less = no longer has connected passed pawns
    .fewer = has fewer connected passed pawns
    .while = has connected passed pawns{ $on } for a while
feature-outside-passer = gets an outside passed pawn{ $on }
    .less = no longer has the outside passed pawn{ $on }
    .while = has an outside passed pawn{ $on } for a while
feature-blockaded-passer = has the passed pawn{ $on } blockaded
    .less = frees the passed pawn{ $on } from its blockade
    .while = has the passed pawn{ $on } blockaded for a while
feature-rook-open-file = gets a rook on the open file{ $on }
    .less = no longer has the open file
    .fewer = has fewer rooks on open files
    .while = has a rook on the open file{ $on } for a while
feature-rook-half-open-file = gets a rook on a half-open file{ $on }
    .less = leaves the half-open file
    .fewer = has fewer rooks on half-open files
    .while = has a rook on a half-open file{ $on } for a while
feature-rook-on-seventh = gets a rook to the seventh rank{ $on }
    .less = no longer has a rook on the seventh rank
    .fewer = has fewer rooks on the seventh rank
    .while = has a rook on the seventh rank{ $on } for a while
feature-doubled-rooks = doubles the rooks{ $on }
    .less = no longer has doubled rooks
    .while = has doubled rooks{ $on } for a while
feature-open-file-at-king = has an open file at the king{ $on }
    .less = no longer has an open file at the king
    .fewer = has fewer open files at the king
    .while = has an open file at the king{ $on } for a while
feature-undeveloped-minors = has more pieces at home{ $on }
    .less = { $count ->
        [one] brings out another piece
       *[other] brings out { $count } pieces
    }
    .while = has more pieces at home for a while

# --- concepts: gains ---
gains-structure-improved = improves the pawn structure
    .b = gets the healthier pawns
gains-activity-improved = improves the activity of the pieces
    .b = gets more active pieces
gains-bishop-improved = improves the bishop{ $on }
    .b = gets a better bishop{ $on }
gains-bishops-improved = improves the bishops
    .b = gets both bishops working
gains-active-bishop-pair = gets an active bishop pair
gains-initiative-against-the-king = gets the initiative against the king
    .b = builds up an attack on the king
gains-bishop-pair-gained = is left with the bishop pair
    .b = gains the bishop pair
gains-strong-knight = gets a strong knight{ $on }
    .b = plants a knight{ $on } where no pawn can drive it off
gains-strong-knight-for-a-while = gets a strong knight on the way
gains-knight-improved = { $n ->
        [0] improves the knights
        [one] gets a better knight{ $on }
       *[other] improves the knights{ $on }
    }
    .b = { $n ->
        [0] gets better knights
        [one] finds a better square for the knight{ $on }
       *[other] gets better knights{ $on }
    }
gains-bad-bishop-exchanged = gets rid of the bad bishop
    .b = exchanges the bad bishop
gains-bad-bishop-improved = frees the bad bishop
gains-open-file-taken = takes the open file{ $on }
gains-rook-on-the-seventh = brings a rook to the seventh rank{ $on }
gains-rooks-doubled = doubles the rooks{ $on }
gains-rooks-active = activates the rooks
gains-queen-active = brings the queen into play
gains-queen-invades = invades with the queen
gains-passed-pawn = { $n ->
        [one] gets a passed pawn{ $on }
       *[other] gets passed pawns{ $on }
    }
    .b = { $n ->
        [one] creates a passed pawn{ $on }
       *[other] creates passed pawns{ $on }
    }
gains-protected-passed-pawn = gets a protected passed pawn{ $on }
gains-outside-passed-pawn = gets an outside passed pawn{ $on }
gains-connected-passed-pawns = gets connected passed pawns{ $on }
gains-passed-pawn-advances = pushes the passed pawn{ $on }
    .b = gets the passed pawn rolling
gains-rook-behind-the-passed-pawn = puts a rook behind the passed pawn
gains-king-safe = brings the king to safety
gains-king-active = activates the king
gains-space-gained = gains space
    .b = takes more space
gains-centre-taken = takes control of the centre
gains-development-lead = gets ahead in development
gains-simplified-when-ahead = simplifies while ahead in material
gains-pressure-on-weak-pawns = puts pressure on the weak pawns

# --- concepts: losses ---
losses-strong-knight-gone = no longer has the strong knight{ $on }
    .b = loses the strong knight{ $on }
losses-bishop-pair-given-up = gives up the bishop pair
    .b = no longer has the bishop pair
losses-attack-fades = loses the attack on the king
    .b = has no attack left
losses-light-squares-left = is left without a light-squared bishop
    .b = has no light-squared bishop left
losses-dark-squares-left = is left without a dark-squared bishop
    .b = has no dark-squared bishop left
losses-outpost-uncontested = can no longer challenge the strong knight{ $on } with a bishop
losses-structure-damaged = damages the pawn structure{ $on }
    .b = gets weak pawns{ $on }
losses-hole = gets a hole in the pawn structure
losses-passed-pawn-blockaded = has the passed pawn{ $on } blockaded
losses-passed-pawn-lost = loses the passed pawn{ $on }
losses-king-exposed = gets a more exposed king
    .b = is left with a less sheltered king
losses-king-stuck-in-the-centre = has the king stuck in the centre
    .b = can no longer castle
losses-back-rank-weak = gets a weak back rank
losses-knight-passive = { $n ->
        [0] is left with passive knights
        [one] gets a passive knight{ $on }
       *[other] gets passive knights{ $on }
    }
    .b = { $n ->
        [0] has less active knights
        [one] is left with a badly placed knight{ $on }
       *[other] is left with badly placed knights{ $on }
    }
losses-knight-on-the-rim = has a knight on the rim{ $on }
losses-bishop-passive = gets a passive bishop
    .b = is left with a less active bishop
losses-bad-bishop = gets a bad bishop{ $on }
losses-rooks-passive = gets passive rooks
losses-rook-shut-in = shuts in a rook
losses-open-file-lost = loses the open file
losses-queen-offside = has the queen far from the action
losses-space-lost = loses space
losses-activity-lost = loses activity

# --- concepts: what a side has (things that follow "has") ---
assets-pawn-ahead = an extra pawn
assets-pawns-ahead = extra pawns
assets-exchange-ahead = a rook for a minor piece
assets-piece-ahead = an extra piece
assets-rook-ahead = an extra rook
assets-much-material-ahead = a large material advantage
assets-bishop-pair = the bishop pair
assets-active-bishop-pair = an active bishop pair
assets-strong-knight = { $n ->
    [one] a strong knight{ $on }
   *[other] strong knights{ $on }
}
assets-better-bishop = the better bishop
assets-bishop-against-knight = a bishop that is stronger than the knight
assets-open-file = { $n ->
    [one] a rook on the open file{ $on }
   *[other] rooks on open files{ $on }
}
assets-rook-on-the-seventh = { $n ->
    [one] a rook on the seventh rank{ $on }
   *[other] rooks on the seventh rank{ $on }
}
assets-better-structure = the better pawn structure
assets-passed-pawn = { $n ->
    [one] a passed pawn{ $on }
   *[other] passed pawns{ $on }
}
assets-protected-passed-pawn = { $n ->
    [one] a protected passed pawn{ $on }
   *[other] protected passed pawns{ $on }
}
assets-outside-passed-pawn = { $n ->
    [one] an outside passed pawn{ $on }
   *[other] outside passed pawns{ $on }
}
assets-connected-passed-pawns = connected passed pawns{ $on }
assets-attack-on-the-king = an attack on the king
assets-more-space = more space
assets-better-development = better development
assets-more-active-pieces = more active pieces
assets-centre = more control of the centre
assets-initiative = the initiative
assets-cramped-enemy = a grip on the position
assets-safer-king = the safer king
assets-more-active-king = the more active king
assets-opposition = the opposition
burdens-exposed-king = an exposed king{ $on }
burdens-king-in-the-centre = a king stuck in the centre{ $on }
burdens-isolated-pawn = { $n ->
    [one] an isolated pawn{ $on }
   *[other] isolated pawns{ $on }
}
burdens-doubled-pawns = doubled pawns{ $on }
burdens-backward-pawn = { $n ->
    [one] a backward pawn{ $on }
   *[other] backward pawns{ $on }
}
burdens-bad-bishop = a bad bishop{ $on }
burdens-knight-on-the-rim = { $n ->
    [one] a knight on the rim{ $on }
   *[other] knights on the rim{ $on }
}
burdens-rook-shut-in = a rook shut in by the king
burdens-piece-en-prise = { $n ->
    [one] a loose piece{ $on }
   *[other] loose pieces{ $on }
}
burdens-weak-back-rank = a weak back rank
burdens-pinned-piece = { $n ->
    [one] a pinned piece{ $on }
   *[other] pinned pieces{ $on }
}

# --- games: judgements, better moves, the paragraph ---
judged-inaccuracy = an inaccuracy
judged-mistake = a mistake
judged-blunder = a blunder
judged-because = { $judgement }: { $text }
judged-alone = { $judgement }
better-because = better is { $move }: { $text }
    .b = { $move } was better: { $text }
    .c = instead { $move } is right: { $text }
better-alone = better is { $move }
    .b = { $move } was better
    .c = { $move } was the move
plan-next = the plan: { $side } { $does }
    .b = the idea: { $side } { $does }
    .c = next { $side } { $does }
plan-better = after it { $side } { $does }
    .b = then { $side } { $does }
alternative-close = the alternative was { $other }
    .b = { $other } was also possible
    .c = { $other } was another way
alternative-worse = { $move } is stronger than { $other }
    .b = { $other } instead would have been weaker
game-opening = the opening is the { $name } ({ $eco })
game-opening-left = the opening is the { $name } ({ $eco }); { $move } leaves our table
game-error = { $judgement } by { $side } with { $move }
game-errors = { $n ->
    [one] the game turned on { $errors }
   *[other] the game turned on { $errors }
}
game-no-errors = neither side made a serious mistake
game-mate = { $side } gives mate on move { $moves }
game-won = { $moves ->
    [one] { $side } won after one move
   *[other] { $side } won after { $moves } moves
}
game-stalemate = the game ends in stalemate on move { $moves }
game-drawn = { $moves ->
    [one] the game was drawn after one move
   *[other] the game was drawn after { $moves } moves
}
game-open = { $moves ->
    [one] the score breaks off after one move
   *[other] the score breaks off after { $moves } moves
}
game-accuracy = accuracy: White { $white } %, Black { $black } %
# --- answers to questions ---
heading-squares = Squares
ask-help = You can ask, for example
ask-no-threat = there is no immediate threat
ask-no-plan = the line of best play shows no clear plan
ask-not-good = { $move } is not a good move here
ask-not-bad = there is nothing wrong with { $move }
ask-equal = { $move } and { $other } are about equally good
ask-no-table = no endgame table at hand covers this position, so this is the judgement of a search
ask-no-squares = no squares stand out here
ask-term = { $gloss }
