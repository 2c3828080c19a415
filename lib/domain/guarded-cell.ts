/** Cells for a spreadsheet, copied or exported, that it reads as text and never runs. */

/**
 * Texts that a spreadsheet takes for a formula, or for a quoted cell that may hold one; it may ignore what cannot be seen
 * before them. A tab or line end at the beginning may let it begin another cell with the rest (OWASP, "CSV Injection").
 */
const formula = /^(?:[\t\r\n]|[\p{C}\p{Z}]*[=+\-@|"＝＋－＠｜])/u

/** @returns the text, after an apostrophe if a spreadsheet could run it */
export const guardedCell = (text: string) => (formula.test(text) ? `'${text}` : text)

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (character) => entities[character] ?? '')

/** Rows as what a spreadsheet pastes. */
export const pastedTexts = (rows: readonly (readonly string[])[]) => ({
  'text/plain': rows.map((cells) => cells.map((text) => text.replace(/\s+/g, ' ').trim()).join('\t')).join('\n'),
  'text/html': `<table>${rows.map((cells) => `<tr>${cells.map((text) => `<td>${escaped(text)}</td>`).join('')}</tr>`).join('')}</table>`,
})
