; --- Positions and moves, for either kind of third man ---------------------------------------------------------
; Three squares, kings apart, and the side that has moved is not in check.
(define-fun apart ((K Square) (k Square) (X Square)) Bool
  (and (not (= K k)) (not (= K X)) (not (= k X)) (not (near K k))))
(define-fun legal_weak ((K Square) (k Square) (X Square)) Bool (apart K k X))
(define-fun legal_strong ((K Square) (k Square) (X Square)) Bool (and (apart K k X) (not (hits X k K))))
; The bare king can step to t (taking the third man if it stands there unprotected).
(define-fun bare_goes ((t Square) (K Square) (k Square) (X Square)) Bool
  (and (not (= t off)) (not (= t K)) (not (near t K)) (not (hits X t K))))

; --- Words about the men; whether the side to move is in check or has no move is told where the question is asked ---------------------------------------------------------------------------------------
(define-fun occupied ((K Square) (k Square) (X Square)) Set (bvor (one K) (one k) (one X)))
; These are asked of the third man alone.
(define-fun en_prise ((strong Bool) (K Square) (k Square) (X Square) (m Square)) Bool
  (and (near m k) (not (near m K))))
(define-fun falls ((strong Bool) (K Square) (k Square) (X Square) (m Square)) Bool
  (and (not strong) (en_prise strong K k X m)))
; This is asked of the bare king and the pawn.
(define-fun catches ((strong Bool) (K Square) (k Square) (X Square) (m Square) (p Square)) Bool
  (bvsle (dist m (promotion_square p)) (bvadd (moves_to_promote p) (ite strong (_ bv0 12) (_ bv1 12)))))
; One king's lead over the other to a square; which square of a set has the largest is settled where the question is asked.
(define-fun lead_to ((s Square) (own Square) (other Square)) Number (bvsub (dist other s) (dist own s)))
