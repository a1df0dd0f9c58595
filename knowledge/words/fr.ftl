# Les phrases du tuteur en français : les mêmes entrées que en.ftl, aucun code.
# Noms : la valeur est le mot, les attributs sont ses formes. Phrases : les attributs sont des variantes de même sens.
# Les camps sont au pluriel (les Blancs gagnent), un coup est au singulier (Ta7 protège).

piece-letters = RDTFC
language = Français

# --- noms ---
role-king = roi
    .le = le roi
    .un = un roi
    .du = du roi
    .au = au roi
role-queen = dame
    .le = la dame
    .un = une dame
    .du = de la dame
    .au = à la dame
role-rook = tour
    .le = la tour
    .un = une tour
    .du = de la tour
    .au = à la tour
role-bishop = fou
    .le = le fou
    .un = un fou
    .du = du fou
    .au = au fou
role-knight = cavalier
    .le = le cavalier
    .un = un cavalier
    .du = du cavalier
    .au = au cavalier
role-pawn = pion
    .le = le pion
    .un = un pion
    .du = du pion
    .au = au pion
side-white = les Blancs
    .des = des Blancs
    .aux = aux Blancs
side-black = les Noirs
    .des = des Noirs
    .aux = aux Noirs

men-queen = { $n ->
    [1] la dame
   *[other] { $n } dames
}
men-rook = { $n ->
    [1] une tour
    [2] deux tours
   *[other] { $n } tours
}
men-bishop = { $n ->
    [1] un fou
    [2] deux fous
   *[other] { $n } fous
}
men-knight = { $n ->
    [1] un cavalier
    [2] deux cavaliers
   *[other] { $n } cavaliers
}
men-pawn = { $n ->
    [1] un pion
    [2] deux pions
    [3] trois pions
   *[other] { $n } pions
}
payoff-exchange = la qualité
payoff-promotion = une nouvelle pièce

# --- articulations ---
list-and = { $first } et { $last }
list-comma = { $first }, { $last }
clauses = { $first } ; { $last }
man-on = { $man } en { $square }
on-squares = en { $squares }
sentence-has = { $side } ont { $things }
sentence-does = { $side } { $does }
but-has = mais { $side } ont { $things }
contrast = en revanche, { $text }
    .b = mais { $text }
in-return = en échange, { $text }
aim-later = avec le meilleur jeu, { $text }
    .b = par la suite, { $text }
drawback = l’inconvénient : { $text }
    .b = le prix à payer : { $text }
because-reason = { $text } : { $reason }
because-line = { $text } ({ $line })
it-does = il { $does }
move-does = { $move } { $does }

# --- titres ---
heading-standing = Position
heading-threat = Menace
heading-plans = Plans
heading-candidates = Coups à envisager
heading-beware = Attention
heading-people = À votre niveau
heading-move = Le coup { $move }
heading-alternative = Mieux
heading-line = Variante
heading-opinion = Deuxième avis

# --- qui est mieux ---
standing-equal = { $level ->
    [beginner] la position est à peu près égale
   *[other] la position est à peu près égale ({ $score })
}
    .b = { $level ->
    [beginner] les chances sont à peu près égales
   *[other] les chances sont à peu près égales ({ $score })
}
standing-slight = { $level ->
    [beginner] { $side } sont un peu mieux
   *[other] { $side } sont légèrement mieux ({ $score })
}
    .b = { $level ->
    [beginner] { $side } ont un petit avantage
   *[other] { $side } ont un petit avantage ({ $score })
}
standing-clear = { $level ->
    [beginner] { $side } sont mieux
   *[other] { $side } sont nettement mieux ({ $score })
}
    .b = { $level ->
    [beginner] { $side } ont la meilleure partie
   *[other] { $side } ont un net avantage ({ $score })
}
standing-large = { $level ->
    [beginner] { $side } sont beaucoup mieux
   *[other] { $side } ont un grand avantage ({ $score })
}
    .b = { $level ->
    [beginner] { $side } ont un grand avantage
   *[other] { $side } sont beaucoup mieux ({ $score })
}
standing-winning = { $level ->
    [beginner] { $side } ont une position gagnante
   *[other] { $side } ont une position gagnante ({ $score })
}
standing-decided = { $side } gagnent de force
balance-because = { $verdict }: { $good }
balance-more = { $verdict } : { $good } ; { $bad }, mais cela ne compense pas
    .b = { $verdict } : { $bad }, mais { $good }, et cela pèse plus lourd
balance-even = { $verdict } : { $good }, { $bad }, et l’un compense l’autre
balance-holds = { $verdict } : { $good } ; { $bad }, et cela suffit à tenir l’équilibre
balance-not-enough = { $verdict } : { $good }, mais cela ne suffit pas pour un avantage
balance-search = sur l’échiquier, { $bad }, mais les coups à venir comptent davantage : { $verdict }
balance-search-both = { $good } ; { $bad }, ce qui parlerait pour l’autre camp, mais les coups à venir comptent davantage : { $verdict }
balance-compensation = { $verdict } : { $bad }, mais { $side } ont une compensation : { $good }

over-checkmate = échec et mat : { $side } ont gagné
over-stalemate = pat : { $side } n’ont aucun coup légal et ne sont pas en échec, la partie est nulle
over-insufficient = nulle : aucun camp n’a assez de matériel pour mater

opening = { $name } ({ $eco })
opening-of-game = l’ouverture est { $name } ({ $eco })
opening-reached = c’est { $name } ({ $eco })
    .b = { $move } mène à { $name } ({ $eco })
opening-left = { $move } sort de la table des ouvertures, qui nomme ceci { $name } ({ $eco })

endgame-win = { $n ->
    [0] { $side } gagnent cette finale avec le meilleur jeu
    [1] { $side } gagnent cette finale : mat en un coup
   *[other] { $side } gagnent cette finale : mat en { $n } coups avec le meilleur jeu
}
endgame-draw = avec le meilleur jeu, cette finale est nulle
endgame-loss = { $n ->
    [0] { $side } perdent cette finale contre le meilleur jeu
    [1] { $side } perdent cette finale : mat en un coup contre le meilleur jeu
   *[other] { $side } perdent cette finale : mat en { $n } coups contre le meilleur jeu
}
endgame-reached-win = { $n ->
    [0] cela mène à une finale que { $side } gagnent avec le meilleur jeu
    [1] cela mène à une finale que { $side } gagnent : mat en un coup
   *[other] cela mène à une finale que { $side } gagnent : mat en { $n } coups avec le meilleur jeu
}
endgame-reached-draw = cela mène à une finale qui est nulle avec le meilleur jeu
endgame-rule = { $reason }
endgame-rule-later = après { $line } : { $reason }
zugzwang-win = { $opponent } sont en zugzwang : tout coup perd, mais si { $side } avaient le trait, ce serait nul
zugzwang-both = { $opponent } sont en zugzwang : tout coup perd, mais si { $side } avaient le trait, { $side } perdraient
zugzwang-draw = { $opponent } sont en zugzwang : aucun coup ne fait mieux que nulle, mais si { $side } avaient le trait, { $side } perdraient

# --- matériel et procédés ---
material-wins = gagnent { $what }
    .b = remportent { $what }
material-wins-by = gagnent { $what } { $device }
material-wins-for = gagnent { $what } contre { $given }
    .b = obtiennent { $what } contre { $given }
material-wins-for-by = gagnent { $what } contre { $given } { $device }
material-regains = regagnent { $what }
    .b = récupèrent { $what }
material-regains-for = regagnent { $what } contre { $given }
    .b = récupèrent { $what } contre { $given }
material-comes-out-ahead = en sortent avec un avantage matériel
material-turns = gagnent { $what } et prennent l’avantage matériel
material-turns-for = gagnent { $what } contre { $given } et prennent l’avantage matériel
material-promotes = promeuvent un pion
    .b = mènent un pion à promotion
sacrifice = donnent { $what }{ $on } pour d’autres avantages
    .b = sacrifient { $what }{ $on }
sacrifice-for = donnent { $what } contre { $given }{ $on }
    .b = sacrifient { $what } contre { $given }{ $on }

device-fork = par une fourchette : { $actor-le } attaque { $targets-le }
device-skewer = par une enfilade : { $actor-le } attaque le long d’une ligne
device-discoveredAttack = par une attaque à la découverte { $actor-du }
device-trappedPiece = car { $targets-le } n’a plus de case sûre
    .bare = car la pièce n’a plus de case sûre
device-pin = par un clouage : { $targets-le } ne peut pas s’écarter
    .bare = par un clouage
device-deflection = en déviant un défenseur
device-attraction = en attirant une pièce sur une mauvaise case
device-capturingDefender = en éliminant un défenseur
device-overloading = car un défenseur est surchargé
device-interference = en coupant un défenseur de sa tâche
device-intermezzo = grâce à un coup intermédiaire
device-xRayAttack = par une attaque aux rayons X
device-clearance = en dégageant une ligne
device-hangingPiece = que rien ne protège

mate-in = { $n ->
    [1] matent tout de suite
   *[other] matent en { $n } coups
}
    .b = { $n ->
    [1] donnent mat tout de suite
   *[other] forcent le mat en { $n } coups
}
mate-in-pattern = { $n ->
    [1] donnent mat tout de suite : { $pattern }
   *[other] forcent le mat en { $n } coups : { $pattern }
}

pattern-anastasiaMate = le mat d’Anastasia
pattern-arabianMate = le mat arabe
pattern-backRankMate = un mat du couloir
pattern-balestraMate = le mat de Balestra
pattern-blindSwineMate = le mat des cochons aveugles
pattern-bodenMate = le mat de Boden
pattern-cornerMate = un mat du coin
pattern-doubleBishopMate = un mat des deux fous
pattern-dovetailMate = le mat en queue d’aronde
pattern-epauletteMate = le mat des épaulettes
pattern-hookMate = le mat du crochet
pattern-killBoxMate = le mat de la boîte
pattern-morphysMate = le mat de Morphy
pattern-operaMate = le mat de l’opéra
pattern-pillsburysMate = le mat de Pillsbury
pattern-smotheredMate = un mat à l’étouffée
pattern-swallowstailMate = le mat du guéridon
pattern-triangleMate = le mat du triangle
pattern-vukovicMate = le mat de Vuković

# --- menaces, occasions, pièges ---
threat-wins = { $side } menacent { $move }, qui gagne { $what }
    .b = { $side } menacent de gagner { $what } par { $move }
threat-wins-by = { $side } menacent { $move }, qui gagne { $what } { $device }
threat-wins-for = { $side } menacent { $move }, qui gagne { $what } contre { $given }
    .b = { $side } menacent de gagner { $what } contre { $given } par { $move }
threat-wins-for-by = { $side } menacent { $move }, qui gagne { $what } contre { $given } { $device }
threat-promotes = { $side } menacent { $move } et une promotion
threat-mate = { $n ->
    [1] { $side } menacent mat par { $move }
   *[other] { $side } menacent { $move } avec mat en { $n } coups
}
missed-wins = { $move } aurait gagné { $what }
    .b = { $move } gagne { $what }
missed-wins-for = { $move } aurait gagné { $what } contre { $given }
    .b = { $move } gagne { $what } contre { $given }
missed-promotes = { $move } aurait mené un pion à promotion
missed-mate = { $n ->
    [1] { $move } est mat
   *[other] { $move } force le mat en { $n } coups
}
pitfall-loses = pas { $move }, qui perd { $what }
    .b = { $move } perdrait { $what }
pitfall-loses-for = pas { $move }, qui perd { $what } contre { $given }
    .b = { $move } perdrait { $what } contre { $given }
pitfall-promotes = pas { $move }, car l’autre camp mènerait un pion à promotion
pitfall-mate = { $n ->
    [1] pas { $move }, qui permet le mat au prochain coup
   *[other] pas { $move }, qui permet le mat en { $n } coups
}

# --- joueurs du niveau du lecteur ; $n sur cent ---
people-play = { $n ->
    [0] presque aucun joueur classé { $rating } ne joue { $move }
    [1] un joueur sur 100 classé { $rating } joue { $move }
   *[other] { $n } joueurs sur 100 classés { $rating } jouent { $move }
}
people-miss = { $n ->
    [0] { $move } est difficile à voir : presque aucun joueur classé { $rating } ne le trouve
    [1] { $move } est difficile à voir : un joueur sur 100 classé { $rating } le trouve
   *[other] { $move } est difficile à voir : { $n } joueurs sur 100 classés { $rating } le trouvent
}
people-tempted = le coup naturel { $move }, joué par { $n } joueurs sur 100 classés { $rating }, est une erreur
people-answer = la réponse probable est { $move }, jouée par { $n } joueurs sur 100 classés { $rating }
people-trapped = cela tend un piège : { $n } joueurs sur 100 classés { $rating } répondent { $move }, ce qui est une erreur
people-wrong = on se trompe facilement ici : { $n } joueurs sur 100 classés { $rating } jouent un coup qui est une erreur ; en moyenne ils obtiennent { $own } % d’un point là où le meilleur jeu promet { $best } %

# --- verdicts ---
best = { $move } est le meilleur coup
    .b = { $move } est le coup juste
only-move = { $move } est le seul bon coup
    .b = { $move } est de loin le meilleur coup
only-legal = { $move } est le seul coup légal
better-slight = { $move } est un peu meilleur
    .b = { $move } est un peu plus précis
better-clear = { $move } est meilleur
    .b = { $move } était plus fort
better-large = { $move } est bien meilleur
    .b = { $other } est une faute grave : { $move } était juste
opinion-agrees = { $engine } est d’accord avec { $move } ({ $score })
opinion-differs = { $engine } préfère { $move } ({ $score }) à { $other } ({ $other-score }) : { $line }
equal-choice = { $move } est l’un des meilleurs coups
    .b = { $move } est un bon choix
nearly = { $other } est jouable, mais { $move } est un peu plus précis
    .b = on peut jouer { $other }, mais { $move } fait davantage
nearly-alone = { $other } est jouable, mais { $move } est un peu plus précis ; la différence est petite

contrast-but = { $deed }, mais { $better }
nearly-more = { $move } est un peu plus précis
    .b = { $move } fait davantage
# --- ce qu’un coup fait tout de suite ---
effect-protects = protège { $man-le }
    .b = défend { $man-le }
effect-attacks = attaque { $man-le }
effect-saves = met { $man-le } en sécurité
    .b = retire { $man-le } du danger
effect-recaptures = reprend{ $on }
effect-develops = développe { $man-le }
    .b = met { $man-le } en jeu
effect-castles = met le roi à l’abri
effect-takes-open-file = prend la colonne ouverte
effect-checks = donne échec
effect-offers = offre { $man-le }
effect-pins = cloue { $man-le }
effect-challenges = défie { $man-le }
effect-invades-seventh = envahit la septième rangée
    .b = amène la tour sur la septième rangée
effect-takes-half-open-file = prend la colonne semi-ouverte
    .b = place la tour sur la colonne semi-ouverte
effect-doubles-rooks = double les tours
effect-connects-rooks = relie les tours
effect-backs-passer = soutient { $man-le } par derrière
effect-takes-outpost = amène { $man-le } sur un avant-poste
    .b = donne un avant-poste { $man-au }
effect-centralises = centralise { $man-le }
    .b = amène { $man-le } au centre
effect-pushes-passer = pousse le pion passé
    .b = avance le pion passé
effect-blockades = bloque { $man-le }
    .b = arrête { $man-le }
effect-makes-luft = donne une case de fuite au roi{ $on }
    .b = ouvre une issue au roi{ $on }
effect-gains-space = gagne de l’espace au centre
effect-activates-king = rapproche le roi du centre
    .b = active le roi
effect-trades = échange { $man-le }
    .b = procède à l’échange { $man-du }
effect-offers-trade = propose d’échanger { $man-le }
    .b = propose l’échange { $man-du }
effect-avoids-trade = évite l’échange { $man-du }
    .b = soustrait { $man-le } à l’échange
effect-unpins = libère { $man-le } du clouage
effect-presses = fait pression sur { $man-le }
    .b = prend { $man-le } pour cible
effect-supports = soutient { $man-le }
    .b = renforce { $man-le }
effect-opens = ouvre une ligne { $man-au }
    .b = laisse le passage { $man-au }
effect-takes-square = interdit { $squares } aux pièces adverses
    .b = prive les pièces adverses de { $squares }
effect-undermines = sape { $man-le }
effect-strikes-centre = frappe { $man-le } au centre
effect-advances-queenside = gagne de l’espace à l’aile dame
    .b = avance à l’aile dame
effect-advances-kingside = gagne de l’espace à l’aile roi
    .b = avance à l’aile roi
effect-occupies-centre = prend de l’espace au centre
    .b = installe un pion au centre
effect-eyes-centre = lutte pour { $squares } au centre
    .b = contrôle { $squares } au centre
effect-keeps-tension = maintient la tension avec { $man-le }
effect-queen-invades = amène la dame sur la septième rangée
    .b = envoie la dame sur la septième rangée
effect-simplifies = simplifie en échangeant { $man-le }
effect-offers-simpler = propose de simplifier en échangeant { $man-le }
effect-gains-scope = rend { $man-le } plus mobile
    .b = donne plus d’espace { $man-au }
effect-breaks-bishop-pair = prend l’un des deux fous
    .b = prive l’adversaire de la paire de fous
effect-regains = reprend du matériel{ $on }
effect-brings-king = rapproche le roi { $man-du }
    .b = conduit le roi vers { $man-le }
effect-leaves-line = sort le roi de la ligne { $man-du }
effect-leaves-check = sort le roi de l’échec
effect-blocks-check = s’interpose contre l’échec
effect-takes-checker = prend la pièce qui donne échec
effect-takes-diagonal = prend la diagonale ouverte
    .b = place { $man-le } sur la diagonale ouverte
effect-queen-takes-file = place la dame sur la colonne ouverte
effect-gives-bishop = donne le fou pour le cavalier{ $on }
    .b = échange le fou contre le cavalier{ $on }
effect-gives-knight = échange le cavalier contre le fou{ $on }
    .b = donne le cavalier pour le fou{ $on }
effect-trades-in-centre = échange des pions au centre
effect-doubles-heavy = double dame et tour sur la colonne
    .b = aligne dame et tour sur la colonne

# --- à quoi sert un coup : ce qui arriverait sans lui ---
reason-meets = répond à la menace { $threat }, { $would }
    .b = pare { $threat }, { $would }
reason-guards = protège { $man-le } contre { $threat }, { $would }
reason-saves = soustrait { $man-le } à { $threat }, { $would }
reason-takes = prend { $man-le } qui préparait { $threat }, { $would }
reason-baits = offre { $man-le }, et la prise ne gagne rien ({ $line })
reason-blocks = barre la route à { $threat }, { $would }
reason-foils = empêche { $threat }, { $would } ({ $line })
reason-pins = cloue { $man-le } et empêche ainsi { $threat }, { $would }
reason-flight = donne au roi une issue après { $threat }, { $would }
reason-counters = répond à { $threat }, { $would }, par une contre-attaque ({ $line })
reason-spares = évite l’échange { $man-du } par { $threat }
would-win = qui gagnerait { $what }
would-win-for = qui gagnerait { $what } contre { $given }
would-mate = { $n ->
    [1] qui serait mat
   *[other] qui materait en { $n } coups
}
would-promote = qui mènerait un pion à promotion
reason-stops = empêche { $threat }
    .b = ne permet pas { $threat }
reason-stops-now = fait de { $threat } une erreur ({ $line })
reason-prepares = prépare { $next }
    .b = rend { $next } possible
reason-vacates = libère { $square } pour { $man-le }
    .b = dégage { $square } pour { $man-le }
reason-prepares-now = prépare { $next }, qui échouerait tout de suite ({ $line })
# de meilleures cases : vues au bout de deux variantes, et perdues si l’on remet l’homme à sa place
reason-improves-scope = donne plus de travail { $man-au }, soit { $n } cases au lieu de { $m }
reason-improves-outpost = installe { $man-le } sur une case d’où aucun pion ne peut chasser cette pièce
reason-improves-open-file = place { $man-le } sur une colonne qui reste ouverte
reason-improves-half-open-file = place { $man-le } durablement sur une colonne semi-ouverte
reason-improves-seventh = installe { $man-le } sur la septième rangée
reason-improves-guards = protège { $man-le } par avance, pour éviter une perte
reason-improves-presses = maintient la pression sur { $man-le }, qu’aucun pion ne protège
reason-improves-safety = quitte { $from } à temps, car { $man-le } y serait en perdition
reason-improves-out-of-check = quitte { $from } à temps, car le roi s’y retrouverait en échec
reason-improves-near-king = braque { $man-le } sur le roi adverse
reason-improves-passed = amène le pion passé en sécurité en { $square }
reason-improves-opens = donne { $man-au } un espace durable
reason-improves-nears = met le roi aux prises avec { $man-le }
reason-improves-denies = interdit { $square } { $man-au }
reason-improves-way-out = donne au roi une issue durable
reason-improves-holds = empêche { $man-le } d’avancer en { $square }
reason-improves-blocks = retient le pion passé en { $square }
reason-improves-behind = place la tour derrière { $man-le }
reason-improves-escorts = amène le roi au secours du pion passé en { $square }
reason-improves-connects = aide à relier les tours
reason-improves-pins = cloue { $man-le } sur son roi
reason-improves-frees = libère { $man-le } de son clouage
reason-improves-centre = tourne { $man-le } vers le centre
reason-improves-faces = oppose la tour { $man-au }
reason-improves-shelter = met le roi à l’abri derrière ses pions
reason-improves-unchecked = évite au roi un échec en { $square }
reason-forestalls = ôte sa force à { $threat }
reason-heads = se dirige vers { $square } ({ $line })
reason-hits = attaque { $man-le }, car sans { $next } suivrait { $threat }
reason-exchanges-guard = supprime ce qui protège { $man-le } ({ $line })
reason-exchanges-pair = prive l’adversaire de la paire de fous
reason-exchanges-spoils = laisse un pion faible en { $square } ({ $line })
reason-exchanges-ahead = échange des pièces, ce qui aide le camp qui a { $n } points de plus
reason-exchanges-opens = ouvre la colonne pour { $man-le } ({ $line })
reason-exchanges-passed = obtient un pion passé en { $square } ({ $line })
reason-exchanges-active = échange une pièce qui ne voit que { $m } cases contre { $man-le }, qui en voit { $n }
reason-exchanges-brings = fait reprendre { $man-le } plus activement en { $square } ({ $line })
reason-exchanges-draws = détourne { $man-le } et rend ainsi { $next } possible ({ $line })
reason-exchanges-lures = attire { $man-le } en { $square }, où { $next } l’attaque ({ $line })
allows = cela permet { $move }, qui { $does }

# --- structures de pions : $side la possède ; $d5 est cette case vue par $side ---
structure-hedgehog = le hérisson : { $side } ont plus d’espace et gardent les pions en { $c4 } et { $e4 } ; { $opponent } attendent derrière la sixième rangée la poussée { $b5 } ou { $d5 }
structure-maroczy = l’étau de Maróczy : les pions en { $c4 } et { $e4 } tiennent { $opponent } à l’étroit ; { $side } gardent les pièces et visent { $d5 }, { $opponent } échangent des pièces et préparent { $b5 } ou { $f5 }
structure-stonewall = le Stonewall : { $side } ont { $e5 } pour un cavalier et attaquent à l’aile roi, { $opponent } échangent le rival du mauvais fou et profitent du trou en { $e4 }
structure-carlsbad = la structure de Carlsbad : { $side } peuvent attaquer l’aile dame avec la minorité ({ $b4 } et { $b5 }) pour laisser un pion faible en { $c6 }, { $opponent } se tournent vers { $e4 } et l’aile roi
structure-isolated-queen-pawn = un pion dame isolé en { $d4 } : { $side } veulent des pièces actives, la case { $e5 } et la percée { $d5 } ; { $opponent } bloquent { $d5 }, échangent des pièces et jouent contre le pion
structure-hanging-pawns = des pions pendants en { $c4 } et { $d4 } : { $side } veulent en pousser un au bon moment, { $opponent } font pression sur les deux jusqu’à ce que l’un doive avancer
structure-benoni = la structure Benoni : { $side } jouent pour { $e5 } au centre, { $opponent } utilisent la colonne e semi-ouverte et la majorité à l’aile dame avec { $b5 }
structure-french-chain = la chaîne française : { $side } ont de l’espace à l’aile roi et y attaquent, { $opponent } frappent sa base avec { $c5 } et sa tête avec { $f6 }
structure-kings-indian-chain = des chaînes bloquées au centre : { $side } jouent à l’aile dame avec { $c5 }, { $opponent } à l’aile roi avec { $f5 }
structure-boleslavsky = un trou en { $d5 } : { $side } veulent y placer une pièce, { $opponent } compensent par un jeu actif et la poussée { $d5 }
structure-sicilian = la structure sicilienne : { $side } attaquent au centre et à l’aile roi, { $opponent } jouent sur la colonne c semi-ouverte et avancent à l’aile dame
structure-half-centre = un centre semi-ouvert : { $side } ont plus d’espace avec le pion en { $d4 }, { $opponent } se libèrent par { $c5 } ou { $e5 }
structure-open-e-file = une colonne e ouverte avec des pions en { $d4 } et { $d5 } : les deux camps luttent pour la colonne et pour les cases { $e5 } et { $e4 }
structure-isolated-couple = des pions isolés en { $c3 } et { $d4 } : { $side } veulent en pousser un en { $c4 } ou { $d5 }, { $opponent } bloquent { $c4 } et { $d5 }, et tout pion qui reste en place demande un défenseur
structure-benko = la structure Benko : { $opponent } font pression sur les colonnes a et b semi-ouvertes, { $side } protègent ces pions, tiennent les pièces loin des colonnes où on les attaque et visent { $e5 }
structure-kings-indian-tension = de la tension au centre : { $side } peuvent le fermer par { $d5 } ou attendre, { $opponent } peuvent prendre en { $d4 } et jouer contre { $e4 }, ou préparer { $f5 } si le centre est fermé
structure-spanish-centre = le centre espagnol : { $side } gardent les pions en { $d4 } et { $e4 } côte à côte et veulent { $f5 } pour une pièce, { $opponent } font pression sur { $e4 } et cherchent { $c5 } ou { $d5 }
structure-botvinnik = le système Botvinnik : { $side } tiennent { $d5 } et jouent { $b4 } ou { $f4 }, { $opponent } ont le trou en { $d4 } pour une pièce
structure-closed-sicilian = la sicilienne fermée : { $side } attaquent à l’aile roi par { $f4 } et { $f5 }, { $opponent } ouvrent l’aile dame par { $b5 } et { $b4 } ; qui ouvre des lignes le premier est en avance
structure-quiet-centre = un centre calme : les deux camps améliorent d’abord leurs pièces ; { $side } préparent { $d4 }, { $opponent } préparent { $d5 }, et qui y parvient a le jeu plus libre
structure-doubled-for-endings = des pions doublés en { $c6 } et { $c7 } : { $side } peuvent créer un pion passé à l’aile roi, { $opponent } n’y arrivent guère à l’aile dame, donc { $side } échangent volontiers et { $opponent } veulent des pièces et des lignes ouvertes
structure-doubled-c-pawns = des pions doublés en { $c3 } et { $c4 } : { $side } ont plus de centre et veulent { $e4 }, { $opponent } gardent la position fermée et attaquent { $c4 }
structure-dragon = la structure du Dragon : { $side } attaquent sur la colonne h, le plus souvent après le grand roque, { $opponent } ont la colonne c semi-ouverte et la grande diagonale ; une tour pour le cavalier en { $c3 } vaut souvent la peine
structure-scheveningen = la structure de Scheveningen : { $side } attaquent avec { $f4 } et { $f5 } ou avec le pion g, { $opponent } jouent sur la colonne c avec { $b5 } et attendent la percée { $d5 }
structure-open-c-file = une colonne c ouverte avec des pions en { $d4 } et { $d5 } : les deux camps veulent la colonne et une pièce en { $c5 } ou { $c4 } ; une tour sur la septième rangée vaut beaucoup
structure-pawn-centre = un centre de pions en { $d4 } et { $e4 } : { $side } gardent les pions côte à côte jusqu’à ce que { $d5 } ou { $e5 } porte, { $opponent } les attaquent par { $c5 } ou { $f5 } et avec les pièces
structure-queenside-majority = une majorité à l’aile dame : { $side } l’avancent pour créer un pion passé loin des rois, { $opponent } poussent le pion e et jouent au centre et à l’aile roi

# --- ce que les maîtres ont joué avec ces pions ---
practice = dans { $n } parties de maîtres avec cette structure, couleurs mises à part, { $side } ont marqué { $points } % et, dans { $percent } % d’entre elles, ont bientôt joué { $step }

# --- plans ---
goal-manoeuvre = amènent { $man-le } en { $to } ({ $path })
    .b = conduisent { $man-le } en { $to } ({ $path })
goal-advance = jouent { $to }
    .b = poussent le pion en { $to }
goal-lever = ouvrent le jeu par { $to }
    .b = défient les pions adverses par { $to }
goal-castle = roquent
    .b = mettent le roi à l’abri par le roque
goal-exchange = échangent { $own-le } contre { $enemy-le } en { $square }
    .b = troquent { $own-le } contre { $enemy-le } en { $square }
goal-develop = développent { $man-le } en { $to }
    .b = sortent { $man-le } en { $to }
goal-occupy = placent { $man-le } en { $to }
    .b = postent { $man-le } en { $to }

# --- idées : ce qu’un camp peut viser dans la position telle qu’elle est ---
idea-outpost = placent { $man-le } sur l’avant-poste { $to }
idea-outpost-way = amènent { $man-le } sur l’avant-poste { $to } ({ $path })
idea-blocks = placent { $man-le } en { $to } pour arrêter le pion en { $square }
idea-blocks-way = amènent { $man-le } en { $to } ({ $path }) pour arrêter le pion en { $square }
idea-open-file = occupent la colonne ouverte avec la tour en { $to }
idea-open-file-way = amènent la tour sur la colonne ouverte en { $to } ({ $path })
idea-presses = assiègent le pion faible en { $square } avec la tour en { $to }
idea-presses-way = amènent la tour en { $to } ({ $path }) pour assiéger le pion faible en { $square }
idea-seventh = amènent la tour sur la septième rangée en { $to }
idea-seventh-way = amènent la tour sur la septième rangée en { $to } ({ $path })
idea-breaks = attaquent le pion en { $square } par { $to }
idea-breaks-way = préparent { $to } contre le pion en { $square }
idea-passer = poussent le pion passé en { $to }
idea-passer-way = poussent le pion passé jusqu’en { $to }
idea-storms = ouvrent par { $to } des lignes contre le roi en { $square }
idea-majority = mettent leur majorité de pions en marche par { $to }
idea-centre = rapprochent le roi du centre en { $to }
idea-centre-way = rapprochent le roi du centre en { $to } ({ $path })
idea-castles = roquent
    .b = mettent le roi à l’abri par le roque

# --- traits isolés : davantage, moins, un moment ---
feature-bishop-pair = ont la paire de fous
    .less = n’ont plus la paire de fous
    .while = ont la paire de fous pour un moment
feature-isolated-pawn = { $n ->
        [1] ont désormais un pion isolé{ $on }
       *[other] ont désormais des pions isolés{ $on }
    }
    .less = { $n ->
        [1] se débarrassent du pion isolé{ $on }
       *[other] se débarrassent des pions isolés{ $on }
    }
    .while = ont pour un moment un pion isolé{ $on }
feature-doubled-pawns = ont désormais des pions doublés{ $on }
    .less = se débarrassent des pions doublés{ $on }
    .while = ont pour un moment des pions doublés{ $on }
feature-backward-pawn = { $n ->
        [1] ont désormais un pion arriéré{ $on }
       *[other] ont désormais des pions arriérés{ $on }
    }
    .less = { $n ->
        [1] se débarrassent du pion arriéré{ $on }
       *[other] se débarrassent des pions arriérés{ $on }
    }
    .while = ont pour un moment un pion arriéré{ $on }
feature-passed-pawn = obtiennent un pion passé{ $on }
    .less = n’ont plus le pion passé{ $on }
    .while = ont pour un moment un pion passé{ $on }
feature-protected-passer = obtiennent un pion passé protégé{ $on }
    .less = n’ont plus le pion passé protégé{ $on }
    .while = ont pour un moment un pion passé protégé{ $on }
feature-connected-passers = obtiennent des pions passés liés{ $on }
    .less = n’ont plus de pions passés liés
    .fewer = ont moins de pions passés liés
    .while = ont pour un moment des pions passés liés{ $on }
feature-outside-passer = obtiennent un pion passé éloigné{ $on }
    .less = n’ont plus le pion passé éloigné{ $on }
    .while = ont pour un moment un pion passé éloigné{ $on }
feature-blockaded-passer = voient le pion passé{ $on } bloqué
    .less = libèrent le pion passé{ $on } du blocus
    .while = voient pour un moment le pion passé{ $on } bloqué
feature-rook-open-file = obtiennent une tour sur la colonne ouverte{ $on }
    .less = n’ont plus la colonne ouverte
    .fewer = ont moins de tours sur des colonnes ouvertes
    .while = ont pour un moment une tour sur la colonne ouverte{ $on }
feature-rook-half-open-file = obtiennent une tour sur une colonne semi-ouverte{ $on }
    .less = quittent la colonne semi-ouverte
    .fewer = ont moins de tours sur des colonnes semi-ouvertes
    .while = ont pour un moment une tour sur une colonne semi-ouverte{ $on }
feature-rook-on-seventh = obtiennent une tour sur la septième rangée{ $on }
    .less = n’ont plus de tour sur la septième rangée
    .fewer = ont moins de tours sur la septième rangée
    .while = ont pour un moment une tour sur la septième rangée{ $on }
feature-doubled-rooks = doublent les tours{ $on }
    .less = n’ont plus de tours doublées
    .while = ont pour un moment des tours doublées{ $on }
feature-open-file-at-king = ont une colonne ouverte près du roi{ $on }
    .less = n’ont plus de colonne ouverte près du roi
    .fewer = ont moins de colonnes ouvertes près du roi
    .while = ont pour un moment une colonne ouverte près du roi{ $on }
feature-undeveloped-minors = ont plus de pièces non développées{ $on }
    .less = { $count ->
        [1] sortent une pièce de plus
       *[other] sortent { $count } pièces
    }
    .while = ont pour un moment plus de pièces non développées

# --- notions : gains ---
gains-structure-improved = améliorent la structure de pions
    .b = obtiennent une meilleure structure de pions
gains-activity-improved = améliorent l’activité des pièces
    .b = obtiennent des pièces plus actives
gains-bishop-improved = améliorent le fou{ $on }
    .b = obtiennent un meilleur fou{ $on }
gains-bishops-improved = améliorent les fous
    .b = font travailler les deux fous
gains-active-bishop-pair = obtiennent une paire de fous active
gains-initiative-against-the-king = prennent l’initiative contre le roi
    .b = montent une attaque contre le roi
gains-bishop-pair-gained = sont seuls à garder la paire de fous
    .b = obtiennent la paire de fous
gains-strong-knight = obtiennent un cavalier fort{ $on }
    .b = installent un cavalier{ $on } d’où aucun pion ne peut le chasser
gains-strong-knight-for-a-while = obtiennent en chemin un cavalier fort
gains-knight-improved = { $n ->
        [0] améliorent les cavaliers
        [1] obtiennent un meilleur cavalier{ $on }
       *[other] améliorent les cavaliers{ $on }
    }
    .b = { $n ->
        [0] obtiennent de meilleurs cavaliers
        [1] trouvent une meilleure case pour le cavalier{ $on }
       *[other] obtiennent de meilleurs cavaliers{ $on }
    }
gains-bad-bishop-exchanged = se débarrassent du mauvais fou
    .b = échangent le mauvais fou
gains-bad-bishop-improved = libèrent le mauvais fou
gains-open-file-taken = prennent la colonne ouverte{ $on }
gains-rook-on-the-seventh = amènent une tour sur la septième rangée{ $on }
gains-rooks-doubled = doublent les tours{ $on }
gains-rooks-active = activent les tours
gains-queen-active = mettent la dame en jeu
gains-queen-invades = pénètrent avec la dame
gains-passed-pawn = { $n ->
        [1] obtiennent un pion passé{ $on }
       *[other] obtiennent des pions passés{ $on }
    }
    .b = { $n ->
        [1] créent un pion passé{ $on }
       *[other] créent des pions passés{ $on }
    }
gains-protected-passed-pawn = obtiennent un pion passé protégé{ $on }
gains-outside-passed-pawn = obtiennent un pion passé éloigné{ $on }
gains-connected-passed-pawns = obtiennent des pions passés liés{ $on }
gains-passed-pawn-advances = poussent le pion passé{ $on }
    .b = mettent le pion passé en marche
gains-rook-behind-the-passed-pawn = placent une tour derrière le pion passé
gains-king-safe = mettent le roi à l’abri
gains-king-active = activent le roi
gains-space-gained = gagnent de l’espace
    .b = prennent plus d’espace
gains-centre-taken = prennent le contrôle du centre
gains-development-lead = prennent de l’avance de développement
gains-simplified-when-ahead = simplifient avec un avantage matériel
gains-pressure-on-weak-pawns = font pression sur les pions faibles

# --- notions : pertes ---
losses-strong-knight-gone = n’ont plus le cavalier fort{ $on }
    .b = perdent le cavalier fort{ $on }
losses-bishop-pair-given-up = abandonnent la paire de fous
    .b = n’ont plus la paire de fous
losses-attack-fades = perdent l’attaque contre le roi
    .b = n’ont plus d’attaque
losses-light-squares-left = restent sans fou de cases blanches
    .b = n’ont plus de fou de cases blanches
losses-dark-squares-left = restent sans fou de cases noires
    .b = n’ont plus de fou de cases noires
losses-outpost-uncontested = ne peuvent plus s’en prendre au cavalier fort avec un fou
losses-structure-damaged = ont des pions plus faibles{ $on }
    .b = ont désormais des pions faibles{ $on }
losses-hole = ont désormais un trou dans la structure de pions
losses-passed-pawn-blockaded = voient le pion passé{ $on } bloqué
losses-passed-pawn-lost = perdent le pion passé{ $on }
losses-king-exposed = ont désormais un roi plus exposé
    .b = gardent un roi moins bien abrité
losses-king-stuck-in-the-centre = ont le roi coincé au centre
    .b = ne peuvent plus roquer
losses-back-rank-weak = ont désormais une première rangée faible
losses-knight-passive = { $n ->
        [0] gardent des cavaliers passifs
        [1] ont désormais un cavalier passif{ $on }
       *[other] ont désormais des cavaliers passifs{ $on }
    }
    .b = { $n ->
        [0] ont des cavaliers moins actifs
        [1] gardent un cavalier mal placé{ $on }
       *[other] gardent des cavaliers mal placés{ $on }
    }
losses-knight-on-the-rim = ont un cavalier au bord{ $on }
losses-bishop-passive = ont désormais un fou passif
    .b = gardent un fou moins actif
losses-bad-bishop = ont désormais un mauvais fou{ $on }
losses-rooks-passive = ont désormais des tours passives
losses-rook-shut-in = enferment une tour
losses-open-file-lost = perdent la colonne ouverte
losses-queen-offside = ont la dame loin de l’action
losses-space-lost = perdent de l’espace
losses-activity-lost = perdent de l’activité

# --- notions : ce qu’un camp possède (suit « ont ») ---
assets-pawn-ahead = un pion de plus
assets-pawns-ahead = des pions de plus
assets-exchange-ahead = une tour pour une pièce mineure
assets-exchange-for-a-pawn = la qualité pour un pion
assets-exchange-for-two-pawns = la qualité pour deux pions
assets-rook-for-two-pieces = une tour et des pions pour deux pièces mineures
assets-rook-and-piece-for-a-queen = une tour, une pièce mineure et des pions pour la dame
assets-two-pieces-for-a-rook = deux pièces mineures pour une tour
assets-queen-for-rook-and-piece = la dame pour une tour et une pièce mineure
assets-queen-for-two-rooks = la dame pour deux tours
assets-two-rooks-for-a-queen = deux tours pour la dame
assets-queen-for-three-pieces = la dame pour trois pièces mineures
assets-three-pieces-for-a-queen = trois pièces mineures pour la dame
assets-piece-for-two-pawns = une pièce pour deux pions
assets-piece-for-three-pawns = une pièce pour trois pions
assets-three-pawns-for-a-piece = trois pions pour une pièce
assets-piece-ahead = une pièce de plus
assets-rook-ahead = une tour de plus
assets-much-material-ahead = un grand avantage matériel
assets-bishop-pair = la paire de fous
assets-active-bishop-pair = une paire de fous active
assets-strong-knight = { $n ->
    [1] un cavalier fort{ $on }
   *[other] des cavaliers forts{ $on }
}
assets-better-bishop = le meilleur fou
assets-bishop-against-knight = un fou plus fort que le cavalier
assets-open-file = { $n ->
    [1] une tour sur la colonne ouverte{ $on }
   *[other] des tours sur les colonnes ouvertes{ $on }
}
assets-rook-on-the-seventh = { $n ->
    [1] une tour sur la septième rangée{ $on }
   *[other] des tours sur la septième rangée{ $on }
}
assets-better-structure = la meilleure structure de pions
assets-passed-pawn = { $n ->
    [1] un pion passé{ $on }
   *[other] des pions passés{ $on }
}
assets-protected-passed-pawn = { $n ->
    [1] un pion passé protégé{ $on }
   *[other] des pions passés protégés{ $on }
}
assets-outside-passed-pawn = { $n ->
    [1] un pion passé éloigné{ $on }
   *[other] des pions passés éloignés{ $on }
}
assets-connected-passed-pawns = des pions passés liés{ $on }
assets-attack-on-the-king = une attaque contre le roi
assets-more-space = plus d’espace
assets-better-development = un meilleur développement
assets-more-active-pieces = des pièces plus actives
assets-centre = un meilleur contrôle du centre
assets-initiative = l’initiative
assets-cramped-enemy = plus de liberté pour les pièces
assets-safer-king = le roi le plus sûr
assets-more-active-king = le roi le plus actif
assets-opposition = l’opposition
burdens-exposed-king = un roi exposé{ $on }
burdens-king-in-the-centre = un roi resté au centre{ $on }
burdens-isolated-pawn = { $n ->
    [1] un pion isolé{ $on }
   *[other] des pions isolés{ $on }
}
burdens-doubled-pawns = des pions doublés{ $on }
burdens-backward-pawn = { $n ->
    [1] un pion arriéré{ $on }
   *[other] des pions arriérés{ $on }
}
burdens-bad-bishop = un mauvais fou{ $on }
burdens-knight-on-the-rim = { $n ->
    [1] un cavalier au bord{ $on }
   *[other] des cavaliers au bord{ $on }
}
burdens-rook-shut-in = une tour enfermée par le roi
burdens-piece-en-prise = { $n ->
    [1] une pièce en l’air{ $on }
   *[other] des pièces en l’air{ $on }
}
burdens-weak-back-rank = une première rangée faible
burdens-pinned-piece = { $n ->
    [1] une pièce clouée{ $on }
   *[other] des pièces clouées{ $on }
}

# --- parties : jugements, meilleurs coups, le résumé ---
judged-inaccuracy = une imprécision
judged-mistake = une erreur
judged-blunder = une gaffe
judged-because = { $judgement } : { $text }
judged-alone = { $judgement }
better-because = mieux vaut { $move } : { $text }
    .b = { $move } était meilleur : { $text }
    .c = le coup juste est { $move } : { $text }
better-keeps = { $move } était meilleur : ce coup ne perd rien
better-alone = mieux vaut { $move }, même si seuls les chiffres le disent ({ $score } au lieu de { $other-score })
    .b = { $move } était meilleur, mais seuls les chiffres le montrent ({ $score } au lieu de { $other-score })
better-no-mate = { $move } est meilleur : il n’y a pas de mat forcé
    .b = { $move } était meilleur : le mat est évité
plan-next = le plan : { $side } { $does }
    .b = l’idée : { $side } { $does }
    .c = ensuite, { $side } { $does }
again-weakness = le pion faible en { $square } finit par tomber
    .b = et le pion faible en { $square } tombe
march-end = le roi est arrivé en { $square }, le but de sa marche depuis { $from }
alternative-close = l’autre possibilité était { $other }
    .b = { $other } était possible aussi
    .c = { $other } était une autre voie
alternative-worse = { $move } est plus fort que { $other }
    .b = { $other } aurait été plus faible
game-opening = l’ouverture est { $name } ({ $eco })
game-opening-left = l’ouverture est { $name } ({ $eco }) ; { $move } sort de notre table
game-error = { $judgement } { $side-des } avec { $move }
game-errors = { $n ->
    [1] la partie a basculé sur { $errors }
   *[other] la partie a basculé sur { $errors }
}
game-no-errors = aucun camp n’a commis d’erreur grave
game-mate = { $side } donnent mat au coup { $moves }
game-won = { $moves ->
    [1] { $side } ont gagné après un coup
   *[other] { $side } ont gagné après { $moves } coups
}
game-stalemate = la partie se termine par un pat au coup { $moves }
game-drawn = { $moves ->
    [1] la partie a été nulle après un coup
   *[other] la partie a été nulle après { $moves } coups
}
game-open = { $moves ->
    [1] la feuille s’arrête après un coup
   *[other] la feuille s’arrête après { $moves } coups
}
game-accuracy = précision : Blancs { $white } %, Noirs { $black } %
game-after-opening = après l’ouverture, { $text }
game-level = personne n’a jamais été nettement mieux
game-see-saw = { $n ->
    [1] l’avantage a changé de camp une fois
   *[other] l’avantage a changé de camp { $n } fois
}
game-decided = après { $move }, { $side } n’ont plus jamais été en danger
game-slipped = { $side } étaient gagnants après { $move } et ont laissé échapper le gain
game-themes = ce dont il s’agissait : { $themes }
theme-development = l’avance de développement
theme-sacrifice = un sacrifice
theme-mate = une attaque de mat
theme-isolated-queen-pawn = le pion dame isolé
theme-hanging-pawns = les pions pendants
theme-minority = l’attaque de minorité à l’aile dame
theme-stonewall = le Stonewall
theme-space = le camp qui a plus d’espace
theme-chains = les chaînes de pions bloquées
theme-isolated-pawn = un pion isolé
theme-doubled-pawns = des pions doublés
theme-backward-pawn = un pion arriéré
theme-passed-pawn = un pion passé
theme-bishop-pair = les deux fous
theme-bad-bishop = un mauvais fou
theme-outpost = un cavalier fort
theme-open-file = la colonne ouverte
theme-seventh = la septième rangée
theme-half-open = le centre semi-ouvert
theme-pawn-centre = le centre de pions
theme-majorities = les majorités de pions
theme-knight-bishop = un cavalier contre un fou
theme-diagonal = la grande diagonale
theme-attack-long = l’attaque contre le roi à l’aile dame
theme-bare-king = la sécurité du roi
theme-storm = l’assaut de pions
theme-exchanges = l’échange précoce des dames
theme-closed = le centre fermé
theme-attack = l’attaque contre le roi
theme-king-in-centre = un roi au centre
theme-opposite-castling = des roques opposés
theme-queen-pieces = la dame contre d’autres pièces
theme-rook-minor = une tour contre des pièces mineures
theme-endgame = la finale
theme-opposite-bishops = des fous de couleurs opposées
theme-manoeuvres = les manœuvres
theme-repelled = une attaque repoussée
theme-greed = le matériel contre l’initiative
heading-turning-points = Tournants
heading-lessons = Leçons
heading-opening = Ouverture
heading-middlegame = Milieu de partie
heading-endgame = Finale
lesson-mate-allowed = regardez les échecs contre votre propre roi avant de jouer ({ $move })
lesson-mate-missed = quand le roi est à découvert, cherchez d’abord le mat ({ $move })
lesson-hanging = avant de lâcher une pièce, demandez-vous ce qui peut être pris ({ $move })
lesson-device = prenez garde { $devices } ({ $move })
lesson-threat = demandez-vous ce que menace le dernier coup avant de suivre votre plan ({ $move })
lesson-win-missed = regardez chaque échec et chaque prise avant un coup tranquille ({ $move })
lesson-ending = cette finale mérite d’être connue par cœur ({ $move })
lesson-king = mettez le roi à l’abri avant de chercher davantage ({ $move })
lesson-pawns = les pions ne reculent pas : réfléchissez à deux fois avant de les affaiblir ({ $move })
lesson-theme = retenez ce qui a décidé : { $theme } ({ $move })
plural-fork = aux fourchettes
plural-skewer = aux enfilades
plural-discoveredAttack = aux attaques à la découverte
plural-trappedPiece = aux pièces à court de cases
plural-pin = aux clouages
plural-deflection = aux défenseurs que l’on peut dévier
plural-attraction = aux pièces que l’on peut attirer
plural-capturingDefender = aux défenseurs que l’on peut éliminer
plural-overloading = aux défenseurs surchargés
plural-interference = aux défenseurs que l’on peut couper
plural-intermezzo = aux coups intermédiaires
plural-xRayAttack = aux rayons X
plural-clearance = aux lignes que l’on peut dégager
plural-hangingPiece = aux pièces que rien ne protège
# --- réponses aux questions ---
heading-squares = Cases
ask-help = Vous pouvez demander, par exemple
ask-no-threat = il n’y a pas de menace immédiate
ask-no-plan = la meilleure suite ne montre pas de plan clair
ask-not-good = ici { $move } n’est pas un bon coup
ask-not-bad = il n’y a rien à reprocher à { $move }
ask-equal = à peu près équivalents : { $move } et { $other }
ask-no-rating = donnez votre classement, et vous saurez ce que jouent les joueurs comme vous
ask-no-table = aucune table de finales disponible ne couvre cette position, c’est donc le jugement d’une recherche
ask-no-squares = aucune case ne se distingue ici
ask-no-plan-of = la meilleure suite ne montre pas de plan clair { $side-des }
ask-to-move = le trait est { $side-aux }
ask-no-gain = dans les variantes examinées, rien n’est gagné de force
ask-no-gain-of = dans les variantes examinées, { $side } ne gagnent rien de force
ask-no-trade = aucun échange de pièces ne se distingue dans la meilleure suite
ask-no-such-man = { $side } n’ont pas de { $man }
ask-no-man-there = { $side } n’ont pas de { $man } en { $square }
ask-nothing-of-man = rien ne se distingue chez { $side } ici ({ $man })
ask-whole-game = une seule position ne montre pas où une partie fut perdue : commentez la partie pour voir où elle a basculé
ask-no-opening = la table des ouvertures n’a pas de nom pour cette position
ask-last-move = le dernier coup était celui { $side-des }
ask-no-pieces = { $side } n’ont pas de pièce à part le roi
ask-few-squares = le moins de cases où aller : { $list }
ask-free-pieces = aucune pièce { $side-des } ne manque de cases
ask-piece-squares = { $man-le } en { $square } ({ $count })
ask-castle-right = { $move } n’est plus possible : le roi ou cette tour a perdu le droit de roquer
ask-castle-check = { $move } est interdit pour l’instant : le roi est en échec
ask-castle-path = { $move } n’est pas encore possible : il reste quelque chose entre le roi et la tour
ask-castle-attacked = { $move } est interdit pour l’instant : le roi passerait par une case attaquée
heading-question = Votre question
ask-taken-for = je prends cela pour une question de ce genre : « { $question } »
ask-as-standing = Comment sont { $side } ?
ask-as-plan = Quel est le plan { $side-des } ?
ask-as-threat = Que menacent { $side } ?
ask-as-pieces = Que valent les pièces { $side-des } ?
ask-as-man = Que vaut { $man-le } { $side-des } ?
heading-hint = Indice
ask-hint-mate = { $side } peuvent forcer le mat
ask-hint-promotion = { $side } peuvent promouvoir un pion
ask-hint-win = { $side } peuvent gagner quelque chose ; regardez { $man-le }
ask-hint-man = la meilleure suite commence avec { $man-le } en { $square }
ask-term = { $gloss }
