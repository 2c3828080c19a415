import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type DecisionKind, isRefusal, type Requirement, requirementsText } from '../../api/approval'
import { plannedText } from '../../api/planned'
import { movedBy } from '../../provider/check'
import { type WriteName, writeNames } from '../../provider/operations'
import type { Role } from '../../provider/roles'
import { approvalState, type Decision, mayApprove, type Waiting } from './decisions'
import { NewPolicy } from './input'
import { limitsOf, listedHours, type Policy, type PolicyRule, requirementsOf, type WeighedWrite } from './policy'

const rule = (more: Partial<PolicyRule>): PolicyRule => ({
  id: 'orders',
  operations: ['createOrder'],
  environments: ['production'],
  approvers: { count: 1, roles: ['approver'] },
  expires_hours: 24,
  ...more,
})
const policyOf = (...rules: PolicyRule[]): Policy => ({ rules, stand_ins: [] })

const order = (body: object): WeighedWrite => ({
  operation: 'createOrder',
  environment: 'production',
  person: 'ines',
  moved: movedBy('createOrder', { profile_id: 'desk' }, { market: 'BTCUSD', side: 'SELL', ...body }),
})

const asked = (policy: Policy, write: WeighedWrite, used: Record<string, string> = {}, approvedHours?: number) =>
  requirementsOf(policy, write, { used, ...(approvedHours !== undefined && { approvedHours }) })

describe('what a policy asks for', () => {
  const overMillion = policyOf(rule({ from: { amount: '1000000', asset: 'USD' } }))

  it.each([
    ['a limit order above it', { type: 'LIMIT', base_amount: '12.5', price: '92000.00' }, 1],
    ['a limit order of exactly it', { type: 'LIMIT', base_amount: '10', price: '100000' }, 1],
    ['a limit order a cent below it', { type: 'LIMIT', base_amount: '1', price: '999999.99' }, 0],
    ['a market order, whose total nobody knows before', { type: 'MARKET', base_amount: '0.01' }, 1],
    ['a market buy that spends less', { type: 'MARKET', side: 'BUY', quote_amount: '500' }, 0],
    [
      'a limit order with an amount to spend',
      { type: 'LIMIT', base_amount: '100', price: '92000', quote_amount: '1' },
      1,
    ],
    ['a market buy with a price', { type: 'MARKET', side: 'BUY', quote_amount: '500', price: '1' }, 1],
    ['a market buy with an amount to buy', { type: 'MARKET', side: 'BUY', quote_amount: '500', base_amount: '100' }, 1],
    ['a market sell with an amount to spend', { type: 'MARKET', base_amount: '100', quote_amount: '500' }, 1],
    ['a stop at the market with a price', { type: 'STOP_MARKET', base_amount: '100', price: '1' }, 1],
    ['an order of other assets', { market: 'BTCEUR', type: 'LIMIT', base_amount: '0.01', price: '92000' }, 1],
  ])('from an amount: %s', (_name, body, count) => {
    expect(asked(overMillion, order(body))).toHaveLength(count)
  })

  it.each([
    ['a market sell of the stablecoin', { type: 'MARKET', base_amount: '999.99' }, 0],
    ['more than the amount of it', { type: 'MARKET', base_amount: '1000' }, 1],
    ['a limit below its peg', { type: 'LIMIT', base_amount: '1000', price: '0.01' }, 1],
    ['a market buy', { type: 'MARKET', side: 'BUY', quote_amount: '999' }, 0],
  ])('counts what a rule declares equal: %s', (_name, body, count) => {
    const from = { amount: '1000', asset: 'USD' }
    const write = order({ market: 'USDPUSD', ...body })
    expect(asked(policyOf(rule({ from: { ...from, equal_assets: ['USDP'] } })), write)).toHaveLength(count)
    const parse = (sum: object) =>
      NewPolicy.safeParse({ rules: [rule({ from: { ...from, ...sum } })], stand_ins: [] }).success
    expect([['USDP'], ['USDC', 'PYUSD'], ['USD'], ['EUR'], []].map((equal_assets) => parse({ equal_assets }))).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })

  it('calls a request for a rule by what was planned for it', () => {
    const plan = (kind: 'mint' | 'pay-out', amount: string, to: 'USD' | 'PYUSD') => ({
      kind,
      amount,
      rule: { source_asset: 'USD' as const, destination_asset: to },
    })
    const mint = plan('mint', '50000', 'PYUSD')
    expect([[mint], [mint, plan('mint', '0.5', 'PYUSD')], [plan('pay-out', '5', 'USD')], []].map(plannedText)).toEqual([
      'Mint 50,000.00 USD into PYUSD',
      'Mint 50,000.50 USD into PYUSD, 2 movements',
      'Pay out 5.00 USD',
      undefined,
    ])
  })

  it('says of a threshold that it is for the amount itself too', () => {
    const policy = policyOf(rule({ from: { amount: '250000', asset: 'USD' } }))
    const buy = (quote_amount: string) => asked(policy, order({ side: 'BUY', type: 'MARKET', quote_amount }))
    expect(buy('249999.99')).toEqual([])
    expect(requirementsText(buy('250000'))).toBe('250,000.00 USD and more: one approver must agree.')
  })

  it('says what cannot be compared', () => {
    const sums = [{ amount: '10', asset: 'USD' }]
    const texts = [{ from: sums[0] }, { limit: { amount: '10', asset: 'USD', hours: 24, per: 'desk' } as const }].map(
      (condition) => asked(policyOf(rule(condition)), order({ market: 'BTCEUR', type: 'MARKET', base_amount: '1' })),
    )
    expect(texts.map(requirementsText)).toEqual([
      'What it moves cannot be compared with 10.00 USD before it is sent, so one approver must agree.',
      'What it moves cannot be compared with the limit of 10.00 USD in 24 h before it is sent, so one approver must agree.',
    ])
  })

  it('is for the environment, side, market and profile that a rule names', () => {
    const body = { type: 'MARKET', base_amount: '1' }
    for (const [more, count] of [
      [{}, 1],
      [{ environments: ['sandbox'] }, 0],
      [{ operations: ['createRule'] }, 0],
      [{ side: 'BUY' }, 0],
      [{ side: 'SELL', market: 'BTCUSD', profile: 'desk' }, 1],
      [{ market: 'ETHUSD' }, 0],
      [{ profile: 'DESK' }, 1],
      [{ profile: 'other' }, 0],
    ] as const)
      expect(asked(policyOf(rule(more as Partial<PolicyRule>)), order(body))).toHaveLength(count)
  })

  it('is for whatever names the profile or customer of a rule, and for what names none', () => {
    const named = (operation: WriteName, body: object): WeighedWrite => {
      const moved = movedBy(operation, { profile_id: 'desk' }, body)
      return { operation, environment: 'production', person: 'ines', moved }
    }
    const isHeld = (write: WeighedWrite) =>
      asked(policyOf(rule({ operations: [...writeNames], profile: 'Theirs' })), write).length > 0
    const customer = { identity_id: 'i', identity_account_id: 'theirs' }
    for (const [write, held] of [
      [named('createOrder', {}), false],
      [named('createOrder', { ...customer, identity_account_id: 'other' }), false],
      [named('createOrder', customer), true],
      [named('createOrder', { recipient_profile_id: ' THEIRS' }), true],
      [named('createRule', { profile_id: 'desk', source: { crypto: {} } }), false],
      [named('createRule', { profile_id: 'desk', account_id: 'theirs' }), true],
      [named('createRule', { profile_id: 'desk', source: { profile: { profile_id: 'theirs' } } }), true],
      [named('createRule', { profile_id: 'desk', destination: { profile: { profile_id: 'theirs' } } }), true],
      [named('createRule', { profile_id: 'desk', source: { crypto: { address_id: 'a-1' } } }), true],
      [named('createRule', { profile_id: 'desk', source: { profile: {} } }), true],
      [named('createFiatAccount', {}), true],
      [named('initiateSandboxFiatDeposit', { memo_id: 'M' }), true],
    ] as const)
      expect(isHeld(write), JSON.stringify(write)).toBe(held)
  })

  it('asks for a new destination until it has cooled off', () => {
    const policy = policyOf(rule({ operations: ['createRule'], cooling_hours: 48 }))
    const destination = { crypto: { address: '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B', network: 'ETHEREUM' } }
    const pay = (to: object): WeighedWrite => ({
      operation: 'createRule',
      environment: 'production',
      person: 'ines',
      moved: movedBy('createRule', {}, { profile_id: 'desk', source_asset: 'USDC', destination_asset: 'USDC', ...to }),
    })
    expect(asked(policy, pay({ destination }))).toMatchObject([{ because: 'destination' }])
    expect(asked(policy, pay({ destination }), {}, 47)).toHaveLength(1)
    expect(asked(policy, pay({ destination }), {}, 48)).toEqual([])
    expect(asked(policy, pay({}))).toEqual([])
    const lower = { crypto: { ...destination.crypto, address: destination.crypto.address.toLowerCase() } }
    expect(pay({ destination: lower }).moved).toEqual(pay({ destination }).moved)
  })

  describe('of the destinations that it lists', () => {
    const address = '0xAb5801a7D398351b8bE11C439e05C5B3259aeC9B'
    const pay = (network: string, to: string): WeighedWrite => ({
      operation: 'createRule',
      environment: 'production',
      person: 'ines',
      moved: movedBy('createRule', {}, { profile_id: 'desk', destination: { crypto: { address: to, network } } }),
    })
    const destination = {
      environment: 'production',
      to: `address ETHEREUM ${address.toLowerCase()}`,
      name: 'Cold',
    } as const
    const refusing = rule({ operations: ['createRule'], cooling_hours: 24, is_listed: true, approvers: undefined })
    const hour = 3_600_000
    const asks = (write: WeighedWrite, now: number, policy: Policy) => {
      const listed = listedHours(policy, write, 0, now)
      // A request that was approved makes none of them approved.
      const findings = { used: {}, approvedHours: 1_000, ...(listed !== undefined && { listedHours: listed }) }
      return requirementsOf(policy, write, findings)
    }

    it('counts one only once it has cooled off, and no other, however it is written', () => {
      const policy: Policy = { ...policyOf(refusing), destinations: [destination] }
      const write = pay('ethereum', address)
      expect(asks(write, 23 * hour, policy)).toMatchObject([{ because: 'cooling' }])
      expect(asks(write, 24 * hour, policy)).toEqual([])
      for (const other of [pay('SOLANA', address), pay('ETHEREUM', `${address.slice(0, -1)}0`)])
        expect(asks(other, 24 * hour, policy)).toMatchObject([{ because: 'unlisted' }])
      expect(asks({ ...write, environment: 'sandbox' }, 24 * hour, policy)).toEqual([])
      const elsewhere = { ...policyOf(refusing), destinations: [{ ...destination, environment: 'sandbox' as const }] }
      expect(asks(write, 24 * hour, elsewhere)).toMatchObject([{ because: 'unlisted' }])
    })

    it('goes by the version that approved it first', () => {
      const approved = { at: new Date(-24 * hour).toISOString(), by: 'Maren' }
      const policy: Policy = { ...policyOf(refusing), destinations: [{ ...destination, approved }] }
      expect(asks(pay('ETHEREUM', address), 0, policy)).toEqual([])
    })

    it('refuses where no one may approve', () => {
      const [refusal] = asks(pay('ETHEREUM', address), 0, policyOf(refusing))
      expect(refusal && isRefusal(refusal)).toBe(true)
      const everyone = (): readonly Role[] => ['approver', 'admin']
      expect(mayApprove({ requester: 'ines', stand_ins: [] }, refusal ?? {}, 'maren', everyone, 0)).toBe(false)
    })

    it.each(['address ethereum 0xabc', 'address ETHEREUM 0xABC', 'account A', 'elsewhere', 'profile  a'])(
      'are written in one way: %s is refused',
      (to) => {
        const parse = (text: string) =>
          NewPolicy.safeParse({ rules: [], stand_ins: [], destinations: [{ ...destination, to: text }] }).success
        expect([parse(destination.to), parse(to)]).toEqual([true, false])
      },
    )
  })

  it('lets nothing pass a rolling limit, however it is split and written', () => {
    const amounts = fc.array(fc.tuple(fc.nat(2_000_000), fc.nat(6)), { minLength: 1, maxLength: 30 })
    const decimal = (cents: number, zeros: number) =>
      `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}${'0'.repeat(zeros)}`
    const policy = policyOf(rule({ limit: { amount: '10000.00', asset: 'USD', hours: 24, per: 'desk' } }))
    fc.assert(
      fc.property(amounts, (pieces) => {
        let used = 0
        for (const [cents, zeros] of pieces) {
          const write = order({ side: 'BUY', type: 'MARKET', quote_amount: decimal(cents, zeros) })
          const isFree = asked(policy, write, { orders: decimal(used, zeros) }).length === 0
          expect(isFree).toBe(used + cents <= 1_000_000)
          if (isFree) used += cents
        }
      }),
    )
  })

  it('adds up over the desk, a person, a profile or a destination', () => {
    const uses = (['desk', 'person', 'profile', 'destination'] as const).flatMap((per) =>
      limitsOf(
        policyOf(rule({ limit: { amount: '1', asset: 'USD', hours: 24, per } })),
        order({ type: 'MARKET', side: 'BUY', quote_amount: '5', recipient_profile_id: 'other' }),
      ).map(({ of }) => of),
    )
    expect(uses).toEqual(['', 'ines', 'desk', 'profile other'])
  })
})

const people = ['ines', 'tomas', 'maren'] as const
type Person = (typeof people)[number]

const requirements: Requirement[] = [
  { rule: 'amount', because: 'amount', count: 1, roles: ['approver'] },
  { rule: 'limit', because: 'limit', count: 2, roles: ['approver', 'admin'] },
]

/** A request and the desk around it, as small as all actions can be searched. */
type World = {
  digest: string
  decisions: readonly Decision[]
  left: readonly Person[]
  isLate: boolean
  end?: 'sent' | 'declined' | 'expired' | 'withdrawn'
}
const start: World = { digest: 'a', decisions: [], left: [], isLate: false }
const expires = 1_000
const rolesIn =
  ({ left }: World) =>
  (subject: string): readonly Role[] =>
    left.includes(subject as Person) ? [] : subject === 'ines' ? ['treasury', 'approver'] : ['approver']
const waitingOf = ({ digest, decisions }: World, needed = requirements): Waiting => ({
  requester: 'ines',
  digest,
  requirements: needed,
  stand_ins: [],
  expires,
  decisions,
})
const nowOf = ({ isLate }: World) => (isLate ? expires : 0)

/** Every action by everyone, as the service would take it: an action that it refuses changes nothing. */
function actionsIn(world: World, needed: Requirement[]): [string, World][] {
  if (world.end) return []
  const { state } = approvalState(waitingOf(world, needed), rolesIn(world), nowOf(world))
  const decide = (subject: Person, kind: DecisionKind, digest: string): World =>
    digest === world.digest &&
    state === 'waiting' &&
    needed.some((one) => mayApprove(waitingOf(world, needed), one, subject, rolesIn(world), nowOf(world))) &&
    !world.decisions.some((one) => one.subject === subject && one.kind === kind && one.digest === digest)
      ? { ...world, decisions: [...world.decisions, { subject, kind, digest }] }
      : world
  return [
    ...people.flatMap((person): [string, World][] => [
      [`${person} approves`, decide(person, 'approve', world.digest)],
      [`${person} approves what was replaced`, decide(person, 'approve', world.digest === 'a' ? 'b' : 'a')],
      [`${person} declines`, decide(person, 'decline', world.digest)],
      [`${person} leaves`, { ...world, left: [...new Set([...world.left, person])].sort() }],
    ]),
    ['edited', { ...world, digest: world.digest === 'a' ? 'b' : 'a' }],
    ['late', { ...world, isLate: true }],
    ['withdrawn', { ...world, end: 'withdrawn' }],
    ['settled', state === 'declined' || state === 'expired' ? { ...world, end: state } : world],
    ['sent', state === 'approved' ? { ...world, end: 'sent' } : world],
  ]
}

describe('what people decide', () => {
  it.each([
    ['one rule', requirements.slice(0, 1)],
    ['two rules', requirements],
  ])('is searched to its end with three people: %s', (_name, needed) => {
    const keyOf = (world: World) =>
      JSON.stringify({ ...world, decisions: world.decisions.map((one) => JSON.stringify(one)).sort() })
    let level = new Map([[keyOf(start), start]])
    const seen = new Set(level.keys())
    let sent = 0
    let depth = 0
    for (; level.size > 0; depth += 1) {
      const next = new Map<string, World>()
      for (const world of level.values()) {
        for (const [action, after] of actionsIn(world, needed)) {
          const key = keyOf(after)
          if (after.end === 'sent') {
            sent += 1
            const distinct = new Set(
              world.decisions
                .filter(({ kind, digest, subject }) => {
                  const isHere = !world.left.includes(subject as Person)
                  return kind === 'approve' && digest === world.digest && subject !== 'ines' && isHere
                })
                .map(({ subject }) => subject),
            )
            if (distinct.size < Math.max(...needed.map(({ count }) => count)) || world.isLate)
              throw new Error(`sent without approval: ${action} after ${key}`)
          }
          if (seen.has(key)) continue
          seen.add(key)
          next.set(key, after)
        }
        // No dead end: whoever asked can always withdraw what has not ended.
        if (!world.end) expect(actionsIn(world, needed).some(([, after]) => after.end === 'withdrawn')).toBe(true)
      }
      level = next
    }
    expect(sent).toBeGreaterThan(0)
    // All that can be reached was reached.
    expect(depth).toBeGreaterThan(10)
  })

  it('counts a person once, who also stands in for another', () => {
    const needed: Requirement[] = [{ rule: 'two', because: 'always', count: 2, people: ['tomas', 'maren'] }]
    const rolesOf = () => ['treasury'] as const
    const stand_ins = [{ absent: 'maren', by: 'tomas', from: '1970-01-01T00:00:00Z', until: '1970-01-02T00:00:00Z' }]
    const approve = (subject: string): Decision => ({ subject, kind: 'approve', digest: 'a' })
    const waiting = { ...waitingOf(start, needed), stand_ins, decisions: [approve('tomas')] }
    expect(approvalState(waiting, rolesOf, 0)).toMatchObject({ state: 'waiting', missing: [{ missing: 1 }] })
    const both = { ...waiting, decisions: [approve('tomas'), approve('maren')] }
    expect(approvalState(both, rolesOf, 0)).toEqual({ state: 'approved' })
  })

  it('lets a stand-in approve within the dates, never for who asked, and not for who left', () => {
    const needed = { people: ['maren'] }
    const stand_ins = [{ absent: 'maren', by: 'tomas', from: '1970-01-02T00:00:00Z', until: '1970-01-03T00:00:00Z' }]
    const day = 86_400_000
    const all = (): readonly Role[] => ['treasury']
    const may = (at: number, requester = 'ines', rolesOf = all as (subject: string) => readonly Role[]) =>
      mayApprove({ requester, stand_ins }, needed, 'tomas', rolesOf, at)
    expect([may(day - 1), may(day), may(2 * day - 1), may(2 * day)]).toEqual([false, true, true, false])
    expect(may(day, 'maren')).toBe(false)
    expect(may(day, 'tomas')).toBe(false)
    expect(may(day, 'ines', (subject) => (subject === 'maren' ? [] : ['treasury']))).toBe(false)
  })
})
