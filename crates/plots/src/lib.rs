//! What the reports of experiments share: their forms, the frame of a page, plots.
//!
//! Reports hold no dates or times: the same outcomes give the same bytes.

pub mod plot;

use std::path::Path;

use philidor_chess::diagram::escape;

/// A report in all its forms.
#[derive(Debug, Clone, PartialEq)]
pub struct Report {
    /// For a text editor or a repository page; plots are linked as files.
    pub markdown: String,
    /// One page, everything inside.
    pub html: String,
    /// Every figure, one line each.
    pub csv: String,
    /// Pictures: file name and SVG.
    pub pictures: Vec<(String, String)>,
}

impl Report {
    /// Writes every form into a directory: `report.md`, `report.html`, `figures.csv` and the pictures.
    pub fn write(&self, dir: &Path) -> anyhow::Result<()> {
        let forms = [("report.md", &self.markdown), ("report.html", &self.html), ("figures.csv", &self.csv)];
        let pictures = self.pictures.iter().map(|(name, svg)| (name.as_str(), svg));
        forms
            .into_iter()
            .chain(pictures)
            .try_for_each(|(name, text)| philidor_files::write(&dir.join(name), text))
    }
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;color:#1d1d1b;background:#faf8f4;margin:0 auto;max-width:1080px;padding:2rem 1.2rem}\
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .4rem}h2{font-size:1.15rem;margin:2rem 0 .6rem}p.question{color:#555;max-width:70ch;margin:.2rem 0 1.4rem}\
.wide{overflow-x:auto}table{border-collapse:collapse;font-size:.86rem;font-variant-numeric:tabular-nums;background:#fff}\
th,td{padding:.32rem .6rem;border-bottom:1px solid #e5e0d6;text-align:right;white-space:nowrap}th{background:#efeae0;font-weight:600;position:sticky;top:0}\
th:first-child,td:first-child{text-align:left}td.paper,th.paper{color:#8a6d3b}tr:hover td{background:#fbf6ea}\
.plots{display:grid;gap:1.2rem}.plots svg{background:#fff;border:1px solid #e5e0d6;border-radius:6px;max-width:100%;height:auto}\
.boards{display:grid;grid-template-columns:repeat(auto-fill,minmax(210px,1fr));gap:1rem}.boards svg{width:100%;height:auto;border:1px solid #e5e0d6;border-radius:6px;background:#fff}\
footer{color:#777;font-size:.85rem;margin-top:2.5rem}code{background:#efeae0;padding:.1rem .3rem;border-radius:3px}";

/// The beginning of a page that stands alone, to its heading; the page ends with `</body></html>`.
pub fn page(title: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" content=\"width=device-width,initial-scale=1\">\
         <title>{title}</title><style>{STYLE}</style></head><body>\n<h1>{title}</h1>",
        title = escape(title)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_escaped() {
        let page = page("a < b");
        assert!(page.contains("<title>a &lt; b</title>") && page.ends_with("<h1>a &lt; b</h1>"), "{page}");
    }
}
