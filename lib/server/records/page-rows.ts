/** The rows of a page as the provider sent them: their own bytes, with what whoever reads them must know of each. */

import { exactJson, repeatedName } from '../../domain/exact-json'
import { isObject, type Json } from '../../domain/json'
import { unmetTransferFilters } from '../../provider/matching'
import { rowOf } from '../../provider/operations'
import { ProblemError } from '../../provider/problem'
import {
  type DecodedTransfer,
  type PageEnd,
  pageEnd,
  readTransfer,
  repeatedMember,
  requireList,
} from '../../provider/reading'
import { type ScannedList, transferList } from '../../provider/scanned-lists'
import type { TransferQuery } from '../../provider/transfers'
import type { Clock } from '../clock'
import { deepest, listLimit, TooDeep, type UpstreamAnswer } from '../upstream/answers'
import { parsedAnswer } from '../upstream/provider-answer'
import type { Caller } from '../upstream/rate'
import { type Owner, readLimit, type Upstream, type UpstreamTiming } from '../upstream/upstream'
import { Deadline } from '../work/deadline'
import { inPieces, mapInPieces } from '../work/fair-queue'

/** A record of a list. It keeps its whole page in memory: what is kept for long is to be copied from `json`. */
export class ListRow {
  readonly id: string | undefined
  /** Milliseconds since 1970; NaN if the record has no such time. */
  readonly createdAt: number
  // Texts would fill the heap while pages wait for their turn; the bytes lie outside of it.
  readonly #page: Buffer
  #json: Json | undefined

  /**
   * @param page UTF-8, in which the record is the bytes from one place up to, and without, another
   * @throws SyntaxError if it is not JSON
   */
  constructor(
    page: Buffer,
    private readonly from = 0,
    private readonly to = page.length,
  ) {
    const read: unknown = JSON.parse(page.toString('utf8', from, to))
    const { id, created_at } = isObject(read) ? read : {}
    this.id = typeof id === 'string' && id !== '' ? id : undefined
    this.createdAt = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN
    this.#page = page
  }

  /** The record as it was sent, in one line. */
  get text(): string {
    const text = this.#page.toString('utf8', this.from, this.to).trim()
    // Strings have no line breaks (RFC 8259, section 7).
    return text.includes('\n') || text.includes('\r') ? text.replace(/[\n\r]+/g, ' ') : text
  }

  /** The record with numbers as exactJson reads them; {} if it is not an object. */
  get json(): Json {
    if (!this.#json) {
      const read = exactJson(this.text)
      this.#json = isObject(read) ? read : {}
    }
    return this.#json
  }
}

const [quote, backslash, comma, openBracket, openBrace, closeBrace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b, 0x7d]

/**
 * Reads a page of a list, row by row. Rows are cut out and parsed one by one, and so is what is left of the page: the page is
 * JSON exactly if all of them are.
 * @param sent  bytes that are kept with the rows
 * @param names what the array may be called, the likeliest first
 * @throws SyntaxError if it is not JSON; TooDeep; ProblemError if it is no list
 */
export function* pageRows(
  sent: Buffer,
  names: readonly string[],
): Generator<undefined, { rows: ListRow[]; next?: string }, undefined> {
  const lists = new Map<string, ListRow[]>()
  let rows: ListRow[] | undefined
  let left = ''
  /** Where what is in neither a row nor `left` begins. */
  let from = 0
  let depth = 0
  let name = '""'
  for (let at = 0; at < sent.length; at++) {
    const code = sent[at] ?? 0
    // A bracket is a brace without the bit 0x20.
    const isClosing = (code | 0x20) === closeBrace
    if (code === quote) {
      const start = at
      for (at += 1; at < sent.length && sent[at] !== quote; at++) if (sent[at] === backslash) at += 1
      if (depth === 1) name = sent.toString('utf8', start, at + 1)
    } else if ((code | 0x20) === openBrace) {
      depth += 1
      if (depth > deepest) throw new TooDeep()
      const member: unknown = depth === 2 && code === openBracket && JSON.parse(name)
      if (typeof member !== 'string' || !names.includes(member)) continue
      rows = []
      lists.set(member, rows)
      left += sent.toString('utf8', from, at + 1)
      from = at + 1
    } else if (rows && depth === 2 && (code === comma || isClosing)) {
      const isEmpty = isClosing && rows.length === 0 && sent.toString('utf8', from, at).trim() === ''
      if (!isEmpty) {
        rows.push(new ListRow(sent, from, at))
        from = at + (isClosing ? 0 : 1)
        yield
      }
      if (isClosing) rows = undefined
    }
    if (isClosing) depth -= 1
  }
  left += sent.toString('utf8', from)
  const read: unknown = JSON.parse(left)
  const repeated = repeatedName(left)
  if (repeated !== undefined) throw repeatedMember(repeated)
  const page = isObject(read) ? read : {}
  const list = isObject(read) ? names.map((one) => lists.get(one)).find((one) => one !== undefined) : undefined
  const next = page.next_page_cursor
  return { rows: requireList(page, list, names), ...(typeof next === 'string' && { next }) }
}

/**
 * THE reading of a provider's answer to a list on the server.
 * @param subject whose turns of the process's thread it takes
 * @throws ProblemError if it is an error, or no list
 */
const readListAnswer = (received: UpstreamAnswer, list: ScannedList, subject: string) =>
  parsedAnswer(received, rowOf(list), {
    limit: listLimit,
    // The list may be named `items` (docs/provider.md, "Reading").
    parse: (bytes) => inPieces(subject, pageRows(bytes, [rowOf(list).recordMember ?? '', 'items'])),
  })

/** `deadline`: of several calls together; else each has its own. */
type Requester = {
  caller: Caller
  clock: Clock
  signal: AbortSignal | undefined
  deadline?: Deadline
  timing?: UpstreamTiming
}

/**
 * Asks the provider for a page of a list.
 * @throws as `readListAnswer` does, and ProblemError if there is no answer in time; the signal's reason
 */
export async function readList(
  upstream: Pick<Upstream, 'read'>,
  list: ScannedList,
  query: Record<string, unknown>,
  { caller, clock, signal, deadline: shared, timing = {} }: Requester,
) {
  const deadline = shared ?? new Deadline(clock, readLimit, signal)
  const own: UpstreamTiming = { trace: timing.trace ?? caller.trace }
  try {
    const received = await upstream.read(list, { query }, { caller, deadline, timing: own, acceptsGzip: true })
    return await readListAnswer(received, list, caller.subject)
  } finally {
    if (!shared) deadline.release()
    // Of several calls the log has the worst.
    timing.status = Math.max(timing.status ?? 0, own.status ?? 0) || undefined
    timing.millis = Math.max(timing.millis ?? 0, own.millis ?? 0)
    timing.requestId = own.requestId
  }
}

/** Reads a page of transfers, and counts. */
export type TransferPages = {
  page(query: TransferQuery & { limit: number }): Promise<PageEnd & { items: DecodedTransfer[] }>
  readonly calls: number
}

/**
 * Pages of the provider, given to our own database before anything is concluded from them.
 * @param asking whose turn it is, and what ends it
 */
export function transferPages(
  upstream: Upstream,
  records: { keep(owner: Owner, texts: readonly string[]): Promise<void> | void },
  asking: Requester,
): TransferPages {
  let calls = 0
  return {
    get calls() {
      return calls
    },
    /**
     * Rows outside the filter, which a provider that ignores it returns, are an error, and match nothing.
     * @throws ProblemError if the call fails; the signal's reason if the browser has gone; the driver's error
     */
    async page(query) {
      calls += 1
      const { rows, next } = await readList(upstream, transferList, query, asking)
      const items = await mapInPieces(asking.caller.subject, rows, ({ json }) => readTransfer(json))
      const unmet = items.flatMap((item) => unmetTransferFilters(query, item))[0]
      if (unmet)
        throw new ProblemError(
          502,
          'service-answer-unreadable',
          'The provider returned other transfers than asked for.',
          {
            detail: `It seems to ignore the filter ${unmet}, so its answer was not used. Nothing was changed.`,
            meta: { answered_by: 'service' },
          },
        )
      await records.keep(
        upstream.owner,
        rows.map(({ text }) => text),
      )
      const cursors = query.page_cursor ? [query.page_cursor] : []
      return { items, ...pageEnd(rows.length, next, { limit: query.limit, cursors }) }
    },
  }
}
