/** The values of the order form: their errors and warnings, the body that they become, and the order in words. */
import type { ReactNode } from 'react'
import {
  type FormChecks,
  type FormContext,
  type FormDescription,
  fact,
  filledFacts,
  plain,
  type ReviewFact,
  type SentencePart,
  sentence,
  sentenceText,
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
import { NamedProfile, type ProfileNames } from '@/components/profiles/profile-names'
import { Amount, amountText } from '@/components/ui/amount'
import { ShortId } from '@/components/ui/copy'
import { type AssetAmount, assetsOfMarket } from '@/lib/api/provider/order-terms'
import { momentText } from '@/lib/browser/clock'
import { shorten } from '@/lib/browser/identifiers'
import { compareDecimals } from '@/lib/domain/decimals'
import { isObject } from '@/lib/domain/json'
import { normalizeAmount } from '@/lib/domain/normalize-input'
import { amountPattern } from '@/lib/domain/values'
import { orderFieldLabels, sideLabels, timeInForceLabels, typeLabels } from './labels'
import {
  type AmountName,
  amountIn,
  amountLabel,
  amountsOf,
  blankTexts,
  mainAmount,
  type OrderTexts,
  orderAmountError,
  orderTextsFrom,
  timeInForceOf,
  typeOf,
} from './order-amounts'
import { expiryError, expiryField, expiryFrom, expiryMillis } from './order-expiry'

export type OrderValues = OrderTexts & { metadata: Pair[] }
const blankOrder: OrderValues = { ...blankTexts, metadata: [] }

/** The expiry as sent; undefined also for an order that does not expire at a time. */
const orderExpiry = (values: OrderValues, zone: string) =>
  timeInForceOf(values) === 'GTT' ? expiryMillis(values, zone) : undefined

function amountWarning(name: AmountName, values: OrderValues): string | undefined {
  if (orderAmountError(name, values)) return undefined
  const text = normalizeAmount(values[name])
  const label = amountLabel(name, values)
  if (text === '') return `${label} is empty. Usually required for this order type.`
  if (name === 'stop_price' && !amountPattern.test(text))
    return 'Stop price is not a decimal number. The order may be rejected.'
  if (compareDecimals(text, '0') === 0) return `${label} is zero. The order will probably be rejected.`
  if (name !== 'price' || typeOf(values) !== 'STOP_LIMIT') return undefined
  const above = compareDecimals(text, normalizeAmount(values.stop_price)) ?? 0
  if (values.side === 'SELL' && above > 0) return 'The limit price is above the stop price. This order may never fill.'
  if (values.side === 'BUY' && above < 0) return 'The limit price is below the stop price. This order may never fill.'
  return undefined
}

/** Text that is not a whole number is sent on unchanged, so that the schema reports it. */
function waitMillis(text: string): number | string | undefined {
  const plain = normalizeAmount(text)
  return /^\d{1,9}$/.test(plain) ? Number(plain) : plain || undefined
}

const moneyText = ({ text, asset }: AssetAmount) => `${amountText(text)} ${asset}`.trim()

/** How the order fills, and until when: "once the price reaches 91,250.00 USD, at 91,400.00 USD or better". */
function conditionParts(values: OrderValues, zone: string): SentencePart[] {
  const type = typeOf(values)
  const [limit, stop] = [amountIn(values, 'price'), amountIn(values, 'stop_price')]
  const isStop = type === 'STOP_MARKET' || type === 'STOP_LIMIT'
  const trigger = isStop ? sentence` once the price reaches ${stop ? moneyText(stop) : 'a stop price'}` : []
  const price =
    type === 'MARKET' || type === 'STOP_MARKET'
      ? plain(`${isStop ? ', then' : ''} at the market price`)
      : sentence`${plain(isStop ? ', at ' : ' at ')}${limit ? moneyText(limit) : 'a limit price'} or better`
  const rejection = type === 'POST_ONLY_LIMIT' ? plain(', rejected if it would execute immediately') : []
  const time = timeInForceOf(values)
  const expiry = orderExpiry(values, zone)
  const expiryText = expiry === undefined ? 'a time to be set' : `${momentText(expiry, undefined, zone)} ${zone}`
  const until = plain(timeInForceLabels[time].inSentence)
  return sentence`${trigger}${price}${rejection}${until}${time === 'GTT' ? expiryText : []}.`
}

/** The order as a sentence. @param profile the profile's name, if it has one */
export function orderSentence(values: OrderValues, profile: string | undefined, zone: string): SentencePart[] {
  const base = amountIn(values, 'base_amount')
  const quote = amountIn(values, 'quote_amount')
  const id = values.profile_id.trim()
  const traded = base ? moneyText(base) : assetsOfMarket(values.market).base || 'an asset'
  const spent = quote ? sentence` for ${moneyText(quote)}` : []
  const place = id ? sentence`${plain(values.side === 'BUY' ? ' into ' : ' from ')}${profile ?? shorten(id, 8)}` : []
  const condition = conditionParts(values, zone)
  return sentence`${plain(sideLabels[values.side] ?? 'Trade')} ${traded}${spent}${place}${condition}`
}

/** "Sell 12.50000000 BTC", "Buy BTC for 1,000.00 USD" */
function orderAction(values: OrderValues): string {
  const base = amountIn(values, 'base_amount')
  const quote = amountIn(values, 'quote_amount')
  const traded = base ? moneyText(base) : assetsOfMarket(values.market).base
  const action = `${sideLabels[values.side] ?? 'Place order'} ${traded}`.trim()
  return quote && !base ? `${action} for ${moneyText(quote)}` : action
}

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
const waitOf = ({ await_fill_millis }: OrderValues) => Number(normalizeAmount(await_fill_millis)) || 0
const secondsText = (millis: number) => `${millis / 1000} s`

function orderFacts(values: OrderValues, { environment, zone, intent }: FormContext): ReviewFact[] {
  const { base, quote } = assetsOfMarket(values.market)
  const wait = waitOf(values)
  type Field = Exclude<keyof typeof orderFieldLabels, 'metadata'>
  const textFact = (field: Field, toValue?: (text: string) => ReactNode) =>
    fact(orderFieldLabels[field], field, values[field], toValue)
  const profile = (id: string) => <NamedProfile environment={environment} id={id} />
  return [
    { name: 'Order', field: 'side', value: `${sideLabels[values.side]} ${base} for ${quote} (${values.market})` },
    textFact('profile_id', profile),
    fact(orderFieldLabels.type, 'type', typeLabels[typeOf(values)].label),
    ...amountsOf(values).map((name) => amountFact(name, values)),
    timeInForceFact(values, zone),
    textFact('await_fill_millis', () => (wait > 0 ? secondsText(wait) : undefined)),
    ...filledFacts([
      textFact('identity_id', (id) => <ShortId id={id} what="identity ID" />),
      textFact('identity_account_id', (id) => <ShortId id={id} what="account ID" />),
    ]),
    fact(orderFieldLabels.metadata, 'metadata', metadataText(values.metadata) ?? ''),
    ...filledFacts([textFact('recipient_profile_id', profile), textFact('self_match_prevention_id')]),
    referenceFact(values.ref_id, intent, 'order'),
  ]
}

/** The form of an order, without its fields. @param names of profiles */
export const orderDescription = (names: ProfileNames) =>
  ({
    operation: 'createOrder',
    title: 'New order',
    blank: blankOrder,
    // Only the members that apply to the order's type.
    toInput(values, { zone }) {
      const { side, market, identity_id, identity_account_id, recipient_profile_id, self_match_prevention_id } = values
      const expiry = orderExpiry(values, zone)
      const body = withoutUndefined({
        ...filledValues({ side, market }),
        type: typeOf(values),
        ...Object.fromEntries(amountsOf(values).map((name) => [name, normalizeAmount(values[name]) || undefined])),
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
      const profile = names[values.profile_id.trim()]
      return {
        action: orderAction(values),
        summary: sentenceText(orderSentence(values, profile, context.zone)),
        amount: mainAmount(values),
        facts: orderFacts(values, context),
        nextSteps: [
          'The order is recorded in Mintdesk, then sent once.',
          wait > 0
            ? `The provider waits up to ${secondsText(wait)} for the order to fill, then answers. You'll see whether the order was accepted and how much filled.`
            : "You'll see whether the order was accepted.",
          // Spec: orders have no read; docs/provider.md, "Writing": a reference can be replayed for 23 h.
          'For 23 hours you can look the order up by its reference to see later fills.',
          "It can't be cancelled in Mintdesk.",
        ],
        ...(wait > 0 && { waitMillis: wait }),
      }
    },
  }) satisfies Omit<FormDescription<OrderValues>, 'Fields' | 'Aside' | 'loadChecks' | 'Review'>

export const orderChecks = {
  // What the schema cannot find, or finds only after all others.
  errors(values, { requiresIdentity, now, zone }) {
    const hasIdentity = values.identity_id.trim() !== ''
    const hasAccount = values.identity_account_id.trim() !== ''
    const reason = requiresIdentity ? '. Orders in this environment require it.' : ' too, or leave both empty.'
    return messagesOf({
      ...metadataErrors(values.metadata),
      profile_id: values.profile_id.trim() ? undefined : 'Enter the profile that the order belongs to.',
      side: values.side ? undefined : 'Choose Buy or Sell.',
      market: values.market ? undefined : 'Choose a market.',
      identity_id: !hasIdentity && (hasAccount || requiresIdentity) ? `Enter the identity${reason}` : undefined,
      identity_account_id: !hasAccount && (hasIdentity || requiresIdentity) ? `Enter the account${reason}` : undefined,
      ...Object.fromEntries(amountsOf(values).map((name) => [name, orderAmountError(name, values)])),
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
