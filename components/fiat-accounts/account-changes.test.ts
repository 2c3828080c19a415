import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeRecords, type TextValues } from '@/components/forms/form-values'
import { isObject, type Json } from '@/lib/domain/json'
import { checkInput } from '@/lib/provider/check'
import {
  type ChangeValues,
  changeDescription,
  changeErrors,
  changesBody,
  changeValues,
  changeWarnings,
  rebaseChanges,
} from './account-changes'
import { blankOwner, blankWire, numberAt } from './account-values'

const wire = {
  account_number: '4455667788',
  fiat_account_owner_address: { country: 'US', city: 'Boston', address1: '1 Front Street' },
  routing_details: {
    routing_number_type: 'ABA',
    routing_number: '021000089',
    bank_name: 'Northgate Trust',
    bank_address: { country: 'US', city: 'New York' },
  },
}
const account = {
  id: '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5',
  status: 'APPROVED',
  created_at: '2026-11-19T14:31:52Z',
  fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor' } },
  fiat_network_instructions: { wire },
  metadata: { desk: 'A' },
}
const masked = mergeRecords(account, { fiat_network_instructions: { wire: { account_number: 'XXXX7788' } } })

/** The form's values after some of its fields were edited. */
function typed(record: unknown, change: Json, more: Partial<ChangeValues> = {}): ChangeValues {
  const over = (texts: unknown, changes: Json): unknown =>
    isObject(texts)
      ? {
          ...texts,
          ...Object.fromEntries(
            Object.entries(changes).map(([name, value]) => [name, isObject(value) ? over(texts[name], value) : value]),
          ),
        }
      : changes
  return { ...(over(changeValues(record), change) as ChangeValues), ...more }
}
const wireTyped = (change: Json, record: unknown = account) =>
  typed(record, { fiat_network_instructions: { wire: change } })

describe('a change to a fiat account', () => {
  test('starts with the known details, and sends nothing until something changes', () => {
    const values = changeValues(account)
    expect(values.fiat_network_instructions.wire.account_number).toBe('4455667788')
    expect(values.fiat_account_owner).toMatchObject({ kind: 'person', person_details: { last_name: 'Okafor' } })
    expect(changesBody(values)).toEqual({})
    expect(changeErrors(values)).toEqual({ '': 'Nothing has changed. Change a field before you continue.' })
    expect(changeWarnings(values)).toEqual({})
  })

  test('sends only the member that changed', () => {
    const values = wireTyped({ routing_details: { bank_name: 'Granite Bank' } })
    expect(changesBody(values)).toEqual({
      fiat_network_instructions: { wire: { routing_details: { bank_name: 'Granite Bank' } } },
    })
    expect(changeErrors(values)).toEqual({})
  })

  test('sends an address as a whole if one member changed', () => {
    expect(changesBody(wireTyped({ fiat_account_owner_address: { city: 'Chicago' } }))).toEqual({
      fiat_network_instructions: {
        wire: { fiat_account_owner_address: { country: 'US', city: 'Chicago', address1: '1 Front Street' } },
      },
    })
    expect(changesBody(wireTyped({ routing_details: { bank_address: { city: 'Albany' } } }))).toEqual({
      fiat_network_instructions: { wire: { routing_details: { bank_address: { country: 'US', city: 'Albany' } } } },
    })
  })

  test('sends both names of a person if one changed', () => {
    const values = typed(account, { fiat_account_owner: { person_details: { last_name: 'Okafor-Bell' } } })
    expect(changesBody(values)).toEqual({
      fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Okafor-Bell' } },
    })
  })

  test('sends metadata as a whole, and ignores its order', () => {
    const pairs = [
      { key: 'desk', value: 'A' },
      { key: 'team', value: 'ops' },
    ]
    expect(changesBody(typed(account, {}, { metadata: pairs }))).toEqual({ metadata: { desk: 'A', team: 'ops' } })
    const both = changeValues({ ...account, metadata: { team: 'ops', desk: 'A' } })
    expect(changesBody({ ...both, metadata: pairs })).toEqual({})
  })

  test('never sends a masked number back, but sends a new one', () => {
    const values = changeValues(masked)
    expect(values.fiat_network_instructions.wire.account_number).toBe('')
    const other = wireTyped({ routing_details: { bank_name: 'Granite Bank' } }, masked)
    expect(JSON.stringify(changesBody(other))).not.toMatch(/account_number/)
    expect(changeWarnings(other)).toEqual({})
    for (const number of ['XXXX7788', 'XXXX 7789', '****7788'])
      expect(changeErrors(wireTyped({ account_number: number }, masked))[numberAt]).toMatch(
        /^Enter the full account number/,
      )
    expect(changesBody(wireTyped({ account_number: '44 5566 7789' }, masked))).toEqual({
      fiat_network_instructions: { wire: { account_number: '4455667789' } },
    })
  })

  test('ignores spaces in an account number', () => {
    const grouped = mergeRecords(account, { fiat_network_instructions: { wire: { account_number: '4455 667788' } } })
    expect(changesBody(changeValues(grouped))).toEqual({})
    expect(changesBody(wireTyped({ account_number: '44 55 66 77 88' }))).toEqual({})
  })

  test('warns that emptied fields keep their value, and does not send them', () => {
    const values = wireTyped({ routing_details: { bank_name: ' ' }, fiat_account_owner_address: { address1: '' } })
    expect(changesBody(values)).toEqual({})
    expect(Object.keys(changeWarnings(values)).sort()).toEqual([
      'fiat_network_instructions.wire.fiat_account_owner_address.address1',
      'fiat_network_instructions.wire.routing_details.bank_name',
    ])
    expect(changeWarnings(typed(account, {}, { metadata: [] })).metadata).toMatch(/keeps its current value/)
  })

  test('warns only of what would be sent', () => {
    const odd = mergeRecords(account, {
      fiat_network_instructions: { wire: { routing_details: { routing_number: '123456789', bank_name: 'Bäcker' } } },
    })
    expect(changeWarnings(changeValues(odd))).toEqual({})
    const values = wireTyped({ routing_details: { bank_name: 'Bäcker 2' } }, odd)
    expect(Object.keys(changeWarnings(values))).toEqual(['fiat_network_instructions.wire.routing_details.bank_name'])
    const town = wireTyped({ fiat_account_owner_address: { country: 'CH' } }, {})
    expect(Object.keys(changeWarnings(town))).toEqual([
      'fiat_network_instructions.wire.fiat_account_owner_address.city',
    ])
  })

  test('sends the filled fields if no details are known', () => {
    const values = wireTyped({ account_number: '4455667788' }, {})
    expect(changesBody(values)).toEqual({ fiat_network_instructions: { wire: { account_number: '4455667788' } } })
  })

  test('that began before another change keeps both', () => {
    const mine = wireTyped({ routing_details: { bank_name: 'Granite Bank' } })
    const theirs = mergeRecords(masked, {
      fiat_account_owner: { person_details: { last_name: 'Bell' } },
      fiat_network_instructions: { wire: { routing_details: { routing_number: '026009593' } } },
    })
    const both = rebaseChanges(mine, changeValues(theirs, '2026-11-20T09:00:00Z'))
    expect(both.known_at).toBe('2026-11-20T09:00:00Z')
    expect(both.fiat_account_owner.person_details.last_name).toBe('Bell')
    expect(both.fiat_network_instructions.wire.account_number).toBe('')
    expect(changesBody(both)).toEqual(changesBody(mine))
  })

  test('can be filled in again from what was sent', () => {
    const body = { fiat_network_instructions: { wire: { routing_details: { bank_name: 'Granite Bank' } } } }
    expect(changesBody(changeValues(account, '', body))).toEqual(body)
  })
})

const text = fc.oneof(fc.constantFrom('', ' ', 'US', 'XXXX4512', '021000021'), fc.string())
const textsLike = (blank: TextValues): fc.Arbitrary<TextValues> =>
  fc.record(
    Object.fromEntries(
      Object.entries(blank).map(([name, value]) => [name, typeof value === 'string' ? text : textsLike(value)]),
    ),
  ) as fc.Arbitrary<TextValues>

/** Every member of a body by its path. */
const leavesOf = (body: unknown, path = ''): [string, unknown][] =>
  isObject(body)
    ? Object.entries(body).flatMap(([name, value]) => leavesOf(value, path ? `${path}.${name}` : name))
    : [[path, body]]

test('any valid change fits the row, changes something and empties nothing', () => {
  const wires = textsLike(blankWire)
  const kinds = fc.constantFrom('', 'person', 'institution')
  fc.assert(
    fc.property(wires, wires, textsLike(blankOwner), kinds, (before, now, owner, kind) => {
      const known = { fiat_network_instructions: { wire: before } }
      const values = typed(known, { fiat_network_instructions: { wire: now }, fiat_account_owner: { ...owner, kind } })
      if (Object.keys(changeErrors(values)).length > 0) return
      const body = changesBody(values)
      const leaves = leavesOf(body)
      expect(leaves.length).toBeGreaterThan(0)
      for (const [path, value] of leaves) {
        if (path.startsWith('fiat_account_owner.')) continue
        expect(String(value).trim()).not.toBe('')
      }
      const number = leaves.find(([path]) => path === numberAt)?.[1]
      expect(String(number)).not.toMatch(/^XXXX/)
      const { fiat_account_owner: _, ...instructions } = body
      expect(() => checkInput('updateFiatAccount', { path: { id: account.id }, body: instructions })).not.toThrow()
    }),
    { numRuns: 500 },
  )
})

test('a bank change announces another review and offers no look-up', () => {
  const { known, ...blank } = changeValues(undefined)
  const values = { ...structuredClone(blank), known }
  values.fiat_network_instructions.wire.routing_details.bank_name = 'Halden Bank'
  const steps = changeDescription('an-account', undefined).steps(values).flat()
  expect(steps).toContain('The provider reviews the account again')
  expect(steps).toContain('A change has no reference, so Mintdesk cannot look up its outcome.')
})
