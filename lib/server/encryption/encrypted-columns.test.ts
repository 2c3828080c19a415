/** The list of encrypted columns against what the tables say of themselves. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { encryptedTables } from './encrypted-columns'

/** The columns of a type whose comment says that they are encrypted, as `table.column`; `OwnedExport` is part of two. */
function columnsCalledEncrypted(): string[] {
  const source = readFileSync('lib/database/tables.ts', 'utf8')
  const names = new Map(
    [...source.matchAll(/^ {2}(\w+): (\w+)Table$/gm)].map(([, table = '', type = '']) => [type, table]),
  )
  return [...source.matchAll(/^(?:export )?type (\w+?)(?:Table)? = (?:[^{\n]*& )?\{\n([\s\S]*?)^\}/gm)].flatMap(
    ([, type = '', body = '']) =>
      [...body.matchAll(/\/\*\*([^/]*?)\*\/\n {2}(\w+)/g)]
        .filter(([, comment = '']) => /\bencrypted\b/i.test(comment))
        .flatMap(([, , column]) =>
          (type === 'OwnedExport' ? ['export_job', 'export_schedule'] : [names.get(type)]).map(
            (table) => `${table}.${column}`,
          ),
        ),
  )
}

it('names every column that the tables call encrypted', () => {
  const listed = encryptedTables.flatMap(({ table, encrypted }) => encrypted.map((column) => `${table}.${column}`))
  // Their comments are on the table, or on another column of the row.
  const unsaid = ['export_part.content', 'intent_event.words', 'preset.value']
  expect(listed.filter((column) => !unsaid.includes(column)).sort()).toEqual(columnsCalledEncrypted().sort())
})
