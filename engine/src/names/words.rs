//! The names as people say and write them, with a gloss in each language.

use super::Name;
use crate::explain::Language;
use std::fmt;

/// Italian name, and what it means in English and in Russian.
type Entry = (&'static str, &'static str, &'static str);

const fn entry(name: Name) -> Entry {
    match name {
        Name::Fisso => ("fisso", "object ball straight into the pins", "прямой: шар соперника сразу в фишки"),
        Name::Filotto => ("filotto", "short cushion and back along the row", "филотто: от короткого борта вдоль ряда"),
        Name::Sfaccio => ("sfaccio", "filotto cut thin, with side", "сфаччо: филотто срезкой, с винтом"),
        Name::Sventaglina => (
            "sventaglina",
            "cut, it sweeps the castle on the way to the short cushion",
            "веер: срезкой через фишки к короткому борту",
        ),
        Name::Traversino => {
            ("traversino", "long cushion and back across the castle", "от длинного борта поперёк фишек")
        }
        Name::Angolo => ("angolo", "short, long, castle (rinterzo)", "угол: короткий, длинный, фишки"),
        Name::Striscio => ("striscio", "long, short, castle", "длинный, короткий, фишки"),
        Name::Rinquarto => (
            "rinquarto",
            "round the table: long, short, long, castle",
            "круг: длинный, короткий, другой длинный, фишки",
        ),
        Name::QuattroSponde => ("quattro sponde", "object ball by four cushions", "шар соперника от четырёх бортов"),
        Name::Girone => ("girone", "object ball by five cushions", "шар соперника от пяти бортов"),
        Name::SetteSponde => ("sette sponde", "object ball by seven cushions", "шар соперника от семи бортов"),
        Name::Direct(0 | 1) => ("di una sponda", "object ball by one cushion", "шар соперника от одного борта"),
        Name::Direct(2) => ("di due sponde", "object ball by two cushions", "шар соперника от двух бортов"),
        Name::Direct(3) => ("di tre sponde", "object ball by three cushions", "шар соперника от трёх бортов"),
        Name::Direct(6) => ("sei sponde", "object ball by six cushions", "шар соперника от шести бортов"),
        Name::Direct(_) => ("molte sponde", "object ball by many cushions", "шар соперника от многих бортов"),
        Name::Candela => {
            ("candela", "off the short cushion full onto the object ball", "свеча: биток от короткого борта в лоб")
        }
        Name::Calcio => {
            ("calcio", "a hard candela, three times through the castle", "сильная свеча: три прохода через фишки")
        }
        Name::SpondaBilia => {
            ("sponda-bilia", "off the long cushion with reverse side", "биток от длинного борта с обратным винтом")
        }
        Name::StriscioIndiretto => {
            ("striscio indiretto", "cue ball long, short, object ball", "биток: длинный, короткий, шар соперника")
        }
        Name::Garuffa => {
            ("garuffa", "cue ball long, short with reverse side", "биток: длинный, короткий с обратным винтом")
        }
        Name::DueAMoDiTre => (
            "due a mo' di tre",
            "two cushions played like three, into the corner",
            "биток от двух бортов, как от трёх, в угол",
        ),
        Name::TreIndirette => ("tre sponde indirette", "cue ball by three cushions", "биток от трёх бортов"),
        Name::QuattroIndirette => ("quattro sponde indirette", "cue ball by four cushions", "биток от четырёх бортов"),
        Name::CinqueIndirette => ("cinque sponde indirette", "cue ball by five cushions", "биток от пяти бортов"),
        Name::Indirect(0 | 1) => ("una sponda indiretta", "cue ball by one cushion", "биток от одного борта"),
        Name::Indirect(2) => ("due sponde indirette", "cue ball by two cushions", "биток от двух бортов"),
        Name::Indirect(_) => ("molte sponde indirette", "cue ball by many cushions", "биток от многих бортов"),
        Name::Carambola => ("carambola", "cue ball, object ball, red", "карамболь: биток, шар соперника, красный"),
        Name::Casin => ("casin", "object ball onto red", "рикошет: шар соперника в красный"),
        Name::Impallatura => ("impallatura", "a defence, the castle between the balls", "защита: фишки между шарами"),
        Name::Difesa => ("difesa", "a defence", "защита"),
        Name::Mancata => ("mancata", "the object ball missed", "промах"),
    }
}

impl Name {
    /// The Italian name.
    pub const fn italian(self) -> &'static str {
        entry(self).0
    }

    /// What the name means, for those who don't know it; empty in Italian.
    pub const fn gloss(self, language: Language) -> &'static str {
        let (_, english, russian) = entry(self);
        match language {
            Language::En => english,
            Language::Ru => russian,
            Language::It => "",
        }
    }

    /// The name of a text: the Italian name, with blanks or hyphens, or a second name of the courses.
    pub fn parse(text: &str) -> Option<Name> {
        let text = text.trim().to_lowercase().replace(['-', '_'], " ");
        let second = match text.as_str() {
            "filotto di prima" => Some(Name::Sventaglina),
            "rinterzo" => Some(Name::Angolo),
            "giro" => Some(Name::Rinquarto),
            "quattro" => Some(Name::QuattroSponde),
            "cinque sponde" => Some(Name::Girone),
            _ => None,
        };
        let counted = (1..=6).flat_map(|n| [Name::Direct(n), Name::Indirect(n)]);
        let known = Name::TAUGHT.into_iter().chain(counted).find(|name| name.italian().replace('-', " ") == text);
        second.or(known)
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.italian())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_reads_back_and_has_its_glosses() {
        for name in Name::TAUGHT {
            assert_eq!(Name::parse(&name.to_string()), Some(name));
            assert_eq!(Name::parse(&name.to_string().to_uppercase().replace(' ', "-")), Some(name));
            assert!(!name.gloss(Language::En).is_empty());
            let russian = name.gloss(Language::Ru);
            assert!(russian.chars().any(|c| ('а'..='я').contains(&c)), "{name}: {russian}");
        }
        assert_eq!(Name::parse("giro"), Some(Name::Rinquarto));
        assert_eq!(Name::parse("nonsense"), None);
    }

    #[test]
    fn no_two_names_are_the_same() {
        let names: std::collections::HashSet<_> = Name::TAUGHT.map(Name::italian).into_iter().collect();
        assert_eq!(names.len(), Name::TAUGHT.len());
    }
}
