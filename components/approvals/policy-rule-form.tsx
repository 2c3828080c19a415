'use client'
import { type FormEvent, useId, useState } from 'react'
import { meaningFixes } from '@/components/forms/amount-meanings'
import { Select } from '@/components/forms/fields'
import { FormButtons } from '@/components/forms/small-form'
import { Checkbox, Field, FieldPrefix } from '@/components/ui/field'
import { RadioGroup } from '@/components/ui/radio-group'
import { decisionRoles, hoursText, limitHours, scopeTexts } from '@/lib/api/approval'
import { capitalized } from '@/lib/browser/labels'
import { isAmount, normalizeAmount } from '@/lib/domain/normalize-input'
import type { PolicyRule } from '@/lib/features/approvals/policy'
import { type Environment, environments } from '@/lib/provider/environments'
import { writeNames, writeRowOf } from '@/lib/provider/operations'
import { markets } from '@/lib/provider/order-terms'
import { type DefaultRole, roles } from '@/lib/provider/roles'
import {
  conditionTexts,
  errorsOf,
  hasCooling,
  hasSum,
  offered,
  ruleOf,
  type Values,
  valuesOf,
} from './policy-rule-values'

type RuleFormProps = {
  environment: Environment
  rule?: PolicyRule
  people: readonly { subject: string; name: string }[]
  onSave: (rule: PolicyRule) => void
  onCancel: () => void
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
    name: 'operations' | 'environments' | 'equal' | 'roles' | 'people',
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
  const { conditions, condition, equal, scopes, per, hasProfile, isOrder } = offered(values)
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
      {hasSum(condition) && (
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
            options={scopes.map((value) => ({ value, label: scopeTexts[value] }))}
            value={per}
            onChoose={(per) => change({ per })}
          />
        </div>
      )}
      {hasSum(condition) && (
        <>
          {equal.length > 0 &&
            several(
              'equal',
              `Count as ${values.asset}`,
              equal.map((value) => ({ value, label: value })),
            )}
          <p className="text-sm text-ink-3">
            Whatever cannot be compared with {values.asset || 'it'} is held too: other assets, and amounts that are not
            known before sending.
          </p>
        </>
      )}
      {hasCooling(condition) && (
        <Field
          {...text('cooling')}
          label={condition === 'unlisted' ? 'Cooling-off' : 'New for'}
          hint={
            condition === 'unlisted'
              ? 'So many hours must pass after a destination is approved on this page. 0: it counts at once. Details of a fiat account that are new or changed are never approved before.'
              : 'A destination counts as new until so many hours after its first approved request. 0: only the first time. Details of a fiat account that are new or changed always count as new.'
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
      {hasProfile && (
        <Field
          {...text('profile')}
          label="Profile ID"
          isOptional
          hint="Only requests that name this profile as owner, source or destination"
        />
      )}
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
