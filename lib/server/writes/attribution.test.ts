import { describe, expect, test } from 'vitest'
import { type Candidate, type Case, createdAt, findRecordOwner, notCreatedNow } from './attribution'

const second = 1_000_000
const hour = 3_600 * second
const noon = 1_795_000_000 * second

const mine: Candidate = { id: 'b', state: 'unknown', recordId: null, sentAt: noon, claimedAt: noon, isChecked: false }
const other = (more: Partial<Candidate>): Candidate => ({ ...mine, id: 'a', claimedAt: more.sentAt ?? noon, ...more })
const typed: Case = {
  name: 'createOrder',
  now: noon + 2 * hour,
  mine,
  isOwnReference: false,
  isReplay: true,
  wasAnswered409: false,
  record: { id: 'o-1', createdAt: noon + second },
  others: [],
}
const generated: Case = { ...typed, isOwnReference: true }
const created = (at: number | undefined) => ({ record: { id: 'o-1', createdAt: at } })

describe('The owner of a record', () => {
  test.each([
    ['is this intent if no other was sent with the reference', typed, 'own'],
    [
      'is this intent if the record confirmed it',
      { ...typed, mine: { ...mine, recordId: 'o-1' }, ...created(undefined), others: [other({ sentAt: 0 })] },
      'own',
    ],
    ['is this intent if the record has no creation time', { ...typed, ...created(undefined) }, 'own'],
    [
      'is an earlier request if the record was created an hour before this one was sent',
      { ...typed, ...created(noon - hour) },
      'earlier',
    ],
    ['is unclear if the record was created seconds before', { ...typed, ...created(noon - 30 * second) }, 'unclear'],
    [
      'is this intent if whole-second clocks explain the difference',
      { ...typed, ...created(noon - 2 * second) },
      'own',
    ],
    [
      'is unclear if the first answer has no creation time',
      { ...typed, wasAnswered409: true, ...created(undefined) },
      'unclear',
    ],
    [
      'is unclear seconds after a noted intent was sent, which may have created it',
      { ...typed, others: [other({ state: 'confirmed', sentAt: noon - 3 * second })] },
      'unclear',
    ],
    [
      'is this intent with a generated reference, although the clocks say seconds before',
      { ...generated, ...created(noon - 30 * second) },
      'own',
    ],
    [
      'is unclear with a generated reference if the record was created an hour before',
      { ...generated, ...created(noon - hour) },
      'unclear',
    ],
    [
      'is another intent that has this record',
      { ...typed, others: [other({ state: 'confirmed', recordId: 'o-1' })] },
      'another',
    ],
    [
      'is this intent if the other has a different record',
      { ...typed, others: [other({ state: 'confirmed', recordId: 'o-0' })] },
      'own',
    ],
    [
      'is this intent if a noted one was sent 25 h before and the record was created after this one was sent',
      { ...typed, others: [other({ state: 'confirmed', sentAt: noon - 25 * hour })] },
      'own',
    ],
    [
      'is a noted intent if the record was created before this one was sent',
      { ...typed, ...created(noon - hour / 2), others: [other({ state: 'confirmed', sentAt: noon - hour })] },
      'another',
    ],
    [
      'is unclear with a noted intent if the record has no creation time',
      { ...typed, ...created(undefined), others: [other({ state: 'confirmed', sentAt: noon - hour })] },
      'unclear',
    ],
    [
      'is unclear if a noted intent was sent after this one',
      { ...typed, ...created(noon + hour), others: [other({ state: 'confirmed', sentAt: noon + hour / 2 })] },
      'unclear',
    ],
    [
      'is this intent if the other was sent after the record was created',
      { ...typed, others: [other({ sentAt: noon + hour })] },
      'own',
    ],
    [
      'is none of two that are unknown if nothing tells them apart',
      { ...typed, others: [other({ sentAt: noon + second })] },
      'unclear',
    ],
    [
      'is the one of two whose metadata the record has, although it was sent second',
      {
        ...typed,
        mine: { ...mine, likeness: { agrees: ['side', 'metadata.desk'], differs: [] } },
        others: [other({ sentAt: noon - second, likeness: { agrees: ['side'], differs: ['metadata.desk'] } })],
      },
      'own',
    ],
    [
      'is another whose nickname the record has and this one never gave',
      {
        ...typed,
        name: 'createRule',
        mine: { ...mine, likeness: { agrees: ['profile_id'], differs: [] } },
        others: [other({ sentAt: noon, likeness: { agrees: ['profile_id', 'nickname'], differs: [] } })],
      },
      'another',
    ],
    [
      'is unclear if the record has what the provider fills in and only the other gave',
      {
        ...typed,
        mine: { ...mine, likeness: { agrees: ['side'], differs: [] } },
        others: [other({ likeness: { agrees: ['side', 'time_in_force'], differs: [] } })],
      },
      'unclear',
    ],
    [
      'is unclear if the record has something of each',
      {
        ...typed,
        mine: { ...mine, likeness: { agrees: ['metadata.a'], differs: ['metadata.b'] } },
        others: [other({ likeness: { agrees: ['metadata.b'], differs: ['metadata.a'] } })],
      },
      'unclear',
    ],
    ['is unclear if the record is dated a day ahead', { ...typed, ...created(noon + 24 * hour) }, 'unclear'],
    [
      'is unclear for the second of two that are unknown',
      { ...typed, others: [other({ sentAt: noon - second })] },
      'unclear',
    ],
    [
      'is unclear at the first answer while another is unknown',
      { ...typed, isReplay: false, others: [other({})] },
      'unclear',
    ],
    [
      'waits for a check of the other',
      { ...typed, others: [other({ sentAt: noon + second, isChecked: true })] },
      'checked',
    ],
    [
      'is unclear while another is being sent',
      { ...typed, others: [other({ state: 'sent', sentAt: noon + second })] },
      'unclear',
    ],
  ] as [string, Case, string][])('%s', (_, one, owner) => {
    expect(findRecordOwner(one)).toBe(owner)
  })

  test.each([
    ['created a year ago', created(noon - 365 * 24 * hour), /created before/],
    ['dated an hour ahead', created(noon + 3 * hour), /future/],
    ['that another request has', { others: [other({ state: 'confirmed', recordId: 'o-1' })] }, /another request/],
  ] as const)('of a 2xx is not this intent if it is %s', (_, changes, why) => {
    expect(notCreatedNow({ ...typed, ...changes })).toMatch(why)
    expect(notCreatedNow(typed)).toBeUndefined()
  })

  test('reads when a record was created, nested or not', () => {
    const at = '2026-11-20T17:00:00.123456789Z'
    expect(createdAt('createOrder', { created_at: at })).toBe(Date.UTC(2026, 10, 20, 17, 0, 0, 123) * 1000 + 456)
    expect(createdAt('createRule', { rule: { created_at: at } })).toBe(createdAt('createOrder', { created_at: at }))
    expect([
      createdAt('createOrder', {}),
      createdAt('createOrder', { created_at: 'yesterday' }),
      createdAt('createOrder', undefined),
    ]).toEqual([undefined, undefined, undefined])
  })
})
