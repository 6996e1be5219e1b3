//! Medians, percentiles and evenly spread samples.

/// The median of some numbers; the mean of the middle two if their count is even. 0 of none.
pub(crate) fn median(values: &[f64]) -> f64 {
    let sorted = sorted(values);
    let middle = sorted.len() / 2;
    match sorted.len() {
        0 => 0.0,
        count if count.is_multiple_of(2) => (sorted[middle - 1] + sorted[middle]) / 2.0,
        _ => sorted[middle],
    }
}

/// The smallest value that at least `percent` of them do not exceed. 0 of none.
pub(crate) fn percentile(values: &[f64], percent: usize) -> f64 {
    let sorted = sorted(values);
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted.get(rank - 1).copied().unwrap_or(0.0)
}

/// The smallest; infinite of none.
pub(crate) fn least(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

/// The sum divided by the count; 0 of none.
pub(crate) fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

/// The product's root of the count: the fair mean of ratios; 1 of none.
pub(crate) fn geometric_mean(ratios: &[f64]) -> f64 {
    mean(&ratios.iter().map(|ratio| ratio.ln()).collect::<Vec<_>>()).exp()
}

/// At most `most` of the indices below `count`, evenly spread, the last one included.
pub(crate) fn spread(count: usize, most: usize) -> Vec<usize> {
    let taken = count.min(most);
    (1..=taken).map(|part| part * count / taken - 1).collect()
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-12, "{found} is not {expected}");
    }

    #[test]
    fn medians_and_percentiles_of_few_values() {
        is_near(median(&[]), 0.0);
        is_near(median(&[3.0, 1.0, 2.0]), 2.0);
        is_near(median(&[4.0, 1.0, 2.0, 3.0]), 2.5);
        is_near(percentile(&[5.0], 99), 5.0);
        let hundred: Vec<f64> = (1..=100).map(f64::from).collect();
        is_near(percentile(&hundred, 99), 99.0);
        is_near(percentile(&hundred, 50), 50.0);
        is_near(percentile(&[], 50), 0.0);
    }

    #[test]
    fn means_of_values_and_of_ratios() {
        is_near(mean(&[1.0, 2.0, 6.0]), 3.0);
        is_near(geometric_mean(&[2.0, 8.0]), 4.0);
        is_near(geometric_mean(&[]), 1.0);
    }

    #[test]
    fn samples_are_even_and_hold_the_last() {
        assert_eq!(spread(10, 5), [1, 3, 5, 7, 9]);
        assert_eq!(spread(3, 5), [0, 1, 2]);
        assert_eq!(spread(0, 5), [0usize; 0]);
        assert_eq!(spread(7, 1), [6]);
    }
}
