'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowRight, CircleQuestionMark, FileClock } from 'lucide-react'
import Link from 'next/link'
import { createContext, type ReactNode, use, useMemo } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import type { FormDescription, FormSession, Review, ReviewFact } from '@/components/forms/description'
import { FieldSet } from '@/components/forms/fields'
import { FormPage, ReviewPage } from '@/components/forms/form-page'
import { MetadataField } from '@/components/forms/metadata-field'
import { mayWrite } from '@/components/forms/role-required'
import { Button, buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { focusHeading } from '@/components/ui/focus'
import { Note } from '@/components/ui/note'
import { useDelayed } from '@/components/ui/now'
import { asProblem, ProblemView } from '@/components/ui/problem'
import { Time } from '@/components/ui/time'
import { endOfNumber } from '@/lib/api/account-numbers'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import { isObject } from '@/lib/api/json'
import { looksMasked, plainRoutingNumber } from '@/lib/browser/bank-checks'
import {
  broughtUpToDate,
  type ChangeValues,
  changeErrors,
  changesBody,
  changeValues,
  changeValuesOf,
  changeWarnings,
} from './account-changes'
import { AccountNumber, addressLine, metadataLine } from './account-facts'
import { OwnerFields, OwnerNameFields, WireFields } from './account-fields'
import { accountFieldOf, ownerAt, ownerName, wireAt } from './account-values'
import { type KnownAccount, knownAccountRead } from './known-account'

const title = 'Change fiat account'

/** The form of one account's change, beginning with what is known of it. */
function changeForm(id: string, known: KnownAccount | undefined): FormDescription<ChangeValues> {
  return {
    operation: 'updateFiatAccount',
    place: `fiat-accounts/${id}/edit`,
    title,
    thing: 'change',
    blank: changeValues(known?.record, known?.at),
    inputOf: (values) => ({ path: { id }, body: changesBody(values) }),
    valuesOf: ({ body }) => changeValuesOf(known?.record, body, known?.at),
    fieldOf: accountFieldOf,
    moreErrors: changeErrors,
    warningsOf: changeWarnings,
    reviewOf: (values) => changeReview(values, id),
    Fields: ChangeFields,
    Aside: ChangesSoFar,
  }
}

type ChangeProps = { id: string; session: FormSession }
type Found = { known: KnownAccount | undefined; unknown: Intent[] }

type WithKnownProps = ChangeProps & {
  children: (form: FormDescription<ChangeValues>, found: Found | undefined) => ReactNode
}

/** Reads what this console knows of the account, before the form is drawn with it. */
function WithKnown({ id, session, children }: WithKnownProps) {
  // Whoever may not change it reads who may, and nothing of the account.
  const isAllowed = mayWrite('updateFiatAccount', session.roles)
  const read = useQuery({
    ...knownAccountRead(session.environment, id),
    enabled: isAllowed,
    retry: false,
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  const form = useMemo(() => changeForm(id, read.data?.known), [id, read.data])
  const isLate = useDelayed(read.isLoading)
  const problem = asProblem(read.error)
  if (!isAllowed || read.data) return children(form, read.data)
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      {problem ? (
        <ProblemView
          error={problem}
          what="What is known of this account"
          at={read.errorUpdatedAt}
          onRetry={read.refetch}
        />
      ) : (
        <p className="text-ink-2">{isLate && 'What is known of this account is being read'}</p>
      )}
    </>
  )
}

/** The form of a change. */
export const FiatAccountChange = ({ id, session }: ChangeProps) => (
  <WithKnown id={id} session={session}>
    {(form, found) => (
      <FreshValues value={form.blank}>
        <FormPage
          key={id}
          form={form}
          session={session}
          lead={found && <Lead id={id} environment={session.environment} {...found} />}
        />
      </FreshValues>
    )}
  </WithKnown>
)

/** The change before it is sent. */
export const FiatAccountChangeReview = ({ id, session }: ChangeProps) => (
  <WithKnown id={id} session={session}>
    {(form) => <ReviewPage key={id} form={form} session={session} />}
  </WithKnown>
)

const sourceOf = ({ isChecked, intent }: KnownAccount) =>
  isChecked ? 'a status check' : intent.operation === 'createFiatAccount' ? 'its registration' : 'its last change'

/** Which account it is, what its fields are filled in with, and what a change leads to. */
function Lead({ id, environment, known, unknown }: Found & { id: string; environment: Environment }) {
  const [lost] = unknown
  return (
    <div className="mb-6 grid max-w-[640px] gap-3">
      <p className="text-ink-2">
        {known ? (
          <>
            Filled in with what was known of <ShortId id={id} what="fiat account id" /> at{' '}
            <Time value={known.at} withZone /> from{' '}
            <Link prefetch={false} href={`/${environment}/activity/${known.intent.id}`} className="underline">
              {sourceOf(known)}
            </Link>
            . The provider has no way to read an account, so changes made elsewhere since then are not known here.
          </>
        ) : (
          <>
            Nothing is known here of <ShortId id={id} what="fiat account id" /> because it was not registered here, and
            no service shows an account again.
          </>
        )}{' '}
        Only what you {known ? 'change' : 'fill in'} is sent, an address as a whole; what is left empty stays as it is.
      </p>
      <p className="text-ink-2">
        A changed account goes back to review: it is Pending until the provider approves or rejects it. {metadataAlone}
      </p>
      {lost && (
        <Note
          tone="unknown"
          icon={CircleQuestionMark}
          acts={
            <Link
              prefetch={false}
              className={buttonClass('outline', 'note')}
              href={`/${environment}/activity/${lost.id}`}
            >
              See that change
            </Link>
          }
        >
          <p>
            <b>A change of this account was sent, and it is not known whether it happened.</b> What stands here may be
            from before it.
          </p>
        </Note>
      )}
    </div>
  )
}

/** The form as it would begin now. */
export const FreshValues = createContext<ChangeValues | undefined>(undefined)

const others = { person: 'an institution', institution: 'a person' }

/** The owner's kind is fixed once it is known (service-facts, "Writing"). */
function ChangedOwner({ kind }: { kind: ChangeValues['known']['fiat_account_owner']['kind'] }) {
  if (kind === '') return <OwnerFields name={ownerAt} />
  return (
    <>
      <p className="text-base text-ink-2">
        The owner is {kind === 'person' ? 'a person' : 'an institution'} and cannot become {others[kind]}: register
        another account for that.
      </p>
      <OwnerNameFields name={ownerAt} kind={kind} />
    </>
  )
}

/** A draft is sent as the difference to what was known when it was begun; somebody may have changed that since. */
function BegunBefore() {
  const fresh = use(FreshValues)
  const { reset, getValues } = useFormContext<ChangeValues>()
  const begunAt = useWatch<ChangeValues, 'known_at'>({ name: 'known_at' })
  if (!fresh || begunAt === fresh.known_at) return null
  return (
    <Note
      tone="wait"
      icon={FileClock}
      className="mb-5"
      acts={
        <Button
          size="note"
          onClick={() => {
            reset(broughtUpToDate(getValues(), fresh), { keepDefaultValues: true })
            focusHeading()
          }}
        >
          Bring it up to date
        </Button>
      }
    >
      <p>
        <b>More is known of this account than when this draft was begun.</b> Bringing it up to date keeps what you
        changed.
      </p>
    </Note>
  )
}

/** What can be changed of an account, filled in with what is known of it. */
export function ChangeFields() {
  const known = useWatch<ChangeValues, 'known'>({ name: 'known' })
  const { account_number } = known.fiat_network_instructions.wire
  const numberHint = looksMasked(account_number) && (
    <>
      Kept as it is: <span className="font-mono">{account_number}</span>. Enter the whole number to change it.
    </>
  )
  return (
    <>
      <BegunBefore />
      <FieldSet>
        <ChangedOwner kind={known.fiat_account_owner.kind} />
      </FieldSet>
      <WireFields name={wireAt} numberHint={numberHint || undefined} />
      <FieldSet title="Details">
        <p className="text-base text-ink-2">Metadata are replaced as a whole.</p>
        <MetadataField />
      </FieldSet>
    </>
  )
}

/** What would be sent, following what is filled in. */
export function ChangesSoFar() {
  // Every field of this form has a text from the beginning, so that nothing of the values is missing.
  const values = useWatch<ChangeValues>() as ChangeValues
  const names = changedNames(values)
  return (
    <section>
      <h2>Changed so far</h2>
      {names.length === 0 ? (
        <p className="mt-1 text-ink-2">Nothing. Only what you change is sent, an address as a whole.</p>
      ) : (
        <ul className="mt-1">
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** One member of the account: its name, whether it is sent, what was known and what it becomes. */
type Change = { name: string; field: string; isSent: boolean; before: ReactNode; after: ReactNode }

const at = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>((inner, name) => (isObject(inner) ? inner[name] : undefined), value)

const number = (text: string) => text && <AccountNumber number={text} />

function changesOf(values: ChangeValues): Change[] {
  const { known, metadata } = values
  const body = changesBody(values)
  const wire = at(body, 'fiat_network_instructions', 'wire')
  const [before, after] = [known.fiat_network_instructions.wire, values.fiat_network_instructions.wire]
  const details = [before.routing_details, after.routing_details] as const
  const sent = (...names: string[]) => at(wire, ...names) !== undefined
  const all: Change[] = [
    {
      name: 'Owner',
      field: `${ownerAt}.${values.fiat_account_owner.kind}_details.${values.fiat_account_owner.kind === 'person' ? 'first_name' : 'name'}`,
      isSent: at(body, ownerAt) !== undefined,
      before: ownerName(known.fiat_account_owner),
      after: ownerName(values.fiat_account_owner),
    },
    {
      name: 'Account number',
      field: `${wireAt}.account_number`,
      isSent: sent('account_number'),
      before: number(before.account_number),
      after: number(after.account_number.replace(/\s/g, '')),
    },
    {
      name: 'Routing number type',
      field: `${wireAt}.routing_details.routing_number_type`,
      isSent: sent('routing_details', 'routing_number_type'),
      before: details[0].routing_number_type,
      after: details[1].routing_number_type.trim(),
    },
    {
      name: 'Routing number',
      field: `${wireAt}.routing_details.routing_number`,
      isSent: sent('routing_details', 'routing_number'),
      before: details[0].routing_number,
      after: plainRoutingNumber(details[1].routing_number),
    },
    {
      name: 'Bank',
      field: `${wireAt}.routing_details.bank_name`,
      isSent: sent('routing_details', 'bank_name'),
      before: details[0].bank_name,
      after: details[1].bank_name.trim(),
    },
    {
      name: 'Bank’s address',
      field: `${wireAt}.routing_details.bank_address.country`,
      isSent: sent('routing_details', 'bank_address'),
      before: addressLine(details[0].bank_address),
      after: addressLine(details[1].bank_address),
    },
    {
      name: 'Owner’s address',
      field: `${wireAt}.fiat_account_owner_address.country`,
      isSent: sent('fiat_account_owner_address'),
      before: addressLine(before.fiat_account_owner_address),
      after: addressLine(after.fiat_account_owner_address),
    },
    {
      name: 'Metadata',
      field: 'metadata',
      isSent: at(body, 'metadata') !== undefined,
      before: metadataLine(known.metadata),
      after: metadataLine(metadata),
    },
  ]
  return all.filter(({ isSent }) => isSent)
}

/** The names of what would be changed: "Bank", "Owner’s address". */
export const changedNames = (values: ChangeValues) => changesOf(values).map(({ name }) => name)

function BeforeAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <>
      <span className="text-ink-3">
        <span className="sr-only">from </span>
        {before || 'not known here'}
      </span>{' '}
      <ArrowRight className="mx-1 text-ink-3" />{' '}
      <span>
        <span className="sr-only">to </span>
        {after}
      </span>
    </>
  )
}

const listed = (words: readonly string[]) =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : (words[0] ?? 'nothing')

/** Metadata are the client's own; whether they are reviewed is not shown. service-facts, "Our own service". */
export const metadataAlone =
  "Changing only metadata starts no review in Mintdesk's own sandbox; other providers may review it."

/** What a person agrees to before a change is sent. @param id the account's */
export function changeReview(values: ChangeValues, id: string): Review {
  const changes = changesOf(values)
  const { account_number } = values.known.fiat_network_instructions.wire
  const which = account_number && ` ${endOfNumber(account_number)}`
  const owner = ownerName(values.known.fiat_account_owner)
  const isReviewed = changes.some(({ name }) => name !== 'Metadata')
  return {
    act: `Change account${which}`,
    sentence: `Change ${listed(changes.map(({ name }) => `the ${name.toLowerCase()}`))} of fiat account${which}${owner && ` of ${owner}`}.`,
    facts: [
      { name: 'Fiat account', value: <ShortId id={id} what="fiat account id" /> },
      ...changes.map(
        ({ name, field, before, after }): ReviewFact => ({
          name,
          value: <BeforeAfter before={before} after={after} />,
          field,
        }),
      ),
    ],
    next: [
      'The change is recorded in Mintdesk, then sent once. Anything not listed above stays the same.',
      isReviewed
        ? 'The account goes back to review: it is Pending until the provider approves or rejects it.'
        : metadataAlone,
      'A change has no reference: if the answer is lost, Mintdesk cannot look up its outcome.',
    ],
  }
}
