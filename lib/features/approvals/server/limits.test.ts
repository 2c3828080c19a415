/**
 * Attempts to pass rolling limits: split into many, written with other decimals, over profiles, people and consoles, edited,
 * withdrawn, at other hours of the day. What was sent is added up again here, in whole units of 1e-36, by its own rules.
 * LIMIT_ATTEMPTS sets how many.
 */

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect } from 'vitest'
import type { LimitScope } from '../../../api/approval'
import { createConsole } from '../../../console/console'
import { databaseProblem } from '../../../database/failures'
import { openDatabase } from '../../../database/open'
import { createRandom } from '../../../sandbox/random'
import { profiles } from '../../../sandbox/seed/parties'
import { microseconds } from '../../../server/clock'
import { settingsFor, silentLog } from '../../../server/testing'
import { describeOnBothDatabases, ines, market, tomas, weighingOf } from '../../../server/writes/testing'
import type { PolicyRule } from '../policy'

const attempts = Number(process.env.LIMIT_ATTEMPTS ?? 60)
const seed = Number(process.env.LIMIT_SEED ?? (process.env.CAMPAIGN ? Math.floor(Math.random() * 2 ** 31) : 11))
/** Attempts that meet. */
const atOnce = 5
const hour = 3_600_000_000

const people = [ines, tomas, { ...ines, subject: 'oidc:dele', name: 'Dele' }]
const limit = (id: string, per: LimitScope, amount: string, hours: 24 | 168 | 720 = 24): PolicyRule => ({
  id,
  operations: ['createOrder'],
  environments: ['sandbox'],
  expires_hours: 1,
  limit: { amount, asset: 'USD', hours, per },
  approvers: { count: 1, roles: ['approver'] },
})
const rules = [
  limit('desk', 'desk', '3000.00'),
  limit('week', 'desk', '9000', 168),
  limit('person', 'person', '1500.000'),
  limit('profile', 'profile', '700'),
  limit('recipient', 'destination', '300.000000000000000001'),
]

const units = (text: string) => {
  const [whole = '', fraction = ''] = text.split('.')
  return BigInt(`${whole}${fraction.padEnd(36, '0')}`)
}

type Sent = { id: string; at: number; amount: bigint; person: string; profile: string; recipient?: string }

describeOnBothDatabases(
  'A rolling limit',
  (bench) => {
    const { test, core, database, isShared, databaseUrl } = bench
    const owner = { environment: 'sandbox', clientId: 'demo-client' } as const

    async function activate(...policy: PolicyRule[]) {
      const { policies } = weighingOf(core().ledger)
      await policies.propose(database(), 1, { rules: policy, stand_ins: [] }, ines)
      await policies.activate(database(), 1, ines, true)
    }
    const intentOf = (id: string, profile: string, body: object) => ({
      id,
      name: 'createOrder',
      path: { profile_id: profile },
      body: JSON.stringify(body),
      summary: 'An order',
      fingerprint: core().ledger.encryption.fingerprintOf({ body }),
    })
    /** Everything that counts moves into the past: the clock of PostgreSQL cannot be set. */
    const pass = async (micros: number) => {
      await database()
        .updateTable('limit_use')
        .set({ at: sql<number>`at - ${micros}` })
        .execute()
    }

    beforeEach(async () => {
      for (const table of ['policy_version', 'approval_request', 'approval_decision', 'limit_use'] as const)
        await database()?.deleteFrom(table).execute()
    })

    test('has no room again because whoever asked notes that their request did not go through', async () => {
      await activate(limit('own', 'person', '100'))
      const lose = async (amount: string) => {
        const id = randomUUID()
        const intent = intentOf(id, profiles[0].id, { ...market, quote_amount: amount })
        const { ledger } = core()
        await ledger.record(owner, intent as Parameters<typeof ledger.record>[1], ines)
        const claim = { claimId: id, fingerprint: intent.fingerprint, limit: -1, person: ines.name }
        if (await ledger.claim(id, claim)) await ledger.expire(await bench.row(id))
        return { id, state: (await bench.row(id)).state }
      }
      const { id, state } = await lose('80')
      expect(state).toBe('unknown')
      await expect(bench.note(id, { hasHappened: false }, ines)).rejects.toMatchObject({
        problem: { status: 403, title: 'Another person must note that your request did not go through.' },
      })
      expect((await bench.row(id)).state).toBe('unknown')
      const second = await lose('80')
      expect(second.state).toBe('waiting')
      await core().ledger.actions.withdraw(second.id, ines)
      // What happened, anybody may note; that it did not, another person.
      expect(await bench.note(id, { hasHappened: true }, ines)).toBe(true)
      await expect(bench.note(id, { hasHappened: false }, ines)).rejects.toMatchObject({ problem: { status: 403 } })
      expect(await bench.note(id, { hasHappened: false }, tomas)).toBe(true)
      expect((await lose('80')).state).toBe('unknown')
      // Without a limit whoever asked may note it themselves.
      await database().deleteFrom('policy_version').execute()
      const { id: free } = await lose('80')
      expect(await bench.note(free, { hasHappened: false }, ines)).toBe(true)
    })

    test('begins anew at no midnight, in whatever zone', async () => {
      await activate(limit('desk', 'desk', '100'))
      const { ledger } = core()
      const states: string[] = []
      // A minute before the first midnight, and then after each of a day, UTC+14 to UTC-12.
      for (let at = 0; at < 24; at += 1) {
        const id = randomUUID()
        const body = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: at === 0 ? '100' : '0.01' }
        const intent = intentOf(id, profiles[0].id, body)
        await ledger.record(owner, intent as Parameters<typeof ledger.record>[1], ines)
        const claim = { claimId: id, fingerprint: intent.fingerprint, limit: 1_000, person: ines.name }
        states.push((await ledger.claim(id, claim)) ? 'sent' : (await bench.row(id)).state)
        if (states.at(-1) === 'waiting') await ledger.actions.withdraw(id, ines)
        await pass(at === 0 ? hour / 60 : hour)
      }
      expect(states).toEqual(['sent', ...Array.from({ length: 23 }, () => 'waiting')])
    })

    test(`is not passed by ${attempts} attempts`, { timeout: 60_000 + attempts * 200 }, async () => {
      await activate(...rules)
      const random = createRandom(seed)
      const address = 'http://127.0.0.1:1'
      const databases = Array.from({ length: isShared ? 3 : 0 }, () =>
        openDatabase({ databaseUrl: databaseUrl(), dataFolder: '' }),
      )
      const others = databases.map((one) =>
        createConsole({
          settings: settingsFor({ baseUrl: address, authUrl: address }),
          database: one,
          log: silentLog,
          clock: bench.clock,
        }),
      )
      const ledgers = [core(), ...others.map(({ writes }) => writes)].map(({ ledger }) => ledger)
      const pick = <Item>(items: readonly Item[]) => items[random.below(items.length)] as Item
      const sent = new Map<string, Sent>()
      let passed = 0
      /** Microseconds, with what passed by `pass`. */
      const now = () => microseconds(bench.clock) + passed
      const waiting: string[] = []
      const figures = { sent: 0, waiting: 0, passed: 0 }

      /** What a limit adds up by rules of its own; the most that any order may bring or cost in USD. */
      function bodyOf(): { body: Record<string, string>; amount: bigint | undefined } {
        const zeros = '0'.repeat(random.below(5))
        const cents = `${random.below(320)}.${String(random.below(100)).padStart(2, '0')}${zeros}`
        const dust = `${random.below(3) === 0 ? random.below(300) : ''}.${String(random.below(1_000)).padStart(18, '0')}`
        const amount = pick([cents, cents, dust, `000${cents}`, `${random.below(400)}`])
        const order = { side: 'BUY', market: 'BTCUSD' }
        const decoy = pick<Record<string, string>>([
          {},
          {},
          { quote_amount: '0.01' },
          { price: '0.01' },
          { base_amount: '0.01' },
        ])
        switch (random.below(4)) {
          case 0: {
            const price = pick(['1', '1.0000', '3.5', '0.000000000000000001'])
            const whole = `${random.below(120)}.${zeros}5`
            const body = { ...decoy, ...order, type: 'LIMIT', base_amount: whole, price }
            const total = (units(whole) * units(price)) / units('1')
            return { body, amount: 'quote_amount' in decoy ? undefined : total }
          }
          case 1:
            return {
              body: { ...order, side: 'SELL', type: 'MARKET', base_amount: amount, ...decoy },
              amount: undefined,
            }
          default: {
            const body = { ...decoy, ...order, type: 'MARKET', quote_amount: amount }
            return {
              body,
              amount: Object.keys(decoy).every((name) => name === 'quote_amount') ? units(amount) : undefined,
            }
          }
        }
      }

      async function attack(at: number): Promise<void> {
        const ledger = pick(ledgers)
        const session = pick(people)
        const { id: known } = pick(profiles.slice(0, 3))
        const profile = pick([known, known.toUpperCase()])
        const { id: recipient } = pick(profiles.slice(0, 2))
        const to = pick([{}, { recipient_profile_id: pick([recipient, recipient.toUpperCase()]) }])
        const id = randomUUID()
        let { body, amount } = bodyOf()
        const newIntent = () => intentOf(id, profile, { ...body, ...to }) as Parameters<typeof ledger.record>[1]
        let intent = newIntent()
        await ledger.record(owner, intent, session)
        // Another amount under the same id, on another console.
        if (at % 3 === 0) {
          ;({ body, amount } = bodyOf())
          const edited = newIntent()
          const isEdited = await pick(ledgers).amendUnsent(owner, edited, session)
          if (isEdited) intent = edited
        }
        // Not later than it counts from, and what counts is asked not later than now: no time of ours is the database's.
        const begun = now()
        const claims = await Promise.all(
          [ledger, pick(ledgers)].map((one) =>
            one
              .claim(id, { claimId: randomUUID(), fingerprint: intent.fingerprint, limit: 1_000, person: session.name })
              // A lock that takes too long on a busy machine refuses it, as it should.
              .catch((error) => databaseProblem(error) === undefined && Promise.reject(error)),
          ),
        )
        expect(claims.filter(Boolean).length).toBeLessThan(2)
        if (claims.some(Boolean)) {
          figures.sent += 1
          // What is not known before it is sent must wait.
          if (amount === undefined) figures.passed += 1
          sent.set(id, {
            id,
            at: begun,
            amount: amount ?? 0n,
            person: session.subject,
            profile: known,
            ...('recipient_profile_id' in to && { recipient }),
          })
        } else {
          figures.waiting += 1
          waiting.push(id)
        }
      }

      const keyOf = { desk: () => '', person: 'person', profile: 'profile', destination: 'recipient' } as const
      function countPassed(): void {
        const at = now()
        for (const { limit: of } of rules) {
          const sums = new Map<string, bigint>()
          for (const one of sent.values()) {
            const by = keyOf[of?.per ?? 'desk']
            const key = typeof by === 'string' ? one[by] : ''
            if (key === undefined || one.at <= at - (of?.hours ?? 0) * hour) continue
            sums.set(key, (sums.get(key) ?? 0n) + one.amount)
          }
          for (const sum of sums.values()) if (sum > units(of?.amount ?? '0')) figures.passed += 1
        }
      }

      try {
        for (let at = 0; at < attempts; at += atOnce) {
          await Promise.all(Array.from({ length: Math.min(atOnce, attempts - at) }, (_, more) => attack(at + more)))
          countPassed()
          const later = random.below(4) === 0 ? random.below(5 * 3_600) * 1_000_000 : 0
          if (later > 0) await pass(later)
          passed += later
          // A request that waits uses the limit up, until it ends.
          while (waiting.length > (later > 0 ? 0 : 3)) {
            const id = waiting.shift() ?? ''
            await core().ledger.actions.withdraw(id, { ...ines, subject: (await bench.row(id)).subject })
          }
          // One that the provider refused gives back what it used.
          const [freed] = random.below(5) === 0 ? sent.keys() : []
          if (freed) {
            await bench.set(freed, { state: 'refused' })
            sent.delete(freed)
          }
        }
      } finally {
        await Promise.all(others.map((one) => one.close()))
      }
      if (process.env.LIMIT_ATTEMPTS) console.log(`seed ${seed}: ${attempts} attempts`, figures)
      expect(figures.passed, `seed ${seed}`).toBe(0)
      expect(figures.sent).toBeGreaterThan(attempts / 20)
      expect(figures.waiting).toBeGreaterThan(attempts / 20)
    })
  },
  { usesService: false },
)
