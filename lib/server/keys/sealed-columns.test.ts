/** The list of sealed columns, against what the tables say of themselves and who seals. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { sealedTables } from './sealed-columns'

/** The columns of a type whose comment says that they are sealed, as `table.column`; `OwnedExport` is part of two. */
function columnsCalledSealed(): string[] {
  const source = readFileSync('lib/database/tables.ts', 'utf8')
  const names = new Map(
    [...source.matchAll(/^ {2}(\w+): (\w+)Table$/gm)].map(([, table = '', type = '']) => [type, table]),
  )
  return [...source.matchAll(/^(?:export )?type (\w+?)(?:Table)? = (?:[^{\n]*& )?\{\n([\s\S]*?)^\}/gm)].flatMap(
    ([, type = '', body = '']) =>
      [...body.matchAll(/\/\*\*([^/]*?)\*\/\n {2}(\w+)/g)]
        .filter(([, comment = '']) => /\bsealed\b/i.test(comment))
        .flatMap(([, , column]) =>
          (type === 'OwnedExport' ? ['export_job', 'export_schedule'] : [names.get(type)]).map(
            (table) => `${table}.${column}`,
          ),
        ),
  )
}

it('names every column that the tables call sealed', () => {
  const listed = sealedTables.flatMap(({ table, sealed }) => sealed.map((column) => `${table}.${column}`))
  // Their comments are on the table, or on another column of the row.
  const unsaid = ['export_part.content', 'intent_event.words', 'preset.value']
  expect(listed.filter((column) => !unsaid.includes(column)).sort()).toEqual(columnsCalledSealed().sort())
})

it('is complete as long as these files alone seal; another one adds its columns', () => {
  const files = execFileSync(
    'git',
    ['grep', '-lE', String.raw`\.(seal|sealBytes|sealIfNumbered)\(`, '--', 'lib/server'],
    {
      encoding: 'utf8',
    },
  )
  const names = files.split('\n').filter((file) => file !== '' && !/\.test\.ts$|\/testing/.test(file))
  expect(names).toEqual([
    'lib/server/activity/presets.ts',
    'lib/server/activity/record-notes.ts',
    'lib/server/auth/renewal.ts',
    'lib/server/auth/sessions.ts',
    'lib/server/hold/holds.ts',
    'lib/server/keys/resealing.ts',
    'lib/server/reading/exports/jobs.ts',
    'lib/server/reading/exports/schedules.ts',
    'lib/server/reading/observed-rows.ts',
    'lib/server/views/view-store.ts',
    'lib/server/webhooks/endpoints.ts',
    'lib/server/webhooks/outbox.ts',
    'lib/server/writes/ledger.ts',
    'lib/server/writes/plain-texts.ts',
    'lib/server/writes/sealing.ts',
  ])
})
