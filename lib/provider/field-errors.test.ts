import { describe, expect, test } from 'vitest'
import { label, nearest, unknownNames } from './field-errors'
import { queryNames } from './read-query'
import { transferTypes } from './transfer-terms'
import { TransferQuery } from './transfers'

const names = queryNames(TransferQuery)

describe('the nearest known name', () => {
  test.each([
    ['profile_id', 'profile_ids'],
    ['Profile_IDs', 'profile_ids'],
    ['status', 'statuses'],
    ['orderBy', 'order_by'],
    ['cursor', 'page_cursor'],
    ['crypto_tx_hash', 'crypto_tx_hashes'],
    ['updated_at.gtee', 'updated_at.gte'],
    ['limits', 'limit'],
  ])('of %s is %s', (typed, meant) => {
    expect(nearest(typed, names)).toBe(meant)
  })

  test('is none where no name is similar', () => {
    for (const typed of ['xylophone', 'q', '__proto__', '🙂', ''])
      expect(nearest(typed, ['limit', 'order'])).toBeUndefined()
    expect(nearest('limit', [])).toBeUndefined()
  })

  test('of a value finds the listed one in any case', () => {
    expect(nearest('crypto_deposit', transferTypes)).toBe('CRYPTO_DEPOSIT')
    expect(nearest('RTP_DEPOSITS', transferTypes)).toBe('RTP_DEPOSIT')
  })

  test('is not searched for a very long name', () => {
    const before = process.cpuUsage()
    expect(nearest('x'.repeat(60_000), names)).toBeUndefined()
    expect(process.cpuUsage(before).user).toBeLessThan(50_000)
  })
})

test('each unknown name has one line, whatever it contains', () => {
  expect(unknownNames(['a\nb', 'ordr'], ['order']).split('\n')).toEqual([
    'Unknown field "a\\nb".',
    'Unknown field "ordr". Did you mean "order"?',
  ])
})

test('a label is a readable field name', () => {
  expect(['base_amount', 'created_at.gte', 'identity_id', 'profile_ids', 'ids'].map(label)).toEqual([
    'Base amount',
    'Created at (gte)',
    'Identity ID',
    'Profile IDs',
    'IDs',
  ])
})
