/** Lines of CSV beside those that are made of tables of values. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { csvText, exportRows } from '../../../api/export-text'
import { exactJson } from '../../../domain/exact-json'
import type { Json } from '../../../domain/json'
import { ListRow } from '../../../server/records/page-rows'
import { exportColumns } from '../export-columns'
import { lineWriter } from './run'

const request = { list: 'listTransfers', format: 'csv', columns: undefined, hasBom: false, hasNotes: false } as const
const columns = exportColumns(request)

/** What a line must be. */
function expected(text: string, names: readonly string[]): string {
  const read = exactJson(text) as Json
  const others = Object.entries(read).filter(([name]) => name === 'other_fields' || !columns.includes(name))
  const { other_fields: _, ...own } = read
  const record = { ...own, ...(others.length > 0 && { other_fields: Object.fromEntries(others) }) }
  // In UTF-8 no surrogate stands alone.
  return Buffer.from(csvText(exportRows(names, [record]).slice(1))).toString()
}

const text = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('=1+1', '|=1', '\tcmd', '\rcmd', 'a,b', 'a"b', 'é', '', '0xabc', '-5', 'Invoice 7', '\ud800', 'a\nb'),
  fc.constantFrom('2026-11-19T15:31:52Z', '2026-11-19T15:31:52.123456789Z', '2026-11-19T15:31:52.Z', '2026-11-19'),
  fc.constantFrom('2026-11-19T15:31:52+01:00', '2026-11-19T15:31:52ZZ', '1.10', '2026_11-19T15:31:52Z'),
)
const value = fc.oneof(
  { weight: 3, arbitrary: text.map((one) => JSON.stringify(one)) },
  fc.constantFrom('1.10', '-1e5', '12345678901234567890', 'null', 'true', '0', '"\\u0041bc"', '[]', '{ "a" : [1.10] }'),
  fc.json(),
)
const name = fc.oneof(fc.constantFrom(...columns, 'new_field', 'é', '__proto__', 'toString'), text)
const record = fc
  .array(fc.tuple(name, value, fc.constantFrom('', ' ', '\n')), { maxLength: 12 })
  .map((members) => `{${members.map(([key, one, space]) => `${JSON.stringify(key)}${space}:${space}${one}`).join()}}`)

test.each([
  ['all columns', columns],
  ['chosen columns', ['created_at', 'amount', 'metadata', 'amount']],
])('lines with %s have the cells that the values of the records have', (_, names) => {
  fc.assert(
    fc.property(fc.array(record, { minLength: 1, maxLength: 4 }), (records) => {
      const writer = lineWriter({ ...request, columns: names === columns ? undefined : [...names] })
      const lines = records.map((one) => Buffer.from(writer.line(new ListRow(Buffer.from(one)))).toString())
      expect(writer.head + lines.join('')).toBe(
        csvText([[...names]]) + records.map((one) => expected(one, names)).join(''),
      )
    }),
  )
})

test('a long cell and a record that is no object have their lines', () => {
  const writer = lineWriter(request)
  const long = `{"memo":${JSON.stringify('=é,'.repeat(10_000))},"id":"a"}`
  for (const one of [long, '7', '{}', long])
    expect(writer.line(new ListRow(Buffer.from(one)))).toBe(
      one === '7' ? expected('{}', columns) : expected(one, columns),
    )
})
