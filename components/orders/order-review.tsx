/** What a person agrees to before an order is sent. */
import type { FormContext, Review, ReviewFact } from '@/components/forms/description'
import { toMetadata } from '@/components/forms/form-values'
import { Amount } from '@/components/ui/amount'
import { ShortId } from '@/components/ui/copy'
import { momentText } from '@/lib/browser/clock'
import { normalizeAmount, normalizeText } from '@/lib/browser/normalize-input'
import {
  amountAsset,
  amountIn,
  amountLabel,
  mainAmount,
  orderAction,
  orderParts,
  sideLabels,
  timeInForceLabels,
  typeLabels,
} from './labels'
import { amountsOf, assetsOf, expiryOf, type OrderValues, timeInForceOf, typeOf } from './order-values'

/** Milliseconds that the provider is asked to wait for a fill. */
const waitOf = ({ await_fill_millis }: OrderValues) => Number(normalizeAmount(await_fill_millis)) || 0

const secondsText = (millis: number) => `${millis / 1000} s`

function amountFacts(values: OrderValues): ReviewFact[] {
  const { base } = assetsOf(values)
  return amountsOf(values).map((name) => {
    const amount = amountIn(values, name)
    const isPrice = name === 'price' || name === 'stop_price'
    return {
      name: isPrice ? amountLabel(name, values) : 'Amount',
      field: name,
      value: amount && (
        <>
          {isPrice ? (
            <Amount text={amount.text} isFree />
          ) : (
            <b>
              <Amount text={amount.text} isFree />
            </b>
          )}{' '}
          <span className="text-ink-3">{amountAsset(name, values)}</span>
          {isPrice && <span className="text-sm text-ink-3"> per {base}</span>}
        </>
      ),
    }
  })
}

/** A profile by its name, where it has one, and its id. */
function profileValue(id: string, { profileNames }: FormContext) {
  return (
    <>
      {profileNames[id] && `${profileNames[id]} `}
      <ShortId id={id} what="profile id" />
    </>
  )
}

function timeValue(values: OrderValues, zone: string) {
  const time = timeInForceOf(values)
  const expiry = time === 'GTT' ? expiryOf(values, zone) : undefined
  if (!expiry) return `${time}, ${timeInForceLabels[time].charAt(0).toLowerCase()}${timeInForceLabels[time].slice(1)}`
  return (
    <>
      GTT, until {momentText(expiry.at, undefined, zone)} <span className="text-ink-3">{zone}</span>
    </>
  )
}

const optional = (name: string, field: string, text: string, value: ReviewFact['value']): ReviewFact[] =>
  text === '' ? [] : [{ name, field, value }]

function orderFacts(values: OrderValues, context: FormContext): ReviewFact[] {
  const { base, quote } = assetsOf(values)
  const texts = {
    identity: normalizeText(values.identity_id),
    account: normalizeText(values.identity_account_id),
    recipient: normalizeText(values.recipient_profile_id),
    match: normalizeText(values.self_match_prevention_id),
    reference: normalizeText(values.ref_id),
  }
  const pairs = Object.entries(toMetadata(values.metadata) ?? {})
  const wait = waitOf(values)
  return [
    { name: 'Order', field: 'side', value: `${sideLabels[values.side]} ${base} for ${quote} (${values.market})` },
    { name: 'Profile', field: 'profile_id', value: profileValue(normalizeText(values.profile_id), context) },
    { name: 'Type', field: 'type', value: typeLabels[typeOf(values)].word },
    ...amountFacts(values),
    {
      name: 'Time in force',
      field: timeInForceOf(values) === 'GTT' ? 'expiry_day' : 'time_in_force',
      value: timeValue(values, context.zone),
    },
    { name: 'Wait for a fill', field: 'await_fill_millis', value: wait > 0 ? secondsText(wait) : undefined },
    ...optional('Identity', 'identity_id', texts.identity, <ShortId id={texts.identity} what="identity id" />),
    ...optional('Account', 'identity_account_id', texts.account, <ShortId id={texts.account} what="account id" />),
    {
      name: 'Metadata',
      field: 'metadata',
      value: pairs.length > 0 ? pairs.map(([key, value]) => `${key} ${value}`).join(', ') : undefined,
    },
    ...optional('Settles into', 'recipient_profile_id', texts.recipient, profileValue(texts.recipient, context)),
    ...optional('Self-match id', 'self_match_prevention_id', texts.match, texts.match),
    {
      name: 'Reference',
      field: 'ref_id',
      value: texts.reference ? (
        <ShortId id={texts.reference} what="reference" head={32} />
      ) : (
        <>
          <ShortId id={context.intent} what="reference" />{' '}
          <span className="text-sm text-ink-3">generated for this order, kept on retry</span>
        </>
      ),
    },
  ]
}

/** The order in words, before it is sent. */
export function orderReview(values: OrderValues, context: FormContext): Review {
  const wait = waitOf(values)
  const profile = context.profileNames[normalizeText(values.profile_id)]
  return {
    act: orderAction(values),
    sentence: orderParts(values, profile, context.zone)
      .map(({ text }) => text)
      .join(''),
    amount: mainAmount(values),
    facts: orderFacts(values, context),
    next: [
      'The order is recorded in Mintdesk, then sent once.',
      wait > 0
        ? `The provider waits up to ${secondsText(wait)} for the order to fill, then answers. You'll see whether the order was accepted and how much filled.`
        : "You'll see whether the order was accepted.",
      // Spec: orders have no read; service-facts, "Writing": the reference answers for 23 h.
      'For 23 hours you can look the order up by its reference to see later fills.',
      "It can't be cancelled in Mintdesk.",
    ],
    ...(wait > 0 && { waitMillis: wait }),
  }
}
