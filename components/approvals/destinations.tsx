'use client'
/** Where requests may pay to: what the versions of the policy say of it, and what was paid. */
import { type FormEvent, useId, useRef, useState } from 'react'
import { Select } from '@/components/forms/fields'
import { FormButtons } from '@/components/forms/small-form'
import { useOfferedProfiles } from '@/components/records/profile-field'
import { useProfileNames } from '@/components/records/profile-names'
import { useKnownAccounts } from '@/components/requests/known-accounts'
import { Button } from '@/components/ui/button'
import { Combobox } from '@/components/ui/combobox'
import { Field } from '@/components/ui/field'
import { useFocusAfter } from '@/components/ui/focus'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { countText } from '@/lib/browser/labels'
import type { PaidDestination, Policies, PolicyVersion } from '@/lib/features/approvals/interface'
import type { ApprovedDestination, Policy } from '@/lib/features/approvals/policy'
import { type DestinationKind, destinationKeys, destinationOf } from '@/lib/provider/destinations'
import type { Environment } from '@/lib/provider/environments'
import { unknownText } from './policy-texts'

const hour = 3_600_000

const kinds: Record<DestinationKind, string> = {
  account: 'Fiat account',
  address: 'Crypto address',
  profile: 'Profile',
}

/** In full: whoever approves it compares every character. */
function wholeText(to: string): string {
  const found = destinationOf(to)
  if (!found) return to
  const { kind, value, network } = found
  return network ? `${value} on ${network}` : `${kinds[kind]} ${value}`
}

/** What a destination is called here, if it has a name: that of a profile, or of the owner of a fiat account. */
function useNameOf(environment: Environment): (to: string) => string | undefined {
  const { names } = useProfileNames(environment)
  const { accounts } = useKnownAccounts(environment)
  const known: Partial<Record<DestinationKind, [id: string, name: string][]>> = {
    account: accounts.map(({ value, label, code }) => [value, code ? `${label}, ${code}` : label]),
    profile: Object.entries(names),
  }
  return (to) => {
    const { kind = 'address', value } = destinationOf(to) ?? {}
    return known[kind]?.find(([id]) => id.toLowerCase() === value)?.[1]
  }
}

const namedText = (to: string, name: string | undefined) => (name ? `${name}: ${wholeText(to)}` : wholeText(to))

/** The longest that a rule of an environment lets a destination cool off. */
const coolingOf = ({ rules }: Policy, environment: Environment) =>
  Math.max(
    0,
    ...rules.flatMap(({ is_listed, environments, cooling_hours = 0 }) =>
      is_listed && environments.includes(environment) ? [cooling_hours] : [],
    ),
  )

type Listed = ApprovedDestination & { state: React.ReactNode }

/** Each destination once, by the version that says most of it now: those of every environment, because a version is for all. */
function listedIn(versions: readonly PolicyVersion[], now: number): Listed[] {
  const active = versions.find(({ state }) => state === 'active')
  const proposed = versions.find(({ state }) => state === 'proposed')
  const keyOf = ({ environment, to }: ApprovedDestination) => `${environment} ${to}`
  const kept = new Set(proposed?.policy.destinations?.map(keyOf))
  const found = new Map<string, Listed>()
  const add = ({ policy }: PolicyVersion, stateOf: (one: ApprovedDestination) => React.ReactNode) => {
    for (const one of policy.destinations ?? [])
      if (!found.has(keyOf(one))) found.set(keyOf(one), { ...one, state: stateOf(one) })
  }
  if (active)
    add(active, (one) => {
      const { at = active.activated_at ?? '', by = active.activated_by } = one.approved ?? {}
      const usable = Date.parse(at) + coolingOf(active.policy, one.environment) * hour
      return (
        <>
          Approved by {by}, <Time value={at} withZone />
          {usable > now && (
            <>
              ; <span className="text-wait">cooling off</span> until{' '}
              <Time value={new Date(usable).toISOString()} withZone />
            </>
          )}
          {proposed && !kept.has(keyOf(one)) && (
            <>
              ; <span className="text-wait">version {proposed.version} withdraws it</span>
            </>
          )}
        </>
      )
    })
  for (const one of versions) {
    if (one.state === 'proposed') add(one, () => <span className="text-wait">Waits with version {one.version}</span>)
    if (one.state === 'past') add(one, () => `Withdrawn after version ${one.version}`)
  }
  return [...found.values()]
}

type DestinationsProps = { environment: Environment; policies: Policies; now: number }

/** Every destination that is or was approved, or was paid without. */
export function Destinations({ environment, policies: { versions, paid }, now }: DestinationsProps) {
  const nameOf = useNameOf(environment)
  const listed = listedIn(versions, now)
  const unlisted = paid.filter(({ to }) => !listed.some((one) => one.environment === environment && one.to === to))
  if (listed.length + unlisted.length === 0) return null
  const line = (of: Environment, to: string, name: string, state: React.ReactNode) => {
    const used = of === environment ? paid.find((one) => one.to === to) : undefined
    return (
      <li key={`${of} ${to}`} className="border-b border-hairline py-2">
        <p className="break-words">{name}</p>
        <p className="text-sm text-ink-2">{state}</p>
        {of === environment && (
          <p className="text-sm text-ink-3">
            {used ? (
              <>
                Used by {countText(used.requests, 'request')}, first <Time value={used.first} withZone />
              </>
            ) : (
              'Not used by the newest requests'
            )}
          </p>
        )}
      </li>
    )
  }
  return (
    <Section title="Destinations" more="where requests pay to">
      <ul aria-label="Destinations">
        {listed.map(({ environment: of, to, name, state }) =>
          line(of, to, `${namedText(to, name)}${of === environment ? '' : ` (${of})`}`, state),
        )}
        {unlisted.map(({ to }) => line(environment, to, namedText(to, nameOf(to)), 'Not on the list'))}
      </ul>
    </Section>
  )
}

type EditorProps = {
  environment: Environment
  person: string
  destinations: readonly ApprovedDestination[]
  paid: readonly PaidDestination[]
  onChange: (destinations: ApprovedDestination[]) => void
  isOpen: boolean
  /** Opens and closes its form; absent while another one is open. */
  onOpen: ((isOpen: boolean) => void) | undefined
}

/** Adds and removes destinations of the draft. */
export function DestinationEditor({ destinations, onChange, isOpen, onOpen, ...form }: EditorProps) {
  const section = useRef<HTMLElement>(null)
  useFocusAfter(isOpen, () => section.current?.querySelector<HTMLElement>(':scope > button'))
  const own = destinations.filter((one) => one.environment === form.environment)
  if (own.length === 0 && !onOpen) return null
  return (
    <section ref={section} className="mt-6">
      <h3 className="font-label">Approved destinations</h3>
      <ul>
        {own.map((one) => (
          <li key={one.to} className="flex flex-wrap items-center gap-2 border-b border-hairline py-2">
            <span className="min-w-0 flex-1 basis-72 break-words">{namedText(one.to, one.name)}</span>
            {onOpen && (
              <Button
                size="small"
                kind="plain"
                aria-label={`Withdraw ${one.name}`}
                onClick={() => onChange(destinations.filter((other) => other !== one))}
              >
                Withdraw
              </Button>
            )}
          </li>
        ))}
      </ul>
      {isOpen ? (
        <DestinationForm
          {...form}
          own={own}
          onAdd={(one) => {
            onChange([...destinations, one])
            onOpen?.(false)
          }}
          onCancel={() => onOpen?.(false)}
        />
      ) : (
        onOpen && (
          <Button className="mt-3" onClick={() => onOpen(true)}>
            Add a destination
          </Button>
        )
      )}
    </section>
  )
}

const kindNames = Object.keys(kinds) as DestinationKind[]

type FormProps = Pick<EditorProps, 'environment' | 'person' | 'paid'> & {
  own: readonly ApprovedDestination[]
  onAdd: (destination: ApprovedDestination) => void
  onCancel: () => void
}

function DestinationForm({ environment, person, paid, own, onAdd, onCancel }: FormProps) {
  const id = useId()
  const nameOf = useNameOf(environment)
  const { options: profiles } = useOfferedProfiles({ environment, person })
  const { accounts } = useKnownAccounts(environment)
  const [values, setValues] = useState({ paid: '', kind: 'account' as DestinationKind, value: '', network: '' })
  const [typedName, setTypedName] = useState<string>()
  const [isTried, setTried] = useState(false)
  const { paid: chosen, kind, value, network } = values
  const unlisted = paid.filter(({ to }) => !own.some((one) => one.to === to) && destinationOf(to))
  const to = chosen || destinationKeys[kind](value.trim(), network.trim())
  const name = typedName ?? nameOf(to) ?? ''
  const isKnown = own.some((one) => one.to === to)
  const isNamed = chosen || destinationOf(to) || (kind === 'address' && value.trim())
  const errors = {
    value: !isNamed ? 'Enter an ID or an address.' : isKnown && 'This destination is in the draft already.',
    network: !chosen && kind === 'address' && !network.trim() && 'Enter a network, like ETHEREUM.',
    name: !name.trim() && 'Enter a name.',
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const [first] = Object.entries(errors).flatMap(([field, error]) => (error ? [field] : []))
    if (first) document.getElementById(`${id}${first}`)?.focus()
    else onAdd({ environment, to, name: name.trim() })
  }
  const frame = (of: keyof typeof errors, label: string) => ({
    id: `${id}${of}`,
    label,
    error: (isTried && errors[of]) || undefined,
  })
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const options = kind === 'profile' ? profiles : accounts
  return (
    <form noValidate onSubmit={submit} aria-label="Destination" className="mt-3 grid max-w-[560px] gap-4">
      {unlisted.length > 0 && (
        <Select
          frame={{ id: `${id}paid`, label: 'Paid before' }}
          blank="Another one"
          options={unlisted.map((one) => ({ value: one.to, label: namedText(one.to, nameOf(one.to)) }))}
          value={chosen}
          onChoose={(paid) => change({ paid })}
        />
      )}
      {!chosen && (
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            frame={{ id: `${id}kind`, label: 'Kind' }}
            options={kindNames.map((one) => ({ value: one, label: kinds[one] }))}
            value={kind}
            onChoose={(one) => change({ kind: kindNames.find((known) => known === one) ?? kind })}
          />
          {kind === 'address' && (
            <Field
              {...frame('network', 'Network')}
              autoComplete="off"
              value={network}
              onChange={({ target }) => change({ network: target.value })}
            />
          )}
        </div>
      )}
      {!chosen && kind === 'address' && (
        <Field
          {...frame('value', 'Address')}
          autoComplete="off"
          value={value}
          onChange={({ target }) => change({ value: target.value })}
        />
      )}
      {!chosen && kind !== 'address' && (
        <Combobox
          {...frame('value', kinds[kind])}
          value={value}
          options={options}
          placeholder="Search by name, or paste an ID"
          meaning={unknownText(value, options)}
          onType={(value) => change({ value })}
          onChoose={(value) => change({ value })}
        />
      )}
      <Field
        {...frame('name', 'Name')}
        hint="For people, such as whose it is"
        autoComplete="off"
        value={name}
        onChange={({ target }) => setTypedName(target.value)}
      />
      <FormButtons label="Keep the destination" pending="Keeping…" isPending={false} onCancel={onCancel} />
    </form>
  )
}
