/** Reads whole movements from our own database, and asks the provider for what a page must know that is not there yet. */
import { type Matched, openEnds } from '../../../api/movement-links'
import { atSecond } from '../../../domain/wall-clock'
import { maximumValues } from '../../../provider/transfer-terms'
import type { TransferPages } from '../../../server/records/page-rows'
import { beginning } from '../../../server/records/record-rows'
import type { Records } from '../../../server/records/records'
import type { Owner } from '../../../server/upstream/upstream'

/** What is needed of our own database. */
export type MovementRecords = Pick<Records, 'rows' | 'keep'>

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
