; --- The third man is a pawn -----------------------------------------------------------------------------------
(define-fun hits ((X Square) (t Square) (K Square)) Bool
  (and (= (rankof t) (bvadd (rankof X) (_ bv1 12))) (= (gap (fileof t) (fileof X)) (_ bv1 12))))
(define-fun man_can_move ((K Square) (k Square) (X Square)) Bool (and (not (= (stop X) K)) (not (= (stop X) k))))
; The pawn can go to t, a step or two in front of it. (It could take nothing but the king.)
(define-fun man_goes ((t Square) (K Square) (k Square) (X Square)) Bool
  (and (man_can_move K k X) (not (= t K)) (not (= t k))))
; What is taken for granted: a queen or rook wins, the bare king to move, unless it can be taken or the king is stalemated.
(define-fun flees_queen ((t Square) (K Square) (s Square)) Bool
  (and (not (= s off)) (not (= s t)) (not (= s K)) (not (near s K)) (not (queen_sees t s K))))
(define-fun flees_rook ((t Square) (K Square) (s Square)) Bool
  (and (not (= s off)) (not (= s t)) (not (= s K)) (not (near s K)) (not (rook_sees t s K))))
; The squares beside the bare king are handed over, as a solver copes badly with steps written out again and again.
(define-fun promotion_wins ((t Square) (K Square) (k Square) (a Square) (b Square) (c Square) (d Square) (e Square)
    (f Square) (g Square) (h Square)) Bool
  (and (not (and (near k t) (not (near t K))))
    (or (queen_sees t k K) (rook_sees t k K)
      (flees_queen t K a) (flees_queen t K b) (flees_queen t K c) (flees_queen t K d)
      (flees_queen t K e) (flees_queen t K f) (flees_queen t K g) (flees_queen t K h)
      (flees_rook t K a) (flees_rook t K b) (flees_rook t K c) (flees_rook t K d)
      (flees_rook t K e) (flees_rook t K f) (flees_rook t K g) (flees_rook t K h))))
