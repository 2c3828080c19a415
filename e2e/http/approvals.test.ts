/**
 * A request that waits for approval is sent once or not at all, although consoles are killed with SIGKILL between any two of
 * its steps: it is asked for, decided, sent, answered. Its connections lose answers too. APPROVAL_KILLS sets how often.
 */
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import type { IntentDetail } from '../../lib/api/intents'
import { createRandom, type Random } from '../../lib/sandbox/random'
import { profiles } from '../../lib/sandbox/seed/parties'
import { systemClock } from '../../lib/server/clock'
import { freshPostgres } from '../../lib/server/testing'
import { readProviderState } from '../exactly-once-checks'
import { pause, Refused, read, startKillableConsoles, until } from '../killable'
import { type Browser, browserAt, demoBrowser, sessionOf } from '../session'

const kills = Number(process.env.APPROVAL_KILLS ?? 2)
const seed = Number(process.env.APPROVAL_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Requests under way at any time. */
const people = 6
/** As a request's detail shows them; a kill follows the beginning of each in turn. */
const steps = ['asked', 'decided', 'approved', 'sent'] as const
type Step = (typeof steps)[number]

const rule = {
  id: 'all',
  operations: ['createOrder', 'initiateSandboxFiatDeposit'],
  environments: ['sandbox'],
  approvers: { count: 1, roles: ['approver'] },
  expires_hours: 4,
}
const fiat_network_instructions = {
  wire: { account_number: '12345678', routing_details: { bank_name: 'Harbour Bank' } },
}

/** @property key by which the provider's records name it: an order's reference, a deposit's memo, which no reference guards */
type Asked = { id: string; key: string; path: string; body: object; isDeclined: boolean; end?: IntentDetail }

function newRequest(random: Random): Asked {
  const id = randomUUID()
  const isDeclined = random.below(6) === 0
  if (random.below(2) === 0) {
    const body = { side: 'BUY', market: 'BTCUSD', type: 'MARKET', quote_amount: '25.00' }
    return { id, key: id, path: `profiles/${profiles[0].id}/orders`, body, isDeclined }
  }
  const body = { amount: '250.00', asset: 'USD', memo_id: id.slice(0, 23), fiat_network_instructions }
  return { id, key: body.memo_id, path: 'sandbox/fiat-deposits', body, isDeclined }
}

const signal = () => AbortSignal.timeout(4_000)
const detailOf = (browser: Browser, id: string) => read<IntentDetail>(browser, `/api/sandbox/intents/${id}`)

/** Asks for a request, decides it and waits until it has an outcome. @param onStep is called as each step begins */
async function live(desk: Record<'treasury' | 'approver', Browser>, one: Asked, onStep: (step: Step) => void) {
  onStep('asked')
  const waiting = await until(async () => {
    const known = await detailOf(desk.treasury, one.id)
    if (known?.approval) return known
    const headers = { 'x-mintdesk-intent': one.id }
    const asked = { method: 'POST', json: one.body, headers, signal: signal() }
    const answer = await desk.treasury(`/api/sandbox/v2/${one.path}`, asked)
    if (answer.status === 400) throw new Refused(await answer.text())
    return undefined
  })
  onStep('decided')
  const kind = one.isDeclined ? 'decline' : 'approve'
  const json = { kind, digest: waiting.approval?.digest, ...(one.isDeclined && { words: 'Not today.' }) }
  await until(async () => {
    const path = `/api/sandbox/intents/${one.id}/decisions`
    const decided = desk.approver(path, { method: 'POST', json, signal: signal() }).catch(() => undefined)
    await pause(20)
    onStep('approved')
    await decided
    const known = await detailOf(desk.approver, one.id)
    return known?.approval?.state !== 'waiting' || undefined
  })
  one.end = await until(async () => {
    const known = await detailOf(desk.treasury, one.id)
    if (known?.state === 'sent') onStep('sent')
    if (known?.state === 'unknown' && known.check_until)
      await desk.treasury(`/api/sandbox/intents/${one.id}/resolve`, { method: 'POST', json: {}, signal: signal() })
    // What has no reference cannot be checked: it stays unknown, and is not sent again.
    const isOver =
      known && (['confirmed', 'refused'].includes(known.state) || (known.state === 'unknown' && !known.check_until))
    return isOver ? known : undefined
  })
}

const server = process.env.TEST_DATABASE_URL
for (const [engine, url] of [
  ['SQLite', undefined],
  ['PostgreSQL', server],
] as const) {
  const run = test.skipIf(engine === 'PostgreSQL' && !server)
  const timeout = 180_000 + kills * 20_000
  run.concurrent(`what is approved is sent once after ${kills} kills on ${engine}`, { timeout }, async ({ expect }) => {
    const random = createRandom(seed)
    const database = url ? await freshPostgres(url, systemClock, { isEmpty: true }) : undefined
    // Where several share a database, another one may send what the killed one was about to.
    const consoles = url ? 2 : 1
    const stage = await startKillableConsoles(consoles, database?.url, random)
    try {
      const admin = await demoBrowser(stage.origin, 'admin')
      const policy = { method: 'PUT', json: { rules: [rule], stand_ins: [] } }
      expect((await admin('/api/sandbox/policies/1', policy)).ok).toBe(true)
      expect((await admin('/api/sandbox/policies/1/activate', { method: 'POST', json: {} })).ok).toBe(true)
      const sessions = {
        treasury: sessionOf(await demoBrowser(stage.origin, 'treasury')),
        approver: sessionOf(await demoBrowser(stage.origin, 'approver')),
      }
      const all: Asked[] = []
      let isOver = false
      let waited: { step: Step; begun: () => void } | undefined
      const onStep = (step: Step) => {
        if (waited?.step === step) waited.begun()
      }
      const person = async () => {
        const desk = {
          treasury: browserAt(stage.origin, sessions.treasury),
          approver: browserAt(stage.origin, sessions.approver),
        }
        do {
          const one = newRequest(random)
          all.push(one)
          await live(desk, one, onStep)
        } while (!isOver)
      }
      const done = Promise.all(Array.from({ length: people }, person))
      for (let killed = 0; killed < kills; killed++) {
        // Without many kills each engine gets half of the steps.
        const step = steps[(killed + (url ? 0 : 2)) % steps.length] ?? 'decided'
        await Promise.race([
          done,
          new Promise<void>((begun) => {
            waited = { step, begun }
          }),
        ])
        waited = undefined
        await pause(random.below(80))
        await stage.kill(random.below(consoles))
      }
      isOver = true
      stage.front.stopFaults()
      stage.service.stopFaults()
      await done

      const { made } = await readProviderState(stage.sandbox.url, stage.control)
      const count = ({ key }: Asked) => made.get(key)?.length ?? 0
      const wrong = all.filter((one) => {
        const state = one.end?.state
        return count(one) > 1 || (state !== 'unknown' && count(one) !== (state === 'confirmed' ? 1 : 0))
      })
      expect(wrong, `seed ${seed}`).toEqual([])
      const sentDeclined = all.filter((one) => one.isDeclined && (count(one) > 0 || (stage.left.get(one.key) ?? 0) > 0))
      expect(sentDeclined, `seed ${seed}`).toEqual([])
      const sentTwice = all.filter(({ key, id, end }) => {
        // A check sends an order's reference again, and nothing else.
        const sent = end?.events.filter((event) => event.kind === 'sent').length ?? 0
        return key !== id && (stage.left.get(key) ?? 0) > sent
      })
      expect(sentTwice, `seed ${seed}`).toEqual([])
      for (const { end } of all) {
        const decisions = end?.approval?.decisions.filter(({ kind }) => kind === 'approve' || kind === 'decline')
        expect(decisions?.length, `seed ${seed}`).toBe(1)
      }
      const states = (['confirmed', 'refused', 'unknown'] as const).map(
        (state) => `${all.filter((one) => one.end?.state === state).length} ${state}`,
      )
      console.log(`${engine}, seed ${seed}: ${kills} kills, ${all.length} requests, ${states.join(', ')}; none twice`)
      expect(stage.faults()).toEqual([])
    } finally {
      await stage.stop()
      await database?.drop()
    }
  })
}
