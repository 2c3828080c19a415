/** How far a narrowed list was read, in words that never claim more. */
import type { ListOrder } from '@/lib/api/provider/list-rules'
import { clockText } from '@/lib/browser/clock'
import type { NarrowedState } from './list-read'

type Zone = { zone: string; name: string }

const count = (rows: number) => rows.toLocaleString('en-US')

/** Before every record: the reading has passed the beginning of time as services know it. */
const longAgo = Date.UTC(1970, 0, 1)

/** `back to 3 Mar 2026 14:00:00 UTC`; '' if nothing is known to be complete. */
function reachedText({ place }: NarrowedState, { order }: ListOrder, { zone, name }: Zone): string {
  const reached = place?.cursor === undefined ? place?.completeFrom : undefined
  if (reached === undefined) return ''
  if (order === 'ASC') return `, up to ${clockText(new Date(reached).toISOString(), undefined, zone)} ${name}`
  if (reached < longAgo) return ', back to before 1970'
  return `, back to ${clockText(new Date(reached).toISOString(), undefined, zone)} ${name}`
}

/**
 * Says so if rows may have been missed: with the newest changes first, a row that changes before it is read moves to where
 * the list was read already.
 */
export function movedText({ asked }: NarrowedState, { by, order }: ListOrder, zone: Zone, plural: string): string {
  if (!asked || by !== 'UPDATED_AT' || order !== 'DESC') return ''
  const since = clockText(new Date(asked.start.now).toISOString(), undefined, zone.zone)
  return `Of ${plural} that changed after ${since} ${zone.name}, some may be missing: refresh to see them.`
}

/** `37 found in 4,000 read, back to 3 Mar 2026 14:00:00 UTC. Older ones were not read.` */
export function narrowedText(state: NarrowedState, found: number, order: ListOrder, zone: Zone): string {
  const foundText = found === 0 ? 'None found' : `${count(found)} found`
  if (state.isComplete)
    return `${foundText}. ${state.read === 1 ? 'The only one was' : `All ${count(state.read)} were`} read.`
  const reached = reachedText(state, order, zone)
  const text = `${foundText} in ${count(state.read)} read${reached}`
  if (state.isReading) return `${text}…`
  if (!reached) return `${text}. The rest was not read.`
  return `${text}. ${order.order === 'DESC' ? 'Older' : 'Newer'} ones were not read.`
}
