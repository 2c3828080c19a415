'use client'
import { useQuery } from '@tanstack/react-query'
import { CircleQuestionMark } from 'lucide-react'
import Link from 'next/link'
import { type ReactNode, useMemo } from 'react'
import type { FormDescription, FormSession } from '@/components/forms/description'
import { FormPage } from '@/components/forms/form-page'
import { mayWrite } from '@/components/forms/not-for-role'
import { ReviewPage } from '@/components/forms/review-page'
import { buttonClass } from '@/components/ui/button'
import { ShortId } from '@/components/ui/copy'
import { Note } from '@/components/ui/note'
import { useDelayed } from '@/components/ui/now'
import { asProblem, ProblemView } from '@/components/ui/problem'
import { Time } from '@/components/ui/time'
import type { Environment } from '@/lib/api/environments'
import type { Intent } from '@/lib/api/intents'
import {
  type ChangeValues,
  changeErrors,
  changesBody,
  changeValues,
  changeValuesOf,
  changeWarnings,
} from './account-changes'
import { accountFieldOf } from './account-values'
import { changeReview, metadataAlone } from './change-facts'
import { ChangeFields, ChangesSoFar, FreshValues } from './change-fields'
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
