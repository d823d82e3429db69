//! Numbers for a net, put into a list one after the other; and the lines of data files.

/// The `N` features of something, in the making.
pub(crate) struct List<const N: usize> {
    values: [f32; N],
    n: usize,
}

impl<const N: usize> List<N> {
    /// With none yet.
    pub fn new() -> List<N> {
        List { values: [0.0; N], n: 0 }
    }

    pub fn push(&mut self, value: f64) {
        self.values[self.n] = value as f32;
        self.n += 1;
    }

    pub fn extend(&mut self, values: impl IntoIterator<Item = f64>) {
        values.into_iter().for_each(|value| self.push(value));
    }

    pub fn flag(&mut self, yes: bool) {
        self.push(f64::from(u8::from(yes)));
    }

    /// The features, of which there must be `N`.
    pub fn whole(self) -> [f32; N] {
        debug_assert_eq!(self.n, N);
        self.values
    }
}

/// The lines of a data file: without remarks (`#`) and empty ones.
pub(crate) fn lines(data: &str) -> impl Iterator<Item = &str> {
    data.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty())
}
