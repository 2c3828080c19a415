/** A wish: what a person wants money to do, and the rule of the provider that does it. */
import { blankRule, networkNamed, type RuleValues, ruleBody } from '@/components/rules/rule-values'
import type { Intent } from '@/lib/api/intents'
import { compareDecimals, unitsOf, withPlaces } from '@/lib/domain/decimals'
import { amountError, normalizeAddress, normalizeAmount } from '@/lib/domain/normalize-input'
import type { NewMovement } from '@/lib/features/money/input'
import { type WishKind, wishKinds } from '@/lib/features/money/plans'
import type { RuleRoute } from '@/lib/provider/record-names'
import { ruleAssets } from '@/lib/provider/rule-terms'
import type { NewRule } from '@/lib/provider/rules'

const fiat = 'USD'
const stablecoins = ruleAssets.filter((asset) => asset !== fiat)

/** What each wish lets a person choose; the first of each is the usual one. */
type WishTerms = {
  verb: string
  from: readonly string[]
  to: readonly string[]
  sources: readonly RuleValues['source_kind'][]
  destinations: readonly RuleValues['destination_kind'][]
}

export const wishTerms: Record<WishKind, WishTerms> = {
  mint: { verb: 'Mint', from: [fiat], to: stablecoins, sources: ['fiat'], destinations: ['none', 'crypto', 'profile'] },
  redeem: {
    verb: 'Redeem',
    from: stablecoins,
    to: [fiat],
    sources: ['crypto', 'profile'],
    destinations: ['none', 'fiat'],
  },
  convert: {
    verb: 'Convert',
    from: stablecoins,
    to: stablecoins,
    sources: ['crypto', 'profile'],
    destinations: ['none', 'crypto', 'profile'],
  },
  'pay-out': { verb: 'Pay out', from: ruleAssets, to: [fiat], sources: ['profile', 'crypto'], destinations: ['fiat'] },
}

/** The assets that are offered first, where a wish has a choice. */
const usualAssets: Record<WishKind, [from: string, to: string]> = {
  mint: [fiat, 'USDC'],
  redeem: ['USDC', fiat],
  convert: ['USDC', 'USDG'],
  'pay-out': ['USDC', fiat],
}

/** The sources from which an asset can come: a network carries no dollars. */
export const sourcesOf = (kind: WishKind, asset: string) =>
  wishTerms[kind].sources.filter((source) => source !== 'crypto' || asset !== fiat)

const usualNetwork = 'ETHEREUM'

/** The values of the rule of a wish, before anything is chosen. */
export function blankTerms(kind: WishKind): RuleValues {
  const { sources, destinations } = wishTerms[kind]
  const [source_asset, destination_asset] = usualAssets[kind]
  return {
    ...blankRule,
    source_asset,
    destination_asset,
    source_kind: sources[0] ?? 'fiat',
    destination_kind: destinations[0] ?? 'none',
    source: { ...blankRule.source, crypto: { ...blankRule.source.crypto, network: usualNetwork } },
    destination: { ...blankRule.destination, crypto: { ...blankRule.destination.crypto, network: usualNetwork } },
  }
}

/** What the form holds. `ids` were made when it opened; `several` is a pasted table. */
export type WishValues = { kind: WishKind; amount: string; label: string; ids: string[]; several: string } & Record<
  WishKind,
  RuleValues
>

export const blankWish = (kind: WishKind = 'mint', ids: string[] = []): WishValues => ({
  kind,
  amount: '',
  label: '',
  ids,
  several: '',
  mint: blankTerms('mint'),
  redeem: blankTerms('redeem'),
  convert: blankTerms('convert'),
  'pay-out': blankTerms('pay-out'),
})

export const termsOf = (values: WishValues): RuleValues => values[values.kind]

/**
 * The rule's values as they are meant: what arrives in a profile arrives in the rule's own, and an asset that no network
 * carries comes from there too.
 */
export function meantTerms(kind: WishKind, terms: RuleValues): RuleValues {
  const sources = sourcesOf(kind, terms.source_asset)
  const source_kind = sources.includes(terms.source_kind) ? terms.source_kind : (sources[0] ?? 'profile')
  return { ...terms, source_kind, source: { ...terms.source, profile: { profile_id: terms.profile_id } } }
}

/** The body of the rule that does a wish. @param reference of the request that created it, or will */
export const wishRule = (kind: WishKind, terms: RuleValues, reference: string): NewRule =>
  // The form is checked by the schema of rules before it is sent.
  ruleBody(meantTerms(kind, terms), reference) as NewRule

/** Whether a wish can say these values. */
function isSaid(kind: WishKind, terms: RuleValues): boolean {
  const { from, to, destinations } = wishTerms[kind]
  const { source_kind, destination_kind, source_asset, destination_asset } = terms
  return (
    from.includes(source_asset) &&
    to.includes(destination_asset) &&
    sourcesOf(kind, source_asset).includes(source_kind) &&
    destinations.includes(destination_kind) &&
    (kind !== 'convert' || source_asset !== destination_asset)
  )
}

/** A rule that was created here and that payments can still trigger. */
export type KnownRule = { intent: Intent; route: RuleRoute }

const ended = ['REJECTED', 'DELETED']

export const usableRules = (intents: readonly Intent[]): KnownRule[] =>
  intents.flatMap((intent) => {
    const { route, record_status = '', is_earlier_credential } = intent
    const isMarked = route && (route.memo || route.source_address || route.source_profile_id)
    return isMarked && !is_earlier_credential && !ended.includes(record_status.toUpperCase()) ? [{ intent, route }] : []
  })

/** What a rule of the list does, as values of the form. */
export function termsFromRoute(route: RuleRoute): RuleValues {
  const { memo, source_address, source_profile_id = '', destination_address, destination_account_id } = route
  const { destination_profile_id } = route
  const blank = blankTerms('mint')
  return {
    ...blank,
    profile_id: route.profile_id ?? '',
    source_asset: route.source_asset ?? '',
    destination_asset: route.destination_asset ?? '',
    source_kind: memo ? 'fiat' : source_address ? 'crypto' : 'profile',
    destination_kind: destination_address
      ? 'crypto'
      : destination_account_id
        ? 'fiat'
        : destination_profile_id
          ? 'profile'
          : 'none',
    source: {
      ...blank.source,
      crypto: { ...blank.source.crypto, network: (source_address && route.source_network) || usualNetwork },
      profile: { profile_id: source_profile_id },
    },
    destination: {
      crypto: { network: route.destination_network ?? usualNetwork, address: destination_address ?? '' },
      fiat: { fiat_account_id: destination_account_id ?? '', memo: route.destination_memo ?? '' },
      profile: { profile_id: destination_profile_id ?? '' },
    },
  }
}

const sameText = (one: string, other: string) => one.trim() === other.trim()
const sameId = (one: string, other: string) => one.trim().toLowerCase() === other.trim().toLowerCase()
const sameNetwork = (one: string, other: string) =>
  sameId(one, other) || (networkNamed(one) !== undefined && networkNamed(one) === networkNamed(other))
/** Only in hexadecimal addresses case is a checksum. */
const sameAddress = (one: string, other: string) => {
  const [left, right] = [normalizeAddress(one), normalizeAddress(other)]
  return left === right || (/^0x/.test(left) && left.toLowerCase() === right.toLowerCase())
}

/** Whether two rules do the same with the same money. */
export function doesSame(one: RuleValues, other: RuleValues): boolean {
  if (one.source_kind !== other.source_kind || one.destination_kind !== other.destination_kind) return false
  const sources = {
    fiat: () => true,
    crypto: () => sameNetwork(one.source.crypto.network, other.source.crypto.network),
    profile: () => sameId(one.source.profile.profile_id, other.source.profile.profile_id),
  }
  const [from, to] = [one.destination, other.destination]
  const destinations = {
    none: () => true,
    crypto: () =>
      sameNetwork(from.crypto.network, to.crypto.network) && sameAddress(from.crypto.address, to.crypto.address),
    fiat: () => sameId(from.fiat.fiat_account_id, to.fiat.fiat_account_id) && sameText(from.fiat.memo, to.fiat.memo),
    profile: () => sameId(from.profile.profile_id, to.profile.profile_id),
  }
  return (
    sameId(one.profile_id, other.profile_id) &&
    one.source_asset === other.source_asset &&
    one.destination_asset === other.destination_asset &&
    sources[one.source_kind]() &&
    destinations[one.destination_kind]()
  )
}

/** The newest rule that does exactly this. @param rules newest first */
export const findRule = (rules: readonly KnownRule[], kind: WishKind, terms: RuleValues): KnownRule | undefined =>
  rules.find(({ route }) => doesSame(termsFromRoute(route), meantTerms(kind, terms)))

/** The wish that a rule fulfils; what is paid to a bank is a payout unless it is said otherwise. */
export const wishOfRule = (terms: RuleValues): WishKind | undefined =>
  wishKinds.find(
    (kind) => isSaid(kind, terms) && (kind !== 'redeem' || terms.destination_kind !== 'fiat') && isOwnSource(terms),
  )

/** The form says only that money arrives in the rule's own profile. */
const isOwnSource = ({ source_kind, source, profile_id }: RuleValues) =>
  source_kind !== 'profile' || sameId(source.profile.profile_id, profile_id)

/** What is chosen before anything is typed: what the newest rule of the same kind does, else what is known. */
export function defaultWish(
  values: WishValues,
  rules: readonly KnownRule[],
  known: { profile: string; account: string },
): WishValues {
  const chosen = wishKinds.map((kind) => {
    const rule = rules.map(({ route }) => termsFromRoute(route)).find((terms) => wishOfRule(terms) === kind)
    const blank = blankTerms(kind)
    const terms = rule ?? {
      ...blank,
      profile_id: known.profile,
      destination: { ...blank.destination, fiat: { fiat_account_id: known.account, memo: '' } },
    }
    return [kind, terms] as const
  })
  return { ...values, ...(Object.fromEntries(chosen) as Record<WishKind, RuleValues>) }
}

/** A wish that begins as another one did, with another amount. @returns undefined if no wish says what that one did */
export function wishAgain(
  values: WishValues,
  { kind, label, terms }: { kind?: WishKind; label?: string; terms: RuleValues },
): WishValues | undefined {
  const said = kind && isSaid(kind, terms) && isOwnSource(terms) ? kind : wishOfRule(terms)
  return said && { ...values, kind: said, label: label ?? '', amount: '', [said]: { ...terms, nickname: '' } }
}

/** What stays of a new rule, by where its money comes from. */
export const staysTexts: Record<RuleValues['source_kind'], (asset: string, profile: string) => string> = {
  fiat: () => 'Every later wire with its memo triggers it too, whatever its amount.',
  crypto: () => 'Every later deposit to its address triggers it too, whatever its amount.',
  profile: (asset, profile) => `All ${asset} that arrives in ${profile} from then on triggers it.`,
}

/** The amount as it is sent and shown: every digit that was typed, with cents. */
export const amountOf = (text: string) => withPlaces(normalizeAmount(text, fiat), 2)

/** Why an amount cannot be moved; undefined if it can. */
export function wishAmountError(text: string, asset: string): string | undefined {
  if (text.trim() === '') return 'Enter the amount.'
  // Wires have cents; how many places a stablecoin may have is not documented.
  const most = asset === fiat ? 2 : undefined
  const error = amountError(text, 'amount', asset, most)
  if (error) return error
  const amount = normalizeAmount(text, fiat)
  if (compareDecimals(amount, '0') === 0) return 'Enter an amount above 0.'
  const places = unitsOf(withPlaces(amount, 0))?.places ?? 0
  return most !== undefined && places > most ? 'Amount can have at most 2 decimal places.' : undefined
}

/** What is recorded of a wish before anything is sent. @param intent of the request that created its rule, or will */
export const planOf = (
  { kind, label }: Pick<WishValues, 'kind' | 'label'>,
  amount: string,
  terms: RuleValues,
  intent: { id: string; reference: string },
): NewMovement => ({
  kind,
  amount: amountOf(amount),
  ...(label.trim() && { label: label.trim() }),
  rule_intent: intent.id,
  rule: wishRule(kind, terms, intent.reference),
})
