import { expect, test } from 'vitest'
import type { Intent } from '@/lib/api/intents'
import { madeRows } from './made-rows'

const made = (id: string, more: Partial<Intent>): Intent => ({
  id,
  environment: 'sandbox',
  operation: 'createFiatAccount',
  state: 'confirmed',
  person: 'Ines Okafor',
  is_mine: true,
  summary: `Register ${id}`,
  record_id: 'account-1',
  record_status: 'PENDING',
  status_at: '2026-11-19T10:00:00.000Z',
  created_at: '2026-11-19T10:00:00.000Z',
  is_conflict: false,
  ...more,
})

test('an account that was registered and changed is one row, with the newest status that anybody learned', () => {
  const change = made('change', {
    operation: 'updateFiatAccount',
    record_status: 'APPROVED',
    status_at: '2026-11-19T12:00:00.000Z',
    noted_by: 'Tomas Reiter',
  })
  const [row, ...more] = madeRows([change, made('first', {})])
  expect(more).toEqual([])
  expect(row).toMatchObject({
    id: 'first',
    summary: 'Register first',
    record_status: 'APPROVED',
    status_at: '2026-11-19T12:00:00.000Z',
    noted_by: 'Tomas Reiter',
  })
})

test('a check of the first after a change counts, and what one noted is not kept with it', () => {
  const change = made('change', { operation: 'updateFiatAccount', noted_by: 'Tomas Reiter' })
  const [row] = madeRows([change, made('first', { record_status: 'APPROVED', status_at: '2026-11-19T12:00:00.000Z' })])
  expect(row).toMatchObject({ record_status: 'APPROVED', noted_by: undefined })
})

test('a record that was made elsewhere has its newest change for a row; one without an id is a row of its own', () => {
  const rows = madeRows([
    made('later', { operation: 'updateFiatAccount' }),
    made('earlier', { operation: 'updateFiatAccount' }),
    made('nameless', { record_id: undefined, record_status: undefined, status_at: undefined }),
  ])
  expect(rows.map(({ id }) => id)).toEqual(['later', 'nameless'])
})
