/** The chart's scale: floats are good enough for drawing, and for nothing else. */

const steps = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]

/** The least round number that is not below a value, so that half of it is round as well; 1 for nothing at all. */
export function roundTop(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 1
  const power = 10 ** Math.floor(Math.log10(value))
  const step = steps.find((candidate) => candidate * power >= value) ?? 10
  return step * power
}

const units = [
  [1e15, ' Q'],
  [1e12, ' T'],
  [1e9, ' B'],
  [1e6, ' M'],
  [1e3, ' k'],
] as const

/** A mark of the scale in a few letters, without its sign: `6 M`, `1.5 k`, `0.0002`. */
export function markText(value: number): string {
  const size = Math.abs(value)
  const [unit, letter] = units.find(([least]) => size >= least) ?? [1, '']
  return `${Number((size / unit).toPrecision(3))}${letter}`
}
