# Die Sätze des Tutors auf Deutsch: dieselben Einträge wie en.ftl, kein Programmtext.
# Hauptwörter: der Wert ist das Wort, Attribute sind seine Formen. Sätze: Attribute sind gleichwertige Fassungen.

piece-letters = KDTLS
language = Deutsch

# --- Hauptwörter ---
role-king = König
    .der = der König
    .den = den König
    .dem = dem König
role-queen = Dame
    .der = die Dame
    .den = die Dame
    .dem = der Dame
role-rook = Turm
    .der = der Turm
    .den = den Turm
    .dem = dem Turm
role-bishop = Läufer
    .der = der Läufer
    .den = den Läufer
    .dem = dem Läufer
role-knight = Springer
    .der = der Springer
    .den = den Springer
    .dem = dem Springer
role-pawn = Bauer
    .der = der Bauer
    .den = den Bauern
    .dem = dem Bauern
side-white = Weiß
    .s = Weiß’
side-black = Schwarz
    .s = Schwarz’

men-queen = { $n ->
    [one] die Dame
   *[other] { $n } Damen
}
men-rook = { $n ->
    [one] einen Turm
    [2] zwei Türme
   *[other] { $n } Türme
}
men-bishop = { $n ->
    [one] einen Läufer
    [2] zwei Läufer
   *[other] { $n } Läufer
}
men-knight = { $n ->
    [one] einen Springer
    [2] zwei Springer
   *[other] { $n } Springer
}
men-pawn = { $n ->
    [one] einen Bauern
    [2] zwei Bauern
    [3] drei Bauern
   *[other] { $n } Bauern
}
payoff-exchange = die Qualität
payoff-promotion = eine neue Figur

# --- Fugen ---
list-and = { $first } und { $last }
list-comma = { $first }, { $last }
clauses = { $first }; { $last }
man-on = { $man } auf { $square }
on-squares = auf { $squares }
sentence-has = { $side } hat { $things }
sentence-does = { $side } { $does }
but-has = aber { $side } hat { $things }
contrast = andererseits: { $text }
    .b = aber { $text }
in-return = im Gegenzug: { $text }
aim-later = bei bestem Spiel: { $text }
    .b = im Weiteren: { $text }
drawback = der Nachteil: { $text }
    .b = der Preis: { $text }
because-reason = { $text }: { $reason }
because-line = { $text } ({ $line })
it-does = der Zug { $does }
move-does = { $move } { $does }

# --- Überschriften ---
heading-standing = Stellung
heading-threat = Drohung
heading-plans = Pläne
heading-candidates = Züge zur Auswahl
heading-beware = Vorsicht
heading-people = Bei gleich starken Spielern
heading-move = Der Zug { $move }
heading-alternative = Besser
heading-line = Variante
heading-opinion = Zweite Meinung

# --- Wer besser steht ---
standing-equal = { $level ->
    [beginner] die Stellung ist etwa ausgeglichen
   *[other] die Stellung ist etwa ausgeglichen ({ $score })
}
    .b = { $level ->
    [beginner] die Chancen sind etwa gleich verteilt
   *[other] die Chancen sind etwa gleich verteilt ({ $score })
}
standing-slight = { $level ->
    [beginner] { $side } steht etwas besser
   *[other] { $side } steht etwas besser ({ $score })
}
    .b = { $level ->
    [beginner] { $side } hat leichten Vorteil
   *[other] { $side } hat leichten Vorteil ({ $score })
}
standing-clear = { $level ->
    [beginner] { $side } steht besser
   *[other] { $side } steht klar besser ({ $score })
}
    .b = { $level ->
    [beginner] { $side } hat die bessere Stellung
   *[other] { $side } hat klaren Vorteil ({ $score })
}
standing-large = { $level ->
    [beginner] { $side } steht viel besser
   *[other] { $side } hat großen Vorteil ({ $score })
}
    .b = { $level ->
    [beginner] { $side } hat großen Vorteil
   *[other] { $side } steht viel besser ({ $score })
}
standing-winning = { $level ->
    [beginner] { $side } steht auf Gewinn
   *[other] { $side } steht auf Gewinn ({ $score })
}
standing-decided = { $side } gewinnt zwingend
balance-because = { $verdict }: { $good }
balance-more = { $verdict }: { $good }; { $bad }, aber das gleicht es nicht aus
    .b = { $verdict }: { $bad }, aber { $good }, und das wiegt schwerer
balance-even = { $verdict }: { $good }, { $bad }, und das eine gleicht das andere aus
balance-holds = { $verdict }: { $good }; { $bad }, und das genügt zum Gleichgewicht
balance-not-enough = { $verdict }: { $good }, aber für einen Vorteil reicht das nicht
balance-search = auf dem Brett gilt zwar: { $bad }; aber die kommenden Züge zählen mehr: { $verdict }
balance-search-both = { $good }; { $bad }, was für die andere Seite spräche, aber die kommenden Züge zählen mehr: { $verdict }
balance-compensation = { $verdict }: { $bad }, aber { $side } hat Kompensation: { $good }

over-checkmate = matt: { $side } hat gewonnen
over-stalemate = patt: { $side } hat keinen legalen Zug und steht nicht im Schach, die Partie ist remis
over-insufficient = remis: keine Seite hat genug Material zum Mattsetzen

opening = { $name } ({ $eco })
opening-of-game = die Eröffnung ist { $name } ({ $eco })
opening-reached = das ist { $name } ({ $eco })
    .b = { $move } führt zu { $name } ({ $eco })
opening-left = { $move } verlässt die Eröffnungstabelle, in der dies { $name } ({ $eco }) heißt

endgame-win = { $n ->
    [0] { $side } gewinnt dieses Endspiel bei bestem Spiel
    [one] { $side } gewinnt dieses Endspiel: bei bestem Spiel matt in einem Zug
   *[other] { $side } gewinnt dieses Endspiel: bei bestem Spiel matt in { $n } Zügen
}
endgame-draw = bei bestem Spiel ist dieses Endspiel remis
endgame-loss = { $n ->
    [0] { $side } verliert dieses Endspiel gegen bestes Spiel
    [one] { $side } verliert dieses Endspiel: gegen bestes Spiel matt in einem Zug
   *[other] { $side } verliert dieses Endspiel: gegen bestes Spiel matt in { $n } Zügen
}
endgame-reached-win = { $n ->
    [0] das läuft auf ein Endspiel hinaus, das { $side } bei bestem Spiel gewinnt
    [one] das läuft auf ein Endspiel hinaus, das { $side } gewinnt: bei bestem Spiel matt in einem Zug
   *[other] das läuft auf ein Endspiel hinaus, das { $side } gewinnt: bei bestem Spiel matt in { $n } Zügen
}
endgame-reached-draw = das läuft auf ein Endspiel hinaus, das bei bestem Spiel remis ist
endgame-rule = { $reason }
endgame-rule-later = nach { $line }: { $reason }
zugzwang-win = { $opponent } ist im Zugzwang: jeder Zug verliert, aber mit { $side } am Zug wäre es remis
zugzwang-both = { $opponent } ist im Zugzwang: jeder Zug verliert, aber mit { $side } am Zug würde { $side } verlieren
zugzwang-draw = { $opponent } ist im Zugzwang: mehr als ein Remis ist nicht möglich, aber mit { $side } am Zug würde { $side } verlieren

# --- Material und Motive ---
material-wins = gewinnt { $what }
    .b = erobert { $what }
material-wins-by = gewinnt { $what } { $device }
material-wins-for = gewinnt { $what } für { $given }
    .b = bekommt { $what } für { $given }
material-wins-for-by = gewinnt { $what } für { $given } { $device }
material-regains = gewinnt { $what } zurück
    .b = bekommt { $what } zurück
material-regains-for = gewinnt { $what } für { $given } zurück
    .b = bekommt { $what } für { $given } zurück
material-comes-out-ahead = bleibt mit Materialvorteil
material-turns = gewinnt { $what } und steht danach materiell besser
material-turns-for = gewinnt { $what } für { $given } und steht danach materiell besser
material-promotes = wandelt einen Bauern um
    .b = bringt einen Bauern durch
sacrifice = gibt { $what }{ $on } für andere Vorteile
    .b = opfert { $what }{ $on }
sacrifice-for = gibt { $what } für { $given }{ $on }
    .b = opfert { $what } für { $given }{ $on }

device-fork = durch eine Gabel: { $actor-der } greift { $targets-den } an
device-skewer = durch einen Spieß: { $actor-der } greift entlang einer Linie an
device-discoveredAttack = durch einen Abzugsangriff von { $actor-dem }
device-trappedPiece = weil { $targets-der } kein sicheres Feld hat
    .bare = weil die Figur kein sicheres Feld hat
device-pin = durch eine Fesselung: { $targets-der } kann nicht weg
    .bare = durch eine Fesselung
device-deflection = durch Ablenkung eines Verteidigers
device-attraction = durch Hinlenkung auf ein schlechtes Feld
device-capturingDefender = durch Schlagen eines Verteidigers
device-overloading = weil ein Verteidiger überlastet ist
device-interference = durch Verstellen eines Verteidigers
device-intermezzo = mit einem Zwischenzug
device-xRayAttack = durch eine Röntgenwirkung
device-clearance = durch eine Linienräumung
device-hangingPiece = (die Figur ist ungedeckt)

mate-in = { $n ->
    [one] setzt im nächsten Zug matt
   *[other] setzt in { $n } Zügen matt
}
    .b = { $n ->
    [one] setzt sofort matt
   *[other] erzwingt das Matt in { $n } Zügen
}
mate-in-pattern = { $n ->
    [one] setzt sofort matt: { $pattern }
   *[other] erzwingt das Matt in { $n } Zügen: { $pattern }
}

pattern-anastasiaMate = das Anastasia-Matt
pattern-arabianMate = das arabische Matt
pattern-backRankMate = ein Grundreihenmatt
pattern-balestraMate = das Balestra-Matt
pattern-blindSwineMate = das Matt der blinden Schweine
pattern-bodenMate = das Boden-Matt
pattern-cornerMate = ein Eckmatt
pattern-doubleBishopMate = ein Matt mit zwei Läufern
pattern-dovetailMate = das Schwalbenschwanzmatt
pattern-epauletteMate = das Epaulettenmatt
pattern-hookMate = das Hakenmatt
pattern-killBoxMate = das Kastenmatt
pattern-morphysMate = das Morphy-Matt
pattern-operaMate = das Opernmatt
pattern-pillsburysMate = das Pillsbury-Matt
pattern-smotheredMate = ein ersticktes Matt
pattern-swallowstailMate = das Gueridonmatt
pattern-triangleMate = das Dreiecksmatt
pattern-vukovicMate = das Vuković-Matt

# --- Drohungen, Gelegenheiten, Fallen ---
threat-wins = { $side } droht { $move } und gewinnt { $what }
    .b = { $side } droht, mit { $move } { $what } zu gewinnen
threat-wins-by = { $side } droht { $move } und gewinnt { $what } { $device }
threat-wins-for = { $side } droht { $move } und gewinnt { $what } für { $given }
    .b = { $side } droht, mit { $move } { $what } für { $given } zu gewinnen
threat-wins-for-by = { $side } droht { $move } und gewinnt { $what } für { $given } { $device }
threat-promotes = { $side } droht { $move } und die Umwandlung
threat-mate = { $n ->
    [one] { $side } droht matt mit { $move }
   *[other] { $side } droht { $move } mit Matt in { $n } Zügen
}
missed-wins = { $move } hätte { $what } gewonnen
    .b = { $move } gewinnt { $what }
missed-wins-for = { $move } hätte { $what } für { $given } gewonnen
    .b = { $move } gewinnt { $what } für { $given }
missed-promotes = { $move } hätte einen Bauern umgewandelt
missed-mate = { $n ->
    [one] { $move } ist matt
   *[other] { $move } erzwingt das Matt in { $n } Zügen
}
pitfall-loses = nicht { $move }, das verliert { $what }
    .b = { $move } würde { $what } verlieren
pitfall-loses-for = nicht { $move }, das verliert { $what } für { $given }
    .b = { $move } würde { $what } für { $given } verlieren
pitfall-promotes = nicht { $move }, denn dann wandelt die andere Seite einen Bauern um
pitfall-mate = { $n ->
    [one] nicht { $move }, das erlaubt matt im nächsten Zug
   *[other] nicht { $move }, das erlaubt matt in { $n } Zügen
}

# --- Spieler von der Stärke des Lesers; $n von hundert ---
people-play = { $n ->
    [0] kaum ein Spieler mit Wertung { $rating } spielt { $move }
    [one] einer von 100 Spielern mit Wertung { $rating } spielt { $move }
   *[other] { $n } von 100 Spielern mit Wertung { $rating } spielen { $move }
}
people-miss = { $n ->
    [0] { $move } ist schwer zu sehen: kaum ein Spieler mit Wertung { $rating } findet es
    [one] { $move } ist schwer zu sehen: einer von 100 Spielern mit Wertung { $rating } findet es
   *[other] { $move } ist schwer zu sehen: { $n } von 100 Spielern mit Wertung { $rating } finden es
}
people-tempted = das natürliche { $move }, von { $n } von 100 Spielern mit Wertung { $rating } gespielt, ist ein Fehler
people-answer = die wahrscheinliche Antwort ist { $move }, von { $n } von 100 Spielern mit Wertung { $rating } gespielt
people-trapped = das stellt eine Falle: { $n } von 100 Spielern mit Wertung { $rating } antworten { $move }, und das ist ein Fehler
people-wrong = hier geht man leicht fehl: { $n } von 100 Spielern mit Wertung { $rating } spielen einen Fehler; im Mittel bekommen sie { $own } % eines Punktes, wo bestes Spiel { $best } % verspricht

# --- Urteile ---
best = { $move } ist der beste Zug
    .b = { $move } ist der richtige Zug
only-move = { $move } ist der einzige gute Zug
    .b = { $move } ist mit Abstand der beste Zug
only-legal = { $move } ist der einzige legale Zug
better-slight = { $move } ist etwas besser
    .b = { $move } ist etwas genauer
better-clear = { $move } ist besser
    .b = { $move } war stärker
better-large = { $move } ist viel besser
    .b = { $other } ist ein schwerer Fehler: { $move } war richtig
opinion-agrees = { $engine } stimmt { $move } zu ({ $score })
opinion-differs = { $engine } zieht { $move } ({ $score }) dem Zug { $other } ({ $other-score }) vor: { $line }
equal-choice = { $move } gehört zu den besten Zügen
    .b = { $move } ist eine gute Wahl
nearly = { $other } ist spielbar, aber { $move } ist etwas genauer
    .b = { $other } kann man spielen, aber { $move } leistet mehr
nearly-alone = { $other } ist spielbar, aber { $move } ist etwas genauer; der Unterschied ist klein

contrast-but = { $deed }, aber { $better }
nearly-more = { $move } ist etwas genauer
    .b = { $move } leistet mehr
# --- Was ein Zug sofort tut ---
effect-protects = deckt { $man-den }
    .b = schützt { $man-den }
effect-attacks = greift { $man-den } an
effect-saves = bringt { $man-den } in Sicherheit
    .b = zieht { $man-den } aus der Gefahr
effect-recaptures = schlägt{ $on } zurück
effect-develops = entwickelt { $man-den }
    .b = bringt { $man-den } ins Spiel
effect-castles = bringt den König in Sicherheit
effect-takes-open-file = besetzt die offene Linie
effect-checks = gibt Schach
effect-offers = bietet { $man-den } an
effect-pins = fesselt { $man-den }
effect-challenges = hebelt gegen { $man-den }
effect-invades-seventh = dringt auf der siebten Reihe ein
    .b = bringt den Turm auf die siebte Reihe
effect-takes-half-open-file = besetzt die halboffene Linie
    .b = stellt den Turm auf die halboffene Linie
effect-doubles-rooks = verdoppelt die Türme
effect-connects-rooks = verbindet die Türme
effect-backs-passer = unterstützt { $man-den } von hinten
effect-takes-outpost = bringt { $man-den } auf einen Vorposten
    .b = stellt { $man-den } auf einen Vorposten
effect-centralises = zentralisiert { $man-den }
    .b = bringt { $man-den } ins Zentrum
effect-pushes-passer = schiebt den Freibauern vor
    .b = rückt mit dem Freibauern vor
effect-blockades = blockiert { $man-den }
    .b = hält { $man-den } auf
effect-makes-luft = gibt dem König ein Fluchtfeld{ $on }
    .b = schafft dem König einen Ausweg{ $on }
effect-gains-space = gewinnt Raum im Zentrum
effect-activates-king = bringt den König näher ans Zentrum
    .b = aktiviert den König
effect-trades = tauscht { $man-den } ab
    .b = gibt { $man-den } im Tausch
effect-offers-trade = bietet den Tausch gegen { $man-den } an
    .b = schlägt den Tausch gegen { $man-den } vor
effect-avoids-trade = entzieht { $man-den } dem Tausch
    .b = bewahrt { $man-den } vor dem Tausch
effect-unpins = befreit { $man-den } aus der Fesselung
effect-presses = übt Druck auf { $man-den } aus
    .b = nimmt { $man-den } aufs Korn
effect-supports = stützt { $man-den }
    .b = stärkt { $man-den }
effect-opens = öffnet eine Linie für { $man-den }
    .b = macht den Weg frei für { $man-den }
effect-takes-square = hält die gegnerischen Figuren von { $squares } fern
    .b = lässt die gegnerischen Figuren nicht nach { $squares }
effect-undermines = untergräbt { $man-den }
effect-strikes-centre = greift { $man-den } im Zentrum an
effect-advances-queenside = gewinnt Raum am Damenflügel
    .b = rückt am Damenflügel vor
effect-advances-kingside = gewinnt Raum am Königsflügel
    .b = rückt am Königsflügel vor
effect-occupies-centre = nimmt Raum im Zentrum ein
    .b = stellt einen Bauern ins Zentrum
effect-eyes-centre = kämpft um { $squares } im Zentrum
    .b = kontrolliert { $squares } im Zentrum
effect-keeps-tension = hält die Spannung mit { $man-dem } aufrecht
effect-queen-invades = bringt die Dame auf die siebte Reihe
    .b = schickt die Dame auf die siebte Reihe
effect-simplifies = tauscht zur Vereinfachung { $man-den } ab
effect-offers-simpler = bietet zur Vereinfachung den Tausch gegen { $man-den } an
effect-gains-scope = macht { $man-den } aktiver
    .b = gibt { $man-dem } mehr Raum
effect-breaks-bishop-pair = schlägt einen der beiden Läufer
    .b = nimmt dem Gegner das Läuferpaar
effect-regains = holt{ $on } Material zurück
effect-brings-king = bringt den König näher an { $man-den }
    .b = führt den König auf { $man-den } zu
effect-leaves-line = bringt den König vor { $man-dem } in Deckung
effect-leaves-check = zieht den König aus dem Schach
effect-blocks-check = stellt sich dem Schach in den Weg
effect-takes-checker = schlägt die Figur, die Schach gibt
effect-takes-diagonal = besetzt die offene Diagonale
    .b = stellt { $man-den } auf die offene Diagonale
effect-queen-takes-file = stellt die Dame auf die offene Linie
effect-gives-bishop = gibt den Läufer für den Springer{ $on }
    .b = tauscht den Läufer gegen den Springer{ $on }
effect-gives-knight = tauscht den Springer gegen den Läufer{ $on }
    .b = gibt den Springer für den Läufer{ $on }
effect-trades-in-centre = tauscht Bauern im Zentrum
effect-doubles-heavy = verdoppelt Dame und Turm auf der Linie
    .b = stellt Dame und Turm hintereinander auf die Linie

# --- wozu ein Zug gut ist: was ohne ihn geschähe ---
reason-meets = pariert die Drohung { $threat }, { $would }
reason-guards = deckt { $man-den } gegen { $threat }, { $would }
reason-saves = rettet { $man-den } vor { $threat }, { $would }
reason-takes = schlägt { $man-den } und damit die Drohung { $threat }, { $would }
reason-baits = bietet { $man-den } an, doch Schlagen gewinnt nichts ({ $line })
reason-blocks = verstellt den Weg für { $threat }, { $would }
reason-foils = verhindert { $threat }, { $would } ({ $line })
reason-pins = fesselt { $man-den } und verhindert so { $threat }, { $would }
reason-flight = gibt dem König einen Ausweg aus { $threat }, { $would }
reason-counters = antwortet auf { $threat }, { $would }, mit einem Gegenangriff ({ $line })
reason-spares = vermeidet den Abtausch, bei dem { $man-der } durch { $threat } verschwände
would-win = was { $what } gewänne
would-win-for = was { $what } für { $given } gewänne
would-mate = { $n ->
    [one] was matt wäre
   *[other] was in { $n } Zügen matt setzte
}
would-promote = was einen Bauern zur Umwandlung brächte
reason-stops = verhindert { $threat }
    .b = lässt { $threat } nicht zu
reason-stops-now = macht { $threat } zum Fehler ({ $line })
reason-prepares = bereitet { $next } vor
    .b = ermöglicht { $next }
reason-vacates = räumt { $square } für { $man-den }
    .b = macht { $square } frei für { $man-den }
reason-prepares-now = bereitet { $next } vor, was sofort scheitern würde ({ $line })
# bessere Felder: am Ende zweier Varianten gesehen, und nicht, wenn der Stein zurückgestellt wird
reason-improves-scope = gibt { $man-dem } mehr zu tun, nämlich { $n } Felder statt { $m }
reason-improves-outpost = stellt { $man-den } auf ein Feld, das ihm kein Bauer streitig machen kann
reason-improves-open-file = stellt { $man-den } auf eine Linie, die offen bleibt
reason-improves-half-open-file = stellt { $man-den } dauerhaft auf eine halboffene Linie
reason-improves-seventh = setzt { $man-den } auf der siebten Reihe fest
reason-improves-guards = deckt { $man-den } vorsorglich gegen einen Verlust
reason-improves-presses = hält { $man-den } unter Druck, ohne dass ein Bauer deckt
reason-improves-safety = verlässt { $from } rechtzeitig, denn dort ginge { $man-der } verloren
reason-improves-out-of-check = verlässt { $from } rechtzeitig, denn dort geriete der König ins Schach
reason-improves-near-king = richtet { $man-den } auf den gegnerischen König
reason-improves-passed = bringt den Freibauern sicher nach { $square }
reason-improves-opens = gibt { $man-dem } bleibenden Raum
reason-improves-nears = setzt den König auf { $man-den } an
reason-improves-denies = hält { $man-den } von { $square } fern
reason-improves-way-out = gibt dem König einen bleibenden Ausweg
reason-improves-holds = hält { $man-den } vom Schritt nach { $square } ab
reason-improves-blocks = hält den Freibauern auf { $square } auf
reason-improves-behind = stellt den Turm hinter { $man-den }
reason-improves-escorts = bringt den König dem Freibauern auf { $square } zu Hilfe
reason-improves-connects = hilft, die Türme zu verbinden
reason-improves-pins = fesselt { $man-den } an seinen König
reason-improves-frees = befreit { $man-den } aus der Fesselung
reason-improves-centre = richtet { $man-den } auf das Zentrum
reason-improves-faces = stellt den Turm gegen { $man-den }
reason-improves-shelter = bringt den König hinter seinen Bauern in Sicherheit
reason-improves-unchecked = erspart dem König ein Schach auf { $square }
reason-forestalls = nimmt { $threat } die Kraft
reason-heads = strebt nach { $square } ({ $line })
reason-hits = greift { $man-den } an, denn ohne { $next } folgte { $threat }
reason-exchanges-guard = beseitigt, was { $man-den } deckt ({ $line })
reason-exchanges-pair = nimmt dem Gegner das Läuferpaar
reason-exchanges-spoils = hinterlässt einen schwachen Bauern auf { $square } ({ $line })
reason-exchanges-ahead = tauscht Figuren, was der Seite hilft, die { $n } Punkte mehr hat
reason-exchanges-opens = öffnet die Linie für { $man-den } ({ $line })
reason-exchanges-passed = schafft einen Freibauern auf { $square } ({ $line })
reason-exchanges-active = tauscht eine Figur mit nur { $m } Feldern gegen { $man-den } mit { $n }
reason-exchanges-brings = lässt { $man-den } auf { $square } wirksamer zurückschlagen ({ $line })
reason-exchanges-draws = lenkt { $man-den } ab und ermöglicht so { $next } ({ $line })
reason-exchanges-lures = lockt { $man-den } nach { $square }, wo { $next } angreift ({ $line })
allows = er erlaubt { $move }; dieser Zug { $does }

# --- Bauernstrukturen: $side hat sie; $d5 ist das Feld aus der Sicht von $side ---
structure-hedgehog = der Igel: { $side } hat mehr Raum und hält die Bauern auf { $c4 } und { $e4 }; { $opponent } wartet hinter der sechsten Reihe auf den Vorstoß { $b5 } oder { $d5 }
structure-maroczy = die Maróczy-Klammer: die Bauern auf { $c4 } und { $e4 } engen { $opponent } ein; { $side } behält die Figuren und zielt auf { $d5 }, { $opponent } tauscht ab und bereitet { $b5 } oder { $f5 } vor
structure-stonewall = der Stonewall: { $side } hat { $e5 } für einen Springer und greift am Königsflügel an, { $opponent } tauscht den Gegenspieler des schlechten Läufers und nutzt das Loch auf { $e4 }
structure-carlsbad = die Karlsbader Struktur: { $side } kann am Damenflügel mit der Minderheit angreifen ({ $b4 } und { $b5 }), damit auf { $c6 } ein schwacher Bauer bleibt, { $opponent } richtet sich auf { $e4 } und den Königsflügel
structure-isolated-queen-pawn = ein isolierter Damenbauer auf { $d4 }: { $side } will aktive Figuren, das Feld { $e5 } und den Durchbruch { $d5 }; { $opponent } blockiert { $d5 }, tauscht ab und spielt gegen den Bauern
structure-hanging-pawns = hängende Bauern auf { $c4 } und { $d4 }: { $side } will einen von ihnen im rechten Augenblick vorstoßen, { $opponent } drückt auf beide, bis einer ziehen muss
structure-benoni = die Benoni-Struktur: { $side } spielt im Zentrum auf { $e5 }, { $opponent } nutzt die halboffene e-Linie und die Mehrheit am Damenflügel mit { $b5 }
structure-french-chain = die französische Kette: { $side } hat Raum am Königsflügel und greift dort an, { $opponent } hebelt mit { $c5 } an ihrer Basis und mit { $f6 } an ihrer Spitze
structure-kings-indian-chain = verzahnte Ketten im Zentrum: { $side } spielt am Damenflügel mit { $c5 }, { $opponent } am Königsflügel mit { $f5 }
structure-boleslavsky = ein Loch auf { $d5 }: { $side } will dort eine Figur haben, { $opponent } gleicht es durch aktives Spiel und den Vorstoß { $d5 } aus
structure-sicilian = die sizilianische Struktur: { $side } greift im Zentrum und am Königsflügel an, { $opponent } spielt auf der halboffenen c-Linie und geht am Damenflügel vor
structure-half-centre = ein halboffenes Zentrum: { $side } hat mit dem Bauern auf { $d4 } mehr Raum, { $opponent } befreit sich mit { $c5 } oder { $e5 }
structure-open-e-file = eine offene e-Linie mit Bauern auf { $d4 } und { $d5 }: beide Seiten kämpfen um die Linie und um die Felder { $e5 } und { $e4 }
structure-isolated-couple = isolierte Bauern auf { $c3 } und { $d4 }: { $side } will einen davon nach { $c4 } oder { $d5 } vorstoßen, { $opponent } blockiert { $c4 } und { $d5 }, und jeder Bauer, der stehen bleibt, braucht einen Beschützer
structure-benko = die Benko-Struktur: { $opponent } drückt auf der halboffenen a- und b-Linie, { $side } deckt die Bauern dort, hält die Figuren von den Linien fern, auf denen sie angegriffen werden, und zielt auf { $e5 }
structure-kings-indian-tension = Spannung im Zentrum: { $side } kann mit { $d5 } schließen oder abwarten, { $opponent } kann auf { $d4 } nehmen und gegen { $e4 } spielen oder bei geschlossenem Zentrum { $f5 } vorbereiten
structure-spanish-centre = das spanische Zentrum: { $side } hält die Bauern auf { $d4 } und { $e4 } beisammen und will { $f5 } für eine Figur, { $opponent } drückt auf { $e4 } und sucht { $c5 } oder { $d5 }
structure-botvinnik = der Botwinnik-Aufbau: { $side } beherrscht { $d5 } und spielt { $b4 } oder { $f4 }, { $opponent } hat das Loch auf { $d4 } für eine Figur
structure-closed-sicilian = das geschlossene Sizilianisch: { $side } greift am Königsflügel mit { $f4 } und { $f5 } an, { $opponent } öffnet den Damenflügel mit { $b5 } und { $b4 }; wer zuerst Linien öffnet, liegt vorn
structure-quiet-centre = ein ruhiges Zentrum: beide Seiten stellen erst ihre Figuren besser; { $side } bereitet { $d4 } vor, { $opponent } { $d5 }, und wer dazu kommt, hat das freiere Spiel
structure-doubled-for-endings = Doppelbauern auf { $c6 } und { $c7 }: { $side } kann am Königsflügel einen Freibauern bilden, { $opponent } am Damenflügel kaum, also tauscht { $side } gern ab und { $opponent } will Figuren und offene Linien
structure-doubled-c-pawns = Doppelbauern auf { $c3 } und { $c4 }: { $side } hat mehr vom Zentrum und will { $e4 }, { $opponent } hält die Stellung geschlossen und greift { $c4 } an
structure-dragon = die Drachenstruktur: { $side } greift auf der h-Linie an, meist nach langer Rochade, { $opponent } hat die halboffene c-Linie und die lange Diagonale; ein Turm für den Springer auf { $c3 } lohnt sich oft
structure-scheveningen = die Scheveninger Struktur: { $side } greift mit { $f4 } und { $f5 } oder mit dem g-Bauern an, { $opponent } spielt auf der c-Linie mit { $b5 } und wartet auf den Vorstoß { $d5 }
structure-open-c-file = eine offene c-Linie mit Bauern auf { $d4 } und { $d5 }: beide Seiten wollen die Linie und eine Figur auf { $c5 } oder { $c4 }; ein Turm auf der siebten Reihe ist viel wert
structure-pawn-centre = ein Bauernzentrum auf { $d4 } und { $e4 }: { $side } hält die Bauern nebeneinander, bis { $d5 } oder { $e5 } wirkt, { $opponent } greift sie mit { $c5 } oder { $f5 } und mit Figuren an
structure-queenside-majority = eine Mehrheit am Damenflügel: { $side } schiebt sie vor und bildet einen Freibauern fern von den Königen, { $opponent } stößt den e-Bauern vor und spielt im Zentrum und am Königsflügel

# --- was Meister mit diesen Bauern spielten ---
practice = in { $n } Meisterpartien mit dieser Struktur, von den Farben abgesehen, erzielte { $side } { $points } % und spielte in { $percent } % davon bald { $step }

# --- Pläne ---
goal-manoeuvre = führt { $man-den } nach { $to } ({ $path })
    .b = bringt { $man-den } nach { $to } ({ $path })
goal-advance = spielt { $to }
    .b = schiebt den Bauern nach { $to }
goal-lever = hebelt mit { $to }
    .b = greift mit { $to } die gegnerischen Bauern an
goal-castle = rochiert
    .b = bringt den König durch die Rochade in Sicherheit
goal-exchange = tauscht { $own-den } gegen { $enemy-den } auf { $square }
    .b = tauscht auf { $square } { $own-den } gegen { $enemy-den }
goal-develop = entwickelt { $man-den } nach { $to }
    .b = bringt { $man-den } nach { $to } ins Spiel
goal-occupy = stellt { $man-den } auf { $to }
    .b = postiert { $man-den } auf { $to }

# --- Ideen: was eine Seite anstreben kann, wie das Brett steht ---
idea-outpost = stellt { $man-den } auf den Vorposten { $to }
idea-outpost-way = führt { $man-den } auf den Vorposten { $to } ({ $path })
idea-blocks = stellt { $man-den } auf { $to } und hält den Bauern auf { $square } auf
idea-blocks-way = führt { $man-den } nach { $to } ({ $path }) und hält den Bauern auf { $square } auf
idea-open-file = besetzt die offene Linie mit dem Turm auf { $to }
idea-open-file-way = führt den Turm auf die offene Linie nach { $to } ({ $path })
idea-presses = belagert den schwachen Bauern auf { $square } mit dem Turm auf { $to }
idea-presses-way = führt den Turm nach { $to } ({ $path }) und belagert den schwachen Bauern auf { $square }
idea-seventh = stellt den Turm auf die siebte Reihe nach { $to }
idea-seventh-way = führt den Turm auf die siebte Reihe nach { $to } ({ $path })
idea-breaks = hebelt mit { $to } gegen den Bauern auf { $square }
idea-breaks-way = bereitet den Hebel { $to } gegen den Bauern auf { $square } vor
idea-passer = treibt den Freibauern nach { $to } vor
idea-passer-way = treibt den Freibauern bis { $to } vor
idea-storms = öffnet mit dem Vorstoß { $to } Linien gegen den König auf { $square }
idea-majority = setzt mit { $to } die Bauernmehrheit in Bewegung
idea-centre = bringt den König nach { $to } näher zur Mitte
idea-centre-way = bringt den König nach { $to } ({ $path }) näher zur Mitte
idea-castles = rochiert
    .b = bringt den König durch die Rochade in Sicherheit

# --- einzelne Merkmale ---
feature-bishop-pair = hat das Läuferpaar
    .less = hat das Läuferpaar nicht mehr
    .while = hat zeitweise das Läuferpaar
feature-isolated-pawn = { $n ->
        [one] bekommt einen Isolani{ $on }
       *[other] bekommt isolierte Bauern{ $on }
    }
    .less = { $n ->
        [one] wird den Isolani{ $on } los
       *[other] wird die isolierten Bauern{ $on } los
    }
    .while = hat zeitweise einen Isolani{ $on }
feature-doubled-pawns = bekommt Doppelbauern{ $on }
    .less = wird die Doppelbauern{ $on } los
    .while = hat zeitweise Doppelbauern{ $on }
feature-backward-pawn = { $n ->
        [one] bekommt einen rückständigen Bauern{ $on }
       *[other] bekommt rückständige Bauern{ $on }
    }
    .less = { $n ->
        [one] wird den rückständigen Bauern{ $on } los
       *[other] wird die rückständigen Bauern{ $on } los
    }
    .while = hat zeitweise einen rückständigen Bauern{ $on }
feature-passed-pawn = bekommt einen Freibauern{ $on }
    .less = hat den Freibauern{ $on } nicht mehr
    .while = hat zeitweise einen Freibauern{ $on }
feature-protected-passer = bekommt einen gedeckten Freibauern{ $on }
    .less = hat den gedeckten Freibauern{ $on } nicht mehr
    .while = hat zeitweise einen gedeckten Freibauern{ $on }
feature-connected-passers = bekommt verbundene Freibauern{ $on }
    .less = hat keine verbundenen Freibauern mehr
    .fewer = hat weniger verbundene Freibauern
    .while = hat zeitweise verbundene Freibauern{ $on }
feature-outside-passer = bekommt einen entfernten Freibauern{ $on }
    .less = hat den entfernten Freibauern{ $on } nicht mehr
    .while = hat zeitweise einen entfernten Freibauern{ $on }
feature-blockaded-passer = hat den Freibauern{ $on } blockiert vor sich
    .less = befreit den Freibauern{ $on } von der Blockade
    .while = hat zeitweise den Freibauern{ $on } blockiert vor sich
feature-rook-open-file = bekommt einen Turm auf die offene Linie{ $on }
    .less = hat die offene Linie nicht mehr
    .fewer = hat weniger Türme auf offenen Linien
    .while = hat zeitweise einen Turm auf der offenen Linie{ $on }
feature-rook-half-open-file = bekommt einen Turm auf eine halboffene Linie{ $on }
    .less = verlässt die halboffene Linie
    .fewer = hat weniger Türme auf halboffenen Linien
    .while = hat zeitweise einen Turm auf einer halboffenen Linie{ $on }
feature-rook-on-seventh = bekommt einen Turm auf die siebte Reihe{ $on }
    .less = hat keinen Turm mehr auf der siebten Reihe
    .fewer = hat weniger Türme auf der siebten Reihe
    .while = hat zeitweise einen Turm auf der siebten Reihe{ $on }
feature-doubled-rooks = verdoppelt die Türme{ $on }
    .less = hat keine verdoppelten Türme mehr
    .while = hat zeitweise verdoppelte Türme{ $on }
feature-open-file-at-king = hat eine offene Linie beim König{ $on }
    .less = hat keine offene Linie beim König mehr
    .fewer = hat weniger offene Linien beim König
    .while = hat zeitweise eine offene Linie beim König{ $on }
feature-undeveloped-minors = hat mehr Figuren zu Hause{ $on }
    .less = { $count ->
        [one] entwickelt eine weitere Figur
       *[other] entwickelt { $count } Figuren
    }
    .while = hat zeitweise mehr Figuren zu Hause

# --- Begriffe: Gewinne ---
gains-structure-improved = verbessert die Bauernstruktur
    .b = bekommt die bessere Bauernstruktur
gains-activity-improved = verbessert die Aktivität der Figuren
    .b = bekommt aktivere Figuren
gains-bishop-improved = verbessert den Läufer{ $on }
    .b = bekommt einen besseren Läufer{ $on }
gains-bishops-improved = verbessert die Läufer
    .b = bringt beide Läufer zur Wirkung
gains-active-bishop-pair = bekommt ein aktives Läuferpaar
gains-initiative-against-the-king = bekommt Initiative gegen den König
    .b = baut einen Angriff auf den König auf
gains-bishop-pair-gained = behält als Einziger das Läuferpaar
    .b = bekommt das Läuferpaar
gains-strong-knight = bekommt einen starken Springer{ $on }
    .b = stellt einen Springer{ $on }, wo ihn kein Bauer vertreiben kann
gains-strong-knight-for-a-while = bekommt unterwegs einen starken Springer
gains-knight-improved = { $n ->
        [0] verbessert die Springer
        [one] bekommt einen besseren Springer{ $on }
       *[other] verbessert die Springer{ $on }
    }
    .b = { $n ->
        [0] bekommt bessere Springer
        [one] findet ein besseres Feld für den Springer{ $on }
       *[other] bekommt bessere Springer{ $on }
    }
gains-bad-bishop-exchanged = wird den schlechten Läufer los
    .b = tauscht den schlechten Läufer ab
gains-bad-bishop-improved = befreit den schlechten Läufer
gains-open-file-taken = besetzt die offene Linie{ $on }
gains-rook-on-the-seventh = bringt einen Turm auf die siebte Reihe{ $on }
gains-rooks-doubled = verdoppelt die Türme{ $on }
gains-rooks-active = aktiviert die Türme
gains-queen-active = bringt die Dame ins Spiel
gains-queen-invades = dringt mit der Dame ein
gains-passed-pawn = { $n ->
        [one] bekommt einen Freibauern{ $on }
       *[other] bekommt Freibauern{ $on }
    }
    .b = { $n ->
        [one] schafft sich einen Freibauern{ $on }
       *[other] schafft sich Freibauern{ $on }
    }
gains-protected-passed-pawn = bekommt einen gedeckten Freibauern{ $on }
gains-outside-passed-pawn = bekommt einen entfernten Freibauern{ $on }
gains-connected-passed-pawns = bekommt verbundene Freibauern{ $on }
gains-passed-pawn-advances = treibt den Freibauern{ $on } voran
    .b = bringt den Freibauern ins Rollen
gains-rook-behind-the-passed-pawn = stellt einen Turm hinter den Freibauern
gains-king-safe = bringt den König in Sicherheit
gains-king-active = aktiviert den König
gains-space-gained = gewinnt Raum
    .b = nimmt sich mehr Raum
gains-centre-taken = übernimmt die Kontrolle über das Zentrum
gains-development-lead = bekommt Entwicklungsvorsprung
gains-simplified-when-ahead = vereinfacht mit Materialvorteil
gains-pressure-on-weak-pawns = übt Druck auf die schwachen Bauern aus

# --- Begriffe: Verluste ---
losses-strong-knight-gone = hat den starken Springer{ $on } nicht mehr
    .b = verliert den starken Springer{ $on }
losses-bishop-pair-given-up = gibt das Läuferpaar auf
    .b = hat das Läuferpaar nicht mehr
losses-attack-fades = verliert den Angriff auf den König
    .b = hat keinen Angriff mehr
losses-light-squares-left = bleibt ohne weißfeldrigen Läufer
    .b = hat keinen weißfeldrigen Läufer mehr
losses-dark-squares-left = bleibt ohne schwarzfeldrigen Läufer
    .b = hat keinen schwarzfeldrigen Läufer mehr
losses-outpost-uncontested = kann den starken Springer nicht mehr mit einem Läufer angreifen
losses-structure-damaged = bekommt schwächere Bauern{ $on }
    .b = bekommt schwache Bauern{ $on }
losses-hole = bekommt ein Loch in der Bauernstruktur
losses-passed-pawn-blockaded = hat den Freibauern{ $on } blockiert vor sich
losses-passed-pawn-lost = verliert den Freibauern{ $on }
losses-king-exposed = bekommt einen offeneren König
    .b = behält einen schlechter geschützten König
losses-king-stuck-in-the-centre = hat den König in der Mitte festsitzen
    .b = kann nicht mehr rochieren
losses-back-rank-weak = bekommt eine schwache Grundreihe
losses-knight-passive = { $n ->
        [0] behält passive Springer
        [one] bekommt einen passiven Springer{ $on }
       *[other] bekommt passive Springer{ $on }
    }
    .b = { $n ->
        [0] hat weniger aktive Springer
        [one] behält einen schlecht stehenden Springer{ $on }
       *[other] behält schlecht stehende Springer{ $on }
    }
losses-knight-on-the-rim = hat einen Springer am Rand{ $on }
losses-bishop-passive = bekommt einen passiven Läufer
    .b = behält einen weniger aktiven Läufer
losses-bad-bishop = bekommt einen schlechten Läufer{ $on }
losses-rooks-passive = bekommt passive Türme
losses-rook-shut-in = sperrt den eigenen Turm ein
losses-open-file-lost = verliert die offene Linie
losses-queen-offside = hat die Dame weit vom Geschehen
losses-space-lost = verliert Raum
losses-activity-lost = verliert an Aktivität

# --- Begriffe: was eine Seite hat (folgt auf „hat“) ---
assets-pawn-ahead = einen Mehrbauern
assets-pawns-ahead = Mehrbauern
assets-exchange-ahead = einen Turm für eine Leichtfigur
assets-exchange-for-a-pawn = die Qualität für einen Bauern
assets-exchange-for-two-pawns = die Qualität für zwei Bauern
assets-rook-for-two-pieces = Turm und Bauern für zwei Leichtfiguren
assets-rook-and-piece-for-a-queen = Turm, Leichtfigur und Bauern für die Dame
assets-two-pieces-for-a-rook = zwei Leichtfiguren für einen Turm
assets-queen-for-rook-and-piece = die Dame für Turm und Leichtfigur
assets-queen-for-two-rooks = die Dame für zwei Türme
assets-two-rooks-for-a-queen = zwei Türme für die Dame
assets-queen-for-three-pieces = die Dame für drei Leichtfiguren
assets-three-pieces-for-a-queen = drei Leichtfiguren für die Dame
assets-piece-for-two-pawns = eine Figur für zwei Bauern
assets-piece-for-three-pawns = eine Figur für drei Bauern
assets-three-pawns-for-a-piece = drei Bauern für eine Figur
assets-piece-ahead = eine Mehrfigur
assets-rook-ahead = einen Mehrturm
assets-much-material-ahead = großen Materialvorteil
assets-bishop-pair = das Läuferpaar
assets-active-bishop-pair = ein aktives Läuferpaar
assets-strong-knight = { $n ->
    [one] einen starken Springer{ $on }
   *[other] starke Springer{ $on }
}
assets-better-bishop = den besseren Läufer
assets-bishop-against-knight = einen Läufer, der stärker ist als der Springer
assets-open-file = { $n ->
    [one] einen Turm auf der offenen Linie{ $on }
   *[other] Türme auf offenen Linien{ $on }
}
assets-rook-on-the-seventh = { $n ->
    [one] einen Turm auf der siebten Reihe{ $on }
   *[other] Türme auf der siebten Reihe{ $on }
}
assets-better-structure = die bessere Bauernstruktur
assets-passed-pawn = { $n ->
    [one] einen Freibauern{ $on }
   *[other] Freibauern{ $on }
}
assets-protected-passed-pawn = { $n ->
    [one] einen gedeckten Freibauern{ $on }
   *[other] gedeckte Freibauern{ $on }
}
assets-outside-passed-pawn = { $n ->
    [one] einen entfernten Freibauern{ $on }
   *[other] entfernte Freibauern{ $on }
}
assets-connected-passed-pawns = verbundene Freibauern{ $on }
assets-attack-on-the-king = Angriff auf den König
assets-more-space = mehr Raum
assets-better-development = die bessere Entwicklung
assets-more-active-pieces = aktivere Figuren
assets-centre = mehr Einfluss im Zentrum
assets-initiative = die Initiative
assets-cramped-enemy = mehr Freiheit für die Figuren
assets-safer-king = den sichereren König
assets-more-active-king = den aktiveren König
assets-opposition = die Opposition
burdens-exposed-king = einen entblößten König{ $on }
burdens-king-in-the-centre = den König in der Mitte{ $on }
burdens-isolated-pawn = { $n ->
    [one] einen Isolani{ $on }
   *[other] isolierte Bauern{ $on }
}
burdens-doubled-pawns = Doppelbauern{ $on }
burdens-backward-pawn = { $n ->
    [one] einen rückständigen Bauern{ $on }
   *[other] rückständige Bauern{ $on }
}
burdens-bad-bishop = einen schlechten Läufer{ $on }
burdens-knight-on-the-rim = { $n ->
    [one] einen Springer am Rand{ $on }
   *[other] Springer am Rand{ $on }
}
burdens-rook-shut-in = einen vom König eingesperrten Turm
burdens-piece-en-prise = { $n ->
    [one] eine ungedeckte Figur{ $on }
   *[other] ungedeckte Figuren{ $on }
}
burdens-weak-back-rank = eine schwache Grundreihe
burdens-pinned-piece = { $n ->
    [one] eine gefesselte Figur{ $on }
   *[other] gefesselte Figuren{ $on }
}

# --- Partien: Urteile, bessere Züge, der Absatz ---
judged-inaccuracy = eine Ungenauigkeit
judged-mistake = ein Fehler
judged-blunder = ein grober Fehler
judged-because = { $judgement }: { $text }
judged-alone = { $judgement }
better-because = besser ist { $move }: { $text }
    .b = { $move } war besser: { $text }
    .c = richtig ist { $move }: { $text }
better-keeps = { $move } war besser: das verliert nichts
better-alone = besser ist { $move }, auch wenn das nur die Zahlen zeigen ({ $score } statt { $other-score })
    .b = { $move } war besser, doch das sagen nur die Zahlen ({ $score } statt { $other-score })
better-no-mate = besser ist { $move }: es gibt kein erzwungenes Matt
    .b = { $move } war besser: das vermeidet das Matt
plan-next = der Plan: { $side } { $does }
    .b = die Idee: { $side } { $does }
    .c = als Nächstes: { $side } { $does }
again-weakness = der schwache Bauer auf { $square } fällt am Ende doch
    .b = so fällt der schwache Bauer auf { $square }
march-end = der König ist auf { $square } angekommen, dem Ziel seines Marsches von { $from }
alternative-close = auch { $other } war möglich
    .b = die Alternative war { $other }
    .c = { $other } war ein anderer Weg
alternative-worse = { $move } ist stärker als { $other }
    .b = { $other } wäre schwächer gewesen
game-opening = die Eröffnung ist { $name } ({ $eco })
game-opening-left = die Eröffnung ist { $name } ({ $eco }); { $move } verlässt unsere Tabelle
game-error = { $judgement } von { $side } mit { $move }
game-errors = { $n ->
    [one] die Wende brachte { $errors }
   *[other] die Wenden brachten { $errors }
}
game-no-errors = keine Seite hat einen ernsten Fehler gemacht
game-mate = { $side } setzt im { $moves }. Zug matt
game-won = { $moves ->
    [one] { $side } gewann nach einem Zug
   *[other] { $side } gewann nach { $moves } Zügen
}
game-stalemate = die Partie endet im { $moves }. Zug mit Patt
game-drawn = { $moves ->
    [one] die Partie endete nach einem Zug remis
   *[other] die Partie endete nach { $moves } Zügen remis
}
game-open = { $moves ->
    [one] die Aufzeichnung bricht nach einem Zug ab
   *[other] die Aufzeichnung bricht nach { $moves } Zügen ab
}
game-accuracy = Genauigkeit: Weiß { $white } %, Schwarz { $black } %
game-after-opening = nach der Eröffnung: { $text }
game-level = niemand stand je deutlich besser
game-see-saw = { $n ->
    [one] der Vorteil wechselte einmal die Seite
   *[other] der Vorteil wechselte { $n }-mal die Seite
}
game-decided = nach { $move } geriet { $side } nicht mehr in Gefahr
game-slipped = { $side } stand nach { $move } auf Gewinn und ließ ihn aus
game-themes = worum es ging: { $themes }
theme-development = der Entwicklungsvorsprung
theme-sacrifice = ein Opfer
theme-mate = ein Mattangriff
theme-isolated-queen-pawn = der isolierte Damenbauer
theme-hanging-pawns = die hängenden Bauern
theme-minority = der Minderheitsangriff am Damenflügel
theme-stonewall = der Stonewall
theme-space = mehr Raum für eine Seite
theme-chains = die verzahnten Bauernketten
theme-isolated-pawn = ein isolierter Bauer
theme-doubled-pawns = Doppelbauern
theme-backward-pawn = ein rückständiger Bauer
theme-passed-pawn = ein Freibauer
theme-bishop-pair = das Läuferpaar
theme-bad-bishop = ein schlechter Läufer
theme-outpost = ein starker Springer
theme-open-file = die offene Linie
theme-seventh = die siebte Reihe
theme-half-open = das halboffene Zentrum
theme-pawn-centre = das Bauernzentrum
theme-majorities = die Bauernmehrheiten
theme-knight-bishop = Springer gegen Läufer
theme-diagonal = die lange Diagonale
theme-attack-long = der Angriff auf den König am Damenflügel
theme-bare-king = die Sicherheit des Königs
theme-storm = der Bauernsturm
theme-exchanges = der frühe Damentausch
theme-closed = das geschlossene Zentrum
theme-attack = der Angriff auf den König
theme-king-in-centre = ein König in der Mitte
theme-opposite-castling = Rochaden auf verschiedene Seiten
theme-queen-pieces = die Dame gegen andere Figuren
theme-rook-minor = ein Turm gegen Leichtfiguren
theme-endgame = das Endspiel
theme-opposite-bishops = ungleichfarbige Läufer
theme-manoeuvres = das Manövrieren
theme-repelled = ein abgeschlagener Angriff
theme-greed = Material gegen Initiative
heading-turning-points = Wendepunkte
heading-lessons = Lehren
heading-opening = Eröffnung
heading-middlegame = Mittelspiel
heading-endgame = Endspiel
lesson-mate-allowed = vor jedem Zug die Schachs gegen den eigenen König ansehen ({ $move })
lesson-mate-missed = steht der König offen, zuerst nach dem Matt suchen ({ $move })
lesson-hanging = vor dem Loslassen fragen, was geschlagen werden kann ({ $move })
lesson-device = auf { $devices } achten ({ $move })
lesson-threat = erst fragen, was der letzte Zug droht, dann den eigenen Plan verfolgen ({ $move })
lesson-win-missed = vor einem stillen Zug jedes Schach und jedes Schlagen ansehen ({ $move })
lesson-ending = dieses Endspiel sollte man kennen ({ $move })
lesson-king = erst den König sichern, dann mehr wollen ({ $move })
lesson-pawns = Bauern ziehen nicht zurück: zweimal überlegen, bevor man sie schwächt ({ $move })
lesson-theme = man merke sich, was hier entschied: { $theme } ({ $move })
plural-fork = Gabeln
plural-skewer = Spieße
plural-discoveredAttack = Abzugsangriffe
plural-trappedPiece = Figuren ohne Rückzug
plural-pin = Fesselungen
plural-deflection = Deckungen, die abgelenkt werden können,
plural-attraction = Figuren, die hingelenkt werden können,
plural-capturingDefender = Deckungen, die geschlagen werden können,
plural-overloading = überlastete Deckungen
plural-interference = Deckungen, die verstellt werden können,
plural-intermezzo = Zwischenzüge
plural-xRayAttack = Röntgenangriffe
plural-clearance = Linien, die geräumt werden können,
plural-hangingPiece = ungedeckte Figuren
# --- Antworten auf Fragen ---
heading-squares = Felder
ask-help = Man kann zum Beispiel fragen
ask-no-threat = es droht nichts Unmittelbares
ask-no-plan = die beste Fortsetzung zeigt keinen klaren Plan
ask-not-good = hier ist { $move } kein guter Zug
ask-not-bad = an { $move } ist nichts auszusetzen
ask-equal = etwa gleich gut sind { $move } und { $other }
ask-no-rating = nenne deine Wertung, dann hörst du, was Spieler wie du tun
ask-no-table = keine vorhandene Endspieltabelle kennt diese Stellung, daher urteilt die Suche
ask-no-squares = hier ragen keine Felder heraus
ask-no-plan-of = die beste Fortsetzung zeigt keinen klaren Plan von { $side }
ask-to-move = { $side } ist am Zug
ask-no-gain = in den betrachteten Fortsetzungen wird nichts mit Gewalt gewonnen
ask-no-gain-of = in den betrachteten Fortsetzungen gewinnt { $side } nichts mit Gewalt
ask-no-trade = in der besten Fortsetzung fällt kein Figurentausch auf
ask-no-such-man = { $side } hat keine solche Figur ({ $man })
ask-no-man-there = { $side } hat dort keine solche Figur ({ $man } auf { $square })
ask-nothing-of-man = bei { $side } fällt hier nichts Besonderes auf ({ $man })
ask-whole-game = eine Stellung zeigt nicht, wo eine Partie verloren ging: die kommentierte Partie zeigt, wo sie kippte
ask-no-opening = die Eröffnungstabelle hat keinen Namen für diese Stellung
ask-last-move = den letzten Zug hat { $side } gemacht
ask-no-pieces = { $side } hat außer dem König keine Figuren
ask-few-squares = die wenigsten Felder zur Verfügung: { $list }
ask-free-pieces = keiner Figur von { $side } fehlt es an Feldern
ask-piece-squares = { $man-der } auf { $square } ({ $count })
ask-castle-right = { $move } geht nicht mehr: König oder Turm haben das Recht zur Rochade verloren
ask-castle-check = { $move } geht jetzt nicht: der König steht im Schach
ask-castle-path = { $move } geht noch nicht: zwischen König und Turm steht noch etwas
ask-castle-attacked = { $move } geht jetzt nicht: der König müsste ein angegriffenes Feld betreten
heading-question = Deine Frage
ask-taken-for = das verstehe ich als eine Frage dieser Art: „{ $question }“
ask-as-standing = Wie steht { $side }?
ask-as-plan = Was ist der Plan von { $side }?
ask-as-threat = Womit droht { $side }?
ask-as-pieces = Wie gut stehen die Figuren von { $side }?
ask-as-man = Wie gut steht { $man-der } von { $side }?
heading-hint = Hinweis
ask-hint-mate = { $side } kann Matt erzwingen
ask-hint-promotion = { $side } kann einen Bauern umwandeln
ask-hint-win = { $side } kann etwas gewinnen; achte auf { $man-den }
ask-hint-man = die beste Fortsetzung beginnt mit { $man-dem } auf { $square }
ask-term = { $gloss }
