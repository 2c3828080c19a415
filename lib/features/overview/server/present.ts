/** What stands now: which movements need attention and which money is on its way, counted and summed transfer by transfer. */
import { keyOf } from '../../../api/movement-links'
import { minimumSample, overdueFrom, roundedUp } from '../../../api/overdue'
import { actorOf, isForRoles, meaningOf } from '../../../api/transfer-meaning'
import { DecimalSum } from '../../../domain/decimals'
import { typeKey, unmetTransferFilters } from '../../../provider/matching'
import type { DecodedTransfer } from '../../../provider/reading'
import type { Role } from '../../../provider/roles'
import { maximumValues } from '../../../provider/transfer-terms'
import type { TransferQuery } from '../../../provider/transfers'
import type { OpenTransfer, SettledFacts } from '../../../server/records/record-list'
import {
  type AttentionFigures,
  type AttentionKind,
  type AttentionReason,
  attentionKinds,
  type OverviewPresent,
  type SettleTimes,
} from '../interface'
import { attentionQuery } from '../overview-links'
import { SettledTimes } from './totals'

/** Transfers on their way that a page shows. */
const mostFirst = 4

/** Both sides of a transfer are one kind. */
const kindOfType = (type: string) => typeKey(type).replace(/_TRANSFER_CREDIT$/, '_TRANSFER_DEBIT')

/** How long the transfers that were completed last took, by kind. */
export function usualTimesOf(completed: readonly SettledFacts[]): SettleTimes[] {
  const times = new SettledTimes()
  for (const facts of completed) times.add({ ...facts, type: facts.type && kindOfType(facts.type) })
  return times.figures()
}

type Facts = { now: number; usualTimes: readonly SettleTimes[]; limit: number | undefined }

/** By when a pending transfer should complete, ms since 1970; undefined without a time. `isUsual`: as others of its kind did. */
function dueOf({ known }: DecodedTransfer, { usualTimes, limit }: Facts) {
  const created = Date.parse(known.created_at ?? '')
  if (known.status !== 'PENDING' || Number.isNaN(created)) return undefined
  const [type, network] = [kindOfType(known.type ?? ''), known.crypto_network ?? '']
  const usual = usualTimes.find((one) => one.type === type && one.network === network)
  const isUsual = usual !== undefined && usual.timed >= minimumSample
  const at = overdueFrom({ type: known.type, created }, isUsual ? roundedUp(usual.p95) : undefined, limit)
  return { at, isUsual }
}

type Known = DecodedTransfer['known']
type Place = Pick<Known, 'id' | 'created_at' | 'direction'>

/** A transfer that stands for its movement, without what is not needed: there may be very many. */
type Counted = Place &
  Pick<Known, 'asset' | 'amount' | 'updated_at'> & {
    isNamed: boolean
    /** Whether the list of its kind has it. */
    isListed: boolean
    kind: AttentionKind
    reason: AttentionReason
    dueAt: number | undefined
  }

/** The oldest is first, of the same moment a debit before its credit. */
function isFirst(one: Place, other: Place): boolean {
  const [created, then] = [Date.parse(one.created_at ?? ''), Date.parse(other.created_at ?? '')]
  if (created !== then) return created < then
  if (one.direction !== other.direction) return one.direction === 'DEBIT'
  return (one.id ?? '') < (other.id ?? '')
}

/** Which of two transfers of a movement is counted: by their kinds, then the one that the movement is named after. */
function countsBefore(one: Counted, other: Counted): boolean {
  const [rank, than] = [one, other].map(({ kind }) => attentionKinds.indexOf(kind)) as [number, number]
  if (rank !== than) return rank < than
  return one.isNamed === other.isNamed ? isFirst(one, other) : one.isNamed
}

/** What is on its way of a movement. `left`: ms until it is expected, below zero if it is overdue. */
type Way = { movement: string; isTheirs: boolean; left: number; transfer: DecodedTransfer }

function isSooner(one: Way, other: Way): boolean {
  if (one.isTheirs !== other.isTheirs) return one.isTheirs
  return one.left === other.left ? isFirst(one.transfer.known, other.transfer.known) : one.left < other.left
}

export type PresentFacts = Facts & {
  roles: readonly Role[]
  /** The ids of movements that are listed for another reason. */
  elsewhere: ReadonlySet<string>
}

/** Adds up the transfers that are pending and those that failed of late, each movement once. */
export class PresentTotals {
  readonly #lists: readonly [AttentionKind, TransferQuery][]
  readonly #counted = new Map<string, Counted>()
  readonly #listed = new Map<AttentionKind, number>()
  readonly #pending = new Set<string>()
  #first: Way[] = []

  constructor(private readonly facts: PresentFacts) {
    this.#lists = attentionKinds.map((kind) => [kind, attentionQuery(kind, facts.now)])
  }

  add({ movement, transfer }: OpenTransfer): void {
    const { now, roles, elsewhere } = this.facts
    const { id, created_at, direction, asset, amount, updated_at, status } = transfer.known
    const lists = this.#lists.flatMap(([kind, query]) => (unmetTransferFilters(query, transfer).length > 0 ? [] : kind))
    for (const kind of lists) this.#listed.set(kind, (this.#listed.get(kind) ?? 0) + 1)
    const meaning = meaningOf(transfer)
    const due = dueOf(transfer, this.facts)
    const isOverdue = due !== undefined && due.at < now
    if (status === 'PENDING') {
      this.#pending.add(movement)
      // Without usual times the limit is when to ask, not when it is expected.
      const left = due && (due.isUsual || isOverdue) ? due.at - now : Number.POSITIVE_INFINITY
      this.#addWay({ movement, isTheirs: isForRoles(actorOf[meaning], roles), left, transfer })
    }
    const reason = meaning === 'pending' || meaning === 'completed' ? isOverdue && 'slow' : meaning
    if (!reason || elsewhere.has(movement)) return
    const kind: AttentionKind =
      status === 'FAILED' ? 'failed' : reason === 'travel-rule' || reason === 'approval' ? reason : 'pending'
    const counted: Counted = {
      id,
      created_at,
      direction,
      asset,
      amount,
      updated_at,
      kind,
      reason,
      isNamed: keyOf(transfer) === movement,
      isListed: lists.includes(kind),
      dueAt: due?.at,
    }
    const before = this.#counted.get(movement)
    if (!before || countsBefore(counted, before)) this.#counted.set(movement, counted)
  }

  #addWay(way: Way): void {
    const own = this.#first.find(({ movement }) => movement === way.movement)
    if (own && !isSooner(way, own)) return
    this.#first = [...this.#first.filter((one) => one !== own), way]
      .sort((one, other) => (isSooner(one, other) ? -1 : 1))
      .slice(0, mostFirst)
  }

  #figuresOf(kind: AttentionKind): AttentionFigures[] {
    const counted = [...this.#counted.values()].filter((one) => one.kind === kind)
    if (counted.length === 0) return []
    const sums = new Map<string, { sum: DecimalSum; count: number }>()
    let withoutAmount = 0
    for (const { asset, amount } of counted) {
      const known = sums.get(asset ?? '') ?? { sum: new DecimalSum(), count: 0 }
      if (!asset || amount === undefined || !known.sum.add(amount)) withoutAmount += 1
      else sums.set(asset, { sum: known.sum, count: known.count + 1 })
    }
    const dueTimes = counted.flatMap(({ dueAt }) => dueAt ?? [])
    const failedAt = counted
      .flatMap(({ updated_at }) => (kind === 'failed' && updated_at) || [])
      .sort((one, other) => Date.parse(other) - Date.parse(one))[0]
    const listed = this.#listed.get(kind) ?? 0
    const isList = listed === counted.length && counted.every(({ isListed }) => isListed)
    const ids = counted.flatMap(({ id }) => id ?? [])
    return [
      {
        kind,
        count: counted.length,
        withoutAmount,
        listed,
        byAsset: [...sums]
          .sort(([a, one], [b, other]) => other.count - one.count || (a < b ? -1 : 1))
          .map(([asset, { sum }]): [string, string] => [asset, `${sum}`]),
        ...(dueTimes.length > 0 && { dueAt: dueTimes.reduce((one, other) => Math.min(one, other)) }),
        ...(failedAt && { failedAt }),
        reasons: [...new Set(counted.map(({ reason }) => reason))],
        ...((ids.length === 1 || !isList) && ids.length <= maximumValues && { ids }),
      },
    ]
  }

  figures(): Pick<OverviewPresent, 'attention'> & { pending: { count: number; first: readonly Way[] } } {
    return {
      attention: attentionKinds.flatMap((kind) => this.#figuresOf(kind)),
      pending: { count: this.#pending.size, first: this.#first },
    }
  }
}
