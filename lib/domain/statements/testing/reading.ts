/** Reads a file as the page does that nobody corrects. */
import { proofOfFile } from '../proof'
import { readStatement } from '../read'
import type { Pause, Proof, Statement } from '../statement'
import { readTableLines } from '../table-lines'
import { type Answers, guessColumns } from '../tables'

/** `asked`: what only a person could say. */
export type WholeReading = { statement: Statement; proof: Proof; asked: string[] }

/** @throws StatementRefused */
export async function readWhole(file: Blob | string, answers: Answers = {}, pause?: Pause): Promise<WholeReading> {
  const read = await readStatement(file, pause)
  if (!('heads' in read)) return { statement: read, proof: proofOfFile(read), asked: [] }
  const { columns, asked } = await guessColumns(read, pause)
  const { reference } = columns
  if (reference === undefined) asked.push('reference')
  const statement = await readTableLines(read, { ...columns, reference: reference ?? -1 }, answers, pause)
  const open = [
    ...asked,
    ...(statement.notation === undefined && statement.ambiguous.length > 0 ? ['notation'] : []),
    ...statement.unknownDirections.map(() => 'directions'),
    ...(statement.withoutCurrency > 0 ? ['currency'] : []),
    ...(statement.withoutDirection > 0 ? ['direction'] : []),
  ]
  return { statement, proof: proofOfFile(statement), asked: open }
}
