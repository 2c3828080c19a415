/** After how long a pending transfer is overdue, for pages and for what the console counts alike. */
import { afterBankingTime } from '../domain/banking-days'

/** With fewer completed transfers a single fast one would make all others slow. */
export const minimumSample = 20

/** Our choice: without a large enough sample a pending transfer counts as overdue after a day. */
export const defaultUsual = 24 * 3_600_000

/** What a usual time is rounded up to: the unit in which it is shown, so that the rule and its text give the same time. */
export function roundedUp(millis: number): number {
  const unit = millis < 600_000 ? 1000 : millis < 48 * 3_600_000 ? 60_000 : 3_600_000
  return Math.max(1, Math.ceil(millis / unit)) * unit
}

/** Wires and other transfers between banks: these move on banking days only. */
const isOfBanks = (type = '') => /^(?:WIRE|BANK)_/.test(type)

/**
 * When a pending transfer is overdue, ms since 1970; for what banks carry, only their days count.
 * @param usual what 95 % of the completed transfers of its kind took at most, ms; undefined if there are too few of them
 * @param limit of the desk's own, ms, if it has set one
 */
export function overdueFrom(
  { type, created }: { type: string | undefined; created: number },
  usual: number | undefined,
  limit: number | undefined,
): number {
  const own = created + (limit ?? Number.POSITIVE_INFINITY)
  if (usual === undefined && limit !== undefined) return own
  const millis = usual ?? defaultUsual
  return Math.min(isOfBanks(type) ? afterBankingTime(created, millis) : created + millis, own)
}
