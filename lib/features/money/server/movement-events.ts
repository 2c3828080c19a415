/**
 * What webhooks are told of movements: the states into which changes of transfers bring them, each once.
 */

import { keyOf, type Matched, openEnds } from '../../../api/movement-links'
import { actorOf, meaningOf } from '../../../api/transfer-meaning'
import type { Environment } from '../../../provider/environments'
import type { RuleRoute } from '../../../provider/record-names'
import type { Change } from '../../../server/records/versions'
import type { Owner } from '../../../server/upstream/upstream'
import { mapInPieces } from '../../../server/work/fair-queue'
import type { WebhookEvent } from '../../webhooks/interface'
import { aheadOf } from '../ahead'
import type { MovementRow } from '../interface'
import type { MovementState } from '../plans'
import { type Station, stationsOf } from '../stations'
import { movementRow, returnedOf } from './movement-list'
import { incompleteText, type MovementRecords } from './movement-reading'

/** In whose turn this is done. */
const subject = 'webhooks'

/** `key` is the same for the same state of the same movement. */
type MovementEvent = { key: string; kind: WebhookEvent; data: Record<string, unknown> }

/** Where movements are, what is known beside them, and where they are read. */
export type MovementSources = {
  records: MovementRecords
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
  returned: 'movement.waiting',
}

/** `isWhole`: whether everything that its transfers name was found. */
type Found = { matched: Matched; stations: readonly Station[]; row: MovementRow; isWhole: boolean }

function eventOf(found: Found, routes: readonly RuleRoute[], url: (id: string) => string): MovementEvent | undefined {
  const { matched, stations, isWhole } = found
  const { state, unexplained, stops, id, profile_id, memo, started, ended, ...row } = found.row
  // What a transfer names may be listed a moment after it.
  const isOpen = state === 'unknown' && !isWhole && stations.every((one) => one.state === 'done')
  const kind = isOpen || (state === 'done' && aheadOf(stations, routes).length > 0) ? undefined : kinds[state]
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
        id,
        state,
        url: url(id),
        is_whole: isWhole,
        ...(why && { waits_for: { who: actorOf[why], why, transfer: blocking.known.id } }),
        ...(row.in && { in: row.in, ...(row.in_also && { in_also: row.in_also }) }),
        ...(row.out && { out: row.out, ...(row.out_also && { out_also: row.out_also }) }),
        fees: row.fees,
        ...(unexplained !== undefined && { unexplained }),
        profile_id,
        memo,
        started_at: started,
        ended_at: ended,
        stations: stops.map((stop) => ({ kind: stop.kind, state: stop.state })),
        transfers: matched.transfers.map(({ raw }) => raw),
      },
    },
  }
}

/**
 * What is told of the movements of these changes.
 * @throws the driver's error
 */
export async function movementEvents(
  sources: MovementSources,
  owner: Owner,
  changes: readonly Change[],
): Promise<MovementEvent[]> {
  const { records, routesOf, urlOf } = sources
  const { movements } = records.rows
  const keys = changes.map(({ id }) => id)
  const transfersOf = (all: readonly Matched[]) => all.flatMap(({ transfers }) => transfers)
  // What sends money back is told of the movement that brought it, too.
  const { sent } = await movements.returnsOf(owner, transfersOf(await movements.of(owner, keys)))
  const matched = await movements.of(owner, [...keys, ...sent.map(keyOf)])
  const returns = await movements.returnsOf(owner, transfersOf(matched))
  const isRead = (await incompleteText(records, owner)) === undefined
  const found = await mapInPieces(subject, matched, (one): Found => {
    const isWhole = isRead && openEnds(one.transfers).ids.length === 0
    return {
      matched: one,
      stations: stationsOf(one),
      row: movementRow(one, undefined, [], { returned: returnedOf(one, returns) }),
      isWhole,
    }
  })
  // Only what seems to have arrived may go on.
  const hasArrived = found.some(({ row }) => row.state === 'done')
  const routes = hasArrived ? await routesOf(owner.environment) : []
  const url = (id: string) => urlOf(owner.environment, id)
  return (await mapInPieces(subject, found, (one) => eventOf(one, routes, url) ?? [])).flat()
}
