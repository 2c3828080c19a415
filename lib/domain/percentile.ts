/**
 * A percentile by nearest rank, so always one of the values; 0 of none.
 * @param sorted the lowest first
 * @param fraction 0.5 is the median
 */
export const percentile = (sorted: ArrayLike<number>, fraction: number): number =>
  sorted[Math.max(0, Math.ceil(fraction * sorted.length) - 1)] ?? 0
