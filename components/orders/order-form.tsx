'use client'

import { Calendar, Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FormDescription, FormSession } from '@/components/forms/description'
import {
  AmountField,
  Disclosure,
  FieldRow,
  FieldSet,
  OptionsField,
  SelectField,
  TextField,
} from '@/components/forms/fields'
import { useFormFacts } from '@/components/forms/form-context'
import { FormPage, ReviewPage } from '@/components/forms/form-page'
import { MetadataField } from '@/components/forms/metadata-field'
import { ProfileField } from '@/components/forms/profile-field'
import { Button } from '@/components/ui/button'
import { useNow } from '@/components/ui/now'
import { markets, OrderSide, orderTypes, TimeInForce, timesInForce } from '@/lib/api/orders'
import { localZone, momentText } from '@/lib/browser/clock'
import { durationText } from '@/lib/browser/durations'
import { amountAsset, amountLabel, orderParts, sideLabels, timeInForceLabels, typeLabels, whyOff } from './labels'
import { orderReview } from './order-review'
import {
  type AmountName,
  amountsOf,
  blankOrder,
  expiryAt,
  expiryOf,
  formNotice,
  type OrderValues,
  orderErrors,
  orderField,
  orderInput,
  orderValuesFrom,
  orderWarnings,
  readExpiry,
  timeInForceOf,
  typeOf,
} from './order-values'

const orderForm: FormDescription<OrderValues> = {
  operation: 'createOrder',
  place: 'orders/new',
  title: 'New order',
  thing: 'order',
  blank: blankOrder,
  inputOf: orderInput,
  valuesOf: orderValuesFrom,
  fieldOf: orderField,
  moreErrors: orderErrors,
  warningsOf: orderWarnings,
  reviewOf: orderReview,
  Fields: OrderFields,
  Aside: OrderInWords,
}

/** The form of an order. */
export const NewOrder = ({ session }: { session: FormSession }) => <FormPage form={orderForm} session={session} />

/** The order before it is sent. */
export const OrderReview = ({ session }: { session: FormSession }) => <ReviewPage form={orderForm} session={session} />

const sideOptions = OrderSide.options.map((value) => ({ value, word: sideLabels[value] ?? value }))
const marketOptions = markets.map((value) => ({ value, word: value }))
const typeOptions = orderTypes.map((value) => ({ value, word: typeLabels[value].word }))

/** The values as they are typed. */
function useOrder(): OrderValues {
  const { getValues } = useFormContext<OrderValues>()
  useWatch<OrderValues>()
  return getValues()
}

/** The fields of an order: what does not fit its type is not there, or off with the reason beside it. */
export function OrderFields() {
  return (
    <>
      <FieldSet>
        <ProfileField name="profile_id" label="Profile" />
        <FieldRow>
          <OptionsField name="side" label="Side" options={sideOptions} isAcross />
          <SelectField name="market" label="Market" options={marketOptions} blank="Choose a market" />
        </FieldRow>
        <TypeField />
      </FieldSet>
      <FieldSet title="Amount and prices">
        <Amounts />
      </FieldSet>
      <FieldSet title="Time in force">
        <TimeFields />
      </FieldSet>
      <FieldSet title="On behalf of">
        <IdentityFields />
      </FieldSet>
      <FieldSet title="Details">
        <MetadataField />
        <TextField
          name="await_fill_millis"
          label="Wait for a fill"
          isOptional
          inputMode="numeric"
          end={<span className="whitespace-nowrap text-ink-3">ms, at most 10000</span>}
        />
        <AdvancedFields />
      </FieldSet>
    </>
  )
}

function TypeField() {
  const { type } = useOrder()
  return <SelectField name="type" label="Type" hint={typeLabels[typeOf({ type })].hint} options={typeOptions} />
}

const needWords: Record<AmountName, string> = {
  base_amount: 'an amount',
  quote_amount: 'an amount',
  stop_price: 'a stop price',
  price: 'a price',
}

/** The amounts of an order type in words: "an amount and a price". The spec does not show which are required. */
function usualNeeds(names: readonly AmountName[]): string {
  const words = names.map((name) => needWords[name])
  return words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? '')
}

function Amounts() {
  const values = useOrder()
  const names = amountsOf(values)
  const field = (name: (typeof names)[number]) => (
    <AmountField key={name} name={name} label={amountLabel(name, values)} unit={amountAsset(name, values)} />
  )
  const [amount, ...prices] = names
  const type = typeLabels[typeOf(values)].word
  if (!amount) return <p className="text-ink-2">Choose Buy or Sell to enter an amount.</p>
  return (
    <>
      {field(amount)}
      {prices.length > 1 ? <FieldRow>{prices.map(field)}</FieldRow> : prices.map(field)}
      <p className="-mt-1 flex items-start gap-1.5 text-sm text-ink-3">
        <Info className="mt-px size-3.5" />
        <span>
          {type} orders usually need {usualNeeds(names)}. The provider decides.
        </span>
      </p>
    </>
  )
}

function TimeFields() {
  const values = useOrder()
  const type = typeOf(values)
  const inEffect = timeInForceOf(values)
  const options = timesInForce[type]
    .concat(TimeInForce.options.filter((time) => !timesInForce[type].includes(time)))
    .map((value) => ({
      value,
      word: value,
      says: timeInForceLabels[value],
      note: value === timesInForce[type][0] ? `default for ${typeLabels[type].word.toLowerCase()}` : undefined,
      off: whyOff(value, type),
    }))
  return (
    <>
      <OptionsField name="time_in_force" label="Time in force" isLabelHidden options={options} inEffect={inEffect} />
      {inEffect === 'GTT' && <ExpiryFields />}
    </>
  )
}

function IdentityFields() {
  const { requiresIdentity } = useFormFacts()
  return (
    <>
      <FieldRow>
        <TextField name="identity_id" label="Identity" isOptional={!requiresIdentity} isMono placeholder="UUID" />
        <TextField
          name="identity_account_id"
          label="Account"
          isOptional={!requiresIdentity}
          isMono
          placeholder="UUID"
        />
      </FieldRow>
      <p className="-mt-3 text-sm text-ink-3">
        {requiresIdentity ? 'Required for every order in this environment.' : 'Enter both or neither.'}
      </p>
    </>
  )
}

function AdvancedFields() {
  const { intent } = useFormFacts()
  return (
    <Disclosure
      title="Recipient profile, self-match id, reference"
      names={['recipient_profile_id', 'self_match_prevention_id', 'ref_id']}
    >
      <ProfileField
        name="recipient_profile_id"
        label="Recipient profile"
        isOptional
        hint="Receives the settled currency: base for buys, quote for sells. If empty, the order's own profile."
      />
      <TextField
        name="self_match_prevention_id"
        label="Self-match id"
        isOptional
        isMono
        hint="At most 36 characters; needs extra permissions. If empty, an order that would match one of your own cancels the older one."
      />
      <TextField
        name="ref_id"
        label="Reference"
        isOptional
        isMono
        hint={
          <>
            If empty, this one is generated: <span className="font-mono text-sm">{intent}</span>
          </>
        }
      />
    </Disclosure>
  )
}

/** The order as a sentence, while it is filled in. */
export function OrderInWords() {
  const values = useOrder()
  const { zone, profileNames } = useFormFacts()
  const isBegun = values.side !== '' || values.market !== ''
  const parts = isBegun
    ? orderParts(values, profileNames[values.profile_id.trim()], zone)
    : [{ text: 'Your order summary appears here.' }]
  return (
    <section>
      <h2>Summary</h2>
      <p className="mt-2 text-md [overflow-wrap:anywhere]">
        {/* biome-ignore-start lint/suspicious/noArrayIndexKey: parts of a sentence have no other name */}
        {parts.map(({ text, isStrong }, at) => (isStrong ? <b key={at}>{text}</b> : <span key={at}>{text}</span>))}
        {/* biome-ignore-end lint/suspicious/noArrayIndexKey: only there */}
      </p>
    </section>
  )
}

const hour = 3_600_000
const shortcuts = [
  { word: 'In 1 hour', millis: hour },
  { word: 'In 24 hours', millis: 24 * hour },
  { word: 'In 7 days', millis: 168 * hour },
]

/** The id of the line that says what day and time mean together. */
const saidOf = 'expiry-said'

/** Until when a GTT order waits: day and time in the zone that the person reads times in. */
export function ExpiryFields() {
  const { setValue, setFocus } = useFormContext<OrderValues>()
  const { zone } = useFormFacts()
  const [expiry_day, expiry_time, expiry_zone] = useWatch<OrderValues, ['expiry_day', 'expiry_time', 'expiry_zone']>({
    name: ['expiry_day', 'expiry_time', 'expiry_zone'],
  })
  const values = { expiry_day, expiry_time, expiry_zone }
  const reading = readExpiry(values, zone)
  const at = expiryOf(values, zone)?.at
  const isWritten = expiry_day !== '' || expiry_time !== ''

  function write(millis: number) {
    const next = expiryAt(millis, zone)
    for (const name of ['expiry_day', 'expiry_time', 'expiry_zone'] as const)
      setValue(name, next[name], { shouldDirty: true })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only another zone writes the same moment anew
  useEffect(() => {
    if (!isWritten || expiry_zone === zone) return
    if (expiry_zone !== '' && at !== undefined) write(at)
    else setValue('expiry_zone', zone)
  }, [zone, isWritten, expiry_zone])

  const choices = reading.kind === 'skipped' || reading.kind === 'twice' ? reading.choices : []
  return (
    <div>
      <FieldRow>
        <TextField
          name="expiry_day"
          label="Expires on"
          placeholder="2026-11-20"
          also={saidOf}
          act={<DayPicker day={expiry_day} onPick={(day) => setValue('expiry_day', day, { shouldDirty: true })} />}
        />
        <TextField
          name="expiry_time"
          label="At"
          placeholder="17:00:00"
          also={saidOf}
          end={<span className="whitespace-nowrap text-ink-3">{zone}</span>}
          ways={
            choices.length > 0 &&
            choices.map(({ word, text }) => (
              <Button
                key={word}
                size="note"
                onClick={() => {
                  setValue('expiry_day', text.slice(0, 10), { shouldDirty: true })
                  setValue('expiry_time', text.slice(11), { shouldDirty: true })
                  // The button goes with its press.
                  setFocus('expiry_time')
                }}
              >
                {word}
              </Button>
            ))
          }
        />
      </FieldRow>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {shortcuts.map(({ word, millis }) => (
          <Button key={word} size="note" onClick={() => write(Math.floor((Date.now() + millis) / 1000) * 1000)}>
            {word}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-3">
        {/* Told with both fields, and so without what ticks. */}
        <span id={saidOf}>
          {'sentence' in reading && reading.sentence}
          {at !== undefined && <Meaning at={at} zone={zone} />}
        </span>{' '}
        {at !== undefined && <Distance at={at} />} At least {formNotice} s ahead: the provider wants more than 10 s when
        the order reaches it.
      </p>
    </div>
  )
}

/** The browser's own calendar beside the text, which takes more than a calendar has: "20 Nov 2026", a pasted time. */
function DayPicker({ day, onPick }: { day: string; onPick: (day: string) => void }) {
  const calendar = useRef<HTMLInputElement>(null)
  return (
    <span className="relative -mr-1 flex">
      <button
        type="button"
        className="inline-flex size-6 items-center justify-center rounded-1 text-ink-3 hover:bg-pressed hover:text-ink"
        aria-label="Choose the day in a calendar"
        onClick={() => calendar.current?.showPicker()}
      >
        <Calendar />
      </button>
      <input
        ref={calendar}
        type="date"
        aria-hidden
        tabIndex={-1}
        className="pointer-events-none absolute inset-0 opacity-0"
        value={/^\d{4}-\d{2}-\d{2}$/.test(day.trim()) ? day.trim() : ''}
        onChange={({ target }) => onPick(target.value)}
      />
    </span>
  )
}

/** The same moment in the other zone, and as it is sent. */
function Meaning({ at, zone }: { at: number; zone: string }) {
  const other = zone === 'UTC' ? localZone() : 'UTC'
  return (
    <>
      {other !== zone && `${momentText(at, undefined, other)} ${other === 'UTC' ? 'UTC' : `in ${other}`}. `}
      Sent as <span className="font-mono">{at}</span>.
    </>
  )
}

function Distance({ at }: { at: number }) {
  const now = useNow(1000)
  return at >= now ? `That is in ${durationText(at - now)}.` : `That was ${durationText(now - at)} ago.`
}
