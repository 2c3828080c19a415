'use client'
import { Calendar, Info } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { type FormDescription, type FormProps, plain } from '@/components/forms/description'
import {
  AmountField,
  Disclosure,
  FieldRow,
  FieldSet,
  Folds,
  OptionsField,
  ReferenceField,
  SelectField,
  TextField,
} from '@/components/forms/fields'
import { useFormFacts } from '@/components/forms/form-context'
import { FormPage, FormSummary } from '@/components/forms/form-page'
import { MetadataField } from '@/components/forms/metadata-field'
import { ProfileField } from '@/components/forms/profile-field'
import { Button } from '@/components/ui/button'
import { lazyPart } from '@/components/ui/lazy-part'
import { useNow } from '@/components/ui/time'
import { markets, OrderSide, orderTypes, TimeInForce, timesInForce } from '@/lib/api/orders'
import { durationText, localZone, momentText } from '@/lib/browser/clock'
import { orderFieldLabels, sideLabels, timeInForceLabels, typeInSentence, typeLabels, whyUnavailable } from './labels'
import { type AmountName, amountAsset, amountLabel, amountsOf, timeInForceOf, typeOf } from './order-amounts'
import {
  expiryAt,
  expiryMillis,
  minExpirySeconds,
  type OrderValues,
  orderDescription,
  orderSentence,
  readExpiry,
} from './order-values'

const RecentFills = lazyPart('The list of recent fills', () => import('./recent-fills'))

const orderForm: FormDescription<OrderValues> = { ...orderDescription, Fields: OrderFields, Aside: OrderAside }

export const OrderForm = (props: FormProps) => <FormPage form={orderForm} {...props} />

const sideOptions = OrderSide.options.map((value) => ({ value, label: sideLabels[value] ?? value }))
const marketOptions = markets.map((value) => ({ value, label: value }))
const typeOptions = orderTypes.map((value) => ({ value, label: typeLabels[value].label }))

/** Name and label of a field. */
const field = <Name extends keyof typeof orderFieldLabels>(name: Name) => ({ name, label: orderFieldLabels[name] })

/** The values as typed; renders again after every change. */
function useOrder(): OrderValues {
  const { getValues } = useFormContext<OrderValues>()
  useWatch<OrderValues>()
  return getValues()
}

/** Fields that do not fit the order's type are hidden, or disabled with the reason. */
function OrderFields() {
  const values = useOrder()
  const { requiresIdentity } = useFormFacts()
  return (
    <>
      <FieldSet>
        <ProfileField {...field('profile_id')} />
        <FieldRow>
          <OptionsField {...field('side')} options={sideOptions} isAcross />
          <SelectField {...field('market')} options={marketOptions} blank="Choose a market" />
        </FieldRow>
        <SelectField {...field('type')} hint={typeLabels[typeOf(values)].hint} options={typeOptions} />
      </FieldSet>
      <FieldSet title="Amount and prices">
        <AmountFields values={values} />
      </FieldSet>
      <FieldSet title={orderFieldLabels.time_in_force}>
        <TimeInForceFields values={values} />
      </FieldSet>
      {requiresIdentity && (
        <FieldSet title="On behalf of">
          <IdentityFields hint="Required for every order in this environment." />
        </FieldSet>
      )}
      <FieldSet title="Details">
        <TextField
          {...field('await_fill_millis')}
          isOptional
          inputMode="numeric"
          end={<span className="whitespace-nowrap text-ink-3">ms, at most 10000</span>}
        />
        <Folds>
          {!requiresIdentity && (
            <Disclosure title="On behalf of: identity and account" names={['identity_id', 'identity_account_id']}>
              <IdentityFields isOptional hint="Enter both or neither." />
            </Disclosure>
          )}
          <MetadataField />
          <Disclosure
            title="Recipient profile, self-match ID, reference"
            names={['recipient_profile_id', 'self_match_prevention_id', 'ref_id']}
          >
            <ProfileField
              {...field('recipient_profile_id')}
              isOptional
              hint="Receives the settled currency: base for buys, quote for sells. If empty, the order's own profile."
            />
            <TextField
              {...field('self_match_prevention_id')}
              isOptional
              isMono
              hint="At most 36 characters; needs extra permissions. If empty, an order that would match one of your own cancels the older one."
            />
            <ReferenceField />
          </Disclosure>
        </Folds>
      </FieldSet>
    </>
  )
}

const IdentityFields = ({ hint, isOptional = false }: { hint: string; isOptional?: boolean }) => (
  <>
    <FieldRow>
      <TextField {...field('identity_id')} isOptional={isOptional} isMono placeholder="UUID" />
      <TextField {...field('identity_account_id')} isOptional={isOptional} isMono placeholder="UUID" />
    </FieldRow>
    <p className="-mt-3 text-sm text-ink-3">{hint}</p>
  </>
)

const nounOf = (name: AmountName) =>
  name === 'price' ? 'a price' : name === 'stop_price' ? 'a stop price' : 'an amount'

function AmountFields({ values }: { values: OrderValues }) {
  const names = amountsOf(values)
  const [amount, ...prices] = names
  if (!amount) return <p className="text-ink-2">Choose Buy or Sell to enter an amount.</p>
  const amountField = (name: AmountName) => (
    <AmountField
      key={name}
      name={name}
      label={amountLabel(name, values)}
      unit={amountAsset(name, values)}
      hint={name === amount ? undefined : null}
    />
  )
  const usual = new Intl.ListFormat('en-GB').format(names.map(nounOf))
  return (
    <>
      {amountField(amount)}
      {prices.length > 1 ? <FieldRow>{prices.map(amountField)}</FieldRow> : prices.map(amountField)}
      {/* The spec does not say which amounts are required. */}
      <p className="-mt-1 flex items-start gap-1.5 text-sm text-ink-3">
        <Info className="mt-px size-3.5" />
        <span>
          {typeLabels[typeOf(values)].label} orders usually need {usual}. The provider decides.
        </span>
      </p>
    </>
  )
}

function TimeInForceFields({ values }: { values: OrderValues }) {
  const type = typeOf(values)
  const allowed = timesInForce[type]
  const inEffect = timeInForceOf(values)
  const options = [...allowed, ...TimeInForce.options.filter((time) => !allowed.includes(time))].map((value) => ({
    value,
    label: value,
    explanation: timeInForceLabels[value].label,
    note: value === allowed[0] ? `default for ${typeInSentence(type)}` : undefined,
    unavailable: whyUnavailable(value, type),
  }))
  return (
    <>
      <OptionsField {...field('time_in_force')} isLabelHidden options={options} inEffect={inEffect} />
      {inEffect === 'GTT' && <ExpiryFields values={values} />}
    </>
  )
}

const hour = 3_600_000
const shortcuts = [
  { label: 'In 1 hour', millis: hour },
  { label: 'In 24 hours', millis: 24 * hour },
  { label: 'In 7 days', millis: 168 * hour },
]

const expiryMeaning = 'expiry-meaning'

/** The expiry of a GTT order, in the zone in which the person reads times. */
function ExpiryFields({ values }: { values: OrderValues }) {
  const { setValue, setFocus } = useFormContext<OrderValues>()
  const { zone } = useFormFacts()
  const { expiry_day, expiry_time, expiry_zone } = values
  const reading = readExpiry(values, zone)
  const at = expiryMillis(values, zone)
  const isEntered = expiry_day !== '' || expiry_time !== ''
  const otherZone = zone === 'UTC' ? localZone() : 'UTC'

  const setDay = (day: string) => setValue('expiry_day', day, { shouldDirty: true })
  const setTime = (time: string) => setValue('expiry_time', time, { shouldDirty: true })
  function setExpiry(millis: number) {
    const next = expiryAt(millis, zone)
    setDay(next.expiry_day)
    setTime(next.expiry_time)
    setValue('expiry_zone', next.expiry_zone)
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new zone rewrites the same time
  useEffect(() => {
    if (!isEntered || expiry_zone === zone) return
    if (expiry_zone !== '' && at !== undefined) setExpiry(at)
    else setValue('expiry_zone', zone)
  }, [zone, isEntered, expiry_zone])

  return (
    <div>
      <FieldRow>
        <TextField
          name="expiry_day"
          label="Expires on"
          placeholder="2026-11-20"
          describedById={expiryMeaning}
          action={<DayPicker day={expiry_day} onPick={setDay} />}
        />
        <TextField
          name="expiry_time"
          label="At"
          placeholder="17:00:00"
          describedById={expiryMeaning}
          end={<span className="whitespace-nowrap text-ink-3">{zone}</span>}
          fixes={
            'choices' in reading &&
            reading.choices.map(({ label, text }) => (
              <Button
                key={label}
                size="small"
                onClick={() => {
                  setDay(text.slice(0, 10))
                  setTime(text.slice(11))
                  // The button disappears.
                  setFocus('expiry_time')
                }}
              >
                {label}
              </Button>
            ))
          }
        />
      </FieldRow>
      <div className="mt-2 flex flex-wrap gap-1.5">
        {shortcuts.map(({ label, millis }) => (
          <Button key={label} size="small" onClick={() => setExpiry(Math.floor((Date.now() + millis) / 1000) * 1000)}>
            {label}
          </Button>
        ))}
      </div>
      <p className="mt-2 text-sm text-ink-3">
        {/* Describes both fields, so it leaves out what changes every second. */}
        <span id={expiryMeaning}>
          {'sentence' in reading && reading.sentence}
          {at !== undefined && (
            <>
              {otherZone !== zone &&
                `${momentText(at, undefined, otherZone)} ${otherZone === 'UTC' ? 'UTC' : `in ${otherZone}`}. `}
              Sent as <span className="font-mono">{at}</span>.
            </>
          )}
        </span>{' '}
        {at !== undefined && <ExpiryDistance at={at} />} At least {minExpirySeconds} s ahead: the provider requires more
        than 10 s when it receives the order.
      </p>
    </div>
  )
}

/** The browser's calendar, next to a text field that also takes "20 Nov 2026" or a pasted time. */
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

function ExpiryDistance({ at }: { at: number }) {
  const now = useNow(1000)
  return at >= now ? `That is in ${durationText(at - now)}.` : `That was ${durationText(now - at)} ago.`
}

function OrderAside() {
  const values = useOrder()
  const { environment, zone, profileNames } = useFormFacts()
  const isBegun = values.side !== '' || values.market !== ''
  return (
    <>
      <FormSummary
        parts={
          isBegun
            ? orderSentence(values, profileNames[values.profile_id.trim()], zone)
            : plain('Your order summary appears here.')
        }
      />
      {values.market !== '' && <RecentFills environment={environment} market={values.market} />}
    </>
  )
}
