/** Identifiers in a text or CSV that was dropped on the page, chosen, or pasted from a spreadsheet. */

import { type PastedIdentifiers, pastedIdentifiersInPieces } from '../../../api/pasted/pasted-identifiers'
import { textOf } from '../../../domain/statements/encodings'
import { readRows } from '../../../domain/statements/rows'

/** A larger file is refused before it is read. */
export const maximumBytes = 20_000_000

/** The file is larger than what is read at once. */
export class FileTooLarge extends Error {
  constructor() {
    super(`Choose a file of at most ${maximumBytes / 1_000_000} MB.`)
    this.name = 'FileTooLarge'
  }
}

/** Heads of columns in which each cell is one reference, whatever it looks like. */
const referenceHead =
  /^(?:(?:our|your|client|customer|payment|external) )?ref(?:erence)?s?(?: ?(?:ids?|no|number|nr))?$/i

/**
 * The same recogniser over a file. In a table whose heads name a column of references, each of its cells is one.
 * @throws FileTooLarge
 */
export async function readIdentifiersFile(file: Blob): Promise<PastedIdentifiers> {
  if (file.size > maximumBytes) throw new FileTooLarge()
  let text = ''
  for await (const { text: piece } of textOf(file)) text += piece
  const firstLine = text.split(/[\r\n]+/, 4).find((line) => line.trim() !== '' && !/^sep=/i.test(line)) ?? ''
  const heads = firstLine.split(/[,;\t|]/).map((head) => head.replace(/["_]/g, ' ').trim())
  const column = heads.findIndex((head) => referenceHead.test(head))
  if (heads.length < 2 || column < 0) return await pastedIdentifiersInPieces(text)
  // As in a list after "ref", but a cell may hold spaces.
  const rows = await readRows(text, { maximum: Number.POSITIVE_INFINITY })
  const lines = rows.slice(1).map(({ line, cells }) => ({ line, text: cellsText(cells, column) }))
  const pasted = await pastedIdentifiersInPieces(lines.map((one) => one.text).join('\n'))
  const identifiers = pasted.identifiers.map((one) => ({ ...one, line: lines[one.line - 1]?.line ?? one.line }))
  return { ...pasted, identifiers }
}

/** A row as text in which the recogniser finds the reference whole. */
function cellsText(cells: readonly string[], column: number): string {
  const plain = cells.map((cell) => cell.replace(/[\s"]+/g, ' ').trim())
  const reference = plain[column] ?? ''
  const others = plain.filter((cell, at) => at !== column && cell !== '').map((cell) => `, ${cell}`)
  return `${reference === '' ? '' : `ref: "${reference}"`}${others.join('')}`
}
