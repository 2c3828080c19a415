/**
 * Checks that form, proxy and service accept and refuse the same bodies at the same fields: 400 generated bodies per form,
 * or AGREEMENT_BODIES. The first ones contain every edge of every field. Each form has its own file, because files run in
 * parallel.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { NextRequest } from 'next/server'
import { encode } from 'next-auth/jwt'
import { Client } from 'undici'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { corruptedRequest, type FieldValues, toHttp, validRequests } from '@/e2e/oracles/arbitraries'
import { documentChecker, type SentRequest } from '@/e2e/oracles/checker'
import { type Console, createConsole } from '@/lib/console/console'
import { type Database, migrate, openDatabase } from '@/lib/database/open'
import { accountNumbersIn } from '@/lib/domain/account-numbers'
import { checkForm, checkPlacement } from '@/lib/provider/check'
import type { FieldError } from '@/lib/provider/field-errors'
import type { WriteName } from '@/lib/provider/operations'
import { ProblemError } from '@/lib/provider/problem'
import { describeService } from '@/lib/sandbox/description/description'
import { documentationOf } from '@/lib/sandbox/operations'
import { profiles } from '@/lib/sandbox/seed/parties'
import { anchor, type Service, startService } from '@/lib/sandbox/testing'
import { seededClock, settingsFor, silentLog } from '@/lib/server/testing'

const bodies = Number(process.env.AGREEMENT_BODIES ?? 400)
const seed = process.env.CAMPAIGN ? Number(process.env.AGREEMENT_SEED ?? Math.floor(Math.random() * 2 ** 31)) : 5
/** Bodies derived from a valid one: itself, and variants with unusual or invalid parts. */
const family = 50
/** Bodies between two resets of both sides. */
const batch = 2_500

const secret = 'a-secret-of-the-tests'
const origin = 'http://localhost:3000'
let folder: string
let service: Service
let client: Client
let bearer: string
let cookie: string
let database: Database
let demo: Console
let accounts: string[]

async function begin(): Promise<void> {
  // Three clocks decide about an expiry; here all show the same time.
  vi.useFakeTimers({ toFake: ['Date'], now: anchor })
  folder = mkdtempSync(join(tmpdir(), 'mintdesk-agreement-'))
  service = await startService(50)
  const url = `http://127.0.0.1:${service.port}`
  client = new Client(url)
  bearer = await service.token()
  const { body } = await service.control('GET', '/clients/demo-client/fiat-accounts')
  accounts = (body.fiat_accounts as { id: string }[]).map(({ id }) => id)
  database = openDatabase({ dataFolder: folder })
  await migrate(database)
  demo = createConsole({
    settings: { ...settingsFor({ baseUrl: url, authUrl: url }), secret, origin },
    database,
    log: silentLog,
    clock: { ...seededClock(), now: () => anchor },
  })
  const sid = await demo.sessions.begin({ subject: 'demo:treasury', name: 'Demo treasury', roles: ['treasury'] })
  cookie = `${demo.sessionCookie}=${await encode({ token: { sid }, secret })}`
}

async function end(): Promise<void> {
  vi.useRealTimers()
  await database.destroy()
  await client.close()
  await service.stop()
  rmSync(folder, { recursive: true })
}

/** The result at one of the three: accepted, refused at these fields, or failed. */
type Result = { says: 'takes' | 'refuses' | 'fails'; status?: number; fields?: string[] }

const fieldsOf = (errors: FieldError[] | undefined) => (errors ?? []).map(({ field }) => field).sort()
const refusal = (thrown: unknown): Result => {
  if (!(thrown instanceof ProblemError)) throw thrown
  return { says: 'refuses', fields: fieldsOf(thrown.problem.errors) }
}

/** The form's result, by the schema and by the clock. */
function formSays({ operation, path, query, body }: SentRequest): Result & { isOnlyLate?: boolean } {
  try {
    checkForm(operation, { path, query: new URLSearchParams(query), body })
  } catch (thrown) {
    return refusal(thrown)
  }
  try {
    checkPlacement(operation, body, anchor)
  } catch (thrown) {
    return { ...refusal(thrown), isOnlyLate: true }
  }
  return { says: 'takes' }
}

/** An input is refused with 400; business refusals come after it was accepted. */
function resultOf(status: number, text: string): Result {
  if ([200, 403, 404, 409].includes(status)) return { says: 'takes', status }
  const { errors } = JSON.parse(text) as { errors?: FieldError[] }
  return { says: status === 400 || status === 413 ? 'refuses' : 'fails', status, fields: fieldsOf(errors) }
}

async function proxySays(method: string, target: string, body: string | Buffer<ArrayBuffer>): Promise<Result> {
  const headers = { cookie, origin, 'content-type': 'application/json', 'x-mintdesk-intent': crypto.randomUUID() }
  const answer = await demo.http.proxy(new NextRequest(`${origin}/api/sandbox${target}`, { method, headers, body }))
  const result = resultOf(answer.status, await answer.text())
  // Accepted writes are recorded as intents, refused ones are not.
  const isRecorded = answer.headers.has('x-mintdesk-intent-state')
  return isRecorded === (result.says === 'takes') ? result : { ...result, says: 'fails' }
}

async function serviceSays(method: string, target: string, body: string | Buffer<ArrayBuffer>): Promise<Result> {
  const headers = { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' }
  const answer = await client.request({ method: method as 'POST', path: target, headers, body })
  return resultOf(answer.statusCode, await answer.body.text())
}

const isSame = (one: Result, other: Result) => one.says === other.says && `${one.fields}` === `${other.fields}`

/** The three results for a request, and whether they agree. */
async function askAll(sent: SentRequest) {
  const { method, target, body = '' } = toHttp(sent)
  const form = formSays({ ...sent, body: JSON.parse(body) })
  const byProxy = await proxySays(method, target, body)
  const byService = await serviceSays(method, target, body)
  // An unknown profile and a ref_id in force are reported before the expiry.
  const comesBefore = form.isOnlyLate === true && (byService.status === 404 || byService.status === 409)
  const agree = isSame(form, byProxy) && (isSame(form, byService) || comesBefore) && form.says !== 'fails'
  return { form, byProxy, byService, agree }
}

const amounts = fc.constantFrom(
  ...['1', '0.25', '.5', '007', '250', '1.13', '4000000', '0', '0.00', '10000000.01', '9'.repeat(60)],
  ...[`0.${'0'.repeat(40)}1`, `${'1'.repeat(30)}.${'3'.repeat(30)}`],
)
const wrongAmounts = ['5.', '1e5', '-1', '+1', '1,000', '1.2.3', '.', '', ' 1', '1 ', '1\n', '0x1', '٥', '１', 'NaN']
const lengths = (...all: number[]) => fc.constantFrom(...all.map((length) => 'x'.repeat(length)))
const profile = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...profiles.map(({ id }) => id)) },
  { weight: 1, arbitrary: lengths(1, 255) },
)
const expiries = [9_999, 10_000, 10_001, 60_000].map((ahead) => String(anchor + ahead))

/** Existing identifiers and valid edge values. */
const usual: FieldValues = {
  id: fc.nat().map((index) => accounts[index % accounts.length] ?? ''),
  profile_id: profile,
  recipient_profile_id: profile,
  ref_id: fc.oneof(fc.uuid(), lengths(1, 255)),
  amount: fc.oneof(fc.constantFrom('100.00', '.01', '0.1', '7', '0'), fc.stringMatching(/^[0-9]*\.?[0-9]{1,2}$/)),
  base_amount: amounts,
  quote_amount: amounts,
  price: amounts,
  stop_price: fc.oneof(amounts, fc.string({ minLength: 1 })),
  // Short waits only, because waiting delays the answer.
  await_fill_millis: fc.constantFrom(0, 1),
  expiration_date: fc.constantFrom(...expiries, '9999999999999', '0000000000000'),
}

/** Edge values of each field, valid and invalid. */
const edges: Record<string, readonly unknown[]> = {
  base_amount: [...wrongAmounts, '1'.repeat(100), '1'.repeat(101)],
  quote_amount: wrongAmounts,
  price: wrongAmounts,
  nickname: ['', 'x'.repeat(255), 'x'.repeat(256), '🏦'.repeat(128), '🏦'.repeat(256)],
  memo_id: ['', 'x'.repeat(255), 'x'.repeat(256)],
  amount: [
    ...wrongAmounts,
    '1'.repeat(100),
    '1'.repeat(101),
    '1.',
    '.1',
    '.001',
    '1.234',
    '00.10',
    '99999999999999999999.99',
  ],
  expiration_date: [...expiries, '1'.repeat(12), '1'.repeat(14), ' 1795104010001', '179510401000x'],
  await_fill_millis: [-1, 0, 0.5, 10_001, '0', 1e21],
  ref_id: ['', 'x', 'x'.repeat(255), 'x'.repeat(256), '🏦'.repeat(127), '🏦'.repeat(128)],
  self_match_prevention_id: ['', 'x'.repeat(36), 'x'.repeat(37), '🏦'.repeat(18), '🏦'.repeat(19)],
  time_in_force: ['GTC', 'FOK', 'IOC', 'GTT', 'gtc', ''],
  type: ['LIMIT', 'MARKET', 'STOP_LIMIT', 'STOP', 'market'],
  asset: ['USD', 'usd', 'EUR', ''],
  source: [{}, { fiat: {} }, { crypto: {} }, { profile: {}, fiat: {} }, { wire: {} }, null],
  destination: [{}, { fiat: {} }, { crypto: {}, profile: {} }, null],
  fiat_account_owner: [{}, { person_details: {} }, { institution_details: { name: '' } }, null],
  metadata: [
    {},
    { ['k'.repeat(100)]: 'v'.repeat(100) },
    { ['k'.repeat(101)]: '' },
    { '': 'v' },
    { k: 'v'.repeat(101) },
    { k: 1 },
    Object.fromEntries(Array.from({ length: 6 }, (_, index) => [`k${index}`, ''])),
    Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`k${index}`, ''])),
  ],
}

/** The same request with an edge value in one field. */
function atEdge(sent: SentRequest, names: readonly string[]): fc.Arbitrary<SentRequest> {
  return fc
    .constantFrom(...names)
    .chain((name) => fc.constantFrom(...(edges[name] ?? [])).map((value) => ({ name, value })))
    .map(({ name, value }) => ({ ...sent, body: { ...(sent.body as object), [name]: value } }))
}

/** The same request once with every edge of every field that it has. */
const everyEdge = (sent: SentRequest, names: readonly string[]): SentRequest[] =>
  names
    .filter((name) => Object.hasOwn(Object(sent.body), name))
    .flatMap((name) =>
      (edges[name] ?? []).map((value) => ({ ...sent, body: { ...(sent.body as object), [name]: value } })),
    )

const document = describeService('http://127.0.0.1:4010')
const checker = documentChecker(document)
const isWellFormed = (text: string) => !/[\ud800-\udfff]/u.test(text)
/** Whether a request can be sent as a URL without a long wait. */
const canBeSent = ({ path, query, body }: SentRequest) => {
  const { await_fill_millis: wait }: { await_fill_millis?: unknown } = Object(body)
  const isLong = typeof wait === 'number' && wait > 1 && wait <= 10_000
  return !isLong && [...Object.values(path), ...query.flat()].every(isWellFormed)
}

/** Requests of an operation: some valid ones, each with variants changed in one or two places. The first have every edge. */
function requestsOf(name: WriteName, count: number, from: number): SentRequest[] {
  const fits = validRequests(document, name, usual).filter((sent) => checker.request(sent).length === 0)
  const whole = fc.sample(
    fits.map((sent) => ({ ...sent, query: [] })),
    { numRuns: Math.ceil(count / family), seed: from },
  )
  const names = Object.keys(edges).filter((edge) => whole.some(({ body }) => Object.hasOwn(Object(body), edge)))
  const all = whole.flatMap((sent, index) => {
    const odd = fc.oneof(
      { weight: 2, arbitrary: corruptedRequest(sent) },
      { weight: 3, arbitrary: atEdge(sent, names) },
      { weight: 1, arbitrary: corruptedRequest(sent).chain(corruptedRequest) },
      { weight: 3, arbitrary: atEdge(sent, names).chain(corruptedRequest) },
    )
    const first = index === 0 && from === seed ? everyEdge(sent, names).filter(canBeSent) : []
    return [sent, ...first, ...fc.sample(odd.filter(canBeSent), { numRuns: family - 1, seed: from + index })]
  })
  return all.slice(0, count)
}

async function forget(): Promise<void> {
  await database.deleteFrom('intent_event').execute()
  await database.deleteFrom('intent').execute()
  await service.control('POST', '/clients/demo-client/reset')
}

/** Registers the tests of a form by its operations. */
export function formAgrees(...operations: WriteName[]): void {
  beforeAll(begin)
  afterAll(end)

  test.each(operations.map((name) => [Math.ceil(bodies / operations.length), name] as const))(
    `form, proxy and service agree on %i bodies of %s (seed ${seed})`,
    async (count, name) => {
      const disagreements: unknown[] = []
      const seen = { takes: 0, refuses: 0, fails: 0 }
      const { stackTraceLimit } = Error
      // Stack traces of the many refusals would cost more than the checks.
      Error.stackTraceLimit = 0
      for (let done = 0; done < count && disagreements.length === 0; done += batch) {
        for (const [index, sent] of requestsOf(name, Math.min(batch, count - done), seed + done).entries()) {
          const { agree, ...results } = await askAll(sent)
          seen[results.form.says] += 1
          if (!agree) disagreements.push({ seed, number: done + index, sent, ...results })
        }
        await forget()
        if (process.env.CAMPAIGN) console.log(`${name}: ${Math.min(done + batch, count)} of ${count}`)
      }
      Error.stackTraceLimit = stackTraceLimit
      expect(disagreements.slice(0, 3)).toEqual([])
      // Both results occurred.
      expect(Math.min(seen.takes, seen.refuses)).toBeGreaterThan(count / 20)
    },
    30_000 + bodies * 60,
  )

  const [{ id: profile_id }] = profiles
  test.each(operations)('proxy and service agree on malformed bodies of %s', async (operation) => {
    const examples = Object.values(documentationOf(operation).bodies ?? {}).map(({ value }) => value)
    const path = Object.keys(documentationOf(operation).parameters ?? {}).map((name) => [
      name,
      name === 'profile_id' ? profile_id : (accounts[0] ?? ''),
    ])
    const example = examples.find((value) => accountNumbersIn(value).length > 0) ?? examples[0]
    const [number = ''] = accountNumbersIn(example)
    const {
      method,
      target,
      body = '',
    } = toHttp({ operation, path: Object.fromEntries(path), query: [], body: example })
    /** The body with further members, padded with spaces. */
    const longer = (more: string, bytes: number) => `${body.slice(0, -1)}${more}}`.padEnd(bytes)
    const texts = [
      ...['', ' ', 'null', '[]', '"x"', '1', '{', '{}', `${body},`, `${body}\u0000`, body.replaceAll('"', "'")],
      ...[`\ufeff${body}`, `\n\t ${body}\r\n `, longer('', 65_536), longer('', 65_537)],
      ...[
        `{"ref_id":1,${body.slice(1)}`,
        `{"__proto__":{},${body.slice(1)}`,
        longer(',"metadata":{"__proto__":"x"}', 0),
      ],
      longer(`,"x":${'['.repeat(5_000)}${']'.repeat(5_000)}`, 0),
      // A text that is too long, in a body within the limit and in one beyond it.
      ...[65_536, 65_537].map((bytes) =>
        number ? body.replace(number, '1'.repeat(bytes - body.length + number.length)) : body,
      ),
    ].map((text) => Buffer.from(text))
    // Invalid UTF-8 in a text.
    texts.push(
      Buffer.from(longer(',"ref_id":"\xff"', 0), 'latin1'),
      Buffer.from(body.replace(/:"[^"]*"/, ':"\xff"'), 'latin1'),
    )
    const results = []
    for (const text of texts) {
      const byProxy = await proxySays(method, target, text)
      const byService = await serviceSays(method, target, text)
      if (!isSame(byProxy, byService)) results.push({ text: text.toString('latin1', 0, 200), byProxy, byService })
      await forget()
    }
    expect(results).toEqual([])
  })
}
