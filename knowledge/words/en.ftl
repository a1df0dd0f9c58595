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
in-return = in return { $text }
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
heading-people = At your level
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
balance-because = { $verdict }: { $good }
balance-more = { $verdict }: { $good }; { $bad }, but that does not make up for it
    .b = { $verdict }: { $bad }, but { $good }, and that counts for more
balance-even = { $verdict }: { $good }, { $bad }, and the one makes up for the other
balance-holds = { $verdict }: { $good }; { $bad }, and that is enough to hold the balance
balance-not-enough = { $verdict }: { $good }, but that is not enough for an advantage
balance-search = on the board { $bad }, but the moves to come count for more: { $verdict }
balance-search-both = { $good }; { $bad }, which would speak for the other side, but the moves to come count for more: { $verdict }
balance-compensation = { $verdict }: { $bad }, but { $side } has compensation: { $good }

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
endgame-reached-win = { $n ->
    [0] this comes down to an ending that { $side } wins with best play
    [one] this comes down to an ending that { $side } wins: mate in one move
   *[other] this comes down to an ending that { $side } wins: mate in { $n } moves with best play
}
endgame-reached-draw = this comes down to an ending that is a draw with best play
endgame-rule = { $reason }
endgame-rule-later = after { $line } { $reason }
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
material-turns = wins { $what } and comes out ahead
material-turns-for = wins { $what } for { $given } and comes out ahead
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
    [one] mates at once
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

# --- players of the reader's rating; $n of a hundred ---
people-play = { $n ->
    [0] hardly any player rated { $rating } plays { $move }
    [one] one of 100 players rated { $rating } plays { $move }
   *[other] { $n } of 100 players rated { $rating } play { $move }
}
people-miss = { $n ->
    [0] { $move } is hard to see: hardly any player rated { $rating } finds it
    [one] { $move } is hard to see: one of 100 players rated { $rating } finds it
   *[other] { $move } is hard to see: { $n } of 100 players rated { $rating } find it
}
people-tempted = the natural { $move }, played by { $n } of 100 players rated { $rating }, is a mistake
people-answer = the likely answer is { $move }, played by { $n } of 100 players rated { $rating }
people-trapped = it sets a trap: { $n } of 100 players rated { $rating } answer { $move }, which is a mistake
people-wrong = it is easy to go wrong here: { $n } of 100 players rated { $rating } play a move that is a mistake; on average they get { $own } % of a point where best play promises { $best } %

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
equal-choice = { $move } is one of the best moves
    .b = { $move } is among the best moves
    .c = { $move } is a good choice
nearly = { $other } is playable, but { $move } is a little more exact
    .b = { $other } can be played, but { $move } does more
nearly-alone = { $other } is playable, but { $move } is a little more exact; the difference is small

contrast-but = { $deed }, but { $better }
nearly-more = { $move } is a little more exact
    .b = { $move } does more
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
effect-invades-seventh = invades on the seventh rank
    .b = brings the rook to the seventh rank
effect-takes-half-open-file = takes the half-open file
    .b = puts the rook on the half-open file
effect-doubles-rooks = doubles the rooks
effect-connects-rooks = connects the rooks
effect-backs-passer = supports { $man-the } from behind
effect-takes-outpost = brings { $man-the } to an outpost
    .b = gives { $man-the } an outpost
effect-centralises = centralises { $man-the }
    .b = brings { $man-the } to the centre
effect-pushes-passer = pushes the passed pawn
    .b = advances the passed pawn
effect-blockades = blocks { $man-the }
    .b = stops { $man-the }
effect-makes-luft = gives the king an escape square{ $on }
    .b = makes a way out for the king{ $on }
effect-gains-space = gains space in the centre
effect-activates-king = brings the king towards the centre
    .b = activates the king
effect-trades = exchanges { $man-the }
    .b = trades { $man-the }
effect-offers-trade = offers to exchange { $man-the }
    .b = offers a trade for { $man-the }
effect-avoids-trade = avoids the exchange of { $man-the }
    .b = keeps { $man-the } from being exchanged
effect-unpins = frees { $man-the } from the pin
effect-presses = puts pressure on { $man-the }
    .b = takes aim at { $man-the }
effect-supports = supports { $man-the }
    .b = backs up { $man-the }
effect-opens = opens a line for { $man-the }
    .b = makes way for { $man-the }
effect-takes-square = keeps the enemy pieces out of { $squares }
    .b = takes { $squares } from the enemy pieces
effect-undermines = undermines { $man-the }
effect-strikes-centre = strikes at { $man-the } in the centre
effect-advances-queenside = gains space on the queenside
    .b = advances on the queenside
effect-advances-kingside = gains space on the kingside
    .b = advances on the kingside
effect-occupies-centre = takes space in the centre
    .b = sets up a pawn in the centre
effect-eyes-centre = fights for { $squares } in the centre
    .b = controls { $squares } in the centre
effect-keeps-tension = keeps the tension with { $man-the }
effect-queen-invades = brings the queen to the seventh rank
    .b = sends the queen to the seventh rank
effect-simplifies = simplifies by exchanging { $man-the }
effect-offers-simpler = offers to simplify by exchanging { $man-the }
effect-gains-scope = makes { $man-the } more active
    .b = gives { $man-the } more room
effect-breaks-bishop-pair = takes one of the two bishops
    .b = breaks up the bishop pair
effect-regains = takes back material{ $on }
effect-brings-king = brings the king nearer to { $man-the }
    .b = leads the king towards { $man-the }
effect-leaves-line = takes the king out of the line of { $man-the }
effect-leaves-check = takes the king out of check
effect-blocks-check = blocks the check
effect-takes-checker = takes the man that gives check
effect-takes-diagonal = takes the open diagonal
    .b = puts { $man-the } on the open diagonal
effect-queen-takes-file = puts the queen on the open file
effect-gives-bishop = gives the bishop for the knight{ $on }
    .b = exchanges the bishop for the knight{ $on }
effect-gives-knight = exchanges the knight for the bishop{ $on }
    .b = gives the knight for the bishop{ $on }
effect-trades-in-centre = exchanges pawns in the centre
effect-doubles-heavy = doubles queen and rook on the file
    .b = lines up queen and rook on the file

# --- what a move is for: what would happen without it ---
reason-meets = meets the threat of { $threat }, { $would }
    .b = parries { $threat }, { $would }
reason-guards = guards { $man-the } against { $threat }, { $would }
reason-saves = saves { $man-the } from { $threat }, { $would }
reason-takes = removes { $man-the } before { $threat }, { $would }
reason-baits = offers { $man-the }, and taking it wins nothing ({ $line })
reason-blocks = blocks the way of { $threat }, { $would }
reason-foils = stops { $threat }, { $would } ({ $line })
reason-pins = pins { $man-the } and so stops { $threat }, { $would }
reason-flight = gives the king a way out of { $threat }, { $would }
reason-counters = meets { $threat }, { $would }, with a counter-attack ({ $line })
reason-spares = avoids the exchange of { $man-the } by { $threat }
would-win = which would win { $what }
would-win-for = which would win { $what } for { $given }
would-mate = { $n ->
    [one] which would be mate
   *[other] which would mate in { $n }
}
would-promote = which would promote a pawn
reason-stops = stops { $threat }
    .b = prevents { $threat }
reason-stops-now = makes { $threat } a mistake ({ $line })
reason-prepares = prepares { $next }
    .b = makes { $next } possible
reason-vacates = vacates { $square } for { $man-the }
    .b = clears { $square } for { $man-the }
reason-prepares-now = prepares { $next }, which would fail at once ({ $line })
# better squares: seen at the end of two lines, and not with the man put back
reason-improves-scope = gives { $man-the } more to do: it sees { $n } squares instead of { $m }
reason-improves-outpost = settles { $man-the } on a square from which no pawn can drive it
reason-improves-open-file = puts { $man-the } on a file that stays open
reason-improves-half-open-file = puts { $man-the } on a half-open file to stay
reason-improves-seventh = settles { $man-the } on the seventh rank
reason-improves-guards = guards { $man-the } in advance: otherwise it would be lost
reason-improves-presses = keeps up the pressure on { $man-the }, which no pawn guards
reason-improves-safety = leaves { $from } in time: there { $man-the } would be lost
reason-improves-out-of-check = leaves { $from } in time: there the king would end up in check
reason-improves-near-king = points { $man-the } at the enemy king
reason-improves-passed = brings the passed pawn safely to { $square }
reason-improves-opens = gives { $man-the } room that lasts
reason-improves-nears = brings the king to bear on { $man-the }
reason-improves-denies = keeps { $man-the } out of { $square }
reason-improves-way-out = gives the king a lasting way out
reason-improves-holds = keeps { $man-the } from stepping to { $square }
reason-improves-blocks = holds up the passed pawn on { $square }
reason-improves-behind = puts the rook behind { $man-the }
reason-improves-escorts = brings the king to the aid of the passed pawn on { $square }
reason-improves-connects = helps to connect the rooks
reason-improves-pins = pins { $man-the } to its king
reason-improves-frees = frees { $man-the } from its pin
reason-improves-centre = brings { $man-the } to bear on the centre
reason-improves-faces = lines the rook up against { $man-the }
reason-improves-shelter = brings the king to safety behind its pawns
reason-improves-unchecked = saves the king from a check on { $square }
reason-forestalls = takes the force out of { $threat }
reason-heads = heads for { $square } ({ $line })
reason-hits = attacks { $man-the }: without { $next } it would fall to { $threat }
reason-exchanges-guard = removes what guards { $man-the } ({ $line })
reason-exchanges-pair = takes the pair of bishops away
reason-exchanges-spoils = leaves a weak pawn on { $square } ({ $line })
reason-exchanges-ahead = exchanges pieces, which favours the side that is { $n } points ahead
reason-exchanges-opens = opens the file for { $man-the } ({ $line })
reason-exchanges-passed = gets a passed pawn on { $square } ({ $line })
reason-exchanges-active = exchanges a piece that sees only { $m } squares for { $man-the }, which sees { $n }
reason-exchanges-brings = lets { $man-the } take back on { $square }, where it is more active ({ $line })
reason-exchanges-draws = draws { $man-the } away and so makes { $next } possible ({ $line })
reason-exchanges-lures = lures { $man-the } to { $square }, where { $next } attacks it ({ $line })
allows = it allows { $move }, which { $does }

# --- pawn structures: $side has it; $d5 is that square as $side counts ---
structure-hedgehog = the Hedgehog: { $side } has more space and keeps the pawns on { $c4 } and { $e4 }; { $opponent } waits behind the sixth rank for the break { $b5 } or { $d5 }
structure-maroczy = the Maróczy bind: the pawns on { $c4 } and { $e4 } keep { $opponent } cramped; { $side } keeps pieces on and aims at { $d5 }, { $opponent } exchanges pieces and prepares { $b5 } or { $f5 }
structure-stonewall = the Stonewall: { $side } has { $e5 } for a knight and attacks on the kingside, { $opponent } exchanges the bad bishop's rival and uses the hole on { $e4 }
structure-carlsbad = the Carlsbad structure: { $side } can attack the queenside with the minority ({ $b4 } and { $b5 }) to leave a weak pawn on { $c6 }, { $opponent } looks to { $e4 } and the kingside
structure-isolated-queen-pawn = an isolated queen's pawn on { $d4 }: { $side } wants active pieces, the square { $e5 } and the break { $d5 }; { $opponent } blocks { $d5 }, exchanges pieces and plays against the pawn
structure-hanging-pawns = hanging pawns on { $c4 } and { $d4 }: { $side } wants to push one of them at the right moment, { $opponent } puts pressure on both until one has to advance
structure-benoni = the Benoni structure: { $side } plays for { $e5 } in the centre, { $opponent } uses the half-open e-file and the queenside majority with { $b5 }
structure-french-chain = the French chain: { $side } has space on the kingside and attacks there, { $opponent } strikes at its base with { $c5 } and at its head with { $f6 }
structure-kings-indian-chain = locked chains in the centre: { $side } plays on the queenside with { $c5 }, { $opponent } on the kingside with { $f5 }
structure-boleslavsky = a hole on { $d5 }: { $side } wants a piece there, { $opponent } makes up for it with active play and the break { $d5 }
structure-sicilian = the Sicilian structure: { $side } attacks in the centre and on the kingside, { $opponent } plays along the half-open c-file and advances on the queenside
structure-half-centre = a half-open centre: { $side } has more space with the pawn on { $d4 }, { $opponent } frees the game with { $c5 } or { $e5 }
structure-open-e-file = an open e-file with pawns on { $d4 } and { $d5 }: both sides fight for the file and for the squares { $e5 } and { $e4 }
structure-isolated-couple = isolated pawns on { $c3 } and { $d4 }: { $side } wants to advance one of them to { $c4 } or { $d5 }, { $opponent } blocks { $c4 } and { $d5 }, and each pawn that stays where it is needs a guard
structure-benko = the Benko structure: { $opponent } presses on the half-open a- and b-files, { $side } guards those pawns, keeps pieces off the files where they can be hit and aims at { $e5 }
structure-kings-indian-tension = tension in the centre: { $side } chooses between closing it with { $d5 } and waiting, { $opponent } may take on { $d4 } and play against { $e4 }, or prepare { $f5 } if the centre is closed
structure-spanish-centre = the Spanish centre: { $side } keeps the pawns on { $d4 } and { $e4 } together and wants { $f5 } for a piece, { $opponent } presses on { $e4 } and looks for { $c5 } or { $d5 }
structure-botvinnik = the Botvinnik set-up: { $side } holds { $d5 } and plays { $b4 } or { $f4 }, { $opponent } has the hole on { $d4 } for a piece
structure-closed-sicilian = the closed Sicilian: { $side } attacks on the kingside with { $f4 } and { $f5 }, { $opponent } opens the queenside with { $b5 } and { $b4 }; whoever opens lines first is ahead
structure-quiet-centre = a quiet centre: both sides first improve their pieces; { $side } prepares { $d4 }, { $opponent } prepares { $d5 }, and whoever gets it in safely has the freer game
structure-doubled-for-endings = doubled pawns on { $c6 } and { $c7 }: { $side } can make a passed pawn on the kingside, { $opponent } hardly one on the queenside, so { $side } welcomes exchanges and { $opponent } wants pieces and open lines
structure-doubled-c-pawns = doubled pawns on { $c3 } and { $c4 }: { $side } has more of the centre and wants { $e4 }, { $opponent } keeps the position closed and attacks { $c4 }
structure-dragon = the Dragon structure: { $side } attacks along the h-file, usually after castling long, { $opponent } has the half-open c-file and the long diagonal; a rook given for the knight on { $c3 } is often worth it
structure-scheveningen = the Scheveningen structure: { $side } attacks with { $f4 } and { $f5 } or with the g-pawn, { $opponent } plays on the c-file with { $b5 } and waits for the break { $d5 }
structure-open-c-file = an open c-file with pawns on { $d4 } and { $d5 }: both sides want the file and a piece on { $c5 } or { $c4 }; a rook on the seventh rank is worth much
structure-pawn-centre = a pawn centre on { $d4 } and { $e4 }: { $side } keeps the pawns side by side until { $d5 } or { $e5 } comes with effect, { $opponent } attacks them with { $c5 } or { $f5 } and with pieces
structure-queenside-majority = a majority on the queenside: { $side } advances it to make a passed pawn far from the kings, { $opponent } pushes the e-pawn and plays in the centre and on the kingside

# --- what masters played with these pawns ---
practice = in { $n } master games with this structure, colours apart, { $side } scored { $points } % and in { $percent } % of them soon played { $step }

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

# --- ideas: what a side can aim at on the board as it stands ---
idea-outpost = puts { $man-the } on { $to } where no pawn can drive it off
    .b = posts { $man-the } on { $to } where no pawn can drive it off
idea-outpost-way = brings { $man-the } to { $to } ({ $path }) where no pawn can drive it off
    .b = leads { $man-the } to { $to } ({ $path }) where no pawn can drive it off
idea-blocks = puts { $man-the } on { $to } to hold up the pawn on { $square }
idea-blocks-way = brings { $man-the } to { $to } ({ $path }) to hold up the pawn on { $square }
idea-open-file = takes the open file with the rook on { $to }
    .b = puts the rook on the open file on { $to }
idea-open-file-way = brings the rook to the open file on { $to } ({ $path })
idea-presses = presses on the weak pawn on { $square } with the rook on { $to } until it falls or ties a piece down
idea-presses-way = brings the rook to { $to } ({ $path }) to press on the weak pawn on { $square } until it falls or ties a piece down
idea-seventh = brings the rook to the seventh rank on { $to }
idea-seventh-way = brings the rook to the seventh rank on { $to } ({ $path })
idea-breaks = breaks with { $to } against the pawn on { $square }
    .b = plays the break { $to } against the pawn on { $square }
idea-breaks-way = prepares the break { $to } against the pawn on { $square }
    .b = works towards { $to } against the pawn on { $square }
idea-passer = pushes the passed pawn to { $to } while nothing stops it
idea-passer-way = pushes the passed pawn as far as { $to } while nothing stops it
idea-storms = pushes a pawn to { $to } to open lines against the king on { $square }
idea-majority = advances the majority with { $to } to make a passed pawn
idea-centre = brings the king nearer the centre on { $to }
idea-centre-way = brings the king nearer the centre on { $to } ({ $path })
idea-castles = castles
    .b = brings the king into safety by castling

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
    .b = gets a better pawn structure
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
losses-outpost-uncontested = can no longer challenge the strong knight with a bishop
losses-structure-damaged = gets weaker pawns{ $on }
    .b = is left with weak pawns{ $on }
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
assets-exchange-for-a-pawn = the exchange for a pawn
assets-exchange-for-two-pawns = the exchange for two pawns
assets-rook-for-two-pieces = a rook and pawns for two minor pieces
assets-rook-and-piece-for-a-queen = a rook, a minor piece and pawns for the queen
assets-two-pieces-for-a-rook = two minor pieces for a rook
assets-queen-for-rook-and-piece = the queen for a rook and a minor piece
assets-queen-for-two-rooks = the queen for two rooks
assets-two-rooks-for-a-queen = two rooks for the queen
assets-queen-for-three-pieces = the queen for three minor pieces
assets-three-pieces-for-a-queen = three minor pieces for the queen
assets-piece-for-two-pawns = a piece for two pawns
assets-piece-for-three-pawns = a piece for three pawns
assets-three-pawns-for-a-piece = three pawns for a piece
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
assets-cramped-enemy = more freedom for the pieces
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
better-because = { $move } was better: { $text }
    .b = { $move } was right: { $text }
    .c = better was { $move }: { $text }
better-keeps = { $move } was better: it loses nothing
    .b = better was { $move }, which loses nothing
better-alone = better was { $move }, though only the numbers tell ({ $score } instead of { $other-score })
    .b = { $move } was better, but only the numbers show it ({ $score } instead of { $other-score })
better-no-mate = better was { $move }: there is no forced mate
    .b = { $move } was better: it avoids the mate
plan-next = the plan: { $side } { $does }
    .b = the idea: { $side } { $does }
    .c = next { $side } { $does }
again-weakness = the weak pawn on { $square } falls after all
    .b = and so the weak pawn on { $square } falls
march-end = the king has arrived on { $square }, the goal of its march from { $from }
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
game-after-opening = after the opening { $text }
game-level = nobody was ever clearly better
game-see-saw = { $n ->
    [one] the lead changed hands once
   *[other] the lead changed hands { $n } times
}
game-decided = after { $move } { $side } was never in danger again
game-slipped = { $side } was winning after { $move } and let it slip
game-themes = what the game was about: { $themes }
theme-development = the lead in development
theme-sacrifice = a sacrifice
theme-mate = a mating attack
theme-isolated-queen-pawn = the isolated queen's pawn
theme-hanging-pawns = the hanging pawns
theme-minority = the minority attack on the queenside
theme-stonewall = the Stonewall
theme-space = the side with more space
theme-chains = the locked pawn chains
theme-isolated-pawn = an isolated pawn
theme-doubled-pawns = doubled pawns
theme-backward-pawn = a backward pawn
theme-passed-pawn = a passed pawn
theme-bishop-pair = the two bishops
theme-bad-bishop = a bad bishop
theme-outpost = a strong knight
theme-open-file = the open file
theme-seventh = the seventh rank
theme-half-open = the half-open centre
theme-pawn-centre = the pawn centre
theme-majorities = the pawn majorities
theme-knight-bishop = a knight against a bishop
theme-diagonal = the long diagonal
theme-attack-long = the attack on the king on the queenside
theme-bare-king = the safety of the king
theme-storm = the pawn storm
theme-exchanges = the early exchange of queens
theme-closed = the closed centre
theme-attack = the attack on the king
theme-king-in-centre = a king in the centre
theme-opposite-castling = castling on opposite sides
theme-queen-pieces = the queen against other pieces
theme-rook-minor = a rook against minor pieces
theme-endgame = the endgame
theme-opposite-bishops = bishops of opposite colours
theme-manoeuvres = the manoeuvring
theme-repelled = an attack that was beaten off
theme-greed = material against the initiative
heading-turning-points = Turning points
heading-lessons = Lessons
heading-opening = Opening
heading-middlegame = Middlegame
heading-endgame = Endgame
lesson-mate-allowed = look at the checks against your own king before you move ({ $move })
lesson-mate-missed = when the king is open look for mate first ({ $move })
lesson-hanging = before you let go of a piece ask what can be taken ({ $move })
lesson-device = watch out for { $devices } ({ $move })
lesson-threat = ask what the last move threatens before you go on with your own plan ({ $move })
lesson-win-missed = look at every check and capture before you play a quiet move ({ $move })
lesson-ending = this ending is worth knowing by heart ({ $move })
lesson-king = keep the king safe before you look for more ({ $move })
lesson-pawns = pawns do not move back: think twice before you weaken them ({ $move })
lesson-theme = remember what decided here: { $theme } ({ $move })
plural-fork = forks
plural-skewer = skewers
plural-discoveredAttack = discovered attacks
plural-trappedPiece = pieces that run out of squares
plural-pin = pins
plural-deflection = guards that can be drawn away
plural-attraction = pieces that can be lured
plural-capturingDefender = guards that can be taken
plural-overloading = guards with two duties
plural-interference = guards that can be cut off
plural-intermezzo = moves in between
plural-xRayAttack = x-rays
plural-clearance = lines that can be cleared
plural-hangingPiece = pieces that nothing protects
# --- answers to questions ---
heading-squares = Squares
ask-help = You can ask, for example
ask-no-threat = there is no immediate threat
ask-no-plan = the line of best play shows no clear plan
ask-not-good = here { $move } is not a good move
ask-not-bad = there is nothing wrong with { $move }
ask-equal = there is little between { $move } and { $other }
ask-no-rating = give your rating, and you hear what players like you do
ask-no-table = no endgame table at hand covers this position, so this is the judgement of a search
ask-no-squares = no squares stand out here
ask-no-plan-of = the line of best play shows no clear plan of { $side }
ask-to-move = it is { $side-s } move
ask-no-gain = in the lines looked at nothing is won by force
ask-no-gain-of = in the lines looked at { $side } wins nothing by force
ask-no-trade = no exchange of pieces stands out in the line of best play
ask-no-such-man = { $side } has no { $man }
ask-no-man-there = { $side } has no { $man } on { $square }
ask-nothing-of-man = nothing stands out about { $side-s } { $man } here
ask-whole-game = one position does not show where a game was lost: annotate the game to see where it turned
ask-no-opening = the table of openings has no name for this position
ask-last-move = the last move was { $side-s }
ask-no-pieces = { $side } has no pieces beside the king
ask-few-squares = the fewest squares to go to: { $list }
ask-free-pieces = none of { $side-s } pieces is short of squares
ask-piece-squares = { $man-the } on { $square } ({ $count })
ask-castle-right = { $move } is out: the king or that rook has lost the right to castle
ask-castle-check = { $move } is not allowed now: the king is in check
ask-castle-path = { $move } is not possible yet: there is still a man between king and rook
ask-castle-attacked = { $move } is not allowed now: the king would step on an attacked square
heading-question = Your question
ask-taken-for = I take this as a question of this kind: "{ $question }"
ask-as-standing = How does { $side } stand?
ask-as-plan = What is { $side-s } plan?
ask-as-threat = What does { $side } threaten?
ask-as-pieces = How good are { $side-s } pieces?
ask-as-man = How good is { $side-s } { $man }?
heading-hint = Hint
ask-hint-mate = { $side } can force mate
ask-hint-promotion = { $side } can promote a pawn
ask-hint-win = { $side } can win something; look at { $man-the }
ask-hint-man = the best line begins with { $man-the } on { $square }
ask-term = { $gloss }
