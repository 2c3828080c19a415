/** An order as a sentence, in the form and in the review. */
import {
  type AssetAmount,
  type FormContext,
  fact,
  filledFacts,
  type Review,
  type ReviewFact,
  type SentencePart,
  sentenceText,
} from '@/components/forms/description'
import { ProfileId, referenceFact } from '@/components/forms/form-context'
import { metadataText } from '@/components/forms/form-values'
import { Amount, amountText } from '@/components/ui/amount'
import { ShortId, shorten } from '@/components/ui/copy'
import { momentText } from '@/lib/browser/clock'
import { normalizeAmount, normalizeText } from '@/lib/browser/normalize-input'
import { assetsOfMarket, orderFieldLabels, sideLabels, timeInForceLabels, typeLabels } from './labels'
import { amountAsset, amountIn, amountLabel, amountsOf, mainAmount, timeInForceOf, typeOf } from './order-amounts'
import { expiryMillis, type OrderValues } from './order-values'

const plain = (text: string): SentencePart => ({ text })
const strong = (text: string): SentencePart => ({ text, isStrong: true })
const moneyText = ({ text, asset }: AssetAmount) => `${amountText(text)} ${asset}`.trim()

/** How the order fills, and until when: "once the price reaches 91,250.00 USD, at 91,400.00 USD or better". */
function conditionParts(values: OrderValues, zone: string): SentencePart[] {
  const type = typeOf(values)
  const [limit, stop] = [amountIn(values, 'price'), amountIn(values, 'stop_price')]
  const isStop = type === 'STOP_MARKET' || type === 'STOP_LIMIT'
  const isMarket = type === 'MARKET' || type === 'STOP_MARKET'
  const time = timeInForceOf(values)
  const expiry = time === 'GTT' ? expiryMillis(values, zone) : undefined
  return [
    ...(isStop ? [plain(' once the price reaches '), strong(stop ? moneyText(stop) : 'a stop price')] : []),
    ...(isMarket
      ? [plain(`${isStop ? ', then' : ''} at the market price`)]
      : [plain(isStop ? ', at ' : ' at '), strong(limit ? moneyText(limit) : 'a limit price'), plain(' or better')]),
    ...(type === 'POST_ONLY_LIMIT' ? [plain(', rejected if it would execute immediately')] : []),
    plain(timeInForceLabels[time].inSentence),
    ...(time === 'GTT'
      ? [strong(expiry === undefined ? 'a time to be set' : `${momentText(expiry, undefined, zone)} ${zone}`)]
      : []),
    plain('.'),
  ]
}

/** The order as a sentence. @param profile the profile's name, if it has one */
export function orderSentence(values: OrderValues, profile: string | undefined, zone: string): SentencePart[] {
  const base = amountIn(values, 'base_amount')
  const quote = amountIn(values, 'quote_amount')
  const id = normalizeText(values.profile_id)
  return [
    plain(`${sideLabels[values.side] ?? 'Trade'} `),
    strong(base ? moneyText(base) : assetsOfMarket(values.market).base || 'an asset'),
    ...(quote ? [plain(' for '), strong(moneyText(quote))] : []),
    ...(id ? [plain(values.side === 'BUY' ? ' into ' : ' from '), strong(profile ?? shorten(id, 8))] : []),
    ...conditionParts(values, zone),
  ]
}

/** "Sell 12.50000000 BTC", "Buy BTC for 1,000.00 USD" */
function orderAction(values: OrderValues): string {
  const side = sideLabels[values.side] ?? 'Place order'
  const base = amountIn(values, 'base_amount')
  const quote = amountIn(values, 'quote_amount')
  if (base) return `${side} ${moneyText(base)}`
  const traded = `${side} ${assetsOfMarket(values.market).base}`.trim()
  return quote ? `${traded} for ${moneyText(quote)}` : traded
}

const waitOf = ({ await_fill_millis }: OrderValues) => Number(normalizeAmount(await_fill_millis)) || 0
const secondsText = (millis: number) => `${millis / 1000} s`

function amountFacts(values: OrderValues): ReviewFact[] {
  const { base } = assetsOfMarket(values.market)
  return amountsOf(values).map((field) => {
    const amount = amountIn(values, field)
    const isPrice = field === 'price' || field === 'stop_price'
    const value = amount && (
      <>
        <span className={isPrice ? '' : 'font-title'}>
          <Amount text={amount.text} isFree />
        </span>{' '}
        <span className="text-ink-3">{amountAsset(field, values)}</span>
        {isPrice && <span className="text-sm text-ink-3"> per {base}</span>}
      </>
    )
    return { name: isPrice ? amountLabel(field, values) : 'Amount', field, value }
  })
}

function timeInForceFact(values: OrderValues, zone: string): ReviewFact {
  const time = timeInForceOf(values)
  const name = orderFieldLabels.time_in_force
  const expiry = time === 'GTT' ? expiryMillis(values, zone) : undefined
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

function orderFacts(values: OrderValues, { profileNames, zone, intent }: FormContext): ReviewFact[] {
  const { base, quote } = assetsOfMarket(values.market)
  const wait = waitOf(values)
  type Field = keyof typeof orderFieldLabels
  const valueFact = (field: Field, value: ReviewFact['value']): ReviewFact => ({
    name: orderFieldLabels[field],
    field,
    value,
  })
  const optional = (field: Field & keyof OrderValues, toValue?: (text: string) => ReviewFact['value']) =>
    filledFacts([fact(orderFieldLabels[field], field, String(values[field]), toValue)])
  return [
    { name: 'Order', field: 'side', value: `${sideLabels[values.side]} ${base} for ${quote} (${values.market})` },
    valueFact('profile_id', <ProfileId id={normalizeText(values.profile_id)} names={profileNames} />),
    valueFact('type', typeLabels[typeOf(values)].label),
    ...amountFacts(values),
    timeInForceFact(values, zone),
    valueFact('await_fill_millis', wait > 0 ? secondsText(wait) : undefined),
    ...optional('identity_id', (id) => <ShortId id={id} what="identity id" />),
    ...optional('identity_account_id', (id) => <ShortId id={id} what="account id" />),
    valueFact('metadata', metadataText(values.metadata)),
    ...optional('recipient_profile_id', (id) => <ProfileId id={id} names={profileNames} />),
    ...optional('self_match_prevention_id'),
    referenceFact(values.ref_id, intent, 'order'),
  ]
}

/** What a person agrees to before an order is sent. */
export function orderReview(values: OrderValues, context: FormContext): Review {
  const wait = waitOf(values)
  const profile = context.profileNames[normalizeText(values.profile_id)]
  const sentence = orderSentence(values, profile, context.zone)
  return {
    action: orderAction(values),
    summary: sentenceText(sentence),
    amount: mainAmount(values),
    facts: orderFacts(values, context),
    nextSteps: [
      'The order is recorded in Mintdesk, then sent once.',
      wait > 0
        ? `The provider waits up to ${secondsText(wait)} for the order to fill, then answers. You'll see whether the order was accepted and how much filled.`
        : "You'll see whether the order was accepted.",
      // Spec: orders have no read; service-facts, "Writing": a reference can be replayed for 23 h.
      'For 23 hours you can look the order up by its reference to see later fills.',
      "It can't be cancelled in Mintdesk.",
    ],
    ...(wait > 0 && { waitMillis: wait }),
  }
}
