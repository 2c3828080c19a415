/** Lists in statements. Statements are prepared once and kept by their text, so few lengths keep them few. */

const lengths = [1, 10, 100]

/** The values of an IN list, the last one repeated up to 1, 10, 100 or a multiple of 100. */
export function paddedList<Value>(values: readonly Value[]): Value[] {
  const { length } = values
  const padded = lengths.find((one) => one >= length) ?? Math.ceil(length / 100) * 100
  const last = values.slice(-1)
  return [...values, ...Array.from({ length: length === 0 ? 0 : padded - length }, () => last).flat()]
}

/** Rows to insert, in parts of 100, 10 or 1. */
export function insertParts<Row>(rows: readonly Row[]): Row[][] {
  const parts: Row[][] = []
  for (let from = 0; from < rows.length; ) {
    const size = lengths.findLast((one) => one <= rows.length - from) ?? 1
    parts.push(rows.slice(from, from + size))
    from += size
  }
  return parts
}
