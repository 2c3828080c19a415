/**
 * A wish goes on after the console was killed with SIGKILL at any of its steps: an account, a plan, its rule, a deposit.
 * People repeat what they did, over connections that lose answers; then the provider has each once, and each plan its money.
 * WISH_KILLS sets how often the console is killed.
 */
import { randomUUID } from 'node:crypto'
import { test } from 'vitest'
import type { IntentDetail } from '../../lib/api/intents'
import type { MovementAnswer } from '../../lib/features/money/interface'
import { createRandom } from '../../lib/sandbox/random'
import { profiles } from '../../lib/sandbox/seed/parties'
import { systemClock } from '../../lib/server/clock'
import { freshPostgres } from '../../lib/server/testing'
import { readProviderState } from '../exactly-once-checks'
import { pause, Refused, read, startKillableConsoles, until } from '../killable'
import { type Browser, browserAt, demoBrowser, sessionOf } from '../session'

const kills = Number(process.env.WISH_KILLS ?? 1)
const seed = Number(process.env.WISH_SEED ?? Math.floor(Math.random() * 2 ** 31))
/** Wishes under way at any time. */
const people = 5
const steps = ['account', 'plan', 'rule', 'deposit'] as const

const wire = { wire: { account_number: '12345678', routing_details: { bank_name: 'Harbour Bank' } } }
const owner = { institution_details: { name: 'Halden Treasury AG' } }

/** What a person knows of a wish: its ids, which are made before anything is sent. */
type Wish = { account: string; plan: string; rule: string; deposit: string; memo?: string; isSent?: boolean }
const newWish = (): Wish => ({ account: randomUUID(), plan: randomUUID(), rule: randomUUID(), deposit: randomUUID() })

const ruleOf = ({ rule }: Wish) => ({
  ref_id: rule,
  profile_id: profiles[0].id,
  source_asset: 'USD',
  destination_asset: 'USDC',
  source: { fiat: { network: 'WIRE', account_type: 'ABA' } },
})
const amount = '5000.00'
const planOf = (wish: Wish) => ({ kind: 'mint', amount, rule_intent: wish.rule, rule: ruleOf(wish) })

/** Sends a write under its id and goes on with it as a person does, until its outcome is known. */
const written = (browser: Browser, id: string, path: string, body: object) =>
  until(async () => {
    const found = await browser(`/api/sandbox/intents/${id}`, { signal: AbortSignal.timeout(5_000) })
    const detail = found.ok ? ((await found.json()) as IntentDetail) : undefined
    const post = (to: string, json: object) =>
      browser(to, { method: 'POST', json, headers: { 'x-mintdesk-intent': id }, signal: AbortSignal.timeout(3_000) })
    if (found.status === 404 || detail?.state === 'prepared') {
      const answer = await post(`/api/sandbox/v2/${path}`, body)
      if (answer.status === 400) throw new Refused(await answer.text())
    }
    if (detail?.state === 'unknown' && detail.check_until) await post(`/api/sandbox/intents/${id}/resolve`, {})
    if (detail?.state === 'refused') throw new Refused(`${path} was refused: ${JSON.stringify(detail)}`)
    // What has no reference cannot be checked: it stays unknown, and is not sent again.
    const isKnown = detail?.state === 'confirmed' || (detail?.state === 'unknown' && !detail.check_until)
    return isKnown ? detail : undefined
  })

/** @param onStep is called as each step begins */
async function live(browser: Browser, wish: Wish, onStep: (step: (typeof steps)[number]) => void): Promise<void> {
  onStep('account')
  await written(browser, wish.account, 'transfer/fiat-accounts', {
    ref_id: wish.account,
    fiat_account_owner: owner,
    fiat_network_instructions: wire,
  })
  onStep('plan')
  await until(async () => {
    const path = `/api/sandbox/movements/${wish.plan}`
    const answer = await browser(path, { method: 'PUT', json: planOf(wish), signal: AbortSignal.timeout(5_000) })
    return answer.ok || undefined
  })
  onStep('rule')
  const rule = await written(browser, wish.rule, 'orchestration/rules', ruleOf(wish))
  wish.memo = /"memo_id":\s*"([^"]+)"/.exec(JSON.stringify(rule).replaceAll('\\"', '"'))?.[1] ?? ''
  onStep('deposit')
  const { state } = await written(browser, wish.deposit, 'sandbox/fiat-deposits', {
    amount,
    asset: 'USD',
    memo_id: wish.memo,
    fiat_network_instructions: wire,
  })
  wish.isSent = state === 'confirmed'
}

const server = process.env.TEST_DATABASE_URL
for (const [engine, url] of [
  ['SQLite', undefined],
  ['PostgreSQL', server],
] as const) {
  const run = test.skipIf(engine === 'PostgreSQL' && !server)
  const timeout = 180_000 + kills * 20_000
  const title = `wishes go on after ${kills} kills, with nothing lost and nothing twice, on ${engine}`
  run.concurrent(title, { timeout }, async ({ expect }) => {
    const random = createRandom(seed)
    const database = url ? await freshPostgres(url, systemClock, { isEmpty: true }) : undefined
    const stage = await startKillableConsoles(1, database?.url, random)
    try {
      const session = sessionOf(await demoBrowser(stage.origin, 'treasury'))
      const wishes: Wish[] = []
      let isOver = false
      let waited: { step: (typeof steps)[number]; begun: () => void } | undefined
      const onStep = (step: (typeof steps)[number]) => {
        if (waited?.step === step) waited.begun()
      }
      const person = async () => {
        const browser = browserAt(stage.origin, session)
        do {
          const wish = newWish()
          wishes.push(wish)
          await live(browser, wish, onStep)
        } while (!isOver)
      }
      const all = Promise.all(Array.from({ length: people }, person))
      for (let killed = 0; killed < kills; killed++) {
        // Each step in turn, at any moment of it.
        // Without many kills each engine gets half of the steps.
        const step = steps[(killed + (url ? 0 : 2)) % steps.length] ?? 'plan'
        await new Promise<void>((begun) => {
          waited = { step, begun }
        })
        waited = undefined
        await pause(random.below(120))
        await stage.kill(0)
      }
      isOver = true
      stage.front.stopFaults()
      stage.service.stopFaults()
      await all

      const browser = browserAt(stage.origin, session)
      const { made } = await readProviderState(stage.sandbox.url, stage.control)
      const count = (key: string | undefined) => made.get(key ?? '')?.length ?? 0
      const wrong = wishes.filter(
        (wish) => count(wish.account) !== 1 || count(wish.rule) !== 1 || count(wish.memo) > 1 || !wish.memo,
      )
      expect(wrong, `seed ${seed}`).toEqual([])
      // Whoever was told that it was sent finds it there.
      expect(wishes.filter((wish) => wish.isSent && count(wish.memo) !== 1)).toEqual([])
      for (const wish of wishes) {
        const has = async () => {
          const found = await read<MovementAnswer>(browser, `/api/sandbox/movements/${wish.plan}`)
          return [found?.plan?.rule_intent, (found?.transfers.length ?? 0) > 0]
        }
        await expect.poll(has, { timeout: 30_000 }).toEqual([wish.rule, count(wish.memo) === 1])
      }
      const unknown = wishes.filter(({ isSent }) => !isSent)
      console.log(
        `${engine}, seed ${seed}: ${kills} kills, ${wishes.length} wishes, ${unknown.length} deposits of which no one was told, ` +
          `${unknown.filter((wish) => count(wish.memo) === 1).length} of them there: none lost, none twice`,
      )
      expect(stage.faults()).toEqual([])
    } finally {
      await stage.stop()
      await database?.drop()
    }
  })
}
