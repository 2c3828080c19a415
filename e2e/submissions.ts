/** The submissions of the exactly-once campaign and their clients: HTTP programs and a page in Chromium. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { build } from 'esbuild'
import type { IntentState } from '../lib/api/intents'
import type { WriteName } from '../lib/provider/operations'
import { pathOf, rowOf } from '../lib/provider/operations'
import { problemKind } from '../lib/provider/problem'
import type { Random } from '../lib/sandbox/random'
import { profiles } from '../lib/sandbox/seed/parties'

/** The console's answer to one attempt, with the intent's state that it reports. */
export type ReceivedAnswer = { status: number; state?: IntentState; recordId?: string; kind?: string }

/** One request to be executed once. `key` identifies it at the provider. */
export type Submission = {
  intent: string
  name: WriteName
  path?: Record<string, string>
  body: Record<string, unknown>
  key: string
  /** Whether the provider accepts it. */
  isAccepted: boolean
  /** Answers that came whole. */
  answers: ReceivedAnswer[]
  attempts: number
}

/** Submits once. @returns undefined if no complete answer arrived within this many milliseconds */
export type Submitter = (submission: Submission, milliseconds: number) => Promise<ReceivedAnswer | undefined>

const [{ id: profile }] = profiles
const wire = (account: string) => ({
  wire: {
    account_number: account,
    routing_details: { routing_number: '021000089', bank_name: 'Harbour National Bank' },
  },
})
const digits = (random: Random) => random.text('0123456789', 10)

const orders: [object, ...object[]] = [
  { side: 'SELL', market: 'BTCUSD', type: 'LIMIT', base_amount: '0.001', price: '1000000' },
  { side: 'BUY', market: 'ETHUSD', type: 'MARKET', quote_amount: '25.00', await_fill_millis: 200 },
  { side: 'BUY', market: 'BTCUSD', type: 'LIMIT', base_amount: '0.01', price: '100.50', metadata: { team: 'ops' } },
  // Would cross, so the provider accepts and then rejects it, before or after its answer.
  { side: 'BUY', market: 'LTCUSD', type: 'POST_ONLY_LIMIT', base_amount: '0.1', price: '9000', await_fill_millis: 20 },
  { side: 'BUY', market: 'BCHUSD', type: 'POST_ONLY_LIMIT', base_amount: '0.1', price: '9000' },
]
/** Costs more than any profile holds. */
const tooMuch = { side: 'BUY', market: 'BTCUSD', type: 'LIMIT', base_amount: '9000000', price: '90000' }

const rule = {
  profile_id: profile,
  source_asset: 'USD',
  destination_asset: 'USDG',
  source: { fiat: { network: 'WIRE' } },
}

/**
 * The next request, of any kind.
 * @param newAccount creates a fiat account that nothing else changes, and returns its id
 */
export async function nextSubmission(random: Random, newAccount: () => Promise<string>): Promise<Submission> {
  const intent = randomUUID()
  const isAccepted = random.chance(0.85)
  const common = { intent, key: intent, isAccepted, answers: [], attempts: 0 }
  const kind = random.weighted([
    ['order', 35],
    ['account', 20],
    ['rule', 15],
    ['deposit', 20],
    ['change', 10],
  ])
  // A person may have a reference of their own.
  const own = kind !== 'deposit' && kind !== 'change' && random.chance(0.3) ? `desk-${randomUUID()}` : undefined
  const named = { ...common, key: own ?? intent }
  const reference = own && { ref_id: own }
  switch (kind) {
    case 'order':
      return {
        ...named,
        name: 'createOrder',
        path: { profile_id: profile },
        body: { ...(isAccepted ? random.pick(orders) : tooMuch), ...reference },
      }
    case 'account':
      return {
        ...named,
        isAccepted: true,
        name: 'createFiatAccount',
        body: {
          fiat_account_owner: { institution_details: { name: 'Halden Treasury AG' } },
          fiat_network_instructions: wire(digits(random)),
          ...reference,
        },
      }
    case 'rule':
      return {
        ...named,
        name: 'createRule',
        body: { ...rule, ...(isAccepted ? {} : { profile_id: randomUUID() }), ref_id: named.key },
      }
    case 'deposit':
      return {
        ...common,
        name: 'initiateSandboxFiatDeposit',
        body: {
          amount: isAccepted ? '12.50' : '0.00',
          asset: 'USD',
          memo_id: intent,
          fiat_network_instructions: wire(digits(random)),
        },
      }
    default:
      return {
        ...common,
        name: 'updateFiatAccount',
        path: { id: await newAccount() },
        body: {
          metadata: { change: intent },
          // An owner of another kind is refused.
          ...(!isAccepted && { fiat_account_owner: { person_details: { first_name: 'Ada', last_name: 'Moreau' } } }),
        },
      }
  }
}

/** The same request under another intent if it has its own reference; otherwise none. */
export const twinOf = (submission: Submission): Submission[] =>
  submission.key === submission.intent ? [] : [{ ...submission, intent: randomUUID(), answers: [], attempts: 0 }]

const idOf = (record: unknown): string | undefined => {
  const { id, rule: inner }: { id?: string; rule?: { id?: string } } = Object(record)
  return inner?.id ?? id
}

/** What a whole answer says: the record's id, or the kind of the problem. */
function readAnswer(isGood: boolean, text: string): Pick<ReceivedAnswer, 'recordId' | 'kind'> {
  try {
    const read: { type?: string } = JSON.parse(text)
    return isGood ? { recordId: idOf(read) } : { kind: problemKind(read.type) }
  } catch {
    return { kind: 'no JSON' }
  }
}

/** Submits over plain HTTP with a signed-in user's cookie. */
export const httpSubmitter =
  (origin: string, cookie: string): Submitter =>
  async ({ intent, name, path, body }, milliseconds) => {
    try {
      const answer = await fetch(`${origin}/api/sandbox${pathOf(name, path)}`, {
        method: rowOf(name).method,
        headers: { cookie, origin, 'content-type': 'application/json', 'x-mintdesk-intent': intent },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(milliseconds),
      })
      const text = await answer.text()
      const state = answer.headers.get('x-mintdesk-intent-state') as IntentState | null
      return { status: answer.status, state: state ?? undefined, ...readAnswer(answer.ok, text) }
    } catch {
      return undefined
    }
  }

const pause = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

/** Submits from a signed-in page with the same code as our forms. */
export async function pageSubmitter(page: Page): Promise<Submitter> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, '../lib/browser/send-write.ts')],
    bundle: true,
    write: false,
    format: 'iife',
    globalName: 'mintdesk',
    // What is declared in strict code stays in it.
    footer: { js: 'globalThis.mintdesk = mintdesk' },
  })
  await page.evaluate(`void (0, eval)(${JSON.stringify(outputFiles[0]?.text)})`)
  type Sender = typeof import('../lib/browser/send-write')
  type Told = { problem?: { type?: string; status: number; meta?: { intent_state?: IntentState } } }
  const send = ({ name, path, body, intent }: Submission) =>
    page.evaluate(
      async ([operation, input, id]) => {
        const { mintdesk } = globalThis as unknown as { mintdesk: Sender }
        try {
          const { state, answer } = await mintdesk.sendWrite('sandbox', operation, input, id)
          return { status: 200, state, record: answer.json }
        } catch (thrown) {
          const { problem }: Told = thrown as Told
          return { status: problem?.status ?? 0, state: problem?.meta?.intent_state, type: problem?.type }
        }
      },
      [name, { path, body }, intent] as const,
    )
  return async (submission, milliseconds) => {
    const result = await Promise.race([send(submission), pause(milliseconds)])
    if (!result) return undefined
    const kind = problemKind('type' in result ? result.type : undefined)
    // The page's own problems for a missing or incomplete answer.
    const isAnswered =
      result.state !== undefined || !['console-unreachable', 'service-answer-unreadable'].includes(kind)
    if (!isAnswered) return undefined
    return {
      status: result.status,
      state: result.state,
      ...('record' in result ? { recordId: idOf(result.record) } : { kind }),
    }
  }
}

/** Submits until the outcome is known or the attempts are used up, often several times at once. */
export async function submitRepeatedly(submission: Submission, press: Submitter, random: Random): Promise<void> {
  for (let left = 2 + random.below(5); left > 0; left--) {
    const clicks = random.pick([1, 1, 2, 3])
    const patience = random.chance(0.1) ? 30_000 : 400 + random.below(2_500)
    const answers = await Promise.all(
      Array.from({ length: clicks }, async (_, click) => {
        if (click > 0) await pause(random.below(120))
        return press(submission, patience)
      }),
    )
    submission.attempts += clicks
    const received = answers.filter((answer) => answer !== undefined)
    submission.answers.push(...received)
    const isKnown = received.some(({ state }) => state !== undefined && state !== 'prepared')
    // Some clients submit again after the outcome is known, and must receive the same one.
    if (isKnown && random.chance(0.7)) return
    await pause(100 + random.below(700))
  }
}
