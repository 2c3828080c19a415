/** The values of the order form: their errors and warnings, the body that they become, and the order in words. */
import type { ReactNode } from 'react'
import {
  type FormChecks,
  type FormContext,
  type FormDescription,
  fact,
  filledFacts,
  type ReviewFact,
  type Step,
} from '@/components/forms/description'
import { referenceFact } from '@/components/forms/form-context'
import {
  filledValues,
  messagesOf,
  metadataErrors,
  metadataFieldOf,
  metadataText,
  type Pair,
  toMetadata,
  toPairs,
  withoutUndefined,
} from '@/components/forms/form-values'
import { orderFieldLabels, sideLabels, timeInForceLabels, typeLabels } from '@/components/records/order-labels'
import { NamedProfile, type ProfileNames } from '@/components/records/profile-names'
import { Amount } from '@/components/ui/amount'
import { ShortId } from '@/components/ui/copy'
import { momentText } from '@/lib/browser/clock'
import { shorten } from '@/lib/browser/identifiers'
import { editableTime, type ParsedTime, parseTime } from '@/lib/browser/zoned-time'
import { compareDecimals, withPlaces } from '@/lib/domain/decimals'
import { isObject } from '@/lib/domain/json'
import { normalizeAmount } from '@/lib/domain/normalize-input'
import { amountPattern } from '@/lib/domain/values'
import { assetsOfMarket } from '@/lib/provider/order-terms'
import {
  type AmountName,
  amountIn,
  amountLabel,
  amountsOf,
  blankTexts,
  mainAmount,
  moneyText,
  type OrderTexts,
  orderAmountError,
  orderTextsFrom,
  plainAmount,
  productText,
  timeInForceOf,
  totalOf,
  typeOf,
} from './order-amounts'
import { AgainstLastFill } from './order-comparison'

type Expiry = Pick<OrderTexts, 'expiry_day' | 'expiry_time' | 'expiry_zone'>

/** Seconds ahead that the form requires; the service requires more than 10 (docs/provider.md, "Writing"). */
export const minExpirySeconds = 15

/** @param zone applies if the values name none */
export function readExpiry({ expiry_day, expiry_time, expiry_zone }: Expiry, zone: string): ParsedTime {
  if (expiry_time.trim() === '') return { kind: 'none' }
  return parseTime(`${expiry_day.trim()} ${expiry_time.trim()}`, expiry_zone || zone)
}

/** The expiry as sent, in ms since 1970; undefined if the time is invalid. */
export function expiryMillis(values: Expiry, zone: string): number | undefined {
  const reading = readExpiry(values, zone)
  return reading.kind === 'time' ? Date.parse(reading.time) : undefined
}

const expiryFromText = (text: string, expiry_zone: string): Expiry => {
  const [expiry_day = '', time = ''] = text.split(' ')
  return { expiry_day, expiry_time: time.replace(/\.000$/, ''), expiry_zone }
}

/** A time as the form shows it. */
export const expiryAt = (millis: number, zone: string): Expiry =>
  expiryFromText(editableTime(new Date(millis).toISOString(), zone), zone)

/** The expiry of an earlier order, in UTC. @param digits 13 digits; anything else is no expiry */
export const expiryFrom = (digits: string): Expiry =>
  /^\d{13}$/.test(digits)
    ? expiryFromText(new Date(Number(digits)).toISOString().replace('T', ' ').replace('Z', ''), 'UTC')
    : { expiry_day: '', expiry_time: '', expiry_zone: '' }

/** The field to correct: the day if it is invalid on its own, else the time. */
export const expiryField = ({ expiry_day }: Pick<Expiry, 'expiry_day'>) =>
  parseTime(expiry_day, 'UTC').kind === 'time' ? 'expiry_time' : 'expiry_day'

export function expiryError(values: Expiry, zone: string, now: number): string | undefined {
  const reading = readExpiry(values, zone)
  if (reading.kind === 'skipped' || reading.kind === 'twice') return reading.sentence
  if (reading.kind === 'time') {
    const isTooSoon = Date.parse(reading.time) < now + minExpirySeconds * 1000
    return isTooSoon ? `Expiry must be at least ${minExpirySeconds} seconds from now.` : undefined
  }
  const field = expiryField(values)
  const isEmpty = values[field].trim() === ''
  if (field === 'expiry_day')
    return isEmpty ? 'Enter the day on which the order expires.' : 'Enter the day like 2026-11-20.'
  return isEmpty ? 'Enter the time at which the order expires.' : 'Enter the time like 17:00 or 17:00:00.'
}

export type OrderValues = OrderTexts & { metadata: Pair[] }
const blankOrder: OrderValues = { ...blankTexts, metadata: [] }

/** The expiry as sent; undefined also for an order that does not expire at a time. */
const orderExpiry = (values: OrderValues, zone: string) =>
  timeInForceOf(values) === 'GTT' ? expiryMillis(values, zone) : undefined

function amountWarning(name: AmountName, values: OrderValues): string | undefined {
  if (orderAmountError(name, values)) return undefined
  const text = plainAmount(values, name)
  const label = amountLabel(name, values)
  if (name === 'stop_price' && !amountPattern.test(text))
    return 'Stop price is not a decimal number. The order may be rejected.'
  if (compareDecimals(text, '0') === 0) return `${label} is zero. The order will probably be rejected.`
  if (name !== 'price' || typeOf(values) !== 'STOP_LIMIT') return undefined
  const above = compareDecimals(text, plainAmount(values, 'stop_price')) ?? 0
  if (values.side === 'SELL' && above > 0) return 'The limit price is above the stop price. This order may never fill.'
  if (values.side === 'BUY' && above < 0) return 'The limit price is below the stop price. This order may never fill.'
  return undefined
}

/** Seconds, to the millisecond: spec, `await_fill_millis` (docs/provider.md). */
function waitMillis(text: string): number | undefined {
  const plain = normalizeAmount(text)
  return /^\d{1,9}(?:\.\d{1,3})?$/.test(plain) ? Math.round(Number(plain) * 1000) : undefined
}

const waitError = (text: string) => {
  const millis = waitMillis(text)
  const isValid = text.trim() === '' || (millis !== undefined && millis <= 10_000)
  return isValid ? undefined : 'Enter the seconds to wait, from 0 to 10.'
}

/** How the order fills: "once the price reaches 91,250.00 USD, at 91,400.00 USD or better". */
function priceText(values: OrderValues): string {
  const type = typeOf(values)
  const [limit, stop] = [amountIn(values, 'price'), amountIn(values, 'stop_price')]
  const isStop = type === 'STOP_MARKET' || type === 'STOP_LIMIT'
  const trigger = isStop ? ` once the price reaches ${stop ? moneyText(stop) : 'the stop price'},` : ''
  return limit
    ? `${trigger} at ${moneyText(limit)} or better`
    : `${trigger}${isStop ? ' then' : ''} at the market price`
}

const tradedIn = (values: OrderValues) => {
  const [base, quote] = [amountIn(values, 'base_amount'), amountIn(values, 'quote_amount')]
  const asset = assetsOfMarket(values.market).base
  const traded = base ? moneyText(base) : quote ? `${asset} for ${moneyText(quote)}` : asset
  return `${sideLabels[values.side] ?? 'Place order'} ${traded}`.trim()
}

/** "Sell 2.5 BTC for 228,125.00 USD", "Buy BTC for 1,000.00 USD", "Sell 2.5 BTC" where there is no total. */
export function orderAction(values: OrderValues): string {
  const [base, total] = [amountIn(values, 'base_amount'), totalOf(values)]
  return base && total ? `${tradedIn(values)} for ${moneyText(total)}` : tradedIn(values)
}

/** "2.5 BTC × 91,250.00. Limit, from Main treasury, until it is cancelled." @param profile its name, if it has one */
function orderSummary(values: OrderValues, profile: string | undefined, zone: string): string {
  const id = values.profile_id.trim()
  const time = timeInForceOf(values)
  const expiry = orderExpiry(values, zone)
  const product = productText(values)
  return [
    product ? `${product}. ` : '',
    `${typeLabels[typeOf(values)]}, ${values.side === 'BUY' ? 'into' : 'from'} ${profile ?? shorten(id, 8)}`,
    timeInForceLabels[time].inSentence,
    expiry === undefined ? '' : `${momentText(expiry, undefined, zone)} ${zone}`,
    typeOf(values) === 'POST_ONLY_LIMIT' ? ', rejected if it would execute immediately.' : '.',
  ].join('')
}

/** What happens to an order, in three steps. */
export function orderSteps(values: OrderValues, { environment, figure }: FormContext): Step[] {
  const { quote } = assetsOfMarket(values.market)
  const most = moneyText({ text: withPlaces(figure, 2), asset: quote })
  const wait = waitOf(values)
  const type = typeOf(values)
  const time = timeInForceOf(values)
  const isOpen = time === 'GTC' || time === 'GTT'
  return [
    [
      'You confirm it',
      environment === 'production'
        ? `You type the amount; above ${most}, the total.`
        : `Above ${most} you type the total.`,
    ],
    [
      'Sent once',
      type === 'POST_ONLY_LIMIT'
        ? 'Rejected if it would fill at once.'
        : wait > 0
          ? `Waits up to ${secondsText(wait)} for a fill.`
          : 'You see whether it was accepted.',
    ],
    type === 'MARKET'
      ? ['It fills at the market price', 'No price is guaranteed.']
      : [timeInForceLabels[time].rest, isOpen ? cannotCancel : undefined],
  ]
}

const cannotCancel = 'Cancel it at the provider; Mintdesk cannot.'

/** The amount or price of a name, as the review shows it. */
function amountFact(name: AmountName, values: OrderValues): ReviewFact {
  const amount = amountIn(values, name)
  const isPrice = name === 'price' || name === 'stop_price'
  const value = amount && (
    <>
      <span className={isPrice ? '' : 'font-title'}>
        <Amount text={amount.text} isFree />
      </span>{' '}
      <span className="text-ink-3">{amount.asset}</span>
      {isPrice && <span className="text-sm text-ink-3"> per {assetsOfMarket(values.market).base}</span>}
    </>
  )
  return { name: isPrice ? amountLabel(name, values) : 'Amount', field: name, value }
}

function timeInForceFact(values: OrderValues, zone: string): ReviewFact {
  const name = orderFieldLabels.time_in_force
  const time = timeInForceOf(values)
  const expiry = orderExpiry(values, zone)
  const { label } = timeInForceLabels[time]
  if (expiry === undefined)
    return { name, field: 'time_in_force', value: `${time}, ${label.charAt(0).toLowerCase()}${label.slice(1)}` }
  const value = (
    <>
      GTT, until {momentText(expiry, undefined, zone)} <span className="text-ink-3">{zone}</span>
    </>
  )
  return { name, field: 'expiry_day', value }
}

/** Milliseconds that the provider may wait; 0 for none. */
const waitOf = ({ await_fill_millis }: OrderValues) => waitMillis(await_fill_millis) ?? 0
const secondsText = (millis: number) => `${millis / 1000} s`

function orderFacts(values: OrderValues, { environment, zone, requiresIdentity, intent }: FormContext) {
  const { base, quote } = assetsOfMarket(values.market)
  const wait = waitOf(values)
  type Field = Exclude<keyof typeof orderFieldLabels, 'metadata'>
  const textFact = (field: Field, toValue?: (text: string) => ReactNode) =>
    fact(orderFieldLabels[field], field, values[field], toValue)
  const profile = (id: string) => <NamedProfile environment={environment} id={id} />
  const time = timeInForceOf(values)
  const identity = filledFacts([
    textFact('identity_id', (id) => <ShortId id={id} what="identity ID" />),
    textFact('identity_account_id', (id) => <ShortId id={id} what="account ID" />),
  ])
  const recipient = textFact('recipient_profile_id', profile).value
  const facts: ReviewFact[] = [
    { name: 'Against the last price', value: <AgainstLastFill values={values} /> },
    { name: 'Order', field: 'side', value: `${sideLabels[values.side]} ${base} for ${quote} (${values.market})` },
    textFact('profile_id', profile),
    fact(orderFieldLabels.type, 'type', typeLabels[typeOf(values)]),
    ...amountsOf(values).map((name) => amountFact(name, values)),
    timeInForceFact(values, zone),
    {
      name: values.side === 'BUY' ? 'Recipient' : 'Proceeds',
      field: 'recipient_profile_id',
      value: recipient ?? 'the same profile',
    },
    ...(time === 'GTC' || time === 'GTT' ? [{ name: 'If it does not fill', value: cannotCancel }] : []),
    ...(requiresIdentity ? identity : []),
  ]
  const developerFacts = [
    textFact('await_fill_millis', () => (wait > 0 ? secondsText(wait) : undefined)),
    ...(requiresIdentity ? [] : identity),
    fact(orderFieldLabels.metadata, 'metadata', metadataText(values.metadata) ?? ''),
    ...filledFacts([textFact('self_match_prevention_id')]),
    referenceFact(values.ref_id, intent, 'order'),
  ]
  return { facts, developerFacts }
}

const secondsIn = (millis: unknown) => (typeof millis === 'number' ? String(millis / 1000) : '')

/** The form of an order, without its fields. @param names of profiles */
export const orderDescription = (names: ProfileNames) =>
  ({
    operation: 'createOrder',
    blank: blankOrder,
    // Only the members that apply to the order's type.
    toInput(values, { zone }) {
      const { side, market, identity_id, identity_account_id, recipient_profile_id, self_match_prevention_id } = values
      const expiry = orderExpiry(values, zone)
      const body = withoutUndefined({
        ...filledValues({ side, market }),
        type: typeOf(values),
        ...Object.fromEntries(amountsOf(values).map((name) => [name, plainAmount(values, name) || undefined])),
        time_in_force: timeInForceOf(values),
        expiration_date: expiry?.toString(),
        await_fill_millis: waitMillis(values.await_fill_millis),
        ...filledValues({ identity_id, identity_account_id, recipient_profile_id, self_match_prevention_id }),
        metadata: toMetadata(values.metadata),
        ...filledValues({ ref_id: values.ref_id }),
      })
      return { path: { profile_id: values.profile_id.trim() }, body }
    },
    fromInput({ path, body }) {
      const order = isObject(body) ? body : {}
      const texts = orderTextsFrom(order)
      return {
        ...texts,
        await_fill_millis: secondsIn(order.await_fill_millis),
        profile_id: path?.profile_id ?? '',
        type: typeOf(texts),
        time_in_force: timeInForceOf(texts),
        ...expiryFrom(String(order.expiration_date)),
        metadata: toPairs(order.metadata),
        ref_id: '',
      }
    },
    fieldFor: (field, values) =>
      field === 'expiration_date' ? expiryField(values) : metadataFieldOf(field, values.metadata),
    review(values, context) {
      const wait = waitOf(values)
      return {
        action: orderAction(values),
        heading: `${tradedIn(values)}${priceText(values)}`,
        summary: orderSummary(values, names[values.profile_id.trim()], context.zone),
        amount: totalOf(values) ?? mainAmount(values),
        ...orderFacts(values, context),
        ...(wait > 0 && { waitMillis: wait }),
      }
    },
    steps: orderSteps,
  }) satisfies Omit<FormDescription<OrderValues>, 'Fields' | 'Aside' | 'loadChecks' | 'Review'>

export const orderChecks = {
  // What the schema cannot find, or finds only after all others.
  errors(values, { requiresIdentity, now, zone }) {
    const hasIdentity = values.identity_id.trim() !== ''
    const hasAccount = values.identity_account_id.trim() !== ''
    const reason = requiresIdentity ? '. Orders in this environment require it.' : ' too, or leave both empty.'
    return messagesOf({
      ...metadataErrors(values.metadata),
      profile_id: values.profile_id.trim() ? undefined : 'Choose a profile.',
      side: values.side ? undefined : 'Choose Buy or Sell.',
      market: values.market ? undefined : 'Choose a market.',
      identity_id: !hasIdentity && (hasAccount || requiresIdentity) ? `Enter the identity${reason}` : undefined,
      identity_account_id: !hasAccount && (hasIdentity || requiresIdentity) ? `Enter the account${reason}` : undefined,
      ...Object.fromEntries(amountsOf(values).map((name) => [name, orderAmountError(name, values)])),
      await_fill_millis: waitError(values.await_fill_millis),
      ...(timeInForceOf(values) === 'GTT' && { [expiryField(values)]: expiryError(values, zone, now) }),
    })
  },
  warnings(values) {
    const isStopBuy = values.side === 'BUY' && typeOf(values).startsWith('STOP')
    return messagesOf({
      ...Object.fromEntries(amountsOf(values).map((name) => [name, amountWarning(name, values)])),
      type: isStopBuy ? 'Some providers accept stop orders for sells only.' : undefined,
    })
  },
} satisfies FormChecks<OrderValues>
