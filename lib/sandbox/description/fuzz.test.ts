/**
 * Requests made from the description alone, through HTTP: 1,200 of them, or as many as SANDBOX_FUZZ says. Whatever is
 * sent, the service neither fails nor is slow, and it refuses exactly what the contract and the description refuse.
 */
import * as fc from 'fast-check'
import { Client } from 'undici'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FieldValues, generatedRequests, toHttp } from '../../../e2e/oracles/arbitraries'
import { documentChecker, type SentRequest } from '../../../e2e/oracles/checker'
import { checkForm, checkPlacement } from '../../provider/check'
import { operationNames, writeNames, writeRowOf } from '../../provider/operations'
import { markets } from '../../provider/order-terms'
import { ProblemError } from '../../provider/problem'
import { bodies } from '../../provider/schemas'
import { priceText, quoteAt } from '../engine/markets'
import { profiles } from '../seed/parties'
import { anchor, type Service, startService } from '../testing'
import { describeService } from './description'

const count = Number(process.env.SANDBOX_FUZZ ?? (process.env.CAMPAIGN ? 200_000 : 1_200))
/** Generated at once; the next batch uses what the service answered to this one. */
const batch = 600
/** The most of the processor that an answer may take, in milliseconds: how long it waits is the machine's load. */
const bound = 1_000
const seed = process.env.CAMPAIGN ? Number(process.env.SANDBOX_SEED ?? Math.floor(Math.random() * 2 ** 31)) : 4

/** Identifiers that the service has returned. */
const given = { transfers: ['-'], accounts: ['-'], memos: ['-'], groups: ['-'] }
const one = (kind: keyof typeof given) => fc.nat().map((index) => given[kind][index % given[kind].length] ?? '-')

const amount = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('1', '0.25', '.5', '007', '1.13', '.13', '250', '4000000') },
  { weight: 1, arbitrary: fc.constantFrom('0', '0.00', '2.66', '10.77', '99.88', '10000000', '10000000.01') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(`0.${'0'.repeat(40)}1`, '9'.repeat(60), `${'1'.repeat(30)}.${'3'.repeat(30)}`),
  },
  { weight: 2, arbitrary: fc.stringMatching(/^[0-9]{1,4}(\.[0-9]{1,3})?$/) },
)
const price = fc.oneof(
  amount,
  fc.tuple(fc.constantFrom(...markets), fc.integer({ min: -20, max: 20 })).map(([market, away]) => {
    const { bid, ask } = quoteAt(market, anchor * 1000)
    return priceText(market, (bid + ask + BigInt(away) * (ask - bid)) / 2n)
  }),
)
const profile = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...profiles.map(({ id }) => id)) },
  { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 40 }).filter((text) => !/^\.{1,2}$/.test(text)) },
)
const memo = fc.oneof(one('memos'), fc.constantFrom('MD-NOBODY', 'x'))
const bank = fc.constantFrom('First National', 'REJECT BANK', 'HOLD & SONS', '')

/** Real identifiers, which random text would never hit, and edge cases, which it would rarely hit. */
const usual: FieldValues = {
  id: fc.oneof(one('transfers'), one('accounts'), fc.uuid()),
  profile_id: profile,
  recipient_profile_id: profile,
  profile_ids: fc.array(profile, { minLength: 1, maxLength: 3 }),
  ids: fc.array(one('transfers'), { minLength: 1, maxLength: 5 }),
  group_ids: fc.array(one('groups'), { minLength: 1, maxLength: 5 }),
  fiat_account_id: one('accounts'),
  ref_id: fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('again', 'and again') },
    { weight: 5, arbitrary: fc.uuid() },
  ),
  amount: fc.oneof(amount, fc.constantFrom('100.00', '5.66', '7.77', '0.01', '1.')),
  base_amount: amount,
  quote_amount: amount,
  price,
  stop_price: fc.oneof(price, fc.string({ minLength: 1 })),
  memo_id: memo,
  bank_name: bank,
  limit: fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constantFrom(0, 1, 1000, 1001)),
  // Short waits only, because waiting delays the answer.
  await_fill_millis: fc.constantFrom(0, 1, 5),
  expiration_date: fc.oneof(
    fc.integer({ min: -20_000, max: 1_000_000_000 }).map((ahead) => String(anchor + ahead)),
    fc.constantFrom('9999999999999', '0000000000000'),
  ),
}

/** Bodies with every member, some under a new reference. */
const fullRequests = fc.constantFrom(...writeNames).chain((operation): fc.Arbitrary<SentRequest> => {
  const { path, body } = writeRowOf(operation)
  const values = { id: one('accounts'), profile_id: profile }
  const inPath = Object.fromEntries(Object.entries(values).filter(([at]) => path.includes(`{${at}}`)))
  return fc
    .record({ path: fc.record(inPath), full: fc.constantFrom<object>(...bodies[body].full), ref_id: fc.uuid() })
    .map(({ full, ref_id, ...sent }) => ({
      operation,
      query: [],
      ...sent,
      body: { ...full, ...('ref_id' in full && { ref_id }) },
    }))
})

let service: Service
let client: Client
let bearer: string
beforeAll(async () => {
  service = await startService(300)
  client = new Client(`http://127.0.0.1:${service.port}`)
  bearer = await service.token()
  for (const [kind, name] of [
    ['transfers', 'id'],
    ['groups', 'group_id'],
  ] as const)
    for (const { [name]: id } of service.store.all(`SELECT ${name} FROM transfers WHERE ${name} IS NOT NULL`))
      given[kind].push(String(id))
})
afterAll(async () => {
  await client.close()
  await service.stop()
})

async function answerTo(sent: SentRequest) {
  const { method, target, body } = toHttp(sent)
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const began = process.cpuUsage()
  const response = await client.request({ method: method as 'GET', path: target, headers, body })
  const text = await response.body.text()
  const { user, system } = process.cpuUsage(began)
  const took = (user + system) / 1000
  const entries = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
  return { status: response.statusCode, headers: new Map(entries), body: JSON.parse(text) as unknown, took }
}
type Answer = Awaited<ReturnType<typeof answerTo>>

/** Whether the contract's own code refuses it. */
function isRefused({ operation, path, query, body }: SentRequest, { status }: Answer, now: number): boolean {
  // None of these cursors was issued by the service, so it refuses them all.
  if (query.some(([name]) => name === 'page_cursor')) return true
  try {
    checkForm(operation, { path, query: new URLSearchParams(query), body })
    // An unknown profile and a ref_id in force are reported before the expiry.
    if (status !== 404 && status !== 409) checkPlacement(operation, body, now)
    return false
  } catch (error) {
    if (error instanceof ProblemError) return true
    throw error
  }
}

const document = describeService('http://127.0.0.1:4010')
const checker = documentChecker(document)

/** Whether the description refuses it, by its schemas or by its extra rules. */
function isDescribedAsRefused(sent: SentRequest, { status }: Answer, now: number): boolean {
  const known = status === 404 || status === 409 ? ['expiry-after-ten-seconds'] : []
  return checker.request(sent).length > 0 || checker.extraRules(sent, now).some((rule) => !known.includes(rule))
}

/** Keeps the identifiers that an answer names, so that later requests can use them. */
function remember({ operation }: SentRequest, { status, body }: Answer): void {
  if (status !== 200) return
  const { id, rule } = body as { id?: string; rule?: { source: { fiat?: { memo_id?: string } } } }
  if (operation === 'createFiatAccount' && id) given.accounts.push(id)
  const memoId = rule?.source.fiat?.memo_id
  if (memoId) given.memos.push(memoId)
}

/** Each operation succeeded and was refused, and writes were refused for every reason. */
const kinds = [
  ...operationNames.flatMap((name) => [`${name} 200`, `${name} 400`]),
  ...['getTransfer 404', 'updateFiatAccount 404', 'createOrder 404'],
  ...['createOrder 409', 'createRule 409', 'createFiatAccount 409'],
  ...['createOrder 403', 'createRule 403', 'initiateSandboxFiatDeposit 403'],
]

test(
  `${count} requests are answered as the contract and the description say, without a failure or a slow answer (seed ${seed})`,
  async () => {
    const wrong: unknown[] = []
    const slow: SentRequest[] = []
    const seen = new Map<string, number>()
    const requests = generatedRequests(document, usual)
    let now = anchor
    let sentSoFar = 0
    for (let done = 0; done < count; done += batch) {
      const drawn = fc.sample(requests, { numRuns: Math.min(batch, count - done), seed: seed + done })
      for (const made of [...drawn, ...fc.sample(fullRequests, { numRuns: batch / 20, seed: seed + done })]) {
        const { target, body } = toHttp(made)
        // Longer ones are refused by their length alone.
        if (target.length > 32_000 || (body?.length ?? 0) > 16_000) continue
        // As it arrives: JSON drops undefined members.
        const sent: SentRequest = body === undefined ? made : { ...made, body: JSON.parse(body) }
        // The clock advances by seconds, and every fiftieth time by an hour, so that steps are always due.
        now += ++sentSoFar % 50 === 0 ? 3_600_000 : (sentSoFar * 977) % 9_001
        service.tenant.setClock({ now, speed: 0 })
        const answer = await answerTo(sent)
        const at = `${sent.operation} ${answer.status}`
        seen.set(at, (seen.get(at) ?? 0) + 1)
        remember(sent, answer)
        const isBad = answer.status === 400
        const differs = (judge: string, refuses: boolean) =>
          refuses === isBad ? [] : [`${judge} ${refuses ? 'refuses' : 'accepts'} it, the service does not`]
        const faults = [
          ...(answer.status >= 500 ? ['the service failed'] : []),
          ...differs('the contract', isRefused(sent, answer, now)),
          ...differs('the description', isDescribedAsRefused(sent, answer, now)),
          ...checker.answer(sent.operation, answer),
        ]
        if (faults.length > 0) wrong.push({ faults, sent, status: answer.status, body: answer.body })
        // Repeated to tell a slow service from a collection of garbage.
        if (answer.took > bound && (await answerTo(sent)).took > bound) slow.push(sent)
      }
      expect(wrong.slice(0, 5)).toEqual([])
    }
    expect(slow).toEqual([])
    expect(seen.get('createOrder 200')).toBeGreaterThan(count / 100)
    // Every operation must both succeed and be refused; a short campaign may miss the rarest refusals.
    if (count >= 1_200) expect([...seen.keys()]).toEqual(expect.arrayContaining(kinds))
  },
  count * 100,
)
