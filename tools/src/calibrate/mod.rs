//! Calibration: the table's parameters from tracked shots, and how well a table explains them.
//!
//! [`tracks`] reads and checks the shots, [`stroke`] turns a stroke's numbers into paths, [`metric`] and [`contacts`]
//! compare paths with tracks, [`search`] finds the stroke that explains a shot, [`fit`] the table that explains all.

pub mod cma;
pub mod contacts;
pub mod descent;
pub mod fit;
pub mod folds;
pub mod globals;
pub mod measure;
pub mod metric;
pub mod plot;
pub mod search;
pub mod simplex;
pub mod stroke;
pub mod tracks;
