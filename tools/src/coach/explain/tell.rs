//! The explanation as text, in English, Italian or Russian.

use super::tolerance::{Parameter, Tolerance};
use super::{Difference, Insight, What, bridge, compare, kinds};
use crate::tongue::{chance, decimal, estimate, fixed, points, say};
use filotto_engine::Language;
use filotto_search::{Plan, Suggestion};

/// Faults rarer than this are not told one by one.
const RARE: f64 = 0.005;
/// Most faults told one by one.
const FAULTS: usize = 3;

/// The whole explanation: the best suggestion in full, then the best of each other kind in two lines.
pub fn text(language: Language, plan: &Plan, insights: &[Insight]) -> String {
    let kinds = kinds(insights);
    let Some((best, others)) = kinds.split_first() else { return String::new() };
    let mut lines = full(language, &plan.suggestions[best.index], best);
    if let Some(second) = others.first() {
        lines.push(why(language, plan, best, second));
    }
    for other in others {
        lines.push(String::new());
        lines.extend(short(language, &plan.suggestions[other.index], other));
    }
    lines.join("\n") + "\n"
}

fn full(language: Language, s: &Suggestion, insight: &Insight) -> Vec<String> {
    let mut lines = short(language, s, insight);
    if insight.works_exactly() {
        lines.push(format!("   {}", room(language, insight)));
    }
    if let Some(both) = both(language, insight) {
        lines.push(format!("   {both}"));
    }
    lines.push(format!("   {}", worth(language, insight)));
    lines.extend(warnings(language, insight).into_iter().map(|line| format!("   {line}")));
    lines
}

/// Name, how to play it, what it promises.
fn short(language: Language, s: &Suggestion, insight: &Insight) -> Vec<String> {
    let title = crate::coach::wording::titled(insight.name, language);
    let bridge = if insight.bridge { bridge::mark(language) } else { "" };
    vec![
        format!("{}. {title}{bridge}", insight.index + 1),
        format!("   {}", insight.wording.line(language)),
        format!("   {}", promises(language, s)),
    ]
}

fn promises(language: Language, s: &Suggestion) -> String {
    let parts = [
        format!("{} {}", say(language, "scores", "segna", "результативность"), chance(language, s.score)),
        format!("{} {}", estimate(language, s.points), points(language, s.points.mean, 2)),
        format!("{} {}{}", say(language, "fault", "fallo", "ошибка"), chance(language, s.fault), faults(language, s)),
        format!("{} {}", say(language, "wins", "vince", "победа"), chance(language, s.win)),
        format!(
            "{} {}",
            say(language, "leaves the opponent", "lascia all'avversario", "оставляет сопернику"),
            estimate(language, s.leave)
        ),
    ];
    parts.join(" · ")
}

/// `: 3 % bevuta (15.2), 1 % red ball (15.3-b)`.
fn faults(language: Language, s: &Suggestion) -> String {
    let told: Vec<String> = s
        .faults
        .iter()
        .filter(|(_, e)| e.mean >= RARE)
        .take(FAULTS)
        .map(|(fault, e)| format!("{} % {} ({})", fixed(language, 100.0 * e.mean, 1), fault.call(language), fault.id()))
        .collect();
    if told.is_empty() { String::new() } else { format!(": {}", told.join(", ")) }
}

/// How far each parameter may be off.
fn room(language: Language, insight: &Insight) -> String {
    let head = say(language, "room for error", "margine d'errore", "запас");
    let parts: Vec<String> = insight.tolerances.iter().map(|t| tolerance(language, t)).collect();
    format!("{head}: {}", parts.join(", "))
}

fn tolerance(language: Language, t: &Tolerance) -> String {
    let (name, digits) = match t.parameter {
        Parameter::Direction => (say(language, "aim", "mira", "прицел"), 2),
        Parameter::Speed => (say(language, "speed", "forza", "скорость"), 2),
        Parameter::Side => (say(language, "tip sideways", "attacco di lato", "точка вбок"), 1),
        Parameter::Height => (say(language, "tip in height", "attacco in altezza", "точка по высоте"), 1),
    };
    let unit = unit(language, t.parameter);
    let side = |sign: &str, value: f64, open: bool| {
        let more = if open { say(language, "over ", "oltre ", "более ") } else { "" };
        format!("{more}{sign}{}", fixed(language, value, digits))
    };
    if t.down == 0.0 && t.up == 0.0 {
        return format!("{name} {}", say(language, "none", "nessun margine", "нет запаса"));
    }
    let (down, up) = (side("−", t.down, t.open[0]), side("+", t.up, t.open[1]));
    format!("{name} {down} / {up}{unit}")
}

fn both(language: Language, insight: &Insight) -> Option<String> {
    let map = insight.together.as_ref()?;
    let [a, b] = map.parameters.map(|p| named(language, p));
    let chance = decimal(language, 100.0 * map.chance, 0);
    Some(match language {
        Language::En => format!("what matters: {a} and {b}; with both off as in your hand, {chance} % still work"),
        Language::It => {
            format!(
                "ciò che conta di più: {a} e {b}; tiri riusciti con i tuoi errori in tutte e due le cose: {chance} %"
            )
        }
        Language::Ru => {
            format!("важнее всего: {a} и {b}; с вашей погрешностью в том и другом удаётся {chance} % ударов")
        }
    })
}

const fn named(language: Language, parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Direction => say(language, "the aim", "la mira", "прицел"),
        Parameter::Speed => say(language, "the speed", "la forza", "скорость"),
        Parameter::Side => say(language, "the tip's side", "l'attacco di lato", "точка вбок"),
        Parameter::Height => say(language, "the tip's height", "l'altezza dell'attacco", "высота точки"),
    }
}

fn worth(language: Language, insight: &Insight) -> String {
    let share = |i: usize| decimal(language, 100.0 * insight.worth[i].score.mean, 0);
    let [half, now, twice] = insight.worth.map(|w| fixed(language, w.net.mean, 1));
    let [first, second, third] = [share(0), share(1), share(2)];
    let unit = points(language, insight.worth[0].net.mean, 1);
    match language {
        Language::En => format!(
            "worth {half} {unit} (scores {first} %) at half your error, {now} ({second} %) at yours, {twice} ({third} %) at twice"
        ),
        Language::It => format!(
            "vale {half} {unit} (segna {first} %) con metà del tuo errore, {now} ({second} %) col tuo, {twice} ({third} %) col doppio"
        ),
        Language::Ru => format!(
            "даёт {half} {unit} (результативность {first} %) при половине вашей погрешности, {now} ({second} %) при вашей, {twice} ({third} %) при двойной"
        ),
    }
}

fn warnings(language: Language, insight: &Insight) -> Vec<String> {
    let mut list = Vec::new();
    let line = |found: Option<f64>| found.map(|by| decimal(language, by.abs(), 2)).unwrap_or_default();
    match insight.tolerances.iter().find(|t| t.gap) {
        Some(t) => {
            let (name, [low, high], unit) =
                (named(language, t.parameter), t.lines.map(line), unit(language, t.parameter));
            list.push(match language {
                Language::En => format!("careful: struck exactly it hits neither of two lines; {name} lies between them, −{low} and +{high}{unit} away"),
                Language::It => format!("attenzione: eseguito esattamente non prende nessuna delle due linee; {name} sta fra l'una e l'altra, a −{low} e +{high}{unit}"),
                Language::Ru => format!("осторожно: точный удар не попадает ни на одну из двух линий; {name} между ними, в −{low} и +{high}{unit}"),
            });
        }
        None if !insight.works_exactly() => list.push(
            say(
                language,
                "careful: struck exactly it does not come off; it counts on your error",
                "attenzione: eseguito esattamente non riesce; conta sul tuo errore",
                "осторожно: точный удар не удаётся; расчёт на вашу погрешность",
            )
            .into(),
        ),
        None => {}
    }
    if insight.bridge {
        let words = say(
            language,
            "needs the bridge: the hand would lie more than 1 m from the rail",
            "serve il ponticello: la mano sarebbe a più di 1 m dalla sponda",
            "нужна машинка: рука была бы дальше 1 м от борта",
        );
        list.push(words.into());
    }
    list
}

const fn unit(language: Language, parameter: Parameter) -> &'static str {
    match parameter {
        Parameter::Direction => "°",
        Parameter::Speed => say(language, " m/s", " m/s", " м/с"),
        Parameter::Side | Parameter::Height => say(language, " mm", " mm", " мм"),
    }
}

/// Why the best beats the next of another kind.
fn why(language: Language, plan: &Plan, best: &Insight, second: &Insight) -> String {
    let differences = compare(&plan.suggestions[best.index], &plan.suggestions[second.index]);
    let told = |good: bool| -> Vec<String> {
        differences.iter().filter(|d| d.good == good).map(|d| difference(language, d)).collect()
    };
    let (pro, contra) = (told(true), told(false));
    let other = format!("{}. {}", second.index + 1, second.name);
    let head = match language {
        Language::En => format!("against {other}"),
        Language::It => format!("rispetto a {other}"),
        Language::Ru => format!("против {other}"),
    };
    if pro.is_empty() && contra.is_empty() {
        let level = say(
            language,
            "level within the intervals",
            "alla pari entro gli intervalli",
            "поровну в пределах интервалов",
        );
        return format!("   {head}: {level}");
    }
    let but = say(language, "but", "ma", "но");
    let sides =
        [pro.join(", "), if contra.is_empty() { String::new() } else { format!("{but} {}", contra.join(", ")) }];
    let text: Vec<String> = sides.into_iter().filter(|s| !s.is_empty()).collect();
    format!("   {head}: {}", text.join("; "))
}

fn difference(language: Language, d: &Difference) -> String {
    let (name, share) = match d.what {
        What::Win => (say(language, "wins", "vince", "победа"), true),
        What::Score => (say(language, "scores", "segna", "результативность"), true),
        What::Points => (say(language, "points", "punti", "очки"), false),
        What::Fault => (say(language, "fault", "fallo", "ошибка"), true),
        What::Leave => (say(language, "leaves", "lascia", "оставляет"), false),
    };
    let value = |v: f64| if share { fixed(language, 100.0 * v, 1) } else { fixed(language, v, 2) };
    let than = say(language, "against", "contro", "против");
    let unit = if share { " %" } else { "" };
    format!("{name} {} {than} {}{unit}", value(d.mine), value(d.other))
}
