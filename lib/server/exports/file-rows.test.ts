/** Which rows of a file have changed since it was begun. */
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { ListRow } from '../scans/page-rows'
import { FileRows } from './file-rows'
import { rowNumber } from './part-buffer'

const since = Date.UTC(2026, 10, 19)
const row = (id: string, updated = since - 1) =>
  new ListRow(Buffer.from(JSON.stringify({ id, updated_at: new Date(updated).toISOString() })))

test('rows of a file count once as changed, and late ones again when they change', () => {
  const ids = Array.from({ length: 3_000 }, () => randomUUID())
  const file = new FileRows(ids.length, since)
  file.addNumbers(Float64Array.from(ids.map((id) => rowNumber(row(id)))))
  expect(new Set(ids.map((id) => file.stateOf(row(id))))).toEqual(new Set(['same']))
  expect(new Set(ids.map((id) => file.stateOf(row(id, since))))).toEqual(new Set(['changed']))
  for (const id of ids) file.add(row(id, since))
  expect(new Set(ids.map((id) => file.stateOf(row(id, since + 1))))).toEqual(new Set(['same']))

  const late = randomUUID()
  expect(file.stateOf(row(late, since))).toBe('new')
  file.add(row(late, since))
  expect([file.stateOf(row(late, since)), file.stateOf(row(late, since + 1))]).toEqual(['same', 'changed'])
})

test('a file without rows has none of them', () => {
  expect(new FileRows(0, since).stateOf(row(randomUUID(), since))).toBe('new')
})
