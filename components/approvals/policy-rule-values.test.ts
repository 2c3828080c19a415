/** Every rule that the form can make holds what its sentence says, and nothing that it does not say. */
import { expect, test } from 'vitest'
import { NewPolicy } from '@/lib/features/approvals/input'
import { limitsOf, listedHours, type Policy, requirementsOf } from '@/lib/features/approvals/policy'
import { movedBy } from '@/lib/provider/check'
import { type Environment, environments } from '@/lib/provider/environments'
import { type WriteName, writeNames, writeRowOf } from '@/lib/provider/operations'
import { bodies } from '@/lib/provider/schemas'
import { errorsOf, hasCooling, hasSum, offered, ruleOf, templatesOf, type Values, valuesOf } from './policy-rule-values'
import { ruleText } from './policy-texts'

const own = 'p-own'
const listed = 'profile p-listed'
const orders = { BUY: { quote_amount: '999.99' }, SELL: { base_amount: '0.001' } }

type Request = { operation: WriteName; environment: Environment; path: Record<string, string>; body: object }
/** Requests of each kind: within what a rule is for, and small, and paid to a destination that the policy lists. */
const smallest = (operation: WriteName, { side, market }: Values): Omit<Request, 'environment'> => {
  const way = side === 'SELL' ? 'SELL' : 'BUY'
  const order = { side: way, market: market || 'BTCUSD', type: 'MARKET', ...orders[way] }
  const [full] = bodies[writeRowOf(operation).body].full
  const given: Partial<Record<WriteName, object>> = {
    createOrder: order,
    createRule: {
      profile_id: own,
      source_asset: 'USDC',
      destination_asset: 'USDC',
      source: { profile: { profile_id: own } },
    },
    updateFiatAccount: { metadata: { purpose: 'payroll' } },
  }
  return {
    operation,
    path: operation === 'createOrder' ? { profile_id: own } : { id: 'a-listed' },
    body: given[operation] ?? {
      ...full,
      ...('profile_id' in full && { profile_id: own }),
      ...('amount' in full && { amount: '10' }),
    },
  }
}

/** Adds an unlisted destination to a request, and makes its amount large. */
function enlarged({ operation, body, ...rest }: Omit<Request, 'environment'>): Omit<Request, 'environment'> {
  const changes: Partial<Record<WriteName, object>> = {
    createOrder: {
      recipient_profile_id: 'p-new',
      ...('quote_amount' in body ? { quote_amount: '1000' } : { base_amount: '1000' }),
    },
    createRule: { destination: { profile: { profile_id: 'p-new' } } },
    updateFiatAccount: { fiat_network_instructions: { wire: { account_number: '000123456789' } } },
  }
  return {
    ...rest,
    operation,
    body: { ...body, ...('amount' in body && { amount: '1000.00' }), ...changes[operation] },
  }
}

const subsets = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: 2 ** items.length }, (_, set) => items.filter((_item, at) => set & (1 << at)))

/** Every choice of the form. */
function* choices(): Generator<Values> {
  const blank = { ...valuesOf('sandbox', undefined), amount: '1000', cooling: '1' }
  for (const operations of subsets(writeNames))
    for (const chosen of subsets(environments)) {
      const offer = offered({ ...blank, operations })
      for (const condition of offer.conditions) {
        const values = { ...blank, operations, environments: chosen, condition }
        const scopes = condition === 'limit' ? offer.scopes : ['desk' as const]
        for (const per of scopes)
          for (const profile of offer.hasProfile ? ['', own] : [''])
            for (const side of offer.isOrder ? (['', 'BUY', 'SELL'] as const) : ['' as const])
              for (const market of offer.isOrder ? (['', 'BTCUSD'] as const) : ['' as const])
                for (const equal of hasSum(condition) ? [[], ['USDC']] : [[]])
                  for (const result of ['approved', 'refused'])
                    yield { ...values, per, profile, side, market, equal, result }
      }
    }
}

function asks(policy: Policy, { operation, environment, path, body }: Request): boolean {
  const moved = movedBy(operation, path, body)
  const write = { operation, environment, person: 'ines', moved }
  const hours = listedHours(policy, write, 0, 2 * 3_600_000)
  const used = Object.fromEntries(limitsOf(policy, write).map(({ rule }) => [rule, '0']))
  return requirementsOf(policy, write, { used, ...(hours !== undefined && { listedHours: hours }) }).length > 0
}

test('an amount may have its thousands grouped, and is asked about where that is not certain', () => {
  const of = (amount: string, asset = 'USD') => ({ ...valuesOf('sandbox', undefined), amount, asset })
  expect(errorsOf(of('100,000')).amount).toBeUndefined()
  expect(ruleOf(of('100,000'), 'rule-1').from).toMatchObject({ amount: '100000.00' })
  expect(errorsOf(of('100,000', 'USDC')).amount).toBe('Did you mean 100 or 100,000?')
})

test('a template is a policy of its own in either environment, and the form opens and keeps it unchanged', () => {
  for (const environment of environments) {
    const rules = templatesOf(environment).map(({ rule }, at) => ({ ...rule, id: `rule-${at}` }))
    expect(NewPolicy.safeParse({ rules, stand_ins: [] }).error?.issues).toBeUndefined()
    expect(rules.map((rule) => ruleOf(valuesOf('production', rule), rule.id))).toEqual(rules)
  }
  expect(templatesOf('production').map(({ title, rule }) => `${title}: ${ruleText(rule, String)}`)).toEqual([
    'Two people for 100,000.00 USD and more: Orders and rules of 100,000.00 USD and more (USDC, USDG, USDP and PYUSD count as USD) in production, and whatever cannot be compared with USD, need two approvers (approver or admin) within 24 h.',
    'Every new destination: Orders and rules to a new destination in production need one approver within 24 h.',
    'Every change of a fiat account: Changes of fiat accounts in production always need one approver within 24 h.',
  ])
})

test('every combination that the form offers holds each kind of request that it names, and says what it holds', () => {
  const seen = { rules: 0, refused: 0, held: 0, passed: 0 }
  const sentences = new Map<string, string>()
  for (const values of choices()) {
    if (Object.keys(errorsOf(values)).length > 0) {
      seen.refused += 1
      continue
    }
    seen.rules += 1
    const rule = ruleOf(values, 'rule-1')
    const where = rule.environments.map((environment) => ({ environment, to: listed, name: 'Known' }))
    const accounts = where.map((one) => ({ ...one, to: 'account a-listed' }))
    const policy: Policy = { rules: [rule], stand_ins: [], destinations: [...where, ...accounts] }
    const text = ruleText(rule, (subject) => subject)
    expect(NewPolicy.safeParse(policy).error?.issues, text).toBeUndefined()
    // What it holds is opened again and kept as it is.
    expect(ruleOf(valuesOf('sandbox', rule), rule.id), text).toEqual(rule)
    // Two rules that hold different requests are never one sentence.
    const { id: _id, ...content } = rule
    expect(sentences.get(text) ?? JSON.stringify(content), text).toBe(JSON.stringify(content))
    sentences.set(text, JSON.stringify(content))
    expect(/whatever cannot be compared with USD/.test(text), text).toBe(hasSum(values.condition))
    for (const environment of environments)
      for (const operation of writeNames) {
        if (environment === 'production' && writeRowOf(operation).isSandboxOnly) continue
        const small = { ...smallest(operation, values), environment }
        const large = { ...enlarged(small), environment }
        const isNamed = values.operations.includes(operation) && values.environments.includes(environment)
        const why = `${text} ${environment} ${JSON.stringify(large)}`
        // Limits are for what goes over them: one of 1,000 USD holds the next cent.
        const over = {
          ...large,
          body: {
            ...large.body,
            ...('quote_amount' in large.body && { quote_amount: '1000.01' }),
            ...('amount' in large.body && { amount: '1000.01' }),
          },
        }
        expect(asks(policy, over), why).toBe(isNamed)
        if (!isNamed) continue
        seen.held += 1
        if (hasCooling(values.condition)) {
          const paid = {
            ...small,
            body: operation === 'createOrder' ? { ...small.body, recipient_profile_id: 'p-listed' } : small.body,
          }
          const isTold = ['createOrder', 'createRule', 'updateFiatAccount'].includes(operation)
          expect(asks(policy, paid), `${text} ${JSON.stringify(paid)}`).toBe(!isTold)
          seen.passed += Number(isTold)
        }
        if (operation !== 'createOrder') continue
        const others = [
          ...(hasSum(values.condition) && values.side !== 'SELL' ? [small] : []),
          ...(values.profile ? [{ ...over, path: { profile_id: 'p-other' } }] : []),
          ...(values.side ? [{ ...over, body: { ...over.body, side: values.side === 'BUY' ? 'SELL' : 'BUY' } }] : []),
          ...(values.market ? [{ ...over, body: { ...over.body, market: 'ETHUSD' } }] : []),
        ]
        for (const other of others) expect(asks(policy, other), `${text} ${JSON.stringify(other)}`).toBe(false)
        seen.passed += others.length
      }
  }
  expect(seen.rules).toBeGreaterThan(1_000)
  expect(Math.min(seen.held, seen.passed, seen.refused)).toBeGreaterThan(500)
})
