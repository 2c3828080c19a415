/** What the tests of reconciling share. */
import { pauses } from '../../../api/pasted/yielding'
import type { Columns } from '../../../domain/statements/heads'
import { readStatement } from '../../../domain/statements/read'
import { StatementRefused } from '../../../domain/statements/statement'
import { readTableLines } from '../../../domain/statements/table-lines'
import type { Answers, Table } from '../../../domain/statements/tables'
import { bankLinesOf } from './reconciling'

/** A file that must be a table. */
export async function tableOf(file: Blob | string): Promise<Table> {
  const read = await readStatement(file, pauses())
  if ('heads' in read) return read
  throw new StatementRefused(`This is ${read.format}.`)
}

/** The lines of a table, ready to be asked, and what it leaves open. Lines without a direction are said to be credits. */
export async function linesOfTable(table: Table, columns: Columns, answers: Answers = {}) {
  const statement = await readTableLines(table, columns, { direction: 'credit', ...answers }, pauses())
  return { ...statement, ...(await bankLinesOf(statement, statement.hasSides)) }
}
