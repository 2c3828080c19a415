'use client'
import { type FormEvent, useId, useState } from 'react'
import { meaningFixes } from '@/components/forms/amount-meanings'
import { Select } from '@/components/forms/fields'
import { FormButtons } from '@/components/forms/small-form'
import { Checkbox, Field, FieldPrefix } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { decisionRoles } from '@/lib/api/console/approvals/approval'
import { hoursText, limitHours, limitScopes, type PolicyRule, scopeTexts } from '@/lib/api/console/approvals/policy'
import { type Environment, environments } from '@/lib/api/environments'
import { writeNames, writeRowOf } from '@/lib/api/provider/operations'
import { markets } from '@/lib/api/provider/order-terms'
import { type DefaultRole, roles } from '@/lib/api/roles'
import { capitalized } from '@/lib/browser/labels'
import { amountError, isAmount, normalizeAmount, withoutDoubt } from '@/lib/domain/normalize-input'

type RuleFormProps = {
  environment: Environment
  rule?: PolicyRule
  people: readonly { subject: string; name: string }[]
  onSave: (rule: PolicyRule) => void
  onCancel: () => void
}

const conditions = ['always', 'amount', 'limit', 'destination', 'unlisted'] as const
type Condition = (typeof conditions)[number]
const conditionTexts: Record<Condition, string> = {
  always: 'Always',
  amount: 'From an amount',
  limit: 'Above a limit over time',
  destination: 'To a new destination',
  unlisted: 'To a destination that is not approved',
}

const conditionOf = ({ from, limit, cooling_hours, is_listed }: PolicyRule): Condition => {
  if (from || limit) return from ? 'amount' : 'limit'
  return cooling_hours === undefined ? 'always' : is_listed ? 'unlisted' : 'destination'
}

/** The values of the form, as typed. */
const valuesOf = (environment: Environment, rule: PolicyRule | undefined) => ({
  operations: rule?.operations ?? [],
  environments: rule?.environments ?? [environment],
  condition: rule ? conditionOf(rule) : ('amount' as Condition),
  amount: withoutDoubt((rule?.from ?? rule?.limit)?.amount ?? ''),
  asset: (rule?.from ?? rule?.limit)?.asset ?? 'USD',
  hours: String(rule?.limit?.hours ?? 24),
  per: String(rule?.limit?.per ?? 'desk'),
  cooling: String(rule?.cooling_hours ?? 24),
  side: rule?.side ?? '',
  market: rule?.market ?? '',
  profile: rule?.profile ?? '',
  result: rule && !rule.approvers ? 'refused' : 'approved',
  count: String(rule?.approvers?.count ?? 1),
  roles: rule?.approvers ? (rule.approvers.roles ?? []) : (['approver'] as DefaultRole[]),
  people: rule?.approvers?.people ?? [],
  expires: String(rule?.expires_hours ?? 24),
})
type Values = ReturnType<typeof valuesOf>

const hasCooling = (condition: Condition) => condition === 'destination' || condition === 'unlisted'

const isWhole = (text: string, least: number, most: number) =>
  /^\d{1,4}$/.test(text) && Number(text) >= least && Number(text) <= most

function errorsOf(values: Values): Partial<Record<keyof Values, string>> {
  const { condition, amount, asset, cooling, count, expires } = values
  const hasSum = condition === 'amount' || condition === 'limit'
  const sumError = amount.trim() === '' ? 'Enter an amount, like 250000.00.' : amountError(amount, 'amount', asset)
  const needsPeople = values.result === 'approved'
  return {
    ...(values.operations.length === 0 && { operations: 'Choose at least one kind of request.' }),
    ...(values.environments.length === 0 && { environments: 'Choose at least one environment.' }),
    ...(hasSum && sumError && { amount: sumError }),
    ...(hasSum && !/^[A-Z0-9]{2,12}$/.test(asset) && { asset: 'Enter an asset, like USD.' }),
    ...(hasCooling(condition) && !isWhole(cooling, 0, 720) && { cooling: 'Enter 0 to 720 hours.' }),
    ...(needsPeople && !isWhole(count, 1, 5) && { count: 'Enter 1 to 5.' }),
    ...(needsPeople && values.roles.length + values.people.length === 0 && { roles: 'Choose a role or people.' }),
    ...(needsPeople && !isWhole(expires, 1, 720) && { expires: 'Enter 1 to 720 hours.' }),
  }
}

const ruleOf = (values: Values, id: string): PolicyRule => {
  const { condition, amount, asset, hours, per, cooling, side, market, profile, count, expires } = values
  const sum = { amount: normalizeAmount(amount), asset }
  const isOrder = values.operations.every((name) => writeRowOf(name).record === 'order')
  return {
    id,
    operations: values.operations,
    environments: values.environments,
    ...(isOrder && side && { side: side as 'BUY' | 'SELL' }),
    ...(isOrder && market && { market }),
    ...(profile.trim() && { profile: profile.trim() }),
    ...(condition === 'amount' && { from: sum }),
    ...(condition === 'limit' && {
      limit: {
        ...sum,
        hours: limitHours.find((one) => String(one) === hours) ?? 24,
        per: limitScopes.find((one) => one === per) ?? 'desk',
      },
    }),
    ...(hasCooling(condition) && { cooling_hours: Number(cooling) }),
    ...(condition === 'unlisted' && { is_listed: true as const }),
    ...(values.result === 'approved' && {
      approvers: {
        count: Number(count),
        ...(values.roles.length > 0 && { roles: values.roles }),
        ...(values.people.length > 0 && { people: values.people }),
      },
    }),
    expires_hours: Number(expires) || 1,
  }
}

const approverRoles: readonly DefaultRole[] = roles.filter((role) => decisionRoles.includes(role))

/** One rule of a policy: what, when, who and for how long. */
export function PolicyRuleForm({ environment, rule, people, onSave, onCancel }: RuleFormProps) {
  const id = useId()
  const [values, setValues] = useState<Values>(() => valuesOf(environment, rule))
  const [isTried, setTried] = useState(false)
  const errors = errorsOf(values)
  const errorOf = (name: keyof Values) => (isTried ? errors[name] : undefined)
  const change = (changes: Partial<Values>) => setValues({ ...values, ...changes })
  const text = (name: 'amount' | 'asset' | 'cooling' | 'profile' | 'count' | 'expires') => ({
    id: `${id}${name}`,
    value: values[name],
    error: errorOf(name),
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const [first] = Object.keys(errors)
    if (first) document.getElementById(`${id}${first}`)?.focus()
    else onSave(ruleOf(values, rule?.id ?? `rule-${Date.now().toString(36)}`))
  }
  const several = <Value extends string>(
    name: 'operations' | 'environments' | 'roles' | 'people',
    legend: string,
    options: readonly { value: Value; label: string }[],
  ) => (
    <fieldset id={`${id}${name}`} tabIndex={-1} className="grid gap-1">
      <legend className="mb-1 text-md font-label">{legend}</legend>
      <FieldPrefix id={`${id}${name}`} label={legend} error={errorOf(name)} />
      {options.map(({ value, label }) => {
        const chosen = values[name] as Value[]
        const next = chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value]
        return (
          <label key={value} htmlFor={`${id}${value}`} className="flex min-h-8 items-center gap-2 max-sm:min-h-11">
            <Checkbox id={`${id}${value}`} checked={chosen.includes(value)} onChange={() => change({ [name]: next })} />
            {label}
          </label>
        )
      })}
    </fieldset>
  )
  const { condition, operations } = values
  const hasSum = condition === 'amount' || condition === 'limit'
  const isOrder = operations.length > 0 && operations.every((name) => writeRowOf(name).record === 'order')
  const choice = (value: string) => ({ value, label: value })
  return (
    <form noValidate onSubmit={submit} aria-label="Rule" className="mt-4 grid max-w-[560px] gap-4">
      {several(
        'operations',
        'What',
        writeNames.map((value) => ({ value, label: writeRowOf(value).label })),
      )}
      {several(
        'environments',
        'Where',
        environments.map((value) => ({ value, label: capitalized(value) })),
      )}
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-md font-label">When</legend>
        <RadioGroup
          id={`${id}condition`}
          name={`${id}condition`}
          aria-label="When"
          options={conditions.map((value) => ({ value, label: conditionTexts[value] }))}
          value={condition}
          onChange={(value) => change({ condition: conditions.find((one) => one === value) ?? 'always' })}
        />
      </fieldset>
      {hasSum && (
        <div className="grid gap-4 sm:grid-cols-[minmax(0,1fr)_120px]">
          <Field
            {...text('amount')}
            fixes={meaningFixes(values.amount, errorOf('amount'), (amount) => change({ amount }))}
            label={condition === 'amount' ? 'From' : 'Limit'}
            inputMode="decimal"
            className="text-right"
            onBlur={() => isAmount(values.amount) && change({ amount: normalizeAmount(values.amount) })}
          />
          <Field {...text('asset')} label="Asset" />
        </div>
      )}
      {condition === 'limit' && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            frame={{ id: `${id}hours`, label: 'In' }}
            options={limitHours.map((hours) => ({ value: String(hours), label: hoursText(hours) }))}
            value={values.hours}
            onChoose={(hours) => change({ hours })}
          />
          <Select
            frame={{ id: `${id}per`, label: 'Added up for' }}
            options={limitScopes.map((value) => ({ value, label: scopeTexts[value] }))}
            value={values.per}
            onChoose={(per) => change({ per })}
          />
        </div>
      )}
      {hasCooling(condition) && (
        <Field
          {...text('cooling')}
          label={condition === 'unlisted' ? 'Cooling-off' : 'New for'}
          hint={
            condition === 'unlisted'
              ? 'So many hours must pass after a destination is approved on this page. 0: it counts at once.'
              : 'A destination counts as new until so many hours after its first approved request. 0: only the first time.'
          }
          inputMode="numeric"
          end="h"
        />
      )}
      {isOrder && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            frame={{ id: `${id}side`, label: 'Side', isOptional: true }}
            blank="Both"
            options={['BUY', 'SELL'].map(choice)}
            value={values.side}
            onChoose={(side) => change({ side: side === 'BUY' || side === 'SELL' ? side : '' })}
          />
          <Select
            frame={{ id: `${id}market`, label: 'Market', isOptional: true }}
            blank="All markets"
            options={markets.map(choice)}
            value={values.market}
            onChoose={(market) => change({ market })}
          />
        </div>
      )}
      <Field {...text('profile')} label="Profile ID" isOptional hint="Only requests of this profile" />
      <fieldset className="grid gap-2">
        <legend className="mb-1 text-md font-label">Then</legend>
        <RadioGroup
          id={`${id}result`}
          name={`${id}result`}
          aria-label="Then"
          options={[
            { value: 'approved', label: 'It waits for approval' },
            { value: 'refused', label: 'It is refused' },
          ]}
          value={values.result}
          onChange={(result) => change({ result: result === 'refused' ? 'refused' : 'approved' })}
        />
      </fieldset>
      {values.result === 'approved' && (
        <>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field {...text('count')} label="Approvers" inputMode="numeric" />
            <Field {...text('expires')} label="Expires after" inputMode="numeric" end="h" />
          </div>
          {several(
            'roles',
            'Who',
            approverRoles.map((value) => ({ value, label: `Everyone with the role ${value}` })),
          )}
          {people.length > 0 &&
            several(
              'people',
              'Or these people',
              people.map(({ subject, name }) => ({ value: subject, label: name })),
            )}
          <p className="text-sm text-ink-3">No one approves their own request, whatever their roles.</p>
        </>
      )}
      <FormButtons label="Keep the rule" pending="Keeping…" isPending={false} onCancel={onCancel} />
    </form>
  )
}
