'use client'

import { ChevronRight } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { type DraftKey, type FormDraft, readFormDraft, restoreShape, saveFormDraft } from '@/lib/browser/form-drafts'
import type { FormDescription, FormSession } from './description'
import { FillForm, FormStart } from './fill-form'
import { useReviewFacts } from './form-context'
import { ReviewForm } from './review-form'
import { mayWrite, RoleRequired } from './role-required'
import { useIsHere } from './use-is-here'
import { errorsOf } from './validation'

type FormPageProps<Values extends FieldValues> = {
  form: FormDescription<Values>
  session: FormSession
  /** A note between the title and the fields. */
  lead?: ReactNode
}

/** The first step of a write: it is filled in, kept as a draft, checked; nothing is sent from here. */
export function FormPage<Values extends FieldValues>({ form, session, lead }: FormPageProps<Values>) {
  const isHere = useIsHere()
  const { environment, person, roles } = session
  const place = useMemo(() => ({ person, environment, place: form.place }), [person, environment, form.place])
  const isAllowed = mayWrite(form.operation, roles)
  const heading = <h1 tabIndex={-1}>{form.title}</h1>
  if (!isAllowed) {
    return (
      <>
        {heading}
        <RoleRequired operation={form.operation} roles={roles} />
      </>
    )
  }
  return (
    <>
      <FormSteps at={1} />
      {/* Drafts are this tab's own: the server knows nothing of them. */}
      {isHere ? (
        <FormStart form={form} session={session} place={place} heading={heading}>
          {(start, source) => (
            <FillForm
              form={form}
              session={session}
              place={place}
              start={start}
              source={source}
              heading={heading}
              lead={lead}
            />
          )}
        </FormStart>
      ) : (
        heading
      )}
    </>
  )
}

type ReviewPageProps<Values extends FieldValues> = { form: FormDescription<Values>; session: FormSession }

/** The second step of a write: what would be sent, in words and as JSON, and the button that sends it. */
export function ReviewPage<Values extends FieldValues>({ form, session }: ReviewPageProps<Values>) {
  const isHere = useIsHere()
  const { environment, person, roles } = session
  const place = useMemo(() => ({ person, environment, place: form.place }), [person, environment, form.place])
  const heading = <h1 tabIndex={-1}>Review {form.thing}</h1>
  if (!mayWrite(form.operation, roles)) {
    return (
      <>
        {heading}
        <RoleRequired operation={form.operation} roles={roles} />
      </>
    )
  }
  return (
    <>
      <FormSteps at={2} />
      {isHere ? <Drafted form={form} session={session} place={place} heading={heading} /> : heading}
    </>
  )
}

type DraftedProps<Values extends FieldValues> = ReviewPageProps<Values> & {
  place: DraftKey
  heading: React.ReactNode
}

/** Without a draft that can be sent there is nothing to review: then it is the form's turn. */
function Drafted<Values extends FieldValues>({ form, session, place, heading }: DraftedProps<Values>) {
  const router = useRouter()
  const [draft] = useState(() => readFormDraft(place))
  const factsAt = useReviewFacts(session, draft?.intent ?? '')
  const [isWrong] = useState(() => draft && isRefusedHere(form, draft, factsAt(Date.now())))
  const formPath = `/${session.environment}/${form.place}`
  const mustGo = !draft || isWrong === true
  useEffect(() => {
    if (!mustGo) return
    // Empty errors ask the form to look for itself.
    if (draft) saveFormDraft(place, { ...draft, errors: draft.errors ?? [] })
    router.replace(formPath)
  }, [mustGo, draft, place, formPath, router])
  if (!draft || mustGo) return heading
  return <ReviewForm form={form} session={session} place={place} first={draft} heading={heading} />
}

function isRefusedHere<Values extends FieldValues>(
  form: FormDescription<Values>,
  draft: FormDraft,
  facts: Parameters<typeof errorsOf>[2],
): boolean {
  return Object.keys(errorsOf(form, restoreShape(form.blank, draft.values), facts)).length > 0
}

const steps = ['Fill in', 'Review', 'Result']

/** Where in the three steps of a write a page stands: 1 the form, 2 the review, 3 what came of it. */
export function FormSteps({ at }: { at: 1 | 2 | 3 }) {
  return (
    <ol aria-label="Steps" className="mb-4 flex flex-wrap items-center gap-2 text-sm text-ink-3 print:hidden">
      {steps.map((step, index) => (
        <Fragment key={step}>
          {index > 0 && (
            <li aria-hidden>
              <ChevronRight className="size-3.5" />
            </li>
          )}
          <li
            aria-current={index + 1 === at ? 'step' : undefined}
            className={index + 1 === at ? 'font-title text-ink' : ''}
          >
            {index + 1}. {step}
          </li>
        </Fragment>
      ))}
    </ol>
  )
}
