//! Pages that open without a network: plain HTML with its style and its pictures inside.

use filotto_engine::Language;

/// Text made safe inside HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A whole page.
pub fn page(language: Language, title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}</body>\n</html>\n",
        language.code(),
        escaped(title)
    )
}

/// Readable on a phone, in the dark and on paper.
const STYLE: &str = "
:root { color-scheme: light dark; }
body { font: 16px/1.45 'DejaVu Sans', Verdana, sans-serif; max-width: 70rem; margin: 1rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: .25rem .5rem; border-bottom: 1px solid #8886; text-align: right; }
th:first-child, td:first-child, td.t, th.t { text-align: left; }
.wide { overflow-x: auto; }
svg, img { width: 100%; height: auto; background: #fff; }
.sheet { break-inside: avoid; margin: 2rem 0; }
code { font-family: 'DejaVu Sans Mono', monospace; overflow-wrap: anywhere; }
@media print { h2, h3 { break-after: avoid; } .sheet svg, .sheet img { max-height: 85vh; object-fit: contain; } .own { break-before: page; } body { max-width: none; margin: 0; } }
";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_cannot_break_the_page() {
        let made = page(Language::En, "a<b", &format!("<p>{}</p>\n", escaped("<script>\"&\"")));
        assert!(made.contains("<title>a&lt;b</title>") && made.contains("&lt;script&gt;&quot;&amp;&quot;"));
        assert!(!made.contains("http"), "nothing is fetched");
    }
}
