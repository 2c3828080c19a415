'use client'
/** Where requests may pay to: what the versions of the policy say of it, and what was paid. */
import { type FormEvent, useId, useState } from 'react'
import { Select } from '@/components/forms/fields'
import { FormButtons } from '@/components/forms/small-form'
import { Button } from '@/components/ui/button'
import { Field } from '@/components/ui/field'
import { Section } from '@/components/ui/section'
import { Time } from '@/components/ui/time'
import { countText } from '@/lib/browser/labels'
import type { PaidDestination, Policies, PolicyVersion } from '@/lib/features/approvals/interface'
import type { ApprovedDestination, Policy } from '@/lib/features/approvals/policy'
import { type DestinationKind, destinationKeys, destinationOf } from '@/lib/provider/destinations'
import type { Environment } from '@/lib/provider/environments'

const hour = 3_600_000

const kinds: Record<DestinationKind, string> = {
  account: 'Fiat account',
  address: 'Crypto address',
  profile: 'Profile',
}

/** In full: whoever approves it compares every character. */
function namedText(to: string): string {
  const found = destinationOf(to)
  if (!found) return to
  const { kind, value, network } = found
  return network ? `${value} on ${network}` : `${kinds[kind]} ${value}`
}

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
          line(of, to, `${name}: ${namedText(to)}${of === environment ? '' : ` (${of})`}`, state),
        )}
        {unlisted.map(({ to }) => line(environment, to, namedText(to), 'Not approved'))}
      </ul>
    </Section>
  )
}

type EditorProps = {
  environment: Environment
  destinations: readonly ApprovedDestination[]
  paid: readonly PaidDestination[]
  onChange: (destinations: ApprovedDestination[]) => void
}

const kindNames = Object.keys(kinds) as DestinationKind[]
const blank = { paid: '', kind: 'account' as DestinationKind, value: '', network: '', name: '' }

/** Adds and removes destinations of the draft. */
export function DestinationEditor({ environment, destinations, paid, onChange }: EditorProps) {
  const id = useId()
  const [values, setValues] = useState<typeof blank>()
  const [isTried, setTried] = useState(false)
  const own = destinations.filter((one) => one.environment === environment)
  const unlisted = paid.filter(({ to }) => !own.some((one) => one.to === to) && destinationOf(to))
  const { paid: chosen = '', kind = 'account', value = '', network = '', name = '' } = values ?? {}
  const to = chosen || destinationKeys[kind](value.trim(), network.trim())
  const errors = {
    value:
      chosen || destinationOf(to) || (kind === 'address' && value.trim()) ? undefined : 'Enter an ID or an address.',
    network: chosen || kind !== 'address' || network.trim() ? undefined : 'Enter a network, like ETHEREUM.',
    name: name.trim() ? undefined : 'Enter a name.',
    known: own.some((one) => one.to === to) ? 'This destination is in the draft already.' : undefined,
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    const [first] = Object.entries(errors).flatMap(([field, error]) =>
      error ? [field === 'known' ? 'value' : field] : [],
    )
    if (first) {
      document.getElementById(`${id}${first}`)?.focus()
      return
    }
    onChange([...destinations, { environment, to, name: name.trim() }])
    setValues(undefined)
    setTried(false)
  }
  const field = (of: 'value' | 'network' | 'name') => ({
    id: `${id}${of}`,
    value: values?.[of] ?? '',
    error: isTried ? (errors[of] ?? (of === 'value' ? errors.known : undefined)) : undefined,
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...blank, ...values, [of]: target.value }),
  })
  return (
    <section className="mt-6">
      <h3>Approved destinations</h3>
      <ul>
        {own.map((one) => (
          <li key={one.to} className="flex flex-wrap items-center gap-2 border-b border-hairline py-2">
            <span className="min-w-0 flex-1 basis-72 break-words">
              {one.name}: {namedText(one.to)}
            </span>
            <Button
              size="small"
              kind="plain"
              aria-label={`Withdraw ${one.name}`}
              onClick={() => onChange(destinations.filter((other) => other !== one))}
            >
              Withdraw
            </Button>
          </li>
        ))}
      </ul>
      {values ? (
        <form noValidate onSubmit={submit} aria-label="Destination" className="mt-3 grid max-w-[560px] gap-4">
          {unlisted.length > 0 && (
            <Select
              frame={{ id: `${id}paid`, label: 'Paid before' }}
              blank="Another one"
              options={unlisted.map((one) => ({ value: one.to, label: namedText(one.to) }))}
              value={chosen}
              onChoose={(paid) => setValues({ ...values, paid })}
            />
          )}
          {!chosen && (
            <div className="grid gap-4 sm:grid-cols-2">
              <Select
                frame={{ id: `${id}kind`, label: 'Kind' }}
                options={kindNames.map((one) => ({ value: one, label: kinds[one] }))}
                value={kind}
                onChoose={(one) => setValues({ ...values, kind: kindNames.find((known) => known === one) ?? kind })}
              />
              {kind === 'address' && <Field {...field('network')} label="Network" />}
            </div>
          )}
          {!chosen && <Field {...field('value')} label={kind === 'address' ? 'Address' : `${kinds[kind]} ID`} />}
          <Field {...field('name')} label="Name" hint="For people, such as whose it is" />
          <FormButtons
            label="Keep the destination"
            pending="Keeping…"
            isPending={false}
            onCancel={() => setValues(undefined)}
          />
        </form>
      ) : (
        <Button className="mt-3" onClick={() => setValues(blank)}>
          Add a destination
        </Button>
      )}
    </section>
  )
}
