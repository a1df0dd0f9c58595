; Squares count from a1 = 0 to h8 = 63; 64 is off the board. A set has a bit for each square.
(set-logic QF_BV)
(define-sort Square () (_ BitVec 7))
(define-sort Set () (_ BitVec 64))
(define-sort Number () (_ BitVec 12))
(define-sort Letter () (_ BitVec 6))

; --- The board -------------------------------------------------------------------------------------------------
(define-fun none () Set #x0000000000000000)
(define-fun off () Square (_ bv64 7))
(define-fun wide ((s Square)) Set (concat (_ bv0 57) s))
(define-fun one ((s Square)) Set (bvshl #x0000000000000001 (wide s)))
(define-fun in ((s Square) (a Set)) Bool (= ((_ extract 0 0) (bvlshr a (wide s))) #b1))
(define-fun inside ((a Set) (b Set)) Bool (= (bvand a (bvnot b)) none))
(define-fun north ((a Set)) Set (bvshl a (_ bv8 64)))
(define-fun south ((a Set)) Set (bvlshr a (_ bv8 64)))
(define-fun east ((a Set)) Set (bvand (bvshl a (_ bv1 64)) #xfefefefefefefefe))
(define-fun west ((a Set)) Set (bvand (bvlshr a (_ bv1 64)) #x7f7f7f7f7f7f7f7f))
(define-fun broad ((a Set)) Set (bvor a (east a) (west a)))
(define-fun neighbours ((s Square)) Set
  (bvand (bvor (north (broad (one s))) (south (broad (one s))) (broad (one s))) (bvnot (one s))))

; --- Words about squares ---------------------------------------------------------------------------------------
(define-fun far () Number (_ bv99 12))
(define-fun fileof ((s Square)) Number (concat (_ bv0 9) ((_ extract 2 0) s)))
(define-fun rankof ((s Square)) Number (concat (_ bv0 9) ((_ extract 5 3) s)))
(define-fun gap ((a Number) (b Number)) Number (ite (bvslt a b) (bvsub b a) (bvsub a b)))
(define-fun more ((a Number) (b Number)) Number (ite (bvslt a b) b a))
(define-fun less ((a Number) (b Number)) Number (ite (bvslt a b) a b))
(define-fun either_off ((a Square) (b Square)) Bool (or (= a off) (= b off)))
(define-fun file_dist ((a Square) (b Square)) Number (ite (either_off a b) far (gap (fileof a) (fileof b))))
(define-fun rank_dist ((a Square) (b Square)) Number (ite (either_off a b) far (gap (rankof a) (rankof b))))
(define-fun dist ((a Square) (b Square)) Number
  (ite (either_off a b) far (more (gap (fileof a) (fileof b)) (gap (rankof a) (rankof b)))))
(define-fun file ((s Square)) Number (ite (= s off) far (bvadd (fileof s) (_ bv1 12))))
(define-fun rank ((s Square)) Number (ite (= s off) far (bvadd (rankof s) (_ bv1 12))))
(define-fun adjacent ((a Square) (b Square)) Bool (= (dist a b) (_ bv1 12)))
(define-fun direct_opposition ((a Square) (b Square)) Bool
  (and (not (either_off a b)) (= (dist a b) (_ bv2 12)) (or (= (fileof a) (fileof b)) (= (rankof a) (rankof b)))))
(define-fun edge () Set #xff818181818181ff)
(define-fun corners () Set #x8100000000000081)
(define-fun board () Set #xffffffffffffffff)
(define-fun low_files ((f Number)) Set
  (bvmul #x0101010101010101 (bvsub (bvshl #x0000000000000001 (concat (_ bv0 52) f)) #x0000000000000001)))
(define-fun low_ranks ((r Number)) Set
  (bvsub (bvshl #x0000000000000001 (bvmul (_ bv8 64) (concat (_ bv0 52) r))) #x0000000000000001))
(define-fun file_of ((s Square)) Set
  (ite (= s off) none (bvand (low_files (file s)) (bvnot (low_files (fileof s))))))
(define-fun rank_of ((s Square)) Set
  (ite (= s off) none (bvand (low_ranks (rank s)) (bvnot (low_ranks (rankof s))))))
(define-fun files ((a Number) (b Number)) Set (bvand (low_files b) (bvnot (low_files (bvsub a (_ bv1 12))))))
(define-fun ranks ((a Number) (b Number)) Set (bvand (low_ranks b) (bvnot (low_ranks (bvsub a (_ bv1 12))))))
(define-fun box ((r Square) (s Square)) Set
  (ite (or (either_off r s) (= (fileof r) (fileof s)) (= (rankof r) (rankof s))) none
    (bvand (ite (bvslt (fileof s) (fileof r)) (low_files (fileof r)) (bvnot (low_files (file r))))
           (ite (bvslt (rankof s) (rankof r)) (low_ranks (rankof r)) (bvnot (low_ranks (rank r)))))))
; A square so many files and ranks away: numbers from -8 to 8.
(define-fun offset ((s Square) (f Number) (r Number)) Square
  (ite (and (not (= s off)) (bvslt (bvadd (fileof s) f) (_ bv8 12)) (bvsge (bvadd (fileof s) f) (_ bv0 12))
            (bvslt (bvadd (rankof s) r) (_ bv8 12)) (bvsge (bvadd (rankof s) r) (_ bv0 12)))
    ((_ extract 6 0) (bvadd (bvmul (_ bv8 12) (bvadd (rankof s) r)) (bvadd (fileof s) f))) off))
(define-fun up ((s Square) (n Number)) Square (offset s (_ bv0 12) n))
(define-fun right ((s Square) (n Number)) Square (offset s n (_ bv0 12)))

; --- Words about the strong side's pawn ------------------------------------------------------------------------
; A pawn stands on the second to seventh rank: the square in front of it is on the board.
(define-fun stop ((p Square)) Square (bvadd p (_ bv8 7)))
(define-fun ahead ((p Square) (n Number)) Square (up p n))
(define-fun promotion_square ((p Square)) Square (concat #b0111 ((_ extract 2 0) p)))
(define-fun moves_to_promote ((p Square)) Number (less (bvsub (_ bv8 12) (rank p)) (_ bv5 12)))
(define-fun pawn_rank ((p Square)) Number (rank p))
(define-fun front_span ((p Square)) Set (bvand (file_of p) (bvnot (low_ranks (rank p)))))
(define-fun rook_pawn ((p Square)) Bool (or (= (file p) (_ bv1 12)) (= (file p) (_ bv8 12))))
(define-fun knight_pawn ((p Square)) Bool (or (= (file p) (_ bv2 12)) (= (file p) (_ bv7 12))))
(define-fun bishop_pawn ((p Square)) Bool (or (= (file p) (_ bv3 12)) (= (file p) (_ bv6 12))))
(define-fun centre_pawn ((p Square)) Bool (or (= (file p) (_ bv4 12)) (= (file p) (_ bv5 12))))
(define-fun from_one ((n Number)) Number (more (_ bv1 12) n))
(define-fun to_eight ((n Number)) Number (less (_ bv8 12) n))
; The squares a king reaches in so many moves.
(define-fun ball ((s Square) (n Number)) Set
  (bvand (files (from_one (bvsub (file s) n)) (to_eight (bvadd (file s) n)))
         (ranks (from_one (bvsub (rank s) n)) (to_eight (bvadd (rank s) n)))))
(define-fun square_of ((p Square)) Set (ball (promotion_square p) (moves_to_promote p)))
(define-fun key_squares ((p Square)) Set
  (let ((one_on (broad (north (one p)))) (two_on (broad (north (north (one p))))))
  (ite (rook_pawn p)
    (bvand (ite (= (file p) (_ bv1 12)) (east (file_of p)) (west (file_of p))) #xffff000000000000)
    (ite (bvsle (rank p) (_ bv4 12)) two_on
      (ite (bvsle (rank p) (_ bv6 12)) (bvor one_on two_on) (bvor one_on (east (one p)) (west (one p))))))))

; --- Attacks and steps: K strong king, k bare king, X the third man, whose nature the theory gives (see below) -----
(define-fun near ((a Square) (b Square)) Bool
  (and (not (= a b)) (bvsle (gap (fileof a) (fileof b)) (_ bv1 12)) (bvsle (gap (rankof a) (rankof b)) (_ bv1 12))))
(define-fun amid ((x Number) (a Number) (b Number)) Bool
  (or (and (bvsle a x) (bvsle x b)) (and (bvsle b x) (bvsle x a))))
; A square inside the rectangle that two squares span: on their line, if they have one.
(define-fun amidst ((s Square) (a Square) (b Square)) Bool
  (and (not (= s a)) (not (= s b)) (amid (fileof s) (fileof a) (fileof b)) (amid (rankof s) (rankof a) (rankof b))))
; A piece sees a square unless somebody stands between.
(define-fun rook_sees ((a Square) (t Square) (other Square)) Bool
  (and (not (= a t)) (or (= (fileof a) (fileof t)) (= (rankof a) (rankof t))) (not (amidst other a t))))
(define-fun slanted ((a Square) (b Square)) Bool (= (gap (fileof a) (fileof b)) (gap (rankof a) (rankof b))))
(define-fun bishop_sees ((a Square) (t Square) (other Square)) Bool
  (and (not (= a t)) (slanted a t) (not (and (slanted a other) (amidst other a t)))))
(define-fun queen_sees ((a Square) (t Square) (other Square)) Bool
  (or (rook_sees a t other) (bishop_sees a t other)))
; A king's step in one of eight directions; 64 if it leads off the board.
(define-fun minus () Number (bvneg (_ bv1 12)))
(define-fun step0 ((s Square)) Square (offset s minus minus))
(define-fun step1 ((s Square)) Square (offset s minus (_ bv0 12)))
(define-fun step2 ((s Square)) Square (offset s minus (_ bv1 12)))
(define-fun step3 ((s Square)) Square (offset s (_ bv0 12) minus))
(define-fun step4 ((s Square)) Square (offset s (_ bv0 12) (_ bv1 12)))
(define-fun step5 ((s Square)) Square (offset s (_ bv1 12) minus))
(define-fun step6 ((s Square)) Square (offset s (_ bv1 12) (_ bv0 12)))
(define-fun step7 ((s Square)) Square (offset s (_ bv1 12) (_ bv1 12)))
; The strong king can step to t, a square beside it.
(define-fun king_goes ((t Square) (K Square) (k Square) (X Square)) Bool
  (and (not (= t off)) (not (= t X)) (not (= t k)) (not (near t k))))
