/** Writes the audit log: the lines of an act in the transaction of the act, and reads of records in batches. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import { type AuditOutcome, requestPrefix } from '../../api/audit'
import type { OwnRow } from '../../api/own-row'
import type { Database } from '../../database/open'
import type { AuditLineTable, Tables } from '../../database/tables'
import { uuidPattern } from '../../domain/values'
import { type Clock, microseconds, timeOf } from '../clock'
import type { Encryption } from '../encryption/encryption'
import { type Log, traceOf } from '../telemetry/log'
import type { Bounds } from '../work/bounds'
import { type AddMark, appendLines, type NewLine, noOne } from './chain'

/** A request while it is answered: who asks is known once their session is. */
export type Requester = {
  id: string
  /** The client's address. */
  address: string
  environment?: string
  session?: { subject: string; name: string; roles: readonly string[] }
  /** Whether a line of it says that something was refused or failed. */
  hasRefusal?: boolean
}

/** What an act says of itself. */
export type Act = {
  act: string
  /** By default `done`. */
  outcome?: AuditOutcome
  kind?: string
  id?: string
  /** In place of `id` what a request says it is about, which may be anything: see `auditedIds`. */
  sent?: { id: string; form?: OwnRow['idForm'] }
  environment?: string
  /** What was sent, of which only a keyed digest is kept; or that digest. */
  body?: unknown
  digest?: string
  /** Short, without secrets or account numbers. */
  detail?: object
  /** Who did it, where that is not the person who asks. */
  by?: { subject: string; name?: string; roles?: readonly string[] }
  /** Pages repeat it: the first is a line at once, and those that follow are counted. */
  isRepeated?: boolean
}

type AuditDependencies = {
  database: Database
  clock: Clock
  log: Log
  encryption: Pick<Encryption, 'fingerprintOf' | 'fingerprintsOf'>
  bounds: Pick<Bounds, 'isBeyond'>
}

/** Milliseconds between two batches of what is counted. */
const batchEvery = 60_000
/** Milliseconds after a line of what a person repeats until the next one, which counts what came between. */
const countedFor = 900_000
/** Kinds of what is counted beyond which a batch is written early. */
const mostCounts = 5_000
/** Addresses of one person that are told apart in what is counted. */
const mostAddresses = 20
/** Refused acts of one person in a day that have a line each; those beyond are counted. */
export const mostRefused = 500
/** Milliseconds between two lines that count what one person was refused beyond that. */
const refusedFor = 3_600_000
/** Characters of a text from outside, at most. */
const longest = 200

/** `acts`: how often each was refused. */
type Refused = { requester: Requester; by: Act['by']; acts: Map<string, number> }

const withoutId = ({ address, environment, session }: Requester): Requester => ({
  id: '',
  address,
  environment,
  session,
})

/** A text that both databases give back as it is, so that its hash is right: no zero and no half of a pair of UTF-16. */
const storable = (text: string) => Buffer.from(text.replaceAll('\u0000', '\ufffd')).toString()
const forms = { uuid: uuidPattern, version: /^[1-9]\d{0,4}$/, word: /^[a-z][a-z-]{0,31}$/ }

/**
 * How lines name what a request says it is about: as it says if that has the form of an id of ours, which no account number
 * has, and else by a keyed digest. @returns the name, by every key, the one of today first
 */
export function auditedIds(
  { id, form }: NonNullable<Act['sent']>,
  encryption: AuditDependencies['encryption'],
): string[] {
  const isKnown = id === '' || forms.uuid.test(id) || (form !== undefined && forms[form].test(id))
  return isKnown ? [id] : encryption.fingerprintsOf(['audited', id]).map((digest) => `digest:${digest}`)
}

const cut = (text: string) => storable(text.slice(0, longest))

/** One for all consoles of a process, worlds too: Node carries each storage that ever ran along with every promise. */
const requesters = new AsyncLocalStorage<Requester>()

/** `dueAt`: on the steady clock. */
type Count = { act: Act; count: number; requester: Requester; dueAt: number }

const keyOf = ({ session, address }: Requester, act: Act) => JSON.stringify([session?.subject, act, address])

export class Audit {
  readonly #pending = new WeakMap<Transaction<Tables>, NewLine[]>()
  readonly #marks = new WeakMap<Transaction<Tables>, AddMark>()
  #counts = new Map<string, Count>()
  /** Those in `#counts`, by the subject of their person. */
  #addresses = new Map<string | undefined, Set<string>>()
  /** Of each person, by their subject. */
  #refused = new Map<string, Refused>()
  #cancel: (() => void) | undefined
  #cancelRefused: (() => void) | undefined

  constructor(private readonly dependencies: AuditDependencies) {}

  /** Answers a request: what is done meanwhile is done by who asks. */
  during<Result>(requester: Requester, answer: () => Promise<Result>): Promise<Result> {
    return requesters.run(requester, answer)
  }

  #line(
    { act, outcome = 'done', kind = '', id = '', sent, environment, body, digest, detail = {}, by }: Act,
    given?: Requester,
  ): NewLine {
    const { encryption } = this.dependencies
    const requester = given ?? requesters.getStore()
    const who = by ?? requester?.session
    return {
      ...noOne,
      ...(who && {
        subject: storable(who.subject),
        name: storable(who.name ?? ''),
        roles: (who.roles ?? []).join(' '),
      }),
      // Who has no session is no one that is known.
      ...(!who && requester && { subject: '', name: '' }),
      ...(requester && { address: cut(requester.address), request_id: requester.id }),
      act,
      outcome,
      object_kind: kind,
      object_id: cut(sent ? (auditedIds(sent, encryption)[0] ?? '') : id),
      environment: environment ?? requester?.environment ?? '',
      digest: digest ?? (body === undefined ? '' : encryption.fingerprintOf(body)),
      detail: JSON.stringify(detail),
    }
  }

  /** Carries out an act in a transaction, whose last statements add the lines that it notes. */
  async act<Result>(work: (within: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    const { database, clock, log } = this.dependencies
    let added: AuditLineTable[] = []
    const result = await database.transaction().execute(async (within) => {
      const lines: NewLine[] = []
      this.#pending.set(within, lines)
      const result = await work(within)
      const addMark = this.#marks.get(within)
      if (lines.length > 0 || addMark) added = await appendLines(within, lines, microseconds(clock), { addMark })
      return result
    })
    const requester = requesters.getStore()
    if (requester) requester.hasRefusal ||= added.some(({ outcome }) => outcome !== 'done' && outcome !== 'begun')
    for (const line of added) log.info(recordOf(line), 'audit')
    return result
  }

  /** Adds a mark of a request at the end of a transaction that `act` began. */
  mark(within: Transaction<Tables>, addMark: AddMark): void {
    this.#marks.set(within, addMark)
  }

  /** Notes a line for the end of a transaction that `act` began. */
  note(within: Transaction<Tables>, act: Act): void {
    const lines = this.#pending.get(within)
    if (!lines) throw new Error('This transaction is none of the audit log.')
    lines.push(this.#line(act))
  }

  /** Writes a line by itself: before an act that has no transaction, which must not take place if this fails. */
  async write(act: Act): Promise<void> {
    const asking = requesters.getStore()
    const requester = act.isRepeated && asking && this.#counted(asking)
    if (requester && this.#counts.has(keyOf(requester, act))) return this.#count(requester, act)
    await this.act(async (within) => this.note(within, act))
    if (requester) this.#keep(requester, act, 0, this.dependencies.clock.steady() + countedFor)
  }

  /** Whether something that is repeated is only counted now, and has no line of its own. */
  isCounted(requester: Requester, act: Act): boolean {
    return this.#counts.has(keyOf(this.#counted(requester), act))
  }

  /** Writes that an act was refused or failed; beyond so many of one person in a day they are counted in one line an hour. */
  async refuse(act: Act, requester = requesters.getStore()): Promise<void> {
    if (!requester) return this.write(act)
    const subject = act.by?.subject ?? requester.session?.subject ?? ''
    // What has no line of its own takes none of them.
    const hasNoLine = act.isRepeated && this.isCounted(requester, act)
    if (hasNoLine || !(await this.dependencies.bounds.isBeyond(subject, 'refused', mostRefused)))
      return this.during(requester, () => this.write(act))
    const known = this.#refused.get(subject) ?? {
      requester: { ...withoutId(requester), address: '' },
      by: act.by,
      acts: new Map(),
    }
    if (!this.#refused.has(subject)) this.dependencies.log.warn({ event: 'refusals-counted', subject }, 'security')
    this.#refused.set(subject, known)
    const name = act.kind && act.act.startsWith(requestPrefix) ? act.kind : act.act
    known.acts.set(name, (known.acts.get(name) ?? 0) + 1)
    this.#cancelRefused ??= this.dependencies.clock.after(refusedFor, () => void this.writeRefused())
  }

  /** Writes how much was refused beyond the lines of their own. If the database accepts nothing, it is counted on. */
  async writeRefused(): Promise<void> {
    this.#cancelRefused?.()
    this.#cancelRefused = undefined
    const refused = this.#refused
    if (refused.size === 0) return
    this.#refused = new Map()
    try {
      await this.act(async (within) => {
        const lines = this.#pending.get(within)
        for (const { requester, by, acts } of refused.values()) {
          const count = [...acts.values()].reduce((sum, one) => sum + one, 0)
          const detail = { count, acts: Object.fromEntries(acts) }
          lines?.push(this.#line({ act: 'refused-often', outcome: 'refused', detail, by }, requester))
        }
      })
    } catch (error) {
      this.dependencies.log.warn({ event: 'audit-refusals-waiting', ...traceOf(error) }, 'audit')
      for (const [subject, { requester, by, acts }] of refused) {
        const since = this.#refused.get(subject)
        for (const [name, count] of since?.acts ?? []) acts.set(name, (acts.get(name) ?? 0) + count)
        this.#refused.set(subject, { requester, by, acts })
      }
      this.#cancelRefused ??= this.dependencies.clock.after(refusedFor, () => void this.writeRefused())
    }
  }

  /** Counts a read of records, which is written later. */
  read(requester: Requester, { kind, environment = '' }: { kind: string; environment?: string }): void {
    this.#count(this.#counted(requester), { act: 'read', kind, environment })
  }

  /** Counts an act of whoever is not signed in, all together: a line for each would let anyone fill the log. */
  readonly refuseUnknown = () => this.#count({ id: '', address: '' }, { act: 'not-signed-in', outcome: 'refused' })

  #addressesOf({ session }: Requester): Set<string> {
    const known = this.#addresses.get(session?.subject) ?? new Set()
    this.#addresses.set(session?.subject, known)
    return known
  }

  /** Under whom something is counted: whoever has many addresses would have as many lines. */
  #counted(requester: Requester): Requester {
    const known = this.#addressesOf(requester)
    const isToldApart = known.has(requester.address) || known.size < mostAddresses
    return { ...withoutId(requester), ...(!isToldApart && { address: '' }) }
  }

  #count(requester: Requester, act: Act): void {
    const known = this.#counts.get(keyOf(requester, act))
    if (known) known.count += 1
    else this.#keep(requester, act, 1, 0)
    if (this.#counts.size >= mostCounts) void this.writeReads()
  }

  #keep(requester: Requester, act: Act, count: number, dueAt: number): void {
    this.#counts.set(keyOf(requester, act), { act, count, requester, dueAt })
    this.#addressesOf(requester).add(requester.address)
    this.#cancel ??= this.dependencies.clock.after(batchEvery, () => void this.writeReads({ onlyDue: true }))
  }

  /** Writes what was counted; all of it, or only what is due. If the database accepts nothing, it is counted on. */
  async writeReads({ onlyDue = false } = {}): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    const { clock, log } = this.dependencies
    const now = clock.steady()
    const due = [...this.#counts].filter(([, { dueAt }]) => !onlyDue || dueAt <= now)
    for (const [key] of due) this.#counts.delete(key)
    this.#addresses = new Map()
    for (const { requester } of this.#counts.values()) this.#addressesOf(requester).add(requester.address)
    const counted = due.map(([, count]) => count).filter(({ count }) => count > 0)
    try {
      if (counted.length > 0)
        await this.act(async (within) => {
          const lines = this.#pending.get(within)
          for (const { act, count, requester } of counted)
            lines?.push(this.#line({ ...act, detail: { ...act.detail, count } }, requester))
        })
      // A person who goes on has the next line later; refusals of whoever is not signed in have one a minute.
      if (onlyDue)
        for (const { act, requester } of counted)
          if (act.outcome !== 'refused') this.#again(requester, act, 0, now + countedFor)
    } catch (error) {
      log.warn({ event: 'audit-reads-waiting', ...traceOf(error) }, 'audit')
      for (const { act, count, requester } of counted) this.#again(requester, act, count, 0)
    }
    if (this.#counts.size > 0) this.#cancel ??= clock.after(batchEvery, () => void this.writeReads({ onlyDue: true }))
  }

  /** Counts on what was counted before, beside what came meanwhile. */
  #again(requester: Requester, act: Act, count: number, dueAt: number): void {
    const meanwhile = this.#counts.get(keyOf(requester, act))?.count ?? 0
    this.#keep(requester, act, count + meanwhile, dueAt)
  }
}

const ecsOutcomes: Record<AuditOutcome, 'success' | 'failure' | 'unknown'> = {
  done: 'success',
  begun: 'unknown',
  refused: 'failure',
  failed: 'failure',
  unknown: 'unknown',
}

/** A line as the log has it, by the names of the Elastic Common Schema. A person is their subject in the log. */
const recordOf = (line: AuditLineTable) => ({
  'ecs.version': '8.17',
  '@timestamp': timeOf(line.at),
  'event.dataset': 'mintdesk.audit',
  'event.action': line.act,
  'event.outcome': ecsOutcomes[line.outcome],
  'event.sequence': line.seq,
  'event.hash': line.hash,
  'user.id': line.subject,
  ...(line.roles && { 'user.roles': line.roles.split(' ') }),
  ...(line.address && { 'source.ip': line.address }),
  ...(line.request_id && { 'http.request.id': line.request_id }),
  'mintdesk.audit.outcome': line.outcome,
  'mintdesk.audit.chain': line.chain,
  'mintdesk.audit.environment': line.environment,
  'mintdesk.audit.object.kind': line.object_kind,
  'mintdesk.audit.object.id': line.object_id,
  'mintdesk.audit.digest': line.digest,
  'mintdesk.audit.detail': line.detail,
})
