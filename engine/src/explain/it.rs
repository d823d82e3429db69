//! Le spiegazioni in italiano: the explanations in Italian.

use super::Words;
use crate::events::Role;
use crate::faults::Fault;
use crate::judge::Forfeit;
use crate::position::{Half, Player};
use filotto_physics::Pin;

pub(super) struct Italian;

impl Words for Italian {
    fn role(&self, striker: bool) -> &'static str {
        if striker { "Giocatore" } else { "Avversario" }
    }

    fn colour(&self, player: Player) -> &'static str {
        match player {
            Player::White => "Bianco",
            Player::Yellow => "Giallo",
        }
    }

    fn points(&self, number: u16) -> String {
        format!("{number} {}", if number == 1 { "punto" } else { "punti" })
    }

    fn valid(&self, clause: &str) -> &'static str {
        match clause {
            "5.1" => "Tiro valido: birilli con la bilia avversaria",
            "5.2" => "Tiro valido: carambola sul pallino, poi birilli",
            "5.3" => "Tiro valido: bilia avversaria sul pallino (casin), poi birilli",
            "5.4" => "Tiro valido: carambola sul pallino, toccato anche dalla bilia avversaria, poi birilli",
            "5.5" => "Tiro valido: carambola sul pallino",
            "5.6" => "Tiro valido: bilia avversaria sul pallino (casin)",
            "5.7" => "Tiro valido: carambola sul pallino, toccato anche dalla bilia avversaria",
            _ => "Tiro valido: toccata solo la bilia avversaria, nessun punto",
        }
    }

    fn fault(&self) -> &'static str {
        "Fallo"
    }

    fn call(&self, fault: Fault) -> &'static str {
        match fault {
            Fault::F15_2 => "bevuta",
            Fault::A => "bilia sbagliata",
            Fault::B => "pallino",
            Fault::V => "birilli",
            Fault::G => "bilia avversaria",
            Fault::D => "bilia fuori dal biliardo",
            Fault::E => "bilie in movimento",
            Fault::Zh => "cuoio",
            Fault::Z => "doppio tocco",
            Fault::I | Fault::K | Fault::N | Fault::P => "tocco",
            Fault::L => "bilia a contatto",
            Fault::M => "piedi",
            Fault::O => "salto",
            Fault::R => "spinta",
            Fault::LeanOnCue => "birillo appoggiato",
        }
    }

    fn why(&self, fault: Fault) -> &'static str {
        match fault {
            Fault::F15_2 => "dopo un contatto corretto la bilia battente ha abbattuto birilli",
            Fault::A => "è stata tirata una bilia sbagliata",
            Fault::B => "la bilia battente ha toccato il pallino prima della bilia avversaria",
            Fault::V => "la bilia battente ha abbattuto birilli prima di toccare la bilia avversaria",
            Fault::G => "la bilia battente non ha toccato la bilia avversaria",
            Fault::D => "una bilia è uscita dal biliardo o ha toccato la cornice",
            Fault::E => "tiro eseguito con le bilie in movimento",
            Fault::Zh => "bilia non colpita con il cuoio",
            Fault::Z => "il cuoio ha toccato la bilia battente più di una volta",
            Fault::I => "una bilia o un birillo è stato toccato per pulirlo",
            Fault::K => "una bilia o un birillo è stato spostato non dal tiro",
            Fault::L => "tiro diretto sulla bilia o sponda a contatto",
            Fault::M => "i piedi non erano come prescritto con la bilia in mano",
            Fault::N => "la bilia in mano è stata toccata troppo presto o non con la stecca",
            Fault::O => "la bilia battente ha saltato birilli o pallino prima di toccare la bilia avversaria",
            Fault::P => "una bilia o un birillo è stato toccato",
            Fault::R => "due bilie mosse da una sola spinta",
            Fault::LeanOnCue => "è caduto un birillo appoggiato alla bilia battente",
        }
    }

    fn counted(&self) -> &'static str {
        "Conteggio"
    }

    fn ball(&self, role: Role) -> &'static str {
        match role {
            Role::Cue => "bilia battente",
            Role::Object => "bilia avversaria",
            Role::Red => "pallino",
        }
    }

    fn carom(&self) -> &'static str {
        "carambola"
    }

    fn casin(&self) -> &'static str {
        "casin"
    }

    fn penalty(&self) -> &'static str {
        "penalità"
    }

    fn spared(&self, pin: Pin, rule: &str) -> String {
        let letter = pin.letter();
        match rule {
            "12.6" => format!("Il birillo {letter} era appoggiato alla bilia battente e non vale (12.6)."),
            _ => format!("Il birillo {letter} si è spostato restando in piedi: non abbattuto (12.4)."),
        }
    }

    fn no_points(&self, lost: u16) -> String {
        format!("Il tiro del 10.4 non dà punti (non conteggiati: {lost}).")
    }

    fn forfeit(&self, name: &str, forfeit: Forfeit) -> String {
        match forfeit {
            Forfeit::Set => format!("Partita persa: {name}, posto lasciato senza permesso (9.1)."),
            Forfeit::Match => format!("Incontro perso: {name}, rifiuto di continuare (9.2)."),
        }
    }

    fn misconduct(&self) -> &'static str {
        "Annotato il comportamento del giocatore in attesa (14)."
    }

    fn next(&self) -> &'static str {
        "Prossimo tiro"
    }

    fn as_they_lie(&self) -> &'static str {
        "le bilie restano dove sono"
    }

    fn in_hand(&self) -> &'static str {
        "bilia in mano, nella metà opposta alla bilia di chi ha commesso il fallo (13.1, 13.2)"
    }

    fn in_hand_in(&self, half: Half) -> &'static str {
        match half {
            Half::Lower => "bilia in mano nella metà inferiore (13.1, 13.2)",
            Half::Upper => "bilia in mano nella metà superiore (13.1, 13.2)",
        }
    }

    fn set_over(&self) -> &'static str {
        "La partita è finita"
    }
}
