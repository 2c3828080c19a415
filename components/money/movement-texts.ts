/** What is said of a movement, in plain words: on its page, on paper and to the customer. Nothing is guessed. */

import { Ban, CircleCheck, CircleQuestionMark, Clock, OctagonX, Send, TriangleAlert, Undo2 } from 'lucide-react'
import { type ProfileNames, profileLabel } from '@/components/records/profile-names'
import {
  conversionText,
  kindNoun,
  listText,
  moneyText,
  networkLabel,
  networkText,
  typeLabelWithSide,
} from '@/components/records/transfer-labels'
import { transferStatusStyle } from '@/components/records/transfer-status'
import { spanText } from '@/components/records/usual-times'
import type { StatusStyle } from '@/components/ui/status'
import { keyOf, type MovementJoin } from '@/lib/api/movement-links'
import { type Meaning, meaningOf } from '@/lib/api/transfer-meaning'
import { heldUntil, waitingFor, waitOf } from '@/lib/api/waits'
import { clockText } from '@/lib/browser/clock'
import { shorten } from '@/lib/browser/identifiers'
import { capitalized, inSentence } from '@/lib/browser/labels'
import { compareDecimals, negated, sumOf } from '@/lib/domain/decimals'
import type { Ahead } from '@/lib/features/money/ahead'
import { markOf } from '@/lib/features/money/ahead'
import { type Accounts, type Balance, flowOf, resultOf, standOf, sumsByAsset } from '@/lib/features/money/balance'
import { type Lateness, latenessOf, reachedAt } from '@/lib/features/money/comparison'
import type { MovementComparison, MovementRequest } from '@/lib/features/money/interface'
import type { Money, Station, StationKind } from '@/lib/features/money/stations'
import { idKey } from '@/lib/provider/matching'
import type { DecodedTransfer } from '@/lib/provider/reading'
import type { RuleRoute } from '@/lib/provider/record-names'
import type { LoadedMovement } from './movement-read'
import { missingRule, plannedName, planWaitText } from './plan-texts'

/** How profiles and fiat accounts are called, and the rules that moved the money. */
export type MovementNames = { profiles: ProfileNames; requests?: readonly MovementRequest[] }

const isZero = (amount: string) => compareDecimals(amount, '0') === 0

/** `USDC to USD at 1.00`; the rate only where both amounts are equal. */
const pairText = (from: Money, to: Money) =>
  `${from.asset} to ${to.asset}${compareDecimals(from.amount, to.amount) === 0 ? ' at 1.00' : ''}`

const conversionTitles: Partial<Record<StationKind, [done: string, ahead: string]>> = {
  minted: ['Minted', 'Mint'],
  redeemed: ['Redeemed', 'Redeem'],
  converted: ['Converted', 'Convert'],
}

const isWire = (network: string | undefined) => network === undefined || /^wire$/i.test(network)

/** `Sent on Ethereum`, `Wire in`, `Minted`. */
export function stationTitle({ kind, state, transfers }: Station): string {
  const conversion = conversionTitles[kind]
  if (conversion) return conversion[state === 'done' ? 0 : 1]
  const known = transfers[0]?.known ?? {}
  const network = networkText(known)
  const type = transfers[0]?.known.type ?? ''
  if (network && kind === 'in') return `Received on ${network}`
  if (network) return `${state === 'done' ? 'Sent' : 'Send'} on ${network}`
  if (/^WIRE_/.test(type)) return kind === 'in' ? 'Wire in' : 'Wire out'
  if (kind === 'moved') return state === 'done' ? 'Moved' : 'Move'
  return typeLabelWithSide(type) ?? (type || 'Transfer')
}

const ruleNetworkText = (network: string) => networkLabel(network === 'POLYGON' ? 'POLYGON_POS' : network) ?? network

export function aheadTitle({ kind, route }: Ahead): string {
  const conversion = conversionTitles[kind]
  if (conversion) return conversion[1]
  if (kind === 'in') {
    if (route.source_profile_id) return 'Arrives'
    return isWire(route.source_network) ? 'Wire in' : `Receive on ${ruleNetworkText(route.source_network ?? '')}`
  }
  if (kind === 'moved') return 'Move'
  return route.destination_network ? `Send on ${ruleNetworkText(route.destination_network)}` : 'Wire out'
}

/** The name of a fiat account that was registered here, else its id. */
const accountText = (id: string, { requests = [] }: MovementNames) =>
  requests.find(({ record_id, record_name }) => record_name && idKey(record_id ?? '') === idKey(id))?.record_name ??
  `fiat account ${shorten(id, 8)}`

/** What failed cost nothing and brought nothing, and neither did what has still to come in. */
export const hasTaken = ({ kind, state, transfers }: Station) =>
  state !== 'failed' && !(kind === 'in' && transfers.some(({ known }) => known.status === 'PENDING'))

/** Where money that leaves goes to; undefined if the transfer does not say. */
export function destinationText({ known }: DecodedTransfer, names: MovementNames): string | undefined {
  if (known.fiat_account_id) return accountText(known.fiat_account_id, names)
  return known.destination_address && shorten(known.destination_address, 8)
}

const joined = (from: string | undefined, to: string | undefined) =>
  from && to ? `${from} to ${to}` : from ? `From ${from}` : to ? `To ${to}` : undefined

/** From where to where: `Main treasury to Payouts EMEA`. */
export function stationText(station: Station, names: MovementNames): string | undefined {
  const { kind, transfers } = station
  const [one, other] = transfers
  if (!one) return undefined
  const profileOf = (transfer: DecodedTransfer | undefined) =>
    profileLabel(transfer?.known.profile_id ?? '', names.profiles) || undefined
  if (conversionTitles[kind]) return station.in && station.out && pairText(station.in, station.out)
  const text =
    kind === 'in'
      ? joined(undefined, profileOf(one))
      : other
        ? joined(profileOf(one), profileOf(other))
        : joined(profileOf(one), kind === 'out' ? destinationText(one, names) : undefined)
  return text && capitalized(text)
}

export function aheadText({ kind, in: arrives, out, route }: Ahead, names: MovementNames): string | undefined {
  if (conversionTitles[kind]) return arrives && out && pairText(arrives, out)
  const { destination_account_id: account, destination_address: address, destination_profile_id: profile } = route
  const owner = profileLabel(route.profile_id ?? '', names.profiles) || undefined
  if (kind === 'in') return joined(undefined, profileLabel(route.source_profile_id ?? '', names.profiles) || owner)
  const to = account
    ? accountText(account, names)
    : (address && shorten(address, 8)) || profileLabel(profile ?? '', names.profiles) || undefined
  const text = joined(owner, to)
  return text && capitalized(text)
}

/**
 * The rule that moved a station, as far as the requests made here show: it does what happened there, and money bore its mark
 * when it came, or when it left.
 */
export function ruleOf(stations: readonly Station[], at: number, { requests = [] }: MovementNames) {
  const { kind, in: arrives, out } = stations[at] ?? {}
  const isDone = ({ source_asset: from, destination_asset: to, ...route }: RuleRoute) =>
    kind === 'in'
      ? from === arrives?.asset
      : kind !== undefined && conversionTitles[kind]
        ? from === arrives?.asset && to === out?.asset
        : to === arrives?.asset &&
          (route.destination_account_id ?? route.destination_address ?? route.destination_profile_id)
  const placeOf = (route: RuleRoute, mark: RegExp) =>
    stations.findLastIndex(({ transfers }, place) =>
      transfers.some((one) => mark.test(markOf(one, route) ?? '') && (place <= at || mark.test('account'))),
    )
  const rules = requests.flatMap((request) => {
    const { route } = request
    if (!route || !isDone(route)) return []
    const since = placeOf(route, /memo|address/)
    return since !== -1 || (kind !== 'in' && placeOf(route, /account/) >= at) ? [{ request, since }] : []
  })
  return rules.sort((one, other) => other.since - one.since)[0]?.request
}

export const requestName = ({ record_name, summary }: Pick<MovementRequest, 'record_name' | 'summary'>) =>
  record_name ?? summary

/** How it is known that a station belongs here; `rule` follows the words, where one is known. `join`: a person said so. */
export type Proof = { text: string; rule?: MovementRequest; join?: MovementJoin }

/** @param at the place of the station among them */
export function proofOf(
  stations: readonly Station[],
  at: number,
  names: MovementNames,
  joins: readonly MovementJoin[],
): Proof | undefined {
  const station = stations[at]
  const rule = ruleOf(stations, at, names)
  const link = station?.proof
  if (!station) return undefined
  const joinedText = (person: string, join?: MovementJoin) =>
    `Joined by ${person}${join ? `, ${clockText(join.at).slice(0, -14)}` : ''}`
  if (link?.by === 'person') {
    const ends = [link.one, link.other].sort().join()
    const join = joins.find(({ transfer, other }) => [idKey(transfer), idKey(other)].sort().join() === ends)
    return { text: joinedText(link.value, join), ...(join && { join }) }
  }
  if (link?.by === 'hash') return { text: 'Same hash at both ends' }
  const marks = rule?.route ? station.transfers.map((one) => markOf(one, rule.route ?? {})) : []
  if (rule && marks.includes('memo')) return { text: 'Same memo as the rule', rule }
  if (rule && marks.includes('address')) return { text: 'At the deposit address of the rule', rule }
  if (link?.by === 'conversion')
    return conversionTitles[station.kind]
      ? { text: rule ? 'Converted by the rule' : 'Converted automatically', ...(rule && { rule }) }
      : rule && rule === ruleOf(stations, at - 1, names)
        ? { text: 'Sent on by the same rule' }
        : {
            text: rule
              ? 'Sent on by the rule'
              : link.value === link.one
                ? 'Names the transfer before it'
                : 'Named by the transfer before it',
            ...(rule && { rule }),
          }
  if (station.kind === 'half') return { text: 'Its other side was not found' }
  if (link?.by === 'group') return { text: 'Same group' }
  // A transfer that a person said a plan became: its other end is no transfer.
  const keys = new Set(stations.flatMap(({ transfers }) => transfers.map(keyOf)))
  const planned = joins.find(({ transfer, other }) => keys.has(idKey(transfer)) !== keys.has(idKey(other)))
  if (planned && at === 0) return { text: joinedText(planned.person, planned), join: planned }
  if (names.requests?.some(({ by }) => by === 'deposit') && at === 0)
    return { text: 'Same memo and amount as the test wire' }
  return undefined
}

/** The time from a station to the next: as it was, and as it usually is, ms. */
export function gapMillis(stations: readonly Station[], at: number, compared: MovementComparison | undefined) {
  const [one, next] = [stations[at], stations[at + 1]].map((station) => station && reachedAt(station))
  const seconds = compared?.gaps[at]
  return {
    took: one === undefined || next === undefined ? undefined : Math.max(0, next - one),
    usual: seconds === undefined ? undefined : seconds * 1000,
  }
}

/** Fees in all, by asset; a station that failed took none, and one that is pending has taken none yet. */
export const feesOf = (stations: readonly Station[]): Money[] =>
  sumsByAsset(stations.flatMap(({ fees, state }) => (state === 'done' ? fees : [])))

/** `250,000.00 USD was planned, and 249,999.99 USD came: 0.01 USD less.`; undefined if what came is what was planned. */
export function otherAmountText({ plan, stations }: Pick<LoadedMovement, 'plan' | 'stations'>): string | undefined {
  const [first] = stations
  const came = first?.in
  // Of what failed nothing came.
  if (!plan || !came || first.state === 'failed' || came.asset !== plan.rule.source_asset) return undefined
  const difference = sumOf([came.amount, negated(plan.amount)])
  if (difference === undefined || isZero(difference)) return undefined
  const isLess = compareDecimals(difference, '0') === -1
  const by = moneyText(isLess ? negated(difference) : difference, came.asset)
  return `${moneyText(plan.amount, came.asset)} was planned, and ${moneyText(came.amount, came.asset)} ${first.state === 'done' ? 'came' : 'was announced'}: ${by} ${isLess ? 'less' : 'more'}.`
}

export const moniesText = (monies: readonly Money[]) =>
  listText(monies.map(({ amount, asset }) => moneyText(amount, asset)))

/** Fees that are still to come, if they are the same each time; undefined if that is not known. */
export function expectedFees({
  stations,
  compared,
}: Pick<LoadedMovement, 'stations' | 'compared'>): Money[] | undefined {
  if (!compared || compared.fees.some(({ least, most }) => compareDecimals(least, most) !== 0)) return undefined
  // What is pending has its fee stated already.
  const stated = sumsByAsset(stations.flatMap(({ fees, state }) => (state === 'failed' ? [] : fees)))
  const taken = new Map(stated.map(({ asset, amount }) => [asset, amount]))
  const left = compared.fees.map(({ asset, least }) => ({
    asset,
    amount: sumOf([least, negated(taken.get(asset) ?? '0')]) ?? '',
  }))
  return left.some(({ amount }) => compareDecimals(amount, '0') !== 1 && !isZero(amount))
    ? undefined
    : left.filter(({ amount }) => !isZero(amount))
}

/** What went in, and what came out of it or will, by asset; `isExpected` until it is there. */
export function figures(movement: LoadedMovement): { from: Money[]; to: Money[]; isExpected: boolean } {
  const { stations, accounts, ahead = [], plan } = movement
  const [first, last] = [stations[0], stations.at(-1)]
  const flow = flowOf(accounts)
  const tried = first ? (first.in ?? first.out) : plan && { amount: plan.amount, asset: plan.rule.source_asset }
  // Of what moved nothing, what was to come is shown.
  const from = flow.in.length > 0 ? flow.in : tried ? [tried] : []
  const next = ahead.at(-1)
  if (stations.length > 0 && !next && stations.every(({ state }) => state === 'done'))
    return { from, to: resultOf(accounts), isExpected: false }
  // What failed, or may have, brings nothing that can be named beyond what has left.
  if (stations.some(({ state }) => state === 'failed' || state === 'unknown'))
    return { from, to: flow.out, isExpected: false }
  if (!next) return { from, to: last?.out ? [last.out] : [], isExpected: true }
  const fees = expectedFees(movement)
  const amount =
    next.out && fees?.every(({ asset }) => asset === next.out?.asset)
      ? sumOf([next.out.amount, ...fees.map((fee) => negated(fee.amount))])
      : undefined
  return { from, to: next.out && amount ? [{ ...next.out, amount }] : [], isExpected: true }
}

/** What a movement does, for its title: the name that a person gave it, else what happened to the money. */
export function movementName({
  plan,
  stations,
  ahead = [],
}: Pick<LoadedMovement, 'plan' | 'stations' | 'ahead'>): string {
  // What failed at once is still what it was planned as.
  if (plan) return plannedName(plan)
  const kinds = [...stations, ...ahead].map(({ kind }) => kind)
  const assets = [...stations, ...ahead].flatMap((one) => [one.in?.asset ?? [], one.out?.asset ?? []].flat())
  const [from = 'money', to = from] = [assets[0], assets.at(-1)]
  if (kinds.length === 1 && stations[0]) return stationTitle(stations[0])
  if (from !== to && from === 'USD') return `Mint ${to}`
  if (from !== to && to === 'USD') return `Redeem ${from}`
  if (from !== to) return `Convert ${from} to ${to}`
  return kinds.some((kind) => kind === 'out') ? `Pay out ${to}` : `Move ${from}`
}

export type MovementState = StatusStyle & {
  kind:
    | 'planned'
    | 'withdrawn'
    | 'arrived'
    | 'left'
    | 'returned'
    | 'moving'
    | 'waiting'
    | 'failed'
    | 'unknown'
    | 'unexplained'
  /** The station that decides. */
  station?: Station
  /** Of money that came, and whose rule has not gone on in its time. */
  late?: Lateness
  /** The transfer of it that decides. */
  transfer?: DecodedTransfer
}

const blockingOf = ({ state, transfers }: Station) =>
  transfers.find(({ known }) => (state === 'failed' ? known.status === 'FAILED' : known.status !== 'COMPLETED')) ??
  transfers[0]

/** The worst of what is known, which a person must know first. @param now by the provider's clock, ms since 1970 */
export function movementState(movement: LoadedMovement, now = movement.at): MovementState {
  const { stations, accounts, ahead = [], plan, requests, due, compared } = movement
  const last = stations.at(-1)
  const late = latenessOf(stations, ahead, compared, now)
  const { state, station } = standOf(stations, accounts, {
    isAhead: ahead.length > 0,
    isLate: late !== undefined,
    isReturned: movement.returned !== undefined,
  })
  const transfer = station && blockingOf(station)
  const of = { ...((station ?? last) && { station: station ?? last }), ...(transfer && { transfer }) }
  if (state === 'unexplained')
    return { ...of, kind: 'unexplained', tone: 'bad', icon: TriangleAlert, label: 'Does not add up' }
  if (station) {
    const style = transfer ? transferStatusStyle(transfer) : undefined
    if (station.state === 'unknown')
      return { ...of, kind: 'unknown', tone: 'unknown', icon: CircleQuestionMark, label: 'Not known' }
    if (station.state === 'failed')
      return { ...of, kind: 'failed', tone: 'bad', icon: OctagonX, label: `Failed at “${stationTitle(station)}”` }
    if (station.state === 'waiting')
      return {
        ...of,
        kind: 'waiting',
        tone: 'wait',
        icon: style?.icon ?? Clock,
        label: waitingFor(transfer ? waitOf(meaningOf(transfer)) : 'unclear'),
      }
    return { ...of, kind: 'moving', tone: 'busy', icon: Clock, label: 'On its way' }
  }
  if (!last) {
    if (plan?.withdrawn) return { kind: 'withdrawn', tone: 'off', icon: Ban, label: 'Withdrawn' }
    // Without its rule no money can come.
    const rule = requests?.find(({ id }) => id === plan?.rule_intent)
    const missing = plan && requests && missingRule(rule?.state ?? 'never-sent', rule?.approval)
    if (missing) return { kind: 'planned', ...missing }
    const isLate = due !== undefined && now > Date.parse(due.at)
    const label = plan ? planWaitText(plan, isLate) : waitingFor('transfer')
    return { kind: 'planned', tone: 'wait', icon: Clock, label }
  }
  if (state === 'unknown')
    return { ...of, kind: 'unknown', tone: 'unknown', icon: CircleQuestionMark, label: 'Not known' }
  if (state === 'returned') return { ...of, kind: 'returned', tone: 'wait', icon: Undo2, label: 'Came back' }
  if (late && ahead[0])
    return {
      kind: 'waiting',
      tone: 'wait',
      icon: Clock,
      station: last,
      late,
      label: `Late: ${inSentence(aheadTitle(ahead[0]))} has not happened`,
    }
  if (ahead.length > 0) return { kind: 'moving', tone: 'busy', icon: Clock, label: 'On its way', station: last }
  // A rule always does something with what came: without it, what was planned has not happened.
  if (plan && last.kind === 'in')
    return { kind: 'waiting', tone: 'wait', icon: Clock, label: 'Arrived, but its rule did not run', station: last }
  if (state === 'left') return { kind: 'left', tone: 'ok', icon: Send, label: 'Left this profile', station: last }
  return { kind: 'arrived', tone: 'ok', icon: CircleCheck, label: 'Arrived', station: last }
}

/** Where it arrived: `at Halden Bank ••4512`, `in Main treasury`. */
export function arrivedText(station: Station, names: MovementNames): string | undefined {
  const credit = station.transfers.at(-1)
  if (!credit) return undefined
  const to = station.kind === 'out' ? destinationText(credit, names) : undefined
  const profile = profileLabel(credit.known.profile_id ?? '', names.profiles)
  return to ? `at ${to}` : station.kind === 'out' ? undefined : profile && `in ${profile}`
}

/** Why a transfer of it is held; undefined if none is. */
export const heldBy = ({ kind, transfer }: MovementState): Meaning | undefined =>
  kind === 'waiting' && transfer ? meaningOf(transfer) : undefined

/**
 * Where the money is that has not arrived: `179,990.00 USDC is in Main treasury.`
 * @param pending the asset of the one transfer that is on its way; without it, that amount is in the unit of the sum
 * @param held    why it is held
 */
export function whereText(
  { balances, reason }: Accounts,
  names: MovementNames,
  pending?: string,
  held?: Meaning,
): string {
  const until = held && heldUntil[held]
  if (reason) return `It is not known where the money is: ${reason}.`
  const places = balances.flatMap(({ rests, onItsWay, unit, assets }) => [
    ...rests
      .filter(({ amount }) => compareDecimals(amount, '0') === 1)
      .map(
        ({ amount, asset, profile }) =>
          `${moneyText(amount, asset)} is in ${profileLabel(profile, names.profiles) || 'a profile'}.`,
      ),
    isZero(onItsWay)
      ? []
      : `${moneyText(onItsWay, pending !== undefined && assets.includes(pending) ? pending : unit)} is ${until ? `on hold until ${until}` : 'on its way'}.`,
  ])
  return places.flat().join(' ') || (balances.every(({ out }) => isZero(out)) ? 'No money has moved.' : '')
}

export const hasDifference = ({ unexplained }: Pick<Balance, 'unexplained'>) => !isZero(unexplained)

/** The transfers of a movement that are public, one for each hash. */
export const hashesOf = (transfers: readonly DecodedTransfer[]) => [
  ...new Map(
    transfers.flatMap((one) => {
      const { crypto_tx_hash: hash } = one.known
      return hash ? [[hash.toLowerCase(), one] as const] : []
    }),
  ).values(),
]

/** Seconds as people say them. */
export const secondsText = (seconds: number) => spanText(seconds * 1000)

/**
 * `Converted USD to USDG`, if the two sides of its station have two assets. Spec, Transfer: `balance_asset` differs from
 * `asset` "only when the transfer includes a conversion".
 */
export function conversionOf({ known }: DecodedTransfer, station?: Pick<Station, 'transfers'>): string | undefined {
  const [from, to] = station?.transfers.map((side) => side.known) ?? []
  const { asset, balance_asset: balance, direction, status } = known
  if (from?.asset && to?.asset && from.asset !== to.asset)
    return conversionText(from.asset, to.asset, [from.status, to.status])
  if (!asset || !balance || asset === balance || !direction) return undefined
  return direction === 'CREDIT' ? conversionText(asset, balance, [status]) : conversionText(balance, asset, [status])
}

/** The name of an internal transfer that is one side of a conversion; any other has that of its type. */
export const nameOf = ({ known }: DecodedTransfer, conversion: string | undefined) =>
  known.type?.startsWith('INTERNAL_TRANSFER_') ? conversion : undefined

/** The station of a transfer. */
export const stationWith = (stations: readonly Station[], id: string) =>
  stations.find(({ transfers }) => transfers.some((one) => keyOf(one) === idKey(id)))

export const nounOf = (transfer: DecodedTransfer) => kindNoun(transfer.known)
