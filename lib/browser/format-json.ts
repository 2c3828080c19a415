/** Pretty-prints JSON without losing a digit. */

/** The numbers of a JSON text as written, outside strings. */
const numbersOf = (json: string) => json.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []

/**
 * Pretty-prints JSON text. Text that is not JSON, or whose numbers JavaScript would change (`1.10`, or too many digits),
 * is returned unchanged.
 */
export function formatJson(text: string): string {
  try {
    const set = JSON.stringify(JSON.parse(text), null, 2)
    return numbersOf(set).join() === numbersOf(text).join() ? set : text
  } catch {
    return text
  }
}
