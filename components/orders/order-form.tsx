'use client'
import { Info } from 'lucide-react'
import { useMemo } from 'react'
import { type FormProps, plain } from '@/components/forms/description'
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
import { loadedLater } from '@/components/forms/form-checks'
import { useFormFacts } from '@/components/forms/form-context'
import { FormPage, FormSummary } from '@/components/forms/form-page'
import { useFormValues } from '@/components/forms/form-store'
import { MetadataField } from '@/components/forms/metadata-field'
import { ProfileField } from '@/components/profiles/profile-field'
import { useProfileNames } from '@/components/profiles/profile-names'
import { allTimesInForce, markets, orderSides, orderTypes, timesInForce } from '@/lib/api/provider/order-terms'
import { ExpiryFields } from './expiry-fields'
import { orderFieldLabels, sideLabels, timeInForceLabels, typeInSentence, typeLabels, whyUnavailable } from './labels'
import { type AmountName, amountAsset, amountLabel, amountsOf, timeInForceOf, typeOf } from './order-amounts'
import { type OrderValues, orderChecks, orderDescription, orderSentence } from './order-values'
import RecentFills from './recent-fills'

const fixedParts = {
  Fields: OrderFields,
  Aside: OrderAside,
  ...loadedLater<OrderValues>(async () => orderChecks),
}

export function OrderForm(props: FormProps) {
  const { names } = useProfileNames(props.session.environment)
  return <FormPage form={useMemo(() => ({ ...orderDescription(names), ...fixedParts }), [names])} {...props} />
}

const sideOptions = orderSides.map((value) => ({ value, label: sideLabels[value] ?? value }))
const marketOptions = markets.map((value) => ({ value, label: value }))
const typeOptions = orderTypes.map((value) => ({ value, label: typeLabels[value].label }))

/** Name and label of a field. */
const field = <Name extends keyof typeof orderFieldLabels>(name: Name) => ({ name, label: orderFieldLabels[name] })

/** Fields that do not fit the order's type are hidden, or disabled with the reason. */
function OrderFields() {
  const values = useFormValues<OrderValues>()
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
  const options = [...allowed, ...allTimesInForce.filter((time) => !allowed.includes(time))].map((value) => ({
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

function OrderAside() {
  const values = useFormValues<OrderValues>()
  const { environment } = useFormFacts()
  const isBegun = values.side !== '' || values.market !== ''
  return (
    <>
      {isBegun ? <OrderSummary values={values} /> : <FormSummary parts={plain('Your order summary appears here.')} />}
      {values.market !== '' && <RecentFills environment={environment} market={values.market} />}
    </>
  )
}

function OrderSummary({ values }: { values: OrderValues }) {
  const { environment, zone } = useFormFacts()
  const { names } = useProfileNames(environment)
  return <FormSummary parts={orderSentence(values, names[values.profile_id.trim()], zone)} />
}
