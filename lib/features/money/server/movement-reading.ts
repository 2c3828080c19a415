/** Reads whole movements from our own database, and asks the provider for what a page must know that is not there yet. */
import { type Matched, openEnds } from '../../../api/movement-links'
import { atSecond } from '../../../domain/wall-clock'
import { unmetTransferFilters } from '../../../provider/matching'
import { rowOf } from '../../../provider/operations'
import { ProblemError } from '../../../provider/problem'
import { type DecodedTransfer, type PageEnd, pageEnd, readTransfer } from '../../../provider/reading'
import { scannedLists } from '../../../provider/scanned-lists'
import { maximumValues } from '../../../provider/transfer-terms'
import type { TransferQuery } from '../../../provider/transfers'
import { mapInPieces } from '../../../server/fair-queue'
import { readList } from '../../../server/records/page-rows'
import { beginning } from '../../../server/records/record-rows'
import type { Records } from '../../../server/records/records'
import type { Owner, Upstream } from '../../../server/upstream/upstream'

/** The list by which transfers are looked up. */
const transferList = (() => {
  const name = scannedLists.find((known) => rowOf(known).isLookedUp)
  if (!name) throw new Error('No operation looks transfers up.')
  return name
})()

/** Reads a page of transfers, and counts. */
export type TransferPages = {
  page(query: TransferQuery & { limit: number }): Promise<PageEnd & { items: DecodedTransfer[] }>
  readonly calls: number
}

/** What is needed of our own database. */
export type MovementRecords = Pick<Records, 'rows' | 'keep'>

/**
 * Pages of the provider, written to our own database before anything is concluded from them.
 * @param asking whose turn it is, and what ends it
 */
export function transferPages(
  upstream: Upstream,
  records: Pick<Records, 'keep'>,
  asking: Parameters<typeof readList>[3],
): TransferPages {
  let calls = 0
  return {
    get calls() {
      return calls
    },
    /**
     * Rows outside the filter, which a provider that ignores it returns, are an error, never a movement.
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

/** `incomplete`: why it may have more transfers. */
export type ReadMovement = { matched: Matched; incomplete?: string }

/** Why transfers may be missing from what is concluded; undefined if all are here. @throws the driver's error */
export async function incompleteText({ rows }: MovementRecords, owner: Owner): Promise<string | undefined> {
  const reading = await rows.reading(owner)
  if (!reading) return 'The provider’s transfers have not been read yet.'
  if (reading.isWhole || reading.from <= beginning) return undefined
  const day = atSecond(reading.from).slice(0, 10)
  return `Transfers from before ${day} are still being read, and may belong here.`
}

/**
 * The movement of a transfer.
 * @returns undefined if neither our own database nor the provider has it
 * @throws ProblemError if a call fails; the driver's error
 */
export async function readMovement(
  records: MovementRecords,
  pages: TransferPages,
  owner: Owner,
  id: string,
): Promise<ReadMovement | undefined> {
  const key = id.toLowerCase()
  const { movements } = records.rows
  let [matched] = await movements.of(owner, [key])
  const missing = matched ? openEnds(matched.transfers).ids : [key]
  if (missing.length > 0) {
    const { items } = await pages.page({ ids: missing.slice(0, maximumValues), limit: maximumValues })
    if (items.length > 0) [matched] = await movements.of(owner, [key])
  }
  if (!matched) return undefined
  const unread = openEnds(matched.transfers).ids
  const incomplete =
    unread.length > 0
      ? 'The provider does not list a transfer that one of these names, so where the money went on is not known.'
      : await incompleteText(records, owner)
  return { matched, ...(incomplete && { incomplete }) }
}
