'use client'
/** One rule of a policy as a sentence with blanks: what, when, who and for how long. */
import { ChevronDown } from 'lucide-react'
import { type FormEvent, useId, useRef, useState } from 'react'
import { meaningFixes } from '@/components/forms/amount-meanings'
import { Blank, sentenceClass } from '@/components/forms/blank'
import { Select } from '@/components/forms/fields'
import { FormButtons } from '@/components/forms/small-form'
import { useOfferedProfiles } from '@/components/records/profile-field'
import { Button } from '@/components/ui/button'
import { Combobox } from '@/components/ui/combobox'
import { Popover } from '@/components/ui/dialog'
import { Checkbox, describedBy, Field, FieldFrame, type FrameProps } from '@/components/ui/field'
import { decisionRoles, hoursText, limitHours, scopeTexts } from '@/lib/api/approval'
import { capitalized, namesText } from '@/lib/browser/labels'
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
  newRuleId,
  offered,
  ruleOf,
  shownSum,
  type Values,
  valuesOf,
} from './policy-rule-values'
import { fewNumbers, listed, placesText, requestsText, unknownText } from './policy-texts'

type RuleFormProps = {
  environment: Environment
  /** Who writes it: the profiles that they used last are offered first. */
  person: string
  rule?: PolicyRule
  people: readonly { subject: string; name: string }[]
  onSave: (rule: PolicyRule) => void
  onCancel: () => void
}

type Options = readonly { value: string; label: string }[]

const optionsOf = <Value extends string>(values: readonly Value[], labelOf: (value: Value) => string): Options =>
  values.map((value) => ({ value, label: labelOf(value) }))
const same = (values: readonly string[]) => optionsOf(values, String)

const writeOptions = optionsOf(writeNames, (name) => writeRowOf(name).label)
const environmentOptions = optionsOf(environments, capitalized)
const sideOptions = optionsOf(['BUY', 'SELL'], (side) => side.toLowerCase())
const hourOptions = limitHours.map((hours) => ({ value: String(hours), label: hoursText(hours) }))
const countOptions = fewNumbers.map((number, at) => ({
  value: String(at + 1),
  label: `${number} ${at === 0 ? 'approver' : 'approvers'}`,
}))
const resultOptions = [
  { value: 'approved', label: 'need' },
  { value: 'refused', label: 'are refused' },
]
const roleOptions = optionsOf<DefaultRole>(
  roles.filter((role) => decisionRoles.includes(role)),
  capitalized,
)

export function PolicyRuleForm({ environment, person, rule, people, onSave, onCancel }: RuleFormProps) {
  const id = useId()
  const [values, setValues] = useState<Values>(() => valuesOf(environment, rule))
  const [isTried, setTried] = useState(false)
  const errors = errorsOf(values)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const [first] = Object.keys(errors)
    if (first) document.getElementById(`${id}${first}`)?.focus()
    else onSave(ruleOf(values, rule?.id ?? newRuleId()))
  }
  const blanks = blanksOf(id, values, isTried ? errors : {}, (changes) => setValues({ ...values, ...changes }))
  return (
    <form noValidate onSubmit={submit} aria-label="Rule" className="mt-3 grid gap-4">
      <div className={sentenceClass}>
        <Requests {...blanks} profiles={useOfferedProfiles({ environment, person }).options} />
        <Conditions {...blanks} />
        {blanks.choose('result', 'Then', resultOptions)}
        {values.result === 'approved' && <Approvers {...blanks} people={people} />}
        <span className="max-sm:hidden">.</span>
      </div>
      <RuleNotes {...values} condition={offered(values).condition} />
      <FormButtons label="Keep the rule" pending="Keeping…" isPending={false} onCancel={onCancel} />
    </form>
  )
}

type Blanks = ReturnType<typeof blanksOf>
type OfferedProfiles = ReturnType<typeof useOfferedProfiles>['options']

/** The blanks of the sentence: each shows one of the values and changes it. */
function blanksOf(
  id: string,
  values: Values,
  errors: ReturnType<typeof errorsOf>,
  change: (changes: Partial<Values>) => void,
) {
  const frame = (name: keyof Values, label: string) => ({
    id: `${id}${name}`,
    label,
    isLabelHidden: true,
    error: errors[name],
  })
  const text = (name: 'amount' | 'asset' | 'cooling' | 'expires', label: string) => ({
    ...frame(name, label),
    value: values[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  type Choice = 'condition' | 'side' | 'market' | 'hours' | 'per' | 'result' | 'count'
  const choose = (name: Choice, label: string, options: Options, more: { blank?: string; value?: string } = {}) => (
    <Blank>
      <Select
        frame={frame(name, label)}
        options={options}
        value={values[name]}
        onChoose={(value) => change({ [name]: value })}
        {...more}
      />
    </Blank>
  )
  type Several = 'operations' | 'environments' | 'equal' | 'roles' | 'people'
  const group = (name: Several, legend: string, options: Options) => ({
    legend,
    options,
    chosen: values[name],
    onChange: (chosen: string[]) => change({ [name]: chosen }),
  })
  const several = (name: Several, label: string, shown: string, options: Options) => (
    <Several frame={frame(name, label)} shown={shown} groups={[group(name, label, options)]} />
  )
  return { values, change, frame, text, choose, group, several }
}

/** Which requests: what, where, in which market or profile. */
function Requests({ values, change, frame, choose, several, profiles }: Blanks & { profiles: OfferedProfiles }) {
  const { hasProfile, isOrder } = offered(values)
  return (
    <>
      {several('operations', 'What', capitalized(listed(values.operations.map(requestsText))), writeOptions)} in{' '}
      {several('environments', 'Where', placesText(values.environments), environmentOptions)}{' '}
      {isOrder && (
        <>
          to {choose('side', 'Side', sideOptions, { blank: 'buy or sell' })} in{' '}
          {choose('market', 'Market', same(markets), { blank: 'any market' })}{' '}
        </>
      )}
      {hasProfile && (
        <>
          for{' '}
          <Blank className="sm:[&_[role=listbox]]:min-w-[360px] sm:[&_input]:min-w-[120px]">
            <Combobox
              {...frame('profile', 'Profile')}
              value={values.profile}
              options={profiles}
              placeholder="any profile"
              meaning={unknownText(values.profile, profiles)}
              onType={(profile) => change({ profile })}
              onChoose={(profile) => change({ profile })}
            />
          </Blank>{' '}
        </>
      )}
    </>
  )
}

/** When: always, from an amount on, or at a destination. */
function Conditions({ values, change, frame, text, choose, several }: Blanks) {
  const { conditions, condition, equal, scopes, per } = offered(values)
  const { amount, asset } = values
  const counted = equal.filter((one) => values.equal.includes(one))
  const counting = counted.length > 0 ? `counting ${listed(counted)}` : 'counting nothing else'
  const conditionOptions = optionsOf(conditions, (one) => conditionTexts[one])
  const scopeOptions = optionsOf(scopes, (scope) => scopeTexts[scope].toLowerCase())
  return (
    <>
      {choose('condition', 'When', conditionOptions, { value: condition })}{' '}
      {hasSum(condition) && (
        <>
          <Blank className="sm:[&_input]:min-w-[80px]">
            <Field
              {...text('amount', 'Amount')}
              fixes={meaningFixes(amount, frame('amount', '').error, (next) => change({ amount: next }))}
              inputMode="decimal"
              className="text-right"
              onBlur={() => change({ amount: shownSum(amount, asset) })}
            />
          </Blank>{' '}
          <Blank className="sm:[&_input]:min-w-[48px]">
            <Field {...text('asset', 'Asset')} />
          </Blank>{' '}
          {condition === 'amount' && 'and more '}
          {equal.length > 0 && <>{several('equal', `Count as ${asset}`, counting, same(equal))} </>}
        </>
      )}
      {condition === 'limit' && (
        <>
          in {choose('hours', 'In', hourOptions)} for {choose('per', 'Added up for', scopeOptions, { value: per })}{' '}
        </>
      )}
      {hasCooling(condition) && (
        <>
          and for{' '}
          <Blank>
            <Field {...text('cooling', 'Hours afterwards')} inputMode="numeric" end="h" />
          </Blank>{' '}
          after {condition === 'unlisted' ? 'it is approved' : 'its first approved request'}{' '}
        </>
      )}
    </>
  )
}

/** Who approves, and for how long. */
function Approvers({ values, frame, text, choose, group, people }: Blanks & Pick<RuleFormProps, 'people'>) {
  const namesOf = values.people.map((subject) => people.find((one) => one.subject === subject)?.name ?? subject)
  const peopleOptions = people.map(({ subject, name }) => ({ value: subject, label: name }))
  return (
    <>
      {' '}
      {choose('count', 'Approvers', countOptions)}
      <span className="max-sm:hidden">,</span> who may be{' '}
      <Several
        frame={frame('roles', 'Who')}
        shown={namesText([...values.roles, ...namesOf])}
        groups={[
          group('roles', 'Everyone with the role', roleOptions),
          group('people', 'Or these people', peopleOptions),
        ]}
      />
      <span className="max-sm:hidden">,</span> within{' '}
      <Blank>
        <Field {...text('expires', 'Expires after')} inputMode="numeric" end="h" />
      </Blank>
    </>
  )
}

/** What the sentence does not say. */
const RuleNotes = ({ condition, asset, result }: Values) => (
  <div className="text-sm text-ink-3">
    {hasSum(condition) && (
      <p>
        Whatever cannot be compared with {asset || 'it'} is held too: other assets, and amounts that are not known
        before sending.
      </p>
    )}
    {hasCooling(condition) && (
      <p>
        {condition === 'unlisted'
          ? '0 h: a destination counts as soon as it is approved on this page. New or changed details of a fiat account are never approved before.'
          : '0 h: only the first time. New or changed details of a fiat account always count as new.'}
      </p>
    )}
    {result === 'approved' && <p>No one approves their own request, whatever their roles.</p>}
  </div>
)

type Group = { legend: string; options: Options; chosen: readonly string[]; onChange: (chosen: string[]) => void }
type SeveralProps = {
  frame: FrameProps
  /** What is chosen, in words. */
  shown: string
  groups: readonly Group[]
}

/** A blank for several of a few: its list opens at it. */
function Several({ frame, shown, groups }: SeveralProps) {
  const [isOpen, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const { id, label, error } = frame
  const words = shown || 'choose'
  return (
    <Blank>
      <FieldFrame {...frame}>
        <Button
          ref={anchor}
          id={id}
          kind={error ? 'danger' : 'outline'}
          size="field"
          isWrapping
          className="text-left sm:py-[3px] max-sm:w-full max-sm:justify-between"
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-label={`${label}: ${words}`}
          aria-describedby={describedBy(frame)}
          onClick={() => setOpen(!isOpen)}
        >
          {words}
          <ChevronDown className="flex-none" />
        </Button>
      </FieldFrame>
      {isOpen && (
        <Popover label={label} anchor={anchor} align="start" onClose={() => setOpen(false)}>
          {groups
            .filter(({ options }) => options.length > 0)
            .map(({ legend, options, chosen, onChange }) => (
              <fieldset key={legend} className="not-first:mt-2">
                <legend className="px-2 py-1 text-sm text-ink-3">{legend}</legend>
                {options.map(({ value, label }) => {
                  const isChosen = chosen.includes(value)
                  return (
                    <label
                      key={value}
                      htmlFor={`${id}${value}`}
                      className="flex min-h-11 items-center gap-2 rounded-2 px-2 hover:bg-hover sm:min-h-8"
                    >
                      <Checkbox
                        id={`${id}${value}`}
                        checked={isChosen}
                        onChange={() => onChange(isChosen ? chosen.filter((one) => one !== value) : [...chosen, value])}
                      />
                      {label}
                    </label>
                  )
                })}
              </fieldset>
            ))}
        </Popover>
      )}
    </Blank>
  )
}
