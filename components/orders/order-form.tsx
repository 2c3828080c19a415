'use client'
import { useMemo } from 'react'
import { shownAmount } from '@/components/forms/amount-meanings'
import type { FormProps, Submit } from '@/components/forms/description'
import {
  AmountField,
  Developer,
  FieldRow,
  OptionsField,
  ReferenceField,
  SelectField,
  TextField,
} from '@/components/forms/fields'
import { loadedLater } from '@/components/forms/form-checks'
import { useFormFacts, useFormState } from '@/components/forms/form-context'
import { FormPage } from '@/components/forms/form-page'
import { useFormValues } from '@/components/forms/form-store'
import { MetadataField } from '@/components/forms/metadata-field'
import { orderFieldLabels, sideLabels, timeInForceLabels, typeLabels } from '@/components/records/order-labels'
import { ProfileField } from '@/components/records/profile-field'
import { useProfileNames } from '@/components/records/profile-names'
import RecentRequests from '@/components/requests/recent-requests'
import { Amount } from '@/components/ui/amount'
import { useFieldFocus } from '@/components/ui/focus'
import { writesOf } from '@/lib/provider/operations'
import { markets, orderSides, orderTypes, timesInForce } from '@/lib/provider/order-terms'
import { doubtsOf, isComplete } from './comparison'
import { ExpiryFields } from './expiry-fields'
import {
  type AmountName,
  amountAsset,
  amountIn,
  amountLabel,
  amountsOf,
  moneyText,
  productText,
  timeInForceOf,
  totalOf,
  typeOf,
} from './order-amounts'
import { Doubts, LastOrders, References, ReviewDoubts, useKnown } from './order-comparison'
import { type OrderValues, orderAction, orderChecks, orderDescription } from './order-values'

const fixedParts = {
  Fields: OrderTicket,
  Aside: OrderAside,
  Comparison: ReviewDoubts,
  useSubmit: useOrderSubmit,
  ...loadedLater<OrderValues>(async () => orderChecks),
}

export default function OrderForm({ session, step }: FormProps) {
  const { names } = useProfileNames(session.environment)
  const form = useMemo(() => ({ ...orderDescription(names), ...fixedParts }), [names])
  return <FormPage form={form} session={session} step={step} />
}

const sideOptions = orderSides.map((value) => ({ value, label: sideLabels[value] ?? value }))
const marketOptions = markets.map((value) => ({ value, label: value }))
const typeOptions = orderTypes.map((value) => ({ value, label: typeLabels[value] }))

/** Name and label of a field. */
const field = <Name extends keyof typeof orderFieldLabels>(name: Name) => ({ name, label: orderFieldLabels[name] })

/** The values as they were when a field was last left. */
// The form around it holds values of this kind.
const useSettled = () => useFormState().settled as OrderValues

/** Two buttons in one: the radios cover them. */
const sides =
  '[&_input]:absolute [&_input]:inset-0 [&_input]:m-0 [&_input]:size-full [&_input]:cursor-pointer [&_input]:opacity-0 [&_label]:relative [&_label]:h-[42px] [&_label]:grid-cols-1 [&_label]:place-items-center [&_label]:has-checked:bg-pressed [&_label]:has-checked:font-title sm:[&_label]:h-[34px] [&_[role=radiogroup]]:grid-cols-2 [&_[role=radiogroup]]:grid-flow-row [&_label]:not-first:border-t-0 [&_label]:not-first:border-l [&_label]:p-0 [&_label]:border-control'

/** One card; its parts are divided by lines. */
function OrderTicket() {
  const values = useFormValues<OrderValues>()
  const settled = useSettled()
  const { requiresIdentity } = useFormFacts()
  const time = timeInForceOf(values)
  const [amount = 'base_amount'] = amountsOf(values)
  // The profile may be chosen already, as in a copy of an earlier order.
  useFieldFocus(values.profile_id === '' ? 'profile_id' : amount)
  const times = timesInForce[typeOf(values)].map((value) => ({ value, label: timeInForceLabels[value].label }))
  return (
    <div className="rounded-3 border border-control *:p-4 *:not-first:border-t *:not-first:border-hairline sm:*:px-5">
      <div>
        <ProfileField {...field('profile_id')} />
      </div>
      {/* A further row rather than a name that is cut: on a phone for type and time in force, in a narrow window for the last. */}
      <div className="grid grid-cols-[128px_minmax(0,1fr)] items-end gap-2 max-sm:*:nth-[n+3]:col-span-2 sm:flex sm:flex-wrap sm:*:min-w-[172px] sm:*:flex-1 sm:*:first:min-w-0 sm:*:first:flex-[0_0_116px]">
        <div className={sides}>
          <OptionsField {...field('side')} isLabelHidden options={sideOptions} isAcross />
        </div>
        <SelectField {...field('market')} isLabelHidden options={marketOptions} blank="Choose a market" />
        <SelectField {...field('type')} isLabelHidden options={typeOptions} />
        <SelectField {...field('time_in_force')} isLabelHidden options={times} inEffect={time} />
      </div>
      {time === 'GTT' && <ExpiryFields values={values} />}
      <div>
        <Amounts values={values} />
        <TicketDoubts />
      </div>
      {values.market !== '' && (
        <div className="py-2!">
          <References values={settled} />
        </div>
      )}
      {requiresIdentity && (
        <div>
          <IdentityFields />
        </div>
      )}
      <div className="py-2!">
        <DeveloperFields hasIdentity={!requiresIdentity} />
      </div>
    </div>
  )
}

const IdentityFields = ({ isOptional = false }: { isOptional?: boolean }) => (
  <FieldRow>
    <TextField {...field('identity_id')} isOptional={isOptional} isMono placeholder="UUID" />
    <TextField {...field('identity_account_id')} isOptional={isOptional} isMono placeholder="UUID" />
  </FieldRow>
)

const developerNames = ['await_fill_millis', 'metadata', 'recipient_profile_id', 'self_match_prevention_id', 'ref_id']
const identityNames = ['identity_id', 'identity_account_id']

const DeveloperFields = ({ hasIdentity }: { hasIdentity: boolean }) => (
  <Developer
    names={[...developerNames, ...(hasIdentity ? identityNames : [])]}
    hint="reference, metadata, recipient profile, API call"
  >
    <TextField
      {...field('await_fill_millis')}
      isOptional
      inputMode="decimal"
      end={<span className="whitespace-nowrap text-ink-3">seconds, up to 10</span>}
    />
    {hasIdentity && <IdentityFields isOptional />}
    <MetadataField />
    <ProfileField
      {...field('recipient_profile_id')}
      isOptional
      hint="Receives the base of a buy, the quote of a sell. If empty, the order's own profile."
    />
    <TextField
      {...field('self_match_prevention_id')}
      isOptional
      isMono
      hint="Needs extra permissions. If empty, an order that would match one of your own cancels the older one."
    />
    <ReferenceField />
  </Developer>
)

const large =
  '[&_div:has(>input)]:h-12 [&_input]:text-xl [&_input]:font-label [&_label]:text-sm [&_label]:font-text [&_label]:text-ink-2'
const amountsHint = 'amounts-hint'

/** What is multiplied, and the exact total beside it. A type without a price has no total before it fills. */
function Amounts({ values }: { values: OrderValues }) {
  const names = amountsOf(values)
  const total = totalOf(values)
  const [amount, ...prices] = names
  if (!amount) return <p className="text-ink-2">Choose Buy or Sell to enter an amount.</p>
  const amountField = (name: AmountName) => (
    <AmountField
      key={name}
      name={name}
      label={amountLabel(name, values)}
      unit={amountAsset(name, values)}
      normalize={(typed) => shownAmount(typed, (text) => amountIn({ ...values, [name]: text }, name)?.text)}
      describedById={amountsHint}
    />
  )
  const product = productText(values)
  return (
    <div className={large}>
      {prices.includes('price') ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-2 gap-y-4 sm:grid-cols-[minmax(0,1fr)_16px_minmax(0,1fr)_16px_minmax(0,1.15fr)] sm:items-end">
          {amountField(amount)}
          <Sign>×</Sign>
          {amountField('price')}
          {total && (
            <>
              <Sign>=</Sign>
              <div className="min-w-0 sm:text-right">
                <p className="text-sm text-ink-2 sm:mb-1">
                  {values.side === 'BUY' ? 'You pay at most' : 'You receive at least'}
                </p>
                <p className="flex min-h-12 flex-wrap items-center gap-x-2 text-xl font-title tracking-[-0.01em] [overflow-wrap:anywhere] sm:justify-end">
                  <Amount text={total.text} isFree />
                  <span className="text-md font-text tracking-normal text-ink-3">{total.asset}</span>
                </p>
              </div>
            </>
          )}
        </div>
      ) : (
        <FieldRow>{names.map(amountField)}</FieldRow>
      )}
      {prices.length > 1 && <div className="mt-4 sm:max-w-[50%]">{amountField('stop_price')}</div>}
      <p id={amountsHint} className="mt-3 text-sm text-ink-3">
        {product && total ? `${product} = ${moneyText(total)}` : 'The decimal mark is a point: 1250.50'}
      </p>
    </div>
  )
}

const Sign = ({ children }: { children: string }) => (
  <span className="hidden h-12 place-items-center text-lg text-ink-3 sm:grid" aria-hidden>
    {children}
  </span>
)

function TicketDoubts() {
  const { environment } = useFormFacts()
  const values = useSettled()
  const known = useKnown(environment, values.market)
  return (
    <div className="mt-4 empty:hidden">
      <Doubts values={values} known={known} />
    </div>
  )
}

/** "Review: sell 2.5 BTC for 228,125.00 USD". A doubtful price offers to correct it first. */
function useOrderSubmit(): Submit {
  const values = useFormValues<OrderValues>()
  const settled = useSettled()
  const { environment, figure } = useFormFacts()
  const known = useKnown(environment, settled.market)
  const doubt = doubtsOf(settled, known, figure).find(({ about }) => about === 'price' || about === 'stop_price')
  const action = orderAction(values)
  return {
    ...(isComplete(values, amountsOf(values)) && {
      label: `Review: ${action.charAt(0).toLowerCase()}${action.slice(1)}`,
    }),
    ...(doubt && { doubt: { field: doubt.about, label: 'Change price' } }),
  }
}

function OrderAside() {
  const { market } = useFormValues<OrderValues>()
  const { environment } = useFormFacts()
  return market === '' ? (
    <RecentRequests environment={environment} operations={writesOf('order')} />
  ) : (
    <LastOrders market={market} />
  )
}
