/** Writes the audit log: the lines of an act in the transaction of the act, and reads of records in batches. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Transaction } from 'kysely'
import type { AuditOutcome } from '../../api/console/audit'
import type { Database } from '../../database/open'
import type { AuditLineTable, Tables } from '../../database/tables'
import { type Clock, microseconds } from '../clock'
import type { Encryption } from '../encryption/encryption'
import { type Log, traceOf } from '../http/log'
import { appendLines, type NewLine, noOne } from './chain'

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
  environment?: string
  /** What was sent, of which only a keyed digest is kept; or that digest. */
  body?: unknown
  digest?: string
  /** Short, without secrets or account numbers. */
  detail?: object
  /** Who did it, where that is not the person who asks. */
  by?: { subject: string; name?: string; roles?: readonly string[] }
}

type AuditDependencies = { database: Database; clock: Clock; log: Log; encryption: Pick<Encryption, 'fingerprintOf'> }

/** Milliseconds between two batches of reads. */
const batchEvery = 60_000
/** Kinds of reads beyond which a batch is written early. */
const mostReads = 1_000
/** Characters of a text from outside, at most. */
const longest = 200

const withoutId = ({ address, environment, session }: Requester): Requester => ({
  id: '',
  address,
  environment,
  session,
})

/** A text that both databases give back as it is, so that its hash is right: no zero and no half of a pair of UTF-16. */
const storable = (text: string) => Buffer.from(text.replaceAll('\u0000', '\ufffd')).toString()
const cut = (text: string) => storable(text.slice(0, longest))

/** One for all consoles of a process, worlds too: Node carries each storage that ever ran along with every promise. */
const requesters = new AsyncLocalStorage<Requester>()

export class Audit {
  readonly #dependencies: AuditDependencies
  readonly #pending = new WeakMap<Transaction<Tables>, NewLine[]>()
  #reads = new Map<string, { act: Act; count: number; requester: Requester }>()
  #cancel: (() => void) | undefined

  constructor(dependencies: AuditDependencies) {
    this.#dependencies = dependencies
  }

  /** Answers a request: what is done meanwhile is done by who asks. */
  during<Result>(requester: Requester, answer: () => Promise<Result>): Promise<Result> {
    return requesters.run(requester, answer)
  }

  #line(
    { act, outcome = 'done', kind = '', id = '', environment, body, digest, detail = {}, by }: Act,
    given?: Requester,
  ): NewLine {
    const requester = given ?? requesters.getStore()
    const who = by ?? requester?.session
    return {
      ...noOne,
      ...(who && {
        ...{ subject: storable(who.subject), name: storable(who.name ?? '') },
        roles: (who.roles ?? []).join(' '),
      }),
      // Who has no session is no one that is known.
      ...(!who && requester && { subject: '', name: '' }),
      ...(requester && { address: cut(requester.address), request_id: requester.id }),
      ...{ act, outcome, object_kind: kind, object_id: cut(id) },
      environment: environment ?? requester?.environment ?? '',
      digest: digest ?? (body === undefined ? '' : this.#dependencies.encryption.fingerprintOf(body)),
      detail: JSON.stringify(detail),
    }
  }

  /** Carries out an act in a transaction, whose last statements add the lines that it notes. */
  async act<Result>(work: (within: Transaction<Tables>) => Promise<Result>): Promise<Result> {
    const { database, clock, log } = this.#dependencies
    let added: AuditLineTable[] = []
    const result = await database.transaction().execute(async (within) => {
      const lines: NewLine[] = []
      this.#pending.set(within, lines)
      const result = await work(within)
      if (lines.length > 0) added = await appendLines(within, lines, microseconds(clock))
      return result
    })
    const requester = requesters.getStore()
    if (requester) requester.hasRefusal ||= added.some(({ outcome }) => outcome !== 'done' && outcome !== 'begun')
    for (const line of added) log.info(recordOf(line), 'audit')
    return result
  }

  /** Notes a line for the end of a transaction that `act` began. */
  note(within: Transaction<Tables>, act: Act): void {
    const lines = this.#pending.get(within)
    if (!lines) throw new Error('This transaction is none of the audit log.')
    lines.push(this.#line(act))
  }

  /** Writes a line by itself: before an act that has no transaction, which must not take place if this fails. */
  write(act: Act): Promise<void> {
    return this.act(async (within) => this.note(within, act))
  }

  /** Counts a read of records, which is written later. */
  read(requester: Requester, { kind, environment = '' }: { kind: string; environment?: string }): void {
    this.#count(withoutId(requester), { act: 'read', kind, environment })
  }

  /** Counts an act of whoever is not signed in, all together: a line for each would let anyone fill the log. */
  readonly refuseUnknown = () => this.#count({ id: '', address: '' }, { act: 'not-signed-in', outcome: 'refused' })

  #count(requester: Requester, act: Act): void {
    const key = JSON.stringify([requester.session?.subject, act, requester.address])
    const known = this.#reads.get(key)
    if (known) known.count += 1
    else this.#reads.set(key, { act, count: 1, requester })
    if (this.#reads.size >= mostReads) void this.writeReads()
    this.#cancel ??= this.#dependencies.clock.after(batchEvery, () => void this.writeReads())
  }

  /** Writes what was counted. If the database accepts nothing, it is counted on. */
  async writeReads(): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    const reads = this.#reads
    if (reads.size === 0) return
    this.#reads = new Map()
    try {
      await this.act(async (within) => {
        const lines = this.#pending.get(within)
        for (const { act, count, requester } of reads.values())
          lines?.push(this.#line({ ...act, detail: { count } }, requester))
      })
    } catch (error) {
      this.#dependencies.log.warn({ event: 'audit-reads-waiting', ...traceOf(error) }, 'audit')
      for (const [key, { count, ...read }] of reads)
        this.#reads.set(key, { ...read, count: count + (this.#reads.get(key)?.count ?? 0) })
      this.#cancel ??= this.#dependencies.clock.after(batchEvery, () => void this.writeReads())
    }
  }
}

const ecsOutcomes: Record<AuditOutcome, 'success' | 'failure' | 'unknown'> = {
  ...{ done: 'success', begun: 'unknown', refused: 'failure', failed: 'failure', unknown: 'unknown' },
}

/** A line as the log has it, by the names of the Elastic Common Schema. A person is their subject in the log. */
const recordOf = (line: AuditLineTable) => ({
  'ecs.version': '8.17',
  '@timestamp': new Date(line.at / 1000).toISOString(),
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
