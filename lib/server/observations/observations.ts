/**
 * What was seen of transfers: noted in the background after the answer, and written only if
 * something is new. A failing database never fails a read.
 */
import type { ObservedExtent } from '../../api/console/lookup'
import type { LookupIdentifier } from '../../api/console/lookup-input'
import type { TransferObservations } from '../../api/console/observations'
import { checkForm } from '../../api/provider/check'
import { operationNames, rowOf } from '../../api/provider/operations'
import type { Database } from '../../database/open'
import { type Clock, microseconds, wait } from '../clock'
import type { Encryption } from '../encryption/encryption'
import type { ConsoleHandlers } from '../http/console-routes'
import { type Log, traceOf } from '../http/log'
import type { RetentionStep } from '../retention'
import type { Owner } from '../upstream/upstream'
import { ObservedRows } from './observed-rows'
import { identifying, type ObservedTransfer, observedTransfer } from './observed-transfer'

/** Milliseconds for which notes are collected, so that those of one page become one transaction. */
const collected = 50
/** Notes that wait at most; more are dropped, and noted when the transfer is seen again. */
const mostWaiting = 2_000
const perTransaction = 100
/** Transfers whose last note is remembered, so that the same one is not looked up in the database again. */
const mostRemembered = 20_000
/** Milliseconds for which a reader waits until earlier notes are written. */
const settleLimit = 1_000
export type ObservationDependencies = { database: Database; clock: Clock; encryption: Encryption; log: Log }

type Note = { key: string; mark: string; observed: ObservedTransfer }

export class Observations {
  readonly #rows: ObservedRows
  readonly #clock: Clock
  readonly #encryption: Encryption
  readonly #log: Log
  /** The notes that wait, by transfer and content. */
  readonly #waiting = new Map<string, Note>()
  /** What was last written of a transfer, or found written. */
  readonly #remembered = new Map<string, string>()
  #writing: Promise<void> | undefined
  #cancel: (() => void) | undefined
  #isClosed = false

  constructor({ database, clock, encryption, log }: ObservationDependencies) {
    this.#rows = new ObservedRows(database, encryption)
    this.#clock = clock
    this.#encryption = encryption
    this.#log = log
  }

  /** Notes records of the provider, and returns at once. What is no transfer is ignored. */
  note(owner: Owner, records: readonly unknown[]): void {
    if (this.#isClosed) return
    const at = microseconds(this.#clock)
    for (const record of records) {
      const observed = observedTransfer(owner, this.#encryption, record, at)
      if (!observed) continue
      const { columns, state } = observed
      const key = JSON.stringify([columns.environment, columns.client_id, columns.id])
      const mark = JSON.stringify([state, ...identifying.map((name) => columns[name])])
      if (this.#remembered.get(key) === mark || this.#waiting.size >= mostWaiting) continue
      const waiting = key + mark
      if (!this.#waiting.has(waiting)) this.#waiting.set(waiting, { key, mark, observed })
    }
    if (this.#waiting.size > 0) this.#cancel ??= this.#clock.after(collected, () => void this.#writeAll())
  }

  /** Waits until what was noted is written, at most a second. */
  async settled(): Promise<void> {
    await Promise.race([this.#writeAll(), wait(this.#clock, settleLimit)])
  }

  /** Writes what waits; notes no more. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#writeAll()
  }

  #writeAll(): Promise<void> {
    this.#cancel?.()
    this.#cancel = undefined
    this.#writing ??= this.#writeWaiting().finally(() => {
      this.#writing = undefined
    })
    return this.#writing
  }

  async #writeWaiting(): Promise<void> {
    while (this.#waiting.size > 0) {
      const notes = [...this.#waiting.values()].slice(0, perTransaction)
      for (const { key, mark } of notes) this.#waiting.delete(key + mark)
      try {
        await this.#rows.write(notes.map(({ observed }) => observed))
        for (const { key, mark } of notes) this.#remember(key, mark)
      } catch (error) {
        this.#log.warn({ event: 'not-observed', rows: notes.length, ...traceOf(error) }, 'observations')
      }
    }
  }

  #remember(key: string, mark: string): void {
    this.#remembered.delete(key)
    this.#remembered.set(key, mark)
    const [oldest] = this.#remembered.keys()
    if (this.#remembered.size > mostRemembered && oldest !== undefined) this.#remembered.delete(oldest)
  }

  /**
   * The ids of observed transfers whose hash or id has these ends, the newest first: at most one more than is listed.
   * @throws ProblemError 400 if neither end has enough characters; the driver's error
   */
  async matching(owner: Owner, identifier: Extract<LookupIdentifier, { kind: 'partial' }>): Promise<string[]> {
    return this.#rows.matching(owner, identifier)
  }

  /** How many transfers were observed, and since when (ms since 1970); undefined if none was. @throws the driver's error */
  async extent(owner: Owner): Promise<ObservedExtent | undefined> {
    return this.#rows.extent(owner)
  }

  /** What was seen of a transfer, including what was noted just now. @throws the driver's error */
  async of(owner: Owner, id: string): Promise<TransferObservations> {
    await this.settled()
    return this.#rows.of(owner, id)
  }

  /** Removes transfers of which nothing was new for so many days; 0 keeps them for ever. */
  removeOld(days: number): Promise<RetentionStep> {
    return this.#rows.removeOld(microseconds(this.#clock), days)
  }
}

/** The operation whose record is observed. */
const observedRead = operationNames.find((name) => rowOf(name).isObserved)

/** @returns the handler of the operation */
export const createObserved = (observations: Observations) =>
  ({
    observedTransfer: async ({ values: { id }, owner }) => {
      if (observedRead) checkForm(observedRead, { path: { id } })
      return observations.of(owner, id.toLowerCase())
    },
  }) satisfies Partial<ConsoleHandlers>
