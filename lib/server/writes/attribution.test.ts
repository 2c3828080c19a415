import { describe, expect, test } from 'vitest'
import { type Case, type Contender, madeAt, makerOf } from './attribution'

const second = 1_000_000
const hour = 3_600 * second
const noon = 1_795_000_000 * second

const mine: Contender = { id: 'b', state: 'unknown', recordId: null, sentAt: noon, claimedAt: noon, isChecked: false }
const other = (more: Partial<Contender>): Contender => ({
  ...mine,
  id: 'a',
  claimedAt: more.sentAt ?? noon,
  ...more,
})
const typed: Case = {
  mine,
  isOwnReference: false,
  isReplay: true,
  isTold409: false,
  record: { id: 'o-1', madeAt: noon + second },
  others: [],
}
const generated: Case = { ...typed, isOwnReference: true }
const made = (at: number | undefined) => ({ record: { id: 'o-1', madeAt: at } })

describe('The record under a reference', () => {
  test.each([
    ['is own where nobody else was sent under it', typed, 'own'],
    [
      'is own where it is the one that confirmed it',
      { ...typed, mine: { ...mine, recordId: 'o-1' }, ...made(undefined), others: [other({ sentAt: 0 })] },
      'own',
    ],
    ['is own where it does not say when it was made', { ...typed, ...made(undefined) }, 'own'],
    ['is earlier where it was made an hour before the request was sent', { ...typed, ...made(noon - hour) }, 'earlier'],
    ['is unclear where it was made seconds before', { ...typed, ...made(noon - 30 * second) }, 'unclear'],
    ['is own where clocks of whole seconds explain it', { ...typed, ...made(noon - 2 * second) }, 'own'],
    [
      'is unclear at a first answer that does not say when it was made',
      { ...typed, isTold409: true, ...made(undefined) },
      'unclear',
    ],
    [
      'is unclear seconds after a noted intent was sent, which may have made it',
      { ...typed, others: [other({ state: 'confirmed', sentAt: noon - 3 * second })] },
      'unclear',
    ],
    [
      'is own under a generated reference though the clocks say seconds before',
      { ...generated, ...made(noon - 30 * second) },
      'own',
    ],
    [
      'is unclear under a generated reference where it was made an hour before',
      { ...generated, ...made(noon - hour) },
      'unclear',
    ],
    [
      'is another’s where another intent has this record',
      { ...typed, others: [other({ state: 'confirmed', recordId: 'o-1' })] },
      'another',
    ],
    [
      'is own where the other intent has a record of its own',
      { ...typed, others: [other({ state: 'confirmed', recordId: 'o-0' })] },
      'own',
    ],
    [
      'is own where a noted intent was sent 25 h before and the record was made after this one was sent',
      { ...typed, others: [other({ state: 'confirmed', sentAt: noon - 25 * hour })] },
      'own',
    ],
    [
      'is a noted intent’s where it was made before this one was sent',
      {
        ...typed,
        ...made(noon - hour / 2),
        others: [other({ state: 'confirmed', sentAt: noon - hour })],
      },
      'another',
    ],
    [
      'is unclear beside a noted intent where it does not say when it was made',
      { ...typed, ...made(undefined), others: [other({ state: 'confirmed', sentAt: noon - hour })] },
      'unclear',
    ],
    [
      'is unclear where a noted intent was sent after this one',
      { ...typed, ...made(noon + hour), others: [other({ state: 'confirmed', sentAt: noon + hour / 2 })] },
      'unclear',
    ],
    [
      'is own where the other was sent after it was made',
      { ...typed, others: [other({ sentAt: noon + hour })] },
      'own',
    ],
    ['is the first one’s of two that are unknown', { ...typed, others: [other({ sentAt: noon + second })] }, 'own'],
    [
      'is unclear for the second of two that are unknown',
      { ...typed, others: [other({ sentAt: noon - second })] },
      'unclear',
    ],
    [
      'is unclear at a first answer beside another that is unknown',
      { ...typed, isReplay: false, others: [other({})] },
      'unclear',
    ],
    [
      'waits for a check of the other',
      { ...typed, others: [other({ sentAt: noon + second, isChecked: true })] },
      'checked',
    ],
    [
      'is unclear while another is on its way',
      { ...typed, others: [other({ state: 'sent', sentAt: noon + second })] },
      'unclear',
    ],
  ] as [string, Case, string][])('%s', (_, one, maker) => {
    expect(makerOf(one)).toBe(maker)
  })

  test('says when it was made, wrapped or not, or not at all', () => {
    const at = '2026-11-20T17:00:00.123456789Z'
    expect(madeAt({ created_at: at })).toBe(Date.UTC(2026, 10, 20, 17, 0, 0, 123) * 1000 + 456)
    expect(madeAt({ rule: { created_at: at } })).toBe(madeAt({ created_at: at }))
    expect([madeAt({}), madeAt({ created_at: 'yesterday' }), madeAt(undefined)]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })
})
