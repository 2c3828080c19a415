/** JSON as an engineer reads it: set in lines, with no digit lost. */

/** The numbers of a JSON text as they are written, strings left aside. */
const numbersOf = (json: string) => json.replace(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []

/**
 * Sets a JSON text in lines. Where JavaScript's numbers would change one (`1.10`, or more digits than they hold), or the
 * text is no JSON, it is given back as it came.
 */
export function inLines(text: string): string {
  try {
    const set = JSON.stringify(JSON.parse(text), null, 2)
    return numbersOf(set).join() === numbersOf(text).join() ? set : text
  } catch {
    return text
  }
}

/** A number as its text has it, where JavaScript's own would say it in other digits. */
const asWritten = (_name: string, value: unknown, written?: { source?: string }): unknown =>
  typeof value === 'number' && written?.source !== undefined && String(value) !== written.source
    ? written.source
    : value

/**
 * Reads JSON so that no digit of a number is lost: one that JavaScript would change becomes its text. Browsers that do
 * not give the text (Chromium before 114, Firefox before 135, Safari before 18.4) read it as they always do.
 */
export const exactJson = (text: string): unknown => JSON.parse(text, asWritten)
