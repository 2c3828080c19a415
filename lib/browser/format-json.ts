/** JSON as an engineer reads it: set in lines, with no digit lost. */

/** The numbers of a JSON text as they are written, strings left aside. */
const numbersOf = (json: string) => json.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []

/**
 * Sets a JSON text in lines. Where JavaScript's numbers would change one (`1.10`, or more digits than they hold), or the
 * text is no JSON, it is given back as it came.
 */
export function formatJson(text: string): string {
  try {
    const set = JSON.stringify(JSON.parse(text), null, 2)
    return numbersOf(set).join() === numbersOf(text).join() ? set : text
  } catch {
    return text
  }
}
