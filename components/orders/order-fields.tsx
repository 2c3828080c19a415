'use client'
import { Info } from 'lucide-react'
import { useFormContext, useWatch } from 'react-hook-form'
import { AmountField, OptionsField, SelectField, TextField } from '@/components/forms/fields'
import { Disclosure, FieldRow, FieldSet } from '@/components/forms/form-layout'
import { useFormFacts } from '@/components/forms/form-state'
import { MetadataField } from '@/components/forms/metadata-field'
import { ProfileField } from '@/components/forms/profile-field'
import { markets, OrderSide, orderTypes, TimeInForce, timesInForce } from '@/lib/api/orders'
import { ExpiryFields } from './expiry-fields'
import { amountAsset, amountLabel, orderParts, sideWords, timeWords, typeWords, whyOff } from './labels'
import { type AmountName, amountsOf, type OrderValues, timeInForceOf, typeOf } from './order-values'

const sideOptions = OrderSide.options.map((value) => ({ value, word: sideWords[value] ?? value }))
const marketOptions = markets.map((value) => ({ value, word: value }))
const typeOptions = orderTypes.map((value) => ({ value, word: typeWords[value].word }))

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
  return <SelectField name="type" label="Type" hint={typeWords[typeOf({ type })].hint} options={typeOptions} />
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
  const type = typeWords[typeOf(values)].word
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
      says: timeWords[value],
      note: value === timesInForce[type][0] ? `default for ${typeWords[type].word.toLowerCase()}` : undefined,
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
