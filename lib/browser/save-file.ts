/** Saves a text as a file of the person's computer. @param type media type */
import { byteOrderMark, type CsvCell, csvText, safeCells } from '../api/export-text'
export function saveFile(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Safari reads it a moment later.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** The text of a CSV file: in UTF-8, as Excel is told. */
export const csvOf = (rows: readonly (readonly CsvCell[])[]) => `${byteOrderMark}${csvText(rows.map(safeCells))}`

export const csvType = 'text/csv;charset=utf-8'
