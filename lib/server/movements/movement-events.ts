/**
 * What webhooks are told of movements: the states into which changes of transfers bring them, each once. The movement of a
 * change is found among what changed lately; only what those transfers name and were not seen is asked for.
 */
import { aheadOf } from '../../api/console/movements/ahead'
import {
  groupOf,
  keyOf,
  type Matched,
  type MovementJoin,
  movementsAmong,
  openEnds,
} from '../../api/console/movements/matching'
import type { MovementRow } from '../../api/console/movements/movement'
import type { MovementState } from '../../api/console/movements/plans'
import { type Station, stationsOf } from '../../api/console/movements/stations'
import { actorOf, meaningOf } from '../../api/console/transfer-meaning'
import type { WebhookEvent } from '../../api/console/webhooks'
import type { Environment } from '../../api/environments'
import { type DecodedTransfer, readTransfer } from '../../api/provider/reading'
import type { RuleRoute } from '../../api/provider/record-names'
import { maximumValues } from '../../api/provider/transfer-terms'
import { mapInPieces } from '../fair-queue'
import type { Change } from '../records/versions'
import type { Owner } from '../upstream/upstream'
import { movementRow } from './movement-list'
import type { TransferPages } from './movement-reading'

/** Changed transfers among which movements are found without a call, and calls for one page of changes. */
const mostSeen = 2_000
const mostCalls = 4
/** In whose turn this is done. */
const subject = 'webhooks'

/** `key` is the same for the same state of the same movement. */
type MovementEvent = { key: string; kind: WebhookEvent; data: Record<string, unknown> }

/** What is known of movements beside their transfers, and where they are read. */
export type MovementSources = {
  joinsOf: (owner: Owner, keys: readonly string[]) => Promise<MovementJoin[]>
  /** The rules that were made here, which say what is still to come. */
  routesOf: (environment: Environment) => Promise<RuleRoute[]>
  /** The address of a movement's page. */
  urlOf: (environment: Environment, id: string) => string
}

/** A movement on its way is in none of the states that are told. */
const kinds: Partial<Record<MovementState, WebhookEvent>> = {
  done: 'movement.arrived',
  waiting: 'movement.waiting',
  // Whether money moved cannot be said before someone finds out.
  unknown: 'movement.waiting',
  failed: 'movement.failed',
  unexplained: 'movement.unexplained',
}

/** `isWhole`: whether everything that its transfers name was found. */
type Found = { matched: Matched; stations: readonly Station[]; row: MovementRow; isWhole: boolean }

function eventOf(found: Found, routes: readonly RuleRoute[], url: (id: string) => string): MovementEvent | undefined {
  const { matched, stations, isWhole } = found
  const { state, unexplained, stops, id, profile_id, memo, started, ended, ...row } = found.row
  const kind = state === 'done' && aheadOf(stations, routes).length > 0 ? undefined : kinds[state]
  if (!kind) return undefined
  const station = stations.find((one) => one.state === state) ?? stations.at(-1)
  const blocking =
    kind === 'movement.waiting' ? station?.transfers.find(({ known }) => known.status !== 'COMPLETED') : undefined
  const why = blocking && meaningOf(blocking)
  return {
    // What arrived may go on later, and arrive again.
    key: JSON.stringify(['movement', id, state, station?.key, why, state === 'unexplained' && unexplained]),
    kind,
    data: {
      movement: {
        ...{ id, state, url: url(id), is_whole: isWhole },
        ...(why && { waits_for: { who: actorOf[why], why, transfer: blocking.known.id } }),
        ...(row.in && { in: row.in }),
        ...(row.out && { out: row.out }),
        ...{ fees: row.fees, ...(unexplained !== undefined && { unexplained }) },
        ...{ profile_id, memo, started_at: started, ended_at: ended },
        stations: stops.map((stop) => ({ kind: stop.kind, state: stop.state })),
        transfers: matched.transfers.map(({ raw }) => raw),
      },
    },
  }
}

export class MovementEvents {
  readonly #sources: MovementSources
  /** By their keys, those that changed last at the end. */
  readonly #seen = new Map<string, DecodedTransfer>()

  constructor(sources: MovementSources) {
    this.#sources = sources
  }

  #keep(transfers: readonly DecodedTransfer[]): void {
    for (const transfer of transfers) {
      this.#seen.delete(keyOf(transfer))
      this.#seen.set(keyOf(transfer), transfer)
    }
  }

  /**
   * @param pages of the provider; at most `mostCalls` are read. What then is still missing is said (`is_whole`)
   * @throws ProblemError if a call fails; the driver's error
   */
  async of(owner: Owner, pages: TransferPages, changes: readonly Change[]): Promise<MovementEvent[]> {
    const changed = await mapInPieces(subject, changes, ({ json }) => readTransfer(json))
    this.#keep(changed)
    const touched = new Set(changed.map(keyOf))
    const asked = new Set<string>()
    let joins = await this.#sources.joinsOf(owner, [...touched])
    for (;;) {
      const movements = movementsAmong([...this.#seen.values()], joins).filter(({ transfers }) =>
        transfers.some((one) => touched.has(keyOf(one))),
      )
      const transfers = movements.flatMap((one) => one.transfers)
      const ends = openEnds(transfers)
      const joined = joins.flatMap(({ transfer, other }) => [transfer, other]).filter((key) => !this.#seen.has(key))
      const isNew = (key: string) => !asked.has(key)
      const ids = [...new Set([...ends.ids, ...joined])].filter(isNew).slice(0, maximumValues)
      const groups = ids.length > 0 ? [] : ends.groups.filter(isNew).slice(0, maximumValues)
      if (ids.length + groups.length === 0 || pages.calls >= mostCalls) {
        this.#forget()
        return this.#eventsOf(owner, movements, new Set(groups))
      }
      for (const key of [...ids, ...groups]) asked.add(key)
      const query = ids.length > 0 ? { ids, limit: maximumValues } : { group_ids: groups, limit: 1_000 }
      const { items } = await pages.page(query)
      // What changed since is newer than what was asked for.
      this.#keep(items.filter((one) => !touched.has(keyOf(one))))
      joins = await this.#sources.joinsOf(owner, [...new Set([...transfers, ...items].map(keyOf))])
    }
  }

  /** @param missing groups that were not asked for */
  async #eventsOf({ environment }: Owner, movements: readonly Matched[], missing: ReadonlySet<string>) {
    const found = await mapInPieces(subject, movements, (matched): Found => {
      const { transfers } = matched
      const isWhole = openEnds(transfers).ids.length === 0 && !transfers.some((one) => missing.has(groupOf(one) ?? ''))
      return { matched, stations: stationsOf(matched), row: movementRow(matched), isWhole }
    })
    // Only what seems to have arrived may go on.
    const hasArrived = found.some(({ row }) => row.state === 'done')
    const routes = hasArrived ? await this.#sources.routesOf(environment) : []
    const url = (id: string) => this.#sources.urlOf(environment, id)
    return (await mapInPieces(subject, found, (one) => eventOf(one, routes, url) ?? [])).flat()
  }

  #forget(): void {
    const [...keys] = this.#seen.keys()
    for (const key of keys.slice(0, Math.max(0, keys.length - mostSeen))) this.#seen.delete(key)
  }
}
