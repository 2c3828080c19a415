import { expect, test } from 'vitest'
import type { Approval } from '@/lib/api/approval'
import { exportRows } from '@/lib/api/export-text'
import { exported } from './intent-peek'
import { withoutRepeats } from './intent-view'
import { intentOf } from './testing'

const approval: Approval = {
  state: 'approved',
  version: 3,
  requirements: [],
  missing: [],
  approvers: [],
  may_decide: false,
  digest: 'two',
  expires_at: '2026-11-23T15:00:00Z',
  decisions: [
    { person: 'Maren Vick', kind: 'approve', at: '2026-11-23T10:00:00Z', is_current: false },
    { person: 'Kim Ode', kind: 'approve', at: '2026-11-23T10:22:00Z', is_current: true },
  ],
}
const exportedOf = (more: Parameters<typeof intentOf>[0]) => {
  const [head = [], cells = []] = exportRows(exported.members, [exported.membersOf(intentOf(more))])
  return Object.fromEntries(head.flatMap((name, at) => (name.startsWith('approval_') ? [[name, cells[at]]] : [])))
}

test('an exported request says how its approval stands, by whom, when and under which policy', () => {
  expect(exportedOf({ approval })).toEqual({
    approval_state: 'approved',
    approval_by: 'Kim Ode',
    approval_at: '2026-11-23T10:22:00Z',
    approval_policy_version: '3',
  })
  const declined: Approval = {
    ...approval,
    state: 'declined',
    decisions: [
      ...approval.decisions,
      { person: 'Tomas Brandt', kind: 'decline', at: '2026-11-23T10:30:00Z', is_current: true },
    ],
  }
  expect(exportedOf({ approval: declined })).toMatchObject({ approval_by: 'Tomas Brandt', approval_state: 'declined' })
  expect(exportedOf({ approval: { ...approval, state: 'expired' }, settled_at: '2026-11-23T15:00:01Z' })).toMatchObject(
    { approval_state: 'expired', approval_at: '2026-11-23T15:00:01Z' },
  )
  expect(exportedOf({})).toMatchObject({ approval_state: '', approval_by: '' })
})

test('checks that found the same one after the other are one entry of the history, the last of them', () => {
  const check = (minute: string, words = 'Found at the provider', person?: string) =>
    ({ kind: 'asked', at: `2026-11-23T10:${minute}:00Z`, words, person }) as const
  const sent = { kind: 'sent', at: '2026-11-23T09:00:00Z', words: 'Sent' } as const
  const told = withoutRepeats([
    sent,
    sent,
    check('01'),
    check('02'),
    check('03', 'No record'),
    check('04', 'No record', 'Kim'),
  ])
  expect(told.map(({ at, times }) => [at.slice(11, 16), times])).toEqual([
    ['09:00', 1],
    ['09:00', 1],
    ['10:02', 2],
    ['10:03', 1],
    ['10:04', 1],
  ])
})
