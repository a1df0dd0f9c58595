//! try
fn cpu() -> f64 { let s = std::fs::read_to_string("/proc/self/stat").unwrap(); let f: Vec<&str> = s.rsplit(')').next().unwrap().split_whitespace().collect(); (f[11].parse::<f64>().unwrap() + f[12].parse::<f64>().unwrap()) / 100.0 }
fn main() {
    let tables = philidor_truth::tables::Tables::default();
    for name in std::env::args().skip(1) {
        let m: philidor_chess::Material = name.parse().unwrap();
        for s in philidor_truth::tables::Tables::closure(&[m]) {
            let (c, t) = (cpu(), std::time::Instant::now());
            tables.build(s);
            println!("{s}: cpu {:.2} wall {:.3}", cpu() - c, t.elapsed().as_secs_f64());
        }
        let t = tables.build(m);
        let h = t.hist();
        println!("wtm max win {:?} max loss {:?} btm {:?} {:?}", h[0].keys().last().map(|k| k - 1), h[0].keys().next().map(|k| -k - 1), h[1].keys().last().map(|k| k - 1), h[1].keys().next().map(|k| -k - 1));
        if m.men() == 3 { println!("{h:?}"); }
    }
}
