; --- The third man is a rook -----------------------------------------------------------------------------------
; It attacks t, the bare king thought away.
(define-fun hits ((X Square) (t Square) (K Square)) Bool (rook_sees X t K))
; The rook can go to t, a square of its lines; it never gives up its own king.
(define-fun man_goes ((t Square) (K Square) (k Square) (X Square)) Bool
  (and (rook_sees X t K) (not (= t K)) (not (= t k)) (not (amidst k X t))))
