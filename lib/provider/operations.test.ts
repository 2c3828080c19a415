import { existsSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'
import * as z from 'zod/mini'
import { accountNumberMembers } from '../domain/account-numbers'
import type { Json } from '../domain/json'
import { notedKindOf } from '../features/notes/interface'
import { checkForm, checkInput, movedBy, summaryOf } from './check'
import { destinationKeys, destinationOf, namesOf, partiesIn } from './destinations'
import { differences, isDecisive, membersOf, pathsIn } from './differences'
import {
  changesOf,
  formAt,
  formPath,
  isChange,
  isEncrypted,
  isReplayable,
  listAt,
  type OperationName,
  type Operations,
  operationAt,
  operationNames,
  operations,
  pathOf,
  rowOf,
  type WriteName,
  writeNames,
  writeRowOf,
} from './operations'
import { ProblemError } from './problem'
import { isOpenStatus, isRefusedStatus, readRecord } from './records'
import { rolesWith } from './roles'
import type { Row, WriteRow } from './row'
import { bodies, recordSchemas, schemas } from './schemas'
import type { Body } from './summaries'
import { anyText } from './testing'

describe('the operation of a request', () => {
  test('is found by method and decoded path', () => {
    expect(operationAt('POST', ['v2', 'profiles', 'a/b', 'orders'])).toEqual({
      name: 'createOrder',
      path: { profile_id: 'a/b' },
    })
  })

  test('for another method, the allowed methods are returned (405)', () => {
    expect(operationAt('DELETE', ['v2', 'transfer', 'transfers'])).toEqual({ allowed: ['GET'] })
    expect(operationAt('POST', ['v2', 'transfer', 'fiat-accounts', 'x'])).toEqual({ allowed: ['PUT'] })
    expect(operationAt('get', ['v2', 'issuer-quotes'])).toEqual({ allowed: ['GET'] })
    expect(operationAt('HEAD', ['v2', 'issuer-quotes'])).toEqual({ allowed: ['GET'] })
  })

  test('for an unknown path, there is none (404)', () => {
    const nowhere = [
      '',
      'v2',
      'v1/transfer/transfers',
      'v2/transfer',
      'v2/transfer/transfers/',
      'v2/transfer/transfers/a/b',
    ]
    nowhere.push('v2/profiles//orders', 'v2//transfer/transfers', 'V2/transfer/transfers', 'v2/orchestration/rules/x')
    for (const path of nowhere) expect(operationAt('GET', path.split('/')), path).toBeUndefined()
    expect(operationAt('GET', [])).toBeUndefined()
  })

  test('is never a literal template or a prototype name', () => {
    expect(operationAt('GET', ['v2', 'profiles', '{profile_id}', 'order'])).toBeUndefined()
    expect(operationAt('GET', ['__proto__', 'constructor'])).toBeUndefined()
  })
})

describe('the path of an operation', () => {
  test('has encoded values, so that no value can change it', () => {
    expect(pathOf('createOrder', { profile_id: 'a/b' })).toBe('/v2/profiles/a%2Fb/orders')
    expect(pathOf('createOrder', { profile_id: 'a?b#c' })).toBe('/v2/profiles/a%3Fb%23c/orders')
    expect(pathOf('createOrder', { profile_id: '../../x' })).toBe('/v2/profiles/..%2F..%2Fx/orders')
    expect(pathOf('createOrder', { profile_id: '%2e%2e' })).toBe('/v2/profiles/%252e%252e/orders')
    expect(pathOf('createOrder', { profile_id: 'Zoë 日本' })).toBe('/v2/profiles/Zo%C3%AB%20%E6%97%A5%E6%9C%AC/orders')
    expect(pathOf('createOrder', { profile_id: '$&' })).toBe('/v2/profiles/%24%26/orders')
  })

  test('is refused for an empty value, one dot or two dots, which no encoding hides', () => {
    for (const id of ['', '.', '..']) expect(() => pathOf('getTransfer', { id })).toThrow(ProblemError)
    expect(() => pathOf('getTransfer')).toThrow(ProblemError)
  })

  test('still matches its row after URL normalisation, for any valid value', () => {
    const order = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '1' }
    const value = fc.oneof(anyText, fc.stringMatching(/^[./\\%2eE?#]{1,6}$/))
    fc.assert(
      fc.property(value, (profile_id) => {
        let path: string
        try {
          const input = checkInput('createOrder', { path: { profile_id }, body: order })
          path = pathOf('createOrder', input.path)
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(ProblemError)
          return
        }
        const { pathname, search, hash } = new URL(`https://service.example${path}`)
        expect({ search, hash }).toEqual({ search: '', hash: '' })
        expect(operationAt('POST', pathname.split('/').slice(1).map(decodeURIComponent))).toEqual({
          name: 'createOrder',
          path: { profile_id },
        })
      }),
      { numRuns: 1000 },
    )
  })
})

test('every row that writes has a body, every row that reads has none', () => {
  for (const name of operationNames) expect(rowOf(name).body === undefined, name).toBe(rowOf(name).method === 'GET')
})

test('the answer of each row is its record, or holds it where the row says', () => {
  for (const name of operationNames) {
    const { record, recordMember, response } = rowOf(name)
    const answer = shapeOf(schemas[response])
    const held = recordMember ? shapeOf(answer[recordMember]) : answer
    expect(Object.keys(held), name).toEqual(record === null ? [] : Object.keys(recordSchemas[record].shape))
  }
})

test('any JSON body is accepted or refused with sentences', () => {
  const bodies = operationNames.filter((name) => rowOf(name).body)
  const body = fc.oneof(
    fc.jsonValue(),
    fc.dictionary(
      fc.constantFrom(
        'metadata',
        'source',
        'type',
        'side',
        'market',
        'time_in_force',
        'fiat_account_owner',
        '__proto__',
      ),
      fc.jsonValue(),
    ),
  )
  fc.assert(
    fc.property(fc.constantFrom(...bodies), body, (name, json) => {
      try {
        checkInput(name, { path: { id: 'x', profile_id: 'p' }, body: json })
      } catch (thrown) {
        expect(thrown).toBeInstanceOf(ProblemError)
        const { problem } = thrown as ProblemError
        expect(problem.errors?.length).toBeGreaterThan(0)
        for (const { message } of problem.errors ?? []) expect(message).toMatch(/[.?]$/)
      }
    }),
    { numRuns: 1000 },
  )
})

type Def = { shape?: Record<string, z.core.$ZodType>; element?: z.core.$ZodType }

/** The members of an object, or of those in a list; none of another schema. */
function shapeOf(schema: z.core.$ZodType | undefined): Record<string, z.core.$ZodType> {
  const { shape = {}, element } = (schema?._zod.def ?? {}) as Def
  return element ? shapeOf(element) : shape
}

/** The members of a schema that are no objects, and those within objects, by their paths. */
function leavesOf(schema: z.core.$ZodType, path = ''): { path: string; schema: z.core.$ZodType }[] {
  const { def } = schema._zod as z.core.$ZodTypeInternals & { def: { shape?: object; innerType?: z.core.$ZodType } }
  if (def.innerType) return leavesOf(def.innerType, path)
  if (!def.shape) return [{ path, schema }]
  return Object.entries(def.shape).flatMap(([name, inner]) => leavesOf(inner, path ? `${path}.${name}` : name))
}
const leaves = writeNames.flatMap((name) =>
  leavesOf(bodies[operations[name].body].schema).map((leaf) => ({ name, ...leaf })),
)

const uuid = '512f26ad-a3c3-4634-ac3c-6b12b7b33cb5'

describe('the facts of a write', () => {
  test('WriteName is every row that is not a GET', () => {
    expectTypeOf<Operations[WriteName]['method']>().toEqualTypeOf<'POST' | 'PUT'>()
    expectTypeOf<Operations[Exclude<OperationName, WriteName>]['method']>().toEqualTypeOf<'GET'>()
    expect(writeNames).toEqual(operationNames.filter((name) => rowOf(name).method !== 'GET'))
  })

  test('only orders and rules are stored unencrypted, each for a stated reason', () => {
    expect(writeNames.filter((name) => !isEncrypted(name))).toEqual(['createOrder', 'createRule'])
  })

  test('a write whose body can hold an account number is encrypted', () => {
    const isNumber = (path: string) => path.split('.').some((member) => accountNumberMembers.includes(member))
    const holders = writeNames.filter((name) => leaves.some((leaf) => leaf.name === name && isNumber(leaf.path)))
    expect(holders).toContain('createFiatAccount')
    expect(holders.filter((name) => !isEncrypted(name))).toEqual([])
  })

  test('a body with a ref_id can be replayed, and no other', () => {
    const withReference = writeNames.filter((name) => 'ref_id' in bodies[operations[name].body].schema.shape)
    expect(withReference).toContain('createOrder')
    expect(writeNames.filter(isReplayable)).toEqual(withReference)
  })

  test.each(writeNames)(
    '%s has a page of its own and its journey, a summary of any body, and a place for the notes of its record',
    (name) => {
      const { listTitle, page, record } = writeRowOf(name)
      expect(formAt(page, isChange(name))).toBe(name)
      // A folder of its own would be found before the pages of all forms and lists.
      expect(existsSync(`app/(console)/[environment]/${page}`), page).toBe(false)
      expect(existsSync(`e2e/${page}.spec.ts`), page).toBe(true)
      if (listTitle) expect([listAt(page), record === null]).toEqual([name, false])
      fc.assert(
        fc.property(fc.jsonValue(), (body) => {
          expect(summaryOf(name, { id: 'i', profile_id: 'p' }, body)).not.toBe('')
        }),
      )
      expect(notedKindOf(name) === undefined).toBe(record === null)
    },
  )

  test('each decimal member is compared as one: 1.5 is 1.50', () => {
    const decimals = leaves.filter(({ name, path, schema }) => {
      const takes = (text: string) => z.safeParse(schema, text).success
      return membersOf(name).get(path)?.as === 'decimal' || (takes('1.5') && takes('1.50') && !takes('one'))
    })
    expect(decimals.map(({ path }) => path)).toContain('base_amount')
    // Which of them is the amount, the review of its form says (e2e/wire/form.ts).
    expect(new Set(decimals.map(({ name }) => name))).toEqual(
      new Set(writeNames.filter((name) => ![null, 'unknown'].includes(writeRowOf(name).moves.money))),
    )
    for (const { name, path } of decimals) {
      expect(membersOf(name).get(path), `${name}.${path}`).toMatchObject({ as: 'decimal', isDecisive: true })
      const differ = (asked: string, there: string) => differences(name, {}, { [path]: asked }, { [path]: there })
      expect([differ('1.5', '1.50'), differ('1.5', '1.51')], path).toEqual([[], [path]])
    }
  })

  test('another value of any member that an answer repeats is found, and is decisive or declared harmless', () => {
    const text = fc.stringMatching(/^[a-z]{1,8}$/)
    expect(new Set(leaves.map(({ name }) => name))).toEqual(new Set(writeNames))
    fc.assert(
      fc.property(fc.constantFrom(...leaves), text, text, ({ name, path }, asked, there) => {
        fc.pre(asked !== there)
        const at = (value: string) =>
          path.split('.').reduceRight<unknown>((inner, member) => ({ [member]: inner }), value) as Json
        expect(differences(name, {}, at(asked), at(there)), `${name}.${path}`).toEqual([path])
        const outer = path.split('.').map((_, depth, names) => names.slice(0, depth + 1).join('.'))
        const nearest = outer.findLast((one) => membersOf(name).has(one))
        // A value whose kind says nothing is decisive, and whoever adds it has not thought of it.
        expect(nearest, `${name}.${path}`).toBeDefined()
        expect(isDecisive(name, path), `${name}.${path}`).toBe(membersOf(name).get(nearest ?? '')?.isDecisive)
      }),
      { numRuns: 500 },
    )
  })

  test('the full bodies of a write are valid, and together have every member', () => {
    for (const name of writeNames) {
      const { full } = bodies[operations[name].body]
      const path = Object.fromEntries(
        [...writeRowOf(name).path.matchAll(/\{(\w+)\}/g)].map(([, at = '']) => [at, uuid]),
      )
      for (const body of full) expect(() => checkForm(name, { path, body })).not.toThrow()
      const had = full.flatMap((body) => pathsIn(body))
      const lacked = leaves.filter((one) => one.name === name && !had.some((at) => `${at}.`.startsWith(`${one.path}.`)))
      expect(
        lacked.map(({ path }) => path),
        name,
      ).toEqual([])
    }
  })

  test.each(writeNames)('%s says all that it must, who may send it, and what it moves', (name) => {
    const { afterwards = {}, daily, isSandboxOnly = false, label, noun, title, path, ...row } = writeRowOf(name)
    const { replay, roles, moves, body } = row
    expect(daily).toBeGreaterThan(0)
    expect(isSandboxOnly).toBe(path.startsWith('/v2/sandbox/'))
    const [full] = bodies[body].full
    for (const text of [
      ...Object.values(afterwards),
      label,
      noun,
      title,
      ...Object.values(replay ?? {}),
      summaryOf(name, {}, full),
    ])
      expect(text.trim()).not.toBe('')
    // Who may move money by it is not who may only register accounts.
    const right = { order: 'order', inAsset: 'order', unknown: 'rules', null: 'accounts' } as const
    expect(roles).toEqual(rolesWith(right[`${moves.money}`]))
    const { amounts, parties } = movedBy(name, {}, full)
    // An address without its network is none that a list could name.
    for (const { kind, key } of parties) if (key && kind in destinationKeys) expect(destinationOf(key)?.kind).toBe(kind)
    expect(amounts.length > 0).toBe(moves.money !== null)
    for (const { asset } of amounts) expect(asset).not.toBe('')
  })

  test('what a value is called is its kind', () => {
    const kinds = [
      [/(?:^|[._])(?:amount|price|fee|total)$/, { as: 'decimal', isDecisive: true }],
      [/(?:^|_)(?:asset|network|side|market)$/, { as: 'word', isDecisive: true }],
      [/^ref_id$/, { isDecisive: true }],
      [/(?:^|[._])(?:profile|account|identity)_id$/, { isDecisive: true, isName: true }],
      // The provider makes what the source of a rule leaves out.
      [/^(?!source\.)(?:.*[._])?address$/, { as: 'address', isDecisive: true }],
      [/account_number$|routing_number$/, { as: 'accountNumber', isDecisive: true }],
      [/metadata$|nickname$/, { isDecisive: false, isOnlyGiven: true }],
    ] as const
    for (const { name, path } of leaves)
      for (const [names, kind] of kinds)
        if (names.test(path)) expect(membersOf(name).get(path), `${name}.${path}`).toMatchObject(kind)
  })

  const namings = [
    [/^(?:profile|identity|identity_account|account)_id$/, { as: 'owner' }],
    [/profile_id$/, { kind: 'profile' }],
    [/identity_id$/, { kind: 'identity' }],
    [/^(?:identity_)?account_id$/, { kind: 'customer' }],
    [/fiat_account_id$/, { kind: 'account' }],
    [/^source\./, { as: 'source' }],
    [/^(?:destination|recipient)/, { as: 'destination' }],
    [/^destination.*address$/, { kind: 'address' }],
  ] as const

  test('whatever names a profile, an account or an address is weighed, and nothing is named that is not there', () => {
    const isNamed = (path: string) =>
      /(?:^|[._])(?:profile|account|identity|address)(?:_id)?$|(?:instructions|memo)_id$/.test(path)
    // Whose bank it is, and where, leads money nowhere beside the details that are named as a whole.
    const isDetail = (path: string) => path.startsWith('fiat_')
    for (const name of writeNames) {
      const inPath = [...writeRowOf(name).path.matchAll(/\{(\w+)\}/g)].map(([, member = '']) => member)
      const own = leaves.filter((leaf) => leaf.name === name).map(({ path }) => path)
      const named = namesOf(writeRowOf(name)).map(([at]) => at)
      for (const [at, naming] of namesOf(writeRowOf(name)))
        for (const [names, role] of namings) if (names.test(at)) expect(naming, `${name}.${at}`).toMatchObject(role)
      const expected = own.filter((path) => membersOf(name).get(path)?.isName || (isNamed(path) && !isDetail(path)))
      expect(
        [...inPath, ...expected].filter((path) => !named.includes(path)),
        name,
      ).toEqual([])
      expect(
        named.filter((at) => ![...inPath, ...own].some((path) => `${path}.`.startsWith(`${at}.`))),
        name,
      ).toEqual([])
    }
  })

  test('an address belongs to the network beside it, whether that is called network or crypto_network', () => {
    const row = { path: '', moves: { money: null, to: { destination_address: 'address' } } } as const
    for (const network of ['network', 'crypto_network'])
      expect(partiesIn(row, {}, { destination_address: '0x1', [network]: 'BASE' })).toEqual([
        { as: 'destination', kind: 'address', key: 'address BASE 0x1' },
      ])
  })

  test('a later write changes the record of an earlier one', () => {
    expect(changesOf('createFiatAccount')).toEqual(['updateFiatAccount'])
    expect(changesOf('updateFiatAccount')).toEqual(['updateFiatAccount'])
    expect(changesOf('createOrder')).toEqual([])
    expect(changesOf('initiateSandboxFiatDeposit')).toEqual([])
  })

  test('statuses are open, refused or neither', () => {
    expect(['SUBMITTED', 'FILLED', 'REJECTED', ''].map((status) => isOpenStatus('createOrder', status))).toEqual([
      true,
      false,
      false,
      false,
    ])
    // A fiat account that was created can be rejected by the review.
    expect(isRefusedStatus('createOrder', 'REJECTED')).toBe(true)
    expect(isRefusedStatus('createFiatAccount', 'REJECTED')).toBe(false)
    expect(isOpenStatus('initiateSandboxFiatDeposit', 'PENDING')).toBe(false)
  })

  test('the page with its form has its path values encoded', () => {
    expect(formPath('createOrder', { profile_id: 'p' })).toBe('orders/new')
    expect(formPath('updateFiatAccount', { id: 'a/b' })).toBe('fiat-accounts/a%2Fb/edit')
  })
})

test('an operation that was removed can be shown, and neither sent nor checked', () => {
  const name = 'createPayout' as WriteName
  expect(writeRowOf(name)).toMatchObject({ label: 'Removed operation', noun: 'request', roles: [] })
  expect([isReplayable(name), isChange(name), isOpenStatus(name, 'PENDING')]).toEqual([false, false, false])
  expect(isEncrypted(name)).toBe(true)
  expect(readRecord(name, { id: 'p-1' })).toBeUndefined()
})

test('a row that lacks a fact does not compile', () => {
  const payout = {
    title: 'Create payout',
    method: 'POST',
    path: '/v2/transfer/payouts',
    scope: 'transfer:write_fiat_withdrawal',
    roles: ['treasury', 'admin'],
    body: 'NewRule',
    moves: operations.createRule.moves,
    response: 'RuleAnswer',
    record: 'rule',
    replay: { verb: 'make', ifFirst: 'makes it now' },
    daily: 100,
    label: 'Create payout',
    noun: 'payout',
    page: 'payouts',
  } as const satisfies Row
  expectTypeOf(payout).toExtend<WriteRow>()
  // A table with it has it among its writes, and encrypted, because nothing says otherwise.
  type Extended = typeof operations & { createPayout: typeof payout }
  type Writes = { [Name in keyof Extended]: Extended[Name] extends WriteRow ? Name : never }[keyof Extended]
  expectTypeOf<Exclude<Writes, WriteName>>().toEqualTypeOf<'createPayout'>()
  expectTypeOf(payout).not.toHaveProperty('plainBecause')

  const { record: _record, ...withoutRecord } = payout
  const { replay: _replay, ...withoutReplay } = payout
  const { summarize: _summarize, ...withoutSummary } = bodies.NewRule
  const { moves: _moves, ...withoutMoves } = payout
  const { money: _money, ...withoutMoney } = payout.moves
  const { label: _label, ...withoutLabel } = payout
  const { noun: _noun, ...withoutNoun } = payout
  const { page: _page, ...withoutPage } = payout
  const { roles: _roles, ...withoutRoles } = payout
  const { body: _body, ...withoutBody } = payout
  // @ts-expect-error how its record is read
  withoutRecord satisfies Row
  // @ts-expect-error whether it can be replayed by reference
  withoutReplay satisfies Row
  // @ts-expect-error its summary
  withoutSummary satisfies Body
  // @ts-expect-error what it moves from where to where
  withoutMoves satisfies Row
  // @ts-expect-error the amount that it moves, or that it moves none
  ;({ ...payout, moves: withoutMoney }) satisfies Row
  // @ts-expect-error a member that there is
  ;({ ...payout, moves: { money: null, to: { address: 'address' } } }) satisfies Row
  // @ts-expect-error its label
  withoutLabel satisfies Row
  // @ts-expect-error its noun
  withoutNoun satisfies Row
  // @ts-expect-error its page
  withoutPage satisfies Row
  // @ts-expect-error who may use it
  withoutRoles satisfies Row
  // @ts-expect-error what it sends
  withoutBody satisfies Row
  // @ts-expect-error a schema that there is
  ;({ ...payout, body: 'NewPayout' }) satisfies Row
  // @ts-expect-error a read has none of these
  const read = { ...payout, method: 'GET' } as const satisfies Row
  expect(read).toBeDefined()
})
