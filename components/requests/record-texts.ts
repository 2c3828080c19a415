/** What a desk calls the records that were created here, and how lists and previews say what is known of them. */
import type { ProfileNames } from '@/components/records/profile-names'
import { networkLabel } from '@/components/records/transfer-labels'
import { amountText } from '@/components/ui/amount'
import type { Intent } from '@/lib/api/intents'
import { plannedText } from '@/lib/api/planned'
import { shorten } from '@/lib/browser/identifiers'
import { compareDecimals, percentOf } from '@/lib/domain/decimals'
import { isChange } from '@/lib/provider/operations'
import { assetsOfMarket } from '@/lib/provider/order-terms'

/** Names by id, of profiles and of fiat accounts. */
export type RecordNames = { profiles: ProfileNames; accounts: Readonly<Record<string, string>> }

const nameIn = (names: Readonly<Record<string, string>>, id: string) =>
  (Object.hasOwn(names, id) && names[id]) || shorten(id, 8)

/** "Mint USDC, Main treasury", "Northgate Trust ••0087, Acme Ltd", "Sell 2.5 BTC"; a change is called by what it changes. */
export function titleOf({ operation, summary, record_name, route, account }: Intent, profiles: ProfileNames): string {
  if (isChange(operation) || !record_name) return summary
  const profile = route?.profile_id ?? ''
  const owner = account?.owner ?? (route && !route.nickname && Object.hasOwn(profiles, profile) && profiles[profile])
  return owner && !record_name.includes(owner) ? `${record_name}, ${owner}` : record_name
}

/** What a request is for: until its rule is there, what was planned for it. */
export const purposeOf = ({ state, approval, summary }: Pick<Intent, 'state' | 'approval' | 'summary'>): string =>
  (state !== 'confirmed' && plannedText(approval?.plans ?? [])) || summary

/** The heading of a record's page and preview: its name, and of an order also at what price. */
export function headingOf(intent: Intent, profiles: ProfileNames): string {
  const purpose = purposeOf(intent)
  if (purpose !== intent.summary) return purpose
  const title = titleOf(intent, profiles)
  return intent.summary.startsWith(title) ? intent.summary : title
}

/** "6.065 of 12.13 BTC", every digit as received. */
export function filledText({ fill }: Intent): string | undefined {
  if (fill?.amount === undefined) return undefined
  const of = fill.ordered === undefined ? '' : ` of ${amountText(fill.ordered)}`
  return `${amountText(fill.amount)}${of} ${assetsOfMarket(fill.market).base}`.trimEnd()
}

/** How much of an order is filled, in whole percent, rounded down; its amount where the order names none in base. */
export function filledPercent(intent: Intent): string | undefined {
  const { fill, record_status } = intent
  if (fill?.amount === undefined) return undefined
  if (fill.ordered === undefined) return record_status === 'FILLED' ? '100%' : filledText(intent)
  const percent = percentOf(fill.amount, fill.ordered)
  if (percent === 0 && compareDecimals(fill.amount, '0') !== 0) return 'under 1%'
  return percent === undefined ? filledText(intent) : `${percent}%`
}

const networkName = (network: string) => networkLabel(network.toUpperCase()) ?? network

type Routed = Pick<Intent, 'route'>

/** Where a rule's money comes from: "USD by wire". */
export function sourceText({ route }: Routed, { profiles }: Pick<RecordNames, 'profiles'>): string | undefined {
  if (!route) return undefined
  const { source_asset = 'money', source_network: network, source_profile_id: id } = route
  const wire = network?.toUpperCase() === 'WIRE' ? ' by wire' : undefined
  return `${source_asset}${wire ?? (network ? ` on ${networkName(network)}` : id ? ` in ${nameIn(profiles, id)}` : '')}`
}

/** "USD by wire → USDG". */
export const routeText = (routed: Routed, names: RecordNames): string | undefined =>
  routed.route && `${sourceText(routed, names)} → ${routed.route.destination_asset ?? 'money'}`

/** Where a rule's asset goes: "0x71c7656e…976f on Ethereum"; one without a destination keeps it. */
export function destinationText({ route }: Routed, { profiles, accounts }: RecordNames): string | undefined {
  if (!route) return undefined
  const { destination_address: address, destination_network: network } = route
  if (address) return [shorten(address, 8), network && networkName(network)].filter(Boolean).join(' on ')
  if (route.destination_account_id) return nameIn(accounts, route.destination_account_id)
  return route.destination_profile_id ? nameIn(profiles, route.destination_profile_id) : 'Stays in the profile'
}
