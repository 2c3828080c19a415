/** Compares the console's record of each request with the provider's records and with the answers that clients received. */
import type { IntentDetail, IntentPage } from '../lib/api/intents'
import type { WriteName } from '../lib/provider/operations'
import { type Demo, secrets } from './processes'
import type { Submission } from './submissions'

/** A record at the provider, and its key: a ref_id, a memo, or the mark of a change. */
type Made = { key: string; id?: string; status?: string }
type Arrived = { operation: string; path: string; ref_id?: string; status?: number }

export type ProviderState = { made: Map<string, Made[]>; requests: Arrived[] }
export type ConsoleRecords = Map<string, IntentDetail>

const pageSize = 1_000

async function readJson<Body>(url: string, headers: Record<string, string>, method = 'GET'): Promise<Body> {
  const answer = await fetch(url, { method, headers })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

/** A token with every scope of the demo client. */
export async function tokenOf(service: string): Promise<string> {
  const form = { grant_type: 'client_credentials', client_id: 'demo-client', client_secret: secrets.demo }
  const answer = await fetch(`${service}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })
  const { access_token: token }: { access_token: string } = await answer.json()
  return token
}

/** Every wire deposit at the provider, read through its public API. */
async function deposits(service: string): Promise<{ id: string; memo?: string }[]> {
  const bearer = await tokenOf(service)
  const found: { id: string; memo?: string }[] = []
  for (let cursor = ''; ; ) {
    const search = new URLSearchParams({ type: 'WIRE_DEPOSIT', limit: String(pageSize) })
    if (cursor) search.set('page_cursor', cursor)
    type Page = { items: { id: string; memo?: string }[]; next_page_cursor?: string }
    const page = await readJson<Page>(`${service}/v2/transfer/transfers?${search}`, {
      authorization: `Bearer ${bearer}`,
    })
    found.push(...page.items)
    cursor = page.next_page_cursor ?? ''
    if (!cursor) return found
  }
}

type Keyed = { id: string; ref_id?: string; status?: string; metadata?: Record<string, string> }

/** The provider's own records, and the requests that it received. */
export async function readProviderState(service: string, control: Demo['control']): Promise<ProviderState> {
  const of = async (name: string): Promise<Keyed[]> =>
    (await control('GET', `/clients/demo-client/${name}`))[name.replace('-', '_')] as Keyed[]
  const accounts = await of('fiat-accounts')
  const all: Made[] = [
    ...[...(await of('orders')), ...accounts, ...(await of('rules'))].map(({ id, ref_id, status }) => ({
      key: ref_id ?? '',
      id,
      status,
    })),
    ...accounts.map(({ id, metadata }) => ({ key: metadata?.change ?? '', id })),
    ...(await deposits(service)).map(({ memo }) => ({ key: memo ?? '' })),
  ]
  const made = new Map<string, Made[]>()
  for (const one of all) if (one.key) made.set(one.key, [...(made.get(one.key) ?? []), one])
  const { requests, forgotten } = await control('GET', '/clients/demo-client/requests')
  if (forgotten !== 0) throw new Error('The sandbox has dropped requests from its log.')
  return { made, requests: requests as Arrived[] }
}

/** Calls the console's own API as a signed-in user. */
export function consoleRecordsOf(origin: string, cookie: string) {
  const headers = { cookie, origin, 'content-type': 'application/json' }
  const at = (place: string) => `${origin}/api/sandbox/intents${place}`
  /** Runs `work` for each item, six at a time. */
  async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
    const left = [...items]
    const one = async () => {
      for (let item = left.pop(); item !== undefined; item = left.pop()) await work(item)
    }
    await Promise.all(Array.from({ length: 6 }, one))
  }
  return {
    /** How many requests are being sent, or were when their console died and have not passed their deadline. */
    async underWay(): Promise<number> {
      return (await readJson<IntentPage>(at('?states=sent&limit=1000'), headers)).intents.length
    },
    async read(): Promise<ConsoleRecords> {
      const ids: string[] = []
      for (let cursor = ''; ; ) {
        const search = `?limit=${pageSize}${cursor && `&page_cursor=${cursor}`}`
        const page = await readJson<IntentPage>(at(search), headers)
        ids.push(...page.intents.map(({ id }) => id))
        cursor = page.next_page_cursor
        if (!cursor) break
      }
      const ledger: ConsoleRecords = new Map()
      await each(ids, async (id) => void ledger.set(id, await readJson<IntentDetail>(at(`/${id}`), headers)))
      return ledger
    },
    /** Does what a person would: checks unknown outcomes and sends prepared requests. */
    async resolveOpen(ledger: ConsoleRecords): Promise<{ checked: number; sent: number }> {
      const open = [...ledger.values()]
      const unknown = open.filter(({ state, check_until }) => state === 'unknown' && check_until !== undefined)
      const prepared = open.filter(({ state }) => state === 'prepared')
      await each(unknown, async ({ id }) => void (await readJson(at(`/${id}/resolve`), headers, 'POST')))
      // Of several requests with one reference, the first must be resolved before the others can be.
      await each(unknown, async ({ id }) => {
        const { state } = await readJson<IntentDetail>(at(`/${id}`), headers)
        if (state === 'unknown') await readJson(at(`/${id}/resolve`), headers, 'POST')
      })
      await each(prepared, async ({ id }) => void (await readJson(at(`/${id}/send`), headers, 'POST')))
      return { checked: unknown.length, sent: prepared.length }
    },
  }
}

/** What must never happen; a finding says where it did. */
export const violationNames = [
  'executed twice',
  'lost',
  'not requested',
  'confirmed but missing',
  'refused but present',
  'never sent but present',
  'sent twice',
  'still open',
  'contradicted later',
  'answered with an error',
] as const
export type ViolationName = (typeof violationNames)[number]
export type Findings = Record<ViolationName, string[]>

export const noFindings = (): Findings =>
  Object.fromEntries(violationNames.map((name) => [name, [] as string[]])) as Findings

/** An order rejected before the answer counts as refused; one rejected later was accepted. */
const isRejected = ({ status }: Made) => status === 'REJECTED'

/** Map.groupBy, which Node has from 21 on. */
function groupsOf<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, Item[]> {
  const groups = new Map<string, Item[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}

const linesOf = (intents: readonly IntentDetail[], kind: string) =>
  intents.flatMap(({ events }) => events).filter((line) => line.kind === kind).length

/**
 * Violations before any outcome is checked: nothing is in flight, and the faulty proxy is unchanged.
 * @param left how often a write with a key left the consoles for the service
 */
export function checkAtRest(
  submissions: readonly Submission[],
  ledger: ConsoleRecords,
  { made }: ProviderState,
  left: ReadonlyMap<string, number>,
): Findings {
  const found = noFindings()
  for (const [key, group] of groupsOf(submissions, (one) => one.key)) {
    const intents = group.flatMap(({ intent }) => ledger.get(intent) ?? [])
    // Each "sent" event is one attempt. One that did not reach the provider says so, and may be repeated.
    if ((left.get(key) ?? 0) > linesOf(intents, 'sent')) found['sent twice'].push(key)
    for (const intent of intents)
      if (linesOf([intent], 'sent') > linesOf([intent], 'not-sent') + 1) found['sent twice'].push(key)
    if (intents.length > 0 && intents.every(({ state }) => state === 'prepared') && made.has(key))
      found['never sent but present'].push(key)
  }
  return found
}

/** Operations that another sending with the same reference cannot do twice, and can tell of. */
const repeatable: readonly WriteName[] = ['createOrder', 'createFiatAccount', 'createRule']

/**
 * Violations at the end.
 * @param seeded the records of the service before the first request
 */
export function checkAtEnd(
  submissions: readonly Submission[],
  ledger: ConsoleRecords,
  seeded: ProviderState,
  { made, requests }: ProviderState,
): Findings {
  const found = noFindings()
  const done = requests.filter(({ status }) => status === 200)
  for (const [key, group] of groupsOf(submissions, (one) => one.key)) {
    const records = made.get(key) ?? []
    const intents = group.flatMap(({ intent }) => ledger.get(intent) ?? [])
    const stories = intents.map(({ state, events }) => [
      state,
      ...events.map(({ kind, status }) => `${kind} ${status ?? ''}`),
    ])
    const where = `${group[0]?.name} ${key} ${JSON.stringify(stories)}`
    if (records.length > 1) found['executed twice'].push(where)
    if (done.filter(({ ref_id }) => ref_id === key).length > 1) found['executed twice'].push(`${where}, by the log`)
    if (intents.length === 0 && records.length > 0) found.lost.push(where)
    const count = (state: string) => intents.filter((intent) => intent.state === state).length
    if (count('confirmed') > records.length) found['confirmed but missing'].push(where)
    const areAllRefused = intents.length > 0 && count('refused') === intents.length
    if (areAllRefused && !records.every(isRejected)) found['refused but present'].push(where)
    // The same request under two intents whose answers were both lost: nothing tells which of them created the record.
    const areAlike = intents.length > 1 && records.length === 1 && count('unknown') === intents.length
    for (const submission of group) checkOne(submission, ledger.get(submission.intent), records, areAlike, found)
  }
  const isOurs = new Set(submissions.map(({ key }) => key))
  found['not requested'] = [...made.keys()].filter((key) => !isOurs.has(key) && !seeded.made.has(key))
  const memos = [...made].filter(([key, [first]]) => isOurs.has(key) && first?.id === undefined)
  const deposited = done.filter(({ operation }) => operation === 'initiateSandboxFiatDeposit').length
  if (deposited !== memos.length)
    found['executed twice'].push(`${deposited} deposits by the log, ${memos.length} memos`)
  const changes = groupsOf(
    done.filter(({ operation }) => operation === 'updateFiatAccount'),
    ({ path }) => path,
  )
  for (const [path, all] of changes) if (all.length > 1) found['executed twice'].push(`${path}, by the log`)
  return found
}

function checkOne(
  submission: Submission,
  intent: IntentDetail | undefined,
  records: Made[],
  areAlike: boolean,
  found: Findings,
): void {
  const { name, key, answers, isAccepted } = submission
  const where = `${name} ${key}`
  if (!intent) {
    if (answers.length > 0) found.lost.push(`${where} was answered ${JSON.stringify(answers)}`)
    return
  }
  const { state } = intent
  const isCheckable = repeatable.includes(name)
  // A request refused before its reference was checked stays unknown: the console cannot tell.
  const mayBeOpen = state === 'unknown' && (areAlike || !isCheckable || (!isAccepted && records.length === 0))
  if (state === 'sent' || state === 'prepared' || (state === 'unknown' && !mayBeOpen))
    found['still open'].push(`${where} is ${state}`)
  if (state === 'confirmed' && records.length > 0 && !records.some(({ id }) => id === intent.record_id || !id))
    found['confirmed but missing'].push(`${where}: ${intent.record_id}`)
  for (const answer of answers) {
    if (answer.state === undefined) found['answered with an error'].push(`${where}: ${answer.status} ${answer.kind}`)
    const isFinal = answer.state === 'confirmed' || answer.state === 'refused'
    const isSameRecord = !answer.recordId || answer.state !== 'confirmed' || answer.recordId === intent.record_id
    if (isFinal && (answer.state !== state || !isSameRecord))
      found['contradicted later'].push(
        `${where}: ${answer.state} ${answer.recordId ?? ''}, then ${state} ${intent.record_id}`,
      )
  }
}
