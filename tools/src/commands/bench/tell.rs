//! The report as a person reads it.

use super::spread::Features;
use super::strokes::{KINDS, SETS, Set};
use super::{Report, Row};
use anyhow::Result;
use std::io::Write;

/// Prints speed, spread and what the dear strokes have in common.
pub fn tell(out: &mut dyn Write, report: &Report, no_instructions: bool) -> Result<()> {
    let rows = rows(report);
    speeds(out, report.threads, &rows)?;
    match (&report.counter, no_instructions) {
        (Some(counter), _) => writeln!(out, "instructions counted by {counter}")?,
        (None, true) => writeln!(out, "instructions left out")?,
        (None, false) => writeln!(out, "instructions not counted: valgrind is not installed")?,
    }
    spreads(out, &rows)?;
    by_events(out, &rows)?;
    dear(out, &rows)?;
    writeln!(out, "\nphysics {}, seed {}", report.physics, report.seed)?;
    Ok(())
}

/// The sets with their rows, in order.
fn rows(report: &Report) -> Vec<(Set, Row)> {
    let by_set = SETS.into_iter().map(|set| (set, report.sets[set.key]));
    by_set.chain(KINDS.into_iter().map(|set| (set, report.kinds[set.key]))).collect()
}

fn speeds(out: &mut dyn Write, threads: usize, rows: &[(Set, Row)]) -> Result<()> {
    let all = format!("{threads} threads");
    writeln!(
        out,
        "{:<18}{:>12}{all:>12}{:>7}{:>9}{:>9}{:>10}",
        "strokes/s", "1 thread", "ratio", "events", "ns/ev.", "instr/ev"
    )?;
    for (set, r) in rows {
        let instructions = r.instructions_per_event.map_or("-".into(), |n| format!("{n:.0}"));
        let ratio = r.strokes_per_s_all / r.strokes_per_s_1;
        writeln!(
            out,
            "{:<18}{:>12.0}{:>12.0}{ratio:>7.2}{:>9.1}{:>9.0}{instructions:>10}",
            set.name, r.strokes_per_s_1, r.strokes_per_s_all, r.events_per_stroke, r.ns_per_event
        )?;
    }
    Ok(())
}

fn spreads(out: &mut dyn Write, rows: &[(Set, Row)]) -> Result<()> {
    writeln!(
        out,
        "\n{:<18}{:>9}{:>8}{:>8}{:>9}{:>10}{:>6}{:>6}{:>7}",
        "cost of a stroke", "median ns", "95 %", "99 %", "worst", "median ev", "95 %", "99 %", "worst"
    )?;
    for (set, r) in rows {
        let (ns, events) = (r.spread.ns, r.spread.events);
        writeln!(
            out,
            "{:<18}{:>9.0}{:>8.0}{:>8.0}{:>9.0}{:>10.0}{:>6.0}{:>6.0}{:>7.0}",
            set.name, ns.median, ns.p95, ns.p99, ns.worst, events.median, events.p95, events.p99, events.worst
        )?;
    }
    Ok(())
}

/// Cost against the number of events.
fn by_events(out: &mut dyn Write, rows: &[(Set, Row)]) -> Result<()> {
    let first = rows[0].1.spread.by_events;
    write!(out, "\n{:<18}", "ns/ev. by events")?;
    for (k, class) in first.iter().enumerate() {
        let from = if k == 0 { 1 } else { first[k - 1].up_to + 1 };
        let open = class.up_to == u32::MAX;
        write!(out, "{:>9}", if open { format!("{from}-") } else { format!("{from}-{}", class.up_to) })?;
    }
    writeln!(out)?;
    for (set, r) in rows {
        write!(out, "{:<18}", set.name)?;
        for class in r.spread.by_events {
            let none = class.share == 0.0;
            write!(out, "{:>9}", if none { "-".into() } else { format!("{:.0}", class.ns_per_event) })?;
        }
        writeln!(out)?;
    }
    Ok(())
}

/// The dearest hundredth beside all.
fn dear(out: &mut dyn Write, rows: &[(Set, Row)]) -> Result<()> {
    writeln!(
        out,
        "\n{:<18}{:>11}{:>11}{:>11}{:>11}{:>11}{:>11}{:>12}",
        "all / dearest 1 %", "cue m/s", "events", "phases", "cushions", "hits", "landings", "pin events"
    )?;
    for (set, r) in rows {
        write!(out, "{:<18}", set.name)?;
        let columns: [fn(&Features) -> f64; 7] = [
            |of| of.cue_mps,
            |of| of.events,
            |of| of.phases,
            |of| of.cushions,
            |of| of.hits,
            |of| of.landings,
            |of| of.pins,
        ];
        for of in columns {
            write!(out, "{:>11}", format!("{:.1} /{:.1}", of(&r.spread.all), of(&r.spread.dear)))?;
        }
        writeln!(out)?;
    }
    Ok(())
}
